/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * References of the bitonic sorts, pcm and mergesort: the C library sorts.
 */
#include "reference.h"

#include <stdlib.h>

static int by_value(const void *a, const void *b)
{
	int32_t x = *(const int32_t *)a;
	int32_t y = *(const int32_t *)b;

	return (x > y) - (x < y);
}

/* The first argument's values, `size` of them a block. */
static void sort_blocks(struct task *t, size_t size)
{
	int32_t *values = t->data[0];

	for (unsigned b = 0; b < t->grid[0]; b++)
		qsort(values + b * size, size, sizeof *values, by_value);
}

void reference_bitonic_sort(struct task *t)
{
	sort_blocks(t, 256); /* NUM */
}

void reference_bitonic_sort_ge(struct task *t)
{
	sort_blocks(t, 256); /* NUM */
}

void reference_pcm(struct task *t)
{
	sort_blocks(t, 32 * 8); /* BUCKETS * SIZE */
}

void reference_mergesort(struct task *t)
{
	sort_blocks(t, 128); /* NUM */
}
