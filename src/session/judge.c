/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The judge: what a phase made is run, while the phase works, on the launches of
 * the profile that is in force. If there is none, one is made, on a guessed launch
 * if the kernel has no other.
 *
 * A run is cut off when its warps take much longer than before the step, and the
 * judge answers no more once it has run MOST_INSTS instructions: what is left is
 * decided by static counts.
 */
#include "inside.h"
#include "judge.h"

#include "reconverge/analysis.h"
#include "reconverge/faults.h"
#include "reconverge/graph.h"
#include "reconverge/ir.h"
#include "reconverge/linear.h"
#include "reconverge/flat.h"
#include "reconverge/phases.h"
#include "reconverge/plan.h"
#include "reconverge/program.h"

#include <math.h>
#include <stdlib.h>

#define MOST_INSTS UINT64_C(20000000)

/* ---- launches ---------------------------------------------------------- */

/* Is the profile in force one that was made here, on a launch that the kernel no
 * longer has? */
static bool is_stale(const struct cvg_session *session)
{
	const struct proving *proving = &session->proving;
	const struct launched *l = cvg_proving_launched(session);

	return proving->own_profile.serial && l &&
	       cvg_session_profiled(session) == proving->own_profile.rev &&
	       l->serial != proving->own_profile.serial;
}

/* Have a profile for the function in focus. */
static bool need_profile(struct cvg_session *session, struct cvg_err *err)
{
	struct cvg_fault left = {.kind = CVG_F_NONE};
	struct cvg_profiling made;
	bool guessed;

	if (!cvg_session_need_launch(session, &guessed, &left, err))
		return false;
	if (cvg_session_profiled(session) != CVG_NONE && !is_stale(session))
		return true;
	if (!cvg_session_profile(session, false, &made, err))
		return false;
	if (!made.launches)
		return cvg_fail(err, "the run ends: %s",
				cvg_fault_text(made.run.result->fault.kind));
	session->proving.own_profile.rev = session->history->current;
	session->proving.own_profile.serial =
		cvg_proving_launched(session)->serial;
	return true;
}

/* ---- measuring --------------------------------------------------------- */

static double cycles_of(const struct cvg_counts *counts)
{
	if (counts->machine.priced)
		return (double)counts->machine.cycles;
	return (double)(counts->timed ? counts->timed_cycles : counts->cycles);
}

/* The cycles of one launch; INFINITY: it fails, or takes much longer than
 * before. */
static bool run_one(struct judge *judge, const struct cvg_program *program,
		    struct cvg_sim *sim, const struct cvg_launch *launch,
		    double *out)
{
	struct cvg_session *session = judge->session;
	struct cvg_sim_options options = cvg_proving_options(session);
	struct share share = {.session = session};
	struct cvg_sim_result result;
	struct cvg_image *image;
	struct cvg_err err;
	bool ok;

	if (!cvg_proving_image(session, CVG_NONE, program, launch,
			       session->proving.left.image, &image, &err))
		return false;
	if (judge->most_steps)
		options.max_steps = judge->most_steps;
	ok = cvg_proving_run(sim, launch, image, &options, &share, &result,
			     &err);
	cvg_image_free(image);
	judge->stopped |= share.stopped;
	if (!ok)
		return false;
	*out = result.fault.kind == CVG_F_NONE ? cycles_of(&result.counts)
					       : INFINITY;
	judge->insts += result.counts.insts;
	if (result.counts.max_warp_cycles > judge->longest)
		judge->longest = result.counts.max_warp_cycles;
	cvg_sim_result_done(&result);
	return true;
}

static double run_all(struct judge *judge, const struct cvg_program *program)
{
	struct cvg_sim *sim = cvg_sim_new(program);
	const struct cvg_launch *launch;
	double sum = 0, one;
	uint32_t i = 0;

	while ((launch = cvg_session_profile_launch(judge->session, i)) &&
	       run_one(judge, program, sim, launch, &one)) {
		sum += one;
		i++;
	}
	cvg_sim_free(sim);
	if (launch)
		return NAN;
	judge->nlaunches = i;
	if (!judge->most_steps)
		judge->most_steps = 20000 + 8 * judge->longest;
	return sum;
}

static double measure_now(struct judge *judge)
{
	struct cvg_program *program;
	struct cvg_err err;
	double cycles;

	judge->tired = judge->insts > MOST_INSTS;
	if (judge->tired || judge->stopped)
		return NAN;
	if (!cvg_proving_decode_work(judge->session, &program, &err))
		return NAN;
	cycles = run_all(judge, program);
	cvg_program_free(program);
	return cycles;
}

static double measure(void *context)
{
	struct judge *judge = context;
	double cycles =
		judge->replay ? judge->nreplayed < judge->replay->n
					? judge->replay->at[judge->nreplayed++]
					: NAN
			      : measure_now(judge);

	cvg_push(&judge->said, cycles);
	return cycles;
}

/* ---- the parts of a step ------------------------------------------------ */

#define MOST_PARTS  16
#define MOST_ROUNDS 4

/* The blocks at which a phase did something, by their stable numbers. */
struct parts {
	enum cvg_rejectkind kind;
	struct cvg_u32s uids;
};

static void note_meld(void *context, struct cvg_ana *ana,
		      const struct cvg_plan *plan, uint32_t i)
{
	struct parts *parts = context;

	(void)ana;
	cvg_push(&parts->uids, plan->fn->blocks[plan->at[i].entry].uid);
}

static void note_linear(void *context, const struct cvg_linplan *plan,
			uint32_t i)
{
	struct parts *parts = context;

	cvg_push(&parts->uids, plan->fn->blocks[plan->at[i].head].uid);
}

static void note_flat(void *context, struct cvg_ana *ana,
		      const struct cvg_flatnest *nest)
{
	struct parts *parts = context;
	const struct cvg_loops *loops = cvg_ana_loops(ana);

	cvg_push(&parts->uids,
		 cvg_ana_fn(ana)->blocks[loops->loop[nest->loop].header].uid);
}

/* Begin again, and run the phase; what it made is measured. */
static bool run_again(struct judge *judge, const struct cvg_phase *phase,
		      struct cvg_phase_in *in, struct cvg_settings *settings,
		      struct cvg_phase_out *made, struct cvg_err *err)
{
	cvg_history_drop_work(judge->session->history);
	cvg_str_done(&made->report);
	*made = (struct cvg_phase_out){.was = made->was};
	if (!cvg_runner_begin(judge->session, phase, in, settings, err) ||
	    !cvg_runner_run(phase, in, made, err))
		return false;
	made->is = made->changed ? measure(judge) : made->was;
	return true;
}

/* "simulated 100 -> 120 cycles". */
static void add_runs(struct cvg_str *out, const struct cvg_phase_out *made)
{
	if (isfinite(made->is))
		cvg_str_addf(out, "simulated %.0f -> %.0f cycles\n", made->was,
			     made->is);
	else
		cvg_str_add(out, "its simulated runs fail or take too long\n");
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
		bool ok = run_again(judge, phase, &one, &own, &made, err);

		cvg_str_done(&made.report);
		if (!ok)
			return false;
		if (made.is < made.was)
			continue;
		settings->rejects = cvg_rejects_with(
			judge->session->history, settings->rejects,
			&(struct cvg_reject){parts->kind, uid});
		cvg_str_addf(report, "B%u: left alone: ", uid);
		add_runs(report, &made);
	}
	return true;
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
	struct cvg_witness witness = {.context = &parts,
				      .meld = note_meld,
				      .linear = note_linear,
				      .flat = note_flat};
	struct cvg_str report = {0};
	bool ok, again = true;

	made->was = measure(judge);
	in->witness = &witness;
	ok = cvg_runner_run(phase, in, made, err);
	made->is = ok && made->changed ? measure(judge) : made->was;
	for (uint32_t round = 0;
	     ok && again && made->changed && made->is >= made->was; round++) {
		const struct cvg_rejects *before = judge->settings->rejects;

		cvg_str_add(&report, "tried and taken back: ");
		add_runs(&report, made);
		again = round < MOST_ROUNDS && parts.uids.n > 1 &&
			parts.uids.n <= MOST_PARTS;
		ok = !again || sort_out(judge, phase, in, &parts,
					judge->settings, &report, err);
		again &= judge->settings->rejects != before;
		parts.uids.n = 0;
		if (ok && again)
			ok = run_again(judge, phase, in, judge->settings, made,
				       err);
	}
	if (ok && made->changed && made->is >= made->was)
		take_back(judge, made);
	in->witness = NULL;
	cvg_str_add(&made->report, cvg_str_of(&report));
	cvg_str_done(&report);
	free(parts.uids.at);
	return ok;
}

/* ---- beginning and end ------------------------------------------------- */

void cvg_judge_begin(struct judge *out, struct cvg_session *session,
		     const struct cvg_phase *phase,
		     const struct cvg_settings *settings)
{
	bool reads = phase->reads >> CVG_SET_DECIDE & 1;

	*out = (struct judge){.session = session};
	out->pub = (struct cvg_judge){.context = out, .measure = measure};
	if (!reads || !session->history ||
	    cvg_set_int(settings, CVG_SET_DECIDE) != CVG_DECIDE_MEASURED)
		return;
	out->active = need_profile(session, &out->blind);
}

/* Is the step done for its profit alone? */
static bool is_for_profit(const struct cvg_phase *phase,
			  const struct cvg_phase_in *in)
{
	return in->object.kind == CVG_OBJ_NONE &&
	       (phase != &cvg_phase_linearize ||
		cvg_set_int(in->settings, CVG_SET_LIN_WHEN) == CVG_LIN_PROFIT);
}

static bool run_judged(struct judge *judge, const struct cvg_phase *phase,
		       struct cvg_phase_in *in, struct cvg_phase_out *made,
		       struct cvg_err *err)
{
	bool ok;

	if (phase->asks) {
		in->judge = &judge->pub;
		return cvg_runner_run(phase, in, made, err);
	}
	if (is_for_profit(phase, in))
		return run_all_of_it(judge, phase, in, made, err);
	made->was = measure(judge);
	ok = cvg_runner_run(phase, in, made, err);
	if (ok && made->changed)
		made->is = measure(judge);
	return ok;
}

bool cvg_judge_run(struct judge *judge, const struct cvg_phase *phase,
		   struct cvg_phase_in *in, struct cvg_settings *settings,
		   struct cvg_phase_out *made, struct cvg_err *err)
{
	bool ok;

	judge->settings = settings;
	if (judge->active)
		ok = run_judged(judge, phase, in, made, err);
	else if (judge->blind.msg[0] && phase->guesses &&
		 is_for_profit(phase, in))
		ok = true;
	else
		ok = cvg_runner_run(phase, in, made, err);
	if (judge->blind.msg[0])
		cvg_str_addf(&made->report,
			     "guessed, since it cannot be run: %s\n",
			     judge->blind.msg);
	if (judge->tired)
		cvg_str_add(&made->report,
			    "the runs got too long: what was left was decided "
			    "by static counts\n");
	return judge->stopped ? cvg_fail(err, "interrupted") : ok;
}

void cvg_judge_replay(struct judge *out, const struct measures *said)
{
	*out = (struct judge){.replay = said, .active = said->n > 0};
	out->pub = (struct cvg_judge){.context = out, .measure = measure};
}

void cvg_judge_done(struct judge *judge)
{
	free(judge->said.at);
	judge->said = (struct measures){0};
}
