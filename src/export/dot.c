/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Strings, labels and captions in Graphviz's language. */
#include "dot.h"
#include "draw.h"
#include "html.h"

#include "reconverge/analysis.h"
#include "reconverge/counts.h"
#include "reconverge/cxxname.h"
#include "reconverge/look.h"
#include "reconverge/notes.h"
#include "reconverge/session.h"
#include "reconverge/target.h"

#include <string.h>

#define NOTE_WIDTH 44 /* characters in a line of a comment */

/* ---- strings --------------------------------------------------------- */

/* Append a character; a byte that is not UTF-8 is replaced, since Graphviz
 * would take it for Latin-1 or refuse the file. */
static void add_char(struct cvg_str *out, const char *s, size_t n,
		     uint32_t point)
{
	if (point == '"' || point == '\\')
		cvg_str_addf(out, "\\%c", (char)point);
	else if (point == '\n')
		cvg_str_add(out, "\\l");
	else if (point < ' ')
		cvg_str_addc(out, '?');
	else if (point == UINT32_MAX)
		cvg_str_add(out, "\xEF\xBF\xBD");
	else
		cvg_str_addn(out, s, n);
}

/* Append a quoted string. In labels `&` is escaped, too, since Graphviz reads
 * names of characters there. */
static void add_string(struct cvg_str *out, const char *s, bool label)
{
	size_t n = strlen(s);

	while (n) {
		uint32_t point;
		size_t len = cvg_utf8_decode(s, n, &point);

		add_char(out, s, len, point);
		cvg_str_add(out, label && point == '&' ? "amp;" : "");
		s += len;
		n -= len;
	}
}

/* s as a quoted string of DOT, newlines as \l. */
static void add_quoted(struct cvg_str *out, const char *s)
{
	cvg_str_addc(out, '"');
	add_string(out, s, false);
	cvg_str_addc(out, '"');
}

void cvg_dot_label(struct cvg_str *out, const char *s, const char *end)
{
	cvg_str_addc(out, '"');
	add_string(out, s, true);
	cvg_str_add(out, end);
	cvg_str_addc(out, '"');
}

void cvg_dot_attr(struct cvg_str *out, const char *key, const char *value)
{
	cvg_str_addf(out, ", %s=", key);
	add_quoted(out, value);
}

/* ---- labels ---------------------------------------------------------- */

void cvg_dot_number(struct cvg_str *out, char letter, uint32_t n, bool more)
{
	cvg_str_addf(out, "<b>%c%u%s</b>", letter, n,
		     more ? CVG_DOT_BLANK : "");
}

void cvg_dot_text(struct cvg_str *out, const char *s)
{
	cvg_html_text(out, s);
}

void cvg_dot_small(struct cvg_str *out, const char *s)
{
	cvg_str_add(out, "<font point-size=\"10\" color=\"" CVG_DOT_DIM "\">");
	cvg_dot_text(out, s);
	cvg_str_add(out, "</font><br align=\"left\"/>");
}

void cvg_dot_clipped(struct cvg_str *out, const char *s, uint32_t width)
{
	struct cvg_look clip = {.glyphs = cvg_glyphs_of(CVG_UNICODE)};
	struct cvg_str cut = {0};

	cvg_text_clip(&cut, s, width, &clip);
	cvg_dot_text(out, cvg_str_of(&cut));
	cvg_str_done(&cut);
}

void cvg_dot_wrapped(struct cvg_str *out, const char *s, uint32_t width)
{
	struct cvg_str line = {0};

	while (*s) {
		size_t word = strcspn(s, " "), blank = strspn(s + word, " ");

		if (line.n && line.n + 1 + word > width) {
			cvg_dot_small(out, line.at);
			cvg_str_clear(&line);
		}
		cvg_str_add(&line, line.n ? " " : "");
		cvg_str_addn(&line, s, word);
		s += word + blank;
	}
	if (line.n)
		cvg_dot_small(out, line.at);
	cvg_str_done(&line);
}

void cvg_dot_note_attr(struct cvg_str *out, const struct cvg_session *session,
		       const struct cvg_fn *fn, uint32_t b)
{
	const struct cvg_note *note = cvg_session_note_of(session, fn, b);

	if (note)
		cvg_dot_attr(out, "note",
			     *note->text ? note->text : "bookmark");
}

void cvg_dot_note(struct cvg_str *out, const struct cvg_session *session,
		  const struct cvg_fn *fn, uint32_t b)
{
	const struct cvg_note *note = cvg_session_note_of(session, fn, b);
	struct cvg_str line = {0};

	if (!note)
		return;
	cvg_str_addf(&line, "B%u: %s", fn->blocks[b].uid,
		     *note->text ? note->text : "bookmark");
	cvg_str_add(out, "<i>");
	cvg_dot_wrapped(out, line.at, NOTE_WIDTH);
	cvg_str_add(out, "</i>");
	cvg_str_done(&line);
}

bool cvg_dot_named(const struct cvg_fn *fn, uint32_t b)
{
	const char *name = fn->blocks[b].name;

	return *name && strspn(name, "0123456789") != strlen(name);
}

/* ---- captions -------------------------------------------------------- */

static void add_since(struct cvg_str *out, const struct cvg_dot_head *head,
		      const struct cvg_score *now)
{
	struct cvg_ana *ana =
		cvg_session_ana(head->session, head->since, CVG_NONE);
	struct cvg_str line = {0};
	struct cvg_score was;

	if (!ana)
		return;
	cvg_score_of(ana, &was);
	cvg_add_score_change(&line, &was, now);
	cvg_str_addf(out,
		     "<font point-size=\"11\">against P%u: %s</font>"
		     "<br align=\"left\"/>",
		     head->since, line.n ? line.at : "the same counts");
	cvg_str_done(&line);
}

/* The caption: function, revision and command in bold, then the counts. */
static void add_caption(struct cvg_str *out, const struct cvg_dot_head *head,
			struct cvg_ana *ana, const struct cvg_score *sc)
{
	const struct cvg_fn *fn = cvg_ana_fn(ana);
	const struct cvg_rev *rev = cvg_session_rev(head->session, head->rev);
	struct cvg_str name = {0};

	cvg_cxx_add(&name, fn->name);
	cvg_str_add(out, "<font point-size=\"15\"><b>");
	cvg_dot_clipped(out, name.at, 61);
	cvg_str_done(&name);
	cvg_str_addf(out, "</b>, P%u: ", head->rev);
	cvg_dot_clipped(out, rev->command, 60);
	cvg_str_add(out, "</font><br align=\"left\"/><font point-size=\"4\"> "
			 "</font><br align=\"left\"/>");
	if (head->remark) {
		cvg_str_add(out, "<font point-size=\"12\">");
		cvg_dot_text(out, head->remark);
		cvg_str_add(out, "</font><br align=\"left\"/>");
	}
	if (head->placed)
		return;
	cvg_str_addf(out,
		     "<font point-size=\"11\">%s %s: %u block%s, %u "
		     "instructions, %u of %u branch%s divergent, %llu cycles"
		     "</font><br align=\"left\"/>",
		     cvg_target_info(fn->target)->arch, fn->cpu, sc->blocks,
		     sc->blocks == 1 ? "" : "s", sc->insts, sc->divergent,
		     sc->branches, sc->branches == 1 ? "" : "es",
		     (unsigned long long)sc->cycles);
	if (head->since != CVG_NONE)
		add_since(out, head, sc);
}

static void add_counts(struct cvg_str *out, const struct cvg_dot_head *head,
		       const struct cvg_fn *fn, const struct cvg_score *sc)
{
	const struct cvg_rev *rev = cvg_session_rev(head->session, head->rev);

	cvg_dot_attr(out, "function", fn->name);
	cvg_str_addf(out, ", revision=P%u", head->rev);
	if (head->since != CVG_NONE)
		cvg_str_addf(out, ", since=P%u", head->since);
	cvg_dot_attr(out, "command", rev->command);
	cvg_dot_attr(out, "target", cvg_target_info(fn->target)->arch);
	cvg_dot_attr(out, "cpu", fn->cpu);
	cvg_str_addf(out,
		     ",\n\t\tblocks=%u, insts=%u, branches=%u, divergent=%u, "
		     "cycles=%llu",
		     sc->blocks, sc->insts, sc->branches, sc->divergent,
		     (unsigned long long)sc->cycles);
}

static void add_head(struct cvg_str *out, const struct cvg_dot_head *head)
{
	struct cvg_ana *ana =
		cvg_session_ana(head->session, head->rev, CVG_NONE);
	struct cvg_score sc;

	cvg_score_of(ana, &sc);
	add_counts(out, head, cvg_ana_fn(ana), &sc);
	cvg_dot_attr(out, "picture", head->picture);
	if (!head->caption)
		return;
	cvg_str_add(out, ",\n\t\tlabelloc=t, labeljust=l, label=<");
	add_caption(out, head, ana, &sc);
	cvg_str_addc(out, '>');
}

void cvg_dot_open(struct cvg_str *out, const struct cvg_dot_head *head)
{
	const struct cvg_fn *fn =
		cvg_session_fn(head->session, head->rev, CVG_NONE);

	cvg_str_add(out, "digraph ");
	add_quoted(out, head->function ? fn->name : head->picture);
	cvg_str_addf(out,
		     " {\n\tgraph [%sbgcolor=white, fontname=\"sans-serif\"",
		     head->placed ? "layout=nop, " : "newrank=true, ");
	if (head->function)
		add_head(out, head);
	cvg_str_add(out, "];\n"
			 "\tnode [shape=box, fontname=monospace, fontsize=12, "
			 "style=filled, fillcolor=white];\n"
			 "\tedge [fontname=monospace, fontsize=11, "
			 "arrowsize=0.7];\n");
}
