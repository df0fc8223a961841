/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The selection: revision, block, instruction, value and choice; and the trail
 * of places where the cursor was. Works without a screen.
 */
#include "ui/keymap.h"
#include "ui/searched.h"

#include "reconverge/analysis.h"
#include "reconverge/choices.h"
#include "reconverge/cmd.h"
#include "reconverge/cxxname.h"
#include "reconverge/graph.h"
#include "reconverge/look.h"
#include "reconverge/session.h"
#include "reconverge/settings.h"

#include <stdlib.h>
#include <string.h>

#define TRAIL 256  /* places remembered */
#define LARGE 1000 /* blocks of a function that is drawn before it is planned */

/* ---- blocks from one revision to another ----------------------------- */

/* The first block that was made from `uid`. */
static uint32_t made_from(const struct cvg_fn *fn, uint32_t uid)
{
	for (uint32_t b = 0; b < fn->nblocks; b++) {
		const struct cvg_block *block = &fn->blocks[b];

		for (uint32_t i = 0; i < block->norigins; i++)
			if (fn->origins[block->origins_at + i] == uid)
				return b;
	}
	return CVG_NONE;
}

/* The same block in `to`, else a block made from it or from which it was made,
 * else the entry. */
static uint32_t follow(const struct cvg_fn *from, uint32_t block,
		       const struct cvg_fn *to)
{
	const struct cvg_block *was = &from->blocks[block];
	uint32_t b = cvg_block_by_uid(to, was->uid);

	if (b == CVG_NONE)
		b = made_from(to, was->uid);
	for (uint32_t i = 0; b == CVG_NONE && i < was->norigins; i++)
		b = cvg_block_by_uid(to, from->origins[was->origins_at + i]);
	return b == CVG_NONE ? 0 : b;
}

/* ---- choices --------------------------------------------------------- */

static bool concerns(const struct cvg_choice *choice, uint32_t block)
{
	for (uint32_t i = 0; i < choice->nblocks; i++)
		if (choice->blocks[i] == block)
			return true;
	return false;
}

/* The best choice at the block, else the smallest one that concerns it and can
 * be done. */
static uint32_t choice_at(struct cvg_ui *ui, uint32_t block)
{
	const struct cvg_choices *cs = cvg_ui_choices(ui);
	uint32_t best = CVG_NONE;

	for (uint32_t i = 0; i < cs->n; i++)
		if (cs->at[i].block == block)
			return i;
	for (uint32_t i = 0; i < cs->n; i++)
		if (cs->at[i].command && concerns(&cs->at[i], block) &&
		    (best == CVG_NONE ||
		     cs->at[i].nblocks < cs->at[best].nblocks))
			best = i;
	return best;
}

/* The act of the choice under the cursor; NULL: there is none. */
static const char *act_here(const struct cvg_ui *ui)
{
	return ui->choices && ui->choice < ui->choices->n
		       ? ui->choices->at[ui->choice].act
		       : NULL;
}

/* The choice of that act at the block, if there is one, else choice_at. */
static uint32_t choice_of(struct cvg_ui *ui, uint32_t block, const char *act)
{
	const struct cvg_choices *cs = cvg_ui_choices(ui);

	for (uint32_t i = 0; act && i < cs->n; i++)
		if (cs->at[i].block == block && !strcmp(cs->at[i].act, act))
			return i;
	return choice_at(ui, block);
}

static void set_choice(struct cvg_ui *ui, uint32_t choice)
{
	if (choice == ui->choice)
		return;
	ui->choice = choice;
	ui->changed |= CVG_NEW_CHOICE;
}

/* ---- the trail ------------------------------------------------------- */

static void remember(struct cvg_ui *ui)
{
	uint32_t uid = ui->fn->blocks[ui->block].uid;

	if (ui->trail.n && ui->trail.at[ui->trail_at] == uid)
		return;
	if (ui->trail.n)
		ui->trail.n = ui->trail_at + 1;
	if (ui->trail.n == TRAIL)
		memmove(ui->trail.at, ui->trail.at + 1,
			--ui->trail.n * sizeof *ui->trail.at);
	cvg_push(&ui->trail, uid);
	ui->trail_at = ui->trail.n - 1;
}

/* ---- blocks and instructions ----------------------------------------- */

static void move_to(struct cvg_ui *ui, uint32_t block)
{
	ui->block = block;
	ui->inst = CVG_NONE;
	ui->changed |= CVG_NEW_BLOCK | CVG_NEW_INST;
	if (!ui->busy)
		set_choice(ui, choice_at(ui, block));
}

void cvg_ui_go_block(struct cvg_ui *ui, uint32_t block)
{
	if (!ui->fn || block >= ui->fn->nblocks)
		return;
	if (block == ui->block) {
		if (ui->inst != CVG_NONE)
			ui->changed |= CVG_NEW_INST;
		ui->inst = CVG_NONE;
		return;
	}
	if (!ui->walking)
		remember(ui);
	move_to(ui, block);
	if (!ui->walking)
		remember(ui);
}

void cvg_ui_go_inst(struct cvg_ui *ui, uint32_t inst)
{
	if (!ui->fn || inst >= ui->fn->ninsts || inst == ui->inst)
		return;
	cvg_ui_go_block(ui, ui->fn->insts[inst].block);
	ui->inst = inst;
	ui->changed |= CVG_NEW_INST;
}

void cvg_ui_go_choice(struct cvg_ui *ui, uint32_t choice)
{
	const struct cvg_choices *cs = cvg_ui_choices(ui);

	if (choice >= cs->n && choice != CVG_NONE)
		return;
	if (choice != CVG_NONE)
		cvg_ui_go_block(ui, cs->at[choice].block);
	set_choice(ui, choice);
}

void cvg_ui_light_value(struct cvg_ui *ui, uint32_t value)
{
	if (value == ui->value)
		return;
	ui->value = value;
	ui->changed |= CVG_NEW_VALUE;
}

bool cvg_ui_go_back(struct cvg_ui *ui, int by)
{
	struct cvg_u32s *t = &ui->trail;

	if (!ui->fn || !t->n)
		return false;
	/* The place that walking reached becomes the newest one of the
	 * trail. */
	if (by < 0 && ui->trail_at + 1 == t->n)
		remember(ui);
	for (;;) {
		uint32_t b;

		if (by < 0 ? ui->trail_at == 0 : ui->trail_at + 1 >= t->n)
			return false;
		ui->trail_at = by < 0 ? ui->trail_at - 1 : ui->trail_at + 1;
		b = cvg_block_by_uid(ui->fn, t->at[ui->trail_at]);
		if (b != CVG_NONE && b != ui->block) {
			move_to(ui, b);
			return true;
		}
	}
}

/* ---- revisions ------------------------------------------------------- */

/* The value of that name in `to`. */
static uint32_t follow_value(const struct cvg_fn *from, uint32_t value,
			     const struct cvg_fn *to)
{
	const char *text =
		value < from->nvalues ? from->values[value].text : NULL;

	return text && *text == '%' ? cvg_value_by_name(to, text) : CVG_NONE;
}

static void show_fn(struct cvg_ui *ui, uint32_t rev, const struct cvg_fn *fn)
{
	const struct cvg_fn *was = ui->fn;

	ui->rev = rev;
	ui->fn = fn;
	ui->ana = cvg_session_ana(ui->session, rev, CVG_NONE);
	ui->inst = CVG_NONE;
	ui->lit[0] = ui->lit[1] = CVG_NONE;
	ui->choice = CVG_NONE;
	cvg_ui_tries_anew(ui);
	if (was && was != fn && !strcmp(was->name, fn->name)) {
		ui->block = follow(was, ui->block, fn);
		ui->value = follow_value(was, ui->value, fn);
	} else if (was != fn) {
		ui->trail.n = ui->trail_at = 0;
		ui->value = CVG_NONE;
		ui->block = 0;
	}
	ui->changed = CVG_NEW_ALL;
	ui->choice = choice_at(ui, ui->block);
}

void cvg_ui_look_at(struct cvg_ui *ui, uint32_t rev)
{
	const struct cvg_fn *fn;

	if (!ui->fn || rev == ui->rev || rev >= cvg_session_nrevs(ui->session))
		return;
	fn = cvg_session_fn(ui->session, rev, CVG_NONE);
	if (fn)
		show_fn(ui, rev, fn);
	else
		cvg_ui_say(ui, CVG_ROLE_ALERT,
			   "P%u does not have this function", rev);
}

/* The block to show first: that of the best choice, else one with a divergent
 * branch. */
static uint32_t interesting(struct cvg_ui *ui)
{
	const struct cvg_choices *cs = cvg_ui_choices(ui);
	const struct cvg_uniform *uniform = cvg_ana_uniform(ui->ana);

	if (cs->n && cs->at[0].command && cs->at[0].block != CVG_NONE)
		return cs->at[0].block;
	for (uint32_t b = 0; b < ui->fn->nblocks; b++)
		if (cvg_bits_has(&uniform->divergent_term, b))
			return b;
	return 0;
}

void cvg_ui_refresh(struct cvg_ui *ui)
{
	struct cvg_session *session = ui->session;
	const struct cvg_fn *fn, *was = ui->fn;
	const char *act = act_here(ui);

	if (!cvg_session_loaded(session))
		return;
	fn = cvg_session_fn(session, CVG_NONE, CVG_NONE);
	ui->changed |= CVG_NEW_TREE | CVG_NEW_RUN | CVG_NEW_LOG;
	/* A profile may have become another one where the last one was. */
	if (cvg_session_settings(session)->profile ||
	    (ui->choices_settings && ui->choices_settings->profile))
		cvg_ui_choices_drop(ui);
	if (fn != was || ui->rev != cvg_session_current(session)) {
		show_fn(ui, cvg_session_current(session), fn);
		if (!was || strcmp(was->name, fn->name) != 0)
			move_to(ui, interesting(ui));
		remember(ui);
	} else if (ui->changed & (CVG_NEW_SETTINGS | CVG_NEW_RUN)) {
		set_choice(ui, choice_of(ui, ui->block, act));
	}
}

/* ---- begin and end --------------------------------------------------- */

static void init(struct cvg_ui *ui, struct cvg_shell *sh)
{
	*ui = (struct cvg_ui){
		.sh = sh,
		.session = sh->session,
		.ascii = sh->look.glyphs == cvg_glyphs_of(CVG_ASCII),
		.rev = CVG_NONE,
		.against = CVG_NONE,
		.inst = CVG_NONE,
		.value = CVG_NONE,
		.choice = CVG_NONE,
		.body = CVG_NONE,
		.lit = {CVG_NONE, CVG_NONE},
		.about = CVG_NVIEWS,
		.changed = CVG_NEW_ALL,
		.keymap = cvg_calloc(1, sizeof *ui->keymap),
	};
}

void cvg_ui_init(struct cvg_ui *ui, struct cvg_shell *sh)
{
	init(ui, sh);
	cvg_ui_refresh(ui);
}

void cvg_ui_begin(struct cvg_ui *ui, struct cvg_shell *sh)
{
	init(ui, sh);
	ui->hasty =
		cvg_session_loaded(sh->session) &&
		cvg_session_rev(sh->session, CVG_NONE)->score.blocks >= LARGE;
	cvg_session_texts(sh->session, !ui->hasty);
	cvg_ui_refresh(ui);
}

void cvg_ui_complete(struct cvg_ui *ui)
{
	if (!ui->hasty)
		return;
	ui->hasty = false;
	cvg_session_texts(ui->session, true);
	ui->trail.n = ui->trail_at = 0;
	cvg_session_fn(ui->session, CVG_NONE, CVG_NONE);
	move_to(ui, interesting(ui));
	remember(ui);
	ui->changed = CVG_NEW_ALL;
}

void cvg_ui_done(struct cvg_ui *ui)
{
	cvg_ui_choices_drop(ui);
	cvg_searched_free(ui->searched);
	free(ui->trail.at);
	free(ui->breaks.at);
	free(ui->playing.waits.at);
	cvg_keymap_done(ui->keymap);
	free(ui->keymap);
	cvg_bits_done(&ui->folded);
	cvg_str_done(&ui->search);
	cvg_str_done(&ui->log);
	cvg_str_done(&ui->message);
	*ui = (struct cvg_ui){.sh = NULL};
}

enum cvg_countkind cvg_ui_gain_kind(const struct cvg_ui *ui)
{
	return cvg_session_settings(ui->session)->profile ? CVG_COUNTED_PROFILED
							  : CVG_COUNTED_GUESSED;
}

/* ---- the message line ------------------------------------------------ */

void cvg_ui_say(struct cvg_ui *ui, enum cvg_role role, const char *fmt, ...)
{
	struct cvg_str text = {0};
	va_list ap;

	cvg_str_clear(&ui->message);
	va_start(ap, fmt);
	cvg_str_vaddf(&text, fmt, ap);
	va_end(ap);
	cvg_cxx_add_text(&ui->message, cvg_str_of(&text));
	cvg_str_done(&text);
	ui->message_role = role;
}
