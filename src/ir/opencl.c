/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Built-in functions of OpenCL C, by their names. A front end takes a function
 * without a body to be convergent, for it may hold a barrier: image reads,
 * work-item ids, mathematics, all of it, until a device library is linked. But
 * the specification says of each of its functions which work-items must meet
 * it together (OpenCL C 3.0, section 6.15): the others, in opencl.def, each
 * work-item calls for itself, and who else does at that moment is nothing to
 * it. What such a call does to memory is what its attributes say, as ever.
 *
 * A name is taken at its word only if
 *   - the module is OpenCL C: it says so (opencl.ocl.version), does not say
 *     C++ (opencl.cxx.version), and its kernels have what front ends of OpenCL
 *     note at kernels. Device libraries leave the first in modules of other
 *     languages, where a user's function may have the same name;
 *   - the function has no body here, else its attributes are the better word;
 *   - it is mangled, which in C only overloaded functions are, as built-in ones
 *     are, and all of the name is understood, with no parameter of a type that
 *     is not the language's own.
 */
#include "opencl.h"

#include <stdlib.h>
#include <string.h>

#include "reconverge/builtin.h"
#include "reconverge/ir.h"

/* ---- the table ------------------------------------------------------- */

static const char *const alone[] = {
#define BUILTIN(name) name,
#include "opencl.def"
#undef BUILTIN
};

/* A part of a name that is still to be read. */
struct rest {
	const char *at, *end;
};

static int by_name(const void *key, const void *row)
{
	const struct rest *k = key;
	const char *name = *(const char *const *)row;
	size_t n = (size_t)(k->end - k->at);
	int c = strncmp(k->at, name, n);

	return c ? c : -(name[n] != '\0');
}

static bool eat(struct rest *r, const char *text)
{
	size_t n = strlen(text);

	if ((size_t)(r->end - r->at) < n || memcmp(r->at, text, n) != 0)
		return false;
	r->at += n;
	return true;
}

/* One of them, the first that fits. */
static bool eat_one(struct rest *r, const char *const *texts)
{
	for (; *texts; texts++)
		if (eat(r, *texts))
			return true;
	return false;
}

/* convert_TYPE[N][_sat][_rtX] */
static bool is_conversion(struct rest name)
{
	static const char *const types[] = {
		"char", "uchar", "short", "ushort", "int",  "uint",
		"long", "ulong", "float", "double", "half", NULL};
	static const char *const widths[] = {"16", "2", "3", "4", "8", NULL};
	static const char *const modes[] = {"_rte", "_rtz", "_rtp", "_rtn",
					    NULL};

	if (!eat(&name, "convert_") || !eat_one(&name, types))
		return false;
	eat_one(&name, widths);
	eat(&name, "_sat");
	eat_one(&name, modes);
	return name.at == name.end;
}

static bool is_listed(struct rest name)
{
	return bsearch(&name, alone, sizeof alone / sizeof *alone,
		       sizeof *alone, by_name) ||
	       is_conversion(name);
}

/* ---- mangled names --------------------------------------------------- */

/* Images, samplers and what atomic functions are told. */
static bool is_own_type(const struct cvg_mtype *t, bool *handles)
{
	struct rest name = {t->name, t->name + t->n};

	if (eat(&name, "ocl_image") || eat(&name, "ocl_sampler")) {
		*handles = true;
		return true;
	}
	return (eat(&name, "memory_order") || eat(&name, "memory_scope")) &&
	       name.at == name.end;
}

bool cvg_opencl_name(const char *name, size_t n, bool *handles)
{
	struct cvg_mangled is;

	*handles = false;
	if (strlen(name) != n || !cvg_mangled_parse(name, &is) ||
	    !is_listed((struct rest){is.name, is.name + is.n}))
		return false;
	for (uint32_t i = 0; i < is.nparams; i++)
		if (is.params[i].scalar == 'N' &&
		    !is_own_type(&is.params[i], handles))
			return false;
	return true;
}

/* ---- modules --------------------------------------------------------- */

static bool has_node(const struct cvg_module *m, const char *name)
{
	return LLVMGetNamedMetadataNumOperands(m->llvm, name) > 0;
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

bool cvg_opencl_module(const struct cvg_module *m)
{
	unsigned kind = m->kinds.md_kernel_arg_addr_space;
	bool any = false;

	if (!has_node(m, "opencl.ocl.version") ||
	    has_node(m, "opencl.cxx.version"))
		return false;
	for (uint32_t f = 0; f < m->nfns; f++) {
		if (cvg_module_function_kind(m, f) != CVG_FN_KERNEL)
			continue;
		if (!has_note(cvg_live_function(m, f), kind))
			return false;
		any = true;
	}
	return any;
}

static bool is_alone(const struct cvg_module *m, LLVMValueRef fn, bool *handles)
{
	const char *name;
	size_t n;

	if (!m->opencl || !LLVMIsDeclaration(fn))
		return false;
	name = LLVMGetValueName2(fn, &n);
	return cvg_opencl_name(name, n, handles);
}

bool cvg_opencl_alone(const struct cvg_module *m, LLVMValueRef fn)
{
	bool handles;

	return is_alone(m, fn, &handles);
}

bool cvg_opencl_handle(const struct cvg_module *m, LLVMValueRef fn,
		       LLVMValueRef arg)
{
	LLVMTypeKind kind = LLVMGetTypeKind(LLVMTypeOf(arg));
	bool handles;

	return kind == LLVMPointerTypeKind && is_alone(m, fn, &handles) &&
	       handles;
}
