/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The inputs that decide how often a block runs: those that flow into the
 * conditions that the block is control dependent on, into the conditions that
 * these depend on in turn, and so on. A set of inputs is a word of bits; sets
 * are passed along until none grows.
 *
 * Example:
 *
 *     in:    n = load rounds[tid]          an input: the address is constant
 *            odd = trunc tid to i1         for the thread, and n is divergent
 *            br odd, loop, out
 *     loop:  i = phi [0, in], [i + 1, loop]
 *            br i + 1 < n, loop, out
 *     out:   ret
 *
 * `loop` depends on the branch of `in`, and so on the thread's own number, and
 * on its own branch, and so on n. `in` and `out` always run once. `model` prints
 * for `loop` a sum of n and the thread's number, and constants for the others.
 *
 * A block is control dependent on a branch if one of the branch's successors
 * always leads to it and another one need not (Ferrante, Ottenstein, Warren,
 * "The Program Dependence Graph and Its Use in Optimization", TOPLAS 9(3),
 * 1987, doi.org/10.1145/24039.24041, section 3.1.1).
 */
#include "reconverge/analysis.h"
#include "reconverge/graph.h"
#include "reconverge/influence.h"
#include "reconverge/items.h"

#include <stdlib.h>
#include <string.h>

struct flow {
	struct cvg_ana *ana;
	const struct cvg_fn *fn;
	const struct cvg_order *order;
	bool *constant;		 /* [nvalues] the same for a thread whenever it
				    is computed */
	bool *varies;		 /* [nvalues] constant, and computed from the
				    thread's own number */
	uint64_t *of_value;	 /* [nvalues] inputs that flow into it */
	uint64_t *of_block;	 /* [nblocks] inputs that decide how often */
	struct cvg_u32s branch;	 /* pairs: block depends.at[k] is control */
	struct cvg_u32s depends; /* dependent on the branch of branch.at[k] */
	bool grew;		 /* some set grew in this walk */
};

/* ---- inputs ----------------------------------------------------------- */

/* Is instruction i a call that differs between threads, as that of the thread's
 * number: the target says so, or the name of the function? */
static bool is_thread(const struct flow *flow, uint32_t i)
{
	const struct cvg_uniform *u = cvg_ana_uniform(flow->ana);
	uint32_t v = cvg_inst_value(flow->fn, i), axis;

	return flow->fn->insts[i].op == CVG_OP_CALL &&
	       (u->cause[v] == CVG_CAUSE_SOURCE ||
		cvg_item_called(flow->fn, i, &axis) != CVG_ITEM_NONE);
}

/* Does instruction i compute the same whenever its thread executes it? */
static bool is_constant_inst(const struct flow *flow, uint32_t i)
{
	static const uint32_t never =
		CVG_I_WRITES | CVG_I_VOLATILE | CVG_I_ATOMIC | CVG_I_CONVERGENT;
	const struct cvg_inst *in = &flow->fn->insts[i];
	uint32_t axis;
	bool item = cvg_item_called(flow->fn, i, &axis) != CVG_ITEM_NONE;

	if (in->op == CVG_OP_PHI || (!item && (in->flags & never)))
		return false;
	if (!item && in->op == CVG_OP_CALL && (in->flags & CVG_I_READS))
		return false;
	for (uint32_t k = 0; k < in->nops; k++) {
		if (!flow->constant[cvg_op_of(flow->fn, i, k)])
			return false;
	}
	return true;
}

/* Is instruction i the thread's number, or computed from it? */
static bool is_varied(const struct flow *flow, uint32_t i)
{
	bool varies = is_thread(flow, i);

	for (uint32_t k = 0; k < flow->fn->insts[i].nops; k++)
		varies |= flow->varies[cvg_op_of(flow->fn, i, k)];
	return varies;
}

/* One walk suffices: phis are never constant, and the operands of all other
 * instructions come before them in this order. */
static void find_constants(struct flow *flow)
{
	const struct cvg_fn *fn = flow->fn;

	for (uint32_t v = 0; v < fn->nvalues; v++)
		flow->constant[v] = cvg_value_inst(fn, v) == CVG_NONE;
	for (uint32_t p = 0; p < flow->order->n; p++) {
		const struct cvg_block *b = &fn->blocks[flow->order->block[p]];

		for (uint32_t i = b->inst_at; i < b->inst_at + b->ninsts; i++) {
			uint32_t v = cvg_inst_value(fn, i);

			flow->constant[v] = is_constant_inst(flow, i);
			flow->varies[v] =
				flow->constant[v] && is_varied(flow, i);
		}
	}
}

static bool is_number(const struct cvg_fn *fn, uint32_t type)
{
	const struct cvg_type *t = &fn->types[type];

	return (t->kind == CVG_TYPE_INT || t->kind == CVG_TYPE_FLOAT) &&
	       t->bits >= 1 && t->bits <= 64;
}

/* Does instruction i load a number of at most 64 bits from a constant address
 * that differs between threads? */
static bool is_input(const struct flow *flow, uint32_t i)
{
	const struct cvg_uniform *u = cvg_ana_uniform(flow->ana);
	uint32_t v = cvg_inst_value(flow->fn, i);

	return flow->fn->insts[i].op == CVG_OP_LOAD && flow->constant[v] &&
	       is_number(flow->fn, flow->fn->insts[i].type) &&
	       (flow->varies[v] || cvg_bits_has(&u->divergent, v));
}

/* Give each input its bit, and list the inputs in *out. */
static void name_inputs(struct flow *flow, struct cvg_influence *out)
{
	struct cvg_u32s input = {0};

	for (uint32_t i = 0; i < flow->fn->ninsts; i++) {
		uint32_t v = cvg_inst_value(flow->fn, i);

		if (is_thread(flow, i))
			flow->of_value[v] = CVG_INPUT_THREAD;
		if (!is_input(flow, i))
			continue;
		if (input.n == CVG_MAX_INPUTS) {
			out->left_out++;
			continue;
		}
		flow->of_value[v] = UINT64_C(1) << input.n;
		cvg_push(&input, i);
	}
	out->ninputs = (uint32_t)input.n;
	out->input = input.at;
}

/* ---- control dependence ------------------------------------------------ */

/* For an edge from a to s, the blocks on the path of post-dominators from s up
 * to, but without, that of a are control dependent on a. */
static void find_dependences(struct flow *flow)
{
	const struct cvg_dom *pd = cvg_ana_postdom(flow->ana);

	for (uint32_t p = 0; p < flow->order->n; p++) {
		uint32_t a = flow->order->block[p];

		if (flow->fn->blocks[a].nsuccs < 2)
			continue;
		cvg_foreach_succ (flow->fn, a, s) {
			uint32_t b = *s;

			for (; b != CVG_NONE && b != pd->idom[a];
			     b = pd->idom[b]) {
				cvg_push(&flow->branch, a);
				cvg_push(&flow->depends, b);
			}
		}
	}
}

/* ---- passing along ----------------------------------------------------- */

static void add(struct flow *flow, uint64_t *to, uint64_t bits)
{
	flow->grew |= (bits & ~*to) != 0;
	*to |= bits;
}

/* The value of a phi also depends on which way control came to it. */
static uint64_t into_phi(const struct flow *flow, uint32_t i)
{
	const struct cvg_inst *in = &flow->fn->insts[i];
	uint64_t bits = 0;

	for (uint32_t k = 0; k < in->nops; k++) {
		bits |= flow->of_value[cvg_op_of(flow->fn, i, k)];
		bits |= flow->of_block[flow->fn->incoming[in->ops_at + k]];
	}
	return bits;
}

/* The inputs that flow into what instruction i computes. */
static uint64_t into(const struct flow *flow, uint32_t i)
{
	const struct cvg_inst *in = &flow->fn->insts[i];
	uint64_t bits = 0;

	if (in->op == CVG_OP_PHI)
		return into_phi(flow, i);
	for (uint32_t k = 0; k < in->nops; k++)
		bits |= flow->of_value[cvg_op_of(flow->fn, i, k)];
	return bits;
}

/* The inputs that an input's address is made of are not counted: the input
 * stands for itself. */
static void pass_values(struct flow *flow)
{
	for (uint32_t p = 0; p < flow->order->n; p++) {
		const struct cvg_block *b =
			&flow->fn->blocks[flow->order->block[p]];

		for (uint32_t i = b->inst_at; i < b->inst_at + b->ninsts; i++) {
			uint32_t v = cvg_inst_value(flow->fn, i);

			if (!is_input(flow, i) && !is_thread(flow, i))
				add(flow, &flow->of_value[v], into(flow, i));
		}
	}
}

/* A block gets the inputs of the conditions that it is control dependent on, and
 * of the blocks that they stand in. */
static void pass_control(struct flow *flow)
{
	for (size_t k = 0; k < flow->branch.n; k++) {
		uint32_t a = flow->branch.at[k];
		uint32_t end = cvg_block_last(flow->fn, a);

		add(flow, &flow->of_block[flow->depends.at[k]],
		    flow->of_value[cvg_inst_value(flow->fn, end)] |
			    flow->of_block[a]);
	}
}

void cvg_influence_init(struct cvg_influence *out, struct cvg_ana *ana)
{
	const struct cvg_fn *fn = cvg_ana_fn(ana);
	struct flow flow = {
		.ana = ana,
		.fn = fn,
		.order = cvg_ana_order(ana),
		.constant = cvg_calloc((size_t)fn->nvalues + 1, sizeof(bool)),
		.varies = cvg_calloc((size_t)fn->nvalues + 1, sizeof(bool)),
		.of_value =
			cvg_calloc((size_t)fn->nvalues + 1, sizeof(uint64_t)),
		.of_block = cvg_calloc(fn->nblocks, sizeof(uint64_t)),
	};

	*out = (struct cvg_influence){.of_block = flow.of_block};
	find_constants(&flow);
	name_inputs(&flow, out);
	find_dependences(&flow);
	do {
		flow.grew = false;
		pass_values(&flow);
		pass_control(&flow);
	} while (flow.grew);
	free(flow.constant);
	free(flow.varies);
	free(flow.of_value);
	free(flow.branch.at);
	free(flow.depends.at);
}

void cvg_influence_done(struct cvg_influence *in)
{
	free(in->input);
	free(in->of_block);
	*in = (struct cvg_influence){.ninputs = 0};
}
