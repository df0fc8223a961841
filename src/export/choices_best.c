/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The most that choices can bring together. Two choices that change the same
 * block cannot both be taken, as of two regions of which one lies in the other.
 *
 * Choices are taken up from the smallest to the largest. Each makes one group
 * of itself and of all groups that share a block with it, and a group is worth
 * either that choice or all the groups in it. If any two choices are nested or
 * apart, this is the best set; else it may be a lesser one, but always one of
 * choices that stand together.
 *
 * Example: R7 brings 360 and holds R9 and R10, which bring 102 each. The groups
 * of R9 and R10 are worth 102 each, that of R7 is worth max(360, 204).
 */
#include "reconverge/choices.h"

#include <stdlib.h>
#include <string.h>

struct group {
	uint32_t up; /* the group that it became part of, or itself */
	double net;
};

static uint32_t top(struct group *group, uint32_t g)
{
	while (group[g].up != g)
		g = group[g].up = group[group[g].up].up;
	return g;
}

/* qsort_r takes no const context. */
struct sizes {
	const struct cvg_choices *of;
};

static int by_size(const void *a, const void *b, void *context)
{
	const struct cvg_choices *c = ((const struct sizes *)context)->of;
	uint32_t i = *(const uint32_t *)a, j = *(const uint32_t *)b;

	if (c->at[i].nblocks != c->at[j].nblocks)
		return c->at[i].nblocks < c->at[j].nblocks ? -1 : 1;
	return i < j ? -1 : i > j;
}

/* Make group k of the choice and of the groups that share blocks with it. */
static void take_up(struct group *group, uint32_t k, uint32_t *of_block,
		    const struct cvg_choice *choice)
{
	double inside = 0;

	group[k] = (struct group){.up = k};
	for (uint32_t i = 0; i < choice->nblocks; i++) {
		uint32_t *at = &of_block[choice->blocks[i]];
		uint32_t g = *at == CVG_NONE ? k : top(group, *at);

		if (g != k) {
			inside += group[g].net;
			group[g].up = k;
		}
		*at = k;
	}
	group[k].net = choice->gain > inside ? choice->gain : inside;
}

double cvg_choices_together(const struct cvg_choices *c, const uint32_t *which,
			    uint32_t n, uint32_t nblocks)
{
	struct group *group;
	struct sizes sizes = {c};
	uint32_t *order, *of_block, m = 0;
	double net = 0;

	if (!n)
		return 0;
	group = cvg_calloc(n, sizeof *group);
	order = cvg_calloc(n, sizeof *order);
	of_block = cvg_alloc((nblocks + 1) * sizeof *of_block);
	memset(of_block, 0xFF, nblocks * sizeof *of_block);
	for (uint32_t i = 0; i < n; i++)
		if (c->at[which[i]].command && c->at[which[i]].gain > 0)
			order[m++] = which[i];
	if (m)
		qsort_r(order, m, sizeof *order, by_size, &sizes);
	for (uint32_t k = 0; k < m; k++)
		take_up(group, k, of_block, &c->at[order[k]]);
	for (uint32_t k = 0; k < m; k++)
		if (group[k].up == k)
			net += group[k].net;
	free(group);
	free(order);
	free(of_block);
	return net;
}
