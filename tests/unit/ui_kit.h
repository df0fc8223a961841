/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * For tests of views: a small module in a session, a screen without a
 * terminal, one view at a time drawn on a canvas and read as text.
 */
#ifndef RECONVERGE_TESTS_UI_KIT_H
#define RECONVERGE_TESTS_UI_KIT_H

#include "reconverge/canvas.h"
#include "reconverge/cmd.h"
#include "reconverge/look.h"
#include "reconverge/session.h"
#include "reconverge/settings.h"
#include "ui/screen.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/unit/unit.h"

/* A diamond whose arms meld, in a loop; and a function without divergence. */
static const char kit_source[] =
	"target triple = \"amdgcn-amd-amdhsa\"\n"
	"declare i32 @llvm.amdgcn.workitem.id.x()\n"
	"define amdgpu_kernel void @work(ptr addrspace(1) %p, i32 %n) {\n"
	"entry:\n"
	"  %t = call i32 @llvm.amdgcn.workitem.id.x()\n"
	"  %even = trunc i32 %t to i1\n"
	"  %at = getelementptr i32, ptr addrspace(1) %p, i32 %t\n"
	"  br label %loop\n"
	"loop:\n"
	"  %i = phi i32 [ 0, %entry ], [ %next, %join ]\n"
	"  br i1 %even, label %left, label %right\n"
	"left:\n"
	"  %a = load i32, ptr addrspace(1) %at\n"
	"  %b = mul i32 %a, 7\n"
	"  %c = add i32 %b, %i\n"
	"  store i32 %c, ptr addrspace(1) %at\n"
	"  br label %join\n"
	"right:\n"
	"  %d = load i32, ptr addrspace(1) %at\n"
	"  %e = mul i32 %d, 6\n"
	"  %f = add i32 %e, %i\n"
	"  store i32 %f, ptr addrspace(1) %at\n"
	"  br label %join\n"
	"join:\n"
	"  %next = add i32 %i, 1\n"
	"  %more = icmp slt i32 %next, 4\n"
	"  br i1 %more, label %loop, label %end\n"
	"end:\n"
	"  ret void\n"
	"}\n"
	"define amdgpu_kernel void @plain(ptr addrspace(1) %p) {\n"
	"only:\n"
	"  store i32 1, ptr addrspace(1) %p\n"
	"  ret void\n"
	"}\n";

struct kit {
	struct cvg_shell sh;
	struct cvg_ui ui;
	struct cvg_screen screen;
};

static inline int kit_open(void **state, const char *source)
{
	struct kit *k = cvg_calloc(1, sizeof *k);
	struct cvg_err err;

	assert_true(cvg_file_write("ui_test.ll", source, strlen(source), NULL));
	k->sh.session = cvg_session_new();
	k->sh.look = (struct cvg_look){.glyphs = cvg_glyphs_of(CVG_UNICODE),
				       .width = 80};
	if (!cvg_session_load(k->sh.session, "ui_test.ll", NULL, &err)) {
		print_error("%s\n", err.msg);
		return -1;
	}
	/* There is more to be seen in what is not cleaned up. */
	assert_true(cvg_settings_set(cvg_session_settings(k->sh.session),
				     "steps", "fine", NULL));
	cvg_ui_init(&k->ui, &k->sh);
	cvg_screen_init(&k->screen, &k->ui, NULL);
	*state = k;
	return 0;
}

static inline int kit_setup(void **state)
{
	return kit_open(state, kit_source);
}

static inline int kit_teardown(void **state)
{
	struct kit *k = *state;

	cvg_screen_done(&k->screen, &k->ui);
	cvg_ui_done(&k->ui);
	cvg_session_free(k->sh.session);
	unlink("ui_test.ll");
	free(k);
	return 0;
}

/* A command that must succeed. */
static inline void run(struct kit *k, const char *line)
{
	if (!cvg_ui_command(&k->ui, line))
		fail_msg("%s: %s", line, cvg_str_of(&k->ui.message));
}

static inline void *state_of(struct kit *k, enum cvg_viewid view)
{
	return cvg_view_state(&k->ui, view);
}

/* The view's picture in a pane of that size, as text; the caller frees it. */
static inline char *picture(struct kit *k, enum cvg_viewid view, uint32_t width,
			    uint32_t height, bool focused)
{
	struct cvg_canvas c;
	struct cvg_str text = {0};

	cvg_canvas_init(&c, width, height);
	c.marks_cuts = true; /* as the screen sets it */
	cvg_view_of(view)->draw(&k->ui, state_of(k, view), &c, focused);
	cvg_canvas_print(&text, &c, k->ui.ascii, false);
	cvg_canvas_done(&c);
	while (text.n > 1 && text.at[text.n - 2] == '\n')
		text.at[--text.n] = '\0';
	return cvg_str_take(&text);
}

/* What it is to look like; blank lines at the end do not count. */
static inline void assert_view(struct kit *k, enum cvg_viewid view,
			       uint32_t width, uint32_t height,
			       const char *expected)
{
	char *text = picture(k, view, width, height, true);

	if (strcmp(text, expected) != 0)
		fail_msg("expected:\n%s--- got:\n%s", expected, text);
	free(text);
}

static inline void assert_shows(struct kit *k, enum cvg_viewid view,
				uint32_t width, uint32_t height,
				const char *piece)
{
	char *text = picture(k, view, width, height, true);

	if (!strstr(text, piece))
		fail_msg("no \"%s\" in:\n%s", piece, text);
	free(text);
}

static inline bool key(struct kit *k, enum cvg_viewid view, enum cvg_action a)
{
	return cvg_view_of(view)->act(&k->ui, state_of(k, view), a, 0);
}

/* The action so many times; the view must take it. */
static inline void keys(struct kit *k, enum cvg_viewid view, enum cvg_action a,
			uint32_t times)
{
	while (times-- > 0)
		assert_true(key(k, view, a));
}

static inline void assert_status(struct kit *k, enum cvg_viewid view,
				 const char *expected)
{
	struct cvg_str s = {0};

	cvg_view_of(view)->status(&k->ui, state_of(k, view), &s);
	assert_string_equal(cvg_str_of(&s), expected);
	cvg_str_done(&s);
}

#endif
