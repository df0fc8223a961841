/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * SSA form across guards: what a variable is where control enters a node, with
 * phis only where different values arrive.
 *
 * Values flow forward along the nodes' order; of the edges back only a phi
 * of the loop's own header needs one, and the guard value. A value computed in
 * a loop is never wanted in the next round (it would have to dominate the
 * header), so it is followed back to its unit and no further: before that it
 * is poison, and no thread that has the guard value of a user can come from
 * there. Where loops were merged, that is true only of what is not alive where
 * the inner ones began (linearize_carry.c); the rest, and those headers' phis,
 * are followed to the merged loop's head and over its edges back.
 */
#include "linearize.h"

#include <assert.h>
#include <stdlib.h>

static int by_number(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	return (x > y) - (x < y);
}

static LLVMValueRef poison(const struct linearizer *z)
{
	return LLVMGetPoison(z->var->type);
}

void cvg_lin_begin(struct linearizer *z, const struct lin_var *var)
{
	for (size_t k = 0; k < z->touched.n; k++)
		z->known[z->touched.at[k]] = NULL;
	z->touched.n = 0;
	z->var = var;
}

/* ---- the guard value ------------------------------------------------- */

static LLVMValueRef number(const struct linearizer *z, uint32_t value)
{
	return LLVMConstInt(z->word, value, 0);
}

/* A case of a switch, or the branch not being taken, changes what is next. */
static LLVMValueRef choose(struct linearizer *z, const struct lin_leave *l,
			   uint32_t edge, LLVMValueRef otherwise)
{
	LLVMValueRef test = l->cond;

	if (l->label)
		test = LLVMBuildICmp(z->b, LLVMIntEQ, l->cond,
				     l->label[edge - l->edge_at], "");
	return LLVMBuildSelect(z->b, test, number(z, z->r->edge[edge].value),
			       otherwise, "lin.next");
}

LLVMValueRef cvg_lin_next(struct linearizer *z, const struct lin_leave *l,
			  uint32_t node)
{
	uint32_t last = CVG_NONE, first;
	uint32_t n = cvg_lin_edges_to(z, l, node, &first);
	LLVMValueRef value = NULL;

	LLVMPositionBuilderBefore(z->b, LLVMGetBasicBlockTerminator(l->at));
	LLVMSetCurrentDebugLocation2(z->b, l->loc);
	/* The default of a switch and the false side of a branch go first:
	 * successors are listed the other way round only for the latter. */
	for (uint32_t i = 0; i < n; i++) {
		uint32_t k = z->by_to[first + (l->label ? i : n - 1 - i)];
		uint32_t next = z->r->edge[k].value;

		if (next == last)
			continue;
		if (!value)
			value = number(z, next);
		else
			value = choose(z, l, k, value);
		if (!l->label || last == CVG_NONE)
			last = next;
	}
	assert(value);
	return value;
}

/* ---- edges ----------------------------------------------------------- */

static LLVMValueRef given_at(const struct linearizer *z,
			     const struct lin_leave *l)
{
	uint32_t k = cvg_ptrmap_get(&z->var->given_of, l->at);

	return k == CVG_NONE ? NULL : z->var->given.at[k].value;
}

/* Is an edge into the node one that leads back? */
static bool is_back(const struct lin_in *e, uint32_t node)
{
	return e->node != CVG_NONE && e->node >= node;
}

/*
 * What the edge itself says the variable is; NULL: what it is where the edge
 * comes from.
 */
static LLVMValueRef said_on_edge(struct linearizer *z, uint32_t node,
				 const struct lin_in *e)
{
	const struct lin_var *v = z->var;
	const struct cvg_linnode *from =
		e->node == CVG_NONE ? NULL : &z->r->node[e->node];
	LLVMValueRef given;

	if (v->kind == LIN_FLAG)
		return cvg_lin_said_flag(z, node, e);
	if (e->leave != CVG_NONE) {
		const struct lin_leave *l = &z->leave.at[e->leave];

		if (v->kind == LIN_NEXT)
			return NULL; /* see on_edge */
		if (v->kind == LIN_VALUE && from && from->unit == v->unit)
			return v->value;
		if (v->kind == LIN_PHI) {
			given = given_at(z, l);
			if (given)
				return given;
			if (from && from->unit == v->unit)
				return poison(z);
		}
		return from ? NULL : poison(z);
	}
	if (v->kind == LIN_NEXT)
		return e->holds && from->high == from->low + 1
			       ? number(z, from->low)
			       : NULL;
	if (v->kind == LIN_PHI && !e->holds && from->low <= v->unit &&
	    v->unit < from->high)
		return poison(z);
	return NULL;
}

/* Which node the edges of a leave lead to in the plan: the merged test, if
 * one stands at its end. */
static uint32_t planned_node(const struct linearizer *z,
			     const struct lin_leave *l, uint32_t node)
{
	uint32_t to = z->r->edge[l->edge_at].to;

	if (to != CVG_NONE && z->r->node[to].merged)
		return to;
	return node == z->r->nnodes ? CVG_NONE : node;
}

static LLVMValueRef on_edge(struct linearizer *z, uint32_t node,
			    const struct lin_in *e)
{
	LLVMValueRef v;

	if (z->var->kind == LIN_NEXT && e->leave != CVG_NONE) {
		const struct lin_leave *l = &z->leave.at[e->leave];

		return cvg_lin_next(z, l, planned_node(z, l, node));
	}
	v = said_on_edge(z, node, e);
	return v ? v : z->known[e->node];
}

/* Does what the edge back brings matter here? */
static bool matters(const struct linearizer *z, uint32_t node,
		    const struct lin_in *e)
{
	const struct lin_var *v = z->var;
	const struct cvg_linloop *loop;

	if (!is_back(e, node) || v->kind == LIN_NEXT || v->kind == LIN_FLAG)
		return true;
	if (z->head_of[node] == CVG_NONE)
		return false;
	if (v->kind == LIN_VALUE)
		return v->carried == z->head_of[node];
	loop = &z->r->loop[z->head_of[node]];
	return v->unit == loop->first ||
	       (loop->merged && v->unit > loop->first && v->unit < loop->end &&
		z->r->unit[v->unit].again);
}

/* ---- nodes ----------------------------------------------------------- */

static LLVMBasicBlockRef block_of(const struct linearizer *z, uint32_t node)
{
	return node == z->r->nnodes ? z->exit : z->block[node];
}

/* By these names the graph knows guards on edges. */
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

/* Without entries yet. */
static LLVMValueRef new_phi(struct linearizer *z, uint32_t node)
{
	return cvg_phi_new_first(z->b, block_of(z, node), z->var->type,
				 cvg_loc_none(z->function), name_of(z->var));
}

static void fill_phi(struct linearizer *z, uint32_t node, LLVMValueRef phi,
		     const struct cvg_incomings *in)
{
	for (size_t k = 0; k < in->n; k++) {
		LLVMValueRef v = in->at[k].value ? in->at[k].value : phi;
		LLVMBasicBlockRef from = in->at[k].block;

		LLVMAddIncoming(phi, &v, &from, 1);
	}
	if (node < z->r->nnodes)
		return;
	cvg_lin_find_others(z);
	for (size_t k = 0; k < z->others.n; k++)
		LLVMAddIncoming(phi, &phi, &z->others.at[k].block, 1);
}

/* Ways round inside a unit lead to its entry as well. */
static void add_inner(struct linearizer *z, uint32_t node,
		      struct cvg_incomings *in)
{
	const struct cvg_linnode *n = &z->r->node[node];
	uint32_t entry = z->r->unit[n->unit].entry;

	if (n->kind != CVG_LIN_UNIT || z->r->unit[n->unit].again)
		return;
	cvg_foreach_pred (z->fn, entry, p)
		if (z->plan->region_of[*p] == z->region &&
		    z->plan->unit_of[*p] == n->unit) {
			struct cvg_incoming x = {NULL, z->ids->blocks[*p]};

			cvg_push(in, x);
		}
}

/* One entry an edge; NULL: what the variable is already. */
static void add_edges(struct linearizer *z, uint32_t node,
		      struct cvg_incomings *in)
{
	for (size_t k = 0; k < z->in[node].n; k++) {
		const struct lin_in *e = &z->in[node].at[k];
		struct cvg_incoming x = {NULL, e->from};
		LLVMValueRef last = in->n ? in->at[in->n - 1].value : NULL;

		if (e->past) {
			if (matters(z, node, e))
				in->at[in->n - 1].value = cvg_lin_either(
					z, e, last, on_edge(z, node, e));
			continue;
		}
		/* Edges of one block follow each other and must agree. */
		if (k && z->in[node].at[k - 1].from == e->from)
			x.value = last;
		else if (matters(z, node, e))
			x.value = on_edge(z, node, e);
		cvg_push(in, x);
	}
}

/* What all edges bring but the phi itself; NULL: different values. */
static LLVMValueRef agreed(const struct linearizer *z,
			   const struct cvg_incomings *in, LLVMValueRef phi)
{
	LLVMValueRef one = NULL;
	bool wanted = true; /* everywhere: a constant may stand for poison */

	for (size_t k = 0; k < in->n; k++) {
		LLVMValueRef v = in->at[k].value;

		if (!v || v == phi || v == one)
			continue;
		if (LLVMIsPoison(v)) {
			wanted = false;
			continue;
		}
		if (one)
			return NULL;
		one = v;
	}
	if (!one)
		return poison(z);
	return wanted || LLVMIsConstant(one) ? one : NULL;
}

static LLVMValueRef join(struct linearizer *z, uint32_t node)
{
	struct cvg_incomings in = {0};
	LLVMValueRef v;

	add_edges(z, node, &in);
	v = agreed(z, &in, NULL);
	if (!v) {
		v = new_phi(z, node);
		if (node < z->r->nnodes)
			add_inner(z, node, &in);
		fill_phi(z, node, v, &in);
	}
	free(in.at);
	return v;
}

/* All is known but for the phis themselves. */
static void close_phi(struct linearizer *z, uint32_t node)
{
	LLVMValueRef phi = z->known[node], v;
	struct cvg_incomings in = {0};

	add_edges(z, node, &in);
	v = agreed(z, &in, phi);
	if (!v) {
		add_inner(z, node, &in);
		fill_phi(z, node, phi, &in);
	} else {
		for (size_t k = 0; k < z->touched.n; k++)
			if (z->known[z->touched.at[k]] == phi)
				z->known[z->touched.at[k]] = v;
		LLVMReplaceAllUsesWith(phi, v);
		LLVMInstructionEraseFromParent(phi);
	}
	free(in.at);
}

/* Nothing is known of a value before its unit, or the loop it is carried in. */
static bool is_before(const struct linearizer *z, uint32_t node)
{
	const struct lin_var *v = z->var;

	if (v->kind != LIN_VALUE)
		return false;
	return v->carried == CVG_NONE ? node <= z->node_of[v->unit]
				      : node < z->r->loop[v->carried].node;
}

static void want(struct linearizer *z, uint32_t node)
{
	if (z->known[node])
		return;
	z->known[node] = poison(z); /* stands in until it is joined */
	cvg_push(&z->touched, node);
	if (!is_before(z, node))
		cvg_push(&z->queue, node);
}

/* Does an edge back bring something to the node? */
static bool is_round(const struct linearizer *z, uint32_t node)
{
	for (size_t k = 0; k < z->in[node].n; k++)
		if (is_back(&z->in[node].at[k], node) &&
		    matters(z, node, &z->in[node].at[k]))
			return true;
	return false;
}

/* Make known what waits in the queue, all but `except`. */
static void join_queue(struct linearizer *z, uint32_t except)
{
	z->open.n = 0;
	if (z->queue.n)
		qsort(z->queue.at, z->queue.n, sizeof *z->queue.at, by_number);
	for (size_t i = 0; i < z->queue.n; i++) {
		uint32_t n = z->queue.at[i];

		if (n == except)
			continue;
		if (is_round(z, n)) {
			z->known[n] = new_phi(z, n);
			cvg_push(&z->open, n);
		} else {
			z->known[n] = join(z, n);
		}
	}
	for (size_t i = 0; i < z->open.n; i++)
		close_phi(z, z->open.at[i]);
}

/* Does the edge itself say what the variable is? */
static bool is_said(struct linearizer *z, uint32_t node, const struct lin_in *e)
{
	if (z->var->kind == LIN_FLAG)
		return !cvg_lin_flag_is_open(z, node, e);
	return said_on_edge(z, node, e) != NULL;
}

/* Everything the node needs to be known, and all of it but `except`. */
static void prepare(struct linearizer *z, uint32_t node, uint32_t except)
{
	z->queue.n = 0;
	want(z, node);
	for (size_t i = 0; i < z->queue.n; i++) {
		uint32_t n = z->queue.at[i];

		for (size_t k = 0; k < z->in[n].n; k++) {
			const struct lin_in *e = &z->in[n].at[k];
			bool next = z->var->kind == LIN_NEXT &&
				    e->leave != CVG_NONE;

			if (lin_is_again(&z->in[n], k))
				continue;
			if (matters(z, n, e) && !next && !is_said(z, n, e))
				want(z, e->node);
		}
	}
	join_queue(z, except);
}

LLVMValueRef cvg_lin_read(struct linearizer *z, uint32_t node)
{
	prepare(z, node, CVG_NONE);
	return z->known[node];
}

void cvg_lin_read_edges(struct linearizer *z, uint32_t node,
			struct cvg_incomings *in)
{
	prepare(z, node, node);
	add_edges(z, node, in);
}
