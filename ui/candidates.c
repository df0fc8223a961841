/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The drawing of the list of candidates. */
#include "ui/candidates.h"

#include "ui/marks.h"
#include "reconverge/graph.h"
#include "reconverge/quantity.h"
#include "reconverge/session.h"
#include "reconverge/settings.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define ACT	   10u /* columns */
#define OBJECT	   6u
#define NAME	   13u /* of an object with its block: "R12 (B34)" */
#define PLACE	   15u
#define LINE	   20u /* of a place with its line of the source */
#define NUMBER	   7u
#define KIND	   2u /* the letter of a number's kind, and a blank before it */
#define BAR	   16 /* at most */
#define DETAIL	   5  /* lines below the list */
#define DETAIL_MIN 12 /* lines of the pane, for that */
#define DETAIL_TALL 8 /* lines below the list in a pane of ... */
#define TALL	    24 /* ... so many */

/* Which columns there is room for. */
struct columns {
	bool parts, act;
	uint32_t place;	   /* columns of a place; 0: not shown */
	bool names;	   /* objects with their first blocks */
	uint32_t object;   /* columns of an object */
	uint32_t net, bar; /* where they begin; bar: CVG_NONE none */
	uint32_t width;
};

/* ---- lines ----------------------------------------------------------- */

bool cvg_candidates_folded(const struct candidates *v, uint32_t line)
{
	return v->folded.n && line == v->list.n - 1;
}

uint32_t cvg_candidates_in(const struct candidates *v, uint32_t line)
{
	uint32_t row = line - (line > v->ngood);

	return line == v->ngood || row >= v->row.n ? CVG_NONE : v->row.at[row];
}

/* ---- drawing --------------------------------------------------------- */

static struct columns columns_for(uint32_t width, bool lines)
{
	struct columns columns = {.act = width >= 24,
				  .place = width < 56 ? 0
					   : lines    ? LINE
						      : PLACE,
				  .parts = width >= 72,
				  .names = width >= 36 && width < 56,
				  .width = width,
				  .bar = CVG_NONE};

	columns.object = columns.names ? NAME : OBJECT;
	columns.net = 2 + (columns.act ? ACT : 0) + columns.object +
		      columns.place + (columns.parts ? 3 * NUMBER : 0);
	if (width > columns.net + NUMBER + KIND + 4)
		columns.bar = columns.net + NUMBER + KIND + 1;
	return columns;
}

static void draw_number(struct cvg_canvas *into, uint32_t x, int32_t y,
			enum cvg_role role, double n, const char *sign)
{
	struct cvg_str number = {0};

	cvg_str_add(&number, sign);
	cvg_add_scaled(&number, n, 99999);
	cvg_canvas_printf(into, (int32_t)x, y, NUMBER, role, 0, "%*s",
			  (int)NUMBER, number.at);
	cvg_str_done(&number);
}

/* What the choice saves, with the letter of its kind. Of an estimate a mark says
 * that it is one. */
static void draw_net(struct cvg_canvas *into, const struct columns *columns,
		     int32_t y, const struct cvg_choice *choice,
		     enum cvg_role role)
{
	enum cvg_countkind kind;
	double net = cvg_choice_brings(choice, &kind);
	char sign[3];

	snprintf(sign, sizeof sign, "%s%s", choice->tried ? "" : "~",
		 net >= 0.5 ? "+" : "");
	draw_number(into, columns->net, y,
		    cvg_choice_pays(choice) ? CVG_ROLE_GOOD : role, net, sign);
	cvg_canvas_printf(into, (int32_t)(columns->net + NUMBER + 1), y, 1,
			  CVG_ROLE_DIM, 0, "%c", cvg_countkind_letter(kind));
}

static void draw_head(struct cvg_canvas *into, const struct columns *columns)
{
	uint32_t x =
		2 + (columns->act ? ACT : 0) + columns->object + columns->place;
	static const char *const parts[] = {"  saved", " select", " branch"};

	cvg_canvas_text(into, 2, 0, columns->width, columns->act ? "what" : "",
			CVG_ROLE_DIM, 0);
	if (columns->place)
		cvg_canvas_text(into, 2 + ACT + OBJECT, 0, columns->place, "at",
				CVG_ROLE_DIM, 0);
	for (uint32_t k = 0; columns->parts && k < 3; k++, x += NUMBER)
		cvg_canvas_text(into, (int32_t)x, 0, NUMBER, parts[k],
				CVG_ROLE_DIM, 0);
	cvg_canvas_text(into, (int32_t)columns->net, 0, NUMBER, "    net",
			CVG_ROLE_DIM, 0);
}

/* "B12 kernel.cu:22", or "B12 if.then" of a block whose line is not known. */
static void add_place(struct cvg_str *out, const struct cvg_fn *fn, uint32_t b)
{
	size_t was;

	cvg_str_addf(out, "B%u ", fn->blocks[b].uid);
	was = out->n;
	cvg_spot_add(out, "", fn, cvg_block_spot(fn, b));
	if (out->n == was)
		cvg_str_add(out, fn->blocks[b].name);
}

/* Act, object, place: what every line begins with. Returns where it ends. */
static uint32_t draw_what(const struct cvg_ui *ui, struct cvg_canvas *into,
			  int32_t y, const struct columns *columns,
			  const struct cvg_choice *choice, enum cvg_role role)
{
	struct cvg_str place = {0};
	uint32_t at = 2;

	if (columns->act) {
		cvg_canvas_text(into, (int32_t)at, y, ACT - 1, choice->act,
				role, 0);
		at += ACT;
	}
	cvg_canvas_text(into, (int32_t)at, y, columns->object - 1,
			columns->names ? choice->name : choice->object,
			role == CVG_ROLE_TEXT ? CVG_ROLE_NAME : role, 0);
	at += columns->object;
	if (columns->place) {
		add_place(&place, ui->fn, choice->block);
		cvg_ui_text(ui, into, (int32_t)at, y, columns->place - 1,
			    place.at, role, 0);
		cvg_str_done(&place);
		at += columns->place;
	}
	return at;
}

static void draw_choice(struct cvg_ui *ui, const struct candidates *v,
			struct cvg_canvas *into, int32_t y,
			const struct columns *columns,
			const struct cvg_choice *choice)
{
	bool rejected = choice->rejected;
	enum cvg_role role = rejected	       ? CVG_ROLE_REMOVED
			     : choice->command ? CVG_ROLE_TEXT
					       : CVG_ROLE_DIM;
	uint32_t at = draw_what(ui, into, y, columns, choice, role);
	uint32_t bar;

	if (rejected)
		cvg_canvas_text(into, 1, y, 1, "-", role, 0);
	if (!choice->command && !rejected) {
		cvg_ui_text(ui, into, (int32_t)at, y, columns->width - 1,
			    choice->reason, role, 0);
		return;
	}
	if (columns->parts) {
		draw_number(into, at, y, role, (double)choice->saved, "");
		draw_number(into, at + NUMBER, y, role, (double)choice->selects,
			    "");
		draw_number(into, at + 2 * NUMBER, y, role,
			    (double)choice->branches,
			    choice->branches > 0 ? "+" : "");
	}
	draw_net(into, columns, y, choice, role);
	if (columns->bar == CVG_NONE || !cvg_choice_pays(choice))
		return;
	bar = columns->width - columns->bar - 1;
	cvg_ui_bar(ui, into, (int32_t)columns->bar, y, bar > BAR ? BAR : bar,
		   cvg_choice_brings(choice, NULL) / v->most, CVG_ROLE_GOOD);
}

/* Draw the line between what can be done and what is refused, with the settings
 * that decide it. */
static void draw_divider(struct cvg_ui *ui, struct cvg_canvas *into, int32_t y)
{
	const struct cvg_settings *s = cvg_session_settings(ui->session);
	char threshold[32], mode[32];

	cvg_settings_text(s, CVG_SET_THRESHOLD, threshold, sizeof threshold);
	cvg_settings_text(s, CVG_SET_MODE, mode, sizeof mode);
	cvg_canvas_line(into, 2, y, (int32_t)into->width - 2, y,
			CVG_LINE_SINGLE, CVG_ROLE_DIM);
	cvg_canvas_printf(into, 4, y, into->width > 6 ? into->width - 6 : 0,
			  CVG_ROLE_DIM, 0, " refused (threshold %s, mode %s) ",
			  threshold, mode);
}

static int32_t draw_tried(struct cvg_canvas *into, int32_t y, int32_t end,
			  uint32_t width, const struct cvg_tried *tried)
{
	struct cvg_str text = {0};

	cvg_add_tried(&text, tried);
	y = cvg_ui_words(into, 2, y, end, width, text.at, CVG_ROLE_TEXT);
	cvg_str_done(&text);
	return y;
}

/* What the plan says of the step each time a warp comes to it, and in all. */
static void draw_plan(struct cvg_canvas *into, int32_t y, int32_t end,
		      uint32_t width, const struct cvg_choice *choice)
{
	struct cvg_str text = {0};

	cvg_str_add(&text, choice->detail);
	if (choice->kind == CVG_COUNTED_PROFILED &&
	    fabs(choice->worth - (double)choice->net) >= 1) {
		cvg_str_add(&text,
			    choice->worth < 0 ? "; in all " : "; in all +");
		cvg_add_scaled(&text, choice->worth, 99999);
	}
	cvg_ui_words(into, 2, y, end, width, text.at, CVG_ROLE_TEXT);
	cvg_str_done(&text);
}

/* The lines below the list, in a pane of that height. */
static uint32_t detail_of(uint32_t height)
{
	if (height >= TALL)
		return DETAIL_TALL;
	return height >= DETAIL_MIN ? DETAIL : 0;
}

static void draw_detail(struct cvg_ui *ui, const struct candidates *v,
			struct cvg_canvas *into)
{
	uint32_t at = cvg_candidates_in(v, v->list.at);
	int32_t end = (int32_t)into->height,
		y = end - (int32_t)detail_of(into->height);
	uint32_t width = into->width > 4 ? into->width - 4 : 1;
	const struct cvg_choice *choice;
	const struct cvg_block *block;
	struct cvg_str title = {0};

	cvg_canvas_line(into, -1, y, (int32_t)into->width, y, CVG_LINE_SINGLE,
			CVG_ROLE_DIM);
	if (at >= v->all->n)
		return;
	choice = &v->all->at[at];
	block = &ui->fn->blocks[choice->block];
	cvg_str_addf(&title, "%s %s: B%u %s", choice->act, choice->object,
		     block->uid, block->name);
	cvg_spot_add(&title, " at ", ui->fn,
		     cvg_block_spot(ui->fn, choice->block));
	cvg_str_addf(&title, ", %u block%s", choice->nblocks,
		     choice->nblocks == 1 ? "" : "s");
	cvg_ui_text(ui, into, 2, y + 1, width, title.at, CVG_ROLE_TITLE, 0);
	cvg_str_done(&title);
	y += 2;
	if (choice->reason)
		y = cvg_ui_words(into, 2, y, end, width, choice->reason,
				 CVG_ROLE_ALERT);
	if (choice->tried)
		y = draw_tried(into, y, end, width, choice->tried);
	if (choice->best)
		y = cvg_ui_words(into, 2, y, end, width, choice->best,
				 CVG_ROLE_GOOD);
	if (choice->detail)
		draw_plan(into, y, end, width, choice);
}

void cvg_candidates_draw(struct cvg_ui *ui, void *state,
			 struct cvg_canvas *into, bool focused)
{
	struct candidates *v = state;
	struct columns columns =
		columns_for(into->width, ui->fn && ui->fn->nspots);
	uint32_t head = into->height > 2;
	uint32_t below = detail_of(into->height);

	if (!v->all || !v->all->n) {
		cvg_ui_draw_no_choices(ui, into);
		return;
	}
	if (head)
		draw_head(into, &columns);
	cvg_list_fit(&v->list, into->height - head - below);
	for (uint32_t k = 0; k < v->list.height; k++) {
		uint32_t line = v->list.top + k;
		int32_t y = (int32_t)(head + k);

		if (line >= v->list.n)
			break;
		if (cvg_candidates_folded(v, line))
			cvg_ui_text(ui, into, 2, y, into->width - 3,
				    v->folded.at, CVG_ROLE_DIM, 0);
		else if (cvg_candidates_in(v, line) == CVG_NONE)
			draw_divider(ui, into, y);
		else
			draw_choice(ui, v, into, y, &columns,
				    &v->all->at[cvg_candidates_in(v, line)]);
		if (line == v->list.at)
			cvg_list_cursor(ui, into, y, focused);
	}
	cvg_list_bar(ui, &v->list, into, (int32_t)head);
	if (below)
		draw_detail(ui, v, into);
}
