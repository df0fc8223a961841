/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Counts the basic-block vectors during a run. While a warp runs, there is one
 * counter for each block and lane; when it has ended, the counters of a lane
 * are the vector of its thread.
 */
#include "sim/groups/vectors.h"

#include "reconverge/bbv.h"
#include "reconverge/graph.h"
#include "reconverge/launch.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void cvg_sim_blocks(const struct cvg_sim *sim, uint32_t *fn_at)
{
	fn_at[0] = 0;
	for (uint32_t f = 0; f < sim->program->nfns; f++)
		fn_at[f + 1] = fn_at[f] + sim->program->fns[f].fn->nblocks;
}

struct cvg_bbvrows *cvg_bbvrows_new(const struct cvg_sim *sim)
{
	struct cvg_bbvrows *r = cvg_calloc(1, sizeof(*r));

	r->fn_at =
		cvg_alloc(((size_t)sim->program->nfns + 1) * sizeof(*r->fn_at));
	cvg_sim_blocks(sim, r->fn_at);
	r->nblocks = r->fn_at[sim->program->nfns];
	r->count = cvg_calloc((size_t)r->nblocks * CVG_MAX_LANES,
			      sizeof(*r->count));
	r->column = cvg_alloc(((size_t)r->nblocks + 1) * sizeof(*r->column));
	return r;
}

void cvg_bbvrows_free(struct cvg_bbvrows *r)
{
	if (!r)
		return;
	free(r->fn_at);
	free(r->count);
	free(r->column);
	free(r);
}

void cvg_bbv_enter(struct cvg_warp *warp, uint32_t block)
{
	uint32_t *row = warp->bbv->count +
			(size_t)(warp->bbv->fn_at[warp->frame->fn] + block) *
				CVG_MAX_LANES;

	for (uint64_t rest = warp->active; rest; rest &= rest - 1) {
		uint32_t *n = &row[cvg_first_lane(rest)];

		*n += *n != UINT32_MAX;
	}
}

/* A loaded value as a number, for the regression model. */
static double number_of(uint64_t bits, enum cvg_kind kind)
{
	switch (kind) {
	case CVG_K_BIT:
	case CVG_K_I8:
	case CVG_K_I16:
	case CVG_K_I32:
	case CVG_K_I64:
	case CVG_K_I128:
	case CVG_NKINDS:
		return (double)bits;
	case CVG_K_F16:
		return cvg_elem_to_double(CVG_ELEM_F16, bits);
	case CVG_K_BF16:
		return cvg_elem_to_double(CVG_ELEM_BF16, bits);
	case CVG_K_F32:
		return cvg_elem_to_double(CVG_ELEM_F32, bits);
	case CVG_K_F64:
		return cvg_elem_to_double(CVG_ELEM_F64, bits);
	}
	return 0;
}

void cvg_probe(struct cvg_warp *warp, const struct cvg_bound *op)
{
	const struct cvg_probes *p = warp->machine->probes;
	uint32_t k = warp->frame->fn == p->fn
			     ? warp->machine->probe_of[op->uop->inst]
			     : CVG_NONE;
	uint64_t first = warp->block->id * warp->machine->threads +
			 (uint64_t)warp->id * cvg_lanes(warp);

	if (k == CVG_NONE || op->uop->dst == CVG_NONE)
		return;
	for (uint64_t rest = warp->active; rest; rest &= rest - 1) {
		uint32_t lane = cvg_first_lane(rest);
		double *v = &p->value[(first + lane) * p->n + k];
		enum cvg_kind kind = (enum cvg_kind)op->dst_kind;

		if (isnan(*v))
			*v = number_of(cvg_row_get(warp->frame->rows + op->dst,
						   kind, lane),
				       kind);
	}
}

void cvg_bbv_end(struct cvg_warp *warp, struct cvg_bbvmaker *into)
{
	struct cvg_bbvrows *r = warp->bbv;
	uint64_t first = warp->block->id * warp->machine->threads +
			 (uint64_t)warp->id * cvg_lanes(warp);

	for (uint64_t rest = warp->full; rest; rest &= rest - 1) {
		uint32_t lane = cvg_first_lane(rest);

		for (uint32_t b = 0; b < r->nblocks; b++)
			r->column[b] =
				r->count[(size_t)b * CVG_MAX_LANES + lane];
		cvg_bbvmaker_set(into, (uint32_t)(first + lane), r->column);
	}
	memset(r->count, 0,
	       (size_t)r->nblocks * CVG_MAX_LANES * sizeof(*r->count));
}
