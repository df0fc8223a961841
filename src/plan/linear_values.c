/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Sets of guard values: see linear_values.h. */
#include "linear_values.h"

#include <stdlib.h>
#include <string.h>

void cvg_values_done(struct values *v)
{
	free(v->at);
	*v = (struct values){.at = NULL};
}

/* Index of the first of at least x, or n. */
static uint32_t values_find(const struct values *v, uint32_t x)
{
	uint32_t lo = v->from, hi = v->n;

	while (lo < hi) {
		uint32_t mid = lo + (hi - lo) / 2;

		if (v->at[mid] < x)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo;
}

uint32_t cvg_values_next(const struct values *v, uint32_t x, uint32_t none)
{
	uint32_t k = values_find(v, x);

	return k < v->n ? v->at[k] : none;
}

bool cvg_values_within(const struct values *v, uint32_t low, uint32_t high)
{
	uint32_t first = cvg_values_next(v, 0, CVG_NONE);

	return first >= low && first < high &&
	       cvg_values_next(v, high, CVG_NONE) == CVG_NONE;
}

void cvg_values_split(struct values *v, uint32_t low, uint32_t high,
		      struct values *out)
{
	uint32_t from = values_find(v, low), to = values_find(v, high);

	*out = (struct values){.n = to - from, .cap = to - from + 1};
	out->at = cvg_alloc(out->cap * sizeof *out->at);
	if (to > from)
		memcpy(out->at, v->at + from, (to - from) * sizeof *out->at);
	if (from == v->from) {
		v->from = to;
		return;
	}
	memmove(v->at + from, v->at + to, (v->n - to) * sizeof *v->at);
	v->n -= to - from;
}

/* In its place: the shorter side makes room. */
static void add(struct values *v, uint32_t x)
{
	uint32_t k = values_find(v, x);

	if (k < v->n && v->at[k] == x)
		return;
	if (v->from && k - v->from <= v->n - k) {
		v->from--;
		memmove(v->at + v->from, v->at + v->from + 1,
			(k - v->from - 1) * sizeof *v->at);
		v->at[k - 1] = x;
		return;
	}
	if (v->n == v->cap) {
		v->cap += v->cap / 2 + 1;
		v->at = cvg_realloc(v->at, v->cap, sizeof *v->at);
	}
	memmove(v->at + k + 1, v->at + k, (v->n - k) * sizeof *v->at);
	v->at[k] = x;
	v->n++;
}

void cvg_values_join(struct values *a, struct values *b)
{
	enum { FEW = 8 }; /* added one by one */
	struct values out = {0};
	uint32_t i, j;

	if (values_n(a) < values_n(b)) {
		struct values c = *a;

		*a = *b;
		*b = c;
	}
	i = a->from;
	j = b->from;
	if (values_n(b) <= FEW) {
		for (; j < b->n; j++)
			add(a, b->at[j]);
		cvg_values_done(b);
		return;
	}
	out.cap = values_n(a) + values_n(b);
	out.at = cvg_alloc(out.cap * sizeof *out.at);
	while (i < a->n || j < b->n) {
		uint32_t x = i < a->n ? a->at[i] : CVG_NONE;
		uint32_t y = j < b->n ? b->at[j] : CVG_NONE;

		out.at[out.n++] = x < y ? x : y;
		i += i < a->n && x <= y;
		j += j < b->n && y <= x;
	}
	cvg_values_done(a);
	cvg_values_done(b);
	*a = out;
}

static int by_number(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	return (x > y) - (x < y);
}

struct values cvg_values_of_list(struct cvg_u32s *list)
{
	struct values v = {.cap = (uint32_t)list->n + 1};

	if (list->n)
		qsort(list->at, list->n, sizeof *list->at, by_number);
	v.at = cvg_alloc(v.cap * sizeof *v.at);
	for (size_t k = 0; k < list->n; k++)
		if (!k || list->at[k] != list->at[k - 1])
			v.at[v.n++] = list->at[k];
	list->n = 0;
	return v;
}

void cvg_values_test(struct cvg_linnode *n, const struct values *matching,
		     const struct values *others)
{
	if (values_n(matching) == 1) {
		n->low = matching->at[matching->from];
		n->high = n->low + 1;
		return;
	}
	if (cvg_values_next(others, 0, CVG_NONE) >= n->high)
		n->low = 0;
	else if (cvg_values_next(others, n->high, CVG_NONE) == CVG_NONE)
		n->high = CVG_NONE;
}
