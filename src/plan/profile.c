/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * What was measured of a function, kept so that it can be found again after the
 * function was changed: blocks by their stable numbers, conditions by a key.
 */

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "reconverge/graph.h"
#include "reconverge/profile.h"

/* ---- keys ------------------------------------------------------------ */

/* How far a key looks at how a value is computed: levels of operands, and
 * operands of an instruction. Values that differ only beyond have one key. */
#define STEPS	 4
#define OPERANDS 3

/* Fibonacci hashing: the factor is 2^64 divided by the golden ratio. */
static uint64_t mix(uint64_t h, uint64_t x)
{
	h = (h ^ x) * UINT64_C(0x9e3779b97f4a7c15);
	return h ^ h >> 29;
}

static uint64_t mix_text(uint64_t h, const char *s)
{
	for (; s && *s; s++)
		h = mix(h, (unsigned char)*s);
	return mix(h, 0x100);
}

/* Has the value a name of its own? "%12" and "" may be another value's after the
 * next change. */
static bool is_named(const char *text)
{
	return text && text[0] == '%' && text[1] &&
	       !(text[1] >= '0' && text[1] <= '9');
}

/* The key of value v: its name if it has one, else a hash of its operation and
 * of the keys of its operands. */
static uint64_t key_of(const struct cvg_fn *fn, uint32_t v, uint32_t steps)
{
	const struct cvg_value *val = &fn->values[v];
	uint32_t i = cvg_value_inst(fn, v);
	const struct cvg_inst *in;
	uint64_t h;

	if (val->kind == CVG_VALUE_ARG)
		return mix(1, v);
	if (is_named(val->text) || i == CVG_NONE)
		return mix_text(2, val->text);
	in = &fn->insts[i];
	h = mix(mix(3, in->op), in->predicate);
	h = mix_text(h, fn->types[in->type].text);
	if (in->callee != CVG_NONE)
		h = mix_text(h, fn->values[in->callee].text);
	for (uint32_t k = 0; steps && k < in->nops && k < OPERANDS; k++)
		h = mix(h, key_of(fn, cvg_op_of(fn, i, k), steps - 1));
	return h;
}

uint64_t cvg_profile_key(const struct cvg_fn *fn, uint32_t value)
{
	uint64_t h = key_of(fn, value, STEPS);

	return h ? h : 1;
}

/* ---- making ---------------------------------------------------------- */

static int by_uid(const void *a, const void *b)
{
	const struct cvg_profile_block *x = a, *y = b;

	return (x->uid > y->uid) - (x->uid < y->uid);
}

static int by_key(const void *a, const void *b)
{
	const struct cvg_profile_condition *x = a, *y = b;

	return (x->key > y->key) - (x->key < y->key);
}

/* The key of the condition of block b's branch; 0: b has no conditional branch.
 */
static uint64_t condition_of(const struct cvg_fn *fn, uint32_t b)
{
	const struct cvg_inst *term = cvg_block_terminator(fn, b);

	return term->op == CVG_OP_CONDBR
		       ? cvg_profile_key(fn, fn->ops[term->ops_at])
		       : 0;
}

/* Sort the conditions, and add up those that have the same key. */
static void sum_conditions(struct cvg_profile *p)
{
	uint32_t kept = 0;

	qsort(p->condition, p->nconditions, sizeof *p->condition, by_key);
	for (uint32_t i = 0; i < p->nconditions; i++) {
		const struct cvg_profile_condition *c = &p->condition[i];
		struct cvg_profile_condition *to = &p->condition[kept];

		if (!kept || to[-1].key != c->key) {
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

/* Append the counts of one branch: edge[] are the warps that took each of its two
 * edges. A warp that was split took both, any other warp one of them. */
static void note_condition(struct cvg_profile *p, uint64_t key,
			   const uint64_t *edge, uint64_t split)
{
	struct cvg_profile_condition *c = &p->condition[p->nconditions];

	if (!key || !(edge[0] + edge[1]))
		return;
	p->nconditions++;
	*c = (struct cvg_profile_condition){
		.key = key,
		.warps = edge[0] + edge[1] - split,
		.unused = {edge[1] - split, edge[0] - split},
	};
}

struct cvg_profile *cvg_profile_new(const struct cvg_fn *fn,
				    const uint64_t *warps,
				    const uint64_t *lanes,
				    const uint64_t *split,
				    const uint64_t *edge_warps)
{
	struct cvg_profile *p = cvg_calloc(1, sizeof *p);

	p->nblocks = fn->nblocks;
	p->block = cvg_calloc(fn->nblocks, sizeof *p->block);
	p->condition = cvg_calloc(fn->nblocks, sizeof *p->condition);
	for (uint32_t b = 0; b < fn->nblocks; b++) {
		uint64_t key = condition_of(fn, b);

		p->block[b] = (struct cvg_profile_block){
			.uid = fn->blocks[b].uid,
			.warps = warps[b],
			.lanes = lanes[b],
			.split = split[b],
			.branches = fn->blocks[b].nsuccs > 1,
			.condition = key};
		note_condition(p, key, edge_warps + fn->blocks[b].succs_at,
			       split[b]);
	}
	qsort(p->block, p->nblocks, sizeof *p->block, by_uid);
	sum_conditions(p);
	return p;
}

void cvg_profile_add_ifs(struct cvg_profile *p, const struct cvg_fn *fn,
			 const uint32_t block[2], uint64_t both, uint64_t again)
{
	struct cvg_profile_ifs ifs = {
		{fn->blocks[block[0]].uid, fn->blocks[block[1]].uid},
		both,
		again};

	cvg_push(&p->ifs, ifs);
}

static int by_nest(const void *a, const void *b)
{
	const struct cvg_profile_round *x = a, *y = b;

	if (x->nest != y->nest)
		return x->nest < y->nest ? -1 : 1;
	return (x->block > y->block) - (x->block < y->block);
}

void cvg_profile_add_nest(struct cvg_profile *p, const struct cvg_fn *fn,
			  uint64_t rounds, const uint32_t *block,
			  const uint64_t *warps, uint32_t n)
{
	struct cvg_profile_round r = {fn->blocks[block[0]].uid, CVG_NONE,
				      rounds};

	cvg_push(&p->round, r);
	for (uint32_t i = 0; i < n; i++) {
		r.block = fn->blocks[block[i]].uid;
		r.warps = warps[i];
		cvg_push(&p->round, r);
	}
}

static int by_ifs(const void *a, const void *b)
{
	const struct cvg_profile_ifs *x = a, *y = b;

	if (x->block[0] != y->block[0])
		return x->block[0] < y->block[0] ? -1 : 1;
	return (x->block[1] > y->block[1]) - (x->block[1] < y->block[1]);
}

void cvg_profile_sort(struct cvg_profile *p)
{
	if (p->ifs.n)
		qsort(p->ifs.at, p->ifs.n, sizeof *p->ifs.at, by_ifs);
	if (p->round.n)
		qsort(p->round.at, p->round.n, sizeof *p->round.at, by_nest);
}

/* The conditions of both; those of one key become one. */
static void add_conditions(struct cvg_profile *to,
			   const struct cvg_profile *from)
{
	to->condition = cvg_realloc(to->condition,
				    to->nconditions + from->nconditions + 1,
				    sizeof *to->condition);
	memcpy(to->condition + to->nconditions, from->condition,
	       from->nconditions * sizeof *to->condition);
	to->nconditions += from->nconditions;
	sum_conditions(to);
}

void cvg_profile_add(struct cvg_profile *to, const struct cvg_profile *from)
{
	assert(to->nblocks == from->nblocks && to->round.n == from->round.n &&
	       to->ifs.n == from->ifs.n);
	for (uint32_t b = 0; b < to->nblocks; b++) {
		to->block[b].warps += from->block[b].warps;
		to->block[b].lanes += from->block[b].lanes;
		to->block[b].split += from->block[b].split;
	}
	for (size_t i = 0; i < to->round.n; i++)
		to->round.at[i].warps += from->round.at[i].warps;
	for (size_t i = 0; i < to->ifs.n; i++) {
		to->ifs.at[i].both += from->ifs.at[i].both;
		to->ifs.at[i].again += from->ifs.at[i].again;
	}
	add_conditions(to, from);
}

struct cvg_profile_extent cvg_profile_extent(const struct cvg_profile *p)
{
	struct cvg_profile_extent extent = {.blocks = p->nblocks};

	for (uint32_t b = 0; b < p->nblocks; b++) {
		extent.reached += p->block[b].warps > 0;
		extent.branches += p->block[b].branches;
		extent.split += p->block[b].split > 0;
	}
	return extent;
}

void cvg_profile_free(struct cvg_profile *take_p)
{
	if (!take_p)
		return;
	free(take_p->block);
	free(take_p->condition);
	free(take_p->round.at);
	free(take_p->ifs.at);
	free(take_p);
}

/* ---- asking ---------------------------------------------------------- */

const struct cvg_profile_block *cvg_profile_at(const struct cvg_profile *p,
					       const struct cvg_fn *fn,
					       uint32_t b)
{
	struct cvg_profile_block key = {.uid = fn->blocks[b].uid};
	const struct cvg_profile_block *found;

	if (!p)
		return NULL;
	found = bsearch(&key, p->block, p->nblocks, sizeof key, by_uid);
	if (!found || found->condition != condition_of(fn, b))
		return NULL;
	return found;
}

uint64_t cvg_profile_round(const struct cvg_profile *p, const struct cvg_fn *fn,
			   uint32_t header, uint32_t b)
{
	struct cvg_profile_round key = {.nest = fn->blocks[header].uid};
	const struct cvg_profile_round *found;

	if (!p || !p->round.n)
		return UINT64_MAX;
	key.block = b == CVG_NONE ? CVG_NONE : fn->blocks[b].uid;
	found = bsearch(&key, p->round.at, p->round.n, sizeof key, by_nest);
	return found ? found->warps : UINT64_MAX;
}

const struct cvg_profile_ifs *cvg_profile_ifs(const struct cvg_profile *p,
					      const struct cvg_fn *fn,
					      uint32_t first, uint32_t second)
{
	struct cvg_profile_ifs key = {
		.block = {fn->blocks[first].uid, fn->blocks[second].uid}};

	if (!cvg_profile_at(p, fn, first) || !cvg_profile_at(p, fn, second) ||
	    !p->ifs.n)
		return NULL;
	return bsearch(&key, p->ifs.at, p->ifs.n, sizeof *p->ifs.at, by_ifs);
}

double cvg_profile_unused(const struct cvg_profile *p, const struct cvg_fn *fn,
			  uint32_t condition, enum cvg_arm arm,
			  double otherwise)
{
	struct cvg_profile_condition key;
	const struct cvg_profile_condition *found;

	if (!p)
		return otherwise;
	key.key = cvg_profile_key(fn, condition);
	found = bsearch(&key, p->condition, p->nconditions, sizeof key, by_key);
	if (!found)
		return otherwise;
	return (double)found->unused[arm] / (double)found->warps;
}
