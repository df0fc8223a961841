/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Charts for the graph view; folds stay from revision to revision. */
#include "ui/graph.h"
#include "ui/pace.h"

#include "reconverge/analysis.h"
#include "reconverge/choices.h"
#include "reconverge/folding.h"
#include "reconverge/graph.h"
#include "reconverge/notes.h"
#include "reconverge/session.h"
#include "reconverge/settings.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define GUIDE_SECONDS 1 /* for which the screen waits for dot */

/* ---- folding --------------------------------------------------------- */

/* A region as later revisions know it: its entry's and exit's numbers. */
static uint64_t key_of(const struct cvg_fn *fn, const struct cvg_region *region)
{
	uint32_t exit = region->exit == CVG_NONE ? CVG_NONE
						 : fn->blocks[region->exit].uid;

	return (uint64_t)fn->blocks[region->entry].uid << 32 | exit;
}

static int by_key(const void *a, const void *b)
{
	uint64_t p = *(const uint64_t *)a, q = *(const uint64_t *)b;

	return (p > q) - (p < q);
}

/* Before the function changes. */
static void keep_folds(struct cvg_graph *graph)
{
	const struct cvg_regions *rs;

	graph->kept.n = 0;
	if (!graph->chart)
		return;
	rs = cvg_ana_regions(graph->chart->ana);
	for (uint32_t r = 0; r < rs->n; r++)
		if (cvg_bits_has(&graph->folded, r))
			cvg_push(&graph->kept,
				 key_of(graph->fn, &rs->region[r]));
	if (graph->kept.n)
		qsort(graph->kept.at, graph->kept.n, sizeof *graph->kept.at,
		      by_key);
}

static void restore_folds(struct cvg_graph *graph, struct cvg_ui *ui)
{
	const struct cvg_regions *rs = cvg_ana_regions(ui->ana);

	cvg_bits_init(&graph->folded, rs->n);
	for (uint32_t r = 1; r < rs->n && graph->kept.n; r++) {
		uint64_t key = key_of(ui->fn, &rs->region[r]);

		if (bsearch(&key, graph->kept.at, graph->kept.n, sizeof key,
			    by_key))
			cvg_bits_add(&graph->folded, r);
	}
}

/* ---- what the overlay says ------------------------------------------- */

/* What the candidate under the cursor would take. */
static void take_choice(struct cvg_graph *graph, struct cvg_ui *ui)
{
	const struct cvg_choices *all;

	if (ui->choice == CVG_NONE)
		return;
	all = cvg_ui_choices(ui);
	if (ui->choice >= all->n)
		return;
	for (uint32_t i = 0; i < all->at[ui->choice].nblocks; i++) {
		uint32_t v =
			graph->chart->node_of[all->at[ui->choice].blocks[i]];

		if (graph->role[v] != CVG_NROLES)
			continue;
		graph->role[v] = CVG_ROLE_ADDED;
		graph->note[v] = "+";
	}
}

/* A folded region shows the hottest of its blocks. */
static void take_heat(struct cvg_graph *graph, uint32_t b)
{
	const struct cvg_overlay_cell *o = &graph->overlay[b];
	uint32_t v = graph->chart->node_of[b];
	uint32_t role = CVG_ROLE_HEAT0 + o->heat;

	if (o->heat == CVG_NO_HEAT ||
	    (graph->role[v] != CVG_NROLES && graph->role[v] >= role))
		return;
	graph->role[v] = (uint8_t)role;
	graph->note[v] = *o->text ? o->text : NULL;
}

/* Write a word on the block, before what stands there. */
static void put_word(struct cvg_graph *graph, uint32_t b, const char *word)
{
	struct cvg_overlay_cell *cell = &graph->overlay[b];
	char was[sizeof cell->text];

	memcpy(was, cell->text, sizeof was);
	snprintf(cell->text, sizeof cell->text, "%.4s%s%.6s", word,
		 *was ? " " : "", was);
	graph->note[graph->chart->node_of[b]] = cell->text;
}

void cvg_graph_overlay(struct cvg_graph *graph, struct cvg_ui *ui)
{
	uint32_t n = graph->chart->n;
	bool noted = cvg_session_nnotes(ui->session) > 0;

	free(graph->overlay);
	free(graph->role);
	free(graph->note);
	graph->overlay = cvg_overlay_of(
		ui, ui->overlay == CVG_OVERLAY_DIVERGENCE && cvg_ui_playing(ui)
			    ? CVG_OVERLAY_WARP
			    : ui->overlay);
	graph->role = cvg_alloc(n + 1);
	memset(graph->role, CVG_NROLES, n + 1);
	graph->note = cvg_calloc((size_t)n + 1, sizeof *graph->note);
	for (uint32_t b = 0; b < graph->fn->nblocks; b++)
		take_heat(graph, b);
	if (!cvg_ui_playing(ui))
		take_choice(graph, ui);
	for (uint32_t b = 0; ui->breaks.n && b < graph->fn->nblocks; b++)
		if (cvg_break_at(ui, b))
			put_word(graph, b, "stop");
	for (uint32_t b = 0; noted && b < graph->fn->nblocks; b++)
		if (cvg_session_note_of(ui->session, ui->fn, b))
			put_word(graph, b, "N");
}

/* ---- what folded regions are worth ------------------------------------ */

/* The cycles that the steps inside each folded region would save together. The caller
 * frees the array. */
static double *gains_of(struct cvg_ui *ui, const struct cvg_bits *folded)
{
	const struct cvg_regions *rs = cvg_ana_regions(ui->ana);
	struct cvg_gains *gains = cvg_gains_new(cvg_ui_choices(ui),
						rs->innermost, ui->fn->nblocks);
	double *gain = cvg_calloc(rs->n + 1, sizeof *gain);

	for (uint32_t r = 0; r < rs->n; r++)
		if (cvg_bits_has(folded, r))
			gain[r] =
				cvg_gains_in(gains, r, rs->region[r].last + 1);
	cvg_gains_free(gains);
	return gain;
}

/* ---- charts ---------------------------------------------------------- */

/* For commands that draw the same graph elsewhere. */
static void tell_folds(const struct cvg_graph *graph, struct cvg_ui *ui)
{
	cvg_bits_done(&ui->folded);
	cvg_bits_init(&ui->folded, graph->folded.nbits);
	for (uint32_t r = 0; r < graph->folded.nbits; r++)
		if (cvg_bits_has(&graph->folded, r))
			cvg_bits_add(&ui->folded, r);
	ui->folded_fn = ui->fn;
}

/* What failed is not tried again until the function or the setting changes: so
 * a graph that is too much for Graphviz costs a second once. */
static void start_guiding(struct cvg_graph *graph, const struct cvg_ui *ui)
{
	int layout =
		cvg_set_int(cvg_session_settings(ui->session), CVG_SET_LAYOUT);
	bool failed = graph->guiding.failed && graph->layout == layout &&
		      graph->fn == ui->fn;

	graph->layout = layout;
	graph->guiding = (struct cvg_guiding){
		.settings = cvg_session_settings(ui->session),
		.seconds = GUIDE_SECONDS,
		.failed = failed};
}

static void tell_failure(const struct cvg_graph *graph, struct cvg_ui *ui)
{
	if (graph->guiding.failed && *graph->guiding.err.msg)
		cvg_ui_say(ui, CVG_ROLE_ALERT, "not laid out by dot: %s",
			   graph->guiding.err.msg);
}

void cvg_graph_again(struct cvg_graph *graph, struct cvg_ui *ui)
{
	double *gain = gains_of(ui, &graph->folded);
	struct cvg_chart_in in = {.ana = ui->ana,
				  .folded = &graph->folded,
				  .zoom = graph->zoom,
				  .gain = gain,
				  .guide = cvg_chart_guide,
				  .guiding = &graph->guiding};

	start_guiding(graph, ui);
	cvg_chart_free(graph->chart);
	graph->chart = cvg_chart_new(&in);
	tell_failure(graph, ui);
	free(gain);
	graph->fn = ui->fn;
	tell_folds(graph, ui);
	cvg_graph_overlay(graph, ui);
}

void cvg_graph_make(struct cvg_graph *graph, struct cvg_ui *ui, uint32_t width)
{
	bool same =
		graph->chart && !strcmp(cvg_str_of(&graph->name), ui->fn->name);

	if (graph->fn == ui->fn)
		return;
	keep_folds(graph);
	if (graph->chart)
		cvg_bits_done(&graph->folded);
	if (same) {
		restore_folds(graph, ui);
	} else {
		cvg_fold_to(ui->ana, CVG_GRAPH_BOXES, &graph->folded);
		cvg_str_clear(&graph->name);
		cvg_str_add(&graph->name, ui->fn->name);
		graph->zoom = CVG_ZOOM_SUMMARY;
	}
	cvg_graph_again(graph, ui);
	while (!same && graph->zoom > CVG_ZOOM_NAMES &&
	       graph->chart->layout->width > 2 * width) {
		graph->zoom--;
		cvg_graph_again(graph, ui);
	}
}

uint32_t cvg_graph_frame(const struct cvg_graph *graph, struct cvg_ui *ui)
{
	const struct cvg_regions *regions = cvg_ana_regions(ui->ana);
	uint32_t folded =
		graph->chart->node[graph->chart->node_of[ui->block]].region;
	uint32_t r = folded != CVG_NONE ? regions->region[folded].parent
					: regions->innermost[ui->block];

	return r ? r : CVG_NONE;
}

void cvg_graph_done(struct cvg_graph *graph)
{
	if (graph->chart)
		cvg_bits_done(&graph->folded);
	cvg_chart_free(graph->chart);
	cvg_str_done(&graph->name);
	free(graph->kept.at);
	free(graph->overlay);
	free(graph->role);
	free(graph->note);
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
