/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * How long a launch takes by the machine's code of its blocks. A warp that runs
 * alone takes the cycles of all blocks that it runs. Many warps hide each other's
 * waits, until something that they share is busy all the time:
 *
 *	issue	 the SIMDs issue instructions on lanes, or all others
 *	memory	 addresses are sent, lines come from the L2 cache, and what the
 *		 launch's buffers hold comes from memory, or goes there, once
 *	shared	 passes over shared memory, one a cycle
 *	latency	 all warps alone, by those that are resident at once
 *
 * The launch takes the longest of the four (S. Williams, A. Waterman, D. Patterson,
 * "Roofline: An Insightful Visual Performance Model", CACM 52(4), 2009; V. Volkov,
 * "Understanding Latency Hiding on GPUs", UCB/EECS-2016-143). Warps are resident as
 * far as registers and shared memory leave room, and as the launch has warps for
 * every multiprocessor.
 *
 * Example, gfx906: 600 blocks of 4 warps on 60 compute units. A warp alone takes
 * 2,000 cycles, 400 of them to issue. Registers leave room for 8 warps on each of 4
 * SIMDs: 32 are resident. Latency: 2,400 x 2,000 / (60 x 32) = 2,500 cycles; issue:
 * 2,400 x 400 / (60 x 4) = 4,000. The launch takes 4,000 cycles.
 */
#include "sim/machine.h"

#include "reconverge/graph.h"
#include "reconverge/mcode.h"
#include "reconverge/target.h"

#include <math.h>

static void sum_prices(struct cvg_machine_counts *out,
		       const struct cvg_counts *counts,
		       const struct cvg_program *program)
{
	for (uint32_t f = 0; f < program->nfns; f++) {
		const struct cvg_ufn *ufn = &program->fns[f];

		for (uint32_t b = 0; b < ufn->fn->nblocks; b++) {
			const struct cvg_mprice *price = &ufn->prices[b];
			uint64_t warps = counts->fns[f].block_warps[b];

			out->insts += warps * price->insts;
			out->vector += warps * price->vector;
			out->scalar += warps * price->scalar;
			out->waits += warps * price->waits;
			out->vmem += warps * price->vmem;
		}
	}
	out->cycles = out->vector + out->scalar + out->waits;
}

/* The warps that a multiprocessor has at once. */
static double resident_of(const struct cvg_sim *sim,
			  const struct cvg_launch *launch,
			  const struct cvg_mchip *chip, double blocks,
			  double units)
{
	const struct cvg_mroom *room = &sim->program->room;
	uint32_t threads =
		launch->block[0] * launch->block[1] * launch->block[2];
	double each = ceil((double)threads / sim->program->warp);
	double shared = (isnan(room->shared) ? 0 : room->shared) +
			(double)launch->shared;
	double most = fmin(isnan(room->warps) ? chip->warps : room->warps,
			   chip->warps) *
		      chip->simds;
	double at_once = floor(most / each);

	if (shared > 0)
		at_once = fmin(at_once, floor(chip->shared / shared));
	return each * fmax(1, fmin(at_once, ceil(blocks / units)));
}

/* The bytes of the buffers that the launch reads and writes, at most those of the
 * lines that it touches. */
static double footprint(const struct cvg_program *program,
			const struct cvg_image *image, double lines)
{
	const struct cvg_ufn *kernel = &program->fns[0];
	double bytes = 0;

	for (uint32_t i = 0; i < kernel->nparams && i < image->nparams; i++) {
		const struct cvg_buffer *buffer = cvg_image_arg(image, i);

		if (buffer)
			bytes += (double)buffer->bytes *
				 (kernel->params[i].read +
				  kernel->params[i].written);
	}
	return fmin(bytes, lines);
}

void cvg_throughput_finish(struct cvg_counts *counts, const struct cvg_sim *sim,
			   const struct cvg_launch *launch,
			   const struct cvg_image *image)
{
	const struct cvg_program *program = sim->program;
	const struct cvg_targetinfo *target = cvg_target_info(program->target);
	const struct cvg_mchip *chip = cvg_mchip_of(program->fns[0].fn);
	struct cvg_machine_counts *out = &counts->machine;
	double blocks =
		(double)launch->grid[0] * launch->grid[1] * launch->grid[2];
	double units = fmin(blocks, target->units);
	double lines =
		(double)counts->transactions[CVG_MEM_GLOBAL] * target->line;

	if (!program->fns[0].prices)
		return;
	sum_prices(out, counts, program);
	out->priced = true;
	out->assumed = program->room.assumed;
	out->resident = resident_of(sim, launch, chip, blocks, units);
	out->issue = fmax((double)out->vector, (double)out->scalar) /
		     (chip->simds * units);
	out->memory =
		fmax((double)out->vmem * chip->address, lines / chip->l2) /
		units;
	out->memory = fmax(out->memory, footprint(program, image, lines) /
						(chip->dram * target->units));
	out->shared = (double)counts->transactions[CVG_MEM_SHARED] / units;
	out->latency = (double)out->cycles / (out->resident * units);
	out->launch = fmax(fmax(out->issue, out->memory),
			   fmax(out->shared, out->latency));
}
