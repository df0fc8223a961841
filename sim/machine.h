/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The machine inside: what sim's own files share.
 *
 *     run.c     workers take blocks of the grid
 *     block.c   one block: its warps take turns, barriers, shared memory
 *     warp.c    one warp: frames, the reconvergence stack, operation after
 *               operation
 *     timing.c  when results are ready, if somebody asked
 *     memory*.c, atomic.c, bulk.c, shuffle.c, sregs.c   operations
 *     prepare.c  code bound to functions, blocks priced
 *
 * The reconvergence stack is the immediate-post-dominator one: an entry is a
 * set of lanes, the block they are at and the block where they wait for the
 * entry below. A branch that splits a warp leaves the union at the branch's
 * immediate post-dominator (cvg_ana_joins) and puts a side each on top, unless the entry ends
 * there anyway: then the sides replace it, so that a loop that lanes leave one
 * by one needs no more entries than one they leave together.
 */
#ifndef CVG_SIM_MACHINE_H
#define CVG_SIM_MACHINE_H

#include <pthread.h>
#include <stdatomic.h>

#include "reconverge/bbv.h"
#include "reconverge/sim.h"
#include "sim/lanes/clones.h"
#include "sim/lanes/lanes.h"

#define CVG_MAX_LANES	    64
#define CVG_ROW_ALIGN	    64
#define CVG_NGRANULES	    (1 << 15)
#define CVG_NBARRIERS	    18
#define CVG_COLLECT_BARRIER 17 /* where COLLECT waits: no other does */
#define CVG_NSEGMENTS	    3

struct cvg_warp;
struct cvg_bound;
struct cvg_bbvrows;
struct cvg_rounds;
struct cvg_roundplan;
/* An operation of the machine's own; false: the warp stops (fault, barrier,
 * call): w->state, w->frame say why. */
typedef bool cvg_machine_fn(struct cvg_warp *w, const struct cvg_bound *op);

/* ---- code ------------------------------------------------------------ */

/* One side of an operand: where its row is and where its doubt is. */
struct cvg_at {
	uint32_t row;	/* bytes from the base */
	uint32_t doubt; /* index */
	uint32_t base;	/* 0: the frame's, 1: the program's constants */
};

struct cvg_bound {
	cvg_lane_fn *lane; /* exactly one of the two */
	cvg_machine_fn *machine;
	const struct cvg_uop *u;
	struct cvg_at a, b, c;
	uint32_t dst, dst_doubt; /* in the frame */
	uint8_t dst_kind;
	uint8_t a_kind, b_kind, c_kind;
	bool merge;
	bool const_a, const_b;
};

struct cvg_case {
	uint64_t lo, hi;
	uint32_t edge;
};

struct cvg_bblock {
	uint32_t op_at, nops;
	uint32_t join;		  /* CVG_NONE: the function's end */
	struct cvg_at cond;	  /* of BRANCH, SWITCH, INDIRECT */
	uint32_t case_at, ncases; /* SWITCH: ascending by value */
	uint32_t ninsts;	  /* issued when a warp runs through it */
	uint64_t cycles;	  /* of them */
};

struct cvg_bedge {
	uint32_t op_at, nops;
	uint32_t target;
};

/* An instruction's part in the timing of a warp: see timing.c. */
struct cvg_pace {
	uint32_t issue, latency;
	uint32_t src_at, nsrcs; /* instructions it reads: into srcs[] */
	bool renames;		/* no instruction of its own */
	bool is_phi, is_memory, is_fence;
};

/* One function, bound. */
struct cvg_code {
	const struct cvg_ufn *ufn;
	struct cvg_bound *ops;
	struct cvg_bblock *blocks;
	struct cvg_bedge *edges;
	struct cvg_case *cases;
	uint32_t *row; /* [nslots] bytes from the frame's rows */
	uint32_t rows_bytes;
	struct cvg_pace *paces; /* [ninsts], NULL until a run is timed */
	uint32_t *srcs;
	uint32_t line, pass; /* what memory adds to an access */
};

struct cvg_sim {
	const struct cvg_program *p;
	struct cvg_arena arena;
	struct cvg_code *codes; /* [nfns] */
	uint8_t *const_rows;	/* aligned; own allocation */
	uint32_t *const_row;	/* [nconsts + 1]; the last is of no operand */
	struct cvg_doubt *const_doubt; /* [nconsts + 1] */
	bool ordered; /* results may depend on the order of blocks: they must
			 come one by one */
};

/* ---- memory ---------------------------------------------------------- */

enum { CVG_BYTE_DEFINED, CVG_BYTE_UNDEFINED, CVG_BYTE_DEAD };

/* Bytes that a whole access lies in. */
struct cvg_memory {
	uint8_t *data;
	uint8_t *state; /* [bytes] CVG_BYTE_*; NULL: all defined */
	uint64_t bytes;
	struct cvg_buffer *buffer; /* NULL: shared or private memory */
};

/* What all workers share. */
struct cvg_machine {
	const struct cvg_sim *sim;
	const struct cvg_launch *launch;
	struct cvg_image *image;
	struct cvg_buffer **granule;		  /* [CVG_NGRANULES] */
	struct cvg_buffer segment[CVG_NSEGMENTS]; /* see sregs.c */
	cvg_vec(struct cvg_buffer *) heap;	  /* from the kernel's malloc */
	uint32_t next_granule;			  /* for it */
	uint64_t seed;
	uint64_t max_steps;	  /* of a warp */
	uint64_t max_block_steps; /* of all warps of a block */
	uint32_t threads;	  /* of a block */
	uint32_t nwarps;	  /* of a block */
	uint64_t nblocks;
	uint32_t shared_bytes, dynamic_at;
	bool races;
	bool timed;
	bool several; /* more than one worker runs now */
	pthread_mutex_t lock, state_lock;
	struct cvg_trace *trace;
	struct cvg_watch *watch;
	struct cvg_bbvmaker *bbv;     /* NULL: nobody wants vectors */
	struct cvg_roundplan *rounds; /* NULL: nobody asked, or no nests */
	uint64_t *block_cycles;	      /* [nblocks], or NULL */
	const struct cvg_probes *probes;
	uint32_t *probe_of; /* [instructions of the kernel] place among them,
			       CVG_NONE; NULL: no probes */
	atomic_bool stop;   /* everybody: leave */
};

/* Where a result that is to be merged stands meanwhile. */
struct cvg_spill {
	uint8_t *row; /* room for any kind */
	struct cvg_doubt doubt;
};

/* ---- a warp ---------------------------------------------------------- */

struct cvg_entry {
	uint64_t mask;
	uint32_t block;	 /* CVG_NONE: waits for its lanes to return */
	uint32_t reconv; /* leaves the stack when it gets there */
};

struct cvg_frame {
	const struct cvg_code *code;
	uint32_t fn;
	uint8_t *rows;
	struct cvg_doubt *doubt;
	uint32_t stack_at;   /* its first entry on the warp's stack */
	uint32_t op;	     /* next one of the block that is running */
	bool started;	     /* the block on top has been entered */
	uint32_t ret_dst;    /* first result slot in the caller's frame */
	uint64_t pending;    /* lanes an indirect call has still to serve */
	uint64_t returned;   /* lanes that are through */
	uint64_t private_at; /* private memory in use when it was called */
	size_t chunk, used;  /* of the warp's memory before it */
	uint64_t *ready;     /* [ninsts] timed: see timing.c */
	uint32_t timed;	     /* instruction that comes next in time */
};

/* A warp's time, if the run is timed. */
struct cvg_clock {
	uint64_t now;
	uint64_t memory; /* when all accesses so far are through */
	uint64_t stalls, memory_stalls;
	uint32_t extra; /* of the access that just ran */
	cvg_vec(uint64_t) phis;
};

/* Rows of frames: last in, first out, and never moved. */
struct cvg_frame_chunk {
	uint8_t *memory;
	size_t bytes;
};

struct cvg_frames {
	cvg_vec(struct cvg_frame_chunk) chunks;
	size_t chunk, used; /* where the next one goes */
};

#define CVG_PRIVATE_START 16 /* offset 0 would be null */

enum cvg_warpstate {
	CVG_WARP_READY,
	CVG_WARP_BARRIER,
	CVG_WARP_ENDED,
	CVG_WARP_FAULT,
};

struct cvg_warp {
	struct cvg_machine *m;
	struct cvg_block_run *block;
	uint32_t id; /* in the block */
	enum cvg_warpstate state;
	uint64_t full; /* all lanes the warp was made with */
	uint64_t alive;
	uint64_t active; /* lanes of the operation that runs */
	cvg_vec(struct cvg_frame) frames;
	cvg_vec(struct cvg_entry) stack;
	struct cvg_frame *frame;     /* the last of frames */
	const struct cvg_code *code; /* of it */
	struct cvg_frames memory;
	cvg_vec(struct cvg_spill) spill; /* REBITS's */
	struct cvg_lx lx;
	uint64_t steps, cycles;
	struct cvg_clock clock;
	bool split;		   /* at least once */
	struct cvg_bbvrows *bbv;   /* NULL: no vectors */
	struct cvg_rounds *rounds; /* NULL: nobody asked */
	struct cvg_memory private; /* lane l at data + l * private_stride */
	uint64_t private_stride, private_top;
	/* masks of `mask_of` as rows of all ones or zeros */
	uint64_t mask_of;
	uint32_t mask32[CVG_MAX_LANES] __attribute__((aligned(CVG_ROW_ALIGN)));
	uint8_t scratch[16 * CVG_MAX_LANES]
		__attribute__((aligned(CVG_ROW_ALIGN)));
	uint32_t tid[3][CVG_MAX_LANES] __attribute__((aligned(CVG_ROW_ALIGN)));
	/* at a barrier */
	uint32_t barrier;      /* which it waits at */
	uint32_t arrived;      /* barriers, a bit each: arrived, not released */
	uint32_t passed;       /* released, not waited for yet */
	uint64_t barrier_true; /* BARRIER_COUNT's lanes */
	const struct cvg_bound *barrier_op;
};

/* One block while it runs, and a worker's place to keep things. */
struct cvg_block_run {
	struct cvg_machine *m;
	uint64_t id;
	uint32_t ctaid[3];
	struct cvg_warp *warps; /* [m->nwarps], used again for the next block */
	uint32_t *turn;		/* [m->nwarps] the order of this round */
	struct cvg_memory shared;
	uint32_t expected[CVG_NBARRIERS]; /* threads a barrier is for; 0: all */
	struct cvg_races *races;	  /* NULL: nobody asked */
	struct cvg_touched *touched;	  /* NULL: runs alone */
	struct cvg_counts counts;
	struct cvg_fault fault;
	uint64_t steps; /* of all its warps, known between their slices */
	uint64_t rng;
};

/* ---- inside ---------------------------------------------------------- */

static inline const uint8_t *cvg_row(const struct cvg_warp *w,
				     const struct cvg_at *at)
{
	const uint8_t *base = at->base ? w->m->sim->const_rows : w->frame->rows;

	return base + at->row;
}

static inline const struct cvg_doubt *cvg_doubt_of(const struct cvg_warp *w,
						   const struct cvg_at *at)
{
	const struct cvg_doubt *base =
		at->base ? w->m->sim->const_doubt : w->frame->doubt;

	return base + at->doubt;
}

/* The row an operation writes: its own, or a scratch one that cvg_result_end
 * blends into it. */
static inline uint8_t *cvg_result(struct cvg_warp *w,
				  const struct cvg_bound *op)
{
	return op->merge && w->active != w->full ? w->scratch
						 : w->frame->rows + op->dst;
}

/* The result stands in what cvg_result gave: make it the slot's. */
void cvg_result_end(struct cvg_warp *w, const struct cvg_bound *op,
		    uint64_t poison, uint64_t undef);
/* to[l] = from[l] for the lanes of `mask`. */
void cvg_blend(void *to, const void *from, enum cvg_kind kind, uint64_t mask,
	       uint32_t lanes);

static inline uint64_t cvg_all_lanes(uint32_t lanes)
{
	return lanes == 64 ? UINT64_MAX : UINT32_MAX;
}

static inline void cvg_blend_doubt(struct cvg_doubt *to,
				   const struct cvg_doubt *from, uint64_t mask)
{
	to->poison = (to->poison & ~mask) | (from->poison & mask);
	to->undef = (to->undef & ~mask) | (from->undef & mask);
}

/* The same number in all lanes. */
void cvg_fill_row(void *row, enum cvg_kind kind, const uint64_t v[2],
		  uint32_t lanes);

/* Lanes as a row of masks, for `active`. */
const uint32_t *cvg_mask_row(struct cvg_warp *w);

static inline uint32_t cvg_first_lane(uint64_t mask)
{
	return (uint32_t)__builtin_ctzll(mask);
}

static inline uint32_t cvg_lanes(const struct cvg_warp *w)
{
	return w->m->sim->p->warp;
}

/* Element of lane l as a number, zero-extended; kinds of up to 64 bits. */
uint64_t cvg_row_get(const void *row, enum cvg_kind kind, uint32_t lane);
void cvg_row_set(void *row, enum cvg_kind kind, uint32_t lane, uint64_t v);

static inline uint64_t cvg_hash64(uint64_t x)
{
	x ^= x >> 30;
	x *= UINT64_C(0xbf58476d1ce4e5b9);
	x ^= x >> 27;
	x *= UINT64_C(0x94d049bb133111eb);
	return x ^ (x >> 31);
}

/* The warp ends in a fault of that lane at that operation. Returns false. */
bool cvg_warp_fault(struct cvg_warp *w, enum cvg_faultkind kind, uint32_t lane,
		    const struct cvg_uop *u);
/* The same of a memory access. */
bool cvg_access_fault(struct cvg_warp *w, enum cvg_faultkind kind,
		      uint32_t lane, const struct cvg_uop *u, uint64_t address,
		      uint64_t bytes, const char *fmt, ...) CVG_PRINTF(7, 8);
/* It ran as many operations as it, or its block, may: `whose` says. */
bool cvg_endless_fault(struct cvg_warp *w, uint64_t steps, const char *whose);
/* Doubtful lanes of an address or a branch: a fault. True if there are none. */
bool cvg_sure(struct cvg_warp *w, const struct cvg_doubt *d,
	      enum cvg_faultkind poison, enum cvg_faultkind undef,
	      const struct cvg_uop *u);

/* origin.c: doubt of a slot was the fault: say where it came from. */
void cvg_fault_origin(struct cvg_warp *w, const struct cvg_doubt *d,
		      uint32_t lane, bool poison);
uint32_t cvg_uop_operands(const struct cvg_uop *u); /* of a, b, c: refs */
/* Is it issued to a warp, or does it stand for nothing? */
bool cvg_is_issued(const struct cvg_fn *fn, uint32_t inst);

/* warp.c */
void cvg_warp_init(struct cvg_warp *w, struct cvg_machine *m,
		   struct cvg_block_run *b, uint32_t id);
void cvg_warp_start(struct cvg_warp *w);
/* Run until it ends, faults, waits or has done about `slice` operations. */
void cvg_warp_run(struct cvg_warp *w, uint64_t slice);
void cvg_warp_done(struct cvg_warp *w);
/* Call function fn with the refs at `args`; lanes `mask`. */
bool cvg_warp_call(struct cvg_warp *w, uint32_t fn, uint32_t args, uint32_t dst,
		   uint64_t mask, const struct cvg_uop *u);
const void *cvg_ref_row(const struct cvg_warp *w, uint32_t ref);
const struct cvg_doubt *cvg_ref_doubt(const struct cvg_warp *w, uint32_t ref);
void cvg_warp_moves(struct cvg_warp *w, const struct cvg_bedge *e,
		    uint64_t mask);

/* stack.c: drop entries that are through; w->active: who goes on, if any */
bool cvg_stack_settle(struct cvg_warp *w);
/* The block on top has run to its terminator. */
void cvg_stack_leave(struct cvg_warp *w);

bool cvg_collect(struct cvg_block_run *b); /* all wait; false: a fault */
/* atomic.c: what ATOMIC makes of x and y; kinds of up to 64 bits. */
uint64_t cvg_rmw_of(const struct cvg_uop *u, uint64_t x, uint64_t y);
/* block.c */
void cvg_block_init(struct cvg_block_run *b, struct cvg_machine *m);
void cvg_block_run(struct cvg_block_run *b, uint64_t id);
void cvg_block_done(struct cvg_block_run *b);

/* memory.c: where `bytes` at an address of a space are for a lane; NULL and a
 * fault if nowhere. `write`: for writing. */
struct cvg_place {
	uint8_t *data;
	uint8_t *state; /* NULL: all defined */
	struct cvg_buffer *buffer;
	uint32_t offset;
};
bool cvg_place_of(struct cvg_warp *w, const struct cvg_uop *u, uint32_t space,
		  uint32_t lane, uint64_t address, uint64_t bytes, bool write,
		  struct cvg_place *out);
/* A lane writes there: is that the place the run watches? */
void cvg_watch_lane(struct cvg_warp *w, const struct cvg_uop *u, uint32_t lane,
		    uint64_t address, uint64_t bytes);
/* The bytes are about to become undefined: a state for them. */
uint8_t *cvg_state_of(struct cvg_warp *w, struct cvg_place *at);

/* timing.c: for runs that are timed. */
void cvg_timing_prepare(struct cvg_sim *s);
/* The warp enters a block; its operation comes to run; it has run; the block
 * is through but for where its lanes go; they take an edge. */
void cvg_timing_enter(struct cvg_warp *w, uint32_t block);
void cvg_timing_issue(struct cvg_warp *w, uint32_t inst);
void cvg_timing_extra(struct cvg_warp *w, uint32_t inst);
void cvg_timing_end(struct cvg_warp *w, uint32_t block);
void cvg_timing_edge(struct cvg_warp *w, uint32_t block, uint32_t target);

/* trace.c: the warp enters a block, if that is the one to follow */
void cvg_trace_enter(struct cvg_warp *w, uint32_t block);

/* run.c */
void cvg_lock(struct cvg_machine *m);
void cvg_unlock(struct cvg_machine *m);
/* The state of a buffer's bytes, made if it had none. */
uint8_t *cvg_buffer_state(struct cvg_machine *m, struct cvg_buffer *b);

/* sregs.c */
void cvg_segments_init(struct cvg_machine *m);
void cvg_segments_done(struct cvg_machine *m);

/* races.c */
struct cvg_races *cvg_races_new(uint32_t bytes);
void cvg_races_free(struct cvg_races *take_r);
void cvg_races_clear(struct cvg_races *r);
void cvg_races_barrier(struct cvg_races *r);
/* A lane touches memory; false: it races, and the warp has faulted. */
bool cvg_race_touch(struct cvg_warp *w, const struct cvg_uop *u, uint32_t space,
		    uint32_t lane, uint64_t at, uint32_t bytes, bool write);

/* touch.c: what blocks on several workers do to each other */
struct cvg_touched *cvg_touched_new(void);
void cvg_touched_free(struct cvg_touched *take_t);
bool cvg_touched_meet(const struct cvg_touched *a, const struct cvg_touched *b);
bool cvg_touch(struct cvg_warp *w, struct cvg_buffer *b, uint64_t offset,
	       uint64_t bytes, bool write);

/* counts.c */
void cvg_counts_init(struct cvg_counts *c, const struct cvg_program *p);
void cvg_counts_add(struct cvg_counts *to, const struct cvg_counts *from,
		    const struct cvg_program *p);
void cvg_counts_clear(struct cvg_counts *c, const struct cvg_program *p);
void cvg_counts_done(struct cvg_counts *c);
/* Derive the sums from the rows. */
void cvg_counts_finish(struct cvg_counts *c, const struct cvg_sim *s);

/* operations: each file's */
#define CVG_MACHINE_OP(name) \
	bool cvg_op_##name(struct cvg_warp *w, const struct cvg_bound *op)
CVG_MACHINE_OP(load);
CVG_MACHINE_OP(store);
CVG_MACHINE_OP(atomic);
CVG_MACHINE_OP(cmpxchg);
CVG_MACHINE_OP(copy);
CVG_MACHINE_OP(strided);
CVG_MACHINE_OP(fill);
CVG_MACHINE_OP(alloca);
CVG_MACHINE_OP(lifetime);
CVG_MACHINE_OP(addr);
CVG_MACHINE_OP(spacecast);
CVG_MACHINE_OP(is_space);
CVG_MACHINE_OP(alloc);
CVG_MACHINE_OP(free);
CVG_MACHINE_OP(sreg);
CVG_MACHINE_OP(warp);
CVG_MACHINE_OP(barrier);
CVG_MACHINE_OP(barrier_count);
CVG_MACHINE_OP(collect);
CVG_MACHINE_OP(call);
CVG_MACHINE_OP(icall);
CVG_MACHINE_OP(exit);
CVG_MACHINE_OP(fault);
CVG_MACHINE_OP(nop);

#endif
