/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * What the screen needs from a terminal: keys, and a place to show a picture.
 * tui.c has the real terminal; tests have their own.
 */
#ifndef CVG_UI_TERM_H
#define CVG_UI_TERM_H

#include "ui/keys.h"

struct cvg_caret {
	bool shown;
	uint32_t x, y;
};

/* The settings that concern a terminal. */
struct cvg_termlook {
	/* the background; if neither is set, the environment tells */
	bool light, dark;
	bool ascii;
	bool mouse;
};

struct cvg_term {
	/* The next key, waiting for it so many milliseconds (-1: for ever).
	 * False: none came. */
	bool (*read)(struct cvg_term *term, struct cvg_key *key, int wait);
	void (*show)(struct cvg_term *term, const struct cvg_canvas *canvas,
		     const struct cvg_caret *caret);
	/* Draw every cell the next time, also those that seem unchanged. */
	void (*redraw)(struct cvg_term *term);
	void (*suspend)(struct cvg_term *term);
	void (*look)(struct cvg_term *term, const struct cvg_termlook *look);
	/* Append what other code wrote to standard output and error since the
	 * last call. */
	void (*strays)(struct cvg_term *term, struct cvg_str *out);
	uint32_t width, height;
	bool utf8; /* it can show more than ASCII */
};

#endif
