/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The choices of the revision shown, made once and kept until they change. */
#include "ui/view.h"

#include <stdlib.h>

#include "reconverge/choices.h"
#include "reconverge/graph.h"
#include "reconverge/session.h"
#include "reconverge/settings.h"

static bool still_good(const struct cvg_ui *ui, const struct cvg_settings *now)
{
	const struct cvg_settings *then = ui->choices_settings;

	if (!ui->choices || ui->choices_fn != ui->fn)
		return false;
	for (unsigned i = 0; i < CVG_NSETTINGS; i++)
		if (now->value[i] != then->value[i])
			return false;
	return now->profile == then->profile && now->rejects == then->rejects;
}

void cvg_ui_choices_drop(struct cvg_ui *ui)
{
	cvg_choices_free(ui->choices);
	free(ui->choices_settings);
	ui->choices = NULL;
	ui->choices_settings = NULL;
}

const struct cvg_choices *cvg_ui_choices(struct cvg_ui *ui)
{
	static const struct cvg_choices none = {.n = 0};
	const struct cvg_settings *settings = cvg_session_settings(ui->session);
	bool current =
		cvg_session_fn(ui->session, CVG_NONE, CVG_NONE) == ui->fn;

	/* A running command may be changing the session's plans. */
	if (ui->busy)
		return ui->choices && ui->choices_fn == ui->fn ? ui->choices
							       : &none;
	/* Asking for the plan brings the profile in the settings up to date. */
	if (current)
		cvg_session_plan(ui->session);
	if (still_good(ui, settings))
		return ui->choices;
	cvg_ui_choices_drop(ui);
	ui->choices = cvg_choices_of(ui->ana, settings);
	ui->choices_fn = ui->fn;
	ui->body = current ? cvg_session_body(ui->session,
					      cvg_session_function(ui->session))
			   : CVG_NONE;
	if (ui->body == cvg_session_function(ui->session))
		ui->body = CVG_NONE;
	ui->choices_settings = cvg_alloc(sizeof *settings);
	*ui->choices_settings = *settings;
	return ui->choices;
}

void cvg_ui_draw_no_choices(struct cvg_ui *ui, struct cvg_canvas *into)
{
	bool none = ui->body == CVG_NONE;

	cvg_canvas_printf(into, 2, 1, into->width, CVG_ROLE_DIM, 0,
			  "Nothing splits a warp in @%s:", ui->fn->name);
	cvg_canvas_printf(
		into, 2, 2, into->width, CVG_ROLE_DIM, 0, "%s%s.",
		none ? "there is nothing to do" : "its code is in @",
		none ? "" : cvg_session_function_name(ui->session, ui->body));
}
