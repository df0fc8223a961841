/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * AMDGPU's V_TRIG_PREOP_F64: 53 bits of 2/pi, from the first bit on that
 * matters for reducing an argument of the given exponent ("AMD Instinct MI200"
 * Instruction Set Architecture, and InstCombineIntrinsic of LLVM's AMDGPU
 * backend, which folds the instruction). Segment k begins 53 k bits further on.
 */
#include "sim/lanes/lanes_slow.h"

#include "reconverge/ucodes.h"

#include <math.h>

/* The bits of 2/pi behind the binary point, from the most significant bit of
 * the first word on. */
static const uint32_t two_by_pi[] = {
	0xa2f9836e, 0x4e441529, 0xfc2757d1, 0xf534ddc0, 0xdb629599, 0x3c439041,
	0xfe5163ab, 0xdebbc561, 0xb7246e3a, 0x424dd2e0, 0x06492eea, 0x09d1921c,
	0xfe1deb1c, 0xb129a73e, 0xe88235f5, 0x2ebb4484, 0xe99c7026, 0xb45f7e41,
	0x3991d639, 0x835339f4, 0x9c845f8b, 0xbdf9283b, 0x1ff897ff, 0xde05980f,
	0xef2f118b, 0x5a0a6d1f, 0x6d367ecf, 0x27cb09b7, 0x4f463f66, 0x9e5fea2d,
	0x7527bac7, 0xebe5f17b, 0x3d0739f7, 0x8a5292ea, 0x6bfb5fb1, 0x1f8d5d08,
	0x56033046,
};

/* The segment for an argument, a double whose bits are x. */
static double preop(uint64_t x, uint32_t segment)
{
	const uint32_t exponent = (uint32_t)(x >> 52) & 0x7ff;
	uint32_t shift = (segment & 31) * 53, at, part;
	uint64_t high, low;
	int scale;

	if (exponent > 1077)
		shift += exponent - 1077;
	at = shift / 32;
	part = shift % 32;
	if (at + 2 >= sizeof two_by_pi / sizeof *two_by_pi)
		return 0;
	high = (uint64_t)two_by_pi[at] << 32 | two_by_pi[at + 1];
	low = (uint64_t)two_by_pi[at + 2] << 32;
	if (part)
		high = high << part | low >> (64 - part);
	scale = -53 - (int)shift;
	if (exponent >= 1968) /* the argument is scaled down, too */
		scale += 128;
	return ldexp((double)(high >> 11), scale);
}

static void run(void *d, const void *a, const void *b, const void *c,
		const struct cvg_uop *u, struct cvg_lx *lx)
{
	(void)c;
	(void)u;
	for (uint32_t i = 0; i < lx->nlanes; i++) {
		uint64_t x = (uint64_t)cvg_lane_get(CVG_K_F64, a, i);
		double r = preop(x, (uint32_t)cvg_lane_get(CVG_K_I32, b, i));

		cvg_lane_set(CVG_K_F64, d, i, cvg_bits64(r));
	}
}

cvg_lane_fn *cvg_lanes_preop(const struct cvg_uop *u)
{
	return u->code == CVG_U_TRIG_PREOP && u->kind == CVG_K_F64 ? run : NULL;
}
