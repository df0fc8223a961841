/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What the judge may do for all functions of a set together. */
#ifndef RECONVERGE_CMD_SHARE_H
#define RECONVERGE_CMD_SHARE_H

#include "call.h"

#include "reconverge/session.h"

struct cvg_share {
	struct cvg_call *call;
	bool code;	 /* what is coded has a limit */
	uint64_t left;	 /* of it, in instructions */
	uint32_t ntable; /* functions of which no code is made */
};

/* Begin a set of functions, given by their places; share->call is its command. */
void cvg_share_begin(struct cvg_share *share, const struct cvg_u32s *fns);
/* May the machine's code judge the next function? Those that go by the table are
 * counted. */
bool cvg_share_next(struct cvg_share *share, uint32_t f);
/* Take what was coded off what is left, after cvg_session_coded told `since`. */
void cvg_share_take(struct cvg_share *share, uint64_t since);

#endif
