/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Finds what a kernel reaches: the functions that it calls or takes the address
 * of, the variables that it names, and what these name in turn. Unreachable
 * blocks do not count. It uses worklists, not recursion, because constants may
 * be nested to any depth.
 */
#include <stdlib.h>

#include "decode_int.h"

#include "reconverge/analysis.h"
#include "reconverge/graph.h"
#include "reconverge/ir.h"

struct reach {
	struct cvg_decoder *decoder;
	cvg_vec(LLVMValueRef) work; /* constants whose operands are to visit */
	struct cvg_ptrmap seen;	    /* constants that were put on it */
};

/* The value behind aliases and casts of pointers. */
static LLVMValueRef peel(LLVMValueRef v)
{
	for (;;) {
		if (LLVMIsAGlobalAlias(v)) {
			v = LLVMAliasGetAliasee(v);
			continue;
		}
		if (!LLVMIsAConstantExpr(v) ||
		    (LLVMGetConstOpcode(v) != LLVMBitCast &&
		     LLVMGetConstOpcode(v) != LLVMAddrSpaceCast))
			return v;
		v = LLVMGetOperand(v, 0);
	}
}

LLVMValueRef cvg_dec_callee(LLVMValueRef call)
{
	LLVMValueRef fn = peel(LLVMGetCalledValue(call));

	if (!LLVMIsAFunction(fn) ||
	    LLVMGlobalGetValueType(fn) != LLVMGetCalledFunctionType(call))
		return NULL;
	return fn;
}

/* ---- numbers --------------------------------------------------------- */

static void add_function(struct reach *r, LLVMValueRef value, bool address)
{
	struct cvg_dec_inner *in = r->decoder->in;
	uint32_t id = cvg_ptrmap_get(&in->fn_id, value);
	struct cvg_dec_fn fn = {.value = value, .address_taken = address};
	LLVMValueRef own;

	if (id != CVG_NONE) {
		in->fns.at[id].address_taken |= address;
		return;
	}
	fn.index = cvg_live_place(r->decoder->module, value);
	if (fn.index == CVG_NONE) {
		if (!address ||
		    cvg_ptrmap_get(&in->bodiless_id, value) != CVG_NONE)
			return;
		cvg_ptrmap_put(&in->bodiless_id, value,
			       (uint32_t)in->bodiless.n);
		cvg_push(&in->bodiless, value);
		return;
	}
	/* A function in work has its code elsewhere than where it is called. */
	own = r->decoder->module->fns[fn.index].own;
	fn.value = cvg_live_function(r->decoder->module, fn.index);
	cvg_ptrmap_put(&in->fn_id, fn.value, (uint32_t)in->fns.n);
	if (own != fn.value)
		cvg_ptrmap_put(&in->fn_id, own, (uint32_t)in->fns.n);
	cvg_push(&in->fns, fn);
}

static void push_constant(struct reach *r, LLVMValueRef v)
{
	if (!v || cvg_ptrmap_get(&r->seen, v) != CVG_NONE)
		return;
	cvg_ptrmap_put(&r->seen, v, 0);
	cvg_push(&r->work, v);
}

static void add_variable(struct reach *r, LLVMValueRef v)
{
	struct cvg_dec_inner *in = r->decoder->in;

	cvg_ptrmap_put(&in->global_id, v, (uint32_t)in->globals.n);
	cvg_push(&in->globals, v);
	push_constant(r, LLVMGetInitializer(v));
}

static void look_into(struct reach *r, LLVMValueRef v)
{
	int n;

	if (LLVMIsAFunction(v)) {
		add_function(r, v, true);
		return;
	}
	if (LLVMIsAGlobalVariable(v)) {
		add_variable(r, v);
		return;
	}
	if (LLVMIsAGlobalAlias(v)) {
		push_constant(r, LLVMAliasGetAliasee(v));
		return;
	}
	if (!LLVMIsAUser(v) || LLVMIsABlockAddress(v) || LLVMIsAGlobalValue(v))
		return;
	n = LLVMGetNumOperands(v);
	for (int k = 0; k < n; k++)
		push_constant(r, LLVMGetOperand(v, (unsigned)k));
}

static void add_operand(struct reach *r, LLVMValueRef v)
{
	if (!LLVMIsConstant(v))
		return;
	push_constant(r, v);
	while (r->work.n)
		look_into(r, r->work.at[--r->work.n]);
}

/* ---- functions ------------------------------------------------------- */

static void visit_inst(struct reach *r, const struct cvg_numbering *num,
		       uint32_t i)
{
	LLVMValueRef inst = num->insts.at[i], callee;
	uint32_t nfixed = num->nargs + (uint32_t)num->insts.n;

	for (uint32_t k = num->ops_at.at[i]; k < num->ops_at.at[i + 1]; k++)
		if (num->ops.at[k] >= nfixed)
			add_operand(r, num->values.at[num->ops.at[k]]);
	if (num->callee.at[i] == CVG_NONE)
		return;
	callee = LLVMGetInstructionOpcode(inst) == LLVMCall
			 ? cvg_dec_callee(inst)
			 : NULL;
	if (callee && !cvg_builtin_replaces(callee))
		add_function(r, callee, false);
	else if (!callee)
		add_operand(r, LLVMGetCalledValue(inst));
}

static void visit_function(struct reach *r, uint32_t id)
{
	struct cvg_dec_fn fn = r->decoder->in->fns.at[id];
	const struct cvg_order *order;

	cvg_numbering_init(&fn.num, fn.value);
	fn.fn = cvg_module_snapshot(r->decoder->module, fn.index, 0);
	fn.ana = cvg_ana_new(fn.fn);
	order = cvg_ana_order(fn.ana);
	for (uint32_t b = 0; b < fn.fn->nblocks; b++)
		for (uint32_t i = fn.num.inst_at.at[b];
		     order->place[b] != CVG_NONE &&
		     i < fn.num.inst_at.at[b + 1];
		     i++)
			visit_inst(r, &fn.num, i);
	fn.address_taken = r->decoder->in->fns.at[id].address_taken;
	r->decoder->in->fns.at[id] = fn;
}

void cvg_dec_reach(struct cvg_decoder *decoder, uint32_t f)
{
	struct reach r = {.decoder = decoder};

	add_function(&r, cvg_live_function(decoder->module, f), false);
	for (uint32_t id = 0; id < decoder->in->fns.n; id++)
		visit_function(&r, id);
	free(r.work.at);
	cvg_ptrmap_done(&r.seen);
}
