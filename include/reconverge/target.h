/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * What differs between the GPUs that code is compiled for, as data: one
 * descriptor for each target, at the end of its src/graph/target_*.c. Code
 * never compares an enum cvg_target with a certain target; it reads the field
 * of the descriptor that it depends on.
 */
#ifndef RECONVERGE_TARGET_H
#define RECONVERGE_TARGET_H

#include "reconverge/words.h"

struct cvg_fn;

/* ---- address spaces -------------------------------------------------- */

/* The kinds of memory that LLVM's address spaces lead to. */
enum cvg_memkind {
	CVG_MEMORY_FLAT, /* any of the others, depending on the address */
	CVG_MEMORY_GLOBAL,
	CVG_MEMORY_SHARED,
	CVG_MEMORY_CONST,
	CVG_MEMORY_PRIVATE,
	CVG_NMEMORIES
};

struct cvg_target_space {
	uint32_t number; /* of the address space in LLVM */
	enum cvg_memkind memory;
	bool unsimulated; /* priced as `memory`, but the simulator refuses it */
};

/* ---- what a kernel reads of its launch ------------------------------- */

enum cvg_launch_number {
	CVG_LAUNCH_BLOCK_SIZE,	/* threads of a block */
	CVG_LAUNCH_GRID_SIZE,	/* threads of the grid */
	CVG_LAUNCH_BLOCK_COUNT, /* blocks of the grid */
	CVG_LAUNCH_REMAINDER,	/* threads of a last block that is not full */
	CVG_LAUNCH_OFFSET, /* OpenCL: the first global number of a thread */
};

#define CVG_LAUNCH_BASES 2

/* Three numbers in memory that describe the launch: the one along x, and behind
 * it without gaps those along y and z. */
struct cvg_launch_field {
	uint32_t base; /* index into cvg_targetinfo.launch_base[] */
	uint32_t bits; /* of one number */
	uint32_t from; /* bytes from the base to the number along x */
	enum cvg_launch_number what;
};

/* ---- the descriptor -------------------------------------------------- */

struct cvg_targetinfo {
	const char *arch;     /* the triple up to its first '-', which is the
				 target's name for users */
	const char *notation; /* its word in the text notation of graphs */
	const char *triple;   /* of modules that do not name a triple */
	const char *cpu;      /* of modules that do not name a cpu, unless the
				 user does */
	uint32_t warp;	      /* lanes of a warp of that cpu */
	uint32_t units;	      /* compute units or multiprocessors of a usual GPU
				 of that generation */
	uint32_t line;	      /* bytes of global memory that are fetched at
				 once: a power of two */

	const char *no_object; /* why llc cannot write object files; NULL: it
				    can */
	bool null_is_ones;     /* the null pointer into shared or private memory
				  has all bits set */
	bool packs_int16;      /* vectors of 16-bit integers are computed two
				  elements at a time */
	bool scalar_unit;      /* loads from constant memory at addresses that
				  a warp has in common run once for it, on a
				  unit of their own */
	bool shift_clamps;     /* the amount of a shift of any type is clamped
				  to the type's width; else a shift of 32 or 64
				  bits takes it modulo the width */

	const struct cvg_target_space *spaces; /* an address space not listed
						  here is GLOBAL and not
						  simulated */
	uint32_t nspaces;

	/*
	 * Names of intrinsics, by dimension. id[0] gives the number of the
	 * thread in its block, id[1] the number of the block; size[0] the size
	 * of the block in threads, size[1] that of the grid in blocks. NULL:
	 * there is no such intrinsic, and kernels read launch_fields instead.
	 */
	const char *id[2][3];
	const char *size[2][3];
	/* Intrinsics that return the base addresses of the launch_fields. */
	const char *launch_base[CVG_LAUNCH_BASES];
	const struct cvg_launch_field *launch_fields;
	uint32_t nlaunch_fields;

	/* Lists of texts, each ended by NULL. */
	const char *const *never_undef; /* prefixes: intrinsics whose result
					    is always defined */
	const char *const *no_ids; /* attributes by which a function promises
				      not to call an `id` or launch_base */

	/* The most threads that a block of this kernel may have; 0: the kernel
	 * does not say. */
	uint64_t (*most_threads)(const struct cvg_fn *fn);
};

extern const struct cvg_targetinfo *const cvg_targetinfos[CVG_NTARGETS];

static inline const struct cvg_targetinfo *cvg_target_info(
	enum cvg_target target)
{
	return cvg_targetinfos[target];
}

/* The row of LLVM's address space `number`; NULL: it has none. */
const struct cvg_target_space *cvg_target_space(
	const struct cvg_targetinfo *info, uint32_t number);
/* The memory that an address space leads to. */
enum cvg_memkind cvg_target_memory(const struct cvg_targetinfo *info,
				   uint32_t number);

/* 3 * k + d if the callee is the intrinsic id[k][d], or size[k][d]; CVG_NONE:
 * it is none of them. */
uint32_t cvg_target_asks_id(const struct cvg_targetinfo *info,
			    const char *callee);
uint32_t cvg_target_asks_size(const struct cvg_targetinfo *info,
			      const char *callee);
/* The index of the callee in launch_base[], or CVG_NONE. */
uint32_t cvg_target_asks_base(const struct cvg_targetinfo *info,
			      const char *callee);

/* Does `name` begin with one of the prefixes? */
bool cvg_target_lists(const char *const *prefixes, const char *name);

#endif
