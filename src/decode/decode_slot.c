/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Assigns slots to values.
 *
 * A value that is used outside of its block, or is a phi, has slots of its own.
 * Any other value takes slots that are free when it is computed, and frees them
 * after its last use. That is safe although lanes of the warp may be in
 * different blocks: inactive lanes wait at the start of a block, where no such
 * value is alive. In a block with an operation that a convergence token governs,
 * lanes may wait in the middle as well: there each value has slots of its own.
 *
 * A warp may run an operation first for some lanes and then for others. If the
 * first lanes still need their results, the second run must not overwrite them:
 * the operation has the flag CVG_UF_MERGE. It is not needed for a value that
 * stays in its block, nor in a block that a warp runs once in a call, for all
 * lanes together. Such is a block that is in no cycle, whose immediate
 * dominator is such a block, and that has one predecessor or post-dominates its
 * immediate dominator: then the lanes that were split in between have
 * reconverged.
 *
 * Example: in `if (c) x = 1; else x = 2; use(x)`, all four blocks run once, so
 * no operation merges; in the body of a loop every value that leaves its block
 * does.
 */
#include <stdlib.h>
#include <string.h>

#include "decode_int.h"

#include "reconverge/analysis.h"
#include "reconverge/graph.h"

/* ---- slots ----------------------------------------------------------- */

uint32_t cvg_dec_slot(struct cvg_decoder *decoder, enum cvg_kind kind)
{
	cvg_push(&decoder->in->slot_kind, (uint8_t)kind);
	return (uint32_t)decoder->in->slot_kind.n - 1;
}

static uint32_t new_slots(struct cvg_decoder *decoder,
			  const struct cvg_layout *layout)
{
	uint32_t first = (uint32_t)decoder->in->slot_kind.n;

	for (uint32_t k = 0; k < layout->n; k++)
		cvg_dec_slot(decoder, layout->at[k].kind);
	return layout->n ? first : CVG_NONE;
}

/* n consecutive slots of a kind: free ones that were used before, or new
 * ones. */
static uint32_t take_run(struct cvg_decoder *decoder, enum cvg_kind kind,
			 uint32_t n)
{
	uint32_t first = (uint32_t)decoder->in->slot_kind.n;

	if (n <= CVG_DEC_RUN && decoder->in->run[kind][n].n)
		return decoder->in->run[kind][n]
			.at[--decoder->in->run[kind][n].n];
	for (uint32_t k = 0; k < n; k++)
		cvg_dec_slot(decoder, kind);
	return first;
}

/* Free n consecutive slots of one kind. */
static void give_run(struct cvg_decoder *decoder, uint32_t slot, uint32_t n)
{
	enum cvg_kind kind = decoder->in->slot_kind.at[slot];

	if (n <= CVG_DEC_RUN) {
		cvg_push(&decoder->in->run[kind][n], slot);
		return;
	}
	for (uint32_t k = 0; k < n; k++)
		cvg_push(&decoder->in->run[kind][1], slot + k);
}

static void give_value(struct cvg_decoder *decoder, LLVMValueRef v,
		       uint32_t slot)
{
	const struct cvg_layout *layout = cvg_dec_layout_of(decoder, v);

	if (layout->n && layout->uniform) {
		give_run(decoder, slot, layout->n);
		return;
	}
	for (uint32_t k = 0; k < layout->n; k++)
		give_run(decoder, slot + k, 1);
}

uint32_t cvg_dec_temps(struct cvg_decoder *decoder, enum cvg_kind kind,
		       uint32_t n)
{
	struct cvg_dec_temp t = {.n = n};

	if (n == 0)
		return CVG_NONE;
	t.slot = take_run(decoder, kind, n);
	cvg_push(&decoder->in->temps, t);
	return t.slot;
}

uint32_t cvg_dec_temp(struct cvg_decoder *decoder, enum cvg_kind kind)
{
	return cvg_dec_temps(decoder, kind, 1);
}

/* ---- one function ---------------------------------------------------- */

/* The instruction with the last use of instruction i's value, if all uses are
 * in its block; else CVG_NONE. */
static uint32_t last_use_of(const struct cvg_fn *fn, uint32_t i)
{
	const struct cvg_inst *in = &fn->insts[i];
	const uint32_t *users = fn->users + in->users_at;
	uint32_t last;

	if (in->op == CVG_OP_PHI || cvg_dec_makes_token(fn, i))
		return CVG_NONE;
	if (in->nusers == 0)
		return i;
	last = users[in->nusers - 1];
	if (users[0] <= i || fn->insts[last].block != in->block)
		return CVG_NONE;
	return last;
}

/* Find the blocks that run once, as defined above. The order visits a block's
 * immediate dominator before the block. */
static void find_once(struct cvg_decoder *decoder, const uint8_t *meets)
{
	struct cvg_ana *ana = decoder->in->fn->ana;
	const struct cvg_order *order = cvg_ana_order(ana);
	const struct cvg_dom *dom = cvg_ana_dom(ana);
	const struct cvg_dom *postdom = cvg_ana_postdom(ana);
	const struct cvg_cycles *cycles = cvg_ana_cycles(ana);
	uint8_t *once = cvg_calloc(decoder->fn->nblocks, 1);

	for (uint32_t i = 0; i < order->n; i++) {
		uint32_t b = order->block[i], up = dom->idom[b];

		if (cycles->innermost[b] != CVG_NONE || meets[b])
			continue;
		once[b] = up == CVG_NONE ||
			  (once[up] && (decoder->fn->blocks[b].npreds == 1 ||
					cvg_dominates(postdom, b, up)));
	}
	decoder->in->once = once;
}

/* The blocks in whose middle lanes may wait for others; the caller frees them. */
static uint8_t *find_meets(const struct cvg_fn *fn)
{
	uint8_t *meets = cvg_calloc(fn->nblocks, 1);

	for (uint32_t i = 0; i < fn->ninsts; i++)
		meets[fn->insts[i].block] |= cvg_dec_meets(fn, i);
	return meets;
}

void cvg_dec_slots_init(struct cvg_decoder *decoder)
{
	struct cvg_dec_inner *in = decoder->in;
	const struct cvg_fn *fn = decoder->fn;
	const struct cvg_order *order = cvg_ana_order(in->fn->ana);
	uint32_t nfixed = fn->nargs + fn->ninsts;
	uint8_t *meets = find_meets(fn);

	in->slot_at = cvg_calloc(nfixed + 1, sizeof *in->slot_at);
	in->last_use = cvg_calloc(fn->ninsts + 1, sizeof *in->last_use);
	in->const_at =
		cvg_calloc(decoder->num->values.n + 1, sizeof *in->const_at);
	memset(in->slot_at, 0xff, (nfixed + 1) * sizeof *in->slot_at);
	memset(in->const_at, 0xff,
	       (decoder->num->values.n + 1) * sizeof *in->const_at);
	for (uint32_t k = 0; k < CVG_NKINDS; k++)
		in->spare[k] = CVG_NONE;
	for (uint32_t k = 0; k < fn->nargs; k++)
		in->slot_at[k] = new_slots(
			decoder,
			cvg_dec_layout_of(decoder, decoder->num->values.at[k]));
	for (uint32_t i = 0; i < fn->ninsts; i++) {
		in->last_use[i] = meets[fn->insts[i].block]
					  ? CVG_NONE
					  : last_use_of(fn, i);
		if (in->last_use[i] == CVG_NONE &&
		    order->place[fn->insts[i].block] != CVG_NONE)
			in->slot_at[fn->nargs + i] = new_slots(
				decoder,
				cvg_dec_layout_of(decoder,
						  decoder->num->insts.at[i]));
	}
	find_once(decoder, meets);
	free(meets);
}

void cvg_dec_slots_done(struct cvg_decoder *decoder)
{
	struct cvg_dec_inner *in = decoder->in;

	free(in->slot_at);
	free(in->last_use);
	free(in->const_at);
	free(in->once);
	in->slot_at = in->last_use = in->const_at = NULL;
	in->once = NULL;
	in->const_refs.n = 0;
	in->slot_kind.n = 0;
	in->temps.n = 0;
	in->copies.n = 0;
	in->next_copy = 0;
	cvg_ptrmap_done(&in->const_more);
	for (uint32_t k = 0; k < CVG_NKINDS; k++)
		for (uint32_t n = 0; n <= CVG_DEC_RUN; n++)
			in->run[k][n].n = 0;
}

/* ---- refs ------------------------------------------------------------ */

/* The place in const_refs of a constant's refs, which are made if they are not
 * there yet. */
static uint32_t constant_at(struct cvg_decoder *decoder, LLVMValueRef v,
			    uint32_t n)
{
	uint32_t at = (uint32_t)decoder->in->const_refs.n;
	struct cvg_const *c = cvg_calloc(n, sizeof *c);
	const struct cvg_layout *layout = cvg_dec_layout_of(decoder, v);

	if (!cvg_dec_eval(decoder, v, c))
		for (uint32_t k = 0; k < n; k++)
			c[k] = (struct cvg_const){.kind = layout->at[k].kind};
	for (uint32_t k = 0; k < n; k++)
		cvg_push(&decoder->in->const_refs,
			 cvg_dec_const(decoder, c[k]));
	free(c);
	return at;
}

static uint32_t constant_ref(struct cvg_decoder *decoder, LLVMValueRef v,
			     uint32_t id, uint32_t k)
{
	uint32_t n = cvg_dec_layout_of(decoder, v)->n, at;

	if (k >= n)
		return CVG_NONE;
	at = id != CVG_NONE ? decoder->in->const_at[id]
			    : cvg_ptrmap_get(&decoder->in->const_more, v);
	if (at == CVG_NONE) {
		at = constant_at(decoder, v, n);
		if (id != CVG_NONE)
			decoder->in->const_at[id] = at;
		else
			cvg_ptrmap_put(&decoder->in->const_more, v, at);
	}
	return decoder->in->const_refs.at[at + k];
}

uint32_t cvg_dec_ref(struct cvg_decoder *decoder, LLVMValueRef v, uint32_t k)
{
	uint32_t id = cvg_ptrmap_get(&decoder->num->value_id, v);
	uint32_t slot;

	if (id == CVG_NONE || id >= decoder->fn->nargs + decoder->fn->ninsts)
		return constant_ref(decoder, v, id, k);
	slot = decoder->in->slot_at[id];
	return slot == CVG_NONE ? CVG_NONE : slot + k;
}

uint32_t cvg_dec_dst(struct cvg_decoder *decoder)
{
	return decoder->in->slot_at[decoder->fn->nargs + decoder->inst_id];
}

/* ---- an instruction's life ------------------------------------------- */

void cvg_dec_inst_begin(struct cvg_decoder *decoder)
{
	struct cvg_dec_inner *in = decoder->in;
	const struct cvg_layout *layout =
		cvg_dec_layout_of(decoder, decoder->inst);
	uint32_t *slot = &in->slot_at[decoder->fn->nargs + decoder->inst_id];

	if (in->last_use[decoder->inst_id] == CVG_NONE || layout->n == 0)
		return;
	*slot = layout->uniform
			? take_run(decoder, layout->at[0].kind, layout->n)
			: new_slots(decoder, layout);
}

static void set_merge(struct cvg_decoder *decoder, size_t from)
{
	uint32_t first = cvg_dec_dst(decoder);
	uint32_t n = cvg_dec_layout_of(decoder, decoder->inst)->n;

	if (first == CVG_NONE ||
	    decoder->in->last_use[decoder->inst_id] != CVG_NONE ||
	    decoder->in->once[decoder->block])
		return;
	for (size_t i = from; i < decoder->uops.n; i++) {
		struct cvg_uop *uop = &decoder->uops.at[i];

		if (uop->dst != CVG_NONE && uop->dst >= first &&
		    uop->dst - first < n)
			uop->flags |= CVG_UF_MERGE;
	}
}

/* Free the slots of value `id` if decoder->inst is its last use. */
static void release(struct cvg_decoder *decoder, uint32_t id)
{
	struct cvg_dec_inner *in = decoder->in;
	uint32_t nargs = decoder->fn->nargs;

	if (id < nargs || id >= nargs + decoder->fn->ninsts ||
	    in->slot_at[id] == CVG_NONE ||
	    in->last_use[id - nargs] != decoder->inst_id)
		return;
	give_value(decoder, decoder->num->values.at[id], in->slot_at[id]);
	in->slot_at[id] = CVG_NONE;
}

void cvg_dec_inst_end(struct cvg_decoder *decoder, size_t from)
{
	struct cvg_dec_inner *in = decoder->in;
	uint32_t i = decoder->inst_id;

	set_merge(decoder, from);
	for (uint32_t k = decoder->num->ops_at.at[i];
	     k < decoder->num->ops_at.at[i + 1]; k++)
		release(decoder, decoder->num->ops.at[k]);
	if (decoder->num->callee.at[i] != CVG_NONE)
		release(decoder, decoder->num->callee.at[i]);
	release(decoder, decoder->fn->nargs + i);
	for (size_t k = 0; k < in->temps.n; k++)
		give_run(decoder, in->temps.at[k].slot, in->temps.at[k].n);
	in->temps.n = 0;
}
