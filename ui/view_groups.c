/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The threads of the launch, a cell each and a line a warp: which of them do
 * the same, as they are and as regrouping has them. The letter tells the kind,
 * its ground how long such a thread takes.
 */
#include "src/cmd/threads.h"
#include "ui/keys.h"
#include "ui/list.h"
#include "reconverge/bbv.h"
#include "reconverge/graph.h"

#include <string.h>

#define LABEL	  9  /* columns: cursor, block and warp */
#define NUMBERS	  15 /* kinds and cycles behind the cells */
#define LEAST	  32 /* cells of a side, for both to be shown */
#define MOST_POOL 16 /* warps a line: two to the power of that */
#define ENTRY	  38 /* columns of an entry of the legend */

struct state {
	struct cvg_threads threads;
	uint64_t id;	/* of the groups that t shows; 0: none */
	uint32_t pool;	/* a line is two to the power of that many warps */
	bool after;	/* where only one order has room: show the new one */
	bool both;	/* both orders were drawn */
	int32_t list_y; /* the row where the list was drawn */
	struct cvg_list list;
};

static void done(void *state)
{
	struct state *view = state;

	cvg_threads_done(&view->threads);
}

/* ---- what there is ----------------------------------------------------- */

static uint64_t per_line(const struct state *view)
{
	return (uint64_t)1 << view->pool;
}

static void fit_list(struct state *view)
{
	cvg_list_size(&view->list,
		      (uint32_t)((view->threads.warps + per_line(view) - 1) >>
				 view->pool));
}

/* Take the groups of the revision shown; false: there are none, or a command
 * that is running may drop them at any time. */
static bool look(struct state *view, struct cvg_ui *ui)
{
	const struct cvg_groups *groups =
		ui->busy ? NULL : cvg_session_groups(ui->session, ui->rev);

	if (!groups) {
		if (!ui->busy) {
			cvg_threads_done(&view->threads);
			view->id = 0;
		}
		return false;
	}
	if (view->id != groups->id) {
		cvg_threads_done(&view->threads);
		cvg_threads_init(&view->threads, groups);
		view->id = groups->id;
		fit_list(view);
	}
	view->threads.groups =
		groups; /* the session may have moved the groups */
	view->after &= groups->order != NULL;
	return true;
}

/* ---- a line ------------------------------------------------------------ */

/* The letter for lanes [from, from + n), counted over the warps from `warp` on:
 * the first letter that occurs; in lower case if several occur. */
static char cell_of(const struct cvg_threads *threads, bool after,
		    uint64_t warp, uint64_t from, uint64_t n)
{
	uint32_t lanes = threads->groups->warp;
	char best = ' ';
	bool mixed = false;

	while (n) {
		uint32_t lane = (uint32_t)(from % lanes);
		uint64_t w = warp + from / lanes, take = lanes - lane;
		char c, letter;

		take = take < n ? take : n;
		if (w >= threads->warps)
			break;
		c = cvg_threads_cell(threads, after, w, lane, (uint32_t)take);
		letter = c >= 'a' ? (char)(c - 'a' + 'A') : c;
		mixed |= c != letter ||
			 (c != ' ' && best != ' ' && letter != best);
		if (c != ' ' && (best == ' ' || letter < best))
			best = letter;
		from += take;
		n -= take;
	}
	return mixed ? (char)(best - 'A' + 'a') : best;
}

static enum cvg_role role_of(const struct cvg_threads *threads, char letter)
{
	uint32_t i = (uint32_t)(letter - (letter >= 'a' ? 'a' : 'A'));
	uint32_t n = threads->nletters;

	if (letter == ' ')
		return CVG_ROLE_TEXT;
	return (enum cvg_role)(CVG_ROLE_HEAT0 +
			       (n < 2 ? 0 : (n - 1 - i) * 4 / (n - 1)));
}

struct side {
	struct cvg_canvas *into;
	int32_t x;
	uint32_t cells, per; /* per: lanes of a cell */
	bool after;
};

static void draw_numbers(const struct state *view, const struct side *side,
			 int32_t y, uint64_t warp)
{
	uint64_t diverge = 0, cycles = 0, n = 0;
	int32_t x = side->x + (int32_t)side->cells + 1;
	uint32_t kinds = 0;

	for (; n < per_line(view) && warp + n < view->threads.warps; n++) {
		struct cvg_warplook w =
			cvg_threads_warp(&view->threads, side->after, warp + n);

		kinds = w.kinds;
		diverge += w.kinds > 1;
		cycles += w.cycles;
	}
	if (view->pool)
		cvg_canvas_printf(side->into, x, y, NUMBERS - 1,
				  diverge ? CVG_ROLE_DIVERGENT : CVG_ROLE_GOOD,
				  0, "%5llu", (unsigned long long)diverge);
	else
		cvg_canvas_printf(side->into, x, y, NUMBERS - 1,
				  diverge ? CVG_ROLE_DIVERGENT : CVG_ROLE_GOOD,
				  0, "%5u", kinds);
	cvg_canvas_printf(side->into, x + 5, y, NUMBERS - 6, CVG_ROLE_DIM, 0,
			  "%9llu", (unsigned long long)cycles);
}

static void draw_side(const struct state *view, const struct side *side,
		      int32_t y, uint64_t warp)
{
	for (uint32_t i = 0; i < side->cells; i++) {
		char c = cell_of(&view->threads, side->after, warp,
				 (uint64_t)i * side->per, side->per);

		cvg_canvas_put(side->into, side->x + (int32_t)i, y, (uint32_t)c,
			       role_of(&view->threads, c), 0);
	}
	draw_numbers(view, side, y, warp);
}

static void draw_label(const struct state *view, const struct cvg_ui *ui,
		       struct cvg_canvas *into, int32_t y, uint32_t line)
{
	uint64_t warp = (uint64_t)line << view->pool;

	if (line == view->list.at)
		cvg_canvas_put(into, 0, y, ui->ascii ? '>' : 0x25b6,
			       CVG_ROLE_TITLE, CVG_CELL_BOLD);
	cvg_canvas_printf(into, 1, y, LABEL - 2, CVG_ROLE_DIM, 0, "%5llu:%llu",
			  (unsigned long long)(warp / view->threads.nwarps),
			  (unsigned long long)(warp % view->threads.nwarps));
}

/* ---- the whole --------------------------------------------------------- */

/* Choose how many lanes a cell stands for, a power of two, so that the cells of
 * a line fit into `room` columns. */
static void size_side(const struct state *view, struct side *side,
		      uint32_t room)
{
	uint64_t lanes = (uint64_t)view->threads.groups->warp << view->pool;
	uint64_t per = 1;

	while ((lanes + per - 1) / per > room)
		per *= 2;
	side->per = (uint32_t)per;
	side->cells = (uint32_t)((lanes + per - 1) / per);
}

/* The head of a side: the name of the order, how many of its warps diverge, and
 * the cycles of all warps. */
static void draw_head(const struct state *view, const struct side *side)
{
	const struct cvg_threads *threads = &view->threads;
	const struct cvg_warpsum *sum = &threads->sum[side->after];
	int32_t x = side->x + (int32_t)side->cells + 1;

	cvg_canvas_text(side->into, side->x, 0, side->cells,
			side->after ? cvg_grouping_name(threads->groups->how)
				    : "as they are",
			CVG_ROLE_TITLE, CVG_CELL_BOLD);
	cvg_canvas_printf(side->into, x, 0, NUMBERS - 1, CVG_ROLE_DIM, 0,
			  "%s   cycles", view->pool ? "split" : "kinds");
	cvg_canvas_printf(side->into, side->x, 1, side->cells + 6,
			  sum->diverge ? CVG_ROLE_DIVERGENT : CVG_ROLE_GOOD, 0,
			  "%llu of %llu warps diverge",
			  (unsigned long long)sum->diverge,
			  (unsigned long long)threads->warps);
	cvg_canvas_printf(side->into, x + 5, 1, NUMBERS - 6, CVG_ROLE_TITLE, 0,
			  "%9llu", (unsigned long long)sum->cycles);
}

/* The number of lines of the legend: all letters in columns and one entry more,
 * but at most a third of the pane. */
static uint32_t legend_lines(const struct state *view, uint32_t width,
			     uint32_t height)
{
	uint32_t columns = width / ENTRY ? width / ENTRY : 1;
	uint32_t n = (view->threads.nletters + columns) / columns;

	return n < height / 3 ? n : height / 3;
}

static void draw_entry(const struct state *view, struct cvg_canvas *into,
		       int32_t x, int32_t y, uint32_t i)
{
	const struct cvg_letter *l = &view->threads.letter[i];
	char letter = (char)('A' + (int)i);
	uint32_t n;

	cvg_canvas_put(into, x, y, (uint32_t)letter,
		       role_of(&view->threads, letter), 0);
	n = cvg_canvas_printf(into, x + 2, y, ENTRY - 3, CVG_ROLE_DIM, 0,
			      "%u thread%s, %llu", l->threads,
			      l->threads == 1 ? "" : "s",
			      (unsigned long long)l->least);
	if (l->most != l->least)
		cvg_canvas_printf(into, x + 2 + (int32_t)n, y, ENTRY - 3 - n,
				  CVG_ROLE_DIM, 0, " to %llu",
				  (unsigned long long)l->most);
}

/* Draw the legend column by column. The last entry says how many letters were
 * left out, or what lower case means. */
static void draw_legend(const struct state *view, struct cvg_canvas *into,
			int32_t y, uint32_t lines)
{
	uint32_t columns = into->width / ENTRY ? into->width / ENTRY : 1;
	uint32_t places = lines * columns, n = view->threads.nletters, last;

	if (!places)
		return;
	last = n < places ? n : places - 1;
	for (uint32_t i = 0; i < last; i++)
		draw_entry(view, into, (int32_t)(i / lines * ENTRY),
			   y + (int32_t)(i % lines), i);
	if (last < n)
		cvg_canvas_printf(into, (int32_t)(last / lines * ENTRY),
				  y + (int32_t)(last % lines), ENTRY - 1,
				  CVG_ROLE_DIM, 0, "and %u more letters",
				  n - last);
	else
		cvg_canvas_text(into, (int32_t)(last / lines * ENTRY),
				y + (int32_t)(last % lines), ENTRY - 1,
				"lower case: several letters in a cell",
				CVG_ROLE_DIM, 0);
}

/* Place both orders side by side if there is room, else the one asked for.
 * Returns how many were placed. */
static uint32_t place_sides(struct state *view, struct cvg_canvas *into,
			    struct side side[2])
{
	uint32_t width = into->width > LABEL + NUMBERS + 1 ? into->width - LABEL
							   : NUMBERS + 1;
	uint32_t half = width / 2;

	view->both = view->threads.groups->order && half >= NUMBERS + LEAST;
	side[0] = (struct side){.into = into, .x = LABEL, .after = view->after};
	size_side(view, &side[0], (view->both ? half : width) - NUMBERS);
	if (!view->both)
		return 1;
	side[0].after = false;
	side[1] = side[0];
	side[1].after = true;
	side[1].x += (int32_t)(side[0].cells + NUMBERS + 1);
	return 2;
}

static void draw_threads(struct state *view, const struct cvg_ui *ui,
			 struct cvg_canvas *into)
{
	struct side side[2];
	uint32_t n = place_sides(view, into, side);
	uint32_t legend = legend_lines(view, into->width, into->height);
	uint32_t rows =
		into->height > legend + 2 ? into->height - legend - 2 : 1;

	view->list_y = 2;
	cvg_list_fit(&view->list, rows);
	for (uint32_t k = 0; k < n; k++)
		draw_head(view, &side[k]);
	for (uint32_t i = 0; i < rows && view->list.top + i < view->list.n;
	     i++) {
		uint32_t line = view->list.top + i;
		int32_t y = view->list_y + (int32_t)i;

		draw_label(view, ui, into, y, line);
		for (uint32_t k = 0; k < n; k++)
			draw_side(view, &side[k], y,
				  (uint64_t)line << view->pool);
	}
	draw_legend(view, into, (int32_t)(into->height - legend), legend);
}

static void draw_nothing(const struct cvg_ui *ui, struct cvg_canvas *into)
{
	if (cvg_ui_cannot_run(ui, into))
		return;
	cvg_ui_line(ui, into, 0, CVG_ROLE_TEXT,
		    "The threads have not been counted here yet.");
	cvg_ui_line(ui, into, 1, CVG_ROLE_DIM,
		    "{R} runs the kernel and shows them,");
	cvg_ui_line(ui, into, 2, CVG_ROLE_DIM,
		    "{Enter} also shows the order that regrouping would give "
		    "them.");
}

static void draw(struct cvg_ui *ui, void *state, struct cvg_canvas *into,
		 bool focused)
{
	struct state *view = state;

	(void)focused;
	if (!ui->fn)
		return;
	if (look(view, ui))
		draw_threads(view, ui, into);
	else
		draw_nothing(ui, into);
}

/* ---- keys -------------------------------------------------------------- */

static void zoom(struct state *view, int by)
{
	uint64_t warp = (uint64_t)view->list.at << view->pool;

	if (by < 0 && view->pool < MOST_POOL &&
	    per_line(view) < view->threads.warps)
		view->pool++;
	else if (by > 0 && view->pool)
		view->pool--;
	fit_list(view);
	cvg_list_go(&view->list, (uint32_t)(warp >> view->pool));
}

/* Does any warp of that line diverge, in the order that is shown last? */
static bool diverges(void *context, uint32_t line)
{
	const struct state *view = context;
	uint64_t warp = (uint64_t)line << view->pool;
	bool after = view->both || view->after;

	for (uint64_t n = 0;
	     n < per_line(view) && warp + n < view->threads.warps; n++) {
		if (cvg_threads_warp(&view->threads, after, warp + n).kinds > 1)
			return true;
	}
	return false;
}

static bool act_shown(struct state *view, const struct cvg_ui *ui,
		      enum cvg_action action)
{
	switch (cvg_action_number(action)) {
	case CVG_DO_LEFT:
	case CVG_DO_RIGHT:
		view->after =
			action == CVG_DO_RIGHT && view->threads.groups->order;
		return true;
	case CVG_DO_ZOOM_IN:
	case CVG_DO_ZOOM_OUT:
		zoom(view, action == CVG_DO_ZOOM_IN ? 1 : -1);
		return true;
	case CVG_DO_ZOOM_RESET:
		while (view->pool)
			zoom(view, 1);
		return true;
	case CVG_DO_NEXT:
	case CVG_DO_PREVIOUS:
		return !ui->search.n &&
		       cvg_list_find(&view->list,
				     action == CVG_DO_NEXT ? 1 : -1, diverges,
				     view);
	default:
		return cvg_list_act(&view->list, action);
	}
}

static bool act(struct cvg_ui *ui, void *state, enum cvg_action action,
		uint32_t count)
{
	struct state *view = state;
	bool shown;

	(void)count;
	if (!ui->fn || ui->fn->kind != CVG_FN_KERNEL || ui->busy)
		return false;
	shown = look(view, ui);
	if (action == CVG_DO_RUN)
		cvg_ui_command(ui, "groups");
	else if (action == CVG_DO_APPLY)
		cvg_ui_command(ui, "regroup");
	else if (action == CVG_DO_PREVIEW)
		cvg_ui_command(ui, "preview regroup");
	else
		return shown && act_shown(view, ui, action);
	return true;
}

static bool mouse(struct cvg_ui *ui, void *state, enum cvg_mouse what,
		  int32_t x, int32_t y)
{
	struct state *view = state;

	(void)x;
	return ui->fn && look(view, ui) && y >= view->list_y &&
	       cvg_list_mouse(&view->list, what, y - view->list_y);
}

static void status(struct cvg_ui *ui, void *state, struct cvg_str *out)
{
	struct state *view = state;

	if (!ui->fn || !look(view, ui))
		return;
	cvg_str_addf(out, "%u threads, %u kinds, P%u",
		     view->threads.groups->bbvs->nthreads,
		     view->threads.groups->bbvs->nkinds,
		     view->threads.groups->before);
	if (view->pool)
		cvg_str_addf(out, ", %llu warps a line",
			     (unsigned long long)per_line(view));
	cvg_str_addf(out, ", cycles %s",
		     cvg_countkind_name(CVG_COUNTED_SIMULATED));
}

static void hint(struct cvg_ui *ui, void *state, struct cvg_str *out)
{
	struct state *view = state;

	if (!ui->fn || ui->fn->kind != CVG_FN_KERNEL)
		return;
	if (!look(view, ui)) {
		cvg_str_add(out, "R run and show the threads  Enter regrouped");
		return;
	}
	if (view->threads.groups->order)
		cvg_str_add(out, view->both ? "a regroup  Enter try again"
					    : "h l before, after  a regroup  "
					      "Enter try again");
	else
		cvg_str_add(out, "Enter how regrouping would order them");
	cvg_str_addf(out, "  %s warps that diverge  + - warps a line",
		     cvg_action_key(CVG_DO_NEXT));
}

static const struct cvg_viewkey keys[] = {
	{CVG_DO_LEFT, "show the threads in their own order"},
	{CVG_DO_RIGHT, "show the threads in the order of the regrouping"},
	{CVG_DO_NEXT, "go to the next warp that diverges"},
	{CVG_DO_PREVIOUS, "go to the previous warp that diverges"},
	{CVG_DO_ZOOM_IN, "show fewer warps in a line"},
	{CVG_DO_ZOOM_OUT, "show more warps in a line"},
	{CVG_DO_ZOOM_RESET, "show one warp in a line"},
	{CVG_DO_PREVIEW, "show the order that regrouping would give them"},
	{CVG_DO_RUN, "run the kernel and show its threads"},
	{CVG_DO_APPLY, "regroup the threads"},
	{0},
};

const struct cvg_view cvg_view_groups = {
	.about = "the threads before and after regrouping. Threads that do the "
		 "same have the same letter",
	.keys = keys,
	.size = sizeof(struct state),
	.done = done,
	.draw = draw,
	.act = act,
	.mouse = mouse,
	.status = status,
	.hint = hint,
};
