/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Functions that return a work-item's ids, wait for other work-items, or
 * exchange values with them. A sub-group is a warp. All groups of a launch have
 * the same size, and global ids have no offset.
 */
#include "builtin.h"

/* ---- numbers ----------------------------------------------------------- */

static uint32_t axis_of(struct cvg_bi *builtin, enum cvg_sreg first,
			uint32_t axis)
{
	return cvg_build_sreg(&builtin->in, (enum cvg_sreg)(first + axis),
			      CVG_K_I32);
}

static uint32_t product(struct cvg_bi *builtin, uint32_t x, uint32_t y)
{
	return cvg_build_op2(&builtin->in, CVG_U_MUL, CVG_K_I32, x, y);
}

static uint32_t sum(struct cvg_bi *builtin, uint32_t x, uint32_t y)
{
	return cvg_build_op2(&builtin->in, CVG_U_ADD, CVG_K_I32, x, y);
}

static uint32_t item(struct cvg_bi *builtin, enum cvg_bi_item what,
		     uint32_t axis)
{
	switch (what) {
	case CVG_WI_LOCAL_ID:
		return axis_of(builtin, CVG_S_TID_X, axis);
	case CVG_WI_GROUP_ID:
		return axis_of(builtin, CVG_S_CTAID_X, axis);
	case CVG_WI_GLOBAL_ID:
		return sum(builtin,
			   product(builtin,
				   axis_of(builtin, CVG_S_CTAID_X, axis),
				   axis_of(builtin, CVG_S_NTID_X, axis)),
			   axis_of(builtin, CVG_S_TID_X, axis));
	case CVG_WI_LOCAL_SIZE:
		return axis_of(builtin, CVG_S_NTID_X, axis);
	case CVG_WI_NUM_GROUPS:
		return axis_of(builtin, CVG_S_NCTAID_X, axis);
	case CVG_WI_GLOBAL_SIZE:
		return product(builtin, axis_of(builtin, CVG_S_NCTAID_X, axis),
			       axis_of(builtin, CVG_S_NTID_X, axis));
	case CVG_WI_OFFSET:
		break;
	}
	return cvg_build_i32(&builtin->in, 0);
}

/* The answer for an axis that does not exist: its size is 1, its id 0. */
static uint32_t beyond(struct cvg_bi *builtin, enum cvg_bi_item what)
{
	return cvg_build_i32(&builtin->in, what == CVG_WI_LOCAL_SIZE ||
						   what == CVG_WI_NUM_GROUPS ||
						   what == CVG_WI_GLOBAL_SIZE);
}

static void put_number(struct cvg_bi *builtin, uint32_t ref)
{
	enum cvg_kind kind = (enum cvg_kind)builtin->in.res->at[0].kind;

	cvg_build_put(&builtin->in, 0,
		      cvg_build_resize(&builtin->in, cvg_dec_plain(CVG_K_I32),
				       kind, ref, false));
}

bool cvg_bi_workitem(struct cvg_bi *builtin)
{
	enum cvg_bi_item what = (enum cvg_bi_item)builtin->is.n;
	struct cvg_in *in = &builtin->in;
	uint32_t ref, axis;
	uint64_t known;

	if (cvg_build_imm(in, 0, &known)) {
		put_number(builtin,
			   known < 3 ? item(builtin, what, (uint32_t)known)
				     : beyond(builtin, what));
		return true;
	}
	axis = cvg_build_arg(in, 0, 0);
	ref = beyond(builtin, what);
	for (uint32_t k = 3; k-- > 0;) {
		uint32_t is = cvg_build_icmp(in, LLVMIntEQ, CVG_K_I32, axis,
					     cvg_build_i32(in, k));

		ref = cvg_build_select(in, CVG_K_I32, is,
				       item(builtin, what, k), ref);
	}
	put_number(builtin, ref);
	return true;
}

/* get_work_dim: the number of axes up to the last one with more than one
 * work-item. */
bool cvg_bi_workdim(struct cvg_bi *builtin)
{
	struct cvg_in *in = &builtin->in;
	uint32_t ref = cvg_build_i32(in, 1), more;

	for (uint32_t axis = 1; axis < 3; axis++) {
		more = cvg_build_icmp(in, LLVMIntUGT, CVG_K_I32,
				      item(builtin, CVG_WI_GLOBAL_SIZE, axis),
				      cvg_build_i32(in, 1));
		ref = cvg_build_select(in, CVG_K_I32, more,
				       cvg_build_i32(in, axis + 1), ref);
	}
	put_number(builtin, ref);
	return true;
}

static uint32_t linear(struct cvg_bi *builtin, enum cvg_bi_item id,
		       enum cvg_bi_item size)
{
	uint32_t ref = item(builtin, id, 2);

	ref = sum(builtin, product(builtin, ref, item(builtin, size, 1)),
		  item(builtin, id, 1));
	return sum(builtin, product(builtin, ref, item(builtin, size, 0)),
		   item(builtin, id, 0));
}

uint32_t cvg_bi_linear_id(struct cvg_bi *builtin)
{
	return linear(builtin, CVG_WI_LOCAL_ID, CVG_WI_LOCAL_SIZE);
}

bool cvg_bi_linear(struct cvg_bi *builtin)
{
	put_number(builtin, builtin->is.n ? linear(builtin, CVG_WI_GLOBAL_ID,
						   CVG_WI_GLOBAL_SIZE)
					  : cvg_bi_linear_id(builtin));
	return true;
}

/* The number of work-items of the group. */
static uint32_t group_size(struct cvg_bi *builtin)
{
	return product(builtin,
		       product(builtin, item(builtin, CVG_WI_LOCAL_SIZE, 0),
			       item(builtin, CVG_WI_LOCAL_SIZE, 1)),
		       item(builtin, CVG_WI_LOCAL_SIZE, 2));
}

uint32_t cvg_bi_sub_size(struct cvg_bi *builtin)
{
	struct cvg_in *in = &builtin->in;
	uint32_t full = cvg_build_sreg(in, CVG_S_WARPSIZE, CVG_K_I32);
	uint32_t before = product(
		builtin, cvg_build_sreg(in, CVG_S_WARPID, CVG_K_I32), full);
	uint32_t left = cvg_build_op2(in, CVG_U_SUB, CVG_K_I32,
				      group_size(builtin), before);

	return cvg_build_op2(in, CVG_U_UMIN, CVG_K_I32, left, full);
}

bool cvg_bi_subgroup(struct cvg_bi *builtin)
{
	struct cvg_in *in = &builtin->in;

	switch ((enum cvg_bi_sub)builtin->is.n) {
	case CVG_SG_LANE:
		put_number(builtin,
			   cvg_build_sreg(in, CVG_S_LANEID, CVG_K_I32));
		break;
	case CVG_SG_SUBID:
		put_number(builtin,
			   cvg_build_sreg(in, CVG_S_WARPID, CVG_K_I32));
		break;
	case CVG_SG_NSUB:
		put_number(builtin,
			   cvg_build_sreg(in, CVG_S_NWARPID, CVG_K_I32));
		break;
	case CVG_SG_SUBSIZE:
		put_number(builtin, cvg_bi_sub_size(builtin));
		break;
	case CVG_SG_MAXSUBSIZE:
		put_number(builtin,
			   cvg_build_sreg(in, CVG_S_WARPSIZE, CVG_K_I32));
		break;
	}
	return true;
}

/* ---- waiting ----------------------------------------------------------- */

/* A barrier. Events to wait for have already happened: copies are done at
 * once. */
bool cvg_bi_barrier(struct cvg_bi *builtin)
{
	if (!cvg_bi_gives(builtin, 'v', 1))
		return false;
	cvg_dec_emit(builtin->in.decoder, CVG_U_BARRIER, CVG_K_I32);
	return true;
}

/* The row's n is the scope; of one thread: it orders nothing. */
bool cvg_bi_fence(struct cvg_bi *builtin)
{
	if (!cvg_bi_gives(builtin, 'v', 1))
		return false;
	cvg_dec_fence(builtin->in.decoder, builtin->is.n ? CVG_ORDER_BOTH : 0,
		      (enum cvg_scope)builtin->is.n);
	return true;
}

/* ---- active lanes ------------------------------------------------------ */

/* The number of active lanes below this one. */
bool cvg_bi_active_lane(struct cvg_bi *builtin)
{
	struct cvg_in *in = &builtin->in;
	uint32_t exec = cvg_build_sreg(in, CVG_S_EXEC, CVG_K_I64);
	uint32_t lane = cvg_build_resize(
		in, cvg_dec_plain(CVG_K_I32), CVG_K_I64,
		cvg_build_sreg(in, CVG_S_LANEID, CVG_K_I32), false);
	uint32_t below =
		cvg_build_op2(in, CVG_U_SHL, CVG_K_I64,
			      cvg_build_int(in, CVG_K_I64, UINT64_MAX), lane);

	below = cvg_build_opk(in, CVG_U_XOR, CVG_K_I64, below, UINT64_MAX);
	below = cvg_build_op2(in, CVG_U_AND, CVG_K_I64, below, exec);
	below = cvg_build_op1(in, CVG_U_CTPOP, CVG_K_I64, below);
	put_number(builtin, cvg_build_convert(in, CVG_U_TRUNC, CVG_K_I64,
					      CVG_K_I32, below, 0));
	return true;
}
