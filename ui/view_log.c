/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The log: every command and its output, the newest last. */
#include "ui/sheet.h"

#include <string.h>

struct state {
	struct cvg_sheet sheet;
	uint32_t width;	    /* the width that the lines were made for */
	size_t read;	    /* bytes of the log that are lines already */
	enum cvg_role role; /* of the last line */
	/* the first line of the log: when it changes, old lines were dropped */
	struct cvg_str first;
};
CVG_SHEET_IS_FIRST(struct state);

static void done(void *state)
{
	struct state *view = state;

	cvg_sheet_done(&view->sheet);
	cvg_str_done(&view->first);
}

static bool begins(const char *line, size_t n, const char *with)
{
	return n >= strlen(with) && !strncmp(line, with, strlen(with));
}

/* The role of a line of the log. The lines after an error, which show the
 * command and a caret, have the role of the error. */
static enum cvg_role role_of(const char *line, size_t n, enum cvg_role before)
{
	if (begins(line, n, "> "))
		return CVG_ROLE_TITLE;
	if (begins(line, n, "reconverge: warning: "))
		return CVG_ROLE_DIVERGENT;
	if (begins(line, n, "reconverge: ") || before == CVG_ROLE_ALERT)
		return CVG_ROLE_ALERT;
	return CVG_ROLE_TEXT;
}

static bool same_beginning(const struct state *view, const struct cvg_ui *ui)
{
	return view->first.n && ui->log.n >= view->read &&
	       begins(ui->log.at, ui->log.n, view->first.at);
}

/* The number of bytes of a line that fit, up to a blank if one stands in the
 * second half. */
static size_t fitting(const char *line, size_t n, uint32_t width)
{
	size_t end = 0, blank = 0;
	uint32_t columns = 0, point;

	while (end < n) {
		size_t len = cvg_utf8_decode(line + end, n - end, &point);

		columns += cvg_utf8_width(point);
		if (columns > width)
			break;
		if (line[end] == ' ')
			blank = end;
		end += len;
	}
	if (end == n)
		return n;
	if (blank > end / 2)
		return blank;
	return end ? end : 1;
}

/* Add a line to the sheet; what does not fit goes on in the next line,
 * indented. */
static void put_line(struct state *view, const char *line, size_t n)
{
	uint32_t width = view->width > 3 ? view->width - 1 : 2, indent = 0;

	do {
		size_t fits = fitting(line, n, width - indent);

		cvg_sheet_pad(&view->sheet, indent);
		cvg_sheet_putn(&view->sheet, view->role, 0, line, fits);
		cvg_sheet_end(&view->sheet, CVG_NONE);
		fits += fits < n && line[fits] == ' ';
		line += fits;
		n -= fits;
		indent = width > 8 ? 4 : 0;
	} while (n);
}

/* Add the lines that came since the last time: the log grows at its end. */
static void write(struct state *view, const struct cvg_ui *ui)
{
	const char *text = cvg_str_of(&ui->log), *end;

	while ((end = memchr(text + view->read, '\n',
			     ui->log.n - view->read))) {
		const char *line = text + view->read;
		size_t n = (size_t)(end - line);

		view->role = role_of(line, n, view->role);
		put_line(view, line, n);
		view->read += n + 1;
	}
}

static void draw(struct cvg_ui *ui, void *state, struct cvg_canvas *into,
		 bool focused)
{
	struct state *view = state;

	if (view->width != into->width || !same_beginning(view, ui)) {
		cvg_sheet_begin(&view->sheet);
		cvg_str_clear(&view->first);
		cvg_str_addn(&view->first, cvg_str_of(&ui->log),
			     strcspn(cvg_str_of(&ui->log), "\n"));
		view->read = 0;
		view->width = into->width;
		view->sheet.tail = true;
	}
	write(view, ui);
	if (!view->sheet.lines.n)
		cvg_canvas_text(into, 0, 0, into->width,
				"No command has run yet.", CVG_ROLE_DIM, 0);
	cvg_sheet_draw(ui, &view->sheet, into, focused);
}

const struct cvg_view cvg_view_log = {
	.about = "the commands of the session and their messages",
	.size = sizeof(struct state),
	.done = done,
	.draw = draw,
	.act = cvg_sheet_view_act,
	.mouse = cvg_sheet_view_mouse,
	.status = cvg_sheet_view_status,
	.find = cvg_sheet_view_find,
};
