/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * What runs for the threads of a kernel: the functions that it calls, those
 * that they call, and which of them ask for the thread.
 */
#include "redirect.h"

#include <stdlib.h>
#include <string.h>

/* ---- functions by name ------------------------------------------------- */

struct named {
	const char *name;
	uint32_t f;
};

struct walk {
	struct cvg_module *m;
	struct cvg_reach *r;
	struct named *named; /* [n] by name */
	uint32_t n;
	uint32_t *at; /* [n] by place in the module: index in *r, CVG_NONE */
};

static int by_name(const void *a, const void *b)
{
	return strcmp(((const struct named *)a)->name,
		      ((const struct named *)b)->name);
}

static void walk_init(struct walk *w, struct cvg_module *m, struct cvg_reach *r)
{
	uint32_t n = cvg_module_nfunctions(m);

	*w = (struct walk){.m = m, .r = r, .n = n};
	w->named = cvg_calloc((size_t)n + 1, sizeof(*w->named));
	w->at = cvg_alloc(((size_t)n + 1) * sizeof(*w->at));
	memset(w->at, 0xff, (size_t)n * sizeof(*w->at));
	for (uint32_t f = 0; f < n; f++)
		w->named[f] = (struct named){cvg_module_function_name(m, f), f};
	qsort(w->named, n, sizeof(*w->named), by_name);
}

/* Its index, put at the end if it is new; CVG_NONE: it has no body. */
static uint32_t reach(struct walk *w, const char *name)
{
	struct named key = {.name = name};
	const struct named *is =
		bsearch(&key, w->named, w->n, sizeof(key), by_name);
	struct cvg_fn *fn;

	if (!is)
		return CVG_NONE;
	if (w->at[is->f] != CVG_NONE)
		return w->at[is->f];
	fn = cvg_module_snapshot(w->m, is->f, CVG_SNAP_TEXT);
	w->at[is->f] = (uint32_t)w->r->n;
	cvg_push(w->r, ((struct cvg_reached){is->f, fn, fn, {0}, false}));
	return w->at[is->f];
}

/* ---- who asks ---------------------------------------------------------- */

/* The calls of function i, which may bring others to the end of the list. */
static void look_at(struct walk *w, size_t i)
{
	const struct cvg_fn *fn = w->r->at[i].fn;
	const struct cvg_targetinfo *info = cvg_target_info(fn->target);

	for (uint32_t k = 0; k < fn->ninsts; k++) {
		const char *callee = cvg_inst_callee(fn, k);
		uint32_t to;

		if (!callee)
			continue;
		to = reach(w, callee);
		if (to != CVG_NONE)
			cvg_push(&w->r->at[i].calls, to);
		else if (cvg_target_asks_id(info, callee) != CVG_NONE ||
			 cvg_item_dims(fn, k))
			w->r->at[i].asks = true;
	}
}

/* Who calls what asks does ask; mostly one round, callees stand behind. */
static void spread(struct cvg_reach *r)
{
	bool again = true;

	while (again) {
		again = false;
		for (size_t i = r->n; i-- > 0;) {
			struct cvg_reached *x = &r->at[i];

			for (size_t k = 0; !x->asks && k < x->calls.n; k++) {
				x->asks = r->at[x->calls.at[k]].asks;
				again |= x->asks;
			}
		}
	}
}

void cvg_reach_init(struct cvg_reach *out, struct cvg_module *m, uint32_t f,
		    const struct cvg_fn *fn)
{
	struct walk w;

	*out = (struct cvg_reach){.at = NULL};
	walk_init(&w, m, out);
	w.at[f] = 0;
	cvg_push(out, ((struct cvg_reached){f, fn, NULL, {0}, false}));
	for (size_t i = 0; i < out->n; i++)
		look_at(&w, i);
	spread(out);
	free(w.named);
	free(w.at);
}

void cvg_reach_done(struct cvg_reach *r)
{
	for (size_t i = 0; i < r->n; i++) {
		free(r->at[i].calls.at);
		cvg_fn_free(r->at[i].owned);
	}
	free(r->at);
	*r = (struct cvg_reach){.at = NULL};
}

uint32_t cvg_reach_find(const struct cvg_reach *r, const char *name)
{
	for (uint32_t i = 0; i < r->n; i++) {
		if (!strcmp(r->at[i].fn->name, name))
			return i;
	}
	return CVG_NONE;
}

/* Dimensions that an instruction asks for: 1 if the thread's or block's number
 * along x is enough for it. */
static uint32_t dims_of(const struct cvg_fn *fn, uint32_t inst)
{
	const char *callee = cvg_inst_callee(fn, inst);
	uint32_t id =
		callee ? cvg_target_asks_id(cvg_target_info(fn->target), callee)
		       : CVG_NONE;

	return id == CVG_NONE ? cvg_item_dims(fn, inst) : id % 3 + 1;
}

uint32_t cvg_redirect_dims(const struct cvg_reach *r)
{
	uint32_t most = 0;

	for (size_t i = 0; i < r->n; i++) {
		const struct cvg_fn *fn = r->at[i].fn;

		for (uint32_t k = 0; k < fn->ninsts; k++) {
			uint32_t dims = dims_of(fn, k);

			most = dims > most ? dims : most;
		}
	}
	return most;
}
