/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Shared by the files of fast lane functions: types of rows, loops over chunks
 * of lanes that compilers turn into vector instructions, and conversion between
 * a mask of lanes and a vector of bytes.
 *
 * These files are compiled once for each level of the processor (sim/local.mk).
 * CVG_LANES_LEVEL is the level's name; every exported name ends with it.
 *
 * The macros at the end define whole functions, loop included, because C has no
 * other way to write one expression for every type in a loop that the compiler
 * vectorizes.
 */
#ifndef CVG_SIM_LANES_KIT_H
#define CVG_SIM_LANES_KIT_H

#include "sim/lanes/lanes_levels.h"

#include <string.h>
#if defined(__SSE2__)
#include <immintrin.h>
#endif

#define CVG_CHUNK 32 /* lanes of an inner loop; nlanes is a multiple of it */

#define CVG_JOIN_(a, b) a##_##b
#define CVG_JOIN(a, b)	CVG_JOIN_(a, b)
#define CVG_LEVEL(name) CVG_JOIN(name, CVG_LANES_LEVEL)

#define CVG_INLINE static inline __attribute__((always_inline))

/* Types of elements of a row. They may alias, because one slot holds values of
 * different types at different times. */
#define CVG_ROW_TYPE(name, type) \
	typedef type __attribute__((may_alias)) cvg_row_##name
CVG_ROW_TYPE(u8, uint8_t);
CVG_ROW_TYPE(u16, uint16_t);
CVG_ROW_TYPE(u32, uint32_t);
CVG_ROW_TYPE(u64, uint64_t);
CVG_ROW_TYPE(f32, float);
CVG_ROW_TYPE(f64, double);

#define CVG_AT(p) __builtin_assume_aligned((p), 32)

/* ---- bits of lanes ---------------------------------------------------- */

/* Make bit i of the result from byte i of t, which is 0 or 1. t has 32 bytes
 * and is aligned to 32. */
CVG_INLINE uint32_t cvg_pack(const uint8_t *t)
{
#if defined(__AVX2__)
	__m256i v = _mm256_load_si256((const __m256i *)(const void *)t);

	return (uint32_t)_mm256_movemask_epi8(_mm256_slli_epi16(v, 7));
#elif defined(__SSE2__)
	__m128i lo = _mm_load_si128((const __m128i *)(const void *)t);
	__m128i hi = _mm_load_si128((const __m128i *)(const void *)(t + 16));

	return (uint32_t)_mm_movemask_epi8(_mm_slli_epi16(lo, 7)) |
	       (uint32_t)_mm_movemask_epi8(_mm_slli_epi16(hi, 7)) << 16;
#else
	uint32_t bits = 0;

	for (size_t i = 0; i < CVG_CHUNK; i++)
		bits |= (uint32_t)t[i] << i;
	return bits;
#endif
}

/* The inverse of cvg_pack: set byte i of t to bit i of `bits`, for i < 32. */
CVG_INLINE void cvg_unpack(uint8_t *t, uint64_t bits)
{
#if defined(__AVX2__)
	const __m256i pick = _mm256_setr_epi64x(
		0, 0x0101010101010101, 0x0202020202020202, 0x0303030303030303);
	const __m256i bit =
		_mm256_set1_epi64x((long long)UINT64_C(0x8040201008040201));
	__m256i v = _mm256_shuffle_epi8(_mm256_set1_epi32((int)(uint32_t)bits),
					pick);

	v = _mm256_cmpeq_epi8(_mm256_and_si256(v, bit), bit);
	_mm256_store_si256((__m256i *)(void *)t,
			   _mm256_and_si256(v, _mm256_set1_epi8(1)));
#else
	for (size_t i = 0; i < CVG_CHUNK; i++)
		t[i] = (uint8_t)(bits >> i & 1);
#endif
}

/* The mask of lanes 0 to nlanes - 1. */
CVG_INLINE uint64_t cvg_lanes_all(uint32_t nlanes)
{
	return nlanes == 64 ? UINT64_MAX : (UINT64_C(1) << nlanes) - 1;
}

/* ---- floats ------------------------------------------------------------ */

/*
 * x y + z as a double, rounded to odd: cut off, with the last bit set if
 * anything was lost. A second rounding, to float, then gives the same float as
 * rounding the exact value once (Boldo, Melquiond, "Emulation of FMA and
 * correctly rounded sums: proved algorithms using rounding to odd", IEEE Trans.
 * Computers 57(4), 2008). x, y and z must be exact floats, so that the product
 * is exact in a double; `lost`, the error of the sum, is computed exactly by
 * Knuth's TwoSum.
 */
CVG_INLINE double cvg_fma_odd(double x, double y, double z)
{
	const double p = x * y, s = p + z, v = s - p;
	const double lost = (p - (s - v)) + (z - v);
	const uint64_t u = cvg_bits64(s), e = cvg_bits64(lost);
	const uint64_t toward = (e ^ u) >> 63 ? UINT64_MAX : 1;
	const uint64_t inexact = (lost < 0) | (lost > 0);

	return cvg_float64(inexact & ~u & 1 ? u + toward : u);
}

/* A double as a float, rounded to odd, so that a second rounding to a narrower
 * format gives the same number as rounding the double once. */
CVG_INLINE float cvg_float_odd(double d)
{
	const float f = (float)d;
	const double back = f;
	const uint32_t u = cvg_bits32(f);
	const bool less = cvg_bits64(back) << 1 < cvg_bits64(d) << 1;
	const uint32_t inexact = (back < d) | (back > d);

	return cvg_float32(inexact & ~u & 1 ? (less ? u + 1 : u - 1) : u);
}

#define CVG_NAN32 UINT32_C(0x7fc00000)
#define CVG_NAN64 UINT64_C(0x7ff8000000000000)

/* The bits of a result. Every NaN becomes the same quiet NaN. The choice is
 * made between integers, because a compiler may replace one NaN by another. */
CVG_INLINE uint32_t cvg_canonical32(float r)
{
	return r != r ? CVG_NAN32 : cvg_bits32(r);
}

CVG_INLINE uint64_t cvg_canonical64(double r)
{
	return r != r ? CVG_NAN64 : cvg_bits64(r);
}

/* ---- functions over lanes --------------------------------------------- */

#define CVG_LANE_FN(name)                                          \
	static void name(void *vd, const void *va, const void *vb, \
			 const void *vc, const struct cvg_uop *u,  \
			 struct cvg_lx *lx)

/* Define name_flagged: the function `name` with flags NNAN, NINF or FTZ. */
#define CVG_FLAGGED(name)                                                  \
	CVG_LANE_FN(name##_flagged)                                        \
	{                                                                  \
		CVG_LEVEL(cvg_lanes_flagged)(vd, va, vb, vc, u, lx, name); \
	}

#define CVG_UNUSED3(a, b, c) ((void)(a), (void)(b), (void)(c))

/* Define a function: d[i] = e, an expression of x = a[i]. D and A are the types
 * of the elements. */
#define CVG_LANES1(name, D, A, e)                                \
	CVG_LANE_FN(name)                                        \
	{                                                        \
		D *restrict d = CVG_AT(vd);                      \
		const A *restrict a = CVG_AT(va);                \
		const size_t n = lx->nlanes;                     \
                                                                 \
		CVG_UNUSED3(vb, vc, u);                          \
		for (size_t at = 0; at < n; at += CVG_CHUNK)     \
			for (size_t i = 0; i < CVG_CHUNK; i++) { \
				const A x = a[at + i];           \
				d[at + i] = (D)(e);              \
			}                                        \
	}

/* Define a function: d[i] = e, an expression of x = a[i] and y = b[i]. */
#define CVG_LANES2(name, D, A, B, e)                             \
	CVG_LANE_FN(name)                                        \
	{                                                        \
		D *restrict d = CVG_AT(vd);                      \
		const A *restrict a = CVG_AT(va);                \
		const B *restrict b = CVG_AT(vb);                \
		const size_t n = lx->nlanes;                     \
                                                                 \
		CVG_UNUSED3(vb, vc, u);                          \
		for (size_t at = 0; at < n; at += CVG_CHUNK)     \
			for (size_t i = 0; i < CVG_CHUNK; i++) { \
				const A x = a[at + i];           \
				const B y = b[at + i];           \
				d[at + i] = (D)(e);              \
			}                                        \
	}

/* Define a function: d[i] = e, an expression of x = a[i], y = b[i] and z = c[i]. */
#define CVG_LANES3(name, D, A, e)                                \
	CVG_LANE_FN(name)                                        \
	{                                                        \
		D *restrict d = CVG_AT(vd);                      \
		const A *restrict a = CVG_AT(va);                \
		const A *restrict b = CVG_AT(vb);                \
		const A *restrict c = CVG_AT(vc);                \
		const size_t n = lx->nlanes;                     \
                                                                 \
		(void)u;                                         \
		for (size_t at = 0; at < n; at += CVG_CHUNK)     \
			for (size_t i = 0; i < CVG_CHUNK; i++) { \
				const A x = a[at + i];           \
				const A y = b[at + i];           \
				const A z = c[at + i];           \
				d[at + i] = (D)(e);              \
			}                                        \
	}

/* The result is of kind BIT: bit i says whether e, of x and y, is true. */
#define CVG_LANES2_BIT(name, A, e)                                         \
	CVG_LANE_FN(name)                                                  \
	{                                                                  \
		cvg_row_u64 *restrict d = vd;                              \
		const A *restrict a = CVG_AT(va);                          \
		const A *restrict b = CVG_AT(vb);                          \
		const size_t n = lx->nlanes;                               \
		uint64_t bits = 0;                                         \
                                                                           \
		CVG_UNUSED3(b, vc, u);                                     \
		for (size_t at = 0; at < n; at += CVG_CHUNK) {             \
			uint8_t t[CVG_CHUNK] __attribute__((aligned(32))); \
                                                                           \
			for (size_t i = 0; i < CVG_CHUNK; i++) {           \
				const A x = a[at + i];                     \
				const A y = b[at + i];                     \
				(void)x;                                   \
				(void)y;                                   \
				t[i] = (uint8_t)((e) != 0);                \
			}                                                  \
			bits |= (uint64_t)cvg_pack(t) << at;               \
		}                                                          \
		*d = bits;                                                 \
	}

/*
 * d[i] = r = e, an expression of x and y. Lanes become poison in which `bad`,
 * an expression of x, y and r of type A, is not 0. The main loop only finds
 * whether there is such a lane; name_bad, called only then, finds which. vy is
 * the parameter that y is read from: vb, or va if there is one operand.
 */
#define CVG_LANES_BAD_(name, D, A, B, vy, e, bad)                              \
	static __attribute__((noinline)) uint64_t name##_bad(                  \
		const D *restrict d, const A *restrict a, const B *restrict b, \
		size_t n)                                                      \
	{                                                                      \
		uint64_t bits = 0;                                             \
                                                                               \
		for (size_t at = 0; at < n; at += CVG_CHUNK) {                 \
			uint8_t t[CVG_CHUNK] __attribute__((aligned(32)));     \
                                                                               \
			for (size_t i = 0; i < CVG_CHUNK; i++) {               \
				const A x = a[at + i];                         \
				const B y = b[at + i];                         \
				const D r = d[at + i];                         \
                                                                               \
				CVG_UNUSED3(x, y, r);                          \
				t[i] = (A)(bad) != 0;                          \
			}                                                      \
			bits |= (uint64_t)cvg_pack(t) << at;                   \
		}                                                              \
		return bits;                                                   \
	}                                                                      \
                                                                               \
	CVG_LANE_FN(name)                                                      \
	{                                                                      \
		D *restrict d = CVG_AT(vd);                                    \
		const A *restrict a = CVG_AT(va);                              \
		const B *restrict b = CVG_AT(vy);                              \
		const size_t n = lx->nlanes;                                   \
		A any = 0;                                                     \
                                                                               \
		CVG_UNUSED3(vb, vc, u);                                        \
		for (size_t at = 0; at < n; at += CVG_CHUNK)                   \
			for (size_t i = 0; i < CVG_CHUNK; i++) {               \
				const A x = a[at + i];                         \
				const B y = b[at + i];                         \
				const D r = (D)(e);                            \
                                                                               \
				CVG_UNUSED3(x, y, r);                          \
				d[at + i] = r;                                 \
				any |= (A)(bad);                               \
			}                                                      \
		if (any)                                                       \
			lx->poison |= name##_bad(d, a, b, n);                  \
	}
#define CVG_LANES2_BAD(name, D, A, B, e, bad) \
	CVG_LANES_BAD_(name, D, A, B, vb, e, bad)
#define CVG_LANES1_BAD(name, D, A, e, bad) \
	CVG_LANES_BAD_(name, D, A, A, va, e, bad)

/* A lane function from one bit: d[i] = one, an expression of t[i], which is bit
 * i of the operand. */
#define CVG_SPREAD(name, ROW, one)                                         \
	CVG_LANE_FN(name)                                                  \
	{                                                                  \
		ROW *restrict d = CVG_AT(vd);                              \
		const uint64_t bits = *(const cvg_row_u64 *)va;            \
		const size_t n = lx->nlanes;                               \
                                                                           \
		CVG_UNUSED3(vb, vc, u);                                    \
		for (size_t at = 0; at < n; at += CVG_CHUNK) {             \
			uint8_t t[CVG_CHUNK] __attribute__((aligned(32))); \
                                                                           \
			cvg_unpack(t, bits >> at);                         \
			for (size_t i = 0; i < CVG_CHUNK; i++)             \
				d[at + i] = (ROW)(one);                    \
		}                                                          \
	}

#endif
