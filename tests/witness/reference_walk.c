/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * References of suffix_walk, ray_voxels and particle_filter.
 */
#include "reference.h"

#include <stdlib.h>
#include <string.h>

#define BLOCK 64
#define WIDTH 32

/* ---- suffix_walk: all places of the text are tried ------------------------ */

#define LENGTH 24

static uint32_t longest(const uint32_t *read, uint32_t n, const uint32_t *text,
			size_t letters)
{
	uint32_t best = 0, same;

	for (size_t at = 0; at < letters; at++) {
		for (same = 0; same < n && at + same < letters; same++)
			if (text[at + same] != read[same])
				break;
		if (same > best)
			best = same;
	}
	return best;
}

void reference_suffix_walk(struct task *t)
{
	const uint32_t *text = t->data[1], *reads = t->data[2];
	uint32_t *found = t->data[3];
	size_t letters = 0, n = (size_t)t->grid[0] * BLOCK * LENGTH;

	while (text[letters] < 4)
		letters++;
	for (size_t i = 0; i < n; i++)
		found[i] = longest(reads + i, (uint32_t)(LENGTH - i % LENGTH),
				   text, letters);
}

/* ---- ray_voxels ------------------------------------------------------------ */

struct mixing {
	unsigned shift;
	uint32_t factor;
};

static const struct mixing matter[2][3] = {
	{{13, 0xc2b2ae35u}, {16, 0x9e3779b1u}, {14, 0x27d4eb2fu}},
	{{15, 0x2c1b3c6du}, {12, 0x297a2d39u}, {16, 0x85ebca6bu}},
};
static const struct mixing glow = {11, 0x45d9f3bu};

static uint32_t mixed(uint32_t n, struct mixing m)
{
	return (n ^ (n >> m.shift)) * m.factor;
}

static uint32_t light_of(uint32_t n, unsigned kind, uint32_t weight)
{
	uint32_t light;

	for (int k = 0; k < 3; k++)
		n = mixed(n, matter[kind][k]);
	light = weight * (n % (kind ? 256 : 128)) / 256;
	for (int k = 0; k < 4; k++) {
		n = mixed(n, glow);
		light += weight * (n >> 24) / 1024;
	}
	return light;
}

static uint32_t ray(uint32_t at, const uint32_t *cells, uint32_t steps)
{
	uint32_t place[2] = {97 * at, 61 * at};
	uint32_t by[2] = {131 + at % 32, 83 + at % 64};
	uint32_t light = 0, weight = 256, cell, kind;

	for (; steps && weight > 16; steps--) {
		place[0] += by[0];
		place[1] += by[1];
		cell = cells[place[1] / 256 % WIDTH * WIDTH +
			     place[0] / 256 % WIDTH];
		kind = cell / 16 % 2;
		if (cell % 16)
			continue;
		light += light_of(cell ^ place[0], kind, weight);
		by[!kind] = 509 - by[!kind];
		weight -= weight / 4;
	}
	return light;
}

void reference_ray_voxels(struct task *t)
{
	uint32_t *image = t->data[1];

	for (uint32_t at = 0; at < t->grid[0] * BLOCK; at++)
		image[at] = ray(at, t->data[0], t->scalar[2].u32);
}

/* ---- particle_filter --------------------------------------------------------- */

struct particle {
	uint32_t x, y, seed, weight;
};

static uint32_t chance(struct particle *p)
{
	p->seed = p->seed * 1664525u + 1013904223u;
	return p->seed / 65536;
}

static void move(struct particle *p)
{
	if (chance(p) % 2) {
		p->x += 1 + chance(p) % 5;
		p->y += chance(p) % 3;
	} else {
		p->y += 2 + chance(p) % 7;
		p->x += chance(p) % 3;
	}
	p->x %= WIDTH;
	p->y %= WIDTH;
}

static void weigh(struct particle *p, const uint32_t *image)
{
	p->weight = 1;
	for (uint32_t i = 0; i < 9; i++) {
		uint32_t row = (p->y + i / 3) % WIDTH;
		int pixel = (int)(image[row * WIDTH + (p->x + i % 3) % WIDTH] %
				  256);
		uint32_t square = (uint32_t)((pixel - 128) * (pixel - 128));

		p->weight += square / (pixel >= 128 ? 16 : 128);
	}
}

/* The particle in whose share of all weights the number lies. */
static const struct particle *drawn(const struct particle *p, uint32_t number)
{
	while (number >= p->weight)
		number -= p++->weight;
	return p;
}

static void filter(const uint32_t *image, uint32_t *seeds, uint32_t *places)
{
	struct particle p[BLOCK];
	uint32_t all = 0, number;

	for (int i = 0; i < BLOCK; i++) {
		p[i] = (struct particle){.x = places[i] % 65536,
					 .y = places[i] / 65536,
					 .seed = seeds[i]};
		move(&p[i]);
		weigh(&p[i], image);
		all += p[i].weight;
	}
	for (int i = 0; i < BLOCK; i++) {
		const struct particle *one;

		number = chance(&p[i]) * 256;
		number ^= chance(&p[i]);
		one = drawn(p, number % all);
		places[i] = one->y * 65536 + one->x;
		seeds[i] = p[i].seed;
	}
}

void reference_particle_filter(struct task *t)
{
	uint32_t *seeds = t->data[1], *places = t->data[2];

	for (uint32_t b = 0; b < t->grid[0]; b++)
		filter(t->data[0], seeds + (size_t)b * BLOCK,
		       places + (size_t)b * BLOCK);
}
