/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Makes a manual page of a template: standard input to standard output. A
 * line that is @WORD@ becomes the rows of that table, as man(7) macros, so
 * that the manual cannot tell anything else than the program.
 */
#include "man/gendoc.h"

#include "reconverge/choices.h"
#include "reconverge/cmd.h"
#include "reconverge/counts.h"
#include "reconverge/export.h"
#include "reconverge/launch.h"
#include "reconverge/options.h"
#include "reconverge/quantity.h"
#include "reconverge/settings.h"
#include "reconverge/sim.h"
#include "reconverge/metrics.h"
#include "reconverge/table.h"
#include "reconverge/terms.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef PACKAGE_VERSION
#define PACKAGE_VERSION "0.1.0"
#endif

static void putn(const char *s, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		if (s[i] == '-')
			fputs("\\-", stdout);
		else if (s[i] == '\\')
			fputs("\\e", stdout);
		else if (s[i] == '\n')
			putchar(' ');
		else if (s[i] == '^')
			fputs("\\(ha", stdout);
		else if ((s[i] == '.' || s[i] == '\'') && i == 0)
			printf("\\&%c", s[i]);
		else
			putchar(s[i]);
	}
}

void cvg_man_put(const char *s)
{
	putn(s, strlen(s));
}

/* ---- tables ---------------------------------------------------------- */

static void put_options(void)
{
	for (uint32_t i = 0; i < cvg_noptions(); i++) {
		const struct cvg_option *o = cvg_option_at(i);

		fputs(".TP\n", stdout);
		if (o->letter)
			printf("\\fB\\-%c\\fR, ", o->letter);
		fputs("\\fB\\-\\-", stdout);
		cvg_man_put(o->name);
		fputs("\\fR", stdout);
		if (o->argument) {
			fputs("=\\fI", stdout);
			cvg_man_put(o->argument);
			fputs("\\fR", stdout);
		}
		putchar('\n');
		cvg_man_put(o->help);
		fputs(".\n", stdout);
	}
}

/* Usage: words in capitals are what the user fills in. */
static void put_usage(const char *usage)
{
	while (*usage) {
		size_t n = strspn(usage, "ABCDEFGHIJKLMNOPQRSTUVWXYZ");

		if (n > 1 || (n == 1 && usage[1] != '-')) {
			fputs("\\fI", stdout);
			putn(usage, n);
			fputs("\\fR", stdout);
			usage += n;
		} else {
			putn(usage, 1);
			usage++;
		}
	}
}

/* "Settings: a, b." in a line of its own. */
static void put_reads(uint64_t reads)
{
	const char *before = ".br\nSettings: ";

	for (unsigned i = 0; i < CVG_NSETTINGS; i++) {
		if (!(reads >> i & 1))
			continue;
		fputs(before, stdout);
		cvg_man_put(cvg_setting_row((enum cvg_setid)i)->name);
		before = ", ";
	}
	if (reads)
		fputs(".\n", stdout);
}

static void put_words(const char *terms)
{
	fputs(".br\nTerms: ", stdout);
	for (; *terms; terms++) {
		if (*terms == '|')
			fputs(", ", stdout);
		else
			putn(terms, 1);
	}
	fputs(".\n", stdout);
}

/* A command a line, with what it does. */
static void put_examples(const struct cvg_command *c)
{
	for (uint32_t i = 0; i < cvg_nexamples(); i++) {
		const struct cvg_example *row = cvg_example_at(i);

		if (!cvg_example_shows(row, c))
			continue;
		fputs(".br\nExample: \\fB", stdout);
		cvg_man_put(row->command);
		fputs("\\fR: ", stdout);
		cvg_man_put(row->help);
		fputs(".\n", stdout);
	}
}

static void put_group(enum cvg_cmdgroup g)
{
	for (uint32_t i = 0; i < cvg_ncommands(); i++) {
		const struct cvg_command *c = cvg_command_at(i);
		char *usage;

		if (c->group != g)
			continue;
		usage = cvg_command_usage(c);
		fputs(".TP\n\\fB", stdout);
		cvg_man_put(c->name);
		fputs("\\fR ", stdout);
		put_usage(usage);
		free(usage);
		putchar('\n');
		cvg_man_put(c->help);
		fputs(".\n", stdout);
		put_reads(cvg_command_reads(c));
		put_words(cvg_command_terms(c));
		put_examples(c);
	}
}

static void put_commands(void)
{
	for (uint32_t g = 0; g < CVG_NGROUPS; g++) {
		fputs(".SS ", stdout);
		cvg_man_put(cvg_group_name((enum cvg_cmdgroup)g));
		fputs(": ", stdout);
		cvg_man_put(cvg_group_help((enum cvg_cmdgroup)g));
		putchar('\n');
		put_group((enum cvg_cmdgroup)g);
	}
}

static void put_settings(void)
{
	for (uint32_t i = 0; i < CVG_NSETTINGS; i++) {
		const struct cvg_setting *s =
			cvg_setting_row((enum cvg_setid)i);
		struct cvg_settings all;
		char value[64];

		cvg_settings_init(&all);
		cvg_settings_text(&all, (enum cvg_setid)i, value, sizeof value);
		fputs(".TP\n\\fB", stdout);
		cvg_man_put(s->name);
		fputs("\\fR=\\fI", stdout);
		if (s->choices)
			cvg_man_put(s->choices);
		else if (s->kind == CVG_SET_FILE)
			fputs("FILE", stdout);
		else
			printf("%g..%g", s->low, s->high);
		fputs("\\fR\n", stdout);
		cvg_man_put(s->help);
		fputs(" (default ", stdout);
		cvg_man_put(s->kind == CVG_SET_FILE ? "none" : value);
		fputs(").\n", stdout);
	}
}

static void put_pair(const char *name, const char *help)
{
	fputs(".TP\n\\fB", stdout);
	cvg_man_put(name);
	fputs("\\fR\n", stdout);
	cvg_man_put(help);
	fputs(".\n", stdout);
}

static void put_whats(void)
{
	for (uint32_t i = 0; i < CVG_NWHATS; i++)
		put_pair(cvg_what_name((enum cvg_what)i),
			 cvg_what_help((enum cvg_what)i));
}

/* What takes it stands in brackets. */
static void put_keys(void)
{
	for (uint32_t i = 0; i < CVG_NKEYS; i++) {
		enum cvg_exportkey key = (enum cvg_exportkey)i;

		fputs(".TP\n\\fB", stdout);
		cvg_man_put(cvg_exportkey_name(key));
		fputs("=\\fR\n", stdout);
		cvg_man_put(cvg_exportkey_help(key));
		for (uint32_t w = 0, n = 0; w < CVG_NWHATS; w++)
			if (cvg_exportkey_of(key, (enum cvg_what)w))
				printf("%s\\fB%s\\fR", n++ ? ", " : " (",
				       cvg_what_name((enum cvg_what)w));
		fputs(").\n", stdout);
	}
}

static void put_formats(void)
{
	for (uint32_t i = 0; i < cvg_nexports(); i++)
		put_pair(cvg_export_at(i)->suffix, cvg_export_at(i)->help);
}

static void put_quantity(const struct cvg_quantity *q)
{
	fputs(".TP\n\\fB", stdout);
	cvg_man_put(q->name);
	printf("\\fR (%s, %s)\n", cvg_unit_name(q->unit),
	       cvg_countkind_name(q->kind));
	cvg_man_put(q->help);
	fputs(".\n", stdout);
}

static void put_counts(void)
{
	for (int i = 0; i < CVG_NCOUNTS; i++)
		put_quantity(cvg_count_row((enum cvg_count)i));
}

static void put_metrics(void)
{
	for (int i = 0; i < CVG_NMETRICS; i++)
		put_quantity(cvg_metric_row((enum cvg_metric)i));
}

static void put_kinds(void)
{
	for (int i = 0; i < CVG_NCOUNTKINDS; i++)
		put_pair(cvg_countkind_name((enum cvg_countkind)i),
			 cvg_countkind_help((enum cvg_countkind)i));
}

/* Names of counts as members of a JSON object: those of a score, or all of
 * the code. */
static void put_count_names(bool of_score)
{
	bool any = false;

	for (int i = 0; i < CVG_NCOUNTS; i++) {
		const struct cvg_quantity *q = cvg_count_row((enum cvg_count)i);

		if (of_score ? !cvg_count_in_score((enum cvg_count)i)
			     : q->kind != CVG_COUNTED_STATIC)
			continue;
		printf("%s\\fB%s\\fR", any ? ",\n" : "", q->name);
		any = true;
	}
	fputs(".\n", stdout);
}

static void put_score_names(void)
{
	put_count_names(true);
}

static void put_code_names(void)
{
	put_count_names(false);
}

/* The same as members of a JSON object are called. */
static void put_metric_names(void)
{
	for (int i = 0; i < CVG_NMETRICS; i++) {
		fputs(i ? ",\n\\fB" : "\\fB", stdout);
		for (const char *c = cvg_metric_row((enum cvg_metric)i)->name;
		     *c; c++)
			putchar(*c == '-' ? '_' : *c);
		fputs("\\fR", stdout);
	}
	fputs(".\n", stdout);
}

static void put_faults(void)
{
	for (int i = CVG_F_NONE + 1; i < CVG_NFAULTS; i++) {
		fputs(i > CVG_F_NONE + 1 ? ",\n" : "", stdout);
		cvg_man_put(cvg_fault_name((enum cvg_faultkind)i));
	}
	fputs(";\n", stdout);
}

static void put_terms(void)
{
	for (uint32_t i = 0; i < cvg_nglosses(); i++) {
		struct cvg_str text = {0};

		cvg_gloss_text(&text, cvg_gloss_at(i));
		fputs(".TP\n\\fB", stdout);
		cvg_man_put(cvg_gloss_at(i)->name);
		fputs("\\fR\n", stdout);
		cvg_man_put(text.at);
		putchar('\n');
		cvg_str_done(&text);
	}
}

/* The marks as --glyphs=ascii draws them. */
static void put_signs(void)
{
	for (uint32_t i = 0; i < cvg_nsigns(); i++)
		put_pair(cvg_sign_at(i)->ascii, cvg_sign_at(i)->meaning);
}

static void put_generators(void)
{
	for (uint32_t i = 0; i < CVG_NGENERATORS; i++) {
		const struct cvg_generator_row *row =
			cvg_generator_row((enum cvg_generator)i);

		put_pair(row->usage, row->help);
	}
}

/* ---- the template ---------------------------------------------------- */

static void put_choice(enum cvg_choicekind kind)
{
	size_t n;
	const char *const *help;
	const struct cvg_column *c = cvg_choice_columns(kind, &n, &help);

	for (size_t i = 0; i < n; i++) {
		fputs(".TP\n\\fB", stdout);
		cvg_man_put(c[i].key);
		fputs("\\fR", stdout);
		if (*cvg_unit_name(c[i].unit))
			printf(" (%s)", cvg_unit_name(c[i].unit));
		putchar('\n');
		cvg_man_put(help[i]);
		fputs(".\n", stdout);
	}
}

static void put_meld(void)
{
	put_choice(CVG_CHOICE_MELD);
}

static void put_linear(void)
{
	put_choice(CVG_CHOICE_LINEAR);
}

static void put_fuse(void)
{
	put_choice(CVG_CHOICE_FUSE);
}

static void put_flat(void)
{
	put_choice(CVG_CHOICE_FLAT);
}

struct table {
	const char *word;
	void (*put)(void);
};

static const struct table tables[] = {
	{.word = "@OPTIONS@\n", .put = put_options},
	{.word = "@COMMANDS@\n", .put = put_commands},
	{.word = "@SETTINGS@\n", .put = put_settings},
	{.word = "@WHATS@\n", .put = put_whats},
	{.word = "@EXPORTKEYS@\n", .put = put_keys},
	{.word = "@FORMATS@\n", .put = put_formats},
	{.word = "@COUNTS@\n", .put = put_counts},
	{.word = "@SCORE@\n", .put = put_score_names},
	{.word = "@CODECOUNTS@\n", .put = put_code_names},
	{.word = "@KINDS@\n", .put = put_kinds},
	{.word = "@MELD@\n", .put = put_meld},
	{.word = "@LINEAR@\n", .put = put_linear},
	{.word = "@FUSE@\n", .put = put_fuse},
	{.word = "@FLAT@\n", .put = put_flat},
	{.word = "@METRICS@\n", .put = put_metrics},
	{.word = "@METRICNAMES@\n", .put = put_metric_names},
	{.word = "@FAULTS@\n", .put = put_faults},
	{.word = "@GENERATORS@\n", .put = put_generators},
	{.word = "@TERMS@\n", .put = put_terms},
	{.word = "@SIGNS@\n", .put = put_signs},
	{.word = "@VIEWS@\n", .put = cvg_man_views},
	{.word = "@KEYS@\n", .put = cvg_man_keys},
	{.word = "@VIEWKEYS@\n", .put = cvg_man_view_keys},
	{.word = "@COVERED_CALLS@\n", .put = cvg_man_covered_calls},
	{.word = "@COVERED_LLVM@\n", .put = cvg_man_covered_llvm},
	{.word = "@COVERED_AMDGCN@\n", .put = cvg_man_covered_amdgcn},
	{.word = "@COVERED_NVVM@\n", .put = cvg_man_covered_nvvm},
	{.word = "@COVERED_OPENCL@\n", .put = cvg_man_covered_opencl},
	{.word = "@COVERED_OCML@\n", .put = cvg_man_covered_ocml},
	{.word = "@COVERED_OCKL@\n", .put = cvg_man_covered_ockl},
	{.word = "@COVERED_NV@\n", .put = cvg_man_covered_nv},
};

static bool put_table(const char *line)
{
	for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
		if (!strcmp(line, tables[i].word)) {
			tables[i].put();
			return true;
		}
	}
	return false;
}

static void put_line(const char *line)
{
	static const char version[] = "@VERSION@";
	const char *at = strstr(line, version);

	if (at)
		printf("%.*s" PACKAGE_VERSION "%s", (int)(at - line), line,
		       at + sizeof version - 1);
	else
		fputs(line, stdout);
}

int main(void)
{
	char *line = NULL;
	size_t cap = 0;

	while (getline(&line, &cap, stdin) > 0)
		if (!put_table(line))
			put_line(line);
	free(line);
	return ferror(stdin) || fclose(stdout) != 0;
}
