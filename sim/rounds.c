/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * How often a warp would run each block of a nest of loops if flattening made
 * the nest one loop, counted while the nest runs as it is.
 *
 * A lane has a clock for each nest, which counts the edges back that the lane
 * takes, of any loop of the nest. In the one loop that flattening makes, the
 * reading of the clock is the round that the lane is in. So lanes that enter a
 * block at the same reading would run it together, however far apart they enter
 * it now: a warp would run the block once for each different reading.
 *
 * Example: a loop a has 2 rounds; in each, its inner loop b has 1 round for even
 * lanes and 2 for odd lanes. The clocks show, where a block is entered:
 *
 *     even lanes   a 0  b 0       a 1  b 1
 *     odd lanes    a 0  b 0  b 1  a 2  b 2  b 3
 *
 * The flattened loop has the 4 rounds 0 to 3; a warp runs a in 3 of them (0, 1
 * and 2) and b in all 4. tests/unit/rounds_test.c counts this kernel.
 *
 * Lanes that enter the nest together start at the same reading, which no lane
 * had before; so do those that enter it in another call of its function. Cost:
 * the active lanes, at each block, for each nest around it.
 */
#include "sim/rounds.h"

#include "reconverge/analysis.h"
#include "reconverge/graph.h"

#include <stdlib.h>
#include <string.h>

#define MOST_AROUND 4 /* nests around a block that are followed */
#define MOST_BITS   (UINT64_C(1) << 24) /* of struct seen, a nest and warp */

/* The readings at which lanes entered one block. */
struct seen {
	uint64_t *bits; /* bit i: a lane entered at reading i */
	uint64_t n;	/* bits that there is room for */
	uint64_t count; /* bits that are set */
};

/* The clocks of one warp for one nest. */
struct clocks {
	uint64_t at[CVG_MAX_LANES]; /* a lane's reading */
	uint64_t next;		    /* least reading that no lane had yet */
	uint64_t most;	   /* readings below this one are noted; the rest are
			      estimated from their share */
	struct seen *seen; /* [blocks of the nest] */
};

struct cvg_rounds {
	const struct cvg_roundplan *p; /* borrowed */
	struct clocks **nest;	       /* [p->nfns][nests of the function] */
};

/* ---- which nests ----------------------------------------------------- */

/* A loop is a nest if it holds another loop. */
static bool is_followed(const struct cvg_loops *ls, uint32_t l)
{
	return ls->loop[l].last != l && ls->loop[l].depth <= MOST_AROUND;
}

void cvg_nestruns_init(struct cvg_nestruns *x, const struct cvg_loops *loops)
{
	*x = (struct cvg_nestruns){.loops = loops};
	x->at = cvg_calloc((size_t)loops->n + 1, sizeof(*x->at));
	for (uint32_t l = 0; l < loops->n; l++) {
		if (!is_followed(loops, l))
			continue;
		x->at[x->n].loop = l;
		x->at[x->n++].runs = cvg_calloc(loops->loop[l].nblocks,
						sizeof(*x->at->runs));
	}
}

void cvg_nestruns_done(struct cvg_nestruns *x)
{
	for (uint32_t i = 0; i < x->n; i++)
		free(x->at[i].runs);
	free(x->at);
	free(x->ifs);
	*x = (struct cvg_nestruns){0};
}

static const struct cvg_loop *loop_of(const struct cvg_nestruns *x, uint32_t i)
{
	return &x->loops->loop[x->at[i].loop];
}

static void plan_fn(struct cvg_roundfn *p, uint32_t nblocks,
		    struct cvg_nestruns *out)
{
	uint32_t *fill;

	p->out = out;
	p->loops = out->loops;
	p->at = cvg_calloc((size_t)nblocks + 2, sizeof(*p->at));
	for (uint32_t i = 0; i < out->n; i++) {
		const struct cvg_loop *l = loop_of(out, i);

		for (uint32_t k = 0; k < l->nblocks; k++)
			p->at[out->loops->blocks[l->blocks_at + k] + 1]++;
	}
	for (uint32_t b = 0; b < nblocks; b++)
		p->at[b + 1] += p->at[b];
	p->place = cvg_alloc(((size_t)p->at[nblocks] + 1) * sizeof(*p->place));
	fill = cvg_calloc((size_t)nblocks + 1, sizeof(*fill));
	for (uint32_t i = 0; i < out->n; i++) {
		const struct cvg_loop *l = loop_of(out, i);

		for (uint32_t k = 0; k < l->nblocks; k++) {
			uint32_t b = out->loops->blocks[l->blocks_at + k];

			p->place[p->at[b] + fill[b]++] =
				(struct cvg_roundplace){i, k};
		}
	}
	free(fill);
}

struct cvg_roundplan *cvg_roundplan_new(const struct cvg_program *program,
					struct cvg_nestruns *out)
{
	struct cvg_roundplan *p = cvg_calloc(1, sizeof(*p));
	uint32_t nests = 0;

	p->nfns = program->nfns;
	p->of = cvg_calloc(p->nfns, sizeof(*p->of));
	for (uint32_t f = 0; out && f < p->nfns; f++) {
		nests += out[f].n;
		if (out[f].n)
			plan_fn(&p->of[f], program->fns[f].fn->nblocks,
				&out[f]);
	}
	if (nests)
		return p;
	cvg_roundplan_free(p);
	return NULL;
}

void cvg_roundplan_free(struct cvg_roundplan *p)
{
	if (!p)
		return;
	for (uint32_t f = 0; f < p->nfns; f++) {
		free(p->of[f].at);
		free(p->of[f].place);
	}
	free(p->of);
	free(p);
}

/* ---- while a warp runs ----------------------------------------------- */

static struct clocks *clocks_new(const struct cvg_roundfn *p)
{
	struct clocks *nest = cvg_calloc(p->out->n, sizeof(*nest));

	for (uint32_t i = 0; i < p->out->n; i++) {
		uint32_t n = loop_of(p->out, i)->nblocks;

		nest[i].seen = cvg_calloc(n, sizeof(*nest[i].seen));
		nest[i].most = MOST_BITS / n;
	}
	return nest;
}

struct cvg_rounds *cvg_rounds_new(const struct cvg_roundplan *p)
{
	struct cvg_rounds *r;

	if (!p)
		return NULL;
	r = cvg_calloc(1, sizeof(*r));
	r->p = p;
	r->nest = cvg_calloc(p->nfns, sizeof(*r->nest));
	for (uint32_t f = 0; f < p->nfns; f++) {
		if (p->of[f].at)
			r->nest[f] = clocks_new(&p->of[f]);
	}
	return r;
}

static void clocks_free(const struct cvg_roundfn *p, struct clocks *nest)
{
	for (uint32_t i = 0; i < p->out->n; i++) {
		for (uint32_t k = 0; k < loop_of(p->out, i)->nblocks; k++)
			free(nest[i].seen[k].bits);
		free(nest[i].seen);
	}
	free(nest);
}

void cvg_rounds_free(struct cvg_rounds *r)
{
	if (!r)
		return;
	for (uint32_t f = 0; f < r->p->nfns; f++) {
		if (r->nest[f])
			clocks_free(&r->p->of[f], r->nest[f]);
	}
	free(r->nest);
	free(r);
}

/* The lanes in `mask` enter the nest together. */
static void start(struct clocks *c, uint64_t mask)
{
	for (uint64_t rest = mask; rest; rest &= rest - 1)
		c->at[cvg_first_lane(rest)] = c->next;
	c->next++;
}

/* The lanes in `mask` take an edge back. */
static void tick(struct clocks *c, uint64_t mask)
{
	for (uint64_t rest = mask; rest; rest &= rest - 1) {
		uint64_t now = ++c->at[cvg_first_lane(rest)];

		if (now >= c->next)
			c->next = now + 1;
	}
}

void cvg_rounds_edge(struct cvg_warp *warp, uint32_t from, uint32_t to,
		     uint64_t mask)
{
	const struct cvg_roundfn *p = &warp->rounds->p->of[warp->frame->fn];
	uint32_t l = p->at ? p->loops->innermost[to] : CVG_NONE;
	bool back;

	if (l == CVG_NONE || p->loops->loop[l].header != to)
		return;
	back = cvg_loop_has(p->loops, l, from);
	for (uint32_t k = p->at[to]; k < p->at[to + 1]; k++) {
		uint32_t nest = p->place[k].nest;
		struct clocks *c = &warp->rounds->nest[warp->frame->fn][nest];

		if (back)
			tick(c, mask);
		else if (p->out->at[nest].loop == l)
			start(c, mask);
	}
}

/* Make room for the bit `least`, at most for `most` bits. */
static void grow(struct seen *s, uint64_t least, uint64_t most)
{
	uint64_t n = s->n ? s->n * 2 : 1024;

	while (n <= least)
		n *= 2;
	if (n > most)
		n = (most + 64) / 64 * 64;
	s->bits = cvg_realloc(s->bits, n / 64, sizeof(*s->bits));
	memset((uint8_t *)s->bits + s->n / 8, 0, (n - s->n) / 8);
	s->n = n;
}

/* The lanes in `mask` enter the block of `s`: note their readings. */
static void see(struct clocks *c, struct seen *s, uint64_t mask)
{
	uint64_t last = UINT64_MAX;

	for (uint64_t rest = mask; rest; rest &= rest - 1) {
		uint64_t now = c->at[cvg_first_lane(rest)];
		uint64_t bit = UINT64_C(1) << now % 64;

		if (now == last || now >= c->most)
			continue;
		last = now;
		if (now >= s->n)
			grow(s, now, c->most);
		s->count += !(s->bits[now / 64] & bit);
		s->bits[now / 64] |= bit;
	}
}

void cvg_rounds_enter(struct cvg_warp *warp, uint32_t block)
{
	const struct cvg_roundfn *p = &warp->rounds->p->of[warp->frame->fn];
	struct clocks *nest = warp->rounds->nest[warp->frame->fn];

	if (!nest)
		return;
	for (uint32_t k = p->at[block]; k < p->at[block + 1]; k++) {
		struct clocks *c = &nest[p->place[k].nest];

		see(c, &c->seen[p->place[k].row], warp->active);
	}
}

/* What was not noted, beyond c->most, is taken to be like what was noted. */
static void end_fn(const struct cvg_roundfn *p, struct clocks *nest)
{
	for (uint32_t i = 0; i < p->out->n; i++) {
		struct clocks *c = &nest[i];
		uint64_t noted = c->next < c->most ? c->next : c->most;
		double share = noted ? (double)c->next / (double)noted : 0;

		p->out->at[i].rounds += c->next;
		for (uint32_t k = 0; k < loop_of(p->out, i)->nblocks; k++) {
			struct seen *s = &c->seen[k];

			p->out->at[i].runs[k] +=
				(uint64_t)((double)s->count * share + 0.5);
			if (s->n)
				memset(s->bits, 0, s->n / 8);
			s->count = 0;
		}
		c->next = 0;
	}
}

void cvg_rounds_end(struct cvg_rounds *r)
{
	for (uint32_t f = 0; f < r->p->nfns; f++) {
		if (r->nest[f])
			end_fn(&r->p->of[f], r->nest[f]);
	}
}
