/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The texts of a control-flow graph: those in its blocks, those over its frames,
 * and the legend, which explains only the marks that occur.
 */
#include "dot_cfg.h"

#include "reconverge/analysis.h"
#include "reconverge/export.h"
#include "reconverge/graph.h"
#include "reconverge/notes.h"
#include "reconverge/quantity.h"

#include <stdio.h>
#include <string.h>

#define NAME_WIDTH   28
#define TEXT_WIDTH   64 /* characters of an instruction */
#define REMARK_WIDTH 44
#define MOST_LINES   60 /* instructions of a block that is shown in full */

/* ---- choices --------------------------------------------------------- */

void cvg_dot_choice_attrs(struct cvg_str *out, const struct cvg_dotcfg *dot,
			  uint32_t first)
{
	for (uint32_t i = first; i != CVG_NONE; i = dot->lists.next[i]) {
		const struct cvg_choice *choice = &dot->choices->at[i];
		bool meld = !strcmp(choice->act, "meld");
		struct cvg_str key = {0};

		cvg_str_addf(&key, "%s%s%s", meld ? "" : choice->act,
			     meld ? "" : "_",
			     choice->command ? "profit" : "refusal");
		if (choice->command)
			cvg_str_addf(out, ", %s=%.0f", key.at, choice->gain);
		else
			cvg_dot_attr(out, key.at, choice->reason);
		cvg_str_done(&key);
	}
}

/* Append the profitable choices after `whose`, and for melding also the short
 * reason of a refusal. */
static void add_choices(struct cvg_str *out, const struct cvg_dotcfg *dot,
			uint32_t first, const char *whose)
{
	for (uint32_t i = first; i != CVG_NONE; i = dot->lists.next[i]) {
		const struct cvg_choice *choice = &dot->choices->at[i];
		struct cvg_str line = {0};

		if (choice->command) {
			cvg_str_addf(&line, "%s%s: ", whose, choice->act);
			cvg_add_worth(&line, choice);
		} else if (!strcmp(choice->act, "meld")) {
			cvg_str_addf(&line, "%snot melded: ", whose);
		}
		if (line.n && choice->reason)
			cvg_add_reason(&line, choice);
		cvg_dot_wrapped(out, cvg_str_of(&line), REMARK_WIDTH);
		cvg_str_done(&line);
	}
}

/* Append the choices of region r and those around it that begin with the block.
 * They stand in the block, because edges cross the captions of frames. */
static void add_frames(struct cvg_str *out, const struct cvg_dotcfg *dot,
		       uint32_t r, uint32_t block)
{
	for (; cvg_dot_begins(dot, r, block); r = dot->rs->region[r].parent) {
		char whose[16] = "";

		if (cvg_dot_framed(dot, r))
			snprintf(whose, sizeof whose, "R%u ", r);
		add_choices(out, dot, dot->lists.of_region[r], whose);
	}
}

/* ---- blocks ---------------------------------------------------------- */

static const char *mark_of(const struct cvg_dotcfg *dot, uint32_t b)
{
	if (cvg_leaves_apart(dot->ana, b))
		return "\u25C8";
	if (cvg_bits_has(&dot->uniform->divergent_term, b))
		return "\u25C6";
	return dot->fn->blocks[b].nsuccs > 1 ? "\u25C7" : "";
}

static void add_title(struct cvg_str *out, const struct cvg_dotcfg *dot,
		      uint32_t b)
{
	const char *mark = mark_of(dot, b);
	bool name =
		dot->ask->zoom >= CVG_ZOOM_SUMMARY &&
		(cvg_dot_named(dot->fn, b) ||
		 (dot->ask->zoom == CVG_ZOOM_FULL && *dot->fn->blocks[b].name));

	cvg_dot_number(out, 'B', dot->fn->blocks[b].uid, name || *mark);
	if (name)
		cvg_dot_clipped(out, dot->fn->blocks[b].name, NAME_WIDTH);
	cvg_str_addf(out, "%s%s", name && *mark ? CVG_DOT_BLANK : "", mark);
}

/* "6 instructions, br %cmp": the number, and the terminator's condition. */
static void add_summary(struct cvg_str *out, const struct cvg_dotcfg *dot,
			uint32_t b)
{
	const struct cvg_inst *inst = cvg_block_terminator(dot->fn, b);
	uint32_t n = dot->fn->blocks[b].ninsts;

	cvg_str_addf(out,
		     "<font point-size=\"10\" color=\"" CVG_DOT_DIM
		     "\">%u instruction%s",
		     n, n == 1 ? "" : "s");
	if (inst->op == CVG_OP_CONDBR || inst->op == CVG_OP_SWITCH) {
		cvg_str_addf(out, ", %s ", cvg_op_name(inst->op));
		cvg_dot_clipped(
			out, dot->fn->values[dot->fn->ops[inst->ops_at]].text,
			16);
	} else if (!dot->fn->blocks[b].nsuccs) {
		cvg_str_addf(out, ", %s", cvg_op_name(inst->op));
	}
	cvg_str_add(out, "</font><br align=\"left\"/>");
}

static void add_insts(struct cvg_str *out, const struct cvg_dotcfg *dot,
		      uint32_t b)
{
	const struct cvg_block *bl = &dot->fn->blocks[b];

	cvg_str_add(out, "<font point-size=\"10\">");
	for (uint32_t i = 0; i < bl->ninsts; i++) {
		const struct cvg_inst *in = &dot->fn->insts[bl->inst_at + i];

		if (i == MOST_LINES) {
			cvg_str_addf(out, "and %u more<br align=\"left\"/>",
				     bl->ninsts - i);
			break;
		}
		cvg_dot_clipped(out, cvg_inst_text(in), TEXT_WIDTH);
		cvg_str_add(out, "<br align=\"left\"/>");
	}
	cvg_str_add(out, "</font>");
}

/* Append how the step changed the block: "new, from B1 + B2", "changed". */
static void add_step(struct cvg_str *out, const struct cvg_dotcfg *dot,
		     uint32_t b)
{
	const struct cvg_block *bl = &dot->fn->blocks[b];
	struct cvg_str s = {0};

	if (dot->kind[b] != CVG_ADDED && dot->kind[b] != CVG_CHANGED)
		return;
	cvg_str_add(&s, dot->kind[b] == CVG_ADDED ? "new" : "changed");
	for (uint32_t i = 0; dot->kind[b] == CVG_ADDED && i < bl->norigins; i++)
		cvg_str_addf(&s, "%sB%u", i ? " + " : ", from ",
			     dot->fn->origins[bl->origins_at + i]);
	cvg_dot_wrapped(out, s.at, REMARK_WIDTH);
	cvg_str_done(&s);
}

static void add_loop(struct cvg_str *out, const struct cvg_dotcfg *dot,
		     uint32_t b)
{
	uint32_t l = dot->loops->innermost[b];
	struct cvg_str s = {0};

	if (l != CVG_NONE && dot->loops->loop[l].header == b)
		cvg_str_addf(&s, "header of loop L%u", l);
	if (s.n)
		cvg_dot_small(out, s.at);
	if (cvg_enters_irreducible(dot->ana, b))
		cvg_dot_small(out, "entry of an irreducible cycle");
	cvg_str_done(&s);
}

static void add_remarks(struct cvg_str *out, const struct cvg_dotcfg *dot,
			uint32_t b)
{
	add_step(out, dot, b);
	add_loop(out, dot, b);
	if (cvg_block_convergent(dot->fn, b))
		cvg_dot_small(
			out,
			cvg_bits_has(&dot->under, b)
				? "\u2016 convergent, but threads are apart!"
				: "\u2016 convergent");
	if (!dot->fn->blocks[b].npreds && b)
		cvg_dot_small(out, "unreachable");
	add_choices(out, dot, dot->lists.of_block[b], "");
	add_frames(out, dot, dot->rs->innermost[b], b);
}

void cvg_dot_block_label(struct cvg_str *out, struct cvg_dotcfg *dot,
			 uint32_t b)
{
	cvg_str_addc(out, '<');
	add_title(out, dot, b);
	if (dot->ask->zoom >= CVG_ZOOM_SUMMARY) {
		cvg_str_add(out, "<br align=\"left\"/>");
		if (dot->ask->zoom == CVG_ZOOM_FULL)
			add_insts(out, dot, b);
		else
			add_summary(out, dot, b);
		add_remarks(out, dot, b);
	} else if (cvg_session_note_of(dot->ask->session, dot->fn, b)) {
		cvg_str_add(out, "<br align=\"left\"/>");
	}
	cvg_dot_note(out, dot->ask->session, dot->fn, b);
	cvg_str_addc(out, '>');
}

/* ---- regions --------------------------------------------------------- */

void cvg_dot_folded_label(struct cvg_str *out, struct cvg_dotcfg *dot,
			  uint32_t r)
{
	const struct cvg_region_count *count = &dot->counts.of[r];
	const struct cvg_region *rg = &dot->rs->region[r];
	bool brief = dot->ask->zoom == CVG_ZOOM_NAMES;
	struct cvg_str s = {0};

	cvg_str_addf(out,
		     "<<b>R%u \u25B8" CVG_DOT_BLANK
		     "</b>B%u<br align=\"left\"/>",
		     r, dot->fn->blocks[rg->entry].uid);
	cvg_str_addf(&s, "%u blocks", count->blocks);
	if (!brief)
		cvg_str_addf(&s, ", %u instructions", count->insts);
	cvg_dot_small(out, s.at);
	cvg_str_clear(&s);
	if (count->divergent)
		cvg_str_addf(&s, "%u \u25C6%s", count->divergent,
			     brief		     ? ""
			     : count->divergent == 1 ? " divergent branch"
						     : " divergent branches");
	if (s.n)
		cvg_dot_small(out, s.at);
	if (!brief) {
		if (count->sync)
			cvg_dot_small(out, "\u2016 convergent");
		add_choices(out, dot, dot->lists.of_region[r], "");
		add_frames(out, dot, rg->parent, rg->entry);
	}
	for (uint32_t b = 0;
	     cvg_session_nnotes(dot->ask->session) && b < dot->fn->nblocks; b++)
		if (cvg_dot_folded(dot, b) == r)
			cvg_dot_note(out, dot->ask->session, dot->fn, b);
	cvg_str_addc(out, '>');
	cvg_str_done(&s);
}

/* A frame's label is short: "R4 ◆ +72". */
void cvg_dot_frame_label(struct cvg_str *out, struct cvg_dotcfg *dot,
			 uint32_t r)
{
	const struct cvg_choice *choice =
		cvg_region_profit(&dot->lists, dot->choices, r);
	bool splits = cvg_bits_has(&dot->uniform->divergent_term,
				   dot->rs->region[r].entry);

	cvg_str_add(out, "<<font point-size=\"12\">");
	cvg_dot_number(out, 'R', r, splits || choice);
	cvg_str_add(out, splits ? "\u25C6" : "");
	if (choice) {
		cvg_str_add(out, splits ? CVG_DOT_BLANK : "");
		cvg_str_add(out, choice->gain > 0 ? "+" : "");
		cvg_add_scaled(out, choice->gain, 99999);
	}
	cvg_str_add(out, "</font><br align=\"left\"/>>");
}

/* ---- legend ---------------------------------------------------------- */

struct entry {
	enum cvg_dot_mark mark;
	const char *text;
};

static const struct entry entries[] = {
	{CVG_DOT_SPLITS, "\u25C6 double frame, double lines: a divergent "
			 "branch, where threads of a warp part"},
	{CVG_DOT_TEMPORAL,
	 "\u25C8 threads of a warp leave the loop in different rounds"},
	{CVG_DOT_UNIFORM,
	 "\u25C7 uniform branch: all threads of a warp take the same edge"},
	{CVG_DOT_UNDER,
	 "thick frame, thick lines: code that runs while threads "
	 "of a warp are apart"},
	{CVG_DOT_SYNC,
	 "\u2016 convergent operation: its effect depends on which "
	 "threads run it together"},
	{CVG_DOT_BACK, "dashed line: an edge that leads back"},
	{CVG_DOT_UNSTRUCTURED,
	 "ring where a line begins: an unstructured edge, which nested ifs "
	 "and loops do not have"},
	{CVG_DOT_GUARD, "guard: the value of the guard on this edge"},
	{CVG_DOT_ADDED, "round corners: a new block"},
	{CVG_DOT_CHANGED, "folded corner: a changed block"},
	{CVG_DOT_CLUSTER, "R0, R1, ...: regions, with one entry and one exit"},
	{CVG_DOT_NET, "+: the cycles that melding the region would save"},
	{CVG_DOT_FOLDED, "\u25B8 a folded region, whose blocks are not drawn"},
};

void cvg_dot_legend(struct cvg_str *out, const struct cvg_dotcfg *dot)
{
	cvg_str_addc(out, '<');
	for (size_t i = 0; i < sizeof entries / sizeof *entries; i++)
		if (dot->seen & entries[i].mark)
			cvg_dot_small(out, entries[i].text);
	cvg_str_addc(out, '>');
}
