/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Running lane functions: rows of random and awkward values, every level that
 * this processor has.
 */
#ifndef LANES_KIT_H
#define LANES_KIT_H

#include "sim/lanes/lanes_levels.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit/unit.h"

/* A row of the largest kind for 64 lanes, with a guard behind it. */
struct row {
	uint8_t at[64 * 16] __attribute__((aligned(64)));
	uint8_t guard[64];
};

/* One call: operands, what came. */
struct call {
	struct cvg_uop u;
	struct cvg_lx lx;
	struct row a, b, c, d;
};

static uint64_t kit_state = UINT64_C(0x243f6a8885a308d3);

static inline uint64_t kit_random(void)
{
	uint64_t z = kit_state += UINT64_C(0x9e3779b97f4a7c15);

	z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
	return z ^ z >> 31;
}

static inline cvg_u128 kit_get(uint32_t kind, const struct row *r, uint32_t i)
{
	const uint32_t size = cvg_kind_bytes((enum cvg_kind)kind);
	cvg_u128 x = 0;

	if (kind == CVG_K_BIT)
		return r->at[i / 8] >> i % 8 & 1;
	for (uint32_t k = size; k-- > 0;)
		x = x << 8 | r->at[i * size + k];
	return x;
}

static inline void kit_set(uint32_t kind, struct row *r, uint32_t i, cvg_u128 x)
{
	const uint32_t size = cvg_kind_bytes((enum cvg_kind)kind);

	if (kind == CVG_K_BIT) {
		r->at[i / 8] &= (uint8_t)~(1u << i % 8);
		r->at[i / 8] |= (uint8_t)((x & 1) << i % 8);
		return;
	}
	for (uint32_t k = 0; k < size; k++)
		r->at[i * size + k] = (uint8_t)(x >> 8 * k);
}

/* 32 or 64 lanes, some of them active (sometimes all), no doubts. */
static inline void kit_lanes(struct cvg_lx *lx)
{
	memset(lx, 0, sizeof *lx);
	lx->nlanes = kit_random() & 1 ? 32 : 64;
	lx->active = kit_random() % 4 ? kit_random() : UINT64_MAX;
	lx->active &= lx->nlanes == 64 ? UINT64_MAX : UINT32_MAX;
	lx->seed = 7;
}

/* What an operation is, when a check fails. */
static inline void kit_name(const struct cvg_uop *u, uint32_t level)
{
	static const char *const names[] = {
#define UOP(id, text, nops, takes, what) text,
#include "reconverge/uops.def"
#undef UOP
	};

	print_error("%s kind %u width %u kind2 %u imm %llu n %u flags %#x, "
		    "level %u\n",
		    names[u->code], u->kind, u->width, u->kind2,
		    (unsigned long long)u->imm, u->n, u->flags, level);
}

/*
 * Call the function of one level. The result's row is full of rubbish before,
 * and nothing behind its end may change.
 */
static inline void kit_call(enum cvg_lanes_level level, struct call *k,
			    uint32_t result_kind)
{
	cvg_lane_fn *fn = cvg_lane_fn_at(level, &k->u);
	const uint32_t bytes =
		cvg_kind_row((enum cvg_kind)result_kind, k->lx.nlanes);

	if (!fn) {
		kit_name(&k->u, level);
		fail_msg("no function");
		return;
	}
	memset(&k->d, 0xa5, sizeof k->d);
	fn(k->d.at, k->a.at, k->b.at, k->c.at, &k->u, &k->lx);
	for (uint32_t i = bytes; i < sizeof k->d; i++)
		if (((const uint8_t *)&k->d)[i] != 0xa5) {
			kit_name(&k->u, level);
			fail_msg("wrote behind the row, byte %u", i);
		}
}

/* Values at the edges, w bits. */
static inline cvg_u128 kit_edge(uint32_t w)
{
	const cvg_u128 ones = ~(cvg_u128)0 >> (128 - w);
	const cvg_u128 top = ones ^ ones >> 1;
	const uint64_t r = kit_random();
	const cvg_u128 edges[] = {0,
				  1,
				  2,
				  ones,
				  ones - 1,
				  top,
				  top - 1,
				  top + 1,
				  w,
				  w - 1,
				  w + 1,
				  ones >> w / 2,
				  (ones >> w / 2) + 1,
				  top >> w / 2};
	const cvg_u128 any = (cvg_u128)kit_random() << 64 | kit_random();

	if (r % 4 == 0)
		return any & ones;
	if (r % 4 == 1)
		return (any & ones) >> (r >> 8) % w;
	if (r % 8 == 2)
		return (r >> 8) % w;
	return edges[(r >> 8) % (sizeof edges / sizeof *edges)] & ones;
}

/* Levels that this processor has. */
#define kit_foreach_level(level)                          \
	for (enum cvg_lanes_level level = CVG_LANES_BASE; \
	     level < CVG_NLANES_LEVELS; level++)          \
		if (cvg_lanes_level_ok(level))

#endif
