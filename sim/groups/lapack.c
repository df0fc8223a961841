/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * LAPACK is loaded when a model is fitted first. With it come BLAS and the library
 * of Fortran, which no other work needs, and which take time to load.
 */
#include "lapack.h"

#include "reconverge/model.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>

#define BY_COLUMNS 102 /* LAPACK_COL_MAJOR of lapacke.h */

typedef int dgelsy(int layout, int rows, int columns, int nrhs, double *a,
		   int lda, double *b, int ldb, int *pivot, double rcond,
		   int *rank);

static dgelsy *solver; /* NULL: not there */
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void)
{
	void *library = dlopen("liblapacke.so.3", RTLD_NOW | RTLD_LOCAL);

	if (library)
		*(void **)&solver = dlsym(library, "LAPACKE_dgelsy");
}

bool cvg_model_can_fit(struct cvg_err *err)
{
	pthread_once(&once, load);
	return solver || cvg_fail(err, "fitting a model needs LAPACK, which is "
				       "not installed (liblapacke.so.3; "
				       "Debian package liblapacke)");
}

bool cvg_least_squares(double *a, uint32_t rows, uint32_t columns, double *y,
		       double rcond)
{
	int *pivot = cvg_calloc(columns, sizeof *pivot), rank;
	uint32_t most = rows > columns ? rows : columns;
	bool ok = cvg_model_can_fit(NULL) &&
		  solver(BY_COLUMNS, (int)rows, (int)columns, 1, a, (int)rows,
			 y, (int)most, pivot, rcond, &rank) == 0;

	free(pivot);
	return ok;
}
