/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Prices an instruction: chooses the kinds of the cost table that it consists
 * of, and adds up their cycles. price.h has the rules for vectors and wide
 * values. */
#include "price.h"

#include "reconverge/cost.h"
#include "reconverge/graph.h"

struct pricer cvg_pricer_of(const struct cvg_fn *fn)
{
	return (struct pricer){.fn = fn,
			       .family = cvg_cost_family_of(fn),
			       .partner = CVG_NONE};
}

uint32_t cvg_price_kind(const struct pricer *p, enum cvg_cost_kind kind)
{
	return p->fn->costs ? p->fn->costs->at[kind].whole
			    : cvg_cost_of(p->family, kind);
}

struct shape cvg_price_shape(const struct pricer *p, uint32_t type)
{
	const struct cvg_type *t = &p->fn->types[type];
	struct shape s = {.bits = t->bits, .lanes = 1};

	if (t->kind == CVG_TYPE_VECTOR) {
		s.lanes = t->lanes ? t->lanes : 1;
		t = &p->fn->types[t->element];
		s.bits = t->bits;
	}
	s.is_float = t->kind == CVG_TYPE_FLOAT;
	return s;
}

uint32_t cvg_operand_type(const struct pricer *p, const struct cvg_inst *in,
			  uint32_t k)
{
	return p->fn->values[p->fn->ops[in->ops_at + k]].type;
}

static bool is_constant(const struct cvg_value *v)
{
	return v->kind == CVG_VALUE_CONST || v->kind == CVG_VALUE_UNDEF;
}

/* The operand of the partner that stands against operand k. */
static const struct cvg_value *facing(const struct pricer *p, uint32_t k)
{
	const struct cvg_inst *in = &p->fn->insts[p->partner];

	if (p->crossed && k < 2)
		k = 1 - k;
	return &p->fn->values[p->fn->ops[in->ops_at + k]];
}

const struct cvg_value *cvg_price_constant(const struct pricer *p,
					   const struct cvg_inst *in,
					   uint32_t k)
{
	const struct cvg_value *v = &p->fn->values[p->fn->ops[in->ops_at + k]];
	const struct cvg_value *other;

	if (p->unfolded || !is_constant(v))
		return NULL;
	other = p->partner == CVG_NONE ? v : facing(p, k);
	if (v->flags & CVG_V_POISON) /* a select of poison is the other value */
		return is_constant(other) ? other : NULL;
	return other == v || other->flags & CVG_V_POISON ? v : NULL;
}

uint32_t cvg_price_words(const struct pricer *p, uint32_t type)
{
	uint32_t bits = p->fn->types[type].bits;

	return bits > 32 ? (bits + 31) / 32 : 1;
}

/* The number of 64-bit parts of a lane, at least one. */
static uint32_t parts_of(struct shape s)
{
	return s.bits > 64 ? (s.bits + 63) / 64 : 1;
}

/* Does the hardware process 16-bit lanes of this kind in pairs? */
static bool packs(const struct pricer *p, enum cvg_cost_kind kind)
{
	return kind == CVG_KIND_FLOP16 ||
	       (cvg_target_info(p->fn->target)->packs_int16 &&
		(kind == CVG_KIND_ADD32 || kind == CVG_KIND_SHIFT32 ||
		 kind == CVG_KIND_MINMAX32 || kind == CVG_KIND_FMIN32));
}

/* A product that saturates at the largest price: i8388607 is a legal type. */
static uint32_t times(uint32_t x, uint32_t y)
{
	uint32_t product;

	return __builtin_mul_overflow(x, y, &product) ? UINT32_MAX : product;
}

uint32_t cvg_price_lanes(const struct pricer *p, struct shape s,
			 enum cvg_cost_kind narrow, enum cvg_cost_kind wide)
{
	uint32_t one = cvg_price_kind(p, s.bits <= 32 ? narrow : wide);
	uint32_t lanes = s.lanes;

	if (s.bits == 16 && packs(p, narrow))
		lanes = lanes / 2 + lanes % 2;
	return times(times(one, parts_of(s)), lanes);
}

/* The price of an operation that is not packed and whose work grows with the
 * square of the number of 64-bit parts. */
static uint32_t price_square(const struct pricer *p, struct shape s,
			     enum cvg_cost_kind narrow, enum cvg_cost_kind wide)
{
	uint32_t one = cvg_price_kind(p, s.bits <= 32 ? narrow : wide);

	return times(times(times(one, parts_of(s)), parts_of(s)), s.lanes);
}

/* ---- single rules ---------------------------------------------------- */

uint32_t cvg_price_flop(const struct pricer *p, struct shape s)
{
	return cvg_price_lanes(p, s,
			       s.bits <= 16 ? CVG_KIND_FLOP16 : CVG_KIND_FLOP32,
			       CVG_KIND_FLOP64);
}

/* Divisions of 16-bit lanes are not packed in pairs. */
static uint32_t price_fdiv(const struct pricer *p, struct shape s)
{
	enum cvg_cost_kind kind = s.bits <= 16	 ? CVG_KIND_FDIV16
				  : s.bits <= 32 ? CVG_KIND_FDIV32
						 : CVG_KIND_FDIV64;

	return times(cvg_price_kind(p, kind), s.lanes);
}

static uint32_t price_compare(const struct pricer *p, struct shape s)
{
	return cvg_price_lanes(p, s, CVG_KIND_CMP32,
			       s.is_float ? CVG_KIND_FCMP64 : CVG_KIND_CMP64);
}

/* A conversion between two numeric types of which at least one is a float. */
static uint32_t price_conversion(const struct pricer *p, struct shape from,
				 struct shape to)
{
	enum cvg_cost_kind kind = CVG_KIND_CVT32;

	if ((!from.is_float && from.bits > 32) ||
	    (!to.is_float && to.bits > 32))
		kind = CVG_KIND_CVTI64;
	else if (from.bits > 32 || to.bits > 32)
		kind = CVG_KIND_CVT64;
	return times(cvg_price_kind(p, kind), to.lanes);
}

/* zext and sext: a mask or a shift. To more than 32 bits, it is one for each
 * 64-bit part, with a move if the operand has less than 32 bits. */
static uint32_t price_extension(const struct pricer *p, struct shape from,
				struct shape to)
{
	uint32_t one = cvg_price_kind(p, CVG_KIND_ADD32);

	if (to.bits <= 32)
		return times(one, to.lanes);
	if (from.bits < 32)
		one += cvg_price_kind(p, CVG_KIND_MOVE);
	return times(times(one, parts_of(to)), to.lanes);
}

/* Will the index be a select between constants, which needs no scaling? */
static bool selects_constants(const struct pricer *p, const struct cvg_inst *in,
			      uint32_t k)
{
	return p->partner != CVG_NONE && !p->unfolded &&
	       is_constant(&p->fn->values[p->fn->ops[in->ops_at + k]]) &&
	       is_constant(facing(p, k));
}

/* Is the index extended from a narrower one, so that a wide product scales it? */
static bool is_extended(const struct pricer *p, const struct cvg_inst *in,
			uint32_t k)
{
	uint32_t from = cvg_value_inst(p->fn, p->fn->ops[in->ops_at + k]);

	return cvg_price_shape(p, cvg_operand_type(p, in, k)).bits <= 32 ||
	       (from != CVG_NONE && (p->fn->insts[from].op == CVG_OP_ZEXT ||
				     p->fn->insts[from].op == CVG_OP_SEXT));
}

/* A constant index is an offset inside the access. */
static uint32_t price_gep(const struct pricer *p, const struct cvg_inst *in)
{
	struct shape s = cvg_price_shape(p, in->type);
	uint32_t sum = 0;

	for (uint32_t k = 1; k < in->nops; k++) {
		if (cvg_price_constant(p, in, k))
			continue;
		sum += selects_constants(p, in, k)
			       ? cvg_price_lanes(p, s, CVG_KIND_ADD32,
						 CVG_KIND_ADD64)
			       : cvg_price_lanes(p, s, CVG_KIND_INDEX32,
						 is_extended(p, in, k)
							 ? CVG_KIND_INDEX64
							 : CVG_KIND_INDEXLONG);
	}
	return sum;
}

/*
 * extractelement, insertelement. At a constant index, a lane that fills
 * registers costs nothing, because it only renames them; a smaller lane costs a
 * move. A variable index costs ELEMENT for each word of the vector.
 */
static uint32_t price_element(const struct pricer *p, const struct cvg_inst *in)
{
	struct shape s = cvg_price_shape(p, cvg_operand_type(p, in, 0));
	uint32_t index = in->op == CVG_OP_EXTRACTELEMENT ? 1 : 2;
	uint32_t words = s.bits > 32 ? (s.bits + 31) / 32 : 1;

	if (!cvg_price_constant(p, in, index))
		return cvg_price_kind(p, CVG_KIND_ELEMENT) * s.lanes * words;
	return s.bits < 32 ? cvg_price_kind(p, CVG_KIND_MOVE) : 0;
}

/* Is this the address space of memory that a flat address reaches through an
 * aperture, so that a cast adds or drops the aperture's base? */
static bool has_aperture(enum cvg_memkind memory)
{
	return memory == CVG_MEMORY_SHARED || memory == CVG_MEMORY_PRIVATE;
}

/* Only casts between flat and shared or private addresses are instructions. */
static uint32_t price_addrspacecast(const struct pricer *p,
				    const struct cvg_inst *in)
{
	const struct cvg_targetinfo *info = cvg_target_info(p->fn->target);
	uint32_t operand = cvg_operand_type(p, in, 0);
	enum cvg_memkind from =
		cvg_target_memory(info, p->fn->types[operand].addrspace);
	enum cvg_memkind to =
		cvg_target_memory(info, p->fn->types[in->type].addrspace);

	if (!(from == CVG_MEMORY_FLAT && has_aperture(to)) &&
	    !(to == CVG_MEMORY_FLAT && has_aperture(from)))
		return 0;
	return cvg_price_kind(p, CVG_KIND_FLATCAST) *
	       cvg_price_shape(p, in->type).lanes;
}

/* ---- all instructions ------------------------------------------------ */

/* A sign is a modifier of the operand, if an operation on floats takes it;
 * otherwise one instruction flips the highest bit. */
static uint32_t price_sign(const struct pricer *p, const struct cvg_inst *in,
			   struct shape s)
{
	const struct cvg_fn *fn = p->fn;
	enum cvg_opclass class;

	for (uint32_t k = 0; k < in->nusers; k++) {
		class = cvg_op_class(fn->insts[fn->users[in->users_at + k]].op);
		if (class != CVG_CLASS_FLOAT && class != CVG_CLASS_FLOATDIV &&
		    class != CVG_CLASS_COMPARE && class != CVG_CLASS_CALL)
			return cvg_price_lanes(p, s, CVG_KIND_ADD32,
					       CVG_KIND_ADD32);
	}
	return cvg_price_kind(p, CVG_KIND_FSIGN) * s.lanes;
}

static uint32_t price_float(const struct pricer *p, const struct cvg_inst *in)
{
	struct shape s = cvg_price_shape(p, in->type);

	if (in->op == CVG_OP_FNEG)
		return price_sign(p, in, s);
	if (in->op == CVG_OP_FDIV)
		return price_fdiv(p, s);
	if (in->op == CVG_OP_FREM)
		return price_square(p, s, CVG_KIND_FREM32, CVG_KIND_FREM64);
	return cvg_price_flop(p, s);
}

enum cvg_cost_kind cvg_price_product(struct shape s)
{
	return s.bits <= 16 ? CVG_KIND_MUL16 : CVG_KIND_MUL32;
}

static uint32_t price_mul(const struct pricer *p, const struct cvg_inst *in,
			  struct shape s)
{
	const struct cvg_value *factor = cvg_price_constant(p, in, 1);

	if (!factor)
		factor = cvg_price_constant(p, in, 0);
	return factor && s.bits <= 64 ? cvg_price_mul_by(p, s, factor)
				      : price_square(p, s, cvg_price_product(s),
						     CVG_KIND_MUL64);
}

static uint32_t price_divide(const struct pricer *p, const struct cvg_inst *in,
			     struct shape s)
{
	const struct cvg_value *divisor = cvg_price_constant(p, in, 1);

	if (divisor && s.bits <= 64)
		return cvg_price_divide_by(p, in->op, s, divisor);
	return in->op == CVG_OP_UDIV || in->op == CVG_OP_SDIV
		       ? price_square(p, s, CVG_KIND_DIV32, CVG_KIND_DIV64)
		       : price_square(p, s, CVG_KIND_REM32, CVG_KIND_REM64);
}

static uint32_t price_integer(const struct pricer *p, const struct cvg_inst *in)
{
	struct shape s = cvg_price_shape(p, in->type);
	enum cvg_op op = in->op;

	if (cvg_op_class(op) == CVG_CLASS_INTDIV)
		return price_divide(p, in, s);
	if (op == CVG_OP_MUL)
		return price_mul(p, in, s);
	if (op == CVG_OP_SHL || op == CVG_OP_LSHR || op == CVG_OP_ASHR)
		return cvg_price_lanes(p, s, CVG_KIND_SHIFT32,
				       CVG_KIND_SHIFT64);
	return cvg_price_lanes(p, s, CVG_KIND_ADD32, CVG_KIND_ADD64);
}

static uint32_t price_convert(const struct pricer *p, const struct cvg_inst *in)
{
	struct shape from = cvg_price_shape(p, cvg_operand_type(p, in, 0));
	struct shape to = cvg_price_shape(p, in->type);

	if (in->op == CVG_OP_TRUNC) /* free: the lowest part of registers */
		return cvg_price_kind(p, CVG_KIND_NOTHING);
	if (in->op == CVG_OP_ZEXT || in->op == CVG_OP_SEXT)
		return price_extension(p, from, to);
	return in->op == CVG_OP_ADDRSPACECAST ? price_addrspacecast(p, in)
					      : price_conversion(p, from, to);
}

/* Freezes, casts and accesses to members of aggregates are free: they only
 * rename registers. */
static uint32_t price_move(const struct pricer *p, const struct cvg_inst *in)
{
	if (in->op == CVG_OP_EXTRACTELEMENT || in->op == CVG_OP_INSERTELEMENT)
		return price_element(p, in);
	return in->op == CVG_OP_SHUFFLEVECTOR
		       ? cvg_price_kind(p, CVG_KIND_MOVE) *
				 cvg_price_words(p, in->type)
		       : cvg_price_kind(p, CVG_KIND_NOTHING);
}

static uint32_t price_control(const struct pricer *p, const struct cvg_inst *in)
{
	if (in->op == CVG_OP_UNREACHABLE)
		return cvg_price_kind(p, CVG_KIND_NOTHING);
	if (in->op == CVG_OP_RET || in->op == CVG_OP_BR)
		return cvg_price_kind(p, CVG_KIND_JUMP);
	if (in->op == CVG_OP_SWITCH)
		return cvg_price_switch(p, in);
	if (in->op == CVG_OP_CALLBR)
		return cvg_price_kind(p, CVG_KIND_OTHER) +
		       cvg_price_kind(p, CVG_KIND_BRANCH);
	return cvg_price_kind(p, CVG_KIND_BRANCH);
}

uint32_t cvg_price_inst(const struct pricer *p, uint32_t inst)
{
	const struct cvg_inst *in = &p->fn->insts[inst];
	uint32_t once = cvg_price_scalar(p, in);

	if (once)
		return once;
	switch (cvg_op_class(in->op)) {
	case CVG_CLASS_CONTROL:
		return price_control(p, in);
	case CVG_CLASS_PHI:
		return cvg_cost_phi(p->fn, in->type);
	case CVG_CLASS_INT:
	case CVG_CLASS_INTDIV:
		return price_integer(p, in);
	case CVG_CLASS_FLOAT:
	case CVG_CLASS_FLOATDIV:
		return price_float(p, in);
	case CVG_CLASS_COMPARE:
		return price_compare(
			p, cvg_price_shape(p, cvg_operand_type(p, in, 0)));
	case CVG_CLASS_SELECT:
		return cvg_cost_select(p->fn, in->type);
	case CVG_CLASS_MOVE:
		return price_move(p, in);
	case CVG_CLASS_CONVERT:
		return price_convert(p, in);
	case CVG_CLASS_ADDRESS:
		return price_gep(p, in);
	case CVG_CLASS_MEMORY:
		if (in->op == CVG_OP_ALLOCA)
			return cvg_price_kind(p, CVG_KIND_NOTHING);
		return cvg_price_memory(p, in);
	case CVG_CLASS_SYNC:
		return cvg_price_kind(p, CVG_KIND_FENCE);
	case CVG_CLASS_CALL:
		return in->op == CVG_OP_CALL
			       ? cvg_price_call(p, inst)
			       : cvg_price_kind(p, CVG_KIND_OTHER);
	}
	return 0;
}

uint32_t cvg_cost_inst(const struct cvg_fn *fn, uint32_t inst)
{
	struct pricer p = cvg_pricer_of(fn);

	return cvg_price_inst(&p, inst);
}

uint32_t cvg_cost_melded(const struct cvg_fn *fn, uint32_t inst,
			 uint32_t partner, bool crossed)
{
	struct pricer p = cvg_pricer_of(fn);

	p.partner = partner;
	p.crossed = crossed;
	return cvg_price_inst(&p, inst);
}

bool cvg_cost_folds(const struct cvg_fn *fn, uint32_t inst)
{
	struct pricer p = cvg_pricer_of(fn);
	uint32_t latency = cvg_price_inst(&p, inst);

	p.unfolded = true;
	return cvg_price_inst(&p, inst) != latency;
}

uint32_t cvg_cost_branch(const struct cvg_fn *fn)
{
	return cvg_cost_in(fn, CVG_KIND_BRANCH);
}

uint32_t cvg_cost_jump(const struct cvg_fn *fn)
{
	return cvg_cost_in(fn, CVG_KIND_JUMP);
}

uint32_t cvg_cost_select(const struct cvg_fn *fn, uint32_t type)
{
	struct pricer p = cvg_pricer_of(fn);

	return cvg_price_kind(&p, CVG_KIND_SELECT) * cvg_price_words(&p, type);
}

uint32_t cvg_cost_phi(const struct cvg_fn *fn, uint32_t type)
{
	struct pricer p = cvg_pricer_of(fn);

	return cvg_price_kind(&p, CVG_KIND_MOVE) * cvg_price_words(&p, type);
}

uint32_t cvg_cost_word(const struct cvg_fn *fn)
{
	return cvg_cost_in(fn, CVG_KIND_MOVE);
}
