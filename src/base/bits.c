/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Bit sets: the functions that are too long to inline. */
#include "reconverge/base.h"

#include <stdlib.h>
#include <string.h>

static size_t words(uint32_t nbits)
{
	return ((size_t)nbits + 63) / 64;
}

void cvg_bits_init(struct cvg_bits *b, uint32_t nbits)
{
	b->nbits = nbits;
	b->w = cvg_calloc(words(nbits), sizeof *b->w);
}

void cvg_bits_done(struct cvg_bits *b)
{
	free(b->w);
	*b = (struct cvg_bits){0};
}

void cvg_bits_clear_all(struct cvg_bits *b)
{
	if (b->nbits)
		memset(b->w, 0, words(b->nbits) * sizeof *b->w);
}

bool cvg_bits_same(const struct cvg_bits *a, const struct cvg_bits *b)
{
	return a->nbits == b->nbits &&
	       (!a->nbits ||
		!memcmp(a->w, b->w, words(a->nbits) * sizeof *a->w));
}

uint32_t cvg_bits_count(const struct cvg_bits *b)
{
	uint32_t n = 0;

	for (size_t i = 0; i < words(b->nbits); i++)
		n += (uint32_t)__builtin_popcountll(b->w[i]);
	return n;
}
