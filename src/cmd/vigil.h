/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Watching over what may take long: how far it is, on standard error if that
 * is a terminal, and whether the user has had enough.
 *
 * No handler is installed: the signal of Ctrl-C is blocked meanwhile and
 * looked for now and then.
 */
#ifndef CVG_CMD_VIGIL_H
#define CVG_CMD_VIGIL_H

#include "call.h"

#include <signal.h>
#include <time.h>

struct vigil {
	struct cvg_call *call;
	const char *what; /* is done */
	struct timespec start;
	double shown;	     /* seconds after start of the last line drawn */
	uint32_t drawn;	     /* columns of it; 0: none stands there */
	bool terminal;	     /* draw at all */
	bool blocked;	     /* the signal is blocked by us */
	uint32_t interrupts; /* how often it came */
	sigset_t before;
	struct cvg_ticker was; /* the session's, which it gets back */
};

/* Until the end, the session tells `vigil` how far it is. Vigils nest: one watches
 * over each command, and over the script whose commands run in it. */
void cvg_vigil_begin(struct vigil *vigil, struct cvg_call *call);
/* `ok` is what the call that was watched returned; returned again. */
bool cvg_vigil_end(struct vigil *vigil, bool ok);

#endif
