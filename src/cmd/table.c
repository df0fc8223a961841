/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The table of commands, and finding a row of it. */
#include "call.h"

#include "reconverge/phase.h"
#include "reconverge/phases.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static const struct cvg_command commands[] = {
#define PHASE(id, text)                                                       \
	{                                                                     \
		.phase = &cvg_phase_##id,                                     \
		.name = #id,                                                  \
		.help = text,                                                 \
		.group = CVG_GROUP_ACT,                                       \
		.flags = CVG_CMD_MODULE | CVG_CMD_CHANGES | CVG_CMD_REPORTS | \
			 CVG_CMD_SETS,                                        \
		.run = cvg_cmd_phase,                                         \
	},
#include "reconverge/phases.def"
#undef PHASE
#define COMMAND(id, verb, set, bits, least, most, words, letters, text) \
	{                                                               \
		.name = verb,                                           \
		.usage = words,                                         \
		.help = text,                                           \
		.kinds = letters,                                       \
		.group = CVG_GROUP_##set,                               \
		.flags = bits,                                          \
		.min = least,                                           \
		.max = most,                                            \
		.run = cvg_cmd_##id,                                    \
	},
#include "reconverge/commands.def"
#undef COMMAND
};

#define NCOMMANDS (sizeof commands / sizeof *commands)

uint32_t cvg_ncommands(void)
{
	return NCOMMANDS;
}

const struct cvg_command *cvg_command_at(uint32_t i)
{
	return &commands[i];
}

/* ---- what help names ------------------------------------------------- */

static const struct cvg_example examples[] = {
#define EXAMPLE(module, line, text) \
	{.sample = module, .command = line, .help = text},
#include "reconverge/examples.def"
#undef EXAMPLE
};

uint32_t cvg_nexamples(void)
{
	return sizeof examples / sizeof *examples;
}

const struct cvg_example *cvg_example_at(uint32_t i)
{
	return &examples[i];
}

bool cvg_example_is_of(const struct cvg_example *e,
		       const struct cvg_command *command)
{
	const char *name = command->name;
	size_t n = strlen(name);

	return strcspn(e->command, " ") == n && !strncmp(e->command, name, n);
}

bool cvg_example_shows(const struct cvg_example *e,
		       const struct cvg_command *command)
{
	return *e->help && cvg_example_is_of(e, command);
}

struct about {
	const char *verb;
	uint64_t reads; /* CVG_READS of each setting; of an act 0 */
	const char *terms;
};

static const struct about abouts[] = {
#define ABOUT(name, settings, words) \
	{.verb = name, .reads = settings, .terms = words},
#include "reconverge/about.def"
#undef ABOUT
};

/* The row of a command; the tests know that each has one. */
static const struct about *about(const struct cvg_command *c)
{
	for (size_t i = 0; i < sizeof abouts / sizeof *abouts; i++)
		if (!strcmp(abouts[i].verb, c->name))
			return &abouts[i];
	return NULL;
}

uint64_t cvg_command_reads(const struct cvg_command *c)
{
	const struct about *row = about(c);

	return c->phase ? c->phase->reads : row ? row->reads : 0;
}

const char *cvg_command_terms(const struct cvg_command *c)
{
	const struct about *row = about(c);

	return row ? row->terms : "";
}

/* ---- words of a phase ------------------------------------------------ */

static void add_upper(struct cvg_str *out, const char *word)
{
	for (; *word; word++)
		cvg_str_addc(out, (char)toupper((unsigned char)*word));
}

/* "[REGION|BLOCK]" */
static void add_takes(struct cvg_str *out, unsigned takes)
{
	char before = '[';

	for (unsigned bit = 1; bit & CVG_TAKES_ANY; bit <<= 1) {
		if (!(takes & bit))
			continue;
		cvg_str_addc(out, before);
		add_upper(out, cvg_takes_name((enum cvg_takes)bit));
		before = '|';
	}
	if (takes)
		cvg_str_addc(out, ']');
}

/* "[mode=MODE] [depth=N]" */
static void add_keys(struct cvg_str *out, const struct cvg_phase_key *k)
{
	for (; k && k->name; k++) {
		cvg_str_addf(out, "%s[%s=", out->n ? " " : "", k->name);
		if (cvg_setting_row(k->set)->kind == CVG_SET_CHOICE)
			add_upper(out, k->name);
		else
			cvg_str_addc(out, 'N');
		cvg_str_addc(out, ']');
	}
}

char *cvg_command_usage(const struct cvg_command *command)
{
	struct cvg_str s = {0};

	if (command->phase) {
		add_takes(&s, command->phase->takes);
		add_keys(&s, command->phase->keys);
		if (command->phase->reads)
			cvg_str_addf(&s, "%s[SETTING=VALUE]...",
				     s.n ? " " : "");
	} else {
		cvg_str_add(&s, command->usage);
	}
	return cvg_str_take(&s);
}

/* An object is always let in: the phase says why it takes none. */
uint32_t cvg_command_max(const struct cvg_command *command)
{
	uint32_t n = 1;

	if (!command->phase)
		return command->max;
	for (const struct cvg_phase_key *k = command->phase->keys; k && k->name;
	     k++)
		n++;
	for (uint64_t reads = command->phase->reads; reads; reads &= reads - 1)
		n++;
	return n;
}

static bool fail_unknown(const char *name, struct cvg_err *err)
{
	const char *names[NCOMMANDS], *near;

	for (size_t i = 0; i < NCOMMANDS; i++)
		names[i] = commands[i].name;
	near = cvg_nearest(name, names, NCOMMANDS);
	if (near)
		return cvg_fail(err,
				"unknown command '%.60s': did you mean '%s'?",
				name, near);
	return cvg_fail(err,
			"unknown command '%.60s': 'help' lists all commands",
			name);
}

static bool fail_ambiguous(const char *name, struct cvg_err *err)
{
	struct cvg_str s = {0};

	for (size_t i = 0; i < NCOMMANDS; i++) {
		const char *full = commands[i].name;

		if (!strncmp(full, name, strlen(name)))
			cvg_str_addf(&s, "%s%s", s.n ? ", " : "", full);
	}
	cvg_fail(err, "command '%.60s' is ambiguous: it may be %s", name, s.at);
	cvg_str_done(&s);
	return false;
}

const struct cvg_command *cvg_command_find(const char *name, bool prefix,
					   struct cvg_err *err)
{
	const struct cvg_command *found = NULL;
	size_t n = strlen(name), nfound = 0;

	for (size_t i = 0; i < NCOMMANDS; i++) {
		const char *full = commands[i].name;

		if (!strcmp(full, name))
			return &commands[i];
		if (prefix && n && !strncmp(full, name, n)) {
			found = &commands[i];
			nfound++;
		}
	}
	if (nfound > 1)
		fail_ambiguous(name, err);
	else if (!nfound)
		fail_unknown(name, err);
	return nfound == 1 ? found : NULL;
}
