/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Copies of the counts of runs. */
#include "ui/measured.h"

#include "reconverge/graph.h"
#include "reconverge/program.h"

#include <stdlib.h>
#include <string.h>

static void measured_free(struct cvg_measured *m)
{
	cvg_blockruns_done(&m->blocks);
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

static struct cvg_measured *copy_of(const struct cvg_run *run,
				    const struct cvg_proof *p)
{
	struct cvg_measured *m = cvg_calloc(1, sizeof *m);

	m->rev = run->rev;
	m->launch = p->launch;
	m->seed = p->seed;
	m->function = cvg_strdup(run->function);
	for (int i = 0; i < CVG_NMETRICS; i++)
		m->value[i] =
			cvg_metric_of((enum cvg_metric)i, &run->result->counts,
				      run->program->warp);
	cvg_blockruns_init(&m->blocks, run);
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
