/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * What an access of a warp costs memory: how many lines of global memory it
 * touches, and how many passes shared memory needs because lanes access different
 * words of one bank.
 */
#include "sim/memory.h"

#include "reconverge/target.h"

#include <string.h>

#define BANKS 32 /* of 4 bytes; both targets serve 32 lanes at a time */

#define TABLE 256

/* How many different numbers are among n, at most 128, by a small hash table. */
static uint32_t distinct(const uint32_t *x, uint32_t n)
{
	uint32_t table[TABLE];
	uint8_t used[TABLE] = {0};
	uint32_t count = 0;

	for (uint32_t i = 0; i < n; i++) {
		uint32_t at = (x[i] * UINT32_C(2654435761)) >> 24;

		while (used[at] && table[at] != x[i])
			at = (at + 1) % TABLE;
		count += !used[at];
		used[at] = 1;
		table[at] = x[i];
	}
	return count;
}

/* How many lines all lanes touch, if they lie within 64 lines; else 0. */
CVG_CLONES static uint32_t near_lines(const uint32_t *restrict off,
				      uint32_t lanes, uint32_t bytes,
				      uint32_t shift)
{
	uint32_t low = UINT32_MAX, high = 0;
	uint64_t lines = 0;

	for (uint32_t l = 0; l < lanes; l++) {
		low = off[l] < low ? off[l] : low;
		high = off[l] > high ? off[l] : high;
	}
	low >>= shift;
	if (((high + bytes - 1) >> shift) - low >= 64)
		return 0;
	for (uint32_t l = 0; l < lanes; l++) {
		uint64_t from = (off[l] >> shift) - low;
		uint64_t to = ((off[l] + bytes - 1) >> shift) - low;

		lines |= UINT64_C(1) << from | UINT64_C(1) << to;
	}
	return (uint32_t)__builtin_popcountll(lines);
}

/* Lines of 1 << shift bytes that the active lanes touch. */
static uint32_t lines_of(const struct cvg_warp *warp, const struct cvg_span *s,
			 uint32_t bytes, uint32_t shift)
{
	uint32_t line[2 * CVG_MAX_LANES], n = 0, changes = 0;
	bool sorted = true;

	if (s->same)
		return ((s->off[0] + bytes - 1) >> shift) -
		       (s->off[0] >> shift) + 1;
	/* Lanes that are not active have the place of the first active one. */
	n = near_lines(s->off, cvg_lanes(warp), bytes, shift);
	if (n)
		return n;
	for (uint64_t rest = warp->active; rest; rest &= rest - 1) {
		uint32_t off = s->off[cvg_first_lane(rest)];
		uint32_t from = off >> shift;
		uint32_t to = (off + bytes - 1) >> shift;

		line[n++] = from;
		if (to != from)
			line[n++] = to;
	}
	for (uint32_t i = 1; i < n; i++) {
		sorted &= line[i] >= line[i - 1];
		changes += line[i] != line[i - 1];
	}
	return sorted ? changes + 1 : distinct(line, n);
}

/* ---- banks ----------------------------------------------------------- */

/* Do the lanes of a group access a stretch of at most BANKS words, so that no two
 * different words share a bank? */
CVG_CLONES static bool is_narrow(const uint32_t *restrict off,
				 const uint32_t *restrict mask, uint32_t bytes)
{
	uint32_t low = UINT32_MAX, high = 0;

	for (uint32_t l = 0; l < 32; l++) {
		uint32_t least = off[l] | ~mask[l], most = off[l] & mask[l];

		low = least < low ? least : low;
		high = most > high ? most : high;
	}
	return (high + bytes - 1) / 4 - low / 4 < BANKS;
}

/* The largest number of different words that these lanes access in one bank. */
static uint32_t passes_of(const struct cvg_span *s, uint32_t lanes,
			  uint32_t from)
{
	uint32_t words[BANKS][32];
	uint8_t n[BANKS] = {0};
	uint32_t most = 1;

	for (; lanes; lanes &= lanes - 1) {
		uint32_t l = from + (uint32_t)__builtin_ctz(lanes);
		uint32_t word = s->off[l] / 4, bank = word % BANKS, i = 0;

		while (i < n[bank] && words[bank][i] != word)
			i++;
		if (i < n[bank])
			continue;
		words[bank][n[bank]++] = word;
		if (n[bank] > most)
			most = n[bank];
	}
	return most;
}

/* Passes of shared memory for an access of one word or less a lane. */
static uint32_t shared_passes(struct cvg_warp *warp, const struct cvg_span *s,
			      uint32_t bytes)
{
	const uint32_t *mask = cvg_mask_row(warp);
	uint32_t passes = 0;

	for (uint32_t from = 0; from < cvg_lanes(warp); from += 32) {
		uint32_t lanes = (uint32_t)(warp->active >> from);

		if (!lanes)
			continue;
		passes +=
			s->same || is_narrow(s->off + from, mask + from, bytes)
				? 1
				: passes_of(s, lanes, from);
	}
	return passes;
}

/* ---- counting -------------------------------------------------------- */

static uint32_t global_lines(const struct cvg_warp *warp,
			     const struct cvg_span *s,
			     const struct cvg_uop *uop, uint32_t bytes)
{
	uint32_t line =
		cvg_target_info(warp->machine->sim->program->target)->line;
	uint32_t shift = (uint32_t)__builtin_ctz(line);
	uint32_t step = cvg_kind_bytes((enum cvg_kind)uop->kind);
	uint32_t last;

	if (!s->row)
		return lines_of(warp, s, bytes, shift);
	last = s->off[0] + (cvg_lanes(warp) - 1) * step + bytes - 1;
	return (last >> shift) - (s->off[0] >> shift) + 1;
}

/* The cycles of the lines, or passes, beyond the least that so many active lanes
 * need. */
static uint32_t extra_of(const struct cvg_warp *warp, const struct cvg_span *s,
			 uint32_t n, uint32_t bytes)
{
	uint32_t lanes = (uint32_t)__builtin_popcountll(warp->active);
	uint32_t line = cvg_target_info(warp->machine->sim->program->target)
				->line,
		 least;

	if (s->mem.buffer) {
		least = (lanes * bytes + line - 1) / line;
		return n > least ? (n - least) * warp->code->line : 0;
	}
	least = ((uint32_t)warp->active ? 1u : 0) +
		(warp->active >> 32 ? 1u : 0);
	return (n - least) * warp->code->pass;
}

void cvg_count_access(struct cvg_warp *warp, const struct cvg_bound *op,
		      const struct cvg_span *s)
{
	const struct cvg_uop *uop = op->uop;
	struct cvg_fn_counts *counts =
		&warp->block->counts.fns[warp->frame->fn];
	uint32_t n = 1, bytes = uop->c == CVG_NONE ? 1 : uop->c;

	if (uop->inst == CVG_NONE)
		return;
	if (s && s->mem.buffer)
		n = global_lines(warp, s, uop, bytes);
	else if (s && s->mem.data == warp->block->shared.data)
		n = shared_passes(warp, s, bytes);
	if (warp->machine->timed && n > 1)
		warp->clock.extra = extra_of(warp, s, n, bytes);
	counts->accesses[uop->inst]++;
	counts->transactions[uop->inst] += n;
}
