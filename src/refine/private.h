/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * A proof that the code of one thread is refined by other code, while it is made.
 * refine.c says how it is done.
 */
#ifndef RECONVERGE_REFINE_PRIVATE_H
#define RECONVERGE_REFINE_PRIVATE_H

#include "formula.h"
#include "solver.h"

#include "reconverge/graph.h"
#include "reconverge/refine.h"

/* ---- code (code.c) --------------------------------------------------- */

/* A function of one side. */
struct code {
	const struct cvg_program *program;
	const struct cvg_ufn *ufn;
	const struct cvg_fn *fn;
	bool *cut;	 /* [blocks] paths end there */
	uint32_t *order; /* [blocks] reverse postorder; norder of them */
	uint32_t *place; /* [blocks] in `order`; CVG_NONE: unreachable */
	uint32_t norder;
	uint64_t *live; /* [blocks * words] slots that are read before
				 they are written from the block's begin on */
	uint32_t words;
};

void cvg_code_init(struct code *code, const struct cvg_program *program,
		   uint32_t fn);
void cvg_code_done(struct code *code);
/* Cut the function also at blocks to which more than `most` paths lead; `narrow`:
 * only at blocks that no way leads around. */
void cvg_code_cut(struct code *code, const struct code *other, uint32_t most,
		  bool narrow);
/* The refs that an operation reads, in an order that only its code decides;
 * CVG_NONE stands for an operand that is left out. */
void cvg_code_reads(const struct cvg_ufn *ufn, const struct cvg_uop *uop,
		    struct cvg_u32s *out);
/* How many slots from uop->dst on the operation writes. */
uint32_t cvg_code_writes(const struct code *code, const struct cvg_uop *uop);
bool cvg_code_live(const struct code *code, uint32_t block, uint32_t slot);
/* Does the block stand for block b of the other side? */
bool cvg_code_is_partner(const struct code *other, uint32_t b,
			 const struct code *code, uint32_t block);
/* Can the block lead back to itself? */
bool cvg_code_loops(const struct code *code, uint32_t block);
/* Does a function of the program run, itself or through calls, what depends on
 * which threads run it together? */
bool cvg_code_is_convergent(const struct cvg_program *program, uint32_t fn);

/* Promises of metadata of an instruction. */
struct cvg_metas cvg_code_metas(const struct cvg_ufn *ufn, uint32_t inst);
/* Does b promise nothing that a does not? */
bool cvg_code_keeps_metas(const struct cvg_metas *a, const struct cvg_metas *b);
/* Does b promise nothing that a does not? */
bool cvg_code_keeps_vows(const struct cvg_ufn *a, const struct cvg_ufn *b);

/* Does each loop of b that is promised to end, or to do things in any order, stand for
 * one of a of which the same is promised? */
bool cvg_code_keeps_loops(const struct code *a, const struct code *b);

/* ---- states (state.c) ------------------------------------------------ */

/* What a slot of the new side holds: what one of these slots of the old side
 * holds, or a constant. */
struct held {
	uint32_t slot;
	struct cvg_u32s from;
	uint32_t constant; /* a formula, or CVG_NONE */
};

/* Both sides at the begin of a block. */
struct state {
	uint32_t block[2]; /* old, new */
	bool dirty;
	cvg_vec(struct held) held; /* of the live slots of the new side */
	uint32_t *like;	    /* [slots] of the old side: the first slot that
			       holds the same */
	bool *sure;	    /* [slots] of the old side: surely no poison or
			       undef */
	uint32_t *constant; /* [slots] of the old side: a formula, or
			       CVG_NONE */
};

/* ---- paths (path.c, walk.c, effect.c, match.c) ------------------------ */

/* One side on a path. */
struct walker {
	struct path *path;
	bool is_new;
	const struct code *code;
	struct cvg_scalar *value; /* [slots] */
	uint32_t *known;	  /* [slots] path number in which it is set */
	/* Of the old side: [slots] as which of path->computed it was, in which
	 * path. */
	uint32_t *source, *computed;
	struct cvg_formula *last; /* [operations] as they were computed last */
	uint32_t memory;
	uint32_t interval; /* how many effects on other threads so far */
	uint32_t calls;	   /* how many of these may not return */
	uint32_t block;
};

struct decision {
	bool value;
	bool known;    /* it follows at once from what is known */
	bool forced;   /* no input goes the other way */
	bool is_new;   /* of the new side */
	bool is_cut;   /* does the old side pass the cut? */
	size_t learnt; /* what was known then and holds as long as the path goes
			   this way */
};

struct effect {
	const struct cvg_uop *uop;
	uint32_t arg_at, nargs; /* into path->scalars */
	uint32_t result_at, nresults;
	uint32_t memory, interval, calls; /* behind it */
	uint32_t source_at;		  /* of operands, into path->sources */
};

/* A place in memory that the old side accesses. */
struct access {
	uint32_t address, bits, interval, calls;
	struct cvg_metas metas;
};

/* A value that the old side was free to choose, and that the new side may take
 * once. */
struct choice {
	const struct cvg_uop *uop;
	struct cvg_scalar of;
	uint32_t value; /* of all values */
	uint32_t one;	/* of those of the set */
	bool taken;
};

/* A value that an operation of the old side computed of its operands. */
struct computed {
	const struct cvg_uop *uop;
	uint32_t at, n; /* operands, into path->operands */
};

struct operand {
	struct cvg_scalar is;
	uint32_t source; /* into path->computed; CVG_NONE: none of these */
};

/* What the new side chose where it froze a value. */
struct frozen {
	struct cvg_scalar of;
	uint32_t is;
};

/* What the old side established, after so many calls. */
struct fact {
	uint32_t is, calls;
};

/* A cut that the old side came to. */
struct cut {
	uint32_t block, effects; /* how many it had had */
	uint32_t held_at;	 /* of its slots, into path->held */
};

enum ending {
	END_NONE,
	END_CUT,
	END_RETURN,
	END_EXIT,
	END_TRAP,
	END_UNDEFINED,
};

struct path {
	struct proof *proof;
	struct state *from;
	uint32_t memory;       /* where the path begins */
	uint32_t doubted;      /* what could not be shown last; CVG_NONE */
	uint32_t number;       /* of all paths */
	uint32_t tried;	       /* paths from this state so far */
	struct cvg_u32s fresh; /* variables, which the next path has, too */
	uint32_t nfresh;       /* of them on this path */
	struct walker side[2];
	cvg_vec(struct decision) decisions;
	size_t decided;
	cvg_vec(struct fact) facts;
	struct cvg_u32s asserted; /* facts that hold now */
	bool forgot;		  /* something that the old side established */
	bool renewed; /* facts were noted once more with all that is known */
	cvg_vec(struct effect) effects;
	cvg_vec(struct cvg_scalar) scalars;
	cvg_vec(struct access) accesses;
	cvg_vec(struct choice) choices;
	cvg_vec(struct frozen) frozen;
	cvg_vec(struct computed) computed;
	cvg_vec(struct operand) operands;
	struct cvg_u32s sources;
	cvg_vec(struct cut) cuts; /* the last one is where the old side ends, if
				     that is END_CUT */
	cvg_vec(struct cvg_scalar) held;
	size_t matched; /* effects that the new side has had */
	enum ending end;
	uint32_t end_block, end_kind; /* of a cut; of a trap */
	uint32_t end_at, nend;	      /* what is returned */
	bool dead;		      /* no input takes this path */
	bool again; /* it is run anew: the old side passes a cut */
	bool failed;
};

/* Formulas of 32 bits of a redirection (turn.c). Indices are 0: of threads, 1: of
 * blocks; and a dimension. */
struct turn {
	uint32_t dims;	/* along which threads ask; 0: nothing is redirected */
	uint32_t array; /* of 64 bits: the array */
	uint32_t entry; /* the old code's thread */
	uint32_t place; /* of 64 bits: where in the array that stands */
	uint32_t id[2][3];   /* of the old code's thread */
	uint32_t own[2][3];  /* of the new code's thread */
	uint32_t size[2][3]; /* threads of a block, blocks of the grid */
	uint32_t nthreads;   /* of a block */
};

/* What the solver said within so many milliseconds, 0: it was not asked. */
struct known_answer {
	uint16_t ms;
	bool yes;
};

struct proof {
	const struct cvg_refine_ask *ask;
	struct cvg_refined *out;
	struct cvg_syms syms;
	struct cvg_solver solver;
	struct known_answer
		*answers; /* [nanswers] by the formula that lists the
					 goal and the facts */
	uint32_t nanswers;
	struct code code[2];
	cvg_vec(struct state *) states;
	struct cvg_scalar *in; /* [slots of the old side] what they hold where a
				  path begins; made when first asked for */
	bool *in_made;
	uint32_t memory;    /* where paths begin */
	uint32_t *match[2]; /* [instructions] the convergent operation of the
			       other side; CVG_NONE */
	bool *passed
		[2]; /* [blocks] cuts where a path went on: there, a round of
			    one side is not one of the other */
	struct turn turn;
	struct path path;
	uint32_t paths;
	uint64_t
		computed; /* operations, but for those that were computed just so
			      before */
	int64_t begin_ms[2]; /* processor time, and by the clock */
	bool over;	     /* a limit was met: `out->why` says which */
	bool interrupted;    /* by the ticker */
	bool too_many;	     /* paths */
	bool lenient;	     /* see ends.c */
	bool strict;   /* a block was passed that would do if it were lenient */
	bool together; /* a convergent operation is in a loop */
	bool defined;  /* inputs are taken to be no poison and no undef: no
			   proof, but models are found that launches can be
			   made of */
};

/* No proof: note why, unless no input takes the path. Always returns false. */
bool cvg_path_fail(struct path *path, const char *fmt, ...) CVG_PRINTF(2, 3);
/* The path failed: note inputs for which it does (model.c). */
void cvg_path_find_models(struct path *path);
/* The old side: that is so, or what it does is undefined. */
bool cvg_path_require(struct walker *w, uint32_t is);
/* The new side: that has to be so. False: it could not be shown. */
bool cvg_path_oblige(struct walker *w, uint32_t is, const char *what,
		     const struct cvg_uop *uop);
/* Is it so? Asks the solver where needed. */
bool cvg_path_surely(struct path *path, uint32_t is);
/* Decide a condition: goes both ways, one path after the other. */
bool cvg_path_decide(struct walker *w, uint32_t condition, bool *is);
/* Facts behind so many calls of the old side hold now. */
bool cvg_path_pass(struct path *path, uint32_t calls);
/* The new side begins: facts before any call hold. */
bool cvg_path_turn(struct path *path);

struct cvg_scalar cvg_path_read(struct walker *w, uint32_t ref);
void cvg_path_write(struct walker *w, uint32_t slot, struct cvg_scalar value);
struct cvg_scalar cvg_path_fresh(struct path *path, uint32_t bits, bool doubt);
/* A variable that nothing else on the path has; of 0 bits, a memory. */
uint32_t cvg_path_var(struct path *path, uint32_t bits);
/* Is b as defined as a, and the same? */
bool cvg_path_refines(struct path *path, struct cvg_scalar a,
		      struct cvg_scalar b);
/* The same, where a is what the old side computed as the `source`th; CVG_NONE: it did
 * not. */
bool cvg_path_refines_source(struct path *path, struct cvg_scalar a,
			     uint32_t source, struct cvg_scalar b);
/* Of the new side: does a truth value have one value, whatever the choices are? */
bool cvg_path_certain(struct path *path, struct cvg_scalar c);
/* Does it use each undefined value at most once? (linear.c) */
bool cvg_path_is_linear(struct path *path, struct cvg_scalar s);
/* p, as far as it does not say that some other choice gives poison. */
uint32_t cvg_path_poison_alone(struct path *path, uint32_t p);
/* The new side went on with `is` where it froze a value. (frozen.c) */
void cvg_path_froze(struct walker *w, struct cvg_scalar of, uint32_t is);
/* The old side computed a slot. */
void cvg_path_note_computed(struct walker *w, const struct cvg_formula *f,
			    const struct cvg_u32s *refs);
/* As which of path->computed the operand of the old side was; CVG_NONE: it was not. */
uint32_t cvg_path_source(const struct walker *w, uint32_t ref);
/* What *a, computed as the `source`th, is if the old side chooses the values that the
 * new side froze; false: none of these has a part in it. */
bool cvg_path_choose_frozen(struct path *path, uint32_t source,
			    struct cvg_scalar *a);
/* Compute what an operation makes of its n operands, with its promises. */
bool cvg_walk_compute(struct walker *w, struct cvg_formula *f, uint32_t n);
/* The path fails: shall the old side pass the cut at which it ends? Then the path is run
 * anew. (ends.c) */
bool cvg_path_passes_more(struct path *path);
/* Does the side's walk end here? */
bool cvg_walk_is_over(const struct walker *w);
/* Do n operations of the function. */
bool cvg_walk_over(struct walker *w, uint32_t at, uint32_t n);
/* Take a way on from a block. */
bool cvg_walk_on(struct walker *w, const struct cvg_ublock *ub);
/* From one block to where the path ends; false: it is dead or failed. */
bool cvg_path_walk_old(struct path *path);
bool cvg_path_walk_new(struct path *path);

/* The address of an access, in its flat form: what is undefined where an access
 * through it is undefined is required of the old side, and must not be on the new
 * one. (address.c) */
bool cvg_address_of(struct walker *w, const struct cvg_uop *u,
		    struct cvg_scalar *at);
/* Do so many bits there surely lie inside of one variable of the module? */
bool cvg_address_is_inside(struct walker *w, uint32_t address, uint32_t bits);
/* An operation that is no formula: memory, other threads, the machine. */
bool cvg_effect_do(struct walker *w, const struct cvg_uop *uop);

/* The next effect of the new side, with n operands in path->scalars: is it that of
 * the old side? Then it has the results and the memory of that one. */
bool cvg_effect_match(struct walker *w, const struct cvg_uop *uop, uint32_t at,
		      uint32_t n);
/* Fail: the operation of the new side `how`. Returns false. */
bool cvg_effect_differs(struct walker *w, const struct cvg_uop *uop,
			const char *how);
/* Bits that an access moves. */
uint32_t cvg_effect_bits(const struct cvg_uop *uop);

/* ---- redirection (turn.c, independent.c) ------------------------------ */

void cvg_turn_start(struct proof *proof);
/* Facts about the launch, at the begin of a path. */
void cvg_turn_hold(struct path *path);
/* What a special register holds, if redirection knows it. */
bool cvg_turn_reg(const struct walker *w, uint32_t s, uint32_t *v);
/* Do the array's entry or numbers of the launch lie there? */
bool cvg_turn_is_place(struct walker *w, uint32_t address);
/* A load of one of these. False: it is none. */
bool cvg_turn_load(struct walker *w, const struct cvg_uop *u);
/* What the new code's additional parameter holds. False: the slot is another one. */
bool cvg_turn_param(struct proof *proof, uint32_t slot, struct cvg_scalar *out);
bool cvg_turn_is_fixed(const struct proof *proof, uint32_t s, uint32_t depth);
/* Do two calls call the same function? *twin: what redirection made of it. */
bool cvg_turn_same_callee(const struct path *path, const struct cvg_uop *a,
			  const struct cvg_uop *b, bool *twin);
/* How threads depend on their places; NULL: they do not. */
const char *cvg_code_dependence(const struct cvg_program *program, bool is_new);

/* What a slot of either side holds where a path from the state begins. */
struct cvg_scalar cvg_state_old(struct proof *proof, const struct state *state,
				uint32_t slot);
struct cvg_scalar cvg_state_new(struct proof *proof, const struct state *state,
				uint32_t slot);
/* The state of the begin. */
void cvg_state_begin(struct proof *proof);
/* The new side came to a block that stands for the cut: make, or weaken, a state. */
void cvg_state_arrive(struct path *path, const struct cut *cut);
void cvg_states_done(struct proof *proof);

/* "B12" */
const char *cvg_proof_block(const struct code *code, uint32_t block,
			    char buf[16]);
/* Does each loop in which a convergent operation stands that was matched stand for one of
 * the other side, round by round? (loops.c) */
bool cvg_proof_same_loops(const struct proof *proof);
/* Is there time left? */
bool cvg_proof_goes_on(struct proof *proof);

#endif
