/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Intrinsics that become one or a few operations for each scalar, and those
 * that become none.
 */
#include <string.h>
#include "intrin.h"
#include "reconverge/faults.h"

/* The number of refs among a, b, c that an operation reads. */
static unsigned operands_of(enum cvg_ucode code)
{
	static const uint8_t n[CVG_NUCODES] = {
#define UOP(id, text, nops, takes, what) [CVG_U_##id] = nops,
#include "reconverge/uops.def"
#undef UOP
	};

	return n[code];
}

unsigned cvg_in_operands(const struct cvg_intrin *row)
{
	return operands_of((enum cvg_ucode)row->code);
}

static bool is_float(uint8_t kind)
{
	return kind >= CVG_K_F16;
}

bool cvg_in_nothing(struct cvg_in *in)
{
	(void)in;
	return true;
}

bool cvg_in_nop(struct cvg_in *in)
{
	cvg_dec_emit(in->decoder, CVG_U_NOP, CVG_K_I32);
	return true;
}

bool cvg_in_move(struct cvg_in *in)
{
	for (uint32_t k = 0; k < in->res->n; k++)
		cvg_build_put(in, k, cvg_build_arg(in, 0, k));
	return true;
}

bool cvg_in_constant(struct cvg_in *in)
{
	uint64_t v = (uint64_t)(int64_t)(int16_t)in->row->n;

	for (uint32_t k = 0; k < in->res->n; k++) {
		struct cvg_scalar t = in->res->at[k];

		if (t.width)
			v &= (UINT64_C(1) << t.width) - 1;
		cvg_build_put(
			in, k,
			cvg_dec_int(in->decoder, (enum cvg_kind)t.kind, v));
	}
	return true;
}

/* ---- one operation a scalar ------------------------------------------- */

/* Operations that only change the sign bit of a float do not flush
 * denormals. */
static bool keeps_denormals(const struct cvg_uop *uop)
{
	return uop->code == CVG_U_FABS || uop->code == CVG_U_FNEG ||
	       uop->code == CVG_U_FCLASS || uop->code == CVG_U_LDEXP ||
	       (uop->code == CVG_U_MATH2 && uop->n == CVG_M_COPYSIGN);
}

static struct cvg_uop *map_one(struct cvg_in *in, uint32_t k)
{
	enum cvg_ucode code = (enum cvg_ucode)in->row->code;
	unsigned n = operands_of(code);
	struct cvg_scalar t = cvg_build_type(in, 0, k);
	uint32_t ref[3] = {CVG_NONE, CVG_NONE, CVG_NONE};
	uint16_t flags = 0;
	struct cvg_uop *uop;

	for (unsigned i = 0; i < n; i++)
		ref[i] = cvg_build_arg(in, i, k);
	if (is_float(t.kind))
		flags = cvg_dec_float_flags(in->decoder, in->call,
					    (enum cvg_kind)t.kind);
	uop = cvg_dec_op(in->decoder, code, t, in->dst + k, ref[0], ref[1],
			 ref[2]);
	uop->n = in->row->n;
	if (keeps_denormals(uop))
		flags &= (uint16_t)~CVG_UF_FTZ;
	uop->flags |= flags;
	return uop;
}

bool cvg_in_map(struct cvg_in *in)
{
	for (uint32_t k = 0; k < in->res->n; k++)
		map_one(in, k);
	return true;
}

bool cvg_in_map_zero(struct cvg_in *in)
{
	uint64_t poison;

	if (!cvg_build_imm(in, in->nargs - 1, &poison))
		return false;
	for (uint32_t k = 0; k < in->res->n; k++)
		map_one(in, k)->flags |= poison ? CVG_UF_ZERO_POISON : 0;
	return true;
}

/* The exponent as I32, or as the nearest I32, which has the same effect. */
static uint32_t exponent(struct cvg_in *in, uint32_t k)
{
	struct cvg_scalar t = cvg_build_type(in, 1, k);
	uint32_t e = cvg_build_arg(in, 1, k);

	if (t.kind == CVG_K_I64) {
		e = cvg_build_op2(in, CVG_U_SMAX, CVG_K_I64, e,
				  cvg_build_int(in, CVG_K_I64,
						(uint64_t)INT64_C(-100000)));
		e = cvg_build_opk(in, CVG_U_SMIN, CVG_K_I64, e, 100000);
	}
	return cvg_build_resize(in, t, CVG_K_I32, e, true);
}

bool cvg_in_map_exponent(struct cvg_in *in)
{
	for (uint32_t k = 0; k < in->res->n; k++) {
		struct cvg_scalar t = cvg_build_type(in, 0, k);
		uint32_t e = exponent(in, k);
		struct cvg_uop *uop;

		uop = cvg_dec_op(in->decoder, (enum cvg_ucode)in->row->code, t,
				 in->dst + k, cvg_build_arg(in, 0, k), e,
				 CVG_NONE);
		uop->flags |= cvg_dec_float_flags(in->decoder, in->call,
						  (enum cvg_kind)t.kind) &
			      (uint16_t)~CVG_UF_FTZ;
	}
	return true;
}

/* A rounding mode such as "round.upward" as the n of FADD; false: it is not
 * known at compile time. */
static bool rounding_of(const char *text, unsigned n, uint16_t *out)
{
	static const struct {
		const char *name;
		uint16_t n;
	} modes[] = {
		{"round.dynamic", 0},	 {"round.tonearest", 0},
		{"round.towardzero", 1}, {"round.downward", 2},
		{"round.upward", 3},
	};

	for (size_t i = 0; i < sizeof modes / sizeof *modes; i++)
		if (strlen(modes[i].name) == n &&
		    !memcmp(modes[i].name, text, n)) {
			*out = modes[i].n;
			return true;
		}
	return false;
}

static bool can_round(enum cvg_ucode code)
{
	return code == CVG_U_FADD || code == CVG_U_FSUB || code == CVG_U_FMUL ||
	       code == CVG_U_FDIV || code == CVG_U_FMA;
}

bool cvg_in_strict(struct cvg_in *in)
{
	unsigned nops = operands_of((enum cvg_ucode)in->row->code), n;
	const char *text = cvg_build_text(in, nops, &n);
	uint16_t rounding = 0;

	if (n > 6 && !memcmp(text, "round.", 6) &&
	    !rounding_of(text, n, &rounding))
		return false;
	if (rounding && !can_round((enum cvg_ucode)in->row->code))
		return false;
	for (uint32_t k = 0; k < in->res->n; k++) {
		struct cvg_uop *uop = map_one(in, k);

		if (rounding)
			uop->n = rounding;
	}
	return true;
}

/* ---- conversions ------------------------------------------------------ */

static void convert_to_result(struct cvg_in *in, uint32_t k, uint32_t a,
			      struct cvg_scalar from)
{
	struct cvg_scalar to = in->res->at[k];
	struct cvg_uop *uop =
		cvg_dec_op(in->decoder, (enum cvg_ucode)in->row->code, from,
			   in->dst + k, a, CVG_NONE, CVG_NONE);

	uop->kind2 = to.kind;
	uop->imm = to.width;
	uop->n = in->row->n;
}

bool cvg_in_convert(struct cvg_in *in)
{
	for (uint32_t k = 0; k < in->res->n; k++)
		convert_to_result(in, k, cvg_build_arg(in, 0, k),
				  cvg_build_type(in, 0, k));
	return true;
}

/* lround rounds halves away from zero, which the conversion cannot do. */
bool cvg_in_round_to_int(struct cvg_in *in)
{
	for (uint32_t k = 0; k < in->res->n; k++) {
		struct cvg_scalar t = cvg_build_type(in, 0, k);
		uint32_t a = cvg_build_arg(in, 0, k);

		if (in->row->n == 0)
			a = cvg_build_math1(in, CVG_M_ROUND,
					    (enum cvg_kind)t.kind, a);
		convert_to_result(in, k, a, t);
	}
	return true;
}

/* Conversion of half floats that are given as integers with their bits. */
bool cvg_in_half_bits(struct cvg_in *in)
{
	bool narrow = in->row->code == CVG_U_FPTRUNC;
	struct cvg_scalar t =
		narrow ? cvg_build_type(in, 0, 0) : cvg_dec_plain(CVG_K_F16);
	struct cvg_uop *uop = cvg_dec_op(
		in->decoder, (enum cvg_ucode)in->row->code, t, in->dst,
		cvg_build_arg(in, 0, 0), CVG_NONE, CVG_NONE);

	uop->kind2 = narrow ? CVG_K_F16 : in->res->at[0].kind;
	return true;
}

/* ---- integers ---------------------------------------------------------- */

bool cvg_in_overflow(struct cvg_in *in)
{
	uint32_t n = in->res->n / 2;

	for (uint32_t k = 0; k < n; k++) {
		struct cvg_scalar t = cvg_build_type(in, 0, k);
		uint32_t a = cvg_build_arg(in, 0, k),
			 b = cvg_build_arg(in, 1, k);

		cvg_dec_op(in->decoder, (enum cvg_ucode)in->row->code, t,
			   in->dst + k, a, b, CVG_NONE);
		cvg_dec_op(in->decoder, (enum cvg_ucode)in->row->n, t,
			   in->dst + n + k, a, b, CVG_NONE);
	}
	return true;
}

static uint32_t ordered(struct cvg_in *in, LLVMIntPredicate p,
			struct cvg_scalar t, uint32_t a, uint32_t b)
{
	uint32_t dst = cvg_dec_temp(in->decoder, CVG_K_BIT);

	cvg_dec_op(in->decoder, CVG_U_ICMP, t, dst, a, b, CVG_NONE)->n =
		(uint16_t)p;
	return dst;
}

/* scmp, ucmp: 1 if a > b, 0 if a == b, -1 if a < b. */
bool cvg_in_compare(struct cvg_in *in)
{
	bool sign = in->row->n;

	for (uint32_t k = 0; k < in->res->n; k++) {
		struct cvg_scalar t = cvg_build_type(in, 0, k),
				  r = in->res->at[k];
		enum cvg_kind kind = (enum cvg_kind)r.kind;
		uint32_t a = cvg_build_arg(in, 0, k),
			 b = cvg_build_arg(in, 1, k);
		uint64_t minus =
			r.width ? (UINT64_C(1) << r.width) - 1 : UINT64_MAX;
		uint32_t less =
			ordered(in, sign ? LLVMIntSLT : LLVMIntULT, t, a, b);
		uint32_t more =
			ordered(in, sign ? LLVMIntSGT : LLVMIntUGT, t, a, b);
		uint32_t low = cvg_build_select(in, kind, less,
						cvg_build_int(in, kind, minus),
						cvg_build_int(in, kind, 0));

		cvg_build_put(in, k,
			      cvg_build_select(in, kind, more,
					       cvg_build_int(in, kind, 1),
					       low));
	}
	return true;
}

/* ---- floats ------------------------------------------------------------ */

bool cvg_in_fpclass(struct cvg_in *in)
{
	uint64_t mask;

	if (!cvg_build_imm(in, 1, &mask))
		return false;
	for (uint32_t k = 0; k < in->res->n; k++)
		cvg_dec_op(in->decoder, CVG_U_FCLASS, cvg_build_type(in, 0, k),
			   in->dst + k, cvg_build_arg(in, 0, k), CVG_NONE,
			   CVG_NONE)
			->imm = mask;
	return true;
}

static void exponent_to(struct cvg_in *in, uint32_t k, uint32_t a,
			struct cvg_scalar t)
{
	struct cvg_scalar to = in->res->at[k];
	enum cvg_kind kind = to.kind == CVG_K_I16 ? CVG_K_I16 : CVG_K_I32;
	uint32_t e = cvg_build_convert(in, CVG_U_FREXP_EXP,
				       (enum cvg_kind)t.kind, kind, a, 0);

	cvg_build_put(in, k,
		      cvg_build_resize(in, cvg_dec_plain(kind),
				       (enum cvg_kind)to.kind, e, true));
}

/* The fraction and the exponent; by the row's n only the fraction (1) or only
 * the exponent (2). */
bool cvg_in_frexp(struct cvg_in *in)
{
	uint32_t n = in->row->n ? in->res->n : in->res->n / 2;

	for (uint32_t k = 0; k < n; k++) {
		struct cvg_scalar t = cvg_build_type(in, 0, k);
		uint32_t a = cvg_build_arg(in, 0, k);

		if (in->row->n != 2)
			cvg_build_put(in, k,
				      cvg_build_math1(in, CVG_M_FREXP_MANT,
						      (enum cvg_kind)t.kind,
						      a));
		if (in->row->n != 1)
			exponent_to(in, in->row->n ? k : n + k, a, t);
	}
	return true;
}

/* The fraction, which has the argument's sign and is 0 for an infinity, and the
 * integral part. */
bool cvg_in_modf(struct cvg_in *in)
{
	uint32_t n = in->res->n / 2;

	for (uint32_t k = 0; k < n; k++) {
		enum cvg_kind kind =
			(enum cvg_kind)cvg_build_type(in, 0, k).kind;
		uint32_t a = cvg_build_arg(in, 0, k);
		uint32_t whole = cvg_build_math1(in, CVG_M_TRUNC, kind, a);
		uint32_t rest = cvg_build_op2(in, CVG_U_FSUB, kind, a, whole);
		uint32_t same = cvg_build_fcmp(in, LLVMRealOEQ, kind, a, whole);

		rest = cvg_build_select(in, kind, same,
					cvg_build_float(in, kind, 0), rest);
		cvg_build_put(
			in, k,
			cvg_build_math2(in, CVG_M_COPYSIGN, kind, rest, a));
		cvg_dec_op(in->decoder, CVG_U_MOV, cvg_dec_plain(kind),
			   in->dst + n + k, whole, CVG_NONE, CVG_NONE);
	}
	return true;
}

bool cvg_in_sincos(struct cvg_in *in)
{
	uint32_t n = in->res->n / 2;
	bool pi = in->row->n;

	for (uint32_t k = 0; k < n; k++) {
		enum cvg_kind kind =
			(enum cvg_kind)cvg_build_type(in, 0, k).kind;
		uint32_t a = cvg_build_arg(in, 0, k);

		if (pi)
			a = cvg_build_op2(in, CVG_U_FMUL, kind, a,
					  cvg_build_float(in, kind, 0.5));
		cvg_build_put(in, k,
			      cvg_build_math1(in,
					      pi ? CVG_M_SIN_TURNS : CVG_M_SIN,
					      kind, a));
		cvg_build_put(in, n + k,
			      cvg_build_math1(in,
					      pi ? CVG_M_COS_TURNS : CVG_M_COS,
					      kind, a));
	}
	return true;
}

/* ---- the machine -------------------------------------------------------- */

bool cvg_in_sreg(struct cvg_in *in)
{
	cvg_build_put(in, 0,
		      cvg_build_sreg(in, (enum cvg_sreg)in->row->n,
				     (enum cvg_kind)in->res->at[0].kind));
	return true;
}

bool cvg_in_clock(struct cvg_in *in)
{
	in->decoder->program->uses_clock = true;
	cvg_build_put(in, 0,
		      cvg_build_sreg(in, CVG_S_CLOCK,
				     (enum cvg_kind)in->res->at[0].kind));
	return true;
}

bool cvg_in_fault(struct cvg_in *in)
{
	cvg_dec_emit(in->decoder, CVG_U_FAULT, CVG_K_I32)->n = in->row->n;
	return true;
}

bool cvg_in_exit(struct cvg_in *in)
{
	cvg_dec_emit(in->decoder, CVG_U_EXIT, CVG_K_I32);
	return true;
}

bool cvg_in_printed(struct cvg_in *in)
{
	cvg_dec_emit(in->decoder, CVG_U_NOP, CVG_K_I32);
	for (uint32_t k = 0; k < in->res->n; k++)
		cvg_dec_op(in->decoder, CVG_U_CLOBBER, in->res->at[k],
			   in->dst + k, CVG_NONE, CVG_NONE, CVG_NONE);
	return true;
}

/* A condition that does not hold is a fault. Only proofs ask for operand bundles. */
bool cvg_in_assume(struct cvg_in *in)
{
	uint64_t holds;
	uint32_t a;
	struct cvg_uop *uop;

	if (cvg_build_imm(in, 0, &holds) && holds &&
	    !LLVMGetNumOperandBundles(in->call))
		return true;
	a = cvg_build_arg(in, 0, 0);
	uop = cvg_dec_emit(in->decoder, CVG_U_FAULT, CVG_K_BIT);
	uop->a = a;
	uop->imm = 1;
	uop->n = CVG_F_ASSUME;
	return true;
}

bool cvg_in_is_constant(struct cvg_in *in)
{
	bool constant = LLVMIsConstant(cvg_build_value(in, 0));

	cvg_build_put(in, 0, cvg_build_int(in, CVG_K_BIT, constant));
	return true;
}

/* The size is not known: 0 if the least is wanted, else the largest number. */
bool cvg_in_objectsize(struct cvg_in *in)
{
	enum cvg_kind kind = (enum cvg_kind)in->res->at[0].kind;
	uint64_t least;

	if (!cvg_build_imm(in, 1, &least))
		return false;
	cvg_build_put(in, 0, cvg_build_int(in, kind, least ? 0 : UINT64_MAX));
	return true;
}

bool cvg_in_ptrmask(struct cvg_in *in)
{
	for (uint32_t k = 0; k < in->res->n; k++) {
		struct cvg_scalar t = cvg_build_type(in, 0, k),
				  m = cvg_build_type(in, 1, k);

		if (t.kind != m.kind || m.width)
			return false;
		cvg_dec_op(in->decoder, CVG_U_AND, t, in->dst + k,
			   cvg_build_arg(in, 0, k), cvg_build_arg(in, 1, k),
			   CVG_NONE);
	}
	return true;
}
