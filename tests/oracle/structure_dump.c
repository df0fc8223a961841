/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Prints what the library finds of the structure of every function of the
 * modules named: dominators, post-dominators, cycles, loops, regions. One
 * fact a line, fields separated by tabs, blocks by label; structure.py holds
 * them against opt's printers.
 */
#include "reconverge/analysis.h"
#include "reconverge/graph.h"
#include "reconverge/ir.h"

#include <stdio.h>

static const char *name_of(const struct cvg_fn *fn, uint32_t b)
{
	return b == CVG_NONE ? "-" : fn->blocks[b].name;
}

static void dump_dom(const struct cvg_fn *fn, const struct cvg_dom *d,
		     const char *what)
{
	for (uint32_t b = 0; b < fn->nblocks; b++) {
		if (d->depth[b])
			printf("%s\t%s\t%s\t%u\n", what, name_of(fn, b),
			       name_of(fn, d->idom[b]), d->depth[b]);
	}
}

static void dump_cycles(const struct cvg_fn *fn, const struct cvg_cycles *cs)
{
	for (uint32_t c = 0; c < cs->n; c++) {
		const struct cvg_cycle *cycle = &cs->cycle[c];

		printf("cycle\t%u\t%s", cycle->depth,
		       name_of(fn, cycle->header));
		for (uint32_t k = 0; k < cycle->nblocks; k++) {
			uint32_t b = cs->blocks[cycle->blocks_at + k];

			printf("\t%s%s", cvg_cycle_enters(cs, c, b) ? ">" : "",
			       name_of(fn, b));
		}
		printf("\n");
	}
}

static bool is_latch(const struct cvg_loops *ls, const struct cvg_loop *loop,
		     uint32_t b)
{
	for (uint32_t k = 0; k < loop->nlatches; k++) {
		if (ls->latches[loop->latches_at + k] == b)
			return true;
	}
	return false;
}

static void dump_loops(const struct cvg_fn *fn, const struct cvg_loops *ls)
{
	for (uint32_t l = 0; l < ls->n; l++) {
		const struct cvg_loop *loop = &ls->loop[l];

		printf("loop\t%u", loop->depth);
		for (uint32_t k = 0; k < loop->nblocks; k++) {
			uint32_t b = ls->blocks[loop->blocks_at + k];

			printf("\t%s%s%s%s", name_of(fn, b),
			       b == loop->header ? "<header>" : "",
			       is_latch(ls, loop, b) ? "<latch>" : "",
			       cvg_loop_leaves(ls, l, b) ? "<exiting>" : "");
		}
		printf("\n");
	}
}

static void dump_regions(const struct cvg_fn *fn, const struct cvg_regions *rs)
{
	for (uint32_t r = 0; r < rs->n; r++) {
		const struct cvg_region *region = &rs->region[r];
		uint32_t up = r ? region->parent : r;

		printf("region\t%u\t%s\t%s\t%s\t%s\n", region->depth,
		       name_of(fn, region->entry), name_of(fn, region->exit),
		       name_of(fn, rs->region[up].entry),
		       name_of(fn, rs->region[up].exit));
	}
}

static void dump_function(const struct cvg_fn *fn)
{
	struct cvg_ana *ana = cvg_ana_new(fn);

	printf("function\t%s\n", fn->name);
	dump_dom(fn, cvg_ana_dom(ana), "dom");
	dump_dom(fn, cvg_ana_postdom(ana), "postdom");
	dump_cycles(fn, cvg_ana_cycles(ana));
	dump_loops(fn, cvg_ana_loops(ana));
	dump_regions(fn, cvg_ana_regions(ana));
	cvg_ana_free(ana);
}

static bool dump_module(const char *path)
{
	struct cvg_target_options options = {0};
	struct cvg_module *m;
	struct cvg_err err;

	if (!cvg_module_load(path, &options, &m, &err)) {
		fprintf(stderr, "%s\n", err.msg);
		return false;
	}
	for (uint32_t f = 0; f < cvg_module_nfunctions(m); f++) {
		struct cvg_fn *fn = cvg_module_snapshot(m, f, 0);

		if (!cvg_fn_check(fn, &err)) {
			fprintf(stderr, "%s: %s: %s\n", path, fn->name,
				err.msg);
			cvg_fn_free(fn);
			cvg_module_free(m);
			return false;
		}
		dump_function(fn);
		cvg_fn_free(fn);
	}
	cvg_module_free(m);
	return true;
}

int main(int argc, char **argv)
{
	for (int i = 1; i < argc; i++) {
		if (!dump_module(argv[i]))
			return 1;
	}
	return argc < 2;
}
