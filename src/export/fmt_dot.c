/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The format DOT, Graphviz's language; Graphviz is not needed to write it. */
#include "formats.h"

bool cvg_export_plain(const struct cvg_export_in *in, struct cvg_str *out,
		      struct cvg_err *err)
{
	struct cvg_matrix_view v;

	switch (in->what) {
	case CVG_WHAT_CFG:
		cvg_dot_cfg(out, &in->ask);
		break;
	case CVG_WHAT_REGIONS:
		cvg_dot_regions(out, &in->ask);
		break;
	case CVG_WHAT_DOMINATORS:
		cvg_dot_dominators(out, &in->ask);
		break;
	case CVG_WHAT_MATRIX:
		v = cvg_export_matrix(in);
		cvg_dot_matrix(out, &in->ask, &v);
		break;
	case CVG_WHAT_HISTORY:
		cvg_dot_history(out, &in->ask);
		break;
	case CVG_WHAT_WARP:
		cvg_dot_warp(out, &in->ask, in->run, in->trace);
		break;
	case CVG_WHAT_DIFF:
		cvg_dot_diff(out, &in->ask);
		break;
	case CVG_WHAT_MACHINE:
		return cvg_dot_machine(out, &in->ask, err);
	case CVG_WHAT_METRICS:
	case CVG_WHAT_GROUPS:
	case CVG_WHAT_THRESHOLDS:
	case CVG_WHAT_FLATTENING:
		cvg_dot_plot(out, in);
		break;
	case CVG_NWHATS:
		break;
	}
	return true;
}

bool cvg_export_dot(const struct cvg_export_in *in, struct cvg_str *out,
		    struct cvg_err *err)
{
	double scale;

	return cvg_export_picture(in, out, &scale, err);
}
