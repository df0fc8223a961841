/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The units of a region: each row of structured pieces becomes one, at the
 * place that the order gives it, and every edge out of a unit gets a guard
 * value (Anantpur, Govindarajan, CC 2014, section 3.1): the place of the unit
 * that it leads to, or the number of units if it leaves the region.
 *
 * Example, the jump into a loop of linear_pieces.c. Its pieces B2, {B3, B4} and
 * B5 come in this order:
 *
 *	place  blocks	 edges and their values
 *	0      B2	 B2 -> B3: 1
 *	1      B3 B4	 B3 -> B5: 2, B4 -> B5: 2
 *	2      B5	 B5 -> B3: 1 (retreating), B5 -> B6: 3, the exit
 *	3      D	 e -> B5: 2, e -> B2: 0
 *
 * B3 -> B4 is inside a unit and gets none. Units 1 and 2 are a loop.
 */
#include "linear_units.h"

#include "reconverge/graph.h"

#include <stdlib.h>

/* ---- edges ----------------------------------------------------------- */

/* The guard value that leads to the block, which is in the region. */
static uint32_t value_of(const struct packer *packer, uint32_t block)
{
	return packer_piece(packer, packer_piece_id(packer, block))->place;
}

static void add_edge(struct packer *packer, uint32_t block, uint32_t slot,
		     uint32_t value)
{
	struct cvg_linregion *region = packer->region;

	region->edge[region->nedges++] = (struct cvg_linedge){
		.block = block, .slot = slot, .value = value, .to = CVG_NONE};
}

/* The edges from D into the region. */
static void add_entries(struct packer *packer)
{
	for (uint32_t k = 0; k < packer_nentries(packer); k++)
		add_edge(packer, packer->region->head,
			 packer_entry_slot(packer, k),
			 value_of(packer, packer_entry(packer, k)));
}

/* The block's edges out of its unit. */
static void add_edges(struct packer *packer, uint32_t b)
{
	const struct cvg_fn *fn = packer->flow->fn;
	const struct cvg_block *block = &fn->blocks[b];
	uint32_t exit_value = packer->region->nunits;
	uint32_t own_value = value_of(packer, b);

	for (uint32_t k = 0; k < block->nsuccs; k++) {
		uint32_t s = fn->succs[block->succs_at + k];
		uint32_t value = exit_value;

		if (!packer->flow->live[s])
			continue;
		if (packer_has(packer, s))
			value = value_of(packer, s);
		if (value == own_value && !planner_cuts(packer->planner, b, s))
			continue; /* inside the unit */
		add_edge(packer, b, k, value);
	}
	if (!block->nsuccs)
		add_edge(packer, b, CVG_LIN_RETURNS, exit_value);
}

static uint32_t most_edges(const struct packer *packer)
{
	const struct cvg_linregion *region = packer->region;
	uint32_t n = packer_nentries(packer);

	for (uint32_t k = 0; k < region->nblocks; k++) {
		uint32_t nsuccs =
			packer->flow->fn->blocks[region->block[k]].nsuccs;

		n += nsuccs ? nsuccs : 1;
	}
	return n;
}

/* ---- units ----------------------------------------------------------- */

/* Does a loop that is merged with others begin at the block? */
static bool heads_mixed_loop(const struct packer *packer, uint32_t block)
{
	const struct cvg_cycles *cycles = packer->flow->cycles;
	uint32_t cycle = cycles->innermost[block];

	return cycle != CVG_NONE && cycles->cycle[cycle].header == block &&
	       packer->planner->fate[cycle] != CYCLE_APART;
}

/* Give each unit its blocks, in the region's order. */
static void fill_units(struct packer *packer)
{
	struct cvg_linplan *plan = packer->planner->plan;
	struct cvg_linregion *region = packer->region;
	uint32_t *block =
		cvg_arena_array(&plan->arena, uint32_t, region->nblocks);

	for (uint32_t k = 0; k < region->nblocks; k++)
		region->unit[value_of(packer, region->block[k])].nblocks++;
	for (uint32_t place = 0; place < region->nunits; place++) {
		struct cvg_linunit *unit = &region->unit[place];

		unit->entry =
			packer_piece(packer, packer->by_place.at[place])->entry;
		unit->again = heads_mixed_loop(packer, unit->entry);
		unit->block = block;
		block += unit->nblocks;
		unit->nblocks = 0;
	}
	for (uint32_t k = 0; k < region->nblocks; k++) {
		uint32_t b = region->block[k], place = value_of(packer, b);
		struct cvg_linunit *unit = &region->unit[place];

		unit->block[unit->nblocks++] = b;
		plan->unit_of[b] = place;
	}
}

static void make_units(struct packer *packer)
{
	struct cvg_arena *arena = &packer->planner->plan->arena;
	struct cvg_linregion *region = packer->region;
	struct cvg_linunit *head;

	region->nunits = (uint32_t)packer->by_place.n;
	region->unit =
		cvg_arena_array(arena, struct cvg_linunit, region->nunits + 1);
	fill_units(packer);
	region->edge =
		cvg_arena_array(arena, struct cvg_linedge, most_edges(packer));
	for (uint32_t place = 0; place < region->nunits; place++) {
		struct cvg_linunit *unit = &region->unit[place];

		unit->edges_at = region->nedges;
		for (uint32_t k = 0; k < unit->nblocks; k++)
			add_edges(packer, unit->block[k]);
		unit->nedges = region->nedges - unit->edges_at;
	}
	head = &region->unit[region->nunits];
	*head = (struct cvg_linunit){.entry = region->head,
				     .block = &region->head,
				     .nblocks = 1,
				     .edges_at = region->nedges};
	add_entries(packer);
	head->nedges = region->nedges - head->edges_at;
}

static void keep_loops(struct packer *packer)
{
	struct cvg_linregion *region = packer->region;

	region->nloops = (uint32_t)packer->loops.n;
	region->loop = cvg_arena_array(&packer->planner->plan->arena,
				       struct cvg_linloop, region->nloops);
	for (uint32_t k = 0; k < region->nloops; k++)
		region->loop[k] = packer->loops.at[k];
}

void cvg_linear_units(struct lin_planner *planner, uint32_t region)
{
	struct packer packer = {.planner = planner,
				.flow = &planner->flow,
				.scratch = planner->units,
				.index = region,
				.region = &planner->plan->at[region]};

	cvg_linear_pieces(&packer);
	cvg_linear_order(&packer);
	make_units(&packer);
	keep_loops(&packer);
	free(packer.pieces.at);
	free(packer.by_place.at);
	free(packer.loops.at);
}

/* ---- what is kept from region to region ------------------------------ */

/* Count the edges of every D into each of its regions; fill in their slots,
 * if there is room for them already. */
static void find_head_edges(struct lin_planner *planner)
{
	const struct cvg_linplan *plan = planner->plan;
	const struct cvg_fn *fn = planner->flow.fn;
	struct head_edges *edges = &planner->units->head_edges;
	bool *done = cvg_calloc(fn->nblocks, sizeof *done);

	for (uint32_t r = 0; r < plan->n; r++) {
		uint32_t head = plan->at[r].head;
		const struct cvg_block *block = &fn->blocks[head];

		for (uint32_t k = 0; k < block->nsuccs && !done[head]; k++) {
			uint32_t s = fn->succs[block->succs_at + k];
			uint32_t to = plan->region_of[s];

			if (to == CVG_NONE || plan->at[to].head != head)
				continue;
			if (edges->slot)
				edges->slot[edges->first[to] + edges->n[to]] =
					k;
			edges->n[to]++;
		}
		done[head] = true;
	}
	free(done);
}

static void init_head_edges(struct lin_planner *planner)
{
	struct head_edges *edges = &planner->units->head_edges;
	uint32_t nregions = planner->plan->n, sum = 0;

	edges->n = cvg_calloc(nregions + 1, sizeof *edges->n);
	edges->first = cvg_calloc(nregions + 1, sizeof *edges->first);
	find_head_edges(planner);
	for (uint32_t r = 0; r < nregions; r++) {
		edges->first[r] = sum;
		sum += edges->n[r];
		edges->n[r] = 0;
	}
	edges->slot = cvg_alloc((sum + 1) * sizeof *edges->slot);
	find_head_edges(planner);
}

static struct sese *new_sese(const struct lin_planner *planner)
{
	const struct cvg_regions *tree = cvg_ana_regions(planner->ana);
	struct sese *sese = cvg_calloc(tree->n, sizeof *sese);

	for (uint32_t k = 0; k < tree->n; k++)
		sese[k].piece.n = CVG_NONE;
	for (uint32_t b = 0; b < planner->flow.fn->nblocks; b++)
		if (tree->innermost[b] != CVG_NONE)
			sese[tree->innermost[b]].nblocks++;
	/* A parent's number is smaller than those of its children. */
	for (uint32_t k = tree->n; k-- > 1;)
		sese[tree->region[k].parent].nblocks += sese[k].nblocks;
	for (size_t i = 0; i < planner->unstructured.n; i++) {
		const struct seed *edge = &planner->unstructured.at[i];
		uint32_t from = tree->innermost[edge->from];
		uint32_t to = tree->innermost[edge->to];

		if (edge->joins) /* what ends there is structured */
			from = cvg_linear_sese(tree, from, to);
		sese[from].unstructured = true;
	}
	return sese;
}

void cvg_linear_units_init(struct lin_planner *planner)
{
	uint32_t nblocks = planner->flow.fn->nblocks;
	uint32_t ncycles = planner->flow.cycles->n;
	struct unit_scratch *scratch = cvg_calloc(1, sizeof *scratch);

	planner->units = scratch;
	scratch->sese = new_sese(planner);
	scratch->piece_of = cvg_calloc(nblocks, sizeof *scratch->piece_of);
	scratch->cycle_number =
		cvg_alloc((ncycles + 1) * sizeof *scratch->cycle_number);
	for (uint32_t c = 0; c < ncycles; c++)
		scratch->cycle_number[c].n = CVG_NONE;
	init_head_edges(planner);
}

void cvg_linear_units_done(struct lin_planner *planner)
{
	struct unit_scratch *scratch = planner->units;

	free(scratch->sese);
	free(scratch->touched.at);
	free(scratch->head_edges.first);
	free(scratch->head_edges.n);
	free(scratch->head_edges.slot);
	free(scratch->piece_of);
	free(scratch->cycle_number);
	free(scratch);
	planner->units = NULL;
}
