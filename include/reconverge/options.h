/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The command line of the program, from options.def. */
#ifndef RECONVERGE_OPTIONS_H
#define RECONVERGE_OPTIONS_H

#include "reconverge/words.h"

/* One -e or -x of the command line; they run in the order given. */
struct cvg_action {
	bool is_file;	  /* -x: `text` is the name of a file of commands */
	const char *text; /* -e: commands; borrowed from argv */
};

enum cvg_when { CVG_AUTO, CVG_ALWAYS, CVG_NEVER };

/* The options; strings are borrowed from argv, and NULL if not given. */
struct cvg_options {
	cvg_vec(struct cvg_action) actions;
	const char *module;
	const char *function;
	const char *output;
	struct cvg_target_options target; /* flags: behind "--" */
	const char *glyphs;		  /* "unicode", "ascii" or NULL */
	const char *list;		  /* of modules */
	const char *done; /* names the modules of the list that are done */
	uint32_t jobs;	  /* 0: not given */
	uint32_t timeout; /* seconds; 0: not given */
	enum cvg_when color;
	bool kernels;
	bool batch, interactive, json, keep_going, recover, quiet;
	bool help, version;
};

/* Fails with the message to print. Free with cvg_options_done, also after a
 * failure. */
bool cvg_options_parse(struct cvg_options *options, int argc, char **argv,
		       struct cvg_err *err);
void cvg_options_done(struct cvg_options *options);

/* Append the text that --help prints. */
void cvg_options_help(struct cvg_str *out);

/* A row of options.def, for the manual. */
struct cvg_option {
	char letter; /* or 0 */
	const char *name;
	const char *argument; /* NULL: takes none */
	const char *help;     /* lines, each ended by '\n' but the last */
};

uint32_t cvg_noptions(void);
const struct cvg_option *cvg_option_at(uint32_t i);

#endif
