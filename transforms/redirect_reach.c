/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * What runs for the threads of a kernel: the functions that it calls, those
 * that they call, and which of them ask for the thread.
 *
 * Example (tests/ir/redirect.ll, @calls): the list is @calls, @through, @pure,
 * @asks. @asks asks by an intrinsic; it calls itself. @through asks because it
 * calls @asks, and @calls because it calls @through. @pure does not.
 */
#include "redirect.h"

#include "reconverge/graph.h"
#include "reconverge/ir.h"
#include "reconverge/items.h"
#include "reconverge/target.h"

#include <stdlib.h>
#include <string.h>

/* ---- functions by name ------------------------------------------------- */

struct named {
	const char *name; /* the module's */
	uint32_t function_id;
};

/* A search through the calls. */
struct walk {
	struct cvg_module *module;
	struct cvg_reach *list; /* found so far */
	uint32_t n;		/* functions in the module */
	struct named *named;	/* [n] in the order of names. Owned */
	uint32_t *at; /* [n] by place in the module: index into *list, or
			 CVG_NONE. Owned */
};

static int by_name(const void *a, const void *b)
{
	return strcmp(((const struct named *)a)->name,
		      ((const struct named *)b)->name);
}

static void walk_init(struct walk *walk, struct cvg_module *module,
		      struct cvg_reach *list)
{
	uint32_t n = cvg_module_nfunctions(module);

	*walk = (struct walk){.module = module, .list = list, .n = n};
	walk->named = cvg_calloc((size_t)n + 1, sizeof(*walk->named));
	walk->at = cvg_alloc(((size_t)n + 1) * sizeof(*walk->at));
	memset(walk->at, 0xff, (size_t)n * sizeof(*walk->at));
	for (uint32_t f = 0; f < n; f++)
		walk->named[f] =
			(struct named){cvg_module_function_name(module, f), f};
	qsort(walk->named, n, sizeof(*walk->named), by_name);
}

/* The index of the function of that name, which is appended if it is new;
 * CVG_NONE: it has no body. */
static uint32_t reach_name(struct walk *walk, const char *name)
{
	struct named key = {.name = name};
	const struct named *is =
		bsearch(&key, walk->named, walk->n, sizeof(key), by_name);
	struct cvg_fn *fn;

	if (!is)
		return CVG_NONE;
	if (walk->at[is->function_id] != CVG_NONE)
		return walk->at[is->function_id];
	fn = cvg_module_snapshot(walk->module, is->function_id, CVG_SNAP_TEXT);
	walk->at[is->function_id] = (uint32_t)walk->list->n;
	cvg_push(walk->list,
		 ((struct cvg_reached){is->function_id, fn, fn, {0}, false}));
	return walk->at[is->function_id];
}

/* ---- which of them ask ------------------------------------------------- */

/* List what function i calls, which may append functions to the list. */
static void look_at(struct walk *walk, size_t i)
{
	const struct cvg_fn *fn = walk->list->at[i].fn;
	const struct cvg_targetinfo *info = cvg_target_info(fn->target);

	for (uint32_t k = 0; k < fn->ninsts; k++) {
		const char *callee = cvg_inst_callee(fn, k);
		uint32_t to;

		if (!callee)
			continue;
		to = reach_name(walk, callee);
		if (to != CVG_NONE)
			cvg_push(&walk->list->at[i].calls, to);
		else if (cvg_target_asks_id(info, callee) != CVG_NONE ||
			 cvg_item_dims(fn, k))
			walk->list->at[i].asks = true;
	}
}

/* A function that calls one that asks does ask. Callees stand behind their
 * callers mostly, so from the end one round is mostly enough. */
static void spread(struct cvg_reach *reach)
{
	bool again = true;

	while (again) {
		again = false;
		for (size_t i = reach->n; i-- > 0;) {
			struct cvg_reached *reached = &reach->at[i];

			for (size_t k = 0;
			     !reached->asks && k < reached->calls.n; k++) {
				reached->asks =
					reach->at[reached->calls.at[k]].asks;
				again |= reached->asks;
			}
		}
	}
}

void cvg_reach_init(struct cvg_reach *out, struct cvg_module *module,
		    uint32_t function_id, const struct cvg_fn *fn)
{
	struct walk walk;

	*out = (struct cvg_reach){.module = module};
	walk_init(&walk, module, out);
	walk.at[function_id] = 0;
	cvg_push(out,
		 ((struct cvg_reached){function_id, fn, NULL, {0}, false}));
	for (size_t i = 0; i < out->n; i++)
		look_at(&walk, i);
	spread(out);
	free(walk.named);
	free(walk.at);
}

void cvg_reach_done(struct cvg_reach *reach)
{
	for (size_t i = 0; i < reach->n; i++) {
		free(reach->at[i].calls.at);
		cvg_fn_free(reach->at[i].owned);
	}
	free(reach->at);
	*reach = (struct cvg_reach){.at = NULL};
}

uint32_t cvg_reach_find(const struct cvg_reach *reach, const char *name)
{
	for (uint32_t i = 0; i < reach->n; i++) {
		if (!strcmp(reach->at[i].fn->name, name))
			return i;
	}
	return CVG_NONE;
}

/* In how many dimensions does the instruction ask for a number of the thread?
 * 1: along x only; 0: it does not ask. */
static uint32_t dims_of(const struct cvg_fn *fn, uint32_t inst)
{
	const char *callee = cvg_inst_callee(fn, inst);
	uint32_t id =
		callee ? cvg_target_asks_id(cvg_target_info(fn->target), callee)
		       : CVG_NONE;

	return id == CVG_NONE ? cvg_item_dims(fn, inst) : id % 3 + 1;
}

uint32_t cvg_redirect_dims(const struct cvg_reach *reach)
{
	uint32_t most = 0;

	for (size_t i = 0; i < reach->n; i++) {
		const struct cvg_fn *fn = reach->at[i].fn;

		for (uint32_t k = 0; k < fn->ninsts; k++) {
			uint32_t dims = dims_of(fn, k);

			most = dims > most ? dims : most;
		}
	}
	return most;
}
