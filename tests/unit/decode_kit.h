/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* For the tests of the decoder: a program as text. */
#ifndef RECONVERGE_TESTS_DECODE_KIT_H
#define RECONVERGE_TESTS_DECODE_KIT_H

#include <inttypes.h>

#include "reconverge/program.h"

static inline void range_text(struct cvg_str *s, const struct cvg_program *p,
			      const struct cvg_ufn *f, uint32_t at, uint32_t n)
{
	for (uint32_t i = at; i < at + n; i++) {
		cvg_uop_print(s, p, f, &f->uops[i]);
		cvg_str_addc(s, '\n');
	}
}

static inline void ref_text(struct cvg_str *s, const struct cvg_program *p,
			    uint32_t ref)
{
	if (ref != CVG_NONE && (ref & CVG_REF_CONST))
		cvg_str_addf(s, " #%" PRIu64,
			     p->consts[ref & ~CVG_REF_CONST].lo);
	else
		cvg_str_addf(s, " s%" PRIu32, ref);
}

/* "branch s4", and for each edge "-> 2: " and its moves. */
static inline void end_text(struct cvg_str *s, const struct cvg_program *p,
			    const struct cvg_ufn *f, uint32_t b)
{
	static const char *const ends[] = {
		[CVG_T_JUMP] = "jump",	   [CVG_T_BRANCH] = "branch",
		[CVG_T_SWITCH] = "switch", [CVG_T_INDIRECT] = "indirect",
		[CVG_T_RETURN] = "return", [CVG_T_UNREACHABLE] = "unreachable",
	};
	const struct cvg_block *block = &f->fn->blocks[b];
	const struct cvg_ublock *ub = &f->blocks[b];

	cvg_str_add(s, ends[ub->term]);
	if (ub->ref != CVG_NONE)
		ref_text(s, p, ub->ref);
	for (uint32_t k = 0; k < ub->nlist; k++)
		ref_text(s, p, f->lists[ub->list_at + k]);
	cvg_str_addc(s, '\n');
	for (uint32_t k = 0; k < block->nsuccs; k++) {
		const struct cvg_uedge *e = &f->edges[block->succs_at + k];

		cvg_str_addf(s, "-> %" PRIu32,
			     f->fn->succs[block->succs_at + k]);
		if (e->case_ref != CVG_NONE)
			ref_text(s, p, e->case_ref);
		cvg_str_addc(s, '\n');
		range_text(s, p, f, e->uop_at, e->nuops);
	}
}

static inline void function_text(struct cvg_str *s, const struct cvg_program *p,
				 const struct cvg_ufn *f)
{
	for (uint32_t b = 0; b < f->fn->nblocks; b++) {
		if (f->fn->nblocks > 1)
			cvg_str_addf(s, "%s:\n", f->fn->blocks[b].name);
		range_text(s, p, f, f->blocks[b].uop_at, f->blocks[b].nuops);
		end_text(s, p, f, b);
	}
}

static inline void program_text(struct cvg_str *s, const struct cvg_program *p)
{
	for (uint32_t i = 0; i < p->nfns; i++) {
		if (p->nfns > 1)
			cvg_str_addf(s, "@%s\n", p->fns[i].name);
		function_text(s, p, &p->fns[i]);
	}
}

#endif
