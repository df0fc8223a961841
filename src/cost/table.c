/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The tables of costs.def, families.def and intrinsics.def, and look-ups in
 * them. */
#include "private.h"

#include "reconverge/cost.h"

#include <assert.h>
#include <string.h>

#define FAMILY(id, base, target, cpu, text)      \
	static const char name_of_##id[] = text; \
	enum { TARGET_OF_##id = CVG_##target };
#include "src/cost/families.def"
#undef FAMILY

static const struct {
	enum cvg_target target;
	const char *cpu; /* prefix of the names of its cpus */
} families[CVG_NFAMILIES] = {
#define FAMILY(id, base, t, prefix, text) \
	[CVG_FAMILY_##id] = {.target = CVG_##t, .cpu = (prefix)},
#include "src/cost/families.def"
#undef FAMILY
};

#define KIND(id, text) static const char what_##id[] = text;
#include "src/cost/kinds.def"
#undef KIND

static const uint8_t base_of[CVG_NFAMILIES] = {
#define FAMILY(id, base, target, cpu, text) \
	[CVG_FAMILY_##id] = CVG_FAMILY_##base,
#include "src/cost/families.def"
#undef FAMILY
};

/* The cycles by family and kind, and 1; 0: they are those of the base. */
static const uint32_t cycles_of[CVG_NFAMILIES][CVG_NCOST_KINDS] = {
#define COST(f, kind, cost, from) \
	[CVG_FAMILY_##f][CVG_KIND_##kind] = (cost) + 1,
#include "src/cost/costs.def"
#undef COST
};

/* The rows in the order of costs.def, for printing. */
static const struct cvg_cost_row rows[] = {
#define COST(f, kind, cost, from)                         \
	{                                                 \
		.what = what_##kind,                      \
		.family = name_of_##f,                    \
		.target = (enum cvg_target)TARGET_OF_##f, \
		.cycles = (cost),                         \
		.source = (from),                         \
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

/* Asked for each instruction, and so without a call. */
static inline bool begins_with(const char *s, const char *prefix)
{
	while (*prefix && *s == *prefix) {
		s++;
		prefix++;
	}
	return !*prefix;
}

static enum cvg_cost_family family_of(enum cvg_target target, const char *cpu)
{
	uint32_t f = 0;

	while (families[f].target != target ||
	       !begins_with(cpu, families[f].cpu)) {
		f++;
		assert(f < CVG_NFAMILIES); /* each target has a row for "" */
	}
	return (enum cvg_cost_family)f;
}

enum cvg_cost_family cvg_cost_family_of(const struct cvg_fn *fn)
{
	return family_of(fn->target, fn->cpu ? fn->cpu : "");
}

uint32_t cvg_cost_of(enum cvg_cost_family family, enum cvg_cost_kind kind)
{
	while (!cycles_of[family][kind])
		family = (enum cvg_cost_family)base_of[family];
	return cycles_of[family][kind] - 1;
}

uint32_t cvg_cost_in(const struct cvg_fn *fn, enum cvg_cost_kind kind)
{
	return fn->costs ? fn->costs->at[kind].whole
			 : cvg_cost_of(cvg_cost_family_of(fn), kind);
}

uint32_t cvg_cost_default(enum cvg_target target, const char *cpu,
			  uint32_t kind)
{
	return cvg_cost_of(family_of(target, cpu), (enum cvg_cost_kind)kind);
}

static const struct {
	const char *name, *what;
} kinds[CVG_NCOST_KINDS] = {
#define KIND(id, text) [CVG_KIND_##id] = {#id, text},
#include "src/cost/kinds.def"
#undef KIND
};

uint32_t cvg_cost_nkinds(void)
{
	return CVG_NCOST_KINDS;
}

const char *cvg_cost_kind_name(uint32_t kind)
{
	return kinds[kind].name;
}

const char *cvg_cost_kind_what(uint32_t kind)
{
	return kinds[kind].what;
}

uint32_t cvg_cost_kind_named(const char *name)
{
	for (uint32_t i = 0; i < CVG_NCOST_KINDS; i++)
		if (!strcmp(kinds[i].name, name))
			return i;
	return CVG_NONE;
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
