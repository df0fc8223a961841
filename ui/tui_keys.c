/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The codes of curses for keys and clicks, as those of keys.h. */
#include "ui/tui.h"

#include <curses.h>
#include <wchar.h>

uint32_t cvg_tui_key(unsigned code)
{
	switch (code) {
	case KEY_UP:
		return CVG_KEY_UP;
	case KEY_DOWN:
		return CVG_KEY_DOWN;
	case KEY_LEFT:
		return CVG_KEY_LEFT;
	case KEY_RIGHT:
		return CVG_KEY_RIGHT;
	case KEY_HOME:
		return CVG_KEY_HOME;
	case KEY_END:
		return CVG_KEY_END;
	case KEY_PPAGE:
		return CVG_KEY_PAGE_UP;
	case KEY_NPAGE:
		return CVG_KEY_PAGE_DOWN;
	case KEY_IC:
		return CVG_KEY_INSERT;
	case KEY_DC:
		return CVG_KEY_DELETE;
	case KEY_BTAB:
		return CVG_KEY_BACK_TAB;
	case KEY_ENTER:
		return CVG_KEY_ENTER;
	case KEY_BACKSPACE:
		return CVG_KEY_BACKSPACE;
	default:
		return code >= KEY_F(1) && code <= KEY_F(12)
			       ? CVG_KEY_F1 + code - KEY_F(1)
			       : 0;
	}
}

/* False: the event means nothing. */
static bool read_event(const MEVENT *e, struct cvg_key *key)
{
	*key = (struct cvg_key){.code = CVG_KEY_MOUSE, .x = e->x, .y = e->y};
	if (e->bstate & BUTTON1_PRESSED)
		key->what = CVG_MOUSE_CLICK;
	else if (e->bstate & BUTTON4_PRESSED)
		key->what = CVG_MOUSE_WHEEL_UP;
	else if (e->bstate & BUTTON5_PRESSED)
		key->what = CVG_MOUSE_WHEEL_DOWN;
	else if (e->bstate & REPORT_MOUSE_POSITION)
		key->what = CVG_MOUSE_DRAG;
	else
		return false;
	return true;
}

/* If a press and its release come at once, as over a slow line, curses gives one
 * key for both, and the events last first. */
bool cvg_tui_mouse(struct cvg_key *key)
{
	MEVENT e;

	while (getmouse(&e) == OK)
		if (read_event(&e, key))
			return true;
	return false;
}

/* Esc followed by another key at once is that key with Alt. */
void cvg_tui_after_esc(struct cvg_key *key)
{
	wint_t ch;
	int r = get_wch(&ch);

	if (r == OK && ch != CVG_KEY_ESC)
		*key = (struct cvg_key){.code = ch, .alt = true};
	else if (r == KEY_CODE_YES)
		unget_wch((wchar_t)ch);
}
