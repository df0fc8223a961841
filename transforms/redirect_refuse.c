/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * May the threads of a kernel change places? Only if none of them can tell:
 * they share no memory but the global one, do not wait for each other, and ask
 * for no number but those of thread and block (section III-B of the paper).
 *
 * Example (tests/ir/redirect.ll):
 *
 *   @shares  %p = getelementptr i32, ptr addrspace(3) @lds, i32 %tid
 *            "its threads share memory"
 *   @counts  %n = atomicrmw add ptr addrspace(1) %in, i32 1 monotonic
 *            "its threads could tell in which order they come", for %n is used
 *   @sums    %n = atomicrmw add ptr addrspace(1) %in, i32 %tid monotonic
 *            no objection, for %n is not used
 */
#include "redirect.h"

#include "reconverge/builtin.h"

#include <stdlib.h>
#include <string.h>

/* Why threads may not change places for the sake of a call of a function
 * without a body, or NULL. */
static const char *objection_to_bodiless(const char *callee)
{
	struct cvg_builtin_name name;
	const struct cvg_builtin *is;

	if (!cvg_builtin_find(callee, &name))
		return strncmp(callee, "__nv_", 5) &&
				       strncmp(callee, "__ocml_", 7)
			       ? "what it calls has no body here, and may ask "
				 "for the thread"
			       : NULL;
	is = cvg_builtin_row(name.row);
	if (is->meets)
		return "its threads synchronize or work as a warp";
	if (is->price == CVG_PRICE_RMW)
		return "its threads could tell in which order they come";
	if (strstr(is->name, "lane") || strstr(is->name, "get_sub_group"))
		return "it asks which lane of a warp it is";
	if (cvg_item_of(callee))
		return "it asks for the thread in a way that OpenCL does not "
		       "have";
	return NULL;
}

/* Is it assembler of a target whose telling words are known, and has none of
 * the words by which a thread learns its place or meets others? */
static bool asm_is_plain(const struct cvg_fn *fn, uint32_t inst)
{
	const char *const *word = cvg_target_info(fn->target)->telling_asm;
	const char *text = fn->insts[inst].text;

	if (!text || strstr(text, "asm \"\"") ||
	    strstr(text, "asm sideeffect \"\""))
		return text != NULL;
	for (; word && *word; word++) {
		if (strstr(text, *word))
			return false;
	}
	return word != NULL;
}

/* Why threads may not change places for the sake of a call, or NULL. */
static const char *objection_to_call(const struct cvg_fn *fn, uint32_t i)
{
	const char *callee = cvg_inst_callee(fn, i);
	uint32_t v = fn->insts[i].callee;

	if (callee &&
	    cvg_target_lists(cvg_target_info(fn->target)->warp_numbers, callee))
		return "it asks which lane of a warp it is";
	if (callee && strstr(callee, ".atomic."))
		return "its threads could tell in which order they come";
	if (callee && !strncmp(callee, "llvm.", 5))
		return NULL;
	if (callee)
		return objection_to_bodiless(callee);
	if (v != CVG_NONE && fn->values[v].kind == CVG_VALUE_ASM)
		return asm_is_plain(fn, i)
			       ? NULL
			       : "its assembler may ask for the thread";
	return "it calls through a pointer, and may ask for the thread there";
}

static bool is_shared_space(const struct cvg_fn *fn, uint32_t addrspace)
{
	return cvg_target_memory(cvg_target_info(fn->target), addrspace) ==
	       CVG_MEMORY_SHARED;
}

/* Does the text of a constant name an address space of shared memory, as in
 * "addrspacecast (ptr addrspace(3) @tile to ptr)"? */
static bool names_shared_space(const struct cvg_fn *fn, const char *text)
{
	static const char word[] = "addrspace(";

	while (text && (text = strstr(text, word))) {
		text += sizeof word - 1;
		if (is_shared_space(fn, (uint32_t)strtoul(text, NULL, 10)))
			return true;
	}
	return false;
}

/* Is the value a pointer into shared memory, a vector of such pointers, or a
 * constant that is made from one? */
static bool is_shared(const struct cvg_fn *fn, uint32_t value)
{
	const struct cvg_value *v = &fn->values[value];
	const struct cvg_type *t = &fn->types[v->type];

	if ((t->kind == CVG_TYPE_POINTER || t->kind == CVG_TYPE_VECTOR) &&
	    is_shared_space(fn, t->addrspace))
		return true;
	return v->kind == CVG_VALUE_CONST && names_shared_space(fn, v->text);
}

/* Does the instruction access shared memory or handle an address in it? */
static bool shares(const struct cvg_fn *fn, uint32_t i)
{
	const struct cvg_inst *inst = &fn->insts[i];

	if (is_shared_space(fn, inst->addrspace))
		return true;
	for (uint32_t k = 0; k < inst->nops; k++) {
		if (is_shared(fn, fn->ops[inst->ops_at + k]))
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

/* Why threads may not change places for the sake of this instruction, or NULL.
 * A function that is called and has a body is looked at by itself. */
static const char *objection(const struct cvg_reach *reach,
			     const struct cvg_fn *fn, uint32_t i)
{
	const struct cvg_inst *inst = &fn->insts[i];
	const char *callee = cvg_inst_callee(fn, i);
	bool body = callee && cvg_reach_find(reach, callee) != CVG_NONE;
	uint32_t axis;

	if (cvg_item_called(fn, i, &axis))
		return NULL;
	if (inst->flags & CVG_I_CONVERGENT && !body)
		return "its threads synchronize or work as a warp";
	if (shares(fn, i))
		return "its threads share memory";
	if (tells_order(inst))
		return "its threads could tell in which order they come";
	if (inst->op == CVG_OP_CALL && !body)
		return objection_to_call(fn, i);
	return NULL;
}

static bool refuse_in(const struct cvg_reach *reach, const struct cvg_fn *fn,
		      struct cvg_err *err)
{
	const struct cvg_fn *kernel = reach->at[0].fn;

	for (uint32_t i = 0; i < fn->ninsts; i++) {
		const struct cvg_inst *inst = &fn->insts[i];
		const char *why = objection(reach, fn, i);

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
	for (size_t i = 0; !force && i < reach->n; i++) {
		if (!refuse_in(reach, reach->at[i].fn, err))
			return false;
	}
	return true;
}

/* A redirected kernel has the array as its last parameter, and an entry. */
bool cvg_redirect_done(const struct cvg_fn *fn)
{
	uint32_t arg = cvg_value_by_name(fn, CVG_REDIRECT);

	return arg != CVG_NONE && arg + 1 == fn->nargs &&
	       cvg_value_by_name(fn, CVG_REDIRECTED) != CVG_NONE;
}
