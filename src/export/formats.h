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

/* The view of the matrix for blocks in->t and in->f of the function in
 * focus. */
struct cvg_matrix_view cvg_export_matrix(const struct cvg_export_in *in);

#endif
