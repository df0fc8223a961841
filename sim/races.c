/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Data races on shared and global memory: two threads access a byte, at least
 * one of them writes, not both accesses are atomic, and nothing orders them.
 * Threads of a block are ordered by the barriers between their accesses, lanes
 * of a warp by what synchronizes the warp, threads of different blocks by
 * nothing. A thread that writes the value that is there already races all the
 * same. A volatile access counts as atomic.
 *
 * C. Flanagan, S. Freund, "FastTrack: Efficient and Precise Dynamic Race
 * Detection", PLDI 2009, doi.org/10.1145/1542476.1542490: for each place in
 * memory the last access of each kind is enough, as long as accesses that no
 * later access can be unordered with are forgotten. Where FastTrack keeps the
 * clock of a thread, a mark here has the block, the barriers that the block
 * had passed, and the warp. Where several unordered threads read a place, or
 * change it by atomics, the mark has the last of them and how far apart they
 * were: `spread`.
 *
 * Example, with 4 threads and no barrier between the two lines:
 *
 *     tile[t] = t;          byte 4: written by thread 1 in epoch 1
 *     x = tile[t ^ 1];      thread 0 reads byte 4 in epoch 1: a race
 *
 * `simulate races=yes` reports "read of @tile + 4, which block 0 thread 1
 * writes". A barrier between the lines begins epoch 2, and nothing is reported.
 *
 * Atomics and fences order, too: race_order.c.
 */
#include "sim/race_mark.h"
#include "sim/race_order.h"
#include "sim/races.h"
#include "sim/racing.h"

#include "reconverge/faults.h"
#include "reconverge/ucodes.h"

#include <stdlib.h>
#include <string.h>

/* ---- state ------------------------------------------------------------ */

/* The marks of a cell, a word or less, for reads and for writes. */
struct cell {
	uint64_t mark[2];
};

/* The cells of shared memory, or of one object: for plain accesses, and for
 * atomic ones if there were any. */
struct shadow {
	struct cell *cells[2]; /* NULL: none so far */
	uint32_t shift;	       /* log2 of the bytes of a cell */
	uint64_t bytes;
	uint16_t told; /* races that were reported, a bit for each two kinds */
};

struct cvg_races {
	struct shadow shared;
	cvg_vec(uint32_t) used; /* granules that `global` has cells for */
	struct shadow *global;	/* [CVG_NGRANULES] */
	uint64_t epoch;		/* barriers that the block has passed */
	uint16_t *told;		/* the same of shared memory, by variable */
	cvg_vec(struct cvg_race) found;
	struct cvg_racing *racing; /* reads that race, of this run */
	struct cvg_orders *orders; /* what atomics and fences have ordered */
};

static void shadow_done(struct shadow *s)
{
	free(s->cells[0]);
	free(s->cells[1]);
	*s = (struct shadow){.bytes = 0};
}

struct cvg_races *cvg_races_new(const struct cvg_machine *m)
{
	struct cvg_races *r = cvg_calloc(1, sizeof(*r));

	r->global = cvg_calloc(CVG_NGRANULES, sizeof(*r->global));
	r->orders = cvg_orders_new(m->nblocks);
	r->racing = cvg_racing_new();
	r->told = cvg_calloc(m->sim->program->nglobals + 1, sizeof(*r->told));
	return r;
}

void cvg_races_free(struct cvg_races *take_r)
{
	if (!take_r)
		return;
	shadow_done(&take_r->shared);
	for (size_t i = 0; i < take_r->used.n; i++)
		shadow_done(&take_r->global[take_r->used.at[i]]);
	free(take_r->used.at);
	free(take_r->global);
	cvg_orders_free(take_r->orders);
	free(take_r->told);
	free(take_r->found.at);
	cvg_racing_free(take_r->racing);
	free(take_r);
}

bool cvg_races_any(const struct cvg_races *r)
{
	return r->found.n != 0;
}

void cvg_races_take(struct cvg_races *r, struct cvg_sim_result *out)
{
	free(out->races);
	cvg_racing_free(out->racing);
	out->races = r->found.at;
	out->nraces = (uint32_t)r->found.n;
	r->found.at = NULL;
	r->found.n = r->found.cap = 0;
	out->racing = r->racing;
	r->racing = NULL;
}

void cvg_races_block(struct cvg_races *r)
{
	r->epoch = 1;
	cvg_orders_block(r->orders);
}

void cvg_races_barrier(struct cvg_races *r)
{
	r->epoch++;
	cvg_orders_barrier(r->orders);
}

/* Cells of 2^shift bytes, each with the accesses of the old cell that it is part
 * of. */
static struct cell *cells_of(const struct shadow *s, struct cell *take_old,
			     uint32_t shift)
{
	uint64_t n = (s->bytes >> shift) + 1;
	struct cell *cells = cvg_calloc(n, sizeof(*cells));

	for (uint64_t i = 0; take_old && i < n; i++)
		cells[i] = take_old[i >> (s->shift - shift)];
	free(take_old);
	return cells;
}

/* The shadow of an object for an access whose place and size have the bits
 * `bits`. */
static struct shadow *shadow_for(const struct cvg_warp *w,
				 const struct cvg_buffer *b, uint64_t bits,
				 bool atomic)
{
	struct cvg_races *r = w->block->races;
	struct shadow *s = b ? &r->global[b->granule] : &r->shared;
	uint32_t least = (uint32_t)__builtin_ctzll(bits | 4);

	if (!s->cells[0]) {
		if (b)
			cvg_push(&r->used, b->granule);
		s->bytes = b ? b->bytes : w->machine->shared_bytes;
		s->shift = least;
		s->cells[0] = cells_of(s, NULL, least);
	}
	if (least < s->shift) {
		s->cells[0] = cells_of(s, s->cells[0], least);
		if (s->cells[1])
			s->cells[1] = cells_of(s, s->cells[1], least);
		s->shift = least;
	}
	if (atomic && !s->cells[1])
		s->cells[1] = cells_of(s, NULL, s->shift);
	return s;
}

/* ---- what is reported -------------------------------------------------- */

/* Note a race; false: the run ends with it. */
static bool report(struct cvg_warp *w, const struct cvg_uop *u, uint32_t lane,
		   const struct cvg_race *race)
{
	struct cvg_races *r = w->block->races;
	struct cvg_str s = {0};

	cvg_push(&r->found, *race);
	if (w->machine->races != CVG_RACES_STOP)
		return true;
	cvg_race_print(&s, race, w->machine->launch);
	cvg_access_fault(w, CVG_F_RACE, lane, u, race->offset, 0, "%s", s.at);
	cvg_str_done(&s);
	return false;
}

void cvg_race_fence(struct cvg_warp *w, const struct cvg_uop *u)
{
	cvg_orders_fence(w->block->races->orders, w, u);
}

/* ---- accesses ---------------------------------------------------------- */

/* The kinds of accesses that race with one of this kind, a bit each. */
static const uint8_t races_with[CVG_NTOUCHES] = {
	[CVG_TOUCH_READ] = 1 << CVG_TOUCH_WRITE | 1 << CVG_TOUCH_ATOMIC_WRITE,
	[CVG_TOUCH_WRITE] = (1 << CVG_NTOUCHES) - 1,
	[CVG_TOUCH_ATOMIC_READ] = 1 << CVG_TOUCH_WRITE,
	[CVG_TOUCH_ATOMIC_WRITE] = 1 << CVG_TOUCH_READ | 1 << CVG_TOUCH_WRITE,
};

static bool is_rmw(const struct cvg_uop *u)
{
	return u->code == CVG_U_ATOMIC || u->code == CVG_U_CMPXCHG;
}

static enum cvg_touch kind_of(const struct cvg_uop *u, bool write)
{
	bool rmw = is_rmw(u);

	if (rmw || u->flags & (CVG_UF_ATOMIC | CVG_UF_VOLATILE))
		return write || rmw ? CVG_TOUCH_ATOMIC_WRITE
				    : CVG_TOUCH_ATOMIC_READ;
	return write ? CVG_TOUCH_WRITE : CVG_TOUCH_READ;
}

static bool is_atomic(enum cvg_touch t)
{
	return t == CVG_TOUCH_ATOMIC_READ || t == CVG_TOUCH_ATOMIC_WRITE;
}

static uint64_t mark_of(const struct cvg_warp *w, const struct cvg_uop *u,
			uint32_t lane)
{
	struct cvg_races *r = w->block->races;
	uint64_t clock = cvg_orders_clock(r->orders, w, u);

	return w->block->id << CVG_MARK_BLOCK |
	       (r->epoch & 0x1ffff) << CVG_MARK_EPOCH |
	       clock << CVG_MARK_CLOCK | (uint64_t)w->id << CVG_MARK_WARP |
	       (uint64_t)w->synced << CVG_MARK_SYNC |
	       (uint64_t)lane << CVG_MARK_LANE | 1;
}

/* One access while it is looked at. */
struct access {
	const struct cvg_uop *u;
	const struct cvg_buffer *buffer; /* NULL: shared memory */
	enum cvg_touch kind;
	uint64_t at, bytes;
};

static bool reads_atomically(const struct access *x)
{
	return x->kind == CVG_TOUCH_ATOMIC_READ || is_rmw(x->u);
}

/* Keep for a second run which read it is that races. */
static void keep_read(struct cvg_races *r, const struct access *x,
		      uint64_t byte, enum cvg_touch first, uint64_t mark,
		      uint64_t me)
{
	bool far = (mark ^ me) >> CVG_MARK_BLOCK ||
		   cvg_mark_spread(mark) == CVG_SPREAD_BLOCKS;
	struct cvg_racing_key key = {x->buffer ? x->buffer->granule : 0, byte,
				     far ? 0 : me >> CVG_MARK_EPOCH};
	uint64_t writer = cvg_touch_writes(first) ? mark : me;
	uint64_t *value;

	if (cvg_touch_writes(first) && cvg_touch_writes(x->kind))
		return;
	value = cvg_racing_put(r->racing, &key);
	*value = cvg_mark_after(*value, writer, x->buffer != NULL);
}

/* Was such a race reported: of the object, and of the two kinds? It is from now
 * on. */
static bool was_told(struct cvg_warp *w, const struct access *x, uint64_t byte,
		     enum cvg_touch first)
{
	struct cvg_races *r = w->block->races;
	uint16_t *told = x->buffer ? &r->global[x->buffer->granule].told
				   : &r->told[cvg_race_variable(w, byte)];
	bool was = *told >> (first * CVG_NTOUCHES + x->kind) & 1;

	*told |= (uint16_t)(1 << (first * CVG_NTOUCHES + x->kind));
	*told |= (uint16_t)(1 << (x->kind * CVG_NTOUCHES + first));
	return was;
}

/* The access races with the one that the mark is of. False: the run ends. */
static bool tell(struct cvg_warp *w, const struct access *x, uint32_t lane,
		 enum cvg_touch first, uint64_t byte, uint64_t mark,
		 uint64_t me)
{
	struct cvg_race race = {.first = first, .second = x->kind};

	keep_read(w->block->races, x, byte, first, mark, me);
	if (was_told(w, x, byte, first))
		return true;
	cvg_race_place(w, x->buffer, byte, &race);
	cvg_race_first(w, mark, me, &race);
	memcpy(race.block, w->block->ctaid, sizeof(race.block));
	for (uint32_t d = 0; d < 3; d++)
		race.thread[d] = w->tid[d][lane];
	race.fn = w->frame->fn;
	race.inst = x->u->inst;
	return report(w, x->u, lane, &race);
}

/* The access of a lane to cell i. False: it races, and the run ends. */
static bool touch(struct cvg_warp *w, const struct access *x, uint32_t lane,
		  const struct shadow *s, uint64_t i, uint64_t me)
{
	bool grid = x->buffer != NULL, ok = true;

	for (int k = 0; k < CVG_NTOUCHES; k++) {
		uint64_t mark;

		if (!(races_with[x->kind] >> k & 1) || !s->cells[k / 2])
			continue;
		mark = s->cells[k / 2][i].mark[k % 2];
		if (cvg_mark_unordered(mark, me, grid) &&
		    !cvg_orders_before(w->block->races->orders, w, mark, me))
			ok = tell(w, x, lane, (enum cvg_touch)k, i << s->shift,
				  mark, me) &&
			     ok;
	}
	uint64_t *mine = &s->cells[x->kind / 2][i].mark[x->kind % 2];

	*mine = cvg_mark_after(*mine, me, grid);
	return ok;
}

/* As touch, for a plain access to an object without atomic ones: most need no
 * more than this. */
static inline bool touch_plain(struct cvg_warp *w, const struct access *x,
			       uint32_t lane, const struct shadow *s,
			       uint64_t i, uint64_t me)
{
	uint64_t *mark = s->cells[0][i].mark;
	bool grid = x->buffer != NULL;

	if (mark[x->kind] == me)
		return true;
	if (cvg_mark_unordered(mark[CVG_TOUCH_WRITE], me, grid) ||
	    (x->kind == CVG_TOUCH_WRITE &&
	     cvg_mark_unordered(mark[CVG_TOUCH_READ], me, grid)))
		return touch(w, x, lane, s, i, me);
	mark[x->kind] = cvg_mark_after(mark[x->kind], me, grid);
	return true;
}

/* Is the read one that raced in an earlier run? */
static bool raced_before(const struct cvg_warp *w, const struct access *x,
			 uint64_t me)
{
	const struct cvg_racing *earlier = w->machine->racing;
	struct cvg_racing_key key = {x->buffer ? x->buffer->granule : 0, 0, 0};

	for (key.byte = x->at; key.byte < x->at + x->bytes; key.byte++) {
		key.phase = 0;
		if (cvg_mark_unordered(cvg_racing_get(earlier, &key), me, true))
			return true;
		key.phase = me >> CVG_MARK_EPOCH;
		if (cvg_mark_unordered(cvg_racing_get(earlier, &key), me, true))
			return true;
	}
	return false;
}

/* As lane_access, for a plain access to an object without atomic ones. */
static inline bool lane_plain(struct cvg_warp *w, const struct access *x,
			      const struct shadow *s, uint32_t lane,
			      uint64_t me)
{
	uint64_t last = (x->at + x->bytes - 1) >> s->shift;

	for (uint64_t at = x->at >> s->shift; at <= last; at++) {
		if (!touch_plain(w, x, lane, s, at, me))
			return false;
	}
	return true;
}

static bool lane_access(struct cvg_warp *w, const struct access *x,
			const struct shadow *s, uint32_t lane, uint64_t me)
{
	uint64_t at = x->at >> s->shift;
	uint64_t last = (x->at + x->bytes - 1) >> s->shift;

	if (is_atomic(x->kind))
		cvg_orders_atomic(w->block->races->orders, w, x->u,
				  x->buffer ? x->buffer->granule : 0, x->at,
				  reads_atomically(x),
				  x->kind == CVG_TOUCH_ATOMIC_WRITE);
	if (w->machine->racing && !cvg_touch_writes(x->kind) &&
	    raced_before(w, x, me))
		w->raced |= UINT64_C(1) << lane;
	for (; at <= last; at++) {
		if (!(s->cells[1] ? touch(w, x, lane, s, at, me)
				  : touch_plain(w, x, lane, s, at, me)))
			return false;
	}
	return true;
}

bool cvg_race_lane(struct cvg_warp *w, const struct cvg_uop *u, uint32_t lane,
		   const struct cvg_buffer *b, uint64_t at, uint64_t bytes,
		   bool write)
{
	struct access x = {u, b, kind_of(u, write), at, bytes};

	if ((b && b->constant) || !bytes)
		return true;
	return lane_access(w, &x,
			   shadow_for(w, b, at | bytes, is_atomic(x.kind)),
			   lane, mark_of(w, u, lane));
}

bool cvg_race_span(struct cvg_warp *w, const struct cvg_bound *op,
		   const struct cvg_span *s, uint32_t bytes, bool write)
{
	struct access x = {op->uop, s->mem.buffer, kind_of(op->uop, write), 0,
			   bytes};
	uint64_t me = mark_of(w, op->uop, 0);
	uint32_t bits = bytes;
	const struct shadow *shadow;
	uint64_t lane;
	bool plain;

	if (s->mem.data == w->private.data || (x.buffer && x.buffer->constant))
		return true;
	for (uint32_t l = 0; l < cvg_lanes(w); l++)
		bits |= s->off[l];
	shadow = shadow_for(w, x.buffer, bits, is_atomic(x.kind));
	plain = !shadow->cells[1] && !w->machine->racing;
	for (uint64_t rest = w->active; rest; rest &= rest - 1) {
		uint32_t l = cvg_first_lane(rest);

		x.at = s->off[l];
		lane = me | (uint64_t)l << CVG_MARK_LANE;
		if (!(plain ? lane_plain(w, &x, shadow, l, lane)
			    : lane_access(w, &x, shadow, l, lane)))
			return false;
	}
	return true;
}
