/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * What our uniformity analysis says of a module, one line a function, for
 * uniformity.py to hold against LLVM's:
 *
 *	<name> <cpu> <arguments> <cycles> <block> <block> ...
 *
 * with tabs between. Arguments and blocks are strings of D (divergent) and u
 * (uniform); a block has one letter for each instruction, its terminator
 * last. Cycles is the number of cycles with a divergent exit.
 *
 *	uniform_dump [--mcpu=CPU] FILE
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reconverge/analysis.h"
#include "reconverge/ir.h"

static void
put(const struct cvg_uniform *u, uint32_t v)
{
	putchar(cvg_bits_has(&u->divergent, v) ? 'D' : 'u');
}

/* The analysis states some things twice; they have to agree. */
static void
check_consistent(const struct cvg_fn *fn, const struct cvg_uniform *u)
{
	uint32_t nbranches = 0;

	for (uint32_t b = 0; b < fn->nblocks; b++) {
		uint32_t v = cvg_inst_value(fn, cvg_block_last(fn, b));
		bool splits = cvg_bits_has(&u->divergent, v) &&
			      fn->blocks[b].nsuccs > 1;

		if (splits != cvg_bits_has(&u->divergent_term, b))
			cvg_die("%s: block %" PRIu32, fn->name, b);
		nbranches += splits;
	}
	for (uint32_t v = 0; v < fn->nvalues; v++) {
		if (cvg_bits_has(&u->divergent, v) != (u->cause[v] != 0))
			cvg_die("%s: value %" PRIu32 ": cause", fn->name, v);
	}
	if (nbranches != u->nbranches)
		cvg_die("%s: %" PRIu32 " branches", fn->name, nbranches);
}

/* Every explanation has to end at a source, and never say a thing twice. */
static void
check_why(struct cvg_ana *ana, const struct cvg_fn *fn, uint32_t v)
{
	struct cvg_why *steps;
	uint32_t n;

	cvg_uniform_why(ana, v, &steps, &n);
	if (n == 0 || n > fn->nvalues ||
	    (steps[n - 1].cause != CVG_CAUSE_SOURCE &&
	     steps[n - 1].cause != CVG_CAUSE_ARGUMENT))
		cvg_die("%s: value %" PRIu32 ": %" PRIu32 " steps", fn->name,
			v, n);
	free(steps);
}

static void
dump(const struct cvg_fn *fn)
{
	struct cvg_ana *ana = cvg_ana_new(fn);
	const struct cvg_uniform *u = cvg_ana_uniform(ana);

	check_consistent(fn, u);
	for (uint32_t v = 0; v < fn->nvalues; v += 1 + fn->nvalues / 64) {
		if (cvg_bits_has(&u->divergent, v))
			check_why(ana, fn, v);
	}
	printf("%s\t%s\t", fn->name, fn->cpu);
	for (uint32_t a = 0; a < fn->nargs; a++)
		put(u, a);
	printf("\t%" PRIu32, cvg_bits_count(&u->divergent_exit));
	for (uint32_t b = 0; b < fn->nblocks; b++) {
		putchar('\t');
		for (uint32_t i = fn->blocks[b].inst_at;
		     i <= cvg_block_last(fn, b); i++)
			put(u, cvg_inst_value(fn, i));
	}
	putchar('\n');
	cvg_ana_free(ana);
}

int
main(int argc, char **argv)
{
	struct cvg_target_options opt = { 0 };
	struct cvg_module *m;
	struct cvg_err err;

	if (argc > 1 && strncmp(argv[1], "--mcpu=", 7) == 0) {
		opt.cpu = argv[1] + 7;
		argv++;
		argc--;
	}
	if (argc != 2) {
		fprintf(stderr, "usage: uniform_dump [--mcpu=CPU] FILE\n");
		return 2;
	}
	if (!cvg_module_load(argv[1], &opt, &m, &err)) {
		fprintf(stderr, "%s: %s\n", argv[1], err.msg);
		return 1;
	}
	for (uint32_t f = 0; f < cvg_module_nfunctions(m); f++) {
		struct cvg_fn *fn = cvg_module_snapshot(m, f, 0);

		dump(fn);
		cvg_fn_free(fn);
	}
	cvg_module_free(m);
	return 0;
}
