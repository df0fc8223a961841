/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Calls. An argument that is passed by value (byval) is copied by the caller
 * into private memory. The caller allocates that memory once, when it is
 * entered, so a call in a loop uses the same memory in each round.
 */
#include <stdlib.h>
#include <string.h>

#include <llvm-c/Target.h>

#include "src/ir/compat.h"
#include "decode_int.h"

#include "reconverge/analysis.h"
#include "reconverge/graph.h"

/* ---- by value -------------------------------------------------------- */

static LLVMTypeRef byval_type(struct cvg_decoder *decoder, LLVMValueRef call,
			      unsigned k)
{
	LLVMAttributeRef a = LLVMGetCallSiteEnumAttribute(
		call, k + 1, decoder->module->kinds.byval);
	LLVMTypeRef type = a ? LLVMGetTypeAttributeValue(a) : NULL;

	return type && cvg_dec_sized(decoder, type) ? type : NULL;
}

/* Does the call enter a function of the program, one with a body? */
static bool enters(struct cvg_decoder *decoder, LLVMValueRef call)
{
	LLVMValueRef fn = cvg_dec_callee(call);

	if (LLVMIsAInlineAsm(LLVMGetCalledValue(call)))
		return false;
	return !fn || cvg_ptrmap_get(&decoder->in->fn_id, fn) != CVG_NONE;
}

static void take_memory(struct cvg_decoder *decoder, uint32_t i, unsigned k,
			LLVMTypeRef type)
{
	enum cvg_kind kind =
		decoder->program->private64 ? CVG_K_I64 : CVG_K_I32;
	LLVMAttributeRef a = LLVMGetCallSiteEnumAttribute(
		decoder->num->insts.at[i], k + 1, decoder->module->kinds.align);
	struct cvg_dec_copy c = {.inst = i, .arg = k};
	uint64_t align = LLVMABIAlignmentOfType(decoder->module->layout, type);
	struct cvg_uop *uop;

	if (a && LLVMGetEnumAttributeValue(a) > align)
		align = LLVMGetEnumAttributeValue(a);
	c.slot = cvg_dec_slot(decoder, kind);
	c.bytes = LLVMABISizeOfType(decoder->module->layout, type);
	decoder->inst_id = i;
	uop = cvg_dec_op(decoder, CVG_U_ALLOCA, cvg_dec_plain(kind), c.slot,
			 CVG_NONE, CVG_NONE, CVG_NONE);
	uop->imm = c.bytes;
	while (align >> (uop->n + 1))
		uop->n++;
	cvg_push(&decoder->in->copies, c);
}

void cvg_dec_copies(struct cvg_decoder *decoder)
{
	const struct cvg_order *order = cvg_ana_order(decoder->in->fn->ana);

	for (uint32_t i = 0; i < decoder->fn->ninsts; i++) {
		LLVMValueRef call = decoder->num->insts.at[i];
		unsigned n;

		if (decoder->fn->insts[i].op != CVG_OP_CALL ||
		    order->place[decoder->fn->insts[i].block] == CVG_NONE ||
		    !enters(decoder, call))
			continue;
		n = LLVMGetNumArgOperands(call);
		for (unsigned k = 0; k < n; k++) {
			LLVMTypeRef type = byval_type(decoder, call, k);

			if (type)
				take_memory(decoder, i, k, type);
		}
	}
}

/* Copy an argument that is passed by value; returns the pointer to pass. */
static uint32_t copy_argument(struct cvg_decoder *decoder, LLVMValueRef arg)
{
	const struct cvg_dec_copy *c =
		&decoder->in->copies.at[decoder->in->next_copy++];
	enum cvg_kind kind =
		decoder->program->private64 ? CVG_K_I64 : CVG_K_I32;
	struct cvg_scalar s = cvg_dec_scalar(decoder, arg, 0);
	enum cvg_space space;
	struct cvg_uop *uop;
	uint32_t flat;

	cvg_dec_space(decoder, s.space, &space);
	uop = cvg_dec_op(decoder, CVG_U_COPY, cvg_dec_plain(kind), CVG_NONE,
			 c->slot, cvg_dec_ref(decoder, arg, 0),
			 cvg_dec_int(decoder, CVG_K_I64, c->bytes));
	uop->kind2 = CVG_SPACE_PRIVATE;
	uop->n = (uint16_t)space;
	if (space == CVG_SPACE_PRIVATE)
		return c->slot;
	if (space != CVG_SPACE_FLAT)
		cvg_dec_uncovered(decoder, "byval",
				  "the copied argument is neither in private "
				  "nor in generic memory");
	flat = cvg_dec_temp(decoder, s.kind);
	uop = cvg_dec_op(decoder, CVG_U_SPACECAST, cvg_dec_plain(kind), flat,
			 c->slot, CVG_NONE, CVG_NONE);
	uop->n = CVG_SPACE_PRIVATE;
	uop->kind2 = s.kind;
	uop->imm = CVG_SPACE_FLAT;
	if (decoder->shared_null_ones)
		uop->flags |= CVG_UF_SIGNED;
	return flat;
}

/* ---- calls ----------------------------------------------------------- */

/* Append the refs of all arguments to the lists, one for each slot of the
 * parameters; *at is the place of the first. Returns their number. */
static uint16_t list_arguments(struct cvg_decoder *decoder, uint32_t *at)
{
	unsigned n = LLVMGetNumArgOperands(decoder->inst);
	struct cvg_u32s refs = {0};
	size_t count;

	for (unsigned k = 0; k < n; k++) {
		LLVMValueRef arg = LLVMGetOperand(decoder->inst, k);
		uint32_t m = cvg_dec_layout_of(decoder, arg)->n;

		if (byval_type(decoder, decoder->inst, k)) {
			cvg_push(&refs, copy_argument(decoder, arg));
			continue;
		}
		for (uint32_t i = 0; i < m; i++)
			cvg_push(&refs, cvg_dec_ref(decoder, arg, i));
	}
	*at = (uint32_t)decoder->lists.n;
	for (size_t i = 0; i < refs.n; i++)
		cvg_dec_list(decoder, refs.at[i]);
	count = refs.n;
	free(refs.at);
	if (count > UINT16_MAX)
		cvg_dec_uncovered(
			decoder, "call",
			"the call has more than 65535 argument slots");
	return (uint16_t)count;
}

static void direct_call(struct cvg_decoder *decoder, uint32_t id)
{
	uint32_t at;
	uint16_t n = list_arguments(decoder, &at);
	struct cvg_uop *uop = cvg_dec_emit(decoder, CVG_U_CALL, CVG_K_BIT);

	uop->imm = id;
	uop->a = at;
	uop->n = n;
	uop->dst = cvg_dec_dst(decoder);
}

static void indirect_call(struct cvg_decoder *decoder)
{
	LLVMValueRef callee = LLVMGetCalledValue(decoder->inst);
	struct cvg_scalar s = cvg_dec_scalar(decoder, callee, 0);
	uint32_t at, target = cvg_dec_ref(decoder, callee, 0);
	uint16_t n = list_arguments(decoder, &at);
	struct cvg_uop *uop;

	if (s.kind != CVG_K_I64) {
		cvg_dec_uncovered(decoder, "call",
				  "the callee's pointer has less than 64 bits");
		return;
	}
	uop = cvg_dec_emit(decoder, CVG_U_ICALL, CVG_K_I64);
	uop->a = target;
	uop->b = at;
	uop->n = n;
	uop->dst = cvg_dec_dst(decoder);
	uop->c = cvg_dec_layout_of(decoder, decoder->inst)->n;
}

static void call_without_body(struct cvg_decoder *decoder, LLVMValueRef fn)
{
	struct cvg_str shown = {0};
	size_t n;
	const char *name = LLVMGetValueName2(fn, &n);
	bool intrinsic = !strncmp(name, "llvm.", 5);

	if (cvg_decode_intrinsic(decoder, decoder->inst, name) ||
	    (!intrinsic && cvg_decode_builtin(decoder, decoder->inst, name)))
		return;
	if (!intrinsic)
		cvg_str_addc(&shown, '@');
	cvg_str_addname(&shown, name, n);
	cvg_dec_uncovered(decoder, shown.at,
			  intrinsic ? "this intrinsic is not simulated"
				    : "no body; link a library that has it");
	cvg_str_done(&shown);
}

void cvg_dec_call(struct cvg_decoder *decoder)
{
	LLVMValueRef fn = cvg_dec_callee(decoder->inst);
	uint32_t id;

	if (cvg_dec_meets(decoder->fn, decoder->inst_id))
		cvg_dec_meet(decoder);
	if (LLVMIsAInlineAsm(LLVMGetCalledValue(decoder->inst))) {
		cvg_dec_asm(decoder);
		return;
	}
	if (!fn) {
		indirect_call(decoder);
		return;
	}
	id = cvg_ptrmap_get(&decoder->in->fn_id, fn);
	if (id == CVG_NONE)
		call_without_body(decoder, fn);
	else if (LLVMIsFunctionVarArg(LLVMGetCalledFunctionType(decoder->inst)))
		cvg_dec_uncovered(
			decoder, "va_arg",
			"calls with variable arguments are not simulated");
	else
		direct_call(decoder, id);
}
