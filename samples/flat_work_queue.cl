/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Two-level work queue: an outer loop fetches an item, an inner loop works on
 * it INNER times, or once if the item turns out empty. In every outer round
 * exactly K of 32 neighbouring threads, drawn anew, meet an empty item.
 *
 * Look at: the inner loop's exit: it diverges, and a thread with an empty item
 *   idles through INNER - 1 rounds before it may fetch again.
 * Transforms: flattening makes one loop of the two: a thread without work
 *   fetches in the next round. Worth it if n / N > Ta / (Ta + Tb): share of
 *   idle threads against the outer part's share of the time. A_WORK and B_WORK
 *   set Ta and Tb: 10/1, 1/1 and 1/10 are the paper's ratios, K its parameter
 *   k.
 * Paper: FLAT (injoit.org/index.php/j1/article/view/761), sections III-C and
 *   V, figure 7: up to 24 times faster with K = 31, slower below K = 14 with
 *   10/1.
 * Measured: the paper's own pass needs memory-form IR, rotated loops and one
 *   subloop; on SSA form such as this it fails or writes invalid IR.
 * Launch: grid G, block BLOCK; state, useful: G * BLOCK uints each; state any
 *   values, both written; useful counts the inner rounds of each thread.
 */
#include "device.h"

#ifndef BLOCK
#define BLOCK 64
#endif
#ifndef OUTER
#define OUTER 16
#endif
#ifndef INNER
#define INNER 16
#endif
#ifndef K
#define K 16 /* 0 to 31 */
#endif
#ifndef A_WORK
#define A_WORK 1 /* 1, 10 or 100 units of work per outer round */
#endif
#ifndef B_WORK
#define B_WORK 10 /* the same per inner round */
#endif

/* One unit of work: a step of a multiplicative generator, and a mix. */
#define WORK_1(v) v = v * 1664525u + 1013904223u, v ^= v >> 15
#define WORK_5(v) WORK_1(v), WORK_1(v), WORK_1(v), WORK_1(v), WORK_1(v)
#define WORK_10(v) WORK_5(v), WORK_5(v)
#define WORK_50(v) WORK_10(v), WORK_10(v), WORK_10(v), WORK_10(v), WORK_10(v)
#define WORK_100(v) WORK_50(v), WORK_50(v)
#define PASTE(units, v) WORK_##units(v)
#define WORK(units, v) PASTE(units, v)

/* Does this thread's item of the round end early? Multiplying by an odd number
 * and adding permutes 0..31, so K of 32 neighbours always do. */
INLINE uint is_empty(uint tid, uint round)
{
	uint draw = round * 2654435761u;
	uint rank = (tid * (draw >> 7 | 1) + (draw >> 20)) & 31;

	return rank < K;
}

KERNEL(BLOCK, 1)
void flat_work_queue(__global uint *state, __global uint *useful)
{
	uint tid = thread_id();
	uint at = block_id() * BLOCK + tid;
	uint value = state[at];
	uint count = 0;
	uint round = 0;

	do {
		uint limit = is_empty(tid, round) ? 1 : INNER;
		uint i = 0;

		WORK(A_WORK, value);
		do {
			WORK(B_WORK, value);
			count++;
			i++;
		} while (i < limit);
		round++;
	} while (round < OUTER);
	state[at] = value;
	useful[at] = count;
}
