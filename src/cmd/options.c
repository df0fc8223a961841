/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The command line: getopt_long over the rows of options.def. */
#include "reconverge/options.h"
#include "call.h"

#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum optid {
#define OPTION(id, letter, name, argument, help) OPT_##id,
#include "reconverge/options.def"
#undef OPTION
	NOPTIONS
};

static const struct cvg_option options[NOPTIONS] = {
#define OPTION(id, short_name, long_name, what, text) \
	[OPT_##id] = {.letter = short_name,           \
		      .name = long_name,              \
		      .argument = what,               \
		      .help = text},
#include "reconverge/options.def"
#undef OPTION
};

uint32_t cvg_noptions(void)
{
	return NOPTIONS;
}

const struct cvg_option *cvg_option_at(uint32_t i)
{
	return &options[i];
}

/* ---- parsing --------------------------------------------------------- */

/* getopt_long's tables; values are ids above every character. */
#define FIRST_ID 256

struct tables {
	struct option row[NOPTIONS + 1];
	char letters[3 * NOPTIONS + 2];
};

static void make_tables(struct tables *t)
{
	size_t n = 0;

	*t = (struct tables){.letters = ":"};
	n = 1;
	for (int i = 0; i < NOPTIONS; i++) {
		t->row[i].name = options[i].name;
		t->row[i].has_arg =
			options[i].argument ? required_argument : no_argument;
		t->row[i].val = FIRST_ID + i;
		if (!options[i].letter)
			continue;
		t->letters[n++] = options[i].letter;
		if (options[i].argument)
			t->letters[n++] = ':';
	}
}

static int id_of(int got)
{
	if (got >= FIRST_ID)
		return got - FIRST_ID;
	for (int i = 0; i < NOPTIONS; i++)
		if (options[i].letter == got)
			return i;
	return NOPTIONS;
}

static bool set_glyphs(struct cvg_options *opts, const char *word,
		       struct cvg_err *err)
{
	if (strcmp(word, "unicode") && strcmp(word, "ascii"))
		return cvg_fail(
			err, "--glyphs must be unicode or ascii, not '%.60s'",
			word);
	opts->glyphs = word;
	return true;
}

static bool set_color(struct cvg_options *opts, const char *word,
		      struct cvg_err *err)
{
	if (!strcmp(word, "auto"))
		opts->color = CVG_AUTO;
	else if (!strcmp(word, "always"))
		opts->color = CVG_ALWAYS;
	else if (!strcmp(word, "never"))
		opts->color = CVG_NEVER;
	else
		return cvg_fail(
			err,
			"--color must be auto, always or never, not '%.60s'",
			word);
	return true;
}

static bool set_number(uint32_t *to, const char *name, const char *word,
		       struct cvg_err *err)
{
	char *end;
	unsigned long n = strtoul(word, &end, 10);

	if (*word < '0' || *word > '9' || *end || !n || n > 1000000)
		return cvg_fail(err,
				"--%s must be a number from 1 to 1000000, "
				"not '%.60s'",
				name, word);
	*to = (uint32_t)n;
	return true;
}

static void add_action(struct cvg_options *opts, bool is_file, const char *text)
{
	struct cvg_action a = {.is_file = is_file, .text = text};

	cvg_push(&opts->actions, a);
}

static bool apply(struct cvg_options *opts, enum optid id, const char *arg,
		  struct cvg_err *err)
{
	switch (id) {
	case OPT_EXECUTE:
		add_action(opts, false, arg);
		break;
	case OPT_SCRIPT:
		add_action(opts, true, arg);
		break;
	case OPT_BATCH:
		opts->batch = true;
		break;
	case OPT_INTERACTIVE:
		opts->interactive = true;
		break;
	case OPT_FUNCTION:
		opts->function = arg;
		break;
	case OPT_OUTPUT:
		opts->output = arg;
		break;
	case OPT_LIST:
		opts->list = arg;
		break;
	case OPT_JOBS:
		return set_number(&opts->jobs, "jobs", arg, err);
	case OPT_TIMEOUT:
		return set_number(&opts->timeout, "timeout", arg, err);
	case OPT_DONE:
		opts->done = arg;
		break;
	case OPT_KERNELS:
		opts->kernels = true;
		break;
	case OPT_MCPU:
		opts->target.cpu = arg;
		break;
	case OPT_MTRIPLE:
		opts->target.triple = arg;
		break;
	case OPT_COMPILE_COMMANDS:
		opts->target.database = arg;
		break;
	case OPT_JSON:
		opts->json = true;
		break;
	case OPT_KEEP_GOING:
		opts->keep_going = true;
		break;
	case OPT_RECOVER:
		opts->recover = true;
		break;
	case OPT_GLYPHS:
		return set_glyphs(opts, arg, err);
	case OPT_COLOR:
		return set_color(opts, arg, err);
	case OPT_QUIET:
		opts->quiet = true;
		break;
	case OPT_HELP:
		opts->help = true;
		break;
	case OPT_VERSION:
		opts->version = true;
		break;
	case NOPTIONS:
		break;
	}
	return true;
}

static bool fail_option(int got, char **argv, struct cvg_err *err)
{
	const char *word = argv[optind - 1];

	if (got == ':' && strncmp(word, "--", 2) != 0)
		return cvg_fail(err, "option '-%c' needs an argument", optopt);
	if (got == ':')
		return cvg_fail(err, "option '%.60s' needs an argument", word);
	if (optopt && optopt < FIRST_ID)
		return cvg_fail(err, "unknown option '-%c'", optopt);
	if (optopt)
		return cvg_fail(err, "option '--%s' takes no argument",
				options[optopt - FIRST_ID].name);
	return cvg_fail(
		err, "option '%.60s' is unknown or an ambiguous abbreviation",
		word);
}

static uint32_t count_stdin(const struct cvg_options *opts)
{
	uint32_t n = opts->module && !strcmp(opts->module, "-");

	n += opts->list && !strcmp(opts->list, "-");
	for (size_t i = 0; i < opts->actions.n; i++)
		n += opts->actions.at[i].is_file &&
		     !strcmp(opts->actions.at[i].text, "-");
	return n;
}

/* What a list cannot be together with, and what needs one. */
static bool check_list(const struct cvg_options *opts, struct cvg_err *err)
{
	if (!opts->list && (opts->jobs || opts->timeout || opts->done))
		return cvg_fail(err,
				"--jobs, --timeout and --done need --list");
	if (!opts->list && !opts->kernels)
		return true;
	if (opts->list && opts->module)
		return cvg_fail(err,
				"--list and the module '%.60s' cannot be "
				"used together",
				opts->module);
	if (opts->interactive || opts->recover)
		return cvg_fail(err, "--list and --kernels cannot be used with "
				     "--interactive or --recover");
	if (!opts->actions.n && !opts->output)
		return cvg_fail(err, "--list and --kernels need commands or "
				     "--output");
	if (opts->list && opts->output && strcmp(opts->output, "-") != 0 &&
	    !strchr(opts->output, '%'))
		return cvg_fail(err,
				"with --list, the name that --output gives "
				"needs a %%, which stands for the name of "
				"each module");
	for (size_t i = 0; i < opts->actions.n; i++)
		if (opts->actions.at[i].is_file &&
		    !strcmp(opts->actions.at[i].text, "-"))
			return cvg_fail(err,
					"--list and --kernels run a script "
					"several times: standard input "
					"cannot be one");
	return true;
}

/* What cannot be together. */
static bool check(const struct cvg_options *opts, struct cvg_err *err)
{
	if (opts->batch && opts->interactive)
		return cvg_fail(
			err,
			"--batch and --interactive cannot be used together");
	if (count_stdin(opts) > 1)
		return cvg_fail(err, "standard input can be read only once");
	if (opts->json && opts->output && !strcmp(opts->output, "-"))
		return cvg_fail(err, "--json and --output=- cannot both use "
				     "standard output");
	return check_list(opts, err);
}

bool cvg_options_parse(struct cvg_options *opts, int argc, char **argv,
		       struct cvg_err *err)
{
	struct tables t;
	bool flags;
	int got;

	*opts = (struct cvg_options){.module = NULL};
	make_tables(&t);
	opterr = 0;
	optind = 0;
	while ((got = getopt_long(argc, argv, t.letters, t.row, NULL)) != -1) {
		if (got == '?' || got == ':')
			return fail_option(got, argv, err);
		if (!apply(opts, (enum optid)id_of(got), optarg, err))
			return false;
	}
	flags = optind > 1 && !strcmp(argv[optind - 1], "--");
	if (optind < argc && !(flags && opts->list))
		opts->module = argv[optind++];
	if (flags) {
		opts->target.flags = (const char *const *)argv + optind;
		opts->target.nflags = (size_t)(argc - optind);
	} else if (optind < argc) {
		return cvg_fail(
			err,
			"only one module can be given; '%.60s' is a second one",
			argv[optind]);
	}
	return check(opts, err);
}

void cvg_options_done(struct cvg_options *opts)
{
	free(opts->actions.at);
	opts->actions.at = NULL;
	opts->actions.n = opts->actions.cap = 0;
}

/* ---- help ------------------------------------------------------------ */

#define HELP_COLUMN 29

static void add_option(struct cvg_str *out, const struct cvg_option *o)
{
	struct cvg_str left = {0};
	const char *help = o->help;

	if (o->letter)
		cvg_str_addf(&left, "  -%c, --%s", o->letter, o->name);
	else
		cvg_str_addf(&left, "      --%s", o->name);
	if (o->argument)
		cvg_str_addf(&left, "=%s", o->argument);
	if (left.n > HELP_COLUMN - 2) {
		cvg_str_addf(out, "%s\n", left.at);
		cvg_str_clear(&left);
	}
	cvg_str_addf(out, "%-*s", HELP_COLUMN, cvg_str_of(&left));
	for (; *help; help++) {
		cvg_str_addc(out, *help);
		if (*help == '\n')
			cvg_str_addf(out, "%*s", HELP_COLUMN, "");
	}
	cvg_str_addc(out, '\n');
	cvg_str_done(&left);
}

void cvg_options_help(struct cvg_str *out)
{
	cvg_str_add(out,
		    "Usage: reconverge [OPTION]... [MODULE [-- FLAG...]]\n"
		    "Show how the threads of a GPU kernel diverge, and make "
		    "them reconverge.\n"
		    "\n"
		    "MODULE is LLVM IR for AMDGPU or NVPTX (.ll, .bc), a file "
		    "that holds some (.o,\n.a, .hsaco, a bundle, a program), "
		    "or a source file, which clang compiles with\nthe FLAGs: "
		    ".cu, .hip, .cl, or .c and .cpp with OpenMP. '-' is "
		    "standard input.\n"
		    "\n");
	for (uint32_t i = 0; i < cvg_noptions(); i++)
		add_option(out, &options[i]);
	cvg_str_add(out,
		    "\n"
		    "On a terminal, the screen opens after the commands given, "
		    "if any, unless -b,\n"
		    "-i or --json is given; -i opens a prompt. Elsewhere, "
		    "without commands and\n"
		    "without -o, the program prints an overview of MODULE.\n"
		    "\n"
		    "Commands, for -e, -x, the prompt and the screen ('help "
		    "VERB' explains one):\n");
	cvg_help_list(out);
	cvg_str_add(out, "\n"
			 "Exit status:\n"
			 "  0    every command succeeded\n"
			 "  1    expect, budget, check, compare or diff had a "
			 "negative answer, or a\n"
			 "       simulated kernel was at fault\n"
			 "  2    wrong usage or input, a command failed, or "
			 "standard output could not\n"
			 "       be written\n"
			 "  130  Ctrl-C ended a command or the work on "
			 "a list\n"
			 "\n"
			 "Manual pages: reconverge(1), reconverge-commands(7), "
			 "reconverge-formats(5).\n");
}
