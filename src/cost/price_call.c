/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Prices of calls: an intrinsic or a function of a device library has the price
 * of its kind in a table; any other call costs CALL, whatever its body is.
 */
#include "price.h"

#include <string.h>

#include "reconverge/builtin.h"
#include "reconverge/graph.h"

static bool starts_with(const char *s, const char *prefix)
{
	return strncmp(s, prefix, strlen(prefix)) == 0;
}

static bool is_load(enum cvg_cost_kind kind)
{
	return kind == CVG_KIND_LOAD_GLOBAL || kind == CVG_KIND_LOAD_FLAT ||
	       kind == CVG_KIND_LOAD_CONST;
}

static bool is_store(enum cvg_cost_kind kind)
{
	return kind == CVG_KIND_STORE_GLOBAL || kind == CVG_KIND_STORE_FLAT;
}

/* The shape that an intrinsic's price depends on: that of its result, or of the
 * operand that it compares or checks. */
static struct shape intrinsic_shape(const struct pricer *p,
				    const struct cvg_inst *in,
				    enum cvg_cost_kind narrow)
{
	enum cvg_typekind result = p->fn->types[in->type].kind;

	if (result == CVG_TYPE_VOID)
		return (struct shape){.lanes = 1};
	if (in->nops > 0 &&
	    (narrow == CVG_KIND_CMP32 || result == CVG_TYPE_AGGREGATE))
		return cvg_price_shape(p, cvg_operand_type(p, in, 0));
	return cvg_price_shape(p, in->type);
}

static uint32_t price_intrinsic(const struct pricer *p,
				const struct cvg_inst *in,
				const struct cvg_cost_intrinsic *row)
{
	struct shape s = intrinsic_shape(p, in, row->narrow);
	uint32_t one = cvg_price_kind(p, row->narrow);

	if (row->narrow == CVG_KIND_MATRIX)
		return one;
	if (is_load(row->narrow))
		return one +
		       cvg_price_global_words(p, cvg_price_words(p, in->type));
	if (is_store(row->narrow) && in->nops > 0)
		return one + cvg_price_global_words(
				     p, cvg_price_words(
						p, cvg_operand_type(p, in, 0)));
	if (row->narrow == CVG_KIND_FLOP32)
		return cvg_price_flop(p, s);
	if (row->narrow == CVG_KIND_SQRT32 && s.bits <= 16)
		return cvg_price_kind(p, CVG_KIND_SQRT16) * s.lanes;
	/* By a constant, each word is one shift that takes in bits. */
	if (row->narrow == CVG_KIND_FSHIFT32 && cvg_price_constant(p, in, 2))
		return cvg_price_kind(p, CVG_KIND_SHIFT32) *
		       (s.bits > 32 ? (s.bits + 31) / 32 : 1) * s.lanes;
	return cvg_price_lanes(p, s, row->narrow, row->wide);
}

/* ---- functions of device libraries -------------------------------------- */

static const struct {
	enum cvg_cost_kind narrow, wide;
} builtins[] = {
#define PRICE(id, narrow, wide) \
	[CVG_PRICE_##id] = {CVG_KIND_##narrow, CVG_KIND_##wide},
#include "reconverge/builtin_prices.def"
#undef PRICE
};

/* The library function that is called; NULL if it is none, or has a body,
 * because then the call costs as much as any other. */
static const struct cvg_builtin *builtin_of(const struct cvg_fn *fn,
					    const struct cvg_inst *in,
					    const char *callee)
{
	struct cvg_builtin_name name;

	if (!callee || fn->values[in->callee].flags & CVG_V_BODY ||
	    !cvg_builtin_find(callee, &name))
		return NULL;
	return cvg_builtin_row(name.row);
}

/* The first operand that is a pointer; CVG_NONE: none is. */
static uint32_t pointer_of(const struct pricer *p, const struct cvg_inst *in)
{
	for (uint32_t k = 0; k < in->nops; k++)
		if (p->fn->types[cvg_operand_type(p, in, k)].kind ==
		    CVG_TYPE_POINTER)
			return k;
	return CVG_NONE;
}

/* The number of 32-bit words that the call loads or stores. */
static uint32_t moved(const struct pricer *p, const struct cvg_inst *in)
{
	if (p->fn->types[in->type].kind != CVG_TYPE_VOID)
		return cvg_price_words(p, in->type);
	return in->nops > 0 ? cvg_price_words(p, cvg_operand_type(p, in, 0))
			    : 1;
}

static uint32_t price_builtin(const struct pricer *p, const struct cvg_inst *in,
			      const struct cvg_builtin *row)
{
	enum cvg_cost_kind narrow = builtins[row->price].narrow;
	uint32_t k = pointer_of(p, in);

	if (is_load(narrow) || is_store(narrow) ||
	    narrow == CVG_KIND_ATOMIC_FLAT)
		return cvg_price_access_of(
			p, narrow,
			k == CVG_NONE ? 0
				      : p->fn->types[cvg_operand_type(p, in, k)]
						.addrspace,
			moved(p, in));
	if (narrow == CVG_KIND_FLOP32 && in->nops > 0)
		return cvg_price_flop(
			p, cvg_price_shape(p, cvg_operand_type(p, in, 0)));
	return cvg_price_lanes(p, intrinsic_shape(p, in, narrow), narrow,
			       builtins[row->price].wide);
}

enum cvg_cost_kind cvg_price_callee(const struct cvg_fn *fn, uint32_t inst)
{
	const struct cvg_inst *in = &fn->insts[inst];
	const char *callee = cvg_inst_callee(fn, inst);
	const struct cvg_builtin *builtin;
	uint32_t n, found;

	if (in->callee != CVG_NONE &&
	    fn->values[in->callee].kind == CVG_VALUE_ASM)
		return CVG_KIND_OTHER;
	if (!callee || !starts_with(callee, "llvm.")) {
		builtin = builtin_of(fn, in, callee);
		return builtin ? builtins[builtin->price].narrow
			       : CVG_KIND_CALL;
	}
	found = cvg_cost_intrinsic_find(callee);
	return found == CVG_NONE ? CVG_KIND_OTHER
				 : cvg_cost_intrinsics(&n)[found].narrow;
}

uint32_t cvg_price_call(const struct pricer *p, uint32_t inst)
{
	const struct cvg_inst *in = &p->fn->insts[inst];
	const char *callee = cvg_inst_callee(p->fn, inst);
	const struct cvg_builtin *builtin;
	uint32_t n, found;

	if (in->callee != CVG_NONE &&
	    p->fn->values[in->callee].kind == CVG_VALUE_ASM)
		return cvg_price_kind(p, CVG_KIND_OTHER);
	if (!callee || !starts_with(callee, "llvm.")) {
		builtin = builtin_of(p->fn, in, callee);
		return builtin ? price_builtin(p, in, builtin)
			       : cvg_price_kind(p, CVG_KIND_CALL);
	}
	if (in->nops >= 3 && (starts_with(callee, "llvm.memcpy") ||
			      starts_with(callee, "llvm.memmove")))
		return cvg_price_copy(p, in, true);
	if (in->nops >= 3 && starts_with(callee, "llvm.memset"))
		return cvg_price_copy(p, in, false);
	found = cvg_cost_intrinsic_find(callee);
	if (found == CVG_NONE)
		return cvg_price_kind(p, CVG_KIND_OTHER);
	return price_intrinsic(p, in, &cvg_cost_intrinsics(&n)[found]);
}
