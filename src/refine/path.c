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
#define MS_LIGHT	200
#define MOST_CONDITIONS 12 /* of choices, decided before a question */
#define PRUNE_FROM	24 /* paths of a state; then the old side asks, too */

/* ---- what is so ------------------------------------------------------ */

static struct known_answer *answer_at(struct proof *proof, uint32_t question)
{
	uint32_t had = proof->nanswers, n = question + question / 2 + 1024;

	if (question >= had) {
		proof->answers =
			cvg_realloc(proof->answers, n, sizeof *proof->answers);
		memset(proof->answers + had, 0,
		       (n - had) * sizeof *proof->answers);
		proof->nanswers = n;
	}
	return &proof->answers[question];
}

/* Do the facts without memory, of what it is about, imply it, or, if `all`, all
 * facts? */
static bool implied(struct path *path, uint32_t is, bool all)
{
	struct proof *proof = path->proof;
	uint64_t about = cvg_sym_at(&proof->syms, is)->about;
	struct cvg_u32s facts = {0};
	struct known_answer *known;
	uint32_t ms = all ? MS_PER_QUESTION : MS_LIGHT, key = CVG_NONE;
	bool yes;

	for (size_t i = 0; i < path->asserted.n; i++) {
		const struct cvg_sym *f =
			cvg_sym_at(&proof->syms, path->asserted.at[i]);

		if (all || (!f->heavy && (f->about & about || !about)))
			cvg_push(&facts, path->asserted.at[i]);
	}
	for (size_t i = 0; i < facts.n; i++)
		key = cvg_sym_cell(&proof->syms, facts.at[i], key);
	known = answer_at(proof, cvg_sym_cell(&proof->syms, is, key));
	if (!known->yes && known->ms < ms && cvg_proof_goes_on(proof)) {
		known->ms = (uint16_t)ms;
		known->yes = cvg_solver_implied(&proof->solver, &proof->syms,
						&facts, is, ms) == CVG_SAID_YES;
	}
	yes = known->yes;
	free(facts.at);
	return yes;
}

/* Choices whose conditions the path decides, which takes more than looking at them:
 * x - 1 < 3 is false where x is neither 1, 2 nor 3. Note which way they go. */
static uint32_t without_choices(struct path *path, uint32_t is)
{
	struct cvg_syms *syms = &path->proof->syms;
	struct cvg_u32s all = {0};

	cvg_sym_conditions(syms, is, MOST_CONDITIONS, &all);
	for (size_t i = 0; i < all.n; i++) {
		uint32_t c = cvg_sym_now(syms, all.at[i]);

		for (int way = 0; way < 2 && !cvg_sym_is_const(syms, c);
		     way++) {
			if (implied(path, c, false) && cvg_sym_assume(syms, c))
				break;
			c = cvg_sym_not(syms, c);
		}
	}
	free(all.at);
	return cvg_sym_now(syms, is);
}

/* Is it so? `quick`: as far as what is said of numbers alone tells. */
static bool surely(struct path *path, uint32_t is, bool quick)
{
	struct proof *proof = path->proof;
	bool heavy;

	is = cvg_sym_now(&proof->syms, is);
	if (cvg_sym_is_const(&proof->syms, is))
		return cvg_sym_is(&proof->syms, is, 1);
	if (!cvg_proof_goes_on(proof))
		return false;
	heavy = cvg_sym_at(&proof->syms, is)->heavy;
	if (!heavy && implied(path, is, false))
		return true;
	if (quick)
		return false;
	path->doubted = is;
	is = without_choices(path, is);
	if (cvg_sym_is_const(&proof->syms, is))
		return cvg_sym_is(&proof->syms, is, 1);
	if (implied(path, is, true))
		return true;
	return false;
}

bool cvg_path_surely(struct path *path, uint32_t is)
{
	return surely(path, is, false);
}

/* Does no input take the path? */
static bool is_dead(struct path *path)
{
	uint32_t no = cvg_sym_const(&path->proof->syms, 1, 0);

	return cvg_proof_goes_on(path->proof) &&
	       (implied(path, no, false) || implied(path, no, true));
}

bool cvg_path_fail(struct path *path, const char *fmt, ...)
{
	struct proof *proof = path->proof;
	va_list ap;

	if (path->dead || path->failed)
		return false;
	if (is_dead(path) || cvg_path_passes_more(path)) {
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
	cvg_path_find_models(path);
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

/* Does it say what number something is? Such facts come first, so that others are
 * noted with all that these simplify. */
static bool is_number(const struct path *path, uint32_t is)
{
	const struct cvg_syms *syms = &path->proof->syms;
	const struct cvg_sym *f = cvg_sym_at(syms, is);

	return f->op == CVG_Y_EQ && cvg_sym_is_const(syms, f->b);
}

/* Note facts once more, with all that others simplify. */
static void renew(struct path *path, uint32_t calls)
{
	for (size_t i = 0; i < path->facts.n; i++) {
		if (path->facts.at[i].calls == calls)
			cvg_sym_assume_anew(&path->proof->syms,
					    path->facts.at[i].is);
	}
}

bool cvg_path_pass(struct path *path, uint32_t calls)
{
	for (int round = 0; round < 2; round++) {
		for (size_t i = 0; i < path->facts.n; i++) {
			const struct fact *f = &path->facts.at[i];

			if (f->calls == calls &&
			    is_number(path, f->is) == !round &&
			    !hold(path, f->is))
				return false;
		}
	}
	renew(path, calls);
	return true;
}

bool cvg_path_turn(struct path *path)
{
	if (path->side[0].calls) {
		path->forgot = true;
		cvg_sym_forget(&path->proof->syms, 0);
		path->asserted.n = 0;
		return cvg_path_pass(path, 0);
	}
	/* All that the old side established holds from the begin on. */
	if (!path->renewed)
		renew(path, 0);
	path->renewed = true;
	return true;
}

/* ---- decisions ------------------------------------------------------- */

/* Can only one of both be? Sets *is to it. The old side asks only what can be
 * answered fast: a path that no input takes does no harm there. */
static bool is_forced(struct walker *w, uint32_t condition, bool *is)
{
	struct cvg_syms *syms = &w->path->proof->syms;
	bool quick = !w->is_new || !cvg_sym_at(syms, condition)->heavy;

	*is = surely(w->path, condition, quick);
	return *is || surely(w->path, cvg_sym_not(syms, condition), quick);
}

static struct decision decide(struct walker *w, uint32_t condition)
{
	struct path *path = w->path;
	struct cvg_syms *syms = &path->proof->syms;
	uint32_t now = cvg_sym_now(syms, condition);
	struct decision d = {.value = true, .is_new = w->is_new};
	bool asks = w->is_new || path->tried > PRUNE_FROM;

	d.learnt = path->side[0].calls ? 0 : syms->learnt.n;
	d.known = cvg_sym_is_const(syms, now);
	if (d.known)
		d.value = cvg_sym_is(syms, now, 1);
	else
		d.forced = asks && is_forced(w, now, &d.value);
	d.value = d.value || (!d.known && !d.forced);
	return d;
}

bool cvg_path_decide(struct walker *w, uint32_t condition, bool *is)
{
	struct path *path = w->path;
	struct decision d;

	if (path->decided == path->decisions.n) {
		d = decide(w, condition);
		cvg_push(&path->decisions, d);
	}
	d = path->decisions.at[path->decided++];
	*is = d.value;
	if (d.known)
		return true;
	if (!d.value)
		condition = cvg_sym_not(&path->proof->syms, condition);
	return w->is_new ? hold(path, condition)
			 : cvg_path_require(w, condition);
}

/* ---- scalars --------------------------------------------------------- */

uint32_t cvg_path_var(struct path *path, uint32_t bits)
{
	struct cvg_syms *syms = &path->proof->syms;
	uint32_t at = path->nfresh++;

	if (at == path->fresh.n)
		cvg_push(&path->fresh, CVG_NONE);
	if (path->fresh.at[at] == CVG_NONE ||
	    cvg_sym_at(syms, path->fresh.at[at])->width != bits)
		path->fresh.at[at] =
			bits ? cvg_sym_var(syms, bits) : cvg_sym_memory(syms);
	return path->fresh.at[at];
}

struct cvg_scalar cvg_path_fresh(struct path *path, uint32_t bits, bool doubt)
{
	struct cvg_syms *syms = &path->proof->syms;
	struct cvg_scalar s = {.v = cvg_path_var(path, bits)};

	doubt = doubt && !path->proof->defined;
	s.p = doubt ? cvg_path_var(path, 1) : cvg_sym_const(syms, 1, 0);
	s.set = doubt ? cvg_path_var(path, 64) : cvg_set_alone(syms);
	return s;
}

static struct cvg_scalar constant(struct walker *w, uint32_t i)
{
	const struct cvg_const *c = &w->code->program->consts[i];
	struct cvg_syms *syms = &w->path->proof->syms;

	return (struct cvg_scalar){
		cvg_sym_wide(syms, cvg_formula_bits(c->kind), c->lo, c->hi),
		cvg_sym_const(syms, 1, c->poison),
		cvg_sym_const(syms, 64,
			      c->undef ? CVG_SET_ANY : CVG_SET_ALONE)};
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
	w->computed[slot] = 0;
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
	    weaker_now(syms, a.set, b.set))
		return true;
	/* What is all values may be any; else the sets are the same, or the value
	 * is the one that the old side may choose. */
	is = cvg_sym_or(syms, cvg_sym_eq(syms, a.set, b.set),
			cvg_set_is(syms, b.set, CVG_SET_ALONE));
	is = cvg_sym_or(syms, cvg_set_is(syms, a.set, CVG_SET_ANY),
			cvg_sym_and(syms, is, cvg_sym_eq(syms, a.v, b.v)));
	is = cvg_sym_or(syms, a.p,
			cvg_sym_and(syms, cvg_sym_not(syms, b.p), is));
	if (cvg_path_surely(path, is))
		return true;
	if (cvg_sym_is(syms, b.set, CVG_SET_ALONE) ||
	    !cvg_path_is_linear(path, b))
		return false;
	b.p = cvg_path_poison_alone(path, b.p);
	is = cvg_sym_and(syms, cvg_sym_not(syms, b.p),
			 cvg_sym_eq(syms, a.v, b.v));
	return cvg_path_surely(path, cvg_sym_or(syms, a.p, is));
}

bool cvg_path_refines_source(struct path *path, struct cvg_scalar a,
			     uint32_t source, struct cvg_scalar b)
{
	struct cvg_syms *syms = &path->proof->syms;
	struct cvg_scalar chosen = a;

	if (cvg_path_refines(path, a, b))
		return true;
	if (!cvg_path_choose_frozen(path, source, &chosen))
		return false;
	chosen.v = cvg_sym_resize(syms, chosen.v, cvg_sym_at(syms, a.v)->width,
				  false);
	return cvg_path_refines(path, chosen, b);
}

bool cvg_path_certain(struct path *path, struct cvg_scalar c)
{
	struct cvg_syms *syms = &path->proof->syms;
	uint32_t sure = cvg_sym_not(syms, cvg_scalar_doubt(syms, c));

	if (cvg_path_surely(path, sure))
		return true;
	if (cvg_sym_is(syms, c.set, CVG_SET_ALONE) ||
	    !cvg_path_is_linear(path, c))
		return false;
	c.p = cvg_path_poison_alone(path, c.p);
	return cvg_path_surely(path, cvg_sym_not(syms, c.p)) &&
	       (cvg_path_surely(path, c.v) ||
		cvg_path_surely(path, cvg_sym_not(syms, c.v)));
}
