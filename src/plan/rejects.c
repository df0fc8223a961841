/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Which candidates were rejected by hand. */
#include "reconverge/rejects.h"

#include "reconverge/graph.h"

#include <string.h>

static const char *const names[CVG_NREJECTKINDS] = {
	[CVG_REJECT_MELD] = "meld",
	[CVG_REJECT_LINEARIZE] = "linearize",
	[CVG_REJECT_FLATTEN] = "flatten",
	[CVG_REJECT_UNPREDICATE] = "unpredicate",
	[CVG_REJECT_FUSE] = "fuse",
	[CVG_REJECT_IFCONVERT] = "ifconvert",
	[CVG_REJECT_TAILMERGE] = "tailmerge",
	[CVG_REJECT_DELAY] = "delay",
};

const char *cvg_reject_name(enum cvg_rejectkind kind)
{
	return names[kind];
}

enum cvg_rejectkind cvg_reject_named(const char *phase)
{
	unsigned kind = 0;

	while (kind < CVG_NREJECTKINDS && strcmp(names[kind], phase) != 0)
		kind++;
	return (enum cvg_rejectkind)kind;
}

bool cvg_reject_fits(const struct cvg_reject *r, enum cvg_rejectkind kind,
		     const struct cvg_fn *fn, uint32_t block)
{
	const struct cvg_block *b = &fn->blocks[block];

	if (r->kind != kind)
		return false;
	for (uint32_t i = 0; i < b->norigins; i++)
		if (fn->origins[b->origins_at + i] == r->uid)
			return true;
	return b->uid == r->uid;
}

bool cvg_is_rejected(const struct cvg_rejects *list, enum cvg_rejectkind kind,
		     const struct cvg_fn *fn, uint32_t block)
{
	for (uint32_t i = 0; list && i < list->n; i++)
		if (cvg_reject_fits(&list->at[i], kind, fn, block))
			return true;
	return false;
}
