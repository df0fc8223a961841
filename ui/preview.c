/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The preview of a step: the union graph of before and after in the pane of the
 * graph, with what the step would do above it. The step is made as a trial, and
 * taken back before the picture is shown; Enter then makes it, any key that does
 * not move the picture goes back.
 */
#include "ui/marks.h"
#include "ui/screen.h"

#include "reconverge/look.h"
#include "reconverge/session.h"
#include "reconverge/union.h"

#include <string.h>

#define STEP_X 8 /* columns that the picture is moved sideways */
#define STEP_Y 2 /* lines that it is moved up or down */

/* The pane that it is drawn over: that of the graph, or if this one is not in
 * sight the one with the keys. NULL: the screen is too small for panes. */
static struct cvg_pane *pane_of(struct cvg_screen *scr)
{
	for (uint32_t i = 0; i < scr->npanes; i++)
		if (scr->pane[i].slot == CVG_SLOT_MAIN)
			return &scr->pane[i];
	return cvg_pane_focused(scr);
}

/* ---- making it ------------------------------------------------------- */

/* Move the picture so that the first block that differs is in the middle of the
 * width, at the top. */
static void aim(struct cvg_preview *preview, uint32_t width)
{
	const struct cvg_union *graph = preview->graph;
	const struct cvg_layout_place *first = NULL;

	for (uint32_t i = 0; i < graph->n; i++) {
		const struct cvg_layout_place *place = &graph->layout->place[i];

		if (graph->node[i].kind != CVG_SAME &&
		    (!first || place->y < first->y))
			first = place;
	}
	if (!first)
		return;
	preview->left =
		first->x + (int32_t)(first->width / 2) - (int32_t)(width / 2);
	preview->top = first->y - 1;
}

void cvg_preview_look(struct cvg_ui *ui)
{
	struct cvg_screen *scr = ui->screen;
	uint32_t now = cvg_session_current(ui->session);
	uint32_t parent = cvg_session_rev(ui->session, now)->parent;
	const struct cvg_fn *a = cvg_session_fn(ui->session, parent, CVG_NONE);
	const struct cvg_fn *b = cvg_session_fn(ui->session, now, CVG_NONE);
	const struct cvg_pane *pane = scr ? pane_of(scr) : NULL;
	struct cvg_fndiff diff;

	if (!pane || !scr->preview.asked)
		return;
	cvg_fndiff_init(&diff, a, b);
	scr->preview.graph = cvg_union_new(a, b, &diff, pane->width);
	cvg_fndiff_done(&diff);
	aim(&scr->preview, pane->width);
}

void cvg_preview_open(struct cvg_ui *ui, const char *step)
{
	struct cvg_preview *preview = &ui->screen->preview;
	struct cvg_str line = {0};
	bool ok;

	cvg_preview_close(ui->screen);
	cvg_str_addf(&line, "preview %s", step);
	cvg_str_add(&preview->step, step);
	preview->asked = true;
	ok = cvg_ui_ask(ui, line.at, &preview->text);
	preview->asked = false;
	cvg_ui_refresh(ui); /* it may have made a profile */
	if (!ok)
		cvg_ui_say(ui, CVG_ROLE_ALERT, "%s",
			   cvg_str_of(&preview->text));
	else if (!preview->graph)
		cvg_ui_popup(ui, cvg_str_of(&preview->step),
			     cvg_str_of(&preview->text));
	cvg_str_done(&line);
	if (!preview->graph)
		cvg_preview_close(ui->screen);
}

void cvg_preview_close(struct cvg_screen *scr)
{
	cvg_union_free(scr->preview.graph);
	cvg_str_done(&scr->preview.text);
	cvg_str_done(&scr->preview.step);
	scr->preview = (struct cvg_preview){.graph = NULL};
}

/* ---- drawing --------------------------------------------------------- */

static uint32_t lines_of(const char *text)
{
	uint32_t n = *text != '\0';

	for (; *text; text++)
		n += *text == '\n' && text[1];
	return n;
}

/* What the command says behind its first line, which the title of the pane says:
 * wrapped if all of it has room, else a row for each line. */
static void add_rows(const char *text, uint32_t width, uint32_t most,
		     struct cvg_str *out)
{
	struct cvg_str lines = {0};

	text += strcspn(text, "\n");
	while (*text) {
		size_t n;

		text++;
		text += strspn(text, " ");
		n = strcspn(text, "\n");
		cvg_str_addn(&lines, text, n);
		cvg_str_addc(&lines, '\n');
		text += n;
	}
	cvg_text_wrap(out, cvg_str_of(&lines), width);
	if (lines_of(cvg_str_of(out)) > most) {
		cvg_str_clear(out);
		cvg_str_add(out, cvg_str_of(&lines));
	}
	cvg_str_done(&lines);
}

/* Draw the numbers in at most a third of the pane. Returns their rows. */
static uint32_t draw_text(const struct cvg_ui *ui, struct cvg_canvas *into)
{
	uint32_t most = into->height / 3 ? into->height / 3 : 1, rows = 0;
	struct cvg_str text = {0};
	bool cut = false; /* the last line, which has a mark then */
	char *at;

	add_rows(cvg_str_of(&ui->screen->preview.text), into->width - 1, most,
		 &text);
	for (at = text.at; at && *at && rows < most; rows++) {
		char *end = strchr(at, '\n');

		if (end)
			*end = '\0';
		cvg_ui_text(ui, into, 0, (int32_t)rows, into->width - 1, at,
			    rows ? CVG_ROLE_TEXT : CVG_ROLE_TITLE, 0);
		cut = cvg_text_width(at, strlen(at)) > into->width - 1;
		at = end ? end + 1 : NULL;
	}
	if (at && *at && !cut)
		cvg_canvas_text(into, (int32_t)into->width - 1,
				(int32_t)rows - 1, 1, cvg_ui_glyphs(ui)->more,
				CVG_ROLE_DIM, 0);
	cvg_str_done(&text);
	return rows;
}

static int32_t clamp(int32_t at, uint32_t whole, uint32_t room)
{
	int32_t last = (int32_t)whole - (int32_t)room;

	at = at > last ? last : at;
	return at < 0 ? 0 : at;
}

static void draw_title(const struct cvg_ui *ui,
		       const struct cvg_preview *preview,
		       const struct cvg_pane *pane, struct cvg_canvas *into)
{
	struct cvg_str text = {0};

	cvg_str_addf(&text, " Preview of %s ", cvg_str_of(&preview->step));
	cvg_draw_title(ui, into, pane, true, cvg_str_of(&text));
	cvg_str_done(&text);
}

void cvg_preview_draw(struct cvg_ui *ui, struct cvg_canvas *into)
{
	struct cvg_preview *preview = &ui->screen->preview;
	const struct cvg_layout *layout = preview->graph->layout;
	const struct cvg_pane *pane = pane_of(ui->screen);
	struct cvg_canvas part;
	uint32_t rows;

	if (!pane || !pane->width || !pane->height)
		return;
	cvg_canvas_fill(into, (int32_t)pane->x, (int32_t)pane->y, pane->width,
			pane->height, CVG_ROLE_TEXT, 0);
	if (pane->title)
		draw_title(ui, preview, pane, into);
	part = cvg_canvas_part(into, pane->x, pane->y, pane->width,
			       pane->height);
	rows = draw_text(ui, &part);
	part = cvg_canvas_part(into, pane->x, pane->y + rows, pane->width,
			       pane->height - rows);
	preview->left = clamp(preview->left, layout->width, part.width);
	preview->top = clamp(preview->top, layout->height, part.height);
	preview->page = part.height > 2 ? (int32_t)part.height - 2 : 1;
	part.left = preview->left;
	part.top = preview->top;
	cvg_union_draw(preview->graph, &part, ui->ascii);
}

/* ---- keys ------------------------------------------------------------ */

/* False: the action does not move the picture. */
static bool move(struct cvg_preview *preview, enum cvg_action action)
{
	switch (cvg_action_number(action)) {
	case CVG_DO_PAN_LEFT:
		preview->left -= STEP_X;
		return true;
	case CVG_DO_PAN_RIGHT:
		preview->left += STEP_X;
		return true;
	case CVG_DO_PAN_UP:
		preview->top -= STEP_Y;
		return true;
	case CVG_DO_PAN_DOWN:
		preview->top += STEP_Y;
		return true;
	case CVG_DO_PAGE_UP:
		preview->top -= preview->page;
		return true;
	case CVG_DO_PAGE_DOWN:
		preview->top += preview->page;
		return true;
	default:
		return false;
	}
}

/* Make the step; one that costs more than it saves when asked twice. */
static void accept(struct cvg_ui *ui)
{
	struct cvg_preview *preview = &ui->screen->preview;
	struct cvg_str step = {0};

	if (preview->net < 0 && !preview->sure) {
		preview->sure = true;
		cvg_ui_tell(ui, CVG_ROLE_ALERT,
			    "%s would cost %.0f %s cycles more than it saves: "
			    "{Enter} again does it",
			    preview->step.at, -preview->net,
			    cvg_countkind_name(preview->kind));
		return;
	}
	cvg_str_add(&step, preview->step.at);
	cvg_preview_close(ui->screen);
	cvg_ui_command(ui, step.at);
	cvg_str_done(&step);
}

bool cvg_preview_act(struct cvg_ui *ui, enum cvg_action action)
{
	struct cvg_screen *scr = ui->screen;

	if (action == CVG_DO_PREVIEW || action == CVG_DO_APPLY) {
		accept(ui);
		return true;
	}
	scr->preview.sure = false;
	if (move(&scr->preview, action))
		return true;
	if (action == CVG_DO_REDRAW)
		return false;
	cvg_preview_close(scr);
	return action == CVG_DO_CANCEL || action == CVG_DO_CLOSE;
}
