/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * A snapshot from beginning to end: cvg_fn_new makes it empty, a maker fills
 * it, cvg_fn_finish computes preds and users from succs and ops, readers look
 * things up, cvg_fn_free frees all of it.
 */
#include "reconverge/graph.h"

#include <stdlib.h>
#include <string.h>

struct cvg_fn *cvg_fn_new(void)
{
	return cvg_calloc(1, sizeof(struct cvg_fn));
}

void cvg_fn_free(struct cvg_fn *take_fn)
{
	if (!take_fn)
		return;
	cvg_arena_done(&take_fn->arena);
	free(take_fn);
}

/* ---- finishing ------------------------------------------------------- */

/* at[x + 1] holds how many entries row x has; make at[x] the start of row x. */
static void counts_to_starts(uint32_t *at, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++)
		at[i + 1] += at[i];
}

static void finish_preds(struct cvg_fn *fn)
{
	uint32_t nedges = cvg_fn_nedges(fn);
	uint32_t at = 0;

	fn->preds = cvg_arena_array(&fn->arena, uint32_t, nedges);
	for (uint32_t b = 0; b < fn->nblocks; b++)
		fn->blocks[b].npreds = 0;
	for (uint32_t e = 0; e < nedges; e++)
		fn->blocks[fn->succs[e]].npreds++;
	for (uint32_t b = 0; b < fn->nblocks; b++) {
		fn->blocks[b].preds_at = at;
		at += fn->blocks[b].npreds;
		fn->blocks[b].npreds = 0;
	}
	for (uint32_t b = 0; b < fn->nblocks; b++) {
		cvg_foreach_succ (fn, b, s) {
			struct cvg_block *to = &fn->blocks[*s];

			fn->preds[to->preds_at + to->npreds++] = b;
		}
	}
}

static void add_user(struct cvg_fn *fn, uint32_t *next, uint32_t value,
		     uint32_t inst)
{
	fn->users[next[value]++] = inst;
}

static void finish_users(struct cvg_fn *fn)
{
	uint32_t *at = cvg_arena_array(&fn->arena, uint32_t, fn->nvalues + 1);
	uint32_t *next;
	uint32_t nops = cvg_fn_nops(fn);

	for (uint32_t k = 0; k < nops; k++)
		at[fn->ops[k] + 1]++;
	for (uint32_t i = 0; i < fn->ninsts; i++) {
		if (fn->insts[i].callee != CVG_NONE)
			at[fn->insts[i].callee + 1]++;
	}
	counts_to_starts(at, fn->nvalues);
	fn->value_users_at = at;
	fn->users = cvg_arena_array(&fn->arena, uint32_t, at[fn->nvalues]);
	next = cvg_alloc((fn->nvalues + 1) * sizeof *next);
	memcpy(next, at, (fn->nvalues + 1) * sizeof *next);
	for (uint32_t i = 0; i < fn->ninsts; i++) {
		const struct cvg_inst *in = &fn->insts[i];

		for (uint32_t k = 0; k < in->nops; k++)
			add_user(fn, next, fn->ops[in->ops_at + k], i);
		if (in->callee != CVG_NONE)
			add_user(fn, next, in->callee, i);
	}
	free(next);
	for (uint32_t i = 0; i < fn->ninsts; i++) {
		uint32_t v = cvg_inst_value(fn, i);

		fn->insts[i].users_at = at[v];
		fn->insts[i].nusers = at[v + 1] - at[v];
	}
}

void cvg_fn_finish(struct cvg_fn *fn)
{
	finish_preds(fn);
	finish_users(fn);
}

/* ---- looking up ------------------------------------------------------ */

const char *cvg_inst_callee(const struct cvg_fn *fn, uint32_t inst)
{
	uint32_t v = fn->insts[inst].callee;
	const char *text;

	if (v == CVG_NONE || fn->values[v].kind != CVG_VALUE_FUNCTION)
		return NULL;
	text = fn->values[v].text;
	return text[0] == '@' ? text + 1 : text;
}

uint32_t cvg_inst_nargs(const struct cvg_fn *fn, uint32_t inst)
{
	uint32_t n = fn->insts[inst].nops;

	while (n > 0) {
		uint32_t v = cvg_op_of(fn, inst, n - 1);

		if (fn->types[fn->values[v].type].kind != CVG_TYPE_OTHER)
			break;
		n--;
	}
	return n;
}

uint32_t cvg_block_by_uid(const struct cvg_fn *fn, uint32_t uid)
{
	/* Untouched functions number their blocks in order: try that first. */
	if (uid < fn->nblocks && fn->blocks[uid].uid == uid)
		return uid;
	for (uint32_t b = 0; b < fn->nblocks; b++) {
		if (fn->blocks[b].uid == uid)
			return b;
	}
	return CVG_NONE;
}

uint32_t cvg_block_by_name(const struct cvg_fn *fn, const char *name)
{
	if (name[0] == '%')
		name++;
	for (uint32_t b = 0; b < fn->nblocks; b++) {
		if (strcmp(fn->blocks[b].name, name) == 0)
			return b;
	}
	return CVG_NONE;
}

uint32_t cvg_value_by_name(const struct cvg_fn *fn, const char *name)
{
	if (name[0] == '%')
		name++;
	for (uint32_t v = 0; v < fn->nargs + fn->ninsts; v++) {
		const char *text = fn->values[v].text;

		if (text && text[0] == '%' && strcmp(text + 1, name) == 0)
			return v;
	}
	return CVG_NONE;
}

const char *cvg_fn_attr(const struct cvg_fn *fn, const char *key)
{
	for (uint32_t i = 0; i < fn->nattrs; i++) {
		if (strcmp(fn->attrs[i].key, key) == 0)
			return fn->attrs[i].value;
	}
	return NULL;
}
