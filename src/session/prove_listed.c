/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Where the launch, the profile and so on of a function stand in the lists of all. A
 * list by numbers of functions, in which most have none, tells the place, so that
 * each of many functions is found in the same time.
 */
#include "proving.h"

#include <stdlib.h>

uint32_t cvg_listed_of(const struct cvg_u32s *list, uint32_t fid)
{
	return fid < list->n ? list->at[fid] : CVG_NONE;
}

void cvg_listed_note(struct cvg_u32s *list, uint32_t fid, uint32_t place)
{
	while (list->n <= fid)
		cvg_push(list, CVG_NONE);
	list->at[fid] = place;
}

void cvg_listed_drop(struct cvg_u32s *list)
{
	free(list->at);
	*list = (struct cvg_u32s){0};
}
