/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The screen from the first frame to the last. */
#include "ui/screen.h"
#include "ui/tui.h"
#include "reconverge/ui.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define SLOW_BYTES (8 << 20) /* of a module that takes a while to read */

void cvg_ui_reading(const char *module, bool begins)
{
	struct stat st;
	char line[80];
	int n;

	if (!module || !isatty(STDERR_FILENO) || stat(module, &st) != 0 ||
	    st.st_size < SLOW_BYTES)
		return;
	n = snprintf(line, sizeof line,
		     "reading the module, %.0f MiB: Ctrl-C ends it",
		     (double)st.st_size / (1 << 20));
	if (begins)
		fputs(line, stderr);
	else
		fprintf(stderr, "\r%*s\r", n, "");
}

/* Read the user's keys. Bad lines are reported in the log and the message line,
 * and the others hold. */
static void read_keys(struct cvg_ui *ui)
{
	char *path = cvg_keymap_path();
	struct cvg_str complaints = {0};
	char *text = NULL;
	size_t n;
	struct cvg_err err;

	if (path && access(path, F_OK) == 0) {
		if (cvg_file_read(path, &text, &n, &err))
			cvg_keymap_read(ui->keymap, path, text, n, &complaints);
		else
			cvg_str_addf(&complaints, "%s\n", err.msg);
	}
	if (complaints.n) {
		cvg_str_add(&ui->log, complaints.at);
		cvg_ui_say(ui, CVG_ROLE_ALERT, "%.*s",
			   (int)strcspn(complaints.at, "\n"), complaints.at);
	}
	cvg_str_done(&complaints);
	free(text);
	free(path);
}

/* The history is written whenever the screen or the prompt is left. */
static bool first_start(void)
{
	struct cvg_str path = {0};
	bool first;

	cvg_history_path(&path);
	first = path.n && access(path.at, F_OK) != 0;
	cvg_str_done(&path);
	return first;
}

bool cvg_ui_run(struct cvg_shell *sh, struct cvg_err *err)
{
	struct cvg_term *term = cvg_tui_open(sh->look.color, err);
	struct cvg_screen scr;
	struct cvg_ui ui;

	if (!term)
		return false;
	cvg_prompt_begin();
	cvg_ui_begin(&ui, sh);
	cvg_screen_init(&scr, &ui, term);
	if (first_start())
		cvg_ui_tell(&ui, CVG_ROLE_TEXT,
			    "New here? Press {:} and type 'help tour' for a "
			    "tour of 90 seconds.");
	read_keys(&ui);
	cvg_screen_loop(&ui);
	cvg_screen_done(&scr, &ui);
	cvg_ui_done(&ui);
	cvg_prompt_end();
	cvg_tui_close();
	return true;
}
