/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The transformations that could be applied to one function, in one form for
 * all plans: the rows of `candidates` and of the screen's list.
 */
#ifndef RECONVERGE_CHOICES_H
#define RECONVERGE_CHOICES_H

#include "reconverge/base.h"
#include "reconverge/plan.h"
#include "reconverge/quantity.h"
#include "reconverge/refusal.h"
#include "reconverge/settings.h"

struct cvg_ana;
struct cvg_best;
struct cvg_candidate;
struct cvg_column;
struct cvg_flatnest;
struct cvg_fn;
struct cvg_fuse;
struct cvg_linregion;
struct cvg_look;
struct cvg_plan;
struct cvg_session;
struct cvg_settings;
struct json_t;

/*
 * One transformation that could be applied: a line of `candidates`. Choices are
 * computed anew for every revision and setting, and stand in the order of
 * their worth, refused ones last.
 */
struct cvg_choice {
	const char *act;     /* "meld", "linearize", "fuse", "flatten" */
	const char *object;  /* "R3", "L2", "B5" */
	const char *name;    /* the object with its first block: "R3 (B7)" */
	const char *command; /* that applies it: "meld B7"; NULL: refused */
	const char *reason;  /* of the refusal; NULL: it is not refused */
	const char *detail;  /* the rest of its line: "MP_S 0.50 ...", also of a
				rejected one */
	bool rejected;	     /* by the user, and for no other reason */
	uint32_t block;	     /* of the branch, or the header of the loop */
	int64_t saved, selects, branches, net; /* cycles each time a warp runs
						  the code */
	double worth; /* net, times how often warps run the code, measured or
			 guessed */
	double gain;  /* by which choices are sorted: worth if there is a
			 profile, else net; added up over choices */
	enum cvg_countkind kind; /* of these numbers: guessed, or profiled */
	/* what a trial of it told; NULL: the numbers above are an estimate */
	const struct cvg_tried *tried;
	const char *best;	/* the line of a step that brings more there, by
			     trials; NULL: none is known */
	enum cvg_bare bare;	/* a branch that never has anything to meld */
	bool splits;		/* a branch that split a warp, or may, as there
				   is no profile */
	double score;		/* MP_S, or n/N minus its threshold; 0: none */
	const uint32_t *blocks; /* all blocks that it changes */
	uint32_t nblocks;
};

struct cvg_choices {
	struct cvg_arena arena; /* owns the choices and their texts */
	struct cvg_choice *at;	/* [n] the best first, refused ones last */
	uint32_t n;
};

/* All choices of a function under `settings`. The result does not point into the
 * plans or the snapshot. The caller frees it with cvg_choices_free. */
struct cvg_choices *cvg_choices_of(struct cvg_ana *ana,
				   const struct cvg_settings *settings);
void cvg_choices_free(struct cvg_choices *take_choices);
/* True if the choice can be carried out, or could be if the user had not
 * rejected it. */
static inline bool cvg_choice_can(const struct cvg_choice *c)
{
	return c->command || c->rejected;
}

/* Have the choices know what was told of them in that revision under these settings,
 * the function in focus being theirs. */
void cvg_choices_learn(struct cvg_choices *c, struct cvg_session *session,
		       uint32_t rev, const struct cvg_settings *settings);
/* Is it the step that is listed, of which a trial told `listed` (NULL: nothing), or one
 * that brings no more? */
bool cvg_best_is(const struct cvg_best *best, const char *act,
		 const struct cvg_tried *listed);
/* Append its command: "linearize B5 mode=loops". */
void cvg_add_best(struct cvg_str *out, const struct cvg_fn *fn, uint32_t block,
		  const struct cvg_best *best);
/* The cycles that the choice saves, and their kind: of a trial, if there was one,
 * else its gain. */
double cvg_choice_brings(const struct cvg_choice *c, enum cvg_countkind *kind);
/* Does it pay, by a trial or else by the estimate? */
bool cvg_choice_pays(const struct cvg_choice *c);

/* List the indices of all choices in the order that the setting asks for, in
 * place of what *out holds; those that are refused come last. */
void cvg_choices_sorted(const struct cvg_choices *c, enum cvg_sort by,
			struct cvg_u32s *out);

/* The most cycles that those of the choices which[0..n) bring that can be taken
 * together, as no two of them change the same block; `nblocks` is the number of
 * blocks of the function. Choices that cost or are refused count nothing. */
double cvg_choices_together(const struct cvg_choices *c, const uint32_t *which,
			    uint32_t n, uint32_t nblocks);

/*
 * The same for many parts of a function, without going through all choices for
 * each. A block has a key, such as its place in a list, and a part is the blocks
 * whose keys are in [from, end). Borrows the choices.
 */
struct cvg_gains;
struct cvg_gains *cvg_gains_new(const struct cvg_choices *c,
				const uint32_t *key, uint32_t nblocks);
void cvg_gains_free(struct cvg_gains *gains);
/* The choices at blocks of the part that can be done. */
uint32_t cvg_gains_count(const struct cvg_gains *gains, uint32_t from,
			 uint32_t end);
/* The cycles that they bring together. */
double cvg_gains_in(const struct cvg_gains *gains, uint32_t from, uint32_t end);

/* Append what the choice is worth, with unit and kind: "net +72 cycles guessed" for
 * each time that a warp comes there; "net +36000 cycles in all profiled". */
void cvg_add_worth(struct cvg_str *out, const struct cvg_choice *choice);

/* Append "2 guards (B0, B4)  ", branches that never have anything to meld, if there
 * are any. */
void cvg_add_bare(struct cvg_str *out, const struct cvg_fn *fn,
		  enum cvg_bare bare, const struct cvg_u32s *blocks);

/* Append the reason of the refusal without its place: "one arm is empty". */
void cvg_add_reason(struct cvg_str *out, const struct cvg_choice *choice);

/* Lists of choices, best first. A choice that names a region is in the list of
 * that region, if the region begins at the choice's block; any other is in the
 * list of its block. */
struct cvg_choice_lists {
	uint32_t *of_region, *of_block; /* first of each list, or CVG_NONE */
	uint32_t *next; /* [n] the next in the same list, or CVG_NONE */
};

void cvg_choice_lists_init(struct cvg_choice_lists *l,
			   const struct cvg_choices *c, struct cvg_ana *ana);
void cvg_choice_lists_done(struct cvg_choice_lists *l);
/* The choice to meld the region; NULL: there is none, or it is refused. */
const struct cvg_choice *cvg_region_profit(const struct cvg_choice_lists *l,
					   const struct cvg_choices *c,
					   uint32_t region);

/* ---- the texts ------------------------------------------------------- */

/* The numbers of a choice: choices.def has a row with the meaning and the unit of
 * each. Those of meld are sums over the pairs of blocks. */
struct cvg_meldsums {
	double mp_s, both;
	uint32_t pairs;
	int64_t saved, selects, branches, net;
	const char *unit, *kind;
};

struct cvg_linsums {
	uint32_t units, splits, guards, runs;
	int64_t saved, covered, price, net;
	double times;
	const char *unit, *kind, *timing, *source;
};

struct cvg_fusesums {
	double mp_s, both, again;
	uint32_t pairs;
	int64_t saved, selects, branches, added, second, net;
	bool apart;
	const char *unit, *kind;
};

struct cvg_flatsums {
	double ta, tb, idle, lanes, net, to, less, speedup;
	const char *unit, *kind, *source;
	bool above, counted, pays, chosen;
};

/* The columns of those records, for the manual; (*help)[i] explains column
 * i. */
enum cvg_choicekind {
	CVG_CHOICE_MELD,
	CVG_CHOICE_LINEAR,
	CVG_CHOICE_FUSE,
	CVG_CHOICE_FLAT
};
const struct cvg_column *cvg_choice_columns(enum cvg_choicekind kind, size_t *n,
					    const char *const **help);
struct json_t *cvg_json_meld(const struct cvg_fn *fn,
			     const struct cvg_candidate *cd);
struct json_t *cvg_json_linear(const struct cvg_linregion *region);
struct json_t *cvg_json_fuse(const struct cvg_fuse *fuse);
struct json_t *cvg_json_flat(const struct cvg_flatnest *nest);

/* "MP_S 0.50  saved 3  selects 1  branches 0  net +2" */
void cvg_add_meld(struct cvg_str *out, const struct cvg_fn *fn,
		  const struct cvg_candidate *cd);
/* The reason, its place, and what may lift it: "a convergent ... (B7: call void
 * @barrier())". The block and the instruction may be CVG_NONE. */
void cvg_add_refusal(struct cvg_str *out, const struct cvg_fn *fn,
		     enum cvg_refusal why, uint32_t block, uint32_t inst,
		     const struct cvg_look *look);
void cvg_add_meld_refusal(struct cvg_str *out, const struct cvg_fn *fn,
			  const struct cvg_candidate *cd,
			  const struct cvg_look *look);
/* "MP_S 0.50  saved 3  selects 1  branches 0  tests 1  second round 0  net +1" */
void cvg_add_fuse(struct cvg_str *out, const struct cvg_fuse *fuse);
/* "5 of 7 blocks  guards 3  most runs 2  saved 9  price 4  net +5  guessed" */
void cvg_add_linear(struct cvg_str *out, const struct cvg_linregion *region);
void cvg_add_linear_refusal(struct cvg_str *out, const struct cvg_fn *fn,
			    const struct cvg_linregion *region,
			    const struct cvg_look *look);

#endif
