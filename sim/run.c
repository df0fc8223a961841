/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * A whole launch: the blocks of the grid run on the host's cores, with the
 * result that one core would give.
 *
 * Blocks are independent unless they communicate through global memory. A
 * kernel whose atomics could tell in which order its blocks came runs on one
 * worker. All others run on several workers, each of which notes the words that
 * it reads and writes (touch.c). If one worker wrote a word that another one
 * touched, or if a block faulted, memory is put back to what it was and the
 * blocks run again, one by one in the order of the grid. A first stretch of
 * FIRST_STRETCH blocks a worker finds most conflicts before much work is lost.
 *
 * Example: 4 blocks, each of which does out[b + 1] = out[b] + 1, on 2 workers.
 * Block 0 writes word 1 of `out`, block 1 reads it. Unless one worker happened
 * to take all blocks, the words of the two workers meet; memory is put back,
 * blocks 0, 1, 2, 3 run in order, and `out` is 0 1 2 3 4 as with workers=1.
 */
#include "sim/ifs.h"
#include "sim/rounds.h"
#include "sim/races.h"

#include "reconverge/graph.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* Operations of one block, if the options set no limit for a warp: a loop
 * without end is reported within seconds. */
#define BLOCK_STEPS   UINT64_C(100000000)
#define FIRST_STRETCH 4 /* blocks a worker, before the first check */
#define MAX_WORKERS   256

/* One worker: a thread of the host with a block of its own. */
struct worker {
	pthread_t thread;
	struct crew *crew;
	struct cvg_block_run block;
};

/* The workers, and the stretch of blocks that they run. */
struct crew {
	struct cvg_machine *machine;
	struct worker *workers; /* [n] */
	uint32_t n;
	atomic_uint_fast64_t next; /* the block that is taken next */
	atomic_uint_fast64_t done; /* blocks that have ended */
	uint64_t to;		   /* end of the stretch: the first block that
				      is not in it */
	pthread_mutex_t lock;
	pthread_cond_t changed; /* `running` fell */
	uint32_t running;	/* workers still at work; under `lock` */
};

/* Seconds of a clock that never goes back. */
static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* ---- workers --------------------------------------------------------- */

static uint64_t gcd(uint64_t a, uint64_t b)
{
	while (b) {
		uint64_t rest = a % b;

		a = b;
		b = rest;
	}
	return a;
}

/* The block that comes as number i. A run with an order of its own takes every
 * n-th block, from a random one on, and goes round until it has had all. */
static uint64_t block_at(const struct cvg_machine *machine, uint64_t i)
{
	uint64_t n = machine->nblocks, step, start;

	if (!machine->order || machine->sim->waits)
		return i;
	start = cvg_hash64(machine->order ^ machine->seed);
	step = cvg_hash64(start) % n + 1;
	while (gcd(step, n) > 1)
		step++;
	return (uint64_t)(((unsigned __int128)step * i + start) % n);
}

/* The thread of a worker: run blocks until the stretch ends or the run stops. */
static void *work(void *context)
{
	struct worker *me = context;
	struct crew *crew = me->crew;
	struct cvg_machine *machine = crew->machine;

	while (!atomic_load(&machine->stop)) {
		uint64_t id = atomic_fetch_add(&crew->next, 1);

		if (id >= crew->to)
			break;
		cvg_block_run(&me->block, block_at(machine, id));
		if (me->block.fault.kind)
			atomic_store(&machine->stop, true);
		atomic_fetch_add(&crew->done, 1);
	}
	pthread_mutex_lock(&crew->lock);
	crew->running--;
	pthread_cond_signal(&crew->changed);
	pthread_mutex_unlock(&crew->lock);
	return NULL;
}

/* Wait for the workers; every 50 ms call the caller's tick with the share of
 * blocks that have ended. False: tick asked to stop. */
static bool watch(struct crew *crew, const struct cvg_sim_options *opts)
{
	bool go_on = true;

	pthread_mutex_lock(&crew->lock);
	while (crew->running) {
		struct timespec until;

		clock_gettime(CLOCK_REALTIME, &until);
		until.tv_nsec += 50000000;
		if (until.tv_nsec >= 1000000000) {
			until.tv_nsec -= 1000000000;
			until.tv_sec++;
		}
		pthread_cond_timedwait(&crew->changed, &crew->lock, &until);
		if (!crew->running || !opts->tick || !go_on)
			continue;
		pthread_mutex_unlock(&crew->lock);
		go_on = opts->tick(opts->context,
				   (double)atomic_load(&crew->done) /
					   (double)crew->machine->nblocks);
		if (!go_on)
			atomic_store(&crew->machine->stop, true);
		pthread_mutex_lock(&crew->lock);
	}
	pthread_mutex_unlock(&crew->lock);
	return go_on;
}

/* Run blocks [crew->next, to) on the first n workers; false: tick asked to
 * stop. */
static bool run_stretch(struct crew *crew, uint32_t n, uint64_t to,
			const struct cvg_sim_options *opts)
{
	bool go_on;

	crew->to = to;
	crew->running = n;
	for (uint32_t i = 0; i < n; i++) {
		if (pthread_create(&crew->workers[i].thread, NULL, work,
				   &crew->workers[i]))
			cvg_die("the simulator cannot start a thread");
	}
	go_on = watch(crew, opts);
	for (uint32_t i = 0; i < n; i++)
		pthread_join(crew->workers[i].thread, NULL);
	return go_on;
}

/* ---- several at once --------------------------------------------------- */

/* Did a worker touch a word that another one wrote, did a block fault, or did
 * threads of a worker's blocks race? */
static bool crew_met(const struct crew *crew)
{
	for (uint32_t i = 0; i < crew->n; i++) {
		const struct cvg_block_run *block = &crew->workers[i].block;

		if (block->fault.kind ||
		    (block->races && cvg_races_any(block->races)))
			return true;
		for (uint32_t j = 0; j < i; j++) {
			if (cvg_touched_meet(crew->workers[i].block.touched,
					     crew->workers[j].block.touched))
				return true;
		}
	}
	return false;
}

/* Let every worker start with no word touched. */
static void renew_touched(struct crew *crew)
{
	for (uint32_t i = 0; i < crew->n; i++) {
		cvg_touched_free(crew->workers[i].block.touched);
		crew->workers[i].block.touched = cvg_touched_new();
	}
}

/* Copy the memory in `was` back into the machine's image, and forget the counts
 * and faults of the workers. */
static void put_back(struct crew *crew, const struct cvg_image *was)
{
	struct cvg_image *image = crew->machine->image;

	for (uint32_t i = 0; i < image->nbuffers; i++) {
		struct cvg_buffer *buffer = &image->buffers[i];
		const struct cvg_buffer *old = &was->buffers[i];

		if (buffer->bytes && !buffer->constant)
			memcpy(buffer->data, old->data, buffer->bytes);
		if (buffer->undefined && old->undefined)
			memcpy(buffer->undefined, old->undefined,
			       buffer->bytes);
		else if (buffer->undefined)
			memset(buffer->undefined, 0, buffer->bytes);
	}
	for (uint32_t i = 0; i < crew->n; i++) {
		cvg_counts_clear(&crew->workers[i].block.counts,
				 crew->machine->sim->program);
		crew->workers[i].block.fault.kind = CVG_F_NONE;
		if (crew->machine->races) {
			cvg_races_free(crew->workers[i].block.races);
			crew->workers[i].block.races =
				cvg_races_new(crew->machine);
		}
	}
}

/*
 * Run blocks [from, to) on all workers. False: the workers met and the run was
 * undone, so that the blocks must run one by one. *go_on becomes false if tick
 * asked to stop.
 */
static bool try_together(struct crew *crew, uint64_t from, uint64_t to,
			 const struct cvg_sim_options *opts, bool *go_on)
{
	struct cvg_image *was = cvg_image_copy(crew->machine->image);
	struct cvg_counts before;
	bool ok;

	/* what earlier stretches counted is kept aside */
	cvg_counts_init(&before, crew->machine->sim->program);
	for (uint32_t i = 0; i < crew->n; i++) {
		cvg_counts_add(&before, &crew->workers[i].block.counts,
			       crew->machine->sim->program);
		cvg_counts_clear(&crew->workers[i].block.counts,
				 crew->machine->sim->program);
	}
	renew_touched(crew);
	crew->machine->several = true;
	*go_on = run_stretch(crew, crew->n, to, opts);
	crew->machine->several = false;
	ok = !*go_on || !crew_met(crew);
	if (!ok) {
		put_back(crew, was);
		atomic_store(&crew->machine->stop, false);
		atomic_store(&crew->next, from);
		atomic_store(&crew->done, from);
	} else {
		atomic_store(&crew->next, to);
	}
	cvg_counts_add(&crew->workers[0].block.counts, &before,
		       crew->machine->sim->program);
	cvg_counts_done(&before);
	cvg_image_free(was);
	return ok;
}

/* Run all blocks of the grid; false: tick asked to stop. */
static bool run_blocks(struct crew *crew, const struct cvg_sim_options *opts)
{
	uint64_t n = crew->machine->nblocks, first = crew->n * FIRST_STRETCH;
	bool go_on = true;

	if (crew->n > 1) {
		/* a race may be between a block of the first stretch and one
		 * that another worker runs later */
		if (first > n || crew->machine->races)
			first = n;
		if (try_together(crew, 0, first, opts, &go_on) && go_on &&
		    first < n)
			try_together(crew, first, n, opts, &go_on);
	}
	if (go_on && atomic_load(&crew->next) < n)
		go_on = run_stretch(crew, 1, n, opts);
	return go_on;
}

/* ---- the machine ------------------------------------------------------- */

/* How many workers: one where what is asked for needs the blocks in order. */
static uint32_t workers_for(const struct cvg_machine *machine,
			    const struct cvg_sim_options *opts)
{
	long cores = sysconf(_SC_NPROCESSORS_ONLN);
	uint64_t n = opts->workers ? opts->workers
		     : cores > 0   ? (uint64_t)cores
				   : 1;

	if (machine->sim->ordered || opts->trace || opts->watch ||
	    opts->depend || opts->bbv || opts->nests || opts->racing)
		return 1;
	if (n > machine->nblocks)
		n = machine->nblocks;
	return n > MAX_WORKERS ? MAX_WORKERS : (uint32_t)n;
}

/* Has the launch threads, not too many, in blocks as the kernel requires? */
static bool fits(const struct cvg_sim *sim, const struct cvg_launch *launch,
		 struct cvg_err *err)
{
	const uint32_t *want = sim->program->fns[0].fn->reqd_work_group;

	for (uint32_t d = 0; d < 3; d++) {
		if (!launch->grid[d] || !launch->block[d])
			return cvg_fail(err, "the launch has no threads");
		if (want[d] && want[d] != launch->block[d])
			return cvg_fail(
				err,
				"@%s is compiled for blocks of %ux%ux%u "
				"threads, but the launch has %ux%ux%u",
				sim->program->fns[0].name, want[0], want[1],
				want[2], launch->block[0], launch->block[1],
				launch->block[2]);
	}
	if ((uint64_t)launch->block[0] * launch->block[1] * launch->block[2] >
	    1024)
		return cvg_fail(
			err,
			"the launch has more than 1024 threads in a block");
	return true;
}

/* Fill probe_of: for an instruction of the function, which probe it is. */
static void set_probes(struct cvg_machine *machine,
		       const struct cvg_probes *probes)
{
	uint32_t n = machine->sim->program->fns[probes->fn].fn->ninsts;

	machine->probes = probes;
	machine->probe_of =
		cvg_alloc(((size_t)n + 1) * sizeof(*machine->probe_of));
	memset(machine->probe_of, 0xff, (size_t)n * sizeof(*machine->probe_of));
	for (uint32_t i = 0; i < probes->n; i++)
		machine->probe_of[probes->inst[i]] = i;
}

static void machine_init(struct cvg_machine *machine, struct cvg_sim *sim,
			 const struct cvg_launch *launch,
			 struct cvg_image *image,
			 const struct cvg_sim_options *opts)
{
	const struct cvg_program *program = sim->program;
	uint32_t align = program->dynamic_align ? program->dynamic_align : 16;

	memset(machine, 0, sizeof(*machine));
	machine->sim = sim;
	machine->launch = launch;
	machine->image = image;
	machine->seed = opts->seed;
	machine->max_steps = opts->max_steps ? opts->max_steps : UINT64_MAX;
	machine->max_block_steps = opts->max_steps ? UINT64_MAX : BLOCK_STEPS;
	machine->threads =
		launch->block[0] * launch->block[1] * launch->block[2];
	machine->nwarps =
		(machine->threads + program->warp - 1) / program->warp;
	machine->nblocks =
		(uint64_t)launch->grid[0] * launch->grid[1] * launch->grid[2];
	machine->dynamic_at =
		(program->static_shared + align - 1) / align * align;
	machine->shared_bytes =
		image->dynamic_shared
			? machine->dynamic_at + image->dynamic_shared
			: program->static_shared;
	machine->races = opts->races;
	machine->racing = opts->racing;
	machine->order = opts->order;
	machine->timed = opts->timed;
	machine->trace = opts->trace;
	machine->watch = opts->watch;
	machine->depend = opts->depend;
	machine->marks = opts->depend ? cvg_marks_new() : NULL;
	machine->bbv = opts->bbv;
	machine->block_cycles = opts->bbv ? opts->block_cycles : NULL;
	machine->block_timed = opts->bbv ? opts->block_timed : NULL;
	machine->rounds = cvg_roundplan_new(program, opts->nests);
	machine->ifs = cvg_ifsplan_new(program, opts->nests);
	if (opts->bbv && opts->probes)
		set_probes(machine, opts->probes);
	machine->granule =
		cvg_calloc(CVG_NGRANULES, sizeof(struct cvg_buffer *));
	machine->next_granule = 1;
	for (uint32_t i = 0; i < image->nbuffers; i++)
		machine->granule[image->buffers[i].granule] =
			&image->buffers[i];
	cvg_segments_init(machine);
	pthread_mutex_init(&machine->lock, NULL);
	pthread_mutex_init(&machine->state_lock, NULL);
	atomic_init(&machine->stop, false);
}

static void machine_done(struct cvg_machine *machine)
{
	for (size_t i = 0; i < machine->heap.n; i++) {
		free(machine->heap.at[i]->data);
		free(machine->heap.at[i]->undefined);
		free(machine->heap.at[i]);
	}
	free(machine->heap.at);
	cvg_segments_done(machine);
	pthread_mutex_destroy(&machine->lock);
	pthread_mutex_destroy(&machine->state_lock);
	cvg_marks_free(machine->marks);
	free(machine->granule);
	free(machine->probe_of);
	cvg_roundplan_free(machine->rounds);
	cvg_ifsplan_free(machine->ifs);
}

static void crew_init(struct crew *crew, struct cvg_machine *machine,
		      uint32_t n)
{
	memset(crew, 0, sizeof(*crew));
	crew->machine = machine;
	crew->n = n;
	crew->workers = cvg_calloc(n, sizeof(*crew->workers));
	atomic_init(&crew->next, 0);
	atomic_init(&crew->done, 0);
	pthread_mutex_init(&crew->lock, NULL);
	pthread_cond_init(&crew->changed, NULL);
	for (uint32_t i = 0; i < n; i++) {
		crew->workers[i].crew = crew;
		cvg_block_init(&crew->workers[i].block, machine);
	}
}

static void crew_done(struct crew *crew)
{
	for (uint32_t i = 0; i < crew->n; i++)
		cvg_block_done(&crew->workers[i].block);
	free(crew->workers);
	pthread_mutex_destroy(&crew->lock);
	pthread_cond_destroy(&crew->changed);
}

bool cvg_sim_run(struct cvg_sim *sim, const struct cvg_launch *launch,
		 struct cvg_image *image, const struct cvg_sim_options *opts,
		 struct cvg_sim_result *out, struct cvg_err *err)
{
	struct cvg_machine m;
	struct crew crew;
	double start = now();

	memset(out, 0, sizeof(*out));
	if (!fits(sim, launch, err))
		return false;
	if (opts->timed)
		cvg_timing_prepare(sim);
	machine_init(&m, sim, launch, image, opts);
	crew_init(&crew, &m, workers_for(&m, opts));
	out->stopped = !run_blocks(&crew, opts);
	cvg_counts_init(&out->counts, sim->program);
	for (uint32_t i = 0; i < crew.n; i++) {
		const struct cvg_block_run *block = &crew.workers[i].block;

		cvg_counts_add(&out->counts, &block->counts, sim->program);
		if (block->fault.kind)
			out->fault = block->fault;
		if (block->races && (!i || cvg_races_any(block->races)))
			cvg_races_take(block->races, out);
	}
	out->fault.seed = launch->seed;
	cvg_counts_finish(&out->counts, sim);
	cvg_throughput_finish(&out->counts, sim, launch, image);
	out->workers = crew.n;
	crew_done(&crew);
	machine_done(&m);
	out->seconds = now() - start;
	return true;
}

void cvg_sim_result_done(struct cvg_sim_result *result)
{
	cvg_counts_done(&result->counts);
	free(result->races);
	cvg_racing_free(result->racing);
}
