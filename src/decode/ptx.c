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

bool cvg_ptx_is(struct ptx_word w, const char *text)
{
	return strlen(text) == w.n && !memcmp(w.at, text, w.n);
}

bool cvg_ptx_has(const struct ptx_line *l, const char *text)
{
	for (uint32_t i = 1; i < l->nparts; i++)
		if (cvg_ptx_is(l->part[i], text))
			return true;
	return false;
}

bool cvg_ptx_type_of(const struct ptx_line *l, uint32_t k, struct ptx_type *out)
{
	static const struct {
		const char *name;
		struct ptx_type type;
	} types[] = {
		{"u32", {CVG_K_I32, false, false}},
		{"s32", {CVG_K_I32, true, false}},
		{"b32", {CVG_K_I32, false, false}},
		{"u64", {CVG_K_I64, false, false}},
		{"s64", {CVG_K_I64, true, false}},
		{"b64", {CVG_K_I64, false, false}},
		{"u16", {CVG_K_I16, false, false}},
		{"s16", {CVG_K_I16, true, false}},
		{"b16", {CVG_K_I16, false, false}},
		{"u8", {CVG_K_I8, false, false}},
		{"s8", {CVG_K_I8, true, false}},
		{"b8", {CVG_K_I8, false, false}},
		{"f16", {CVG_K_F16, false, true}},
		{"bf16", {CVG_K_BF16, false, true}},
		{"f32", {CVG_K_F32, false, true}},
		{"f64", {CVG_K_F64, false, true}},
		{"pred", {CVG_K_BIT, false, false}},
	};

	if (k >= l->nparts)
		return false;
	for (size_t i = 0; i < sizeof types / sizeof *types; i++)
		if (cvg_ptx_is(l->part[l->nparts - 1 - k], types[i].name)) {
			*out = types[i].type;
			return true;
		}
	return false;
}

/* ---- operands -------------------------------------------------------- */

static bool special(struct ptx *p, struct ptx_word name, uint32_t *out)
{
	static const struct {
		const char *name;
		enum cvg_sreg reg;
		enum cvg_kind kind;
	} known[] = {
		{"%tid.x", CVG_S_TID_X, CVG_K_I32},
		{"%tid.y", CVG_S_TID_Y, CVG_K_I32},
		{"%tid.z", CVG_S_TID_Z, CVG_K_I32},
		{"%ntid.x", CVG_S_NTID_X, CVG_K_I32},
		{"%ntid.y", CVG_S_NTID_Y, CVG_K_I32},
		{"%ntid.z", CVG_S_NTID_Z, CVG_K_I32},
		{"%ctaid.x", CVG_S_CTAID_X, CVG_K_I32},
		{"%ctaid.y", CVG_S_CTAID_Y, CVG_K_I32},
		{"%ctaid.z", CVG_S_CTAID_Z, CVG_K_I32},
		{"%nctaid.x", CVG_S_NCTAID_X, CVG_K_I32},
		{"%nctaid.y", CVG_S_NCTAID_Y, CVG_K_I32},
		{"%nctaid.z", CVG_S_NCTAID_Z, CVG_K_I32},
		{"%laneid", CVG_S_LANEID, CVG_K_I32},
		{"%warpid", CVG_S_WARPID, CVG_K_I32},
		{"%nwarpid", CVG_S_NWARPID, CVG_K_I32},
		{"%smid", CVG_S_SMID, CVG_K_I32},
		{"%nsmid", CVG_S_NSMID, CVG_K_I32},
		{"%lanemask_eq", CVG_S_LANEMASK_EQ, CVG_K_I32},
		{"%lanemask_le", CVG_S_LANEMASK_LE, CVG_K_I32},
		{"%lanemask_lt", CVG_S_LANEMASK_LT, CVG_K_I32},
		{"%lanemask_ge", CVG_S_LANEMASK_GE, CVG_K_I32},
		{"%lanemask_gt", CVG_S_LANEMASK_GT, CVG_K_I32},
		{"%clock", CVG_S_CLOCK, CVG_K_I32},
		{"%clock64", CVG_S_CLOCK, CVG_K_I64},
		{"%globaltimer", CVG_S_CLOCK, CVG_K_I64},
		{"%dynamic_smem_size", CVG_S_DYNAMIC_SHARED, CVG_K_I32},
	};

	for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
		if (!cvg_ptx_is(name, known[i].name))
			continue;
		if (known[i].reg == CVG_S_CLOCK)
			p->in.d->p->uses_clock = true;
		*out = cvg_build_sreg(&p->in, known[i].reg, known[i].kind);
		return true;
	}
	return false;
}

bool cvg_ptx_use(struct ptx *p, const struct ptx_line *l, uint32_t i,
		 struct ptx_type t, uint32_t *out)
{
	const struct ptx_operand *o;
	const struct ptx_reg *r;

	if (i >= l->nops)
		return false;
	o = &l->op[i];
	if (o->form == PTX_NUMBER) {
		*out = cvg_build_int(&p->in, t.kind, o->number);
		return true;
	}
	if (o->form == PTX_SPECIAL)
		return special(p, o->name, out);
	if (o->form != PTX_REG)
		return false;
	r = &p->regs.at[o->reg];
	*out = r->ref;
	return r->ref != CVG_NONE &&
	       cvg_kind_bytes(r->kind) == cvg_kind_bytes(t.kind) &&
	       (r->kind == CVG_K_BIT) == (t.kind == CVG_K_BIT);
}

bool cvg_ptx_set(struct ptx *p, const struct ptx_line *l, uint32_t i,
		 uint32_t ref)
{
	if (i >= l->nops || l->op[i].form != PTX_REG)
		return false;
	p->regs.at[l->op[i].reg].ref = ref;
	return true;
}

/* ---- reading --------------------------------------------------------- */

struct reader {
	const char *at, *end;
};

static bool is_space(char c)
{
	return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static bool is_word(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
	       (c >= '0' && c <= '9') || c == '_' || c == '$' || c == '%' ||
	       c == '.';
}

/* Skip blanks and comments; if `braces`, also the braces of blocks. */
static void skip(struct reader *r, bool braces)
{
	while (r->at < r->end) {
		if (r->end - r->at > 1 && r->at[0] == '/' && r->at[1] == '/') {
			while (r->at < r->end && *r->at != '\n')
				r->at++;
		} else if (is_space(*r->at) ||
			   (braces && strchr("{};", *r->at))) {
			r->at++;
		} else {
			return;
		}
	}
}

static bool take(struct reader *r, char c)
{
	skip(r, false);
	if (r->at >= r->end || *r->at != c)
		return false;
	r->at++;
	return true;
}

static struct ptx_word word(struct reader *r)
{
	struct ptx_word w = {r->at, 0};

	skip(r, false);
	w.at = r->at;
	while (r->at < r->end && is_word(*r->at))
		r->at++;
	w.n = (size_t)(r->at - w.at);
	return w;
}

/* Read a number: "12", "0x1f", "-1", or a float by its bits: "0f3F800000"
 * (float), "0d..." (double). */
static bool number(struct ptx_word w, bool minus, uint64_t *out)
{
	char text[32], *end;

	if (w.n == 0 || w.n >= sizeof text || w.at[0] < '0' || w.at[0] > '9')
		return false;
	memcpy(text, w.at, w.n);
	text[w.n] = '\0';
	if (w.n > 2 && text[0] == '0' && strchr("fFdD", text[1]))
		*out = strtoull(text + 2, &end, 16);
	else
		*out = strtoull(text, &end, 0);
	while (*end == 'U' || *end == 'u' || *end == 'L' || *end == 'l')
		end++;
	if (minus)
		*out = ~*out + 1;
	return *end == '\0';
}

static bool find_reg(const struct ptx *p, struct ptx_word w, uint32_t *out)
{
	uint64_t n;

	if (w.n > 1 && w.at[0] == '$' && w.at[1] != '$') {
		struct ptx_word digits = {w.at + 1, w.n - 1};

		*out = 0;
		if (!number(digits, false, &n) || n >= p->in.nargs)
			return false;
		*out = (uint32_t)n;
		return true;
	}
	for (uint32_t i = p->in.nargs; i < p->regs.n; i++)
		if (p->regs.at[i].name.n == w.n &&
		    !memcmp(p->regs.at[i].name.at, w.at, w.n)) {
			*out = i;
			return true;
		}
	return false;
}

/* Read a list of registers: "{r0, r1}". */
static bool read_list(struct ptx *p, struct reader *r, struct ptx_operand *o)
{
	o->form = PTX_LISTED;
	do {
		if (o->nlist == PTX_LIST ||
		    !find_reg(p, word(r), &o->list[o->nlist]))
			return false;
		o->nlist++;
	} while (take(r, ','));
	return take(r, '}');
}

/* Read an address: "[$1+4]". */
static bool read_address(struct ptx *p, struct reader *r, struct ptx_operand *o)
{
	o->form = PTX_ADDRESS;
	if (!find_reg(p, word(r), &o->reg))
		return false;
	if (take(r, '+')) {
		bool minus = take(r, '-');

		if (!number(word(r), minus, &o->number))
			return false;
	}
	return take(r, ']');
}

static bool read_operand(struct ptx *p, struct reader *r, struct ptx_operand *o)
{
	bool minus;

	*o = (struct ptx_operand){.form = PTX_REG};
	if (take(r, '{'))
		return read_list(p, r, o);
	if (take(r, '['))
		return read_address(p, r, o);
	minus = take(r, '-');
	o->name = word(r);
	if (number(o->name, minus, &o->number)) {
		o->form = PTX_NUMBER;
		return true;
	}
	if (minus || o->name.n == 0)
		return false;
	if (find_reg(p, o->name, &o->reg))
		return true;
	o->form = PTX_SPECIAL;
	return o->name.at[0] == '%';
}

/* Read a declaration, such as ".reg .u32 r0, r1", behind ".reg". */
static bool declare(struct ptx *p, struct reader *r)
{
	struct ptx_word type = word(r);
	struct ptx_line l = {.nparts = 1};
	struct ptx_type t;

	if (type.n < 2)
		return false;
	l.part[0] = (struct ptx_word){type.at + 1, type.n - 1};
	if (!cvg_ptx_type_of(&l, 0, &t))
		return false;
	do {
		struct ptx_reg reg = {word(r), t.kind, CVG_NONE};

		if (reg.name.n == 0)
			return false;
		cvg_push(&p->regs, reg);
	} while (take(r, ','));
	return true;
}

static bool split(struct ptx_word name, struct ptx_line *l)
{
	const char *at = name.at, *end = name.at + name.n;

	while (at < end) {
		const char *dot = memchr(at, '.', (size_t)(end - at));
		const char *stop = dot ? dot : end;

		if (l->nparts == PTX_PARTS)
			return false;
		l->part[l->nparts++] =
			(struct ptx_word){at, (size_t)(stop - at)};
		at = dot ? dot + 1 : end;
	}
	return l->nparts > 0;
}

static bool run_line(struct ptx *p, struct reader *r)
{
	struct ptx_word name = word(r);
	struct ptx_line l = {0};

	if (cvg_ptx_is(name, ".reg"))
		return declare(p, r) && take(r, ';');
	if (!split(name, &l))
		return false;
	skip(r, false);
	while (r->at < r->end && *r->at != ';') {
		if (l.nops == PTX_OPERANDS ||
		    !read_operand(p, r, &l.op[l.nops++]))
			return false;
		if (!take(r, ','))
			break;
	}
	if (!take(r, ';') && r->at < r->end)
		return false;
	return cvg_ptx_move(p, &l) || cvg_ptx_integer(p, &l) ||
	       cvg_ptx_float(p, &l) || cvg_ptx_memory(p, &l);
}

/* ---- operands of the asm ---------------------------------------------- */

/* The next constraint of a list such as "=r,r,0,~{memory}". */
static struct ptx_word constraint(struct reader *r)
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
	    cvg_dec_layout_of(p->in.d, cvg_build_value(&p->in, arg))->n != 1)
		return false;
	reg.kind = (enum cvg_kind)cvg_build_type(&p->in, arg, 0).kind;
	reg.ref = cvg_build_arg(&p->in, arg, 0);
	if (number(c, false, &output)) {
		if (output >= p->regs.n)
			return false;
		p->regs.at[output].ref = reg.ref;
	}
	cvg_push(&p->regs, reg);
	return true;
}

static bool add_operands(struct ptx *p, const char *text, size_t n)
{
	struct reader r = {text, text + n};
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
	struct reader r = {text, text + n};

	for (skip(&r, true); r.at < r.end; skip(&r, true))
		if (!run_line(p, &r))
			return false;
	for (uint32_t k = 0; k < p->in.res->n; k++) {
		struct ptx_reg *reg = &p->regs.at[k];

		if (reg->ref == CVG_NONE)
			return false;
		cvg_dec_op(p->in.d, CVG_U_MOV, p->in.res->at[k], p->in.dst + k,
			   reg->ref, CVG_NONE, CVG_NONE);
	}
	return true;
}

bool cvg_decode_ptx(struct cvg_decoder *d, LLVMValueRef call)
{
	LLVMValueRef v = LLVMGetCalledValue(call);
	size_t n, nc;
	const char *text = LLVMGetInlineAsmAsmString(v, &n);
	const char *constraints = LLVMGetInlineAsmConstraintString(v, &nc);
	struct ptx p = {.in = {.d = d, .call = call}, .carry = CVG_NONE};
	bool ok;

	p.in.res = cvg_dec_layout_of(d, call);
	p.in.dst = cvg_dec_dst(d);
	ok = add_operands(&p, constraints, nc) && run_all(&p, text, n);
	free(p.regs.at);
	return ok;
}
