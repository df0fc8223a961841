/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The structured pieces of a region (Anantpur, Govindarajan, CC 2014,
 * Definition 5 and Algorithm 3).
 *
 * A piece is an outermost single-entry single-exit region without unstructured
 * edges, or else a block; pieces that only follow each other are joined. The
 * paper looks for such regions among dominators and post-dominators, here the
 * function's tree of them is at hand: a region of the tree that lies in the
 * region as a whole and holds nothing unfit is a piece, unless the region of
 * the tree around it is one. Near-linear.
 *
 * Example, a jump into a loop (the region of linear_region.c), as successors:
 *
 *	D	B2, B5			unstructured: D -> B5, B2 -> B3
 *	B2	B3
 *	B3	B4, B5
 *	B4	B5
 *	B5	B3, P
 *
 * The region (B3, B5) of the tree has one entry and one exit and holds B3 and
 * B4: it is a piece. B2 and B5 stay alone. B2 is not joined to the piece, as
 * B5 leads there as well; nor is B5 joined to it, as D leads to B5.
 */
#include "linear_units.h"

#include "reconverge/graph.h"

#include <stdlib.h>

static const struct piece_id no_piece = {CVG_NONE};

/* ---- the region tree ------------------------------------------------- */

uint32_t cvg_linear_sese(const struct cvg_regions *tree, uint32_t a, uint32_t b)
{
	while (a != b) {
		if (tree->region[a].depth >= tree->region[b].depth)
			a = tree->region[a].parent;
		else
			b = tree->region[b].parent;
	}
	return a;
}

static int by_number(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	return (x > y) - (x < y);
}

/* The entry will have to be reset. */
static void touch(struct unit_scratch *scratch, uint32_t sese)
{
	const struct sese *it = &scratch->sese[sese];

	if (!it->ninside && !it->unfit)
		cvg_push(&scratch->touched, sese);
}

static void mark_unfit(struct unit_scratch *scratch, uint32_t sese)
{
	touch(scratch, sese);
	scratch->sese[sese].unfit = true;
}

static void reset_sese(struct unit_scratch *scratch)
{
	for (size_t i = 0; i < scratch->touched.n; i++) {
		struct sese *it = &scratch->sese[scratch->touched.at[i]];

		it->ninside = 0;
		it->unfit = false;
		it->piece = no_piece;
	}
	scratch->touched.n = 0;
}

/* Must no piece hold this block together with others? */
static bool stands_alone(const struct packer *packer, uint32_t block)
{
	struct lin_planner *planner = packer->planner;

	switch (planner->wishes.mode) {
	case CVG_LINEARIZE_INTERLEAVE: /* loops stay whole */
		return packer_cycle_around(packer, block) == CVG_NONE;
	case CVG_LINEARIZE_DEPTH:
		return cvg_bits_has(
			&cvg_ana_uniform(planner->ana)->divergent_term, block);
	case CVG_LINEARIZE_UNSTRUCTURED:
	case CVG_LINEARIZE_LOOPS:
	case CVG_LINEARIZE_ALL:
		break;
	}
	return false;
}

/* Mark the regions of the tree right around what no piece may hold, beside the
 * edges of Definition 1. */
static void find_unfit(struct packer *packer, const struct cvg_regions *tree)
{
	for (uint32_t k = 0; k < packer->region->nblocks; k++) {
		uint32_t b = packer->region->block[k];
		uint32_t sese = tree->innermost[b];

		if (stands_alone(packer, b))
			mark_unfit(packer->scratch, sese);
		cvg_foreach_succ (packer->flow->fn, b, s)
			if (planner_cuts(packer->planner, b, *s))
				mark_unfit(
					packer->scratch,
					cvg_linear_sese(tree, sese,
							tree->innermost[*s]));
	}
}

/* Append the regions of the tree that are in the region as a whole, parents
 * first. A block counts for its innermost one; all blocks of one that is
 * complete count for its parent. */
static void find_whole(struct packer *packer, const struct cvg_regions *tree,
		       struct cvg_u32s *whole)
{
	struct unit_scratch *scratch = packer->scratch;

	for (uint32_t k = 0; k < packer->region->nblocks; k++) {
		uint32_t at = tree->innermost[packer->region->block[k]], n = 1;

		while (at) { /* 0, the root, is the function */
			struct sese *sese = &scratch->sese[at];

			touch(scratch, at);
			sese->ninside += n;
			if (sese->ninside < sese->nblocks)
				break;
			cvg_push(whole, at);
			n = sese->nblocks;
			at = tree->region[at].parent;
		}
	}
	if (whole->n)
		qsort(whole->at, whole->n, sizeof *whole->at, by_number);
}

/* What holds something unfit is unfit itself. */
static void spread_unfit(struct packer *packer, const struct cvg_regions *tree,
			 const struct cvg_u32s *whole)
{
	struct unit_scratch *scratch = packer->scratch;

	for (size_t i = whole->n; i-- > 0;) {
		uint32_t at = whole->at[i];

		scratch->sese[at].unfit |= scratch->sese[at].unstructured;
		if (scratch->sese[at].unfit)
			mark_unfit(scratch, tree->region[at].parent);
	}
}

/* ---- pieces ---------------------------------------------------------- */

static struct piece_id add_piece(struct packer *packer, uint32_t entry)
{
	struct piece piece = {.entry = entry, .next = no_piece};
	struct piece_id id = {(uint32_t)packer->pieces.n};

	cvg_push(&packer->pieces, piece);
	return id;
}

/* Make a piece of each outermost region of the tree that is fit; those inside
 * it belong to that piece. */
static void make_sese_pieces(struct packer *packer,
			     const struct cvg_regions *tree)
{
	struct sese *sese = packer->scratch->sese;
	struct cvg_u32s whole = {0};

	find_unfit(packer, tree);
	find_whole(packer, tree, &whole);
	spread_unfit(packer, tree, &whole);
	for (size_t i = 0; i < whole.n; i++) {
		uint32_t at = whole.at[i];

		sese[at].piece = sese[tree->region[at].parent].piece;
		if (is_same_piece(sese[at].piece, no_piece) && !sese[at].unfit)
			sese[at].piece =
				add_piece(packer, tree->region[at].entry);
	}
	free(whole.at);
}

static void make_pieces(struct packer *packer)
{
	const struct cvg_regions *tree = cvg_ana_regions(packer->planner->ana);
	struct unit_scratch *scratch = packer->scratch;

	if (!planner_takes_all(packer->planner))
		make_sese_pieces(packer, tree);
	for (uint32_t k = 0; k < packer->region->nblocks; k++) {
		uint32_t b = packer->region->block[k];
		struct piece_id id = scratch->sese[tree->innermost[b]].piece;

		if (is_same_piece(id, no_piece))
			id = add_piece(packer, b);
		scratch->piece_of[b] = id;
	}
	reset_sese(scratch);
}

/* ---- rows of pieces -------------------------------------------------- */

enum way_kind {
	WAY_NONE,
	WAY_ONE,   /* to or from one piece only */
	WAY_OTHER, /* of several pieces, or of a block outside the region */
};

/* Where a piece leads to, or what leads to it. */
struct way {
	enum way_kind kind;
	struct piece_id piece; /* WAY_ONE */
};

static void add_way(struct way *way, struct piece_id piece)
{
	if (way->kind == WAY_NONE)
		*way = (struct way){WAY_ONE, piece};
	else if (!is_same_piece(way->piece, piece))
		way->kind = WAY_OTHER;
}

/* Fill in where each piece leads to, and what leads to it. */
static void find_ways(const struct packer *packer, struct way *out,
		      struct way *in)
{
	const struct cvg_linregion *region = packer->region;
	const struct linflow *flow = packer->flow;

	for (uint32_t k = 0; k < region->nblocks; k++) {
		uint32_t b = region->block[k];
		struct piece_id from = packer_piece_id(packer, b);

		cvg_foreach_succ (flow->fn, b, s) {
			struct piece_id to;

			if (!flow->live[*s])
				continue;
			if (!packer_has(packer, *s)) {
				out[from.n].kind = WAY_OTHER;
				continue;
			}
			to = packer_piece_id(packer, *s);
			if (is_same_piece(from, to) &&
			    !planner_cuts(packer->planner, b, *s))
				continue;
			add_way(&out[from.n], to);
			add_way(&in[to.n], from);
		}
		if (!flow->fn->blocks[b].nsuccs)
			out[from.n].kind = WAY_OTHER;
	}
	for (uint32_t k = 0; k < packer_nentries(packer); k++)
		in[packer_piece_id(packer, packer_entry(packer, k)).n].kind =
			WAY_OTHER;
}

/* Join a piece to the end of another if it is the only way on from there and
 * nothing else leads to it. */
static void join_pieces(struct packer *packer)
{
	uint32_t n = (uint32_t)packer->pieces.n;
	struct way *out = cvg_calloc(n, sizeof *out);
	struct way *in = cvg_calloc(n, sizeof *in);

	find_ways(packer, out, in);
	for (uint32_t k = 0; k < n; k++) {
		struct piece_id id = {k}, next = out[k].piece;

		if (out[k].kind != WAY_ONE || in[next.n].kind != WAY_ONE ||
		    !is_same_piece(in[next.n].piece, id))
			continue;
		packer_piece(packer, id)->next = next;
		packer_piece(packer, next)->joined = true;
	}
	free(out);
	free(in);
}

/* The first piece of a row stands for all of it. */
static void name_rows(struct packer *packer)
{
	const struct cvg_linregion *region = packer->region;
	uint32_t n = (uint32_t)packer->pieces.n;
	struct piece_id *first = cvg_alloc(n * sizeof *first);

	for (uint32_t k = 0; k < n; k++)
		first[k] = (struct piece_id){k};
	for (uint32_t k = 0; k < n; k++) {
		struct piece_id start = {k}, id = start;

		if (packer_piece(packer, start)->joined)
			continue;
		while (!is_same_piece(id, no_piece)) {
			first[id.n] = start;
			id = packer_piece(packer, id)->next;
		}
	}
	for (uint32_t k = 0; k < region->nblocks; k++) {
		struct piece_id *id =
			&packer->scratch->piece_of[region->block[k]];

		*id = first[id->n];
	}
	free(first);
}

void cvg_linear_pieces(struct packer *packer)
{
	enum cvg_linearize mode = packer->planner->wishes.mode;

	make_pieces(packer);
	if (mode == CVG_LINEARIZE_ALL || mode == CVG_LINEARIZE_INTERLEAVE)
		return;
	join_pieces(packer);
	name_rows(packer);
}
