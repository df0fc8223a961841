/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The text and JSON of what two revisions differ in: blocks, their instructions
 * line by line, the counts. Other names of the same values and blocks are no
 * difference.
 */
#include "reconverge/export.h"
#include "reconverge/graph.h"
#include "reconverge/look.h"
#include "reconverge/session.h"
#include "reconverge/table.h"
#include "reconverge/union.h"

#include <jansson.h>
#include <stdlib.h>

/* Two snapshots of one function, and where the text goes. */
struct sides {
	struct cvg_session *session;
	const struct cvg_fn *a, *b;
	uint32_t rev_a, rev_b;
	struct cvg_str *out;
	const struct cvg_look *look;
};

/* Where the lines of one block go. */
struct sink {
	struct cvg_str *out;
	const struct cvg_look *look;
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
	struct cvg_str s = {0};

	cvg_str_addf(k->out, "  %c", sign);
	add_marked(k->out, text, words, k->look);
	cvg_str_addc(k->out, '\n');
	if (!k->lines)
		return;
	for (size_t i = 0; i < words->n; i += 2)
		json_array_append_new(k->words,
				      json_pack("[i, i, i]",
						(int)json_array_size(k->lines),
						(int)words->at[i] + 1,
						(int)words->at[i + 1]));
	cvg_str_addc(&s, sign);
	cvg_text_clip(&s, text, UINT32_MAX, k->look);
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

static void one_block(const struct sides *sides, json_t *list,
		      const struct cvg_fndiff *all,
		      const struct cvg_blockdiff *d)
{
	const struct cvg_fn *fn = d->b != CVG_NONE ? sides->b : sides->a;
	uint32_t b = d->b != CVG_NONE ? d->b : d->a;
	struct sink k = {.out = sides->out, .look = sides->look};
	json_t *o;

	if (d->kind == CVG_SAME)
		return;
	o = cvg_json_item(list);
	CVG_TELL(sides->out, o, "{kind} {block:B} {-name}",
		 CVG_V(cvg_diff_word(d->kind)), CVG_V(fn->blocks[b].uid),
		 CVG_V(fn->blocks[b].name));
	cvg_text_clip(sides->out, fn->blocks[b].name, 40, sides->look);
	if (is_renumbered(sides, d))
		add_origins(sides->out, fn, b);
	cvg_str_addc(sides->out, '\n');
	k.lines = cvg_json_list(o, "lines");
	k.words = cvg_json_list(o, "words");
	put_block_changes(&k, sides, all, d);
}

static void add_counts(const struct sides *sides, uint32_t f)
{
	struct cvg_ana *a = cvg_session_ana(sides->session, sides->rev_a, f);
	struct cvg_ana *b = cvg_session_ana(sides->session, sides->rev_b, f);
	struct cvg_score x, y;

	cvg_score_of(a, &x);
	cvg_score_of(b, &y);
	cvg_str_addf(sides->out,
		     "cycles %llu -> %llu, divergent %u -> %u, branches "
		     "%u -> %u, blocks %u -> %u, instructions %u -> %u\n",
		     (unsigned long long)x.cycles, (unsigned long long)y.cycles,
		     x.divergent, y.divergent, x.branches, y.branches, x.blocks,
		     y.blocks, x.insts, y.insts);
}

/* True if they differ. */
static bool one_function(const struct sides *sides, json_t *list, uint32_t f)
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
		CVG_TELL(sides->out, o,
			 "{function:@} P{} -> P{}: {changed} blocks changed, "
			 "{added} added, {removed} removed, {same} the same\n",
			 CVG_V(cvg_session_function_name(sides->session, f)),
			 CVG_V(sides->rev_a), CVG_V(sides->rev_b),
			 CVG_V(d.nchanged), CVG_V(d.nadded), CVG_V(d.nremoved),
			 CVG_V(d.nsame));
		blocks = cvg_json_list(o, "blocks");
		for (uint32_t i = 0; i < d.nblocks; i++)
			one_block(sides, blocks, &d, &d.blocks[i]);
		add_counts(sides, f);
	}
	cvg_fndiff_done(&d);
	return differ;
}

/* Only one of the revisions has it. */
static bool one_sided(const struct sides *sides, json_t *list, uint32_t f)
{
	CVG_TELL(sides->out, cvg_json_item(list), "{function:@} {kind}\n",
		 CVG_V(cvg_session_function_name(sides->session, f)),
		 CVG_V(sides->a ? "removed" : "added"));
	return true;
}

/* ---- all functions --------------------------------------------------- */

bool cvg_tell_diff(struct cvg_str *out, json_t *into,
		   struct cvg_session *session, uint32_t rev_a, uint32_t rev_b,
		   const struct cvg_look *look)
{
	struct sides sides = {.session = session,
			      .rev_a = rev_a,
			      .rev_b = rev_b,
			      .out = out,
			      .look = look};
	json_t *list = cvg_json_list(into, "functions");
	bool differ = false;

	cvg_session_all_fns(session, rev_a);
	cvg_session_all_fns(session, rev_b);
	for (uint32_t f = 0; f < cvg_session_nfunctions_ever(session); f++) {
		sides.a = cvg_session_fn(session, rev_a, f);
		sides.b = cvg_session_fn(session, rev_b, f);
		if (sides.a && sides.b)
			differ |= one_function(&sides, list, f);
		else if (sides.a || sides.b)
			differ |= one_sided(&sides, list, f);
	}
	if (!differ)
		cvg_str_addf(out, "P%u and P%u are the same\n", rev_a, rev_b);
	CVG_TELL(out, into, "{-from:P}{-to:P}{-differ}", CVG_V(rev_a),
		 CVG_V(rev_b), CVG_V(differ));
	return differ;
}
