/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What no plan may move, whichever phase it is for. */
#ifndef CVG_PLAN_REFUSE_H
#define CVG_PLAN_REFUSE_H

#include "reconverge/refusal.h"

#include <stdbool.h>
#include <stdint.h>

struct cvg_dom;
struct cvg_fn;
struct cvg_inst;

/* Why the instruction is left where it is; `convergent` is how the phase says
 * it of a convergent operation. */
enum cvg_refusal cvg_inst_refusal(const struct cvg_inst *inst,
				  enum cvg_refusal convergent);

/* The instruction that makes the token which another one takes, or CVG_NONE. */
uint32_t cvg_token_of(const struct cvg_fn *fn, uint32_t inst);

/*
 * Does a token say which threads run the convergent operation together, so that
 * they are the same ones whatever way they take to it from `block`? They are those
 * that made the token together if that was made before they come to `block`. Which
 * threads make a token together that needs no other one (an anchor) is left to the
 * machine.
 */
bool cvg_meets_by_token(const struct cvg_fn *fn, const struct cvg_dom *dom,
			uint32_t inst, uint32_t block);
/* The same, and its token is made before `block` and it makes none itself: the
 * operation may stand elsewhere behind `block`. */
bool cvg_moves_by_token(const struct cvg_fn *fn, const struct cvg_dom *dom,
			uint32_t inst, uint32_t block);

/* Is it an anchor whose token is used in its own block only, or such a use? LLVM leaves
 * open which threads come to an anchor together, so the block may be moved as a
 * whole. */
bool cvg_keeps_token(const struct cvg_fn *fn, uint32_t inst);

#endif
