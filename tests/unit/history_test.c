/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Real phases over the samples: going back and forth shows every revision as
 * it was, and a command repeated from the same revision makes the same code,
 * with blocks of its own numbers.
 */
#include "reconverge/graph.h"
#include "reconverge/session.h"
#include "reconverge/settings.h"

#include "reconverge/phase.h"

#include <glob.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit/unit.h"

#define MAX_REVS 32

static const struct cvg_object nothing = {CVG_OBJ_NONE, 0};

/* What every revision looked like when it was made. */
struct memory {
	char *text[MAX_REVS];
	char *uids[MAX_REVS];
	uint32_t n;
};

/* ---- helpers --------------------------------------------------------- */

static char *text_now(struct cvg_session *s)
{
	char *text;
	struct cvg_err err;

	if (!cvg_session_text(s, CVG_NONE, CVG_NONE, &text, &err))
		fail_msg("%s", err.msg);
	return text;
}

/* "0 1 5<2,3 ": the blocks' numbers, and what they were made from. */
static char *uids_of(const struct cvg_fn *fn)
{
	struct cvg_str s = {0};

	for (uint32_t b = 0; b < fn->nblocks; b++) {
		const struct cvg_block *at = &fn->blocks[b];

		cvg_str_addf(&s, "%u", at->uid);
		for (uint32_t i = 0; i < at->norigins; i++)
			cvg_str_addf(&s, "%c%u", i ? ',' : '<',
				     fn->origins[at->origins_at + i]);
		cvg_str_addc(&s, ' ');
	}
	return cvg_str_take(&s);
}

static void remember(struct memory *m, struct cvg_session *s)
{
	m->text[m->n] = text_now(s);
	m->uids[m->n] = uids_of(cvg_session_fn(s, CVG_NONE, CVG_NONE));
	m->n++;
}

static void forget(struct memory *m)
{
	while (m->n-- > 0) {
		free(m->text[m->n]);
		free(m->uids[m->n]);
	}
}

/* The current revision is what it was. */
static void assert_as_was(const struct memory *m, struct cvg_session *s)
{
	uint32_t at = cvg_session_current(s);
	char *text = text_now(s);
	char *uids = uids_of(cvg_session_fn(s, CVG_NONE, CVG_NONE));

	assert_string_equal(text, m->text[at]);
	assert_string_equal(uids, m->uids[at]);
	free(text);
	free(uids);
}

/* Run a phase; true if it made a revision. */
static bool act(struct cvg_session *s, const char *phase)
{
	const struct cvg_phase *p = cvg_phase_by_name(phase);
	uint32_t n = cvg_session_nrevs(s);
	struct cvg_act a;
	struct cvg_err err;

	assert_non_null(p);
	if (!cvg_session_act(s, p, nothing, NULL, phase, &a, &err))
		fail_msg("%s: %s: %s", cvg_session_path(s), phase, err.msg);
	assert_int_equal(cvg_session_nrevs(s), n + a.changed);
	assert_int_equal(a.rev, cvg_session_current(s));
	cvg_str_done(&a.report);
	return a.changed;
}

/* ---- what is done with each sample ----------------------------------- */

static void run_every_phase(struct cvg_session *s, struct memory *m)
{
	remember(m, s);
	for (uint32_t i = 0; i < cvg_nphases(); i++) {
		uint32_t before = cvg_session_nrevs(s);

		act(s, cvg_phase_at(i)->name);
		if (cvg_session_nrevs(s) > before)
			remember(m, s);
	}
	assert_int_equal(m->n, cvg_session_nrevs(s));
}

static void back_and_forth(struct cvg_session *s, const struct memory *m)
{
	struct cvg_err err;

	for (uint32_t i = 1; i < m->n; i++) {
		assert_true(cvg_session_undo(s, 1, &err));
		assert_as_was(m, s);
	}
	assert_int_equal(cvg_session_current(s), 0);
	assert_true(cvg_session_mark(s, "bottom", &err));
	for (uint32_t i = 1; i < m->n; i++) {
		assert_true(cvg_session_redo(s, 1, &err));
		assert_as_was(m, s);
	}
	assert_int_equal(cvg_session_current(s), m->n - 1);
	assert_false(cvg_session_redo(s, 1, &err));
}

/* No block that is new in b has a number that is new in a. */
static void assert_disjoint(const struct cvg_fn *parent, const struct cvg_fn *a,
			    const struct cvg_fn *b)
{
	for (uint32_t i = 0; i < b->nblocks; i++) {
		uint32_t uid = b->blocks[i].uid;

		if (cvg_block_by_uid(parent, uid) == CVG_NONE)
			assert_int_equal(cvg_block_by_uid(a, uid), CVG_NONE);
	}
}

/* Each command once more from where it was given. */
static void again(struct cvg_session *s, const struct memory *m)
{
	uint32_t n = m->n;

	for (uint32_t i = n - 1; i > 0; i--) {
		const struct cvg_rev *r = cvg_session_rev(s, i);
		char *text;

		assert_true(cvg_session_goto(s, r->parent, NULL));
		assert_true(act(s, r->command));
		text = text_now(s);
		assert_string_equal(text, m->text[i]);
		free(text);
		assert_disjoint(cvg_session_fn(s, r->parent, CVG_NONE),
				cvg_session_fn(s, i, CVG_NONE),
				cvg_session_fn(s, CVG_NONE, CVG_NONE));
		assert_true(cvg_session_goto(s, i, NULL));
		assert_as_was(m, s);
	}
	assert_true(cvg_session_goto(s, 0, NULL));
	assert_string_equal(cvg_session_rev(s, 0)->mark, "bottom");
	assert_as_was(m, s);
}

static void try_sample(const char *path, const char *decide, const char *judge)
{
	struct cvg_session *s = cvg_session_new();
	struct cvg_settings *settings = cvg_session_settings(s);
	struct memory m = {0};
	struct cvg_err err;

	assert_true(cvg_settings_set(settings, "decide", decide, NULL));
	assert_true(cvg_settings_set(settings, "judge", judge, NULL));
	if (!cvg_session_load(s, path, NULL, &err))
		fail_msg("%s", err.msg);
	run_every_phase(s, &m);
	back_and_forth(s, &m);
	again(s, &m);
	forget(&m);
	cvg_session_free(s);
}

/* Every nth sample of the target. */
static void try_samples(const char *target, size_t nth, const char *decide,
			const char *judge)
{
	const char *folder = getenv("SAMPLES");
	struct cvg_str pattern = {0};
	glob_t samples;

	if (!folder)
		SKIP_BECAUSE("SAMPLES is not set");
	cvg_str_addf(&pattern, "%s/*.%s.ll", folder, target);
	assert_int_equal(glob(pattern.at, 0, NULL, &samples), 0);
	assert_true(samples.gl_pathc > 20);
	for (size_t i = 0; i < samples.gl_pathc; i += nth)
		try_sample(samples.gl_pathv[i], decide, judge);
	globfree(&samples);
	cvg_str_done(&pattern);
}

static void amdgcn_samples(void **state)
{
	(void)state;
	try_samples("amdgcn", 1, "static", "table");
}

/* Steps are judged as they are by default, where that is not slow. */
static void nvptx_samples(void **state)
{
	const char *brief = getenv("TEST_BRIEF");

	(void)state;
	try_samples("nvptx64", brief && *brief ? 5 : 1, "measured", "llc");
}

UNIT_TESTS(history_test)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(amdgcn_samples),
		cmocka_unit_test(nvptx_samples),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
