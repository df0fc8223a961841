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

#include "reconverge/quantity.h"
#include "reconverge/rejects.h"
#include "reconverge/score.h"
#include "reconverge/words.h"

struct cvg_ana;
struct cvg_coder;
struct cvg_fn;
struct cvg_plan;
struct cvg_session;
struct cvg_settings;
struct cvg_phase;
struct cvg_object;
struct cvg_witness;
struct LLVMOpaqueContext;
struct LLVMOpaqueModule;

struct cvg_session *cvg_session_new(void);
void cvg_session_free(struct cvg_session *take_session);
/* Ask this code generator, which stays the caller's and lives longer, in place of one
 * of the session's own; nothing was asked yet. NULL: that. */
void cvg_session_share_coder(struct cvg_session *session,
			     struct cvg_coder *coder);

struct cvg_settings *cvg_session_settings(struct cvg_session *session);

/* Load a module; on failure what was loaded before stays. Focus: the kernel
 * with the most divergent branches (the first of equals), or the function that
 * clang moved its body to; else the first function. */
bool cvg_session_load(struct cvg_session *session, const char *path,
		      const struct cvg_target_options *opt,
		      struct cvg_err *err);
/* The same with a module in memory, the text or the bitcode, which messages
 * call `name`. */
bool cvg_session_read(struct cvg_session *session, const char *name,
		      const void *bytes, size_t n,
		      const struct cvg_target_options *opt,
		      struct cvg_err *err);
/* What the owner of a module says of it. */
enum cvg_copying {
	CVG_COPY_GUEST = 1,	/* it needs no verifier, and its context is the
				   session's while the session lasts */
	CVG_COPY_ANY_FOCUS = 2, /* it does not matter which function has the
				   focus first; looking for one takes time */
};
/* The same with a copy of a module of this process (an LLVMModuleRef); `known` is
 * of cvg_copying. */
bool cvg_session_copy_of(struct cvg_session *session, const char *name,
			 struct LLVMOpaqueModule *llvm, unsigned known,
			 const struct cvg_target_options *opt,
			 struct cvg_err *err);
bool cvg_session_loaded(const struct cvg_session *session);
const char *cvg_session_path(const struct cvg_session *session);
const char *cvg_session_triple(const struct cvg_session *session);
const char *cvg_session_cpu(const struct cvg_session *session);
/* The triple and cpu that were asked for when the module was loaded; NULL: the
 * module says it. */
struct cvg_target_options cvg_session_asked(const struct cvg_session *session);
/* Read a file of prices (cost.h) for the setting `costs`; "": take those of
 * costs.def. The session owns the prices. False: `err` names the file, the line
 * and the reason, and the settings are as before. */
bool cvg_session_read_costs(struct cvg_session *session,
			    struct cvg_settings *settings, const char *path,
			    struct cvg_err *err);
/* The setting `costs` has changed: price everything anew. */
void cvg_session_reprice(struct cvg_session *session);

/* ---- focus ----------------------------------------------------------- */

/*
 * Functions are numbered as the current revision's module has them; a number
 * f means the function of that name in any other revision.
 */
uint32_t cvg_session_nfunctions(const struct cvg_session *session);
/* How many functions any revision has. The numbers from cvg_session_nfunctions on
 * are those of functions that the current revision lacks. */
uint32_t cvg_session_nfunctions_ever(const struct cvg_session *session);
const char *cvg_session_function_name(const struct cvg_session *session,
				      uint32_t f);
uint32_t cvg_session_function(const struct cvg_session *session); /* in focus */
/* CVG_NONE: there is none of that name. */
uint32_t cvg_session_function_named(const struct cvg_session *session,
				    const char *name);
void cvg_session_focus_at(struct cvg_session *session, uint32_t f);
/* Move the focus to the function of that name, with or without '@'. If there is
 * none, the error suggests a similar name. */
bool cvg_session_focus(struct cvg_session *session, const char *name,
		       struct cvg_err *err);

/*
 * The function that has the branches of function f of the current revision, which
 * has one block and calls no other function of the module: clang puts the body of
 * an OpenCL kernel into a function of its own. Else f.
 */
uint32_t cvg_session_body(struct cvg_session *session, uint32_t f);

/* The instructions of which the judge wanted machine code so far. Answers that were
 * known already count as well, so that it depends on the code and the steps alone. */
uint64_t cvg_session_coded(const struct cvg_session *session);
/* The same of the programs that the judge wanted to run: each has the instructions of
 * a kernel and of all that it calls. */
uint64_t cvg_session_decoded(const struct cvg_session *session);
/* What all runs took for which the judge asked, in instructions of which machine code is
 * made in that time. */
uint64_t cvg_session_ran(const struct cvg_session *session);
/* From now on, what an act has coded and run may take so much at most, in the same unit;
 * 0: each act has limits of its own alone. */
void cvg_session_limit(struct cvg_session *session, uint64_t most);
/* Did the last act reach the limit of what is coded? */
bool cvg_session_is_cut(const struct cvg_session *session);

/* The snapshot (with text) and the analyses of a function in a revision.
 * CVG_NONE stands for the function in focus, or for the current revision. NULL:
 * the revision has no such function, because a pipeline removed it; the current
 * one always has it. The result is borrowed, and valid as long as the module
 * stays loaded. */
const struct cvg_fn *cvg_session_fn(struct cvg_session *session, uint32_t rev,
				    uint32_t f);
/* The function as P0 has it, which may have no text; NULL: it has none. */
const struct cvg_fn *cvg_session_loaded_fn(const struct cvg_session *session,
					   uint32_t f);
struct cvg_ana *cvg_session_ana(struct cvg_session *session, uint32_t rev,
				uint32_t f);
/* Until they are wanted, which they are from the beginning, functions that have no
 * text yet get none when they are asked for. LLVM needs as long for it as for
 * reading the code. */
void cvg_session_texts(struct cvg_session *session, bool wanted);
/* A call of the function in focus. */
struct cvg_callsite {
	const char *function; /* the caller's name */
	uint32_t block;	      /* the uid of the block with the call */
};
struct cvg_callsites {
	struct cvg_callsite *at;
	size_t n, cap;
};
/* Append the calls in the current revision, if all callers are known; the names
 * are borrowed. The caller frees out->at. */
void cvg_session_calls(struct cvg_session *session, struct cvg_callsites *out);
/* The counts of function f of the current revision; returns its snapshot. The
 * analyses that only the counts need are freed again, because a module may have
 * thousands of functions. */
const struct cvg_fn *cvg_session_score_of(struct cvg_session *session,
					  uint32_t f, struct cvg_score *out);
/* The functions of the current revision whose code is not that of P0. The caller
 * ends *out. */
void cvg_session_all_changed(struct cvg_session *session, struct cvg_bits *out);
/* Make the snapshots of all functions of a revision. To be called before all of
 * them are looked at: made at once they take time linear in the module, made one
 * by one they take longer. */
void cvg_session_all_fns(struct cvg_session *session, uint32_t rev);
/* The plan of melding for the function in focus, under the current settings.
 * Borrowed, and valid until it is asked for again under other settings. */
const struct cvg_plan *cvg_session_plan(struct cvg_session *session);

/* ---- revisions ------------------------------------------------------- */

/* What the machine's code costs, before and after a step. */
struct cvg_mchange {
	bool known;	/* else the rest is 0 */
	bool simulated; /* blocks count as often as warps ran them in simulated
			     runs; else as often as a warp is guessed to */
	double cycles[2]; /* by its instructions: of all warps; else of one */
	double waves[2];  /* the most warps at once; NAN: not known */
	double scratch
		[2]; /* bytes of private memory of a lane; NAN: not known */
	char made_for[24]; /* the cpu that ptxas took; empty: the module's */
};

/* The launch whose simulated cycles grew most, or fell least, by their share. */
struct cvg_worst {
	uint32_t launch, n; /* from 0, of n; n is 0: not known */
	double was, is;	    /* its cycles of all warps */
};

/* What was measured of a step, before and after it. */
struct cvg_judged {
	double was,
		is; /* cycles of all warps, of `launches` launches; 0: it was
			     not run */
	enum cvg_countkind kind; /* of these cycles */
	uint32_t launches;
	bool guessed;		    /* some part of these launches was */
	uint64_t insts;		    /* that warps ran to measure it */
	struct cvg_worst worst;	    /* of them */
	struct cvg_mchange machine; /* not known: it was not judged by the
				       machine's code */
	const char *no_machine;	    /* why not, in a few words; NULL: it was */
};

struct cvg_rev {
	uint32_t id;	       /* P<id>; the loaded module is P0 */
	uint32_t parent;       /* CVG_NONE for P0 */
	uint32_t newest_child; /* what redo goes to; CVG_NONE: none */
	const char *command; /* the command that made it: "meld R3"; "load" for
				  P0 */
	uint32_t function;   /* the function that the command worked on: its
				  place in that module, which is f of the calls
				  above unless a pipeline removed or added a
				  function */
	const char *function_name;
	uint32_t count;	    /* things that the phase did */
	const char *report; /* what the phase said */
	uint32_t same_as; /* the oldest other revision with the same code, up to
			     names; CVG_NONE: there is none before this one */
	const char *mark; /* name given by `mark`, or NULL */
	const struct cvg_phase *phase;	     /* that made it; NULL: a file, or a
					  pipeline */
	const struct cvg_settings *settings; /* of that phase; NULL: none */
	struct cvg_score before, score;	     /* of `function`, in the parent and
					   here; the same in P0 */
	struct cvg_judged judged; /* of `function`, when the step was made */
};

/* A revision keeps its number and its address until another module is
 * loaded. */
uint32_t cvg_session_nrevs(const struct cvg_session *session);
const struct cvg_rev *cvg_session_rev(const struct cvg_session *session,
				      uint32_t id);
uint32_t cvg_session_current(const struct cvg_session *session);

/* Do the cycles grow, fewer warps run at once, or lanes need more private
 * memory? Of what is not known, nothing does. */
bool cvg_mchange_loses(const struct cvg_mchange *change);
/* Append what a change loses by: "the machine's code grew from ... to ...". */
void cvg_mchange_text(struct cvg_str *out, const struct cvg_mchange *change);

/* What an act did; filled only if it succeeds. The report is what the phase said,
 * empty if it found nothing to do; the caller frees it (cvg_str_done). */
struct cvg_act {
	bool changed;	/* there is a new revision */
	uint32_t rev;	/* the new revision, or the current one */
	uint32_t count; /* things that the phase did */
	struct cvg_score before, score; /* of the function, before and after a
					   change */
	struct cvg_judged judged;
	bool blind; /* it should have been run, and was not */
	struct cvg_str report;
};

/*
 * Run a phase. `settings` are those of this run alone; NULL: the session's.
 * `command` is the command line that does the same. A phase that changes nothing
 * makes no revision. With prove=yes a step that is not proved is taken back, and
 * the call fails.
 */
bool cvg_session_act(struct cvg_session *session, const struct cvg_phase *phase,
		     struct cvg_object object,
		     const struct cvg_settings *settings, const char *command,
		     struct cvg_act *out, struct cvg_err *err);
/* What looks at a trial: while it is called, the trial is the current revision,
 * and the one before is its parent. It makes no step. */
struct cvg_onlooker {
	void (*look)(void *context);
	void *context;
};
/*
 * A trial: do what cvg_session_act would do, and take it back. *out has what the
 * act would have; its revision is gone. `onlooker`, which may be NULL, sees the
 * result if anything changed.
 */
bool cvg_session_try(struct cvg_session *session, const struct cvg_phase *phase,
		     struct cvg_object object,
		     const struct cvg_settings *settings, const char *command,
		     const struct cvg_onlooker *onlooker, struct cvg_act *out,
		     struct cvg_err *err);
/* What an act or a trial told of a step at a block. */
struct cvg_tried {
	bool changed; /* it does something */
	struct cvg_judged judged;
};
/* What was told of that step in that revision, for the function in focus, under
 * these settings and the profile in force. NULL: it was not tried. Borrowed until
 * the next step. */
const struct cvg_tried *cvg_session_tried(struct cvg_session *session,
					  uint32_t rev,
					  const struct cvg_phase *phase,
					  uint32_t block,
					  const struct cvg_settings *settings);
/* Have a profile of the function in focus, as a step that is judged has. */
bool cvg_session_need_profile(struct cvg_session *session, struct cvg_err *err);
/* Do the cycles fall, none of the launches loses, and neither does the machine's
 * code? */
bool cvg_judged_pays(const struct cvg_judged *judged);
/* Append "simulated cycles 640 -> 498 (-22.2%) on 1 guessed launch". */
void cvg_add_judged(struct cvg_str *out, const struct cvg_judged *judged);
/* Append "machine's code: 812 -> 640 cycles (-21.2%) of all warps, by simulated runs;
 * 10 warps at once", or why it is not known. */
void cvg_add_judged_machine(struct cvg_str *out,
			    const struct cvg_judged *judged);
/* Append "tried: ", the same, and whether that pays. */
void cvg_add_tried(struct cvg_str *out, const struct cvg_tried *tried);
/*
 * Let the phase that made a revision do the same again, on a module that is then
 * thrown away, so that a witness sees its decisions: the same ones as before,
 * unless a profile came or went since. Of a revision that no phase made the
 * witness sees nothing.
 */
bool cvg_session_retell(struct cvg_session *session, uint32_t rev,
			const struct cvg_witness *w, struct cvg_err *err);
/* The phase and mode that brings most at a block, of all that were tried there. */
struct cvg_best {
	const struct cvg_phase *phase;
	const char *words; /* of its command, each with a blank behind it */
	const struct cvg_tried *tried; /* under all settings of the session */
};

/* Try all phases and modes of moves.def at the block of the current revision; *cost
 * grows by the instructions that warps run. Fails only if it is interrupted. */
bool cvg_session_try_all(struct cvg_session *session, uint32_t block,
			 const struct cvg_settings *settings, uint64_t *cost,
			 struct cvg_err *err);
/* What these trials told. False: nothing pays there. */
bool cvg_session_best(struct cvg_session *session, uint32_t rev, uint32_t block,
		      const struct cvg_settings *settings,
		      struct cvg_best *out);

/* Run an LLVM pipeline, which becomes a step of its own. */
bool cvg_session_pass(struct cvg_session *session, const char *pipeline,
		      const char *command, struct cvg_act *out,
		      struct cvg_err *err);
/* A pipeline and where it runs. */
struct cvg_pass {
	const char *pipeline;
	bool alone; /* on the function in focus, which alone changes */
	enum cvg_unroll unroll;
};
/* The same there. */
bool cvg_session_run_pass(struct cvg_session *session,
			  const struct cvg_pass *pass, const char *command,
			  struct cvg_act *out, struct cvg_err *err);
/* The same, and take it back, as cvg_session_try does. */
bool cvg_session_try_pass(struct cvg_session *session,
			  const struct cvg_pass *pass, const char *command,
			  const struct cvg_onlooker *onlooker,
			  struct cvg_act *out, struct cvg_err *err);

/* Another compilation, to be made a revision. */
struct cvg_import {
	const char *path;
	const char *function; /* that stands for the one in focus; NULL: that
				 of its name */
	uint64_t hash; /* a hash of the file's content; set if it is 0, else
			  the file must have it */
};
/*
 * Make the module in a file a child of the current revision. It must be for the
 * same target, and its function must have the parameters of the one in focus. If
 * it has the text of the current revision, there is no new one.
 */
bool cvg_session_import(struct cvg_session *session, struct cvg_import *import,
			const char *command, struct cvg_act *out,
			struct cvg_err *err);

/* Reject that step at a block of the current revision, for the function in
 * focus (see rejects.h); with `yes` false, reject it no longer. Returns true if
 * this changed something. */
bool cvg_session_reject(struct cvg_session *session, enum cvg_rejectkind kind,
			uint32_t block, bool yes);
/* What is rejected in the function in focus; NULL: nothing. */
const struct cvg_rejects *cvg_session_rejects(
	const struct cvg_session *session);

/* Move n steps back, or forward again. Fails if there are fewer steps, and then
 * nothing moves. */
bool cvg_session_undo(struct cvg_session *session, uint32_t n,
		      struct cvg_err *err);
bool cvg_session_redo(struct cvg_session *session, uint32_t n,
		      struct cvg_err *err);
bool cvg_session_goto(struct cvg_session *session, uint32_t rev,
		      struct cvg_err *err);
/* Give the current revision a name. Names are unique: a second use moves the
 * mark. */
bool cvg_session_mark(struct cvg_session *session, const char *name,
		      struct cvg_err *err);
/* Find a revision by "P3", "mark:x" or "3". False: there is none, and *err says
 * what there is. */
bool cvg_session_find_rev(const struct cvg_session *session, const char *text,
			  uint32_t *rev, struct cvg_err *err);

/* ---- out ------------------------------------------------------------- */

/* Write the current revision's module, in the format of `kind` or of the path's
 * suffix. */
bool cvg_session_write(struct cvg_session *session, const char *path,
		       enum cvg_emit kind, struct cvg_err *err);
/* Append the current revision's module as a file of that kind. */
bool cvg_session_output(struct cvg_session *session, enum cvg_emit kind,
			struct cvg_str *out, struct cvg_err *err);
/* A copy of the current revision's module in that context of LLVM, for the
 * caller to dispose. NULL: it cannot be made, and `err` is filled. */
struct LLVMOpaqueModule *cvg_session_give(struct cvg_session *session,
					  struct LLVMOpaqueContext *context,
					  struct cvg_err *err);
/* Is the code of function f of the current revision another than in P0? */
bool cvg_session_changed(const struct cvg_session *session, uint32_t f);
/* Is the current revision one that a command made, and that was not written? */
bool cvg_session_unwritten(const struct cvg_session *session);
/* The text of a revision's module (f is CVG_NONE) or of one function of it; rev
 * CVG_NONE: the current revision. The caller frees it. */
bool cvg_session_text(struct cvg_session *session, uint32_t rev, uint32_t f,
		      char **out, struct cvg_err *err);

/* ---- machine code ---------------------------------------------------- */

struct cvg_mcode;

/*
 * What LLVM's code generator makes of the function in focus, in that revision
 * (CVG_NONE: the current one). It is made once, and lives as long as the
 * revision. NULL: it cannot be made, and `err` says why.
 */
const struct cvg_mcode *cvg_session_mcode(struct cvg_session *session,
					  uint32_t rev, struct cvg_err *err);
/* The same for a reader: instructions that ptxas made have names, if a disassembler is
 * installed, which takes a tenth of a second. */
const struct cvg_mcode *cvg_session_mcode_named(struct cvg_session *session,
						uint32_t rev,
						struct cvg_err *err);

/* What was generated of function f of the current revision, or NULL: nothing is
 * generated now. */
const struct cvg_mcode *cvg_session_known_mcode(struct cvg_session *session,
						uint32_t f);

/* ---- journal --------------------------------------------------------- */

/*
 * The journal is a command file under the XDG state directory: a header naming
 * the module (absolute path, size, content hash), the target options, then
 * one line a command that succeeded, appended and flushed before the
 * command's result is shown. A session that ends well removes its journal; one
 * that dies leaves it for --recover.
 *
 * A journal that cannot be written does not stop a session: start and add return
 * false with a warning, at most once, and may be called again all the same. A
 * module that cannot be read again (standard input) is kept beside the journal.
 */
bool cvg_journal_start(struct cvg_session *session, struct cvg_err *err);
/* Keep the journal in memory only, for a program that has its own files. */
void cvg_journal_keep(struct cvg_session *session);
bool cvg_journal_add(struct cvg_session *session, const char *command,
		     struct cvg_err *err);
void cvg_journal_end(struct cvg_session *session, bool keep);
/*
 * End the journal of a session that its user leaves. True: the current revision
 * was not written, and the journal stays for --recover, together with at most
 * nine older ones that stayed likewise.
 */
bool cvg_journal_leave(struct cvg_session *session);
/* The header and the commands so far, as a command file; borrowed until the
 * next command. */
const char *cvg_journal_text(const struct cvg_session *session);

/* The end of the header. */
#define CVG_JOURNAL_COMMANDS "# commands:\n"
/* Begins a comment that names the code of a function, as a hash, and then the
 * function: what a journal's commands fit. */
#define CVG_JOURNAL_CODE "# code: "
/* Append such a comment for each function that the current revision changes,
 * with the code as loaded. */
void cvg_journal_codes(struct cvg_session *session, struct cvg_str *out);

/*
 * Find the newest journal that a process left which is gone (of the module `path`
 * if that is not NULL), and read what to load and what to run again. Fails if the
 * module has changed since. The caller loads it, starts a new journal, runs the
 * commands, forgets the old journal (cvg_recovery_forget), and frees the strings
 * (cvg_recovery_done).
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
