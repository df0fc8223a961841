/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Launching and simulating; libraries, and what can be simulated at all. */
#include "prove.h"

#include "reconverge/graph.h"
#include "reconverge/launch.h"
#include "reconverge/look.h"
#include "reconverge/program.h"
#include "reconverge/session.h"
#include "reconverge/sim.h"
#include "transforms/redirect.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- launch ---------------------------------------------------------- */

static void add_dims(struct cvg_str *out, const uint32_t *v)
{
	cvg_str_addf(out, "%u", v[0]);
	if (v[1] > 1 || v[2] > 1)
		cvg_str_addf(out, ",%u", v[1]);
	if (v[2] > 1)
		cvg_str_addf(out, ",%u", v[2]);
}

/* No table of JSON's members: JSON has the launch in the form of its file
 * (cvg_launch_json), where a parameter's value has the members of its kind. */
static void add_args(struct cvg_call *c, const struct cvg_launch *l,
		     const struct cvg_program *p)
{
	const struct cvg_ufn *f = &p->fns[0];
	struct cvg_grid t = {.cell = {0}};

	for (uint32_t i = 0; i < f->nparams; i++) {
		const struct cvg_launch_arg *a = cvg_launch_arg_of(l, p, i);
		struct cvg_str s = {0};

		if (a)
			cvg_launch_arg_text(&s, a);
		if (*f->params[i].name)
			cvg_grid_cell(&t, "  %s", f->params[i].name);
		else
			cvg_grid_cell(&t, "  %u", i);
		cvg_grid_cell(&t, "%s", f->params[i].type);
		cvg_grid_cell(&t, "%s",
			      s.n ? s.at
			      : i + 1 == f->nparams && cvg_redirect_done(f->fn)
				      ? "the order of the threads"
				      : "nothing");
		cvg_grid_row(&t);
		cvg_str_done(&s);
	}
	cvg_grid_draw(&t, &c->out, "lll");
}

/* Did somebody say anything of it? */
static bool is_said(const struct cvg_launch *l)
{
	bool said = l->said_grid || l->said_block || l->said_shared;

	for (uint32_t i = 0; i < l->nargs && !said; i++)
		said = !l->args[i].guessed;
	return said;
}

/* The launch there is now. */
static bool show_launch(struct cvg_call *c, struct cvg_err *err)
{
	const struct cvg_program *p = cvg_session_program(c->s, CVG_NONE, err);
	const struct cvg_launch *l = cvg_session_launch(c->s);
	struct cvg_str words = {0};

	if (!p)
		return false;
	TELL(c, "@{function}: grid ", CVG_V(p->fns[0].name));
	add_dims(&c->out, l->grid);
	cvg_str_add(&c->out, ", block ");
	add_dims(&c->out, l->block);
	cvg_launch_text(&words, l);
	TELL(c, ": {-words}{threads} thread(s), seed {}{-inferred}",
	     CVG_V(cvg_str_of(&words)), CVG_V(cvg_launch_threads(l)),
	     CVG_V(l->seed), CVG_V(l->inferred));
	if (l->shared)
		cvg_str_addf(&c->out, ", %u bytes of shared memory", l->shared);
	if (l->inferred)
		cvg_str_add(&c->out,
			    is_said(l) ? " (the rest guessed)" : " (guessed)");
	if (l->from)
		TELL(c, " ({})", CVG_V(l->from));
	cvg_str_addc(&c->out, '\n');
	add_args(c, l, p);
	cvg_call_set(c, "launch", cvg_launch_json(l));
	cvg_str_done(&words);
	return true;
}

/* The rest of the words, on top of *l. */
static bool take_words(struct cvg_call *c, uint32_t from, struct cvg_launch *l,
		       struct cvg_err *err)
{
	const struct cvg_program *p;

	if (from == c->nargs)
		return true;
	if (l->kernel && !cvg_session_focus(c->s, l->kernel, err))
		return false;
	p = cvg_session_program(c->s, CVG_NONE, err);
	if (!p)
		return false;
	for (uint32_t i = from; i < c->nargs; i++) {
		const struct cvg_word *w = &c->arg[i];
		uint32_t column;

		if (!strchr(w->text, '='))
			return cvg_fail_word(
				err, w,
				"launch: expected KEY=VALUE, not '%.60s'",
				w->text);
		if (cvg_launch_word(l, p, w->text, err))
			continue;
		column = err->column;
		cvg_blame_word(err, w);
		err->column += (column ? column - 1 : 0) + w->quoted;
		return false;
	}
	return true;
}

/* A word that has no key to the command language, as "out=file(a b)" in quotes
 * and 0=7, still is one of a launch's, if there is no such file. */
static bool is_file(const struct cvg_word *w)
{
	return !w->key && (!strchr(w->text, '=') || access(w->text, F_OK) == 0);
}

/* What the words begin with: a file, or the launch there is. */
static bool first_launch(struct cvg_call *c, uint32_t *from,
			 struct cvg_launch *l, struct cvg_err *err)
{
	const struct cvg_launch *now = cvg_session_launch(c->s);

	*from = is_file(&c->arg[0]);
	if (*from)
		return cvg_launch_read(c->arg[0].text, l, err) ||
		       cvg_blame_word(err, &c->arg[0]);
	if (now)
		cvg_launch_copy(l, now);
	else
		cvg_launch_init(l);
	return true;
}

static bool change_launch(struct cvg_call *c, struct cvg_fault *left,
			  struct cvg_err *err)
{
	struct cvg_launch l;
	struct vigil v;
	uint32_t from;
	uint32_t focus = cvg_session_function(c->s);

	if (!first_launch(c, &from, &l, err))
		return false;
	if (from)
		cvg_keep_path(c, 0);
	if (!take_words(c, from, &l, err)) {
		cvg_launch_done(&l);
		cvg_session_focus(c->s, cvg_session_function_name(c->s, focus),
				  NULL);
		return false;
	}
	cvg_vigil_begin(&v, c);
	return cvg_vigil_end(&v, cvg_session_set_launch(c->s, &l, left, err)) ||
	       (err->column ? false : cvg_blame_word(err, &c->arg[0]));
}

bool cvg_cmd_launch(struct cvg_call *c, struct cvg_err *err)
{
	struct cvg_fault left = {.kind = CVG_F_NONE};

	c->asked = !c->nargs;
	if (c->nargs ? !change_launch(c, &left, err)
		     : !cvg_prove_launch(c, err))
		return false;
	if (!show_launch(c, err))
		return false;
	cvg_prove_left(c, &left);
	return true;
}

/* ---- simulate -------------------------------------------------------- */

bool cvg_word_yes(const struct cvg_word *w, bool *out, struct cvg_err *err)
{
	const char *text = w->text + w->key + 1;

	*out = !strcmp(text, "yes");
	if (*out || !strcmp(text, "no"))
		return true;
	return cvg_fail_word(err, w, "'%.60s': the value must be yes or no",
			     w->text);
}

static bool simulate_word(const struct cvg_word *w, struct cvg_run_ask *ask,
			  struct cvg_trace *trace, struct cvg_err *err)
{
	uint64_t n;

	if (cvg_word_is_key(w, "seed"))
		return cvg_word_key_number(w, 1, UINT64_MAX, &ask->seed, err);
	if (cvg_word_is_key(w, "steps"))
		return cvg_word_key_number(w, 1, UINT64_MAX, &ask->steps, err);
	if (cvg_word_is_key(w, "races"))
		return cvg_word_yes(w, &ask->races, err);
	if (cvg_word_is_key(w, "trace")) {
		ask->trace = trace;
		return cvg_trace_word(w, trace, err);
	}
	if (!cvg_word_is_key(w, "workers"))
		return cvg_fail_word(
			err, w,
			"simulate: expected seed=N, steps=N, workers=N, "
			"races=yes or trace=BLOCK:WARP, not '%.60s'",
			w->text);
	if (!cvg_word_key_number(w, 1, 256, &n, err))
		return false;
	ask->workers = (uint32_t)n;
	return true;
}

/* What was counted. `out`: where the text goes, or NULL. */
static void tell_summary(struct cvg_call *c, const struct cvg_run *run,
			 struct cvg_str *out)
{
	const struct cvg_counts *n = &run->result->counts;
	double lanes = (double)n->insts * run->program->warp;

	CVG_TELL(
		out, c->json,
		": {threads} thread(s) in {warps} warp(s), seed {}\n"
		"  {cycles} cycle(s), {warp_insts} warp instruction(s), "
		"utilization {utilization:%}, {-warp_branches}{split_branches} "
		"of {} branch(es) split a warp\n",
		CVG_V(n->threads), CVG_V(n->warps), CVG_V(run->seed),
		CVG_V(n->cycles), CVG_V(n->insts),
		CVG_V(cvg_share_of((double)n->lane_insts, lanes)),
		CVG_V(n->branches), CVG_V(n->divergent_branches),
		CVG_V(n->branches));
	if (!n->timed)
		return;
	CVG_TELL(
		out, c->json,
		"  scoreboard: {scoreboard_cycles} cycle(s), {stall_cycles} of "
		"them stalls ({:%}), {memory_stalls} for memory; slowest warp "
		"{scoreboard_slowest}\n",
		CVG_V(n->timed_cycles), CVG_V(n->stalls),
		CVG_V(cvg_share_of((double)n->stalls, (double)n->timed_cycles)),
		CVG_V(n->memory_stalls), CVG_V(n->max_warp_timed));
}

static void tell_dependence(struct cvg_call *c, const struct cvg_run *run,
			    struct cvg_str *out)
{
	c->said_no |= run->dependence != NULL;
	if (!run->witnessed)
		return;
	CVG_TELL(out, c->json, "  {-dependence}", CVG_V(run->dependence));
	if (out)
		cvg_add_witness(out, run->dependence);
}

/* A run that ended in a fault has only that told; JSON has what was counted. */
static void tell_run(struct cvg_call *c, const struct cvg_run *run)
{
	bool ended = run->result->fault.kind == CVG_F_NONE;
	struct cvg_str *out = ended ? &c->out : NULL;

	cvg_tell_run(out, c->json, run);
	tell_summary(c, run, out);
	tell_dependence(c, run, out);
	cvg_prove_fault(c, run);
}

bool cvg_cmd_simulate(struct cvg_call *c, struct cvg_err *err)
{
	struct cvg_run_ask ask = {.rev = CVG_NONE};
	struct cvg_trace trace = {.limit = CVG_TRACE_STEPS};
	struct cvg_run run;
	struct vigil v;
	bool ok;

	for (uint32_t i = 0; i < c->nargs; i++) {
		if (!simulate_word(&c->arg[i], &ask, &trace, err))
			return false;
	}
	if (!cvg_prove_launch(c, err) ||
	    (ask.trace && !cvg_trace_check(c, ask.trace, err)))
		return false;
	cvg_vigil_begin(&v, c);
	ok = cvg_vigil_end(&v, cvg_session_simulate(c->s, &ask, &run, err));
	if (ok) {
		tell_run(c, &run);
		if (ask.trace)
			cvg_trace_tell(c, &run, &trace);
	}
	free(trace.steps.at);
	return ok;
}

/* ---- link ------------------------------------------------------------ */

bool cvg_cmd_link(struct cvg_call *c, struct cvg_err *err)
{
	json_t *list = json_array();

	if (c->nargs && !cvg_session_link(c->s, c->arg[0].text, err)) {
		json_decref(list);
		return cvg_blame_word(err, &c->arg[0]);
	}
	c->asked = !c->nargs;
	if (c->nargs)
		cvg_keep_path(c, 0);
	for (uint32_t i = 0; i < cvg_session_nlinks(c->s); i++) {
		const char *path = cvg_session_link_at(c->s, i);

		TELL(c, "simulated with {}\n", CVG_V(path));
		json_array_append_new(list, cvg_json_text(path));
	}
	if (!c->out.n)
		cvg_str_add(&c->out, "simulated without libraries\n");
	cvg_call_set(c, "libraries", list);
	return true;
}

/* ---- coverage -------------------------------------------------------- */

/* One kernel; false only with an error. */
static bool cover(struct cvg_call *c, uint32_t f, json_t *list, bool *covered,
		  struct cvg_err *err)
{
	const char *name = cvg_session_function_name(c->s, f);
	struct cvg_str gaps = {0};
	json_t *o;

	if (!cvg_session_covered(c->s, f, &gaps, err))
		return false;
	*covered = !gaps.n;
	o = cvg_json_item(list);
	CVG_TELL(&c->out, o, "  @{function}{-covered}{}\n", CVG_V(name),
		 CVG_V(*covered), CVG_V(*covered ? "" : ": not covered"));
	cvg_tell_lines(&c->out, cvg_json_list(o, "uncovered"), "    ", &gaps);
	cvg_str_done(&gaps);
	return true;
}

bool cvg_cmd_coverage(struct cvg_call *c, struct cvg_err *err)
{
	uint32_t nkernels = 0, ncovered = 0;
	json_t *list = cvg_json_list(c->json, "kernels");

	cvg_session_all_fns(c->s, CVG_NONE);
	for (uint32_t f = 0; f < cvg_session_nfunctions(c->s); f++) {
		bool covered = false;

		if (cvg_session_fn(c->s, CVG_NONE, f)->kind != CVG_FN_KERNEL)
			continue;
		nkernels++;
		if (!cover(c, f, list, &covered, err))
			return false;
		ncovered += covered;
	}
	TELL(c, "{covered} of {} kernel(s) can be simulated\n", CVG_V(ncovered),
	     CVG_V(nkernels));
	return true;
}
