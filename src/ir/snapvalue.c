/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Types and values of a snapshot, and the names the printer would give them.
 * Constants are printed one by one: that is cheap, since a constant does not
 * make LLVM number a function.
 */
#include <llvm-c/DebugInfo.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compat.h"
#include "facts.h"
#include "snapshot.h"
#include "typetext.h"

/* ---- types ----------------------------------------------------------- */

static enum cvg_typekind kind_of_type(LLVMTypeKind kind)
{
	switch (kind) {
	case LLVMVoidTypeKind:
		return CVG_TYPE_VOID;
	case LLVMIntegerTypeKind:
		return CVG_TYPE_INT;
	case LLVMHalfTypeKind:
	case LLVMBFloatTypeKind:
	case LLVMFloatTypeKind:
	case LLVMDoubleTypeKind:
	case LLVMX86_FP80TypeKind:
	case LLVMFP128TypeKind:
	case LLVMPPC_FP128TypeKind:
		return CVG_TYPE_FLOAT;
	case LLVMPointerTypeKind:
		return CVG_TYPE_POINTER;
	case LLVMVectorTypeKind:
		return CVG_TYPE_VECTOR;
	case LLVMStructTypeKind:
	case LLVMArrayTypeKind:
		return CVG_TYPE_AGGREGATE;
	default:
		return CVG_TYPE_OTHER;
	}
}

static const char *type_text(struct cvg_snap *snap, LLVMTypeRef type)
{
	char *all = cvg_type_text(type);
	const char *kept = cvg_arena_strdup(&snap->fn->arena, all);

	free(all);
	return kept;
}

static struct cvg_type describe_type(struct cvg_snap *snap, LLVMTypeRef type)
{
	LLVMTypeKind kind = LLVMGetTypeKind(type);
	struct cvg_type t = {
		.kind = kind_of_type(kind), .lanes = 1, .element = CVG_NONE};

	t.text = type_text(snap, type);
	if (t.kind == CVG_TYPE_POINTER)
		t.addrspace = LLVMGetPointerAddressSpace(type);
	if (t.kind == CVG_TYPE_VECTOR) {
		t.lanes = LLVMGetVectorSize(type);
		t.element = cvg_snap_type(snap, LLVMGetElementType(type));
		t.addrspace = snap->types.at[t.element].addrspace;
	}
	if (t.kind != CVG_TYPE_VOID && t.kind != CVG_TYPE_OTHER &&
	    cvg_type_sized(type))
		t.bits = (uint32_t)LLVMSizeOfTypeInBits(snap->module->layout,
							type);
	return t;
}

uint32_t cvg_snap_type(struct cvg_snap *snap, LLVMTypeRef type)
{
	uint32_t id = cvg_ptrmap_get(&snap->type_id, type);
	struct cvg_type t;

	if (id != CVG_NONE)
		return id;
	t = describe_type(snap, type);
	id = (uint32_t)snap->types.n;
	cvg_push(&snap->types, t);
	cvg_push(&snap->type_hash, cvg_hash_text(t.text, strlen(t.text)));
	cvg_ptrmap_put(&snap->type_id, type, id);
	return id;
}

/* ---- names ----------------------------------------------------------- */

static bool needs_quotes(const char *name, size_t n)
{
	if (name[0] >= '0' && name[0] <= '9')
		return true;
	for (size_t i = 0; i < n; i++) {
		char c = name[i];

		if (!((c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') ||
		      (c >= 'A' && c <= 'Z') || c == '-' || c == '.' ||
		      c == '_'))
			return true;
	}
	return false;
}

static const char *quoted_name(struct cvg_snap *snap, char sigil,
			       const char *name, size_t n)
{
	struct cvg_str text = {0};
	const char *kept;

	if (sigil)
		cvg_str_addc(&text, sigil);
	cvg_str_addc(&text, '"');
	cvg_str_addname(&text, name, n);
	cvg_str_addc(&text, '"');
	kept = cvg_arena_strndup(&snap->fn->arena, text.at, text.n);
	cvg_str_done(&text);
	return kept;
}

/* The name as the IR writes it; `sigil` is '%', '@', or 0 for a label. */
static const char *written_name(struct cvg_snap *snap, char sigil,
				const char *name, size_t n)
{
	char *text;

	if (needs_quotes(name, n))
		return quoted_name(snap, sigil, name, n);
	if (!sigil)
		return cvg_arena_strndup(&snap->fn->arena, name, n);
	text = cvg_arena_alloc(&snap->fn->arena, n + 2, 1);
	text[0] = sigil;
	memcpy(text + 1, name, n);
	return text;
}

static const char *slot_name(struct cvg_snap *snap, char sigil, uint32_t slot)
{
	char text[16];
	char *end = text + sizeof text, *p = end;

	do {
		*--p = (char)('0' + slot % 10);
		slot /= 10;
	} while (slot);
	if (sigil)
		*--p = sigil;
	return cvg_arena_strndup(&snap->fn->arena, p, (size_t)(end - p));
}

/* The name of an argument or instruction; *slot counts those without a
 * name. */
static const char *local_name(struct cvg_snap *snap, LLVMValueRef v,
			      uint32_t *slot)
{
	size_t n;
	const char *name = LLVMGetValueName2(v, &n);

	return n ? written_name(snap, '%', name, n)
		 : slot_name(snap, '%', (*slot)++);
}

static const char *block_name(struct cvg_snap *snap, LLVMBasicBlockRef b,
			      uint32_t *slot)
{
	size_t n;
	const char *name = LLVMGetValueName2(LLVMBasicBlockAsValue(b), &n);

	return n ? written_name(snap, 0, name, n)
		 : slot_name(snap, 0, (*slot)++);
}

/* ---- constants ------------------------------------------------------- */

/* The constant as an operand is printed: without its type. */
static const char *printed_constant(struct cvg_snap *snap, LLVMValueRef v,
				    uint32_t type)
{
	char *all = LLVMPrintValueToString(v);
	const char *prefix = snap->types.at[type].text;
	size_t n = strlen(prefix);
	char *text = all;
	const char *kept;

	cvg_drop_type_addresses(all);
	if (!strncmp(all, CVG_UNNAMED_TYPE " ", sizeof CVG_UNNAMED_TYPE))
		text = all + sizeof CVG_UNNAMED_TYPE;
	else if (!strncmp(all, prefix, n) && all[n] == ' ')
		text = all + n + 1;
	kept = cvg_arena_strdup(&snap->fn->arena, cvg_show_letters(text));
	LLVMDisposeMessage(all);
	return kept;
}

static void describe_int(struct cvg_snap *snap, LLVMValueRef v,
			 struct cvg_value *out)
{
	uint32_t bits = snap->types.at[out->type].bits;
	char text[24];

	if (snap->types.at[out->type].kind != CVG_TYPE_INT || bits > 64) {
		out->text = printed_constant(snap, v, out->type);
		return;
	}
	out->flags = CVG_V_INT64;
	out->bits = LLVMConstIntGetZExtValue(v);
	if (bits == 1) {
		out->text = out->bits ? "true" : "false";
		return;
	}
	snprintf(text, sizeof text, "%lld", LLVMConstIntGetSExtValue(v));
	out->text = cvg_arena_strdup(&snap->fn->arena, text);
}

static const char *global_text(struct cvg_snap *snap, LLVMValueRef v)
{
	size_t n;
	const char *name = LLVMGetValueName2(v, &n);
	char *all, *at;
	const char *kept;

	if (n)
		return written_name(snap, '@', name, n);
	/* "@3 = internal addrspace(3) global ..." or "define void @4(..." */
	all = LLVMPrintValueToString(v);
	at = strchr(all, '@');
	kept = at ? cvg_arena_strndup(&snap->fn->arena, at,
				      1 + strspn(at + 1, "0123456789"))
		  : "@";
	LLVMDisposeMessage(all);
	return kept;
}

static void describe_function(struct cvg_snap *snap, LLVMValueRef v,
			      struct cvg_value *out)
{
	size_t n;
	const char *name = LLVMGetValueName2(v, &n);

	out->kind = CVG_VALUE_FUNCTION;
	out->text = global_text(snap, v);
	if (n > 5 && !memcmp(name, "llvm.", 5))
		out->flags |= CVG_V_INTRINSIC;
	if (!LLVMIsDeclaration(v))
		out->flags |= CVG_V_BODY;
	if (LLVMGetEnumAttributeAtIndex(v, CVG_ATTR_FUNCTION,
					snap->module->kinds.convergent))
		out->flags |= CVG_V_CONVERGENT;
}

static void describe_asm(struct cvg_snap *snap, LLVMValueRef v,
			 struct cvg_value *out)
{
	size_t n;
	const char *text = LLVMGetInlineAsmConstraintString(v, &n);

	out->kind = CVG_VALUE_ASM;
	out->text = cvg_arena_strndup(&snap->fn->arena, text, n);
	if (LLVMGetInlineAsmHasSideEffects(v))
		out->flags |= CVG_V_SIDE_EFFECT;
}

static void describe_block_operand(struct cvg_snap *snap, LLVMValueRef v,
				   struct cvg_value *out)
{
	uint32_t b = cvg_ptrmap_get(&snap->num.block_id, v);

	out->kind = CVG_VALUE_BLOCK;
	out->text = b == CVG_NONE ? printed_constant(snap, v, out->type)
				  : snap->fn->blocks[b].name;
}

/* ---- metadata -------------------------------------------------------- */

static bool is_tuple(LLVMValueRef v)
{
	return LLVMIsAMDNode(v) &&
	       LLVMGetMetadataKind(LLVMValueAsMetadata(v)) ==
		       LLVMMDTupleMetadataKind;
}

/* The operands of a metadata node, which the caller frees. */
static LLVMValueRef *operands_of(LLVMValueRef v, unsigned *n)
{
	LLVMValueRef *op;

	*n = LLVMIsAMDNode(v) ? LLVMGetMDNodeNumOperands(v) : 0;
	op = cvg_calloc(*n + 1, sizeof *op);
	if (*n)
		LLVMGetMDNodeOperands(v, op);
	return op;
}

/* Append a string, a number, or "..." for anything else. */
static void add_leaf(struct cvg_str *out, LLVMValueRef v)
{
	const char *text;
	unsigned n;

	if (v && LLVMIsAMDString(v)) {
		text = LLVMGetMDString(v, &n);
		cvg_str_addname(out, text, n);
	} else if (v && LLVMIsAConstantInt(v) &&
		   LLVMGetIntTypeWidth(LLVMTypeOf(v)) <= 64) {
		cvg_str_addf(out, "%lld", LLVMConstIntGetSExtValue(v));
	} else {
		cvg_str_add(out, v ? "..." : "null");
	}
}

/*
 * Append what a tuple holds, down to so many tuples inside it. LLVM prints tuples
 * by number or address, which depend on the module and the process.
 */
static void add_tuple(struct cvg_str *out, LLVMValueRef v, int deep)
{
	unsigned n;
	LLVMValueRef *op = operands_of(v, &n);

	cvg_str_add(out, "!{");
	for (unsigned k = 0; k < n; k++) {
		if (k)
			cvg_str_add(out, ", ");
		if (deep && op[k] && op[k] != v && is_tuple(op[k]))
			add_tuple(out, op[k], deep - 1);
		else
			add_leaf(out, op[k]);
	}
	cvg_str_add(out, "}");
	free(op);
}

/* The string that a metadata operand is or with which its node begins, or
 * NULL. */
static const char *string_of(LLVMValueRef v, unsigned *length)
{
	unsigned n;
	LLVMValueRef *op = operands_of(v, &n);

	if (n && !LLVMIsAMDString(v))
		v = op[0];
	free(op);
	return v && LLVMIsAMDString(v) ? LLVMGetMDString(v, length) : NULL;
}

static void describe_metadata(struct cvg_snap *snap, LLVMValueRef v,
			      struct cvg_value *out)
{
	struct cvg_str tuple = {0};
	unsigned n;
	const char *text = string_of(v, &n);

	out->kind = CVG_VALUE_METADATA;
	if (text) {
		out->text = cvg_arena_name(&snap->fn->arena, text, n);
	} else if (is_tuple(v)) {
		add_tuple(&tuple, v, 2);
		out->text = cvg_arena_strdup(&snap->fn->arena, tuple.at);
		cvg_str_done(&tuple);
	} else {
		out->text = printed_constant(snap, v, out->type);
	}
}

/* ---- constants and the rest ------------------------------------------- */

/* Describe a value that is neither argument nor instruction. */
static struct cvg_value describe_other(struct cvg_snap *snap, LLVMValueRef v)
{
	struct cvg_value out = {.kind = CVG_VALUE_CONST};

	out.type = cvg_snap_type(snap, LLVMTypeOf(v));
	switch (LLVMGetValueKind(v)) {
	case LLVMConstantIntValueKind:
		describe_int(snap, v, &out);
		return out;
	case LLVMFunctionValueKind:
		describe_function(snap, v, &out);
		return out;
	case LLVMInlineAsmValueKind:
		describe_asm(snap, v, &out);
		return out;
	case LLVMBasicBlockValueKind:
	case LLVMBlockAddressValueKind:
		describe_block_operand(snap, v, &out);
		return out;
	case LLVMGlobalVariableValueKind:
	case LLVMGlobalAliasValueKind:
	case LLVMGlobalIFuncValueKind:
		out.kind = CVG_VALUE_GLOBAL;
		out.text = global_text(snap, v);
		return out;
	case LLVMPoisonValueValueKind:
		out.flags = CVG_V_POISON;
		out.kind = CVG_VALUE_UNDEF;
		break;
	case LLVMUndefValueValueKind:
		out.kind = CVG_VALUE_UNDEF;
		break;
	case LLVMMetadataAsValueValueKind:
		describe_metadata(snap, v, &out);
		return out;
	default:
		break;
	}
	out.text = printed_constant(snap, v, out.type);
	return out;
}

/* ---- all values ------------------------------------------------------ */

static void describe_arg(struct cvg_snap *snap, uint32_t i,
			 struct cvg_value *out)
{
	const struct cvg_kinds *kinds = &snap->module->kinds;
	LLVMValueRef fn = snap->live->value;

	bool byval = LLVMGetEnumAttributeAtIndex(fn, i + 1, kinds->byval);

	out->kind = CVG_VALUE_ARG;
	out->type = cvg_snap_type(snap, LLVMTypeOf(snap->num.values.at[i]));
	if (LLVMGetEnumAttributeAtIndex(fn, i + 1, kinds->inreg) ||
	    (byval && snap->fn->kind == CVG_FN_SHADER))
		out->flags |= CVG_V_INREG;
	if (byval || LLVMGetEnumAttributeAtIndex(fn, i + 1, kinds->byref))
		out->flags |= CVG_V_BYVAL;
}

/* Name arguments, blocks and instructions; those without a name get the number
 * that LLVM's printer gives them. */
static void describe_locals(struct cvg_snap *snap)
{
	struct cvg_fn *fn = snap->fn;
	uint32_t slot = 0, v = 0;

	for (; v < fn->nargs; v++) {
		describe_arg(snap, v, &fn->values[v]);
		fn->values[v].text =
			local_name(snap, snap->num.values.at[v], &slot);
	}
	for (uint32_t b = 0; b < fn->nblocks; b++) {
		uint32_t end = fn->nargs + snap->num.inst_at.at[b + 1];

		fn->blocks[b].name =
			block_name(snap, snap->num.blocks.at[b], &slot);
		for (; v < end; v++) {
			struct cvg_value *out = &fn->values[v];
			LLVMValueRef inst = snap->num.values.at[v];

			out->kind = CVG_VALUE_INST;
			out->type = cvg_snap_type(snap, LLVMTypeOf(inst));
			out->text =
				snap->types.at[out->type].kind == CVG_TYPE_VOID
					? ""
					: local_name(snap, inst, &slot);
		}
	}
}

void cvg_snap_values(struct cvg_snap *snap)
{
	struct cvg_fn *fn = snap->fn;

	describe_locals(snap);
	for (uint32_t v = fn->nargs + fn->ninsts; v < fn->nvalues; v++)
		fn->values[v] = describe_other(snap, snap->num.values.at[v]);
}
