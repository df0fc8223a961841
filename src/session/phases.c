/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The table of phases, from phases.def, and the names of their objects. */
#include "reconverge/phase.h"
#include "reconverge/phases.h"
#include "reconverge/settings.h"

#include <string.h>

_Static_assert(CVG_NSETTINGS <= 64,
	       "a mask of CVG_READS holds a bit for each setting");

static const struct cvg_phase *const phases[] = {
#define PHASE(id, text) &cvg_phase_##id,
#include "reconverge/phases.def"
#undef PHASE
};

uint32_t cvg_nphases(void)
{
	return (uint32_t)(sizeof phases / sizeof *phases);
}

const struct cvg_phase *cvg_phase_at(uint32_t i)
{
	return phases[i];
}

const struct cvg_phase *cvg_phase_by_name(const char *name)
{
	for (uint32_t i = 0; i < cvg_nphases(); i++) {
		if (!strcmp(phases[i]->name, name))
			return phases[i];
	}
	return NULL;
}

const char *cvg_takes_name(enum cvg_takes kind)
{
	if (kind == CVG_TAKES_REGION)
		return "region";
	return kind == CVG_TAKES_BLOCK ? "block" : "loop";
}
