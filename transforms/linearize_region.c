/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * One region from beginning to end: the new control flow first
 * (linearize_edges.c); then every value that is used outside its unit, and
 * every phi at a unit's entry or the exit, is asked what it is there
 * (linearize_values.c); last, phis that never both matter become one
 * (linearize_merge.c).
 *
 * Values go before phis: a phi's entries are uses of values at the ends of the
 * blocks that led to it, and those are asked like other uses.
 */
#include "linearize.h"

#include "reconverge/graph.h"

#include <assert.h>
#include <stdlib.h>

/* ---- values used outside their unit ---------------------------------- */

struct use {
	LLVMValueRef user;
	unsigned operand;
	uint32_t
		node; /* at whose start it is wanted; nnodes: behind the exit */
};

/* Uses of the value at hand, and how they are told apart. */
struct uses {
	cvg_vec(struct use) list;
	struct cvg_ptrmap numbered;  /* users with many operands */
	struct cvg_ptrmap number_of; /* their LLVMUseRef -> operand */
};

enum { MANY = 8 }; /* operands; a user that has more is numbered */

/* The node at whose start the operand is wanted; CVG_NONE: in `unit`, where
 * nothing changes. */
static uint32_t node_of_use(const struct linearizer *lin, LLVMValueRef user,
			    unsigned operand, uint32_t unit)
{
	LLVMBasicBlockRef at = cvg_inst_is_phi(user)
				       ? LLVMGetIncomingBlock(user, operand)
				       : LLVMGetInstructionParent(user);
	uint32_t block = cvg_ptrmap_get(&lin->id_of, at);

	if (block == CVG_NONE)
		return lin->region->nnodes;
	if (lin->plan->unit_of[block] == unit)
		return CVG_NONE;
	return lin->flow.node_of[lin->plan->unit_of[block]];
}

static void add_use(const struct linearizer *lin, struct uses *uses,
		    LLVMValueRef user, unsigned operand, uint32_t unit)
{
	struct use use = {user, operand, node_of_use(lin, user, operand, unit)};

	if (use.node != CVG_NONE)
		cvg_push(&uses->list, use);
}

/*
 * Which operand is that use? A phi may have thousands, each a value that is
 * asked for its uses; no user gets or loses operands while values spread.
 */
static unsigned operand_of(struct uses *uses, LLVMValueRef user, unsigned n,
			   LLVMUseRef use)
{
	if (cvg_ptrmap_get(&uses->numbered, user) == CVG_NONE) {
		cvg_ptrmap_put(&uses->numbered, user, 1);
		for (unsigned k = 0; k < n; k++)
			cvg_ptrmap_put(&uses->number_of,
				       LLVMGetOperandUse(user, k), k);
	}
	return cvg_ptrmap_get(&uses->number_of, use);
}

static void find_uses(const struct linearizer *lin, LLVMValueRef value,
		      uint32_t unit, struct uses *uses)
{
	LLVMUseRef use = LLVMGetFirstUse(value);
	struct cvg_ptrmap seen = {0};

	uses->list.n = 0;
	for (; use; use = LLVMGetNextUse(use)) {
		LLVMValueRef user = LLVMGetUser(use);
		unsigned n = (unsigned)LLVMGetNumOperands(user);

		if (n > MANY) {
			add_use(lin, uses, user, operand_of(uses, user, n, use),
				unit);
			continue;
		}
		if (cvg_ptrmap_get(&seen, user) != CVG_NONE)
			continue;
		cvg_ptrmap_put(&seen, user, 1);
		for (unsigned k = 0; k < n; k++)
			if (LLVMGetOperand(user, k) == value)
				add_use(lin, uses, user, k, unit);
	}
	cvg_ptrmap_done(&seen);
}

static void spread_value(struct linearizer *lin, uint32_t inst, uint32_t unit,
			 struct uses *uses)
{
	LLVMValueRef value = lin->ids->insts[inst];
	struct lin_var var = {.kind = LIN_VALUE,
			      .unit = unit,
			      .type = LLVMTypeOf(value),
			      .value = value,
			      .carried = CVG_NONE};

	find_uses(lin, value, unit, uses);
	if (!uses->list.n)
		return;
	var.carried = cvg_lin_carried(lin, inst);
	cvg_lin_begin(lin, &var);
	for (size_t k = 0; k < uses->list.n; k++) {
		const struct use *use = &uses->list.at[k];

		LLVMSetOperand(use->user, use->operand,
			       cvg_lin_read(lin, use->node));
	}
}

static void spread_values(struct linearizer *lin)
{
	struct uses uses = {0};

	for (uint32_t k = 0; k < lin->region->nblocks; k++) {
		uint32_t b = lin->region->block[k];
		const struct cvg_block *block = &lin->fn->blocks[b];

		for (uint32_t i = 0; i < block->ninsts; i++) {
			uint32_t inst = block->inst_at + i;

			if (lin->fn->insts[inst].nusers)
				spread_value(lin, inst, lin->plan->unit_of[b],
					     &uses);
		}
	}
	free(uses.list.at);
	cvg_ptrmap_done(&uses.numbered);
	cvg_ptrmap_done(&uses.number_of);
}

/* ---- phis at units' entries and at the exit -------------------------- */

static bool is_inner(const struct linearizer *lin, LLVMBasicBlockRef block,
		     uint32_t unit)
{
	uint32_t b = cvg_ptrmap_get(&lin->id_of, block);

	return b != CVG_NONE && lin->plan->unit_of[b] == unit;
}

/* Does the phi's entry from that block stay: not one of the region's edges? */
static bool stays(const struct linearizer *lin, LLVMBasicBlockRef block,
		  uint32_t unit)
{
	if (unit < lin->region->nunits)
		return is_inner(lin, block, unit) &&
		       !lin->region->unit[unit].again;
	return cvg_ptrmap_get(&lin->id_of, block) == CVG_NONE;
}

static void rebuild_phi(struct linearizer *lin, LLVMValueRef phi, uint32_t unit,
			uint32_t node)
{
	struct lin_var var = {.kind = LIN_PHI,
			      .unit = unit,
			      .type = LLVMTypeOf(phi),
			      .carried = CVG_NONE};
	struct cvg_incomings old = {0}, in = {0};
	LLVMValueRef made;

	cvg_phi_read(phi, &old);
	for (size_t k = 0; k < old.n; k++) {
		if (stays(lin, old.at[k].block, unit)) {
			cvg_push(&in, old.at[k]);
			continue;
		}
		cvg_ptrmap_put(&var.given_of, old.at[k].block,
			       (uint32_t)var.given.n);
		cvg_push(&var.given, old.at[k]);
	}
	cvg_lin_begin(lin, &var);
	cvg_lin_read_edges(lin, node, &in);
	for (size_t k = 0; k < in.n; k++)
		if (!in.at[k].value)
			in.at[k].value = phi;
	if (in.n == 1 && in.at[0].value != phi) {
		LLVMReplaceAllUsesWith(phi, in.at[0].value);
		LLVMInstructionEraseFromParent(phi);
	} else {
		made = cvg_phi_rebuild(phi, in.at, in.n);
		assert(made);
		(void)made;
	}
	free(old.at);
	free(in.at);
	free(var.given.at);
	cvg_ptrmap_done(&var.given_of);
}

static uint32_t count_phis(LLVMBasicBlockRef block)
{
	LLVMValueRef inst = LLVMGetFirstInstruction(block);
	uint32_t n = 0;

	for (; cvg_inst_is_phi(inst); inst = LLVMGetNextInstruction(inst))
		n++;
	return n;
}

/* The n phis a block began with; those made since stand before them. */
static void rebuild_phis(struct linearizer *lin, LLVMBasicBlockRef block,
			 uint32_t n, uint32_t unit, uint32_t node)
{
	LLVMValueRef *phi = cvg_calloc(n + 1, sizeof *phi);
	LLVMValueRef next = LLVMGetFirstInstruction(block);

	for (uint32_t made = count_phis(block) - n; made; made--)
		next = LLVMGetNextInstruction(next);
	for (uint32_t k = 0; k < n; k++) {
		phi[k] = next;
		next = LLVMGetNextInstruction(next);
	}
	for (uint32_t k = 0; k < n; k++)
		rebuild_phi(lin, phi[k], unit, node);
	free(phi);
}

/* ---- one region ------------------------------------------------------ */

static void note_blocks(struct linearizer *lin)
{
	for (uint32_t k = 0; k < lin->region->nblocks; k++)
		cvg_ptrmap_put(&lin->id_of,
			       lin->ids->blocks[lin->region->block[k]],
			       lin->region->block[k]);
	for (uint32_t k = 0; k < lin->region->ndead; k++)
		cvg_ptrmap_put(&lin->id_of,
			       lin->ids->blocks[lin->region->dead[k]],
			       lin->region->dead[k]);
}

static void note_loops(struct linearizer *lin)
{
	lin->loops.headed_by = cvg_alloc((lin->region->nnodes + 1) *
					 sizeof *lin->loops.headed_by);
	lin->loops.merged_of = cvg_alloc((lin->region->nunits + 1) *
					 sizeof *lin->loops.merged_of);
	for (uint32_t k = 0; k <= lin->region->nnodes; k++)
		lin->loops.headed_by[k] = CVG_NONE;
	for (uint32_t u = 0; u < lin->region->nunits; u++)
		lin->loops.merged_of[u] = CVG_NONE;
	for (uint32_t k = 0; k < lin->region->nloops; k++) {
		const struct cvg_linloop *loop = &lin->region->loop[k];

		lin->loops.headed_by[loop->node] = k;
		if (loop->merged && !lin->loops.seen)
			lin->loops.seen = cvg_calloc(lin->fn->nblocks,
						     sizeof *lin->loops.seen);
		for (uint32_t u = loop->first; loop->merged && u < loop->end;
		     u++)
			lin->loops.merged_of[u] = k;
	}
}

/* The node with the edges into a unit's block. */
static uint32_t start_of(const struct linearizer *lin, uint32_t unit)
{
	uint32_t node = lin->flow.node_of[unit];

	return node && lin->region->node[node - 1].open ? node - 1 : node;
}

static void linearizer_init(struct linearizer *lin, struct cvg_module *module,
			    uint32_t function_id,
			    const struct cvg_live_ids *ids,
			    const struct cvg_linplan *plan, uint32_t region_id)
{
	const struct cvg_linregion *region = &plan->at[region_id];
	struct lin_flow *flow = &lin->flow;

	*lin = (struct linearizer){
		.module = module,
		.function_id = function_id,
		.function = cvg_live_function(module, function_id),
		.fn = plan->fn,
		.ids = ids,
		.plan = plan,
		.region = region,
		.region_id = region_id,
		.builder = LLVMCreateBuilderInContext(module->context),
		.word = LLVMInt32TypeInContext(module->context)};
	flow->block = cvg_calloc(region->nnodes + 1, sizeof *flow->block);
	flow->asked = cvg_calloc(region->nnodes + 1, sizeof *flow->asked);
	flow->node_of = cvg_calloc(region->nunits + 1, sizeof *flow->node_of);
	flow->in = cvg_calloc(region->nnodes + 1, sizeof *flow->in);
	lin->search.known =
		cvg_calloc(region->nnodes + 1, sizeof *lin->search.known);
	note_blocks(lin);
	note_loops(lin);
}

static void flow_done(struct lin_flow *flow, uint32_t nnodes)
{
	for (size_t k = 0; k < flow->leave.n; k++)
		free(flow->leave.at[k].label);
	for (uint32_t k = 0; k <= nnodes; k++)
		free(flow->in[k].at);
	free(flow->leave.at);
	free(flow->by_to);
	free(flow->in);
	free(flow->block);
	free(flow->asked);
	free(flow->node_of);
}

static void linearizer_done(struct linearizer *lin)
{
	flow_done(&lin->flow, lin->region->nnodes);
	free(lin->search.known);
	free(lin->search.wanted.at);
	free(lin->search.queue.at);
	free(lin->search.open.at);
	free(lin->outside.edges.at);
	cvg_ptrmap_done(&lin->outside.made);
	free(lin->loops.headed_by);
	free(lin->loops.merged_of);
	free(lin->loops.seen);
	free(lin->loops.walk.at);
	cvg_ptrmap_done(&lin->id_of);
	LLVMDisposeBuilder(lin->builder);
}

void cvg_lin_region(struct cvg_module *module, uint32_t function_id,
		    const struct cvg_live_ids *ids,
		    const struct cvg_linplan *plan, uint32_t region_id,
		    struct cvg_ptrmap *ends)
{
	const struct cvg_linregion *region = &plan->at[region_id];
	struct linearizer lin;
	uint32_t exit_phis = 0;

	linearizer_init(&lin, module, function_id, ids, plan, region_id);
	if (region->exit != CVG_NONE) /* an earlier region may have made some */
		exit_phis = count_phis(ids->blocks[region->exit]);
	cvg_lin_connect(&lin);
	if (lin.flow.returns)
		exit_phis = count_phis(lin.flow.exit);
	cvg_lin_test(&lin);
	spread_values(&lin);
	for (uint32_t u = 0; u < region->nunits; u++) {
		uint32_t entry = region->unit[u].entry;

		rebuild_phis(&lin, ids->blocks[entry],
			     plan->fn->blocks[entry].nphis, u,
			     start_of(&lin, u));
	}
	rebuild_phis(&lin, lin.flow.exit, exit_phis, region->nunits,
		     region->nnodes);
	cvg_lin_merge_phis(&lin);
	for (size_t k = 0; k < lin.flow.leave.n && ends; k++)
		cvg_ptrmap_put(ends, lin.flow.leave.at[k].at, 1);
	assert(region->new_blocks + lin.flow.returns <= 2 * region->nblocks);
	linearizer_done(&lin);
}
