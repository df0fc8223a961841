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

bool cvg_phase_set(const struct cvg_phase *phase, struct cvg_settings *settings,
		   const char *key, size_t n, const char *value,
		   struct cvg_err *err)
{
	const struct cvg_phase_key *k = phase->keys;
	int set = cvg_setting_named(key, n);

	while (k && k->name &&
	       (strlen(k->name) != n || memcmp(k->name, key, n)))
		k++;
	if (k && k->name)
		set = (int)k->set;
	else if (set < 0 || !(phase->reads >> set & 1))
		return cvg_fail(err, "%s takes no setting '%.*s='", phase->name,
				(int)n, key);
	return cvg_settings_set(settings,
				cvg_setting_row((enum cvg_setid)set)->name,
				value, err);
}

const char *cvg_takes_name(enum cvg_takes kind)
{
	if (kind == CVG_TAKES_REGION)
		return "region";
	return kind == CVG_TAKES_BLOCK ? "block" : "loop";
}
