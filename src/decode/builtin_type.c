/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Types of built-in functions: those in the mangled name, those that the row
 * wants, and those that the module declares must agree.
 */
#include "builtin.h"

#include <string.h>

/* ---- scalars ----------------------------------------------------------- */

enum cvg_kind cvg_bi_kind(char scalar)
{
	switch (scalar) {
	case 'b':
		return CVG_K_BIT;
	case 'c':
	case 'h':
		return CVG_K_I8;
	case 's':
	case 't':
		return CVG_K_I16;
	case 'i':
	case 'j':
		return CVG_K_I32;
	case 'l':
	case 'm':
		return CVG_K_I64;
	case 'H':
		return CVG_K_F16;
	case 'f':
		return CVG_K_F32;
	case 'd':
		return CVG_K_F64;
	}
	return CVG_NKINDS;
}

static bool is_integer(char scalar)
{
	return scalar && strchr("chstijlm", scalar);
}

/* The letters of the signed integer, the unsigned integer and the float that
 * have the size of a kind; 0: there is none. The last row is for types that are
 * no numbers. */
static const struct {
	char sign, plain, real;
} same_size[CVG_NKINDS + 1] = {
	[CVG_K_I8] = {'c', 'h', 0},    [CVG_K_I16] = {'s', 't', 'H'},
	[CVG_K_I32] = {'i', 'j', 'f'}, [CVG_K_I64] = {'l', 'm', 'd'},
	[CVG_K_F16] = {'s', 't', 0},   [CVG_K_F32] = {'i', 'j', 0},
	[CVG_K_F64] = {'l', 'm', 0},   [CVG_NKINDS] = {'i', 'j', 0},
};

static char integer_of(char scalar, bool is_signed)
{
	enum cvg_kind kind = cvg_bi_kind(scalar);

	return is_signed ? same_size[kind].sign : same_size[kind].plain;
}

static char float_of(char scalar)
{
	return same_size[cvg_bi_kind(scalar)].real;
}

static char twice(char scalar)
{
	static const char from[] = "chstij", to[] = "stijlm";
	const char *at = scalar ? strchr(from, scalar) : NULL;

	return at ? to[at - from] : '\0';
}

/* ---- LLVM's ------------------------------------------------------------ */

LLVMTypeRef cvg_bi_llvm(struct cvg_bi *builtin, char scalar, uint8_t lanes)
{
	LLVMContextRef c = builtin->in.decoder->module->context;
	enum cvg_kind kind = cvg_bi_kind(scalar);
	LLVMTypeRef t;

	if (kind == CVG_K_F16)
		t = LLVMHalfTypeInContext(c);
	else if (kind == CVG_K_F32)
		t = LLVMFloatTypeInContext(c);
	else if (kind == CVG_K_F64)
		t = LLVMDoubleTypeInContext(c);
	else
		t = LLVMIntTypeInContext(c, 8 * cvg_kind_bytes(kind));
	return lanes > 1 ? LLVMVectorType(t, lanes) : t;
}

static bool is_scalar(LLVMTypeRef type, char scalar)
{
	enum cvg_kind kind = cvg_bi_kind(scalar);

	switch (LLVMGetTypeKind(type)) {
	case LLVMHalfTypeKind:
		return kind == CVG_K_F16;
	case LLVMFloatTypeKind:
		return kind == CVG_K_F32;
	case LLVMDoubleTypeKind:
		return kind == CVG_K_F64;
	case LLVMIntegerTypeKind:
		return kind < CVG_K_I128 &&
		       LLVMGetIntTypeWidth(type) ==
			       (kind == CVG_K_BIT ? 1
						  : 8 * cvg_kind_bytes(kind));
	default:
		return false;
	}
}

/* Is the LLVM type the one of a type with a name? An event is a pointer, a
 * memory order a number. */
static bool is_named(LLVMTypeRef type, const struct cvg_mtype *mtype)
{
	if (mtype->n > 7 && !strncmp(mtype->name, "memory_", 7))
		return is_scalar(type, 'i');
	return LLVMGetTypeKind(type) == LLVMPointerTypeKind;
}

/* Is the LLVM type the one that front ends make of OpenCL's `mtype`? */
static bool is_type(LLVMTypeRef type, const struct cvg_mtype *mtype)
{
	if (mtype->stars)
		return LLVMGetTypeKind(type) == LLVMPointerTypeKind;
	if (mtype->scalar == 'N')
		return is_named(type, mtype);
	if (mtype->scalar == 'v')
		return LLVMGetTypeKind(type) == LLVMVoidTypeKind;
	if (mtype->lanes == 1)
		return is_scalar(type, mtype->scalar);
	return LLVMGetTypeKind(type) == LLVMVectorTypeKind &&
	       LLVMGetVectorSize(type) == mtype->lanes &&
	       is_scalar(LLVMGetElementType(type), mtype->scalar);
}

bool cvg_bi_gives(struct cvg_bi *builtin, char scalar, uint8_t lanes)
{
	struct cvg_mtype t = {.scalar = scalar, .lanes = lanes};

	return is_type(LLVMTypeOf(builtin->in.call), &t);
}

/* ---- rows -------------------------------------------------------------- */

static bool is_class(char class, char scalar)
{
	switch (class) {
	case 'F':
		return bi_float(scalar);
	case 'J':
		return is_integer(scalar);
	case 'S':
		return is_integer(scalar) && bi_signed(scalar);
	case 'U':
		return is_integer(scalar) && !bi_signed(scalar);
	}
	return is_integer(scalar) || bi_float(scalar);
}

/* The type that a letter of the row stands for when T is `of`; scalar 0: there
 * is none. `size` is the letter of size_t. reconverge/builtin.h has the
 * letters. */
static struct cvg_mtype meant(char letter, const struct cvg_mtype *of,
			      char size)
{
	struct cvg_mtype t = {.scalar = of->scalar, .lanes = of->lanes};

	switch (letter) {
	case 'T':
	case 'B':
		return t;
	case 'E':
		t.lanes = 1;
		return t;
	case 'P':
		t.stars = 1;
		return t;
	case 'Q':
		t.stars = 1;
		t.scalar = 'i';
		return t;
	case 'I':
	case 'K':
		t.scalar = 'i';
		return t;
	case 'U':
		t.scalar = integer_of(of->scalar, false);
		return t;
	case 'X':
		t.scalar = integer_of(of->scalar, true);
		return t;
	case 'F':
		t.scalar = float_of(of->scalar);
		return t;
	case 'W':
		t.scalar = twice(of->scalar);
		return t;
	case 'R':
		t.scalar = of->lanes == 1 ? 'i' : integer_of(of->scalar, true);
		return t;
	case 'Z':
		letter = size;
		break;
	}
	return (struct cvg_mtype){.scalar = letter, .lanes = 1};
}

static bool same(const struct cvg_mtype *a, const struct cvg_mtype *b)
{
	return a->scalar == b->scalar && a->lanes == b->lanes &&
	       a->stars == b->stars && !a->atomic;
}

/* Is a parameter's type in the name one that the letter of the row allows? */
static bool agrees(char letter, const struct cvg_mtype *param,
		   const struct cvg_mtype *want)
{
	struct cvg_mtype other = *want;

	if (same(param, want))
		return true;
	if (letter == 'B' || letter == 'K')
		other.lanes = 1;
	else if (letter == 'X')
		other.scalar = integer_of(want->scalar, false);
	else
		return false;
	return same(param, &other);
}

/* Set T: the type of the first parameter whose letter is T. A row that begins
 * with '-' has no T; then it is the first letter, a scalar. */
static bool bind(struct cvg_bi *builtin, const char *letters, uint32_t n)
{
	const char *t = memchr(letters, 'T', n);

	if (builtin->row->types[0] == '-') {
		builtin->of = (struct cvg_mtype){
			.scalar = n ? letters[0] : '\0', .lanes = 1};
		return true;
	}
	if (!builtin->name.m.name)
		builtin->of = (struct cvg_mtype){.scalar = builtin->name.scalar,
						 .lanes = builtin->name.lanes};
	else if (t)
		builtin->of = builtin->name.m.params[t - letters];
	return t && !builtin->of.stars && !builtin->of.atomic &&
	       is_class(builtin->row->types[0], builtin->of.scalar);
}

static bool declared(struct cvg_bi *builtin)
{
	for (unsigned i = 0; i < builtin->in.nargs; i++)
		if (!is_type(LLVMTypeOf(cvg_build_value(&builtin->in, i)),
			     &builtin->params[i]))
			return false;
	return !builtin->result.scalar ||
	       is_type(LLVMTypeOf(builtin->in.call), &builtin->result);
}

bool cvg_bi_fits(struct cvg_bi *builtin)
{
	bool mangled = builtin->name.m.name != NULL;
	const char *letters;
	uint32_t n;

	if (mangled && builtin->in.nargs != builtin->name.m.nparams)
		return false;
	memcpy(builtin->params, builtin->name.m.params, sizeof builtin->params);
	builtin->result = (struct cvg_mtype){0};
	if (builtin->row->types[0] == '*')
		return mangled && declared(builtin);
	letters = builtin->row->types + 2;
	n = (uint32_t)strcspn(letters, "=");
	if (builtin->in.nargs != n || !bind(builtin, letters, n))
		return false;
	for (uint32_t i = 0; i < n; i++) {
		struct cvg_mtype want = meant(letters[i], &builtin->of, 'm');

		if (!mangled)
			builtin->params[i] = want;
		else if (!agrees(letters[i], &builtin->params[i], &want))
			return false;
	}
	builtin->result =
		meant(letters[n + 1], &builtin->of,
		      is_scalar(LLVMTypeOf(builtin->in.call), 'j') ? 'j' : 'm');
	return builtin->result.scalar && declared(builtin);
}
