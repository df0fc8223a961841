/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Why a plan leaves code as it is; the texts are in refusals.def. */
#ifndef RECONVERGE_REFUSAL_H
#define RECONVERGE_REFUSAL_H

enum cvg_refusal {
#define REFUSAL(id, text, step) CVG_REFUSE_##id,
#include "reconverge/refusals.def"
#undef REFUSAL
	CVG_NREFUSALS
};

const char *cvg_refusal_text(enum cvg_refusal r);
/* A command that may lift it, or NULL. */
const char *cvg_refusal_step(enum cvg_refusal r);

#endif
