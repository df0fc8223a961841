/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Pieces of work in forked workers, some of them at a time. What a worker prints for
 * a piece is kept together, and a worker that dies harms no other piece.
 */
#ifndef CVG_CMD_POOL_H
#define CVG_CMD_POOL_H

#include "reconverge/base.h"

/* How a worker ended. */
struct pool_end {
	uint32_t piece;
	int status;	      /* as waitpid gives it */
	bool late;	      /* it was ended because its time was over */
	bool stopped;	      /* it was ended because of a signal to us */
	struct cvg_str *text; /* its standard output and standard error */
	struct cvg_str *said;
};

struct pool {
	uint32_t npieces;
	uint32_t at_once; /* at least 1 */
	unsigned seconds; /* of wall clock time for each piece; 0: no limit */
	uint32_t most;	  /* pieces that a worker takes, one after the other; 0
			     and 1: each has a worker of its own */
	/*
	 * Runs in the worker; returns an exit status. `alone`: the worker takes no
	 * other piece, and what becomes of it becomes of the piece. Else it runs
	 * once more, alone, if the worker dies.
	 */
	int (*work)(void *context, uint32_t piece, bool alone);
	/* Runs in a worker that has taken its last piece, or NULL. */
	void (*left)(void *context);
	/* Runs in the parent as each worker ends. False: end the others and
	 * begin no more. */
	bool (*ended)(void *context, const struct pool_end *end);
	/* NULL, or: the first SIGINT goes to the workers, which end by themselves
	 * and print what they have; no more begin. It is set then. */
	bool *asked_to_end;
	void *context;
};

/*
 * Run the pieces, begun in their order. SIGINT, SIGTERM and SIGHUP end the
 * workers and begin no more. Returns the number of that signal, or 0. Fails if
 * no worker can be started.
 */
bool cvg_pool_run(const struct pool *pool, int *signal, struct cvg_err *err);

#endif
