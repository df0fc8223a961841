/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Two blocks compared line by line: a longest common subsequence of their
 * instructions as printed, by the usual table of O(nm) cells. Equal lines get
 * equal numbers first, so that the table compares numbers, and the common
 * beginning of both blocks needs no table.
 *
 * Blocks "a b c" and "a c d" give the lines a a, b -, c c, - d.
 */
#include "reconverge/diff.h"
#include "reconverge/graph.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* The most cells of the table; of larger blocks, all lines behind the common
 * beginning count as different. */
#define MAX_CELLS 4000000

/* One block's lines. */
struct side {
	const struct cvg_fn *fn;
	uint32_t first, n; /* ids first .. first + n - 1 of its instructions */
	uint32_t *line;	   /* [n] number of each instruction's text */
};

static void side_init(struct side *s, const struct cvg_fn *fn, uint32_t block)
{
	*s = (struct side){.fn = fn};
	if (block != CVG_NONE) {
		s->first = fn->blocks[block].inst_at;
		s->n = fn->blocks[block].ninsts;
	}
	s->line = cvg_calloc(s->n + 1, sizeof *s->line);
}

/* ---- numbering lines ------------------------------------------------- */

struct text {
	char *plain;	/* owned */
	uint32_t *line; /* where the number of the text goes */
};

/* The printed text, with each unnamed value %12 replaced by %N unless `exact`.
 * The caller frees it. */
static char *plain_text(const struct cvg_inst *in, bool exact)
{
	const char *s = cvg_inst_text(in);
	struct cvg_str out = {0};

	if (exact)
		return cvg_strdup(s);
	while (*s) {
		cvg_str_addc(&out, *s);
		if (*s++ != '%' || !isdigit((unsigned char)*s))
			continue;
		cvg_str_addc(&out, 'N');
		while (isdigit((unsigned char)*s))
			s++;
	}
	return cvg_str_take(&out);
}

static int by_text(const void *x, const void *y)
{
	return strcmp(((const struct text *)x)->plain,
		      ((const struct text *)y)->plain);
}

static void number_lines(struct side side[2], bool exact)
{
	struct text *all = cvg_calloc(side[0].n + side[1].n + 1, sizeof *all);
	uint32_t n = 0, number = 0;

	for (int k = 0; k < 2; k++) {
		for (uint32_t i = 0; i < side[k].n; i++, n++) {
			const struct cvg_fn *fn = side[k].fn;

			all[n].line = &side[k].line[i];
			all[n].plain = plain_text(&fn->insts[side[k].first + i],
						  exact);
		}
	}
	qsort(all, n, sizeof *all, by_text);
	for (uint32_t i = 0; i < n; i++) {
		number += i && by_text(&all[i - 1], &all[i]) != 0;
		*all[i].line = number;
	}
	for (uint32_t i = 0; i < n; i++)
		free(all[i].plain);
	free(all);
}

/* ---- comparing ------------------------------------------------------- */

static void add(struct cvg_linediff *d, const struct side side[2], uint32_t i,
		uint32_t j)
{
	struct cvg_linepair *p = &d->at[d->n++];

	p->a = i == CVG_NONE ? CVG_NONE : side[0].first + i;
	p->b = j == CVG_NONE ? CVG_NONE : side[1].first + j;
	d->differ |= i == CVG_NONE || j == CVG_NONE;
}

/* A table of the lengths of the longest common subsequences of a[i..) and
 * b[j..), for all i and j from `from` on. The caller frees it. */
static uint32_t *common_lengths(const struct side side[2], uint32_t from)
{
	uint32_t na = side[0].n - from, nb = side[1].n - from;
	const uint32_t *a = side[0].line + from, *b = side[1].line + from;
	size_t w = (size_t)nb + 1;
	uint32_t *len = cvg_calloc((na + 1) * w, sizeof *len);

	for (uint32_t i = na; i-- > 0;) {
		for (uint32_t j = nb; j-- > 0;) {
			uint32_t down = len[(i + 1) * w + j];
			uint32_t right = len[i * w + j + 1];

			if (a[i] == b[j])
				len[i * w + j] = len[(i + 1) * w + j + 1] + 1;
			else
				len[i * w + j] = down > right ? down : right;
		}
	}
	return len;
}

/* Pair the lines of both from `from` on, by walking through the table. */
static void add_rest(struct cvg_linediff *d, const struct side side[2],
		     uint32_t from)
{
	uint32_t na = side[0].n, nb = side[1].n, i = from, j = from;
	uint32_t *len = common_lengths(side, from);
	size_t w = (size_t)(nb - from) + 1;

	while (i < na || j < nb) {
		const uint32_t *at = len + (i - from) * w + (j - from);

		if (i < na && j < nb && side[0].line[i] == side[1].line[j]) {
			add(d, side, i++, j++);
			continue;
		}
		if (j == nb || (i < na && at[w] >= at[1]))
			add(d, side, i++, CVG_NONE);
		else
			add(d, side, CVG_NONE, j++);
	}
	free(len);
}

/* The same without a table: no line is paired. */
static void add_whole(struct cvg_linediff *d, const struct side side[2],
		      uint32_t from)
{
	for (uint32_t i = from; i < side[0].n; i++)
		add(d, side, i, CVG_NONE);
	for (uint32_t j = from; j < side[1].n; j++)
		add(d, side, CVG_NONE, j);
}

static void compare(struct cvg_linediff *d, struct side side[2], bool exact)
{
	uint32_t na = side[0].n, nb = side[1].n, from = 0;

	number_lines(side, exact);
	d->n = 0;
	for (;
	     from < na && from < nb && side[0].line[from] == side[1].line[from];
	     from++)
		add(d, side, from, from);
	if ((uint64_t)(na - from) * (nb - from) > MAX_CELLS)
		add_whole(d, side, from);
	else
		add_rest(d, side, from);
}

void cvg_linediff_init(struct cvg_linediff *d, const struct cvg_fn *a,
		       uint32_t block_a, const struct cvg_fn *b,
		       uint32_t block_b)
{
	struct side side[2];

	side_init(&side[0], a, block_a);
	side_init(&side[1], b, block_b);
	*d = (struct cvg_linediff){.n = 0};
	d->at = cvg_calloc(side[0].n + side[1].n + 1, sizeof *d->at);
	compare(d, side, false);
	/* The blocks may still differ in which unnamed values they name. */
	if (!d->differ)
		compare(d, side, true);
	free(side[0].line);
	free(side[1].line);
}

void cvg_linediff_done(struct cvg_linediff *d)
{
	free(d->at);
	*d = (struct cvg_linediff){.n = 0};
}
