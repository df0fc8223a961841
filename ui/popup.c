/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A box over the screen with text in it, and perhaps something to do. */
#include "ui/screen.h"

#include <string.h>

#define MARGIN 4 /* columns and rows of the screen left free around it */

void cvg_ui_popup(struct cvg_ui *ui, const char *title, const char *text,
		  const char *command)
{
	struct cvg_popup *p;

	if (!ui->screen)
		return;
	cvg_popup_close(ui->screen);
	p = &ui->screen->popup;
	cvg_str_add(&p->title, title);
	cvg_str_add(&p->text, text);
	cvg_str_add(&p->command, command ? command : "");
	p->open = true;
}

void cvg_popup_close(struct cvg_screen *scr)
{
	cvg_str_done(&scr->popup.title);
	cvg_str_done(&scr->popup.text);
	cvg_str_done(&scr->popup.command);
	scr->popup = (struct cvg_popup){.open = false};
}

/* ---- drawing --------------------------------------------------------- */

/* The line that begins at `at`, without its end; *next is the one after, NULL
 * behind the last. */
static size_t line_at(const char *at, const char **next)
{
	const char *end = strchr(at, '\n');
	size_t n = end ? (size_t)(end - at) : strlen(at);

	*next = end && end[1] ? end + 1 : NULL;
	return n;
}

static void measure(const struct cvg_popup *p, uint32_t *lines,
		    uint32_t *widest)
{
	const char *at = cvg_str_of(&p->text), *next;

	for (*lines = *widest = 0; at; at = next, ++*lines) {
		uint32_t w = cvg_text_width(at, line_at(at, &next));

		if (w > *widest)
			*widest = w;
	}
}

/* Without the first columns. */
static const char *skip_columns(const char *s, size_t *n, uint32_t columns)
{
	while (columns && *n) {
		uint32_t point;
		size_t len = cvg_utf8_decode(s, *n, &point);
		uint32_t w = cvg_utf8_width(point);

		s += len;
		*n -= len;
		columns -= w < columns ? w : columns;
	}
	return s;
}

static void draw_text(const struct cvg_popup *p, struct cvg_canvas *in)
{
	const char *at = cvg_str_of(&p->text), *next;
	struct cvg_str line = {0};

	for (uint32_t i = 0; at && i < p->top + in->height; i++, at = next) {
		size_t n = line_at(at, &next);
		const char *from = skip_columns(at, &n, p->left);

		if (i < p->top)
			continue;
		cvg_str_clear(&line);
		cvg_str_addn(&line, from, n);
		cvg_canvas_text(in, 0, (int32_t)(i - p->top), in->width,
				cvg_str_of(&line), CVG_ROLE_TEXT, 0);
	}
	cvg_str_done(&line);
}

void cvg_popup_draw(struct cvg_ui *ui, struct cvg_canvas *into)
{
	struct cvg_popup *p = &ui->screen->popup;
	uint32_t lines, widest, most;
	struct cvg_canvas box;

	measure(p, &lines, &widest);
	most = cvg_text_width(p->title.at, p->title.n) + 4;
	widest = widest < most ? most : widest;
	most = into->width > 60 + MARGIN ? into->width - MARGIN : into->width;
	box = cvg_draw_box(
		ui, into, widest + 2 < most ? widest + 2 : most,
		lines < into->height - MARGIN ? lines : into->height - MARGIN,
		p->title.at, p->command.n ? "a apply  Esc close" : "Esc close");
	p->rows = box.height;
	if (p->top + p->rows > lines)
		p->top = lines > p->rows ? lines - p->rows : 0;
	if (p->left >= widest)
		p->left = widest ? widest - 1 : 0;
	if (box.width > 2)
		box = cvg_canvas_part(&box, 1, 0, box.width - 2, box.height);
	draw_text(p, &box);
}

/* ---- keys ------------------------------------------------------------ */

static void scroll(struct cvg_popup *p, enum cvg_action a)
{
	uint32_t page = p->rows > 1 ? p->rows - 1 : 1;

	if (a == CVG_DO_DOWN || a == CVG_DO_PAN_DOWN)
		p->top++;
	else if (a == CVG_DO_UP || a == CVG_DO_PAN_UP)
		p->top -= p->top > 0;
	else if (a == CVG_DO_PAGE_DOWN)
		p->top += page;
	else if (a == CVG_DO_PAGE_UP)
		p->top -= p->top < page ? p->top : page;
	else if (a == CVG_DO_TOP)
		p->top = 0;
	else if (a == CVG_DO_BOTTOM)
		p->top = UINT32_MAX / 2;
	else if (a == CVG_DO_RIGHT || a == CVG_DO_PAN_RIGHT)
		p->left += 4;
	else if (a == CVG_DO_LEFT || a == CVG_DO_PAN_LEFT)
		p->left -= p->left < 4 ? p->left : 4;
}

static void apply(struct cvg_ui *ui)
{
	struct cvg_str command = {0};

	cvg_str_add(&command, cvg_str_of(&ui->screen->popup.command));
	cvg_popup_close(ui->screen);
	if (command.n)
		cvg_ui_command(ui, command.at);
	cvg_str_done(&command);
}

void cvg_popup_key(struct cvg_ui *ui, const struct cvg_key *key)
{
	struct cvg_popup *p = &ui->screen->popup;
	enum cvg_action a = cvg_key_action(key);

	if (a == CVG_DO_APPLY && p->command.n) {
		apply(ui);
	} else if (a == CVG_DO_REDRAW || a == CVG_DO_PROMPT) {
		cvg_popup_close(ui->screen);
		cvg_screen_act(ui, a, 0);
	} else if (a == CVG_DO_CANCEL || a == CVG_DO_CLOSE ||
		   a == CVG_DO_PREVIEW || key->code == ('C' & 0x1F)) {
		cvg_popup_close(ui->screen);
	} else {
		scroll(p, a);
	}
}
