/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Profiles from counters: the current revision's kernel, and what it calls, get
 * counters; the words that a run leaves there, in a file or on a GPU, are read as
 * the counts of a simulated run are.
 */
#include "measuring.h"

#include "reconverge/counters.h"
#include "reconverge/faults.h"
#include "reconverge/graph.h"
#include "reconverge/ir.h"
#include "reconverge/program.h"
#include "transforms/instrument.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The functions that count: those of the kernel's program that the current
 * revision has. */
struct counters {
	struct cvg_session *session;
	const struct cvg_program *program;
	struct cvg_counted *counted; /* [n] */
	uint32_t *function;	     /* [n] their places in the program */
	uint32_t n;
	uint64_t nwords;
};

static bool counters_init(struct counters *out, struct cvg_session *session,
			  struct cvg_err *err)
{
	*out = (struct counters){.session = session};
	out->program = cvg_session_program(session, CVG_NONE, err);
	if (!out->program)
		return false;
	out->counted = cvg_calloc(out->program->nfns, sizeof *out->counted);
	out->function = cvg_calloc(out->program->nfns, sizeof *out->function);
	for (uint32_t f = 0; f < out->program->nfns; f++) {
		uint32_t at = cvg_session_function_named(
			session, out->program->fns[f].name);

		if (at == CVG_NONE || at >= cvg_session_nfunctions(session))
			continue;
		out->function[out->n] = f;
		out->counted[out->n].ana =
			cvg_session_ana(session, CVG_NONE, at);
		out->counted[out->n++].fn =
			cvg_session_fn(session, CVG_NONE, at);
	}
	out->nwords =
		cvg_counters_layout(out->counted, out->n, out->program->warp);
	return true;
}

static void counters_done(struct counters *counters)
{
	cvg_counters_done(counters->counted, counters->n);
	free(counters->counted);
	free(counters->function);
}

static bool instrument(const struct counters *counters,
		       struct cvg_module *module, struct cvg_err *err)
{
	return cvg_instrument(module, counters->counted, counters->n,
			      counters->program->warp, counters->nwords, err);
}

/* ---- reading ----------------------------------------------------------- */

static bool check_words(const struct counters *counters, const uint64_t *words,
			size_t bytes, struct cvg_err *err)
{
	if (bytes < CVG_COUNTERS_HEAD * sizeof *words ||
	    words[0] != CVG_COUNTERS_MAGIC)
		return cvg_fail(err, "these are no counters: they do not begin "
				     "as @" CVG_COUNTERS " does");
	if (words[3] != counters->program->warp)
		return cvg_fail(err,
				"the counters are of warps of %llu lanes, not "
				"%u",
				(unsigned long long)words[3],
				counters->program->warp);
	if (words[1] != counters->nwords ||
	    words[2] != cvg_counters_hash(counters->counted, counters->n))
		return cvg_fail(err,
				"the counters are of other code than P%u's",
				counters->session->history->current);
	if (bytes < counters->nwords * sizeof *words)
		return cvg_fail(
			err, "the counters are cut off: %zu of %llu bytes",
			bytes,
			(unsigned long long)(counters->nwords * sizeof *words));
	return true;
}

static void alloc_counts(struct cvg_fn_counts *out, const struct cvg_fn *fn)
{
	size_t nedges = cvg_fn_nedges(fn) + (size_t)1;

	out->block_warps = cvg_calloc(fn->nblocks, sizeof(uint64_t));
	out->block_lanes = cvg_calloc(fn->nblocks, sizeof(uint64_t));
	out->split = cvg_calloc(fn->nblocks, sizeof(uint64_t));
	out->edge_warps = cvg_calloc(nedges, sizeof(uint64_t));
	out->edge_lanes = cvg_calloc(nedges, sizeof(uint64_t));
}

static void free_counts(struct cvg_fn_counts *counts)
{
	free(counts->block_warps);
	free(counts->block_lanes);
	free(counts->split);
	free(counts->edge_warps);
	free(counts->edge_lanes);
}

static void note(struct cvg_counted_runs *out, const struct cvg_fn *fn,
		 const struct cvg_fn_counts *counts)
{
	for (uint32_t b = 0; b < fn->nblocks; b++) {
		if (fn->blocks[b].nsuccs < 2)
			continue;
		out->branches += counts->block_warps[b];
		out->split += counts->split[b];
	}
}

/* Make profiles of the words. */
static bool take_words(const struct counters *counters, const uint64_t *words,
		       size_t bytes, bool add, struct cvg_counted_runs *out,
		       struct cvg_err *err)
{
	const struct cvg_program *program = counters->program;
	struct cvg_counts counts = {.nfns = program->nfns};
	struct cvg_nestruns *nests;

	if (!check_words(counters, words, bytes, err) ||
	    (add && !cvg_proving_may_add(counters->session, err)))
		return false;
	counts.fns = cvg_calloc(program->nfns, sizeof *counts.fns);
	nests = cvg_calloc(program->nfns, sizeof *nests);
	*out = (struct cvg_counted_runs){.functions = counters->n,
					 .slowdown = {NAN, NAN, NAN}};
	for (uint32_t f = 0; f < program->nfns; f++)
		alloc_counts(&counts.fns[f], program->fns[f].fn);
	for (uint32_t i = 0; i < counters->n; i++) {
		struct cvg_fn_counts *of = &counts.fns[counters->function[i]];

		cvg_counters_read(&counters->counted[i], program->warp, words,
				  of);
		note(out, counters->counted[i].fn, of);
		if (!counters->function[i])
			out->warps = of->block_warps[0];
	}
	cvg_proving_drop_plans(counters->session);
	cvg_proving_keep_all(counters->session, program, &counts, nests, add);
	cvg_proving_apply(counters->session);
	for (uint32_t f = 0; f < program->nfns; f++)
		free_counts(&counts.fns[f]);
	free(counts.fns);
	free(nests);
	return true;
}

bool cvg_session_profile_file(struct cvg_session *session, const char *path,
			      bool add, struct cvg_counted_runs *out,
			      struct cvg_err *err)
{
	struct counters counters;
	char *text = NULL;
	uint64_t *words;
	size_t n;
	bool ok;

	if (!cvg_file_read(path, &text, &n, err))
		return false;
	words = cvg_calloc(n / sizeof *words + 1, sizeof *words);
	memcpy(words, text, n);
	ok = counters_init(&counters, session, err);
	if (ok) {
		ok = take_words(&counters, words, n, add, out, err) ||
		     cvg_fail_in(err, "%.200s", path);
		counters_done(&counters);
	}
	free(words);
	free(text);
	return ok;
}

/* ---- on a GPU ---------------------------------------------------------- */

enum { COUNTING, PLAIN, NSUBJECTS };

#define RUNS 10 /* with counters and without */

/* Make a profile of what the first run counted. */
static bool take_result(const struct counters *counters,
			const struct cvg_gpu_code *code,
			const struct cvg_gpu_result *result, bool add,
			struct cvg_counted_runs *out, struct cvg_err *err)
{
	if (!result->ran)
		return cvg_fail(err, "%s", result->why);
	for (uint32_t i = 0; i < code->nbuffers; i++) {
		const struct cvg_gpu_buffer *buffer = &code->buffers[i];
		const void *left = result->left[i];

		if (buffer->variable && left &&
		    !strcmp(buffer->variable, CVG_COUNTERS))
			return take_words(counters, left, buffer->bytes, add,
					  out, err);
	}
	return cvg_fail(err, "the driver does not find @" CVG_COUNTERS);
}

/* Run the kernel with counters, and beside it as it is, to see what they cost. */
static bool run_subjects(const struct counters *counters,
			 const struct cvg_subject *subject,
			 const struct cvg_gpu_device *device, bool add,
			 struct cvg_counted_runs *out, struct cvg_err *err)
{
	struct cvg_session *session = counters->session;
	const struct cvg_launch *launch = cvg_session_launch(session);
	struct cvg_gpu_code codes[NSUBJECTS];
	struct cvg_gpu_job job = {.api = device->api,
				  .ordinal = device->ordinal,
				  .codes = codes,
				  .n = subject[PLAIN].ready ? 2 : 1,
				  .reps = RUNS,
				  .warmups = CVG_MEASURE_WARMUPS,
				  .limit = CVG_MEASURE_LIMIT,
				  .ticker = cvg_session_ticking(session)};
	struct cvg_gpu_results results;
	bool ok;

	for (uint32_t i = 0; i < job.n; i++)
		codes[i] = cvg_subject_code(&subject[i], launch);
	if (!cvg_gpu_run(&job, &results, err))
		return false;
	ok = take_result(counters, &codes[COUNTING], &results.at[COUNTING], add,
			 out, err);
	if (ok && job.n == NSUBJECTS && results.at[PLAIN].ran)
		cvg_ratio_of(results.at[PLAIN].ms, RUNS,
			     results.at[COUNTING].ms, RUNS, &out->slowdown);
	cvg_gpu_results_done(&results);
	return ok;
}

/* The kernel with counters, for the device. */
static bool make_subject(const struct counters *counters,
			 const struct cvg_measure_ask *ask,
			 const struct cvg_gpu_device *device,
			 struct cvg_subject *out, struct cvg_err *err)
{
	struct cvg_session *session = counters->session;
	struct cvg_program *program = NULL;
	struct cvg_module *module =
		cvg_subject_module(session, CVG_NONE, device, err);
	bool ok;

	out->rev = session->history->current;
	out->counts = true;
	ok = module && instrument(counters, module, err) &&
	     cvg_module_decode(module,
			       cvg_module_function_named(
				       module, counters->program->fns[0].name),
			       &program, NULL, err) &&
	     cvg_subject_of(out, session, ask, device, module, program,
			    cvg_session_launch(session), err);
	if (program)
		cvg_program_free(program);
	cvg_module_free(module);
	return ok;
}

bool cvg_session_profile_gpu(struct cvg_session *session, uint32_t ordinal,
			     const char *keep, bool add,
			     struct cvg_counted_runs *out, struct cvg_err *err)
{
	struct cvg_measure_ask ask = {.ordinal = ordinal, .keep = keep};
	struct cvg_subject subject[NSUBJECTS] = {{.rev = 0}};
	struct cvg_gpu_device device;
	struct counters counters;
	bool ok;

	if (!cvg_session_launch(session))
		return cvg_fail(err, "the kernel has no launch");
	if (!cvg_measure_probe(session, ordinal, &device, err) ||
	    !counters_init(&counters, session, err))
		return false;
	ok = make_subject(&counters, &ask, &device, &subject[COUNTING], err);
	if (ok) {
		cvg_subject_init(&subject[PLAIN], session, &ask, &device,
				 session->history->current,
				 cvg_session_launch(session));
		ok = run_subjects(&counters, subject, &device, add, out, err);
	}
	for (uint32_t i = 0; i < NSUBJECTS; i++)
		cvg_subject_done(&subject[i]);
	counters_done(&counters);
	return ok;
}

/* ---- writing ----------------------------------------------------------- */

/* The cycles of a run; NaN if the program cannot be run, or its run ends in a
 * fault. Fails only if the user interrupts the run. */
static bool simulate(struct cvg_session *session,
		     const struct cvg_program *program, double *cycles,
		     struct cvg_err *err)
{
	const struct cvg_launch *launch = cvg_session_launch(session);
	struct cvg_sim_options options = cvg_proving_options(session);
	struct share share = {.session = session};
	struct cvg_sim_result result;
	struct cvg_image *image;
	struct cvg_sim *sim;

	options.timed = false;
	*cycles = NAN;
	if (!launch ||
	    !cvg_proving_image(session, CVG_NONE, program, launch,
			       session->proving.left.image, &image, err))
		return true;
	sim = cvg_sim_new(program);
	if (cvg_proving_run(sim, launch, image, &options, &share, &result,
			    err)) {
		if (result.fault.kind == CVG_F_NONE)
			*cycles = (double)result.counts.cycles;
		cvg_sim_result_done(&result);
	}
	cvg_sim_free(sim);
	cvg_image_free(image);
	return !share.stopped;
}

static uint64_t insts_of(const struct counters *counters,
			 const struct cvg_program *program)
{
	uint64_t n = 0;

	for (uint32_t i = 0; i < counters->n; i++)
		n += program->fns[counters->function[i]].fn->ninsts;
	return n;
}

static bool note_cost(const struct counters *counters,
		      struct cvg_module *module, struct cvg_instrumented *out,
		      struct cvg_err *err)
{
	const char *name = counters->program->fns[0].name;
	struct cvg_program *program;
	bool ok;

	out->functions = counters->n;
	out->bytes = counters->nwords * sizeof(uint64_t);
	out->insts[0] = insts_of(counters, counters->program);
	out->cycles[1] = NAN;
	if (!simulate(counters->session, counters->program, &out->cycles[0],
		      err))
		return false;
	if (!cvg_proving_decode(counters->session, module, name, &program, err))
		return true;
	out->insts[1] = insts_of(counters, program);
	ok = simulate(counters->session, program, &out->cycles[1], err);
	cvg_program_free(program);
	return ok;
}

bool cvg_session_instrument(struct cvg_session *session, const char *path,
			    struct cvg_instrumented *out, struct cvg_err *err)
{
	int seconds = cvg_set_int(&session->settings, CVG_SET_TIME_LIMIT);
	enum cvg_emit kind = CVG_EMIT_LL;
	struct cvg_module *module;
	struct counters counters;
	bool ok;

	if (!cvg_emit_of_path(path, &kind))
		return cvg_fail(err,
				"%.200s: the name must end in .ll, .bc, "
				".s, .ptx or .o",
				path);
	if (!counters_init(&counters, session, err))
		return false;
	*out = (struct cvg_instrumented){.functions = 0};
	module = cvg_history_copy(session->history,
				  cvg_history_rev(session->history, CVG_NONE),
				  err);
	/* The runs come first: what is interrupted writes nothing. */
	ok = module && instrument(&counters, module, err) &&
	     note_cost(&counters, module, out, err) &&
	     cvg_module_write(module, path, kind, (unsigned)seconds, err);
	cvg_module_free(module);
	counters_done(&counters);
	return ok;
}
