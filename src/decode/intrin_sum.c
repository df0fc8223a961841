/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Products and sums over the parts of a word, for both targets: 24-bit
 * products, sums of absolute differences, and dot products.
 */
#include "intrin.h"

#define K32 CVG_K_I32
#define K64 CVG_K_I64

/* Part i of a word whose parts have `bits` bits. */
static uint32_t part(struct cvg_in *in, uint32_t word, unsigned i,
		     unsigned bits, bool sign)
{
	uint32_t v = word;

	if (bits * (i + 1) < 32)
		v = cvg_build_opk(in, CVG_U_SHL, K32, v, 32 - bits * (i + 1));
	return cvg_build_opk(in, sign ? CVG_U_ASHR : CVG_U_LSHR, K32, v,
			     32 - bits);
}

/* ---- 24 bits -------------------------------------------------------- */

bool cvg_in_mul24(struct cvg_in *in)
{
	bool sign = in->row->n;
	enum cvg_kind kind = (enum cvg_kind)in->res->at[0].kind;
	uint32_t v[2];

	for (unsigned i = 0; i < 2; i++) {
		v[i] = part(in, cvg_build_arg(in, i, 0), 0, 24, sign);
		v[i] = cvg_build_resize(in, cvg_dec_plain(K32), kind, v[i],
					sign);
	}
	cvg_build_put(in, 0,
		      cvg_build_op2(in, (enum cvg_ucode)in->row->code, kind,
				    v[0], v[1]));
	return true;
}

/* ---- absolute differences ------------------------------------------- */

static uint32_t difference(struct cvg_in *in, enum cvg_kind kind, bool sign,
			   uint32_t a, uint32_t b)
{
	uint32_t high =
		cvg_build_op2(in, sign ? CVG_U_SMAX : CVG_U_UMAX, kind, a, b);
	uint32_t low =
		cvg_build_op2(in, sign ? CVG_U_SMIN : CVG_U_UMIN, kind, a, b);

	return cvg_build_op2(in, CVG_U_SUB, kind, high, low);
}

/* Add the absolute differences of four bytes to `sum`; if `masked`, bytes that
 * are 0 in b do not count. */
static uint32_t sad_bytes(struct cvg_in *in, uint32_t a, uint32_t b,
			  uint32_t sum, bool masked)
{
	uint32_t zero = cvg_build_i32(in, 0);

	for (unsigned i = 0; i < 4; i++) {
		uint32_t x = part(in, a, i, 8, false);
		uint32_t y = part(in, b, i, 8, false), none;
		uint32_t d = difference(in, K32, false, x, y);

		if (masked) {
			none = cvg_build_icmp(in, LLVMIntEQ, K32, y, zero);
			d = cvg_build_select(in, K32, none, zero, d);
		}
		sum = cvg_build_op2(in, CVG_U_ADD, K32, sum, d);
	}
	return sum;
}

/* code: bits of a part; n: the amount by which the sum is shifted left before c
 * is added. */
bool cvg_in_amd_sad(struct cvg_in *in)
{
	uint32_t a = cvg_build_arg(in, 0, 0), b = cvg_build_arg(in, 1, 0);
	uint32_t sum = cvg_build_i32(in, 0);

	if (in->row->code == 8)
		sum = sad_bytes(in, a, b, sum, false);
	for (unsigned i = 0; in->row->code == 16 && i < 2; i++) {
		uint32_t x = part(in, a, i, 16, false);
		uint32_t d = difference(in, K32, false, x,
					part(in, b, i, 16, false));

		sum = cvg_build_op2(in, CVG_U_ADD, K32, sum, d);
	}
	if (in->row->n)
		sum = cvg_build_opk(in, CVG_U_SHL, K32, sum, in->row->n);
	cvg_build_put(in, 0,
		      cvg_build_op2(in, CVG_U_ADD, K32, sum,
				    cvg_build_arg(in, 2, 0)));
	return true;
}

bool cvg_in_msad(struct cvg_in *in)
{
	cvg_build_put(in, 0,
		      sad_bytes(in, cvg_build_arg(in, 0, 0),
				cvg_build_arg(in, 1, 0),
				cvg_build_arg(in, 2, 0), true));
	return true;
}

/* Four sums of absolute differences; sum k is over the four bytes of a from
 * byte k on. */
bool cvg_in_qsad(struct cvg_in *in)
{
	uint32_t a = cvg_build_arg(in, 0, 0), sums = cvg_build_arg(in, 2, 0);
	uint32_t all = CVG_NONE;

	for (unsigned i = 0; i < 4; i++) {
		uint32_t from = cvg_build_opk(in, CVG_U_LSHR, K64, a, 8 * i);
		uint32_t sum = cvg_build_opk(in, CVG_U_LSHR, K64, sums, 16 * i);

		from = cvg_build_convert(in, CVG_U_TRUNC, K64, K32, from, 0);
		sum = cvg_build_convert(in, CVG_U_TRUNC, K64, K32, sum, 0);
		sum = sad_bytes(in, from, cvg_build_arg(in, 1, 0), sum,
				in->row->n);
		sum = cvg_build_opk(in, CVG_U_AND, K32, sum, 0xffff);
		sum = cvg_build_convert(in, CVG_U_ZEXT, K32, K64, sum, 0);
		sum = cvg_build_opk(in, CVG_U_SHL, K64, sum, 16 * i);
		all = i == 0 ? sum : cvg_build_op2(in, CVG_U_OR, K64, all, sum);
	}
	cvg_build_put(in, 0, all);
	return true;
}

/* |a - b| + c */
bool cvg_in_nv_sad(struct cvg_in *in)
{
	enum cvg_kind kind = (enum cvg_kind)in->res->at[0].kind;
	uint32_t d = difference(in, kind, in->row->n, cvg_build_arg(in, 0, 0),
				cvg_build_arg(in, 1, 0));

	cvg_build_put(
		in, 0,
		cvg_build_op2(in, CVG_U_ADD, kind, d, cvg_build_arg(in, 2, 0)));
	return true;
}

/* ---- dot products --------------------------------------------------- */

/* Part i of argument `arg`, a word or a vector of parts, as 64 bits. */
static uint32_t factor(struct cvg_in *in, unsigned arg, unsigned i,
		       unsigned bits, bool sign)
{
	struct cvg_scalar t = cvg_build_type(in, arg, i);
	uint32_t v = t.kind == K32 ? part(in, cvg_build_arg(in, arg, 0), i,
					  bits, sign)
				   : cvg_build_arg(in, arg, i);

	return cvg_build_resize(in, t, K64, v, sign);
}

/* Put the sum as 32 bits: its lowest bits, or with `clamp` the nearest number
 * that fits. */
static void put_sum(struct cvg_in *in, uint32_t sum, bool clamp, bool sign)
{
	if (clamp && sign) {
		sum = cvg_build_opk(in, CVG_U_SMAX, K64, sum,
				    (uint64_t)(int64_t)INT32_MIN);
		sum = cvg_build_opk(in, CVG_U_SMIN, K64, sum, INT32_MAX);
	} else if (clamp) {
		sum = cvg_build_opk(in, CVG_U_UMIN, K64, sum, UINT32_MAX);
	}
	cvg_build_put(in, 0,
		      cvg_build_convert(in, CVG_U_TRUNC, K64, K32, sum, 0));
}

struct dot {
	unsigned a, b, c;	 /* numbers of the arguments */
	unsigned bits_a, bits_b; /* of one part */
	unsigned n, first;	 /* number of parts; first part of b */
	bool sign_a, sign_b, sign, clamp;
};

static void dot(struct cvg_in *in, const struct dot *p)
{
	uint32_t sum = cvg_build_resize(in, cvg_build_type(in, p->c, 0), K64,
					cvg_build_arg(in, p->c, 0), p->sign);

	for (unsigned i = 0; i < p->n; i++) {
		uint32_t x = factor(in, p->a, i, p->bits_a, p->sign_a);
		uint32_t y =
			factor(in, p->b, p->first + i, p->bits_b, p->sign_b);

		x = cvg_build_op2(in, CVG_U_MUL, K64, x, y);
		sum = cvg_build_op2(in, CVG_U_ADD, K64, sum, x);
	}
	put_sum(in, sum, p->clamp, p->sign);
}

bool cvg_in_dot(struct cvg_in *in)
{
	unsigned bits = in->row->code;
	struct dot p = {.a = 0,
			.b = 1,
			.c = 2,
			.bits_a = bits,
			.bits_b = bits,
			.n = 32 / bits,
			.sign = in->row->n};
	uint64_t clamp;

	if (!cvg_build_imm(in, 3, &clamp))
		return false;
	p.sign_a = p.sign_b = p.sign;
	p.clamp = clamp;
	dot(in, &p);
	return true;
}

/* The arguments before a and before b say whether they are signed. */
bool cvg_in_sudot(struct cvg_in *in)
{
	unsigned bits = in->row->code;
	struct dot p = {.a = 1,
			.b = 3,
			.c = 4,
			.bits_a = bits,
			.bits_b = bits,
			.n = 32 / bits,
			.sign = true};
	uint64_t sign_a, sign_b, clamp;

	if (!cvg_build_imm(in, 0, &sign_a) || !cvg_build_imm(in, 2, &sign_b) ||
	    !cvg_build_imm(in, 5, &clamp))
		return false;
	p.sign_a = sign_a;
	p.sign_b = sign_b;
	p.clamp = clamp;
	dot(in, &p);
	return true;
}

/* The name, such as idp4a.s.u, says whether a and b are signed; code: number of
 * parts. */
bool cvg_in_idp(struct cvg_in *in)
{
	unsigned n = in->row->code;
	struct dot p = {.a = 0,
			.b = 1,
			.c = n == 2 ? 3 : 2,
			.bits_a = 32 / n,
			.bits_b = 8,
			.n = n};
	const char *rest = in->rest;
	uint64_t upper;

	p.sign_a = cvg_name_take(&rest, "s");
	if (!p.sign_a && !cvg_name_take(&rest, "u"))
		return false;
	p.sign_b = cvg_name_take(&rest, "s");
	if (n == 2) {
		if (!cvg_build_imm(in, 2, &upper))
			return false;
		p.first = upper ? 2 : 0;
	}
	dot(in, &p);
	return true;
}

/* Computed in single precision; the second product is added first. */
bool cvg_in_fdot2(struct cvg_in *in)
{
	const enum cvg_kind f = CVG_K_F32;
	uint32_t sum = cvg_build_arg(in, 2, 0);
	uint64_t clamp;

	if (!cvg_build_imm(in, 3, &clamp))
		return false;
	for (uint32_t i = 2; i-- > 0;) {
		enum cvg_kind from =
			(enum cvg_kind)cvg_build_type(in, 0, i).kind;
		uint32_t a = cvg_build_convert(in, CVG_U_FPEXT, from, f,
					       cvg_build_arg(in, 0, i), 0);
		uint32_t b = cvg_build_convert(in, CVG_U_FPEXT, from, f,
					       cvg_build_arg(in, 1, i), 0);

		sum = cvg_build_op(in, CVG_U_FMA, f, a, b, sum);
	}
	if (clamp)
		sum = cvg_build_op1(in, CVG_U_CLAMP01, f, sum);
	cvg_build_put(in, 0, sum);
	return true;
}
