/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The flattening paper's benchmark, a two-level work queue: loop A runs `outer`
 * times, loop B in it `inner` times, or once for the k of 32 neighbouring
 * threads that a generator draws in every round of A to find no work. `useful`
 * counts the rounds of B; performance is that count by time.
 *
 * Look at: the exit of B. It diverges, and threads without work wait for those
 *   that have some: however many they are, a round of A takes `inner` rounds of
 *   B, and at k = 31 one lane of 32 works.
 * Transforms: flattening makes one loop of the two, and a thread without work
 *   draws again in the next round. Formula (1): it pays if n / N > Ta / (Ta +
 *   Tb), as if every round then ran A's part too; with long inner loops and few
 *   idle threads most rounds do not.
 * Kernels: flat_bench_A_B, A and B units of work in the loops' bodies.
 * Paper: FLAT (injoit.org/index.php/j1/article/view/761), section V, figure 7:
 *   up to 24 times faster at k = 31, slower below k = 14 with 10/1.
 * Launch: grid G, block BLOCK; state: G * BLOCK floats, 0 to 1, written back;
 *   useful: G * BLOCK uints; k from 0 to 31, outer and inner at least 1.
 */
#include "device.h"

#ifndef BLOCK
#define BLOCK 64
#endif

/* One unit of work: two steps of a continued fraction. */
#define WORK_1(v) v = 2.0f / (v + 1.0f), v = 3.0f / (v + 2.0f)
#define WORK_5(v) WORK_1(v), WORK_1(v), WORK_1(v), WORK_1(v), WORK_1(v)
#define WORK_10(v) WORK_5(v), WORK_5(v)
#define WORK_50(v) WORK_10(v), WORK_10(v), WORK_10(v), WORK_10(v), WORK_10(v)
#define WORK_100(v) WORK_50(v), WORK_50(v)

/* The body of all kernels. Multiplying by an odd number and adding permutes 0
 * to 31, so k of 32 neighbours have no work. */
#define BENCH(a, b)                                                         \
	uint tid = thread_id();                                             \
	uint at = block_id() * BLOCK + tid;                                 \
	float value = state[at];                                            \
	uint draw = block_id();                                             \
	uint count = 0;                                                     \
	uint round = 0;                                                     \
                                                                            \
	do {                                                                \
		uint rank, i = 0;                                           \
                                                                            \
		draw = draw * 1664525u + 1013904223u;                       \
		rank = (tid * (draw >> 9 | 1) + (draw >> 27)) & 31;         \
		WORK_##a(value);                                            \
		do {                                                        \
			WORK_##b(value);                                    \
			count++;                                            \
			i++;                                                \
		} while ((rank >= k) & (i < inner));                        \
		round++;                                                    \
	} while (round < outer);                                            \
	state[at] = value;                                                  \
	useful[at] = count

KERNEL(BLOCK, 1)
void flat_bench_10_1(__global float *state, __global uint *useful, uint k,
		     uint outer, uint inner)
{
	BENCH(10, 1);
}

KERNEL(BLOCK, 1)
void flat_bench_1_1(__global float *state, __global uint *useful, uint k,
		    uint outer, uint inner)
{
	BENCH(1, 1);
}

KERNEL(BLOCK, 1)
void flat_bench_1_10(__global float *state, __global uint *useful, uint k,
		     uint outer, uint inner)
{
	BENCH(1, 10);
}

KERNEL(BLOCK, 1)
void flat_bench_1_100(__global float *state, __global uint *useful, uint k,
		      uint outer, uint inner)
{
	BENCH(1, 100);
}
