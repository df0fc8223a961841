/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The names of a function's values and blocks, kept over a step. A phase makes
 * the copy of a value while the value is still there, so that LLVM, whose names
 * are unique, appends a number to the name of the copy. Once the value is gone,
 * the copy gets the name itself.
 *
 *	before the step	   behind the phase	   renamed
 *	%t1 = mul %x, 3	   %t11 = mul %x, %0	   %t1 = mul %x, %0
 *	%t2 = add %t1, 1   %t22 = add %t11, 1	   %t2 = add %t1, 1
 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "live.h"
#include "reconverge/ir.h"

struct name {
	const char *text; /* in the arena */
	size_t n;	  /* characters */
	uint32_t hash;
	bool used; /* by a value that is there now */
};

struct cvg_oldnames {
	struct cvg_arena arena;
	cvg_vec(struct name) names;
	uint32_t *slot; /* [mask + 1] by hash: index into names plus 1, 0: free;
			   names that meet stand one behind the other */
	uint32_t mask;
	cvg_vec(LLVMValueRef) strangers; /* values whose names are not among
					    the old ones, for restore */
};

/* ---- walking --------------------------------------------------------- */

typedef void visitor(struct cvg_oldnames *old, LLVMValueRef v);

/* Visit what can have a name: arguments, blocks, instructions. */
static void visit_all(struct cvg_oldnames *old, LLVMValueRef fn, visitor *visit)
{
	LLVMBasicBlockRef b;
	LLVMValueRef v;

	for (v = LLVMGetFirstParam(fn); v; v = LLVMGetNextParam(v))
		visit(old, v);
	for (b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b)) {
		visit(old, LLVMBasicBlockAsValue(b));
		for (v = LLVMGetFirstInstruction(b); v;
		     v = LLVMGetNextInstruction(v))
			visit(old, v);
	}
}

/* FNV-1a. */
static uint32_t hash_of(const char *text, size_t n)
{
	uint32_t hash = 2166136261U;

	for (size_t i = 0; i < n; i++)
		hash = (hash ^ (unsigned char)text[i]) * 16777619U;
	return hash;
}

static struct name *find(struct cvg_oldnames *old, const char *text, size_t n)
{
	uint32_t hash = hash_of(text, n);

	for (uint32_t i = hash & old->mask; old->slot[i];
	     i = (i + 1) & old->mask) {
		struct name *name = &old->names.at[old->slot[i] - 1];

		if (name->hash == hash && name->n == n &&
		    !memcmp(name->text, text, n))
			return name;
	}
	return NULL;
}

/* ---- before the step ------------------------------------------------- */

static void note(struct cvg_oldnames *old, LLVMValueRef v)
{
	struct name name = {.used = false};
	const char *text = LLVMGetValueName2(v, &name.n);

	if (!name.n)
		return;
	name.text = cvg_arena_strndup(&old->arena, text, name.n);
	name.hash = hash_of(text, name.n);
	cvg_push(&old->names, name);
}

/* Enter the names, of which there are no two equal ones. */
static void fill_slots(struct cvg_oldnames *old)
{
	uint32_t cap = 16;

	while (cap / 2 < old->names.n)
		cap *= 2;
	old->slot = cvg_calloc(cap, sizeof *old->slot);
	old->mask = cap - 1;
	for (uint32_t k = 0; k < old->names.n; k++) {
		uint32_t i = old->names.at[k].hash & old->mask;

		while (old->slot[i])
			i = (i + 1) & old->mask;
		old->slot[i] = k + 1;
	}
}

struct cvg_oldnames *cvg_oldnames_take(struct cvg_module *module, uint32_t f)
{
	struct cvg_oldnames *old = cvg_calloc(1, sizeof *old);

	visit_all(old, cvg_live_function(module, f), note);
	fill_slots(old);
	return old;
}

void cvg_oldnames_free(struct cvg_oldnames *take_old)
{
	if (!take_old)
		return;
	cvg_arena_done(&take_old->arena);
	free(take_old->names.at);
	free(take_old->slot);
	free(take_old->strangers.at);
	free(take_old);
}

/* ---- after it -------------------------------------------------------- */

static void mark_used(struct cvg_oldnames *old, LLVMValueRef v)
{
	size_t n;
	const char *text = LLVMGetValueName2(v, &n);
	struct name *name = n ? find(old, text, n) : NULL;

	if (name)
		name->used = true;
	else if (n)
		cvg_push(&old->strangers, v);
}

/* The longest old name that `text` is, with a number appended; NULL: there is
 * none. */
static struct name *without_number(struct cvg_oldnames *old, const char *text,
				   size_t n)
{
	struct name *name = NULL;

	while (!name && n > 1 && isdigit((unsigned char)text[n - 1]))
		name = find(old, text, --n);
	return name;
}

static void rename_copy(struct cvg_oldnames *old, LLVMValueRef v)
{
	size_t n;
	const char *text = LLVMGetValueName2(v, &n);
	struct name *name = without_number(old, text, n);

	if (!name || name->used)
		return;
	name->used = true;
	LLVMSetValueName2(v, name->text, name->n);
}

void cvg_oldnames_restore(struct cvg_oldnames *old, struct cvg_module *module,
			  uint32_t f)
{
	for (size_t i = 0; i < old->names.n; i++)
		old->names.at[i].used = false;
	old->strangers.n = 0;
	visit_all(old, cvg_live_function(module, f), mark_used);
	for (size_t i = 0; i < old->strangers.n; i++)
		rename_copy(old, old->strangers.at[i]);
}

void cvg_oldnames_renew(struct cvg_oldnames *old)
{
	size_t kept = 0;

	for (size_t i = 0; i < old->strangers.n; i++) {
		size_t n;
		const char *text = LLVMGetValueName2(old->strangers.at[i], &n);

		if (find(old, text, n))
			continue; /* it was renamed */
		note(old, old->strangers.at[i]);
		old->names.at[old->names.n - 1].used = true;
	}
	for (size_t i = 0; i < old->names.n; i++)
		if (old->names.at[i].used)
			old->names.at[kept++] = old->names.at[i];
	old->names.n = kept;
	free(old->slot);
	fill_slots(old);
}
