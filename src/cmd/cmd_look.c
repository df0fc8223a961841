/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Looking: functions, the graph, regions, loops, dominators. */
#include "call.h"

#include "reconverge/analysis.h"
#include "reconverge/cxxname.h"
#include "reconverge/export.h"
#include "reconverge/graph.h"
#include "reconverge/look.h"
#include "reconverge/prove.h"
#include "reconverge/quantity.h"
#include "reconverge/session.h"
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
	const char *name, *kind, *source; /* source: its name in C++ */
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
	{CVG_COLUMN_OF("cxx", struct function_line, source),
	 .use = CVG_COLUMN_JSON},
	{CVG_COLUMN(struct function_line, selected), .use = CVG_COLUMN_JSON},
	{CVG_COLUMN(struct function_line, blocks), .use = CVG_COLUMN_SHOWN},
	{CVG_COLUMN(struct function_line, insts), .use = CVG_COLUMN_SHOWN},
	{CVG_COLUMN(struct function_line, branches), .use = CVG_COLUMN_SHOWN},
	{CVG_COLUMN(struct function_line, divergent), .use = CVG_COLUMN_SHOWN},
	{CVG_COLUMN_OF("shown", struct function_line, source),
	 .title = "in C++", .use = CVG_COLUMN_SHOWN},
	{CVG_COLUMN(struct function_line, score), .use = CVG_COLUMN_JSON},
};

/* Returns whether the name is one of C++. */
static bool add_function(struct cvg_call *call, struct cvg_table *t, uint32_t f)
{
	const char *name = cvg_session_function_name(call->session, f);
	bool focus = f == cvg_session_function(call->session);
	char *source = cvg_cxx_name(name);
	bool is_cxx = source != NULL;
	struct cvg_str at = {0};
	struct cvg_score sc;
	const struct cvg_fn *fn = cvg_session_score_of(call->session, f, &sc);

	cvg_str_addf(&at, "@%s", name);
	cvg_table_add(
		t, &(struct function_line){
			   .mark = focus ? "*" : " ",
			   .at = at.at,
			   .name = name,
			   .kind = kind_word(fn->kind),
			   .source = source,
			   .selected = focus,
			   .blocks = sc.blocks,
			   .insts = sc.insts,
			   .branches = sc.branches,
			   .divergent = sc.divergent,
			   .score = call->json ? cvg_json_score(&sc) : NULL});
	cvg_str_done(&at);
	free(source);
	return is_cxx;
}

bool cvg_cmd_functions(struct cvg_call *call, struct cvg_err *err)
{
	struct cvg_table t;
	bool any_cxx = false;

	(void)err;
	CVG_TABLE_INIT(&t, struct function_line, function_columns);
	cvg_session_all_fns(call->session, CVG_NONE);
	for (uint32_t f = 0; f < cvg_session_nfunctions(call->session); f++)
		any_cxx |= add_function(call, &t, f);
	if (!any_cxx) {
		cvg_table_hide(&t, "cxx");
		cvg_table_hide(&t, "shown");
	}
	TELL(call, "{-module}{-triple}{-cpu}{-kinds}",
	     CVG_V(cvg_session_path(call->session)),
	     CVG_V(cvg_session_triple(call->session)),
	     CVG_V(cvg_session_cpu(call->session)),
	     CVG_V(cvg_json_score_kinds()));
	cvg_call_table(call, "functions", &t);
	return true;
}

bool cvg_cmd_function(struct cvg_call *call, struct cvg_err *err)
{
	const char *name;

	if (!cvg_session_focus(call->session, call->arg[0].text, err))
		return cvg_blame_word(err, &call->arg[0]);
	name = cvg_session_function_name(call->session,
					 cvg_session_function(call->session));
	TELL(call, "{-function}", CVG_V(name));
	cvg_str_add(&call->out, "selected ");
	cvg_cxx_add_whole(&call->out, name);
	cvg_str_addc(&call->out, '\n');
	return true;
}

/* ---- what src/export draws ------------------------------------------- */

static void add_heading(struct cvg_call *call)
{
	cvg_draw_heading(&call->out, cvg_call_ana(call),
			 cvg_session_current(call->session));
}

bool cvg_cmd_cfg(struct cvg_call *call, struct cvg_err *err)
{
	struct cvg_ana *ana = cvg_call_ana(call);
	const char *form = call->nargs ? call->arg[0].text : "";
	bool graph = !strcmp(form, "graph"), rails = !strcmp(form, "rails");
	struct cvg_guiding guiding = {
		.settings = cvg_session_settings(call->session),
		.ticker = cvg_session_ticking(call->session)};

	if (*form && !graph && !rails)
		return cvg_fail(err,
				"cfg: expected 'graph' or 'rails', not '%.60s'",
				form) ||
		       cvg_blame_word(err, &call->arg[0]);
	if (call->json) {
		cvg_json_cfg(call->json, ana, call->session);
		cvg_call_cycles(call, "cycles", CVG_COUNTED_STATIC);
		return true;
	}
	add_heading(call);
	if (rails ||
	    !cvg_draw_graph(&call->out, ana, &call->sh->look, graph, &guiding))
		cvg_draw_cfg(&call->out, ana, &call->sh->look);
	cvg_draw_notes(&call->out, call->session, cvg_ana_fn(ana));
	return !guiding.failed || cvg_fail(err, "%s", guiding.err.msg);
}

bool cvg_cmd_regions(struct cvg_call *call, struct cvg_err *err)
{
	(void)err;
	cvg_tell_regions(&call->out, call->json, cvg_call_ana(call),
			 cvg_session_settings(call->session), &call->sh->look);
	return true;
}

bool cvg_cmd_dominators(struct cvg_call *call, struct cvg_err *err)
{
	(void)err;
	cvg_tell_dominators(&call->out, call->json, cvg_call_ana(call),
			    &call->sh->look);
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

static void add_apart(struct cvg_call *call, bool apart)
{
	if (apart)
		cvg_str_addf(&call->out, "  %s left at different times",
			     call->sh->look.glyphs->temporal);
	cvg_str_addc(&call->out, '\n');
}

static void tell_loop(struct cvg_call *call, json_t *list, uint32_t l)
{
	struct cvg_ana *ana = cvg_call_ana(call);
	const struct cvg_fn *fn = cvg_ana_fn(ana);
	const struct cvg_loops *ls = cvg_ana_loops(ana);
	const struct cvg_loop *lp = &ls->loop[l];
	struct cvg_u32s exiting = exiting_of(ls, l);
	struct cvg_blocks exits = {fn, exiting.at, (uint32_t)exiting.n};
	struct cvg_blocks latches = {fn, ls->latches + lp->latches_at,
				     lp->nlatches};
	struct cvg_blocks blocks = {fn, ls->blocks + lp->blocks_at,
				    lp->nblocks};
	bool apart = left_apart(ana, cycle_of(cvg_ana_cycles(ana), lp->header));
	struct cvg_str name = {0};

	for (uint32_t i = 1; i < lp->depth && i < 20; i++)
		cvg_str_add(&call->out, "  ");
	cvg_text_clip(&name, fn->blocks[lp->header].name, 24, &call->sh->look);
	CVG_TELL(&call->out, cvg_json_item(list),
		 "{id:L}  header {header:B} {}{-parent:L}{-depth}  latches "
		 "{latches}  exits from {exiting}{}{-blocks}  {} blocks"
		 "{-temporal}",
		 CVG_V(l), CVG_V(fn->blocks[lp->header].uid),
		 CVG_V(cvg_str_of(&name)), CVG_V(lp->parent), CVG_V(lp->depth),
		 CVG_V(latches), CVG_V(exits), CVG_V(exits.n ? "" : "nowhere"),
		 CVG_V(blocks), CVG_V(lp->nblocks), CVG_V(apart));
	add_apart(call, apart);
	cvg_str_done(&name);
	free(exiting.at);
}

static void tell_irreducible(struct cvg_call *call, json_t *list, uint32_t k)
{
	struct cvg_ana *ana = cvg_call_ana(call);
	const struct cvg_fn *fn = cvg_ana_fn(ana);
	const struct cvg_cycles *cs = cvg_ana_cycles(ana);
	const struct cvg_cycle *cy = &cs->cycle[k];
	struct cvg_u32s at = entries_of(cs, k);
	struct cvg_blocks entries = {fn, at.at, (uint32_t)at.n};
	struct cvg_blocks blocks = {fn, cs->blocks + cy->blocks_at,
				    cy->nblocks};
	bool apart = left_apart(ana, k);

	CVG_TELL(&call->out, cvg_json_item(list),
		 "irreducible cycle  entries {entries}{-blocks}  {} blocks"
		 "{-depth}{-temporal}",
		 CVG_V(entries), CVG_V(blocks), CVG_V(cy->nblocks),
		 CVG_V(cy->depth), CVG_V(apart));
	add_apart(call, apart);
	free(at.at);
}

bool cvg_cmd_loops(struct cvg_call *call, struct cvg_err *err)
{
	struct cvg_ana *ana = cvg_call_ana(call);
	const struct cvg_loops *ls = cvg_ana_loops(ana);
	const struct cvg_cycles *cs = cvg_ana_cycles(ana);
	json_t *list = cvg_json_list(call->json, "loops");

	(void)err;
	for (uint32_t l = 0; l < ls->n; l++)
		tell_loop(call, list, l);
	list = cvg_json_list(call->json, "irreducible");
	for (uint32_t k = 0; k < cs->n; k++)
		if (!cs->cycle[k].reducible)
			tell_irreducible(call, list, k);
	if (!call->out.n)
		TELL(call, "no loops in {:@}\n", CVG_V(cvg_ana_fn(ana)->name));
	return true;
}
