/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What one warp did, block by block: a list of steps, and each one's stack. */
#include "prove.h"

#include "reconverge/export.h"
#include "reconverge/launch.h"
#include "reconverge/program.h"
#include "reconverge/session.h"
#include "reconverge/sim.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- which warp ------------------------------------------------------ */

/* "BLOCK" or "BLOCK:WARP" behind trace=. */
bool cvg_trace_word(const struct cvg_word *word, struct cvg_trace *trace,
		    struct cvg_err *err)
{
	unsigned long long block;
	unsigned warp = 0;
	char rest;
	int n = sscanf(word->text + word->key + 1, "%llu:%u%c", &block, &warp,
		       &rest);

	if (n != 1 && n != 2)
		return cvg_fail_word(err, word,
				     "'%.60s': expected trace=BLOCK or "
				     "trace=BLOCK:WARP with numbers",
				     word->text);
	trace->block = block;
	trace->warp = warp;
	return true;
}

/* The last argument KEY=VALUE of the command; NULL: there is none. */
static const struct cvg_word *word_of(const struct cvg_call *call,
				      const char *key)
{
	for (uint32_t i = call->nargs; i-- > 0;)
		if (cvg_word_is_key(&call->arg[i], key))
			return &call->arg[i];
	return NULL;
}

/* The warp to trace must be there. */
bool cvg_trace_check(struct cvg_call *call, const struct cvg_trace *trace,
		     struct cvg_err *err)
{
	const struct cvg_launch *launch = cvg_session_launch(call->session);
	const struct cvg_program *program =
		cvg_session_program(call->session, CVG_NONE, err);
	uint64_t blocks =
		(uint64_t)launch->grid[0] * launch->grid[1] * launch->grid[2];
	uint64_t threads = cvg_launch_threads(launch) / blocks, warps;
	const struct cvg_word *word = word_of(call, "trace");

	if (!program)
		return false;
	warps = (threads + program->warp - 1) / program->warp;
	if (trace->block < blocks && trace->warp < warps)
		return true;
	if (!word)
		word = word_of(call, trace->block < blocks ? "warp" : "block");
	cvg_fail(err,
		 "no warp %u of block %llu: the launch has blocks 0 to "
		 "%llu, each with warps 0 to %llu",
		 trace->warp, (unsigned long long)trace->block,
		 (unsigned long long)blocks - 1, (unsigned long long)warps - 1);
	return word && cvg_blame_word(err, word);
}

/* ---- telling --------------------------------------------------------- */

void cvg_trace_tell(struct cvg_call *call, const struct cvg_run *run,
		    const struct cvg_trace *trace)
{
	uint64_t next = trace->from + trace->steps.n;
	struct cvg_table table;

	TELL(call, "warp {} of block {}\n", CVG_V(trace->warp),
	     CVG_V(trace->block));
	cvg_trace_table(&table, run, trace, call->json != NULL);
	if (trace->steps.n || call->json)
		cvg_call_table(call, "trace", &table);
	else
		cvg_table_done(&table);
	if (next < trace->total)
		TELL(call, "{} steps in all; 'trace from={}' goes on\n",
		     CVG_V(trace->total), CVG_V(next));
	else if (!trace->steps.n)
		TELL(call, "  the warp made {} steps\n", CVG_V(trace->total));
}

/* ---- the command ----------------------------------------------------- */

static bool trace_option(const struct cvg_word *word, struct cvg_trace *trace,
			 struct cvg_err *err)
{
	uint64_t n;

	if (cvg_word_is_key(word, "block"))
		return cvg_word_key_number(word, 0, UINT64_MAX, &trace->block,
					   err);
	if (cvg_word_is_key(word, "from"))
		return cvg_word_key_number(word, 0, UINT64_MAX, &trace->from,
					   err);
	if (cvg_word_is_key(word, "warp")) {
		if (!cvg_word_key_number(word, 0, UINT32_MAX, &n, err))
			return false;
		trace->warp = (uint32_t)n;
		return true;
	}
	if (!cvg_word_is_key(word, "count"))
		return cvg_fail_word(err, word,
				     "trace: expected block=N, warp=N, from=N "
				     "or count=N, not '%.60s'",
				     word->text);
	if (!cvg_word_key_number(word, 1, 10000000, &n, err))
		return false;
	trace->limit = (uint32_t)n;
	return true;
}

static bool take_words(struct cvg_call *call, uint32_t *rev,
		       struct cvg_trace *trace, struct cvg_err *err)
{
	for (uint32_t i = 0; i < call->nargs; i++) {
		const struct cvg_word *word = &call->arg[i];

		if (i == 0 && !strchr(word->text, '=')) {
			if (!cvg_word_rev(call, word, rev, err))
				return false;
		} else if (!trace_option(word, trace, err)) {
			return false;
		}
	}
	return true;
}

bool cvg_cmd_trace(struct cvg_call *call, struct cvg_err *err)
{
	struct cvg_trace t = {.limit = CVG_TRACE_STEPS, .stacks = true};
	uint32_t rev = cvg_session_current(call->session);
	struct cvg_run run;
	bool ok;

	if (!take_words(call, &rev, &t, err) || !cvg_prove_launch(call, err) ||
	    !cvg_trace_check(call, &t, err))
		return false;
	ok = cvg_session_trace(call->session, rev, &t, &run, err);
	if (ok) {
		cvg_tell_run(NULL, call->json, &run);
		TELL(call, "{-warp}{-block}{-from}{-steps}", CVG_V(t.warp),
		     CVG_V(t.block), CVG_V(t.from), CVG_V(t.total));
		cvg_call_cycles(call, "cycle", CVG_COUNTED_SIMULATED);
		cvg_prove_fault(call, &run);
		cvg_trace_tell(call, &run, &t);
	}
	free(t.steps.at);
	free(t.entries.at);
	return ok;
}
