/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What is marked on blocks and edges wherever they are shown. */
#include "reconverge/marks.h"

static const char *case_word(const struct cvg_fn *fn, uint32_t b, uint32_t k)
{
	uint32_t v = fn->succ_case[fn->blocks[b].succs_at + k];

	return v == CVG_NONE ? "default" : fn->values[v].text;
}

const char *cvg_edge_word(const struct cvg_fn *fn, uint32_t b, uint32_t k)
{
	switch (cvg_block_terminator(fn, b)->op) {
	case CVG_OP_CONDBR:
		return k ? "F" : "T";
	case CVG_OP_SWITCH:
		return case_word(fn, b, k);
	default:
		return "";
	}
}

bool cvg_leaves_apart(struct cvg_ana *ana, uint32_t b)
{
	const struct cvg_fn *fn = cvg_ana_fn(ana);
	const struct cvg_uniform *u = cvg_ana_uniform(ana);
	const struct cvg_cycles *cs = cvg_ana_cycles(ana);
	uint32_t c = cs->innermost[b];

	if (!cvg_bits_has(&u->divergent_term, b))
		return false;
	for (; c != CVG_NONE; c = cs->cycle[c].parent) {
		if (!cvg_bits_has(&u->divergent_exit, c))
			continue;
		cvg_foreach_succ (fn, b, s)
			if (!cvg_cycle_has(cs, c, *s))
				return true;
	}
	return false;
}

bool cvg_block_convergent(const struct cvg_fn *fn, uint32_t b)
{
	const struct cvg_block *bl = &fn->blocks[b];

	for (uint32_t i = bl->inst_at; i < bl->inst_at + bl->ninsts; i++)
		if (fn->insts[i].flags & CVG_I_CONVERGENT)
			return true;
	return false;
}
