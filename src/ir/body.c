/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Copies of a function's code. A copy is a function in a second module of the
 * same context, the shelf: constants, types and metadata are shared, so that a
 * copy costs what the function costs, whatever else the module holds.
 *
 * A phase works on such a copy, not on the module's function. Its names and the
 * order of its uses are then those of a function that was just read, whatever
 * happened to the module before; and what a phase did is given up by deleting
 * the copy. Code on the shelf is never written, verified or compiled.
 *
 * LLVM's verifier and its passes look at the users of a function. At rest, a copy
 * therefore calls, instead of a function with a body, its stand-in: a
 * declaration on the shelf.
 *
 * Example: to take @k, which is "entry: %x = call i32 @g(); ret void", makes on
 * the shelf "declare i32 @g()" and a function with that entry block, whose call
 * has the stand-in @g for its callee. To open the copy for work makes a second
 * one, in which the callee is the module's @g again; to put it deletes the
 * blocks of @k and copies that entry block into @k.
 */
#include "convergent.h"
#include "copy.h"
#include "live.h"

#include "reconverge/ir.h"

#include <stdlib.h>
#include <string.h>

struct cvg_body {
	LLVMValueRef function; /* on the shelf, at rest */
};

/* The functions with a body that copies use, and their stand-ins. */
struct cvg_shelf {
	LLVMModuleRef llvm;
	cvg_vec(LLVMValueRef) own, stand_in;   /* pairs */
	struct cvg_ptrmap of_own, of_stand_in; /* to the index of a pair */
};

/* ---- the shelf ------------------------------------------------------- */

static struct cvg_shelf *shelf_of(struct cvg_module *module)
{
	if (!module->shelf) {
		module->shelf = cvg_calloc(1, sizeof *module->shelf);
		module->shelf->llvm = LLVMModuleCreateWithNameInContext(
			"shelf", module->context);
		LLVMSetTarget(module->shelf->llvm, LLVMGetTarget(module->llvm));
		LLVMSetDataLayout(module->shelf->llvm,
				  LLVMGetDataLayoutStr(module->llvm));
	}
	return module->shelf;
}

void cvg_shelf_clear(struct cvg_module *module)
{
	struct cvg_shelf *shelf = module->shelf;

	if (!shelf)
		return;
	LLVMDisposeModule(shelf->llvm);
	free(shelf->own.at);
	free(shelf->stand_in.at);
	cvg_ptrmap_done(&shelf->of_own);
	cvg_ptrmap_done(&shelf->of_stand_in);
	free(shelf);
	module->shelf = NULL;
}

static LLVMValueRef stand_in_of(struct cvg_shelf *shelf, LLVMValueRef own)
{
	uint32_t at = cvg_ptrmap_get(&shelf->of_own, own);
	LLVMValueRef made;

	if (at != CVG_NONE)
		return shelf->stand_in.at[at];
	at = (uint32_t)shelf->own.n;
	made = LLVMAddFunction(shelf->llvm, "", LLVMGlobalGetValueType(own));
	cvg_push(&shelf->own, own);
	cvg_push(&shelf->stand_in, made);
	cvg_ptrmap_put(&shelf->of_own, own, at);
	cvg_ptrmap_put(&shelf->of_stand_in, made, at);
	return made;
}

/* ---- copying --------------------------------------------------------- */

/* The function that is used at rest, or in work, instead of function v. */
static LLVMValueRef exchanged(struct cvg_shelf *shelf, LLVMValueRef v,
			      bool rests)
{
	uint32_t at = cvg_ptrmap_get(&shelf->of_stand_in, v);

	if (rests)
		return at != CVG_NONE || LLVMIsDeclaration(v)
			       ? v
			       : stand_in_of(shelf, v);
	return at == CVG_NONE ? v : shelf->own.at[at];
}

/* Lay a copy in work to rest, or the reverse: exchange the functions that it
 * uses. */
static void exchange(struct cvg_shelf *shelf, LLVMValueRef function, bool rests)
{
	LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function);

	for (; b; b = LLVMGetNextBasicBlock(b))
		for (LLVMValueRef i = LLVMGetFirstInstruction(b); i;
		     i = LLVMGetNextInstruction(i)) {
			int n = LLVMGetNumOperands(i);

			for (unsigned k = 0; k < (unsigned)n; k++) {
				LLVMValueRef v = LLVMGetOperand(i, k);

				if (LLVMIsAFunction(v))
					LLVMSetOperand(
						i, k,
						exchanged(shelf, v, rests));
			}
		}
}

/* A copy on its way to the shelf or back. */
struct way {
	struct cvg_shelf *shelf;
	bool rests; /* the copy is at rest: with stand-ins */
};

static LLVMValueRef elsewhere(void *context, LLVMValueRef v)
{
	const struct way *way = context;

	return LLVMIsAFunction(v) ? exchanged(way->shelf, v, way->rests) : v;
}

static void copy_code(struct cvg_module *module, LLVMValueRef from,
		      LLVMValueRef to, bool rests, bool named)
{
	struct way way = {shelf_of(module), rests};

	cvg_code_copy(from, to,
		      &(struct cvg_copying){.elsewhere = elsewhere,
					    .context = &way,
					    .named = named,
					    .records = true});
}

/* Give the parameters of `to` the names of those of `from`. */
static void copy_names(LLVMValueRef from, LLVMValueRef to)
{
	LLVMValueRef a = LLVMGetFirstParam(from), b = LLVMGetFirstParam(to);

	for (; a; a = LLVMGetNextParam(a), b = LLVMGetNextParam(b))
		cvg_copy_name(a, b);
}

/* A function on the shelf with the type and the names of the parameters of
 * another. */
static LLVMValueRef new_function(struct cvg_module *module, LLVMValueRef like)
{
	LLVMValueRef made = LLVMAddFunction(shelf_of(module)->llvm, "",
					    LLVMGlobalGetValueType(like));

	copy_names(like, made);
	return made;
}

/* Delete all blocks: LLVM deletes them fastest with a function. */
static void delete_code(struct cvg_module *module, LLVMValueRef function)
{
	LLVMValueRef heap = new_function(module, function);
	LLVMBasicBlockRef b;

	while ((b = LLVMGetFirstBasicBlock(function)) != NULL) {
		LLVMRemoveBasicBlockFromParent(b);
		LLVMAppendExistingBasicBlock(heap, b);
	}
	LLVMDeleteFunction(heap);
}

/* ---- at rest ----------------------------------------------------------- */

static struct cvg_body *take(struct cvg_module *module, uint32_t f, bool named)
{
	LLVMValueRef function = cvg_live_function(module, f);
	struct cvg_body *body;

	if (!cvg_code_can_be_copied(function))
		return NULL;
	body = cvg_calloc(1, sizeof *body);
	body->function = new_function(module, function);
	copy_code(module, function, body->function, true, named);
	return body;
}

struct cvg_body *cvg_body_take(struct cvg_module *module, uint32_t f)
{
	return take(module, f, true);
}

struct cvg_body *cvg_body_take_unnamed(struct cvg_module *module, uint32_t f)
{
	return take(module, f, false);
}

void cvg_body_put(struct cvg_module *module, uint32_t f,
		  const struct cvg_body *body)
{
	LLVMValueRef function = module->fns[f].own;

	cvg_convergent_forget(module);
	delete_code(module, function);
	copy_code(module, body->function, function, false, true);
}

void cvg_body_free(struct cvg_body *take_body)
{
	if (!take_body)
		return;
	LLVMDeleteFunction(take_body->function);
	free(take_body);
}

/* ---- in work ----------------------------------------------------------- */

void cvg_body_open(struct cvg_module *module, uint32_t f,
		   const struct cvg_body *body)
{
	struct cvg_live_fn *live = &module->fns[f];

	cvg_body_close(module, f);
	module->opened = f;
	module->opened_from = body;
	live->value = new_function(module, live->own);
	cvg_function_copy_facts(live->value, live->own);
	copy_code(module, body->function, live->value, false, true);
}

void cvg_body_take_over(struct cvg_module *module, uint32_t f,
			LLVMValueRef made)
{
	LLVMValueRef work = module->fns[f].value;
	LLVMValueRef a = LLVMGetFirstParam(made), b = LLVMGetFirstParam(work);
	LLVMBasicBlockRef block;

	cvg_convergent_forget(module);
	delete_code(module, work);
	while ((block = LLVMGetFirstBasicBlock(made)) != NULL) {
		LLVMRemoveBasicBlockFromParent(block);
		LLVMAppendExistingBasicBlock(work, block);
	}
	for (; a; a = LLVMGetNextParam(a), b = LLVMGetNextParam(b))
		LLVMReplaceAllUsesWith(a, b);
}

bool cvg_body_verify(struct cvg_module *module, uint32_t f, struct cvg_err *err)
{
	struct cvg_live_fn *live = &module->fns[f];
	bool ok;

	delete_code(module, live->own);
	copy_code(module, live->value, live->own, false, true);
	/* The work of a function that calls itself is a user outside. */
	exchange(module->shelf, live->value, true);
	ok = cvg_module_verify_function(module, f, err);
	exchange(module->shelf, live->value, false);
	return ok;
}

void cvg_body_close(struct cvg_module *module, uint32_t f)
{
	struct cvg_live_fn *live = &module->fns[f];

	if (live->value != live->own)
		LLVMDeleteFunction(live->value);
	live->value = live->own;
	module->opened_from = NULL;
}

struct cvg_body *cvg_body_keep(struct cvg_module *module, uint32_t f)
{
	struct cvg_live_fn *live = &module->fns[f];
	struct cvg_body *body = NULL;

	if (live->value != live->own && cvg_code_can_be_copied(live->value)) {
		body = cvg_calloc(1, sizeof *body);
		body->function = live->value;
		exchange(module->shelf, live->value, true);
		live->value = live->own;
	}
	return body;
}

/* ---- printing ----------------------------------------------------------- */

char *cvg_body_print(struct cvg_module *module, uint32_t f)
{
	LLVMValueRef function = module->fns[f].value, copy;
	LLVMModuleRef page;
	char *text;

	if (module->nfns < 2 || !cvg_code_can_be_copied(function))
		return NULL;
	page = LLVMModuleCreateWithNameInContext("page", module->context);
	copy = LLVMAddFunction(page, "f", LLVMGlobalGetValueType(function));
	copy_names(function, copy);
	copy_code(module, function, copy, false, true);
	text = LLVMPrintValueToString(copy);
	LLVMDisposeModule(page);
	if (strstr(text, "<badref>")) { /* a global without a name */
		LLVMDisposeMessage(text);
		text = NULL;
	}
	return text;
}
