/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Alignments against a search of every possible one, one tile against
 * many, vectors against none, and a few worked by hand.
 */
#include "src/align/private.h"
#include "tests/unit/align_kit.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit/unit.h"

/* ---- looking at alignments ------------------------------------------- */

/* As columns; checks on the way that every element occurs once, in order. */
static void columns_of(const struct sample *s, const struct cvg_alignment *al,
		       char *columns)
{
	uint32_t i = 0, j = 0, matches = 0, k;

	for (k = 0; k < al->n; k++) {
		uint32_t a = al->pair[k].a, b = al->pair[k].b;

		assert_true(a != CVG_NONE || b != CVG_NONE);
		if (a != CVG_NONE)
			assert_int_equal(a, i++);
		if (b != CVG_NONE)
			assert_int_equal(b, j++);
		matches += a != CVG_NONE && b != CVG_NONE;
		columns[k] = a == CVG_NONE ? 'b' : b == CVG_NONE ? 'a' : 'M';
	}
	columns[k] = '\0';
	assert_int_equal(i, s->p.n);
	assert_int_equal(j, s->p.m);
	assert_int_equal(al->nmatches, matches);
}

/* In tiles of that side at least, with vectors and without. */
static void assert_aligns(struct sample *s, enum cvg_align_method method,
			  uint32_t side, const char *columns, int64_t score)
{
	for (int vectors = 0; vectors < 2; vectors++) {
		struct cvg_alignment al;
		char got[2 * MAX + 1];

		cvg_align_tiled(&s->p, method, side, vectors, &al);
		columns_of(s, &al, got);
		assert_string_equal(got, columns);
		assert_int_equal(al.score, score);
		cvg_alignment_done(&al);
	}
}

static void assert_same(struct sample *s, enum cvg_align_method method,
			uint32_t side)
{
	struct cvg_alignment al;
	char columns[2 * MAX + 1];

	cvg_align(&s->p, method, &al);
	columns_of(s, &al, columns);
	assert_aligns(s, method, side, columns, al.score);
	cvg_alignment_done(&al);
}

/* ---- tests ----------------------------------------------------------- */

static void random_against_all(uint64_t seed, uint32_t count, uint32_t longest)
{
	char columns[2 * MAX + 1];
	struct sample s;

	for (uint32_t k = 0; k < count; k++) {
		uint32_t n = random_below(&seed, longest + 1);
		uint32_t m = random_below(&seed, longest + 1);
		int64_t score;

		sample_random(&s, &seed, n, m);
		score = search_all(&s, false, columns);
		assert_aligns(&s, CVG_ALIGN_NW, 1, columns, score);
		assert_aligns(&s, CVG_ALIGN_NW, 2, columns, score);
		assert_aligns(&s, CVG_ALIGN_NW, 100, columns, score);
		score = search_all(&s, true, columns);
		assert_aligns(&s, CVG_ALIGN_SW, 1, columns, score);
		assert_aligns(&s, CVG_ALIGN_SW, 100, columns, score);
	}
}

/* Every alignment of thousands of random problems, many ties in each. */
static void test_best_of_all(void **state)
{
	(void)state;
	random_against_all(1, 6000, 4);
	random_against_all(2, 300, 6);
}

/* Any tiles and one tile: the same columns. */
static void test_tiles_do_not_matter(void **state)
{
	uint64_t seed = 3;
	struct sample *s = calloc(1, sizeof(*s));

	(void)state;
	for (uint32_t k = 0; k < 600; k++) {
		uint32_t n = random_below(&seed, MAX);
		uint32_t m = random_below(&seed, MAX);
		uint32_t side = 1 + random_below(&seed, MAX);

		sample_random(s, &seed, n, m);
		assert_same(s, CVG_ALIGN_NW, side);
		assert_same(s, CVG_ALIGN_SW, side);
	}
	free(s);
}

/* Everything matches at the same score: the longest run of ties there is. */
static void test_all_equal(void **state)
{
	struct sample s;

	(void)state;
	sample_init(&s, 3, 5);
	assert_aligns(&s, CVG_ALIGN_NW, 1, "MMMbb", 0);
	assert_aligns(&s, CVG_ALIGN_SW, 1, "MMMbb", 0);
	sample_init(&s, 5, 3);
	assert_aligns(&s, CVG_ALIGN_NW, 1, "MMMaa", 0);
}

static void test_empty(void **state)
{
	struct sample s;

	(void)state;
	sample_init(&s, 0, 0);
	assert_aligns(&s, CVG_ALIGN_NW, 1, "", 0);
	assert_aligns(&s, CVG_ALIGN_SW, 1, "", 0);
	sample_init(&s, 2, 0);
	s.p.open_plain = 5;
	s.p.open_guarded = 9;
	s.p.extend = 1;
	assert_aligns(&s, CVG_ALIGN_NW, 1, "aa", -7);
	assert_aligns(&s, CVG_ALIGN_SW, 1, "aa", 0);
	s.plain_a[1] = false;
	assert_aligns(&s, CVG_ALIGN_NW, 1, "aa", -11);
	sample_init(&s, 0, 3);
	assert_aligns(&s, CVG_ALIGN_NW, 1, "bbb", 0);
}

/*
 * a: load add store, b: load store. Only the add can be left over. It is
 * plain: 10 + 10 - 1. Were it not, its guard would cost 8: 10 + 10 - 8.
 */
static void test_guard_by_hand(void **state)
{
	struct sample s;
	const int32_t no = CVG_NO_MATCH;
	const int32_t score[] = {10, no, no, no, no, 10};

	(void)state;
	sample_init(&s, 3, 2);
	memcpy(s.score, score, sizeof(score));
	s.p.open_plain = 1;
	s.p.open_guarded = 8;
	assert_aligns(&s, CVG_ALIGN_NW, 1, "MaM", 19);
	s.plain_a[1] = false;
	assert_aligns(&s, CVG_ALIGN_NW, 1, "MaM", 12);
	/* Dearer than the second match: a local alignment stops before. */
	s.p.open_guarded = 11;
	assert_aligns(&s, CVG_ALIGN_NW, 1, "MaM", 9);
	assert_aligns(&s, CVG_ALIGN_SW, 1, "Maab", 10);
}

/* Plain, not plain, plain in a row: one guard around the three. */
static void test_run_guarded_once(void **state)
{
	struct sample s;

	(void)state;
	sample_init(&s, 3, 0);
	s.plain_a[1] = false;
	s.p.open_plain = 2;
	s.p.open_guarded = 7;
	s.p.extend = 1;
	assert_aligns(&s, CVG_ALIGN_NW, 1, "aaa", -10);
	/* Guarding is the cheaper one: then plain runs are guarded too. */
	s.p.open_guarded = 1;
	assert_aligns(&s, CVG_ALIGN_NW, 1, "aaa", -4);
	s.plain_a[1] = true;
	assert_aligns(&s, CVG_ALIGN_NW, 1, "aaa", -4);
}

/* A run of a beside a run of b: each pays its own opening. */
static void test_two_runs(void **state)
{
	struct sample s;

	(void)state;
	sample_init(&s, 2, 2);
	for (int k = 0; k < 4; k++)
		s.score[k] = CVG_NO_MATCH;
	s.p.open_plain = 3;
	s.p.open_guarded = 5;
	s.plain_b[0] = false;
	assert_aligns(&s, CVG_ALIGN_NW, 1, "aabb", -8);
}

static void test_no_plain_callback(void **state)
{
	struct sample s;

	(void)state;
	sample_init(&s, 2, 0);
	s.plain_a[0] = s.plain_a[1] = false;
	s.p.plain_a = s.p.plain_b = NULL;
	s.p.open_plain = 3;
	s.p.open_guarded = 9;
	assert_aligns(&s, CVG_ALIGN_NW, 1, "aa", -3);
}

/* Largest scores there are: sums must not wrap. */
static void test_large_scores(void **state)
{
	struct sample s;

	(void)state;
	sample_init(&s, 64, 64);
	for (uint32_t k = 0; k < 64 * 64; k++)
		s.score[k] = INT32_MAX;
	s.p.open_plain = s.p.open_guarded = s.p.extend = INT32_MAX;
	for (uint32_t side = 10; side < 100; side += 60) {
		struct cvg_alignment al;

		cvg_align_tiled(&s.p, CVG_ALIGN_NW, side, true, &al);
		assert_int_equal(al.nmatches, 64);
		assert_int_equal(al.score, INT64_C(64) * INT32_MAX);
		cvg_alignment_done(&al);
	}
}

/* Few cells are asked for more than once. */
static void test_score_calls(void **state)
{
	uint64_t seed = 4;
	struct sample *s = calloc(1, sizeof(*s));
	struct cvg_alignment al;

	(void)state;
	sample_random(s, &seed, 120, 100);
	s->p.largest = 6;
	cvg_align_tiled(&s->p, CVG_ALIGN_NW, 5, true, &al);
	assert_in_range(s->calls, 120 * 100, 120 * 100 + 45 * 25);
	cvg_alignment_done(&al);
	s->calls = 0;
	cvg_align_tiled(&s->p, CVG_ALIGN_SW, 5, true, &al);
	assert_in_range(s->calls, 120 * 100, 120 * 100 + (45 + 20) * 25);
	cvg_alignment_done(&al);
	free(s);
}

/* ---- the matrix ------------------------------------------------------ */

static int64_t cell_best(const struct cvg_align_cell *c, bool local)
{
	int64_t best = c->match > c->gap_a ? c->match : c->gap_a;

	best = best > c->gap_b ? best : c->gap_b;
	return local && best < 0 ? 0 : best;
}

/* The path is one chain of marked cells, as long as the columns say. */
static void check_path(const struct cvg_align_matrix *mx,
		       const struct cvg_alignment *al, bool local)
{
	uint32_t marked = 0, columns = 0, matches = 0;

	for (uint32_t k = 0; k < mx->rows * mx->cols; k++)
		marked += mx->cell[k].on_path;
	for (uint32_t k = 0; k < al->n; k++) {
		bool match =
			al->pair[k].a != CVG_NONE && al->pair[k].b != CVG_NONE;

		matches += match;
		columns += !local || match ||
			   (matches > 0 && matches < al->nmatches);
	}
	assert_int_equal(marked, local && matches == 0 ? 0 : columns + 1);
}

static void check_matrix(struct sample *s, enum cvg_align_method method)
{
	bool local = method == CVG_ALIGN_SW;
	struct cvg_alignment al;
	struct cvg_align_matrix mx;
	int64_t largest = 0;

	cvg_align(&s->p, method, &al);
	cvg_align_matrix(&s->p, method, &al, &mx);
	assert_int_equal(mx.rows, s->p.n + 1);
	assert_int_equal(mx.cols, s->p.m + 1);
	for (uint32_t k = 0; k < mx.rows * mx.cols; k++) {
		if (k > 0)
			assert_int_equal(mx.cell[k].best,
					 cell_best(&mx.cell[k], local));
		if (mx.cell[k].best > largest)
			largest = mx.cell[k].best;
	}
	assert_int_equal(al.score,
			 local ? largest : mx.cell[mx.rows * mx.cols - 1].best);
	check_path(&mx, &al, local);
	cvg_align_matrix_done(&mx);
	cvg_alignment_done(&al);
}

static void test_matrix(void **state)
{
	uint64_t seed = 5;
	struct sample s;

	(void)state;
	for (uint32_t k = 0; k < 500; k++) {
		sample_random(&s, &seed, random_below(&seed, 9),
			      random_below(&seed, 9));
		check_matrix(&s, CVG_ALIGN_NW);
		check_matrix(&s, CVG_ALIGN_SW);
	}
}

/*
 * Match 2, mismatch -1, gap 2 + 1 an element; a = GAC, b = GC:
 *
 *	      -    G    C
 *	-     0   -3   -4
 *	G    -3    2   -1
 *	A    -4   -1    1
 *	C    -5   -2    1
 */
static void test_matrix_by_hand(void **state)
{
	static const int32_t score[] = {2, -1, -1, -1, -1, 2};
	static const int64_t best[] = {0,  -3, -4, -3, 2,  -1,
				       -4, -1, 1,  -5, -2, 1};
	static const bool path[] = {true,  false, false, false, true,  false,
				    false, true,  false, false, false, true};
	struct cvg_alignment al;
	struct cvg_align_matrix mx;
	struct sample s;

	(void)state;
	sample_init(&s, 3, 2);
	memcpy(s.score, score, sizeof(score));
	s.p.open_plain = s.p.open_guarded = 2;
	s.p.extend = 1;
	cvg_align(&s.p, CVG_ALIGN_NW, &al);
	cvg_align_matrix(&s.p, CVG_ALIGN_NW, &al, &mx);
	for (int k = 0; k < 12; k++) {
		assert_int_equal(mx.cell[k].best, best[k]);
		assert_int_equal(mx.cell[k].on_path, path[k]);
	}
	assert_int_equal(mx.cell[1].match, INT64_MIN);
	assert_int_equal(mx.cell[1].gap_a, INT64_MIN);
	assert_int_equal(mx.cell[1].gap_b, -3);
	cvg_align_matrix_done(&mx);
	cvg_alignment_done(&al);
}

UNIT_TESTS(align_test)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_best_of_all),
		cmocka_unit_test(test_tiles_do_not_matter),
		cmocka_unit_test(test_all_equal),
		cmocka_unit_test(test_empty),
		cmocka_unit_test(test_guard_by_hand),
		cmocka_unit_test(test_run_guarded_once),
		cmocka_unit_test(test_two_runs),
		cmocka_unit_test(test_no_plain_callback),
		cmocka_unit_test(test_large_scores),
		cmocka_unit_test(test_score_calls),
		cmocka_unit_test(test_matrix),
		cmocka_unit_test(test_matrix_by_hand),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
