/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The types of one width, for the tables of expressions. A file includes this
 * header once for each width, with BITS defined as 8, 16, 32 or 64, so it has
 * no include guard. Each inclusion replaces the definitions of the one before.
 *
 *   T    unsigned of BITS bits      S   the same, signed
 *   ROW  T as an element of a row   U   unsigned: T, but at least 32 bits
 *   W    unsigned, twice as wide    SW  the same, signed
 *   TOP  the sign bit
 */
#undef T
#undef S
#undef U
#undef W
#undef SW
#undef ROW
#undef TOP

#ifdef BITS
#if BITS == 8
#define T   uint8_t
#define S   int8_t
#define U   uint32_t
#define W   uint16_t
#define SW  int16_t
#define ROW cvg_row_u8
#elif BITS == 16
#define T   uint16_t
#define S   int16_t
#define U   uint32_t
#define W   uint32_t
#define SW  int32_t
#define ROW cvg_row_u16
#elif BITS == 32
#define T   uint32_t
#define S   int32_t
#define U   uint32_t
#define W   uint64_t
#define SW  int64_t
#define ROW cvg_row_u32
#else
#define T   uint64_t
#define S   int64_t
#define U   uint64_t
#define W   cvg_u128
#define SW  cvg_i128
#define ROW cvg_row_u64
#endif
#define TOP ((T)((T)1 << (BITS - 1)))
#endif
