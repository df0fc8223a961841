/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The module: a line for each function, with what is known of it in the revision
 * shown. Nothing is run or generated for it. Enter goes into a function.
 */
#include "ui/marks.h"
#include "ui/screen.h"
#include "ui/sheet.h"
#include "reconverge/graph.h"
#include "reconverge/look.h"
#include "reconverge/mcode.h"
#include "reconverge/prove.h"
#include "reconverge/score.h"
#include "reconverge/session.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* What the lines can be sorted by. */
enum order {
	BY_PLACE,
	BY_DIVERGENCE,
	BY_CYCLES,
	BY_GAIN,
	BY_MACHINE,
	BY_NAME,
	NORDERS
};

static const char *const order_names[NORDERS] = {
	"as in the module", "divergent branches",	   "cycles",
	"best gain",	    "instructions of the machine", "name"};

#define GAIN_MS 50 /* without a key before the gains of a function are found */

/* A function of the current revision. */
struct entry {
	uint32_t id;
	const char *name;
	enum cvg_fnkind kind;
	struct cvg_score score;
	uint64_t before;	       /* cycles as loaded */
	const struct cvg_mcode *mcode; /* NULL: not generated yet */
	enum cvg_verdict checked;
	enum cvg_proven proven;
	/* guessed cycles that its best step saves; NAN: not found yet */
	double gain;
	bool current; /* the function shown */
};

struct module {
	struct cvg_sheet sheet;
	cvg_vec(struct entry) entries;
	enum order order;
	bool stale;
	bool keeps;	/* the gains that were found still hold */
	uint32_t width; /* the lines were made for */
};
CVG_SHEET_IS_FIRST(struct module);

static void done(void *state)
{
	struct module *v = state;

	cvg_sheet_done(&v->sheet);
	free(v->entries.at);
}

/* ---- what is known --------------------------------------------------- */

static struct entry entry_of(struct cvg_ui *ui, uint32_t f)
{
	struct cvg_session *session = ui->session;
	const struct cvg_proof *proof =
		cvg_session_proof(session, cvg_session_current(session));
	struct entry e = {.id = f,
			  .name = cvg_session_function_name(session, f),
			  .gain = NAN,
			  .current = f == cvg_session_function(session)};
	struct cvg_ana *loaded = NULL;

	e.kind = cvg_session_score_of(session, f, &e.score)->kind;
	e.before = e.score.cycles;
	if (cvg_session_changed(session, f))
		loaded = cvg_session_ana(session, 0, f);
	if (loaded) {
		struct cvg_score was;

		cvg_score_of(loaded, &was);
		e.before = was.cycles;
	}
	e.mcode = cvg_session_known_mcode(session, f);
	if (proof && proof->function && !strcmp(proof->function, e.name)) {
		e.checked = proof->checked;
		e.proven = proof->proven;
	}
	return e;
}

/* What an entry is sorted by, the greatest first; what is not known comes last. */
static double rank_of(const struct entry *e, enum order order)
{
	switch (order) {
	case BY_DIVERGENCE:
		return e->score.divergent;
	case BY_CYCLES:
		return (double)e->score.cycles;
	case BY_GAIN:
		return isnan(e->gain) ? -1 : e->gain;
	case BY_MACHINE:
		return e->mcode ? (double)e->mcode->total.n : -1;
	case BY_PLACE:
	case BY_NAME:
	case NORDERS:
		break;
	}
	return 0;
}

static int compare(const void *a, const void *b, void *context)
{
	const struct entry *x = a, *y = b;
	enum order order = *(enum order *)context;
	double p = rank_of(x, order), q = rank_of(y, order);

	if (p < q || p > q)
		return p > q ? -1 : 1;
	if (order == BY_NAME && strcmp(x->name, y->name) != 0)
		return strcmp(x->name, y->name);
	return x->id < y->id ? -1 : x->id > y->id;
}

/* Take up what is known; functions without a body are left out. */
static void gather(struct module *v, struct cvg_ui *ui)
{
	uint32_t n = cvg_session_nfunctions(ui->session);
	double *gain = cvg_calloc(n + 1, sizeof *gain);

	for (uint32_t f = 0; f < n; f++)
		gain[f] = NAN;
	for (size_t i = 0; v->keeps && i < v->entries.n; i++)
		if (v->entries.at[i].id < n)
			gain[v->entries.at[i].id] = v->entries.at[i].gain;
	v->entries.n = 0;
	for (uint32_t f = 0; f < n; f++) {
		struct entry e = entry_of(ui, f);

		e.gain = gain[f];
		cvg_push(&v->entries, e);
	}
	free(gain);
	v->keeps = true;
	if (v->entries.n)
		qsort_r(v->entries.at, v->entries.n, sizeof *v->entries.at,
			compare, &v->order);
	v->stale = false;
	v->width = 0;
}

static struct entry *unknown_gain(struct module *v)
{
	for (size_t i = 0; !v->stale && i < v->entries.n; i++)
		if (isnan(v->entries.at[i].gain))
			return &v->entries.at[i];
	return NULL;
}

static int patience(struct cvg_ui *ui, void *state)
{
	(void)ui;
	return unknown_gain(state) ? GAIN_MS : -1;
}

/* One function at a time, so that a key does not wait for more. */
static void beat(struct cvg_ui *ui, void *state)
{
	struct module *v = state;
	struct entry *e = unknown_gain(v);

	if (!e)
		return;
	e->gain = cvg_ui_best_gain(ui, e->id);
	if (v->order == BY_GAIN)
		qsort_r(v->entries.at, v->entries.n, sizeof *v->entries.at,
			compare, &v->order);
	v->width = 0;
}

/* ---- the lines ------------------------------------------------------- */

/* Columns of numbers, which end at these places after the name; where the pane ends
 * before a column, it is left out. */
enum { KIND = 8, BLOCKS = 15, DIVERGENT = 23, GAIN = 31, CYCLES = 40 };
enum { CHANGE = 49, CHECKED = 58, MACHINE = 66, VGPRS = 72, WAVES = 78 };

static void put(struct cvg_sheet *sheet, uint32_t name, uint32_t column,
		uint32_t width, enum cvg_role role, const char *text)
{
	if (name + column < width) /* the last column is the bar's */
		cvg_sheet_right(sheet, name + column, role, 0, "%s", text);
}

static void put_number(struct cvg_sheet *sheet, uint32_t name, uint32_t column,
		       uint32_t width, enum cvg_role role, double n)
{
	struct cvg_str text = {0};

	if (!isnan(n)) {
		cvg_add_scaled(&text, n, 999999);
		put(sheet, name, column, width, role, text.at);
	}
	cvg_str_done(&text);
}

static void put_change(struct cvg_sheet *sheet, const struct entry *e,
		       uint32_t name, uint32_t width)
{
	double by = (double)e->score.cycles - (double)e->before;
	struct cvg_str text = {0};

	if (by == 0)
		return;
	cvg_str_addf(&text, "%+.0f", by);
	put(sheet, name, CHANGE, width, by < 0 ? CVG_ROLE_GOOD : CVG_ROLE_ALERT,
	    text.at);
	cvg_str_done(&text);
}

static void put_gain(struct cvg_sheet *sheet, const struct entry *e,
		     uint32_t name, uint32_t width)
{
	struct cvg_str text = {0};

	if (isnan(e->gain)) {
		put(sheet, name, GAIN, width, CVG_ROLE_DIM, "...");
	} else if (e->gain > 0) {
		cvg_str_addc(&text, '+');
		cvg_add_scaled(&text, e->gain, 999999);
		put(sheet, name, GAIN, width, CVG_ROLE_GOOD, text.at);
	}
	cvg_str_done(&text);
}

/* A proof says more than a check. */
static void put_verdict(struct cvg_sheet *sheet, const struct entry *e,
			uint32_t name, uint32_t width)
{
	bool differs =
		e->proven == CVG_PROVEN_REFUTED || e->checked == CVG_DIFFERS;

	if (differs)
		put(sheet, name, CHECKED, width, CVG_ROLE_ALERT, "DIFFERS");
	else if (e->proven == CVG_PROVEN_PROVED)
		put(sheet, name, CHECKED, width, CVG_ROLE_GOOD, "proved");
	else if (e->checked == CVG_AGREES)
		put(sheet, name, CHECKED, width, CVG_ROLE_GOOD, "same");
}

static const char *kind_name(enum cvg_fnkind kind)
{
	switch (kind) {
	case CVG_FN_KERNEL:
		return "kernel";
	case CVG_FN_DEVICE:
		return "device";
	case CVG_FN_SHADER:
		return "shader";
	}
	return "";
}

static void put_entry(const struct cvg_ui *ui, struct cvg_sheet *sheet,
		      const struct entry *e, uint32_t name, uint32_t width)
{
	struct cvg_str at = {0};
	const struct cvg_mcode *m = e->mcode;

	cvg_str_addc(&at, '@');
	cvg_text_clip(&at, e->name, name - 5, &ui->sh->look);
	cvg_sheet_pad(sheet, 1);
	cvg_sheet_put(sheet, CVG_ROLE_DIM, 0, "%s ", e->current ? "*" : " ");
	cvg_sheet_put(sheet, e->current ? CVG_ROLE_TITLE : CVG_ROLE_TEXT, 0,
		      "%s", at.at);
	put(sheet, name, KIND, width, CVG_ROLE_DIM, kind_name(e->kind));
	put_number(sheet, name, BLOCKS, width, CVG_ROLE_TEXT, e->score.blocks);
	if (e->score.divergent)
		put_number(sheet, name, DIVERGENT, width, CVG_ROLE_DIVERGENT,
			   e->score.divergent);
	put_gain(sheet, e, name, width);
	put_number(sheet, name, CYCLES, width, CVG_ROLE_TEXT,
		   (double)e->score.cycles);
	put_change(sheet, e, name, width);
	put_verdict(sheet, e, name, width);
	if (m) {
		put_number(sheet, name, MACHINE, width, CVG_ROLE_TEXT,
			   m->total.n);
		put_number(sheet, name, VGPRS, width, CVG_ROLE_TEXT,
			   m->size[CVG_MSIZE_VGPRS]);
		put_number(sheet, name, WAVES, width, CVG_ROLE_TEXT,
			   m->size[CVG_MSIZE_OCCUPANCY]);
	}
	cvg_sheet_end(sheet, e->id);
	cvg_str_done(&at);
}

static void put_heads(struct cvg_sheet *sheet, uint32_t name, uint32_t width)
{
	static const struct {
		uint32_t column;
		const char *title;
	} heads[] = {{KIND, "kind"},	     {BLOCKS, "blocks"},
		     {DIVERGENT, "diverge"}, {GAIN, "gain g"},
		     {CYCLES, "cycles s"},   {CHANGE, "change s"},
		     {CHECKED, "checked"},   {MACHINE, "machine"},
		     {VGPRS, "vgprs"},	     {WAVES, "waves"}};

	cvg_sheet_pad(sheet, 3);
	cvg_sheet_put(sheet, CVG_ROLE_DIM, 0, "function");
	for (size_t i = 0; i < sizeof heads / sizeof *heads; i++)
		put(sheet, name, heads[i].column, width, CVG_ROLE_DIM,
		    heads[i].title);
	cvg_sheet_end(sheet, CVG_NONE);
}

/* Columns for the names. */
static uint32_t name_width(const struct module *v, uint32_t width)
{
	uint32_t most = width > CYCLES + 12 ? width - CYCLES : 12, longest = 12;

	for (size_t i = 0; i < v->entries.n; i++) {
		const char *name = v->entries.at[i].name;
		uint32_t w = cvg_text_width(name, strlen(name)) + 5;

		longest = w > longest ? w : longest;
	}
	return longest < most ? longest : most;
}

static void write(const struct cvg_ui *ui, struct module *v, uint32_t width)
{
	uint32_t name = name_width(v, width), at = cvg_sheet_key(&v->sheet);

	v->width = width;
	cvg_sheet_begin(&v->sheet);
	v->sheet.pick = true;
	put_heads(&v->sheet, name, width);
	for (size_t i = 0; i < v->entries.n; i++)
		put_entry(ui, &v->sheet, &v->entries.at[i], name, width);
	cvg_list_size(&v->sheet.list, (uint32_t)v->sheet.lines.n);
	cvg_sheet_go(&v->sheet,
		     at == CVG_NONE ? cvg_session_function(ui->session) : at);
}

/* ---- as a view ------------------------------------------------------- */

static void update(struct cvg_ui *ui, void *state, unsigned changed)
{
	struct module *v = state;

	(void)ui;
	v->keeps &= !(changed & (CVG_NEW_REV | CVG_NEW_SETTINGS));
	v->stale |= (changed & (CVG_NEW_REV | CVG_NEW_RUN | CVG_NEW_TREE |
				CVG_NEW_SETTINGS)) != 0;
}

/* Machine code may have been generated since the view was last open. */
static void opening(struct cvg_ui *ui, enum cvg_viewid from)
{
	struct module *v = cvg_view_state(ui, CVG_VIEW_module);

	(void)from;
	if (v)
		v->stale = true;
}

static void draw(struct cvg_ui *ui, void *state, struct cvg_canvas *into,
		 bool focused)
{
	struct module *v = state;

	if (v->stale && !ui->busy)
		gather(v, ui);
	if (v->width != into->width)
		write(ui, v, into->width);
	cvg_sheet_draw(ui, &v->sheet, into, focused);
}

static void enter(struct cvg_ui *ui, struct module *v)
{
	uint32_t f = cvg_sheet_key(&v->sheet);

	if (f == CVG_NONE || ui->busy)
		return;
	if (f != cvg_session_function(ui->session))
		cvg_ui_go_function(ui, f);
	cvg_ui_show(ui, CVG_VIEW_graph);
}

static bool act(struct cvg_ui *ui, void *state, enum cvg_action action,
		uint32_t count)
{
	struct module *v = state;

	(void)count;
	switch (cvg_action_number(action)) {
	case CVG_DO_PREVIEW:
		enter(ui, v);
		return true;
	case CVG_DO_SORT:
		v->order = (v->order + 1) % NORDERS;
		v->stale = true;
		cvg_ui_say(ui, CVG_ROLE_TEXT, "sorted by: %s",
			   order_names[v->order]);
		return true;
	default:
		return cvg_ui_no_step(ui, action, "a function") ||
		       cvg_sheet_act(&v->sheet, action);
	}
}

static bool mouse(struct cvg_ui *ui, void *state, enum cvg_mouse what,
		  int32_t x, int32_t y)
{
	struct module *v = state;

	(void)x;
	if (!cvg_sheet_mouse(&v->sheet, what, y))
		return false;
	if (what == CVG_MOUSE_DOUBLE)
		enter(ui, v);
	return true;
}

static void status(struct cvg_ui *ui, void *state, struct cvg_str *out)
{
	const struct module *v = state;

	cvg_str_addf(out, "P%u, %zu function%s",
		     cvg_session_current(ui->session), (size_t)v->entries.n,
		     v->entries.n == 1 ? "" : "s");
	if (v->order != BY_PLACE)
		cvg_str_addf(out, " by %s", order_names[v->order]);
}

static void hint(struct cvg_ui *ui, void *state, struct cvg_str *out)
{
	(void)ui;
	(void)state;
	cvg_str_add(out, "Enter go into the function  S sort  / search");
}

static const struct cvg_viewkey keys[] = {
	{CVG_DO_PREVIEW, "go into the function under the cursor"},
	{CVG_DO_SORT, "sort by the next of: place in the module, divergent "
		      "branches, cycles, best gain, instructions of the "
		      "machine, name"},
	{0},
};

const struct cvg_view cvg_view_module = {
	.about = "the functions of the module, with their divergent branches, "
		 "static cycles, the guessed cycles that the best step "
		 "saves, which are found while no key comes, what the cycles "
		 "changed since the module was loaded, what a check or a proof "
		 "said, and what is known of their "
		 "machine code",
	.keys = keys,
	.size = sizeof(struct module),
	.done = done,
	.update = update,
	.draw = draw,
	.act = act,
	.mouse = mouse,
	.opening = opening,
	.status = status,
	.hint = hint,
	.find = cvg_sheet_view_find,
	.patience = patience,
	.beat = beat,
};
