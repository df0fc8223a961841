/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Faults: how a warp notes one, and how it is written for the user. */
#include "sim/machine.h"

#include "reconverge/cxxname.h"
#include "reconverge/graph.h"

#include <stdio.h>
#include <string.h>

/* The instruction that is running: the operation's, or the terminator. */
static uint32_t inst_of(const struct cvg_warp *warp, const struct cvg_uop *uop)
{
	if (uop)
		return uop->inst;
	if (warp->stack.n <= warp->frame->stack_at)
		return CVG_NONE;
	uint32_t block = warp->stack.at[warp->stack.n - 1].block;

	return block == CVG_NONE ? CVG_NONE
				 : warp->code->ufn->blocks[block].inst;
}

bool cvg_warp_fault(struct cvg_warp *warp, enum cvg_faultkind kind,
		    uint32_t lane, const struct cvg_uop *uop)
{
	struct cvg_fault *fault = &warp->block->fault;

	warp->state = CVG_WARP_FAULT;
	*fault = (struct cvg_fault){.kind = kind,
				    .fn = warp->frame->fn,
				    .inst = inst_of(warp, uop)};
	for (uint32_t d = 0; d < 3; d++) {
		fault->block[d] = warp->block->ctaid[d];
		fault->thread[d] = warp->tid[d][lane];
	}
	return false;
}

bool cvg_access_fault(struct cvg_warp *warp, enum cvg_faultkind kind,
		      uint32_t lane, const struct cvg_uop *uop,
		      uint64_t address, uint64_t bytes, const char *fmt, ...)
{
	struct cvg_fault *fault = &warp->block->fault;
	va_list ap;

	cvg_warp_fault(warp, kind, lane, uop);
	fault->address = address;
	fault->bytes = (uint32_t)bytes;
	va_start(ap, fmt);
	vsnprintf(fault->detail, sizeof(fault->detail), fmt, ap);
	va_end(ap);
	return false;
}

bool cvg_endless_fault(struct cvg_warp *warp, uint64_t steps, const char *whose)
{
	struct cvg_fault *fault = &warp->block->fault;

	cvg_warp_fault(warp, CVG_F_ENDLESS, cvg_first_lane(warp->active), NULL);
	snprintf(fault->detail, sizeof(fault->detail),
		 "%llu operations of %s; 'set operations=N' lets a warp run N",
		 (unsigned long long)steps, whose);
	return false;
}

bool cvg_sure(struct cvg_warp *warp, const struct cvg_doubt *d,
	      enum cvg_faultkind poison, enum cvg_faultkind undef,
	      const struct cvg_uop *uop)
{
	uint64_t bad = d->poison & warp->active;

	bool is_poison = bad != 0;

	if (!bad)
		bad = d->undef & warp->active;
	if (!bad)
		return true;
	cvg_warp_fault(warp, is_poison ? poison : undef, cvg_first_lane(bad),
		       uop);
	cvg_fault_origin(warp, d, cvg_first_lane(bad), is_poison);
	return false;
}

const char *cvg_fault_name(enum cvg_faultkind kind)
{
	static const char *const names[CVG_NFAULTS] = {
#define FAULT(id, name, text) [CVG_F_##id] = (name),
#include "reconverge/faults.def"
#undef FAULT
	};

	return names[kind];
}

const char *cvg_fault_text(enum cvg_faultkind kind)
{
	static const char *const texts[CVG_NFAULTS] = {
#define FAULT(id, name, text) [CVG_F_##id] = (text),
#include "reconverge/faults.def"
#undef FAULT
	};

	return texts[kind];
}

void cvg_fault_print(struct cvg_str *out, const struct cvg_program *program,
		     const struct cvg_fault *fault)
{
	const struct cvg_fn *fn = program->fns[fault->fn].fn;
	const struct cvg_inst *in =
		fault->inst < fn->ninsts ? &fn->insts[fault->inst] : NULL;

	cvg_str_addf(out, "%s: block %u,%u,%u thread %u,%u,%u",
		     cvg_fault_text(fault->kind), fault->block[0],
		     fault->block[1], fault->block[2], fault->thread[0],
		     fault->thread[1], fault->thread[2]);
	if (in) {
		cvg_str_add(out, ", ");
		cvg_cxx_add(out, fn->name);
		cvg_str_addf(out, " B%u", fn->blocks[in->block].uid);
		cvg_spot_add(out, ", ", fn, in->spot);
	}
	if (fault->detail[0])
		cvg_str_addf(out, ": %s", fault->detail);
}
