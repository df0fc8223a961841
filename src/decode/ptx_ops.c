/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Inline assembler for NVPTX: arithmetic. */
#include "ptx.h"

#include <string.h>

bool cvg_ptx_use_all(struct ptx *p, const struct ptx_line *l, uint32_t n,
		     struct ptx_type t, uint32_t *ref)
{
	if (l->nops != n + 1)
		return false;
	for (uint32_t i = 0; i < n; i++)
		if (!cvg_ptx_use(p, l, i + 1, t, &ref[i]))
			return false;
	return true;
}

/* ---- sums with carry ---------------------------------------------------- */

/* a + b, or a - b if `minus`; with the carry added if `carries_in`. Sets the
 * carry flag if the name has ".cc". */
static uint32_t sum(struct ptx *p, const struct ptx_line *l, bool minus,
		    bool carries_in, enum cvg_kind kind, uint32_t a, uint32_t b)
{
	struct cvg_in *in = &p->in;
	enum cvg_ucode code = minus ? CVG_U_SUB : CVG_U_ADD;
	enum cvg_ucode over = minus ? CVG_U_USUB_OVERFLOW : CVG_U_UADD_OVERFLOW;
	bool sets = cvg_ptx_has(l, "cc");
	uint32_t s = cvg_build_op2(in, code, kind, a, b), c = CVG_NONE, more,
		 c2;

	if (sets) {
		c = cvg_dec_temp(in->decoder, CVG_K_BIT);
		cvg_dec_op(in->decoder, over, cvg_dec_plain(kind), c, a, b,
			   CVG_NONE);
	}
	if (carries_in) {
		more = cvg_build_convert(in, CVG_U_ZEXT, CVG_K_BIT, kind,
					 p->carry, 0);
		if (sets) {
			c2 = cvg_dec_temp(in->decoder, CVG_K_BIT);
			cvg_dec_op(in->decoder, over, cvg_dec_plain(kind), c2,
				   s, more, CVG_NONE);
			c = cvg_build_op2(in, CVG_U_OR, CVG_K_BIT, c, c2);
		}
		s = cvg_build_op2(in, code, kind, s, more);
	}
	if (sets)
		p->carry = c;
	return s;
}

/* add, addc, sub, subc, mul, mad, madc of integers */
static bool run_sum(struct ptx *p, const struct ptx_line *l, struct ptx_type t)
{
	struct ptx_word base = l->part[0];
	bool carries = base.n == 4 && base.at[3] == 'c';
	bool product = base.at[0] == 'm';
	uint32_t n = product && !cvg_ptx_is(base, "mul") ? 3 : 2, ref[3], x;
	enum cvg_ucode high = t.sign ? CVG_U_SMULH : CVG_U_UMULH;

	if ((carries && p->carry == CVG_NONE) ||
	    !cvg_ptx_use_all(p, l, n, t, ref))
		return false;
	x = ref[0];
	if (product) {
		if (!cvg_ptx_has(l, "lo") && !cvg_ptx_has(l, "hi"))
			return false; /* mul.wide, mul24 */
		x = cvg_build_op2(&p->in,
				  cvg_ptx_has(l, "hi") ? high : CVG_U_MUL,
				  t.kind, x, ref[1]);
	}
	if (n == 3 || !product)
		x = sum(p, l, base.at[0] == 's', carries, t.kind, x,
			ref[n - 1]);
	return cvg_ptx_set(p, l, 0, x);
}

/* ---- one operation -------------------------------------------------- */

struct simple {
	const char *name;
	uint32_t n; /* number of operands */
	enum cvg_ucode of_unsigned, of_signed;
};

static bool run_simple(struct ptx *p, const struct ptx_line *l,
		       struct ptx_type t)
{
	static const struct simple ops[] = {
		{"and", 2, CVG_U_AND, CVG_U_AND},
		{"or", 2, CVG_U_OR, CVG_U_OR},
		{"xor", 2, CVG_U_XOR, CVG_U_XOR},
		{"min", 2, CVG_U_UMIN, CVG_U_SMIN},
		{"max", 2, CVG_U_UMAX, CVG_U_SMAX},
		{"abs", 1, CVG_U_ABS, CVG_U_ABS},
		{"brev", 1, CVG_U_BITREVERSE, CVG_U_BITREVERSE},
		{"prmt", 3, CVG_U_PERM, CVG_U_PERM},
	};
	uint32_t ref[3] = {CVG_NONE, CVG_NONE, CVG_NONE};

	for (size_t i = 0; i < sizeof ops / sizeof *ops; i++)
		if (cvg_ptx_is(l->part[0], ops[i].name))
			return l->nparts == 2 &&
			       cvg_ptx_use_all(p, l, ops[i].n, t, ref) &&
			       cvg_ptx_set(
				       p, l, 0,
				       cvg_build_op(&p->in,
						    t.sign ? ops[i].of_signed
							   : ops[i].of_unsigned,
						    t.kind, ref[0], ref[1],
						    ref[2]));
	return false;
}

/* Instructions of one operand: not, neg, and popc and clz, whose result has 32
 * bits. */
static bool run_unary(struct ptx *p, const struct ptx_line *l,
		      struct ptx_type t)
{
	struct cvg_in *in = &p->in;
	bool pop = cvg_ptx_is(l->part[0], "popc"),
	     clz = cvg_ptx_is(l->part[0], "clz");
	uint32_t x;

	if (!cvg_ptx_use_all(p, l, 1, t, &x))
		return false;
	if (cvg_ptx_is(l->part[0], "not"))
		return cvg_ptx_set(
			p, l, 0,
			cvg_build_opk(in, CVG_U_XOR, t.kind, x,
				      t.kind == CVG_K_BIT ? 1 : UINT64_MAX));
	if (cvg_ptx_is(l->part[0], "neg"))
		return cvg_ptx_set(p, l, 0,
				   cvg_build_op2(in, CVG_U_SUB, t.kind,
						 cvg_build_int(in, t.kind, 0),
						 x));
	if (!pop && !clz)
		return false;
	x = cvg_build_op1(in, pop ? CVG_U_CTPOP : CVG_U_CTLZ, t.kind, x);
	return cvg_ptx_set(p, l, 0,
			   cvg_build_resize(in, cvg_dec_plain(t.kind),
					    CVG_K_I32, x, false));
}

static bool integer(struct ptx *p, const struct ptx_line *l)
{
	static const char *const sums[] = {"add", "addc", "sub", "subc",
					   "mul", "mad",  "madc"};
	struct ptx_type t;

	if (!cvg_ptx_type_of(l, 0, &t) || t.real)
		return false;
	for (size_t i = 0; i < sizeof sums / sizeof *sums; i++)
		if (cvg_ptx_is(l->part[0], sums[i]))
			return run_sum(p, l, t);
	return run_simple(p, l, t) || run_unary(p, l, t) ||
	       cvg_ptx_bits(p, l, t);
}

/* ---- floats --------------------------------------------------------- */

static uint16_t rounding_of(const struct ptx_line *l)
{
	static const char *const names[] = {"rn", "rz", "rm", "rp"};

	for (uint16_t i = 1; i < 4; i++)
		if (cvg_ptx_has(l, names[i]))
			return i;
	return 0;
}

/* Are all parts between the name and the type known modifiers? */
static bool plain_modifiers(const struct ptx_line *l)
{
	static const char *const known[] = {"rn",  "rz",     "rm",   "rp",
					    "ftz", "approx", "full", "sat"};

	for (uint32_t i = 1; i + 1 < l->nparts; i++) {
		bool found = false;

		for (size_t k = 0; k < sizeof known / sizeof *known; k++)
			found |= cvg_ptx_is(l->part[i], known[k]);
		if (!found)
			return false;
	}
	return true;
}

static bool set_float(struct ptx *p, const struct ptx_line *l,
		      struct ptx_type t, uint32_t x)
{
	if (cvg_ptx_has(l, "ftz"))
		p->in.decoder->uops.at[p->in.decoder->uops.n - 1].flags |=
			CVG_UF_FTZ;
	if (cvg_ptx_has(l, "sat"))
		x = cvg_build_op1(&p->in, CVG_U_CLAMP01, t.kind, x);
	return cvg_ptx_set(p, l, 0, x);
}

static bool run_math(struct ptx *p, const struct ptx_line *l, struct ptx_type t)
{
	static const struct {
		const char *name;
		enum cvg_math math;
	} maths[] = {
		{"sqrt", CVG_M_SQRT}, {"rsqrt", CVG_M_RSQRT},
		{"sin", CVG_M_SIN},   {"cos", CVG_M_COS},
		{"ex2", CVG_M_EXP2},  {"lg2", CVG_M_LOG2},
		{"tanh", CVG_M_TANH},
	};
	uint32_t x;

	if (rounding_of(l) != 0 || !cvg_ptx_use_all(p, l, 1, t, &x))
		return false;
	for (size_t i = 0; i < sizeof maths / sizeof *maths; i++)
		if (cvg_ptx_is(l->part[0], maths[i].name))
			return set_float(p, l, t,
					 cvg_build_math1(&p->in, maths[i].math,
							 t.kind, x));
	return false;
}

/* abs, neg, min, max: instructions that do not round. */
static bool run_choice(struct ptx *p, const struct ptx_line *l,
		       struct ptx_type t)
{
	bool max = cvg_ptx_is(l->part[0], "max");
	uint32_t ref[2];

	if (cvg_ptx_is(l->part[0], "abs") || cvg_ptx_is(l->part[0], "neg"))
		return !cvg_ptx_has(l, "ftz") &&
		       cvg_ptx_use_all(p, l, 1, t, ref) &&
		       cvg_ptx_set(p, l, 0,
				   cvg_build_op1(&p->in,
						 cvg_ptx_is(l->part[0], "abs")
							 ? CVG_U_FABS
							 : CVG_U_FNEG,
						 t.kind, ref[0]));
	if (!max && !cvg_ptx_is(l->part[0], "min"))
		return false;
	return cvg_ptx_use_all(p, l, 2, t, ref) &&
	       set_float(p, l, t,
			 cvg_build_math2(&p->in,
					 max ? CVG_M_MAXIMUMNUM
					     : CVG_M_MINIMUMNUM,
					 t.kind, ref[0], ref[1]));
}

static bool real(struct ptx *p, const struct ptx_line *l)
{
	static const struct {
		const char *name;
		enum cvg_ucode code;
		uint32_t n;
	} ops[] = {
		{"add", CVG_U_FADD, 2}, {"sub", CVG_U_FSUB, 2},
		{"mul", CVG_U_FMUL, 2}, {"div", CVG_U_FDIV, 2},
		{"fma", CVG_U_FMA, 3},	{"mad", CVG_U_FMA, 3},
		{"rcp", CVG_U_FDIV, 1},
	};
	uint32_t ref[3] = {CVG_NONE, CVG_NONE, CVG_NONE}, x;
	struct ptx_type t;

	if (!cvg_ptx_type_of(l, 0, &t) || !t.real || !plain_modifiers(l))
		return false;
	for (size_t i = 0; i < sizeof ops / sizeof *ops; i++) {
		if (!cvg_ptx_is(l->part[0], ops[i].name))
			continue;
		if (!cvg_ptx_use_all(p, l, ops[i].n, t, ref))
			return false;
		if (ops[i].n == 1) {
			ref[1] = ref[0];
			ref[0] = cvg_build_float(&p->in, t.kind, 1);
		}
		x = cvg_build_op(&p->in, ops[i].code, t.kind, ref[0], ref[1],
				 ref[2]);
		p->in.decoder->uops.at[p->in.decoder->uops.n - 1].n =
			rounding_of(l);
		return set_float(p, l, t, x);
	}
	return run_choice(p, l, t) || run_math(p, l, t);
}

bool cvg_ptx_number(struct ptx *p, const struct ptx_line *l)
{
	return integer(p, l) || real(p, l);
}
