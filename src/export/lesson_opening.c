/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The beginning of a lesson: the kernel, the result of all steps in a few
 * sentences and one table, the contents of the page, and the meaning of words
 * and signs.
 */
#include "lesson.h"

#include "reconverge/cxxname.h"
#include "reconverge/graph.h"
#include "reconverge/metrics.h"
#include "reconverge/phases.h"
#include "reconverge/phase.h"
#include "reconverge/session.h"
#include "reconverge/settings.h"
#include "reconverge/terms.h"

#include <stdlib.h>
#include <string.h>

static const struct cvg_rev *last_rev(const struct lesson *lesson)
{
	return cvg_session_rev(lesson->session,
			       lesson->path.at[lesson->path.n - 1]);
}

/* ---- in short -------------------------------------------------------- */

static void add_origin(struct lesson *lesson)
{
	const char *from = cvg_session_path(lesson->session);
	const char *slash = strrchr(from, '/');
	struct cvg_str *out = &lesson->page, path = {0};

	/* A page is passed on: the folder is nobody else's concern. */
	from = slash && slash[1] ? slash + 1 : from;
	cvg_str_addline(&path, from, strlen(from));
	cvg_str_add(out, "<p>Read from ");
	cvg_html_element(out, "code", path.at);
	cvg_str_done(&path);
	cvg_str_add(out, " for ");
	cvg_html_element(out, "code", cvg_session_triple(lesson->session));
	if (*cvg_session_cpu(lesson->session)) {
		cvg_str_addc(out, ' ');
		cvg_html_element(out, "code", cvg_session_cpu(lesson->session));
	}
	cvg_str_add(out, ".</p>\n");
}

static void add_kernel(struct lesson *lesson)
{
	const struct cvg_fn *fn = cvg_session_fn(lesson->session, 0, CVG_NONE);
	struct cvg_str *out = &lesson->page;
	struct cvg_score sc;

	if (!fn)
		return;
	cvg_score_of(cvg_session_ana(lesson->session, 0, CVG_NONE), &sc);
	cvg_str_add(out, "<p>");
	cvg_html_element(out, "code", cvg_lesson_focus(lesson));
	cvg_str_add(out, fn->kind == CVG_FN_KERNEL ? " is a kernel of "
						   : " is a function of ");
	cvg_lesson_count(out, sc.blocks, "basic block", "basic blocks");
	cvg_str_add(out, " and ");
	cvg_lesson_count(out, sc.insts, "instruction", "instructions");
	cvg_str_addf(out, ". A warp has %u threads here. ", fn->warp);
	if (!sc.branches)
		cvg_str_add(out, "It has no conditional branch");
	else if (!sc.divergent)
		cvg_str_add(out, "None of its branches can split a warp");
	else
		cvg_str_addf(out,
			     "Of its %u conditional branch%s, %u can split a "
			     "warp",
			     sc.branches, sc.branches == 1 ? "" : "es",
			     sc.divergent);
	cvg_str_add(out, ".</p>\n");
}

static void add_steps(struct lesson *lesson)
{
	struct cvg_str *out = &lesson->page;
	uint32_t n = (uint32_t)lesson->path.n - 1;
	uint32_t left =
		cvg_session_nrevs(lesson->session) - (uint32_t)lesson->path.n;

	if (n == 0)
		cvg_str_add(out, "<p>It has not been transformed yet: this "
				 "page shows it as it was loaded.");
	else if (n == 1)
		cvg_str_add(out, "<p>It was transformed in one step");
	else
		cvg_str_addf(out, "<p>It was transformed in %u steps", n);
	for (uint32_t i = 1; i <= n && i <= 8; i++) {
		cvg_str_addf(out, "%s<a href=\"#step-%u\"><code>",
			     i == 1 ? ": " : ", ", i);
		cvg_html_text(out, cvg_session_rev(lesson->session,
						   lesson->path.at[i])
					   ->command);
		cvg_str_add(out, "</code></a>");
	}
	cvg_str_add(out, n > 8 ? " and so on." : n ? "." : "");
	if (left) {
		cvg_str_add(out, " ");
		cvg_lesson_count(out, left, "more step", "more steps");
		cvg_str_addf(out,
			     " %s tried and undone: see <a "
			     "href=\"#tried\">what else was tried</a>.",
			     left == 1 ? "was" : "were");
	}
	cvg_str_add(out, "</p>\n");
}

/* Append "go from 5 to 4 cycles (-20.0 %)" or "stay at 5 cycles". */
static void add_change(struct cvg_str *out, double before, double after)
{
	cvg_str_add(out, before == after ? "stay at " : "go from ");
	if (before != after) {
		cvg_lesson_number(out, before);
		cvg_str_add(out, " to ");
	}
	cvg_lesson_number(out, after);
	if (before != 0 && before != after)
		cvg_str_addf(out, " (%+.1f %%)",
			     100 * (after - before) / before);
}

/* By the runs of both revisions on the same launch. */
static void add_measured_gain(struct cvg_str *out,
			      const struct cvg_proof *before,
			      const struct cvg_proof *after)
{
	cvg_str_add(out, "As simulated, with ");
	cvg_lesson_number(out, after->metric[CVG_METRIC_THREADS]);
	cvg_str_add(out, " threads, the cycles of all warps together ");
	add_change(out, before->metric[CVG_METRIC_WARP_CYCLES],
		   after->metric[CVG_METRIC_WARP_CYCLES]);
	if (before->timed && after->timed) {
		cvg_str_add(out, " by the cost table; by the scoreboard, where "
				 "a warp waits only for results that it uses, "
				 "they ");
		add_change(out, before->metric[CVG_METRIC_SCOREBOARD_CYCLES],
			   after->metric[CVG_METRIC_SCOREBOARD_CYCLES]);
	}
	cvg_str_add(out, ". The times that a branch splits a warp ");
	add_change(out, before->metric[CVG_METRIC_SPLIT_BRANCHES],
		   after->metric[CVG_METRIC_SPLIT_BRANCHES]);
	cvg_str_addc(out, '.');
}

static void add_gain(struct lesson *lesson)
{
	const struct cvg_rev *now = last_rev(lesson);
	const struct cvg_proof *before = cvg_lesson_proof_of(lesson, 0);
	const struct cvg_proof *after = cvg_lesson_proof_of(lesson, now->id);
	struct cvg_str *out = &lesson->page;
	struct cvg_score a, b;

	if (!now->id || !cvg_session_fn(lesson->session, 0, CVG_NONE) ||
	    !cvg_session_fn(lesson->session, now->id, CVG_NONE))
		return;
	cvg_score_of(cvg_session_ana(lesson->session, 0, CVG_NONE), &a);
	cvg_score_of(cvg_session_ana(lesson->session, now->id, CVG_NONE), &b);
	cvg_str_add(out, "<p>Counted in the code, the static cycles by the "
			 "cost table ");
	add_change(out, (double)a.cycles, (double)b.cycles);
	cvg_str_add(out, ", the divergent branches ");
	add_change(out, a.divergent, b.divergent);
	cvg_str_add(out, ".</p>\n<p>");
	if (cvg_lesson_comparable(before, after))
		add_measured_gain(out, before, after);
	else
		cvg_str_add(out, "It was not run on the simulator, so "
				 "simulated cycles are not known.");
	cvg_str_add(out, "</p>\n");
}

static void add_verdict(struct lesson *lesson)
{
	const struct cvg_rev *now = last_rev(lesson);
	const struct cvg_proof *proof = cvg_lesson_proof_of(lesson, now->id);
	struct cvg_str *out = &lesson->page;

	if (!now->id)
		return;
	if (proof && proof->proven == CVG_PROVEN_PROVED &&
	    proof->proven_from == 0)
		cvg_str_addf(out,
			     "<p><strong>It is proved that the result "
			     "computes the same for all inputs%s%s.</strong>"
			     "</p>\n",
			     proof->condition ? ", " : "",
			     proof->condition ? proof->condition : "");
	else if (!proof || proof->checked == CVG_UNCHECKED)
		cvg_str_add(out,
			    "<p><strong>It was not checked whether the result "
			    "still computes the same.</strong></p>\n");
	if (!proof || proof->checked == CVG_UNCHECKED)
		return;
	if (proof->checked == CVG_DIFFERS) {
		cvg_str_addf(
			out,
			"<p><strong class=\"bad\">The result no longer "
			"computes what %s computes: see <a "
			"href=\"#step-%zu\">the last step</a>.</strong></p>\n",
			proof->against == CVG_NONE ? "the file compared with"
						   : "the original",
			lesson->path.n - 1);
	} else {
		cvg_str_add(out,
			    "<p>The check ran both on the simulator with ");
		cvg_lesson_count(out, proof->seeds, "seed", "seeds");
		cvg_str_add(out, ": they leave the same memory.</p>\n");
	}
}

/* ---- contents -------------------------------------------------------- */

static void add_contents(struct lesson *lesson)
{
	struct cvg_str *out = &lesson->page;

	cvg_str_add(out, "<nav aria-labelledby=\"contents\">\n"
			 "<h2 id=\"contents\">Contents</h2>\n<ul>\n"
			 "<li><a href=\"#short\">In short</a></li>\n"
			 "<li><a href=\"#terms\">Words and signs</a></li>\n");
	for (uint32_t i = 0; i < lesson->path.n; i++) {
		cvg_str_addf(out, "<li><a href=\"#step-%u\">%u. ", i, i);
		cvg_html_text(out, i ? cvg_session_rev(lesson->session,
						       lesson->path.at[i])
						   ->command
				     : "The kernel as loaded");
		cvg_str_add(out, "</a></li>\n");
	}
	if (lesson->questions.n)
		cvg_str_add(out, "<li><a href=\"#questions\">Questions</a>"
				 "</li>\n");
	cvg_str_add(out, "<li><a href=\"#all\">All steps, side by side</a>"
			 "</li>\n");
	if (cvg_session_nrevs(lesson->session) > lesson->path.n)
		cvg_str_add(out, "<li><a href=\"#tried\">What else was tried"
				 "</a></li>\n");
	cvg_str_add(out, "<li><a href=\"#again\">To do it again</a></li>\n"
			 "</ul>\n</nav>\n");
}

static void add_page(struct cvg_str *out, const char *page, const char *rel,
		     const char *text)
{
	if (!page)
		return;
	cvg_str_addf(out, "<a%s href=\"", rel);
	cvg_html_text(out, page);
	cvg_str_addf(out, "\">%s</a>\n", text);
}

void cvg_lesson_others(struct lesson *lesson, const char *label)
{
	const struct cvg_lesson_ask *ask = lesson->ask;
	struct cvg_str *out = &lesson->page;

	if (!ask->prev && !ask->next && !ask->list)
		return;
	cvg_str_addf(out, "<nav class=\"others\" aria-label=\"%s\">\n", label);
	add_page(out, ask->prev, " rel=\"prev\"", "Previous lesson");
	add_page(out, ask->list, "", "All lessons");
	add_page(out, ask->next, " rel=\"next\"", "Next lesson");
	cvg_str_add(out, "</nav>\n");
}

void cvg_lesson_opening(struct lesson *lesson)
{
	struct cvg_str *out = &lesson->page;
	char *cxx = cvg_cxx_name(cvg_lesson_focus(lesson));
	struct cvg_str title = {0};

	cvg_str_addf(&title, "How %s%s was transformed", cxx ? "" : "@",
		     cxx ? cxx : cvg_lesson_focus(lesson));
	free(cxx);
	cvg_html_begin(out, title.at);
	cvg_lesson_others(lesson, "Other lessons");
	cvg_str_add(out, "<header>\n");
	cvg_html_element(out, "h1", title.at);
	cvg_str_addc(out, '\n');
	add_origin(lesson);
	cvg_str_add(out, "</header>\n");
	add_contents(lesson);
	cvg_str_add(out, "<section id=\"short\">\n<h2>In short</h2>\n");
	add_kernel(lesson);
	add_steps(lesson);
	add_gain(lesson);
	add_verdict(lesson);
	cvg_str_add(out, "</section>\n");
	cvg_str_done(&title);
}

/* ---- words and signs ------------------------------------------------- */

/* Rows of the glossary. */
static const char *const terms[] = {
	"warp",	      "divergent",
	"uniform",    "reconvergence",
	"arm",	      "R0",
	"subgraph",   "B0",
	"P0",	      "L0",
	"selects",    "cycles by the cost table",
	"scoreboard", "cycles of all warps",
	"makespan",
};

void cvg_lesson_terms(struct lesson *lesson)
{
	cvg_str_add(&lesson->page, "<section id=\"terms\">\n"
				   "<h2>Words and signs</h2>\n<dl>\n");
	for (size_t i = 0; i < sizeof terms / sizeof *terms; i++) {
		const struct cvg_gloss *term = cvg_gloss_find(terms[i]);
		struct cvg_str text = {0};

		cvg_gloss_meaning(&text, term);
		cvg_html_element(&lesson->page, "dt", term->name);
		cvg_html_element(&lesson->page, "dd", text.at);
		cvg_str_addc(&lesson->page, '\n');
		cvg_str_done(&text);
	}
	cvg_str_add(
		&lesson->page,
		"</dl>\n<p>In the pictures a block with a double frame ends "
		"in a divergent branch, and its edges are double; a thick "
		"frame says that the block runs while threads of a warp are "
		"apart. Blocks with round corners are new in that step, those "
		"with a folded corner were changed by it. T and F are the "
		"sides of a condition, dashed edges lead back. Grey boxes "
		"around blocks are regions.</p>\n</section>\n");
}

/* ---- the phases ------------------------------------------------------ */

struct about {
	const char *phase, *text, *paper, *where;
};

static const struct about abouts[] = {
#define ABOUT(name, told, source, address) {name, told, source, address},
#include "lesson_phases.def"
#undef ABOUT
};

/* What made the revision: a phase, or the command that its text begins with. */
static const struct about *about(const struct cvg_rev *rev)
{
	const char *name = rev->phase ? rev->phase->name : rev->command;
	size_t n = strcspn(name, " ");

	for (size_t i = 0; i < sizeof abouts / sizeof *abouts; i++) {
		if (!strncmp(abouts[i].phase, name, n) && !abouts[i].phase[n])
			return &abouts[i];
	}
	return NULL;
}

/* The extent of linearization by the settings, if it was not the default. */
static const char *mode_text(const struct cvg_settings *s)
{
	switch ((enum cvg_linearize)cvg_set_int(s, CVG_SET_LINEARIZE)) {
	case CVG_LINEARIZE_UNSTRUCTURED:
		return NULL;
	case CVG_LINEARIZE_INTERLEAVE:
		return "Here it was asked to interleave: the blocks of the two "
		       "arms of a branch take turns in the row, so that while "
		       "a value is loaded for one arm, the other one computes. "
		       "A block at the head of an arm that uses what it loads "
		       "is split there first. "
		       "The cost table, which adds latencies, does not see "
		       "that; a run with timing=scoreboard does.";
	case CVG_LINEARIZE_LOOPS:
		return "Here it was asked to merge loops: a row around an "
		       "inner loop and the outer one has one edge back for "
		       "both, so that a thread that is done with the inner "
		       "loop goes on with its next outer round and does not "
		       "wait. What that saves depends on the data: the "
		       "estimate knows its price only, the run knows both.";
	case CVG_LINEARIZE_DEPTH:
		return "Here it was asked to keep branches from nesting: what "
		       "stands below more divergent branches than lin-depth "
		       "allows is put in a row, so that the stack on which a "
		       "machine keeps the waiting threads stays that short.";
	case CVG_LINEARIZE_ALL:
		return "Here it was asked to do so around every divergent "
		       "branch, structured or not.";
	}
	return NULL;
}

static void add_mode(struct cvg_str *out, const struct cvg_rev *rev)
{
	const char *text;

	if (rev->phase != &cvg_phase_linearize)
		return;
	text = mode_text(rev->settings);
	if (!text)
		return;
	cvg_html_element(out, "p", text);
	cvg_str_addc(out, '\n');
}

void cvg_lesson_about(struct lesson *lesson, const struct step *st)
{
	const struct cvg_rev *rev = cvg_session_rev(lesson->session, st->rev);
	const struct about *a = about(rev);
	struct cvg_str *out = &lesson->page;

	if (!a)
		return;
	cvg_str_add(out, "<h3>What such a step does</h3>\n");
	cvg_html_element(out, "p", a->text);
	cvg_str_addc(out, '\n');
	add_mode(out, rev);
	cvg_str_add(out, "<p class=\"note\">");
	cvg_html_text(out, a->paper);
	cvg_str_addf(out, ". <a href=\"%s%s\">",
		     strncmp(a->where, "http", 4) ? "https://doi.org/" : "",
		     a->where);
	cvg_html_text(out, a->where);
	cvg_str_add(out, "</a></p>\n");
}
