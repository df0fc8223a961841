/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What no plan may move, whichever phase it is for. */
#include "refuse.h"

#include "reconverge/graph.h"
#include "reconverge/refusal.h"
#include "reconverge/words.h"

static const struct {
	const char *text, *step;
} refusals[] = {
#define REFUSAL(id, text, step) {text, step},
#include "reconverge/refusals.def"
#undef REFUSAL
};

const char *cvg_refusal_text(enum cvg_refusal refusal)
{
	return refusals[refusal].text;
}

const char *cvg_refusal_step(enum cvg_refusal refusal)
{
	return refusals[refusal].step;
}

enum cvg_refusal cvg_inst_refusal(const struct cvg_inst *inst,
				  enum cvg_refusal convergent)
{
	if (inst->flags & CVG_I_CONVERGENT)
		return convergent;
	if (inst->flags & CVG_I_TOKEN)
		return CVG_REFUSE_TOKEN;
	if (inst->op == CVG_OP_INDIRECTBR || inst->op == CVG_OP_CALLBR ||
	    inst->op == CVG_OP_OTHERTERM || inst->op == CVG_OP_OTHER)
		return CVG_REFUSE_EXOTIC;
	return CVG_REFUSE_NONE;
}
