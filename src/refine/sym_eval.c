/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The values of formulas, as SMT-LIB defines them. */
#include "sym.h"

static uint64_t cut(uint64_t x, uint32_t width)
{
	return width >= 64 ? x : x & ((UINT64_C(1) << width) - 1);
}

static int64_t sign_of(uint64_t x, uint32_t width)
{
	uint64_t top = UINT64_C(1) << (width - 1);

	return (int64_t)((cut(x, width) ^ top) - top);
}

/* x / y, or the rest: by magnitudes, so that nothing overflows. */
static uint64_t divided(bool rest, bool sign, uint32_t w, uint64_t x,
			uint64_t y)
{
	bool nx = sign && sign_of(x, w) < 0, ny = sign && sign_of(y, w) < 0;
	uint64_t mx = nx ? cut(0 - x, w) : x, my = ny ? cut(0 - y, w) : y;
	uint64_t q = my ? mx / my : UINT64_MAX, r = my ? mx % my : mx;

	if (rest)
		return nx ? 0 - r : r;
	return nx != ny ? 0 - q : q;
}

static uint64_t shifted(enum cvg_symop op, uint32_t w, uint64_t x, uint64_t y)
{
	if (op == CVG_Y_ASHR)
		return (uint64_t)(sign_of(x, w) >> (y >= w ? w - 1 : y));
	if (y >= w)
		return 0;
	return op == CVG_Y_SHL ? x << y : x >> y;
}

static uint64_t raw(enum cvg_symop op, uint32_t w, uint64_t imm,
		    const uint32_t aw[3], const uint64_t v[3])
{
	switch ((uint32_t)op) {
	case CVG_Y_NOT:
		return ~v[0];
	case CVG_Y_AND:
		return v[0] & v[1];
	case CVG_Y_OR:
		return v[0] | v[1];
	case CVG_Y_XOR:
		return v[0] ^ v[1];
	case CVG_Y_ADD:
		return v[0] + v[1];
	case CVG_Y_MUL:
		return v[0] * v[1];
	case CVG_Y_UDIV:
	case CVG_Y_SDIV:
		return divided(false, op == CVG_Y_SDIV, w, v[0], v[1]);
	case CVG_Y_UREM:
	case CVG_Y_SREM:
		return divided(true, op == CVG_Y_SREM, w, v[0], v[1]);
	case CVG_Y_SHL:
	case CVG_Y_LSHR:
	case CVG_Y_ASHR:
		return shifted(op, w, v[0], v[1]);
	case CVG_Y_EQ:
		return v[0] == v[1];
	case CVG_Y_ULT:
		return v[0] < v[1];
	case CVG_Y_SLT:
		return sign_of(v[0], aw[0]) < sign_of(v[1], aw[0]);
	case CVG_Y_ITE:
		return v[0] ? v[1] : v[2];
	case CVG_Y_EXTRACT:
		return v[0] >> imm;
	case CVG_Y_SEXT:
		return (uint64_t)sign_of(v[0], aw[0]);
	}
	return v[0]; /* ZEXT */
}

uint64_t cvg_sym_compute(enum cvg_symop op, uint32_t width, uint64_t imm,
			 const uint32_t arg_width[3], const uint64_t arg[3])
{
	return cut(raw(op, width, imm, arg_width, arg), width);
}

/* 0 where all sets of a list are, else a number that stands for any other. */
static uint64_t some_set(const struct cvg_syms *syms, uint32_t list,
			 const uint64_t *value)
{
	uint64_t all = 0;

	for (; list != CVG_NONE; list = cvg_sym_at(syms, list)->b)
		all |= cvg_sym_value(syms, cvg_sym_at(syms, list)->a, value);
	return all ? 3 : 0;
}

uint64_t cvg_sym_value(const struct cvg_syms *syms, uint32_t s,
		       const uint64_t *value)
{
	const struct cvg_sym *f = cvg_sym_at(syms, s);
	const uint32_t arg[3] = {f->a, f->b, f->c};
	uint32_t widths[3] = {0, 0, 0};
	uint64_t values[3] = {0, 0, 0};

	if (f->op == CVG_Y_CONST)
		return f->imm;
	if (f->op == CVG_Y_VAR)
		return cut(value[f->imm], f->width);
	if (f->op == CVG_Y_SET)
		return cut(some_set(syms, f->b, value), f->width);
	for (int i = 0; i < 3 && arg[i] != CVG_NONE; i++) {
		widths[i] = cvg_sym_at(syms, arg[i])->width;
		values[i] = cvg_sym_value(syms, arg[i], value);
	}
	return cvg_sym_compute(f->op, f->width, f->imm, widths, values);
}
