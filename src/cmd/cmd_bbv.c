/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Basic-block vectors of a launch, and what it costs by them. */
#include "prove.h"

#include "reconverge/bbv.h"
#include "reconverge/graph.h"
#include "reconverge/program.h"
#include "reconverge/quantity.h"
#include "reconverge/regroup.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SHOWN_KINDS 12

/* ---- vectors ----------------------------------------------------------- */

/* B12 of the kernel; of another function with its name. */
static void add_block(struct cvg_str *out, const struct cvg_bbvrun *run,
		      uint32_t block)
{
	uint32_t f = 0;
	const struct cvg_fn *fn;

	while (block >= run->fn_at[f + 1])
		f++;
	fn = run->program->fns[f].fn;
	if (f)
		cvg_str_addf(out, "%s:", run->program->fns[f].name);
	cvg_str_addf(out, "B%u", fn->blocks[block - run->fn_at[f]].uid);
}

/* thread,kind,B0,B1,... : a line a thread (RFC 4180: a cell with a comma is
 * quoted; names hold no quotes). */
static void csv_of(struct cvg_str *out, const struct cvg_bbvrun *run)
{
	const struct cvg_bbvs *vectors = run->bbvs;

	cvg_str_add(out, "thread,kind");
	for (uint32_t b = 0; b < vectors->nblocks; b++) {
		struct cvg_str cell = {0};
		const char *quote;

		add_block(&cell, run, b);
		quote = strchr(cell.at, ',') ? "\"" : "";
		cvg_str_addf(out, ",%s%s%s", quote, cell.at, quote);
		cvg_str_done(&cell);
	}
	cvg_str_addc(out, '\n');
	for (uint32_t t = 0; t < vectors->nthreads; t++) {
		const uint32_t *row = cvg_bbv(vectors, vectors->kind[t]);

		cvg_str_addf(out, "%u,%u", t, vectors->kind[t]);
		for (uint32_t b = 0; b < vectors->nblocks; b++)
			cvg_str_addf(out, ",%u", row[b]);
		cvg_str_addc(out, '\n');
	}
}

static json_t *json_row(const uint32_t *row, uint32_t n)
{
	json_t *list = json_array();

	for (uint32_t i = 0; i < n; i++)
		json_array_append_new(list, json_integer(row[i]));
	return list;
}

/* Each kind once, and a number a thread. */
static json_t *json_of(const struct cvg_bbvrun *run)
{
	const struct cvg_bbvs *vectors = run->bbvs;
	json_t *o = json_object(), *blocks = json_array();
	json_t *kinds = json_array();

	for (uint32_t b = 0; b < vectors->nblocks; b++) {
		struct cvg_str s = {0};

		add_block(&s, run, b);
		json_array_append_new(blocks, json_string(s.at));
		cvg_str_done(&s);
	}
	for (uint32_t k = 0; k < vectors->nkinds; k++)
		json_array_append_new(
			kinds, json_row(cvg_bbv(vectors, k), vectors->nblocks));
	json_object_set_new(o, "blocks", blocks);
	json_object_set_new(o, "kinds", kinds);
	json_object_set_new(o, "threads",
			    json_row(vectors->kind, vectors->nthreads));
	return o;
}

static bool write_vectors(struct cvg_call *call, const struct cvg_bbvrun *run,
			  struct cvg_err *err)
{
	const char *path = call->arg[0].text;
	size_t n = strlen(path);
	struct cvg_str text = {0};
	bool ok;

	if (n > 5 && !strcmp(path + n - 5, ".json")) {
		json_t *o = json_of(run);

		cvg_json_print(&text, o, JSON_COMPACT);
		json_decref(o);
	} else if (n > 4 && !strcmp(path + n - 4, ".csv")) {
		csv_of(&text, run);
	} else {
		return cvg_fail_word(
			err, &call->arg[0],
			"bbv: '%.200s' does not end in .csv or .json", path);
	}
	ok = cvg_file_write(path, cvg_str_of(&text), text.n, err);
	cvg_str_done(&text);
	return ok || cvg_blame_word(err, &call->arg[0]);
}

/* Kinds by how many threads are of them, the most common first. */
struct common {
	uint32_t kind, many;
};

static int more_common(const void *pa, const void *pb)
{
	const struct common *a = pa, *b = pb;

	if (a->many != b->many)
		return a->many < b->many ? 1 : -1;
	return a->kind < b->kind ? -1 : a->kind > b->kind;
}

static void list_kinds(struct cvg_call *call, const struct cvg_bbvrun *run)
{
	const struct cvg_bbvs *vectors = run->bbvs;
	struct common *k = cvg_calloc((size_t)vectors->nkinds + 1, sizeof(*k));
	uint32_t n =
		vectors->nkinds < SHOWN_KINDS ? vectors->nkinds : SHOWN_KINDS;

	for (uint32_t i = 0; i < vectors->nkinds; i++)
		k[i] = (struct common){i, vectors->many[i]};
	qsort(k, vectors->nkinds, sizeof(*k), more_common);
	cvg_str_add(&call->out, "  threads  how often each block runs\n");
	for (uint32_t i = 0; i < n; i++) {
		const uint32_t *row = cvg_bbv(vectors, k[i].kind);

		cvg_str_addf(&call->out, "  %7u  ", k[i].many);
		for (uint32_t b = 0; b < vectors->nblocks; b++) {
			if (!row[b])
				continue;
			add_block(&call->out, run, b);
			cvg_str_addf(&call->out, ":%u ", row[b]);
		}
		call->out.at[call->out.n - 1] = '\n';
	}
	if (n < vectors->nkinds)
		cvg_str_addf(&call->out, "  and %u more kinds\n",
			     vectors->nkinds - n);
	free(k);
}

static double error_of(double estimate, double makespan)
{
	return makespan > 0 ? (estimate - makespan) / makespan : 0;
}

static void tell_vectors(struct cvg_call *call, const struct cvg_bbvrun *run)
{
	const struct cvg_bbvs *vectors = run->bbvs;
	double makespan =
		cvg_gpu_schedule(&run->gpu, run->cycles, run->nblocks);
	struct cvg_bbvcost cost;

	cvg_bbv_cost(vectors, NULL, run->latency, run->block, &run->gpu, &cost);
	TELL(call,
	     "{:@}: {threads} thread(s) of {kinds} kind(s), {} SMs, occupancy "
	     "{}\n",
	     CVG_V(run->program->fns[0].name), CVG_V(vectors->nthreads),
	     CVG_V(vectors->nkinds), CVG_V(run->gpu.sms),
	     CVG_V(run->gpu.occupancy));
	list_kinds(call, run);
	TELL(call,
	     "divergent branches      {divergent_branches}\n"
	     "divergent warps         {divergent_warps} of {warps} ({:%})\n"
	     "BBV-weighted            {bbv_weighted} simulated cycles, {:+%} "
	     "against the makespan\n"
	     "BBV-weighted-scheduled  {bbv_weighted_scheduled} simulated "
	     "cycles, {:+%}\n"
	     "makespan                {makespan} simulated cycles\n"
	     "{-unit}{-kind}",
	     CVG_V(run->divergent_branches), CVG_V(run->divergent_warps),
	     CVG_V(cost.warps),
	     CVG_V(cvg_share_of((double)run->divergent_warps,
				(double)cost.warps)),
	     CVG_V(cost.weighted), CVG_V(error_of(cost.weighted, makespan)),
	     CVG_V(cost.scheduled), CVG_V(error_of(cost.scheduled, makespan)),
	     CVG_V(makespan), CVG_V(cvg_unit_name(CVG_UNIT_CYCLES)),
	     CVG_V(cvg_countkind_name(CVG_COUNTED_SIMULATED)));
}

bool cvg_cmd_bbv(struct cvg_call *call, struct cvg_err *err)
{
	struct cvg_bbvrun run;
	bool ok;

	if (!cvg_prove_launch(call, err))
		return false;
	ok = cvg_session_bbv(call->session, CVG_NONE, &run, err);
	if (!ok)
		return false;
	ok = !call->nargs || write_vectors(call, &run, err);
	if (ok)
		tell_vectors(call, &run);
	if (ok && call->nargs)
		TELL(call, "wrote {}\n", CVG_V(call->arg[0].text));
	cvg_bbvrun_done(&run);
	return ok;
}
