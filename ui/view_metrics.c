/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * What was measured when the revision shown ran, beside what the loaded one
 * needs: the run as a whole, the hottest blocks, the branches that split warps.
 */
#include "ui/keys.h"
#include "ui/marks.h"
#include "ui/measured.h"
#include "ui/tables.h"
#include "reconverge/cxxname.h"
#include "reconverge/graph.h"
#include "reconverge/look.h"
#include "reconverge/session.h"

#include <stdlib.h>
#include <string.h>

#define NAME   20 /* columns of names */
#define NUMBER 11
#define BAR    16

struct state {
	struct cvg_sheet sheet;
	struct cvg_measureds all;
	bool stale;
	uint32_t width; /* the lines were made for */
	uint32_t rev;
	const struct cvg_fn *fn;
};
CVG_SHEET_IS_FIRST(struct state);

static void done(void *state)
{
	struct state *view = state;

	cvg_sheet_done(&view->sheet);
	cvg_measureds_done(&view->all);
}

static void head(struct cvg_sheet *sheet, const char *title)
{
	if (sheet->lines.n)
		cvg_sheet_end(sheet, CVG_NONE);
	cvg_sheet_put(sheet, CVG_ROLE_TITLE, 0, "%s", title);
}

static void put_bar(struct cvg_sheet *sheet, const struct cvg_ui *ui,
		    double share, enum cvg_role role)
{
	uint32_t n = (uint32_t)(BAR * (share > 1 ? 1 : share) + 0.5);

	cvg_sheet_put(sheet, role, 0, " ");
	for (uint32_t i = 0; i < n; i++)
		cvg_sheet_put(sheet, role, 0, "%s", ui->ascii ? "#" : "\u2588");
	for (uint32_t i = n; i < BAR; i++)
		cvg_sheet_put(sheet, CVG_ROLE_DIM, 0, "%s",
			      ui->ascii ? "." : "\u00b7");
}

/* ---- the run as a whole ---------------------------------------------- */

/* The metrics that tell most. */
static const enum cvg_metric first[] = {
	CVG_METRIC_WARP_CYCLES,	  CVG_METRIC_SLOWEST_WARP,
	CVG_METRIC_UTILIZATION,	  CVG_METRIC_ALU_UTILIZATION,
	CVG_METRIC_WARP_BRANCHES, CVG_METRIC_SPLIT_BRANCHES,
	CVG_METRIC_SPLIT_WARPS,	  CVG_METRIC_STACK_DEPTH,
	CVG_METRIC_GLOBAL_LINES,  CVG_METRIC_SHARED_PASSES};

#define NFIRST (sizeof first / sizeof *first)

static bool is_first(enum cvg_metric m)
{
	for (size_t i = 0; i < NFIRST; i++) {
		if (first[i] == m)
			return true;
	}
	return false;
}

/* A value that is 0 on both sides is left out. */
static void add_metric(struct cvg_table *t, enum cvg_metric m,
		       const struct cvg_measured *was,
		       const struct cvg_measured *now)
{
	double b = now->value[m], a = was ? was->value[m] : b;

	if (a != 0 || b != 0)
		cvg_besides_add(t, cvg_metric_row(m),
				was ? (double[]){a, b} : (double[]){b},
				cvg_metric_more_is_better(m));
}

static void put_metrics(struct cvg_sheet *sheet, const struct cvg_ui *ui,
			const struct cvg_measured *was,
			const struct cvg_measured *now, uint32_t width,
			bool firsts)
{
	struct cvg_besides b = {.corner = firsts ? "The run" : "All else",
				.name_width = NAME,
				.width = NUMBER};
	struct cvg_table t;

	if (was)
		b.rev[b.n++] = was->rev;
	b.rev[b.n++] = now->rev;
	cvg_besides_init(&t, &b);
	for (size_t i = 0; firsts && i < NFIRST; i++)
		add_metric(&t, first[i], was, now);
	for (int i = 0; !firsts && i < CVG_NMETRICS; i++) {
		if (!is_first((enum cvg_metric)i))
			add_metric(&t, (enum cvg_metric)i, was, now);
	}
	if (sheet->lines.n)
		cvg_sheet_end(sheet, CVG_NONE);
	cvg_sheet_table(sheet, ui, &t, width);
	cvg_table_done(&t);
}

/* ---- blocks and branches --------------------------------------------- */

static uint32_t key_of(const struct cvg_blockrun *run)
{
	return run->fn ? CVG_NONE : run->block;
}

static void put_name(struct cvg_sheet *sheet, const struct cvg_ui *ui,
		     const struct cvg_blockrun *run)
{
	struct cvg_look look = {.glyphs = cvg_ui_glyphs(ui)};
	struct cvg_str label = {0}, name = {0};

	if (run->fn) {
		cvg_cxx_add(&label, run->function);
		cvg_str_addc(&label, ' ');
	}
	cvg_str_add(&label, run->name);
	cvg_text_clip(&name, cvg_str_of(&label), NAME - 6, &look);
	cvg_str_done(&label);
	cvg_sheet_put(sheet, CVG_ROLE_TEXT, 0, "B%-4u", run->uid);
	cvg_sheet_put(sheet, CVG_ROLE_NAME, 0, "%s", cvg_str_of(&name));
	cvg_str_done(&name);
}

/* How hot, of five: each half of the one above. */
static enum cvg_role heat_of(uint64_t n, uint64_t most)
{
	uint32_t heat = 4;

	while (heat > 0 && n * 2 <= most) {
		n *= 2;
		heat--;
	}
	return (enum cvg_role)(CVG_ROLE_HEAT0 + heat);
}

static void put_block(struct cvg_sheet *sheet, const struct cvg_ui *ui,
		      const struct cvg_measured *measured,
		      const struct cvg_blockrun *run, uint32_t width)
{
	double share = run->cycles ? run->share : 0;
	uint32_t at = NAME;

	put_name(sheet, ui, run);
	cvg_sheet_right(sheet, at += NUMBER, CVG_ROLE_TEXT, 0, " %llu",
			(unsigned long long)run->cycles);
	cvg_sheet_put(sheet, CVG_ROLE_TEXT, 0, " ");
	cvg_sheet_right(sheet, at += 6,
			heat_of(run->cycles, measured->blocks.at[0].cycles), 0,
			"%4.0f%%", 100 * share);
	if (width > at + BAR + 9) {
		put_bar(sheet, ui, share, CVG_ROLE_TEXT);
		at += BAR + 1;
	}
	cvg_sheet_right(sheet, at + 8,
			run->utilization < 0.5 ? CVG_ROLE_DIVERGENT
					       : CVG_ROLE_TEXT,
			0, " %.0f%%", 100 * run->utilization);
	cvg_sheet_end(sheet, key_of(run));
}

static void put_blocks(struct cvg_sheet *sheet, const struct cvg_ui *ui,
		       const struct cvg_measured *measured, uint32_t width)
{
	uint32_t at = NAME + NUMBER;

	head(sheet, "Hottest blocks");
	cvg_sheet_right(sheet, at, CVG_ROLE_TITLE, 0, "cycles");
	cvg_sheet_right(sheet, at += 6, CVG_ROLE_TITLE, 0, "all");
	if (width > at + BAR + 9)
		at += BAR + 1;
	cvg_sheet_right(sheet, at + 8, CVG_ROLE_TITLE, 0, "lanes");
	cvg_sheet_end(sheet, CVG_NONE);
	for (size_t i = 0; i < measured->blocks.n; i++) {
		if (measured->blocks.at[i].warps)
			put_block(sheet, ui, measured, &measured->blocks.at[i],
				  width);
	}
}

static int by_split(const void *a, const void *b)
{
	const struct cvg_blockrun *x = *(const struct cvg_blockrun *const *)a;
	const struct cvg_blockrun *y = *(const struct cvg_blockrun *const *)b;

	if (x->split != y->split)
		return x->split < y->split ? 1 : -1;
	if (x->fn != y->fn)
		return x->fn < y->fn ? -1 : 1;
	return (x->block > y->block) - (x->block < y->block);
}

static void put_branch(struct cvg_sheet *sheet, const struct cvg_ui *ui,
		       const struct cvg_blockrun *run, uint32_t width)
{
	double share = (double)run->split / (double)run->warps;
	uint32_t at = NAME;

	put_name(sheet, ui, run);
	cvg_sheet_right(sheet, at += NUMBER, CVG_ROLE_TEXT, 0, " %llu",
			(unsigned long long)run->split);
	cvg_sheet_right(sheet, at += 6,
			share > 0 ? CVG_ROLE_DIVERGENT : CVG_ROLE_DIM, 0,
			" %.0f%%", 100 * share);
	if (width > at + BAR + 1)
		put_bar(sheet, ui, share, CVG_ROLE_DIVERGENT);
	cvg_sheet_end(sheet, key_of(run));
}

/* List the branches that split warps, the most frequent first. */
static void put_branches(struct cvg_sheet *sheet, const struct cvg_ui *ui,
			 const struct cvg_measured *measured, uint32_t width)
{
	const struct cvg_blockrun **split =
		cvg_calloc(measured->blocks.n + 1, sizeof *split);
	uint32_t n = 0;

	for (size_t i = 0; i < measured->blocks.n; i++) {
		if (measured->blocks.at[i].split)
			split[n++] = &measured->blocks.at[i];
	}
	if (n)
		qsort(split, n, sizeof *split, by_split);
	head(sheet, "Branches that split warps");
	if (n)
		cvg_sheet_right(sheet, NAME + NUMBER, CVG_ROLE_TITLE, 0,
				" times");
	else
		cvg_sheet_put(sheet, CVG_ROLE_GOOD, 0, ": none did");
	cvg_sheet_end(sheet, CVG_NONE);
	for (uint32_t i = 0; i < n; i++)
		put_branch(sheet, ui, split[i], width);
	free(split);
}

/* ---- nothing yet ----------------------------------------------------- */

static void put_line(struct cvg_sheet *sheet, enum cvg_role role,
		     const char *text, uint32_t width)
{
	cvg_sheet_wrap(sheet, role, 0, width, 0, text);
}

static void put_nothing(struct cvg_sheet *sheet, struct cvg_ui *ui,
			uint32_t width)
{
	bool launch = cvg_session_launch(ui->session) != NULL;

	if (ui->fn->kind != CVG_FN_KERNEL) {
		put_line(sheet, CVG_ROLE_DIM,
			 "Only kernels can be run, and this function is not a "
			 "kernel.",
			 width);
		return;
	}
	put_line(sheet, CVG_ROLE_TEXT, "This revision has not been run yet.",
		 width);
	put_line(sheet, CVG_ROLE_DIM,
		 launch ? "R runs it on the launch, and what was loaded too."
			: "There is no launch: R guesses one from the kernel's "
			  "parameters and runs it.",
		 width);
	put_line(sheet, CVG_ROLE_DIM,
		 ":launch grid=16 block=64 ARG=... says on what; "
		 ":help launches tells how.",
		 width);
}

/* ---- the view -------------------------------------------------------- */

static void write(struct state *view, struct cvg_ui *ui)
{
	const struct cvg_measured *now =
		cvg_measureds_of(&view->all, ui, ui->rev);
	const struct cvg_measured *was = cvg_measureds_of(&view->all, ui, 0);
	uint32_t width = view->width > 3 ? view->width - 2 : 1;
	struct cvg_sheet *sheet = &view->sheet;

	cvg_sheet_begin(sheet);
	if (sheet->pick != (now != NULL))
		cvg_list_top(&sheet->list, 0);
	sheet->pick = now != NULL;
	if (!now) {
		put_nothing(sheet, ui, width);
		return;
	}
	if (ui->rev == 0 ||
	    (was && (was->launch != now->launch || was->seed != now->seed)))
		was = NULL;
	put_metrics(sheet, ui, was, now, width, true);
	put_blocks(sheet, ui, now, width);
	put_branches(sheet, ui, now, width);
	put_metrics(sheet, ui, was, now, width, false);
}

static void update(struct cvg_ui *ui, void *state, unsigned changed)
{
	struct state *view = state;

	if (!ui->fn || ui->busy)
		return;
	if (changed & (CVG_NEW_REV | CVG_NEW_RUN | CVG_NEW_TREE)) {
		cvg_measureds_take(&view->all, ui, 0);
		cvg_measureds_take(&view->all, ui, ui->rev);
		view->stale = true;
	}
	view->stale |= (changed & CVG_NEW_SETTINGS) != 0;
}

static void draw(struct cvg_ui *ui, void *state, struct cvg_canvas *into,
		 bool focused)
{
	struct state *view = state;

	if (!ui->fn)
		return;
	if (view->stale || view->width != into->width || view->rev != ui->rev ||
	    view->fn != ui->fn) {
		view->width = into->width;
		view->rev = ui->rev;
		view->fn = ui->fn;
		view->stale = false;
		write(view, ui);
	}
	cvg_sheet_draw(ui, &view->sheet, into, focused);
}

/* Run the revision shown, and the loaded one to compare it with. */
static void measure(struct cvg_ui *ui)
{
	struct cvg_str line = {0};

	if (ui->rev)
		cvg_str_addf(&line, "metrics P0 P%u", ui->rev);
	else if (cvg_session_current(ui->session))
		cvg_str_add(&line, "metrics P0 P0");
	else
		cvg_str_add(&line, "metrics");
	if (cvg_ui_command(ui, line.at))
		cvg_ui_tell(ui, CVG_ROLE_TEXT,
			    "P%u was run: {e} has the launch", ui->rev);
	cvg_str_done(&line);
}

static void go_block(struct cvg_ui *ui, const struct state *view)
{
	uint32_t key = cvg_sheet_key(&view->sheet);

	if (key != CVG_NONE)
		cvg_ui_go_block(ui, key);
}

static bool act(struct cvg_ui *ui, void *state, enum cvg_action action,
		uint32_t count)
{
	struct state *view = state;

	(void)count;
	if (action == CVG_DO_RUN && ui->fn)
		measure(ui);
	else if (view->sheet.pick && cvg_acts_on_row(action))
		go_block(ui, view);
	else
		return cvg_sheet_act(&view->sheet, action);
	return action == CVG_DO_RUN || action == CVG_DO_PREVIEW;
}

static bool mouse(struct cvg_ui *ui, void *state, enum cvg_mouse what,
		  int32_t x, int32_t y)
{
	struct state *view = state;

	(void)x;
	if (!cvg_sheet_mouse(&view->sheet, what, y))
		return false;
	if (what == CVG_MOUSE_CLICK || what == CVG_MOUSE_DOUBLE)
		go_block(ui, view);
	return true;
}

static void status(struct cvg_ui *ui, void *state, struct cvg_str *out)
{
	const struct state *view = state;
	const struct cvg_measured *measured =
		cvg_measureds_of(&view->all, ui, ui->rev);

	if (measured)
		cvg_str_addf(out, "P%u, %.0f threads, seed %llu", ui->rev,
			     measured->value[CVG_METRIC_THREADS],
			     (unsigned long long)measured->seed);
}

static void hint(struct cvg_ui *ui, void *state, struct cvg_str *out)
{
	const struct state *view = state;

	if (view->sheet.pick && ui->rev && !cvg_measureds_of(&view->all, ui, 0))
		cvg_str_addf(out, "%s measure P0 beside it  ",
			     cvg_action_key(CVG_DO_RUN));
	if (view->sheet.pick)
		cvg_str_addf(out, "Enter go to the block  %s play a warp",
			     cvg_action_key(CVG_DO_PLAY));
	else if (ui->fn && ui->fn->kind == CVG_FN_KERNEL)
		cvg_str_addf(out, "%s run it and measure",
			     cvg_action_key(CVG_DO_RUN));
}

static const struct cvg_viewkey keys[] = {
	{CVG_DO_PREVIEW, "go to the block under the cursor"},
	{CVG_DO_RUN, "run the kernel and measure it"},
	{0},
};

const struct cvg_view cvg_view_metrics = {
	.about = "the counts of simulated runs",
	.keys = keys,
	.size = sizeof(struct state),
	.done = done,
	.update = update,
	.draw = draw,
	.act = act,
	.mouse = mouse,
	.status = status,
	.hint = hint,
	.find = cvg_sheet_view_find,
};
