/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The cost table. Only the files of src/cost and the table's unit test include
 * this header.
 */
#ifndef CVG_COST_PRIVATE_H
#define CVG_COST_PRIVATE_H

#include "reconverge/graph.h"

enum cvg_cost_family {
#define FAMILY(id, base, target, cpu, name) CVG_FAMILY_##id,
#include "src/cost/families.def"
#undef FAMILY
	CVG_NFAMILIES
};

enum cvg_cost_kind {
#define KIND(id, what) CVG_KIND_##id,
#include "src/cost/kinds.def"
#undef KIND
	CVG_NCOST_KINDS
};

/* One intrinsic, or all intrinsics whose names continue this one after a
 * '.'. */
struct cvg_cost_intrinsic {
	const char *name;
	enum cvg_cost_kind narrow; /* up to 32 bits */
	enum cvg_cost_kind wide;   /* 64 bits */
};

enum cvg_cost_family cvg_cost_family_of(const struct cvg_fn *fn);

/* The cycles of a kind. */
uint32_t cvg_cost_of(enum cvg_cost_family family, enum cvg_cost_kind kind);

/* The cycles of a kind for that function: those of the table that it is priced
 * by. */
uint32_t cvg_cost_in(const struct cvg_fn *fn, enum cvg_cost_kind kind);

/* All intrinsics, in the order of strcmp. */
const struct cvg_cost_intrinsic *cvg_cost_intrinsics(uint32_t *n);

/* Index of the longest name that fits, or CVG_NONE. */
uint32_t cvg_cost_intrinsic_find(const char *callee);

#endif
