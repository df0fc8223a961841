/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The parts of decoding that only AMD's GPUs need.
 *
 * ROCm's libraries read options, such as the version of the ISA, from constants
 * named __oclc_*, which files of their own define. If a constant is missing, it
 * gets the value that the compiler's driver takes without options. A file that
 * is linked later still replaces it.
 */
#include "intrin.h"

#include <stdlib.h>
#include <string.h>

#include "src/ir/target.h"

#define INTRIN(name, how, code, n, relation) \
	{name, cvg_in_##how, code, n, CVG_REL_##relation},

static const struct cvg_intrin intrinsics[] = {
#include "intrin_amdgcn.def"
};

#undef INTRIN

/* ---- constants of ROCm's libraries ------------------------------------ */

static const char oclc[] = "__oclc_";

static bool is_oclc(LLVMValueRef v)
{
	size_t n;

	return !strncmp(LLVMGetValueName2(v, &n), oclc, sizeof oclc - 1);
}

/* Was v defined by define_constants, not by a file? */
static bool is_default(LLVMValueRef v)
{
	return LLVMIsAGlobalVariable(v) && is_oclc(v) &&
	       LLVMGetLinkage(v) == LLVMWeakAnyLinkage;
}

/* "gfx90a" is 9010: major, then minor and stepping in hexadecimal digits. */
static uint64_t isa_version(const char *cpu)
{
	size_t n = strlen(cpu);
	unsigned long major, tail;

	if (strncmp(cpu, "gfx", 3) || n < 6 || n > 7)
		return 9000; /* a generic cpu: the oldest gfx9 */
	tail = strtoul(cpu + n - 2, NULL, 16);
	major = n == 6 ? strtoul((char[]){cpu[3], '\0'}, NULL, 10)
		       : strtoul((char[]){cpu[3], cpu[4], '\0'}, NULL, 10);
	return major * 1000 + (tail >> 4) * 100 + (tail & 15);
}

/* The number of the module flag `name`, or `none` if there is no such flag. */
static uint64_t module_flag(const struct cvg_module *module, const char *name,
			    uint64_t none)
{
	LLVMMetadataRef md =
		LLVMGetModuleFlag(module->llvm, name, strlen(name));
	LLVMValueRef v, number;

	if (!md)
		return none;
	v = LLVMMetadataAsValue(module->context, md);
	if (LLVMGetMDNodeNumOperands(v) != 1)
		return none;
	LLVMGetMDNodeOperands(v, &number);
	return LLVMIsAConstantInt(number) ? LLVMConstIntGetZExtValue(number)
					  : none;
}

/* The lanes of a warp: those of the module's first function with a body. */
static uint32_t warp_of(const struct cvg_module *module)
{
	return module->nfns > 0 ? cvg_target_warp(module, module->fns[0].value)
				: 64;
}

/* The value that the compiler's driver takes without options; false: the name
 * is unknown. */
static bool default_of(const struct cvg_module *module, const char *name,
		       uint64_t *out)
{
	static const struct {
		const char *name;
		uint64_t value;
	} fixed[] = {
		{"finite_only_opt", 0},
		{"unsafe_math_opt", 0},
		{"daz_opt", 0},
		{"correctly_rounded_sqrt32", 1},
	};

	for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++)
		if (!strcmp(name, fixed[i].name)) {
			*out = fixed[i].value;
			return true;
		}
	if (!strcmp(name, "wavefrontsize64"))
		*out = warp_of(module) == 64;
	else if (!strcmp(name, "ISA_version"))
		*out = isa_version(module->cpu);
	else if (!strcmp(name, "ABI_version"))
		*out = module_flag(module, "amdhsa_code_object_version", 500);
	else
		return false;
	return true;
}

/* Define the constants that the module uses and that no file has defined. */
static void define_constants(struct cvg_module *module)
{
	for (LLVMValueRef v = LLVMGetFirstGlobal(module->llvm); v;
	     v = LLVMGetNextGlobal(v)) {
		LLVMTypeRef type = LLVMGlobalGetValueType(v);
		uint64_t value;
		size_t n;

		if (!LLVMIsDeclaration(v) || !is_oclc(v) ||
		    LLVMGetTypeKind(type) != LLVMIntegerTypeKind ||
		    !default_of(module,
				LLVMGetValueName2(v, &n) + sizeof oclc - 1,
				&value))
			continue;
		LLVMSetInitializer(v, LLVMConstInt(type, value, false));
		LLVMSetLinkage(v, LLVMWeakAnyLinkage);
	}
}

/* ---- registers -------------------------------------------------------- */

static bool says(const char *text, size_t n, const char *word)
{
	return strlen(word) == n && !memcmp(text, word, n);
}

/* Read exec, the mask of active lanes, or one of its halves. */
static bool read_register(struct cvg_in *in, const char *name, size_t n)
{
	enum cvg_kind kind = (enum cvg_kind)in->res->at[0].kind;
	bool upper = says(name, n, "exec_hi");
	uint32_t mask;

	if (!upper && !says(name, n, "exec_lo") && !says(name, n, "exec"))
		return false;
	mask = cvg_build_sreg(in, CVG_S_EXEC, CVG_K_I64);
	if (upper)
		mask = cvg_build_opk(in, CVG_U_LSHR, CVG_K_I64, mask, 32);
	cvg_build_put(in, 0,
		      cvg_build_resize(in, cvg_dec_plain(CVG_K_I64), kind, mask,
				       false));
	return true;
}

const struct cvg_decode_target cvg_decode_amdgpu = {
	.intrinsics = {.prefix = "llvm.amdgcn.",
		       .rows = intrinsics,
		       .n = sizeof intrinsics / sizeof *intrinsics},
	.read_register = read_register,
	.assembler = cvg_decode_gcn,
	.assembler_relation = cvg_gcn_relation,
	.define_constants = define_constants,
	.is_default = is_default,
};
