/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Keeps the vectors of the last runs and the groups of their threads, to be
 * shown. They take some megabytes for a million threads, so only a few are
 * kept.
 */
#include "inside.h"

#include "reconverge/bbv.h"

#include <stdlib.h>
#include <string.h>

static void grouped_done(struct grouped *g)
{
	cvg_bbvs_free(g->groups.bbvs);
	free(g->groups.latency);
	free(g->groups.order);
}

void cvg_proving_drop_groups(struct proving *proving)
{
	for (size_t i = 0; i < proving->grouped.n; i++)
		grouped_done(&proving->grouped.at[i]);
	free(proving->grouped.at);
	proving->grouped.at = NULL;
	proving->grouped.n = proving->grouped.cap = 0;
}

static void make_room(struct proving *proving)
{
	if (proving->grouped.n < MAX_GROUPED)
		return;
	grouped_done(&proving->grouped.at[0]);
	proving->grouped.n--;
	memmove(proving->grouped.at, proving->grouped.at + 1,
		proving->grouped.n * sizeof(*proving->grouped.at));
}

void cvg_proving_keep_groups(struct cvg_session *session,
			     const struct cvg_groups *take_groups,
			     struct cvg_bbvrun *run)
{
	struct grouped g = {
		.fid = cvg_proving_kernel(session),
		.serial = cvg_proving_launched(session)->serial,
		.groups = *take_groups,
	};

	g.groups.id = ++session->proving.ngrouped;
	g.groups.bbvs = run->bbvs;
	g.groups.latency = run->latency;
	g.groups.block = run->block;
	g.groups.warp = run->gpu.warp;
	run->bbvs = NULL;
	run->latency = NULL;
	make_room(&session->proving);
	cvg_push(&session->proving.grouped, g);
}

void cvg_proving_groups_done(struct cvg_session *session, uint32_t rev)
{
	struct grouped *g =
		&session->proving.grouped.at[session->proving.grouped.n - 1];

	g->serial = cvg_proving_launched(session)->serial;
	g->groups.after = rev;
}

bool cvg_session_count_threads(struct cvg_session *session, struct cvg_err *err)
{
	struct cvg_groups g = {.before = session->history->current,
			       .after = CVG_NONE};
	struct cvg_bbvrun run;

	if (!cvg_session_bbv(session, CVG_NONE, &run, err))
		return false;
	cvg_proving_keep_groups(session, &g, &run);
	cvg_bbvrun_done(&run);
	return true;
}

const struct cvg_groups *cvg_session_groups(const struct cvg_session *session,
					    uint32_t rev)
{
	const struct launched *l =
		session->history ? cvg_proving_launched(session) : NULL;
	size_t i = session->proving.grouped.n;

	if (rev == CVG_NONE && session->history)
		rev = session->history->current;
	while (l && i-- > 0) {
		const struct grouped *g = &session->proving.grouped.at[i];

		if (g->fid == l->fid && g->serial == l->serial &&
		    (g->groups.before == rev || g->groups.after == rev))
			return &g->groups;
	}
	return NULL;
}
