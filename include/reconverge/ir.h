/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The live module: the only object of the program that holds LLVM. Everything
 * here is implemented in src/ir; no type of LLVM appears in this header.
 *
 * LLVM code that can crash runs in a forked child: cvg_module_load parses an
 * untrusted file in a child first, and cvg_module_write and cvg_module_pass
 * run in a child with a time limit.
 */
#ifndef RECONVERGE_IR_H
#define RECONVERGE_IR_H

#include "reconverge/words.h"

struct cvg_ana;
struct cvg_body;
struct cvg_fn;
struct cvg_module;
struct cvg_program;

/*
 * Load .ll or .bc from `path` ("-": standard input); or compile a source file, or
 * take the IR out of a file that holds some (src/ir/forms.def). Fails with one line
 * naming file, place and reason: unreadable, malformed, crashing the reader,
 * failing the verifier, no triple given or known, not amdgcn or nvptx64, a
 * cpu the target does not know, no function with a body. The place stands in
 * the message ("k.ll:3:10: expected type"); err->line and column stay 0.
 *
 * opt->cpu wins over the functions' own "target-cpu": a function that names
 * another cpu gets that one and loses its list of features, so that the code
 * generator assumes the cpu that the analyses assumed. If opt->cpu is NULL, the
 * cpu is the one on which all functions with a "target-cpu" agree, else the
 * target's default.
 *
 * The caller owns *out and frees it with cvg_module_free.
 */
bool cvg_module_load(const char *path, const struct cvg_target_options *opt,
		     struct cvg_module **out, struct cvg_err *err);

/*
 * The same of a module in memory, the text or the bitcode; messages call it
 * `name`.
 */
bool cvg_module_read(const char *name, const void *bytes, size_t n,
		     const struct cvg_target_options *opt,
		     struct cvg_module **out, struct cvg_err *err);

struct LLVMOpaqueContext;
struct LLVMOpaqueModule;

/*
 * A copy of a module that this process has (an LLVMModuleRef), in a context of
 * its own. It is parsed in this process, and verified. The caller frees *out with
 * cvg_module_free.
 */
bool cvg_module_copy_of(struct LLVMOpaqueModule *llvm,
			const struct cvg_target_options *opt,
			struct cvg_module **out, struct cvg_err *err);
/* The same in the context of that module, which must outlive the copy and which nothing
 * else may use meanwhile. It is not verified. */
bool cvg_module_guest_of(struct LLVMOpaqueModule *llvm,
			 const struct cvg_target_options *opt,
			 struct cvg_module **out, struct cvg_err *err);
/* Name the functions without a name: functions are known by their names. What the
 * functions above load, they have named. */
void cvg_module_name_functions(struct LLVMOpaqueModule *llvm);
/* A copy of the module in that context, for the caller to dispose; of a guest that
 * module itself, after which it may only be freed. NULL: LLVM cannot make it, and
 * `err` is filled. */
struct LLVMOpaqueModule *cvg_module_give(struct cvg_module *module,
					 struct LLVMOpaqueContext *context,
					 struct cvg_err *err);

/*
 * Load bitcode that this program itself wrote (a revision): in this process
 * and without verifying it. The caller frees *out with cvg_module_free.
 */
bool cvg_module_revive(const void *bitcode, size_t n,
		       const struct cvg_target_options *opt,
		       struct cvg_module **out, struct cvg_err *err);

void cvg_module_free(struct cvg_module *take_module);

/* The ticker that long operations on the module ask whether to go on.
 * Borrowed; NULL: they are not interrupted. */
void cvg_module_ticker(struct cvg_module *module,
		       const struct cvg_ticker *ticker);

/* Was it made of a file that is no IR, such as a source file? */
bool cvg_module_made(const struct cvg_module *module);
/* For tests; all else asks cvg_fn.target. */
enum cvg_target cvg_module_target(const struct cvg_module *module);
const char *cvg_module_triple(const struct cvg_module *module);
const char *cvg_module_cpu(const struct cvg_module *module);
/* Price the snapshots that are taken from now on by that table; NULL: by
 * costs.def. Borrowed. */
void cvg_module_price(struct cvg_module *module, const struct cvg_costs *costs);
/* Is a module for the same target, with the same layout of data, as the one that
 * it is to be compared with? */
bool cvg_module_comparable(const struct cvg_module *module,
			   const struct cvg_module *with, struct cvg_err *err);

/*
 * Add from the library `path` the functions that the module calls but does not
 * define, and the functions that those call. The module's own functions and
 * their block numbers stay; added functions stand behind them. Libraries that
 * need each other must be linked again until nothing is missing. Fails with
 * one line if the library is unreadable, malformed, for another target or in
 * conflict with the module; the module is then unchanged.
 */
bool cvg_module_link(struct cvg_module *module, const char *path,
		     struct cvg_err *err);

/* ---- functions ------------------------------------------------------- */

/* Functions with a body, in the module's order: 0 .. n-1. */
uint32_t cvg_module_nfunctions(const struct cvg_module *module);
const char *cvg_module_function_name(const struct cvg_module *module,
				     uint32_t f);
/* The function of that name, or CVG_NONE. */
uint32_t cvg_module_function_named(const struct cvg_module *module,
				   const char *name);
/* Give function f that name, and its name to the function that had it. Fails if
 * something else has it. For modules of which no code was numbered yet. */
bool cvg_module_rename(struct cvg_module *module, uint32_t f, const char *name,
		       struct cvg_err *err);
enum cvg_fnkind cvg_module_function_kind(const struct cvg_module *module,
					 uint32_t f);
/* The only kernel of the module that calls function f, directly or through other
 * functions, or that is f; CVG_NONE: there is none, or there are several. */
uint32_t cvg_module_kernel_of(const struct cvg_module *module, uint32_t f);
/* The call instructions of the module that call function f. */
uint32_t cvg_module_call_sites(const struct cvg_module *module, uint32_t f);

/* Fill *out with the places of the functions that call function f, ascending.
 * False: there may be other callers, or none. */
bool cvg_module_known_callers(const struct cvg_module *module, uint32_t f,
			      struct cvg_u32s *out);

enum cvg_snapshot_flag {
	CVG_SNAP_TEXT = 1 << 0, /* with the text of each instruction, cut out
				   of one printing of the function */
};

/*
 * A snapshot of function f; `flags` is of enum cvg_snapshot_flag. The caller
 * owns it. Blocks keep the uids that the module has recorded for them. The
 * first snapshot of a function numbers its blocks in order; blocks added later
 * get the next free numbers, and the origins that the phase recorded for them.
 */
struct cvg_fn *cvg_module_snapshot(struct cvg_module *module, uint32_t f,
				   uint32_t flags);
/* Likewise, with the analyses that were begun for it, which know nothing of callers;
 * the caller owns both. */
struct cvg_fn *cvg_module_snapshot_ana(struct cvg_module *module, uint32_t f,
				       uint32_t flags, struct cvg_ana **ana);

/* Give a snapshot of function f without texts the text of each instruction; the
 * code must be the same still. */
void cvg_module_add_text(struct cvg_module *module, uint32_t f,
			 struct cvg_fn *fn);

/*
 * Between these two calls the module is printed once for all snapshots with
 * text, and must not change. Without them each such snapshot makes LLVM walk
 * the whole module to print one function.
 */
void cvg_module_hold_text(struct cvg_module *module);
void cvg_module_drop_text(struct cvg_module *module);

/*
 * After cvg_module_revive: give the blocks of function f the uids and origins
 * that they had in `fn`, a snapshot of the same code. `next_uid` is the first
 * number that was never used in this function.
 */
void cvg_module_adopt_uids(struct cvg_module *module, uint32_t f,
			   const struct cvg_fn *fn, uint32_t next_uid);
uint32_t cvg_module_next_uid(const struct cvg_module *module, uint32_t f);

/* ---- copies of code --------------------------------------------------- */

/*
 * A copy of the code of function f, without the numbers of its blocks. It costs
 * what the function costs. NULL: the code holds something of which LLVM-C can
 * make no copy, such as the debug record of an assignment. The caller frees it
 * with cvg_body_free, before the module.
 */
struct cvg_body *cvg_body_take(struct cvg_module *module, uint32_t f);
/* Replace the code of function f by that of `body`, which was made of it. The
 * numbers of its blocks are stale until cvg_module_adopt_uids. */
void cvg_body_put(struct cvg_module *module, uint32_t f,
		  const struct cvg_body *body);
void cvg_body_free(struct cvg_body *take_body);

/*
 * Open a copy of `body` for work. Until it is closed or kept, the snapshots of
 * function f are of that copy, and phases change it, but the module is verified,
 * decoded and written with its own code. The numbers of the copy's blocks are
 * stale until cvg_module_adopt_uids.
 */
void cvg_body_open(struct cvg_module *module, uint32_t f,
		   const struct cvg_body *body);
/* Give the module's own function f the code of the work, which stays open, and
 * verify it. */
bool cvg_body_verify(struct cvg_module *module, uint32_t f,
		     struct cvg_err *err);
/* Give the work on function f up, if there is any. */
void cvg_body_close(struct cvg_module *module, uint32_t f);
/* End the work and return its result, for the caller to free. NULL: as with
 * cvg_body_take; the work is still open. */
struct cvg_body *cvg_body_keep(struct cvg_module *module, uint32_t f);

/* ---- out again ------------------------------------------------------- */

/*
 * Repair in function f what phases leave behind and the verifier rejects,
 * although it is harmless: lifetime markers whose pointer is a select or phi
 * of several variables.
 */
void cvg_module_settle(struct cvg_module *module, uint32_t f);

/*
 * The names that the values and blocks of function f have. After code was
 * changed, `restore` gives a copy of a value the name of that value, if no other
 * value has it: "%t11" becomes "%t1" again. The caller frees what `take` returns,
 * with cvg_oldnames_free.
 */
struct cvg_oldnames *cvg_oldnames_take(struct cvg_module *module, uint32_t f);
void cvg_oldnames_restore(struct cvg_oldnames *old, struct cvg_module *module,
			  uint32_t f);
/* After a restore: know the names that are there now instead. */
void cvg_oldnames_renew(struct cvg_oldnames *old);
void cvg_oldnames_free(struct cvg_oldnames *take_old);

/* Run LLVM's verifier; on failure `err` holds its first complaint. */
bool cvg_module_verify(struct cvg_module *module, struct cvg_err *err);

/* Run LLVM's verifier on function f alone, in time that depends only on the size of
 * that function. */
bool cvg_module_verify_function(struct cvg_module *module, uint32_t f,
				struct cvg_err *err);

/* Bitcode of the module in memory; the caller frees *out. */
void cvg_module_bitcode(struct cvg_module *module, void **out, size_t *n);

/* The module as text; the caller frees it. */
char *cvg_module_text(struct cvg_module *module);

/* One function as text; the caller frees it. */
char *cvg_module_function_text(struct cvg_module *module, uint32_t f);

/* The kind by the path's suffix (.ll, .bc, .s or .ptx, .o); false if it has
 * none of these. */
bool cvg_emit_of_path(const char *path, enum cvg_emit *kind);

/*
 * Append the module as a file of that kind. For the rest, see below.
 */
bool cvg_module_output(struct cvg_module *module, enum cvg_emit kind,
		       unsigned seconds, struct cvg_str *out,
		       struct cvg_err *err);

/* ---- for a device ------------------------------------------------------ */

/* The processor for whose code the device `cpu` is asked: itself, or if LLVM does not
 * know it and code is portable, the newest before it. */
bool cvg_cpu_for_device(enum cvg_target target, const char *cpu, char *out,
			size_t n, struct cvg_err *err);

/* Let warps have so many lanes; false: those of the module's cpu cannot. */
bool cvg_module_lanes(struct cvg_module *module, uint32_t warp,
		      struct cvg_err *err);

/* Append the name that a kernel or variable has on a device, where '.', say, is in no
 * name. */
void cvg_device_name(struct cvg_str *out, const char *name);

/*
 * Leave of the module that kernel and what it needs, with variables that a driver
 * finds, and without debug info. Fails if it needs what is not there.
 */
bool cvg_module_for_device(struct cvg_module *module, const char *kernel,
			   unsigned seconds, struct cvg_err *err);

/* Let PTX be of the newest version that this driver of CUDA takes (12040: 12.4); false:
 * none is known. */
bool cvg_module_ptx(struct cvg_module *module, uint32_t driver);

/* How a driver's code is made. */
struct cvg_loading {
	const char *kernel; /* see cvg_module_for_device; NULL: leave all */
	bool machine;	    /* let ptxas make a cubin, if it is there */
	uint32_t driver;    /* its version; 0: not known */
	unsigned seconds;   /* for each program that makes it */
};

struct cvg_loadable {
	struct cvg_str code;	 /* a cubin, or a code object of AMD's GPUs */
	struct cvg_str portable; /* PTX */
	const char *suffix;	 /* "ptx", "cubin" or "hsaco" */
};

/*
 * Make the module's code as a driver loads it: PTX, and with `machine` and where
 * ptxas is installed and takes the PTX, a cubin; for AMD's GPUs a code object, for
 * which ld.lld must be installed. Free *out with cvg_loadable_done in any case.
 */
bool cvg_module_loadable(struct cvg_module *module,
			 const struct cvg_loading *how,
			 struct cvg_loadable *out, struct cvg_err *err);
void cvg_loadable_done(struct cvg_loadable *loadable);

/*
 * Write the module to `path`, completely or not at all. ASM and OBJ run the
 * target's code generator for the module's cpu in a forked child; a crash, a
 * fatal error or more than `seconds` of wall clock time become an error that
 * quotes the generator. OBJ is refused for NVPTX, whose object files are made
 * by ptxas from .ptx.
 */
bool cvg_module_write(struct cvg_module *module, const char *path,
		      enum cvg_emit kind, unsigned seconds,
		      struct cvg_err *err);

/*
 * Run an LLVM pass pipeline ("instcombine,simplifycfg") over the module in a
 * forked child, for at most `seconds` of wall clock time, and take the result.
 * On failure the module is unchanged. A function whose code did not change
 * keeps its blocks' uids; in the others, a block keeps the uid of the block
 * that had its label before.
 */
bool cvg_module_pass(struct cvg_module *module, const char *pipeline,
		     unsigned seconds, struct cvg_err *err);

/*
 * The same on function f alone, which is in work (cvg_body_open), at the cost of the
 * function and what it calls. Passes see its callees and variables, and may inline
 * the callees, but all else of the module stays as it is. Fails if the code cannot
 * be copied, or needs more than the function: a table, say, or a function that was
 * outlined.
 */
bool cvg_module_pass_alone(struct cvg_module *module, uint32_t f,
			   const char *pipeline, enum cvg_unroll unroll,
			   unsigned seconds, struct cvg_err *err);

/* From now on, cvg_module_pass_alone runs passes at once, and not in a child first:
 * this process may crash or hang, and somebody looks after it. */
void cvg_passes_at_once(void);

/*
 * A process that runs beside this one and sends what it finds (cvg_sender_send) to
 * `from`, which ends with it. Ctrl-C does not reach it; what it prints is lost. End
 * it with cvg_sender_end, which kills it if it still runs.
 */
struct cvg_sender {
	int pid; /* 0: none */
	int from;
};

bool cvg_sender_start(struct cvg_sender *out,
		      void (*work)(void *context, int to), void *context,
		      struct cvg_err *err);
/* In the process: send bytes, or end if nobody listens. */
void cvg_sender_send(int to, const void *data, size_t n);
void cvg_sender_end(struct cvg_sender *sender);

/* ---- for the simulator ----------------------------------------------- */

/*
 * Decode function f (a kernel, or a function to be launched like one) and all
 * functions it reaches to a program for the simulator. Fails if any operation
 * in them cannot be simulated, even if it might never run: `uncovered` (may be
 * NULL) then gets one line for each such operation, with its name, the reason,
 * and how often and where it occurs. The caller frees *out with
 * cvg_program_free.
 */
bool cvg_module_decode(struct cvg_module *module, uint32_t f,
		       struct cvg_program **out, struct cvg_str *uncovered,
		       struct cvg_err *err);

/*
 * With `yes`, a shift of 32 or 64 bits by its width or more is decoded as what
 * the target's instruction does, not as poison: PTX clamps the amount to the
 * width (and so for all widths up to 64), AMDGPU takes it modulo the width.
 */
void cvg_module_target_shifts(struct cvg_module *module, bool yes);
/* With `yes`, the flag nsw is decoded as if it were not there. */
void cvg_module_wraps(struct cvg_module *module, bool yes);

/* ---- processes ------------------------------------------------------- */

/* Load what LLVM needs for modules of all targets, so that a process that is
 * forked later finds it there. */
void cvg_llvm_prepare(void);

/*
 * Append how a child process of that status ended ("was killed by signal 11"),
 * with the reason if LLVM gave one on the child's standard error (`said`).
 * `object` follows the verb: " on this file", "".
 */
void cvg_child_ending(int status, const struct cvg_str *said,
		      const char *object, struct cvg_str *out);

/* The major version of LLVM, such as 22, and its whole version string. */
unsigned cvg_llvm_major(void);
const char *cvg_llvm_version(void);

#endif
