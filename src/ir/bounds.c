/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Bounds of integers, from how they are computed and from nothing else: no
 * branch is looked at, so they hold wherever the value exists. A value that is
 * poison has no bounds; who relies on them must also know that the value is
 * defined (defined.c).
 *
 * Each question looks at a bounded number of instructions. A value of a loop
 * that is followed back to itself exhausts this number and has no bounds.
 *
 * Example: %b in "%a = and i32 %x, 31", "%b = add i32 %a, 1" is 1 to 32.
 */
#include "facts.h"

#include "reconverge/target.h"

#include <string.h>

#include "compat.h"

#define STEPS	      48   /* instructions that one question looks at */
#define MOST_INCOMING 8	   /* values of a phi that are followed */
#define MOST_THREADS  1024 /* of a block along one dimension, any target */

struct asking {
	const struct cvg_module *module;
	int steps; /* left */
};

static struct cvg_bounds bounds_of(struct asking *asking, LLVMValueRef v);

static unsigned width_of(LLVMValueRef v)
{
	LLVMTypeRef type = LLVMTypeOf(v);

	return LLVMGetTypeKind(type) == LLVMIntegerTypeKind
		       ? LLVMGetIntTypeWidth(type)
		       : 0;
}

/* The largest number of so many bits. */
static uint64_t mask_of(unsigned width)
{
	return width >= 64 ? UINT64_MAX : (UINT64_C(1) << width) - 1;
}

static struct cvg_bounds any_of(LLVMValueRef v)
{
	unsigned width = width_of(v);

	return (struct cvg_bounds){0, width ? mask_of(width) : UINT64_MAX};
}

/* All ones up to the highest bit of x. */
static uint64_t ones_below(uint64_t x)
{
	return x ? mask_of(64 - (unsigned)__builtin_clzll(x)) : 0;
}

static uint64_t least(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

static uint64_t greatest(uint64_t a, uint64_t b)
{
	return a > b ? a : b;
}

static struct cvg_bounds either(struct cvg_bounds a, struct cvg_bounds b)
{
	return (struct cvg_bounds){least(a.lo, b.lo), greatest(a.hi, b.hi)};
}

static bool below_sign(struct cvg_bounds a, unsigned width)
{
	return width && a.hi <= mask_of(width) >> 1;
}

/* ---- operations ------------------------------------------------------ */

static struct cvg_bounds sum(struct cvg_bounds a, struct cvg_bounds b,
			     struct cvg_bounds any)
{
	uint64_t hi;

	if (__builtin_add_overflow(a.hi, b.hi, &hi) || hi > any.hi)
		return any;
	return (struct cvg_bounds){a.lo + b.lo, hi};
}

static struct cvg_bounds difference(struct cvg_bounds a, struct cvg_bounds b,
				    struct cvg_bounds any)
{
	return a.lo < b.hi ? any
			   : (struct cvg_bounds){a.lo - b.hi, a.hi - b.lo};
}

static struct cvg_bounds product(struct cvg_bounds a, struct cvg_bounds b,
				 struct cvg_bounds any)
{
	uint64_t hi;

	if (__builtin_mul_overflow(a.hi, b.hi, &hi) || hi > any.hi)
		return any;
	return (struct cvg_bounds){a.lo * b.lo, hi};
}

static struct cvg_bounds shifted_left(struct cvg_bounds a, struct cvg_bounds b,
				      struct cvg_bounds any)
{
	if (b.lo != b.hi || b.hi > 63 || a.hi > any.hi >> b.hi)
		return any;
	return (struct cvg_bounds){a.lo << b.hi, a.hi << b.hi};
}

static struct cvg_bounds shifted_right(struct cvg_bounds a, struct cvg_bounds b)
{
	return (struct cvg_bounds){b.hi > 63 ? 0 : a.lo >> b.hi,
				   b.lo > 63 ? 0 : a.hi >> b.lo};
}

static struct cvg_bounds quotient(struct cvg_bounds a, struct cvg_bounds b)
{
	return b.lo ? (struct cvg_bounds){a.lo / b.hi, a.hi / b.lo}
		    : (struct cvg_bounds){0, a.hi};
}

static struct cvg_bounds rest(struct cvg_bounds a, struct cvg_bounds b)
{
	return (struct cvg_bounds){0, b.hi ? least(a.hi, b.hi - 1) : a.hi};
}

/* Of an operation on two integers of one type. */
static struct cvg_bounds of_pair(struct asking *asking, LLVMValueRef v,
				 LLVMOpcode op)
{
	struct cvg_bounds any = any_of(v);
	struct cvg_bounds a = bounds_of(asking, LLVMGetOperand(v, 0));
	struct cvg_bounds b = bounds_of(asking, LLVMGetOperand(v, 1));
	bool positive =
		below_sign(a, width_of(v)) && below_sign(b, width_of(v));

	switch (op) {
	case LLVMAnd:
		return (struct cvg_bounds){0, least(a.hi, b.hi)};
	case LLVMOr:
		return (struct cvg_bounds){greatest(a.lo, b.lo),
					   ones_below(a.hi | b.hi)};
	case LLVMXor:
		return (struct cvg_bounds){0, ones_below(a.hi | b.hi)};
	case LLVMAdd:
		return sum(a, b, any);
	case LLVMSub:
		return difference(a, b, any);
	case LLVMMul:
		return product(a, b, any);
	case LLVMShl:
		return shifted_left(a, b, any);
	case LLVMLShr:
		return shifted_right(a, b);
	case LLVMAShr:
		return below_sign(a, width_of(v)) ? shifted_right(a, b) : any;
	case LLVMUDiv:
		return quotient(a, b);
	case LLVMURem:
		return rest(a, b);
	case LLVMSDiv:
		return positive ? quotient(a, b) : any;
	case LLVMSRem:
		return positive ? rest(a, b) : any;
	default: /* LLVM's other opcodes say nothing about a number */
		return any;
	}
}

/* A truncation, or an extension of a number that is not negative. */
static struct cvg_bounds of_cast(struct asking *asking, LLVMValueRef v,
				 LLVMOpcode op)
{
	LLVMValueRef from = LLVMGetOperand(v, 0);
	struct cvg_bounds any = any_of(v), a = bounds_of(asking, from);
	bool kept =
		op == LLVMSExt ? below_sign(a, width_of(from)) : a.hi <= any.hi;

	return width_of(from) && kept ? a : any;
}

static struct cvg_bounds of_phi(struct asking *asking, LLVMValueRef v)
{
	unsigned n = LLVMCountIncoming(v);
	struct cvg_bounds all;

	if (n == 0 || n > MOST_INCOMING)
		return any_of(v);
	all = bounds_of(asking, LLVMGetIncomingValue(v, 0));
	for (unsigned k = 1; k < n; k++)
		all = either(all,
			     bounds_of(asking, LLVMGetIncomingValue(v, k)));
	return all;
}

/* The ranges of !range, from the least to the largest number. */
static struct cvg_bounds of_load(const struct asking *asking, LLVMValueRef v)
{
	struct cvg_bounds any = any_of(v), all = {UINT64_MAX, 0};
	LLVMValueRef node = NULL, op[16];
	unsigned n = 0;

	if (LLVMHasMetadata(v))
		node = LLVMGetMetadata(v, asking->module->kinds.md_range);
	if (node)
		n = LLVMGetMDNodeNumOperands(node);
	if (n < 2 || n > 16)
		return any;
	LLVMGetMDNodeOperands(node, op);
	for (unsigned k = 0; k + 1 < n; k += 2) {
		uint64_t lo = LLVMConstIntGetZExtValue(op[k]);
		uint64_t end = LLVMConstIntGetZExtValue(op[k + 1]);

		if (lo >= end)
			return any;
		all = either(all, (struct cvg_bounds){lo, end - 1});
	}
	return all;
}

static bool begins(const char *name, const char *prefix)
{
	return !strncmp(name, prefix, strlen(prefix));
}

/* The threads of a block along a dimension; no target has more. A block has the
 * size that a kernel demands only if it was launched with that kernel. */
static uint64_t most_threads(const struct asking *asking, LLVMValueRef call,
			     unsigned dimension)
{
	LLVMValueRef fn =
		LLVMGetBasicBlockParent(LLVMGetInstructionParent(call));
	uint32_t size[3] = {0};

	if (cvg_only_launched(asking->module, fn))
		cvg_required_group(asking->module, fn, size);
	return size[dimension] ? size[dimension] : MOST_THREADS;
}

bool cvg_is_minmax(const char *name)
{
	return begins(name, "llvm.umin.") || begins(name, "llvm.umax.") ||
	       begins(name, "llvm.smin.") || begins(name, "llvm.smax.");
}

/* The largest number with a sign that the value may be. */
static uint64_t signed_most(struct asking *asking, LLVMValueRef v)
{
	struct cvg_bounds own = bounds_of(asking, v), other;
	uint64_t most = mask_of(width_of(v)) >> 1;
	LLVMValueRef callee = LLVMIsACallInst(v) ? LLVMGetCalledValue(v) : NULL;
	size_t n;

	if (below_sign(own, width_of(v)))
		return own.hi;
	if (!callee || !LLVMIsAFunction(callee) ||
	    !begins(LLVMGetValueName2(callee, &n), "llvm.smin."))
		return most;
	for (unsigned k = 0; k < 2; k++) {
		other = bounds_of(asking, LLVMGetOperand(v, k));
		most = least(most, other.hi);
	}
	return most;
}

/* With a sign, known only if the result is not negative. */
static struct cvg_bounds of_minmax(struct asking *asking, LLVMValueRef v,
				   char sign, bool is_min)
{
	LLVMValueRef x = LLVMGetOperand(v, 0), y = LLVMGetOperand(v, 1);
	struct cvg_bounds a = bounds_of(asking, x), b = bounds_of(asking, y);
	bool above_a = below_sign(a, width_of(v));
	bool above_b = below_sign(b, width_of(v));

	if (sign == 'u' || (above_a && above_b))
		return is_min ? (struct cvg_bounds){least(a.lo, b.lo),
						    least(a.hi, b.hi)}
			      : (struct cvg_bounds){greatest(a.lo, b.lo),
						    greatest(a.hi, b.hi)};
	if (is_min || (!above_a && !above_b))
		return any_of(v);
	return (struct cvg_bounds){
		above_a ? a.lo : b.lo,
		greatest(signed_most(asking, x), signed_most(asking, y))};
}

static struct cvg_bounds of_call(struct asking *asking, LLVMValueRef v)
{
	const struct cvg_targetinfo *target =
		cvg_target_info(asking->module->target);
	LLVMValueRef callee = LLVMGetCalledValue(v);
	const char *name;
	size_t n;

	if (!LLVMIsAFunction(callee) || !LLVMGetIntrinsicID(callee))
		return any_of(v);
	name = LLVMGetValueName2(callee, &n);
	for (unsigned d = 0; d < 3; d++) {
		if (target->id[0][d] && !strcmp(name, target->id[0][d]))
			return (struct cvg_bounds){
				0, most_threads(asking, v, d) - 1};
		if (target->size[0][d] && !strcmp(name, target->size[0][d]))
			return (struct cvg_bounds){1,
						   most_threads(asking, v, d)};
	}
	if (cvg_is_minmax(name))
		return of_minmax(asking, v, name[strlen("llvm.")],
				 name[strlen("llvm.um")] == 'i');
	return any_of(v);
}

static struct cvg_bounds bounds_of(struct asking *asking, LLVMValueRef v)
{
	unsigned width = width_of(v);
	LLVMOpcode op;

	if (!width || width > 64)
		return (struct cvg_bounds){0, UINT64_MAX};
	if (LLVMIsAConstantInt(v))
		return (struct cvg_bounds){LLVMConstIntGetZExtValue(v),
					   LLVMConstIntGetZExtValue(v)};
	if (!LLVMIsAInstruction(v) || asking->steps-- <= 0)
		return any_of(v);
	op = LLVMGetInstructionOpcode(v);
	switch (op) {
	case LLVMTrunc:
	case LLVMZExt:
	case LLVMSExt:
		return of_cast(asking, v, op);
	case LLVMSelect:
		return either(bounds_of(asking, LLVMGetOperand(v, 1)),
			      bounds_of(asking, LLVMGetOperand(v, 2)));
	case LLVMPHI:
		return of_phi(asking, v);
	case LLVMLoad:
		return of_load(asking, v);
	case LLVMCall:
		return of_call(asking, v);
	default: /* LLVM's opcodes: those with two integers, and others */
		return LLVMGetNumOperands(v) == 2 &&
				       width_of(LLVMGetOperand(v, 0)) == width
			       ? of_pair(asking, v, op)
			       : any_of(v);
	}
}

struct cvg_bounds cvg_bounds_of(const struct cvg_module *module, LLVMValueRef v)
{
	struct asking asking = {module, STEPS};

	return bounds_of(&asking, v);
}

/* ---- overflow -------------------------------------------------------- */

bool cvg_never_wraps(const struct cvg_module *module, LLVMValueRef v)
{
	LLVMOpcode op = LLVMGetInstructionOpcode(v);
	struct asking asking = {module, STEPS};
	struct cvg_bounds a, b, result, any = any_of(v);
	unsigned width = width_of(v);

	if (!width || width > 64)
		return false;
	a = bounds_of(&asking, LLVMGetOperand(v, 0));
	if (op == LLVMTrunc)
		return below_sign(a, width);
	if (op == LLVMZExt)
		return below_sign(a, width_of(LLVMGetOperand(v, 0)));
	b = bounds_of(&asking, LLVMGetOperand(v, 1));
	any.lo = 1; /* what wraps has these bounds, and nothing else has */
	any.hi = mask_of(width) >> 1;
	if (op == LLVMAdd)
		result = sum(a, b, any);
	else if (op == LLVMSub)
		result = difference(a, b, any);
	else if (op == LLVMMul)
		result = product(a, b, any);
	else if (op == LLVMShl)
		result = shifted_left(a, b, any);
	else
		return false;
	return below_sign(a, width) && below_sign(b, width) &&
	       !(result.lo == any.lo && result.hi == any.hi);
}
