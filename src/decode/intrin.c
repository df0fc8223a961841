/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Finds the function that decodes a call of an intrinsic, by the intrinsic's
 * name. An overloaded name is looked up without the types at its end. Example:
 * llvm.smax.v2i32 is found as "smax", which cvg_in_map decodes.
 */
#include "intrin.h"

#include "reconverge/faults.h"

#include <stdlib.h>
#include <string.h>

static cvg_in_fn cvg_in_read_register;

#define INTRIN(name, how, code, n, relation) \
	{name, cvg_in_##how, code, n, CVG_REL_##relation},

static const struct cvg_intrin generic[] = {
#include "intrin.def"
};

static const struct cvg_intrin calls[] = {
#include "intrin_calls.def"
};

#undef INTRIN

#define TARGET(id, name) \
	extern const struct cvg_decode_target cvg_decode_##name;
#include "reconverge/targets.def"
#undef TARGET

static const struct cvg_decode_target *const targets[CVG_NTARGETS] = {
#define TARGET(id, name) [CVG_##id] = &cvg_decode_##name,
#include "reconverge/targets.def"
#undef TARGET
};

const struct cvg_decode_target *cvg_decode_target(enum cvg_target target)
{
	return targets[target];
}

#define TABLE(begin, all) \
	{.prefix = (begin), .rows = (all), .n = sizeof(all) / sizeof *(all)}

/* A prefix comes before every prefix that is a beginning of it. */
static const struct cvg_intrin_table common[] = {
	TABLE("llvm.", generic),
	TABLE("", calls),
};

_Static_assert(CVG_NINTRIN_TABLES ==
		       CVG_NTARGETS + sizeof common / sizeof *common,
	       "each target has a table");

const struct cvg_intrin_table *cvg_intrin_table(uint32_t i)
{
	return i < CVG_NTARGETS ? &targets[i]->intrinsics
				: &common[i - CVG_NTARGETS];
}

/* Compare a row's name with n bytes of `name` and, if `star`, a '*'. */
static int compare(const char *row, const char *name, size_t n, bool star)
{
	int order = strncmp(row, name, n);

	if (order != 0)
		return order;
	if (star)
		return row[n] == '*' ? 0 : (row[n] < '*' ? -1 : 1);
	return row[n] ? 1 : 0;
}

static const struct cvg_intrin *find(const struct cvg_intrin_table *t,
				     const char *name, size_t n, bool star)
{
	uint32_t low = 0, high = t->n;

	while (low < high) {
		uint32_t mid = low + (high - low) / 2;
		int order = compare(t->rows[mid].name, name, n, star);

		if (order == 0)
			return &t->rows[mid];
		if (order < 0)
			low = mid + 1;
		else
			high = mid;
	}
	return NULL;
}

static const struct cvg_intrin *find_in(const struct cvg_intrin_table *t,
					const char *name, const char **rest)
{
	size_t n = strlen(name);
	const struct cvg_intrin *row = find(t, name, n, false);

	*rest = name + n;
	while (!row && n > 0) {
		n--;
		if (name[n] == '.') {
			*rest = name + n + 1;
			row = find(t, name, n + 1, true);
		}
	}
	return row;
}

const struct cvg_intrin *cvg_intrin_find(const char *name, const char **rest)
{
	for (uint32_t i = 0; i < CVG_NINTRIN_TABLES; i++) {
		const struct cvg_intrin_table *t = cvg_intrin_table(i);
		size_t n = strlen(t->prefix);

		if (t->n && !strncmp(name, t->prefix, n))
			return find_in(t, name + n, rest);
	}
	return NULL;
}

static bool cvg_in_read_register(struct cvg_in *in)
{
	const struct cvg_decode_target *target =
		cvg_decode_target(in->decoder->module->target);
	unsigned n;
	const char *name = cvg_build_text(in, 0, &n);

	return target->read_register && target->read_register(in, name, n);
}

/* ---- calls whose types LLVM has not verified -------------------------- */

static char letter_of(LLVMTypeRef type)
{
	switch (LLVMGetTypeKind(type)) {
	case LLVMPointerTypeKind:
		return 'p';
	case LLVMIntegerTypeKind:
		return LLVMGetIntTypeWidth(type) <= 64 ? 'i' : '-';
	default:
		return '-';
	}
}

/* Do result and arguments have these types? A letter for each; '?': any
 * type. */
static bool has_shape(struct cvg_in *in, const char *shape)
{
	if (strlen(shape) != in->nargs + 1)
		return false;
	for (unsigned i = 0; i <= in->nargs; i++) {
		LLVMValueRef v = i ? cvg_build_value(in, i - 1) : in->call;

		if (shape[i] != '?' && shape[i] != letter_of(LLVMTypeOf(v)))
			return false;
	}
	return true;
}

/* Does a call of a function without a body have the right types? The file may
 * declare the function in any way. */
static bool call_fits(struct cvg_in *in)
{
	static const struct {
		cvg_in_fn *how;
		const char *shape;
	} shapes[] = {
		{cvg_in_copy, "pppi"},	{cvg_in_fill, "ppii"},
		{cvg_in_alloc, "?i"},	{cvg_in_free, "??"},
		{cvg_in_reflect, "ip"}, {cvg_in_to_space, "pp"},
	};

	for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
		if (in->row->how == shapes[i].how)
			return has_shape(in, shapes[i].shape);
	return true;
}

/* Does a call of an intrinsic that this version of LLVM does not know have as
 * many operands as its operation, all of the result's type? */
static bool map_fits(struct cvg_in *in)
{
	LLVMTypeRef type = LLVMTypeOf(in->call);

	if (in->row->how != cvg_in_map || in->res->n == 0 ||
	    in->nargs != cvg_in_operands(in->row))
		return false;
	for (unsigned i = 0; i < in->nargs; i++)
		if (LLVMTypeOf(cvg_build_value(in, i)) != type)
			return false;
	return true;
}

/* The place in the name of an overloaded type at its end, such as ".v4f32";
 * NULL: there is none. */
static const char *type_suffix(const char *name)
{
	const char *dot = strrchr(name, '.'), *at = dot ? dot + 1 : "";

	if (*at == 'v')
		at += 1 + strspn(at + 1, "0123456789");
	if (!strncmp(at, "bf", 2))
		at++;
	if (!*at || !strchr("ifp", *at) || !at[1])
		return NULL;
	return at[1 + strspn(at + 1, "0123456789")] ? NULL : dot;
}

/* The name of an intrinsic that LLVM does not know, without its overloaded
 * types. The caller frees it. */
static char *without_types(const char *name)
{
	char *base = cvg_strdup(name);
	const char *cut;

	while ((cut = type_suffix(base)))
		base[cut - base] = '\0';
	return base;
}

enum cvg_relation cvg_intrinsic_relation(const char *name)
{
	size_t n;
	unsigned id = LLVMLookupIntrinsicID(name, strlen(name));
	char *base = id ? cvg_strdup(LLVMIntrinsicGetName(id, &n))
			: without_types(name);
	const char *rest;
	const struct cvg_intrin *row = cvg_intrin_find(base, &rest);

	free(base);
	return row ? row->relation : CVG_REL_UNKNOWN;
}

static void decode_row(struct cvg_in *in)
{
	in->dst = cvg_dec_dst(in->decoder);
	if (!in->row->how(in))
		cvg_dec_uncovered(
			in->decoder, in->name,
			"this intrinsic is not simulated with these operands");
}

/* Decode an intrinsic that LLVM knows; its verifier has checked the types. */
static bool decode_known(struct cvg_in *in, unsigned id)
{
	size_t n;

	in->name = LLVMIntrinsicGetName(id, &n);
	in->row = cvg_intrin_find(in->name, &in->rest);
	if (in->row)
		decode_row(in);
	return in->row != NULL;
}

static bool decode_unknown(struct cvg_in *in)
{
	bool intrinsic = !strncmp(in->name, "llvm.", 5), ok;
	char *base = intrinsic ? without_types(in->name) : NULL;

	if (base)
		in->name = base;
	in->row = cvg_intrin_find(in->name, &in->rest);
	ok = in->row && (intrinsic ? map_fits(in) : call_fits(in));
	if (ok)
		decode_row(in);
	free(base);
	return ok;
}

bool cvg_decode_intrinsic(struct cvg_decoder *decoder, LLVMValueRef call,
			  const char *name)
{
	unsigned id = LLVMGetIntrinsicID(LLVMGetCalledValue(call));
	struct cvg_in in = {.decoder = decoder, .call = call, .name = name};

	in.nargs = LLVMGetNumArgOperands(call);
	in.res = cvg_dec_layout_of(decoder, call);
	return id ? decode_known(&in, id) : decode_unknown(&in);
}
