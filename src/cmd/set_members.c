/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The functions of a set: those whose name a pattern matches, or those that the
 * kernel in focus runs, which the program of the kernel knows.
 */
#include "sets.h"

#include "reconverge/cxxname.h"
#include "reconverge/program.h"
#include "reconverge/prove.h"
#include "reconverge/remarks.h"
#include "reconverge/score.h"
#include "reconverge/session.h"

#include <fnmatch.h>
#include <string.h>

#define CALLED "--called"

const char *cvg_set_pattern(const struct cvg_word *word)
{
	if (word->quoted)
		return NULL;
	if (!strcmp(word->text, "--all"))
		return "*";
	if (!strcmp(word->text, CALLED))
		return CALLED;
	return *word->text == '@' ? word->text + 1 : NULL;
}

/* A pass may work on any function, what acts on divergence on few. */
static bool is_for(const struct cvg_call *call, uint32_t f)
{
	struct cvg_score score;

	if (!strcmp(call->cmd->name, "pass"))
		return true;
	cvg_session_score_of(call->session, f, &score);
	return score.divergent > 0;
}

static bool is_named(const struct cvg_session *s, uint32_t f,
		     const char *pattern)
{
	const char *name = cvg_session_function_name(s, f);

	return fnmatch(pattern, name, 0) == 0 ||
	       cvg_cxx_fits(name, pattern, true);
}

static bool is_spared(const struct cvg_call *call, uint32_t f)
{
	const struct cvg_spared *spared = call->sh->spared;

	return spared && spared->is(spared->context, cvg_session_function_name(
							     call->session, f));
}

static uint64_t insts_of(struct cvg_session *session, uint32_t f)
{
	struct cvg_score score;

	cvg_session_score_of(session, f, &score);
	return score.insts;
}

/* Is it a copy of a kernel that nothing calls, and does the pattern not name it alone? */
static bool is_idle(struct cvg_session *s, uint32_t f, const char *pattern)
{
	return strpbrk(pattern, "*?[") && cvg_session_idle(s, f);
}

bool cvg_set_is_called(const struct cvg_call *call)
{
	return !strcmp(call->set->text, CALLED);
}

bool cvg_set_members(struct cvg_call *call, struct cvg_members *out,
		     struct cvg_err *err)
{
	struct cvg_session *s = call->session;
	const char *pattern = cvg_set_pattern(call->set);
	const struct cvg_program *program = NULL;

	if (cvg_set_is_called(call)) {
		if (!cvg_session_need_profile(s, err))
			return false;
		program = cvg_session_program(s, CVG_NONE, err);
		if (!program)
			return false;
	}
	cvg_session_all_fns(s, CVG_NONE);
	for (uint32_t f = 0; f < cvg_session_nfunctions(s); f++) {
		if (program ? cvg_program_fn(program, cvg_session_function_name(
							      s, f)) == CVG_NONE
			    : !is_named(s, f, pattern))
			continue;
		if (is_spared(call, f)) {
			out->spared++;
			continue;
		}
		out->insts += insts_of(s, f);
		if (is_idle(s, f, pattern))
			out->idle++;
		else if (is_for(call, f))
			cvg_push(&out->fns, f);
		else
			cvg_push(&out->uniform, f);
	}
	return out->fns.n || out->uniform.n || out->spared || out->idle ||
	       cvg_fail_word(err, call->set,
			     "no function has a name like '%.100s'", pattern);
}
