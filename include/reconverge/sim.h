/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The SIMT simulator: runs a decoded kernel (program.h) on a launch, counts
 * what its warps do, and stops at the first fault.
 *
 *     launch + program  ->  image (memory, arguments)  ->  run  ->  result
 *
 * Nothing here prints. Same program, launch and options: same image and
 * result, on any number of cores.
 */
#ifndef RECONVERGE_SIM_H
#define RECONVERGE_SIM_H

#include "reconverge/analysis.h"
#include "reconverge/launch.h"

/* ---- memory of a launch ---------------------------------------------- */

/* One object in global memory. Address: granule << CVG_GRANULE_BITS. */
struct cvg_buffer {
	uint32_t granule;
	uint64_t bytes;
	uint8_t *data;
	uint8_t *undefined; /* [bytes] not 0: nobody wrote it; NULL: all
				defined */
	bool constant;
	bool freed;
	int32_t arg; /* parameter it was made for, -1: module variable,
				-2: by the kernel's malloc */
	char *name;  /* -1: the variable's, without '@'; else NULL */
	enum cvg_elem elem;
};

/*
 * The memory that a kernel is started on and leaves: the launch's buffers, the
 * module's variables, the argument segment.
 */
struct cvg_image {
	struct cvg_buffer *buffers;
	uint32_t nbuffers;
	uint8_t *args; /* the kernel's explicit arguments as they lie in
				its argument segment; of a byref copy that has
				room there, the copy's bytes */
	uint32_t nargs_bytes;
	uint32_t dynamic_shared; /* bytes: the launch's, and behind them those
				    of buffers for pointers to shared memory */
	uint32_t *buffer_of;	 /* [nparams] buffers[] of each, or CVG_NONE */
	uint64_t *values;    /* slots of the parameters, two words (low, high)
				each, one parameter after the other */
	uint32_t *values_at; /* [nparams] the first one's number */
	uint32_t nparams;
};

/*
 * Make it. Fails with one line: an argument without a value, a name that is
 * no parameter, a buffer for a scalar, a file that cannot be read or is too
 * short, more than 2^32 - 1 bytes a buffer, a block of more threads than the
 * target allows, a grid of none. Where an element type or a count was not
 * given, it is the kernel's, one element a thread.
 */
bool cvg_image_new(const struct cvg_program *p, const struct cvg_launch *l,
		   struct cvg_image **out, struct cvg_err *err);
/* The same after a run that left `last` (may be NULL): for "last". */
bool cvg_image_next(const struct cvg_program *p, const struct cvg_launch *l,
		    const struct cvg_image *last, struct cvg_image **out,
		    struct cvg_err *err);
struct cvg_image *cvg_image_copy(const struct cvg_image *m);
void cvg_image_free(struct cvg_image *take_m);
/* The buffer made for parameter i; NULL: a scalar, or none. Parameters that
 * are the same memory have the same one. */
struct cvg_buffer *cvg_image_arg(const struct cvg_image *m, uint32_t i);
/* What slot k of parameter i holds when the kernel starts, zero-extended: a
 * scalar, the address of its buffer or of its copy. */
void cvg_image_value(const struct cvg_image *m, uint32_t i, uint32_t k,
		     uint64_t *lo, uint64_t *hi);
/* "values: i32[1024] 3 7 9 ...", for tests: at most n elements of parameter
 * i's buffer, "?" for one that was never written. */
void cvg_image_print(struct cvg_str *out, const struct cvg_program *p,
		     const struct cvg_image *m, uint32_t i, uint64_t n);
/* The bytes of parameter i's buffer into a file ("-": standard output). */
bool cvg_image_dump(const struct cvg_program *p, const struct cvg_image *m,
		    uint32_t i, const char *path, struct cvg_err *err);

/* ---- running --------------------------------------------------------- */

/* Lanes that wait, or the ones that run: an entry of the warp's stack. */
struct cvg_trace_entry {
	uint64_t mask;
	uint32_t fn, block; /* where they go on; CVG_NONE: they wait for the
			       entries above to return */
	uint32_t reconv;    /* the block where the entry ends, of that function;
			       CVG_NONE: its end */
};

/* What one warp did, step by step: a step is a block entered. */
struct cvg_trace_step {
	uint32_t fn, block;
	uint64_t mask;	 /* lanes that enter it */
	uint32_t depth;	 /* entries on the reconvergence stack */
	uint64_t cycles; /* of the warp, before it; a timed run's clock */
	size_t stack_at; /* entries[] of it, `depth` of them, the one that runs
			    last; SIZE_MAX: not kept */
};

/* Asked: which warp, and which of its steps. The caller frees steps.at and
 * entries.at. */
struct cvg_trace {
	uint64_t block; /* in the grid, x fastest */
	uint32_t warp;	/* in the block */
	uint64_t from;	/* first step to keep */
	uint32_t limit; /* steps to keep; 0: all */
	bool stacks;	/* keep the stacks too */
	/* found */
	uint64_t total; /* steps the warp made, kept or not */
	cvg_vec(struct cvg_trace_step) steps;
	cvg_vec(struct cvg_trace_entry) entries;
};

/*
 * Who wrote a place of global memory last: filled in while the kernel runs,
 * the last write of the run as the blocks would come one after the other.
 */
struct cvg_watch {
	uint64_t address;
	uint32_t bytes;
	bool found; /* somebody wrote there; then: */
	uint32_t block[3], thread[3];
	uint32_t fn, inst; /* as in struct cvg_fault */
};

struct cvg_bbvmaker;

/*
 * What the threads find where they first load it: instructions of the kernel
 * that load one number. A thread that never comes there keeps its NaN.
 */
struct cvg_probes {
	uint32_t n;
	const uint32_t *inst; /* [n] */
	double *value;	      /* [threads of the launch * n], made NaN by the
				 caller */
};

/*
 * What nests of loops would do as one loop each (flat.h): in how many of its
 * rounds a warp would run each block, told by the lanes of the run as it is.
 */
struct cvg_nestrun {
	uint32_t loop;	 /* the outer one */
	uint64_t rounds; /* of the one loop, warps summed */
	uint64_t *runs;	 /* [blocks of the loop], in the order of its row */
};

struct cvg_nestruns {
	const struct cvg_loops *loops; /* the kernel's, borrowed */
	uint32_t n;		       /* nests that can be followed */
	struct cvg_nestrun *at;
};

/* Ask for all nests, each in at most three others. */
void cvg_nestruns_init(struct cvg_nestruns *x, const struct cvg_loops *loops);
void cvg_nestruns_done(struct cvg_nestruns *x);

struct cvg_sim_options {
	uint64_t seed;	    /* order of warps, garbage in undefined memory */
	uint64_t max_steps; /* operations of one warp; 0: no limit of its own,
			       but a default one for all warps of a block */
	uint32_t workers;   /* threads of the host; 0: one a core */
	bool races;	    /* look for data races on shared memory */
	bool timed;	    /* count cycles with a scoreboard, too */
	/* Called now and then, from the caller's thread, with the share done;
	 * false stops the run. May be NULL. */
	bool (*tick)(void *context, double done);
	void *context;
	/* Which warp to follow, for its trace; NULL: none. */
	struct cvg_trace *trace;
	struct cvg_watch *watch; /* NULL: none */
	/* Vectors of the launch's threads, over the blocks of all functions
	 * (cvg_sim_blocks); NULL: none. */
	struct cvg_bbvmaker *bbv;
	uint64_t *block_cycles; /* [blocks of the grid] of all warps, of a timed
				   run by the scoreboard; or NULL */
	const struct cvg_probes *probes; /* NULL: none; only beside bbv */
	struct cvg_nestruns *nests;	 /* NULL: none */
};

struct cvg_fault {
	enum cvg_faultkind kind; /* CVG_F_NONE: none */
	uint32_t block[3], thread[3];
	uint32_t fn;	  /* of the program */
	uint32_t inst;	  /* of its snapshot; CVG_NONE: a block's entry */
	uint64_t address; /* of an access */
	uint32_t bytes;
	char detail
		[160]; /* "4 bytes at values + 1024, which has 1024", or "" */
};

/* What was counted in one function: indices as in its snapshot. */
struct cvg_fn_counts {
	uint64_t *block_warps; /* [nblocks] times a warp entered it */
	uint64_t *block_lanes; /* active lanes then, summed */
	uint64_t *edge_warps;  /* [edges] times a warp took it */
	uint64_t *edge_lanes;
	uint64_t *split;    /* [nblocks] times its branch split a warp */
	uint64_t *accesses; /* [ninsts] warp accesses of memory operations */
	uint64_t *transactions; /* [ninsts] of global memory: lines touched; of
				  shared memory: passes that bank conflicts
				  make */
	uint64_t *stalls;	/* [ninsts] timed: cycles warps waited at it */
};

enum cvg_space_count {
	CVG_MEM_GLOBAL,
	CVG_MEM_SHARED,
	CVG_MEM_PRIVATE,
	CVG_MEM_CONSTANT,
	CVG_NMEM
};

struct cvg_counts {
	uint32_t nfns;
	struct cvg_fn_counts *fns; /* [nfns] */
	/* sums over all warps */
	uint64_t threads, warps, blocks;
	uint64_t insts;	     /* instructions issued to a warp */
	uint64_t lane_insts; /* the same, times active lanes */
	uint64_t class_insts[CVG_CLASS_CALL + 1];
	uint64_t cycles;	       /* insts by the cost table */
	uint64_t alu_insts, alu_lanes; /* all but control and memory */
	uint64_t memory_insts[CVG_NMEM];
	uint64_t transactions[CVG_NMEM];
	uint64_t branches;	     /* conditional ones that warps executed */
	uint64_t divergent_branches; /* of those, that split a warp */
	uint64_t divergent_warps;    /* warps that split at least once */
	uint64_t barriers;	     /* that warps arrived at */
	uint32_t max_depth;	     /* entries on a reconvergence stack */
	uint64_t max_warp_cycles;    /* of the slowest warp */
	/*
	 * Timed: each warp issues in order and waits for a result only where
	 * it is used, written again, or waited for by a fence.
	 */
	bool timed;
	uint64_t timed_cycles;	/* until its last instruction is issued */
	uint64_t stalls;	/* of those, waiting for results */
	uint64_t memory_stalls; /* of those, of memory */
	uint64_t max_warp_timed;
};

struct cvg_sim_result {
	struct cvg_fault fault;
	struct cvg_counts counts; /* up to the fault */
	bool stopped;		  /* by tick */
	double seconds;
	uint32_t workers; /* that ran */
};

/* A program made ready to run: code bound, blocks priced, stacks planned.
 * Borrows the program. */
struct cvg_sim;

struct cvg_sim *cvg_sim_new(const struct cvg_program *p);
void cvg_sim_free(struct cvg_sim *take_s);

/*
 * Run the whole grid on `image`, which it changes. False only for what is no
 * fault of the kernel (the launch does not fit the kernel); a fault is in
 * *out, and so is having been stopped. Free *out with cvg_sim_result_done.
 */
bool cvg_sim_run(struct cvg_sim *s, const struct cvg_launch *l,
		 struct cvg_image *image, const struct cvg_sim_options *o,
		 struct cvg_sim_result *out, struct cvg_err *err);
void cvg_sim_result_done(struct cvg_sim_result *r);

/* Blocks of code in one row: fn_at[f] is where those of function f begin,
 * fn_at[nfns] how many there are. */
void cvg_sim_blocks(const struct cvg_sim *s, uint32_t *fn_at);

/* "out-of-bounds", "access out of bounds". */
const char *cvg_fault_name(enum cvg_faultkind kind);
const char *cvg_fault_text(enum cvg_faultkind kind);

/* The fault as one line, for tests: "access out of bounds: block 0,0,0
 * thread 17,0,0, @f B12, k.cl line 42: ...". */
void cvg_fault_print(struct cvg_str *out, const struct cvg_program *p,
		     const struct cvg_fault *f);

/* ---- comparing ------------------------------------------------------- */

struct cvg_difference {
	bool found;
	bool unconstrained; /* `a` ended in undefined behaviour or without
				    an answer: nothing was to be kept */
	/* how they ended ... */
	bool ends_differ;
	enum cvg_faultkind a_end, b_end;
	/* ... or an element of memory, the first that differs */
	int32_t arg;   /* parameter, or -1 and `what` names it */
	char what[64]; /* "values", "@table" */
	uint64_t element;
	uint64_t count;	   /* elements of that buffer that differ */
	uint64_t elements; /* of that buffer */
	uint32_t buffers;  /* that differ somewhere */
	enum cvg_elem elem;
	uint64_t a, b;		       /* bits of that element */
	bool a_undefined, b_undefined; /* some of its bytes are */
	uint64_t address;	       /* its */
};

/*
 * What two runs of one launch left in memory: `a` is what must be kept. Bytes
 * that `a` leaves undefined may be anything in `b`; those it defines must be
 * equal, a NaN to any NaN, and if `loose`, floats within 16 units in the last
 * place or a millionth of their buffer's greatest magnitude. Constant memory,
 * copies that are the kernel's own and its malloc are not looked at.
 */
void cvg_image_compare(const struct cvg_program *p, const struct cvg_image *a,
		       const struct cvg_image *b, bool loose,
		       struct cvg_difference *out);

/*
 * What two runs left and how they ended. If `a` finished, `b` must and leave
 * the same; if `a` trapped or failed an assertion, `b` must do that too, and
 * memory is what the threads had come to: not compared. If `a` ended in
 * undefined behaviour, or was cut off, `b` may have done anything.
 */
void cvg_run_compare(const struct cvg_program *p, const struct cvg_fault *fa,
		     const struct cvg_image *a, const struct cvg_fault *fb,
		     const struct cvg_image *b, bool loose,
		     struct cvg_difference *out);

/* "values[17]: 3, not 5 (12 of 1024 elements, 2 buffers)": b's, not a's. */
void cvg_difference_print(struct cvg_str *out, const struct cvg_difference *d);

#endif
