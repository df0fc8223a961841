/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Where the rows of all threads of a launch stand: see reconverge/rows.h. */
#include "reconverge/rows.h"

#include <stdlib.h>

int64_t cvg_row_at(const struct cvg_row *row,
		   const struct cvg_row_launch *launch, uint64_t thread)
{
	int64_t at = row->low;

	for (uint32_t k = 0; k < 6; k++) {
		uint32_t n = launch->size[k / 3][k % 3];

		at += row->step[k / 3][k % 3] * (int64_t)(thread % n);
		thread /= n;
	}
	return at;
}

static int by_place(const void *a, const void *b)
{
	const int64_t *x = a, *y = b;

	return *x < *y ? -1 : *x > *y;
}

const char *cvg_row_apart(const struct cvg_row *row,
			  const struct cvg_row_launch *launch, uint64_t bytes)
{
	uint64_t n = 1;
	int64_t *at, each = row->high - row->low;
	const char *why = NULL;

	for (uint32_t k = 0; k < 6; k++)
		n *= launch->size[k / 3][k % 3];
	at = cvg_calloc(n + 1, sizeof(*at));
	for (uint64_t t = 0; t < n; t++)
		at[t] = cvg_row_at(row, launch, t);
	qsort(at, n, sizeof(*at), by_place);
	for (uint64_t t = 1; t < n && !why; t++)
		if (at[t] - at[t - 1] < each)
			why = "several threads use the same bytes of it";
	if (!why && (at[0] < 0 || (uint64_t)(at[n - 1] + each) > bytes))
		why = "the threads' rows reach beyond its ends";
	free(at);
	return why;
}
