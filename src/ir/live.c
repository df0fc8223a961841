/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The live module and its list of functions. */
#include "live.h"

#include "reconverge/graph.h"
#include "reconverge/ir.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "convergent.h"
#include "number.h"
#include "opencl.h"

/* ---- functions ------------------------------------------------------- */

static void fn_done(struct cvg_live_fn *fn)
{
	free(fn->name);
	cvg_ptrmap_done(&fn->uid);
	free(fn->of_uid.at);
	free(fn->origins.at);
	free(fn->seen.at);
}

static struct cvg_live_fn *find_fn(struct cvg_live_fn *fns, uint32_t n,
				   LLVMValueRef value, const char *name)
{
	for (uint32_t i = 0; i < n; i++)
		if (fns[i].name && fns[i].own == value &&
		    !strcmp(fns[i].name, name))
			return &fns[i];
	for (uint32_t i = 0; i < n; i++)
		if (fns[i].name && !strcmp(fns[i].name, name))
			return &fns[i];
	return NULL;
}

/* The record of a function: moved out of the old list, or new. */
static struct cvg_live_fn take_record(struct cvg_live_fn *old, uint32_t nold,
				      LLVMValueRef value)
{
	struct cvg_live_fn fresh = {.own = value, .value = value}, *known;
	size_t n;
	const char *name = LLVMGetValueName2(value, &n);

	fresh.name = cvg_name_text(name, n);
	known = find_fn(old, nold, value, fresh.name);
	if (!known)
		return fresh;
	free(fresh.name);
	fresh = *known;
	fresh.own = fresh.value = value;
	known->name = NULL;
	return fresh;
}

static void note_given(struct cvg_module *module)
{
	LLVMValueRef v;

	cvg_ptrmap_done(&module->given);
	for (v = LLVMGetFirstFunction(module->llvm); v;
	     v = LLVMGetNextFunction(v))
		if (LLVMGetIntrinsicID(v))
			cvg_ptrmap_put(&module->given, v, 0);
}

void cvg_live_rescan(struct cvg_module *module)
{
	struct cvg_live_fn *old = module->fns;
	uint32_t nold = module->nfns, n = 0;
	LLVMValueRef v;

	for (v = LLVMGetFirstFunction(module->llvm); v;
	     v = LLVMGetNextFunction(v))
		n += !LLVMIsDeclaration(v);
	module->fns = cvg_calloc(n ? n : 1, sizeof *module->fns);
	module->nfns = 0;
	cvg_ptrmap_done(&module->place);
	cvg_ptrmap_reserve(&module->place, n);
	for (v = LLVMGetFirstFunction(module->llvm); v;
	     v = LLVMGetNextFunction(v))
		if (!LLVMIsDeclaration(v)) {
			cvg_ptrmap_put(&module->place, v, module->nfns);
			module->fns[module->nfns++] = take_record(old, nold, v);
		}
	for (uint32_t i = 0; i < nold; i++)
		if (old[i].name)
			fn_done(&old[i]);
	free(old);
	note_given(module);
	cvg_convergent_forget(module);
	module->opencl = cvg_opencl_module(module);
}

uint32_t cvg_module_nfunctions(const struct cvg_module *module)
{
	return module->nfns;
}

LLVMValueRef cvg_live_function(const struct cvg_module *module, uint32_t f)
{
	assert(f < module->nfns);
	return module->fns[f].value;
}

uint32_t cvg_live_place(const struct cvg_module *module, LLVMValueRef function)
{
	uint32_t f = cvg_ptrmap_get(&module->place, function);
	uint32_t opened = module->opened;

	if (f == CVG_NONE && opened < module->nfns &&
	    module->fns[opened].value == function)
		return opened;
	return f;
}

const char *cvg_module_function_name(const struct cvg_module *module,
				     uint32_t f)
{
	assert(f < module->nfns);
	return module->fns[f].name;
}

uint32_t cvg_module_function_named(const struct cvg_module *module,
				   const char *name)
{
	char *bytes = cvg_name_bytes(name);
	LLVMValueRef value = LLVMGetNamedFunction(module->llvm, bytes);

	free(bytes);
	return value ? cvg_ptrmap_get(&module->place, value) : CVG_NONE;
}

static void rename_to(struct cvg_module *module, LLVMValueRef fn,
		      const char *bytes)
{
	uint32_t f = cvg_ptrmap_get(&module->place, fn);
	size_t n = strlen(bytes);

	LLVMSetValueName2(fn, bytes, n);
	if (f == CVG_NONE)
		return;
	free(module->fns[f].name);
	module->fns[f].name = cvg_name_text(bytes, n);
}

bool cvg_module_rename(struct cvg_module *module, uint32_t f, const char *name,
		       struct cvg_err *err)
{
	LLVMValueRef fn = module->fns[f].own;
	char *was = cvg_name_bytes(module->fns[f].name);
	char *is = cvg_name_bytes(name);
	LLVMValueRef other = LLVMGetNamedFunction(module->llvm, is);
	bool ok;

	if (other)
		LLVMSetValueName2(other, "", 0);
	rename_to(module, fn, is);
	if (other && other != fn)
		rename_to(module, other, was);
	ok = !strcmp(module->fns[f].name, name) &&
	     LLVMGetNamedFunction(module->llvm, is) == fn;
	free(was);
	free(is);
	return ok || cvg_fail(err, "@%s is no function there", name);
}

/* ---- handles by id --------------------------------------------------- */

/* Move the lists of a numbering to ids, and free the rest. */
static void take_lists(struct cvg_numbering *num, struct cvg_live_ids *ids)
{
	ids->blocks = num->blocks.at;
	ids->nblocks = (uint32_t)num->blocks.n;
	ids->insts = num->insts.at;
	ids->ninsts = (uint32_t)num->insts.n;
	ids->values = num->values.at;
	ids->nvalues = (uint32_t)num->values.n;
	num->blocks.at = NULL; /* ids owns the three now */
	num->insts.at = NULL;
	num->values.at = NULL;
	cvg_numbering_done(num);
}

void cvg_live_ids_of(struct cvg_module *module, uint32_t f,
		     struct cvg_live_ids *ids)
{
	struct cvg_numbering num;

	assert(f < module->nfns);
	cvg_numbering_init(&num, module->fns[f].value);
	take_lists(&num, ids);
}

void cvg_live_ids_list(struct cvg_module *module, uint32_t f,
		       struct cvg_live_ids *ids)
{
	struct cvg_numbering num;

	assert(f < module->nfns);
	cvg_numbering_list(&num, module->fns[f].value);
	take_lists(&num, ids);
}

void cvg_live_ids_done(struct cvg_live_ids *ids)
{
	free(ids->blocks);
	free(ids->insts);
	free(ids->values);
	*ids = (struct cvg_live_ids){0};
}

void cvg_live_work(const struct cvg_module *module)
{
	LLVMValueRef v = LLVMGetFirstFunction(module->llvm);

	/* Not module->fns, of which a pass may have deleted some. */
	for (; v; v = LLVMGetNextFunction(v))
		cvg_work(1 + 4 * LLVMCountBasicBlocks(v));
}

/* ---- life ------------------------------------------------------------ */

/* Keep the first error; a later one is its consequence. */
static void on_diagnostic(LLVMDiagnosticInfoRef info, void *at)
{
	struct cvg_module *module = at;
	char *text;

	if (LLVMGetDiagInfoSeverity(info) != LLVMDSError || module->complaint.n)
		return;
	text = LLVMGetDiagInfoDescription(info);
	cvg_str_add(&module->complaint, text);
	LLVMDisposeMessage(text);
}

void cvg_live_listen(struct cvg_module *module)
{
	LLVMContextSetDiagnosticHandler(module->context, on_diagnostic, module);
}

static unsigned attr_kind(const char *name)
{
	return LLVMGetEnumAttributeKindForName(name, strlen(name));
}

static unsigned md_kind(LLVMContextRef c, const char *name)
{
	return LLVMGetMDKindIDInContext(c, name, (unsigned)strlen(name));
}

static void fill_kinds(struct cvg_module *module)
{
	/* LLVM asks for the first kind by its name where it strips debug info,
	 * decoding for the others, and bitcode lists all kinds that were ever
	 * asked for: asked for here, the bytes that are written do not depend on
	 * what was stripped or simulated before. */
	static const char *const asked[] = {
		"heapallocsite",
#define META(id, name) name,
#include "reconverge/metas.def"
#undef META
	};

	for (size_t i = 0; i < sizeof asked / sizeof *asked; i++)
		md_kind(module->context, asked[i]);
	module->kinds = (struct cvg_kinds){
		.align = attr_kind("align"),
		.byref = attr_kind("byref"),
		.byval = attr_kind("byval"),
		.convergent = attr_kind("convergent"),
		.dereferenceable = attr_kind("dereferenceable"),
		.dereferenceable_or_null = attr_kind("dereferenceable_or_null"),
		.immarg = attr_kind("immarg"),
		.inreg = attr_kind("inreg"),
		.memory = attr_kind("memory"),
		.nounwind = attr_kind("nounwind"),
		.nofpclass = attr_kind("nofpclass"),
		.nofree = attr_kind("nofree"),
		.noundef = attr_kind("noundef"),
		.range = attr_kind("range"),
		.speculatable = attr_kind("speculatable"),
		.willreturn = attr_kind("willreturn"),
		.md_kernel_arg_addr_space =
			md_kind(module->context, "kernel_arg_addr_space"),
		.md_noundef = md_kind(module->context, "noundef"),
		.md_prof = md_kind(module->context, "prof"),
		.md_range = md_kind(module->context, "range"),
		.md_reqd_work_group_size =
			md_kind(module->context, "reqd_work_group_size"),
	};
}

void cvg_module_name_functions(LLVMModuleRef llvm)
{
	LLVMValueRef f = LLVMGetFirstFunction(llvm);
	size_t n;

	for (; f; f = LLVMGetNextFunction(f))
		if (!*LLVMGetValueName2(f, &n))
			LLVMSetValueName2(f, "anon", strlen("anon"));
}

struct cvg_module *cvg_live_new(LLVMContextRef take_context,
				LLVMModuleRef take_llvm)
{
	struct cvg_module *module = cvg_calloc(1, sizeof *module);

	module->context = take_context;
	module->llvm = take_llvm;
	module->layout = LLVMGetModuleDataLayout(take_llvm);
	cvg_module_name_functions(take_llvm);
	fill_kinds(module);
	module->convergent = cvg_calloc(1, sizeof *module->convergent);
	cvg_live_rescan(module);
	return module;
}

void cvg_module_ticker(struct cvg_module *module,
		       const struct cvg_ticker *ticker)
{
	module->ticker = ticker;
}

void cvg_module_free(struct cvg_module *take_module)
{
	if (!take_module)
		return;
	for (uint32_t i = 0; i < take_module->nfns; i++)
		fn_done(&take_module->fns[i]);
	cvg_module_drop_text(take_module);
	cvg_shelf_clear(take_module);
	cvg_ptrmap_done(&take_module->place);
	cvg_ptrmap_done(&take_module->given);
	cvg_ptrmap_done(take_module->convergent);
	free(take_module->convergent);
	free(take_module->fns);
	free(take_module->triple);
	free(take_module->cpu);
	free(take_module->features);
	cvg_str_done(&take_module->complaint);
	if (take_module->host) {
		cvg_guest_leave(take_module);
	} else {
		LLVMDisposeModule(take_module->llvm);
		LLVMContextDispose(take_module->context);
	}
	free(take_module);
}

enum cvg_target cvg_module_target(const struct cvg_module *module)
{
	return module->target;
}

bool cvg_module_made(const struct cvg_module *module)
{
	return module->made;
}

const char *cvg_module_triple(const struct cvg_module *module)
{
	return module->triple;
}

const char *cvg_module_cpu(const struct cvg_module *module)
{
	return module->cpu;
}
