/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Looking things up in the descriptors of the targets. */
#include "reconverge/target.h"

#include <string.h>

#define TARGET(id, name) extern const struct cvg_targetinfo cvg_target_##name;
#include "reconverge/targets.def"
#undef TARGET

const struct cvg_targetinfo *const cvg_targetinfos[CVG_NTARGETS] = {
#define TARGET(id, name) [CVG_##id] = &cvg_target_##name,
#include "reconverge/targets.def"
#undef TARGET
};

const struct cvg_target_space *cvg_target_space(
	const struct cvg_targetinfo *info, uint32_t number)
{
	for (uint32_t i = 0; i < info->nspaces; i++) {
		if (info->spaces[i].number == number)
			return &info->spaces[i];
	}
	return NULL;
}

enum cvg_memkind cvg_target_memory(const struct cvg_targetinfo *info,
				   uint32_t number)
{
	const struct cvg_target_space *space = cvg_target_space(info, number);

	return space ? space->memory : CVG_MEMORY_GLOBAL;
}

/* 3 * k + d if the callee is names[k][d], else CVG_NONE. */
static uint32_t place_of(const char *const names[2][3], const char *callee)
{
	for (uint32_t k = 0; k < 6; k++) {
		const char *name = names[k / 3][k % 3];

		if (name && !strcmp(name, callee))
			return k;
	}
	return CVG_NONE;
}

uint32_t cvg_target_asks_id(const struct cvg_targetinfo *info,
			    const char *callee)
{
	return place_of(info->id, callee);
}

uint32_t cvg_target_asks_size(const struct cvg_targetinfo *info,
			      const char *callee)
{
	return place_of(info->size, callee);
}

uint32_t cvg_target_asks_base(const struct cvg_targetinfo *info,
			      const char *callee)
{
	for (uint32_t k = 0; k < CVG_LAUNCH_BASES; k++) {
		if (info->launch_base[k] &&
		    !strcmp(info->launch_base[k], callee))
			return k;
	}
	return CVG_NONE;
}

bool cvg_target_lists(const char *const *prefixes, const char *name)
{
	for (; *prefixes; prefixes++) {
		if (!strncmp(name, *prefixes, strlen(*prefixes)))
			return true;
	}
	return false;
}
