/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Inputs for which a path fails. Where no proof is found, the solver is asked once
 * more, under what a launch can be made of: parameters that are neither poison nor
 * undef, each pointer at a buffer of its own, accesses near the begin of these, and
 * a thread that a small grid has. What it says is no refutation: the path may begin
 * at a loop header, in a state that no run reaches, and functions that are not known
 * have the results that suit it. So the launch is run.
 *
 * Example: `store x` against `store (x == 5 ? 6 : x)`. The operands of both stores
 * may differ; the question under which x they do is answered by x = 5.
 */
#include "private.h"

#include "reconverge/ucodes.h"

#include <stdlib.h>

#define MS_PER_MODEL 2000
#define OTHERS	     ((uint64_t)CVG_GLOBAL_FIRST_GRANULE << CVG_GRANULE_BITS)

/* How large the launch may be. Small ones come first: threads beside the one that
 * the path is about then do no harm. */
static const struct size {
	uint32_t tid[3], ctaid;
	uint64_t bytes; /* from the begin of a buffer to an access */
	bool calm;	/* memory behind barriers and calls is as before */
} sizes[] = {
	{{32, 1, 1}, 1, 512, true},
	{{256, 4, 1}, 1, 65536, true},
	{{256, 2, 2}, 64, 1 << 20, false},
};

#define NSIZES (sizeof sizes / sizeof *sizes)

/* A place in memory that the path comes to. */
struct place {
	uint32_t address, bits; /* a formula of 64 bits */
	bool read;
	uint32_t value; /* where the path begins; if read */
};

struct finder {
	struct path *path;
	struct cvg_syms *syms;
	const struct size *size;
	cvg_vec(struct place) places;
	struct cvg_u32s facts, wants;
	uint32_t reg[CVG_NSREGS]; /* formulas of 64 bits; CVG_NONE */
	uint32_t args;		  /* wants that are scalars of parameters */
	bool guesses;		  /* it is about functions that are not known */
	bool differs;		  /* the goal is what fails, not only a path */
};

static uint32_t number(struct finder *f, uint64_t n)
{
	return cvg_sym_const(f->syms, 64, n);
}

static void add_fact(struct finder *f, uint32_t is)
{
	if (!cvg_sym_is(f->syms, is, 1))
		cvg_push(&f->facts, is);
}

static void add_below(struct finder *f, uint32_t a, uint32_t b)
{
	add_fact(f, cvg_sym_2(f->syms, CVG_Y_ULT, a, b));
}

/* ---- parameters ------------------------------------------------------ */

/* Does a launch give it a buffer in global memory? */
static bool has_buffer(const struct cvg_param *p)
{
	return p->pointer && p->nslots == 1 && !p->copy_bytes &&
	       p->space != CVG_SPACE_SHARED && p->space != CVG_SPACE_PRIVATE;
}

/* Where a launch puts the buffers: each in a granule, from 1 on. */
static uint64_t base_of(const struct cvg_ufn *ufn, uint32_t param)
{
	uint64_t granule = 1;

	for (uint32_t i = 0; i < param; i++)
		granule += has_buffer(&ufn->params[i]);
	return granule << CVG_GRANULE_BITS;
}

static void add_scalar(struct finder *f, uint32_t slot, bool buffer,
		       uint64_t base)
{
	const struct state begin = {.block = {0, 0}};
	struct cvg_scalar s = cvg_state_old(f->path->proof, &begin, slot);
	uint32_t width = cvg_sym_at(f->syms, s.v)->width;

	add_fact(f, cvg_sym_not(f->syms, cvg_scalar_doubt(f->syms, s)));
	if (buffer)
		add_fact(f, cvg_sym_eq(f->syms, s.v,
				       cvg_sym_const(f->syms, width, base)));
	cvg_push(&f->wants, cvg_sym_resize(f->syms, s.v, 64, false));
}

static void add_params(struct finder *f)
{
	const struct cvg_ufn *ufn = f->path->side[0].code->ufn;

	for (uint32_t i = 0; i < ufn->nparams; i++) {
		const struct cvg_param *p = &ufn->params[i];

		for (uint32_t k = 0; k < p->nslots; k++)
			add_scalar(f, p->slot + k, has_buffer(p),
				   base_of(ufn, i));
	}
	f->args = (uint32_t)f->wants.n;
}

/* ---- the thread ------------------------------------------------------ */

static void add_reg(struct finder *f, const struct cvg_uop *u)
{
	uint32_t v;

	if (u->code != CVG_U_SREG || u->n > CVG_S_WARPSIZE)
		return;
	v = cvg_sym_apply(f->syms, cvg_formula_bits(u->kind),
			  cvg_formula_key(u, 0), NULL, 0);
	v = cvg_sym_resize(f->syms, v, 64, false);
	if (f->reg[u->n] == CVG_NONE)
		f->reg[u->n] = v;
	else
		add_fact(f, cvg_sym_eq(f->syms, v, f->reg[u->n]));
}

/* A register that counts something is below a number, and below another register,
 * which is at most that number. */
static void bound(struct finder *f, uint32_t at, uint32_t of, uint64_t most)
{
	uint32_t i = f->reg[at], n = f->reg[of];

	if (i != CVG_NONE)
		add_below(f, i, number(f, most));
	if (n == CVG_NONE)
		return;
	add_below(f, number(f, 0), n);
	add_below(f, n, number(f, most + 1));
	if (i != CVG_NONE)
		add_below(f, i, n);
}

static void add_thread(struct finder *f)
{
	uint32_t warp = f->path->side[0].code->program->warp;
	uint32_t lane, tid;

	for (int i = 0; i < CVG_NSREGS; i++)
		f->reg[i] = CVG_NONE;
	for (int i = 0; i < 2; i++) {
		const struct cvg_ufn *ufn = f->path->side[i].code->ufn;

		for (uint32_t k = 0; k < ufn->nuops; k++)
			add_reg(f, &ufn->uops[k]);
	}
	for (uint32_t d = 0; d < 3; d++) {
		bound(f, CVG_S_TID_X + d, CVG_S_NTID_X + d, f->size->tid[d]);
		bound(f, CVG_S_CTAID_X + d, CVG_S_NCTAID_X + d,
		      d ? 1 : f->size->ctaid);
	}
	if (f->reg[CVG_S_WARPSIZE] != CVG_NONE)
		add_fact(f, cvg_sym_eq(f->syms, f->reg[CVG_S_WARPSIZE],
				       number(f, warp)));
	lane = f->reg[CVG_S_LANEID];
	tid = f->reg[CVG_S_TID_X];
	if (lane != CVG_NONE)
		add_below(f, lane, number(f, warp));
	if (lane != CVG_NONE && tid != CVG_NONE && f->size->tid[1] == 1)
		add_fact(f, cvg_sym_eq(f->syms, lane,
				       cvg_sym_2(f->syms, CVG_Y_UREM, tid,
						 number(f, warp))));
	for (int i = 0; i < CVG_NSREGS; i++) {
		if (f->reg[i] != CVG_NONE)
			cvg_push(&f->wants, f->reg[i]);
	}
}

/* ---- memory ---------------------------------------------------------- */

static bool is_load(const struct cvg_sym *f)
{
	return f->op == CVG_Y_LOAD || f->op == CVG_Y_LOAD_POISON ||
	       f->op == CVG_Y_LOAD_SET;
}

/* The memory below all stores. */
static uint32_t ground(const struct cvg_syms *syms, uint32_t memory)
{
	while (cvg_sym_at(syms, memory)->op == CVG_Y_STORE)
		memory = cvg_sym_at(syms, memory)->a;
	return memory;
}

/* That is read: what is there where the path begins? */
static void add_read(struct finder *f, uint32_t load)
{
	struct cvg_sym is = *cvg_sym_at(f->syms, load);
	uint32_t under = ground(f->syms, is.a), now[3], first[3];
	struct place p = {.address = is.b, .read = true};

	p.bits = is.op == CVG_Y_LOAD ? is.width : (uint32_t)is.imm;
	cvg_sym_load(f->syms, f->path->memory, is.b, p.bits, first);
	add_fact(f, cvg_sym_not(f->syms, first[1]));
	add_fact(f, cvg_set_is(f->syms, first[2], CVG_SET_ALONE));
	p.value = first[0];
	cvg_push(&f->places, p);
	if (under == f->path->memory || !f->size->calm)
		return;
	cvg_sym_load(f->syms, under, is.b, p.bits, now);
	for (int i = 0; i < 3; i++)
		add_fact(f, cvg_sym_eq(f->syms, now[i], first[i]));
}

/* All loads that the facts and the goal are about. */
static void add_reads(struct finder *f, uint32_t goal)
{
	uint32_t n = (uint32_t)f->syms->all.n;
	bool *seen = cvg_calloc(n, sizeof *seen);
	struct cvg_u32s stack = {0};

	cvg_push(&stack, goal);
	for (size_t i = 0; i < f->path->asserted.n; i++)
		cvg_push(&stack, f->path->asserted.at[i]);
	while (stack.n) {
		uint32_t at = stack.at[--stack.n];
		const struct cvg_sym *is = cvg_sym_at(f->syms, at);
		const uint32_t arg[3] = {is->a, is->b, is->c};

		if (seen[at])
			continue;
		seen[at] = true;
		f->guesses = f->guesses ||
			     (is->op == CVG_Y_APPLY && is->a != CVG_NONE);
		if (is_load(is))
			add_read(f, at);
		for (int i = 0; i < 3; i++) {
			if (arg[i] != CVG_NONE)
				cvg_push(&stack, arg[i]);
		}
	}
	free(stack.at);
	free(seen);
}

static void add_accesses(struct finder *f)
{
	const struct path *path = f->path;

	for (size_t i = 0; i < path->accesses.n; i++) {
		struct place p = {.address = path->accesses.at[i].address,
				  .bits = path->accesses.at[i].bits};

		cvg_push(&f->places, p);
	}
	for (size_t i = 0; i < path->effects.n; i++) {
		const struct effect *e = &path->effects.at[i];
		struct place p = {.bits = cvg_effect_bits(e->uop)};

		if (e->uop->code != CVG_U_ATOMIC &&
		    e->uop->code != CVG_U_CMPXCHG &&
		    e->uop->code != CVG_U_LOAD && e->uop->code != CVG_U_STORE)
			continue;
		p.address = path->scalars.at[e->arg_at].v;
		cvg_push(&f->places, p);
	}
}

/* A place lies near the begin of some buffer, or in a variable, or where only the
 * thread or its block has memory. */
static void bound_place(struct finder *f, const struct place *p)
{
	const struct cvg_ufn *ufn = f->path->side[0].code->ufn;
	uint32_t in = cvg_sym_2(f->syms, CVG_Y_ULT, number(f, OTHERS - 1),
				p->address);

	for (uint32_t i = 0; i < ufn->nparams; i++) {
		uint32_t off;

		if (!has_buffer(&ufn->params[i]))
			continue;
		off = cvg_sym_2(f->syms, CVG_Y_ADD, p->address,
				number(f, 0 - base_of(ufn, i)));
		in = cvg_sym_or(f->syms, in,
				cvg_sym_2(f->syms, CVG_Y_ULT, off,
					  number(f, f->size->bytes)));
	}
	add_fact(f, in);
}

static void add_places(struct finder *f, uint32_t goal)
{
	add_reads(f, goal);
	add_accesses(f);
	for (size_t i = 0; i < f->places.n; i++) {
		const struct place *p = &f->places.at[i];

		bound_place(f, p);
		cvg_push(&f->wants, p->address);
		for (uint32_t at = 0; p->read && at < p->bits; at += 64)
			cvg_push(&f->wants,
				 cvg_sym_extract(f->syms, p->value, at,
						 p->bits - at < 64
							 ? p->bits - at
							 : 64));
	}
}

/* ---- what the solver said ------------------------------------------- */

/* Append the part of a place that is in a buffer. */
static void keep_place(struct finder *f, const struct place *p,
		       const uint64_t *value, struct cvg_inputs *out)
{
	const struct cvg_ufn *ufn = f->path->side[0].code->ufn;

	for (uint32_t i = 0; i < ufn->nparams; i++) {
		uint64_t off = value[0] - base_of(ufn, i);

		if (!has_buffer(&ufn->params[i]) || off >= f->size->bytes)
			continue;
		for (uint32_t at = 0; at < p->bits; at += 64) {
			struct cvg_input_place m = {
				.param = i,
				.offset = off + at / 8,
				.bytes = (p->bits - at < 64 ? p->bits - at
							    : 64) /
					 8,
				.read = p->read,
				.bits = p->read ? value[1 + at / 64] : 0};

			cvg_push(&out->places, m);
		}
	}
}

static void keep(struct finder *f, const uint64_t *value,
		 struct cvg_refined *out)
{
	struct cvg_inputs m = {.nscalars = f->args,
			       .guesses = f->guesses,
			       .differs = f->differs,
			       .looped = f->path->from->sure != NULL};
	uint32_t at = f->args;

	m.scalar = cvg_calloc(f->args + 1, sizeof *m.scalar);
	for (uint32_t i = 0; i < f->args; i++)
		m.scalar[i] = value[i];
	for (int i = 0; i < CVG_NSREGS; i++) {
		m.known[i] = f->reg[i] != CVG_NONE;
		m.reg[i] = m.known[i] ? value[at++] : 0;
	}
	for (size_t i = 0; i < f->places.n; i++) {
		const struct place *p = &f->places.at[i];

		keep_place(f, p, value + at, &m);
		at += 1 + (p->read ? (p->bits + 63) / 64 : 0);
	}
	cvg_push(&out->models, m);
}

static bool ask(struct path *path, uint32_t goal, const struct size *size)
{
	struct finder f = {
		.path = path, .syms = &path->proof->syms, .size = size};
	uint64_t *value;
	bool found;

	f.differs = goal == path->doubted;
	add_params(&f);
	add_thread(&f);
	add_places(&f, goal);
	for (size_t i = 0; i < path->asserted.n; i++)
		cvg_push(&f.facts, path->asserted.at[i]);
	value = cvg_calloc(f.wants.n + 1, sizeof *value);
	found = cvg_solver_model(&path->proof->solver, f.syms, &f.facts, goal,
				 MS_PER_MODEL, &f.wants, value);
	if (found)
		keep(&f, value, path->proof->out);
	path->proof->out->shown |=
		found && (f.differs || path->doubted == CVG_NONE);
	free(value);
	free(f.places.at);
	free(f.facts.at);
	free(f.wants.at);
	return found;
}

void cvg_path_find_models(struct path *path)
{
	struct proof *proof = path->proof;
	uint32_t no = cvg_sym_const(&proof->syms, 1, 0);
	/* What was not shown; and that the path is taken at all. */
	uint32_t goal[2] = {path->doubted, no};

	if (!proof->ask->models || proof->out->models.n)
		return;
	for (int g = 0; g < 2; g++) {
		bool found = goal[g] == CVG_NONE;

		for (size_t s = 0; s < NSIZES && !found; s++)
			found = !cvg_proof_goes_on(proof) ||
				ask(path, goal[g], &sizes[s]);
	}
}
