/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* One step of a lesson: why threads diverge, and the changes of the code. */
#include "lesson.h"

#include "reconverge/analysis.h"
#include "reconverge/diff.h"
#include "reconverge/graph.h"
#include "reconverge/session.h"

#include <stdlib.h>
#include <string.h>

#define MAX_CHAIN    24	  /* causes shown for one branch */
#define MAX_BRANCHES 60	  /* shown for one graph */
#define MAX_BLOCKS   200  /* whose code is shown side by side */
#define MOST_CODE    5000 /* instructions of a function shown whole */

/* ---- causes of divergence -------------------------------------------- */

static void add_cause(struct lesson *lesson, const struct cvg_fn *fn,
		      const struct cvg_why *w)
{
	uint32_t i = w->value == CVG_NONE ? cvg_block_last(fn, w->block)
					  : cvg_value_inst(fn, w->value);

	cvg_str_add(&lesson->page, "<li>");
	cvg_html_element(&lesson->page, "code",
			 i != CVG_NONE ? cvg_inst_text(&fn->insts[i])
				       : fn->values[w->value].text);
	cvg_str_add(&lesson->page, " – ");
	if (w->block != CVG_NONE)
		cvg_str_addf(&lesson->page, "in B%u", fn->blocks[w->block].uid);
	cvg_html_spot(&lesson->page, w->block == CVG_NONE ? "at " : " at ", fn,
		      w->value == CVG_NONE ? cvg_block_spot(fn, w->block)
		      : i != CVG_NONE	   ? fn->insts[i].spot
					   : CVG_NONE);
	if (w->block != CVG_NONE)
		cvg_str_add(&lesson->page, ": ");
	cvg_str_addf(&lesson->page, "%s</li>\n",
		     w->value == CVG_NONE ? "splits the warp"
					  : cvg_cause_text(w->cause));
}

/* Append the causes, from the source of divergence to the branch. */
static void add_chain(struct lesson *lesson, struct cvg_ana *ana, uint32_t b)
{
	const struct cvg_fn *fn = cvg_ana_fn(ana);
	const struct cvg_inst *inst = cvg_block_terminator(fn, b);
	struct cvg_why *steps = NULL;
	uint32_t n = 0;

	if (inst->nops)
		cvg_uniform_why(ana, fn->ops[inst->ops_at], &steps, &n);
	cvg_str_add(&lesson->page, "<ol>\n");
	for (uint32_t i = n; i-- > 0;) {
		if (n - i <= MAX_CHAIN)
			add_cause(lesson, fn, &steps[i]);
		else if (n - i == MAX_CHAIN + 1)
			cvg_str_addf(&lesson->page, "<li>and %u more</li>\n",
				     i + 1);
	}
	add_cause(lesson, fn, &(struct cvg_why){.value = CVG_NONE, .block = b});
	cvg_str_add(&lesson->page, "</ol>\n");
	free(steps);
}

static void add_branch(struct lesson *lesson, struct cvg_ana *ana, uint32_t b)
{
	const struct cvg_block *bl = &cvg_ana_fn(ana)->blocks[b];
	struct cvg_str head = {0};

	cvg_str_addf(&head, "B%u %s", bl->uid, bl->name);
	cvg_spot_add(&head, " at ", cvg_ana_fn(ana),
		     cvg_block_spot(cvg_ana_fn(ana), b));
	cvg_str_add(&lesson->page, "<details open=\"open\">");
	cvg_html_element(&lesson->page, "summary", head.at);
	if (cvg_leaves_apart(ana, b))
		cvg_str_add(&lesson->page,
			    "<p>It leaves a loop, at a different "
			    "time for each thread.</p>\n");
	add_chain(lesson, ana, b);
	cvg_str_add(&lesson->page, "</details>\n");
	cvg_str_done(&head);
}

void cvg_lesson_causes(struct lesson *lesson, struct cvg_ana *ana)
{
	const struct cvg_fn *fn = cvg_ana_fn(ana);
	const struct cvg_uniform *uniform = cvg_ana_uniform(ana);
	uint32_t told = 0;

	cvg_str_add(&lesson->page, "<h3>Why threads diverge</h3>\n<p>");
	if (!uniform->nbranches)
		cvg_str_add(&lesson->page,
			    "They do not diverge: all threads of a "
			    "warp take every branch alike");
	else
		cvg_str_addf(&lesson->page,
			     "%u of its branches can split a warp. Below each "
			     "stands its chain of causes: from the value in "
			     "which threads first differ, through the values "
			     "computed from it, to the branch",
			     uniform->nbranches);
	cvg_str_add(&lesson->page, ".</p>\n");
	for (uint32_t b = 0; b < fn->nblocks; b++)
		if (cvg_bits_has(&uniform->divergent_term, b) &&
		    told++ < MAX_BRANCHES)
			add_branch(lesson, ana, b);
	if (told > MAX_BRANCHES)
		cvg_str_addf(&lesson->page,
			     "<p class=\"note\">%u more are not told here."
			     "</p>\n",
			     told - MAX_BRANCHES);
}

/* ---- changes of the code --------------------------------------------- */

/* `words` are those that differ, as cvg_linediff_words has them; NULL: none. */
static void add_line(struct cvg_str *out, const char *tag, const char *sign,
		     const char *text, const struct cvg_u32s *words)
{
	struct cvg_str part = {0};
	uint32_t from = 0;

	cvg_str_addf(out, "<%s>%s ", tag, sign);
	for (size_t i = 0; words && i < words->n; i += 2) {
		uint32_t at = words->at[i], n = words->at[i + 1];

		cvg_str_clear(&part);
		cvg_str_addn(&part, text + from, at - from);
		cvg_html_text(out, cvg_str_of(&part));
		cvg_str_clear(&part);
		cvg_str_addn(&part, text + at, n);
		cvg_str_add(out, "<b>");
		cvg_html_text(out, cvg_str_of(&part));
		cvg_str_add(out, "</b>");
		from = at + n;
	}
	cvg_html_text(out, text + from);
	cvg_str_addf(out, "</%s>\n", tag);
	cvg_str_done(&part);
}

static void add_pair(struct cvg_str *out, const struct cvg_fndiff *diff,
		     const struct cvg_fn *a, const struct cvg_fn *b,
		     const struct cvg_linepair *p)
{
	struct cvg_u32s words[2] = {{0}, {0}};
	bool alone = p->a == CVG_NONE || p->b == CVG_NONE;

	if (p->changed)
		cvg_linediff_words(diff, *p, &words[0], &words[1]);
	if (!alone && !p->changed)
		add_line(out, "span", " ", cvg_inst_text(&b->insts[p->b]),
			 NULL);
	else {
		if (p->a != CVG_NONE)
			add_line(out, "del", "-",
				 cvg_inst_text(&a->insts[p->a]), &words[0]);
		if (p->b != CVG_NONE)
			add_line(out, "ins", "+",
				 cvg_inst_text(&b->insts[p->b]), &words[1]);
	}
	free(words[0].at);
	free(words[1].at);
}

static void add_block(struct lesson *lesson, const struct cvg_fn *a,
		      const struct cvg_fn *b, const struct cvg_fndiff *all,
		      const struct cvg_blockdiff *d)
{
	static const char *const words[] = {
		[CVG_SAME] = "same",
		[CVG_CHANGED] = "changed",
		[CVG_ADDED] = "added",
		[CVG_REMOVED] = "removed",
	};
	const struct cvg_block *bl =
		d->b != CVG_NONE ? &b->blocks[d->b] : &a->blocks[d->a];
	struct cvg_linediff lines;

	cvg_str_addf(&lesson->page, "<p>B%u ", bl->uid);
	cvg_html_text(&lesson->page, bl->name);
	cvg_str_addf(&lesson->page, ": %s", words[d->kind]);
	for (uint32_t i = 0; d->kind == CVG_ADDED && i < bl->norigins; i++)
		cvg_str_addf(&lesson->page, "%sB%u", i ? ", " : ", made from ",
			     b->origins[bl->origins_at + i]);
	cvg_str_add(&lesson->page, "</p>\n");
	cvg_html_wide(&lesson->page, "The block's code, before and after");
	cvg_str_add(&lesson->page, "<pre>");
	cvg_linediff_init(&lines, all, d->a, d->b);
	for (uint32_t i = 0; i < lines.n; i++)
		add_pair(&lesson->page, all, a, b, &lines.at[i]);
	cvg_str_add(&lesson->page, "</pre>\n");
	cvg_html_wide_end(&lesson->page);
	cvg_linediff_done(&lines);
}

void cvg_lesson_diff(struct lesson *lesson, const struct step *st)
{
	const struct cvg_fn *a = st->before ? cvg_ana_fn(st->before) : NULL;
	const struct cvg_fn *b = cvg_ana_fn(st->ana);
	struct cvg_fndiff d;
	uint32_t told = 0;

	if (!a)
		return;
	cvg_fndiff_init(&d, a, b);
	cvg_str_addf(&lesson->page,
		     "<details>\n<summary>The code before and after: %u "
		     "block%s changed, %u added, %u removed, %u the same"
		     "</summary>\n<p>Lines with + are new, lines with - are "
		     "gone. Where a line changed, both stand together, and "
		     "the words that differ are bold.</p>\n",
		     d.nchanged, d.nchanged == 1 ? "" : "s", d.nadded,
		     d.nremoved, d.nsame);
	for (uint32_t i = 0; i < d.nblocks; i++)
		if (d.blocks[i].kind != CVG_SAME && told++ < MAX_BLOCKS)
			add_block(lesson, a, b, &d, &d.blocks[i]);
	if (told > MAX_BLOCKS)
		cvg_str_addf(&lesson->page,
			     "<p class=\"note\">%u more are not shown here."
			     "</p>\n",
			     told - MAX_BLOCKS);
	cvg_str_add(&lesson->page, "</details>\n");
	cvg_fndiff_done(&d);
}

void cvg_lesson_code(struct lesson *lesson, const struct step *st)
{
	char *text = NULL;
	struct cvg_err err;

	if (cvg_ana_fn(st->ana)->ninsts > MOST_CODE)
		return;
	if (!cvg_session_text(lesson->session, st->rev,
			      cvg_session_function(lesson->session), &text,
			      &err))
		return;
	cvg_str_addf(&lesson->page,
		     "<details class=\"extra\">\n<summary>The code of P%u"
		     "</summary>\n",
		     st->rev);
	cvg_html_pre(&lesson->page, "The function as LLVM's IR", text);
	cvg_str_add(&lesson->page, "</details>\n");
	free(text);
}
