/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * A snapshot of the function as it would be with the ways out of arms gathered,
 * so that planning looks at the code that melding will find. The code itself is
 * changed by transforms/gather.c, and melding is then planned once more, on what
 * is really there: a draft decides what is worth trying, and no more.
 *
 * For targets T1, ..., Tm a chain of m - 1 blocks is made. The first one has all
 * phis: for each target but the last whether the thread goes there, and for each
 * phi of a target the value that the thread brings; block k of the chain branches
 * to Tk or to the next one.
 *
 * Example (that of gather.c; a goes to s or x on ca, b goes to x or s on cb):
 *
 *   before  a: br i1 %ca, label %s, label %x
 *           b: br i1 %cb, label %x, label %s
 *           s: %v = phi i32 [ 1, %a ], [ 2, %b ]
 *   after   a: br label %J
 *           b: %n = xor i1 %cb, true
 *              br label %J
 *           J: %w = phi i1 [ %ca, %a ], [ %n, %b ]
 *              %j = phi i32 [ 1, %a ], [ 2, %b ]
 *              br i1 %w, label %s, label %x
 *           s: %v = phi i32 [ %j, %J ]
 */
#include "draft.h"

#include "reconverge/cost.h"
#include "reconverge/graph.h"

#include <stdlib.h>
#include <string.h>

/* Give the phis of a target their values at the head. */
static void add_hook(struct drafter *drafter, uint32_t g, uint32_t target)
{
	uint32_t to = drafter->gather[g]->target[target];
	const struct cvg_block *block = &drafter->fn->blocks[to];
	struct hook hook = {g, target, (uint32_t)drafter->values.n,
			    drafter->hook_at[to]};

	drafter->hook_at[to] = (uint32_t)drafter->hooks.n;
	cvg_push(&drafter->hooks, hook);
	for (uint32_t k = 0; k < block->nphis; k++) {
		uint32_t phi = block->inst_at + k;
		uint32_t code = cvg_draft_only_value(drafter, g, phi);

		if (code == CVG_NONE)
			code = cvg_draft_result(drafter,
						drafter->fn->insts[phi].type);
		cvg_push(&drafter->values, code);
	}
}

/* Number the new blocks, and note which blocks the gathers change. */
static void lay_out(struct drafter *drafter)
{
	uint32_t next = drafter->fn->nblocks;

	for (uint32_t g = 0; g < drafter->n; g++) {
		const struct cvg_gather *gather = drafter->gather[g];
		uint32_t n = gather->ntargets;

		drafter->draft->head[g] = next;
		next += n > 1 ? n - 1 : 1;
		drafter->tail[g] = next;
		for (uint32_t k = 0; n > 1 && k < n; k++)
			next += gather->target[k] >= CVG_GATHER_RETURN;
		for (uint32_t i = 0; i < gather->nblocks; i++)
			drafter->inside_of[gather->block[i]] = g;
		for (uint32_t i = 0; i < gather->nfrom; i++)
			drafter->source_of[gather->from[i]] = g;
		for (uint32_t k = 0; k < n; k++)
			if (gather->target[k] < CVG_GATHER_RETURN)
				add_hook(drafter, g, k);
	}
}

/* The type i1, which may be new. */
static uint32_t find_bit(const struct cvg_fn *fn)
{
	uint32_t t = 0;

	while (t < fn->ntypes &&
	       (fn->types[t].kind != CVG_TYPE_INT || fn->types[t].bits != 1))
		t++;
	return t;
}

static void fill_types(const struct drafter *drafter, struct cvg_fn *out)
{
	uint32_t n = drafter->fn->ntypes;

	if (drafter->bit < n)
		return;
	out->types = cvg_arena_array(&out->arena, struct cvg_type, n + 1);
	memcpy(out->types, drafter->fn->types, n * sizeof *out->types);
	out->types[n] = (struct cvg_type){.kind = CVG_TYPE_INT,
					  .bits = 1,
					  .lanes = 1,
					  .element = CVG_NONE,
					  .text = "i1"};
	out->ntypes = n + 1;
}

/* Find the types and shapes that new instructions have. */
static void find_kinds(struct drafter *drafter, uint32_t entry)
{
	const struct cvg_fn *fn = drafter->fn;
	uint32_t most = 0;

	drafter->bit = find_bit(fn);
	drafter->nothing = cvg_block_terminator(fn, entry)->type;
	for (uint32_t i = 0; i < fn->ninsts; i++)
		if (fn->insts[i].shape != CVG_NONE && fn->insts[i].shape > most)
			most = fn->insts[i].shape;
	for (uint32_t op = 0; op < CVG_NOPS; op++)
		drafter->shape[op] = most + 1 + op;
	for (uint32_t b = 0; b < fn->nblocks; b++) {
		const struct cvg_inst *end = cvg_block_terminator(fn, b);

		drafter->shape[end->op] = end->shape;
		if (fn->blocks[b].uid >= drafter->uid)
			drafter->uid = fn->blocks[b].uid + 1;
	}
	for (int k = 0; k < 2; k++)
		drafter->truth[k] = cvg_draft_bool(drafter, k);
}

static uint32_t *filled(uint32_t n)
{
	uint32_t *at = cvg_alloc((n + 1) * sizeof *at);

	for (uint32_t i = 0; i < n; i++)
		at[i] = CVG_NONE;
	return at;
}

/* The id that a value has in the draft, by its code. */
static uint32_t id_of(const struct drafter *drafter, const uint32_t *constant,
		      uint32_t code)
{
	const struct cvg_fn *fn = drafter->fn;
	uint32_t more = (uint32_t)drafter->insts.n - fn->ninsts;

	if (code == CVG_NONE || code < fn->nargs)
		return code;
	if (code < fn->nargs + fn->ninsts)
		return fn->nargs + drafter->place[code - fn->nargs];
	if (code < fn->nvalues)
		return code + more;
	if (drafter->added.at[code - fn->nvalues].inst != CVG_NONE)
		return fn->nargs + drafter->added.at[code - fn->nvalues].inst;
	return constant[code - fn->nvalues];
}

/* Arguments, results, the old constants, the new ones: *constant has the ids of
 * those by their place in `added`. */
static void fill_values(struct drafter *drafter, struct cvg_fn *out,
			uint32_t *constant)
{
	const struct cvg_fn *fn = drafter->fn;
	uint32_t named = fn->nargs + fn->ninsts, n;

	out->values = cvg_arena_array(&out->arena, struct cvg_value,
				      fn->nvalues + drafter->insts.n +
					      drafter->added.n);
	memcpy(out->values, fn->values, fn->nargs * sizeof *fn->values);
	n = fn->nargs;
	for (size_t i = 0; i < drafter->insts.n; i++)
		out->values[n++] = drafter->results.at[i];
	for (uint32_t v = named; v < fn->nvalues; v++)
		out->values[n++] = fn->values[v];
	for (size_t k = 0; k < drafter->added.n; k++) {
		if (drafter->added.at[k].inst != CVG_NONE ||
		    drafter->added.at[k].value.kind == CVG_VALUE_INST)
			continue;
		constant[k] = n;
		out->values[n++] = drafter->added.at[k].value;
	}
	out->nvalues = n;
}

/* A copy in the arena of the draft, each number changed by its code. */
static uint32_t *translated(const struct drafter *drafter,
			    const uint32_t *constant,
			    const struct cvg_u32s *codes)
{
	uint32_t *at =
		cvg_arena_array(&drafter->draft->fn->arena, uint32_t, codes->n);

	for (size_t i = 0; i < codes->n; i++)
		at[i] = id_of(drafter, constant, codes->at[i]);
	return at;
}

static uint32_t *copied(struct cvg_arena *arena, const struct cvg_u32s *list)
{
	uint32_t *at = cvg_arena_array(arena, uint32_t, list->n);

	if (list->n)
		memcpy(at, list->at, list->n * sizeof *at);
	return at;
}

void cvg_drafter_init(struct drafter *drafter, const struct cvg_fn *fn,
		      struct cvg_draft *draft, uint32_t entry)
{
	*drafter = (struct drafter){.fn = fn, .draft = draft};
	draft->fn = cvg_fn_new();
	drafter->place = filled(fn->ninsts);
	find_kinds(drafter, entry);
}

void cvg_drafter_finish(struct drafter *drafter)
{
	struct cvg_fn *out = drafter->draft->fn;
	uint32_t *constant = filled((uint32_t)drafter->added.n);

	*out = *drafter->fn;
	out->arena = (struct cvg_arena){0};
	fill_types(drafter, out);
	fill_values(drafter, out, constant);
	out->ninsts = (uint32_t)drafter->insts.n;
	out->insts = cvg_arena_array(&out->arena, struct cvg_inst, out->ninsts);
	for (uint32_t i = 0; i < out->ninsts; i++) {
		out->insts[i] = drafter->insts.at[i];
		out->insts[i].callee =
			id_of(drafter, constant, drafter->insts.at[i].callee);
	}
	out->nblocks = (uint32_t)drafter->blocks.n;
	out->blocks =
		cvg_arena_array(&out->arena, struct cvg_block, out->nblocks);
	memcpy(out->blocks, drafter->blocks.at,
	       out->nblocks * sizeof *out->blocks);
	out->ops = translated(drafter, constant, &drafter->ops);
	out->succ_case = translated(drafter, constant, &drafter->cases);
	out->incoming = copied(&out->arena, &drafter->incoming);
	out->succs = copied(&out->arena, &drafter->succs);
	out->succ_weight = copied(&out->arena, &drafter->weights);
	drafter->draft->old = copied(&out->arena, &drafter->old);
	cvg_fn_finish(out);
	free(constant);
}

void cvg_drafter_done(struct drafter *drafter)
{
	free(drafter->place);
	free(drafter->added.at);
	free(drafter->insts.at);
	free(drafter->results.at);
	free(drafter->blocks.at);
	free(drafter->ops.at);
	free(drafter->incoming.at);
	free(drafter->succs.at);
	free(drafter->cases.at);
	free(drafter->weights.at);
	free(drafter->old.at);
}

/* What a gather adds, less what goes. */
static int64_t price_of(const struct drafter *drafter, uint32_t g)
{
	const struct cvg_fn *fn = drafter->fn, *out = drafter->draft->fn;
	const struct cvg_gather *gather = drafter->gather[g];
	uint32_t end =
		g + 1 < drafter->n ? drafter->draft->head[g + 1] : out->nblocks;
	int64_t price = 0;

	for (uint32_t b = drafter->draft->head[g]; b < end; b++)
		price += (int64_t)cvg_cost_block(out, b);
	for (uint32_t i = 0; i < gather->nfrom; i++)
		price += (int64_t)cvg_cost_block(out, gather->from[i]) -
			 (int64_t)cvg_cost_block(fn, gather->from[i]);
	return price;
}

void cvg_draft_make(const struct cvg_fn *fn,
		    const struct cvg_gather *const *gather, uint32_t n,
		    struct cvg_draft *out)
{
	struct drafter drafter;

	cvg_drafter_init(&drafter, fn, out, gather[0]->entry);
	drafter.gather = gather;
	drafter.n = n;
	out->head = filled(n);
	out->price = cvg_calloc(n, sizeof *out->price);
	drafter.source_of = filled(fn->nblocks);
	drafter.inside_of = filled(fn->nblocks);
	drafter.hook_at = filled(fn->nblocks);
	drafter.negated = filled(fn->nblocks);
	drafter.tail = filled(n);
	lay_out(&drafter);
	for (uint32_t b = 0; b < fn->nblocks; b++)
		cvg_draft_copy(&drafter, b);
	for (uint32_t g = 0; g < n; g++)
		cvg_draft_chain(&drafter, g);
	cvg_drafter_finish(&drafter);
	for (uint32_t g = 0; g < n; g++)
		out->price[g] = price_of(&drafter, g);
	free(drafter.source_of);
	free(drafter.inside_of);
	free(drafter.hook_at);
	free(drafter.negated);
	free(drafter.tail);
	free(drafter.hooks.at);
	free(drafter.values.at);
	cvg_drafter_done(&drafter);
}

void cvg_draft_done(struct cvg_draft *draft)
{
	cvg_fn_free(draft->fn);
	free(draft->head);
	free(draft->price);
}
