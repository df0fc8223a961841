/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * NVPTX's arithmetic on floats, as "Parallel Thread Execution ISA" defines the
 * instructions (docs.nvidia.com/cuda/parallel-thread-execution). Instructions
 * that PTX calls approximate are computed as exactly as the simulator can.
 */
#include "intrin.h"

static enum cvg_kind kind_of(struct cvg_in *in, uint32_t k)
{
	return (enum cvg_kind)in->res->at[k].kind;
}

static void flag_last(struct cvg_in *in, const struct cvg_variant *variant)
{
	if (variant->ftz)
		in->decoder->uops.at[in->decoder->uops.n - 1].flags |=
			CVG_UF_FTZ;
}

static uint32_t flush(struct cvg_in *in, enum cvg_kind kind, uint32_t a)
{
	a = cvg_build_math1(in, CVG_M_CANONICALIZE, kind, a);
	in->decoder->uops.at[in->decoder->uops.n - 1].flags |= CVG_UF_FTZ;
	return a;
}

/* Apply the variant's modifiers that come after rounding, and put the
 * result. */
static void finish(struct cvg_in *in, uint32_t k,
		   const struct cvg_variant *variant, uint32_t x)
{
	enum cvg_kind kind = kind_of(in, k);

	if (variant->sat)
		x = cvg_build_op1(in, CVG_U_CLAMP01, kind, x);
	if (variant->relu)
		x = cvg_build_math2(in, CVG_M_MAXIMUM, kind, x,
				    cvg_build_float(in, kind, 0));
	cvg_build_put(in, k, x);
}

/* The variant of a name such as "rn.f", "approx.ftz.f", "full" or "d". */
static bool variant_of(struct cvg_in *in, struct cvg_variant *variant)
{
	const char *rest = in->rest;

	(void)(cvg_name_take(&rest, "approx") || cvg_name_take(&rest, "full"));
	return cvg_call_variant(rest, variant) && !variant->satfinite;
}

bool cvg_in_nv_arith(struct cvg_in *in)
{
	enum cvg_ucode code = (enum cvg_ucode)in->row->code;
	struct cvg_variant v;

	if (!variant_of(in, &v))
		return false;
	for (uint32_t k = 0; k < in->res->n; k++) {
		uint32_t c = in->nargs > 2 ? cvg_build_arg(in, 2, k) : CVG_NONE;
		uint32_t x = cvg_build_op(in, code, kind_of(in, k),
					  cvg_build_arg(in, 0, k),
					  cvg_build_arg(in, 1, k), c);

		in->decoder->uops.at[in->decoder->uops.n - 1].n = v.rounding;
		flag_last(in, &v);
		finish(in, k, &v, x);
	}
	return true;
}

/* Functions of one operand. They round to nearest, if they round; a name with
 * another rounding is no such function. */
bool cvg_in_nv_unary(struct cvg_in *in)
{
	struct cvg_variant v;

	if (!variant_of(in, &v) || v.rounding || v.sat || v.relu)
		return false;
	for (uint32_t k = 0; k < in->res->n; k++) {
		uint32_t x = cvg_build_math1(in, (enum cvg_math)in->row->n,
					     kind_of(in, k),
					     cvg_build_arg(in, 0, k));

		flag_last(in, &v);
		cvg_build_put(in, k, x);
	}
	return true;
}

bool cvg_in_nv_rcp(struct cvg_in *in)
{
	struct cvg_variant v;
	uint32_t x;

	if (!variant_of(in, &v))
		return false;
	x = cvg_build_op2(in, CVG_U_FDIV, kind_of(in, 0),
			  cvg_build_float(in, kind_of(in, 0), 1),
			  cvg_build_arg(in, 0, 0));
	in->decoder->uops.at[in->decoder->uops.n - 1].n = v.rounding;
	flag_last(in, &v);
	cvg_build_put(in, 0, x);
	return true;
}

/* ---- square roots that are not rounded to nearest ------------------- */

/* The root of a float in double precision can be rounded once more: unless it
 * is a float, it is never so near to one that the first rounding would reach
 * it. */
static uint32_t sqrt_float(struct cvg_in *in, uint16_t rounding, uint32_t x)
{
	x = cvg_build_convert(in, CVG_U_FPEXT, CVG_K_F32, CVG_K_F64, x, 0);
	x = cvg_build_math1(in, CVG_M_SQRT, CVG_K_F64, x);
	return cvg_build_convert(in, CVG_U_FPTRUNC, CVG_K_F64, CVG_K_F32, x,
				 rounding);
}

/* The root r of x, rounded to nearest, is corrected if the sign of x - r * r,
 * which is computed with one rounding, tells that it is on the wrong side. Very
 * small numbers are scaled, so that the difference does not underflow. */
static uint32_t sqrt_double(struct cvg_in *in, uint16_t rounding, uint32_t x)
{
	const enum cvg_kind d = CVG_K_F64;
	uint32_t small = cvg_build_fcmp(in, LLVMRealOLT, d, x,
					cvg_build_float(in, d, 0x1p-500));
	uint32_t scaled = cvg_build_op2(in, CVG_U_FMUL, d, x,
					cvg_build_float(in, d, 0x1p200));
	uint32_t r, minus, beside, wrong;

	x = cvg_build_select(in, d, small, scaled, x);
	r = cvg_build_math1(in, CVG_M_SQRT, d, x);
	minus = cvg_build_op1(in, CVG_U_FNEG, d, r);
	wrong = cvg_build_op(in, CVG_U_FMA, d, minus, r, x);
	wrong = cvg_build_fcmp(in, rounding == 3 ? LLVMRealOGT : LLVMRealOLT, d,
			       wrong, cvg_build_float(in, d, 0));
	beside = cvg_build_opk(in, CVG_U_ADD, CVG_K_I64, r,
			       rounding == 3 ? 1 : UINT64_MAX);
	r = cvg_build_select(in, d, wrong, beside, r);
	scaled = cvg_build_op2(in, CVG_U_FMUL, d, r,
			       cvg_build_float(in, d, 0x1p-100));
	return cvg_build_select(in, d, small, scaled, r);
}

bool cvg_in_nv_sqrt(struct cvg_in *in)
{
	uint32_t x = cvg_build_arg(in, 0, 0);
	enum cvg_kind kind = kind_of(in, 0);
	struct cvg_variant v;

	if (!variant_of(in, &v))
		return false;
	if (v.rounding == 0) {
		x = cvg_build_math1(in, CVG_M_SQRT, kind, x);
		flag_last(in, &v);
	} else {
		if (v.ftz)
			x = flush(in, kind, x);
		x = kind == CVG_K_F32 ? sqrt_float(in, v.rounding, x)
				      : sqrt_double(in, v.rounding, x);
	}
	cvg_build_put(in, 0, x);
	return true;
}

/* ---- signs, least and greatest -------------------------------------- */

bool cvg_in_nv_fabs(struct cvg_in *in)
{
	struct cvg_variant v;

	if (!cvg_call_variant(in->rest, &v))
		return false;
	for (uint32_t k = 0; k < in->res->n; k++) {
		uint32_t x = cvg_build_arg(in, 0, k);

		if (v.ftz)
			x = flush(in, kind_of(in, k), x);
		cvg_build_put(in, k,
			      cvg_build_op1(in, CVG_U_FABS, kind_of(in, k), x));
	}
	return true;
}

bool cvg_in_nv_neg(struct cvg_in *in)
{
	for (uint32_t k = 0; k < in->res->n; k++)
		cvg_build_put(in, k,
			      cvg_build_op1(in, CVG_U_FNEG, kind_of(in, k),
					    cvg_build_arg(in, 0, k)));
	return true;
}

/* The minimum or maximum of the magnitudes, whose sign is the exclusive or of
 * the operands' signs. */
static uint32_t xorsign(struct cvg_in *in, enum cvg_kind kind,
			enum cvg_math what, uint32_t a, uint32_t b)
{
	static const enum cvg_kind ints[CVG_NKINDS] = {
		[CVG_K_F16] = CVG_K_I16,
		[CVG_K_BF16] = CVG_K_I16,
		[CVG_K_F32] = CVG_K_I32,
		[CVG_K_F64] = CVG_K_I64,
	};
	uint32_t signs = cvg_build_op2(in, CVG_U_XOR, ints[kind], a, b);
	uint32_t x = cvg_build_op1(in, CVG_U_FABS, kind, a);
	uint32_t y = cvg_build_op1(in, CVG_U_FABS, kind, b);

	x = cvg_build_math2(in, what, kind, x, y);
	return cvg_build_math2(in, CVG_M_COPYSIGN, kind, x, signs);
}

bool cvg_in_nv_minmax(struct cvg_in *in)
{
	const char *rest = in->rest;
	bool ftz = cvg_name_take(&rest, "ftz"),
	     nan = cvg_name_take(&rest, "nan");
	bool signs =
		cvg_name_take(&rest, "xorsign") && cvg_name_take(&rest, "abs");
	enum cvg_math what = nan ? CVG_M_MINIMUM : CVG_M_MINIMUMNUM;
	struct cvg_variant v;

	if (!cvg_call_variant(rest, &v))
		return false;
	if (in->row->n)
		what = nan ? CVG_M_MAXIMUM : CVG_M_MAXIMUMNUM;
	for (uint32_t k = 0; k < in->res->n; k++) {
		enum cvg_kind kind = kind_of(in, k);
		uint32_t a = cvg_build_arg(in, 0, k),
			 b = cvg_build_arg(in, 1, k);

		if (ftz) {
			a = flush(in, kind, a);
			b = flush(in, kind, b);
		}
		cvg_build_put(in, k,
			      signs ? xorsign(in, kind, what, a, b)
				    : cvg_build_math2(in, what, kind, a, b));
	}
	return true;
}

bool cvg_in_nv_saturate(struct cvg_in *in)
{
	uint32_t x = cvg_build_arg(in, 0, 0);
	struct cvg_variant v;

	if (!cvg_call_variant(in->rest, &v))
		return false;
	if (v.ftz)
		x = flush(in, kind_of(in, 0), x);
	cvg_build_put(in, 0,
		      cvg_build_op1(in, CVG_U_CLAMP01, kind_of(in, 0), x));
	return true;
}

/* ---- conversions ---------------------------------------------------- */

/* n: the result is signed. */
bool cvg_in_nv_to_int(struct cvg_in *in)
{
	/* the n of FPTOSI_SAT for each n of FADD */
	static const uint16_t rounding[] = {1, 0, 2, 3};
	enum cvg_kind from = (enum cvg_kind)cvg_build_type(in, 0, 0).kind;
	uint32_t x = cvg_build_arg(in, 0, 0);
	struct cvg_variant v;

	if (!cvg_call_variant(in->rest, &v))
		return false;
	if (v.ftz)
		x = flush(in, from, x);
	cvg_build_put(in, 0,
		      cvg_build_convert(
			      in,
			      in->row->n ? CVG_U_FPTOSI_SAT : CVG_U_FPTOUI_SAT,
			      from, kind_of(in, 0), x, rounding[v.rounding]));
	return true;
}

/* n: the operand is signed. */
bool cvg_in_nv_to_float(struct cvg_in *in)
{
	enum cvg_kind from = (enum cvg_kind)cvg_build_type(in, 0, 0).kind;
	struct cvg_variant v;

	if (!cvg_call_variant(in->rest, &v))
		return false;
	cvg_build_put(
		in, 0,
		cvg_build_convert(in, in->row->n ? CVG_U_SITOFP : CVG_U_UITOFP,
				  from, kind_of(in, 0), cvg_build_arg(in, 0, 0),
				  v.rounding));
	return true;
}

bool cvg_in_nv_d2f(struct cvg_in *in)
{
	struct cvg_variant v;
	uint32_t x;

	if (!cvg_call_variant(in->rest, &v))
		return false;
	x = cvg_build_convert(in, CVG_U_FPTRUNC, CVG_K_F64, CVG_K_F32,
			      cvg_build_arg(in, 0, 0), v.rounding);
	if (v.ftz)
		x = flush(in, CVG_K_F32, x);
	cvg_build_put(in, 0, x);
	return true;
}

/* Convert one float, or two, of which the first becomes the upper half. */
bool cvg_in_nv_to_half(struct cvg_in *in)
{
	struct cvg_variant v;

	if (!cvg_call_variant(in->rest, &v) || v.satfinite ||
	    kind_of(in, 0) < CVG_K_F16)
		return false;
	for (uint32_t k = 0; k < in->res->n; k++) {
		uint32_t x = cvg_build_arg(in, in->res->n - 1 - k, 0);

		x = cvg_build_convert(in, CVG_U_FPTRUNC, CVG_K_F32,
				      kind_of(in, k), x, v.rounding);
		finish(in, k, &v, x);
	}
	return true;
}

/* Convert a float of kind `code` to a half float, given as its bits. */
bool cvg_in_nv_half_bits(struct cvg_in *in)
{
	enum cvg_kind from = (enum cvg_kind)in->row->code;
	uint32_t x = cvg_build_arg(in, 0, 0);
	struct cvg_variant v;

	if (!cvg_call_variant(in->rest, &v))
		return false;
	if (from == CVG_K_BF16)
		x = cvg_build_convert(in, CVG_U_FPEXT, from, CVG_K_F32, x, 0);
	if (v.ftz)
		x = flush(in, CVG_K_F32, x);
	cvg_build_put(in, 0,
		      cvg_build_convert(in, CVG_U_FPTRUNC, CVG_K_F32, CVG_K_F16,
					x, 0));
	return true;
}
