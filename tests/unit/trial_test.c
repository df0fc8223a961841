/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * A trial shows what the step does: for every sample, phase and region, and for a
 * third of the choices of the settings that a phase reads, the code, the counts and
 * the report of a trial are those of the act that follows.
 */
#include "reconverge/analysis.h"
#include "reconverge/phase.h"
#include "reconverge/session.h"
#include "reconverge/settings.h"

#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit/unit.h"

struct seen {
	struct cvg_session *session;
	char *text;
};

static void look(void *context)
{
	struct seen *seen = context;

	assert_true(cvg_session_text(seen->session, CVG_NONE, CVG_NONE,
				     &seen->text, NULL));
}

/* Do the step after a trial of it, and go back; false if the phase refuses. */
static bool same(struct cvg_session *session, const struct cvg_phase *phase,
		 struct cvg_object object)
{
	struct seen tried = {session, NULL}, done = {session, NULL};
	struct cvg_onlooker onlooker = {look, &tried};
	struct cvg_act a, b;
	struct cvg_err first, err;
	bool ok = cvg_session_try(session, phase, object, NULL, phase->name,
				  &onlooker, &a, &first);

	assert_true(cvg_session_act(session, phase, object, NULL, phase->name,
				    &b, &err) == ok);
	if (!ok) {
		assert_string_equal(first.msg, err.msg);
		return false;
	}
	assert_true(a.changed == b.changed);
	assert_int_equal(a.count, b.count);
	assert_string_equal(cvg_str_of(&a.report), cvg_str_of(&b.report));
	assert_memory_equal(&a.before, &b.before, sizeof a.before);
	assert_memory_equal(&a.score, &b.score, sizeof a.score);
	cvg_str_done(&a.report);
	cvg_str_done(&b.report);
	if (b.changed) {
		look(&done);
		assert_string_equal(tried.text, done.text);
		assert_true(cvg_session_undo(session, 1, &err));
	}
	free(tried.text);
	free(done.text);
	return b.changed;
}

/* The steps that changed something. */
static uint32_t steps_of(struct cvg_session *session)
{
	const struct cvg_regions *regions =
		cvg_ana_regions(cvg_session_ana(session, CVG_NONE, CVG_NONE));
	uint32_t n = 0;

	for (uint32_t p = 0; p < cvg_nphases(); p++) {
		const struct cvg_phase *phase = cvg_phase_at(p);
		struct cvg_object object = {CVG_OBJ_NONE, 0};

		n += same(session, phase, object);
		object.kind = CVG_OBJ_REGION;
		for (uint32_t r = 0;
		     r < regions->n && (phase->takes & CVG_TAKES_REGION); r++) {
			object.id = r;
			n += same(session, phase, object);
		}
	}
	return n;
}

/* The steps of the whole function under each other choice of a setting that the
 * phase reads, a third of those by turns. */
static uint32_t steps_chosen(struct cvg_session *session, uint32_t turn)
{
	struct cvg_settings *settings = cvg_session_settings(session);
	const struct cvg_object all = {CVG_OBJ_NONE, 0};
	uint32_t n = 0;

	for (uint32_t p = 0; p < cvg_nphases(); p++) {
		const struct cvg_phase *phase = cvg_phase_at(p);

		for (unsigned id = 0; id < CVG_NSETTINGS; id++) {
			double usual = settings->value[id];

			if (cvg_setting_row(id)->kind != CVG_SET_CHOICE ||
			    !(phase->reads >> id & 1) || id == CVG_SET_DECIDE ||
			    id == CVG_SET_JUDGE)
				continue;
			for (double v = 0; v <= cvg_setting_row(id)->high;
			     v++) {
				settings->value[id] = v;
				if (v != usual && turn++ % 3 == 0)
					n += same(session, phase, all);
			}
			settings->value[id] = usual;
		}
	}
	return n;
}

static uint32_t steps_decided(const char *path, const char *decide,
			      const char *judge, uint32_t turn)
{
	struct cvg_session *session = cvg_session_new();
	uint32_t n;

	assert_true(cvg_session_load(session, path, NULL, NULL));
	assert_true(cvg_settings_set(cvg_session_settings(session), "decide",
				     decide, NULL));
	assert_true(cvg_settings_set(cvg_session_settings(session), "judge",
				     judge, NULL));
	n = turn == CVG_NONE ? steps_of(session) : steps_chosen(session, turn);
	cvg_session_free(session);
	return n;
}

static void trials_are_what_acts_do(void **state)
{
	const char *folder = getenv("SAMPLES"), *brief = getenv("TEST_BRIEF");
	size_t every = 1;
	char pattern[4096];
	glob_t samples;
	uint32_t n = 0, chosen = 0;

	(void)state;
	if (!folder)
		SKIP_BECAUSE("SAMPLES is not set");
	snprintf(pattern, sizeof pattern, "%s/*.ll", folder);
	assert_int_equal(glob(pattern, 0, NULL, &samples), 0);
	if (brief && *brief)
		every = 7;
	for (size_t i = 0; i < samples.gl_pathc; i += every) {
		const char *path = samples.gl_pathv[i];

		n += steps_decided(path, "static", "table", CVG_NONE);
		chosen += steps_decided(path, "static", "table", (uint32_t)i);
		if (i % 3 == 0)
			n += steps_decided(path, "measured", "llc", CVG_NONE);
	}
	globfree(&samples);
	assert_true(n > 40);
	assert_true(chosen > 20);
}

/* A meld, tried at the divergent branch of the sample: its work. */
static uint64_t work_of_trial(struct cvg_session *session,
			      struct cvg_judged *out)
{
	const struct cvg_phase *phase = cvg_phase_by_name("meld");
	uint64_t before = cvg_work_done();
	struct cvg_act act;
	struct cvg_err err;

	if (!cvg_session_try(session, phase,
			     (struct cvg_object){CVG_OBJ_NONE, 0}, NULL,
			     phase->name, NULL, &act, &err))
		fail_msg("%s", err.msg);
	assert_true(act.changed);
	*out = act.judged;
	cvg_str_done(&act.report);
	return cvg_work_done() - before;
}

/* The runs of the code before the step serve the next trial as well, until the
 * settings or the launch change. */
static void what_was_measured_is_known(void **state)
{
	const char *folder = getenv("SAMPLES");
	struct cvg_session *session = cvg_session_new();
	struct cvg_judged first, again, timed;
	uint64_t work;
	char path[4096];

	(void)state;
	if (!folder)
		SKIP_BECAUSE("SAMPLES is not set");
	snprintf(path, sizeof path, "%s/bitonic_sort.amdgcn.ll", folder);
	assert_true(cvg_session_load(session, path, NULL, NULL));
	assert_true(cvg_settings_set(cvg_session_settings(session), "judge",
				     "table", NULL));
	assert_true(cvg_session_need_profile(session, NULL));
	work = work_of_trial(session, &first);
	assert_true(work_of_trial(session, &again) * 4 < work * 3);
	assert_memory_equal(&first, &again, sizeof first);
	assert_true(cvg_settings_set(cvg_session_settings(session), "timing",
				     "scoreboard", NULL));
	work_of_trial(session, &timed);
	assert_int_equal(timed.kind, CVG_COUNTED_SCOREBOARD);
	assert_true(timed.was != first.was);
	cvg_session_free(session);
}

UNIT_TESTS(trial_test)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_was_measured_is_known),
		cmocka_unit_test(trials_are_what_acts_do),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
