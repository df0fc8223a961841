/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The list of commands that --help and `help` print, made from the same rows as
 * the table of commands (table.c), but without the handlers: the program that
 * answers --help does not link them.
 */
#include "call.h"

#define VERB_WIDTH 12

struct verb {
	const char *name;
	const char *help;
	enum cvg_cmdgroup group;
};

static const struct verb verbs[] = {
#define PHASE(id, text) {.name = #id, .help = text, .group = CVG_GROUP_ACT},
#include "reconverge/phases.def"
#undef PHASE
#define COMMAND(id, verb, set, bits, least, most, words, letters, text) \
	{.name = verb, .help = text, .group = CVG_GROUP_##set},
#include "reconverge/commands.def"
#undef COMMAND
};

struct group {
	const char *name;
	const char *help;
};

static const struct group groups[CVG_NGROUPS] = {
	[CVG_GROUP_LOOK] = {"look", "show the code and what is known of it"},
	[CVG_GROUP_DECIDE] = {"decide",
			      "show what can be done, and its profit"},
	[CVG_GROUP_ACT] = {"act",
			   "change the code; each step makes a revision"},
	[CVG_GROUP_TIME] = {"time", "move between revisions"},
	[CVG_GROUP_RUN] = {"run", "simulate the kernel, check it and count"},
	[CVG_GROUP_KEEP] = {"keep", "write files"},
	[CVG_GROUP_RULE] = {"rule", "settings, scripts and help"},
};

const char *cvg_group_name(enum cvg_cmdgroup g)
{
	return groups[g].name;
}

const char *cvg_group_help(enum cvg_cmdgroup g)
{
	return groups[g].help;
}

void cvg_help_group(struct cvg_str *out, enum cvg_cmdgroup g)
{
	cvg_str_addf(out, "%s: %s\n", groups[g].name, groups[g].help);
	for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++)
		if (verbs[i].group == g)
			cvg_str_addf(out, "  %-*s %s\n", VERB_WIDTH,
				     verbs[i].name, verbs[i].help);
}

void cvg_help_list(struct cvg_str *out)
{
	for (uint32_t g = 0; g < CVG_NGROUPS; g++)
		cvg_help_group(out, (enum cvg_cmdgroup)g);
}
