/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Exchanges, and a lock-free update by compare and exchange.
 *
 * Launch: {"grid": [8, 1, 1], "block": [64, 1, 1], "args": {
 *   "in": {"type": "u32", "count": 512, "random": [0, 1000000]},
 *   "product": {"type": "u32", "count": 1, "fill": 1},
 *   "passed": {"type": "u32", "count": 512, "zero": true},
 *   "cells": {"type": "u32", "count": 512, "iota": [7, 3]}}}
 */
#include "feature.h"

LINE void atomics_exchange(__global const uint *in, __global uint *product,
			   __global uint *passed, __global uint *cells)
{
	size_t i = get_global_id(0);
	uint old = *product, seen;

	/* a product, which has no atomic of its own */
	while ((seen = atomic_cmpxchg(product, old, old * (in[i] | 1))) != old)
		old = seen;
	/* nobody else is at cells[i] */
	passed[i] = atomic_xchg(&cells[i], in[i]);
	passed[i] += atomic_cmpxchg(&cells[i], in[i] & ~1u, 99);
}
