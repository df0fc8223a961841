/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * May the threads of a kernel change places? Only if none of them can tell:
 * they share no memory but the global one, do not wait for each other, and ask
 * for no number but those of thread and block (section III-B of the paper).
 * Whether they meet in global memory all the same is seen when the kernel runs
 * (sim/depend.c).
 *
 * What an intrinsic, a library function or inline assembler has to do with
 * other threads is told by the tables of the simulator (relation.h). What no
 * table knows is refused.
 *
 * Example (tests/ir/redirect.ll):
 *
 *   @shares  %p = getelementptr i32, ptr addrspace(3) @lds, i32 %tid
 *            "threads share memory"
 *   @counts  %n = atomicrmw add ptr addrspace(1) %in, i32 1 monotonic
 *            "threads could tell in which order they come", for %n is used
 *   @sums    %n = atomicrmw add ptr addrspace(1) %in, i32 %tid monotonic
 *            no objection, for %n is not used
 */
#include "redirect.h"

#include "reconverge/builtin.h"
#include "reconverge/graph.h"
#include "reconverge/relation.h"
#include "reconverge/target.h"
#include "src/ir/param.h"

#include <string.h>

/* One function while it is looked at. */
struct look {
	const struct cvg_reach *reach;
	const struct cvg_fn *fn;
	struct cvg_live_ids ids;
	struct cvg_bits spins; /* [ninsts] loads that a loop waits for */
};

/* ---- calls ------------------------------------------------------------- */

static enum cvg_relation relation_of(const char *callee)
{
	struct cvg_builtin_name name;

	if (cvg_builtin_find(callee, &name))
		return (enum cvg_relation)cvg_builtin_row(name.row)->relation;
	return cvg_intrinsic_relation(callee);
}

static const char *objection_to_asm(const struct look *look, uint32_t i)
{
	LLVMValueRef v = LLVMGetCalledValue(look->ids.insts[i]);
	size_t n;
	const char *text = LLVMGetInlineAsmAsmString(v, &n);
	enum cvg_relation is = cvg_asm_relation(look->fn->target, text, n);

	return is == CVG_REL_UNKNOWN ? "inline assembler may ask for the thread"
				     : cvg_relation_why(is);
}

/* Is it a copy of memory that is volatile? */
static bool is_volatile_copy(const struct look *look, uint32_t i,
			     const char *callee)
{
	const struct cvg_inst *inst = &look->fn->insts[i];
	const struct cvg_value *last;

	if (strncmp(callee, "llvm.memcpy.", 12) &&
	    strncmp(callee, "llvm.memmove.", 13))
		return false;
	last = &look->fn->values[cvg_op_of(look->fn, i, inst->nops - 1)];
	return last->flags & CVG_V_INT64 && last->bits;
}

/* Why threads may not change places for the sake of a call, or NULL. A function
 * that has a body is looked at by itself. */
static const char *objection_to_call(const struct look *look, uint32_t i)
{
	const struct cvg_fn *fn = look->fn;
	const char *callee = cvg_inst_callee(fn, i);
	uint32_t v = fn->insts[i].callee, axis;
	enum cvg_relation is;

	if (v != CVG_NONE && fn->values[v].kind == CVG_VALUE_ASM)
		return objection_to_asm(look, i);
	if (!callee)
		return "the callee is known only at run time, and may ask for "
		       "the thread";
	if (cvg_item_called(fn, i, &axis) ||
	    cvg_target_asks_id(cvg_target_info(fn->target), callee) !=
		    CVG_NONE ||
	    cvg_reach_find(look->reach, callee) != CVG_NONE)
		return NULL;
	is = is_volatile_copy(look, i, callee) ? CVG_REL_REREADS
					       : relation_of(callee);
	if (is == CVG_REL_UNKNOWN && fn->insts[i].flags & CVG_I_CONVERGENT)
		is = CVG_REL_MEETS;
	return cvg_relation_why(is);
}

/* ---- memory ------------------------------------------------------------ */

static bool is_shared_space(const struct cvg_fn *fn, uint32_t addrspace)
{
	return cvg_target_memory(cvg_target_info(fn->target), addrspace) ==
	       CVG_MEMORY_SHARED;
}

/* Does the constant lead to shared memory: is it a variable there, or made from
 * one, or a variable whose initial value holds the address of one? */
static bool leads_to_shared(const struct cvg_fn *fn, LLVMValueRef v,
			    struct cvg_ptrmap *seen)
{
	if (!LLVMIsAConstant(v) || LLVMIsAFunction(v) ||
	    cvg_ptrmap_get(seen, v) != CVG_NONE)
		return false;
	cvg_ptrmap_put(seen, v, 0);
	if (LLVMIsAGlobalVariable(v) &&
	    is_shared_space(fn, LLVMGetPointerAddressSpace(LLVMTypeOf(v))))
		return true;
	for (int k = 0; k < LLVMGetNumOperands(v); k++) {
		if (leads_to_shared(fn, LLVMGetOperand(v, (unsigned)k), seen))
			return true;
	}
	return false;
}

/* Is the value a pointer into shared memory, a vector of such pointers, or a
 * constant that leads there? */
static bool is_shared(const struct look *look, uint32_t value)
{
	const struct cvg_value *v = &look->fn->values[value];
	const struct cvg_type *t = &look->fn->types[v->type];
	struct cvg_ptrmap seen = {0};
	bool is;

	if ((t->kind == CVG_TYPE_POINTER || t->kind == CVG_TYPE_VECTOR) &&
	    is_shared_space(look->fn, t->addrspace))
		return true;
	if (v->kind != CVG_VALUE_CONST && v->kind != CVG_VALUE_GLOBAL)
		return false;
	is = leads_to_shared(look->fn, look->ids.values[value], &seen);
	cvg_ptrmap_done(&seen);
	return is;
}

/* Does the instruction access shared memory or handle an address in it? */
static bool shares(const struct look *look, uint32_t i)
{
	const struct cvg_inst *inst = &look->fn->insts[i];

	if (is_shared_space(look->fn, inst->addrspace))
		return true;
	for (uint32_t k = 0; k < inst->nops; k++) {
		if (is_shared(look, look->fn->ops[inst->ops_at + k]))
			return true;
	}
	return false;
}

/* Can a thread tell by the instruction in which order the threads come? Sums,
 * minima and the like are the same in any order if their results are not used;
 * sums of floats are rounded, and differ. The numbers are LLVM's of the
 * operations. */
static bool tells_order(const struct cvg_inst *inst)
{
	enum { XCHG = 0, NAND = 4, FADD = 11, FSUB = 12, FMAX = 13, FMIN = 14 };

	if (inst->op == CVG_OP_CMPXCHG)
		return true;
	if (inst->op != CVG_OP_ATOMICRMW)
		return false;
	return inst->nusers || inst->predicate == XCHG ||
	       inst->predicate == NAND || inst->predicate == FADD ||
	       inst->predicate == FSUB || inst->predicate > FMIN;
}

/* Is it a load that is volatile, or stronger than unordered, of memory that other
 * threads can write? */
static bool rereads(const struct cvg_fn *fn, uint32_t i)
{
	return fn->insts[i].op == CVG_OP_LOAD &&
	       fn->insts[i].flags & CVG_I_EFFECTS &&
	       !cvg_redirect_is_private(fn, i);
}

/* ---- all instructions -------------------------------------------------- */

/* Why threads may not change places for the sake of this instruction, or
 * NULL. */
static const char *objection(const struct look *look, uint32_t i)
{
	const struct cvg_inst *inst = &look->fn->insts[i];

	if (shares(look, i))
		return "threads share memory";
	if (tells_order(inst))
		return cvg_relation_why(CVG_REL_ORDERS);
	if (rereads(look->fn, i))
		return cvg_relation_why(CVG_REL_REREADS);
	if (cvg_bits_has(&look->spins, i))
		return "a loop waits until another thread writes there";
	return inst->op == CVG_OP_CALL ? objection_to_call(look, i) : NULL;
}

static bool refuse_in(const struct look *look, struct cvg_err *err)
{
	const struct cvg_fn *kernel = look->reach->at[0].fn, *fn = look->fn;

	for (uint32_t i = 0; i < fn->ninsts; i++) {
		const struct cvg_inst *inst = &fn->insts[i];
		const char *why = objection(look, i);

		if (why)
			return cvg_fail(err,
					"threads of @%s cannot change places: "
					"%s (%s%sB%u: %.60s)",
					kernel->name, why,
					fn == kernel ? "" : fn->name,
					fn == kernel ? "" : " ",
					fn->blocks[inst->block].uid,
					inst->text ? inst->text : "");
	}
	return true;
}

static bool refuse_function(const struct cvg_reach *reach, size_t at,
			    struct cvg_err *err)
{
	struct look look = {.reach = reach, .fn = reach->at[at].fn};
	bool ok;

	cvg_live_ids_of(reach->module, reach->at[at].function_id, &look.ids);
	cvg_bits_init(&look.spins, look.fn->ninsts);
	cvg_redirect_spins(look.fn, &look.spins);
	ok = refuse_in(&look, err);
	cvg_bits_done(&look.spins);
	cvg_live_ids_done(&look.ids);
	return ok;
}

bool cvg_redirect_refuse(const struct cvg_reach *reach, bool force,
			 struct cvg_err *err)
{
	const struct cvg_fn *kernel = reach->at[0].fn;
	const struct cvg_targetinfo *info = cvg_target_info(kernel->target);

	if (!info->id[0][0])
		return cvg_fail(err,
				"threads on %s have no intrinsic that "
				"gives their number",
				info->arch);
	if (kernel->kind != CVG_FN_KERNEL)
		return cvg_fail(err,
				"@%s is no kernel: threads have no "
				"places of their own in it",
				kernel->name);
	if (!cvg_redirect_done(kernel) &&
	    cvg_value_by_name(kernel, CVG_REDIRECT) < kernel->nargs)
		return cvg_fail(err,
				"@%s has a parameter '" CVG_REDIRECT
				"' of its own",
				kernel->name);
	if (!cvg_redirect_done(kernel) &&
	    !cvg_function_can_grow(reach->module, reach->at[0].function_id,
				   err))
		return false;
	for (size_t i = 0; !force && i < reach->n; i++) {
		if (!refuse_function(reach, i, err))
			return false;
	}
	return true;
}

bool cvg_redirect_done(const struct cvg_fn *fn)
{
	return cvg_fn_attr(fn, CVG_REDIRECT_MARK) != NULL;
}
