/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Proofs that no thread wants the arms of both ifs: that two conditions never
 * hold for one thread. Conditions are taken apart into compares. Two compares
 * exclude each other
 *
 * - of the same operands, if the relations that they allow have none in common
 *   (less, equal, greater, and for floats unordered);
 * - of the same value with constants, if the intervals of values that they allow
 *   do not meet;
 * - of bits of the same value with constants, if a bit that both look at differs.
 *
 * Values are the same if they are one, or computed by the same operations from
 * the same. A thread on which a condition is poison or undefined branches on it,
 * which is undefined behaviour, so that nothing has to be proved for it.
 *
 * Example: `t & 3 == 1 && n < 5` and `t & 1 == 0`. The first conjunct allows
 * values of t whose lowest two bits are 01, the other those whose lowest bit is 0:
 * bit 0 differs.
 */
#include "fuse.h"

#include "reconverge/graph.h"

#define DEPTH 4	 /* operations behind values that are compared */
#define STEPS 64 /* pairs of conditions looked at in one proof */

/* LLVM's numbers of predicates: those of fcmp are sets of these relations. */
enum { EQUAL = 1, GREATER = 2, LESS = 4, UNORDERED = 8 };
enum { ICMP_EQ = 32, ICMP_SGT = 38 };

/* That a value is true, or that it is false. */
struct claim {
	uint32_t value;
	bool holds;
};

struct prover {
	const struct cvg_fn *fn;
	uint32_t steps; /* left */
};

/* ---- values --------------------------------------------------------------- */

static const struct cvg_inst *made_by(const struct cvg_fn *fn, uint32_t value)
{
	uint32_t inst = cvg_value_inst(fn, value);

	return inst == CVG_NONE ? NULL : &fn->insts[inst];
}

/* Operand k of the instruction that makes the value. */
static uint32_t operand(const struct cvg_fn *fn, uint32_t value, uint32_t k)
{
	return cvg_op_of(fn, cvg_value_inst(fn, value), k);
}

static bool is_number(const struct cvg_fn *fn, uint32_t value, uint64_t *out)
{
	*out = fn->values[value].bits;
	return fn->values[value].flags & CVG_V_INT64;
}

/* Does the operation compute the same from the same, whenever it runs? */
static bool is_pure(const struct cvg_inst *inst)
{
	return inst->shape != CVG_NONE && inst->op != CVG_OP_PHI &&
	       inst->op != CVG_OP_FREEZE && inst->op != CVG_OP_ALLOCA &&
	       inst->op != CVG_OP_CALL &&
	       !(inst->flags & (CVG_I_READS | CVG_I_EFFECTS));
}

/* Do both compute the same? Their operands are compared too. */
static bool are_alike(const struct cvg_inst *a, const struct cvg_inst *b)
{
	return is_pure(a) && a->shape == b->shape &&
	       !((a->flags ^ b->flags) & CVG_I_SWAPPED);
}

static bool are_same(const struct cvg_fn *fn, uint32_t a, uint32_t b,
		     uint32_t depth)
{
	const struct cvg_inst *x = made_by(fn, a), *y = made_by(fn, b);

	if (a == b)
		return true;
	if (!depth || !x || !y || !are_alike(x, y))
		return false;
	for (uint32_t k = 0; k < x->nops; k++)
		if (!are_same(fn, operand(fn, a, k), operand(fn, b, k),
			      depth - 1))
			return false;
	return true;
}

/* ---- two compares of the same operands -------------------------------------- */

/* The relations of its operands for which the claim, a compare, is true. */
static uint32_t relations(const struct cvg_inst *compare, bool holds)
{
	static const uint32_t of_icmp[] = {
		EQUAL, LESS | GREATER, GREATER, GREATER | EQUAL,
		LESS,  LESS | EQUAL,   GREATER, GREATER | EQUAL,
		LESS,  LESS | EQUAL,
	};
	bool is_float = compare->op == CVG_OP_FCMP;
	uint32_t set = is_float ? compare->predicate
				: of_icmp[compare->predicate - ICMP_EQ];
	uint32_t all = LESS | EQUAL | GREATER | (is_float ? UNORDERED : 0);

	return holds ? set : all & ~set;
}

static uint32_t mirrored(uint32_t relations)
{
	return (relations & (EQUAL | UNORDERED)) |
	       (relations & LESS ? GREATER : 0) |
	       (relations & GREATER ? LESS : 0);
}

/* Do less and greater mean the same in both? Equal and unequal mean the same in
 * all compares. */
static bool one_order(const struct cvg_inst *a, uint32_t set_a,
		      const struct cvg_inst *b, uint32_t set_b)
{
	return a->op == CVG_OP_FCMP || !(set_a & LESS) == !(set_a & GREATER) ||
	       !(set_b & LESS) == !(set_b & GREATER) ||
	       (a->predicate >= ICMP_SGT) == (b->predicate >= ICMP_SGT);
}

/* The relations that both claims allow, if they compare the same operands. */
static bool common_relations(const struct cvg_fn *fn, struct claim a,
			     struct claim b, uint32_t *out)
{
	const struct cvg_inst *x = made_by(fn, a.value);
	const struct cvg_inst *y = made_by(fn, b.value);
	uint32_t set_a, set_b, a0, a1, b0, b1;

	if (x->op != y->op)
		return false;
	set_a = relations(x, a.holds);
	set_b = relations(y, b.holds);
	a0 = operand(fn, a.value, 0);
	a1 = operand(fn, a.value, 1);
	b0 = operand(fn, b.value, 0);
	b1 = operand(fn, b.value, 1);
	*out = set_a & set_b;
	if (are_same(fn, a0, b0, DEPTH) && are_same(fn, a1, b1, DEPTH))
		return one_order(x, set_a, y, set_b);
	*out = set_a & mirrored(set_b);
	return are_same(fn, a0, b1, DEPTH) && are_same(fn, a1, b0, DEPTH) &&
	       one_order(x, set_a, y, set_b);
}

/* ---- compares with constants ------------------------------------------------ */

/* The values from `low` up to `high`, wrapped around: high may be less. */
struct interval {
	uint64_t low, high;
};

static bool is_in(const struct interval *in, uint64_t x)
{
	return in->low <= in->high ? in->low <= x && x <= in->high
				   : x >= in->low || x <= in->high;
}

/* The values x, of the mask's width, for which the claim "x compared with c" is
 * true; false: they are no interval, or none at all. */
static bool interval_of(const struct cvg_inst *compare, uint32_t set,
			uint64_t c, uint64_t mask, struct interval *out)
{
	uint64_t least = compare->predicate >= ICMP_SGT ? mask / 2 + 1 : 0;
	uint64_t most = (least - 1) & mask;

	if (set == EQUAL) {
		*out = (struct interval){c, c};
		return true;
	}
	if (set == (LESS | GREATER)) {
		*out = (struct interval){(c + 1) & mask, (c - 1) & mask};
		return true;
	}
	if (set & LESS) {
		*out = (struct interval){least,
					 set & EQUAL ? c : (c - 1) & mask};
		return set == (LESS | EQUAL) || (set == LESS && c != least);
	}
	*out = (struct interval){set & EQUAL ? c : (c + 1) & mask, most};
	return set == (GREATER | EQUAL) || (set == GREATER && c != most);
}

static bool known_interval(const struct cvg_fn *fn, struct claim claim,
			   struct interval *out)
{
	const struct cvg_inst *compare = made_by(fn, claim.value);
	uint32_t bits =
		fn->types[fn->values[operand(fn, claim.value, 0)].type].bits;
	uint64_t c;

	return compare->op == CVG_OP_ICMP && bits && bits <= 64 &&
	       is_number(fn, operand(fn, claim.value, 1), &c) &&
	       interval_of(compare, relations(compare, claim.holds), c,
			   UINT64_MAX >> (64 - bits), out);
}

static bool intervals_exclude(const struct cvg_fn *fn, struct claim a,
			      struct claim b)
{
	struct interval x, y;

	return known_interval(fn, a, &x) && known_interval(fn, b, &y) &&
	       are_same(fn, operand(fn, a.value, 0), operand(fn, b.value, 0),
			DEPTH) &&
	       !is_in(&x, y.low) && !is_in(&y, x.low);
}

/* ---- bits --------------------------------------------------------------------- */

/* The claim says that these bits of a value are so. */
struct bits {
	uint32_t of; /* value id */
	uint64_t mask, are;
};

/* Look through "of & constant". */
static void look_through(const struct cvg_fn *fn, struct bits *bits)
{
	const struct cvg_inst *inst = made_by(fn, bits->of);
	uint64_t mask;

	if (!inst || inst->op != CVG_OP_AND ||
	    !is_number(fn, cvg_op_of(fn, (uint32_t)(inst - fn->insts), 1),
		       &mask))
		return;
	bits->of = operand(fn, bits->of, 0);
	bits->mask &= mask;
}

static bool known_bits(const struct cvg_fn *fn, struct claim claim,
		       struct bits *out)
{
	const struct cvg_inst *inst = made_by(fn, claim.value);
	uint32_t set;

	if (inst->op == CVG_OP_TRUNC) {
		*out = (struct bits){operand(fn, claim.value, 0), 1,
				     claim.holds};
		return true;
	}
	if (inst->op != CVG_OP_ICMP)
		return false;
	set = relations(inst, claim.holds);
	*out = (struct bits){operand(fn, claim.value, 0), UINT64_MAX, 0};
	if (!is_number(fn, operand(fn, claim.value, 1), &out->are))
		return false;
	look_through(fn, out);
	if (set == EQUAL)
		return true;
	/* A single bit that is not 0 is 1, and the other way round. */
	if (set != (LESS | GREATER) || out->mask & (out->mask - 1) ||
	    out->are & ~out->mask)
		return false;
	out->are ^= out->mask;
	return true;
}

static bool bits_exclude(const struct cvg_fn *fn, struct claim a,
			 struct claim b)
{
	struct bits x, y;

	return known_bits(fn, a, &x) && known_bits(fn, b, &y) &&
	       are_same(fn, x.of, y.of, DEPTH) &&
	       ((x.are ^ y.are) & x.mask & y.mask);
}

/* ---- conditions ----------------------------------------------------------------- */

static bool is_bool(const struct cvg_fn *fn, uint32_t value, bool is)
{
	uint64_t bits;

	return is_number(fn, value, &bits) && (bits & 1) == is;
}

/* "not x" as a claim about x. */
static struct claim plain(const struct cvg_fn *fn, struct claim claim)
{
	const struct cvg_inst *inst = made_by(fn, claim.value);

	while (inst && inst->op == CVG_OP_XOR &&
	       is_bool(fn, operand(fn, claim.value, 1), true)) {
		claim.value = operand(fn, claim.value, 0);
		claim.holds = !claim.holds;
		inst = made_by(fn, claim.value);
	}
	return claim;
}

enum junction { NEITHER, BOTH, EITHER };

/* Is the claim true only if both parts are, or if one of them is? */
static enum junction take_apart(const struct cvg_fn *fn, struct claim claim,
				struct claim part[2])
{
	const struct cvg_inst *inst = made_by(fn, claim.value);
	bool is_and = false, is_or = false;
	uint32_t second = 1;

	if (!inst)
		return NEITHER;
	if (inst->op == CVG_OP_SELECT) {
		is_and = is_bool(fn, operand(fn, claim.value, 2), false);
		is_or = is_bool(fn, operand(fn, claim.value, 1), true);
		second = is_and ? 1 : 2;
	} else {
		is_and = inst->op == CVG_OP_AND;
		is_or = inst->op == CVG_OP_OR;
	}
	if (!is_and && !is_or)
		return NEITHER;
	part[0] = (struct claim){operand(fn, claim.value, 0), claim.holds};
	part[1] = (struct claim){operand(fn, claim.value, second), claim.holds};
	return is_and == claim.holds ? BOTH : EITHER;
}

static bool is_compare(const struct cvg_inst *inst)
{
	return inst && (inst->op == CVG_OP_ICMP || inst->op == CVG_OP_FCMP);
}

static bool single_claims_exclude(const struct cvg_fn *fn, struct claim a,
				  struct claim b)
{
	const struct cvg_inst *x = made_by(fn, a.value);
	const struct cvg_inst *y = made_by(fn, b.value);
	uint32_t common;

	if (are_same(fn, a.value, b.value, DEPTH))
		return a.holds != b.holds;
	if (!x || !y)
		return false;
	if (is_compare(x) && is_compare(y) &&
	    ((common_relations(fn, a, b, &common) && !common) ||
	     intervals_exclude(fn, a, b)))
		return true;
	return bits_exclude(fn, a, b);
}

/* Recursion: at most STEPS deep. */
static bool exclude(struct prover *prover, struct claim a, struct claim b)
{
	struct claim part[2];
	enum junction junction;

	if (!prover->steps)
		return false;
	prover->steps--;
	a = plain(prover->fn, a);
	b = plain(prover->fn, b);
	junction = take_apart(prover->fn, a, part);
	if (junction == NEITHER) {
		struct claim other = a;

		junction = take_apart(prover->fn, b, part);
		if (junction == NEITHER)
			return single_claims_exclude(prover->fn, a, b);
		a = b;
		b = other;
	}
	return junction == BOTH ? exclude(prover, part[0], b) ||
					  exclude(prover, part[1], b)
				: exclude(prover, part[0], b) &&
					  exclude(prover, part[1], b);
}

static bool never_both(const struct cvg_fn *fn, struct claim a, struct claim b)
{
	struct prover prover = {fn, STEPS};

	return exclude(&prover, a, b);
}

void cvg_fuse_apart(const struct cvg_fn *fn, struct cvg_fuse *fuse)
{
	struct claim claim[2], other[2];

	for (int k = 0; k < 2; k++) {
		const struct cvg_fuse_if *part = &fuse->part[k];

		claim[k] = (struct claim){part->condition,
					  part->on == CVG_ARM_TRUE};
		other[k] = (struct claim){part->condition,
					  part->on == CVG_ARM_FALSE};
	}
	fuse->apart = never_both(fn, claim[0], claim[1]);
	fuse->covers = never_both(fn, other[0], other[1]);
}
