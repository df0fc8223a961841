/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* How the arms of a region align: subgraphs, blocks, instructions. */
#include "call.h"

#include <stdlib.h>
#include <string.h>

/* ---- subgraphs against subgraphs ------------------------------------- */

static void subgraph_name(const struct cvg_fn *fn, const struct cvg_subgraph *g,
			  struct cvg_str *out)
{
	cvg_str_clear(out);
	cvg_str_addf(out, "B%u", fn->blocks[g->entry].uid);
	if (g->nblocks > 1)
		cvg_str_addf(out, "+%u", g->nblocks - 1);
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
static void add_reasons(struct cvg_call *c, const struct cvg_candidate *cd)
{
	uint32_t n = cd->nchain[0] * cd->nchain[1];
	bool said[CVG_NREFUSALS] = {false};

	for (uint32_t i = 0; i < n; i++) {
		enum cvg_refusal r = cd->cell[i].refusal;

		if (r == CVG_REFUSE_NONE || said[r])
			continue;
		said[r] = true;
		cvg_str_addf(&c->out, "  . : %s\n", cvg_refusal_text(r));
	}
}

static void draw_subgraphs(struct cvg_call *c, const struct cvg_candidate *cd)
{
	const struct cvg_fn *fn = cvg_call_fn(c);
	struct cvg_grid t = {.cell = {0}};
	struct cvg_str name = {0}, align = {0};

	cvg_str_add(&c->out, "MP_S of the subgraphs: rows true arm, columns "
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
	cvg_grid_draw(&t, &c->out, align.at);
	add_reasons(c, cd);
	cvg_str_done(&name);
	cvg_str_done(&align);
}

static json_t *json_subgraph(const struct cvg_fn *fn,
			     const struct cvg_subgraph *g)
{
	return json_pack("{s:o, s:o, s:o}", "entry",
			 cvg_json_block(fn, g->entry), "blocks",
			 cvg_json_blocks(fn, g->block, g->nblocks), "refusal",
			 g->refusal == CVG_REFUSE_NONE
				 ? json_null()
				 : cvg_json_text(cvg_refusal_text(g->refusal)));
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

			json_array_append_new(
				row, json_pack("{s:f, s:s}", "mp_s", x->mp_s,
					       "state", states[x->state]));
		}
		json_array_append_new(rows, row);
	}
	return rows;
}

static void json_subgraphs(struct cvg_call *c, const struct cvg_candidate *cd)
{
	const struct cvg_fn *fn = cvg_call_fn(c);
	static const char *const keys[] = {"true_arm", "false_arm"};

	for (uint32_t arm = 0; arm < 2; arm++) {
		json_t *list = json_array();

		for (uint32_t i = 0; i < cd->nchain[arm]; i++)
			json_array_append_new(
				list, json_subgraph(fn, &cd->chain[arm][i]));
		cvg_call_set(c, keys[arm], list);
	}
	cvg_call_set(c, "cells", json_cells(cd));
}

/* ---- blocks ---------------------------------------------------------- */

static struct cvg_matrix_view view_of(struct cvg_call *c, uint32_t t,
				      uint32_t f)
{
	return (struct cvg_matrix_view){
		.ana = cvg_call_ana(c),
		.settings = cvg_session_settings(c->s),
		.t = t,
		.f = f,
	};
}

static void one_matrix(struct cvg_call *c, uint32_t t, uint32_t f)
{
	struct cvg_matrix_view v = view_of(c, t, f);
	struct cvg_alignment al;

	if (c->json) {
		cvg_json_matrix(c->json, &v);
		return;
	}
	cvg_draw_matrix(&c->out, &v, &c->sh->look);
	cvg_matrix_align(&v, &al);
	cvg_draw_columns(&c->out, cvg_call_fn(c), t, f, &al, &c->sh->look);
	cvg_alignment_done(&al);
}

static void draw_pair(struct cvg_call *c, const struct cvg_meldpair *p)
{
	cvg_str_addf(&c->out,
		     "pair: MP_S %.2f, saved %lld, selects %lld, branches "
		     "%lld, net ",
		     p->mp_s, (long long)p->saved, (long long)p->selects,
		     (long long)p->branches);
	cvg_add_signed(&c->out, p->net);
	cvg_str_add(&c->out, p->replica >= 0 ? ", one arm's block placed into "
					       "a copy of the other\n"
					     : "\n");
	for (uint32_t i = 0; i < p->nbp; i++) {
		const struct cvg_blockpair *bp = &p->bp[i];

		cvg_str_addf(&c->out, "MP_B %.2f%s\n", bp->mp_b,
			     bp->inverted ? ", branch inverted" : "");
		if (bp->block[0] != CVG_NONE && bp->block[1] != CVG_NONE)
			one_matrix(c, bp->block[0], bp->block[1]);
		else
			cvg_str_addf(&c->out, "  B%u has no partner\n",
				     cvg_call_fn(c)
					     ->blocks[bp->block[0] == CVG_NONE
							      ? bp->block[1]
							      : bp->block[0]]
					     .uid);
	}
}

static json_t *json_pair(struct cvg_call *c, const struct cvg_meldpair *p)
{
	json_t *blocks = json_array();

	for (uint32_t i = 0; i < p->nbp; i++) {
		const struct cvg_blockpair *bp = &p->bp[i];
		const struct cvg_fn *fn = cvg_call_fn(c);
		json_t *o = json_pack("{s:f, s:b}", "mp_b", bp->mp_b,
				      "inverted", (int)bp->inverted);

		for (uint32_t arm = 0; arm < 2; arm++)
			json_object_set_new(o, arm ? "false" : "true",
					    cvg_json_block(fn, bp->block[arm]));
		json_array_append_new(blocks, o);
	}
	return json_pack(
		"{s:f, s:I, s:I, s:I, s:I, s:b, s:o}", "mp_s", p->mp_s, "saved",
		(json_int_t)p->saved, "selects", (json_int_t)p->selects,
		"branches", (json_int_t)p->branches, "net", (json_int_t)p->net,
		"replicated", (int)(p->replica >= 0), "blocks", blocks);
}

static void all_pairs(struct cvg_call *c, const struct cvg_candidate *cd)
{
	json_t *list = json_array();

	for (uint32_t i = 0; i < cd->npairs; i++) {
		if (c->json)
			json_array_append_new(list, json_pair(c, &cd->pair[i]));
		else
			draw_pair(c, &cd->pair[i]);
	}
	if (!cd->npairs)
		cvg_str_addf(&c->out, "nothing is paired: %s\n",
			     cvg_refusal_text(cd->refusal));
	cvg_call_set(c, "pairs", list);
}

bool cvg_cmd_align(struct cvg_call *c, struct cvg_err *err)
{
	const struct cvg_candidate *cd;
	uint32_t t, f;

	if (!cvg_word_candidate(c, &c->arg[0], &cd, err))
		return false;
	if (c->nargs == 3) {
		if (!cvg_word_block(c, &c->arg[1], &t, err) ||
		    !cvg_word_block(c, &c->arg[2], &f, err))
			return false;
		one_matrix(c, t, f);
		return true;
	}
	if (c->nargs == 2 && strcmp(c->arg[1].text, "subgraphs"))
		return cvg_fail_word(err, &c->arg[1],
				     "align: expected 'subgraphs' or two "
				     "blocks, not '%.60s'",
				     c->arg[1].text);
	if (cd->nchain[0] && cd->nchain[1]) {
		if (c->json)
			json_subgraphs(c, cd);
		else
			draw_subgraphs(c, cd);
	}
	if (c->nargs == 1)
		all_pairs(c, cd);
	else if (!c->out.n)
		cvg_str_addf(&c->out, "no subgraphs: %s\n",
			     cvg_refusal_text(cd->refusal));
	return true;
}
