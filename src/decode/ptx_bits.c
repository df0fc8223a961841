/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Inline assembler for NVPTX: shifts, and fields of bits. */
#include "ptx.h"

/* A shift. If the amount is the width or more, the result is 0, or the sign in
 * all bits. */
static bool run_shift(struct ptx *p, const struct ptx_line *l,
		      struct ptx_type t)
{
	const struct ptx_type by_type = {CVG_K_I32, false, false};
	struct cvg_in *in = &p->in;
	uint32_t bits = 8 * cvg_kind_bytes(t.kind);
	bool left = cvg_ptx_is(l->part[0], "shl");
	uint32_t a, by, far, none = cvg_build_int(in, t.kind, 0), x;

	if (l->nops != 3 || !cvg_ptx_use(p, l, 1, t, &a) ||
	    !cvg_ptx_use(p, l, 2, by_type, &by))
		return false;
	far = cvg_build_icmp(in, LLVMIntUGE, CVG_K_I32, by,
			     cvg_build_i32(in, bits));
	by = cvg_build_resize(in, cvg_dec_plain(CVG_K_I32), t.kind, by, false);
	by = cvg_build_opk(in, CVG_U_AND, t.kind, by, bits - 1);
	if (!left && t.sign)
		none = cvg_build_opk(in, CVG_U_ASHR, t.kind, a, bits - 1);
	x = cvg_build_op2(in,
			  left	   ? CVG_U_SHL
			  : t.sign ? CVG_U_ASHR
				   : CVG_U_LSHR,
			  t.kind, a, by);
	return cvg_ptx_set(p, l, 0, cvg_build_select(in, t.kind, far, none, x));
}

static bool run_funnel(struct ptx *p, const struct ptx_line *l,
		       struct ptx_type t)
{
	uint32_t ref[3];
	enum cvg_ucode code = cvg_ptx_has(l, "l") ? CVG_U_FSHL : CVG_U_FSHR;

	return cvg_ptx_has(l, "wrap") && cvg_ptx_use_all(p, l, 3, t, ref) &&
	       cvg_ptx_set(p, l, 0,
			   cvg_build_op(&p->in, code, t.kind, ref[1], ref[0],
					ref[2]));
}

/* bfind: the number of the highest set bit, or its distance from the top. */
static bool run_bfind(struct ptx *p, const struct ptx_line *l,
		      struct ptx_type t)
{
	struct cvg_in *in = &p->in;
	uint32_t bits = 8 * cvg_kind_bytes(t.kind), x, n, none;

	if (!cvg_ptx_use_all(p, l, 1, t, &x))
		return false;
	if (t.sign) {
		n = cvg_build_opk(in, CVG_U_ASHR, t.kind, x, bits - 1);
		x = cvg_build_op2(in, CVG_U_XOR, t.kind, x, n);
	}
	n = cvg_build_op1(in, CVG_U_CTLZ, t.kind, x);
	n = cvg_build_resize(in, cvg_dec_plain(t.kind), CVG_K_I32, n, false);
	if (!cvg_ptx_has(l, "shiftamt"))
		n = cvg_build_op2(in, CVG_U_SUB, CVG_K_I32,
				  cvg_build_i32(in, bits - 1), n);
	none = cvg_build_icmp(in, LLVMIntEQ, t.kind, x,
			      cvg_build_int(in, t.kind, 0));
	return cvg_ptx_set(p, l, 0,
			   cvg_build_select(in, CVG_K_I32, none,
					    cvg_build_i32(in, UINT32_MAX), n));
}

/* (1 << n) - 1 for n of 32 bits, all ones from the width on. */
static uint32_t low_ones(struct cvg_in *in, enum cvg_kind kind, uint32_t n)
{
	uint32_t bits = 8 * cvg_kind_bytes(kind);
	uint32_t ones = cvg_build_int(in, kind, UINT64_MAX), x;
	uint32_t all = cvg_build_icmp(in, LLVMIntUGE, CVG_K_I32, n,
				      cvg_build_i32(in, bits));

	n = cvg_build_resize(in, cvg_dec_plain(CVG_K_I32), kind, n, false);
	n = cvg_build_opk(in, CVG_U_AND, kind, n, bits - 1);
	x = cvg_build_op2(in, CVG_U_SHL, kind, ones, n);
	x = cvg_build_op2(in, CVG_U_XOR, kind, x, ones);
	return cvg_build_select(in, kind, all, ones, x);
}

/* The amount, in 32 bits, as one by which a number of the kind may be shifted:
 * at most its width - 1. */
static uint32_t amount(struct cvg_in *in, enum cvg_kind kind, uint32_t by)
{
	by = cvg_build_opk(in, CVG_U_UMIN, CVG_K_I32, by,
			   8 * cvg_kind_bytes(kind) - 1);
	return cvg_build_resize(in, cvg_dec_plain(CVG_K_I32), kind, by, false);
}

/* Operand i, of which the last 8 bits count: a place or a length. */
static bool use_byte(struct ptx *p, const struct ptx_line *l, uint32_t i,
		     uint32_t *out)
{
	const struct ptx_type t = {CVG_K_I32, false, false};

	if (!cvg_ptx_use(p, l, i, t, out))
		return false;
	*out = cvg_build_opk(&p->in, CVG_U_AND, CVG_K_I32, *out, 255);
	return true;
}

/* bfe: n bits from a place on. What lies above the number is its sign. */
static bool run_bfe(struct ptx *p, const struct ptx_line *l, struct ptx_type t)
{
	uint32_t a, at, n, bits = 8 * cvg_kind_bytes(t.kind), mask, top, far, x;
	struct cvg_in *in = &p->in;

	if (l->nops != 4 || !cvg_ptx_use(p, l, 1, t, &a) ||
	    !use_byte(p, l, 2, &at) || !use_byte(p, l, 3, &n))
		return false;
	mask = low_ones(in, t.kind, n);
	far = cvg_build_icmp(in, LLVMIntUGE, CVG_K_I32, at,
			     cvg_build_i32(in, bits));
	x = cvg_build_op2(in, t.sign ? CVG_U_ASHR : CVG_U_LSHR, t.kind, a,
			  amount(in, t.kind, at));
	if (!t.sign)
		x = cvg_build_select(in, t.kind, far,
				     cvg_build_int(in, t.kind, 0), x);
	x = cvg_build_op2(in, CVG_U_AND, t.kind, x, mask);
	if (t.sign) { /* the highest bit of the field, times all bits above */
		top = cvg_build_opk(in, CVG_U_LSHR, t.kind, mask, 1);
		top = cvg_build_op2(in, CVG_U_XOR, t.kind, top, mask);
		x = cvg_build_op2(in, CVG_U_XOR, t.kind, x, top);
		x = cvg_build_op2(in, CVG_U_SUB, t.kind, x, top);
	}
	return cvg_ptx_set(p, l, 0, x);
}

/* bfi: a's last n bits take the place of b's from a place on. */
static bool run_bfi(struct ptx *p, const struct ptx_line *l, struct ptx_type t)
{
	uint32_t a, b, at, n, mask, none, far, x;
	struct cvg_in *in = &p->in;

	if (l->nops != 5 || !cvg_ptx_use(p, l, 1, t, &a) ||
	    !cvg_ptx_use(p, l, 2, t, &b) || !use_byte(p, l, 3, &at) ||
	    !use_byte(p, l, 4, &n))
		return false;
	far = cvg_build_icmp(in, LLVMIntUGE, CVG_K_I32, at,
			     cvg_build_i32(in, 8 * cvg_kind_bytes(t.kind)));
	none = cvg_build_int(in, t.kind, 0);
	mask = cvg_build_op2(in, CVG_U_SHL, t.kind, low_ones(in, t.kind, n),
			     amount(in, t.kind, at));
	mask = cvg_build_select(in, t.kind, far, none, mask);
	x = cvg_build_op2(in, CVG_U_SHL, t.kind, a, amount(in, t.kind, at));
	x = cvg_build_op2(in, CVG_U_XOR, t.kind, x, b);
	x = cvg_build_op2(in, CVG_U_AND, t.kind, x, mask);
	x = cvg_build_op2(in, CVG_U_XOR, t.kind, x, b);
	return cvg_ptx_set(p, l, 0, x);
}

/* bmsk: b ones from bit a on. Either counts modulo 32; with ".clamp", 32 or more
 * are as many as there are. */
static bool run_bmsk(struct ptx *p, const struct ptx_line *l, struct ptx_type t)
{
	struct cvg_in *in = &p->in;
	uint32_t ref[2], ones, far;

	if (l->nparts != 3 || !cvg_ptx_use_all(p, l, 2, t, ref))
		return false;
	if (cvg_ptx_has(l, "wrap"))
		ref[1] = cvg_build_opk(in, CVG_U_AND, t.kind, ref[1], 31);
	else if (!cvg_ptx_has(l, "clamp"))
		return false;
	far = cvg_build_icmp(in, LLVMIntUGE, t.kind, ref[0],
			     cvg_build_i32(in, 32));
	ones = low_ones(in, t.kind, ref[1]);
	ref[0] = cvg_build_opk(in, CVG_U_AND, t.kind, ref[0], 31);
	ones = cvg_build_op2(in, CVG_U_SHL, t.kind, ones, ref[0]);
	if (cvg_ptx_has(l, "clamp"))
		ones = cvg_build_select(in, t.kind, far, cvg_build_i32(in, 0),
					ones);
	return cvg_ptx_set(p, l, 0, ones);
}

static bool run_szext(struct ptx *p, const struct ptx_line *l,
		      struct ptx_type t)
{
	bool clamp = cvg_ptx_has(l, "clamp");
	uint32_t ref[2];

	return l->nparts == 3 && (clamp || cvg_ptx_has(l, "wrap")) &&
	       cvg_ptx_use_all(p, l, 2, t, ref) &&
	       cvg_ptx_set(
		       p, l, 0,
		       cvg_build_szext(&p->in, ref[0], ref[1], t.sign, clamp));
}

static bool run_lop3(struct ptx *p, const struct ptx_line *l, struct ptx_type t)
{
	uint32_t ref[3];

	if (l->nops != 5 || l->op[4].form != PTX_NUMBER)
		return false;
	for (uint32_t i = 0; i < 3; i++)
		if (!cvg_ptx_use(p, l, i + 1, t, &ref[i]))
			return false;
	return cvg_ptx_set(
		p, l, 0, cvg_build_truth(&p->in, t.kind, ref, l->op[4].number));
}

bool cvg_ptx_bits(struct ptx *p, const struct ptx_line *l, struct ptx_type t)
{
	static const struct {
		const char *name;
		bool (*run)(struct ptx *p, const struct ptx_line *l,
			    struct ptx_type t);
	} rows[] = {
		{"shl", run_shift}, {"shr", run_shift},	  {"shf", run_funnel},
		{"bfe", run_bfe},   {"bfi", run_bfi},	  {"bfind", run_bfind},
		{"bmsk", run_bmsk}, {"szext", run_szext}, {"lop3", run_lop3},
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		if (cvg_ptx_is(l->part[0], rows[i].name))
			return rows[i].run(p, l, t);
	return false;
}
