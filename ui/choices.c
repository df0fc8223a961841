/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The choices of the revision shown, made once and kept until they change, and tried
 * while no key comes. */
#include "ui/screen.h"

#include "reconverge/choices.h"
#include "reconverge/cxxname.h"
#include "reconverge/graph.h"
#include "reconverge/prove.h"
#include "reconverge/session.h"
#include "reconverge/settings.h"

#include <stdlib.h>
#include <string.h>

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
	if (ui->busy || ui->hasty)
		return ui->choices && ui->choices_fn == ui->fn ? ui->choices
							       : &none;
	/* Asking for the plan brings the profile in the settings up to date. */
	if (current)
		cvg_session_plan(ui->session);
	if (still_good(ui, settings))
		return ui->choices;
	cvg_ui_choices_drop(ui);
	ui->choices = cvg_choices_of(ui->ana, settings);
	cvg_choices_learn(ui->choices, ui->session, ui->rev, settings);
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

double cvg_ui_best_gain(struct cvg_ui *ui, uint32_t f)
{
	struct cvg_settings settings = *cvg_session_settings(ui->session);
	struct cvg_ana *ana = cvg_session_ana(ui->session, CVG_NONE, f);
	struct cvg_choices *all;
	double best = 0;

	if (!ana)
		return 0;
	settings.profile = NULL;
	all = cvg_choices_of(ana, &settings);
	for (uint32_t i = 0; i < all->n; i++)
		if (all->at[i].command && all->at[i].gain > best)
			best = all->at[i].gain;
	cvg_choices_free(all);
	return best;
}

/* ---- trials ---------------------------------------------------------- */

void cvg_ui_tries_anew(struct cvg_ui *ui)
{
	ui->tries = (struct cvg_tries){.tried = 0};
	ui->tries_ready = false;
}

bool cvg_ui_can_try(struct cvg_ui *ui)
{
	return ui->fn && !ui->busy &&
	       ui->rev == cvg_session_current(ui->session) &&
	       cvg_tries_go_on(&ui->tries, cvg_ui_choices(ui), ui->session,
			       cvg_session_settings(ui->session));
}

/* A key ends a trial. */
static bool tick(void *context, double done)
{
	struct cvg_screen *scr = context;
	double now = cvg_now();

	(void)done;
	if (scr->early.code || now - scr->ticked < CVG_TICK_SECONDS)
		return !scr->early.code;
	scr->ticked = now;
	return !scr->term->read(scr->term, &scr->early, 0);
}

/* Have a profile, without which nothing can be tried. */
static void need_profile(struct cvg_ui *ui)
{
	struct cvg_err err = {.msg = ""};

	ui->tries_ready = cvg_session_need_profile(ui->session, &err);
	if (ui->tries_ready)
		cvg_ui_refresh(ui);
	else if (!err.interrupted)
		ui->tries.blind = err;
}

void cvg_ui_try(struct cvg_ui *ui)
{
	const struct cvg_settings *settings = cvg_session_settings(ui->session);
	struct cvg_screen *scr = ui->screen;
	struct cvg_err err;

	if (!cvg_ui_can_try(ui))
		return;
	if (scr && scr->term)
		cvg_session_ticker(ui->session, tick, scr);
	if (!ui->tries_ready)
		need_profile(ui);
	else if (cvg_tries_next(&ui->tries, ui->choices, ui->session, settings,
				&err))
		cvg_choices_learn(ui->choices, ui->session, ui->rev, settings);
	cvg_session_ticker(ui->session, NULL, NULL);
	ui->changed |= CVG_NEW_CHOICE;
}

void cvg_ui_draw_no_choices(struct cvg_ui *ui, struct cvg_canvas *into)
{
	bool none = ui->body == CVG_NONE;
	struct cvg_str name = {0}, body = {0};

	cvg_cxx_add(&name, ui->fn->name);
	if (!none)
		cvg_cxx_add(&body,
			    cvg_session_function_name(ui->session, ui->body));
	cvg_canvas_printf(into, 2, 1, into->width, CVG_ROLE_DIM, 0,
			  "Nothing splits a warp in %s:", name.at);
	cvg_canvas_printf(into, 2, 2, into->width, CVG_ROLE_DIM, 0, "%s%s.",
			  none ? "there is nothing to do" : "its code is in ",
			  cvg_str_of(&body));
	cvg_str_done(&name);
	cvg_str_done(&body);
}
