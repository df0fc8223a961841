/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A box over the screen that shows a text. */
#include "ui/screen.h"

#include "reconverge/look.h"

#include <string.h>

#define MARGIN 4  /* columns and rows of the screen left free around it */
#define FOOT   20 /* columns of the line at the foot */

void cvg_ui_popup(struct cvg_ui *ui, const char *title, const char *text)
{
	struct cvg_popup *popup;

	if (!ui->screen)
		return;
	cvg_popup_close(ui->screen);
	popup = &ui->screen->popup;
	cvg_str_add(&popup->title, title);
	cvg_str_add(&popup->text, text);
	popup->open = true;
}

void cvg_popup_close(struct cvg_screen *scr)
{
	cvg_str_done(&scr->popup.title);
	cvg_str_done(&scr->popup.text);
	scr->popup = (struct cvg_popup){.open = false};
}

/* ---- drawing --------------------------------------------------------- */

/* One row of the box: a line of the text, or a part of one that is too long. */
struct row {
	const char *at;
	size_t n;
	/* blanks before the part, if it goes on from the row above */
	uint32_t indent;
};

/* The number of bytes of s that fit into `width` columns. */
static size_t fit(const char *s, size_t n, uint32_t width)
{
	size_t at = 0;

	while (at < n) {
		uint32_t point;
		size_t len = cvg_utf8_decode(s + at, n - at, &point);
		uint32_t w = cvg_utf8_width(point);

		if (w > width)
			break;
		width -= w;
		at += len;
	}
	return at;
}

/* Where to break a line of n bytes of which `most` fit: at the last blank that
 * follows a word, else after `most` bytes. */
static size_t at_blank(const char *s, size_t n, size_t most)
{
	size_t cut = most;

	if (most == n)
		return n;
	while (cut > 0 && s[cut] != ' ')
		cut--;
	return cut > strspn(s, " ") ? cut : most;
}

/* Lay out the row that begins at r->at in `width` columns. *next becomes the
 * row after it; its `at` is NULL after the last row. */
static void lay_row(struct row *r, uint32_t width, struct row *next)
{
	size_t line = strcspn(r->at, "\n");
	uint32_t blanks = (uint32_t)strspn(r->at, " ");
	uint32_t room = width > r->indent ? width - r->indent : 1;

	r->n = at_blank(r->at, line, fit(r->at, line, room));
	*next = (struct row){.at = r->at + r->n};
	if (r->n == line) {
		next->at = r->at[line] && r->at[line + 1] ? r->at + line + 1
							  : NULL;
		return;
	}
	if (!r->n) /* not even one character */
		next->at += r->n = 1;
	next->at += strspn(next->at, " ");
	next->indent = r->indent ? r->indent : blanks + 4;
	if (next->indent > width / 2)
		next->indent = 0;
}

static uint32_t count_rows(const struct cvg_popup *popup, uint32_t width)
{
	struct row r = {.at = cvg_str_of(&popup->text)}, next;
	uint32_t n = 0;

	for (; r.at; r = next, n++)
		lay_row(&r, width, &next);
	return n;
}

static uint32_t widest_line(const struct cvg_popup *popup)
{
	const char *at = cvg_str_of(&popup->text);
	uint32_t widest = 0;

	for (;;) {
		size_t n = strcspn(at, "\n");
		uint32_t w = cvg_text_width(at, n);

		widest = w > widest ? w : widest;
		if (!at[n])
			return widest;
		at += n + 1;
	}
}

static void draw_text(const struct cvg_popup *popup, struct cvg_canvas *in)
{
	struct row r = {.at = cvg_str_of(&popup->text)}, next;
	struct cvg_str line = {0};

	for (uint32_t i = 0; r.at && i < popup->top + in->height;
	     r = next, i++) {
		lay_row(&r, in->width, &next);
		if (i < popup->top)
			continue;
		cvg_str_clear(&line);
		cvg_str_addn(&line, r.at, r.n);
		cvg_canvas_text(in, (int32_t)r.indent,
				(int32_t)(i - popup->top), in->width,
				cvg_str_of(&line), CVG_ROLE_TEXT, 0);
	}
	cvg_str_done(&line);
}

/* Columns for the text: a blank to both sides of it, and the frame. */
static uint32_t text_width(const struct cvg_popup *popup,
			   const struct cvg_canvas *into)
{
	uint32_t most =
		into->width > 60 + MARGIN ? into->width - MARGIN : into->width;
	uint32_t want = widest_line(popup);
	uint32_t title = cvg_text_width(popup->title.at, popup->title.n) + 2;

	want = want < title ? title : want;
	want = want < FOOT ? FOOT : want;
	return want + 4 < most ? want : most > 4 ? most - 4 : 1;
}

void cvg_popup_draw(struct cvg_ui *ui, struct cvg_canvas *into)
{
	struct cvg_popup *popup = &ui->screen->popup;
	uint32_t width = text_width(popup, into),
		 rows = count_rows(popup, width);
	uint32_t most = into->height > MARGIN ? into->height - MARGIN : 1;
	struct cvg_canvas box;

	box = cvg_draw_box(ui, into, width + 2, rows < most ? rows : most,
			   popup->title.at, "Esc close");
	popup->rows = box.height;
	if (popup->top + popup->rows > rows)
		popup->top = rows > popup->rows ? rows - popup->rows : 0;
	if (box.width > 2)
		box = cvg_canvas_part(&box, 1, 0, box.width - 2, box.height);
	draw_text(popup, &box);
}

/* ---- keys ------------------------------------------------------------ */

static void scroll(struct cvg_popup *popup, enum cvg_action a)
{
	uint32_t page = popup->rows > 1 ? popup->rows - 1 : 1;

	if (a == CVG_DO_DOWN || a == CVG_DO_PAN_DOWN)
		popup->top++;
	else if (a == CVG_DO_UP || a == CVG_DO_PAN_UP)
		popup->top -= popup->top > 0;
	else if (a == CVG_DO_PAGE_DOWN)
		popup->top += page;
	else if (a == CVG_DO_PAGE_UP)
		popup->top -= popup->top < page ? popup->top : page;
	else if (a == CVG_DO_TOP)
		popup->top = 0;
	else if (a == CVG_DO_BOTTOM)
		popup->top = UINT32_MAX / 2;
}

void cvg_popup_key(struct cvg_ui *ui, const struct cvg_key *key)
{
	struct cvg_popup *popup = &ui->screen->popup;
	enum cvg_action a = cvg_keymap_action(ui->keymap, key);

	if (a == CVG_DO_REDRAW || a == CVG_DO_PROMPT) {
		cvg_popup_close(ui->screen);
		cvg_screen_act(ui, a, 0);
	} else if (a == CVG_DO_CANCEL || a == CVG_DO_CLOSE ||
		   a == CVG_DO_PREVIEW || a == CVG_DO_PACE ||
		   key->code == ('C' & 0x1F)) {
		cvg_popup_close(ui->screen);
	} else {
		scroll(popup, a);
	}
}
