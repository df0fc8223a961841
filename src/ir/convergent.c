/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Which calls are convergent. Front ends mark nearly every function and every
 * call as convergent, because a function without a body might hold a barrier.
 * The mark is believed unless something better is known:
 *
 *   - A function with a body is convergent if a convergent call stands in it,
 *     or in a function that it calls. This goes bottom-up over the call graph,
 *     as LLVM's function-attrs does.
 *   - A call of a function that has a body and no mark of its own is not
 *     convergent: LLVM, too, removes the mark from such calls.
 *   - A speculatable intrinsic is not, because any set of threads may run it.
 *   - Functions of device libraries (__nv_sinf, __ocml_sin_f32), built-in
 *     functions of OpenCL C (opencl.h) and functions such as malloc are judged
 *     by their rows in the tables of the simulator (relation.h): whoever has the
 *     relation MEETS is convergent, and so is a function without a row.
 *   - Inline assembler of which every word is known is judged by its words.
 *     Other assembler is convergent if it is marked or has side effects.
 *
 * A body that the linker may replace, the callee of an indirect call and an
 * alias are unknown. Example:
 *
 *   declare float @__nv_logf(float) convergent	  ALONE in builtin_opencl.def
 *   define float @g(float %x) convergent { call @__nv_logf }	not convergent
 *   define void @h() convergent { call @g; call @f }		convergent
 *   define void @f() convergent { call @llvm.nvvm.bar.warp.sync; call @h }
 *
 * A walk from @h finds @h, @g and @f; @f is convergent by itself, and what
 * calls it is so too. What is found is kept until code changes.
 */
#include "convergent.h"

#include <stdlib.h>
#include <string.h>

#include "compat.h"
#include "opencl.h"

#include "reconverge/builtin.h"
#include "reconverge/relation.h"

/* ---- functions without a body ---------------------------------------- */

static bool function_is(LLVMValueRef fn, unsigned kind)
{
	return LLVMGetEnumAttributeAtIndex(fn, CVG_ATTR_FUNCTION, kind);
}

/* The name of a function, if it holds no NUL; else "". */
static const char *plain_name(LLVMValueRef fn)
{
	size_t n;
	const char *name = LLVMGetValueName2(fn, &n);

	return strlen(name) == n ? name : "";
}

bool cvg_known_call(LLVMValueRef fn)
{
	return LLVMIsDeclaration(fn) && !LLVMGetIntrinsicID(fn) &&
	       strncmp(plain_name(fn), "llvm.", 5) != 0 &&
	       cvg_intrinsic_relation(plain_name(fn)) != CVG_REL_UNKNOWN;
}

/* Does the name tell that each thread calls the function for itself? Names
 * that begin with two underscores belong to the device libraries. */
static bool is_alone_by_name(const struct cvg_module *module, LLVMValueRef fn)
{
	struct cvg_builtin_name name;

	if (cvg_opencl_alone(module, fn))
		return true;
	if (cvg_builtin_find(plain_name(fn), &name) && !name.m.n)
		return cvg_builtin_row(name.row)->relation != CVG_REL_MEETS;
	return cvg_known_call(fn) &&
	       cvg_intrinsic_relation(plain_name(fn)) != CVG_REL_MEETS;
}

static bool declaration_convergent(const struct cvg_module *module,
				   LLVMValueRef fn)
{
	if (is_alone_by_name(module, fn))
		return false;
	return function_is(fn, module->kinds.convergent) ||
	       !function_is(fn, module->kinds.speculatable);
}

/* ---- inline assembler ------------------------------------------------ */

static bool asm_convergent(const struct cvg_module *module, LLVMValueRef call,
			   LLVMValueRef callee)
{
	size_t n;
	const char *text = LLVMGetInlineAsmAsmString(callee, &n);

	switch (cvg_asm_relation(module->target, text, n)) {
	case CVG_REL_MEETS:
		return true;
	case CVG_REL_UNKNOWN:
		return cvg_call_marked(module, call) ||
		       LLVMGetInlineAsmHasSideEffects(callee);
	case CVG_REL_ALONE:
	case CVG_REL_NUMBER:
	case CVG_REL_ASKS:
	case CVG_REL_ORDERS:
	case CVG_REL_REREADS:
	case CVG_REL_SHARES:
	case CVG_NRELATIONS:
		break;
	}
	return false;
}

/* ---- functions with a body ------------------------------------------- */

/* Marked functions with a body that reach each other by calls. */
struct walk {
	const struct cvg_module *module;
	struct cvg_ptrmap place; /* function -> index into fn */
	cvg_vec(LLVMValueRef) fn;
	cvg_vec(bool) meets;	/* by index: is it convergent? */
	struct cvg_u32s caller; /* pairs: caller, callee, both indices */
};

/* Might the linker take another body than this one? */
static bool is_replaceable(LLVMValueRef fn)
{
	switch (LLVMGetLinkage(fn)) {
	case LLVMWeakAnyLinkage:
	case LLVMLinkOnceAnyLinkage:
	case LLVMCommonLinkage:
	case LLVMExternalWeakLinkage:
		return true;
	default:
		return false;
	}
}

/* Is the callee to be judged by its body? */
static bool has_body_to_walk(const struct cvg_module *module, LLVMValueRef fn)
{
	return fn && !LLVMIsDeclaration(fn) && !is_replaceable(fn) &&
	       function_is(fn, module->kinds.convergent);
}

static uint32_t place_of(struct walk *walk, LLVMValueRef fn)
{
	uint32_t place = cvg_ptrmap_get(&walk->place, fn);

	if (place == CVG_NONE) {
		place = (uint32_t)walk->fn.n;
		cvg_ptrmap_put(&walk->place, fn, place);
		cvg_push(&walk->fn, fn);
		cvg_push(&walk->meets, false);
	}
	return place;
}

/* Is a call convergent for another reason than the body of its callee? If it
 * only depends on that, *body is the callee, else NULL. */
static bool is_convergent_itself(const struct cvg_module *module,
				 LLVMValueRef call, LLVMValueRef *body)
{
	LLVMValueRef callee = LLVMGetCalledValue(call);
	LLVMValueRef fn = LLVMIsAFunction(callee);

	*body = NULL;
	if (LLVMIsAInlineAsm(callee))
		return asm_convergent(module, call, callee);
	if (!cvg_call_marked(module, call))
		return false;
	if (!fn)
		return true;
	if (LLVMIsDeclaration(fn))
		return declaration_convergent(module, fn);
	if (has_body_to_walk(module, fn)) {
		*body = fn;
		return false;
	}
	return function_is(fn, module->kinds.convergent);
}

static bool is_call(LLVMValueRef inst)
{
	return LLVMIsACallInst(inst) || LLVMIsAInvokeInst(inst) ||
	       LLVMIsACallBrInst(inst);
}

/* Find the convergent calls of function `at`, and what else it calls. */
static void look_into(struct walk *walk, uint32_t at)
{
	LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(walk->fn.at[at]);

	for (; b; b = LLVMGetNextBasicBlock(b)) {
		LLVMValueRef inst = LLVMGetFirstInstruction(b), body;

		for (; inst; inst = LLVMGetNextInstruction(inst)) {
			if (!is_call(inst))
				continue;
			if (is_convergent_itself(walk->module, inst, &body))
				walk->meets.at[at] = true;
			if (!body)
				continue;
			cvg_push(&walk->caller, at);
			cvg_push(&walk->caller, place_of(walk, body));
		}
	}
}

/* What calls a convergent function is convergent. Each round goes through all
 * calls; callees have mostly larger numbers than their callers, so that few
 * rounds are needed. */
static void spread(struct walk *walk)
{
	bool changed = true;

	while (changed) {
		changed = false;
		for (size_t k = walk->caller.n; k > 0; k -= 2) {
			uint32_t caller = walk->caller.at[k - 2];
			uint32_t callee = walk->caller.at[k - 1];

			if (!walk->meets.at[callee] || walk->meets.at[caller])
				continue;
			walk->meets.at[caller] = changed = true;
		}
	}
}

static bool body_convergent(const struct cvg_module *module, LLVMValueRef fn)
{
	uint32_t known = cvg_ptrmap_get(module->convergent, fn);
	struct walk walk = {.module = module};

	if (known != CVG_NONE)
		return known;
	place_of(&walk, fn);
	for (uint32_t at = 0; at < walk.fn.n; at++)
		look_into(&walk, at);
	spread(&walk);
	for (uint32_t at = 0; at < walk.fn.n; at++)
		cvg_ptrmap_put(module->convergent, walk.fn.at[at],
			       walk.meets.at[at]);
	known = walk.meets.at[0];
	cvg_ptrmap_done(&walk.place);
	free(walk.fn.at);
	free(walk.meets.at);
	free(walk.caller.at);
	return known;
}

void cvg_convergent_forget(struct cvg_module *module)
{
	cvg_ptrmap_done(module->convergent);
}

/* ---------------------------------------------------------------------- */

bool cvg_call_marked(const struct cvg_module *module, LLVMValueRef call)
{
	LLVMValueRef fn = LLVMIsAFunction(LLVMGetCalledValue(call));

	return LLVMGetCallSiteEnumAttribute(call, CVG_ATTR_FUNCTION,
					    module->kinds.convergent) ||
	       (fn && function_is(fn, module->kinds.convergent));
}

bool cvg_call_convergent(const struct cvg_module *module, LLVMValueRef call)
{
	LLVMValueRef body;

	return is_convergent_itself(module, call, &body) ||
	       (body && body_convergent(module, body));
}

/* ---- operand bundles ------------------------------------------------- */

static bool is_plain(LLVMOperandBundleRef bundle)
{
	static const char control[] = "convergencectrl";
	size_t n;
	const char *tag = LLVMGetOperandBundleTag(bundle, &n);
	LLVMValueRef token;
	LLVMBasicBlockRef at;

	if (n != sizeof control - 1 || memcmp(tag, control, n) ||
	    LLVMGetNumOperandBundleArgs(bundle) != 1)
		return false;
	token = LLVMIsAInstruction(LLVMGetOperandBundleArgAtIndex(bundle, 0));
	at = token ? LLVMGetInstructionParent(token) : NULL;
	return at && LLVMGetEntryBasicBlock(LLVMGetBasicBlockParent(at)) == at;
}

bool cvg_bundles_plain(LLVMValueRef call)
{
	bool plain = true;

	for (unsigned i = 0; i < LLVMGetNumOperandBundles(call); i++) {
		LLVMOperandBundleRef bundle =
			LLVMGetOperandBundleAtIndex(call, i);

		plain = plain && is_plain(bundle);
		LLVMDisposeOperandBundle(bundle);
	}
	return plain;
}
