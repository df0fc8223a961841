/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Phis of a flattened nest. What a loop's header got over its back edges now
 * comes by way of the latch and the new header: a phi in each. A's own phis
 * move to the new header, which dominates all of the nest. A value is poison
 * there in the states that do not want it, as long as nobody asks
 * (flatten_values.c).
 */
#include "flatten.h"

#include <assert.h>
#include <stdlib.h>

/* ---- building -------------------------------------------------------- */

/* Small enough to be a bit if there are two. */
static LLVMTypeRef word_for(const struct flat_nest *z, size_t n)
{
	return n <= 2 ? LLVMInt1TypeInContext(z->m->context)
		      : LLVMInt32TypeInContext(z->m->context);
}

LLVMTypeRef cvg_flat_word(const struct flat_nest *z)
{
	return word_for(z, z->nloops);
}

LLVMValueRef cvg_flat_phi(struct flat_nest *z, LLVMBasicBlockRef block,
			  LLVMTypeRef type, const char *name)
{
	return cvg_phi_new(z->b, block, type, cvg_loc_none(z->function), name);
}

void cvg_flat_add(LLVMValueRef phi, LLVMValueRef value, LLVMBasicBlockRef from)
{
	LLVMAddIncoming(phi, &value, &from, 1);
}

static LLVMValueRef is_case(struct flat_nest *z, const struct flat_pred *p,
			    uint32_t k)
{
	if (!p->label)
		return p->cond;
	return LLVMBuildICmp(z->b, LLVMIntEQ, p->cond, p->label[k], "");
}

/*
 * The edge that is asked for last needs no test: a switch's default or the
 * false side; if that is none of these, any.
 */
static uint32_t otherwise_of(const struct flat_nest *z,
			     const struct flat_pred *p,
			     LLVMValueRef const *value)
{
	uint32_t found = CVG_NONE;

	for (uint32_t k = 0; k < p->nedges; k++) {
		uint32_t slot = z->edge.at[p->edges_at + k].slot;

		if (!value[k])
			continue;
		if (found == CVG_NONE || (p->label ? slot == 0 : slot == 1))
			found = k;
	}
	return found;
}

/* True on one side of the branch and false on the other: the condition. */
static LLVMValueRef as_condition(struct flat_nest *z, const struct flat_pred *p,
				 LLVMValueRef const *value)
{
	if (p->label || p->nedges != 2 || !value[0] || !value[1])
		return NULL;
	if (cvg_is_bool(value[0], true) && cvg_is_bool(value[1], false))
		return p->cond;
	if (cvg_is_bool(value[0], false) && cvg_is_bool(value[1], true))
		return LLVMBuildNot(z->b, p->cond, "");
	return NULL;
}

LLVMValueRef cvg_flat_choose(struct flat_nest *z, const struct flat_pred *p,
			     LLVMValueRef const *value)
{
	uint32_t other = otherwise_of(z, p, value);
	LLVMValueRef v, condition;

	if (other == CVG_NONE)
		return NULL;
	v = value[other];
	LLVMPositionBuilderBefore(z->b, LLVMGetBasicBlockTerminator(p->at));
	LLVMSetCurrentDebugLocation2(z->b, cvg_loc_none(z->function));
	condition = as_condition(z, p, value);
	if (condition)
		return condition;
	for (uint32_t k = 0; k < p->nedges; k++)
		if (value[k] && value[k] != value[other])
			v = LLVMBuildSelect(z->b, is_case(z, p, k), value[k], v,
					    "");
	return v;
}

/* A phi of the latch: value[edge] by index into z->edge, NULL: poison. */
static LLVMValueRef latch_phi(struct flat_nest *z, LLVMTypeRef type,
			      const char *name, LLVMValueRef const *value)
{
	LLVMValueRef phi = cvg_flat_phi(z, z->latch, type, name);

	for (size_t k = 0; k < z->pred.n; k++) {
		const struct flat_pred *p = &z->pred.at[k];
		LLVMValueRef v = cvg_flat_choose(z, p, value + p->edges_at);

		for (uint32_t i = 0; i < p->nentries; i++)
			cvg_flat_add(phi, v ? v : LLVMGetPoison(type), p->at);
	}
	return phi;
}

/* ---- data ------------------------------------------------------------ */

/* What the phi gets over the edges of that code. */
static LLVMValueRef brought(struct flat_nest *z, LLVMValueRef phi,
			    uint32_t code, const char *name)
{
	LLVMValueRef *value = cvg_calloc(z->edge.n + 1, sizeof *value);
	struct cvg_ptrmap of = {0};
	struct cvg_incomings in = {0};
	LLVMValueRef made;

	cvg_phi_read(phi, &in);
	for (uint32_t k = 0; k < in.n; k++)
		cvg_ptrmap_put(&of, in.at[k].block, k);
	for (size_t k = 0; k < z->pred.n; k++) {
		const struct flat_pred *p = &z->pred.at[k];

		for (uint32_t i = 0; i < p->nedges; i++)
			if (z->edge.at[p->edges_at + i].code == code)
				value[p->edges_at + i] =
					in.at[cvg_ptrmap_get(&of, p->at)].value;
	}
	made = latch_phi(z, LLVMTypeOf(phi), name, value);
	cvg_ptrmap_done(&of);
	free(in.at);
	free(value);
	return made;
}

/* The phi's entries from outside the loop. */
static void add_first(struct flat_nest *z, LLVMValueRef to, LLVMValueRef phi,
		      uint32_t loop)
{
	struct cvg_incomings in = {0};

	cvg_phi_read(phi, &in);
	for (size_t k = 0; k < in.n; k++)
		if (!cvg_flat_has(z, loop, in.at[k].block))
			cvg_flat_add(to, in.at[k].value, in.at[k].block);
	free(in.at);
}

static void add_poison(struct flat_nest *z, LLVMValueRef slot)
{
	for (size_t k = 0; k < z->outer.n; k++)
		cvg_flat_add(slot, LLVMGetPoison(LLVMTypeOf(slot)),
			     z->outer.at[k]);
}

static void add_dispatched(struct flat_nest *z, LLVMValueRef phi, uint32_t loop,
			   LLVMValueRef value)
{
	for (uint32_t k = cvg_flat_edges_in(z, loop); k; k--)
		cvg_flat_add(phi, value, z->loop[z->loop[loop].parent].top);
}

/* A phi of a loop's header: the new one stands at the loop's top. */
static void move_phi(struct flat_nest *z, LLVMValueRef phi, uint32_t loop)
{
	struct flat_var v = {.loop = loop};

	v.latch = brought(z, phi, loop, "");
	v.value = cvg_flat_phi(z, z->loop[loop].top, LLVMTypeOf(phi), "");
	v.slot = loop ? cvg_flat_phi(z, z->head, LLVMTypeOf(phi), "") : v.value;
	if (loop)
		add_poison(z, v.slot);
	add_first(z, v.value, phi, loop);
	cvg_flat_add(v.slot, v.latch, z->latch);
	if (loop)
		add_dispatched(z, v.value, loop, v.slot);
	if (LLVMCanValueUseFastMathFlags(phi))
		LLVMSetFastMathFlags(v.value, LLVMGetFastMathFlags(phi));
	cvg_take_name(v.value, phi);
	LLVMInstructionSetDebugLoc(v.value, LLVMInstructionGetDebugLoc(phi));
	LLVMReplaceAllUsesWith(phi, v.value);
	LLVMInstructionEraseFromParent(phi);
	cvg_push(&z->var, v);
}

/* A phi where control leaves the nest: what it got, by way of the latch. */
static void leave_phi(struct flat_nest *z, LLVMValueRef phi, uint32_t exit)
{
	LLVMValueRef latch = brought(z, phi, z->nloops + exit, "");
	LLVMBasicBlockRef from = z->exit.n > 1 ? z->out : z->latch;
	struct cvg_incomings in = {0}, kept = {0};
	struct cvg_incoming x = {latch, from};

	cvg_phi_read(phi, &in);
	for (size_t k = 0; k < in.n; k++)
		if (!cvg_flat_has(z, 0, in.at[k].block))
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

static void do_phis(struct flat_nest *z, LLVMBasicBlockRef block, uint32_t at,
		    void (*with)(struct flat_nest *, LLVMValueRef, uint32_t))
{
	LLVMValueRef *phi;
	uint32_t n = phis_of(block, &phi);

	for (uint32_t k = 0; k < n; k++)
		with(z, phi[k], at);
	free(phi);
}

/* ---- the state ------------------------------------------------------- */

/* A latch phi of what number(code) says of each edge; CVG_NONE: nothing. */
static LLVMValueRef count_phi(struct flat_nest *z, LLVMTypeRef type,
			      const char *name,
			      uint32_t (*number)(const struct flat_nest *,
						 uint32_t code))
{
	LLVMValueRef *value = cvg_calloc(z->edge.n + 1, sizeof *value), made;

	for (size_t k = 0; k < z->edge.n; k++) {
		uint32_t n = number(z, z->edge.at[k].code);

		if (n != CVG_NONE)
			value[k] = LLVMConstInt(type, n, 0);
	}
	made = latch_phi(z, type, name, value);
	free(value);
	return made;
}

static uint32_t state_number(const struct flat_nest *z, uint32_t code)
{
	return code < z->nloops ? code : CVG_NONE;
}

static uint32_t more_number(const struct flat_nest *z, uint32_t code)
{
	return code < z->nloops;
}

static uint32_t exit_number(const struct flat_nest *z, uint32_t code)
{
	return code < z->nloops ? CVG_NONE : code - z->nloops;
}

/* Who enters an inner loop from its top runs its header next. */
static void inner_state(struct flat_nest *z, uint32_t loop)
{
	struct flat_loop *l = &z->loop[loop];
	LLVMUseRef use = LLVMGetFirstUse(LLVMBasicBlockAsValue(l->top));
	cvg_vec(LLVMBasicBlockRef) from = {0};

	for (; use; use = LLVMGetNextUse(use))
		if (LLVMIsATerminatorInst(LLVMGetUser(use)))
			cvg_push(&from,
				 LLVMGetInstructionParent(LLVMGetUser(use)));
	l->state = cvg_flat_phi(z, l->top, cvg_flat_word(z), "flat.state");
	for (size_t k = 0; k < from.n; k++)
		cvg_flat_add(l->state, LLVMConstInt(cvg_flat_word(z), loop, 0),
			     from.at[k]);
	add_dispatched(z, l->state, loop, z->loop[l->parent].state);
	free(from.at);
}

static void make_state(struct flat_nest *z)
{
	LLVMValueRef next =
		count_phi(z, cvg_flat_word(z), "flat.next", state_number);
	struct flat_loop *a = &z->loop[0];

	a->state = cvg_flat_phi(z, z->head, cvg_flat_word(z), "flat.state");
	for (size_t k = 0; k < z->outer.n; k++)
		cvg_flat_add(a->state, LLVMConstInt(cvg_flat_word(z), 0, 0),
			     z->outer.at[k]);
	cvg_flat_add(a->state, next, z->latch);
	for (uint32_t l = 1; l < z->nloops; l++)
		if (z->loop[l].last != l)
			inner_state(z, l);
}

/* ---- all of them ----------------------------------------------------- */

void cvg_flat_phis(struct flat_nest *z)
{
	LLVMValueRef way = NULL;

	make_state(z);
	if (z->exit.n)
		z->more =
			count_phi(z, word_for(z, 2), "flat.more", more_number);
	if (z->exit.n > 1)
		way = count_phi(z, word_for(z, z->exit.n), "flat.way",
				exit_number);
	for (uint32_t l = 0; l < z->nloops; l++)
		do_phis(z, z->loop[l].header, l, move_phi);
	for (uint32_t k = 0; k < z->exit.n; k++)
		do_phis(z, z->exit.at[k], k, leave_phi);
	cvg_flat_tests(z, way);
}
