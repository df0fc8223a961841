/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What a kernel does with its parameters, as far as a guess needs it. */
#ifndef CVG_SIM_INFER_IN_H
#define CVG_SIM_INFER_IN_H

#include "reconverge/sim.h"
#include "sim/launch/launch_in.h"

enum cvg_axis { CVG_AXIS_X = 1, CVG_AXIS_Y = 2, CVG_AXIS_Z = 4 };

/* Sets of parameters, one bit each; those from the 64th on are in none. */
struct cvg_uses {
	uint32_t axes;	     /* of thread and block ids it reads */
	uint64_t index;	     /* buffers whose elements reach an address */
	uint64_t bounds[8];  /* numbers compared with ids, by set of axes */
	uint64_t pitch;	     /* numbers that ids are multiplied by */
	uint64_t trips;	     /* numbers compared with something else */
	uint64_t addressing; /* numbers that reach an address */
	bool dynamic_shared;
	uint32_t accesses[64][CVG_NKINDS]; /* operations that load or store
					      such an element through it */
};

/* What a number is for, by its name. */
enum cvg_role {
	ROLE_NONE,
	ROLE_SIZE,
	ROLE_WIDTH,
	ROLE_HEIGHT,
	ROLE_DEPTH,
	ROLE_OFFSET,
	ROLE_TRIPS
};

enum cvg_role cvg_role_of(const char *name);
/* Is a buffer of that name where rows start, as in sparse matrices? */
bool cvg_name_is_starts(const char *name);

void cvg_uses_of(const struct cvg_program *p, struct cvg_uses *out);

/* A guess in the making; l.args[] is in the order of the parameters. */
struct guess {
	const struct cvg_program *p;
	const struct cvg_ufn *kernel;
	struct cvg_uses uses;
	struct cvg_launch l;
	uint64_t threads;
	uint32_t tame; /* how often it was made tamer */
};

void cvg_guess_range(struct cvg_launch_arg *a, enum cvg_generator gen,
		     int64_t lo, int64_t hi);
bool cvg_guess_try(struct guess *g, cvg_launch_trial *trial, void *context,
		   struct cvg_fault *left, struct cvg_err *err);

#endif
