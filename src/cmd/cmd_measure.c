/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Running revisions on a GPU, and telling their times. */
#include "prove.h"

#include "reconverge/graph.h"
#include "reconverge/measure.h"
#include "reconverge/session.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- words ----------------------------------------------------------- */

struct asked {
	struct cvg_measure_ask ask;
	cvg_vec(uint32_t) revs;
};

static bool number_word(const struct cvg_word *word, struct asked *asked,
			struct cvg_err *err)
{
	static const struct {
		const char *key;
		uint64_t least, most;
		size_t at;
	} numbers[] = {
		{"reps", 1, 1000, offsetof(struct cvg_measure_ask, reps)},
		{"warmups", 1, 1000, offsetof(struct cvg_measure_ask, warmups)},
		{"scale", 1, 1000000, offsetof(struct cvg_measure_ask, scale)},
		{"device", 0, 1000, offsetof(struct cvg_measure_ask, ordinal)},
	};
	uint64_t n;

	for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
		if (!cvg_word_is_key(word, numbers[i].key))
			continue;
		if (!cvg_word_key_number(word, numbers[i].least,
					 numbers[i].most, &n, err))
			return false;
		*(uint32_t *)(void *)((char *)&asked->ask + numbers[i].at) =
			(uint32_t)n;
		return true;
	}
	return cvg_fail_word(err, word,
			     "measure: expected a revision, reps=, warmups=, "
			     "scale=, device=, limit=, code= or keep=, not "
			     "'%.60s'",
			     word->text);
}

static bool take_word(struct cvg_call *call, uint32_t i, struct asked *asked,
		      struct cvg_err *err)
{
	const struct cvg_word *word = &call->arg[i];
	uint64_t n;
	uint32_t rev;

	if (!word->key) {
		if (!cvg_word_rev(call, word, &rev, err))
			return false;
		cvg_push(&asked->revs, rev);
		return true;
	}
	if (cvg_word_is_code(word))
		return cvg_word_code(word, &asked->ask.portable,
				     &asked->ask.keep, err);
	if (!cvg_word_is_key(word, "limit"))
		return number_word(word, asked, err);
	if (!cvg_word_key_number(word, 1, 100000, &n, err))
		return false;
	asked->ask.limit = (double)n;
	return true;
}

/* Without a revision, those are compared that a session is about. */
static bool take_words(struct cvg_call *call, struct asked *asked,
		       struct cvg_err *err)
{
	uint32_t current = cvg_session_current(call->session), first = 0;

	for (uint32_t i = 0; i < call->nargs; i++)
		if (!take_word(call, i, asked, err))
			return false;
	if (!asked->revs.n) {
		cvg_push(&asked->revs, first);
		if (current != first)
			cvg_push(&asked->revs, current);
	}
	asked->ask.revs = asked->revs.at;
	asked->ask.n = (uint32_t)asked->revs.n;
	return true;
}

/* ---- telling --------------------------------------------------------- */

struct line {
	uint32_t revision;
	double min, median, low, high;
	double ratio, ratio_low, ratio_high;
	const char *simulator, *first, *difference, *failed, *code;
	bool pays;
};

static const struct cvg_column columns[] = {
	{CVG_COLUMN(struct line, revision), .letter = 'P', .title = ""},
	{CVG_COLUMN(struct line, min), .title = "least us",
	 .unit = CVG_UNIT_MICROSECONDS},
	{CVG_COLUMN(struct line, median), .unit = CVG_UNIT_MICROSECONDS},
	{CVG_COLUMN_OF("lower_quartile", struct line, low), .title = "25 %",
	 .unit = CVG_UNIT_MICROSECONDS},
	{CVG_COLUMN_OF("upper_quartile", struct line, high), .title = "75 %",
	 .unit = CVG_UNIT_MICROSECONDS},
	{CVG_COLUMN(struct line, ratio), .unit = CVG_UNIT_FACTOR},
	{CVG_COLUMN(struct line, ratio_low), .title = "from",
	 .unit = CVG_UNIT_FACTOR},
	{CVG_COLUMN(struct line, ratio_high), .title = "to",
	 .unit = CVG_UNIT_FACTOR},
	{CVG_COLUMN(struct line, simulator), .title = "as simulated"},
	{CVG_COLUMN(struct line, first), .title = "as the first"},
	{CVG_COLUMN(struct line, code)},
	{CVG_COLUMN(struct line, pays), .use = CVG_COLUMN_JSON},
	{CVG_COLUMN(struct line, difference), .use = CVG_COLUMN_JSON},
	{CVG_COLUMN(struct line, failed), .use = CVG_COLUMN_JSON},
};

static void add_line(struct cvg_table *table,
		     const struct cvg_measured *measured)
{
	struct line line = {.revision = measured->rev,
			    .min = NAN,
			    .median = NAN,
			    .low = NAN,
			    .high = NAN,
			    .ratio = measured->ratio.at,
			    .ratio_low = measured->ratio.low,
			    .ratio_high = measured->ratio.high,
			    .simulator = cvg_leaves_name(measured->simulator),
			    .first = cvg_leaves_name(measured->first),
			    .code = measured->code,
			    .pays = cvg_measured_pays(measured)};

	if (measured->ran) {
		line.min = measured->us.min;
		line.median = measured->us.median;
		line.low = measured->us.low;
		line.high = measured->us.high;
	} else {
		line.failed = measured->why;
	}
	if (measured->difference[0])
		line.difference = measured->difference;
	cvg_table_add(table, &line);
}

/* A run should take so long that what a launch costs does not count. */
#define SHORT 20 /* microseconds */

static void tell_verdict(struct cvg_call *call,
			 const struct cvg_measured *measured, uint32_t first)
{
	double percent = 100 * (measured->ratio.at - 1);

	if (!measured->ran || measured->difference[0] ||
	    isnan(measured->ratio.low))
		return;
	cvg_str_addf(&call->out, "P%u ", measured->rev);
	if (measured->ratio.low <= 1 && measured->ratio.high >= 1)
		cvg_str_addf(&call->out,
			     "takes as long as P%u, as far as the noise of the "
			     "runs shows\n",
			     first);
	else
		cvg_str_addf(&call->out, "is %.1f %% %s than P%u\n",
			     fabs(percent), percent < 0 ? "faster" : "slower",
			     first);
}

/* Below the table: what failed, what differs, and what the times say. */
static void tell_notes(struct cvg_call *call, const struct cvg_measure *measure)
{
	bool brief = false, near = false;

	for (uint32_t i = 0; i < measure->n; i++) {
		const struct cvg_measured *at = &measure->at[i];

		if (!at->ran)
			cvg_str_addf(&call->out, "P%u failed: %s\n", at->rev,
				     at->why);
		if (at->difference[0])
			cvg_str_addf(&call->out,
				     "P%u leaves another result, %s\n", at->rev,
				     at->difference);
		tell_verdict(call, at, measure->at[0].rev);
		brief |= at->ran && at->us.median < SHORT;
		near |= at->simulator == CVG_LEAVES_NEAR ||
			at->first == CVG_LEAVES_NEAR;
		call->said_no |= !at->ran || at->difference[0];
	}
	if (near)
		cvg_str_add(&call->out,
			    "near: floats agree within 16 units in the last "
			    "place, or a millionth of the largest in the "
			    "buffer\n");
	if (measure->one_order)
		cvg_str_add(&call->out,
			    "what the kernel computes may depend on the order "
			    "of its threads, and results may differ for it\n");
	if (brief)
		cvg_str_addf(&call->out,
			     "a run takes less than %d us: scale=N makes the "
			     "launch N times as large\n",
			     SHORT);
}

static void tell(struct cvg_call *call, const struct cvg_measure *measure)
{
	struct cvg_str device = {0};
	struct cvg_table table;

	cvg_gpu_describe(&device, &measure->device);
	TELL(call,
	     "{function:@} on {-api}{-device}{-cpu}{-driver}{}: "
	     "{-launch}{threads} "
	     "thread(s), {reps} run(s) of each in turns{-scale}{-one_order}"
	     "{-method}\n",
	     CVG_V(cvg_call_fn(call)->name),
	     CVG_V(cvg_gpu_api_name(measure->device.api)),
	     CVG_V(measure->device.name), CVG_V(measure->device.cpu),
	     CVG_V(measure->device.driver), CVG_V(device.at),
	     CVG_V(measure->launch), CVG_V(measure->threads),
	     CVG_V(measure->reps), CVG_V(measure->scale),
	     CVG_V(measure->one_order),
	     CVG_V("Hodges-Lehmann, interval of 95 % by ranks"));
	CVG_TABLE_INIT(&table, struct line, columns);
	for (uint32_t i = 0; i < measure->n; i++)
		add_line(&table, &measure->at[i]);
	cvg_call_table(call, "revisions", &table);
	tell_notes(call, measure);
	cvg_str_done(&device);
}

bool cvg_cmd_measure(struct cvg_call *call, struct cvg_err *err)
{
	struct asked asked = {.ask = {.n = 0}};
	struct cvg_measure measure;
	bool ok = take_words(call, &asked, err) && cvg_prove_launch(call, err);

	if (ok) {
		ok = cvg_session_on_gpu(call->session, &asked.ask, &measure,
					err);
	}
	if (ok) {
		tell(call, &measure);
		cvg_measure_done(&measure);
	}
	free(asked.revs.at);
	return ok;
}
