/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * What the judge may do for a set. Coding and running take no more than making machine
 * code of LEAST instructions and of PART_OF_100 percent of those of all functions would.
 * So the whole process takes less than five times as long as opt -O3, which takes 17 ms
 * and 10 to 20 us for an instruction, but for the plans of few long functions. Programs
 * for the simulator are made of MOST_DECODED instructions and PART_DECODED times those of
 * all functions: a function is run in its kernel, so that many functions of one kernel
 * would make it as often as they are.
 *
 * What was done counts, not what might be: most functions ask for nothing. It depends
 * on the code and the command alone, so that the command does the same again.
 */
#include "share.h"

#include "prove.h"
#include "reconverge/graph.h"
#include "reconverge/mcode.h"
#include "reconverge/phase.h"
#include "reconverge/score.h"
#include "reconverge/target.h"

#define LEAST	     UINT64_C(1400)
#define PART_OF_100  45
#define MOST_DECODED UINT64_C(50000)
#define PART_DECODED 16

static uint64_t insts_of(const struct cvg_share *share, uint32_t f)
{
	struct cvg_score score;

	cvg_session_score_of(share->call->session, f, &score);
	return score.insts;
}

/* Does the machine's code take ptxas? */
static bool is_assembled(const struct cvg_share *share, uint32_t f)
{
	struct cvg_session *session = share->call->session;
	const struct cvg_fn *fn = cvg_session_fn(session, CVG_NONE, f);

	return cvg_target_info(fn->target)->no_object != NULL;
}

/* What it takes to make the code of the function before and after a step. */
static uint64_t cost_of(const struct cvg_share *share, uint32_t f)
{
	bool ptxas = is_assembled(share, f);
	uint64_t side = cvg_coder_cost(insts_of(share, f), ptxas);

	return cvg_coder_cost_both(side, side, ptxas);
}

/* Is the setting, which the command reads, another than `without`, though its words do
 * not say so? */
static bool is_chosen(const struct cvg_share *share, enum cvg_setid id,
		      const char *key, int without)
{
	const struct cvg_call *call = share->call;

	if (!call->cmd->phase || !(call->cmd->phase->reads >> id & 1) ||
	    cvg_set_int(cvg_session_settings(call->session), id) == without)
		return false;
	for (uint32_t i = 0; i < call->nargs; i++)
		if (cvg_word_is_key(&call->arg[i], key))
			return false;
	return true;
}

/* Does the machine's code judge the command? */
static bool is_coded(const struct cvg_share *share, const struct cvg_u32s *fns)
{
	bool has_llc = !is_assembled(share, fns->at[0]);
	int judge = cvg_set_int(cvg_session_settings(share->call->session),
				CVG_SET_JUDGE);

	return is_chosen(share, CVG_SET_JUDGE, "judge", CVG_JUDGE_TABLE) &&
	       (has_llc ||
		(judge == CVG_JUDGE_MACHINE && cvg_ptxas_is_there()));
}

static uint64_t coded_and_run(const struct cvg_share *share)
{
	const struct cvg_session *session = share->call->session;

	return cvg_session_coded(session) + cvg_session_ran(session);
}

void cvg_share_begin(struct cvg_share *share, const struct cvg_u32s *fns,
		     uint64_t insts)
{
	uint64_t decoded = 0;

	for (size_t i = 0; i < fns->n; i++)
		decoded += insts_of(share, fns->at[i]);
	share->code =
		(struct cvg_shared){.limited = fns->n && is_coded(share, fns),
				    .left = LEAST + insts * PART_OF_100 / 100};
	share->runs = (struct cvg_shared){
		.limited = is_chosen(share, CVG_SET_DECIDE, "decide",
				     CVG_DECIDE_STATIC),
		.left = MOST_DECODED + decoded * PART_DECODED};
}

/* Is it done for the next function, which may cost so much? */
static bool next(struct cvg_shared *shared, uint64_t cost, uint64_t since)
{
	bool without = shared->limited && cost > shared->left;

	shared->since = since;
	shared->nwithout += without;
	return !without;
}

unsigned cvg_share_next(struct cvg_share *share, uint32_t f)
{
	struct cvg_session *session = share->call->session;
	bool code = next(&share->code, cost_of(share, f), coded_and_run(share));
	bool runs = next(&share->runs, insts_of(share, f),
			 cvg_session_decoded(session));

	share->by_code = code && share->code.limited;
	cvg_session_limit(session, share->by_code ? share->code.left : 0);
	return (code ? 0 : CVG_SHARE_TABLE) | (runs ? 0 : CVG_SHARE_COUNTS);
}

static void take(struct cvg_shared *shared, uint64_t now)
{
	uint64_t done = now - shared->since;

	shared->left -= done < shared->left ? done : shared->left;
}

void cvg_share_take(struct cvg_share *share)
{
	struct cvg_session *session = share->call->session;

	cvg_session_limit(session, 0);
	share->code.nwithout += share->by_code && cvg_session_is_cut(session);
	take(&share->code, coded_and_run(share));
	take(&share->runs, cvg_session_decoded(session));
}
