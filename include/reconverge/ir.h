/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The live module: the only thing in the program that holds LLVM. Everything
 * here is implemented in src/ir; no LLVM type shows.
 *
 * What can crash is kept apart: cvg_module_load parses an untrusted file in
 * a forked child first, cvg_module_emit and cvg_module_pass run in a child
 * with a time limit.
 */
#ifndef RECONVERGE_IR_H
#define RECONVERGE_IR_H

#include "reconverge/graph.h"

/* What to analyse and emit for; NULL strings mean "what the module says". */
struct cvg_target_options {
	const char *triple; /* --mtriple */
	const char *cpu;    /* --mcpu; default gfx906 / sm_70 */
};

struct cvg_module;
struct cvg_program;

/*
 * Load .ll or .bc from `path` ("-": standard input). Fails with one line
 * naming file, place and reason: unreadable, malformed, crashing the reader,
 * failing the verifier, no triple given or known, not amdgcn or nvptx64, a
 * cpu the target does not know, no function with a body. The place stands in
 * the message ("k.ll:3:10: expected type"); err->line and column stay 0.
 *
 * A cpu that is asked for wins over the functions' own "target-cpu": they get
 * it, and lose the feature list of the other one, so that the code generator
 * sees what the analyses saw. Without one, it is what all functions that name
 * a cpu agree on.
 */
bool cvg_module_load(const char *path, const struct cvg_target_options *opt,
		     struct cvg_module **out, struct cvg_err *err);

/* From bitcode this program wrote itself (a revision): no child, no checks. */
bool cvg_module_revive(const void *bitcode, size_t n,
		       const struct cvg_target_options *opt,
		       struct cvg_module **out, struct cvg_err *err);

void cvg_module_free(struct cvg_module *take_m);

/* Whom to ask while something long is done with it; borrowed, NULL: nobody. */
void cvg_module_ticker(struct cvg_module *m, const struct cvg_ticker *ticker);

/* For tests; all else asks cvg_fn.target. */
enum cvg_target cvg_module_target(const struct cvg_module *m);
const char *cvg_module_triple(const struct cvg_module *m);
const char *cvg_module_cpu(const struct cvg_module *m);

/*
 * Bring in from the library `path` what the module calls without having it,
 * and what that calls. What the module has stays, numbers of blocks too;
 * functions that come in stand behind the others. Libraries that need each
 * other: link until nothing is missing. Fails with one line: unreadable,
 * malformed, for another target, in conflict with the module, which is then
 * as it was.
 */
bool cvg_module_link(struct cvg_module *m, const char *path,
		     struct cvg_err *err);

/* ---- functions ------------------------------------------------------- */

/* Functions with a body, in the module's order: 0 .. n-1. */
uint32_t cvg_module_nfunctions(const struct cvg_module *m);
const char *cvg_module_function_name(const struct cvg_module *m, uint32_t f);
enum cvg_fnkind cvg_module_function_kind(const struct cvg_module *m,
					 uint32_t f);

enum cvg_snapshot_flag {
	CVG_SNAP_TEXT = 1 << 0, /* instructions as printed (one printing of
				   the function, cut) */
};

/*
 * A snapshot of function f. The caller owns it. Blocks keep the uids the
 * module has on record: on the first snapshot of a function they are numbered
 * in order; later blocks get the next number, with their origins if the
 * phase that made them said so.
 */
struct cvg_fn *cvg_module_snapshot(struct cvg_module *m, uint32_t f,
				   uint32_t flags);

/*
 * Around many snapshots with text of a module that does not change meanwhile:
 * it is printed once. LLVM goes through the whole module to print any one
 * function.
 */
void cvg_module_hold_text(struct cvg_module *m);
void cvg_module_drop_text(struct cvg_module *m);

/*
 * After cvg_module_revive: give the blocks of function f the uids and origins
 * they had in snapshot `fn` of the very same code. `next_uid` is the first
 * number never used in this function.
 */
void cvg_module_adopt_uids(struct cvg_module *m, uint32_t f,
			   const struct cvg_fn *fn, uint32_t next_uid);
uint32_t cvg_module_next_uid(const struct cvg_module *m, uint32_t f);

/* ---- out again ------------------------------------------------------- */

/*
 * What phases leave in function f that means no harm, and that the verifier
 * does not take: a lifetime of something chosen from several variables.
 */
void cvg_module_settle(struct cvg_module *m, uint32_t f);

/* LLVM's verifier; false with its first complaint. */
bool cvg_module_verify(struct cvg_module *m, struct cvg_err *err);

/* Bitcode of the module in memory; the caller frees *out. */
void cvg_module_bitcode(struct cvg_module *m, void **out, size_t *n);

/* The module as text; the caller frees it. */
char *cvg_module_text(struct cvg_module *m);

/* One function as text; the caller frees it. */
char *cvg_module_function_text(struct cvg_module *m, uint32_t f);

enum cvg_emit { CVG_EMIT_LL, CVG_EMIT_BC, CVG_EMIT_ASM, CVG_EMIT_OBJ };

/* By suffix: .ll, .bc, .s or .ptx, .o; false if it is none of them. */
bool cvg_emit_of_path(const char *path, enum cvg_emit *kind);

/*
 * Write the module to `path` whole or not at all. ASM and OBJ run the
 * target's code generator for the module's cpu in a forked child; a crash, a
 * fatal error or a run over `seconds` becomes an error that quotes the
 * generator. OBJ for NVPTX is refused (there is no object format; ptxas
 * makes one from .ptx).
 */
bool cvg_module_write(struct cvg_module *m, const char *path,
		      enum cvg_emit kind, unsigned seconds,
		      struct cvg_err *err);

/*
 * Run an LLVM pass pipeline ("instcombine,simplifycfg") over the module in a
 * forked child and take the result. On failure the module is unchanged.
 * Functions whose code is the same keep their blocks' uids; in the others a
 * block keeps the uid of the block that had its label.
 */
bool cvg_module_pass(struct cvg_module *m, const char *pipeline,
		     unsigned seconds, struct cvg_err *err);

/* ---- for the simulator ----------------------------------------------- */

/*
 * Function f, a kernel or a function called as one is, and all it reaches as
 * a program for the simulator. Fails if anything in there cannot be
 * simulated, however unlikely it is to run: `uncovered` (may be NULL) then
 * gets one line for each such thing, with its name, the reason, how often and
 * where it is. The caller frees *out with cvg_program_free.
 */
bool cvg_module_decode(struct cvg_module *m, uint32_t f,
		       struct cvg_program **out, struct cvg_str *uncovered,
		       struct cvg_err *err);

/*
 * Shifts of 32 or 64 bits by that or more are decoded as what the target's
 * instruction does, not as poison. PTX clamps the amount to the width, for all
 * widths to 64; AMDGPU takes it modulo the width.
 */
void cvg_module_target_shifts(struct cvg_module *m, bool yes);

/* Which LLVM this is: 22, 19. And its whole version string. */
unsigned cvg_llvm_major(void);
const char *cvg_llvm_version(void);

#endif
