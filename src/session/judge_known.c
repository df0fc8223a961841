/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * What the judge measured before a step is kept: of the steps that are tried on one
 * revision, each is held against the same runs. They count against the limits of the
 * judge as if they were run again, so that what a step does does not depend on what
 * was tried before it.
 *
 * Example: candidates tries five steps at each of three blocks. The kernel as it is
 * runs once, and not sixteen times.
 */
#include "judge.h"

#include "reconverge/program.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* All on which the runs depend. The profile in force does too: what is kept goes with
 * it (cvg_proving_drop_plans). */
static struct known key_of(const struct cvg_session *session)
{
	const struct history *history = session->history;
	const struct launched *launched = cvg_proving_launched(session);
	struct known key = {
		.kept = true,
		.rev = history->current,
		.fid = history->focus,
		.kernel = cvg_proving_kernel(session),
		.hash = history->hash.at[history->current],
		.serial = launched ? launched->serial : 0,
		.nlinks = session->proving.links.n,
	};

	memcpy(key.setting, session->settings.value, sizeof key.setting);
	return key;
}

/* Does a launch begin with what the run before it left in memory? */
static bool goes_on(const struct cvg_session *session)
{
	const struct cvg_launch *launch;

	for (uint32_t i = 0; (launch = cvg_session_profile_launch(session, i));
	     i++)
		if (cvg_launch_goes_on(launch))
			return true;
	return false;
}

static bool is_same(const struct known *a, const struct known *b)
{
	return a->kept && b->kept && a->rev == b->rev && a->fid == b->fid &&
	       a->kernel == b->kernel && a->hash == b->hash &&
	       a->serial == b->serial && a->nlinks == b->nlinks &&
	       !memcmp(a->setting, b->setting, sizeof a->setting);
}

void cvg_known_drop(struct proving *proving)
{
	free(proving->known.last.at);
	free(proving->known.runs);
	proving->known = (struct known){.kept = false};
}

static double *copy_runs(const double *runs, uint32_t n)
{
	double *copy;

	if (!runs)
		return NULL;
	copy = cvg_calloc(n, sizeof *copy);
	memcpy(copy, runs, n * sizeof *copy);
	return copy;
}

static void keep(struct judge *judge, double cycles)
{
	struct known *known = &judge->session->proving.known;

	cvg_known_drop(&judge->session->proving);
	*known = key_of(judge->session);
	known->cycles = cycles;
	cvg_each_copy(&known->last, &judge->last);
	known->runs = copy_runs(judge->runs, judge->nruns);
	known->nruns = judge->nruns;
	known->insts = judge->insts;
	known->filled = judge->filled;
	known->decoded = judge->decoded;
	known->longest = judge->longest;
	known->kind = judge->kind;
	known->guessed = judge->guessed;
}

/* Answer as if it had been run. */
static double say_again(struct judge *judge, const struct known *known)
{
	cvg_each_copy(&judge->last, &known->last);
	free(judge->runs);
	judge->runs = copy_runs(known->runs, known->nruns);
	judge->nruns = known->nruns;
	judge->insts += known->insts;
	judge->filled += known->filled;
	judge->decoded += known->decoded;
	judge->guessed |= known->guessed;
	judge->kind = known->kind;
	if (known->longest > judge->longest)
		judge->longest = known->longest;
	if (!judge->most_steps)
		judge->most_steps = cvg_judge_most_steps(judge);
	return known->cycles;
}

double cvg_judge_measure_before(struct judge *judge)
{
	struct cvg_session *session = judge->session;
	bool fresh = judge->insts + judge->filled == 0 && !judge->most_steps;
	struct known key;
	double cycles;

	if (!judge->measures || judge->stopped)
		return cvg_judge_measure(judge);
	key = key_of(session);
	if (is_same(&session->proving.known, &key))
		return say_again(judge, &session->proving.known);
	cycles = cvg_judge_measure(judge);
	if (fresh && isfinite(cycles) && !judge->stopped && !goes_on(session))
		keep(judge, cycles);
	return cycles;
}
