/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What a run counted, by name: for `metrics`, for `expect`, for the manual. */
#ifndef CVG_CMD_METRICS_H
#define CVG_CMD_METRICS_H

#include "reconverge/prove.h"

enum metric {
#define METRIC(id, name, kind, help) METRIC_##id,
#include "reconverge/metrics.def"
#undef METRIC
	NMETRICS
};

const char *cvg_metric_name(enum metric m);
const char *cvg_metric_help(enum metric m);
bool cvg_metric_is_share(enum metric m);
/* Known only of a run with timing=scoreboard. */
bool cvg_metric_is_timed(enum metric m);
/* A share of nothing is 1. */
double cvg_metric_of(enum metric m, const struct cvg_counts *n, uint32_t warp);
/* The metric of that name, n bytes long, or -1. */
int cvg_metric_named(const char *name, size_t n);

#endif
