/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The blocks of a step one by one: where the links of its picture lead to. */
#include "dot.h"
#include "lesson_walk.h"

#include "reconverge/analysis.h"
#include "reconverge/graph.h"
#include "reconverge/look.h"
#include "reconverge/marks.h"
#include "reconverge/notes.h"
#include "reconverge/session.h"

#include <stdlib.h>
#include <string.h>

static void add_code(struct cvg_str *out, const char *text)
{
	cvg_html_element(out, "code", text);
}

/* "because %cmp depends on %id: a source of divergence on this target" */
static void add_reason(struct cvg_str *out, struct cvg_ana *ana, uint32_t b)
{
	const struct cvg_fn *fn = cvg_ana_fn(ana);
	const struct cvg_inst *end = cvg_block_terminator(fn, b);
	struct cvg_why *why = NULL;
	uint32_t n = 0;

	if (end->nops)
		cvg_uniform_why(ana, fn->ops[end->ops_at], &why, &n);
	if (cvg_leaves_apart(ana, b))
		cvg_str_add(out, ". It leaves a loop, at a different time for "
				 "each thread");
	if (n) {
		cvg_str_add(out, ": its condition ");
		add_code(out, fn->values[why[0].value].text);
		if (n > 1) {
			cvg_str_add(out, " depends on ");
			add_code(out, fn->values[why[n - 1].value].text);
		}
		cvg_str_addf(out, ", which is %s",
			     cvg_cause_text(why[n - 1].cause));
	}
	cvg_str_add(out, ". ");
	free(why);
}

/* What becomes of a warp at the end of the block. */
static void add_end(struct cvg_str *out, struct cvg_ana *ana, uint32_t b)
{
	const struct cvg_fn *fn = cvg_ana_fn(ana);
	const struct cvg_block *bl = &fn->blocks[b];

	if (!bl->nsuccs) {
		cvg_str_add(out, "The function ends here. ");
	} else if (bl->nsuccs == 1) {
		cvg_str_addf(out, "It goes on to B%u. ",
			     fn->blocks[fn->succs[bl->succs_at]].uid);
	} else if (cvg_bits_has(&cvg_ana_uniform(ana)->divergent_term, b)) {
		cvg_str_add(out, "Its branch can split the warp");
		add_reason(out, ana, b);
	} else {
		cvg_str_add(out, "Its branch is uniform: all threads of the "
				 "warp that come here take the same way. ");
	}
}

/* How often the warp came, and with how many lanes. */
static void add_visits(struct cvg_str *out, const struct cvg_walk *walk,
		       uint32_t uid)
{
	uint32_t times = 0, least = UINT32_MAX, most = 0;

	if (!walk->known || walk->focus == CVG_NONE)
		return;
	for (size_t i = 0; i < walk->steps.n; i++) {
		const struct cvg_walk_step *step = &walk->steps.at[i];
		uint32_t n = cvg_walk_lanes(step->mask);

		if (step->fn != walk->focus || step->uid != uid)
			continue;
		times++;
		least = n < least ? n : least;
		most = n > most ? n : most;
	}
	cvg_str_addf(out, "%s warp ",
		     walk->total == walk->steps.n ? "The first"
						  : "In its first steps, the "
						    "first");
	if (!times)
		cvg_str_add(out, "does not come here. ");
	else if (times == 1)
		cvg_str_addf(out, "comes here once, with %u of its %u lanes. ",
			     most, walk->lanes);
	else if (least == most)
		cvg_str_addf(out,
			     "comes here %u times, each time with %u of its %u "
			     "lanes. ",
			     times, most, walk->lanes);
	else
		cvg_str_addf(out,
			     "comes here %u times, with %u to %u of its %u "
			     "lanes. ",
			     times, least, most, walk->lanes);
}

static void add_place(struct cvg_str *out, struct cvg_ana *ana, uint32_t b)
{
	const struct cvg_loops *loops = cvg_ana_loops(ana);
	const struct cvg_fn *fn = cvg_ana_fn(ana);
	uint32_t l = loops->innermost[b];

	if (cvg_spot_at(fn, cvg_block_spot(fn, b))) {
		cvg_html_spot(out, "It stands at ", fn, cvg_block_spot(fn, b));
		cvg_str_add(out, ". ");
	}
	if (l != CVG_NONE)
		cvg_str_addf(
			out, "It is %s loop L%u. ",
			loops->loop[l].header == b ? "the header of" : "in", l);
	if (cvg_enters_irreducible(ana, b))
		cvg_str_add(out, "It is one of the entries of an irreducible "
				 "cycle. ");
}

static void add_insts(struct cvg_str *out, const struct cvg_fn *fn, uint32_t b)
{
	const struct cvg_block *bl = &fn->blocks[b];
	struct cvg_str text = {0};

	for (uint32_t i = 0; i < bl->ninsts; i++) {
		cvg_str_add(&text, cvg_inst_text(&fn->insts[bl->inst_at + i]));
		cvg_str_addc(&text, '\n');
	}
	cvg_html_pre(out, "Its instructions", cvg_str_of(&text));
	cvg_str_done(&text);
}

static void add_block(struct lesson *lesson, const struct step *st,
		      const struct cvg_walk *walk, const struct cvg_bits *under,
		      uint32_t b)
{
	const struct cvg_fn *fn = cvg_ana_fn(st->ana);
	const struct cvg_note *note =
		cvg_session_note_of(lesson->session, fn, b);
	struct cvg_str *out = &lesson->page;

	cvg_str_addf(out, "<div id=\"s%u-b%u\">\n<p><strong>B%u", st->nth,
		     fn->blocks[b].uid, fn->blocks[b].uid);
	if (cvg_dot_named(fn, b)) {
		cvg_str_addc(out, ' ');
		cvg_html_text(out, fn->blocks[b].name);
	}
	cvg_str_add(out, "</strong>. ");
	add_end(out, st->ana, b);
	if (cvg_bits_has(under, b))
		cvg_str_add(out, "It runs while threads are apart. ");
	if (cvg_block_convergent(fn, b))
		cvg_str_add(out, "What it does depends on which threads run it "
				 "together. ");
	add_place(out, st->ana, b);
	add_visits(out, walk, fn->blocks[b].uid);
	cvg_str_add(out, "</p>\n");
	if (note && *note->text) {
		cvg_str_add(out, "<p class=\"note\">");
		cvg_html_text(out, note->text);
		cvg_str_add(out, "</p>\n");
	}
	add_insts(out, fn, b);
	cvg_str_add(out, "</div>\n");
}

void cvg_lesson_blocks(struct lesson *lesson, const struct step *st,
		       const struct cvg_walk *walk)
{
	uint32_t *order = cvg_reading_order(st->ana);
	struct cvg_bits under;

	cvg_under_divergence(st->ana, &under);
	cvg_str_addf(&lesson->page,
		     "<details class=\"extra blocks\">\n<summary>The blocks of "
		     "P%u, one by one</summary>\n",
		     st->rev);
	for (uint32_t i = 0; i < cvg_ana_fn(st->ana)->nblocks; i++)
		add_block(lesson, st, walk, &under, order[i]);
	cvg_str_add(&lesson->page, "</details>\n");
	cvg_bits_done(&under);
	free(order);
}
