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
 * T is a D that comes from the use, outside an irreducible cycle, of a value
 * that is always uniform inside it: LLVM overlooks that if it has given the
 * cycle up before it finds that threads leave it in different rounds.
 *
 *	uniform_dump [--mcpu=CPU] FILE
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reconverge/analysis.h"
#include "reconverge/graph.h"
#include "reconverge/ir.h"

/* ---- letters ------------------------------------------------------------ */

static bool in_irreducible_cycle(const struct cvg_cycles *cs, uint32_t b)
{
	uint32_t c = cs->innermost[b];

	while (c != CVG_NONE && cs->cycle[c].reducible)
		c = cs->cycle[c].parent;
	return c != CVG_NONE;
}

/* A step that LLVM may overlook. */
static bool may_be_overlooked(const struct cvg_fn *fn,
			      const struct cvg_cycles *cs,
			      const struct cvg_uniform *u, uint32_t v)
{
	uint32_t i = cvg_value_inst(fn, v);

	if (u->cause[v] != CVG_CAUSE_TEMPORAL)
		return false;
	for (uint32_t k = 0; k < fn->insts[i].nops; k++) {
		uint32_t def = cvg_value_inst(fn, cvg_op_of(fn, i, k));

		if (cvg_bits_has(&u->temporal, fn->insts[i].ops_at + k) &&
		    in_irreducible_cycle(cs, fn->insts[def].block))
			return true;
	}
	return false;
}

static uint32_t step_back(const struct cvg_fn *fn, const struct cvg_uniform *u,
			  uint32_t v)
{
	if (u->because[v] == CVG_NONE || u->cause[v] == CVG_CAUSE_OPERAND)
		return u->because[v];
	return cvg_inst_value(fn, cvg_block_last(fn, u->because[v]));
}

/* [nvalues] letters; the caller frees them. */
static char *letters(const struct cvg_fn *fn, const struct cvg_cycles *cs,
		     const struct cvg_uniform *u)
{
	char *letter = cvg_calloc(fn->nvalues + 1, 1);
	uint32_t *chain = cvg_alloc((fn->nvalues + 1) * sizeof *chain);

	for (uint32_t v = 0; v < fn->nvalues; v++) {
		uint32_t n = 0, at = v;
		char known;

		for (; at != CVG_NONE && !letter[at]; at = step_back(fn, u, at))
			chain[n++] = at;
		known = at == CVG_NONE ? 'D' : letter[at];
		while (n) {
			at = chain[--n];
			if (!cvg_bits_has(&u->divergent, at))
				known = 'u';
			else if (may_be_overlooked(fn, cs, u, at))
				known = 'T';
			letter[at] = known;
		}
	}
	free(chain);
	return letter;
}

/* ---- checks ------------------------------------------------------------- */

/* The analysis states some things twice; they have to agree. */
static void check_consistent(const struct cvg_fn *fn,
			     const struct cvg_uniform *u)
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
static void check_why(struct cvg_ana *ana, const struct cvg_fn *fn, uint32_t v)
{
	struct cvg_why *steps;
	uint32_t n;

	cvg_uniform_why(ana, v, &steps, &n);
	if (n == 0 || n > fn->nvalues ||
	    (steps[n - 1].cause != CVG_CAUSE_SOURCE &&
	     steps[n - 1].cause != CVG_CAUSE_ARGUMENT))
		cvg_die("%s: value %" PRIu32 ": %" PRIu32 " steps", fn->name, v,
			n);
	free(steps);
}

/* ---- the whole ---------------------------------------------------------- */

static void dump(const struct cvg_fn *fn)
{
	struct cvg_ana *ana = cvg_ana_new(fn);
	const struct cvg_uniform *u = cvg_ana_uniform(ana);
	char *letter = letters(fn, cvg_ana_cycles(ana), u);

	check_consistent(fn, u);
	for (uint32_t v = 0; v < fn->nvalues; v += 1 + fn->nvalues / 64) {
		if (cvg_bits_has(&u->divergent, v))
			check_why(ana, fn, v);
	}
	printf("%s\t%s\t", fn->name, fn->cpu);
	for (uint32_t a = 0; a < fn->nargs; a++)
		putchar(letter[a]);
	printf("\t%" PRIu32, cvg_bits_count(&u->divergent_exit));
	for (uint32_t b = 0; b < fn->nblocks; b++) {
		putchar('\t');
		for (uint32_t i = fn->blocks[b].inst_at;
		     i <= cvg_block_last(fn, b); i++)
			putchar(letter[cvg_inst_value(fn, i)]);
	}
	putchar('\n');
	free(letter);
	cvg_ana_free(ana);
}

int main(int argc, char **argv)
{
	struct cvg_target_options opt = {0};
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
		fprintf(stderr, "%s\n", err.msg);
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
