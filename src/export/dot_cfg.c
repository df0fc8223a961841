/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The control-flow graph as DOT. Nodes are named by the blocks' stable numbers,
 * so that graphs of two revisions can be compared. Regions of several blocks
 * are frames (clusters); a folded region is one node, with the name of its
 * entry. All facts that are drawn are attributes as well.
 */
#include "dot_cfg.h"
#include "draw.h"

#include "reconverge/analysis.h"
#include "reconverge/cost.h"
#include "reconverge/export.h"
#include "reconverge/linear.h"
#include "reconverge/look.h"
#include "reconverge/session.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- regions --------------------------------------------------------- */

bool cvg_dot_framed(const struct cvg_dotcfg *dot, uint32_t region)
{
	return region && !dot->ask->unframed && dot->top[region] == CVG_NONE &&
	       dot->counts.of[region].blocks > 1;
}

bool cvg_dot_begins(const struct cvg_dotcfg *dot, uint32_t region,
		    uint32_t block)
{
	return region != CVG_NONE && dot->rs->region[region].entry == block;
}

uint32_t cvg_dot_folded(const struct cvg_dotcfg *dot, uint32_t block)
{
	uint32_t r = dot->rs->innermost[block];

	return r == CVG_NONE ? CVG_NONE : dot->top[r];
}

static void find_folded(struct cvg_dotcfg *dot)
{
	const struct cvg_bits *folded = dot->ask->folded;

	dot->top = cvg_alloc((dot->rs->n + 1) * sizeof *dot->top);
	for (uint32_t r = 0; r < dot->rs->n; r++) {
		uint32_t up = dot->rs->region[r].parent;

		dot->top[r] = up == CVG_NONE ? CVG_NONE : dot->top[up];
		if (dot->top[r] == CVG_NONE && r && folded &&
		    cvg_bits_has(folded, r) && dot->counts.of[r].blocks > 1)
			dot->top[r] = r;
	}
}

static void find_kinds(struct cvg_dotcfg *dot)
{
	uint32_t since = dot->ask->since;
	const struct cvg_fn *was =
		since == CVG_NONE
			? NULL
			: cvg_session_fn(dot->ask->session, since, CVG_NONE);
	struct cvg_fndiff d;

	dot->kind = cvg_calloc(dot->fn->nblocks, sizeof *dot->kind);
	if (!was)
		return;
	cvg_fndiff_init(&d, was, dot->fn);
	for (uint32_t i = 0; i < d.nblocks; i++)
		if (d.blocks[i].b != CVG_NONE)
			dot->kind[d.blocks[i].b] = d.blocks[i].kind;
	cvg_fndiff_done(&d);
}

static void graph_init(struct cvg_dotcfg *dot, const struct cvg_dot_ask *ask)
{
	*dot = (struct cvg_dotcfg){.ask = ask};
	dot->ana = cvg_session_ana(ask->session, ask->rev, CVG_NONE);
	dot->fn = cvg_ana_fn(dot->ana);
	dot->rs = cvg_ana_regions(dot->ana);
	dot->loops = cvg_ana_loops(dot->ana);
	dot->uniform = cvg_ana_uniform(dot->ana);
	cvg_under_divergence(dot->ana, &dot->under);
	cvg_linear_marks(dot->ana, &dot->unstructured);
	cvg_region_counts_init(&dot->counts, dot->ana);
	dot->order = cvg_reading_order(dot->ana);
	dot->place = cvg_alloc((dot->fn->nblocks + 1) * sizeof *dot->place);
	for (uint32_t i = 0; i < dot->fn->nblocks; i++)
		dot->place[dot->order[i]] = i;
	find_folded(dot);
	find_kinds(dot);
	dot->choices =
		cvg_choices_of(dot->ana, cvg_session_settings(ask->session));
	cvg_choice_lists_init(&dot->lists, dot->choices, dot->ana);
}

static void graph_done(struct cvg_dotcfg *dot)
{
	cvg_bits_done(&dot->under);
	cvg_bits_done(&dot->unstructured);
	cvg_region_counts_done(&dot->counts);
	cvg_choices_free(dot->choices);
	free(dot->order);
	free(dot->place);
	free(dot->top);
	free(dot->kind);
	cvg_choice_lists_done(&dot->lists);
}

/* ---- nodes ----------------------------------------------------------- */

static void add_origins(struct cvg_str *out, const struct cvg_fn *fn,
			uint32_t b)
{
	const struct cvg_block *bl = &fn->blocks[b];
	struct cvg_str from = {0};

	for (uint32_t i = 0; i < bl->norigins; i++)
		cvg_str_addf(&from, "%sB%u", i ? " " : "",
			     fn->origins[bl->origins_at + i]);
	if (from.n)
		cvg_dot_attr(out, "origins", from.at);
	cvg_str_done(&from);
}

/* Show whether the block is new, changed or kept, as an attribute and by the
 * style of its frame. */
static void add_kind(struct cvg_str *out, struct cvg_dotcfg *dot, uint32_t b)
{
	if (dot->ask->since == CVG_NONE)
		return;
	switch (dot->kind[b]) {
	case CVG_ADDED:
		dot->seen |= CVG_DOT_ADDED;
		cvg_str_add(out, ", step=added, style=\"rounded,filled\", "
				 "fillcolor=\"#dcefdc\"");
		break;
	case CVG_CHANGED:
		dot->seen |= CVG_DOT_CHANGED;
		cvg_str_add(out, ", step=changed, shape=note, "
				 "fillcolor=\"#f7ecd0\"");
		break;
	case CVG_SAME:
	case CVG_REMOVED:
		cvg_str_add(out, ", step=same");
	}
}

static void add_place(struct cvg_str *out, const struct cvg_dotcfg *dot,
		      uint32_t b)
{
	if (dot->rs->innermost[b] != CVG_NONE)
		cvg_str_addf(out, ", region=R%u", dot->rs->innermost[b]);
	if (dot->loops->innermost[b] != CVG_NONE)
		cvg_str_addf(out, ", loop=L%u", dot->loops->innermost[b]);
	if (!dot->fn->blocks[b].npreds && b)
		cvg_str_add(out, ", unreachable=true");
}

static void add_marks(struct cvg_str *out, struct cvg_dotcfg *dot, uint32_t b)
{
	bool splits = cvg_bits_has(&dot->uniform->divergent_term, b);

	cvg_str_addf(out, ", branch=%s",
		     dot->fn->blocks[b].nsuccs < 2 ? "none"
		     : splits			   ? "divergent"
						   : "uniform");
	if (splits) {
		dot->seen |= CVG_DOT_SPLITS;
		cvg_str_add(out,
			    ", peripheries=2, color=\"" CVG_DOT_DIVERGENT "\"");
	} else if (dot->fn->blocks[b].nsuccs > 1) {
		dot->seen |= CVG_DOT_UNIFORM;
	}
	if (cvg_leaves_apart(dot->ana, b)) {
		dot->seen |= CVG_DOT_TEMPORAL;
		cvg_str_add(out, ", temporal=true");
	}
	if (cvg_bits_has(&dot->under, b)) {
		dot->seen |= CVG_DOT_UNDER;
		cvg_str_add(out, ", under_divergence=true, penwidth=2.5");
	}
	if (cvg_enters_irreducible(dot->ana, b))
		cvg_str_add(out, ", irreducible_entry=true");
	if (cvg_block_convergent(dot->fn, b)) {
		dot->seen |= CVG_DOT_SYNC;
		cvg_str_add(out, ", convergent=true");
	}
}

/* The choices of the block itself, and of regions without a frame that begin
 * there. */
static void add_block_choices(struct cvg_str *out, const struct cvg_dotcfg *dot,
			      uint32_t b)
{
	cvg_dot_choice_attrs(out, dot, dot->lists.of_block[b]);
	for (uint32_t r = dot->rs->innermost[b]; cvg_dot_begins(dot, r, b);
	     r = dot->rs->region[r].parent)
		if (!cvg_dot_framed(dot, r))
			cvg_dot_choice_attrs(out, dot, dot->lists.of_region[r]);
}

/* Where the block stands in the source, also as what SVG shows under a pointer. */
static void add_spot(struct cvg_str *out, const struct cvg_fn *fn, uint32_t b)
{
	struct cvg_str text = {0};

	cvg_spot_add(&text, "", fn, cvg_block_spot(fn, b));
	if (text.n) {
		cvg_dot_attr(out, "source", text.at);
		cvg_dot_attr(out, "tooltip", text.at);
	}
	cvg_str_done(&text);
}

/* A link to the block in the page of a lesson. What a pointer over it shows is
 * its place in the source, or else its number. */
static void add_link(struct cvg_str *out, const struct cvg_dotcfg *dot,
		     uint32_t b)
{
	uint32_t uid = dot->fn->blocks[b].uid;

	if (!dot->ask->page)
		return;
	cvg_str_addf(out, ", URL=\"index.html#%s-b%u\"", dot->ask->page, uid);
	if (!cvg_spot_at(dot->fn, cvg_block_spot(dot->fn, b)))
		cvg_str_addf(out, ", tooltip=B%u", uid);
}

static void add_block(struct cvg_str *out, struct cvg_dotcfg *dot, uint32_t b)
{
	const struct cvg_block *bl = &dot->fn->blocks[b];

	cvg_str_addf(out, "\tB%u [label=", bl->uid);
	cvg_dot_block_label(out, dot, b);
	cvg_dot_attr(out, "block", bl->name);
	cvg_str_addf(out, ", insts=%u, cycles=%llu", bl->ninsts,
		     (unsigned long long)cvg_cost_block(dot->fn, b));
	add_spot(out, dot->fn, b);
	add_link(out, dot, b);
	cvg_dot_note_attr(out, dot->ask->session, dot->fn, b);
	add_place(out, dot, b);
	add_marks(out, dot, b);
	add_kind(out, dot, b);
	add_origins(out, dot->fn, b);
	add_block_choices(out, dot, b);
	cvg_str_add(out, "];\n");
}

/* A folded region as one node, named as its entry. */
static void add_folded(struct cvg_str *out, struct cvg_dotcfg *dot, uint32_t r)
{
	const struct cvg_region_count *count = &dot->counts.of[r];
	uint32_t entry = dot->rs->region[r].entry;

	dot->seen |= CVG_DOT_FOLDED | (count->sync ? CVG_DOT_SYNC : 0u);
	cvg_str_addf(out, "\tB%u [label=", dot->fn->blocks[entry].uid);
	cvg_dot_folded_label(out, dot, r);
	cvg_str_addf(out,
		     ", shape=tab, folded=true, region=R%u, blocks=%u, "
		     "insts=%u, divergent=%u",
		     r, count->blocks, count->insts, count->divergent);
	if (count->sync)
		cvg_str_add(out, ", convergent=true");
	if (count->divergent)
		cvg_str_add(out, ", color=\"" CVG_DOT_DIVERGENT "\"");
	if (cvg_bits_has(&dot->under, entry)) {
		dot->seen |= CVG_DOT_UNDER;
		cvg_str_add(out, ", under_divergence=true, penwidth=2.5");
	}
	add_link(out, dot, entry);
	cvg_dot_choice_attrs(out, dot, dot->lists.of_region[r]);
	cvg_str_add(out, "];\n");
}

/* ---- frames ---------------------------------------------------------- */

static void open_frame(struct cvg_str *out, struct cvg_dotcfg *dot, uint32_t r)
{
	const struct cvg_region *rg = &dot->rs->region[r];
	char entry[16], exit[16];
	bool splits = cvg_bits_has(&dot->uniform->divergent_term, rg->entry);

	dot->seen |= CVG_DOT_CLUSTER;
	if (cvg_region_profit(&dot->lists, dot->choices, r))
		dot->seen |= CVG_DOT_NET;
	cvg_str_addf(out,
		     "\tsubgraph cluster_R%u {\n\t\tgraph [region=R%u, "
		     "entry=%s, exit=%s, depth=%u, blocks=%u, divergent=%s",
		     r, r, cvg_block_label(dot->fn, rg->entry, entry, 16),
		     cvg_block_label(dot->fn, rg->exit, exit, 16), rg->depth,
		     dot->counts.of[r].blocks, splits ? "true" : "false");
	cvg_dot_choice_attrs(out, dot, dot->lists.of_region[r]);
	cvg_str_addf(out,
		     ",\n\t\t\tstyle=\"rounded,filled\", fillcolor=\"%s\", "
		     "color=\"#888888\", peripheries=1, margin=10, labelloc=t, "
		     "labeljust=l, label=",
		     rg->depth & 1 ? "#f3f4f6" : "#ffffff");
	cvg_dot_frame_label(out, dot, r);
	cvg_str_add(out, "];\n");
}

/* List the blocks by their innermost region: row r of the list begins at at[r].
 * There are n + 1 rows; the last has the blocks in no region. */
static uint32_t *by_region(const struct cvg_dotcfg *dot, uint32_t *at)
{
	uint32_t nblocks = dot->fn->nblocks, n = dot->rs->n;
	uint32_t *list = cvg_alloc((nblocks + 1) * sizeof *list);
	uint32_t *next = cvg_alloc((n + 2) * sizeof *next);

	for (uint32_t b = 0; b < nblocks; b++) {
		uint32_t r = dot->rs->innermost[b];

		at[(r == CVG_NONE ? n : r) + 1]++;
	}
	for (uint32_t r = 0; r <= n; r++)
		at[r + 1] += at[r];
	memcpy(next, at, (n + 2) * sizeof *next);
	for (uint32_t i = 0; i < nblocks; i++) {
		uint32_t r = dot->rs->innermost[dot->order[i]];

		list[next[r == CVG_NONE ? n : r]++] = dot->order[i];
	}
	free(next);
	return list;
}

/* Close the open frames that do not contain region r. Ids are a preorder of the
 * tree of regions. */
static void close_frames(struct cvg_str *out, const struct cvg_dotcfg *dot,
			 struct cvg_u32s *open, uint32_t r)
{
	while (open->n && dot->rs->region[open->at[open->n - 1]].last < r) {
		cvg_str_add(out, "\t}\n");
		open->n--;
	}
}

static void add_nodes(struct cvg_str *out, struct cvg_dotcfg *dot)
{
	uint32_t *at = cvg_calloc(dot->rs->n + 2, sizeof *at);
	uint32_t *list = by_region(dot, at);
	struct cvg_u32s open = {0};

	for (uint32_t r = 0; r <= dot->rs->n; r++) {
		close_frames(out, dot, &open, r);
		if (r < dot->rs->n && dot->top[r] == r)
			add_folded(out, dot, r);
		if (r < dot->rs->n && dot->top[r] != CVG_NONE)
			continue;
		if (r < dot->rs->n && cvg_dot_framed(dot, r)) {
			open_frame(out, dot, r);
			cvg_push(&open, r);
		}
		for (uint32_t i = at[r]; i < at[r + 1]; i++)
			add_block(out, dot, list[i]);
	}
	free(open.at);
	free(list);
	free(at);
}

/* ---- the graph ------------------------------------------------------- */

void cvg_dot_cfg(struct cvg_str *out, const struct cvg_dot_ask *ask)
{
	struct cvg_dot_head head = {.session = ask->session,
				    .rev = ask->rev,
				    .since = ask->since,
				    .picture = "cfg",
				    .function = true,
				    .caption = ask->caption};
	struct cvg_str body = {0};
	struct cvg_dotcfg g;

	graph_init(&g, ask);
	cvg_dot_open(out, &head);
	add_nodes(&body, &g);
	cvg_dot_edges(&body, &g);
	if (ask->legend && g.seen) {
		cvg_str_add(out, "\tsubgraph cluster_R0 {\n\t\tgraph "
				 "[region=R0, peripheries=0, labelloc=b, "
				 "labeljust=l, label=");
		cvg_dot_legend(out, &g);
		cvg_str_add(out, "];\n");
	}
	cvg_str_addn(out, cvg_str_of(&body), body.n);
	cvg_str_add(out, ask->legend && g.seen ? "\t}\n}\n" : "}\n");
	cvg_str_done(&body);
	graph_done(&g);
}
