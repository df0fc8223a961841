/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The control flow of a linearized region (the paper's Algorithm 1, lines that
 * insert guards and redirect edges): blocks for guards and tests, and the ends
 * of units led to them. A unit's last branch stays as it is as long as it leads
 * to several places.
 *
 * Example (tests/ir/linearize-short-circuit.ll, "if ((a || b) && c) S1 else S2"
 * with S1 in B4 and S2 in B5; G3 and G5 are the guards of B3 and B5):
 *
 *   before  B1: br c1, B3, B2             after  B1: br c1, G3, B2
 *           B2: br c2, B5, B3                    B2: br G3
 *                                                G3: br past, G5, B3
 *           B3: br c3, B5, B4                    B3: br c3, G5, B4
 *           B4: br B6                            B4: br G5
 *                                                G5: br now, B5, B6
 *           B5: br B6                            B5: br B6
 *
 * Both ways out of B2 lead to G3, so its branch became a jump and G3 asks which
 * way it would have been. The plan's nodes are B1 (as D), B2, G3, B3, B4, G5,
 * B5; every new edge leads forward in that order.
 */
#include "linearize.h"

#include "reconverge/graph.h"

#include <assert.h>
#include <stdlib.h>

/* ---- blocks ---------------------------------------------------------- */

static LLVMBasicBlockRef new_block(struct linearizer *lin,
				   LLVMBasicBlockRef before, const char *name)
{
	LLVMBasicBlockRef made = cvg_block_new(before, name);

	cvg_live_block_origin(lin->module, lin->function_id, made, NULL, 0);
	return made;
}

/* A block for each guard and test that needs one; or the exit. */
static void make_blocks(struct linearizer *lin)
{
	for (uint32_t k = 0; k < lin->region->nnodes; k++) {
		const struct cvg_linnode *n = &lin->region->node[k];
		LLVMBasicBlockRef entry =
			lin->ids->blocks[lin->region->unit[n->unit].entry];

		if (n->kind == CVG_LIN_UNIT) {
			lin->flow.block[k] = entry;
			lin->flow.node_of[n->unit] = k;
		} else if (n->open) {
			lin->flow.block[k] = entry;
			cvg_lin_ask(lin, k);
		} else {
			lin->flow.block[k] = new_block(lin, entry,
						       n->kind == CVG_LIN_GUARD
							       ? "lin.guard"
							       : "lin.back");
		}
	}
	lin->flow.exit = lin->region->exit == CVG_NONE
				 ? NULL
				 : lin->ids->blocks[lin->region->exit];
	if (lin->flow.exit)
		return;
	lin->flow.exit = new_block(lin, lin->ids->blocks[lin->region->block[0]],
				   "lin.exit");
	lin->flow.returns = true;
}

/*
 * Whether a test holds for a guard value, computed where the builder stands:
 * low <= at < high, by as few instructions as that takes.
 */
static LLVMValueRef test_condition(struct linearizer *lin,
				   const struct cvg_linnode *n, LLVMValueRef at)
{
	LLVMValueRef low = LLVMConstInt(lin->word, n->low, 0);
	LLVMValueRef high = LLVMConstInt(lin->word, n->high, 0);

	if (n->high == n->low + 1)
		return LLVMBuildICmp(lin->builder, LLVMIntEQ, at, low, "");
	if (n->high == CVG_NONE)
		return LLVMBuildICmp(lin->builder, LLVMIntUGE, at, low, "");
	if (n->low) {
		at = LLVMBuildSub(lin->builder, at, low, "");
		high = LLVMConstInt(lin->word, n->high - n->low, 0);
	}
	return LLVMBuildICmp(lin->builder, LLVMIntULT, at, high, "");
}

/* ---- where edges lead ------------------------------------------------ */

/* An edge of the plan leads to a node, or to the exit if that is CVG_NONE. */
static uint32_t index_of(const struct linearizer *lin, uint32_t node)
{
	return node == CVG_NONE ? lin->region->nnodes : node;
}

static LLVMBasicBlockRef target(const struct linearizer *lin, uint32_t node)
{
	return node == CVG_NONE ? lin->flow.exit : lin->flow.block[node];
}

static void add_in(struct linearizer *lin, uint32_t to, struct lin_in e)
{
	cvg_push(&lin->flow.in[index_of(lin, to)], e);
}

static bool is_open(const struct linearizer *lin, uint32_t node)
{
	return node < lin->region->nnodes && lin->region->node[node].open;
}

/* Note the edges that a leave has into a node: one, and if its unit is run by
 * all threads, one more for those that had not wanted it. */
static void add_leave_in(struct linearizer *lin, uint32_t leave_id, uint32_t to)
{
	const struct lin_leave *leave = &lin->flow.leave.at[leave_id];

	add_in(lin, to,
	       (struct lin_in){.from = leave->at,
			       .node = leave->node,
			       .leave = leave_id});
	/* An open guard stands right before its unit. */
	if (leave->node != CVG_NONE && leave->node &&
	    is_open(lin, leave->node - 1))
		add_in(lin, to,
		       (struct lin_in){.from = leave->at,
				       .node = leave->node - 1,
				       .leave = CVG_NONE,
				       .past = true});
}

/* ---- the ends of units ----------------------------------------------- */

/* Note edges [edge, edge + n) of the plan, which all leave one block. */
static void note_leave(struct linearizer *lin, uint32_t unit, uint32_t edge,
		       uint32_t n)
{
	struct lin_leave leave = {.block = lin->region->edge[edge].block,
				  .edge_at = edge,
				  .nedges = n};
	LLVMValueRef term;
	LLVMOpcode op;

	leave.node = unit == lin->region->nunits ? CVG_NONE
						 : lin->flow.node_of[unit];
	leave.at = lin->ids->blocks[leave.block];
	term = LLVMGetBasicBlockTerminator(leave.at);
	op = LLVMGetInstructionOpcode(term);
	leave.loc = LLVMInstructionGetDebugLoc(term);
	if (op == LLVMRet && LLVMGetNumOperands(term))
		leave.result = LLVMGetOperand(term, 0);
	if (op == LLVMBr && LLVMIsConditional(term))
		leave.cond = LLVMGetCondition(term);
	if (op == LLVMSwitch) {
		leave.cond = LLVMGetOperand(term, 0);
		leave.label = cvg_calloc(n, sizeof *leave.label);
		for (uint32_t k = 0; k < n; k++) {
			uint32_t slot = lin->region->edge[edge + k].slot;

			if (slot)
				leave.label[k] = cvg_switch_case(term, slot);
		}
	}
	cvg_push(&lin->flow.leave, leave);
}

/* Edges ascend by where they lead; equal ones stay in the order of slots. */
static int by_to(const void *a, const void *b, void *edges)
{
	const struct cvg_linedge *edge = edges;
	uint32_t i = *(const uint32_t *)a, j = *(const uint32_t *)b;

	if (edge[i].to != edge[j].to)
		return edge[i].to < edge[j].to ? -1 : 1;
	return (i > j) - (i < j);
}

static void sort_edges(struct linearizer *lin)
{
	lin->flow.by_to =
		cvg_alloc((lin->region->nedges + 1) * sizeof *lin->flow.by_to);
	for (uint32_t k = 0; k < lin->region->nedges; k++)
		lin->flow.by_to[k] = k;
	for (size_t k = 0; k < lin->flow.leave.n; k++) {
		const struct lin_leave *leave = &lin->flow.leave.at[k];

		if (leave->nedges > 1)
			qsort_r(lin->flow.by_to + leave->edge_at, leave->nedges,
				sizeof *lin->flow.by_to, by_to,
				lin->region->edge);
	}
}

uint32_t cvg_lin_edges_to(const struct linearizer *lin,
			  const struct lin_leave *leave, uint32_t node,
			  uint32_t *first)
{
	uint32_t lo = leave->edge_at, end = leave->edge_at + leave->nedges,
		 hi = end;

	while (lo < hi) {
		uint32_t mid = lo + (hi - lo) / 2;

		if (lin->region->edge[lin->flow.by_to[mid]].to < node)
			lo = mid + 1;
		else
			hi = mid;
	}
	*first = lo;
	while (hi < end && lin->region->edge[lin->flow.by_to[hi]].to == node)
		hi++;
	return hi - lo;
}

static void note_leaves(struct linearizer *lin)
{
	for (uint32_t u = 0; u <= lin->region->nunits; u++) {
		const struct cvg_linunit *unit = &lin->region->unit[u];
		uint32_t k = unit->edges_at, end = k + unit->nedges;

		while (k < end) {
			uint32_t n = 1;

			while (k + n < end &&
			       lin->region->edge[k + n].block ==
				       lin->region->edge[k].block)
				n++;
			note_leave(lin, u, k, n);
			k += n;
		}
	}
	sort_edges(lin);
}

/*
 * Returns meet in the exit block, in a phi of their values: a phi like any
 * other from here on, which keeps them used until it is their turn.
 */
static void make_return(struct linearizer *lin)
{
	LLVMValueRef phi = NULL;

	LLVMPositionBuilderAtEnd(lin->builder, lin->flow.exit);
	LLVMSetCurrentDebugLocation2(lin->builder, cvg_loc_none(lin->function));
	for (size_t k = 0; k < lin->flow.leave.n; k++) {
		struct lin_leave *leave = &lin->flow.leave.at[k];

		if (!leave->result)
			continue;
		if (!phi)
			phi = LLVMBuildPhi(lin->builder,
					   LLVMTypeOf(leave->result), "");
		LLVMAddIncoming(phi, &leave->result, &leave->at, 1);
	}
	if (phi)
		LLVMBuildRet(lin->builder, phi);
	else
		LLVMBuildRetVoid(lin->builder);
}

/* Do all ways on from that block lead to one node? */
static bool leads_to_one(const struct linearizer *lin,
			 const struct lin_leave *leave)
{
	uint32_t nsuccs = lin->fn->blocks[leave->block].nsuccs;

	for (uint32_t k = 1; k < leave->nedges; k++)
		if (lin->region->edge[leave->edge_at + k].to !=
		    lin->region->edge[leave->edge_at].to)
			return false;
	return leave->nedges == nsuccs || nsuccs == 0;
}

/* The block now ends in a jump to the one node that it leads to. */
static void replace_end(struct linearizer *lin, uint32_t leave_id)
{
	struct lin_leave *leave = &lin->flow.leave.at[leave_id];
	uint32_t to = lin->region->edge[leave->edge_at].to;

	LLVMInstructionEraseFromParent(LLVMGetBasicBlockTerminator(leave->at));
	LLVMPositionBuilderAtEnd(lin->builder, leave->at);
	LLVMSetCurrentDebugLocation2(lin->builder, leave->loc);
	LLVMBuildBr(lin->builder, target(lin, to));
	add_leave_in(lin, leave_id, to);
}

/* Is it an edge back to a unit already passed, or to its own unit? */
static bool leads_back(const struct linearizer *lin,
		       const struct lin_leave *leave,
		       const struct cvg_linedge *e)
{
	return leave->node != CVG_NONE &&
	       e->value <= lin->region->node[leave->node].unit;
}

/* The block keeps its branch; each edge leads where the plan says. */
static void lead_edges(struct linearizer *lin, uint32_t leave_id)
{
	const struct lin_leave *leave = &lin->flow.leave.at[leave_id];
	LLVMValueRef term = LLVMGetBasicBlockTerminator(leave->at);

	/* What is said of a loop is no longer true of what becomes of it. */
	for (uint32_t k = 0; k < leave->nedges; k++)
		if (leads_back(lin, leave,
			       &lin->region->edge[leave->edge_at + k]))
			cvg_branch_set_loop(term, NULL);
	for (uint32_t k = 0; k < leave->nedges; k++) {
		const struct cvg_linedge *e =
			&lin->region->edge[leave->edge_at + k];

		LLVMSetSuccessor(term, e->slot, target(lin, e->to));
		add_leave_in(lin, leave_id, e->to);
	}
}

/* Is a block with an edge into the exit one of the region, or made for it? */
static bool is_own(const struct linearizer *lin, LLVMBasicBlockRef b)
{
	return cvg_ptrmap_get(&lin->id_of, b) != CVG_NONE ||
	       cvg_ptrmap_get(&lin->outside.made, b) != CVG_NONE;
}

/* D may lead to the exit by edges of the region, and by others: as many edges
 * of D as the region has are taken to be its own. */
void cvg_lin_find_others(struct linearizer *lin)
{
	LLVMUseRef use = LLVMGetFirstUse(LLVMBasicBlockAsValue(lin->flow.exit));
	LLVMBasicBlockRef head = lin->ids->blocks[lin->region->head];
	const struct lin_ins *in = &lin->flow.in[lin->region->nnodes];
	uint32_t mine = 0;

	if (lin->outside.found)
		return;
	lin->outside.found = true;
	for (uint32_t k = 0; k < lin->region->nnodes; k++)
		if (lin->flow.block[k])
			cvg_ptrmap_put(&lin->outside.made, lin->flow.block[k],
				       1);
	for (size_t k = 0; k < in->n; k++)
		mine += in->at[k].from == head;
	for (; use; use = LLVMGetNextUse(use)) {
		LLVMValueRef term = LLVMGetUser(use);
		struct cvg_incoming x = {NULL, NULL};

		if (!LLVMIsATerminatorInst(term))
			continue;
		x.block = LLVMGetInstructionParent(term);
		if (is_own(lin, x.block))
			continue;
		if (x.block == head && mine)
			mine--;
		else
			cvg_push(&lin->outside.edges, x);
	}
}

void cvg_lin_connect(struct linearizer *lin)
{
	make_blocks(lin);
	note_leaves(lin);
	if (lin->flow.returns)
		make_return(lin);
	for (uint32_t k = 0; k < lin->flow.leave.n; k++) {
		if (leads_to_one(lin, &lin->flow.leave.at[k]))
			replace_end(lin, k);
		else
			lead_edges(lin, k);
	}
	for (uint32_t k = 0; k < lin->region->nnodes; k++) {
		const struct cvg_linnode *n = &lin->region->node[k];

		if (n->kind == CVG_LIN_UNIT)
			continue;
		for (int side = 0; side < 2 - n->open; side++)
			add_in(lin, n->to[side],
			       (struct lin_in){.from = lin->flow.block[k],
					       .node = k,
					       .leave = CVG_NONE,
					       .holds = side == 0});
	}
}

/* The tests that need no guard value. */
static void make_flags(struct linearizer *lin, LLVMValueRef *test,
		       bool *inverted)
{
	for (uint32_t k = 0; k < lin->region->nnodes; k++) {
		struct lin_var flag = {
			.kind = LIN_FLAG,
			.unit = k,
			.carried = CVG_NONE,
			.type = LLVMInt1TypeInContext(lin->module->context)};
		const struct cvg_linnode *n = &lin->region->node[k];

		if (n->kind == CVG_LIN_UNIT || !lin->plan->flags ||
		    !cvg_lin_is_flag(lin, k))
			continue;
		flag.inverted = inverted[k] =
			!n->open && cvg_lin_flag_inverted(lin, k);
		cvg_lin_begin(lin, &flag);
		test[k] = cvg_lin_read(lin, k);
	}
}

/* Put the builder where a node tests: at its placeholder, or the block's end. */
static void stand_at(struct linearizer *lin, uint32_t node)
{
	if (lin->flow.asked[node])
		LLVMPositionBuilderBefore(lin->builder, lin->flow.asked[node]);
	else
		LLVMPositionBuilderAtEnd(lin->builder, lin->flow.block[node]);
	LLVMSetCurrentDebugLocation2(lin->builder, cvg_loc_none(lin->function));
}

static LLVMValueRef test_at(struct linearizer *lin, uint32_t node,
			    LLVMValueRef at)
{
	stand_at(lin, node);
	return test_condition(lin, &lin->region->node[node], at);
}

static void end_guard(struct linearizer *lin, uint32_t node, LLVMValueRef test,
		      bool inverted)
{
	const struct cvg_linnode *n = &lin->region->node[node];

	stand_at(lin, node);
	LLVMBuildCondBr(lin->builder, test, target(lin, n->to[inverted]),
			target(lin, n->to[!inverted]));
}

void cvg_lin_test(struct linearizer *lin)
{
	struct lin_var next = {
		.kind = LIN_NEXT, .type = lin->word, .carried = CVG_NONE};
	LLVMValueRef *test = cvg_calloc(lin->region->nnodes + 1, sizeof *test);
	bool *inverted = cvg_calloc(lin->region->nnodes + 1, sizeof *inverted);

	make_flags(lin, test, inverted);
	cvg_lin_begin(lin, &next);
	for (uint32_t k = 0; k < lin->region->nnodes; k++) {
		const struct cvg_linnode *n = &lin->region->node[k];

		if (n->kind == CVG_LIN_UNIT)
			continue;
		if (!test[k])
			test[k] = test_at(lin, k, cvg_lin_read(lin, k));
		if (!n->open)
			end_guard(lin, k, test[k], inverted[k]);
	}
	cvg_lin_answer(lin, test);
	free(test);
	free(inverted);
}
