/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The answers of commands, as views. */
#include "ui/answer.h"
#include "ui/keys.h"
#include "ui/marks.h"

#include "reconverge/graph.h"

#include <stdlib.h>
#include <string.h>

bool cvg_is_answer(enum cvg_viewid view)
{
	return cvg_view_of(view)->update == cvg_answer_update;
}

void cvg_answer_done(void *state)
{
	struct cvg_answer *answer = state;

	cvg_sheet_done(&answer->sheet);
	cvg_str_done(&answer->line);
}

/* ---- asking ---------------------------------------------------------- */

/* The block that a line of a table begins with, or CVG_NONE. */
static uint32_t block_of(const struct cvg_fn *fn, const char *line)
{
	char *end;
	unsigned long uid;

	line += strspn(line, " ");
	if (line[0] != 'B')
		return CVG_NONE;
	uid = strtoul(line + 1, &end, 10);
	if (end == line + 1 || uid >= CVG_NONE)
		return CVG_NONE;
	return cvg_block_by_uid(fn, (uint32_t)uid);
}

/* The titles of columns have no numbers; what is counted follows behind a '@'. */
static enum cvg_role role_of(const char *line, size_t n)
{
	bool number = strcspn(line, "0123456789") < n;

	return *line == '@' || !number ? CVG_ROLE_TITLE : CVG_ROLE_TEXT;
}

static void write(struct cvg_answer *answer, const char *text)
{
	cvg_sheet_begin(&answer->sheet);
	answer->sheet.pick = true;
	while (*text) {
		size_t n = strcspn(text, "\n");

		cvg_sheet_pad(&answer->sheet, 1);
		cvg_sheet_putn(&answer->sheet,
			       answer->answered ? role_of(text, n)
						: CVG_ROLE_ALERT,
			       0, text, n);
		cvg_sheet_end(&answer->sheet, block_of(answer->fn, text));
		text += n + (text[n] == '\n');
	}
	cvg_list_go(&answer->sheet.list, 0);
}

/* What the command said stands at the end of the log, behind its line. */
static const char *said_since(const struct cvg_ui *ui, size_t before)
{
	const char *said;

	if (ui->log.n <= before)
		return "";
	said = strchr(ui->log.at + before, '\n');
	return said ? said + 1 : "";
}

/* Run answer->line. */
static void ask(struct cvg_ui *ui, struct cvg_answer *answer)
{
	size_t before = ui->log.n;

	if (ui->busy)
		return;
	answer->answered = cvg_ui_command(ui, answer->line.at);
	answer->fn = ui->fn;
	answer->rev = ui->rev;
	write(answer, said_since(ui, before));
}

static void set_line(struct cvg_answer *answer, const char *line)
{
	cvg_str_clear(&answer->line);
	cvg_str_add(&answer->line, line);
}

void cvg_answer_open(struct cvg_ui *ui, enum cvg_viewid view, const char *line)
{
	struct cvg_answer *answer = cvg_view_state(ui, view);

	if (!answer || !ui->fn)
		return;
	set_line(answer, line);
	ask(ui, answer);
	cvg_ui_show(ui, view);
}

static bool is_current(const struct cvg_answer *answer, const struct cvg_ui *ui)
{
	return ui->fn && answer->fn == ui->fn && answer->rev == ui->rev;
}

void cvg_answer_opening(struct cvg_ui *ui, enum cvg_viewid view,
			const char *wants)
{
	struct cvg_answer *answer = cvg_view_state(ui, view);

	if (!answer || !ui->fn || is_current(answer, ui))
		return;
	if (!answer->line.n && wants)
		return;
	if (!answer->line.n)
		set_line(answer, cvg_view_info(view)->name);
	ask(ui, answer);
}

/* ---- drawing --------------------------------------------------------- */

void cvg_answer_update(struct cvg_ui *ui, void *state, unsigned changed)
{
	struct cvg_answer *answer = state;

	if (changed & CVG_NEW_BLOCK && is_current(answer, ui))
		cvg_sheet_go(&answer->sheet, ui->block);
}

void cvg_answer_draw(struct cvg_ui *ui, void *state, struct cvg_canvas *into,
		     bool focused, const char *wants)
{
	struct cvg_answer *answer = state;

	if (answer->fn)
		cvg_sheet_draw(ui, &answer->sheet, into, focused);
	else if (wants)
		cvg_canvas_printf(into, 1, 0, into->width, CVG_ROLE_DIM, 0,
				  "Type :%s", wants);
	else
		cvg_ui_line(ui, into, 0, CVG_ROLE_DIM,
			    "Not asked yet: {Enter} runs the command.");
}

/* ---- keys ------------------------------------------------------------ */

static bool go_block(struct cvg_ui *ui, const struct cvg_answer *answer)
{
	uint32_t block = is_current(answer, ui) ? cvg_sheet_key(&answer->sheet)
						: CVG_NONE;

	if (block != CVG_NONE)
		cvg_ui_go_block(ui, block);
	return block != CVG_NONE;
}

bool cvg_answer_act(struct cvg_ui *ui, void *state, enum cvg_action action,
		    enum cvg_viewid view, const char *wants)
{
	struct cvg_answer *answer = state;

	if (!ui->fn)
		return false;
	if (action == CVG_DO_PREVIEW) {
		if (go_block(ui, answer))
			return true;
		if (answer->line.n)
			ask(ui, answer);
		else if (wants)
			cvg_ui_prompt(ui, cvg_view_info(view)->name);
		else
			cvg_answer_opening(ui, view, wants);
		return true;
	}
	if (cvg_acts_on_row(action)) {
		go_block(ui, answer);
		return false;
	}
	return answer->fn && cvg_sheet_act(&answer->sheet, action);
}

bool cvg_answer_mouse(struct cvg_ui *ui, void *state, enum cvg_mouse what,
		      int32_t x, int32_t y)
{
	struct cvg_answer *answer = state;

	(void)x;
	if (!answer->fn || !cvg_sheet_mouse(&answer->sheet, what, y))
		return false;
	if (what == CVG_MOUSE_CLICK || what == CVG_MOUSE_DOUBLE)
		go_block(ui, answer);
	return true;
}

void cvg_answer_status(struct cvg_ui *ui, void *state, struct cvg_str *out)
{
	const struct cvg_answer *answer = state;

	if (answer->fn)
		cvg_str_addf(out, "%sP%u",
			     is_current(answer, ui) ? "" : "as it was in ",
			     answer->rev);
}

void cvg_answer_hint(struct cvg_ui *ui, void *state, struct cvg_str *out)
{
	const struct cvg_answer *answer = state;
	bool block = is_current(answer, ui) &&
		     cvg_sheet_key(&answer->sheet) != CVG_NONE;

	cvg_str_addf(out, "Enter %s  %s %s move sideways  / search",
		     block ? "go to the block" : "ask again",
		     cvg_action_key(CVG_DO_PAN_LEFT),
		     cvg_action_key(CVG_DO_PAN_RIGHT));
}

bool cvg_answer_find(struct cvg_ui *ui, void *state, int by)
{
	struct cvg_answer *answer = state;

	return answer->fn &&
	       cvg_sheet_find(&answer->sheet, cvg_str_of(&ui->search), by);
}

const struct cvg_viewkey cvg_answer_keys[] = {
	{CVG_DO_PREVIEW, "go to the block that the line under the cursor is "
			 "about, or else run the command again"},
	{0},
};
