/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Structures by value: to functions, from functions, in arrays.
 *
 * Launch: {"grid": [4, 1, 1], "block": [64, 1, 1], "args": {
 *   "a": {"type": "i32", "count": 256, "random": [-1000, 1000]},
 *   "out": {"type": "i32", "count": 512, "zero": true}}}
 */
#include "feature.h"

struct item {
	char tag;
	int value;
	short pair[2];
	long sum;
};

NOINLINE struct item make(int value)
{
	struct item it = {(char)value, value, {(short)value, (short)-value}, 0};

	it.sum = (long)value << 20;
	return it;
}

NOINLINE struct item add(struct item a, struct item b)
{
	a.tag ^= b.tag;
	a.value += b.value;
	a.pair[0] += b.pair[1];
	a.pair[1] -= b.pair[0];
	a.sum += b.sum;
	return a;
}

LINE void struct_value(__global const int *a, __global int *out)
{
	size_t i = get_global_id(0);
	struct item items[4];

	for (int k = 0; k < 4; k++)
		items[k] = make(a[(i + k) & 255]);
	items[3] = add(items[a[i] & 3], add(items[0], items[1]));
	out[2 * i] = items[3].tag + items[3].value + items[3].pair[0];
	out[2 * i + 1] = items[3].pair[1] + (int)(items[3].sum >> 18);
}
