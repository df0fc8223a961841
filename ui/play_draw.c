/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* One step of a warp that is played: its lanes, and the stack that the others
 * wait on. */
#include "ui/play.h"

#include "reconverge/canvas.h"
#include "reconverge/look.h"

/* Where drawing has come to on a canvas, from top to bottom. */
struct page {
	struct cvg_canvas *canvas;
	const struct cvg_ui *ui;
	const struct cvg_play *play;
	uint32_t at; /* the step */
	const struct cvg_trace_step *step;
	int32_t y;
};

static void draw_heads(struct page *g)
{
	const struct cvg_trace *trace = &g->play->trace;
	uint32_t w = g->canvas->width, lanes = cvg_lanes(g->step->mask), x;
	struct cvg_str label = {0};

	x = cvg_canvas_printf(g->canvas, 0, g->y, w, CVG_ROLE_TITLE, 0,
			      "step %u of %llu", g->at + 1,
			      (unsigned long long)trace->total);
	cvg_canvas_printf(g->canvas, (int32_t)x, g->y, w, CVG_ROLE_DIM, 0,
			  "  cycle %llu  block %llu of %llu, warp %u of %u",
			  (unsigned long long)g->step->cycles,
			  (unsigned long long)trace->block,
			  (unsigned long long)g->play->nblocks, trace->warp,
			  g->play->nwarps);
	g->y++;
	cvg_play_label(g->play, g->step->fn, g->step->block, &label);
	x = cvg_canvas_text(g->canvas, 0, g->y, w, cvg_str_of(&label),
			    CVG_ROLE_NAME, CVG_CELL_BOLD);
	cvg_canvas_printf(g->canvas, (int32_t)x + 2, g->y, w,
			  lanes < g->play->lanes ? CVG_ROLE_DIVERGENT
						 : CVG_ROLE_GOOD,
			  0, "%u of %u lanes", lanes, g->play->lanes);
	g->y++;
	cvg_str_done(&label);
}

static const struct cvg_trace_entry *stack_of(const struct page *g)
{
	return g->step->stack_at == SIZE_MAX
		       ? NULL
		       : &g->play->trace.entries.at[g->step->stack_at];
}

/* The topmost entry of the stack in which the lane waits, counted from 1 at the
 * bottom; 0: the lane waits in none. */
static uint32_t waits_in(const struct page *g, uint32_t lane)
{
	const struct cvg_trace_entry *e = stack_of(g);

	for (uint32_t k = g->step->depth; e && k-- > 0;) {
		if (e[k].mask >> lane & 1)
			return k + 1;
	}
	return 0;
}

/* Draw a lane: a full cell if it is active, else the number of the stack's
 * entry in which it waits. */
static void draw_lane(const struct page *g, uint32_t lane, int32_t x, int32_t y)
{
	uint32_t in;

	if (g->step->mask >> lane & 1) {
		cvg_canvas_put(g->canvas, x, y, g->ui->ascii ? '#' : 0x2588,
			       CVG_ROLE_GOOD, 0);
		return;
	}
	in = waits_in(g, lane);
	cvg_canvas_put(g->canvas, x, y,
		       in == 0	 ? '.'
		       : in < 10 ? '0' + in
				 : '+',
		       in ? CVG_ROLE_DIVERGENT : CVG_ROLE_DIM, 0);
}

static void draw_lanes(struct page *g)
{
	uint32_t per = g->play->lanes;

	while (per > 8 && per + 7 > g->canvas->width)
		per /= 2;
	for (uint32_t lane = 0; lane < g->play->lanes; lane++) {
		int32_t y = g->y + (int32_t)(lane / per);

		if (lane % per == 0)
			cvg_canvas_printf(g->canvas, 0, y, 6, CVG_ROLE_DIM, 0,
					  lane ? "%5u" : "lanes", lane);
		draw_lane(g, lane, 6 + (int32_t)(lane % per), y);
	}
	g->y += (int32_t)((g->play->lanes + per - 1) / per);
}

static void draw_entry(const struct page *g, const struct cvg_trace_entry *e,
		       uint32_t k)
{
	bool runs = k + 1 == g->step->depth;
	enum cvg_role role = runs ? CVG_ROLE_TITLE : CVG_ROLE_TEXT;
	struct cvg_str s = {0};

	cvg_str_addf(&s, "%c%u %2u lanes ", runs ? '>' : ' ', k + 1,
		     cvg_lanes(e->mask));
	if (runs) {
		cvg_str_add(&s, "run");
	} else if (e->block == CVG_NONE) {
		cvg_str_add(&s, "wait for the call");
	} else {
		cvg_str_add(&s, "wait, then ");
		cvg_play_label(g->play, e->fn, e->block, &s);
	}
	cvg_str_add(&s, ", till ");
	cvg_play_label(g->play, e->fn, e->reconv, &s);
	cvg_canvas_text(g->canvas, 0, g->y, g->canvas->width, cvg_str_of(&s),
			role, 0);
	if (cvg_text_width(s.at, s.n) > g->canvas->width)
		cvg_canvas_put(g->canvas, (int32_t)g->canvas->width - 1, g->y,
			       0x2026, role, 0);
	cvg_str_done(&s);
}

/* Draw the stack, the top entry first, `rows` entries at most. */
static void draw_stack(struct page *g, uint32_t rows)
{
	const struct cvg_trace_entry *e = stack_of(g);
	uint32_t shown = g->step->depth < rows ? g->step->depth : rows;

	for (uint32_t k = 0; e && k < shown; k++, g->y++)
		draw_entry(g, &e[g->step->depth - 1 - k],
			   g->step->depth - 1 - k);
}

uint32_t cvg_play_draw_step(const struct cvg_play *play, uint32_t at,
			    const struct cvg_ui *ui, struct cvg_canvas *into)
{
	struct page g = {.canvas = into,
			 .ui = ui,
			 .play = play,
			 .at = at,
			 .step = &play->trace.steps.at[at]};
	/* Room for the deepest stack, so that the strip stays in its place from
	 * step to step. */
	uint32_t stack = cvg_play_deepest(play), room = into->height / 3;
	int32_t y;

	draw_heads(&g);
	draw_lanes(&g);
	stack = stack < room ? stack : room;
	y = g.y;
	draw_stack(&g, stack);
	return (uint32_t)y + stack;
}

struct cvg_strip cvg_play_draw_strip(const struct cvg_ui *ui,
				     const struct cvg_play *play, uint32_t zoom,
				     struct cvg_canvas *into, uint32_t y,
				     uint32_t at)
{
	struct cvg_canvas part =
		cvg_canvas_part(into, 0, y, into->width, into->height - y);
	struct cvg_strip strip =
		cvg_strip_of(play, part.width, part.height, zoom, at);

	cvg_strip_draw(&strip, play, ui, &part, at);
	return strip;
}

void cvg_play_draw_beside(const struct cvg_ui *ui, const struct cvg_play *other,
			  uint64_t cycles, uint32_t per,
			  struct cvg_canvas *into)
{
	uint32_t at = cvg_play_after(other, cycles);
	struct cvg_canvas rest =
		cvg_canvas_part(into, 0, 1, into->width, into->height - 1);
	uint32_t y;

	cvg_canvas_line(into, 0, 0, (int32_t)into->width - 1, 0,
			CVG_LINE_SINGLE, CVG_ROLE_DIM);
	cvg_canvas_printf(into, 1, 0, into->width, CVG_ROLE_TITLE, 0,
			  " P%u, the same warp after as many cycles ",
			  other->rev);
	y = cvg_play_draw_step(other, at, ui, &rest);
	if (y + 3 <= rest.height)
		cvg_play_draw_strip(ui, other, per, &rest, y, at);
}
