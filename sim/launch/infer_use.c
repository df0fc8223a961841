/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Finds how a kernel uses its parameters: which numbers bound a thread's id,
 * which buffers hold indices. The result only serves to guess a launch, so
 * values that flow through memory are not followed, and a few sweeps over the
 * program are enough.
 *
 * Every slot has facts: the parameters whose address, number or elements its
 * value was computed from, and the axes of the ids. Within a block the last
 * operation that wrote a slot counts, because several values of one block may
 * share a slot; from block to block and through calls facts only grow.
 *
 * Example: of `if (get_global_id(0) < n) a[idx[i]] = 0`, the comparison puts n
 * into bounds[CVG_AXIS_X]; the address of the store has facts {address: a,
 * element: idx}, which puts idx into `index`.
 */
#include "sim/launch/infer_in.h"

#include "reconverge/graph.h"

#include <stdlib.h>
#include <string.h>

#define SWEEPS 6

/* What a value was computed from. */
struct facts {
	uint64_t address; /* set of pointer parameters */
	uint64_t number;  /* set of parameters that are numbers */
	uint64_t element; /* set of buffers of which an element was loaded */
	uint32_t axes;	  /* enum cvg_axis bits of ids */
};

struct fn_facts {
	struct facts *all;    /* [nslots] union over the ends of all blocks */
	struct facts *now;    /* [nslots] in the block that `when` names */
	uint32_t *when;	      /* [nslots] that block + 1, or 0 */
	struct facts *result; /* [nresults] of the function's results */
};

struct flow {
	const struct cvg_program *p;
	struct fn_facts *fns;	 /* [p->nfns] */
	struct cvg_uses *uses;	 /* the result */
	const struct cvg_ufn *f; /* the function that is visited */
	struct fn_facts *ff;	 /* its facts */
	uint32_t block;		 /* its block that is visited */
	bool changed;		 /* facts grew in this sweep */
};

static void join(struct facts *into, const struct facts *f)
{
	into->address |= f->address;
	into->number |= f->number;
	into->element |= f->element;
	into->axes |= f->axes;
}

/* Has `f` a fact that `than` has not? */
static bool is_more(const struct facts *f, const struct facts *than)
{
	return (f->address & ~than->address) || (f->number & ~than->number) ||
	       (f->element & ~than->element) || (f->axes & ~than->axes);
}

static struct facts facts_of(const struct flow *w, uint32_t ref)
{
	struct facts none = {0};

	if (ref >= w->f->nslots) /* constants, CVG_NONE */
		return none;
	if (w->ff->when[ref] == w->block + 1)
		return w->ff->now[ref];
	return w->ff->all[ref];
}

static void grow(struct flow *w, struct facts *into, const struct facts *f)
{
	if (!is_more(f, into))
		return;
	join(into, f);
	w->changed = true;
}

static void set_facts(struct flow *w, uint32_t slot, struct facts f, bool merge)
{
	struct facts before = facts_of(w, slot);

	if (slot >= w->f->nslots)
		return;
	if (merge)
		join(&f, &before);
	w->ff->now[slot] = f;
	w->ff->when[slot] = w->block + 1;
	grow(w, &w->ff->all[slot], &f);
}

/* ---- operations ------------------------------------------------------ */

/* The axis whose thread or block id a special register has; 0: it has none. */
static uint32_t axis_of(uint32_t sreg)
{
	static const uint8_t axis[CVG_NSREGS] = {
		[CVG_S_TID_X] = CVG_AXIS_X,   [CVG_S_TID_Y] = CVG_AXIS_Y,
		[CVG_S_TID_Z] = CVG_AXIS_Z,   [CVG_S_CTAID_X] = CVG_AXIS_X,
		[CVG_S_CTAID_Y] = CVG_AXIS_Y, [CVG_S_CTAID_Z] = CVG_AXIS_Z,
	};

	return axis[sreg];
}

static void note_address(struct flow *w, uint32_t ref)
{
	struct facts f = facts_of(w, ref);

	w->uses->index |= f.element;
	w->uses->addressing |= f.number;
}

static void note_access(struct flow *w, const struct cvg_uop *u)
{
	uint64_t through = facts_of(w, u->a).address;

	note_address(w, u->a);
	for (uint32_t i = 0; through; i++, through >>= 1) {
		if (through & 1)
			w->uses->accesses[i][u->kind]++;
	}
}

/* A number that is compared with a value made from ids bounds these; any other
 * number that is compared is taken for a loop's trip count. */
static void note_compare(struct flow *w, const struct facts *a,
			 const struct facts *b)
{
	if (a->axes && !b->axes)
		w->uses->bounds[a->axes] |= b->number;
	else if (b->axes && !a->axes)
		w->uses->bounds[b->axes] |= a->number;
	else
		w->uses->trips |= a->number ^ b->number;
}

static void note_product(struct flow *w, const struct facts *a,
			 const struct facts *b)
{
	if (a->axes && !b->axes)
		w->uses->pitch |= b->number;
	else if (b->axes && !a->axes)
		w->uses->pitch |= a->number;
}

static void note(struct flow *w, const struct cvg_uop *u)
{
	struct facts a = facts_of(w, u->a), b = facts_of(w, u->b);

	if (u->code == CVG_U_LOAD || u->code == CVG_U_STORE ||
	    u->code == CVG_U_ATOMIC || u->code == CVG_U_CMPXCHG)
		note_access(w, u);
	else if (u->code == CVG_U_ICMP)
		note_compare(w, &a, &b);
	else if (u->code == CVG_U_MUL)
		note_product(w, &a, &b);
	if (u->code == CVG_U_FILL || u->code == CVG_U_COPY)
		note_address(w, u->a);
	if (u->code == CVG_U_COPY)
		note_address(w, u->b);
}

static struct facts effect(const struct flow *w, const struct cvg_uop *u)
{
	struct facts f = facts_of(w, u->a), b = facts_of(w, u->b);
	struct facts c = facts_of(w, u->c), loaded = {0};

	if (u->code == CVG_U_LOAD || u->code == CVG_U_ATOMIC ||
	    u->code == CVG_U_CMPXCHG) {
		loaded.element = f.address;
		return loaded;
	}
	if (u->code == CVG_U_SREG) {
		loaded.axes = axis_of(u->n);
		return loaded;
	}
	if (u->code == CVG_U_ICMP || u->code == CVG_U_FCMP)
		return loaded;
	join(&f, &b);
	join(&f, &c);
	return f;
}

/* Is it the body of OpenCL's get_global_id or of a similar function? */
static bool is_id_function(const struct cvg_ufn *f)
{
	return strstr(f->name, "get_global_id") ||
	       strstr(f->name, "get_local_id") ||
	       strstr(f->name, "get_group_id");
}

/* The axis of the id that a call of get_global_id(0) or of a similar function
 * returns; 0: it calls no such function. */
static uint32_t axis_of_call(const struct flow *w, const struct cvg_uop *u)
{
	uint32_t ref = u->n == 1 ? w->f->lists[u->a] : CVG_NONE;
	uint32_t number = ref & ~CVG_REF_CONST;

	if (!is_id_function(&w->p->fns[u->imm]) || ref == CVG_NONE ||
	    !(ref & CVG_REF_CONST) || number >= w->p->nconsts ||
	    w->p->consts[number].lo > 2)
		return 0;
	return UINT32_C(1) << w->p->consts[number].lo;
}

/* Join the facts of the arguments into the callee's parameters, and those of
 * its results into the slots that the call writes. */
static void call(struct flow *w, const struct cvg_uop *u)
{
	struct facts id = {0};
	const struct cvg_ufn *to;
	struct fn_facts *tf;
	uint32_t slot = 0;

	if (u->imm >= w->p->nfns)
		return;
	to = &w->p->fns[u->imm];
	tf = &w->fns[u->imm];
	id.axes = axis_of_call(w, u);
	if (id.axes && u->dst != CVG_NONE) {
		w->uses->axes |= id.axes;
		set_facts(w, u->dst, id, false);
		return;
	}
	for (uint32_t i = 0; i < to->nparams; i++) {
		for (uint32_t k = 0; k < to->params[i].nslots; k++, slot++) {
			struct facts f;

			if (slot >= u->n)
				continue;
			f = facts_of(w, w->f->lists[u->a + slot]);
			grow(w, &tf->all[to->params[i].slot + k], &f);
		}
	}
	for (uint32_t r = 0; u->dst != CVG_NONE && r < to->nresults; r++)
		set_facts(w, u->dst + r, tf->result[r], false);
}

static void run_uops(struct flow *w, uint32_t at, uint32_t n)
{
	for (uint32_t i = at; i < at + n; i++) {
		const struct cvg_uop *u = &w->f->uops[i];

		if (u->code == CVG_U_CALL) {
			call(w, u);
			continue;
		}
		note(w, u);
		if (u->dst != CVG_NONE)
			set_facts(w, u->dst, effect(w, u),
				  u->flags & CVG_UF_MERGE);
	}
}

static void run_block(struct flow *w, uint32_t b)
{
	const struct cvg_block *block = &w->f->fn->blocks[b];
	const struct cvg_ublock *ub = &w->f->blocks[b];

	w->block = b;
	run_uops(w, ub->uop_at, ub->nuops);
	if (ub->term == CVG_T_RETURN) {
		for (uint32_t r = 0; r < ub->nlist && r < w->f->nresults; r++) {
			struct facts f =
				facts_of(w, w->f->lists[ub->list_at + r]);

			grow(w, &w->ff->result[r], &f);
		}
	}
	for (uint32_t k = 0; k < block->nsuccs; k++) {
		const struct cvg_uedge *e = &w->f->edges[block->succs_at + k];

		run_uops(w, e->uop_at, e->nuops);
	}
}

/* ---- the program ----------------------------------------------------- */

static void start(const struct cvg_ufn *kernel, struct fn_facts *ff)
{
	for (uint32_t i = 0; i < kernel->nparams && i < 64; i++) {
		const struct cvg_param *param = &kernel->params[i];
		uint64_t bit = UINT64_C(1) << i;

		for (uint32_t k = 0; k < param->nslots; k++) {
			struct facts *f = &ff->all[param->slot + k];

			if (param->pointer)
				f->address = bit;
			else
				f->number = bit;
		}
	}
}

static void note_axes(const struct cvg_ufn *f, struct cvg_uses *out)
{
	if (is_id_function(f))
		return;
	for (uint32_t i = 0; i < f->nuops; i++) {
		if (f->uops[i].code == CVG_U_SREG)
			out->axes |= axis_of(f->uops[i].n);
	}
}

static void sweep(struct flow *w)
{
	w->changed = false;
	for (uint32_t i = 0; i < w->p->nfns; i++) {
		w->f = &w->p->fns[i];
		w->ff = &w->fns[i];
		memset(w->ff->when, 0, w->f->nslots * sizeof *w->ff->when);
		for (uint32_t b = 0; b < w->f->fn->nblocks; b++)
			run_block(w, b);
	}
}

void cvg_uses_of(const struct cvg_program *p, struct cvg_uses *out)
{
	struct flow w = {.p = p, .uses = out};

	*out = (struct cvg_uses){0};
	w.fns = cvg_calloc(p->nfns, sizeof *w.fns);
	for (uint32_t i = 0; i < p->nfns; i++) {
		const struct cvg_ufn *f = &p->fns[i];
		struct fn_facts *ff = &w.fns[i];

		note_axes(f, out);
		ff->all = cvg_calloc(f->nslots + 1, sizeof *ff->all);
		ff->now = cvg_calloc(f->nslots + 1, sizeof *ff->now);
		ff->when = cvg_calloc(f->nslots + 1, sizeof *ff->when);
		ff->result = cvg_calloc(f->nresults + 1, sizeof *ff->result);
	}
	start(&p->fns[0], &w.fns[0]);
	w.changed = true;
	for (uint32_t n = 0; n < SWEEPS && w.changed; n++)
		sweep(&w);
	for (uint32_t i = 0; i < p->nfns; i++) {
		free(w.fns[i].all);
		free(w.fns[i].now);
		free(w.fns[i].when);
		free(w.fns[i].result);
	}
	free(w.fns);
	for (uint32_t i = 0; i < p->nglobals; i++)
		out->dynamic_shared |= p->globals[i].dynamic;
}
