/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Boxes and texts at given positions. */
#include "dot_sheet.h"

#include "reconverge/look.h"

#include <string.h>

#define LETTER 0.603 /* width of a monospaced letter of size 1 */

/* Write a number from its hundredths as an integer, so that the locale's
 * decimal comma cannot appear. */
static void add_number(struct cvg_str *out, double x)
{
	long long n = (long long)(x * 100 + (x < 0 ? -0.5 : 0.5));
	unsigned long long u = (unsigned long long)(n < 0 ? -n : n);

	cvg_str_addf(out, "%s%llu.%02llu", n < 0 ? "-" : "", u / 100, u % 100);
}

static void add_inches(struct cvg_str *out, const char *key, double points)
{
	cvg_str_addf(out, ", %s=", key);
	add_number(out, points / 72);
}

static void add_pos(struct cvg_str *out, double x, double y)
{
	cvg_str_add(out, "pos=\"");
	add_number(out, x);
	cvg_str_addc(out, ',');
	add_number(out, -y);
	cvg_str_addc(out, '"');
}

void cvg_dot_sheet_begin(struct cvg_dotsheet *s, struct cvg_str *out)
{
	*s = (struct cvg_dotsheet){.out = out};
	/* "shape": how wide a label is depends on the font that the reader
	 * has, and a label that does not fit is no reason for a warning. */
	cvg_str_add(out, "\tnode [fixedsize=shape, label=\"\", margin=0, "
			 "penwidth=0];\n");
}

void cvg_dot_sheet_box(struct cvg_dotsheet *s, const char *name,
		       const struct cvg_dot_box *box)
{
	struct cvg_str *out = s->out;

	cvg_str_addf(out, "\t%s [", name);
	add_pos(out, box->x + box->w / 2, box->y + box->h / 2);
	add_inches(out, "width", box->w);
	add_inches(out, "height", box->h);
	if (box->fill && box->style)
		cvg_str_addf(out, ", style=\"filled,%s\"", box->style);
	else if (!box->fill)
		cvg_str_addf(out, ", style=%s",
			     box->style ? box->style : "solid");
	if (box->fill)
		cvg_str_addf(out, ", fillcolor=\"%s\"", box->fill);
	if (box->pen > 0) {
		cvg_str_add(out, ", penwidth=");
		add_number(out, box->pen);
	}
	if (box->label) {
		cvg_str_add(out, ", fontsize=");
		add_number(out, box->size);
		cvg_str_addf(out, ", label=<%s>", box->label);
	}
}

void cvg_dot_sheet_end_box(struct cvg_dotsheet *s)
{
	cvg_str_add(s->out, "];\n");
}

/* About how wide a line of text is, in the units of the sheet. */
static double text_width(const char *text, double size)
{
	return cvg_text_width(text, strlen(text)) * size * LETTER;
}

/* Append a label. A plain one can stand at a side of its node; a bold one is
 * HTML-like, and stands in the middle of the node, which it fills. */
static void add_label(struct cvg_str *out, const char *text,
		      enum cvg_dot_side side, bool bold)
{
	static const char *const ends[] = {"\\l", "", "\\r"};

	if (bold) {
		cvg_str_add(out, ", label=<<b>");
		cvg_dot_text(out, text);
		cvg_str_add(out, "</b>>");
		return;
	}
	cvg_str_add(out, ", label=");
	cvg_dot_label(out, text, ends[side]);
}

void cvg_dot_sheet_text(struct cvg_dotsheet *s, double x, double y,
			enum cvg_dot_side side, double size, const char *text)
{
	bool bold = *text == '*';
	double w;

	text += bold;
	if (!*text)
		return;
	w = text_width(text, size) + 2;
	cvg_str_addf(s->out, "\ttext%u [", s->ntexts++);
	add_pos(s->out,
		side == CVG_DOT_LEFT	 ? x + w / 2
		: side == CVG_DOT_MIDDLE ? x
					 : x - w / 2,
		y);
	add_inches(s->out, "width", w);
	add_inches(s->out, "height", size * 1.4);
	cvg_str_add(s->out, ", shape=plaintext, style=solid, fontsize=");
	add_number(s->out, size);
	add_label(s->out, text, side, bold);
	cvg_str_add(s->out, "];\n");
}
