/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The issue time of an instruction: the cycles until its warp can issue the
 * next instruction. (The latency in the table is the time until its result is
 * there.)
 *
 * The issue time of arithmetic is its latency times a constant, the ratio of
 * issue time to latency of a full-rate instruction. So an operation that is a
 * sequence of instructions, such as a division, is issued as long as the
 * sequence, and one of half rate twice as long as one of full rate. A memory
 * access takes the time to send its addresses; the warp then goes on.
 */
#include "price.h"

#include "reconverge/cost.h"
#include "reconverge/graph.h"

/* The issue time of arithmetic, and of other instructions that run on its
 * units. */
static uint32_t issue_share(const struct pricer *p, uint32_t latency)
{
	uint64_t rate = cvg_price_kind(p, CVG_KIND_RATE);
	uint64_t full = cvg_price_kind(p, CVG_KIND_ADD32);

	return (uint32_t)((latency * rate + full - 1) / full);
}

/* The issue time of a memory access: that of its addresses, and `word` cycles
 * for each word after the first. */
static uint32_t issue_memory(uint32_t addresses, uint32_t word, uint32_t words)
{
	return addresses + (words > 1 ? (words - 1) * word : 0);
}

static uint32_t issue_words(const struct pricer *p, uint32_t words)
{
	return issue_memory(cvg_price_kind(p, CVG_KIND_ISSUE),
			    cvg_price_kind(p, CVG_KIND_WORD_GLOBAL), words);
}

static uint32_t issue_access(const struct pricer *p, const struct cvg_inst *in)
{
	uint32_t words =
		in->access == CVG_NONE ? 1 : cvg_price_words(p, in->access);

	enum cvg_memkind memory = cvg_price_space(p->fn, in->addrspace);

	if (in->flags & CVG_I_SCALAR)
		memory = CVG_MEMORY_CONST;
	else if (in->flags & CVG_I_ON_LANES)
		memory = CVG_MEMORY_GLOBAL;
	switch (memory) {
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
	return issue_words(p, words);
}

/* The rule for the issue time of an intrinsic. */
enum holds {
	AS_ARITHMETIC,
	AS_LOAD,
	AS_STORE,
	AS_ATOMIC,
	AS_SHARED,    /* as an access to shared memory */
	ALL_THE_TIME, /* its latency */
};

/* The rule of an intrinsic, by the kind that it is priced as. A kind that is
 * not listed has AS_ARITHMETIC. */
static const uint8_t holds_of[CVG_NCOST_KINDS] = {
	[CVG_KIND_LOAD_GLOBAL] = AS_LOAD,
	[CVG_KIND_LOAD_FLAT] = AS_LOAD,
	[CVG_KIND_STORE_GLOBAL] = AS_STORE,
	[CVG_KIND_STORE_FLAT] = AS_STORE,
	[CVG_KIND_ATOMIC_GLOBAL] = AS_ATOMIC,
	[CVG_KIND_ATOMIC_FLAT] = AS_ATOMIC,
	[CVG_KIND_LOAD_CONST] = AS_SHARED,
	[CVG_KIND_LOAD_SHARED] = AS_SHARED,
	[CVG_KIND_STORE_SHARED] = AS_SHARED,
	[CVG_KIND_ATOMIC_SHARED] = AS_SHARED,
	[CVG_KIND_SHUFFLE] = AS_SHARED,
	[CVG_KIND_FENCE] = AS_SHARED,
	[CVG_KIND_BARRIER] = ALL_THE_TIME,
	/* a call without a body: nothing is known of it */
	[CVG_KIND_CALL] = ALL_THE_TIME,
};

static uint32_t issue_call(const struct pricer *p, uint32_t inst,
			   uint32_t latency)
{
	const struct cvg_inst *in = &p->fn->insts[inst];

	switch ((enum holds)holds_of[cvg_price_callee(p->fn, inst)]) {
	case AS_ARITHMETIC:
		break;
	case AS_LOAD:
		return issue_words(p, cvg_price_words(p, in->type));
	case AS_STORE:
		return issue_words(
			p, in->nops ? cvg_price_words(
					      p, cvg_operand_type(p, in, 0))
				    : 1);
	case AS_ATOMIC:
		return cvg_price_kind(p, CVG_KIND_ISSUE);
	case AS_SHARED:
		return cvg_price_kind(p, CVG_KIND_RATE);
	case ALL_THE_TIME:
		return latency;
	}
	return issue_share(p, latency);
}

uint32_t cvg_cost_issue(const struct cvg_fn *fn, uint32_t inst)
{
	const struct cvg_inst *in = &fn->insts[inst];
	struct pricer p = cvg_pricer_of(fn);
	uint32_t latency = cvg_cost_inst(fn, inst), issue = latency;

	switch (cvg_op_class(in->op)) {
	case CVG_CLASS_CONTROL: /* the next instruction depends on it */
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
	case CVG_CLASS_PHI:
	case CVG_CLASS_INT:
	case CVG_CLASS_INTDIV:
	case CVG_CLASS_FLOAT:
	case CVG_CLASS_FLOATDIV:
	case CVG_CLASS_COMPARE:
	case CVG_CLASS_SELECT:
	case CVG_CLASS_MOVE:
	case CVG_CLASS_CONVERT:
	case CVG_CLASS_ADDRESS:
		issue = issue_share(&p, latency);
		break;
	}
	return issue < latency ? issue : latency;
}

static bool is_fence(const struct cvg_fn *fn, uint32_t inst)
{
	return cvg_op_class(fn->insts[inst].op) == CVG_CLASS_SYNC ||
	       (fn->insts[inst].op == CVG_OP_CALL &&
		cvg_price_callee(fn, inst) == CVG_KIND_FENCE);
}

struct cvg_pace cvg_cost_pace(const struct cvg_fn *fn, uint32_t inst)
{
	const struct cvg_inst *in = &fn->insts[inst];
	enum cvg_opclass class = cvg_op_class(in->op);
	uint32_t latency = cvg_cost_inst(fn, inst);

	return (struct cvg_pace){
		.latency = latency,
		.issue = latency ? cvg_cost_issue(fn, inst) : 0,
		.renames = !latency && class != CVG_CLASS_CONTROL,
		.is_memory =
			(in->flags & (CVG_I_READS | CVG_I_WRITES)) &&
			(class == CVG_CLASS_MEMORY || class == CVG_CLASS_CALL),
		.is_fence = is_fence(fn, inst),
	};
}

uint32_t cvg_cost_line(const struct cvg_fn *fn)
{
	return cvg_cost_in(fn, CVG_KIND_LINE);
}

uint32_t cvg_cost_pass(const struct cvg_fn *fn)
{
	return cvg_cost_in(fn, CVG_KIND_PASS);
}
