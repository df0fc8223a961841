/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * What a single edge of the new control flow says of a variable, one function
 * for each kind; and that as a value, for which a negation, or the select of a
 * guard value, may have to be made at the end of the block that it leaves.
 *
 * Example (tests/ir/linearize-short-circuit.ll, edges into the guard G3):
 *
 *              from B1, which is D     from B2
 *   %x         LIN_POISON              LIN_KNOWN %x
 *   B5's %w    LIN_POISON              LIN_KNOWN %x, which it had from B2
 *   G3's flag  LIN_KNOWN false         LIN_KNOWN %c2
 *
 * and of the guard value LIN_CHOSEN on both: from B1 it is 1, the place of B3;
 * from B2 "select i1 %c2, i32 3, i32 1", the places of B5 and B3.
 */
#include "linearize.h"

#include <assert.h>

/* ---- the guard value ------------------------------------------------- */

static LLVMValueRef number(const struct linearizer *lin, uint32_t value)
{
	return LLVMConstInt(lin->word, value, 0);
}

/* The edge's guard value if the leave takes that edge, else `otherwise`. */
static LLVMValueRef choose(struct linearizer *lin,
			   const struct lin_leave *leave, uint32_t edge,
			   LLVMValueRef otherwise)
{
	LLVMValueRef test = leave->cond;

	if (leave->label)
		test = LLVMBuildICmp(lin->builder, LLVMIntEQ, leave->cond,
				     leave->label[edge - leave->edge_at], "");
	return LLVMBuildSelect(lin->builder, test,
			       number(lin, lin->region->edge[edge].value),
			       otherwise, "lin.next");
}

/* The guard value with which threads leave for `node`, computed at the end of
 * the leave's block. */
static LLVMValueRef next_of(struct linearizer *lin, struct lin_leave *leave,
			    uint32_t node)
{
	uint32_t last = CVG_NONE, first;
	uint32_t n = cvg_lin_edges_to(lin, leave, node, &first);
	LLVMValueRef value = NULL;

	if (leave->next && leave->next_to == node)
		return leave->next;
	LLVMPositionBuilderBefore(lin->builder,
				  LLVMGetBasicBlockTerminator(leave->at));
	LLVMSetCurrentDebugLocation2(lin->builder, leave->loc);
	/* The default of a switch and the false side of a branch go first:
	 * successors are listed the other way round only for the latter. */
	for (uint32_t i = 0; i < n; i++) {
		uint32_t at = first + (leave->label ? i : n - 1 - i);
		uint32_t edge = lin->flow.by_to[at];
		uint32_t next = lin->region->edge[edge].value;

		if (next == last)
			continue;
		if (!value)
			value = number(lin, next);
		else
			value = choose(lin, leave, edge, value);
		if (!leave->label || last == CVG_NONE)
			last = next;
	}
	assert(value);
	leave->next = value;
	leave->next_to = node;
	return value;
}

/* ---- what an edge says ----------------------------------------------- */

static const struct lin_said same = {LIN_SAME, NULL};
static const struct lin_said nothing_asked = {LIN_POISON, NULL};

static struct lin_said known(LLVMValueRef value)
{
	return (struct lin_said){LIN_KNOWN, value};
}

/* The node an edge comes from; NULL: it comes from D. */
static const struct cvg_linnode *source_of(const struct linearizer *lin,
					   const struct lin_in *edge)
{
	return edge->node == CVG_NONE ? NULL : &lin->region->node[edge->node];
}

/* Does the edge leave the unit that the variable belongs to? */
static bool leaves_its_unit(const struct linearizer *lin,
			    const struct lin_in *edge)
{
	const struct cvg_linnode *source = source_of(lin, edge);

	return source && source->unit == lin->search.var->unit;
}

/* The guard value: units choose it; a guard for one value that held knows it.
 */
static struct lin_said next_on_edge(const struct linearizer *lin,
				    const struct lin_in *edge)
{
	const struct cvg_linnode *source = source_of(lin, edge);

	if (edge->leave != CVG_NONE)
		return (struct lin_said){LIN_CHOSEN, NULL};
	if (edge->holds && source->high == source->low + 1)
		return known(number(lin, source->low));
	return same;
}

/* A value: its unit has computed it; nothing that comes from D wants it. */
static struct lin_said value_on_edge(const struct linearizer *lin,
				     const struct lin_in *edge)
{
	if (edge->leave == CVG_NONE)
		return same;
	if (leaves_its_unit(lin, edge))
		return known(lin->search.var->value);
	return edge->node == CVG_NONE ? nothing_asked : same;
}

/*
 * The value of a phi on that edge. From a block that led to the phi, it is the
 * phi's operand for that block. It is not needed for threads that come from D or
 * from the phi's own unit by another edge, or that did not pass the guard or test
 * of the phi's unit.
 */
static struct lin_said phi_on_edge(const struct linearizer *lin,
				   const struct lin_in *edge)
{
	const struct lin_var *var = lin->search.var;
	const struct cvg_linnode *source = source_of(lin, edge);
	uint32_t given;

	if (edge->leave == CVG_NONE) {
		bool turned_away = !edge->holds && source->low <= var->unit &&
				   var->unit < source->high;

		return turned_away ? nothing_asked : same;
	}
	given = cvg_ptrmap_get(&var->given_of,
			       lin->flow.leave.at[edge->leave].at);
	if (given != CVG_NONE)
		return known(var->given.at[given].value);
	if (!source || leaves_its_unit(lin, edge))
		return nothing_asked;
	return same;
}

struct lin_said cvg_lin_said(const struct linearizer *lin, uint32_t node,
			     const struct lin_in *edge)
{
	switch (lin->search.var->kind) {
	case LIN_VALUE:
		return value_on_edge(lin, edge);
	case LIN_PHI:
		return phi_on_edge(lin, edge);
	case LIN_NEXT:
		return next_on_edge(lin, edge);
	case LIN_FLAG:
		return cvg_lin_flag_on_edge(lin, node, edge);
	}
	return same;
}

/* ---- what an edge brings --------------------------------------------- */

/* The negation of a block's condition, at the block's end. */
static LLVMValueRef negate(struct linearizer *lin,
			   const struct lin_leave *leave, LLVMValueRef value)
{
	LLVMPositionBuilderBefore(lin->builder,
				  LLVMGetBasicBlockTerminator(leave->at));
	LLVMSetCurrentDebugLocation2(lin->builder, leave->loc);
	return LLVMBuildNot(lin->builder, value, "");
}

LLVMValueRef cvg_lin_brought(struct linearizer *lin, uint32_t node,
			     const struct lin_in *edge)
{
	struct lin_said said = cvg_lin_said(lin, node, edge);
	struct lin_leave *leave = edge->leave == CVG_NONE
					  ? NULL
					  : &lin->flow.leave.at[edge->leave];

	switch (said.what) {
	case LIN_SAME:
		return lin->search.known[edge->node];
	case LIN_POISON:
		return lin_poison(lin);
	case LIN_KNOWN:
		return said.value;
	case LIN_NEGATED:
		return negate(lin, leave, said.value);
	case LIN_CHOSEN:
		return next_of(lin, leave,
			       node == lin->region->nnodes ? CVG_NONE : node);
	}
	return NULL;
}
