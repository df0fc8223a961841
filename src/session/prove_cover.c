/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The part of `check` that says what was not tested: blocks that differ and that
 * no run entered, and fences, atomics and barriers that order less. Both follow
 * from how many threads entered each block, summed over all runs that were
 * compared.
 */
#include "checking.h"

#include "reconverge/diff.h"
#include "reconverge/graph.h"

#include <stdlib.h>
#include <string.h>

/* ---- what ran -------------------------------------------------------- */

/* Number the blocks of all functions of the side. */
void cvg_checking_number(struct side *side)
{
	side->fn_at = cvg_calloc(side->program->nfns + 1, sizeof *side->fn_at);
	cvg_sim_blocks(side->sim, side->fn_at);
	side->nblocks = side->fn_at[side->program->nfns];
	side->now = cvg_calloc(side->nblocks + 1, sizeof *side->now);
	side->lanes = cvg_calloc(side->nblocks + 1, sizeof *side->lanes);
	side->changed = cvg_calloc(side->nblocks + 1, 1);
}

void cvg_checking_count(struct side *side, const struct cvg_counts *counts)
{
	for (uint32_t f = 0; f < side->program->nfns; f++)
		memcpy(side->now + side->fn_at[f], counts->fns[f].block_lanes,
		       (side->fn_at[f + 1] - side->fn_at[f]) *
			       sizeof *side->now);
}

bool cvg_checking_add(struct side *side)
{
	bool more = false;

	for (uint32_t b = 0; b < side->nblocks; b++) {
		more = more || (side->now[b] && !side->lanes[b]);
		side->lanes[b] += side->now[b];
	}
	return more;
}

/* ---- blocks that differ -------------------------------------------------- */

/* Can the block be entered, and does it go on? A block that traps is not meant to
 * be run. */
static bool is_wanted(const struct cvg_ufn *f, const bool *reached, uint32_t b)
{
	return reached[b] && f->blocks[b].term != CVG_T_UNREACHABLE;
}

static void mark(struct side *side, uint32_t fn, const bool *reached,
		 uint32_t block)
{
	if (block != CVG_NONE &&
	    is_wanted(&side->program->fns[fn], reached, block))
		side->changed[side->fn_at[fn] + block] = true;
}

/* The blocks that can be reached from the entry; free it. */
static bool *reached_in(const struct cvg_fn *fn)
{
	bool *reached = cvg_calloc(fn->nblocks + 1, sizeof *reached);
	uint32_t *todo = cvg_calloc(fn->nblocks + 1, sizeof *todo), n = 1;

	reached[0] = true;
	while (n) {
		const struct cvg_block *b = &fn->blocks[todo[--n]];

		for (uint32_t k = 0; k < b->nsuccs; k++) {
			uint32_t to = fn->succs[b->succs_at + k];

			if (!reached[to])
				todo[n++] = to;
			reached[to] = true;
		}
	}
	free(todo);
	return reached;
}

static void mark_all(struct side *side, uint32_t fn)
{
	const struct cvg_fn *f = side->program->fns[fn].fn;
	bool *reached = reached_in(f);

	for (uint32_t b = 0; b < f->nblocks; b++)
		mark(side, fn, reached, b);
	free(reached);
}

/* Mark the blocks in which function fa of the first side and fb of the second one
 * differ. */
static void mark_changed(struct checker *k, uint32_t fa, uint32_t fb)
{
	const struct cvg_fn *a = cvg_checking_text(k, 0, fa);
	const struct cvg_fn *b = cvg_checking_text(k, 1, fb);
	struct cvg_fndiff d;
	bool *reached[2];

	if (!a || !b || a->nblocks != k->side[0].program->fns[fa].fn->nblocks ||
	    b->nblocks != k->side[1].program->fns[fb].fn->nblocks)
		return; /* a library's function: the same on both sides */
	reached[0] = reached_in(a);
	reached[1] = reached_in(b);
	cvg_fndiff_init(&d, a, b);
	for (uint32_t i = 0; i < d.nblocks; i++) {
		if (d.blocks[i].kind == CVG_SAME)
			continue;
		mark(&k->side[0], fa, reached[0], d.blocks[i].a);
		mark(&k->side[1], fb, reached[1], d.blocks[i].b);
	}
	cvg_fndiff_done(&d);
	free(reached[0]);
	free(reached[1]);
}

static uint32_t named(const struct cvg_program *p, const char *name)
{
	for (uint32_t f = 1; f < p->nfns; f++) {
		if (!strcmp(p->fns[f].name, name))
			return f;
	}
	return CVG_NONE;
}

void cvg_checking_compare_code(struct checker *k)
{
	const struct cvg_program *a = k->side[0].program;
	const struct cvg_program *b = k->side[1].program;

	mark_changed(k, 0, 0);
	for (uint32_t f = 1; f < a->nfns; f++) {
		uint32_t other = named(b, a->fns[f].name);

		if (other == CVG_NONE)
			mark_all(&k->side[0], f);
		else
			mark_changed(k, f, other);
	}
	for (uint32_t f = 1; f < b->nfns; f++) {
		if (named(a, b->fns[f].name) == CVG_NONE)
			mark_all(&k->side[1], f);
	}
}

bool cvg_checking_missed_edge(const struct side *side)
{
	for (uint32_t f = 0; f < side->program->nfns; f++) {
		const struct cvg_fn *fn = side->program->fns[f].fn;

		for (uint32_t b = 0; b < fn->nblocks; b++) {
			const struct cvg_block *block = &fn->blocks[b];
			const uint32_t *to = &fn->succs[block->succs_at];
			const uint64_t *lanes = &side->lanes[side->fn_at[f]];

			if (!side->changed[side->fn_at[f] + b])
				continue;
			for (uint32_t k = 0; k < block->nsuccs; k++) {
				if (!lanes[to[k]])
					return true;
			}
		}
	}
	return false;
}

uint32_t cvg_checking_unrun(const struct side *side)
{
	uint32_t n = 0;

	for (uint32_t b = 0; b < side->nblocks; b++)
		n += side->changed[b] && !side->lanes[b];
	return n;
}

#define MOST_NAMES 12

static void name_unrun(const struct side *side, struct cvg_str *out)
{
	uint32_t n = 0, fn = 0;

	for (uint32_t b = 0; b < side->nblocks; b++) {
		const struct cvg_ufn *f;

		while (b >= side->fn_at[fn + 1])
			fn++;
		if (!side->changed[b] || side->lanes[b])
			continue;
		if (++n > MOST_NAMES)
			continue;
		f = &side->program->fns[fn];
		cvg_str_addf(out, "%sB%u", n > 1 ? ", " : "",
			     f->fn->blocks[b - side->fn_at[fn]].uid);
		if (fn)
			cvg_str_addf(out, " of @%s", f->name);
	}
	if (n > MOST_NAMES)
		cvg_str_addf(out, " and %u more", n - MOST_NAMES);
}

static void tell_unrun(const struct side *side, struct cvg_str *out)
{
	uint32_t changed = 0, unrun = cvg_checking_unrun(side);

	for (uint32_t b = 0; b < side->nblocks; b++)
		changed += side->changed[b];
	if (!unrun)
		return;
	cvg_str_addf(out, "%u of %u changed block%s never ran: ", unrun,
		     changed, changed == 1 ? "" : "s");
	name_unrun(side, out);
}

/* ---- what is ordered ----------------------------------------------------- */

static const struct {
	uint8_t order; /* of enum cvg_ordering; 0: a barrier */
	uint8_t scope;
	const char *what;
} strengths[] = {
	{0, CVG_SCOPE_BLOCK, "arrivals of threads at barriers"},
	{CVG_ORDER_SEQ, CVG_SCOPE_SYSTEM,
	 "sequentially consistent operations of the system"},
	{CVG_ORDER_SEQ, CVG_SCOPE_DEVICE,
	 "sequentially consistent operations of the device"},
	{CVG_ORDER_SEQ, CVG_SCOPE_BLOCK,
	 "sequentially consistent operations of the block"},
	{CVG_ORDER_SEQ, CVG_SCOPE_WARP,
	 "sequentially consistent operations of the warp"},
	{CVG_ORDER_RELEASE, CVG_SCOPE_SYSTEM, "releases to the system"},
	{CVG_ORDER_RELEASE, CVG_SCOPE_DEVICE, "releases to the device"},
	{CVG_ORDER_RELEASE, CVG_SCOPE_BLOCK, "releases to the block"},
	{CVG_ORDER_RELEASE, CVG_SCOPE_WARP, "releases to the warp"},
	{CVG_ORDER_ACQUIRE, CVG_SCOPE_SYSTEM, "acquires from the system"},
	{CVG_ORDER_ACQUIRE, CVG_SCOPE_DEVICE, "acquires from the device"},
	{CVG_ORDER_ACQUIRE, CVG_SCOPE_BLOCK, "acquires from the block"},
	{CVG_ORDER_ACQUIRE, CVG_SCOPE_WARP, "acquires from the warp"},
};
#define NSTRENGTHS ((uint32_t)(sizeof strengths / sizeof *strengths))

/* Add an operation that so many threads ran. One that orders more counts as all
 * that order less. */
static void add_strength(uint64_t *sum, const struct cvg_uop *u, uint64_t lanes)
{
	bool barrier =
		u->code == CVG_U_BARRIER || u->code == CVG_U_BARRIER_COUNT;

	for (uint32_t i = 0; i < NSTRENGTHS; i++) {
		if (strengths[i].order ? u->order & strengths[i].order &&
						 u->scope >= strengths[i].scope
				       : barrier)
			sum[i] += lanes;
	}
}

static void strengths_of(const struct side *side, uint64_t *sum)
{
	for (uint32_t f = 0; f < side->program->nfns; f++) {
		const struct cvg_ufn *fn = &side->program->fns[f];

		for (uint32_t b = 0; b < fn->fn->nblocks; b++) {
			const struct cvg_ublock *block = &fn->blocks[b];
			uint64_t lanes = side->lanes[side->fn_at[f] + b];

			for (uint32_t i = 0; lanes && i < block->nuops; i++)
				add_strength(sum, &fn->uops[block->uop_at + i],
					     lanes);
		}
	}
}

static void tell_weaker(const struct checker *k, struct cvg_str *out)
{
	uint64_t a[NSTRENGTHS] = {0}, b[NSTRENGTHS] = {0};

	strengths_of(&k->side[0], a);
	strengths_of(&k->side[1], b);
	for (uint32_t i = 0; i < NSTRENGTHS && !out->n; i++) {
		if (b[i] < a[i])
			cvg_str_addf(out, "%s: %llu, not %llu",
				     strengths[i].what,
				     (unsigned long long)b[i],
				     (unsigned long long)a[i]);
	}
}

void cvg_checking_gaps(struct checker *k)
{
	struct cvg_check *c = k->c;

	for (int i = 0; i < 2; i++) {
		tell_unrun(&k->side[i], &c->unrun_text[i]);
		c->unrun[i] = cvg_checking_unrun(&k->side[i]);
		c->untested += c->unrun[i];
	}
	tell_weaker(k, &c->weaker_text);
	c->untested += c->weaker_text.n != 0;
	c->untested += c->one_order;
}
