/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * sim_rate MODULE LAUNCH.json [RUNS [WORKERS]]: times the simulator alone.
 * Prints lines "name value": the processor time of each step in milliseconds
 * (for the run, the best of RUNS runs, by default 3, on WORKERS threads of the
 * host, by default 1), and the counts of the last run.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

#include "reconverge/ir.h"
#include "reconverge/launch.h"
#include "reconverge/program.h"
#include "reconverge/sim.h"

struct bench {
	struct cvg_module *module;
	struct cvg_program *program;
	struct cvg_sim *sim;
	struct cvg_launch launch;
	uint32_t workers;
	double best_cpu, best_wall; /* seconds of the fastest run; 0: none */
};

static double clock_of(clockid_t id)
{
	struct timespec t;

	clock_gettime(id, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static double cpu(void)
{
	return clock_of(CLOCK_PROCESS_CPUTIME_ID);
}

/* Print the milliseconds of processor time since `start`. */
static void tell(const char *what, double start)
{
	printf("%s %.3f\n", what, (cpu() - start) * 1e3);
}

/* The function that is the kernel `name`, or the first kernel if it is NULL. */
static uint32_t kernel_of(const struct cvg_module *m, const char *name)
{
	for (uint32_t f = 0; f < cvg_module_nfunctions(m); f++) {
		if (cvg_module_function_kind(m, f) == CVG_FN_KERNEL &&
		    (!name || !strcmp(name, cvg_module_function_name(m, f))))
			return f;
	}
	return CVG_NONE;
}

static bool prepare(struct bench *b, const char *path, const char *launch,
		    struct cvg_err *err)
{
	double start = cpu();
	uint32_t f;

	if (!cvg_module_load(path, NULL, &b->module, err))
		return false;
	tell("load_ms", start);
	if (!cvg_launch_read(launch, &b->launch, err))
		return false;
	f = kernel_of(b->module, b->launch.kernel);
	if (f == CVG_NONE)
		return cvg_fail(err, "%s: no such kernel", path);
	start = cpu();
	if (!cvg_module_decode(b->module, f, &b->program, NULL, err))
		return false;
	tell("decode_ms", start);
	start = cpu();
	b->sim = cvg_sim_new(b->program);
	tell("prepare_ms", start);
	return true;
}

static bool run(struct bench *b, struct cvg_sim_result *r, struct cvg_err *err)
{
	struct cvg_sim_options o = {.seed = 1, .workers = b->workers};
	struct cvg_image *image;
	double start, wall, seconds;

	if (!cvg_image_new(b->program, &b->launch, &image, err))
		return false;
	start = cpu();
	wall = clock_of(CLOCK_MONOTONIC);
	if (!cvg_sim_run(b->sim, &b->launch, image, &o, r, err)) {
		cvg_image_free(image);
		return false;
	}
	seconds = cpu() - start;
	wall = clock_of(CLOCK_MONOTONIC) - wall;
	if (b->best_cpu == 0 || seconds < b->best_cpu)
		b->best_cpu = seconds;
	if (b->best_wall == 0 || wall < b->best_wall)
		b->best_wall = wall;
	cvg_image_free(image);
	if (r->fault.kind)
		return cvg_fail(err, "%s: %s", cvg_fault_text(r->fault.kind),
				r->fault.detail);
	return true;
}

static void report(const struct bench *b, const struct cvg_counts *c)
{
	struct rusage u;

	getrusage(RUSAGE_SELF, &u);
	printf("run_ms %.3f\n", b->best_cpu * 1e3);
	printf("wall_ms %.3f\n", b->best_wall * 1e3);
	printf("threads %" PRIu64 "\n", c->threads);
	printf("insts %" PRIu64 "\n", c->insts);
	printf("lane_insts %" PRIu64 "\n", c->lane_insts);
	printf("cycles %" PRIu64 "\n", c->cycles);
	printf("rate %.0f\n", (double)c->lane_insts / b->best_cpu);
	printf("ns_an_instruction %.2f\n",
	       b->best_cpu * 1e9 / (double)c->insts);
	printf("peak_kib %ld\n", u.ru_maxrss);
}

int main(int argc, char **argv)
{
	struct bench b = {.workers = argc > 4 ? (uint32_t)atoi(argv[4]) : 1};
	int runs = argc > 3 ? atoi(argv[3]) : 3;
	struct cvg_err err = {.msg = ""};
	bool ok;

	if (argc < 3) {
		fprintf(stderr,
			"usage: sim_rate MODULE LAUNCH [RUNS [WORKERS]]\n");
		return 2;
	}
	cvg_launch_init(&b.launch);
	ok = prepare(&b, argv[1], argv[2], &err);
	for (int i = 0; ok && i < runs; i++) {
		struct cvg_sim_result r = {0};

		ok = run(&b, &r, &err);
		if (ok && i == runs - 1)
			report(&b, &r.counts);
		cvg_sim_result_done(&r);
	}
	if (!ok)
		fprintf(stderr, "sim_rate: %s: %s\n", argv[1], err.msg);
	cvg_sim_free(b.sim);
	cvg_program_free(b.program);
	cvg_module_free(b.module);
	cvg_launch_done(&b.launch);
	return ok ? 0 : 1;
}
