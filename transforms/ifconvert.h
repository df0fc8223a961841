/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* If-conversion, for the phases that include it. */
#ifndef CVG_IFCONVERT_H
#define CVG_IFCONVERT_H

#include "reconverge/plan.h"

#include <llvm-c/Core.h>

struct cvg_ifconvert;
struct cvg_live_ids;
struct cvg_module;

/* Carry out the rows of a plan (of block `only`, unless that is CVG_NONE), which
 * was made for the module as it stands. Returns their number. */
uint32_t cvg_ifconvert(struct cvg_module *module, uint32_t function_id,
		       const struct cvg_ifplan *plan, uint32_t only);
/* Append a line for each of these rows; the snapshot is the plan's. */
void cvg_ifconvert_report(const struct cvg_fn *fn,
			  const struct cvg_ifplan *plan, uint32_t only,
			  struct cvg_str *report);

/* ---- shared by the files of if-conversion ------------------------------- */

struct cvg_converter {
	struct cvg_module *module;
	uint32_t function_id;
	LLVMBuilderRef builder;
	LLVMBasicBlockRef block, arm[2], join; /* of the row at hand */
	LLVMBasicBlockRef
		from[2]; /* where each side's edge to the join starts */
	LLVMValueRef branch, condition;
};

/* Move the arm's instructions in front of the branch. */
void cvg_converter_move_up(struct cvg_converter *converter,
			   LLVMBasicBlockRef arm);
/* Carry out a row of a switch. */
void cvg_converter_switch(struct cvg_converter *converter,
			  const struct cvg_ifconvert *row,
			  const struct cvg_live_ids *ids);

#endif
