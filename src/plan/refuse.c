/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * What no plan may move, whichever phase it is for.
 *
 * Convergence tokens (LLVM's ConvergentOperations.rst) say which threads run an
 * operation together: those that made its token together, and not those that
 * happen to come to it at the same time. So another control flow between the two
 * changes nothing, where it would without tokens. Example, with the branch at e:
 *
 *	e:	%t = call token @llvm.experimental.convergence.entry()
 *		br i1 %c, label %a, label %b
 *	a:	br label %s
 *	b:	br i1 %d, label %s, label %x
 *	s:	%v = call i64 @ballot() [ "convergencectrl"(token %t) ]
 *
 * All threads that come to s run the ballot together, whether they came over a or
 * b: gathering a and b in front of s, or linearizing, is allowed.
 */
#include "refuse.h"

#include "reconverge/analysis.h"
#include "reconverge/graph.h"
#include "reconverge/refusal.h"
#include "reconverge/words.h"

static const struct {
	const char *text, *step;
} refusals[] = {
#define REFUSAL(id, text, step) {text, step},
#include "reconverge/refusals.def"
#undef REFUSAL
};

const char *cvg_refusal_text(enum cvg_refusal refusal)
{
	return refusals[refusal].text;
}

const char *cvg_refusal_step(enum cvg_refusal refusal)
{
	return refusals[refusal].step;
}

enum cvg_refusal cvg_inst_refusal(const struct cvg_inst *inst,
				  enum cvg_refusal convergent)
{
	if (inst->flags & CVG_I_CONVERGENT)
		return convergent;
	if (inst->flags & CVG_I_TOKEN)
		return CVG_REFUSE_TOKEN;
	if (inst->op == CVG_OP_INDIRECTBR || inst->op == CVG_OP_CALLBR ||
	    inst->op == CVG_OP_OTHERTERM || inst->op == CVG_OP_OTHER)
		return CVG_REFUSE_EXOTIC;
	return CVG_REFUSE_NONE;
}

#define LONGEST 64 /* tokens made from each other that are followed */

static bool makes_token(const struct cvg_fn *fn, uint32_t inst)
{
	return fn->insts[inst].flags & CVG_I_TOKEN &&
	       fn->types[fn->insts[inst].type].kind == CVG_TYPE_OTHER;
}

uint32_t cvg_token_of(const struct cvg_fn *fn, uint32_t inst)
{
	for (uint32_t k = 0; k < fn->insts[inst].nops; k++) {
		uint32_t made = cvg_value_inst(fn, cvg_op_of(fn, inst, k));

		if (made != CVG_NONE && makes_token(fn, made))
			return made;
	}
	return CVG_NONE;
}

bool cvg_meets_by_token(const struct cvg_fn *fn, const struct cvg_dom *dom,
			uint32_t inst, uint32_t block)
{
	for (int k = 0; k < LONGEST; k++) {
		uint32_t token = cvg_token_of(fn, inst);

		if (!(fn->insts[inst].flags & CVG_I_CONVERGENT))
			return false;
		if (token == CVG_NONE)
			return makes_token(fn, inst);
		if (cvg_dominates(dom, fn->insts[token].block, block))
			return true;
		inst = token;
	}
	return false;
}

bool cvg_moves_by_token(const struct cvg_fn *fn, const struct cvg_dom *dom,
			uint32_t inst, uint32_t block)
{
	uint32_t token = cvg_token_of(fn, inst);

	return token != CVG_NONE && !makes_token(fn, inst) &&
	       fn->insts[inst].flags & CVG_I_CONVERGENT &&
	       cvg_dominates(dom, fn->insts[token].block, block);
}

bool cvg_keeps_token(const struct cvg_fn *fn, uint32_t inst)
{
	uint32_t token = cvg_token_of(fn, inst);
	const struct cvg_inst *anchor;

	if (token != CVG_NONE && makes_token(fn, inst))
		return false; /* the heart of a loop */
	anchor = &fn->insts[token == CVG_NONE ? inst : token];
	token = token == CVG_NONE ? inst : token;
	if (!makes_token(fn, token) || cvg_token_of(fn, token) != CVG_NONE)
		return false;
	for (uint32_t k = 0; k < anchor->nusers; k++)
		if (fn->insts[fn->users[anchor->users_at + k]].block !=
		    anchor->block)
			return false;
	return true;
}
