/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The tree of revisions as one walks it: there is one way through it, from the
 * loaded module over the current revision to where redo leads; the rest are
 * branches of it.
 */
#ifndef CVG_UI_STEPS_H
#define CVG_UI_STEPS_H

#include "reconverge/export.h"
#include "reconverge/prove.h"
#include "reconverge/session.h"
#include "ui/sheet.h"

/* Did that revision change the function shown? The loaded one did. */
bool cvg_step_changed(struct cvg_ui *ui, uint32_t rev);

/* The way through the tree that passes the revision shown, the oldest revision
 * first. It is the way through the current revision if that passes the one
 * shown. The caller frees out->at. */
void cvg_ui_way(const struct cvg_ui *ui, struct cvg_u32s *out);

/*
 * Look at the revision one step back (by: -1) or on (1), or, if `changed`, at
 * the next one that changed the function shown. False: there is none, and a
 * message says so.
 */
bool cvg_ui_step(struct cvg_ui *ui, int by, bool changed);

/* The number of revisions made from `rev`. */
uint32_t cvg_step_nkids(const struct cvg_session *session, uint32_t rev);

/* ---- what is said of a step ------------------------------------------ */

/* The change of cycles, by the cost table, that a step made in the function in
 * focus. */
int64_t cvg_step_net(const struct cvg_revtold *told);
/* The role of such a change: fewer is good. */
enum cvg_role cvg_step_role(int64_t net);

/*
 * Columns of a line about a revision, each put flush with column `to`: its
 * cycles and its divergent branches (all of them for the loaded module, the
 * change for any other), the cycles that a simulated run of it took, and
 * whether its check agreed.
 */
void cvg_step_put_net(struct cvg_sheet *sheet, const struct cvg_rev *rev,
		      const struct cvg_revtold *told, uint32_t to);
void cvg_step_put_branches(struct cvg_sheet *sheet, const struct cvg_ui *ui,
			   const struct cvg_rev *rev,
			   const struct cvg_revtold *told, uint32_t to);
void cvg_step_put_run(struct cvg_sheet *sheet, const struct cvg_proof *proof,
		      uint32_t to);
/* The mark of what 'check' and 'prove' found; "": nothing. */
const char *cvg_step_verdict(const struct cvg_ui *ui,
			     const struct cvg_proof *proof,
			     enum cvg_role *role);
void cvg_step_put_check(struct cvg_sheet *sheet, const struct cvg_ui *ui,
			const struct cvg_proof *proof, uint32_t to);

#endif
