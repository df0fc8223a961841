/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Remarks: what became of each divergent branch that a function came with. The
 * block of a remark is the one that the host has, whose blocks are numbered in
 * order as those of the revision that was loaded are.
 */
#include "inside.h"

#include "reconverge/analysis.h"
#include "reconverge/graph.h"
#include "reconverge/plan.h"
#include "reconverge/refusal.h"
#include "reconverge/session.h"
#include "src/lib/inside.h"

#include <string.h>

/* A function before and after the build's steps. */
struct change {
	struct cvg_build *build;
	const char *name;
	const struct cvg_fn *was, *is;
	const struct cvg_uniform *before, *after;
	const struct cvg_plan *plan; /* of what it is now */
};

static void remark(struct change *change, enum cvg_note_kind kind,
		   const char *title, uint32_t block, const char *text)
{
	struct cvg_note note = {
		.kind = kind,
		.function = cvg_build_line(change->build, change->name),
		.block = block,
		.title = title,
		.text = cvg_build_line(change->build, text)};

	cvg_push(&change->build->notes, note);
}

/* Why the branch of block b, as it is now, still makes threads diverge. */
static void tell_why(struct change *change, uint32_t block, uint32_t b)
{
	const struct cvg_candidate *candidate = cvg_plan_at(change->plan, b);
	struct cvg_str text = {0};

	cvg_str_add(&text, "threads diverge here: ");
	if (candidate && candidate->refusal != CVG_REFUSE_NONE)
		cvg_str_add(&text, cvg_refusal_text(candidate->refusal));
	else
		cvg_str_add(&text, "no step that was taken changes this");
	remark(change, CVG_NOTE_MISSED, "Divergent", block, text.at);
	cvg_str_done(&text);
}

static void tell_branches(struct change *change)
{
	for (uint32_t b = 0; b < change->was->nblocks; b++) {
		uint32_t now;

		if (!cvg_bits_has(&change->before->divergent_term, b))
			continue;
		now = cvg_block_by_uid(change->is, change->was->blocks[b].uid);
		if (now != CVG_NONE &&
		    cvg_bits_has(&change->after->divergent_term, now))
			tell_why(change, b, now);
		else
			remark(change, CVG_NOTE_DONE, "Reconverged", b,
			       "threads no longer diverge here");
	}
}

static void tell_counts(struct change *change)
{
	struct cvg_str text = {0};

	cvg_str_addf(&text, "divergent branches %u -> %u, blocks %u -> %u",
		     change->before->nbranches, change->after->nbranches,
		     change->was->nblocks, change->is->nblocks);
	remark(change, CVG_NOTE_DONE, "Changed", CVG_NONE, text.at);
	cvg_str_done(&text);
}

static void tell_function(struct cvg_build *build, uint32_t f)
{
	struct cvg_session *s = cvg_reconverge_session(build->session);
	struct change change = {.build = build,
				.name = cvg_session_function_name(s, f),
				.was = cvg_session_fn(s, 0, f),
				.is = cvg_session_fn(s, CVG_NONE, f)};
	struct cvg_err err;

	if (!change.was || !cvg_session_focus(s, change.name, &err))
		return;
	change.before = cvg_ana_uniform(cvg_session_ana(s, 0, f));
	change.after = cvg_ana_uniform(cvg_session_ana(s, CVG_NONE, f));
	if (!change.before->nbranches)
		return;
	change.plan = cvg_session_plan(s);
	if (cvg_session_changed(s, f))
		tell_counts(&change);
	tell_branches(&change);
}

void cvg_build_remarks(struct cvg_build *build)
{
	struct cvg_session *s = cvg_reconverge_session(build->session);

	for (uint32_t f = 0; f < cvg_session_nfunctions(s); f++)
		if (!cvg_build_idle(s, f))
			tell_function(build, f);
}
