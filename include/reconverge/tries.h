/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Trials of candidates: `candidates` and the screen try the steps that the
 * estimate puts first, so that a list promises what the step does. Then they try
 * what else could be done at branches that split warps and cannot be melded.
 */
#ifndef RECONVERGE_TRIES_H
#define RECONVERGE_TRIES_H

#include "reconverge/base.h"

struct cvg_choice;
struct cvg_choices;
struct cvg_session;
struct cvg_settings;

/* How far the trials of one list are. All zeros: none was made. */
struct cvg_tries {
	uint32_t possible;    /* choices that can be done */
	uint32_t tried;	      /* the first so many of the list */
	uint32_t refused;     /* branches behind those at which other steps were
				 tried */
	uint32_t next;	      /* of the list: nothing before it is left */
	uint64_t cost;	      /* in instructions that warps run */
	struct cvg_err blind; /* why none can be tried; empty: they can */
};

/* Is the next choice of the list to be tried? Work ends the trials, not time, so
 * that the same ones are always tried. */
bool cvg_tries_go_on(const struct cvg_tries *tries,
		     const struct cvg_choices *choices,
		     struct cvg_session *session,
		     const struct cvg_settings *settings);
/* Try the next choice. Fails only if the user interrupts it. */
bool cvg_tries_next(struct cvg_tries *tries, const struct cvg_choices *choices,
		    struct cvg_session *session,
		    const struct cvg_settings *settings, struct cvg_err *err);

#endif
