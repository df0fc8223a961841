/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * One path: first the old side, from a pair of blocks to the next cut, then the
 * new side under what the old one established. A path is run anew for each series
 * of decisions.
 */
#include "private.h"

#include "reconverge/ucodes.h"

#include <stdlib.h>
#include <string.h>

#define MS_PER_QUESTION 2000
#define PRUNE_FROM	24 /* paths of a state; then the old side asks, too */

/* ---- what is so ------------------------------------------------------ */

bool cvg_path_surely(struct path *path, uint32_t is)
{
	struct proof *proof = path->proof;

	is = cvg_sym_now(&proof->syms, is);
	if (cvg_sym_is_const(&proof->syms, is))
		return cvg_sym_is(&proof->syms, is, 1);
	if (!cvg_proof_goes_on(proof))
		return false;
	return cvg_solver_implied(&proof->solver, &proof->syms, &path->asserted,
				  is, MS_PER_QUESTION) == CVG_SAID_YES;
}

bool cvg_path_fail(struct path *path, const char *fmt, ...)
{
	struct proof *proof = path->proof;
	va_list ap;

	if (path->dead || path->failed)
		return false;
	if (cvg_path_surely(path, cvg_sym_const(&proof->syms, 1, 0))) {
		path->dead = true;
		return false;
	}
	path->failed = true;
	if (proof->over)
		return false;
	cvg_str_clear(&proof->out->why);
	va_start(ap, fmt);
	cvg_str_vaddf(&proof->out->why, fmt, ap);
	va_end(ap);
	return false;
}

static bool hold(struct path *path, uint32_t is)
{
	cvg_push(&path->asserted, is);
	if (!cvg_sym_assume(&path->proof->syms, is))
		path->dead = true;
	return !path->dead;
}

bool cvg_path_require(struct walker *w, uint32_t is)
{
	struct fact f = {is, w->calls};

	if (cvg_sym_is(&w->path->proof->syms, is, 1))
		return true;
	cvg_push(&w->path->facts, f);
	return hold(w->path, is);
}

bool cvg_path_oblige(struct walker *w, uint32_t is, const char *what,
		     const struct cvg_uop *uop)
{
	char name[16];
	uint32_t b;

	if (cvg_path_surely(w->path, is))
		return true;
	b = uop ? w->code->fn->insts[uop->inst].block : w->block;
	return cvg_path_fail(w->path, "the new code in %s may %s",
			     cvg_proof_block(w->code, b, name), what);
}

bool cvg_path_pass(struct path *path, uint32_t calls)
{
	for (size_t i = 0; i < path->facts.n; i++) {
		if (path->facts.at[i].calls == calls &&
		    !hold(path, path->facts.at[i].is))
			return false;
	}
	return true;
}

/* ---- decisions ------------------------------------------------------- */

/* Can only one of both be? Sets *is to it. */
static bool is_forced(struct path *path, uint32_t condition, bool *is)
{
	struct cvg_syms *syms = &path->proof->syms;

	*is = cvg_path_surely(path, condition);
	return *is || cvg_path_surely(path, cvg_sym_not(syms, condition));
}

bool cvg_path_decide(struct walker *w, uint32_t condition, bool *is)
{
	struct path *path = w->path;
	struct cvg_syms *syms = &path->proof->syms;
	uint32_t now = cvg_sym_now(syms, condition);
	struct decision d = {.value = true};
	bool asks = w->is_new || path->tried > PRUNE_FROM;

	if (cvg_sym_is_const(syms, now)) {
		*is = cvg_sym_is(syms, now, 1);
		return true;
	}
	if (path->decided < path->decisions.n) {
		d = path->decisions.at[path->decided];
	} else {
		d.forced = asks && is_forced(path, now, &d.value);
		if (!d.forced)
			d.value = true;
		cvg_push(&path->decisions, d);
	}
	path->decided++;
	*is = d.value;
	now = d.value ? condition : cvg_sym_not(syms, condition);
	return w->is_new ? hold(path, now) : cvg_path_require(w, now);
}

/* ---- scalars --------------------------------------------------------- */

struct cvg_scalar cvg_path_fresh(struct path *path, uint32_t bits, bool doubt)
{
	struct cvg_syms *syms = &path->proof->syms;
	struct cvg_scalar s = {.v = cvg_sym_var(syms, bits)};

	s.p = doubt ? cvg_sym_var(syms, 1) : cvg_sym_const(syms, 1, 0);
	s.u = doubt ? cvg_sym_var(syms, 1) : cvg_sym_const(syms, 1, 0);
	return s;
}

static struct cvg_scalar constant(struct walker *w, uint32_t i)
{
	const struct cvg_const *c = &w->code->program->consts[i];
	struct cvg_syms *syms = &w->path->proof->syms;

	return (struct cvg_scalar){
		cvg_sym_wide(syms, cvg_formula_bits(c->kind), c->lo, c->hi),
		cvg_sym_const(syms, 1, c->poison),
		cvg_sym_const(syms, 1, c->undef)};
}

struct cvg_scalar cvg_path_read(struct walker *w, uint32_t ref)
{
	struct path *path = w->path;

	if (ref & CVG_REF_CONST)
		return constant(w, ref & ~CVG_REF_CONST);
	if (w->known[ref] != path->number) {
		w->known[ref] = path->number;
		w->value[ref] =
			w->is_new ? cvg_state_new(path->proof, path->from, ref)
				  : cvg_state_old(path->proof, path->from, ref);
	}
	return w->value[ref];
}

void cvg_path_write(struct walker *w, uint32_t slot, struct cvg_scalar value)
{
	w->known[slot] = w->path->number;
	w->value[slot] = value;
}

/* Is b false, or a? */
static bool weaker_now(struct cvg_syms *syms, uint32_t a, uint32_t b)
{
	return cvg_sym_same_now(syms, a, b) ||
	       cvg_sym_is(syms, cvg_sym_now(syms, b), 0);
}

bool cvg_path_refines(struct path *path, struct cvg_scalar a,
		      struct cvg_scalar b)
{
	struct cvg_syms *syms = &path->proof->syms;
	uint32_t is;

	if (cvg_sym_at(syms, a.v)->width != cvg_sym_at(syms, b.v)->width)
		return false;
	if (cvg_sym_is(syms, cvg_sym_now(syms, a.p), 1))
		return true;
	if (cvg_sym_same_now(syms, a.v, b.v) && weaker_now(syms, a.p, b.p) &&
	    weaker_now(syms, a.u, b.u))
		return true;
	is = cvg_sym_or(syms, a.u,
			cvg_sym_and(syms, cvg_sym_not(syms, b.u),
				    cvg_sym_eq(syms, a.v, b.v)));
	is = cvg_sym_or(syms, a.p,
			cvg_sym_and(syms, cvg_sym_not(syms, b.p), is));
	return cvg_path_surely(path, is);
}
