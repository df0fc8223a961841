/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The codes that a search finds, as a tree for who watches it: each with the step that
 * made it, in the order in which the workers tell them. */
#include "optimize.h"

#include <stdlib.h>

static uint32_t find(const struct search *search, uint64_t hash)
{
	for (size_t i = 0; i < search->code_hash.n; i++)
		if (search->code_hash.at[i] == hash)
			return (uint32_t)i;
	return CVG_NONE;
}

uint32_t cvg_search_note_code(struct search *search,
			      const struct cvg_optimize_code *code,
			      uint64_t hash, const struct move *move,
			      uint32_t n)
{
	struct cvg_optimize_code made = *code;
	uint32_t known = find(search, hash);
	struct cvg_str step = {0};

	if (known != CVG_NONE)
		return known;
	for (uint32_t i = 0; i < n; i++) {
		if (i)
			cvg_str_add(&step, "; ");
		cvg_move_name(move[i], &step);
	}
	made.step = step.at;
	cvg_push(&search->codes, made);
	cvg_push(&search->code_hash, hash);
	return (uint32_t)search->codes.n - 1;
}

bool cvg_search_tell(struct search *search)
{
	const struct cvg_optimize_ask *ask = search->ask;
	const struct cvg_optimize_sight sight = {
		.tries = search->out->tries + search->running,
		.was = search->out->judged.was,
		.best = search->best,
		.kind = search->out->judged.kind,
		.code = search->codes.at,
		.ncodes = (uint32_t)search->codes.n,
		.ending = search->ending,
	};

	return !ask->watch || ask->watch(ask->context, &sight);
}

void cvg_search_free_codes(struct search *search)
{
	for (size_t i = 0; i < search->codes.n; i++)
		free(search->codes.at[i].step);
	free(search->codes.at);
	free(search->code_hash.at);
}
