/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Trees as lines of text. */
#ifndef CVG_EXPORT_TREE_H
#define CVG_EXPORT_TREE_H

#include "reconverge/base.h"

struct cvg_look;

struct cvg_node {
	uint32_t id;
	uint32_t depth; /* 0 for roots */
	bool last;	/* it is the last of its parent's children */
};

/*
 * The preorder of a forest of nodes 0..n-1, children by ascending id. parent[x]
 * is CVG_NONE for a root, and x for a number that is not in the forest. Returns
 * *count nodes, which the caller frees.
 */
struct cvg_node *cvg_tree_preorder(const uint32_t *parent, uint32_t n,
				   uint32_t *count);

/* The lines drawn before a node's text; zeroed before the first node. */
struct cvg_lead {
	cvg_vec(bool)
		last; /* [level] the latest node there was the last child */
};

void cvg_lead_add(struct cvg_str *out, struct cvg_lead *l,
		  const struct cvg_node *node, const struct cvg_look *look);
void cvg_lead_done(struct cvg_lead *l);

#endif
