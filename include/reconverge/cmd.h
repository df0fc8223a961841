/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The command language: the same in -e, in script files, at the prompt and
 * under keys. A line is `verb [object...] [key=value...]` with shell quoting,
 * `#` comments and `\` at a line's end to go on in the next.
 *
 *	text -> cvg_parse_next -> cvg_line -> cvg_shell_run -> handler
 *
 * Verbs are rows of commands.def, and of phases.def for the acts.
 */
#ifndef RECONVERGE_CMD_H
#define RECONVERGE_CMD_H

#include "reconverge/export.h"
#include "reconverge/session.h"

/* ---- parsing --------------------------------------------------------- */

/* One word after quotes and backslashes are taken away. */
struct cvg_word {
	const char *text;
	uint32_t key;	       /* bytes before the '=' of key=value, else 0 */
	uint32_t line, column; /* of its first byte, 1-based */
	uint32_t end; /* column after its last byte (on its last line) */
	bool quoted;  /* its first byte is a quote */
};

struct cvg_line {
	struct cvg_arena arena; /* owns the words */
	struct cvg_word *word;	/* n >= 1: blank lines are never returned */
	uint32_t n;
};

/* A text being read line by line. `text` is borrowed. */
struct cvg_script {
	const char *name; /* for messages; NULL: typed at the prompt */
	const char *text;
	size_t n;
	size_t at;     /* next byte to read */
	uint32_t line; /* its line, 1-based */
};

enum cvg_parsed { CVG_PARSED_LINE, CVG_PARSED_END, CVG_PARSED_ERROR };

void cvg_script_init(struct cvg_script *s, const char *name, const char *text,
		     size_t n);
/*
 * The next command. After an error the rest of the faulty line is skipped, so
 * that one can go on. The caller ends a line with cvg_line_done.
 */
enum cvg_parsed cvg_parse_next(struct cvg_script *s, struct cvg_line *out,
			       struct cvg_err *err);
void cvg_line_done(struct cvg_line *line);

/* Append `word` so that the parser reads it back as one word. */
void cvg_quote(struct cvg_str *out, const char *word);

/* ---- the table of commands ------------------------------------------- */

enum cvg_cmdgroup {
	CVG_GROUP_LOOK,
	CVG_GROUP_DECIDE,
	CVG_GROUP_ACT,
	CVG_GROUP_TIME,
	CVG_GROUP_RUN,
	CVG_GROUP_KEEP,
	CVG_GROUP_RULE,
	CVG_NGROUPS
};

const char *cvg_group_name(enum cvg_cmdgroup g);
const char *cvg_group_help(enum cvg_cmdgroup g);

enum cvg_cmdflag {
	CVG_CMD_MODULE = 1 << 0,  /* needs a module */
	CVG_CMD_CHANGES = 1 << 1, /* changes the session: replayed */
	CVG_CMD_REPORTS = 1 << 2, /* its text is a report: not with --quiet */
	CVG_CMD_UNKEPT = 1 << 3,  /* never written to the journal */
};

struct cvg_call;

struct cvg_command {
	const struct cvg_phase *phase; /* an act's; else NULL */
	/* Of the next five, an act has `kinds` alone: its phase says the rest.
	 */
	const char *name;
	const char *usage; /* what follows the verb */
	const char *help;
	const char *kinds; /* what may be completed, one letter a word:
			      f function, b block, v value, r region,
			      p revision, s setting, F file, w what to
			      export, e the rest of it, c command, a act, o block or region,
			      m module file, S other words of `show`,
			      A argument of the kernel, l words of a launch,
			      k of `simulate`, t of `trace`, y of `check`,
			      x of `metrics`, g of `regroup`, G of
			      `groups`, O off */
	enum cvg_cmdgroup group;
	unsigned flags;	   /* enum cvg_cmdflag */
	uint32_t min, max; /* words after the verb; max not of an act */
	bool (*run)(struct cvg_call *c, struct cvg_err *err);
};

uint32_t cvg_ncommands(void);
const struct cvg_command *cvg_command_at(uint32_t i);
const char *cvg_command_name(const struct cvg_command *c);
const char *cvg_command_help(const struct cvg_command *c);
/* What follows the verb, "[REGION|BLOCK|LOOP] [mode=MODE]"; the caller frees
 * it. */
char *cvg_command_usage(const struct cvg_command *c);
/* The most words after the verb. */
uint32_t cvg_command_max(const struct cvg_command *c);
/*
 * By name; with `prefix` also by an unambiguous beginning. NULL: none, and
 * `err` says what is near or what it could be.
 */
const struct cvg_command *cvg_command_find(const char *name, bool prefix,
					   struct cvg_err *err);

/* An example of the manual and of `help`, from examples.def. */
enum cvg_examplelist {
	CVG_EXAMPLES_CODE, /* showing and changing code */
	CVG_EXAMPLES_RUN,  /* around the simulator */
};

struct cvg_example {
	enum cvg_examplelist list;
	const char *command; /* a whole command line */
	const char *help;    /* what it does */
};

uint32_t cvg_nexamples(void);
const struct cvg_example *cvg_example_at(uint32_t i);

/* ---- running --------------------------------------------------------- */

enum cvg_status {
	CVG_OK = 0,
	CVG_NO = 1,
	CVG_ERROR = 2,
	CVG_INTERRUPTED = 130, /* by Ctrl-C: 128 + SIGINT, as shells have it */
};

enum cvg_stream {
	CVG_TEXT,    /* what a command was asked for */
	CVG_WARNING, /* what it has to say besides */
	CVG_FAULT,   /* why it failed, with its caret */
};

/* Whoever runs commands where there is no standard output and error to print
 * on: the screen, a test. */
struct cvg_host {
	void *context;
	/* Lines, without "reconverge: ". */
	void (*print)(void *context, enum cvg_stream stream, const char *text,
		      size_t n);
	/* Now and then while something runs that may take long: `what` it is
	 * and how much is done, below 0 if nobody knows. False: end it. May be
	 * NULL. */
	bool (*tick)(void *context, const char *what, double done);
	/* The regions of the snapshot that are folded where it is shown, or
	 * NULL. May be NULL itself. */
	const struct cvg_bits *(*folded)(void *context,
					 const struct cvg_fn *fn);
};

/* One program's command interpreter. Zeroed and filled by the program. */
struct cvg_shell {
	const struct cvg_host *host; /* NULL: standard output and error */
	struct cvg_session *session;
	struct cvg_look look;
	struct cvg_target_options target;
	bool json;	  /* one object a command */
	bool keep_going;  /* an error does not end a script */
	bool quiet;	  /* no reports, no warnings */
	bool prefixes;	  /* abbreviated verbs are understood */
	bool replay;	  /* only commands that change, nothing printed */
	bool journal;	  /* commands are to be recorded */
	bool prompt;	  /* commands are typed: Ctrl-C ends one of them, not
			    all */
	bool interrupted; /* Ctrl-C ended a command that was running */
	bool quit;	  /* `quit` was said */
	bool closed;	  /* nothing more can go to standard output */
	bool writes;	  /* the module is written in the end (-o) */
	bool aside;	  /* standard output is for the module: texts go to
			    standard error */
	uint32_t depth;	  /* of source-file */
	enum cvg_status status; /* the worst so far */
};

/*
 * Run every command of a script. False if it stopped early: an error without
 * keep_going, `quit`, or standard output gone.
 */
bool cvg_shell_run(struct cvg_shell *sh, struct cvg_script *script);
/* The same for a text; a file ("-": standard input). */
bool cvg_shell_run_text(struct cvg_shell *sh, const char *name,
			const char *text);
bool cvg_shell_run_file(struct cvg_shell *sh, const char *path);

/* "reconverge: message" on standard error, and as JSON if asked for. */
void cvg_shell_fail(struct cvg_shell *sh, const char *command,
		    const struct cvg_script *script, const struct cvg_err *err);
void cvg_shell_warn(struct cvg_shell *sh, const char *fmt, ...)
	CVG_PRINTF(2, 3);

/* Flush standard output; if that fails, say so once and stop. */
void cvg_shell_flush(struct cvg_shell *sh);

/* After a write to standard output failed: is it a pipe nobody reads any more?
 * Then nothing is to be said, and everything stops. */
bool cvg_shell_lost_reader(struct cvg_shell *sh);

/* The prompt (src/cmd/prompt.c): until end of file or `quit`. */
void cvg_prompt_run(struct cvg_shell *sh);
/* $XDG_STATE_HOME/reconverge/history, its folders made; empty if there can be
 * none. */
void cvg_history_path(struct cvg_str *out);

/* ---- completion ------------------------------------------------------ */

/* Candidates for a word; the caller frees with cvg_words_done. */
struct cvg_words {
	char **at;
	size_t n;
	size_t cap;
};

/*
 * What could stand where the word `line[start..end)` stands, given what is
 * before it on the line; all begin with that word. `files` is set if file
 * names are meant.
 */
void cvg_complete(struct cvg_shell *sh, const char *line, size_t start,
		  size_t end, struct cvg_words *out, bool *files);
void cvg_words_done(struct cvg_words *w);

/* ---- expressions ----------------------------------------------------- */

/* What `expect` said of its expression. */
struct cvg_expected {
	bool holds;
	struct cvg_str why; /* both sides' values, one line */
};

bool cvg_expect(struct cvg_session *s, const char *text,
		struct cvg_expected *out, struct cvg_err *err);

#endif
