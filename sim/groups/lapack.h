/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* LAPACK's least squares, if the library is installed. */
#ifndef CVG_SIM_GROUPS_LAPACK_H
#define CVG_SIM_GROUPS_LAPACK_H

#include "reconverge/base.h"

/*
 * Solve a * x = y in the sense of least squares by dgelsy: `a` has `rows` rows and
 * `columns` columns, and stands by columns; `y` has room for the greater of the two
 * numbers and gets x. Both are destroyed. Columns below `rcond` are dependent.
 * False: LAPACK is not there, or cannot.
 */
bool cvg_least_squares(double *a, uint32_t rows, uint32_t columns, double *y,
		       double rcond);

#endif
