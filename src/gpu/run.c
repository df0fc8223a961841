/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Runs the codes of a job in a child process and times them.
 *
 * What the child finds out is in memory that both processes share, so that it is
 * not lost with the child. A kernel that fails takes the device's context with
 * it, and some drivers end the process; the code at which that happened is left
 * out, and a new child begins with the others. The runs of all codes take turns,
 * so that what makes the device slower for a while (heat, another process) makes
 * all of them slower.
 */
#include "job.h"

#include "src/ir/child.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>

#define START_SECONDS 120 /* for the driver and its compiler */

/* What parent and child share, in front of the results. */
struct shared {
	uint32_t at;	 /* the code at which the child is; CVG_NONE: none */
	bool runs;	 /* it is launched, and not over */
	bool whole;	 /* the job is done */
	bool left_out[]; /* [n] codes that failed */
};

struct work {
	const struct cvg_gpu_job *job;
	struct cvg_gpu_result *results;
	struct shared *shared;
	struct cvg_driver driver;
	struct cvg_gpu_ready *ready; /* [n] */
	void *from, *to;	     /* events */
};

/* ---- in the child ---------------------------------------------------- */

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* How a driver gets the arguments as one segment. */
enum { EXTRA_BUFFER = 1, EXTRA_SIZE = 2, EXTRA_END_HIP = 3 };

static int launch(const struct work *work, const struct cvg_gpu_ready *ready)
{
	const struct cvg_gpu_code *code = ready->code;
	const struct cvg_driver *driver = &work->driver;
	bool hip = driver->api == CVG_GPU_HIP;
	size_t nargs = code->nargs;
	void *extra[] = {(void *)EXTRA_BUFFER, ready->args, (void *)EXTRA_SIZE,
			 &nargs, hip ? (void *)EXTRA_END_HIP : NULL};

	return driver->call.launch(ready->function, code->grid[0],
				   code->grid[1], code->grid[2], code->block[0],
				   code->block[1], code->block[2], code->shared,
				   NULL, NULL, nargs ? extra : NULL);
}

/* Wait until the run is over. NOT_READY: it is not over in time. */
static int wait_for(const struct work *work)
{
	const struct timespec nap = {.tv_nsec = 100000};
	double begin = now(), gone = 0;
	int code;

	while ((code = work->driver.call.query(work->to)) ==
		       CVG_GPU_NOT_READY &&
	       gone < work->job->limit) {
		gone = now() - begin;
		if (gone > 0.01)
			nanosleep(&nap, NULL);
	}
	return code;
}

/* One run on fresh memory. */
static int run_once(const struct work *work, const struct cvg_gpu_ready *ready,
		    enum cvg_gpu_stage *stage, double *ms)
{
	const struct cvg_driver *driver = &work->driver;
	int code = cvg_gpu_reset(driver, ready);
	float elapsed = 0;

	*stage = CVG_GPU_MEMORY;
	if (code == 0)
		code = driver->call.wait();
	if (code == 0)
		code = driver->call.record(work->from, NULL);
	if (code == 0) {
		*stage = CVG_GPU_LAUNCH;
		work->shared->runs = true;
		code = launch(work, ready);
	}
	if (code == 0) {
		*stage = CVG_GPU_ANY;
		code = driver->call.record(work->to, NULL);
	}
	if (code == 0)
		code = wait_for(work);
	work->shared->runs = false;
	if (code == 0)
		code = driver->call.elapsed(&elapsed, work->from, work->to);
	*ms = (double)elapsed;
	return code;
}

static bool fail_run(const struct work *work, int code,
		     enum cvg_gpu_stage stage, struct cvg_err *err)
{
	if (code == CVG_GPU_NOT_READY)
		return cvg_fail(err,
				"the kernel did not end within %g s; if it is "
				"only slow, say limit=SECONDS",
				work->job->limit);
	return cvg_driver_ok(&work->driver, code, stage, err);
}

/* Leave code i out. False: so much is lost that a new process must go on. */
static bool give_up(struct work *work, uint32_t i, int code,
		    const struct cvg_err *why)
{
	snprintf(work->results[i].why, sizeof work->results[i].why, "%.250s",
		 why->msg);
	work->shared->left_out[i] = true;
	work->ready[i].code = NULL;
	return !cvg_driver_lost(code);
}

/* Run number `round` of code i. False: the context is lost. */
static bool run_code(struct work *work, uint32_t i, uint32_t round)
{
	const struct cvg_gpu_job *job = work->job;
	struct cvg_gpu_ready *ready = &work->ready[i];
	enum cvg_gpu_stage stage;
	struct cvg_err err = {0};
	double ms;
	int code;

	if (!ready->code)
		return true;
	work->shared->at = i;
	code = run_once(work, ready, &stage, &ms);
	if (code == 0 && round == 0)
		code = cvg_gpu_read(&work->driver, ready,
				    work->results[i].left);
	if (!fail_run(work, code, stage, &err))
		return give_up(work, i, code, &err);
	if (round >= job->warmups)
		work->results[i].ms[round - job->warmups] = ms;
	return true;
}

/* An earlier code with the same image, which the driver was asked to load; only
 * where modules of it are alike, because no variable of it is written. NULL: there
 * is none. */
static const struct cvg_gpu_ready *asked_before(const struct work *work,
						uint32_t i)
{
	const struct cvg_gpu_code *codes = work->job->codes;

	for (uint32_t k = 0; codes[i].reads_only && k < i; k++)
		if (codes[k].image == codes[i].image &&
		    (work->ready[k].module || work->ready[k].refused))
			return &work->ready[k];
	return NULL;
}

/* Make code i ready. False: so much is lost that a new process must go on. */
static bool prepare(struct work *work, uint32_t i, struct cvg_err *err)
{
	const struct cvg_gpu_ready *before = asked_before(work, i);
	int code = 0;

	if (before && before->refused) {
		cvg_fail(err, "%s", work->results[before - work->ready].why);
		give_up(work, i, code, err);
		return true; /* as it was when the driver refused the first */
	}
	if (!cvg_gpu_prepare(&work->driver, &work->job->codes[i], before,
			     &work->ready[i], &code, err))
		return give_up(work, i, code, err);
	work->results[i].portable = work->ready[i].portable;
	return true;
}

static bool prepare_all(struct work *work, struct cvg_err *err)
{
	struct cvg_driver *driver = &work->driver;
	int code;

	if (!cvg_driver_load(driver, work->job->api, err) ||
	    !cvg_driver_open(driver, work->job->ordinal, err))
		return false;
	code = driver->call.event(&work->from, 0);
	if (code == 0)
		code = driver->call.event(&work->to, 0);
	if (!cvg_driver_ok(driver, code, CVG_GPU_OPEN, err))
		return false;
	for (uint32_t i = 0; i < work->job->n; i++) {
		if (work->shared->left_out[i])
			continue;
		work->shared->at = i;
		if (!prepare(work, i, err))
			return false;
	}
	return true;
}

static bool run_all(void *context, struct cvg_str *out, struct cvg_err *err)
{
	struct work *work = context;
	const struct cvg_gpu_job *job = work->job;

	(void)out;
	work->ready = cvg_calloc(job->n + 1, sizeof *work->ready);
	if (!prepare_all(work, err))
		return false;
	for (uint32_t round = 0; round < job->warmups + job->reps; round++) {
		for (uint32_t k = 0; k < job->n; k++) {
			if (!run_code(work, (k + round) % job->n, round))
				return cvg_fail(err, "the context is lost");
		}
	}
	work->shared->whole = true;
	return true;
}

/* ---- in the parent --------------------------------------------------- */

/* The bytes of the shared memory; with `map` also lay the results out in it. */
static size_t lay_out(const struct cvg_gpu_job *job, uint8_t *map,
		      struct cvg_gpu_results *out)
{
	size_t at = sizeof(struct shared) + job->n;

	at = (at + 63) / 64 * 64;
	for (uint32_t i = 0; i < job->n; i++) {
		const struct cvg_gpu_code *code = &job->codes[i];

		if (map)
			out->at[i].ms = (double *)(void *)(map + at);
		at += job->reps * sizeof(double);
		if (map)
			out->at[i].left = (uint8_t **)(void *)(map + at);
		at += code->nbuffers * sizeof(uint8_t *);
		for (uint32_t b = 0; b < code->nbuffers; b++) {
			if (map && !code->buffers[b].constant)
				out->at[i].left[b] = map + at;
			if (!code->buffers[b].constant)
				at += (code->buffers[b].bytes + 63) / 64 * 64;
		}
	}
	return at + job->n * sizeof *out->at;
}

static bool share_memory(const struct cvg_gpu_job *job,
			 struct cvg_gpu_results *out, struct cvg_err *err)
{
	void *map;

	out->bytes = lay_out(job, NULL, out);
	map = mmap(NULL, out->bytes, PROT_READ | PROT_WRITE,
		   MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	if (map == MAP_FAILED)
		return cvg_fail(err, "there is no memory for the results");
	out->map = map;
	out->at =
		(struct cvg_gpu_result *)(void *)((uint8_t *)map + out->bytes) -
		job->n;
	lay_out(job, map, out);
	return true;
}

void cvg_gpu_results_done(struct cvg_gpu_results *results)
{
	munmap(results->map, results->bytes);
}

static unsigned most_seconds(const struct cvg_gpu_job *job)
{
	double all = START_SECONDS +
		     job->limit * job->n * (job->reps + job->warmups + 1.0);

	return all < 1e6 ? (unsigned)all : 1000000;
}

static bool any_left(const struct work *work)
{
	for (uint32_t i = 0; i < work->job->n; i++)
		if (!work->shared->left_out[i])
			return true;
	return false;
}

/* The child is gone, and has not said why: it is the fault of the code at which it
 * was. */
static void blame(struct work *work, const struct cvg_err *why)
{
	struct shared *shared = work->shared;
	struct cvg_gpu_result *at = &work->results[shared->at];
	bool hip = work->job->api == CVG_GPU_HIP;

	if (shared->left_out[shared->at])
		return;
	snprintf(at->why, sizeof at->why, "%s%.150s%s",
		 shared->runs ? "while the kernel ran, " : "", why->msg,
		 shared->runs && hip
			 ? " (ROCm ends the process of a kernel that accesses "
			   "memory that is not its own)"
			 : "");
	shared->left_out[shared->at] = true;
}

bool cvg_gpu_run(const struct cvg_gpu_job *job, struct cvg_gpu_results *out,
		 struct cvg_err *err)
{
	struct work work = {.job = job};
	struct cvg_child child = {.who = "the driver",
				  .object = "",
				  .seconds = most_seconds(job),
				  .work = run_all,
				  .context = &work,
				  .ticker = job->ticker,
				  .vast = true};
	bool went;

	if (!share_memory(job, out, err))
		return false;
	work.shared = out->map;
	work.results = out->at;
	do {
		work.shared->at = CVG_NONE;
		work.shared->runs = false;
		went = cvg_child_run(&child, NULL, NULL, err);
		if (went || work.shared->whole)
			break;
		if (!cvg_tick(job->ticker, -1))
			cvg_fail_interrupted(err); /* Ctrl-C ends it too */
		else if (work.shared->at != CVG_NONE) {
			blame(&work, err);
			continue;
		}
		cvg_gpu_results_done(out);
		return false;
	} while (any_left(&work));
	for (uint32_t i = 0; i < job->n; i++)
		out->at[i].ran = !work.shared->left_out[i];
	return true;
}

/* ---- the device ------------------------------------------------------ */

struct question {
	enum cvg_gpu_api api;
	uint32_t ordinal;
};

static bool look(void *context, struct cvg_str *out, struct cvg_err *err)
{
	const struct question *question = context;
	struct cvg_gpu_device device;
	struct cvg_driver driver;

	if (!cvg_driver_load(&driver, question->api, err) ||
	    !cvg_driver_open(&driver, question->ordinal, err) ||
	    !cvg_driver_device(&driver, question->ordinal, &device, err))
		return false;
	cvg_str_addn(out, (const char *)&device, sizeof device);
	return true;
}

bool cvg_gpu_probe(enum cvg_gpu_api api, uint32_t ordinal, unsigned seconds,
		   const struct cvg_ticker *ticker, struct cvg_gpu_device *out,
		   struct cvg_err *err)
{
	struct question question = {api, ordinal};
	const struct cvg_child child = {.who = "the driver",
					.object = "",
					.seconds = seconds,
					.work = look,
					.context = &question,
					.ticker = ticker,
					.vast = true};
	struct cvg_str answer = {0};
	bool ok = cvg_child_run(&child, &answer, NULL, err);

	if (ok)
		memcpy(out, answer.at, sizeof *out);
	cvg_str_done(&answer);
	return ok;
}
