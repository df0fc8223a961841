/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The decisions of a step, shown while its phase makes them once more: the
 * alignment of melded blocks, and the order of linearized or flattened ones.
 */
#include "lesson.h"

#include "choices.h"
#include "reconverge/analysis.h"
#include "reconverge/flat.h"
#include "reconverge/graph.h"
#include "reconverge/linear.h"
#include "reconverge/phase.h"
#include "reconverge/quantity.h"
#include "reconverge/session.h"

#define MOST_DECISIONS 40 /* shown for one step */
#define MOST_UNITS     60 /* shown for one region */

struct teller {
	struct lesson *lesson;
	const struct step *st;
	const struct cvg_settings *settings;
	uint32_t n;
};

/* Count one more decision; false: MOST_DECISIONS are shown already. */
static bool next(struct teller *t)
{
	return t->n++ < MOST_DECISIONS;
}

/* ---- linearization --------------------------------------------------- */

static void add_unit_blocks(struct cvg_str *out, const struct cvg_fn *fn,
			    const struct cvg_linunit *unit)
{
	for (uint32_t i = 0; i < unit->nblocks && i < 8; i++)
		cvg_str_addf(out, "%sB%u", i ? ", " : "",
			     fn->blocks[unit->block[i]].uid);
	if (unit->nblocks > 8)
		cvg_str_addf(out, " and %u more", unit->nblocks - 8);
}

/* Append the targets of threads that leave the unit: the guard values that its
 * edges set. */
static void add_wishes(struct cvg_str *out, const struct cvg_linregion *region,
		       const struct cvg_linunit *unit)
{
	for (uint32_t i = 0; i < unit->nedges && i < 8; i++) {
		uint32_t v = region->edge[unit->edges_at + i].value;

		if (v >= region->nunits)
			cvg_str_addf(out, "%sout", i ? ", " : "");
		else
			cvg_str_addf(out, "%s%u", i ? ", " : "", v);
	}
	if (unit->nedges > 8)
		cvg_str_addf(out, " and %u more", unit->nedges - 8);
}

/* Tell whether there is a guard before the unit. */
static const char *guard_of(const struct cvg_linregion *region, uint32_t unit)
{
	for (uint32_t i = 0; i < region->nnodes; i++) {
		const struct cvg_linnode *node = &region->node[i];

		if (node->kind == CVG_LIN_GUARD && node->unit == unit)
			return "in a block of its own";
	}
	return "not needed";
}

/* No struct cvg_table: only the page has this list, and its first row is of
 * another kind than the others. */
static void add_chain(struct cvg_str *out, const struct cvg_fn *fn,
		      const struct cvg_linregion *region)
{
	uint32_t n = region->nunits < MOST_UNITS ? region->nunits : MOST_UNITS;

	cvg_str_add(out, "<p>The blocks stand in a row now, in this order. The "
			 "last column has the guard values that its edges set: "
			 "the place where a thread wants to go on, or that it "
			 "wants out.</p>\n");
	cvg_html_wide(out, "The blocks of the region in their new order");
	cvg_str_add(out, "<table class=\"words\">\n<thead><tr>"
			 "<th scope=\"col\">place</th><th scope=\"col\">blocks"
			 "</th><th scope=\"col\">guard</th><th scope=\"col\">"
			 "where its threads go</th></tr></thead>\n<tbody>\n");
	cvg_str_addf(out,
		     "<tr><th scope=\"row\">D</th><td>B%u</td><td></td><td>",
		     fn->blocks[region->head].uid);
	add_wishes(out, region, &region->unit[region->nunits]);
	cvg_str_add(out, "</td></tr>\n");
	for (uint32_t i = 0; i < n; i++) {
		cvg_str_addf(out, "<tr><th scope=\"row\">%u</th><td>", i);
		add_unit_blocks(out, fn, &region->unit[i]);
		cvg_str_addf(out, "</td><td>%s</td><td>", guard_of(region, i));
		add_wishes(out, region, &region->unit[i]);
		cvg_str_add(out, "</td></tr>\n");
	}
	cvg_str_add(out, "</tbody>\n</table>\n");
	cvg_html_wide_end(out);
	if (n < region->nunits)
		cvg_str_addf(out, "<p class=\"note\">%u more.</p>\n",
			     region->nunits - n);
}

static bool merges_loops(const struct cvg_linregion *region)
{
	for (uint32_t k = 0; k < region->nloops; k++)
		if (region->loop[k].merged)
			return true;
	return false;
}

static void add_region(struct cvg_str *out, const struct cvg_fn *fn,
		       const struct cvg_linregion *region)
{
	cvg_str_addf(out,
		     "<h3>The region of B%u: what was put in which order</h3>\n"
		     "<p>All edges into it leave B%u (the paper's D)",
		     fn->blocks[region->head].uid,
		     fn->blocks[region->head].uid);
	if (region->exit == CVG_NONE)
		cvg_str_add(out, "; its paths end with the function. It has ");
	else
		cvg_str_addf(out,
			     "; its paths meet in B%u (P). Between them are ",
			     fn->blocks[region->exit].uid);
	cvg_lesson_count(out, region->unstructured, "unstructured edge",
			 "unstructured edges");
	cvg_str_add(out, " and ");
	cvg_lesson_count(out, region->nblocks, "block", "blocks");
	cvg_str_add(out, ".");
	if (region->worst > 1)
		cvg_str_addf(out,
			     " A warp whose threads are spread over all paths "
			     "runs B%u %u times.",
			     fn->blocks[region->worst_block].uid,
			     region->worst);
	cvg_str_add(out, "</p>\n");
	add_chain(out, fn, region);
	cvg_str_addf(out,
		     "<p>Blocks that no longer run more than once%s save %lld "
		     "%s cycles",
		     merges_loops(region) ? ", and rounds of merged loops,"
					  : "",
		     (long long)region->saved,
		     cvg_countkind_name(cvg_kind_of_linear(region)));
	cvg_linear_add_covered(out, region, "; the new order ");
	cvg_str_add(out, "; ");
	cvg_lesson_count(out, region->new_blocks, "guard in a block of its own",
			 "guards in blocks of their own");
	cvg_str_addf(out,
		     " and the tests cost %lld: <strong>net %+lld "
		     "%s cycles</strong>.</p>\n",
		     (long long)region->price,
		     (long long)cvg_linear_net(region),
		     cvg_countkind_name(cvg_kind_of_linear(region)));
}

static void show_linear(void *context, const struct cvg_linplan *plan,
			uint32_t i)
{
	struct teller *t = context;

	if (next(t))
		add_region(&t->lesson->page, plan->fn, &plan->at[i]);
}

/* ---- flattening ------------------------------------------------------ */

static void add_loops(struct cvg_str *out, const struct cvg_fn *fn,
		      const struct cvg_loop *lp,
		      const struct cvg_flatnest *nest)
{
	cvg_str_addf(out,
		     "<h3>The nest at B%u: what was made one loop</h3>\n"
		     "<p>The outer loop L%u begins at B%u and has ",
		     fn->blocks[lp->header].uid, nest->loop,
		     fn->blocks[lp->header].uid);
	if (nest->ninner == 1)
		cvg_str_add(out, "one loop in it, which threads of a warp "
				 "leave at different times");
	else
		cvg_str_addf(out,
			     "%u loops in it, of which %u are left by threads "
			     "of a warp at different times",
			     nest->ninner, nest->ndivergent);
	cvg_str_addf(out,
		     ". A round of the outer loop costs T_a = %.0f %s cycles "
		     "by itself, a round of the inner one T_b = %.0f.</p>\n",
		     nest->ta, cvg_countkind_name(cvg_kind_of_nest(nest)),
		     nest->tb);
}

static void add_nest(struct cvg_str *out, struct cvg_ana *ana,
		     const struct cvg_flatnest *nest)
{
	const struct cvg_loop *lp = &cvg_ana_loops(ana)->loop[nest->loop];
	double need =
		nest->ta + nest->tb > 0 ? nest->ta / (nest->ta + nest->tb) : 0;
	double faster = nest->after > 0 ? nest->before / nest->after : 1;

	add_loops(out, cvg_ana_fn(ana), lp, nest);
	cvg_str_addf(out,
		     "<p>In the inner loop n = %.1f of the N = %.0f lanes of "
		     "a warp are idle on average (%s). Flattened, each round "
		     "runs both parts, so what the idle lanes gain must be "
		     "more than what the others lose: n T_b &gt; (N - n) T_a, "
		     "or n/N &gt; T_a/(T_a + T_b), the paper's formula (1). "
		     "Here %.3f is %s %.3f.</p>\n",
		     nest->idle, nest->lanes, cvg_flat_source(nest->source),
		     nest->idle / nest->lanes,
		     nest->above ? "more than" : "not more than", need);
	cvg_str_addf(
		out,
		"<p>The formula leaves out what the one loop has more "
		"and less than the two: %.0f %s cycles a round. With that, "
		"by rounds that are %s, the nest becomes "
		"<strong>%.*f times as fast: %s</strong>.</p>\n",
		nest->to - nest->less,
		cvg_countkind_name(cvg_kind_of_nest(nest)),
		nest->counted ? "counted" : "estimated",
		nest->pays && faster < 1.01 ? 4 : 2, faster,
		!nest->pays	 ? "it does not pay"
		: faster >= 1.01 ? "it pays"
				 : "less than 1 % is not worth it");
}

static void show_flat(void *context, struct cvg_ana *ana,
		      const struct cvg_flatnest *nest)
{
	struct teller *t = context;

	if (next(t))
		add_nest(&t->lesson->page, ana, nest);
}

/* ---- melding --------------------------------------------------------- */

static void show_meld(void *context, struct cvg_ana *ana,
		      const struct cvg_plan *plan, uint32_t i)
{
	struct teller *t = context;

	if (next(t))
		cvg_lesson_meld(t->lesson, ana, plan, i, t->settings);
}

/* ---- all decisions --------------------------------------------------- */

bool cvg_lesson_decisions(struct lesson *lesson, const struct step *st,
			  struct cvg_err *err)
{
	const struct cvg_rev *rev = cvg_session_rev(lesson->session, st->rev);
	struct teller t = {
		.lesson = lesson, .st = st, .settings = rev->settings};
	struct cvg_witness w = {.context = &t,
				.meld = show_meld,
				.linear = show_linear,
				.flat = show_flat};

	lesson->matrix = false;
	if (!rev->phase || st->elsewhere)
		return true;
	if (!cvg_session_retell(lesson->session, st->rev, &w, err))
		return false;
	if (t.n > MOST_DECISIONS)
		cvg_str_addf(&lesson->page,
			     "<p class=\"note\">%u more decisions of this step "
			     "are not told here; its report names them all."
			     "</p>\n",
			     t.n - MOST_DECISIONS);
	return true;
}
