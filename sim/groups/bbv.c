/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Basic-block vectors of the threads of a launch. Threads with equal vectors
 * are of one kind, and each kind's vector is stored once: a hash table with
 * linear probing finds the kind of a vector.
 *
 * Kernel a ? x -> b c; b ret; c ret, started with four threads of which two go
 * to b: those have the vector (1, 1, 0), the others (1, 0, 1). There are two
 * kinds of two threads each.
 */
#include "reconverge/bbv.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#define FIRST_SIZE 64 /* slots of the first hash table; a power of two */

struct cvg_bbvmaker {
	uint32_t nthreads, nblocks;
	uint32_t *kind;	      /* [nthreads] kind; CVG_NONE: not set yet */
	uint32_t nkinds, cap; /* kinds stored, and room for them */
	uint32_t *count;      /* [cap * nblocks] each kind's vector */
	uint64_t *hash;	      /* [cap] each kind's hash */
	uint32_t *slot;	      /* [size] the hash table: kind + 1; 0: empty */
	uint32_t size;	      /* a power of two, at least 2 * nkinds */
};

struct cvg_bbvmaker *cvg_bbvmaker_new(uint32_t nthreads, uint32_t nblocks)
{
	struct cvg_bbvmaker *maker = cvg_calloc(1, sizeof(*maker));

	maker->nthreads = nthreads;
	maker->nblocks = nblocks;
	maker->kind = cvg_alloc(((size_t)nthreads + 1) * sizeof(*maker->kind));
	memset(maker->kind, 0xff, (size_t)nthreads * sizeof(*maker->kind));
	maker->size = FIRST_SIZE;
	maker->slot = cvg_calloc(maker->size, sizeof(*maker->slot));
	return maker;
}

void cvg_bbvmaker_free(struct cvg_bbvmaker *maker)
{
	if (!maker)
		return;
	free(maker->kind);
	free(maker->count);
	free(maker->hash);
	free(maker->slot);
	free(maker);
}

/* ---- the table ------------------------------------------------------- */

static uint64_t hash_of(const uint32_t *count, uint32_t n)
{
	uint64_t h = UINT64_C(0x9e3779b97f4a7c15);

	for (uint32_t i = 0; i < n; i++) {
		h ^= count[i];
		h *= UINT64_C(0xbf58476d1ce4e5b9);
		h ^= h >> 29;
	}
	return h;
}

static uint32_t *row_of(const struct cvg_bbvmaker *maker, uint32_t kind)
{
	return maker->count + (size_t)kind * maker->nblocks;
}

/* The slot of the kind with this hash and these counts, or the empty slot where
 * it belongs. */
static uint32_t *slot_of(const struct cvg_bbvmaker *maker, uint64_t hash,
			 const uint32_t *count)
{
	size_t bytes = (size_t)maker->nblocks * sizeof(*count);
	uint32_t at = (uint32_t)hash & (maker->size - 1);

	for (;; at = (at + 1) & (maker->size - 1)) {
		uint32_t kind = maker->slot[at] - 1;

		if (!maker->slot[at] ||
		    (maker->hash[kind] == hash &&
		     !memcmp(row_of(maker, kind), count, bytes)))
			return &maker->slot[at];
	}
}

static void rehash(struct cvg_bbvmaker *maker)
{
	free(maker->slot);
	maker->size *= 2;
	maker->slot = cvg_calloc(maker->size, sizeof(*maker->slot));
	for (uint32_t k = 0; k < maker->nkinds; k++)
		*slot_of(maker, maker->hash[k], row_of(maker, k)) = k + 1;
}

static void make_room(struct cvg_bbvmaker *maker)
{
	if (maker->nkinds < maker->cap)
		return;
	maker->cap = maker->cap ? 2 * maker->cap : FIRST_SIZE;
	maker->count =
		cvg_realloc(maker->count, (size_t)maker->cap * maker->nblocks,
			    sizeof(*maker->count));
	maker->hash =
		cvg_realloc(maker->hash, maker->cap, sizeof(*maker->hash));
}

/* The kind with these counts; a new one if there is none. */
static uint32_t kind_of(struct cvg_bbvmaker *maker, uint64_t hash,
			const uint32_t *count)
{
	uint32_t *slot = slot_of(maker, hash, count);

	if (*slot)
		return *slot - 1;
	make_room(maker);
	maker->hash[maker->nkinds] = hash;
	memcpy(row_of(maker, maker->nkinds), count,
	       (size_t)maker->nblocks * sizeof(*count));
	*slot = ++maker->nkinds;
	if (maker->nkinds > maker->size / 2)
		rehash(maker);
	return maker->nkinds - 1;
}

/* ---- making ---------------------------------------------------------- */

void cvg_bbvmaker_set(struct cvg_bbvmaker *maker, uint32_t thread,
		      const uint32_t *count)
{
	assert(maker->kind[thread] == CVG_NONE);
	maker->kind[thread] =
		kind_of(maker, hash_of(count, maker->nblocks), count);
}

/* Number the kinds by their first threads, so that the numbers do not depend on
 * the order in which threads were set. */
struct cvg_bbvs *cvg_bbvmaker_finish(struct cvg_bbvmaker *maker)
{
	struct cvg_bbvs *vectors = cvg_calloc(1, sizeof(*vectors));
	uint32_t *now = cvg_alloc(((size_t)maker->nkinds + 1) * sizeof(*now));

	vectors->nblocks = maker->nblocks;
	vectors->nthreads = maker->nthreads;
	vectors->count = cvg_alloc((size_t)maker->nkinds * maker->nblocks *
					   sizeof(*vectors->count) +
				   1);
	vectors->many =
		cvg_calloc((size_t)maker->nkinds + 1, sizeof(*vectors->many));
	memset(now, 0xff, (size_t)maker->nkinds * sizeof(*now));
	for (uint32_t t = 0; t < maker->nthreads; t++) {
		uint32_t k = maker->kind[t];

		assert(k != CVG_NONE);
		if (now[k] == CVG_NONE) {
			now[k] = vectors->nkinds++;
			memcpy(vectors->count +
				       (size_t)now[k] * vectors->nblocks,
			       row_of(maker, k),
			       (size_t)vectors->nblocks *
				       sizeof(*vectors->count));
		}
		maker->kind[t] = now[k];
		vectors->many[now[k]]++;
	}
	vectors->kind = maker->kind;
	maker->kind = NULL;
	free(now);
	cvg_bbvmaker_free(maker);
	return vectors;
}

void cvg_bbvs_free(struct cvg_bbvs *vectors)
{
	if (!vectors)
		return;
	free(vectors->kind);
	free(vectors->count);
	free(vectors->many);
	free(vectors);
}
