/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The rounds of nests of loops that were flattened into one: counted by hand,
 * and estimated from a profile. Threads for the arms of one-armed ifs.
 */
#include "reconverge/analysis.h"
#include "sim_kit.h"

/* Lane t: `outer` times 1 + (t & mask) rounds of b. Blocks entry a b tail out:
 * 0 to 4; a has one more round for lanes of 16 and more if `far`. */
#define NEST(mask, far)                                         \
	KERNEL("ptr addrspace(1) %out, i32 %outer",             \
	       "  %n = and i32 %tid, " mask "\n"                \
	       "  %far = icmp uge i32 %tid, " far "\n"          \
	       "  %extra = zext i1 %far to i32\n"               \
	       "  %rounds = add i32 %outer, %extra\n"           \
	       "  br label %a\n"                                \
	       "a:\n"                                           \
	       "  %i = phi i32 [ 0, %entry ], [ %i1, %tail ]\n" \
	       "  br label %b\n"                                \
	       "b:\n"                                           \
	       "  %j = phi i32 [ 0, %a ], [ %j1, %b ]\n"        \
	       "  %j1 = add i32 %j, 1\n"                        \
	       "  %more = icmp ule i32 %j1, %n\n"               \
	       "  br i1 %more, label %b, label %tail\n"         \
	       "tail:\n"                                        \
	       "  %i1 = add i32 %i, 1\n"                        \
	       "  %again = icmp ult i32 %i1, %rounds\n"         \
	       "  br i1 %again, label %a, label %out1\n"        \
	       "out1:\n" STORE_OUT("%i1"))

struct seen {
	struct ran r;
	struct cvg_ana *ana;
	struct cvg_nestruns nests;
};

static void see(struct seen *s, const char *text, const char *words)
{
	ready(&s->r, text, words);
	s->ana = cvg_ana_new(s->r.p->fns[0].fn);
	cvg_nestruns_init(&s->nests, cvg_ana_loops(s->ana));
	s->r.options.nests = &s->nests;
	go(&s->r);
	assert_int_equal(s->r.result.fault.kind, CVG_F_NONE);
}

static void seen_done(struct seen *s)
{
	cvg_nestruns_done(&s->nests);
	cvg_ana_free(s->ana);
	ran_done(&s->r);
}

static uint64_t runs(const struct seen *s, uint32_t nest, uint32_t block)
{
	const struct cvg_loops *ls = s->nests.loops;
	const struct cvg_loop *l = &ls->loop[s->nests.at[nest].loop];

	for (uint32_t k = 0; k < l->nblocks; k++)
		if (ls->blocks[l->blocks_at + k] == block)
			return s->nests.at[nest].runs[k];
	fail_msg("block %u is not in the nest", block);
	return 0;
}

/* Lanes of one round of b a round of a are there in rounds 0 1 2, those of
 * four in 0 4 8; the first leave b in these, the others in 3 7 11. */
static void two_lengths(void **state)
{
	struct seen s;

	(void)state;
	see(&s, NEST("3", "99"), OUT64 " outer=3");
	assert_int_equal(s.nests.n, 1);
	/* of n & 3: 1, 2, 3 and 4 rounds of b */
	assert_int_equal(s.nests.at[0].rounds, 12);
	assert_int_equal(runs(&s, 0, 2), 12);
	/* 0 1 2, 0 2 4, 0 3 6, 0 4 8 */
	assert_int_equal(runs(&s, 0, 1), 7);
	/* 0 1 2, 1 3 5, 2 5 8, 3 7 11 */
	assert_int_equal(runs(&s, 0, 3), 8);
	seen_done(&s);
}

/* The example of sim/rounds.c: even lanes have one round of b a round of a, odd
 * lanes two. */
static void banner_example(void **state)
{
	struct seen s;

	(void)state;
	see(&s, NEST("1", "99"), OUT64 " outer=2");
	assert_int_equal(s.nests.at[0].rounds, 4);
	assert_int_equal(runs(&s, 0, 1), 3); /* 0 1, 0 2 */
	assert_int_equal(runs(&s, 0, 2), 4); /* 0 1, 0 1 2 3 */
	seen_done(&s);
}

/* All alike: as it was. Every warp counts. */
static void in_step(void **state)
{
	struct seen s;

	(void)state;
	see(&s, NEST("0", "99"), "grid=3 block=64 out=i32[192]:zero outer=5");
	assert_int_equal(s.nests.at[0].rounds, 15);
	assert_int_equal(runs(&s, 0, 1), 15);
	assert_int_equal(runs(&s, 0, 2), 15);
	assert_int_equal(runs(&s, 0, 3), 15);
	seen_done(&s);
}

/* Who goes on alone runs all of it alone. */
static void one_more(void **state)
{
	struct seen s;

	(void)state;
	see(&s, NEST("1", "63"), OUT64 " outer=2");
	assert_int_equal(s.nests.at[0].rounds, 6);
	assert_int_equal(runs(&s, 0, 2), 6);
	assert_int_equal(runs(&s, 0, 1), 4); /* 0 1, 0 2 4 */
	seen_done(&s);
}

/* The nest is begun anew by an outermost loop, which it is a nest in, too. */
static void nested(void **state)
{
	struct seen s;

	(void)state;
	see(&s,
	    KERNEL("ptr addrspace(1) %out",
		   "  %n = and i32 %tid, 1\n"
		   "  br label %o\n"
		   "o:\n"
		   "  %k = phi i32 [ 0, %entry ], [ %k1, %ot ]\n"
		   "  br label %a\n"
		   "a:\n"
		   "  %i = phi i32 [ 0, %o ], [ %i1, %at1 ]\n"
		   "  br label %b\n"
		   "b:\n"
		   "  %j = phi i32 [ 0, %a ], [ %j1, %b ]\n"
		   "  %j1 = add i32 %j, 1\n"
		   "  %more = icmp ule i32 %j1, %n\n"
		   "  br i1 %more, label %b, label %at1\n"
		   "at1:\n"
		   "  %i1 = add i32 %i, 1\n"
		   "  %again = icmp ult i32 %i1, 2\n"
		   "  br i1 %again, label %a, label %ot\n"
		   "ot:\n"
		   "  %k1 = add i32 %k, 1\n"
		   "  %on = icmp ult i32 %k1, 3\n"
		   "  br i1 %on, label %o, label %out1\n"
		   "out1:\n" STORE_OUT("%k1")),
	    OUT64);
	assert_int_equal(s.nests.n, 2);
	/* A lane needs 2 or 4 rounds each time: apart, they go on at once. */
	assert_int_equal(s.nests.at[0].rounds, 12);
	/* 0 2 4, 0 4 8 */
	assert_int_equal(runs(&s, 0, 1), 4);
	/* Together they begin each time. */
	assert_int_equal(s.nests.at[1].rounds, 12);
	/* 0 1, 0 2, three times */
	assert_int_equal(runs(&s, 1, 2), 9);
	seen_done(&s);
}

/* ---- one-armed ifs (sim/ifs.c) ------------------------------------------ */

/* Lanes of which the low bits of t & 3 are `first` take a, those of `second`
 * take b. Blocks entry a j b x: 0 to 4. */
#define IFS(first, second)                                 \
	KERNEL("ptr addrspace(1) %out",                    \
	       "  %t = and i32 %tid, 3\n"                  \
	       "  %p = icmp ult i32 %t, " first "\n"       \
	       "  br i1 %p, label %a, label %j\n"          \
	       "a:\n"                                      \
	       "  br label %j\n"                           \
	       "j:\n"                                      \
	       "  %v = phi i32 [ 1, %a ], [ 2, %entry ]\n" \
	       "  %u = sub i32 %t, 1\n"                    \
	       "  %q = icmp ult i32 %u, " second "\n"      \
	       "  br i1 %q, label %b, label %x\n"          \
	       "b:\n"                                      \
	       "  br label %x\n"                           \
	       "x:\n"                                      \
	       "  %w = phi i32 [ 3, %b ], [ %v, %j ]\n" STORE_OUT("%w"))

static void see_ifs(const char *text, uint64_t both, uint64_t again)
{
	struct cvg_ifrun run = {{0, 2}, {1, 3}, 0, 0};
	struct cvg_nestruns nests = {.nifs = 1, .ifs = &run};
	struct ran r;

	ready(&r, text, "grid=3 block=64 out=i32[192]:zero");
	r.options.nests = &nests;
	go(&r);
	assert_int_equal(r.result.fault.kind, CVG_F_NONE);
	assert_int_equal(run.both, both);
	assert_int_equal(run.again, again);
	ran_done(&r);
}

static void one_armed_ifs(void **state)
{
	(void)state;
	/* The banner's example: lanes 0 and 1, then 1 and 2; three warps. */
	see_ifs(IFS("2", "2"), 3, 3);
	/* Lane 0, then 1 and 2: none wants both. */
	see_ifs(IFS("1", "2"), 3, 0);
	/* Lanes 0 to 2, then 1 and 2: none wants the second alone. */
	see_ifs(IFS("3", "2"), 0, 0);
	/* No lane wants the first, or the second. */
	see_ifs(IFS("0", "2"), 0, 0);
	see_ifs(IFS("2", "0"), 0, 0);
}

UNIT_TESTS(rounds_test)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(two_lengths), cmocka_unit_test(banner_example),
		cmocka_unit_test(in_step),     cmocka_unit_test(one_more),
		cmocka_unit_test(nested),      cmocka_unit_test(one_armed_ifs),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
