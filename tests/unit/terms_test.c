/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The glossary: every row can be found, and every glyph has a meaning. */
#include "reconverge/cmd.h"
#include "reconverge/look.h"
#include "reconverge/terms.h"

#include <string.h>

#include "tests/unit/unit.h"

static void every_row_is_found(void **state)
{
	(void)state;
	for (uint32_t i = 0; i < cvg_nglosses(); i++) {
		const struct cvg_gloss *t = cvg_gloss_at(i);

		assert_ptr_equal(cvg_gloss_find(t->name), t);
		assert_true(*t->meaning && *t->where);
		assert_int_not_equal(t->meaning[strlen(t->meaning) - 1], '.');
	}
}

static void numbers_and_capitals(void **state)
{
	(void)state;
	assert_string_equal(cvg_gloss_find("B12")->name, "B0");
	assert_string_equal(cvg_gloss_find("p3")->name, "P0");
	assert_string_equal(cvg_gloss_find("mp_s")->name, "MP_S");
	assert_null(cvg_gloss_find("B"));
	assert_null(cvg_gloss_find("Q7"));
	assert_null(cvg_gloss_find(""));
}

static void glyphs_have_a_meaning(void **state)
{
	(void)state;
	for (int set = CVG_ASCII; set <= CVG_UNICODE; set++) {
		const struct cvg_glyphs *g =
			cvg_glyphs_of((enum cvg_charset)set);
		const char *const mark[] = {g->divergent, g->uniform,
					    g->temporal, g->unstructured,
					    "\u2717"};

		for (size_t i = 0; i < sizeof mark / sizeof *mark; i++)
			assert_non_null(cvg_sign_find(mark[i]));
	}
	assert_null(cvg_sign_find(""));
	assert_null(cvg_sign_find("\u2717 "));
}

/* Every command names terms, and each of them is in the glossary. */
static void commands_name_terms(void **state)
{
	(void)state;
	for (uint32_t i = 0; i < cvg_ncommands(); i++) {
		const char *at = cvg_command_terms(cvg_command_at(i));

		assert_true(*at);
		while (*at) {
			char name[64];
			size_t n = strcspn(at, "|");

			assert_true(n < sizeof name);
			memcpy(name, at, n);
			name[n] = '\0';
			assert_non_null(cvg_gloss_find(name));
			at += n + (at[n] == '|');
		}
	}
}

static void long_lines_are_broken(void **state)
{
	struct cvg_str out = {0};

	(void)state;
	cvg_text_wrap(&out,
		      "short\n  indented words go on below\n"
		      "  name   its text is long\n"
		      "averyverylongword is whole\n\n",
		      20);
	assert_string_equal(out.at, "short\n  indented words go\n  on below\n"
				    "  name   its text is\n         long\n"
				    "averyverylongword is\nwhole\n\n");
	cvg_str_done(&out);
}

UNIT_TESTS(terms_test)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_row_is_found),
		cmocka_unit_test(numbers_and_capitals),
		cmocka_unit_test(glyphs_have_a_meaning),
		cmocka_unit_test(commands_name_terms),
		cmocka_unit_test(long_lines_are_broken),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
