/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Inline assembler: PTX, which ptx.c decodes, an instruction of AMDGPU, which
 * gcn.c decodes, and templates that compute nothing, because they are empty, a
 * comment or a hint. An output of such a template that is tied to an input
 * ("=v,0") gets the input's value; another output gets an arbitrary value, as
 * it would from its register.
 */
#include <stdlib.h>
#include <string.h>

#include "decode_int.h"
#include "intrin.h"

/* Instructions that only take time. */
static const char *const idle[] = {"s_nop", "s_waitcnt", "s_sleep", "s_setprio",
				   "s_delay_alu"};

/* Does a line of the template compute nothing? A semicolon ends an instruction
 * of PTX, and begins a comment elsewhere. */
static bool is_idle_line(enum cvg_target target, const char *line, size_t n)
{
	while (n && (*line == ' ' || *line == '\t' ||
		     (*line == ';' && target == CVG_NVPTX))) {
		line++;
		n--;
	}
	if (n == 0 || *line == ';' || (n > 1 && !strncmp(line, "//", 2)))
		return true;
	for (size_t i = 0; i < sizeof idle / sizeof *idle; i++) {
		size_t len = strlen(idle[i]);

		/* "s_waitcnt_depctr" too; operands "$0" are no numbers */
		if (n >= len && !strncmp(line, idle[i], len) &&
		    !memchr(line, '$', n))
			return true;
	}
	return false;
}

static bool is_idle(enum cvg_target target, const char *text, size_t n)
{
	for (size_t at = 0; at <= n;) {
		const char *end = memchr(text + at, '\n', n - at);
		size_t len = end ? (size_t)(end - text) - at : n - at;

		if (!is_idle_line(target, text + at, len))
			return false;
		at += len + 1;
	}
	return true;
}

/* ---- constraints ----------------------------------------------------- */

/* The next constraint of a list such as "=v,0,~{memory}"; false at the end. */
static bool next_constraint(const char **p, const char *end, const char **out,
			    size_t *n)
{
	const char *at = *p;

	if (at >= end)
		return false;
	*out = at;
	for (int depth = 0; at < end && (*at != ',' || depth); at++)
		depth += (*at == '{') - (*at == '}');
	*n = (size_t)(at - *out);
	*p = at + 1;
	return true;
}

/* The operand of the call that is tied to output k; CVG_NONE: none. */
static uint32_t tied_to(const char *text, size_t n, uint32_t k)
{
	const char *p = text, *c;
	uint32_t input = 0;
	size_t len;

	while (next_constraint(&p, text + n, &c, &len)) {
		if (len == 0 || *c == '=' || *c == '~' || *c == '!')
			continue;
		if (*c >= '0' && *c <= '9' && strtoul(c, NULL, 10) == k)
			return input;
		input++;
	}
	return CVG_NONE;
}

/* Copy tied operands to their outputs. Output k is scalar k of the result only
 * if each member of the result is one scalar. */
static void pass_on(struct cvg_decoder *decoder, const char *text, size_t n)
{
	const struct cvg_layout *layout =
		cvg_dec_layout_of(decoder, decoder->inst);
	LLVMTypeRef type = LLVMTypeOf(decoder->inst);
	bool several = LLVMGetTypeKind(type) == LLVMStructTypeKind;
	uint32_t nouts = several ? LLVMCountStructElementTypes(type) : 1;
	uint32_t at = 0;

	for (uint32_t k = 0; k < nouts && layout->n; k++) {
		LLVMTypeRef part =
			several ? LLVMStructGetTypeAtIndex(type, k) : type;
		uint32_t m = cvg_dec_layout(decoder, part)->n;
		uint32_t in = tied_to(text, n, k);
		LLVMValueRef v = in == CVG_NONE
					 ? NULL
					 : LLVMGetOperand(decoder->inst, in);
		bool same = v && LLVMTypeOf(v) == part;

		for (uint32_t i = 0; i < m; i++, at++) {
			uint32_t dst = cvg_dec_dst(decoder) + at;

			if (same)
				cvg_dec_move(decoder, layout->at[at].kind, dst,
					     cvg_dec_ref(decoder, v, i));
			else
				cvg_dec_op(decoder, CVG_U_CLOBBER,
					   layout->at[at], dst, CVG_NONE,
					   CVG_NONE, CVG_NONE);
		}
	}
}

enum cvg_relation cvg_asm_relation(enum cvg_target target, const char *text,
				   size_t n)
{
	const struct cvg_decode_target *is = cvg_decode_target(target);

	if (is_idle(target, text, n))
		return CVG_REL_ALONE;
	return is->assembler_relation ? is->assembler_relation(text, n)
				      : CVG_REL_UNKNOWN;
}

void cvg_dec_asm(struct cvg_decoder *decoder)
{
	const struct cvg_decode_target *target =
		cvg_decode_target(decoder->module->target);
	LLVMValueRef v = LLVMGetCalledValue(decoder->inst);
	size_t n, nc;
	const char *text = LLVMGetInlineAsmAsmString(v, &n);
	const char *constraints = LLVMGetInlineAsmConstraintString(v, &nc);
	struct cvg_str name = {0};

	if (is_idle(decoder->module->target, text, n)) {
		cvg_dec_emit(decoder, CVG_U_NOP, CVG_K_BIT);
		pass_on(decoder, constraints, nc);
		return;
	}
	/* What it computes is known; that it is there is an effect by itself. */
	if (LLVMGetInlineAsmHasSideEffects(v))
		cvg_dec_emit(decoder, CVG_U_NOP, CVG_K_BIT)->n = 1;
	if (target->assembler && target->assembler(decoder, decoder->inst))
		return;
	cvg_str_add(&name, "asm \"");
	cvg_str_addname(&name, text, n < 60 ? n : 60);
	cvg_str_add(&name, n > 60 ? "...\"" : "\"");
	cvg_dec_uncovered(decoder, name.at, "inline assembler");
	cvg_str_done(&name);
}
