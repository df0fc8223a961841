/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Atomic operations of all lanes at once, against the same lane by lane: a run
 * that looks for races does them one by one.
 */
#include "sim_kit.h"

#define LAUNCH "grid=1 block=64 bins=i32[128]:iota out=i64[64]:zero"

/* The odd lanes do `op` at element tid & mask of %bins with one of the values
 * 40 - tid, and keep what it returns. */
#define ATOMIC                                                           \
	AMD_TID "define amdgpu_kernel void @k(ptr addrspace(1) %%bins, " \
		"ptr addrspace(1) %%out) {\n"                            \
		"entry:\n"                                               \
		"  %%tid = call i32 @llvm.amdgcn.workitem.id.x()\n"      \
		"  %%odd = trunc i32 %%tid to i1\n"                      \
		"  br i1 %%odd, label %%a, label %%end\n"                \
		"a:\n"                                                   \
		"  %%at = and i32 %%tid, %u\n"                           \
		"  %%p = getelementptr %s, ptr addrspace(1) %%bins, "    \
		"i32 %%at\n"                                             \
		"  %%i = sub i32 40, %%tid\n"                            \
		"  %%f = sitofp i32 %%i to float\n"                      \
		"  %%l = sext i32 %%i to i64\n"                          \
		"  %%s = trunc i32 %%i to i16\n"                         \
		"  %%b = trunc i32 %%i to i8\n"                          \
		"  %s\n"                                                 \
		"  %%q = getelementptr i64, ptr addrspace(1) %%out, "    \
		"i32 %%tid\n"                                            \
		"  store %s %%old, ptr addrspace(1) %%q\n"               \
		"  br label %%end\n"                                     \
		"end:\n"                                                 \
		"  ret void\n"                                           \
		"}\n"

#define RMW(op, type, value)                                                  \
	{type, "%old = atomicrmw " op " ptr addrspace(1) %p, " type " " value \
	       " monotonic"}

static const struct {
	const char *type, *text;
} ops[] = {
	RMW("xchg", "i32", "%i"),
	RMW("add", "i32", "%i"),
	RMW("sub", "i32", "%i"),
	RMW("and", "i32", "%i"),
	RMW("nand", "i32", "%i"),
	RMW("or", "i32", "%i"),
	RMW("xor", "i32", "%i"),
	RMW("max", "i32", "%i"),
	RMW("min", "i32", "%i"),
	RMW("umax", "i32", "%i"),
	RMW("umin", "i32", "%i"),
	RMW("uinc_wrap", "i32", "%i"),
	RMW("udec_wrap", "i32", "%i"),
	RMW("add", "i64", "%l"),
	RMW("min", "i64", "%l"),
	RMW("max", "i16", "%s"),
	RMW("add", "i8", "%b"),
	RMW("xchg", "float", "%f"),
	RMW("fadd", "float", "%f"),
	RMW("fmax", "float", "%f"),
	{"i32", "%two = cmpxchg ptr addrspace(1) %p, i32 %at, i32 %i "
		"monotonic monotonic\n"
		"  %old = extractvalue {i32, i1} %two, 0"},
};

/* What the operation leaves in %bins and %out. */
static void left(size_t op, uint32_t mask, enum cvg_races_ask races,
		 uint8_t bins[512], uint8_t out[512])
{
	const char *type = ops[op].type;
	char text[4096];
	struct ran r;

	snprintf(text, sizeof(text), ATOMIC, mask, type, ops[op].text, type);
	ready(&r, text, LAUNCH);
	r.options.races = races;
	go(&r);
	assert_int_equal(r.result.fault.kind, CVG_F_NONE);
	memcpy(bins, cvg_image_arg(r.image, 0)->data, 512);
	memcpy(out, cvg_image_arg(r.image, 1)->data, 512);
	ran_done(&r);
}

/* All lanes at one place, several at each of some, each at its own. */
static void test_both_ways(void **state)
{
	static const uint32_t masks[] = {0, 7, 63};
	uint8_t bins[2][512], out[2][512];

	(void)state;
	for (size_t op = 0; op < sizeof(ops) / sizeof(ops[0]); op++) {
		for (size_t i = 0; i < 3; i++) {
			left(op, masks[i], CVG_RACES_IGNORE, bins[0], out[0]);
			left(op, masks[i], CVG_RACES_STOP, bins[1], out[1]);
			assert_memory_equal(bins[0], bins[1], 512);
			assert_memory_equal(out[0], out[1], 512);
		}
	}
}

/* The lowest lane comes first, and lanes that are not active change nothing. */
static void test_order(void **state)
{
	uint32_t bins[128], want[128], mask = 7;
	uint64_t out[64];

	(void)state;
	for (uint32_t i = 0; i < 128; i++)
		want[i] = i;
	left(1, mask, CVG_RACES_IGNORE, (uint8_t *)bins, (uint8_t *)out);
	for (uint32_t l = 0; l < 64; l++) {
		assert_int_equal(out[l], l % 2 ? want[l & mask] : 0);
		if (l % 2)
			want[l & mask] += 40 - l;
	}
	assert_memory_equal(bins, want, sizeof(bins));
}

UNIT_TESTS(sim_atomic_test)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_both_ways),
		cmocka_unit_test(test_order),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
