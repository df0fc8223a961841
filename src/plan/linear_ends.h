/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Loose ends of the chain: what is still to be told where it leads, an edge or
 * a way out of a node, in lists that join in constant time.
 */
#ifndef CVG_PLAN_LINEAR_ENDS_H
#define CVG_PLAN_LINEAR_ENDS_H

#include "linear.h"

struct loose {
	uint32_t edge; /* CVG_NONE: of a node */
	uint32_t node, slot;
	uint32_t next; /* in the list, index + 1 */
};

/* All there ever were, and what they belong to. */
struct looses {
	struct loose *at;
	size_t n;
	size_t cap;
	struct cvg_linregion *r;
};

struct linnodes {
	struct cvg_linnode *at;
	size_t n;
	size_t cap;
};

struct ends {
	uint32_t first, last; /* index + 1 into looses.at; 0: empty */
	uint32_t block; /* all are edges of that block; CVG_NONE: they are not
			 */
};

struct ends cvg_ends_of_unit(struct looses *l, uint32_t unit);
struct ends cvg_ends_of_node(struct looses *l, uint32_t node, uint32_t slot);
/* Both into a; b is empty afterwards. */
void cvg_ends_join(struct looses *l, struct ends *a, struct ends *b);
/* All of them lead there. */
void cvg_ends_lead(struct looses *l, struct linnodes *nodes, struct ends *e,
		   uint32_t to);
/* Those with a value of [low, high) lead there, the others stay loose; all
 * are edges. */
void cvg_ends_lead_some(struct looses *l, struct ends *e, uint32_t low,
			uint32_t high, uint32_t to);

#endif
