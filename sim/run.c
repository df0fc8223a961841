/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * A whole launch: the blocks of the grid run on the host's cores, with the
 * result that one core would give.
 *
 * Blocks are independent unless they communicate through global memory. A
 * kernel whose atomics could tell in which order its blocks came runs on one
 * worker. All others begin on one, the caller's thread, because starting threads and
 * noting words costs more than it gains in a short run. What is left after ALONE
 * operations runs on several workers, each of which notes the words that
 * it reads and writes (touch.c). If one worker wrote a word that another one
 * touched, or if a block faulted, memory is put back to what it was before and these
 * blocks run again, one by one in the order of the grid. A first stretch of
 * FIRST_STRETCH blocks a worker finds most conflicts before much work is lost.
 *
 * Example: 5 blocks, each of which runs many operations and does
 * out[b + 1] = out[b] + 1, on 2 workers. Block 0 runs alone. Block 1 writes word 2 of
 * `out`, block 2 reads it. Unless one worker happened to take all blocks, the words of
 * the two workers meet; memory is put back, blocks 1, 2, 3, 4 run in order, and `out`
 * is 0 1 2 3 4 5 as with workers=1.
 */
#include "sim/races.h"

#include "reconverge/graph.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define FIRST_STRETCH 4 /* blocks a worker, before the first check */
#define MAX_WORKERS   256
#define ALONE	      UINT64_C(300000) /* operations of warps */
#define TICK_SECONDS  0.05

/* One worker: a thread of the host with a block of its own. The first one is also
 * the caller's thread. */
struct worker {
	pthread_t thread;
	struct crew *crew;
	struct cvg_block_run block;
	uint64_t steps; /* operations of warps in all its blocks */
};

/* The workers, and the stretch of blocks that they run. */
struct crew {
	struct cvg_machine *machine;
	struct worker *workers; /* [most_workers] */
	uint32_t n;		/* that have a block: one at first */
	uint32_t most_workers;
	atomic_uint_fast64_t next; /* the block that is taken next */
	atomic_uint_fast64_t done; /* blocks that have ended */
	uint64_t to;		   /* end of the stretch: the first block that
				      is not in it */
	uint64_t most; /* operations of a worker, after which it takes no
			  block; 0: any number */
	const struct cvg_sim_options *options;
	double ticked; /* when the caller's tick was last called */
	bool unwanted; /* it asked to stop */
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

/* The block that comes as number i. A run with an order of its own takes every
 * n-th block, from a random one on, and goes round until it has had all. */
static uint64_t block_at(const struct cvg_machine *machine, uint64_t i)
{
	uint64_t n = machine->nblocks, step, start;

	if (!machine->order || machine->sim->waits)
		return i;
	start = cvg_hash64(machine->order ^ machine->seed);
	step = cvg_hash64(start) % n + 1;
	while (cvg_common_divisor(step, n) > 1)
		step++;
	return (uint64_t)(((unsigned __int128)step * i + start) % n);
}

/* May the worker take a block? */
static bool goes_on(const struct worker *me)
{
	const struct crew *crew = me->crew;

	return !atomic_load(&crew->machine->stop) &&
	       (!crew->most || me->steps < crew->most);
}

/* Run blocks until the stretch ends or the run stops. */
static void run_some(struct worker *me)
{
	struct crew *crew = me->crew;
	struct cvg_machine *machine = crew->machine;

	while (goes_on(me)) {
		uint64_t id = atomic_fetch_add(&crew->next, 1);

		if (id >= crew->to)
			break;
		cvg_block_run(&me->block, block_at(machine, id));
		me->steps += me->block.steps;
		if (me->block.fault.kind)
			atomic_store(&machine->stop, true);
		atomic_fetch_add(&crew->done, 1);
	}
}

/* The thread of a worker. */
static void *work(void *context)
{
	struct worker *me = context;
	struct crew *crew = me->crew;

	run_some(me);
	pthread_mutex_lock(&crew->lock);
	crew->running--;
	pthread_cond_signal(&crew->changed);
	pthread_mutex_unlock(&crew->lock);
	return NULL;
}

/* Call the caller's tick with the share of blocks that have ended. */
static void tick(struct crew *crew)
{
	const struct cvg_sim_options *options = crew->options;

	if (!options->tick || crew->unwanted ||
	    options->tick(options->context,
			  (double)atomic_load(&crew->done) /
				  (double)crew->machine->nblocks))
		return;
	crew->unwanted = true;
	atomic_store(&crew->machine->stop, true);
}

void cvg_pulse(struct crew *crew)
{
	double at = now();

	if (at < crew->ticked + TICK_SECONDS)
		return;
	tick(crew);
	crew->ticked = now();
}

/* Wait for the workers. */
static void watch(struct crew *crew)
{
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
		if (!crew->running)
			continue;
		pthread_mutex_unlock(&crew->lock);
		tick(crew);
		pthread_mutex_lock(&crew->lock);
	}
	pthread_mutex_unlock(&crew->lock);
}

/* Run blocks [crew->next, to) on the caller's thread, as long as it has not run
 * `most` operations; 0: any number. */
static void run_alone(struct crew *crew, uint64_t most, uint64_t to)
{
	crew->to = to;
	crew->most = most;
	crew->machine->alone = crew;
	run_some(&crew->workers[0]);
	crew->machine->alone = NULL;
	crew->most = 0;
	if (atomic_load(&crew->next) > to)
		atomic_store(&crew->next, to);
}

/* Run blocks [crew->next, to) on all workers. */
static void run_together(struct crew *crew, uint64_t to)
{
	uint32_t n = crew->n;

	crew->to = to;
	crew->running = n;
	for (uint32_t i = 0; i < n; i++) {
		if (pthread_create(&crew->workers[i].thread, NULL, work,
				   &crew->workers[i]))
			cvg_die("the simulator cannot start a thread");
	}
	watch(crew);
	for (uint32_t i = 0; i < n; i++)
		pthread_join(crew->workers[i].thread, NULL);
}

/* Have n workers. */
static void enlist(struct crew *crew, uint32_t n)
{
	for (; crew->n < n; crew->n++) {
		crew->workers[crew->n].crew = crew;
		cvg_block_init(&crew->workers[crew->n].block, crew->machine);
	}
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

/* Run blocks [from, to) on all workers. False: the workers met and the run was
 * undone, so that the blocks must run one by one. */
static bool try_together(struct crew *crew, uint64_t from, uint64_t to)
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
	run_together(crew, to);
	crew->machine->several = false;
	ok = crew->unwanted || !crew_met(crew);
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

/* Run the rest of the grid on several workers as long as they do not meet. */
static void run_shared(struct crew *crew)
{
	uint64_t n = crew->machine->nblocks, from = atomic_load(&crew->next);
	uint64_t first = from + crew->most_workers * FIRST_STRETCH;

	enlist(crew, crew->most_workers);
	if (first > n || crew->machine->races)
		first = n;
	if (try_together(crew, from, first) && !crew->unwanted && first < n)
		try_together(crew, first, n);
}

/* Is there a block to run? */
static bool is_unfinished(const struct crew *crew)
{
	return !atomic_load(&crew->machine->stop) &&
	       atomic_load(&crew->next) < crew->machine->nblocks;
}

/* How many blocks may run at once: one where what is asked for needs them in order. */
static uint32_t most_workers(const struct cvg_machine *machine,
			     const struct cvg_sim_options *opts)
{
	uint64_t n = opts->workers ? opts->workers : MAX_WORKERS;

	if (machine->sim->ordered || opts->trace || opts->watch ||
	    opts->depend || opts->bbv || opts->nests || opts->racing)
		return 1;
	if (n > machine->nblocks)
		n = machine->nblocks;
	return n > MAX_WORKERS ? MAX_WORKERS : (uint32_t)n;
}

/* Unless the number of workers is given, no more than the host has cores. The host is
 * asked only here, because that takes as long as a short run. */
static bool has_several(struct crew *crew)
{
	long cores;

	if (crew->most_workers > 1 && !crew->options->workers) {
		cores = sysconf(_SC_NPROCESSORS_ONLN);
		if (cores < (long)crew->most_workers)
			crew->most_workers = cores > 1 ? (uint32_t)cores : 1;
	}
	return crew->most_workers > 1;
}

/* Run all blocks of the grid. A race may be between a block that ran alone and one
 * that another worker runs later. */
static void run_blocks(struct crew *crew)
{
	uint64_t n = crew->machine->nblocks;
	uint64_t alone = crew->options->alone;

	if (crew->most_workers > 1 && !crew->machine->races)
		run_alone(crew, alone ? alone : ALONE, n);
	if (is_unfinished(crew) && has_several(crew))
		run_shared(crew);
	if (is_unfinished(crew))
		run_alone(crew, 0, n);
}

/* ---- the machine ------------------------------------------------------- */

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

static void crew_init(struct crew *crew, struct cvg_machine *machine,
		      const struct cvg_sim_options *options)
{
	memset(crew, 0, sizeof(*crew));
	crew->machine = machine;
	crew->options = options;
	crew->ticked = now();
	crew->most_workers = most_workers(machine, options);
	crew->workers = cvg_calloc(crew->most_workers, sizeof(*crew->workers));
	atomic_init(&crew->next, 0);
	atomic_init(&crew->done, 0);
	pthread_mutex_init(&crew->lock, NULL);
	pthread_cond_init(&crew->changed, NULL);
	enlist(crew, 1);
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
	cvg_sim_machine_init(&m, sim, launch, image, opts);
	crew_init(&crew, &m, opts);
	run_blocks(&crew);
	out->stopped = crew.unwanted;
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
	cvg_sim_machine_done(&m);
	out->seconds = now() - start;
	return true;
}

void cvg_sim_result_done(struct cvg_sim_result *result)
{
	cvg_counts_done(&result->counts);
	free(result->races);
	cvg_racing_free(result->racing);
}
