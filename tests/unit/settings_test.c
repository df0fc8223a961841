/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Settings: every row by name, text there and back, and what is refused. */
#include "reconverge/settings.h"

#include <locale.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "tests/unit/unit.h"

static void refused(const char *name, const char *value, const char *message)
{
	struct cvg_settings s, before;
	struct cvg_err err;

	cvg_settings_init(&s);
	before = s;
	assert_false(cvg_settings_set(&s, name, value, &err));
	assert_string_equal(err.msg, message);
	assert_memory_equal(&s, &before, sizeof s);
}

static void defaults_are_in_range(void **state)
{
	struct cvg_settings s;

	(void)state;
	cvg_settings_init(&s);
	for (unsigned i = 0; i < CVG_NSETTINGS; i++) {
		const struct cvg_setting *row =
			cvg_setting_row((enum cvg_setid)i);

		assert_true(row->name[0] && row->help[0]);
		assert_true(row->low <= row->high);
		assert_true(s.value[i] >= row->low);
		assert_true(s.value[i] <= row->high);
		assert_true((row->kind == CVG_SET_CHOICE) == !!row->choices);
	}
}

/* The text of every default sets the same value again. */
static void text_reads_back(void **state)
{
	struct cvg_settings s, again;
	char buf[64];

	(void)state;
	cvg_settings_init(&s);
	s.value[CVG_SET_THRESHOLD] = 1.0 / 3;
	s.value[CVG_SET_SKIP] = 0.1 + 0.2;
	for (unsigned i = 0; i < CVG_NSETTINGS; i++) {
		enum cvg_setid id = (enum cvg_setid)i;

		cvg_settings_text(&s, id, buf, sizeof buf);
		cvg_settings_init(&again);
		assert_true(cvg_settings_set(&again, cvg_setting_row(id)->name,
					     buf, NULL));
		assert_true(again.value[i] == s.value[i]);
	}
}

static void text_is_short(void **state)
{
	struct cvg_settings s;
	char buf[64];

	(void)state;
	cvg_settings_init(&s);
	cvg_settings_text(&s, CVG_SET_THRESHOLD, buf, sizeof buf);
	assert_string_equal(buf, "0.2");
	cvg_settings_text(&s, CVG_SET_MODE, buf, sizeof buf);
	assert_string_equal(buf, "darm");
	cvg_settings_text(&s, CVG_SET_TIME_LIMIT, buf, sizeof buf);
	assert_string_equal(buf, "60");
}

/* Every word of every choice, and its number back. */
static void choices_by_word(void **state)
{
	struct cvg_settings s;
	char word[64], buf[64];

	(void)state;
	cvg_settings_init(&s);
	for (unsigned i = 0; i < CVG_NSETTINGS; i++) {
		enum cvg_setid id = (enum cvg_setid)i;
		const struct cvg_setting *row = cvg_setting_row(id);
		const char *p = row->choices;

		for (int k = 0; p; k++) {
			size_t n = strcspn(p, "|");

			snprintf(word, sizeof word, "%.*s", (int)n, p);
			assert_true(
				cvg_settings_set(&s, row->name, word, NULL));
			assert_int_equal(cvg_set_int(&s, id), k);
			cvg_settings_text(&s, id, buf, sizeof buf);
			assert_string_equal(buf, word);
			p = p[n] ? p + n + 1 : NULL;
			if (!p)
				assert_int_equal(k, (int)row->high);
		}
	}
}

static void numbers_by_text(void **state)
{
	struct cvg_settings s;

	(void)state;
	cvg_settings_init(&s);
	assert_true(cvg_settings_set(&s, "threshold", "1", NULL));
	assert_true(cvg_set_real(&s, CVG_SET_THRESHOLD) == 1);
	assert_true(cvg_settings_set(&s, "threshold", ".25", NULL));
	assert_true(cvg_set_real(&s, CVG_SET_THRESHOLD) == 0.25);
	assert_true(cvg_settings_set(&s, "threshold", "5e-1", NULL));
	assert_true(cvg_set_real(&s, CVG_SET_THRESHOLD) == 0.5);
	assert_true(cvg_settings_set(&s, "time-limit", "86400", NULL));
	assert_int_equal(cvg_set_int(&s, CVG_SET_TIME_LIMIT), 86400);
}

static void bad_numbers(void **state)
{
	(void)state;
	refused("threshold", "", "threshold: '' is not a number");
	refused("threshold", "0.2x", "threshold: '0.2x' is not a number");
	refused("threshold", "0,2", "threshold: '0,2' is not a number");
	refused("threshold", " 0.2", "threshold: ' 0.2' is not a number");
	refused("threshold", "nan", "threshold: 'nan' is not a number");
	refused("threshold", "0x1p-2", "threshold: '0x1p-2' is not a number");
	refused("threshold", "-", "threshold: '-' is not a number");
	refused("threshold", "1.01",
		"threshold: 1.01 is out of range; it must be from 0 to 1");
	refused("threshold", "1e999",
		"threshold: 1e999 is out of range; it must be from 0 to 1");
	refused("threshold", "-0.1",
		"threshold: -0.1 is out of range; it must be from 0 to 1");
	refused("time-limit", "1.5", "time-limit: '1.5' is not a whole number");
	refused("time-limit", "0",
		"time-limit: 0 is out of range; it must be from 1 to 86400");
	refused("time-limit", "99999999999",
		"time-limit: 99999999999 is out of range; it must be from 1 to "
		"86400");
}

static void bad_words(void **state)
{
	struct cvg_settings s;
	struct cvg_err err;

	(void)state;
	refused("order", "prof",
		"order: 'prof' is not one of profit|program: did you mean "
		"'profit'?");
	refused("order", "", "order: '' is not one of profit|program");
	refused("order", "profit|program",
		"order: 'profit|program' is not one of profit|program");
	cvg_settings_init(&s);
	assert_false(cvg_settings_set(&s, "thresold", "1", &err));
	assert_non_null(strstr(
		err.msg, "no setting 'thresold': did you mean 'threshold'?"));
	assert_false(cvg_settings_set(&s, "nosuch", "1", &err));
	assert_non_null(strstr(
		err.msg,
		"no setting 'nosuch': the settings are threshold, mode, "));
	refused("mode", "drm",
		"mode: 'drm' is not one of darm|cfm|branch-fusion: did you "
		"mean 'darm'?");
}

/* A decimal comma in the user's language changes nothing here. */
static void any_locale(void **state)
{
	struct cvg_settings s;
	char buf[64];

	(void)state;
	if (!setlocale(LC_ALL, "de_DE.UTF-8") && !setlocale(LC_ALL, "de_DE"))
		SKIP_BECAUSE("the locale de_DE is missing "
			     "(Debian package locales-all)");
	cvg_settings_init(&s);
	assert_true(cvg_settings_set(&s, "threshold", "0.5", NULL));
	assert_true(cvg_set_real(&s, CVG_SET_THRESHOLD) == 0.5);
	cvg_settings_text(&s, CVG_SET_THRESHOLD, buf, sizeof buf);
	assert_string_equal(buf, "0.5");
	setlocale(LC_ALL, "C");
}

UNIT_TESTS(settings_test)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(defaults_are_in_range),
		cmocka_unit_test(text_reads_back),
		cmocka_unit_test(text_is_short),
		cmocka_unit_test(choices_by_word),
		cmocka_unit_test(numbers_by_text),
		cmocka_unit_test(bad_numbers),
		cmocka_unit_test(bad_words),
		cmocka_unit_test(any_locale),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
