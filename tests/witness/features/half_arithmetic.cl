/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Sums, products and quotients of halves.
 *
 * Launch: {"grid": [4, 1, 1], "block": [64, 1, 1], "args": {
 *   "a": {"type": "f16", "count": 256, "random": [-200, 200]},
 *   "b": {"type": "f16", "count": 256, "random": [-2, 2]},
 *   "out": {"type": "f16", "count": 1280, "zero": true}}}
 */
#include "feature.h"

#if DEVICE
#define EACH(op, to) out[to] = a[i] op b[i]
#else
#define EACH(op, to) \
	vstore_half(vload_half(i, a) op vload_half(i, b), to, out)
#endif

LINE void half_arithmetic(__global const half *a, __global const half *b,
			  __global half *out)
{
	size_t i = get_global_id(0);

	EACH(+, 5 * i);
	EACH(-, 5 * i + 1);
	EACH(*, 5 * i + 2);
	EACH(/, 5 * i + 3);
#if DEVICE
	out[5 * i + 4] = a[i] < b[i] ? -a[i] : b[i];
#else
	vstore_half(vload_half(i, a) < vload_half(i, b) ? -vload_half(i, a)
							: vload_half(i, b),
		    5 * i + 4, out);
#endif
}
