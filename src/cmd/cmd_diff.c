/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * What two revisions differ in: blocks by their stable numbers, their
 * instructions line by line, the counts. Pure renumbering is no difference.
 */
#include "call.h"

/* Two snapshots of one function. */
struct sides {
	const struct cvg_fn *a, *b;
	uint32_t rev_a, rev_b;
};

struct sink {
	struct cvg_call *c;
	json_t *list; /* of "+text", "-text" */
};

static void put_line(const struct sink *k, char sign, const char *text)
{
	struct cvg_str s = {0};

	cvg_str_addc(&s, sign);
	cvg_text_clip(&s, text, UINT32_MAX, &k->c->sh->look);
	if (k->list)
		json_array_append_new(k->list, cvg_json_text(s.at));
	else
		cvg_str_addf(&k->c->out, "  %s\n", s.at);
	cvg_str_done(&s);
}

/* Common lines are left out. */
static void put_block_changes(const struct sink *k, const struct sides *s,
			      const struct cvg_blockdiff *d)
{
	struct cvg_linediff lines;

	cvg_linediff_init(&lines, s->a, d->a, s->b, d->b);
	for (uint32_t i = 0; i < lines.n; i++) {
		const struct cvg_linepair *p = &lines.at[i];

		if (p->b == CVG_NONE)
			put_line(k, '-', cvg_inst_text(&s->a->insts[p->a]));
		else if (p->a == CVG_NONE)
			put_line(k, '+', cvg_inst_text(&s->b->insts[p->b]));
	}
	cvg_linediff_done(&lines);
}

/* ---- one function ---------------------------------------------------- */

static const char *kind_word(enum cvg_diffkind kind)
{
	switch (kind) {
	case CVG_SAME:
		return "same";
	case CVG_CHANGED:
		return "changed";
	case CVG_ADDED:
		return "added";
	case CVG_REMOVED:
		return "removed";
	}
	return "?";
}

static void add_origins(struct cvg_str *out, const struct cvg_fn *fn,
			uint32_t b)
{
	const struct cvg_block *bl = &fn->blocks[b];

	for (uint32_t i = 0; i < bl->norigins; i++)
		cvg_str_addf(out, "%sB%u", i ? "+" : " from ",
			     fn->origins[bl->origins_at + i]);
}

static void one_block(struct cvg_call *c, json_t *list, const struct sides *s,
		      const struct cvg_blockdiff *d)
{
	const struct cvg_fn *fn = d->b != CVG_NONE ? s->b : s->a;
	uint32_t b = d->b != CVG_NONE ? d->b : d->a;
	struct sink k = {.c = c};

	if (d->kind == CVG_SAME)
		return;
	k.list = list ? json_array() : NULL;
	cvg_str_addf(&c->out, "%s B%u ", kind_word(d->kind), fn->blocks[b].uid);
	cvg_text_clip(&c->out, fn->blocks[b].name, 40, &c->sh->look);
	if (d->kind == CVG_ADDED)
		add_origins(&c->out, fn, b);
	cvg_str_addc(&c->out, '\n');
	put_block_changes(&k, s, d);
	if (list)
		json_array_append_new(
			list,
			json_pack("{s:o, s:o, s:s, s:o}", "block",
				  cvg_json_block(fn, b), "name",
				  cvg_json_text(fn->blocks[b].name), "kind",
				  kind_word(d->kind), "lines", k.list));
}

static void add_counts(struct cvg_call *c, const struct sides *s, uint32_t f)
{
	struct cvg_ana *a = cvg_session_ana(c->s, s->rev_a, f);
	struct cvg_ana *b = cvg_session_ana(c->s, s->rev_b, f);
	struct cvg_score x, y;

	cvg_score_of(a, &x);
	cvg_score_of(b, &y);
	cvg_str_addf(&c->out,
		     "cycles %llu -> %llu, divergent %u -> %u, branches "
		     "%u -> %u, blocks %u -> %u, instructions %u -> %u\n",
		     (unsigned long long)x.cycles, (unsigned long long)y.cycles,
		     x.divergent, y.divergent, x.branches, y.branches, x.blocks,
		     y.blocks, x.insts, y.insts);
}

/* True if they differ. */
static bool one_function(struct cvg_call *c, json_t *list,
			 const struct sides *s, uint32_t f)
{
	const char *name = cvg_session_function_name(c->s, f);
	struct cvg_fndiff d;
	json_t *blocks = NULL;
	bool differ;

	if (s->a == s->b)
		return false;
	if (list)
		blocks = json_array();
	cvg_fndiff_init(&d, s->a, s->b);
	differ = d.nsame != d.nblocks;
	if (differ) {
		cvg_str_addf(&c->out,
			     "@%s P%u -> P%u: %u blocks changed, "
			     "%u added, %u removed, %u the same\n",
			     name, s->rev_a, s->rev_b, d.nchanged, d.nadded,
			     d.nremoved, d.nsame);
		for (uint32_t i = 0; i < d.nblocks; i++)
			one_block(c, blocks, s, &d.blocks[i]);
		add_counts(c, s, f);
	}
	if (differ && list)
		json_array_append_new(
			list,
			json_pack("{s:o, s:i, s:i, s:i, s:i, s:o}", "function",
				  cvg_json_text(name), "changed",
				  (int)d.nchanged, "added", (int)d.nadded,
				  "removed", (int)d.nremoved, "same",
				  (int)d.nsame, "blocks", json_incref(blocks)));
	json_decref(blocks);
	cvg_fndiff_done(&d);
	return differ;
}

/* Only one of the revisions has it. */
static bool one_sided(struct cvg_call *c, json_t *list, const struct sides *s,
		      uint32_t f)
{
	const char *name = cvg_session_function_name(c->s, f);
	const char *kind = s->a ? "removed" : "added";

	cvg_str_addf(&c->out, "@%s %s\n", name, kind);
	if (list)
		json_array_append_new(list, json_pack("{s:o, s:s}", "function",
						      cvg_json_text(name),
						      "kind", kind));
	return true;
}

/* ---- the command ----------------------------------------------------- */

/* Without words: parent and current; with one: that one and current. */
static bool pick_revs(struct cvg_call *c, struct sides *s, struct cvg_err *err)
{
	uint32_t now = cvg_session_current(c->s);

	s->rev_b = now;
	s->rev_a = cvg_session_rev(c->s, now)->parent;
	if (s->rev_a == CVG_NONE)
		s->rev_a = now;
	return (c->nargs < 1 || cvg_word_rev(c, &c->arg[0], &s->rev_a, err)) &&
	       (c->nargs < 2 || cvg_word_rev(c, &c->arg[1], &s->rev_b, err));
}

bool cvg_cmd_diff(struct cvg_call *c, struct cvg_err *err)
{
	json_t *list = c->json ? json_array() : NULL;
	struct sides s;
	bool differ = false;

	if (!pick_revs(c, &s, err)) {
		json_decref(list);
		return false;
	}
	cvg_session_all_fns(c->s, s.rev_a);
	cvg_session_all_fns(c->s, s.rev_b);
	for (uint32_t f = 0; f < cvg_session_nfunctions(c->s); f++) {
		s.a = cvg_session_fn(c->s, s.rev_a, f);
		s.b = cvg_session_fn(c->s, s.rev_b, f);
		if (s.a && s.b)
			differ |= one_function(c, list, &s, f);
		else if (s.a || s.b)
			differ |= one_sided(c, list, &s, f);
	}
	if (!differ)
		cvg_str_addf(&c->out, "P%u and P%u are the same\n", s.rev_a,
			     s.rev_b);
	c->said_no = differ;
	cvg_call_set(c, "from", cvg_json_id('P', s.rev_a));
	cvg_call_set(c, "to", cvg_json_id('P', s.rev_b));
	cvg_call_set(c, "differ", json_boolean(differ));
	if (list)
		cvg_call_set(c, "functions", list);
	return true;
}
