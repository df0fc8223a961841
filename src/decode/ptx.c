/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Inline assembler for NVPTX: reads the template, instruction by instruction.
 *
 * Example: "{ .reg .u32 t; add.u32 t, $1, 1; mov.u32 $0, t; }" with constraints
 * "=r,r" declares register t, adds 1 to the call's argument into t, and makes t
 * the result.
 */
#include "ptx.h"

#include <stdlib.h>
#include <string.h>

/* ---- operands -------------------------------------------------------- */

static bool special(struct ptx *p, struct ptx_word name, uint32_t *out)
{
	const struct ptx_special *row = cvg_ptx_special(name);

	if (!row)
		return false;
	if (row->reg == CVG_S_CLOCK)
		p->in.decoder->program->uses_clock = true;
	*out = cvg_build_sreg(&p->in, row->reg, row->kind);
	return true;
}

bool cvg_ptx_use(struct ptx *p, const struct ptx_line *l, uint32_t i,
		 struct ptx_type t, uint32_t *out)
{
	const struct ptx_operand *operand;
	const struct ptx_reg *r;

	if (i >= l->nops)
		return false;
	operand = &l->op[i];
	if (operand->form == PTX_NUMBER) {
		*out = cvg_build_int(&p->in, t.kind, operand->number);
		return true;
	}
	if (operand->form == PTX_SPECIAL)
		return special(p, operand->name, out);
	if (operand->form != PTX_REG)
		return false;
	r = &p->regs.at[operand->reg];
	*out = r->ref;
	if (r->ref == CVG_NONE || operand->paired ||
	    cvg_kind_bytes(r->kind) != cvg_kind_bytes(t.kind) ||
	    (r->kind == CVG_K_BIT) != (t.kind == CVG_K_BIT) ||
	    (operand->negated && t.kind != CVG_K_BIT))
		return false;
	if (operand->negated)
		*out = cvg_build_opk(&p->in, CVG_U_XOR, CVG_K_BIT, *out, 1);
	return true;
}

bool cvg_ptx_set(struct ptx *p, const struct ptx_line *l, uint32_t i,
		 uint32_t ref)
{
	if (i >= l->nops || l->op[i].form != PTX_REG || l->op[i].negated ||
	    l->op[i].paired)
		return false;
	p->regs.at[l->op[i].reg].ref = ref;
	return true;
}

/* ---- lines ----------------------------------------------------------- */

/* Let only threads with the guard of line l keep what it has put into registers;
 * the others keep what was there, which is `before`. */
static bool guard(struct ptx *p, const struct ptx_line *l,
		  const struct ptx_reg *before)
{
	const struct ptx_reg *reg = &p->regs.at[l->guard];
	uint32_t yes = before[l->guard].ref;

	if (reg->kind != CVG_K_BIT || yes == CVG_NONE)
		return false;
	for (size_t i = 0; i < p->regs.n; i++) {
		struct ptx_reg *to = &p->regs.at[i];
		uint32_t old = before[i].ref;

		if (to->ref == old)
			continue;
		if (old == CVG_NONE)
			old = cvg_dec_undef(p->in.decoder, to->kind);
		to->ref = l->guard_not ? cvg_build_select(&p->in, to->kind, yes,
							  old, to->ref)
				       : cvg_build_select(&p->in, to->kind, yes,
							  to->ref, old);
	}
	return true;
}

/* Run an instruction of which some threads may skip the effect: it only puts
 * numbers into registers. */
static bool run_guarded(struct ptx *p, const struct ptx_line *l,
			const struct ptx_instruction *row)
{
	size_t bytes = p->regs.n * sizeof *p->regs.at;
	struct ptx_reg *before;
	bool ok;

	if (row->how != cvg_ptx_number && row->how != cvg_ptx_move)
		return false;
	before = cvg_calloc(p->regs.n, sizeof *before);
	memcpy(before, p->regs.at, bytes);
	ok = row->how(p, l) && guard(p, l, before);
	free(before);
	return ok;
}

static bool run_line(struct ptx *p, struct ptx_reader *r)
{
	const struct ptx_instruction *row;
	enum cvg_relation relation;
	struct ptx_line l;

	if (!cvg_ptx_read(p, r, &l))
		return false;
	if (!l.nparts)
		return true;
	row = cvg_ptx_known(&l, &relation);
	if (!row || relation == CVG_REL_UNKNOWN)
		return false;
	return l.guarded ? run_guarded(p, &l, row) : row->how(p, &l);
}

/* ---- operands of the asm ---------------------------------------------- */

/* The next constraint of a list such as "=r,r,0,~{memory}". */
static struct ptx_word constraint(struct ptx_reader *r)
{
	struct ptx_word w = {r->at, 0};

	while (r->at < r->end && *r->at != ',')
		r->at++;
	w.n = (size_t)(r->at - w.at);
	r->at += r->at < r->end;
	return w;
}

static void add_output(struct ptx *p)
{
	struct ptx_reg reg = {.ref = CVG_NONE};

	if (p->regs.n < p->in.res->n)
		reg.kind = (enum cvg_kind)p->in.res->at[p->regs.n].kind;
	cvg_push(&p->regs, reg);
}

/* Add an input; a constraint that is a number ties it to the output with that
 * number. */
static bool add_input(struct ptx *p, struct ptx_word c, unsigned arg)
{
	struct ptx_reg reg = {.kind = CVG_K_BIT};
	uint64_t output;

	if (arg >= LLVMGetNumArgOperands(p->in.call) ||
	    cvg_dec_layout_of(p->in.decoder, cvg_build_value(&p->in, arg))->n !=
		    1)
		return false;
	reg.kind = (enum cvg_kind)cvg_build_type(&p->in, arg, 0).kind;
	reg.ref = cvg_build_arg(&p->in, arg, 0);
	if (cvg_ptx_int(c, false, &output)) {
		if (output >= p->regs.n)
			return false;
		p->regs.at[output].ref = reg.ref;
	}
	cvg_push(&p->regs, reg);
	return true;
}

static bool add_operands(struct ptx *p, const char *text, size_t n)
{
	struct ptx_reader r = {text, text + n};
	unsigned arg = 0;
	size_t outputs = 0;

	while (r.at < r.end) {
		struct ptx_word c = constraint(&r);

		if (c.n == 0 || *c.at == '~')
			continue;
		if (*c.at == '=' && c.n > 1 && c.at[1] != '*') {
			add_output(p);
			outputs++;
		} else if (!add_input(p, c, arg++)) {
			return false;
		}
	}
	p->in.nargs = (unsigned)p->regs.n;
	return outputs == p->in.res->n;
}

static bool run_all(struct ptx *p, const char *text, size_t n)
{
	struct ptx_reader r = {text, text + n};

	for (cvg_ptx_skip(&r, true); r.at < r.end; cvg_ptx_skip(&r, true))
		if (!run_line(p, &r))
			return false;
	for (uint32_t k = 0; k < p->in.res->n; k++) {
		struct ptx_reg *reg = &p->regs.at[k];

		if (reg->ref == CVG_NONE)
			return false;
		cvg_dec_op(p->in.decoder, CVG_U_MOV, p->in.res->at[k],
			   p->in.dst + k, reg->ref, CVG_NONE, CVG_NONE);
	}
	return true;
}

bool cvg_decode_ptx(struct cvg_decoder *decoder, LLVMValueRef call)
{
	LLVMValueRef v = LLVMGetCalledValue(call);
	size_t n, nc;
	const char *text = LLVMGetInlineAsmAsmString(v, &n);
	const char *constraints = LLVMGetInlineAsmConstraintString(v, &nc);
	struct ptx p = {.in = {.decoder = decoder, .call = call},
			.carry = CVG_NONE};
	bool ok;

	p.in.res = cvg_dec_layout_of(decoder, call);
	p.in.dst = cvg_dec_dst(decoder);
	ok = add_operands(&p, constraints, nc) && run_all(&p, text, n);
	free(p.regs.at);
	return ok;
}
