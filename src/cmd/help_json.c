/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * `help` for programs: the tables of commands, phases, settings, options,
 * exports and counts as JSON. Tests take what they try from here.
 */
#include "call.h"

#include "reconverge/counts.h"
#include "reconverge/export.h"
#include "reconverge/metrics.h"
#include "reconverge/options.h"
#include "reconverge/quantity.h"
#include "reconverge/terms.h"

#include <stdlib.h>
#include <string.h>

/* "a|b|c" as a list. */
static json_t *json_words(const char *words)
{
	json_t *list = json_array();

	while (*words) {
		size_t n = strcspn(words, "|");

		json_array_append_new(list, json_stringn(words, n));
		words += n + (words[n] != '\0');
	}
	return list;
}

/* What `row` makes of 0 to n - 1. */
static json_t *json_list(uint32_t n, json_t *(*row)(uint32_t i))
{
	json_t *list = json_array();

	for (uint32_t i = 0; i < n; i++)
		json_array_append_new(list, row(i));
	return list;
}

static json_t *json_row(const char *name, const char *help)
{
	return json_pack("{s:s, s:s}", "name", name, "help", help);
}

/* ---- commands and phases --------------------------------------------- */

static json_t *json_takes(unsigned takes)
{
	json_t *list = json_array();

	for (unsigned bit = 1; bit & CVG_TAKES_ANY; bit <<= 1)
		if (takes & bit)
			json_array_append_new(list,
					      json_string(cvg_takes_name(
						      (enum cvg_takes)bit)));
	return list;
}

static json_t *json_reads(uint64_t reads)
{
	json_t *list = json_array();

	for (unsigned i = 0; i < CVG_NSETTINGS; i++)
		if (reads >> i & 1)
			json_array_append_new(
				list,
				json_string(cvg_setting_row((enum cvg_setid)i)
						    ->name));
	return list;
}

/* Key by key the setting that it stands for. */
static json_t *json_keys(const struct cvg_phase_key *k)
{
	json_t *o = json_object();

	for (; k && k->name; k++)
		json_object_set_new(o, k->name,
				    json_string(cvg_setting_row(k->set)->name));
	return o;
}

static json_t *json_phase(const struct cvg_phase *phase)
{
	if (!phase)
		return json_null();
	return json_pack("{s:o, s:o, s:o}", "takes", json_takes(phase->takes),
			 "reads", json_reads(phase->reads), "keys",
			 json_keys(phase->keys));
}

static json_t *json_examples(const struct cvg_command *cmd)
{
	json_t *list = json_array();

	for (uint32_t i = 0; i < cvg_nexamples(); i++) {
		const struct cvg_example *row = cvg_example_at(i);

		if (cvg_example_is_of(row, cmd))
			json_array_append_new(list,
					      json_pack("{s:s, s:s, s:s}",
							"sample", row->sample,
							"command", row->command,
							"help", row->help));
	}
	return list;
}

json_t *cvg_json_command(const struct cvg_command *cmd)
{
	char *usage = cvg_command_usage(cmd);
	json_t *o = json_pack(
		"{s:s, s:s, s:s, s:s, s:i, s:i, s:b, s:b, s:o, s:o, s:o, s:o}",
		"name", cmd->name, "group", cvg_group_name(cmd->group), "usage",
		usage, "help", cmd->help, "least", (int)cmd->min, "most",
		(int)cvg_command_max(cmd), "module",
		(int)((cmd->flags & CVG_CMD_MODULE) != 0), "changes",
		(int)((cmd->flags & CVG_CMD_CHANGES) != 0), "phase",
		json_phase(cmd->phase), "settings",
		json_reads(cvg_command_reads(cmd)), "terms",
		json_words(cvg_command_terms(cmd)), "examples",
		json_examples(cmd));

	free(usage);
	return o;
}

static json_t *json_command(uint32_t i)
{
	return cvg_json_command(cvg_command_at(i));
}

/* ---- settings -------------------------------------------------------- */

static const char *type_name(enum cvg_setkind kind)
{
	switch (kind) {
	case CVG_SET_REAL:
		return "real";
	case CVG_SET_INT:
		return "int";
	case CVG_SET_FILE:
		return "file";
	case CVG_SET_CHOICE:
		break;
	}
	return "choice";
}

/* The phases that read a setting. */
static json_t *json_readers(enum cvg_setid id)
{
	json_t *list = json_array();

	for (uint32_t i = 0; i < cvg_nphases(); i++)
		if (cvg_phase_at(i)->reads >> id & 1)
			json_array_append_new(
				list, json_string(cvg_phase_at(i)->name));
	return list;
}

static json_t *json_setting(uint32_t i)
{
	enum cvg_setid id = (enum cvg_setid)i;
	const struct cvg_setting *row = cvg_setting_row(id);
	struct cvg_settings all;
	char value[64];
	json_t *o;

	cvg_settings_init(&all);
	cvg_settings_text(&all, id, value, sizeof value);
	o = json_pack("{s:s, s:s, s:s, s:s, s:o}", "name", row->name, "type",
		      type_name(row->kind), "default", value, "help", row->help,
		      "phases", json_readers(id));
	if (row->choices) {
		json_object_set_new(o, "choices", json_words(row->choices));
	} else {
		json_object_set_new(o, "low", json_real(row->low));
		json_object_set_new(o, "high", json_real(row->high));
	}
	return o;
}

/* ---- options, exports, counts ---------------------------------------- */

static json_t *json_option(uint32_t i)
{
	const struct cvg_option *row = cvg_option_at(i);
	char letter[] = {row->letter, '\0'};

	return json_pack("{s:s, s:s?, s:s?, s:s}", "name", row->name, "letter",
			 row->letter ? letter : NULL, "argument", row->argument,
			 "help", row->help);
}

static json_t *json_what(uint32_t i)
{
	return json_row(cvg_what_name((enum cvg_what)i),
			cvg_what_help((enum cvg_what)i));
}

static json_t *json_format(uint32_t i)
{
	return json_row(cvg_export_at(i)->suffix, cvg_export_at(i)->help);
}

/* A key of `export`, with the drawings that it says something of. */
static json_t *json_exportkey(uint32_t k)
{
	enum cvg_exportkey key = (enum cvg_exportkey)k;
	json_t *o = json_row(cvg_exportkey_name(key), cvg_exportkey_help(key));
	json_t *of = json_array();

	for (uint32_t i = 0; i < CVG_NWHATS; i++)
		if (cvg_exportkey_of(key, (enum cvg_what)i))
			json_array_append_new(of, json_string(cvg_what_name(
							  (enum cvg_what)i)));
	json_object_set_new(o, "of", of);
	return o;
}

static json_t *json_quantity(const struct cvg_quantity *row)
{
	return json_pack("{s:s, s:s, s:s, s:s}", "name", row->name, "unit",
			 cvg_unit_name(row->unit), "kind",
			 cvg_countkind_name(row->kind), "help", row->help);
}

static json_t *json_count(uint32_t i)
{
	return json_quantity(cvg_count_row((enum cvg_count)i));
}

static json_t *json_metric(uint32_t i)
{
	return json_quantity(cvg_metric_row((enum cvg_metric)i));
}

static json_t *json_term(uint32_t i)
{
	const struct cvg_gloss *t = cvg_gloss_at(i);

	return json_pack("{s:s, s:s, s:s}", "name", t->name, "help", t->meaning,
			 "where", t->where);
}

static json_t *json_sign(uint32_t i)
{
	const struct cvg_sign *s = cvg_sign_at(i);

	return json_pack("{s:s, s:s, s:s}", "unicode", s->unicode, "ascii",
			 s->ascii, "help", s->meaning);
}

/* Of answers.schema.json: one more where a member goes, or changes what it says. */
#define ANSWERS_VERSION 1

void cvg_describe(struct cvg_call *call)
{
	if (!call->json)
		return;
	cvg_call_set(call, "answers",
		     json_pack("{s:s, s:i}", "schema", "answers.schema.json",
			       "version", ANSWERS_VERSION));
	cvg_call_set(call, "commands",
		     json_list(cvg_ncommands(), json_command));
	cvg_call_set(call, "settings", json_list(CVG_NSETTINGS, json_setting));
	cvg_call_set(call, "options", json_list(cvg_noptions(), json_option));
	cvg_call_set(call, "exports",
		     json_pack("{s:o, s:o, s:o}", "drawings",
			       json_list(CVG_NWHATS, json_what), "formats",
			       json_list(cvg_nexports(), json_format), "keys",
			       json_list(CVG_NKEYS, json_exportkey)));
	cvg_call_set(call, "counts", json_list(CVG_NCOUNTS, json_count));
	cvg_call_set(call, "metrics", json_list(CVG_NMETRICS, json_metric));
	cvg_call_set(call, "terms", json_list(cvg_nglosses(), json_term));
	cvg_call_set(call, "marks", json_list(cvg_nsigns(), json_sign));
}
