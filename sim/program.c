/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Programs: freeing them, and their operations as text. */
#include "reconverge/graph.h"
#include "reconverge/program.h"
#include "reconverge/ucodes.h"

#include <inttypes.h>
#include <stdlib.h>

bool cvg_program_has_spots(const struct cvg_program *program)
{
	for (uint32_t f = 0; f < program->nfns; f++)
		if (program->fns[f].fn->nspots)
			return true;
	return false;
}

uint32_t cvg_program_fn(const struct cvg_program *program, const char *name)
{
	for (uint32_t f = 0; f < program->nfns; f++) {
		if (!strcmp(program->fns[f].name, name))
			return f;
	}
	return CVG_NONE;
}

uint64_t cvg_program_ninsts(const struct cvg_program *program)
{
	uint64_t n = 0;

	for (uint32_t f = 0; f < program->nfns; f++)
		n += program->fns[f].fn->ninsts;
	return n;
}

void cvg_program_free(struct cvg_program *take_p)
{
	if (!take_p)
		return;
	for (uint32_t i = 0; i < take_p->nfns; i++)
		if (take_p->fns[i].fn)
			cvg_fn_free(take_p->fns[i].fn);
	cvg_arena_done(&take_p->arena);
	free(take_p);
}

/* ---- names ----------------------------------------------------------- */

const char *cvg_kind_name(enum cvg_kind k)
{
	static const char *const name[CVG_NKINDS] = {
		[CVG_K_BIT] = "i1",  [CVG_K_I8] = "i8",
		[CVG_K_I16] = "i16", [CVG_K_I32] = "i32",
		[CVG_K_I64] = "i64", [CVG_K_I128] = "i128",
		[CVG_K_F16] = "f16", [CVG_K_BF16] = "bf16",
		[CVG_K_F32] = "f32", [CVG_K_F64] = "f64",
	};

	return name[k];
}

static const struct {
	const char *text;
	unsigned nops;
	const char *takes;
} codes[CVG_NUCODES] = {
#define UOP(id, text, nops, takes, what) [CVG_U_##id] = {text, nops, takes},
#include "reconverge/uops.def"
#undef UOP
};

static const char *const spaces[CVG_NSPACES] = {
	[CVG_SPACE_FLAT] = "flat",
	[CVG_SPACE_GLOBAL] = "global",
	[CVG_SPACE_SHARED] = "shared",
	[CVG_SPACE_PRIVATE] = "private",
};

static const struct {
	uint16_t flag;
	const char *text;
} flags[] = {
	{CVG_UF_NUW, "nuw"},
	{CVG_UF_NSW, "nsw"},
	{CVG_UF_EXACT, "exact"},
	{CVG_UF_DISJOINT, "disjoint"},
	{CVG_UF_NNEG, "nneg"},
	{CVG_UF_SAMESIGN, "samesign"},
	{CVG_UF_ZERO_POISON, "zero_poison"},
	{CVG_UF_NNAN, "nnan"},
	{CVG_UF_NINF, "ninf"},
	{CVG_UF_FTZ, "ftz"},
	{CVG_UF_VOLATILE, "volatile"},
	{CVG_UF_FIRST, "first"},
	{CVG_UF_ATOMIC, "atomic"},
	{CVG_UF_MERGE, "merge"},
	{CVG_UF_SIGNED, "signed"},
};

/* ---- parts ----------------------------------------------------------- */

static void print_const(struct cvg_str *out, const struct cvg_const *c)
{
	if (c->poison)
		cvg_str_add(out, "poison");
	else if (c->undef)
		cvg_str_add(out, "undef");
	else if (c->hi)
		cvg_str_addf(out, "#0x%" PRIx64 "%016" PRIx64, c->hi, c->lo);
	else if (c->lo > 0xffff)
		cvg_str_addf(out, "#0x%" PRIx64, c->lo);
	else
		cvg_str_addf(out, "#%" PRIu64, c->lo);
}

static void print_ref(struct cvg_str *out, const struct cvg_program *program,
		      uint32_t ref)
{
	if (ref == CVG_NONE)
		cvg_str_addc(out, '-');
	else if ((ref & CVG_REF_CONST) &&
		 (ref & ~CVG_REF_CONST) >= program->nconsts)
		cvg_str_add(out, "#?");
	else if (ref & CVG_REF_CONST)
		print_const(out, &program->consts[ref & ~CVG_REF_CONST]);
	else
		cvg_str_addf(out, "s%" PRIu32, ref);
}

/* n refs of the function's lists; broken programs are printed too. */
static void print_list(struct cvg_str *out, const struct cvg_program *program,
		       const struct cvg_ufn *ufn, uint64_t at, uint64_t n)
{
	cvg_str_addc(out, '(');
	for (uint64_t k = at; k < at + n && k < ufn->nlists; k++) {
		if (k > at)
			cvg_str_add(out, ", ");
		print_ref(out, program, ufn->lists[k]);
	}
	cvg_str_addc(out, ')');
}

static void print_kind(struct cvg_str *out, unsigned kind, uint64_t width)
{
	cvg_str_add(out, cvg_kind_name((enum cvg_kind)kind));
	if (width)
		cvg_str_addf(out, ":%" PRIu64, width);
}

/* Conversions: imm is the width of their result. */
static bool converts(const struct cvg_uop *uop)
{
	return codes[uop->code].takes[0] == '2' &&
	       uop->code != CVG_U_SPACECAST && uop->code != CVG_U_FREXP_EXP;
}

/* "add.i32", "trunc.i64.i8:5". */
static void print_name(struct cvg_str *out, const struct cvg_uop *uop)
{
	cvg_str_addf(out, "%s.", codes[uop->code].text);
	print_kind(out, uop->kind, uop->width);
	if (converts(uop)) {
		cvg_str_addc(out, '.');
		print_kind(out, uop->kind2, uop->imm);
	} else if (uop->code == CVG_U_REBITS) {
		cvg_str_addc(out, '.');
		print_kind(out, uop->kind2, uop->n);
	} else if (uop->code == CVG_U_SPACECAST ||
		   uop->code == CVG_U_FREXP_EXP) {
		cvg_str_addc(out, '.');
		print_kind(out, uop->kind2, 0);
	}
}

/* ---- operations ------------------------------------------------------ */

/* "[s1 + 8]" and where, how aligned. */
static void print_access(struct cvg_str *out, const struct cvg_program *program,
			 const struct cvg_uop *uop)
{
	const char *sep = "";

	if (uop->dst != CVG_NONE) {
		cvg_str_addf(out, " s%" PRIu32, uop->dst);
		sep = ",";
	}
	cvg_str_addf(out, "%s [", sep);
	print_ref(out, program, uop->a);
	if (uop->imm)
		cvg_str_addf(out, " + %" PRIu64, uop->imm);
	cvg_str_addc(out, ']');
	if (uop->code != CVG_U_LOAD) {
		cvg_str_add(out, ", ");
		print_ref(out, program, uop->b);
	}
	if (uop->code == CVG_U_CMPXCHG) {
		cvg_str_add(out, ", ");
		print_ref(out, program, uop->c);
	}
	cvg_str_addf(out, " %s", spaces[uop->kind2]);
	if (uop->code == CVG_U_LOAD || uop->code == CVG_U_STORE)
		cvg_str_addf(out, " align %u", 1u << uop->n);
	else if (uop->code == CVG_U_ATOMIC)
		cvg_str_addf(out, " op %u", uop->n);
}

static void print_call(struct cvg_str *out, const struct cvg_program *program,
		       const struct cvg_ufn *ufn, const struct cvg_uop *uop)
{
	if (uop->dst != CVG_NONE)
		cvg_str_addf(out, " s%" PRIu32 ",", uop->dst);
	cvg_str_addc(out, ' ');
	if (uop->code == CVG_U_CALL)
		cvg_str_addf(out, "@%s",
			     uop->imm < program->nfns
				     ? program->fns[uop->imm].name
				     : "?");
	else
		print_ref(out, program, uop->a);
	print_list(out, program, ufn, uop->code == CVG_U_CALL ? uop->a : uop->b,
		   uop->n);
}

static void print_rebits(struct cvg_str *out, const struct cvg_program *program,
			 const struct cvg_ufn *ufn, const struct cvg_uop *uop)
{
	uint64_t n = uop->imm < ufn->nlists ? ufn->lists[uop->imm] : 0;
	uint64_t end = uop->imm + 1 + n;

	cvg_str_addf(out, " s%" PRIu32 " x %" PRIu32 ", ", uop->dst,
		     end < ufn->nlists ? ufn->lists[end] : 0);
	print_list(out, program, ufn, uop->imm + 1, n);
}

static void print_plain(struct cvg_str *out, const struct cvg_program *program,
			const struct cvg_uop *uop)
{
	const uint32_t refs[] = {uop->a, uop->b, uop->c};
	const char *sep = " ";

	if (uop->dst != CVG_NONE) {
		cvg_str_addf(out, " s%" PRIu32, uop->dst);
		sep = ", ";
	}
	for (unsigned k = 0; k < codes[uop->code].nops; k++) {
		cvg_str_add(out, sep);
		print_ref(out, program, refs[k]);
		sep = ", ";
	}
}

/* The meaning of the fields n and imm of an operation, as text. */
static void print_rest(struct cvg_str *out, const struct cvg_uop *uop)
{
	if (uop->code == CVG_U_SPACECAST) {
		cvg_str_addf(out, " %s to %s", spaces[uop->n],
			     spaces[uop->imm]);
	} else if (uop->code == CVG_U_IS_SPACE) {
		cvg_str_addf(out, " %s", spaces[uop->n]);
	} else if (uop->code == CVG_U_COPY) {
		cvg_str_addf(out, " %s from %s%s", spaces[uop->kind2],
			     spaces[uop->n], uop->imm ? " overlap" : "");
	} else if (uop->code == CVG_U_FILL) {
		cvg_str_addf(out, " %s", spaces[uop->kind2]);
	} else if (uop->code == CVG_U_ADDR) {
		cvg_str_addf(out, " * %" PRId64, (int64_t)uop->imm);
	} else {
		if (uop->n)
			cvg_str_addf(out, " n %u", uop->n);
		if (uop->imm && !converts(uop))
			cvg_str_addf(out, " imm %" PRIu64, uop->imm);
	}
}

void cvg_uop_print(struct cvg_str *out, const struct cvg_program *program,
		   const struct cvg_ufn *ufn, const struct cvg_uop *uop)
{
	print_name(out, uop);
	if (uop->code == CVG_U_LOAD || uop->code == CVG_U_STORE ||
	    uop->code == CVG_U_ATOMIC || uop->code == CVG_U_CMPXCHG) {
		print_access(out, program, uop);
	} else if (uop->code == CVG_U_CALL || uop->code == CVG_U_ICALL) {
		print_call(out, program, ufn, uop);
	} else if (uop->code == CVG_U_REBITS) {
		print_rebits(out, program, ufn, uop);
	} else {
		print_plain(out, program, uop);
		print_rest(out, uop);
	}
	for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
		if (uop->flags & flags[i].flag)
			cvg_str_addf(out, " %s", flags[i].text);
	if ((uop->flags & CVG_UF_FIRST) && uop->code != CVG_U_CMPXCHG)
		cvg_str_addf(out, " %" PRIu32, uop->c);
}
