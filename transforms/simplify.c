/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * simplify: turns regions into simple ones, with one edge in and one edge out
 * (DARM, Definitions 1 and 4): edges into a region's entry from outside, and
 * edges from it into its exit, are gathered in a block of their own where
 * there are several. Inner regions first, so that each block serves the
 * outer ones too. Edges of an indirectbr stay as they are.
 *
 * Example (tests/ir/simplify.ll; the region from e to x is entered over two
 * edges, and the region from t in it is left over two):
 *
 *   before  entry: br i1 %v, label %w, label %e
 *           w:     br label %e
 *           e:     %i = phi i32 [ 1, %entry ], [ 2, %w ]
 *                  br i1 %c, label %t, label %f
 *           t:     br i1 %d, label %t1, label %t2
 *           t1:    br label %x
 *           t2:    br label %x
 *           f:     br label %x
 *           x:     %r = phi i32 [ %a1, %t1 ], [ %a2, %t2 ], [ %b, %f ]
 *   after   0:     %1 = phi i32 [ 1, %entry ], [ 2, %w ]
 *                  br label %e
 *           2:     %3 = phi i32 [ %a1, %t1 ], [ %a2, %t2 ]
 *                  br label %4
 *           4:     %5 = phi i32 [ %b, %f ], [ %3, %2 ]
 *                  br label %x
 *           x:     %r = phi i32 [ %5, %4 ]
 */
#include "reconverge/analysis.h"
#include "reconverge/graph.h"
#include "reconverge/phase.h"
#include "reconverge/plan.h"
#include "reconverge/settings.h"
#include "src/ir/surgery.h"

#include <stdlib.h>

struct simplifier {
	const struct cvg_phase_in *in;
	const struct cvg_regions *regions;
	struct cvg_live_ids ids;
	struct cvg_ptrmap region_of; /* block -> innermost region */
	LLVMBasicBlockRef *entry;    /* [regions] */
	bool *wanted;		     /* [regions] */
	struct cvg_phase_out *out;
};

static bool is_within(const struct simplifier *simplifier, uint32_t region,
		      LLVMBasicBlockRef b)
{
	uint32_t r = cvg_ptrmap_get(&simplifier->region_of, b);

	while (r != CVG_NONE &&
	       simplifier->regions->region[r].depth >
		       simplifier->regions->region[region].depth)
		r = simplifier->regions->region[r].parent;
	return r == region;
}

/* Predecessors of `to` inside or outside the region; returns the edges. */
static unsigned edges_of(const struct simplifier *simplifier, uint32_t region,
			 LLVMBasicBlockRef to, bool inside,
			 struct cvg_blockrefs *preds)
{
	LLVMUseRef use = LLVMGetFirstUse(LLVMBasicBlockAsValue(to));
	struct cvg_ptrmap seen = {0};
	unsigned edges = 0;

	for (; use; use = LLVMGetNextUse(use)) {
		LLVMBasicBlockRef from;

		if (!LLVMIsATerminatorInst(LLVMGetUser(use)))
			continue;
		from = LLVMGetInstructionParent(LLVMGetUser(use));
		if (is_within(simplifier, region, from) != inside)
			continue;
		edges++;
		if (cvg_ptrmap_get(&seen, from) != CVG_NONE)
			continue;
		cvg_ptrmap_put(&seen, from, 1);
		cvg_push(preds, from);
	}
	cvg_ptrmap_done(&seen);
	return edges;
}

/* Does a block end in a branch whose edges cannot be led elsewhere, since it goes
 * to the addresses of blocks? */
static bool any_goes_to_address(const struct cvg_blockrefs *blocks)
{
	for (size_t k = 0; k < blocks->n; k++) {
		LLVMOpcode op = LLVMGetInstructionOpcode(
			LLVMGetBasicBlockTerminator(blocks->at[k]));

		if (op == LLVMIndirectBr || op == LLVMCallBr)
			return true;
	}
	return false;
}

/* Gather the edges to `to` from inside or outside of the region in a new block;
 * NULL: there is one edge at most, or they have to stay. */
static LLVMBasicBlockRef gather(struct simplifier *simplifier, uint32_t region,
				LLVMBasicBlockRef to, bool inside)
{
	struct cvg_blockrefs preds = {0};
	unsigned edges = edges_of(simplifier, region, to, inside, &preds);
	LLVMBasicBlockRef made = NULL;

	if (edges > 1 && !any_goes_to_address(&preds)) {
		made = cvg_block_gather(to, preds.at, preds.n, "");
		cvg_live_block_origin(simplifier->in->module,
				      simplifier->in->function, made, NULL, 0);
		simplifier->out->count++;
		cvg_str_addf(&simplifier->out->report,
			     "R%u: %u edges %s it gathered in one block\n",
			     region, edges, inside ? "out of" : "into");
	}
	free(preds.at);
	return made;
}

/* Does the exit only join the region's own edges? Then it is itself the block
 * that gathers them. */
static bool is_joint(const struct simplifier *simplifier, uint32_t region,
		     LLVMBasicBlockRef exit)
{
	struct cvg_blockrefs preds = {0};
	unsigned others = edges_of(simplifier, region, exit, false, &preds);

	free(preds.at);
	return others == 0 && cvg_block_is_empty(exit) &&
	       LLVMGetNumSuccessors(LLVMGetBasicBlockTerminator(exit)) == 1;
}

/*
 * Does the block make a token? One made at a loop's header ties the threads
 * that meet in each round to the header, and a block that gathers the edges
 * back would become the header.
 */
static bool makes_token(const struct cvg_fn *fn, uint32_t b)
{
	const struct cvg_block *block = &fn->blocks[b];

	for (uint32_t i = 0; i < block->ninsts; i++)
		if (fn->insts[block->inst_at + i].flags & CVG_I_TOKEN)
			return true;
	return false;
}

/* Give a region one edge in and one edge out. */
static void make_simple(struct simplifier *simplifier, uint32_t r)
{
	const struct cvg_region *region = &simplifier->regions->region[r];
	LLVMBasicBlockRef entry = simplifier->entry[r], made;

	if (!is_joint(simplifier, r, simplifier->ids.blocks[region->exit])) {
		made = gather(simplifier, r,
			      simplifier->ids.blocks[region->exit], true);
		if (made)
			cvg_ptrmap_put(&simplifier->region_of, made, r);
	}
	if (makes_token(simplifier->in->fn, region->entry))
		return;
	made = gather(simplifier, r, entry, false);
	if (!made)
		return;
	/* The new block is outside r but the entry of regions around it. */
	cvg_ptrmap_put(&simplifier->region_of, made, region->parent);
	for (uint32_t p = region->parent; p != CVG_NONE;
	     p = simplifier->regions->region[p].parent)
		if (simplifier->entry[p] == entry)
			simplifier->entry[p] = made;
}

/* ---- which regions --------------------------------------------------- */

/* Choose the regions in the arms of candidates, and those of candidates. */
static void want_candidates(struct simplifier *simplifier)
{
	const struct cvg_plan *plan =
		cvg_plan_kept(simplifier->in->ana, simplifier->in->settings);
	struct cvg_bits in_arms;

	cvg_bits_init(&in_arms, simplifier->in->fn->nblocks);
	for (uint32_t i = 0; i < plan->n; i++) {
		const struct cvg_candidate *candidate = &plan->at[i];

		if (candidate->nchain[0] == 0 || candidate->nchain[1] == 0)
			continue;
		for (int arm = 0; arm < 2; arm++)
			for (uint32_t k = 0; k < candidate->narm[arm]; k++)
				cvg_bits_add(&in_arms, candidate->arm[arm][k]);
		if (candidate->region != CVG_NONE)
			simplifier->wanted[candidate->region] = true;
	}
	for (uint32_t r = 1; r < simplifier->regions->n; r++)
		if (cvg_bits_has(&in_arms,
				 simplifier->regions->region[r].entry))
			simplifier->wanted[r] = true;
	cvg_bits_done(&in_arms);
}

/* Choose the regions that the object names, and all regions in them. */
static bool want_named(struct simplifier *simplifier, struct cvg_err *err)
{
	const struct cvg_object *o = &simplifier->in->object;
	bool any = false;

	for (uint32_t r = 1; r < simplifier->regions->n; r++) {
		const struct cvg_region *region =
			&simplifier->regions->region[r];

		simplifier->wanted[r] = o->kind == CVG_OBJ_REGION
						? r == o->id
						: region->entry == o->id;
		if (simplifier->wanted[region->parent])
			simplifier->wanted[r] = true;
		any |= simplifier->wanted[r];
	}
	if (!any)
		return cvg_fail(
			err,
			o->kind == CVG_OBJ_REGION ? "R%u is the whole function"
						  : "no region starts at B%u",
			o->kind == CVG_OBJ_REGION
				? o->id
				: simplifier->in->fn->blocks[o->id].uid);
	return true;
}

/* Find the region of each block and the entry of each region. */
static void locate(struct simplifier *simplifier)
{
	for (uint32_t b = 0; b < simplifier->in->fn->nblocks; b++)
		cvg_ptrmap_put(&simplifier->region_of,
			       simplifier->ids.blocks[b],
			       simplifier->regions->innermost[b]);
	for (uint32_t r = 0; r < simplifier->regions->n; r++)
		simplifier->entry[r] =
			simplifier->ids
				.blocks[simplifier->regions->region[r].entry];
}

static bool run(const struct cvg_phase_in *in, struct cvg_phase_out *out,
		struct cvg_err *err)
{
	struct simplifier simplifier = {
		.in = in, .regions = cvg_ana_regions(in->ana), .out = out};
	bool ok = true;

	simplifier.entry =
		cvg_calloc(simplifier.regions->n, sizeof *simplifier.entry);
	simplifier.wanted =
		cvg_calloc(simplifier.regions->n, sizeof *simplifier.wanted);
	cvg_live_ids_of(in->module, in->function, &simplifier.ids);
	locate(&simplifier);
	if (in->object.kind == CVG_OBJ_NONE)
		want_candidates(&simplifier);
	else
		ok = want_named(&simplifier, err);
	for (uint32_t r = simplifier.regions->n; ok && r-- > 1;)
		if (simplifier.wanted[r] &&
		    simplifier.regions->region[r].exit != CVG_NONE)
			make_simple(&simplifier, r);
	out->changed = out->count > 0;
	cvg_live_ids_done(&simplifier.ids);
	cvg_ptrmap_done(&simplifier.region_of);
	free(simplifier.entry);
	free(simplifier.wanted);
	return ok;
}

const struct cvg_phase cvg_phase_simplify = {
	.name = "simplify",
	.nothing = "every region in question is simple already",
	.takes = CVG_TAKES_ANY,
	.reads = CVG_READS(THRESHOLD) | CVG_READS(MODE) | CVG_READS(PAIRING) |
		 CVG_READS(ALIGN),
	.needs = CVG_ANA_REGIONS | CVG_ANA_UNIFORM | CVG_ANA_POSTDOM,
	.keeps = CVG_ANA_NOTHING,
	.run = run,
};
