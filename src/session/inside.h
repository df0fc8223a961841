/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The inside of a session, for the files of this folder only.
 *
 * Two numberings of functions: a function's place in the module of one
 * revision (what session.h calls f), and its number in history.functions,
 * which never changes. They differ only after an LLVM pipeline removed or
 * added functions.
 *
 * A revision holds the function that its step changed, and its parent for the
 * rest. One module, that of a *base*, lives for all of them: going from one
 * revision to another exchanges the code of the functions on the way. A step
 * that changes more than one function, or one whose code LLVM-C cannot copy,
 * begins a new base with a module of its own.
 *
 *	P0 load     P1 darm @f     P2 darm @g     P3 pass 'instcombine'
 *	base 0: @f @g as loaded; @f of P1; @g of P2    base 1: the module of P3
 *
 * Every function that a phase gets is a fresh copy of the revision's code. The
 * result of a command therefore depends only on the revision and the command,
 * not on earlier commands: a replayed journal gives the same bytes.
 *
 * Block uids: a snapshot is taken of all code that a command makes, and holds
 * the uids. Code without a snapshot is that of the file as loaded; its blocks
 * are numbered in order when the first snapshot is taken.
 */
#ifndef RECONVERGE_SESSION_INSIDE_H
#define RECONVERGE_SESSION_INSIDE_H

#include "proving.h"
#include "reconverge/notes.h"
#include "reconverge/phase.h"
#include "reconverge/session.h"
#include "reconverge/settings.h"

/* Debug builds walk every invariant after every step. */
#ifdef CVG_DEBUG
#define CVG_CHECKING true
#else
#define CVG_CHECKING false
#endif

/* Keep what an act at a block of that revision told (trial.c). */
void cvg_trial_keep(struct cvg_session *session, uint32_t rev,
		    const struct cvg_phase *phase, struct cvg_object object,
		    const struct cvg_settings *settings,
		    const struct cvg_act *act);

/* ---- the history tree ------------------------------------------------ */

/* One function of the session, over all revisions. */
struct function {
	char *name;
	uint32_t next_uid; /* first block uid that no revision uses */
	const struct cvg_rejects *rejects; /* in force; NULL: none */
};

/* One function's code, shared by all revisions that did not change it. */
struct code {
	struct cvg_fn *fn;		/* NULL: not made yet */
	bool has_text;			/* fn has its instructions' text */
	bool has_named;			/* `named` is made */
	struct cvg_u32s named;		/* values of fn that are functions, by
					   name (callers.c) */
	cvg_vec(struct cvg_ana *) anas; /* of fn, each with other uniform
					   arguments (cvg_ana_passed) */
};

/* The functions that call those of a base, where all are known, and what was
 * found with them in the revision mapped (callers.c). */
struct callers {
	uint32_t *at; /* [nfns + 1] into list[]; an empty row: not known */
	struct cvg_u32s list;  /* places */
	uint32_t *callees_at;  /* [nfns + 1] into callees[] */
	uint32_t *callees;     /* the same calls from the other side */
	uint32_t *order;       /* [nfns] functions, callers first */
	uint32_t *rank;	       /* [nfns] the place of a function in that */
	struct cvg_ana **ana;  /* [nfns] with known callers; NULL: not made */
	struct cvg_bits stale; /* by rank: ana[] was made, and may be another
				   in the revision mapped */
	uint32_t fresh;	       /* no rank below is stale */
};

/* A module, and the functions of the revisions that share it. */
struct base {
	uint32_t first;		 /* the revision whose module it was first */
	struct cvg_module *live; /* NULL: the module exists as bitcode only */
	void *bytes; /* bitcode of `first`, or NULL while it lives */
	size_t nbytes;
	uint32_t nfns;	       /* functions with a body */
	uint32_t *fid;	       /* [nfns] into history.functions */
	struct cvg_u32s place; /* by number in history.functions: the place, or
				  CVG_NONE */
	uint32_t *code;	 /* [nfns] into history.codes, in revision `mapped` */
	uint32_t mapped; /* a revision of the base */
	uint32_t *held;	 /* [nfns] the code that `live` has */
	uint32_t at;	 /* the revision that `live` is of */
	cvg_vec(struct cvg_body *) body; /* by code; NULL: never taken */
	struct callers callers;
};

/* What a judge measured while a phase worked, in order. */
struct measures {
	double *at;
	size_t n, cap;
};

struct rev {
	struct cvg_rev pub; /* its strings are those below, function_name
			       is borrowed from history.functions */
	char *command, *report;
	char *mark;	  /* or NULL */
	uint32_t base;	  /* into history.bases */
	uint32_t was, is; /* the code of pub.function before and after the
			     step; CVG_NONE in the first revision of a base */
	uint64_t outside; /* a hash of what is outside of functions, which only
			     an LLVM pipeline changes; 0: as loaded */
	struct cvg_object object;     /* on which the phase ran */
	struct cvg_settings settings; /* under which the phase ran */
	struct measures said;	      /* to the phase */
	uint32_t next_uid;	      /* first block uid free before it ran */
	struct cvg_proof proof;
	double *metric;	  /* [CVG_NMETRICS] of that; NULL: not measured */
	char *difference; /* of that, or NULL */
	char *dependence; /* the same */
	char *obstacle;	  /* the same */
	/* [2] without ptxas and with it, by number in history.functions; NULL:
	 * not made yet */
	cvg_vec(struct cvg_mcode *) mcode[2];
};

/* The history of one loaded file. Owns everything in it. */
struct history {
	char *path;
	char *triple, *cpu;		/* for which the module is analysed */
	char *want_triple, *want_cpu;	/* as the user asked, or NULL */
	struct cvg_target_options want; /* these, and borrowed flags */
	bool made;		    /* the module, of a file that is no IR */
	struct cvg_module *scratch; /* the module of its own in which a phase
					 works, or NULL */
	struct base *worked;	    /* the base in which a phase works, or
					 NULL */
	uint32_t worked_at;	    /* the place of the function there */
	cvg_vec(struct function) functions;
	struct cvg_u32s by_name; /* these, in the order of their names; of
				    another length: not made (focus.c) */
	cvg_vec(struct code) codes;
	cvg_vec(struct base *) bases;
	cvg_vec(struct rev *) revs; /* by id; parents before children */
	cvg_vec(uint64_t) hash;	    /* [revs] equal for equal modules */
	/* owned: all that were ever in force, as revisions have them in their
	 * settings */
	cvg_vec(struct cvg_note) notes;
	cvg_vec(struct cvg_rejects *) rejects;
	uint32_t current;
	uint32_t focus; /* into functions; always in the current revision */
	struct {
		uint32_t rev, focus; /* for which it is known */
		uint32_t fid;	     /* see cvg_proving_kernel */
	} kernel;
	const struct cvg_ticker *ticker; /* the session's; or NULL */
	bool no_texts; /* functions have no texts: see cvg_session_texts */
};

/* The history of the file just loaded as `take_module`, with P0 and the focus:
 * the first kernel, if `any`, else the default. */
struct history *cvg_history_new(const char *path,
				const struct cvg_target_options *opt,
				struct cvg_module *take_module, bool any);
void cvg_history_free(struct history *take_history);

/* Score the function of that revision's step anew, before and after it. */
void cvg_history_rescore(struct history *history, struct rev *rev);
struct rev *cvg_history_rev(const struct history *history, uint32_t rev);
/* The number of functions in that revision. */
uint32_t cvg_history_nfns(const struct history *history, const struct rev *rev);
/* The number in history.functions, and the name, of its function at place f; places
 * behind its last stand for the functions that only other revisions have. */
uint32_t cvg_history_fid(const struct history *history, const struct rev *rev,
			 uint32_t f);
const char *cvg_history_name(const struct history *history,
			     const struct rev *rev, uint32_t f);
/* Place of function `fid` in that revision, or CVG_NONE. */
uint32_t cvg_history_place(const struct history *history, const struct rev *rev,
			   uint32_t fid);
/* The index of the code of its function at place f in history.codes. */
uint32_t cvg_history_code_at(struct history *history, const struct rev *rev,
			     uint32_t f);

/* ---- modules (base.c) ------------------------------------------------- */

/* The module of that revision, to be read only; borrowed, until another
 * function with `history` is called. NULL: it cannot be revived, and `err` is
 * filled. */
struct cvg_module *cvg_history_module(struct history *history,
				      const struct rev *rev,
				      struct cvg_err *err);
/* A copy of a revision's module, for the caller to change and to free. */
struct cvg_module *cvg_history_copy(struct history *history,
				    const struct rev *rev, struct cvg_err *err);
/*
 * The revision's module for a phase that changes the function at place f, or
 * with `whole` anything. Borrowed until cvg_history_commit or
 * cvg_history_drop_work. NULL: it cannot be revived, and `err` is filled.
 */
struct cvg_module *cvg_history_work(struct history *history,
				    const struct rev *rev, uint32_t f,
				    bool whole, struct cvg_err *err);
/* Does LLVM's verifier accept what was made since cvg_history_work? */
bool cvg_history_sound(struct history *history, struct cvg_err *err);
/* Give up what was changed since cvg_history_work. */
void cvg_history_drop_work(struct history *history);
/* Begin a base with the scratch module for the child `rev`, which is the next to
 * be committed. Its functions have their numbers, but no code yet. */
struct base *cvg_base_begin(struct history *history, struct rev *rev);
/*
 * Give the child `rev` its place in a base, after a phase whose result is sound:
 * its parent's, with the code `is` of the function at place f, or a new one with
 * the scratch module. False: the work cannot be kept.
 */
bool cvg_base_step(struct history *history, struct rev *rev, uint32_t f,
		   uint32_t is, struct cvg_err *err);
/* Take that back for the newest revision: the live module is its parent's again,
 * and the revision may be forgotten. */
void cvg_base_back(struct history *history, const struct rev *rev);
void cvg_base_free(struct base *take_base);

/* ---- code ------------------------------------------------------------ */

/* The code of the function at place f, with its snapshot. */
struct code *cvg_history_code(struct history *history, const struct rev *rev,
			      uint32_t f);
/* The snapshot of the function at place f of P0, whose codes are the first. */
const struct cvg_fn *cvg_history_loaded(struct history *history, uint32_t f);
/* The same code; its snapshot has the text of its instructions. */
struct code *cvg_history_text(struct history *history, const struct rev *rev,
			      uint32_t f);
struct cvg_ana *cvg_history_ana(struct history *history, const struct rev *rev,
				uint32_t f);
/* The analyses of code with a snapshot; `passed` as in cvg_ana_called. */
struct cvg_ana *cvg_history_code_ana(struct history *history, uint32_t code,
				     const struct cvg_bits *passed);
/* The counts of the function; see cvg_session_score_of. */
const struct cvg_fn *cvg_history_score(struct history *history,
				       const struct rev *rev, uint32_t f,
				       struct cvg_score *out);
/* Make all snapshots of the revision that are missing. */
void cvg_history_all_code(struct history *history, const struct rev *rev);
/* A snapshot of the module's function f, whose number is `fid`; `flags` is of
 * enum cvg_snapshot_flag. Unless `ana` is NULL, *ana becomes the analyses of which
 * nothing is known but the code. Debug builds check the snapshot's invariants. */
struct cvg_fn *cvg_history_snapshot(struct history *history,
				    struct cvg_module *module, uint32_t f,
				    uint32_t fid, uint32_t flags,
				    struct cvg_ana **ana);
/* Add `take_fn` to history.codes; returns its index. */
uint32_t cvg_history_add_code(struct history *history, struct cvg_fn *take_fn,
			      bool has_text);

/* ---- callers (callers.c) ---------------------------------------------- */

/* Find the callers of the base's functions in its module, which is as `first`
 * has it. */
void cvg_callers_init(struct base *base);
void cvg_callers_done(struct base *base);
/* Are all callers of the function at place f known? */
bool cvg_callers_known(const struct history *history, const struct rev *rev,
		       uint32_t f);
/* The table of the base has other code now for the function at place f. */
void cvg_callers_changed(struct base *base, uint32_t f);
/* The analyses of a function whose callers are known. */
struct cvg_ana *cvg_callers_ana(struct history *history, const struct rev *rev,
				uint32_t f);

/* ---- revisions ------------------------------------------------------- */

/* A revision that is in no base and not in the tree yet. */
struct rev *cvg_rev_new(const char *command, uint32_t parent);
void cvg_rev_free(struct rev *take_rev);
/* The hash of all code of a new revision, whose parent is in the tree; the step changed
 * the function at place `at` (history_hash.c). */
uint64_t cvg_history_hash(struct history *history, const struct rev *rev,
			  uint32_t at);
/*
 * Put the child, which has its place in a base, into the tree and make it
 * current. `at` is the place of the function that the phase changed, `count`
 * and `report` are those of its result.
 */
struct rev *cvg_history_commit(struct history *history, struct rev *take_rev,
			       uint32_t at, uint32_t count, const char *report);
/* Numbers the blocks of the function at place f of a new base before its code is
 * taken; `old` is the parent's, or NULL. */
typedef void cvg_renumber_fn(struct history *history, struct base *base,
			     uint32_t f, const struct cvg_fn *old);
/*
 * Make the scratch module, of which any function may have changed, a child of the
 * current revision. `renumber` is NULL if its blocks have their numbers;
 * `outside` is that of the revision. Fills *out.
 */
void cvg_history_commit_scratch(struct history *history, const char *command,
				uint64_t outside, cvg_renumber_fn *renumber,
				struct cvg_act *out);
/* A hash of a module's text without the bodies of its functions. */
uint64_t cvg_hash_outside(const char *text);
/* How much a history holds, to go back to. */
struct extent {
	uint32_t nrevs, ncodes, nfunctions;
	uint32_t newest_child; /* of the current revision */
	uint32_t next_uid;     /* of the function in focus */
};
struct extent cvg_history_extent(struct history *history);
/* Forget what was added since: at most one revision, which is current and changed
 * the function in focus. Its parent becomes current, and the history is as it was. */
void cvg_history_retract(struct history *history, const struct extent *to);
/* Make a revision current. The focus stays if the revision has its function. */
bool cvg_history_goto(struct history *history, uint32_t rev,
		      struct cvg_err *err);

/* ---- focus ----------------------------------------------------------- */

/* The place in `m` of the function that a session shows first. */
uint32_t cvg_focus_default(struct cvg_module *module);
/* The place of the first kernel, or 0. */
uint32_t cvg_focus_any(const struct cvg_module *module);

/* ---- rejections (rejects.c) ------------------------------------------- */

/* The list, which may be NULL, with one rejection more; it belongs to the
 * history. */
const struct cvg_rejects *cvg_rejects_with(struct history *history,
					   const struct cvg_rejects *list,
					   const struct cvg_reject *one);

/* ---- runner ---------------------------------------------------------- */

/*
 * Fill the phase's input with a fresh copy of the function in focus of the current
 * revision. in->settings becomes *settings, with the profile in force, and with the
 * rejections in force if it has none.
 */
bool cvg_runner_begin(struct cvg_session *s, const struct cvg_phase *phase,
		      struct cvg_phase_in *in, struct cvg_settings *settings,
		      struct cvg_err *err);
/* Run the phase on that. */
bool cvg_runner_run(const struct cvg_phase *phase,
		    const struct cvg_phase_in *in, struct cvg_phase_out *made,
		    struct cvg_err *err);
/*
 * Run a phase on the live module, show the result to `look` if anything
 * changed, and drop it.
 */
bool cvg_runner_try(struct cvg_session *s, const struct cvg_phase *phase,
		    void (*look)(void *context, struct cvg_module *module),
		    void *context, struct cvg_err *err);
/* Run an LLVM pipeline on the function in focus, which alone changes
 * (cvg_module_pass_alone), as a step of its own. */
bool cvg_session_pass_alone(struct cvg_session *session, const char *pipeline,
			    enum cvg_unroll unroll, const char *command,
			    struct cvg_act *out, struct cvg_err *err);
/* cvg_session_act and cvg_session_pass_alone, whatever the setting `prove` is. */
bool cvg_runner_act(struct cvg_session *session, const struct cvg_phase *phase,
		    struct cvg_object object,
		    const struct cvg_settings *settings, const char *command,
		    struct cvg_act *out, struct cvg_err *err);
bool cvg_runner_pass_alone(struct cvg_session *session, const char *pipeline,
			   enum cvg_unroll unroll, const char *command,
			   struct cvg_act *out, struct cvg_err *err);
/* Tell the act the scores of the revision that it made. */
void cvg_act_scores(const struct history *history, struct cvg_act *act);
/* True if each analysis in `keeps` has the same result in both; else `err`
 * names the first that differs. */
bool cvg_keeps_check(struct cvg_ana *before, struct cvg_ana *after,
		     uint32_t keeps, struct cvg_err *err);

/* ---- journal --------------------------------------------------------- */

struct journal {
	struct cvg_str text; /* the whole command file, header first */
	size_t written;	     /* bytes of it that are flushed to the file */
	int fd;		     /* open and locked, or -1: memory only */
	char *path;	     /* of the file, or NULL */
	char *module;	     /* path of the copy of a module that cannot be
				read again, beside the journal; or NULL */
	bool warned;	     /* a failure to write was reported */
};

/* Close the journal's file, which stays, and free all members. */
void cvg_journal_done(struct journal *j);

/* The path ".../reconverge/journal"; with `make` the folder is made. The caller
 * frees it. */
bool cvg_journal_dir(bool make, char **out, struct cvg_err *err);
/* The last line of a journal that stayed when its session was left. */
#define CVG_JOURNAL_LEFT "# left\n"
/* Remove those journals that end in that line, but for the newest `most`. */
void cvg_journal_prune(size_t most);
/* FNV-1a with 64 bits, which shows whether a module changed since its journal
 * was begun. */
uint64_t cvg_journal_hash(const void *bytes, size_t n);

struct cvg_session {
	struct cvg_settings settings;
	struct history *history; /* NULL: nothing loaded */
	uint32_t written; /* the revision that was written last; 0: none */
	struct cvg_ticker ticker;
	struct cvg_coder *coder; /* NULL: nothing asked for machine code yet */
	bool shares_coder;	 /* it is the caller's */
	struct proving proving;
	struct journal journal;
	cvg_vec(struct cvg_costs *) costs; /* owned: all that were read, since
					      revisions have them in their
					      settings */
	uint64_t coded, decoded, ran;	   /* see cvg_session_coded */
	uint64_t most;			   /* see cvg_session_limit */
	bool cut;			   /* see cvg_session_is_cut */
};

/* ---- pricing.c --------------------------------------------------------- */

/* Price all snapshots, and those that are taken from now on, by that table; NULL:
 * by costs.def. What was computed of them stays. */
void cvg_history_price(struct history *history, const struct cvg_costs *costs);
void cvg_session_free_costs(struct cvg_session *session);

/* The code generator, which is made at the first call. */
struct cvg_coder *cvg_session_coder(struct cvg_session *session);
/* Where a revision keeps the machine code of function `fid`. */
struct cvg_mcode **cvg_rev_mcode(struct rev *rev, uint32_t fid, bool ptxas);

#endif
