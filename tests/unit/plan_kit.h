/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Plans over graphs in text, and what is in them as text again. */
#ifndef TESTS_UNIT_PLAN_KIT_H
#define TESTS_UNIT_PLAN_KIT_H

#include "tests/unit/cfg_kit.h"

#include "reconverge/plan.h"
#include "reconverge/settings.h"

#include <string.h>

/* A graph, the settings and the plan made under them; planned_done. */
struct planned {
	struct graph g;
	struct cvg_settings settings;
	struct cvg_plan *plan;
};

/* Every text begins alike: a thread's number, which is divergent. */
#define THREAD                                    \
	"kernel amdgpu\n"                         \
	"arg n m u v\n"                           \
	"e: t = call llvm.amdgcn.workitem.id.x\n" \
	"e: c = icmp slt t n\n"

static inline void set(struct planned *p, const char *name, const char *value)
{
	struct cvg_err err;

	if (!cvg_settings_set(&p->settings, name, value, &err))
		fail_msg("%s", err.msg);
}

/* Plan again, under settings that changed or without pairs that lost. */
static inline void plan_again(struct planned *p, const struct cvg_u32s *lost)
{
	cvg_plan_free(p->plan);
	p->plan = cvg_plan_meld_except(p->g.ana, &p->settings, lost);
}

static inline struct planned plan_of(const char *text)
{
	struct planned p = {.g = graph_of(text)};

	cvg_settings_init(&p.settings);
	plan_again(&p, NULL);
	return p;
}

static inline void planned_done(struct planned *p)
{
	cvg_plan_free(p->plan);
	graph_done(&p->g);
}

/* The candidate whose branch ends that block: there must be one. */
static inline const struct cvg_candidate *candidate(const struct planned *p,
						    const char *block)
{
	const struct cvg_candidate *c = cvg_plan_at(p->plan, at(&p->g, block));

	if (!c)
		fail_msg("no candidate at %s", block);
	return c;
}

static inline const char *name_of(const struct planned *p, uint32_t block)
{
	return block == CVG_NONE ? "-" : p->g.fn->blocks[block].name;
}

/*
 * An arm's chain: the blocks of each subgraph joined by ',', its joint after
 * '+', subgraphs apart by a blank: "a,b+j c".
 */
static inline void expect_chain(const struct planned *p, const char *block,
				enum cvg_arm arm, const char *expected)
{
	const struct cvg_candidate *c = candidate(p, block);
	struct cvg_str s = {0};

	for (uint32_t i = 0; i < c->nchain[arm]; i++) {
		const struct cvg_subgraph *g = &c->chain[arm][i];

		cvg_str_add(&s, i ? " " : "");
		assert_int_equal(g->block[0], g->entry);
		for (uint32_t k = 0; k < g->nblocks; k++)
			cvg_str_addf(&s, "%s%s", k ? "," : "",
				     name_of(p, g->block[k]));
		if (g->joint != CVG_NONE)
			cvg_str_addf(&s, "+%s", name_of(p, g->joint));
	}
	assert_string_equal(s.n ? s.at : "", expected);
	cvg_str_done(&s);
}

/* A refused candidate: the reason and the block that is it ("-": none). */
static inline void expect_refused(const struct planned *p, const char *block,
				  enum cvg_refusal why, const char *culprit)
{
	const struct cvg_candidate *c = candidate(p, block);

	assert_string_equal(cvg_refusal_text(c->refusal),
			    cvg_refusal_text(why));
	assert_int_equal(c->npairs, 0);
	assert_string_equal(name_of(p, c->culprit_block), culprit);
}

/* The blocks of a pair: "t/f" each, "-" for none, "~" where inverted. */
static inline void expect_pair(const struct planned *p,
			       const struct cvg_meldpair *mp,
			       const char *expected)
{
	struct cvg_str s = {0};

	for (uint32_t i = 0; i < mp->nbp; i++)
		cvg_str_addf(&s, "%s%s/%s%s", i ? " " : "",
			     name_of(p, mp->bp[i].block[0]),
			     name_of(p, mp->bp[i].block[1]),
			     mp->bp[i].inverted ? "~" : "");
	assert_string_equal(s.n ? s.at : "", expected);
	cvg_str_done(&s);
}

#endif
