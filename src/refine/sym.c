/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The table of formulas, and what is known on a path. sym_make.c simplifies. */
#include "sym_table.h"

#include <stdlib.h>
#include <string.h>

/* ---- the table ------------------------------------------------------- */

static uint64_t mix(uint64_t h, uint64_t x)
{
	h = (h ^ x) * UINT64_C(0x9e3779b97f4a7c15);
	return h ^ h >> 29;
}

static uint64_t hash_of(const struct cvg_sym *s)
{
	uint64_t h = mix(s->op, s->width);

	h = mix(h, s->a);
	h = mix(h, s->b);
	h = mix(h, s->c);
	return mix(mix(h, s->imm), s->hi);
}

static bool same(const struct cvg_sym *x, const struct cvg_sym *y)
{
	return x->op == y->op && x->width == y->width && x->a == y->a &&
	       x->b == y->b && x->c == y->c && x->imm == y->imm &&
	       x->hi == y->hi;
}

void cvg_syms_init(struct cvg_syms *syms)
{
	*syms = (struct cvg_syms){.mask = 1023, .epoch = 1};
	cvg_push(&syms->least, 0);
	cvg_push(&syms->least, CVG_NONE);
	syms->table = cvg_calloc(syms->mask + 1, sizeof *syms->table);
}

void cvg_syms_done(struct cvg_syms *syms)
{
	free(syms->all.at);
	free(syms->table);
	free(syms->equals);
	free(syms->memo);
	free(syms->memo_at);
	free(syms->memo_from);
	free(syms->memo_learnt);
	free(syms->learnt.at);
	free(syms->least.at);
	free(syms->noted);
}

static void put(struct cvg_syms *syms, uint32_t s)
{
	uint32_t i = (uint32_t)hash_of(&syms->all.at[s]) & syms->mask;

	while (syms->table[i])
		i = (i + 1) & syms->mask;
	syms->table[i] = s + 1;
}

static void rehash(struct cvg_syms *syms)
{
	free(syms->table);
	syms->mask = 2 * syms->mask + 1;
	syms->table = cvg_calloc(syms->mask + 1, sizeof *syms->table);
	for (uint32_t s = 0; s < syms->all.n; s++)
		put(syms, s);
}

static bool is_heavy(const struct cvg_syms *syms, const struct cvg_sym *s)
{
	const uint32_t arg[3] = {s->a, s->b, s->c};
	bool heavy = s->op == CVG_Y_MEMORY || s->op == CVG_Y_SET;

	for (int i = 0; i < 3; i++)
		heavy = heavy ||
			(arg[i] != CVG_NONE && cvg_sym_at(syms, arg[i])->heavy);
	return heavy;
}

static uint64_t about(const struct cvg_syms *syms, const struct cvg_sym *s)
{
	const uint32_t arg[3] = {s->a, s->b, s->c};
	uint64_t bits = 0;

	for (int i = 0; i < 3; i++) {
		if (arg[i] != CVG_NONE)
			bits |= cvg_sym_at(syms, arg[i])->about;
	}
	if (s->op == CVG_Y_VAR || (s->op == CVG_Y_APPLY && !bits))
		bits |= UINT64_C(1) << (hash_of(s) & 63);
	return bits;
}

uint32_t cvg_sym_intern(struct cvg_syms *syms, const struct cvg_sym *want)
{
	uint32_t i = (uint32_t)hash_of(want) & syms->mask;

	for (; syms->table[i]; i = (i + 1) & syms->mask) {
		if (same(&syms->all.at[syms->table[i] - 1], want))
			return syms->table[i] - 1;
	}
	if (2 * syms->all.n > syms->mask) {
		rehash(syms);
		return cvg_sym_intern(syms, want);
	}
	cvg_push(&syms->all, *want);
	syms->all.at[syms->all.n - 1].heavy = is_heavy(syms, want);
	syms->all.at[syms->all.n - 1].about = about(syms, want);
	syms->table[i] = (uint32_t)syms->all.n;
	return (uint32_t)syms->all.n - 1;
}

/* ---- what is known --------------------------------------------------- */

/* Make room in the arrays by formula. */
static void reach(struct cvg_syms *syms)
{
	uint32_t had = syms->capacity, n = (uint32_t)syms->all.n;

	if (n <= had)
		return;
	n += n / 2 + 64;
	syms->equals = cvg_realloc(syms->equals, n, sizeof *syms->equals);
	syms->memo = cvg_realloc(syms->memo, n, sizeof *syms->memo);
	syms->memo_at = cvg_realloc(syms->memo_at, n, sizeof *syms->memo_at);
	syms->memo_from =
		cvg_realloc(syms->memo_from, n, sizeof *syms->memo_from);
	syms->memo_learnt =
		cvg_realloc(syms->memo_learnt, n, sizeof *syms->memo_learnt);
	syms->noted = cvg_realloc(syms->noted, n, sizeof *syms->noted);
	for (uint32_t s = had; s < n; s++) {
		syms->equals[s] = CVG_NONE;
		syms->memo_at[s] = 0;
		syms->noted[s] = 0;
	}
	syms->capacity = n;
}

void cvg_sym_forget(struct cvg_syms *syms, size_t n)
{
	if (n >= syms->learnt.n)
		return;
	while (syms->learnt.n > n) {
		struct cvg_learnt last = syms->learnt.at[--syms->learnt.n];

		syms->equals[last.formula] = last.was;
	}
	/* Later epochs have seen less cut. */
	for (uint32_t e = syms->epoch + 1; e-- && syms->least.at[e] > n;)
		syms->least.at[e] = (uint32_t)n;
	syms->epoch++;
	cvg_push(&syms->least, CVG_NONE);
}

static void know(struct cvg_syms *syms, uint32_t s, uint32_t equals)
{
	struct cvg_learnt one = {s, CVG_NONE, cvg_sym_at(syms, s)->about};

	reach(syms);
	one.was = syms->equals[s];
	if (one.was == equals) /* what was simplified stays so */
		return;
	syms->equals[s] = equals;
	cvg_push(&syms->learnt, one);
}

static bool note(struct cvg_syms *syms, uint32_t s, bool is);

/* s is true, or not: note what follows. */
static bool note_parts(struct cvg_syms *syms, uint32_t s, bool is)
{
	const struct cvg_sym f = *cvg_sym_at(syms, s);
	enum cvg_symop both = is ? CVG_Y_AND : CVG_Y_OR;

	if (f.op == CVG_Y_NOT)
		return note(syms, f.a, !is);
	know(syms, s, cvg_sym_const(syms, 1, is));
	if (f.op == both)
		return note(syms, f.a, is) && note(syms, f.b, is);
	/* A number that equals a constant is that constant. */
	if (f.op == CVG_Y_EQ && is && cvg_sym_is_const(syms, f.b) &&
	    !cvg_sym_is_const(syms, f.a))
		know(syms, f.a, f.b);
	return true;
}

/* s is true, or not: note it as it is, because others may have the same, and as it
 * is simplified. */
static bool note(struct cvg_syms *syms, uint32_t s, bool is)
{
	uint32_t now = cvg_sym_now(syms, s);

	if (cvg_sym_is_const(syms, now))
		return cvg_sym_is(syms, now, is);
	return note_parts(syms, now, is) &&
	       (now == s || note_parts(syms, s, is));
}

bool cvg_sym_assume(struct cvg_syms *syms, uint32_t s)
{
	return note(syms, s, true);
}

static uint32_t simplified(struct cvg_syms *syms, uint32_t s)
{
	const struct cvg_sym f = *cvg_sym_at(syms, s);
	uint32_t arg[3] = {f.a, f.b, f.c};

	if (f.op == CVG_Y_CONST || f.op == CVG_Y_VAR || f.op == CVG_Y_MEMORY)
		return s;
	for (int i = 0; i < 3; i++) {
		if (arg[i] != CVG_NONE)
			arg[i] = cvg_sym_now(syms, arg[i]);
	}
	if (arg[0] == f.a && arg[1] == f.b && arg[2] == f.c)
		return s;
	return cvg_sym_remake(syms, &f, arg);
}

/* Parts that are shared are noted once: the ways to them may be 2^n. */
static void note_anew(struct cvg_syms *syms, uint32_t s, bool is)
{
	const struct cvg_sym f = *cvg_sym_at(syms, s);
	enum cvg_symop both = is ? CVG_Y_AND : CVG_Y_OR;
	uint32_t now;

	reach(syms);
	if (syms->noted[s] == 2 * syms->pass + is)
		return;
	syms->noted[s] = 2 * syms->pass + is;
	if (f.op == CVG_Y_NOT || f.op == both) {
		note_anew(syms, f.a, f.op == both ? is : !is);
		if (f.op == both)
			note_anew(syms, f.b, is);
		return;
	}
	now = simplified(syms, s);
	if (!cvg_sym_is_const(syms, now))
		know(syms, now, cvg_sym_const(syms, 1, is));
	if (f.op != CVG_Y_EQ || !is || !cvg_sym_is_const(syms, f.b))
		return;
	now = simplified(syms, f.a);
	if (!cvg_sym_is_const(syms, now))
		know(syms, now, f.b);
}

void cvg_sym_assume_anew(struct cvg_syms *syms, uint32_t s)
{
	syms->pass++;
	note_anew(syms, s, true);
}

void cvg_sym_conditions(struct cvg_syms *syms, uint32_t s, uint32_t most,
			struct cvg_u32s *out)
{
	struct cvg_u32s stack = {0};

	reach(syms);
	syms->pass++;
	cvg_push(&stack, s);
	while (stack.n && out->n < most) {
		uint32_t at = stack.at[--stack.n];
		const struct cvg_sym *f = cvg_sym_at(syms, at);
		const uint32_t arg[3] = {f->a, f->b, f->c};

		if (f->op == CVG_Y_ITE && !cvg_sym_at(syms, f->a)->heavy &&
		    syms->noted[f->a] != 2 * syms->pass + 1) {
			syms->noted[f->a] = 2 * syms->pass + 1;
			cvg_push(out, f->a);
		}
		for (int i = 0; i < 3; i++) {
			if (arg[i] == CVG_NONE ||
			    syms->noted[arg[i]] >= 2 * syms->pass)
				continue;
			syms->noted[arg[i]] = 2 * syms->pass;
			cvg_push(&stack, arg[i]);
		}
	}
	free(stack.at);
}

/* May what was learnt be about a part of f? What f is made of was made earlier, and is
 * about no more than f is. */
static bool may_be_in(const struct cvg_learnt *learnt, uint32_t f,
		      uint64_t about)
{
	return learnt->formula <= f && !(learnt->about & ~about);
}

/* Is what was found for s what would be found now? It is if all that it comes from is
 * still known, and nothing in it was learnt since then. */
static bool is_fresh(struct cvg_syms *syms, uint32_t s)
{
	uint32_t n = (uint32_t)syms->learnt.n, i = syms->memo_learnt[s];
	uint32_t least = syms->least.at[syms->memo_at[s]];
	uint64_t about;

	if (!syms->memo_at[s] || syms->memo_from[s] > least)
		return false;
	about = cvg_sym_at(syms, syms->memo[s])->about;
	for (i = i < least ? i : least; i < n; i++) {
		if (may_be_in(&syms->learnt.at[i], syms->memo[s], about))
			return false;
	}
	syms->memo_at[s] = syms->epoch;
	syms->memo_learnt[s] = n;
	return true;
}

uint32_t cvg_sym_now(struct cvg_syms *syms, uint32_t s)
{
	uint32_t found;

	reach(syms);
	if (!syms->learnt.n)
		return s;
	if (syms->equals[s] != CVG_NONE)
		return syms->equals[s];
	if (is_fresh(syms, s))
		return syms->memo[s];
	syms->anew++;
	found = simplified(syms, s);
	reach(syms);
	if (syms->equals[found] != CVG_NONE)
		found = syms->equals[found];
	syms->memo[s] = found;
	syms->memo_at[s] = syms->epoch;
	syms->memo_from[s] = syms->memo_learnt[s] = (uint32_t)syms->learnt.n;
	return found;
}

bool cvg_sym_same_now(struct cvg_syms *syms, uint32_t a, uint32_t b)
{
	return a == b || cvg_sym_now(syms, a) == cvg_sym_now(syms, b);
}
