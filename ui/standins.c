/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Views that are not there yet show nothing. */
#include "ui/view.h"

static void draw_nothing(struct cvg_ui *ui, void *state,
			 struct cvg_canvas *into, bool focused)
{
	(void)ui;
	(void)state;
	(void)focused;
	cvg_canvas_text(into, 0, 0, into->width, "(not there yet)",
			CVG_ROLE_DIM, 0);
}

#define STANDIN(id, title_)                     \
	const struct cvg_view cvg_view_##id = { \
		.name = #id,                    \
		.title = title_,                \
		.draw = draw_nothing,           \
	};

STANDIN(graph, "Graph")
