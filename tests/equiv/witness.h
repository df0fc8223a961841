/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The host witness: runs kernels that host.py retargeted to this machine and
 * compares what they leave behind. witness.c reads the plan and compares,
 * grid.c runs one launch, buffers.c owns the memory that kernels see.
 */
#ifndef WITNESS_H
#define WITNESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { MAX_ARGS = 16, MAX_UNITS = 64, MAX_THREADS = 1024 };

/* ---- memory ---------------------------------------------------------- */

enum fill { FILL_ZERO, FILL_ANY, FILL_SMALL, FILL_FLOAT };

struct arg {
	bool is_buffer;
	enum fill fill;
	size_t bytes;	      /* of a buffer */
	unsigned char *start; /* of a buffer: no mapped page on either side */
	unsigned char *kept;  /* what the reference left in it */
	uint64_t value;	      /* what the kernel is passed */
};

/* A module variable, as host.py lists them in NAME.vars. */
struct var {
	unsigned char *start; /* NULL: end of the list */
	uint64_t bytes;
	uint64_t space;
};

enum { SPACE_SHARED = 3 };

uint64_t rnd_next(uint64_t *state);
/* Fill the buffer's words; the same seed gives the same words. */
void buffer_fill(const struct arg *a, uint64_t seed);
/* Give the i-th argument memory of a->bytes; asserts that there is any. */
void buffer_place(struct arg *a, unsigned i);
/* Offset of the first byte that differs, or -1. */
long buffer_differs(const unsigned char *want, const unsigned char *got,
		    size_t n, bool is_float);

/* ---- one launch ------------------------------------------------------ */

struct launch {
	unsigned grid[3], block[3];
	unsigned warp;
	unsigned nargs;
	struct arg arg[MAX_ARGS];
};

/* One kernel, before or after a transformation. */
struct unit {
	char *name;
	void (*call)(const uint64_t *args);
	struct var *vars;
	unsigned char **initial; /* by variable: contents before any launch */
	bool threads; /* threads meet: each needs a stack of its own */
	bool garbage; /* what it does may depend on a poison value */
};

/*
 * Run the unit over the whole grid. NULL, or the trap that ended it: a signal
 * by its short name, "endless", "divergent barrier".
 */
const char *grid_run(const struct unit *u, const struct launch *l,
		     uint64_t seed);
/* Once, before the first grid_run. */
void grid_init(void);

#endif
