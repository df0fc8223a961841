/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Memory filled, copied and moved where it overlaps, by lengths known only at run
 * time.
 *
 * Launch: {"grid": [2, 1, 1], "block": [64, 1, 1], "args": {
 *   "in": {"type": "u32", "count": 128, "random": [0, 4294967296]},
 *   "bytes": {"type": "u8", "count": 8192, "random": [0, 256]}}}
 */
#include "feature.h"

#if DEVICE
#define fill(to, value, n) __builtin_memset(to, value, n)
#define copy(to, from, n)  __builtin_memcpy(to, from, n)
#define move(to, from, n)  __builtin_memmove(to, from, n)
#else
#define fill(to, value, n)                  \
	for (uint k_ = 0; k_ < (n); k_++) \
	(to)[k_] = (uchar)(value)
#define copy(to, from, n)                   \
	for (uint k_ = 0; k_ < (n); k_++) \
	(to)[k_] = (from)[k_]
#define move(to, from, n)                           \
	for (uint k_ = 0; k_ < (n); k_++)         \
		if ((to) < (from))                  \
			(to)[k_] = (from)[k_];      \
		else                                \
			(to)[(n) - 1 - k_] = (from)[(n) - 1 - k_]
#endif

LINE void memory_moves(__global const uint *in, __global uchar *bytes)
{
	size_t i = get_global_id(0);
	__global uchar *mine = bytes + 64 * i;
	uint n = in[i] & 15, at = in[i] >> 4 & 7, other = in[i] >> 8 & 7;
	uchar own[32];

	fill(own, in[i] >> 16, 32u);
	copy(own + at, mine, n);
	move(own + at, own + other, n);
	move(mine + other, mine + at, n + 8);
	copy(mine + 32, own, 32u);
	fill(mine + 40, 0xab, n);
}
