/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * References of the synthetic kernels sb1 to sb4r. A thread owns one value of
 * each buffer, and nobody else touches them. In each of its 32 rounds, a thread
 * of the kernels before sb4 changes either (a, b) or (c, d), by turns, threads
 * with odd numbers the other way round. A kernel is what it does to the one pair
 * and to the other. In sb4 and sb4r there are three pairs: (a, b), (b, c), (c, a).
 */
#include "reference.h"

#define BLOCK 64
#define OUTER 4
#define INNER 8

struct pair {
	uint32_t p, q;
};

typedef struct pair change(struct pair v, uint32_t i, uint32_t j);

static void play(struct task *t, change *first, change *second)
{
	uint32_t *a = t->data[0], *b = t->data[1];
	uint32_t *c = t->data[2], *d = t->data[3];

	for (uint32_t at = 0; at < t->grid[0] * BLOCK; at++) {
		struct pair ab = {a[at], b[at]};
		struct pair cd = {c[at], d[at]};

		for (uint32_t k = 0; k < OUTER * INNER; k++) {
			if (at % 2 == k % 2)
				ab = first(ab, k / INNER, k % INNER);
			else
				cd = second(cd, k / INNER, k % INNER);
		}
		a[at] = ab.p;
		b[at] = ab.q;
		c[at] = cd.p;
		d[at] = cd.q;
	}
}

/* The pair is (a, b) in one round of four, (b, c) in another, (c, a) in the rest. */
static void play_three(struct task *t, change *const way[3])
{
	for (uint32_t at = 0; at < t->grid[0] * BLOCK; at++) {
		for (uint32_t k = 0; k < OUTER * INNER; k++) {
			uint32_t turn = (at ^ k) % 4, w = turn < 2 ? turn : 2;
			uint32_t *p = (uint32_t *)t->data[w] + at;
			uint32_t *q = (uint32_t *)t->data[(w + 1) % 3] + at;
			struct pair v = way[w]((struct pair){*p, *q}, k / INNER,
					       k % INNER);

			*p = v.p;
			*q = v.q;
		}
	}
}

/* ---- the parts that kernels share ------------------------------------ */

static struct pair stir(struct pair v)
{
	v.p = 5 * v.p + v.q;
	v.q ^= v.p / 8;
	return v;
}

static struct pair spread(struct pair v)
{
	v.q += 9 * v.p;
	v.p ^= 4 * v.q;
	return v;
}

static struct pair left_stir(struct pair v, uint32_t i)
{
	v.p = 7 * (v.p ^ v.q) + i;
	v.q = v.q / 4 - v.p;
	return v;
}

static struct pair left_spread(struct pair v, uint32_t j)
{
	v.q = (v.q | 1) * v.p;
	v.p -= v.q ^ j;
	return v;
}

static struct pair right_stir(struct pair v, uint32_t i)
{
	v.q = 2 * (v.p + v.q);
	v.p = (3 * (v.p & ~i)) ^ v.q;
	return v;
}

static struct pair right_spread(struct pair v, uint32_t j)
{
	v.p += v.q / 32;
	v.q = 11 * v.p % 65536 + j;
	return v;
}

static struct pair third_stir(struct pair v, uint32_t j)
{
	v.p -= 13 * v.q;
	v.q = (v.q | j) + v.p / 16;
	return v;
}

/* ---- the kernels ----------------------------------------------------- */

static struct pair sb1(struct pair v, uint32_t i, uint32_t j)
{
	(void)i, (void)j;
	return spread(stir(v));
}

static struct pair sb1r_left(struct pair v, uint32_t i, uint32_t j)
{
	return left_spread(left_stir(v, i), j);
}

static struct pair sb1r_right(struct pair v, uint32_t i, uint32_t j)
{
	return right_spread(right_stir(v, i), j);
}

static struct pair sb2(struct pair v, uint32_t i, uint32_t j)
{
	(void)i, (void)j;
	return v.p > v.q ? stir(v) : v;
}

static struct pair sb2r_left(struct pair v, uint32_t i, uint32_t j)
{
	(void)j;
	return v.p > v.q ? left_stir(v, i) : v;
}

static struct pair sb2r_right(struct pair v, uint32_t i, uint32_t j)
{
	(void)j;
	return v.p > v.q ? right_stir(v, i) : v;
}

static struct pair sb3(struct pair v, uint32_t i, uint32_t j)
{
	v = sb2(v, i, j);
	v.q += v.p;
	return v.q & 2 ? spread(v) : v;
}

static struct pair sb3r_left(struct pair v, uint32_t i, uint32_t j)
{
	v = sb2r_left(v, i, j);
	v.q += v.p;
	return v.q & 2 ? left_spread(v, j) : v;
}

static struct pair sb3r_right(struct pair v, uint32_t i, uint32_t j)
{
	v = sb2r_right(v, i, j);
	v.q += v.p;
	return v.q & 2 ? right_spread(v, j) : v;
}

static struct pair sum(struct pair v)
{
	v.q += v.p;
	return v;
}

static struct pair sb4(struct pair v, uint32_t i, uint32_t j)
{
	return sum(sb2(v, i, j));
}

static struct pair sb4r_first(struct pair v, uint32_t i, uint32_t j)
{
	return sum(sb2r_left(v, i, j));
}

static struct pair sb4r_second(struct pair v, uint32_t i, uint32_t j)
{
	return sum(sb2r_right(v, i, j));
}

static struct pair sb4r_third(struct pair v, uint32_t i, uint32_t j)
{
	(void)i;
	return sum(v.p > v.q ? third_stir(v, j) : v);
}

void reference_sb1(struct task *t)
{
	play(t, sb1, sb1);
}

void reference_sb1r(struct task *t)
{
	play(t, sb1r_left, sb1r_right);
}

void reference_sb2(struct task *t)
{
	play(t, sb2, sb2);
}

void reference_sb2r(struct task *t)
{
	play(t, sb2r_left, sb2r_right);
}

void reference_sb3(struct task *t)
{
	play(t, sb3, sb3);
}

void reference_sb3r(struct task *t)
{
	play(t, sb3r_left, sb3r_right);
}

void reference_sb4(struct task *t)
{
	play_three(t, (change *const[]){sb4, sb4, sb4});
}

void reference_sb4r(struct task *t)
{
	play_three(t, (change *const[]){sb4r_first, sb4r_second, sb4r_third});
}
