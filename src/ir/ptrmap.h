/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * A map from an LLVM handle to a dense id: open addressing, linear probing.
 * Callers cannot walk the table, so no output depends on the order of
 * addresses.
 */
#ifndef RECONVERGE_IR_PTRMAP_H
#define RECONVERGE_IR_PTRMAP_H

#include "reconverge/base.h"

struct cvg_ptrslot {
	const void *key; /* NULL: free */
	uint32_t id;
};

/* A zeroed map is empty. */
struct cvg_ptrmap {
	struct cvg_ptrslot *slot; /* [mask + 1], NULL while empty */
	uint32_t mask;
	uint32_t n;
};

/* Make room for `expected` keys; the map must be empty. */
void cvg_ptrmap_reserve(struct cvg_ptrmap *map, uint32_t expected);
/* Add a key, or give it another id. */
void cvg_ptrmap_put(struct cvg_ptrmap *map, const void *key, uint32_t id);
void cvg_ptrmap_remove(struct cvg_ptrmap *map, const void *key);
void cvg_ptrmap_done(struct cvg_ptrmap *map);

static inline uint32_t cvg_ptrmap_home(const struct cvg_ptrmap *map,
				       const void *key)
{
	uint64_t h = (uint64_t)(uintptr_t)key * UINT64_C(0x9e3779b97f4a7c15);

	return (uint32_t)(h >> 32) & map->mask;
}

/* The key's id, or CVG_NONE. */
static inline uint32_t cvg_ptrmap_get(const struct cvg_ptrmap *map,
				      const void *key)
{
	uint32_t i;

	if (!map->slot)
		return CVG_NONE;
	for (i = cvg_ptrmap_home(map, key); map->slot[i].key;
	     i = (i + 1) & map->mask)
		if (map->slot[i].key == key)
			return map->slot[i].id;
	return CVG_NONE;
}

#endif
