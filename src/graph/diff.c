/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * What changed between two snapshots of one function. Blocks are matched by
 * their stable number.
 *
 * An unnamed value is printed as a number, %12, which counts the unnamed
 * values before it and so changes when code is inserted. Two such numbers are
 * therefore compared by pairing them: when %1 of the one snapshot first stands
 * where %2 of the other does, the two are paired, and from then on %1 is equal
 * to %2 only. Pairs made in a block that turns out different are dissolved.
 *
 *	old			new
 *	%1 = add i32 %x, 1	%2 = add i32 %x, 1	pairs %1 with %2
 *	ret i32 %1		ret i32 %2		the block is the same
 */
#include "reconverge/diff.h"
#include "reconverge/graph.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* Which unnamed value %N of a is paired with which %M of b. */
struct pairing {
	uint32_t *to_b; /* [na] N to M, CVG_NONE: not paired */
	uint32_t *to_a; /* [nb] M to N */
	uint32_t na, nb;
	struct cvg_u32s new_a; /* each N paired since the block began */
};

struct differ {
	const struct cvg_fn *a, *b;
	struct pairing pairs;
};

/* Pair n with m if both are free. True: they are paired now. */
static bool pair(struct pairing *p, uint32_t n, uint32_t m)
{
	if (n >= p->na || m >= p->nb)
		return n == m;
	if (p->to_b[n] == CVG_NONE && p->to_a[m] == CVG_NONE) {
		p->to_b[n] = m;
		p->to_a[m] = n;
		cvg_push(&p->new_a, n);
		return true;
	}
	return p->to_b[n] == m && p->to_a[m] == n;
}

/* Dissolve the pairs made since the block began. */
static void unpair_new(struct pairing *p)
{
	for (size_t i = 0; i < p->new_a.n; i++) {
		uint32_t n = p->new_a.at[i];

		p->to_a[p->to_b[n]] = CVG_NONE;
		p->to_b[n] = CVG_NONE;
	}
	p->new_a.n = 0;
}

/* If the text begins with an unnamed value, "%12" (not "%12x", not "%x"): its
 * number, and the text behind it. */
static bool unnamed(const char *s, uint32_t *number, const char **rest)
{
	const char *end;
	unsigned long n = 0;

	if (s[0] != '%' || !isdigit((unsigned char)s[1]))
		return false;
	for (end = s + 1; isdigit((unsigned char)*end) && n < CVG_NONE; end++)
		n = n * 10 + (unsigned long)(*end - '0');
	if (isalnum((unsigned char)*end) || *end == '_' || *end == '.' ||
	    *end == '-' || *end == '$' || n >= CVG_NONE)
		return false;
	*number = (uint32_t)n;
	*rest = end;
	return true;
}

static bool same_text(struct pairing *p, const char *a, const char *b)
{
	while (*a && *b) {
		const char *rest_a, *rest_b;
		uint32_t n, m;

		if (*a == '%' && unnamed(a, &n, &rest_a) &&
		    unnamed(b, &m, &rest_b)) {
			if (!pair(p, n, m))
				return false;
			a = rest_a;
			b = rest_b;
			continue;
		}
		if (*a++ != *b++)
			return false;
	}
	return *a == *b;
}

/* Compare instructions without printed text: operation, type, operands. */
static bool same_parts(struct differ *d, const struct cvg_inst *x,
		       const struct cvg_inst *y)
{
	if (x->op != y->op || x->nops != y->nops || x->flags != y->flags ||
	    x->predicate != y->predicate ||
	    strcmp(d->a->types[x->type].text, d->b->types[y->type].text))
		return false;
	for (uint32_t k = 0; k < x->nops; k++) {
		uint32_t v = d->a->ops[x->ops_at + k];
		uint32_t w = d->b->ops[y->ops_at + k];
		const char *s = d->a->values[v].text;
		const char *t = d->b->values[w].text;

		if (!s != !t || (s && !same_text(&d->pairs, s, t)))
			return false;
	}
	return true;
}

static bool same_inst(struct differ *d, uint32_t i, uint32_t j)
{
	const struct cvg_inst *x = &d->a->insts[i];
	const struct cvg_inst *y = &d->b->insts[j];

	if (x->text && y->text)
		return same_text(&d->pairs, x->text, y->text);
	return same_parts(d, x, y);
}

static bool same_block(struct differ *d, uint32_t a, uint32_t b)
{
	const struct cvg_block *x = &d->a->blocks[a];
	const struct cvg_block *y = &d->b->blocks[b];
	bool same = x->ninsts == y->ninsts;

	d->pairs.new_a.n = 0;
	for (uint32_t k = 0; k < x->ninsts && same; k++)
		same = same_inst(d, x->inst_at + k, y->inst_at + k);
	if (!same)
		unpair_new(&d->pairs);
	return same;
}

/* ---- matching -------------------------------------------------------- */

struct by_uid {
	uint32_t uid;
	uint32_t block;
};

static int compare_uid(const void *x, const void *y)
{
	uint32_t a = ((const struct by_uid *)x)->uid;
	uint32_t b = ((const struct by_uid *)y)->uid;

	return (a > b) - (a < b);
}

/* match[b of one]: the block of `other` with the same uid, or CVG_NONE. */
static uint32_t *match_blocks(const struct cvg_fn *one,
			      const struct cvg_fn *other)
{
	uint32_t *match = cvg_alloc(one->nblocks * sizeof *match);
	struct by_uid *sorted = cvg_alloc(other->nblocks * sizeof *sorted);

	for (uint32_t b = 0; b < other->nblocks; b++)
		sorted[b] = (struct by_uid){other->blocks[b].uid, b};
	qsort(sorted, other->nblocks, sizeof *sorted, compare_uid);
	for (uint32_t b = 0; b < one->nblocks; b++) {
		struct by_uid key = {one->blocks[b].uid, 0};
		const struct by_uid *hit = bsearch(&key, sorted, other->nblocks,
						   sizeof *sorted, compare_uid);

		match[b] = hit ? hit->block : CVG_NONE;
	}
	free(sorted);
	return match;
}

/* Pair the numbers of unnamed labels first: which blocks correspond is known
 * by their stable numbers. */
static void pair_labels(struct differ *d, const uint32_t *match)
{
	for (uint32_t b = 0; b < d->b->nblocks; b++) {
		const char *name = d->b->blocks[b].name;
		const char *other;
		char *end_a, *end_b;
		unsigned long n, m;

		if (match[b] == CVG_NONE)
			continue;
		other = d->a->blocks[match[b]].name;
		n = strtoul(other, &end_a, 10);
		m = strtoul(name, &end_b, 10);
		if (isdigit((unsigned char)*other) && !*end_a &&
		    isdigit((unsigned char)*name) && !*end_b &&
		    n < d->pairs.na && m < d->pairs.nb)
			pair(&d->pairs, (uint32_t)n, (uint32_t)m);
	}
}

static void pairs_init(struct pairing *p, const struct cvg_fn *a,
		       const struct cvg_fn *b)
{
	/* Numbers count arguments, blocks and instructions. */
	p->na = a->nargs + a->ninsts + a->nblocks;
	p->nb = b->nargs + b->ninsts + b->nblocks;
	p->to_b = cvg_alloc(p->na * sizeof *p->to_b);
	p->to_a = cvg_alloc(p->nb * sizeof *p->to_a);
	for (uint32_t i = 0; i < p->na; i++)
		p->to_b[i] = CVG_NONE;
	for (uint32_t i = 0; i < p->nb; i++)
		p->to_a[i] = CVG_NONE;
}

static void add(struct cvg_fndiff *d, enum cvg_diffkind kind, uint32_t a,
		uint32_t b)
{
	d->blocks[d->nblocks++] = (struct cvg_blockdiff){kind, a, b};
	d->nsame += kind == CVG_SAME;
	d->nchanged += kind == CVG_CHANGED;
	d->nadded += kind == CVG_ADDED;
	d->nremoved += kind == CVG_REMOVED;
}

/* The removed blocks that follow block `at` of the older snapshot. */
static void add_removed(struct cvg_fndiff *d, const struct cvg_fn *a,
			const uint32_t *in_b, uint32_t at)
{
	for (; at < a->nblocks && in_b[at] == CVG_NONE; at++)
		add(d, CVG_REMOVED, at, CVG_NONE);
}

void cvg_fndiff_init(struct cvg_fndiff *d, const struct cvg_fn *a,
		     const struct cvg_fn *b)
{
	struct differ u = {.a = a, .b = b};
	uint32_t *in_a = match_blocks(b, a);
	uint32_t *in_b = match_blocks(a, b);

	*d = (struct cvg_fndiff){0};
	d->blocks = cvg_calloc(a->nblocks + b->nblocks, sizeof *d->blocks);
	pairs_init(&u.pairs, a, b);
	pair_labels(&u, in_a);
	add_removed(d, a, in_b, 0);
	for (uint32_t k = 0; k < b->nblocks; k++) {
		if (in_a[k] == CVG_NONE) {
			add(d, CVG_ADDED, CVG_NONE, k);
			continue;
		}
		add(d, same_block(&u, in_a[k], k) ? CVG_SAME : CVG_CHANGED,
		    in_a[k], k);
		add_removed(d, a, in_b, in_a[k] + 1);
	}
	free(u.pairs.to_a);
	free(u.pairs.to_b);
	free(u.pairs.new_a.at);
	free(in_a);
	free(in_b);
}

void cvg_fndiff_done(struct cvg_fndiff *d)
{
	free(d->blocks);
	*d = (struct cvg_fndiff){0};
}
