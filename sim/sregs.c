/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * What a thread can read of the machine and the launch: special registers, and the
 * segments of memory that AMDGPU kernels read instead. Layouts: LLVM, "User Guide for
 * AMDGPU Backend", llvm.org/docs/AMDGPUUsage.html, "Code Object V5 Metadata",
 * "Kernel Dispatch"; HSA Runtime Specification, hsa_kernel_dispatch_packet_t.
 */
#include "sim/machine.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#define SMS 16 /* multiprocessors a kernel is told there are */

enum { SEGMENT_ARGS, SEGMENT_DISPATCH, SEGMENT_QUEUE };

#define IMPLICIT_BYTES 256
#define DISPATCH_BYTES 64
#define QUEUE_BYTES    256
#define FIRST_SEGMENT  (CVG_GLOBAL_FIRST_GRANULE - 4)

/* ---- segments -------------------------------------------------------- */

static void put(uint8_t *to, uint64_t v, uint32_t bytes)
{
	memcpy(to, &v, bytes);
}

static uint32_t dims_of(const struct cvg_launch *launch)
{
	for (uint32_t d = 3; d > 1; d--) {
		if (launch->grid[d - 1] > 1 || launch->block[d - 1] > 1)
			return d;
	}
	return 1;
}

/* Hidden arguments, code object 5 and later. */
static void fill_implicit5(uint8_t *to, const struct cvg_machine *machine)
{
	const struct cvg_launch *launch = machine->launch;

	for (uint32_t d = 0; d < 3; d++) {
		put(to + 4 * d, launch->grid[d], 4);
		put(to + 12 + 2 * d, launch->block[d], 2);
	}
	put(to + 64, dims_of(launch), 2);
	put(to + 120, machine->image->dynamic_shared, 4);
	put(to + 192, CVG_APERTURE_PRIVATE >> 32, 4);
	put(to + 196, CVG_APERTURE_SHARED >> 32, 4);
	put(to + 200,
	    (uint64_t)(FIRST_SEGMENT + SEGMENT_QUEUE) << CVG_GRANULE_BITS, 8);
}

static void fill_dispatch(uint8_t *to, const struct cvg_machine *machine)
{
	const struct cvg_launch *launch = machine->launch;

	put(to + 2, dims_of(launch), 2);
	for (uint32_t d = 0; d < 3; d++) {
		put(to + 4 + 2 * d, launch->block[d], 2);
		put(to + 12 + 4 * d,
		    (uint64_t)launch->grid[d] * launch->block[d], 4);
	}
	put(to + 28, machine->shared_bytes, 4);
	put(to + 40,
	    (uint64_t)(FIRST_SEGMENT + SEGMENT_ARGS) << CVG_GRANULE_BITS, 8);
}

static void new_segment(struct cvg_machine *machine, uint32_t which,
			uint64_t bytes)
{
	struct cvg_buffer *buffer = &machine->segment[which];

	*buffer = (struct cvg_buffer){.granule = FIRST_SEGMENT + which,
				      .bytes = bytes,
				      .data = cvg_calloc(bytes ? bytes : 1, 1),
				      .constant = true,
				      .arg = -1};
	machine->granule[buffer->granule] = buffer;
}

/* Hidden arguments follow the explicit ones, aligned to 8. */
static uint32_t implicit_at(const struct cvg_machine *machine)
{
	return (machine->image->nargs_bytes + 7) & ~7U;
}

void cvg_segments_init(struct cvg_machine *machine)
{
	uint8_t *args;

	new_segment(machine, SEGMENT_ARGS,
		    implicit_at(machine) + IMPLICIT_BYTES);
	new_segment(machine, SEGMENT_DISPATCH, DISPATCH_BYTES);
	new_segment(machine, SEGMENT_QUEUE, QUEUE_BYTES);
	args = machine->segment[SEGMENT_ARGS].data;
	if (machine->image->nargs_bytes)
		memcpy(args, machine->image->args, machine->image->nargs_bytes);
	/* Before code object 5 there are only offsets of the grid, which are 0,
	 * and addresses of buffers that do not exist. */
	if (machine->sim->program->code_object >= 500)
		fill_implicit5(args + implicit_at(machine), machine);
	fill_dispatch(machine->segment[SEGMENT_DISPATCH].data, machine);
	put(machine->segment[SEGMENT_QUEUE].data + 0x40,
	    CVG_APERTURE_SHARED >> 32, 4);
	put(machine->segment[SEGMENT_QUEUE].data + 0x44,
	    CVG_APERTURE_PRIVATE >> 32, 4);
}

void cvg_segments_done(struct cvg_machine *machine)
{
	for (uint32_t i = 0; i < CVG_NSEGMENTS; i++)
		free(machine->segment[i].data);
}

static uint64_t segment_address(uint32_t which)
{
	return (uint64_t)(FIRST_SEGMENT + which) << CVG_GRANULE_BITS;
}

/* ---- registers ------------------------------------------------------- */

static uint64_t sreg_of(const struct cvg_warp *warp, enum cvg_sreg n,
			uint32_t lane)
{
	const struct cvg_launch *launch = warp->machine->launch;
	uint64_t one = UINT64_C(1) << lane, below = one - 1;

	switch (n) {
	case CVG_S_TID_X:
	case CVG_S_TID_Y:
	case CVG_S_TID_Z:
		return warp->tid[n - CVG_S_TID_X][lane];
	case CVG_S_NTID_X:
	case CVG_S_NTID_Y:
	case CVG_S_NTID_Z:
		return launch->block[n - CVG_S_NTID_X];
	case CVG_S_CTAID_X:
	case CVG_S_CTAID_Y:
	case CVG_S_CTAID_Z:
		return warp->block->ctaid[n - CVG_S_CTAID_X];
	case CVG_S_NCTAID_X:
	case CVG_S_NCTAID_Y:
	case CVG_S_NCTAID_Z:
		return launch->grid[n - CVG_S_NCTAID_X];
	case CVG_S_LANEID:
		return lane;
	case CVG_S_LANEMASK_EQ:
		return one;
	case CVG_S_LANEMASK_LE:
		return below | one;
	case CVG_S_LANEMASK_LT:
		return below;
	case CVG_S_LANEMASK_GE:
		return ~below;
	case CVG_S_LANEMASK_GT:
		return ~(below | one);
	case CVG_S_WARPID:
		return warp->id;
	case CVG_S_NWARPID:
		return warp->machine->nwarps;
	case CVG_S_WARPSIZE:
		return cvg_lanes(warp);
	case CVG_S_SMID:
		return warp->block->id % SMS;
	case CVG_S_NSMID:
		return SMS;
	case CVG_S_CLOCK:
		return warp->cycles;
	case CVG_S_STATIC_SHARED:
		return warp->machine->sim->program->static_shared;
	case CVG_S_DYNAMIC_SHARED:
		return warp->machine->image->dynamic_shared;
	case CVG_S_EXEC:
		return warp->active;
	case CVG_S_DISPATCH_PTR:
		return segment_address(SEGMENT_DISPATCH);
	case CVG_S_KERNARG_PTR:
		return segment_address(SEGMENT_ARGS);
	case CVG_S_IMPLICITARG_PTR:
		return segment_address(SEGMENT_ARGS) +
		       implicit_at(warp->machine);
	case CVG_S_QUEUE_PTR:
		return segment_address(SEGMENT_QUEUE);
	case CVG_S_GRIDID: /* there is one grid, and one dispatch */
	case CVG_S_DISPATCH_ID:
	case CVG_NSREGS:
		break;
	}
	return 0;
}

static bool differs_by_lane(uint32_t n)
{
	return n <= CVG_S_TID_Z || n == CVG_S_LANEID ||
	       (n >= CVG_S_LANEMASK_EQ && n <= CVG_S_LANEMASK_GT);
}

CVG_MACHINE_OP(sreg)
{
	uint32_t n = op->uop->n;
	enum cvg_kind kind = (enum cvg_kind)op->dst_kind;
	uint8_t *result = cvg_result(warp, op);

	if (n <= CVG_S_TID_Z && kind == CVG_K_I32) {
		memcpy(result, warp->tid[n - CVG_S_TID_X],
		       cvg_lanes(warp) * sizeof(uint32_t));
	} else if (differs_by_lane(n)) {
		for (uint32_t l = 0; l < cvg_lanes(warp); l++)
			cvg_row_set(result, kind, l,
				    sreg_of(warp, (enum cvg_sreg)n, l));
	} else {
		const uint64_t v[2] = {sreg_of(warp, (enum cvg_sreg)n, 0), 0};

		cvg_fill_row(result, kind, v, cvg_lanes(warp));
	}
	cvg_result_end(warp, op, 0, 0);
	return true;
}
