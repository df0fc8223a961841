/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Which blocks count, and what follows from that for the others. As in D. E. Knuth,
 * F. R. Stevenson: "Optimal measurement points for program frequency counts", BIT
 * 13, 1973, and T. Ball, J. R. Larus: "Optimally profiling and tracing programs",
 * TOPLAS 16(4), 1994, what comes to a block is what goes along the edges to it, and
 * leaves along the edges from it. Here that is not a number: it is a row, whose
 * word n says how often n lanes came together.
 *
 * Warps are no flow where lanes meet again: two parts of a warp come, and one warp
 * runs. So the sum over the edges to a block holds only if no branch that splits
 * warps leads there by two ways; and the sum over the edges from a block only if
 * its branch splits no warps, so that blocks whose branches do always count.
 *
 * All other blocks count at first, and then, innermost cycles first, each stops
 * counting whose rows still follow: an equation with one unknown row gives it.
 */
#include "instrument.h"

#include "reconverge/analysis.h"
#include "reconverge/graph.h"
#include "reconverge/sim.h"

#include <stdlib.h>
#include <string.h>

/* ---- the equations ------------------------------------------------------- */

/* Rows: of block b number b, of edge e number nblocks + e. Equations: number b, the
 * row of b is the sum of those of the edges from it; nblocks + b, of those to it. */
struct flow {
	const struct cvg_fn *fn;
	uint32_t nrows;
	uint32_t *from;	      /* [nedges] the block that the edge leaves */
	uint32_t *in_at, *in; /* [nblocks + 1], [nedges] the edges to a block */
	bool *holds;	      /* [2 nblocks] the equation does */
	uint32_t *unknown;    /* [2 nblocks] how many rows of it are unknown */
	bool *known;	      /* [nrows] */
	uint32_t *queue;      /* [2 nblocks] equations with one unknown row */
	uint32_t nqueue;
};

static void find_edges(struct flow *flow)
{
	const struct cvg_fn *fn = flow->fn;
	uint32_t nedges = cvg_fn_nedges(fn);
	uint32_t *fill = cvg_calloc(fn->nblocks + (size_t)1, sizeof *fill);

	for (uint32_t e = 0; e < nedges; e++)
		flow->in_at[fn->succs[e] + 1]++;
	for (uint32_t b = 0; b < fn->nblocks; b++) {
		flow->in_at[b + 1] += flow->in_at[b];
		fill[b] = flow->in_at[b];
		for (uint32_t k = 0; k < fn->blocks[b].nsuccs; k++)
			flow->from[fn->blocks[b].succs_at + k] = b;
	}
	for (uint32_t e = 0; e < nedges; e++)
		flow->in[fill[fn->succs[e]]++] = e;
	free(fill);
}

enum { MANY = -1 };

/* Set meets[b] for the blocks that the branch of q leads to by two ways, before
 * the one where its lanes meet. way: [nblocks] zeros, and again when it is done. */
static void mark_meetings(const struct cvg_fn *fn, uint32_t q, uint32_t join,
			  int64_t *way, struct cvg_u32s *work, bool *meets)
{
	struct cvg_u32s seen = {0};

	if (join != CVG_NONE)
		meets[join] = true;
	for (uint32_t k = 0; k < fn->blocks[q].nsuccs; k++) {
		uint32_t first = fn->succs[fn->blocks[q].succs_at + k];

		if (first == join)
			continue;
		way[first] = way[first] ? MANY : (int64_t)k + 1;
		cvg_push(work, first);
		cvg_push(&seen, first);
	}
	while (work->n) {
		uint32_t b = work->at[--work->n];

		cvg_foreach_succ (fn, b, s) {
			if (*s == join || way[*s] == way[b] || way[*s] == MANY)
				continue;
			way[*s] = way[*s] ? MANY : way[b];
			cvg_push(work, *s);
			cvg_push(&seen, *s);
		}
	}
	for (size_t i = 0; i < seen.n; i++) {
		uint32_t b = seen.at[i];

		if (way[b] == MANY && fn->blocks[b].npreds > 1)
			meets[b] = true;
	}
	for (size_t i = 0; i < seen.n; i++)
		way[seen.at[i]] = 0;
	free(seen.at);
}

static bool splits(struct cvg_ana *ana, uint32_t b)
{
	return cvg_ana_fn(ana)->blocks[b].nsuccs > 1 &&
	       cvg_bits_has(&cvg_ana_uniform(ana)->divergent_term, b);
}

static void find_equations(struct flow *flow, struct cvg_ana *ana)
{
	const struct cvg_fn *fn = flow->fn;
	const uint32_t *joins = cvg_ana_joins(ana);
	int64_t *way = cvg_calloc(fn->nblocks, sizeof *way);
	bool *meets = cvg_calloc(fn->nblocks, sizeof *meets);
	struct cvg_u32s work = {0};

	for (uint32_t b = 0; b < fn->nblocks; b++) {
		flow->holds[b] = fn->blocks[b].nsuccs && !splits(ana, b);
		if (splits(ana, b))
			mark_meetings(fn, b, joins[b], way, &work, meets);
	}
	for (uint32_t b = 1; b < fn->nblocks; b++)
		flow->holds[fn->nblocks + b] = !meets[b];
	free(work.at);
	free(meets);
	free(way);
}

static void flow_init(struct flow *out, struct cvg_ana *ana)
{
	const struct cvg_fn *fn = cvg_ana_fn(ana);
	uint32_t nedges = cvg_fn_nedges(fn);

	*out = (struct flow){.fn = fn, .nrows = fn->nblocks + nedges};
	out->from = cvg_calloc(nedges + (size_t)1, sizeof *out->from);
	out->in = cvg_calloc(nedges + (size_t)1, sizeof *out->in);
	out->in_at = cvg_calloc(fn->nblocks + (size_t)1, sizeof *out->in_at);
	out->holds = cvg_calloc(fn->nblocks * (size_t)2, sizeof *out->holds);
	out->unknown =
		cvg_calloc(fn->nblocks * (size_t)2, sizeof *out->unknown);
	out->queue = cvg_calloc(fn->nblocks * (size_t)2, sizeof *out->queue);
	out->known = cvg_calloc(out->nrows, sizeof *out->known);
	find_edges(out);
	find_equations(out, ana);
}

static void flow_done(struct flow *flow)
{
	free(flow->from);
	free(flow->in);
	free(flow->in_at);
	free(flow->holds);
	free(flow->unknown);
	free(flow->queue);
	free(flow->known);
}

/* ---- solving them -------------------------------------------------------- */

/* The k-th row on the right side of the equation; CVG_NONE: it has no more. */
static uint32_t term(const struct flow *flow, uint32_t equation, uint32_t k)
{
	const struct cvg_fn *fn = flow->fn;
	uint32_t b = equation % fn->nblocks;

	if (equation < fn->nblocks)
		return k < fn->blocks[b].nsuccs
			       ? fn->nblocks + fn->blocks[b].succs_at + k
			       : CVG_NONE;
	return flow->in_at[b] + k < flow->in_at[b + 1]
		       ? fn->nblocks + flow->in[flow->in_at[b] + k]
		       : CVG_NONE;
}

static void learn_in(struct flow *flow, uint32_t equation)
{
	if (flow->holds[equation] && --flow->unknown[equation] == 1)
		flow->queue[flow->nqueue++] = equation;
}

/* The row is known from now on. */
static void learn(struct flow *flow, uint32_t row)
{
	uint32_t n = flow->fn->nblocks;

	flow->known[row] = true;
	learn_in(flow, row < n ? row : flow->from[row - n]);
	learn_in(flow, n + (row < n ? row : flow->fn->succs[row - n]));
}

/* Give the one unknown row of the equation what the others leave. A row that a
 * machine contradicts, on which lanes meet elsewhere, is not less than 0. */
static void give(const struct flow *flow, uint32_t equation, uint32_t unknown,
		 uint64_t *rows, uint32_t side)
{
	uint32_t b = equation % flow->fn->nblocks, row;
	uint64_t *out = rows + (size_t)unknown * side;
	const uint64_t *sum = rows + (size_t)b * side;

	if (unknown != b)
		memcpy(out, sum, side * sizeof *out);
	for (uint32_t k = 0; (row = term(flow, equation, k)) != CVG_NONE; k++) {
		const uint64_t *with = rows + (size_t)row * side;

		for (uint32_t n = 0; n < side && row != unknown; n++) {
			if (unknown == b)
				out[n] += with[n];
			else
				out[n] -= with[n] < out[n] ? with[n] : out[n];
		}
	}
}

static void solve_one(struct flow *flow, uint32_t equation, uint64_t *rows,
		      uint32_t side)
{
	uint32_t unknown = equation % flow->fn->nblocks;

	for (uint32_t k = 0; flow->known[unknown]; k++) {
		unknown = term(flow, equation, k);
		if (unknown == CVG_NONE)
			return; /* another equation gave it */
	}
	if (rows)
		give(flow, equation, unknown, rows, side);
	learn(flow, unknown);
}

/* Learn all that follows from the blocks that count. rows: [nrows][side] theirs, to
 * which the others' are added, or NULL. Returns whether all rows are known. */
static bool solve(struct flow *flow, const uint8_t *way, uint64_t *rows,
		  uint32_t side)
{
	const struct cvg_fn *fn = flow->fn;
	bool all = true;

	memset(flow->known, 0, flow->nrows * sizeof *flow->known);
	flow->nqueue = 0;
	for (uint32_t b = 0; b < fn->nblocks; b++) {
		flow->unknown[b] = 1 + fn->blocks[b].nsuccs;
		flow->unknown[fn->nblocks + b] = 1 + fn->blocks[b].npreds;
		if (!fn->blocks[b].npreds && flow->holds[fn->nblocks + b])
			flow->queue[flow->nqueue++] = fn->nblocks + b;
	}
	for (uint32_t b = 0; b < fn->nblocks; b++) {
		if (way[b] == CVG_COUNT_NOTHING)
			continue;
		learn(flow, b);
		for (uint32_t k = 0; k < fn->blocks[b].nsuccs; k++)
			learn(flow, fn->nblocks + fn->blocks[b].succs_at + k);
	}
	for (uint32_t i = 0; i < flow->nqueue; i++)
		solve_one(flow, flow->queue[i], rows, side);
	for (uint32_t row = 0; row < flow->nrows; row++)
		all = all && flow->known[row];
	return all;
}

/* ---- which blocks count ---------------------------------------------------- */

static enum cvg_count_way way_of(struct cvg_ana *ana, uint32_t b)
{
	uint32_t nsuccs = cvg_ana_fn(ana)->blocks[b].nsuccs;

	if (nsuccs < 2)
		return CVG_COUNT_LANES;
	if (!splits(ana, b))
		return CVG_COUNT_WAY;
	return nsuccs == 2 ? CVG_COUNT_BOTH : CVG_COUNT_EACH;
}

struct inmost {
	uint32_t depth, block;
};

static int by_depth(const void *a, const void *b)
{
	const struct inmost *x = a, *y = b;

	if (x->depth != y->depth)
		return x->depth < y->depth ? 1 : -1;
	return x->block < y->block ? -1 : 1;
}

/* The blocks, those of inner cycles first; for the caller to free. */
static struct inmost *sorted(struct cvg_ana *ana)
{
	const struct cvg_fn *fn = cvg_ana_fn(ana);
	const struct cvg_cycles *cycles = cvg_ana_cycles(ana);
	struct inmost *blocks = cvg_calloc(fn->nblocks, sizeof *blocks);

	for (uint32_t b = 0; b < fn->nblocks; b++) {
		uint32_t in = cycles->innermost[b];

		blocks[b].block = b;
		blocks[b].depth = in == CVG_NONE ? 0 : cycles->cycle[in].depth;
	}
	qsort(blocks, fn->nblocks, sizeof *blocks, by_depth);
	return blocks;
}

enum { MOST_STEPS = 1 << 27 }; /* of the search: beyond it, blocks count on */

static void place(struct cvg_counted *counted)
{
	const struct cvg_fn *fn = counted->fn;
	struct inmost *blocks = sorted(counted->ana);
	struct flow flow;

	flow_init(&flow, counted->ana);
	counted->way = cvg_calloc(fn->nblocks, sizeof *counted->way);
	for (uint32_t b = 0; b < fn->nblocks; b++)
		counted->way[b] = (uint8_t)way_of(counted->ana, b);
	for (uint32_t i = 0; i < fn->nblocks; i++) {
		uint32_t b = blocks[i].block;
		uint8_t way = counted->way[b];

		if (splits(counted->ana, b) ||
		    (uint64_t)i * flow.nrows > MOST_STEPS)
			continue;
		counted->way[b] = CVG_COUNT_NOTHING;
		if (!solve(&flow, counted->way, NULL, 0))
			counted->way[b] = way;
	}
	flow_done(&flow);
	free(blocks);
}

/* ---- the words --------------------------------------------------------------- */

uint64_t cvg_counters_words(const struct cvg_counted *counted, uint32_t b,
			    uint32_t warp)
{
	uint64_t side = warp + UINT64_C(1);
	uint64_t nsuccs = counted->fn->blocks[b].nsuccs;

	switch ((enum cvg_count_way)counted->way[b]) {
	case CVG_COUNT_NOTHING:
		return 0;
	case CVG_COUNT_LANES:
		return side;
	case CVG_COUNT_WAY:
		return nsuccs * side;
	case CVG_COUNT_BOTH:
		return side * side;
	case CVG_COUNT_EACH:
		return (2 + nsuccs) * side;
	}
	return 0;
}

uint64_t cvg_counters_layout(struct cvg_counted *counted, uint32_t n,
			     uint32_t warp)
{
	uint64_t at = CVG_COUNTERS_HEAD;

	for (uint32_t f = 0; f < n; f++) {
		place(&counted[f]);
		counted[f].at = at;
		for (uint32_t b = 0; b < counted[f].fn->nblocks; b++)
			at += cvg_counters_words(&counted[f], b, warp);
	}
	return at;
}

void cvg_counters_done(struct cvg_counted *counted, uint32_t n)
{
	for (uint32_t f = 0; f < n; f++)
		free(counted[f].way);
}

static uint64_t mix(uint64_t hash, uint64_t with)
{
	return (hash ^ with) * UINT64_C(1099511628211);
}

uint64_t cvg_counters_hash(const struct cvg_counted *counted, uint32_t n)
{
	uint64_t hash = UINT64_C(14695981039346656037);

	for (uint32_t f = 0; f < n; f++) {
		hash = mix(hash, counted[f].fn->fingerprint);
		for (uint32_t b = 0; b < counted[f].fn->nblocks; b++)
			hash = mix(hash, counted[f].way[b]);
	}
	return hash;
}

/* ---- reading ------------------------------------------------------------------- */

/* Where the rows of a function are filled from the words of its blocks. */
struct reading {
	const struct cvg_fn *fn;
	uint64_t *rows;
	uint32_t side; /* words of a row: the lanes of a warp, and 1 */
	struct cvg_fn_counts *out;
};

static uint64_t *row_of(const struct reading *reading, uint32_t row)
{
	return reading->rows + (size_t)row * reading->side;
}

/* The rows of a block with a branch that splits warps by two ways. */
static void read_both(const struct reading *reading, uint32_t b,
		      const uint64_t *word)
{
	uint32_t edge = reading->fn->nblocks + reading->fn->blocks[b].succs_at;
	const uint32_t *succ =
		reading->fn->succs + reading->fn->blocks[b].succs_at;

	for (uint32_t n = 0; n < reading->side; n++) {
		for (uint32_t t = 0; t <= n; t++) {
			uint64_t times = word[(size_t)n * reading->side + t];

			row_of(reading, b)[n] += times;
			row_of(reading, edge)[t] += times;
			row_of(reading, edge + 1)[n - t] += times;
			if (t && t < n && succ[0] != succ[1])
				reading->out->split[b] += times;
		}
	}
}

/* The rows of a block that counts, from its words. */
static void read_block(const struct reading *reading, uint32_t b,
		       enum cvg_count_way way, const uint64_t *word)
{
	const struct cvg_block *block = &reading->fn->blocks[b];
	uint32_t edge = reading->fn->nblocks + block->succs_at;
	uint32_t side = reading->side;

	if (way == CVG_COUNT_BOTH) {
		read_both(reading, b, word);
		return;
	}
	for (uint32_t n = 0; n < side; n++) {
		uint64_t *to = row_of(reading, b) + n;

		if (way == CVG_COUNT_LANES)
			*to = word[n];
		if (way == CVG_COUNT_EACH) {
			*to = word[n] + word[side + n];
			reading->out->split[b] += word[side + n];
		}
		for (uint32_t k = 0; k < block->nsuccs; k++) {
			size_t at = way == CVG_COUNT_EACH  ? 2 + (size_t)k
				    : way == CVG_COUNT_WAY ? k
							   : 0;

			row_of(reading, edge + k)[n] = word[at * side + n];
			if (way == CVG_COUNT_WAY)
				*to += word[at * side + n];
		}
	}
}

static void add_row(const uint64_t *row, uint32_t side, uint64_t *warps,
		    uint64_t *lanes)
{
	for (uint32_t n = 1; n < side; n++) {
		*warps += row[n];
		*lanes += row[n] * n;
	}
}

void cvg_counters_read(const struct cvg_counted *counted, uint32_t warp,
		       const uint64_t *words, struct cvg_fn_counts *out)
{
	const struct cvg_fn *fn = counted->fn;
	struct reading reading = {.fn = fn, .side = warp + 1, .out = out};
	struct flow flow;

	flow_init(&flow, counted->ana);
	reading.rows =
		cvg_calloc((size_t)flow.nrows * reading.side, sizeof *words);
	words += counted->at;
	for (uint32_t b = 0; b < fn->nblocks; b++) {
		enum cvg_count_way way = (enum cvg_count_way)counted->way[b];

		if (way != CVG_COUNT_NOTHING)
			read_block(&reading, b, way, words);
		words += cvg_counters_words(counted, b, warp);
	}
	solve(&flow, counted->way, reading.rows, reading.side);
	for (uint32_t b = 0; b < fn->nblocks; b++)
		add_row(row_of(&reading, b), reading.side, &out->block_warps[b],
			&out->block_lanes[b]);
	for (uint32_t e = 0; e + fn->nblocks < flow.nrows; e++)
		add_row(row_of(&reading, fn->nblocks + e), reading.side,
			&out->edge_warps[e], &out->edge_lanes[e]);
	free(reading.rows);
	flow_done(&flow);
}
