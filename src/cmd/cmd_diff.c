/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * What two revisions differ in: blocks, their instructions line by line, the
 * counts. Other names of the same values and blocks are no difference.
 */
#include "call.h"

#include "reconverge/diff.h"
#include "reconverge/graph.h"
#include "reconverge/look.h"
#include "reconverge/session.h"

#include <stdlib.h>

/* Two snapshots of one function. */
struct sides {
	const struct cvg_fn *a, *b;
	uint32_t rev_a, rev_b;
};

/* Where the lines of one block go. */
struct sink {
	struct cvg_call *call;
	json_t *lines; /* of "+text", "-text"; NULL: no JSON is wanted */
	json_t *words; /* of [line, first byte, bytes]; NULL likewise */
};

/* Append the line, with those words reversed if there is colour. */
static void add_marked(struct cvg_str *out, const char *text,
		       const struct cvg_u32s *words,
		       const struct cvg_look *look)
{
	struct cvg_str part = {0};
	size_t from = 0;

	for (size_t i = 0; look->color && i < words->n; i += 2) {
		size_t at = words->at[i], n = words->at[i + 1];

		cvg_str_clear(&part);
		cvg_str_addn(&part, text + from, at - from);
		cvg_text_clip(out, cvg_str_of(&part), UINT32_MAX, look);
		cvg_str_clear(&part);
		cvg_str_addn(&part, text + at, n);
		cvg_str_add(out, "\033[7m");
		cvg_text_clip(out, part.at, UINT32_MAX, look);
		cvg_str_add(out, "\033[27m");
		from = at + n;
	}
	cvg_text_clip(out, text + from, UINT32_MAX, look);
	cvg_str_done(&part);
}

/* `words` are those that differ from the other line of the pair, as
 * cvg_linediff_words has them. */
static void put_line(const struct sink *k, char sign, const char *text,
		     const struct cvg_u32s *words)
{
	const struct cvg_look *look = &k->call->sh->look;
	struct cvg_str s = {0};

	cvg_str_addf(&k->call->out, "  %c", sign);
	add_marked(&k->call->out, text, words, look);
	cvg_str_addc(&k->call->out, '\n');
	if (!k->lines)
		return;
	for (size_t i = 0; i < words->n; i += 2)
		json_array_append_new(k->words,
				      json_pack("[i, i, i]",
						(int)json_array_size(k->lines),
						(int)words->at[i] + 1,
						(int)words->at[i + 1]));
	cvg_str_addc(&s, sign);
	cvg_text_clip(&s, text, UINT32_MAX, look);
	json_array_append_new(k->lines, cvg_json_text(s.at));
	cvg_str_done(&s);
}

/* A line that is in one of the blocks only, or differs in both. */
static void put_pair(const struct sink *k, const struct sides *sides,
		     const struct cvg_fndiff *diff,
		     const struct cvg_linepair *p)
{
	struct cvg_u32s words[2] = {{0}, {0}};

	if (p->changed)
		cvg_linediff_words(diff, *p, &words[0], &words[1]);
	if (p->a != CVG_NONE)
		put_line(k, '-', cvg_inst_text(&sides->a->insts[p->a]),
			 &words[0]);
	if (p->b != CVG_NONE)
		put_line(k, '+', cvg_inst_text(&sides->b->insts[p->b]),
			 &words[1]);
	free(words[0].at);
	free(words[1].at);
}

/* Common lines are left out. */
static void put_block_changes(const struct sink *k, const struct sides *sides,
			      const struct cvg_fndiff *all,
			      const struct cvg_blockdiff *d)
{
	struct cvg_linediff lines;

	cvg_linediff_init(&lines, all, d->a, d->b);
	for (uint32_t i = 0; i < lines.n; i++) {
		const struct cvg_linepair *p = &lines.at[i];

		if (p->a == CVG_NONE || p->b == CVG_NONE || p->changed)
			put_pair(k, sides, all, p);
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

/* Does the newer revision have the block under a number of its own? */
static bool is_renumbered(const struct sides *sides,
			  const struct cvg_blockdiff *d)
{
	return d->b != CVG_NONE &&
	       (d->a == CVG_NONE ||
		sides->a->blocks[d->a].uid != sides->b->blocks[d->b].uid);
}

static void one_block(struct cvg_call *call, json_t *list,
		      const struct sides *sides, const struct cvg_fndiff *all,
		      const struct cvg_blockdiff *d)
{
	const struct cvg_fn *fn = d->b != CVG_NONE ? sides->b : sides->a;
	uint32_t b = d->b != CVG_NONE ? d->b : d->a;
	struct sink k = {.call = call};
	json_t *o;

	if (d->kind == CVG_SAME)
		return;
	o = cvg_json_item(list);
	CVG_TELL(&call->out, o, "{kind} {block:B} {-name}",
		 CVG_V(kind_word(d->kind)), CVG_V(fn->blocks[b].uid),
		 CVG_V(fn->blocks[b].name));
	cvg_text_clip(&call->out, fn->blocks[b].name, 40, &call->sh->look);
	if (is_renumbered(sides, d))
		add_origins(&call->out, fn, b);
	cvg_str_addc(&call->out, '\n');
	k.lines = cvg_json_list(o, "lines");
	k.words = cvg_json_list(o, "words");
	put_block_changes(&k, sides, all, d);
}

static void add_counts(struct cvg_call *call, const struct sides *sides,
		       uint32_t f)
{
	struct cvg_ana *a = cvg_session_ana(call->session, sides->rev_a, f);
	struct cvg_ana *b = cvg_session_ana(call->session, sides->rev_b, f);
	struct cvg_score x, y;

	cvg_score_of(a, &x);
	cvg_score_of(b, &y);
	cvg_str_addf(&call->out,
		     "cycles %llu -> %llu, divergent %u -> %u, branches "
		     "%u -> %u, blocks %u -> %u, instructions %u -> %u\n",
		     (unsigned long long)x.cycles, (unsigned long long)y.cycles,
		     x.divergent, y.divergent, x.branches, y.branches, x.blocks,
		     y.blocks, x.insts, y.insts);
}

/* True if they differ. */
static bool one_function(struct cvg_call *call, json_t *list,
			 const struct sides *sides, uint32_t f)
{
	struct cvg_fndiff d;
	json_t *o, *blocks;
	bool differ;

	if (sides->a == sides->b)
		return false;
	cvg_fndiff_init(&d, sides->a, sides->b);
	differ = d.nsame != d.nblocks;
	if (differ) {
		o = cvg_json_item(list);
		CVG_TELL(&call->out, o,
			 "@{function} P{} -> P{}: {changed} blocks changed, "
			 "{added} added, {removed} removed, {same} the same\n",
			 CVG_V(cvg_session_function_name(call->session, f)),
			 CVG_V(sides->rev_a), CVG_V(sides->rev_b),
			 CVG_V(d.nchanged), CVG_V(d.nadded), CVG_V(d.nremoved),
			 CVG_V(d.nsame));
		blocks = cvg_json_list(o, "blocks");
		for (uint32_t i = 0; i < d.nblocks; i++)
			one_block(call, blocks, sides, &d, &d.blocks[i]);
		add_counts(call, sides, f);
	}
	cvg_fndiff_done(&d);
	return differ;
}

/* Only one of the revisions has it. */
static bool one_sided(struct cvg_call *call, json_t *list,
		      const struct sides *sides, uint32_t f)
{
	CVG_TELL(&call->out, cvg_json_item(list), "@{function} {kind}\n",
		 CVG_V(cvg_session_function_name(call->session, f)),
		 CVG_V(sides->a ? "removed" : "added"));
	return true;
}

/* ---- the command ----------------------------------------------------- */

/* Without words: parent and current; with one: that one and current. */
static bool pick_revs(struct cvg_call *call, struct sides *sides,
		      struct cvg_err *err)
{
	uint32_t now = cvg_session_current(call->session);

	sides->rev_b = now;
	sides->rev_a = cvg_session_rev(call->session, now)->parent;
	if (sides->rev_a == CVG_NONE)
		sides->rev_a = now;
	return (call->nargs < 1 ||
		cvg_word_rev(call, &call->arg[0], &sides->rev_a, err)) &&
	       (call->nargs < 2 ||
		cvg_word_rev(call, &call->arg[1], &sides->rev_b, err));
}

bool cvg_cmd_diff(struct cvg_call *call, struct cvg_err *err)
{
	json_t *list;
	struct sides s;
	bool differ = false;

	if (!pick_revs(call, &s, err))
		return false;
	list = cvg_json_list(call->json, "functions");
	cvg_session_all_fns(call->session, s.rev_a);
	cvg_session_all_fns(call->session, s.rev_b);
	for (uint32_t f = 0; f < cvg_session_nfunctions(call->session); f++) {
		s.a = cvg_session_fn(call->session, s.rev_a, f);
		s.b = cvg_session_fn(call->session, s.rev_b, f);
		if (s.a && s.b)
			differ |= one_function(call, list, &s, f);
		else if (s.a || s.b)
			differ |= one_sided(call, list, &s, f);
	}
	if (!differ)
		cvg_str_addf(&call->out, "P%u and P%u are the same\n", s.rev_a,
			     s.rev_b);
	call->said_no = differ;
	TELL(call, "{-from:P}{-to:P}{-differ}", CVG_V(s.rev_a), CVG_V(s.rev_b),
	     CVG_V(differ));
	return true;
}
