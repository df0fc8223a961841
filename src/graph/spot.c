/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Where code stands in the source, as debug info has it. */
#include "reconverge/graph.h"

#include <string.h>

const struct cvg_spot *cvg_spot_at(const struct cvg_fn *fn, uint32_t spot)
{
	return spot < fn->nspots ? &fn->spots[spot] : NULL;
}

uint32_t cvg_block_spot(const struct cvg_fn *fn, uint32_t b)
{
	const struct cvg_block *block = &fn->blocks[b];

	for (uint32_t i = block->inst_at + block->ninsts; i-- > block->inst_at;)
		if (cvg_spot_at(fn, fn->insts[i].spot))
			return fn->insts[i].spot;
	return CVG_NONE;
}

void cvg_spot_add(struct cvg_str *out, const char *before,
		  const struct cvg_fn *fn, uint32_t spot)
{
	const struct cvg_spot *at = cvg_spot_at(fn, spot);

	for (; at; at = cvg_spot_at(fn, at->inlined), before = " from ") {
		const char *path = fn->files[at->file];
		const char *slash = strrchr(path, '/');

		cvg_str_addf(out, "%s%s:%u", before, slash ? slash + 1 : path,
			     at->line);
	}
}
