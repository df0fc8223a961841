/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * preview ACT [OBJECT] [KEY=VALUE]...: the act as a trial. Its counts and its
 * report, its difference (diff=yes) and the union graph of before and after
 * (export=FILE) are taken while the trial stands.
 */
#include "prove.h"

#include "reconverge/export.h"
#include "reconverge/session.h"

#include <stdlib.h>

/* The words of the command: the act's, and those of the preview itself. */
struct preview {
	struct cvg_call *call;
	const struct cvg_command *act;
	struct cvg_call words;	     /* the act, its object and its keys */
	struct cvg_word *word;	     /* [words.nargs] owned */
	struct cvg_str said;	     /* the act as a command */
	const struct cvg_word *file; /* export=FILE, or NULL */
	const struct cvg_export *format;
	bool diff; /* diff=yes */

	/* what the trial showed */
	struct cvg_str text; /* of diff=yes */
	json_t *json;	     /* likewise; NULL unless --json */
	struct cvg_str drawing;
	struct cvg_err err;
	bool drawn;
};

/* ---- words ----------------------------------------------------------- */

static bool take_word(struct preview *preview, const struct cvg_word *word,
		      struct cvg_err *err)
{
	if (cvg_word_is_key(word, "export")) {
		preview->file = word;
		return cvg_word_format(word, &preview->format, err);
	}
	if (cvg_word_is_key(word, "diff"))
		return cvg_word_yes(word, &preview->diff, err);
	if (preview->words.nargs)
		cvg_str_addc(&preview->said, ' ');
	cvg_quote(&preview->said, word->text);
	preview->word[preview->words.nargs++] = *word;
	return true;
}

static bool take_words(struct preview *preview, struct cvg_err *err)
{
	struct cvg_call *call = preview->call;

	preview->words = *call;
	preview->words.nargs = 0;
	preview->word = cvg_calloc(call->nargs, sizeof *preview->word);
	preview->words.arg = preview->word;
	for (uint32_t i = 0; i < call->nargs; i++)
		if (!take_word(preview, &call->arg[i], err))
			return false;
	return true;
}

/* ---- the trial ------------------------------------------------------- */

static bool draw(struct preview *preview)
{
	struct cvg_session *session = preview->call->session;
	uint32_t now = cvg_session_current(session);
	struct cvg_export_in in = {
		.session = session,
		.what = CVG_WHAT_DIFF,
		.look = &preview->call->sh->look,
		.ask = {.session = session,
			.rev = now,
			.since = cvg_session_rev(session, now)->parent,
			.caption = true}};
	const char *path = preview->file->text + preview->file->key + 1;

	return preview->format->render(&in, &preview->drawing, &preview->err) &&
	       cvg_file_write(path, cvg_str_of(&preview->drawing),
			      preview->drawing.n, &preview->err);
}

static void look(void *context)
{
	struct preview *preview = context;
	struct cvg_call *call = preview->call;
	const struct cvg_host *host = call->sh->host;
	uint32_t now = cvg_session_current(call->session);

	if (preview->diff)
		cvg_tell_diff(&preview->text, preview->json, call->session,
			      cvg_session_rev(call->session, now)->parent, now,
			      &call->sh->look);
	preview->drawn = preview->file && draw(preview);
	if (host && host->tried)
		host->tried(host->context);
}

/* ---- telling --------------------------------------------------------- */

/* What each kind of cycles says, in a line of its own: of the runs and of the
 * machine's code, if the act is judged, and of the code. */
static void tell_kinds(struct cvg_call *call, const struct cvg_act *act,
		       bool judged)
{
	struct cvg_str runs = {0}, machine = {0};

	if (judged && act->judged.was > 0) {
		cvg_add_judged(&runs, &act->judged);
		TELL(call, "  {}\n", CVG_V(runs.at));
	}
	if (judged) {
		cvg_add_judged_machine(&machine, &act->judged);
		TELL(call, "  {}\n", CVG_V(machine.at));
	}
	cvg_str_add(&call->out, "  the code: ");
	cvg_tell_score_change(call, act);
	cvg_str_done(&runs);
	cvg_str_done(&machine);
}

/* What an act did that was taken back. */
static void tell_trial(struct cvg_call *call, const struct cvg_command *cmd,
		       const struct cvg_act *act)
{
	const char *nothing =
		cmd->phase ? cmd->phase->nothing : CVG_PASS_NOTHING;

	TELL(call, "{} would do{-would_change}{}{-count}\n", CVG_V(cmd->name),
	     CVG_V(act->changed), CVG_V(act->changed ? ":" : " nothing"),
	     CVG_V(act->count));
	if (act->changed)
		tell_kinds(call, act, cmd->phase != NULL);
	else if (nothing)
		TELL(call, "  {}\n", CVG_V(nothing));
	cvg_tell_report(call, act);
}

static void tell_file(const struct preview *preview)
{
	const char *path = preview->file->text + preview->file->key + 1;

	if (preview->drawn)
		TELL(preview->call, "wrote {file}: before and after\n",
		     CVG_V(path));
	else
		TELL(preview->call,
		     "{} was not written: there is nothing to draw{-file}\n",
		     CVG_V(path), CVG_V((const char *)NULL));
}

static void tell(struct preview *preview, const struct cvg_act *act)
{
	struct cvg_call *call = preview->call;
	uint32_t now = cvg_session_current(call->session);

	tell_trial(call, preview->act, act);
	if (preview->file)
		tell_file(preview);
	if (preview->diff && !act->changed) {
		cvg_tell_diff(&preview->text, preview->json, call->session, now,
			      now, &call->sh->look);
		cvg_str_clear(&preview->text);
	}
	cvg_str_addn(&call->out, cvg_str_of(&preview->text), preview->text.n);
	if (preview->json)
		json_object_update(call->json, preview->json);
}

/* ---- the command ----------------------------------------------------- */

static bool try_phase(struct preview *preview,
		      const struct cvg_onlooker *onlooker, struct cvg_act *act,
		      struct cvg_err *err)
{
	struct cvg_act_words w;

	if (!cvg_act_words(&preview->words, preview->act->phase, 1, &w, err))
		return false;
	if (cvg_session_try(preview->call->session, preview->act->phase,
			    w.object, &w.settings, cvg_str_of(&preview->said),
			    onlooker, act, err))
		return true;
	return w.named ? cvg_blame_word(err, w.named) : false;
}

static bool try_pass(struct preview *preview,
		     const struct cvg_onlooker *onlooker, struct cvg_act *act,
		     struct cvg_err *err)
{
	struct cvg_call words = preview->words; /* those behind `pass` */
	struct cvg_pass pass;

	if (words.nargs < 2)
		return cvg_fail_word(err, words.arg, "pass: say the pipeline");
	words.arg++;
	words.nargs--;
	return cvg_pass_words(&words, &pass, err) &&
	       (cvg_session_try_pass(preview->call->session, &pass,
				     cvg_str_of(&preview->said), onlooker, act,
				     err) ||
		cvg_blame_word(err, words.arg));
}

static bool try_it(struct preview *preview, struct cvg_err *err)
{
	struct cvg_call *call = preview->call;
	const struct cvg_onlooker onlooker = {.look = look, .context = preview};
	struct cvg_act act = {.changed = false};
	bool ok;

	if (!take_words(preview, err) ||
	    !(preview->act->phase ? try_phase : try_pass)(preview, &onlooker,
							  &act, err))
		return false;
	cvg_report_body(call, &act);
	ok = preview->drawn || !preview->file || !act.changed;
	if (ok)
		tell(preview, &act);
	else
		*err = preview->err;
	cvg_str_done(&act.report);
	return ok || cvg_blame_word(err, preview->file);
}

bool cvg_cmd_preview(struct cvg_call *call, struct cvg_err *err)
{
	struct preview preview = {.call = call,
				  .act = cvg_command_find(call->arg[0].text,
							  call->sh->prefixes,
							  err)};
	bool ok;

	if (!preview.act)
		return cvg_blame_word(err, &call->arg[0]);
	if (preview.act->run == cvg_cmd_regroup)
		return cvg_regroup_words(call, 1, true, err);
	if (!preview.act->phase && preview.act->run != cvg_cmd_pass)
		return cvg_fail_word(err, &call->arg[0],
				     "preview: only phases, pass and regroup "
				     "can be previewed, not '%s'",
				     preview.act->name);
	preview.json = call->json ? json_object() : NULL;
	ok = try_it(&preview, err);
	json_decref(preview.json);
	cvg_str_done(&preview.text);
	cvg_str_done(&preview.drawing);
	cvg_str_done(&preview.said);
	free(preview.word);
	return ok;
}
