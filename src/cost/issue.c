/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * What an instruction keeps its warp from issuing the next one, where the
 * table's latency is when its result is there.
 *
 * Arithmetic is issued at the rate of the units: in the proportion that the
 * latency of a full-rate instruction has to its issue. So a sequence, as a
 * division is, is issued as long as it has instructions, and a double on half
 * as many units twice as long. Memory takes the addresses and goes on.
 */
#include "price.h"

/* Of arithmetic, and of what goes its way. */
static uint32_t issue_share(const struct pricer *p, uint32_t latency)
{
	uint64_t rate = cvg_price_kind(p, CVG_KIND_RATE);
	uint64_t full = cvg_price_kind(p, CVG_KIND_ADD32);

	return (uint32_t)((latency * rate + full - 1) / full);
}

/* The words behind the first are moved while the warp waits to issue. */
static uint32_t issue_memory(uint32_t addresses, uint32_t word, uint32_t words)
{
	return addresses + (words > 1 ? (words - 1) * word : 0);
}

static uint32_t issue_access(const struct pricer *p, const struct cvg_inst *in)
{
	uint32_t words =
		in->access == CVG_NONE ? 1 : cvg_price_words(p, in->access);

	switch (cvg_price_space(p->fn, in->addrspace)) {
	case CVG_MEMORY_SHARED:
		return issue_memory(cvg_price_kind(p, CVG_KIND_RATE),
				    cvg_price_kind(p, CVG_KIND_WORD_SHARED),
				    words);
	case CVG_MEMORY_CONST:
		return issue_memory(cvg_price_kind(p, CVG_KIND_RATE),
				    cvg_price_kind(p, CVG_KIND_WORD_GLOBAL),
				    words);
	case CVG_MEMORY_FLAT:
	case CVG_MEMORY_GLOBAL:
	case CVG_MEMORY_PRIVATE:
	case CVG_NMEMORIES:
		break;
	}
	return issue_memory(cvg_price_kind(p, CVG_KIND_ISSUE),
			    cvg_price_kind(p, CVG_KIND_WORD_GLOBAL), words);
}

/* Intrinsics that are accesses, or go the way of shared memory. */
static uint32_t issue_call(const struct pricer *p, uint32_t inst,
			   uint32_t latency)
{
	const struct cvg_inst *in = &p->fn->insts[inst];
	uint32_t n;

	switch (cvg_price_callee(p->fn, inst)) {
	case CVG_KIND_LOAD_GLOBAL:
	case CVG_KIND_LOAD_FLAT:
		return issue_memory(cvg_price_kind(p, CVG_KIND_ISSUE),
				    cvg_price_kind(p, CVG_KIND_WORD_GLOBAL),
				    cvg_price_words(p, in->type));
	case CVG_KIND_STORE_GLOBAL:
	case CVG_KIND_STORE_FLAT:
		n = in->nops ? cvg_price_words(p, cvg_operand_type(p, in, 0))
			     : 1;
		return issue_memory(cvg_price_kind(p, CVG_KIND_ISSUE),
				    cvg_price_kind(p, CVG_KIND_WORD_GLOBAL), n);
	case CVG_KIND_ATOMIC_GLOBAL:
	case CVG_KIND_ATOMIC_FLAT:
		return cvg_price_kind(p, CVG_KIND_ISSUE);
	case CVG_KIND_LOAD_CONST:
	case CVG_KIND_LOAD_SHARED:
	case CVG_KIND_STORE_SHARED:
	case CVG_KIND_ATOMIC_SHARED:
	case CVG_KIND_SHUFFLE:
	case CVG_KIND_FENCE:
		return cvg_price_kind(p, CVG_KIND_RATE);
	case CVG_KIND_BARRIER:
	case CVG_KIND_CALL: /* nothing of a call without a body is known */
		return latency;
	default:
		return issue_share(p, latency);
	}
}

uint32_t cvg_cost_issue(const struct cvg_fn *fn, uint32_t inst)
{
	const struct cvg_inst *in = &fn->insts[inst];
	struct pricer p = cvg_pricer_of(fn);
	uint32_t latency = cvg_cost_inst(fn, inst), issue = latency;

	switch (cvg_op_class(in->op)) {
	case CVG_CLASS_CONTROL: /* where it goes on must be known */
		break;
	case CVG_CLASS_MEMORY:
		issue = issue_access(&p, in);
		break;
	case CVG_CLASS_SYNC:
		issue = cvg_price_kind(&p, CVG_KIND_RATE);
		break;
	case CVG_CLASS_CALL:
		if (in->op == CVG_OP_CALL)
			issue = issue_call(&p, inst, latency);
		break;
	default:
		issue = issue_share(&p, latency);
		break;
	}
	return issue < latency ? issue : latency;
}

bool cvg_cost_is_fence(const struct cvg_fn *fn, uint32_t inst)
{
	return cvg_op_class(fn->insts[inst].op) == CVG_CLASS_SYNC ||
	       (fn->insts[inst].op == CVG_OP_CALL &&
		cvg_price_callee(fn, inst) == CVG_KIND_FENCE);
}

uint32_t cvg_cost_line(const struct cvg_fn *fn)
{
	return cvg_cost_of(cvg_cost_family_of(fn), CVG_KIND_LINE);
}

uint32_t cvg_cost_pass(const struct cvg_fn *fn)
{
	return cvg_cost_of(cvg_cost_family_of(fn), CVG_KIND_PASS);
}
