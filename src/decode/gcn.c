/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Inline assembler for AMDGPU: one instruction, mostly of 32 bits, on vector
 * registers ("AMD Instinct MI100 instruction set architecture", chapter 12.10), such as
 * kernels write by hand where OpenCL C has no function for it. Another template
 * is a gap.
 *
 * Example: "V_PERM_B32 $0, 0, $1, $2;" with constraints "=v,v,v" picks bytes of
 * 0 and of the call's first argument.
 *
 * One instruction has 64 bits and a second result, "v_mad_u64_u32 $0, $1, $2, $3,
 * $4" with "=v,=s,v,v,v": $0 is the product of 32-bit numbers and a sum. The second
 * result, the carries of the warp, must not be used.
 */
#include "intrin.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { OPERANDS = 3 };

/* INSTRUCTION: the result is first(a, b, c), or, if there is a second operation,
 * second(first(a, b), c). */
static const struct instruction {
	const char *name;
	enum cvg_ucode first, second; /* CVG_U_NOP: none */
	unsigned results;
} instructions[] = {
	{"v_add3_u32", CVG_U_ADD, CVG_U_ADD, 1},
	{"v_alignbit_b32", CVG_U_FSHR, CVG_U_NOP, 1},
	{"v_and_or_b32", CVG_U_AND, CVG_U_OR, 1},
	{"v_bfe_u32", CVG_U_NOP, CVG_U_NOP, 1},
	{"v_mad_u64_u32", CVG_U_MUL, CVG_U_ADD, 2},
	{"v_or3_b32", CVG_U_OR, CVG_U_OR, 1},
	{"v_perm_b32", CVG_U_PERM_AMD, CVG_U_NOP, 1},
	{"v_xad_u32", CVG_U_XOR, CVG_U_ADD, 1},
};

/* An operand: argument `arg` of the call, or a number. */
struct operand {
	bool is_number;
	uint64_t number;
	unsigned arg;
};

struct line {
	const struct instruction *row;
	struct operand op[OPERANDS];
};

static const char *skip(const char *at)
{
	return at + strspn(at, " \t\n");
}

/* ", $1" or ", 0x10"; the first argument is behind the results. */
static bool take_operand(const char **at, unsigned results, struct operand *out)
{
	const char *p = skip(*at);
	bool is_arg;
	char *end;

	if (*p != ',')
		return false;
	p = skip(p + 1);
	is_arg = *p == '$';
	p += is_arg;
	if (*p < '0' || *p > '9')
		return false;
	*out = (struct operand){.number = strtoull(p, &end, 0)};
	*at = end;
	out->is_number = !is_arg;
	out->arg = (unsigned)out->number - results;
	return !is_arg || (out->number >= results && out->number < 32);
}

/* The template as one instruction whose result is $0; false: it is not one that
 * is known. What follows a semicolon is a comment. */
static bool read_line(const char *text, struct line *out)
{
	const char *at = skip(text);
	size_t n = strcspn(at, " \t\n");

	out->row = NULL;
	for (size_t i = 0; i < sizeof instructions / sizeof *instructions; i++)
		if (strlen(instructions[i].name) == n &&
		    !strncasecmp(at, instructions[i].name, n))
			out->row = &instructions[i];
	if (!out->row)
		return false;
	at = skip(at + n);
	if (strncmp(at, "$0", 2) != 0)
		return false;
	at += 2;
	if (out->row->results == 2) {
		at = skip(at);
		if (strncmp(at, ", $1,", 5) != 0)
			return false;
		at += 4;
	}
	for (int i = 0; i < OPERANDS; i++)
		if (!take_operand(&at, out->row->results, &out->op[i]))
			return false;
	at = skip(at);
	return *at == '\0' || (*at == ';' && !strchr(at, '\n'));
}

/* LLVM's strings have a length; "" if the text is too long for one line. */
static const char *copy(char *to, size_t room, const char *text, size_t n)
{
	n = n < room ? n : 0;
	memcpy(to, text, n);
	to[n] = '\0';
	return to;
}

enum cvg_relation cvg_gcn_relation(const char *text, size_t n)
{
	char line_text[100];
	struct line line;

	return read_line(copy(line_text, sizeof line_text, text, n), &line)
		       ? CVG_REL_ALONE
		       : CVG_REL_UNKNOWN;
}

/* The b-th bits of a, c of them; both numbers have five bits. */
static uint32_t bit_field(struct cvg_in *in, const uint32_t *op)
{
	uint32_t at = cvg_build_opk(in, CVG_U_AND, CVG_K_I32, op[1], 31);
	uint32_t width = cvg_build_opk(in, CVG_U_AND, CVG_K_I32, op[2], 31);
	uint32_t mask = cvg_build_op2(in, CVG_U_SHL, CVG_K_I32,
				      cvg_build_i32(in, 1), width);

	return cvg_build_op2(
		in, CVG_U_AND, CVG_K_I32,
		cvg_build_op2(in, CVG_U_LSHR, CVG_K_I32, op[0], at),
		cvg_build_opk(in, CVG_U_SUB, CVG_K_I32, mask, 1));
}

static uint32_t run(struct cvg_in *in, const struct instruction *row,
		    const uint32_t *op)
{
	uint32_t first;

	if (row->first == CVG_U_NOP)
		return bit_field(in, op);
	if (row->second == CVG_U_NOP)
		return cvg_build_op(in, row->first, CVG_K_I32, op[0], op[1],
				    op[2]);
	first = cvg_build_op2(in, row->first, CVG_K_I32, op[0], op[1]);
	return cvg_build_op2(in, row->second, CVG_K_I32, first, op[2]);
}

/* a * b + c, where c and the result have 64 bits. */
static uint32_t product(struct cvg_in *in, const uint32_t *op)
{
	uint32_t wide[2];

	for (int i = 0; i < 2; i++)
		wide[i] = cvg_build_convert(in, CVG_U_ZEXT, CVG_K_I32,
					    CVG_K_I64, op[i], 0);
	return cvg_build_op2(
		in, CVG_U_ADD, CVG_K_I64,
		cvg_build_op2(in, CVG_U_MUL, CVG_K_I64, wide[0], wide[1]),
		op[2]);
}

/* Is the second result of the call used? */
static bool uses_second(LLVMValueRef call)
{
	for (LLVMUseRef use = LLVMGetFirstUse(call); use;
	     use = LLVMGetNextUse(use)) {
		LLVMValueRef user = LLVMGetUser(use);

		if (!LLVMIsAExtractValueInst(user) ||
		    *LLVMGetIndices(user) != 0)
			return true;
	}
	return false;
}

/* Do the call's results and constraints suit the instruction? */
static bool suits(const struct cvg_in *in, const struct instruction *row,
		  const char *constraints, size_t n)
{
	enum cvg_kind kind = (enum cvg_kind)in->res->at[0].kind;

	if (n < 2 || memcmp(constraints, "=v", 2) != 0 ||
	    in->res->n != row->results)
		return false;
	if (row->results == 1)
		return cvg_kind_bytes(kind) == 4;
	return kind == CVG_K_I64 && n > 6 &&
	       memcmp(constraints, "=v,=s,", 6) == 0 && !uses_second(in->call);
}

/* The ref of operand i of the line; false: the argument is none of its kind. */
static bool use(struct cvg_in *in, const struct line *line, int i,
		uint32_t *out)
{
	const struct operand *from = &line->op[i];
	enum cvg_kind kind =
		line->row->results == 2 && i == 2 ? CVG_K_I64 : CVG_K_I32;

	if (from->is_number)
		*out = cvg_build_int(in, kind, from->number);
	else if (from->arg < in->nargs &&
		 cvg_build_type(in, from->arg, 0).kind == kind)
		*out = cvg_build_arg(in, from->arg, 0);
	else
		return false;
	return true;
}

bool cvg_decode_gcn(struct cvg_decoder *decoder, LLVMValueRef call)
{
	LLVMValueRef v = LLVMGetCalledValue(call);
	struct cvg_in in = {.decoder = decoder, .call = call};
	size_t n, nc;
	const char *text = LLVMGetInlineAsmAsmString(v, &n);
	const char *constraints = LLVMGetInlineAsmConstraintString(v, &nc);
	uint32_t op[OPERANDS];
	char line_text[100];
	struct line line;

	in.res = cvg_dec_layout_of(decoder, call);
	in.nargs = LLVMGetNumArgOperands(call);
	if (!in.res->n ||
	    !read_line(copy(line_text, sizeof line_text, text, n), &line) ||
	    !suits(&in, line.row, constraints, nc))
		return false;
	for (int i = 0; i < OPERANDS; i++)
		if (!use(&in, &line, i, &op[i]))
			return false;
	in.dst = cvg_dec_dst(decoder);
	if (line.row->results == 2) {
		cvg_build_put(&in, 0, product(&in, op));
		cvg_dec_op(decoder, CVG_U_CLOBBER, in.res->at[1], in.dst + 1,
			   CVG_NONE, CVG_NONE, CVG_NONE);
	} else {
		cvg_build_put(&in, 0, run(&in, line.row, op));
	}
	return true;
}
