/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * A session: one module, its tree of revisions, the focus, the settings and
 * the journal. Reads and prints nothing by itself.
 *
 * A revision is what one command made of its parent: bitcode, a snapshot of
 * every function asked for so far, and the command. Snapshots belong to the
 * history; a function that a command did not change shares its parent's.
 * The live LLVM module is that of the current revision; it is revived from
 * bitcode when a phase wants it after undo or goto.
 */
#ifndef RECONVERGE_SESSION_H
#define RECONVERGE_SESSION_H

#include "reconverge/analysis.h"
#include "reconverge/ir.h"
#include "reconverge/plan.h"

struct cvg_session;
struct cvg_settings;
struct cvg_phase;
struct cvg_object;
struct cvg_witness;

struct cvg_session *cvg_session_new(void);
void cvg_session_free(struct cvg_session *take_s);

struct cvg_settings *cvg_session_settings(struct cvg_session *s);

/* Load a module; on failure what was loaded before stays. Focus: the kernel
 * with the most divergent branches (the first of equals), or the function that
 * clang moved its body to; else the first function. */
bool cvg_session_load(struct cvg_session *s, const char *path,
		      const struct cvg_target_options *opt,
		      struct cvg_err *err);
bool cvg_session_loaded(const struct cvg_session *s);
const char *cvg_session_path(const struct cvg_session *s);
const char *cvg_session_triple(const struct cvg_session *s);
const char *cvg_session_cpu(const struct cvg_session *s);
/* What it was told to be for when it was loaded; NULL: the module says it. */
struct cvg_target_options cvg_session_asked(const struct cvg_session *s);

/* ---- focus ----------------------------------------------------------- */

/*
 * Functions are numbered as the current revision's module has them; a number
 * f means the function of that name in any other revision.
 */
uint32_t cvg_session_nfunctions(const struct cvg_session *s);
const char *cvg_session_function_name(const struct cvg_session *s, uint32_t f);
uint32_t cvg_session_function(const struct cvg_session *s); /* in focus */
/* By name, with or without '@'; unknown: the error suggests a near one. */
bool cvg_session_focus(struct cvg_session *s, const char *name,
		       struct cvg_err *err);

/*
 * Snapshot (with text) and analyses of a function in a revision; CVG_NONE for
 * f: the focus; for rev: the current one. NULL if that revision has no such
 * function (a pipeline removed it): never for the current one. Borrowed, and
 * valid as long as the module stays loaded.
 */
const struct cvg_fn *cvg_session_fn(struct cvg_session *s, uint32_t rev,
				    uint32_t f);
struct cvg_ana *cvg_session_ana(struct cvg_session *s, uint32_t rev,
				uint32_t f);
/* Before all functions of a revision are looked at: made at once, snapshots
 * take time linear in the module, one by one they do not. */
void cvg_session_all_fns(struct cvg_session *s, uint32_t rev);
/* Of the current revision and focus, under the current settings. Borrowed;
 * valid until it is asked for again under other settings. */
const struct cvg_plan *cvg_session_plan(struct cvg_session *s);

/* ---- revisions ------------------------------------------------------- */

struct cvg_rev {
	uint32_t id;	       /* P<id>; the loaded module is P0 */
	uint32_t parent;       /* CVG_NONE for P0 */
	uint32_t newest_child; /* what redo goes to; CVG_NONE: none */
	const char *command;   /* that made it: "meld R3"; "load" for P0 */
	uint32_t function;     /* it worked on: its place in that module, which
				is f of the calls above as long as no pipeline
				removed or added a function */
	const char *function_name;
	uint32_t count;		       /* things done */
	const char *report;	       /* what the phase said */
	const char *mark;	       /* name given by `mark`, or NULL */
	const struct cvg_phase *phase; /* that made it; NULL: the file, or a
					  pipeline */
	const struct cvg_settings *settings; /* it went by; NULL likewise */
	struct cvg_score before, score;	     /* of `function`, in the parent and
					   here; of P0 both the same */
	size_t bitcode_bytes;
};

/* A revision, once there, stays where it is until another module is loaded. */
uint32_t cvg_session_nrevs(const struct cvg_session *s);
const struct cvg_rev *cvg_session_rev(const struct cvg_session *s, uint32_t id);
uint32_t cvg_session_current(const struct cvg_session *s);

/* What an act did; filled on success only. `report` is what the phase said,
 * nothing if it found nothing; the caller's to free (cvg_str_done). */
struct cvg_act {
	bool changed;
	uint32_t rev; /* the new revision, or the current one */
	uint32_t count;
	struct cvg_str report;
};

/*
 * Run a phase. `settings`: those of this run alone; NULL: the session's.
 * `command` is how to say it again; unchanged: no revision.
 */
bool cvg_session_act(struct cvg_session *s, const struct cvg_phase *phase,
		     struct cvg_object object,
		     const struct cvg_settings *settings, const char *command,
		     struct cvg_act *out, struct cvg_err *err);
/* What run would do and say; a phase without a preview of its own is run and
 * the result thrown away. */
bool cvg_session_preview(struct cvg_session *s, const struct cvg_phase *phase,
			 struct cvg_object object,
			 const struct cvg_settings *settings,
			 struct cvg_act *out, struct cvg_err *err);
/*
 * Let the phase that made a revision do so once more, on a module that is then
 * lost, for a witness: the same decisions, unless a profile came or went
 * since. A revision that no phase made has nothing to show.
 */
bool cvg_session_retell(struct cvg_session *s, uint32_t rev,
			const struct cvg_witness *w, struct cvg_err *err);
/* An LLVM pipeline as a step. */
bool cvg_session_pass(struct cvg_session *s, const char *pipeline,
		      const char *command, struct cvg_act *out,
		      struct cvg_err *err);

/* n steps; fewer steps there than asked is an error and moves nothing. */
bool cvg_session_undo(struct cvg_session *s, uint32_t n, struct cvg_err *err);
bool cvg_session_redo(struct cvg_session *s, uint32_t n, struct cvg_err *err);
bool cvg_session_goto(struct cvg_session *s, uint32_t rev, struct cvg_err *err);
/* Names are unique: a second use moves the mark. */
bool cvg_session_mark(struct cvg_session *s, const char *name,
		      struct cvg_err *err);
/* "P3", "mark:x" or "3"; false names what there is instead. */
bool cvg_session_find_rev(const struct cvg_session *s, const char *text,
			  uint32_t *rev, struct cvg_err *err);

/* ---- out ------------------------------------------------------------- */

/* The current revision's module, by suffix or kind. */
bool cvg_session_write(struct cvg_session *s, const char *path,
		       enum cvg_emit kind, struct cvg_err *err);
/* Text of a revision's module (f is CVG_NONE) or of one function of it; rev
 * CVG_NONE: the current one. The caller frees it. */
bool cvg_session_text(struct cvg_session *s, uint32_t rev, uint32_t f,
		      char **out, struct cvg_err *err);

/* ---- journal --------------------------------------------------------- */

/*
 * The journal is a command file under the XDG state directory: a header naming
 * the module (absolute path, size, content hash), the target options, then
 * one line a command that succeeded, appended and flushed before the
 * command's result is shown. A session that ends well removes its journal; one
 * that dies leaves it for --recover.
 *
 * No failure here is one of the session: start and add return false with a
 * warning, at most once, and may be called on as if nothing had happened.
 * A module that cannot be read again (standard input) is kept beside it.
 */
bool cvg_journal_start(struct cvg_session *s, struct cvg_err *err);
bool cvg_journal_add(struct cvg_session *s, const char *command,
		     struct cvg_err *err);
void cvg_journal_end(struct cvg_session *s, bool keep);
/* The header and the commands so far, as a command file; borrowed until the
 * next command. */
const char *cvg_journal_text(const struct cvg_session *s);

/*
 * The journal that was last written to of those left by a process that is gone
 * (for the module `path` if not NULL): what to load and what to run again.
 * Refused if the module is not what it was. Load, start a new journal, run the
 * commands, then forget the old one. Strings are the caller's.
 */
struct cvg_recovery {
	char *journal;	    /* its file name */
	char *module;	    /* path to load */
	char *triple, *cpu; /* or NULL */
	char *commands; /* command file: the journal's lines, all of them, so
			   that line numbers are those of the journal */
};
bool cvg_journal_find(const char *path, struct cvg_recovery *out,
		      struct cvg_err *err);
/* Remove the journal: its commands are in the new session's. */
void cvg_recovery_forget(const struct cvg_recovery *r);
void cvg_recovery_done(struct cvg_recovery *r);

#endif
