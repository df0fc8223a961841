/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Gathers the ways out of arms in one block, so that the arms can be melded:
 * src/plan/gather.c says which and why, src/plan/draft.c how the code looks then.
 * It is the first part of melding such arms, as in DARM a region is made simple
 * (Definition 4) before it is melded.
 *
 * Example (tests/ir/gather-shared.ll):
 *
 *   before  t: br i1 %d, label %s, label %x
 *           f: br i1 %g, label %s, label %x
 *           s: %v = phi i32 [ %a, %t ], [ %b, %f ]
 *   after   t: br label %entry.ways
 *           f: br label %entry.ways
 *           entry.ways:
 *              %1 = phi i1 [ %d, %t ], [ %g, %f ]
 *              %2 = phi i32 [ %a, %t ], [ %b, %f ]
 *              br i1 %1, label %s, label %x
 *           s: %v = phi i32 [ %2, %entry.ways ]
 */
#include "gather.h"

#include "reconverge/analysis.h"
#include "reconverge/graph.h"
#include "reconverge/ir.h"
#include "reconverge/phase.h"
#include "reconverge/plan.h"
#include "src/ir/surgery.h"

#include <stdlib.h>

/* One gather while it is carried out. */
struct gatherer {
	struct cvg_module *module;
	uint32_t function_id;
	LLVMValueRef function;
	const struct cvg_fn *fn;
	const struct cvg_order *order;
	const struct cvg_live_ids *ids;
	const struct cvg_gather *gather;
	LLVMBuilderRef builder;
	LLVMMetadataRef loc;
	struct cvg_bits inside; /* [nblocks] blocks that only one arm has */
	LLVMBasicBlockRef chain[CVG_GATHER_MOST];  /* by target: the block that
						      leads there */
	LLVMBasicBlockRef target[CVG_GATHER_MOST]; /* the blocks that the
						      targets are */
	LLVMValueRef result; /* what is returned, or NULL */
};

/* ---- ways out ----------------------------------------------------------- */

static LLVMBasicBlockRef block_at(const struct gatherer *gatherer, uint32_t b)
{
	return gatherer->ids->blocks[b];
}

static uint32_t index_of(const struct gatherer *gatherer, uint32_t target)
{
	uint32_t k = 0;

	while (gatherer->gather->target[k] != target)
		k++;
	return k;
}

/* The ways out of a block. */
struct ways {
	uint32_t
		to[2]; /* index of the target on true and on false, or of all */
	uint32_t edges; /* that will lead to the head */
	bool stays;	/* an edge leads on in the arm */
};

static struct ways ways_of(const struct gatherer *gatherer, uint32_t from)
{
	struct ways ways = {{CVG_NONE, CVG_NONE}, 0, false};
	uint32_t end = cvg_gather_end_of(gatherer->fn, from), n = 0;

	if (end != CVG_NONE)
		ways.to[n++] = index_of(gatherer, end);
	cvg_foreach_succ (gatherer->fn, from, succ) {
		if (cvg_bits_has(&gatherer->inside, *succ)) {
			ways.stays = true;
			continue;
		}
		ways.edges++;
		if (n < 2)
			ways.to[n++] = index_of(gatherer, *succ);
	}
	if (n == 1)
		ways.to[1] = ways.to[0];
	if (!ways.stays)
		ways.edges = 1;
	return ways;
}

/* ---- the new blocks ------------------------------------------------------ */

static LLVMBasicBlockRef new_block(const struct gatherer *gatherer,
				   const char *suffix)
{
	const struct cvg_gather *gather = gatherer->gather;
	uint32_t before = gather->target[0] < CVG_GATHER_RETURN
				  ? gather->target[0]
				  : gather->block[0];
	LLVMBasicBlockRef entry = block_at(gatherer, gather->entry);
	const char *name = LLVMGetBasicBlockName(entry);
	struct cvg_str full = {0};
	LLVMBasicBlockRef made;

	if (*name)
		cvg_str_addf(&full, "%s.%s", name, suffix);
	made = cvg_block_new(block_at(gatherer, before), cvg_str_of(&full));
	cvg_str_done(&full);
	cvg_live_block_origin(gatherer->module, gatherer->function_id, made,
			      &entry, 1);
	return made;
}

static void make_blocks(struct gatherer *gatherer)
{
	const struct cvg_gather *gather = gatherer->gather;
	uint32_t n = gather->ntargets;

	for (uint32_t k = 0; k == 0 || k + 1 < n; k++)
		gatherer->chain[k] = new_block(gatherer, "ways");
	if (n > 1)
		gatherer->chain[n - 1] = gatherer->chain[n - 2];
	for (uint32_t k = 0; k < n; k++)
		if (gather->target[k] < CVG_GATHER_RETURN)
			gatherer->target[k] =
				block_at(gatherer, gather->target[k]);
		else
			gatherer->target[k] = n > 1 ? new_block(gatherer, "end")
						    : gatherer->chain[0];
}

/* ---- phis at the head ----------------------------------------------------- */

static LLVMValueRef new_phi(struct gatherer *gatherer, LLVMTypeRef type)
{
	return cvg_phi_new(gatherer->builder, gatherer->chain[0], type,
			   gatherer->loc, "");
}

/* Add an entry for each edge from the block to the head. */
static void add_entries(const struct gatherer *gatherer, LLVMValueRef phi,
			uint32_t from, LLVMValueRef value)
{
	LLVMBasicBlockRef block = block_at(gatherer, from);
	uint32_t edges = ways_of(gatherer, from).edges;

	for (uint32_t k = 0; k < edges; k++)
		LLVMAddIncoming(phi, &value, &block, 1);
}

static LLVMValueRef bool_of(const struct gatherer *gatherer, bool is_true)
{
	return LLVMConstInt(LLVMInt1TypeInContext(gatherer->module->context),
			    is_true, false);
}

/* Whether threads of the block go to target k, if they go to none before. */
static LLVMValueRef goes_to(struct gatherer *gatherer, uint32_t from,
			    uint32_t k)
{
	LLVMValueRef term =
		LLVMGetBasicBlockTerminator(block_at(gatherer, from));
	struct ways ways = ways_of(gatherer, from);
	uint32_t first = ways.to[0] < ways.to[1] ? ways.to[0] : ways.to[1];

	if (ways.to[0] == ways.to[1] || k != first)
		return bool_of(gatherer, k == ways.to[0] || k == ways.to[1]);
	if (k == ways.to[0])
		return LLVMGetCondition(term);
	LLVMPositionBuilderBefore(gatherer->builder, term);
	LLVMSetCurrentDebugLocation2(gatherer->builder,
				     LLVMInstructionGetDebugLoc(term));
	return LLVMBuildNot(gatherer->builder, LLVMGetCondition(term), "");
}

/* The value that a target's phi gets from all sources, if it is one that was
 * there before the arms; or NULL. */
static LLVMValueRef only_value(const struct gatherer *gatherer,
			       const struct cvg_blockset *inside,
			       LLVMValueRef phi)
{
	const struct cvg_gather *gather = gatherer->gather;
	LLVMValueRef only = NULL;

	for (uint32_t i = 0; i < gather->nfrom; i++) {
		LLVMValueRef v =
			cvg_phi_value(phi, block_at(gatherer, gather->from[i]));

		if (!v || v == only)
			continue;
		if (only)
			return NULL;
		only = v;
	}
	if (only && LLVMIsAInstruction(only) &&
	    inside->has(inside->context, LLVMGetInstructionParent(only)))
		return NULL;
	return only;
}

static LLVMValueRef value_phi(struct gatherer *gatherer, LLVMValueRef of)
{
	const struct cvg_gather *gather = gatherer->gather;
	LLVMTypeRef type = LLVMTypeOf(of);
	LLVMValueRef phi = new_phi(gatherer, type);

	for (uint32_t i = 0; i < gather->nfrom; i++) {
		LLVMValueRef v =
			cvg_phi_value(of, block_at(gatherer, gather->from[i]));

		add_entries(gatherer, phi, gather->from[i],
			    v ? v : LLVMGetPoison(type));
	}
	return phi;
}

static bool is_inside(const void *context, LLVMBasicBlockRef block)
{
	return cvg_ptrmap_get(context, block) != CVG_NONE;
}

/* Give the phis of all targets an entry for the chain. The old entries are still
 * there: dropping them makes phis anew. */
static void add_values(struct gatherer *gatherer)
{
	const struct cvg_gather *gather = gatherer->gather;
	struct cvg_ptrmap blocks = {0};
	const struct cvg_blockset inside = {is_inside, &blocks};

	for (uint32_t i = 0; i < gather->nblocks; i++)
		cvg_ptrmap_put(&blocks, block_at(gatherer, gather->block[i]),
			       1);
	for (uint32_t k = 0; k < gather->ntargets; k++) {
		LLVMValueRef phi;

		if (gather->target[k] >= CVG_GATHER_RETURN)
			continue;
		for (phi = LLVMGetFirstInstruction(gatherer->target[k]);
		     phi && cvg_inst_is_phi(phi);
		     phi = LLVMGetNextInstruction(phi)) {
			LLVMValueRef v = only_value(gatherer, &inside, phi);

			if (!v)
				v = value_phi(gatherer, phi);
			LLVMAddIncoming(phi, &v, &gatherer->chain[k], 1);
		}
	}
	cvg_ptrmap_done(&blocks);
}

/* What the function returns, as a phi; NULL: nothing. */
static LLVMValueRef add_result(struct gatherer *gatherer)
{
	const struct cvg_gather *gather = gatherer->gather;
	LLVMTypeRef type =
		LLVMGetReturnType(LLVMGlobalGetValueType(gatherer->function));
	LLVMValueRef phi;

	if (LLVMGetTypeKind(type) == LLVMVoidTypeKind)
		return NULL;
	phi = new_phi(gatherer, type);
	for (uint32_t i = 0; i < gather->nfrom; i++) {
		uint32_t from = gather->from[i];
		LLVMValueRef term =
			LLVMGetBasicBlockTerminator(block_at(gatherer, from));

		add_entries(gatherer, phi, from,
			    LLVMIsAReturnInst(term) ? LLVMGetOperand(term, 0)
						    : LLVMGetPoison(type));
	}
	return phi;
}

/* ---- edges ------------------------------------------------------------------ */

static void drop_entries(const struct gatherer *gatherer, uint32_t from)
{
	cvg_foreach_succ (gatherer->fn, from, succ)
		if (!cvg_bits_has(&gatherer->inside, *succ))
			cvg_phis_drop_edge(block_at(gatherer, *succ),
					   block_at(gatherer, from));
}

static void lead_to_head(struct gatherer *gatherer, uint32_t from)
{
	LLVMBasicBlockRef block = block_at(gatherer, from);
	LLVMValueRef term = LLVMGetBasicBlockTerminator(block);

	if (ways_of(gatherer, from).stays) {
		cvg_foreach_succ (gatherer->fn, from, succ)
			if (!cvg_bits_has(&gatherer->inside, *succ))
				cvg_redirect(block, block_at(gatherer, *succ),
					     gatherer->chain[0]);
		return;
	}
	LLVMPositionBuilderBefore(gatherer->builder, term);
	LLVMSetCurrentDebugLocation2(gatherer->builder,
				     LLVMInstructionGetDebugLoc(term));
	LLVMBuildBr(gatherer->builder, gatherer->chain[0]);
	LLVMInstructionEraseFromParent(term);
}

/* What all branches back to target k say of its loop, or NULL. */
static LLVMValueRef loop_of(const struct gatherer *gatherer, uint32_t k)
{
	const struct cvg_gather *gather = gatherer->gather;
	const uint32_t *place = gatherer->order->place;
	LLVMValueRef told = NULL;
	bool first = true;

	if (gather->target[k] >= CVG_GATHER_RETURN ||
	    place[gather->target[k]] > place[gather->entry])
		return NULL;
	for (uint32_t i = 0; i < gather->nfrom; i++) {
		struct ways ways = ways_of(gatherer, gather->from[i]);
		LLVMValueRef term = LLVMGetBasicBlockTerminator(
			block_at(gatherer, gather->from[i]));

		if (ways.to[0] != k && ways.to[1] != k)
			continue;
		if (!first && cvg_branch_loop(term) != told)
			return NULL;
		told = cvg_branch_loop(term);
		first = false;
	}
	return told;
}

/* End the blocks of the chain and those where threads end. */
static void branch_on(struct gatherer *gatherer, const LLVMValueRef *goes,
		      const LLVMValueRef *loop)
{
	uint32_t n = gatherer->gather->ntargets;
	LLVMBuilderRef b = gatherer->builder;

	LLVMSetCurrentDebugLocation2(b, gatherer->loc);
	for (uint32_t k = 0; k + 1 < n; k++) {
		LLVMBasicBlockRef next = k + 2 < n ? gatherer->chain[k + 1]
						   : gatherer->target[k + 1];
		LLVMValueRef term;

		LLVMPositionBuilderAtEnd(b, gatherer->chain[k]);
		term = LLVMBuildCondBr(b, goes[k], gatherer->target[k], next);
		if (loop[k] || (k + 2 == n && loop[k + 1]))
			cvg_branch_set_loop(term,
					    loop[k] ? loop[k] : loop[k + 1]);
	}
	for (uint32_t k = 0; k < n; k++) {
		LLVMPositionBuilderAtEnd(b, gatherer->target[k]);
		if (gatherer->gather->target[k] == CVG_GATHER_TRAP)
			LLVMBuildUnreachable(b);
		else if (gatherer->gather->target[k] != CVG_GATHER_RETURN)
			continue;
		else if (gatherer->result)
			LLVMBuildRet(b, gatherer->result);
		else
			LLVMBuildRetVoid(b);
	}
}

static void carry_out(struct gatherer *gatherer)
{
	const struct cvg_gather *gather = gatherer->gather;
	LLVMTypeRef bit = LLVMInt1TypeInContext(gatherer->module->context);
	LLVMValueRef goes[CVG_GATHER_MOST] = {0}, loop[CVG_GATHER_MOST] = {0};

	cvg_bits_init(&gatherer->inside, gatherer->fn->nblocks);
	for (uint32_t i = 0; i < gather->nblocks; i++)
		cvg_bits_add(&gatherer->inside, gather->block[i]);
	gatherer->builder =
		LLVMCreateBuilderInContext(gatherer->module->context);
	gatherer->loc = cvg_loc_none(gatherer->function);
	make_blocks(gatherer);
	for (uint32_t k = 0; k < gather->ntargets; k++)
		loop[k] = loop_of(gatherer, k);
	for (uint32_t k = 0; k + 1 < gather->ntargets; k++) {
		goes[k] = new_phi(gatherer, bit);
		for (uint32_t i = 0; i < gather->nfrom; i++)
			add_entries(gatherer, goes[k], gather->from[i],
				    goes_to(gatherer, gather->from[i], k));
	}
	add_values(gatherer);
	gatherer->result = add_result(gatherer);
	for (uint32_t i = 0; i < gather->nfrom; i++)
		drop_entries(gatherer, gather->from[i]);
	for (uint32_t i = 0; i < gather->nfrom; i++)
		lead_to_head(gatherer, gather->from[i]);
	branch_on(gatherer, goes, loop);
	LLVMDisposeBuilder(gatherer->builder);
	cvg_bits_done(&gatherer->inside);
}

void cvg_ways_gather(struct cvg_module *module, uint32_t f,
		     const struct cvg_fn *fn, const struct cvg_order *order,
		     const struct cvg_live_ids *ids,
		     const struct cvg_gather *gather)
{
	struct gatherer gatherer = {
		.module = module,
		.function_id = f,
		.function = cvg_live_function(module, f),
		.fn = fn,
		.order = order,
		.ids = ids,
		.gather = gather,
	};

	carry_out(&gatherer);
}
