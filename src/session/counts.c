/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Quantities that are counted without a run, by name. */
#include "reconverge/analysis.h"
#include "reconverge/counts.h"

#include "reconverge/linear.h"
#include "reconverge/plan.h"
#include "reconverge/prove.h"
#include "reconverge/quantity.h"
#include "reconverge/session.h"

#include <stdlib.h>
#include <string.h>

/* ---- the sources ----------------------------------------------------- */

static double registers(struct cvg_ana *ana)
{
	return cvg_ana_live(ana)->registers;
}

/* The unstructured edges: see src/plan/linear_edges.c. */
static double unstructured(struct cvg_ana *ana)
{
	struct cvg_u32s pairs = {0};
	size_t n;

	cvg_linear_unstructured(ana, &pairs);
	n = pairs.n / 2;
	free(pairs.at);
	return (double)n;
}

static double regions(struct cvg_ana *ana)
{
	return cvg_ana_regions(ana)->n;
}

static double loops(struct cvg_ana *ana)
{
	return cvg_ana_loops(ana)->n;
}

/* The number of seeds on which `check` found no difference; 0: not checked, or
 * there is a difference. */
static double checked(const struct cvg_session *s, uint32_t rev)
{
	const struct cvg_proof *proof = cvg_session_proof(s, rev);

	return proof->checked == CVG_AGREES ? proof->seeds : 0;
}

static double untested(const struct cvg_session *s, uint32_t rev)
{
	const struct cvg_proof *proof = cvg_session_proof(s, rev);

	return proof->checked == CVG_AGREES ? proof->untested : 0;
}

static double proved(const struct cvg_session *s, uint32_t rev)
{
	return cvg_session_proof(s, rev)->proven == CVG_PROVEN_PROVED;
}

static double refuted(const struct cvg_session *s, uint32_t rev)
{
	return cvg_session_proof(s, rev)->proven == CVG_PROVEN_REFUTED;
}

static double meldable(struct cvg_session *s)
{
	const struct cvg_plan *plan = cvg_session_plan(s);
	uint32_t n = 0;

	for (uint32_t i = 0; i < plan->n; i++)
		n += plan->at[i].refusal == CVG_REFUSE_NONE;
	return n;
}

static double candidates(struct cvg_session *s)
{
	return cvg_session_plan(s)->n;
}

static double rejected(struct cvg_session *s)
{
	const struct cvg_rejects *list = cvg_session_rejects(s);

	return list ? list->n : 0;
}

static double revisions(struct cvg_session *s)
{
	return cvg_session_nrevs(s);
}

static double revision(struct cvg_session *s)
{
	return cvg_session_current(s);
}

static double functions(struct cvg_session *s)
{
	return cvg_session_nfunctions(s);
}

/* ---- the rows -------------------------------------------------------- */

/* A quantity, and one of four functions that compute it; the others are
 * NULL. */
struct row {
	struct cvg_quantity what;
	const char *one, *many;
	struct cvg_source score;
	double (*code)(struct cvg_ana *ana);
	double (*revision)(const struct cvg_session *s, uint32_t rev);
	double (*now)(struct cvg_session *s);
};

#define SCORE(member)	   .score = CVG_NUMBER_SOURCE(struct cvg_score, member)
#define CODE(function)	   .code = function
#define REVISION(function) .revision = function
#define NOW(function)	   .now = function
static const struct row rows[CVG_NCOUNTS] = {
#define COUNT(id, name_, kind_, unit_, source, one_, many_, help_) \
	[CVG_COUNT_##id] = {.what = {.name = name_,                \
				     .help = help_,                \
				     .kind = CVG_COUNTED_##kind_,  \
				     .unit = CVG_UNIT_##unit_},    \
			    .one = one_,                           \
			    .many = many_,                         \
			    source},
#include "reconverge/counts.def"
#undef COUNT
};
#undef SCORE
#undef CODE
#undef REVISION
#undef NOW

#define COUNT(id, name, kind, unit, source, one, many, help) \
	_Static_assert(sizeof(#source) > 1, name " is read from nowhere");
#include "reconverge/counts.def"
#undef COUNT

const struct cvg_quantity *cvg_count_row(enum cvg_count id)
{
	return &rows[id].what;
}

bool cvg_count_in_score(enum cvg_count id)
{
	return rows[id].score.type != 0;
}

double cvg_count_of_score(enum cvg_count id, const struct cvg_score *score)
{
	return cvg_source_read(&rows[id].score, score);
}

void cvg_counts_of_code(struct cvg_ana *ana, double value[CVG_NCOUNTS])
{
	struct cvg_score score;

	cvg_score_of(ana, &score);
	for (int i = 0; i < CVG_NCOUNTS; i++) {
		if (rows[i].score.type)
			value[i] = cvg_source_read(&rows[i].score, &score);
		else if (rows[i].code)
			value[i] = rows[i].code(ana);
	}
}

static double of_code(enum cvg_count id, struct cvg_ana *ana)
{
	struct cvg_score score;

	if (rows[id].code)
		return rows[id].code(ana);
	cvg_score_of(ana, &score);
	return cvg_count_of_score(id, &score);
}

bool cvg_count_has_rev(enum cvg_count id)
{
	return !rows[id].now;
}

bool cvg_count_of(enum cvg_count id, struct cvg_session *s, uint32_t rev,
		  double *out)
{
	struct cvg_ana *ana;

	if (rows[id].now) {
		*out = rows[id].now(s);
		return true;
	}
	if (rows[id].revision) {
		*out = rows[id].revision(s, rev);
		return true;
	}
	ana = cvg_session_ana(s, rev, CVG_NONE);
	if (ana)
		*out = of_code(id, ana);
	return ana != NULL;
}

bool cvg_add_score_change(struct cvg_str *out, const struct cvg_score *from,
			  const struct cvg_score *to)
{
	static const enum cvg_count told[] = {
		CVG_COUNT_CYCLES, CVG_COUNT_DIVERGENT, CVG_COUNT_BLOCKS,
		CVG_COUNT_INSTS};
	size_t start = out->n;

	for (size_t i = 0; i < sizeof told / sizeof *told; i++) {
		double by = cvg_count_of_score(told[i], to) -
			    cvg_count_of_score(told[i], from);

		if (by != 0)
			cvg_str_addf(out, "%s%+.0f %s",
				     out->n > start ? ", " : "", by,
				     by == 1 || by == -1 ? rows[told[i]].one
							 : rows[told[i]].many);
	}
	return out->n > start;
}

int cvg_count_named(const char *name, size_t n)
{
	for (int i = 0; i < CVG_NCOUNTS; i++)
		if (strlen(rows[i].what.name) == n &&
		    !strncmp(rows[i].what.name, name, n))
			return i;
	return -1;
}
