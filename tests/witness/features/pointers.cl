/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Pointers in memory: arrays of them, pointers to pointers, a list.
 *
 * Launch: {"grid": [4, 1, 1], "block": [64, 1, 1], "args": {
 *   "in": {"type": "u32", "count": 256, "random": [0, 4294967296]},
 *   "out": {"type": "u32", "count": 512, "zero": true}}}
 */
#include "feature.h"

struct node {
	uint value;
	struct node *next;
};

LINE void pointers(__global const uint *in, __global uint *out)
{
	size_t i = get_global_id(0);
	uint a = in[i], b = a * 3, c = a >> 5, sum = 0;
	uint *three[3] = {&a, &b, &c};
	uint **at = &three[i % 3];
	struct node nodes[8];
	struct node *head = 0;
	__global const uint *far[2] = {in, in + 128};

	**at += 100;
	*at = &sum;
	*three[(i + 1) % 3] ^= 0xff;
	*three[i % 3] += 5;
	for (uint k = 0; k < 8; k++) {
		uint place = (k * 5 + (uint)i) & 7;

		nodes[place].value = a + k * b;
		nodes[place].next = head;
		head = &nodes[place];
	}
	for (; head; head = head->next)
		sum = sum * 7 + head->value;
	out[2 * i] = sum + c;
	out[2 * i + 1] = far[i & 1][i / 2];
}
