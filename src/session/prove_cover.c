/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The part of `check` that says what was not tested: blocks that differ and that
 * no run entered, their edges that no thread took, and fences, atomics and
 * barriers that order less. All follow from how many threads entered each block
 * and took each edge, summed over all runs that were compared.
 *
 * An edge that was never taken does not make a test partial: loops that always
 * run once and bounds that always hold would make nearly every test so.
 */
#include "checking.h"

#include "reconverge/cxxname.h"
#include "reconverge/diff.h"
#include "reconverge/graph.h"
#include "reconverge/ucodes.h"

#include <stdlib.h>
#include <string.h>

/* ---- what ran -------------------------------------------------------- */

static void tally_new(struct tally *t, const struct cvg_program *p,
		      uint32_t (*length)(const struct cvg_fn *fn))
{
	uint32_t n = 0;

	t->fn_at = cvg_calloc(p->nfns + 1, sizeof *t->fn_at);
	for (uint32_t f = 0; f < p->nfns; f++) {
		t->fn_at[f] = n;
		n += length(p->fns[f].fn);
	}
	t->fn_at[p->nfns] = n;
	t->now = cvg_calloc(n + 1, sizeof *t->now);
	t->sum = cvg_calloc(n + 1, sizeof *t->sum);
}

static void tally_done(struct tally *t)
{
	free(t->fn_at);
	free(t->now);
	free(t->sum);
}

/* Keep what the last run counted of function f. */
static void tally_set(struct tally *t, uint32_t f, const uint64_t *counts)
{
	uint32_t n = t->fn_at[f + 1] - t->fn_at[f];

	memcpy(t->now + t->fn_at[f], counts, n * sizeof *t->now);
}

/* Add the last run. Is there something new in it? */
static bool tally_add(struct tally *t, uint32_t n)
{
	bool more = false;

	for (uint32_t i = 0; i < n; i++) {
		more = more || (t->now[i] && !t->sum[i]);
		t->sum[i] += t->now[i];
	}
	return more;
}

static uint32_t blocks_of(const struct cvg_fn *fn)
{
	return fn->nblocks;
}

void cvg_checking_number(struct side *side)
{
	const struct cvg_program *p = side->program;

	tally_new(&side->blocks, p, blocks_of);
	tally_new(&side->edges, p, cvg_fn_nedges);
	side->changed = cvg_calloc(side->blocks.fn_at[p->nfns] + 1, 1);
}

void cvg_checking_unnumber(struct side *side)
{
	tally_done(&side->blocks);
	tally_done(&side->edges);
	free(side->changed);
}

void cvg_checking_count(struct side *side, const struct cvg_counts *counts)
{
	for (uint32_t f = 0; f < side->program->nfns; f++) {
		tally_set(&side->blocks, f, counts->fns[f].block_lanes);
		tally_set(&side->edges, f, counts->fns[f].edge_lanes);
	}
}

bool cvg_checking_add(struct side *side)
{
	uint32_t nfns = side->program->nfns;

	tally_add(&side->edges, side->edges.fn_at[nfns]);
	return tally_add(&side->blocks, side->blocks.fn_at[nfns]);
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
		side->changed[side->blocks.fn_at[fn] + block] = true;
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

void cvg_checking_compare_code(struct checker *k)
{
	const struct cvg_program *a = k->side[0].program;
	const struct cvg_program *b = k->side[1].program;

	mark_changed(k, 0, 0);
	for (uint32_t f = 1; f < a->nfns; f++) {
		uint32_t other = cvg_program_fn(b, a->fns[f].name);

		if (other == CVG_NONE)
			mark_all(&k->side[0], f);
		else
			mark_changed(k, f, other);
	}
	for (uint32_t f = 1; f < b->nfns; f++) {
		if (cvg_program_fn(a, b->fns[f].name) == CVG_NONE)
			mark_all(&k->side[1], f);
	}
}

/* ---- what no run came to ----------------------------------------------- */

#define MOST_NAMES 12

/* A list of names while it is written. */
struct names {
	struct cvg_str *out;
	uint32_t n;
};

/* Begin the next name. False: there are too many. */
static bool next_name(struct names *names)
{
	if (++names->n > MOST_NAMES)
		return false;
	if (names->n > 1)
		cvg_str_add(names->out, ", ");
	return true;
}

/* Append the function that a block or an edge belongs to, unless it is the
 * kernel. */
static void end_name(struct names *names, const struct cvg_program *p,
		     uint32_t f)
{
	if (f) {
		cvg_str_add(names->out, " of ");
		cvg_cxx_add(names->out, p->fns[f].name);
	}
}

static void end_names(struct names *names)
{
	if (names->n > MOST_NAMES)
		cvg_str_addf(names->out, " and %u more", names->n - MOST_NAMES);
}

static void name_unrun(const struct side *side, struct cvg_str *out)
{
	const struct cvg_program *p = side->program;
	struct names names = {.out = out};

	for (uint32_t f = 0; f < p->nfns; f++) {
		const struct cvg_fn *fn = p->fns[f].fn;
		uint32_t at = side->blocks.fn_at[f];

		for (uint32_t b = 0; b < fn->nblocks; b++) {
			if (!side->changed[at + b] || side->blocks.sum[at + b])
				continue;
			if (!next_name(&names))
				continue;
			cvg_str_addf(out, "B%u", fn->blocks[b].uid);
			end_name(&names, p, f);
		}
	}
	end_names(&names);
}

uint32_t cvg_checking_unrun(const struct side *side)
{
	uint32_t n = 0;

	for (uint32_t b = 0; b < side->blocks.fn_at[side->program->nfns]; b++)
		n += side->changed[b] && !side->blocks.sum[b];
	return n;
}

static void tell_unrun(const struct side *side, struct cvg_str *out)
{
	uint32_t changed = 0, unrun = cvg_checking_unrun(side);

	for (uint32_t b = 0; b < side->blocks.fn_at[side->program->nfns]; b++)
		changed += side->changed[b];
	if (!unrun)
		return;
	cvg_str_addf(out, "%u of %u changed block%s never ran: ", unrun,
		     changed, changed == 1 ? "" : "s");
	name_unrun(side, out);
}

/* Does the branch go the same way whatever a kernel computes? */
static bool is_fixed(const struct cvg_ublock *block)
{
	return block->term != CVG_T_INDIRECT && block->ref != CVG_NONE &&
	       block->ref & CVG_REF_CONST;
}

/* Did a thread go from the block to its k-th successor; or is k not the first edge
 * that leads there? */
static bool was_taken(const struct side *side, uint32_t f,
		      const struct cvg_block *from, uint32_t k)
{
	const uint32_t *to = &side->program->fns[f].fn->succs[from->succs_at];
	const uint64_t *sum =
		&side->edges.sum[side->edges.fn_at[f] + from->succs_at];

	for (uint32_t i = 0; i < from->nsuccs; i++) {
		if (to[i] == to[k] && (i < k || sum[i]))
			return true;
	}
	return false;
}

/*
 * Did threads come to an edge that no thread took? It leaves a changed block, or
 * enters one. What a block that traps is for, and what no value can lead to, is
 * not meant; an edge to a changed block that never ran is named by the block.
 */
static bool is_untaken(const struct side *side, uint32_t f, uint32_t b,
		       uint32_t k)
{
	const struct cvg_ufn *fn = &side->program->fns[f];
	const struct cvg_block *from = &fn->fn->blocks[b];
	uint32_t to = fn->fn->succs[from->succs_at + k];
	const bool *changed = &side->changed[side->blocks.fn_at[f]];
	const uint64_t *ran = &side->blocks.sum[side->blocks.fn_at[f]];

	if (!(changed[b] || changed[to]) || (changed[to] && !ran[to]))
		return false;
	return ran[b] && !is_fixed(&fn->blocks[b]) &&
	       fn->blocks[to].term != CVG_T_UNREACHABLE &&
	       !was_taken(side, f, from, k);
}

static void tell_untaken(const struct side *side, struct cvg_str *out)
{
	const struct cvg_program *p = side->program;
	struct names names = {.out = out};

	for (uint32_t f = 0; f < p->nfns; f++) {
		const struct cvg_fn *fn = p->fns[f].fn;

		for (uint32_t b = 0; b < fn->nblocks; b++) {
			const struct cvg_block *from = &fn->blocks[b];
			const uint32_t *to = &fn->succs[from->succs_at];

			for (uint32_t k = 0; k < from->nsuccs; k++) {
				if (!is_untaken(side, f, b, k) ||
				    !next_name(&names))
					continue;
				cvg_str_addf(out, "B%u -> B%u", from->uid,
					     fn->blocks[to[k]].uid);
				end_name(&names, p, f);
			}
		}
	}
	end_names(&names);
}

bool cvg_checking_missed_edge(const struct side *side)
{
	for (uint32_t f = 0; f < side->program->nfns; f++) {
		const struct cvg_fn *fn = side->program->fns[f].fn;
		uint32_t at = side->blocks.fn_at[f];

		for (uint32_t b = 0; b < fn->nblocks; b++) {
			const struct cvg_block *block = &fn->blocks[b];
			const uint32_t *to = &fn->succs[block->succs_at];

			if (!side->changed[at + b])
				continue;
			for (uint32_t k = 0; k < block->nsuccs; k++) {
				if (!side->blocks.sum[at + to[k]])
					return true;
			}
		}
	}
	return false;
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
			uint64_t lanes =
				side->blocks.sum[side->blocks.fn_at[f] + b];

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
	struct cvg_check *c = k->check;

	for (int i = 0; i < 2; i++) {
		tell_unrun(&k->side[i], &c->unrun_text[i]);
		tell_untaken(&k->side[i], &c->untaken_text[i]);
		c->unrun[i] = cvg_checking_unrun(&k->side[i]);
		c->untested += c->unrun[i];
	}
	tell_weaker(k, &c->weaker_text);
	c->untested += c->weaker_text.n != 0;
	c->untested += c->one_order;
}
