/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Operations on 16-bit floats (half: F16, bfloat: BF16), computed as F32 and
 * rounded again.
 *
 * For +, -, *, / and square root, rounding twice gives the same number as
 * rounding the exact result once: that holds for a result of p bits if the
 * intermediate format has at least 2 p + 2 bits (Figueroa, "When is double
 * rounding innocuous?", SIGNUM Newsletter 30(3), 1995), and 24 bits suffice for
 * p = 11 (half) and p = 8 (bfloat). It does not hold for a * b + c, which is
 * therefore rounded to odd first: see cvg_fma_odd.
 */
#include "sim/lanes/lanes_kit.h"

#include "reconverge/ucodes.h"

/* ---- rows of 16 bits to floats and back ------------------------------- */

#if !defined(__F16C__)
/* Half to float: the bits are shifted into place and the float is multiplied by
 * 2^112, the difference of the exponents' biases, which also normalizes
 * subnormal halves. Infinities and NaNs are treated separately. */
CVG_INLINE float half_up(uint16_t h)
{
	const uint32_t mag = h & 0x7fffu;
	const uint32_t sign = (uint32_t)(h & 0x8000) << 16;
	const uint32_t finite = cvg_bits32(cvg_float32(mag << 13) * 0x1p112f);
	const uint32_t special = 0x7f800000 | mag << 13;

	return cvg_float32((mag >= 0x7c00 ? special : finite) | sign);
}

/*
 * Float to half, rounded to nearest even. `normal` adjusts the bias of the
 * exponent, adds just under half a unit of the last kept place, or exactly half
 * if that place is odd, and drops 13 bits. `tiny`, for a subnormal result, lets
 * the host round: the sum with 0.5 has the half's last place as its own. A NaN
 * becomes the one quiet NaN. Example: 1.0f, 0x3f800000, gives 0x3c00.
 */
CVG_INLINE uint16_t half_down(float f)
{
	const uint32_t u = cvg_bits32(f), mag = u & 0x7fffffff;
	const uint32_t sign = u >> 16 & 0x8000;
	const uint32_t normal =
		(mag - (112u << 23) + 0xfff + (mag >> 13 & 1)) >> 13;
	const uint32_t tiny = cvg_bits32(cvg_float32(mag) + 0.5f) - 0x3f000000;
	const uint32_t finite = mag < 0x38800000 ? tiny : normal;
	const uint32_t in_range = mag >= 0x47800000 ? 0x7c00 : finite;

	return (uint16_t)(mag > 0x7f800000 ? 0x7e00 : in_range | sign);
}
#endif

CVG_INLINE float bfloat_up(uint16_t h)
{
	return cvg_float32((uint32_t)h << 16);
}

CVG_INLINE uint16_t bfloat_down(float f)
{
	const uint32_t u = cvg_bits32(f);
	const uint32_t rounded = (u + 0x7fff + (u >> 16 & 1)) >> 16;

	return (uint16_t)((u & 0x7fffffff) > 0x7f800000 ? 0x7fc0 : rounded);
}

CVG_INLINE void half_chunk_up(float *restrict to,
			      const cvg_row_u16 *restrict from)
{
#if defined(__F16C__)
	for (size_t i = 0; i < CVG_CHUNK; i += 8) {
		const void *at = from + i;

		_mm256_storeu_ps(to + i, _mm256_cvtph_ps(_mm_loadu_si128(
						 (const __m128i *)at)));
	}
#else
	for (size_t i = 0; i < CVG_CHUNK; i++)
		to[i] = half_up(from[i]);
#endif
}

/* The processor's conversion keeps a NaN's payload; it is replaced by that of
 * the one quiet NaN. */
CVG_INLINE void half_chunk_down(cvg_row_u16 *restrict to,
				const float *restrict from)
{
#if defined(__F16C__)
	const __m128i inf = _mm_set1_epi16(0x7c00);
	const __m128i all = _mm_set1_epi16(0x7fff);

	for (size_t i = 0; i < CVG_CHUNK; i += 8) {
		__m128i h = _mm256_cvtps_ph(_mm256_loadu_ps(from + i), 0);
		__m128i nan = _mm_cmpgt_epi16(_mm_and_si128(h, all), inf);
		void *at = to + i;

		h = _mm_blendv_epi8(h, _mm_set1_epi16(0x7e00), nan);
		_mm_storeu_si128((__m128i *)at, h);
	}
#else
	for (size_t i = 0; i < CVG_CHUNK; i++)
		to[i] = half_down(from[i]);
#endif
}

CVG_INLINE void bfloat_chunk_up(float *restrict to,
				const cvg_row_u16 *restrict from)
{
	for (size_t i = 0; i < CVG_CHUNK; i++)
		to[i] = bfloat_up(from[i]);
}

CVG_INLINE void bfloat_chunk_down(cvg_row_u16 *restrict to,
				  const float *restrict from)
{
	for (size_t i = 0; i < CVG_CHUNK; i++)
		to[i] = bfloat_down(from[i]);
}

void CVG_LEVEL(cvg_lanes_widen)(float *to, const void *row, uint32_t kind,
				uint32_t nlanes)
{
	const cvg_row_u16 *from = row;

	for (size_t at = 0; at < nlanes; at += CVG_CHUNK)
		if (kind == CVG_K_F16)
			half_chunk_up(to + at, from + at);
		else
			bfloat_chunk_up(to + at, from + at);
}

void CVG_LEVEL(cvg_lanes_narrow)(void *row, const float *from, uint32_t kind,
				 uint32_t nlanes)
{
	cvg_row_u16 *to = row;

	for (size_t at = 0; at < nlanes; at += CVG_CHUNK)
		if (kind == CVG_K_F16)
			half_chunk_down(to + at, from + at);
		else
			bfloat_chunk_down(to + at, from + at);
}

/* ---- products and sums ------------------------------------------------ */

/* x y + z rounded to odd, as cvg_fma_odd computes it, for halves: the product
 * of two halves has at most 22 bits and is exact in a float. */
CVG_INLINE float half_fma_odd(float x, float y, float z)
{
	const float p = x * y, s = p + z, v = s - p;
	const float lost = (p - (s - v)) + (z - v);
	const uint32_t u = cvg_bits32(s), e = cvg_bits32(lost);
	const uint32_t toward = (e ^ u) >> 31 ? UINT32_MAX : 1;
	const uint32_t inexact = (lost < 0) | (lost > 0);

	return cvg_float32(inexact & ~u & 1 ? u + toward : u);
}

CVG_LANE_FN(FMA_f16)
{
	const cvg_row_u16 *a = CVG_AT(va), *b = CVG_AT(vb), *c = CVG_AT(vc);
	cvg_row_u16 *d = CVG_AT(vd);

	(void)u;
	for (size_t at = 0; at < lx->nlanes; at += CVG_CHUNK) {
		float x[CVG_CHUNK], y[CVG_CHUNK], z[CVG_CHUNK], r[CVG_CHUNK];

		half_chunk_up(x, a + at);
		half_chunk_up(y, b + at);
		half_chunk_up(z, c + at);
		for (size_t i = 0; i < CVG_CHUNK; i++)
			r[i] = half_fma_odd(x[i], y[i], z[i]);
		half_chunk_down(d + at, r);
	}
}

CVG_LANE_FN(FMA_bf16)
{
	const cvg_row_u16 *a = CVG_AT(va), *b = CVG_AT(vb), *c = CVG_AT(vc);
	cvg_row_u16 *d = CVG_AT(vd);

	(void)u;
	for (size_t at = 0; at < lx->nlanes; at += CVG_CHUNK) {
		float r[CVG_CHUNK];

		for (size_t i = 0; i < CVG_CHUNK; i++)
			r[i] = cvg_float_odd(cvg_fma_odd(bfloat_up(a[at + i]),
							 bfloat_up(b[at + i]),
							 bfloat_up(c[at + i])));
		bfloat_chunk_down(d + at, r);
	}
}

/* ---- the rest of the table -------------------------------------------- */

#define F	       float
#define SQRT(x)	       __builtin_sqrtf(x)
#define FLOOR(x)       __builtin_floorf(x)
#define CEIL(x)	       __builtin_ceilf(x)
#define TRUNC(x)       __builtin_truncf(x)
#define RINT(x)	       __builtin_rintf(x)
#define FABS(x)	       __builtin_fabsf(x)
#define COPYSIGN(x, y) __builtin_copysignf(x, y)
#define BOTH(x, y)     cvg_float32(cvg_bits32(x) | cvg_bits32(y))
#define EITHER(x, y)   cvg_float32(cvg_bits32(x) & cvg_bits32(y))
#define NOT_A_NUMBER   cvg_float32(CVG_NAN32)
#define LESSER	       (x == y ? BOTH(x, y) : x < y ? x : y)
#define GREATER	       (x == y ? EITHER(x, y) : x > y ? x : y)

#define SMALL1(name, up, down, e)                                       \
	CVG_LANE_FN(name)                                               \
	{                                                               \
		const cvg_row_u16 *a = CVG_AT(va);                      \
		cvg_row_u16 *d = CVG_AT(vd);                            \
                                                                        \
		CVG_UNUSED3(vb, vc, u);                                 \
		for (size_t at = 0; at < lx->nlanes; at += CVG_CHUNK) { \
			float ax[CVG_CHUNK], r[CVG_CHUNK];              \
                                                                        \
			up(ax, a + at);                                 \
			for (size_t i = 0; i < CVG_CHUNK; i++) {        \
				const float x = ax[i];                  \
				r[i] = (e);                             \
			}                                               \
			down(d + at, r);                                \
		}                                                       \
	}
#define SMALL2(name, up, down, e)                                         \
	CVG_LANE_FN(name)                                                 \
	{                                                                 \
		const cvg_row_u16 *a = CVG_AT(va), *b = CVG_AT(vb);       \
		cvg_row_u16 *d = CVG_AT(vd);                              \
                                                                          \
		CVG_UNUSED3(vc, vc, u);                                   \
		for (size_t at = 0; at < lx->nlanes; at += CVG_CHUNK) {   \
			float ax[CVG_CHUNK], bx[CVG_CHUNK], r[CVG_CHUNK]; \
                                                                          \
			up(ax, a + at);                                   \
			up(bx, b + at);                                   \
			for (size_t i = 0; i < CVG_CHUNK; i++) {          \
				const float x = ax[i], y = bx[i];         \
				r[i] = (e);                               \
			}                                                 \
			down(d + at, r);                                  \
		}                                                         \
	}
#define FP1(code, e)                                          \
	SMALL1(code##_f16, half_chunk_up, half_chunk_down, e) \
	SMALL1(code##_bf16, bfloat_chunk_up, bfloat_chunk_down, e)
#define FP2(code, e)                                          \
	SMALL2(code##_f16, half_chunk_up, half_chunk_down, e) \
	SMALL2(code##_bf16, bfloat_chunk_up, bfloat_chunk_down, e)
#define MATH1(n, e) FP1(n, e)
#define MATH2(n, e) FP2(n, e)
#include "sim/lanes/lanes_fp.def"
#undef FP1
#undef FP2
#undef MATH1
#undef MATH2

#define FP1(code, e) CVG_FLAGGED(code##_f16) CVG_FLAGGED(code##_bf16)
#define FP2(code, e) FP1(code, e)
#define MATH1(n, e)  FP1(n, e)
#define MATH2(n, e)  FP1(n, e)
#include "sim/lanes/lanes_fp.def"
FP1(FMA, )
#undef FP1
#undef FP2
#undef MATH1
#undef MATH2

/* [with flags][F16, BF16] */
#define FNS(name)                                          \
	{                                                  \
		{name##_f16, name##_bf16},                 \
		{name##_f16_flagged, name##_bf16_flagged}, \
	}
#define FP1(code, e) [CVG_U_##code] = FNS(code),
#define FP2(code, e) [CVG_U_##code] = FNS(code),
#define MATH1(n, e)
#define MATH2(n, e)
static cvg_lane_fn *const codes[CVG_NUCODES][2][2] = {
#include "sim/lanes/lanes_fp.def"
	[CVG_U_FMA] = FNS(FMA),
};
#undef FP1
#undef FP2
#undef MATH1
#undef MATH2
#define FP1(code, e)
#define FP2(code, e)
#define MATH1(n, e) [CVG_M_##n] = FNS(n),
#define MATH2(n, e) [CVG_M_##n] = FNS(n),
static cvg_lane_fn *const maths[CVG_NMATHS][2][2] = {
#include "sim/lanes/lanes_fp.def"
};

cvg_lane_fn *CVG_LEVEL(cvg_lanes_half)(const struct cvg_uop *u)
{
	const bool flagged =
		u->flags & (CVG_UF_NNAN | CVG_UF_NINF | CVG_UF_FTZ);
	const bool math = u->code == CVG_U_MATH1 || u->code == CVG_U_MATH2;

	if (u->kind != CVG_K_F16 && u->kind != CVG_K_BF16)
		return NULL;
	if (math && u->n < CVG_NMATHS)
		return maths[u->n][flagged][u->kind - CVG_K_F16];
	return u->n ? NULL : codes[u->code][flagged][u->kind - CVG_K_F16];
}
