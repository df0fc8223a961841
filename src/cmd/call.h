/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * What a handler gets, and the helpers all handlers share. A handler puts
 * its text form into `out` and its JSON members into `json`; nothing is
 * printed until it has succeeded and the journal has its line.
 */
#ifndef CVG_CMD_CALL_H
#define CVG_CMD_CALL_H

#include "reconverge/cmd.h"
#include "reconverge/phase.h"
#include "reconverge/refusal.h"
#include "reconverge/settings.h"
#include "reconverge/table.h"

#include <jansson.h>

struct cvg_act;
struct cvg_candidate;
struct cvg_export;
struct cvg_plot;
struct cvg_tries;

struct cvg_call {
	struct cvg_shell *sh;
	struct cvg_session *session; /* sh->session */
	const struct cvg_command *cmd;
	const struct cvg_line *line;
	const struct cvg_word *arg; /* the words after the verb, but for set */
	uint32_t nargs;
	const struct cvg_word *set; /* the functions to act on; NULL: that in
				       focus */
	struct cvg_word of_set;	    /* that word */
	bool in_set;		    /* the function in focus is one of a set */
	const char *text;	    /* how to say the command again */
	struct cvg_str kept; /* what the journal gets instead, if anything */
	struct cvg_str out;
	json_t *json;	       /* an object; NULL unless --json */
	struct cvg_plot *plot; /* what is told, as a chart; or NULL: none is
				  wanted */
	bool said_no;	       /* an answer that makes the exit status 1 */
	bool asked; /* the text is what was asked for, also with --quiet */
};

/* The handlers, one a row. */
#define COMMAND(id, name, group, flags, min, max, usage, kinds, help) \
	bool cvg_cmd_##id(struct cvg_call *call, struct cvg_err *err);
#include "reconverge/commands.def"
#undef COMMAND
/* The handler of every phase. */
bool cvg_cmd_phase(struct cvg_call *call, struct cvg_err *err);

struct cvg_pass;

/* What `pass` says where a pipeline changes nothing. */
#define CVG_PASS_NOTHING "the pipeline changed nothing"
/* Read the words of `pass`: the pipeline, the scope, and which loops it may unroll. */
bool cvg_pass_words(const struct cvg_call *call, struct cvg_pass *out,
		    struct cvg_err *err);

/*
 * The words of an act from `from` on: at most one object, and key=value for
 * settings that hold for this command only.
 */
struct cvg_act_words {
	struct cvg_object object;
	const struct cvg_word *named; /* the object's word, or NULL */
	struct cvg_settings settings; /* the session's, and these words' */
};
bool cvg_act_words(struct cvg_call *call, const struct cvg_phase *phase,
		   uint32_t from, struct cvg_act_words *w, struct cvg_err *err);

/* "-14 static cycles, ...", in a line; JSON has the counts, not their changes. */
void cvg_tell_score_change(struct cvg_call *call, const struct cvg_act *act);
void cvg_tell_report(struct cvg_call *call, const struct cvg_act *act);
/* What changed nothing: that the code of the function in focus is in another one, if it
 * only calls that. */
void cvg_report_body(struct cvg_call *call, struct cvg_act *act);
/* The same behind `before`: "its code is in @f: 'function @f' goes there". Returns the
 * name of that function, or NULL. */
const char *cvg_add_body(struct cvg_call *call, struct cvg_str *out,
			 const char *before);

/* ---- faults ---------------------------------------------------------- */

/* cvg_fail with the place of a word. */
bool cvg_fail_word(struct cvg_err *err, const struct cvg_word *word,
		   const char *fmt, ...) CVG_PRINTF(3, 4);
/* Give an error that has no place the place of a word. Returns false. */
bool cvg_blame_word(struct cvg_err *err, const struct cvg_word *word);
/* Give an error without a place that of the first argument that it is about, which is
 * one with whose option or value its message begins, or else of the command. */
void cvg_blame_argument(struct cvg_err *err, const struct cvg_call *call);

/* ---- objects --------------------------------------------------------- */

/* Find a block of the function in focus, in the current revision; errors point
 * at the word. */
bool cvg_word_block(struct cvg_call *call, const struct cvg_word *word,
		    uint32_t *block, struct cvg_err *err);
bool cvg_word_region(struct cvg_call *call, const struct cvg_word *word,
		     uint32_t *region, struct cvg_err *err);
bool cvg_word_value(struct cvg_call *call, const struct cvg_word *word,
		    uint32_t *value, struct cvg_err *err);
bool cvg_word_rev(struct cvg_call *call, const struct cvg_word *word,
		  uint32_t *rev, struct cvg_err *err);
/* why of a revision (cmd_why_rev.c). */
bool cvg_why_rev(struct cvg_call *call, uint32_t rev, struct cvg_err *err);
bool cvg_word_number(const struct cvg_word *word, uint32_t *n,
		     struct cvg_err *err);
/* What a word looks like: R3, L2, or else a block. */
enum cvg_takes cvg_word_kind(const struct cvg_word *word);
/* R3, L2 or a block: what an act takes. */
bool cvg_word_object(struct cvg_call *call, const struct cvg_word *word,
		     struct cvg_object *o, struct cvg_err *err);
/* A candidate by its region or by the block of its branch. */
bool cvg_word_candidate(struct cvg_call *call, const struct cvg_word *word,
			const struct cvg_candidate **out, struct cvg_err *err);
/* Is standard output meant by the first word, and may it be? */
bool cvg_word_stdout(struct cvg_call *call, bool *to_stdout,
		     struct cvg_err *err);
/* The format by the suffix of a file, which is the word or, of a key, its
 * value. */
bool cvg_word_format(const struct cvg_word *word, const struct cvg_export **out,
		     struct cvg_err *err);
/* "R3", "L2": letter and number. */
bool cvg_is_id(const char *text, char letter, uint32_t *n);

/* ---- short names for what every handler asks ------------------------- */

const struct cvg_fn *cvg_call_fn(struct cvg_call *call);
struct cvg_ana *cvg_call_ana(struct cvg_call *call);
void cvg_call_set(struct cvg_call *call, const char *key, json_t *take_value);
/* Say in JSON of which kind the cycles are that members of these names tell, wherever
 * they stand in the answer: names with blanks between them. */
void cvg_call_cycles(struct cvg_call *call, const char *names,
		     enum cvg_countkind kind);
/* Say by which prices of a file the numbers are that the command told, if it reads
 * the setting `costs`. */
void cvg_call_tell_costs(struct cvg_call *call);
/* A sentence of the text whose values are members of the JSON object. */
#define TELL(c, words, ...) CVG_TELL(&(c)->out, (c)->json, words, __VA_ARGS__)
/* The table as text, or as that member of the JSON object. Ends the table. */
void cvg_call_table(struct cvg_call *call, const char *key,
		    struct cvg_table *take_table);
/* A value as a person names it: "%x", or its instruction if unnamed. */
const char *cvg_value_label(const struct cvg_fn *fn, uint32_t v);
/* "1 block", "2 blocks" */
void cvg_add_count(struct cvg_str *s, uint64_t n, const char *one);

/* "reason", "block", "inst" and "step" of a refused object, unless it is
 * NULL. */
void cvg_json_refusal(json_t *o, const struct cvg_fn *fn,
		      enum cvg_refusal refusal, uint32_t block, uint32_t inst);
/* One line of `candidates`. */
struct cvg_rank {
	bool can; /* it is not refused, or only rejected */
	double gain;
	uint32_t at; /* its index in the plan, which has the program's order */
};

/* Could it be done if nobody had rejected it? */
static inline bool cvg_can_be(enum cvg_refusal refusal)
{
	return refusal == CVG_REFUSE_NONE || refusal == CVG_REFUSE_REJECTED;
}

/* Sort n lines as the setting says; all of them are of one kind of step. */
void cvg_sort_ranks(struct cvg_rank *ranks, uint32_t n,
		    const struct cvg_settings *settings);

/* Try (tries.c) the candidates with the best estimates, as the settings say, whose profile
 * may be a new one then. Fails if the user interrupts it. */
bool cvg_try_choices(struct cvg_call *call, struct cvg_settings *settings,
		     struct cvg_tries *out, struct cvg_err *err);
/* The cycles that the step saves, if it was tried; else the estimate. */
double cvg_tried_gain(struct cvg_call *call, const char *act, uint32_t block,
		      const struct cvg_settings *settings, double estimate);
/* What a trial of that step told, if it was tried; `o` may be NULL. */
void cvg_tell_tried(struct cvg_call *call, json_t *o, const char *act,
		    uint32_t block, const struct cvg_settings *settings);
/* That not all were tried. */
void cvg_tell_tries(struct cvg_call *call, const struct cvg_tries *tries);

/* Print the part of `candidates` about one-armed ifs. */
void cvg_tell_ifs(struct cvg_call *call, const struct cvg_settings *settings);
/* Print the part of `candidates` about nests of loops. */
void cvg_tell_nests(struct cvg_call *call, const struct cvg_settings *settings);

/* Append the names of the commands of a group, and what each does. */
void cvg_help_group(struct cvg_str *out, enum cvg_cmdgroup g);
/* The same for all groups: the help of `help`, and of --help's second half. */
void cvg_help_list(struct cvg_str *out);
/* The name of a topic of `help`, by its place; NULL: no more. */
const char *cvg_help_topic(uint32_t i);
/* All tables as members of the answer, for --json. */
void cvg_describe(struct cvg_call *call);
json_t *cvg_json_command(const struct cvg_command *cmd);

#endif
