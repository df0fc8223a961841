/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Races beside atomics and fences: what a release publishes, and where. */
#include "sim_kit.h"

/* One thread runs `first` and another one `second`. The buffer has data, two flags
 * and more data. */
#define TWO(who, first, second)                                               \
	KERNEL("ptr addrspace(1) %data", who                                  \
	       "  %x = getelementptr i32, ptr addrspace(1) %data, i32 1\n"    \
	       "  %y = getelementptr i32, ptr addrspace(1) %data, i32 2\n"    \
	       "  %late = getelementptr i32, ptr addrspace(1) %data, i32 3\n" \
	       "  br i1 %one, label %first, label %other\n"                   \
	       "first:\n" first "  br label %other\n"                         \
	       "other:\n  br i1 %two, label %second, label %done\n"           \
	       "second:\n" second "  br label %done\n"                        \
	       "done:\n  ret void\n")
/* Of two blocks, or of two warps of a block. */
#define BLOCKS                                            \
	"  %b = call i32 @llvm.amdgcn.workgroup.id.x()\n" \
	"  %one = icmp eq i32 %b, 0\n"                    \
	"  %two = icmp eq i32 %b, 2\n"
#define WARPS                            \
	"  %one = icmp eq i32 %tid, 0\n" \
	"  %two = icmp eq i32 %tid, 64\n"
#define CASE(first, second, races) \
	{{TWO(BLOCKS, first, second), TWO(WARPS, first, second)}, races}

#define STORE(place) "  store i32 7, ptr addrspace(1) %" place "\n"
#define LOAD(place) "  %got." place " = load i32, ptr addrspace(1) %" place "\n"
#define SET(place, scope, order)                                               \
	"  store atomic i32 1, ptr addrspace(1) %" place " syncscope(\"" scope \
	"\") " order ", align 4\n"
#define GET(place, scope, order)                                        \
	"  %seen." place " = load atomic i32, ptr addrspace(1) %" place \
	" syncscope(\"" scope "\") " order ", align 4\n"
#define ADD(place, scope, order)                   \
	"  atomicrmw add ptr addrspace(1) %" place \
	", i32 1 syncscope(\"" scope "\") " order "\n"
#define FENCE(scope, order) "  fence syncscope(\"" scope "\") " order "\n"

static const struct {
	const char *text[2];
	bool races;
} cases[] = {
	/* A release and an acquire at one place. */
	CASE(STORE("data") SET("x", "agent", "release"),
	     GET("x", "agent", "acquire") LOAD("data"), false),
	CASE(STORE("data") ADD("x", "agent", "acq_rel"),
	     ADD("x", "agent", "acq_rel") LOAD("data"), false),
	/* Fences, and atomics that do not order. */
	CASE(STORE("data") FENCE("agent", "release")
		     SET("x", "agent", "monotonic"),
	     GET("x", "agent", "monotonic") FENCE("agent", "acquire")
		     LOAD("data"),
	     false),
	/* No release, no acquire. */
	CASE(STORE("data") SET("x", "agent", "monotonic"),
	     GET("x", "agent", "acquire") LOAD("data"), true),
	CASE(STORE("data") SET("x", "agent", "release"),
	     GET("x", "agent", "monotonic") LOAD("data"), true),
	/* The acquire is of another place. */
	CASE(STORE("data") SET("x", "agent", "release")
		     SET("y", "agent", "monotonic"),
	     GET("y", "agent", "acquire") LOAD("data"), true),
	CASE(STORE("data") FENCE("agent", "release")
		     SET("x", "agent", "monotonic"),
	     GET("y", "agent", "monotonic") FENCE("agent", "acquire")
		     LOAD("data"),
	     true),
	/* An acquire elsewhere does not make known what a read saw. */
	CASE(STORE("data") SET("x", "agent", "release")
		     SET("y", "agent", "release"),
	     GET("x", "agent", "acquire") LOAD("data"), false),
	CASE(SET("y", "agent", "release") STORE("data")
		     SET("x", "agent", "release"),
	     GET("x", "agent", "monotonic") GET("y", "agent", "acquire")
		     LOAD("data"),
	     true),
	/* The data come after the release, or after the fence. */
	CASE(SET("x", "agent", "release") STORE("late"),
	     GET("x", "agent", "acquire") LOAD("late"), true),
	CASE(FENCE("agent", "release") STORE("late")
		     SET("x", "agent", "monotonic"),
	     GET("x", "agent", "monotonic") FENCE("agent", "acquire")
		     LOAD("late"),
	     true),
	/* A second release publishes them. */
	CASE(SET("x", "agent", "release") STORE("late")
		     SET("x", "agent", "release"),
	     GET("x", "agent", "acquire") LOAD("late"), false),
	/* The reader writes: what it publishes nobody acquires. */
	CASE(GET("x", "agent", "acquire") STORE("data"),
	     STORE("data") SET("x", "agent", "release"), true),
};

static uint32_t races_of(const char *text, const char *words)
{
	struct ran r;
	uint32_t n;

	ready(&r, text, words);
	r.options.races = CVG_RACES_LIST;
	go(&r);
	assert_int_equal(r.result.fault.kind, CVG_F_NONE);
	n = r.result.nraces;
	ran_done(&r);
	return n;
}

/* The two accesses race, or are ordered, between blocks and between warps. */
static void test_pairs(void **state)
{
	static const char *const words[] = {
		"grid=3 block=1 data=i32[4]:zero",
		"grid=1 block=128 data=i32[4]:zero"};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		for (int k = 0; k < 2; k++) {
			uint32_t n = races_of(cases[i].text[k], words[k]);

			if ((n != 0) != cases[i].races)
				fail_msg("case %zu, %s: %u races", i, words[k],
					 n);
		}
	}
}

/* What a block has acquired it passes on: block 2 knows of block 0 by block 1. If
 * block 1 releases elsewhere, it does not. */
#define CHAIN(place)                                                           \
	KERNEL("ptr addrspace(1) %data",                                       \
	       "  %b = call i32 @llvm.amdgcn.workgroup.id.x()\n"               \
	       "  %x = getelementptr i32, ptr addrspace(1) %data, i32 1\n"     \
	       "  %y = getelementptr i32, ptr addrspace(1) %data, i32 2\n"     \
	       "  %z = getelementptr i32, ptr addrspace(1) %data, i32 3\n"     \
	       "  switch i32 %b, label %last [ i32 0, label %first\n"          \
	       "    i32 1, label %next ]\n"                                    \
	       "first:\n" STORE("data") SET(                                   \
		       "x", "agent",                                           \
		       "release") "  ret void\n"                               \
				  "next:\n" GET("x", "agent", "acquire") SET(  \
					  place, "agent",                      \
					  "release") "  ret void\n"            \
						     "last:\n" GET("y",        \
								   "agent",    \
								   "acquire")  \
							     LOAD("data") "  " \
									  "re" \
									  "t " \
									  "vo" \
									  "id" \
									  "\n")

static void test_chain(void **state)
{
	(void)state;
	assert_int_equal(
		races_of(CHAIN("y"), "grid=3 block=1 data=i32[4]:zero"), 0);
	assert_int_equal(
		races_of(CHAIN("z"), "grid=3 block=1 data=i32[4]:zero"), 1);
}

/* All threads write; a thread of each block, or all of them, then add to a counter;
 * the last block reads what all have written. */
#define TICKET(count)                                                   \
	KERNEL("ptr addrspace(1) %data, ptr addrspace(1) %x",           \
	       "  %b = call i32 @llvm.amdgcn.workgroup.id.x()\n"        \
	       "  %row = mul i32 %b, 192\n"                             \
	       "  %i = add i32 %row, %tid\n"                            \
	       "  %p = getelementptr i32, ptr addrspace(1) %data, i32 " \
	       "%i\n" STORE("p") count                                  \
	       "  %is.last = icmp eq i32 %b, 39\n"                      \
	       "  br i1 %is.last, label %read, label %done\n"           \
	       "read:\n"                                                \
	       "  %q = getelementptr i32, ptr addrspace(1) %data, i32 " \
	       "%tid\n" LOAD("q") "  br label %done\n"                  \
				  "done:\n  ret void\n")
#define ONE(atomic)                                 \
	"  %leads = icmp eq i32 %tid, 0\n"          \
	"  br i1 %leads, label %count, label %go\n" \
	"count:\n" atomic "  br label %go\n"        \
	"go:\n"
#define BARRIER "  call void @llvm.amdgcn.s.barrier()\n"

static void test_ticket(void **state)
{
	static const char words[] = "grid=40 block=192 data=i32[7680]:zero "
				    "x=i32[1]:zero";

	(void)state;
	assert_int_equal(races_of(TICKET(BARRIER ONE(ADD("x", "agent",
							 "acq_rel")) BARRIER),
				  words),
			 0);
	assert_int_equal(races_of(TICKET(FENCE("agent", "release") BARRIER ONE(
					  ADD("x", "agent", "monotonic") FENCE(
						  "agent", "acquire")) BARRIER),
				  words),
			 0);
	assert_int_equal(races_of(TICKET(ADD("x", "agent", "acq_rel")), words),
			 0);
	assert_int_equal(races_of(TICKET(ADD("x", "agent", "acquire")), words),
			 1);
	assert_int_equal(
		races_of(TICKET(ADD("x", "workgroup", "acq_rel")), words), 1);
}

UNIT_TESTS(sim_orders_test)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_pairs),
		cmocka_unit_test(test_chain),
		cmocka_unit_test(test_ticket),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
