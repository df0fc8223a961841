/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Two blocks compared line by line: a longest common subsequence of the shapes
 * of their lines, by the usual table of O(nm) cells, in which a line that is
 * equal with its names counts more than one that is equal without them. The
 * common beginning of both blocks needs no table.
 *
 * Blocks "a b c" and "a c d" give the lines a a, b -, c c, - d.
 */
#include "diff.h"

#include <stdlib.h>

/* The most cells of the table; of larger blocks, all lines behind the common
 * beginning count as different. */
#define MAX_CELLS 4000000

/* What two lines are worth that are equal with their names. */
#define EXACT 4

/* The lines of one block. */
struct lines {
	const struct cvg_diffline *at;
	const struct cvg_inst *inst;
	uint32_t first, n; /* ids first .. first + n - 1 of its instructions */
};

static struct lines lines_of(const struct cvg_diffside *side, uint32_t block)
{
	struct lines l = {0};

	if (block == CVG_NONE)
		return l;
	l.first = side->fn->blocks[block].inst_at;
	l.n = side->fn->blocks[block].ninsts;
	l.at = side->line + l.first;
	l.inst = side->fn->insts + l.first;
	return l;
}

static bool has_shape(const struct cvg_diffline *x,
		      const struct cvg_diffline *y)
{
	return x->shape == y->shape && x->nrefs == y->nrefs;
}

/* What pairing line i of a with line j of b is worth; 0: they cannot be paired.
 * Of two lines of different shape the one may have become the other if both are
 * the same operation, and their results have one name or both are the last. */
static uint32_t worth(const struct lines side[2], uint32_t i, uint32_t j)
{
	const struct cvg_diffline *x = &side[0].at[i], *y = &side[1].at[j];
	bool named = x->result && x->result == y->result;

	if (x->exact == y->exact && has_shape(x, y))
		return EXACT;
	if (has_shape(x, y))
		return named ? 3 : 2;
	if (side[0].inst[i].op != side[1].inst[j].op)
		return 0;
	return named ? 2 : i + 1 == side[0].n && j + 1 == side[1].n;
}

static void add(struct cvg_linepairs *out, const struct lines side[2],
		uint32_t i, uint32_t j)
{
	struct cvg_linepair p = {.a = side[0].first + i,
				 .b = side[1].first + j};

	cvg_push(out, p);
}

/* True if each line has the shape of the line at the same place. */
static bool are_parallel(const struct lines side[2])
{
	for (uint32_t i = 0; i < side[0].n && i < side[1].n; i++)
		if (!has_shape(&side[0].at[i], &side[1].at[i]))
			return false;
	return side[0].n == side[1].n;
}

/* The best worth of pairing a[i..) with b[j..), for all i and j from `from` on.
 * The caller frees it. */
static uint32_t *best_worths(const struct lines side[2], uint32_t from)
{
	uint32_t na = side[0].n - from, nb = side[1].n - from;
	size_t w = (size_t)nb + 1;
	uint32_t *best = cvg_calloc((na + 1) * w, sizeof *best);

	for (uint32_t i = na; i-- > 0;) {
		for (uint32_t j = nb; j-- > 0;) {
			uint32_t most = best[(i + 1) * w + j];
			uint32_t here = worth(side, from + i, from + j);

			if (best[i * w + j + 1] > most)
				most = best[i * w + j + 1];
			if (here && here + best[(i + 1) * w + j + 1] > most)
				most = here + best[(i + 1) * w + j + 1];
			best[i * w + j] = most;
		}
	}
	return best;
}

/* Pair the lines of both from `from` on, by walking through the table. */
static void align_rest(struct cvg_linepairs *out, const struct lines side[2],
		       uint32_t from)
{
	uint32_t na = side[0].n, nb = side[1].n, i = from, j = from;
	uint32_t *best = best_worths(side, from);
	size_t w = (size_t)(nb - from) + 1;

	while (i < na && j < nb) {
		const uint32_t *at = best + (i - from) * w + (j - from);
		uint32_t here = worth(side, i, j);

		if (here && *at == here + at[w + 1])
			add(out, side, i++, j++);
		else if (at[w] >= at[1])
			i++;
		else
			j++;
	}
	free(best);
}

void cvg_diff_align(const struct cvg_difftext *t, uint32_t block_a,
		    uint32_t block_b, struct cvg_linepairs *out)
{
	struct lines side[2] = {lines_of(&t->side[0], block_a),
				lines_of(&t->side[1], block_b)};
	uint32_t na = side[0].n, nb = side[1].n, i = 0;
	bool parallel = are_parallel(side);

	while (i < na && i < nb && (parallel || worth(side, i, i) == EXACT)) {
		add(out, side, i, i);
		i++;
	}
	if ((uint64_t)(na - i) * (nb - i) <= MAX_CELLS)
		align_rest(out, side, i);
}

/* ---- the lines of both ----------------------------------------------- */

/* Lines i .. to - 1 of a, then lines j .. until - 1 of b, which have no
 * partner. */
static void add_alone(struct cvg_linediff *d, uint32_t i, uint32_t to,
		      uint32_t j, uint32_t until)
{
	d->differ |= i < to || j < until;
	for (; i < to; i++)
		d->at[d->n++] = (struct cvg_linepair){.a = i, .b = CVG_NONE};
	for (; j < until; j++)
		d->at[d->n++] = (struct cvg_linepair){.a = CVG_NONE, .b = j};
}

void cvg_linediff_init(struct cvg_linediff *d, const struct cvg_fndiff *of,
		       uint32_t block_a, uint32_t block_b)
{
	struct lines side[2] = {lines_of(&of->text->side[0], block_a),
				lines_of(&of->text->side[1], block_b)};
	uint32_t i = side[0].first, j = side[1].first;
	struct cvg_linepairs pairs = {0};

	*d = (struct cvg_linediff){.n = 0};
	d->at = cvg_calloc(side[0].n + side[1].n + 1, sizeof *d->at);
	cvg_diff_align(of->text, block_a, block_b, &pairs);
	for (size_t k = 0; k < pairs.n; k++) {
		struct cvg_linepair p = pairs.at[k];

		p.changed = !cvg_diff_same_line(of->text, p.a, p.b);
		add_alone(d, i, p.a, j, p.b);
		d->differ |= p.changed;
		d->at[d->n++] = p;
		i = p.a + 1;
		j = p.b + 1;
	}
	add_alone(d, i, side[0].first + side[0].n, j,
		  side[1].first + side[1].n);
	free(pairs.at);
}

void cvg_linediff_done(struct cvg_linediff *d)
{
	free(d->at);
	*d = (struct cvg_linediff){.n = 0};
}
