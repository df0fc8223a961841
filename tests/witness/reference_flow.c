/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * References of the kernels whose threads go by themselves: each thread's
 * result is a function of its inputs, written with structured control flow.
 */
#include "reference.h"

#include <stdbool.h>

#define BLOCK 64

static size_t threads(const struct task *t)
{
	return (size_t)t->grid[0] * BLOCK;
}

/* ---- short circuit, interleaving, nesting ---------------------------- */

static uint32_t short_circuit(uint32_t seen, uint32_t y, uint32_t z)
{
	bool third = seen % 2 == 1;

	if (!third) {
		seen += y;
		third = seen / 2 % 2 == 1;
	}
	if (third)
		seen = 3 * seen + z;
	if (third && seen / 4 % 2 == 1)
		return 7 * seen + 1 + seen;
	return (seen ^ 85) + 2 + seen;
}

void reference_lin_short_circuit(struct task *t)
{
	const uint32_t *x = t->data[0], *y = t->data[1], *z = t->data[2];
	uint32_t *out = t->data[3];

	for (size_t i = 0; i < threads(t); i++)
		out[i] = short_circuit(x[i], y[i], z[i]);
}

void reference_lin_interleave(struct task *t)
{
	const uint32_t *x = t->data[0], *l = t->data[1], *r = t->data[2];
	uint32_t *out = t->data[3];

	for (size_t i = 0; i < threads(t); i++) {
		uint32_t result[2][2] = {
			{r[i] * r[i] + 1, (r[i] ^ x[i]) + 9},
			{l[i] / 2 - x[i], l[i] * 3 + x[i]},
		};

		out[i] = result[x[i] & 1]
			       [x[i] & 1 ? x[i] >> 1 & 1 : x[i] >> 2 & 1];
	}
}

/* Threads 0 to 3 have the marks 7, 3, 1 and 0, and so has every other four. */
static uint32_t nested(uint32_t v, size_t thread)
{
	switch (thread % 4) {
	case 0:
		v = 5 * ((v + 3) ^ 21) + 7;
		return (v ^ (8 * v)) + 7;
	case 1:
		v = ((v + 3) ^ 21) / 4 + 7;
		return (v ^ (8 * v)) + 3;
	case 2:
		v = 11 * (v + 3);
		return (v ^ (8 * v)) + 1;
	default:
		return ~v;
	}
}

void reference_lin_stack_depth(struct task *t)
{
	uint32_t *data = t->data[0];

	for (size_t i = 0; i < threads(t); i++)
		data[i] = nested(data[i], i);
}

void reference_darm_align(struct task *t)
{
	const float *a = t->data[0], *b = t->data[1];
	const float *c = t->data[2], *d = t->data[3];
	float *out = t->data[4];

	for (size_t i = 0; i < threads(t); i++) {
		float p = i % 2 ? c[i] : a[i], q = i % 2 ? d[i] : b[i];
		float sum = (i % 2 ? 9 : 7) + p / q, scale = a[i] + d[i];
		float scaled = scale * (i % 2 ? 5 : 3);
		float first = sum - scale;

		out[i] = i % 2 ? first / (first * scaled) : sum / scaled;
	}
}

void reference_fuse_walls(struct task *t)
{
	float *place = t->data[0], *speed = t->data[1];
	const float *rough = t->data[2];

	for (size_t i = 0; i < threads(t); i++) {
		float x = place[i], v = speed[i];
		float low = rough[i % 64], high = rough[64 + i % 64];

		if (x < 0) {
			v = v * low + -x / (1 + v * v);
			x = -x * low;
		}
		if (x > 1) {
			v = v * high - (x - 1) / (1 + v * v);
			x = 1 - (x - 1) * high;
		}
		place[i] = x;
		speed[i] = v;
	}
}

/* ---- loops ----------------------------------------------------------- */

#define LENGTH 32
#define STOP   56

static uint32_t search(const uint32_t *list, uint32_t key)
{
	uint32_t sum = key + 1;
	uint32_t i;

	for (i = 0; i < LENGTH; i++) {
		sum += list[i];
		if (list[i] == key)
			break;
		sum ^= 16 * key;
		if (sum % STOP == 0)
			return sum;
	}
	return 31 * sum + i;
}

void reference_lin_jump_out(struct task *t)
{
	const uint32_t *keys = t->data[1];
	uint32_t *out = t->data[2];

	for (size_t i = 0; i < threads(t); i++)
		out[i] = search(t->data[0], keys[i]);
}

/* Threads that enter the loop in its last block skip the body at first. */
static uint32_t jump_in(uint32_t v)
{
	uint32_t rounds = v / 16 % 16;
	bool body = v % 2 == 0;

	if (body)
		v = 3 * v + 5;
	for (;; body = true) {
		if (body) {
			v ^= v / 128;
			if (v / 2 % 2 == 0)
				v = 13 * v + rounds;
		}
		v += 11;
		if (rounds == 0)
			return v;
		rounds--;
	}
}

void reference_lin_jump_in(struct task *t)
{
	const uint32_t *x = t->data[0];
	uint32_t *out = t->data[1];

	for (size_t i = 0; i < threads(t); i++)
		out[i] = jump_in(x[i]);
}

static uint32_t irreducible(uint32_t v)
{
	int rounds = v / 256 % 8;

	if (v % 2 == 0)
		v = 5 * v + 1;
	for (; rounds > 0; rounds--) {
		v ^= v / 8 + (uint32_t)rounds;
		v = 5 * v + 1;
	}
	return v ^ (v / 8);
}

void reference_lin_irreducible(struct task *t)
{
	const uint32_t *x = t->data[0];
	uint32_t *out = t->data[1];

	for (size_t i = 0; i < threads(t); i++)
		out[i] = irreducible(x[i]);
}

/* One outer round with its inner rounds. */
static uint32_t round_of(uint32_t v, uint32_t round, uint32_t trips)
{
	v = 3 * v + round;
	for (uint32_t j = 0; j < trips; j++) {
		for (uint32_t step = 0; step < 64; step++)
			v = 9 * (v ^ (v / 32));
		v += j;
	}
	return v + trips;
}

void reference_lin_loop_merge(struct task *t)
{
	uint32_t *data = t->data[0];

	for (size_t i = 0; i < threads(t); i++) {
		bool odd = i % 2;

		data[i] = round_of(data[i], 0, odd ? 15 : 10);
		data[i] = round_of(data[i], 1, odd ? 10 : 15);
	}
}

/* What one round makes of a value; the first round has the highest number. */
static uint32_t counted(uint32_t v, uint32_t round, uint32_t trips,
			const uint32_t turns[2])
{
	v += turns[0];
	if (turns[0] >> round & 1) {
		for (uint32_t left = trips; left > 0; left--)
			v = 5 * v + left;
		return v ^ (v / 512);
	}
	v = 3 * v + round;
	return turns[1] >> round & 1 ? v : (v ^ round) / trips;
}

void reference_bbv_counts(struct task *t)
{
	const uint32_t *rounds = t->data[0], *trips = t->data[1];
	const uint32_t *ways = t->data[2], *skips = t->data[3];
	uint32_t *data = t->data[4];

	for (size_t i = 0; i < (size_t)t->grid[0] * 192; i++) {
		const uint32_t turns[2] = {ways[i], skips[i]};
		uint32_t round = rounds[i] % 32;

		do
			data[i] = counted(data[i], round, trips[i] % 64 + 1,
					  turns);
		while (round > 1 && round--);
	}
}

/* ---- an interpreter ---------------------------------------------------- */

/* Operations 0 to 3: which register, its factor, how far the other one turns. */
static const struct mixing {
	unsigned reg;
	uint32_t factor;
	unsigned turn;
} mixing[] = {
	{0, 0x9e3779b1u, 13},
	{0, 0x85ebca77u, 15},
	{1, 0xc2b2ae3du, 17},
	{1, 0x27d4eb2fu, 11},
};

static uint32_t turned(uint32_t x, unsigned n)
{
	return (uint32_t)(((uint64_t)x << n) | (x >> (32 - n)));
}

static void operate(uint32_t reg[2], unsigned operation, uint32_t operand,
		    const uint32_t *table)
{
	unsigned odd = operation % 2, r;

	if (operation < 4) {
		r = mixing[operation].reg;
		reg[r] = (reg[r] ^ operand) * mixing[operation].factor;
		reg[!r] = turned(reg[!r], mixing[operation].turn) + reg[r];
	} else if (operation < 6) {
		operand = odd ? operand % 16 + 3 : operand % 32 + 1;
		reg[odd] = (reg[odd] / operand) ^ reg[!odd];
	} else {
		reg[odd] += table[256 * odd + (reg[!odd] + operand) % 256];
	}
}

void reference_opcodes(struct task *t)
{
	const uint32_t *code = t->data[0], *table = t->data[2];
	uint32_t *state = t->data[1];

	for (size_t i = 0; i < t->bytes[1] / 8; i++)
		for (uint32_t step = 0; step < t->scalar[3].u32; step++) {
			uint32_t word = code[(i + 37 * step) % 256];

			operate(state + 2 * i, word % 8, word / 8, table);
		}
}
