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

/* The same for choices which[0..n); of_block[] has CVG_NONE for each block, before
 * and afterwards. */
static double together(const struct cvg_choices *c, const uint32_t *which,
		       uint32_t n, uint32_t *of_block)
{
	struct sizes sizes = {c};
	struct group *group = cvg_calloc(n + 1, sizeof *group);
	uint32_t *order = cvg_calloc(n + 1, sizeof *order), m = 0;
	double net = 0;

	for (uint32_t i = 0; i < n; i++)
		if (c->at[which[i]].command && c->at[which[i]].gain > 0)
			order[m++] = which[i];
	if (m)
		qsort_r(order, m, sizeof *order, by_size, &sizes);
	for (uint32_t k = 0; k < m; k++)
		take_up(group, k, of_block, &c->at[order[k]]);
	for (uint32_t k = 0; k < m; k++) {
		const struct cvg_choice *choice = &c->at[order[k]];

		if (group[k].up == k)
			net += group[k].net;
		for (uint32_t i = 0; i < choice->nblocks; i++)
			of_block[choice->blocks[i]] = CVG_NONE;
	}
	free(group);
	free(order);
	return net;
}

static uint32_t *no_groups(uint32_t nblocks)
{
	size_t bytes = ((size_t)nblocks + 1) * sizeof(uint32_t);

	return memset(cvg_alloc(bytes), 0xFF, bytes);
}

double cvg_choices_together(const struct cvg_choices *c, const uint32_t *which,
			    uint32_t n, uint32_t nblocks)
{
	uint32_t *of_block = no_groups(nblocks);
	double net = together(c, which, n, of_block);

	free(of_block);
	return net;
}

/* ---- of many parts of a function --------------------------------------- */

struct cvg_gains {
	const struct cvg_choices *all;
	/* The choices that can be done, by key, and their keys. */
	uint32_t *which, *key, n;
	uint32_t *of_block; /* of together() */
};

struct keyed {
	uint32_t key, choice;
};

static int by_key(const void *a, const void *b)
{
	const struct keyed *x = a, *y = b;

	if (x->key != y->key)
		return x->key < y->key ? -1 : 1;
	return x->choice < y->choice ? -1 : x->choice > y->choice;
}

struct cvg_gains *cvg_gains_new(const struct cvg_choices *c,
				const uint32_t *key, uint32_t nblocks)
{
	struct cvg_gains *gains = cvg_calloc(1, sizeof *gains);
	struct keyed *k = cvg_calloc(c->n + 1, sizeof *k);

	for (uint32_t i = 0; i < c->n; i++)
		if (c->at[i].command && c->at[i].block < nblocks)
			k[gains->n++] = (struct keyed){
				.key = key[c->at[i].block], .choice = i};
	if (gains->n)
		qsort(k, gains->n, sizeof *k, by_key);
	gains->all = c;
	gains->which = cvg_calloc(gains->n + 1, sizeof *gains->which);
	gains->key = cvg_calloc(gains->n + 1, sizeof *gains->key);
	gains->of_block = no_groups(nblocks);
	for (uint32_t i = 0; i < gains->n; i++) {
		gains->which[i] = k[i].choice;
		gains->key[i] = k[i].key;
	}
	free(k);
	return gains;
}

void cvg_gains_free(struct cvg_gains *gains)
{
	free(gains->which);
	free(gains->key);
	free(gains->of_block);
	free(gains);
}

/* The first choice of at least that key. */
static uint32_t first_of(const struct cvg_gains *gains, uint32_t key)
{
	uint32_t from = 0, end = gains->n;

	while (from < end) {
		uint32_t middle = from + (end - from) / 2;

		if (gains->key[middle] < key)
			from = middle + 1;
		else
			end = middle;
	}
	return from;
}

uint32_t cvg_gains_count(const struct cvg_gains *gains, uint32_t from,
			 uint32_t end)
{
	return first_of(gains, end) - first_of(gains, from);
}

double cvg_gains_in(const struct cvg_gains *gains, uint32_t from, uint32_t end)
{
	uint32_t at = first_of(gains, from), n = first_of(gains, end) - at;

	return n ? together(gains->all, gains->which + at, n, gains->of_block)
		 : 0;
}
