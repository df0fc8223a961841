/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * darm: melding to the fixpoint (DARM, Algorithm 1), with what the paper leaves out:
 * the most profitable regions first, and what does not pay is rolled back.
 *
 * A round melds all regions that do not replace each other's blocks, so a whole
 * nest if each region is melded with what follows the next, and cleans up. It
 * stands only if the simulated cycles fell, where a judge measures them. Else it
 * stands if neither the divergent branches nor the instructions weighted by the
 * cost table grew and at least one of the two fell. If not, the counts of the
 * blocks that each meld changed tell which are to blame; where they do not, the
 * round is halved. A single meld that loses is never tried again. So every round
 * that stands lowers a natural number, the cycles or the sum of the two counts, and
 * every one that does not shortens the list of what may be tried. A judge that
 * falls silent does not speak again. Therefore darm ends, at any threshold. Guards
 * (unpredicate.c) and if-conversion (ifconvert.c) come last, by the same rule.
 *
 * Example (tests/ir/rollback.ll: two arms with two operations each whose memory
 * orders differ): the plan expects a net profit of 284 from melding B1 with B2.
 * The count before is 1396 cycles and 1 divergent branch; after the meld and a
 * cleanup it is 1096 cycles and 2 divergent branches, because of two guards.
 * One of the two numbers grew, so the meld is rolled back and noted as lost;
 * nothing else is left to try, and the module stays as it was.
 */
#include "blame.h"
#include "cleanup.h"
#include "darm.h"
#include "gather.h"
#include "meld.h"

#include "reconverge/analysis.h"
#include "reconverge/cost.h"
#include "reconverge/graph.h"
#include "reconverge/ir.h"
#include "reconverge/phase.h"
#include "reconverge/settings.h"
#include "src/ir/live.h"
#include "src/ir/snapshot.h"

#include <math.h>
#include <stdlib.h>

/* In functions of fewer instructions, a meld is only noted as lost when it was
 * tried alone: that is exact, but costs as much as the function. */
#define SMALL 4096

static void count_of(const struct cvg_phase_in *in, struct cvg_ana *ana,
		     struct cvg_darm_count *out)
{
	const struct cvg_judge *judge = in->judge;

	out->measured = judge ? judge->measure(judge->context) : NAN;
	out->cycles = cvg_cost_fn(cvg_ana_fn(ana));
	out->divergent = cvg_ana_uniform(ana)->nbranches;
}

static void forget(struct cvg_darm *driver)
{
	if (driver->own)
		cvg_ana_free(driver->ana);
	cvg_fn_free(driver->own);
	driver->own = NULL;
}

/* The module has that code now. */
static void hold(struct cvg_darm *driver, struct cvg_fn *take_fn,
		 struct cvg_ana *take_ana)
{
	forget(driver);
	driver->fn = driver->own = take_fn;
	driver->ana = take_ana;
}

void cvg_darm_see(struct cvg_darm *driver)
{
	struct cvg_ana *ana;
	struct cvg_fn *fn = cvg_module_snapshot_again(
		driver->in->module, driver->in->function, driver->in->snap,
		driver->in->ana, &ana);

	hold(driver, fn, ana);
}

void cvg_darm_look(struct cvg_darm *driver)
{
	cvg_darm_see(driver);
	count_of(driver->in, driver->ana, &driver->count);
}

bool cvg_darm_go_back(struct cvg_darm *driver, const struct cvg_backup *backup)
{
	if (cvg_backup_restore(driver->in->module, backup, driver->err))
		return true;
	driver->failed = true;
	return false;
}

/* ---- ending it early -------------------------------------------------- */

/* Is what may still be tried refused, whatever it is? */
static bool is_hopeless(const struct cvg_darm *driver)
{
	const struct cvg_judge *judge = driver->in->judge;

	return judge && judge->ended(judge->context);
}

/* What takes many tries in a long function is not tried to the end: with runs, one of
 * 2,000 instructions takes 10 ms, of which opt -O3 takes 40 for the whole module. */
#define VAIN_TRIES 8
#define VAIN_INSTS 16000

static bool is_vain(const struct cvg_darm *driver)
{
	return driver->nvain >= VAIN_TRIES &&
	       (uint64_t)driver->nvain * driver->fn->ninsts > VAIN_INSTS;
}

bool cvg_darm_goes_on(struct cvg_darm *driver)
{
	if (!driver->failed && !cvg_tick(driver->in->module->ticker, -1)) {
		cvg_fail_interrupted(driver->err);
		driver->failed = true;
	}
	return !driver->failed;
}

/* ---- rounds ---------------------------------------------------------- */

bool cvg_darm_is_measured(const struct cvg_darm_count *now,
			  const struct cvg_darm_count *before)
{
	return !isnan(now->measured) && !isnan(before->measured);
}

bool cvg_darm_is_better(const struct cvg_darm_count *now,
			const struct cvg_darm_count *before)
{
	if (cvg_darm_is_measured(now, before))
		return now->measured < before->measured;
	return now->cycles <= before->cycles &&
	       now->divergent <= before->divergent &&
	       (now->cycles < before->cycles ||
		now->divergent < before->divergent);
}

bool cvg_darm_agrees(const struct cvg_darm *driver, struct cvg_str *why)
{
	const struct cvg_judge *judge = driver->in->judge;

	return !judge || judge->agrees(judge->context, why);
}

/* A meld that was better, but not for the machine. */
static void note_vetoed(struct cvg_darm *driver,
			const struct cvg_candidate *candidate,
			const struct cvg_str *why)
{
	cvg_str_addf(&driver->out->report, "B%u: left alone: %s\n",
		     driver->fn->blocks[candidate->entry].uid, why->at);
	driver->nvetoed += candidate->npairs;
}

static void note_done(struct cvg_darm *driver, const struct cvg_ready *ready,
		      uint32_t i)
{
	const struct cvg_witness *w = driver->in->witness;
	const struct cvg_candidate *candidate = &ready->plan->at[i];

	cvg_meld_report(ready->plan, candidate, &driver->out->report);
	driver->out->count += candidate->npairs;
	if (w && w->meld)
		w->meld(w->context, ready->ana, ready->plan, i);
}

/* The melds of a try that failed, by what is to be done with them. */
struct verdict {
	uint32_t good;	 /* the first of `which` are not to blame */
	uint32_t doubts; /* after them, those that share their group, or all
			    others of a small function */
			 /* The rest is noted as lost. */
};

/* Sort the melds of a failed try by whether they are to blame. */
static struct verdict judge(struct cvg_darm *driver,
			    const struct cvg_plan *plan, struct cvg_ana *after,
			    uint32_t *which, uint32_t n)
{
	uint32_t *members = cvg_calloc(n, sizeof *members);
	struct verdict verdict = {0};
	struct cvg_u32s doubts = {0};
	bool small = driver->fn->ninsts < SMALL;
	struct blame blame;

	/* In a small function, all that is in doubt is tried by itself. */
	cvg_blame_find(&blame, plan, which, n, !small, driver->ana, after);
	for (uint32_t i = 0; i < n; i++)
		members[cvg_blame_group(&blame, i)]++;
	for (uint32_t i = 0; i < n; i++)
		if (n > 1 && !cvg_is_to_blame(&blame, i))
			which[verdict.good++] = which[i];
		else if (n > 1 &&
			 (members[cvg_blame_group(&blame, i)] > 1 || small))
			cvg_push(&doubts, which[i]);
		else
			cvg_blame_note_lost(driver->fn, &plan->at[which[i]],
					    &driver->lost);
	for (size_t i = 0; i < doubts.n; i++)
		which[verdict.good + i] = doubts.at[i];
	verdict.doubts = (uint32_t)doubts.n;
	cvg_blame_done(&blame);
	free(doubts.at);
	free(members);
	return verdict;
}

/* Runs do not tell which of several melds is to blame. */
static struct verdict suspect(struct cvg_darm *driver,
			      const struct cvg_plan *plan,
			      const uint32_t *which, uint32_t n)
{
	if (n == 1)
		cvg_blame_note_lost(driver->fn, &plan->at[which[0]],
				    &driver->lost);
	return (struct verdict){.doubts = n > 1 ? n : 0};
}

/* ---- one round ------------------------------------------------------- */

/*
 * Try the candidates `which` at once. True if they stand; then the driver's
 * snapshot is new and the plan is stale. False: the module is as before, and
 * `which` is sorted as *verdict says.
 */
static bool try_melds(struct cvg_darm *driver, const struct cvg_plan *plan,
		      const struct cvg_backup *before, uint32_t *which,
		      uint32_t n, struct verdict *verdict)
{
	const struct cvg_phase_in *in = driver->in;
	struct cvg_ready ready;
	struct cvg_fn *fn;
	struct cvg_ana *ana;
	struct cvg_darm_count count;
	struct cvg_str why = {0};
	bool better, stands;

	cvg_gather(in, driver->ana, plan, which, n, &driver->lost, &ready);
	cvg_meld_all(in->module, in->function, ready.ana, ready.plan,
		     ready.which.at, ready.which.n);
	cvg_cleanup(in->module, in->function);
	cvg_oldnames_restore(driver->names, in->module, in->function);
	fn = cvg_module_snapshot_again(in->module, in->function, in->snap,
				       in->ana, &ana);
	count_of(in, ana, &count);
	better = cvg_darm_is_better(&count, &driver->count);
	stands = better && cvg_darm_agrees(driver, &why);
	if (!stands && n == 1 && why.n)
		note_vetoed(driver, &plan->at[which[0]], &why);
	cvg_str_done(&why);
	if (!stands) {
		*verdict =
			better || cvg_darm_is_measured(&count, &driver->count)
				? suspect(driver, plan, which, n)
				: judge(driver, plan, ana, which, n);
		cvg_ana_free(ana);
		cvg_fn_free(fn);
		cvg_ready_done(&ready);
		cvg_darm_go_back(driver, before);
		return false;
	}
	for (uint32_t i = 0; i < n; i++)
		cvg_gather_report(plan, &plan->at[which[i]],
				  &driver->out->report);
	for (size_t i = 0; i < ready.which.n; i++)
		note_done(driver, &ready, ready.which.at[i]);
	cvg_ready_done(&ready);
	hold(driver, fn, ana);
	cvg_oldnames_renew(driver->names);
	driver->count = count;
	return true;
}

static void push_range(struct cvg_u32s *todo, uint32_t from, uint32_t n)
{
	if (n == 0)
		return;
	cvg_push(todo, from);
	cvg_push(todo, n);
}

/*
 * Meld what stands of `which`: all, or those that are not to blame, or half of
 * those that cannot be told apart. True if something did. A stack of ranges, not
 * recursion.
 */
static bool meld_some(struct cvg_darm *driver, const struct cvg_plan *plan,
		      const struct cvg_u32s *which)
{
	struct cvg_module *module = driver->in->module;
	uint32_t f = driver->in->function;
	struct cvg_backup *before = driver->out->changed
					    ? cvg_backup_take(module, f)
					    : cvg_backup_untouched(module, f);
	struct cvg_u32s todo = {0};
	bool stands = false;

	push_range(&todo, 0, (uint32_t)which->n);
	while (todo.n && !stands && cvg_darm_goes_on(driver) &&
	       !is_hopeless(driver) && !is_vain(driver)) {
		uint32_t n = todo.at[--todo.n], from = todo.at[--todo.n];
		struct verdict verdict;
		uint32_t half;

		stands = try_melds(driver, plan, before, which->at + from, n,
				   &verdict);
		driver->nvain = stands ? 0 : driver->nvain + (n == 1);
		if (stands || driver->failed)
			break;
		/* That no meld seems to blame tells nothing: halve. */
		half = verdict.good == n ? 0 : verdict.good;
		verdict.doubts += verdict.good - half;
		push_range(&todo, from + half + verdict.doubts / 2,
			   verdict.doubts - verdict.doubts / 2);
		push_range(&todo, from + half, verdict.doubts / 2);
		push_range(&todo, from, half);
	}
	free(todo.at);
	cvg_backup_free(before);
	return stands;
}

/* One round; false if there is nothing left to try. What must be gathered first
 * is planned when nothing else is left. */
static bool round_of_melds(struct cvg_darm *driver)
{
	const struct cvg_phase_in *in = driver->in;
	static const struct cvg_u32s none;
	bool first = !driver->out->changed && driver->lost.n == 0;
	struct cvg_plan *own =
		first ? NULL
		      : cvg_plan_meld_gathered(driver->ana, in->settings,
					       &driver->lost, &none);
	const struct cvg_plan *plan =
		first ? cvg_plan_kept(in->ana, in->settings) : own;
	enum cvg_order_by order =
		(enum cvg_order_by)cvg_set_int(in->settings, CVG_SET_ORDER);
	struct cvg_u32s which = {0};
	bool more;

	cvg_meld_choose(plan, order, &which);
	if (!which.n && own) {
		cvg_plan_free(own);
		plan = own = cvg_plan_meld_except(driver->ana, in->settings,
						  &driver->lost);
		cvg_meld_choose(plan, order, &which);
	}
	more = which.n > 0;
	if (more && meld_some(driver, plan, &which))
		driver->out->changed = true;
	free(which.at);
	cvg_plan_free(own);
	return more && !driver->failed;
}

static bool run(const struct cvg_phase_in *in, struct cvg_phase_out *out,
		struct cvg_err *err)
{
	struct cvg_darm driver = {
		.in = in, .out = out, .fn = in->fn, .ana = in->ana, .err = err};
	struct cvg_darm_count first;
	size_t nlost;

	count_of(in, in->ana, &driver.count);
	driver.names = cvg_oldnames_take(in->module, in->function);
	first = driver.count;
	while (cvg_darm_goes_on(&driver) && !is_hopeless(&driver) &&
	       !is_vain(&driver) && round_of_melds(&driver))
		;
	if (out->changed && !driver.failed &&
	    (cvg_darm_always_guards(&driver) || !is_hopeless(&driver)))
		cvg_darm_guard(&driver, &first);
	/* It would take away the guards that always are wanted. */
	while (out->changed && !cvg_darm_always_guards(&driver) &&
	       cvg_darm_goes_on(&driver) && !is_hopeless(&driver) &&
	       cvg_darm_convert_ifs(&driver))
		;
	if (!isnan(first.measured) && !isnan(driver.count.measured)) {
		out->was = first.measured;
		out->is = driver.count.measured;
	}
	if (is_vain(&driver))
		cvg_str_addf(&out->report,
			     "the code is long: %u melds in a row did not pay, "
			     "and what was left was not tried\n",
			     driver.nvain);
	nlost = driver.lost.n / 3 - driver.nvetoed;
	if (nlost)
		cvg_str_addf(&out->report,
			     "%zu pair%s tried and rolled back: %s\n", nlost,
			     nlost == 1 ? "" : "s",
			     out->was > 0 ? "simulated cycles did not fall"
					  : "the count was no better");
	forget(&driver);
	cvg_oldnames_free(driver.names);
	free(driver.lost.at);
	return !driver.failed;
}

static bool is_idle(struct cvg_ana *ana, const struct cvg_settings *settings)
{
	return !cvg_plan_may_meld(ana, settings);
}

const struct cvg_phase cvg_phase_darm = {
	.name = "darm",
	.nothing = "no divergent region is worth melding",
	.reads = CVG_READS(THRESHOLD) | CVG_READS(MODE) | CVG_READS(PAIRING) |
		 CVG_READS(ALIGN) | CVG_READS(ORDER) | CVG_READS(UNPREDICATE) |
		 CVG_READS(SKIP) | CVG_READS(DECIDE) | CVG_READS(JUDGE),
	.idle = is_idle,
	.asks = true,
	.needs = CVG_ANA_NOTHING,
	.keeps = CVG_ANA_NOTHING,
	.run = run,
};
