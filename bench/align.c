/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Measures the time and memory of an alignment by both methods, for sequences
 * of 100 to 12,800 instructions. The instructions are of 24 kinds, whose matches
 * have different scores; about one in five may not run unguarded (is not
 * plain).
 */
#include "reconverge/align.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>

#define LONGEST 12800
#define KINDS	24

struct sequences {
	uint8_t a[LONGEST];
	uint8_t b[LONGEST];
};

static void score(void *ctx, uint32_t i, const struct cvg_align_row *row)
{
	const struct sequences *s = ctx;

	for (uint32_t j = row->from; j < row->to; j++)
		if (s->a[i] == s->b[j])
			row->score[(j - row->from) * row->stride] =
				4 + 3 * s->a[i];
}

static bool plain_a(void *ctx, uint32_t i)
{
	return ((const struct sequences *)ctx)->a[i] % 5 > 0;
}

static bool plain_b(void *ctx, uint32_t j)
{
	return ((const struct sequences *)ctx)->b[j] % 5 > 0;
}

static void fill(struct sequences *s)
{
	uint32_t x = 1;

	for (uint32_t i = 0; i < LONGEST; i++) {
		x = x * 1664525 + 1013904223;
		s->a[i] = (uint8_t)((x >> 20) % KINDS);
		x = x * 1664525 + 1013904223;
		s->b[i] = (uint8_t)((x >> 20) % KINDS);
	}
}

static double cpu_seconds(void)
{
	struct timespec t;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static long peak_kib(void)
{
	struct rusage u;

	getrusage(RUSAGE_SELF, &u);
	return u.ru_maxrss;
}

static double time_of(const struct cvg_align_problem *p,
		      enum cvg_align_method method, int64_t *result)
{
	double start = cpu_seconds();
	struct cvg_alignment al;

	cvg_align(p, method, &al);
	*result = al.score;
	cvg_alignment_done(&al);
	return cpu_seconds() - start;
}

int main(void)
{
	struct sequences *s = cvg_alloc(sizeof(*s));
	struct cvg_align_problem p = {
		.score = score,
		.largest = 4 + 3 * KINDS,
		.plain_a = plain_a,
		.plain_b = plain_b,
		.ctx = s,
		.open_plain = 2,
		.open_guarded = 16,
		.extend = 1,
	};

	fill(s);
	printf("alignment: CPU seconds, score, peak memory in KiB\n");
	printf("%6s %10s %10s %10s %10s %8s\n", "n = m", "nw s", "nw score",
	       "sw s", "sw score", "peak");
	for (uint32_t n = 100; n <= LONGEST; n *= 2) {
		int64_t nw, sw;
		double nw_s, sw_s;

		p.n = p.m = n;
		nw_s = time_of(&p, CVG_ALIGN_NW, &nw);
		sw_s = time_of(&p, CVG_ALIGN_SW, &sw);
		printf("%6" PRIu32 " %10.4f %10" PRId64 " %10.4f %10" PRId64
		       " %8ld\n",
		       n, nw_s, nw, sw_s, sw, peak_kib());
	}
	free(s);
	return 0;
}
