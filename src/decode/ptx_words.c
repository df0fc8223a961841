/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Inline assembler for NVPTX: the words that are known (ptx.def), and what they
 * have to do with other threads.
 *
 * Example: "ld.volatile.global.u32" reads what others may write, because
 * "volatile" does (a volatile store does not); "mov.u32 $0, %ctaid.x" asks for the block, because
 * "%ctaid.x" does; of "vadd4.u32.u32.u32" nothing is known.
 */
#include "ptx.h"

#include <stdlib.h>
#include <string.h>

#define MOST_OPERANDS 64 /* of an asm whose relation is asked for */

struct ptx_part {
	const char *name;
	enum cvg_relation relation;
};

#define INSTRUCTION(name, how, relation) \
	{name, cvg_ptx_##how, CVG_REL_##relation},
#define PART(name, relation)
#define SPECIAL(name, reg, kind, relation)
static const struct ptx_instruction instructions[] = {
#include "ptx.def"
};
#undef INSTRUCTION
#undef PART
#define INSTRUCTION(name, how, relation)
#define PART(name, relation) {name, CVG_REL_##relation},
static const struct ptx_part parts[] = {
#include "ptx.def"
};
#undef PART
#undef SPECIAL
#define PART(name, relation)
#define SPECIAL(name, reg, kind, relation) \
	{name, CVG_S_##reg, CVG_K_##kind, CVG_REL_##relation},
static const struct ptx_special specials[] = {
#include "ptx.def"
};
#undef INSTRUCTION
#undef PART
#undef SPECIAL

const struct ptx_special *cvg_ptx_special(struct ptx_word name)
{
	for (size_t i = 0; i < sizeof specials / sizeof *specials; i++)
		if (cvg_ptx_is(name, specials[i].name))
			return &specials[i];
	return NULL;
}

static enum cvg_relation part_relation(struct ptx_word w)
{
	for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
		if (cvg_ptx_is(w, parts[i].name))
			return parts[i].relation;
	return CVG_REL_UNKNOWN;
}

static enum cvg_relation more(enum cvg_relation a, enum cvg_relation b)
{
	return a > b ? a : b;
}

const struct ptx_instruction *cvg_ptx_known(const struct ptx_line *l,
					    enum cvg_relation *out)
{
	const struct ptx_instruction *row = instructions;
	const struct ptx_instruction *end =
		row + sizeof instructions / sizeof *instructions;

	while (row < end && !cvg_ptx_is(l->part[0], row->name))
		row++;
	*out = row < end ? row->relation : CVG_REL_UNKNOWN;
	for (uint32_t i = 1; i < l->nparts; i++)
		*out = more(*out, part_relation(l->part[i]));
	if (*out == CVG_REL_REREADS && cvg_ptx_is(l->part[0], "st"))
		*out = CVG_REL_ALONE;
	for (uint32_t i = 0; i < l->nops; i++) {
		const struct ptx_special *s = cvg_ptx_special(l->op[i].name);

		if (l->op[i].form == PTX_SPECIAL)
			*out = more(*out, s ? s->relation : CVG_REL_UNKNOWN);
	}
	return row < end ? row : NULL;
}

enum cvg_relation cvg_ptx_relation(const char *text, size_t n)
{
	struct ptx_reader r = {text, text + n};
	struct ptx p = {.carry = CVG_NONE};
	enum cvg_relation all = CVG_REL_ALONE, one;
	struct ptx_line l;

	p.in.nargs = MOST_OPERANDS;
	while (p.regs.n < MOST_OPERANDS)
		cvg_push(&p.regs, (struct ptx_reg){.ref = CVG_NONE});
	for (cvg_ptx_skip(&r, true); r.at < r.end; cvg_ptx_skip(&r, true)) {
		if (!cvg_ptx_read(&p, &r, &l)) {
			all = CVG_REL_UNKNOWN;
			break;
		}
		if (l.nparts) {
			cvg_ptx_known(&l, &one);
			all = more(all, one);
		}
	}
	free(p.regs.at);
	return all;
}
