/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Pointer arithmetic, and pointers from one memory to another. */
#include "sim/machine.h"

#include <string.h>

/* ---- a + b * scale ----------------------------------------------------- */

#define ADDR(name, pointer, index)                                          \
	CVG_CLONES static void name(                                        \
		void *restrict dst, const void *restrict a,                 \
		const void *restrict b, uint64_t scale, uint32_t lanes)     \
	{                                                                   \
		pointer *restrict to = dst;                                 \
		const pointer *restrict p = a;                              \
		const index *restrict i = b;                                \
                                                                            \
		for (uint32_t base = 0; base < lanes; base += 32) {         \
			for (uint32_t l = 0; l < 32; l++) {                 \
				to[l] = (pointer)(p[l] +                    \
						  (uint64_t)(int64_t)i[l] * \
							  scale);           \
			}                                                   \
			to += 32;                                           \
			p += 32;                                            \
			i += 32;                                            \
		}                                                           \
	}

ADDR(addr64_8, uint64_t, int8_t)
ADDR(addr64_16, uint64_t, int16_t)
ADDR(addr64_32, uint64_t, int32_t)
ADDR(addr64_64, uint64_t, int64_t)
ADDR(addr32_8, uint32_t, int8_t)
ADDR(addr32_16, uint32_t, int16_t)
ADDR(addr32_32, uint32_t, int32_t)
ADDR(addr32_64, uint32_t, int64_t)

typedef void addr_fn(void *restrict dst, const void *restrict a,
		     const void *restrict b, uint64_t scale, uint32_t lanes);

/* An index whose width is not its kind's, or of 1 or 128 bits. */
static void addr_odd(void *dst, const struct cvg_warp *warp,
		     const struct cvg_bound *op)
{
	uint32_t bits = op->uop->width ? op->uop->width : 64;

	if (op->uop->kind2 == CVG_K_BIT)
		bits = 1;
	for (uint32_t l = 0; l < cvg_lanes(warp); l++) {
		uint64_t p = cvg_row_get(cvg_row(warp, &op->a),
					 (enum cvg_kind)op->a_kind, l);
		uint64_t i = cvg_row_get(cvg_row(warp, &op->b),
					 (enum cvg_kind)op->b_kind, l);

		if (bits < 64)
			i = (uint64_t)((int64_t)(i << (64 - bits)) >>
				       (64 - bits));
		cvg_row_set(dst, (enum cvg_kind)op->dst_kind, l,
			    p + i * op->uop->imm);
	}
}

CVG_MACHINE_OP(addr)
{
	static addr_fn *const fns[2][CVG_NKINDS] = {
		{[CVG_K_I8] = addr32_8,
		 [CVG_K_I16] = addr32_16,
		 [CVG_K_I32] = addr32_32,
		 [CVG_K_I64] = addr32_64},
		{[CVG_K_I8] = addr64_8,
		 [CVG_K_I16] = addr64_16,
		 [CVG_K_I32] = addr64_32,
		 [CVG_K_I64] = addr64_64},
	};
	addr_fn *fn = fns[op->uop->kind == CVG_K_I64][op->uop->kind2];
	const struct cvg_doubt *a = cvg_doubt_of(warp, &op->a);
	const struct cvg_doubt *b = cvg_doubt_of(warp, &op->b);
	uint8_t *result = cvg_result(warp, op);

	if (fn && !op->uop->width)
		fn(result, cvg_row(warp, &op->a), cvg_row(warp, &op->b),
		   op->uop->imm, cvg_lanes(warp));
	else
		addr_odd(result, warp, op);
	cvg_result_end(warp, op, a->poison | b->poison, a->undef | b->undef);
	return true;
}

/* ---- spaces ---------------------------------------------------------- */

/* The null pointer of a space; CVG_UF_SIGNED: all ones in the small spaces. */
static uint64_t null_of(const struct cvg_uop *uop, uint32_t space, bool wide)
{
	if (!(uop->flags & CVG_UF_SIGNED) || space == CVG_SPACE_FLAT ||
	    space == CVG_SPACE_GLOBAL)
		return 0;
	return wide ? UINT64_MAX : UINT32_MAX;
}

static uint64_t aperture_of(uint32_t space)
{
	switch (space) {
	case CVG_SPACE_SHARED:
		return CVG_APERTURE_SHARED;
	case CVG_SPACE_PRIVATE:
		return CVG_APERTURE_PRIVATE;
	}
	return 0;
}

/* Pointer p in another space: null stays null; a flat pointer is the sum of the
 * aperture's base and the offset. */
static uint64_t cast(const struct cvg_uop *uop, uint64_t p, bool wide_from,
		     bool wide_to)
{
	uint32_t from = uop->n, to = (uint32_t)uop->imm;
	uint64_t flat;

	if (p == null_of(uop, from, wide_from))
		return null_of(uop, to, wide_to);
	flat = aperture_of(from) + p;
	return aperture_of(to) ? (uint32_t)flat : flat;
}

CVG_MACHINE_OP(spacecast)
{
	const struct cvg_doubt *d = cvg_doubt_of(warp, &op->a);
	const uint8_t *row = cvg_row(warp, &op->a);
	uint8_t *result = cvg_result(warp, op);
	bool wide_from = op->a_kind == CVG_K_I64;
	bool wide_to = op->dst_kind == CVG_K_I64;

	for (uint32_t l = 0; l < cvg_lanes(warp); l++) {
		uint64_t p = cvg_row_get(row, (enum cvg_kind)op->a_kind, l);

		cvg_row_set(result, (enum cvg_kind)op->dst_kind, l,
			    cast(op->uop, p, wide_from, wide_to));
	}
	cvg_result_end(warp, op, d->poison, d->undef);
	return true;
}

static uint32_t space_of(uint64_t p)
{
	if (p >> CVG_GRANULE_BITS == CVG_APERTURE_SHARED >> CVG_GRANULE_BITS)
		return CVG_SPACE_SHARED;
	if (p >> CVG_GRANULE_BITS == CVG_APERTURE_PRIVATE >> CVG_GRANULE_BITS)
		return CVG_SPACE_PRIVATE;
	return CVG_SPACE_GLOBAL;
}

CVG_MACHINE_OP(is_space)
{
	const struct cvg_doubt *d = cvg_doubt_of(warp, &op->a);
	const uint8_t *row = cvg_row(warp, &op->a);
	uint8_t *result = cvg_result(warp, op);

	for (uint32_t l = 0; l < cvg_lanes(warp); l++) {
		uint64_t p = cvg_row_get(row, (enum cvg_kind)op->a_kind, l);

		cvg_row_set(result, CVG_K_BIT, l,
			    p && space_of(p) == op->uop->n);
	}
	cvg_result_end(warp, op, d->poison, d->undef);
	return true;
}
