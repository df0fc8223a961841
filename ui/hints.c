/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Hints: what can be done with what is highlighted, and what is worth doing next. */
#include "ui/hints.h"

#include "reconverge/analysis.h"
#include "reconverge/choices.h"
#include "reconverge/graph.h"
#include "reconverge/prove.h"
#include "reconverge/session.h"
#include "ui/keys.h"
#include "ui/screen.h"

#include <string.h>

enum fact {
	DIVERGES = 1 << 0, /* the function has a branch that splits warps */
	HAS_WHY = 1 << 1,  /* the cursor is on one, or on a value */
	CAN_HERE = 1 << 2, /* something can be done about it */
	CAN = 1 << 3,	   /* something can be done somewhere */
	PAST = 1 << 4,	   /* another revision than the current is shown */
	CHANGED = 1 << 5,  /* the current one is not the one loaded */
	PROVED = 1 << 6,   /* checked, and it agreed */
	REFUTED = 1 << 7,  /* checked, and it did not */
	MEASURED = 1 << 8,
	COSTS = 1 << 9,	  /* what can be done here costs more than it saves */
	CALLS = 1 << 11,  /* its code is in a function that it only calls */
	LISTED = 1 << 10, /* the keys go to the list of what can be done */
};

struct hint {
	/* the facts that must hold, and those that must not */
	unsigned when, unless;
	enum cvg_action action;
	const char *text;
	/* the command of the choice under the cursor stands after the text */
	bool name;
};

static const struct hint here[] = {
	{.when = HAS_WHY, .unless = PAST, .action = CVG_DO_WHY, .text = "why"},
	{.when = CAN_HERE,
	 .unless = PAST,
	 .action = CVG_DO_PREVIEW,
	 .text = "preview",
	 .name = true},
	{.when = CAN_HERE,
	 .unless = PAST | COSTS,
	 .action = CVG_DO_APPLY,
	 .text = "do it"},
	{.when = CAN_HERE | COSTS,
	 .unless = PAST,
	 .action = CVG_DO_APPLY,
	 .text = "do it, although it costs"},
	{.when = CALLS,
	 .unless = CAN_HERE | PAST,
	 .action = CVG_DO_PREVIEW,
	 .text = "go to the function with its code"},
};

static const struct hint next[] = {
	{.when = PAST, .action = CVG_DO_SHOW_diff, .text = "before and after"},
	{.when = PAST, .action = CVG_DO_REV_ON, .text = "later"},
	{.when = PAST, .action = CVG_DO_REV_BACK, .text = "earlier"},
	{.when = REFUTED,
	 .unless = PAST,
	 .action = CVG_DO_UNDO,
	 .text = "undo: the check found a difference"},
	{.when = CAN,
	 .unless = CAN_HERE | PAST | LISTED,
	 .action = CVG_DO_SHOW_candidates,
	 .text = "what can be done"},
	{.when = CHANGED,
	 .unless = PROVED | REFUTED | PAST,
	 .action = CVG_DO_CHECK,
	 .text = "check it"},
	{.when = CHANGED | PROVED,
	 .unless = PAST,
	 .action = CVG_DO_WRITE,
	 .text = "write it"},
	{.when = CHANGED,
	 .unless = PAST,
	 .action = CVG_DO_SHOW_diff,
	 .text = "before and after"},
	{.when = DIVERGES,
	 .unless = CHANGED | CAN | LISTED,
	 .action = CVG_DO_SHOW_candidates,
	 .text = "why nothing can be done"},
	{.unless = DIVERGES | CHANGED | PAST,
	 .action = CVG_DO_SHOW_outline,
	 .text = "nothing diverges: other functions"},
	{.unless = MEASURED | PAST,
	 .action = CVG_DO_PLAY,
	 .text = "play a warp"},
	{.when = MEASURED,
	 .unless = PAST,
	 .action = CVG_DO_SHOW_metrics,
	 .text = "what was measured"},
	{.when = CHANGED,
	 .unless = PAST,
	 .action = CVG_DO_UNDO,
	 .text = "undo"},
};

/* The choice under the cursor, if it can be done. */
static const struct cvg_choice *choice_here(struct cvg_ui *ui)
{
	const struct cvg_choices *cs = cvg_ui_choices(ui);

	if (ui->choice >= cs->n || !cs->at[ui->choice].command)
		return NULL;
	return &cs->at[ui->choice];
}

static bool has_keys(const struct cvg_ui *ui, enum cvg_viewid view)
{
	const struct cvg_pane *p =
		ui->screen ? cvg_pane_focused(ui->screen) : NULL;

	return p && p->view == view;
}

static bool at_value(const struct cvg_ui *ui)
{
	const char *text;

	if (ui->inst == CVG_NONE)
		return false;
	text = ui->fn->values[cvg_inst_value(ui->fn, ui->inst)].text;
	return text && *text == '%';
}

static unsigned facts_of(struct cvg_ui *ui)
{
	const struct cvg_uniform *uniform = cvg_ana_uniform(ui->ana);
	const struct cvg_choices *cs = cvg_ui_choices(ui);
	const struct cvg_proof *proof = cvg_session_proof(ui->session, ui->rev);
	unsigned facts = 0;

	if (has_keys(ui, CVG_VIEW_candidates))
		facts |= LISTED;
	if (uniform->nbranches)
		facts |= DIVERGES;
	if (cvg_bits_has(&uniform->divergent_term, ui->block) || at_value(ui))
		facts |= HAS_WHY;
	if (choice_here(ui))
		facts |= CAN_HERE;
	if (ui->body != CVG_NONE)
		facts |= CALLS;
	if (choice_here(ui) && cvg_choice_brings(choice_here(ui), NULL) < 0)
		facts |= COSTS;
	for (uint32_t i = 0; i < cs->n && !(facts & CAN); i++)
		facts |= cs->at[i].command ? CAN : 0;
	if (ui->rev != cvg_session_current(ui->session))
		facts |= PAST;
	if (cvg_session_current(ui->session))
		facts |= CHANGED;
	if (!proof->function || strcmp(proof->function, ui->fn->name) != 0)
		return facts;
	if (proof->checked == CVG_AGREES)
		facts |= PROVED;
	if (proof->checked == CVG_DIFFERS)
		facts |= REFUTED;
	if (proof->measured)
		facts |= MEASURED;
	return facts;
}

static void add_hint(struct cvg_str *out, const struct hint *h,
		     const struct cvg_choice *choice)
{
	const char *key = cvg_action_key(h->action);

	if (!key)
		return;
	cvg_str_addf(out, "%s%s %s", out->n ? "  " : "", key, h->text);
	if (h->name && choice)
		cvg_str_addf(out, " %s", choice->command);
}

/* Would the action open the view that has the keys already? */
static bool is_open(const struct cvg_ui *ui, enum cvg_action action)
{
	const struct cvg_pane *pane =
		ui->screen ? cvg_pane_focused(ui->screen) : NULL;

	return pane && action == cvg_view_opening(pane->view);
}

static void add_those(struct cvg_ui *ui, struct cvg_str *out,
		      const struct hint *table, size_t n)
{
	unsigned facts;

	if (!ui->fn)
		return;
	facts = facts_of(ui);
	for (size_t i = 0; i < n; i++)
		if ((facts & table[i].when) == table[i].when &&
		    !(facts & table[i].unless) && !is_open(ui, table[i].action))
			add_hint(out, &table[i], choice_here(ui));
}

void cvg_ui_hints_here(struct cvg_ui *ui, struct cvg_str *out)
{
	add_those(ui, out, here, sizeof here / sizeof *here);
}

void cvg_ui_hints_next(struct cvg_ui *ui, struct cvg_str *out)
{
	add_those(ui, out, next, sizeof next / sizeof *next);
}
