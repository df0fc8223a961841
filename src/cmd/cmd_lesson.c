/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The story of the function in focus as a page. */
#include "prove.h"

#include "reconverge/export.h"
#include "reconverge/launch.h"
#include "reconverge/look.h"
#include "reconverge/session.h"

#include <stdlib.h>
#include <string.h>

static void add_line(struct cvg_str *out, const struct cvg_line *line)
{
	for (uint32_t i = 0; i < line->n; i++) {
		if (i)
			cvg_str_addc(out, ' ');
		cvg_quote_word(out, &line->word[i]);
	}
	cvg_str_addc(out, '\n');
}

/* Does the text end in that line? */
static bool ends_in(const struct cvg_str *out, const struct cvg_str *line)
{
	return out->n >= line->n &&
	       !memcmp(out->at + out->n - line->n, line->at, line->n);
}

/* The commands, and the files that go along with them. */
struct story {
	struct cvg_str commands;
	cvg_vec(struct cvg_lesson_file) files;
};

/* A function that is in focus already is not selected again, so that a script
 * of these commands has these commands. */
static void keep_line(struct story *to, const struct cvg_command *cmd,
		      const struct cvg_line *line)
{
	struct cvg_str text = {0};

	add_line(&text, line);
	if (cmd->run != cvg_cmd_function || !ends_in(&to->commands, &text))
		cvg_str_addn(&to->commands, text.at, text.n);
	cvg_str_done(&text);
}

/* Does the launch read what its buffers hold from files of its own? */
static bool has_data(const char *path)
{
	struct cvg_launch l;
	struct cvg_err err;
	bool found = false;

	if (!cvg_launch_read(path, &l, &err))
		return true;
	for (uint32_t i = 0; i < l.nargs; i++)
		found |= l.args[i].file != NULL;
	cvg_launch_done(&l);
	return found;
}

/* The file that a launch is read from goes along under a name of its own,
 * unless it is gone or leads to others. */
static void take_along(struct story *to, struct cvg_line *line)
{
	struct cvg_word *word = &line->word[1];
	struct cvg_lesson_file f;
	struct cvg_str name = {0};
	struct cvg_err err;

	if (line->n < 2 || word->key || has_data(word->text) ||
	    !cvg_file_read(word->text, &f.text, &f.n, &err))
		return;
	cvg_str_addf(&name, "launch-%zu.json", to->files.n + 1);
	f.name = cvg_str_take(&name);
	cvg_push(&to->files, f);
	word->text = f.name;
}

/* Those of the session's commands that changed something. */
static void add_commands(struct story *to, const struct cvg_session *session)
{
	const char *text = cvg_journal_text(session);
	struct cvg_script script;
	struct cvg_line line;
	struct cvg_err err;

	cvg_script_init(&script, NULL, text, strlen(text));
	while (cvg_parse_next(&script, &line, &err) == CVG_PARSED_LINE) {
		const struct cvg_command *cmd =
			cvg_command_find(line.word[0].text, true, &err);

		if (cmd && cmd->run == cvg_cmd_launch)
			take_along(to, &line);
		if (cmd && (cmd->flags & CVG_CMD_CHANGES))
			keep_line(to, cmd, &line);
		cvg_line_done(&line);
	}
}

static void story_done(struct story *st)
{
	for (size_t i = 0; i < st->files.n; i++) {
		free(st->files.at[i].name);
		free(st->files.at[i].text);
	}
	free(st->files.at);
	cvg_str_done(&st->commands);
}

static void tell(struct cvg_call *call, const struct cvg_lesson_done *done)
{
	TELL(call,
	     "wrote {file}/index.html: {steps} step(s), {files} file(s)\n"
	     "{-pictures}",
	     CVG_V(call->arg[0].text), CVG_V(done->nsteps), CVG_V(done->nfiles),
	     CVG_V((bool)!*done->trouble));
	if (*done->trouble)
		TELL(call, "without pictures: {}\n", CVG_V(done->trouble));
}

/* Other pages of a set, by paths: nothing that a browser would run, or fetch from
 * elsewhere. */
static bool take_page(const struct cvg_word *word, struct cvg_lesson_ask *ask,
		      struct cvg_err *err)
{
	const char *page = word->text + (word->key ? word->key + 1 : 0);
	const char **to = cvg_word_is_key(word, "prev")	  ? &ask->prev
			  : cvg_word_is_key(word, "next") ? &ask->next
			  : cvg_word_is_key(word, "list") ? &ask->list
							  : NULL;

	if (!to)
		return cvg_fail_word(err, word,
				     "lesson: '%.60s': expected prev=, next= "
				     "or list=",
				     word->text);
	if (!*page || *page == '/' || *page == '\\' || strchr(page, ':'))
		return cvg_fail_word(err, word,
				     "lesson: '%.60s': a page is named by its "
				     "path from the lesson's folder",
				     word->text);
	*to = page;
	return true;
}

bool cvg_cmd_lesson(struct cvg_call *call, struct cvg_err *err)
{
	struct cvg_lesson_done done;
	struct story story = {0};
	struct cvg_lesson_ask ask = {.dir = call->arg[0].text};
	bool ok;

	for (uint32_t i = 1; i < call->nargs; i++)
		if (!take_page(&call->arg[i], &ask, err))
			return false;
	if (call->sh->replay)
		return true;
	add_commands(&story, call->session);
	ask.commands = cvg_str_of(&story.commands);
	ask.file = story.files.at;
	ask.nfiles = (uint32_t)story.files.n;
	ok = cvg_lesson_write(call->session, &ask, &done, err);
	story_done(&story);
	if (!ok)
		return cvg_blame_word(err, &call->arg[0]);
	tell(call, &done);
	free(done.trouble);
	return true;
}
