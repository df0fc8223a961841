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

void cvg_proving_drop_groups(struct proving *p)
{
	for (size_t i = 0; i < p->grouped.n; i++)
		grouped_done(&p->grouped.at[i]);
	free(p->grouped.at);
	p->grouped.at = NULL;
	p->grouped.n = p->grouped.cap = 0;
}

static void make_room(struct proving *p)
{
	if (p->grouped.n < MAX_GROUPED)
		return;
	grouped_done(&p->grouped.at[0]);
	p->grouped.n--;
	memmove(p->grouped.at, p->grouped.at + 1,
		p->grouped.n * sizeof(*p->grouped.at));
}

void cvg_proving_keep_groups(struct cvg_session *s,
			     const struct cvg_groups *take_groups,
			     struct cvg_bbvrun *run)
{
	struct grouped g = {
		.fid = s->h->focus,
		.serial = cvg_proving_launched(s)->serial,
		.groups = *take_groups,
	};

	g.groups.id = ++s->proving.ngrouped;
	g.groups.bbvs = run->bbvs;
	g.groups.latency = run->latency;
	g.groups.block = run->block;
	g.groups.warp = run->gpu.warp;
	run->bbvs = NULL;
	run->latency = NULL;
	make_room(&s->proving);
	cvg_push(&s->proving.grouped, g);
}

void cvg_proving_groups_done(struct cvg_session *s, uint32_t rev)
{
	struct grouped *g = &s->proving.grouped.at[s->proving.grouped.n - 1];

	g->serial = cvg_proving_launched(s)->serial;
	g->groups.after = rev;
}

bool cvg_session_count_threads(struct cvg_session *s, struct cvg_err *err)
{
	struct cvg_groups g = {.before = s->h->current, .after = CVG_NONE};
	struct cvg_bbvrun run;

	if (!cvg_session_bbv(s, CVG_NONE, &run, err))
		return false;
	cvg_proving_keep_groups(s, &g, &run);
	cvg_bbvrun_done(&run);
	return true;
}

const struct cvg_groups *cvg_session_groups(const struct cvg_session *s,
					    uint32_t rev)
{
	const struct launched *l = s->h ? cvg_proving_launched(s) : NULL;
	size_t i = s->proving.grouped.n;

	if (rev == CVG_NONE && s->h)
		rev = s->h->current;
	while (l && i-- > 0) {
		const struct grouped *g = &s->proving.grouped.at[i];

		if (g->fid == s->h->focus && g->serial == l->serial &&
		    (g->groups.before == rev || g->groups.after == rev))
			return &g->groups;
	}
	return NULL;
}
