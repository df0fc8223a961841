/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Settings, which `set NAME=VALUE` changes. Each is a row of settings.def, from
 * which help, completion, `show settings` and the manual are made.
 */
#ifndef RECONVERGE_SETTINGS_H
#define RECONVERGE_SETTINGS_H

#include "reconverge/base.h"

enum cvg_setid {
#define SETTING(id, name, kind, value, low, high, choices, help) CVG_SET_##id,
#include "reconverge/settings.def"
#undef SETTING
	CVG_NSETTINGS
};

enum cvg_setkind {
	CVG_SET_REAL,
	CVG_SET_INT,
	CVG_SET_CHOICE, /* a word; the value is its index in the choices */
	CVG_SET_FILE,	/* the name of a file that the session reads; the value
			   is the number of its contents; 0: none */
};

/* The values of the settings that are words, each enum in the order of the
 * words in its row. */
enum cvg_mode { CVG_MODE_DARM, CVG_MODE_CFM, CVG_MODE_BRANCH_FUSION };
enum cvg_pairing { CVG_PAIRING_ALIGNMENT, CVG_PAIRING_GREEDY };
enum cvg_unpredicate {
	CVG_UNPREDICATE_PROFIT,
	CVG_UNPREDICATE_ALWAYS,
	CVG_UNPREDICATE_NEVER
};
enum cvg_linearize {
	CVG_LINEARIZE_UNSTRUCTURED,
	CVG_LINEARIZE_INTERLEAVE,
	CVG_LINEARIZE_LOOPS,
	CVG_LINEARIZE_DEPTH,
	CVG_LINEARIZE_ALL
};
enum cvg_prove_when { CVG_PROVE_NO, CVG_PROVE_YES };
enum cvg_steps { CVG_STEPS_FINE, CVG_STEPS_WHOLE };
enum cvg_decide { CVG_DECIDE_STATIC, CVG_DECIDE_MEASURED };
enum cvg_judge_by { CVG_JUDGE_TABLE, CVG_JUDGE_LLC, CVG_JUDGE_MACHINE };
enum cvg_lin_when { CVG_LIN_PROFIT, CVG_LIN_ALWAYS };
enum cvg_fuse_when { CVG_FUSE_PROFIT, CVG_FUSE_ALWAYS };
enum cvg_delay_when { CVG_DELAY_PROFIT, CVG_DELAY_ALWAYS };
enum cvg_shifts { CVG_SHIFTS_IR, CVG_SHIFTS_TARGET };
enum cvg_overflow { CVG_OVERFLOW_IR, CVG_OVERFLOW_WRAP };
enum cvg_timing { CVG_TIMING_LATENCY, CVG_TIMING_SCOREBOARD };
enum cvg_prices { CVG_PRICES_TABLE, CVG_PRICES_MACHINE };
enum cvg_latencies { CVG_LATENCIES_TARGET, CVG_LATENCIES_GTX480 };
enum cvg_scheduling { CVG_SCHEDULING_DYNAMIC, CVG_SCHEDULING_STATIC };
enum cvg_order_by { CVG_ORDER_PROFIT, CVG_ORDER_PROGRAM };
enum cvg_fold { CVG_FOLD_YES, CVG_FOLD_NO };
enum cvg_sort { CVG_SORT_NET, CVG_SORT_ORDER, CVG_SORT_KIND, CVG_NSORTS };

enum cvg_sources { CVG_SOURCES_NEAR, CVG_SOURCES_ANY };
enum cvg_layouts { CVG_LAYOUT_ROWS, CVG_LAYOUT_DOT };
enum cvg_glyphset { CVG_GLYPHS_AUTO, CVG_GLYPHS_UNICODE, CVG_GLYPHS_ASCII };
enum cvg_background {
	CVG_BACKGROUND_AUTO,
	CVG_BACKGROUND_DARK,
	CVG_BACKGROUND_LIGHT
};
enum cvg_mouseset { CVG_MOUSE_ON, CVG_MOUSE_OFF };

struct cvg_setting {
	const char *name;
	enum cvg_setkind kind;
	double value, low, high; /* default and range */
	const char *choices;	 /* "profit|program"; NULL: not a CHOICE */
	const char *help;
};

struct cvg_costs;
struct cvg_profile;
struct cvg_rejects;

struct cvg_settings {
	double value[CVG_NSETTINGS];
	/* The prices of the file that CVG_SET_COSTS names, by which all
	 * snapshots of the session are priced; NULL: costs.def. Borrowed from
	 * the session. */
	const struct cvg_costs *costs;
	/* Measurements by the simulator of the function that is planned (see
	 * plan.h), or NULL. Borrowed. It has no name for `set`, but every
	 * function that takes settings needs it as well. */
	const struct cvg_profile *profile;
	/* What the user rejected in that function, or NULL. Borrowed. */
	const struct cvg_rejects *rejects;
};

const struct cvg_setting *cvg_setting_row(enum cvg_setid id);
/* The id of the setting whose name is the first n bytes; -1: there is none. */
int cvg_setting_named(const char *name, size_t n);
void cvg_settings_init(struct cvg_settings *s); /* to the defaults */
/* Set a setting, given its name and its value as text. On failure `err` names
 * the unknown setting or the values that are allowed. */
bool cvg_settings_set(struct cvg_settings *s, const char *name,
		      const char *value, struct cvg_err *err);
/* Write the value of a setting, as `set` reads it, to the n bytes at buf. */
void cvg_settings_text(const struct cvg_settings *s, enum cvg_setid id,
		       char *buf, size_t n);

/* The name of the file that a setting of that kind has, or "". */
const char *cvg_settings_file(const struct cvg_settings *s, enum cvg_setid id);
/* Let the setting `costs` be these, which are borrowed, and of which the session
 * has that number; NULL: costs.def. Was it something else? */
bool cvg_settings_costs(struct cvg_settings *s, const struct cvg_costs *costs,
			uint32_t number);

static inline double cvg_set_real(const struct cvg_settings *s,
				  enum cvg_setid id)
{
	return s->value[id];
}

static inline int cvg_set_int(const struct cvg_settings *s, enum cvg_setid id)
{
	return (int)s->value[id];
}

#endif
