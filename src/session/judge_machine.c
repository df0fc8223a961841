/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * What the machine's code says of a step: the code generator makes the code of the
 * function before and after it. The cycles that a warp alone takes for each block are
 * multiplied by how often warps run the block: as simulated, or else by a guess. The
 * step loses if the sum grows, if fewer warps can run at once, or if lanes need more
 * private memory.
 *
 * Example (tests/cmd/judge-machine.t): two arms divide vectors by constants, which
 * are products and shifts. Melded, llc makes one division of both, by a variable.
 */
#include "judge_machine.h"

#include "reconverge/analysis.h"
#include "reconverge/graph.h"
#include "reconverge/ir.h"
#include "reconverge/mcode.h"
#include "reconverge/target.h"
#include "src/plan/guess.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static void version_done(struct version *version)
{
	cvg_str_done(&version->question);
	free(version->runs);
	if (!version->kept) {
		cvg_mcode_free(version->mcode);
		cvg_ana_free(version->ana);
		cvg_fn_free(version->own);
	}
	*version = (struct version){.runs = NULL};
}

static void pose(struct machine *machine, struct version *version)
{
	struct cvg_coder *coder = cvg_session_coder(machine->session);
	const struct cvg_phase_in *in = machine->in;

	cvg_coder_ptxas(coder, machine->ptxas);
	version->cost = cvg_module_pose(coder, in->module, in->function,
					&version->question);
	cvg_coder_ptxas(coder, true); /* as others want it */
}

/* The code that a phase has made. */
static void version_init(struct machine *machine, struct version *out)
{
	const struct cvg_phase_in *in = machine->in;
	struct cvg_fn *fn = cvg_module_snapshot(in->module, in->function, 0);

	*out = (struct version){.own = fn, .fn = fn};
	out->ana = cvg_ana_again(in->ana, out->fn);
	pose(machine, out);
}

/* PTX is what ptxas makes the machine's code of: with its registers, its predicates,
 * and what it does where threads part. Its instructions judge wrongly: by their cycles,
 * bitonic sort at -O2 grows by 14 % when its arms are melded, and by those of ptxas the
 * melded block takes less than the two arms. */
const char *cvg_machine_unasked(const struct cvg_phase *phase,
				const struct cvg_phase_in *in)
{
	int judge = (int)cvg_set_int(in->settings, CVG_SET_JUDGE);

	if (!(phase->reads >> CVG_SET_JUDGE & 1))
		return "this step is not judged by it";
	if (judge == CVG_JUDGE_TABLE)
		return "judge=table does without it";
	if (!cvg_target_info(in->fn->target)->no_object)
		return NULL;
	if (judge == CVG_JUDGE_LLC)
		return "llc makes PTX, which takes ptxas (judge=machine)";
	return cvg_ptxas_is_there() ? NULL
				    : "llc makes PTX, which takes ptxas: it is "
				      "not installed";
}

void cvg_machine_begin(struct machine *out, struct cvg_session *session,
		       const struct cvg_phase_in *in)
{
	struct history *history = session->history;

	*out = (struct machine){
		.session = session,
		.in = in,
		.active = true,
		.ptxas = cvg_set_int(in->settings, CVG_SET_JUDGE) ==
			 CVG_JUDGE_MACHINE,
	};
	out->was = (struct version){
		.fn = in->fn,
		.ana = in->ana,
		.kept = cvg_rev_mcode(cvg_history_rev(history, CVG_NONE),
				      history->focus, out->ptxas),
	};
	pose(out, &out->was);
}

void cvg_machine_done(struct machine *machine)
{
	version_done(&machine->was);
	version_done(&machine->is);
}

void cvg_machine_ran(struct version *version, double *take_runs)
{
	free(version->runs);
	version->runs = take_runs;
}

/* ---- the code ---------------------------------------------------------- */

static bool generate(struct machine *machine, struct version *version)
{
	const struct cvg_session *session = machine->session;
	bool ok;

	if (machine->blind.msg[0])
		return false;
	ok = cvg_module_ask(
		session->coder, machine->in->module, version->fn,
		&version->question,
		(unsigned)cvg_set_int(&session->settings, CVG_SET_TIME_LIMIT),
		&version->mcode, &machine->blind);
	cvg_str_done(&version->question);
	if (version->kept)
		*version->kept = version->mcode;
	return ok;
}

static bool takes_ptxas(const struct machine *machine)
{
	return machine->ptxas &&
	       cvg_target_info(machine->in->fn->target)->no_object;
}

/* May what is still to be asked be asked? The code of one side alone says nothing. What
 * was coded before the step, and is known, counts as well: what a step does must not
 * depend on what was looked at before it. */
static bool may_ask(struct machine *machine)
{
	uint64_t cost = machine->is.cost, most = machine->session->most;

	if (machine->was.cost)
		cost = cvg_coder_cost_both(machine->was.cost, cost,
					   takes_ptxas(machine));
	machine->coded += cost;
	machine->session->coded += cost;
	machine->was.cost = machine->is.cost = 0;
	machine->tired = machine->coded > CVG_CODER_MOST ||
			 (most && machine->coded + machine->ran > most);
	return !machine->tired;
}

/* Ask for the code of both sides at once, where that costs less. */
static void generate_both(struct machine *machine)
{
	const struct cvg_session *session = machine->session;
	const struct cvg_str *const question[] = {&machine->was.question,
						  &machine->is.question};

	if (!machine->blind.msg[0] && question[0]->n && question[1]->n &&
	    !(machine->was.kept && *machine->was.kept))
		cvg_module_ask_both(session->coder, machine->in->module,
				    question,
				    (unsigned)cvg_set_int(&session->settings,
							  CVG_SET_TIME_LIMIT));
}

/* Have the version's machine code. PTX is none. */
static bool code(struct machine *machine, struct version *version)
{
	if (version->kept)
		version->mcode = *version->kept;
	if (!version->mcode && !generate(machine, version))
		return false;
	return !version->mcode->remark ||
	       cvg_fail(&machine->blind, "%s", version->mcode->remark);
}

static double weigh(const struct version *version, bool simulated, double skip)
{
	double *guessed =
		simulated ? NULL : cvg_guess_warps(version->ana, skip);
	const double *runs = simulated ? version->runs : guessed;
	const struct cvg_mcode *mcode = version->mcode;
	double sum = 0;

	for (uint32_t b = 0; b < mcode->nblocks; b++)
		sum += runs[b] * (double)cvg_mcounts_cycles(&mcode->block[b]);
	free(guessed);
	return sum;
}

/* ---- comparing --------------------------------------------------------- */

static void compare(const struct machine *machine, struct cvg_mchange *out)
{
	const struct version *side[2] = {&machine->was, &machine->is};
	const struct cvg_mcode *mcode[2];
	double skip = cvg_set_real(machine->in->settings, CVG_SET_SKIP);

	out->simulated = side[0]->runs && side[1]->runs;
	for (int i = 0; i < 2; i++) {
		out->cycles[i] = weigh(side[i], out->simulated, skip);
		mcode[i] = side[i]->mcode;
	}
	cvg_mchange_sizes(out, mcode);
	out->known = true;
}

bool cvg_machine_look(struct machine *machine, double *take_runs, uint32_t n,
		      struct cvg_mchange *out)
{
	*out = (struct cvg_mchange){.known = false};
	version_done(&machine->is);
	/* What is not sound is no code; the runner says so in the end. */
	if (!machine->blind.msg[0] && !machine->tired &&
	    cvg_history_sound(machine->session->history, &(struct cvg_err){0}))
		version_init(machine, &machine->is);
	if (!machine->is.fn || n != machine->is.fn->nblocks) {
		free(take_runs);
		take_runs = NULL;
	}
	cvg_machine_ran(&machine->is, take_runs);
	if (machine->is.fn && may_ask(machine)) {
		generate_both(machine);
		if (code(machine, &machine->was) && code(machine, &machine->is))
			compare(machine, out);
	}
	return cvg_mchange_loses(out);
}

void cvg_machine_keep(struct machine *machine)
{
	if (!machine->is.fn)
		return;
	version_done(&machine->was);
	machine->was = machine->is;
	machine->is = (struct version){.runs = NULL};
}

/* ---- sizes -------------------------------------------------------------- */

/* The most warps at once. */
static double waves_of(const struct cvg_mcode *mcode)
{
	double amd = mcode->size[CVG_MSIZE_OCCUPANCY];

	return isnan(amd) ? mcode->size[CVG_MSIZE_WARPS] : amd;
}

/* The same without the registers that ptxas takes to unroll loops. */
static double rolled_waves_of(const struct cvg_mcode *mcode)
{
	double rolled = mcode->size[CVG_MSIZE_ROLLED_WARPS];

	return isnan(rolled) ? waves_of(mcode) : rolled;
}

bool cvg_mchange_makes_up(const struct cvg_mchange *change,
			  const double waves[2])
{
	return waves[1] > 0 &&
	       change->cycles[1] * waves[0] < change->cycles[0] * waves[1];
}

void cvg_mchange_sizes(struct cvg_mchange *change,
		       const struct cvg_mcode *const mcode[2])
{
	double waves[2];

	for (int i = 0; i < 2; i++) {
		waves[i] = waves_of(mcode[i]);
		change->waves[i] = rolled_waves_of(mcode[i]);
		change->scratch[i] = mcode[i]->size[CVG_MSIZE_SCRATCH];
	}
	if (mcode[1]->cpu)
		snprintf(change->made_for, sizeof change->made_for, "%s",
			 mcode[1]->cpu);
	if (waves[1] < waves[0] && !cvg_mchange_makes_up(change, waves))
		for (int i = 0; i < 2; i++)
			change->waves[i] = waves[i];
}

/* ---- telling ----------------------------------------------------------- */

/* Sums of rounded numbers may differ in their last places. */
static bool grows(const double *side)
{
	return side[1] > side[0] * (1 + 1e-9);
}

bool cvg_mchange_loses(const struct cvg_mchange *change)
{
	return change->known &&
	       (grows(change->cycles) || change->waves[1] < change->waves[0] ||
		grows(change->scratch));
}

void cvg_mchange_text(struct cvg_str *out, const struct cvg_mchange *change)
{
	const char *const of = change->simulated
				       ? "of all warps, by simulated runs"
				       : "of a warp, by guessed runs";

	cvg_str_add(out, "the machine's code ");
	if (grows(change->cycles))
		cvg_str_addf(out, "grew from %.9g to %.9g cycles %s",
			     round(10 * change->cycles[0]) / 10,
			     round(10 * change->cycles[1]) / 10, of);
	else if (change->waves[1] < change->waves[0])
		cvg_str_addf(out, "lets %.0f warps run at once, not %.0f",
			     change->waves[1], change->waves[0]);
	else
		cvg_str_addf(out,
			     "needs %.0f bytes of private memory a lane, not "
			     "%.0f",
			     change->scratch[1], change->scratch[0]);
}
