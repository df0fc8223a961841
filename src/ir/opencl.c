/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Built-in functions of OpenCL C, by their names. A front end marks every
 * function without a body as convergent, since it may contain a barrier: until
 * a device library is linked, that is every image read, work-item id and
 * mathematical function. But the specification tells for each built-in function
 * whether work-items must reach it together (OpenCL C 3.0, section 6.15). The
 * functions not marked MEETS in builtin_opencl.def are called by each work-
 * item for itself and are not convergent. The effects of such a call on memory
 * are those of its attributes.
 *
 * A name is trusted only if
 *   - the module is OpenCL C: it has opencl.ocl.version, does not have
 *     opencl.cxx.version (C++), and its kernels have the metadata that front
 *     ends of OpenCL give to kernels. Device libraries leave the first in
 *     modules of other languages, where a user's function may have the same
 *     name;
 *   - the function has no body here; else its attributes are more exact;
 *   - the name is mangled (in C only overloaded functions are, as the built-in
 *     ones are), every part of it is understood, and all parameters have types
 *     of the language itself.
 */
#include "opencl.h"

#include <string.h>

#include "reconverge/builtin.h"
#include "reconverge/relation.h"
#include "reconverge/ir.h"

/* ---- names ----------------------------------------------------------- */

static bool begins(const struct cvg_mtype *t, const char *word)
{
	size_t n = strlen(word);

	return t->n >= n && !memcmp(t->name, word, n);
}

/* True for types of the language itself: images, samplers, and the orders and
 * scopes of atomic functions. */
static bool is_own_type(const struct cvg_mtype *t, bool *handles)
{
	static const char order[] = "memory_order", scope[] = "memory_scope";

	if (begins(t, "ocl_image") || begins(t, "ocl_sampler")) {
		*handles = true;
		return true;
	}
	return (begins(t, order) && t->n == strlen(order)) ||
	       (begins(t, scope) && t->n == strlen(scope));
}

/* Take the name apart; false: it is none of the language's own. */
static bool is_own_name(const char *name, struct cvg_builtin_name *is,
			bool *handles)
{
	*handles = false;
	if (!cvg_builtin_find(name, is) || !is->m.n ||
	    cvg_builtin_row(is->row)->relation == CVG_REL_MEETS)
		return false;
	for (uint32_t i = 0; i < is->m.nparams; i++)
		if (is->m.params[i].scalar == 'N' &&
		    !is_own_type(&is->m.params[i], handles))
			return false;
	return true;
}

bool cvg_opencl_name(const char *name, bool *handles)
{
	struct cvg_builtin_name is;

	return is_own_name(name, &is, handles);
}

/* ---- modules --------------------------------------------------------- */

static bool has_node(const struct cvg_module *module, const char *name)
{
	return LLVMGetNamedMetadataNumOperands(module->llvm, name) > 0;
}

static bool has_note(LLVMValueRef fn, unsigned kind)
{
	size_t n;
	LLVMValueMetadataEntry *all = LLVMGlobalCopyAllMetadata(fn, &n);
	bool found = false;

	for (unsigned i = 0; i < n && !found; i++)
		found = LLVMValueMetadataEntriesGetKind(all, i) == kind;
	LLVMDisposeValueMetadataEntries(all);
	return found;
}

bool cvg_opencl_module(const struct cvg_module *module)
{
	unsigned kind = module->kinds.md_kernel_arg_addr_space;
	bool any = false;

	if (!has_node(module, "opencl.ocl.version") ||
	    has_node(module, "opencl.cxx.version"))
		return false;
	for (uint32_t f = 0; f < module->nfns; f++) {
		if (cvg_module_function_kind(module, f) != CVG_FN_KERNEL)
			continue;
		if (!has_note(cvg_live_function(module, f), kind))
			return false;
		any = true;
	}
	return any;
}

static bool is_alone(const struct cvg_module *module, LLVMValueRef fn,
		     struct cvg_builtin_name *is, bool *handles)
{
	const char *name;
	size_t n;

	if (!module->opencl || !LLVMIsDeclaration(fn))
		return false;
	name = LLVMGetValueName2(fn, &n);
	/* A name in LLVM may contain a NUL before the one that ends it. */
	return strlen(name) == n && is_own_name(name, is, handles);
}

bool cvg_opencl_alone(const struct cvg_module *module, LLVMValueRef fn)
{
	struct cvg_builtin_name is;
	bool handles;

	return is_alone(module, fn, &is, &handles);
}

/* No parameter is a pointer to memory. */
static bool takes_values(const struct cvg_builtin_name *is)
{
	for (uint32_t i = 0; i < is->m.nparams; i++)
		if (is->m.params[i].stars)
			return false;
	return true;
}

bool cvg_opencl_makes_sampler(LLVMValueRef fn)
{
	size_t n;

	return !strcmp(LLVMGetValueName2(fn, &n),
		       "__translate_sampler_initializer");
}

bool cvg_opencl_total(const struct cvg_module *module, LLVMValueRef fn,
		      bool writes)
{
	struct cvg_builtin_name is;
	bool handles;

	if (!module->opencl || !LLVMIsDeclaration(fn))
		return false;
	if (cvg_opencl_makes_sampler(fn))
		return true;
	return !writes && is_alone(module, fn, &is, &handles) &&
	       cvg_builtin_row(is.row)->relation == CVG_REL_ALONE &&
	       takes_values(&is);
}

bool cvg_opencl_handle(const struct cvg_module *module, LLVMValueRef fn,
		       LLVMValueRef arg)
{
	LLVMTypeKind kind = LLVMGetTypeKind(LLVMTypeOf(arg));
	struct cvg_builtin_name is;
	bool handles;

	return kind == LLVMPointerTypeKind &&
	       is_alone(module, fn, &is, &handles) && handles;
}
