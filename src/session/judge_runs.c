/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The judge's runs: what a phase made is run, while the phase works, on the launches
 * of the profile that is in force. If there is none, one is made, on a guessed launch
 * if the kernel has no other.
 *
 * A run is cut off when its warps take much longer than before the step, and the
 * judge answers no more once it has run MOST_INSTS instructions, or MOST_GUESSED on
 * guessed launches: what is left is decided by static counts. No more than that are run
 * to make a profile, either. Making the memory of a run counts as well.
 *
 * The sum over the launches may gain what one of them loses. A launch that loses more
 * than NOISE is evidence that others will, and speaks against the step by itself.
 */
#include "judge.h"

#include "reconverge/faults.h"
#include "reconverge/graph.h"
#include "reconverge/program.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MOST_INSTS   UINT64_C(20000000)
#define MOST_GUESSED UINT64_C(600000)

/* A kernel of more instructions is run only for a function that has this part of
 * them or more. */
#define LONG	   5000
#define LEAST_PART 100

/* The share of a launch's cycles that it may lose while the sum gains. */
#define NOISE 0.005

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

static bool has_profile(const struct cvg_session *session)
{
	return cvg_proving_launched(session) &&
	       cvg_session_profiled(session) != CVG_NONE && !is_stale(session);
}

static uint64_t most_insts(bool guessed)
{
	return guessed ? MOST_GUESSED : MOST_INSTS;
}

static bool make_profile(struct cvg_session *session, struct cvg_err *err)
{
	struct cvg_fault left = {.kind = CVG_F_NONE};
	struct cvg_profiling made;
	bool guessed;

	if (!cvg_session_need_launch(session, &guessed, &left, err))
		return false;
	if (has_profile(session))
		return true;
	guessed = cvg_proving_launched(session)->launch.inferred;
	if (!cvg_proving_measure(session, false, most_insts(guessed), &made,
				 err))
		return false;
	if (!made.launches)
		return cvg_fail(err, "the run ends: %s",
				cvg_fault_text(made.run.result->fault.kind));
	session->proving.own_profile.rev = session->history->current;
	session->proving.own_profile.serial =
		cvg_proving_launched(session)->serial;
	return true;
}

/* ---- profiles that could not be made ------------------------------------ */

/* The profile that would be in force, if it could be made. */
static struct unprofiled wanted(const struct cvg_session *session)
{
	const struct launched *launched = cvg_proving_launched(session);
	struct unprofiled key = {
		.rev = session->history->current,
		.kernel = cvg_proving_kernel(session),
		.serial = launched ? launched->serial : 0,
		.nlinks = session->proving.links.n,
	};

	memcpy(key.setting, session->settings.value, sizeof key.setting);
	return key;
}

static struct unprofiled *unprofiled_kernel(struct proving *proving,
					    uint32_t kernel)
{
	uint32_t at = cvg_listed_of(&proving->unprofiled_of, kernel);

	return at == CVG_NONE ? NULL : &proving->unprofiled.at[at];
}

/* Did it fail in this revision, or in one that this is made from? What a step
 * makes ends as the code did before it. */
static bool is_known_to_fail(struct cvg_session *session, struct cvg_err *err)
{
	const struct unprofiled key = wanted(session);
	const struct unprofiled *known =
		unprofiled_kernel(&session->proving, key.kernel);
	uint32_t rev = key.rev;

	if (!known || known->serial != key.serial ||
	    known->nlinks != key.nlinks ||
	    memcmp(known->setting, key.setting, sizeof key.setting) != 0)
		return false;
	while (rev != CVG_NONE && rev > known->rev)
		rev = cvg_history_rev(session->history, rev)->pub.parent;
	if (rev == known->rev)
		*err = known->why;
	return rev == known->rev;
}

static void note_failure(struct cvg_session *session, const struct cvg_err *why)
{
	struct proving *proving = &session->proving;
	struct unprofiled made = wanted(session), *old;

	made.why = *why;
	old = unprofiled_kernel(proving, made.kernel);
	if (old) {
		*old = made;
		return;
	}
	cvg_listed_note(&proving->unprofiled_of, made.kernel,
			(uint32_t)proving->unprofiled.n);
	cvg_push(&proving->unprofiled, made);
}

bool cvg_judge_need_profile(struct cvg_session *session, struct cvg_err *err)
{
	if (has_profile(session))
		return true;
	if (is_known_to_fail(session, err))
		return false;
	if (make_profile(session, err))
		return true;
	if (!err->interrupted)
		note_failure(session, err);
	return false;
}

uint64_t cvg_session_coded(const struct cvg_session *session)
{
	return session->coded;
}

uint64_t cvg_session_decoded(const struct cvg_session *session)
{
	return session->decoded;
}

uint64_t cvg_session_ran(const struct cvg_session *session)
{
	return session->ran;
}

void cvg_session_limit(struct cvg_session *session, uint64_t most)
{
	session->most = most;
}

bool cvg_session_is_cut(const struct cvg_session *session)
{
	return session->cut;
}

/* Making machine code of an instruction takes 55 to 100 us, decoding it for the simulator
 * 1.5, and a warp runs it in 0.05; twice as much goes into the search for launches,
 * and a quarter into an element of memory. */
#define DECODED 50
#define RUN	600
#define FILLED	1000

uint64_t cvg_judge_ran(const struct judge *judge)
{
	return judge->decoded / DECODED + judge->insts / RUN +
	       judge->filled / FILLED;
}

bool cvg_judge_is_idle(struct cvg_session *session,
		       const struct cvg_phase *phase,
		       const struct cvg_settings *settings)
{
	struct history *history = session->history;
	struct rev *rev = cvg_history_rev(history, CVG_NONE);
	uint32_t f = cvg_history_place(history, rev, history->focus);

	return phase->idle &&
	       phase->idle(cvg_history_ana(history, rev, f), settings);
}

bool cvg_judge_is_small_part(struct cvg_session *session)
{
	const struct history *history = session->history;
	const struct profiled *profiled =
		cvg_proving_profile(session, history->current, history->focus);
	const struct cvg_fn *fn = cvg_session_fn(session, CVG_NONE,
						 cvg_session_function(session));

	return profiled && profiled->ninsts > LONG &&
	       profiled->ninsts / LEAST_PART > fn->ninsts;
}

/* ---- measuring --------------------------------------------------------- */

static double cycles_of(const struct cvg_counts *counts,
			enum cvg_countkind *kind)
{
	*kind = counts->machine.priced ? CVG_COUNTED_MACHINE
		: counts->timed	       ? CVG_COUNTED_SCOREBOARD
				       : CVG_COUNTED_SIMULATED;
	if (counts->machine.priced)
		return (double)counts->machine.cycles;
	return (double)(counts->timed ? counts->timed_cycles : counts->cycles);
}

/* Count how often warps ran the blocks of the function in focus. */
static void add_block_runs(struct judge *judge,
			   const struct cvg_program *program,
			   const struct cvg_counts *counts)
{
	const struct history *history = judge->session->history;
	uint32_t f = cvg_program_fn(program,
				    history->functions.at[history->focus].name);

	if (f == CVG_NONE)
		return;
	if (!judge->runs) {
		judge->nruns = program->fns[f].fn->nblocks;
		judge->runs = cvg_calloc(judge->nruns, sizeof *judge->runs);
	}
	for (uint32_t b = 0; b < judge->nruns; b++)
		judge->runs[b] += (double)counts->fns[f].block_warps[b];
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
	judge->filled += cvg_image_cost(image);
	cvg_image_free(image);
	judge->stopped |= share.stopped;
	if (!ok)
		return false;
	*out = cycles_of(&result.counts, &judge->kind);
	if (result.fault.kind != CVG_F_NONE)
		*out = INFINITY;
	add_block_runs(judge, program, &result.counts);
	judge->insts += result.counts.insts;
	if (result.counts.max_warp_cycles > judge->longest)
		judge->longest = result.counts.max_warp_cycles;
	cvg_sim_result_done(&result);
	return true;
}

uint64_t cvg_judge_most_steps(const struct judge *judge)
{
	return 20000 + 8 * judge->longest;
}

static double run_all(struct judge *judge, const struct cvg_program *program)
{
	struct cvg_sim *sim = cvg_sim_new(program);
	const struct cvg_launch *launch;
	double sum = 0, one;
	uint32_t i = 0;

	while ((launch = cvg_session_profile_launch(judge->session, i)) &&
	       run_one(judge, program, sim, launch, &one)) {
		judge->guessed |= launch->inferred;
		cvg_push(&judge->last, one);
		sum += one;
		i++;
	}
	cvg_sim_free(sim);
	if (launch) {
		judge->last.n = 0;
		return NAN;
	}
	if (!judge->most_steps)
		judge->most_steps = cvg_judge_most_steps(judge);
	return sum;
}

double cvg_judge_run_program(struct judge *judge,
			     const struct cvg_program *program)
{
	free(judge->runs);
	judge->runs = NULL;
	judge->last.n = 0;
	return run_all(judge, program);
}

double cvg_judge_measure(struct judge *judge)
{
	struct cvg_program *program;
	double cycles;

	free(judge->runs);
	judge->runs = NULL;
	judge->last.n = 0;
	if (!judge->measures)
		return NAN;
	judge->tired =
		judge->insts + judge->filled > most_insts(judge->guessed);
	if (judge->tired || judge->stopped)
		return NAN;
	if (!cvg_proving_decode_work(judge->session, &program, &judge->blind))
		return NAN;
	judge->decoded += cvg_program_ninsts(program);
	cycles = cvg_judge_run_program(judge, program);
	cvg_program_free(program);
	return cycles;
}

/* ---- the launch that fares worst ----------------------------------------- */

void cvg_each_copy(struct each *to, const struct each *from)
{
	to->n = 0;
	for (size_t i = 0; i < from->n; i++)
		cvg_push(to, from->at[i]);
}

double cvg_each_sum(const struct each *each)
{
	double sum = 0;

	for (size_t i = 0; i < each->n; i++)
		sum += each->at[i];
	return sum;
}

/* What the launch that fares worst says of a step from `was` to `is`; n is 0 if they
 * cannot be compared. */
static struct cvg_worst worst_of(const struct each *was, const struct each *is)
{
	struct cvg_worst worst = {.n = 0};
	size_t n = was->n == is->n ? was->n : 0;

	for (size_t i = 0; i < n; i++)
		if (i == 0 || is->at[i] * worst.was > worst.is * was->at[i])
			worst = (struct cvg_worst){(uint32_t)i, (uint32_t)n,
						   was->at[i], is->at[i]};
	return worst;
}

void cvg_judge_tell_growth(const struct judge *judge, double was, double is,
			   struct cvg_str *out)
{
	cvg_str_addf(out, "%s cycles of all warps ",
		     cvg_countkind_name(judge->kind));
	if (is > was)
		cvg_str_addf(out, "grew from %.0f to %.0f (%+.1f%%)", was, is,
			     100 * (is - was) / was);
	else
		cvg_str_addf(out, "stay %.0f", was);
}

static bool loses(const struct cvg_worst *worst)
{
	return worst->n && worst->is > worst->was * (1 + NOISE);
}

bool cvg_judged_pays(const struct cvg_judged *judged)
{
	return judged->was > 0 && judged->is < judged->was &&
	       !loses(&judged->worst) && !cvg_mchange_loses(&judged->machine);
}

bool cvg_judge_launch_loses(const struct judge *judge, struct cvg_str *why)
{
	struct cvg_worst worst = worst_of(&judge->stands, &judge->last);

	if (!loses(&worst))
		return false;
	cvg_judge_tell_growth(judge, worst.was, worst.is, why);
	cvg_str_addf(why, " on launch %u of %u: ", worst.launch + 1, worst.n);
	cvg_launch_brief(
		why, cvg_session_profile_launch(judge->session, worst.launch));
	return true;
}

/* NULL: the machine's code was compared. */
static const char *why_no_machine(const struct judge *judge)
{
	if (judge->all.known)
		return NULL;
	if (judge->unasked)
		return judge->unasked;
	if (judge->machine.blind.msg[0])
		return "it cannot be made";
	return judge->machine.tired ? "the code is long"
				    : "not all of the step could be compared";
}

void cvg_judge_told(const struct judge *judge, const struct cvg_phase_out *made,
		    struct cvg_judged *out)
{
	*out = (struct cvg_judged){.was = 0};
	out->insts = judge->insts;
	if (!made->changed)
		return;
	out->machine = judge->all;
	out->no_machine = why_no_machine(judge);
	if (!judge->first.n || !isfinite(made->was) || !isfinite(made->is))
		return;
	out->was = made->was;
	out->is = made->is;
	out->kind = judge->kind;
	out->launches = (uint32_t)judge->first.n;
	out->guessed = judge->guessed;
	out->worst = worst_of(&judge->first, &judge->stands);
}
