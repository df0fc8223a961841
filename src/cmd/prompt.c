/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The prompt: GNU readline on a terminal, plain lines otherwise. The only
 * file that knows readline. Its callbacks carry no pointer of ours, so the
 * shell being completed for is the one mutable variable here.
 */
#include "reconverge/cmd.h"
#include "reconverge/cxxname.h"
#include "reconverge/session.h"

#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <readline/history.h>
#include <readline/readline.h>

static struct {
	struct cvg_shell *sh;
	struct cvg_words words; /* being offered to readline */
	size_t next;
	volatile sig_atomic_t interrupted;
} prompt;

/* ---- completion ------------------------------------------------------ */

static char *next_word(const char *text, int state)
{
	(void)text;
	(void)state;
	if (prompt.next == prompt.words.n)
		return NULL;
	return cvg_strdup(prompt.words.at[prompt.next++]);
}

static char **complete(const char *text, int start, int end)
{
	bool files = false;
	char **found = NULL;

	cvg_complete(prompt.sh, rl_line_buffer, (size_t)start, (size_t)end,
		     &prompt.words, &files);
	prompt.next = 0;
	if (prompt.words.n)
		found = rl_completion_matches(text, next_word);
	cvg_words_done(&prompt.words);
	rl_attempted_completion_over = !files;
	if (found && found[0] && !found[1]) {
		size_t n = strlen(found[0]);

		/* After "threshold=" comes its value. */
		if (n && found[0][n - 1] == '=')
			rl_completion_suppress_append = 1;
	}
	return found;
}

/* ---- names of files -------------------------------------------------- */

/* Is the byte of the line escaped by a backslash? */
static int is_escaped(char *line, int at)
{
	int n = 0;

	while (n < at && line[at - 1 - n] == '\\')
		n++;
	return n % 2;
}

/* A name found for a word that has no quote gets backslashes, so that a folder's
 * name can be continued. */
static char *quote_name(char *name, int match, char *quote)
{
	struct cvg_str s = {0};

	(void)match;
	if (strpbrk(name, "\n\r") && !*quote) {
		cvg_quote(&s, name);
	} else if (*quote) {
		cvg_quote_inside(&s, name, *quote);
	} else {
		for (; *name; name++) {
			if (strchr(rl_filename_quote_characters, *name))
				cvg_str_addc(&s, '\\');
			cvg_str_addc(&s, *name);
		}
	}
	return cvg_str_take(&s);
}

static char *unquote_name(char *text, int quote)
{
	struct cvg_str s = {0};

	for (; *text; text++) {
		if (*text == '\\' && text[1] && quote != '\'')
			text++;
		cvg_str_addc(&s, *text);
	}
	return cvg_str_take(&s);
}

void cvg_prompt_quoting(void)
{
	rl_completer_word_break_characters = " \t\n\"'";
	rl_completer_quote_characters = "\"'";
	rl_filename_quote_characters = " \t\n\r\"'\\#";
	rl_char_is_quoted_p = is_escaped;
	rl_filename_quoting_function = quote_name;
	rl_filename_dequoting_function = unquote_name;
}

/* ---- history --------------------------------------------------------- */

static bool make_folder(const char *path)
{
	return mkdir(path, 0700) == 0 || errno == EEXIST;
}

void cvg_history_path(struct cvg_str *out)
{
	const char *state = getenv("XDG_STATE_HOME");
	const char *home = getenv("HOME");

	if (state && *state == '/') {
		cvg_str_add(out, state);
		make_folder(out->at);
	} else if (home && *home == '/') {
		cvg_str_addf(out, "%s/.local", home);
		make_folder(out->at);
		cvg_str_add(out, "/state");
		make_folder(out->at);
	} else {
		return;
	}
	cvg_str_add(out, "/reconverge");
	if (make_folder(out->at))
		cvg_str_add(out, "/history");
	else
		cvg_str_clear(out);
}

/* Remove the file beside the history that a session which died left there:
 * readline writes "history-PID.tmp" and renames that. */
static void clean_history(const char *path)
{
	struct cvg_str folder = {0}, file = {0};
	struct dirent *e;
	DIR *d;

	cvg_str_addn(&folder, path, (size_t)(strrchr(path, '/') - path));
	d = opendir(folder.at);
	while (d && (e = readdir(d))) {
		char *end;
		long pid;

		if (strncmp(e->d_name, "history-", 8) != 0)
			continue;
		pid = strtol(e->d_name + 8, &end, 10);
		if (pid <= 0 || strcmp(end, ".tmp") != 0 ||
		    kill((pid_t)pid, 0) == 0 || errno != ESRCH)
			continue;
		cvg_str_clear(&file);
		cvg_str_addf(&file, "%s/%s", folder.at, e->d_name);
		unlink(file.at);
	}
	if (d)
		closedir(d);
	cvg_str_done(&folder);
	cvg_str_done(&file);
}

void cvg_history_read(const char *path)
{
	if (!path || !*path)
		return;
	clean_history(path);
	read_history(path);
}

void cvg_prompt_remember(const char *line)
{
	HIST_ENTRY *last =
		history_length ? history_get(history_base + history_length - 1)
			       : NULL;

	if (*line && !(last && !strcmp(last->line, line)))
		add_history(line);
}

/* ---- reading lines --------------------------------------------------- */

static void on_interrupt(int signal)
{
	(void)signal;
	prompt.interrupted = 1;
}

/* Called by readline while it waits: Ctrl-C empties the line. */
static int check_interrupt(void)
{
	if (!prompt.interrupted)
		return 0;
	prompt.interrupted = 0;
	rl_crlf();
	rl_on_new_line();
	rl_replace_line("", 1);
	rl_redisplay();
	return 0;
}

static void add_prompt(struct cvg_str *out, const struct cvg_session *session)
{
	cvg_str_clear(out);
	if (!cvg_session_loaded(session)) {
		cvg_str_add(out, "reconverge> ");
		return;
	}
	cvg_cxx_add(out, cvg_session_function_name(
				 session, cvg_session_function(session)));
	cvg_str_addf(out, " P%u> ", cvg_session_current(session));
}

static void readline_init(void)
{
	struct sigaction act = {.sa_handler = on_interrupt};

	rl_readline_name = "reconverge";
	rl_attempted_completion_function = complete;
	cvg_prompt_quoting();
	rl_change_environment = 0;
	/* A signal between keys wakes readline, one amid its work does not. */
	rl_signal_event_hook = check_interrupt;
	rl_event_hook = check_interrupt;
	rl_set_keyboard_input_timeout(200000);
	sigemptyset(&act.sa_mask);
	sigaction(SIGINT, &act, NULL);
	using_history();
	rl_initialize();
}

/* One line from the prompt or, without a terminal, from standard input. */
static char *read_line(const char *text, bool terminal)
{
	char *line = NULL;
	size_t cap = 0;
	ssize_t n;

	if (terminal)
		return readline(text);
	n = getline(&line, &cap, stdin);
	if (n < 0) {
		free(line);
		return NULL;
	}
	if (n > 0 && line[n - 1] == '\n')
		line[n - 1] = '\0';
	return line;
}

/* Ends in a backslash that is not itself escaped. */
static bool goes_on(const struct cvg_str *s)
{
	size_t n = 0;

	while (n < s->n && s->at[s->n - 1 - n] == '\\')
		n++;
	return n % 2 == 1;
}

/* A command and the lines it goes on in; false at the end. */
static bool read_command(struct cvg_shell *sh, struct cvg_str *out,
			 bool terminal)
{
	struct cvg_str text = {0};
	bool got = false;
	char *line;

	cvg_str_clear(out);
	add_prompt(&text, sh->session);
	line = read_line(cvg_str_of(&text), terminal);
	while (line) {
		got = true;
		cvg_str_add(out, line);
		free(line);
		if (!goes_on(out))
			break;
		cvg_str_addc(out, '\n');
		line = read_line("> ", terminal);
	}
	cvg_str_done(&text);
	return got;
}

/* Keys come from the terminal when standard input is the module. */
static bool open_terminal(const struct cvg_shell *sh)
{
	FILE *keys;

	if (isatty(STDIN_FILENO))
		return true;
	if (!cvg_session_loaded(sh->session) ||
	    strcmp(cvg_session_path(sh->session), "-") != 0)
		return false;
	keys = fopen("/dev/tty", "re");
	if (!keys)
		return false;
	rl_instream = keys;
	return true;
}

void cvg_prompt_run(struct cvg_shell *sh)
{
	bool terminal = open_terminal(sh);
	struct cvg_str line = {0}, path = {0};

	prompt.sh = sh;
	if (terminal) {
		readline_init();
		cvg_history_path(&path);
		cvg_history_read(path.at);
		sh->manned = true;
	}
	sh->prefixes = true;
	sh->prompt = true;
	sh->keep_going = true;
	while (!sh->quit && !sh->closed && read_command(sh, &line, terminal)) {
		struct cvg_script script;

		if (terminal)
			cvg_prompt_remember(cvg_str_of(&line));
		cvg_script_init(&script, NULL, cvg_str_of(&line), line.n);
		cvg_shell_run(sh, &script);
	}
	if (terminal && !sh->quit)
		putchar('\n');
	if (path.n)
		write_history(path.at);
	cvg_str_done(&path);
	cvg_str_done(&line);
	prompt.sh = NULL;
}
