/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Acts on a set of functions. */
#ifndef CVG_CMD_SETS_H
#define CVG_CMD_SETS_H

#include "call.h"

/* The pattern of names, as of files, that the word is ("@*", "--all"); NULL: it is
 * no set. */
const char *cvg_set_pattern(const struct cvg_word *word);
/* Does the act take the functions that the kernel in focus runs? */
bool cvg_set_is_called(const struct cvg_call *call);

/* The functions of a set, by their places in the current revision. */
struct cvg_members {
	struct cvg_u32s fns;	 /* to act on */
	struct cvg_u32s uniform; /* that match, but have no divergent branch */
	uint64_t insts;		 /* of all that match */
	uint32_t spared;	 /* that match, and are left alone */
	uint32_t idle; /* copies of kernels that nothing calls; a word without
			  wildcards takes such a one */
};

/* Lists the functions of call->set into `out`, whose arrays the caller frees. Fails if
 * there are none. */
bool cvg_set_members(struct cvg_call *call, struct cvg_members *out,
		     struct cvg_err *err);
/* Run the act in each function of call->set. */
bool cvg_set_run(struct cvg_call *call, struct cvg_err *err);

#endif
