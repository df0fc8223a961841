/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Basic-block vectors of the threads of a launch. Threads with equal vectors
 * are of one kind, and each kind's vector is stored once: a hash table with
 * linear probing finds the kind of a vector.
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
	struct cvg_bbvmaker *m = cvg_calloc(1, sizeof(*m));

	m->nthreads = nthreads;
	m->nblocks = nblocks;
	m->kind = cvg_alloc(((size_t)nthreads + 1) * sizeof(*m->kind));
	memset(m->kind, 0xff, (size_t)nthreads * sizeof(*m->kind));
	m->size = FIRST_SIZE;
	m->slot = cvg_calloc(m->size, sizeof(*m->slot));
	return m;
}

void cvg_bbvmaker_free(struct cvg_bbvmaker *m)
{
	if (!m)
		return;
	free(m->kind);
	free(m->count);
	free(m->hash);
	free(m->slot);
	free(m);
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

static uint32_t *row_of(const struct cvg_bbvmaker *m, uint32_t kind)
{
	return m->count + (size_t)kind * m->nblocks;
}

/* The slot of the kind with this hash and these counts, or the empty slot where
 * it belongs. */
static uint32_t *slot_of(const struct cvg_bbvmaker *m, uint64_t hash,
			 const uint32_t *count)
{
	size_t bytes = (size_t)m->nblocks * sizeof(*count);
	uint32_t at = (uint32_t)hash & (m->size - 1);

	for (;; at = (at + 1) & (m->size - 1)) {
		uint32_t kind = m->slot[at] - 1;

		if (!m->slot[at] || (m->hash[kind] == hash &&
				     !memcmp(row_of(m, kind), count, bytes)))
			return &m->slot[at];
	}
}

static void rehash(struct cvg_bbvmaker *m)
{
	free(m->slot);
	m->size *= 2;
	m->slot = cvg_calloc(m->size, sizeof(*m->slot));
	for (uint32_t k = 0; k < m->nkinds; k++)
		*slot_of(m, m->hash[k], row_of(m, k)) = k + 1;
}

static void make_room(struct cvg_bbvmaker *m)
{
	if (m->nkinds < m->cap)
		return;
	m->cap = m->cap ? 2 * m->cap : FIRST_SIZE;
	m->count = cvg_realloc(m->count, (size_t)m->cap * m->nblocks,
			       sizeof(*m->count));
	m->hash = cvg_realloc(m->hash, m->cap, sizeof(*m->hash));
}

/* The kind with these counts; a new one if there is none. */
static uint32_t kind_of(struct cvg_bbvmaker *m, uint64_t hash,
			const uint32_t *count)
{
	uint32_t *slot = slot_of(m, hash, count);

	if (*slot)
		return *slot - 1;
	make_room(m);
	m->hash[m->nkinds] = hash;
	memcpy(row_of(m, m->nkinds), count,
	       (size_t)m->nblocks * sizeof(*count));
	*slot = ++m->nkinds;
	if (m->nkinds > m->size / 2)
		rehash(m);
	return m->nkinds - 1;
}

/* ---- making ---------------------------------------------------------- */

void cvg_bbvmaker_set(struct cvg_bbvmaker *m, uint32_t thread,
		      const uint32_t *count)
{
	assert(m->kind[thread] == CVG_NONE);
	m->kind[thread] = kind_of(m, hash_of(count, m->nblocks), count);
}

/* Number the kinds by their first threads, so that the numbers do not depend on
 * the order in which threads were set. */
struct cvg_bbvs *cvg_bbvmaker_finish(struct cvg_bbvmaker *m)
{
	struct cvg_bbvs *v = cvg_calloc(1, sizeof(*v));
	uint32_t *now = cvg_alloc(((size_t)m->nkinds + 1) * sizeof(*now));

	v->nblocks = m->nblocks;
	v->nthreads = m->nthreads;
	v->count = cvg_alloc(
		(size_t)m->nkinds * m->nblocks * sizeof(*v->count) + 1);
	v->many = cvg_calloc((size_t)m->nkinds + 1, sizeof(*v->many));
	memset(now, 0xff, (size_t)m->nkinds * sizeof(*now));
	for (uint32_t t = 0; t < m->nthreads; t++) {
		uint32_t k = m->kind[t];

		assert(k != CVG_NONE);
		if (now[k] == CVG_NONE) {
			now[k] = v->nkinds++;
			memcpy(v->count + (size_t)now[k] * v->nblocks,
			       row_of(m, k),
			       (size_t)v->nblocks * sizeof(*v->count));
		}
		m->kind[t] = now[k];
		v->many[now[k]]++;
	}
	v->kind = m->kind;
	m->kind = NULL;
	free(now);
	cvg_bbvmaker_free(m);
	return v;
}

void cvg_bbvs_free(struct cvg_bbvs *v)
{
	if (!v)
		return;
	free(v->kind);
	free(v->count);
	free(v->many);
	free(v);
}
