/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The metrics of a run, by name: for `metrics`, `expect`, lessons and the
 * manual. */
#ifndef RECONVERGE_METRICS_H
#define RECONVERGE_METRICS_H

#include "reconverge/base.h"

struct cvg_counts;
struct cvg_quantity;

enum cvg_metric {
#define METRIC(id, name, kind, unit, source, help) CVG_METRIC_##id,
#include "reconverge/metrics.def"
#undef METRIC
	CVG_NMETRICS
};

const struct cvg_quantity *cvg_metric_row(enum cvg_metric m);
/* True for the shares of lanes at work; of everything else, less is better. */
bool cvg_metric_more_is_better(enum cvg_metric m);
/* The value of a metric. A share of nothing is 1. */
double cvg_metric_of(enum cvg_metric m, const struct cvg_counts *counts,
		     uint32_t warp);
/* The setting without which the run did not count that metric; NULL: it did. */
const char *cvg_metric_lacks(enum cvg_metric m,
			     const struct cvg_counts *counts);
/* The metric of that name, n bytes long, or -1. */
int cvg_metric_named(const char *name, size_t n);

#endif
