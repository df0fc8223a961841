/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What became of each divergent branch that a function came with. */
#include "reconverge/remarks.h"

#include "reconverge/analysis.h"
#include "reconverge/graph.h"
#include "reconverge/plan.h"
#include "reconverge/prove.h"
#include "reconverge/refusal.h"
#include "reconverge/session.h"

#include <stdlib.h>
#include <string.h>

enum title {
#define REMARK(id, title, help) TITLE_##id,
#include "reconverge/remarks.def"
};

static const char *const titles[] = {
#define REMARK(id, title, help) [TITLE_##id] = (title),
#include "reconverge/remarks.def"
};

/* A function before and after the steps. */
struct change {
	struct cvg_remarks *all;
	uint32_t f;
	const char *name;
	const struct cvg_fn *was, *is;
	const struct cvg_uniform *before, *after;
	const struct cvg_plan *plan; /* of what it is now */
};

static void remark(struct change *change, enum cvg_remarkkind kind,
		   enum title title, uint32_t block, const char *text)
{
	const struct cvg_fn *fn = change->was;
	struct cvg_remark one = {
		.kind = kind,
		.title = titles[title],
		.text = cvg_arena_strdup(&change->all->arena, text),
		.function = cvg_arena_strdup(&change->all->arena, change->name),
		.f = change->f,
		.block = block,
		.spot = block == CVG_NONE ? fn->spot
					  : cvg_block_spot(fn, block)};

	cvg_push(change->all, one);
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
	if (candidate && candidate->refusal == CVG_REFUSE_NONE)
		cvg_str_addf(&text, "; melding would save %lld cycles (%s)",
			     (long long)candidate->net,
			     cvg_countkind_name(cvg_candidate_kind(candidate)));
	remark(change, CVG_REMARK_MISSED, TITLE_DIVERGENT, block, text.at);
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
			remark(change, CVG_REMARK_DONE, TITLE_RECONVERGED, b,
			       "threads no longer diverge here");
	}
}

static void tell_counts(struct change *change)
{
	struct cvg_str text = {0};

	cvg_str_addf(&text, "divergent branches %u -> %u, blocks %u -> %u",
		     change->before->nbranches, change->after->nbranches,
		     change->was->nblocks, change->is->nblocks);
	remark(change, CVG_REMARK_DONE, TITLE_CHANGED, CVG_NONE, text.at);
	cvg_str_done(&text);
}

static void tell_function(struct cvg_remarks *all, struct cvg_session *s,
			  uint32_t f)
{
	struct change change = {.all = all,
				.f = f,
				.name = cvg_session_function_name(s, f),
				.is = cvg_session_fn(s, CVG_NONE, f)};
	/* To go to P0 and back takes the longer the more steps there are. */
	bool changed = cvg_session_changed(s, f);

	change.was = changed ? cvg_session_fn(s, 0, f) : change.is;
	if (!change.was || !change.is)
		return;
	cvg_session_focus_at(s, f);
	change.after = cvg_ana_uniform(cvg_session_ana(s, CVG_NONE, f));
	change.before = changed ? cvg_ana_uniform(cvg_session_ana(s, 0, f))
				: change.after;
	if (!change.before->nbranches)
		return;
	change.plan = cvg_session_plan(s);
	if (changed)
		tell_counts(&change);
	tell_branches(&change);
}

bool cvg_session_idle(struct cvg_session *s, uint32_t f)
{
	static const char begin[] = "__clang_ocl_kern_imp_";

	const char *name = cvg_session_function_name(s, f);

	return !strncmp(name, begin, sizeof begin - 1) &&
	       cvg_session_function_named(s, name + sizeof begin - 1) !=
		       CVG_NONE &&
	       !cvg_session_call_sites(s, f);
}

void cvg_remarks_init(struct cvg_remarks *all, struct cvg_session *s)
{
	uint32_t focus = cvg_session_function(s);

	for (uint32_t f = 0; f < cvg_session_nfunctions(s); f++)
		if (!cvg_session_idle(s, f))
			tell_function(all, s, f);
	cvg_session_focus_at(s, focus);
}

void cvg_remarks_done(struct cvg_remarks *all)
{
	cvg_arena_done(&all->arena);
	free(all->at);
}
