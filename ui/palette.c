/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Finding anything by some of its letters: commands, actions, views, functions,
 * blocks, terms and marks of the glossary. What is typed must occur in order; letters that
 * follow each other or begin a word are worth more, so that "aall" finds
 * apply-all before anything else.
 */
#include "ui/screen.h"

#include "reconverge/graph.h"
#include "reconverge/session.h"
#include "reconverge/terms.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LONGEST 60 /* columns of the box */

enum find_kind {
	FIND_ACTION,
	FIND_COMMAND,
	FIND_FUNCTION,
	FIND_BLOCK,
	FIND_TERM,
	FIND_MARK
};

struct cvg_find {
	enum find_kind kind;
	uint32_t id;
	const char *name, *help;
	int32_t score;
};

/* ---- what there is --------------------------------------------------- */

static void add(struct cvg_palette *palette, enum find_kind kind, uint32_t id,
		const char *name, const char *help)
{
	cvg_push(&palette->all,
		 ((struct cvg_find){
			 .kind = kind, .id = id, .name = name, .help = help}));
}

static void add_blocks(struct cvg_ui *ui, struct cvg_palette *palette)
{
	char name[16];

	for (uint32_t b = 0; b < ui->fn->nblocks; b++) {
		const struct cvg_block *block = &ui->fn->blocks[b];

		snprintf(name, sizeof name, "B%u", block->uid);
		add(palette, FIND_BLOCK, b,
		    cvg_arena_strdup(&palette->arena, name), block->name);
	}
}

static void add_rest(struct cvg_ui *ui, struct cvg_palette *palette)
{
	for (uint32_t a = 0; a < CVG_NACTIONS; a++)
		add(palette, FIND_ACTION, a, cvg_action_info(a)->name,
		    cvg_action_info(a)->help);
	for (uint32_t i = 0; i < cvg_ncommands(); i++)
		add(palette, FIND_COMMAND, i, cvg_command_at(i)->name,
		    cvg_command_at(i)->help);
	for (uint32_t f = 0; f < cvg_session_nfunctions(ui->session); f++)
		add(palette, FIND_FUNCTION, f,
		    cvg_session_function_name(ui->session, f), "");
}

static void add_terms(const struct cvg_ui *ui, struct cvg_palette *palette)
{
	for (uint32_t i = 0; i < cvg_nglosses(); i++)
		add(palette, FIND_TERM, i, cvg_gloss_at(i)->name,
		    cvg_gloss_at(i)->meaning);
	for (uint32_t i = 0; i < cvg_nsigns(); i++)
		add(palette, FIND_MARK, i,
		    ui->ascii ? cvg_sign_at(i)->ascii : cvg_sign_at(i)->unicode,
		    cvg_sign_at(i)->meaning);
}

/* ---- matching -------------------------------------------------------- */

/* How well `text` matches `want`, whose letters must occur in this order; below
 * 0: it does not. */
static int32_t score_of(const char *text, const char *want)
{
	const char *at = text, *last = NULL;
	int32_t score = 0;

	for (; *want; want++) {
		int c = tolower((unsigned char)*want);

		while (*at && tolower((unsigned char)*at) != c)
			at++;
		if (!*at)
			return -1;
		score += last && at == last + 1 ? 5 : 1;
		if (at == text || !isalnum((unsigned char)at[-1]))
			score += 8;
		last = at++;
	}
	return score * 64 - (int32_t)strlen(text);
}

static int32_t bonus(const char *text, const char *want)
{
	return strcmp(text, want) == 0 ? 1 << 20 : 1 << 16;
}

/* Rate an entry by its name, and a block by its label too. In other help
 * texts `want` must stand as it is, because nearly every entry would match
 * otherwise. */
static int32_t rate(const struct cvg_find *f, const char *want)
{
	int32_t best = score_of(f->name, want), help;

	if (best >= 0)
		best += bonus(f->name, want);
	if (f->kind == FIND_BLOCK) {
		help = score_of(f->help, want);
		help += help >= 0 ? bonus(f->help, want) : 0;
	} else {
		help = strlen(want) > 2 && strcasestr(f->help, want) ? 0 : -1;
	}
	return best > help ? best : help;
}

static int compare(const void *a, const void *b, void *context)
{
	const struct cvg_palette *palette = context;
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	if (palette->all.at[x].score != palette->all.at[y].score)
		return palette->all.at[x].score > palette->all.at[y].score ? -1
									   : 1;
	return x < y ? -1 : x > y;
}

static void match(struct cvg_palette *palette)
{
	const char *want = cvg_str_of(&palette->input);

	palette->found.n = 0;
	palette->cursor = palette->top = 0;
	for (uint32_t i = 0; i < palette->all.n; i++) {
		palette->all.at[i].score =
			*want ? rate(&palette->all.at[i], want) : 0;
		if (palette->all.at[i].score >= 0)
			cvg_push(&palette->found, i);
	}
	if (palette->found.n)
		qsort_r(palette->found.at, palette->found.n,
			sizeof *palette->found.at, compare, palette);
}

/* ---- open and close -------------------------------------------------- */

void cvg_palette_open(struct cvg_ui *ui, bool blocks_only)
{
	struct cvg_palette *palette = &ui->screen->palette;

	cvg_palette_close(ui->screen);
	palette->open = true;
	palette->blocks_only = blocks_only;
	if (!blocks_only)
		add_rest(ui, palette);
	if (ui->fn)
		add_blocks(ui, palette);
	/* Behind all else: B0 is a block before it is a term. */
	if (!blocks_only)
		add_terms(ui, palette);
	match(palette);
}

void cvg_palette_close(struct cvg_screen *scr)
{
	struct cvg_palette *palette = &scr->palette;

	cvg_str_done(&palette->input);
	cvg_arena_done(&palette->arena);
	free(palette->all.at);
	free(palette->found.at);
	*palette = (struct cvg_palette){.open = false};
}

/* ---- drawing --------------------------------------------------------- */

static void draw_row(const struct cvg_ui *ui, const struct cvg_find *f,
		     struct cvg_canvas *in, int32_t y, bool cursor)
{
	static const char *const kinds[] = {
		[FIND_ACTION] = "action",     [FIND_COMMAND] = ":",
		[FIND_FUNCTION] = "function", [FIND_BLOCK] = "block",
		[FIND_TERM] = "term",	      [FIND_MARK] = "mark",
	};
	const char *key = f->kind == FIND_ACTION
				  ? cvg_ui_key(ui, (enum cvg_action)f->id)
				  : NULL;
	uint32_t room = in->width > 12 ? in->width - 11 : 1;
	uint32_t at = cvg_canvas_text(in, 1, y, room - 1, f->name,
				      CVG_ROLE_TITLE, 0) +
		      1;

	if (at + 2 < room)
		cvg_canvas_text(in, (int32_t)at + 2, y, room - at - 2, f->help,
				CVG_ROLE_DIM, 0);
	cvg_canvas_text(in, (int32_t)room + 1, y, in->width - room - 1,
			key ? key : kinds[f->kind], CVG_ROLE_DIM, 0);
	if (cursor)
		cvg_canvas_tint(in, 0, y, in->width, 1, CVG_ROLE_SELECTED, 0);
}

void cvg_palette_draw(struct cvg_ui *ui, struct cvg_canvas *into)
{
	struct cvg_palette *palette = &ui->screen->palette;
	struct cvg_canvas box;
	uint32_t rows = into->height > 10 ? into->height * 2 / 3 : into->height;
	uint32_t end;

	box = cvg_draw_box(ui, into, LONGEST, rows,
			   palette->blocks_only ? "go to block" : "find",
			   "Enter takes it  Esc close");
	palette->rows = box.height > 1 ? box.height - 1 : 1;
	if (palette->cursor < palette->top)
		palette->top = palette->cursor;
	if (palette->cursor >= palette->top + palette->rows)
		palette->top = palette->cursor - palette->rows + 1;
	end = cvg_canvas_printf(&box, 1, 0, box.width - 1, CVG_ROLE_TEXT, 0,
				"> %s", cvg_str_of(&palette->input));
	for (uint32_t i = 0;
	     i < palette->rows && palette->top + i < palette->found.n; i++)
		draw_row(ui,
			 &palette->all.at[palette->found.at[palette->top + i]],
			 &box, (int32_t)i + 1,
			 palette->top + i == palette->cursor);
	ui->screen->caret.shown = true;
	ui->screen->caret.x =
		(uint32_t)((box.cell - into->cell) % into->stride) + 1 + end;
	ui->screen->caret.y =
		(uint32_t)((size_t)(box.cell - into->cell) / into->stride);
	if (ui->screen->caret.x >= into->width)
		ui->screen->caret.x = into->width - 1;
}

/* ---- keys ------------------------------------------------------------ */

/* Take an entry. A command goes to the prompt, where its arguments can be
 * typed. */
static void take(struct cvg_ui *ui, struct cvg_find f)
{
	struct cvg_str line = {0};
	const struct cvg_command *cmd;

	switch (f.kind) {
	case FIND_ACTION:
		cvg_screen_act(ui, (enum cvg_action)f.id, 0);
		break;
	case FIND_COMMAND:
		cmd = cvg_command_at(f.id);
		cvg_str_addf(&line, "%s%s", cmd->name, cmd->max ? " " : "");
		cvg_ui_prompt(ui, line.at);
		break;
	case FIND_FUNCTION:
		cvg_str_add(&line, "function ");
		cvg_quote(&line, cvg_session_function_name(ui->session, f.id));
		cvg_ui_command(ui, line.at);
		break;
	case FIND_BLOCK:
		cvg_ui_go_block(ui, f.id);
		break;
	case FIND_TERM:
		cvg_gloss_text(&line, cvg_gloss_at(f.id));
		cvg_ui_popup(ui, f.name, line.at);
		break;
	case FIND_MARK:
		cvg_sign_text(&line, cvg_sign_at(f.id));
		cvg_ui_popup(ui, f.name, line.at);
		break;
	}
	cvg_str_done(&line);
}

static void shorten(struct cvg_str *s)
{
	while (s->n && ((unsigned char)s->at[s->n - 1] & 0xC0) == 0x80)
		s->n--;
	if (s->n)
		s->n--;
	if (s->at)
		s->at[s->n] = '\0';
}

static void step(struct cvg_palette *palette, int64_t by)
{
	int64_t to = (int64_t)palette->cursor + by;
	int64_t last = (int64_t)palette->found.n - 1;

	palette->cursor = (uint32_t)(to < 0 || last < 0 ? 0
				     : to > last	? last
							: to);
}

static bool moves(struct cvg_palette *palette, uint32_t code)
{
	if (code == CVG_KEY_UP || code == ('P' & 0x1F) ||
	    code == CVG_KEY_BACK_TAB)
		step(palette, -1);
	else if (code == CVG_KEY_DOWN || code == ('N' & 0x1F) ||
		 code == CVG_KEY_TAB)
		step(palette, 1);
	else if (code == CVG_KEY_PAGE_UP)
		step(palette, -(int64_t)palette->rows);
	else if (code == CVG_KEY_PAGE_DOWN)
		step(palette, palette->rows);
	else
		return false;
	return true;
}

static bool edits(struct cvg_palette *palette, const struct cvg_key *key)
{
	char utf8[5];

	if (key->code == CVG_KEY_BACKSPACE || key->code == '\b')
		shorten(&palette->input);
	else if (key->code == ('U' & 0x1F) || key->code == ('W' & 0x1F))
		cvg_str_clear(&palette->input);
	else if (key->code == CVG_KEY_PASTE)
		cvg_str_add(&palette->input, key->text);
	else if (key->code >= ' ' && key->code < 0x110000 && !key->alt &&
		 cvg_utf8_encode(utf8, key->code))
		cvg_str_add(&palette->input, utf8);
	else
		return false;
	match(palette);
	return true;
}

void cvg_palette_key(struct cvg_ui *ui, const struct cvg_key *key)
{
	struct cvg_palette *palette = &ui->screen->palette;

	if (key->code == CVG_KEY_ESC || key->code == ('C' & 0x1F)) {
		cvg_palette_close(ui->screen);
	} else if (key->code == CVG_KEY_ENTER || key->code == '\n') {
		bool any = palette->cursor < palette->found.n;
		struct cvg_find f = {.name = ""};

		if (any)
			f = palette->all.at[palette->found.at[palette->cursor]];
		cvg_palette_close(ui->screen);
		if (any)
			take(ui, f);
	} else if (key->code == 'g' && palette->blocks_only &&
		   !palette->input.n) { /* "g g" */
		cvg_palette_close(ui->screen);
		cvg_screen_act(ui, CVG_DO_TOP, 0);
	} else if (!moves(palette, key->code)) {
		edits(palette, key);
	}
}
