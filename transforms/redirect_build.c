/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * What redirection computes: the sizes of the launch, the thread's own number,
 * and the number of the thread whose work it does, whole and by parts.
 *
 * Example (a kernel of two dimensions; tx and ty threads a block, bx blocks a
 * row; mine is x, y of the thread and X, Y of its block):
 *
 *   the entry's place   ((Y * bx) + X) * (tx * ty) + (y * tx + x)
 *   entry e: thread     r = e % (tx * ty), so x' = r % tx and y' = r / tx
 *            block      q = e / (tx * ty), so X' = q % bx and Y' = q / bx
 *
 * `all` is r and q, `beyond` r / tx and q / bx, `part` x', y', X' and Y'.
 */
#include "redirect_builder.h"

#include "reconverge/graph.h"
#include "reconverge/target.h"

#include <string.h>

static LLVMValueRef number(const struct redirector *redir, uint64_t n)
{
	return LLVMConstInt(redir->i32, n, false);
}

static LLVMValueRef intrinsic(struct redirector *redir, const char *name)
{
	unsigned id = LLVMLookupIntrinsicID(name, strlen(name));

	return LLVMBuildCall2(
		redir->builder,
		LLVMIntrinsicGetType(redir->module->context, id, NULL, 0),
		LLVMGetIntrinsicDeclaration(redir->module->llvm, id, NULL, 0),
		NULL, 0, "");
}

/* Load a number of the launch along d that the target keeps in memory. */
static LLVMValueRef launch_number(struct redirector *redir,
				  enum cvg_launch_number what, uint32_t d)
{
	const struct cvg_targetinfo *info =
		cvg_target_info(redir->kernel->target);
	const struct cvg_launch_field *field = info->launch_fields;
	LLVMTypeRef byte = LLVMInt8TypeInContext(redir->module->context), type;
	LLVMValueRef base, offset, p, v;

	while (field->what != what)
		field++;
	type = LLVMIntTypeInContext(redir->module->context, field->bits);
	offset = LLVMConstInt(redir->i64, field->from + d * (field->bits / 8),
			      false);
	base = intrinsic(redir, info->launch_base[field->base]);
	p = LLVMBuildInBoundsGEP2(redir->builder, byte, base, &offset, 1, "");
	v = LLVMBuildLoad2(redir->builder, type, p, "");
	LLVMSetAlignment(v, field->bits / 8);
	return LLVMBuildZExt(redir->builder, v, redir->i32, "");
}

/* Threads of a block along d. */
static LLVMValueRef block_size(struct redirector *redir, uint32_t d)
{
	const char *name = cvg_target_info(redir->kernel->target)->size[0][d];

	if (redir->kernel->reqd_work_group[d])
		return number(redir, redir->kernel->reqd_work_group[d]);
	return name ? intrinsic(redir, name)
		    : launch_number(redir, CVG_LAUNCH_BLOCK_SIZE, d);
}

/* a / by, as a shift where that is known to be right. */
static LLVMValueRef divide(struct redirector *redir, LLVMValueRef a,
			   LLVMValueRef by)
{
	unsigned log;

	if (cvg_redirect_log2(by, &log))
		return LLVMBuildLShr(redir->builder, a, number(redir, log), "");
	return LLVMBuildUDiv(redir->builder, a, by, "");
}

/* a % by, as a mask where that is known to be right. */
static LLVMValueRef rest(struct redirector *redir, LLVMValueRef a,
			 LLVMValueRef by)
{
	unsigned log;

	if (cvg_redirect_log2(by, &log))
		return LLVMBuildAnd(redir->builder, a,
				    number(redir, (UINT64_C(1) << log) - 1),
				    "");
	return LLVMBuildURem(redir->builder, a, by, "");
}

/* Blocks of the grid along d: by an intrinsic, or else the threads of the grid,
 * divided by those of a block and rounded up. */
static LLVMValueRef block_count(struct redirector *redir, uint32_t d)
{
	const char *name = cvg_target_info(redir->kernel->target)->size[1][d];
	LLVMValueRef threads, up;

	if (name)
		return intrinsic(redir, name);
	threads = launch_number(redir, CVG_LAUNCH_GRID_SIZE, d);
	up = LLVMBuildAdd(redir->builder, threads,
			  LLVMBuildSub(redir->builder, redir->count[0][d],
				       number(redir, 1), ""),
			  "");
	return divide(redir, up, redir->count[0][d]);
}

/* v[0] + n[0] * (v[1] + n[1] * v[2]), of as many dimensions as there are. */
static LLVMValueRef flatten(struct redirector *redir, LLVMValueRef *v,
			    LLVMValueRef *n)
{
	LLVMValueRef sum = v[redir->dims - 1];

	for (uint32_t d = redir->dims - 1; d-- > 0;)
		sum = LLVMBuildAdd(redir->builder,
				   LLVMBuildMul(redir->builder, sum, n[d], ""),
				   v[d], "");
	return sum;
}

void cvg_redirect_sizes(struct redirector *redir)
{
	for (uint32_t d = 0; d < redir->dims; d++) {
		redir->count[0][d] = block_size(redir, d);
		if (d + 1 < redir->dims)
			redir->count[1][d] = block_count(redir, d);
		redir->nthreads =
			d ? LLVMBuildMul(redir->builder, redir->nthreads,
					 redir->count[0][d], "")
			  : redir->count[0][0];
	}
}

/* Build the thread's own numbers along d. */
static void ask_who(struct redirector *redir, uint32_t d)
{
	const struct cvg_targetinfo *info =
		cvg_target_info(redir->kernel->target);

	for (uint32_t k = 0; k < 2; k++)
		redir->mine[k][d] = intrinsic(redir, info->id[k][d]);
}

void cvg_redirect_load(struct redirector *redir, LLVMValueRef array)
{
	LLVMValueRef at;

	for (uint32_t d = 0; d < redir->dims; d++)
		ask_who(redir, d);
	cvg_redirect_sizes(redir);
	at = LLVMBuildMul(redir->builder,
			  flatten(redir, redir->mine[1], redir->count[1]),
			  redir->nthreads, "");
	at = LLVMBuildAdd(redir->builder, at,
			  flatten(redir, redir->mine[0], redir->count[0]), "");
	if (redir->dims == 1)
		redir->own[0] = at;
	at = LLVMBuildZExt(redir->builder, at, redir->i64, "");
	at = LLVMBuildInBoundsGEP2(redir->builder, redir->i32, array, &at, 1,
				   "");
	redir->entry =
		LLVMBuildLoad2(redir->builder, redir->i32, at, CVG_REDIRECTED);
	LLVMSetAlignment(redir->entry, 4);
}

/* LLVM wants an entry block's allocas before all else. */
void cvg_redirect_start(struct redirector *redir)
{
	LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(redir->function);
	LLVMValueRef at = LLVMGetFirstInstruction(entry);

	while (LLVMIsAAllocaInst(at))
		at = LLVMGetNextInstruction(at);
	LLVMPositionBuilderBefore(redir->builder, at);
	LLVMSetCurrentDebugLocation2(redir->builder,
				     cvg_loc_none(redir->function));
}

/* The thread or block that the entry names, over all dimensions. */
static LLVMValueRef whole_part(struct redirector *redir, uint32_t which)
{
	if (!redir->all[which])
		redir->all[which] =
			which ? divide(redir, redir->entry, redir->nthreads)
			      : rest(redir, redir->entry, redir->nthreads);
	return redir->all[which];
}

LLVMValueRef cvg_redirect_part(struct redirector *redir, uint32_t which,
			       uint32_t d)
{
	LLVMValueRef v = whole_part(redir, which);

	for (uint32_t e = 0; e < d; e++) {
		if (!redir->beyond[which][e])
			redir->beyond[which][e] =
				divide(redir, v, redir->count[which][e]);
		v = redir->beyond[which][e];
	}
	return d + 1 < redir->dims ? rest(redir, v, redir->count[which][d]) : v;
}

/* block * size + thread */
static LLVMValueRef whole(struct redirector *redir, LLVMValueRef block,
			  LLVMValueRef thread, uint32_t d)
{
	return LLVMBuildAdd(
		redir->builder,
		LLVMBuildMul(redir->builder, block, redir->count[0][d], ""),
		thread, "");
}

LLVMValueRef cvg_redirect_own(struct redirector *redir, uint32_t d)
{
	if (!redir->mine[0][d])
		ask_who(redir, d);
	if (!redir->own[d])
		redir->own[d] =
			whole(redir, redir->mine[1][d], redir->mine[0][d], d);
	return redir->own[d];
}

LLVMValueRef cvg_redirect_whole(struct redirector *redir, uint32_t d)
{
	if (redir->dims == 1)
		return redir->entry;
	return whole(redir, redir->part[1][d], redir->part[0][d], d);
}

LLVMValueRef cvg_redirect_linear(struct redirector *redir, bool global)
{
	LLVMValueRef id[3], size[3];

	if (!global)
		return rest(redir, redir->entry, redir->nthreads);
	for (uint32_t d = 0; d < redir->dims; d++) {
		id[d] = cvg_redirect_whole(redir, d);
		size[d] = d + 1 < redir->dims
				  ? LLVMBuildMul(redir->builder,
						 redir->count[0][d],
						 redir->count[1][d], "")
				  : NULL;
	}
	return flatten(redir, id, size);
}
