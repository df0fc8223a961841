/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The counts of a run. While warps run, only rows are kept, with one number for
 * each block, edge or access. Sums are derived from the rows at the end, because
 * all instructions of a block are issued as often as the block is entered.
 */
#include "sim/machine.h"

#include "reconverge/graph.h"
#include "reconverge/target.h"

#include <stdlib.h>
#include <string.h>

/* A row of numbers of one function: where its pointer stands, and its length. */
struct row {
	uint64_t **at;
	uint32_t n;
};

#define NROWS 8

static void rows_of(struct cvg_fn_counts *counts, const struct cvg_fn *fn,
		    struct row *rows)
{
	uint32_t edges = cvg_fn_nedges(fn);
	const struct row all[NROWS] = {
		{&counts->block_warps, fn->nblocks},
		{&counts->block_lanes, fn->nblocks},
		{&counts->split, fn->nblocks},
		{&counts->edge_warps, edges},
		{&counts->edge_lanes, edges},
		{&counts->accesses, fn->ninsts},
		{&counts->transactions, fn->ninsts},
		{&counts->stalls, fn->ninsts},
	};

	memcpy(rows, all, sizeof(all));
}

void cvg_counts_init(struct cvg_counts *counts,
		     const struct cvg_program *program)
{
	struct row rows[NROWS];

	memset(counts, 0, sizeof(*counts));
	counts->nfns = program->nfns;
	counts->fns = cvg_calloc(program->nfns, sizeof(*counts->fns));
	for (uint32_t i = 0; i < program->nfns; i++) {
		rows_of(&counts->fns[i], program->fns[i].fn, rows);
		for (uint32_t k = 0; k < NROWS; k++)
			*rows[k].at =
				cvg_calloc(rows[k].n + 1, sizeof(uint64_t));
	}
}

void cvg_counts_clear(struct cvg_counts *counts,
		      const struct cvg_program *program)
{
	cvg_counts_done(counts);
	cvg_counts_init(counts, program);
}

void cvg_counts_done(struct cvg_counts *counts)
{
	for (uint32_t i = 0; i < counts->nfns && counts->fns; i++) {
		free(counts->fns[i].block_warps);
		free(counts->fns[i].block_lanes);
		free(counts->fns[i].split);
		free(counts->fns[i].edge_warps);
		free(counts->fns[i].edge_lanes);
		free(counts->fns[i].accesses);
		free(counts->fns[i].transactions);
		free(counts->fns[i].stalls);
	}
	free(counts->fns);
	counts->fns = NULL;
	counts->nfns = 0;
}

static void add_row(uint64_t *to, const uint64_t *from, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++)
		to[i] += from[i];
}

static uint64_t larger(uint64_t a, uint64_t b)
{
	return a > b ? a : b;
}

void cvg_counts_add(struct cvg_counts *to, const struct cvg_counts *from,
		    const struct cvg_program *program)
{
	struct row t[NROWS], f[NROWS];

	for (uint32_t i = 0; i < program->nfns; i++) {
		rows_of(&to->fns[i], program->fns[i].fn, t);
		rows_of(&from->fns[i], program->fns[i].fn, f);
		for (uint32_t k = 0; k < NROWS; k++)
			add_row(*t[k].at, *f[k].at, t[k].n);
	}
	to->threads += from->threads;
	to->warps += from->warps;
	to->blocks += from->blocks;
	to->divergent_warps += from->divergent_warps;
	to->barriers += from->barriers;
	to->max_depth = (uint32_t)larger(to->max_depth, from->max_depth);
	to->max_warp_cycles =
		larger(to->max_warp_cycles, from->max_warp_cycles);
	to->timed |= from->timed;
	to->timed_cycles += from->timed_cycles;
	to->stalls += from->stalls;
	to->memory_stalls += from->memory_stalls;
	to->max_warp_timed = larger(to->max_warp_timed, from->max_warp_timed);
}

/* ---- sums ------------------------------------------------------------ */

/* The row of memory_insts[] and transactions[] that an access is counted in;
 * flat addresses are counted with global memory. */
static enum cvg_space_count space_of(const struct cvg_fn *fn,
				     const struct cvg_inst *in)
{
	switch (cvg_target_memory(cvg_target_info(fn->target), in->addrspace)) {
	case CVG_MEMORY_SHARED:
		return CVG_MEM_SHARED;
	case CVG_MEMORY_PRIVATE:
		return CVG_MEM_PRIVATE;
	case CVG_MEMORY_CONST:
		return CVG_MEM_CONSTANT;
	case CVG_MEMORY_FLAT:
	case CVG_MEMORY_GLOBAL:
	case CVG_NMEMORIES:
		break;
	}
	return CVG_MEM_GLOBAL;
}

static void sum_inst(struct cvg_counts *counts,
		     const struct cvg_fn_counts *rows, const struct cvg_fn *fn,
		     uint32_t i, uint64_t warps, uint64_t lanes)
{
	enum cvg_opclass class = cvg_op_class(fn->insts[i].op);

	if (!cvg_is_issued(fn, i))
		return;
	counts->insts += warps;
	counts->lane_insts += lanes;
	counts->class_insts[class] += warps;
	if (class != CVG_CLASS_CONTROL && class != CVG_CLASS_MEMORY &&
	    class != CVG_CLASS_SYNC) {
		counts->alu_insts += warps;
		counts->alu_lanes += lanes;
	}
	if (rows->accesses[i]) {
		enum cvg_space_count space = space_of(fn, &fn->insts[i]);

		counts->memory_insts[space] += rows->accesses[i];
		counts->transactions[space] += rows->transactions[i];
	}
}

static void sum_block(struct cvg_counts *counts,
		      const struct cvg_fn_counts *rows,
		      const struct cvg_code *code, uint32_t b)
{
	const struct cvg_fn *fn = code->ufn->fn;
	const struct cvg_block *block = &fn->blocks[b];
	uint64_t warps = rows->block_warps[b];

	if (!warps)
		return;
	for (uint32_t i = 0; i < block->ninsts; i++)
		sum_inst(counts, rows, fn, block->inst_at + i, warps,
			 rows->block_lanes[b]);
	counts->cycles += warps * code->blocks[b].cycles;
	if (block->nsuccs > 1) {
		counts->branches += warps;
		counts->divergent_branches += rows->split[b];
	}
}

void cvg_counts_finish(struct cvg_counts *counts, const struct cvg_sim *sim)
{
	for (uint32_t i = 0; i < counts->nfns; i++) {
		for (uint32_t b = 0; b < sim->program->fns[i].fn->nblocks; b++)
			sum_block(counts, &counts->fns[i], &sim->codes[i], b);
	}
}
