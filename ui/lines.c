/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What is drawn around the panes: the status line, titles, rules, hints,
 * messages. */
#include "ui/marks.h"
#include "ui/screen.h"

#include "reconverge/analysis.h"
#include "reconverge/cxxname.h"
#include "reconverge/graph.h"
#include "reconverge/look.h"
#include "reconverge/prove.h"
#include "reconverge/session.h"

#include <string.h>

/* Columns of the bar of a running command, where there is room and where not. */
#define BAR	   20
#define BAR_NARROW 8
#define NARROW	   100 /* columns of the screen */

/* ---- status ---------------------------------------------------------- */

/* What runs, how far it is, how long it has taken and will take, and how to end
 * it. */
static void add_job(const struct cvg_ui *ui, uint32_t width,
		    struct cvg_str *out)
{
	const struct cvg_screen *scr = ui->screen;
	double took = cvg_now() - scr->began;
	uint32_t bar = width < NARROW ? BAR_NARROW : BAR;
	uint32_t full = scr->done > 0 ? (uint32_t)(scr->done * bar) : 0;
	bool left = took >= 1 && scr->done > 0.02;

	cvg_str_addf(out, " %s", cvg_str_of(&scr->job));
	if (scr->done >= 0) {
		cvg_str_add(out, "  [");
		for (uint32_t i = 0; i < bar; i++)
			cvg_str_add(out, i >= full ? ui->ascii ? "." : "\u2591"
					 : ui->ascii ? "#"
						     : "\u2588");
		cvg_str_addf(out, "] %.0f%%", 100 * scr->done);
	}
	if (took >= 1 && (!left || width >= NARROW))
		cvg_str_addf(out, "  %.0f s", took);
	if (left)
		cvg_str_addf(out, "%s about %.0f s left",
			     width < NARROW ? " " : ",",
			     took * (1 - scr->done) / scr->done);
	cvg_str_add(out, "  Esc ends it");
}

static void add_proof(struct cvg_ui *ui, struct cvg_str *out)
{
	const struct cvg_proof *proof = cvg_session_proof(ui->session, ui->rev);

	if (!proof || !proof->function ||
	    strcmp(proof->function, ui->fn->name) != 0)
		return;
	if (proof->checked == CVG_AGREES)
		cvg_str_addf(out, "  checked with %u seeds", proof->seeds);
	else if (proof->checked == CVG_DIFFERS)
		cvg_str_add(out, "  check: DIFFERS");
	if (proof->proven == CVG_PROVEN_PROVED)
		cvg_str_add(out, proof->condition
					 ? "  proved up to the order of threads"
					 : "  proved");
	else if (proof->proven == CVG_PROVEN_REFUTED)
		cvg_str_add(out, "  prove: REFUTED");
}

/* The last part of a path. */
static const char *leaf(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash && slash[1] ? slash + 1 : path;
}

/* The most important facts come first, because a narrow screen cuts the right
 * end. */
static void add_status(struct cvg_ui *ui, struct cvg_str *out)
{
	const struct cvg_rev *rev = cvg_session_rev(ui->session, ui->rev);
	const struct cvg_uniform *uniform = cvg_ana_uniform(ui->ana);
	const struct cvg_glyphs *glyphs =
		cvg_glyphs_of(ui->ascii ? CVG_ASCII : CVG_UNICODE);
	uint32_t current = cvg_session_current(ui->session);

	cvg_str_addc(out, ' ');
	cvg_cxx_add(out, ui->fn->name);
	cvg_str_addf(out, "  P%u", ui->rev);
	if (ui->rev != current)
		cvg_str_addf(out, " (now P%u)", current);
	if (rev->parent != CVG_NONE)
		cvg_str_addf(out, " %.40s", rev->command);
	cvg_str_addf(out, "  %u blocks", ui->fn->nblocks);
	cvg_str_addf(out, "  %s%u divergent", glyphs->divergent,
		     uniform->nbranches);
	add_proof(ui, out);
	cvg_str_addf(out, "  %s  %s", leaf(cvg_session_path(ui->session)),
		     ui->fn->cpu);
}

void cvg_draw_status(struct cvg_ui *ui, struct cvg_canvas *into)
{
	struct cvg_screen *scr = ui->screen;
	struct cvg_str text = {0};

	cvg_canvas_fill(into, 0, 0, into->width, 1, CVG_ROLE_TITLE,
			CVG_CELL_REVERSE);
	if (ui->busy && scr->job.n)
		add_job(ui, into->width, &text);
	else if (ui->fn)
		add_status(ui, &text);
	cvg_ui_text(ui, into, 0, 0, into->width, cvg_str_of(&text),
		    CVG_ROLE_TITLE, CVG_CELL_REVERSE);
	cvg_str_done(&text);
}

/* ---- titles and rules ------------------------------------------------ */

/* A level rule above a pane, joined to the upright rules at its sides; at the
 * edge of the screen it ends in the edge. */
static void draw_level(struct cvg_canvas *into, int32_t x, int32_t y,
		       uint32_t width)
{
	int32_t end = x + (int32_t)width;

	cvg_canvas_line(into, x ? x - 1 : x, y,
			end < (int32_t)into->width ? end : end - 1, y,
			CVG_LINE_SINGLE, CVG_ROLE_DIM);
	if (!x)
		cvg_canvas_join(into, x, y, CVG_LEFT, CVG_LINE_SINGLE,
				CVG_ROLE_DIM);
	if (end >= (int32_t)into->width)
		cvg_canvas_join(into, end - 1, y, CVG_RIGHT, CVG_LINE_SINGLE,
				CVG_ROLE_DIM);
}

void cvg_draw_title(const struct cvg_ui *ui, struct cvg_canvas *into,
		    const struct cvg_pane *pane, bool focused, const char *text)
{
	int32_t x = (int32_t)pane->x, y = cvg_pane_top(pane);

	/* What lies over the panes has another title. */
	cvg_canvas_fill(into, x, y, pane->width, 1, CVG_ROLE_DIM, 0);
	draw_level(into, x, y, pane->width);
	cvg_ui_text(ui, into, x + 1, y, pane->width > 2 ? pane->width - 2 : 0,
		    text, CVG_ROLE_TITLE, focused ? CVG_CELL_REVERSE : 0);
}

void cvg_pane_title(struct cvg_ui *ui, const struct cvg_pane *pane,
		    struct cvg_str *out)
{
	const struct cvg_view *view = cvg_view_of(pane->view);

	cvg_str_addf(out, " %s ", cvg_view_info(pane->view)->title);
	if (view->status && ui->screen->state[pane->view] && ui->fn)
		view->status(ui, ui->screen->state[pane->view], out);
	if (out->n && out->at[out->n - 1] != ' ')
		cvg_str_addc(out, ' ');
}

static void draw_title(struct cvg_ui *ui, struct cvg_canvas *into,
		       const struct cvg_pane *pane)
{
	struct cvg_str text = {0};

	cvg_pane_title(ui, pane, &text);
	cvg_draw_title(ui, into, pane, pane->slot == ui->screen->focus,
		       cvg_str_of(&text));
	cvg_tabs_draw(ui, into, pane, cvg_text_width(text.at, text.n));
	cvg_str_done(&text);
}

/* The upright rule at the left side of a pane that does not begin at the
 * edge. */
static void draw_rule(struct cvg_canvas *into, const struct cvg_pane *pane)
{
	int32_t x = (int32_t)pane->x - 1;
	int32_t top = cvg_pane_top(pane);

	if (x >= 0)
		cvg_canvas_line(into, x, top, x,
				(int32_t)(pane->y + pane->height) - 1,
				CVG_LINE_SINGLE, CVG_ROLE_DIM);
}

void cvg_draw_frame(struct cvg_ui *ui, struct cvg_canvas *into)
{
	struct cvg_screen *scr = ui->screen;

	for (uint32_t i = 0; i < scr->npanes; i++)
		draw_rule(into, &scr->pane[i]);
	for (uint32_t i = 0; i < scr->npanes; i++)
		if (scr->pane[i].title)
			draw_title(ui, into, &scr->pane[i]);
}

/* ---- hints and messages ---------------------------------------------- */

/* Cut hints ("w why  y candidates") to `width` columns: an entry that does not
 * fit is left out as a whole, with all entries after it. */
static void fit_hints(struct cvg_str *hints, uint32_t width)
{
	while (hints->n && cvg_text_width(hints->at, hints->n) > width) {
		char *cut = NULL;

		for (char *at = hints->at; (at = strstr(at, "  ")); at++)
			cut = at;
		hints->n = cut ? (size_t)(cut - hints->at) : 0;
		hints->at[hints->n] = '\0';
	}
}

/* Add the word at `at` to `out`; if it is a key of the table, the user's key
 * instead. *known becomes false if no key does that action any more. Returns
 * the place after the word. */
static const char *put_key(const struct cvg_ui *ui, struct cvg_str *out,
			   const char *at, bool *known)
{
	size_t n = strcspn(at, " ");
	struct cvg_str word = {0};
	const char *key;

	cvg_str_addn(&word, at, n);
	key = cvg_keymap_instead(ui->keymap, cvg_str_of(&word));
	if (key)
		cvg_str_add(out, key);
	else
		*known = false;
	cvg_str_done(&word);
	return at + n;
}

/*
 * Views write hints with the keys of the table, "w why  t f follow". Put the
 * user's keys in their place, and leave out the entries that no key does any
 * more.
 */
static void user_keys(const struct cvg_ui *ui, struct cvg_str *hints)
{
	struct cvg_str out = {0};

	for (const char *at = cvg_str_of(hints); *at;) {
		const char *end = strstr(at, "  ");
		bool known = true, two = at[1] == ' ' && at[2] && at[3] == ' ';
		size_t before = out.n;

		if (out.n)
			cvg_str_add(&out, "  ");
		at = put_key(ui, &out, at, &known);
		if (two) {
			cvg_str_addc(&out, ' ');
			at = put_key(ui, &out, at + 1, &known);
		}
		if (!end)
			end = at + strlen(at);
		cvg_str_addn(&out, at, (size_t)(end - at));
		if (!known && out.n) {
			out.n = before;
			out.at[before] = '\0';
		}
		at = end + strspn(end, " ");
	}
	cvg_str_done(hints);
	*hints = out;
}

/* Draw hints, the key of every entry in another role than its words. */
static void draw_keys(struct cvg_canvas *into, int32_t x, int32_t y,
		      const char *text)
{
	bool key = true;

	while (*text) {
		size_t n = key ? strcspn(text, " ") : strlen(text);
		const char *end = key ? text + n : strstr(text, "  ");
		struct cvg_str part = {0};

		if (end)
			n = (size_t)(end - text);
		cvg_str_addn(&part, text, n);
		x += (int32_t)cvg_canvas_text(
			into, x, y, into->width, cvg_str_of(&part),
			key ? CVG_ROLE_TITLE : CVG_ROLE_TEXT, 0);
		cvg_str_done(&part);
		text += n;
		key = !key;
		if (key) {
			size_t gap = strspn(text, " ");

			text += gap;
			x += (int32_t)gap;
		}
	}
}

/* The hints as the user sees them, and in `help` the entry at the right end. */
static void make_hints(struct cvg_ui *ui, uint32_t columns,
		       struct cvg_str *hints, struct cvg_str *help)
{
	struct cvg_pane *pane = cvg_pane_focused(ui->screen);

	cvg_str_add(help, "? help");
	user_keys(ui, help);
	if (ui->fn && pane && ui->screen->state[pane->view])
		cvg_screen_hints(ui, hints);
	user_keys(ui, hints);
	fit_hints(hints,
		  columns > help->n + 3 ? columns - (uint32_t)help->n - 3 : 0);
}

void cvg_draw_hint(struct cvg_ui *ui, struct cvg_canvas *into, int32_t y)
{
	struct cvg_str text = {0}, help = {0};

	make_hints(ui, into->width, &text, &help);
	cvg_canvas_fill(into, 0, y, into->width, 1, CVG_ROLE_TEXT, 0);
	draw_keys(into, 1, y, cvg_str_of(&text));
	cvg_canvas_text(into, (int32_t)into->width - (int32_t)help.n - 1, y,
			(uint32_t)help.n, cvg_str_of(&help), CVG_ROLE_DIM, 0);
	cvg_str_done(&help);
	cvg_str_done(&text);
}

/* The key that the entry at byte `at` of the hints begins with, or where it has
 * two, the one at that place. */
static void key_at(const struct cvg_str *hints, size_t at, struct cvg_str *out)
{
	const char *text = cvg_str_of(hints), *entry = text, *end;
	size_t key;

	for (const char *gap = text; (gap = strstr(gap, "  ")); gap++)
		if (gap + 2 <= text + at)
			entry = gap + strspn(gap, " ");
	end = strstr(entry, "  ");
	key = strcspn(entry, " ");
	if (entry[key] && entry[key + 1] && entry[key + 2] == ' ' &&
	    (!end || entry + key + 2 < end) &&
	    text + at >= entry + key + 1) /* "t f follow" */
		entry += key + 1;
	cvg_str_addn(out, entry, strcspn(entry, " "));
}

void cvg_hint_click(struct cvg_ui *ui, int32_t x)
{
	struct cvg_str hints = {0}, help = {0}, name = {0};
	uint32_t columns = ui->screen->canvas.width;
	int64_t at = x - 1, right;
	struct cvg_key key;

	make_hints(ui, columns, &hints, &help);
	right = (int64_t)columns - 1 - (int64_t)help.n;
	if (x >= right)
		key_at(&help, 0, &name);
	else if (at >= 0 && (size_t)at < hints.n)
		key_at(&hints, (size_t)at, &name);
	if (cvg_key_named(cvg_str_of(&name), &key))
		cvg_screen_key(ui, &key);
	cvg_str_done(&hints);
	cvg_str_done(&help);
	cvg_str_done(&name);
}

/* Draw a message that is too long for a row in two; the hints stand above it until
 * the next key. */
static void draw_long(const struct cvg_ui *ui, struct cvg_canvas *into,
		      int32_t y)
{
	struct cvg_str text = {0};
	char *rest;

	cvg_text_wrap(&text, ui->message.at, into->width - 2);
	rest = strchr(text.at, '\n');
	if (rest)
		*rest++ = '\0';
	for (char *gap = rest; gap && *gap; gap++)
		*gap = *gap == '\n' ? ' ' : *gap;
	cvg_canvas_fill(into, 0, y - 1, into->width, 2, CVG_ROLE_TEXT, 0);
	cvg_ui_text(ui, into, 1, y - 1, into->width - 1, text.at,
		    ui->message_role, 0);
	cvg_ui_text(ui, into, 1, y, into->width - 1, rest ? rest : "",
		    ui->message_role, 0);
	cvg_str_done(&text);
}

bool cvg_message_is_long(const struct cvg_ui *ui)
{
	const struct cvg_screen *scr = ui->screen;

	return scr->form != CVG_FORM_SMALL && !scr->tour &&
	       scr->prompt.asking == CVG_ASK_NOTHING && ui->message.n &&
	       cvg_text_width(ui->message.at, ui->message.n) + 1 >
		       scr->canvas.width;
}

void cvg_draw_message(struct cvg_ui *ui, struct cvg_canvas *into, int32_t y)
{
	if (cvg_message_is_long(ui))
		draw_long(ui, into, y);
	else if (ui->message.n)
		cvg_ui_text(ui, into, 1, y, into->width - 1, ui->message.at,
			    ui->message_role, 0);
	else if (ui->screen->form == CVG_FORM_SMALL)
		cvg_draw_hint(ui, into, y);
}
