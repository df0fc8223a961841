/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Conversions of one F16 or BF16 from and to the host's floats and doubles, for
 * callers outside the lane functions.
 */
#include "sim/lanes/lanes_slow.h"

static uint16_t small_of_float(uint32_t kind, float f)
{
	return (uint16_t)cvg_soft_round(
		kind, cvg_soft_of(CVG_K_F32, cvg_bits32(f)), CVG_ROUND_NEAREST);
}

static uint16_t small_of_double(uint32_t kind, double f)
{
	return (uint16_t)cvg_soft_round(
		kind, cvg_soft_of(CVG_K_F64, cvg_bits64(f)), CVG_ROUND_NEAREST);
}

static float float_of_small(uint32_t kind, uint16_t h)
{
	return cvg_float32((uint32_t)cvg_soft_round(
		CVG_K_F32, cvg_soft_of(kind, h), CVG_ROUND_NEAREST));
}

float cvg_half_to_float(uint16_t h)
{
	return float_of_small(CVG_K_F16, h);
}

uint16_t cvg_float_to_half(float f)
{
	return small_of_float(CVG_K_F16, f);
}

uint16_t cvg_double_to_half(double d)
{
	return small_of_double(CVG_K_F16, d);
}

float cvg_bf16_to_float(uint16_t h)
{
	return float_of_small(CVG_K_BF16, h);
}

uint16_t cvg_float_to_bf16(float f)
{
	return small_of_float(CVG_K_BF16, f);
}

uint16_t cvg_double_to_bf16(double d)
{
	return small_of_double(CVG_K_BF16, d);
}
