/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* For tests of the whole screen without a terminal: one that is made up. */
#ifndef RECONVERGE_TESTS_SCREEN_KIT_H
#define RECONVERGE_TESTS_SCREEN_KIT_H

#include "ui/screen.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit/unit.h"
#include "reconverge/cmd.h"
#include "reconverge/look.h"
#include "reconverge/session.h"

/* A terminal at which the keys in `keys` are pressed. */
struct fake {
	struct cvg_term term;
	const char *keys; /* a character each; read while a command runs */
	uint32_t shown;	  /* frames */
};

struct bench {
	struct fake fake;
	struct cvg_shell sh;
	struct cvg_ui ui;
	struct cvg_screen scr;
};

static inline bool fake_read(struct cvg_term *t, struct cvg_key *key, int wait)
{
	struct fake *f = (struct fake *)(void *)t;

	(void)wait;
	if (!f->keys || !*f->keys)
		return false;
	*key = (struct cvg_key){.code = (unsigned char)*f->keys++};
	return true;
}

static inline void fake_show(struct cvg_term *t, const struct cvg_canvas *c,
			     const struct cvg_caret *caret)
{
	struct fake *f = (struct fake *)(void *)t;

	assert_true(!caret->shown ||
		    (caret->x < c->width && caret->y < c->height));
	f->shown++;
}

static inline void fake_redraw(struct cvg_term *t)
{
	(void)t;
}

/* The path of a sample. */
static inline const char *sample(const char *name)
{
	static char path[1024];

	snprintf(path, sizeof path, "%s/%s.amdgcn.ll", getenv("SAMPLES"), name);
	return path;
}

/* The module, one of the samples or of the tests', on a screen of that size, which
 * `begin` begins. */
static inline struct bench *open_bench_by(
	void (*begin)(struct cvg_ui *, struct cvg_shell *), const char *path,
	const char *function, uint32_t width, uint32_t height)
{
	struct bench *b = cvg_calloc(1, sizeof *b);
	struct cvg_err err;

	b->sh.session = cvg_session_new();
	b->sh.look.glyphs = cvg_glyphs_of(CVG_UNICODE);
	b->sh.look.width = 100;
	if (!cvg_session_load(b->sh.session, path, NULL, &err) ||
	    (function && !cvg_session_focus(b->sh.session, function, &err)))
		fail_msg("%s", err.msg);
	b->fake.term = (struct cvg_term){.read = fake_read,
					 .show = fake_show,
					 .redraw = fake_redraw,
					 .width = width,
					 .height = height,
					 .utf8 = true};
	begin(&b->ui, &b->sh);
	cvg_screen_init(&b->scr, &b->ui, &b->fake.term);
	return b;
}

static inline struct bench *open_bench(const char *path, const char *function,
				       uint32_t width, uint32_t height)
{
	return open_bench_by(cvg_ui_init, path, function, width, height);
}

static inline void close_bench(struct bench *b)
{
	cvg_screen_done(&b->scr, &b->ui);
	cvg_ui_done(&b->ui);
	cvg_session_free(b->sh.session);
	free(b);
}

static inline void press_code(struct bench *b, uint32_t code)
{
	const struct cvg_key key = {.code = code};

	cvg_screen_key(&b->ui, &key);
}

/* Every byte is a key. */
static inline void press(struct bench *b, const char *keys)
{
	for (; *keys; keys++)
		press_code(b, (unsigned char)*keys);
}

/* Does the frame, composed now, have that text? */
static inline bool has_text(struct bench *b, const char *text)
{
	struct cvg_str frame = {0};
	bool found;

	cvg_screen_text(&b->ui, &frame);
	found = strstr(cvg_str_of(&frame), text) != NULL;
	cvg_str_done(&frame);
	return found;
}

/* The same, of what should be there: the frame is printed if it is not. */
static inline bool shows(struct bench *b, const char *text)
{
	struct cvg_str frame = {0};
	bool found = has_text(b, text);

	if (!found) {
		cvg_screen_text(&b->ui, &frame);
		print_message("%s\nhas no '%s'\n", cvg_str_of(&frame), text);
		cvg_str_done(&frame);
	}
	return found;
}

#endif
