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
 * element: idx}, which puts idx into `index`. Of `if (get_global_id(0) <
 * options->n)`, the comparison puts options into `records`. In the address a + y *
 * step + 4 * x, of numbers of threads x and y, step is a pitch with `apart` 4: rows lie
 * four times as many units apart as they have points. In a + 4 * (y * step + x) it has
 * `apart` 1, and in a + 4 * (y * (step / 4) + x) it has `over` 4.
 */
#include "sim/launch/infer_facts.h"

#include "reconverge/graph.h"
#include "reconverge/ucodes.h"

#include <stdlib.h>
#include <string.h>

#define SWEEPS 6

struct fn_facts {
	struct facts *all;    /* [nslots] union over the ends of all blocks */
	struct facts *now;    /* [nslots] in the block that `when` names */
	uint32_t *when;	      /* [nslots] that block + 1, or 0 */
	struct facts *result; /* [nresults] of the function's results */
};

struct flow {
	const struct cvg_program *p;
	struct fn_facts *fns;	  /* [p->nfns] */
	struct cvg_uses *uses;	  /* the result */
	const struct cvg_ufn *fn; /* the function that is visited */
	struct fn_facts *ff;	  /* its facts */
	uint32_t block;		  /* its block that is visited */
	bool changed;		  /* facts grew in this sweep */
};

static struct facts facts_of(const struct flow *flow, uint32_t ref)
{
	struct facts none = {0};

	if (ref >= flow->fn->nslots) /* constants, CVG_NONE */
		return none;
	if (flow->ff->when[ref] == flow->block + 1)
		return flow->ff->now[ref];
	return flow->ff->all[ref];
}

static void grow(struct flow *flow, struct facts *into, const struct facts *f)
{
	if (!cvg_facts_more(f, into))
		return;
	cvg_facts_join(into, f);
	flow->changed = true;
}

static void set_facts(struct flow *flow, uint32_t slot, struct facts f,
		      bool merge)
{
	struct facts before = facts_of(flow, slot);

	if (slot >= flow->fn->nslots)
		return;
	if (merge)
		cvg_facts_join(&f, &before);
	flow->ff->now[slot] = f;
	flow->ff->when[slot] = flow->block + 1;
	grow(flow, &flow->ff->all[slot], &f);
}

/* ---- operations ------------------------------------------------------ */

/* The constant that the ref is, as a signed integer. */
static bool is_integer(const struct flow *flow, uint32_t ref,
		       enum cvg_kind kind, int64_t *x)
{
	uint32_t number = ref & ~CVG_REF_CONST, unused;
	const struct cvg_const *c;

	if (ref == CVG_NONE || !(ref & CVG_REF_CONST) ||
	    number >= flow->p->nconsts || kind > CVG_K_I64)
		return false;
	c = &flow->p->consts[number];
	unused = 64 - 8 * cvg_kind_bytes(kind);
	*x = (int64_t)(c->lo << unused) >> unused;
	return !c->poison && !c->undef;
}

/* The place from which the access is done. */
static struct cvg_place place_of(const struct flow *flow,
				 const struct cvg_uop *uop)
{
	struct cvg_place place = facts_of(flow, uop->a).place;

	place.offset += uop->imm;
	return place;
}

static void note_address(struct flow *flow, uint32_t ref)
{
	struct facts f = facts_of(flow, ref);

	cvg_field_note(flow->uses, f.field, CVG_FIELD_INDEX);
	flow->uses->index |= f.element;
	flow->uses->addressing |= f.number;
	for (uint32_t i = 0; f.row_times && f.rows >> i; i++)
		if (f.rows >> i & 1)
			flow->uses->apart[i] = cvg_larger(
				flow->uses->apart[i], f.id_times / f.row_times);
}

static void note_access(struct flow *flow, const struct cvg_uop *uop)
{
	uint64_t through = facts_of(flow, uop->a).address;

	note_address(flow, uop->a);
	if (uop->code == CVG_U_STORE && uop->kind2 == CVG_SPACE_SHARED)
		flow->uses->shared_axes |= facts_of(flow, uop->a).axes;
	for (uint32_t i = 0; through; i++, through >>= 1) {
		if (through & 1)
			flow->uses->accesses[i][uop->kind]++;
	}
}

/* A number that is compared with a value made from ids bounds these; any other
 * number that is compared is taken for a loop's trip count. */
static void note_compare(struct flow *flow, const struct facts *a,
			 const struct facts *b, enum cvg_kind kind)
{
	if (b->axes && !a->axes) {
		note_compare(flow, b, a, kind);
	} else if (a->axes && !b->axes) {
		flow->uses->bounds[a->axes] |= b->number;
		flow->uses->records |= b->member;
		if (kind == CVG_K_I64)
			flow->uses->wide |= b->member;
		if (b->member)
			cvg_field_note(flow->uses, b->field, CVG_FIELD_BOUND);
	} else {
		flow->uses->trips |= a->number ^ b->number;
		cvg_field_note(flow->uses, a->field ^ b->field,
			       CVG_FIELD_TRIPS);
	}
}

static void note_product(struct flow *flow, const struct facts *a,
			 const struct facts *b)
{
	if (b->axes && !a->axes) {
		note_product(flow, b, a);
	} else if (a->axes && !b->axes) {
		flow->uses->pitch |= b->number;
		for (uint32_t i = 0; b->number >> i; i++)
			if (b->number >> i & 1)
				flow->uses->over[i] = cvg_larger(
					flow->uses->over[i], b->over);
	}
}

/* Note the integers that fields are compared with. */
static void note_tests(struct flow *flow, const struct cvg_uop *uop,
		       const struct facts *a, const struct facts *b)
{
	int64_t x;

	if (is_integer(flow, uop->b, (enum cvg_kind)uop->kind, &x))
		cvg_field_test(flow->uses, a->field, x, false);
	if (is_integer(flow, uop->a, (enum cvg_kind)uop->kind, &x))
		cvg_field_test(flow->uses, b->field, x, false);
}

static void note(struct flow *flow, const struct cvg_uop *uop)
{
	struct facts a = facts_of(flow, uop->a), b = facts_of(flow, uop->b);

	if (uop->code == CVG_U_ICMP)
		note_tests(flow, uop, &a, &b);
	if (uop->code == CVG_U_LOAD || uop->code == CVG_U_STORE ||
	    uop->code == CVG_U_ATOMIC || uop->code == CVG_U_CMPXCHG)
		note_access(flow, uop);
	else if (uop->code == CVG_U_ICMP)
		note_compare(flow, &a, &b, (enum cvg_kind)uop->kind);
	else if (uop->code == CVG_U_MUL)
		note_product(flow, &a, &b);
	if (uop->code == CVG_U_FILL || uop->code == CVG_U_COPY)
		note_address(flow, uop->a);
	if (uop->code == CVG_U_COPY)
		note_address(flow, uop->b);
}

/* The field that is loaded, as a set; empty: it may be one of several parameters. */
static uint64_t field_of(struct flow *flow, const struct cvg_uop *uop,
			 uint64_t address)
{
	uint32_t param = 0, field;

	if (!address || (address & (address - 1)) || uop->code != CVG_U_LOAD)
		return 0;
	while (!(address >> param & 1))
		param++;
	field = cvg_field_of(flow->uses, param, place_of(flow, uop),
			     (enum cvg_kind)uop->kind);
	return field == CVG_NONE ? 0 : UINT64_C(1) << field;
}

/* The address `f` with an index, of which one is so many bytes. */
static struct facts step(const struct flow *flow, const struct cvg_uop *uop,
			 struct facts f, struct facts index)
{
	int64_t x, bytes = (int64_t)uop->imm;
	struct cvg_place moved = f.place;

	cvg_facts_scale(&index, uop->imm, false);

	if (!f.address) {
		cvg_facts_join(&f, &index);
		return f;
	}
	if (is_integer(flow, uop->b, (enum cvg_kind)uop->kind2, &x)) {
		f.place.offset += (uint64_t)(x * bytes);
	} else {
		moved.offset += (uint64_t)bytes;
		f.place = cvg_place_join(f.place, moved);
	}
	cvg_facts_join(&f, &index);
	return f;
}

/* What the loaded value is an address in, if it is a pointer of a struct. */
static uint64_t pointee_of(struct flow *flow, const struct cvg_uop *uop,
			   uint64_t address)
{
	const struct cvg_ufn *kernel = &flow->p->fns[0];
	struct cvg_place place = place_of(flow, uop);
	uint32_t param = 0, member;

	if (!address || (address & (address - 1)) || place.stride ||
	    uop->code != CVG_U_LOAD || uop->kind != CVG_K_I64)
		return 0;
	while (!(address >> param & 1))
		param++;
	if (param >= kernel->nparams || !kernel->params[param].copy_bytes)
		return 0;
	member = cvg_member_of(flow->uses, param, place.offset);
	return member == CVG_NONE ? 0 : UINT64_C(1) << member;
}

/* Of a product, a quotient or a shift by a constant, whose operands' facts are joined in
 * `f`; of a product with a number, that ids are multiplied by it. */
static void multiply(const struct flow *flow, const struct cvg_uop *uop,
		     struct facts *f)
{
	struct facts a = facts_of(flow, uop->a), b = facts_of(flow, uop->b);
	bool shifts = uop->code == CVG_U_SHL || uop->code == CVG_U_LSHR ||
		      uop->code == CVG_U_ASHR;
	bool times = uop->code == CVG_U_MUL || uop->code == CVG_U_SHL;
	enum cvg_kind kind = (enum cvg_kind)uop->kind;
	const struct facts *number = a.axes ? &b : &a;
	int64_t n;

	if (is_integer(flow, uop->b, kind, &n) ||
	    (uop->code == CVG_U_MUL && is_integer(flow, uop->a, kind, &n))) {
		if (!shifts || (n >= 0 && n < 40))
			cvg_facts_scale(f,
					shifts ? UINT64_C(1) << n : (uint64_t)n,
					!times);
	} else if (uop->code == CVG_U_MUL && !a.axes != !b.axes) {
		f->rows |= number->number;
		f->row_times = cvg_larger(f->row_times, number->number != 0);
	}
}

static struct facts effect(struct flow *flow, const struct cvg_uop *uop)
{
	struct facts f = facts_of(flow, uop->a), b = facts_of(flow, uop->b);
	struct facts c = facts_of(flow, uop->c), loaded = {0};

	if (uop->code == CVG_U_ADDR)
		return step(flow, uop, f, b);

	if (uop->code == CVG_U_LOAD || uop->code == CVG_U_ATOMIC ||
	    uop->code == CVG_U_CMPXCHG) {
		loaded.element = f.address;
		loaded.field = field_of(flow, uop, f.address);
		loaded.address = pointee_of(flow, uop, f.address);
		if (!f.axes && !f.number && !f.element)
			loaded.member = f.address;
		return loaded;
	}
	if (uop->code == CVG_U_SREG || cvg_is_lane(flow->p, uop)) {
		bool block = uop->code == CVG_U_SREG &&
			     uop->n >= CVG_S_CTAID_X && uop->n <= CVG_S_CTAID_Z;

		loaded.axes = cvg_is_lane(flow->p, uop) ? CVG_AXIS_X
							: cvg_axis_of(uop->n);
		loaded.id_times = loaded.axes && !block;
		return loaded;
	}
	if (uop->code == CVG_U_ICMP || uop->code == CVG_U_FCMP)
		return loaded;
	cvg_facts_join(&f, &b);
	cvg_facts_join(&f, &c);
	switch (uop->code) {
	case CVG_U_MUL:
	case CVG_U_SHL:
	case CVG_U_LSHR:
	case CVG_U_ASHR:
	case CVG_U_UDIV:
	case CVG_U_SDIV:
		multiply(flow, uop, &f);
	}
	return f;
}

/* Join the facts of the arguments into the callee's parameters, and those of
 * its results into the slots that the call writes. */
static void call(struct flow *flow, const struct cvg_uop *uop)
{
	struct facts id = {0};
	const struct cvg_ufn *to;
	struct fn_facts *tf;
	uint32_t slot = 0;

	if (uop->imm >= flow->p->nfns)
		return;
	to = &flow->p->fns[uop->imm];
	tf = &flow->fns[uop->imm];
	id.axes = cvg_axis_of_call(flow->p, flow->fn, uop);
	id.id_times = 1;
	if (id.axes && uop->dst != CVG_NONE) {
		flow->uses->axes |= id.axes;
		set_facts(flow, uop->dst, id, false);
		return;
	}
	for (uint32_t i = 0; i < to->nparams; i++) {
		for (uint32_t k = 0; k < to->params[i].nslots; k++, slot++) {
			struct facts f;

			if (slot >= uop->n)
				continue;
			f = facts_of(flow, flow->fn->lists[uop->a + slot]);
			grow(flow, &tf->all[to->params[i].slot + k], &f);
		}
	}
	for (uint32_t r = 0; uop->dst != CVG_NONE && r < to->nresults; r++)
		set_facts(flow, uop->dst + r, tf->result[r], false);
}

static void run_uops(struct flow *flow, uint32_t at, uint32_t n)
{
	for (uint32_t i = at; i < at + n; i++) {
		const struct cvg_uop *uop = &flow->fn->uops[i];

		if (uop->code == CVG_U_CALL) {
			call(flow, uop);
			continue;
		}
		note(flow, uop);
		if (uop->dst != CVG_NONE)
			set_facts(flow, uop->dst, effect(flow, uop),
				  uop->flags & CVG_UF_MERGE);
	}
}

/* Note the cases of a switch as what its value is compared with. */
static void note_switch(struct flow *flow, uint32_t b)
{
	const struct cvg_block *block = &flow->fn->fn->blocks[b];
	const struct cvg_ublock *ub = &flow->fn->blocks[b];
	uint64_t fields = facts_of(flow, ub->ref).field;
	int64_t x;

	for (uint32_t k = 0; fields && k < block->nsuccs; k++)
		if (is_integer(flow,
			       flow->fn->edges[block->succs_at + k].case_ref,
			       (enum cvg_kind)ub->kind, &x))
			cvg_field_test(flow->uses, fields, x, true);
}

static void run_block(struct flow *flow, uint32_t b)
{
	const struct cvg_block *block = &flow->fn->fn->blocks[b];
	const struct cvg_ublock *ub = &flow->fn->blocks[b];

	flow->block = b;
	run_uops(flow, ub->uop_at, ub->nuops);
	if (ub->term == CVG_T_SWITCH)
		note_switch(flow, b);
	if (ub->term == CVG_T_RETURN) {
		for (uint32_t r = 0; r < ub->nlist && r < flow->fn->nresults;
		     r++) {
			struct facts f = facts_of(
				flow, flow->fn->lists[ub->list_at + r]);

			grow(flow, &flow->ff->result[r], &f);
		}
	}
	for (uint32_t k = 0; k < block->nsuccs; k++) {
		const struct cvg_uedge *e =
			&flow->fn->edges[block->succs_at + k];

		run_uops(flow, e->uop_at, e->nuops);
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

static void sweep(struct flow *flow)
{
	flow->changed = false;
	flow->uses->sweeps++;
	for (uint32_t i = 0; i < flow->p->nfns; i++) {
		flow->fn = &flow->p->fns[i];
		flow->ff = &flow->fns[i];
		memset(flow->ff->when, 0,
		       flow->fn->nslots * sizeof *flow->ff->when);
		for (uint32_t b = 0; b < flow->fn->fn->nblocks; b++)
			run_block(flow, b);
	}
}

void cvg_uses_of(const struct cvg_program *program, struct cvg_uses *out)
{
	struct flow flow = {.p = program, .uses = out};

	*out = (struct cvg_uses){.nparams = program->fns[0].nparams};
	flow.fns = cvg_calloc(program->nfns, sizeof *flow.fns);
	for (uint32_t i = 0; i < program->nfns; i++) {
		const struct cvg_ufn *ufn = &program->fns[i];
		struct fn_facts *ff = &flow.fns[i];

		cvg_note_axes(program, ufn, out);
		ff->all = cvg_calloc(ufn->nslots + 1, sizeof *ff->all);
		ff->now = cvg_calloc(ufn->nslots + 1, sizeof *ff->now);
		ff->when = cvg_calloc(ufn->nslots + 1, sizeof *ff->when);
		ff->result = cvg_calloc(ufn->nresults + 1, sizeof *ff->result);
	}
	start(&program->fns[0], &flow.fns[0]);
	flow.changed = true;
	for (uint32_t n = 0; n < SWEEPS && flow.changed; n++)
		sweep(&flow);
	for (uint32_t i = 0; i < program->nfns; i++) {
		free(flow.fns[i].all);
		free(flow.fns[i].now);
		free(flow.fns[i].when);
		free(flow.fns[i].result);
	}
	free(flow.fns);
	for (uint32_t i = 0; i < program->nglobals; i++)
		out->dynamic_shared |= program->globals[i].dynamic;
}
