/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The vectors from which `regroup from=` takes the order: those that a model
 * predicts before the launch runs. */
#ifndef CVG_CMD_FORETOLD_H
#define CVG_CMD_FORETOLD_H

#include "call.h"
#include "reconverge/regroup.h"

struct cvg_foretold {
	struct cvg_inputrun in;
	struct cvg_model *model;
};

/* `from`: "model", to train one, or a file with one. Puts it into *ask, which
 * borrows it. Free with cvg_foretold_done, also after a failure. */
bool cvg_foretold_init(struct cvg_foretold *out, struct cvg_call *call,
		       const char *from, struct cvg_regroup_ask *ask,
		       struct cvg_err *err);
void cvg_foretold_done(struct cvg_foretold *f);
/* The error of the vectors, and the speed-ups with them and with the true ones. */
void cvg_tell_foretold(struct cvg_call *call,
		       const struct cvg_regrouped *regrouped);

#endif
