/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The inside of the simulated machine: what the files of sim/ share.
 *
 *     prepare.c  binds operations to the functions that do them, prices blocks
 *     run.c      workers take blocks of the grid
 *     block.c    one block: its warps take turns; barriers, shared memory
 *     warp.c     one warp: its frames, operation after operation
 *     stack.c    where the lanes of a warp go: the reconvergence stack
 *     tokens.c   which lanes run an operation with a convergence token together
 *     timing.c   when results are ready, in a timed run
 *     memory.c, atomic.c, bulk.c, shuffle.c, sregs.c, ...   operations
 */
#ifndef CVG_SIM_MACHINE_H
#define CVG_SIM_MACHINE_H

#include <pthread.h>
#include <stdatomic.h>

#include "reconverge/clones.h"
#include "reconverge/cost.h"
#include "reconverge/sim.h"
#include "sim/lanes/lanes.h"

#define CVG_MAX_LANES	    64
#define CVG_ROW_ALIGN	    64
#define CVG_NGRANULES	    (1 << 15)
#define CVG_NBARRIERS	    18
#define CVG_COLLECT_BARRIER 17 /* reserved for the operation COLLECT */
#define CVG_NSEGMENTS	    3

struct cvg_warp;
struct cvg_bound;
struct crew;

/* An operation of the machine: it may look at more than rows of lanes. False:
 * the warp does not go on behind it; warp->state and warp->frame say why (a fault, a
 * barrier, a call). */
typedef bool cvg_machine_fn(struct cvg_warp *warp, const struct cvg_bound *op);

/* ---- code ------------------------------------------------------------ */

/* The place of an operand's row of values and of its doubt. */
struct cvg_at {
	uint32_t row;	/* bytes from the base */
	uint32_t doubt; /* index into the base's doubt */
	uint32_t base;	/* 0: the frame's slots, 1: the program's constants */
};

/* An operation bound to the function that does it and to its operands. */
struct cvg_bound {
	cvg_lane_fn *lane;	 /* exactly one of the two is not NULL */
	cvg_machine_fn *machine; /* see above */
	const struct cvg_uop *uop;
	struct cvg_at a, b, c;
	uint32_t dst, dst_doubt; /* bytes, index; both in the frame */
	uint8_t dst_kind;	 /* enum cvg_kind, as the three below */
	uint8_t a_kind, b_kind, c_kind;
	bool merge;	       /* CVG_UF_MERGE */
	bool const_a, const_b; /* the operand is one of the constants */
};

/* A case of a switch. */
struct cvg_case {
	uint64_t lo, hi; /* its 128-bit value */
	uint32_t edge;	 /* k of the block's k-th successor */
};

/* A block, bound. */
struct cvg_bblock {
	uint32_t op_at, nops;	  /* into ops[] */
	uint32_t join;		  /* immediate post-dominator; CVG_NONE: the
				     function's end */
	struct cvg_at cond;	  /* of BRANCH, SWITCH, INDIRECT */
	uint32_t case_at, ncases; /* SWITCH: into cases[], ascending by value */
	uint32_t ninsts;	  /* instructions that a warp is issued here */
	uint64_t cycles;	  /* of these, by the cost table */
};

/* An edge, bound. */
struct cvg_bedge {
	uint32_t op_at, nops; /* the moves of the target's phis: into ops[] */
	uint32_t target;
};

/* An instruction's part in the timing of a warp: see timing.c. */
struct cvg_timed {
	struct cvg_pace pace;
	uint32_t src_at, nsrcs; /* instructions that it reads: into srcs[] */
};

/* A function, bound. */
struct cvg_code {
	const struct cvg_ufn *ufn;
	struct cvg_bound *ops; /* [ufn->nuops] */
	struct cvg_bblock *blocks;
	struct cvg_bedge *edges;
	struct cvg_case *cases;
	uint32_t *row;		 /* [nslots] bytes from the frame's rows */
	uint32_t rows_bytes;	 /* of all rows of a frame */
	struct cvg_timed *timed; /* [ninsts], NULL until a run is timed */
	uint32_t *srcs;		 /* instructions */
	uint32_t line, pass;	 /* cycles that a further line of global memory,
				   a further pass of shared memory, adds */
};

/* A program made ready to run. It does not change while kernels run. */
struct cvg_sim {
	const struct cvg_program *program; /* borrowed */
	struct cvg_arena arena;		   /* owns all below but const_rows */
	struct cvg_code *codes;		   /* [nfns] */
	uint8_t *const_rows; /* aligned; an allocation of its own */
	uint32_t *const_row; /* [nconsts + 1] bytes; the last row, of zeros,
				stands for an operand that is missing */
	struct cvg_doubt *const_doubt; /* [nconsts + 1] */
	bool tells;   /* results may depend on the order of threads */
	bool ordered; /* and of blocks, so that blocks must run one by one */
	bool waits; /* a thread may wait for what another block writes, so that
		       blocks must come in the order of the grid */
};

/* ---- memory ---------------------------------------------------------- */

/* The state of a byte of memory: written, never written, part of no object. */
enum { CVG_BYTE_DEFINED, CVG_BYTE_UNDEFINED, CVG_BYTE_DEAD };

/* A stretch of memory: an object, or all shared or private memory. */
struct cvg_memory {
	uint8_t *data;
	uint8_t *state; /* [bytes] CVG_BYTE_*; NULL: all defined */
	uint64_t bytes;
	struct cvg_buffer *buffer; /* NULL: shared or private memory */
};

/* One run of a launch: what all workers share. */
struct cvg_machine {
	const struct cvg_sim *sim;
	const struct cvg_launch *launch;
	struct cvg_image *image;
	struct cvg_buffer **granule; /* [CVG_NGRANULES] the object there, or
					NULL */
	struct cvg_buffer segment[CVG_NSEGMENTS]; /* see sregs.c */
	cvg_vec(struct cvg_buffer *) heap; /* objects of the kernel's malloc */
	uint32_t next_granule;		   /* where malloc looks for room */
	uint64_t seed;
	uint64_t chance;
	uint64_t max_steps;	  /* operations of a warp */
	uint64_t max_block_steps; /* operations of all warps of a block */
	uint32_t threads;	  /* of a block */
	uint32_t nwarps;	  /* of a block */
	uint64_t nblocks;	  /* of the grid */
	uint32_t shared_bytes;	  /* of a block */
	uint32_t dynamic_at;	  /* where dynamic shared memory begins */
	enum cvg_races_ask races;
	const struct cvg_racing *racing; /* reads that raced in an earlier run:
					    they give undefined values */
	uint64_t order;			 /* not 0: warps are preempted */
	bool timed;			 /* keep a scoreboard: timing.c */
	bool several;			 /* more than one worker runs now */
	pthread_mutex_t lock;		 /* held by atomic operations */
	pthread_mutex_t state_lock;
	struct cvg_trace *trace;      /* NULL: no warp is followed */
	struct cvg_watch *watch;      /* NULL: no place is watched */
	struct cvg_depend *depend;    /* NULL: not looked for */
	struct cvg_marks *marks;      /* beside it */
	struct cvg_bbvmaker *bbv;     /* NULL: no vectors are kept */
	struct cvg_roundplan *rounds; /* NULL: no nests are followed */
	struct cvg_ifsplan *ifs;      /* NULL: no ifs are followed */
	uint64_t *block_cycles;	      /* [nblocks], or NULL */
	uint64_t *block_timed;	      /* the same */
	const struct cvg_probes *probes;
	uint32_t *probe_of; /* [instructions of the kernel] which probe it is,
			       or CVG_NONE; NULL: there are no probes */
	atomic_bool stop;   /* all workers leave as soon as they see it */
	struct crew *alone; /* the caller's thread is the one worker at work,
			       and has to call its tick; NULL: it waits */
};

/* Where a result of REBITS stands until it is merged into its slot. */
struct cvg_spill {
	uint8_t *row; /* room for any kind */
	struct cvg_doubt doubt;
};

/* ---- a warp ---------------------------------------------------------- */

/* An entry of the reconvergence stack: see stack.c. */
struct cvg_entry {
	uint64_t mask;	 /* its lanes */
	uint32_t block;	 /* the next one; CVG_NONE: its lanes wait for those of
			    the entries above to return */
	uint32_t reconv; /* the entry ends when it comes to this block */
	/* tokens.c: its lanes wait in the middle of the block. */
	uint32_t meet;	/* operation of the block at which they wait, the first
			   behind MEET; 0: they do not wait */
	uint32_t until; /* the entry ends when its lanes have run the block's
			   operations up to this one; 0: not so */
	uint32_t timed; /* frame->timed, when they began to wait */
	uint64_t met;	/* lanes that have run what they waited at */
};

/* A function that the warp is in. */
struct cvg_frame {
	const struct cvg_code *code;
	uint32_t fn;		 /* of the program */
	uint8_t *rows;		 /* values of its slots */
	struct cvg_doubt *doubt; /* [nslots] */
	uint32_t stack_at;	 /* its first entry on the warp's stack */
	uint32_t op;		 /* the next operation of the running block */
	bool started;		 /* the block on top has been entered */
	uint32_t ret_dst;	 /* first result slot in the caller's frame */
	uint64_t pending;    /* lanes that an indirect call has not served */
	uint64_t returned;   /* lanes that have returned from it */
	uint64_t private_at; /* private memory in use when it was called */
	size_t chunk, used;  /* top of the warp's frames before it */
	uint64_t *ready;     /* [ninsts] stamps of a timed run: timing.c */
	uint32_t timed;	     /* the instruction that is issued next in time */
};

/* A warp's time in cycles, in a timed run. */
struct cvg_clock {
	uint64_t now;
	uint64_t memory;	/* when all accesses so far have ended */
	uint64_t stalls;	/* waiting for results */
	uint64_t memory_stalls; /* those of memory among them */
	uint32_t extra;		/* of the access that just ran */
	cvg_vec(uint64_t) phis; /* stamps, while an edge is taken */
};

/* The memory of frames: last in, first out, and never moved. */
struct cvg_frame_chunk {
	uint8_t *memory;
	size_t bytes;
};

struct cvg_frames {
	cvg_vec(struct cvg_frame_chunk) chunks;
	size_t chunk, used; /* where the next frame goes: bytes of a chunk */
};

#define CVG_PRIVATE_START 16 /* offset 0 would be null */

enum cvg_warpstate {
	CVG_WARP_READY,	  /* it can run */
	CVG_WARP_BARRIER, /* it waits at a barrier */
	CVG_WARP_ENDED,	  /* all its lanes have returned */
	CVG_WARP_FAULT,	  /* its block's fault says why */
};

struct cvg_warp {
	struct cvg_machine *machine;
	struct cvg_block_run *block;
	uint32_t id; /* in the block */
	enum cvg_warpstate state;
	uint64_t full;	 /* the lanes that have a thread */
	uint64_t alive;	 /* of those, the ones that have not returned */
	uint64_t active; /* of those, the ones that run now */
	cvg_vec(struct cvg_frame) frames; /* of calls, the innermost last */
	cvg_vec(struct cvg_entry) stack;  /* of reconvergence, all frames */
	struct cvg_frame *frame;	  /* the last of frames */
	const struct cvg_code *code;	  /* the frame's */
	/* By cvg_at.base: the frame's rows and doubt, the constants'. */
	const uint8_t *rows[2];
	const struct cvg_doubt *doubts[2];
	struct cvg_frames memory;	 /* holds the rows of the frames */
	cvg_vec(struct cvg_spill) spill; /* for the results of REBITS */
	struct cvg_lx lx;	/* what operations on lanes are given */
	uint64_t steps;		/* operations so far */
	uint64_t cycles;	/* by the cost table, so far */
	struct cvg_clock clock; /* of a timed run */
	bool split;		/* its lanes have diverged at least once */
	bool preempted;		/* it stopped inside a block */
	uint32_t quota;	 /* operations of the machine until it is preempted */
	uint64_t tokens; /* convergence tokens made so far */
	uint64_t raced;	 /* lanes whose read raced in an earlier run */
	uint8_t synced;	 /* times that its lanes synchronized, cut to 8 bits */
	uint8_t fenced;	 /* enum cvg_scope of its widest release fence so far */
	struct cvg_bbvrows *bbv;   /* NULL: no vectors are kept */
	struct cvg_rounds *rounds; /* NULL: no nests are followed */
	struct cvg_ifs *ifs;	   /* NULL: no ifs are followed */
	struct cvg_memory private; /* lane l at data + l * private_stride */
	uint64_t private_stride, private_top; /* bytes; the top is in use */
	/* mask32 has all ones in the lanes of `mask_of`, zeros in the others. */
	uint64_t mask_of;
	uint32_t mask32[CVG_MAX_LANES] __attribute__((aligned(CVG_ROW_ALIGN)));
	uint8_t scratch[16 * CVG_MAX_LANES] /* see cvg_result */
		__attribute__((aligned(CVG_ROW_ALIGN)));
	uint32_t tid[3][CVG_MAX_LANES] __attribute__((aligned(CVG_ROW_ALIGN)));
	/* Barriers. */
	uint32_t barrier;      /* the one it waits at */
	uint32_t arrived;      /* a bit each: arrived at, not released yet */
	uint32_t passed;       /* a bit each: released before it waited */
	uint64_t barrier_true; /* lanes that BARRIER_COUNT counts */
	const struct cvg_bound *barrier_op; /* the operation that waits */
};

/* One block while it runs. A worker uses one of these for all its blocks. */
struct cvg_block_run {
	struct cvg_machine *machine;
	uint64_t id;		/* in the grid, x fastest */
	uint32_t ctaid[3];	/* the same by dimension */
	struct cvg_warp *warps; /* [m->nwarps] */
	uint32_t *turn; /* [m->nwarps] warps in the order of this round */
	struct cvg_memory shared;
	uint32_t expected[CVG_NBARRIERS]; /* threads that must arrive; 0: all */
	struct cvg_races *races;	  /* NULL: races are not looked for */
	struct cvg_touched *touched;	  /* NULL: no other worker runs */
	struct cvg_meets *meets;	  /* tokens.c; NULL: none yet */
	struct cvg_counts counts;	  /* of all blocks of this worker */
	struct cvg_fault fault;
	uint64_t steps; /* of all its warps, up to date between their slices */
	uint64_t rng;	/* state of the generator that shuffles the turns */
};

/* ---- inside ---------------------------------------------------------- */

/* The mixing function of SplitMix64: a bijection on 64 bits. */
static inline uint64_t cvg_hash64(uint64_t x)
{
	x ^= x >> 30;
	x *= UINT64_C(0xbf58476d1ce4e5b9);
	x ^= x >> 27;
	x *= UINT64_C(0x94d049bb133111eb);
	return x ^ (x >> 31);
}

/* The warp ends in a fault of that lane at that operation. Returns false. */
bool cvg_warp_fault(struct cvg_warp *warp, enum cvg_faultkind kind,
		    uint32_t lane, const struct cvg_uop *uop);
/* The warp ends in a fault of that lane's memory access. Returns false. */
bool cvg_access_fault(struct cvg_warp *warp, enum cvg_faultkind kind,
		      uint32_t lane, const struct cvg_uop *uop,
		      uint64_t address, uint64_t bytes, const char *fmt, ...)
	CVG_PRINTF(7, 8);
/* The warp, or its block, ran as many operations as it may; `whose` names it.
 * Returns false. */
bool cvg_endless_fault(struct cvg_warp *warp, uint64_t steps,
		       const char *whose);
/* True if no active lane of an operand is in doubt; else the warp ends in the
 * fault `poison` or `undef`. */
bool cvg_sure(struct cvg_warp *warp, const struct cvg_doubt *d,
	      enum cvg_faultkind poison, enum cvg_faultkind undef,
	      const struct cvg_uop *uop);

/* origin.c: the doubt of a slot caused the fault: add where it came from. */
void cvg_fault_origin(struct cvg_warp *warp, const struct cvg_doubt *d,
		      uint32_t lane, bool poison);
/* How many of a, b, c are refs. */
uint32_t cvg_uop_operands(const struct cvg_uop *uop);
/* Is the instruction issued to a warp? Phis, debug records and the like are not.
 */
bool cvg_is_issued(const struct cvg_fn *fn, uint32_t inst);

/* warp.c */
void cvg_warp_init(struct cvg_warp *warp, struct cvg_machine *machine,
		   struct cvg_block_run *block, uint32_t id);
void cvg_warp_start(struct cvg_warp *warp);
/* Run until the warp ends, faults, waits, or has done about `slice` operations.
 */
void cvg_warp_run(struct cvg_warp *warp, uint64_t slice);
void cvg_warp_done(struct cvg_warp *warp);
/* Push a frame for a call of function fn by the lanes in `mask`. The arguments
 * are the refs at lists[args]; results go to slots from dst on. Returns false,
 * as the caller does not go on. */
bool cvg_warp_call(struct cvg_warp *warp, uint32_t fn, uint32_t args,
		   uint32_t dst, uint64_t mask, const struct cvg_uop *uop);
void cvg_warp_moves(struct cvg_warp *warp, const struct cvg_bedge *e,
		    uint64_t mask);

/* stack.c: remove entries that have ended; warp->active then has the lanes that
 * go on. False: the frame has no entry left. */
bool cvg_stack_settle(struct cvg_warp *warp);
/* The block on top has run to its terminator. */
void cvg_stack_leave(struct cvg_warp *warp);

/* tokens.c: the lanes of the entry on top wait in the middle of a block. True: the entry
 * that is on top now can run; false: look again. */
bool cvg_meet_next(struct cvg_warp *warp);
/* The operations of the entry on top have run. True: that was an entry for a meeting,
 * which is gone. */
bool cvg_meet_end(struct cvg_warp *warp);
void cvg_meets_free(struct cvg_meets *take_meets);

/* collect.c: all warps wait at one COLLECT: do it. False: a fault. */
bool cvg_collect(struct cvg_block_run *block);
/* atomic.c: what ATOMIC makes of the memory's x and the operand y; kinds of up
 * to 64 bits. */
uint64_t cvg_rmw_of(const struct cvg_uop *uop, uint64_t x, uint64_t y);
/* block.c */
void cvg_block_init(struct cvg_block_run *block, struct cvg_machine *machine);
void cvg_block_run(struct cvg_block_run *block, uint64_t id);
void cvg_block_done(struct cvg_block_run *block);

/* timing.c: for timed runs. Fills in the timing of all functions. */
void cvg_timing_prepare(struct cvg_sim *sim);
/* Called in this order: the warp enters a block; an operation of `inst` is about
 * to run; it has run and memory needed more time; all operations of the block
 * have run; lanes take an edge. */
void cvg_timing_enter(struct cvg_warp *warp, uint32_t block);
void cvg_timing_issue(struct cvg_warp *warp, uint32_t block, uint32_t inst);
void cvg_timing_extra(struct cvg_warp *warp, uint32_t inst);
void cvg_timing_end(struct cvg_warp *warp, uint32_t block);
void cvg_timing_edge(struct cvg_warp *warp, uint32_t block, uint32_t target);

/* trace.c: the warp enters a block: keep the step if the warp is followed. */
void cvg_trace_enter(struct cvg_warp *warp, uint32_t block);

/* machine.c: the machine of a run that begins; its image stays the caller's. */
void cvg_sim_machine_init(struct cvg_machine *machine, struct cvg_sim *sim,
			  const struct cvg_launch *launch,
			  struct cvg_image *image,
			  const struct cvg_sim_options *opts);
void cvg_sim_machine_done(struct cvg_machine *machine);

/* run.c: what the caller's thread does between two slices if it runs blocks. Every
 * 50 ms it calls the caller's tick. */
void cvg_pulse(struct crew *crew);

/* memory.c */
void cvg_lock(struct cvg_machine *machine);
void cvg_unlock(struct cvg_machine *machine);
/* The state of a buffer's bytes, which is made if it had none. */
uint8_t *cvg_buffer_state(struct cvg_machine *machine,
			  struct cvg_buffer *buffer);

/* sregs.c: the segments that AMDGPU kernels read */
void cvg_segments_init(struct cvg_machine *machine);
void cvg_segments_done(struct cvg_machine *machine);

/* depend.c: who touched which bytes of global memory, if machine->depend is not
 * NULL. A lane reads, writes, or does an atomic operation on `bytes` at an
 * address of a space. `value`: what it writes; NULL: that is not defined. */
struct cvg_marks *cvg_marks_new(void);
void cvg_marks_free(struct cvg_marks *take_m);
void cvg_depend_read(struct cvg_warp *warp, const struct cvg_uop *uop,
		     uint32_t space, uint32_t lane, uint64_t address,
		     uint64_t bytes);
void cvg_depend_write(struct cvg_warp *warp, const struct cvg_uop *uop,
		      uint32_t space, uint32_t lane, uint64_t address,
		      uint64_t bytes, const uint8_t *value);
void cvg_depend_atomic(struct cvg_warp *warp, const struct cvg_uop *uop,
		       uint32_t lane, uint64_t address, uint64_t bytes);

/* touch.c: which words of global memory a worker read and wrote */
struct cvg_touched *cvg_touched_new(void);
void cvg_touched_free(struct cvg_touched *take_t);
/* Did one of two workers write a word that the other one touched? */
bool cvg_touched_meet(const struct cvg_touched *a, const struct cvg_touched *b);
bool cvg_touch(struct cvg_warp *warp, struct cvg_buffer *buffer,
	       uint64_t offset, uint64_t bytes, bool write);

/* counts.c */
void cvg_counts_init(struct cvg_counts *counts,
		     const struct cvg_program *program);
void cvg_counts_add(struct cvg_counts *to, const struct cvg_counts *from,
		    const struct cvg_program *program);
void cvg_counts_clear(struct cvg_counts *counts,
		      const struct cvg_program *program);
void cvg_counts_done(struct cvg_counts *counts);
/* Fill the sums from the counts of blocks, edges and instructions. */
void cvg_counts_finish(struct cvg_counts *counts, const struct cvg_sim *sim);

/* throughput.c: then what the machine's code took, if the program has prices. */
void cvg_throughput_finish(struct cvg_counts *counts, const struct cvg_sim *sim,
			   const struct cvg_launch *launch,
			   const struct cvg_image *image);

#include "sim/operations.h"
#include "sim/rows.h"

#endif
