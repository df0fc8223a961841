/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * How far loops count. A counter is a phi that grows or shrinks by a constant in
 * each round. The loop's header or latch tests this counter, or another one,
 * against a limit that differs from the start by a known number; so the number of
 * rounds is known, and the range of the counter.
 */
#include "rows.h"

#include "reconverge/analysis.h"
#include "reconverge/graph.h"

/* LLVM's numbers of comparisons of integers (LLVMIntPredicate). */
enum { EQ = 32, NE, UGT, UGE, ULT, ULE, SGT, SGE, SLT, SLE };

/* A phi in a loop's header. */
struct counter {
	uint32_t phi, init,
		next; /* values: itself, before the loop, next round */
	int64_t step; /* next - phi, never 0 */
};

/* How often a loop comes back to its header. */
struct rounds {
	int64_t most;	 /* times before the header runs last */
	int64_t inside;	 /* if the header has the test: times before the block
			    `behind` runs last */
	uint32_t behind; /* where the header's test goes on; CVG_NONE: the latch
			    has the test */
};

int64_t cvg_row_stride(const struct cvg_fn *fn, uint32_t type)
{
	const struct cvg_type *t = &fn->types[type];
	uint32_t bytes = t->bits / 8, whole = 1;

	if (!bytes || t->bits % 8 || t->kind == CVG_TYPE_OTHER)
		return 0;
	while (whole < bytes)
		whole *= 2;
	if (t->kind == CVG_TYPE_VECTOR)
		return whole;
	return t->kind == CVG_TYPE_AGGREGATE || whole == bytes ? bytes : 0;
}

/* ---- counters ---------------------------------------------------------- */

static bool is_number(const struct cvg_fn *fn, uint32_t v, int64_t *n)
{
	const struct cvg_value *x = &fn->values[v];
	uint32_t bits = fn->types[x->type].bits;

	if (!(x->flags & CVG_V_INT64) || !bits || bits > 64)
		return false;
	*n = (int64_t)(x->bits << (64 - bits)) >> (64 - bits);
	return true;
}

/* Is v the phi plus a constant? Then *step is the constant. */
static bool steps(const struct cvg_fn *fn, uint32_t v, uint32_t phi,
		  int64_t *step)
{
	uint32_t i = cvg_value_inst(fn, v), a, b;
	enum cvg_op op;

	if (i == CVG_NONE || fn->insts[i].nops != 2)
		return false;
	op = fn->insts[i].op;
	a = cvg_op_of(fn, i, 0);
	b = cvg_op_of(fn, i, 1);
	if (op == CVG_OP_ADD && b == phi)
		return is_number(fn, a, step);
	if (a != phi || !is_number(fn, b, step))
		return false;
	if (op == CVG_OP_SUB)
		*step = -*step;
	else if (op == CVG_OP_GEP)
		return !__builtin_mul_overflow(
			*step, cvg_row_stride(fn, fn->insts[i].access), step);
	return op == CVG_OP_ADD || op == CVG_OP_SUB;
}

/* Is instruction i a counter of the loop? */
static bool is_counter(const struct cvg_fn *fn, const struct cvg_loops *ls,
		       uint32_t loop, uint32_t i, struct counter *out)
{
	const struct cvg_inst *inst = &fn->insts[i];
	uint32_t latch;

	if (inst->op != CVG_OP_PHI || inst->nops != 2 ||
	    inst->block != ls->loop[loop].header)
		return false;
	latch = cvg_loop_has(ls, loop, fn->incoming[inst->ops_at]) ? 0 : 1;
	if (cvg_loop_has(ls, loop, fn->incoming[inst->ops_at + !latch]))
		return false;
	out->phi = cvg_inst_value(fn, i);
	out->init = cvg_op_of(fn, i, !latch);
	out->next = cvg_op_of(fn, i, latch);
	return steps(fn, out->next, out->phi, &out->step) && out->step &&
	       out->step > -(INT64_C(1) << 31) && out->step < INT64_C(1) << 31;
}

/* ---- tests ------------------------------------------------------------- */

/* The comparison that holds with its operands swapped. */
static uint32_t turned(uint32_t predicate)
{
	static const uint8_t as[] = {EQ,  NE,  ULT, ULE, UGT,
				     UGE, SLT, SLE, SGT, SGE};

	return as[predicate - EQ];
}

/* The comparison that holds exactly where this one does not. */
static uint32_t opposite(uint32_t predicate)
{
	static const uint8_t as[] = {NE,  EQ,  ULE, ULT, UGE,
				     UGT, SLE, SLT, SGE, SGT};

	return as[predicate - EQ];
}

/* Do the start, the limit and one step beyond it stay in a range where a comparison
 * of the type compares the numbers themselves, without wrapping? */
static bool in_range(const struct cvg_rowfinder *finder,
		     const struct counter *c, uint32_t limit,
		     uint32_t predicate)
{
	const struct cvg_type *t =
		&finder->fn->types[finder->fn->values[limit].type];
	int64_t least[2], most[2], from = 0, to;
	uint32_t bits = t->bits < 62 ? t->bits : 62;

	if (predicate == NE)
		return true;
	if (t->kind != CVG_TYPE_INT || bits < 2)
		return false;
	to = (INT64_C(1) << (bits - 1)) - 1;
	if (predicate >= SGT)
		from = -to;
	if (!cvg_affine_bounds(finder, &finder->value[c->init], &least[0],
			       &most[0]) ||
	    !cvg_affine_bounds(finder, &finder->value[limit], &least[1],
			       &most[1]))
		return false;
	return least[0] >= from &&
	       least[1] + (c->step < 0 ? c->step : 0) >= from &&
	       most[0] <= to && most[1] + (c->step > 0 ? c->step : 0) <= to;
}

/* For how many j = 0, 1, ... the test first + j * step (predicate) limit holds, at
 * most, if limit - first is in [low, high]; -1: not known. */
static int64_t passes(int64_t step, int64_t low, int64_t high,
		      uint32_t predicate)
{
	if (step < 0) {
		int64_t was = low;

		step = -step;
		low = -high;
		high = -was;
		if (predicate != NE)
			predicate = turned(predicate);
	}
	if (predicate == NE)
		return low == high && high >= 0 && high % step == 0
			       ? high / step
			       : -1;
	if (predicate == ULE || predicate == SLE)
		high++;
	else if (predicate != ULT && predicate != SLT)
		return -1;
	return high <= 0 ? 0 : (high + step - 1) / step;
}

/* How often a test of `value`, the counter's phi or next, against a limit holds;
 * -1: not known. */
static int64_t passes_of(const struct cvg_rowfinder *finder,
			 const struct counter *c, uint32_t value,
			 uint32_t limit, uint32_t predicate)
{
	struct cvg_affine left = cvg_affine_add(&finder->value[limit],
						&finder->value[c->init], -1);
	int64_t first = value == c->next ? c->step : 0;

	for (uint32_t k = 0; k < 6; k++)
		left.known &= !left.step[k / 3][k % 3];
	if (!left.known || left.low < INT32_MIN || left.high > INT32_MAX ||
	    finder->base[limit] != finder->base[c->init] ||
	    !in_range(finder, c, limit, predicate))
		return -1;
	return passes(c->step, left.low - first, left.high - first, predicate);
}

/* The counter of which v is the phi or the next value; false: there is none. */
static bool counter_of(const struct cvg_fn *fn, const struct cvg_loops *ls,
		       uint32_t loop, uint32_t v, struct counter *out)
{
	uint32_t i = cvg_value_inst(fn, v);

	if (i == CVG_NONE)
		return false;
	if (is_counter(fn, ls, loop, i, out))
		return true;
	for (uint32_t k = 0; k < fn->insts[i].nops && k < 2; k++) {
		uint32_t phi = cvg_value_inst(fn, cvg_op_of(fn, i, k));

		if (phi != CVG_NONE && is_counter(fn, ls, loop, phi, out) &&
		    out->next == v)
			return true;
	}
	return false;
}

/* How often the branch at the end of a block stays in the loop; *stay is where it
 * then goes. -1: not known. */
static int64_t passes_at(const struct cvg_rowfinder *finder, uint32_t loop,
			 uint32_t block, uint32_t *stay)
{
	const struct cvg_fn *fn = finder->fn;
	const struct cvg_loops *ls = cvg_ana_loops(finder->ana);
	const struct cvg_inst *br = cvg_block_terminator(fn, block);
	const uint32_t *succ = fn->succs + fn->blocks[block].succs_at;
	uint32_t test, predicate, a, b;
	struct counter c;
	bool first;

	if (br->op != CVG_OP_CONDBR ||
	    cvg_loop_has(ls, loop, succ[0]) == cvg_loop_has(ls, loop, succ[1]))
		return -1;
	first = cvg_loop_has(ls, loop, succ[0]);
	*stay = succ[!first];
	test = cvg_value_inst(fn, fn->ops[br->ops_at]);
	if (test == CVG_NONE || fn->insts[test].op != CVG_OP_ICMP)
		return -1;
	predicate = fn->insts[test].predicate;
	if (!first)
		predicate = opposite(predicate);
	a = cvg_op_of(fn, test, 0);
	b = cvg_op_of(fn, test, 1);
	if (counter_of(fn, ls, loop, a, &c))
		return passes_of(finder, &c, a, b, predicate);
	if (counter_of(fn, ls, loop, b, &c))
		return passes_of(finder, &c, b, a, turned(predicate));
	return -1;
}

static bool rounds_of(const struct cvg_rowfinder *finder, uint32_t loop,
		      struct rounds *out)
{
	const struct cvg_loops *ls = cvg_ana_loops(finder->ana);
	uint32_t header = ls->loop[loop].header, stay;
	uint32_t latch = ls->latches[ls->loop[loop].latches_at];
	int64_t n;

	if (ls->loop[loop].nlatches != 1)
		return false;
	n = passes_at(finder, loop, latch, &stay);
	*out = (struct rounds){n, n, CVG_NONE};
	if (n >= 0)
		return true;
	n = passes_at(finder, loop, header, &stay);
	*out = (struct rounds){n, n - 1, stay};
	return n >= 0;
}

/* ---- values ------------------------------------------------------------ */

/* Is the phi used only by comparisons and behind the header's test? */
static bool used_inside(const struct cvg_rowfinder *finder, uint32_t phi,
			const struct rounds *r)
{
	const struct cvg_fn *fn = finder->fn;
	const struct cvg_dom *dom = cvg_ana_dom(finder->ana);
	uint32_t header = fn->insts[phi].block, v = cvg_inst_value(fn, phi);

	if (r->behind == CVG_NONE || r->behind == header ||
	    fn->blocks[r->behind].npreds != 1 || r->inside < 0)
		return false;
	for (uint32_t k = fn->value_users_at[v]; k < fn->value_users_at[v + 1];
	     k++) {
		const struct cvg_inst *user = &fn->insts[fn->users[k]];

		if (user->op == CVG_OP_PHI ||
		    (user->op != CVG_OP_ICMP &&
		     !cvg_dominates(dom, r->behind, user->block)))
			return false;
	}
	return true;
}

struct cvg_affine cvg_row_counter(const struct cvg_rowfinder *finder,
				  uint32_t phi)
{
	const struct cvg_loops *ls = cvg_ana_loops(finder->ana);
	uint32_t loop = ls->innermost[finder->fn->insts[phi].block];
	struct cvg_affine grown;
	struct counter c;
	struct rounds r;
	int64_t n;

	if (loop == CVG_NONE || !is_counter(finder->fn, ls, loop, phi, &c) ||
	    !rounds_of(finder, loop, &r))
		return cvg_affine_unknown();
	n = used_inside(finder, phi, &r) ? r.inside : r.most;
	grown = cvg_affine_range(c.step < 0 ? c.step * n : 0,
				 c.step < 0 ? 0 : c.step * n);
	return cvg_affine_add(&finder->value[c.init], &grown, 1);
}
