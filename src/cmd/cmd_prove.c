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
static void add_args(struct cvg_call *call, const struct cvg_launch *launch,
		     const struct cvg_program *program)
{
	const struct cvg_ufn *fn = &program->fns[0];
	struct cvg_grid t = {.cell = {0}};

	for (uint32_t i = 0; i < fn->nparams; i++) {
		const struct cvg_launch_arg *arg =
			cvg_launch_arg_of(launch, program, i);
		struct cvg_str s = {0};

		if (arg)
			cvg_launch_arg_brief(&s, arg);
		if (*cvg_param_shown(&fn->params[i]))
			cvg_grid_cell(&t, "  %s",
				      cvg_param_shown(&fn->params[i]));
		else
			cvg_grid_cell(&t, "  %u", i);
		cvg_grid_cell(&t, "%s", fn->params[i].type);
		cvg_grid_cell(&t, "%s",
			      s.n ? s.at
			      : i + 1 == fn->nparams &&
					      cvg_redirect_done(fn->fn)
				      ? "the order of the threads"
				      : "nothing");
		cvg_grid_row(&t);
		cvg_str_done(&s);
	}
	cvg_grid_draw(&t, &call->out, "lll");
}

/* Did somebody say anything of it? */
static bool is_said(const struct cvg_launch *launch)
{
	bool said =
		launch->said_grid || launch->said_block || launch->said_shared;

	for (uint32_t i = 0; i < launch->nargs && !said; i++)
		said = !launch->args[i].guessed;
	return said;
}

/* The launch there is now. */
static bool show_launch(struct cvg_call *call, struct cvg_err *err)
{
	const struct cvg_program *program =
		cvg_session_program(call->session, CVG_NONE, err);
	const struct cvg_launch *launch = cvg_session_launch(call->session);
	struct cvg_str words = {0};

	if (!program)
		return false;
	TELL(call, "{function:@}: grid ", CVG_V(program->fns[0].name));
	add_dims(&call->out, launch->grid);
	cvg_str_add(&call->out, ", block ");
	add_dims(&call->out, launch->block);
	cvg_launch_text(&words, launch);
	TELL(call, ": {-words}{threads} thread(s), seed {}{-inferred}",
	     CVG_V(cvg_str_of(&words)), CVG_V(cvg_launch_threads(launch)),
	     CVG_V(launch->seed), CVG_V(launch->inferred));
	if (launch->shared)
		cvg_str_addf(&call->out, ", %u bytes of shared memory",
			     launch->shared);
	if (launch->inferred)
		cvg_str_add(&call->out, is_said(launch) ? " (the rest guessed)"
							: " (guessed)");
	if (launch->from)
		TELL(call, " ({})", CVG_V(launch->from));
	cvg_str_addc(&call->out, '\n');
	add_args(call, launch, program);
	cvg_call_set(call, "launch", cvg_launch_json(launch));
	cvg_str_done(&words);
	return true;
}

/* Change in *launch what the rest of the words say. */
static bool take_words(struct cvg_call *call, uint32_t from,
		       struct cvg_launch *launch, struct cvg_err *err)
{
	const struct cvg_program *program;

	if (from == call->nargs)
		return true;
	if (!cvg_session_focus_kernel(call->session, launch->kernel, err))
		return false;
	program = cvg_session_program(call->session, CVG_NONE, err);
	if (!program)
		return false;
	for (uint32_t i = from; i < call->nargs; i++) {
		const struct cvg_word *word = &call->arg[i];
		uint32_t column;

		if (!strchr(word->text, '='))
			return cvg_fail_word(
				err, word,
				"launch: expected KEY=VALUE, not '%.60s'",
				word->text);
		if (cvg_launch_word(launch, program, word->text, err))
			continue;
		column = err->column;
		cvg_blame_word(err, word);
		err->column += (column ? column - 1 : 0) + word->quoted;
		return false;
	}
	return true;
}

/* A word that has no key to the command language, as "out=file(a b)" in quotes
 * and 0=7, still is one of a launch's, if there is no such file. */
static bool is_file(const struct cvg_word *word)
{
	return !word->key &&
	       (!strchr(word->text, '=') || access(word->text, F_OK) == 0);
}

/* What the words begin with: a file, or the launch there is. */
static bool first_launch(struct cvg_call *call, uint32_t *from,
			 struct cvg_launch *launch, struct cvg_err *err)
{
	const struct cvg_launch *now = cvg_session_launch(call->session);

	*from = is_file(&call->arg[0]);
	if (*from)
		return cvg_launch_read(call->arg[0].text, launch, err) ||
		       cvg_blame_word(err, &call->arg[0]);
	if (now)
		cvg_launch_copy(launch, now);
	else
		cvg_launch_init(launch);
	return true;
}

static bool change_launch(struct cvg_call *call, struct cvg_fault *left,
			  struct cvg_err *err)
{
	struct cvg_launch l;
	uint32_t from;
	uint32_t focus = cvg_session_function(call->session);

	if (!first_launch(call, &from, &l, err))
		return false;
	if (from)
		cvg_keep_path(call, 0);
	if (!take_words(call, from, &l, err)) {
		cvg_launch_done(&l);
		cvg_session_focus(
			call->session,
			cvg_session_function_name(call->session, focus), NULL);
		return false;
	}
	return cvg_session_set_launch(call->session, &l, left, err) ||
	       (err->column ? false : cvg_blame_word(err, &call->arg[0]));
}

bool cvg_cmd_launch(struct cvg_call *call, struct cvg_err *err)
{
	struct cvg_fault left = {.kind = CVG_F_NONE};

	call->asked = !call->nargs;
	if (call->nargs ? !change_launch(call, &left, err)
			: !cvg_prove_launch(call, err))
		return false;
	if (!show_launch(call, err))
		return false;
	cvg_prove_left(call, &left);
	return true;
}

/* ---- simulate -------------------------------------------------------- */

bool cvg_word_yes(const struct cvg_word *word, bool *out, struct cvg_err *err)
{
	const char *text = word->text + word->key + 1;

	*out = !strcmp(text, "yes");
	if (*out || !strcmp(text, "no"))
		return true;
	return cvg_fail_word(err, word, "'%.60s': the value must be yes or no",
			     word->text);
}

static bool simulate_word(const struct cvg_word *word, struct cvg_run_ask *ask,
			  struct cvg_trace *trace, struct cvg_err *err)
{
	uint64_t n;

	if (cvg_word_is_key(word, "seed"))
		return cvg_word_key_number(word, 1, UINT64_MAX, &ask->seed,
					   err);
	if (cvg_word_is_key(word, "operations"))
		return cvg_word_key_number(word, 1, UINT64_MAX, &ask->steps,
					   err);
	if (cvg_word_is_key(word, "races"))
		return cvg_word_yes(word, &ask->races, err);
	if (cvg_word_is_key(word, "trace")) {
		ask->trace = trace;
		return cvg_trace_word(word, trace, err);
	}
	if (!cvg_word_is_key(word, "workers"))
		return cvg_fail_word(
			err, word,
			"simulate: expected seed=N, operations=N, workers=N, "
			"races=yes or trace=BLOCK:WARP, not '%.60s'",
			word->text);
	if (!cvg_word_key_number(word, 1, 256, &n, err))
		return false;
	ask->workers = (uint32_t)n;
	return true;
}

/* What bounds the launch. */
static const char *limit_of(const struct cvg_machine_counts *machine)
{
	return machine->launch == machine->latency  ? "latency"
	       : machine->launch == machine->issue  ? "issue"
	       : machine->launch == machine->memory ? "memory"
						    : "shared memory";
}

/* What was priced by the machine's code. */
static void tell_machine(struct cvg_call *call,
			 const struct cvg_machine_counts *machine,
			 struct cvg_str *out)
{
	if (!machine->priced)
		return;
	cvg_call_cycles(call, "machine_cycles machine_waits launch_cycles",
			CVG_COUNTED_MACHINE);
	CVG_TELL(
		out, call->json,
		"  machine: {machine_cycles} cycle(s) of warps alone, "
		"{machine_waits} of them waits ({:%}); the launch takes "
		"{launch_cycles}, by {limit}, with {resident_warps} warp(s) at "
		"once{-registers_assumed}{}\n",
		CVG_V(machine->cycles), CVG_V(machine->waits),
		CVG_V(cvg_share_of((double)machine->waits,
				   (double)machine->cycles)),
		CVG_V((uint64_t)machine->launch), CVG_V(limit_of(machine)),
		CVG_V((uint64_t)machine->resident), CVG_V(machine->assumed),
		CVG_V(machine->assumed ? ", if registers leave room" : ""));
}

/* What was counted. `out`: where the text goes, or NULL. */
static void tell_summary(struct cvg_call *call, const struct cvg_run *run,
			 struct cvg_str *out)
{
	const struct cvg_counts *counts = &run->result->counts;
	double lanes = (double)counts->insts * run->program->warp;

	CVG_TELL(
		out, call->json,
		": {threads} thread(s) in {warps} warp(s), seed {}\n"
		"  {cycles} cycle(s), {warp_insts} warp instruction(s), "
		"utilization {utilization:%}, {-warp_branches}{split_branches} "
		"of {} branch(es) split a warp\n",
		CVG_V(counts->threads), CVG_V(counts->warps), CVG_V(run->seed),
		CVG_V(counts->cycles), CVG_V(counts->insts),
		CVG_V(cvg_share_of((double)counts->lane_insts, lanes)),
		CVG_V(counts->branches), CVG_V(counts->divergent_branches),
		CVG_V(counts->branches));
	cvg_call_cycles(call, "cycles", CVG_COUNTED_SIMULATED);
	tell_machine(call, &counts->machine, out);
	if (!counts->timed)
		return;
	cvg_call_cycles(call,
			"scoreboard_cycles scoreboard_slowest stall_cycles "
			"memory_stalls",
			CVG_COUNTED_SCOREBOARD);
	CVG_TELL(
		out, call->json,
		"  scoreboard: {scoreboard_cycles} cycle(s), {stall_cycles} of "
		"them stalls ({:%}), {memory_stalls} for memory; slowest warp "
		"{scoreboard_slowest}\n",
		CVG_V(counts->timed_cycles), CVG_V(counts->stalls),
		CVG_V(cvg_share_of((double)counts->stalls,
				   (double)counts->timed_cycles)),
		CVG_V(counts->memory_stalls), CVG_V(counts->max_warp_timed));
}

static void tell_dependence(struct cvg_call *call, const struct cvg_run *run,
			    struct cvg_str *out)
{
	call->said_no |= run->dependence != NULL;
	if (!run->witnessed)
		return;
	CVG_TELL(out, call->json, "  {-dependence}", CVG_V(run->dependence));
	if (out)
		cvg_add_witness(out, run->dependence);
}

/* A run that ended in a fault has only that told; JSON has what was counted. */
static void tell_run(struct cvg_call *call, const struct cvg_run *run)
{
	bool ended = run->result->fault.kind == CVG_F_NONE;
	struct cvg_str *out = ended ? &call->out : NULL;

	cvg_tell_run(out, call->json, run);
	tell_summary(call, run, out);
	tell_dependence(call, run, out);
	cvg_prove_fault(call, run);
}

bool cvg_cmd_simulate(struct cvg_call *call, struct cvg_err *err)
{
	struct cvg_run_ask ask = {.rev = CVG_NONE};
	struct cvg_trace trace = {.limit = CVG_TRACE_STEPS};
	struct cvg_run run;
	bool ok;

	for (uint32_t i = 0; i < call->nargs; i++) {
		if (!simulate_word(&call->arg[i], &ask, &trace, err))
			return false;
	}
	if (!cvg_prove_launch(call, err) ||
	    (ask.trace && !cvg_trace_check(call, ask.trace, err)))
		return false;
	ok = cvg_session_simulate(call->session, &ask, &run, err);
	if (ok) {
		tell_run(call, &run);
		if (ask.trace)
			cvg_trace_tell(call, &run, &trace);
	}
	free(trace.steps.at);
	return ok;
}

/* ---- link ------------------------------------------------------------ */

bool cvg_cmd_link(struct cvg_call *call, struct cvg_err *err)
{
	json_t *list = json_array();

	if (call->nargs &&
	    !cvg_session_link(call->session, call->arg[0].text, err)) {
		json_decref(list);
		return cvg_blame_word(err, &call->arg[0]);
	}
	call->asked = !call->nargs;
	if (call->nargs)
		cvg_keep_path(call, 0);
	for (uint32_t i = 0; i < cvg_session_nlinks(call->session); i++) {
		const char *path = cvg_session_link_at(call->session, i);

		TELL(call, "simulated with {}\n", CVG_V(path));
		json_array_append_new(list, cvg_json_text(path));
	}
	if (!call->out.n)
		cvg_str_add(&call->out, "simulated without libraries\n");
	cvg_call_set(call, "libraries", list);
	return true;
}

/* ---- coverage -------------------------------------------------------- */

/* One kernel; false only with an error. */
static bool cover(struct cvg_call *call, uint32_t f, json_t *list,
		  bool *covered, struct cvg_err *err)
{
	const char *name = cvg_session_function_name(call->session, f);
	struct cvg_str gaps = {0};
	json_t *o;

	if (!cvg_session_covered(call->session, f, &gaps, err))
		return false;
	*covered = !gaps.n;
	o = cvg_json_item(list);
	CVG_TELL(&call->out, o, "  {function:@}{-covered}{}\n", CVG_V(name),
		 CVG_V(*covered), CVG_V(*covered ? "" : ": not covered"));
	cvg_tell_lines(&call->out, cvg_json_list(o, "uncovered"), "    ",
		       &gaps);
	cvg_str_done(&gaps);
	return true;
}

bool cvg_cmd_coverage(struct cvg_call *call, struct cvg_err *err)
{
	uint32_t nkernels = 0, ncovered = 0;
	json_t *list = cvg_json_list(call->json, "kernels");

	cvg_session_all_fns(call->session, CVG_NONE);
	for (uint32_t f = 0; f < cvg_session_nfunctions(call->session); f++) {
		bool covered = false;

		if (cvg_session_fn(call->session, CVG_NONE, f)->kind !=
		    CVG_FN_KERNEL)
			continue;
		nkernels++;
		if (!cover(call, f, list, &covered, err))
			return false;
		ncovered += covered;
	}
	TELL(call, "{covered} of {} kernel(s) can be simulated\n",
	     CVG_V(ncovered), CVG_V(nkernels));
	return true;
}
