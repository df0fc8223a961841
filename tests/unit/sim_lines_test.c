/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The lines of memory that a warp touches, against sets of lines in C. */
#include "reconverge/target.h"
#include "tests/unit/sim_kit.h"

#include <stdlib.h>

#define BYTES 1100000

/* A lane loads 4 bytes at (tid * by) & mask. */
static const char gather[] = KERNEL(
	"ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %by, i32 %mask",
	"  %far = mul i32 %tid, %by\n"
	"  %off = and i32 %far, %mask\n"
	"  %off64 = zext i32 %off to i64\n"
	"  %from = getelementptr i8, ptr addrspace(1) %in, i64 %off64\n"
	"  %x = load i32, ptr addrspace(1) %from, align 1\n" STORE_OUT("%x"));

static uint64_t lines_of(uint32_t lanes, uint32_t by, uint32_t mask,
			 uint32_t line)
{
	bool *seen = cvg_calloc(BYTES / line + 1, sizeof *seen);
	uint64_t n = 0;

	for (uint32_t l = 0; l < lanes; l++) {
		uint32_t off = (l * by) & mask;

		seen[off / line] = seen[(off + 3) / line] = true;
	}
	for (uint32_t i = 0; i <= BYTES / line; i++)
		n += seen[i];
	free(seen);
	return n;
}

static void check(uint32_t lanes, uint32_t by, uint32_t mask)
{
	char words[200];
	struct ran r;
	uint32_t line;
	uint64_t out;

	snprintf(
		words, sizeof words,
		"grid=1 block=%u in=i8[%u]:zero out=i32[64]:zero by=%u mask=%u",
		lanes, BYTES, by, mask);
	run_ok(&r, gather, words);
	line = cvg_target_info(r.p->target)->line;
	out = (lanes * 4 + line - 1) / line;
	assert_int_equal(r.result.counts.transactions[CVG_MEM_GLOBAL],
			 out + lines_of(lanes, by, mask, line));
	ran_done(&r);
}

static void test_lines(void **state)
{
	static const uint32_t bys[] = {0,   1,	  4,	 62,	127,   128,
				       999, 4095, 12345, 16383, 17001, 99991};

	const char *brief = getenv("TEST_BRIEF");
	uint32_t every = brief && *brief ? 3 : 1;

	(void)state;
	for (uint32_t i = 0; i < sizeof bys / sizeof *bys; i++) {
		for (uint32_t bits = 8 + i % every; bits <= 20; bits += every) {
			check(64, bys[i], (1u << bits) - 1);
			check(37, bys[i], (1u << bits) - 1);
		}
	}
}

UNIT_TESTS(sim_lines_test)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_lines),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
