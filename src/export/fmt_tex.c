/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The format TikZ: what Graphviz draws as SVG, shape by shape, so that all
 * pictures can be had in it. The file is one tikzpicture, for \input in a document
 * that has the packages tikz and amssymb; the fonts are those of the document.
 * Graphviz's SVG has polygons, polylines, paths of M and C, ellipses and texts, in
 * points, under one translation.
 */
#include "formats.h"

#include <stdlib.h>
#include <string.h>

/* An element: <name key="value" ...> */
struct shape {
	const char *at, *end; /* behind the name; at its '>' */
	double scale, dx, dy; /* of the picture */
};

/* ---- reading ----------------------------------------------------------- */

/* The value of an attribute, up to its closing quote; NULL: it has none. */
static const char *attr(const struct shape *shape, const char *key)
{
	size_t n = strlen(key);

	for (const char *p = shape->at; p + n + 2 < shape->end; p++)
		if (*p == ' ' && !strncmp(p + 1, key, n) &&
		    !strncmp(p + 1 + n, "=\"", 2))
			return p + n + 3;
	return NULL;
}

/* A number with a point, whatever the locale; *text is moved behind it. */
static double number(const char **text)
{
	double n = 0, part = 1;
	bool minus = **text == '-';

	for (*text += minus; **text >= '0' && **text <= '9'; ++*text)
		n = n * 10 + (**text - '0');
	if (**text == '.')
		for (++*text; **text >= '0' && **text <= '9'; ++*text)
			n += (part /= 10) * (**text - '0');
	return minus ? -n : n;
}

static double number_of(const struct shape *shape, const char *key,
			double otherwise)
{
	const char *value = attr(shape, key);

	return value ? number(&value) : otherwise;
}

/* ---- writing ----------------------------------------------------------- */

/* A number of two decimals. */
static void add_number(struct cvg_str *out, double x)
{
	long long n = (long long)(x * 100 + (x < 0 ? -0.5 : 0.5));
	unsigned long long u = (unsigned long long)(n < 0 ? -n : n);

	cvg_str_addf(out, "%s%llu.%02llu", n < 0 ? "-" : "", u / 100, u % 100);
}

static void add_point(struct cvg_str *out, const struct shape *shape, double x,
		      double y)
{
	cvg_str_addc(out, '(');
	add_number(out, (x + shape->dx) * shape->scale);
	cvg_str_addc(out, ',');
	add_number(out, -(y + shape->dy) * shape->scale);
	cvg_str_addc(out, ')');
}

/* Append , key=color; false: there is none. */
static bool add_color(struct cvg_str *out, const char *key, const char *value)
{
	size_t n = value ? strcspn(value, "\"") : 0;

	if (!n || !strncmp(value, "none", n) ||
	    !strncmp(value, "transparent", n))
		return false;
	cvg_str_addf(out, ",%s=", key);
	if (*value == '#' && n >= 7) {
		unsigned long rgb = strtoul(value + 1, NULL, 16);

		cvg_str_addf(out, "{rgb,255:red,%lu;green,%lu;blue,%lu}",
			     rgb >> 16 & 255, rgb >> 8 & 255, rgb & 255);
	} else {
		cvg_str_addn(out, value, n);
	}
	return true;
}

static void add_dashes(struct cvg_str *out, const struct shape *shape)
{
	const char *value = attr(shape, "stroke-dasharray");
	double on, off;

	if (!value)
		return;
	on = number(&value) * shape->scale;
	value += *value == ',' || *value == ' ';
	off = *value == '"' ? on : number(&value) * shape->scale;
	cvg_str_add(out, ",dash pattern=on ");
	add_number(out, on);
	cvg_str_add(out, "bp off ");
	add_number(out, off);
	cvg_str_add(out, "bp");
}

/* Append \path[...] of a shape that has lines. */
static void begin_path(struct cvg_str *out, const struct shape *shape)
{
	double width = number_of(shape, "stroke-width", 1) * shape->scale;

	cvg_str_add(out, "\\path[line width=");
	add_number(out, width);
	cvg_str_add(out, "bp");
	if (width > 0) /* in PDF, a line without width is not invisible */
		add_color(out, "draw", attr(shape, "stroke"));
	add_color(out, "fill", attr(shape, "fill"));
	add_dashes(out, shape);
	cvg_str_add(out, "] ");
}

static void add_points(struct cvg_str *out, const struct shape *shape,
		       bool closed)
{
	const char *at = attr(shape, "points");

	if (!at)
		return;
	begin_path(out, shape);
	for (bool first = true; *at && *at != '"'; first = false) {
		double x = number(&at), y;

		at += *at == ',';
		y = number(&at);
		cvg_str_add(out, first ? "" : " -- ");
		add_point(out, shape, x, y);
		at += strspn(at, " \n");
	}
	cvg_str_add(out, closed ? " -- cycle;\n" : ";\n");
}

/* "M0,0C1,1 2,2 3,3 ...": a curve of third degree takes three points. */
static void add_curve(struct cvg_str *out, const struct shape *shape)
{
	static const char *const before[] = {" .. controls ", " and ", " .. "};
	const char *at = attr(shape, "d");
	uint32_t n = 0;

	if (!at)
		return;
	begin_path(out, shape);
	for (; *at && *at != '"'; n++) {
		double x, y;

		at += *at == 'M' || *at == 'C';
		x = number(&at);
		at += *at == ',';
		y = number(&at);
		cvg_str_add(out, n ? before[(n - 1) % 3] : "");
		add_point(out, shape, x, y);
		at += strspn(at, " \n");
	}
	cvg_str_add(out, ";\n");
}

static void add_ellipse(struct cvg_str *out, const struct shape *shape)
{
	begin_path(out, shape);
	add_point(out, shape, number_of(shape, "cx", 0),
		  number_of(shape, "cy", 0));
	cvg_str_add(out, " ellipse [x radius=");
	add_number(out, number_of(shape, "rx", 0) * shape->scale);
	cvg_str_add(out, "bp,y radius=");
	add_number(out, number_of(shape, "ry", 0) * shape->scale);
	cvg_str_add(out, "bp];\n");
}

/* ---- texts -------------------------------------------------------------- */

/* The signs of pictures, which fonts of TeX do not have as letters. */
static const struct {
	uint32_t point;
	const char *tex;
} signs[] = {
	{'\\', "\\textbackslash{}"},
	{'{', "\\{"},
	{'}', "\\}"},
	{'#', "\\#"},
	{'$', "\\$"},
	{'%', "\\%"},
	{'&', "\\&"},
	{'_', "\\_"},
	{'~', "\\textasciitilde{}"},
	{'^', "\\textasciicircum{}"},
	{'<', "\\textless{}"},
	{'>', "\\textgreater{}"},
	{'|', "\\textbar{}"},
	{'"', "\\textquotedbl{}"},
	{'-', "{-}"}, /* two are no dash */
	{0x00A0, "~"},
	{0x00D7, "$\\times$"},
	{0x2016, "$\\Vert$"},
	{0x2026, "\\dots{}"},
	{0x2192, "$\\to$"},
	{0x25B8, "$\\blacktriangleright$"},
	{0x25BC, "$\\blacktriangledown$"},
	{0x25C6, "$\\blacklozenge$"},
	{0x25C7, "$\\lozenge$"},
	{0x25C8, "$\\lozenge$\\llap{$\\cdot$\\hspace{.12em}}"},
	{0x25CB, "$\\circ$"},
	{0x25CF, "$\\bullet$"},
};

static void add_char(struct cvg_str *out, const char *s, size_t n,
		     uint32_t point)
{
	for (size_t i = 0; i < sizeof signs / sizeof *signs; i++) {
		if (signs[i].point == point) {
			cvg_str_add(out, signs[i].tex);
			return;
		}
	}
	if (s)
		cvg_str_addn(out, s, n);
	else if (point < 0x80)
		cvg_str_addc(out, (char)point);
}

/* A character that is written by its name or number; 0: none of those. */
static uint32_t entity(const char *at, size_t *n)
{
	static const struct {
		const char *name;
		uint32_t point;
	} names[] = {{"&amp;", '&'},
		     {"&lt;", '<'},
		     {"&gt;", '>'},
		     {"&quot;", '"'},
		     {"&apos;", '\''}};

	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		*n = strlen(names[i].name);
		if (!strncmp(at, names[i].name, *n))
			return names[i].point;
	}
	if (strncmp(at, "&#", 2) != 0)
		return 0;
	*n = strcspn(at, ";") + 1;
	return at[2] == 'x' ? (uint32_t)strtoul(at + 3, NULL, 16)
			    : (uint32_t)strtoul(at + 2, NULL, 10);
}

static void add_words(struct cvg_str *out, const char *at, size_t n)
{
	const char *end = at + n;

	while (at < end) {
		size_t len = 1;
		uint32_t point = *at == '&' ? entity(at, &len) : 0;
		bool named = point != 0;

		if (!named)
			len = cvg_utf8_decode(at, (size_t)(end - at), &point);
		add_char(out, named ? NULL : at, len, point);
		at += len;
	}
}

static void add_text(struct cvg_str *out, const struct shape *shape)
{
	const char *side = attr(shape, "text-anchor");
	const char *font = attr(shape, "font-family");
	double size = number_of(shape, "font-size", 14) * shape->scale;
	const char *end = strchr(shape->end, '<');

	if (!end)
		return;
	cvg_str_add(out, "\\node[inner sep=0,anchor=base");
	cvg_str_add(out, side && *side == 's'	? " west"
			 : side && *side == 'e' ? " east"
						: "");
	add_color(out, "text", attr(shape, "fill"));
	cvg_str_add(out, ",font=\\fontsize{");
	add_number(out, size);
	cvg_str_add(out, "bp}{");
	add_number(out, size * 1.2);
	cvg_str_add(out, "bp}\\selectfont");
	cvg_str_add(out, font && !strncmp(font, "mono", 4) ? "\\ttfamily"
							   : "\\sffamily");
	cvg_str_add(out, attr(shape, "font-weight") ? "\\bfseries" : "");
	cvg_str_add(out, attr(shape, "font-style") ? "\\itshape" : "");
	cvg_str_add(out, "] at ");
	add_point(out, shape, number_of(shape, "x", 0),
		  number_of(shape, "y", 0));
	cvg_str_add(out, " {");
	add_words(out, shape->end + 1, (size_t)(end - shape->end - 1));
	cvg_str_add(out, "};\n");
}

/* ---- the picture -------------------------------------------------------- */

static void add_shape(struct cvg_str *out, const char *name, size_t n,
		      const struct shape *shape)
{
	if (!strncmp(name, "polygon", n))
		add_points(out, shape, true);
	else if (!strncmp(name, "polyline", n))
		add_points(out, shape, false);
	else if (!strncmp(name, "path", n))
		add_curve(out, shape);
	else if (!strncmp(name, "ellipse", n))
		add_ellipse(out, shape);
	else if (!strncmp(name, "text", n))
		add_text(out, shape);
}

static void add_picture(struct cvg_str *out, const char *svg, double scale)
{
	struct shape shape = {.scale = scale};
	const char *move = strstr(svg, "translate(");
	const char *at = move ? move : svg;

	if (move) {
		move += strlen("translate(");
		shape.dx = number(&move);
		move += strspn(move, " ,");
		shape.dy = number(&move);
	}
	cvg_str_add(out, "% Needs \\usepackage{tikz,amssymb}.\n"
			 "\\begin{tikzpicture}[x=1bp,y=1bp]\n");
	while ((at = strchr(at, '<'))) {
		size_t n = strcspn(++at, " >/");

		shape.at = at + n;
		shape.end = strchr(at, '>');
		if (!shape.end)
			break;
		if (n)
			add_shape(out, at, n, &shape);
		at = shape.end;
	}
	cvg_str_add(out, "\\end{tikzpicture}\n");
}

bool cvg_export_tex(const struct cvg_export_in *in, struct cvg_str *out,
		    struct cvg_err *err)
{
	struct cvg_str dot = {0}, svg = {0};
	double scale;
	bool ok = cvg_export_picture(in, &dot, &scale, err);

	ok = ok && cvg_export_draw(in, &dot, &svg, err);
	if (ok)
		add_picture(out, svg.at, scale);
	cvg_str_done(&dot);
	cvg_str_done(&svg);
	return ok;
}
