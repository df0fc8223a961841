/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * By what a history knows that two revisions have the same code.
 *
 * The hash of a revision is 0 for the module as loaded, and changes by the term
 * of each function that a step takes away or adds: therefore revisions with
 * equal code have equal hashes, whatever led to them.
 */
#include "inside.h"

#include "reconverge/graph.h"

static uint64_t mixed(uint64_t hash, uint64_t word)
{
	hash = (hash ^ word) * UINT64_C(0x9fb21c651e98df25);
	return hash ^ (hash >> 32);
}

static uint64_t term(const struct history *history, uint32_t fid, uint32_t code)
{
	const struct cvg_fn *fn = history->codes.at[code].fn;
	uint64_t hash = mixed(fid + 1, fn ? fn->fingerprint : code);

	return fn ? mixed(mixed(hash, fn->nblocks), fn->ninsts) : hash;
}

/* The changes of the hash by the first revision of a base. */
static uint64_t hash_base(struct history *history, const struct rev *parent,
			  const struct rev *rev)
{
	uint64_t hash = 0;

	for (uint32_t f = 0; f < cvg_history_nfns(history, rev); f++) {
		uint32_t fid = cvg_history_fid(history, rev, f);
		uint32_t was = cvg_history_place(history, parent, fid);
		uint32_t code = cvg_history_code_at(history, rev, f);

		if (was != CVG_NONE &&
		    cvg_history_code_at(history, parent, was) == code)
			continue;
		hash ^= term(history, fid, code);
		if (was != CVG_NONE)
			hash ^= term(history, fid,
				     cvg_history_code_at(history, parent, was));
	}
	for (uint32_t f = 0; f < cvg_history_nfns(history, parent); f++) {
		uint32_t fid = cvg_history_fid(history, parent, f);

		if (cvg_history_place(history, rev, fid) == CVG_NONE)
			hash ^= term(history, fid,
				     cvg_history_code_at(history, parent, f));
	}
	return hash ^ mixed(1, parent->outside) ^ mixed(1, rev->outside);
}

uint64_t cvg_history_hash(struct history *history, const struct rev *rev,
			  uint32_t at)
{
	const struct rev *parent;
	uint64_t hash;
	uint32_t fid;

	if (rev->pub.parent == CVG_NONE)
		return 0;
	parent = history->revs.at[rev->pub.parent];
	hash = history->hash.at[parent->pub.id];
	if (rev->base != parent->base)
		return hash ^ hash_base(history, parent, rev);
	fid = cvg_history_fid(history, rev, at);
	return hash ^ term(history, fid, rev->was) ^
	       term(history, fid, rev->is);
}
