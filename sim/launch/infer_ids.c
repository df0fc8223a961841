/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The ids of threads and blocks: which operations and calls give them, along which axes. */
#include "sim/launch/infer_in.h"

#include "reconverge/ucodes.h"

#include <string.h>

uint32_t cvg_axis_of(uint32_t sreg)
{
	static const uint8_t axis[CVG_NSREGS] = {
		[CVG_S_TID_X] = CVG_AXIS_X,   [CVG_S_TID_Y] = CVG_AXIS_Y,
		[CVG_S_TID_Z] = CVG_AXIS_Z,   [CVG_S_CTAID_X] = CVG_AXIS_X,
		[CVG_S_CTAID_Y] = CVG_AXIS_Y, [CVG_S_CTAID_Z] = CVG_AXIS_Z,
	};

	return axis[sreg];
}

/* Is it the body of OpenCL's get_global_id or of a similar function? */
static bool is_id_function(const struct cvg_ufn *ufn)
{
	return strstr(ufn->name, "get_global_id") ||
	       strstr(ufn->name, "get_local_id") ||
	       strstr(ufn->name, "get_group_id");
}

uint32_t cvg_axis_of_call(const struct cvg_program *program,
			  const struct cvg_ufn *ufn, const struct cvg_uop *uop)
{
	uint32_t ref = uop->n == 1 ? ufn->lists[uop->a] : CVG_NONE;
	uint32_t number = ref & ~CVG_REF_CONST;

	if (!is_id_function(&program->fns[uop->imm]) || ref == CVG_NONE ||
	    !(ref & CVG_REF_CONST) || number >= program->nconsts ||
	    program->consts[number].lo > 2)
		return 0;
	return UINT32_C(1) << program->consts[number].lo;
}

bool cvg_is_lane(const struct cvg_program *program, const struct cvg_uop *uop)
{
	uint32_t mask = uop->a & ~CVG_REF_CONST;

	if (uop->code == CVG_U_SREG)
		return uop->n == CVG_S_LANEID;
	return uop->code == CVG_U_WARP &&
	       (uop->n == CVG_W_MBCNT_LO || uop->n == CVG_W_MBCNT_HI) &&
	       uop->a & CVG_REF_CONST && mask < program->nconsts &&
	       program->consts[mask].lo == UINT32_MAX;
}

void cvg_note_axes(const struct cvg_program *program, const struct cvg_ufn *ufn,
		   struct cvg_uses *out)
{
	if (is_id_function(ufn)) {
		out->blocks |= !strstr(ufn->name, "get_local_id");
		out->threads |= !strstr(ufn->name, "get_group_id");
		return;
	}
	for (uint32_t i = 0; i < ufn->nuops; i++) {
		out->stores |= ufn->uops[i].code == CVG_U_STORE &&
			       (ufn->uops[i].kind2 == CVG_SPACE_GLOBAL ||
				ufn->uops[i].kind2 == CVG_SPACE_FLAT);
		if (cvg_is_lane(program, &ufn->uops[i])) {
			out->lanes = true;
			out->axes |= CVG_AXIS_X;
		}
		if (ufn->uops[i].code != CVG_U_SREG)
			continue;
		out->axes |= cvg_axis_of(ufn->uops[i].n);
		out->threads |= ufn->uops[i].n <= CVG_S_TID_Z;
		out->blocks |= ufn->uops[i].n >= CVG_S_CTAID_X &&
			       ufn->uops[i].n <= CVG_S_CTAID_Z;
	}
}
