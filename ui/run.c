/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The screen from the first frame to the last. */
#include "ui/screen.h"
#include "ui/tui.h"

bool cvg_ui_run(struct cvg_shell *sh, struct cvg_err *err)
{
	struct cvg_term *term = cvg_tui_open(sh->look.color, err);
	struct cvg_screen scr;
	struct cvg_ui ui;

	if (!term)
		return false;
	cvg_prompt_begin();
	cvg_ui_init(&ui, sh);
	cvg_screen_init(&scr, &ui, term);
	cvg_screen_loop(&ui);
	cvg_screen_done(&scr, &ui);
	cvg_ui_done(&ui);
	cvg_prompt_end();
	cvg_tui_close();
	return true;
}
