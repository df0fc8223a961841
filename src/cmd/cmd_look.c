/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Looking: functions, the graph, regions, loops, dominators. */
#include "call.h"

#include "reconverge/prove.h"
#include "reconverge/table.h"

#include <stdlib.h>
#include <string.h>

/* ---- functions ------------------------------------------------------- */

static const char *kind_word(enum cvg_fnkind kind)
{
	switch (kind) {
	case CVG_FN_KERNEL:
		return "kernel";
	case CVG_FN_DEVICE:
		return "device";
	case CVG_FN_SHADER:
		return "shader";
	}
	return "?";
}

struct function_line {
	const char *mark, *at; /* "*": selected; the name with its '@' */
	const char *name, *kind;
	bool selected;
	uint32_t blocks, insts, branches, divergent;
	json_t *score;
};

static const struct cvg_column function_columns[] = {
	{CVG_COLUMN(struct function_line, mark), .title = "",
	 .use = CVG_COLUMN_SHOWN},
	{CVG_COLUMN(struct function_line, at), .title = "function",
	 .use = CVG_COLUMN_SHOWN},
	{CVG_COLUMN(struct function_line, name), .use = CVG_COLUMN_JSON},
	{CVG_COLUMN(struct function_line, kind)},
	{CVG_COLUMN(struct function_line, selected), .use = CVG_COLUMN_JSON},
	{CVG_COLUMN(struct function_line, blocks), .use = CVG_COLUMN_SHOWN},
	{CVG_COLUMN(struct function_line, insts), .use = CVG_COLUMN_SHOWN},
	{CVG_COLUMN(struct function_line, branches), .use = CVG_COLUMN_SHOWN},
	{CVG_COLUMN(struct function_line, divergent), .use = CVG_COLUMN_SHOWN},
	{CVG_COLUMN(struct function_line, score), .use = CVG_COLUMN_JSON},
};

static void add_function(struct cvg_call *c, struct cvg_table *t, uint32_t f)
{
	const char *name = cvg_session_function_name(c->s, f);
	struct cvg_ana *ana = cvg_session_ana(c->s, CVG_NONE, f);
	bool focus = f == cvg_session_function(c->s);
	struct cvg_str at = {0};
	struct cvg_score sc;

	cvg_score_of(ana, &sc);
	cvg_str_addf(&at, "@%s", name);
	cvg_table_add(t,
		      &(struct function_line){
			      .mark = focus ? "*" : " ",
			      .at = at.at,
			      .name = name,
			      .kind = kind_word(cvg_ana_fn(ana)->kind),
			      .selected = focus,
			      .blocks = sc.blocks,
			      .insts = sc.insts,
			      .branches = sc.branches,
			      .divergent = sc.divergent,
			      .score = c->json ? cvg_json_score(&sc) : NULL});
	cvg_str_done(&at);
}

bool cvg_cmd_functions(struct cvg_call *c, struct cvg_err *err)
{
	struct cvg_table t;

	(void)err;
	CVG_TABLE_INIT(&t, struct function_line, function_columns);
	cvg_session_all_fns(c->s, CVG_NONE);
	for (uint32_t f = 0; f < cvg_session_nfunctions(c->s); f++)
		add_function(c, &t, f);
	cvg_call_set(c, "module", cvg_json_text(cvg_session_path(c->s)));
	cvg_call_set(c, "triple", cvg_json_text(cvg_session_triple(c->s)));
	cvg_call_set(c, "cpu", cvg_json_text(cvg_session_cpu(c->s)));
	cvg_call_table(c, "functions", &t);
	return true;
}

bool cvg_cmd_function(struct cvg_call *c, struct cvg_err *err)
{
	const char *name;

	if (!cvg_session_focus(c->s, c->arg[0].text, err))
		return cvg_blame_word(err, &c->arg[0]);
	name = cvg_session_function_name(c->s, cvg_session_function(c->s));
	cvg_str_addf(&c->out, "selected @%s\n", name);
	cvg_call_set(c, "function", cvg_json_text(name));
	return true;
}

/* ---- what src/export draws ------------------------------------------- */

static void add_heading(struct cvg_call *c)
{
	cvg_draw_heading(&c->out, cvg_call_ana(c), cvg_session_current(c->s));
}

bool cvg_cmd_cfg(struct cvg_call *c, struct cvg_err *err)
{
	struct cvg_ana *ana = cvg_call_ana(c);
	const char *form = c->nargs ? c->arg[0].text : "";
	bool graph = !strcmp(form, "graph"), rails = !strcmp(form, "rails");
	struct cvg_guiding guiding = {.settings = cvg_session_settings(c->s),
				      .ticker = cvg_session_ticking(c->s)};

	if (*form && !graph && !rails)
		return cvg_fail(err,
				"cfg: expected 'graph' or 'rails', not '%.60s'",
				form) ||
		       cvg_blame_word(err, &c->arg[0]);
	if (c->json) {
		cvg_json_cfg(c->json, ana);
		return true;
	}
	add_heading(c);
	if (rails ||
	    !cvg_draw_graph(&c->out, ana, &c->sh->look, graph, &guiding))
		cvg_draw_cfg(&c->out, ana, &c->sh->look);
	return !guiding.failed || cvg_fail(err, "%s", guiding.err.msg);
}

bool cvg_cmd_regions(struct cvg_call *c, struct cvg_err *err)
{
	(void)err;
	if (c->json)
		cvg_json_regions(c->json, cvg_call_ana(c),
				 cvg_session_settings(c->s));
	else
		cvg_draw_regions(&c->out, cvg_call_ana(c),
				 cvg_session_settings(c->s), &c->sh->look);
	return true;
}

bool cvg_cmd_dominators(struct cvg_call *c, struct cvg_err *err)
{
	(void)err;
	if (c->json)
		cvg_json_dominators(c->json, cvg_call_ana(c));
	else
		cvg_draw_dominators(&c->out, cvg_call_ana(c), &c->sh->look);
	return true;
}

/* ---- loops ----------------------------------------------------------- */

/* The cycle of that header: where divergent exits are recorded. */
static uint32_t cycle_of(const struct cvg_cycles *cs, uint32_t header)
{
	uint32_t c = cs->innermost[header];

	while (c != CVG_NONE && cs->cycle[c].header != header)
		c = cs->cycle[c].parent;
	return c;
}

static bool left_apart(struct cvg_ana *ana, uint32_t cycle)
{
	return cycle != CVG_NONE &&
	       cvg_bits_has(&cvg_ana_uniform(ana)->divergent_exit, cycle);
}

static void add_labels(struct cvg_str *out, const struct cvg_fn *fn,
		       const uint32_t *b, uint32_t n)
{
	for (uint32_t i = 0; i < n && i < 8; i++)
		cvg_str_addf(out, "%sB%u", i ? "," : "", fn->blocks[b[i]].uid);
	if (n > 8)
		cvg_str_addf(out, " and %u more", n - 8);
}

/* Which of the blocks have an edge out of the loop, or into the cycle. */
static struct cvg_u32s exiting_of(const struct cvg_loops *ls, uint32_t l)
{
	const struct cvg_loop *lp = &ls->loop[l];
	struct cvg_u32s out = {0};

	for (uint32_t i = 0; i < lp->nblocks; i++)
		if (cvg_loop_leaves(ls, l, ls->blocks[lp->blocks_at + i]))
			cvg_push(&out, ls->blocks[lp->blocks_at + i]);
	return out;
}

static struct cvg_u32s entries_of(const struct cvg_cycles *cs, uint32_t k)
{
	const struct cvg_cycle *cy = &cs->cycle[k];
	struct cvg_u32s out = {0};

	for (uint32_t i = 0; i < cy->nblocks; i++)
		if (cvg_cycle_enters(cs, k, cs->blocks[cy->blocks_at + i]))
			cvg_push(&out, cs->blocks[cy->blocks_at + i]);
	return out;
}

static void text_loop(struct cvg_call *c, uint32_t l)
{
	struct cvg_ana *ana = cvg_call_ana(c);
	const struct cvg_fn *fn = cvg_ana_fn(ana);
	const struct cvg_loops *ls = cvg_ana_loops(ana);
	const struct cvg_loop *lp = &ls->loop[l];
	struct cvg_u32s exiting = exiting_of(ls, l);

	for (uint32_t i = 1; i < lp->depth && i < 20; i++)
		cvg_str_add(&c->out, "  ");
	cvg_str_addf(&c->out, "L%u  header B%u ", l,
		     fn->blocks[lp->header].uid);
	cvg_text_clip(&c->out, fn->blocks[lp->header].name, 24, &c->sh->look);
	cvg_str_add(&c->out, "  latches ");
	add_labels(&c->out, fn, ls->latches + lp->latches_at, lp->nlatches);
	cvg_str_add(&c->out, "  exits from ");
	add_labels(&c->out, fn, exiting.at, (uint32_t)exiting.n);
	if (!exiting.n)
		cvg_str_add(&c->out, "nowhere");
	cvg_str_addf(&c->out, "  %u blocks", lp->nblocks);
	if (left_apart(ana, cycle_of(cvg_ana_cycles(ana), lp->header)))
		cvg_str_addf(&c->out, "  %s left at different times",
			     c->sh->look.glyphs->temporal);
	cvg_str_addc(&c->out, '\n');
	free(exiting.at);
}

static json_t *json_loop(struct cvg_ana *ana, uint32_t l)
{
	const struct cvg_fn *fn = cvg_ana_fn(ana);
	const struct cvg_loops *ls = cvg_ana_loops(ana);
	const struct cvg_loop *lp = &ls->loop[l];
	uint32_t cycle = cycle_of(cvg_ana_cycles(ana), lp->header);
	struct cvg_u32s exiting = exiting_of(ls, l);
	json_t *exits = cvg_json_blocks(fn, exiting.at, (uint32_t)exiting.n);

	free(exiting.at);
	return json_pack(
		"{s:o, s:o, s:o, s:i, s:o, s:o, s:o, s:b}", "id",
		cvg_json_id('L', l), "header", cvg_json_block(fn, lp->header),
		"parent", cvg_json_id('L', lp->parent), "depth", (int)lp->depth,
		"latches",
		cvg_json_blocks(fn, ls->latches + lp->latches_at, lp->nlatches),
		"exiting", exits, "blocks",
		cvg_json_blocks(fn, ls->blocks + lp->blocks_at, lp->nblocks),
		"temporal", (int)left_apart(ana, cycle));
}

static void irreducible(struct cvg_call *c, json_t *list, uint32_t k)
{
	struct cvg_ana *ana = cvg_call_ana(c);
	const struct cvg_fn *fn = cvg_ana_fn(ana);
	const struct cvg_cycles *cs = cvg_ana_cycles(ana);
	const struct cvg_cycle *cy = &cs->cycle[k];
	struct cvg_u32s entries = entries_of(cs, k);

	if (c->json) {
		json_array_append_new(
			list, json_pack("{s:o, s:o, s:i, s:b}", "entries",
					cvg_json_blocks(fn, entries.at,
							(uint32_t)entries.n),
					"blocks",
					cvg_json_blocks(
						fn, cs->blocks + cy->blocks_at,
						cy->nblocks),
					"depth", (int)cy->depth, "temporal",
					(int)left_apart(ana, k)));
		free(entries.at);
		return;
	}
	cvg_str_add(&c->out, "irreducible cycle  entries ");
	add_labels(&c->out, fn, entries.at, (uint32_t)entries.n);
	free(entries.at);
	cvg_str_addf(&c->out, "  %u blocks", cy->nblocks);
	if (left_apart(ana, k))
		cvg_str_addf(&c->out, "  %s left at different times",
			     c->sh->look.glyphs->temporal);
	cvg_str_addc(&c->out, '\n');
}

bool cvg_cmd_loops(struct cvg_call *c, struct cvg_err *err)
{
	struct cvg_ana *ana = cvg_call_ana(c);
	const struct cvg_loops *ls = cvg_ana_loops(ana);
	const struct cvg_cycles *cs = cvg_ana_cycles(ana);
	json_t *loops = json_array(), *odd = json_array();

	(void)err;
	for (uint32_t l = 0; l < ls->n; l++) {
		if (c->json)
			json_array_append_new(loops, json_loop(ana, l));
		else
			text_loop(c, l);
	}
	for (uint32_t k = 0; k < cs->n; k++)
		if (!cs->cycle[k].reducible)
			irreducible(c, odd, k);
	if (!c->out.n)
		cvg_str_addf(&c->out, "no loops in @%s\n",
			     cvg_ana_fn(ana)->name);
	cvg_call_set(c, "loops", loops);
	cvg_call_set(c, "irreducible", odd);
	return true;
}
