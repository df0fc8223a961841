/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Makes the snapshot of a live function: numbers its objects, then fills every
 * array by id. Time is linear in instructions and operands.
 */
#include "snapshot.h"

#include "reconverge/analysis.h"
#include "reconverge/ir.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "compat.h"
#include "convergent.h"
#include "facts.h"
#include "shape.h"
#include "target.h"

/* ---- instructions ---------------------------------------------------- */

static uint32_t access_of(struct cvg_snap *snap, LLVMValueRef inst,
			  LLVMOpcode op)
{
	switch (op) {
	case LLVMLoad:
	case LLVMVAArg:
		return cvg_snap_type(snap, LLVMTypeOf(inst));
	case LLVMStore:
		return cvg_snap_type(snap, LLVMTypeOf(LLVMGetOperand(inst, 0)));
	case LLVMAtomicRMW:
	case LLVMAtomicCmpXchg:
		return cvg_snap_type(snap, LLVMTypeOf(LLVMGetOperand(inst, 1)));
	case LLVMAlloca:
		return cvg_snap_type(snap, LLVMGetAllocatedType(inst));
	case LLVMGetElementPtr:
		return cvg_snap_type(snap, LLVMGetGEPSourceElementType(inst));
	default:
		return CVG_NONE;
	}
}

static uint32_t addrspace_of(LLVMValueRef inst, LLVMOpcode op)
{
	switch (op) {
	case LLVMLoad:
	case LLVMAtomicRMW:
	case LLVMAtomicCmpXchg:
		return LLVMGetPointerAddressSpace(
			LLVMTypeOf(LLVMGetOperand(inst, 0)));
	case LLVMStore:
		return LLVMGetPointerAddressSpace(
			LLVMTypeOf(LLVMGetOperand(inst, 1)));
	case LLVMAlloca:
		return LLVMGetPointerAddressSpace(LLVMTypeOf(inst));
	default:
		return 0;
	}
}

static uint32_t predicate_of(LLVMValueRef inst, LLVMOpcode op)
{
	switch (op) {
	case LLVMICmp:
		return LLVMGetICmpPredicate(inst);
	case LLVMFCmp:
		return LLVMGetFCmpPredicate(inst);
	case LLVMAtomicRMW:
		return LLVMGetAtomicRMWBinOp(inst);
	default:
		return 0;
	}
}

/* A number for the instruction's synchronization scope; 0 if it has none. */
static uint64_t scope_of(const struct cvg_snap *snap, uint32_t i,
			 LLVMValueRef inst, LLVMOpcode op)
{
	uint32_t id;
	const char *name;
	size_t n;

	if (!cvg_is_atomic(inst, op))
		return 0;
	id = cvg_llvm_sync_scope(inst);
	if (id != CVG_NONE)
		return id + 1;
	name = cvg_line_scope(snap->lines.line.at[i], &n);
	return cvg_hash_text(name, n);
}

static void fill_inst(struct cvg_snap *snap, struct cvg_shapes *shapes,
		      uint32_t i)
{
	LLVMValueRef v = snap->num.insts.at[i];
	LLVMOpcode op = LLVMGetInstructionOpcode(v);
	struct cvg_inst *in = &snap->fn->insts[i];

	in->op = cvg_op_of_llvm(v, op);
	in->flags = cvg_facts_of(snap->module, v, op);
	in->type = snap->fn->values[snap->fn->nargs + i].type;
	in->ops_at = snap->num.ops_at.at[i];
	in->nops = snap->num.ops_at.at[i + 1] - in->ops_at;
	in->callee = snap->num.callee.at[i];
	in->access = access_of(snap, v, op);
	in->addrspace = addrspace_of(v, op);
	in->align = op == LLVMLoad || op == LLVMStore ? LLVMGetAlignment(v) : 0;
	in->predicate = predicate_of(v, op);
	in->index = op == LLVMExtractValue && LLVMGetNumIndices(v) == 1
			    ? *LLVMGetIndices(v)
			    : CVG_NONE;
	in->shape = cvg_shape_of(shapes, v, op, scope_of(snap, i, v, op),
				 &in->flags);
	in->spot = cvg_snap_spot(snap, v);
	if (op == LLVMPHI)
		for (uint32_t k = 0; k < in->nops; k++)
			snap->fn->incoming[in->ops_at + k] =
				cvg_ptrmap_get(&snap->num.block_id,
					       LLVMGetIncomingBlock(v, k));
}

/* Can the memory of a pointer go away behind this instruction? Outside kernels,
 * another thread may free it when it is told so. */
static bool may_free(const struct cvg_snap *snap, uint32_t i)
{
	const struct cvg_inst *inst = &snap->fn->insts[i];
	LLVMValueRef v = snap->num.insts.at[i];
	bool call = LLVMIsACallInst(v) || LLVMIsAInvokeInst(v);
	bool waits = inst->op == CVG_OP_FENCE || inst->flags & CVG_I_ATOMIC ||
		     inst->flags & CVG_I_CONVERGENT ||
		     (call && inst->flags & CVG_I_WRITES &&
		      cvg_call_marked(snap->module, v));

	if (snap->fn->kind != CVG_FN_KERNEL && waits)
		return true;
	return call && cvg_call_frees(snap->module, v);
}

static void fill_insts(struct cvg_snap *snap, uint32_t flags)
{
	struct cvg_shapes shapes;

	cvg_shapes_init(&shapes, snap->module);
	for (uint32_t b = 0; b < snap->fn->nblocks; b++)
		for (uint32_t i = snap->num.inst_at.at[b];
		     i < snap->num.inst_at.at[b + 1]; i++) {
			fill_inst(snap, &shapes, i);
			snap->fn->insts[i].block = b;
			snap->fn->frees |= may_free(snap, i);
			if (flags & CVG_SNAP_TEXT)
				snap->fn->insts[i].text = cvg_arena_strdup(
					&snap->fn->arena,
					snap->lines.line.at[i]);
		}
	cvg_shapes_done(&shapes);
}

/* ---- blocks and edges ------------------------------------------------ */

/* The weights of !prof, if it has exactly one for each edge. */
static void fill_weights(struct cvg_snap *snap, LLVMValueRef term, uint32_t n,
			 uint32_t *weight)
{
	LLVMValueRef node, *op;
	unsigned nops, k = 0;

	if (!LLVMHasMetadata(term))
		return;
	node = LLVMGetMetadata(term, snap->module->kinds.md_prof);
	if (!node)
		return;
	nops = LLVMGetMDNodeNumOperands(node);
	op = cvg_calloc(nops ? nops : 1, sizeof *op);
	LLVMGetMDNodeOperands(node, op);
	while (k < nops && op[k] && LLVMIsAMDString(op[k]))
		k++;
	if (k > 0 && nops - k == n)
		for (uint32_t e = 0; e < n; e++) {
			uint64_t w =
				op[k + e] && LLVMIsAConstantInt(op[k + e])
					? LLVMConstIntGetZExtValue(op[k + e])
					: 0;

			weight[e] = w > UINT32_MAX ? UINT32_MAX : (uint32_t)w;
		}
	free(op);
}

static void fill_edges(struct cvg_snap *snap, uint32_t b, uint32_t *next_case)
{
	struct cvg_block *block = &snap->fn->blocks[b];
	LLVMValueRef term = snap->num.insts.at[snap->num.inst_at.at[b + 1] - 1];
	uint32_t at = block->succs_at;
	bool is_switch = LLVMGetInstructionOpcode(term) == LLVMSwitch;

	for (uint32_t k = 0; k < block->nsuccs; k++) {
		snap->fn->succs[at + k] = cvg_ptrmap_get(
			&snap->num.block_id, LLVMGetSuccessor(term, k));
		snap->fn->succ_case[at + k] =
			is_switch && k > 0 ? snap->num.cases.at[(*next_case)++]
					   : CVG_NONE;
	}
	fill_weights(snap, term, block->nsuccs, snap->fn->succ_weight + at);
}

/* Fill the rows of the blocks; returns the number of edges. */
static uint32_t fill_rows(struct cvg_snap *snap)
{
	uint32_t nedges = 0;

	for (uint32_t b = 0; b < snap->fn->nblocks; b++) {
		struct cvg_block *block = &snap->fn->blocks[b];
		uint32_t end = snap->num.inst_at.at[b + 1], i;
		LLVMValueRef term = snap->num.insts.at[end - 1];

		block->inst_at = i = snap->num.inst_at.at[b];
		block->ninsts = end - i;
		while (i < end && LLVMGetInstructionOpcode(
					  snap->num.insts.at[i]) == LLVMPHI)
			i++;
		block->nphis = i - block->inst_at;
		block->succs_at = nedges;
		block->nsuccs = LLVMGetNumSuccessors(term);
		nedges += block->nsuccs;
	}
	return nedges;
}

static void fill_blocks(struct cvg_snap *snap)
{
	uint32_t nedges = fill_rows(snap), next_case = 0;
	struct cvg_fn *fn = snap->fn;

	fn->succs = cvg_arena_array(&fn->arena, uint32_t, nedges);
	fn->succ_case = cvg_arena_array(&fn->arena, uint32_t, nedges);
	fn->succ_weight = cvg_arena_array(&fn->arena, uint32_t, nedges);
	for (uint32_t b = 0; b < fn->nblocks; b++)
		fill_edges(snap, b, &next_case);
}

static void fill_uids(struct cvg_snap *snap)
{
	struct cvg_fn *fn = snap->fn;
	struct cvg_u32s all = {0};

	for (uint32_t b = 0; b < fn->nblocks; b++) {
		struct cvg_block *block = &fn->blocks[b];
		const struct cvg_origin *origin;

		block->uid = cvg_live_block_uid(
			snap->module,
			(uint32_t)(snap->live - snap->module->fns),
			snap->num.blocks.at[b]);
		origin = &snap->live->of_uid.at[block->uid];
		block->origins_at = (uint32_t)all.n;
		block->norigins = origin->n;
		for (uint32_t k = 0; k < origin->n; k++)
			cvg_push(&all, snap->live->origins.at[origin->at + k]);
	}
	fn->origins = cvg_arena_array(&fn->arena, uint32_t, all.n);
	if (all.n)
		memcpy(fn->origins, all.at, all.n * sizeof *all.at);
	free(all.at);
}

/* ---- the function ---------------------------------------------------- */

static void fill_attrs(struct cvg_snap *snap)
{
	LLVMValueRef v = snap->live->value;
	unsigned n = LLVMGetAttributeCountAtIndex(v, CVG_ATTR_FUNCTION);
	LLVMAttributeRef *list = cvg_calloc(n ? n : 1, sizeof *list);
	struct cvg_fn *fn = snap->fn;

	LLVMGetAttributesAtIndex(v, CVG_ATTR_FUNCTION, list);
	fn->attrs = cvg_arena_array(&fn->arena, struct cvg_fnattr, n);
	for (unsigned i = 0; i < n; i++) {
		struct cvg_fnattr *a = &fn->attrs[fn->nattrs];
		const char *text;
		unsigned len;

		if (!LLVMIsStringAttribute(list[i]))
			continue;
		text = LLVMGetStringAttributeKind(list[i], &len);
		a->key = cvg_arena_strndup(&fn->arena, text, len);
		text = LLVMGetStringAttributeValue(list[i], &len);
		a->value = cvg_arena_strndup(&fn->arena, text, len);
		fn->nattrs++;
	}
	free(list);
}

static void fill_head(struct cvg_snap *snap, uint32_t f)
{
	struct cvg_fn *fn = snap->fn;

	fn->name = cvg_arena_strdup(&fn->arena, snap->live->name);
	fn->target = snap->module->target;
	fn->kind = cvg_module_function_kind(snap->module, f);
	fn->cpu = cvg_arena_strdup(&fn->arena, snap->module->cpu);
	fn->costs = snap->module->costs;
	fn->triple = cvg_arena_strdup(&fn->arena, snap->module->triple);
	fn->llvm_major = cvg_llvm_major();
	fn->warp = cvg_target_warp(snap->module, snap->live->value);
	fill_attrs(snap);
	cvg_snap_work_group(snap);
}

/* Make the arrays by id, zeroed, and copy the operands from the numbering. */
static void make_arrays(struct cvg_snap *snap)
{
	struct cvg_fn *fn = snap->fn;
	uint32_t nops = (uint32_t)snap->num.ops.n;

	fn->nargs = snap->num.nargs;
	fn->nblocks = (uint32_t)snap->num.blocks.n;
	fn->ninsts = (uint32_t)snap->num.insts.n;
	fn->nvalues = (uint32_t)snap->num.values.n;
	fn->blocks = cvg_arena_array(&fn->arena, struct cvg_block, fn->nblocks);
	fn->insts = cvg_arena_array(&fn->arena, struct cvg_inst, fn->ninsts);
	fn->values = cvg_arena_array(&fn->arena, struct cvg_value, fn->nvalues);
	fn->ops = cvg_arena_array(&fn->arena, uint32_t, nops);
	fn->incoming = cvg_arena_array(&fn->arena, uint32_t, nops);
	if (nops)
		memcpy(fn->ops, snap->num.ops.at, nops * sizeof *fn->ops);
	for (uint32_t k = 0; k < nops; k++)
		fn->incoming[k] = CVG_NONE;
}

/* Runs last, when all types are known. */
static void fill_types(struct cvg_snap *snap)
{
	struct cvg_fn *fn = snap->fn;

	fn->ntypes = (uint32_t)snap->types.n;
	fn->types = cvg_arena_array(&fn->arena, struct cvg_type, fn->ntypes);
	memcpy(fn->types, snap->types.at, fn->ntypes * sizeof *fn->types);
}

/* LLVM 19 shows the scope of an atomic only in its printed text. */
static bool needs_lines(const struct cvg_snap *snap, uint32_t flags)
{
	if (flags & CVG_SNAP_TEXT)
		return true;
	for (size_t i = 0; CVG_LLVM_HIDES_SCOPES && i < snap->num.insts.n;
	     i++) {
		LLVMValueRef inst = snap->num.insts.at[i];

		if (cvg_is_atomic(inst, LLVMGetInstructionOpcode(inst)))
			return true;
	}
	return false;
}

static void snap_done(struct cvg_snap *snap)
{
	cvg_numbering_done(&snap->num);
	cvg_lines_done(&snap->lines);
	cvg_ptrmap_done(&snap->type_id);
	free(snap->types.at);
	cvg_ptrmap_done(&snap->spot_id);
	free(snap->files.at);
	free(snap->spots.at);
	free(snap->type_hash.at);
	free(snap->value_hash.at);
}

static void check(const struct cvg_fn *fn)
{
#ifdef CVG_DEBUG
	struct cvg_err err;

	if (!cvg_fn_check(fn, &err))
		cvg_die("the snapshot of @%s is broken: %s", fn->name, err.msg);
#else
	(void)fn;
#endif
}

struct cvg_fn *cvg_module_snapshot_ana(struct cvg_module *module, uint32_t f,
				       uint32_t flags, struct cvg_ana **ana)
{
	struct cvg_snap snap = {.module = module, .live = &module->fns[f]};

	assert(f < module->nfns);
	cvg_convergent_forget(module);
	snap.fn = cvg_fn_new();
	cvg_numbering_init(&snap.num, snap.live->value);
	if (needs_lines(&snap, flags))
		cvg_lines_init(&snap.lines, module, f, snap.num.insts.n);
	make_arrays(&snap);
	fill_head(&snap, f);
	cvg_snap_values(&snap);
	fill_blocks(&snap);
	fill_uids(&snap);
	fill_insts(&snap, flags);
	snap.fn->fingerprint = cvg_snap_fingerprint(&snap);
	fill_types(&snap);
	cvg_snap_spots(&snap);
	cvg_fn_finish(snap.fn);
	check(snap.fn);
	*ana = cvg_snap_scalars(snap.fn);
	snap_done(&snap);
	return snap.fn;
}

struct cvg_fn *cvg_module_snapshot(struct cvg_module *module, uint32_t f,
				   uint32_t flags)
{
	struct cvg_ana *ana;
	struct cvg_fn *fn = cvg_module_snapshot_ana(module, f, flags, &ana);

	cvg_ana_free(ana);
	return fn;
}

struct cvg_fn *cvg_module_snapshot_again(struct cvg_module *module, uint32_t f,
					 uint32_t flags,
					 const struct cvg_ana *before,
					 struct cvg_ana **ana)
{
	struct cvg_fn *fn = cvg_module_snapshot_ana(module, f, flags, ana);

	if (cvg_bits_count(cvg_ana_passed(before))) {
		cvg_ana_free(*ana);
		*ana = cvg_ana_again(before, fn);
	}
	return fn;
}
