/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Functions that all work-items of a group or sub-group call together and whose
 * result depends on all of them. A sub-group is a warp.
 */
#include "builtin.h"

static void collect(struct cvg_bi *builtin, enum cvg_rmw op, enum cvg_kind kind,
		    uint32_t dst, uint32_t a, uint32_t index)
{
	struct cvg_uop *uop =
		cvg_dec_op(builtin->in.decoder, CVG_U_COLLECT,
			   cvg_dec_plain(kind), dst, a, index, CVG_NONE);

	uop->n = (uint16_t)op;
	uop->imm = builtin->is.n >> 8;
}

bool cvg_bi_collect(struct cvg_bi *builtin)
{
	char scalar = builtin->params[0].scalar;

	if (builtin->in.res->n != 1 || cvg_bi_kind(scalar) == CVG_NKINDS)
		return false;
	collect(builtin,
		cvg_bi_rmw((enum cvg_rmw)(builtin->is.n & 0xff), scalar),
		cvg_bi_kind(scalar), builtin->in.dst,
		cvg_build_arg(&builtin->in, 0, 0), CVG_NONE);
	return true;
}

/* work_group_all, if the row's operation is AND, and work_group_any, if OR. */
bool cvg_bi_collect_vote(struct cvg_bi *builtin)
{
	struct cvg_in *in = &builtin->in;
	uint32_t is =
		cvg_build_icmp(in, LLVMIntNE, CVG_K_I32,
			       cvg_build_arg(in, 0, 0), cvg_build_i32(in, 0));
	uint32_t a =
		cvg_build_convert(in, CVG_U_ZEXT, CVG_K_BIT, CVG_K_I32, is, 0);

	collect(builtin, (enum cvg_rmw)(builtin->is.n & 0xff), CVG_K_I32,
		in->dst, a, CVG_NONE);
	return true;
}

/* The linear number of the work-item whose ids along up to three axes are the
 * arguments; UINT32_MAX if one of them is too large. */
static uint32_t item_asked(struct cvg_bi *builtin)
{
	struct cvg_in *in = &builtin->in;
	struct cvg_scalar i32 = cvg_dec_plain(CVG_K_I32);
	uint32_t at = cvg_build_int(in, CVG_K_I64, 0),
		 none = cvg_build_i32(in, UINT32_MAX);
	uint32_t ok = CVG_NONE;

	for (unsigned axis = in->nargs - 1; axis-- > 0;) {
		uint32_t size = cvg_build_sreg(
			in, (enum cvg_sreg)(CVG_S_NTID_X + axis), CVG_K_I32);
		uint32_t id = cvg_build_arg(in, 1 + axis, 0), is;

		size = cvg_build_resize(in, i32, CVG_K_I64, size, false);
		id = cvg_build_resize(in, cvg_build_type(in, 1 + axis, 0),
				      CVG_K_I64, id, false);
		is = cvg_build_icmp(in, LLVMIntULT, CVG_K_I64, id, size);
		ok = ok == CVG_NONE
			     ? is
			     : cvg_build_op2(in, CVG_U_AND, CVG_K_BIT, ok, is);
		at = cvg_build_op2(in, CVG_U_MUL, CVG_K_I64, at, size);
		at = cvg_build_op2(in, CVG_U_ADD, CVG_K_I64, at, id);
	}
	at = cvg_build_convert(in, CVG_U_TRUNC, CVG_K_I64, CVG_K_I32, at, 0);
	return cvg_build_select(in, CVG_K_I32, ok, at, none);
}

bool cvg_bi_collect_one(struct cvg_bi *builtin)
{
	struct cvg_in *in = &builtin->in;
	bool warp = (builtin->is.n >> 8 & CVG_C_WARP) != 0;
	uint32_t at = warp ? cvg_build_arg(in, 1, 0) : item_asked(builtin);

	for (uint32_t k = 0; k < in->res->n; k++)
		collect(builtin, CVG_A_XCHG, (enum cvg_kind)in->res->at[k].kind,
			in->dst + k, cvg_build_arg(in, 0, k), at);
	return true;
}
