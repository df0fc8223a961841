/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Atomics on bytes and shorts, neighbours untouched. On PoCL by compare and
 * exchange of the words they lie in.
 *
 * Launch: {"grid": [4, 1, 1], "block": [64, 1, 1], "args": {
 *   "in": {"type": "u32", "count": 256, "random": [0, 4294967296]},
 *   "bytes": {"type": "u8", "count": 16, "iota": [10, 3]},
 *   "shorts": {"type": "u16", "count": 8, "iota": [1000, 7]}}}
 */
#include "feature.h"

#if DEVICE
#define add_byte(bytes, at, v)   atomic_add(&(bytes)[at], (uchar)(v))
#define xor_byte(bytes, at, v)   atomic_xor(&(bytes)[at], (uchar)(v))
#define add_short(shorts, at, v) atomic_add(&(shorts)[at], (ushort)(v))
#define max_short(shorts, at, v) atomic_max(&(shorts)[at], (ushort)(v))
#else
#define UPDATE(name, type, per_word, bits, change)                            \
	static void name(__global type *p, uint at, uint v)                   \
	{                                                                     \
		volatile __global uint *word =                                \
			(volatile __global uint *)p + at / (per_word);        \
		uint shift = at % (per_word) * (bits);                        \
		uint mask = ((1u << (bits)) - 1) << shift;                    \
		uint before = *word, seen;                                    \
                                                                              \
		for (;; before = seen) {                                      \
			type old = (type)(before >> shift);                   \
			type new = (type)(change);                            \
                                                                              \
			seen = atomic_cmpxchg(word, before,                   \
					      (before & ~mask) |              \
						      (uint)new << shift);    \
			if (seen == before)                                   \
				return;                                       \
		}                                                             \
	}
UPDATE(add_byte, uchar, 4, 8, old + v)
UPDATE(xor_byte, uchar, 4, 8, old ^ v)
UPDATE(add_short, ushort, 2, 16, old + v)
UPDATE(max_short, ushort, 2, 16, old > (ushort)v ? old : v)
#endif

LINE void atomics_narrow(__global const uint *in, __global uchar *bytes,
			 __global ushort *shorts)
{
	uint v = in[get_global_id(0)];

	add_byte(bytes, v & 7, v >> 8);
	xor_byte(bytes, 8 + (v & 7), v >> 8);
	add_short(shorts, v & 3, v >> 8);
	max_short(shorts, 4 + (v & 3), v >> 12);
}
