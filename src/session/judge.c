/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The judge: what a phase made is run (judge_runs.c). What loses on any launch is
 * refused, and what gains is held against the machine's code (judge_machine.c), which
 * has the last word. A step that loses is taken back, and its parts are tried one by
 * one.
 */
#include "judge.h"
#include "judge_parts.h"

#include "reconverge/analysis.h"
#include "reconverge/graph.h"
#include "reconverge/mcode.h"
#include "reconverge/phases.h"
#include "reconverge/plan.h"

#include <math.h>
#include <stdlib.h>

/* ---- measuring --------------------------------------------------------- */

/* The next answer of the judge that is replayed. */
static double again(struct judge *judge)
{
	return judge->nreplayed < judge->replay->n
		       ? judge->replay->at[judge->nreplayed++]
		       : NAN;
}

static double *take_runs(struct judge *judge)
{
	double *runs = judge->runs;

	judge->runs = NULL;
	return runs;
}

static double measure(void *context)
{
	struct judge *judge = context;
	bool first = judge->said.n == 0;
	double cycles = judge->replay ? again(judge)
			: first	      ? cvg_judge_measure_before(judge)
				      : cvg_judge_measure(judge);

	if (first && judge->machine.active)
		cvg_machine_ran(&judge->machine.was, take_runs(judge));
	if (first) {
		cvg_each_copy(&judge->first, &judge->last);
		cvg_each_copy(&judge->stands, &judge->last);
	}
	cvg_push(&judge->said, cycles);
	return cycles;
}

/* ---- against what stands ----------------------------------------------- */

/* Of what is left, the machine's code will be made no more. */
static bool gives_up(const struct judge *judge)
{
	return judge->doubts && judge->machine.tired;
}

/* Hold what the module has now, which was measured last, against what stands.
 * True: it loses, and `why` says by what. */
static bool machine_loses(struct judge *judge, struct cvg_str *why)
{
	bool loses;

	judge->machine.ran = cvg_judge_ran(judge);
	loses = judge->machine.active &&
		cvg_machine_look(&judge->machine, take_runs(judge),
				 judge->nruns, &judge->change);
	if (loses)
		cvg_mchange_text(why, &judge->change);
	else if (gives_up(judge))
		cvg_str_add(why, "the machine's code grew with something, and "
				 "making more of it would take long");
	judge->doubts |= loses;
	return loses || gives_up(judge);
}

/* Add the last change to that of the whole step. */
static void add_change(struct judge *judge)
{
	const struct cvg_mchange *last = &judge->change;
	struct cvg_mchange *all = &judge->all;

	if (!judge->nkept++) {
		*all = *last;
		return;
	}
	all->known &= last->known && last->simulated == all->simulated;
	all->cycles[1] = last->cycles[1];
	all->waves[1] = last->waves[1];
	all->scratch[1] = last->scratch[1];
}

/* What was measured last stands now. */
static void keep(struct judge *judge)
{
	cvg_each_copy(&judge->stands, &judge->last);
	if (judge->defers) {
		free(judge->stood);
		judge->stood = take_runs(judge);
	} else if (judge->machine.active) {
		add_change(judge);
		cvg_machine_keep(&judge->machine);
	}
}

static bool agrees(void *context, struct cvg_str *why)
{
	struct judge *judge = context;
	bool loses;

	if (judge->replay)
		return again(judge) != 0;
	loses = cvg_judge_launch_loses(judge, why) ||
		(!judge->defers && machine_loses(judge, why));
	if (!loses)
		keep(judge);
	cvg_push(&judge->said, loses ? 0 : 1);
	return !loses;
}

/* A replay ends where the answers do. */
static bool ended(void *context)
{
	const struct judge *judge = context;
	const struct measures *replay = judge->replay;

	return replay ? replay->n && judge->nreplayed >= replay->n
		      : gives_up(judge);
}

/* ---- the parts of a step ------------------------------------------------ */

#define MOST_PARTS  16
#define MOST_ROUNDS 4

/* Begin again, and run the phase. */
static bool run_anew(struct judge *judge, const struct cvg_phase *phase,
		     struct cvg_phase_in *in, struct cvg_settings *settings,
		     struct cvg_phase_out *made, struct cvg_err *err)
{
	cvg_history_drop_work(judge->session->history);
	cvg_str_done(&made->report);
	*made = (struct cvg_phase_out){.was = made->was};
	judge->machine.in = in; /* work may be in another module now */
	return cvg_runner_begin(judge->session, phase, in, settings, err) &&
	       cvg_runner_run(phase, in, made, err);
}

/* The same; what the phase made is measured. */
static bool run_again(struct judge *judge, const struct cvg_phase *phase,
		      struct cvg_phase_in *in, struct cvg_settings *settings,
		      struct cvg_phase_out *made, struct cvg_err *err)
{
	if (!run_anew(judge, phase, in, settings, made, err))
		return false;
	made->is = made->changed ? measure(judge) : made->was;
	return true;
}

/* How the step is done although it does not pay; or nothing. */
static const char *despite(const struct cvg_phase *phase)
{
	for (const struct cvg_phase_key *k = phase->keys; k && k->name; k++)
		if (strcmp(k->name, "when") == 0)
			return " (when=always does it)";
	return "";
}

/* Does what was made lose? `why`: "simulated cycles grew from 100 to 120", or what a
 * launch or the machine's code says. */
static bool loses(struct judge *judge, const struct cvg_phase *phase,
		  const struct cvg_phase_out *made, struct cvg_str *why)
{
	if (isnan(made->is) && judge->measures && phase->guesses)
		cvg_str_add(why, "its simulated runs could not be compared");
	else if (isinf(made->is))
		cvg_str_add(why, "its simulated runs fail or take too long");
	else if (made->is >= made->was)
		cvg_judge_tell_growth(judge, made->was, made->is, why);
	else
		return cvg_judge_launch_loses(judge, why) ||
		       machine_loses(judge, why);
	return true;
}

/* Try each part by itself, and reject those that gain nothing. */
static bool sort_out(struct judge *judge, const struct cvg_phase *phase,
		     const struct cvg_phase_in *in, const struct parts *parts,
		     struct cvg_settings *settings, struct cvg_str *report,
		     struct cvg_err *err)
{
	for (size_t i = 0; i < parts->uids.n; i++) {
		uint32_t uid = parts->uids.at[i];
		struct cvg_phase_in one = {
			.object = {
				CVG_OBJ_BLOCK,
				cvg_block_by_uid(in->fn, uid),
			}};
		struct cvg_phase_out made = {.was = judge->said.at[0]};
		struct cvg_settings own = *in->settings;
		struct cvg_str why = {0};
		bool ok = run_again(judge, phase, &one, &own, &made, err);

		cvg_str_done(&made.report);
		if (!ok)
			return false;
		if (loses(judge, phase, &made, &why)) {
			settings->rejects = cvg_rejects_with(
				judge->session->history, settings->rejects,
				&(struct cvg_reject){parts->kind, uid});
			cvg_str_addf(report, "B%u: left alone: %s%s\n", uid,
				     why.at, despite(phase));
		}
		cvg_str_done(&why);
	}
	return true;
}

static void tell_tried(const struct cvg_phase *phase, const struct parts *parts,
		       const struct cvg_str *why, struct cvg_str *report)
{
	cvg_str_add(report, "tried and taken back: ");
	if (*despite(phase) && parts->uids.n == 1)
		cvg_str_addf(report, "B%u: ", parts->uids.at[0]);
	cvg_str_addf(report, "%s%s\n", why->at, despite(phase));
}

/* Take back what does not pay. */
static void take_back(struct judge *judge, struct cvg_phase_out *made)
{
	made->changed = false;
	made->count = 0;
	cvg_str_clear(&made->report);
	cvg_history_drop_work(judge->session->history);
}

/*
 * Without an object, what a phase made has to pay. If it does not, the parts that
 * do not pay by themselves are rejected, and the phase runs again: it may then choose
 * parts that the rejected ones excluded.
 */
static bool run_all_of_it(struct judge *judge, const struct cvg_phase *phase,
			  struct cvg_phase_in *in, struct cvg_phase_out *made,
			  struct cvg_err *err)
{
	struct parts parts = {.kind = cvg_reject_named(phase->name)};
	struct cvg_witness witness = cvg_judge_witness(phase, &parts);
	struct cvg_str report = {0}, why = {0};
	bool ok, again = true;

	made->was = measure(judge);
	in->judge = judge->measures ? &judge->pub : NULL;
	in->witness = &witness;
	ok = cvg_runner_run(phase, in, made, err);
	made->is = ok && made->changed ? measure(judge) : made->was;
	for (uint32_t round = 0;
	     ok && again && made->changed && loses(judge, phase, made, &why);
	     round++) {
		const struct cvg_rejects *before = judge->settings->rejects;

		tell_tried(phase, &parts, &why, &report);
		cvg_str_clear(&why);
		again = round < MOST_ROUNDS && parts.uids.n > 1 &&
			parts.uids.n <= MOST_PARTS;
		ok = !again || sort_out(judge, phase, in, &parts,
					judge->settings, &report, err);
		again &= judge->settings->rejects != before;
		parts.uids.n = 0;
		if (ok && again)
			ok = run_again(judge, phase, in, judge->settings, made,
				       err);
		else if (ok)
			take_back(judge, made);
	}
	if (made->changed)
		keep(judge);
	in->witness = NULL;
	cvg_str_add(&made->report, cvg_str_of(&report));
	cvg_str_done(&report);
	cvg_str_done(&why);
	free(parts.uids.at);
	return ok;
}

/* ---- beginning and end ------------------------------------------------- */

static bool chooses(const struct cvg_phase *phase,
		    const struct cvg_settings *settings, enum cvg_setid id,
		    int other)
{
	return (phase->reads >> id & 1) && cvg_set_int(settings, id) != other;
}

void cvg_judge_begin(struct judge *out, struct cvg_session *session,
		     const struct cvg_phase *phase, struct cvg_object object,
		     const struct cvg_settings *settings)
{
	*out = (struct judge){.session = session};
	out->pub = (struct cvg_judge){.context = out,
				      .measure = measure,
				      .agrees = agrees,
				      .ended = ended};
	out->idle = session->history && object.kind == CVG_OBJ_NONE &&
		    cvg_judge_is_idle(session, phase, settings);
	if (session->history && !out->idle &&
	    chooses(phase, settings, CVG_SET_DECIDE, CVG_DECIDE_STATIC))
		out->measures = cvg_judge_need_profile(session, &out->blind);
	out->stopped = out->blind.interrupted;
	out->spares = out->measures && cvg_judge_is_small_part(session);
	out->measures &= !out->spares;
}

/* The machine's code is asked for what is done for profit, and for what is done
 * to an object. */
static void begin_machine(struct judge *judge, const struct cvg_phase *phase,
			  const struct cvg_phase_in *in)
{
	judge->unasked = cvg_machine_unasked(phase, in);
	if (!judge->unasked)
		cvg_machine_begin(&judge->machine, judge->session, in);
}

/* Is the step done for its profit alone? */
static bool is_for_profit(const struct cvg_phase *phase,
			  const struct cvg_phase_in *in)
{
	if (in->object.kind != CVG_OBJ_NONE)
		return false;
	if (phase == &cvg_phase_linearize)
		return cvg_set_int(in->settings, CVG_SET_LIN_WHEN) ==
		       CVG_LIN_PROFIT;
	if (phase == &cvg_phase_fuse)
		return cvg_set_int(in->settings, CVG_SET_FUSE_WHEN) ==
		       CVG_FUSE_PROFIT;
	if (phase == &cvg_phase_delay)
		return cvg_set_int(in->settings, CVG_SET_DELAY_WHEN) ==
		       CVG_DELAY_PROFIT;
	return phase != &cvg_phase_unpredicate ||
	       cvg_set_int(in->settings, CVG_SET_UNPREDICATE) ==
		       CVG_UNPREDICATE_PROFIT;
}

/*
 * A phase that asks. Most code gains for the machine what it gains in the runs: so
 * the machine's code is made of the result alone, and round by round only if that
 * loses.
 */
static bool run_asking(struct judge *judge, const struct cvg_phase *phase,
		       struct cvg_phase_in *in, struct cvg_phase_out *made,
		       struct cvg_err *err)
{
	struct cvg_str why = {0};
	bool ok, lost;

	in->judge = &judge->pub;
	judge->defers = judge->machine.active;
	ok = cvg_runner_run(phase, in, made, err);
	judge->defers = false;
	if (!ok || !made->changed || !judge->machine.active)
		return ok;
	free(judge->runs);
	judge->runs = judge->stood;
	judge->stood = NULL;
	lost = machine_loses(judge, &why);
	cvg_str_done(&why);
	if (!lost) {
		add_change(judge);
		return true;
	}
	judge->said.n = 0;
	judge->insts = judge->filled = 0;
	return run_anew(judge, phase, in, judge->settings, made, err);
}

static void add_warning(struct cvg_str *report, bool loses,
			struct cvg_str *take_why)
{
	if (loses)
		cvg_str_addf(report, "warning: %s\n", take_why->at);
	cvg_str_done(take_why);
}

/* What stands in any case loses: that its sum does is told with the sum. */
static void warn(struct judge *judge, struct cvg_phase_out *made)
{
	struct cvg_str why = {0};
	bool fails = isinf(made->is);
	bool lost = fails || (made->is < made->was &&
			      cvg_judge_launch_loses(judge, &why));

	if (fails)
		cvg_str_add(&why, "its simulated runs fail or take too long");
	add_warning(&made->report, lost, &why);
	lost = machine_loses(judge, &why);
	add_warning(&made->report, lost, &why);
}

static bool run_judged(struct judge *judge, const struct cvg_phase *phase,
		       struct cvg_phase_in *in, struct cvg_phase_out *made,
		       struct cvg_err *err)
{
	bool ok;

	if (phase->asks)
		return run_asking(judge, phase, in, made, err);
	if (is_for_profit(phase, in))
		return run_all_of_it(judge, phase, in, made, err);
	made->was = measure(judge);
	ok = cvg_runner_run(phase, in, made, err);
	if (!ok || !made->changed)
		return ok;
	made->is = measure(judge);
	warn(judge, made);
	keep(judge);
	return true;
}

bool cvg_judge_run(struct judge *judge, const struct cvg_phase *phase,
		   struct cvg_phase_in *in, struct cvg_settings *settings,
		   struct cvg_phase_out *made, struct cvg_err *err)
{
	bool ok, leaves = judge->blind.msg[0] && phase->guesses &&
			  is_for_profit(phase, in);

	if (judge->stopped)
		return cvg_fail_interrupted(err);
	judge->settings = settings;
	begin_machine(judge, phase, in);
	if (leaves)
		ok = true;
	else if (judge->measures || judge->machine.active)
		ok = run_judged(judge, phase, in, made, err);
	else
		ok = cvg_runner_run(phase, in, made, err);
	if (cvg_each_sum(&judge->stands) != made->is)
		judge->stands.n = 0; /* what stands was not measured last */
	if (judge->blind.msg[0])
		cvg_str_addf(&made->report,
			     "%s, since it cannot be run: %s%s\n",
			     leaves ? "left alone" : "guessed",
			     judge->blind.msg, leaves ? despite(phase) : "");
	if (judge->spares)
		cvg_str_add(&made->report, "the kernel is long beside this "
					   "function, and was not run: "
					   "decided by static counts\n");
	if (judge->tired)
		cvg_str_add(&made->report,
			    "the runs got too long: what was left was decided "
			    "by static counts\n");
	if (judge->machine.blind.msg[0])
		cvg_str_addf(&made->report,
			     "not judged by the machine's code: %s\n",
			     judge->machine.blind.msg);
	else if (gives_up(judge))
		cvg_str_add(&made->report,
			    "the code is long: the machine's code judged some "
			    "parts, and the others were left alone\n");
	else if (judge->machine.tired)
		cvg_str_add(&made->report,
			    "the code is long: it went by the table, and was "
			    "not judged by the machine's code\n");
	return judge->stopped || judge->machine.blind.interrupted
		       ? cvg_fail_interrupted(err)
		       : ok;
}

void cvg_judge_replay(struct judge *out, const struct measures *said)
{
	*out = (struct judge){.replay = said};
	out->pub = (struct cvg_judge){.context = out,
				      .measure = measure,
				      .agrees = agrees,
				      .ended = ended};
}

void cvg_judge_done(struct judge *judge)
{
	if (judge->session) {
		judge->session->decoded += judge->decoded;
		judge->session->ran += cvg_judge_ran(judge);
		judge->session->cut = judge->machine.tired;
	}
	cvg_machine_done(&judge->machine);
	free(judge->runs);
	free(judge->stood);
	free(judge->first.at);
	free(judge->stands.at);
	free(judge->last.at);
	free(judge->said.at);
	judge->said = (struct measures){0};
}
