/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The table of commands, and finding a row of it. */
#include "call.h"

#include <stdlib.h>
#include <string.h>

static const struct cvg_command commands[] = {
#define PHASE(id)		 PHASE_ROW(id, "[REGION|BLOCK]", 0)
#define PHASE_WITH(id, words, n) PHASE_ROW(id, "[REGION|BLOCK] " words, n)
#define PHASE_ROW(id, words, n)                                              \
	{                                                                    \
		.phase = &cvg_phase_##id,                                    \
		.usage = words,                                              \
		.kinds = "o",                                                \
		.group = CVG_GROUP_ACT,                                      \
		.flags = CVG_CMD_MODULE | CVG_CMD_CHANGES | CVG_CMD_REPORTS, \
		.max = 1 + (n),                                              \
		.run = cvg_cmd_phase,                                        \
	},
#include "reconverge/phases.def"
#undef PHASE
#undef PHASE_ROW
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

struct group {
	const char *name;
	const char *help;
};

static const struct group groups[CVG_NGROUPS] = {
	[CVG_GROUP_LOOK] = {"look", "what there is"},
	[CVG_GROUP_DECIDE] = {"decide", "what could be done, and its profit"},
	[CVG_GROUP_ACT] = {"act", "change the code, one revision a step"},
	[CVG_GROUP_TIME] = {"time", "move between revisions"},
	[CVG_GROUP_PROVE] = {"prove", "simulate, compare, measure"},
	[CVG_GROUP_KEEP] = {"keep", "write files"},
	[CVG_GROUP_RULE] = {"rule", "settings, scripts, help"},
};

const char *cvg_group_name(enum cvg_cmdgroup g)
{
	return groups[g].name;
}

const char *cvg_group_help(enum cvg_cmdgroup g)
{
	return groups[g].help;
}

uint32_t cvg_ncommands(void)
{
	return NCOMMANDS;
}

const struct cvg_command *cvg_command_at(uint32_t i)
{
	return &commands[i];
}

const char *cvg_command_name(const struct cvg_command *c)
{
	return c->phase ? c->phase->name : c->name;
}

const char *cvg_command_help(const struct cvg_command *c)
{
	return c->phase ? c->phase->title : c->help;
}

static bool fail_unknown(const char *name, struct cvg_err *err)
{
	const char *names[NCOMMANDS], *near;

	for (size_t i = 0; i < NCOMMANDS; i++)
		names[i] = cvg_command_name(&commands[i]);
	near = cvg_nearest(name, names, NCOMMANDS);
	if (near)
		return cvg_fail(err,
				"unknown command '%.60s': did you mean '%s'?",
				name, near);
	return cvg_fail(err, "unknown command '%.60s': 'help' lists them all",
			name);
}

static bool fail_ambiguous(const char *name, struct cvg_err *err)
{
	struct cvg_str s = {0};

	for (size_t i = 0; i < NCOMMANDS; i++) {
		const char *full = cvg_command_name(&commands[i]);

		if (!strncmp(full, name, strlen(name)))
			cvg_str_addf(&s, "%s%s", s.n ? ", " : "", full);
	}
	cvg_fail(err, "'%.60s' is ambiguous: %s", name, s.at);
	cvg_str_done(&s);
	return false;
}

const struct cvg_command *cvg_command_find(const char *name, bool prefix,
					   struct cvg_err *err)
{
	const struct cvg_command *found = NULL;
	size_t n = strlen(name), nfound = 0;

	for (size_t i = 0; i < NCOMMANDS; i++) {
		const char *full = cvg_command_name(&commands[i]);

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
