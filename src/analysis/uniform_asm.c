/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Inline assembler on AMDGPU: an output in scalar registers is the same for all
 * lanes of a warp, one in vector registers is not. Like LLVM, this file reads
 * the kind of register off the constraint string: "=s,=v,={s[4:5]},s,~{memory}"
 * has a scalar, a vector and a scalar output.
 *
 * An output that is not known to be scalar counts as divergent.
 */
#include "uniform.h"

#include "reconverge/graph.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* One output of the constraint string, without '=' and modifiers. */
struct output {
	const char *code;
	size_t n;
	uint32_t type; /* type id or CVG_NONE */
};

/* ---- types -------------------------------------------------------------- */

/* Does the type fit 16 bits of a scalar register, or a group of as many 32-bit
 * registers as exists? */
static bool fits_scalar_registers(const struct cvg_fn *fn, uint32_t type)
{
	static const uint8_t words[] = {1, 2, 3,  4,  5,  6,  7,
					8, 9, 10, 11, 12, 16, 32};
	uint32_t bits;

	if (type == CVG_NONE || fn->types[type].kind == CVG_TYPE_AGGREGATE)
		return false;
	bits = fn->types[type].bits;
	for (size_t i = 0; i < sizeof words; i++) {
		if (bits == 32u * words[i])
			return true;
	}
	return bits == 16;
}

static uint32_t type_by_text(const struct cvg_fn *fn, const char *text,
			     size_t n)
{
	for (uint32_t t = 0; t < fn->ntypes; t++) {
		const char *s = fn->types[t].text;

		if (s && strlen(s) == n && memcmp(s, text, n) == 0)
			return t;
	}
	return CVG_NONE;
}

/* The type of element k of a struct written as "{ i32, <2 x float> }". */
static uint32_t element_type(const struct cvg_fn *fn, uint32_t type, uint32_t k)
{
	const char *p = fn->types[type].text, *start;
	int depth = 0;

	if (!p || *p != '{')
		return CVG_NONE;
	for (start = ++p; *p; p++) {
		if (depth == 0 && (*p == ',' || *p == '}')) {
			const char *end = p;

			while (*start == ' ')
				start++;
			while (end > start && end[-1] == ' ')
				end--;
			if (k-- == 0)
				return type_by_text(fn, start,
						    (size_t)(end - start));
			start = p + 1;
		}
		depth += strchr("{[<(", *p) ? 1 : strchr("}])>", *p) ? -1 : 0;
	}
	return CVG_NONE;
}

/* ---- registers ---------------------------------------------------------- */

static bool scalar_by_name(const char *name, size_t n)
{
	static const char *const prefixes[] = {
		"vcc", "exec", "m0",   "scc",  "flat_scratch", "xnack_mask",
		"tba", "tma",  "null", "src_", "ttmp",
	};

	for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++) {
		size_t len = strlen(prefixes[i]);

		if (len <= n && strncasecmp(prefixes[i], name, len) == 0)
			return true;
	}
	return false;
}

/*
 * Is the output in a scalar register "s7" or a range "s[4:5]"? LLVM 22 accepts
 * a range only for a value of exactly its size, and a single register for no
 * vector but one of 32 bits; before 22 it accepts any value, and in 22 still
 * for names in capitals.
 */
static bool scalar_by_number(const struct cvg_fn *fn, const struct output *o)
{
	uint32_t major = fn->llvm_major ? fn->llvm_major : 22;
	bool range = o->n > 3 && o->code[2] == '[';
	const struct cvg_type *t =
		o->type == CVG_NONE ? NULL : &fn->types[o->type];
	unsigned long first, last;
	char *end;

	if (o->n < 4 || tolower((unsigned char)o->code[1]) != 's' ||
	    !isdigit((unsigned char)o->code[range ? 3 : 2]))
		return false;
	first = last = strtoul(o->code + (range ? 3 : 2), &end, 10);
	if (range && *end == ':')
		last = strtoul(end + 1, &end, 10);
	if (last > 105 || last < first)
		return false;
	if (major < 22 || o->code[1] == 'S')
		return true;
	if (!t)
		return false;
	if (range)
		return last > first && t->bits == 32 * (last - first + 1);
	return t->kind != CVG_TYPE_VECTOR || t->bits == 32;
}

static bool output_scalar(const struct cvg_fn *fn, const struct output *o)
{
	if (o->n == 1 && (*o->code == 's' || *o->code == 'r'))
		return fits_scalar_registers(fn, o->type);
	if (o->n < 3 || o->code[0] != '{')
		return false;
	return scalar_by_name(o->code + 1, o->n - 2) || scalar_by_number(fn, o);
}

/* ---- outside ------------------------------------------------------------ */

static uint32_t count_outputs(const char *constraints)
{
	uint32_t n = 0;

	for (const char *p = constraints; *p; p++)
		n += *p == '=' && (p == constraints || p[-1] == ',');
	return n;
}

bool cvg_asm_divergent(const struct cvg_fn *fn, uint32_t inst, uint32_t element,
		       uint32_t type)
{
	const char *p = fn->values[fn->insts[inst].callee].text;
	uint32_t result = fn->insts[inst].type, noutputs, k = 0;

	noutputs = count_outputs(p);
	for (; *p == '='; k++) {
		struct output o = {.type = type};

		p += strspn(p, "=&%");
		o.code = p;
		o.n = strcspn(p, ",");
		p += o.n + (p[o.n] == ',');
		if (element != CVG_NONE && element != k)
			continue;
		if (element == CVG_NONE)
			o.type = noutputs == 1 ? result
					       : element_type(fn, result, k);
		if (!output_scalar(fn, &o))
			return true;
	}
	return false;
}
