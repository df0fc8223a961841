/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The machine's view of the function: what the command `machine` says of each
 * block. The code generator takes its time, so the command runs when the view is
 * opened and when the user asks for it, never to draw.
 */
#include "ui/keys.h"
#include "ui/marks.h"
#include "ui/screen.h"
#include "ui/sheet.h"
#include "reconverge/graph.h"

#include <stdlib.h>
#include <string.h>

struct state {
	struct cvg_sheet sheet;
	const struct cvg_fn *fn; /* of the last answer; NULL: never asked */
	bool answered;		 /* if not, the sheet has the reason */
};

static void done(void *state)
{
	struct state *view = state;

	cvg_sheet_done(&view->sheet);
}

/* ---- asking ---------------------------------------------------------- */

/* The block that a line of the command's table begins with, or CVG_NONE. */
static uint32_t block_of(const struct cvg_fn *fn, const char *line)
{
	char *end;
	unsigned long uid;

	if (line[0] != 'B')
		return CVG_NONE;
	uid = strtoul(line + 1, &end, 10);
	for (uint32_t b = 0; end > line + 1 && b < fn->nblocks; b++)
		if (fn->blocks[b].uid == uid)
			return b;
	return CVG_NONE;
}

static void write(struct state *view, char *text)
{
	enum cvg_role role = view->answered ? CVG_ROLE_TITLE : CVG_ROLE_ALERT;
	char *next;

	cvg_sheet_begin(&view->sheet);
	view->sheet.pick = true;
	for (char *line = text; line && *line; line = next) {
		next = strchr(line, '\n');
		if (next)
			*next++ = '\0';
		cvg_sheet_pad(&view->sheet, 1);
		cvg_sheet_put(&view->sheet, role, 0, "%s", line);
		cvg_sheet_end(&view->sheet, block_of(view->fn, line));
		role = view->answered ? CVG_ROLE_TEXT : CVG_ROLE_ALERT;
	}
	cvg_sheet_go(&view->sheet, 0);
}

static void ask(struct cvg_ui *ui, struct state *view)
{
	struct cvg_str line = {0}, text = {0};

	if (ui->busy)
		return;
	cvg_str_addf(&line, "machine P%u", ui->rev);
	view->answered = cvg_ui_ask(ui, line.at, &text);
	view->fn = ui->fn;
	write(view, text.at);
	cvg_sheet_go(&view->sheet, ui->block);
	cvg_str_done(&line);
	cvg_str_done(&text);
}

static bool is_asked(const struct state *view, const struct cvg_ui *ui)
{
	return ui->fn && view->fn == ui->fn;
}

static void opening(struct cvg_ui *ui, enum cvg_viewid from)
{
	struct state *view = cvg_view_state(ui, CVG_VIEW_machine);

	(void)from;
	if (view && ui->fn && !is_asked(view, ui))
		ask(ui, view);
}

/* ---- drawing --------------------------------------------------------- */

static void update(struct cvg_ui *ui, void *state, unsigned changed)
{
	struct state *view = state;

	if (changed & CVG_NEW_BLOCK && is_asked(view, ui))
		cvg_sheet_go(&view->sheet, ui->block);
}

static void draw(struct cvg_ui *ui, void *state, struct cvg_canvas *into,
		 bool focused)
{
	struct state *view = state;

	if (is_asked(view, ui))
		cvg_sheet_draw(ui, &view->sheet, into, focused);
	else
		cvg_ui_line(ui, into, 0, CVG_ROLE_DIM,
			    "Not asked yet: {Enter} generates the machine "
			    "code.");
}

/* ---- keys ------------------------------------------------------------ */

static void go_block(struct cvg_ui *ui, const struct state *view)
{
	uint32_t block = cvg_sheet_key(&view->sheet);

	if (block != CVG_NONE && is_asked(view, ui))
		cvg_ui_go_block(ui, block);
}

static bool act(struct cvg_ui *ui, void *state, enum cvg_action action,
		uint32_t count)
{
	struct state *view = state;

	(void)count;
	if (!ui->fn)
		return false;
	if (!is_asked(view, ui)) {
		if (action == CVG_DO_PREVIEW)
			ask(ui, view);
		return action == CVG_DO_PREVIEW;
	}
	if (!cvg_acts_on_row(action))
		return cvg_sheet_act(&view->sheet, action);
	go_block(ui, view);
	return action == CVG_DO_PREVIEW;
}

static bool mouse(struct cvg_ui *ui, void *state, enum cvg_mouse what,
		  int32_t x, int32_t y)
{
	struct state *view = state;

	(void)x;
	if (!is_asked(view, ui) || !cvg_sheet_mouse(&view->sheet, what, y))
		return false;
	if (what == CVG_MOUSE_CLICK || what == CVG_MOUSE_DOUBLE)
		go_block(ui, view);
	return true;
}

static void status(struct cvg_ui *ui, void *state, struct cvg_str *out)
{
	const struct state *view = state;

	if (is_asked(view, ui) && view->answered)
		cvg_str_addf(out, "P%u", ui->rev);
}

static void hint(struct cvg_ui *ui, void *state, struct cvg_str *out)
{
	const struct state *view = state;

	if (is_asked(view, ui))
		cvg_str_addf(out, "Enter go to the block  %s %s move sideways",
			     cvg_action_key(CVG_DO_PAN_LEFT),
			     cvg_action_key(CVG_DO_PAN_RIGHT));
	else
		cvg_str_add(out, "Enter generate the machine code");
}

static bool find(struct cvg_ui *ui, void *state, int by)
{
	struct state *view = state;

	return is_asked(view, ui) &&
	       cvg_sheet_find(&view->sheet, cvg_str_of(&ui->search), by);
}

static const struct cvg_viewkey keys[] = {
	{CVG_DO_PREVIEW, "generate the machine code if the revision shown is "
			 "another one, else go to the block under the cursor"},
	{0},
};

const struct cvg_view cvg_view_machine = {
	.about = "the machine code of each block, by class, as the command "
		 "machine counts it",
	.keys = keys,
	.size = sizeof(struct state),
	.done = done,
	.update = update,
	.draw = draw,
	.act = act,
	.mouse = mouse,
	.opening = opening,
	.status = status,
	.hint = hint,
	.find = find,
};
