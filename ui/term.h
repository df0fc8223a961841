/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * What the screen wants of a terminal: keys, and somewhere to show a picture.
 * tui.c has the real one; tests bring their own.
 */
#ifndef CVG_UI_TERM_H
#define CVG_UI_TERM_H

#include "ui/keys.h"

struct cvg_caret {
	bool shown;
	uint32_t x, y;
};

/* What `set` says of a terminal. */
struct cvg_termlook {
	bool light, dark; /* the ground; neither: by the environment */
	bool ascii;
	bool mouse;
};

struct cvg_term {
	/* The next key, waiting for it so many milliseconds (-1: for ever).
	 * False: none came. */
	bool (*read)(struct cvg_term *t, struct cvg_key *key, int wait);
	void (*show)(struct cvg_term *t, const struct cvg_canvas *c,
		     const struct cvg_caret *caret);
	/* Show all of it next time, whatever stands there. */
	void (*redraw)(struct cvg_term *t);
	void (*suspend)(struct cvg_term *t);
	void (*look)(struct cvg_term *t, const struct cvg_termlook *look);
	/* What was written to standard output and error behind our back since
	 * it was last asked for. */
	void (*strays)(struct cvg_term *t, struct cvg_str *out);
	uint32_t width, height;
	bool utf8; /* it can show more than ASCII */
};

#endif
