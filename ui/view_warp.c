/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * A warp, played step by step: which lanes are active, where the others wait,
 * and all of it over time. The graph's cursor goes along.
 */
#include "ui/keys.h"
#include "ui/marks.h"
#include "ui/pace.h"
#include "reconverge/session.h"

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
	struct cvg_playback pace;
	bool beside; /* the same warp of the revision before is played, too */
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

/* The play of the warp asked for in a revision; NULL: it was not played yet. */
static const struct cvg_play *play_of(struct state *view,
				      const struct cvg_ui *ui, uint32_t rev)
{
	for (uint32_t i = 0; ui->fn && i < KEPT; i++) {
		const struct cvg_play *play = view->kept[i];

		if (!cvg_play_holds(play, ui, rev) ||
		    play->trace.block != view->block ||
		    play->trace.warp != view->warp)
			continue;
		to_front(view, i);
		return play;
	}
	return NULL;
}

/* That of the revision shown. */
static const struct cvg_play *playing(struct state *view,
				      const struct cvg_ui *ui)
{
	const struct cvg_play *play = play_of(view, ui, ui->rev);

	if (play && view->at >= play->trace.steps.n)
		view->at = (uint32_t)play->trace.steps.n - 1;
	return play;
}

/* The revision that is played beside the one shown; CVG_NONE: none. */
static uint32_t rev_beside(const struct cvg_ui *ui)
{
	return ui->against != CVG_NONE && ui->against != ui->rev
		       ? ui->against
		       : cvg_session_rev(ui->session, ui->rev)->parent;
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
	cvg_play_tell(play, view->at, ui);
}

/* Run a revision of the kernel for the warp asked for, unless that play is
 * kept. NULL: it could not be run. */
static const struct cvg_play *play_rev(struct state *view, struct cvg_ui *ui,
				       uint32_t rev)
{
	const struct cvg_play *kept = play_of(view, ui, rev);
	struct cvg_play *played;

	if (kept || ui->busy || !cvg_session_launch(ui->session))
		return kept;
	played = cvg_play_run(ui, rev, view->block, view->warp);
	if (!played)
		return NULL;
	cvg_play_free(view->kept[KEPT - 1]);
	view->kept[KEPT - 1] = played;
	to_front(view, KEPT - 1);
	return played;
}

static void play(struct state *view, struct cvg_ui *ui)
{
	const struct cvg_play *played;

	if (view->beside && rev_beside(ui) != CVG_NONE)
		play_rev(view, ui, rev_beside(ui));
	played = play_rev(view, ui, ui->rev);
	if (played)
		go_step(view, ui, played, view->at);
}

/* Show the same warp of the revision before as well, or no more. */
static void show_beside(struct state *view, struct cvg_ui *ui)
{
	uint32_t rev = rev_beside(ui);

	if (!view->beside && rev == CVG_NONE) {
		cvg_ui_say(ui, CVG_ROLE_TEXT,
			   "P%u has no revision before it to play beside it",
			   ui->rev);
		return;
	}
	view->beside = !view->beside;
	if (view->beside)
		view->beside = play_rev(view, ui, rev) != NULL;
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

static void draw_play(struct state *view, const struct cvg_ui *ui,
		      const struct cvg_play *play, struct cvg_canvas *into)
{
	uint32_t y = cvg_play_draw_step(play, view->at, ui, into);

	view->strip_y = -1;
	if (y + 3 > into->height)
		return;
	view->strip_y = (int32_t)y;
	view->strip = cvg_play_draw_strip(
		ui, play, view->fit ? 0 : view->zoom + 1, into, y, view->at);
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
		    "{R} guesses one from the parameters, {Space} runs it,");
	cvg_ui_line(ui, into, 2, CVG_ROLE_DIM,
		    ":launch grid=16 block=64 ARG=... sets one.");
}

static void draw(struct cvg_ui *ui, void *state, struct cvg_canvas *into,
		 bool focused)
{
	struct state *view = state;
	const struct cvg_play *play = playing(view, ui);

	const struct cvg_play *other =
		play && view->beside && rev_beside(ui) != CVG_NONE
			? play_of(view, ui, rev_beside(ui))
			: NULL;
	uint32_t half = other ? into->height / 2 : 0;
	struct cvg_canvas part;

	(void)focused;
	if (!play) {
		draw_nothing(ui, into);
		return;
	}
	part = cvg_canvas_part(into, 0, 0, into->width, into->height - half);
	draw_play(view, ui, play, &part);
	if (half < 4)
		return;
	part = cvg_canvas_part(into, 0, into->height - half, into->width, half);
	cvg_play_draw_beside(ui, other, step_at(play, view->at)->cycles,
			     view->strip.per, &part);
}

/* ---- playing --------------------------------------------------------- */

static int patience(struct cvg_ui *ui, void *state)
{
	struct state *view = state;

	return view->pace.running && playing(view, ui)
		       ? cvg_pace_wait(&view->pace)
		       : -1;
}

/* Go on by itself, to the next step at which it stops. */
static void beat(struct cvg_ui *ui, void *state)
{
	struct state *view = state;
	const struct cvg_play *play = playing(view, ui);
	int by = view->pace.back ? -1 : 1;
	const char *why = NULL;

	for (uint32_t i = 0; !why && i < cvg_pace_steps(&view->pace); i++) {
		go_step(view, ui, play, (int64_t)view->at + by);
		why = cvg_pace_stop(&view->pace, ui, play, view->at);
	}
	cvg_str_clear(&ui->message);
	if (!why)
		return;
	view->pace.running = false;
	cvg_ui_tell(ui, CVG_ROLE_TEXT, "stopped: %s", why);
}

static void run(struct state *view, struct cvg_ui *ui, bool back)
{
	bool stop = view->pace.running && view->pace.back == back;
	const struct cvg_play *play = playing(view, ui);

	view->pace.running = !stop;
	view->pace.back = back;
	if (!stop && !back && view->at + 1 >= play->trace.steps.n)
		go_step(view, ui, play, 0);
}

/* What only playing has. False: it is another action. */
static bool act_pace(struct state *view, struct cvg_ui *ui,
		     enum cvg_action action, uint32_t count)
{
	switch (cvg_action_number(action)) {
	case CVG_DO_PACE:
		run(view, ui, view->pace.running && view->pace.back);
		return true;
	case CVG_DO_FALSE:
		run(view, ui, false);
		return true;
	case CVG_DO_PRED:
		run(view, ui, true);
		return true;
	case CVG_DO_NTH:
		view->pace.speed = count;
		cvg_ui_say(ui, CVG_ROLE_TEXT, "speed %u of %u", count,
			   CVG_PACES);
		return true;
	case CVG_DO_SORT:
		view->pace.on = !view->pace.on;
		cvg_ui_say(ui, CVG_ROLE_TEXT, "%s",
			   view->pace.on ? "it stops at breakpoints only"
					 : "it stops where lanes part, and at "
					   "breakpoints");
		return true;
	case CVG_DO_DIFF_FORM:
		show_beside(view, ui);
		return true;
	default:
		return false;
	}
}

/* ---- keys ------------------------------------------------------------ */

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
		go_step(view, ui, play,
			cvg_play_turn(play, at,
				      action == CVG_DO_NEXT ? 1 : -1));
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

	if (!ui->fn || ui->fn->kind != CVG_FN_KERNEL)
		return false;
	played = playing(view, ui);
	if (played && act_pace(view, ui, action, count))
		return true;
	if (played)
		return act_play(view, ui, played, action);
	if (ui->busy || (action != CVG_DO_PLAY && action != CVG_DO_RUN &&
			 action != CVG_DO_PREVIEW && action != CVG_DO_PACE))
		return false;
	if ((action == CVG_DO_RUN || action == CVG_DO_PACE) &&
	    !cvg_session_launch(ui->session) && !cvg_ui_command(ui, "launch"))
		return true;
	play(view, ui);
	if (action == CVG_DO_PACE && playing(view, ui))
		run(view, ui, false);
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
			"%s %s  h l steps  %s where lanes part or meet  j k "
			"other warps  V before and after  + - zoom",
			cvg_action_key(CVG_DO_PACE),
			view->pace.running ? "stop" : "run",
			cvg_action_key(CVG_DO_NEXT));
	else if (cvg_session_launch(ui->session))
		cvg_str_add(out, "p play it");
	else
		cvg_str_add(out, "Space launch as guessed and run  R play");
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
	{CVG_DO_PACE, "let the warp run, or stop it"},
	{CVG_DO_PRED, "let it run back"},
	{CVG_DO_FALSE, "let it run forward"},
	{CVG_DO_NTH, "how fast it runs, from 1 to 9"},
	{CVG_DO_SORT, "stop only at breakpoints, or where lanes part as well"},
	{CVG_DO_DIFF_FORM, "show the same warp of the revision before as well, "
			   "in step by cycles"},
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
	.patience = patience,
	.beat = beat,
};
