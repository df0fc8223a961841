/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The reads of a run that race with a write, as a hash table.
 *
 * A read that races gives an undefined value, which is no error as long as
 * nothing depends on it (LLVM's language reference, "Memory Model for
 * Concurrent Operations"). Compilers move loads up to where they may race on
 * the strength of this. A read may come before the write that it races with.
 * So a run notes the reads, and a second one with the same order of warps gives
 * undefined values to them.
 */
#include "sim/racing.h"

#include <stdlib.h>

#define MOST (UINT64_C(1) << 20) /* reads; more are not kept */

struct slot {
	struct cvg_racing_key key;
	uint64_t writers; /* 0: the slot is free */
};

struct cvg_racing {
	struct slot *at; /* [mask + 1], less than half of them in use */
	uint64_t mask, n;
	uint64_t spare; /* what is put when the table is full */
};

struct cvg_racing *cvg_racing_new(void)
{
	struct cvg_racing *r = cvg_calloc(1, sizeof(*r));

	r->mask = 63;
	r->at = cvg_calloc(r->mask + 1, sizeof(*r->at));
	return r;
}

void cvg_racing_free(struct cvg_racing *take_r)
{
	if (!take_r)
		return;
	free(take_r->at);
	free(take_r);
}

/* The slot of the key, or the free one where it belongs. */
static struct slot *slot_of(const struct cvg_racing *r,
			    const struct cvg_racing_key *key)
{
	uint64_t i = cvg_hash64(key->byte ^
				cvg_hash64(key->granule << 42 ^ key->phase));

	for (i &= r->mask;; i = (i + 1) & r->mask) {
		struct slot *s = &r->at[i];

		if (!s->writers ||
		    (s->key.granule == key->granule &&
		     s->key.byte == key->byte && s->key.phase == key->phase))
			return s;
	}
}

uint64_t cvg_racing_get(const struct cvg_racing *r,
			const struct cvg_racing_key *key)
{
	return slot_of(r, key)->writers;
}

static void grow(struct cvg_racing *r)
{
	struct cvg_racing old = *r;

	r->mask = old.mask * 2 + 1;
	r->at = cvg_calloc(r->mask + 1, sizeof(*r->at));
	for (uint64_t i = 0; i <= old.mask; i++) {
		if (old.at[i].writers)
			*slot_of(r, &old.at[i].key) = old.at[i];
	}
	free(old.at);
}

uint64_t *cvg_racing_put(struct cvg_racing *r, const struct cvg_racing_key *key)
{
	struct slot *s;

	s = slot_of(r, key);
	if (!s->writers && r->n == MOST)
		return &r->spare;
	if (r->n * 2 >= r->mask) {
		grow(r);
		s = slot_of(r, key);
	}
	r->n += !s->writers;
	s->key = *key;
	return &s->writers;
}
