/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Charts for the graph view; folds stay from revision to revision. */
#include "ui/graph.h"

#include "reconverge/analysis.h"
#include "reconverge/choices.h"
#include "reconverge/folding.h"
#include "reconverge/graph.h"
#include "reconverge/session.h"
#include "reconverge/settings.h"

#include <stdlib.h>
#include <string.h>

#define GUIDE_SECONDS 1 /* for which the screen waits for dot */

/* ---- folding --------------------------------------------------------- */

/* A region as later revisions know it: its entry's and exit's numbers. */
static uint64_t key_of(const struct cvg_fn *fn, const struct cvg_region *r)
{
	uint32_t exit =
		r->exit == CVG_NONE ? CVG_NONE : fn->blocks[r->exit].uid;

	return (uint64_t)fn->blocks[r->entry].uid << 32 | exit;
}

static int by_key(const void *a, const void *b)
{
	uint64_t p = *(const uint64_t *)a, q = *(const uint64_t *)b;

	return (p > q) - (p < q);
}

/* Before the function changes. */
static void keep_folds(struct cvg_graph *g)
{
	const struct cvg_regions *rs;

	g->kept.n = 0;
	if (!g->chart)
		return;
	rs = cvg_ana_regions(g->chart->ana);
	for (uint32_t r = 0; r < rs->n; r++)
		if (cvg_bits_has(&g->folded, r))
			cvg_push(&g->kept, key_of(g->fn, &rs->region[r]));
	if (g->kept.n)
		qsort(g->kept.at, g->kept.n, sizeof *g->kept.at, by_key);
}

static void restore_folds(struct cvg_graph *g, struct cvg_ui *ui)
{
	const struct cvg_regions *rs = cvg_ana_regions(ui->ana);

	cvg_bits_init(&g->folded, rs->n);
	for (uint32_t r = 1; r < rs->n && g->kept.n; r++) {
		uint64_t key = key_of(ui->fn, &rs->region[r]);

		if (bsearch(&key, g->kept.at, g->kept.n, sizeof key, by_key))
			cvg_bits_add(&g->folded, r);
	}
}

/* ---- what the overlay says ------------------------------------------- */

/* What the candidate under the cursor would take. */
static void take_choice(struct cvg_graph *g, struct cvg_ui *ui)
{
	const struct cvg_choices *all;

	if (ui->choice == CVG_NONE)
		return;
	all = cvg_ui_choices(ui);
	if (ui->choice >= all->n)
		return;
	for (uint32_t i = 0; i < all->at[ui->choice].nblocks; i++) {
		uint32_t v = g->chart->node_of[all->at[ui->choice].blocks[i]];

		if (g->role[v] != CVG_NROLES)
			continue;
		g->role[v] = CVG_ROLE_ADDED;
		g->note[v] = "+";
	}
}

/* A folded region shows the hottest of its blocks. */
static void take_heat(struct cvg_graph *g, uint32_t b)
{
	const struct cvg_overlay_cell *o = &g->overlay[b];
	uint32_t v = g->chart->node_of[b];
	uint32_t role = CVG_ROLE_HEAT0 + o->heat;

	if (o->heat == CVG_NO_HEAT ||
	    (g->role[v] != CVG_NROLES && g->role[v] >= role))
		return;
	g->role[v] = (uint8_t)role;
	g->note[v] = *o->text ? o->text : NULL;
}

void cvg_graph_overlay(struct cvg_graph *g, struct cvg_ui *ui)
{
	uint32_t n = g->chart->n;

	free(g->overlay);
	free(g->role);
	free(g->note);
	g->overlay = cvg_overlay_of(ui, ui->overlay);
	g->role = cvg_alloc(n + 1);
	memset(g->role, CVG_NROLES, n + 1);
	g->note = cvg_calloc((size_t)n + 1, sizeof *g->note);
	for (uint32_t b = 0; b < g->fn->nblocks; b++)
		take_heat(g, b);
	take_choice(g, ui);
}

/* ---- what folded regions are worth ------------------------------------ */

static int32_t bounded(int64_t v)
{
	return (int32_t)(v > INT32_MAX	  ? INT32_MAX
			 : v <= INT32_MIN ? INT32_MIN + 1
					  : v);
}

/* The cycles that the steps inside each region would save, INT32_MIN where
 * none would save any. The caller frees it. */
static int32_t *gains_of(struct cvg_ui *ui)
{
	const struct cvg_regions *rs = cvg_ana_regions(ui->ana);
	const struct cvg_choices *all = cvg_ui_choices(ui);
	int32_t *gain = cvg_alloc((rs->n + 1) * sizeof *gain);

	for (uint32_t r = 0; r < rs->n; r++)
		gain[r] = INT32_MIN;
	for (uint32_t i = 0; i < all->n; i++) {
		const struct cvg_choice *c = &all->at[i];
		uint32_t r = c->command && c->net > 0 ? rs->innermost[c->block]
						      : CVG_NONE;

		for (; r != CVG_NONE; r = rs->region[r].parent)
			gain[r] = bounded((gain[r] == INT32_MIN ? 0 : gain[r]) +
					  c->net);
	}
	return gain;
}

/* ---- charts ---------------------------------------------------------- */

/* For commands that draw the same graph elsewhere. */
static void tell_folds(const struct cvg_graph *g, struct cvg_ui *ui)
{
	cvg_bits_done(&ui->folded);
	cvg_bits_init(&ui->folded, g->folded.nbits);
	for (uint32_t r = 0; r < g->folded.nbits; r++)
		if (cvg_bits_has(&g->folded, r))
			cvg_bits_add(&ui->folded, r);
	ui->folded_fn = ui->fn;
}

/* What failed is not tried again until the function or the setting changes: so
 * a graph that is too much for Graphviz costs a second once. */
static void start_guiding(struct cvg_graph *g, const struct cvg_ui *ui)
{
	int layout =
		cvg_set_int(cvg_session_settings(ui->session), CVG_SET_LAYOUT);
	bool failed =
		g->guiding.failed && g->layout == layout && g->fn == ui->fn;

	g->layout = layout;
	g->guiding = (struct cvg_guiding){
		.settings = cvg_session_settings(ui->session),
		.seconds = GUIDE_SECONDS,
		.failed = failed};
}

static void tell_failure(const struct cvg_graph *g, struct cvg_ui *ui)
{
	if (g->guiding.failed && *g->guiding.err.msg)
		cvg_ui_say(ui, CVG_ROLE_ALERT, "not laid out by dot: %s",
			   g->guiding.err.msg);
}

void cvg_graph_again(struct cvg_graph *g, struct cvg_ui *ui)
{
	int32_t *gain = gains_of(ui);
	struct cvg_chart_in in = {.ana = ui->ana,
				  .folded = &g->folded,
				  .zoom = g->zoom,
				  .gain = gain,
				  .guide = cvg_chart_guide,
				  .guiding = &g->guiding};

	start_guiding(g, ui);
	cvg_chart_free(g->chart);
	g->chart = cvg_chart_new(&in);
	tell_failure(g, ui);
	free(gain);
	g->fn = ui->fn;
	tell_folds(g, ui);
	cvg_graph_overlay(g, ui);
}

void cvg_graph_make(struct cvg_graph *g, struct cvg_ui *ui, uint32_t width)
{
	struct cvg_chart_in in = {.ana = ui->ana, .folded = &g->folded};
	bool same = g->chart && !strcmp(cvg_str_of(&g->name), ui->fn->name);

	if (g->fn == ui->fn)
		return;
	keep_folds(g);
	if (g->chart)
		cvg_bits_done(&g->folded);
	if (same) {
		restore_folds(g, ui);
	} else {
		cvg_fold_to(ui->ana, CVG_GRAPH_BOXES, &g->folded);
		cvg_str_clear(&g->name);
		cvg_str_add(&g->name, ui->fn->name);
		g->zoom = cvg_chart_fit(&in, 2 * width, CVG_ZOOM_SUMMARY);
		if (g->zoom < CVG_ZOOM_NAMES)
			g->zoom = CVG_ZOOM_NAMES;
	}
	cvg_graph_again(g, ui);
}

void cvg_graph_done(struct cvg_graph *g)
{
	if (g->chart)
		cvg_bits_done(&g->folded);
	cvg_chart_free(g->chart);
	cvg_str_done(&g->name);
	free(g->kept.at);
	free(g->overlay);
	free(g->role);
	free(g->note);
}

bool cvg_block_holds(const struct cvg_fn *fn, uint32_t block, const char *text)
{
	const struct cvg_block *b = &fn->blocks[block];

	if (strcasestr(b->name, text))
		return true;
	for (uint32_t i = b->inst_at; i < b->inst_at + b->ninsts; i++)
		if (fn->insts[i].text && strcasestr(fn->insts[i].text, text))
			return true;
	return false;
}
