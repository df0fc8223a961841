/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The metadata of branches. Weights (!prof) and !unpredictable belong to a
 * condition and the order of its successors, !llvm.loop to an edge that leads
 * back to a loop's header. A phase that moves the condition or the edge moves
 * its metadata along, or drops it.
 */
#include "surgery.h"

#include <stdlib.h>
#include <string.h>

static unsigned kind_id(LLVMValueRef inst, const char *name)
{
	return LLVMGetMDKindIDInContext(LLVMGetTypeContext(LLVMTypeOf(inst)),
					name, (unsigned)strlen(name));
}

static LLVMValueRef metadata_of(LLVMValueRef inst, const char *name)
{
	return LLVMGetMetadata(inst, kind_id(inst, name));
}

static void set_metadata(LLVMValueRef inst, const char *name, LLVMValueRef node)
{
	LLVMSetMetadata(inst, kind_id(inst, name), node);
}

/* ---- weights --------------------------------------------------------- */

bool cvg_metadata_is(LLVMValueRef operand, const char *text)
{
	unsigned n = 0;
	const char *found = operand ? LLVMGetMDString(operand, &n) : NULL;

	return found &&
	       (!text || (n == strlen(text) && memcmp(found, text, n) == 0));
}

/*
 * Turn !{"branch_weights", [a string for their origin,] T, F} into the node
 * with F before T. Any other content of !prof does not depend on the order of
 * two successors and is returned unchanged.
 */
static LLVMValueRef swap_weights(LLVMContextRef c, LLVMValueRef prof)
{
	enum { MOST = 4 };
	LLVMValueRef part[MOST];
	LLVMMetadataRef node[MOST], last;
	unsigned n = LLVMGetMDNodeNumOperands(prof);

	if (n < MOST - 1 || n > MOST)
		return prof;
	LLVMGetMDNodeOperands(prof, part);
	if (!cvg_metadata_is(part[0], "branch_weights") ||
	    (n == MOST) != cvg_metadata_is(part[1], NULL))
		return prof;
	for (unsigned k = 0; k < n; k++)
		node[k] = LLVMValueAsMetadata(part[k]);
	last = node[n - 1];
	node[n - 1] = node[n - 2];
	node[n - 2] = last;
	return LLVMMetadataAsValue(c, LLVMMDNodeInContext2(c, node, n));
}

struct cvg_branch_md cvg_branch_md_of(LLVMValueRef term, bool inverted)
{
	struct cvg_branch_md md = {metadata_of(term, "prof"),
				   metadata_of(term, "unpredictable")};

	if (inverted && md.prof)
		md.prof = swap_weights(LLVMGetTypeContext(LLVMTypeOf(term)),
				       md.prof);
	return md;
}

void cvg_branch_md_set(LLVMValueRef term, struct cvg_branch_md md)
{
	set_metadata(term, "prof", md.prof);
	set_metadata(term, "unpredictable", md.unpredictable);
}

void cvg_branch_set_weights(LLVMValueRef branch, const uint32_t weight[2])
{
	LLVMContextRef c = LLVMGetTypeContext(LLVMTypeOf(branch));
	LLVMTypeRef word = LLVMInt32TypeInContext(c);
	const char name[] = "branch_weights";
	LLVMMetadataRef node[3] = {
		LLVMMDStringInContext2(c, name, sizeof name - 1)};

	for (int k = 0; k < 2; k++)
		node[k + 1] = LLVMValueAsMetadata(
			LLVMConstInt(word, weight[k], false));
	set_metadata(branch, "prof",
		     LLVMMetadataAsValue(c, LLVMMDNodeInContext2(c, node, 3)));
}

void cvg_branch_invert(LLVMValueRef branch, LLVMValueRef cond)
{
	LLVMBasicBlockRef t = LLVMGetSuccessor(branch, 0);

	cvg_branch_md_set(branch, cvg_branch_md_of(branch, true));
	LLVMSetCondition(branch, cond);
	LLVMSetSuccessor(branch, 0, LLVMGetSuccessor(branch, 1));
	LLVMSetSuccessor(branch, 1, t);
}

/* Read the two weights of a branch; false: it has none. */
static bool read_weights(LLVMValueRef branch, uint64_t *weight)
{
	enum { MOST = 4 };
	LLVMValueRef part[MOST], prof = metadata_of(branch, "prof");
	unsigned n = prof ? LLVMGetMDNodeNumOperands(prof) : 0;

	if (n < MOST - 1 || n > MOST)
		return false;
	LLVMGetMDNodeOperands(prof, part);
	if (!cvg_metadata_is(part[0], "branch_weights") ||
	    (n == MOST) != cvg_metadata_is(part[1], NULL))
		return false;
	for (unsigned k = 0; k < 2; k++)
		weight[k] = LLVMConstIntGetZExtValue(part[n - 2 + k]);
	return true;
}

/* The share of `part`, as a weight. */
static LLVMMetadataRef weight_of(LLVMContextRef c, double part, double all)
{
	const double most = 1 << 30;
	double weight = all > most ? part * (most / all) : part;

	return LLVMValueAsMetadata(LLVMConstInt(LLVMInt32TypeInContext(c),
						(uint64_t)weight, false));
}

void cvg_branch_join_weights(LLVMValueRef made, LLVMValueRef outer,
			     LLVMValueRef inner, unsigned edge)
{
	LLVMContextRef c = LLVMGetTypeContext(LLVMTypeOf(made));
	uint64_t first[2], second[2];
	LLVMMetadataRef node[3];
	unsigned join =
		LLVMGetSuccessor(inner, 0) != LLVMGetSuccessor(outer, !edge);
	double all, part[2];

	if (!read_weights(outer, first) || !read_weights(inner, second))
		return;
	all = (double)(first[0] + first[1]) * (double)(second[0] + second[1]);
	part[!join] = (double)first[edge] * (double)second[!join];
	part[join] = all - part[!join];
	node[0] = LLVMMDStringInContext2(c, "branch_weights",
					 strlen("branch_weights"));
	for (unsigned k = 0; k < 2; k++)
		node[1 + k] = weight_of(c, part[k], all);
	set_metadata(made, "prof",
		     LLVMMetadataAsValue(c, LLVMMDNodeInContext2(c, node, 3)));
}

/* ---- loops ----------------------------------------------------------- */

LLVMValueRef cvg_branch_loop(LLVMValueRef term)
{
	return metadata_of(term, "llvm.loop");
}

void cvg_branch_set_loop(LLVMValueRef term, LLVMValueRef loop)
{
	set_metadata(term, "llvm.loop", loop);
}
