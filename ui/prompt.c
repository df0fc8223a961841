/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The prompt line of the screen: GNU readline by its callback interface, so
 * that it never waits, never writes, and never asks the terminal anything. It
 * edits; we draw what it has. Its callbacks carry no pointer of ours, so the
 * line being edited is the one mutable variable here.
 */
#include "ui/screen.h"

#include "reconverge/look.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <readline/history.h>
#include <readline/readline.h>

static struct {
	struct cvg_ui *ui;    /* the screen whose prompt is open, or NULL */
	char *line;	      /* the line that was entered */
	bool ended;	      /* Enter, or end of file */
	bool ready;	      /* readline was set up */
	struct cvg_str bytes; /* for readline to read */
	size_t bytes_at;
	size_t offer; /* next completion to hand out */
	FILE *nowhere;
} rl;

/* ---- readline's callbacks -------------------------------------------- */

static int next_byte(FILE *in)
{
	(void)in;
	if (rl.bytes_at < rl.bytes.n)
		return (unsigned char)rl.bytes.at[rl.bytes_at++];
	return EOF;
}

static int bytes_left(void)
{
	return rl.bytes_at < rl.bytes.n;
}

static void draw_nothing(void)
{
}

static void take_line(char *line)
{
	free(rl.line);
	rl.line = line;
	rl.ended = true;
}

static char *next_offer(const char *text, int state)
{
	struct cvg_words *w = &rl.ui->screen->prompt.offers;

	(void)text;
	(void)state;
	return rl.offer < w->n ? cvg_strdup(w->at[rl.offer++]) : NULL;
}

static char **complete(const char *text, int start, int end)
{
	struct cvg_prompt *p = &rl.ui->screen->prompt;
	bool files = false;
	char **found = NULL;

	rl_attempted_completion_over = 1;
	if (p->asking != CVG_ASK_COMMAND)
		return NULL;
	cvg_words_done(&p->offers);
	cvg_screen_complete(rl.ui, rl_line_buffer, (size_t)start, (size_t)end,
			    &p->offers, &files);
	rl.offer = 0;
	if (p->offers.n)
		found = rl_completion_matches(text, next_offer);
	cvg_words_done(&p->offers);
	rl_attempted_completion_over = !files;
	if (found && found[0] && !found[1]) {
		size_t n = strlen(found[0]);

		/* After "threshold=" comes its value. */
		if (n && found[0][n - 1] == '=')
			rl_completion_suppress_append = 1;
	}
	return found;
}

/* Keep the completions to show; matches[0] is their common beginning, not one
 * of them. */
static void show_matches(char **matches, int n, int longest)
{
	struct cvg_words *w = &rl.ui->screen->prompt.offers;

	(void)longest;
	cvg_words_done(w);
	for (int i = 1; i <= n; i++)
		cvg_push(w, cvg_strdup(matches[i]));
}

/* ---- open and close -------------------------------------------------- */

/* Set up readline. Values that the user's ~/.inputrc may change are set before
 * it is read, values that must hold are set after it. */
static void set_up(void)
{
	rl.ready = true;
	rl.nowhere = fopen("/dev/null", "r+e");
	if (!rl.nowhere)
		cvg_die("cannot open /dev/null");
	rl_readline_name = "reconverge";
	rl_instream = rl_outstream = rl.nowhere;
	rl_catch_signals = 0;
	rl_catch_sigwinch = 0;
	rl_change_environment = 0;
	rl_prep_term_function = NULL;
	rl_deprep_term_function = NULL;
	rl_redisplay_function = draw_nothing;
	rl_getc_function = next_byte;
	rl_input_available_hook = bytes_left;
	rl_attempted_completion_function = complete;
	rl_completion_display_matches_hook = show_matches;
	cvg_prompt_quoting();
	rl_variable_bind("show-all-if-ambiguous", "on");
	rl_variable_bind("revert-all-at-newline", "on");
	rl_initialize();
	rl_variable_bind("bell-style", "none");
	rl_variable_bind("enable-bracketed-paste", "off");
	rl_variable_bind("completion-query-items", "0");
}

void cvg_prompt_open(struct cvg_ui *ui, enum cvg_asking what, const char *text)
{
	if (!ui->screen || ui->busy)
		return;
	cvg_prompt_close(ui);
	if (!rl.ready)
		set_up();
	rl.ui = ui;
	rl.ended = false;
	ui->screen->prompt = (struct cvg_prompt){.asking = what};
	rl_callback_handler_install("", take_line);
	rl_insert_text(text);
}

void cvg_ui_prompt(struct cvg_ui *ui, const char *text)
{
	cvg_prompt_open(ui, CVG_ASK_COMMAND, text);
}

void cvg_prompt_close(struct cvg_ui *ui)
{
	if (!ui->screen || ui->screen->prompt.asking == CVG_ASK_NOTHING)
		return;
	rl_callback_handler_remove();
	cvg_words_done(&ui->screen->prompt.offers);
	ui->screen->prompt = (struct cvg_prompt){.asking = CVG_ASK_NOTHING};
	cvg_str_done(&rl.bytes);
	rl.bytes_at = 0;
	free(rl.line);
	rl.line = NULL;
	rl.ui = NULL;
}

/* ---- history --------------------------------------------------------- */

void cvg_prompt_begin(void)
{
	struct cvg_str path = {0};

	using_history();
	cvg_history_path(&path);
	cvg_history_read(path.at);
	cvg_str_done(&path);
}

void cvg_prompt_end(void)
{
	struct cvg_str path = {0};

	cvg_history_path(&path);
	if (path.n)
		write_history(path.at);
	cvg_str_done(&path);
	if (rl.nowhere)
		fclose(rl.nowhere);
	rl.nowhere = NULL;
	rl.ready = false;
}

/* ---- keys ------------------------------------------------------------ */

/* The bytes that the terminal sends for a key, which readline decodes
 * itself. */
static const char *bytes_of(const struct cvg_key *key, char buf[5])
{
	static const char *const special[] = {
		[CVG_KEY_UP - CVG_KEY_UP] = "\033[A",
		[CVG_KEY_DOWN - CVG_KEY_UP] = "\033[B",
		[CVG_KEY_LEFT - CVG_KEY_UP] = "\033[D",
		[CVG_KEY_RIGHT - CVG_KEY_UP] = "\033[C",
		[CVG_KEY_HOME - CVG_KEY_UP] = "\033[H",
		[CVG_KEY_END - CVG_KEY_UP] = "\033[F",
		[CVG_KEY_PAGE_UP - CVG_KEY_UP] = "\033[5~",
		[CVG_KEY_PAGE_DOWN - CVG_KEY_UP] = "\033[6~",
		[CVG_KEY_INSERT - CVG_KEY_UP] = "\033[2~",
		[CVG_KEY_DELETE - CVG_KEY_UP] = "\033[3~",
		[CVG_KEY_BACK_TAB - CVG_KEY_UP] = "\033[Z",
	};

	if (key->code >= CVG_KEY_UP && key->code <= CVG_KEY_BACK_TAB)
		return special[key->code - CVG_KEY_UP];
	buf[0] = '\0';
	if (key->code && key->code < 0x110000)
		cvg_utf8_encode(buf, key->code);
	return buf;
}

static void feed(const char *bytes)
{
	cvg_str_clear(&rl.bytes);
	rl.bytes_at = 0;
	cvg_str_add(&rl.bytes, bytes);
	while (rl.bytes_at < rl.bytes.n && !rl.ended)
		rl_callback_read_char();
}

/* Pass a paste on as one line: control characters become blanks. */
static void insert_paste(const char *text)
{
	struct cvg_str line = {0};

	for (; *text; text++)
		cvg_str_addc(&line, (unsigned char)*text < ' ' ? ' ' : *text);
	rl_insert_text(cvg_str_of(&line));
	cvg_str_done(&line);
}

static void search_for(struct cvg_ui *ui, const char *text)
{
	if (*text) {
		cvg_str_clear(&ui->search);
		cvg_str_add(&ui->search, text);
		ui->changed |= CVG_NEW_SEARCH;
	}
	cvg_screen_act(ui, CVG_DO_NEXT, 0);
}

static void entered(struct cvg_ui *ui)
{
	enum cvg_asking asking = ui->screen->prompt.asking;
	char *line = rl.line;

	rl.line = NULL;
	cvg_prompt_close(ui);
	if (line && asking == CVG_ASK_COMMAND) {
		cvg_prompt_remember(line);
		cvg_screen_typed(ui, line);
	} else if (line) {
		search_for(ui, line);
	}
	free(line);
}

/* Esc closes the prompt; in vi mode the first Esc only ends insertion. */
static bool gives_up(const struct cvg_key *key)
{
	if (key->code == ('C' & 0x1F) || key->code == ('G' & 0x1F))
		return true;
	return key->code == CVG_KEY_ESC && !key->alt &&
	       !(rl_editing_mode == 0 &&
		 rl_get_keymap() == vi_insertion_keymap);
}

void cvg_prompt_key(struct cvg_ui *ui, const struct cvg_key *key)
{
	struct cvg_str bytes = {0};
	char buf[5];

	cvg_words_done(&ui->screen->prompt.offers);
	if (gives_up(key)) {
		cvg_prompt_close(ui);
		return;
	}
	/* Backspace in an empty line closes the prompt, as in vi and less. */
	if ((key->code == CVG_KEY_BACKSPACE || key->code == '\b') && !rl_end) {
		cvg_prompt_close(ui);
		return;
	}
	if (key->code == CVG_KEY_PASTE) {
		insert_paste(key->text);
		return;
	}
	cvg_str_add(&bytes, key->alt ? "\033" : "");
	cvg_str_add(&bytes, bytes_of(key, buf));
	feed(cvg_str_of(&bytes));
	cvg_str_done(&bytes);
	if (rl.ended)
		entered(ui);
}

/* ---- drawing --------------------------------------------------------- */

/* Draw the completions in columns over the panes. */
static void draw_offers(const struct cvg_words *w, struct cvg_canvas *into,
			int32_t bottom)
{
	uint32_t widest = 0, columns, rows;

	for (size_t i = 0; i < w->n; i++) {
		uint32_t width = cvg_text_width(w->at[i], strlen(w->at[i]));

		widest = width > widest ? width : widest;
	}
	widest = widest + 2 < into->width ? widest + 2 : into->width;
	columns = into->width / widest;
	rows = (uint32_t)((w->n + columns - 1) / columns);
	if (rows > (uint32_t)bottom / 2)
		rows = (uint32_t)bottom / 2;
	cvg_canvas_fill(into, 0, bottom - (int32_t)rows, into->width, rows,
			CVG_ROLE_TEXT, 0);
	for (size_t i = 0; i < w->n && i < (size_t)rows * columns; i++)
		cvg_canvas_text(into, (int32_t)(i / rows * widest) + 1,
				bottom - (int32_t)rows + (int32_t)(i % rows),
				widest - 1, w->at[i], CVG_ROLE_NAME, 0);
	if ((size_t)rows * columns < w->n)
		cvg_canvas_printf(into, (int32_t)into->width - 12, bottom - 1,
				  12, CVG_ROLE_DIM, 0, " and %zu more",
				  w->n - (size_t)rows * columns);
}

/* Columns of the first n bytes, as the canvas counts them. */
static uint32_t columns_of(const char *s, size_t n)
{
	return cvg_text_width(s, n);
}

/* The prompt that readline shows, such as that of its search in the history,
 * without the bytes that it has marked as invisible. Our own prompt is
 * empty. */
static void add_prompt(const struct cvg_prompt *p, struct cvg_str *out)
{
	if (rl_display_prompt && *rl_display_prompt)
		for (const char *c = rl_display_prompt; *c; c++) {
			if (*c != RL_PROMPT_START_IGNORE &&
			    *c != RL_PROMPT_END_IGNORE)
				cvg_str_addc(out, *c);
		}
	else
		cvg_str_addc(out, p->asking == CVG_ASK_SEARCH ? '/' : ':');
}

/* Scroll so that the cursor and some of the text before it are in sight. */
static void keep_in_sight(struct cvg_prompt *p, uint32_t caret, uint32_t width)
{
	if (caret < p->scroll)
		p->scroll = caret > width / 4 ? caret - width / 4 : 0;
	else if (caret >= p->scroll + width)
		p->scroll = caret - width + width / 4;
}

void cvg_prompt_draw(struct cvg_ui *ui, struct cvg_canvas *into, int32_t y)
{
	struct cvg_prompt *p = &ui->screen->prompt;
	struct cvg_str text = {0};
	uint32_t caret;

	cvg_canvas_fill(into, 0, y, into->width, 1, CVG_ROLE_TEXT, 0);
	if (p->offers.n)
		draw_offers(&p->offers, into, y);
	add_prompt(p, &text);
	caret = columns_of(text.at, text.n) +
		columns_of(rl_line_buffer, (size_t)rl_point);
	cvg_str_add(&text, rl_line_buffer);
	keep_in_sight(p, caret, into->width);
	/* Draw on a part of the canvas that begins left of it, so that a wide
	 * character at the edge is cut correctly. */
	into->left = (int32_t)p->scroll;
	cvg_canvas_text(into, 0, y, UINT32_MAX / 2, text.at, CVG_ROLE_TEXT, 0);
	into->left = 0;
	ui->screen->caret = (struct cvg_caret){
		.shown = true, .x = caret - p->scroll, .y = (uint32_t)y};
	cvg_str_done(&text);
}
