/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The screen: panes on a terminal that show a session. The screen reads
 * revisions, snapshots and analyses, and changes the session by command lines
 * alone, so that the journal holds every action and a script can replay it.
 */
#ifndef RECONVERGE_UI_H
#define RECONVERGE_UI_H

#include "reconverge/base.h"

struct cvg_shell;

/* Say at a terminal, before the screen opens, that a large module is being read;
 * or take that back. NULL: nothing is to be said. */
void cvg_ui_reading(const char *module, bool begins);

/*
 * Run until the user leaves the screen. Keys are read from standard input, or
 * from /dev/tty if that is not a terminal; the picture is written to standard
 * output. The terminal's modes are restored before the return. Fails if the
 * terminal cannot show a screen (TERM is dumb or unknown).
 */
bool cvg_ui_run(struct cvg_shell *sh, struct cvg_err *err);

#endif
