/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The command language: the same in -e, in script files, at the prompt and
 * under keys. A line is `verb [object...] [key=value...]` with shell quoting,
 * `#` comments, and `\` at the end of a line that continues in the next.
 *
 *	text -> cvg_parse_next -> cvg_line -> cvg_shell_run -> handler
 *
 * Each verb is a row of commands.def; a verb that runs a phase (an act) is a
 * row of phases.def.
 */
#ifndef RECONVERGE_CMD_H
#define RECONVERGE_CMD_H

#include "reconverge/look.h"
#include "reconverge/words.h"

struct cvg_optimize_sight;
struct cvg_phase;
struct cvg_session;

/* ---- parsing --------------------------------------------------------- */

/* One word, without its quotes and backslashes. */
struct cvg_word {
	const char *text;
	uint32_t key;	       /* bytes before the '=' of key=value, else 0 */
	uint32_t line, column; /* of its first byte, 1-based */
	uint32_t end;	 /* column after its last byte, on its last line */
	uint32_t quoted; /* bytes of the quote that it begins with, or 0 */
};

struct cvg_line {
	struct cvg_arena arena; /* owns the words */
	struct cvg_word *word;	/* n >= 1: blank lines are never returned */
	uint32_t n;
};

/* A text that is read command by command. `name` and `text` are borrowed. */
struct cvg_script {
	const char *name; /* for messages; NULL: typed at the prompt */
	const char *text;
	size_t n;
	size_t at;     /* next byte to read */
	uint32_t line; /* line of that byte, 1-based */
};

enum cvg_parsed { CVG_PARSED_LINE, CVG_PARSED_END, CVG_PARSED_ERROR };

void cvg_script_init(struct cvg_script *s, const char *name, const char *text,
		     size_t n);
/*
 * Parse the next command. After an error the rest of the faulty line is
 * skipped, so that the caller can go on. The caller frees `out`, if a line was
 * returned, with cvg_line_done.
 */
enum cvg_parsed cvg_parse_next(struct cvg_script *s, struct cvg_line *out,
			       struct cvg_err *err);
void cvg_line_done(struct cvg_line *line);

/* Append the word so that the parser reads it back with the same text and the
 * same key. */
void cvg_quote_word(struct cvg_str *out, const struct cvg_word *word);

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
	CVG_CMD_MODULE = 1 << 0,  /* needs a loaded module */
	CVG_CMD_CHANGES = 1 << 1, /* changes the session; --recover runs it */
	CVG_CMD_REPORTS = 1 << 2, /* its text is left out with --quiet */
	CVG_CMD_UNKEPT = 1 << 3,  /* never written to the journal */
	CVG_CMD_SETS = 1 << 4,	  /* takes a set of functions, as @* */
};

struct cvg_call;

struct cvg_command {
	const struct cvg_phase *phase; /* of an act; else NULL */
	const char *name;
	const char *usage; /* the words after the verb, for help; of an act
			      NULL, and cvg_command_usage gives them */
	const char *help;
	const char *kinds; /* how words are completed, a letter of complete.c
			      for each word */
	enum cvg_cmdgroup group;
	unsigned flags;	   /* enum cvg_cmdflag */
	uint32_t min, max; /* number of words after the verb; for an act,
			      cvg_command_max gives the maximum */
	bool (*run)(struct cvg_call *call, struct cvg_err *err);
};

uint32_t cvg_ncommands(void);
const struct cvg_command *cvg_command_at(uint32_t i);
/* The words after the verb, such as "[REGION|BLOCK|LOOP] [mode=MODE]"; the
 * caller frees the text. */
char *cvg_command_usage(const struct cvg_command *command);
/* The greatest number of words after the verb. */
uint32_t cvg_command_max(const struct cvg_command *command);
/*
 * The command of that name; with `prefix` also by an unambiguous beginning of
 * the name. NULL: there is none, and `err` names similar commands or all those
 * that begin so.
 */
const struct cvg_command *cvg_command_find(const char *name, bool prefix,
					   struct cvg_err *err);

/* An example of the manual and of `help`, from examples.def. */
struct cvg_example {
	const char *sample;  /* the module that it is for */
	const char *command; /* a whole command line */
	const char *help;    /* what it does */
};

uint32_t cvg_nexamples(void);
const struct cvg_example *cvg_example_at(uint32_t i);
/* The settings that a command reads, CVG_READS of each. */
uint64_t cvg_command_reads(const struct cvg_command *command);
/* The terms of the glossary that explain what it prints: "arm|net". */
const char *cvg_command_terms(const struct cvg_command *command);
/* True if the example's verb is that command. */
bool cvg_example_is_of(const struct cvg_example *e,
		       const struct cvg_command *command);

/* True if help shows the example with that command. */
bool cvg_example_shows(const struct cvg_example *e,
		       const struct cvg_command *command);

/* ---- running --------------------------------------------------------- */

enum cvg_status {
	CVG_OK = 0,
	CVG_NO = 1,
	CVG_ERROR = 2,
	CVG_INTERRUPTED = 130, /* by Ctrl-C: 128 + SIGINT, as shells have it */
};

enum cvg_stream {
	CVG_TEXT,    /* the result of a command */
	CVG_WARNING, /* a warning */
	CVG_FAULT,   /* an error, with a caret under the place */
};

/* Callbacks for a program that runs commands but cannot let them print to
 * standard output and error: the screen, a test. */
struct cvg_host {
	void *context;
	/* Print n bytes: whole lines, without "reconverge: ". */
	void (*print)(void *context, enum cvg_stream stream, const char *text,
		      size_t n);
	/* Called repeatedly during a long operation, which `what` names;
	 * `done` is the finished part, 0 to 1, or below 0 if unknown. Return
	 * false to end the operation. May be NULL. */
	bool (*tick)(void *context, const char *what, double done);
	/* The regions of the snapshot that the screen shows folded, or NULL
	 * for none. The callback may be NULL. */
	const struct cvg_bits *(*folded)(void *context,
					 const struct cvg_fn *fn);
	/* Called by `preview` while its trial stands (cvg_session_try). May be
	 * NULL. */
	void (*tried)(void *context);
	/* Called repeatedly while `optimize` searches. May be NULL. */
	void (*searched)(void *context, const struct cvg_optimize_sight *sight);
};

/* Functions that acts on sets leave alone, for a program that takes steps back. */
struct cvg_spared {
	void *context;
	bool (*is)(void *context, const char *function);
	/* An act on a set failed in that function. */
	void (*failed)(void *context, const char *function, const char *why);
};

/* A command interpreter. Its program zeroes it and fills in the settings. */
struct cvg_shell {
	const struct cvg_host *host;	 /* NULL: standard output and error */
	const struct cvg_spared *spared; /* NULL: none are */
	struct cvg_session *session;
	struct cvg_look look;
	struct cvg_target_options target;
	const char *module; /* with --list: its path, which messages and JSON
			       name; else NULL */
	const char *kernel; /* with --kernels: its name, which they name too */
	const char *stem;   /* what % stands for in names of files; or NULL */
	bool json;	    /* print a JSON object for each command */
	bool keep_going;    /* an error does not end a script */
	bool quiet;	    /* no reports, no warnings */
	bool prefixes;	    /* verbs may be abbreviated */
	bool replay;	    /* run only commands that change the session, and
			    print nothing */
	bool journal;	    /* record commands in the journal */
	bool prompt;	    /* commands are typed: Ctrl-C ends the running one
			    only, not the whole script */
	bool interrupted;   /* Ctrl-C ended a command that was running */
	bool quit;	    /* `quit` was run */
	bool closed;	    /* standard output cannot be written any more */
	bool writes;	    /* the module is written at the end (-o) */
	bool manned;	    /* a user gave commands at a terminal */
	bool aside;	    /* standard output is for the module (-o -): texts
			    go to standard error */
	bool embedded;	    /* in another program, whose standard streams and
			    signals are not ours */
	uint32_t depth;	    /* nesting of source-file */
	enum cvg_status status; /* the highest so far */
};

/*
 * Run every command of a script. False if it stopped early: an error without
 * keep_going, `quit`, or standard output gone.
 */
bool cvg_shell_run(struct cvg_shell *sh, struct cvg_script *script);
/* Run the commands of a text, or of a file ("-": standard input); the result
 * is that of cvg_shell_run. */
bool cvg_shell_run_text(struct cvg_shell *sh, const char *name,
			const char *text);
bool cvg_shell_run_file(struct cvg_shell *sh, const char *path);

/* Print "reconverge: message" to standard error, or a JSON object if sh->json;
 * `command` and `script` may be NULL. */
void cvg_shell_fail(struct cvg_shell *sh, const char *command,
		    const struct cvg_script *script, const struct cvg_err *err);
/* Append that JSON object. */
void cvg_shell_add_failure(const struct cvg_shell *sh, const char *command,
			   const struct cvg_script *script,
			   const struct cvg_err *err, struct cvg_str *out);
void cvg_shell_warn(struct cvg_shell *sh, const char *fmt, ...)
	CVG_PRINTF(2, 3);

/* Flush standard output. If that fails, print an error once and set
 * sh->closed. */
void cvg_shell_flush(struct cvg_shell *sh);

/* After a write to standard output failed: true if it is a pipe whose reader
 * closed it. Then sh->closed is set, and no error is to be printed. */
bool cvg_shell_lost_reader(struct cvg_shell *sh);

/* Append a word as it must be written inside quotes that the user opened: ' or
 * ". */
void cvg_quote_inside(struct cvg_str *out, const char *word, char quote);
/* Let readline quote the names of files that it completes, as the parser of
 * commands reads them. */
void cvg_prompt_quoting(void);
/* Read and run commands at the prompt until the end of input or `quit`. */
void cvg_prompt_run(struct cvg_shell *sh);
/* Add the line to readline's history, unless it repeats the last one. */
void cvg_prompt_remember(const char *line);
/* The path of the prompt's history, $XDG_STATE_HOME/reconverge/history, whose
 * folders are made; empty if they cannot be made. */
void cvg_history_path(struct cvg_str *out);
/* Read the prompt's history from that path; NULL or empty: there is none. Files
 * that sessions left beside it when they died are removed. */
void cvg_history_read(const char *path);

/* ---- completion ------------------------------------------------------ */

/* Possible completions of a word; the caller frees with cvg_words_done. */
struct cvg_words {
	char **at;
	size_t n;
	size_t cap;
};

/*
 * The possible completions of the word `line[start..end)`, given the words
 * before it on the line; all begin with that word and are quoted where the
 * parser needs it. *files is set to true if
 * the word is the name of a file, which the caller completes.
 */
void cvg_complete(struct cvg_shell *sh, const char *line, size_t start,
		  size_t end, struct cvg_words *out, bool *files);
void cvg_words_done(struct cvg_words *w);

/* ---- expressions ----------------------------------------------------- */

/* The value of the expression of `expect`. */
struct cvg_expected {
	bool holds;
	struct cvg_str why; /* the values of both sides, one line */
};

/* Evaluate an expression such as "cycles < cycles(mark:start)". Fails if it is
 * malformed or names an unknown number. The caller frees out->why. */
bool cvg_expect(struct cvg_session *session, const char *text,
		struct cvg_expected *out, struct cvg_err *err);

#endif
