/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * cleanup: what melding leaves behind (DARM, "RunPostOptimizations" and
 * "SimplifyFunction"), written here and not left to LLVM's passes so that it
 * is deterministic, never speculates, and touches nothing it cannot improve.
 *
 * Rounds of: branches that decide nothing, unreachable blocks, phis and
 * selects that choose between equals, dead code, empty blocks, straight
 * lines. Each round is linear; they end when one changes nothing.
 */
#include "cleanup.h"

#include "reconverge/phase.h"
#include "src/ir/facts.h"
#include "src/ir/surgery.h"

#include <stdlib.h>

struct cleaner {
	struct cvg_module *m;
	uint32_t f;
	LLVMValueRef function;
	uint32_t done; /* changes made */
};

/* ---- branches -------------------------------------------------------- */

/* Replace a terminator by a jump to `to`, keeping one edge there. */
static void
jump_instead(struct cleaner *c, LLVMBasicBlockRef block, LLVMBasicBlockRef to)
{
	LLVMValueRef term = LLVMGetBasicBlockTerminator(block);
	LLVMBuilderRef b = LLVMCreateBuilderInContext(c->m->context);
	bool kept = false;

	for (unsigned k = 0; k < LLVMGetNumSuccessors(term); k++) {
		LLVMBasicBlockRef s = LLVMGetSuccessor(term, k);

		if (s == to && !kept)
			kept = true;
		else
			cvg_phis_drop_edge(s, block);
	}
	LLVMPositionBuilderBefore(b, term);
	LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(term));
	LLVMBuildBr(b, to);
	LLVMInstructionEraseFromParent(term);
	LLVMDisposeBuilder(b);
	c->done++;
}

static bool
is_conditional(LLVMValueRef term)
{
	return LLVMGetInstructionOpcode(term) == LLVMBr &&
	       LLVMIsConditional(term);
}

/* x of "xor i1 x, true", or NULL. */
static LLVMValueRef
negated(LLVMValueRef v)
{
	LLVMValueRef one;

	if (!LLVMIsAInstruction(v) || LLVMGetInstructionOpcode(v) != LLVMXor)
		return NULL;
	one = LLVMGetOperand(v, 1);
	if (!LLVMIsAConstantInt(one) ||
	    LLVMGetIntTypeWidth(LLVMTypeOf(v)) != 1 ||
	    !LLVMConstIntGetZExtValue(one))
		return NULL;
	return LLVMGetOperand(v, 0);
}

static void
fold_branch(struct cleaner *c, LLVMBasicBlockRef block)
{
	LLVMValueRef term = LLVMGetBasicBlockTerminator(block), cond;
	LLVMBasicBlockRef t, f;

	if (!is_conditional(term))
		return;
	t = LLVMGetSuccessor(term, 0);
	f = LLVMGetSuccessor(term, 1);
	cond = LLVMGetCondition(term);
	if (t == f) {
		jump_instead(c, block, t);
	} else if (LLVMIsAConstantInt(cond)) {
		jump_instead(c, block,
			     LLVMConstIntGetZExtValue(cond) ? t : f);
	} else if (negated(cond)) {
		LLVMSetCondition(term, negated(cond));
		LLVMSetSuccessor(term, 0, f);
		LLVMSetSuccessor(term, 1, t);
		LLVMSetMetadata(term, c->m->kinds.md_prof, NULL);
		c->done++;
	}
}

/* ---- reachability ---------------------------------------------------- */

static void
drop_unreachable(struct cleaner *c)
{
	struct cvg_blockrefs live = { 0 }, dead = { 0 };
	struct cvg_ptrmap seen = { 0 };
	LLVMBasicBlockRef b = LLVMGetEntryBasicBlock(c->function);

	cvg_ptrmap_put(&seen, b, 1);
	cvg_push(&live, b);
	for (size_t i = 0; i < live.n; i++) {
		LLVMValueRef term = LLVMGetBasicBlockTerminator(live.at[i]);

		for (unsigned k = 0; k < LLVMGetNumSuccessors(term); k++) {
			b = LLVMGetSuccessor(term, k);
			if (cvg_ptrmap_get(&seen, b) != CVG_NONE)
				continue;
			cvg_ptrmap_put(&seen, b, 1);
			cvg_push(&live, b);
		}
	}
	for (b = LLVMGetFirstBasicBlock(c->function); b;
	     b = LLVMGetNextBasicBlock(b))
		if (cvg_ptrmap_get(&seen, b) == CVG_NONE)
			cvg_push(&dead, b);
	for (size_t i = 0; i < dead.n; i++) {
		LLVMValueRef term = LLVMGetBasicBlockTerminator(dead.at[i]);

		for (unsigned k = 0; k < LLVMGetNumSuccessors(term); k++)
			cvg_phis_drop_edge(LLVMGetSuccessor(term, k),
					   dead.at[i]);
	}
	cvg_blocks_erase(c->m, c->f, dead.at, dead.n);
	c->done += (uint32_t)dead.n;
	cvg_ptrmap_done(&seen);
	free(live.at);
	free(dead.at);
}

/* ---- values ---------------------------------------------------------- */

/* The one value a phi can have, or NULL. */
static LLVMValueRef
phi_is(LLVMValueRef phi)
{
	unsigned n = LLVMCountIncoming(phi);
	LLVMValueRef only = NULL;
	bool poison = false;

	for (unsigned k = 0; k < n; k++) {
		LLVMValueRef v = LLVMGetIncomingValue(phi, k);

		if (v == phi)
			continue;
		if (cvg_is_poison_or_undef(v)) {
			poison = true;
			continue;
		}
		if (only && v != only)
			return NULL;
		only = v;
	}
	if (!only)
		return LLVMGetPoison(LLVMTypeOf(phi));
	/* Where one edge brings poison, an instruction may not dominate. */
	if (poison && LLVMIsAInstruction(only))
		return NULL;
	return only;
}

static bool
is_bool(LLVMValueRef v, unsigned long long value)
{
	return LLVMIsAConstantInt(v) &&
	       LLVMGetIntTypeWidth(LLVMTypeOf(v)) == 1 &&
	       LLVMConstIntGetZExtValue(v) == value;
}

/* What a select with condition `cond` takes for it in place of v. */
static LLVMValueRef
through_select(LLVMValueRef v, LLVMValueRef cond, unsigned arm)
{
	if (!LLVMIsAInstruction(v) ||
	    LLVMGetInstructionOpcode(v) != LLVMSelect ||
	    LLVMGetOperand(v, 0) != cond)
		return v;
	return LLVMGetOperand(v, arm);
}

static LLVMValueRef
select_is(struct cleaner *c, LLVMValueRef select)
{
	LLVMValueRef cond = LLVMGetOperand(select, 0);
	LLVMValueRef t = through_select(LLVMGetOperand(select, 1), cond, 1);
	LLVMValueRef f = through_select(LLVMGetOperand(select, 2), cond, 2);

	if (t != LLVMGetOperand(select, 1) || f != LLVMGetOperand(select, 2)) {
		LLVMSetOperand(select, 1, t);
		LLVMSetOperand(select, 2, f);
		c->done++;
	}
	if (t == f || cvg_is_poison_or_undef(f))
		return t;
	if (cvg_is_poison_or_undef(t))
		return f;
	if (LLVMIsAConstantInt(cond))
		return LLVMConstIntGetZExtValue(cond) ? t : f;
	if (is_bool(t, 1) && is_bool(f, 0))
		return cond;
	return NULL;
}

static const LLVMIntPredicate inverse_int[] = {
	[LLVMIntEQ] = LLVMIntNE,   [LLVMIntNE] = LLVMIntEQ,
	[LLVMIntUGT] = LLVMIntULE, [LLVMIntUGE] = LLVMIntULT,
	[LLVMIntULT] = LLVMIntUGE, [LLVMIntULE] = LLVMIntUGT,
	[LLVMIntSGT] = LLVMIntSLE, [LLVMIntSGE] = LLVMIntSLT,
	[LLVMIntSLT] = LLVMIntSGE, [LLVMIntSLE] = LLVMIntSGT,
};

/* A negated integer comparison nobody else looks at: compare the other way. */
static LLVMValueRef
negation_is(struct cleaner *c, LLVMValueRef inst)
{
	LLVMValueRef x = negated(inst), made;
	LLVMBuilderRef b;

	if (!x || !LLVMIsAICmpInst(x) || LLVMGetNextUse(LLVMGetFirstUse(x)))
		return NULL;
	b = LLVMCreateBuilderInContext(c->m->context);
	LLVMPositionBuilderBefore(b, inst);
	LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(inst));
	made = LLVMBuildICmp(b, inverse_int[LLVMGetICmpPredicate(x)],
			     LLVMGetOperand(x, 0), LLVMGetOperand(x, 1), "");
	LLVMDisposeBuilder(b);
	return made;
}

static LLVMValueRef
value_is(struct cleaner *c, LLVMValueRef inst)
{
	switch (LLVMGetInstructionOpcode(inst)) {
	case LLVMPHI:
		return phi_is(inst);
	case LLVMSelect:
		return select_is(c, inst);
	case LLVMXor:
		return negation_is(c, inst);
	default:
		return NULL;
	}
}

static bool
same_phis(LLVMValueRef a, LLVMValueRef b)
{
	unsigned n = LLVMCountIncoming(a);

	if (LLVMTypeOf(a) != LLVMTypeOf(b) || n != LLVMCountIncoming(b))
		return false;
	for (unsigned k = 0; k < n; k++)
		if (cvg_phi_value(b, LLVMGetIncomingBlock(a, k)) !=
		    LLVMGetIncomingValue(a, k))
			return false;
	return true;
}

/* Phis of one block with equal entries: the first serves all. */
static void
join_equal_phis(struct cleaner *c, LLVMBasicBlockRef block)
{
	LLVMValueRef phi = LLVMGetFirstInstruction(block), next;
	LLVMBasicBlockRef from;
	struct cvg_ptrmap first = { 0 };
	cvg_vec(LLVMValueRef) seen = { 0 };

	if (!cvg_inst_is_phi(phi))
		return;
	from = LLVMGetIncomingBlock(phi, 0);
	for (; cvg_inst_is_phi(phi); phi = next) {
		LLVMValueRef key = cvg_phi_value(phi, from);
		uint32_t k = cvg_ptrmap_get(&first, key);

		next = LLVMGetNextInstruction(phi);
		if (k != CVG_NONE && same_phis(seen.at[k], phi)) {
			LLVMReplaceAllUsesWith(phi, seen.at[k]);
			LLVMInstructionEraseFromParent(phi);
			c->done++;
			continue;
		}
		cvg_ptrmap_put(&first, key, (uint32_t)seen.n);
		cvg_push(&seen, phi);
	}
	cvg_ptrmap_done(&first);
	free(seen.at);
}

static void
fold_values(struct cleaner *c, LLVMBasicBlockRef block)
{
	LLVMValueRef inst = LLVMGetFirstInstruction(block), next;

	for (; inst; inst = next) {
		LLVMValueRef v = value_is(c, inst);

		next = LLVMGetNextInstruction(inst);
		if (!v)
			continue;
		LLVMReplaceAllUsesWith(inst, v);
		LLVMInstructionEraseFromParent(inst);
		c->done++;
	}
	join_equal_phis(c, block);
}

/* ---- dead code ------------------------------------------------------- */

static bool
may_die(const struct cleaner *c, LLVMValueRef inst)
{
	return !LLVMIsATerminatorInst(inst) &&
	       !(cvg_facts_of(c->m, inst, LLVMGetInstructionOpcode(inst)) &
		 CVG_I_EFFECTS);
}

/* Mark from what must stay; the rest, cycles of phis included, is dead. */
static void
drop_dead(struct cleaner *c)
{
	struct cvg_ptrmap live = { 0 };
	cvg_vec(LLVMValueRef) todo = { 0 };
	LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(c->function);
	LLVMValueRef i, next;

	for (; b; b = LLVMGetNextBasicBlock(b))
		for (i = LLVMGetFirstInstruction(b); i;
		     i = LLVMGetNextInstruction(i))
			if (!may_die(c, i)) {
				cvg_ptrmap_put(&live, i, 1);
				cvg_push(&todo, i);
			}
	while (todo.n) {
		i = todo.at[--todo.n];
		for (int k = 0; k < LLVMGetNumOperands(i); k++) {
			LLVMValueRef op = LLVMGetOperand(i, (unsigned)k);

			if (!LLVMIsAInstruction(op) ||
			    cvg_ptrmap_get(&live, op) != CVG_NONE)
				continue;
			cvg_ptrmap_put(&live, op, 1);
			cvg_push(&todo, op);
		}
	}
	for (b = LLVMGetFirstBasicBlock(c->function); b;
	     b = LLVMGetNextBasicBlock(b))
		for (i = LLVMGetFirstInstruction(b); i; i = next) {
			next = LLVMGetNextInstruction(i);
			if (cvg_ptrmap_get(&live, i) != CVG_NONE)
				continue;
			LLVMReplaceAllUsesWith(i,
					       LLVMGetPoison(LLVMTypeOf(i)));
			LLVMInstructionEraseFromParent(i);
			c->done++;
		}
	cvg_ptrmap_done(&live);
	free(todo.at);
}

/* ---- blocks ---------------------------------------------------------- */

/* Only branches speak of it: no blockaddress does. */
static bool
only_branched_to(LLVMBasicBlockRef block)
{
	LLVMUseRef use = LLVMGetFirstUse(LLVMBasicBlockAsValue(block));

	for (; use; use = LLVMGetNextUse(use))
		if (!LLVMIsATerminatorInst(LLVMGetUser(use)))
			return false;
	return true;
}

static void
preds_of(LLVMBasicBlockRef block, struct cvg_blockrefs *out)
{
	LLVMUseRef use = LLVMGetFirstUse(LLVMBasicBlockAsValue(block));

	for (; use; use = LLVMGetNextUse(use))
		cvg_push(out, LLVMGetInstructionParent(LLVMGetUser(use)));
}

/* Entries of next's phis for `block` become entries for its predecessors. */
static void
spread_entries(LLVMBasicBlockRef next, LLVMBasicBlockRef block)
{
	LLVMValueRef phi = LLVMGetFirstInstruction(next);
	struct cvg_blockrefs preds = { 0 };
	struct cvg_incomings in = { 0 };

	preds_of(block, &preds);
	for (; cvg_inst_is_phi(phi); phi = LLVMGetNextInstruction(phi)) {
		struct cvg_incoming mine = { cvg_phi_value(phi, block),
					     block };
		size_t kept = 0;

		in.n = 0;
		cvg_phi_read(phi, &in);
		for (size_t k = 0; k < in.n; k++)
			if (in.at[k].block != block)
				in.at[kept++] = in.at[k];
		in.n = kept;
		for (size_t k = 0; k < preds.n; k++) {
			mine.block = preds.at[k];
			cvg_push(&in, mine);
		}
		phi = cvg_phi_rebuild(phi, in.at, in.n);
	}
	free(preds.at);
	free(in.at);
}

/* Would an edge pred -> next clash with one that is there already? */
static bool
would_clash(LLVMBasicBlockRef block, LLVMBasicBlockRef next)
{
	struct cvg_blockrefs preds = { 0 };
	bool clash = false;

	if (!cvg_inst_is_phi(LLVMGetFirstInstruction(next)))
		return false;
	preds_of(block, &preds);
	for (size_t k = 0; k < preds.n && !clash; k++)
		clash = cvg_edges_between(preds.at[k], next) > 0;
	free(preds.at);
	return clash;
}

static bool
forward_empty(struct cleaner *c, LLVMBasicBlockRef block)
{
	LLVMValueRef term = LLVMGetBasicBlockTerminator(block);
	struct cvg_blockrefs preds = { 0 };
	LLVMBasicBlockRef next;

	if (LLVMGetFirstInstruction(block) != term ||
	    LLVMGetInstructionOpcode(term) != LLVMBr ||
	    LLVMIsConditional(term) ||
	    block == LLVMGetEntryBasicBlock(c->function))
		return false;
	next = LLVMGetSuccessor(term, 0);
	if (next == block || !only_branched_to(block) ||
	    would_clash(block, next))
		return false;
	preds_of(block, &preds);
	spread_entries(next, block);
	for (size_t k = 0; k < preds.n; k++)
		cvg_redirect(preds.at[k], block, next);
	cvg_blocks_erase(c->m, c->f, &block, 1);
	free(preds.at);
	c->done++;
	return true;
}

static bool
swallow_next(struct cleaner *c, LLVMBasicBlockRef block)
{
	LLVMValueRef term = LLVMGetBasicBlockTerminator(block);
	LLVMBasicBlockRef next;

	if (LLVMGetInstructionOpcode(term) != LLVMBr ||
	    LLVMIsConditional(term))
		return false;
	next = LLVMGetSuccessor(term, 0);
	if (next == block || cvg_block_single_pred(next) != block ||
	    next == LLVMGetEntryBasicBlock(c->function) ||
	    !only_branched_to(next))
		return false;
	cvg_block_merge(c->m, c->f, block, next);
	c->done++;
	return true;
}

static void
tidy_blocks(struct cleaner *c)
{
	LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(c->function), next;

	for (; b; b = next) {
		next = LLVMGetNextBasicBlock(b);
		forward_empty(c, b);
	}
	for (b = LLVMGetFirstBasicBlock(c->function); b;
	     b = LLVMGetNextBasicBlock(b))
		while (swallow_next(c, b))
			;
}

/* ---- the phase ------------------------------------------------------- */

uint32_t
cvg_cleanup(struct cvg_module *m, uint32_t f)
{
	struct cleaner c = { .m = m,
			     .f = f,
			     .function = cvg_live_function(m, f) };
	uint32_t before;

	do {
		LLVMBasicBlockRef b;

		before = c.done;
		for (b = LLVMGetFirstBasicBlock(c.function); b;
		     b = LLVMGetNextBasicBlock(b))
			fold_branch(&c, b);
		drop_unreachable(&c);
		for (b = LLVMGetFirstBasicBlock(c.function); b;
		     b = LLVMGetNextBasicBlock(b))
			fold_values(&c, b);
		drop_dead(&c);
		tidy_blocks(&c);
	} while (c.done != before);
	return c.done;
}

static bool
run(const struct cvg_phase_in *in, struct cvg_phase_out *out,
    struct cvg_err *err)
{
	(void)err;
	out->count = cvg_cleanup(in->module, in->function);
	out->changed = out->count > 0;
	if (out->changed)
		cvg_str_addf(&out->report, "%u simplification%s\n", out->count,
			     out->count == 1 ? "" : "s");
	return true;
}

const struct cvg_phase cvg_phase_cleanup = {
	.name = "cleanup",
	.title = "remove what melding leaves behind",
	.nothing = "nothing to clean up",
	.needs = CVG_ANA_NOTHING,
	.keeps = CVG_ANA_NOTHING,
	.run = run,
};
