/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Copies of the counts of runs. */
#include "ui/measured.h"

#include "reconverge/program.h"

#include <stdlib.h>
#include <string.h>

static void measured_free(struct cvg_measured *m)
{
	for (uint32_t i = 0; i < m->nblocks; i++)
		free(m->block[i].name);
	free(m->block);
	free(m->function);
	free(m);
}

void cvg_measureds_done(struct cvg_measureds *all)
{
	for (size_t i = 0; i < all->n; i++)
		measured_free(all->at[i]);
	free(all->at);
	*all = (struct cvg_measureds){.at = NULL};
}

/* ---- copying --------------------------------------------------------- */

static int by_cycles(const void *a, const void *b)
{
	const struct cvg_measured_block *x = a, *y = b;

	if (x->cycles != y->cycles)
		return x->cycles < y->cycles ? 1 : -1;
	if (x->fn != y->fn)
		return x->fn < y->fn ? -1 : 1;
	return (x->block > y->block) - (x->block < y->block);
}

static void copy_block(struct cvg_measured *m, const struct cvg_run *run,
		       uint32_t f, uint32_t b)
{
	const struct cvg_ufn *ufn = &run->program->fns[f];
	const struct cvg_fn_counts *n = &run->result->counts.fns[f];
	struct cvg_measured_block *to = &m->block[m->nblocks++];
	struct cvg_str name = {0};

	if (f)
		cvg_str_addf(&name, "@%s ", ufn->name);
	cvg_str_add(&name, ufn->fn->blocks[b].name);
	*to = (struct cvg_measured_block){
		.fn = f,
		.block = b,
		.uid = ufn->fn->blocks[b].uid,
		.name = cvg_str_take(&name),
		.warps = n->block_warps[b],
		.lanes = n->block_lanes[b],
		.cycles = n->block_warps[b] * cvg_cost_block(ufn->fn, b),
		.split = n->split[b],
		.branch = ufn->fn->blocks[b].nsuccs > 1};
	m->cycles += to->cycles;
}

/* Copy the blocks that ran. */
static void copy_blocks(struct cvg_measured *m, const struct cvg_run *run)
{
	const struct cvg_counts *counts = &run->result->counts;
	uint32_t n = 0;

	for (uint32_t f = 0; f < counts->nfns; f++)
		n += run->program->fns[f].fn->nblocks;
	m->block = cvg_calloc(n + 1, sizeof *m->block);
	for (uint32_t f = 0; f < counts->nfns; f++) {
		for (uint32_t b = 0; b < run->program->fns[f].fn->nblocks;
		     b++) {
			if (counts->fns[f].block_warps[b])
				copy_block(m, run, f, b);
		}
	}
	qsort(m->block, m->nblocks, sizeof *m->block, by_cycles);
}

static struct cvg_measured *copy_of(const struct cvg_run *run,
				    const struct cvg_proof *p)
{
	struct cvg_measured *m = cvg_calloc(1, sizeof *m);

	m->rev = run->rev;
	m->launch = p->launch;
	m->seed = p->seed;
	m->function = cvg_strdup(run->function);
	m->warp = run->program->warp;
	for (int i = 0; i < CVG_NMETRICS; i++)
		m->value[i] = cvg_metric_of((enum cvg_metric)i,
					    &run->result->counts, m->warp);
	copy_blocks(m, run);
	return m;
}

/* ---- keeping --------------------------------------------------------- */

/* The entry for that revision and function, made if there is none. */
static struct cvg_measured **place_of(struct cvg_measureds *all, uint32_t rev,
				      const char *function)
{
	for (size_t i = 0; i < all->n; i++) {
		if (all->at[i]->rev == rev &&
		    !strcmp(all->at[i]->function, function))
			return &all->at[i];
	}
	cvg_push(all, NULL);
	return &all->at[all->n - 1];
}

static bool is_that(const struct cvg_measured *m, const struct cvg_proof *p)
{
	return m && m->launch == p->launch && m->seed == p->seed;
}

void cvg_measureds_take(struct cvg_measureds *all, struct cvg_ui *ui,
			uint32_t rev)
{
	const struct cvg_proof *p = cvg_session_proof(ui->session, rev);
	struct cvg_measured **to;
	struct cvg_run run;

	if (!p->measured || !cvg_session_counted(ui->session, rev, &run) ||
	    run.result->fault.kind != CVG_F_NONE || run.seed != p->seed)
		return;
	to = place_of(all, rev, run.function);
	if (is_that(*to, p))
		return;
	if (*to)
		measured_free(*to);
	*to = copy_of(&run, p);
	(*to)->rev = rev;
}

const struct cvg_measured *cvg_measureds_of(const struct cvg_measureds *all,
					    const struct cvg_ui *ui,
					    uint32_t rev)
{
	const struct cvg_proof *p = cvg_session_proof(ui->session, rev);

	if (!p->measured || !ui->fn)
		return NULL;
	for (size_t i = 0; i < all->n; i++) {
		if (all->at[i]->rev == rev && is_that(all->at[i], p) &&
		    !strcmp(all->at[i]->function, ui->fn->name))
			return all->at[i];
	}
	return NULL;
}
