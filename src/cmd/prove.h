/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What the commands of the group "run" share. */
#ifndef CVG_CMD_PROVE_H
#define CVG_CMD_PROVE_H

#include "call.h"

#include "reconverge/prove.h"

/* Is the word KEY=something? */
bool cvg_word_is_key(const struct cvg_word *word, const char *key);
/* What stands behind the '=' of such a word, as a number of a range. */
bool cvg_word_key_number(const struct cvg_word *word, uint64_t low,
			 uint64_t high, uint64_t *out, struct cvg_err *err);
/* Is it code= or keep=, which commands take that run code on a GPU? */
bool cvg_word_is_code(const struct cvg_word *word);
/* Whether the code is PTX, or the folder where it is kept, which is made. */
bool cvg_word_code(const struct cvg_word *word, bool *portable,
		   const char **keep, struct cvg_err *err);

/* yes or no behind it. */
bool cvg_word_yes(const struct cvg_word *word, bool *out, struct cvg_err *err);

/* Word i is a file, or KEY=FILE: the journal names it so that it is found from anywhere.
 * For one word of a command. */
void cvg_keep_path(struct cvg_call *call, uint32_t i);

/* Say how the try of a guessed launch ended, unless it ended well. */
void cvg_prove_left(struct cvg_call *call, const struct cvg_fault *left);
/* A launch for the focus: guessed if none was said, and then told. */
bool cvg_prove_launch(struct cvg_call *call, struct cvg_err *err);

/* Append "7 of 23 blocks; 3 of 5 conditional branches split a warp", with `of`
 * behind the blocks; JSON gets the numbers. */
void cvg_tell_extent(struct cvg_str *out, json_t *into,
		     const struct cvg_profile_extent *extent, const char *of);

/* How the run ended, if at fault: text, JSON, and status 1. */
void cvg_prove_fault(struct cvg_call *call, const struct cvg_run *run);
/* Append "@f P2"; JSON has the seed as well. `out` and `into` may be NULL. */
void cvg_tell_run(struct cvg_str *out, json_t *into, const struct cvg_run *run);

/* A side of a comparison: a revision by number or mark; else a file, if there is
 * one. */
bool cvg_word_side(struct cvg_call *call, const struct cvg_word *word,
		   struct cvg_check_side *side, struct cvg_err *err);
void cvg_add_side(struct cvg_str *out, const struct cvg_check_side *side);
json_t *cvg_check_json_side(const struct cvg_check_side *side);
/* What a check found; in JSON, how the sides differ. */
void cvg_check_tell(struct cvg_call *call, const struct cvg_check *check);
json_t *cvg_check_json(const struct cvg_check *check);

/* Append, as a line, how threads depend on each other; NULL or "": they do
 * not. */
void cvg_add_witness(struct cvg_str *out, const char *dependence);

/* cmd_trace.c: "BLOCK" or "BLOCK:WARP" behind trace=; is there such a warp?
 * its steps. */
#define CVG_TRACE_STEPS 10000 /* kept, unless somebody asks for more */
bool cvg_trace_word(const struct cvg_word *word, struct cvg_trace *trace,
		    struct cvg_err *err);
bool cvg_trace_check(struct cvg_call *call, const struct cvg_trace *trace,
		     struct cvg_err *err);
void cvg_trace_tell(struct cvg_call *call, const struct cvg_run *run,
		    const struct cvg_trace *trace);

/* Regroup as the words from `from` on say; `look`: tell what it would do. */
bool cvg_regroup_words(struct cvg_call *call, uint32_t from, bool look,
		       struct cvg_err *err);

/* The parameter that a word names, by name or place. */
bool cvg_word_param(const struct cvg_program *program,
		    const struct cvg_word *word, uint32_t *param,
		    struct cvg_err *err);

#endif
