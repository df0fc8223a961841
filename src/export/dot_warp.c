/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The run of one warp over time: above, its lanes, dark where they are active;
 * below, on the same axis, the blocks that they run. A step is the entry of a
 * block. A column is one step, or several if there are many: then it is darker
 * for a larger share of active steps. Marks over the lanes show where lanes
 * diverge and reconverge.
 */
#include "dot_sheet.h"
#include "draw.h"

#include "reconverge/export.h"
#include "reconverge/look.h"
#include "reconverge/program.h"
#include "reconverge/prove.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WIDTH	     960.0 /* of all columns */
#define MOST_COLUMNS 160
#define MOST_BLOCKS  60
#define WIDEST	     26.0 /* width of a column, at most */
#define ROW	     15.0 /* height of a block's row */
#define SMALL	     9.0
#define NAME_WIDTH   24
#define LEVELS	     5

/* For no active lane, three shares of active lanes, and all lanes. */
static const char *const shade[LEVELS] = {NULL, "#b9cde6", "#7fa3d1", "#4a78b5",
					  "#1f4e8c"};

struct row {
	uint32_t fn, block;
};

struct picture {
	const struct cvg_run *run;
	const struct cvg_trace *trace;
	struct cvg_dotsheet sheet;
	uint32_t per, columns; /* steps a column */
	uint32_t lanes;
	double w, h; /* width of a column, height of a lane */
	cvg_vec(struct row) rows;
	uint32_t nboxes;
};

static uint32_t lanes_in(uint64_t mask)
{
	return (uint32_t)__builtin_popcountll(mask);
}

static uint32_t level(uint64_t part, uint64_t whole)
{
	if (!part || part == whole)
		return part ? LEVELS - 1 : 0;
	return 1 + (uint32_t)(part * 3 / whole);
}

static uint32_t column_end(const struct picture *picture, uint32_t c)
{
	size_t end = ((size_t)c + 1) * picture->per;

	return (uint32_t)(end < picture->trace->steps.n
				  ? end
				  : picture->trace->steps.n);
}

/* ---- boxes ----------------------------------------------------------- */

/* Begin a box; the caller adds attributes and ends it. */
static void begin_box(struct picture *picture, const struct cvg_dot_box *box)
{
	char name[24];

	snprintf(name, sizeof name, "box%u", picture->nboxes++);
	cvg_dot_sheet_box(&picture->sheet, name, box);
}

static void plain_box(struct picture *picture, double x, double y, double w,
		      double h, const char *fill, double pen)
{
	struct cvg_dot_box b = {
		.x = x, .y = y, .w = w, .h = h, .fill = fill, .pen = pen};

	begin_box(picture, &b);
	cvg_dot_sheet_end_box(&picture->sheet);
}

/* ---- lanes ----------------------------------------------------------- */

static uint32_t lane_level(const struct picture *picture, uint32_t c,
			   uint32_t lane)
{
	uint32_t from = c * picture->per, to = column_end(picture, c), n = 0;

	for (uint32_t k = from; k < to; k++)
		n += (uint32_t)(picture->trace->steps.at[k].mask >> lane) & 1;
	return level(n, to - from);
}

/* Draw neighbouring lanes of the same shade as one box. */
static void add_run(struct picture *picture, uint32_t c, uint32_t from,
		    uint32_t to, uint32_t shade_of)
{
	struct cvg_dot_box b = {.x = c * picture->w,
				.y = from * picture->h,
				.w = picture->w - (picture->w > 4 ? 1 : 0),
				.h = (to - from) * picture->h,
				.fill = shade[shade_of]};

	if (!shade_of)
		return;
	begin_box(picture, &b);
	cvg_str_addf(picture->sheet.out,
		     ", step=%llu, first_lane=%u, last_lane=%u",
		     (unsigned long long)(picture->trace->from +
					  (uint64_t)c * picture->per),
		     from, to - 1);
	cvg_dot_sheet_end_box(&picture->sheet);
}

static void add_column(struct picture *picture, uint32_t c)
{
	uint32_t from = 0, now = lane_level(picture, c, 0);

	for (uint32_t lane = 1; lane <= picture->lanes; lane++) {
		uint32_t next = lane < picture->lanes
					? lane_level(picture, c, lane)
					: LEVELS;

		if (next == now)
			continue;
		add_run(picture, c, from, lane, now);
		from = lane;
		now = next;
	}
}

enum turn { TURN_NONE, TURN_MEET, TURN_OTHERS, TURN_PART };

static const char *const turns[] = {"", "\u25BC", "\u25CB", "\u25C6"};

/* Compare the lanes of a step with those before: a part of them, more, or
 * others. */
static enum turn turn_of(uint64_t was, uint64_t is)
{
	if (was == is)
		return TURN_NONE;
	if (!(is & ~was))
		return TURN_PART;
	return is & was ? TURN_MEET : TURN_OTHERS;
}

/* Draw a mark for each column: the most important of its steps. */
static void add_turns(struct picture *picture)
{
	const struct cvg_trace_step *st = picture->trace->steps.at;

	for (uint32_t c = 0; c < picture->columns; c++) {
		enum turn most = TURN_NONE;

		for (uint32_t k = c * picture->per; k < column_end(picture, c);
		     k++) {
			enum turn now = k ? turn_of(st[k - 1].mask, st[k].mask)
					  : TURN_NONE;

			most = now > most ? now : most;
		}
		cvg_dot_sheet_text(&picture->sheet, (c + 0.5) * picture->w, -7,
				   CVG_DOT_MIDDLE, picture->w < 8 ? 7 : SMALL,
				   turns[most]);
	}
}

static void add_lanes(struct picture *picture)
{
	char label[16];

	plain_box(picture, -1, -0.5, picture->columns * picture->w + 1,
		  picture->lanes * picture->h + 1, "#ffffff", 0.8);
	for (uint32_t lane = 0; lane < picture->lanes; lane += 8) {
		snprintf(label, sizeof label, "lane %u", lane);
		cvg_dot_sheet_text(&picture->sheet, -4,
				   (lane + 0.5) * picture->h, CVG_DOT_RIGHT,
				   SMALL, label);
	}
	for (uint32_t c = 0; c < picture->columns; c++)
		add_column(picture, c);
	add_turns(picture);
}

/* ---- blocks ---------------------------------------------------------- */

static int by_place(const void *a, const void *b)
{
	const struct row *x = a, *y = b;

	if (x->fn != y->fn)
		return x->fn < y->fn ? -1 : 1;
	return x->block < y->block ? -1 : x->block > y->block;
}

/* Find the blocks that were entered, in the module's order, the kernel's
 * first. */
static void find_rows(struct picture *picture)
{
	for (size_t k = 0; k < picture->trace->steps.n; k++) {
		struct row r = {picture->trace->steps.at[k].fn,
				picture->trace->steps.at[k].block};
		bool had = false;

		for (size_t i = picture->rows.n; i-- > 0 && !had;)
			had = !by_place(&picture->rows.at[i], &r);
		if (!had && picture->rows.n < MOST_BLOCKS)
			cvg_push(&picture->rows, r);
	}
	if (picture->rows.n)
		qsort(picture->rows.at, picture->rows.n,
		      sizeof *picture->rows.at, by_place);
}

static void row_name(const struct picture *picture, const struct row *r,
		     struct cvg_str *out)
{
	const struct cvg_fn *fn = picture->run->program->fns[r->fn].fn;
	struct cvg_look look = {.glyphs = cvg_glyphs_of(CVG_UNICODE)};

	if (r->fn)
		cvg_str_addf(out, "@%.16s ",
			     picture->run->program->fns[r->fn].name);
	cvg_str_addf(out, "B%u", fn->blocks[r->block].uid);
	if (!cvg_dot_named(fn, r->block))
		return;
	cvg_str_addc(out, ' ');
	cvg_text_clip(out, fn->blocks[r->block].name, NAME_WIDTH, &look);
}

/* Draw the share of active lanes while the warp was in the row's block, for
 * that column. */
static void add_stay(struct picture *picture, const struct row *r, uint32_t c,
		     double y)
{
	uint32_t from = c * picture->per, to = column_end(picture, c), n = 0,
		 steps = 0;
	struct cvg_str label = {0};
	struct cvg_dot_box box = {.x = c * picture->w,
				  .y = y + 1,
				  .w = picture->w - (picture->w > 4 ? 1 : 0),
				  .h = ROW - 2,
				  .size = SMALL - 1};

	for (uint32_t k = from; k < to; k++) {
		const struct cvg_trace_step *st = &picture->trace->steps.at[k];

		if (st->fn == r->fn && st->block == r->block) {
			n += lanes_in(st->mask);
			steps++;
		}
	}
	if (!steps)
		return;
	box.fill = shade[level(n, (uint64_t)steps * picture->lanes)];
	if (!box.fill)
		box.fill = shade[1];
	if (picture->per == 1 && picture->w >= 13) {
		cvg_str_addf(&label, "<font color=\"%s\">%u</font>",
			     n * 2 > picture->lanes ? "white" : "black", n);
		box.label = label.at;
	}
	begin_box(picture, &box);
	cvg_str_addf(picture->sheet.out, ", step=%llu, steps=%u, lanes=%u",
		     (unsigned long long)(picture->trace->from + from), steps,
		     n);
	cvg_dot_sheet_end_box(&picture->sheet);
	cvg_str_done(&label);
}

static double add_blocks(struct picture *picture, double y)
{
	for (size_t i = 0; i < picture->rows.n; i++, y += ROW) {
		struct cvg_str name = {0};

		if (i % 2 == 0)
			plain_box(picture, -1, y,
				  picture->columns * picture->w + 1, ROW,
				  "#f1f2f4", 0);
		row_name(picture, &picture->rows.at[i], &name);
		cvg_dot_sheet_text(&picture->sheet, -4, y + ROW / 2,
				   CVG_DOT_RIGHT, SMALL, name.at);
		for (uint32_t c = 0; c < picture->columns; c++)
			add_stay(picture, &picture->rows.at[i], c, y);
		cvg_str_done(&name);
	}
	return y;
}

/* ---- axis and words -------------------------------------------------- */

static uint32_t tick_of(uint32_t columns)
{
	return columns <= 20 ? 5 : columns <= 60 ? 10 : 20;
}

static void add_axis(struct picture *picture, double y)
{
	uint32_t every = tick_of(picture->columns);
	char label[32];

	for (uint32_t c = 0; c < picture->columns; c += every) {
		snprintf(label, sizeof label, "%llu",
			 (unsigned long long)(picture->trace->from +
					      (uint64_t)c * picture->per));
		cvg_dot_sheet_text(&picture->sheet, (c + 0.5) * picture->w, y,
				   CVG_DOT_MIDDLE, SMALL, label);
	}
	cvg_dot_sheet_text(&picture->sheet, -4, y, CVG_DOT_RIGHT, SMALL,
			   "step");
}

static void add_legend(struct picture *picture, double y)
{
	struct cvg_str s = {0};

	if (picture->per > 1)
		cvg_str_addf(&s,
			     "a column is %u steps; the darker it is, the more "
			     "lanes are active",
			     picture->per);
	else
		cvg_str_add(&s, "a column is a step, in which the warp enters "
				"a block; dark lanes are active");
	cvg_str_add(&s, picture->per == 1 && picture->w >= 13
				? "; in a block's row: how many lanes are "
				  "active"
				: "");
	cvg_dot_sheet_text(&picture->sheet, 0, y, CVG_DOT_LEFT, SMALL, s.at);
	cvg_dot_sheet_text(&picture->sheet, 0, y + ROW, CVG_DOT_LEFT, SMALL,
			   "\u25C6 lanes part   \u25CB the other lanes run   "
			   "\u25BC lanes meet again");
	cvg_str_done(&s);
}

/* "warp 1 of block 0: 57 steps, 1234 cycles, 71% of the lanes active" */
static void add_remark(struct cvg_str *out, const struct picture *picture)
{
	const struct cvg_trace *trace = picture->trace;
	uint64_t active = 0;

	for (size_t k = 0; k < trace->steps.n; k++)
		active += lanes_in(trace->steps.at[k].mask);
	cvg_str_addf(out, "warp %u of block %llu: %llu step%s", trace->warp,
		     (unsigned long long)trace->block,
		     (unsigned long long)trace->total,
		     trace->total == 1 ? "" : "s");
	if (trace->steps.n < trace->total)
		cvg_str_addf(
			out, ", of which %llu to %llu",
			(unsigned long long)trace->from,
			(unsigned long long)(trace->from + trace->steps.n - 1));
	if (trace->steps.n)
		cvg_str_addf(
			out, ", %llu%% of its lanes active",
			(unsigned long long)(active * 100 / picture->lanes /
					     trace->steps.n));
}

static void add_all(struct picture *picture)
{
	uint32_t n = (uint32_t)picture->trace->steps.n;
	double y = picture->lanes * picture->h + 8;

	picture->per = (n + MOST_COLUMNS - 1) / MOST_COLUMNS;
	picture->columns = (n + picture->per - 1) / picture->per;
	picture->w = WIDTH / picture->columns;
	if (picture->w > WIDEST)
		picture->w = WIDEST;
	find_rows(picture);
	add_lanes(picture);
	y = add_blocks(picture, y);
	add_axis(picture, y + 8);
	add_legend(picture, y + 28);
	free(picture->rows.at);
}

void cvg_dot_warp(struct cvg_str *out, const struct cvg_dot_ask *ask,
		  const struct cvg_run *run, const struct cvg_trace *trace)
{
	struct picture picture = {
		.run = run, .trace = trace, .lanes = run->program->warp};
	struct cvg_str remark = {0};
	struct cvg_dot_head head = {.session = ask->session,
				    .rev = ask->rev,
				    .since = CVG_NONE,
				    .picture = "warp",
				    .function = true,
				    .caption = ask->caption,
				    .placed = true};

	picture.h = picture.lanes > 32 ? 4 : 7;
	add_remark(&remark, &picture);
	head.remark = remark.at;
	cvg_dot_open(out, &head);
	cvg_dot_sheet_begin(&picture.sheet, out);
	if (trace->steps.n)
		add_all(&picture);
	else
		cvg_dot_sheet_text(&picture.sheet, 0, 0, CVG_DOT_LEFT, SMALL,
				   "the warp made no such steps");
	cvg_str_add(out, "}\n");
	cvg_str_done(&remark);
}
