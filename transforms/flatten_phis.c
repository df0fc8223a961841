/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Phis of a flattened nest. What a loop's header got over its back edges now
 * comes by way of the latch and the new header, with a phi in each. A's own
 * phis move to the new header, which dominates all of the nest. A value is
 * poison there in the states that do not want it; flatten_values.c adds the
 * states in which it is used farther on.
 *
 * Example (tests/ir/flatten-queue.ll, B's phi %j; the new header's %0 brings
 * what B computed, and %flat.state chose B only after it did):
 *
 *   before  B:          %j = phi i32 [ 0, %A ], [ %j1, %B ]
 *   after   flat.head:  %0 = phi i32 [ poison, %entry ], [ %x, %flat.latch ]
 *           B:          %j = phi i32 [ 0, %A ], [ %0, %flat.head ]
 *           flat.latch: %x = phi i32 [ poison, %tail ], [ %j1, %B ]
 *
 * %j1 dominates the latch, so flatten_fold.c lets it stand for %x. The state:
 *
 *           flat.head:  %flat.state = phi i1 [ false, %entry ],
 *                                            [ %flat.next, %flat.latch ]
 *           flat.latch: %flat.next = phi i1 [ false, %tail ], [ true, %B ]
 *                       %flat.more = phi i1 [ %more, %tail ], [ true, %B ]
 */
#include "flatten.h"

#include <assert.h>
#include <stdlib.h>

/* ---- building -------------------------------------------------------- */

/* A type for n different numbers. */
static LLVMTypeRef word_for(const struct flat_nest *nest, size_t n)
{
	return n <= 2 ? LLVMInt1TypeInContext(nest->module->context)
		      : LLVMInt32TypeInContext(nest->module->context);
}

LLVMTypeRef cvg_flat_word(const struct flat_nest *nest)
{
	return word_for(nest, nest->nloops);
}

LLVMValueRef cvg_flat_phi(struct flat_nest *nest, LLVMBasicBlockRef block,
			  LLVMTypeRef type, const char *name)
{
	return cvg_phi_new(nest->builder, block, type,
			   cvg_loc_none(nest->function), name);
}

void cvg_flat_add(LLVMValueRef phi, LLVMValueRef value, LLVMBasicBlockRef from)
{
	LLVMAddIncoming(phi, &value, &from, 1);
}

/* Whether the pred takes its edge k, as a value. */
static LLVMValueRef is_case(struct flat_nest *nest,
			    const struct flat_pred *pred, uint32_t k)
{
	if (!pred->label)
		return pred->cond;
	return LLVMBuildICmp(nest->builder, LLVMIntEQ, pred->cond,
			     pred->label[k], "");
}

/*
 * One of the edges that want a value needs no test, because it is what is left
 * after the others: a switch's default or a branch's false side; if neither
 * wants one, the first that does. CVG_NONE: no edge does.
 */
static uint32_t otherwise_of(const struct flat_nest *nest,
			     const struct flat_pred *pred,
			     LLVMValueRef const *value)
{
	uint32_t found = CVG_NONE;

	for (uint32_t k = 0; k < pred->nedges; k++) {
		uint32_t slot = nest->flow.edge.at[pred->edges_at + k].slot;

		if (!value[k])
			continue;
		if (found == CVG_NONE || (pred->label ? slot == 0 : slot == 1))
			found = k;
	}
	return found;
}

/* The condition, or its negation, if the value is true over one edge of the
 * branch and false over the other; else NULL. */
static LLVMValueRef as_condition(struct flat_nest *nest,
				 const struct flat_pred *pred,
				 LLVMValueRef const *value)
{
	if (pred->label || pred->nedges != 2 || !value[0] || !value[1])
		return NULL;
	if (cvg_is_bool(value[0], true) && cvg_is_bool(value[1], false))
		return pred->cond;
	if (cvg_is_bool(value[0], false) && cvg_is_bool(value[1], true))
		return LLVMBuildNot(nest->builder, pred->cond, "");
	return NULL;
}

LLVMValueRef cvg_flat_choose(struct flat_nest *nest,
			     const struct flat_pred *pred,
			     LLVMValueRef const *value)
{
	uint32_t other = otherwise_of(nest, pred, value);
	LLVMValueRef v, condition;

	if (other == CVG_NONE)
		return NULL;
	v = value[other];
	LLVMPositionBuilderBefore(nest->builder,
				  LLVMGetBasicBlockTerminator(pred->at));
	LLVMSetCurrentDebugLocation2(nest->builder,
				     cvg_loc_none(nest->function));
	condition = as_condition(nest, pred, value);
	if (condition)
		return condition;
	for (uint32_t k = 0; k < pred->nedges; k++)
		if (value[k] && value[k] != value[other])
			v = LLVMBuildSelect(nest->builder,
					    is_case(nest, pred, k), value[k], v,
					    "");
	return v;
}

/* A phi of the latch: value[] by index into flow.edge, NULL: poison. */
static LLVMValueRef latch_phi(struct flat_nest *nest, LLVMTypeRef type,
			      const char *name, LLVMValueRef const *value)
{
	LLVMValueRef phi = cvg_flat_phi(nest, nest->flow.latch, type, name);

	for (size_t k = 0; k < nest->flow.pred.n; k++) {
		const struct flat_pred *pred = &nest->flow.pred.at[k];
		LLVMValueRef v =
			cvg_flat_choose(nest, pred, value + pred->edges_at);

		for (uint32_t i = 0; i < pred->nentries; i++)
			cvg_flat_add(phi, v ? v : LLVMGetPoison(type),
				     pred->at);
	}
	return phi;
}

/* ---- data ------------------------------------------------------------ */

/* A phi of the latch: what `phi` gets over the edges of that code. */
static LLVMValueRef brought(struct flat_nest *nest, LLVMValueRef phi,
			    uint32_t code, const char *name)
{
	LLVMValueRef *value = cvg_calloc(nest->flow.edge.n + 1, sizeof *value);
	struct cvg_ptrmap of = {0};
	struct cvg_incomings in = {0};
	LLVMValueRef made;

	cvg_phi_read(phi, &in);
	for (uint32_t k = 0; k < in.n; k++)
		cvg_ptrmap_put(&of, in.at[k].block, k);
	for (size_t k = 0; k < nest->flow.pred.n; k++) {
		const struct flat_pred *pred = &nest->flow.pred.at[k];

		for (uint32_t i = 0; i < pred->nedges; i++)
			if (nest->flow.edge.at[pred->edges_at + i].code == code)
				value[pred->edges_at + i] =
					in.at[cvg_ptrmap_get(&of, pred->at)]
						.value;
	}
	made = latch_phi(nest, LLVMTypeOf(phi), name, value);
	cvg_ptrmap_done(&of);
	free(in.at);
	free(value);
	return made;
}

/* Give `to` the entries that `phi` has from outside the loop. */
static void add_first(struct flat_nest *nest, LLVMValueRef to, LLVMValueRef phi,
		      uint32_t loop)
{
	struct cvg_incomings in = {0};

	cvg_phi_read(phi, &in);
	for (size_t k = 0; k < in.n; k++)
		if (!cvg_flat_has(nest, loop, in.at[k].block))
			cvg_flat_add(to, in.at[k].value, in.at[k].block);
	free(in.at);
}

void cvg_flat_add_poison(const struct flat_nest *nest, LLVMValueRef slot)
{
	for (size_t k = 0; k < nest->flow.outer.n; k++)
		cvg_flat_add(slot, LLVMGetPoison(LLVMTypeOf(slot)),
			     nest->flow.outer.at[k]);
}

/* The phi's entries over the edges from the test of the loop around. */
static void add_dispatched(struct flat_nest *nest, LLVMValueRef phi,
			   uint32_t loop, LLVMValueRef value)
{
	for (uint32_t k = cvg_flat_edges_in(nest, loop); k; k--)
		cvg_flat_add(phi, value, cvg_flat_test_of(nest, loop));
}

/* Replace a phi of a loop's header by one at the loop's top. */
static void move_phi(struct flat_nest *nest, LLVMValueRef phi, uint32_t loop)
{
	struct flat_var v = {.loop = loop};

	v.latch = brought(nest, phi, loop, "");
	v.value = cvg_flat_phi(nest, nest->loop[loop].top, LLVMTypeOf(phi), "");
	v.slot = loop ? cvg_flat_phi(nest, nest->flow.head, LLVMTypeOf(phi), "")
		      : v.value;
	if (loop)
		cvg_flat_add_poison(nest, v.slot);
	add_first(nest, v.value, phi, loop);
	cvg_flat_add(v.slot, v.latch, nest->flow.latch);
	if (loop)
		add_dispatched(nest, v.value, loop, v.slot);
	if (LLVMCanValueUseFastMathFlags(phi))
		LLVMSetFastMathFlags(v.value, LLVMGetFastMathFlags(phi));
	cvg_take_name(v.value, phi);
	LLVMInstructionSetDebugLoc(v.value, LLVMInstructionGetDebugLoc(phi));
	LLVMReplaceAllUsesWith(phi, v.value);
	LLVMInstructionEraseFromParent(phi);
	cvg_push(&nest->var, v);
}

/* Lead what a phi at an exit got from the nest through a phi of the latch. */
static void leave_phi(struct flat_nest *nest, LLVMValueRef phi, uint32_t exit)
{
	LLVMValueRef latch = brought(nest, phi, nest->nloops + exit, "");
	LLVMBasicBlockRef from = cvg_flat_way_out(nest);
	struct cvg_incomings in = {0}, kept = {0};
	struct cvg_incoming x = {latch, from};

	cvg_phi_read(phi, &in);
	for (size_t k = 0; k < in.n; k++)
		if (!cvg_flat_has(nest, 0, in.at[k].block))
			cvg_push(&kept, in.at[k]);
	cvg_push(&kept, x);
	cvg_phi_rebuild(phi, kept.at, kept.n);
	free(in.at);
	free(kept.at);
}

static uint32_t phis_of(LLVMBasicBlockRef block, LLVMValueRef **out)
{
	LLVMValueRef inst = LLVMGetFirstInstruction(block);
	cvg_vec(LLVMValueRef) list = {0};

	for (; cvg_inst_is_phi(inst); inst = LLVMGetNextInstruction(inst))
		cvg_push(&list, inst);
	*out = list.at;
	return (uint32_t)list.n;
}

/* Call with(nest, phi, at) for each phi that the block has now. */
static void do_phis(struct flat_nest *nest, LLVMBasicBlockRef block,
		    uint32_t at,
		    void (*with)(struct flat_nest *, LLVMValueRef, uint32_t))
{
	LLVMValueRef *phi;
	uint32_t n = phis_of(block, &phi);

	for (uint32_t k = 0; k < n; k++)
		with(nest, phi[k], at);
	free(phi);
}

/* ---- the state ------------------------------------------------------- */

/* A phi of the latch: over each edge number(code), or nothing for CVG_NONE. */
static LLVMValueRef count_phi(struct flat_nest *nest, LLVMTypeRef type,
			      const char *name,
			      uint32_t (*number)(const struct flat_nest *,
						 uint32_t code))
{
	LLVMValueRef *value = cvg_calloc(nest->flow.edge.n + 1, sizeof *value),
		     made;

	for (size_t k = 0; k < nest->flow.edge.n; k++) {
		uint32_t n = number(nest, nest->flow.edge.at[k].code);

		if (n != CVG_NONE)
			value[k] = LLVMConstInt(type, n, 0);
	}
	made = latch_phi(nest, type, name, value);
	free(value);
	return made;
}

static uint32_t state_number(const struct flat_nest *nest, uint32_t code)
{
	return code < nest->nloops ? code : CVG_NONE;
}

static uint32_t more_number(const struct flat_nest *nest, uint32_t code)
{
	return code < nest->nloops;
}

static uint32_t exit_number(const struct flat_nest *nest, uint32_t code)
{
	return code < nest->nloops ? CVG_NONE : code - nest->nloops;
}

/* Make the state at an inner loop's top: a thread that enters the loop there,
 * and not from a test, runs the loop's header next. */
static void inner_state(struct flat_nest *nest, uint32_t loop)
{
	struct flat_loop *l = &nest->loop[loop];
	LLVMUseRef use = LLVMGetFirstUse(LLVMBasicBlockAsValue(l->top));
	cvg_vec(LLVMBasicBlockRef) from = {0};

	for (; use; use = LLVMGetNextUse(use))
		if (LLVMIsATerminatorInst(LLVMGetUser(use)))
			cvg_push(&from,
				 LLVMGetInstructionParent(LLVMGetUser(use)));
	l->state =
		cvg_flat_phi(nest, l->top, cvg_flat_word(nest), "flat.state");
	for (size_t k = 0; k < from.n; k++)
		cvg_flat_add(l->state,
			     LLVMConstInt(cvg_flat_word(nest), loop, 0),
			     from.at[k]);
	add_dispatched(nest, l->state, loop, nest->loop[l->parent].state);
	free(from.at);
}

static void make_state(struct flat_nest *nest)
{
	LLVMValueRef next =
		count_phi(nest, cvg_flat_word(nest), "flat.next", state_number);
	struct flat_loop *a = &nest->loop[0];

	a->state = cvg_flat_phi(nest, nest->flow.head, cvg_flat_word(nest),
				"flat.state");
	for (size_t k = 0; k < nest->flow.outer.n; k++)
		cvg_flat_add(a->state, LLVMConstInt(cvg_flat_word(nest), 0, 0),
			     nest->flow.outer.at[k]);
	cvg_flat_add(a->state, next, nest->flow.latch);
	for (uint32_t l = 1; l < nest->nloops; l++)
		if (nest->loop[l].last != l)
			inner_state(nest, l);
}

/* ---- all phis -------------------------------------------------------- */

void cvg_flat_phis(struct flat_nest *nest)
{
	LLVMValueRef way = NULL;

	make_state(nest);
	if (nest->flow.exit.n)
		nest->flow.more = count_phi(nest, word_for(nest, 2),
					    "flat.more", more_number);
	if (nest->flow.exit.n > 1)
		way = count_phi(nest, word_for(nest, nest->flow.exit.n),
				"flat.way", exit_number);
	for (uint32_t l = 0; l < nest->nloops; l++)
		do_phis(nest, nest->loop[l].header, l, move_phi);
	for (uint32_t k = 0; k < nest->flow.exit.n; k++)
		do_phis(nest, nest->flow.exit.at[k], k, leave_phi);
	cvg_flat_tests(nest, way);
}
