/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The counts that `expect` knows, and the other names it may meet. */
#include "counts.h"

#include "reconverge/linear.h"
#include "reconverge/prove.h"

#include <stdlib.h>
#include <string.h>

static const char *const count_names[NCOUNTS] = {
	[COUNT_BLOCKS] = "blocks",
	[COUNT_INSTS] = "insts",
	[COUNT_BRANCHES] = "branches",
	[COUNT_DIVERGENT] = "divergent",
	[COUNT_LOADS] = "loads",
	[COUNT_STORES] = "stores",
	[COUNT_SELECTS] = "selects",
	[COUNT_PHIS] = "phis",
	[COUNT_CYCLES] = "cycles",
	[COUNT_PEAK] = "peak",
	[COUNT_REGISTERS] = "registers",
	[COUNT_UNSTRUCTURED] = "unstructured",
	[COUNT_REGIONS] = "regions",
	[COUNT_LOOPS] = "loops",
	[COUNT_CHECKED] = "checked",
	[COUNT_MELDABLE] = "meldable",
	[COUNT_CANDIDATES] = "candidates",
	[COUNT_REVISIONS] = "revisions",
	[COUNT_REVISION] = "revision",
	[COUNT_FUNCTIONS] = "functions",
};

uint32_t cvg_ncounts(void)
{
	return NCOUNTS;
}

const char *cvg_count_name(uint32_t i)
{
	return count_names[i];
}

/* Edges of Definition 1 of the linearization paper. */
static double unstructured(struct cvg_ana *ana)
{
	struct cvg_u32s pairs = {0};
	size_t n;

	cvg_linear_unstructured(ana, &pairs);
	n = pairs.n / 2;
	free(pairs.at);
	return (double)n;
}

double cvg_count_in_rev(struct cvg_ana *ana, enum count id)
{
	struct cvg_score sc;

	cvg_score_of(ana, &sc);
	switch (id) {
	case COUNT_BLOCKS:
		return sc.blocks;
	case COUNT_INSTS:
		return sc.insts;
	case COUNT_BRANCHES:
		return sc.branches;
	case COUNT_DIVERGENT:
		return sc.divergent;
	case COUNT_LOADS:
		return sc.loads;
	case COUNT_STORES:
		return sc.stores;
	case COUNT_SELECTS:
		return sc.selects;
	case COUNT_PHIS:
		return sc.phis;
	case COUNT_CYCLES:
		return (double)sc.cycles;
	case COUNT_PEAK:
		return sc.peak;
	case COUNT_REGISTERS:
		return cvg_ana_live(ana)->registers;
	case COUNT_UNSTRUCTURED:
		return unstructured(ana);
	case COUNT_REGIONS:
		return cvg_ana_regions(ana)->n;
	default:
		return cvg_ana_loops(ana)->n;
	}
}

double cvg_count_checked(const struct cvg_session *s, uint32_t rev)
{
	const struct cvg_proof *p = cvg_session_proof(s, rev);

	return p->checked == CVG_AGREES ? p->seeds : 0;
}

double cvg_count_now(struct cvg_session *s, enum count id)
{
	const struct cvg_plan *plan;
	uint32_t meldable = 0;

	switch (id) {
	case COUNT_REVISIONS:
		return cvg_session_nrevs(s);
	case COUNT_REVISION:
		return cvg_session_current(s);
	case COUNT_FUNCTIONS:
		return cvg_session_nfunctions(s);
	case COUNT_CANDIDATES:
		return cvg_session_plan(s)->n;
	default:
		break;
	}
	plan = cvg_session_plan(s);
	for (uint32_t i = 0; i < plan->n; i++)
		meldable += plan->at[i].refusal == CVG_REFUSE_NONE;
	return meldable;
}

int cvg_count_named(const char *name, size_t n)
{
	for (int i = 0; i < NCOUNTS; i++)
		if (strlen(count_names[i]) == n &&
		    !strncmp(count_names[i], name, n))
			return i;
	return -1;
}

int cvg_setting_named(const char *name, size_t n)
{
	for (int i = 0; i < CVG_NSETTINGS; i++) {
		const char *s = cvg_setting_row((enum cvg_setid)i)->name;

		if (strlen(s) == n && !strncmp(s, name, n))
			return i;
	}
	return -1;
}

bool cvg_is_choice(const char *name, size_t n)
{
	for (int i = 0; i < CVG_NSETTINGS; i++) {
		const char *c = cvg_setting_row((enum cvg_setid)i)->choices;

		while (c && *c) {
			size_t len = strcspn(c, "|");

			if (len == n && !strncmp(c, name, n))
				return true;
			c += len + (c[len] == '|');
		}
	}
	return false;
}
