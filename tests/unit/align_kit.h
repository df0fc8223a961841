/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Alignment problems held in arrays, and the right answer to small ones by
 * looking at every alignment there is.
 */
#ifndef CVG_TEST_ALIGN_KIT_H
#define CVG_TEST_ALIGN_KIT_H

#include "reconverge/align.h"

#include <string.h>

#define MAX 128

/* A problem held in arrays. */
struct sample {
	struct cvg_align_problem p;
	int32_t score[MAX * MAX]; /* [i * m + j] */
	bool plain_a[MAX];
	bool plain_b[MAX];
	uint64_t calls;
};

static inline void sample_score(void *ctx, uint32_t i,
				const struct cvg_align_row *row)
{
	struct sample *s = ctx;

	for (uint32_t j = row->from; j < row->to; j++) {
		s->calls++;
		if (s->score[(size_t)i * s->p.m + j] != CVG_NO_MATCH)
			row->score[(j - row->from) * row->stride] =
				s->score[(size_t)i * s->p.m + j];
	}
}

static inline bool sample_plain_a(void *ctx, uint32_t i)
{
	return ((struct sample *)ctx)->plain_a[i];
}

static inline bool sample_plain_b(void *ctx, uint32_t j)
{
	return ((struct sample *)ctx)->plain_b[j];
}

static inline void sample_init(struct sample *s, uint32_t n, uint32_t m)
{
	memset(s, 0, sizeof(*s));
	s->p = (struct cvg_align_problem){
		.n = n,
		.m = m,
		.score = sample_score,
		.largest = INT32_MAX,
		.plain_a = sample_plain_a,
		.plain_b = sample_plain_b,
		.ctx = s,
	};
	memset(s->plain_a, true, sizeof(s->plain_a));
	memset(s->plain_b, true, sizeof(s->plain_b));
}

/* xorshift: the same numbers on every machine. */
static inline uint32_t random_below(uint64_t *seed, uint32_t limit)
{
	*seed ^= *seed << 13;
	*seed ^= *seed >> 7;
	*seed ^= *seed << 17;
	return (uint32_t)(*seed >> 11) % limit;
}

/*
 * Few distinct scores and prices, so that ties abound; from nearly all pairs
 * alike to nearly none, so that there are long runs of gaps.
 */
static inline void sample_random(struct sample *s, uint64_t *seed, uint32_t n,
				 uint32_t m)
{
	uint32_t alike = 1 + random_below(seed, 16);

	sample_init(s, n, m);
	s->p.largest = 6; /* small enough for vectors */
	s->p.open_plain = (int32_t)random_below(seed, 3);
	s->p.open_guarded = (int32_t)random_below(seed, 7);
	s->p.extend = (int32_t)random_below(seed, 2);
	for (uint32_t k = 0; k < n * m; k++)
		s->score[k] = random_below(seed, 16) < alike
				      ? (int32_t)random_below(seed, 7) - 1
				      : CVG_NO_MATCH;
	for (uint32_t i = 0; i < n; i++)
		s->plain_a[i] = random_below(seed, 3) > 0;
	for (uint32_t j = 0; j < m; j++)
		s->plain_b[j] = random_below(seed, 3) > 0;
}

/* ---- what is right: every alignment looked at ------------------------ */

/* Columns as characters: 'M' match, 'a' gap in a, 'b' gap in b. */
struct search {
	const struct sample *s;
	bool local;
	char now[2 * MAX + 1];
	uint32_t n;
	uint32_t i0, j0; /* start of the segment looked at */
	char best[2 * MAX + 1];
	uint32_t best_i0, best_j0;
	int64_t best_score;
	bool found;
};

/* Price of the run of equal columns [from, to) that starts at element at. */
static inline int64_t run_price(const struct cvg_align_problem *p,
				const bool *plain, uint32_t at, uint32_t len)
{
	bool all_plain = true;
	int64_t open = p->open_guarded;

	for (uint32_t k = 0; k < len; k++)
		all_plain = all_plain && plain[at + k];
	if (all_plain && p->open_plain < open)
		open = p->open_plain;
	return open + (int64_t)len * p->extend;
}

/* Score of columns from (i, j), straight from the definition of a run. */
static inline int64_t columns_score(const struct sample *s, const char *c,
				    uint32_t n, uint32_t i, uint32_t j)
{
	int64_t sum = 0;

	for (uint32_t k = 0; k < n;) {
		uint32_t len = 1;

		if (c[k] == 'M') {
			sum += s->score[i++ * s->p.m + j++];
			k++;
			continue;
		}
		while (k + len < n && c[k + len] == c[k])
			len++;
		if (c[k] == 'a') {
			sum -= run_price(&s->p, s->plain_a, i, len);
			i += len;
		} else {
			sum -= run_price(&s->p, s->plain_b, j, len);
			j += len;
		}
		k += len;
	}
	return sum;
}

/* Column by column: 'M' < the end < 'a' < 'b'. */
static inline bool columns_before(const char *x, const char *y)
{
	while (*x && *x == *y) {
		x++;
		y++;
	}
	if (*x == *y)
		return false;
	if (*x == 'M' || *y == 'M')
		return *x == 'M';
	return *x < *y;
}

static inline void consider(struct search *x)
{
	int64_t score = columns_score(x->s, x->now, x->n, x->i0, x->j0);
	bool earlier;

	x->now[x->n] = '\0';
	if (x->i0 != x->best_i0)
		earlier = x->i0 < x->best_i0;
	else if (x->j0 != x->best_j0)
		earlier = x->j0 < x->best_j0;
	else
		earlier = columns_before(x->now, x->best);
	if (x->found &&
	    (score < x->best_score || (score == x->best_score && !earlier)))
		return;
	x->found = true;
	x->best_score = score;
	x->best_i0 = x->i0;
	x->best_j0 = x->j0;
	memcpy(x->best, x->now, x->n + 1);
}

/* All ways on from (i, j). A local part starts and ends with a match. */
static inline void search_from(struct search *x, uint32_t i, uint32_t j)
{
	const struct cvg_align_problem *p = &x->s->p;

	if (x->local ? x->n > 0 && x->now[x->n - 1] == 'M'
		     : i == p->n && j == p->m)
		consider(x);
	if (i < p->n && j < p->m && x->s->score[i * p->m + j] != CVG_NO_MATCH) {
		x->now[x->n++] = 'M';
		search_from(x, i + 1, j + 1);
		x->n--;
	}
	if (x->local && x->n == 0)
		return;
	if (i < p->n) {
		x->now[x->n++] = 'a';
		search_from(x, i + 1, j);
		x->n--;
	}
	if (j < p->m) {
		x->now[x->n++] = 'b';
		search_from(x, i, j + 1);
		x->n--;
	}
}

static inline void add_columns(char *to, char c, uint32_t n)
{
	size_t at = strlen(to);

	memset(to + at, c, n);
	to[at + n] = '\0';
}

/* The right answer as columns, free gaps of a local one included. */
static inline int64_t search_all(const struct sample *s, bool local,
				 char *columns)
{
	struct search x = {.s = s, .local = local};
	uint32_t i1, j1;

	columns[0] = '\0';
	for (uint32_t i = 0; i <= s->p.n && (local || i == 0); i++) {
		for (uint32_t j = 0; j <= s->p.m && (local || j == 0); j++) {
			x.i0 = i;
			x.j0 = j;
			search_from(&x, i, j);
		}
	}
	if (local && (!x.found || x.best_score < 0)) {
		x.best[0] = '\0';
		x.best_i0 = x.best_j0 = 0;
		x.best_score = 0;
	}
	i1 = x.best_i0;
	j1 = x.best_j0;
	for (const char *c = x.best; *c; c++) {
		i1 += *c != 'b';
		j1 += *c != 'a';
	}
	add_columns(columns, 'a', x.best_i0);
	add_columns(columns, 'b', x.best_j0);
	strcat(columns, x.best);
	add_columns(columns, 'a', s->p.n - i1);
	add_columns(columns, 'b', s->p.m - j1);
	return x.best_score;
}

#endif
