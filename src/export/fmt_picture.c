/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The formats of pictures: Graphviz draws the DOT text in its own process. */
#include "formats.h"
#include "worker.h"

#include "reconverge/prove.h"
#include "reconverge/session.h"
#include "reconverge/settings.h"

static bool picture(const char *format, const struct cvg_export_in *in,
		    struct cvg_str *out, struct cvg_err *err)
{
	int seconds = cvg_set_int(cvg_session_settings(in->session),
				  CVG_SET_TIME_LIMIT);
	struct cvg_str dot = {0};
	bool ok = cvg_export_dot(in, &dot, err) &&
		  cvg_graphviz(format, &dot, (unsigned)seconds,
			       cvg_session_ticking(in->session), out, err);

	cvg_str_done(&dot);
	return ok;
}

bool cvg_export_svg(const struct cvg_export_in *in, struct cvg_str *out,
		    struct cvg_err *err)
{
	return picture("svg", in, out, err);
}

bool cvg_export_pdf(const struct cvg_export_in *in, struct cvg_str *out,
		    struct cvg_err *err)
{
	return picture("pdf", in, out, err);
}

bool cvg_export_png(const struct cvg_export_in *in, struct cvg_str *out,
		    struct cvg_err *err)
{
	return picture("png", in, out, err);
}
