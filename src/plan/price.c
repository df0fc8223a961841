/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Aligning the blocks of a matched pair and pricing the result: CFM's FP_I
 * (Saumya, Sundararajah, Kulkarni, arXiv:2107.05681, IV-C) with the branches
 * that guards and seams need.
 *
 * While aligning, two operands count as equal if they are the same value or
 * if both come from inside the pair and may meld themselves; once all
 * blocks are aligned the count is made again with what really did.
 *
 * Names end in _t for the true arm and in _f for the false one. Example on
 * amdgcn: a select, a phi and an operand cost 4, a jump 16, a branch
 * 28, a store 320, of which all is saved where two become one.
 *
 *	a: i = mul t 3		p: j = mul t 5		mul   mul
 *	   k = sdiv i n					sdiv  -
 *	   store k @q		   store j @q		store store
 *
 * Saved are 16 + 320. Selects choose 3 or 5 and k or j: 8. The division could
 * trap, so its guard costs 28 + 16, and k's phi 4; a jump and the branch before
 * them go (seams.c): 48 - 16 - 28 = 4. Net: 336 - 8 - 4 = 324.
 */
#include "plan.h"

#include "reconverge/align.h"

#include <stdlib.h>
#include <string.h>

/* ---- operands -------------------------------------------------------- */

/* CVG_NONE unless the value is made in a block with that mark. */
static uint32_t inside_inst(const struct planner *planner, uint32_t stamp,
			    uint32_t value)
{
	uint32_t inst = cvg_value_inst(planner->fn, value);

	if (inst == CVG_NONE ||
	    planner->mark[planner->fn->insts[inst].block] != stamp)
		return CVG_NONE;
	return inst;
}

bool cvg_operands_meet(const struct sides *sides, uint32_t t, uint32_t f)
{
	const struct cvg_fn *fn = sides->planner->fn;
	uint32_t inst_t, inst_f;

	if (t == f ||
	    (fn->values[t].flags | fn->values[f].flags) & CVG_V_POISON)
		return true;
	inst_t = inside_inst(sides->planner, sides->stamp[0], t);
	inst_f = inside_inst(sides->planner, sides->stamp[1], f);
	if (inst_t == CVG_NONE || inst_f == CVG_NONE)
		return false;
	if (fn->insts[inst_t].op == CVG_OP_PHI &&
	    fn->insts[inst_f].op == CVG_OP_PHI)
		return fn->insts[inst_t].type == fn->insts[inst_f].type;
	if (sides->settled)
		return sides->planner->partner[inst_t] == inst_f;
	return fn->insts[inst_t].shape == fn->insts[inst_f].shape &&
	       fn->insts[inst_t].shape != CVG_NONE;
}

/* Which operand of the one stands against the k-th of the other? */
static uint32_t facing(uint32_t k, bool crossed)
{
	return crossed && k < 2 ? 1 - k : k;
}

/* Price of the selects between operands that do not meet. `crossed`: the first
 * two stand crosswise. */
static int32_t selects_of(const struct sides *sides, uint32_t inst_t,
			  uint32_t inst_f, bool crossed)
{
	const struct cvg_fn *fn = sides->planner->fn;
	int32_t sum = 0;

	for (uint32_t k = 0; k < fn->insts[inst_t].nops; k++) {
		uint32_t t = cvg_op_of(fn, inst_t, k);
		uint32_t f = cvg_op_of(fn, inst_f, facing(k, crossed));

		if (!cvg_operands_meet(sides, t, f))
			sum += (int32_t)cvg_cost_select(fn, fn->values[t].type);
	}
	return sum;
}

/* Do the first two operands stand crosswise, by need or as it is cheaper? */
static bool is_crossed(const struct sides *sides, uint32_t inst_t,
		       uint32_t inst_f)
{
	const struct cvg_inst *info_t = &sides->planner->fn->insts[inst_t];
	const struct cvg_inst *info_f = &sides->planner->fn->insts[inst_f];

	if ((info_t->flags ^ info_f->flags) & CVG_I_SWAPPED)
		return true;
	return info_t->flags & CVG_I_COMMUTATIVE &&
	       selects_of(sides, inst_t, inst_f, true) <
		       selects_of(sides, inst_t, inst_f, false);
}

/* Does the address accessed stay one expression when they meld? */
static bool same_base(const struct sides *sides, uint32_t inst_t,
		      uint32_t inst_f)
{
	const struct cvg_fn *fn = sides->planner->fn;
	uint32_t k = fn->insts[inst_t].op == CVG_OP_STORE ? 1 : 0;

	if (fn->insts[inst_t].nops <= k)
		return true;
	return cvg_operands_meet(sides, cvg_op_of(fn, inst_t, k),
				 cvg_op_of(fn, inst_f, k));
}

static int32_t saved_by(const struct sides *sides, uint32_t inst_t,
			uint32_t inst_f, bool crossed)
{
	const struct cvg_fn *fn = sides->planner->fn;

	if (cvg_loads_apart(sides->planner, inst_t, inst_f))
		return (int32_t)(cvg_cost_inst(fn, inst_t) +
				 cvg_cost_inst(fn, inst_f) -
				 cvg_cost_vector(fn, inst_t));
	return cvg_cost_saved(fn, inst_t, inst_f, crossed,
			      same_base(sides, inst_t, inst_f));
}

int32_t cvg_price_insts(const struct sides *sides, uint32_t inst_t,
			uint32_t inst_f)
{
	bool crossed = is_crossed(sides, inst_t, inst_f);

	return saved_by(sides, inst_t, inst_f, crossed) -
	       selects_of(sides, inst_t, inst_f, crossed);
}

bool cvg_may_stay(const struct sides *sides, uint32_t inst)
{
	if (sides->exclusive)
		return true;
	return cvg_may_run_unasked(&sides->planner->unasked, inst);
}

/* ---- aligning two blocks --------------------------------------------- */

uint32_t cvg_body_of(const struct planner *planner, uint32_t block,
		     uint32_t **out, struct cvg_arena *arena)
{
	const struct cvg_block *b;
	uint32_t n;

	*out = NULL;
	if (block == CVG_NONE)
		return 0;
	b = &planner->fn->blocks[block];
	n = b->ninsts - b->nphis - 1;
	*out = cvg_arena_array(arena, uint32_t, n);
	for (uint32_t i = 0; i < n; i++)
		(*out)[i] = b->inst_at + b->nphis + i;
	return n;
}

static void keep_columns(struct planner *planner, const struct sides *sides,
			 const struct cvg_alignment *alignment,
			 struct cvg_blockpair *block_pair)
{
	block_pair->ncolumns = alignment->n;
	block_pair->guarded =
		cvg_arena_array(planner->arena, bool, alignment->n);
	block_pair->column = cvg_arena_array(
		planner->arena, struct cvg_align_pair, alignment->n);
	for (uint32_t i = 0; i < alignment->n; i++) {
		struct cvg_align_pair *column = &block_pair->column[i];

		column->a = alignment->pair[i].a == CVG_NONE
				    ? CVG_NONE
				    : sides->body[0][alignment->pair[i].a];
		column->b = alignment->pair[i].b == CVG_NONE
				    ? CVG_NONE
				    : sides->body[1][alignment->pair[i].b];
	}
}

static void align_blocks(struct sides *sides, struct cvg_blockpair *block_pair,
			 int replica)
{
	struct planner *planner = sides->planner;
	struct cvg_arena scratch = {0};
	struct cvg_align_problem problem;
	struct cvg_alignment alignment;
	uint32_t *body[2], n[2];

	for (int k = 0; k < 2; k++) {
		n[k] = cvg_body_of(planner, block_pair->block[k], &body[k],
				   &scratch);
		sides->body[k] = body[k];
	}
	sides->exclusive = replica >= 0 && block_pair->forced == CVG_NONE;
	cvg_pose(sides, n, &scratch, &problem);
	cvg_align(&problem,
		  cvg_set_int(planner->settings, CVG_SET_ALIGN) ? CVG_ALIGN_SW
								: CVG_ALIGN_NW,
		  &alignment);
	keep_columns(planner, sides, &alignment, block_pair);
	cvg_alignment_done(&alignment);
	cvg_arena_done(&scratch);
}

/* ---- counting what came out ------------------------------------------ */

/* Is the instruction used outside the run of gaps with that stamp? */
static bool escapes(const struct planner *planner, uint32_t inst,
		    uint32_t stamp)
{
	const struct cvg_inst *info = &planner->fn->insts[inst];

	for (uint32_t k = 0; k < info->nusers; k++)
		if (planner->run[planner->fn->users[info->users_at + k]] !=
		    stamp)
			return true;
	return false;
}

/* Price of the guards of a run of gaps between two matches. */
static int64_t price_gaps(const struct sides *sides,
			  const struct cvg_blockpair *block_pair,
			  const struct cvg_align_pair *from,
			  const struct cvg_align_pair *to)
{
	const struct cvg_fn *fn = sides->planner->fn;
	uint32_t stamp = planner_stamp(sides->planner);
	bool guarded[2] = {false, false};
	int64_t cost = 0;

	for (const struct cvg_align_pair *gap = from; gap < to; gap++) {
		sides->planner->run[gap->a == CVG_NONE ? gap->b : gap->a] =
			stamp;
		if (gap->a != CVG_NONE && !cvg_may_stay(sides, gap->a))
			guarded[0] = true;
		if (gap->b != CVG_NONE && !cvg_may_stay(sides, gap->b))
			guarded[1] = true;
	}
	if (!guarded[0] && !guarded[1])
		return 0;
	cost += cvg_cost_branch(fn);
	cost += cvg_cost_jump(fn) * (guarded[0] + guarded[1]);
	for (const struct cvg_align_pair *gap = from; gap < to; gap++) {
		int arm = gap->a == CVG_NONE;
		uint32_t inst = arm ? gap->b : gap->a;

		block_pair->guarded[gap - block_pair->column] = guarded[arm];
		sides->planner->apart[inst] = guarded[arm];
		if (guarded[arm] && escapes(sides->planner, inst, stamp))
			cost += cvg_cost_phi(fn, fn->insts[inst].type);
	}
	return cost;
}

/* Add what the terminators of a pair of blocks cost and save. */
static void price_terminators(const struct sides *sides,
			      const struct cvg_meldpair *pair,
			      const struct cvg_blockpair *block_pair,
			      int64_t *selects, int64_t *branches)
{
	const struct cvg_fn *fn = sides->planner->fn;
	uint32_t inst_t, inst_f, one;

	if (pair->replica >= 0) {
		one = block_pair->block[!pair->replica];
		inst_t = cvg_block_last(fn, one);
		if (block_pair->forced != CVG_NONE &&
		    fn->blocks[one].nsuccs > 1)
			*selects += cvg_cost_select(
				fn, fn->values[cvg_op_of(fn, inst_t, 0)].type);
		if (block_pair->block[pair->replica] != CVG_NONE)
			*branches -= cvg_cost_jump(fn);
		return;
	}
	inst_t = cvg_block_last(fn, block_pair->block[0]);
	inst_f = cvg_block_last(fn, block_pair->block[1]);
	*branches -= cvg_cost_inst(fn, inst_t);
	if (fn->insts[inst_t].nops &&
	    !cvg_operands_meet(sides, cvg_op_of(fn, inst_t, 0),
			       cvg_op_of(fn, inst_f, 0)))
		*selects += cvg_cost_select(
			fn, fn->values[cvg_op_of(fn, inst_t, 0)].type);
	if (block_pair->inverted)
		*selects += cvg_cost_select(
			fn, fn->values[cvg_op_of(fn, inst_f, 0)].type);
}

/* Aligned instructions have other operands for threads of the other arm. Gaps
 * follow when it is known which of them are guarded. */
static void mark_apart(struct planner *planner,
		       const struct cvg_blockpair *block_pair)
{
	for (uint32_t i = 0; i < block_pair->ncolumns; i++) {
		const struct cvg_align_pair *column = &block_pair->column[i];
		bool aligned = column->a != CVG_NONE && column->b != CVG_NONE;

		if (column->a != CVG_NONE)
			planner->apart[column->a] = aligned;
		if (column->b != CVG_NONE)
			planner->apart[column->b] = aligned;
	}
}

/* Add what the alignment of a pair of blocks costs and saves. */
static void price_columns(struct sides *sides,
			  const struct cvg_blockpair *block_pair,
			  struct cvg_meldpair *pair)
{
	const struct cvg_align_pair *end =
		block_pair->column + block_pair->ncolumns;
	const struct cvg_align_pair *gap = block_pair->column;

	mark_apart(sides->planner, block_pair);
	for (const struct cvg_align_pair *column = block_pair->column;
	     column < end; column++) {
		bool crossed;

		if (column->a == CVG_NONE || column->b == CVG_NONE)
			continue;
		pair->branches += price_gaps(sides, block_pair, gap, column);
		gap = column + 1;
		pair->aligned++;
		crossed = is_crossed(sides, column->a, column->b);
		pair->saved += saved_by(sides, column->a, column->b, crossed);
		pair->selects +=
			selects_of(sides, column->a, column->b, crossed);
	}
	pair->branches += price_gaps(sides, block_pair, gap, end);
}

void cvg_sides_stamp(struct sides *sides, const struct cvg_candidate *candidate,
		     const struct cvg_meldpair *pair)
{
	for (int k = 0; k < 2; k++) {
		const struct cvg_subgraph *subgraph =
			&candidate->chain[k][pair->sub[k]];

		sides->stamp[k] = planner_stamp(sides->planner);
		for (uint32_t i = 0; i < subgraph->nblocks; i++)
			sides->planner->mark[subgraph->block[i]] =
				sides->stamp[k];
	}
}

void cvg_sides_settle(struct sides *sides, const struct cvg_meldpair *pair)
{
	uint32_t *partner = sides->planner->partner;

	for (uint32_t i = 0; i < pair->nbp; i++)
		for (uint32_t k = 0; k < pair->bp[i].ncolumns; k++) {
			const struct cvg_align_pair *column =
				&pair->bp[i].column[k];

			if (column->a != CVG_NONE)
				partner[column->a] = column->b;
			if (column->b != CVG_NONE)
				partner[column->b] = column->a;
		}
	sides->settled = true;
}

void cvg_price_pair(struct planner *planner,
		    const struct cvg_candidate *candidate,
		    struct cvg_meldpair *pair)
{
	struct sides sides = {.planner = planner};

	planner->unasked.entry = candidate->entry;
	planner->unasked.apart = NULL;
	cvg_sides_stamp(&sides, candidate, pair);
	for (uint32_t i = 0; i < pair->nbp; i++)
		align_blocks(&sides, &pair->bp[i], pair->replica);
	cvg_sides_settle(&sides, pair);
	planner->unasked.apart = planner->apart;
	pair->aligned = 0;
	pair->saved = pair->selects = pair->branches = 0;
	for (uint32_t i = 0; i < pair->nbp; i++) {
		sides.exclusive =
			pair->replica >= 0 && pair->bp[i].forced == CVG_NONE;
		price_columns(&sides, &pair->bp[i], pair);
		price_terminators(&sides, pair, &pair->bp[i], &pair->selects,
				  &pair->branches);
	}
}
