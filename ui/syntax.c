/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Words of LLVM IR and their colours (LLVM Language Reference, "Identifiers",
 * "Type System"). A line stands alone; what is no IR is plain text.
 */
#include "ui/syntax.h"

#include "reconverge/look.h"
#include "ui/list.h"

#include <string.h>

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/* What names are made of without quotes. */
static bool is_name(char c)
{
	return is_digit(c) || (c >= 'a' && c <= 'z') ||
	       (c >= 'A' && c <= 'Z') || c == '_' || c == '.' || c == '$' ||
	       c == '-' || (unsigned char)c >= 0x80;
}

static size_t run(const char *s, bool (*of)(char))
{
	size_t n = 0;

	while (s[n] && of(s[n]))
		n++;
	return n;
}

/* A quoted string with its quotes; an unclosed one goes to the end. */
static size_t quoted(const char *s)
{
	const char *end = strchr(s + 1, '"');

	return end ? (size_t)(end - s) + 1 : strlen(s);
}

static bool is_blank(char c)
{
	return c == ' ' || c == '\t';
}

/* Words that are types: they are not what an instruction does. */
static bool is_type(const char *s, size_t n)
{
	static const char *const types[] = {
		"void",	 "half",   "bfloat", "float",	 "double",
		"fp128", "ptr",	   "label",  "metadata", "token",
		"x",	 "vscale", "align",  "addrspace"};

	if (*s == 'i' && n > 1 && is_digit(s[1]) &&
	    strspn(s + 1, "0123456789") >= n - 1)
		return true;
	for (size_t i = 0; i < sizeof types / sizeof *types; i++)
		if (strlen(types[i]) == n && !memcmp(types[i], s, n))
			return true;
	return false;
}

static bool is_constant(const char *s, size_t n)
{
	static const char *const words[] = {
		"true",	  "false",	     "null", "undef",
		"poison", "zeroinitializer", "none"};

	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (strlen(words[i]) == n && !memcmp(words[i], s, n))
			return true;
	return false;
}

static enum cvg_role role_of_word(const char *s, size_t n)
{
	if (is_constant(s, n))
		return CVG_ROLE_NUMBER;
	if (s[n] == ':') /* a label of its own */
		return CVG_ROLE_NAME;
	return is_type(s, n) ? CVG_ROLE_TEXT : CVG_ROLE_KEYWORD;
}

bool cvg_ir_word(const char *line, struct cvg_irword *out)
{
	char c = *line;
	char next = c ? line[1] : 0;

	*out = (struct cvg_irword){.at = line, .n = 1, .role = CVG_ROLE_TEXT};
	if (!c)
		return false;
	if (is_blank(c)) {
		out->n = run(line, is_blank);
	} else if (c == ';') {
		out->n = strlen(line);
		out->role = CVG_ROLE_COMMENT;
	} else if (c == '"') {
		out->n = quoted(line);
		out->role = CVG_ROLE_NUMBER;
	} else if (c == '%' || c == '@' || c == '!' || c == '#') {
		out->n = 1 + (next == '"' ? quoted(line + 1)
					  : run(line + 1, is_name));
		out->role =
			c == '%' || c == '@' ? CVG_ROLE_NAME : CVG_ROLE_COMMENT;
	} else if (is_digit(c) || (c == '-' && is_digit(next))) {
		out->n = 1 + run(line + 1, is_name);
		if (line[out->n] == '+') /* 1.0e+05 */
			out->n += 1 + run(line + out->n + 1, is_digit);
		out->role = CVG_ROLE_NUMBER;
	} else if (is_name(c)) {
		out->n = run(line, is_name);
		out->role = role_of_word(line, out->n);
	}
	return true;
}

/* ---- drawing --------------------------------------------------------- */

uint32_t cvg_ir_draw(struct cvg_canvas *into, int32_t x, int32_t y,
		     uint32_t width, uint32_t left, const char *line,
		     const char *lit)
{
	struct cvg_str word = {0};
	struct cvg_irword w;
	uint32_t taken = 0;

	for (uint32_t all = 0; all <= width && cvg_ir_word(line, &w);
	     line += w.n) {
		const char *text;
		unsigned attr = 0;

		if (lit && strlen(lit) == w.n && !memcmp(lit, w.at, w.n))
			attr = CVG_CELL_UNDERLINE | CVG_CELL_BOLD;
		cvg_str_clear(&word);
		cvg_str_addn(&word, w.at, w.n);
		text = cvg_text_cut(word.at, &left);
		all += cvg_text_width(text, strlen(text));
		taken += cvg_canvas_text(into, x + (int32_t)taken, y,
					 width - taken, text, w.role, attr);
		if (all > width && width)
			cvg_canvas_put(into, x + (int32_t)width - 1, y, 0x2026,
				       CVG_ROLE_DIM, 0);
	}
	cvg_str_done(&word);
	return taken;
}
