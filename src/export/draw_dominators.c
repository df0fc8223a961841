/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The dominator tree, with the immediate post-dominator of each block. */
#include "dot.h"
#include "draw.h"
#include "tree.h"

#include "reconverge/analysis.h"
#include "reconverge/export.h"
#include "reconverge/look.h"
#include "reconverge/session.h"
#include "reconverge/table.h"

#include <stdlib.h>

static struct cvg_node *dominator_tree(struct cvg_ana *ana, uint32_t *n)
{
	const struct cvg_fn *fn = cvg_ana_fn(ana);
	const struct cvg_dom *dom = cvg_ana_dom(ana);
	uint32_t *parent = cvg_calloc(fn->nblocks, sizeof *parent);
	struct cvg_node *nodes;

	for (uint32_t b = 0; b < fn->nblocks; b++)
		parent[b] = dom->depth[b] ? dom->idom[b] : b;
	nodes = cvg_tree_preorder(parent, fn->nblocks, n);
	free(parent);
	return nodes;
}

static void tell_block(struct cvg_str *out, json_t *o, struct cvg_ana *ana,
		       uint32_t b, const struct cvg_look *look)
{
	const struct cvg_fn *fn = cvg_ana_fn(ana);
	const struct cvg_dom *dom = cvg_ana_dom(ana);
	uint32_t down = cvg_ana_postdom(ana)->idom[b];
	bool reachable = dom->depth[b] > 0;
	struct cvg_str name = {0};
	char label[16] = "";

	if (reachable)
		cvg_block_label(fn, down, label, sizeof label);
	cvg_text_clip(&name, fn->blocks[b].name, 32, look);
	CVG_TELL(out, o, "{id:B} {}{-idom}  {}{}{-ipdom}{-reachable}\n",
		 CVG_V(fn->blocks[b].uid), CVG_V(cvg_str_of(&name)),
		 CVG_V(cvg_json_block(fn, dom->idom[b])),
		 CVG_V(reachable ? "post-dominated by " : "unreachable"),
		 CVG_V(label), CVG_V(cvg_json_block(fn, down)),
		 CVG_V(reachable));
	cvg_str_done(&name);
}

/* Text has the blocks as a tree, JSON in the function's order. */
void cvg_tell_dominators(struct cvg_str *out, json_t *into, struct cvg_ana *ana,
			 const struct cvg_look *look)
{
	const struct cvg_fn *fn = cvg_ana_fn(ana);
	struct cvg_lead lead = {.last = {0}};
	uint32_t n;
	struct cvg_node *nodes = dominator_tree(ana, &n);
	json_t *list;

	CVG_TELL(NULL, into, "{function}", CVG_V(fn->name));
	list = cvg_json_items(into, "blocks", fn->nblocks);
	for (uint32_t i = 0; i < n; i++) {
		uint32_t b = nodes[i].id;

		cvg_lead_add(out, &lead, &nodes[i], look);
		tell_block(out, json_array_get(list, b), ana, b, look);
	}
	for (uint32_t b = 0; b < fn->nblocks; b++)
		if (!cvg_ana_dom(ana)->depth[b])
			tell_block(out, json_array_get(list, b), ana, b, look);
	cvg_lead_done(&lead);
	free(nodes);
}

static void dot_block(struct cvg_str *out, struct cvg_ana *ana, uint32_t b)
{
	const struct cvg_fn *fn = cvg_ana_fn(ana);
	bool splits = cvg_bits_has(&cvg_ana_uniform(ana)->divergent_term, b);
	bool name = cvg_dot_named(fn, b);

	cvg_str_addf(out, "\tB%u [label=<", fn->blocks[b].uid);
	cvg_dot_number(out, 'B', fn->blocks[b].uid, name || splits);
	if (name)
		cvg_dot_clipped(out, fn->blocks[b].name, 28);
	cvg_str_addf(out, "%s%s>", name && splits ? CVG_DOT_BLANK : "",
		     splits ? "\u25C6" : "");
	cvg_dot_attr(out, "block", fn->blocks[b].name);
	if (splits)
		cvg_str_add(out, ", peripheries=2, branch=divergent, "
				 "color=\"" CVG_DOT_DIVERGENT "\"");
	if (!cvg_ana_dom(ana)->depth[b])
		cvg_str_add(out, ", unreachable=true");
	cvg_str_add(out, "];\n");
}

void cvg_dot_dominators(struct cvg_str *out, const struct cvg_dot_ask *ask)
{
	struct cvg_dot_head head = {
		.session = ask->session,
		.rev = ask->rev,
		.since = CVG_NONE,
		.picture = "dominators",
		.remark = "dominators: solid from the immediate dominator, "
			  "dashed to the "
			  "immediate post-dominator",
		.function = true,
		.caption = ask->caption};
	struct cvg_ana *ana = cvg_session_ana(ask->session, ask->rev, CVG_NONE);
	const struct cvg_fn *fn = cvg_ana_fn(ana);
	const struct cvg_dom *dom = cvg_ana_dom(ana);
	const struct cvg_dom *post = cvg_ana_postdom(ana);

	cvg_dot_open(out, &head);
	for (uint32_t b = 0; b < fn->nblocks; b++) {
		uint32_t up = dom->idom[b], down = post->idom[b];

		dot_block(out, ana, b);
		if (dom->depth[b] && up != CVG_NONE)
			cvg_str_addf(out, "\tB%u -> B%u;\n", fn->blocks[up].uid,
				     fn->blocks[b].uid);
		if (post->depth[b] && down != CVG_NONE)
			cvg_str_addf(out,
				     "\tB%u -> B%u [style=dashed, "
				     "constraint=false, color=\"#777777\", "
				     "kind=postdominator];\n",
				     fn->blocks[b].uid, fn->blocks[down].uid);
	}
	cvg_str_add(out, "}\n");
}
