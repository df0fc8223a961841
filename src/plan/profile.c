/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What was measured, kept so that it can be found again in changed code. */
#include "reconverge/plan.h"

#include <stdlib.h>
#include <string.h>

/* ---- making ----------------------------------------------------------- */

static int by_uid(const void *a, const void *b)
{
	const struct cvg_profile_block *x = a, *y = b;

	return (x->uid > y->uid) - (x->uid < y->uid);
}

static int by_name(const void *a, const void *b)
{
	const struct cvg_profile_condition *x = a, *y = b;

	return strcmp(x->name, y->name);
}

/* What block b branches on, if its terminator is a two-way branch. */
static const char *condition_of(const struct cvg_fn *fn, uint32_t b)
{
	const struct cvg_inst *term = cvg_block_terminator(fn, b);

	return term->op == CVG_OP_CONDBR
		       ? fn->values[fn->ops[term->ops_at]].text
		       : NULL;
}

/* Conditions of equal name, which stand together, become one. */
static void sum_conditions(struct cvg_profile *p)
{
	uint32_t kept = 0;

	qsort(p->condition, p->nconditions, sizeof *p->condition, by_name);
	for (uint32_t i = 0; i < p->nconditions; i++) {
		const struct cvg_profile_condition *c = &p->condition[i];
		struct cvg_profile_condition *to = &p->condition[kept];

		if (!kept || strcmp(to[-1].name, c->name)) {
			*to = *c;
			kept++;
			continue;
		}
		to[-1].warps += c->warps;
		to[-1].unused[0] += c->unused[0];
		to[-1].unused[1] += c->unused[1];
	}
	p->nconditions = kept;
}

struct cvg_profile *cvg_profile_new(const struct cvg_fn *fn,
				    const uint64_t *warps,
				    const uint64_t *lanes,
				    const uint64_t *split,
				    const uint64_t *edge_warps)
{
	struct cvg_profile *p = cvg_calloc(1, sizeof *p);

	p->fingerprint = fn->fingerprint;
	p->nblocks = fn->nblocks;
	p->block = cvg_arena_array(&p->arena, struct cvg_profile_block,
				   fn->nblocks);
	p->condition = cvg_arena_array(&p->arena, struct cvg_profile_condition,
				       fn->nblocks);
	for (uint32_t b = 0; b < fn->nblocks; b++) {
		const uint64_t *edge = edge_warps + fn->blocks[b].succs_at;
		const char *name = condition_of(fn, b);

		name = name ? cvg_arena_strdup(&p->arena, name) : NULL;
		p->block[b] = (struct cvg_profile_block){
			fn->blocks[b].uid, warps[b], lanes[b], split[b], name};
		if (!name || !(edge[0] + edge[1]))
			continue;
		/* A warp that was split took both edges. */
		p->condition[p->nconditions++] = (struct cvg_profile_condition){
			.name = name,
			.warps = edge[0] + edge[1] - split[b],
			.unused = {edge[1] - split[b], edge[0] - split[b]}};
	}
	qsort(p->block, p->nblocks, sizeof *p->block, by_uid);
	sum_conditions(p);
	return p;
}

void cvg_profile_free(struct cvg_profile *take_p)
{
	if (!take_p)
		return;
	cvg_arena_done(&take_p->arena);
	free(take_p);
}

/* ---- asking ----------------------------------------------------------- */

/* Does that name mean in `fn` what it meant where it was measured? */
static bool means_the_same(const struct cvg_profile *p, const struct cvg_fn *fn,
			   const char *name)
{
	if (fn->fingerprint == p->fingerprint)
		return true;
	return name[0] == '%' && !(name[1] >= '0' && name[1] <= '9');
}

const struct cvg_profile_block *cvg_profile_at(const struct cvg_profile *p,
					       const struct cvg_fn *fn,
					       uint32_t b)
{
	struct cvg_profile_block key = {.uid = fn->blocks[b].uid};
	const char *name = condition_of(fn, b);
	const struct cvg_profile_block *found;

	if (!p)
		return NULL;
	found = bsearch(&key, p->block, p->nblocks, sizeof key, by_uid);
	if (!found || !name != !found->condition)
		return NULL;
	if (name && means_the_same(p, fn, name) &&
	    means_the_same(p, fn, found->condition) &&
	    strcmp(name, found->condition) != 0)
		return NULL;
	return found;
}

double cvg_profile_unused(const struct cvg_profile *p, const struct cvg_fn *fn,
			  uint32_t condition, enum cvg_arm arm,
			  double otherwise)
{
	struct cvg_profile_condition key = {.name = fn->values[condition].text};
	const struct cvg_profile_condition *found;

	if (!p || !key.name || !means_the_same(p, fn, key.name))
		return otherwise;
	found = bsearch(&key, p->condition, p->nconditions, sizeof key,
			by_name);
	if (!found)
		return otherwise;
	return (double)found->unused[arm] / (double)found->warps;
}
