/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Functions by which the work-items of a sub-group exchange values and masks ("The
 * OpenCL Extension Specification", cl_khr_subgroup_shuffle, _shuffle_relative,
 * _rotate, _ballot and _non_uniform_vote). A sub-group is a warp. The work-items
 * that do not come to the call take no part in it, and their values are undefined.
 *
 * A mask has a bit for each work-item and is a uint4, of which a warp needs 64 bits
 * at most; they are one number here.
 */
#include "builtin.h"

static uint32_t condition(struct cvg_bi *builtin)
{
	return cvg_build_icmp(&builtin->in, LLVMIntNE, CVG_K_I32,
			      cvg_build_arg(&builtin->in, 0, 0),
			      cvg_build_i32(&builtin->in, 0));
}

static struct cvg_uop *warp_op(struct cvg_bi *builtin, enum cvg_warpop op,
			       enum cvg_kind kind, uint32_t dst)
{
	struct cvg_uop *uop =
		cvg_dec_emit(builtin->in.decoder, CVG_U_WARP, kind);

	uop->n = (uint16_t)op;
	uop->dst = dst;
	return uop;
}

bool cvg_bi_sub_vote(struct cvg_bi *builtin)
{
	uint32_t a = condition(builtin),
		 dst = cvg_dec_temp(builtin->in.decoder, CVG_K_BIT);

	warp_op(builtin, (enum cvg_warpop)builtin->is.n, CVG_K_BIT, dst)->a = a;
	cvg_build_put(&builtin->in, 0,
		      cvg_build_convert(&builtin->in, CVG_U_ZEXT, CVG_K_BIT,
					CVG_K_I32, dst, 0));
	return true;
}

/* The reduction of a warp that does this to two numbers. */
static bool reduces(enum cvg_rmw rmw, enum cvg_warpop *out)
{
	static const struct {
		enum cvg_rmw rmw;
		enum cvg_warpop op;
	} rows[] = {
		{CVG_A_ADD, CVG_W_REDUCE_ADD},	 {CVG_A_MIN, CVG_W_REDUCE_SMIN},
		{CVG_A_UMIN, CVG_W_REDUCE_UMIN}, {CVG_A_MAX, CVG_W_REDUCE_SMAX},
		{CVG_A_UMAX, CVG_W_REDUCE_UMAX}, {CVG_A_AND, CVG_W_REDUCE_AND},
		{CVG_A_OR, CVG_W_REDUCE_OR},	 {CVG_A_XOR, CVG_W_REDUCE_XOR},
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		*out = rows[i].op;
		if (rows[i].rmw == rmw)
			return true;
	}
	return false;
}

/* A reduction over the sub-group; the types are those that the warp's
 * reductions have. */
bool cvg_bi_sub_reduce(struct cvg_bi *builtin)
{
	char scalar = builtin->params[0].scalar;
	uint32_t a, dst;
	enum cvg_warpop op;

	if (bi_float(scalar) || cvg_bi_kind(scalar) < CVG_K_I32 ||
	    builtin->in.res->n != 1)
		return false;
	if (!reduces(cvg_bi_rmw((enum cvg_rmw)builtin->is.n, scalar), &op))
		return false;
	a = cvg_build_arg(&builtin->in, 0, 0);
	dst = builtin->in.dst;
	warp_op(builtin, op, cvg_bi_kind(scalar), dst)->a = a;
	return true;
}

static void put_bit(struct cvg_bi *builtin, uint32_t bit)
{
	cvg_build_put(&builtin->in, 0,
		      cvg_build_convert(&builtin->in, CVG_U_ZEXT, CVG_K_BIT,
					CVG_K_I32, bit, 0));
}

static uint32_t widen(struct cvg_in *in, uint32_t number)
{
	return cvg_build_convert(in, CVG_U_ZEXT, CVG_K_I32, CVG_K_I64, number,
				 0);
}

static uint32_t lane_of(struct cvg_in *in)
{
	return cvg_build_sreg(in, CVG_S_LANEID, CVG_K_I32);
}

/* Bit `lane` of the mask. */
static uint32_t bit_of(struct cvg_in *in, uint32_t mask, uint32_t lane)
{
	uint32_t at = cvg_build_opk(in, CVG_U_AND, CVG_K_I32, lane, 63);
	uint32_t bits =
		cvg_build_op2(in, CVG_U_LSHR, CVG_K_I64, mask, widen(in, at));

	return cvg_build_convert(in, CVG_U_TRUNC, CVG_K_I64, CVG_K_BIT, bits,
				 0);
}

/* ---- values ------------------------------------------------------------- */

/* The value of `data` in that lane; undefined if it is not there. */
static uint32_t pull(struct cvg_in *in, enum cvg_kind kind, uint32_t lane,
		     uint32_t data)
{
	uint32_t exec = cvg_build_sreg(in, CVG_S_EXEC, CVG_K_I64);
	uint32_t size = cvg_build_sreg(in, CVG_S_WARPSIZE, CVG_K_I32);
	uint32_t there = cvg_build_icmp(in, LLVMIntULT, CVG_K_I32, lane, size);
	uint32_t at = cvg_build_opk(in, CVG_U_SHL, CVG_K_I32, lane, 2);
	uint32_t dst = cvg_dec_temp(in->decoder, kind);
	struct cvg_uop *uop = cvg_dec_emit(in->decoder, CVG_U_WARP, kind);

	uop->n = CVG_W_BPERMUTE;
	uop->dst = dst;
	uop->a = at;
	uop->b = data;
	there = cvg_build_op2(in, CVG_U_AND, CVG_K_BIT, there,
			      bit_of(in, exec, lane));
	return cvg_build_select(in, kind, there, dst,
				cvg_dec_undef(in->decoder, kind));
}

/* The lane that is so far away, counted round the sub-group. */
static uint32_t rotated(struct cvg_bi *builtin, uint32_t lane, uint32_t by)
{
	struct cvg_in *in = &builtin->in;
	uint32_t size = cvg_bi_sub_size(builtin);

	by = cvg_build_op2(in, CVG_U_SREM, CVG_K_I32, by, size);
	lane = cvg_build_op2(in, CVG_U_ADD, CVG_K_I32, lane, by);
	lane = cvg_build_op2(in, CVG_U_ADD, CVG_K_I32, lane, size);
	return cvg_build_op2(in, CVG_U_UREM, CVG_K_I32, lane, size);
}

static uint32_t source(struct cvg_bi *builtin)
{
	struct cvg_in *in = &builtin->in;
	uint32_t lane = lane_of(in), by = cvg_build_arg(in, 1, 0);

	switch ((enum cvg_bi_shuffle)builtin->is.n) {
	case CVG_SH_LANE:
		return by;
	case CVG_SH_XOR:
		return cvg_build_op2(in, CVG_U_XOR, CVG_K_I32, lane, by);
	case CVG_SH_UP:
		return cvg_build_op2(in, CVG_U_SUB, CVG_K_I32, lane, by);
	case CVG_SH_DOWN:
		return cvg_build_op2(in, CVG_U_ADD, CVG_K_I32, lane, by);
	case CVG_SH_ROTATE:
		return rotated(builtin, lane, by);
	}
	return by;
}

bool cvg_bi_sub_shuffle(struct cvg_bi *builtin)
{
	struct cvg_in *in = &builtin->in;
	uint32_t lane = source(builtin);

	for (uint32_t k = 0; k < in->res->n; k++)
		cvg_build_put(in, k,
			      pull(in, (enum cvg_kind)in->res->at[k].kind, lane,
				   cvg_build_arg(in, 0, k)));
	return true;
}

bool cvg_bi_sub_first(struct cvg_bi *builtin)
{
	struct cvg_in *in = &builtin->in;

	for (uint32_t k = 0; k < in->res->n; k++) {
		uint32_t a = cvg_build_arg(in, 0, k);

		warp_op(builtin, CVG_W_FIRSTLANE,
			(enum cvg_kind)in->res->at[k].kind, in->dst + k)
			->a = a;
	}
	return true;
}

bool cvg_bi_sub_elect(struct cvg_bi *builtin)
{
	uint32_t exec = cvg_build_sreg(&builtin->in, CVG_S_EXEC, CVG_K_I64);
	uint32_t first =
		cvg_build_op1(&builtin->in, CVG_U_CTTZ, CVG_K_I64, exec);

	put_bit(builtin,
		cvg_build_icmp(&builtin->in, LLVMIntEQ, CVG_K_I64, first,
			       widen(&builtin->in, lane_of(&builtin->in))));
	return true;
}

/* Do all active lanes have the same number? */
bool cvg_bi_sub_equal(struct cvg_bi *builtin)
{
	struct cvg_in *in = &builtin->in;
	enum cvg_kind kind = cvg_bi_kind(builtin->params[0].scalar);
	uint32_t a, first, all, same;

	if (builtin->params[0].lanes != 1)
		return false;
	first = cvg_dec_temp(in->decoder, kind);
	all = cvg_dec_temp(in->decoder, CVG_K_BIT);
	a = cvg_build_arg(in, 0, 0);
	warp_op(builtin, CVG_W_FIRSTLANE, kind, first)->a = a;
	same = bi_float(builtin->params[0].scalar)
		       ? cvg_build_fcmp(in, LLVMRealOEQ, kind, a, first)
		       : cvg_build_icmp(in, LLVMIntEQ, kind, a, first);
	warp_op(builtin, CVG_W_ALL, CVG_K_BIT, all)->a = same;
	put_bit(builtin, all);
	return true;
}

/* ---- masks -------------------------------------------------------------- */

static bool put_mask(struct cvg_bi *builtin, uint32_t mask)
{
	struct cvg_in *in = &builtin->in;
	uint32_t high = cvg_build_opk(in, CVG_U_LSHR, CVG_K_I64, mask, 32);

	cvg_build_put(in, 0,
		      cvg_build_convert(in, CVG_U_TRUNC, CVG_K_I64, CVG_K_I32,
					mask, 0));
	cvg_build_put(in, 1,
		      cvg_build_convert(in, CVG_U_TRUNC, CVG_K_I64, CVG_K_I32,
					high, 0));
	cvg_build_put(in, 2, cvg_build_i32(in, 0));
	cvg_build_put(in, 3, cvg_build_i32(in, 0));
	return true;
}

/* The mask of all lanes of the sub-group. */
static uint32_t whole(struct cvg_bi *builtin)
{
	struct cvg_in *in = &builtin->in;
	uint32_t left =
		cvg_build_op2(in, CVG_U_SUB, CVG_K_I32, cvg_build_i32(in, 64),
			      cvg_bi_sub_size(builtin));

	return cvg_build_op2(in, CVG_U_LSHR, CVG_K_I64,
			     cvg_build_int(in, CVG_K_I64, UINT64_MAX),
			     widen(in, left));
}

/* The mask that is argument 0, if there is one. */
static bool take_mask(struct cvg_bi *builtin, uint32_t *mask)
{
	struct cvg_in *in = &builtin->in;
	const struct cvg_mtype *of = builtin->params;
	uint32_t high;

	if (of->scalar != 'j' || of->lanes != 4 || of->stars)
		return false;
	high = cvg_build_opk(in, CVG_U_SHL, CVG_K_I64,
			     widen(in, cvg_build_arg(in, 0, 1)), 32);
	*mask = cvg_build_op2(in, CVG_U_OR, CVG_K_I64,
			      widen(in, cvg_build_arg(in, 0, 0)), high);
	return true;
}

bool cvg_bi_ballot(struct cvg_bi *builtin)
{
	const struct cvg_mtype *of = builtin->params;
	uint32_t a, mask;

	if (builtin->in.nargs != 1 || of->scalar != 'i' || of->lanes != 1 ||
	    of->stars || !cvg_bi_gives(builtin, 'j', 4))
		return false;
	a = condition(builtin);
	mask = cvg_dec_temp(builtin->in.decoder, CVG_K_I64);
	warp_op(builtin, CVG_W_BALLOT, CVG_K_I64, mask)->a = a;
	return put_mask(builtin, mask);
}

/* The lanes below this one, and this one. */
static uint32_t lanes_to(struct cvg_bi *builtin, bool self)
{
	struct cvg_in *in = &builtin->in;
	uint32_t lane = widen(in, lane_of(in));
	uint32_t one = cvg_build_op2(in, CVG_U_SHL, CVG_K_I64,
				     cvg_build_int(in, CVG_K_I64, 1), lane);
	uint32_t below =
		cvg_build_opk(in, CVG_U_ADD, CVG_K_I64, one, UINT64_MAX);

	return self ? cvg_build_op2(in, CVG_U_OR, CVG_K_I64, below, one)
		    : below;
}

bool cvg_bi_lane_mask(struct cvg_bi *builtin)
{
	struct cvg_in *in = &builtin->in;
	enum cvg_bi_lanes n = (enum cvg_bi_lanes)builtin->is.n;
	bool self = n == CVG_LM_LE || n == CVG_LM_GT || n == CVG_LM_EQ;
	uint32_t mask;

	if (in->nargs || !cvg_bi_gives(builtin, 'j', 4))
		return false;
	mask = lanes_to(builtin, self);
	if (n == CVG_LM_EQ)
		mask = cvg_build_op2(in, CVG_U_XOR, CVG_K_I64, mask,
				     lanes_to(builtin, false));
	if (n == CVG_LM_GE || n == CVG_LM_GT)
		mask = cvg_build_op2(in, CVG_U_AND, CVG_K_I64,
				     cvg_build_opk(in, CVG_U_XOR, CVG_K_I64,
						   mask, UINT64_MAX),
				     whole(builtin));
	return put_mask(builtin, mask);
}

/* A number that the bits of a mask make. */
static uint32_t number_of(struct cvg_bi *builtin, uint32_t mask)
{
	struct cvg_in *in = &builtin->in;

	switch ((enum cvg_bi_mask)builtin->is.n) {
	case CVG_BM_COUNT:
		break;
	case CVG_BM_BELOW:
		mask = cvg_build_op2(in, CVG_U_AND, CVG_K_I64, mask,
				     lanes_to(builtin, false));
		break;
	case CVG_BM_UP_TO:
		mask = cvg_build_op2(in, CVG_U_AND, CVG_K_I64, mask,
				     lanes_to(builtin, true));
		break;
	case CVG_BM_LOWEST:
		return cvg_build_op1(in, CVG_U_CTTZ, CVG_K_I64, mask);
	case CVG_BM_HIGHEST:
		return cvg_build_op2(
			in, CVG_U_SUB, CVG_K_I64,
			cvg_build_int(in, CVG_K_I64, 63),
			cvg_build_op1(in, CVG_U_CTLZ, CVG_K_I64, mask));
	}
	return cvg_build_op1(in, CVG_U_CTPOP, CVG_K_I64, mask);
}

bool cvg_bi_mask_number(struct cvg_bi *builtin)
{
	struct cvg_in *in = &builtin->in;
	uint32_t mask;

	if (in->nargs != 1 || !cvg_bi_gives(builtin, 'j', 1) ||
	    !take_mask(builtin, &mask))
		return false;
	mask = cvg_build_op2(in, CVG_U_AND, CVG_K_I64, mask, whole(builtin));
	cvg_build_put(in, 0,
		      cvg_build_convert(in, CVG_U_TRUNC, CVG_K_I64, CVG_K_I32,
					number_of(builtin, mask), 0));
	return true;
}

/* Bit of the lane that is argument 1, or of this one. */
bool cvg_bi_mask_bit(struct cvg_bi *builtin)
{
	struct cvg_in *in = &builtin->in;
	bool asked = builtin->is.n != 0;
	uint32_t mask, lane;

	if (in->nargs != (asked ? 2u : 1u) || !cvg_bi_gives(builtin, 'i', 1) ||
	    (asked && (builtin->params[1].scalar != 'j' ||
		       builtin->params[1].lanes != 1)) ||
	    !take_mask(builtin, &mask))
		return false;
	lane = asked ? cvg_build_arg(in, 1, 0) : lane_of(in);
	put_bit(builtin, bit_of(in, mask, lane));
	return true;
}
