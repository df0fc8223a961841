/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Makes functions count which lanes come to their blocks, and which way they go
 * on. transforms/counters.c says which blocks count, and what. Where a branch splits
 * warps, two ballots before the end of the block say how many lanes there are and
 * how many of them take the first edge, and the first of these lanes adds 1 to the
 * word for that pair of numbers; of a switch, there is a ballot and a word for each
 * edge. Where all lanes go one way, one ballot is enough.
 *
 *	%mask = call i32 @llvm.nvvm.activemask()	B5 ends in
 *	%taken = call i32 @...vote.ballot.sync(i32 %mask, i1 %c)
 *	%first = icmp eq %lane, (cttz %mask)		br i1 %c, ...
 *	br i1 %first, label %count, label %rest
 * count:
 *	%n = ctpop %mask; %t = ctpop %taken
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

/* ---- code -------------------------------------------------------------- */

struct counter {
	LLVMModuleRef llvm;
	LLVMContextRef context;
	LLVMBuilderRef builder;
	LLVMValueRef variable;
	LLVMValueRef lane; /* the number of the thread in its warp */
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

	return LLVMBuildICmp(counter->builder, LLVMIntEQ, counter->lane,
			     LLVMBuildTruncOrBitCast(counter->builder, first,
						     counter->i32, ""),
			     "");
}

/* Add 1 to the word in row `row` (NULL: 0) and column n of those from `at` on. */
static void add_one(const struct counter *counter, uint64_t at,
		    LLVMValueRef row, LLVMValueRef n)
{
	LLVMTypeRef side =
		LLVMArrayType2(counter->i64, counter->warp + UINT64_C(1));
	LLVMValueRef first = LLVMConstInt(counter->i64, at, false);
	LLVMValueRef base =
		LLVMConstGEP2(counter->i64, counter->variable, &first, 1);
	LLVMValueRef index[] = {row, n};
	LLVMValueRef place =
		LLVMBuildGEP2(counter->builder, row ? side : counter->i64, base,
			      row ? index : index + 1, row ? 2 : 1, "");

	LLVMBuildAtomicRMW(counter->builder, LLVMAtomicRMWBinOpAdd, place,
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
	LLVMValueRef end = LLVMGetBasicBlockTerminator(block);

	LLVMMoveBasicBlockAfter(count, block);
	LLVMMoveBasicBlockAfter(rest, count);
	for (unsigned k = 0; k < LLVMGetNumSuccessors(end); k++)
		cvg_phis_rename_pred(LLVMGetSuccessor(end, k), block, rest);
	LLVMSetCurrentDebugLocation2(counter->builder, NULL); /* keep theirs */
	for (LLVMValueRef next; last; last = next) {
		size_t n;
		char *name = cvg_strdup(LLVMGetValueName2(last, &n));

		next = LLVMGetNextInstruction(last);
		LLVMInstructionRemoveFromParent(last);
		LLVMPositionBuilderAtEnd(counter->builder, rest);
		LLVMInsertIntoBuilderWithName(counter->builder, last, name);
		free(name);
	}
	return rest;
}

/* What is told of the lanes that are at the end of a block. */
struct told {
	const struct cvg_counted *counted;
	uint32_t block;
	LLVMValueRef last; /* its terminator */
	LLVMValueRef mask; /* the lanes */
	LLVMValueRef
		*on; /* [nsuccs] those that take each edge; NULL: not told */
	uint64_t at; /* its first word */
};

static LLVMValueRef is_case(const struct counter *counter, LLVMValueRef last,
			    unsigned k)
{
	return LLVMBuildICmp(counter->builder, LLVMIntEQ,
			     LLVMGetOperand(last, 0), cvg_switch_case(last, k),
			     "");
}

/* Find the lanes that take each edge: of a switch, those that take no case take the
 * first, which is the default. */
static void ballots(const struct counter *counter, struct told *told)
{
	LLVMBuilderRef builder = counter->builder;
	uint32_t nsuccs = told->counted->fn->blocks[told->block].nsuccs;
	LLVMValueRef some = NULL;

	if (told->counted->way[told->block] == CVG_COUNT_BOTH &&
	    LLVMGetInstructionOpcode(told->last) == LLVMBr) {
		told->on[0] = ballot(counter, told->mask,
				     LLVMGetCondition(told->last));
		return;
	}
	for (unsigned k = 1; k < nsuccs; k++) {
		told->on[k] = ballot(counter, told->mask,
				     is_case(counter, told->last, k));
		some = some ? LLVMBuildOr(builder, some, told->on[k], "")
			    : told->on[k];
	}
	told->on[0] = LLVMBuildAnd(builder, told->mask,
				   LLVMBuildNot(builder, some, ""), "");
}

/* The edge that all lanes take, as its number. */
static LLVMValueRef edge_taken(const struct counter *counter,
			       const struct told *told)
{
	uint32_t nsuccs = told->counted->fn->blocks[told->block].nsuccs;
	LLVMValueRef edge = LLVMConstInt(counter->i64, 0, false);

	if (LLVMGetInstructionOpcode(told->last) == LLVMBr)
		return LLVMBuildSelect(
			counter->builder, LLVMGetCondition(told->last), edge,
			LLVMConstInt(counter->i64, 1, false), "");
	for (unsigned k = 1; k < nsuccs; k++)
		edge = LLVMBuildSelect(
			counter->builder, is_case(counter, told->last, k),
			LLVMConstInt(counter->i64, k, false), edge, "");
	return edge;
}

/* Do lanes go to two blocks? As 0 or 1. */
static LLVMValueRef is_split(const struct counter *counter,
			     const struct told *told)
{
	const struct cvg_fn *fn = told->counted->fn;
	const struct cvg_block *block = &fn->blocks[told->block];
	const uint32_t *succs = fn->succs + block->succs_at;
	LLVMBuilderRef builder = counter->builder;
	LLVMValueRef none = LLVMConstNull(counter->lanes), split = NULL;

	for (uint32_t k = 0; k < block->nsuccs; k++) {
		LLVMValueRef to = told->on[k], some;
		uint32_t j = 0;

		while (succs[j] != succs[k])
			j++;
		if (j < k)
			continue;
		for (j = k + 1; j < block->nsuccs; j++)
			if (succs[j] == succs[k])
				to = LLVMBuildOr(builder, to, told->on[j], "");
		some = LLVMBuildAnd(
			builder,
			LLVMBuildICmp(builder, LLVMIntNE, to, none, ""),
			LLVMBuildICmp(builder, LLVMIntNE, to, told->mask, ""),
			"");
		split = split ? LLVMBuildOr(builder, split, some, "") : some;
	}
	return LLVMBuildZExt(builder, split, counter->i64, "");
}

/* What the first lane does: add to the words of the block. */
static void add_words(const struct counter *counter, const struct told *told)
{
	uint32_t nsuccs = told->counted->fn->blocks[told->block].nsuccs;
	LLVMValueRef n = population(counter, told->mask);

	switch ((enum cvg_count_way)told->counted->way[told->block]) {
	case CVG_COUNT_NOTHING:
		break;
	case CVG_COUNT_LANES:
		add_one(counter, told->at, NULL, n);
		break;
	case CVG_COUNT_WAY:
		add_one(counter, told->at, edge_taken(counter, told), n);
		break;
	case CVG_COUNT_BOTH:
		add_one(counter, told->at, n, population(counter, told->on[0]));
		break;
	case CVG_COUNT_EACH:
		add_one(counter, told->at, is_split(counter, told), n);
		for (uint32_t k = 0; k < nsuccs; k++)
			add_one(counter, told->at,
				LLVMConstInt(counter->i64, 2 + (uint64_t)k,
					     false),
				population(counter, told->on[k]));
	}
}

/* The call that must stand right before the block's return, or else the end of the
 * block. */
static LLVMValueRef end_of(LLVMBasicBlockRef block)
{
	LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
	LLVMValueRef call = LLVMGetPreviousInstruction(end);

	return call && LLVMIsACallInst(call) &&
			       LLVMGetTailCallKind(call) ==
				       LLVMTailCallKindMustTail
		       ? call
		       : end;
}

/* Where the block counts: before its end, or, if that is not reached, at its
 * beginning. */
static LLVMValueRef counting_place(const struct counter *counter,
				   LLVMBasicBlockRef block)
{
	LLVMValueRef at = end_of(block);

	if (LLVMGetInstructionOpcode(at) != LLVMUnreachable)
		return at;
	if (LLVMGetInstructionParent(counter->lane) == block)
		return LLVMGetNextInstruction(counter->lane);
	for (at = LLVMGetFirstInstruction(block); cvg_inst_is_phi(at);
	     at = LLVMGetNextInstruction(at))
		continue;
	return at;
}

static void count_block(const struct counter *counter, LLVMBasicBlockRef block,
			struct told *told)
{
	LLVMBuilderRef builder = counter->builder;
	LLVMValueRef function = LLVMGetBasicBlockParent(block), first;
	LLVMValueRef place = counting_place(counter, block);
	enum cvg_count_way way =
		(enum cvg_count_way)told->counted->way[told->block];
	LLVMBasicBlockRef count, rest;

	told->last = LLVMGetBasicBlockTerminator(block);
	LLVMPositionBuilderBefore(builder, place);
	LLVMSetCurrentDebugLocation2(builder, cvg_loc_none(function));
	told->mask = active(counter);
	if (way == CVG_COUNT_BOTH || way == CVG_COUNT_EACH)
		ballots(counter, told);
	first = is_first(counter, told->mask);
	count = LLVMAppendBasicBlockInContext(counter->context, function, "");
	rest = part(counter, block, place, count);
	LLVMPositionBuilderAtEnd(builder, block);
	LLVMSetCurrentDebugLocation2(builder, cvg_loc_none(function));
	LLVMBuildCondBr(builder, first, count, rest);
	LLVMPositionBuilderAtEnd(builder, count);
	add_words(counter, told);
	LLVMBuildBr(builder, rest);
}

/* Can the end of the block be counted? */
static bool is_counted(LLVMBasicBlockRef block)
{
	LLVMValueRef last = LLVMGetBasicBlockTerminator(block);
	LLVMOpcode opcode = LLVMGetInstructionOpcode(last);

	return opcode == LLVMBr || opcode == LLVMSwitch || opcode == LLVMRet ||
	       opcode == LLVMUnreachable;
}

static bool count_blocks(struct counter *counter, LLVMValueRef function,
			 struct told *told, struct cvg_err *err)
{
	const struct cvg_counted *counted = told->counted;
	const struct cvg_fn *fn = counted->fn;
	LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function), next;

	for (uint32_t b = 0; block; block = next, b++) {
		next = LLVMGetNextBasicBlock(block);
		told->block = b;
		if (!is_counted(block))
			return cvg_fail(err,
					"@%s: B%u ends in neither a branch nor "
					"a switch nor a return",
					fn->name, fn->blocks[b].uid);
		if (counted->way[b] != CVG_COUNT_NOTHING)
			count_block(counter, block, told);
		told->at += cvg_counters_words(counted, b, counter->warp);
	}
	return true;
}

/* The number of the lane is computed once, at the function's beginning. */
static void find_lane(struct counter *counter, LLVMValueRef function)
{
	LLVMValueRef first =
		LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(function));

	while (LLVMGetInstructionOpcode(first) == LLVMAlloca)
		first = LLVMGetNextInstruction(first);
	LLVMPositionBuilderBefore(counter->builder, first);
	LLVMSetCurrentDebugLocation2(counter->builder, cvg_loc_none(function));
	counter->lane = lane_number(counter);
}

static bool count_function(struct counter *counter, LLVMValueRef function,
			   const struct cvg_counted *counted,
			   struct cvg_err *err)
{
	const struct cvg_fn *fn = counted->fn;
	struct told told = {.counted = counted, .at = counted->at};
	bool ok;

	if (LLVMCountBasicBlocks(function) != fn->nblocks)
		return cvg_fail(err, "@%s: its blocks are not known", fn->name);
	find_lane(counter, function);
	told.on = cvg_calloc(cvg_fn_nedges(fn) + (size_t)1, sizeof *told.on);
	ok = count_blocks(counter, function, &told, err);
	free(told.on);
	return ok;
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
		    uint32_t warp, uint64_t nwords, struct cvg_err *err)
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
	uint64_t head[CVG_COUNTERS_HEAD] = {CVG_COUNTERS_MAGIC, nwords,
					    cvg_counters_hash(counted, n),
					    warp};
	bool ok = can_count(module, err);

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
