/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Partition and concurrent merge: BUCKETS sorted buckets go through Batcher's
 * odd-even merge sort network, one thread per bucket. A comparator of the
 * network becomes a merge: of two sorted buckets the lower thread keeps the
 * smaller half, merging from the front, the upper thread the larger half,
 * merging from the back, both at once.
 *
 * Look at: the branch on (lower), lower against upper thread of a pair. Each
 *   arm is a loop with a data-dependent diamond in it.
 * Melds: first the diamonds inside the loops (one side or the other bucket
 *   gives its value), then the two loops as a region pair.
 * Paper: DARM (arXiv 2107.05681), benchmark PCM; the sorting algorithm is by
 *   Herruzo, Ruiz, Benavides and Plata, PDP 2007.
 * Measured: the authors' pass (LLVM 14 port, gfx906) on the authors' kernel:
 *   three melds, 27 to 22 blocks, 9 to 8 divergent branches, 13 to 11 loads
 *   and 10 to 7 stores, but 2 to 20 selects and 9 to 14 vector registers; with
 *   the loops unrolled the code grows and divergent branches go from 15 to 17.
 * Launch: grid G, block BUCKETS; values: G * BUCKETS * SIZE ints, sorted per
 *   block of BUCKETS * SIZE.
 */
#include "device.h"

#ifndef BUCKETS
#define BUCKETS 32 /* a power of two, threads per block */
#endif
#ifndef SIZE
#define SIZE 8 /* values in a bucket */
#endif

/* Is bucket b the lower end of a comparator of step (p, k)? Without branches,
 * which would crowd the graph. */
INLINE uint is_lower(uint b, uint p, uint k)
{
	uint first = k & (p - 1);
	uint run = ~(2 * p - 1);

	return (b >= first) & (b + k < BUCKETS) & (((b - first) & k) == 0) &
	       ((b & run) == ((b + k) & run));
}

KERNEL(BUCKETS, 1)
void pcm(__global int *values)
{
	__local int now[BUCKETS * SIZE];
	__local int next[BUCKETS * SIZE];
	uint tid = thread_id();
	uint mine = tid * SIZE;
	uint base = block_id() * BUCKETS * SIZE;

	for (uint i = 0; i < SIZE; i++) {
		int value = values[base + mine + i];
		uint at = mine + i;

		while (at > mine && now[at - 1] > value) {
			now[at] = now[at - 1];
			at--;
		}
		now[at] = value;
	}
	block_sync();

	for (uint p = 1; p < BUCKETS; p *= 2) {
		for (uint k = p; k >= 1; k /= 2) {
			uint lower = is_lower(tid, p, k);
			uint upper = (tid >= k) & is_lower(tid - k, p, k);

			if (lower | upper) {
				uint partner = tid + k * lower - k * upper;
				uint theirs = partner * SIZE;

				if (lower) {
					uint a = mine;
					uint b = theirs;

					for (uint i = 0; i < SIZE; i++) {
						if (now[a] <= now[b]) {
							next[mine + i] = now[a];
							a++;
						} else {
							next[mine + i] = now[b];
							b++;
						}
					}
				} else {
					uint a = mine + SIZE - 1;
					uint b = theirs + SIZE - 1;
					uint to = a;

					for (uint i = 0; i < SIZE; i++) {
						if (now[a] > now[b]) {
							next[to - i] = now[a];
							a--;
						} else {
							next[to - i] = now[b];
							b--;
						}
					}
				}
			}
			block_sync();
			if (lower | upper)
				for (uint i = 0; i < SIZE; i++)
					now[mine + i] = next[mine + i];
			block_sync();
		}
	}

	for (uint i = 0; i < SIZE; i++)
		values[base + mine + i] = now[mine + i];
}
