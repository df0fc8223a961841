/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The tree of regions. */
#include "dot.h"
#include "draw.h"
#include "tree.h"

#include "reconverge/analysis.h"
#include "reconverge/choices.h"
#include "reconverge/export.h"
#include "reconverge/look.h"
#include "reconverge/session.h"
#include "reconverge/table.h"

#include <math.h>
#include <stdlib.h>

#define WORTH_WIDTH 36 /* letters of a line in a picture */

/* The number of blocks of every region, its children's included. */
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

/* The choices to meld the regions. */
struct worth {
	struct cvg_choices *choices;
	struct cvg_choice_lists lists;
};

static void worth_init(struct worth *w, struct cvg_ana *ana,
		       const struct cvg_settings *settings)
{
	w->choices = cvg_choices_of(ana, settings);
	cvg_choice_lists_init(&w->lists, w->choices, ana);
}

static void worth_done(struct worth *w)
{
	cvg_choice_lists_done(&w->lists);
	cvg_choices_free(w->choices);
}

/* The refused choice to meld region r, or NULL. */
static const struct cvg_choice *refused(const struct worth *w, uint32_t r)
{
	for (uint32_t i = w->lists.of_region[r]; i != CVG_NONE;
	     i = w->lists.next[i])
		if (w->choices->at[i].reason)
			return &w->choices->at[i];
	return NULL;
}

/* Append "meld: net +72", "not melded: one arm is empty", or nothing. */
static void add_worth(struct cvg_str *out, const struct worth *w, uint32_t r)
{
	const struct cvg_choice *choice =
		cvg_region_profit(&w->lists, w->choices, r);

	if (choice) {
		cvg_str_add(out, "meld: ");
		cvg_add_worth(out, choice);
		return;
	}
	choice = refused(w, r);
	if (!choice)
		return;
	cvg_str_add(out, "not melded: ");
	cvg_add_reason(out, choice);
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

/* True if the region's entry ends in a divergent branch. */
static bool is_divergent(struct cvg_ana *ana, uint32_t r)
{
	const struct cvg_regions *rs = cvg_ana_regions(ana);

	return cvg_bits_has(&cvg_ana_uniform(ana)->divergent_term,
			    rs->region[r].entry);
}

static void tell_region(struct cvg_str *out, json_t *o, struct cvg_ana *ana,
			uint32_t r, uint32_t size, const struct worth *w,
			const struct cvg_look *look)
{
	const struct cvg_fn *fn = cvg_ana_fn(ana);
	const struct cvg_region *rg = &cvg_ana_regions(ana)->region[r];
	const struct cvg_choice *good =
		cvg_region_profit(&w->lists, w->choices, r);
	const struct cvg_choice *bad = good ? NULL : refused(w, r);
	struct cvg_amount profit = {good ? (double)good->net : NAN,
				    CVG_UNIT_CYCLES};
	struct cvg_str name = {0}, worth = {0};
	bool divergent = is_divergent(ana, r);
	char exit[16];

	CVG_TELL(out, o, "{id:R} ", CVG_V(r));
	cvg_text_mark(out, look, divergent ? look->glyphs->divergent : " ");
	cvg_text_clip(&name, fn->blocks[rg->entry].name, 24, look);
	add_worth(&worth, w, r);
	CVG_TELL(out, o,
		 " {entry:B} => {}{-exit}{-parent:R}{-depth}  {blocks} "
		 "block(s){}{-simple}{-divergent}  {}{}{}{-profit}{-refusal}\n",
		 CVG_V(fn->blocks[rg->entry].uid),
		 CVG_V(cvg_block_label(fn, rg->exit, exit, sizeof exit)),
		 CVG_V(cvg_json_block(fn, rg->exit)), CVG_V(rg->parent),
		 CVG_V(rg->depth), CVG_V(size),
		 CVG_V(rg->simple ? "  simple" : ""), CVG_V(rg->simple),
		 CVG_V(divergent), CVG_V(cvg_str_of(&name)),
		 CVG_V(worth.n ? "  " : ""), CVG_V(cvg_str_of(&worth)),
		 CVG_V(profit), CVG_V(bad ? bad->reason : NULL));
	cvg_str_done(&name);
	cvg_str_done(&worth);
}

/* Text has the regions as a tree, JSON in the order of their ids. */
void cvg_tell_regions(struct cvg_str *out, json_t *into, struct cvg_ana *ana,
		      const struct cvg_settings *settings,
		      const struct cvg_look *look)
{
	struct cvg_lead lead = {.last = {0}};
	uint32_t n, *size = region_sizes(ana);
	struct cvg_node *nodes = region_tree(cvg_ana_regions(ana), &n);
	json_t *list;
	struct worth w;

	CVG_TELL(NULL, into, "{function}", CVG_V(cvg_ana_fn(ana)->name));
	list = cvg_json_items(into, "regions", n);
	worth_init(&w, ana, settings);
	for (uint32_t i = 0; i < n; i++) {
		uint32_t r = nodes[i].id;

		cvg_lead_add(out, &lead, &nodes[i], look);
		tell_region(out, json_array_get(list, r), ana, r, size[r], &w,
			    look);
	}
	worth_done(&w);
	cvg_lead_done(&lead);
	free(nodes);
	free(size);
}

static void dot_region(struct cvg_str *out, struct cvg_ana *ana,
		       const struct worth *w, uint32_t r, uint32_t size)
{
	const struct cvg_fn *fn = cvg_ana_fn(ana);
	const struct cvg_region *rg = &cvg_ana_regions(ana)->region[r];
	const struct cvg_choice *good =
		cvg_region_profit(&w->lists, w->choices, r);
	const struct cvg_choice *bad = good ? NULL : refused(w, r);
	bool splits = is_divergent(ana, r);
	struct cvg_str line = {0};
	char entry[16], exit[16];

	cvg_block_label(fn, rg->entry, entry, sizeof entry);
	cvg_block_label(fn, rg->exit, exit, sizeof exit);
	cvg_str_addf(out, "\tR%u [label=<", r);
	cvg_dot_number(out, 'R', r, true);
	cvg_str_addf(out, "%s%s to %s<br align=\"left\"/>",
		     splits ? "\u25C6" CVG_DOT_BLANK : "", entry, exit);
	cvg_str_addf(&line, "%u block%s%s", size, size == 1 ? "" : "s",
		     rg->simple ? ", simple" : "");
	cvg_dot_small(out, line.at);
	cvg_str_clear(&line);
	add_worth(&line, w, r);
	cvg_dot_wrapped(out, cvg_str_of(&line), WORTH_WIDTH);
	cvg_str_addf(out, ">, entry=%s, exit=%s, blocks=%u, simple=%s", entry,
		     exit, size, rg->simple ? "true" : "false");
	if (splits)
		cvg_str_add(out, ", peripheries=2, branch=divergent, "
				 "color=\"" CVG_DOT_DIVERGENT "\"");
	if (good)
		cvg_str_addf(out, ", profit=%lld", (long long)good->net);
	if (bad)
		cvg_dot_attr(out, "refusal", bad->reason);
	cvg_str_add(out, "];\n");
	if (rg->parent != CVG_NONE)
		cvg_str_addf(out, "\tR%u -> R%u;\n", rg->parent, r);
	cvg_str_done(&line);
}

/* The tree of regions, each node with the region's blocks. */
void cvg_dot_regions(struct cvg_str *out, const struct cvg_dot_ask *ask)
{
	struct cvg_dot_head head = {.session = ask->session,
				    .rev = ask->rev,
				    .since = CVG_NONE,
				    .picture = "regions",
				    .remark = "the tree of regions, and what "
					      "melding each would bring",
				    .function = true,
				    .caption = ask->caption};
	struct cvg_ana *ana = cvg_session_ana(ask->session, ask->rev, CVG_NONE);
	uint32_t *size = region_sizes(ana);
	struct worth w;

	worth_init(&w, ana, cvg_session_settings(ask->session));
	cvg_dot_open(out, &head);
	for (uint32_t r = 0; r < cvg_ana_regions(ana)->n; r++)
		dot_region(out, ana, &w, r, size[r]);
	cvg_str_add(out, "}\n");
	worth_done(&w);
	free(size);
}
