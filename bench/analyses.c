/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * analyses FILE RUNS: times the analyses of this program on the first function
 * of a module. Prints a line "analysis nanoseconds" for each: the median of
 * RUNS runs. The analyses that one needs are computed before it, outside its
 * time.
 */
#include "reconverge/analysis.h"
#include "reconverge/graph.h"
#include "reconverge/ir.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static const struct {
	const char *name;
	uint32_t bits;
} timed[] = {
	{"dominators", CVG_ANA_ORDER | CVG_ANA_DOM},
	{"post-dominators", CVG_ANA_POSTDOM},
	{"cycles", CVG_ANA_CYCLES},
	{"loops", CVG_ANA_LOOPS},
	{"uniformity", CVG_ANA_UNIFORM},
	{"regions", CVG_ANA_REGIONS},
};

enum { NTIMED = sizeof timed / sizeof *timed };

static long now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000000000L + t.tv_nsec;
}

static int by_length(const void *a, const void *b)
{
	long x = *(const long *)a;
	long y = *(const long *)b;

	return (x > y) - (x < y);
}

static void measure(const struct cvg_fn *fn, size_t runs)
{
	long *spent = cvg_calloc(NTIMED * runs, sizeof *spent);

	for (size_t r = 0; r < runs; r++) {
		struct cvg_ana *ana = cvg_ana_new(fn);

		for (size_t i = 0; i < NTIMED; i++) {
			long start = now();

			cvg_ana_need(ana, timed[i].bits);
			spent[i * runs + r] = now() - start;
		}
		cvg_ana_free(ana);
	}
	for (size_t i = 0; i < NTIMED; i++) {
		qsort(spent + i * runs, runs, sizeof *spent, by_length);
		printf("%s %ld\n", timed[i].name, spent[i * runs + runs / 2]);
	}
	free(spent);
}

int main(int argc, char **argv)
{
	struct cvg_target_options options = {0};
	struct cvg_module *m;
	struct cvg_err err;
	struct cvg_fn *fn;

	if (argc != 3 || atoi(argv[2]) < 1) {
		fprintf(stderr, "usage: %s FILE RUNS\n", argv[0]);
		return 1;
	}
	if (!cvg_module_load(argv[1], &options, &m, &err)) {
		fprintf(stderr, "%s\n", err.msg);
		return 1;
	}
	fn = cvg_module_snapshot(m, 0, 0);
	measure(fn, (size_t)atoi(argv[2]));
	cvg_fn_free(fn);
	cvg_module_free(m);
	return 0;
}
