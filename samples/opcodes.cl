/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * An interpreter: each thread runs a program of its own, of words that hold an
 * operation and an operand. Of the eight operations, four mix the two registers,
 * two divide, and two look a table up.
 *
 * Look at: the switch on the operation. Threads of a warp are at different ones,
 *   so that a warp runs nearly all of the eight arms in each round.
 * Melds: arms that are alike, two at a time, and then some of the results. What
 *   differs is chosen by selects: constants, registers, the half of the table.
 * Paper: none. DARM and CFM speak of branches with two sides only.
 * Launch: grid G, block 64; code: 256 words; state: 2 * 64 * G words; table:
 *   512 words; any values.
 */
#include "device.h"

INLINE uint rotate_left(uint x, uint n)
{
	return x << n | x >> (32 - n);
}

KERNEL(64, 1)
void opcodes(__global const uint *code, __global uint *state,
	     __global const uint *table, uint steps)
{
	uint at = block_id() * 64 + thread_id();
	uint a = state[2 * at], b = state[2 * at + 1];

	for (uint i = 0; i < steps; i++) {
		uint word = code[(at + 37 * i) & 255];
		uint operand = word >> 3;

		switch (word & 7) {
		case 0:
			a = (a ^ operand) * 0x9e3779b1u;
			b = rotate_left(b, 13) + a;
			break;
		case 1:
			a = (a ^ operand) * 0x85ebca77u;
			b = rotate_left(b, 15) + a;
			break;
		case 2:
			b = (b ^ operand) * 0xc2b2ae3du;
			a = rotate_left(a, 17) + b;
			break;
		case 3:
			b = (b ^ operand) * 0x27d4eb2fu;
			a = rotate_left(a, 11) + b;
			break;
		case 4:
			a = a / ((operand & 31) + 1) ^ b;
			break;
		case 5:
			b = b / ((operand & 15) + 3) ^ a;
			break;
		case 6:
			a += table[(b + operand) & 255];
			break;
		default:
			b += table[256 + ((a + operand) & 255)];
			break;
		}
	}
	state[2 * at] = a;
	state[2 * at + 1] = b;
}
