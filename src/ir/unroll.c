/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Which loops LLVM's passes may unroll: hints in !llvm.loop, a list of itself and of
 * hints, each a list that begins with its name. clang at -O1 forbids it to all loops
 * by one; another one asks for as many rounds as a loop has, for which LLVM takes 16384
 * instructions in place of a few hundred. Passes that unrolled once leave loops with
 * more tests than they had, whose arms nothing can meld; without a loop they can.
 */
#include "ptrmap.h"
#include "surgery.h"

#include <stdlib.h>
#include <string.h>

static const char disable[] = "llvm.loop.unroll.disable";
static const char full[] = "llvm.loop.unroll.full";

static bool has_hint(LLVMValueRef loop, const char *hint)
{
	unsigned n = loop ? LLVMGetMDNodeNumOperands(loop) : 0;
	LLVMValueRef *part = cvg_calloc(n + 1, sizeof *part), name;
	bool found = false;

	if (n)
		LLVMGetMDNodeOperands(loop, part);
	for (unsigned i = 1; i < n && !found; i++) {
		if (!part[i] || LLVMGetMDNodeNumOperands(part[i]) != 1)
			continue;
		LLVMGetMDNodeOperands(part[i], &name);
		found = cvg_metadata_is(name, hint);
	}
	free(part);
	return found;
}

/* Remove the !llvm.loop of all loops that have the hint. */
static void remove_loops_with(LLVMValueRef function, const char *hint)
{
	LLVMBasicBlockRef b;

	for (b = LLVMGetFirstBasicBlock(function); b;
	     b = LLVMGetNextBasicBlock(b)) {
		LLVMValueRef term = LLVMGetBasicBlockTerminator(b);

		if (has_hint(cvg_branch_loop(term), hint))
			cvg_branch_set_loop(term, NULL);
	}
}

/* What a loop has that is to be unrolled; a list that names itself is like no other. */
static LLVMValueRef new_loop(LLVMContextRef c)
{
	LLVMMetadataRef name = LLVMMDStringInContext2(c, full, strlen(full));
	LLVMMetadataRef self = LLVMTemporaryMDNode(c, NULL, 0);
	LLVMMetadataRef part[2] = {self, LLVMMDNodeInContext2(c, &name, 1)};
	LLVMMetadataRef loop = LLVMMDNodeInContext2(c, part, 2);

	LLVMMetadataReplaceAllUsesWith(self, loop);
	return LLVMMetadataAsValue(c, loop);
}

/* ---- branches back ----------------------------------------------------- */

struct visit {
	LLVMBasicBlockRef block;
	unsigned next; /* succ */
};

/* A walk depth first. */
struct walk {
	cvg_vec(struct visit) path;
	struct cvg_ptrmap state;  /* of the blocks that were found */
	struct cvg_ptrmap header; /* -> its loop */
	cvg_vec(LLVMValueRef) loop;
};

enum { ON_PATH, LEFT };

static void enter(struct walk *walk, LLVMBasicBlockRef block)
{
	cvg_ptrmap_put(&walk->state, block, ON_PATH);
	cvg_push(&walk->path, ((struct visit){block, 0}));
}

/* LLVM believes a hint if all branches to the header have the same. */
static void hint(struct walk *walk, LLVMValueRef term, LLVMBasicBlockRef header)
{
	uint32_t loop = cvg_ptrmap_get(&walk->header, header);

	if (loop == CVG_NONE) {
		loop = (uint32_t)walk->loop.n;
		cvg_ptrmap_put(&walk->header, header, loop);
		cvg_push(&walk->loop,
			 new_loop(LLVMGetTypeContext(LLVMTypeOf(term))));
	}
	cvg_branch_set_loop(term, walk->loop.at[loop]);
}

/* Go on from the last block of the path. */
static void step(struct walk *walk)
{
	struct visit *last = &walk->path.at[walk->path.n - 1];
	LLVMValueRef term = LLVMGetBasicBlockTerminator(last->block);
	LLVMBasicBlockRef to;
	uint32_t state;

	if (last->next == LLVMGetNumSuccessors(term)) {
		cvg_ptrmap_put(&walk->state, last->block, LEFT);
		walk->path.n--;
		return;
	}
	to = LLVMGetSuccessor(term, last->next++);
	state = cvg_ptrmap_get(&walk->state, to);
	if (state == CVG_NONE)
		enter(walk, to);
	else if (state == ON_PATH)
		hint(walk, term, to);
}

/* A branch to a block on the path leads back. */
static void hint_all(LLVMValueRef function)
{
	struct walk walk = {.path = {0}};

	enter(&walk, LLVMGetEntryBasicBlock(function));
	while (walk.path.n)
		step(&walk);
	free(walk.path.at);
	free(walk.loop.at);
	cvg_ptrmap_done(&walk.state);
	cvg_ptrmap_done(&walk.header);
}

/* ---- the function ------------------------------------------------------- */

void cvg_unroll_hint(LLVMValueRef function, enum cvg_unroll unroll)
{
	switch (unroll) {
	case CVG_UNROLL_HINTED:
		break;
	case CVG_UNROLL_ANY:
		remove_loops_with(function, disable);
		break;
	case CVG_UNROLL_FULL:
		hint_all(function);
		break;
	}
}

void cvg_unroll_forget(LLVMValueRef function, enum cvg_unroll unroll)
{
	if (unroll == CVG_UNROLL_FULL)
		remove_loops_with(function, full);
}
