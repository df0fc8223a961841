/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The SIMT simulator: runs a decoded kernel (program.h) on a launch, counts
 * what its warps do, and stops at the first fault.
 *
 *     launch + program  ->  image (memory, arguments)  ->  run  ->  result
 *
 * Nothing here prints. The same program, launch and options give the same image
 * and result, on any number of cores.
 */
#ifndef RECONVERGE_SIM_H
#define RECONVERGE_SIM_H

#include "reconverge/faults.h"
#include "reconverge/launch.h"
#include "reconverge/words.h"

struct cvg_loops;

/* ---- memory of a launch ---------------------------------------------- */

/* One object in global memory. Address: granule << CVG_GRANULE_BITS. */
#define CVG_BUFFER_MEMBER (-3) /* as cvg_buffer.arg */

struct cvg_buffer {
	uint32_t granule;   /* its place in memory, see above */
	uint64_t bytes;	    /* its size */
	uint8_t *data;	    /* [bytes] */
	uint8_t *undefined; /* [bytes] not 0: the byte was never written; NULL:
				all are defined */
	bool constant;	    /* a write is a fault */
	bool freed;	    /* by the kernel: any access is a fault */
	int32_t arg; /* parameter that it was made for; -1: a module variable;
				-2: from the kernel's malloc; -3: the memory of a
				pointer in a struct */
	char *name;  /* of a module variable, without '@'; of the memory of a
				pointer: the struct and the pointer's place in
				it, "p+8"; else NULL */
	enum cvg_elem elem; /* how its bytes are printed and compared */
};

/*
 * The memory that a kernel is started on and leaves behind: the launch's buffers,
 * the module's variables, the argument segment. It owns all it points to.
 */
struct cvg_image {
	struct cvg_buffer *buffers; /* [nbuffers] */
	uint32_t nbuffers;
	uint8_t *args; /* the kernel's explicit arguments as they lie in
				its argument segment; of a byref copy that has
				room there, the copy's bytes */
	uint32_t nargs_bytes;
	uint32_t dynamic_shared; /* bytes: the launch's, and behind them those
				    of buffers for pointers to shared memory */
	uint32_t *buffer_of;	 /* [nparams] into buffers[], or CVG_NONE */
	uint64_t *values; /* the parameters' slots, two words (low, high) each,
				one parameter after the other */
	uint32_t *values_at; /* [nparams] number of its first slot */
	uint32_t nparams;
};

/*
 * Make the image of a launch; free it with cvg_image_free. Fails with one line:
 * an argument without a value, a name that is no parameter, a buffer for a
 * scalar, a file that cannot be read or is too short, more than 2^32 - 1 bytes a
 * buffer, a block of more threads than the target allows, a grid of none. An
 * element type that was not given is the one that the kernel uses; a count that
 * was not given is one element a thread.
 */
bool cvg_image_new(const struct cvg_program *program,
		   const struct cvg_launch *launch, struct cvg_image **out,
		   struct cvg_err *err);
/* Make the image of a launch that follows a run, which left `last` (may be
 * NULL): the launch's word "last" stands for what it holds. */
bool cvg_image_next(const struct cvg_program *program,
		    const struct cvg_launch *launch,
		    const struct cvg_image *last, struct cvg_image **out,
		    struct cvg_err *err);
struct cvg_image *cvg_image_copy(const struct cvg_image *image);
void cvg_image_free(struct cvg_image *take_m);
/* What making its memory costs, in instructions of warps. */
uint64_t cvg_image_cost(const struct cvg_image *image);
/* The buffer that was made for parameter i, borrowed; NULL if the parameter is
 * a scalar or a null pointer. Parameters that share their memory have the same
 * buffer. */
struct cvg_buffer *cvg_image_arg(const struct cvg_image *image, uint32_t i);
/* What slot k of parameter i holds when the kernel starts, zero-extended: a
 * scalar, or the address of the parameter's buffer or copy. */
void cvg_image_value(const struct cvg_image *image, uint32_t i, uint32_t k,
		     uint64_t *lo, uint64_t *hi);
/* "values: i32[1024] 3 7 9 ...", for tests: at most n elements of parameter
 * i's buffer, "?" for one that was never written. */
void cvg_image_print(struct cvg_str *out, const struct cvg_program *program,
		     const struct cvg_image *image, uint32_t i, uint64_t n);
/* Write the bytes of parameter i's buffer to a file ("-": standard output). */
bool cvg_image_dump(const struct cvg_program *program,
		    const struct cvg_image *image, uint32_t i, const char *path,
		    struct cvg_err *err);

/* ---- running --------------------------------------------------------- */

/* An entry of the warp's reconvergence stack: lanes that run, or that wait. */
struct cvg_trace_entry {
	uint64_t mask;	    /* the lanes */
	uint32_t fn, block; /* where the lanes go on; CVG_NONE: they wait for
			       those of the entries above to return */
	uint32_t reconv; /* the block of fn where the entry ends; CVG_NONE: the
			       end of fn */
};

/* What one warp did, step by step: a step is a block entered. */
struct cvg_trace_step {
	uint32_t fn, block; /* function of the program, its block */
	uint64_t mask;	    /* lanes that enter it */
	uint32_t depth;	    /* entries on the reconvergence stack */
	uint64_t cycles; /* of the warp before the step; in a timed run by the
			    scoreboard */
	size_t stack_at; /* where its `depth` entries begin in entries[], the one
			    that runs last; SIZE_MAX: they were not kept */
};

/* Which warp a run shall follow, and what the run found. The caller frees
 * steps.at and entries.at. */
struct cvg_trace {
	/* asked */
	uint64_t block; /* in the grid, x fastest */
	uint32_t warp;	/* in the block */
	uint64_t from;	/* first step to keep */
	uint32_t limit; /* steps to keep; 0: all */
	bool stacks;	/* keep the stack of each step, too */
	/* found */
	uint64_t total; /* steps the warp made, kept or not */
	cvg_vec(struct cvg_trace_step) steps;
	cvg_vec(struct cvg_trace_entry) entries;
};

/*
 * Which thread wrote a place of global memory last. A run that watches takes the
 * blocks one after the other.
 */
struct cvg_watch {
	/* asked */
	uint64_t address; /* of the first byte that is watched */
	uint32_t bytes;	  /* how many are */
	/* found */
	bool found; /* did a thread write there? if so, the thread and its
		       instruction: */
	uint32_t block[3], thread[3];
	uint32_t fn, inst; /* as in struct cvg_fault */
};

/*
 * Two threads that depend on each other through global memory: one reads what the
 * other writes, or both write other values to one place. A run that looks for
 * them takes the blocks one after the other. If it ends well and finds none, its
 * result on that launch is the same in whatever order the threads come
 * (sim/depend.c).
 */
struct cvg_depend {
	bool found;    /* are there two such threads? if so: */
	bool reads;    /* the later of two accesses is a read */
	bool was_read; /* the earlier of two accesses is a read */
	bool several;  /* several threads made earlier accesses; if not,
			  one: */
	uint32_t other_block[3], other_thread[3]; /* the earlier thread */
	uint32_t block[3], thread[3];		  /* the later thread */
	uint32_t fn, inst; /* of the later thread, as in struct cvg_fault */
	char what[64];	   /* name of the buffer: "values", "@table" */
	uint64_t element;  /* number of the element in it */
};

struct cvg_bbvmaker;

/*
 * The numbers that the threads load at some instructions of the kernel, each
 * when its thread first executes the load. A thread that never does keeps NaN.
 */
struct cvg_probes {
	uint32_t fn; /* index in the program: whose instructions they are */
	uint32_t n;
	const uint32_t *inst; /* [n] */
	double *value;	      /* [threads of the launch * n], made NaN by the
				 caller */
};

/* A nest of loops, and what it would do if it were flattened to one loop
 * (flat.h): how often warps would run each block. This is counted while the
 * nest runs as it is (sim/rounds.c). */
struct cvg_nestrun {
	uint32_t loop;	 /* the outermost loop of the nest */
	uint64_t rounds; /* of the one loop, summed over warps */
	uint64_t *runs; /* [blocks of the loop] rounds in which a warp would run
			    the block, summed over warps; in the order of
			    loops->blocks */
};

/* Two one-armed ifs that follow each other (fuse.h), and how often a warp has
 * threads for both arms (sim/ifs.c). */
struct cvg_ifrun {
	uint32_t block[2]; /* that end in the branches */
	uint32_t arm[2];   /* first blocks of the arms */
	uint64_t both;	   /* times that threads took the first arm, and others
			      the second alone */
	uint64_t again;	   /* times that threads took both arms, and others the
			      second alone */
};

/* What a run follows in one function, beside its blocks and edges. */
struct cvg_nestruns {
	const struct cvg_loops *loops; /* of a function, borrowed */
	uint32_t n;		       /* nests that can be followed */
	struct cvg_nestrun *at;
	uint32_t nifs;
	struct cvg_ifrun *ifs; /* owned */
};

/* Make rows of zeros for all nests that are inside at most three others. */
void cvg_nestruns_init(struct cvg_nestruns *x, const struct cvg_loops *loops);
void cvg_nestruns_done(struct cvg_nestruns *x);

/* ---- races ----------------------------------------------------------- */

/* What is done about data races (sim/races.c). */
enum cvg_races_ask {
	CVG_RACES_IGNORE,
	CVG_RACES_STOP, /* the first one is a fault */
	CVG_RACES_LIST, /* the run goes on and lists them */
};

enum cvg_touch {
	CVG_TOUCH_READ,
	CVG_TOUCH_WRITE,
	CVG_TOUCH_ATOMIC_READ,
	CVG_TOUCH_ATOMIC_WRITE,
	CVG_NTOUCHES
};

bool cvg_touch_writes(enum cvg_touch t);

/* Two accesses to one place that nothing orders. */
struct cvg_race {
	char what[64];		      /* the object: "values", "@tile" */
	uint64_t offset;	      /* bytes into it */
	enum cvg_touch first, second; /* how the place was accessed */
	uint32_t block[3], thread[3]; /* of the second access */
	uint32_t fn, inst;	      /* likewise, as in struct cvg_fault */
	bool known;		      /* one thread made the first access: */
	uint32_t first_block[3], first_thread[3]; /* that thread */
};

/* Are both races about the same object, and between accesses of the same two
 * kinds? */
bool cvg_race_alike(const struct cvg_race *a, const struct cvg_race *b);
/* "read of @tile + 4, which block 0 thread 1 writes" */
void cvg_race_print(struct cvg_str *out, const struct cvg_race *race,
		    const struct cvg_launch *launch);

/* The reads of a run that race. */
struct cvg_racing;

void cvg_racing_free(struct cvg_racing *take_r);

/* ---- a run ------------------------------------------------------------ */

struct cvg_sim_options {
	uint64_t seed;	    /* decides the order of warps and the garbage in
			       undefined memory */
	uint64_t order;	    /* 0: a warp runs until it waits, or for some
			       thousand operations; else warps are preempted at
			       accesses to memory, where seed and order say */
	uint64_t chance;    /* changes what an undefined value is frozen to */
	uint64_t max_steps; /* operations that a warp may run; 0: no limit for a
			       warp, a default one for all warps of a block */
	uint32_t workers;   /* threads of the host; 0: one for each core */
	uint64_t alone;	    /* operations of warps that the caller's thread runs
			       before threads begin; 0: as many as pay */
	enum cvg_races_ask races;
	const struct cvg_racing *racing; /* reads that give undefined values;
					    needs `races`; NULL: none */
	bool timed; /* also count cycles with a scoreboard */
	/* Called about 20 times a second, from the caller's thread, with the
	 * share of blocks that have ended; false stops the run. May be NULL. */
	bool (*tick)(void *context, double done);
	void *context;		   /* given to tick */
	struct cvg_trace *trace;   /* the warp to follow; NULL: none */
	struct cvg_watch *watch;   /* the place to watch; NULL: none */
	struct cvg_depend *depend; /* where to put threads that depend on each
				      other; NULL: not looked for */
	/* Where the basic-block vectors of all threads go, over the blocks of
	 * all functions as cvg_sim_blocks numbers them; NULL: nowhere. */
	struct cvg_bbvmaker *bbv;
	/* [blocks of the grid] cycles of all warps, by the cost table, and in a
	 * timed run by the scoreboard; NULL: not wanted; only beside bbv. */
	uint64_t *block_cycles, *block_timed;
	const struct cvg_probes *probes; /* NULL: none; only beside bbv */
	struct cvg_nestruns *nests;	 /* [functions of the program]; NULL:
					    none */
};

/* How a run ended: its first fault, and the thread that met the fault. */
struct cvg_fault {
	enum cvg_faultkind kind;      /* CVG_F_NONE: the kernel finished */
	uint64_t seed;		      /* of the launch */
	uint32_t block[3], thread[3]; /* the thread, by dimension */
	uint32_t fn;		      /* of the program */
	uint32_t inst;	  /* of its snapshot; CVG_NONE: a block's entry */
	uint64_t address; /* of an access, as is `bytes` */
	uint32_t bytes;
	char detail
		[160]; /* "4 bytes at values + 1024, which has 1024", or "" */
};

/* What was counted in one function. Blocks, edges and instructions have the ids
 * of its snapshot. */
struct cvg_fn_counts {
	uint64_t *block_warps; /* [nblocks] times that a warp entered it */
	uint64_t *block_lanes; /* [nblocks] active lanes then, summed */
	uint64_t *edge_warps;  /* [edges] times that a warp took it */
	uint64_t *edge_lanes;  /* [edges] active lanes then, summed */
	uint64_t *split;    /* [nblocks] times that its branch split a warp */
	uint64_t *accesses; /* [ninsts] times that a warp accessed memory */
	uint64_t *transactions; /* [ninsts] of global memory: lines touched; of
				  shared memory: passes that bank conflicts
				  make; of other memory: accesses */
	uint64_t *stalls;	/* [ninsts] timed: cycles that warps waited */
};

/* The kinds of memory that accesses are counted by. */
enum cvg_space_count {
	CVG_MEM_GLOBAL, /* and flat addresses */
	CVG_MEM_SHARED,
	CVG_MEM_PRIVATE,
	CVG_MEM_CONSTANT,
	CVG_NMEM
};

/*
 * What a run took by the machine's code of the blocks that it ran, if the program
 * has such prices (sim/throughput.c). First the cycles of all warps, as if each of
 * them ran alone; then how long the launch takes on the whole chip by each of its
 * limits, and by the largest.
 */
struct cvg_machine_counts {
	bool priced;  /* if not, all below is 0 */
	bool assumed; /* no registers are known: they leave room for all */
	uint64_t insts, cycles, waits;
	uint64_t vector, scalar, vmem; /* as in struct cvg_mprice */
	double resident;	       /* warps on a multiprocessor at once */
	double issue, memory, shared, latency;
	double launch; /* the largest of the four */
};

struct cvg_counts {
	uint32_t nfns;
	struct cvg_fn_counts *fns; /* [nfns] */
	/* sums over all warps */
	uint64_t threads, warps, blocks;
	uint64_t insts;	     /* instructions issued to a warp */
	uint64_t lane_insts; /* the same, times active lanes */
	uint64_t class_insts[CVG_CLASS_CALL + 1]; /* by enum cvg_opclass */
	uint64_t cycles; /* latencies of insts by the cost table */
	uint64_t alu_insts, alu_lanes;	 /* all but control and memory */
	uint64_t memory_insts[CVG_NMEM]; /* accesses by warps */
	uint64_t transactions[CVG_NMEM]; /* as in struct cvg_fn_counts */
	uint64_t branches;	     /* conditional ones that warps executed */
	uint64_t divergent_branches; /* of those, that split a warp */
	uint64_t divergent_warps;    /* warps that split at least once */
	uint64_t barriers;	     /* that warps arrived at */
	uint32_t max_depth;	     /* entries on a reconvergence stack */
	uint64_t max_warp_cycles;    /* of the slowest warp */
	/* Only if `timed`: each warp issues in order and waits for a result
	 * only where it is used, is written again, or where a fence waits for
	 * it (sim/timing.c). */
	bool timed;
	uint64_t timed_cycles;	 /* until the last instruction is issued */
	uint64_t stalls;	 /* of those, spent waiting for results */
	uint64_t memory_stalls;	 /* of those, for results of memory */
	uint64_t max_warp_timed; /* timed cycles of the slowest warp */
	struct cvg_machine_counts machine;
};

struct cvg_sim_result {
	struct cvg_fault fault;	  /* how the run ended */
	struct cvg_counts counts; /* up to the fault */
	bool stopped;		  /* tick asked to stop */
	double seconds;		  /* of the host's time */
	uint32_t workers;	  /* that ran */
	/* If asked for: the first race of each object and pair of kinds, in the
	 * order in which they were found; and the reads of all races. */
	struct cvg_race *races; /* [nraces] */
	uint32_t nraces;
	struct cvg_racing *racing;
};

/* A program made ready to run: its operations are bound to functions, its blocks
 * priced, its points of reconvergence found. Borrows the program. */
struct cvg_sim;

struct cvg_sim *cvg_sim_new(const struct cvg_program *program);
void cvg_sim_free(struct cvg_sim *take_s);
/* Does the program have atomic operations through which its results may depend
 * on the order of its threads? */
bool cvg_sim_tells_order(const struct cvg_sim *sim);

/*
 * Run the whole grid on `image`, which changes. False only if the launch does not
 * fit the kernel; a fault of the kernel, or having been stopped, is told in *out.
 * Free *out with cvg_sim_result_done.
 */
bool cvg_sim_run(struct cvg_sim *sim, const struct cvg_launch *launch,
		 struct cvg_image *image, const struct cvg_sim_options *options,
		 struct cvg_sim_result *out, struct cvg_err *err);
void cvg_sim_result_done(struct cvg_sim_result *result);

/* Number the blocks of all functions in one row: fn_at[f] becomes the number of
 * the first block of function f, fn_at[nfns] the number of all blocks. */
void cvg_sim_blocks(const struct cvg_sim *sim, uint32_t *fn_at);

/* The name of a fault, such as "out-of-bounds", and its text, such as "access
 * out of bounds". */
const char *cvg_fault_name(enum cvg_faultkind kind);
const char *cvg_fault_text(enum cvg_faultkind kind);

/* The fault as one line, for tests: "access out of bounds: block 0,0,0
 * thread 17,0,0, @f B12, k.cl line 42: ...". */
void cvg_fault_print(struct cvg_str *out, const struct cvg_program *program,
		     const struct cvg_fault *fault);

/* ---- comparing ------------------------------------------------------- */

/* How two runs differ: in how they ended, or in what they left in memory. */
struct cvg_difference {
	bool found;
	bool unconstrained; /* `a` ended in undefined behaviour or was cut off,
				    so that `b` may do anything */
	bool ends_differ;   /* if not, and found: memory differs */
	enum cvg_faultkind a_end, b_end; /* how the runs ended */
	/* The first element of memory that differs. */
	int32_t arg;	    /* the parameter of its buffer, or -1 */
	char what[64];	    /* name of the buffer: "values", "@table" */
	uint64_t element;   /* number of the element in it */
	uint64_t count;	    /* elements of the buffer that differ */
	uint64_t elements;  /* of the buffer */
	uint32_t buffers;   /* that differ somewhere */
	enum cvg_elem elem; /* the element's type */
	uint64_t a, b;	    /* the element's bits */
	bool a_undefined, b_undefined; /* has it undefined bytes? */
	uint64_t address;	       /* of the element */
};

/*
 * Compare what two runs of one launch left in memory; `b` must leave what `a`
 * left. Bytes that `a` leaves undefined may be anything in `b`. Bytes that `a`
 * defines must be equal; a NaN equals any NaN; if `loose`, floats may differ by
 * 16 units in the last place or by a millionth of the greatest magnitude in
 * their buffer. Constant memory, the kernel's own copies of arguments, and memory
 * from its malloc are not compared.
 */
void cvg_image_compare(const struct cvg_program *program,
		       const struct cvg_image *a, const struct cvg_image *b,
		       bool loose, struct cvg_difference *out);

/*
 * Compare how two runs ended, and what they left. If `a` finished, `b` must finish
 * and leave the same. If `a` trapped or failed an assertion, `b` must do so too;
 * memory is not compared, because it depends on how far the other threads had
 * come. If `a` ended in undefined behaviour, or was cut off, `b` may have done
 * anything.
 */
void cvg_run_compare(const struct cvg_program *program,
		     const struct cvg_fault *fa, const struct cvg_image *a,
		     const struct cvg_fault *fb, const struct cvg_image *b,
		     bool loose, struct cvg_difference *out);

/* Append "values[17]: 3, not 5 (12 of 1024 elements differ, 2 buffers)", where 3
 * is what `b` left and 5 is what `a` left. */
void cvg_difference_print(struct cvg_str *out,
			  const struct cvg_difference *difference);

#endif
