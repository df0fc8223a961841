/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Melding profitability MP_B and MP_S: C. Saumya, K. Sundararajah,
 * M. Kulkarni, "DARM: Control-Flow Melding for SIMT Thread Divergence
 * Reduction", CGO 2022, arxiv.org/abs/2107.05681, section IV-C.
 *
 * The paper's Q, the set of instruction types, is here the set of pairs of
 * class and latency, so that the weight w_i is exact for vectors too. Equal
 * blocks have MP_B = 0.5, as the paper says.
 *
 * The paper's Q has all opcodes. Here phis and terminators are in neither sum:
 * they are never aligned (phis are copied, and a terminator is one with its
 * partner as soon as the blocks are), and where MP_B is near the threshold,
 * they would decide by the size of the blocks instead of by what these have in
 * common. Blocks with 20 of 36 + 36 cycles in common have MP_B 0.28; with a
 * jump of 16 cycles in each it would be 36 of 104, 0.35. In 2,648 divergent
 * branches of other people's code (amdgcn and nvptx64, -O2) counting them as
 * the paper does raises the number with a plan from 304 to 310, and what the
 * plans save from 49,765 to 50,126 cycles.
 *
 * Example: one block has two additions of 4 cycles and a division of 56, the
 * other one addition and one such division. They have 4 + 56 = 60 cycles in
 * common, of 64 + 60: MP_B = 60 / 124 = 0.48.
 */
#include "private.h"

#include "reconverge/cost.h"

#include <assert.h>
#include <stdlib.h>

/* The key of an instruction type. Keys are in the order of a mix's rows: by
 * class, then by latency. */
static uint64_t key_of(uint32_t class, uint32_t latency)
{
	return (uint64_t)class << 32 | latency;
}

static int compare_keys(const void *x, const void *y)
{
	uint64_t a = *(const uint64_t *)x, b = *(const uint64_t *)y;

	return (a > b) - (a < b);
}

/* What is melded runs on lanes, because its operands are chosen for each
 * thread. */
static uint32_t latency_of(const struct cvg_fn *fn, uint32_t inst)
{
	return fn->insts[inst].flags & CVG_I_SCALAR ? cvg_cost_vector(fn, inst)
						    : cvg_cost_inst(fn, inst);
}

static uint32_t keys_of(const struct cvg_fn *fn, uint32_t block, uint64_t *keys)
{
	const struct cvg_block *b = &fn->blocks[block];
	uint32_t n = 0;

	for (uint32_t i = b->inst_at; i < b->inst_at + b->ninsts; i++) {
		uint32_t class = cvg_cost_class(fn, i);

		if (class != CVG_NONE)
			keys[n++] = key_of(class, latency_of(fn, i));
	}
	return n;
}

static uint32_t count_distinct(const uint64_t *sorted, uint32_t n)
{
	uint32_t distinct = 0;

	for (uint32_t i = 0; i < n; i++)
		distinct += i == 0 || sorted[i] != sorted[i - 1];
	return distinct;
}

/* Takes O(k log k) time for k instructions; called once for each block. */
void cvg_mix_of(const struct cvg_fn *fn, uint32_t block,
		struct cvg_arena *arena, struct cvg_mix *out)
{
	uint64_t *keys = cvg_calloc(fn->blocks[block].ninsts, sizeof(*keys));
	uint32_t n = keys_of(fn, block, keys);

	qsort(keys, n, sizeof(*keys), compare_keys);
	*out = (struct cvg_mix){0};
	out->row = cvg_arena_array(arena, struct cvg_mix_row,
				   count_distinct(keys, n));
	for (uint32_t i = 0; i < n; i++) {
		if (i == 0 || keys[i] != keys[i - 1])
			out->row[out->n++] = (struct cvg_mix_row){
				.class = (uint32_t)(keys[i] >> 32),
				.latency = (uint32_t)keys[i],
			};
		out->row[out->n - 1].count++;
		out->latency += (uint32_t)keys[i];
	}
	free(keys);
}

uint64_t cvg_mix_common(const struct cvg_mix *a, const struct cvg_mix *b)
{
	uint64_t common = 0;
	uint32_t i = 0, j = 0;

	while (i < a->n && j < b->n) {
		const struct cvg_mix_row *x = &a->row[i], *y = &b->row[j];
		uint64_t kx = key_of(x->class, x->latency);
		uint64_t ky = key_of(y->class, y->latency);
		uint32_t fewer = x->count < y->count ? x->count : y->count;

		if (kx == ky)
			common += (uint64_t)fewer * x->latency;
		i += kx <= ky;
		j += ky <= kx;
	}
	return common;
}

static double share(uint64_t common, uint64_t latency)
{
	return latency > 0 ? (double)common / (double)latency : 0;
}

double cvg_mp_b(const struct cvg_mix *a, const struct cvg_mix *b)
{
	return share(cvg_mix_common(a, b), a->latency + b->latency);
}

/* MP_S is the mean of MP_B weighted by the latency of the pairs, that is, the
 * sum of the common cycles divided by the sum of the latencies. */
double cvg_mp_s(const struct cvg_mix *const *a, const struct cvg_mix *const *b,
		uint32_t n, struct cvg_mp_terms *terms)
{
	*terms = (struct cvg_mp_terms){0};
	for (uint32_t i = 0; i < n; i++) {
		if (a[i] && b[i])
			terms->common += cvg_mix_common(a[i], b[i]);
		terms->latency[0] += a[i] ? a[i]->latency : 0;
		terms->latency[1] += b[i] ? b[i]->latency : 0;
	}
	return share(terms->common, terms->latency[0] + terms->latency[1]);
}
