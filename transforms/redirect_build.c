/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * What redirection computes: sizes of the launch, who a thread is, whose work
 * it does, and that thread's numbers.
 */
#include "redirect_builder.h"

#include <string.h>

static LLVMValueRef number(const struct builder *x, uint64_t n)
{
	return LLVMConstInt(x->i32, n, false);
}

static LLVMValueRef intrinsic(struct builder *x, const char *name)
{
	unsigned id = LLVMLookupIntrinsicID(name, strlen(name));

	return LLVMBuildCall2(
		x->b, LLVMIntrinsicGetType(x->m->context, id, NULL, 0),
		LLVMGetIntrinsicDeclaration(x->m->llvm, id, NULL, 0), NULL, 0,
		"");
}

/* A number of the launch along d that the target keeps in memory. */
static LLVMValueRef launch_number(struct builder *x,
				  enum cvg_launch_number what, uint32_t d)
{
	const struct cvg_targetinfo *info = cvg_target_info(x->fn->target);
	const struct cvg_launch_field *field = info->launch_fields;
	LLVMTypeRef byte = LLVMInt8TypeInContext(x->m->context), type;
	LLVMValueRef base, offset, p, v;

	while (field->what != what)
		field++;
	type = LLVMIntTypeInContext(x->m->context, field->bits);
	offset = LLVMConstInt(x->i64, field->from + d * (field->bits / 8),
			      false);
	base = intrinsic(x, info->launch_base[field->base]);
	p = LLVMBuildInBoundsGEP2(x->b, byte, base, &offset, 1, "");
	v = LLVMBuildLoad2(x->b, type, p, "");
	LLVMSetAlignment(v, field->bits / 8);
	return LLVMBuildZExt(x->b, v, x->i32, "");
}

static LLVMValueRef block_size(struct builder *x, uint32_t d)
{
	const char *name = cvg_target_info(x->fn->target)->size[0][d];

	if (x->fn->reqd_work_group[d])
		return number(x, x->fn->reqd_work_group[d]);
	return name ? intrinsic(x, name)
		    : launch_number(x, CVG_LAUNCH_BLOCK_SIZE, d);
}

static LLVMValueRef divide(struct builder *x, LLVMValueRef a, LLVMValueRef by)
{
	unsigned log;

	if (cvg_redirect_log2(by, &log))
		return LLVMBuildLShr(x->b, a, number(x, log), "");
	return LLVMBuildUDiv(x->b, a, by, "");
}

static LLVMValueRef rest(struct builder *x, LLVMValueRef a, LLVMValueRef by)
{
	unsigned log;

	if (cvg_redirect_log2(by, &log))
		return LLVMBuildAnd(x->b, a,
				    number(x, (UINT64_C(1) << log) - 1), "");
	return LLVMBuildURem(x->b, a, by, "");
}

/* Where no intrinsic gives it: the threads of the grid, divided by those of a
 * block and rounded up. */
static LLVMValueRef block_count(struct builder *x, uint32_t d)
{
	const char *name = cvg_target_info(x->fn->target)->size[1][d];
	LLVMValueRef threads, up;

	if (name)
		return intrinsic(x, name);
	threads = launch_number(x, CVG_LAUNCH_GRID_SIZE, d);
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

void cvg_redirect_sizes(struct builder *x)
{
	for (uint32_t d = 0; d < x->dims; d++) {
		x->n[0][d] = block_size(x, d);
		if (d + 1 < x->dims)
			x->n[1][d] = block_count(x, d);
		x->nthreads =
			d ? LLVMBuildMul(x->b, x->nthreads, x->n[0][d], "")
			  : x->n[0][0];
	}
}

static void ask_who(struct builder *x, uint32_t d)
{
	const struct cvg_targetinfo *info = cvg_target_info(x->fn->target);

	for (uint32_t k = 0; k < 2; k++)
		x->mine[k][d] = intrinsic(x, info->id[k][d]);
}

void cvg_redirect_load(struct builder *x, LLVMValueRef array)
{
	LLVMValueRef at;

	for (uint32_t d = 0; d < x->dims; d++)
		ask_who(x, d);
	cvg_redirect_sizes(x);
	at = LLVMBuildMul(x->b, flatten(x, x->mine[1], x->n[1]), x->nthreads,
			  "");
	at = LLVMBuildAdd(x->b, at, flatten(x, x->mine[0], x->n[0]), "");
	if (x->dims == 1)
		x->own[0] = at;
	at = LLVMBuildZExt(x->b, at, x->i64, "");
	at = LLVMBuildInBoundsGEP2(x->b, x->i32, array, &at, 1, "");
	x->entry = LLVMBuildLoad2(x->b, x->i32, at, CVG_REDIRECTED);
	LLVMSetAlignment(x->entry, 4);
}

/* The allocas of the entry block must stay there alone. */
void cvg_redirect_start(struct builder *x)
{
	LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(x->function);
	LLVMValueRef at = LLVMGetFirstInstruction(entry);

	while (LLVMIsAAllocaInst(at))
		at = LLVMGetNextInstruction(at);
	LLVMPositionBuilderBefore(x->b, at);
	LLVMSetCurrentDebugLocation2(x->b, cvg_loc_none(x->function));
}

/* The thread or block that the entry names, over all dimensions. */
static LLVMValueRef whole_part(struct builder *x, uint32_t which)
{
	if (!x->all[which])
		x->all[which] = which ? divide(x, x->entry, x->nthreads)
				      : rest(x, x->entry, x->nthreads);
	return x->all[which];
}

LLVMValueRef cvg_redirect_part(struct builder *x, uint32_t which, uint32_t d)
{
	LLVMValueRef v = whole_part(x, which);

	for (uint32_t e = 0; e < d; e++) {
		if (!x->beyond[which][e])
			x->beyond[which][e] = divide(x, v, x->n[which][e]);
		v = x->beyond[which][e];
	}
	return d + 1 < x->dims ? rest(x, v, x->n[which][d]) : v;
}

/* block * size + thread */
static LLVMValueRef whole(struct builder *x, LLVMValueRef block,
			  LLVMValueRef thread, uint32_t d)
{
	return LLVMBuildAdd(x->b, LLVMBuildMul(x->b, block, x->n[0][d], ""),
			    thread, "");
}

LLVMValueRef cvg_redirect_own(struct builder *x, uint32_t d)
{
	if (!x->mine[0][d])
		ask_who(x, d);
	if (!x->own[d])
		x->own[d] = whole(x, x->mine[1][d], x->mine[0][d], d);
	return x->own[d];
}

LLVMValueRef cvg_redirect_whole(struct builder *x, uint32_t d)
{
	if (x->dims == 1)
		return x->entry;
	return whole(x, x->part[1][d], x->part[0][d], d);
}

LLVMValueRef cvg_redirect_linear(struct builder *x, bool global)
{
	LLVMValueRef id[3], size[3];

	if (!global)
		return rest(x, x->entry, x->nthreads);
	for (uint32_t d = 0; d < x->dims; d++) {
		id[d] = cvg_redirect_whole(x, d);
		size[d] = d + 1 < x->dims ? LLVMBuildMul(x->b, x->n[0][d],
							 x->n[1][d], "")
					  : NULL;
	}
	return flatten(x, id, size);
}
