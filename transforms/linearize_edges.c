/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The control flow of a linearized region: blocks for guards and tests, the
 * ends of units led to them. A unit's last branch stays as it is as long as it
 * leads to several places.
 */
#include "linearize.h"

#include <assert.h>
#include <stdlib.h>

/* ---- blocks ---------------------------------------------------------- */

static LLVMBasicBlockRef new_block(struct linearizer *z,
				   LLVMBasicBlockRef before, const char *name)
{
	LLVMBasicBlockRef made = cvg_block_new(before, name);

	cvg_live_block_origin(z->m, z->f, made, NULL, 0);
	return made;
}

static void make_blocks(struct linearizer *z)
{
	for (uint32_t k = 0; k < z->r->nnodes; k++) {
		const struct cvg_linnode *n = &z->r->node[k];
		LLVMBasicBlockRef entry =
			z->ids->blocks[z->r->unit[n->unit].entry];

		if (n->kind == CVG_LIN_UNIT) {
			z->block[k] = entry;
			z->node_of[n->unit] = k;
		} else if (n->open) {
			z->block[k] = entry;
			cvg_lin_ask(z, k);
		} else if (!n->merged) {
			z->block[k] = new_block(z, entry,
						n->kind == CVG_LIN_GUARD
							? "lin.guard"
							: "lin.back");
		}
	}
	z->exit = z->r->exit == CVG_NONE ? NULL : z->ids->blocks[z->r->exit];
	if (z->exit)
		return;
	z->exit = new_block(z, z->ids->blocks[z->r->block[0]], "lin.exit");
	z->returns = true;
}

LLVMValueRef cvg_lin_condition(struct linearizer *z,
			       const struct cvg_linnode *n, LLVMValueRef at)
{
	LLVMValueRef low = LLVMConstInt(z->word, n->low, 0);
	LLVMValueRef high = LLVMConstInt(z->word, n->high, 0);

	if (n->high == n->low + 1)
		return LLVMBuildICmp(z->b, LLVMIntEQ, at, low, "");
	if (n->high == CVG_NONE)
		return LLVMBuildICmp(z->b, LLVMIntUGE, at, low, "");
	if (n->low) {
		at = LLVMBuildSub(z->b, at, low, "");
		high = LLVMConstInt(z->word, n->high - n->low, 0);
	}
	return LLVMBuildICmp(z->b, LLVMIntULT, at, high, "");
}

/* ---- where edges lead ------------------------------------------------ */

static uint32_t index_of(const struct linearizer *z, uint32_t node)
{
	return node == CVG_NONE ? z->r->nnodes : node;
}

static LLVMBasicBlockRef target(const struct linearizer *z, uint32_t node)
{
	return node == CVG_NONE ? z->exit : z->block[node];
}

static void add_in(struct linearizer *z, uint32_t to, struct lin_in e)
{
	cvg_push(&z->in[index_of(z, to)], e);
}

static bool is_open(const struct linearizer *z, uint32_t node)
{
	return node < z->r->nnodes && z->r->node[node].open;
}

static void add_leave_in(struct linearizer *z, uint32_t leave, uint32_t to,
			 bool holds)
{
	const struct lin_leave *l = &z->leave.at[leave];

	add_in(z, to,
	       (struct lin_in){.from = l->at,
			       .node = l->node,
			       .leave = leave,
			       .holds = holds});
	/* An open guard stands right before its unit. */
	if (l->node != CVG_NONE && l->node && is_open(z, l->node - 1))
		add_in(z, to,
		       (struct lin_in){.from = l->at,
				       .node = l->node - 1,
				       .leave = CVG_NONE,
				       .past = true});
}

/* ---- the ends of units ----------------------------------------------- */

static void note_leave(struct linearizer *z, uint32_t unit, uint32_t edge,
		       uint32_t n)
{
	struct lin_leave l = {
		.block = z->r->edge[edge].block, .edge_at = edge, .nedges = n};
	LLVMValueRef term;
	LLVMOpcode op;

	l.node = unit == z->r->nunits ? CVG_NONE : z->node_of[unit];
	l.at = z->ids->blocks[l.block];
	term = LLVMGetBasicBlockTerminator(l.at);
	op = LLVMGetInstructionOpcode(term);
	l.loc = LLVMInstructionGetDebugLoc(term);
	if (op == LLVMRet && LLVMGetNumOperands(term))
		l.result = LLVMGetOperand(term, 0);
	if (op == LLVMBr && LLVMIsConditional(term))
		l.cond = LLVMGetCondition(term);
	if (op == LLVMSwitch) {
		l.cond = LLVMGetOperand(term, 0);
		l.label = cvg_calloc(n, sizeof *l.label);
		for (uint32_t k = 0; k < n; k++) {
			uint32_t slot = z->r->edge[edge + k].slot;

			if (slot)
				l.label[k] = cvg_switch_case(term, slot);
		}
	}
	cvg_push(&z->leave, l);
}

/* By where it leads; of equal ones, as they stand. */
static int by_to(const void *a, const void *b, void *edges)
{
	const struct cvg_linedge *edge = edges;
	uint32_t i = *(const uint32_t *)a, j = *(const uint32_t *)b;

	if (edge[i].to != edge[j].to)
		return edge[i].to < edge[j].to ? -1 : 1;
	return (i > j) - (i < j);
}

static void sort_edges(struct linearizer *z)
{
	z->by_to = cvg_alloc((z->r->nedges + 1) * sizeof *z->by_to);
	for (uint32_t k = 0; k < z->r->nedges; k++)
		z->by_to[k] = k;
	for (size_t k = 0; k < z->leave.n; k++) {
		const struct lin_leave *l = &z->leave.at[k];

		if (l->nedges > 1)
			qsort_r(z->by_to + l->edge_at, l->nedges,
				sizeof *z->by_to, by_to, z->r->edge);
	}
}

uint32_t cvg_lin_edges_to(const struct linearizer *z, const struct lin_leave *l,
			  uint32_t node, uint32_t *first)
{
	uint32_t lo = l->edge_at, end = l->edge_at + l->nedges, hi = end;

	while (lo < hi) {
		uint32_t mid = lo + (hi - lo) / 2;

		if (z->r->edge[z->by_to[mid]].to < node)
			lo = mid + 1;
		else
			hi = mid;
	}
	*first = lo;
	while (hi < end && z->r->edge[z->by_to[hi]].to == node)
		hi++;
	return hi - lo;
}

static void note_leaves(struct linearizer *z)
{
	for (uint32_t u = 0; u <= z->r->nunits; u++) {
		const struct cvg_linunit *unit = &z->r->unit[u];
		uint32_t k = unit->edges_at, end = k + unit->nedges;

		while (k < end) {
			uint32_t n = 1;

			while (k + n < end &&
			       z->r->edge[k + n].block == z->r->edge[k].block)
				n++;
			note_leave(z, u, k, n);
			k += n;
		}
	}
	sort_edges(z);
}

/*
 * Returns meet in the exit block, in a phi of their values: a phi like any
 * other from here on, which keeps them used until it is their turn.
 */
static void make_return(struct linearizer *z)
{
	LLVMValueRef phi = NULL;

	LLVMPositionBuilderAtEnd(z->b, z->exit);
	LLVMSetCurrentDebugLocation2(z->b, cvg_loc_none(z->function));
	for (size_t k = 0; k < z->leave.n; k++) {
		struct lin_leave *l = &z->leave.at[k];

		if (!l->result)
			continue;
		if (!phi)
			phi = LLVMBuildPhi(z->b, LLVMTypeOf(l->result), "");
		LLVMAddIncoming(phi, &l->result, &l->at, 1);
	}
	if (phi)
		LLVMBuildRet(z->b, phi);
	else
		LLVMBuildRetVoid(z->b);
}

/* Do all ways on from that block lead to one node? */
static bool leads_to_one(const struct linearizer *z, const struct lin_leave *l)
{
	uint32_t nsuccs = z->fn->blocks[l->block].nsuccs;

	for (uint32_t k = 1; k < l->nedges; k++)
		if (z->r->edge[l->edge_at + k].to != z->r->edge[l->edge_at].to)
			return false;
	return l->nedges == nsuccs || nsuccs == 0;
}

/* The block now ends in a jump to that node, or to a test that stands here. */
static void replace_end(struct linearizer *z, uint32_t leave)
{
	const struct lin_leave *l = &z->leave.at[leave];
	uint32_t to = z->r->edge[l->edge_at].to;
	LLVMValueRef next, test;
	const struct cvg_linnode *n = to == CVG_NONE ? NULL : &z->r->node[to];

	if (!n || !n->merged) {
		LLVMInstructionEraseFromParent(
			LLVMGetBasicBlockTerminator(l->at));
		LLVMPositionBuilderAtEnd(z->b, l->at);
		LLVMSetCurrentDebugLocation2(z->b, l->loc);
		LLVMBuildBr(z->b, target(z, to));
		add_leave_in(z, leave, to, false);
		return;
	}
	next = cvg_lin_next(z, l, to);
	test = cvg_lin_condition(z, n, next);
	LLVMInstructionEraseFromParent(LLVMGetBasicBlockTerminator(l->at));
	LLVMPositionBuilderAtEnd(z->b, l->at);
	LLVMSetCurrentDebugLocation2(z->b, l->loc);
	LLVMBuildCondBr(z->b, test, target(z, n->to[0]), target(z, n->to[1]));
	add_leave_in(z, leave, n->to[0], true);
	add_leave_in(z, leave, n->to[1], false);
}

/* Is it an edge back to a unit already passed, or to its own unit? */
static bool leads_back(const struct linearizer *z, const struct lin_leave *l,
		       const struct cvg_linedge *e)
{
	return l->node != CVG_NONE && e->value <= z->r->node[l->node].unit;
}

static void lead_edges(struct linearizer *z, uint32_t leave)
{
	const struct lin_leave *l = &z->leave.at[leave];
	LLVMValueRef term = LLVMGetBasicBlockTerminator(l->at);

	/* What is said of a loop is no longer true of what becomes of it. */
	for (uint32_t k = 0; k < l->nedges; k++)
		if (leads_back(z, l, &z->r->edge[l->edge_at + k]))
			cvg_branch_set_loop(term, NULL);
	for (uint32_t k = 0; k < l->nedges; k++) {
		const struct cvg_linedge *e = &z->r->edge[l->edge_at + k];

		LLVMSetSuccessor(term, e->slot, target(z, e->to));
		add_leave_in(z, leave, e->to, false);
	}
}

/* Of the blocks with edges into the exit: one of the region, or made for it? */
static bool is_own(const struct linearizer *z, LLVMBasicBlockRef b)
{
	return cvg_ptrmap_get(&z->id_of, b) != CVG_NONE ||
	       cvg_ptrmap_get(&z->made, b) != CVG_NONE;
}

/* D may lead to the exit by edges of the region, and by others. */
void cvg_lin_find_others(struct linearizer *z)
{
	LLVMUseRef use = LLVMGetFirstUse(LLVMBasicBlockAsValue(z->exit));
	LLVMBasicBlockRef head = z->ids->blocks[z->r->head];
	const struct lin_ins *in = &z->in[z->r->nnodes];
	uint32_t mine = 0;

	if (z->others_known)
		return;
	z->others_known = true;
	for (uint32_t k = 0; k < z->r->nnodes; k++)
		if (z->block[k])
			cvg_ptrmap_put(&z->made, z->block[k], 1);
	for (size_t k = 0; k < in->n; k++)
		mine += in->at[k].from == head;
	for (; use; use = LLVMGetNextUse(use)) {
		LLVMValueRef term = LLVMGetUser(use);
		struct cvg_incoming x = {NULL, NULL};

		if (!LLVMIsATerminatorInst(term))
			continue;
		x.block = LLVMGetInstructionParent(term);
		if (is_own(z, x.block))
			continue;
		if (x.block == head && mine)
			mine--;
		else
			cvg_push(&z->others, x);
	}
}

void cvg_lin_connect(struct linearizer *z)
{
	make_blocks(z);
	note_leaves(z);
	if (z->returns)
		make_return(z);
	for (uint32_t k = 0; k < z->leave.n; k++) {
		if (leads_to_one(z, &z->leave.at[k]))
			replace_end(z, k);
		else
			lead_edges(z, k);
	}
	for (uint32_t k = 0; k < z->r->nnodes; k++) {
		const struct cvg_linnode *n = &z->r->node[k];

		if (n->kind == CVG_LIN_UNIT || n->merged)
			continue;
		for (int side = 0; side < 2 - n->open; side++)
			add_in(z, n->to[side],
			       (struct lin_in){.from = z->block[k],
					       .node = k,
					       .leave = CVG_NONE,
					       .holds = side == 0});
	}
}

/* The tests that need no guard value. */
static void make_flags(struct linearizer *z, LLVMValueRef *test, bool *inverted)
{
	for (uint32_t k = 0; k < z->r->nnodes; k++) {
		struct lin_var flag = {
			.kind = LIN_FLAG,
			.unit = k,
			.carried = CVG_NONE,
			.type = LLVMInt1TypeInContext(z->m->context)};
		const struct cvg_linnode *n = &z->r->node[k];

		if (n->kind == CVG_LIN_UNIT || n->merged ||
		    !cvg_lin_is_flag(z, k))
			continue;
		flag.inverted = inverted[k] =
			!n->open && cvg_lin_flag_inverted(z, k);
		cvg_lin_begin(z, &flag);
		test[k] = cvg_lin_read(z, k);
	}
}

static void stand_at(struct linearizer *z, uint32_t node)
{
	if (z->asked[node])
		LLVMPositionBuilderBefore(z->b, z->asked[node]);
	else
		LLVMPositionBuilderAtEnd(z->b, z->block[node]);
	LLVMSetCurrentDebugLocation2(z->b, cvg_loc_none(z->function));
}

static LLVMValueRef test_at(struct linearizer *z, uint32_t node,
			    LLVMValueRef at)
{
	stand_at(z, node);
	return cvg_lin_condition(z, &z->r->node[node], at);
}

static void end_guard(struct linearizer *z, uint32_t node, LLVMValueRef test,
		      bool inverted)
{
	const struct cvg_linnode *n = &z->r->node[node];

	stand_at(z, node);
	LLVMBuildCondBr(z->b, test, target(z, n->to[inverted]),
			target(z, n->to[!inverted]));
}

void cvg_lin_test(struct linearizer *z)
{
	struct lin_var next = {
		.kind = LIN_NEXT, .type = z->word, .carried = CVG_NONE};
	LLVMValueRef *test = cvg_calloc(z->r->nnodes + 1, sizeof *test);
	bool *inverted = cvg_calloc(z->r->nnodes + 1, sizeof *inverted);

	make_flags(z, test, inverted);
	cvg_lin_begin(z, &next);
	for (uint32_t k = 0; k < z->r->nnodes; k++) {
		const struct cvg_linnode *n = &z->r->node[k];

		if (n->kind == CVG_LIN_UNIT || n->merged)
			continue;
		if (!test[k])
			test[k] = test_at(z, k, cvg_lin_read(z, k));
		if (!n->open)
			end_guard(z, k, test[k], inverted[k]);
	}
	cvg_lin_answer(z, test);
	free(test);
	free(inverted);
}
