/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What a run counted, by name. */
#include "metrics.h"

#include <string.h>

struct row {
	const char *name, *help;
	bool share;
};

#define COUNT false
#define SHARE true
static const struct row rows[NMETRICS] = {
#define METRIC(id, name_, kind, help_) \
	[METRIC_##id] = {.name = name_, .help = help_, .share = kind},
#include "reconverge/metrics.def"
#undef METRIC
};
#undef COUNT
#undef SHARE

const char *cvg_metric_name(enum metric m)
{
	return rows[m].name;
}

const char *cvg_metric_help(enum metric m)
{
	return rows[m].help;
}

bool cvg_metric_is_share(enum metric m)
{
	return rows[m].share;
}

bool cvg_metric_is_timed(enum metric m)
{
	return m >= METRIC_SCOREBOARD_CYCLES && m <= METRIC_MEMORY_STALLS;
}

static double share(uint64_t part, uint64_t whole)
{
	return whole ? (double)part / (double)whole : 1;
}

/* Those that are numbers of the whole run. */
static uint64_t whole_run(enum metric m, const struct cvg_counts *n)
{
	switch (m) {
	case METRIC_THREADS:
		return n->threads;
	case METRIC_WARPS:
		return n->warps;
	case METRIC_WARP_CYCLES:
		return n->cycles;
	case METRIC_SLOWEST_WARP:
		return n->max_warp_cycles;
	case METRIC_SCOREBOARD_CYCLES:
		return n->timed_cycles;
	case METRIC_SCOREBOARD_SLOWEST:
		return n->max_warp_timed;
	case METRIC_STALL_CYCLES:
		return n->stalls;
	case METRIC_MEMORY_STALLS:
		return n->memory_stalls;
	case METRIC_WARP_INSTS:
		return n->insts;
	case METRIC_LANE_INSTS:
		return n->lane_insts;
	case METRIC_WARP_BRANCHES:
		return n->branches;
	case METRIC_SPLIT_BRANCHES:
		return n->divergent_branches;
	case METRIC_SPLIT_WARPS:
		return n->divergent_warps;
	case METRIC_STACK_DEPTH:
		return n->max_depth;
	default:
		return n->barriers;
	}
}

/* Two rows a memory: accesses, and what they become. */
static uint64_t of_memory(enum metric m, const struct cvg_counts *n)
{
	static const enum cvg_space_count order[] = {
		CVG_MEM_GLOBAL, CVG_MEM_SHARED, CVG_MEM_PRIVATE,
		CVG_MEM_CONSTANT};
	unsigned k = (unsigned)m - METRIC_GLOBAL_INSTS;

	return k % 2 ? n->transactions[order[k / 2]]
		     : n->memory_insts[order[k / 2]];
}

double cvg_metric_of(enum metric m, const struct cvg_counts *n, uint32_t warp)
{
	if (m == METRIC_UTILIZATION)
		return share(n->lane_insts, n->insts * warp);
	if (m == METRIC_ALU_UTILIZATION)
		return share(n->alu_lanes, n->alu_insts * warp);
	/* The rows of the classes are in the order of enum cvg_opclass. */
	if (m >= METRIC_CONTROL_INSTS)
		return (double)n->class_insts[m - METRIC_CONTROL_INSTS];
	if (m >= METRIC_GLOBAL_INSTS)
		return (double)of_memory(m, n);
	return (double)whole_run(m, n);
}

int cvg_metric_named(const char *name, size_t n)
{
	for (int i = 0; i < NMETRICS; i++) {
		if (strlen(rows[i].name) == n &&
		    !strncmp(rows[i].name, name, n))
			return i;
	}
	return -1;
}
