/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The machine of one run: what its blocks share. */
#include "sim/ifs.h"
#include "sim/races.h"
#include "sim/rounds.h"

#include "reconverge/graph.h"

#include <stdlib.h>
#include <string.h>

/* Operations of one block, if the options set no limit for a warp: a loop
 * without end is reported within seconds. */
#define BLOCK_STEPS UINT64_C(100000000)

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

void cvg_sim_machine_init(struct cvg_machine *machine, struct cvg_sim *sim,
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
	machine->chance = opts->chance;
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

void cvg_sim_machine_done(struct cvg_machine *machine)
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
