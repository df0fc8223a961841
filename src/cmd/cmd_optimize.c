/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The search for the best order of steps. */
#include "prove.h"
#include "vigil.h"

#include "reconverge/export.h"
#include "reconverge/look.h"
#include "reconverge/optimize.h"
#include "reconverge/program.h"
#include "reconverge/score.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TRIES	2000 /* unless said */
#define SECONDS 30   /* the same */

/* What is to be least, and the prices for that. */
static bool objective_word(const struct cvg_word *word,
			   struct cvg_optimize_ask *ask,
			   struct cvg_settings *settings, struct cvg_err *err)
{
	static const char *const names[] = {
		[CVG_OBJECTIVE_SIMULATED] = "simulated",
		[CVG_OBJECTIVE_MACHINE] = "machine",
		[CVG_OBJECTIVE_MEASURED] = "measured",
	};
	const char *name = word->text + word->key + 1;
	unsigned i = 0;

	while (i <= CVG_OBJECTIVE_MEASURED && strcmp(names[i], name) != 0)
		i++;
	if (i > CVG_OBJECTIVE_MEASURED)
		return cvg_fail_word(err, word,
				     "optimize: objective= must be simulated, "
				     "machine or measured");
	ask->objective = (enum cvg_objective)i;
	return cvg_settings_set(
		settings, "prices",
		i == CVG_OBJECTIVE_MACHINE ? "machine" : "table", err);
}

static bool take_word(const struct cvg_word *word, struct cvg_optimize_ask *ask,
		      struct cvg_settings *settings, struct cvg_err *err)
{
	bool tries = cvg_word_is_key(word, "tries");
	bool time = cvg_word_is_key(word, "time");
	uint64_t n;

	if (cvg_word_is_key(word, "objective"))
		return objective_word(word, ask, settings, err);
	if (cvg_word_is_code(word))
		return cvg_word_code(word, &ask->portable, &ask->keep, err);
	if (cvg_word_is_key(word, "device") || cvg_word_is_key(word, "scale")) {
		bool device = cvg_word_is_key(word, "device");

		if (!cvg_word_key_number(word, device ? 0 : 1,
					 device ? 1000 : 1000000, &n, err))
			return false;
		*(device ? &ask->device : &ask->scale) = (uint32_t)n;
		return true;
	}
	if (cvg_word_is_key(word, "with")) {
		ask->with = word->text + word->key + 1;
		return cvg_optimize_knows(ask->with, err) ||
		       cvg_blame_word(err, word);
	}
	if (!tries && !time && !cvg_word_is_key(word, "seeds"))
		return cvg_fail_word(err, word,
				     "optimize: expected tries=, time=, with=, "
				     "objective=, seeds=, device=, scale=, "
				     "code= or keep=, not '%.60s'",
				     word->text);
	if (!cvg_word_key_number(word, 1, 1000000, &n, err))
		return false;
	if (tries)
		ask->tries = (uint32_t)n;
	else if (time)
		ask->seconds = (double)n;
	else
		ask->seeds = (uint32_t)n;
	return true;
}

/* ---- telling ----------------------------------------------------------- */

struct step_line {
	uint32_t revision;
	const char *step; /* its command */
	double cycles;
	struct cvg_change change; /* from before all steps */
	enum cvg_countkind kind;
};

static const struct cvg_column step_columns[] = {
	{CVG_COLUMN(struct step_line, revision), .letter = 'P', .title = ""},
	{CVG_COLUMN(struct step_line, step)},
	{CVG_COLUMN(struct step_line, cycles), .unit = CVG_UNIT_CYCLES},
	{CVG_COLUMN(struct step_line, change), .use = CVG_COLUMN_PERCENT,
	 .title = "so far"},
};

static void tell_steps(struct cvg_call *call, const struct cvg_optimized *found)
{
	struct cvg_table table;

	CVG_TABLE_INIT(&table, struct step_line, step_columns);
	for (size_t i = 0; i < found->steps.n; i++) {
		const struct cvg_optimize_step *step = &found->steps.at[i];

		cvg_table_add(&table,
			      &(struct step_line){
				      .revision = step->rev,
				      .step = step->command,
				      .cycles = step->cycles,
				      .change = {.from = found->judged.was,
						 .to = step->cycles,
						 .unit = CVG_UNIT_CYCLES}});
	}
	cvg_call_table(call, "steps", &table);
	cvg_call_cycles(call, "cycles as_is", found->judged.kind);
}

static void tell_measured(struct cvg_call *call,
			  const struct cvg_optimized *found)
{
	const struct cvg_ratio *ratio = &found->measured;
	char text[96];

	snprintf(text, sizeof text,
		 "%.3f of the time before, from %.3f to %.3f", ratio->at,
		 ratio->low, ratio->high);
	TELL(call, "  {device}: {-ratio}{-ratio_low}{-ratio_high}{}\n",
	     CVG_V(found->device), CVG_V(ratio->at), CVG_V(ratio->low),
	     CVG_V(ratio->high), CVG_V(text));
}

/* How many other functions of the kernel that runs have divergent branches. */
static uint32_t count_called(struct cvg_session *session)
{
	const uint32_t focus = cvg_session_function(session);
	const struct cvg_program *program;
	struct cvg_err err;
	uint32_t n = 0;

	program = cvg_session_program(session, CVG_NONE, &err);
	for (uint32_t i = 0; program && i < program->nfns; i++) {
		uint32_t f = cvg_session_function_named(session,
							program->fns[i].name);
		struct cvg_score score = {0};

		if (f == CVG_NONE || f == focus)
			continue;
		cvg_session_score_of(session, f, &score);
		n += score.divergent > 0;
	}
	return n;
}

static void tell_called(struct cvg_call *call)
{
	uint32_t n = call->in_set ? 0 : count_called(call->session);

	if (n)
		TELL(call,
		     "  {called} more function(s) with divergent branches: "
		     "'optimize --called' works on all that the kernel runs\n",
		     CVG_V(n));
}

static void tell(struct cvg_call *call, const struct cvg_optimized *found)
{
	if (found->steps.n) {
		tell_steps(call, found);
		cvg_str_add(&call->out, "optimize: ");
		cvg_add_judged(&call->out, &found->judged);
		cvg_str_addc(&call->out, '\n');
	} else {
		cvg_call_set(call, "steps", json_array());
		cvg_str_addf(&call->out,
			     "optimize: nothing that was tried is faster and "
			     "stands; still P%u\n",
			     cvg_session_current(call->session));
	}
	cvg_call_set(call, "simulated", cvg_json_judged(&found->judged));
	if (found->as_is > found->judged.was)
		TELL(call,
		     "  from what LLVM's code generator makes of it anyway, "
		     "without which it takes {as_is} cycles\n",
		     CVG_V((int64_t)found->as_is));
	TELL(call, "  {tries} step(s) tried, {codes} code(s) seen; {ended}\n",
	     CVG_V(found->tries), CVG_V(found->nstates), CVG_V(found->ended));
	if (found->blind)
		TELL(call,
		     "  judged by the cost table alone: the machine's code "
		     "takes too long to make{-blind}\n",
		     CVG_V(found->blind));
	if (found->steps.n)
		TELL(call, "  check: {answer} with {seeds} seed(s)\n",
		     CVG_V(cvg_answer_name(found->answer)),
		     CVG_V(found->seeds));
	if (found->steps.n && *found->device)
		tell_measured(call, found);
	cvg_tell_lines(&call->out, cvg_json_list(call->json, "left"),
		       "  left alone: ", &found->left);
	tell_called(call);
}

static void add(struct cvg_call *call, const char *command)
{
	struct cvg_err err;

	if (!cvg_journal_add(call->session, command, &err))
		cvg_shell_warn(call->sh, "%s", err.msg);
}

/* The journal gets the steps, so that the search is not made again, and that they were
 * planned with a profile. */
static void record(struct cvg_call *call, const struct cvg_optimized *found)
{
	if (!call->sh->journal || !found->steps.n)
		return;
	add(call, "profile once");
	for (size_t i = 0; i < found->steps.n; i++)
		add(call, found->steps.at[i].command);
}

/* ---- while it searches -------------------------------------------------- */

struct watch {
	struct vigil vigil;
	char text[96];
};

/* "optimize: 431 tries, best -20.8%". */
static bool watch(void *context, const struct cvg_optimize_sight *sight)
{
	struct watch *w = context;
	const struct cvg_host *host = w->vigil.call->sh->host;
	double change = sight->was > 0 ? sight->best / sight->was - 1 : 0;

	if (sight->ending)
		snprintf(w->text, sizeof w->text, "optimize: checks %+.1f%%",
			 100 * change);
	else
		snprintf(w->text, sizeof w->text,
			 "optimize: %u tries, best %+.1f%%", sight->tries,
			 100 * change);
	w->vigil.what = w->text;
	if (host && host->searched)
		host->searched(host->context, sight);
	return w->vigil.interrupts < 2;
}

/* An interrupt ends the search, which is no failure: commands that stand behind it, such
 * as one that writes the module, go on. The second one ends them, too. */
static bool search(struct cvg_call *call, struct cvg_optimize_ask *ask,
		   struct cvg_optimized *found, struct cvg_err *err)
{
	struct watch w;
	bool ok;

	ask->watch = watch;
	ask->context = &w;
	cvg_vigil_begin(&w.vigil, call);
	ok = cvg_vigil_end(
		&w.vigil, cvg_session_optimize(call->session, ask, found, err));
	if (ok && w.vigil.interrupts < 2)
		call->sh->interrupted = false;
	return ok;
}

bool cvg_cmd_optimize(struct cvg_call *call, struct cvg_err *err)
{
	struct cvg_settings *settings = cvg_session_settings(call->session);
	struct cvg_settings was = *settings;
	struct cvg_optimize_ask ask = {
		.tries = TRIES,
		.seconds = SECONDS,
		.seeds = (uint32_t)cvg_set_int(settings, CVG_SET_SEEDS),
	};
	struct cvg_optimized found = {.tries = 0};
	bool ok = true;

	for (uint32_t i = 0; ok && i < call->nargs; i++)
		ok = take_word(&call->arg[i], &ask, settings, err);
	ok = ok && search(call, &ask, &found, err);
	memcpy(settings->value, was.value, sizeof was.value);
	if (ok) {
		tell(call, &found);
		record(call, &found);
	}
	cvg_optimized_done(&found);
	return ok;
}
