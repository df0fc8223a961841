/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Applications of the kinds that thread regrouping was made for, each reduced
 * to what keeps its threads apart: marching cubes, Smith-Waterman and
 * Needleman-Wunsch alignment, localization of sound, stereo matching; and two
 * that wait for memory, for which a metric of blocks alone must fail: a walk
 * down a suffix tree (MUMmer) and the correction of reads against a table of
 * k-mers (CUDA-EC).
 *
 * A thread is one voxel, pair, source, pixel, query or read. None of them
 * talks to another, and each has its data by its own number.
 */
#include "device.h"

#define BLOCK 64

INLINE uint mix(uint x)
{
	x ^= x >> 16;
	x *= 0x7feb352dU;
	x ^= x >> 15;
	x *= 0x846ca68bU;
	return x ^ (x >> 16);
}

INLINE float unit(uint x)
{
	return (float)(x >> 8) * (1.0f / 16777216.0f);
}

INLINE uint self(void)
{
	return block_id() * BLOCK + thread_id();
}

/* From the voxel's eight corners comes how many vertices it has; each is placed
 * on its edge, with a normal. */
KERNEL(BLOCK, 1)
void marching_cubes(__global const uint *corners, __global float *area)
{
	uint me = self(), inside = corners[me] & 255;
	uint vertices = 3 * ((uint)__builtin_popcount(inside ^ (inside >> 1)) >> 1);
	float sum = 0.0f, x = 0.0f, y = 0.0f;

	for (uint v = 0; v < vertices; v++) {
		float a = unit(mix(inside + 8 * v)), b = unit(mix(v ^ 77u));
		float t = (0.5f - a) / (b - a + 1.5f);
		float nx = a + t * (b - a), ny = b * t - a, nz = 1.0f - t;
		float length = nx * nx + ny * ny + nz * nz + 0.01f;

		sum += (x * ny - y * nx) / length;
		x = nx;
		y = ny;
	}
	area[me] = sum;
}

#define QUERY 12

/* Best local alignment of a query of fixed length with a sequence of its own. */
KERNEL(BLOCK, 1)
void smith_waterman(__global const uint *length, __global const uint *from,
		    __global int *best)
{
	uint me = self(), n = length[me], start = from[me];
	int row[QUERY], top = 0;

	for (uint q = 0; q < QUERY; q++)
		row[q] = 0;
	for (uint i = 0; i < n; i++) {
		uint letter = mix(start + i) & 3;
		int diagonal = 0, left = 0;

		for (uint q = 0; q < QUERY; q++) {
			int up = row[q];
			int match = letter == (0x1b1e4du >> q & 3) ? 2 : -1;
			int score = diagonal + match;

			score = score > up - 1 ? score : up - 1;
			score = score > left - 1 ? score : left - 1;
			score = score > 0 ? score : 0;
			diagonal = up;
			row[q] = left = score;
			top = top > score ? top : score;
		}
	}
	best[me] = top;
}

/* Global alignment: both lengths are the pair's own. */
KERNEL(BLOCK, 1)
void needleman_wunsch(__global const uint *rows, __global const uint *columns,
		      __global const uint *from, __global int *score)
{
	uint me = self(), n = rows[me], m = columns[me], start = from[me];
	int last = 0;

	for (uint i = 0; i < n; i++) {
		int left = -(int)i;

		for (uint j = 0; j < m; j++) {
			int match = ((mix(i * 31 + start) ^ mix(j)) & 3) ? -1 : 1;
			int up = last - (int)j;

			left = left - 1 > up + match ? left - 1 : up + match;
		}
		last = left;
	}
	score[me] = last;
}

/* Delays to four microphones over the angles that a source may have. */
KERNEL(BLOCK, 1)
void sound_localization(__global const uint *angles, __global const float *delay,
			__global float *found)
{
	uint me = self(), n = angles[me];
	float want = delay[me], nearest = 1e9f, at = 0.0f;

	for (uint k = 0; k < n; k++) {
		float angle = (float)k * 0.1f, sum = 0.0f;

		for (uint microphone = 0; microphone < 4; microphone++) {
			float p = angle + (float)microphone * 0.7f;
			float p2 = p * p;

			sum += p * (1.0f - p2 * (1.0f / 6.0f) *
					   (1.0f - p2 * (1.0f / 20.0f)));
		}
		sum = sum > want ? sum - want : want - sum;
		if (sum < nearest) {
			nearest = sum;
			at = angle;
		}
	}
	found[me] = at;
}

/* The best disparity of a pixel; a candidate that is good at first sight is
 * looked at closely. */
KERNEL(BLOCK, 1)
void stereo_matching(__global const uint *range, __global const uint *texture,
		     __global uint *disparity)
{
	uint me = self(), n = range[me], look = texture[me];
	uint best = 0xffffffffu, at = 0;

	for (uint d = 0; d < n; d++) {
		uint cost = mix(look + d) & 1023;

		if (cost < 256) {
			for (uint w = 0; w < 8; w++)
				cost += mix(cost * 8 + w) & 63;
		}
		if (cost < best) {
			best = cost;
			at = d;
		}
	}
	disparity[me] = at;
}

#define NODES 65536

/* Down a tree as far as the query goes: one load after the other. */
KERNEL(BLOCK, 1)
void suffix_walk(__global const uint *depth, __global const uint *query,
		 __global const uint *next, __global uint *end)
{
	uint me = self(), n = depth[me], letters = query[me];
	uint at = letters % NODES;

	for (uint i = 0; i < n; i++)
		at = next[(at + (letters >> (2 * (i & 15)) & 3)) % NODES];
	end[me] = at;
}

/* Is each k-mer of the read in the table? Neighbours read neighbours. */
KERNEL(BLOCK, 1)
void read_correction(__global const uint *kmers, __global const uint *table,
		     __global uint *weak)
{
	uint me = self(), n = kmers[me], count = 0;

	for (uint i = 0; i < n; i++)
		count += table[(me + i * 1024) % NODES] & 1;
	weak[me] = count;
}
