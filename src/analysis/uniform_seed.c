/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Where divergence starts and ends by the target's rules: the code common to
 * all targets. The facts of intrinsics are in divergence.def; the other rules
 * of a target are in seeds_<target>.c, after LLVM's target descriptions.
 */
#include "uniform.h"

#include "reconverge/graph.h"

#include <stdlib.h>
#include <string.h>

#define TARGET(id, name) extern const struct cvg_seeder cvg_seeder_##name;
#include "reconverge/targets.def"
#undef TARGET

static const struct cvg_seeder *const seeders[CVG_NTARGETS] = {
#define TARGET(id, name) [CVG_##id] = &cvg_seeder_##name,
#include "reconverge/targets.def"
#undef TARGET
};

static const struct row {
	enum cvg_target target;
	const char *name;
	uint32_t since;
	enum cvg_fact fact;
} rows[] = {
#define DIVERGENCE(t, n, s, f) \
	{.target = CVG_##t, .name = n, .since = s, .fact = CVG_FACT_##f},
#include "divergence.def"
#undef DIVERGENCE
};

/* ---- intrinsics -------------------------------------------------------- */

/* The key of a look-up: the first n bytes of a name, for one target. */
struct key {
	enum cvg_target target;
	const char *name;
	size_t n;
};

static int compare(const void *k, const void *r)
{
	const struct key *key = k;
	const struct row *row = r;
	int c;

	if (key->target != row->target)
		return key->target < row->target ? -1 : 1;
	c = strncmp(key->name, row->name, key->n);
	return c ? c : row->name[key->n] ? -1 : 0;
}

/* The fact of the longest row that equals the name or the name cut at a dot. */
static enum cvg_fact look_up(enum cvg_target target, uint32_t llvm_major,
			     const char *name)
{
	struct key key = {.target = target, .name = name, .n = strlen(name)};

	while (key.n) {
		const struct row *r =
			bsearch(&key, rows, sizeof rows / sizeof *rows,
				sizeof *rows, compare);

		if (r && r->since <= llvm_major)
			return r->fact;
		while (key.n && name[--key.n] != '.')
			;
	}
	return CVG_FACT_SOURCE; /* no intrinsic: it may return anything */
}

enum cvg_fact cvg_seed_fact(struct cvg_seeds *seeds, uint32_t inst)
{
	uint32_t v = seeds->fn->insts[inst].callee;
	const char *name = cvg_inst_callee(seeds->fn, inst);

	if (!name)
		return CVG_FACT_SOURCE;
	if (!seeds->fact[v])
		seeds->fact[v] =
			(uint8_t)(1 + look_up(seeds->fn->target,
					      seeds->llvm_major, name));
	return (enum cvg_fact)(seeds->fact[v] - 1);
}

/* ---- interface ---------------------------------------------------------- */

enum cvg_seed cvg_seed_of(struct cvg_seeds *seeds, uint32_t inst)
{
	return seeders[seeds->fn->target]->seed(seeds, inst);
}

/* Arguments of a kernel are the same for all its threads. */
bool cvg_seed_argument(const struct cvg_seeds *seeds, uint32_t arg)
{
	if (seeds->fn->kind == CVG_FN_KERNEL)
		return false;
	return !seeders[seeds->fn->target]->inreg_is_uniform ||
	       !(seeds->fn->values[arg].flags & CVG_V_INREG);
}

bool cvg_seed_single_lane(const struct cvg_fn *fn)
{
	const struct cvg_seeder *seeder = seeders[fn->target];

	return seeder->single_lane && seeder->single_lane(fn);
}

void cvg_seeds_init(struct cvg_seeds *seeds, const struct cvg_fn *fn)
{
	*seeds = (struct cvg_seeds){
		.fn = fn,
		.llvm_major = fn->llvm_major ? fn->llvm_major : 22,
		.fact = cvg_calloc(fn->nvalues + 1, 1),
	};
	if (seeders[fn->target]->init)
		seeders[fn->target]->init(seeds);
}

void cvg_seeds_done(struct cvg_seeds *seeds)
{
	free(seeds->fact);
}
