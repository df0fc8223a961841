/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * redirect: every use of the thread id goes through an array, so that threads
 * can be regrouped without touching their data: reference redirection
 * (Liang, Satria, Rupnow, Chen, IEEE TCAD 35(7), 2016,
 * doi.org/10.1109/TCAD.2015.2501303, section III-A).
 *
 * The kernel takes one more argument, `redirect`: an i32 a thread of the grid,
 * the number of the thread whose work it does instead. Numbers count as in
 * bbv.h: thread block by thread block, x fastest, over the dimensions that the
 * kernel asks for; the launch must be flat in the others.
 *
 * Where the kernel computes a global number as block * size + thread, the
 * array's entry is just that. Thread and block number by themselves are
 * taken apart from it.
 */
#include "redirect.h"

#include "reconverge/phase.h"
#include "reconverge/plan.h"
#include "src/ir/param.h"
#include "src/ir/surgery.h"

#include <stdlib.h>
#include <string.h>

/* ---- building --------------------------------------------------------- */

struct builder {
	const struct cvg_phase_in *in;
	struct cvg_module *m;
	const struct cvg_fn *fn;
	LLVMBuilderRef b;
	LLVMTypeRef i32, i64;
	LLVMValueRef entry;	 /* of the array, for this thread */
	LLVMValueRef n[2][3];	 /* threads of a block, blocks of the grid */
	LLVMValueRef nthreads;	 /* of a block */
	LLVMValueRef mine[2][3]; /* the calls that ask who it really is */
	uint32_t dims;
};

static LLVMValueRef number(const struct builder *x, uint64_t n)
{
	return LLVMConstInt(x->i32, n, false);
}

static LLVMValueRef intrinsic(struct builder *x, const char *name,
			      LLVMTypeRef result)
{
	unsigned id = LLVMLookupIntrinsicID(name, strlen(name));
	LLVMTypeRef type = LLVMFunctionType(result, NULL, 0, false);

	return LLVMBuildCall2(
		x->b, type,
		LLVMGetIntrinsicDeclaration(x->m->llvm, id, NULL, 0), NULL, 0,
		"");
}

/* A field of the dispatch packet, as the HSA standard lays it out. */
static LLVMValueRef packet(struct builder *x, unsigned at, unsigned bits)
{
	LLVMTypeRef type = LLVMIntTypeInContext(x->m->context, bits);
	LLVMTypeRef byte = LLVMInt8TypeInContext(x->m->context);
	LLVMValueRef offset = LLVMConstInt(x->i64, at, false);
	LLVMValueRef base =
		intrinsic(x, "llvm.amdgcn.dispatch.ptr",
			  LLVMPointerTypeInContext(x->m->context, 4));
	LLVMValueRef p =
		LLVMBuildInBoundsGEP2(x->b, byte, base, &offset, 1, "");
	LLVMValueRef v = LLVMBuildLoad2(x->b, type, p, "");

	LLVMSetAlignment(v, bits / 8);
	return LLVMBuildZExt(x->b, v, x->i32, "");
}

static LLVMValueRef block_size(struct builder *x, uint32_t d)
{
	static const char *const name[] = {"llvm.nvvm.read.ptx.sreg.ntid.x",
					   "llvm.nvvm.read.ptx.sreg.ntid.y",
					   "llvm.nvvm.read.ptx.sreg.ntid.z"};

	if (x->fn->reqd_work_group[d])
		return number(x, x->fn->reqd_work_group[d]);
	if (x->fn->target == CVG_NVPTX)
		return intrinsic(x, name[d], x->i32);
	return packet(x, 4 + 2 * d, 16);
}

static bool power_of_two(LLVMValueRef v, unsigned *log)
{
	uint64_t n;

	if (!LLVMIsAConstantInt(v))
		return false;
	n = LLVMConstIntGetZExtValue(v);
	*log = (unsigned)__builtin_ctzll(n | (UINT64_C(1) << 63));
	return n && !(n & (n - 1));
}

static LLVMValueRef divide(struct builder *x, LLVMValueRef a, LLVMValueRef by)
{
	unsigned log;

	if (power_of_two(by, &log))
		return LLVMBuildLShr(x->b, a, number(x, log), "");
	return LLVMBuildUDiv(x->b, a, by, "");
}

static LLVMValueRef rest(struct builder *x, LLVMValueRef a, LLVMValueRef by)
{
	unsigned log;

	if (power_of_two(by, &log))
		return LLVMBuildAnd(x->b, a,
				    number(x, (UINT64_C(1) << log) - 1), "");
	return LLVMBuildURem(x->b, a, by, "");
}

static LLVMValueRef block_count(struct builder *x, uint32_t d)
{
	static const char *const name[] = {"llvm.nvvm.read.ptx.sreg.nctaid.x",
					   "llvm.nvvm.read.ptx.sreg.nctaid.y",
					   "llvm.nvvm.read.ptx.sreg.nctaid.z"};
	LLVMValueRef threads, up;

	if (x->fn->target == CVG_NVPTX)
		return intrinsic(x, name[d], x->i32);
	threads = packet(x, 12 + 4 * d, 32);
	up = LLVMBuildAdd(x->b, threads,
			  LLVMBuildSub(x->b, x->n[0][d], number(x, 1), ""), "");
	return divide(x, up, x->n[0][d]);
}

/* v[0] + n[0] * (v[1] + n[1] * v[2]), of as many dimensions as there are. */
static LLVMValueRef flatten(struct builder *x, LLVMValueRef *v, LLVMValueRef *n)
{
	LLVMValueRef sum = v[x->dims - 1];

	for (uint32_t d = x->dims - 1; d-- > 0;)
		sum = LLVMBuildAdd(x->b, LLVMBuildMul(x->b, sum, n[d], ""),
				   v[d], "");
	return sum;
}

/* This thread's entry of the array. */
static void load_entry(struct builder *x, LLVMValueRef array)
{
	const char *const(*name)[3] = cvg_id_names[x->fn->target];
	LLVMValueRef at;

	for (uint32_t d = 0; d < x->dims; d++) {
		x->mine[0][d] = intrinsic(x, name[0][d], x->i32);
		x->mine[1][d] = intrinsic(x, name[1][d], x->i32);
		x->n[0][d] = block_size(x, d);
		if (d + 1 < x->dims)
			x->n[1][d] = block_count(x, d);
		x->nthreads =
			d ? LLVMBuildMul(x->b, x->nthreads, x->n[0][d], "")
			  : x->n[0][0];
	}
	at = LLVMBuildMul(x->b, flatten(x, x->mine[1], x->n[1]), x->nthreads,
			  "");
	at = LLVMBuildAdd(x->b, at, flatten(x, x->mine[0], x->n[0]), "");
	at = LLVMBuildZExt(x->b, at, x->i64, "");
	at = LLVMBuildInBoundsGEP2(x->b, x->i32, array, &at, 1, "");
	x->entry = LLVMBuildLoad2(x->b, x->i32, at, "redirected");
	LLVMSetAlignment(x->entry, 4);
}

/* Component d of the thread (0) or block (1) that the entry names. */
static LLVMValueRef part_of_entry(struct builder *x, uint32_t which, uint32_t d)
{
	LLVMValueRef v;

	/* What was behind the entry may be gone since. */
	LLVMPositionBuilderBefore(x->b, LLVMGetNextInstruction(x->entry));
	v = which ? divide(x, x->entry, x->nthreads)
		  : rest(x, x->entry, x->nthreads);
	for (uint32_t e = 0; e < d; e++)
		v = divide(x, v, x->n[which][e]);
	return d + 1 < x->dims ? rest(x, v, x->n[which][d]) : v;
}

/* ---- what the kernel computes already ---------------------------------- */

static bool calls(LLVMValueRef v, const char *name)
{
	LLVMValueRef callee;
	size_t n;
	const char *is;

	if (!LLVMIsACallInst(v))
		return false;
	callee = LLVMGetCalledValue(v);
	if (!LLVMIsAFunction(callee))
		return false;
	is = LLVMGetValueName2(callee, &n);
	return n == strlen(name) && !memcmp(is, name, n);
}

/* A load of 16 bits at that offset from what the intrinsic gives. */
static bool loads_at(LLVMValueRef v, const char *base, uint64_t offset)
{
	LLVMValueRef p, index;

	if (!LLVMIsALoadInst(v) || LLVMGetIntTypeWidth(LLVMTypeOf(v)) != 16)
		return false;
	p = LLVMGetOperand(v, 0);
	if (!LLVMIsAGetElementPtrInst(p) || LLVMGetNumOperands(p) != 2)
		return false;
	index = LLVMGetOperand(p, 1);
	return calls(LLVMGetOperand(p, 0), base) &&
	       LLVMGetTypeKind(LLVMGetGEPSourceElementType(p)) ==
		       LLVMIntegerTypeKind &&
	       LLVMGetIntTypeWidth(LLVMGetGEPSourceElementType(p)) == 8 &&
	       LLVMIsAConstantInt(index) &&
	       LLVMConstIntGetZExtValue(index) == offset;
}

/* Is it the number of threads of a block, along x? */
static bool is_block_size(const struct builder *x, LLVMValueRef v)
{
	uint32_t want = x->fn->reqd_work_group[0];

	if (want)
		return LLVMIsAConstantInt(v) &&
		       LLVMConstIntGetZExtValue(v) == want;
	if (x->fn->target == CVG_NVPTX)
		return calls(v, "llvm.nvvm.read.ptx.sreg.ntid.x");
	if (!LLVMIsAZExtInst(v))
		return false;
	v = LLVMGetOperand(v, 0);
	return loads_at(v, "llvm.amdgcn.dispatch.ptr", 4) ||
	       loads_at(v, "llvm.amdgcn.implicitarg.ptr", 12);
}

static bool is_op(LLVMValueRef v, LLVMOpcode op)
{
	return LLVMIsAInstruction(v) && LLVMGetInstructionOpcode(v) == op;
}

/* A left shift by the logarithm of the block's known size. */
static bool shifts_by_size(const struct builder *x, LLVMValueRef v)
{
	LLVMValueRef by = LLVMGetOperand(v, 1);
	unsigned log;

	return x->fn->reqd_work_group[0] &&
	       power_of_two(number(x, x->fn->reqd_work_group[0]), &log) &&
	       LLVMIsAConstantInt(by) && LLVMConstIntGetZExtValue(by) == log;
}

/* block * size, along x */
static bool is_block_start(const struct builder *x, LLVMValueRef v)
{
	const char *block = cvg_id_names[x->fn->target][1][0];
	LLVMValueRef a, b;

	if (is_op(v, LLVMShl))
		return calls(LLVMGetOperand(v, 0), block) &&
		       shifts_by_size(x, v);
	if (!is_op(v, LLVMMul))
		return false;
	a = LLVMGetOperand(v, 0);
	b = LLVMGetOperand(v, 1);
	return (calls(a, block) && is_block_size(x, b)) ||
	       (calls(b, block) && is_block_size(x, a));
}

/* block * size + thread; `or` where nothing overlaps */
static bool is_global_number(const struct builder *x, LLVMValueRef v)
{
	const char *thread = cvg_id_names[x->fn->target][0][0];
	LLVMValueRef a, b;

	if (!is_op(v, LLVMAdd) && !(is_op(v, LLVMOr) && LLVMGetIsDisjoint(v)))
		return false;
	a = LLVMGetOperand(v, 0);
	b = LLVMGetOperand(v, 1);
	return (calls(a, thread) && is_block_start(x, b)) ||
	       (calls(b, thread) && is_block_start(x, a));
}

/* ---- carrying it out -------------------------------------------------- */

/* After the allocas of the entry, which must stay there alone. */
static void go_to_start(struct builder *x, LLVMValueRef function)
{
	LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(function);
	LLVMValueRef at = LLVMGetFirstInstruction(entry);

	while (LLVMIsAAllocaInst(at))
		at = LLVMGetNextInstruction(at);
	LLVMPositionBuilderBefore(x->b, at);
	LLVMSetCurrentDebugLocation2(x->b, cvg_loc_none(function));
}

/* Its uses become `with`; it goes if nothing else wants it. */
static void replace(LLVMValueRef old, LLVMValueRef with)
{
	LLVMReplaceAllUsesWith(old, with);
	LLVMInstructionEraseFromParent(old);
}

struct calls_of {
	LLVMValueRef *at;
	size_t n, cap;
};

/* All instructions but ours that pass the test. */
static void collect(struct builder *x, LLVMValueRef function,
		    bool (*test)(const struct builder *x, LLVMValueRef v,
				 const char *name),
		    const char *name, struct calls_of *out)
{
	LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function);

	for (; b; b = LLVMGetNextBasicBlock(b)) {
		LLVMValueRef v = LLVMGetFirstInstruction(b);

		for (; v; v = LLVMGetNextInstruction(v)) {
			if (test(x, v, name))
				cvg_push(out, v);
		}
	}
}

static bool is_number(const struct builder *x, LLVMValueRef v, const char *name)
{
	(void)name;
	return is_global_number(x, v);
}

static bool is_id(const struct builder *x, LLVMValueRef v, const char *name)
{
	for (uint32_t k = 0; k < 2; k++) {
		for (uint32_t d = 0; d < x->dims; d++) {
			if (v == x->mine[k][d])
				return false;
		}
	}
	return calls(v, name);
}

/* Whole numbers along x are the entry itself. `found` holds them from before
 * ours were built. */
static void redirect_numbers(struct builder *x, const struct calls_of *found)
{
	for (size_t i = 0; i < found->n; i++)
		replace(found->at[i], x->entry);
}

static void redirect_ids(struct builder *x, LLVMValueRef function,
			 uint32_t which, uint32_t d)
{
	struct calls_of found = {0};
	LLVMValueRef part = NULL;

	collect(x, function, is_id, cvg_id_names[x->fn->target][which][d],
		&found);
	for (size_t i = 0; i < found.n; i++) {
		if (LLVMGetFirstUse(found.at[i]) && !part)
			part = part_of_entry(x, which, d);
		if (part)
			LLVMReplaceAllUsesWith(found.at[i], part);
		LLVMInstructionEraseFromParent(found.at[i]);
	}
	free(found.at);
}

/* Products and sums that were only for the numbers. */
static void sweep(LLVMValueRef function)
{
	bool again = true;

	while (again) {
		LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function);

		again = false;
		for (; b; b = LLVMGetNextBasicBlock(b)) {
			LLVMValueRef v = LLVMGetFirstInstruction(b), next;

			for (; v; v = next) {
				next = LLVMGetNextInstruction(v);
				if (LLVMGetFirstUse(v) ||
				    (!is_op(v, LLVMMul) && !is_op(v, LLVMShl)))
					continue;
				LLVMInstructionEraseFromParent(v);
				again = true;
			}
		}
	}
}

/* What says that the kernel never asks for these, which it now does. */
static void drop_promises(LLVMValueRef function)
{
	static const char *const name[] = {
		"amdgpu-no-dispatch-ptr",   "amdgpu-no-workgroup-id-x",
		"amdgpu-no-workgroup-id-y", "amdgpu-no-workgroup-id-z",
		"amdgpu-no-workitem-id-x",  "amdgpu-no-workitem-id-y",
		"amdgpu-no-workitem-id-z",
	};

	for (size_t i = 0; i < sizeof name / sizeof *name; i++)
		LLVMRemoveStringAttributeAtIndex(
			function, LLVMAttributeFunctionIndex, name[i],
			(unsigned)strlen(name[i]));
}

static void redirect(struct builder *x)
{
	LLVMTypeRef pointer = LLVMPointerTypeInContext(x->m->context, 1);
	LLVMValueRef array = cvg_function_add_param(x->m, x->in->function,
						    pointer, CVG_REDIRECT);
	LLVMValueRef function = LLVMGetParamParent(array);
	struct calls_of numbers = {0};

	drop_promises(function);
	if (x->dims == 1)
		collect(x, function, is_number, NULL, &numbers);
	go_to_start(x, function);
	load_entry(x, array);
	redirect_numbers(x, &numbers);
	sweep(function);
	for (uint32_t k = 0; k < 2; k++) {
		for (uint32_t d = 0; d < x->dims; d++)
			redirect_ids(x, function, k, d);
	}
	free(numbers.at);
}

/* Why there is nothing to do. */
static void say_nothing(const struct cvg_fn *fn, uint32_t dims,
			struct cvg_phase_out *out)
{
	struct cvg_err why;

	if (cvg_redirect_done(fn))
		cvg_str_add(&out->report, "it is redirected already\n");
	else if (!cvg_redirect_refuse(fn, &why))
		cvg_str_addf(&out->report, "%s\n", why.msg);
	else if (!dims)
		cvg_str_add(&out->report, "no thread asks for its number\n");
}

static bool run(const struct cvg_phase_in *in, struct cvg_phase_out *out,
		struct cvg_err *err)
{
	struct builder x = {
		.in = in,
		.m = in->module,
		.fn = in->fn,
		.i32 = LLVMInt32TypeInContext(in->module->context),
		.i64 = LLVMInt64TypeInContext(in->module->context),
		.dims = cvg_redirect_dims(in->fn),
	};

	(void)err;
	say_nothing(in->fn, x.dims, out);
	if (out->report.n)
		return true;
	x.b = LLVMCreateBuilderInContext(in->module->context);
	redirect(&x);
	LLVMDisposeBuilder(x.b);
	out->changed = true;
	out->count = 1;
	cvg_str_addf(&out->report,
		     "threads take their work from %%" CVG_REDIRECT
		     ", numbered over %u dimension%s\n",
		     x.dims, x.dims == 1 ? "" : "s");
	return true;
}

const struct cvg_phase cvg_phase_redirect = {
	.name = "redirect",
	.title = "let every thread do the work of another, by an array",
	.nothing = "no thread is redirected",
	.needs = CVG_ANA_NOTHING,
	.keeps = CVG_ANA_NOTHING,
	.run = run,
};
