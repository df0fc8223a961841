/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Help, all of it made from the tables. */
#include "call.h"

#include "reconverge/counts.h"
#include "reconverge/export.h"
#include "reconverge/launch.h"
#include "reconverge/look.h"
#include "reconverge/metrics.h"
#include "reconverge/quantity.h"
#include "reconverge/terms.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NAME_WIDTH 12

/* ---- topics ---------------------------------------------------------- */

static void add_setting(struct cvg_str *out, enum cvg_setid id)
{
	const struct cvg_setting *row = cvg_setting_row(id);
	struct cvg_settings all;
	char value[64];

	cvg_settings_init(&all);
	cvg_settings_text(&all, id, value, sizeof value);
	cvg_str_addf(out, "  %s=", row->name);
	if (row->choices)
		cvg_str_add(out, row->choices);
	else if (row->kind == CVG_SET_FILE)
		cvg_str_add(out, "FILE");
	else
		cvg_str_addf(out, "%g..%g", row->low, row->high);
	cvg_str_addf(out, " (default %s)\n      %s\n",
		     row->kind == CVG_SET_FILE ? "none" : value, row->help);
}

static void add_settings(struct cvg_str *out)
{
	cvg_str_add(out, "settings, for 'set NAME=VALUE':\n");
	for (uint32_t i = 0; i < CVG_NSETTINGS; i++)
		add_setting(out, (enum cvg_setid)i);
}

static void add_objects(struct cvg_str *out)
{
	cvg_str_add(out, "objects of the selected function in the "
			 "current revision:\n"
			 "  B12, entry    a block by its number or its label\n"
			 "  %x            a value by its name, or a label\n"
			 "  R3            a region: 'regions' lists them\n"
			 "  L2            a loop: 'loops' lists them\n"
			 "  P4, mark:x    a revision by its number or mark\n"
			 "  @kernel       a function\n");
}

static void add_exports(struct cvg_str *out)
{
	cvg_str_add(out, "exports, for 'export FILE WHAT':\n");
	for (uint32_t i = 0; i < CVG_NWHATS; i++) {
		cvg_str_add(out, "  ");
		cvg_text_pad(out, cvg_what_name((enum cvg_what)i), NAME_WIDTH);
		cvg_str_addf(out, " %s\n", cvg_what_help((enum cvg_what)i));
	}
	cvg_str_add(out, "keys, for KEY=VALUE after these names:\n");
	for (uint32_t i = 0; i < CVG_NKEYS; i++) {
		cvg_str_add(out, "  ");
		cvg_text_pad(out, cvg_exportkey_name((enum cvg_exportkey)i),
			     NAME_WIDTH);
		cvg_str_addf(out, " %s\n",
			     cvg_exportkey_help((enum cvg_exportkey)i));
	}
	cvg_str_add(out, "formats, by the suffix of FILE:\n");
	for (uint32_t i = 0; i < cvg_nexports(); i++) {
		cvg_str_add(out, "  ");
		cvg_text_pad(out, cvg_export_at(i)->suffix, NAME_WIDTH);
		cvg_str_addf(out, " %s\n", cvg_export_at(i)->help);
	}
}

static void add_launches(struct cvg_str *out)
{
	cvg_str_add(out,
		    "launches, for 'launch WORD...', which changes the "
		    "launch:\n"
		    "  grid=X,Y,Z    thread blocks; Y and Z may be left out\n"
		    "  block=X,Y,Z   threads in a block\n"
		    "  shared=N      bytes of dynamic shared memory\n"
		    "  seed=N        the seed of everything random\n"
		    "  ARG=42        a scalar; ARG is the name or the place of "
		    "the parameter\n"
		    "  ARG=i32[1024]:GENERATOR\n"
		    "                a buffer; type and count may be left "
		    "out\n"
		    "generators:\n");
	for (uint32_t i = 0; i < CVG_NGENERATORS; i++) {
		const struct cvg_generator_row *row =
			cvg_generator_row((enum cvg_generator)i);

		cvg_str_add(out, "  ");
		cvg_text_pad(out, row->usage, 22);
		cvg_str_addf(out, " %s\n", row->help);
	}
	cvg_str_add(out, "'launch FILE' reads the same from a JSON file; with "
			 "--json, 'launch' prints one\n");
}

static void add_metrics(struct cvg_str *out)
{
	cvg_str_add(
		out,
		"metrics of a simulated run, for 'metrics' and 'expect':\n");
	for (int i = 0; i < CVG_NMETRICS; i++)
		cvg_add_quantity_help(out, cvg_metric_row((enum cvg_metric)i));
}

static void add_kind(struct cvg_str *out, enum cvg_countkind kind)
{
	cvg_str_addf(out, "  %c ", cvg_countkind_letter(kind));
	cvg_text_pad(out, cvg_countkind_name(kind), NAME_WIDTH);
	cvg_str_addf(out, " %s\n", cvg_countkind_help(kind));
}

/* Where a number comes from, and the letters that tables tell that by. */
static void add_kinds(struct cvg_str *out)
{
	cvg_str_add(out, "kinds:\n");
	for (int i = 0; i < CVG_NCOUNTKINDS; i++)
		add_kind(out, (enum cvg_countkind)i);
}

/* Every number with a name: its unit, its kind, what it counts. */
static void add_counts(struct cvg_str *out)
{
	cvg_str_add(out, "counts, for 'expect':\n");
	for (int i = 0; i < CVG_NCOUNTS; i++)
		cvg_add_quantity_help(out, cvg_count_row((enum cvg_count)i));
	add_metrics(out);
	add_kinds(out);
}

static void add_tour(struct cvg_str *out)
{
	cvg_str_add(out,
		    "The tour takes 90 seconds and is on the screen: open a "
		    "module with 'reconverge FILE', press ':' and type "
		    "'help tour'. Esc ends it.\n");
}

/* ---- terms ----------------------------------------------------------- */

static void add_term(struct cvg_str *out, const struct cvg_gloss *t)
{
	cvg_str_addf(out, "%s\n  ", t->name);
	cvg_gloss_text(out, t);
	cvg_str_addc(out, '\n');
}

static void add_sign(struct cvg_str *out, const struct cvg_sign *s)
{
	cvg_str_addf(out, "%s (%s in ASCII)\n  ", s->unicode, s->ascii);
	cvg_sign_text(out, s);
	cvg_str_addc(out, '\n');
}

static void add_terms(struct cvg_str *out)
{
	for (uint32_t i = 0; i < cvg_nglosses(); i++)
		add_term(out, cvg_gloss_at(i));
	add_kinds(out);
	cvg_str_add(out, "marks:\n");
	for (uint32_t i = 0; i < cvg_nsigns(); i++)
		add_sign(out, cvg_sign_at(i));
}

/* All that is called so: a term, a mark, a kind, a count, a metric, a setting. */
static bool add_named(struct cvg_str *out, const char *name)
{
	const struct cvg_gloss *term = cvg_gloss_find(name);
	const struct cvg_sign *sign = cvg_sign_find(name);
	size_t before = out->n;

	if (term)
		add_term(out, term);
	if (sign)
		add_sign(out, sign);
	for (int i = 0; i < CVG_NCOUNTKINDS; i++)
		if (!strcmp(cvg_countkind_name((enum cvg_countkind)i), name))
			add_kind(out, (enum cvg_countkind)i);
	for (int i = 0; i < CVG_NCOUNTS; i++)
		if (!strcmp(cvg_count_row((enum cvg_count)i)->name, name))
			cvg_add_quantity_help(out,
					      cvg_count_row((enum cvg_count)i));
	for (int i = 0; i < CVG_NMETRICS; i++)
		if (!strcmp(cvg_metric_row((enum cvg_metric)i)->name, name))
			cvg_add_quantity_help(
				out, cvg_metric_row((enum cvg_metric)i));
	for (int i = 0; i < CVG_NSETTINGS; i++)
		if (!strcmp(cvg_setting_row((enum cvg_setid)i)->name, name))
			add_setting(out, (enum cvg_setid)i);
	return out->n > before;
}

struct topic {
	const char *name;
	void (*add)(struct cvg_str *out);
};

static const struct topic topics[] = {
	{.name = "settings", .add = add_settings},
	{.name = "objects", .add = add_objects},
	{.name = "exports", .add = add_exports},
	{.name = "launches", .add = add_launches},
	{.name = "counts", .add = add_counts},
	{.name = "kinds", .add = add_kinds},
	{.name = "terms", .add = add_terms},
	{.name = "tour", .add = add_tour},
};

const char *cvg_help_topic(uint32_t i)
{
	return i < sizeof topics / sizeof *topics ? topics[i].name : NULL;
}

static bool add_topic(struct cvg_str *out, const char *name)
{
	for (uint32_t g = 0; g < CVG_NGROUPS; g++) {
		if (!strcmp(name, cvg_group_name((enum cvg_cmdgroup)g))) {
			cvg_help_group(out, (enum cvg_cmdgroup)g);
			return true;
		}
	}
	for (size_t i = 0; i < sizeof topics / sizeof *topics; i++) {
		if (!strcmp(name, topics[i].name)) {
			topics[i].add(out);
			return true;
		}
	}
	return false;
}

/* ---- the command ----------------------------------------------------- */

/* "Show the loops.", of the row "show the loops". */
static void add_sentence(struct cvg_str *out, const char *help)
{
	cvg_str_addf(out, "  %c%s.\n", toupper((unsigned char)*help), help + 1);
}

static void add_reads(struct cvg_str *out, const struct cvg_command *cmd)
{
	uint64_t reads = cvg_command_reads(cmd);
	const char *before = "  Settings: ";

	for (unsigned i = 0; i < CVG_NSETTINGS; i++) {
		if (!(reads >> i & 1))
			continue;
		cvg_str_addf(out, "%s%s", before,
			     cvg_setting_row((enum cvg_setid)i)->name);
		before = ", ";
	}
	if (reads)
		cvg_str_add(out, ".\n");
}

/* "arm|net" as "arm, net" */
static void add_word_terms(struct cvg_str *out, const struct cvg_command *cmd)
{
	cvg_str_add(out, "  Terms: ");
	for (const char *at = cvg_command_terms(cmd); *at; at++) {
		if (*at == '|')
			cvg_str_add(out, ", ");
		else
			cvg_str_addc(out, *at);
	}
	cvg_str_add(out, ".\n  'help NAME' explains a setting or a term.\n");
}

static void add_examples(struct cvg_str *out, const struct cvg_command *cmd)
{
	for (uint32_t i = 0; i < cvg_nexamples(); i++) {
		const struct cvg_example *row = cvg_example_at(i);

		if (cvg_example_shows(row, cmd))
			cvg_str_addf(out, "  Example: %s  # %s\n", row->command,
				     row->help);
	}
}

static void explain_one(struct cvg_call *call, const struct cvg_command *cmd)
{
	const char *name = cmd->name;
	char *usage = cvg_command_usage(cmd);

	cvg_str_addf(&call->out, "%s%s%s\n", name, *usage ? " " : "", usage);
	free(usage);
	add_sentence(&call->out, cmd->help);
	if (cmd->phase)
		cvg_str_addf(&call->out,
			     "  'preview %s' shows what it would do.\n", name);
	add_examples(&call->out, cmd);
	add_reads(&call->out, cmd);
	add_word_terms(&call->out, cmd);
	if (cmd->run == cvg_cmd_expect)
		add_counts(&call->out);
	cvg_call_set(call, "topic", cvg_json_command(cmd));
}

static void list_all(struct cvg_call *call)
{
	cvg_help_list(&call->out);
	cvg_str_add(&call->out,
		    "'help VERB' explains a command, and 'help TOPIC' "
		    "a topic:\n"
		    "settings, objects, exports, launches, counts, kinds, "
		    "terms, tour\n"
		    "'help NAME' explains a term, a mark, a kind, a count or "
		    "a setting\n");
	cvg_describe(call);
}

static bool explain(struct cvg_call *call, struct cvg_err *err)
{
	const struct cvg_command *cmd;

	if (!call->nargs) {
		list_all(call);
		return true;
	}
	cmd = cvg_command_find(call->arg[0].text, false, NULL);
	if (add_topic(&call->out, call->arg[0].text) ||
	    (!cmd && add_named(&call->out, call->arg[0].text))) {
		cvg_call_set(call, "text", cvg_json_text(call->out.at));
		return true;
	}
	if (!cmd)
		cmd = cvg_command_find(call->arg[0].text, true, err);
	if (!cmd)
		return cvg_blame_word(err, &call->arg[0]);
	explain_one(call, cmd);
	return true;
}

/* Lines are broken for a terminal. The screen breaks them as wide as its box,
 * and programs that read JSON want them whole. */
bool cvg_cmd_help(struct cvg_call *call, struct cvg_err *err)
{
	struct cvg_str whole = {0};

	if (!explain(call, err))
		return false;
	if (call->json || call->sh->host)
		return true;
	whole = call->out;
	call->out = (struct cvg_str){0};
	cvg_text_wrap(&call->out, cvg_str_of(&whole), call->sh->look.width);
	cvg_str_done(&whole);
	return true;
}
