/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * What leads on from here: from looking to why, to a preview, to doing it, to
 * the check, to the file.
 */
#ifndef CVG_UI_HINTS_H
#define CVG_UI_HINTS_H

#include "ui/view.h"

/* What can be done with the block or the choice under the cursor: "w why  Enter
 * preview meld B4  a do it", best first, two blanks between; nothing if no
 * module is loaded. */
void cvg_ui_hints_here(struct cvg_ui *ui, struct cvg_str *out);
/* What leads on from there: "C check it  W write it". */
void cvg_ui_hints_next(struct cvg_ui *ui, struct cvg_str *out);

#endif
