/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The rows of costs.def and intrinsics.def, and looking them up. */
#include "private.h"

#include <assert.h>
#include <string.h>

#define NAME_OF_GFX9  "gfx9 and older"
#define NAME_OF_GFX10 "gfx10 and newer"
#define NAME_OF_SM70  "sm_70 and newer"

#define TARGET_OF_GFX9	CVG_AMDGPU
#define TARGET_OF_GFX10 CVG_AMDGPU
#define TARGET_OF_SM70	CVG_NVPTX

#define KIND(id, text) static const char what_##id[] = text;
#include "src/cost/kinds.def"
#undef KIND

/* By family and kind. */
static const uint32_t cycles_of[CVG_NFAMILIES][CVG_NKINDS] = {
#define COST(f, kind, cost, from) [CVG_FAMILY_##f][CVG_KIND_##kind] = (cost),
#include "src/cost/costs.def"
#undef COST
};

/* As costs.def has them. */
static const struct cvg_cost_row rows[] = {
#define COST(f, kind, cost, from)        \
	{                                \
		.what = what_##kind,     \
		.family = NAME_OF_##f,   \
		.target = TARGET_OF_##f, \
		.cycles = (cost),        \
		.source = (from),        \
	},
#include "src/cost/costs.def"
#undef COST
};

#define NROWS (sizeof(rows) / sizeof(rows[0]))

static const struct cvg_cost_intrinsic intrinsics[] = {
#define INTRINSIC(text, kind32, kind64)      \
	{                                    \
		.name = (text),              \
		.narrow = CVG_KIND_##kind32, \
		.wide = CVG_KIND_##kind64,   \
	},
#include "src/cost/intrinsics.def"
#undef INTRINSIC
};

#define NINTRINSICS (sizeof(intrinsics) / sizeof(intrinsics[0]))

/* Compare the first n bytes of s with a name of the table. */
static int compare_part(const char *s, size_t n, const char *name)
{
	int d = strncmp(s, name, n);

	return d == 0 && name[n] != '\0' ? -1 : d;
}

static uint32_t find_exactly(const char *s, size_t n)
{
	size_t low = 0, high = NINTRINSICS;

	while (low < high) {
		size_t mid = low + (high - low) / 2;
		int d = compare_part(s, n, intrinsics[mid].name);

		if (d == 0)
			return (uint32_t)mid;
		if (d < 0)
			high = mid;
		else
			low = mid + 1;
	}
	return CVG_NONE;
}

uint32_t cvg_cost_intrinsic_find(const char *callee)
{
	size_t n = strlen(callee);

	while (n > 0) {
		uint32_t found = find_exactly(callee, n);

		if (found != CVG_NONE)
			return found;
		do
			n--;
		while (n > 0 && callee[n] != '.');
	}
	return CVG_NONE;
}

const struct cvg_cost_intrinsic *cvg_cost_intrinsics(uint32_t *n)
{
	*n = NINTRINSICS;
	return intrinsics;
}

/* Names that begin with gfx1; by hand, as every price asks. */
enum cvg_cost_family cvg_cost_family_of(const struct cvg_fn *fn)
{
	const char *cpu = fn->cpu;

	if (fn->target == CVG_NVPTX)
		return CVG_FAMILY_SM70;
	if (cpu && cpu[0] == 'g' && cpu[1] == 'f' && cpu[2] == 'x' &&
	    cpu[3] == '1')
		return CVG_FAMILY_GFX10;
	return CVG_FAMILY_GFX9;
}

uint32_t cvg_cost_of(enum cvg_cost_family family, enum cvg_cost_kind kind)
{
	return cycles_of[family][kind];
}

uint32_t cvg_cost_nrows(void)
{
	return NROWS;
}

const struct cvg_cost_row *cvg_cost_row(uint32_t i)
{
	assert(i < NROWS);
	return &rows[i];
}
