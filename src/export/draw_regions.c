/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The tree of regions. */
#include "dot.h"
#include "draw.h"
#include "tree.h"

#include <stdlib.h>

/* Blocks of every region, those of its children counted too. */
static uint32_t *region_sizes(struct cvg_ana *ana)
{
	const struct cvg_fn *fn = cvg_ana_fn(ana);
	const struct cvg_regions *rs = cvg_ana_regions(ana);
	uint32_t *size = cvg_calloc(rs->n, sizeof *size);

	for (uint32_t b = 0; b < fn->nblocks; b++)
		if (rs->innermost[b] != CVG_NONE)
			size[rs->innermost[b]]++;
	for (uint32_t r = rs->n; r-- > 1;)
		size[rs->region[r].parent] += size[r];
	return size;
}

static struct cvg_node *region_tree(const struct cvg_regions *rs, uint32_t *n)
{
	uint32_t *parent = cvg_calloc(rs->n, sizeof *parent);
	struct cvg_node *nodes;

	for (uint32_t r = 0; r < rs->n; r++)
		parent[r] = rs->region[r].parent;
	nodes = cvg_tree_preorder(parent, rs->n, n);
	free(parent);
	return nodes;
}

/* Its entry ends in a divergent branch. */
static bool is_divergent(struct cvg_ana *ana, uint32_t r)
{
	const struct cvg_regions *rs = cvg_ana_regions(ana);

	return cvg_bits_has(&cvg_ana_uniform(ana)->divergent_term,
			    rs->region[r].entry);
}

static void add_region(struct cvg_str *out, struct cvg_ana *ana, uint32_t r,
		       uint32_t size, const struct cvg_look *look)
{
	const struct cvg_fn *fn = cvg_ana_fn(ana);
	const struct cvg_region *rg = &cvg_ana_regions(ana)->region[r];
	char entry[16], exit[16];

	cvg_str_addf(out, "R%u ", r);
	cvg_text_mark(out, look,
		      is_divergent(ana, r) ? look->glyphs->divergent : " ");
	cvg_str_addf(out, " %s => %s  %u block%s%s",
		     cvg_block_label(fn, rg->entry, entry, sizeof entry),
		     cvg_block_label(fn, rg->exit, exit, sizeof exit), size,
		     size == 1 ? "" : "s", rg->simple ? "  simple" : "");
	cvg_str_add(out, "  ");
	cvg_text_clip(out, fn->blocks[rg->entry].name, 24, look);
	cvg_str_addc(out, '\n');
}

void cvg_draw_regions(struct cvg_str *out, struct cvg_ana *ana,
		      const struct cvg_look *look)
{
	struct cvg_lead lead = {.last = {0}};
	uint32_t n, *size = region_sizes(ana);
	struct cvg_node *nodes = region_tree(cvg_ana_regions(ana), &n);

	for (uint32_t i = 0; i < n; i++) {
		cvg_lead_add(out, &lead, &nodes[i], look);
		add_region(out, ana, nodes[i].id, size[nodes[i].id], look);
	}
	cvg_lead_done(&lead);
	free(nodes);
	free(size);
}

void cvg_json_regions(json_t *into, struct cvg_ana *ana)
{
	const struct cvg_fn *fn = cvg_ana_fn(ana);
	const struct cvg_regions *rs = cvg_ana_regions(ana);
	json_t *all = json_array();
	uint32_t *size = region_sizes(ana);

	json_object_set_new(into, "function", cvg_json_text(fn->name));
	for (uint32_t r = 0; r < rs->n; r++) {
		const struct cvg_region *rg = &rs->region[r];

		json_array_append_new(
			all,
			json_pack("{s:o, s:o, s:o, s:o, s:i, s:i, s:b, s:b}",
				  "id", cvg_json_id('R', r), "entry",
				  cvg_json_block(fn, rg->entry), "exit",
				  cvg_json_block(fn, rg->exit), "parent",
				  cvg_json_id('R', rg->parent), "depth",
				  (int)rg->depth, "blocks", (int)size[r],
				  "simple", (int)rg->simple, "divergent",
				  (int)is_divergent(ana, r)));
	}
	json_object_set_new(into, "regions", all);
	free(size);
}

/* The tree, each region with what it holds. */
void cvg_dot_regions(struct cvg_str *out, const struct cvg_dot_ask *ask)
{
	struct cvg_dot_head head = {.session = ask->session,
				    .rev = ask->rev,
				    .since = CVG_NONE,
				    .picture = "regions",
				    .remark = "the tree of regions",
				    .function = true,
				    .caption = ask->caption};
	struct cvg_ana *ana = cvg_session_ana(ask->session, ask->rev, CVG_NONE);
	const struct cvg_fn *fn = cvg_ana_fn(ana);
	const struct cvg_regions *rs = cvg_ana_regions(ana);
	uint32_t *size = region_sizes(ana);
	char entry[16], exit[16];

	cvg_dot_open(out, &head);
	for (uint32_t r = 0; r < rs->n; r++) {
		const struct cvg_region *rg = &rs->region[r];

		cvg_block_label(fn, rg->entry, entry, sizeof entry);
		cvg_block_label(fn, rg->exit, exit, sizeof exit);
		cvg_str_addf(
			out,
			"\tR%u [label=<<b>R%u</b>%s" CVG_DOT_BLANK CVG_DOT_BLANK
			"%s to %s"
			"<br align=\"left\"/>",
			r, r,
			is_divergent(ana, r) ? CVG_DOT_BLANK "\u25C6" : "",
			entry, exit);
		cvg_str_addf(out,
			     "<font point-size=\"10\" color=\"" CVG_DOT_DIM
			     "\">%u block%s%s</font><br align=\"left\"/>>, "
			     "entry=%s, exit=%s, blocks=%u, simple=%s",
			     size[r], size[r] == 1 ? "" : "s",
			     rg->simple ? ", simple" : "", entry, exit, size[r],
			     rg->simple ? "true" : "false");
		if (is_divergent(ana, r))
			cvg_str_add(out, ", peripheries=2, branch=divergent, "
					 "color=\"" CVG_DOT_DIVERGENT "\"");
		cvg_str_add(out, "];\n");
		if (rg->parent != CVG_NONE)
			cvg_str_addf(out, "\tR%u -> R%u;\n", rg->parent, r);
	}
	cvg_str_add(out, "}\n");
	free(size);
}
