/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The steps of the first warp of the launch in one revision, as a lesson needs
 * them: what the page shows of them is made from this copy, because the program
 * that ran is lent for a short time only. This takes one more run: long launches
 * have no steps, and in a long history only the first and the last revision.
 */
#include "lesson_walk.h"

#include "reconverge/graph.h"
#include "reconverge/metrics.h"
#include "reconverge/program.h"
#include "reconverge/sim.h"

#include <stdlib.h>
#include <string.h>

#define MOST_INSTS 100000000 /* warp instructions of all such runs */
#define MOST_STEPS 10000     /* of the warp */
#define MOST_REVS  12	     /* of a history in which all are followed */

static uint32_t uid_of(const struct cvg_run *run, uint32_t f, uint32_t block)
{
	return run->program->fns[f].fn->blocks[block].uid;
}

/* Add the lanes that wait below the entry that runs, by the blocks in which they
 * will go on. An entry names all lanes that will be there, those of the entries
 * above it, too. */
static void add_waiting(struct cvg_walk *walk, const struct cvg_run *run,
			const struct cvg_trace *trace,
			const struct cvg_trace_step *step)
{
	uint64_t above = step->mask;

	if (step->stack_at == SIZE_MAX)
		return;
	for (uint32_t k = step->depth; k-- > 0;) {
		const struct cvg_trace_entry *entry =
			&trace->entries.at[step->stack_at + k];
		struct cvg_walk_wait wait = {.mask = entry->mask & ~above};

		above |= entry->mask;
		if (!wait.mask || entry->block == CVG_NONE)
			continue;
		wait.fn = entry->fn;
		wait.uid = uid_of(run, entry->fn, entry->block);
		cvg_push(&walk->waits, wait);
	}
}

static void copy_steps(struct cvg_walk *walk, const struct cvg_run *run,
		       const struct cvg_trace *trace)
{
	uint64_t active = 0;

	for (size_t i = 0; i < trace->steps.n; i++) {
		const struct cvg_trace_step *from = &trace->steps.at[i];
		struct cvg_walk_step to = {
			.fn = from->fn,
			.uid = uid_of(run, from->fn, from->block),
			.mask = from->mask,
			.waits_at = walk->waits.n};

		add_waiting(walk, run, trace, from);
		cvg_push(&walk->steps, to);
		active += (uint64_t)__builtin_popcountll(from->mask);
	}
	walk->share = trace->steps.n
			      ? (double)active / ((double)trace->steps.n *
						  run->program->warp)
			      : 1;
}

static void copy(struct cvg_walk *walk, const struct lesson *lesson,
		 const struct step *st, const struct cvg_run *run,
		 const struct cvg_trace *trace)
{
	struct cvg_dot_ask ask = {
		.session = lesson->session, .rev = st->rev, .since = CVG_NONE};

	walk->known = true;
	walk->lanes = run->program->warp;
	walk->total = trace->total;
	walk->focus = cvg_program_fn(run->program, cvg_lesson_focus(lesson));
	walk->nnames = run->program->nfns;
	walk->names = cvg_calloc(walk->nnames, sizeof *walk->names);
	for (uint32_t f = 0; f < walk->nnames; f++)
		walk->names[f] = cvg_strdup(run->program->fns[f].name);
	copy_steps(walk, run, trace);
	cvg_dot_warp(&walk->strip, &ask, run, trace);
	cvg_draw_warp(&walk->text, run, trace, &lesson->look);
}

bool cvg_lesson_walk(struct lesson *lesson, const struct step *st,
		     struct cvg_walk *walk, struct cvg_err *err)
{
	const struct cvg_proof *proof = cvg_lesson_proof_of(lesson, st->rev);
	struct cvg_trace t = {.limit = MOST_STEPS, .stacks = true};
	struct cvg_run run;
	struct cvg_err why;
	bool ok = true;

	*walk = (struct cvg_walk){.focus = CVG_NONE};
	if (!proof || !proof->measured ||
	    (lesson->path.n > MOST_REVS && st->nth &&
	     st->nth + 1 < lesson->path.n))
		return true;
	lesson->issued += proof->metric[CVG_METRIC_WARP_INSTS];
	if (lesson->issued > MOST_INSTS)
		return true;
	if (cvg_session_trace(lesson->session, st->rev, &t, &run, &why)) {
		if (run.result->fault.kind == CVG_F_NONE)
			copy(walk, lesson, st, &run, &t);
	} else if (why.interrupted) {
		*err = why;
		ok = false;
	}
	free(t.steps.at);
	free(t.entries.at);
	return ok;
}

void cvg_walk_done(struct cvg_walk *walk)
{
	for (uint32_t f = 0; f < walk->nnames; f++)
		free(walk->names[f]);
	free(walk->names);
	free(walk->steps.at);
	free(walk->waits.at);
	cvg_str_done(&walk->strip);
	cvg_str_done(&walk->text);
}

bool cvg_walk_whole(const struct cvg_walk *walk)
{
	return walk->known && walk->focus != CVG_NONE &&
	       walk->total == walk->steps.n;
}

uint32_t cvg_walk_lanes(uint64_t mask)
{
	return (uint32_t)__builtin_popcountll(mask);
}

void cvg_walk_add_lanes(struct cvg_str *out, uint64_t mask)
{
	uint32_t told = 0;

	cvg_str_add(out, mask & (mask - 1) ? "lanes " : "lane ");
	for (uint32_t from = 0; from < 64; from++) {
		uint32_t to = from;

		if (!(mask >> from & 1))
			continue;
		while (to < 63 && mask >> (to + 1) & 1)
			to++;
		if (++told > 6) {
			cvg_str_add(out, " and others");
			return;
		}
		cvg_str_addf(out, "%s%u", told > 1 ? ", " : "", from);
		if (to > from)
			cvg_str_addf(out, "%s%u", to > from + 1 ? " to " : ", ",
				     to);
		from = to;
	}
}
