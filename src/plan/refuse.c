/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What no plan may move, whichever phase it is for. */
#include "refuse.h"

enum cvg_refusal cvg_inst_refusal(const struct cvg_inst *in,
				  enum cvg_refusal convergent)
{
	if (in->flags & CVG_I_CONVERGENT)
		return convergent;
	if (in->flags & CVG_I_TOKEN)
		return CVG_REFUSE_TOKEN;
	switch (in->op) {
	case CVG_OP_INDIRECTBR:
	case CVG_OP_CALLBR:
	case CVG_OP_OTHERTERM:
	case CVG_OP_OTHER:
		return CVG_REFUSE_EXOTIC;
	default:
		return CVG_REFUSE_NONE;
	}
}
