/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Walking the tree of revisions, and what is said of a step. */
#include "ui/steps.h"
#include "reconverge/look.h"
#include "reconverge/metrics.h"
#include "reconverge/session.h"

#include "ui/marks.h"

#include <stdlib.h>

bool cvg_step_changed(struct cvg_ui *ui, uint32_t rev)
{
	uint32_t up = cvg_session_rev(ui->session, rev)->parent;
	uint32_t f = cvg_session_function(ui->session);

	/* What a command did not change is shared with its parent. */
	return up == CVG_NONE || cvg_session_fn(ui->session, rev, f) !=
					 cvg_session_fn(ui->session, up, f);
}

/* The way from the loaded module through revision `over` to where redo would
 * lead from there. */
static void way_over(const struct cvg_session *session, uint32_t over,
		     struct cvg_u32s *out)
{
	uint32_t n = 0, r;

	for (r = over; r != CVG_NONE; r = cvg_session_rev(session, r)->parent) {
		cvg_push(out, r);
		n++;
	}
	for (uint32_t i = 0; i < n / 2; i++) {
		r = out->at[i];
		out->at[i] = out->at[n - 1 - i];
		out->at[n - 1 - i] = r;
	}
	while ((over = cvg_session_rev(session, over)->newest_child) !=
	       CVG_NONE)
		cvg_push(out, over);
}

static bool is_on(const struct cvg_u32s *way, uint32_t rev)
{
	for (size_t i = 0; i < way->n; i++) {
		if (way->at[i] == rev)
			return true;
	}
	return false;
}

void cvg_ui_way(const struct cvg_ui *ui, struct cvg_u32s *out)
{
	way_over(ui->session, cvg_session_current(ui->session), out);
	if (is_on(out, ui->rev))
		return;
	out->n = 0;
	way_over(ui->session, ui->rev, out);
}

static int64_t place_of(const struct cvg_u32s *way, uint32_t rev)
{
	int64_t i = 0;

	while (i < (int64_t)way->n - 1 && way->at[i] != rev)
		i++;
	return i;
}

bool cvg_ui_step(struct cvg_ui *ui, int by, bool changed)
{
	struct cvg_u32s way = {0};
	uint32_t to = CVG_NONE;
	int64_t i;

	if (!cvg_session_loaded(ui->session))
		return false;
	cvg_ui_way(ui, &way);
	for (i = place_of(&way, ui->rev) + by;
	     i >= 0 && i < (int64_t)way.n && to == CVG_NONE; i += by) {
		if (!changed || cvg_step_changed(ui, way.at[i]))
			to = way.at[i];
	}
	free(way.at);
	if (to == CVG_NONE) {
		cvg_ui_say(ui, CVG_ROLE_DIM, "%s",
			   by < 0    ? "this is the loaded module"
			   : changed ? "no later revision changed this function"
				     : "no revision comes after this one");
		return false;
	}
	cvg_ui_look_at(ui, to);
	return true;
}

uint32_t cvg_step_nkids(const struct cvg_session *session, uint32_t rev)
{
	uint32_t n = 0;

	for (uint32_t i = rev + 1; i < cvg_session_nrevs(session); i++)
		n += cvg_session_rev(session, i)->parent == rev;
	return n;
}

/* ---- what is said of a step ------------------------------------------ */

int64_t cvg_step_net(const struct cvg_revtold *told)
{
	return (int64_t)told->score.cycles - (int64_t)told->before.cycles;
}

enum cvg_role cvg_step_role(int64_t net)
{
	return net < 0	 ? CVG_ROLE_GOOD
	       : net > 0 ? CVG_ROLE_REMOVED
			 : CVG_ROLE_DIM;
}

void cvg_step_put_net(struct cvg_sheet *sheet, const struct cvg_rev *rev,
		      const struct cvg_revtold *told, uint32_t to)
{
	int64_t net = cvg_step_net(told);

	if (!told->there || told->elsewhere)
		cvg_sheet_pad(sheet, to);
	else if (rev->parent == CVG_NONE)
		cvg_sheet_right(sheet, to, CVG_ROLE_DIM, 0, " %llu",
				(unsigned long long)told->score.cycles);
	else if (net)
		cvg_sheet_right(sheet, to, cvg_step_role(net), 0, " %+lld",
				(long long)net);
	else
		cvg_sheet_right(sheet, to, CVG_ROLE_DIM, 0, " =");
}

void cvg_step_put_branches(struct cvg_sheet *sheet, const struct cvg_ui *ui,
			   const struct cvg_rev *rev,
			   const struct cvg_revtold *told, uint32_t to)
{
	int64_t d = (int64_t)told->score.divergent -
		    (int64_t)told->before.divergent;
	const char *mark = cvg_ui_glyphs(ui)->divergent;

	if (rev->parent == CVG_NONE && told->there)
		cvg_sheet_right(sheet, to, CVG_ROLE_DIVERGENT, 0, " %u%s",
				told->score.divergent, mark);
	else if (d)
		cvg_sheet_right(sheet, to, cvg_step_role(d), 0, " %+lld%s",
				(long long)d, mark);
	else
		cvg_sheet_pad(sheet, to);
}

void cvg_step_put_run(struct cvg_sheet *sheet, const struct cvg_proof *proof,
		      uint32_t to)
{
	if (proof->measured)
		cvg_sheet_right(sheet, to, CVG_ROLE_TEXT, 0, " ran %.0f",
				proof->metric[CVG_METRIC_WARP_CYCLES]);
	else
		cvg_sheet_pad(sheet, to);
}

const char *cvg_step_verdict(const struct cvg_ui *ui,
			     const struct cvg_proof *proof, enum cvg_role *role)
{
	bool same = proof->checked == CVG_AGREES;
	bool proved = proof->proven == CVG_PROVEN_PROVED;

	*role = CVG_ROLE_GOOD;
	if (proof->checked == CVG_DIFFERS ||
	    proof->proven == CVG_PROVEN_REFUTED) {
		*role = CVG_ROLE_ALERT;
		return ui->ascii ? "NO" : "\u2717";
	}
	if (same && proved)
		return ui->ascii ? "okA" : "\u2713\u2200";
	if (same)
		return ui->ascii ? "ok" : "\u2713";
	if (proved)
		return ui->ascii ? "A" : "\u2200";
	return "";
}

void cvg_step_put_check(struct cvg_sheet *sheet, const struct cvg_ui *ui,
			const struct cvg_proof *proof, uint32_t to)
{
	enum cvg_role role;
	const char *mark = cvg_step_verdict(ui, proof, &role);

	if (*mark)
		cvg_sheet_right(sheet, to, role, 0, "%s", mark);
	else
		cvg_sheet_pad(sheet, to);
}
