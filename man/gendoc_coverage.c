/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * reconverge-coverage(7): the names that the simulator knows, from the tables
 * that it knows them by.
 */
#include "man/gendoc.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/* ---- functions and intrinsics ---------------------------------------- */

#define INTRIN(name, ...) name,
static const char *const calls[] = {
#include "src/decode/intrin_calls.def"
};
static const char *const llvm[] = {
#include "src/decode/intrin.def"
};
static const char *const amdgcn[] = {
#include "src/decode/intrin_amdgcn.def"
};
static const char *const nvvm[] = {
#include "src/decode/intrin_nvvm.def"
};
#undef INTRIN

#define COUNT(table) (sizeof(table) / sizeof *(table))

/* A list in running text, so that the reader's terminal breaks the lines. */
static void put_name(const char *name, bool first)
{
	if (!first)
		fputs(",\n", stdout);
	cvg_man_put(name);
}

static void put_names(const char *const *name, size_t n)
{
	for (size_t i = 0; i < n; i++)
		put_name(name[i], !i);
	fputs(".\n", stdout);
}

void cvg_man_covered_calls(void)
{
	put_names(calls, COUNT(calls));
}

void cvg_man_covered_llvm(void)
{
	put_names(llvm, COUNT(llvm));
}

void cvg_man_covered_amdgcn(void)
{
	put_names(amdgcn, COUNT(amdgcn));
}

void cvg_man_covered_nvvm(void)
{
	put_names(nvvm, COUNT(nvvm));
}

/* ---- device libraries ------------------------------------------------ */

/* A function of a library: one row for each set of types it is known with. */
struct row {
	const char *name;
	const char *how; /* "none": it has a price, but is not simulated */
};

#define BUILTIN(name, relation, price, types, how, n, formula) {name, #how},
static const struct row opencl[] = {
#include "reconverge/builtin_opencl.def"
};
static const struct row ocml[] = {
#include "reconverge/builtin_ocml.def"
};
static const struct row ockl[] = {
#include "reconverge/builtin_ockl.def"
};
static const struct row nv[] = {
#include "reconverge/builtin_nv.def"
};
#undef BUILTIN

/* Rows of one name stand together. */
static void put_rows(const struct row *row, size_t n)
{
	const char *last = NULL;

	for (size_t i = 0; i < n; i++) {
		if (!strcmp(row[i].how, "none") ||
		    (last && !strcmp(last, row[i].name)))
			continue;
		put_name(row[i].name, !last);
		last = row[i].name;
	}
	fputs(".\n", stdout);
}

void cvg_man_covered_opencl(void)
{
	put_rows(opencl, COUNT(opencl));
}

void cvg_man_covered_ocml(void)
{
	put_rows(ocml, COUNT(ocml));
}

void cvg_man_covered_ockl(void)
{
	put_rows(ockl, COUNT(ockl));
}

void cvg_man_covered_nv(void)
{
	put_rows(nv, COUNT(nv));
}
