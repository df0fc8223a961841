/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The state of a formula while it is decoded, shared by builtin_formula.c and
 * builtin_number.c. */
#ifndef RECONVERGE_IR_BUILTIN_WORDS_H
#define RECONVERGE_IR_BUILTIN_WORDS_H

#include <assert.h>

#include "builtin.h"

#define DEEP 12

struct item {
	uint32_t ref;
	enum cvg_kind kind;
	bool sign; /* an integer is signed */
};

struct machine {
	struct cvg_bi *builtin;
	uint32_t k;	    /* the scalar of the result that is computed */
	uint16_t flags;	    /* CVG_UF_ of float operations on type T */
	char scalar;	    /* of type T */
	enum cvg_kind real; /* the kind in which floats are computed */
	uint32_t n;	    /* items on the stack */
	struct item stack[DEEP];
	struct item named[26]; /* by letter, from 'a' on */
};

static inline void bi_push(struct machine *machine, uint32_t ref,
			   enum cvg_kind kind, bool sign)
{
	assert(machine->n < DEEP);
	machine->stack[machine->n++] = (struct item){ref, kind, sign};
}

static inline struct item bi_pop(struct machine *machine)
{
	assert(machine->n > 0);
	return machine->stack[--machine->n];
}

static inline bool bi_real(enum cvg_kind kind)
{
	return kind >= CVG_K_F16;
}

/* Give the last operation the flags of T, if it is of T's kind, so that it
 * flushes denormals as arithmetic does. */
static inline void bi_flag(struct machine *machine)
{
	struct cvg_uops *uops = &machine->builtin->in.decoder->uops;

	if (uops->at[uops->n - 1].kind == cvg_bi_kind(machine->scalar))
		uops->at[uops->n - 1].flags |= machine->flags;
}

/* builtin_number.c: constants and conversions. False: the word is neither. */
bool cvg_bi_number(struct machine *machine, const char *word);
bool cvg_bi_changed(struct machine *machine, const char *word, uint16_t n);
struct item cvg_bi_to_kind(struct machine *machine, struct item a,
			   enum cvg_kind kind, bool sign, uint16_t n);

#endif
