/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What is known of chips: look-ups in chips.def and rates.def. */
#include "reconverge/mcode.h"

#include "reconverge/graph.h"

#include <string.h>

enum chip {
#define CHIP(chip, base, lanes, simds, warps, shared, l2, dram, address) \
	CHIP_##chip,
#include "chips.def"
	NCHIPS
};

static const struct cvg_mchip chips[NCHIPS] = {
#define CHIP(chip, base, lanes_, simds_, warps_, shared_, l2_, dram_, addr) \
	[CHIP_##chip] = {.lanes = (lanes_),                                 \
			 .simds = (simds_),                                 \
			 .warps = (warps_),                                 \
			 .shared = (shared_) * 1024,                        \
			 .l2 = (l2_),                                       \
			 .dram = (dram_),                                   \
			 .address = (addr)},
#include "chips.def"
};

static const uint8_t base_of[NCHIPS] = {
#define CHIP(chip, base, lanes, simds, warps, shared, l2, dram, address) \
	[CHIP_##chip] = CHIP_##base,
#include "chips.def"
};

static const struct cvg_mrate rates[NCHIPS][CVG_NMCLASSES] = {
#define RATE(chip, class, issue_, latency_, source)        \
	[CHIP_##chip][CVG_M_##class] = {.issue = (issue_), \
					.latency = (latency_)},
#include "rates.def"
#undef RATE
};

static const struct {
	enum cvg_target target;
	const char *prefix;
	enum chip chip;
} cpus[] = {
#define CPU(target, prefix, chip) {CVG_##target, prefix, CHIP_##chip},
#include "chips.def"
};

static enum chip chip_of(const struct cvg_fn *fn)
{
	const char *cpu = fn->cpu ? fn->cpu : "";
	size_t i = 0;

	while (cpus[i].target != fn->target ||
	       strncmp(cpu, cpus[i].prefix, strlen(cpus[i].prefix)) != 0)
		i++; /* each target has a row for "" */
	return cpus[i].chip;
}

const struct cvg_mchip *cvg_mchip_of(const struct cvg_fn *fn)
{
	return &chips[chip_of(fn)];
}

static bool is_of_lanes(enum cvg_mclass klass)
{
	switch (klass) {
	case CVG_M_VECTOR:
	case CVG_M_MUL:
	case CVG_M_WIDE:
	case CVG_M_DOUBLE:
	case CVG_M_TRANS:
	case CVG_M_VMEM:
	case CVG_M_LDS:
		return true;
	case CVG_M_LONG:
	case CVG_M_MATRIX:
	case CVG_M_SCALAR:
	case CVG_M_SMEM:
	case CVG_M_BRANCH:
	case CVG_M_WAIT:
	case CVG_M_OTHER:
	case CVG_M_UNTOLD:
	case CVG_NMCLASSES:
		break;
	}
	return false;
}

struct cvg_mrate cvg_mrate_of(const struct cvg_fn *fn, enum cvg_mclass klass)
{
	enum chip own = chip_of(fn), chip = own;
	struct cvg_mrate rate;

	while (!rates[chip][klass].latency && base_of[chip] != chip)
		chip = (enum chip)base_of[chip];
	rate = rates[chip][klass];
	if (is_of_lanes(klass) && fn->warp > chips[own].lanes)
		rate.issue *= fn->warp / chips[own].lanes;
	return rate;
}
