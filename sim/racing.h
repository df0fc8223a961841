/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Which reads of a run race with writes: kept for a second run (racing.c). */
#ifndef CVG_SIM_RACING_H
#define CVG_SIM_RACING_H

#include "sim/memory.h"

struct cvg_racing_key {
	uint64_t granule; /* of the object; 0: shared memory */
	uint64_t byte;	  /* of it */
	uint64_t phase;	  /* of the block that reads; 0: of any */
};

struct cvg_racing *cvg_racing_new(void);
/* The mark of the writers of that byte; 0: there is none. */
uint64_t cvg_racing_get(const struct cvg_racing *r,
			const struct cvg_racing_key *key);
/* The mark in a form that can be changed; 0 if there was none. Borrowed until
 * the next call. */
uint64_t *cvg_racing_put(struct cvg_racing *r,
			 const struct cvg_racing_key *key);

/* race_tell.c: the shared variable that the byte lies in; the number of
 * variables: none. */
uint32_t cvg_race_variable(const struct cvg_warp *w, uint64_t at);
/* Fill what and offset of *out for that byte of an object, or of
 * shared memory (NULL). */
void cvg_race_place(const struct cvg_warp *warp,
		    const struct cvg_buffer *buffer, uint64_t at,
		    struct cvg_race *out);

/* Fill the thread of the first access, which left the mark, unless that is `me`
 * itself. */
void cvg_race_first(const struct cvg_warp *w, uint64_t mark, uint64_t me,
		    struct cvg_race *out);

#endif
