/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What a kernel computes its values from, for guesses of launches. */
#ifndef CVG_SIM_INFER_FACTS_H
#define CVG_SIM_INFER_FACTS_H

#include "sim/launch/infer_in.h"

/* What a value was computed from. */
struct facts {
	uint64_t address; /* set of pointer parameters */
	uint64_t number;  /* set of parameters that are numbers */
	uint64_t element; /* set of buffers of which an element was loaded */
	uint64_t member;  /* set of buffers of which an element was loaded, by
			     an address without ids, numbers and elements */
	uint64_t field;	  /* set of fields (bit i: uses->field[i]) of these */
	struct cvg_place place; /* of an address */
	uint32_t axes;		/* enum cvg_axis bits of ids */
	uint64_t rows;		/* set of numbers that ids were multiplied by */
	/* By what these were multiplied at most; 0: there are none. */
	uint64_t id_times, row_times;
	uint64_t over; /* what its numbers were divided by; 0: nothing */
};

uint64_t cvg_larger(uint64_t a, uint64_t b);
/* Let *into have the facts of both. */
void cvg_facts_join(struct facts *into, const struct facts *f);
/* Has `f` a fact that `than` has not? */
bool cvg_facts_more(const struct facts *f, const struct facts *than);
/* Let the facts be those of the value times a constant, or divided by it. */
void cvg_facts_scale(struct facts *f, uint64_t by, bool divides);

#endif
