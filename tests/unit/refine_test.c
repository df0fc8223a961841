/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The formula of each operation computes what its lane function computes, with
 * poison and faults, on random values, and of undef operands all that it makes.
 * Makers of formulas simplify, which this tests too: operands are variables, or
 * constants.
 */
#include "tests/unit/lanes_kit.h"

#include "reconverge/ucodes.h"

#include "src/refine/formula.h"

/* An operation with operands in the rows of `call`. */
struct trial {
	struct call call;
	struct cvg_syms syms;
	struct cvg_formula f;
	uint32_t kind[3];  /* of the operands */
	bool constant[3];  /* is it one? */
	uint32_t n;	   /* operands */
	bool known;	   /* can the value be computed, or only its poison? */
	uint64_t value[9]; /* of the variables */
	uint32_t variable[9]; /* v, p and set of each operand */
};

static const char *const takes[CVG_NUCODES] = {
#define UOP(id, text, nops, takes, what) [CVG_U_##id] = takes,
#include "reconverge/uops.def"
#undef UOP
};

static bool is_known(const struct cvg_syms *syms, uint32_t s)
{
	const struct cvg_sym *f = cvg_sym_at(syms, s);

	if (f->op == CVG_Y_APPLY || f->width > 64)
		return false;
	return (f->a == CVG_NONE || is_known(syms, f->a)) &&
	       (f->b == CVG_NONE || is_known(syms, f->b)) &&
	       (f->c == CVG_NONE || is_known(syms, f->c));
}

static uint64_t cut(uint64_t x, uint32_t bits)
{
	return bits >= 64 ? x : x & ((UINT64_C(1) << bits) - 1);
}

/* Numbers at which operations change their minds. */
static uint64_t awkward(uint32_t bits)
{
	const uint64_t top = UINT64_C(1) << (bits - 1);
	const uint64_t some[] = {0,
				 1,
				 top,
				 top - 1,
				 ~UINT64_C(0),
				 bits - 1,
				 bits,
				 top + 1,
				 UINT64_C(0x7f800000),
				 0x7fc00000,
				 UINT64_C(0x80000000),
				 0xff800001};
	uint64_t r = kit_random();

	return r % 3 ? some[r / 3 % 12] : kit_random();
}

static uint32_t kind_of(char c, const struct cvg_uop *u)
{
	return c == 'b'	  ? CVG_K_BIT
	       : c == '2' ? u->kind2
	       : c == 'i' ? CVG_K_I32
	       : c == 'l' ? CVG_K_I64
			  : u->kind;
}

/* Rows and doubts of operand i. */
static void fill(struct trial *t, uint32_t i, bool constant)
{
	struct row *rows[3] = {&t->call.a, &t->call.b, &t->call.c};
	struct cvg_doubt *doubts[3] = {&t->call.lx.da, &t->call.lx.db,
				       &t->call.lx.dc};
	const struct cvg_uop *u = &t->call.u;
	uint32_t bits = cvg_formula_bits(t->kind[i]);
	uint64_t same;

	if (takes[u->code][i + 1] == 'k' && u->width)
		bits = u->width;
	same = cut(awkward(bits), bits);
	for (uint32_t l = 0; l < 64; l++)
		kit_set(t->kind[i], rows[i], l,
			constant ? same : cut(awkward(bits), bits));
	doubts[i]->poison =
		constant || kit_random() & 1 ? 0 : kit_random() & kit_random();
	doubts[i]->undef =
		constant || kit_random() & 1 ? 0 : kit_random() & kit_random();
	doubts[i]->undef &= ~doubts[i]->poison;
	t->call.lx.poison |= doubts[i]->poison;
	t->call.lx.undef |= doubts[i]->undef;
	t->constant[i] = constant;
	for (int k = 0; k < 3; k++)
		t->variable[3 * i + (uint32_t)k] = CVG_NONE;
	if (constant) {
		t->f.in[i].v = cvg_sym_const(
			&t->syms, cvg_formula_bits(t->kind[i]), same);
		t->f.in[i].p = cvg_sym_const(&t->syms, 1, 0);
		t->f.in[i].set = cvg_set_alone(&t->syms);
		return;
	}
	t->f.in[i].v = cvg_sym_var(&t->syms, cvg_formula_bits(t->kind[i]));
	t->f.in[i].p = cvg_sym_var(&t->syms, 1);
	t->f.in[i].set = cvg_sym_var(&t->syms, 64);
	t->variable[3 * i] = t->f.in[i].v;
	t->variable[3 * i + 1] = t->f.in[i].p;
	t->variable[3 * i + 2] = t->f.in[i].set;
}

/* The values that the variables have in a lane. */
static void set_lane(struct trial *t, uint32_t l)
{
	const struct row *rows[3] = {&t->call.a, &t->call.b, &t->call.c};
	const struct cvg_doubt *doubts[3] = {&t->call.lx.da, &t->call.lx.db,
					     &t->call.lx.dc};

	for (uint32_t i = 0; i < t->n; i++) {
		const uint64_t is[3] = {
			(uint64_t)kit_get(t->kind[i], rows[i], l),
			doubts[i]->poison >> l & 1, doubts[i]->undef >> l & 1};

		for (uint32_t k = 0; k < 3; k++) {
			uint32_t v = t->variable[3 * i + k];

			if (v != CVG_NONE)
				t->value[cvg_sym_at(&t->syms, v)->imm] = is[k];
		}
	}
}

static void complain(const struct trial *t, uint32_t l, uint64_t v, uint64_t p,
		     uint64_t set)
{
	const struct cvg_uop *u = &t->call.u;
	const struct cvg_lx *lx = &t->call.lx;
	uint32_t kind = kind_of(takes[u->code][0], u);

	print_error("code %u kind %u kind2 %u n %u flags %x width %u imm %llu: "
		    "%llx %llx %llx: %llx/%d%d, not %llx/%d%d\n",
		    u->code, u->kind, u->kind2, u->n, u->flags, u->width,
		    (unsigned long long)u->imm,
		    (unsigned long long)kit_get(t->kind[0], &t->call.a, l),
		    (unsigned long long)kit_get(t->kind[1], &t->call.b, l),
		    (unsigned long long)kit_get(t->kind[2], &t->call.c, l),
		    (unsigned long long)v, (int)p, (int)set,
		    (unsigned long long)kit_get(kind, &t->call.d, l),
		    (int)(lx->poison >> l & 1), (int)(lx->undef >> l & 1));
	fail();
}

/* Is an operand undef in the lane? */
static bool has_choice(const struct trial *t, uint32_t l)
{
	const struct cvg_lx *lx = &t->call.lx;

	return (lx->da.undef | lx->db.undef | lx->dc.undef) >> l & 1;
}

/* The value is that of the values of the operands, whether or not these are undef.
 * Only where one is, the result may be, too, and then poison is what a choice may
 * make. */
static void check_lane(struct trial *t, uint32_t l)
{
	const struct cvg_uop *u = &t->call.u;
	const struct cvg_lx *lx = &t->call.lx;
	uint32_t kind = kind_of(takes[u->code][0], u);
	uint64_t v, p, set, fault;
	bool choice = has_choice(t, l);

	set_lane(t, l);
	fault = cvg_sym_value(&t->syms, t->f.fault, t->value);
	if (lx->fault_lanes >> l & 1)
		assert_true(fault);
	if (fault) {
		assert_true(choice || lx->fault != CVG_F_NONE);
		return;
	}
	v = t->known ? cvg_sym_value(&t->syms, t->f.out.v, t->value)
		     : (uint64_t)kit_get(kind, &t->call.d, l);
	p = cvg_sym_value(&t->syms, t->f.out.p, t->value);
	set = cvg_sym_value(&t->syms, t->f.out.set, t->value);
	if (p < (lx->poison >> l & 1) ||
	    (!choice && (p || set) && !(lx->poison >> l & 1)))
		complain(t, l, v, p, set);
	if (!p && ((lx->undef >> l & 1 && !set) ||
		   (!choice && v != (uint64_t)kit_get(kind, &t->call.d, l))))
		complain(t, l, v, p, set);
}

/* Is there a formula that can be computed? Then its lanes are compared. */
static bool compare(struct trial *t, cvg_lane_fn *fn)
{
	const char *pattern = takes[t->call.u.code];
	struct cvg_lx *lx = &t->call.lx;
	bool compared;

	memset(lx, 0, sizeof *lx);
	lx->nlanes = 64;
	lx->active = UINT64_MAX;
	cvg_syms_init(&t->syms);
	t->f = (struct cvg_formula){.uop = &t->call.u};
	for (t->n = 0; t->n < 3 && pattern[t->n + 1] != '-'; t->n++) {
		t->kind[t->n] = kind_of(pattern[t->n + 1], &t->call.u);
		fill(t, t->n, kit_random() % 4 == 0);
	}
	lx->const_a = t->constant[0];
	lx->const_b = t->constant[1];
	compared = cvg_formula_of(&t->syms, &t->f) &&
		   is_known(&t->syms, t->f.out.p);
	t->known = is_known(&t->syms, t->f.out.v);
	if (compared) {
		fn(t->call.d.at, t->call.a.at, t->call.b.at, t->call.c.at,
		   &t->call.u, lx);
		for (uint32_t l = 0; l < 64; l++)
			check_lane(t, l);
	}
	cvg_syms_done(&t->syms);
	return compared;
}

/* The flags that operations may have. */
static const uint16_t may_have[CVG_NUCODES] = {
	[CVG_U_ADD] = CVG_UF_NUW | CVG_UF_NSW,
	[CVG_U_SUB] = CVG_UF_NUW | CVG_UF_NSW,
	[CVG_U_MUL] = CVG_UF_NUW | CVG_UF_NSW,
	[CVG_U_SHL] = CVG_UF_NUW | CVG_UF_NSW,
	[CVG_U_TRUNC] = CVG_UF_NUW | CVG_UF_NSW,
	[CVG_U_LSHR] = CVG_UF_EXACT,
	[CVG_U_ASHR] = CVG_UF_EXACT,
	[CVG_U_UDIV] = CVG_UF_EXACT,
	[CVG_U_SDIV] = CVG_UF_EXACT,
	[CVG_U_OR] = CVG_UF_DISJOINT,
	[CVG_U_ZEXT] = CVG_UF_NNEG,
	[CVG_U_UITOFP] = CVG_UF_NNEG,
	[CVG_U_ABS] = CVG_UF_ZERO_POISON,
	[CVG_U_CTLZ] = CVG_UF_ZERO_POISON,
	[CVG_U_CTTZ] = CVG_UF_ZERO_POISON,
	[CVG_U_ICMP] = CVG_UF_SAMESIGN,
	[CVG_U_FCMP] = CVG_UF_NNAN | CVG_UF_NINF | CVG_UF_FTZ,
};

/* The kind that a conversion makes. */
static void choose_to(struct cvg_uop *u, uint32_t r)
{
	bool to_float = u->code == CVG_U_UITOFP || u->code == CVG_U_SITOFP ||
			u->code == CVG_U_FPTRUNC || u->code == CVG_U_FPEXT;

	u->kind2 = (uint8_t)((to_float ? CVG_K_F16 : CVG_K_I8) + r % 4);
}

/* A random operation of that code, as decoders make them. */
static void choose(struct cvg_uop *u, uint32_t code)
{
	bool is_float = code == CVG_U_FCLASS ||
			(code >= CVG_U_FPTOUI && code <= CVG_U_FPTOSI_SAT) ||
			code == CVG_U_FPTRUNC || code == CVG_U_FPEXT ||
			code == CVG_U_FCMP ||
			(code >= CVG_U_FNEG && code <= CVG_U_CLAMP01);
	uint32_t r = (uint32_t)kit_random();

	memset(u, 0, sizeof *u);
	u->code = (uint16_t)code;
	u->kind = (uint8_t)(is_float ? CVG_K_F16 + r % 4 : CVG_K_I8 + r % 4);
	r /= 4;
	choose_to(u, r);
	r /= 4;
	u->flags = (uint16_t)(may_have[code] & kit_random());
	r /= 8;
	u->n = code == CVG_U_ICMP    ? (uint16_t)(32 + r % 10)
	       : code == CVG_U_FCMP  ? (uint16_t)(r % 16)
	       : code == CVG_U_MATH1 ? (uint16_t)(r % CVG_M_POW)
	       : code == CVG_U_MATH2
		       ? (uint16_t)(CVG_M_POW + r % (CVG_NMATHS - CVG_M_POW))
		       : 0;
	r /= 16;
	if ((code == CVG_U_AND || code == CVG_U_OR || code == CVG_U_XOR ||
	     code == CVG_U_SELECT || code == CVG_U_ICMP) &&
	    r % 4 == 0)
		u->kind = CVG_K_BIT;
	if (code <= CVG_U_SSUB_SAT && code != CVG_U_FREEZE && r % 5 == 1 &&
	    u->kind > CVG_K_I8)
		u->width = 3 + r % (cvg_formula_bits(u->kind) - 4);
}

/* A conversion to more, or fewer, bits. */
static bool fits(const struct cvg_uop *u)
{
	if (u->code == CVG_U_TRUNC)
		return u->kind2 < u->kind;
	return (u->code != CVG_U_ZEXT && u->code != CVG_U_SEXT) ||
	       u->kind2 > u->kind;
}

/* Poison of these is an unknown function; the last one is no formula. */
static bool may_be_any(uint32_t code)
{
	return code == CVG_U_FPTOUI || code == CVG_U_FPTOSI ||
	       code == CVG_U_REBITS;
}

static void test_formulas(void **state)
{
	static struct trial t;
	uint32_t compared[CVG_NUCODES] = {0}, tried[CVG_NUCODES] = {0};
	uint32_t values[CVG_NUCODES] = {0}, codes = 0;

	(void)state;
	for (uint32_t i = 0; i < 9000; i++) {
		uint32_t code = i % (CVG_U_CLAMP01 + 1);
		cvg_lane_fn *fn;

		choose(&t.call.u, code);
		fn = fits(&t.call.u) ? cvg_lane_fn_of(&t.call.u) : NULL;
		tried[code] += fn != NULL && code != CVG_U_FREEZE;
		if (!fn || !compare(&t, fn))
			continue;
		compared[code]++;
		values[code] += t.known;
	}
	/* No operation is left out; of some only poison has a formula: bits that
	 * are counted or turned, arithmetic of floats, conversions of them. */
	for (uint32_t c = 0; c < CVG_NUCODES; c++) {
		if (tried[c] && !may_be_any(c))
			assert_in_range(compared[c], 5, UINT32_MAX);
		codes += values[c] > 5;
	}
	assert_int_equal(codes, 39);
}

/* An operation whose value is an unknown function of its operands has one value for
 * them, also if two change places where the function's key says that they may. */
static void test_unknown(void **state)
{
	static struct trial t;
	uint32_t swapped = 0;

	(void)state;
	for (uint32_t i = 0; i < 3000; i++) {
		struct call *call = &t.call;
		uint32_t kind;
		cvg_lane_fn *fn;
		struct row d, a;

		choose(&call->u, i % (CVG_U_CLAMP01 + 1));
		fn = fits(&call->u) ? cvg_lane_fn_of(&call->u) : NULL;
		if (!fn || !compare(&t, fn) || t.known || t.call.lx.fault)
			continue;
		d = call->d;
		a = call->a;
		if (cvg_formula_key(&call->u, 0) & CVG_SYM_COMMUTES) {
			call->a = call->b;
			call->b = a;
			swapped++;
		}
		memset(&call->lx.da, 0, sizeof call->lx.da);
		memset(&call->lx.db, 0, sizeof call->lx.db);
		memset(&call->lx.dc, 0, sizeof call->lx.dc);
		call->lx.poison = call->lx.undef = 0;
		call->lx.const_a = call->lx.const_b = false;
		fn(call->d.at, call->a.at, call->b.at, call->c.at, &call->u,
		   &call->lx);
		kind = kind_of(takes[call->u.code][0], &call->u);
		for (uint32_t l = 0; l < 64; l++)
			assert_true(kit_get(kind, &d, l) ==
				    kit_get(kind, &call->d, l));
	}
	assert_in_range(swapped, 50, 3000);
}

/* ---- undef ------------------------------------------------------------ */

/* All values of operand `which`, of 8 bits, with one value of the others: bits of
 * `seen` for the results; false: one is poison or at fault. */
static bool all_values(struct trial *t, cvg_lane_fn *fn, uint32_t which,
		       bool seen[256])
{
	struct row *rows[3] = {&t->call.a, &t->call.b, &t->call.c};
	struct cvg_lx *lx = &t->call.lx;
	uint32_t kind = kind_of(takes[t->call.u.code][0], &t->call.u);
	bool clean = true;

	memset(seen, 0, 256 * sizeof *seen);
	for (uint32_t first = 0; first < 256; first += 64) {
		memset(lx, 0, sizeof *lx);
		lx->nlanes = 64;
		lx->active = UINT64_MAX;
		for (uint32_t l = 0; l < 64; l++)
			kit_set(t->kind[which], rows[which], l, first + l);
		fn(t->call.d.at, t->call.a.at, t->call.b.at, t->call.c.at,
		   &t->call.u, lx);
		clean = clean && !lx->poison && lx->fault == CVG_F_NONE;
		for (uint32_t l = 0; l < 64; l++)
			seen[(uint64_t)kit_get(kind, &t->call.d, l) & 255] =
				true;
	}
	return clean;
}

static uint32_t count_of(const bool seen[256])
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < 256; i++)
		n += seen[i];
	return n;
}

/* An operand of the formula that is undef, and others that are constants. */
static void make_operands(struct trial *t, uint32_t which)
{
	struct row *rows[3] = {&t->call.a, &t->call.b, &t->call.c};

	for (uint32_t i = 0; i < t->n; i++) {
		uint32_t bits = cvg_formula_bits(t->kind[i]);
		uint64_t same = cut(awkward(bits), bits);
		bool undef = i == which;

		for (uint32_t l = 0; l < 64; l++)
			kit_set(t->kind[i], rows[i], l, same);
		t->f.in[i].v = undef ? cvg_sym_var(&t->syms, bits)
				     : cvg_sym_const(&t->syms, bits, same);
		t->f.in[i].p = cvg_sym_const(&t->syms, 1, 0);
		t->f.in[i].set = cvg_sym_const(&t->syms, 64, undef);
	}
}

/* The set of a result holds what the lane function makes of all values of an operand
 * that is undef: one value if it is 0, all if it is 1, and poison only if that is
 * said. True: the set was 1. */
static bool try_undef(struct trial *t, cvg_lane_fn *fn, uint32_t which)
{
	uint32_t kind = kind_of(takes[t->call.u.code][0], &t->call.u), n;
	bool seen[256], clean, any;

	cvg_syms_init(&t->syms);
	t->f = (struct cvg_formula){.uop = &t->call.u};
	make_operands(t, which);
	clean = all_values(t, fn, which, seen);
	n = count_of(seen);
	assert_true(cvg_formula_of(&t->syms, &t->f));
	if (cvg_sym_is(&t->syms, t->f.out.set, CVG_SET_ALONE))
		assert_int_equal(n, 1);
	if (cvg_sym_is(&t->syms, t->f.out.p, 0) &&
	    cvg_sym_is(&t->syms, t->f.fault, 0))
		if (!clean)
			complain(t, 0, 0, 0, 0);
	any = cvg_sym_is(&t->syms, t->f.out.set, CVG_SET_ANY);
	if (any && clean)
		assert_int_equal(n, kind == CVG_K_BIT ? 2 : 256);
	cvg_syms_done(&t->syms);
	return any;
}

static void test_undef(void **state)
{
	static struct trial t;
	uint32_t any = 0;

	(void)state;
	for (uint32_t i = 0; i < 3000; i++) {
		const char *pattern;
		cvg_lane_fn *fn;

		choose(&t.call.u, (uint32_t)(kit_random() % (CVG_U_ICMP + 1)));
		pattern = takes[t.call.u.code];
		t.call.u.kind = CVG_K_I8;
		t.call.u.width = 0;
		fn = t.call.u.code == CVG_U_FREEZE ? NULL
						   : cvg_lane_fn_of(&t.call.u);
		for (t.n = 0; t.n < 3 && pattern[t.n + 1] != '-'; t.n++)
			t.kind[t.n] = kind_of(pattern[t.n + 1], &t.call.u);
		if (fn && pattern[1] == 'k')
			any += try_undef(&t, fn, (uint32_t)kit_random() % t.n);
	}
	assert_in_range(any, 100, 2900);
}

UNIT_TESTS(refine_test)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_formulas),
		cmocka_unit_test(test_unknown),
		cmocka_unit_test(test_undef),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
