/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The real terminal, by curses. There is one at a time. */
#ifndef CVG_UI_TUI_H
#define CVG_UI_TUI_H

#include "ui/term.h"

/*
 * Takes the terminal over: keys from standard input or /dev/tty, the picture
 * to standard output; both standard output and error are caught until it is
 * closed. However the program ends, the terminal is given back as it was.
 * Fails if TERM names none that a picture can be shown on.
 */
struct cvg_term *cvg_tui_open(bool color, struct cvg_err *err);
void cvg_tui_close(void);

/* tui_keys.c: a key that curses has a name for, 0: none we know; the mouse's
 * last doing, false: nothing of note. */
uint32_t cvg_tui_key(unsigned code);
bool cvg_tui_mouse(struct cvg_key *key);

/* paint.c: cells as curses has them. */
struct cvg_paint {
	bool color; /* pairs are there */
	bool light; /* dark ink on a light ground */
	bool many;  /* 256 colours and not only 8 */
};

/* Make the pairs for the roles; curses has begun. */
void cvg_paint_init(struct cvg_paint *p, bool color, bool light);
/* What differs from `shown`, which becomes a copy of `c`. `all`: all of it. */
void cvg_paint_canvas(const struct cvg_paint *p, const struct cvg_canvas *c,
		      struct cvg_canvas *shown, bool all, bool ascii);

#endif
