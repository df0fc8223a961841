/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The set of analyses of a snapshot: each is computed when first asked for. */
#include "ana.h"

#include "reconverge/graph.h"

#include <assert.h>
#include <stdlib.h>

static void (*const compute[CVG_NANALYSES])(struct cvg_ana *) = {
#define ANALYSIS(id, stem, name, title) [CVG_ANAID_##id] = cvg_##stem##_compute,
#include "reconverge/analyses.def"
#undef ANALYSIS
};

/* Compute an analysis unless it has been. */
static void assure(struct cvg_ana *ana, enum cvg_anaid id)
{
	uint32_t bit = UINT32_C(1) << id;

	if (ana->done & bit)
		return;
	assert(!(ana->running & bit));
	ana->running |= bit;
	compute[id](ana);
	ana->running &= ~bit;
	ana->done |= bit;
}

struct cvg_ana *cvg_ana_new(const struct cvg_fn *fn)
{
	struct cvg_ana *ana = cvg_calloc(1, sizeof *ana);

	ana->fn = fn;
	cvg_ana_bits_init(ana, &ana->passed, fn->nargs);
	return ana;
}

struct cvg_ana *cvg_ana_called(const struct cvg_fn *fn,
			       const struct cvg_bits *passed)
{
	struct cvg_ana *ana = cvg_ana_new(fn);

	for (uint32_t a = 0; a < fn->nargs && a < passed->nbits; a++) {
		if (cvg_bits_has(passed, a))
			cvg_bits_add(&ana->passed, a);
	}
	return ana;
}

struct cvg_ana *cvg_ana_again(const struct cvg_ana *before,
			      const struct cvg_fn *fn)
{
	return cvg_ana_called(fn, &before->passed);
}

const struct cvg_bits *cvg_ana_passed(const struct cvg_ana *ana)
{
	return &ana->passed;
}

void cvg_ana_free(struct cvg_ana *take_ana)
{
	if (!take_ana)
		return;
	if (take_ana->beside)
		take_ana->free_beside(take_ana->beside);
	cvg_arena_done(&take_ana->arena);
	free(take_ana);
}

const struct cvg_fn *cvg_ana_fn(const struct cvg_ana *ana)
{
	return ana->fn;
}

void **cvg_ana_beside(struct cvg_ana *ana, void (*free_it)(void *))
{
	ana->free_beside = free_it;
	return &ana->beside;
}

void cvg_ana_need(struct cvg_ana *ana, uint32_t bits)
{
	for (unsigned id = 0; id < CVG_NANALYSES; id++) {
		if (bits & (UINT32_C(1) << id))
			assure(ana, (enum cvg_anaid)id);
	}
}

void cvg_ana_bits_init(struct cvg_ana *ana, struct cvg_bits *b, uint32_t nbits)
{
	b->nbits = nbits;
	b->w = cvg_arena_array(&ana->arena, uint64_t, (nbits + 63) / 64);
}

const struct cvg_order *cvg_ana_order(struct cvg_ana *ana)
{
	assure(ana, CVG_ANAID_ORDER);
	return &ana->order;
}

const struct cvg_dom *cvg_ana_dom(struct cvg_ana *ana)
{
	assure(ana, CVG_ANAID_DOM);
	return &ana->dom;
}

const struct cvg_dom *cvg_ana_postdom(struct cvg_ana *ana)
{
	assure(ana, CVG_ANAID_POSTDOM);
	return &ana->postdom;
}

const uint32_t *cvg_ana_joins(struct cvg_ana *ana)
{
	assure(ana, CVG_ANAID_JOINS);
	return ana->joins;
}

const struct cvg_cycles *cvg_ana_cycles(struct cvg_ana *ana)
{
	assure(ana, CVG_ANAID_CYCLES);
	return &ana->cycles;
}

const struct cvg_loops *cvg_ana_loops(struct cvg_ana *ana)
{
	assure(ana, CVG_ANAID_LOOPS);
	return &ana->loops;
}

const struct cvg_regions *cvg_ana_regions(struct cvg_ana *ana)
{
	assure(ana, CVG_ANAID_REGIONS);
	return &ana->regions;
}

const struct cvg_uniform *cvg_ana_uniform(struct cvg_ana *ana)
{
	assure(ana, CVG_ANAID_UNIFORM);
	return &ana->uniform;
}

const struct cvg_live *cvg_ana_live(struct cvg_ana *ana)
{
	assure(ana, CVG_ANAID_LIVE);
	return &ana->live;
}
