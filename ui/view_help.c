/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Help, all of it made from the tables: keys, what views make of them, the
 * marks, the commands. Never wider than 79 columns.
 */
#include "ui/keymap.h"
#include "ui/marks.h"
#include "ui/sheet.h"
#include "reconverge/cmd.h"
#include "reconverge/terms.h"

#include <stdlib.h>
#include <string.h>

#define WIDEST 79
#define INDENT 14 /* of what keys mean */

struct state {
	struct cvg_sheet sheet;
	uint32_t width; /* the lines were made for */
	enum cvg_viewid about;
};
CVG_SHEET_IS_FIRST(struct state);

static void done(void *state)
{
	struct state *view = state;

	cvg_sheet_done(&view->sheet);
}

static void head(struct cvg_sheet *sheet, const char *title)
{
	if (sheet->lines.n)
		cvg_sheet_end(sheet, CVG_NONE);
	cvg_sheet_put(sheet, CVG_ROLE_TITLE, CVG_CELL_UNDERLINE, "%s", title);
	cvg_sheet_end(sheet, CVG_NONE);
}

/* A term, and what it means beside it. */
static void put_entry(struct cvg_sheet *sheet, uint32_t width, const char *term,
		      const char *meaning)
{
	cvg_sheet_put(sheet, CVG_ROLE_KEYWORD, 0, " %s ", term);
	cvg_sheet_pad(sheet, INDENT);
	cvg_sheet_wrap(sheet, CVG_ROLE_TEXT, 0, width, INDENT, meaning);
}

/* ---- keys ------------------------------------------------------------ */

static void put_view_keys(const struct cvg_ui *ui, struct cvg_sheet *sheet,
			  enum cvg_viewid view, uint32_t width)
{
	const struct cvg_viewkey *key = cvg_view_of(view)->keys;
	struct cvg_str text = {0};

	if (!key)
		return;
	cvg_str_addf(&text, "Keys in the view %s", cvg_view_info(view)->name);
	head(sheet, cvg_str_of(&text));
	for (; key->help; key++) {
		cvg_str_clear(&text);
		cvg_keymap_keys(ui->keymap, key->action, &text);
		put_entry(sheet, width, cvg_str_of(&text), key->help);
	}
	cvg_str_done(&text);
}

/* A row of actions.def: a topic or an action. */
struct row {
	const char *topic; /* NULL: an action */
	enum cvg_action action;
};

static const struct row rows[] = {
#define TOPIC(title)		       {.topic = title},
#define ACTION(id, name, traits, help) {.action = CVG_DO_##id},
#include "ui/actions.def"
#undef ACTION
#undef TOPIC
};

#define NROWS (sizeof rows / sizeof *rows)

/* An action without a text of its own is told with the one before it. */
static bool told_before(size_t row)
{
	return row < NROWS && !rows[row].topic &&
	       !*cvg_action_info(rows[row].action)->help;
}

static void put_keys(const struct cvg_ui *ui, struct cvg_sheet *sheet,
		     uint32_t width)
{
	struct cvg_str keys = {0};

	for (size_t i = 0; i < NROWS; i++) {
		enum cvg_action first = rows[i].action;

		if (rows[i].topic) {
			head(sheet, rows[i].topic);
			continue;
		}
		cvg_str_clear(&keys);
		cvg_keymap_keys(ui->keymap, first, &keys);
		for (; told_before(i + 1); i++)
			cvg_keymap_keys(ui->keymap, rows[i + 1].action, &keys);
		if (keys.n)
			put_entry(sheet, width, cvg_str_of(&keys),
				  cvg_action_info(first)->help);
	}
	cvg_str_done(&keys);
}

static void put_mouse(struct cvg_sheet *sheet, uint32_t width)
{
	head(sheet, "Mouse");
	put_entry(sheet, width, "click",
		  "select; in the history: look at that revision");
	put_entry(sheet, width, "double click",
		  "fold or unfold; in the history: go to that revision");
	put_entry(sheet, width, "wheel", "scroll");
	put_entry(sheet, width, "drag", "move the picture");
	put_entry(sheet, width, "Shift",
		  "with any of these: what the terminal itself does");
}

/* ---- marks ----------------------------------------------------------- */

static void put_mark(struct cvg_sheet *sheet, uint32_t width,
		     enum cvg_role role, const char *mark, const char *meaning)
{
	cvg_sheet_put(sheet, role, 0, " %s ", mark);
	cvg_sheet_pad(sheet, INDENT);
	cvg_sheet_wrap(sheet, CVG_ROLE_TEXT, 0, width, INDENT, meaning);
}

static void put_marks(struct cvg_sheet *sheet, const struct cvg_ui *ui,
		      uint32_t width)
{
	head(sheet, "Marks");
	for (uint32_t i = 0; i < cvg_nsigns(); i++) {
		const struct cvg_sign *sign = cvg_sign_at(i);

		put_mark(sheet, width, sign->role,
			 ui->ascii ? sign->ascii : sign->unicode,
			 sign->meaning);
	}
}

/* The letters beside numbers. */
static void put_kinds(struct cvg_sheet *sheet, uint32_t width)
{
	struct cvg_str text = {0};

	head(sheet, "Letters beside numbers, which say where these come from");
	for (int i = 0; i < CVG_NCOUNTKINDS; i++) {
		enum cvg_countkind kind = (enum cvg_countkind)i;
		char letter[] = {cvg_countkind_letter(kind), '\0'};

		cvg_str_clear(&text);
		cvg_str_addf(&text, "%s: %s", cvg_countkind_name(kind),
			     cvg_countkind_help(kind));
		put_entry(sheet, width, letter, text.at);
	}
	put_entry(sheet, width, "~",
		  "before a number: an estimate, since the "
		  "step was not tried");
	cvg_str_done(&text);
}

static void put_roles(struct cvg_sheet *sheet, uint32_t width)
{
	head(sheet, "Colours (no fact is shown by colour alone)");
	for (uint32_t i = 0; i < CVG_NROLES; i++) {
		const struct cvg_roleinfo *role = cvg_role((enum cvg_role)i);

		if (*role->help)
			put_mark(sheet, width, (enum cvg_role)i, role->name,
				 role->help);
	}
}

/* ---- commands -------------------------------------------------------- */

static void put_command(struct cvg_sheet *sheet, uint32_t width,
			const struct cvg_command *command)
{
	const char *name = command->name;
	char *usage = cvg_command_usage(command);

	cvg_sheet_put(sheet, CVG_ROLE_KEYWORD, 0, " %s ", name);
	cvg_sheet_pad(sheet, INDENT);
	if (*usage) {
		cvg_sheet_wrap(sheet, CVG_ROLE_NAME, 0, width, INDENT, usage);
		cvg_sheet_pad(sheet, INDENT);
	}
	free(usage);
	cvg_sheet_wrap(sheet, CVG_ROLE_TEXT, 0, width, INDENT, command->help);
}

static void put_commands(struct cvg_sheet *sheet, uint32_t width)
{
	struct cvg_str title = {0};

	for (uint32_t g = 0; g < CVG_NGROUPS; g++) {
		cvg_str_clear(&title);
		cvg_str_addf(&title, "Commands, %s: %s",
			     cvg_group_name((enum cvg_cmdgroup)g),
			     cvg_group_help((enum cvg_cmdgroup)g));
		head(sheet, cvg_str_of(&title));
		for (uint32_t i = 0; i < cvg_ncommands(); i++) {
			if (cvg_command_at(i)->group == g)
				put_command(sheet, width, cvg_command_at(i));
		}
	}
	cvg_str_done(&title);
}

static void put_end(struct cvg_sheet *sheet, uint32_t width)
{
	head(sheet, "More");
	put_entry(sheet, width, ":help X",
		  "a command, a group, a term, a mark or a kind, or settings, "
		  "objects, exports, launches, counts, kinds, terms");
	put_entry(sheet, width, ":keys", "all keys, with those that you set");
	put_entry(sheet, width, "man",
		  "reconverge(1), reconverge-commands(7), "
		  "reconverge-formats(5)");
}

/* ---- the view -------------------------------------------------------- */

static void write(struct state *view, const struct cvg_ui *ui)
{
	struct cvg_sheet *sheet = &view->sheet;
	uint32_t width = view->width < WIDEST ? view->width : WIDEST;

	cvg_sheet_begin(sheet);
	if (view->about < CVG_NVIEWS)
		put_view_keys(ui, sheet, view->about, width);
	put_keys(ui, sheet, width);
	put_mouse(sheet, width);
	put_marks(sheet, ui, width);
	put_kinds(sheet, width);
	put_roles(sheet, width);
	for (uint32_t v = 0; v < CVG_NVIEWS; v++) {
		if (v != view->about)
			put_view_keys(ui, sheet, (enum cvg_viewid)v, width);
	}
	put_commands(sheet, width);
	put_end(sheet, width);
}

static void draw(struct cvg_ui *ui, void *state, struct cvg_canvas *into,
		 bool focused)
{
	struct state *view = state;

	if (!view->sheet.lines.n || view->width != into->width ||
	    view->about != ui->about) {
		if (view->about != ui->about)
			cvg_list_top(&view->sheet.list, 0);
		view->width = into->width;
		view->about = ui->about;
		write(view, ui);
	}
	cvg_sheet_draw(ui, &view->sheet, into, focused);
}

static void update(struct cvg_ui *ui, void *state, unsigned changed)
{
	struct state *view = state;

	(void)ui;
	if (changed & CVG_NEW_SETTINGS) /* glyphs */
		view->width = 0;
}

static void hint(struct cvg_ui *ui, void *state, struct cvg_str *out)
{
	(void)ui;
	(void)state;
	cvg_str_addf(out, "%s search  %s close", cvg_action_key(CVG_DO_SEARCH),
		     cvg_action_key(CVG_DO_CLOSE));
}

/* Help begins with the keys of the view it was asked in. */
static void opening(struct cvg_ui *ui, enum cvg_viewid from)
{
	if (from != CVG_NVIEWS)
		ui->about = from;
}

const struct cvg_view cvg_view_help = {
	.about = "the marks, keys and commands",
	.size = sizeof(struct state),
	.done = done,
	.update = update,
	.draw = draw,
	.act = cvg_sheet_view_act,
	.mouse = cvg_sheet_view_mouse,
	.opening = opening,
	.status = cvg_sheet_view_status,
	.hint = hint,
	.find = cvg_sheet_view_find,
};
