/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Tables (reconverge/table.h) on the screen. */
#ifndef CVG_UI_TABLES_H
#define CVG_UI_TABLES_H

#include "reconverge/table.h"
#include "ui/sheet.h"

/* Titles and rows, one line each, that stand for CVG_NONE; columns for which
 * `width` leaves no room are left out. */
void cvg_sheet_table(struct cvg_sheet *sheet, const struct cvg_ui *ui,
		     const struct cvg_table *t, uint32_t width);

#endif
