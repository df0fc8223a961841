/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The format JSON: the same members as the command of that name prints. */
#include "formats.h"

#include "reconverge/look.h"
#include "reconverge/session.h"
#include "reconverge/table.h"

#include <jansson.h>

bool cvg_export_json(const struct cvg_export_in *in, struct cvg_str *out,
		     struct cvg_err *err)
{
	struct cvg_ana *ana = cvg_session_ana(in->session, CVG_NONE, CVG_NONE);
	json_t *into = json_object();
	struct cvg_matrix_view v;
	struct cvg_str unsaid = {0}; /* the text */
	bool ok = true;

	CVG_TELL(NULL, into, "{what}", CVG_V(cvg_what_name(in->what)));
	if (in->what != CVG_WHAT_HISTORY)
		CVG_TELL(NULL, into, "{revision:P}", CVG_V(in->ask.rev));

	switch (in->what) {
	case CVG_WHAT_CFG:
		cvg_json_cfg(into, ana, in->session);
		break;
	case CVG_WHAT_REGIONS:
		cvg_tell_regions(&unsaid, into, ana,
				 cvg_session_settings(in->session), in->look);
		break;
	case CVG_WHAT_DOMINATORS:
		cvg_tell_dominators(&unsaid, into, ana, in->look);
		break;
	case CVG_WHAT_MATRIX:
		v = cvg_export_matrix(in);
		cvg_json_matrix(into, &v);
		break;
	case CVG_WHAT_HISTORY:
		cvg_tell_history(&unsaid, into, in->session, in->look);
		break;
	case CVG_WHAT_WARP:
		cvg_json_warp(into, in->run, in->trace);
		break;
	case CVG_WHAT_DIFF:
		cvg_tell_diff(&unsaid, into, in->session, in->ask.since,
			      in->ask.rev, in->look);
		break;
	case CVG_WHAT_MACHINE:
		ok = cvg_tell_machine(&unsaid, into, in->session, in->ask.rev,
				      err);
		break;
	case CVG_WHAT_METRICS:
	case CVG_WHAT_GROUPS:
	case CVG_WHAT_THRESHOLDS:
	case CVG_WHAT_FLATTENING:
		json_object_update(into, in->told_json);
		break;
	case CVG_NWHATS:
		break;
	}
	cvg_json_print(out, into, JSON_INDENT(1) | JSON_REAL_PRECISION(9));
	json_decref(into);
	cvg_str_done(&unsaid);
	return ok;
}
