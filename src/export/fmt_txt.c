/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The format text, as the commands print it. */
#include "formats.h"

#include "reconverge/align.h"
#include "reconverge/analysis.h"
#include "reconverge/look.h"
#include "reconverge/prove.h"
#include "reconverge/session.h"

bool cvg_export_txt(const struct cvg_export_in *in, struct cvg_str *out,
		    struct cvg_err *err)
{
	struct cvg_ana *ana = cvg_session_ana(in->session, CVG_NONE, CVG_NONE);
	struct cvg_look look = *in->look;
	struct cvg_matrix_view v;
	struct cvg_alignment al;
	struct cvg_guiding guiding = {
		.settings = cvg_session_settings(in->session),
		.ticker = cvg_session_ticking(in->session)};

	look.color = false;
	if (in->what != CVG_WHAT_HISTORY)
		cvg_draw_heading(out, ana, cvg_session_current(in->session));
	switch (in->what) {
	case CVG_WHAT_CFG:
		cvg_draw_graph(out, ana, &look, true, &guiding);
		cvg_draw_notes(out, in->session, cvg_ana_fn(ana));
		break;
	case CVG_WHAT_REGIONS:
		cvg_tell_regions(out, NULL, ana,
				 cvg_session_settings(in->session), &look);
		break;
	case CVG_WHAT_DOMINATORS:
		cvg_tell_dominators(out, NULL, ana, &look);
		break;
	case CVG_WHAT_MATRIX:
		v = cvg_export_matrix(in);
		cvg_draw_matrix(out, &v, &look);
		cvg_matrix_align(&v, &al);
		cvg_draw_columns(out, cvg_ana_fn(ana), v.t, v.f, &al, &look);
		cvg_alignment_done(&al);
		break;
	case CVG_WHAT_HISTORY:
		cvg_tell_history(out, NULL, in->session, &look);
		break;
	case CVG_WHAT_WARP:
		cvg_draw_warp(out, in->run, in->trace, &look);
		break;
	case CVG_WHAT_DIFF:
		cvg_draw_diff(out, &in->ask, &look);
		cvg_tell_diff(out, NULL, in->session, in->ask.since,
			      in->ask.rev, &look);
		break;
	case CVG_WHAT_MACHINE:
		if (!cvg_tell_machine(out, NULL, in->session, in->ask.rev, err))
			return false;
		break;
	case CVG_WHAT_METRICS:
	case CVG_WHAT_GROUPS:
	case CVG_WHAT_THRESHOLDS:
	case CVG_WHAT_FLATTENING:
		cvg_str_add(out, in->told);
		break;
	case CVG_NWHATS:
		break;
	}
	return !guiding.failed || cvg_fail(err, "%s", guiding.err.msg);
}
