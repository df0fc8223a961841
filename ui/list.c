/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Lines that scroll, with a cursor. */
#include "ui/list.h"

#include <string.h>

#define WHEEL 3 /* lines a notch */
#define PAN   8 /* columns */

void cvg_list_size(struct cvg_list *list, uint32_t n)
{
	list->n = n;
	if (list->at >= n)
		list->at = n ? n - 1 : 0;
	if (list->top >= n)
		list->top = n ? n - 1 : 0;
}

void cvg_list_go(struct cvg_list *list, uint32_t at)
{
	list->at = at;
	list->loose = false;
	cvg_list_size(list, list->n);
}

void cvg_list_top(struct cvg_list *list, uint32_t at)
{
	cvg_list_go(list, at);
	list->top = list->at;
}

/* The largest `top` without an empty line below the last one. */
static uint32_t last_top(const struct cvg_list *list)
{
	return list->n > list->height ? list->n - list->height : 0;
}

/* Scroll until the cursor's line is in sight: by one line if the cursor went
 * one line over the edge, else so that the cursor stands in the middle. */
static void follow_cursor(struct cvg_list *list)
{
	uint32_t end = list->top + list->height;

	if (list->at + 1 == list->top)
		list->top = list->at;
	else if (list->at == end)
		list->top++;
	else if (list->at < list->top || list->at > end)
		list->top = list->at > list->height / 2
				    ? list->at - list->height / 2
				    : 0;
}

void cvg_list_fit(struct cvg_list *list, uint32_t height)
{
	list->height = height ? height : 1;
	if (!list->loose)
		follow_cursor(list);
	if (list->top > last_top(list))
		list->top = last_top(list);
}

/* ---- moving ---------------------------------------------------------- */

static uint32_t plus(uint32_t at, int64_t by, uint32_t n)
{
	int64_t to = (int64_t)at + by;

	return to < 0 ? 0 : to >= n ? n - 1 : (uint32_t)to;
}

static void move(struct cvg_list *list, int64_t by)
{
	cvg_list_go(list, plus(list->at, by, list->n));
}

static void scroll(struct cvg_list *list, int64_t by)
{
	uint32_t last = last_top(list);

	list->top = plus(list->top, by, last + 1);
	list->loose = true;
}

static void center(struct cvg_list *list)
{
	uint32_t half = list->height / 2;

	list->top = list->at > half ? list->at - half : 0;
	list->loose = false;
}

static bool pan(struct cvg_list *list, enum cvg_action action)
{
	switch (cvg_action_number(action)) {
	case CVG_DO_PAN_LEFT:
		list->left = list->left > PAN ? list->left - PAN : 0;
		return true;
	case CVG_DO_PAN_RIGHT:
		list->left += PAN;
		return true;
	case CVG_DO_PAN_UP:
		scroll(list, -1);
		return true;
	case CVG_DO_PAN_DOWN:
		scroll(list, 1);
		return true;
	default:
		return false;
	}
}

bool cvg_list_act(struct cvg_list *list, enum cvg_action action)
{
	int64_t page = list->height > 2 ? (int64_t)list->height - 1 : 1;

	if (!list->n)
		return false;
	switch (cvg_action_number(action)) {
	case CVG_DO_UP:
		move(list, -1);
		return true;
	case CVG_DO_DOWN:
		move(list, 1);
		return true;
	case CVG_DO_PAGE_UP:
		move(list, -page);
		return true;
	case CVG_DO_PAGE_DOWN:
		move(list, page);
		return true;
	case CVG_DO_TOP:
		cvg_list_go(list, 0);
		return true;
	case CVG_DO_BOTTOM:
		cvg_list_go(list, list->n - 1);
		return true;
	case CVG_DO_CENTER:
		center(list);
		return true;
	default:
		return pan(list, action);
	}
}

bool cvg_list_mouse(struct cvg_list *list, enum cvg_mouse what, int32_t y)
{
	if (!list->n)
		return false;
	switch (what) {
	case CVG_MOUSE_WHEEL_UP:
		scroll(list, -WHEEL);
		return true;
	case CVG_MOUSE_WHEEL_DOWN:
		scroll(list, WHEEL);
		return true;
	case CVG_MOUSE_CLICK:
	case CVG_MOUSE_DOUBLE:
	case CVG_MOUSE_DRAG:
		break;
	}
	if (y < 0 || (uint32_t)y >= list->height ||
	    list->top + (uint32_t)y >= list->n)
		return false;
	list->at = list->top + (uint32_t)y;
	return true;
}

/* ---- finding --------------------------------------------------------- */

bool cvg_list_find(struct cvg_list *list, int by,
		   bool (*has)(void *ctx, uint32_t line), void *ctx)
{
	uint32_t at = list->at;

	for (uint32_t k = 0; k < list->n; k++) {
		if (by > 0)
			at = at + 1 < list->n ? at + 1 : 0;
		else
			at = at ? at - 1 : list->n - 1;
		if (has(ctx, at)) {
			cvg_list_go(list, at);
			return true;
		}
	}
	return false;
}

bool cvg_text_has(const char *text, const char *what)
{
	for (const char *c = what; *c; c++)
		if (*c >= 'A' && *c <= 'Z')
			return strstr(text, what) != NULL;
	return strcasestr(text, what) != NULL;
}

const char *cvg_text_cut(const char *text, uint32_t *columns)
{
	while (*text && *columns) {
		uint32_t point, width;
		size_t n = cvg_utf8_decode(text, strlen(text), &point);

		width = cvg_utf8_width(point);
		*columns -= width < *columns ? width : *columns;
		text += n;
	}
	return text;
}

void cvg_list_status(const struct cvg_list *list, struct cvg_str *out)
{
	if (list->n)
		cvg_str_addf(out, "%u of %u", list->at + 1, list->n);
}

/* ---- drawing --------------------------------------------------------- */

void cvg_list_cursor(const struct cvg_ui *ui, struct cvg_canvas *into,
		     int32_t y, bool focused)
{
	cvg_canvas_put(into, 0, y, ui->ascii ? '>' : 0x25B6, /* triangle */
		       CVG_ROLE_SELECTED, 0);
	if (focused)
		cvg_canvas_tint(into, 0, y, into->width, 1, CVG_NROLES,
				CVG_CELL_REVERSE);
}

struct cvg_canvas cvg_list_text(const struct cvg_list *list,
				const struct cvg_canvas *into)
{
	bool bar = list->n > list->height && into->width > 1;

	return cvg_canvas_part(into, 0, 0, into->width - bar, into->height);
}

void cvg_list_bar(const struct cvg_ui *ui, const struct cvg_list *list,
		  struct cvg_canvas *into, int32_t y)
{
	uint32_t h = list->height, len, from;
	int32_t x = (int32_t)into->width - 1;

	if (list->n <= h || !h || x < 1)
		return;
	len = (uint32_t)((uint64_t)h * h / list->n);
	if (!len)
		len = 1;
	from = (uint32_t)((uint64_t)(h - len) * list->top / last_top(list));
	for (uint32_t i = from; i < from + len; i++)
		cvg_canvas_put(into, x, y + (int32_t)i,
			       ui->ascii ? '|' : 0x2503, CVG_ROLE_DIM, 0);
}
