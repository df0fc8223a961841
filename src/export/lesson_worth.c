/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * What the steps of a lesson are worth: as estimated from the code, as
 * measured on the simulator, and what a check says of them.
 */
#include "lesson.h"

#include "reconverge/counts.h"
#include "reconverge/launch.h"
#include "reconverge/metrics.h"
#include "reconverge/quantity.h"
#include "reconverge/session.h"
#include "reconverge/sim.h"
#include "reconverge/table.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Instructions that all warps may issue in runs between the first and the last
 * revision, made for the lesson alone. */
#define MOST_INSTS 300000000

/* ---- numbers --------------------------------------------------------- */

void cvg_lesson_number(struct cvg_str *out, double n)
{
	char digits[32];
	int len = snprintf(digits, sizeof digits, "%.0f", n);

	for (int i = 0; i < len; i++) {
		if (i && (len - i) % 3 == 0)
			cvg_str_addc(out, ',');
		cvg_str_addc(out, digits[i]);
	}
}

void cvg_lesson_count(struct cvg_str *out, double n, const char *one,
		      const char *many)
{
	if (n == 1) {
		cvg_str_addf(out, "one %s", one);
		return;
	}
	cvg_lesson_number(out, n);
	cvg_str_addf(out, " %s", many);
}

/* What the step made of the revision before it; without one, the revision
 * alone. The caller adds the rows. */
static void begin_sides(struct cvg_table *t, const struct step *st, bool two)
{
	struct cvg_besides b = {
		.corner = "", .rev = {st->parent, st->rev}, .n = 2};

	if (!two)
		b = (struct cvg_besides){
			.corner = "", .rev = {st->rev}, .n = 1};
	cvg_besides_init(t, &b);
}

static void end_sides(struct lesson *lesson, struct cvg_table *t,
		      const char *caption)
{
	cvg_table_html(t, &lesson->page, caption);
	cvg_table_done(t);
}

/* ---- estimated ------------------------------------------------------- */

static void add_estimate(struct lesson *lesson, const struct step *st)
{
	double now[CVG_NCOUNTS], before[CVG_NCOUNTS];
	struct cvg_table t;

	cvg_counts_of_code(st->ana, now);
	if (st->before)
		cvg_counts_of_code(st->before, before);
	begin_sides(&t, st, st->before != NULL);
	for (int i = 0; i < CVG_NCOUNTS; i++) {
		const struct cvg_quantity *row =
			cvg_count_row((enum cvg_count)i);

		if (row->kind == CVG_COUNTED_STATIC)
			cvg_besides_add(&t, row,
					st->before
						? (double[]){before[i], now[i]}
						: (double[]){now[i]},
					false);
	}
	end_sides(lesson, &t, "Static: counted in the code");
}

/* ---- measured -------------------------------------------------------- */

const struct cvg_proof *cvg_lesson_proof_of(const struct lesson *lesson,
					    uint32_t rev)
{
	const struct cvg_proof *proof = cvg_session_proof(lesson->session, rev);

	return proof->function && !strcmp(proof->function,
					  cvg_lesson_focus(lesson))
		       ? proof
		       : NULL;
}

bool cvg_lesson_comparable(const struct cvg_proof *a, const struct cvg_proof *b)
{
	return a && b && a->measured && b->measured && a->launch == b->launch &&
	       a->seed == b->seed;
}

/* One more run; false only if it was interrupted. */
static bool measure(struct lesson *lesson, uint32_t rev, struct cvg_err *err)
{
	struct cvg_run run;
	struct cvg_err why;

	if (!cvg_session_fn(lesson->session, rev, CVG_NONE))
		return true;
	if (cvg_session_measure(lesson->session, rev, &run, &why)) {
		if (run.result->fault.kind == CVG_F_NONE ||
		    lesson->unmeasured.n)
			return true;
		cvg_str_addf(&lesson->unmeasured, "P%u ends in a fault: %s",
			     rev, cvg_fault_text(run.result->fault.kind));
		return true;
	}
	if (why.interrupted) {
		*err = why;
		return false;
	}
	if (!lesson->unmeasured.n)
		cvg_str_add(&lesson->unmeasured, why.msg);
	return true;
}

bool cvg_lesson_measure(struct lesson *lesson, struct cvg_err *err)
{
	uint32_t last = lesson->path.at[lesson->path.n - 1];
	const struct cvg_proof *proof;
	double insts = 0;

	if (!cvg_session_launch(lesson->session)) {
		cvg_str_add(&lesson->unmeasured,
			    "the kernel has no launch; set one "
			    "with the command launch");
		return true;
	}
	if (!measure(lesson, last, err) || !measure(lesson, 0, err))
		return false;
	proof = cvg_lesson_proof_of(lesson, last);
	for (size_t i = lesson->path.n - 1; i-- > 1;) {
		const struct cvg_proof *old =
			cvg_lesson_proof_of(lesson, lesson->path.at[i]);

		if (!proof || !proof->measured ||
		    (cvg_lesson_comparable(proof, old) &&
		     old->timed >= proof->timed))
			continue;
		insts += proof->metric[CVG_METRIC_WARP_INSTS];
		if (insts > MOST_INSTS)
			break;
		if (!measure(lesson, lesson->path.at[i], err))
			return false;
	}
	return true;
}

static void add_metrics(struct lesson *lesson, const struct step *st,
			const struct cvg_proof *before,
			const struct cvg_proof *now)
{
	static const enum cvg_metric shown[] = {
		CVG_METRIC_WARP_CYCLES,	   CVG_METRIC_SCOREBOARD_CYCLES,
		CVG_METRIC_WARP_INSTS,	   CVG_METRIC_WARP_BRANCHES,
		CVG_METRIC_SPLIT_BRANCHES, CVG_METRIC_SPLIT_WARPS,
		CVG_METRIC_UTILIZATION};
	bool timed = now->timed && (!before || before->timed);
	struct cvg_table t;

	begin_sides(&t, st, before != NULL);
	for (size_t i = 0; i < sizeof shown / sizeof *shown; i++) {
		enum cvg_metric m = shown[i];
		const struct cvg_quantity *row = cvg_metric_row(m);

		if (timed || row->kind != CVG_COUNTED_SCOREBOARD)
			cvg_besides_add(&t, row,
					before ? (double[]){before->metric[m],
							    now->metric[m]}
					       : (double[]){now->metric[m]},
					cvg_metric_more_is_better(m));
	}
	end_sides(lesson, &t, "Simulated: counted while it ran");
}

static void add_measured(struct lesson *lesson, const struct step *st)
{
	const struct cvg_proof *after = cvg_lesson_proof_of(lesson, st->rev),
			       *before = NULL;
	struct cvg_str *out = &lesson->page;

	if (st->parent != CVG_NONE)
		before = cvg_lesson_proof_of(lesson, st->parent);
	if (!cvg_lesson_comparable(before, after))
		before = NULL;
	if (!after || !after->measured) {
		cvg_str_add(out, "<p class=\"note\">Not measured");
		if (lesson->unmeasured.n) {
			cvg_str_add(out, ": ");
			cvg_html_text(out, lesson->unmeasured.at);
		}
		cvg_str_add(out, ".</p>\n");
		return;
	}
	cvg_str_add(out, "<p>The simulator ran it with ");
	cvg_lesson_number(out, after->metric[CVG_METRIC_THREADS]);
	cvg_str_add(out, " threads in ");
	cvg_lesson_count(out, after->metric[CVG_METRIC_WARPS], "warp", "warps");
	cvg_str_addf(out, ", seed %llu.</p>\n",
		     (unsigned long long)after->seed);
	add_metrics(lesson, st, before, after);
}

/* What it was started on, once: with the first measurement. */
static void add_launch(struct lesson *lesson, const struct step *st)
{
	const struct cvg_launch *launch = cvg_session_launch(lesson->session);
	struct cvg_str text = {0};

	if (st->nth || !launch)
		return;
	cvg_launch_text(&text, launch);
	cvg_str_add(&lesson->page,
		    "<p>All runs on this page use this launch, which "
		    "says how many threads there are and what the "
		    "buffers contain at the start:</p>\n");
	cvg_html_lines(&lesson->page, "The launch", text.at);
	cvg_str_done(&text);
}

#define LEAST_GAIN 0.01 /* share of the cycles; less is not worth a step */

/* What a step gained of those cycles, as a share; negative: a loss. */
static double gain_of(const struct cvg_proof *before,
		      const struct cvg_proof *after, enum cvg_metric metric)
{
	double cycles = before->metric[metric];

	return cycles > 0 ? (cycles - after->metric[metric]) / cycles : 0;
}

/* Append "3.3 % more" or "18.0 % fewer cycles than before". */
static void add_share(struct cvg_str *out, double gain)
{
	if (gain == 0)
		cvg_str_add(out, "as many cycles as before");
	else
		cvg_str_addf(out, "%.*f %% %s cycles than before",
			     fabs(gain) < LEAST_GAIN ? 2 : 1, 100 * fabs(gain),
			     gain < 0 ? "more" : "fewer");
}

/* The verdict on a step: by the scoreboard if both runs were timed by it, as
 * it is closer to a machine than sums of latencies are. */
static void add_verdict(struct cvg_str *out, const struct cvg_proof *before,
			const struct cvg_proof *after)
{
	double table = gain_of(before, after, CVG_METRIC_WARP_CYCLES),
	       gain = table;
	bool timed = before->timed && after->timed;

	if (timed)
		gain = gain_of(before, after, CVG_METRIC_SCOREBOARD_CYCLES);
	cvg_str_addf(
		out,
		"<p><strong>%s.</strong> Simulated on this launch, it takes ",
		gain >= LEAST_GAIN ? "The step is worth it"
		: gain > 0	   ? "The step is not worth it by itself"
		: gain < 0	   ? "The step loses time"
				   : "The step changes no time");
	add_share(out, gain);
	if (timed) {
		cvg_str_add(out, " by the scoreboard, and ");
		add_share(out, table);
		cvg_str_add(out, " by the cost table");
	}
	cvg_str_add(out, gain > 0 && gain < LEAST_GAIN
				 ? "; less than 1 % does not make up for the "
				   "changed code.</p>\n"
				 : ".</p>\n");
}

/* Why the estimate and the measurement do not agree, or why both call the step
 * a loss. */
static void add_reason(struct cvg_str *out, bool more_code, bool more_time)
{
	if (more_code && !more_time)
		cvg_str_add(out,
			    "<p>There is more code than before, but it runs in "
			    "less time: the estimate counts every instruction "
			    "once, while a split warp ran some of them several "
			    "times.</p>\n");
	else if (!more_code && more_time)
		cvg_str_add(out,
			    "<p>There is less code than before, but this "
			    "launch takes longer: its threads did not take "
			    "both sides as often as the estimate assumes. "
			    "After <code>profile</code> the decisions use the "
			    "counts of a run.</p>\n");
	else if (more_code)
		cvg_str_add(out,
			    "<p>Every warp that comes by runs the added code. "
			    "What the split warps gain from the step is less "
			    "than that, on this launch.</p>\n");
}

/* What the measurement says of the step, beside the estimate. */
static void add_comparison(struct lesson *lesson, const struct step *st)
{
	const struct cvg_proof *before,
		*after = cvg_lesson_proof_of(lesson, st->rev);
	struct cvg_score old, now;
	double gain, timed;

	if (!st->before)
		return;
	before = cvg_lesson_proof_of(lesson, st->parent);
	if (!cvg_lesson_comparable(before, after))
		return;
	add_verdict(&lesson->page, before, after);
	cvg_score_of(st->before, &old);
	cvg_score_of(st->ana, &now);
	gain = gain_of(before, after, CVG_METRIC_WARP_CYCLES);
	timed = before->timed && after->timed
			? gain_of(before, after, CVG_METRIC_SCOREBOARD_CYCLES)
			: gain;
	if ((gain < 0) != (timed < 0))
		cvg_str_add(&lesson->page,
			    "<p>The two differ because the cost table adds up "
			    "latencies, while by the scoreboard a warp goes on "
			    "until it needs a result that is not there "
			    "yet.</p>\n");
	else if (old.cycles != now.cycles && gain != 0)
		add_reason(&lesson->page, now.cycles > old.cycles, gain < 0);
}

void cvg_lesson_worth(struct lesson *lesson, const struct step *st)
{
	cvg_str_add(&lesson->page, st->before ? "<h3>What it is worth</h3>\n"
					      : "<h3>What it costs</h3>\n");
	add_estimate(lesson, st);
	add_launch(lesson, st);
	add_measured(lesson, st);
	add_comparison(lesson, st);
}

/* ---- proved ---------------------------------------------------------- */

static void add_side(struct cvg_str *out, uint32_t rev)
{
	if (rev == CVG_NONE)
		cvg_str_add(out, "the file compared with");
	else
		cvg_str_addf(out, "P%u", rev);
}

static void add_agreement(struct cvg_str *out, const struct step *st,
			  const struct cvg_proof *proof)
{
	cvg_str_add(out, "<p>P");
	cvg_str_addf(out, "%u and ", st->rev);
	add_side(out, proof->against);
	cvg_str_add(out, " were run on the same launch ");
	if (proof->seeds == 1)
		cvg_str_addf(out, "with seed %llu",
			     (unsigned long long)proof->first_seed);
	else
		cvg_str_addf(out, "%u times, with the seeds %llu to %llu",
			     proof->seeds,
			     (unsigned long long)proof->first_seed,
			     (unsigned long long)(proof->first_seed +
						  proof->seeds - 1));
	cvg_str_addf(
		out,
		", by %llu threads each time. A seed says what the buffers "
		"hold, in which order warps run, and what stands in "
		"memory that nobody wrote. <strong>Each time both ended "
		"alike and left the same %llu bytes of memory.</strong>"
		"</p>\n",
		(unsigned long long)proof->check_threads,
		(unsigned long long)proof->check_bytes);
	if (proof->loose)
		cvg_str_add(out, "<p>Its fast-math flags allow floats to be "
				 "computed in another way, so they had to "
				 "agree within what the flags allow, not bit "
				 "for bit.</p>\n");
	if (proof->clock)
		cvg_str_add(out, "<p>The kernel reads clocks, or what else "
				 "may differ from run to run.</p>\n");
	cvg_str_add(out,
		    "<p class=\"note\">This is a test, on these inputs: it "
		    "finds a wrong transformation, but does not show that "
		    "there is none. It is sharper than comparing results, "
		    "though: a branch, a division or an address that depends "
		    "on an undefined value ends the run with a fault.</p>\n");
}

static void add_difference(struct cvg_str *out, const struct step *st,
			   const struct cvg_proof *proof)
{
	cvg_str_addf(out, "<p><strong class=\"bad\">P%u does not do what ",
		     st->rev);
	add_side(out, proof->against);
	cvg_str_add(out, " does.</strong>");
	if (proof->difference) {
		cvg_str_add(out, " The first difference: ");
		cvg_html_element(out, "code", proof->difference);
	}
	cvg_str_add(out, "</p>\n");
}

/* What the command `prove` answered. */
static void add_proven(struct cvg_str *out, const struct step *st,
		       const struct cvg_proof *proof)
{
	bool proved = proof->proven == CVG_PROVEN_PROVED;

	if (proof->proven == CVG_PROVEN_REFUTED)
		cvg_str_addf(out,
			     "<p><strong class=\"bad\">It is refuted that "
			     "P%u does for all inputs what ",
			     st->rev);
	else
		cvg_str_addf(out,
			     "<p><strong>It is %sproved that P%u does "
			     "for all inputs what ",
			     proved ? "" : "not ", st->rev);
	add_side(out, proof->proven_from);
	cvg_str_addf(out, " does%s%s.</strong>", proof->condition ? ", " : "",
		     proof->condition ? proof->condition : "");
	if (proved)
		cvg_str_add(out, " The proof goes through all ways that a "
				 "thread can take, and is no test.");
	else if (proof->obstacle) {
		cvg_str_add(out, " What stood in the way: ");
		cvg_html_text(out, proof->obstacle);
		cvg_str_addc(out, '.');
	}
	cvg_str_add(out, "</p>\n");
}

/* Whether threads that were regrouped depend on each other. */
static void add_witness(struct cvg_str *out, const struct cvg_proof *proof)
{
	if (!proof->dependence) {
		cvg_str_add(out,
			    "<p>On that launch no thread read what another one "
			    "wrote to global memory, and no two threads wrote "
			    "different values to one place: the result is the "
			    "same in whatever order the threads come.</p>\n");
		return;
	}
	cvg_str_add(out, "<p><strong>Threads depend on each other</strong>, so "
			 "that another order may give another result: ");
	cvg_html_text(out, proof->dependence);
	cvg_str_add(out, ".</p>\n");
}

void cvg_lesson_proof(struct lesson *lesson, const struct step *st)
{
	const struct cvg_proof *proof = cvg_lesson_proof_of(lesson, st->rev);
	struct cvg_str *out = &lesson->page;

	if (st->parent == CVG_NONE &&
	    (!proof || proof->proven == CVG_PROVEN_NONE) &&
	    (!proof || proof->checked == CVG_UNCHECKED ||
	     proof->against == st->rev))
		return;
	cvg_str_add(out, "<h3>What was checked</h3>\n");
	if (!proof || (proof->checked == CVG_UNCHECKED &&
		       proof->proven == CVG_PROVEN_NONE))
		cvg_str_add(out,
			    "<p>Nothing, of this revision: the command "
			    "<code>check</code> was not run on it. That the "
			    "module is well-formed was verified after the "
			    "step, as after every step.</p>\n");
	else if (proof->checked == CVG_AGREES)
		add_agreement(out, st, proof);
	else if (proof->checked == CVG_DIFFERS)
		add_difference(out, st, proof);
	if (proof && proof->proven != CVG_PROVEN_NONE)
		add_proven(out, st, proof);
	if (proof && proof->witnessed)
		add_witness(out, proof);
}
