/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Formulas about one thread: bits, numbers and memory. Equal formulas have equal
 * numbers (they are hashed), and every maker simplifies, so that most questions
 * are answered by comparing two numbers.
 *
 * A formula of width 1 is a truth value, one of width 2 to 64 a number of so many
 * bits. Wider ones are only moved, chosen and compared. A memory has width 0; it
 * maps addresses of 64 bits to bytes and to their doubt.
 */
#ifndef RECONVERGE_REFINE_SYM_H
#define RECONVERGE_REFINE_SYM_H

#include "reconverge/base.h"

enum cvg_symop {
#define SYM(id, text) CVG_Y_##id,
#include "syms.def"
#undef SYM
	CVG_NSYMOPS
};

struct cvg_sym {
	uint8_t op;	/* enum cvg_symop */
	uint8_t width;	/* 1 to 128; 0: a memory, or a list */
	bool heavy;	/* memory or sets are in it; solvers are slow then */
	uint64_t about; /* a bit, chosen by hash, for each variable and function
			   in it: formulas without common bits have nothing
			   to do with each other */
	uint32_t a, b, c;
	uint64_t imm, hi; /* a constant's bits; a number, see syms.def */
};

/* What is known of a formula, and what it was simplified to. A fact spoils the memos
 * of all that the formula is a part of, so that a lookup has nothing to compare. */
struct cvg_memo {
	uint32_t equals;  /* the constant that is known; CVG_NONE: none is */
	uint32_t known;	  /* which of `learnt` says so */
	uint32_t is;	  /* the formula, simplified, if `at` is not 0 */
	uint32_t at;	  /* the epoch in which that was seen to hold */
	uint32_t from;	  /* how much of `learnt` it comes from */
	uint32_t users;	  /* the first of the operands' places (3 * formula +
			     which) that are simplified and have this one;
			     CVG_NONE: none */
	uint32_t next[3]; /* the next one behind its own places; CVG_UNUSED: it
			     is in no such list */
};
#define CVG_UNUSED (CVG_NONE - 1)

/* `equals` and `known` of a formula, which were something else. */
struct cvg_learnt {
	uint32_t formula, equals, known;
};

struct cvg_syms_place {
	uint32_t hash, number; /* of a formula: plus 1; 0: it is free */
};

struct cvg_syms {
	cvg_vec(struct cvg_sym) all;
	struct cvg_syms_place *table; /* [mask + 1] open addressing */
	uint32_t mask;
	uint32_t nvars;
	struct cvg_memo *memo; /* [capacity] */
	cvg_vec(struct cvg_learnt) learnt;
	struct cvg_u32s least;	/* by epoch: the least that was left of `learnt`
				  since then */
	struct cvg_u32s spoilt; /* of which the users are to be found */
	uint64_t anew;		/* times that a formula was simplified */
	uint64_t looked;	/* times that one was asked for */
	uint64_t *noted; /* [capacity] in which pass of cvg_sym_assume_anew,
			    and whether as true */
	uint64_t pass;
	uint32_t capacity, epoch; /* another one begins where `learnt` is cut */
};

void cvg_syms_init(struct cvg_syms *syms);
void cvg_syms_done(struct cvg_syms *syms);

static inline const struct cvg_sym *cvg_sym_at(const struct cvg_syms *syms,
					       uint32_t s)
{
	return &syms->all.at[s];
}

/* ---- making ---------------------------------------------------------- */

uint32_t cvg_sym_const(struct cvg_syms *syms, uint32_t width, uint64_t bits);
uint32_t cvg_sym_wide(struct cvg_syms *syms, uint32_t width, uint64_t lo,
		      uint64_t hi);
/* A variable that nothing else has. */
uint32_t cvg_sym_var(struct cvg_syms *syms, uint32_t width);
/* NOT, AND, ... of syms.def; b and c may be CVG_NONE. */
uint32_t cvg_sym_make(struct cvg_syms *syms, enum cvg_symop op, uint32_t a,
		      uint32_t b, uint32_t c);
static inline uint32_t cvg_sym_2(struct cvg_syms *syms, enum cvg_symop op,
				 uint32_t a, uint32_t b)
{
	return cvg_sym_make(syms, op, a, b, CVG_NONE);
}
static inline uint32_t cvg_sym_not(struct cvg_syms *syms, uint32_t a)
{
	return cvg_sym_make(syms, CVG_Y_NOT, a, CVG_NONE, CVG_NONE);
}
static inline uint32_t cvg_sym_and(struct cvg_syms *syms, uint32_t a,
				   uint32_t b)
{
	return cvg_sym_make(syms, CVG_Y_AND, a, b, CVG_NONE);
}
static inline uint32_t cvg_sym_or(struct cvg_syms *syms, uint32_t a, uint32_t b)
{
	return cvg_sym_make(syms, CVG_Y_OR, a, b, CVG_NONE);
}
static inline uint32_t cvg_sym_eq(struct cvg_syms *syms, uint32_t a, uint32_t b)
{
	return cvg_sym_make(syms, CVG_Y_EQ, a, b, CVG_NONE);
}
static inline uint32_t cvg_sym_if(struct cvg_syms *syms, uint32_t c, uint32_t a,
				  uint32_t b)
{
	return cvg_sym_make(syms, CVG_Y_ITE, c, a, b);
}
/* The number with another width: cut off, or extended by zeros or the sign. */
uint32_t cvg_sym_resize(struct cvg_syms *syms, uint32_t a, uint32_t width,
			bool sign);
/* `width` bits of a from bit `low` on. */
uint32_t cvg_sym_extract(struct cvg_syms *syms, uint32_t a, uint32_t low,
			 uint32_t width);
/* An unknown function, told by its key, of the n arguments. */
#define CVG_SYM_COMMUTES (UINT64_C(1) << 63) /* in the key: the first two */
uint32_t cvg_sym_apply(struct cvg_syms *syms, uint32_t width, uint64_t key,
		       const uint32_t *arg, uint32_t n);
/* A constant as second operand (or first, if the key says so) that leaves the other
 * one as it is. */
enum cvg_neutral {
	CVG_NEUTRAL_NONE,
	CVG_NEUTRAL_ONE,
	CVG_NEUTRAL_ZERO,
	CVG_NEUTRAL_ONES,
};
/* An unknown function of values and sets, which is 0 where all sets are 0, and the
 * set of one of two operands where the other one is neutral. */
uint32_t cvg_sym_set(struct cvg_syms *syms, uint32_t width, uint64_t key,
		     const uint32_t *value, uint32_t nvalues,
		     const uint32_t *set, uint32_t nsets,
		     enum cvg_neutral neutral);
/* A list, whose rest may be CVG_NONE. */
uint32_t cvg_sym_cell(struct cvg_syms *syms, uint32_t first, uint32_t rest);
uint32_t cvg_sym_memory(struct cvg_syms *syms);
uint32_t cvg_sym_store(struct cvg_syms *syms, uint32_t memory, uint32_t address,
		       const uint32_t value[3]);
/* What an access of so many bits reads: value[0], its poison, and its set. */
void cvg_sym_load(struct cvg_syms *syms, uint32_t memory, uint32_t address,
		  uint32_t width, uint32_t value[3]);

/* Is it that constant? */
bool cvg_sym_is(const struct cvg_syms *syms, uint32_t s, uint64_t bits);
bool cvg_sym_is_const(const struct cvg_syms *syms, uint32_t s);

/* ---- what is known --------------------------------------------------- */

/* From now on, s is true. False if that contradicts what was known. */
bool cvg_sym_assume(struct cvg_syms *syms, uint32_t s);
/* That was assumed; note it once more as what was assumed since then simplifies it. */
void cvg_sym_assume_anew(struct cvg_syms *syms, uint32_t s);
/* Forget all but what was known when n things had been learnt. */
void cvg_sym_forget(struct cvg_syms *syms, size_t n);
/* The formula, simplified with what is known. */
uint32_t cvg_sym_now(struct cvg_syms *syms, uint32_t s);
/* Append conditions of choices in s that are about numbers alone, at most so many. */
void cvg_sym_conditions(struct cvg_syms *syms, uint32_t s, uint32_t most,
			struct cvg_u32s *out);
bool cvg_sym_same_now(struct cvg_syms *syms, uint32_t a, uint32_t b);

/* ---- computing ------------------------------------------------------- */

/* What an operation on constants gives; shared by the makers and by
 * cvg_sym_value. Widths up to 64. */
uint64_t cvg_sym_compute(enum cvg_symop op, uint32_t width, uint64_t imm,
			 const uint32_t arg_width[3], const uint64_t arg[3]);
/* The value of s where variable n is value[n]; of a formula without memory and
 * functions, but of sets, of which each that is not known counts as 3. */
uint64_t cvg_sym_value(const struct cvg_syms *syms, uint32_t s,
		       const uint64_t *value);

#endif
