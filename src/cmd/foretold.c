/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The run time part of the framework of the paper that bbv.h names (section VI-B):
 * the model, fitted offline, predicts the vectors of a launch from its inputs, and
 * the threads are regrouped by these. What that loses is told as well: the mean
 * square error of the vectors, and the speed-up with them and with the true ones.
 */
#include "foretold.h"

#include "model_file.h"
#include "prove.h"
#include "reconverge/export.h"
#include "reconverge/graph.h"
#include "reconverge/look.h"
#include "reconverge/model.h"
#include "reconverge/quantity.h"

#include <string.h>

bool cvg_foretold_init(struct cvg_foretold *out, struct cvg_call *call,
		       const char *from, struct cvg_regroup_ask *ask,
		       struct cvg_err *err)
{
	struct cvg_session *session = call->session;
	bool ok;

	*out = (struct cvg_foretold){.model = NULL};
	if (!cvg_session_foresee(session, &out->in, err))
		return false;
	out->model =
		cvg_model_new(out->in.fn->nblocks, out->in.influence.ninputs);
	out->model->at = out->in.run.fn_at[out->in.probes.fn];
	ok = strcmp(from, "model") != 0
		     ? cvg_model_read(from, out->in.fn, &out->in.influence,
				      out->model, err)
		     : cvg_session_train(session,
					 cvg_session_launch(session)->seed + 1,
					 out->model, err);
	ask->model = out->model;
	ask->foreseen = &out->in;
	return ok;
}

void cvg_foretold_done(struct cvg_foretold *f)
{
	cvg_model_free(f->model);
	cvg_inputrun_done(&f->in);
}

static void add_unit(struct cvg_call *call, const char *key, enum cvg_unit unit,
		     enum cvg_countkind kind)
{
	if (call->json)
		json_object_set_new(json_object_get(call->json, "units"), key,
				    cvg_json_unit(unit, kind));
}

/* "1.45 instead of 1.48 ..." */
static void tell_speedup(struct cvg_call *call, const char *key,
			 enum cvg_countkind kind, double before, double after,
			 double truth, const char *of)
{
	cvg_call_set(call, key,
		     json_pack("[f,f]", before / after, before / truth));
	add_unit(call, key, CVG_UNIT_RATIO, kind);
	cvg_str_addf(&call->out,
		     "  %.2f by predicted, %.2f by true vectors: %s\n",
		     before / after, before / truth, of);
}

void cvg_tell_foretold(struct cvg_call *call,
		       const struct cvg_regrouped *regrouped)
{
	const struct cvg_loss *loss = &regrouped->loss;
	int now = regrouped->measured; /* else the order stays as it was */

	if (!regrouped->foretold)
		return;
	TELL(call,
	     "predicted vectors: mean squared error {mean_square_error:.} of "
	     "how "
	     "often a thread runs a block; in truth {true_kinds} kind(s)\n",
	     CVG_V(loss->error), CVG_V(loss->nkinds));
	if (!loss->measured)
		return;
	cvg_str_add(&call->out, "speed-up\n");
	tell_speedup(call, "speedup_warp_cycles", CVG_COUNTED_SIMULATED,
		     (double)regrouped->warp_cycles[0],
		     (double)regrouped->warp_cycles[now],
		     (double)loss->warp_cycles,
		     "simulated cycles of all warps");
	tell_speedup(call, "speedup_scoreboard_cycles", CVG_COUNTED_SCOREBOARD,
		     (double)regrouped->scoreboard[0],
		     (double)regrouped->scoreboard[now],
		     (double)loss->scoreboard, "scoreboard cycles");
	tell_speedup(call, "speedup_crowded_cycles", CVG_COUNTED_SCOREBOARD,
		     regrouped->crowded[0], regrouped->crowded[now],
		     loss->crowded, "scoreboard cycles if waits are hidden");
}
