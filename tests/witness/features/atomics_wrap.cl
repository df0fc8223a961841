/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Counters that wrap at a limit: up, down.
 *
 * Standard: CL3.0
 *
 * Launch: {"grid": [4, 1, 1], "block": [64, 1, 1], "args": {
 *   "counters": {"type": "u32", "count": 4, "values": [0, 5, 100, 3]},
 *   "seen": {"type": "u32", "count": 12, "zero": true}}}
 */
#include "feature.h"

#if defined(__AMDGCN__)
#define up(p, limit) __builtin_amdgcn_atomic_inc32(p, limit, RELAXED_AGENT)
#define down(p, limit) __builtin_amdgcn_atomic_dec32(p, limit, RELAXED_AGENT)
#define RELAXED_AGENT __ATOMIC_RELAXED, "agent"
#elif defined(__NVPTX__)
#define up(p, limit) __nvvm_atom_inc_gen_ui(p, limit)
#define down(p, limit) __nvvm_atom_dec_gen_ui(p, limit)
#else
static uint up(volatile __global uint *p, uint limit)
{
	uint old = *p, seen;

	while ((seen = atomic_cmpxchg(p, old, old >= limit ? 0 : old + 1)) !=
	       old)
		old = seen;
	return old;
}

static uint down(volatile __global uint *p, uint limit)
{
	uint old = *p, seen;

	while ((seen = atomic_cmpxchg(p, old, old == 0 || old > limit
						      ? limit
						      : old - 1)) != old)
		old = seen;
	return old;
}
#endif

LINE void atomics_wrap(__global uint *counters, __global uint *seen)
{
	/* what a counter held: each value as often */
	atomic_inc(&seen[up(&counters[0], 6)]);
	down(&counters[1], 9);
	up(&counters[2], 50);
	down(&counters[3], 1);
}
