/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * What atomics and fences order, for the search for data races (races.c): vector
 * clocks, as in C. Flanagan, S. Freund, "FastTrack", PLDI 2009,
 * doi.org/10.1145/1542476.1542490, section 2.
 *
 * A release publishes, at the place in memory that the atomic operation writes,
 * what its warp has done and knows. An atomic operation that reads the place sees
 * that, and an acquire makes it known to the warp. Between barriers, warps of a
 * block are told apart by a clock for each, which a release advances, so that what
 * a warp does after its release is not published. Of other blocks, a stamp says up
 * to which barrier, warp and clock they are known; what a block knows of others,
 * all its warps know.
 *
 * Example: warp 0 has clock 3.
 *
 *     data = 1;                             data has the mark warp 0, clock 3
 *     atomic_store(flag, release);          flag publishes: warp 0 up to 3
 *     late = 1;                             late has the mark warp 0, clock 4
 *
 * Warp 1 loads `flag` with acquire and knows warp 0 up to 3. That it then reads
 * `data` is ordered, and that it reads `late` is a race.
 *
 * Where this is not exact, more is ordered than should be: an atomic write that
 * releases nothing leaves what the place has published; the clock of a warp ends
 * at 31 between two barriers; and if there are very many places or blocks, any
 * acquire at device scope orders all other blocks.
 */
#include "sim/race_order.h"

#include "sim/race_mark.h"

#include <stdlib.h>
#include <string.h>

#define WARPS	    32
#define MOST_CLOCK  31
#define MOST_PLACES 65536
#define MOST_STAMPS (UINT64_C(1) << 24) /* of all places */
#define MOST_WORK   (UINT64_C(1) << 26) /* stamps that are merged */

/* What is known of the warps of a block between two barriers: 1 + the clock up to
 * which each is known, or 0. */
struct clocks {
	uint8_t of[WARPS];
};

/* A place at which something was released. */
struct place {
	uint64_t byte;
	uint32_t granule; /* 0: shared memory */
	bool used;
	uint64_t era; /* of `warps`; in another one, they stand for nothing */
	struct clocks warps;
	uint32_t *blocks; /* [nblocks] stamps, or NULL: of none */
};

struct cvg_orders {
	uint64_t nblocks;
	struct place *places; /* [mask + 1], less than half of them used */
	uint64_t mask, nplaces;
	uint64_t stamps, work; /* that were made, and merged */
	bool coarse; /* there is too much: any acquire orders all blocks */
	/* Of the block that runs: */
	uint64_t era;	/* another one for each block and barrier */
	uint64_t epoch; /* barriers that the block has passed */
	uint8_t clock[WARPS];
	uint8_t fenced[WARPS]; /* 1 + the clock of its last release fence */
	const struct cvg_uop *releasing[WARPS]; /* the operation that releases
					at this clock, or NULL */
	struct clocks known[WARPS];
	struct clocks seen[WARPS]; /* by reads, for a fence to acquire */
	uint32_t *blocks;	   /* [nblocks] stamps that the block knows */
	uint32_t *far;		   /* and those that it has seen */
	bool knows, sees;	   /* is there any in blocks, in far? */
};

/* ---- stamps ------------------------------------------------------------ */

/*
 * What is known of another block: all before barrier `epoch`, and of the one warp
 * behind it what is before a clock. From the highest bit: a 1, epoch 17, warp 6,
 * 1 + clock 6.
 */
#define STAMP_EPOCH  12
#define STAMP_WARP   6
#define ANY_WARP     63
#define LAST_EPOCH   UINT32_C(0x1ffff)
#define LOW(x, bits) ((x) & ((UINT32_C(1) << (bits)) - 1))

static uint32_t stamp_of(uint64_t epoch, uint32_t warp, uint32_t clock)
{
	if (epoch >= LAST_EPOCH) { /* marks do not tell such epochs apart */
		epoch = LAST_EPOCH;
		warp = ANY_WARP;
	}
	return UINT32_C(1) << 31 | (uint32_t)epoch << STAMP_EPOCH |
	       warp << STAMP_WARP | clock;
}

static uint32_t stamp_merge(uint32_t a, uint32_t b)
{
	uint32_t high = a > b ? a : b, low = a > b ? b : a;

	if (high >> STAMP_EPOCH != low >> STAMP_EPOCH ||
	    high >> STAMP_WARP == low >> STAMP_WARP || !LOW(low, STAMP_WARP))
		return high;
	return LOW(high, STAMP_WARP) ? high | ANY_WARP << STAMP_WARP : low;
}

static bool stamp_covers(uint32_t stamp, uint64_t mark)
{
	uint32_t epoch = LOW(stamp >> STAMP_EPOCH, 17);
	uint32_t warp = LOW(stamp >> STAMP_WARP, 6);
	uint32_t of = cvg_mark_epoch(mark);

	if (!stamp || of != epoch)
		return stamp && of < epoch;
	return warp == ANY_WARP ||
	       (warp == cvg_mark_warp(mark) &&
		LOW(stamp, STAMP_WARP) > cvg_mark_clock(mark));
}

/* No stamps, or so many that there are too many. */
static uint32_t *new_blocks(struct cvg_orders *o)
{
	o->stamps += o->nblocks;
	o->coarse = o->coarse || o->stamps > MOST_STAMPS;
	return o->coarse ? NULL : cvg_calloc(o->nblocks, sizeof(uint32_t));
}

/* Merge stamps of all blocks into *to, which is made if it is NULL. */
static void merge_blocks(struct cvg_orders *o, uint32_t **to,
			 const uint32_t *from)
{
	o->work += o->nblocks;
	o->coarse = o->coarse || o->work > MOST_WORK;
	if (!*to && !o->coarse)
		*to = new_blocks(o);
	for (uint64_t i = 0; from && !o->coarse && i < o->nblocks; i++) {
		if (from[i] && from[i] != (*to)[i])
			(*to)[i] = stamp_merge((*to)[i], from[i]);
	}
}

static void merge_clocks(struct clocks *to, const struct clocks *from)
{
	for (uint32_t i = 0; i < WARPS; i++) {
		if (from->of[i] > to->of[i])
			to->of[i] = from->of[i];
	}
}

static bool knows_warps(const struct clocks *c)
{
	for (uint32_t i = 0; i < WARPS; i++) {
		if (c->of[i])
			return true;
	}
	return false;
}

/* ---- places ------------------------------------------------------------ */

/* The place, or the free one where it belongs. */
static struct place *find(const struct cvg_orders *o, uint32_t granule,
			  uint64_t byte)
{
	uint64_t i = cvg_hash64(byte ^ cvg_hash64(granule));

	for (i &= o->mask;; i = (i + 1) & o->mask) {
		struct place *p = &o->places[i];

		if (!p->used || (p->granule == granule && p->byte == byte))
			return p;
	}
}

static void grow(struct cvg_orders *o)
{
	struct place *old = o->places;
	uint64_t n = old ? o->mask + 1 : 0;

	o->mask = n ? 2 * n - 1 : 15;
	o->places = cvg_calloc(o->mask + 1, sizeof *o->places);
	for (uint64_t i = 0; i < n; i++) {
		if (old[i].used)
			*find(o, old[i].granule, old[i].byte) = old[i];
	}
	free(old);
}

/* The place of a release. */
static struct place *make(struct cvg_orders *o, uint32_t granule, uint64_t byte)
{
	struct place *p;

	if (2 * (o->nplaces + 1) > o->mask)
		grow(o);
	p = find(o, granule, byte);
	if (p->used)
		return p;
	if (++o->nplaces == MOST_PLACES)
		o->coarse = true;
	*p = (struct place){.byte = byte, .granule = granule, .used = true};
	return p;
}

/* ---- a block ----------------------------------------------------------- */

struct cvg_orders *cvg_orders_new(uint64_t nblocks)
{
	struct cvg_orders *o = cvg_calloc(1, sizeof *o);

	o->nblocks = nblocks;
	return o;
}

void cvg_orders_free(struct cvg_orders *take_o)
{
	if (!take_o)
		return;
	for (uint64_t i = 0; take_o->places && i <= take_o->mask; i++)
		free(take_o->places[i].blocks);
	free(take_o->places);
	free(take_o->blocks);
	free(take_o->far);
	free(take_o);
}

void cvg_orders_barrier(struct cvg_orders *o)
{
	o->era++;
	o->epoch++;
	memset(o->clock, 0, sizeof o->clock);
	memset(o->fenced, 0, sizeof o->fenced);
	memset(o->releasing, 0, sizeof o->releasing);
	memset(o->known, 0, sizeof o->known);
	memset(o->seen, 0, sizeof o->seen);
}

void cvg_orders_block(struct cvg_orders *o)
{
	o->epoch = 0;
	cvg_orders_barrier(o);
	if (o->knows && o->blocks)
		memset(o->blocks, 0, o->nblocks * sizeof *o->blocks);
	if (o->sees && o->far)
		memset(o->far, 0, o->nblocks * sizeof *o->far);
	o->knows = o->sees = false;
}

/* ---- releases and acquires ----------------------------------------------- */

static void advance(struct cvg_orders *o, uint32_t warp)
{
	if (o->clock[warp] < MOST_CLOCK)
		o->clock[warp]++;
	o->releasing[warp] = NULL;
}

uint32_t cvg_orders_clock(struct cvg_orders *o, const struct cvg_warp *w,
			  const struct cvg_uop *u)
{
	if (o->releasing[w->id] && o->releasing[w->id] != u)
		advance(o, w->id);
	return o->clock[w->id];
}

/* Publish at the place what the warp knows, and what it did before a clock. */
static void publish(struct cvg_orders *o, const struct cvg_warp *w,
		    struct place *p, enum cvg_scope scope, uint32_t before)
{
	struct clocks *known = &o->known[w->id];
	uint64_t id = w->block->id;
	uint32_t warp = knows_warps(known) ? ANY_WARP : w->id;

	if (p->era != o->era)
		memset(&p->warps, 0, sizeof p->warps);
	p->era = o->era;
	merge_clocks(&p->warps, known);
	if (p->warps.of[w->id] < before)
		p->warps.of[w->id] = (uint8_t)before;
	if (scope < CVG_SCOPE_DEVICE || !p->granule)
		return;
	merge_blocks(o, &p->blocks, o->knows ? o->blocks : NULL);
	if (!o->coarse)
		p->blocks[id] = stamp_merge(p->blocks[id],
					    stamp_of(o->epoch, warp, before));
}

static bool acquires(const struct cvg_uop *u, enum cvg_scope scope)
{
	return u->order & CVG_ORDER_ACQUIRE && u->scope >= scope;
}

/* The warp has read the place: it knows what is published there if the operation
 * acquires, and else has seen it. */
static void see(struct cvg_orders *o, const struct cvg_warp *w,
		const struct cvg_uop *u, const struct place *p)
{
	bool known = acquires(u, CVG_SCOPE_BLOCK);

	if (p->era == o->era)
		merge_clocks(known ? &o->known[w->id] : &o->seen[w->id],
			     &p->warps);
	if (!p->blocks && !o->coarse)
		return;
	known = acquires(u, CVG_SCOPE_DEVICE);
	merge_blocks(o, known ? &o->blocks : &o->far, p->blocks);
	o->knows = o->knows || known;
	o->sees = o->sees || !known;
}

void cvg_orders_fence(struct cvg_orders *o, struct cvg_warp *w,
		      const struct cvg_uop *u)
{
	if (u->scope == CVG_SCOPE_WARP)
		w->synced++;
	if (u->order & CVG_ORDER_RELEASE && u->scope >= CVG_SCOPE_BLOCK) {
		if (u->scope > w->fenced)
			w->fenced = u->scope;
		o->fenced[w->id] = (uint8_t)(o->clock[w->id] + 1);
		advance(o, w->id);
	}
	if (acquires(u, CVG_SCOPE_BLOCK))
		merge_clocks(&o->known[w->id], &o->seen[w->id]);
	if (!acquires(u, CVG_SCOPE_DEVICE) || !o->sees)
		return;
	merge_blocks(o, &o->blocks, o->far);
	o->knows = true;
}

void cvg_orders_atomic(struct cvg_orders *o, const struct cvg_warp *w,
		       const struct cvg_uop *u, uint32_t granule, uint64_t byte,
		       bool reads, bool writes)
{
	bool releases =
		u->order & CVG_ORDER_RELEASE && u->scope >= CVG_SCOPE_BLOCK;
	struct place *p = reads && o->places ? find(o, granule, byte) : NULL;

	if (p && p->used)
		see(o, w, u, p);
	if (!writes || !(releases || w->fenced))
		return;
	p = make(o, granule, byte);
	if (w->fenced)
		publish(o, w, p, (enum cvg_scope)w->fenced, o->fenced[w->id]);
	if (!releases)
		return;
	publish(o, w, p, (enum cvg_scope)u->scope, o->clock[w->id] + 1U);
	o->releasing[w->id] = u;
}

bool cvg_orders_before(const struct cvg_orders *o, const struct cvg_warp *w,
		       uint64_t mark, uint64_t me)
{
	const struct clocks *known = &o->known[w->id];
	uint64_t block = mark >> CVG_MARK_BLOCK;

	if (cvg_mark_spread(mark) == CVG_SPREAD_BLOCKS)
		return o->knows;
	if (block != me >> CVG_MARK_BLOCK)
		return o->knows && block < o->nblocks &&
		       (o->coarse || stamp_covers(o->blocks[block], mark));
	if (cvg_mark_spread(mark) == CVG_SPREAD_WARPS)
		return knows_warps(known);
	return known->of[cvg_mark_warp(mark)] > cvg_mark_clock(mark);
}
