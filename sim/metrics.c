/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The metrics: what a run counted, by name. */
#include "reconverge/metrics.h"
#include "reconverge/quantity.h"
#include "reconverge/sim.h"

#include <string.h>

struct row {
	struct cvg_quantity what;
	struct cvg_source part;
	struct cvg_source whole; /* type 0: the part is the metric */
};

#define COUNT(member) .part = CVG_NUMBER_SOURCE(struct cvg_counts, member)
#define LANES(lanes, insts)                                  \
	.part = CVG_NUMBER_SOURCE(struct cvg_counts, lanes), \
	.whole = CVG_NUMBER_SOURCE(struct cvg_counts, insts)
static const struct row rows[CVG_NMETRICS] = {
#define METRIC(id, name_, kind_, unit_, source, help_)             \
	[CVG_METRIC_##id] = {.what = {.name = name_,               \
				      .help = help_,               \
				      .kind = CVG_COUNTED_##kind_, \
				      .unit = CVG_UNIT_##unit_},   \
			     source},
#include "reconverge/metrics.def"
#undef METRIC
};
#undef COUNT
#undef LANES

#define METRIC(id, name, kind, unit, source, help) \
	_Static_assert(sizeof(#source) > 1, name " is read from nowhere");
#include "reconverge/metrics.def"
#undef METRIC

const struct cvg_quantity *cvg_metric_row(enum cvg_metric m)
{
	return &rows[m].what;
}

bool cvg_metric_more_is_better(enum cvg_metric m)
{
	return rows[m].what.unit == CVG_UNIT_SHARE;
}

double cvg_metric_of(enum cvg_metric m, const struct cvg_counts *counts,
		     uint32_t warp)
{
	double part = cvg_source_read(&rows[m].part, counts);

	if (!rows[m].whole.type)
		return part;
	return cvg_share_of(part,
			    cvg_source_read(&rows[m].whole, counts) * warp);
}

const char *cvg_metric_lacks(enum cvg_metric m, const struct cvg_counts *counts)
{
	enum cvg_countkind kind = rows[m].what.kind;

	if (kind == CVG_COUNTED_SCOREBOARD && !counts->timed)
		return "timing=scoreboard";
	if (kind == CVG_COUNTED_MACHINE && !counts->machine.priced)
		return "prices=machine";
	return NULL;
}

int cvg_metric_named(const char *name, size_t n)
{
	for (int i = 0; i < CVG_NMETRICS; i++) {
		if (strlen(rows[i].what.name) == n &&
		    !strncmp(rows[i].what.name, name, n))
			return i;
	}
	return -1;
}
