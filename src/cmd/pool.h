/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Pieces of work, each in a process of its own, some of them at a time. What a
 * worker prints is kept together, and a worker that dies harms no other.
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
	/* Runs in the worker, whose exit status it returns. */
	int (*work)(void *context, uint32_t piece);
	/* Runs in the parent as each worker ends. False: end the others and
	 * begin no more. */
	bool (*ended)(void *context, const struct pool_end *end);
	void *context;
};

/*
 * Run the pieces, begun in their order. SIGINT, SIGTERM and SIGHUP end the
 * workers and begin no more. Returns the number of that signal, or 0. Fails if
 * no worker can be started.
 */
bool cvg_pool_run(const struct pool *pool, int *signal, struct cvg_err *err);

#endif
