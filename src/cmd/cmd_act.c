/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Acting: every phase, and LLVM pipelines. */
#include "prove.h"

#include "reconverge/counts.h"
#include "reconverge/export.h"
#include "reconverge/look.h"
#include "reconverge/session.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- telling what happened ------------------------------------------- */

void cvg_tell_report(struct cvg_call *call, const struct cvg_act *act)
{
	cvg_tell_lines(&call->out, cvg_json_list(call->json, "report"), "  ",
		       &act->report);
}

const char *cvg_add_body(struct cvg_call *call, struct cvg_str *out,
			 const char *before)
{
	uint32_t f = cvg_session_function(call->session);
	uint32_t body = cvg_session_body(call->session, f);
	struct cvg_str name = {0};

	if (body == f)
		return NULL;
	cvg_str_addf(&name, "@%s",
		     cvg_session_function_name(call->session, body));
	cvg_str_addf(out, "%sits code is in %s: 'function ", before, name.at);
	cvg_quote(out, name.at);
	cvg_str_add(out, "' goes there");
	cvg_str_done(&name);
	return cvg_session_function_name(call->session, body);
}

void cvg_report_body(struct cvg_call *call, struct cvg_act *act)
{
	if (!act->changed && cvg_add_body(call, &act->report, ""))
		cvg_str_addc(&act->report, '\n');
}

void cvg_tell_score_change(struct cvg_call *call, const struct cvg_act *act)
{
	const struct cvg_judged *judged = &act->judged;
	struct cvg_str deltas = {0};

	if (judged->was <= 0 && act->blind)
		cvg_str_add(&deltas, "guessed: ");
	if (!cvg_add_score_change(&deltas, &act->before, &act->score))
		cvg_str_add(&deltas, "no count changed");
	TELL(call, "{}\n{-before}{-after}{-kinds}", CVG_V(deltas.at),
	     CVG_V(cvg_json_score(&act->before)),
	     CVG_V(cvg_json_score(&act->score)), CVG_V(cvg_json_score_kinds()));
	if (call->json) {
		json_object_set_new(call->json, "simulated",
				    cvg_json_judged(judged));
		json_object_set_new(call->json, "machine",
				    cvg_json_mchange(&judged->machine));
	}
	cvg_str_done(&deltas);
}

/* "P2: meld R3: simulated cycles 640 -> 498 (-22.2%) on 1 launch, -14 static cycles". */
static void tell_changed(struct cvg_call *call, const struct cvg_act *act)
{
	TELL(call, "P{}: {}: ", CVG_V(act->rev),
	     CVG_V(cvg_session_rev(call->session, act->rev)->command));
	if (act->judged.was > 0) {
		cvg_add_judged(&call->out, &act->judged);
		cvg_str_add(&call->out, ", ");
	}
	cvg_tell_score_change(call, act);
}

static void tell(struct cvg_call *call, const struct cvg_act *act,
		 const char *nothing)
{
	TELL(call, "{-changed}{-revision:P}{-count}", CVG_V(act->changed),
	     CVG_V(act->rev), CVG_V(act->count));
	if (act->changed)
		tell_changed(call, act);
	else
		TELL(call, "{}: {}; still P{}\n", CVG_V(call->cmd->name),
		     CVG_V(nothing), CVG_V(act->rev));
	cvg_tell_report(call, act);
}

/* ---- the commands ---------------------------------------------------- */

/* One key=value into `set`. */
static bool take_key(const struct cvg_phase *phase, struct cvg_settings *set,
		     const struct cvg_word *word, struct cvg_err *err)
{
	return cvg_phase_set(phase, set, word->text, word->key,
			     word->text + word->key + 1, err) ||
	       cvg_blame_word(err, word);
}

static bool takes(const struct cvg_phase *phase, const struct cvg_word *word,
		  struct cvg_err *err)
{
	enum cvg_takes kind = cvg_word_kind(word);

	if (!phase->takes)
		return cvg_fail_word(err, word,
				     "%s takes no object: it works on the "
				     "whole function",
				     phase->name);
	return (phase->takes & kind) ||
	       cvg_fail_word(err, word, "%s cannot work on a %s", phase->name,
			     cvg_takes_name(kind));
}

bool cvg_act_words(struct cvg_call *call, const struct cvg_phase *phase,
		   uint32_t from, struct cvg_act_words *w, struct cvg_err *err)
{
	bool ok = true;

	*w = (struct cvg_act_words){
		.settings = *cvg_session_settings(call->session)};
	for (uint32_t i = from; ok && i < call->nargs; i++) {
		if (call->arg[i].key) {
			ok = take_key(phase, &w->settings, &call->arg[i], err);
		} else if (w->named) {
			ok = cvg_fail_word(err, &call->arg[i],
					   "%s takes one object at most",
					   phase->name);
		} else {
			w->named = &call->arg[i];
			ok = takes(phase, w->named, err) &&
			     cvg_word_object(call, w->named, &w->object, err);
		}
	}
	return ok;
}

bool cvg_cmd_phase(struct cvg_call *call, struct cvg_err *err)
{
	const struct cvg_phase *phase = call->cmd->phase;
	struct cvg_act act = {.changed = false};
	struct cvg_act_words w;

	if (!cvg_act_words(call, phase, 0, &w, err))
		return false;
	if (!cvg_session_act(call->session, phase, w.object, &w.settings,
			     call->text, &act, err))
		return w.named ? cvg_blame_word(err, w.named) : false;
	cvg_report_body(call, &act);
	tell(call, &act, phase->nothing ? phase->nothing : "nothing to do");
	cvg_str_done(&act.report);
	return true;
}

/* The words after the file. */
static bool import_words(const struct cvg_call *call, struct cvg_import *import,
			 struct cvg_err *err)
{
	for (uint32_t i = 1; i < call->nargs; i++) {
		const struct cvg_word *word = &call->arg[i];
		const char *value = word->text + word->key + 1;
		char *end;

		if (cvg_word_is_key(word, "function")) {
			import->function = value;
			continue;
		}
		if (!cvg_word_is_key(word, "hash"))
			return cvg_fail_word(err, word,
					     "import: expected function=NAME "
					     "or hash=NUMBER");
		import->hash = strtoull(value, &end, 16);
		if (!import->hash || strlen(value) != 16 || *end)
			return cvg_fail_word(err, word,
					     "hash: expected the 16 digits of "
					     "a journal, not '%.60s'",
					     value);
	}
	return true;
}

/* For the journal: the whole path, and what shows whether the file changed. */
static void keep_import(struct cvg_call *call, bool hashed, uint64_t hash)
{
	cvg_keep_path(call, 0);
	if (hashed || !call->kept.n)
		return;
	cvg_str_addf(&call->kept, " hash=%016llx", (unsigned long long)hash);
}

bool cvg_cmd_import(struct cvg_call *call, struct cvg_err *err)
{
	struct cvg_import import = {.path = call->arg[0].text};
	struct cvg_act act = {.changed = false};
	bool hashed;

	if (!import_words(call, &import, err))
		return false;
	hashed = import.hash != 0;
	if (!cvg_session_import(call->session, &import, call->text, &act, err))
		return cvg_blame_word(err, &call->arg[0]);
	keep_import(call, hashed, import.hash);
	tell(call, &act, "the file is the current revision");
	cvg_str_done(&act.report);
	return true;
}

bool cvg_pass_words(const struct cvg_call *call, struct cvg_pass *out,
		    struct cvg_err *err)
{
	*out = (struct cvg_pass){.pipeline = call->arg[0].text,
				 .unroll = CVG_UNROLL_HINTED};
	for (uint32_t i = 1; i < call->nargs; i++) {
		const struct cvg_word *word = &call->arg[i];
		bool scope = cvg_word_is_key(word, "scope");

		if (!strcmp(word->text, "scope=function"))
			out->alone = true;
		else if (!strcmp(word->text, "unroll=any"))
			out->unroll = CVG_UNROLL_ANY;
		else if (!strcmp(word->text, "unroll=full"))
			out->unroll = CVG_UNROLL_FULL;
		else if (strcmp(word->text, "scope=module") != 0 &&
			 strcmp(word->text, "unroll=hinted") != 0)
			return cvg_fail_word(err, word,
					     scope ? "pass: expected "
						     "scope=module or "
						     "scope=function"
						   : "pass: expected "
						     "unroll=hinted, "
						     "unroll=any or "
						     "unroll=full");
	}
	if (!out->alone && out->unroll != CVG_UNROLL_HINTED)
		return cvg_fail(err, "unroll=: say scope=function as well");
	return out->alone || !call->in_set ||
	       cvg_fail(err, "pass: in a set of functions, say "
			     "scope=function");
}

bool cvg_cmd_pass(struct cvg_call *call, struct cvg_err *err)
{
	struct cvg_act act = {.changed = false};
	struct cvg_pass pass;

	if (!cvg_pass_words(call, &pass, err))
		return false;
	if (!cvg_session_run_pass(call->session, &pass, call->text, &act, err))
		return cvg_blame_word(err, &call->arg[0]);
	tell(call, &act, CVG_PASS_NOTHING);
	cvg_str_done(&act.report);
	return true;
}
