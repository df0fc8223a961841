/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * What differs between the GPUs that code is for, as data: one descriptor a
 * target, at the end of src/graph/target_*.c. Nobody compares an enum
 * cvg_target with a target's name; who wants to know something asks the
 * descriptor for just that.
 */
#ifndef RECONVERGE_TARGET_H
#define RECONVERGE_TARGET_H

#include "reconverge/base.h"

enum cvg_target {
#define TARGET(id, name) CVG_##id,
#include "reconverge/targets.def"
#undef TARGET
	CVG_NTARGETS
};

struct cvg_fn;

/* ---- address spaces -------------------------------------------------- */

/* The kinds of memory that LLVM's address spaces lead to. */
enum cvg_memkind {
	CVG_MEMORY_FLAT, /* any of the others: the address tells */
	CVG_MEMORY_GLOBAL,
	CVG_MEMORY_SHARED,
	CVG_MEMORY_CONST,
	CVG_MEMORY_PRIVATE,
	CVG_NMEMORIES
};

struct cvg_target_space {
	uint32_t number; /* LLVM's */
	enum cvg_memkind memory;
	bool unsimulated; /* priced as that memory, but cannot be run */
};

/* ---- what a kernel reads of its launch ------------------------------- */

enum cvg_launch_number {
	CVG_LAUNCH_BLOCK_SIZE,	/* threads of a block */
	CVG_LAUNCH_GRID_SIZE,	/* threads of the grid */
	CVG_LAUNCH_BLOCK_COUNT, /* blocks of the grid */
	CVG_LAUNCH_REMAINDER,	/* threads of a last block that is not full */
	CVG_LAUNCH_OFFSET,	/* OpenCL: what global numbers begin with */
};

#define CVG_LAUNCH_BASES 2

/* A number in memory, along x; those along y and z follow without a gap. */
struct cvg_launch_field {
	uint32_t base; /* of cvg_targetinfo.launch_base[] */
	uint32_t bits; /* of one number */
	uint32_t from; /* bytes behind the base */
	enum cvg_launch_number what;
};

/* ---- the descriptor -------------------------------------------------- */

struct cvg_targetinfo {
	const char *arch;     /* the triple up to its first '-'; the name that
				 users read */
	const char *notation; /* its word in the text notation of graphs */
	const char *triple;   /* a whole one, to show and to begin with */
	const char *cpu;      /* if neither the user nor the module names one */
	uint32_t warp;	      /* lanes of a warp of that cpu */
	uint32_t units;	      /* compute units or multiprocessors of a usual GPU
				 of that generation */
	uint32_t line;	      /* bytes of global memory that are fetched at
				 once: a power of two */

	const char *no_object; /* why llc writes no object files; NULL: it
				    does */
	bool null_is_ones;     /* null of shared and private memory is -1 */
	bool packs_int16;      /* 16-bit integer lanes are worked on in pairs */
	bool shift_clamps;     /* a shift's amount is clamped to the width, of
				    any type; else a shift of 32 or 64 bits takes
				    it modulo the width */

	const struct cvg_target_space *spaces; /* those not here: GLOBAL, not
						  simulated */
	uint32_t nspaces;

	/* Intrinsics, by dimension: numbers [0] of the thread in its block, [1]
	 * of the block; sizes [0] of the block in threads, [1] of the grid in
	 * blocks. NULL: no such intrinsic, the launch_fields have it. */
	const char *id[2][3];
	const char *size[2][3];
	/* Intrinsics that give the address of the memory with the fields. */
	const char *launch_base[CVG_LAUNCH_BASES];
	const struct cvg_launch_field *launch_fields;
	uint32_t nlaunch_fields;

	/* Lists of texts that NULL ends. */
	const char *const *never_undef;	 /* prefixes: intrinsics whose result
					    is always defined */
	const char *const *warp_numbers; /* prefixes: intrinsics that tell a
					    thread its place in the machine */
	const char *const *telling_asm;	 /* words of inline assembler that tell
					    or share such a thing; NULL: nothing
					    is known of assembler */
	const char *const *no_ids; /* attributes that promise that a function
				      does not ask for `id` or a launch_base */

	/* Threads that a block of this kernel may have; 0: not said. */
	uint64_t (*most_threads)(const struct cvg_fn *fn);
};

extern const struct cvg_targetinfo *const cvg_targetinfos[CVG_NTARGETS];

static inline const struct cvg_targetinfo *cvg_target_info(
	enum cvg_target target)
{
	return cvg_targetinfos[target];
}

/* The row of an address space of LLVM's; NULL: none. */
const struct cvg_target_space *cvg_target_space(
	const struct cvg_targetinfo *info, uint32_t number);
/* The memory that an address space leads to. */
enum cvg_memkind cvg_target_memory(const struct cvg_targetinfo *info,
				   uint32_t number);

/* Which of id[k][d], or of size[k][d], an intrinsic is: 3 * k + d. CVG_NONE:
 * none of them. */
uint32_t cvg_target_asks_id(const struct cvg_targetinfo *info,
			    const char *callee);
uint32_t cvg_target_asks_size(const struct cvg_targetinfo *info,
			      const char *callee);
/* Which launch_base an intrinsic gives, or CVG_NONE. */
uint32_t cvg_target_asks_base(const struct cvg_targetinfo *info,
			      const char *callee);

/* Does one of the texts begin `name`? */
bool cvg_target_lists(const char *const *prefixes, const char *name);

#endif
