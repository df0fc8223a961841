/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Where the walks of both sides end. The old side stops at a cut; the new side must
 * come to a block that stands for that cut, after the same effects. Where the new side
 * has had all effects and goes on, to what the old side does only behind the cut, the
 * path is run anew, and the old side passes the cut: one round of a loop of the new code
 * may be several of the old one. The new side may then arrive at any cut that was
 * passed, and arrives at the one where most of what it holds is what the old side held.
 *
 * Example: `while (c(i)) i = f(i)` against `while (c(i)) { i = f(i); if (!c(i)) break;
 * i = f(i); }`. The old side stops after one round; the new side is then in the middle
 * of one and branches on c(i). So the old side passes the cut and decides c(i), too.
 */
#include "private.h"

#include "reconverge/ucodes.h"

#include <stdlib.h>

#define BLOCKS_NEW  20000 /* that the new side may enter on one path */
#define MOST_PASSED 8	  /* cuts on one path */

/* ---- cuts ------------------------------------------------------------- */

/* The old side is at a cut: does it pass? It stops there at first. */
static bool passes(struct path *path)
{
	const struct decision stop = {
		.forced = true,
		.is_cut = true,
		.learnt = path->side[0].calls ? 0 : path->proof->syms.learnt.n};

	if (path->decided == path->decisions.n)
		cvg_push(&path->decisions, stop);
	return path->decisions.at[path->decided++].value;
}

/* What the old side holds at the cut where it is. */
static void note_cut(struct path *path)
{
	const struct walker *w = &path->side[0];
	struct cut cut = {.block = w->block,
			  .effects = (uint32_t)path->effects.n,
			  .held_at = (uint32_t)path->held.n};

	for (uint32_t i = 0; i < w->code->ufn->nslots; i++)
		cvg_push(&path->held, cvg_path_read(&path->side[0], i));
	cvg_push(&path->cuts, cut);
}

bool cvg_path_passes_more(struct path *path)
{
	size_t i = path->decided < path->decisions.n ? path->decided
						     : path->decisions.n;

	if (path->end != END_CUT || path->matched < path->effects.n ||
	    path->cuts.n > MOST_PASSED)
		return false;
	while (i && !path->decisions.at[i - 1].is_cut)
		i--;
	if (!i)
		return false;
	path->decisions.at[i - 1].value = true;
	path->decisions.n = i;
	path->again = true;
	return true;
}

/* ---- the old side ------------------------------------------------------ */

static void end_old(struct path *path, const struct cvg_ublock *ub)
{
	path->end = ub->term == CVG_T_RETURN ? END_RETURN : END_UNDEFINED;
	path->end_at = ub->list_at;
	path->nend = ub->nlist;
}

bool cvg_path_walk_old(struct path *path)
{
	struct walker *w = &path->side[0];

	while (path->end == END_NONE) {
		const struct cvg_ublock *ub = &w->code->ufn->blocks[w->block];

		if (!cvg_proof_goes_on(path->proof) ||
		    !cvg_walk_over(w, ub->uop_at, ub->nuops))
			return false;
		if (path->end != END_NONE)
			return true;
		if (ub->term == CVG_T_RETURN || ub->term == CVG_T_UNREACHABLE) {
			end_old(path, ub);
			return true;
		}
		if (!cvg_walk_on(w, ub))
			return false;
		if (!w->code->cut[w->block])
			continue;
		note_cut(path);
		if (passes(path)) {
			path->proof->passed[0][w->block] = true;
			continue;
		}
		path->end = END_CUT;
		path->end_block = w->block;
	}
	return true;
}

/* ---- the new side ------------------------------------------------------ */

/* The new side returns. */
static bool returns(struct path *path, const struct cvg_ublock *ub)
{
	struct walker *old = &path->side[0], *w = &path->side[1];
	char name[16];

	if (path->end != END_RETURN || path->matched < path->effects.n)
		return cvg_path_fail(path,
				     "the new code returns in %s where the old "
				     "code goes on",
				     cvg_proof_block(w->code, w->block, name));
	for (uint32_t i = 0; i < path->nend; i++) {
		uint32_t ref = old->code->ufn->lists[path->end_at + i];
		struct cvg_scalar a = cvg_path_read(old, ref);
		struct cvg_scalar b =
			cvg_path_read(w, w->code->ufn->lists[ub->list_at + i]);

		if (!cvg_path_refines_source(path, a, cvg_path_source(old, ref),
					     b))
			return cvg_path_fail(path, "%s",
					     "the results that are returned");
	}
	return true;
}

/* How many slots that the new side reads from its block on hold something else than
 * every slot of the old side held at the cut? */
static uint32_t strange(struct path *path, const struct cut *cut)
{
	struct cvg_syms *syms = &path->proof->syms;
	struct walker *w = &path->side[1];
	const struct cvg_scalar *held = path->held.at + cut->held_at;
	uint32_t n = path->side[0].code->ufn->nslots, sum = 0;

	for (uint32_t i = 0; i < w->code->ufn->nslots; i++) {
		uint32_t v, k = 0;

		if (!cvg_code_live(w->code, w->block, i))
			continue;
		v = cvg_path_read(w, i).v;
		while (k < n && !cvg_sym_same_now(syms, held[k].v, v))
			k++;
		sum += k == n;
	}
	return sum;
}

/* The cut for which the block stands where the new side is; NULL: there is none. A
 * block that was made of several stands for those of which it holds the values, as far
 * as proof->lenient does not say that it may hold others, of its own. */
static const struct cut *arrived_at(struct path *path)
{
	struct proof *proof = path->proof;
	const struct code *old = path->side[0].code, *new = path->side[1].code;
	uint32_t b = path->side[1].block, least = 0;
	const struct cut *best = NULL;

	for (size_t i = 0; i < path->cuts.n; i++) {
		const struct cut *cut = &path->cuts.at[i];
		bool same = old->fn->blocks[cut->block].uid ==
			    new->fn->blocks[b].uid;
		uint32_t others;

		if (path->matched != cut->effects ||
		    !cvg_code_is_partner(old, cut->block, new, b))
			continue;
		others = path->cuts.n == 1 && (same || proof->lenient)
				 ? 0
				 : strange(path, cut);
		if (others && !same && !proof->lenient) {
			proof->strict = true;
			continue;
		}
		if (best && others >= least)
			continue;
		best = cut;
		least = others;
	}
	return best;
}

/* The new side came to a block: was it there that the path ends? */
static bool arrives(struct path *path)
{
	const struct cut *cut = arrived_at(path);

	if (!cut)
		return false;
	cvg_state_arrive(path, cut);
	return true;
}

bool cvg_path_walk_new(struct path *path)
{
	struct walker *w = &path->side[1];
	char name[16], to[16];

	for (uint32_t n = 0; !cvg_walk_is_over(w); n++) {
		const struct cvg_ublock *ub = &w->code->ufn->blocks[w->block];

		if (n == BLOCKS_NEW)
			return cvg_path_fail(
				path,
				"no place of the new code was found that "
				"corresponds to %s",
				path->end == END_CUT
					? cvg_proof_block(path->side[0].code,
							  path->end_block, to)
					: "an end of the old code");
		if (!cvg_proof_goes_on(path->proof) ||
		    !cvg_walk_over(w, ub->uop_at, ub->nuops))
			return false;
		if (cvg_walk_is_over(w))
			return true;
		if (ub->term == CVG_T_RETURN)
			return returns(path, ub);
		if (ub->term == CVG_T_UNREACHABLE)
			return cvg_path_fail(
				path,
				"the new code may reach unreachable code in %s",
				cvg_proof_block(w->code, w->block, name));
		if (!cvg_walk_on(w, ub))
			return false;
		if (arrives(path))
			return true;
		if (w->code->cut[w->block])
			path->proof->passed[1][w->block] = true;
	}
	return true;
}
