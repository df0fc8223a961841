/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Which buffers lie by thread: see reconverge/rows.h. Pointers are followed from
 * the kernel's arguments to the accesses, also into the functions that it calls.
 * What is known of a value only grows from one walk over a function to the next
 * and is true at any time, so that the walks may stop after any number.
 */
#include "rows.h"

#include "reconverge/analysis.h"
#include "reconverge/graph.h"

#include <stdlib.h>
#include <string.h>

#define MOST_WALKS 8
#define MOST_CALLS 64 /* calls that are looked into */
#define MOST_DEPTH 8  /* calls inside calls */

/* A call of a function, with what is known of its arguments. */
struct rowcall {
	struct cvg_ana *ana;
	struct cvg_affine *value; /* [nargs] */
	uint32_t *base;		  /* [nargs] */
	uint32_t depth;
};

struct cvg_rowcalls {
	struct rowcall *at;
	size_t n, cap;
};

static bool is_pointer(const struct cvg_fn *fn, uint32_t value)
{
	return fn->types[fn->values[value].type].kind == CVG_TYPE_POINTER;
}

static bool is_arg(const struct cvg_rowfinder *finder, uint32_t base)
{
	return base < finder->nargs;
}

/* Note why the buffer of `base` does not lie by thread; the first reason stays. */
static void object(struct cvg_rowfinder *finder, uint32_t base, uint32_t inst,
		   const char *why)
{
	if (!is_arg(finder, base) || finder->rows[base].why)
		return;
	finder->rows[base].why = why;
	finder->rows[base].fn = finder->fn;
	finder->rows[base].inst = inst;
}

/* ---- bases ------------------------------------------------------------- */

static const char several[] = "a pointer may lead to this buffer or to another";

static uint32_t join_base(struct cvg_rowfinder *finder, uint32_t inst,
			  uint32_t a, uint32_t b)
{
	if (a == b || b == CVG_NONE)
		return a;
	if (a == CVG_NONE)
		return b;
	object(finder, a, inst, several);
	object(finder, b, inst, several);
	return CVG_BASE_MANY;
}

static uint32_t base_of_call(const struct cvg_fn *fn, uint32_t i)
{
	const char *callee = cvg_inst_callee(fn, i);

	uint32_t k = callee ? cvg_target_asks_base(cvg_target_info(fn->target),
						   callee)
			    : CVG_NONE;

	return k == CVG_NONE ? CVG_NONE : CVG_BASE_LAUNCH + k;
}

/* Is the result another pointer to the same place? */
static bool is_copy(enum cvg_op op)
{
	return op == CVG_OP_ADDRSPACECAST || op == CVG_OP_BITCAST ||
	       op == CVG_OP_FREEZE;
}

/* The base of the pointer that instruction i computes. */
static uint32_t base_of(struct cvg_rowfinder *finder, uint32_t i)
{
	const struct cvg_fn *fn = finder->fn;
	const struct cvg_inst *inst = &fn->insts[i];
	uint32_t base = CVG_NONE, from = 0, to = 0;

	if (inst->op == CVG_OP_CALL)
		return base_of_call(fn, i);
	if (inst->op == CVG_OP_SELECT) {
		from = 1;
		to = 3;
	} else if (inst->op == CVG_OP_PHI) {
		to = inst->nops;
	} else if (inst->op == CVG_OP_GEP || is_copy(inst->op)) {
		to = 1;
	}
	for (uint32_t k = from; k < to; k++)
		base = join_base(finder, i, base,
				 finder->base[cvg_op_of(fn, i, k)]);
	return base;
}

static void find_bases(struct cvg_rowfinder *finder)
{
	const struct cvg_order *order = cvg_ana_order(finder->ana);
	bool again = true;

	while (again) {
		again = false;
		for (uint32_t p = 0; p < order->n; p++) {
			const struct cvg_block *b =
				&finder->fn->blocks[order->block[p]];

			for (uint32_t i = b->inst_at;
			     i < b->inst_at + b->ninsts; i++) {
				uint32_t v = cvg_inst_value(finder->fn, i),
					 base;

				if (!is_pointer(finder->fn, v))
					continue;
				base = base_of(finder, i);
				again |= base != finder->base[v];
				finder->base[v] = base;
			}
		}
	}
}

/* ---- values ------------------------------------------------------------ */

static struct cvg_affine of_number(const struct cvg_fn *fn, uint32_t v,
				   uint64_t n)
{
	const struct cvg_type *t = &fn->types[fn->values[v].type];
	int64_t is;

	if (t->kind != CVG_TYPE_INT || !t->bits || t->bits > 64)
		return cvg_affine_unknown();
	is = (int64_t)(n << (64 - t->bits)) >> (64 - t->bits);
	return cvg_affine_range(is, is);
}

/* Constants are known from the start; nothing is known of other values. */
static void init_values(struct cvg_rowfinder *finder)
{
	const struct cvg_fn *fn = finder->fn;

	for (uint32_t v = 0; v < fn->nvalues; v++) {
		finder->value[v] = cvg_affine_unknown();
		finder->base[v] = CVG_NONE;
		if (fn->values[v].flags & CVG_V_INT64)
			finder->value[v] = of_number(fn, v, fn->values[v].bits);
	}
}

/* The arguments: pointers and scalars of the kernel's launch; for a function that
 * the kernel calls, what is known of the call's operands. */
static void init_arguments(struct cvg_rowfinder *finder,
			   const struct rowcall *call)
{
	const struct cvg_fn *fn = finder->fn;

	for (uint32_t v = 0; v < fn->nargs; v++) {
		if (call->value) {
			finder->value[v] = call->value[v];
			finder->base[v] = call->base[v];
		} else if (is_pointer(fn, v)) {
			finder->value[v] = cvg_affine_range(0, 0);
			finder->base[v] = v;
		} else if (finder->launch->known[v]) {
			finder->value[v] =
				of_number(fn, v, finder->launch->value[v]);
		}
	}
}

static struct cvg_affine of_phi(const struct cvg_rowfinder *finder, uint32_t i)
{
	struct cvg_affine all = finder->value[cvg_op_of(finder->fn, i, 0)];

	for (uint32_t k = 1; k < finder->fn->insts[i].nops; k++)
		all = cvg_affine_join(
			&all, &finder->value[cvg_op_of(finder->fn, i, k)]);
	return all.known ? all : cvg_row_counter(finder, i);
}

static bool walk_block(struct cvg_rowfinder *finder, const struct cvg_block *b)
{
	bool grew = false;

	for (uint32_t i = b->inst_at; i < b->inst_at + b->ninsts; i++) {
		uint32_t v = cvg_inst_value(finder->fn, i);

		if (finder->value[v].known)
			continue;
		finder->value[v] = finder->fn->insts[i].op == CVG_OP_PHI
					   ? of_phi(finder, i)
					   : cvg_row_value(finder, i);
		grew |= finder->value[v].known;
	}
	return grew;
}

static void find_values(struct cvg_rowfinder *finder)
{
	const struct cvg_order *order = cvg_ana_order(finder->ana);
	bool grew = true;

	for (uint32_t n = 0; grew && n < MOST_WALKS; n++) {
		grew = false;
		for (uint32_t p = 0; p < order->n; p++)
			grew |= walk_block(
				finder, &finder->fn->blocks[order->block[p]]);
	}
}

/* ---- uses -------------------------------------------------------------- */

/* Which operand of an access is the address; CVG_NONE: it is no access. */
static uint32_t address_of(const struct cvg_inst *inst)
{
	if (inst->op == CVG_OP_STORE)
		return 1;
	return inst->op == CVG_OP_LOAD || inst->op == CVG_OP_ATOMICRMW ||
			       inst->op == CVG_OP_CMPXCHG
		       ? 0
		       : CVG_NONE;
}

/* Extend the row of the buffer that instruction i accesses. */
static void note_access(struct cvg_rowfinder *finder, uint32_t i,
			uint32_t pointer)
{
	const struct cvg_inst *inst = &finder->fn->insts[i];
	const struct cvg_affine *at = &finder->value[pointer];
	uint32_t base = finder->base[pointer];
	struct cvg_row *row;
	uint32_t bytes = (finder->fn->types[inst->access].bits + 7) / 8;
	bool first;

	if (!is_arg(finder, base))
		return;
	row = &finder->rows[base];
	if (!at->known || !bytes) {
		object(finder, base, i,
		       "the place of an access depends on more than the "
		       "thread's number");
		return;
	}
	first = row->low == row->high;
	if (first)
		memcpy(row->step, at->step, sizeof row->step);
	else if (memcmp(row->step, at->step, sizeof row->step) != 0)
		object(finder, base, i,
		       "the places of two accesses depend on the thread's "
		       "number in different ways");
	if (first || at->low < row->low)
		row->low = at->low;
	if (first || at->high + bytes > row->high)
		row->high = at->high + bytes;
}

/* Does the instruction only compute with pointers, or compare them? */
static bool is_harmless(const struct cvg_fn *fn, uint32_t i)
{
	const char *callee = cvg_inst_callee(fn, i);
	enum cvg_op op = fn->insts[i].op;

	if (op == CVG_OP_CALL)
		return callee && (!strncmp(callee, "llvm.assume", 11) ||
				  !strncmp(callee, "llvm.prefetch", 13) ||
				  !strncmp(callee, "llvm.lifetime.", 14));
	return is_copy(op) || op == CVG_OP_GEP || op == CVG_OP_PHI ||
	       op == CVG_OP_SELECT || op == CVG_OP_ICMP;
}

/* If instruction i calls a function with a body that returns no pointer, queue the
 * call. False: it is no such call, or there are too many. */
static bool look_into(struct cvg_rowfinder *finder, uint32_t i)
{
	const struct cvg_inst *inst = &finder->fn->insts[i];
	const char *callee = cvg_inst_callee(finder->fn, i);
	struct rowcall call = {.depth = finder->depth + 1};
	uint32_t nargs;

	if (inst->op != CVG_OP_CALL || !callee ||
	    is_pointer(finder->fn, cvg_inst_value(finder->fn, i)) ||
	    !(finder->fn->values[inst->callee].flags & CVG_V_BODY) ||
	    finder->calls->n == MOST_CALLS || finder->depth == MOST_DEPTH)
		return false;
	call.ana = finder->launch->callee(finder->launch->context, callee);
	nargs = cvg_inst_nargs(finder->fn, i);
	if (!call.ana || cvg_ana_fn(call.ana)->nargs != nargs)
		return false;
	call.value = cvg_calloc((size_t)nargs + 1, sizeof(*call.value));
	call.base = cvg_calloc((size_t)nargs + 1, sizeof(*call.base));
	for (uint32_t k = 0; k < nargs; k++) {
		call.value[k] = finder->value[cvg_op_of(finder->fn, i, k)];
		call.base[k] = finder->base[cvg_op_of(finder->fn, i, k)];
	}
	cvg_push(finder->calls, call);
	return true;
}

static bool gives_buffers(const struct cvg_rowfinder *finder, uint32_t i)
{
	bool any = false;

	for (uint32_t k = 0; k < finder->fn->insts[i].nops; k++)
		any |= is_arg(finder,
			      finder->base[cvg_op_of(finder->fn, i, k)]);
	return any;
}

/* What instruction i does with pointers into buffers. */
static void note_uses(struct cvg_rowfinder *finder, uint32_t i)
{
	const struct cvg_inst *inst = &finder->fn->insts[i];
	uint32_t address = address_of(inst);

	if (is_harmless(finder->fn, i) || !gives_buffers(finder, i) ||
	    look_into(finder, i))
		return;
	for (uint32_t k = 0; k < inst->nops; k++) {
		uint32_t v = cvg_op_of(finder->fn, i, k);

		if (!is_pointer(finder->fn, v))
			continue;
		if (k == address)
			note_access(finder, i, v);
		else
			object(finder, finder->base[v], i,
			       "its address is not only used for accesses");
	}
}

static void find_uses(struct cvg_rowfinder *finder)
{
	const struct cvg_order *order = cvg_ana_order(finder->ana);

	for (uint32_t p = 0; p < order->n; p++) {
		const struct cvg_block *b =
			&finder->fn->blocks[order->block[p]];

		for (uint32_t i = b->inst_at; i < b->inst_at + b->ninsts; i++)
			note_uses(finder, i);
	}
}

/* Note where the loads that are asked for stand. A function that is called again
 * may be called with other pointers. */
static void note_loads(const struct cvg_rowfinder *finder,
		       struct cvg_rowloads *loads)
{
	const struct cvg_fn *fn = finder->fn;

	for (uint32_t k = 0; k < loads->n; k++) {
		uint32_t pointer = cvg_op_of(fn, loads->inst[k], 0);
		const struct cvg_inst *inst = &fn->insts[loads->inst[k]];
		const struct cvg_affine *at = &finder->value[pointer];
		struct cvg_row *row = &loads->row[k];

		*row = (struct cvg_row){
			.low = at->low, .fn = fn, .inst = loads->inst[k]};
		memcpy(row->step, at->step, sizeof row->step);
		row->high = at->low + (fn->types[inst->access].bits + 7) / 8;
		loads->arg[k] = finder->base[pointer];
		if (loads->seen)
			row->why = "its function is called several times";
		else if (!is_arg(finder, loads->arg[k]))
			row->why = "it is in no buffer of the launch";
		else if (!at->known || at->low != at->high)
			row->why = "its place depends on more than the "
				   "thread's number";
	}
	loads->seen = true;
}

/* Look at one function, with what is known of this call. */
static void look_at(const struct rowcall *call,
		    const struct cvg_row_launch *launch, uint32_t nargs,
		    struct cvg_rowcalls *calls, struct cvg_row *rows,
		    struct cvg_rowloads *loads)
{
	const struct cvg_fn *fn = cvg_ana_fn(call->ana);
	struct cvg_rowfinder finder = {
		.ana = call->ana,
		.fn = fn,
		.launch = launch,
		.value = cvg_calloc((size_t)fn->nvalues + 1,
				    sizeof(*finder.value)),
		.base = cvg_calloc((size_t)fn->nvalues + 1,
				   sizeof(*finder.base)),
		.rows = rows,
		.nargs = nargs,
		.calls = calls,
		.depth = call->depth,
	};

	init_values(&finder);
	init_arguments(&finder, call);
	find_bases(&finder);
	find_values(&finder);
	find_uses(&finder);
	if (loads && !strcmp(fn->name, loads->of))
		note_loads(&finder, loads);
	free(finder.value);
	free(finder.base);
}

/* Look at the kernel and at all that it calls. */
static void look_at_all(struct cvg_ana *ana,
			const struct cvg_row_launch *launch,
			struct cvg_row *rows, struct cvg_rowloads *loads)
{
	uint32_t nargs = cvg_ana_fn(ana)->nargs;
	struct cvg_rowcalls calls = {.at = NULL};

	for (uint32_t v = 0; v < nargs; v++)
		rows[v] = (struct cvg_row){.fn = NULL};
	cvg_push(&calls, ((struct rowcall){.ana = ana}));
	for (size_t i = 0; i < calls.n; i++) {
		struct rowcall call = calls.at[i];

		look_at(&call, launch, nargs, &calls, rows, loads);
		free(call.value);
		free(call.base);
	}
	free(calls.at);
}

void cvg_rows_find(struct cvg_ana *ana, const struct cvg_row_launch *launch,
		   struct cvg_row *rows)
{
	uint32_t nargs = cvg_ana_fn(ana)->nargs;

	look_at_all(ana, launch, rows, NULL);
	for (uint32_t v = 0; v < nargs; v++) {
		if (!rows[v].why && rows[v].low == rows[v].high)
			rows[v].why = "the kernel neither reads nor writes it";
	}
}

void cvg_rows_loads(struct cvg_ana *ana, const struct cvg_row_launch *launch,
		    const char *of, const uint32_t *load, uint32_t n,
		    struct cvg_row *out, uint32_t *arg)
{
	struct cvg_row *rows =
		cvg_calloc((size_t)cvg_ana_fn(ana)->nargs + 1, sizeof(*rows));
	struct cvg_rowloads loads = {
		.of = of, .inst = load, .n = n, .row = out, .arg = arg};

	for (uint32_t k = 0; k < n; k++)
		out[k] = (struct cvg_row){.why = "no call leads to it"};
	look_at_all(ana, launch, rows, &loads);
	free(rows);
}
