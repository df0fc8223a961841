/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The order of units for branch interleaving (Anantpur, Govindarajan, CC 2014,
 * section 5.1): a unit that uses a load comes later than it could, and units
 * that can run meanwhile come before it.
 *
 * List scheduling: a unit may come when all that lead to it have come. Time is
 * that of one warp that runs all of them, each for the cycles that it issues; a
 * load is ready its latency after its unit began. Of the units that may come,
 * one whose loads are ready goes first; among those one with loads that others
 * wait for; then one that follows what came last, as fewer guards are wanted
 * then; then reverse postorder. If all would wait, the one that waits least
 * goes first. Only WINDOW of those that may come are looked at.
 *
 * Example, a branch whose arms load at their heads what later blocks use:
 *
 *	       e	  B2: x = load p	B5: w = load q
 *	     /   \	  B3: x + 1		B6: w + 2
 *	   B2	  B5	  B4: x * 3		B7: w * 3
 *	  / \	  / \
 *	 B3 B4	 B6 B7	  The order is B5, B2, B7, B6, B4, B3: both loads are
 *	   \  \ /  /	  issued before anything waits for one of them. Reverse
 *	      B8	  postorder is B5, B7, B6, B2, B4, B3.
 */
#include "linear_units.h"

#include "reconverge/cost.h"
#include "reconverge/graph.h"

#include <stdlib.h>

enum { WINDOW = 64 };

#define NO_JOB CVG_NONE

/* A node of the level: a piece, a cycle as a whole, or D. */
struct job {
	struct order_node node;
	uint32_t waits;	 /* edges to it from nodes that have not come */
	uint64_t cycles; /* that it issues */
	uint64_t ready;	 /* time at which all it uses from others is there */
	bool feeds;	 /* it loads what another node uses */
};

struct use {
	uint32_t load_job; /* job that loads the value */
	uint32_t user_job; /* job that uses it */
	uint64_t latency;
};

struct scheduler {
	const struct packer *packer;
	struct job *jobs; /* [njobs] in reverse postorder, that of D first */
	uint32_t njobs;
	uint32_t *job_of_node;	  /* [nodes] job, or NO_JOB: a node of another
				  level; read by job_of */
	cvg_vec(struct use) uses; /* ascending by load_job */
	struct cvg_u32s may_come; /* jobs that wait for no node */
	uint64_t now;
	uint32_t last; /* job that came last, or NO_JOB */
};

static uint32_t job_of(const struct scheduler *scheduler,
		       struct order_node node)
{
	return scheduler->job_of_node[node.n];
}

/* The job that the block belongs to: that of its piece, or else of the
 * innermost cycle of the region around it that has one. */
static uint32_t job_of_block(const struct scheduler *scheduler, uint32_t block)
{
	const struct packer *packer = scheduler->packer;
	uint32_t job;

	if (!packer_has(packer, block))
		return NO_JOB;
	job = job_of(scheduler, node_of_piece(packer_piece_id(packer, block)));
	for (uint32_t c = packer_cycle_around(packer, block);
	     job == NO_JOB && c != CVG_NONE; c = packer_outer_cycle(packer, c))
		job = job_of(scheduler,
			     node_of_cycle(packer, packer_cycle(packer, c)));
	return job;
}

/* ---- what the jobs are ----------------------------------------------- */

/* Charge the instruction to its job, and note what waits for it if it loads. */
static void note_inst(struct scheduler *scheduler, uint32_t id, uint32_t job)
{
	const struct cvg_fn *fn = scheduler->packer->flow->fn;
	const struct cvg_inst *inst = &fn->insts[id];

	scheduler->jobs[job].cycles += cvg_cost_issue(fn, id);
	if (inst->op != CVG_OP_LOAD)
		return;
	for (uint32_t k = 0; k < inst->nusers; k++) {
		uint32_t user = fn->users[inst->users_at + k];
		struct use use = {
			.load_job = job,
			.user_job =
				job_of_block(scheduler, fn->insts[user].block),
			.latency = cvg_cost_inst(fn, id),
		};

		if (use.user_job == NO_JOB || use.user_job == job)
			continue;
		scheduler->jobs[job].feeds = true;
		cvg_push(&scheduler->uses, use);
	}
}

static int by_load_job(const void *a, const void *b)
{
	const struct use *x = a, *y = b;

	return (x->load_job > y->load_job) - (x->load_job < y->load_job);
}

static void note_insts(struct scheduler *scheduler)
{
	const struct packer *packer = scheduler->packer;
	const struct cvg_fn *fn = packer->flow->fn;

	for (uint32_t k = 0; k < packer->region->nblocks; k++) {
		uint32_t b = packer->region->block[k];
		uint32_t job = job_of_block(scheduler, b);

		for (uint32_t i = 0; job != NO_JOB && i < fn->blocks[b].ninsts;
		     i++)
			note_inst(scheduler, fn->blocks[b].inst_at + i, job);
	}
	if (scheduler->uses.n)
		qsort(scheduler->uses.at, scheduler->uses.n,
		      sizeof *scheduler->uses.at, by_load_job);
}

/* Count the edges that each job waits for; D waits for none. */
static void count_waits(struct scheduler *scheduler)
{
	const struct packer *packer = scheduler->packer;

	for (uint32_t j = 0; j < scheduler->njobs; j++) {
		struct order_node node = scheduler->jobs[j].node;
		uint32_t end = end_edge(packer, node);

		for (uint32_t e = first_edge(packer, node); e < end; e++) {
			uint32_t to = job_of(scheduler, edge_target(packer, e));

			if (to != NO_JOB)
				scheduler->jobs[to].waits++;
		}
	}
	scheduler->jobs[0].waits = 0;
}

/* ---- which comes next ------------------------------------------------ */

/* Is there an edge from the job that came last? */
static bool follows_last(const struct scheduler *scheduler, uint32_t job)
{
	const struct packer *packer = scheduler->packer;
	struct order_node last;

	if (scheduler->last == NO_JOB)
		return false;
	last = scheduler->jobs[scheduler->last].node;
	for (uint32_t e = first_edge(packer, last); e < end_edge(packer, last);
	     e++)
		if (edge_target(packer, e).n == scheduler->jobs[job].node.n)
			return true;
	return false;
}

/* When the job could begin. */
static uint64_t start_of(const struct scheduler *scheduler, uint32_t job)
{
	uint64_t ready = scheduler->jobs[job].ready;

	return ready > scheduler->now ? ready : scheduler->now;
}

static bool is_better(const struct scheduler *scheduler, uint32_t a, uint32_t b)
{
	const struct job *x = &scheduler->jobs[a], *y = &scheduler->jobs[b];
	bool x_follows, y_follows;

	if (start_of(scheduler, a) != start_of(scheduler, b))
		return start_of(scheduler, a) < start_of(scheduler, b);
	if (x->feeds != y->feeds)
		return x->feeds;
	x_follows = follows_last(scheduler, a);
	y_follows = follows_last(scheduler, b);
	return x_follows != y_follows ? x_follows : a < b;
}

static uint32_t take_best(struct scheduler *scheduler)
{
	struct cvg_u32s *may_come = &scheduler->may_come;
	size_t best = 0, n = may_come->n < WINDOW ? may_come->n : WINDOW;
	uint32_t job;

	for (size_t i = 1; i < n; i++)
		if (is_better(scheduler, may_come->at[i], may_come->at[best]))
			best = i;
	job = may_come->at[best];
	may_come->at[best] = may_come->at[--may_come->n];
	return job;
}

/* Tell the users of the job's loads when these will be ready; it begins now. */
static void start_loads(struct scheduler *scheduler, uint32_t job)
{
	size_t low = 0, high = scheduler->uses.n;

	while (low < high) {
		size_t mid = low + (high - low) / 2;

		if (scheduler->uses.at[mid].load_job < job)
			low = mid + 1;
		else
			high = mid;
	}
	for (;
	     low < scheduler->uses.n && scheduler->uses.at[low].load_job == job;
	     low++) {
		const struct use *use = &scheduler->uses.at[low];
		struct job *user = &scheduler->jobs[use->user_job];

		if (user->ready < scheduler->now + use->latency)
			user->ready = scheduler->now + use->latency;
	}
}

/* The jobs that waited for this one only may come. */
static void release(struct scheduler *scheduler, uint32_t job)
{
	const struct packer *packer = scheduler->packer;
	struct order_node node = scheduler->jobs[job].node;
	uint32_t end = end_edge(packer, node);

	for (uint32_t e = first_edge(packer, node); e < end; e++) {
		uint32_t to = job_of(scheduler, edge_target(packer, e));

		if (to != NO_JOB && !--scheduler->jobs[to].waits)
			cvg_push(&scheduler->may_come, to);
	}
}

/* ---------------------------------------------------------------------- */

/* Make the jobs out of a level in postorder. */
static void make_jobs(struct scheduler *scheduler,
		      const struct order_nodes *level)
{
	uint32_t nodes = packer_nnodes(scheduler->packer);
	uint32_t njobs = (uint32_t)level->n;

	scheduler->njobs = njobs;
	scheduler->jobs = cvg_calloc(njobs + 1, sizeof *scheduler->jobs);
	scheduler->job_of_node =
		cvg_alloc(nodes * sizeof *scheduler->job_of_node);
	for (uint32_t node = 0; node < nodes; node++)
		scheduler->job_of_node[node] = NO_JOB;
	for (uint32_t j = 0; j < njobs; j++) {
		struct order_node node = level->at[njobs - 1 - j];

		scheduler->jobs[j].node = node;
		scheduler->job_of_node[node.n] = j;
	}
	note_insts(scheduler);
	count_waits(scheduler);
}

/* The level is in postorder, and so is the new order: backwards. D, the first
 * to come, stays the first. */
void cvg_linear_schedule(struct packer *packer, struct order_nodes *level)
{
	struct scheduler scheduler = {.packer = packer, .last = NO_JOB};
	size_t at = level->n;

	make_jobs(&scheduler, level);
	cvg_push(&scheduler.may_come, 0);
	while (scheduler.may_come.n) {
		uint32_t job = take_best(&scheduler);

		scheduler.last = job;
		scheduler.now = start_of(&scheduler, job);
		level->at[--at] = scheduler.jobs[job].node;
		start_loads(&scheduler, job);
		release(&scheduler, job);
		scheduler.now += scheduler.jobs[job].cycles;
	}
	assert(at == 0);
	free(scheduler.jobs);
	free(scheduler.job_of_node);
	free(scheduler.uses.at);
	free(scheduler.may_come.at);
}
