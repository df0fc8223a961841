/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Settings by name and as text. Numbers are read and written as in the C
 * locale, because a script must mean the same in every locale of the user.
 */
#include "reconverge/settings.h"

#include "reconverge/cost.h"

#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_CHOICES 16 /* of a setting */

static const struct cvg_setting rows[CVG_NSETTINGS] = {
#define SETTING(id_, name_, kind_, value_, low_, high_, choices_, help_) \
	[CVG_SET_##id_] = {                                              \
		.name = name_,                                           \
		.kind = kind_,                                           \
		.value = value_,                                         \
		.low = low_,                                             \
		.high = high_,                                           \
		.choices = choices_,                                     \
		.help = help_,                                           \
	},
#include "reconverge/settings.def"
#undef SETTING
};

const struct cvg_setting *cvg_setting_row(enum cvg_setid id)
{
	return &rows[id];
}

void cvg_settings_init(struct cvg_settings *s)
{
	for (unsigned i = 0; i < CVG_NSETTINGS; i++)
		s->value[i] = rows[i].value;
	s->costs = NULL;
	s->profile = NULL;
	s->rejects = NULL;
}

/* ---- text to value --------------------------------------------------- */

static bool unknown(const char *name, struct cvg_err *err)
{
	const char *names[CVG_NSETTINGS], *near;
	struct cvg_str s = {0};

	for (unsigned i = 0; i < CVG_NSETTINGS; i++)
		names[i] = rows[i].name;
	near = cvg_nearest(name, names, CVG_NSETTINGS);
	if (near)
		return cvg_fail(err, "no setting '%s': did you mean '%s'?",
				name, near);
	for (unsigned i = 0; i < CVG_NSETTINGS; i++)
		cvg_str_addf(&s, "%s%s", i ? ", " : "", rows[i].name);
	cvg_fail(err, "no setting '%s': the settings are %s", name,
		 cvg_str_of(&s));
	cvg_str_done(&s);
	return false;
}

/* None of the choices, which are separated by bars. */
static bool unknown_choice(const struct cvg_setting *row, const char *text,
			   struct cvg_err *err)
{
	const char *names[MOST_CHOICES], *near;
	char *copy = cvg_strdup(row->choices), *rest = copy;
	size_t n = 0;

	while (rest && n < MOST_CHOICES)
		names[n++] = strsep(&rest, "|");
	near = cvg_nearest(text, names, n);
	if (near)
		cvg_fail(err, "%s: '%s' is not one of %s: did you mean '%s'?",
			 row->name, text, row->choices, near);
	else
		cvg_fail(err, "%s: '%s' is not one of %s", row->name, text,
			 row->choices);
	free(copy);
	return false;
}

static bool set_choice(const struct cvg_setting *row, const char *text,
		       double *out, struct cvg_err *err)
{
	size_t n = strlen(text);
	int index = 0;

	for (const char *p = row->choices;; index++) {
		size_t len = strcspn(p, "|");

		if (len == n && !memcmp(p, text, n)) {
			*out = index;
			return true;
		}
		if (!p[len])
			break;
		p += len + 1;
	}
	return unknown_choice(row, text, err);
}

/* Read a text that is one decimal number and nothing else. */
static bool read_number(const char *text, double *out)
{
	locale_t c, old;
	char *end;

	if (!*text || text[strspn(text, "0123456789+-.eE")])
		return false;
	c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
	if (!c)
		cvg_die("out of memory");
	old = uselocale(c);
	*out = strtod(text, &end);
	uselocale(old);
	freelocale(c);
	return !*end;
}

/* Write v with the fewest digits that read back as the same number. */
static void real_text(double v, char *buf, size_t n)
{
	locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
	locale_t old;

	if (!c)
		cvg_die("out of memory");
	old = uselocale(c);
	for (int digits = 6; digits <= 17; digits++) {
		snprintf(buf, n, "%.*g", digits, v);
		if (strtod(buf, NULL) == v)
			break;
	}
	uselocale(old);
	freelocale(c);
}

static bool set_number(const struct cvg_setting *row, const char *text,
		       double *out, struct cvg_err *err)
{
	bool whole = row->kind == CVG_SET_INT;
	char low[32], high[32];
	double v;

	if (!read_number(text, &v))
		return cvg_fail(err, "%s: '%s' is not a %s", row->name, text,
				whole ? "whole number" : "number");
	if (v < row->low || v > row->high) {
		real_text(row->low, low, sizeof low);
		real_text(row->high, high, sizeof high);
		return cvg_fail(
			err, "%s: %s is out of range; it must be from %s to %s",
			row->name, text, low, high);
	}
	if (whole && v != (double)(int64_t)v)
		return cvg_fail(err, "%s: '%s' is not a whole number",
				row->name, text);
	*out = v + 0.0; /* turns -0 into 0 */
	return true;
}

int cvg_setting_named(const char *name, size_t n)
{
	for (int i = 0; i < CVG_NSETTINGS; i++)
		if (strlen(rows[i].name) == n &&
		    !strncmp(rows[i].name, name, n))
			return i;
	return -1;
}

bool cvg_settings_set(struct cvg_settings *s, const char *name,
		      const char *value, struct cvg_err *err)
{
	int i = cvg_setting_named(name, strlen(name));

	if (i < 0)
		return unknown(name, err);
	if (rows[i].kind == CVG_SET_FILE) {
		if (*value)
			return cvg_fail(err,
					"%s: only the command set reads a file",
					rows[i].name);
		cvg_settings_costs(s, NULL, 0);
		return true;
	}
	if (rows[i].kind == CVG_SET_CHOICE)
		return set_choice(&rows[i], value, &s->value[i], err);
	return set_number(&rows[i], value, &s->value[i], err);
}

bool cvg_settings_costs(struct cvg_settings *s, const struct cvg_costs *costs,
			uint32_t number)
{
	bool changed = s->costs != costs;

	s->costs = costs;
	s->value[CVG_SET_COSTS] = costs ? number : 0;
	return changed;
}

/* ---- value to text --------------------------------------------------- */

const char *cvg_settings_file(const struct cvg_settings *s, enum cvg_setid id)
{
	return id == CVG_SET_COSTS && s->costs ? s->costs->file : "";
}

static void choice_text(const struct cvg_setting *row, int index, char *buf,
			size_t n)
{
	const char *p = row->choices;

	while (index-- > 0)
		p += strcspn(p, "|") + 1;
	snprintf(buf, n, "%.*s", (int)strcspn(p, "|"), p);
}

void cvg_settings_text(const struct cvg_settings *s, enum cvg_setid id,
		       char *buf, size_t n)
{
	const struct cvg_setting *row = &rows[id];

	switch (row->kind) {
	case CVG_SET_CHOICE:
		choice_text(row, cvg_set_int(s, id), buf, n);
		break;
	case CVG_SET_INT:
		snprintf(buf, n, "%.0f", cvg_set_real(s, id));
		break;
	case CVG_SET_REAL:
		real_text(s->value[id], buf, n);
		break;
	case CVG_SET_FILE:
		snprintf(buf, n, "%s", cvg_settings_file(s, id));
		break;
	}
}
