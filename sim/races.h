/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What the machine tells the search for data races, and asks of it (races.c). */
#ifndef CVG_SIM_RACES_H
#define CVG_SIM_RACES_H

#include "sim/memory.h"

/* Of one worker; told of every block that begins, and of every barrier that it
 * passes. */
struct cvg_races *cvg_races_new(const struct cvg_machine *m);
void cvg_races_free(struct cvg_races *take_r);
void cvg_races_block(struct cvg_races *r);
void cvg_races_barrier(struct cvg_races *r);
/* Were any races found? */
bool cvg_races_any(const struct cvg_races *r);
/* Move what was found to *out. */
void cvg_races_take(struct cvg_races *r, struct cvg_sim_result *out);
/* The warp runs a fence. */
void cvg_race_fence(struct cvg_warp *w, const struct cvg_uop *u);
/* A lane accesses an object, or shared memory (NULL), at that offset; false: it
 * races, and the warp has faulted. */
bool cvg_race_lane(struct cvg_warp *w, const struct cvg_uop *u, uint32_t lane,
		   const struct cvg_buffer *b, uint64_t at, uint64_t bytes,
		   bool write);

/* The active lanes access this; false: they race, and the warp has
 * faulted. */
bool cvg_race_span(struct cvg_warp *w, const struct cvg_bound *op,
		   const struct cvg_span *s, uint32_t bytes, bool write);

#endif
