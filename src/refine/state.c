/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * What holds at a pair of places. It is found, not told: when paths first come
 * there, everything is noted that is so, and what later paths break is dropped
 * (C. Flanagan, K. R. M. Leino, "Houdini, an annotation assistant for ESC/Java",
 * FME 2001). A state that lost something is gone through once more, so that in the
 * end every path from every state keeps all that the states say.
 *
 * A slot of the new side either holds what a slot of the old side holds, whether
 * or not the old side still reads it, or a constant, or nothing is known of it;
 * then it is taken for poison. If paths bring different constants of which the old
 * side knows nothing (guards, states of a flattened loop), each has its own state.
 */
#include "private.h"

#include <stdlib.h>

#define MOST_STATES 24	/* of a pair of blocks */
#define MOST_FROM  4096 /* slots of the old side that a slot is compared with */
#define MOST_ASKED 8	/* of them, with the solver */

/* ---- where a path begins --------------------------------------------- */

/* What all paths have that begin there. */
static struct cvg_scalar lasting(struct proof *proof, uint32_t bits)
{
	struct cvg_syms *syms = &proof->syms;
	struct cvg_scalar s = {.v = cvg_sym_var(syms, bits),
			       .p = cvg_sym_const(syms, 1, 0),
			       .set = cvg_set_alone(syms)};

	if (proof->defined)
		return s;
	s.p = cvg_sym_var(syms, 1);
	s.set = cvg_sym_var(syms, 64);
	return s;
}

struct cvg_scalar cvg_state_old(struct proof *proof, const struct state *state,
				uint32_t slot)
{
	struct cvg_syms *syms = &proof->syms;
	uint32_t kind = proof->code[0].ufn->slot_kind[slot];
	struct cvg_scalar s;

	if (state->like)
		slot = state->like[slot];
	if (!proof->in_made[slot]) {
		proof->in[slot] = lasting(proof, cvg_formula_bits(kind));
		proof->in_made[slot] = true;
	}
	s = proof->in[slot];
	if (state->constant && state->constant[slot] != CVG_NONE)
		s.v = state->constant[slot];
	if (!state->sure || !state->sure[slot])
		return s;
	s.p = cvg_sym_const(syms, 1, 0);
	s.set = cvg_set_alone(syms);
	return s;
}

/* Does the old side read what the slot holds, before something else is written? */
static bool is_read(const struct proof *proof, const struct state *state,
		    uint32_t slot)
{
	return cvg_code_live(&proof->code[0], state->block[0], slot);
}

/* Of slots of the old side that hold the same: the one that the old side still reads,
 * and of these the one of which most is known. */
static uint32_t best_known(const struct proof *proof, const struct state *state,
			   const struct held *h)
{
	uint32_t best = h->from.at[0], most = 0;

	for (size_t i = 0; i < h->from.n; i++) {
		uint32_t slot = h->from.at[i], known;

		known = 4 * (uint32_t)is_read(proof, state, slot);
		if (state->like)
			slot = state->like[slot];
		known += (uint32_t)(state->sure && state->sure[slot]) +
			 (uint32_t)(state->constant &&
				    state->constant[slot] != CVG_NONE);
		if (known <= most)
			continue;
		most = known;
		best = slot;
	}
	return best;
}

struct cvg_scalar cvg_state_new(struct proof *proof, const struct state *state,
				uint32_t slot)
{
	struct cvg_syms *syms = &proof->syms;
	uint32_t kind = proof->code[1].ufn->slot_kind[slot];
	struct cvg_scalar s = {.p = cvg_sym_const(syms, 1, 0)};

	s.set = cvg_set_alone(syms);
	if (!state->sure && cvg_turn_param(proof, slot, &s))
		return s;
	for (size_t i = 0; i < state->held.n; i++) {
		const struct held *h = &state->held.at[i];

		if (h->slot != slot)
			continue;
		if (h->from.n)
			return cvg_state_old(proof, state,
					     best_known(proof, state, h));
		if (h->constant == CVG_NONE)
			break;
		s.v = h->constant;
		return s;
	}
	s = cvg_path_fresh(&proof->path, cvg_formula_bits(kind), false);
	s.p = cvg_sym_const(syms, 1, 1);
	return s;
}

static struct state *new_state(struct proof *proof, uint32_t a, uint32_t b)
{
	struct state *s = cvg_calloc(1, sizeof *s);

	s->block[0] = a;
	s->block[1] = b;
	s->dirty = true;
	cvg_push(&proof->states, s);
	return s;
}

/* Both sides begin with the same arguments. */
void cvg_state_begin(struct proof *proof)
{
	const struct cvg_ufn *a = proof->code[0].ufn, *b = proof->code[1].ufn;
	struct state *s = new_state(proof, 0, 0);

	for (uint32_t i = 0; i < a->nparams && i < b->nparams; i++) {
		for (uint32_t k = 0; k < a->params[i].nslots; k++) {
			struct held h = {.slot = b->params[i].slot + k,
					 .constant = CVG_NONE};

			cvg_push(&h.from, a->params[i].slot + k);
			cvg_push(&s->held, h);
		}
	}
}

void cvg_states_done(struct proof *proof)
{
	for (size_t i = 0; i < proof->states.n; i++) {
		struct state *s = proof->states.at[i];

		for (size_t k = 0; k < s->held.n; k++)
			free(s->held.at[k].from.at);
		free(s->held.at);
		free(s->like);
		free(s->sure);
		free(s->constant);
		free(s);
	}
	proof->states.n = 0;
}

/* ---- where a path ends ----------------------------------------------- */

static struct cvg_scalar simplified(struct cvg_syms *syms, struct cvg_scalar s)
{
	s.v = cvg_sym_now(syms, s.v);
	s.p = cvg_sym_now(syms, s.p);
	s.set = cvg_sym_now(syms, s.set);
	return s;
}

static bool is_sure(const struct cvg_syms *syms, struct cvg_scalar s)
{
	return cvg_sym_is(syms, s.p, 0) &&
	       cvg_sym_is(syms, s.set, CVG_SET_ALONE);
}

#define MOST_DEPTH \
	16 /* of a formula that is the same as long as a thread runs */

static uint32_t constant_of(const struct proof *proof, struct cvg_scalar s)
{
	const struct cvg_syms *syms = &proof->syms;

	return is_sure(syms, s) && (cvg_sym_is_const(syms, s.v) ||
				    cvg_turn_is_fixed(proof, s.v, MOST_DEPTH))
		       ? s.v
		       : CVG_NONE;
}

/* What a slot of the new side holds now, simplified. */
static struct cvg_scalar now(struct walker *w, uint32_t slot)
{
	return simplified(&w->path->proof->syms, cvg_path_read(w, slot));
}

/* As seen at once, without the solver: does b refine a? */
static bool plainly(const struct cvg_syms *syms, struct cvg_scalar a,
		    struct cvg_scalar b)
{
	return a.v == b.v && (a.p == b.p || cvg_sym_is(syms, b.p, 0)) &&
	       (a.set == b.set || cvg_sym_is(syms, b.set, CVG_SET_ALONE));
}

/* All slots of the old side at the cut, simplified; the caller frees them. */
static struct cvg_scalar *all_old(struct path *path, const struct cut *cut)
{
	uint32_t n = path->side[0].code->ufn->nslots;
	struct cvg_scalar *all = cvg_calloc(n + 1, sizeof *all);

	for (uint32_t i = 0; i < n; i++)
		all[i] = simplified(&path->proof->syms,
				    path->held.at[cut->held_at + i]);
	return all;
}

static void first_held(struct path *path, struct state *s, uint32_t slot,
		       const struct cvg_scalar *old)
{
	const struct cvg_syms *syms = &path->proof->syms;
	const struct cvg_ufn *a = path->side[0].code->ufn;
	const struct cvg_ufn *b = path->side[1].code->ufn;
	struct cvg_scalar v = now(&path->side[1], slot);
	struct held h = {.slot = slot, .constant = constant_of(path->proof, v)};

	for (uint32_t i = 0; i < a->nslots && h.from.n < MOST_FROM; i++) {
		if (cvg_formula_bits(a->slot_kind[i]) ==
			    cvg_formula_bits(b->slot_kind[slot]) &&
		    plainly(syms, old[i], v))
			cvg_push(&h.from, i);
	}
	cvg_push(&s->held, h);
}

struct alike {
	uint32_t slot, was;
	struct cvg_scalar is;
};

static int by_value(const void *x, const void *y)
{
	const struct alike *a = x, *b = y;
	const uint32_t p[5] = {a->was, a->is.v, a->is.p, a->is.set, a->slot};
	const uint32_t q[5] = {b->was, b->is.v, b->is.p, b->is.set, b->slot};

	for (int i = 0; i < 5; i++) {
		if (p[i] != q[i])
			return p[i] < q[i] ? -1 : 1;
	}
	return 0;
}

/* Which slots of the old side hold the same, and did before? Were they more? */
static bool find_alike(const struct path *path, uint32_t *like,
		       const struct cvg_scalar *old)
{
	uint32_t n = path->side[0].code->ufn->nslots;
	struct alike *all = cvg_calloc(n + 1, sizeof *all);
	bool changed = false;

	for (uint32_t i = 0; i < n; i++)
		all[i] = (struct alike){i, like[i], old[i]};
	qsort(all, n, sizeof *all, by_value);
	for (uint32_t i = 0; i < n; i++) {
		const struct alike *a = &all[i], *b = &all[i ? i - 1 : 0];
		bool same = i && a->was == b->was && a->is.v == b->is.v &&
			    a->is.p == b->is.p && a->is.set == b->is.set;
		uint32_t first = same ? like[b->slot] : a->slot;

		changed = changed || first != a->was;
		like[a->slot] = first;
	}
	free(all);
	return changed;
}

static void make(struct path *path, uint32_t cut, uint32_t block,
		 const struct cvg_scalar *old)
{
	struct proof *proof = path->proof;
	const struct code *b = path->side[1].code;
	uint32_t n = path->side[0].code->ufn->nslots;
	struct state *s = new_state(proof, cut, block);

	s->like = cvg_calloc(n + 1, sizeof *s->like);
	find_alike(path, s->like, old);
	s->sure = cvg_calloc(n + 1, sizeof *s->sure);
	s->constant = cvg_calloc(n + 1, sizeof *s->constant);
	for (uint32_t i = 0; i < n; i++) {
		s->sure[i] = is_sure(&proof->syms, old[i]);
		s->constant[i] = constant_of(proof, old[i]);
	}
	for (uint32_t i = 0; i < b->ufn->nslots; i++) {
		if (cvg_code_live(b, block, i))
			first_held(path, s, i, old);
	}
}

/* The slots of the old side that still hold what the slot of the new side holds:
 * moved to the front of *from; returns how many. The solver is asked only if no slot
 * does so plainly: first about those that the old side reads. */
static uint32_t still(struct path *path, const struct state *s, struct held *h,
		      struct cvg_scalar v, const struct cvg_scalar *old)
{
	const struct cvg_syms *syms = &path->proof->syms;
	uint32_t kept = 0, asked = 0;

	for (size_t i = 0; i < h->from.n; i++) {
		uint32_t x = h->from.at[i];

		if (!plainly(syms, old[x], v))
			continue;
		h->from.at[i] = h->from.at[kept];
		h->from.at[kept++] = x;
	}
	for (int dead = 0; dead < 2 && !kept; dead++) {
		for (size_t i = kept; i < h->from.n; i++) {
			uint32_t x = h->from.at[i];

			if (is_read(path->proof, s, x) == dead ||
			    asked++ >= MOST_ASKED ||
			    !cvg_path_refines_source(
				    path, old[x],
				    cvg_path_source(&path->side[0], x), v))
				continue;
			h->from.at[i] = h->from.at[kept];
			h->from.at[kept++] = x;
		}
	}
	return kept;
}

/* Would the state lose all that it knows of a slot that now has another
 * constant? */
static bool is_other(struct path *path, struct state *s,
		     const struct cvg_scalar *old)
{
	for (size_t i = 0; i < s->held.n; i++) {
		struct held *h = &s->held.at[i];
		struct cvg_scalar v = now(&path->side[1], h->slot);
		uint32_t c = constant_of(path->proof, v);

		if (h->constant != CVG_NONE && c != CVG_NONE &&
		    c != h->constant && !still(path, s, h, v, old))
			return true;
	}
	return false;
}

static void weaken_old(struct path *path, struct state *s,
		       const struct cvg_scalar *old)
{
	const struct cvg_syms *syms = &path->proof->syms;
	uint32_t n = path->side[0].code->ufn->nslots;

	for (uint32_t i = 0; i < n; i++) {
		uint32_t c = constant_of(path->proof, old[i]);

		if (s->sure[i] && !is_sure(syms, old[i])) {
			s->sure[i] = false;
			s->dirty = true;
		}
		if (s->constant[i] != CVG_NONE && s->constant[i] != c) {
			s->constant[i] = CVG_NONE;
			s->dirty = true;
		}
	}
}

static void weaken_new(struct path *path, struct state *s,
		       const struct cvg_scalar *old)
{
	for (size_t i = 0; i < s->held.n; i++) {
		struct held *h = &s->held.at[i];
		struct cvg_scalar v = now(&path->side[1], h->slot);
		uint32_t kept = still(path, s, h, v, old);

		if (h->constant != CVG_NONE &&
		    h->constant != constant_of(path->proof, v)) {
			h->constant = CVG_NONE;
			s->dirty = true;
		}
		s->dirty = s->dirty || kept < h->from.n;
		h->from.n = kept;
	}
}

static void weaken(struct path *path, struct state *s,
		   const struct cvg_scalar *old)
{
	s->dirty = find_alike(path, s->like, old) || s->dirty;
	weaken_old(path, s, old);
	weaken_new(path, s, old);
}

void cvg_state_arrive(struct path *path, const struct cut *cut)
{
	struct proof *proof = path->proof;
	uint32_t block = path->side[1].block, found = 0;
	struct cvg_scalar *old = all_old(path, cut);
	struct state *last = NULL;
	bool done = false;

	for (size_t i = 0; i < proof->states.n && !done; i++) {
		struct state *s = proof->states.at[i];

		if (s->block[0] != cut->block || s->block[1] != block ||
		    !s->sure)
			continue;
		found++;
		last = s;
		if (is_other(path, s, old))
			continue;
		weaken(path, s, old);
		done = true;
	}
	if (!done && found == MOST_STATES)
		weaken(path, last, old);
	else if (!done)
		make(path, cut->block, block, old);
	free(old);
}
