/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * What a command says, as a view: its lines scroll, are searched, and lead to the
 * blocks that they begin with. The command runs when the view is opened and when
 * the user asks again, never to draw. CVG_ANSWER_VIEW at the end of view_foo.c
 * makes the view of the command foo.
 */
#ifndef CVG_UI_ANSWER_H
#define CVG_UI_ANSWER_H

#include "ui/screen.h"
#include "ui/sheet.h"

struct cvg_answer {
	struct cvg_sheet sheet;
	const struct cvg_fn *fn; /* shown when it was asked; NULL: never */
	uint32_t rev;		 /* shown then */
	bool answered;		 /* if not, the sheet has the reason */
	struct cvg_str line;	 /* the command with its arguments */
};

/* Has the view of that name been made by CVG_ANSWER_VIEW? */
bool cvg_is_answer(enum cvg_viewid view);
/* Run the line, whose command is the view's, as if it was typed, and show in that
 * view what it says. */
void cvg_answer_open(struct cvg_ui *ui, enum cvg_viewid view, const char *line);

/* What CVG_ANSWER_VIEW needs: `wants` is the command's usage if it cannot run
 * without arguments, else NULL. */
void cvg_answer_done(void *state);
void cvg_answer_opening(struct cvg_ui *ui, enum cvg_viewid view,
			const char *wants);
void cvg_answer_update(struct cvg_ui *ui, void *state, unsigned changed);
void cvg_answer_draw(struct cvg_ui *ui, void *state, struct cvg_canvas *into,
		     bool focused, const char *wants);
bool cvg_answer_act(struct cvg_ui *ui, void *state, enum cvg_action action,
		    enum cvg_viewid view, const char *wants);
bool cvg_answer_mouse(struct cvg_ui *ui, void *state, enum cvg_mouse what,
		      int32_t x, int32_t y);
void cvg_answer_status(struct cvg_ui *ui, void *state, struct cvg_str *out);
void cvg_answer_hint(struct cvg_ui *ui, void *state, struct cvg_str *out);
bool cvg_answer_find(struct cvg_ui *ui, void *state, int by);
extern const struct cvg_viewkey cvg_answer_keys[];

#define CVG_ANSWER_VIEW(id, wants, sentence)                            \
	static void opening(struct cvg_ui *ui, enum cvg_viewid from)    \
	{                                                               \
		(void)from;                                             \
		cvg_answer_opening(ui, CVG_VIEW_##id, wants);           \
	}                                                               \
	static void draw(struct cvg_ui *ui, void *state,                \
			 struct cvg_canvas *into, bool focused)         \
	{                                                               \
		cvg_answer_draw(ui, state, into, focused, wants);       \
	}                                                               \
	static bool act(struct cvg_ui *ui, void *state,                 \
			enum cvg_action action, uint32_t count)         \
	{                                                               \
		(void)count;                                            \
		return cvg_answer_act(ui, state, action, CVG_VIEW_##id, \
				      wants);                           \
	}                                                               \
	const struct cvg_view cvg_view_##id = {                         \
		.about = sentence,                                      \
		.keys = cvg_answer_keys,                                \
		.size = sizeof(struct cvg_answer),                      \
		.done = cvg_answer_done,                                \
		.update = cvg_answer_update,                            \
		.draw = draw,                                           \
		.act = act,                                             \
		.mouse = cvg_answer_mouse,                              \
		.opening = opening,                                     \
		.status = cvg_answer_status,                            \
		.hint = cvg_answer_hint,                                \
		.find = cvg_answer_find,                                \
	}

#endif
