/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The renderers of the formats, one for each row of exports.def. */
#ifndef CVG_EXPORT_FORMATS_H
#define CVG_EXPORT_FORMATS_H

#include "reconverge/export.h"
#include "reconverge/matrix.h"

#define EXPORT(id, suffix, help)                             \
	bool cvg_export_##id(const struct cvg_export_in *in, \
			     struct cvg_str *out, struct cvg_err *err);
#include "reconverge/exports.def"

/* The picture in Graphviz's language, as it is to be printed; *scale says by what
 * its lengths are to be multiplied (1 unless in->print has a width). */
bool cvg_export_picture(const struct cvg_export_in *in, struct cvg_str *out,
			double *scale, struct cvg_err *err);
/* Draw it as SVG, of its own size. */
bool cvg_export_draw(const struct cvg_export_in *in, const struct cvg_str *dot,
		     struct cvg_str *svg, struct cvg_err *err);
/* The picture in Graphviz's language, as `in` asks. */
bool cvg_export_plain(const struct cvg_export_in *in, struct cvg_str *out,
		      struct cvg_err *err);

/* Append a chart in Graphviz's language. */
void cvg_dot_plot(struct cvg_str *out, const struct cvg_export_in *in);

/* The view of the matrix for blocks in->t and in->f of the function in
 * focus. */
struct cvg_matrix_view cvg_export_matrix(const struct cvg_export_in *in);

#endif
