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
bool cvg_trace_word(const struct cvg_word *w, struct cvg_trace *t,
		    struct cvg_err *err)
{
	unsigned long long block;
	unsigned warp = 0;
	char rest;
	int n = sscanf(w->text + w->key + 1, "%llu:%u%c", &block, &warp, &rest);

	if (n != 1 && n != 2)
		return cvg_fail_word(err, w,
				     "'%.60s': expected trace=BLOCK or "
				     "trace=BLOCK:WARP with numbers",
				     w->text);
	t->block = block;
	t->warp = warp;
	return true;
}

/* The warp to trace must be there. */
bool cvg_trace_check(struct cvg_call *c, const struct cvg_trace *t,
		     struct cvg_err *err)
{
	const struct cvg_launch *l = cvg_session_launch(c->s);
	const struct cvg_program *p = cvg_session_program(c->s, CVG_NONE, err);
	uint64_t blocks = (uint64_t)l->grid[0] * l->grid[1] * l->grid[2];
	uint64_t threads = cvg_launch_threads(l) / blocks;

	if (!p)
		return false;
	if (t->block < blocks && t->warp < (threads + p->warp - 1) / p->warp)
		return true;
	return cvg_fail(err,
			"no warp %u of block %llu: the launch has blocks 0 to "
			"%llu, each with warps 0 to %llu",
			t->warp, (unsigned long long)t->block,
			(unsigned long long)blocks - 1,
			(unsigned long long)(threads + p->warp - 1) / p->warp -
				1);
}

/* ---- telling --------------------------------------------------------- */

void cvg_trace_tell(struct cvg_call *c, const struct cvg_run *run,
		    const struct cvg_trace *t)
{
	uint64_t next = t->from + t->steps.n;
	struct cvg_table table;

	TELL(c, "warp {} of block {}\n", CVG_V(t->warp), CVG_V(t->block));
	cvg_trace_table(&table, run, t, c->json != NULL);
	if (t->steps.n || c->json)
		cvg_call_table(c, "trace", &table);
	else
		cvg_table_done(&table);
	if (next < t->total)
		TELL(c, "{} steps in all; 'trace from={}' goes on\n",
		     CVG_V(t->total), CVG_V(next));
	else if (!t->steps.n)
		TELL(c, "  the warp made {} steps\n", CVG_V(t->total));
}

/* ---- the command ----------------------------------------------------- */

static bool trace_option(const struct cvg_word *w, struct cvg_trace *t,
			 struct cvg_err *err)
{
	uint64_t n;

	if (cvg_word_is_key(w, "block"))
		return cvg_word_key_number(w, 0, UINT64_MAX, &t->block, err);
	if (cvg_word_is_key(w, "from"))
		return cvg_word_key_number(w, 0, UINT64_MAX, &t->from, err);
	if (cvg_word_is_key(w, "warp")) {
		if (!cvg_word_key_number(w, 0, UINT32_MAX, &n, err))
			return false;
		t->warp = (uint32_t)n;
		return true;
	}
	if (!cvg_word_is_key(w, "count"))
		return cvg_fail_word(err, w,
				     "trace: expected block=N, warp=N, from=N "
				     "or count=N, not '%.60s'",
				     w->text);
	if (!cvg_word_key_number(w, 1, 10000000, &n, err))
		return false;
	t->limit = (uint32_t)n;
	return true;
}

static bool take_words(struct cvg_call *c, uint32_t *rev, struct cvg_trace *t,
		       struct cvg_err *err)
{
	for (uint32_t i = 0; i < c->nargs; i++) {
		const struct cvg_word *w = &c->arg[i];

		if (i == 0 && !strchr(w->text, '=')) {
			if (!cvg_word_rev(c, w, rev, err))
				return false;
		} else if (!trace_option(w, t, err)) {
			return false;
		}
	}
	return true;
}

bool cvg_cmd_trace(struct cvg_call *c, struct cvg_err *err)
{
	struct cvg_trace t = {.limit = CVG_TRACE_STEPS, .stacks = true};
	uint32_t rev = cvg_session_current(c->s);
	struct cvg_run run;
	struct vigil v;
	bool ok;

	if (!take_words(c, &rev, &t, err) || !cvg_prove_launch(c, err) ||
	    !cvg_trace_check(c, &t, err))
		return false;
	cvg_vigil_begin(&v, c);
	ok = cvg_vigil_end(&v, cvg_session_trace(c->s, rev, &t, &run, err));
	if (ok) {
		cvg_tell_run(NULL, c->json, &run);
		TELL(c, "{-warp}{-block}{-from}{-steps}", CVG_V(t.warp),
		     CVG_V(t.block), CVG_V(t.from), CVG_V(t.total));
		cvg_prove_fault(c, &run);
		cvg_trace_tell(c, &run, &t);
	}
	free(t.steps.at);
	free(t.entries.at);
	return ok;
}
