/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * coverage_list [-a] [-c CPU] [-l LIBRARY]... FILE...: decode the kernels of
 * each file (-a: all functions) for the simulator, the libraries linked in,
 * and print what cannot be simulated: "function<TAB>what and why", one a
 * line. At the end: "decoded N of M".
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "reconverge/ir.h"
#include "reconverge/program.h"
#include "reconverge/sim.h"

struct options {
	bool all;
	const char *cpu;
	const char *library[16];
	int nlibraries;
};

struct sums {
	uint32_t functions, decoded;
};

static void list_gaps(const char *fn, const struct cvg_str *gaps)
{
	const char *at = cvg_str_of(gaps);

	while (*at) {
		size_t n = strcspn(at, "\n");

		printf("%s\t%.*s\n", fn, (int)n, at);
		at += n + (at[n] == '\n');
	}
}

static void decode_one(struct cvg_module *m, uint32_t f, struct sums *sums)
{
	const char *name = cvg_module_function_name(m, f);
	struct cvg_program *p = NULL;
	struct cvg_str gaps = {0};
	struct cvg_err err = {0};

	sums->functions++;
	if (cvg_module_decode(m, f, &p, &gaps, &err)) {
		/* This ends the program if an operation has no function. */
		cvg_sim_free(cvg_sim_new(p));
		sums->decoded++;
		cvg_program_free(p);
	} else if (gaps.n) {
		list_gaps(name, &gaps);
	} else {
		printf("%s\t%s\n", name, err.msg);
	}
	cvg_str_done(&gaps);
}

static bool link_all(struct cvg_module *m, const struct options *o,
		     struct cvg_err *err)
{
	for (int i = 0; i < o->nlibraries; i++)
		if (!cvg_module_link(m, o->library[i], err))
			return false;
	return true;
}

static bool decode_file(const char *path, const struct options *o,
			struct sums *sums)
{
	struct cvg_target_options target = {.cpu = o->cpu};
	struct cvg_module *m = NULL;
	struct cvg_err err = {0};
	uint32_t n;

	if (!cvg_module_load(path, &target, &m, &err)) {
		fprintf(stderr, "%s\n", err.msg);
		return false;
	}
	n = cvg_module_nfunctions(m);
	if (!link_all(m, o, &err)) {
		fprintf(stderr, "%s\n", err.msg);
		cvg_module_free(m);
		return false;
	}
	for (uint32_t f = 0; f < n; f++)
		if (o->all || cvg_module_function_kind(m, f) == CVG_FN_KERNEL)
			decode_one(m, f, sums);
	cvg_module_free(m);
	return true;
}

int main(int argc, char **argv)
{
	struct options o = {0};
	struct sums sums = {0};
	bool ok = true;
	int c;

	while ((c = getopt(argc, argv, "ac:l:")) != -1) {
		if (c == 'a')
			o.all = true;
		else if (c == 'c')
			o.cpu = optarg;
		else if (c == 'l' && o.nlibraries < 16)
			o.library[o.nlibraries++] = optarg;
		else
			return 2;
	}
	for (int i = optind; i < argc; i++)
		ok &= decode_file(argv[i], &o, &sums);
	printf("decoded %u of %u\n", sums.decoded, sums.functions);
	return ok ? 0 : 2;
}
