/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Phis become moves on the edges to their block. All phis of a block take their
 * values at the same time, so a move may only overwrite a slot that no later
 * move reads. Moves whose target is not read by another move are made first;
 * when only cycles are left, one value is saved in a spare slot.
 *
 * Example: the moves a <- b, b <- a, c <- a become c <- a (no move reads c),
 * then spare <- b, b <- a, a <- spare.
 */
#include <stdlib.h>
#include <string.h>

#include "decode_int.h"

#include "reconverge/analysis.h"
#include "reconverge/graph.h"

struct move {
	uint32_t dst, src;
	uint32_t inst;	  /* the phi */
	uint32_t readers; /* moves still to be made that read dst */
	bool done;
};

struct moves {
	struct cvg_decoder *decoder;
	cvg_vec(struct move) list; /* the moves of one edge */
	uint32_t *of_slot;     /* [slots] move that writes it, or CVG_NONE */
	struct cvg_u32s ready; /* moves whose dst no other move reads */
};

static void emit_move(struct moves *m, uint32_t dst, uint32_t src,
		      uint32_t inst, bool merge)
{
	struct cvg_decoder *decoder = m->decoder;

	decoder->inst_id = inst;
	cvg_dec_move(decoder, decoder->in->slot_kind.at[dst], dst, src);
	if (merge)
		decoder->uops.at[decoder->uops.n - 1].flags |= CVG_UF_MERGE;
}

/* The move that writes the slot `src`; CVG_NONE if none does. */
static uint32_t writer_of(const struct moves *m, uint32_t src)
{
	return src & CVG_REF_CONST ? CVG_NONE : m->of_slot[src];
}

static void make_move(struct moves *m, uint32_t i)
{
	struct move *mv = &m->list.at[i];
	uint32_t writer = writer_of(m, mv->src);

	emit_move(m, mv->dst, mv->src, mv->inst, true);
	mv->done = true;
	if (writer != CVG_NONE && --m->list.at[writer].readers == 0)
		cvg_push(&m->ready, writer);
}

/* Move i is in a cycle: save its value in the spare slot. */
static void break_cycle(struct moves *m, uint32_t i)
{
	struct move *mv = &m->list.at[i];
	enum cvg_kind kind = m->decoder->in->slot_kind.at[mv->dst];
	uint32_t *spare = &m->decoder->in->spare[kind];
	uint32_t writer = writer_of(m, mv->src);

	if (*spare == CVG_NONE)
		*spare = cvg_dec_slot(m->decoder, kind);
	emit_move(m, *spare, mv->src, mv->inst, false);
	mv->src = *spare;
	if (--m->list.at[writer].readers == 0)
		cvg_push(&m->ready, writer);
}

static void drain(struct moves *m)
{
	while (m->ready.n)
		make_move(m, m->ready.at[--m->ready.n]);
}

/* Emit all moves of the list in a right order, and empty it. */
static void sequence(struct moves *m)
{
	uint32_t n = (uint32_t)m->list.n;

	for (uint32_t i = 0; i < n; i++)
		m->of_slot[m->list.at[i].dst] = i;
	for (uint32_t i = 0; i < n; i++) {
		uint32_t writer = writer_of(m, m->list.at[i].src);

		if (writer != CVG_NONE)
			m->list.at[writer].readers++;
	}
	for (uint32_t i = n; i-- > 0;)
		if (m->list.at[i].readers == 0)
			cvg_push(&m->ready, i);
	drain(m);
	for (uint32_t i = 0; i < n; i++) {
		if (m->list.at[i].done)
			continue;
		break_cycle(m, i);
		drain(m);
	}
	for (uint32_t i = 0; i < n; i++)
		m->of_slot[m->list.at[i].dst] = CVG_NONE;
	m->list.n = 0;
}

/* ---- edges ----------------------------------------------------------- */

/* The value of each phi of one block for each predecessor. */
struct table {
	struct cvg_u32s pred; /* distinct predecessors that can be reached */
	uint32_t *row;	      /* [nblocks] place in pred, or CVG_NONE */
	uint32_t *value;      /* [pred * nphis] value ids */
};

static void fill_table(struct cvg_decoder *decoder, struct table *t, uint32_t b)
{
	const struct cvg_fn *fn = decoder->fn;
	const struct cvg_block *block = &fn->blocks[b];
	const struct cvg_order *order = cvg_ana_order(decoder->in->fn->ana);

	t->pred.n = 0;
	cvg_foreach_pred (fn, b, p) {
		if (t->row[*p] != CVG_NONE || order->place[*p] == CVG_NONE)
			continue;
		t->row[*p] = (uint32_t)t->pred.n;
		cvg_push(&t->pred, *p);
	}
	t->value = cvg_calloc(t->pred.n * block->nphis + 1, sizeof *t->value);
	for (uint32_t i = 0; i < block->nphis; i++) {
		const struct cvg_inst *in = &fn->insts[block->inst_at + i];

		for (uint32_t k = in->ops_at; k < in->ops_at + in->nops; k++) {
			uint32_t row = t->row[fn->incoming[k]];

			if (row != CVG_NONE)
				t->value[row * block->nphis + i] = fn->ops[k];
		}
	}
}

static void add_moves(struct moves *m, uint32_t phi, uint32_t value)
{
	struct cvg_decoder *decoder = m->decoder;
	uint32_t n = cvg_dec_layout_of(decoder, decoder->num->insts.at[phi])->n;
	uint32_t dst = decoder->in->slot_at[decoder->fn->nargs + phi];

	for (uint32_t k = 0; k < n; k++) {
		struct move mv = {
			.dst = dst + k,
			.src = cvg_dec_ref(decoder,
					   decoder->num->values.at[value], k),
			.inst = phi,
		};

		if (mv.src != mv.dst)
			cvg_push(&m->list, mv);
	}
}

/* Emit the moves of all edges to b, once for each predecessor. edge[k] is the
 * index in f->edges of the edge from b's predecessor k. */
static void edges_to(struct moves *m, struct table *t, uint32_t b,
		     const uint32_t *edge)
{
	struct cvg_decoder *decoder = m->decoder;
	const struct cvg_block *block = &decoder->fn->blocks[b];
	struct cvg_uedge *made;

	fill_table(decoder, t, b);
	made = cvg_calloc(t->pred.n + 1, sizeof *made);
	for (uint32_t r = 0; r < t->pred.n; r++) {
		made[r].uop_at = (uint32_t)decoder->uops.n;
		for (uint32_t i = 0; i < block->nphis; i++)
			add_moves(m, block->inst_at + i,
				  t->value[r * block->nphis + i]);
		sequence(m);
		made[r].nuops = (uint32_t)decoder->uops.n - made[r].uop_at;
	}
	for (uint32_t k = 0; k < block->npreds; k++) {
		uint32_t row = t->row[decoder->fn->preds[block->preds_at + k]];

		if (row == CVG_NONE)
			continue;
		decoder->ufn->edges[edge[k]].uop_at = made[row].uop_at;
		decoder->ufn->edges[edge[k]].nuops = made[row].nuops;
	}
	for (uint32_t r = 0; r < t->pred.n; r++)
		t->row[t->pred.at[r]] = CVG_NONE;
	free(made);
	free(t->value);
}

/* The edges by the block that they lead to, in the order of preds[]. The caller
 * frees the array. */
static uint32_t *edges_by_target(const struct cvg_fn *fn)
{
	uint32_t n = cvg_fn_nedges(fn), e = 0;
	uint32_t *edge = cvg_calloc(n + 1, sizeof *edge);
	uint32_t *fill = cvg_calloc(fn->nblocks, sizeof *fill);

	for (uint32_t b = 0; b < fn->nblocks; b++)
		cvg_foreach_succ (fn, b, s) {
			edge[fn->blocks[*s].preds_at + fill[*s]++] = e;
			e++;
		}
	free(fill);
	return edge;
}

void cvg_dec_edges(struct cvg_decoder *decoder)
{
	const struct cvg_fn *fn = decoder->fn;
	const struct cvg_order *order = cvg_ana_order(decoder->in->fn->ana);
	size_t nslots = decoder->in->slot_kind.n;
	uint32_t *edge = edges_by_target(fn);
	struct moves m = {.decoder = decoder};
	struct table t = {0};

	/* spare slots are made later, and no phi writes them */
	m.of_slot = cvg_calloc(nslots + CVG_NKINDS, sizeof *m.of_slot);
	memset(m.of_slot, 0xff, (nslots + CVG_NKINDS) * sizeof *m.of_slot);
	t.row = cvg_calloc(fn->nblocks, sizeof *t.row);
	memset(t.row, 0xff, fn->nblocks * sizeof *t.row);
	for (uint32_t b = 0; b < fn->nblocks; b++)
		if (fn->blocks[b].nphis && order->place[b] != CVG_NONE)
			edges_to(&m, &t, b, edge + fn->blocks[b].preds_at);
	free(m.of_slot);
	free(m.list.at);
	free(m.ready.at);
	free(t.row);
	free(t.pred.at);
	free(edge);
}
