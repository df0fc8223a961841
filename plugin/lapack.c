/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * LAPACK's least squares for the plugin, which would be slow to load if it named
 * the library: with it come BLAS and the library of Fortran, and a compile that
 * fits no model needs none of them.
 */
#include <dlfcn.h>
#include <lapacke.h>

typedef lapack_int dgelsy(int layout, lapack_int m, lapack_int n,
			  lapack_int nrhs, double *a, lapack_int lda, double *b,
			  lapack_int ldb, lapack_int *jpvt, double rcond,
			  lapack_int *rank);

lapack_int LAPACKE_dgelsy(int layout, lapack_int m, lapack_int n,
			  lapack_int nrhs, double *a, lapack_int lda, double *b,
			  lapack_int ldb, lapack_int *jpvt, double rcond,
			  lapack_int *rank)
{
	void *library = dlopen("liblapacke.so.3", RTLD_NOW | RTLD_LOCAL);
	dgelsy *solve = NULL;

	if (library)
		*(void **)&solve = dlsym(library, "LAPACKE_dgelsy");
	if (!solve)
		return LAPACK_WORK_MEMORY_ERROR;
	return solve(layout, m, n, nrhs, a, lda, b, ldb, jpvt, rcond, rank);
}
