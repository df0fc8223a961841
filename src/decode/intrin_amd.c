/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * AMDGPU's arithmetic intrinsics, as the instruction set manuals define their
 * instructions ("AMD Instinct MI200" and "RDNA 3" Instruction Set
 * Architecture: Reference Guide).
 */
#include "intrin.h"

#define K32 CVG_K_I32
#define K64 CVG_K_I64

/* ---- floats -------------------------------------------------------------- */

/* The bits of the mask have the same meaning as those of LLVM's is.fpclass. */
bool cvg_in_amd_class(struct cvg_in *in)
{
	struct cvg_scalar t = cvg_build_type(in, 0, 0);
	uint32_t x = cvg_build_arg(in, 0, 0), mask = cvg_build_arg(in, 1, 0),
		 any = CVG_NONE;
	uint64_t tests;

	if (cvg_build_imm(in, 1, &tests)) {
		cvg_dec_op(in->decoder, CVG_U_FCLASS, t, in->dst, x, CVG_NONE,
			   CVG_NONE)
			->imm = tests & 0x3ff;
		return true;
	}
	for (unsigned i = 0; i < 10; i++) {
		uint32_t is = cvg_build_op1(in, CVG_U_FCLASS,
					    (enum cvg_kind)t.kind, x);
		uint32_t wanted;

		in->decoder->uops.at[in->decoder->uops.n - 1].imm = UINT64_C(1)
								    << i;
		wanted = cvg_build_opk(in, CVG_U_LSHR, K32, mask, i);
		wanted = cvg_build_convert(in, CVG_U_TRUNC, K32, CVG_K_BIT,
					   wanted, 0);
		is = cvg_build_op2(in, CVG_U_AND, CVG_K_BIT, is, wanted);
		any = any == CVG_NONE
			      ? is
			      : cvg_build_op2(in, CVG_U_OR, CVG_K_BIT, any, is);
	}
	cvg_build_put(in, 0, any);
	return true;
}

/*
 * div.scale, div.fmas and div.fixup are the three steps of a division. The
 * first two need not scale here, because div.fixup divides numerator by
 * denominator and rounds once.
 */
bool cvg_in_div_scale(struct cvg_in *in)
{
	uint64_t numerator;

	if (!cvg_build_imm(in, 2, &numerator))
		return false;
	cvg_build_put(in, 0, cvg_build_arg(in, numerator ? 0 : 1, 0));
	cvg_build_put(in, 1, cvg_build_int(in, CVG_K_BIT, 0));
	return true;
}

bool cvg_in_div_fmas(struct cvg_in *in)
{
	struct cvg_scalar t = in->res->at[0];

	cvg_dec_op(in->decoder, CVG_U_FMA, t, in->dst, cvg_build_arg(in, 0, 0),
		   cvg_build_arg(in, 1, 0), cvg_build_arg(in, 2, 0));
	return true;
}

/* The arguments are an estimate, the denominator and the numerator; those of
 * fdiv.fast (n: 1) are the numerator and the denominator. */
bool cvg_in_div_fixup(struct cvg_in *in)
{
	struct cvg_scalar t = in->res->at[0];
	bool fast = in->row->n;

	cvg_dec_op(in->decoder, CVG_U_FDIV, t, in->dst,
		   cvg_build_arg(in, fast ? 0 : 2, 0), cvg_build_arg(in, 1, 0),
		   CVG_NONE)
		->flags |= cvg_dec_float_flags(in->decoder, in->call,
					       (enum cvg_kind)t.kind);
	return true;
}

/* The median of three numbers; the least one if any is a NaN. */
bool cvg_in_fmed3(struct cvg_in *in)
{
	for (uint32_t k = 0; k < in->res->n; k++) {
		enum cvg_kind kind = (enum cvg_kind)in->res->at[k].kind;
		uint32_t a = cvg_build_arg(in, 0, k),
			 b = cvg_build_arg(in, 1, k);
		uint32_t c = cvg_build_arg(in, 2, k);
		uint32_t low = cvg_build_math2(in, CVG_M_MINNUM, kind, a, b);
		uint32_t high = cvg_build_math2(in, CVG_M_MAXNUM, kind, a, b);
		uint32_t least =
			cvg_build_math2(in, CVG_M_MINNUM, kind, low, c);
		uint32_t nan = cvg_build_fcmp(in, LLVMRealUNO, kind, a, b);
		uint32_t nan_c = cvg_build_fcmp(in, LLVMRealUNO, kind, c, c);

		high = cvg_build_math2(in, CVG_M_MINNUM, kind, high, c);
		high = cvg_build_math2(in, CVG_M_MAXNUM, kind, low, high);
		nan = cvg_build_op2(in, CVG_U_OR, CVG_K_BIT, nan, nan_c);
		cvg_build_put(in, k,
			      cvg_build_select(in, kind, nan, least, high));
	}
	return true;
}

/* fma, but the product of 0 and anything is 0. */
bool cvg_in_fma_legacy(struct cvg_in *in)
{
	enum cvg_kind kind = CVG_K_F32;
	uint32_t a = cvg_build_arg(in, 0, 0), b = cvg_build_arg(in, 1, 0);
	uint32_t c = cvg_build_arg(in, 2, 0),
		 zero = cvg_build_float(in, kind, 0);
	uint32_t none = cvg_build_fcmp(in, LLVMRealOEQ, kind, a, zero);
	uint32_t none_b = cvg_build_fcmp(in, LLVMRealOEQ, kind, b, zero);
	uint32_t fused = cvg_build_op(in, CVG_U_FMA, kind, a, b, c);
	uint32_t plain = cvg_build_op2(in, CVG_U_FADD, kind, zero, c);

	none = cvg_build_op2(in, CVG_U_OR, CVG_K_BIT, none, none_b);
	cvg_build_put(in, 0, cvg_build_select(in, kind, none, plain, fused));
	return true;
}

bool cvg_in_fmad_ftz(struct cvg_in *in)
{
	enum cvg_kind kind = (enum cvg_kind)in->res->at[0].kind;
	uint32_t product =
		cvg_build_op2(in, CVG_U_FMUL, kind, cvg_build_arg(in, 0, 0),
			      cvg_build_arg(in, 1, 0));

	in->decoder->uops.at[in->decoder->uops.n - 1].flags |= CVG_UF_FTZ;
	cvg_dec_op(in->decoder, CVG_U_FADD, cvg_dec_plain(kind), in->dst,
		   product, cvg_build_arg(in, 2, 0), CVG_NONE)
		->flags |= CVG_UF_FTZ;
	return true;
}

/* ---- conversions ---------------------------------------------------- */

bool cvg_in_pkrtz(struct cvg_in *in)
{
	for (unsigned i = 0; i < 2; i++)
		cvg_build_put(in, i,
			      cvg_build_convert(in, CVG_U_FPTRUNC, CVG_K_F32,
						CVG_K_F16,
						cvg_build_arg(in, i, 0), 1));
	return true;
}

bool cvg_in_cvt_pk(struct cvg_in *in)
{
	for (unsigned i = 0; i < 2; i++) {
		uint32_t a = cvg_build_arg(in, i, 0);

		if (in->row->n) {
			a = cvg_build_op2(
				in, CVG_U_SMAX, K32, a,
				cvg_build_i32(in, (uint64_t)INT64_C(-32768)));
			a = cvg_build_opk(in, CVG_U_SMIN, K32, a, 32767);
		} else {
			a = cvg_build_opk(in, CVG_U_UMIN, K32, a, 65535);
		}
		cvg_build_put(in, i,
			      cvg_build_convert(in, CVG_U_TRUNC, K32, CVG_K_I16,
						a, 0));
	}
	return true;
}

/* Map [-1, 1] or [0, 1] to the range of signed or unsigned 16-bit integers, a
 * NaN to 0. */
bool cvg_in_cvt_pknorm(struct cvg_in *in)
{
	const enum cvg_kind f = CVG_K_F32;
	bool sign = in->row->n;

	for (unsigned i = 0; i < 2; i++) {
		uint32_t x = cvg_build_arg(in, i, 0);

		if (sign) {
			x = cvg_build_math2(in, CVG_M_MAXIMUM, f, x,
					    cvg_build_float(in, f, -1));
			x = cvg_build_math2(in, CVG_M_MINIMUM, f, x,
					    cvg_build_float(in, f, 1));
		} else {
			x = cvg_build_op1(in, CVG_U_CLAMP01, f, x);
		}
		x = cvg_build_op2(in, CVG_U_FMUL, f, x,
				  cvg_build_float(in, f, sign ? 32767 : 65535));
		cvg_build_put(in, i,
			      cvg_build_convert(in,
						sign ? CVG_U_FPTOSI_SAT
						     : CVG_U_FPTOUI_SAT,
						f, CVG_K_I16, x, 1));
	}
	return true;
}

/* The lowest four bits as a signed number of sixteenths. */
bool cvg_in_cvt_off(struct cvg_in *in)
{
	uint32_t a =
		cvg_build_opk(in, CVG_U_SHL, K32, cvg_build_arg(in, 0, 0), 28);

	a = cvg_build_opk(in, CVG_U_ASHR, K32, a, 28);
	a = cvg_build_convert(in, CVG_U_SITOFP, K32, CVG_K_F32, a, 0);
	cvg_build_put(in, 0,
		      cvg_build_op2(in, CVG_U_FMUL, CVG_K_F32, a,
				    cvg_build_float(in, CVG_K_F32, 0.0625)));
	return true;
}

/* ---- bits ----------------------------------------------------------- */

/* Extract `width` bits from bit `offset` on, but none beyond the last one. */
bool cvg_in_bfe(struct cvg_in *in)
{
	bool sign = in->row->n;
	uint32_t offset, width, v, mask, top;

	if (in->res->at[0].kind != K32)
		return false;
	offset = cvg_build_opk(in, CVG_U_AND, K32, cvg_build_arg(in, 1, 0), 31);
	width = cvg_build_opk(in, CVG_U_AND, K32, cvg_build_arg(in, 2, 0), 31);
	v = cvg_build_op2(in, sign ? CVG_U_ASHR : CVG_U_LSHR, K32,
			  cvg_build_arg(in, 0, 0), offset);
	mask = cvg_build_op2(in, CVG_U_SHL, K32, cvg_build_i32(in, 1), width);
	top = cvg_build_opk(in, CVG_U_LSHR, K32, mask, 1);
	mask = cvg_build_opk(in, CVG_U_SUB, K32, mask, 1);
	v = cvg_build_op2(in, CVG_U_AND, K32, v, mask);
	if (sign) { /* flip the top bit and take its weight away again */
		v = cvg_build_op2(in, CVG_U_XOR, K32, v, top);
		v = cvg_build_op2(in, CVG_U_SUB, K32, v, top);
	}
	cvg_build_put(in, 0, v);
	return true;
}

bool cvg_in_alignbyte(struct cvg_in *in)
{
	uint32_t bits =
		cvg_build_opk(in, CVG_U_SHL, K32, cvg_build_arg(in, 2, 0), 3);

	cvg_build_put(in, 0,
		      cvg_build_op(in, CVG_U_FSHR, K32, cvg_build_arg(in, 0, 0),
				   cvg_build_arg(in, 1, 0), bits));
	return true;
}

/* The averages of the bytes of a and b, rounded up where the lowest bit of c's
 * byte is set. */
bool cvg_in_lerp(struct cvg_in *in)
{
	uint32_t a = cvg_build_arg(in, 0, 0), b = cvg_build_arg(in, 1, 0);
	uint32_t both = cvg_build_op2(in, CVG_U_AND, K32, a, b);
	uint32_t one = cvg_build_op2(in, CVG_U_XOR, K32, a, b);
	uint32_t half = cvg_build_opk(in, CVG_U_LSHR, K32, one, 1);
	uint32_t up =
		cvg_build_op2(in, CVG_U_AND, K32, one, cvg_build_arg(in, 2, 0));

	half = cvg_build_opk(in, CVG_U_AND, K32, half, 0x7f7f7f7f);
	up = cvg_build_opk(in, CVG_U_AND, K32, up, 0x01010101);
	half = cvg_build_op2(in, CVG_U_ADD, K32, half, both);
	cvg_build_put(in, 0, cvg_build_op2(in, CVG_U_ADD, K32, half, up));
	return true;
}

bool cvg_in_bitop3(struct cvg_in *in)
{
	enum cvg_kind kind = (enum cvg_kind)in->res->at[0].kind;
	uint32_t is[3];
	uint64_t table;

	if (!cvg_build_imm(in, 3, &table))
		return false;
	for (unsigned i = 0; i < 3; i++)
		is[i] = cvg_build_arg(in, i, 0);
	cvg_build_put(in, 0, cvg_build_truth(in, kind, is, table));
	return true;
}

/* 64 bits: each bit of the argument twice. */
bool cvg_in_bitreplicate(struct cvg_in *in)
{
	static const uint64_t masks[] = {
		UINT64_C(0x0000ffff0000ffff), UINT64_C(0x00ff00ff00ff00ff),
		UINT64_C(0x0f0f0f0f0f0f0f0f), UINT64_C(0x3333333333333333),
		UINT64_C(0x5555555555555555),
	};
	uint32_t x = cvg_build_convert(in, CVG_U_ZEXT, K32, K64,
				       cvg_build_arg(in, 0, 0), 0);
	uint32_t shifted;

	for (unsigned i = 0; i < 5; i++) {
		shifted = cvg_build_opk(in, CVG_U_SHL, K64, x, 16u >> i);
		x = cvg_build_op2(in, CVG_U_OR, K64, x, shifted);
		x = cvg_build_opk(in, CVG_U_AND, K64, x, masks[i]);
	}
	shifted = cvg_build_opk(in, CVG_U_SHL, K64, x, 1);
	cvg_build_put(in, 0, cvg_build_op2(in, CVG_U_OR, K64, x, shifted));
	return true;
}

/* s.wqm: set all four bits of each quad that has any bit set. s.quadmask (n:
 * 1): one bit for each quad that has any bit set. */
bool cvg_in_quads(struct cvg_in *in)
{
	static const uint64_t masks[] = {
		UINT64_C(0x0303030303030303),
		UINT64_C(0x000f000f000f000f),
		UINT64_C(0x000000ff000000ff),
		UINT64_C(0x000000000000ffff),
	};
	enum cvg_kind kind = (enum cvg_kind)in->res->at[0].kind;
	uint32_t x = cvg_build_arg(in, 0, 0), y;

	y = cvg_build_opk(in, CVG_U_LSHR, kind, x, 1);
	x = cvg_build_op2(in, CVG_U_OR, kind, x, y);
	y = cvg_build_opk(in, CVG_U_LSHR, kind, x, 2);
	x = cvg_build_op2(in, CVG_U_OR, kind, x, y);
	x = cvg_build_opk(in, CVG_U_AND, kind, x, UINT64_C(0x1111111111111111));
	for (unsigned i = 0; in->row->n && i < (kind == K64 ? 4 : 3); i++) {
		y = cvg_build_opk(in, CVG_U_LSHR, kind, x, 3u << i);
		x = cvg_build_op2(in, CVG_U_OR, kind, x, y);
		x = cvg_build_opk(in, CVG_U_AND, kind, x, masks[i]);
	}
	if (!in->row->n)
		x = cvg_build_opk(in, CVG_U_MUL, kind, x, 15);
	cvg_build_put(in, 0, x);
	return true;
}

/* The number of bits at the top that equal the sign bit; -1 if all do. */
bool cvg_in_sffbh(struct cvg_in *in)
{
	uint32_t x = cvg_build_arg(in, 0, 0), sign, n, none;

	if (in->res->at[0].kind != K32)
		return false;
	sign = cvg_build_opk(in, CVG_U_ASHR, K32, x, 31);
	x = cvg_build_op2(in, CVG_U_XOR, K32, x, sign);
	n = cvg_build_op1(in, CVG_U_CTLZ, K32, x);
	none = cvg_build_icmp(in, LLVMIntEQ, K32, x, cvg_build_i32(in, 0));
	cvg_build_put(in, 0,
		      cvg_build_select(in, K32, none,
				       cvg_build_i32(in, UINT32_MAX), n));
	return true;
}

/* ---- cube maps ------------------------------------------------------ */

static uint32_t by_sign(struct cvg_in *in, uint32_t x, uint32_t below,
			uint32_t else_)
{
	uint32_t less = cvg_build_fcmp(in, LLVMRealOLT, CVG_K_F32, x,
				       cvg_build_float(in, CVG_K_F32, 0));

	return cvg_build_select(in, CVG_K_F32, less, below, else_);
}

/* The result that the row's n selects, if the greatest coordinate is that of
 * `axis` (0 x, 1 y, 2 z). */
static uint32_t face_value(struct cvg_in *in, unsigned axis, const uint32_t *v,
			   const uint32_t *minus)
{
	const enum cvg_kind f = CVG_K_F32;

	switch (in->row->n) {
	case 0: /* face */
		return by_sign(in, v[axis],
			       cvg_build_float(in, f, 2 * axis + 1),
			       cvg_build_float(in, f, 2 * axis));
	case 1: /* major axis */
		return cvg_build_op2(in, CVG_U_FMUL, f, v[axis],
				     cvg_build_float(in, f, 2));
	case 2: /* s */
		if (axis == 1)
			return v[0];
		return axis == 2 ? by_sign(in, v[2], minus[0], v[0])
				 : by_sign(in, v[0], v[2], minus[2]);
	default: /* t */
		return axis == 1 ? by_sign(in, v[1], minus[2], v[2]) : minus[1];
	}
}

bool cvg_in_cube(struct cvg_in *in)
{
	const enum cvg_kind f = CVG_K_F32;
	uint32_t v[3], minus[3], size[3], value[3], z, z_too, y;

	for (unsigned i = 0; i < 3; i++) {
		v[i] = cvg_build_arg(in, i, 0);
		minus[i] = cvg_build_op1(in, CVG_U_FNEG, f, v[i]);
		size[i] = cvg_build_op1(in, CVG_U_FABS, f, v[i]);
	}
	for (unsigned i = 0; i < 3; i++)
		value[i] = face_value(in, i, v, minus);
	z = cvg_build_fcmp(in, LLVMRealOGE, f, size[2], size[0]);
	z_too = cvg_build_fcmp(in, LLVMRealOGE, f, size[2], size[1]);
	z = cvg_build_op2(in, CVG_U_AND, CVG_K_BIT, z, z_too);
	y = cvg_build_fcmp(in, LLVMRealOGE, f, size[1], size[0]);
	y = cvg_build_select(in, f, y, value[1], value[0]);
	cvg_build_put(in, 0, cvg_build_select(in, f, z, value[2], y));
	return true;
}
