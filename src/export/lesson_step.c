/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Of one step of a lesson: why it diverges, what changed, what it is worth. */
#include "lesson.h"

#include "reconverge/prove.h"

#include <stdlib.h>
#include <string.h>

#define MAX_CHAIN    24	 /* causes told of one branch */
#define MAX_BRANCHES 60	 /* told of one graph */
#define MAX_BLOCKS   200 /* whose code is set side by side */

/* ---- why ------------------------------------------------------------- */

const char *cvg_cause_text(enum cvg_cause cause)
{
	switch (cause) {
	case CVG_CAUSE_NONE:
		return "uniform";
	case CVG_CAUSE_SOURCE:
		return "a source of divergence on this target";
	case CVG_CAUSE_ARGUMENT:
		return "an argument that may differ between threads";
	case CVG_CAUSE_OPERAND:
		return "computed from a divergent operand";
	case CVG_CAUSE_JOIN:
		return "a phi where the paths of a divergent branch meet";
	case CVG_CAUSE_TEMPORAL:
		return "used outside a loop that threads leave at different "
		       "times";
	case CVG_CAUSE_CYCLE:
		return "in a cycle that threads enter or pass in different "
		       "ways";
	case CVG_CAUSE_CALLER:
		return "the caller may diverge";
	}
	return "?";
}

static const char *inst_text(const struct cvg_fn *fn, uint32_t inst)
{
	const struct cvg_inst *in = &fn->insts[inst];

	return in->text ? in->text : cvg_op_name(in->op);
}

static void add_cause(struct lesson *l, const struct cvg_fn *fn,
		      const struct cvg_why *w)
{
	uint32_t i = w->value == CVG_NONE ? cvg_block_last(fn, w->block)
					  : cvg_value_inst(fn, w->value);

	cvg_str_add(&l->page, "<li>");
	cvg_html_element(&l->page, "code",
			 i != CVG_NONE ? inst_text(fn, i)
				       : fn->values[w->value].text);
	cvg_str_add(&l->page, " – ");
	if (w->block != CVG_NONE)
		cvg_str_addf(&l->page, "in B%u: ", fn->blocks[w->block].uid);
	cvg_str_addf(&l->page, "%s</li>\n",
		     w->value == CVG_NONE ? "splits the warp"
					  : cvg_cause_text(w->cause));
}

/* From the source of divergence to the branch. */
static void add_chain(struct lesson *l, struct cvg_ana *ana, uint32_t b)
{
	const struct cvg_fn *fn = cvg_ana_fn(ana);
	const struct cvg_inst *t = cvg_block_terminator(fn, b);
	struct cvg_why *steps = NULL;
	uint32_t n = 0;

	if (t->nops)
		cvg_uniform_why(ana, fn->ops[t->ops_at], &steps, &n);
	cvg_str_add(&l->page, "<ol>\n");
	for (uint32_t i = n; i-- > 0;) {
		if (n - i <= MAX_CHAIN)
			add_cause(l, fn, &steps[i]);
		else if (n - i == MAX_CHAIN + 1)
			cvg_str_addf(&l->page, "<li>and %u more</li>\n", i + 1);
	}
	add_cause(l, fn, &(struct cvg_why){.value = CVG_NONE, .block = b});
	cvg_str_add(&l->page, "</ol>\n");
	free(steps);
}

static void add_branch(struct lesson *l, struct cvg_ana *ana, uint32_t b)
{
	const struct cvg_block *bl = &cvg_ana_fn(ana)->blocks[b];
	struct cvg_str head = {0};

	cvg_str_addf(&head, "B%u %s", bl->uid, bl->name);
	cvg_str_add(&l->page, "<details open=\"open\">");
	cvg_html_element(&l->page, "summary", head.at);
	if (cvg_leaves_apart(ana, b))
		cvg_str_add(&l->page, "<p>It leaves a loop, at a different "
				      "time for each thread.</p>\n");
	add_chain(l, ana, b);
	cvg_str_add(&l->page, "</details>\n");
	cvg_str_done(&head);
}

void cvg_lesson_causes(struct lesson *l, struct cvg_ana *ana)
{
	const struct cvg_fn *fn = cvg_ana_fn(ana);
	const struct cvg_uniform *u = cvg_ana_uniform(ana);
	uint32_t told = 0;

	cvg_str_addf(&l->page,
		     "<h3>Why threads part</h3>\n<p>%u branch%s diverge%s."
		     "</p>\n",
		     u->nbranches, u->nbranches == 1 ? "" : "es",
		     u->nbranches == 1 ? "s" : "");
	for (uint32_t b = 0; b < fn->nblocks; b++)
		if (cvg_bits_has(&u->divergent_term, b) &&
		    told++ < MAX_BRANCHES)
			add_branch(l, ana, b);
	if (told > MAX_BRANCHES)
		cvg_str_addf(&l->page,
			     "<p class=\"note\">%u more are not told here."
			     "</p>\n",
			     told - MAX_BRANCHES);
}

/* ---- counts ---------------------------------------------------------- */

static void add_count(struct cvg_str *out, const char *name, bool two,
		      uint64_t before, uint64_t now)
{
	long long by = (long long)(now - before);

	cvg_str_addf(out, "<tr><td>%s</td>", name);
	if (two)
		cvg_str_addf(out, "<td>%llu</td>", (unsigned long long)before);
	cvg_str_addf(out, "<td>%llu</td>", (unsigned long long)now);
	if (two && by)
		cvg_str_addf(out, "<td>%+lld</td>", by);
	else if (two)
		cvg_str_add(out, "<td></td>");
	cvg_str_add(out, "</tr>\n");
}

void cvg_lesson_counts(struct lesson *l, const struct step *st)
{
	struct cvg_score x = {0}, y;
	bool two = st->before != NULL;
	struct cvg_str *out = &l->page;

	cvg_score_of(st->ana, &y);
	if (two)
		cvg_score_of(st->before, &x);
	cvg_str_add(out, "<h3>Counts</h3>\n<div class=\"wide\"><table>\n");
	if (two)
		cvg_str_add(out, "<tr><th></th><th>before</th><th>now</th>"
				 "<th>by</th></tr>\n");
	add_count(out, "cycles (cost table)", two, x.cycles, y.cycles);
	add_count(out, "divergent branches", two, x.divergent, y.divergent);
	add_count(out, "branches", two, x.branches, y.branches);
	add_count(out, "blocks", two, x.blocks, y.blocks);
	add_count(out, "instructions", two, x.insts, y.insts);
	add_count(out, "loads", two, x.loads, y.loads);
	add_count(out, "stores", two, x.stores, y.stores);
	add_count(out, "selects", two, x.selects, y.selects);
	add_count(out, "phis", two, x.phis, y.phis);
	add_count(out, "bits alive at once", two, x.peak, y.peak);
	cvg_str_add(out, "</table></div>\n");
}

/* ---- what was run ---------------------------------------------------- */

/* What is known of the focus in that revision, or NULL. */
static const struct cvg_proof *proof_of(const struct lesson *l, uint32_t rev)
{
	const struct cvg_proof *p = cvg_session_proof(l->s, rev);
	const char *name =
		cvg_session_function_name(l->s, cvg_session_function(l->s));

	return p->function && !strcmp(p->function, name) ? p : NULL;
}

static void add_check(struct cvg_str *out, const struct cvg_proof *p)
{
	if (p->checked == CVG_UNCHECKED)
		return;
	cvg_str_add(out, p->checked == CVG_AGREES
				 ? "<p>Checked: it does what "
				 : "<p><b>Checked: it does not do what ");
	if (p->against == CVG_NONE)
		cvg_str_add(out, "the file compared with does");
	else
		cvg_str_addf(out, "P%u does", p->against);
	if (p->checked == CVG_AGREES)
		cvg_str_addf(out, ", with %u seed%s.</p>\n", p->seeds,
			     p->seeds == 1 ? "" : "s");
	else
		cvg_str_add(out, ".</b></p>\n");
}

void cvg_lesson_proof(struct lesson *l, const struct step *st)
{
	const struct cvg_proof *p = proof_of(l, st->rev);
	const struct cvg_proof *old =
		st->parent == CVG_NONE ? NULL : proof_of(l, st->parent);

	if (!p)
		return;
	if (p->measured) {
		cvg_str_addf(&l->page, "<p>Simulated: %llu cycles",
			     (unsigned long long)p->cycles);
		if (old && old->measured && old->launch == p->launch &&
		    old->seed == p->seed)
			cvg_str_addf(&l->page, ", %llu before",
				     (unsigned long long)old->cycles);
		cvg_str_addf(&l->page,
			     "; warps parted %llu times; %.1f %% of the lanes "
			     "worked.</p>\n",
			     (unsigned long long)p->divergent_branches,
			     100 * p->utilization);
	}
	add_check(&l->page, p);
}

/* ---- what changed ---------------------------------------------------- */

static void add_line(struct cvg_str *out, const char *tag, const char *sign,
		     const char *text)
{
	cvg_str_addf(out, "<%s>%s ", tag, sign);
	cvg_html_text(out, text);
	cvg_str_addf(out, "</%s>\n", tag);
}

static void add_block(struct lesson *l, const struct cvg_fn *a,
		      const struct cvg_fn *b, const struct cvg_blockdiff *d)
{
	static const char *const words[] = {
		[CVG_SAME] = "same",
		[CVG_CHANGED] = "changed",
		[CVG_ADDED] = "added",
		[CVG_REMOVED] = "removed",
	};
	const struct cvg_block *bl =
		d->b != CVG_NONE ? &b->blocks[d->b] : &a->blocks[d->a];
	struct cvg_linediff lines;

	cvg_str_addf(&l->page, "<p>B%u ", bl->uid);
	cvg_html_text(&l->page, bl->name);
	cvg_str_addf(&l->page, ": %s", words[d->kind]);
	for (uint32_t i = 0; d->kind == CVG_ADDED && i < bl->norigins; i++)
		cvg_str_addf(&l->page, "%sB%u", i ? ", " : ", made from ",
			     b->origins[bl->origins_at + i]);
	cvg_str_add(&l->page, "</p>\n<pre>");
	cvg_linediff_init(&lines, a, d->a, b, d->b);
	for (uint32_t i = 0; i < lines.n; i++) {
		const struct cvg_linepair *p = &lines.at[i];

		if (p->b == CVG_NONE)
			add_line(&l->page, "del", "-", inst_text(a, p->a));
		else if (p->a == CVG_NONE)
			add_line(&l->page, "ins", "+", inst_text(b, p->b));
		else
			add_line(&l->page, "span", " ", inst_text(b, p->b));
	}
	cvg_str_add(&l->page, "</pre>\n");
	cvg_linediff_done(&lines);
}

void cvg_lesson_diff(struct lesson *l, const struct step *st)
{
	const struct cvg_fn *a = st->before ? cvg_ana_fn(st->before) : NULL;
	const struct cvg_fn *b = cvg_ana_fn(st->ana);
	struct cvg_fndiff d;
	uint32_t told = 0;

	if (!a)
		return;
	cvg_fndiff_init(&d, a, b);
	cvg_str_addf(&l->page,
		     "<details>\n<summary>Code: %u block%s changed, %u added, "
		     "%u removed, %u the same</summary>\n",
		     d.nchanged, d.nchanged == 1 ? "" : "s", d.nadded,
		     d.nremoved, d.nsame);
	for (uint32_t i = 0; i < d.nblocks; i++)
		if (d.blocks[i].kind != CVG_SAME && told++ < MAX_BLOCKS)
			add_block(l, a, b, &d.blocks[i]);
	if (told > MAX_BLOCKS)
		cvg_str_addf(&l->page,
			     "<p class=\"note\">%u more are not shown here."
			     "</p>\n",
			     told - MAX_BLOCKS);
	cvg_str_add(&l->page, "</details>\n");
	cvg_fndiff_done(&d);
}

/* ---- all of them ----------------------------------------------------- */

static void add_row(struct lesson *l, uint32_t nth)
{
	uint32_t rev = l->path.at[nth];
	const struct cvg_proof *p = proof_of(l, rev);
	struct cvg_str *out = &l->page;
	struct cvg_score sc;

	cvg_str_addf(out, "<tr><td><a href=\"#step-%u\">P%u ", nth, rev);
	cvg_html_text(out, cvg_session_rev(l->s, rev)->command);
	cvg_str_add(out, "</a></td>");
	if (!cvg_session_fn(l->s, rev, CVG_NONE)) {
		cvg_str_add(out, "<td colspan=\"7\">not there</td></tr>\n");
		return;
	}
	cvg_score_of(cvg_session_ana(l->s, rev, CVG_NONE), &sc);
	cvg_str_addf(out,
		     "<td>%u</td><td>%u</td><td>%u</td><td>%u</td>"
		     "<td>%llu</td>",
		     sc.blocks, sc.insts, sc.branches, sc.divergent,
		     (unsigned long long)sc.cycles);
	if (p && p->measured)
		cvg_str_addf(out, "<td>%llu</td>",
			     (unsigned long long)p->cycles);
	else
		cvg_str_add(out, "<td>–</td>");
	if (p && p->checked == CVG_AGREES)
		cvg_str_addf(out, "<td>%u seeds agree</td></tr>\n", p->seeds);
	else
		cvg_str_addf(out, "<td>%s</td></tr>\n",
			     p && p->checked == CVG_DIFFERS ? "differs" : "–");
}

void cvg_lesson_overview(struct lesson *l)
{
	cvg_str_add(&l->page,
		    "<section id=\"all\">\n<h2>All steps</h2>\n"
		    "<div class=\"wide\"><table>\n<tr><th>step</th>"
		    "<th>blocks</th><th>instructions</th><th>branches</th>"
		    "<th>divergent</th><th>cycles (cost table)</th>"
		    "<th>cycles simulated</th><th>checked</th></tr>\n");
	for (uint32_t i = 0; i < l->path.n; i++)
		add_row(l, i);
	cvg_str_add(&l->page, "</table></div>\n</section>\n");
}
