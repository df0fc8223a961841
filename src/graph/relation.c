/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The rows of relations.def. */
#include "reconverge/relation.h"

const char *cvg_relation_why(enum cvg_relation relation)
{
	static const char *const why[CVG_NRELATIONS] = {
#define RELATION(id, why) [CVG_REL_##id] = why,
#include "reconverge/relations.def"
#undef RELATION
	};

	return why[relation];
}
