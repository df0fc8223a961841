/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Copies of the counts of runs. */
#include "ui/measured.h"

#include "reconverge/faults.h"
#include "reconverge/graph.h"
#include "reconverge/program.h"

#include <stdlib.h>
#include <string.h>

static void measured_free(struct cvg_measured *measured)
{
	cvg_blockruns_done(&measured->blocks);
	free(measured->function);
	free(measured);
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
				    const struct cvg_proof *proof)
{
	struct cvg_measured *measured = cvg_calloc(1, sizeof *measured);

	measured->rev = run->rev;
	measured->launch = proof->launch;
	measured->seed = proof->seed;
	measured->function = cvg_strdup(run->function);
	for (int i = 0; i < CVG_NMETRICS; i++)
		measured->value[i] =
			cvg_metric_of((enum cvg_metric)i, &run->result->counts,
				      run->program->warp);
	cvg_blockruns_init(&measured->blocks, run);
	return measured;
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

static bool is_that(const struct cvg_measured *measured,
		    const struct cvg_proof *proof)
{
	return measured && measured->launch == proof->launch &&
	       measured->seed == proof->seed;
}

void cvg_measureds_take(struct cvg_measureds *all, struct cvg_ui *ui,
			uint32_t rev)
{
	const struct cvg_proof *proof = cvg_session_proof(ui->session, rev);
	struct cvg_measured **to;
	struct cvg_run run;

	if (!proof->measured || !cvg_session_counted(ui->session, rev, &run) ||
	    run.result->fault.kind != CVG_F_NONE || run.seed != proof->seed)
		return;
	to = place_of(all, rev, run.function);
	if (is_that(*to, proof))
		return;
	if (*to)
		measured_free(*to);
	*to = copy_of(&run, proof);
	(*to)->rev = rev;
}

const struct cvg_measured *cvg_measureds_of(const struct cvg_measureds *all,
					    const struct cvg_ui *ui,
					    uint32_t rev)
{
	const struct cvg_proof *proof = cvg_session_proof(ui->session, rev);

	if (!proof->measured || !ui->fn)
		return NULL;
	for (size_t i = 0; i < all->n; i++) {
		if (all->at[i]->rev == rev && is_that(all->at[i], proof) &&
		    !strcmp(all->at[i]->function, ui->fn->name))
			return all->at[i];
	}
	return NULL;
}
