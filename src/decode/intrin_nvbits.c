/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* NVPTX's intrinsics on bits, and __nvvm_reflect, which asks for an option of
 * the compiler. */
#include <stdlib.h>
#include <string.h>

#include "intrin.h"

#define K32 CVG_K_I32
#define K64 CVG_K_I64

/* ---- halves --------------------------------------------------------- */

/* The lower half of a double's bits; n: the upper half. */
bool cvg_in_d2i_half(struct cvg_in *in)
{
	uint32_t x = cvg_build_arg(in, 0, 0);

	if (in->row->n)
		x = cvg_build_opk(in, CVG_U_LSHR, K64, x, 32);
	cvg_build_put(in, 0,
		      cvg_build_convert(in, CVG_U_TRUNC, K64, K32, x, 0));
	return true;
}

bool cvg_in_lohi(struct cvg_in *in)
{
	uint32_t low = cvg_build_convert(in, CVG_U_ZEXT, K32, K64,
					 cvg_build_arg(in, 0, 0), 0);
	uint32_t high = cvg_build_convert(in, CVG_U_ZEXT, K32, K64,
					  cvg_build_arg(in, 1, 0), 0);

	high = cvg_build_opk(in, CVG_U_SHL, K64, high, 32);
	cvg_build_put(in, 0, cvg_build_op2(in, CVG_U_OR, K64, high, low));
	return true;
}

bool cvg_in_swap_halves(struct cvg_in *in)
{
	uint32_t a = cvg_build_arg(in, 0, 0);

	cvg_build_put(in, 0,
		      cvg_build_op(in, CVG_U_FSHL, K64, a, a,
				   cvg_build_int(in, K64, 32)));
	return true;
}

/* ---- shifts --------------------------------------------------------- */

/* code: FSHL, FSHR */
bool cvg_in_rotate(struct cvg_in *in)
{
	enum cvg_kind kind = (enum cvg_kind)in->res->at[0].kind;
	uint32_t a = cvg_build_arg(in, 0, 0);
	uint32_t by = cvg_build_resize(in, cvg_build_type(in, 1, 0), kind,
				       cvg_build_arg(in, 1, 0), false);

	cvg_build_put(in, 0,
		      cvg_build_op(in, (enum cvg_ucode)in->row->code, kind, a,
				   a, by));
	return true;
}

/* A funnel shift. If the amount is the width or more, the result is the other
 * word. */
bool cvg_in_shift_clamp(struct cvg_in *in)
{
	enum cvg_ucode code = (enum cvg_ucode)in->row->code;
	enum cvg_kind kind = (enum cvg_kind)in->res->at[0].kind;
	uint32_t a = cvg_build_arg(in, 0, 0), b = cvg_build_arg(in, 1, 0);
	uint32_t by = cvg_build_arg(in, 2, 0);
	uint32_t far = cvg_build_icmp(
		in, LLVMIntUGE, kind, by,
		cvg_build_int(in, kind, 8 * cvg_kind_bytes(kind)));
	uint32_t near = cvg_build_op(in, code, kind, a, b, by);

	cvg_build_put(in, 0,
		      cvg_build_select(in, kind, far,
				       code == CVG_U_FSHL ? b : a, near));
	return true;
}

/* n: mode. The modes that choose bytes of one word have one operand less. */
bool cvg_in_prmt(struct cvg_in *in)
{
	uint32_t b =
		in->nargs > 2 ? cvg_build_arg(in, 1, 0) : cvg_build_i32(in, 0);
	uint32_t dst = cvg_dec_temp(in->decoder, K32);

	cvg_dec_op(in->decoder, CVG_U_PERM, cvg_dec_plain(K32), dst,
		   cvg_build_arg(in, 0, 0), b,
		   cvg_build_arg(in, in->nargs - 1, 0))
		->n = in->row->n;
	cvg_build_put(in, 0, dst);
	return true;
}

uint32_t cvg_build_szext(struct cvg_in *in, uint32_t a, uint32_t b, bool sign,
			 bool clamp)
{
	uint32_t zero = cvg_build_i32(in, 0),
		 all = cvg_build_i32(in, UINT32_MAX);
	uint32_t n = cvg_build_opk(in, CVG_U_AND, K32, b, 31);
	uint32_t mask = cvg_build_op2(in, CVG_U_SHL, K32, all, n), low, top, is;

	if (clamp) {
		is = cvg_build_icmp(in, LLVMIntUGE, K32, b,
				    cvg_build_i32(in, 32));
		mask = cvg_build_select(in, K32, is, zero, mask);
	}
	low = cvg_build_opk(in, CVG_U_XOR, K32, mask, UINT32_MAX);
	low = cvg_build_op2(in, CVG_U_AND, K32, a, low);
	if (sign) {
		top = cvg_build_opk(in, CVG_U_SUB, K32, n, 1);
		top = cvg_build_opk(in, CVG_U_AND, K32, top, 31);
		top = cvg_build_op2(in, CVG_U_LSHR, K32, a, top);
		top = cvg_build_opk(in, CVG_U_AND, K32, top, 1);
		top = cvg_build_op2(in, CVG_U_SUB, K32, zero, top);
		is = cvg_build_icmp(in, LLVMIntEQ, K32, n, zero);
		top = cvg_build_select(in, K32, is, zero, top);
		top = cvg_build_op2(in, CVG_U_AND, K32, top, mask);
		low = cvg_build_op2(in, CVG_U_OR, K32, low, top);
	}
	return low;
}

/* code 1: signed; n 1: the number of bits is clamped. */
bool cvg_in_szext(struct cvg_in *in)
{
	uint32_t a = cvg_build_arg(in, 0, 0), b = cvg_build_arg(in, 1, 0);

	cvg_build_put(
		in, 0,
		cvg_build_szext(in, a, b, in->row->code != 0, in->row->n != 0));
	return true;
}

/* The number of the highest set bit (signed: of the highest bit that differs
 * from the sign), or its distance from the top; -1 if there is none. */
bool cvg_in_flo(struct cvg_in *in)
{
	enum cvg_kind kind = (enum cvg_kind)cvg_build_type(in, 0, 0).kind;
	uint32_t bits = 8 * cvg_kind_bytes(kind);
	uint32_t x = cvg_build_arg(in, 0, 0), n, none;
	uint64_t shift;

	if (!cvg_build_imm(in, 1, &shift))
		return false;
	if (in->row->n) {
		n = cvg_build_opk(in, CVG_U_ASHR, kind, x, bits - 1);
		x = cvg_build_op2(in, CVG_U_XOR, kind, x, n);
	}
	n = cvg_build_op1(in, CVG_U_CTLZ, kind, x);
	n = cvg_build_resize(in, cvg_dec_plain(kind), K32, n, false);
	if (!shift)
		n = cvg_build_op2(in, CVG_U_SUB, K32,
				  cvg_build_i32(in, bits - 1), n);
	none = cvg_build_icmp(in, LLVMIntEQ, kind, x,
			      cvg_build_int(in, kind, 0));
	cvg_build_put(in, 0,
		      cvg_build_select(in, K32, none,
				       cvg_build_i32(in, UINT32_MAX), n));
	return true;
}

/* x with its lowest n - 1 ones cleared. */
static uint32_t drop_ones(struct cvg_in *in, uint32_t x, uint32_t n)
{
	for (unsigned i = 1; i <= 32; i++) {
		uint32_t less = cvg_build_opk(in, CVG_U_SUB, K32, x, 1);
		uint32_t more = cvg_build_icmp(in, LLVMIntUGT, K32, n,
					       cvg_build_i32(in, i));

		less = cvg_build_op2(in, CVG_U_AND, K32, x, less);
		x = cvg_build_select(in, K32, more, less, x);
	}
	return x;
}

/*
 * The number of the n-th set bit of a mask, counted from bit `base` upwards, or
 * downwards if n is negative; for n = 0, `base` if that bit is set. -1 if there
 * is no such bit.
 */
bool cvg_in_fns(struct cvg_in *in)
{
	uint32_t mask = cvg_build_arg(in, 0, 0), base = cvg_build_arg(in, 1, 0);
	uint32_t n = cvg_build_arg(in, 2, 0), zero = cvg_build_i32(in, 0),
		 none_at;
	uint32_t down = cvg_build_icmp(in, LLVMIntSLT, K32, n, zero);
	uint32_t only = cvg_build_icmp(in, LLVMIntEQ, K32, n, zero);
	uint32_t left =
		cvg_build_op2(in, CVG_U_SUB, K32, cvg_build_i32(in, 31), base);
	uint32_t x = cvg_build_op1(in, CVG_U_BITREVERSE, K32, mask), at, away;

	x = cvg_build_select(in, K32, down, x, mask);
	away = cvg_build_select(in, K32, down, left, base);
	away = cvg_build_opk(in, CVG_U_AND, K32, away, 31);
	x = cvg_build_op2(in, CVG_U_LSHR, K32, x, away);
	at = cvg_build_opk(in, CVG_U_AND, K32, x, 1);
	x = cvg_build_select(in, K32, only, at, x);
	x = drop_ones(in, x, cvg_build_op1(in, CVG_U_ABS, K32, n));
	none_at = cvg_build_icmp(in, LLVMIntEQ, K32, x, zero);
	at = cvg_build_op1(in, CVG_U_CTTZ, K32, x);
	away = cvg_build_op2(in, CVG_U_SUB, K32, zero, at);
	at = cvg_build_select(in, K32, down, away, at);
	at = cvg_build_op2(in, CVG_U_ADD, K32, base, at);
	cvg_build_put(in, 0,
		      cvg_build_select(in, K32, none_at,
				       cvg_build_i32(in, UINT32_MAX), at));
	return true;
}

/* ---- the machine ---------------------------------------------------- */

/* The bytes of shared memory of a block, static and dynamic. */
bool cvg_in_sreg_sum(struct cvg_in *in)
{
	uint32_t fixed = cvg_build_sreg(in, CVG_S_STATIC_SHARED, K32);
	uint32_t rest = cvg_build_sreg(in, CVG_S_DYNAMIC_SHARED, K32);

	cvg_build_put(in, 0, cvg_build_op2(in, CVG_U_ADD, K32, fixed, rest));
	return true;
}

/* The value of __CUDA_ARCH: "sm_70" is 700. */
static uint64_t cuda_arch(const char *cpu)
{
	return strncmp(cpu, "sm_", 3) ? 0 : strtoul(cpu + 3, NULL, 10) * 10;
}

/* The value of __CUDA_FTZ: the module flag that the compiler sets by its
 * options. */
static uint64_t reflect_ftz(const struct cvg_module *module)
{
	static const char name[] = "nvvm-reflect-ftz";
	LLVMMetadataRef md =
		LLVMGetModuleFlag(module->llvm, name, sizeof name - 1);
	LLVMValueRef v, number;

	if (!md)
		return 0;
	v = LLVMMetadataAsValue(module->context, md);
	if (LLVMGetMDNodeNumOperands(v) != 1)
		return 0;
	LLVMGetMDNodeOperands(v, &number);
	return LLVMIsAConstantInt(number) ? LLVMConstIntGetZExtValue(number)
					  : 0;
}

/* The string whose address a pointer constant is; NULL: it is none. */
static const char *string_at(LLVMValueRef v, size_t *n)
{
	while (LLVMIsAConstantExpr(v) && LLVMGetNumOperands(v) > 0)
		v = LLVMGetOperand(v, 0);
	if (!LLVMIsAGlobalVariable(v))
		return NULL;
	v = LLVMGetInitializer(v);
	return v && LLVMIsAConstantDataArray(v) && LLVMIsConstantString(v)
		       ? LLVMGetAsString(v, n)
		       : NULL;
}

/* The answer is that of LLVM's pass NVVMReflect. */
bool cvg_in_reflect(struct cvg_in *in)
{
	static const char ftz[] = "__CUDA_FTZ", arch[] = "__CUDA_ARCH";
	const struct cvg_module *module = in->decoder->module;
	uint64_t value = 0;
	size_t n;
	const char *text = string_at(cvg_build_value(in, 0), &n);

	if (!text)
		return false;
	if (n == sizeof ftz && !memcmp(text, ftz, n))
		value = reflect_ftz(module);
	else if (n == sizeof arch && !memcmp(text, arch, n))
		value = cuda_arch(module->cpu);
	cvg_build_put(in, 0, cvg_build_i32(in, value));
	return true;
}
