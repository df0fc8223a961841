/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The keys of `export`: what is drawn, how much of it, and how large. */
#include "exporting.h"
#include "prove.h"

#include "reconverge/analysis.h"
#include "reconverge/folding.h"
#include "reconverge/graph.h"
#include "reconverge/look.h"
#include "reconverge/session.h"

#include <stdlib.h>
#include <string.h>

static const char *value_of(const struct cvg_word *word)
{
	return word->text + word->key + 1;
}

static bool take_yes(const struct cvg_word *word, bool *yes,
		     struct cvg_err *err)
{
	*yes = !strcmp(value_of(word), "yes");
	if (*yes || !strcmp(value_of(word), "no"))
		return true;
	return cvg_fail_word(err, word,
			     "export: '%.60s': the value must be yes or no",
			     word->text);
}

/* Regions by their ids, the most boxes, or none. */
static bool take_fold(struct cvg_exporting *request,
		      const struct cvg_word *word, struct cvg_err *err)
{
	struct cvg_ana *ana = cvg_call_ana(request->call);
	const char *at = value_of(word);
	uint64_t most;

	cvg_bits_done(&request->folded);
	request->fold_said = true;
	if (*at >= '0' && *at <= '9') {
		if (!cvg_word_key_number(word, 1, UINT32_MAX, &most, err))
			return false;
		cvg_fold_to(ana, (uint32_t)most, &request->folded);
		return true;
	}
	cvg_bits_init(&request->folded, cvg_ana_regions(ana)->n);
	while (strcmp(at, "none") != 0) {
		size_t n = strcspn(at, ",");
		struct cvg_str id = {0};
		struct cvg_word one = *word;
		uint32_t r = 0;
		bool ok;

		cvg_str_addn(&id, at, n);
		one.text = cvg_str_of(&id);
		ok = cvg_word_region(request->call, &one, &r, err);
		cvg_str_done(&id);
		if (!ok)
			return false;
		cvg_bits_add(&request->folded, r);
		if (!at[n])
			break;
		at += n + 1;
	}
	return true;
}

static bool take_zoom(struct cvg_exporting *request,
		      const struct cvg_word *word, struct cvg_err *err)
{
	static const struct {
		const char *name;
		enum cvg_zoom zoom;
	} zooms[] = {{"names", CVG_ZOOM_NAMES},
		     {"summary", CVG_ZOOM_SUMMARY},
		     {"full", CVG_ZOOM_FULL}};

	for (size_t i = 0; i < sizeof zooms / sizeof *zooms; i++) {
		if (!strcmp(value_of(word), zooms[i].name)) {
			request->in.ask.zoom = zooms[i].zoom;
			return true;
		}
	}
	return cvg_fail_word(
		err, word,
		"export: '%.60s': the value must be names, summary or full",
		word->text);
}

static bool take_since(struct cvg_exporting *request,
		       const struct cvg_word *word, struct cvg_err *err)
{
	struct cvg_word rev = *word;

	request->in.ask.since = CVG_NONE;
	rev.text = value_of(word);
	if (!strcmp(rev.text, "none"))
		return true;
	if (!cvg_word_rev(request->call, &rev, &request->in.ask.since, err))
		return false;
	if (cvg_session_fn(request->call->session, request->in.ask.since,
			   CVG_NONE))
		return true;
	return cvg_fail_word(err, word, "export: P%u has no function @%.300s",
			     request->in.ask.since,
			     cvg_call_fn(request->call)->name);
}

static bool take_warp(struct cvg_exporting *request, enum cvg_exportkey key,
		      const struct cvg_word *word, struct cvg_err *err)
{
	uint64_t n = 0, least = key == CVG_KEY_COUNT;
	uint64_t most = key == CVG_KEY_WARP || key == CVG_KEY_COUNT
				? UINT32_MAX
				: UINT64_MAX;

	if (!cvg_word_key_number(word, least, most, &n, err))
		return false;
	if (key == CVG_KEY_BLOCK)
		request->trace.block = n;
	else if (key == CVG_KEY_WARP)
		request->trace.warp = (uint32_t)n;
	else if (key == CVG_KEY_FROM)
		request->trace.from = n;
	else
		request->trace.limit = (uint32_t)n;
	return true;
}

/* "84mm", "240pt" or "3.3in" as points; "6pt" of text likewise. */
static bool take_length(const struct cvg_word *word, double *points,
			struct cvg_err *err)
{
	static const struct {
		const char *name;
		double points;
	} units[] = {
		{"pt", 1}, {"mm", 72 / 25.4}, {"cm", 72 / 2.54}, {"in", 72}};
	char *end;
	double number = strtod(value_of(word), &end);

	for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
		*points = number * units[i].points;
		if (!strcmp(end, units[i].name) && *points >= 1 &&
		    *points <= 14400)
			return true;
	}
	return cvg_fail_word(err, word,
			     "export: '%.60s': the value must be a length of 1 "
			     "to 14400 pt, as 84mm, 240pt or 3.3in",
			     word->text);
}

static bool take_regions(struct cvg_exporting *request,
			 const struct cvg_word *word, struct cvg_err *err)
{
	bool framed = true;

	if (!take_yes(word, &framed, err))
		return false;
	request->in.ask.unframed = !framed;
	request->in.print.fixed |= CVG_FIXED_REGIONS;
	return true;
}

/* as=svg: the format of a file that is standard output. */
static bool take_as(struct cvg_exporting *request, const struct cvg_word *word,
		    struct cvg_err *err)
{
	for (uint32_t i = 0; i < cvg_nexports(); i++) {
		if (!strcmp(value_of(word), cvg_export_at(i)->suffix + 1)) {
			request->format = cvg_export_at(i);
			return true;
		}
	}
	return cvg_fail_word(err, word,
			     "export: '%.60s': there is no such format",
			     word->text);
}

static bool take_color(struct cvg_exporting *request,
		       const struct cvg_word *word, struct cvg_err *err)
{
	bool color = true;

	if (!take_yes(word, &color, err))
		return false;
	request->in.print.grey = !color;
	return true;
}

static bool take_value(struct cvg_exporting *request, enum cvg_exportkey key,
		       const struct cvg_word *word, struct cvg_err *err)
{
	switch (key) {
	case CVG_KEY_FOLD:
		request->in.print.fixed |= CVG_FIXED_FOLD;
		return take_fold(request, word, err);
	case CVG_KEY_ZOOM:
		request->in.print.fixed |= CVG_FIXED_ZOOM;
		return take_zoom(request, word, err);
	case CVG_KEY_SINCE:
		return take_since(request, word, err);
	case CVG_KEY_LEGEND:
		request->in.print.fixed |= CVG_FIXED_LEGEND;
		return take_yes(word, &request->in.ask.legend, err);
	case CVG_KEY_CAPTION:
		request->in.print.fixed |= CVG_FIXED_CAPTION;
		return take_yes(word, &request->in.ask.caption, err);
	case CVG_KEY_REGIONS:
		return take_regions(request, word, err);
	case CVG_KEY_WIDTH:
		request->printed = word;
		return take_length(word, &request->in.print.width, err);
	case CVG_KEY_TEXT:
		request->printed = word;
		return take_length(word, &request->in.print.text, err);
	case CVG_KEY_COLOR:
		request->printed = word;
		return take_color(request, word, err);
	case CVG_KEY_AS:
		return take_as(request, word, err);
	case CVG_KEY_BLOCK:
	case CVG_KEY_WARP:
	case CVG_KEY_FROM:
	case CVG_KEY_COUNT:
		if (cvg_what_is_chart(request->in.what)) {
			cvg_push(&request->words, *word);
			return true;
		}
		return take_warp(request, key, word, err);
	case CVG_NKEYS:
		break;
	}
	return false;
}

static bool fail_key(const struct cvg_exporting *request,
		     const struct cvg_word *word, struct cvg_err *err)
{
	struct cvg_str s = {0};
	const char *what = cvg_what_name(request->in.what);

	for (uint32_t i = 0; i < CVG_NKEYS; i++)
		if (cvg_exportkey_of((enum cvg_exportkey)i, request->in.what))
			cvg_str_addf(&s, "%s%s=", s.n ? ", " : "",
				     cvg_exportkey_name((enum cvg_exportkey)i));
	if (s.n)
		cvg_fail_word(err, word, "export: '%s' takes only %s", what,
			      s.at);
	else
		cvg_fail_word(err, word, "export: '%s' takes no %.60s", what,
			      word->text);
	cvg_str_done(&s);
	return false;
}

bool cvg_export_key(struct cvg_exporting *request, const struct cvg_word *word,
		    struct cvg_err *err)
{
	for (uint32_t i = 0; i < CVG_NKEYS; i++) {
		enum cvg_exportkey key = (enum cvg_exportkey)i;

		if (cvg_exportkey_of(key, request->in.what) &&
		    cvg_word_is_key(word, cvg_exportkey_name(key)))
			return take_value(request, key, word, err);
	}
	return fail_key(request, word, err);
}

bool cvg_export_check_print(const struct cvg_exporting *request,
			    struct cvg_err *err)
{
	const struct cvg_print *print = &request->in.print;

	if (request->printed && !cvg_export_draws(request->format))
		return cvg_fail_word(
			err, request->printed,
			"export: '%.60s' is of pictures, and %s is "
			"none",
			request->printed->text, request->format->suffix);
	if (print->text > 0 && print->width == 0)
		return cvg_fail_word(err, request->printed,
				     "export: 'text=' needs 'width='");
	return true;
}
