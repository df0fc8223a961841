/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Atomic functions of OpenCL 1.x and of C11. Memory orders and scopes have no
 * effect, because the simulator executes one access after the other.
 */
#include "builtin.h"

/* Is it a type on which atomic functions are defined? */
static bool is_number(const struct cvg_mtype *type)
{
	enum cvg_kind kind = cvg_bi_kind(type->scalar);

	return type->lanes == 1 && kind != CVG_K_BIT && kind != CVG_NKINDS &&
	       cvg_kind_bytes(kind) >= 4;
}

static bool is_object(const struct cvg_bi *builtin)
{
	return builtin->in.nargs > 0 && builtin->params[0].stars == 1 &&
	       is_number(&builtin->params[0]);
}

/* Is parameter i a plain number of the object's kind? One of the two may be
 * signed and the other not. */
static bool is_operand(const struct cvg_bi *builtin, unsigned i)
{
	return i < builtin->in.nargs && !builtin->params[i].stars &&
	       builtin->params[i].lanes == 1 &&
	       cvg_bi_kind(builtin->params[i].scalar) ==
		       cvg_bi_kind(builtin->params[0].scalar);
}

/* Are all parameters from i on memory orders and scopes? */
static bool only_orders(const struct cvg_bi *builtin, unsigned i)
{
	for (; i < builtin->in.nargs; i++)
		if (builtin->params[i].scalar != 'N' ||
		    builtin->params[i].stars)
			return false;
	return true;
}

static bool gives_object(struct cvg_bi *builtin)
{
	return cvg_bi_gives(builtin, builtin->params[0].scalar, 1);
}

/* Emit the access to the object. */
static struct cvg_uop *access(struct cvg_bi *builtin, enum cvg_ucode code,
			      uint32_t dst, uint32_t x, uint32_t y)
{
	struct cvg_in *in = &builtin->in;
	struct cvg_scalar t =
		cvg_dec_plain(cvg_bi_kind(builtin->params[0].scalar));
	struct cvg_uop *uop = cvg_dec_op(in->decoder, code, t, dst,
					 cvg_build_arg(in, 0, 0), x, y);
	LLVMTypeRef p = LLVMTypeOf(cvg_build_value(in, 0));
	enum cvg_space space;

	if (cvg_dec_space(in->decoder, LLVMGetPointerAddressSpace(p), &space))
		uop->kind2 = (uint8_t)space;
	uop->flags |= CVG_UF_ATOMIC | CVG_UF_FIRST;
	return uop;
}

enum cvg_rmw cvg_bi_rmw(enum cvg_rmw op, char scalar)
{
	bool real = bi_float(scalar), sign = bi_signed(scalar);

	if (op == CVG_A_ADD && real)
		return CVG_A_FADD;
	if (op == CVG_A_SUB && real)
		return CVG_A_FSUB;
	if (op == CVG_A_MIN && !sign)
		return real ? CVG_A_FMIN : CVG_A_UMIN;
	if (op == CVG_A_MAX && !sign)
		return real ? CVG_A_FMAX : CVG_A_UMAX;
	return op;
}

static enum cvg_rmw rmw_of(const struct cvg_bi *builtin)
{
	return cvg_bi_rmw((enum cvg_rmw)builtin->is.n,
			  builtin->params[0].scalar);
}

static bool has_bits(const struct cvg_bi *builtin)
{
	return builtin->is.n == CVG_A_AND || builtin->is.n == CVG_A_OR ||
	       builtin->is.n == CVG_A_XOR;
}

static void modify(struct cvg_bi *builtin, uint32_t x)
{
	struct cvg_uop *uop =
		access(builtin, CVG_U_ATOMIC, builtin->in.dst, x, CVG_NONE);

	uop->n = (uint16_t)rmw_of(builtin);
	uop->c = cvg_kind_bytes((enum cvg_kind)uop->kind);
}

bool cvg_bi_atomic(struct cvg_bi *builtin)
{
	if (!is_object(builtin) || !is_operand(builtin, 1) ||
	    !only_orders(builtin, 2) ||
	    (has_bits(builtin) && bi_float(builtin->params[0].scalar)) ||
	    !gives_object(builtin))
		return false;
	modify(builtin, cvg_build_arg(&builtin->in, 1, 0));
	return true;
}

bool cvg_bi_atomic_one(struct cvg_bi *builtin)
{
	if (!is_object(builtin) || builtin->in.nargs != 1 ||
	    bi_float(builtin->params[0].scalar) || !gives_object(builtin))
		return false;
	modify(builtin,
	       cvg_build_int(&builtin->in,
			     cvg_bi_kind(builtin->params[0].scalar), 1));
	return true;
}

/* ---- plain accesses ---------------------------------------------------- */

bool cvg_bi_atomic_load(struct cvg_bi *builtin)
{
	struct cvg_in *in = &builtin->in;
	char scalar = builtin->params[0].scalar;
	LLVMTypeRef p;

	if (!is_object(builtin) || !only_orders(builtin, 1) ||
	    !gives_object(builtin))
		return false;
	p = LLVMTypeOf(cvg_build_value(in, 0));
	cvg_dec_load(in->decoder, cvg_bi_llvm(builtin, scalar, 1), in->dst,
		     cvg_build_arg(in, 0, 0), LLVMGetPointerAddressSpace(p),
		     cvg_kind_bytes(cvg_bi_kind(scalar)), CVG_UF_ATOMIC);
	return true;
}

static void put(struct cvg_bi *builtin, uint32_t x)
{
	char scalar = builtin->params[0].scalar;
	LLVMTypeRef p = LLVMTypeOf(cvg_build_value(&builtin->in, 0));

	cvg_dec_store(builtin->in.decoder, cvg_bi_llvm(builtin, scalar, 1), &x,
		      cvg_build_arg(&builtin->in, 0, 0),
		      LLVMGetPointerAddressSpace(p),
		      cvg_kind_bytes(cvg_bi_kind(scalar)), CVG_UF_ATOMIC);
}

bool cvg_bi_atomic_store(struct cvg_bi *builtin)
{
	if (!is_object(builtin) || !is_operand(builtin, 1) ||
	    !only_orders(builtin, 2) || !cvg_bi_gives(builtin, 'v', 1))
		return false;
	put(builtin, cvg_build_arg(&builtin->in, 1, 0));
	return true;
}

/* An atomic_flag is an int. */
bool cvg_bi_flag(struct cvg_bi *builtin)
{
	struct cvg_in *in = &builtin->in;
	uint32_t dst;
	struct cvg_uop *uop;

	if (!is_object(builtin) || builtin->params[0].scalar != 'i' ||
	    !only_orders(builtin, 1) ||
	    !cvg_bi_gives(builtin, builtin->is.n ? 'b' : 'v', 1))
		return false;
	if (!builtin->is.n) {
		put(builtin, cvg_build_i32(in, 0));
		return true;
	}
	dst = cvg_dec_temp(in->decoder, CVG_K_I32);
	uop = access(builtin, CVG_U_ATOMIC, dst, cvg_build_i32(in, 1),
		     CVG_NONE);
	uop->n = CVG_A_XCHG;
	uop->c = 4;
	cvg_build_put(in, 0,
		      cvg_build_icmp(in, LLVMIntNE, CVG_K_I32, dst,
				     cvg_build_i32(in, 0)));
	return true;
}

/* ---- compare and exchange ---------------------------------------------- */

bool cvg_bi_cmpxchg(struct cvg_bi *builtin)
{
	if (!is_object(builtin) || bi_float(builtin->params[0].scalar) ||
	    builtin->in.nargs != 3 || !is_operand(builtin, 1) ||
	    !is_operand(builtin, 2) || !gives_object(builtin))
		return false;
	access(builtin, CVG_U_CMPXCHG, builtin->in.dst,
	       cvg_build_arg(&builtin->in, 1, 0),
	       cvg_build_arg(&builtin->in, 2, 0));
	return true;
}

/* The parameters are the object, a pointer to the expected value, and the new
 * value. The value found is always stored through that pointer; if it is the
 * expected one, this changes nothing. */
bool cvg_bi_cas(struct cvg_bi *builtin)
{
	struct cvg_in *in = &builtin->in;
	char scalar = builtin->params[0].scalar;
	enum cvg_kind kind = cvg_bi_kind(scalar);
	uint32_t expected, found, where, bytes;
	LLVMTypeRef type;

	if (!is_object(builtin) || bi_float(scalar) ||
	    !is_operand(builtin, 2) || builtin->params[1].stars != 1 ||
	    builtin->params[1].lanes != 1 || builtin->params[1].atomic ||
	    cvg_bi_kind(builtin->params[1].scalar) != kind ||
	    !only_orders(builtin, 3) || !cvg_bi_gives(builtin, 'b', 1))
		return false;
	type = cvg_bi_llvm(builtin, scalar, 1);
	bytes = cvg_kind_bytes(kind);
	where = LLVMGetPointerAddressSpace(LLVMTypeOf(cvg_build_value(in, 1)));
	expected = cvg_dec_temp(in->decoder, kind);
	found = cvg_dec_temp(in->decoder, kind);
	cvg_dec_load(in->decoder, type, expected, cvg_build_arg(in, 1, 0),
		     where, bytes, 0);
	access(builtin, CVG_U_CMPXCHG, found, expected,
	       cvg_build_arg(in, 2, 0));
	cvg_dec_store(in->decoder, type, &found, cvg_build_arg(in, 1, 0), where,
		      bytes, 0);
	cvg_build_put(in, 0,
		      cvg_build_icmp(in, LLVMIntEQ, kind, found, expected));
	return true;
}
