/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What each overlay shows for every block. */
#include "ui/overlay.h"

#include "reconverge/analysis.h"
#include "reconverge/choices.h"
#include "reconverge/graph.h"
#include "reconverge/look.h"
#include "reconverge/profile.h"
#include "reconverge/program.h"
#include "reconverge/prove.h"
#include "reconverge/quantity.h"
#include "reconverge/session.h"
#include "reconverge/settings.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define HOTTEST 4

static struct cvg_overlay_cell *new_cells(const struct cvg_ui *ui)
{
	struct cvg_overlay_cell *cells =
		cvg_calloc(ui->fn->nblocks + 1, sizeof *cells);

	for (uint32_t b = 0; b < ui->fn->nblocks; b++)
		cells[b].heat = CVG_NO_HEAT;
	return cells;
}

/* In five columns at most. */
static void put_number(char *text, size_t size, const char *sign, double n)
{
	struct cvg_str number = {0};

	cvg_add_scaled(&number, n, 999);
	snprintf(text, size, "%s%.5s", sign, number.at);
	cvg_str_done(&number);
}

/* Each heat is half of the one above it. */
static uint8_t heat_of(double n, double most)
{
	uint8_t heat = HOTTEST;

	while (heat > 0 && n * 2 <= most) {
		n *= 2;
		heat--;
	}
	return heat;
}

/* ---- profit ---------------------------------------------------------- */

static void warm(struct cvg_overlay_cell *cell, uint8_t heat)
{
	if (cell->heat == CVG_NO_HEAT || cell->heat < heat)
		cell->heat = heat;
}

/* The block of the branch gets the number; all blocks that the step changes get
 * the heat. */
static void put_profit(struct cvg_overlay_cell *cells,
		       const struct cvg_choice *choice, double best)
{
	uint8_t heat = heat_of(choice->gain, best);

	for (uint32_t i = 0; i < choice->nblocks; i++)
		warm(&cells[choice->blocks[i]], heat);
	if (choice->block == CVG_NONE || *cells[choice->block].text)
		return;
	warm(&cells[choice->block], heat);
	put_number(cells[choice->block].text, sizeof cells->text, "+",
		   choice->gain);
}

static double best_profit(const struct cvg_choices *cs)
{
	double best = 0;

	for (uint32_t i = 0; i < cs->n; i++) {
		if (cs->at[i].command && cs->at[i].gain > best)
			best = cs->at[i].gain;
	}
	return best;
}

static void put_profits(struct cvg_ui *ui, struct cvg_overlay_cell *cells)
{
	const struct cvg_choices *cs = cvg_ui_choices(ui);
	double best = best_profit(cs);

	for (uint32_t i = 0; i < cs->n; i++) {
		if (cs->at[i].command && cs->at[i].gain > 0)
			put_profit(cells, &cs->at[i], best);
	}
}

/* ---- frequency, lanes ------------------------------------------------- */

/* What is known of how often blocks ran. */
struct counted {
	const struct cvg_fn *fn;
	uint32_t warp;			 /* lanes of one */
	const struct cvg_fn_counts *run; /* of this revision's run, or ... */
	const struct cvg_profile
		*profile; /* ... what the profile says; neither:
					      nothing is known */
};

/* A running command may be changing the runs. */
static struct counted counted_of(const struct cvg_ui *ui)
{
	struct counted c = {.fn = ui->fn};
	struct cvg_run run;

	if (!ui->busy && cvg_session_counted(ui->session, ui->rev, &run)) {
		uint32_t f = cvg_program_fn(run.program, ui->fn->name);

		if (f != CVG_NONE &&
		    run.program->fns[f].fn->nblocks == ui->fn->nblocks)
			c.run = &run.result->counts.fns[f];
		c.warp = run.program->warp;
	}
	if (!c.run) {
		c.warp = ui->fn->warp;
		c.profile = cvg_session_settings(ui->session)->profile;
	}
	return c;
}

/* Times a warp came to block b, and lanes that were active then; false: not
 * known. */
static bool count_at(const struct counted *c, uint32_t b, double *warps,
		     double *lanes)
{
	const struct cvg_profile_block *block;

	if (c->run) {
		*warps = (double)c->run->block_warps[b];
		*lanes = (double)c->run->block_lanes[b];
		return true;
	}
	block = cvg_profile_at(c->profile, c->fn, b);
	if (!block)
		return false;
	*warps = (double)block->warps;
	*lanes = (double)block->lanes;
	return true;
}

static double most_warps(const struct counted *c)
{
	double most = 0, warps, lanes;

	for (uint32_t b = 0; b < c->fn->nblocks; b++) {
		if (count_at(c, b, &warps, &lanes) && warps > most)
			most = warps;
	}
	return most;
}

static void put_measured(const struct counted *c,
			 struct cvg_overlay_cell *cells)
{
	double most = most_warps(c), warps, lanes;

	for (uint32_t b = 0; b < c->fn->nblocks; b++) {
		if (!count_at(c, b, &warps, &lanes))
			continue;
		put_number(cells[b].text, sizeof cells->text, "", warps);
		cells[b].heat = warps > 0 ? heat_of(warps, most) : 0;
	}
}

/* A block is the hotter the more of its lanes are idle. */
static void put_idle(const struct counted *c, struct cvg_overlay_cell *cells)
{
	double warps, lanes;

	for (uint32_t b = 0; b < c->fn->nblocks; b++) {
		double idle;

		if (!count_at(c, b, &warps, &lanes) || warps == 0)
			continue;
		idle = 1 - lanes / (warps * c->warp);
		cells[b].heat = (uint8_t)(idle * (HOTTEST + 0.99));
		snprintf(cells[b].text, sizeof cells->text, "%.0f%%",
			 100 * idle);
	}
}

/* If nothing was measured, the heat is the number of loops around the block. */
static void put_depths(struct cvg_ui *ui, struct cvg_overlay_cell *cells)
{
	const struct cvg_cycles *cs = cvg_ana_cycles(ui->ana);

	for (uint32_t b = 0; b < ui->fn->nblocks; b++) {
		uint32_t in = cs->innermost[b];
		uint32_t depth = in == CVG_NONE ? 0 : cs->cycle[in].depth;

		cells[b].heat = (uint8_t)(depth < HOTTEST ? depth : HOTTEST);
		if (depth)
			snprintf(cells[b].text, sizeof cells->text, "L%u",
				 depth > 999 ? 999 : depth);
	}
}

/* ---- dominance ------------------------------------------------------- */

static void put_cell(struct cvg_overlay_cell *cell, uint8_t heat,
		     const char *text)
{
	cell->heat = heat;
	snprintf(cell->text, sizeof cell->text, "%s", text);
}

static void put_dominance(struct cvg_ui *ui, struct cvg_overlay_cell *cells)
{
	const struct cvg_dom *dom = cvg_ana_dom(ui->ana);
	const struct cvg_dom *post = cvg_ana_postdom(ui->ana);

	for (uint32_t b = 0; b < ui->fn->nblocks; b++) {
		if (cvg_dominates(dom, b, ui->block))
			put_cell(&cells[b], 1, "dom");
		else if (cvg_dominates(dom, ui->block, b))
			put_cell(&cells[b], 3, "below");
		if (cvg_dominates(post, b, ui->block))
			put_cell(&cells[b], 2,
				 cells[b].heat == 1 ? "both" : "pdom");
	}
	put_cell(&cells[ui->block], HOTTEST, "here");
}

/* ---- the warp that is played ------------------------------------------ */

/* Where lanes are active, the share of the warp; where they wait, how many. */
static void put_warp(const struct cvg_playing *playing,
		     struct cvg_overlay_cell *cells)
{
	struct cvg_overlay_cell *here = &cells[playing->block];

	for (size_t i = 0; i < playing->waits.n; i++) {
		const struct cvg_waiting *w = &playing->waits.at[i];

		cells[w->block].heat = 0;
		snprintf(cells[w->block].text, sizeof cells->text, "%u wait",
			 w->lanes);
	}
	here->heat =
		(uint8_t)(1 + (HOTTEST - 1) * playing->active / playing->lanes);
	snprintf(here->text, sizeof here->text, "%u/%u", playing->active,
		 playing->lanes);
}

/* ---- all ------------------------------------------------------------- */

struct cvg_overlay_cell *cvg_overlay_of(struct cvg_ui *ui,
					enum cvg_overlay which)
{
	struct cvg_overlay_cell *cells = new_cells(ui);
	struct counted c = counted_of(ui);

	switch (which) {
	case CVG_OVERLAY_DIVERGENCE:
		break;
	case CVG_OVERLAY_WARP:
		if (cvg_ui_playing(ui))
			put_warp(cvg_ui_playing(ui), cells);
		break;
	case CVG_OVERLAY_PROFIT:
		put_profits(ui, cells);
		break;
	case CVG_OVERLAY_FREQUENCY:
		if (c.run || c.profile)
			put_measured(&c, cells);
		else
			put_depths(ui, cells);
		break;
	case CVG_OVERLAY_LANES:
		if (c.run || c.profile)
			put_idle(&c, cells);
		break;
	case CVG_OVERLAY_DOMINANCE:
		put_dominance(ui, cells);
		break;
	}
	return cells;
}

const char *cvg_overlay_title(struct cvg_ui *ui, enum cvg_overlay which)
{
	struct counted c = counted_of(ui);

	switch (which) {
	case CVG_OVERLAY_DIVERGENCE:
		return "divergence";
	case CVG_OVERLAY_WARP:
		return "lanes of the warp that is played";
	case CVG_OVERLAY_PROFIT:
		return cvg_ui_gain_kind(ui) == CVG_COUNTED_PROFILED
			       ? "profit: profiled cycles that the best step "
				 "here saves"
			       : "profit: guessed cycles that the best step "
				 "here saves";
	case CVG_OVERLAY_FREQUENCY:
		return c.run	   ? "frequency: warps, as measured"
		       : c.profile ? "frequency: warps, by the profile"
				   : "frequency: depth of loops ({M} measures)";
	case CVG_OVERLAY_LANES:
		return c.run	   ? "idle lanes, as measured"
		       : c.profile ? "idle lanes, by the profile"
				   : "idle lanes: not measured ({M} measures)";
	case CVG_OVERLAY_DOMINANCE:
		return "dominance: dom and pdom of the block here, what is "
		       "below it";
	}
	return "";
}

/* ---- the scale ------------------------------------------------------- */

struct overlay_scale {
	const char *what; /* "cycles g"; NULL: there is no scale */
	double most[HOTTEST + 1];
};

/* Each heat is twice the one below it. */
static void halve(struct overlay_scale *scale, const char *what, double most)
{
	if (most <= 0)
		return;
	scale->what = what;
	for (int h = HOTTEST; h >= 0; h--, most /= 2)
		scale->most[h] = most;
}

static void scale_of(struct cvg_ui *ui, struct overlay_scale *out)
{
	struct counted c = counted_of(ui);
	bool known = c.run || c.profile;

	*out = (struct overlay_scale){.what = NULL};
	switch (ui->overlay) {
	case CVG_OVERLAY_PROFIT:
		halve(out,
		      cvg_ui_gain_kind(ui) == CVG_COUNTED_PROFILED ? "cycles p"
								   : "cycles g",
		      best_profit(cvg_ui_choices(ui)));
		break;
	case CVG_OVERLAY_FREQUENCY:
		if (known)
			halve(out, "warps", most_warps(&c));
		else
			*out = (struct overlay_scale){"loops around",
						      {0, 1, 2, 3, 4}};
		break;
	case CVG_OVERLAY_LANES:
		if (known)
			*out = (struct overlay_scale){"% idle",
						      {20, 40, 60, 80, 100}};
		break;
	case CVG_OVERLAY_DIVERGENCE:
	case CVG_OVERLAY_WARP:
	case CVG_OVERLAY_DOMINANCE:
		break;
	}
}

void cvg_overlay_legend(struct cvg_ui *ui, struct cvg_canvas *into)
{
	struct overlay_scale scale;
	struct cvg_str text[HOTTEST + 1] = {0};
	uint32_t need, x = 1;

	scale_of(ui, &scale);
	if (!scale.what || into->height < 6)
		return;
	need = (uint32_t)strlen(scale.what) + 3;
	for (int h = 0; h <= HOTTEST; h++) {
		cvg_str_add(&text[h], ui->ascii ? " <=" : " \u2264");
		cvg_add_scaled(&text[h], scale.most[h], 9999);
		cvg_str_addc(&text[h], ' ');
		need += cvg_text_width(text[h].at, text[h].n);
	}
	if (need <= into->width) {
		struct cvg_canvas row =
			cvg_canvas_part(into, 0, into->height - 1, need, 1);

		row.left = row.top = 0;
		cvg_canvas_clear(&row);
		for (int h = 0; h <= HOTTEST; h++)
			x += cvg_canvas_text(
				&row, (int32_t)x, 0, row.width, text[h].at,
				(enum cvg_role)(CVG_ROLE_HEAT0 + h), 0);
		cvg_canvas_text(&row, (int32_t)x + 1, 0, row.width, scale.what,
				CVG_ROLE_DIM, 0);
	}
	for (int h = 0; h <= HOTTEST; h++)
		cvg_str_done(&text[h]);
}
