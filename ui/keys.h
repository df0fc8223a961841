/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Keys and what they mean. A key is a character or one of the named keys; how a
 * terminal sends it is known to tui.c alone.
 */
#ifndef CVG_UI_KEYS_H
#define CVG_UI_KEYS_H

#include "ui/view.h"

/* Codes beyond Unicode. Enter, Tab, Esc and Backspace are the control
 * characters that they are. */
enum cvg_keycode {
	CVG_KEY_ENTER = '\r',
	CVG_KEY_TAB = '\t',
	CVG_KEY_ESC = 27,
	CVG_KEY_BACKSPACE = 127,
	CVG_KEY_UP = 0x110000,
	CVG_KEY_DOWN,
	CVG_KEY_LEFT,
	CVG_KEY_RIGHT,
	CVG_KEY_HOME,
	CVG_KEY_END,
	CVG_KEY_PAGE_UP,
	CVG_KEY_PAGE_DOWN,
	CVG_KEY_INSERT,
	CVG_KEY_DELETE,
	CVG_KEY_BACK_TAB,
	CVG_KEY_F1, /* to F12 */
	CVG_KEY_F12 = CVG_KEY_F1 + 11,
	CVG_KEY_MOUSE,	/* `what` happened at x, y */
	CVG_KEY_PASTE,	/* text */
	CVG_KEY_RESIZE, /* to width, height */
	CVG_KEY_LOST,	/* the terminal is gone: leave, keep the journal */
};

struct cvg_key {
	uint32_t code;
	bool alt;
	enum cvg_mouse what;
	int32_t x, y;		/* in cells of the screen */
	uint32_t width, height; /* of the terminal now */
	const char *text;	/* UTF-8, borrowed until the next key */
};

/* As keys.def writes it: "k", "C-r", "S-Tab", "Space", "F1", "M-b"; into
 * `buf`, empty for what is no key. */
const char *cvg_key_name(const struct cvg_key *key, char *buf, size_t n);
/* The key of that name; false: there is none. */
bool cvg_key_named(const char *name, struct cvg_key *key);
/* The action of a key by the table; CVG_NACTIONS: none. All digits but 0 are
 * follow-nth. */
enum cvg_action cvg_key_action(const struct cvg_key *key);
/* The first key of an action, as the table has it; NULL: it has none. */
const char *cvg_action_key(enum cvg_action a);
/* The key of the action, by the user's keys. */
const char *cvg_ui_key(const struct cvg_ui *ui, enum cvg_action a);
/*
 * Append a text that names keys of the table in braces, "{a} goes there". In
 * their place stand the user's keys, or ":apply" if no key does the action.
 */
void cvg_ui_keyed(const struct cvg_ui *ui, struct cvg_str *out,
		  const char *text);
/* Show such a text as a message; no argument may hold braces. */
void cvg_ui_tell(struct cvg_ui *ui, enum cvg_role role, const char *fmt, ...)
	CVG_PRINTF(3, 4);
/* Draw such a text as a line of a pane that has nothing else to show yet. */
void cvg_ui_line(const struct cvg_ui *ui, struct cvg_canvas *into, int32_t y,
		 enum cvg_role role, const char *text);
/* Draw in a pane that needs a run why there cannot be one now; false: there can
 * be one. */
bool cvg_ui_cannot_run(const struct cvg_ui *ui, struct cvg_canvas *into);

/* The action of the name that was typed at the prompt; CVG_NACTIONS: none. */
enum cvg_action cvg_action_by_name(const char *name);

/* Every row of views.def and of keys.def, for the help and the manual. The
 * key is "" in the row of a view that no key opens. */
uint32_t cvg_nkeys(void);
const char *cvg_key_at(uint32_t i, enum cvg_action *action);

#endif
