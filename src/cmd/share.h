/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What the judge may do for all functions of a set together. */
#ifndef RECONVERGE_CMD_SHARE_H
#define RECONVERGE_CMD_SHARE_H

#include "call.h"

#include "reconverge/session.h"

/* How a function of a set is judged: bits. */
enum {
	CVG_SHARE_TABLE = 1,  /* not by the machine's code */
	CVG_SHARE_COUNTS = 2, /* not by runs */
	CVG_SHARE_NWAYS = 4
};

/* Some of what the judge does. */
struct cvg_shared {
	bool limited;
	uint64_t left; /* in instructions */
	uint64_t since;
	uint32_t nwithout; /* functions that it is not done for */
};

struct cvg_share {
	struct cvg_call *call;
	struct cvg_shared code; /* coding for the machine, and runs */
	bool by_code;		/* it judges this function */
	struct cvg_shared runs; /* decoding for the simulator */
};

/* Begin a set of functions, given by their places; share->call is its command, and all
 * functions that it names have so many instructions. */
void cvg_share_begin(struct cvg_share *share, const struct cvg_u32s *fns,
		     uint64_t insts);
/* How the next function is judged. Functions that something is not done for are
 * counted. */
unsigned cvg_share_next(struct cvg_share *share, uint32_t f);
/* Take what was done for that function off what is left. */
void cvg_share_take(struct cvg_share *share);

#endif
