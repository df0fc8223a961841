/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Memory, other threads and the machine. What the old side does is recorded as a
 * series of effects, and the new side must do the same ones in the same order,
 * with operands that are the same or more defined. Both then get the same results,
 * and memory is that of the old side: what the new side wrote in place of a value
 * in doubt may be taken for that value, because nothing gets less defined by it.
 */
#include "private.h"

#include "reconverge/faults.h"
#include "reconverge/ucodes.h"

#include <stdlib.h>
#include <string.h>

#define MOST_ALIKE 8 /* accesses with which the solver compares an address */

/* ---- loads ----------------------------------------------------------- */

/* What metadata promise of the place that is read. */
static struct cvg_metas promised_place(const struct walker *w,
				       const struct cvg_uop *u)
{
	struct cvg_metas all = cvg_code_metas(w->code->ufn, u->inst);

	all.of[CVG_META_NOFPCLASS] = 0;
	return all;
}

/* A load that the new side does: is the same place accessed by the old side, with
 * the same promises? `anywhere`: also before or behind an effect on other threads. */
static bool is_accessed(struct walker *w, const struct cvg_uop *u,
			uint32_t address, uint32_t bits, bool anywhere)
{
	struct cvg_metas need = promised_place(w, u);
	struct path *path = w->path;
	struct cvg_syms *syms = &path->proof->syms;
	uint32_t now = cvg_sym_now(syms, address), tries = 0;

	for (int exact = 1; exact >= 0; exact--) {
		for (size_t i = path->accesses.n; i--;) {
			const struct access *a = &path->accesses.at[i];

			if (a->calls > w->calls || a->bits < bits ||
			    !cvg_code_keeps_metas(&a->metas, &need) ||
			    (!anywhere && a->interval != w->interval))
				continue;
			if (cvg_sym_now(syms, a->address) == now)
				return true;
			if (!exact && tries++ < MOST_ALIKE &&
			    cvg_path_surely(path, cvg_sym_eq(syms, a->address,
							     address)))
				return true;
		}
	}
	return false;
}

/* May the new side read there? *known: and the old side sees the same value, as no
 * other thread may write there meanwhile. */
static bool may_read(struct walker *w, const struct cvg_uop *u,
		     uint32_t address, uint32_t bits, bool *known)
{
	const struct cvg_metas none = {.of = {0}};
	struct cvg_metas need = promised_place(w, u);

	*known = is_accessed(w, u, address, bits, false);
	return *known || is_accessed(w, u, address, bits, true) ||
	       (cvg_code_keeps_metas(&none, &need) &&
		cvg_address_is_inside(w, address, bits));
}

static void note_access(struct walker *w, const struct cvg_uop *u,
			uint32_t address, uint32_t bits)
{
	struct access a = {address, bits, w->interval, w->calls,
			   cvg_code_metas(w->code->ufn, u->inst)};

	if (!w->is_new)
		cvg_push(&w->path->accesses, a);
}

/* A truth value of a byte: poison if that is more than 1. */
static struct cvg_scalar truth_of(struct walker *w, const struct cvg_uop *u,
				  struct cvg_scalar s)
{
	struct cvg_syms *syms = &w->path->proof->syms;
	struct cvg_scalar r = {.p = s.p};
	uint32_t more =
		cvg_sym_2(syms, CVG_Y_ULT, cvg_sym_const(syms, 8, 1), s.v);

	r.p = cvg_sym_or(syms, r.p, more);
	r.p = cvg_sym_or(
		syms, r.p,
		cvg_formula_choices(syms, 1, cvg_formula_key(u, 1), &s, 1, 0));
	r.v = cvg_sym_extract(syms, s.v, 0, 1);
	r.set = cvg_formula_choices(syms, 64, cvg_formula_key(u, 3), &s, 1, 0);
	return r;
}

/* Where is a loaded number one of the classes of floats that metadata exclude? Nobody
 * knows: an unknown function of the number and of what they say tells. */
static uint32_t excluded(struct walker *w, const struct cvg_uop *u,
			 struct cvg_scalar s)
{
	struct cvg_syms *syms = &w->path->proof->syms;
	uint32_t what =
		cvg_code_metas(w->code->ufn, u->inst).of[CVG_META_NOFPCLASS];
	uint64_t key = cvg_formula_key(u, 2);

	if (!what)
		return cvg_sym_const(syms, 1, 0);
	return cvg_sym_or(
		syms,
		cvg_sym_apply(
			syms, 1, key,
			(const uint32_t[]){s.v, cvg_sym_const(syms, 64, what)},
			2),
		cvg_formula_choices(syms, 1, key, &s, 1, what));
}

static bool load(struct walker *w, const struct cvg_uop *u)
{
	struct cvg_syms *syms = &w->path->proof->syms;
	uint32_t bits = cvg_effect_bits(u), value[3];
	struct cvg_scalar at, s;
	bool known = true;

	if (cvg_turn_load(w, u))
		return true;
	if (!cvg_address_of(w, u, &at))
		return false;
	note_access(w, u, at.v, bits);
	if (w->is_new && !may_read(w, u, at.v, bits, &known))
		return cvg_path_oblige(w, cvg_sym_const(syms, 1, 0),
				       "read where the old code does not", u);
	cvg_sym_load(syms, w->memory, at.v, bits, value);
	s = (struct cvg_scalar){value[0], value[1], value[2]};
	if (w->path->proof->defined) {
		s.p = cvg_sym_const(syms, 1, 0);
		s.set = cvg_set_alone(syms);
	}
	if (!known)
		s.p = cvg_sym_const(syms, 1, 1);
	if (u->kind == CVG_K_BIT)
		s = truth_of(w, u, s);
	s.p = cvg_sym_or(syms, s.p, excluded(w, u, s));
	cvg_path_write(w, u->dst, s);
	return true;
}

/* ---- what others see ------------------------------------------------- */

static bool is_plain_store(const struct cvg_uop *u)
{
	return u->code == CVG_U_STORE &&
	       !(u->flags & (CVG_UF_VOLATILE | CVG_UF_ATOMIC));
}

/* Does nothing that other threads did become visible with it? */
static bool is_private(const struct cvg_uop *u)
{
	return is_plain_store(u) || u->code == CVG_U_ALLOCA ||
	       u->code == CVG_U_LIFETIME || u->code == CVG_U_SREG ||
	       u->code == CVG_U_EXIT || (u->code == CVG_U_NOP && !u->order);
}

/* May the thread never come behind it? A function may not return, threads may wait for
 * ever for others, and a volatile store may end the thread (LLVM Language Reference,
 * "Volatile Memory Accesses"). */
static bool may_stay(const struct cvg_uop *u)
{
	if (u->noundef & CVG_NOUNDEF_RETURNS)
		return false;
	switch (u->code) {
	case CVG_U_CALL:
	case CVG_U_ICALL:
	case CVG_U_BARRIER:
	case CVG_U_BARRIER_COUNT:
	case CVG_U_WARP:
	case CVG_U_COLLECT:
		return true;
	case CVG_U_STORE:
		return u->flags & CVG_UF_VOLATILE;
	}
	return false;
}

/* Append the operands to path->scalars. */
static bool gather(struct walker *w, const struct cvg_uop *u, uint32_t *at,
		   uint32_t *n)
{
	struct path *path = w->path;
	const struct cvg_scalar none = {CVG_NONE, CVG_NONE, CVG_NONE};
	struct cvg_u32s refs = {0};
	struct cvg_scalar s;
	bool access = u->code == CVG_U_LOAD || u->code == CVG_U_STORE ||
		      u->code == CVG_U_ATOMIC || u->code == CVG_U_CMPXCHG;
	bool ok = true;

	*at = (uint32_t)path->scalars.n;
	cvg_code_reads(w->code->ufn, u, &refs);
	for (size_t i = 0; i < refs.n && ok; i++) {
		s = refs.at[i] == CVG_NONE ? none
					   : cvg_path_read(w, refs.at[i]);
		if (!i && access)
			ok = cvg_address_of(w, u, &s);
		if (i == 1 && u->code == CVG_U_STORE)
			s.v = cvg_sym_resize(&path->proof->syms, s.v,
					     cvg_effect_bits(u), false);
		cvg_push(&path->scalars, s);
		if (!w->is_new)
			cvg_push(&path->sources,
				 cvg_path_source(w, refs.at[i]));
	}
	if (u->flags & CVG_UF_GUARD)
		path->scalars.n--;
	*n = (uint32_t)path->scalars.n - *at;
	free(refs.at);
	return ok;
}

/* Memory as the effect leaves it. */
static uint32_t memory_behind(struct walker *w, const struct cvg_uop *u,
			      uint32_t arg_at)
{
	struct path *path = w->path;
	struct cvg_syms *syms = &path->proof->syms;
	const struct cvg_scalar *arg = path->scalars.at + arg_at;

	if (is_plain_store(u)) {
		const uint32_t value[3] = {arg[1].v, arg[1].p, arg[1].set};

		return cvg_sym_store(syms, w->memory, arg[0].v, value);
	}
	return is_private(u) ? w->memory : cvg_path_var(path, 0);
}

static void note(struct walker *w, const struct cvg_uop *u, uint32_t arg_at,
		 uint32_t nargs, uint32_t source_at)
{
	struct path *path = w->path;
	uint32_t n = cvg_code_writes(w->code, u);
	struct effect e = {.uop = u,
			   .arg_at = arg_at,
			   .nargs = nargs,
			   .source_at = source_at};
	bool sure = u->code == CVG_U_ALLOCA || u->code == CVG_U_ALLOC ||
		    u->code == CVG_U_SREG || u->code == CVG_U_BARRIER_COUNT;

	if (is_plain_store(u))
		note_access(w, u, path->scalars.at[arg_at].v,
			    cvg_effect_bits(u));
	w->memory = memory_behind(w, u, arg_at);
	w->interval += !is_private(u);
	w->calls += may_stay(u);
	e.result_at = (uint32_t)path->scalars.n;
	e.nresults = n;
	for (uint32_t k = 0; k < n; k++) {
		uint32_t kind = w->code->ufn->slot_kind[u->dst + k];
		struct cvg_scalar s =
			cvg_path_fresh(path, cvg_formula_bits(kind), !sure);

		cvg_push(&path->scalars, s);
		cvg_path_write(w, u->dst + k, s);
	}
	e.memory = w->memory;
	e.interval = w->interval;
	e.calls = w->calls;
	cvg_push(&path->effects, e);
}

/* ---- one effect ------------------------------------------------------- */

static bool effect(struct walker *w, const struct cvg_uop *u)
{
	uint32_t at, n, source_at = (uint32_t)w->path->sources.n;

	if (!gather(w, u, &at, &n))
		return false;
	if (w->is_new)
		return cvg_effect_match(w, u, at, n);
	note(w, u, at, n, source_at);
	return true;
}

/* ---- ends ------------------------------------------------------------ */

/* The thread ends here, as an end of that kind; undefined if it is none. */
static bool end(struct walker *w, const struct cvg_uop *u, enum ending how)
{
	struct path *path = w->path;

	if (!w->is_new) {
		path->end = how;
		path->end_kind = u->n;
		return true;
	}
	if (how == END_UNDEFINED || path->end != how ||
	    path->end_kind != u->n || path->matched < path->effects.n)
		return cvg_effect_differs(w, u, "ends the thread");
	path->end = END_NONE;
	return true;
}

static bool fault(struct walker *w, const struct cvg_uop *u)
{
	struct cvg_syms *syms = &w->path->proof->syms;
	bool told = u->n == CVG_F_TRAP || u->n == CVG_F_ASSERT, is;
	struct cvg_scalar c;
	char name[16];
	uint32_t sure;

	if (!u->imm)
		return end(w, u, told ? END_TRAP : END_UNDEFINED);
	if (w->is_new && u->vows & CVG_VOWS_MORE)
		return cvg_path_fail(w->path,
				     "an assumption of the new code in %s has "
				     "operand bundles",
				     cvg_proof_block(w->code, w->block, name));
	c = cvg_path_read(w, u->a);
	sure = cvg_sym_not(syms, cvg_scalar_doubt(syms, c));
	if (!told)
		sure = cvg_sym_and(syms, sure, c.v);
	if (w->is_new ? !cvg_path_oblige(w, sure, "break a promise of the code",
					 u)
		      : !cvg_path_require(w, sure))
		return false;
	if (!told)
		return true;
	if (!cvg_path_decide(w, c.v, &is))
		return false;
	return is || end(w, u, END_TRAP);
}

/* ---- all ------------------------------------------------------------- */

/* Some lanes access memory: does this thread? */
static bool guarded(struct walker *w, const struct cvg_uop *u, bool *is)
{
	struct cvg_syms *syms = &w->path->proof->syms;
	struct cvg_scalar c = cvg_path_read(w, (uint32_t)u->imm);
	uint32_t sure = cvg_sym_not(syms, cvg_scalar_doubt(syms, c));

	if (w->is_new ? !cvg_path_oblige(w, sure, "access memory on poison", u)
		      : !cvg_path_require(w, sure))
		return false;
	return cvg_path_decide(w, c.v, is);
}

/* The number of the thread among those of a mask: no other thread has a part. */
static void mbcnt(struct walker *w, const struct cvg_uop *u)
{
	struct cvg_syms *syms = &w->path->proof->syms;
	const struct cvg_scalar in[2] = {cvg_path_read(w, u->a),
					 cvg_path_read(w, u->b)};
	const uint32_t arg[2] = {in[0].v, in[1].v};
	struct cvg_scalar r;

	r.v = cvg_sym_apply(syms, cvg_formula_bits(u->kind),
			    cvg_formula_key(u, 0), arg, 2);
	r.p = cvg_sym_or(syms, in[0].p, in[1].p);
	r.set = cvg_formula_choices(syms, 64, cvg_formula_key(u, 3), in, 2, 0);
	cvg_path_write(w, u->dst, r);
}

static bool access_memory(struct walker *w, const struct cvg_uop *u)
{
	bool is = true;

	if (u->flags & CVG_UF_GUARD && !guarded(w, u, &is))
		return false;
	if (!is && u->code == CVG_U_LOAD) {
		uint32_t bits =
			cvg_formula_bits(w->code->ufn->slot_kind[u->dst]);
		struct cvg_scalar s = cvg_path_fresh(w->path, bits, false);

		cvg_path_write(w, u->dst, s);
	}
	if (!is)
		return true;
	if (u->code == CVG_U_LOAD &&
	    !(u->flags & (CVG_UF_VOLATILE | CVG_UF_ATOMIC)))
		return load(w, u);
	return effect(w, u);
}

bool cvg_effect_do(struct walker *w, const struct cvg_uop *u)
{
	uint32_t flags = w->code->fn->insts[u->inst].flags;

	switch (u->code) {
	case CVG_U_LOAD:
	case CVG_U_STORE:
		return access_memory(w, u);
	case CVG_U_FAULT:
		return fault(w, u);
	case CVG_U_EXIT:
		return end(w, u, END_EXIT);
	case CVG_U_NOP:
		if (!u->order && !(flags & CVG_I_EFFECTS))
			return true;
		break;
	case CVG_U_WARP:
		if (u->n != CVG_W_MBCNT_LO && u->n != CVG_W_MBCNT_HI)
			break;
		mbcnt(w, u);
		return true;
	}
	return effect(w, u);
}
