/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The story of the function in focus as a page. */
#include "call.h"

#include <stdlib.h>
#include <string.h>

static void add_line(struct cvg_str *out, const struct cvg_line *line)
{
	for (uint32_t i = 0; i < line->n; i++) {
		if (i)
			cvg_str_addc(out, ' ');
		cvg_quote(out, line->word[i].text);
	}
	cvg_str_addc(out, '\n');
}

/* Does the text end in that line? */
static bool ends_in(const struct cvg_str *out, const struct cvg_str *line)
{
	return out->n >= line->n &&
	       !memcmp(out->at + out->n - line->n, line->at, line->n);
}

/* A function that is in focus already is not selected again, so that a script
 * of these commands has these commands. */
static void keep_line(struct cvg_str *out, const struct cvg_command *cmd,
		      const struct cvg_line *line)
{
	struct cvg_str text = {0};

	add_line(&text, line);
	if (cmd->run != cvg_cmd_function || !ends_in(out, &text))
		cvg_str_addn(out, text.at, text.n);
	cvg_str_done(&text);
}

/* Those of the session's commands that changed something. */
static void add_commands(struct cvg_str *out, const struct cvg_session *s)
{
	const char *text = cvg_journal_text(s);
	struct cvg_script script;
	struct cvg_line line;
	struct cvg_err err;

	cvg_script_init(&script, NULL, text, strlen(text));
	while (cvg_parse_next(&script, &line, &err) == CVG_PARSED_LINE) {
		const struct cvg_command *cmd =
			cvg_command_find(line.word[0].text, true, &err);

		if (cmd && (cmd->flags & CVG_CMD_CHANGES))
			keep_line(out, cmd, &line);
		cvg_line_done(&line);
	}
}

static void tell(struct cvg_call *c, const struct cvg_lesson_done *done)
{
	const char *dir = c->arg[0].text;

	cvg_str_addf(&c->out, "wrote %s/index.html: ", dir);
	cvg_add_count(&c->out, done->nsteps, "step");
	cvg_str_add(&c->out, ", ");
	cvg_add_count(&c->out, done->nfiles, "file");
	cvg_str_addc(&c->out, '\n');
	if (*done->trouble)
		cvg_str_addf(&c->out, "without pictures: %s\n", done->trouble);
	cvg_call_set(c, "file", cvg_json_text(dir));
	cvg_call_set(c, "steps", json_integer(done->nsteps));
	cvg_call_set(c, "files", json_integer(done->nfiles));
	cvg_call_set(c, "pictures", json_boolean(!*done->trouble));
}

bool cvg_cmd_lesson(struct cvg_call *c, struct cvg_err *err)
{
	struct cvg_lesson_done done;
	struct cvg_str commands = {0};
	bool ok;

	if (c->sh->replay)
		return true;
	add_commands(&commands, c->s);
	ok = cvg_lesson_write(c->s, c->arg[0].text, cvg_str_of(&commands),
			      &done, err);
	cvg_str_done(&commands);
	if (!ok)
		return cvg_blame_word(err, &c->arg[0]);
	tell(c, &done);
	free(done.trouble);
	return true;
}
