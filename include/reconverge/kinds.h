/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The words that programs, launches and runs share: the kinds of scalars and the
 * spaces of memory. What needs no operation of a program includes this instead of
 * program.h.
 */
#ifndef RECONVERGE_KINDS_H
#define RECONVERGE_KINDS_H

#include "reconverge/base.h"

/* The kinds of scalars that a slot can hold. */
enum cvg_kind {
	CVG_K_BIT, /* i1 */
	CVG_K_I8,
	CVG_K_I16,
	CVG_K_I32,
	CVG_K_I64,
	CVG_K_I128,
	CVG_K_F16,
	CVG_K_BF16,
	CVG_K_F32,
	CVG_K_F64,
	CVG_NKINDS
};

/* Bytes an element takes in a slot and in memory; a BIT takes 1 in memory and
 * one bit in a slot (see cvg_kind_row). */
static inline uint32_t cvg_kind_bytes(enum cvg_kind k)
{
	static const uint8_t bytes[CVG_NKINDS] = {
		[CVG_K_BIT] = 1, [CVG_K_I8] = 1,   [CVG_K_I16] = 2,
		[CVG_K_I32] = 4, [CVG_K_I64] = 8,  [CVG_K_I128] = 16,
		[CVG_K_F16] = 2, [CVG_K_BF16] = 2, [CVG_K_F32] = 4,
		[CVG_K_F64] = 8,
	};

	return bytes[k];
}

/* Bytes a slot of that kind takes for `lanes` (32 or 64) lanes. A BIT slot is
 * always one uint64_t, lane 0 its lowest bit. */
static inline uint32_t cvg_kind_row(enum cvg_kind k, uint32_t lanes)
{
	return k == CVG_K_BIT ? 8 : cvg_kind_bytes(k) * lanes;
}

const char *cvg_kind_name(enum cvg_kind k);

/* The memory that an access names: the field kind2 of a uop. */
enum cvg_space {
	CVG_SPACE_FLAT,
	CVG_SPACE_GLOBAL, /* constant memory too */
	CVG_SPACE_SHARED,
	CVG_SPACE_PRIVATE,
	CVG_NSPACES
};

#endif
