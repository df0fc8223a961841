/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Questions to the reader, each with an answer that is folded. Both are made
 * from facts of the kernel: the steps of the first warp, the analyses, and the
 * verdicts on what could be done. A question whose answer is not known for
 * certain, because the warp made more steps than were kept, is left out.
 */
#include "lesson_walk.h"

#include "reconverge/analysis.h"
#include "reconverge/choices.h"
#include "reconverge/graph.h"
#include "reconverge/session.h"

#include <stdlib.h>
#include <string.h>

/* Append a question and its answer, both HTML, which are emptied. */
static void ask(struct lesson *lesson, struct cvg_str *question,
		struct cvg_str *answer)
{
	cvg_str_addf(&lesson->questions,
		     "<details>\n<summary>%s</summary>\n<p>%s</p>\n"
		     "</details>\n",
		     cvg_str_of(question), cvg_str_of(answer));
	cvg_str_done(question);
	cvg_str_done(answer);
}

static uint32_t block_of(const struct cvg_fn *fn, uint32_t uid)
{
	for (uint32_t b = 0; b < fn->nblocks; b++)
		if (fn->blocks[b].uid == uid)
			return b;
	return CVG_NONE;
}

/* ---- where the warp splits -------------------------------------------- */

/* Does the branch at the end of step i split its lanes? */
static bool splits(const struct cvg_walk *walk, const struct cvg_fn *fn,
		   struct cvg_ana *ana, size_t i)
{
	const struct cvg_walk_step *step = &walk->steps.at[i];
	uint32_t b, to;

	if (step->fn != walk->focus || step[1].fn != walk->focus ||
	    step[1].mask == step->mask || step[1].mask & ~step->mask)
		return false;
	b = block_of(fn, step->uid);
	to = block_of(fn, step[1].uid);
	if (b == CVG_NONE || fn->blocks[b].nsuccs != 2 ||
	    !cvg_bits_has(&cvg_ana_uniform(ana)->divergent_term, b))
		return false;
	return fn->succs[fn->blocks[b].succs_at] == to ||
	       fn->succs[fn->blocks[b].succs_at + 1] == to;
}

static void ask_split(struct lesson *lesson, const struct cvg_walk *walk,
		      struct cvg_ana *ana)
{
	const struct cvg_fn *fn = cvg_ana_fn(ana);
	struct cvg_str question = {0}, answer = {0};
	size_t i = 0;

	while (i + 1 < walk->steps.n && !splits(walk, fn, ana, i))
		i++;
	cvg_str_add(&question, "Which branch is the first to split the first "
			       "warp, and which lanes go which way?");
	if (i + 1 < walk->steps.n) {
		const struct cvg_walk_step *step = &walk->steps.at[i];
		uint32_t b = block_of(fn, step->uid),
			 at = fn->blocks[b].succs_at;
		bool second = fn->succs[at + 1] == block_of(fn, step[1].uid);

		cvg_str_addf(&answer,
			     "That of B%u, in step %zu. Of the %u lanes that "
			     "are there, ",
			     step->uid, i + 1, cvg_walk_lanes(step->mask));
		cvg_walk_add_lanes(&answer, step[1].mask);
		cvg_str_addf(&answer, " (%u) go to B%u first; ",
			     cvg_walk_lanes(step[1].mask), step[1].uid);
		cvg_walk_add_lanes(&answer, step->mask & ~step[1].mask);
		cvg_str_addf(&answer, " (%u) go to B%u.",
			     cvg_walk_lanes(step->mask & ~step[1].mask),
			     fn->blocks[fn->succs[at + !second]].uid);
	} else if (cvg_walk_whole(walk)) {
		cvg_str_add(&answer, "None does: in all its steps, lanes that "
				     "come to a branch together take the same "
				     "way.");
	}
	if (answer.n)
		ask(lesson, &question, &answer);
	cvg_str_done(&question);
}

static void ask_source(struct lesson *lesson, struct cvg_ana *ana)
{
	const struct cvg_fn *fn = cvg_ana_fn(ana);
	const struct cvg_bits *ends = &cvg_ana_uniform(ana)->divergent_term;
	struct cvg_str question = {0}, answer = {0};
	struct cvg_why *why = NULL;
	uint32_t b = 0, n = 0, i;

	while (b < fn->nblocks && !cvg_bits_has(ends, b))
		b++;
	if (b == fn->nblocks || !cvg_block_terminator(fn, b)->nops)
		return;
	cvg_uniform_why(ana, fn->ops[cvg_block_terminator(fn, b)->ops_at], &why,
			&n);
	if (n) {
		cvg_str_addf(&question,
			     "Why may the branch of B%u take its threads to "
			     "different places: in which value do the threads "
			     "differ first?",
			     fn->blocks[b].uid);
		i = cvg_value_inst(fn, why[n - 1].value);
		cvg_str_add(&answer, "In ");
		cvg_html_element(&answer, "code",
				 i != CVG_NONE
					 ? cvg_inst_text(&fn->insts[i])
					 : fn->values[why[n - 1].value].text);
		cvg_str_addf(&answer, ", which is %s. ",
			     cvg_cause_text(why[n - 1].cause));
		if (n == 1)
			cvg_str_add(&answer, "It is the branch's condition.");
		else
			cvg_str_addf(&answer,
				     "The branch's condition is computed from "
				     "it in %u step%s.",
				     n - 1, n == 2 ? "" : "s");
		ask(lesson, &question, &answer);
	}
	free(why);
}

/* ---- loops ------------------------------------------------------------ */

/* How often each lane enters the block. */
static void count_lanes(const struct cvg_walk *walk, uint32_t uid,
			uint32_t times[static 64])
{
	memset(times, 0, 64 * sizeof *times);
	for (size_t i = 0; i < walk->steps.n; i++) {
		const struct cvg_walk_step *step = &walk->steps.at[i];

		if (step->fn != walk->focus || step->uid != uid)
			continue;
		for (uint32_t lane = 0; lane < walk->lanes; lane++)
			times[lane] += step->mask >> lane & 1;
	}
}

/* The lane that comes least often, of those that come at all, and the one that
 * comes most often; the first of several. False: no lane comes. */
static bool extremes(const struct cvg_walk *walk,
		     const uint32_t times[static 64], uint32_t *least,
		     uint32_t *most)
{
	*least = *most = CVG_NONE;
	for (uint32_t lane = 0; lane < walk->lanes; lane++) {
		if (!times[lane])
			continue;
		if (*least == CVG_NONE || times[lane] < times[*least])
			*least = lane;
		if (*most == CVG_NONE || times[lane] > times[*most])
			*most = lane;
	}
	return *least != CVG_NONE;
}

/* Ask of the loop in which the lanes differ most. */
static void ask_loop(struct lesson *lesson, const struct cvg_walk *walk,
		     struct cvg_ana *ana)
{
	const struct cvg_loops *loops = cvg_ana_loops(ana);
	const struct cvg_fn *fn = cvg_ana_fn(ana);
	struct cvg_str question = {0}, answer = {0};
	uint32_t times[64], best = CVG_NONE, width = 0, least, most;

	for (uint32_t l = 0; l < loops->n; l++) {
		count_lanes(walk, fn->blocks[loops->loop[l].header].uid, times);
		if (!extremes(walk, times, &least, &most))
			continue;
		if (best == CVG_NONE || times[most] - times[least] > width) {
			best = l;
			width = times[most] - times[least];
		}
	}
	if (best == CVG_NONE)
		return;
	count_lanes(walk, fn->blocks[loops->loop[best].header].uid, times);
	extremes(walk, times, &least, &most);
	cvg_str_addf(&question,
		     "How often does lane %u come to B%u, the header of loop "
		     "L%u, and which lane comes there most often?",
		     least, fn->blocks[loops->loop[best].header].uid, best);
	if (times[least] == 1)
		cvg_str_add(&answer, "Once");
	else
		cvg_str_addf(&answer, "%u times", times[least]);
	if (width)
		cvg_str_addf(&answer,
			     ". Lane %u comes %u times. A lane that is done "
			     "with the loop waits for the others, so that the "
			     "warp takes as long as its slowest lane.",
			     most, times[most]);
	else
		cvg_str_add(&answer, ", as do all lanes that come there.");
	ask(lesson, &question, &answer);
}

/* ---- the lanes -------------------------------------------------------- */

static void ask_idle(struct lesson *lesson, const struct cvg_walk *walk)
{
	struct cvg_str question = {0}, answer = {0};
	uint32_t all = 0, threads;
	uint64_t any = 0;
	size_t fewest = 0;

	for (size_t i = 0; i < walk->steps.n; i++)
		any |= walk->steps.at[i].mask;
	threads = cvg_walk_lanes(any);
	for (size_t i = 1; i < walk->steps.n; i++)
		if (cvg_walk_lanes(walk->steps.at[i].mask) <
		    cvg_walk_lanes(walk->steps.at[fewest].mask))
			fewest = i;
	cvg_str_add(&question, "In how many steps are all threads of the first "
			       "warp active? In which step are the fewest?");
	for (size_t i = 0; i < walk->steps.n; i++)
		all += walk->steps.at[i].mask == any;
	cvg_str_addf(&answer, "In %u of its %zu steps. ", all, walk->steps.n);
	cvg_str_addf(&answer, "The fewest are active in step %zu, in ",
		     fewest + 1);
	if (walk->steps.at[fewest].fn != walk->focus) {
		cvg_html_element(&answer, "code",
				 walk->names[walk->steps.at[fewest].fn]);
		cvg_str_addc(&answer, ' ');
	}
	cvg_str_addf(&answer, "B%u: %u of %u. Over all steps, %.0f %% are.",
		     walk->steps.at[fewest].uid,
		     cvg_walk_lanes(walk->steps.at[fewest].mask), threads,
		     100 * walk->share * walk->lanes / threads);
	ask(lesson, &question, &answer);
}

/* ---- what can be done ------------------------------------------------- */

static const struct cvg_choice *first_refused(const struct cvg_choices *cs)
{
	for (uint32_t i = 0; i < cs->n; i++)
		if (!strcmp(cs->at[i].act, "meld") &&
		    !cvg_choice_can(&cs->at[i]))
			return &cs->at[i];
	return NULL;
}

static void ask_refused(struct lesson *lesson, const struct step *st)
{
	const struct cvg_fn *fn = cvg_ana_fn(st->ana);
	struct cvg_choices *cs =
		cvg_choices_of(st->ana, cvg_session_settings(lesson->session));
	const struct cvg_choice *choice = first_refused(cs);
	struct cvg_str question = {0}, answer = {0}, reason = {0};

	if (choice) {
		cvg_str_addf(&question,
			     "Why are the two sides of the branch of B%u not "
			     "melded in P%u?",
			     fn->blocks[choice->block].uid, st->rev);
		cvg_add_reason(&reason, choice);
		cvg_str_add(&answer, "Melding is refused: ");
		cvg_html_text(&answer, cvg_str_of(&reason));
		cvg_str_add(&answer, ".");
		ask(lesson, &question, &answer);
	}
	cvg_str_done(&reason);
	cvg_choices_free(cs);
}

/* ---- before and after ------------------------------------------------- */

static void ask_change(struct lesson *lesson, const struct step *st,
		       const struct cvg_walk *walk)
{
	struct cvg_str question = {0}, answer = {0};
	size_t was = lesson->first_steps, now = walk->steps.n;

	cvg_str_addf(&question,
		     "Does the first warp enter fewer blocks in P%u than in "
		     "P0? Are more of its lanes active?",
		     st->rev);
	if (now == was)
		cvg_str_addf(&answer, "It enters %zu in both. ", now);
	else
		cvg_str_addf(&answer, "It enters %zu, %s than the %zu of P0. ",
			     now, now < was ? "fewer" : "more", was);
	cvg_str_addf(&answer,
		     "%.1f %% of its lanes are active over these steps; in P0 "
		     "%.1f %% are. A block that is entered costs as many "
		     "cycles with one lane as with all, so that both numbers "
		     "count, and the lengths of the blocks.",
		     100 * walk->share, 100 * lesson->first_share);
	ask(lesson, &question, &answer);
}

void cvg_lesson_ask_step(struct lesson *lesson, const struct step *st,
			 const struct cvg_walk *walk)
{
	bool whole = cvg_walk_whole(walk) && walk->steps.n;

	if (!st->nth) {
		ask_source(lesson, st->ana);
		if (walk->known && walk->focus != CVG_NONE)
			ask_split(lesson, walk, st->ana);
		if (whole) {
			ask_loop(lesson, walk, st->ana);
			ask_idle(lesson, walk);
			lesson->first_steps = walk->steps.n;
			lesson->first_share = walk->share;
		}
		ask_refused(lesson, st);
	} else if (st->nth + 1 == lesson->path.n) {
		if (whole && lesson->first_steps)
			ask_change(lesson, st, walk);
	}
}

void cvg_lesson_questions(struct lesson *lesson)
{
	if (!lesson->questions.n)
		return;
	cvg_str_add(&lesson->page,
		    "<section id=\"questions\">\n<h2>Questions</h2>\n"
		    "<p>What is asked for stands on this page, in the graphs, "
		    "in the steps of the first warp and in the tables. Each "
		    "question opens and shows its answer.</p>\n");
	cvg_str_add(&lesson->page, lesson->questions.at);
	cvg_str_add(&lesson->page, "</section>\n");
}
