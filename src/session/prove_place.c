/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Describes the place of a thread. The snapshots of a program have no text, so
 * the text is that of the revision's snapshot, which has the same ids.
 */
#include "inside.h"

#include "reconverge/cxxname.h"
#include "reconverge/graph.h"
#include "reconverge/program.h"

#include <string.h>

static const struct cvg_inst *inst_of(const struct cvg_place *at)
{
	return &at->program->fns[at->fn].fn->insts[at->inst];
}

/* The function's snapshot with text; NULL: it is a library's function. */
static const struct cvg_fn *with_text(struct cvg_session *session,
				      const struct cvg_place *at)
{
	const char *name = at->program->fns[at->fn].name;
	struct rev *rev;

	if (at->rev == CVG_NONE)
		return at->text;
	rev = cvg_history_rev(session->history, at->rev);
	for (uint32_t f = 0; f < cvg_history_nfns(session->history, rev); f++) {
		if (!strcmp(cvg_history_name(session->history, rev, f), name))
			return cvg_history_text(session->history, rev, f)->fn;
	}
	return NULL;
}

/* Append the index: "17", or "1,2" if the extent has several rows. */
static void add_index(struct cvg_str *out, const uint32_t *at,
		      const uint32_t *of)
{
	cvg_str_addf(out, "%u", at[0]);
	if (of[1] > 1 || of[2] > 1)
		cvg_str_addf(out, ",%u", at[1]);
	if (of[2] > 1)
		cvg_str_addf(out, ",%u", at[2]);
}

void cvg_place_thread(struct cvg_str *out, const struct cvg_place *at)
{
	cvg_str_add(out, "block ");
	add_index(out, at->block, at->launch->grid);
	cvg_str_add(out, " thread ");
	add_index(out, at->thread, at->launch->block);
}

uint32_t cvg_place_block(const struct cvg_place *at)
{
	const struct cvg_fn *fn = at->program->fns[at->fn].fn;

	return at->inst == CVG_NONE ? CVG_NONE
				    : fn->blocks[inst_of(at)->block].uid;
}

void cvg_place_inst(struct cvg_session *session, struct cvg_str *out,
		    const struct cvg_place *at)
{
	const struct cvg_fn *text = with_text(session, at);
	uint32_t ninsts = at->program->fns[at->fn].fn->ninsts;

	if (at->inst == CVG_NONE) {
		cvg_cxx_add(out, at->program->fns[at->fn].name);
		return;
	}
	cvg_str_addf(out, "B%u", cvg_place_block(at));
	if (at->fn) {
		cvg_str_add(out, " of ");
		cvg_cxx_add(out, at->program->fns[at->fn].name);
	}
	if (text && text->ninsts == ninsts && text->insts[at->inst].text)
		cvg_str_addf(out, ": %s", text->insts[at->inst].text);
	else
		cvg_str_addf(out, ": %s", cvg_op_name(inst_of(at)->op));
}

void cvg_place_line(struct cvg_str *out, const char *before,
		    const struct cvg_place *at)
{
	const struct cvg_fn *fn = at->program->fns[at->fn].fn;

	if (at->inst != CVG_NONE)
		cvg_spot_add(out, before, fn, inst_of(at)->spot);
}

/* ---- faults ---------------------------------------------------------- */

void cvg_fault_tell(struct cvg_session *session, struct cvg_str *out,
		    const struct cvg_place *at, const struct cvg_fault *fault)
{
	cvg_str_add(out, cvg_fault_text(fault->kind));
	if (*fault->detail)
		cvg_str_addf(out, ": %s", fault->detail);
	cvg_str_add(out, ": ");
	cvg_place_thread(out, at);
	cvg_str_add(out, ", ");
	cvg_place_inst(session, out, at);
	cvg_place_line(out, ", ", at);
}
