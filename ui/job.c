/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Running commands of the shell for the screen: their output is caught, the
 * screen goes on reading keys while they run, and afterwards all views show the
 * changed session. Works without a screen.
 */
#include "ui/screen.h"
#include "ui/searched.h"

#include "reconverge/session.h"
#include "reconverge/settings.h"

#include <stdio.h>
#include <string.h>

#define MAX_LOG (1 << 20) /* bytes; older half goes */

/* The output of a command. */
struct said {
	struct cvg_ui *ui;
	struct cvg_str text;  /* all of it */
	struct cvg_str fault; /* the first line of its first error */
};

static void add_line(struct cvg_str *out, const char *text, size_t n)
{
	const char *end = memchr(text, '\n', n);

	cvg_str_addn(out, text, end ? (size_t)(end - text) : n);
}

static void catch_print(void *context, enum cvg_stream stream, const char *text,
			size_t n)
{
	struct said *s = context;

	if (stream == CVG_FAULT && !s->fault.n)
		add_line(&s->fault, text, n);
	if (stream == CVG_FAULT)
		cvg_str_add(&s->text, "reconverge: ");
	else if (stream == CVG_WARNING)
		cvg_str_add(&s->text, "reconverge: warning: ");
	cvg_str_addn(&s->text, text, n);
	if (n && text[n - 1] != '\n')
		cvg_str_addc(&s->text, '\n');
}

static bool catch_tick(void *context, const char *what, double done)
{
	struct said *s = context;

	return !s->ui->screen || cvg_screen_tick(s->ui, what, done);
}

static const struct cvg_bits *what_is_folded(void *context,
					     const struct cvg_fn *fn)
{
	const struct cvg_ui *ui = ((struct said *)context)->ui;

	return ui->folded_fn == fn ? &ui->folded : NULL;
}

static void what_is_tried(void *context)
{
	cvg_preview_look(((struct said *)context)->ui);
}

static void what_is_searched(void *context,
			     const struct cvg_optimize_sight *sight)
{
	cvg_searched_take(((struct said *)context)->ui, sight);
}

/* Run a command line; all its output goes to `said`. */
static bool run(struct cvg_ui *ui, const char *line, struct said *said)
{
	struct cvg_shell *sh = ui->sh;
	const struct cvg_host *before = sh->host;
	const struct cvg_host host = {.context = said,
				      .print = catch_print,
				      .tick = catch_tick,
				      .folded = what_is_folded,
				      .tried = what_is_tried,
				      .searched = what_is_searched};
	struct cvg_term *term = ui->screen ? ui->screen->term : NULL;
	bool prompt = sh->prompt, prefixes = sh->prefixes, json = sh->json;
	bool color = sh->look.color;
	struct cvg_script script;
	bool ok;

	said->ui = ui;
	ui->busy = true;
	if (ui->screen) {
		ui->screen->cancel = false;
		ui->screen->ticked = 0;
		ui->screen->drawn = cvg_now();
		cvg_str_clear(&ui->screen->job);
	}
	sh->host = &host;
	sh->prompt = sh->prefixes = true;
	sh->json = sh->look.color = false; /* panes know no escapes */
	cvg_script_init(&script, NULL, line, strlen(line));
	ok = cvg_shell_run(sh, &script) && !said->fault.n;
	sh->host = before;
	sh->prompt = prompt;
	sh->prefixes = prefixes;
	sh->json = json;
	sh->look.color = color;
	ui->busy = false;
	cvg_searched_end(ui);
	if (term && term->strays)
		term->strays(term, &said->text);
	return ok;
}

static void said_done(struct said *s)
{
	cvg_str_done(&s->text);
	cvg_str_done(&s->fault);
}

/* ---- asking ---------------------------------------------------------- */

bool cvg_ui_ask(struct cvg_ui *ui, const char *line, struct cvg_str *out)
{
	struct cvg_shell *sh = ui->sh;
	struct said said = {.ui = ui};
	bool journal = sh->journal, ok;
	enum cvg_status status = sh->status;

	if (ui->busy)
		return false;
	sh->journal = false;
	ok = run(ui, line, &said);
	sh->journal = journal;
	sh->status = status;
	cvg_str_add(out, cvg_str_of(&said.text));
	said_done(&said);
	return ok;
}

/* ---- doing ----------------------------------------------------------- */

static void add_log(struct cvg_ui *ui, const char *line, const char *text)
{
	if (ui->log.n > MAX_LOG) {
		const char *half = ui->log.at + ui->log.n / 2;
		const char *cut = strchr(half, '\n');
		size_t from = (size_t)((cut ? cut + 1 : half) - ui->log.at);

		memmove(ui->log.at, ui->log.at + from, ui->log.n - from + 1);
		ui->log.n -= from;
	}
	cvg_str_addf(&ui->log, "> %s\n%s", line, text);
	ui->changed |= CVG_NEW_LOG;
}

/* The last line that is not indented, which tells the result; indented lines
 * are details. Borrowed from `text`, with all that follows. */
static const char *last_word(const char *text)
{
	const char *best = text;

	for (const char *at = text; *at; at += strspn(at, "\n")) {
		if (*at != ' ')
			best = at;
		at += strcspn(at, "\n");
	}
	return best;
}

static void tell(struct cvg_ui *ui, const struct said *said, bool ok)
{
	const char *last = last_word(cvg_str_of(&said->text));
	struct cvg_str line = {0};

	add_line(&line, last, strlen(last));
	if (said->fault.n)
		cvg_ui_say(ui, CVG_ROLE_ALERT, "%s", said->fault.at);
	else if (line.n)
		cvg_ui_say(ui, ok ? CVG_ROLE_TEXT : CVG_ROLE_ALERT, "%s",
			   line.at);
	cvg_str_done(&line);
}

/* The command that a line begins with, or NULL. */
static const struct cvg_command *verb_of(const char *line)
{
	const struct cvg_command *cmd = NULL;
	struct cvg_script script;
	struct cvg_line words;

	cvg_script_init(&script, NULL, line, strlen(line));
	if (cvg_parse_next(&script, &words, NULL) == CVG_PARSED_LINE) {
		cmd = cvg_command_find(words.word[0].text, true, NULL);
		cvg_line_done(&words);
	}
	return cmd;
}

/* A phase is meant for the revision shown: go to that revision before the line
 * runs. */
static bool go_there(struct cvg_ui *ui, const char *line)
{
	const struct cvg_command *cmd = verb_of(line);
	char text[32];

	if (!cmd || !cmd->phase || ui->rev == CVG_NONE ||
	    ui->rev == cvg_session_current(ui->session))
		return true;
	snprintf(text, sizeof text, "goto P%u", ui->rev);
	return cvg_ui_command(ui, text);
}

bool cvg_ui_command(struct cvg_ui *ui, const char *line)
{
	struct said said = {.ui = ui};
	struct cvg_settings before;
	bool ok;

	if (ui->busy || !go_there(ui, line))
		return false;
	before = *cvg_session_settings(ui->session);
	if (ui->screen)
		ui->screen->began = cvg_now();
	cvg_ui_tries_anew(ui);
	ok = run(ui, line, &said);
	add_log(ui, line, cvg_str_of(&said.text));
	tell(ui, &said, ok);
	if (memcmp(before.value, cvg_session_settings(ui->session)->value,
		   sizeof before.value) != 0) {
		ui->changed |= CVG_NEW_SETTINGS;
		if (ui->screen)
			cvg_screen_settings(ui);
	}
	ui->changed |= CVG_NEW_OVERLAY; /* it shows comments */
	cvg_ui_refresh(ui);
	said_done(&said);
	return ok;
}
