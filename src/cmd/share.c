/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * How much machine code may be made for a set: MOST_CODED instructions, and a part of
 * what coding all functions before and after would take. With that, a library of
 * small functions of which each is melded takes less than three times as long as opt -O3
 * does, and twice as long as without. What was coded counts, not what might be: most
 * functions ask for nothing. It depends on the code and the command alone, so that
 * the command does the same again.
 */
#include "share.h"

#include "prove.h"
#include "reconverge/graph.h"
#include "reconverge/mcode.h"
#include "reconverge/phase.h"
#include "reconverge/score.h"
#include "reconverge/target.h"

#define MOST_CODED UINT64_C(6000)
#define PART_CODED 24

/* What it takes to make the code of the function before and after a step. */
static uint64_t cost_of(const struct cvg_share *share, uint32_t f)
{
	struct cvg_score score;

	cvg_session_score_of(share->call->session, f, &score);
	return 2 * (CVG_CODER_START + score.insts);
}

/* Does the machine's code judge the command, though its words do not ask for it? */
static bool is_judged(const struct cvg_share *share, const struct cvg_u32s *fns)
{
	const struct cvg_call *call = share->call;
	const struct cvg_fn *fn =
		cvg_session_fn(call->session, CVG_NONE, fns->at[0]);

	if (!call->cmd->phase ||
	    !(call->cmd->phase->reads >> CVG_SET_JUDGE & 1) ||
	    cvg_target_info(fn->target)->no_object ||
	    cvg_set_int(cvg_session_settings(call->session), CVG_SET_JUDGE) !=
		    CVG_JUDGE_LLC)
		return false;
	for (uint32_t i = 0; i < call->nargs; i++)
		if (cvg_word_is_key(&call->arg[i], "judge"))
			return false;
	return true;
}

void cvg_share_begin(struct cvg_share *share, const struct cvg_u32s *fns)
{
	uint64_t all = 0;

	share->code = fns->n && is_judged(share, fns);
	for (size_t i = 0; i < fns->n; i++)
		all += cost_of(share, fns->at[i]);
	share->left = MOST_CODED + all / PART_CODED;
}

bool cvg_share_next(struct cvg_share *share, uint32_t f)
{
	if (share->code && cost_of(share, f) > share->left) {
		share->ntable++;
		return false;
	}
	return true;
}

void cvg_share_take(struct cvg_share *share, uint64_t since)
{
	uint64_t coded = cvg_session_coded(share->call->session) - since;

	share->left -= coded < share->left ? coded : share->left;
}
