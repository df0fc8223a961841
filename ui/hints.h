/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * What leads on from here: from looking to why, to a preview, to doing it, to
 * the check, to the file.
 */
#ifndef CVG_UI_HINTS_H
#define CVG_UI_HINTS_H

#include "ui/view.h"

/* "w why  Enter preview meld R4  a do it", best first, two blanks between;
 * nothing if no module is loaded. */
void cvg_ui_hints(struct cvg_ui *ui, struct cvg_str *out);

#endif
