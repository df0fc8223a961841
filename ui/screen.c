/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The screen as a whole: its frame, its keys, its turn while a command runs. */
#include "ui/screen.h"

#include "reconverge/look.h"
#include "reconverge/session.h"
#include "reconverge/settings.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

/* between two frames while a command runs and no key comes */
#define DRAW_SECONDS 0.2
#define TRY_MS	     50	    /* without a key before candidates are tried */
#define MAX_FRAMES   100000 /* frames whose times are kept */

double cvg_now(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/* ---- begin and end --------------------------------------------------- */

void cvg_screen_init(struct cvg_screen *scr, struct cvg_ui *ui,
		     struct cvg_term *term)
{
	*scr = (struct cvg_screen){
		.term = term,
		.front = {[CVG_SLOT_TIME] = CVG_VIEW_timeline,
			  [CVG_SLOT_LEFT] = CVG_VIEW_outline,
			  [CVG_SLOT_MAIN] = CVG_VIEW_graph,
			  [CVG_SLOT_SIDE] = CVG_VIEW_ir},
		.focus = CVG_SLOT_MAIN,
		.first = CVG_SLOT_LEFT,
		.second = CVG_SLOT_SIDE,
		.grip = CVG_NEDGES,
		.pending = CVG_NACTIONS,
		.sure = CVG_NACTIONS,
		.clicked_at = -1,
	};
	ui->screen = scr;
	cvg_screen_settings(ui);
	cvg_screen_resize(scr, ui, term ? term->width : 80,
			  term ? term->height : 24);
}

static void drop_states(struct cvg_screen *scr)
{
	for (uint32_t i = 0; i < CVG_NVIEWS; i++) {
		const struct cvg_view *view = cvg_view_of((enum cvg_viewid)i);

		if (scr->state[i] && view->done)
			view->done(scr->state[i]);
		free(scr->state[i]);
		scr->state[i] = NULL;
	}
}

void cvg_screen_settle(struct cvg_ui *ui)
{
	cvg_ui_complete(ui);
	drop_states(ui->screen);
}

void cvg_screen_done(struct cvg_screen *scr, struct cvg_ui *ui)
{
	cvg_prompt_close(ui);
	cvg_popup_close(scr);
	cvg_preview_close(scr);
	cvg_palette_close(scr);
	drop_states(scr);
	cvg_str_done(&scr->job);
	free(scr->frames.at);
	cvg_canvas_done(&scr->canvas);
	ui->screen = NULL;
}

void cvg_screen_resize(struct cvg_screen *scr, struct cvg_ui *ui,
		       uint32_t width, uint32_t height)
{
	cvg_canvas_done(&scr->canvas);
	cvg_canvas_init(&scr->canvas, width, height);
	ui->changed |= CVG_NEW_SIZE;
	cvg_panes_place(scr);
}

void cvg_screen_settings(struct cvg_ui *ui)
{
	const struct cvg_settings *s = cvg_session_settings(ui->session);
	struct cvg_term *term = ui->screen->term;
	int glyphs = cvg_set_int(s, CVG_SET_GLYPHS);
	int ground = cvg_set_int(s, CVG_SET_BACKGROUND);
	struct cvg_termlook look = {
		.light = ground == CVG_BACKGROUND_LIGHT,
		.dark = ground == CVG_BACKGROUND_DARK,
		.mouse = cvg_set_int(s, CVG_SET_MOUSE) == CVG_MOUSE_ON,
	};

	ui->ascii = glyphs == CVG_GLYPHS_ASCII ||
		    (glyphs == CVG_GLYPHS_AUTO &&
		     ui->sh->look.glyphs == cvg_glyphs_of(CVG_ASCII)) ||
		    (term && !term->utf8);
	look.ascii = ui->ascii;
	if (term && term->look)
		term->look(term, &look);
}

/* ---- the frame ------------------------------------------------------- */

static void draw_pane(struct cvg_ui *ui, const struct cvg_pane *pane)
{
	struct cvg_screen *scr = ui->screen;
	struct cvg_canvas part = cvg_canvas_part(&scr->canvas, pane->x, pane->y,
						 pane->width, pane->height);
	void *state = cvg_view_state(ui, pane->view);

	part.marks_cuts = true;
	if (!part.width || !part.height || !ui->fn)
		return;
	if (state)
		cvg_view_of(pane->view)
			->draw(ui, state, &part, pane->slot == scr->focus);
	else
		cvg_canvas_printf(&part, 1, 0, part.width, CVG_ROLE_DIM, 0,
				  "as soon as %s has ended",
				  cvg_str_of(&scr->job));
}

static void draw_bottom(struct cvg_ui *ui)
{
	struct cvg_screen *scr = ui->screen;
	int32_t last = (int32_t)scr->canvas.height - 1;

	if (scr->tour)
		cvg_tour_draw(ui, &scr->canvas, last - 2);
	else if (scr->form != CVG_FORM_SMALL)
		cvg_draw_hint(ui, &scr->canvas,
			      last - 1 - cvg_message_is_long(ui));
	if (scr->prompt.asking != CVG_ASK_NOTHING)
		cvg_prompt_draw(ui, &scr->canvas, last);
	else
		cvg_draw_message(ui, &scr->canvas, last);
}

static void draw_tiny(struct cvg_screen *scr)
{
	cvg_canvas_text(&scr->canvas, 0, 0, scr->canvas.width,
			"reconverge: too small", CVG_ROLE_TEXT, 0);
}

static void compose(struct cvg_ui *ui)
{
	struct cvg_screen *scr = ui->screen;

	cvg_canvas_clear(&scr->canvas);
	scr->caret.shown = false;
	if (scr->form == CVG_FORM_TINY) {
		draw_tiny(scr);
		return;
	}
	for (uint32_t i = 0; i < scr->npanes; i++)
		draw_pane(ui, &scr->pane[i]);
	cvg_draw_status(ui, &scr->canvas);
	cvg_draw_frame(ui, &scr->canvas);
	if (scr->preview.graph)
		cvg_preview_draw(ui, &scr->canvas);
	if (scr->popup.open)
		cvg_popup_draw(ui, &scr->canvas);
	draw_bottom(ui);
	if (scr->palette.open)
		cvg_palette_draw(ui, &scr->canvas);
}

void cvg_screen_show(struct cvg_ui *ui)
{
	struct cvg_screen *scr = ui->screen;

	ui->more = false;
	compose(ui);
	if (scr->term)
		scr->term->show(scr->term, &scr->canvas, &scr->caret);
}

void cvg_screen_text(struct cvg_ui *ui, struct cvg_str *out)
{
	compose(ui);
	cvg_canvas_print(out, &ui->screen->canvas, ui->ascii, false);
}

struct cvg_canvas cvg_draw_box(struct cvg_ui *ui, struct cvg_canvas *into,
			       uint32_t width, uint32_t height,
			       const char *title, const char *foot)
{
	uint32_t most = into->width, high = into->height - 1;
	uint32_t w = width + 2 < most ? width + 2 : most;
	uint32_t h = height + 2 < high ? height + 2 : high;
	uint32_t x = (most - w) / 2, y = (high - h) / 2;

	(void)ui;
	/* The box gets a blank column on both sides. */
	cvg_canvas_fill(into, (int32_t)x - 1, (int32_t)y, w + 2, h,
			CVG_ROLE_TEXT, 0);
	if (w < 3 || h < 3)
		return cvg_canvas_part(into, x, y, w, h);
	cvg_canvas_box(into, (int32_t)x, (int32_t)y, w, h, CVG_LINE_SINGLE,
		       CVG_ROLE_TEXT);
	cvg_canvas_printf(into, (int32_t)x + 2, (int32_t)y, w - 3,
			  CVG_ROLE_TITLE, 0, " %s ", title);
	if (*foot)
		cvg_canvas_printf(into, (int32_t)x + 2, (int32_t)(y + h - 1),
				  w - 3, CVG_ROLE_DIM, 0, " %s ", foot);
	return cvg_canvas_part(into, x + 1, y + 1, w - 2, h - 2);
}

/* ---- keys ------------------------------------------------------------ */

static void fold_digit(struct cvg_ui *ui, const struct cvg_key *key)
{
	enum cvg_action a = ui->screen->pending;

	ui->screen->pending = CVG_NACTIONS;
	if (key->code >= '0' && key->code <= '9')
		cvg_screen_act(ui, a, key->code - '0');
}

static void do_key(struct cvg_ui *ui, const struct cvg_key *key)
{
	struct cvg_screen *scr = ui->screen;
	enum cvg_action a = cvg_keymap_action(ui->keymap, key);
	char name[24];

	if (scr->preview.graph &&
	    cvg_preview_act(ui, key->code == ('C' & 0x1F) ? CVG_DO_CANCEL : a))
		return;
	if (key->code == ('C' & 0x1F)) {
		cvg_screen_act(ui, CVG_DO_CANCEL, 0);
		cvg_ui_say(ui, CVG_ROLE_TEXT, ":q leaves");
	} else if (key->code == ('Z' & 0x1F)) {
		if (scr->term && scr->term->suspend)
			scr->term->suspend(scr->term);
	} else if (a == CVG_DO_FOLD_DEPTH) {
		scr->pending = a;
		cvg_ui_say(ui, CVG_ROLE_TEXT,
			   "fold to depth: 1-9, 0 opens all");
	} else if (a != CVG_NACTIONS) {
		cvg_screen_act(ui, a, a == CVG_DO_NTH ? key->code - '0' : 0);
	} else if (*cvg_key_name(key, name, sizeof name)) {
		struct cvg_str help = {0};

		cvg_ui_keyed(ui, &help, "{?} is help");
		cvg_ui_say(ui, CVG_ROLE_TEXT, "%s does nothing: %s", name,
			   help.at);
		cvg_str_done(&help);
	}
}

/* Esc leaves the tour as soon as nothing lies over the panes. */
static void plain_key(struct cvg_ui *ui, const struct cvg_key *key)
{
	enum cvg_action a = cvg_keymap_action(ui->keymap, key);

	if (a == CVG_DO_CANCEL && !ui->screen->preview.graph &&
	    cvg_tour_leave(ui))
		return;
	do_key(ui, key);
	cvg_tour_did(ui, a);
}

/* Size and loss of the terminal: whatever is open. */
static bool terminal_key(struct cvg_ui *ui, const struct cvg_key *key)
{
	if (key->code == CVG_KEY_RESIZE)
		cvg_screen_resize(ui->screen, ui, key->width, key->height);
	else if (key->code == CVG_KEY_LOST)
		ui->leave = ui->screen->cancel = true;
	else
		return false;
	return true;
}

void cvg_screen_key(struct cvg_ui *ui, const struct cvg_key *key)
{
	struct cvg_screen *scr = ui->screen;

	if (terminal_key(ui, key))
		return;
	if (key->alt && scr->prompt.asking == CVG_ASK_NOTHING) {
		/* Not Alt, but Esc and soon after it another key. */
		const struct cvg_key esc = {.code = CVG_KEY_ESC};
		struct cvg_key rest = *key;

		rest.alt = false;
		cvg_screen_key(ui, &esc);
		cvg_screen_key(ui, &rest);
		return;
	}
	scr->raised = cvg_message_is_long(ui);
	cvg_str_clear(&ui->message);
	if (key->code == CVG_KEY_MOUSE)
		cvg_screen_mouse(ui, key);
	else if (scr->palette.open)
		cvg_palette_key(ui, key);
	else if (scr->prompt.asking != CVG_ASK_NOTHING)
		cvg_prompt_key(ui, key);
	else if (key->code == CVG_KEY_PASTE)
		cvg_ui_tell(ui, CVG_ROLE_TEXT,
			    "text can be pasted at the prompt: press {:}");
	else if (scr->popup.open)
		cvg_popup_key(ui, key);
	else if (scr->pending != CVG_NACTIONS)
		fold_digit(ui, key);
	else
		plain_key(ui, key);
}

/* Of this process and of its children that have ended. */
static double processor_seconds(void)
{
	struct rusage used[2];
	double sum = 0;

	if (getrusage(RUSAGE_SELF, &used[0]) != 0 ||
	    getrusage(RUSAGE_CHILDREN, &used[1]) != 0)
		return NAN;
	for (int i = 0; i < 2; i++)
		sum += (double)(used[i].ru_utime.tv_sec +
				used[i].ru_stime.tv_sec) +
		       (double)(used[i].ru_utime.tv_usec +
				used[i].ru_stime.tv_usec) /
			       1e6;
	return sum;
}

static void note_frame(struct cvg_screen *scr, double began, double processor)
{
	struct cvg_took took = {
		.seconds = (float)(cvg_now() - began),
		.processor = (float)(processor_seconds() - processor)};

	if (scr->frames.n < MAX_FRAMES)
		cvg_push(&scr->frames, took);
}

bool cvg_screen_read(struct cvg_screen *scr, struct cvg_key *key, int wait)
{
	if (!scr->early.code)
		return scr->term->read(scr->term, key, wait);
	*key = scr->early;
	scr->early.code = 0;
	return true;
}

/* The list of candidates is in sight, and nothing lies over the panes. */
static bool shows_candidates(const struct cvg_screen *scr)
{
	bool shown = false;

	for (uint32_t i = 0; i < scr->npanes; i++)
		shown |= scr->pane[i].view == CVG_VIEW_candidates;
	return shown && !scr->preview.graph && !scr->popup.open &&
	       !scr->palette.open && scr->prompt.asking == CVG_ASK_NOTHING;
}

/* The milliseconds after which the view in the pane has something to do, or -1;
 * then it is done if `beat` is set. */
static int pane_patience(struct cvg_ui *ui, const struct cvg_pane *pane,
			 bool beat)
{
	const struct cvg_view *view = cvg_view_of(pane->view);
	void *state = view->patience && ui->fn && !ui->busy
			      ? cvg_view_state(ui, pane->view)
			      : NULL;
	int wait = state ? view->patience(ui, state) : -1;

	if (wait >= 0 && beat)
		view->beat(ui, state);
	return wait;
}

/* How long to wait for a key: there may be something to do when none comes. */
static int patience(struct cvg_ui *ui)
{
	struct cvg_screen *scr = ui->screen;
	int least = shows_candidates(scr) && cvg_ui_can_try(ui) ? TRY_MS : -1;

	if (ui->more)
		return 0;
	for (uint32_t i = 0; i < scr->npanes; i++) {
		int wait = pane_patience(ui, &scr->pane[i], false);

		if (wait >= 0 && (least < 0 || wait < least))
			least = wait;
	}
	return least;
}

/* No key came. */
static void idle(struct cvg_ui *ui)
{
	struct cvg_screen *scr = ui->screen;

	if (ui->more)
		return;
	for (uint32_t i = 0; i < scr->npanes; i++)
		pane_patience(ui, &scr->pane[i], true);
	if (shows_candidates(scr))
		cvg_ui_try(ui);
}

void cvg_screen_loop(struct cvg_ui *ui)
{
	struct cvg_screen *scr = ui->screen;
	struct cvg_key key;
	double began, processor;

	cvg_screen_show(ui);
	scr->opened = cvg_now();
	scr->processor = processor_seconds();
	if (ui->hasty) {
		cvg_screen_settle(ui);
		cvg_screen_show(ui);
	}
	while (!ui->leave && !ui->sh->quit) {
		if (!cvg_screen_read(scr, &key, patience(ui))) {
			idle(ui);
			cvg_screen_show(ui);
			continue;
		}
		began = cvg_now();
		processor = processor_seconds();
		cvg_screen_key(ui, &key);
		/* Take all keys that were typed meanwhile before the next frame
		 * is drawn. */
		while (!ui->leave && !ui->sh->quit &&
		       cvg_screen_read(scr, &key, 0))
			cvg_screen_key(ui, &key);
		if (ui->leave)
			break;
		cvg_screen_show(ui);
		note_frame(scr, began, processor);
	}
}

/* ---- while a command runs -------------------------------------------- */

static void busy_key(struct cvg_ui *ui, const struct cvg_key *key)
{
	enum cvg_action a = cvg_keymap_action(ui->keymap, key);

	if (terminal_key(ui, key))
		return;
	if (key->code == ('C' & 0x1F) || a == CVG_DO_CANCEL)
		ui->screen->cancel = true;
	else if (a == CVG_DO_REDRAW && ui->screen->term)
		ui->screen->term->redraw(ui->screen->term);
	else if (a < CVG_NACTIONS &&
		 cvg_action_info(a)->traits & CVG_WHILE_BUSY)
		cvg_screen_act(ui, a, a == CVG_DO_NTH ? key->code - '0' : 0);
	else if (a != CVG_NACTIONS)
		cvg_ui_say(ui, CVG_ROLE_TEXT, "%s is running: Esc ends it",
			   cvg_str_of(&ui->screen->job));
}

bool cvg_screen_tick(struct cvg_ui *ui, const char *what, double done)
{
	struct cvg_screen *scr = ui->screen;
	struct cvg_term *term = scr->term;
	double now = cvg_now();
	struct cvg_key key;
	bool typed = false;

	if (!term || now - scr->ticked < CVG_TICK_SECONDS)
		return !scr->cancel;
	scr->ticked = now;
	scr->done = done;
	cvg_str_clear(&scr->job);
	cvg_str_add(&scr->job, what);
	for (; term->read(term, &key, 0); typed = true)
		busy_key(ui, &key);
	if (typed || now - scr->drawn > DRAW_SECONDS) {
		scr->drawn = now;
		cvg_screen_show(ui);
	}
	return !scr->cancel;
}
