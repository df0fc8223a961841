/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The table from LLVM handles to ids: growing and removing. */
#include "ptrmap.h"

#include <stdlib.h>

static void resize(struct cvg_ptrmap *map, uint32_t cap)
{
	struct cvg_ptrmap old = *map;

	map->slot = cvg_calloc(cap, sizeof *map->slot);
	map->mask = cap - 1;
	map->n = 0;
	if (!old.slot)
		return;
	for (uint32_t i = 0; i <= old.mask; i++)
		if (old.slot[i].key)
			cvg_ptrmap_put(map, old.slot[i].key, old.slot[i].id);
	free(old.slot);
}

void cvg_ptrmap_reserve(struct cvg_ptrmap *map, uint32_t expected)
{
	uint32_t cap = 16;

	while (cap / 2 < expected)
		cap *= 2;
	resize(map, cap);
}

void cvg_ptrmap_put(struct cvg_ptrmap *map, const void *key, uint32_t id)
{
	uint32_t i;

	if (!map->slot || map->n > map->mask / 2)
		resize(map, map->slot ? (map->mask + 1) * 2 : 16);
	for (i = cvg_ptrmap_home(map, key); map->slot[i].key;
	     i = (i + 1) & map->mask)
		if (map->slot[i].key == key)
			break;
	if (!map->slot[i].key)
		map->n++;
	map->slot[i].key = key;
	map->slot[i].id = id;
}

/* Close the gap at slot i: move entries back that a probe would not reach past
 * the gap. */
static void close_gap(struct cvg_ptrmap *map, uint32_t i)
{
	for (uint32_t k = (i + 1) & map->mask; map->slot[k].key;
	     k = (k + 1) & map->mask) {
		uint32_t home = cvg_ptrmap_home(map, map->slot[k].key);

		if (((k - home) & map->mask) < ((k - i) & map->mask))
			continue;
		map->slot[i] = map->slot[k];
		i = k;
	}
	map->slot[i].key = NULL;
}

void cvg_ptrmap_remove(struct cvg_ptrmap *map, const void *key)
{
	if (!map->slot)
		return;
	for (uint32_t i = cvg_ptrmap_home(map, key); map->slot[i].key;
	     i = (i + 1) & map->mask) {
		if (map->slot[i].key != key)
			continue;
		close_gap(map, i);
		map->n--;
		return;
	}
}

void cvg_ptrmap_done(struct cvg_ptrmap *map)
{
	free(map->slot);
	*map = (struct cvg_ptrmap){0};
}
