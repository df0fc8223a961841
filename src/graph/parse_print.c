/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Graph text notation: print each instruction as LLVM would. */
#include "parse.h"

/* By LLVM's number. */
static const char *const predicates[64] = {
	[1] = "oeq",  [2] = "ogt",  [3] = "oge",  [4] = "olt",	[5] = "ole",
	[6] = "one",  [7] = "ord",  [8] = "uno",  [9] = "ueq",	[14] = "une",
	[32] = "eq",  [33] = "ne",  [34] = "ugt", [35] = "uge", [36] = "ult",
	[37] = "ule", [38] = "sgt", [39] = "sge", [40] = "slt", [41] = "sle",
};

static const char *type_text(const struct cvg_fn *fn, uint32_t value)
{
	return fn->types[fn->values[value].type].text;
}

/* All operands: "i32 %a, i32 %b" with each_type, else "i32 %a, %b". */
static void add_operands(struct cvg_str *s, const struct cvg_fn *fn,
			 const struct cvg_inst *in, bool each_type)
{
	for (uint32_t k = 0; k < in->nops; k++) {
		uint32_t v = fn->ops[in->ops_at + k];

		if (k)
			cvg_str_add(s, ", ");
		if (each_type || !k)
			cvg_str_addf(s, "%s ", type_text(fn, v));
		cvg_str_add(s, fn->values[v].text ? fn->values[v].text : "?");
	}
}

static void add_phi(struct cvg_str *s, const struct cvg_fn *fn,
		    const struct cvg_inst *in)
{
	cvg_str_addf(s, "phi %s", fn->types[in->type].text);
	for (uint32_t k = 0; k < in->nops; k++) {
		uint32_t at = in->ops_at + k;
		const char *text = fn->values[fn->ops[at]].text;

		cvg_str_addf(s, "%s [ %s, %%%s ]", k ? "," : "",
			     text ? text : "?",
			     fn->blocks[fn->incoming[at]].name);
	}
}

static void add_targets(struct cvg_str *s, const struct cvg_fn *fn,
			const struct cvg_block *block)
{
	for (uint32_t k = 0; k < block->nsuccs; k++) {
		uint32_t at = block->succs_at + k;
		const char *to = fn->blocks[fn->succs[at]].name;

		if (fn->succ_case[at] == CVG_NONE)
			cvg_str_addf(s, "%slabel %%%s", k ? ", " : "", to);
		else
			cvg_str_addf(s, "%si32 %s, label %%%s",
				     k == 1 ? " [ " : " ",
				     fn->values[fn->succ_case[at]].text, to);
	}
	if (cvg_block_terminator(fn, (uint32_t)(block - fn->blocks))->op ==
	    CVG_OP_SWITCH)
		cvg_str_add(s, block->nsuccs > 1 ? " ]" : " [ ]");
}

static void add_terminator(struct cvg_str *s, const struct cvg_fn *fn,
			   const struct cvg_inst *in)
{
	const struct cvg_block *block = &fn->blocks[in->block];

	cvg_str_add(s, cvg_op_name(in->op));
	if (in->nops || block->nsuccs)
		cvg_str_addc(s, ' ');
	add_operands(s, fn, in, true);
	if (in->nops && block->nsuccs)
		cvg_str_add(s, ", ");
	add_targets(s, fn, block);
	if (in->op == CVG_OP_RET && !in->nops)
		cvg_str_add(s, " void");
}

static void add_body(struct cvg_str *s, const struct cvg_fn *fn,
		     const struct cvg_inst *in)
{
	const char *type = fn->types[in->type].text;
	const char *op = cvg_op_name(in->op);

	if (in->op == CVG_OP_PHI) {
		add_phi(s, fn, in);
	} else if (in->op < CVG_OP_PHI) {
		add_terminator(s, fn, in);
	} else if (in->op == CVG_OP_CALL) {
		cvg_str_addf(s, "call %s %s(", type,
			     fn->values[in->callee].text);
		add_operands(s, fn, in, true);
		cvg_str_addc(s, ')');
	} else if (in->op == CVG_OP_ICMP || in->op == CVG_OP_FCMP) {
		const char *predicate = predicates[in->predicate & 63];

		cvg_str_addf(s, "%s %s ", op, predicate ? predicate : "true");
		add_operands(s, fn, in, false);
	} else {
		cvg_str_addf(s, "%s ", op);
		if (in->op == CVG_OP_LOAD || in->op == CVG_OP_GEP)
			cvg_str_addf(s, "%s, ", type);
		add_operands(s, fn, in,
			     cvg_op_class(in->op) > CVG_CLASS_FLOATDIV);
	}
}

void cvg_draft_print(struct cvg_fn *fn)
{
	struct cvg_str s = {0};

	for (uint32_t i = 0; i < fn->ninsts; i++) {
		const char *name = fn->values[cvg_inst_value(fn, i)].text;

		cvg_str_clear(&s);
		if (name)
			cvg_str_addf(&s, "%s = ", name);
		add_body(&s, fn, &fn->insts[i]);
		fn->insts[i].text = cvg_arena_strdup(&fn->arena, s.at);
	}
	cvg_str_done(&s);
}
