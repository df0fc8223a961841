/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Sets of guard values: see linear_values.h. */
#include "linear_values.h"

#include <stdlib.h>
#include <string.h>

void cvg_values_done(struct values *values)
{
	free(values->at);
	*values = (struct values){.at = NULL};
}

/* Index of the first member that is at least `low`; `end` if there is none. */
static uint32_t index_of(const struct values *values, uint32_t low)
{
	uint32_t first = values->from, end = values->end;

	while (first < end) {
		uint32_t mid = first + (end - first) / 2;

		if (values->at[mid] < low)
			first = mid + 1;
		else
			end = mid;
	}
	return first;
}

uint32_t cvg_values_next(const struct values *values, uint32_t low,
			 uint32_t none)
{
	uint32_t k = index_of(values, low);

	return k < values->end ? values->at[k] : none;
}

bool cvg_values_within(const struct values *values, uint32_t low, uint32_t high)
{
	uint32_t first = cvg_values_next(values, 0, CVG_NONE);

	return first >= low && first < high &&
	       cvg_values_next(values, high, CVG_NONE) == CVG_NONE;
}

void cvg_values_split(struct values *values, uint32_t low, uint32_t high,
		      struct values *out)
{
	uint32_t from = index_of(values, low), to = index_of(values, high);
	uint32_t n = to - from;

	*out = (struct values){.end = n, .cap = n + 1};
	out->at = cvg_alloc(out->cap * sizeof *out->at);
	if (n)
		memcpy(out->at, values->at + from, n * sizeof *out->at);
	if (from == values->from) {
		values->from = to;
		return;
	}
	memmove(values->at + from, values->at + to,
		(values->end - to) * sizeof *values->at);
	values->end -= n;
}

/* Put one value in its place; the members on the shorter side make room. */
static void add(struct values *values, uint32_t value)
{
	uint32_t k = index_of(values, value);

	if (k < values->end && values->at[k] == value)
		return;
	if (values->from && k - values->from <= values->end - k) {
		values->from--;
		memmove(values->at + values->from,
			values->at + values->from + 1,
			(k - values->from - 1) * sizeof *values->at);
		values->at[k - 1] = value;
		return;
	}
	if (values->end == values->cap) {
		values->cap += values->cap / 2 + 1;
		values->at = cvg_realloc(values->at, values->cap,
					 sizeof *values->at);
	}
	memmove(values->at + k + 1, values->at + k,
		(values->end - k) * sizeof *values->at);
	values->at[k] = value;
	values->end++;
}

/* A new set of the members of both. */
static struct values merge(const struct values *a, const struct values *b)
{
	struct values out = {.cap = values_n(a) + values_n(b)};
	uint32_t i = a->from, j = b->from;

	out.at = cvg_alloc(out.cap * sizeof *out.at);
	while (i < a->end || j < b->end) {
		uint32_t x = i < a->end ? a->at[i] : CVG_NONE;
		uint32_t y = j < b->end ? b->at[j] : CVG_NONE;

		out.at[out.end++] = x < y ? x : y;
		i += i < a->end && x <= y;
		j += j < b->end && y <= x;
	}
	return out;
}

void cvg_values_join(struct values *into, struct values *from)
{
	enum { FEW = 8 }; /* so many are added one by one */
	struct values larger = *into, smaller = *from;

	if (values_n(&larger) < values_n(&smaller)) {
		larger = *from;
		smaller = *into;
	}
	if (values_n(&smaller) <= FEW) {
		for (uint32_t k = smaller.from; k < smaller.end; k++)
			add(&larger, smaller.at[k]);
		*into = larger;
	} else {
		*into = merge(&larger, &smaller);
		cvg_values_done(&larger);
	}
	cvg_values_done(&smaller);
	*from = (struct values){.at = NULL};
}

static int by_number(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	return (x > y) - (x < y);
}

struct values cvg_values_of_list(struct cvg_u32s *list)
{
	struct values out = {.cap = (uint32_t)list->n + 1};

	if (list->n)
		qsort(list->at, list->n, sizeof *list->at, by_number);
	out.at = cvg_alloc(out.cap * sizeof *out.at);
	for (size_t k = 0; k < list->n; k++)
		if (!k || list->at[k] != list->at[k - 1])
			out.at[out.end++] = list->at[k];
	list->n = 0;
	return out;
}

void cvg_values_test(struct cvg_linnode *node, const struct values *matching,
		     const struct values *others)
{
	if (values_n(matching) == 1) {
		node->low = matching->at[matching->from];
		node->high = node->low + 1;
		return;
	}
	if (cvg_values_next(others, 0, CVG_NONE) >= node->high)
		node->low = 0;
	else if (cvg_values_next(others, node->high, CVG_NONE) == CVG_NONE)
		node->high = CVG_NONE;
}
