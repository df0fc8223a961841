/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Actions that decide and do, each by a command line: preview and apply the step
 * under the cursor, why, check, run, undo and redo.
 */
#include "ui/screen.h"
#include "ui/steps.h"
#include "reconverge/choices.h"
#include "reconverge/cmd.h"
#include "reconverge/graph.h"
#include "reconverge/session.h"

#include <stdio.h>
#include <string.h>

/* ---- choices --------------------------------------------------------- */

static const struct cvg_choice *chosen(struct cvg_ui *ui)
{
	const struct cvg_choices *cs = cvg_ui_choices(ui);

	return ui->choice < cs->n ? &cs->at[ui->choice] : NULL;
}

void cvg_ui_go_function(struct cvg_ui *ui, uint32_t f)
{
	struct cvg_str line = {0}, name = {0};

	cvg_str_addf(&name, "@%s", cvg_session_function_name(ui->session, f));
	cvg_str_add(&line, "function ");
	cvg_quote(&line, name.at);
	cvg_ui_command(ui, line.at);
	cvg_str_done(&line);
	cvg_str_done(&name);
}

void cvg_ui_nothing_to_do(struct cvg_ui *ui)
{
	const struct cvg_choices *cs = cvg_ui_choices(ui);

	if (cs->n)
		cvg_ui_tell(ui, CVG_ROLE_TEXT,
			    "no step begins at B%u: {y} lists the steps",
			    ui->fn->blocks[ui->block].uid);
	else if (ui->body != CVG_NONE)
		cvg_ui_tell(ui, CVG_ROLE_TEXT,
			    "the code of @%s is in @%s: {Enter} goes there",
			    ui->fn->name,
			    cvg_session_function_name(ui->session, ui->body));
	else if (cvg_session_current(ui->session))
		cvg_ui_tell(ui, CVG_ROLE_TEXT,
			    "nothing splits a warp in @%s: {C} checks it, {W} "
			    "writes it",
			    ui->fn->name);
	else
		cvg_ui_tell(ui, CVG_ROLE_TEXT,
			    "nothing splits a warp in @%s: {o} lists the "
			    "functions",
			    ui->fn->name);
}

/* Can the choice be done? If not, say why in a message. */
static bool can_do(struct cvg_ui *ui, const struct cvg_choice *choice)
{
	if (!choice)
		cvg_ui_nothing_to_do(ui);
	else if (!choice->command)
		cvg_ui_say(ui, CVG_ROLE_TEXT, "%s %s is refused: %s",
			   choice->act, choice->object,
			   choice->reason ? choice->reason
					  : "it would not pay");
	return choice && choice->command;
}

static void preview(struct cvg_ui *ui)
{
	const struct cvg_choice *choice = chosen(ui);
	if (!choice && ui->body != CVG_NONE) {
		cvg_ui_go_function(ui, ui->body);
		return;
	}
	if (!can_do(ui, choice))
		return;
	if (ui->rev != cvg_session_current(ui->session)) {
		cvg_ui_tell(ui, CVG_ROLE_TEXT,
			    "P%u is not the current revision: "
			    "{a} goes there and does it",
			    ui->rev);
		return;
	}
	cvg_preview_open(ui, choice->command);
	/* The preview was a trial, and the list may be another one now. */
	choice = chosen(ui);
	if (choice)
		ui->screen->preview.net =
			cvg_choice_brings(choice, &ui->screen->preview.kind);
}

/* A step that costs more than it saves is done when it is asked for twice. */
static bool is_sure(struct cvg_ui *ui, const struct cvg_choice *choice)
{
	struct cvg_screen *scr = ui->screen;
	enum cvg_countkind kind;
	double net = cvg_choice_brings(choice, &kind);

	if (net >= 0 || !scr || scr->sure == CVG_DO_APPLY)
		return true;
	scr->sure = CVG_DO_APPLY;
	cvg_ui_tell(ui, CVG_ROLE_ALERT,
		    "%s would cost %.0f %s cycles more than it saves: {a} "
		    "again does it",
		    choice->command, -net, cvg_countkind_name(kind));
	return false;
}

static void apply(struct cvg_ui *ui)
{
	const struct cvg_choice *choice = chosen(ui);
	char line[256];

	if (!can_do(ui, choice) || !is_sure(ui, choice))
		return;
	snprintf(line, sizeof line, "%s", choice->command);
	cvg_ui_command(ui, line);
}

bool cvg_ui_no_step(struct cvg_ui *ui, enum cvg_action a, const char *what)
{
	if (a != CVG_DO_APPLY && a != CVG_DO_REJECT)
		return false;
	cvg_ui_say(ui, CVG_ROLE_TEXT, "%s is under the cursor, not a step",
		   what);
	return true;
}

void cvg_ui_go_rev(struct cvg_ui *ui, uint32_t rev)
{
	char line[32];

	if (rev == cvg_session_current(ui->session)) {
		cvg_ui_say(ui, CVG_ROLE_TEXT, "P%u is the current revision",
			   rev);
		return;
	}
	snprintf(line, sizeof line, "goto P%u", rev);
	cvg_ui_command(ui, line);
}

/* Open the prompt with a name for the file: that of the module, in the working
 * directory, with a word before its ending. */
static void propose_write(struct cvg_ui *ui)
{
	const char *path = cvg_session_path(ui->session);
	const char *leaf = strrchr(path, '/') ? strrchr(path, '/') + 1 : path;
	const char *ending = strrchr(leaf, '.');
	struct cvg_str line = {0}, name = {0};

	if (!ending)
		ending = leaf + strlen(leaf);
	cvg_str_addn(&name, leaf, (size_t)(ending - leaf));
	cvg_str_addf(&name, ".out%s", *ending ? ending : ".ll");
	cvg_str_add(&line, "write ");
	if (strcmp(leaf, "-") != 0)
		cvg_quote(&line, name.at);
	cvg_ui_prompt(ui, line.at);
	cvg_str_done(&line);
	cvg_str_done(&name);
}

bool cvg_screen_do(struct cvg_ui *ui, enum cvg_action a)
{
	switch (cvg_action_number(a)) {
	case CVG_DO_WHY:
		cvg_ui_why(ui, ui->inst == CVG_NONE
				       ? CVG_NONE
				       : cvg_inst_value(ui->fn, ui->inst));
		return true;
	case CVG_DO_PREVIEW:
		preview(ui);
		return true;
	case CVG_DO_APPLY:
		apply(ui);
		return true;
	case CVG_DO_APPLY_ALL:
		cvg_ui_command(ui, "darm");
		return true;
	case CVG_DO_RUN:
		cvg_ui_command(ui, "simulate");
		return true;
	case CVG_DO_GO_REV:
		cvg_ui_go_rev(ui, ui->rev);
		return true;
	case CVG_DO_CHECK:
		cvg_ui_command(ui, "check");
		return true;
	case CVG_DO_UNDO:
		cvg_ui_command(ui, "undo");
		return true;
	case CVG_DO_REDO:
		cvg_ui_command(ui, "redo");
		return true;
	case CVG_DO_WRITE:
		propose_write(ui);
		return true;
	case CVG_DO_STEP_BACK:
	case CVG_DO_STEP_ON:
		cvg_ui_step(ui, a == CVG_DO_STEP_ON ? 1 : -1, true);
		return true;
	case CVG_DO_REV_BACK:
	case CVG_DO_REV_ON:
		cvg_ui_step(ui, a == CVG_DO_REV_ON ? 1 : -1, false);
		return true;
	default:
		return false;
	}
}
