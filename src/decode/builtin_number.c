/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Numbers in the formulas of built-in functions, and conversions between
 * kinds. */
#include "builtin_words.h"

#include "reconverge/ucodes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The bits of a half; no constant in a formula is a subnormal half. */
static uint64_t half_bits(double v)
{
	int e;
	double m = frexp(fabs(v), &e);
	uint64_t sign = signbit(v) ? 0x8000 : 0;

	if (v == 0)
		return sign;
	return sign + ((uint64_t)(e + 13) << 10) +
	       (uint64_t)nearbyint(ldexp(m, 11));
}

static uint32_t number(struct machine *machine, enum cvg_kind kind, double v)
{
	if (!bi_real(kind))
		return cvg_build_int(&machine->builtin->in, kind,
				     (uint64_t)(int64_t)v);
	if (kind == CVG_K_F16)
		return cvg_build_int(&machine->builtin->in, kind, half_bits(v));
	return cvg_build_float(&machine->builtin->in, kind, v);
}

bool cvg_bi_number(struct machine *machine, const char *word)
{
	enum cvg_kind kind = cvg_bi_kind(machine->scalar);
	bool sign = bi_signed(machine->scalar);
	const struct item *below =
		machine->n ? &machine->stack[machine->n - 1] : NULL;
	char *end;
	double v = strtod(word, &end);

	if (end == word)
		return false;
	if (bi_real(kind))
		kind = machine->real;
	if (*end == 'i') {
		kind = CVG_K_I32;
		sign = true;
	} else if (below && below->kind != CVG_K_BIT && !bi_real(below->kind)) {
		kind = below->kind;
		sign = below->sign;
	}
	bi_push(machine, number(machine, kind, v), kind, sign);
	return true;
}

/* ---- from kind to kind ------------------------------------------------- */

static uint32_t from_float(struct machine *machine, struct item a,
			   enum cvg_kind kind, bool sign, uint16_t n)
{
	if (bi_real(kind))
		return cvg_build_convert(&machine->builtin->in,
					 cvg_kind_bytes(kind) >
							 cvg_kind_bytes(a.kind)
						 ? CVG_U_FPEXT
						 : CVG_U_FPTRUNC,
					 a.kind, kind, a.ref, n);
	return cvg_build_convert(&machine->builtin->in,
				 sign ? CVG_U_FPTOSI_SAT : CVG_U_FPTOUI_SAT,
				 a.kind, kind, a.ref, n);
}

struct item cvg_bi_to_kind(struct machine *machine, struct item a,
			   enum cvg_kind kind, bool sign, uint16_t n)
{
	struct item to = {a.ref, kind, sign};

	if (bi_real(a.kind) && a.kind != kind)
		to.ref = from_float(machine, a, kind, sign, n);
	else if (bi_real(kind) && a.kind != kind)
		to.ref = cvg_build_convert(&machine->builtin->in,
					   a.sign ? CVG_U_SITOFP : CVG_U_UITOFP,
					   a.kind, kind, a.ref, n);
	else if (a.kind != kind)
		to.ref = cvg_build_resize(&machine->builtin->in,
					  cvg_dec_plain(a.kind), kind, a.ref,
					  a.sign);
	return to;
}

/* The bits of a value, as a value of another kind. */
static struct item as(struct machine *machine, struct item a,
		      enum cvg_kind kind, bool sign)
{
	struct item to = {a.ref, kind, sign};

	if (a.kind != kind)
		to.ref = cvg_build_op1(&machine->builtin->in, CVG_U_MOV, kind,
				       a.ref);
	return to;
}

static enum cvg_kind integer_like(enum cvg_kind kind)
{
	switch (cvg_kind_bytes(kind)) {
	case 2:
		return CVG_K_I16;
	case 4:
		return CVG_K_I32;
	default:
		return CVG_K_I64;
	}
}

static enum cvg_kind float_like(enum cvg_kind kind)
{
	switch (cvg_kind_bytes(kind)) {
	case 2:
		return CVG_K_F16;
	case 4:
		return CVG_K_F32;
	default:
		return CVG_K_F64;
	}
}

/* The least number of T, or the largest if `least` is not set, as a number of a
 * wider kind. */
static uint32_t bound(struct machine *machine, enum cvg_kind wide, bool least)
{
	uint32_t bits = 8 * cvg_kind_bytes(cvg_bi_kind(machine->scalar));
	bool sign = bi_signed(machine->scalar);
	uint64_t most = UINT64_MAX >> (64 - bits + sign);
	struct cvg_const c = {.kind = wide, .lo = most};

	if (least) {
		c.lo = sign ? ~most : 0;
		c.hi = sign ? UINT64_MAX : 0;
	}
	if (wide != CVG_K_I128)
		return cvg_build_int(&machine->builtin->in, wide, c.lo);
	return cvg_dec_const(machine->builtin->in.decoder, c);
}

static void clip(struct machine *machine)
{
	struct item a = bi_pop(machine);
	struct cvg_in *in = &machine->builtin->in;
	enum cvg_kind kind = cvg_bi_kind(machine->scalar);

	a.ref = cvg_build_op2(in, a.sign ? CVG_U_SMIN : CVG_U_UMIN, a.kind,
			      a.ref, bound(machine, a.kind, false));
	if (a.sign)
		a.ref = cvg_build_op2(in, CVG_U_SMAX, a.kind, a.ref,
				      bound(machine, a.kind, true));
	bi_push(machine,
		cvg_build_convert(in, CVG_U_TRUNC, a.kind, kind, a.ref, 0),
		kind, a.sign);
}

static bool push_converted(struct machine *machine, const char *word,
			   uint16_t n)
{
	static const struct {
		const char *word;
		enum cvg_kind kind;
		bool sign;
	} to[] = {
		{"i32", CVG_K_I32, true},  {"u32", CVG_K_I32, false},
		{"i64", CVG_K_I64, true},  {"u64", CVG_K_I64, false},
		{"f16", CVG_K_F16, false}, {"f32", CVG_K_F32, false},
		{"f64", CVG_K_F64, false},
	};
	struct item a;

	for (size_t i = 0; i < sizeof to / sizeof *to; i++)
		if (!strcmp(word, to[i].word)) {
			a = cvg_bi_to_kind(machine, bi_pop(machine), to[i].kind,
					   to[i].sign, n);
			bi_push(machine, a.ref, a.kind, a.sign);
			return true;
		}
	return false;
}

bool cvg_bi_changed(struct machine *machine, const char *word, uint16_t n)
{
	struct item a;

	if (!strcmp(word, "clip")) {
		clip(machine);
		return true;
	}
	if (!strcmp(word, "real")) {
		a = cvg_bi_to_kind(machine, bi_pop(machine), machine->real,
				   false, 0);
	} else if (!strcmp(word, "wide")) {
		a = bi_pop(machine);
		a = cvg_bi_to_kind(machine, a, (enum cvg_kind)(a.kind + 1),
				   a.sign, 0);
	} else if (!strcmp(word, "bits")) {
		a = bi_pop(machine);
		a = as(machine, a,
		       bi_real(a.kind) ? integer_like(a.kind) : a.kind, true);
	} else if (!strcmp(word, "asfloat")) {
		a = bi_pop(machine);
		a = as(machine, a, float_like(a.kind), false);
	} else if (!strcmp(word, "like")) {
		a = as(machine, bi_pop(machine), cvg_bi_kind(machine->scalar),
		       bi_signed(machine->scalar));
	} else if (!strcmp(word, "inv")) {
		a = bi_pop(machine);
		a.ref = cvg_build_opk(&machine->builtin->in, CVG_U_XOR, a.kind,
				      a.ref, UINT64_MAX);
	} else {
		return push_converted(machine, word, n);
	}
	bi_push(machine, a.ref, a.kind, a.sign);
	return true;
}
