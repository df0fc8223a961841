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
 *   - it is mangled (Itanium C++ ABI, section 5.1), which in C only overloaded
 *     functions are, as built-in ones are, and all of the name is understood,
 *     with no parameter of a type that is not the language's own.
 */
#include "opencl.h"

#include <stdlib.h>
#include <string.h>

#include "reconverge/ir.h"

/* ---- the table ------------------------------------------------------- */

static const char *const alone[] = {
#define BUILTIN(name) name,
#include "opencl.def"
#undef BUILTIN
};

/* A part of a mangled name that is still to be read. */
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

/* <source-name>: its length and the name itself. */
static bool eat_name(struct rest *r, struct rest *name)
{
	size_t n = 0;

	if (r->at == r->end || *r->at < '1' || *r->at > '9')
		return false;
	while (r->at < r->end && *r->at >= '0' && *r->at <= '9' && n < 1000)
		n = n * 10 + (size_t)(*r->at++ - '0');
	if (n > (size_t)(r->end - r->at))
		return false;
	*name = (struct rest){r->at, r->at + n};
	r->at += n;
	return true;
}

/* Images, samplers and what atomic functions are told. */
static bool eat_named_type(struct rest *r, bool *handles)
{
	struct rest name, n;

	if (!eat_name(r, &name))
		return false;
	n = name;
	if (eat(&n, "ocl_image") || eat(&n, "ocl_sampler")) {
		*handles = true;
		return true;
	}
	return (eat(&n, "memory_order") || eat(&n, "memory_scope")) &&
	       n.at == n.end;
}

/* A type that came before: S_, S0_, ... */
static bool eat_substitution(struct rest *r)
{
	if (!eat(r, "S"))
		return false;
	while (r->at < r->end && ((*r->at >= '0' && *r->at <= '9') ||
				  (*r->at >= 'A' && *r->at <= 'Z')))
		r->at++;
	return eat(r, "_");
}

/* Pointers, qualifiers, address spaces, vectors: what stands before a type. */
static bool eat_prefix(struct rest *r)
{
	static const char *const plain[] = {"P", "K", "V", "r", NULL};
	static const char *const widths[] = {"16_", "2_", "3_",
					     "4_",  "8_", NULL};
	struct rest name, was = *r;

	if (eat_one(r, plain))
		return true;
	if (eat(r, "U") && eat_name(r, &name))
		return true;
	*r = was;
	if (eat(r, "Dv") && eat_one(r, widths))
		return true;
	*r = was;
	return false;
}

static bool eat_type(struct rest *r, bool *handles)
{
	static const char *const builtin[] = {"c", "a",	 "h",	  "s", "t", "i",
					      "j", "l",	 "m",	  "f", "d", "b",
					      "v", "Dh", "DF16_", NULL};

	while (eat_prefix(r))
		;
	return eat_one(r, builtin) || eat_substitution(r) ||
	       eat_named_type(r, handles);
}

bool cvg_opencl_name(const char *name, size_t n, bool *handles)
{
	struct rest r = {name, name + n}, plain;

	*handles = false;
	if (!eat(&r, "_Z") || !eat_name(&r, &plain) || !is_listed(plain))
		return false;
	do {
		if (!eat_type(&r, handles))
			return false;
	} while (r.at < r.end);
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
