/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What no plan may move, whichever phase it is for. */
#ifndef CVG_PLAN_REFUSE_H
#define CVG_PLAN_REFUSE_H

#include "reconverge/refusal.h"

struct cvg_inst;

/* Why the instruction is left where it is; `convergent` is how the phase says
 * it of a convergent operation. */
enum cvg_refusal cvg_inst_refusal(const struct cvg_inst *inst,
				  enum cvg_refusal convergent);

#endif
