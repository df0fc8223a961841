/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Inline assembler for NVPTX: reads a line, without knowing what it does. */
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

static bool is_space(char c)
{
	return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static bool is_word(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
	       (c >= '0' && c <= '9') || c == '_' || c == '$' || c == '%' ||
	       c == '.' || c == ':'; /* "L1::no_allocate" */
}

void cvg_ptx_skip(struct ptx_reader *r, bool braces)
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

static bool take(struct ptx_reader *r, char c)
{
	cvg_ptx_skip(r, false);
	if (r->at >= r->end || *r->at != c)
		return false;
	r->at++;
	return true;
}

static struct ptx_word word(struct ptx_reader *r)
{
	struct ptx_word w = {r->at, 0};

	cvg_ptx_skip(r, false);
	w.at = r->at;
	while (r->at < r->end && is_word(*r->at))
		r->at++;
	w.n = (size_t)(r->at - w.at);
	return w;
}

bool cvg_ptx_int(struct ptx_word w, bool minus, uint64_t *out)
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
		if (!cvg_ptx_int(digits, false, &n) || n >= p->in.nargs)
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
static bool read_list(struct ptx *p, struct ptx_reader *r,
		      struct ptx_operand *operand)
{
	operand->form = PTX_LISTED;
	do {
		if (operand->nlist == PTX_LIST ||
		    !find_reg(p, word(r), &operand->list[operand->nlist]))
			return false;
		operand->nlist++;
	} while (take(r, ','));
	return take(r, '}');
}

/* Read an address: "[$1+4]". */
static bool read_address(struct ptx *p, struct ptx_reader *r,
			 struct ptx_operand *operand)
{
	operand->form = PTX_ADDRESS;
	if (!find_reg(p, word(r), &operand->reg))
		return false;
	if (take(r, '+')) {
		bool minus = take(r, '-');

		if (!cvg_ptx_int(word(r), minus, &operand->number))
			return false;
	}
	return take(r, ']');
}

static bool read_operand(struct ptx *p, struct ptx_reader *r,
			 struct ptx_operand *operand)
{
	bool minus;

	*operand = (struct ptx_operand){.form = PTX_REG};
	if (take(r, '{'))
		return read_list(p, r, operand);
	if (take(r, '['))
		return read_address(p, r, operand);
	operand->negated = take(r, '!');
	minus = take(r, '-');
	operand->name = word(r);
	if (cvg_ptx_int(operand->name, minus, &operand->number)) {
		operand->form = PTX_NUMBER;
		return !operand->negated;
	}
	if (minus || operand->name.n == 0)
		return false;
	if (find_reg(p, operand->name, &operand->reg)) {
		operand->paired = take(r, '|');
		return !operand->paired ||
		       find_reg(p, word(r), &operand->second);
	}
	operand->form = PTX_SPECIAL;
	return operand->name.at[0] == '%' && !operand->negated;
}

/* Read a declaration, such as ".reg .u32 r0, r1", behind ".reg". */
static bool declare(struct ptx *p, struct ptx_reader *r)
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

/* Read a guard, "@p" or "@!p", if there is one; false: it has no register. */
static bool read_guard(struct ptx *p, struct ptx_reader *r, struct ptx_line *l)
{
	l->guarded = take(r, '@');
	if (!l->guarded)
		return true;
	l->guard_not = take(r, '!');
	return find_reg(p, word(r), &l->guard);
}

bool cvg_ptx_read(struct ptx *p, struct ptx_reader *r, struct ptx_line *l)
{
	struct ptx_word name;

	*l = (struct ptx_line){0};
	if (!read_guard(p, r, l))
		return false;
	name = word(r);
	if (cvg_ptx_is(name, ".reg"))
		return declare(p, r) && take(r, ';');
	if (!split(name, l))
		return false;
	cvg_ptx_skip(r, false);
	while (r->at < r->end && *r->at != ';') {
		if (l->nops == PTX_OPERANDS ||
		    !read_operand(p, r, &l->op[l->nops++]))
			return false;
		if (!take(r, ','))
			break;
	}
	return take(r, ';') || r->at >= r->end;
}
