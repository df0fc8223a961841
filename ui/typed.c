/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * What is typed after ':'. Commands of the shell come first; then what only
 * the screen has: views and actions by name, `screen FILE`, and the short
 * words that fingers know from other programs.
 */
#include "ui/answer.h"
#include "ui/diff.h"
#include "ui/screen.h"

#include "reconverge/session.h"

#include <stdlib.h>
#include <string.h>

static const struct {
	/* the command in its place, which takes the rest of the line; "!":
	 * leave */
	const char *word, *means;
} shorts[] = {
	{"q", "!"},	{"q!", "!"},   {"quit", "!"},
	{"w", "write"}, {"h", "help"}, {"u", "undo"},
};

/* ---- screen FILE ----------------------------------------------------- */

static void write_screen(struct cvg_ui *ui, const char *path)
{
	struct cvg_str text = {0};
	struct cvg_err err;

	cvg_screen_text(ui, &text);
	if (!strcmp(path, "-"))
		cvg_ui_say(
			ui, CVG_ROLE_ALERT,
			"screen: standard output is the terminal; name a file");
	else if (cvg_file_write(path, cvg_str_of(&text), text.n, &err))
		cvg_ui_say(ui, CVG_ROLE_TEXT, "wrote %s", path);
	else
		cvg_ui_say(ui, CVG_ROLE_ALERT, "%s", err.msg);
	cvg_str_done(&text);
}

/* ---- frames FILE ----------------------------------------------------- */

/* Write how long each frame took, for measurements. */
static void write_frames(struct cvg_ui *ui, const char *path)
{
	const struct cvg_screen *scr = ui->screen;
	struct cvg_str text = {0};
	struct cvg_err err;

	cvg_str_addf(&text, "opened %.6f\nprocessor %.6f\n", scr->opened,
		     scr->processor);
	for (size_t i = 0; i < scr->frames.n; i++)
		cvg_str_addf(&text, "frame %.6f %.6f\n",
			     (double)scr->frames.at[i].seconds,
			     (double)scr->frames.at[i].processor);
	if (cvg_file_write(path, text.at, text.n, &err))
		cvg_ui_say(ui, CVG_ROLE_TEXT, "wrote %s", path);
	else
		cvg_ui_say(ui, CVG_ROLE_ALERT, "%s", err.msg);
	cvg_str_done(&text);
}

/* ---- keys ------------------------------------------------------------ */

/* Every action by name, its keys, and a mark where they are the user's. */
static void show_keys(struct cvg_ui *ui)
{
	struct cvg_str text = {0}, keys = {0};
	char *path = cvg_keymap_path();

	for (uint32_t a = 0; a < CVG_NACTIONS; a++) {
		const struct cvg_actioninfo *info =
			cvg_action_info((enum cvg_action)a);

		cvg_str_clear(&keys);
		cvg_keymap_keys(ui->keymap, (enum cvg_action)a, &keys);
		cvg_str_addf(&text, "%-16s %-14s %s\n", info->name,
			     keys.n ? keys.at : "none", info->help);
	}
	cvg_str_addf(&text, "\n%zu of them from %s: lines 'KEY ACTION'\n",
		     ui->keymap->own.n, path ? path : "no file");
	cvg_ui_popup(ui, "keys", text.at);
	cvg_str_done(&text);
	cvg_str_done(&keys);
	free(path);
}

/* "keys", and "show keys" though `show` is a command. */
static bool is_keys(const struct cvg_line *words)
{
	const char *first = words->word[0].text;

	return (words->n == 1 && !strcmp(first, "keys")) ||
	       (words->n == 2 && !strcmp(words->word[1].text, "keys") &&
		(!strcmp(first, "show") || !strcmp(first, "help")));
}

static bool is_tour(const struct cvg_line *words)
{
	const char *first = words->word[0].text;

	return words->n == 2 && !strcmp(words->word[1].text, "tour") &&
	       (!strcmp(first, "help") || !strcmp(first, "h"));
}

/* ---- lines ----------------------------------------------------------- */

/* Run a command of the shell. The output of a command that only looks is shown
 * in a box if it has several lines; what any other command did is seen in the
 * panes. */
static void run(struct cvg_ui *ui, const char *line,
		const struct cvg_command *cmd)
{
	size_t before = ui->log.n;
	const char *said, *end;
	bool ok;

	ok = cvg_ui_command(ui, line);
	/* If the log was cut meanwhile, the place of this output is not known,
	 * and no box is shown. */
	if (!ok || ui->log.n <= before || !cmd || cmd->flags & CVG_CMD_CHANGES)
		return;
	said = strchr(ui->log.at + before, '\n');
	end = said ? strchr(said + 1, '\n') : NULL;
	if (end && end[1]) {
		cvg_str_clear(&ui->message);
		cvg_ui_popup(ui, line, said + 1);
	}
}

/* A revision's number, as in "P3"; CVG_NONE: it is none. */
static uint32_t rev_of(const struct cvg_ui *ui, const char *word)
{
	char *end;
	unsigned long rev = *word == 'P' ? strtoul(word + 1, &end, 10) : 0;

	return *word == 'P' && end > word + 1 && !*end &&
			       rev < cvg_session_nrevs(ui->session)
		       ? (uint32_t)rev
		       : CVG_NONE;
}

/* The name of a view alone, "diff P0 P3", and a command whose answer is a view, open
 * the view though there is a command of that name. False: the line is none of
 * them. */
static bool open_view(struct cvg_ui *ui, const struct cvg_line *words,
		      const char *line)
{
	enum cvg_viewid view = cvg_view_by_name(words->word[0].text);
	struct cvg_pane *pane = cvg_pane_focused(ui->screen);

	if (view == CVG_NVIEWS || view == CVG_VIEW_help || !ui->fn)
		return false;
	if (words->n == 1) {
		if (!pane || pane->view != view)
			cvg_screen_act(ui, cvg_view_info(view)->opening, 0);
		return true;
	}
	if (cvg_is_answer(view)) {
		cvg_answer_open(ui, view, line);
		return true;
	}
	if (view != CVG_VIEW_diff || words->n != 3 ||
	    rev_of(ui, words->word[1].text) == CVG_NONE ||
	    rev_of(ui, words->word[2].text) == CVG_NONE)
		return false;
	cvg_diff_open(ui, rev_of(ui, words->word[1].text),
		      rev_of(ui, words->word[2].text));
	return true;
}

static bool run_own(struct cvg_ui *ui, const struct cvg_line *words)
{
	const char *verb = words->word[0].text;
	enum cvg_action a = cvg_action_by_name(verb);

	if (!strcmp(verb, "screen") && words->n == 2)
		write_screen(ui, words->word[1].text);
	else if (!strcmp(verb, "frames") && words->n == 2)
		write_frames(ui, words->word[1].text);
	else if (a != CVG_NACTIONS && words->n <= 2)
		cvg_screen_act(ui, a,
			       words->n == 2
				       ? (uint32_t)strtoul(words->word[1].text,
							   NULL, 10)
				       : 0);
	else
		return false;
	return true;
}

/* The command, view or action that a word may have meant; NULL: none, or it is how
 * several commands begin. */
static const char *nearest(const char *word)
{
	cvg_vec(const char *) names = {0};
	const char *near = NULL;
	bool begins = false;

	for (uint32_t i = 0; i < cvg_ncommands(); i++) {
		const char *name = cvg_command_at(i)->name;

		begins |= !strncmp(name, word, strlen(word));
		cvg_push(&names, name);
	}
	for (uint32_t v = 0; v < CVG_NVIEWS; v++)
		cvg_push(&names, cvg_view_info((enum cvg_viewid)v)->name);
	for (uint32_t a = 0; a < CVG_NACTIONS; a++)
		cvg_push(&names, cvg_action_info((enum cvg_action)a)->name);
	if (!begins)
		near = cvg_nearest(word, names.at, names.n);
	free(names.at);
	return near;
}

/* Run a line that begins with no word of the screen. */
static void run_or_guess(struct cvg_ui *ui, const char *line, const char *verb,
			 const struct cvg_command *cmd)
{
	const char *near = cmd ? NULL : nearest(verb);

	if (near)
		cvg_ui_say(ui, CVG_ROLE_ALERT,
			   "unknown command '%.60s': did you mean '%s'?", verb,
			   near);
	else
		run(ui, line, cmd);
}

/* "w FILE" becomes "write FILE"; NULL: it means to leave. */
static const char *lengthen(const char *line, const char *verb,
			    struct cvg_str *out)
{
	size_t n = strlen(verb);

	line += strspn(line, " \t");
	for (size_t i = 0; i < sizeof shorts / sizeof *shorts; i++) {
		if (strcmp(shorts[i].word, verb) != 0 ||
		    strncmp(line, verb, n) != 0)
			continue;
		if (*shorts[i].means == '!')
			return NULL;
		cvg_str_addf(out, "%s%s", shorts[i].means, line + n);
		return out->at;
	}
	return line;
}

void cvg_screen_typed(struct cvg_ui *ui, const char *line)
{
	struct cvg_str longer = {0};
	struct cvg_script script;
	struct cvg_line words;
	struct cvg_err err;
	enum cvg_parsed parsed;
	const struct cvg_command *cmd;

	cvg_script_init(&script, NULL, line, strlen(line));
	parsed = cvg_parse_next(&script, &words, &err);
	if (parsed == CVG_PARSED_ERROR)
		cvg_ui_say(ui, CVG_ROLE_ALERT, "%s", err.msg);
	if (parsed != CVG_PARSED_LINE)
		return;
	line = lengthen(line, words.word[0].text, &longer);
	cmd = cvg_command_find(words.word[0].text, true, NULL);
	if (!line)
		ui->leave = true;
	else if (is_keys(&words))
		show_keys(ui);
	else if (is_tour(&words))
		cvg_tour_begin(ui);
	else if (!open_view(ui, &words, line) &&
		 (cmd || longer.n || !run_own(ui, &words)))
		run_or_guess(ui, line, words.word[0].text, cmd);
	cvg_line_done(&words);
	cvg_str_done(&longer);
}

/* ---- completion ------------------------------------------------------ */

static void offer(struct cvg_words *out, const char *name, const char *word,
		  size_t n)
{
	if (strncmp(name, word, n) != 0)
		return;
	for (size_t i = 0; i < out->n; i++)
		if (!strcmp(out->at[i], name))
			return;
	cvg_push(out, cvg_strdup(name));
}

void cvg_screen_complete(struct cvg_ui *ui, const char *line, size_t start,
			 size_t end, struct cvg_words *out, bool *files)
{
	size_t n = end - start;

	cvg_complete(ui->sh, line, start, end, out, files);
	if (strspn(line, " \t") < start)
		return;
	for (uint32_t a = 0; a < CVG_NACTIONS; a++)
		offer(out, cvg_action_info(a)->name, line + start, n);
	for (uint32_t v = 0; v < CVG_NVIEWS; v++)
		offer(out, cvg_view_info((enum cvg_viewid)v)->name,
		      line + start, n);
	offer(out, "keys", line + start, n);
	offer(out, "screen", line + start, n);
	offer(out, "frames", line + start, n);
}
