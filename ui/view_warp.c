/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * A warp, played step by step: which lanes are active, where the others wait,
 * and all of it over time. The graph's cursor goes along.
 */
#include "ui/keys.h"
#include "ui/marks.h"
#include "ui/play.h"

#include <stdlib.h>
#include <string.h>

#define KEPT 8 /* plays to keep */

struct state {
	struct cvg_play *kept[KEPT]; /* the one used last comes first */
	uint64_t block; /* the thread block that the user asked for */
	uint32_t warp;	/* in that block, likewise */
	uint32_t at;	/* step */
	uint32_t zoom;	/* steps in a column of the strip, less 1 */
	/* all steps are to be in sight; zoom does not count */
	bool fit;
	struct cvg_strip strip; /* as last drawn, at row strip_y */
	int32_t strip_y;
};

static void done(void *state)
{
	struct state *view = state;

	for (uint32_t i = 0; i < KEPT; i++)
		cvg_play_free(view->kept[i]);
}

/* ---- plays ----------------------------------------------------------- */

static void to_front(struct state *view, uint32_t i)
{
	struct cvg_play *play = view->kept[i];

	memmove(view->kept + 1, view->kept, i * sizeof *view->kept);
	view->kept[0] = play;
}

/* The play of the warp asked for, in the revision shown; NULL: it was not
 * played yet. */
static const struct cvg_play *playing(struct state *view,
				      const struct cvg_ui *ui)
{
	for (uint32_t i = 0; ui->fn && i < KEPT; i++) {
		const struct cvg_play *play = view->kept[i];

		if (!cvg_play_holds(play, ui) ||
		    play->trace.block != view->block ||
		    play->trace.warp != view->warp)
			continue;
		to_front(view, i);
		if (view->at >= play->trace.steps.n)
			view->at = (uint32_t)play->trace.steps.n - 1;
		return play;
	}
	return NULL;
}

static const struct cvg_trace_step *step_at(const struct cvg_play *play,
					    uint32_t at)
{
	return &play->trace.steps.at[at];
}

/* Go to step `to`; the graph's cursor goes along. */
static void go_step(struct state *view, struct cvg_ui *ui,
		    const struct cvg_play *play, int64_t to)
{
	int64_t n = (int64_t)play->trace.steps.n;
	bool walking = ui->walking;

	view->at = (uint32_t)(to < 0 ? 0 : to >= n ? n - 1 : to);
	ui->walking = true;
	if (!step_at(play, view->at)->fn)
		cvg_ui_go_block(ui, step_at(play, view->at)->block);
	ui->walking = walking;
}

/* Run the kernel for the warp asked for, unless that play is kept. */
static void play(struct state *view, struct cvg_ui *ui)
{
	struct cvg_play *played;

	if (playing(view, ui) || ui->busy || !cvg_session_launch(ui->session))
		return;
	played = cvg_play_run(ui, ui->rev, view->block, view->warp);
	if (!played)
		return;
	cvg_play_free(view->kept[KEPT - 1]);
	view->kept[KEPT - 1] = played;
	to_front(view, KEPT - 1);
	go_step(view, ui, played, view->at);
}

/* Play the next (by: 1) or the previous (-1) warp of the launch. */
static void other_warp(struct state *view, struct cvg_ui *ui,
		       const struct cvg_play *played, int by)
{
	uint64_t n = played->nblocks * played->nwarps;
	uint64_t at = view->block * played->nwarps + view->warp;

	if (ui->busy)
		return;
	if ((by < 0 && !at) || (by > 0 && at + 1 >= n)) {
		cvg_ui_say(ui, CVG_ROLE_DIM, "%s",
			   by < 0 ? "this is the first warp"
				  : "this is the last warp");
		return;
	}
	at = by < 0 ? at - 1 : at + 1;
	view->block = at / played->nwarps;
	view->warp = (uint32_t)(at % played->nwarps);
	play(view, ui);
}

/* ---- drawing --------------------------------------------------------- */

static void draw_strip(struct state *view, const struct cvg_ui *ui,
		       const struct cvg_play *play, struct cvg_canvas *into,
		       uint32_t y)
{
	struct cvg_canvas part;

	view->strip_y = -1;
	if (y + 3 > into->height)
		return;
	part = cvg_canvas_part(into, 0, y, into->width, into->height - y);
	view->strip = cvg_strip_of(play, part.width, part.height,
				   view->fit ? 0 : view->zoom + 1, view->at);
	view->strip_y = (int32_t)y;
	cvg_strip_draw(&view->strip, play, ui, &part, view->at);
}

static void draw_nothing(const struct cvg_ui *ui, struct cvg_canvas *into)
{
	if (cvg_ui_cannot_run(ui, into))
		return;
	if (cvg_session_launch(ui->session)) {
		cvg_ui_line(ui, into, 0, CVG_ROLE_TEXT,
			    "This warp has not been played here yet.");
		cvg_ui_line(ui, into, 1, CVG_ROLE_DIM, "{p} plays it.");
		return;
	}
	cvg_ui_line(ui, into, 0, CVG_ROLE_TEXT, "There is no launch yet.");
	cvg_ui_line(ui, into, 1, CVG_ROLE_DIM,
		    "{R} guesses one from the parameters,");
	cvg_ui_line(ui, into, 2, CVG_ROLE_DIM,
		    ":launch grid=16 block=64 ARG=... sets one.");
}

static void draw(struct cvg_ui *ui, void *state, struct cvg_canvas *into,
		 bool focused)
{
	struct state *view = state;
	const struct cvg_play *play = playing(view, ui);

	(void)focused;
	if (play)
		draw_strip(view, ui, play, into,
			   cvg_play_draw_step(play, view->at, ui, into));
	else if (ui->fn)
		draw_nothing(ui, into);
}

/* ---- keys ------------------------------------------------------------ */

/* Go to the next (by: 1) or previous (-1) step whose active lanes differ from
 * those of the step before it. */
static void next_turn(struct state *view, struct cvg_ui *ui,
		      const struct cvg_play *play, int by)
{
	int64_t n = (int64_t)play->trace.steps.n, k = (int64_t)view->at + by;

	while (k > 0 && k < n &&
	       step_at(play, (uint32_t)k)->mask ==
		       step_at(play, (uint32_t)k - 1)->mask)
		k += by;
	go_step(view, ui, play, k);
}

static void zoom(struct state *view, int by)
{
	uint32_t per = view->strip.per ? view->strip.per : 1;

	per = by < 0 ? per * 2 : per > 1 ? per / 2 : 1;
	view->zoom = (per < 4096 ? per : 4096) - 1;
	view->fit = false;
}

static bool act_play(struct state *view, struct cvg_ui *ui,
		     const struct cvg_play *play, enum cvg_action action)
{
	int64_t page = view->strip.per ? 10 * (int64_t)view->strip.per : 10;
	int64_t at = view->at;

	switch (cvg_action_number(action)) {
	case CVG_DO_LEFT:
		go_step(view, ui, play, at - 1);
		return true;
	case CVG_DO_RIGHT:
	case CVG_DO_PREVIEW:
		go_step(view, ui, play, at + 1);
		return true;
	case CVG_DO_PAGE_UP:
		go_step(view, ui, play, at - page);
		return true;
	case CVG_DO_PAGE_DOWN:
		go_step(view, ui, play, at + page);
		return true;
	case CVG_DO_TOP:
		go_step(view, ui, play, 0);
		return true;
	case CVG_DO_BOTTOM:
		go_step(view, ui, play, (int64_t)play->trace.steps.n);
		return true;
	case CVG_DO_NEXT:
	case CVG_DO_PREVIOUS:
		if (ui->search.n)
			return false;
		next_turn(view, ui, play, action == CVG_DO_NEXT ? 1 : -1);
		return true;
	case CVG_DO_UP:
	case CVG_DO_DOWN:
		other_warp(view, ui, play, action == CVG_DO_UP ? -1 : 1);
		return true;
	case CVG_DO_ZOOM_IN:
	case CVG_DO_ZOOM_OUT:
		zoom(view, action == CVG_DO_ZOOM_IN ? 1 : -1);
		return true;
	case CVG_DO_ZOOM_RESET:
		view->fit = !view->fit;
		return true;
	default:
		return false;
	}
}

static bool act(struct cvg_ui *ui, void *state, enum cvg_action action,
		uint32_t count)
{
	struct state *view = state;
	const struct cvg_play *played;

	(void)count;
	if (!ui->fn || ui->fn->kind != CVG_FN_KERNEL)
		return false;
	played = playing(view, ui);
	if (played)
		return act_play(view, ui, played, action);
	if (ui->busy || (action != CVG_DO_PLAY && action != CVG_DO_RUN &&
			 action != CVG_DO_PREVIEW))
		return false;
	if (action == CVG_DO_RUN && !cvg_session_launch(ui->session) &&
	    !cvg_ui_command(ui, "launch"))
		return true;
	play(view, ui);
	return true;
}

static bool mouse(struct cvg_ui *ui, void *state, enum cvg_mouse what,
		  int32_t x, int32_t y)
{
	struct state *view = state;
	const struct cvg_play *play = playing(view, ui);
	int64_t column = (int64_t)x - view->strip.x;

	if (!play)
		return false;
	if (what == CVG_MOUSE_WHEEL_UP)
		go_step(view, ui, play, (int64_t)view->at - 1);
	else if (what == CVG_MOUSE_WHEEL_DOWN)
		go_step(view, ui, play, (int64_t)view->at + 1);
	else if (view->strip_y >= 0 && y >= view->strip_y && column >= 0)
		go_step(view, ui, play,
			view->strip.from + column * view->strip.per);
	else
		return false;
	return true;
}

static void status(struct cvg_ui *ui, void *state, struct cvg_str *out)
{
	struct state *view = state;
	const struct cvg_play *play = playing(view, ui);

	if (!play)
		return;
	cvg_str_addf(out, "block %llu, warp %u, P%u",
		     (unsigned long long)view->block, view->warp, play->rev);
	if (play->trace.total > play->trace.steps.n)
		cvg_str_addf(out, ", its first %zu steps", play->trace.steps.n);
}

static void hint(struct cvg_ui *ui, void *state, struct cvg_str *out)
{
	struct state *view = state;

	if (!ui->fn || ui->fn->kind != CVG_FN_KERNEL)
		return;
	if (playing(view, ui))
		cvg_str_addf(
			out,
			"h l steps  %s where lanes part or meet  j k other "
			"warps  + - zoom",
			cvg_action_key(CVG_DO_NEXT));
	else if (cvg_session_launch(ui->session))
		cvg_str_add(out, "p play it");
	else
		cvg_str_add(out, "R launch as guessed and play");
}

/* The next step in a block of that name. */
static bool find(struct cvg_ui *ui, void *state, int by)
{
	struct state *view = state;
	const struct cvg_play *play = playing(view, ui);
	uint32_t step = play ? cvg_play_find(play, view->at, by,
					     cvg_str_of(&ui->search))
			     : CVG_NONE;

	if (step != CVG_NONE)
		go_step(view, ui, play, step);
	return step != CVG_NONE;
}

static const struct cvg_viewkey keys[] = {
	{CVG_DO_RIGHT, "go one step forward"},
	{CVG_DO_LEFT, "go one step back"},
	{CVG_DO_PAGE_DOWN, "go many steps forward"},
	{CVG_DO_PAGE_UP, "go many steps back"},
	{CVG_DO_TOP, "go to the first step"},
	{CVG_DO_BOTTOM, "go to the last step"},
	{CVG_DO_NEXT, "go to the next step that splits or joins the warp"},
	{CVG_DO_PREVIOUS,
	 "go to the previous step that splits or joins the warp"},
	{CVG_DO_UP, "play the previous warp of the launch"},
	{CVG_DO_DOWN, "play the next warp of the launch"},
	{CVG_DO_RUN, "play the warp, on a guessed launch if none is set"},
	{0},
};

const struct cvg_view cvg_view_warp = {
	.about = "one warp, step by step, as it runs through the graph",
	.keys = keys,
	.size = sizeof(struct state),
	.done = done,
	.draw = draw,
	.act = act,
	.mouse = mouse,
	.status = status,
	.hint = hint,
	.find = find,
};
