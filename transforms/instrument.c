/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Makes functions count which lanes come to their blocks, and which way they go
 * on: two ballots before the end of a block say how many lanes there are and how
 * many of them take the first edge, and the first of these lanes adds 1 to the
 * word for that pair of numbers. So there is one atomic operation a warp, and all
 * that a profile has follows from the words: warps, lanes, splits, and both for
 * each edge.
 *
 *	%mask = call i32 @llvm.nvvm.activemask()	B5 ends in
 *	%taken = call i32 @...vote.ballot.sync(i32 %mask, i1 %c)
 *	%n = ctpop %mask; %t = ctpop %taken		br i1 %c, ...
 *	%first = icmp eq %lane, (cttz %mask)
 *	br i1 %first, label %count, label %rest
 * count:
 *	atomicrmw add (@__reconverge_counts + 40 + %n * 33 + %t), 1
 *	br label %rest
 * rest:
 *	br i1 %c, ...
 */
#include "instrument.h"

#include "src/ir/live.h"
#include "src/ir/surgery.h"

#include "reconverge/graph.h"
#include "reconverge/ir.h"
#include "reconverge/sim.h"

#include <stdlib.h>
#include <string.h>

/* ---- the layout -------------------------------------------------------- */

static bool branches(const struct cvg_fn *fn, uint32_t b)
{
	return fn->blocks[b].nsuccs == 2;
}

static uint64_t words_of(const struct cvg_fn *fn, uint32_t b, uint32_t warp)
{
	uint64_t side = warp + UINT64_C(1);

	return branches(fn, b) ? side * side : side;
}

uint64_t cvg_counters_layout(struct cvg_counted *counted, uint32_t n,
			     uint32_t warp)
{
	uint64_t at = CVG_COUNTERS_HEAD;

	for (uint32_t f = 0; f < n; f++) {
		counted[f].at = at;
		for (uint32_t b = 0; b < counted[f].fn->nblocks; b++)
			at += words_of(counted[f].fn, b, warp);
	}
	return at;
}

uint64_t cvg_counters_hash(const struct cvg_counted *counted, uint32_t n)
{
	uint64_t hash = UINT64_C(14695981039346656037);

	for (uint32_t f = 0; f < n; f++)
		hash = (hash ^ counted[f].fn->fingerprint) *
		       UINT64_C(1099511628211);
	return hash;
}

/* Add `times` warps that came to block b with n lanes, t of which took the first
 * edge. */
static void add_warps(const struct cvg_fn *fn, uint32_t b, uint32_t n,
		      uint32_t t, uint64_t times, struct cvg_fn_counts *out)
{
	const uint32_t lanes[2] = {t, n - t};
	uint32_t edge = fn->blocks[b].succs_at;

	out->block_warps[b] += times;
	out->block_lanes[b] += times * n;
	if (lanes[0] && lanes[1])
		out->split[b] += times;
	for (uint32_t k = 0; k < fn->blocks[b].nsuccs && k < 2; k++) {
		out->edge_warps[edge + k] += lanes[k] ? times : 0;
		out->edge_lanes[edge + k] += times * lanes[k];
	}
}

void cvg_counters_read(const struct cvg_counted *counted, uint32_t warp,
		       const uint64_t *words, struct cvg_fn_counts *out)
{
	const struct cvg_fn *fn = counted->fn;
	const uint64_t *word = words + counted->at;

	for (uint32_t b = 0; b < fn->nblocks; b++) {
		uint64_t side = branches(fn, b) ? warp + UINT64_C(1) : 1;

		for (uint32_t n = 0; n <= warp; n++) {
			for (uint32_t t = 0; t < side && t <= n; t++)
				add_warps(fn, b, n, side > 1 ? t : n,
					  word[n * side + t], out);
		}
		word += words_of(fn, b, warp);
	}
}

/* ---- code -------------------------------------------------------------- */

struct counter {
	LLVMModuleRef llvm;
	LLVMContextRef context;
	LLVMBuilderRef builder;
	LLVMValueRef variable;
	LLVMTypeRef lanes; /* integer with a bit for each lane */
	LLVMTypeRef i32, i64;
	bool nvptx;
	bool synced; /* its votes name the threads that take part */
	uint32_t warp;
};

static LLVMValueRef call(const struct counter *counter, const char *name,
			 LLVMTypeRef *overload, LLVMValueRef *args,
			 unsigned nargs)
{
	unsigned id = LLVMLookupIntrinsicID(name, strlen(name));
	size_t n = overload ? 1 : 0;
	LLVMValueRef callee =
		LLVMGetIntrinsicDeclaration(counter->llvm, id, overload, n);
	LLVMTypeRef type =
		LLVMIntrinsicGetType(counter->context, id, overload, n);

	return LLVMBuildCall2(counter->builder, type, callee, args, nargs, "");
}

/* The active lanes in which the condition is true. `mask`: all that are active;
 * only some targets have to know. */
static LLVMValueRef ballot(const struct counter *counter, LLVMValueRef mask,
			   LLVMValueRef condition)
{
	LLVMTypeRef lanes = counter->lanes;
	LLVMValueRef args[] = {mask, condition};

	if (!counter->nvptx)
		return call(counter, "llvm.amdgcn.ballot", &lanes, &condition,
			    1);
	return counter->synced ? call(counter, "llvm.nvvm.vote.ballot.sync",
				      NULL, args, 2)
			       : call(counter, "llvm.nvvm.vote.ballot", NULL,
				      &condition, 1);
}

/* The active lanes. */
static LLVMValueRef active(const struct counter *counter)
{
	LLVMValueRef yes =
		LLVMConstInt(LLVMInt1TypeInContext(counter->context), 1, false);

	return counter->synced
		       ? call(counter, "llvm.nvvm.activemask", NULL, NULL, 0)
		       : ballot(counter, NULL, yes);
}

static LLVMValueRef lane_number(const struct counter *counter)
{
	LLVMValueRef all = LLVMConstAllOnes(counter->i32);
	LLVMValueRef args[] = {all, LLVMConstInt(counter->i32, 0, false)};
	LLVMValueRef low;

	if (counter->nvptx)
		return call(counter, "llvm.nvvm.read.ptx.sreg.laneid", NULL,
			    NULL, 0);
	low = call(counter, "llvm.amdgcn.mbcnt.lo", NULL, args, 2);
	args[1] = low;
	return counter->warp > 32
		       ? call(counter, "llvm.amdgcn.mbcnt.hi", NULL, args, 2)
		       : low;
}

static LLVMValueRef population(const struct counter *counter,
			       LLVMValueRef lanes)
{
	LLVMTypeRef type = counter->lanes;
	LLVMValueRef n = call(counter, "llvm.ctpop", &type, &lanes, 1);

	return LLVMBuildZExtOrBitCast(counter->builder, n, counter->i64, "");
}

static LLVMValueRef is_first(const struct counter *counter, LLVMValueRef mask)
{
	LLVMTypeRef type = counter->lanes;
	LLVMValueRef args[] = {
		mask, LLVMConstInt(LLVMInt1TypeInContext(counter->context), 1,
				   false)};
	LLVMValueRef first = call(counter, "llvm.cttz", &type, args, 2);

	return LLVMBuildICmp(counter->builder, LLVMIntEQ, lane_number(counter),
			     LLVMBuildTruncOrBitCast(counter->builder, first,
						     counter->i32, ""),
			     "");
}

/* Add 1 to the word for that many lanes, and that many of them. */
static void add_one(const struct counter *counter, uint64_t at, LLVMValueRef n,
		    LLVMValueRef taken)
{
	LLVMBuilderRef builder = counter->builder;
	LLVMValueRef side =
		LLVMConstInt(counter->i64, counter->warp + UINT64_C(1), false);
	LLVMValueRef index = n, place;

	if (taken)
		index = LLVMBuildAdd(
			builder, LLVMBuildMul(builder, n, side, ""), taken, "");
	index = LLVMBuildAdd(builder, index,
			     LLVMConstInt(counter->i64, at, false), "");
	place = LLVMBuildGEP2(builder, counter->i64, counter->variable, &index,
			      1, "");
	LLVMBuildAtomicRMW(builder, LLVMAtomicRMWBinOpAdd, place,
			   LLVMConstInt(counter->i64, 1, false),
			   LLVMAtomicOrderingMonotonic, false);
}

/* Move the end of the block from `last` on to a new block behind `count`, and let
 * the first lane run `count` before. */
static LLVMBasicBlockRef part(const struct counter *counter,
			      LLVMBasicBlockRef block, LLVMValueRef last,
			      LLVMBasicBlockRef count)
{
	LLVMBasicBlockRef rest = LLVMAppendBasicBlockInContext(
		counter->context, LLVMGetBasicBlockParent(block), "");
	unsigned n = LLVMGetNumSuccessors(last);

	LLVMMoveBasicBlockAfter(count, block);
	LLVMMoveBasicBlockAfter(rest, count);
	for (unsigned k = 0; k < n; k++)
		cvg_phis_rename_pred(LLVMGetSuccessor(last, k), block, rest);
	LLVMSetCurrentDebugLocation2(counter->builder, NULL); /* keep theirs */
	for (LLVMValueRef next; last; last = next) {
		next = LLVMGetNextInstruction(last);
		LLVMInstructionRemoveFromParent(last);
		LLVMPositionBuilderAtEnd(counter->builder, rest);
		LLVMInsertIntoBuilder(counter->builder, last);
	}
	return rest;
}

static void count_block(const struct counter *counter, LLVMBasicBlockRef block,
			uint64_t at)
{
	LLVMBuilderRef builder = counter->builder;
	LLVMValueRef last = LLVMGetBasicBlockTerminator(block);
	LLVMValueRef mask, n, taken = NULL, first;
	LLVMBasicBlockRef count, rest;

	if (LLVMGetInstructionOpcode(last) == LLVMUnreachable)
		for (last = LLVMGetFirstInstruction(block);
		     cvg_inst_is_phi(last); last = LLVMGetNextInstruction(last))
			continue;
	LLVMPositionBuilderBefore(builder, last);
	LLVMSetCurrentDebugLocation2(
		builder, cvg_loc_none(LLVMGetBasicBlockParent(block)));
	mask = active(counter);
	n = population(counter, mask);
	if (LLVMGetNumSuccessors(LLVMGetBasicBlockTerminator(block)) == 2)
		taken = population(
			counter, ballot(counter, mask, LLVMGetCondition(last)));
	first = is_first(counter, mask);
	count = LLVMAppendBasicBlockInContext(
		counter->context, LLVMGetBasicBlockParent(block), "");
	rest = part(counter, block, last, count);
	LLVMPositionBuilderAtEnd(builder, block);
	LLVMSetCurrentDebugLocation2(
		builder, cvg_loc_none(LLVMGetBasicBlockParent(block)));
	LLVMBuildCondBr(builder, first, count, rest);
	LLVMPositionBuilderAtEnd(builder, count);
	add_one(counter, at, n, taken);
	LLVMBuildBr(builder, rest);
}

/* Can the end of the block be counted? */
static bool is_counted(LLVMBasicBlockRef block)
{
	LLVMValueRef last = LLVMGetBasicBlockTerminator(block);
	LLVMOpcode opcode = LLVMGetInstructionOpcode(last);

	return opcode == LLVMBr || opcode == LLVMRet ||
	       opcode == LLVMUnreachable;
}

static bool count_function(const struct counter *counter, LLVMValueRef function,
			   const struct cvg_counted *counted,
			   struct cvg_err *err)
{
	const struct cvg_fn *fn = counted->fn;
	LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function), next;
	uint64_t at = counted->at;

	if (LLVMCountBasicBlocks(function) != fn->nblocks)
		return cvg_fail(err, "@%s: its blocks are not known", fn->name);
	for (uint32_t b = 0; block; block = next, b++) {
		next = LLVMGetNextBasicBlock(block);
		if (!is_counted(block))
			return cvg_fail(err,
					"@%s: B%u ends in no branch; 'pass "
					"lower-switch' makes branches of a "
					"switch",
					fn->name, fn->blocks[b].uid);
		count_block(counter, block, at);
		at += words_of(fn, b, counter->warp);
	}
	return true;
}

/* The variable: its head, and zeros. */
static LLVMValueRef add_variable(const struct counter *counter,
				 const uint64_t head[CVG_COUNTERS_HEAD])
{
	LLVMTypeRef i64 = counter->i64;
	uint64_t nwords = head[1] - CVG_COUNTERS_HEAD;
	LLVMTypeRef zeros = LLVMArrayType2(i64, nwords);
	LLVMValueRef word[CVG_COUNTERS_HEAD], both[2], value, made;

	for (int i = 0; i < CVG_COUNTERS_HEAD; i++)
		word[i] = LLVMConstInt(i64, head[i], false);
	both[0] = LLVMConstArray2(i64, word, CVG_COUNTERS_HEAD);
	both[1] = LLVMConstNull(zeros);
	value = LLVMConstStructInContext(counter->context, both, 2, false);
	made = LLVMAddGlobalInAddressSpace(counter->llvm, LLVMTypeOf(value),
					   CVG_COUNTERS, 1);
	LLVMSetInitializer(made, value);
	LLVMSetAlignment(made, 8);
	LLVMSetVisibility(made, LLVMProtectedVisibility);
	return made;
}

/* LLVM compiles votes for this processor and newer ones of NVIDIA; from the second
 * on, votes name the threads that take part. */
enum { FIRST_VOTES = 70, FIRST_SYNCED = 75 };

static unsigned long sm_of(const struct cvg_module *module)
{
	return strncmp(module->cpu, "sm_", 3) == 0
		       ? strtoul(module->cpu + 3, NULL, 10)
		       : 0;
}

static bool can_count(const struct cvg_module *module, struct cvg_err *err)
{
	if (LLVMGetNamedGlobal(module->llvm, CVG_COUNTERS))
		return cvg_fail(err, "the module counts already: it has @%s",
				CVG_COUNTERS);
	if (module->target == CVG_NVPTX && sm_of(module) < FIRST_VOTES)
		return cvg_fail(err,
				"counters need sm_%d or newer, and the module "
				"is for %s: load it with --mcpu=sm_%d, or for "
				"your device",
				FIRST_VOTES, module->cpu, FIRST_SYNCED);
	return true;
}

bool cvg_instrument(struct cvg_module *module,
		    const struct cvg_counted *counted, uint32_t n,
		    uint32_t warp, struct cvg_err *err)
{
	LLVMContextRef context = module->context;
	struct counter counter = {
		.llvm = module->llvm,
		.context = context,
		.builder = LLVMCreateBuilderInContext(context),
		.lanes = LLVMIntTypeInContext(context, warp),
		.i32 = LLVMInt32TypeInContext(context),
		.i64 = LLVMInt64TypeInContext(context),
		.nvptx = module->target == CVG_NVPTX,
		.synced = module->target == CVG_NVPTX &&
			  sm_of(module) >= FIRST_SYNCED,
		.warp = warp,
	};
	struct cvg_counted *copy = cvg_calloc(n + 1, sizeof *copy);
	uint64_t head[CVG_COUNTERS_HEAD] = {
		CVG_COUNTERS_MAGIC, 0, cvg_counters_hash(counted, n), warp};
	bool ok = can_count(module, err);

	memcpy(copy, counted, n * sizeof *copy);
	head[1] = cvg_counters_layout(copy, n, warp);
	free(copy);
	if (ok)
		counter.variable = add_variable(&counter, head);
	for (uint32_t f = 0; ok && f < n; f++)
		ok = count_function(
			&counter,
			LLVMGetNamedFunction(module->llvm, counted[f].fn->name),
			&counted[f], err);
	LLVMDisposeBuilder(counter.builder);
	return ok && cvg_module_verify(module, err);
}
