/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Sums, products and quotients that are rounded toward zero, down or up: they
 * are computed in that rounding mode of the processor, which is then restored.
 * F16 and BF16 are computed as doubles and rounded again in the same direction,
 * which gives the same number as rounding once.
 *
 * The arithmetic is in functions that are not inlined, so that the compiler
 * cannot move it across the change of the mode. The file is compiled with
 * -frounding-math where the compiler has it.
 */
#include "sim/lanes/lanes_slow.h"

#include "reconverge/ucodes.h"

#include <fenv.h>
#include <math.h>

#define NOINLINE __attribute__((noinline))

static NOINLINE void floats(uint32_t code, float *d, const float *x,
			    const float *y, const float *z, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++)
		switch (code) {
		case CVG_U_FADD:
			d[i] = x[i] + y[i];
			break;
		case CVG_U_FSUB:
			d[i] = x[i] - y[i];
			break;
		case CVG_U_FMUL:
			d[i] = x[i] * y[i];
			break;
		case CVG_U_FDIV:
			d[i] = x[i] / y[i];
			break;
		case CVG_U_FMA:
			d[i] = fmaf(x[i], y[i], z[i]);
			break;
		}
}

static NOINLINE void doubles(uint32_t code, double *d, const double *x,
			     const double *y, const double *z, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++)
		switch (code) {
		case CVG_U_FADD:
			d[i] = x[i] + y[i];
			break;
		case CVG_U_FSUB:
			d[i] = x[i] - y[i];
			break;
		case CVG_U_FMUL:
			d[i] = x[i] * y[i];
			break;
		case CVG_U_FDIV:
			d[i] = x[i] / y[i];
			break;
		case CVG_U_FMA:
			d[i] = fma(x[i], y[i], z[i]);
			break;
		}
}

/* Set the rounding mode and return the one before. */
static int enter(uint32_t how)
{
	static const int modes[] = {[CVG_ROUND_NEAREST] = FE_TONEAREST,
				    [CVG_ROUND_ZERO] = FE_TOWARDZERO,
				    [CVG_ROUND_DOWN] = FE_DOWNWARD,
				    [CVG_ROUND_UP] = FE_UPWARD};
	const int before = fegetround();

	fesetround(modes[how]);
	return before;
}

/* A row of any kind as doubles, which are exact; NULL if `row` is NULL. */
static const double *widened(double *to, uint32_t kind, const void *row,
			     uint32_t n)
{
	for (uint32_t i = 0; row && i < n; i++) {
		uint64_t bits = (uint64_t)cvg_lane_get(kind, row, i);

		bits = cvg_soft_round(CVG_K_F64, cvg_soft_of(kind, bits),
				      CVG_ROUND_NEAREST);
		memcpy(&to[i], &bits, 8);
	}
	return row ? to : NULL;
}

/* Round every result to the kind by integer arithmetic, which also makes every
 * NaN the one quiet NaN. */
static void narrowed(uint32_t from_kind, const void *from, uint32_t kind,
		     void *row, uint32_t n, enum cvg_rounding how)
{
	for (uint32_t i = 0; i < n; i++) {
		uint64_t bits = (uint64_t)cvg_lane_get(from_kind, from, i);

		bits = cvg_soft_round(kind, cvg_soft_of(from_kind, bits), how);
		cvg_lane_set(kind, row, i, bits);
	}
}

static void rounded_f32(void *d, const void *a, const void *b, const void *c,
			const struct cvg_uop *u, struct cvg_lx *lx)
{
	const size_t bytes = sizeof(float) * lx->nlanes;
	float x[64], y[64], z[64], r[64];
	int mode;

	memcpy(x, a, bytes);
	memcpy(y, b, bytes);
	if (c)
		memcpy(z, c, bytes);
	mode = enter(u->n);
	floats(u->code, r, x, y, z, lx->nlanes);
	fesetround(mode);
	narrowed(CVG_K_F32, r, CVG_K_F32, d, lx->nlanes, CVG_ROUND_NEAREST);
}

static void rounded(void *d, const void *a, const void *b, const void *c,
		    const struct cvg_uop *u, struct cvg_lx *lx)
{
	const uint32_t n = lx->nlanes;
	double x[64], y[64], z[64], r[64];
	int mode;

	widened(x, u->kind, a, n);
	widened(y, u->kind, b, n);
	widened(z, u->kind, c, n);
	mode = enter(u->n);
	doubles(u->code, r, x, y, z, n);
	fesetround(mode);
	narrowed(CVG_K_F64, r, u->kind, d, n, (enum cvg_rounding)u->n);
}

static void rounded_flagged(void *d, const void *a, const void *b,
			    const void *c, const struct cvg_uop *u,
			    struct cvg_lx *lx)
{
	cvg_lanes_flagged_base(d, a, b, c, u, lx,
			       u->kind == CVG_K_F32 ? rounded_f32 : rounded);
}

cvg_lane_fn *cvg_lanes_round(const struct cvg_uop *u)
{
	if (u->kind < CVG_K_F16 || u->n < 1 || u->n > 3)
		return NULL;
	if (u->code < CVG_U_FADD || u->code > CVG_U_FMA)
		return NULL;
	if (u->flags & (CVG_UF_NNAN | CVG_UF_NINF | CVG_UF_FTZ))
		return rounded_flagged;
	return u->kind == CVG_K_F32 ? rounded_f32 : rounded;
}
