/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* How the arms of a region align: subgraphs, blocks, instructions. */
#include "call.h"

#include "reconverge/align.h"
#include "reconverge/cost.h"
#include "reconverge/graph.h"
#include "reconverge/look.h"
#include "reconverge/matrix.h"
#include "reconverge/plan.h"
#include "reconverge/quantity.h"
#include "reconverge/session.h"

#include <stdlib.h>
#include <string.h>

/* ---- subgraphs against subgraphs ------------------------------------- */

static void subgraph_name(const struct cvg_fn *fn,
			  const struct cvg_subgraph *graph, struct cvg_str *out)
{
	cvg_str_clear(out);
	cvg_str_addf(out, "B%u", fn->blocks[graph->entry].uid);
	if (graph->nblocks > 1)
		cvg_str_addf(out, "+%u", graph->nblocks - 1);
}

/* MP_S, in brackets where the pair is chosen; "." where it is impossible. */
static void add_pair_cell(struct cvg_grid *t, const struct cvg_paircell *cell)
{
	switch (cell->state) {
	case CVG_PAIR_IMPOSSIBLE:
		cvg_grid_cell(t, ". ");
		break;
	case CVG_PAIR_POSSIBLE:
		cvg_grid_cell(t, "%.2f ", cell->mp_s);
		break;
	case CVG_PAIR_CHOSEN:
		cvg_grid_cell(t, "[%.2f]", cell->mp_s);
		break;
	}
}

/* Each different reason once. */
static void add_reasons(struct cvg_call *call, const struct cvg_candidate *cd)
{
	uint32_t n = cd->nchain[0] * cd->nchain[1];
	bool said[CVG_NREFUSALS] = {false};

	for (uint32_t i = 0; i < n; i++) {
		enum cvg_refusal r = cd->cell[i].refusal;

		if (r == CVG_REFUSE_NONE || said[r])
			continue;
		said[r] = true;
		cvg_str_addf(&call->out, "  . : %s\n", cvg_refusal_text(r));
	}
}

static void draw_subgraphs(struct cvg_call *call,
			   const struct cvg_candidate *cd)
{
	const struct cvg_fn *fn = cvg_call_fn(call);
	struct cvg_grid t = {.cell = {0}};
	struct cvg_str name = {0}, align = {0};

	cvg_str_add(&call->out, "MP_S of the subgraphs: rows true arm, columns "
				"false arm, [chosen]\n");
	cvg_grid_cell(&t, " ");
	cvg_str_addc(&align, 'l');
	for (uint32_t j = 0; j < cd->nchain[1]; j++) {
		subgraph_name(fn, &cd->chain[1][j], &name);
		cvg_grid_cell(&t, "%s ", name.at);
		cvg_str_addc(&align, 'r');
	}
	cvg_grid_row(&t);
	for (uint32_t i = 0; i < cd->nchain[0]; i++) {
		subgraph_name(fn, &cd->chain[0][i], &name);
		cvg_grid_cell(&t, "  %s", name.at);
		for (uint32_t j = 0; j < cd->nchain[1]; j++)
			add_pair_cell(&t, &cd->cell[i * cd->nchain[1] + j]);
		cvg_grid_row(&t);
	}
	cvg_grid_draw(&t, &call->out, align.at);
	add_reasons(call, cd);
	cvg_str_done(&name);
	cvg_str_done(&align);
}

static json_t *json_cells(const struct cvg_candidate *cd)
{
	static const char *const states[] = {
		[CVG_PAIR_IMPOSSIBLE] = "impossible",
		[CVG_PAIR_POSSIBLE] = "possible",
		[CVG_PAIR_CHOSEN] = "chosen",
	};
	json_t *rows = json_array();

	for (uint32_t i = 0; i < cd->nchain[0]; i++) {
		json_t *row = json_array();

		for (uint32_t j = 0; j < cd->nchain[1]; j++) {
			const struct cvg_paircell *x =
				&cd->cell[i * cd->nchain[1] + j];
			bool ok = x->refusal == CVG_REFUSE_NONE;

			CVG_TELL(NULL, cvg_json_item(row),
				 "{mp_s}{true_cycles}{false_cycles}"
				 "{common_cycles}{state}{reason}",
				 CVG_V(x->mp_s), CVG_V(x->terms.latency[0]),
				 CVG_V(x->terms.latency[1]),
				 CVG_V(x->terms.common),
				 CVG_V(states[x->state]),
				 CVG_V(ok ? NULL
					  : cvg_refusal_text(x->refusal)));
		}
		json_array_append_new(rows, row);
	}
	return rows;
}

static void json_subgraphs(struct cvg_call *call,
			   const struct cvg_candidate *cd)
{
	const struct cvg_fn *fn = cvg_call_fn(call);
	static const char *const keys[] = {"true_arm", "false_arm"};

	for (uint32_t arm = 0; arm < 2; arm++) {
		json_t *list = cvg_json_list(call->json, keys[arm]);

		for (uint32_t i = 0; i < cd->nchain[arm]; i++) {
			const struct cvg_subgraph *graph = &cd->chain[arm][i];
			bool ok = graph->refusal == CVG_REFUSE_NONE;

			CVG_TELL(NULL, cvg_json_item(list),
				 "{entry}{blocks}{refusal}",
				 CVG_V(cvg_json_block(fn, graph->entry)),
				 CVG_V(cvg_json_blocks(fn, graph->block,
						       graph->nblocks)),
				 CVG_V(ok ? NULL
					  : cvg_refusal_text(graph->refusal)));
		}
	}
	cvg_call_set(call, "cells", json_cells(cd));
	cvg_call_cycles(call, "true_cycles false_cycles common_cycles",
			CVG_COUNTED_STATIC);
}

/* ---- blocks ---------------------------------------------------------- */

static struct cvg_matrix_view view_of(struct cvg_call *call, uint32_t t,
				      uint32_t f)
{
	return (struct cvg_matrix_view){
		.ana = cvg_call_ana(call),
		.settings = cvg_session_settings(call->session),
		.t = t,
		.f = f,
	};
}

static void one_matrix(struct cvg_call *call, uint32_t t, uint32_t f)
{
	struct cvg_matrix_view v = view_of(call, t, f);
	struct cvg_alignment al;

	if (call->json) {
		cvg_json_matrix(call->json, &v);
		return;
	}
	cvg_draw_matrix(&call->out, &v, &call->sh->look);
	cvg_matrix_align(&v, &al);
	cvg_draw_columns(&call->out, cvg_call_fn(call), t, f, &al,
			 &call->sh->look);
	cvg_alignment_done(&al);
}

/* What MP_B is made of: cycles of either block, and those in common. */
struct shares {
	uint64_t t, f, common;
};

static struct shares shares_of(const struct cvg_fn *fn, uint32_t t, uint32_t f)
{
	struct cvg_arena arena = {0};
	struct cvg_mix a = {0}, b = {0};
	struct shares out;

	if (t != CVG_NONE)
		cvg_mix_of(fn, t, &arena, &a);
	if (f != CVG_NONE)
		cvg_mix_of(fn, f, &arena, &b);
	out = (struct shares){a.latency, b.latency, cvg_mix_common(&a, &b)};
	cvg_arena_done(&arena);
	return out;
}

static void tell_blocks(struct cvg_call *call, json_t *list,
			const struct cvg_blockpair *bp)
{
	const struct cvg_fn *fn = cvg_call_fn(call);
	uint32_t t = bp->block[0], f = bp->block[1];
	struct shares of = shares_of(fn, t, f);

	CVG_TELL(&call->out, cvg_json_item(list),
		 "MP_B {mp_b:.}{-inverted}{}\n{-true}{-false}{-true_cycles}"
		 "{-false_cycles}{-common_cycles}",
		 CVG_V(bp->mp_b), CVG_V(bp->inverted),
		 CVG_V(bp->inverted ? ", branch inverted" : ""),
		 CVG_V(cvg_json_block(fn, t)), CVG_V(cvg_json_block(fn, f)),
		 CVG_V(of.t), CVG_V(of.f), CVG_V(of.common));
	if (t == CVG_NONE || f == CVG_NONE)
		cvg_str_addf(&call->out, "  B%u has no partner\n",
			     fn->blocks[t == CVG_NONE ? f : t].uid);
	else if (!call->json)
		one_matrix(call, t, f);
}

static void tell_pair(struct cvg_call *call, json_t *list,
		      const struct cvg_candidate *cd,
		      const struct cvg_meldpair *pair)
{
	json_t *o = cvg_json_item(list);
	bool replicated = pair->replica >= 0;

	CVG_TELL(&call->out, o,
		 "pair: MP_S {mp_s:.}, saved {saved}, selects {selects}, "
		 "branches {branches}, net {net:+} cycles "
		 "{kind}{-both}{-aligned}{-replicated}{}\n",
		 CVG_V(pair->mp_s), CVG_V(pair->saved), CVG_V(pair->selects),
		 CVG_V(pair->branches), CVG_V(pair->net),
		 CVG_V(cvg_countkind_name(cvg_candidate_kind(cd))),
		 CVG_V(cd->both), CVG_V(pair->aligned), CVG_V(replicated),
		 CVG_V(replicated ? ", one arm's block placed into a copy of "
				    "the other"
				  : ""));
	list = cvg_json_list(o, "blocks");
	for (uint32_t i = 0; i < pair->nbp; i++)
		tell_blocks(call, list, &pair->bp[i]);
}

static void all_pairs(struct cvg_call *call, const struct cvg_candidate *cd)
{
	json_t *list = cvg_json_list(call->json, "pairs");

	for (uint32_t i = 0; i < cd->npairs; i++)
		tell_pair(call, list, cd, &cd->pair[i]);
	if (!cd->npairs)
		cvg_str_addf(&call->out, "nothing is paired: %s\n",
			     cvg_refusal_text(cd->refusal));
}

bool cvg_cmd_align(struct cvg_call *call, struct cvg_err *err)
{
	const struct cvg_candidate *cd;
	uint32_t t, f;

	if (!cvg_word_candidate(call, &call->arg[0], &cd, err))
		return false;
	if (call->nargs == 3) {
		if (!cvg_word_block(call, &call->arg[1], &t, err) ||
		    !cvg_word_block(call, &call->arg[2], &f, err))
			return false;
		one_matrix(call, t, f);
		return true;
	}
	if (call->nargs == 2 && strcmp(call->arg[1].text, "subgraphs"))
		return cvg_fail_word(err, &call->arg[1],
				     "align: expected 'subgraphs' or two "
				     "blocks, not '%.60s'",
				     call->arg[1].text);
	if (cd->nchain[0] && cd->nchain[1]) {
		if (call->json)
			json_subgraphs(call, cd);
		else
			draw_subgraphs(call, cd);
	}
	if (call->nargs == 1)
		all_pairs(call, cd);
	else if (!call->out.n)
		cvg_str_addf(&call->out, "no subgraphs: %s\n",
			     cvg_refusal_text(cd->refusal));
	return true;
}
