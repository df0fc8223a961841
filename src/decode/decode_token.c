/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Convergence tokens (LLVM's ConvergentOperations.rst): a token becomes a number in
 * each lane, and lanes with the same number run an operation with that token
 * together (sim/tokens.c).
 *
 * A token has two slots: the number, and the number of the outer token from which the
 * heart of a loop made it last. Before a convergent operation with a token stands the
 * operation MEET. Example:
 *
 *	%t = call token @llvm.experimental.convergence.loop()
 *	     [ "convergencectrl"(token %e) ]         mov t2 = t; mov t3 = t'
 *	                                              t = token e, t2, t3; mov t' = e
 *	%r = call i64 @ballot(i1 %c)
 *	     [ "convergencectrl"(token %t) ]         meet t; r = warp.ballot c
 */
#include "decode_int.h"
#include "intrin.h"

#include "reconverge/analysis.h"
#include "reconverge/graph.h"
#include "reconverge/ucodes.h"

bool cvg_dec_makes_token(const struct cvg_fn *fn, uint32_t inst)
{
	return fn->insts[inst].flags & CVG_I_TOKEN &&
	       fn->types[fn->insts[inst].type].kind == CVG_TYPE_OTHER;
}

bool cvg_dec_meets(const struct cvg_fn *fn, uint32_t inst)
{
	return fn->insts[inst].flags & CVG_I_CONVERGENT &&
	       fn->insts[inst].flags & CVG_I_TOKEN &&
	       !cvg_dec_makes_token(fn, inst);
}

/* The instruction that makes the token which decoder->inst takes, or CVG_NONE. */
static uint32_t token_of(const struct cvg_decoder *decoder)
{
	const struct cvg_fn *fn = decoder->fn;

	for (uint32_t k = 0; k < fn->insts[decoder->inst_id].nops; k++) {
		uint32_t made =
			cvg_value_inst(fn, cvg_op_of(fn, decoder->inst_id, k));

		if (made != CVG_NONE && cvg_dec_makes_token(fn, made))
			return made;
	}
	return CVG_NONE;
}

/* The slot of the number of the token that an instruction makes. */
static uint32_t number_of(struct cvg_decoder *decoder, uint32_t inst)
{
	return decoder->in->slot_at[decoder->fn->nargs + inst];
}

static struct cvg_uop *emit(struct cvg_decoder *decoder, enum cvg_ucode code,
			    uint32_t dst, uint32_t a)
{
	return cvg_dec_op(decoder, code, cvg_dec_plain(CVG_K_I64), dst, a,
			  CVG_NONE, CVG_NONE);
}

void cvg_dec_meet(struct cvg_decoder *decoder)
{
	uint32_t token = token_of(decoder);

	if (token == CVG_NONE)
		return;
	emit(decoder, CVG_U_MEET, CVG_NONE, number_of(decoder, token))->imm =
		token;
	decoder->program->by_tokens = true;
}

void cvg_dec_tokens(struct cvg_decoder *decoder)
{
	const struct cvg_fn *fn = decoder->fn;
	const struct cvg_order *order = cvg_ana_order(decoder->in->fn->ana);

	for (uint32_t i = 0; i < fn->ninsts; i++) {
		if (!cvg_dec_makes_token(fn, i) ||
		    order->place[fn->insts[i].block] == CVG_NONE)
			continue;
		decoder->inst_id = CVG_NONE;
		emit(decoder, CVG_U_MOV, number_of(decoder, i) + 1,
		     cvg_dec_int(decoder, CVG_K_I64, 0));
	}
}

/* Row n: 1 if it is an anchor. */
bool cvg_in_token(struct cvg_in *in)
{
	struct cvg_decoder *decoder = in->decoder;
	uint32_t outer = token_of(decoder), at, number, last;
	struct cvg_uop *uop;

	decoder->program->anchors |= in->row->n == 1;
	if (outer == CVG_NONE) {
		emit(decoder, CVG_U_TOKEN, in->dst, CVG_NONE);
		return true;
	}
	at = number_of(decoder, outer);
	number = cvg_dec_temp(decoder, CVG_K_I64);
	last = cvg_dec_temp(decoder, CVG_K_I64);
	emit(decoder, CVG_U_MOV, number, in->dst);
	emit(decoder, CVG_U_MOV, last, in->dst + 1);
	uop = emit(decoder, CVG_U_TOKEN, in->dst, at);
	uop->b = number;
	uop->c = last;
	emit(decoder, CVG_U_MOV, in->dst + 1, at);
	return true;
}
