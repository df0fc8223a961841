/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The tour of the screen: two lines at the foot say what is in sight and which
 * key to press. When its action was done, whether by that key or another one,
 * the next step begins. Nothing that the tour asks for changes the module.
 */
#include "ui/marks.h"
#include "ui/screen.h"

#include "reconverge/look.h"

static const struct {
	enum cvg_action action;
	bool in_preview;    /* left out if no preview is open */
	const char *sight;  /* what is in sight now */
	const char *brings; /* what the key is for */
} steps[] = {
	{CVG_DO_DOWN, false,
	 "Boxes are the kernel's blocks. A marked branch splits warps.",
	 "go to the next block"},
	{CVG_DO_WHY, false,
	 "The hints below a pane name the keys that help there.",
	 "see why threads part at this block"},
	{CVG_DO_SHOW_candidates, false,
	 "Causes lead back to what differs between threads.",
	 "list the steps that can be done about it"},
	{CVG_DO_PREVIEW, false,
	 "Each row is a step, with the cycles that it would save.",
	 "see before and after of the step"},
	{CVG_DO_CLOSE, true,
	 "The picture has what the step would add and take away.",
	 "leave it, and keep the kernel as it is"},
	{CVG_DO_PLAY, false,
	 "A kernel also runs here: on a launch that is guessed.",
	 "play a warp through the graph"},
	{CVG_DO_PACE, false,
	 "One warp goes from block to block; lanes wait where they part.",
	 "let it run, or to stop it"},
	{CVG_DO_SHOW_help, false,
	 "That is what the screen is for. The rest is in its help.",
	 "see every key of this view"},
};

#define NSTEPS ((uint32_t)(sizeof steps / sizeof *steps))

static void tell_end(struct cvg_ui *ui)
{
	cvg_ui_tell(ui, CVG_ROLE_TEXT,
		    "The tour has ended. Press {:} and type 'help tour' to "
		    "repeat it.");
}

void cvg_tour_begin(struct cvg_ui *ui)
{
	ui->screen->tour = 1;
}

bool cvg_tour_leave(struct cvg_ui *ui)
{
	if (!ui->screen->tour)
		return false;
	ui->screen->tour = 0;
	tell_end(ui);
	return true;
}

void cvg_tour_did(struct cvg_ui *ui, enum cvg_action a)
{
	struct cvg_screen *scr = ui->screen;

	if (!scr->tour)
		return;
	if (steps[scr->tour - 1].action == a)
		scr->tour++;
	if (scr->tour <= NSTEPS && steps[scr->tour - 1].in_preview &&
	    !scr->preview.graph)
		scr->tour++;
	if (scr->tour > NSTEPS) {
		scr->tour = 0;
		tell_end(ui);
	}
}

void cvg_tour_draw(struct cvg_ui *ui, struct cvg_canvas *into, int32_t y)
{
	uint32_t at = ui->screen->tour - 1;
	struct cvg_str text = {0}, keyed = {0};

	cvg_canvas_fill(into, 0, y, into->width, 2, CVG_ROLE_TITLE,
			CVG_CELL_REVERSE);
	cvg_canvas_printf(into, 1, y, into->width - 1, CVG_ROLE_TITLE,
			  CVG_CELL_REVERSE, "Tour %u/%u  %s", at + 1, NSTEPS,
			  steps[at].sight);
	cvg_str_addf(&text, "Press {%s} to %s.  Esc ends the tour.",
		     cvg_action_key(steps[at].action), steps[at].brings);
	cvg_ui_keyed(ui, &keyed, text.at);
	cvg_canvas_text(into, 1, y + 1, into->width - 1, keyed.at,
			CVG_ROLE_TITLE, CVG_CELL_REVERSE);
	cvg_str_done(&text);
	cvg_str_done(&keyed);
}
