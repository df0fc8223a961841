/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Following a warp for the screen. */
#include "ui/play.h"

#include "reconverge/cxxname.h"
#include "reconverge/faults.h"
#include "reconverge/launch.h"
#include "reconverge/program.h"
#include "reconverge/session.h"
#include "ui/screen.h"

#include <stdlib.h>
#include <string.h>

#define MAX_STEPS 200000 /* of a warp that are kept */

void cvg_play_free(struct cvg_play *play)
{
	if (!play)
		return;
	for (uint32_t i = 0; i < play->ncallees; i++) {
		free(play->callee[i].name);
		free(play->callee[i].uid);
	}
	free(play->callee);
	free(play->launch);
	free(play->trace.steps.at);
	free(play->trace.entries.at);
	free(play);
}

/* ---- running --------------------------------------------------------- */

static void copy_callees(struct cvg_play *play,
			 const struct cvg_program *program)
{
	play->ncallees = program->nfns - 1;
	play->callee = cvg_calloc(program->nfns, sizeof *play->callee);
	for (uint32_t f = 1; f < program->nfns; f++) {
		const struct cvg_fn *fn = program->fns[f].fn;
		struct cvg_playfn *to = &play->callee[f - 1];

		to->name = cvg_strdup(program->fns[f].name);
		to->uid = cvg_calloc(fn->nblocks + 1, sizeof *to->uid);
		for (uint32_t b = 0; b < fn->nblocks; b++)
			to->uid[b] = fn->blocks[b].uid;
	}
}

static void note_launch(struct cvg_play *play, const struct cvg_run *run)
{
	const struct cvg_launch *launch = run->launch;
	uint64_t threads = (uint64_t)launch->block[0] * launch->block[1] *
			   launch->block[2];
	struct cvg_str text = {0};

	cvg_launch_text(&text, launch);
	play->launch = cvg_str_take(&text);
	play->lanes = run->program->warp;
	play->nblocks =
		(uint64_t)launch->grid[0] * launch->grid[1] * launch->grid[2];
	play->nwarps = (uint32_t)((threads + play->lanes - 1) / play->lanes);
}

static bool tick(void *context, double done)
{
	struct cvg_ui *ui = context;

	return !ui->screen || cvg_screen_tick(ui, "play", done);
}

static bool trace(struct cvg_ui *ui, struct cvg_play *play, struct cvg_err *err)
{
	struct cvg_run run;
	bool ok;

	if (ui->screen)
		ui->screen->cancel = false;
	ui->busy = true;
	cvg_session_ticker(ui->session, tick, ui);
	ok = cvg_session_trace(ui->session, play->rev, &play->trace, &run, err);
	cvg_session_ticker(ui->session, NULL, NULL);
	ui->busy = false;
	if (!ok)
		return false;
	note_launch(play, &run);
	copy_callees(play, run.program);
	if (run.result->fault.kind != CVG_F_NONE)
		cvg_ui_say(ui, CVG_ROLE_ALERT, "the simulated run failed: %s",
			   cvg_fault_text(run.result->fault.kind));
	if (!play->trace.steps.n)
		return cvg_fail(err,
				"the warp does not exist or executed nothing");
	return true;
}

struct cvg_play *cvg_play_run(struct cvg_ui *ui, uint32_t rev, uint64_t block,
			      uint32_t warp)
{
	struct cvg_play *play = cvg_calloc(1, sizeof *play);
	struct cvg_err err = {.msg = ""};

	play->rev = rev;
	play->fn = cvg_session_fn(ui->session, rev, CVG_NONE);
	play->trace.block = block;
	play->trace.warp = warp;
	play->trace.limit = MAX_STEPS;
	play->trace.stacks = true;
	if (!play->fn || !trace(ui, play, &err)) {
		cvg_ui_say(ui, CVG_ROLE_ALERT, "%s", err.msg);
		cvg_play_free(play);
		return NULL;
	}
	ui->changed |= CVG_NEW_RUN | CVG_NEW_TREE;
	return play;
}

/* ---- asking ---------------------------------------------------------- */

bool cvg_play_holds(const struct cvg_play *play, const struct cvg_ui *ui,
		    uint32_t rev)
{
	const struct cvg_launch *launch = cvg_session_launch(ui->session);
	struct cvg_str text = {0};
	bool same;

	if (!play || !launch || play->rev != rev ||
	    play->fn != cvg_session_fn(ui->session, rev, CVG_NONE))
		return false;
	cvg_launch_text(&text, launch);
	same = !strcmp(cvg_str_of(&text), play->launch);
	cvg_str_done(&text);
	return same;
}

bool cvg_play_splits(const struct cvg_play *play, uint32_t k)
{
	uint64_t was = play->trace.steps.at[k - 1].mask,
		 now = play->trace.steps.at[k].mask;

	return now != was && (now & ~was) == 0;
}

int64_t cvg_play_turn(const struct cvg_play *play, int64_t from, int by)
{
	const struct cvg_trace_step *step = play->trace.steps.at;
	int64_t n = (int64_t)play->trace.steps.n, k = from + by;

	while (k > 0 && k < n && step[k].mask == step[k - 1].mask)
		k += by;
	return k;
}

uint32_t cvg_play_after(const struct cvg_play *play, uint64_t cycles)
{
	size_t low = 0, high = play->trace.steps.n;

	while (high - low > 1) {
		size_t mid = low + (high - low) / 2;

		if (play->trace.steps.at[mid].cycles <= cycles)
			low = mid;
		else
			high = mid;
	}
	return (uint32_t)low;
}

uint32_t cvg_play_deepest(const struct cvg_play *play)
{
	uint32_t most = 1;

	for (size_t k = 0; k < play->trace.steps.n; k++) {
		if (play->trace.steps.at[k].depth > most)
			most = play->trace.steps.at[k].depth;
	}
	return most;
}

void cvg_play_label(const struct cvg_play *play, uint32_t fn, uint32_t block,
		    struct cvg_str *out)
{
	if (fn > play->ncallees)
		return;
	if (fn) {
		cvg_cxx_add(out, play->callee[fn - 1].name);
		cvg_str_addc(out, ' ');
	}
	if (block == CVG_NONE)
		cvg_str_add(out, "end");
	else if (fn)
		cvg_str_addf(out, "B%u", play->callee[fn - 1].uid[block]);
	else
		cvg_str_addf(out, "B%u %s", play->fn->blocks[block].uid,
			     play->fn->blocks[block].name);
}

uint32_t cvg_play_find(const struct cvg_play *play, uint32_t from, int by,
		       const char *text)
{
	uint32_t n = (uint32_t)play->trace.steps.n;
	struct cvg_str label = {0};
	bool found = false;

	for (uint32_t tried = 0; !found && tried < n; tried++) {
		const struct cvg_trace_step *step;

		from = (from + (by < 0 ? n - 1 : 1)) % n;
		step = &play->trace.steps.at[from];
		cvg_str_clear(&label);
		cvg_play_label(play, step->fn, step->block, &label);
		found = strstr(cvg_str_of(&label), text) != NULL;
	}
	cvg_str_done(&label);
	return found ? from : CVG_NONE;
}
