/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * SSA form across guards: what a variable is where control enters a node, with
 * phis only where different values arrive.
 *
 * Values flow forward along the nodes' order; of the edges back only a phi of
 * the loop's own header needs one, and the guard value. A value computed in a
 * loop is never wanted in the next round, for it would have to dominate the
 * header. So it is followed back to its unit and no further: before that it is
 * poison, and no thread that has the guard value of a user can come from there.
 * Where loops were merged, that is true only of what is not alive where the
 * inner ones began (linearize_carry.c); the rest, and those headers' phis, are
 * followed to the merged loop's head and over its edges back.
 *
 * Example (tests/ir/linearize-short-circuit.ll, B5 runs "85 / w"). B5 was
 * reached from B2 with %x and from B3 with %z; now all threads come through the
 * guards G3 (for B3) and G5 (for B5):
 *
 *   before  B5: %w = phi [%x, B2], [%z, B3]
 *   after   G3: %0 = phi [%x, B2], [%tid, B1]
 *           G5: %2 = phi [%z, B3], [%z, B4], [%0, G3]
 *           B5: %s2 = udiv i32 85, %2
 *
 * The phi %w at B5 asks node G5, the only way to B5. G5 asks its edges: B3's
 * says %z, the edge from B4 says nothing (LIN_SAME), so B4 is asked, which only
 * B3 leads to; G3's says nothing either, and G3 asks B2, which says %x, and B1,
 * which says poison. What B3 asked of G3 is a phi with %tid from B1; since no
 * thread wants both, linearize_merge.c makes one phi of the two.
 */
#include "linearize.h"

#include <assert.h>
#include <stdlib.h>

static int by_number(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	return (x > y) - (x < y);
}

static LLVMValueRef poison(const struct linearizer *lin)
{
	return LLVMGetPoison(lin->search.var->type);
}

void cvg_lin_begin(struct linearizer *lin, const struct lin_var *var)
{
	struct lin_search *search = &lin->search;

	for (size_t k = 0; k < search->wanted.n; k++)
		search->known[search->wanted.at[k]] = NULL;
	search->wanted.n = 0;
	search->var = var;
}

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

LLVMValueRef cvg_lin_next(struct linearizer *lin, const struct lin_leave *leave,
			  uint32_t node)
{
	uint32_t last = CVG_NONE, first;
	uint32_t n = cvg_lin_edges_to(lin, leave, node, &first);
	LLVMValueRef value = NULL;

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
 * A phi: blocks that led to it give what it had from them. Nobody asks who
 * comes from D or from its own unit by another edge, or was turned away by a
 * guard or test for the phi's unit.
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

/* What an edge into the node says of the variable. Nothing is made for it. */
static struct lin_said said_on_edge(const struct linearizer *lin, uint32_t node,
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

/* The node that the plan leads a leave's edges to: the test that stands at the
 * end of its block, if there is one. */
static uint32_t planned_node(const struct linearizer *lin,
			     const struct lin_leave *leave, uint32_t node)
{
	uint32_t to = lin->region->edge[leave->edge_at].to;

	if (to != CVG_NONE && lin->region->node[to].merged)
		return to;
	return node == lin->region->nnodes ? CVG_NONE : node;
}

/* The negation of a block's condition, at the block's end. */
static LLVMValueRef negate(struct linearizer *lin,
			   const struct lin_leave *leave, LLVMValueRef value)
{
	LLVMPositionBuilderBefore(lin->builder,
				  LLVMGetBasicBlockTerminator(leave->at));
	LLVMSetCurrentDebugLocation2(lin->builder, leave->loc);
	return LLVMBuildNot(lin->builder, value, "");
}

/* The variable as it comes over an edge into the node; where the edge does not
 * say it, the edge's source must be known. */
static LLVMValueRef brought(struct linearizer *lin, uint32_t node,
			    const struct lin_in *edge)
{
	struct lin_said said = said_on_edge(lin, node, edge);
	const struct lin_leave *leave =
		edge->leave == CVG_NONE ? NULL
					: &lin->flow.leave.at[edge->leave];

	switch (said.what) {
	case LIN_SAME:
		return lin->search.known[edge->node];
	case LIN_POISON:
		return poison(lin);
	case LIN_KNOWN:
		return said.value;
	case LIN_NEGATED:
		return negate(lin, leave, said.value);
	case LIN_CHOSEN:
		return cvg_lin_next(lin, leave, planned_node(lin, leave, node));
	}
	return NULL;
}

/* Is an edge into the node one that leads back? */
static bool is_back(const struct lin_in *edge, uint32_t node)
{
	return edge->node != CVG_NONE && edge->node >= node;
}

/* Does any thread ask for what the edge brings to the node? An edge back brings
 * something only to what lives on in the loop's next round. */
static bool matters(const struct linearizer *lin, uint32_t node,
		    const struct lin_in *edge)
{
	const struct lin_var *var = lin->search.var;
	uint32_t k = lin->loops.headed_by[node];
	const struct cvg_linloop *loop;

	if (!is_back(edge, node) || var->kind == LIN_NEXT ||
	    var->kind == LIN_FLAG)
		return true;
	if (k == CVG_NONE)
		return false;
	if (var->kind == LIN_VALUE)
		return var->carried == k;
	loop = &lin->region->loop[k];
	return var->unit == loop->first ||
	       (loop->merged && var->unit > loop->first &&
		var->unit < loop->end && lin->region->unit[var->unit].again);
}

/* ---- phis ------------------------------------------------------------ */

static LLVMBasicBlockRef block_of(const struct linearizer *lin, uint32_t node)
{
	return node == lin->region->nnodes ? lin->flow.exit
					   : lin->flow.block[node];
}

/* By these names the snapshot knows guards on edges. */
static const char *name_of(const struct lin_var *var)
{
	switch (var->kind) {
	case LIN_NEXT:
		return "lin.at";
	case LIN_FLAG:
		return var->inverted ? "lin.past" : "lin.now";
	case LIN_VALUE:
	case LIN_PHI:
		break;
	}
	return "";
}

/* A phi of the variable at the node's start, without entries as yet. */
static LLVMValueRef new_phi(struct linearizer *lin, uint32_t node)
{
	const struct lin_var *var = lin->search.var;

	return cvg_phi_new_first(lin->builder, block_of(lin, node), var->type,
				 cvg_loc_none(lin->function), name_of(var));
}

/* An entry NULL stands for the phi itself; so does what comes into the exit
 * from outside of the region, which knows nothing of the variable. */
static void fill_phi(struct linearizer *lin, uint32_t node, LLVMValueRef phi,
		     const struct cvg_incomings *in)
{
	for (size_t k = 0; k < in->n; k++) {
		LLVMValueRef value = in->at[k].value ? in->at[k].value : phi;
		LLVMBasicBlockRef from = in->at[k].block;

		LLVMAddIncoming(phi, &value, &from, 1);
	}
	if (node < lin->region->nnodes)
		return;
	cvg_lin_find_others(lin);
	for (size_t k = 0; k < lin->outside.edges.n; k++)
		LLVMAddIncoming(phi, &phi, &lin->outside.edges.at[k].block, 1);
}

/* Edges from inside a unit that lead back to its entry, which is a node's
 * block: the variable does not change on them. */
static void add_inner(struct linearizer *lin, uint32_t node,
		      struct cvg_incomings *in)
{
	const struct cvg_linnode *step = &lin->region->node[node];
	const struct cvg_linunit *unit = &lin->region->unit[step->unit];

	if (step->kind != CVG_LIN_UNIT || unit->again)
		return;
	cvg_foreach_pred (lin->fn, unit->entry, p)
		if (lin->plan->region_of[*p] == lin->region_id &&
		    lin->plan->unit_of[*p] == step->unit) {
			struct cvg_incoming entry = {NULL,
						     lin->ids->blocks[*p]};

			cvg_push(in, entry);
		}
}

/* One entry for each edge into the node. */
static void add_edges(struct linearizer *lin, uint32_t node,
		      struct cvg_incomings *in)
{
	const struct lin_ins *edges = &lin->flow.in[node];

	for (size_t k = 0; k < edges->n; k++) {
		const struct lin_in *edge = &edges->at[k];
		struct cvg_incoming entry = {NULL, edge->from};
		LLVMValueRef last = in->n ? in->at[in->n - 1].value : NULL;

		if (edge->past) {
			if (matters(lin, node, edge))
				in->at[in->n - 1].value = cvg_lin_either(
					lin, edge, last,
					brought(lin, node, edge));
			continue;
		}
		/* Edges of one block follow each other and must agree. */
		if (k && edges->at[k - 1].from == edge->from)
			entry.value = last;
		else if (matters(lin, node, edge))
			entry.value = brought(lin, node, edge);
		cvg_push(in, entry);
	}
}

/*
 * The one value that all entries but the phi itself bring, or NULL. Entries
 * that are poison agree with a constant only: an instruction may not have been
 * computed where they come from.
 */
static LLVMValueRef agreed(const struct linearizer *lin,
			   const struct cvg_incomings *in, LLVMValueRef phi)
{
	LLVMValueRef one = NULL;
	bool any_poison = false;

	for (size_t k = 0; k < in->n; k++) {
		LLVMValueRef value = in->at[k].value;

		if (!value || value == phi || value == one)
			continue;
		if (LLVMIsPoison(value)) {
			any_poison = true;
			continue;
		}
		if (one)
			return NULL;
		one = value;
	}
	if (!one)
		return poison(lin);
	return !any_poison || LLVMIsConstant(one) ? one : NULL;
}

/* The variable at a node all of whose edges bring something known. */
static LLVMValueRef join(struct linearizer *lin, uint32_t node)
{
	struct cvg_incomings in = {0};
	LLVMValueRef value;

	add_edges(lin, node, &in);
	value = agreed(lin, &in, NULL);
	if (!value) {
		value = new_phi(lin, node);
		if (node < lin->region->nnodes)
			add_inner(lin, node, &in);
		fill_phi(lin, node, value, &in);
	}
	free(in.at);
	return value;
}

/* Fill a phi whose edges back are known by now, or do without it. */
static void close_phi(struct linearizer *lin, uint32_t node)
{
	struct lin_search *search = &lin->search;
	LLVMValueRef phi = search->known[node], value;
	struct cvg_incomings in = {0};

	add_edges(lin, node, &in);
	value = agreed(lin, &in, phi);
	if (!value) {
		add_inner(lin, node, &in);
		fill_phi(lin, node, phi, &in);
	} else {
		for (size_t k = 0; k < search->wanted.n; k++)
			if (search->known[search->wanted.at[k]] == phi)
				search->known[search->wanted.at[k]] = value;
		LLVMReplaceAllUsesWith(phi, value);
		LLVMInstructionEraseFromParent(phi);
	}
	free(in.at);
}

/* ---- the search ------------------------------------------------------ */

/* Does the node come before the value's unit, or before the loop in which the
 * value is carried? Nothing is known of it there. */
static bool is_before(const struct linearizer *lin, uint32_t node)
{
	const struct lin_var *var = lin->search.var;

	if (var->kind != LIN_VALUE)
		return false;
	return var->carried == CVG_NONE
		       ? node <= lin->flow.node_of[var->unit]
		       : node < lin->region->loop[var->carried].node;
}

static void want(struct linearizer *lin, uint32_t node)
{
	struct lin_search *search = &lin->search;

	if (search->known[node])
		return;
	search->known[node] = poison(lin); /* stands in until it is joined */
	cvg_push(&search->wanted, node);
	if (!is_before(lin, node))
		cvg_push(&search->queue, node);
}

/* Does an edge back bring something to the node? */
static bool is_round(const struct linearizer *lin, uint32_t node)
{
	const struct lin_ins *edges = &lin->flow.in[node];

	for (size_t k = 0; k < edges->n; k++)
		if (is_back(&edges->at[k], node) &&
		    matters(lin, node, &edges->at[k]))
			return true;
	return false;
}

/* Make known what waits in the queue, all but `except`: in the nodes' order,
 * so that only what edges back bring is not known in time. */
static void join_queue(struct linearizer *lin, uint32_t except)
{
	struct lin_search *search = &lin->search;

	search->open.n = 0;
	if (search->queue.n)
		qsort(search->queue.at, search->queue.n,
		      sizeof *search->queue.at, by_number);
	for (size_t i = 0; i < search->queue.n; i++) {
		uint32_t node = search->queue.at[i];

		if (node == except)
			continue;
		if (is_round(lin, node)) {
			search->known[node] = new_phi(lin, node);
			cvg_push(&search->open, node);
		} else {
			search->known[node] = join(lin, node);
		}
	}
	for (size_t i = 0; i < search->open.n; i++)
		close_phi(lin, search->open.at[i]);
}

/* Make known everything that the node needs, and all of it but `except`. */
static void prepare(struct linearizer *lin, uint32_t node, uint32_t except)
{
	struct lin_search *search = &lin->search;

	search->queue.n = 0;
	want(lin, node);
	for (size_t i = 0; i < search->queue.n; i++) {
		uint32_t to = search->queue.at[i];
		const struct lin_ins *edges = &lin->flow.in[to];

		for (size_t k = 0; k < edges->n; k++) {
			const struct lin_in *edge = &edges->at[k];

			if (!lin_is_again(edges, k) && matters(lin, to, edge) &&
			    said_on_edge(lin, to, edge).what == LIN_SAME)
				want(lin, edge->node);
		}
	}
	join_queue(lin, except);
}

LLVMValueRef cvg_lin_read(struct linearizer *lin, uint32_t node)
{
	prepare(lin, node, CVG_NONE);
	return lin->search.known[node];
}

void cvg_lin_read_edges(struct linearizer *lin, uint32_t node,
			struct cvg_incomings *in)
{
	prepare(lin, node, node);
	add_edges(lin, node, in);
}
