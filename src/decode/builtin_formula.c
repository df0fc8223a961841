/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Built-in functions that are defined by a formula in postfix notation: words
 * that work on a stack. The formula is decoded once for each scalar of the
 * result.
 *
 *   a b c d   push an argument; one scalar stands for a whole vector
 *   1 0.5 3i  push a number, of the type of the integer below it on the stack,
 *             else of type T; with i: an int
 *   =t t      take the top off the stack and name it t; push it again
 *   double    (first word) compute floats as double, round them in the end
 *   add lt sin i32 ...   the operations in the tables below; a number after ':'
 *             is the `n` of the operation, its rounding
 *
 * At the end, the stack has first the values that are stored through pointers,
 * and on top the result. Example: hadd, "a b and a b
 * xor 1 shr add", is (a & b) + ((a ^ b) >> 1).
 */
#include <string.h>

#include "builtin_words.h"

#include "reconverge/ucodes.h"

/* ---- operations -------------------------------------------------------- */

#define NO UINT16_MAX

struct word {
	const char *word;
	uint8_t nops; /* operands taken from the stack */
	/* enum cvg_ucode if the first operand is a float, a signed or an
	 * unsigned integer; NO: there is no such operation */
	uint16_t real, sint, uint;
	uint16_t n; /* enum cvg_math, of MATH1 and MATH2 */
};

#define REAL(word, nops, code) {word, nops, CVG_U_##code, NO, NO, 0}
#define INTEGER(word, nops, sint, uint) \
	{word, nops, NO, CVG_U_##sint, CVG_U_##uint, 0}
#define BOTH(word, nops, real, sint, uint) \
	{word, nops, CVG_U_##real, CVG_U_##sint, CVG_U_##uint, 0}
#define ONE(word, fn) {word, 1, CVG_U_MATH1, NO, NO, CVG_M_##fn}
#define TWO(word, fn) {word, 2, CVG_U_MATH2, NO, NO, CVG_M_##fn}

static const struct word words[] = {
	BOTH("add", 2, FADD, ADD, ADD),
	BOTH("sub", 2, FSUB, SUB, SUB),
	BOTH("mul", 2, FMUL, MUL, MUL),
	REAL("div", 2, FDIV),
	REAL("fma", 3, FMA),
	BOTH("abs", 1, FABS, ABS, MOV),
	{"min", 2, CVG_U_MATH2, CVG_U_SMIN, CVG_U_UMIN, CVG_M_MINNUM},
	{"max", 2, CVG_U_MATH2, CVG_U_SMAX, CVG_U_UMAX, CVG_M_MAXNUM},
	REAL("ldexp", 2, LDEXP),
	REAL("powi", 2, POWI),
	INTEGER("and", 2, AND, AND),
	INTEGER("or", 2, OR, OR),
	INTEGER("xor", 2, XOR, XOR),
	INTEGER("shl", 2, SHL, SHL),
	INTEGER("shr", 2, ASHR, LSHR),
	INTEGER("addsat", 2, SADD_SAT, UADD_SAT),
	INTEGER("subsat", 2, SSUB_SAT, USUB_SAT),
	INTEGER("mulh", 2, SMULH, UMULH),
	INTEGER("popc", 1, CTPOP, CTPOP),
	INTEGER("clz", 1, CTLZ, CTLZ),
	INTEGER("ctz", 1, CTTZ, CTTZ),
	INTEGER("bitrev", 1, BITREVERSE, BITREVERSE),
	INTEGER("fshl", 3, FSHL, FSHL),
	INTEGER("fshr", 3, FSHR, FSHR),
	INTEGER("prmt", 3, PERM, PERM),
	ONE("sin", SIN),
	ONE("cos", COS),
	ONE("tan", TAN),
	ONE("asin", ASIN),
	ONE("acos", ACOS),
	ONE("atan", ATAN),
	ONE("sinh", SINH),
	ONE("cosh", COSH),
	ONE("tanh", TANH),
	ONE("asinh", ASINH),
	ONE("acosh", ACOSH),
	ONE("atanh", ATANH),
	ONE("sinturns", SIN_TURNS),
	ONE("costurns", COS_TURNS),
	ONE("exp", EXP),
	ONE("exp2", EXP2),
	ONE("exp10", EXP10),
	ONE("expm1", EXPM1),
	ONE("log", LOG),
	ONE("log2", LOG2),
	ONE("log10", LOG10),
	ONE("log1p", LOG1P),
	ONE("logb", LOGB),
	ONE("sqrt", SQRT),
	ONE("rsqrt", RSQRT),
	ONE("cbrt", CBRT),
	ONE("floor", FLOOR),
	ONE("ceil", CEIL),
	ONE("trunc", TRUNC),
	ONE("rint", RINT),
	ONE("round", ROUND),
	ONE("fract", FRACT),
	ONE("frexpm", FREXP_MANT),
	ONE("erf", ERF),
	ONE("erfc", ERFC),
	ONE("erfinv", ERFINV),
	ONE("erfcinv", ERFCINV),
	ONE("lgamma", LGAMMA),
	ONE("tgamma", TGAMMA),
	ONE("j0", J0),
	ONE("j1", J1),
	ONE("y0", Y0),
	ONE("y1", Y1),
	TWO("pow", POW),
	TWO("atan2", ATAN2),
	TWO("fmod", FMOD),
	TWO("hypot", HYPOT),
	TWO("remainder", REMAINDER),
	TWO("nextafter", NEXTAFTER),
	TWO("rootn", ROOTN),
	TWO("copysign", COPYSIGN),
};

#undef REAL
#undef INTEGER
#undef BOTH
#undef ONE
#undef TWO

static void operate(struct machine *machine, const struct word *word,
		    uint16_t n)
{
	uint32_t ref[3] = {CVG_NONE, CVG_NONE, CVG_NONE};
	struct item first = {0};
	struct cvg_in *in = &machine->builtin->in;
	uint16_t code;

	for (uint32_t i = word->nops; i-- > 0;) {
		first = bi_pop(machine);
		ref[i] = first.ref;
	}
	code = bi_real(first.kind) ? word->real
	       : first.sign	   ? word->sint
				   : word->uint;
	assert(code != NO);
	bi_push(machine,
		cvg_build_op(in, (enum cvg_ucode)code, first.kind, ref[0],
			     ref[1], ref[2]),
		first.kind, first.sign);
	in->decoder->uops.at[in->decoder->uops.n - 1].n =
		code == CVG_U_MATH1 || code == CVG_U_MATH2 ? word->n : n;
	if (bi_real(first.kind) && code != CVG_U_FABS && code != CVG_U_LDEXP &&
	    word->n != CVG_M_COPYSIGN)
		bi_flag(machine);
}

/* ---- truths ------------------------------------------------------------ */

static bool push_compared(struct machine *machine, const char *word)
{
	static const struct {
		const char *word;
		uint16_t real, sint, uint;
	} preds[] = {
		{"eq", LLVMRealOEQ, LLVMIntEQ, LLVMIntEQ},
		{"ne", LLVMRealUNE, LLVMIntNE, LLVMIntNE},
		{"lt", LLVMRealOLT, LLVMIntSLT, LLVMIntULT},
		{"le", LLVMRealOLE, LLVMIntSLE, LLVMIntULE},
		{"gt", LLVMRealOGT, LLVMIntSGT, LLVMIntUGT},
		{"ge", LLVMRealOGE, LLVMIntSGE, LLVMIntUGE},
		{"one", LLVMRealONE, LLVMIntNE, LLVMIntNE},
		{"ord", LLVMRealORD, LLVMIntEQ, LLVMIntEQ},
		{"uno", LLVMRealUNO, LLVMIntNE, LLVMIntNE},
	};
	struct cvg_in *in = &machine->builtin->in;
	struct item a, b;
	uint32_t i = 0, n = sizeof preds / sizeof *preds;
	uint32_t ref;

	while (i < n && strcmp(word, preds[i].word) != 0)
		i++;
	if (i == n)
		return false;
	b = bi_pop(machine);
	a = bi_pop(machine);
	if (bi_real(a.kind)) {
		ref = cvg_build_fcmp(in, (LLVMRealPredicate)preds[i].real,
				     a.kind, a.ref, b.ref);
		bi_flag(machine);
	} else {
		ref = cvg_build_icmp(in,
				     (LLVMIntPredicate)(a.sign ? preds[i].sint
							       : preds[i].uint),
				     a.kind, a.ref, b.ref);
	}
	bi_push(machine, ref, CVG_K_BIT, false);
	return true;
}

static bool push_classed(struct machine *machine, const char *word)
{
	static const struct {
		const char *word;
		uint32_t mask; /* as llvm.is.fpclass has it */
	} classes[] = {
		{"isnan", 0x3},
		{"isinf", 0x204},
		{"isfinite", 0x1f8},
		{"isnormal", 0x108},
	};
	struct cvg_in *in = &machine->builtin->in;
	struct item a;

	for (size_t i = 0; i < sizeof classes / sizeof *classes; i++) {
		if (strcmp(word, classes[i].word) != 0)
			continue;
		a = bi_pop(machine);
		bi_push(machine, cvg_build_op1(in, CVG_U_FCLASS, a.kind, a.ref),
			CVG_K_BIT, false);
		in->decoder->uops.at[in->decoder->uops.n - 1].imm =
			classes[i].mask;
		return true;
	}
	return false;
}

static bool push_chosen(struct machine *machine, const char *word)
{
	struct item a, b, c;

	if (!strcmp(word, "frexpe")) {
		a = bi_pop(machine);
		bi_push(machine,
			cvg_build_convert(&machine->builtin->in,
					  CVG_U_FREXP_EXP, a.kind, CVG_K_I32,
					  a.ref, 0),
			CVG_K_I32, true);
		return true;
	}
	if (strcmp(word, "sel") != 0)
		return false;
	c = bi_pop(machine);
	b = bi_pop(machine);
	a = bi_pop(machine);
	bi_push(machine,
		cvg_build_select(&machine->builtin->in, b.kind, a.ref, b.ref,
				 c.ref),
		b.kind, b.sign);
	return true;
}

/* ---- words ------------------------------------------------------------- */

static void push_argument(struct machine *machine, uint32_t i)
{
	char scalar = machine->builtin->params[i].scalar;
	enum cvg_kind kind = cvg_bi_kind(scalar);
	struct item a = {cvg_build_arg(&machine->builtin->in, i, machine->k),
			 kind, bi_signed(scalar)};

	if (bi_real(kind))
		a = cvg_bi_to_kind(machine, a, machine->real, false, 0);
	bi_push(machine, a.ref, a.kind, a.sign);
}

static bool operated(struct machine *machine, const char *word, uint16_t n)
{
	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (!strcmp(word, words[i].word)) {
			operate(machine, &words[i], n);
			return true;
		}
	return push_compared(machine, word) || push_classed(machine, word) ||
	       push_chosen(machine, word) || cvg_bi_changed(machine, word, n);
}

static void step(struct machine *machine, char *word)
{
	char *colon = strchr(word, ':');
	uint16_t n = colon ? (uint16_t)(colon[1] - '0') : 0;
	bool known = true;

	if (colon)
		*colon = '\0';
	if (word[0] == '=')
		machine->named[word[1] - 'a'] = bi_pop(machine);
	else if (word[0] && !word[1] && word[0] >= 'a' && word[0] <= 'd')
		push_argument(machine, (uint32_t)(word[0] - 'a'));
	else if (word[0] && !word[1] && word[0] >= 'e' && word[0] <= 'z')
		machine->stack[machine->n++] = machine->named[word[0] - 'a'];
	else if (!strcmp(word, "double"))
		machine->real = CVG_K_F64;
	else
		known = operated(machine, word, n) ||
			cvg_bi_number(machine, word);
	assert(known);
	(void)known;
}

static void run(struct machine *machine)
{
	const char *at = machine->builtin->row->formula;
	char word[32];

	while (*at) {
		size_t n = strcspn(at, " ");

		assert(n < sizeof word);
		memcpy(word, at, n);
		word[n] = '\0';
		step(machine, word);
		at += n + (at[n] == ' ');
	}
}

/* ---- results ----------------------------------------------------------- */

/* The top of the stack, converted to `type`. */
static uint32_t as_result(struct machine *machine, const struct cvg_mtype *type)
{
	struct item a = bi_pop(machine);
	enum cvg_kind kind = cvg_bi_kind(type->scalar);

	if (a.kind == CVG_K_BIT && type->lanes > 1)
		a.sign = true; /* 0 or -1 */
	else if (a.kind != CVG_K_BIT)
		a.sign = bi_signed(type->scalar);
	return cvg_bi_to_kind(machine, a, kind, a.sign, 0).ref;
}

/* Store the values through the pointers. `left` has, for each value that the
 * formula leaves below the result, its `lanes` scalars. */
static void store(struct cvg_bi *builtin, const uint32_t *left, uint32_t lanes)
{
	uint32_t at = 0;

	for (unsigned i = 0; i < builtin->in.nargs; i++)
		if (builtin->params[i].stars)
			cvg_bi_store(builtin, i, left + lanes * at++);
}

bool cvg_bi_formula(struct cvg_bi *builtin)
{
	uint32_t left[CVG_MANGLED_MOST * 16], pointers = 0;
	uint32_t lanes = builtin->of.lanes;
	struct machine m = {.builtin = builtin, .scalar = builtin->of.scalar};

	for (unsigned i = 0; i < builtin->in.nargs; i++)
		pointers += builtin->params[i].stars > 0;
	m.flags = cvg_dec_float_flags(builtin->in.decoder, builtin->in.call,
				      cvg_bi_kind(m.scalar)) &
		  CVG_UF_FTZ;
	for (m.k = 0; m.k < lanes; m.k++) {
		m.real = cvg_bi_kind(m.scalar);
		m.n = 0;
		run(&m);
		if (builtin->in.res->n)
			cvg_build_put(&builtin->in, m.k,
				      as_result(&m, &builtin->result));
		for (uint32_t p = pointers; p-- > 0;) {
			struct cvg_mtype t = {.lanes = 1};

			for (unsigned a = 0, k = 0; a < builtin->in.nargs; a++)
				if (builtin->params[a].stars && k++ == p)
					t.scalar = builtin->params[a].scalar;
			left[p * lanes + m.k] = as_result(&m, &t);
		}
		assert(m.n == 0);
	}
	store(builtin, left, lanes);
	return true;
}

bool cvg_bi_nan(struct cvg_bi *builtin)
{
	static const uint64_t quiet[] = {
		[CVG_K_F16] = 0x7e00,
		[CVG_K_F32] = 0x7fc00000,
		[CVG_K_F64] = UINT64_C(0x7ff8) << 48,
	};
	enum cvg_kind kind = cvg_bi_kind(builtin->result.scalar);

	for (uint32_t k = 0; k < builtin->in.res->n; k++)
		cvg_build_put(&builtin->in, k,
			      cvg_build_int(&builtin->in, kind, quiet[kind]));
	return true;
}
