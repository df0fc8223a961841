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
	free(syms->memo);
	free(syms->spoilt.at);
	free(syms->learnt.at);
	free(syms->least.at);
	free(syms->noted);
}

static void put(struct cvg_syms *syms, struct cvg_syms_place place)
{
	uint32_t i = place.hash & syms->mask;

	while (syms->table[i].number)
		i = (i + 1) & syms->mask;
	syms->table[i] = place;
}

static void rehash(struct cvg_syms *syms)
{
	struct cvg_syms_place *was = syms->table;
	uint32_t n = syms->mask;

	syms->mask = 2 * n + 1;
	syms->table = cvg_calloc(syms->mask + 1, sizeof *syms->table);
	for (uint32_t i = 0; i <= n; i++) {
		if (was[i].number)
			put(syms, was[i]);
	}
	free(was);
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
	uint32_t hash = (uint32_t)hash_of(want), i = hash & syms->mask;

	for (; syms->table[i].number; i = (i + 1) & syms->mask) {
		uint32_t s = syms->table[i].number - 1;

		if (syms->table[i].hash == hash && same(&syms->all.at[s], want))
			return s;
	}
	if (2 * syms->all.n > syms->mask) {
		rehash(syms);
		return cvg_sym_intern(syms, want);
	}
	cvg_push(&syms->all, *want);
	syms->all.at[syms->all.n - 1].heavy = is_heavy(syms, want);
	syms->all.at[syms->all.n - 1].about = about(syms, want);
	syms->table[i] = (struct cvg_syms_place){hash, (uint32_t)syms->all.n};
	return (uint32_t)syms->all.n - 1;
}

/* ---- what is known --------------------------------------------------- */

/* Make room in the arrays by formula. */
static void reach(struct cvg_syms *syms)
{
	static const struct cvg_memo nothing = {
		.equals = CVG_NONE,
		.users = CVG_NONE,
		.next = {CVG_UNUSED, CVG_UNUSED, CVG_UNUSED},
	};
	uint32_t had = syms->capacity, n = (uint32_t)syms->all.n;

	if (n <= had)
		return;
	n += n / 2 + 64;
	syms->memo = cvg_realloc(syms->memo, n, sizeof *syms->memo);
	syms->noted = cvg_realloc(syms->noted, n, sizeof *syms->noted);
	for (uint32_t s = had; s < n; s++) {
		syms->memo[s] = nothing;
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

		syms->memo[last.formula].equals = last.equals;
		syms->memo[last.formula].known = last.known;
	}
	/* Later epochs have seen less cut. */
	for (uint32_t e = syms->epoch + 1; e-- && syms->least.at[e] > n;)
		syms->least.at[e] = (uint32_t)n;
	syms->epoch++;
	cvg_push(&syms->least, CVG_NONE);
}

/* What s is a part of is to be simplified once more. What is to be already is in no
 * simplified formula. */
static void spoil(struct cvg_syms *syms, uint32_t s)
{
	cvg_push(&syms->spoilt, s);
	while (syms->spoilt.n) {
		struct cvg_memo *m =
			&syms->memo[syms->spoilt.at[--syms->spoilt.n]];
		uint32_t place = m->users;

		m->users = CVG_NONE;
		while (place != CVG_NONE) {
			struct cvg_memo *user = &syms->memo[place / 3];
			uint32_t next = user->next[place % 3];

			user->next[place % 3] = CVG_UNUSED;
			if (user->at)
				cvg_push(&syms->spoilt, place / 3);
			user->at = 0;
			place = next;
		}
	}
}

static void know(struct cvg_syms *syms, uint32_t s, uint32_t equals)
{
	struct cvg_learnt one = {.formula = s};
	struct cvg_memo *m;

	reach(syms);
	m = &syms->memo[s];
	if (m->equals == equals) /* what was simplified stays so */
		return;
	one.equals = m->equals;
	one.known = m->known;
	m->equals = equals;
	m->known = (uint32_t)syms->learnt.n;
	cvg_push(&syms->learnt, one);
	spoil(syms, s);
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

static uint32_t now_from(struct cvg_syms *syms, uint32_t s, uint32_t *from);

/* *from is raised to how much of `learnt` it comes from. */
static uint32_t simplified(struct cvg_syms *syms, uint32_t s, uint32_t *from)
{
	const struct cvg_sym f = *cvg_sym_at(syms, s);
	uint32_t arg[3] = {f.a, f.b, f.c};

	if (f.op == CVG_Y_CONST || f.op == CVG_Y_VAR || f.op == CVG_Y_MEMORY)
		return s;
	for (int i = 0; i < 3; i++) {
		if (arg[i] != CVG_NONE)
			arg[i] = now_from(syms, arg[i], from);
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
	uint32_t now, from = 0;

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
	now = simplified(syms, s, &from);
	if (!cvg_sym_is_const(syms, now))
		know(syms, now, cvg_sym_const(syms, 1, is));
	if (f.op != CVG_Y_EQ || !is || !cvg_sym_is_const(syms, f.b))
		return;
	now = simplified(syms, f.a, &from);
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

/* ---- simplified with what is known ------------------------------------ */

/* Does what was found for s hold, and would nothing else be found now? */
static bool is_fresh(const struct cvg_syms *syms, uint32_t s)
{
	const struct cvg_memo *m = &syms->memo[s];

	return m->at && m->from <= syms->least.at[m->at];
}

/* Note what s is. Its operands are simplified. */
static void keep(struct cvg_syms *syms, uint32_t s, uint32_t is, uint32_t from)
{
	const struct cvg_sym *f = cvg_sym_at(syms, s);
	const uint32_t arg[3] = {f->a, f->b, f->c};
	struct cvg_memo *m = &syms->memo[s];

	m->is = is;
	m->from = from;
	m->at = syms->epoch;
	for (uint32_t i = 0; i < 3; i++) {
		if (arg[i] == CVG_NONE || m->next[i] != CVG_UNUSED ||
		    cvg_sym_is_const(syms, arg[i]))
			continue;
		m->next[i] = syms->memo[arg[i]].users;
		syms->memo[arg[i]].users = 3 * s + i;
	}
}

/* Nothing that is known simplifies s, which was made of what is simplified. */
static void settle(struct cvg_syms *syms, uint32_t s)
{
	const struct cvg_sym *f = cvg_sym_at(syms, s);
	const uint32_t arg[3] = {f->a, f->b, f->c};

	if (is_fresh(syms, s))
		return;
	for (int i = 0; i < 3; i++) {
		if (arg[i] != CVG_NONE)
			settle(syms, arg[i]);
	}
	keep(syms, s, s, 0);
}

static void find(struct cvg_syms *syms, uint32_t s)
{
	uint32_t from = 0, found;

	syms->anew++;
	found = simplified(syms, s, &from);
	reach(syms);
	if (found != s)
		settle(syms, found);
	keep(syms, s, found, from);
}

#define MOST_HOPS 64 /* from what something is to what that is since then */

/* *from is raised to how much of `learnt` it comes from. */
static uint32_t now_from(struct cvg_syms *syms, uint32_t s, uint32_t *from)
{
	for (int hop = 0; hop < MOST_HOPS; hop++) {
		struct cvg_memo *m = &syms->memo[s];

		syms->looked++;
		if (m->equals != CVG_NONE) {
			*from = *from > m->known ? *from : m->known + 1;
			return m->equals;
		}
		if (!is_fresh(syms, s))
			find(syms, s);
		m = &syms->memo[s];
		m->at = syms->epoch;
		*from = *from > m->from ? *from : m->from;
		if (m->is == s)
			return s;
		s = m->is;
	}
	return s;
}

uint32_t cvg_sym_now(struct cvg_syms *syms, uint32_t s)
{
	uint32_t from = 0;

	reach(syms);
	return syms->learnt.n ? now_from(syms, s, &from) : s;
}

bool cvg_sym_same_now(struct cvg_syms *syms, uint32_t a, uint32_t b)
{
	return a == b || cvg_sym_now(syms, a) == cvg_sym_now(syms, b);
}
