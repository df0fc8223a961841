/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The screen: panes over a session, on a terminal. It looks at revisions,
 * snapshots and analyses, and acts by command lines alone, so that whatever is
 * done by hand stands in the journal and can be replayed in batch.
 */
#ifndef RECONVERGE_UI_H
#define RECONVERGE_UI_H

#include "reconverge/cmd.h"

/*
 * Run until the user leaves. Keys come from standard input, or from /dev/tty
 * if that is not a terminal; the picture goes to standard output. On any
 * return the terminal is as it was. Fails if this terminal can show no screen
 * (TERM is dumb or unknown): the caller goes on with the prompt.
 */
bool cvg_ui_run(struct cvg_shell *sh, struct cvg_err *err);

#endif
