/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Built-in functions on whole vectors, and conversions. Lengths are computed in
 * double, so that squares neither overflow nor underflow.
 */
#include "builtin.h"

#include <string.h>

/* ---- geometry ---------------------------------------------------------- */

static uint32_t widen(struct cvg_bi *builtin, uint32_t ref)
{
	enum cvg_kind kind = cvg_bi_kind(builtin->of.scalar);

	return kind == CVG_K_F64 ? ref
				 : cvg_build_convert(&builtin->in, CVG_U_FPEXT,
						     kind, CVG_K_F64, ref, 0);
}

static uint32_t narrow(struct cvg_bi *builtin, uint32_t ref)
{
	enum cvg_kind kind = cvg_bi_kind(builtin->of.scalar);

	return kind == CVG_K_F64
		       ? ref
		       : cvg_build_convert(&builtin->in, CVG_U_FPTRUNC,
					   CVG_K_F64, kind, ref, 0);
}

/* Scalar k of the first vector as a double, minus that of the second vector if
 * `minus` is set. */
static uint32_t leg(struct cvg_bi *builtin, uint32_t k, bool minus)
{
	uint32_t x = widen(builtin, cvg_build_arg(&builtin->in, 0, k));

	if (!minus)
		return x;
	return cvg_build_op2(&builtin->in, CVG_U_FSUB, CVG_K_F64, x,
			     widen(builtin, cvg_build_arg(&builtin->in, 1, k)));
}

static uint32_t length(struct cvg_bi *builtin, bool minus)
{
	struct cvg_in *in = &builtin->in;
	uint32_t sum = leg(builtin, 0, minus);

	if (builtin->of.lanes == 1)
		return cvg_build_op1(in, CVG_U_FABS, CVG_K_F64, sum);
	if (cvg_bi_kind(builtin->of.scalar) == CVG_K_F64) {
		for (uint32_t k = 1; k < builtin->of.lanes; k++)
			sum = cvg_build_math2(in, CVG_M_HYPOT, CVG_K_F64, sum,
					      leg(builtin, k, minus));
		return sum;
	}
	sum = cvg_build_op2(in, CVG_U_FMUL, CVG_K_F64, sum, sum);
	for (uint32_t k = 1; k < builtin->of.lanes; k++) {
		uint32_t x = leg(builtin, k, minus);

		sum = cvg_build_op(in, CVG_U_FMA, CVG_K_F64, x, x, sum);
	}
	return cvg_build_math1(in, CVG_M_SQRT, CVG_K_F64, sum);
}

static uint32_t dot(struct cvg_bi *builtin)
{
	struct cvg_in *in = &builtin->in;
	enum cvg_kind kind = cvg_bi_kind(builtin->of.scalar);
	uint32_t sum =
		cvg_build_op2(in, CVG_U_FMUL, kind, cvg_build_arg(in, 0, 0),
			      cvg_build_arg(in, 1, 0));

	for (uint32_t k = 1; k < builtin->of.lanes; k++)
		sum = cvg_build_op(in, CVG_U_FMA, kind, cvg_build_arg(in, 0, k),
				   cvg_build_arg(in, 1, k), sum);
	return sum;
}

/* A vector of length 0 is returned as it is. */
static void normalize(struct cvg_bi *builtin)
{
	struct cvg_in *in = &builtin->in;
	uint32_t size = length(builtin, false);
	uint32_t none = cvg_build_fcmp(in, LLVMRealOEQ, CVG_K_F64, size,
				       cvg_build_float(in, CVG_K_F64, 0));

	size = cvg_build_select(in, CVG_K_F64, none,
				cvg_build_float(in, CVG_K_F64, 1), size);
	for (uint32_t k = 0; k < in->res->n; k++)
		cvg_build_put(
			in, k,
			narrow(builtin,
			       cvg_build_op2(in, CVG_U_FDIV, CVG_K_F64,
					     leg(builtin, k, false), size)));
}

bool cvg_bi_geometric(struct cvg_bi *builtin)
{
	if (builtin->of.lanes > 4)
		return false;
	switch (builtin->is.n) {
	case 0:
		cvg_build_put(&builtin->in, 0, dot(builtin));
		break;
	case 3:
		normalize(builtin);
		break;
	default:
		cvg_build_put(
			&builtin->in, 0,
			narrow(builtin, length(builtin, builtin->is.n == 2)));
	}
	return true;
}

/* The fourth scalar of the result, if there is one, is 0. */
bool cvg_bi_cross(struct cvg_bi *builtin)
{
	struct cvg_in *in = &builtin->in;
	enum cvg_kind kind = cvg_bi_kind(builtin->of.scalar);

	if (builtin->of.lanes != 3 && builtin->of.lanes != 4)
		return false;
	for (uint32_t k = 0; k < 3; k++) {
		uint32_t i = (k + 1) % 3, j = (k + 2) % 3;
		uint32_t minus = cvg_build_op2(in, CVG_U_FMUL, kind,
					       cvg_build_arg(in, 0, j),
					       cvg_build_arg(in, 1, i));

		minus = cvg_build_op1(in, CVG_U_FNEG, kind, minus);
		cvg_build_put(in, k,
			      cvg_build_op(in, CVG_U_FMA, kind,
					   cvg_build_arg(in, 0, i),
					   cvg_build_arg(in, 1, j), minus));
	}
	if (builtin->of.lanes == 4)
		cvg_build_put(in, 3, cvg_build_float(in, kind, 0));
	return true;
}

/* ---- truths ------------------------------------------------------------ */

/* Is the highest bit of scalar k of argument i set? */
static uint32_t highest(struct cvg_bi *builtin, unsigned i, uint32_t k)
{
	enum cvg_kind kind = cvg_bi_kind(builtin->params[i].scalar);

	return cvg_build_icmp(&builtin->in, LLVMIntSLT, kind,
			      cvg_build_arg(&builtin->in, i, k),
			      cvg_build_int(&builtin->in, kind, 0));
}

bool cvg_bi_anyall(struct cvg_bi *builtin)
{
	struct cvg_in *in = &builtin->in;
	uint32_t so_far = highest(builtin, 0, 0);

	for (uint32_t k = 1; k < builtin->of.lanes; k++)
		so_far = cvg_build_op2(in, builtin->is.n ? CVG_U_AND : CVG_U_OR,
				       CVG_K_BIT, so_far,
				       highest(builtin, 0, k));
	cvg_build_put(in, 0,
		      cvg_build_convert(in, CVG_U_ZEXT, CVG_K_BIT, CVG_K_I32,
					so_far, 0));
	return true;
}

/* The highest bit of each scalar of a vector chooses; a scalar argument chooses
 * by whether it is 0. */
bool cvg_bi_select(struct cvg_bi *builtin)
{
	struct cvg_in *in = &builtin->in;
	enum cvg_kind which = cvg_bi_kind(builtin->params[2].scalar);

	for (uint32_t k = 0; k < in->res->n; k++) {
		uint32_t c =
			builtin->of.lanes > 1
				? highest(builtin, 2, k)
				: cvg_build_icmp(in, LLVMIntNE, which,
						 cvg_build_arg(in, 2, 0),
						 cvg_build_int(in, which, 0));

		cvg_build_put(in, k,
			      cvg_build_select(in,
					       cvg_bi_kind(builtin->of.scalar),
					       c, cvg_build_arg(in, 1, k),
					       cvg_build_arg(in, 0, k)));
	}
	return true;
}

/* ---- elements ---------------------------------------------------------- */

/* Are the parameters vectors of one type, followed by a mask of as many numbers
 * as the result has scalars? */
static bool shuffles(const struct cvg_bi *builtin)
{
	const struct cvg_mtype *from = &builtin->params[0];
	const struct cvg_mtype *mask = &builtin->params[builtin->in.nargs - 1];

	if (builtin->in.nargs != builtin->is.n + 1u || from->lanes < 2 ||
	    mask->lanes < 2 || from->stars || mask->stars ||
	    cvg_bi_kind(mask->scalar) > CVG_K_I64 ||
	    cvg_kind_bytes(cvg_bi_kind(mask->scalar)) !=
		    cvg_kind_bytes(cvg_bi_kind(from->scalar)))
		return false;
	return builtin->is.n == 1 ||
	       (builtin->params[1].scalar == from->scalar &&
		builtin->params[1].lanes == from->lanes &&
		!builtin->params[1].stars);
}

bool cvg_bi_shuffle(struct cvg_bi *builtin)
{
	struct cvg_in *in = &builtin->in;
	uint32_t last = in->nargs - 1, lanes = builtin->params[0].lanes;
	uint32_t n = lanes * builtin->is.n;
	enum cvg_kind number = cvg_bi_kind(builtin->params[last].scalar);
	enum cvg_kind kind = cvg_bi_kind(builtin->params[0].scalar);

	if (lanes == 3 || !shuffles(builtin) ||
	    !cvg_bi_gives(builtin, builtin->params[0].scalar,
			  builtin->params[last].lanes))
		return false;
	for (uint32_t k = 0; k < in->res->n; k++) {
		uint32_t which =
			cvg_build_opk(in, CVG_U_AND, number,
				      cvg_build_arg(in, last, k), n - 1);
		uint32_t ref = cvg_build_arg(in, 0, 0);

		for (uint32_t i = 1; i < n; i++)
			ref = cvg_build_select(
				in, kind,
				cvg_build_icmp(in, LLVMIntEQ, number, which,
					       cvg_build_int(in, number, i)),
				cvg_build_arg(in, i / lanes, i % lanes), ref);
		cvg_build_put(in, k, ref);
	}
	return true;
}

bool cvg_bi_upsample(struct cvg_bi *builtin)
{
	struct cvg_in *in = &builtin->in;
	enum cvg_kind kind = cvg_bi_kind(builtin->of.scalar);
	enum cvg_kind wide = (enum cvg_kind)(kind + 1);
	uint64_t bits = 8 * cvg_kind_bytes(kind);

	for (uint32_t k = 0; k < in->res->n; k++) {
		uint32_t upper = cvg_build_convert(in, CVG_U_ZEXT, kind, wide,
						   cvg_build_arg(in, 0, k), 0);
		uint32_t lower = cvg_build_convert(in, CVG_U_ZEXT, kind, wide,
						   cvg_build_arg(in, 1, k), 0);

		upper = cvg_build_opk(in, CVG_U_SHL, wide, upper, bits);
		cvg_build_put(in, k,
			      cvg_build_op2(in, CVG_U_OR, wide, upper, lower));
	}
	return true;
}

/* ---- conversions ------------------------------------------------------- */

/* The rounding of a conversion as the `n` of an operation: by the suffix of its
 * name, else toward zero to an integer and to nearest to a float. */
static uint16_t rounding(const struct cvg_bi *builtin)
{
	switch (builtin->name.rounding) {
	case 'z':
		return 1;
	case 'n':
		return 2;
	case 'p':
		return 3;
	}
	return 0;
}

static uint32_t to_float(struct cvg_bi *builtin, uint32_t a, char from, char to)
{
	enum cvg_kind kind = cvg_bi_kind(from), as = cvg_bi_kind(to);

	if (kind == as)
		return a;
	if (!bi_float(from))
		return cvg_build_convert(&builtin->in,
					 bi_signed(from) ? CVG_U_SITOFP
							 : CVG_U_UITOFP,
					 kind, as, a, rounding(builtin));
	if (cvg_kind_bytes(as) > cvg_kind_bytes(kind))
		return cvg_build_convert(&builtin->in, CVG_U_FPEXT, kind, as, a,
					 0);
	return cvg_build_convert(&builtin->in, CVG_U_FPTRUNC, kind, as, a,
				 rounding(builtin));
}

/* A number that does not fit, for which the result is implementation-defined,
 * becomes the nearest one that does. */
static uint32_t to_integer(struct cvg_bi *builtin, uint32_t a, char from,
			   char to)
{
	static const uint16_t modes[] = {
		['e'] = 1, ['z'] = 0, ['n'] = 2, ['p'] = 3, [0] = 0};

	return cvg_build_convert(&builtin->in,
				 bi_signed(to) ? CVG_U_FPTOSI_SAT
					       : CVG_U_FPTOUI_SAT,
				 cvg_bi_kind(from), cvg_bi_kind(to), a,
				 modes[(uint8_t)builtin->name.rounding]);
}

/* Convert an integer to the nearest number that `to` can hold. */
static uint32_t saturate(struct cvg_bi *builtin, uint32_t a, char from, char to)
{
	struct cvg_in *in = &builtin->in;
	uint32_t bits = 8 * cvg_kind_bytes(cvg_bi_kind(to));
	bool sign = bi_signed(to);
	uint64_t most = UINT64_MAX >> (64 - bits + sign);
	struct cvg_const least = {.kind = CVG_K_I128};

	if (sign) {
		least.lo = ~most;
		least.hi = UINT64_MAX;
	}
	a = cvg_build_resize(in, cvg_dec_plain(cvg_bi_kind(from)), CVG_K_I128,
			     a, bi_signed(from));
	a = cvg_build_op2(in, CVG_U_SMAX, CVG_K_I128, a,
			  cvg_dec_const(in->decoder, least));
	a = cvg_build_op2(in, CVG_U_SMIN, CVG_K_I128, a,
			  cvg_build_int(in, CVG_K_I128, most));
	return cvg_build_convert(in, CVG_U_TRUNC, CVG_K_I128, cvg_bi_kind(to),
				 a, 0);
}

static uint32_t converted(struct cvg_bi *builtin, uint32_t a, char from,
			  char to)
{
	if (bi_float(to))
		return to_float(builtin, a, from, to);
	if (bi_float(from))
		return to_integer(builtin, a, from, to);
	if (builtin->name.saturated)
		return saturate(builtin, a, from, to);
	return cvg_build_resize(&builtin->in, cvg_dec_plain(cvg_bi_kind(from)),
				cvg_bi_kind(to), a, bi_signed(from));
}

bool cvg_bi_convert(struct cvg_bi *builtin)
{
	const struct cvg_mtype *from = &builtin->params[0],
			       *to = &builtin->name.type;

	if (builtin->in.nargs != 1 || from->stars || from->atomic ||
	    cvg_bi_kind(from->scalar) == CVG_NKINDS ||
	    from->lanes != to->lanes ||
	    (builtin->name.saturated && bi_float(to->scalar)) ||
	    !cvg_bi_gives(builtin, to->scalar, to->lanes))
		return false;
	for (uint32_t k = 0; k < builtin->in.res->n; k++)
		cvg_build_put(&builtin->in, k,
			      converted(builtin,
					cvg_build_arg(&builtin->in, 0, k),
					from->scalar, to->scalar));
	return true;
}
