/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * An act on a set of functions: `darm @*`, `optimize --all`. It is made in each
 * function whose name the pattern matches and in which a branch diverges, in the
 * order of the module, as if each had been selected. `optimize --called` takes the
 * functions that the kernel in focus runs, by the profile of that kernel: much of what
 * diverges stands in functions that are too long to be inlined, and a function that
 * several kernels call has no launch of its own. A search runs in a worker for
 * each function, which leaves the session as it was; the steps that it found are
 * made here, so that neither the number of processors nor the order in which the
 * workers end shows in the result.
 */
#include "sets.h"

#include "pool.h"
#include "prove.h"
#include "share.h"

#include "reconverge/cxxname.h"
#include "reconverge/graph.h"
#include "reconverge/ir.h"
#include "reconverge/prove.h"
#include "reconverge/session.h"
#include "reconverge/target.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The command without the word of the set. */
struct said {
	struct cvg_line line;
	struct cvg_str text;
};

struct set {
	struct cvg_call *call;
	struct said said[CVG_SHARE_NWAYS]; /* by how a function is judged */
	struct cvg_share share; /* of what the judge may do for all functions */
	struct cvg_members in;	/* the set */
	json_t **answer;	/* [in.fns.n] of the workers; NULL: none yet */
	uint32_t changed, same, failed, unsearched;
	bool asked_to_end;  /* the workers, by an interrupt */
	struct cvg_str why; /* the first that failed, and why */
};

/* ---- the commands ---------------------------------------------------- */

static void say_word(struct said *out, const struct cvg_word *word)
{
	out->line.word[out->line.n++] = *word;
	cvg_str_addc(&out->text, ' ');
	cvg_quote_word(&out->text, word);
}

/* The command without the set, and with words for how it is judged. */
static void say(const struct cvg_call *call, unsigned way, struct said *out)
{
	const struct cvg_word table = {.text = "judge=table", .key = 5};
	const struct cvg_word counts = {.text = "decide=static", .key = 6};

	out->line.word = cvg_calloc(call->nargs + 3, sizeof *out->line.word);
	out->line.word[out->line.n++] = call->line->word[0];
	cvg_str_add(&out->text, call->cmd->name);
	for (uint32_t i = 0; i < call->nargs; i++)
		say_word(out, &call->arg[i]);
	if (way & CVG_SHARE_TABLE)
		say_word(out, &table);
	if (way & CVG_SHARE_COUNTS)
		say_word(out, &counts);
}

static void said_done(struct said *said)
{
	free(said->line.word);
	cvg_str_done(&said->text);
}

/* ---- one function ---------------------------------------------------- */

/* What is told of the function in one line: that of the text which has the verb, up
 * to where it speaks of the current revision. */
static void add_line(const struct set *set, const char *text,
		     struct cvg_str *out)
{
	struct cvg_str sign = {0};
	const char *at, *stop;
	size_t n;

	cvg_str_addf(&sign, "%s: ", set->call->cmd->name);
	at = strstr(text, sign.at);
	while (at && at > text && at[-1] != '\n')
		at--;
	at = at ? at : text;
	n = strcspn(at, "\n");
	stop = strstr(at, "; still P");
	if (stop && (size_t)(stop - at) < n)
		n = (size_t)(stop - at);
	cvg_str_addn(out, at, n);
	cvg_str_done(&sign);
}

/* Act on the function at that place. The answer has the members of the command, and
 * in "text" what it said. */
static json_t *act_on(struct set *set, uint32_t f)
{
	const struct said *said = &set->said[cvg_share_next(&set->share, f)];
	struct cvg_call one = *set->call;
	json_t *answer = json_object();
	struct cvg_str line = {0};
	struct cvg_err err = {.msg = ""};
	bool ok;

	one.line = &said->line;
	one.arg = said->line.word + 1;
	one.nargs = said->line.n - 1;
	one.set = NULL;
	one.text = said->text.at;
	one.out = one.kept = (struct cvg_str){0};
	one.json = answer;
	one.in_set = true;
	cvg_session_focus_at(one.session, f);
	CVG_TELL(NULL, answer, "{function}",
		 CVG_V(cvg_session_function_name(one.session, f)));
	ok = one.cmd->run(&one, &err);
	cvg_share_take(&set->share);
	CVG_TELL(NULL, answer, "{ok}", CVG_V(ok));
	if (ok)
		add_line(set, cvg_str_of(&one.out), &line);
	else
		cvg_cxx_add_text(&line, err.msg);
	CVG_TELL(NULL, answer, "{text}", CVG_V(cvg_str_of(&line)));
	cvg_str_done(&line);
	cvg_str_done(&one.out);
	cvg_str_done(&one.kept);
	return answer;
}

static const char *text_of(const json_t *answer, const char *key)
{
	return json_string_value(json_object_get(answer, key));
}

/* Take the answer for the function into the command's. */
static void tell_one(struct set *set, json_t *take_answer, bool changed)
{
	struct cvg_call *call = set->call;
	bool ok = json_is_true(json_object_get(take_answer, "ok"));
	json_t *list = json_object_get(call->json, "functions");
	const struct cvg_spared *spared = call->sh->spared;
	struct cvg_str line = {0};

	cvg_cxx_add_whole(&line, text_of(take_answer, "function"));
	cvg_str_addf(&line, ": %s", text_of(take_answer, "text"));
	cvg_str_addf(&call->out, "%s\n", line.at);
	if (!ok && !set->failed)
		cvg_str_add(&set->why, line.at);
	if (!ok && spared)
		spared->failed(spared->context,
			       text_of(take_answer, "function"),
			       text_of(take_answer, "text"));
	cvg_str_done(&line);
	set->changed += changed;
	set->same += ok && !changed;
	set->failed += !ok;
	if (list)
		json_array_append(list, take_answer);
	json_decref(take_answer);
}

static void act_on_each(struct set *set)
{
	struct cvg_call *call = set->call;

	for (size_t i = 0; i < set->in.fns.n && !call->sh->interrupted; i++) {
		uint32_t was = cvg_session_current(call->session);
		json_t *answer = act_on(set, set->in.fns.at[i]);

		tell_one(set, answer,
			 cvg_session_current(call->session) != was);
	}
}

/* No function has a divergent branch. If the command has more words, such as R3,
 * one function at least must know them, as if it had been selected. */
static bool try_words(struct set *set, struct cvg_err *err)
{
	struct cvg_call *call = set->call;
	uint32_t was = cvg_session_current(call->session);
	bool ok = false;

	for (size_t i = 0;
	     i < set->in.uniform.n && !ok && !call->sh->interrupted; i++) {
		json_t *answer = act_on(set, set->in.uniform.at[i]);

		ok = json_is_true(json_object_get(answer, "ok"));
		if (!ok && !set->why.n) {
			cvg_cxx_add_whole(&set->why,
					  text_of(answer, "function"));
			cvg_str_addf(&set->why, ": %s",
				     text_of(answer, "text"));
		}
		if (cvg_session_current(call->session) != was)
			tell_one(set, answer, true);
		else
			json_decref(answer);
	}
	return ok || call->sh->interrupted || cvg_fail(err, "%s", set->why.at);
}

/* ---- searches, in workers -------------------------------------------- */

static int search(void *context, uint32_t piece, bool alone)
{
	struct set *set = context;
	struct cvg_str text = {0};
	json_t *answer;

	(void)alone;
	cvg_session_ticker(set->call->session, NULL, NULL);
	set->call->sh->host = NULL;
	set->call->sh->journal = false;
	answer = act_on(set, set->in.fns.at[piece]);
	cvg_json_print(&text, answer, JSON_REAL_PRECISION(17));
	fputs(text.at, stdout);
	return 0;
}

/* An interrupt ended it before it had begun to search. */
static bool was_interrupted(const json_t *answer)
{
	return !json_is_true(json_object_get(answer, "ok")) &&
	       !strcmp(text_of(answer, "text"), "interrupted");
}

static bool ended(void *context, const struct pool_end *end)
{
	struct set *set = context;
	json_t *answer = json_loads(cvg_str_of(end->text), 0, NULL);
	struct cvg_str why = {0};

	if (!answer && !end->stopped) {
		cvg_str_add(&why, "its process ");
		cvg_child_ending(end->status, end->said, "", &why);
		answer = json_object();
		CVG_TELL(NULL, answer, "{function}{ok}{text}",
			 CVG_V(cvg_session_function_name(
				 set->call->session,
				 set->in.fns.at[end->piece])),
			 CVG_V((bool)false), CVG_V(why.at));
		cvg_str_done(&why);
	}
	if (answer && set->asked_to_end && was_interrupted(answer)) {
		json_decref(answer);
		answer = NULL;
	}
	set->answer[end->piece] = answer;
	return true;
}

/* Run the command, of which nothing is printed; the journal gets it. */
static bool run_quietly(struct cvg_call *call, const char *text)
{
	bool replay = call->sh->replay, ok;

	call->sh->replay = true;
	ok = cvg_shell_run_text(call->sh, call->cmd->name, text);
	call->sh->replay = replay;
	return ok;
}

static bool select_function(struct cvg_call *call, const char *name)
{
	struct cvg_str line = {0};
	bool ok;

	cvg_str_add(&line, "function ");
	cvg_quote_always(&line, name);
	ok = run_quietly(call, line.at);
	cvg_str_done(&line);
	return ok;
}

/* Have a profile of the kernel that runs for the function in focus, and in the journal
 * that it is made: steps are planned by it. */
static bool have_profile(struct cvg_call *call)
{
	return run_quietly(call, "profile once");
}

static size_t count_steps(const json_t *answer)
{
	return json_array_size(json_object_get(answer, "steps"));
}

/* What the kernel in focus runs goes by the profile of that kernel. */
static bool have_kernels_profile(struct set *set)
{
	struct cvg_call *call = set->call;
	size_t n = 0;

	for (size_t i = 0; i < set->in.fns.n; i++)
		n += count_steps(set->answer[i]);
	return !n || !cvg_set_is_called(set->call) ||
	       (select_function(call,
				cvg_session_function_name(
					call->session,
					cvg_session_function(call->session))) &&
		have_profile(call));
}

/* Make the steps that a worker found. */
static bool make_steps(struct set *set, json_t *answer)
{
	struct cvg_call *call = set->call;
	json_t *steps = json_object_get(answer, "steps");
	struct cvg_str rev = {0};
	bool ok = true;

	if (json_array_size(steps))
		ok = select_function(call, text_of(answer, "function")) &&
		     (cvg_set_is_called(set->call) || have_profile(call));
	for (size_t i = 0; ok && i < json_array_size(steps); i++) {
		json_t *step = json_array_get(steps, i);

		ok = run_quietly(call, text_of(step, "step"));
		cvg_str_clear(&rev);
		cvg_str_addf(&rev, "P%u", cvg_session_current(call->session));
		json_object_set_new(step, "revision", json_string(rev.at));
	}
	cvg_str_done(&rev);
	return ok;
}

static bool search_each(struct set *set, struct cvg_err *err)
{
	struct cvg_call *call = set->call;
	long cpus = sysconf(_SC_NPROCESSORS_ONLN);
	struct pool pool = {.npieces = (uint32_t)set->in.fns.n,
			    .at_once = cpus > 0 ? (uint32_t)cpus : 1,
			    .work = search,
			    .ended = ended,
			    .asked_to_end = &set->asked_to_end,
			    .context = set};
	int signal = 0;

	if (set->in.fns.n && !cvg_pool_run(&pool, &signal, err))
		return false;
	if (!have_kernels_profile(set))
		return cvg_fail(err, "the profile cannot be made again");
	for (size_t i = 0; i < set->in.fns.n; i++) {
		uint32_t was = cvg_session_current(call->session);
		json_t *answer = set->answer[i];

		set->answer[i] = NULL;
		set->unsearched += !answer;
		if (answer && !make_steps(set, answer))
			return cvg_fail(err,
					"@%s: a step that was found "
					"cannot be made again",
					text_of(answer, "function"));
		if (answer)
			tell_one(set, answer,
				 cvg_session_current(call->session) != was);
	}
	call->sh->interrupted |= signal != 0;
	return true;
}

/* ---- the set ---------------------------------------------------------- */

static void tell_sum(const struct set *set)
{
	TELL(set->call,
	     "{verb}: {changed} function(s) changed, {same} as before",
	     CVG_V(set->call->cmd->name), CVG_V(set->changed),
	     CVG_V(set->same));
	if (set->failed)
		TELL(set->call, ", {failed} failed", CVG_V(set->failed));
	if (set->unsearched)
		TELL(set->call, ", {unsearched} not searched",
		     CVG_V(set->unsearched));
	if (set->in.uniform.n)
		TELL(set->call, ", {uniform} without divergent branches",
		     CVG_V((uint32_t)set->in.uniform.n));
	if (set->in.idle)
		TELL(set->call, ", {idle} unused function(s) left alone",
		     CVG_V(set->in.idle));
	if (set->share.code.nwithout)
		TELL(set->call,
		     "; {by_table} went by the table, since making the "
		     "machine's code of all takes long",
		     CVG_V(set->share.code.nwithout));
	if (set->share.runs.nwithout)
		TELL(set->call,
		     "; {by_counts} went by static counts, since running the "
		     "kernel for each takes long",
		     CVG_V(set->share.runs.nwithout));
	cvg_str_addc(&set->call->out, '\n');
}

static bool run(struct set *set, struct cvg_err *err)
{
	struct cvg_call *call = set->call;
	char *focus = cvg_strdup(cvg_session_function_name(
		call->session, cvg_session_function(call->session)));
	bool searches = !strcmp(call->cmd->name, "optimize");
	bool ok = true;

	cvg_call_set(call, "functions", json_array());
	if (!set->in.fns.n && set->in.uniform.n && call->nargs)
		ok = try_words(set, err);
	else if (searches)
		ok = search_each(set, err);
	else
		act_on_each(set);
	if (searches && set->changed)
		select_function(call, focus);
	else
		cvg_session_focus(call->session, focus, NULL);
	free(focus);
	if (ok)
		tell_sum(set);
	return ok && (!set->failed || set->changed || set->same ||
		      cvg_fail(err, "%s", set->why.at));
}

bool cvg_set_run(struct cvg_call *call, struct cvg_err *err)
{
	struct set set = {.call = call};
	bool ok = cvg_set_members(call, &set.in, err);

	if (ok) {
		for (unsigned way = 0; way < CVG_SHARE_NWAYS; way++)
			say(call, way, &set.said[way]);
		set.share = (struct cvg_share){.call = call};
		cvg_share_begin(&set.share, &set.in.fns, set.in.insts);
		set.answer = cvg_calloc(set.in.fns.n + 1, sizeof(json_t *));
		ok = run(&set, err);
	}
	for (size_t i = 0; set.answer && i < set.in.fns.n; i++)
		json_decref(set.answer[i]);
	free(set.answer);
	for (unsigned way = 0; way < CVG_SHARE_NWAYS; way++)
		said_done(&set.said[way]);
	free(set.in.fns.at);
	free(set.in.uniform.at);
	cvg_str_done(&set.why);
	return ok;
}
