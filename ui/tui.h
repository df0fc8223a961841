/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The real terminal, by curses. There is one at a time. */
#ifndef CVG_UI_TUI_H
#define CVG_UI_TUI_H

#include "ui/term.h"

/*
 * Take over the terminal: keys come from standard input or /dev/tty, the
 * picture goes to standard output. What other code writes to standard output
 * and error is caught until the terminal is closed. However the program ends,
 * the terminal is given back as it was. Fails if the terminal that TERM names
 * cannot show a picture.
 */
struct cvg_term *cvg_tui_open(bool color, struct cvg_err *err);
void cvg_tui_close(void);

/* tui_keys.c: the code of a key that curses has named, 0: an unknown one. The
 * last event of the mouse; false: it means nothing. */
uint32_t cvg_tui_key(unsigned code);
bool cvg_tui_mouse(struct cvg_key *key);
/* Esc was read: if another key follows at once, it is that key with Alt. */
void cvg_tui_after_esc(struct cvg_key *key);

/* tui_ground.c: what COLORFGBG says of the terminal's ground; false: nothing. */
bool cvg_ground_told(bool *light);
/* What asks the terminal for its ground, or "" if it is not known to answer.
 * The answer begins with a key of this code. */
#define CVG_TUI_KEY_GROUND (KEY_MAX + 3)
const char *cvg_ground_question(void);
/* Read the rest of the answer: is the ground light? */
bool cvg_ground_answer(void);

/* paint.c: how cells are shown by curses. */
struct cvg_paint {
	bool color; /* colour pairs were made */
	bool light; /* dark ink on a light ground */
	bool many;  /* 256 colours and not only 8 */
};

/* The colour of 256, black or white, that has the higher contrast with a ground,
 * which is not one of the first 16, because themes change those. */
int cvg_paint_ink(int ground);
/* Make the colour pairs of the roles, after curses was started. */
void cvg_paint_init(struct cvg_paint *p, bool color, bool light);
/* Put the cells that differ from `shown` on the terminal, or all of them if
 * `all`; `shown` becomes a copy of `c`. */
void cvg_paint_canvas(const struct cvg_paint *p,
		      const struct cvg_canvas *canvas, struct cvg_canvas *shown,
		      bool all, bool ascii);

#endif
