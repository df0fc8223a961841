/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * References of nqueens, flat_work_queue and the four of flat_bench.
 */
#include "reference.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

/* ---- nqueens --------------------------------------------------------- */

#define N     8
#define BLOCK 64
#define KNOWN 92 /* placings of 8 queens: Nauck, 1850 */

/* May row `row` have its queen in `column`, below those at queen[0..row-1]? */
static bool fits(const int *queen, int row, int column)
{
	for (int r = 0; r < row; r++)
		if (queen[r] == column || abs(queen[r] - column) == row - r)
			return false;
	return true;
}

static uint32_t placings(int *queen, int row)
{
	uint32_t n = 0;

	if (row == N)
		return 1;
	for (int c = 0; c < N; c++) {
		queen[row] = c;
		if (fits(queen, row, c))
			n += placings(queen, row + 1);
	}
	return n;
}

void reference_nqueens(struct task *t)
{
	uint32_t *counts = t->data[0];
	uint32_t sum = 0;

	for (unsigned b = 0; b < t->grid[0]; b++) {
		counts[b] = 0;
		for (int id = (int)b * BLOCK; id < ((int)b + 1) * BLOCK; id++) {
			int queen[N] = {id / N, id % N};

			if (id < N * N && fits(queen, 1, queen[1]))
				counts[b] += placings(queen, 2);
		}
		sum += counts[b];
	}
	if (t->grid[0] * BLOCK >= N * N && sum != KNOWN) {
		fprintf(stderr, "nqueens: the reference finds %u\n", sum);
		exit(2);
	}
}

/* ---- flat_work_queue ------------------------------------------------- */

#define ROUNDS	    16
#define LONG_ITEM   16
#define EMPTY_OF_32 16 /* K */

static uint32_t work(uint32_t v, int units)
{
	while (units-- > 0) {
		v = v * 1664525u + 1013904223u;
		v ^= v >> 15;
	}
	return v;
}

/* How often a thread works on its item in a round. */
static int item(uint32_t thread, uint32_t round)
{
	uint32_t draw = round * 2654435761u;
	uint32_t rank = thread * (draw >> 7 | 1) + (draw >> 20);

	return rank % 32 < EMPTY_OF_32 ? 1 : LONG_ITEM;
}

void reference_flat_work_queue(struct task *t)
{
	uint32_t *state = t->data[0];
	uint32_t *useful = t->data[1];

	for (uint32_t i = 0; i < t->grid[0] * BLOCK; i++) {
		useful[i] = 0;
		for (uint32_t round = 0; round < ROUNDS; round++) {
			int n = item(i % BLOCK, round);

			state[i] = work(state[i], 1 + 10 * n);
			useful[i] += (uint32_t)n;
		}
	}
}

/* ---- flat_bench ------------------------------------------------------ */

static float divide(float v, uint32_t units)
{
	while (units-- > 0) {
		v = 2 / (v + 1);
		v = 3 / (v + 2);
	}
	return v;
}

/* The k of 32 that a round leaves without work: those whose place in a
 * shuffled row is below k. */
static uint32_t place(uint32_t lane, uint32_t draw)
{
	return (lane * (draw / 512 | 1) + draw / (1u << 27)) % 32;
}

static void bench(struct task *t, uint32_t a, uint32_t b)
{
	float *state = t->data[0];
	uint32_t *useful = t->data[1];
	uint32_t k = t->scalar[2].u32, outer = t->scalar[3].u32;
	uint32_t inner = t->scalar[4].u32;

	for (uint32_t i = 0; i < t->grid[0] * BLOCK; i++) {
		uint32_t draw = i / BLOCK;

		useful[i] = 0;
		for (uint32_t round = 0; round < outer; round++) {
			uint32_t n = inner;

			draw = draw * 1664525u + 1013904223u;
			if (place(i % BLOCK, draw) < k)
				n = 1;
			state[i] = divide(state[i], a + b * n);
			useful[i] += n;
		}
	}
}

void reference_flat_bench_10_1(struct task *t)
{
	bench(t, 10, 1);
}

void reference_flat_bench_1_1(struct task *t)
{
	bench(t, 1, 1);
}

void reference_flat_bench_1_10(struct task *t)
{
	bench(t, 1, 10);
}

void reference_flat_bench_1_100(struct task *t)
{
	bench(t, 1, 100);
}
