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
	bool used;	  /* by a value that is there now */
};

struct cvg_oldnames {
	struct cvg_arena arena;
	cvg_vec(struct name) names; /* sorted */
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

static int by_text(const void *a, const void *b)
{
	return strcmp(((const struct name *)a)->text,
		      ((const struct name *)b)->text);
}

static struct name *find(struct cvg_oldnames *old, const char *text)
{
	struct name key = {.text = text};

	if (!old->names.n)
		return NULL;
	return bsearch(&key, old->names.at, old->names.n, sizeof key, by_text);
}

/* ---- before the step ------------------------------------------------- */

static void note(struct cvg_oldnames *old, LLVMValueRef v)
{
	size_t n;
	const char *text = LLVMGetValueName2(v, &n);
	struct name name = {.used = false};

	if (!n)
		return;
	name.text = cvg_arena_strdup(&old->arena, text);
	cvg_push(&old->names, name);
}

struct cvg_oldnames *cvg_oldnames_take(struct cvg_module *module, uint32_t f)
{
	struct cvg_oldnames *old = cvg_calloc(1, sizeof *old);

	visit_all(old, cvg_live_function(module, f), note);
	if (old->names.n)
		qsort(old->names.at, old->names.n, sizeof *old->names.at,
		      by_text);
	return old;
}

void cvg_oldnames_free(struct cvg_oldnames *take_old)
{
	if (!take_old)
		return;
	cvg_arena_done(&take_old->arena);
	free(take_old->names.at);
	free(take_old);
}

/* ---- after it -------------------------------------------------------- */

static void mark_used(struct cvg_oldnames *old, LLVMValueRef v)
{
	size_t n;
	struct name *name = find(old, LLVMGetValueName2(v, &n));

	if (name)
		name->used = true;
}

/* The longest old name that `text` is, with a number appended; NULL: there is
 * none. */
static struct name *without_number(struct cvg_oldnames *old, const char *text,
				   size_t n)
{
	char *base = cvg_strdup(text);
	struct name *name = NULL;

	while (!name && n > 1 && isdigit((unsigned char)base[n - 1])) {
		base[--n] = '\0';
		name = find(old, base);
	}
	free(base);
	return name;
}

static void rename_copy(struct cvg_oldnames *old, LLVMValueRef v)
{
	size_t n;
	const char *text = LLVMGetValueName2(v, &n);
	struct name *name;

	if (!n || find(old, text))
		return;
	name = without_number(old, text, n);
	if (!name || name->used)
		return;
	name->used = true;
	LLVMSetValueName2(v, name->text, strlen(name->text));
}

void cvg_oldnames_restore(struct cvg_oldnames *old, struct cvg_module *module,
			  uint32_t f)
{
	LLVMValueRef fn = cvg_live_function(module, f);

	for (size_t i = 0; i < old->names.n; i++)
		old->names.at[i].used = false;
	visit_all(old, fn, mark_used);
	visit_all(old, fn, rename_copy);
}
