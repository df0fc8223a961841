/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The table of views. */
#include "ui/view.h"

#include <string.h>

static const struct cvg_viewinfo infos[] = {
#define VIEW(id, heading, place, key, sum, help)        \
	[CVG_VIEW_##id] = {.name = #id,                 \
			   .title = heading,            \
			   .slot = CVG_SLOT_##place,    \
			   .opening = CVG_DO_SHOW_##id, \
			   .traits = sum},
#include "ui/views.def"
#undef VIEW
};

static const struct cvg_view *const views[] = {
#define VIEW(id, title, slot, key, traits, help) \
	[CVG_VIEW_##id] = &cvg_view_##id,
#include "ui/views.def"
#undef VIEW
};

const struct cvg_viewinfo *cvg_view_info(enum cvg_viewid id)
{
	return &infos[id];
}

enum cvg_action cvg_view_opening(enum cvg_viewid id)
{
	return id == CVG_VIEW_warp     ? CVG_DO_PLAY
	       : id == CVG_VIEW_causes ? CVG_DO_WHY
				       : infos[id].opening;
}

const struct cvg_view *cvg_view_of(enum cvg_viewid id)
{
	return views[id];
}

enum cvg_viewid cvg_view_by_name(const char *name)
{
	for (uint32_t i = 0; i < CVG_NVIEWS; i++)
		if (!strcmp(infos[i].name, name))
			return (enum cvg_viewid)i;
	return CVG_NVIEWS;
}

enum cvg_viewid cvg_view_opened_by(enum cvg_action action)
{
	for (uint32_t i = 0; i < CVG_NVIEWS; i++)
		if (infos[i].opening == action)
			return (enum cvg_viewid)i;
	return CVG_NVIEWS;
}
