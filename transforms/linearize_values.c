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

#include "reconverge/graph.h"

#include <stdlib.h>

static int by_number(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	return (x > y) - (x < y);
}

void cvg_lin_begin(struct linearizer *lin, const struct lin_var *var)
{
	struct lin_search *search = &lin->search;

	for (size_t k = 0; k < search->wanted.n; k++)
		search->known[search->wanted.at[k]] = NULL;
	search->wanted.n = 0;
	search->var = var;
}

/* ---- what matters ---------------------------------------------------- */

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
					cvg_lin_brought(lin, node, edge));
			continue;
		}
		/* Edges of one block follow each other and must agree. */
		if (k && edges->at[k - 1].from == edge->from)
			entry.value = last;
		else if (matters(lin, node, edge))
			entry.value = cvg_lin_brought(lin, node, edge);
		cvg_push(in, entry);
	}
}

/*
 * May the value that all entries bring stand without a phi? Beside entries that
 * are poison only if it is a constant: an instruction may not have been computed
 * where they come from. The condition of several blocks that a test asks for
 * may not: a test is no use that spread_values follows, the phi's entries are.
 */
static bool may_stand_alone(const struct linearizer *lin, LLVMValueRef value,
			    bool beside_poison)
{
	if (LLVMIsConstant(value))
		return true;
	if (beside_poison)
		return false;
	return lin->search.var->kind != LIN_FLAG ||
	       !LLVMIsAInstruction(value) ||
	       cvg_ptrmap_get(&lin->id_of, LLVMGetInstructionParent(value)) ==
		       CVG_NONE;
}

/* The one value that all entries but the phi itself bring, or NULL. */
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
		return lin_poison(lin);
	return may_stand_alone(lin, one, any_poison) ? one : NULL;
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
	search->known[node] =
		lin_poison(lin); /* stands in until it is joined */
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
			    cvg_lin_said(lin, to, edge).what == LIN_SAME)
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
