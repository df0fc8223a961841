/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Intrinsics by which the lanes of a warp exchange values, and barriers. */
#include <string.h>

#include "intrin.h"

#include "reconverge/faults.h"

static struct cvg_uop *warp_op(struct cvg_in *in, enum cvg_warpop op,
			       uint8_t kind, uint32_t dst)
{
	struct cvg_uop *uop =
		cvg_dec_emit(in->decoder, CVG_U_WARP, (enum cvg_kind)kind);

	uop->n = (uint16_t)op;
	uop->dst = dst;
	return uop;
}

/* Argument i as a condition: an i1, or whether a number is not 0. */
static uint32_t condition(struct cvg_in *in, unsigned i)
{
	struct cvg_scalar t = cvg_build_type(in, i, 0);
	uint32_t a = cvg_build_arg(in, i, 0);

	if (t.kind == CVG_K_BIT)
		return a;
	return cvg_build_icmp(in, LLVMIntNE, (enum cvg_kind)t.kind, a,
			      cvg_build_int(in, (enum cvg_kind)t.kind, 0));
}

/* Put a mask or a 32-bit number as scalar k of the result, cut or extended to
 * its type. */
static void put_number(struct cvg_in *in, uint32_t k, uint32_t ref)
{
	enum cvg_kind kind = (enum cvg_kind)in->res->at[k].kind;

	if (kind == CVG_K_BIT)
		ref = cvg_build_icmp(in, LLVMIntNE, CVG_K_I32, ref,
				     cvg_build_i32(in, 0));
	else
		ref = cvg_build_resize(in, cvg_dec_plain(CVG_K_I32), kind, ref,
				       false);
	cvg_build_put(in, k, ref);
}

/* ---- AMDGPU: votes ----------------------------------------------------- */

static void ballot(struct cvg_in *in, uint32_t condition_ref)
{
	warp_op(in, CVG_W_BALLOT, in->res->at[0].kind, in->dst)->a =
		condition_ref;
}

bool cvg_in_ballot(struct cvg_in *in)
{
	ballot(in, cvg_build_arg(in, 0, 0));
	return true;
}

bool cvg_in_ballot_icmp(struct cvg_in *in)
{
	struct cvg_scalar t = cvg_build_type(in, 0, 0);
	uint32_t dst = cvg_dec_temp(in->decoder, CVG_K_BIT);
	uint64_t predicate;

	if (!cvg_build_imm(in, 2, &predicate))
		return false;
	cvg_dec_op(in->decoder, (enum cvg_ucode)in->row->code, t, dst,
		   cvg_build_arg(in, 0, 0), cvg_build_arg(in, 1, 0), CVG_NONE)
		->n = (uint16_t)predicate;
	ballot(in, dst);
	return true;
}

/* This lane's bit of a mask. */
bool cvg_in_inverse_ballot(struct cvg_in *in)
{
	enum cvg_kind kind = (enum cvg_kind)cvg_build_type(in, 0, 0).kind;
	uint32_t lane = cvg_build_sreg(in, CVG_S_LANEID, CVG_K_I32), bits;

	lane = cvg_build_resize(in, cvg_dec_plain(CVG_K_I32), kind, lane,
				false);
	bits = cvg_build_op2(in, CVG_U_LSHR, kind, cvg_build_arg(in, 0, 0),
			     lane);
	cvg_build_put(
		in, 0,
		cvg_build_convert(in, CVG_U_TRUNC, kind, CVG_K_BIT, bits, 0));
	return true;
}

/* ---- AMDGPU: moving data ------------------------------------------------ */

bool cvg_in_lane1(struct cvg_in *in)
{
	for (uint32_t k = 0; k < in->res->n; k++) {
		uint32_t a = cvg_build_arg(in, 0, k);
		uint32_t b = in->nargs > 1 ? cvg_build_arg(in, 1, k) : CVG_NONE;
		uint32_t c = in->nargs > 2 ? cvg_build_arg(in, 2, k) : CVG_NONE;
		struct cvg_uop *uop = warp_op(in, (enum cvg_warpop)in->row->n,
					      in->res->at[k].kind, in->dst + k);

		uop->a = a;
		uop->b = b;
		uop->c = c;
	}
	return true;
}

static bool immediates(struct cvg_in *in, unsigned from, unsigned n,
		       uint64_t *out)
{
	for (unsigned i = 0; i < n; i++)
		if (!cvg_build_imm(in, from + i, &out[i]))
			return false;
	return true;
}

bool cvg_in_dpp(struct cvg_in *in)
{
	unsigned has_old = in->row->n;
	uint64_t i[4]; /* control, row mask, bank mask, bound control */

	if (!immediates(in, has_old + 1, 4, i))
		return false;
	for (uint32_t k = 0; k < in->res->n; k++) {
		enum cvg_kind kind = (enum cvg_kind)in->res->at[k].kind;
		uint32_t b = cvg_build_arg(in, has_old, k);
		uint32_t a = has_old ? cvg_build_arg(in, 0, k)
				     : cvg_dec_undef(in->decoder, kind);
		struct cvg_uop *uop =
			warp_op(in, CVG_W_DPP, (uint8_t)kind, in->dst + k);

		uop->a = a;
		uop->b = b;
		uop->imm = i[0] | (i[1] & 15) << 16 | (i[2] & 15) << 20 |
			   (i[3] & 1) << 24;
	}
	return true;
}

/* The value of `data`, 32 bits, in the lane whose number is `lane`. */
static uint32_t pull(struct cvg_in *in, uint32_t lane, uint32_t data)
{
	uint32_t at = cvg_build_opk(in, CVG_U_SHL, CVG_K_I32, lane, 2);
	uint32_t dst = cvg_dec_temp(in->decoder, CVG_K_I32);
	struct cvg_uop *uop = warp_op(in, CVG_W_BPERMUTE, CVG_K_I32, dst);

	uop->a = at;
	uop->b = data;
	return dst;
}

static bool is_32_bits(struct cvg_in *in, unsigned i)
{
	struct cvg_scalar t = cvg_build_type(in, i, 0);

	return in->res->at[0].kind == t.kind && in->res->n == 1 &&
	       cvg_kind_bytes((enum cvg_kind)t.kind) == 4;
}

/* Permute within each eight lanes: three bits of the selector for each lane
 * name the lane to read from. */
bool cvg_in_dpp8(struct cvg_in *in)
{
	uint32_t lane = cvg_build_sreg(in, CVG_S_LANEID, CVG_K_I32), at;
	uint64_t select;

	if (!cvg_build_imm(in, 1, &select) || !is_32_bits(in, 0))
		return false;
	at = cvg_build_opk(in, CVG_U_AND, CVG_K_I32, lane, 7);
	at = cvg_build_opk(in, CVG_U_MUL, CVG_K_I32, at, 3);
	at = cvg_build_op2(in, CVG_U_LSHR, CVG_K_I32, cvg_build_i32(in, select),
			   at);
	at = cvg_build_opk(in, CVG_U_AND, CVG_K_I32, at, 7);
	lane = cvg_build_opk(in, CVG_U_AND, CVG_K_I32, lane,
			     UINT32_C(0xfffffff8));
	at = cvg_build_op2(in, CVG_U_OR, CVG_K_I32, at, lane);
	cvg_build_put(in, 0, pull(in, at, cvg_build_arg(in, 0, 0)));
	return true;
}

bool cvg_in_swizzle(struct cvg_in *in)
{
	uint64_t pattern;
	struct cvg_uop *uop;
	uint32_t a = cvg_build_arg(in, 0, 0);

	if (!cvg_build_imm(in, 1, &pattern))
		return false;
	uop = warp_op(in, CVG_W_SWIZZLE, in->res->at[0].kind, in->dst);
	uop->a = a;
	uop->imm = pattern & 0xffff;
	return true;
}

bool cvg_in_permlane16(struct cvg_in *in)
{
	uint64_t i[2]; /* the flags "fetch inactive" and "bound control" */

	if (!immediates(in, 4, 2, i))
		return false;
	for (uint32_t k = 0; k < in->res->n; k++) {
		uint32_t old = cvg_build_arg(in, 0, k),
			 a = cvg_build_arg(in, 1, k);
		uint32_t b = cvg_build_arg(in, 2, 0),
			 c = cvg_build_arg(in, 3, 0);
		struct cvg_uop *uop = warp_op(in, (enum cvg_warpop)in->row->n,
					      in->res->at[k].kind, in->dst + k);

		uop->a = a;
		uop->b = b;
		uop->c = c;
		uop->imm = (i[0] & 1) | (i[1] & 1) << 1 | (uint64_t)old << 32;
	}
	return true;
}

/* Exchange the odd rows of the first operand with the even rows of the
 * second. */
bool cvg_in_permlane_swap(struct cvg_in *in)
{
	uint32_t rows = in->row->n;
	uint32_t a = cvg_build_arg(in, 0, 0), b = cvg_build_arg(in, 1, 0);
	uint32_t lane = cvg_build_sreg(in, CVG_S_LANEID, CVG_K_I32);
	uint32_t other = cvg_build_opk(in, CVG_U_XOR, CVG_K_I32, lane, rows);
	uint32_t odd = cvg_build_opk(in, CVG_U_AND, CVG_K_I32, lane, rows);
	uint32_t from_a = pull(in, other, a), from_b = pull(in, other, b);

	odd = cvg_build_icmp(in, LLVMIntNE, CVG_K_I32, odd,
			     cvg_build_i32(in, 0));
	cvg_build_put(in, 0, cvg_build_select(in, CVG_K_I32, odd, from_b, a));
	cvg_build_put(in, 1, cvg_build_select(in, CVG_K_I32, odd, b, from_a));
	return true;
}

bool cvg_in_shuffle(struct cvg_in *in)
{
	if (!is_32_bits(in, 0))
		return false;
	cvg_build_put(
		in, 0,
		pull(in, cvg_build_arg(in, 1, 0), cvg_build_arg(in, 0, 0)));
	return true;
}

/* n: enum cvg_warpop; code: SUB negates the sum. */
bool cvg_in_wave_reduce(struct cvg_in *in)
{
	enum cvg_kind kind = (enum cvg_kind)in->res->at[0].kind;
	uint32_t a = cvg_build_arg(in, 0, 0),
		 dst = cvg_dec_temp(in->decoder, kind);

	warp_op(in, (enum cvg_warpop)in->row->n, (uint8_t)kind, dst)->a = a;
	if (in->row->code == CVG_U_SUB)
		dst = cvg_build_op2(in, CVG_U_SUB, kind,
				    cvg_build_int(in, kind, 0), dst);
	cvg_build_put(in, 0, dst);
	return true;
}

/*
 * In whole-wave mode inactive lanes compute, too. This has no effect if all
 * lanes are active; otherwise it is a fault, because the simulator does not do
 * it.
 */
bool cvg_in_whole_wave(struct cvg_in *in)
{
	uint64_t all =
		in->decoder->program->warp == 64 ? UINT64_MAX : UINT32_MAX;
	uint32_t mask = cvg_build_sreg(in, CVG_S_EXEC, CVG_K_I64);
	uint32_t whole = cvg_build_icmp(in, LLVMIntEQ, CVG_K_I64, mask,
					cvg_build_int(in, CVG_K_I64, all));
	struct cvg_uop *uop = cvg_dec_emit(in->decoder, CVG_U_FAULT, CVG_K_BIT);

	uop->a = whole;
	uop->imm = 1;
	uop->n = CVG_F_WARP_OPERATION;
	return cvg_in_move(in);
}

/* ---- NVPTX -------------------------------------------------------------- */

static bool shuffle_named(const char **rest, enum cvg_warpop *op)
{
	static const struct {
		const char *word;
		enum cvg_warpop op;
	} words[] = {
		{"idx", CVG_W_SHFL_IDX},
		{"up", CVG_W_SHFL_UP},
		{"down", CVG_W_SHFL_DOWN},
		{"bfly", CVG_W_SHFL_BFLY},
	};

	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (cvg_name_take(rest, words[i].word)) {
			*op = words[i].op;
			return true;
		}
	return false;
}

bool cvg_in_shfl(struct cvg_in *in)
{
	const char *rest = in->rest;
	bool sync = cvg_name_take(&rest, "sync");
	uint32_t a = cvg_build_arg(in, sync, 0),
		 b = cvg_build_arg(in, sync + 1u, 0);
	uint32_t clamp = cvg_build_arg(in, sync + 2u, 0);
	uint32_t members = sync ? cvg_build_arg(in, 0, 0) : CVG_NONE;
	enum cvg_warpop op;

	if (!shuffle_named(&rest, &op))
		return false;
	for (uint32_t k = 0; k < in->res->n; k++) {
		struct cvg_uop *uop = warp_op(in, k ? CVG_W_SHFL_OK : op,
					      CVG_K_I32, in->dst + k);

		uop->a = a;
		uop->b = b;
		uop->c = members;
		uop->imm = clamp;
		uop->width = k ? (uint32_t)op : 0;
	}
	return true;
}

/* n: enum cvg_warpop; code 1: the first argument is the mask of members. */
bool cvg_in_vote(struct cvg_in *in)
{
	unsigned sync = in->row->code;
	uint32_t a = condition(in, sync);
	uint32_t members = sync ? cvg_build_arg(in, 0, 0) : CVG_NONE;
	struct cvg_uop *uop = warp_op(in, (enum cvg_warpop)in->row->n,
				      in->res->at[0].kind, in->dst);

	uop->a = a;
	uop->c = members;
	return true;
}

/* n: enum cvg_warpop; the result of MATCH_ALL is a mask and a condition. */
bool cvg_in_match(struct cvg_in *in)
{
	uint32_t members = cvg_build_arg(in, 0, 0), a = cvg_build_arg(in, 1, 0);
	struct cvg_uop *uop = warp_op(in, (enum cvg_warpop)in->row->n,
				      cvg_build_type(in, 1, 0).kind, in->dst);

	uop->a = a;
	uop->c = members;
	if (in->res->n > 1)
		cvg_build_put(in, 1,
			      cvg_build_icmp(in, LLVMIntNE, CVG_K_I32, in->dst,
					     cvg_build_i32(in, 0)));
	return true;
}

bool cvg_in_redux(struct cvg_in *in)
{
	static const struct {
		const char *word;
		enum cvg_warpop op;
	} words[] = {
		{"add", CVG_W_REDUCE_ADD},   {"min", CVG_W_REDUCE_SMIN},
		{"max", CVG_W_REDUCE_SMAX},  {"umin", CVG_W_REDUCE_UMIN},
		{"umax", CVG_W_REDUCE_UMAX}, {"and", CVG_W_REDUCE_AND},
		{"or", CVG_W_REDUCE_OR},     {"xor", CVG_W_REDUCE_XOR},
	};
	uint32_t a = cvg_build_arg(in, 0, 0), members = cvg_build_arg(in, 1, 0);
	struct cvg_uop *uop;

	for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
		if (strcmp(words[i].word, in->rest) != 0)
			continue;
		uop = warp_op(in, words[i].op, CVG_K_I32, in->dst);
		uop->a = a;
		uop->c = members;
		return true;
	}
	return false;
}

/* The number of the lowest member, and whether it is this lane. */
bool cvg_in_elect(struct cvg_in *in)
{
	uint32_t members = cvg_build_arg(in, 0, 0);

	warp_op(in, CVG_W_ELECT, CVG_K_BIT, in->dst + 1)->c = members;
	cvg_build_put(in, 0, cvg_build_op1(in, CVG_U_CTTZ, CVG_K_I32, members));
	return true;
}

/* If the members are all active, no lane has to wait; otherwise it is a
 * fault. */
bool cvg_in_warp_sync(struct cvg_in *in)
{
	uint32_t members = cvg_build_arg(in, 0, 0);
	uint32_t dst = cvg_dec_temp(in->decoder, CVG_K_BIT);
	uint32_t a = cvg_build_int(in, CVG_K_BIT, 1);
	struct cvg_uop *uop = warp_op(in, CVG_W_ALL, CVG_K_BIT, dst);

	uop->a = a;
	uop->c = members;
	cvg_dec_fence(in->decoder, CVG_ORDER_BOTH, CVG_SCOPE_WARP);
	return true;
}

/* The row's n is the scope. */
bool cvg_in_fence(struct cvg_in *in)
{
	cvg_dec_fence(in->decoder, CVG_ORDER_BOTH, (enum cvg_scope)in->row->n);
	return true;
}

/* ---- barriers ------------------------------------------------------------ */

/* The arguments are the number of the barrier and the number of threads, if
 * they are given. */
bool cvg_in_nv_barrier(struct cvg_in *in)
{
	uint32_t count = in->nargs > 1 ? cvg_build_arg(in, 1, 0) : CVG_NONE;
	uint64_t number = 0;
	struct cvg_uop *uop;

	if (in->nargs > 0 && !cvg_build_imm(in, 0, &number))
		return false;
	uop = cvg_dec_emit(in->decoder, CVG_U_BARRIER, CVG_K_I32);
	uop->imm = number & 15;
	uop->n = in->row->n;
	uop->a = count;
	return true;
}

/* A barrier whose number is the row's code, not an argument. */
bool cvg_in_barrier(struct cvg_in *in)
{
	struct cvg_uop *uop =
		cvg_dec_emit(in->decoder, CVG_U_BARRIER, CVG_K_I32);

	uop->imm = in->row->code;
	uop->n = in->row->n;
	return true;
}

/* Number -1 is the block's own barrier. Others, which are named or span several
 * blocks, are not simulated. */
bool cvg_in_amd_signal(struct cvg_in *in)
{
	uint64_t number;

	return cvg_build_imm(in, 0, &number) && (number & 0xffff) == 0xffff &&
	       cvg_in_barrier(in);
}

bool cvg_in_nv_red(struct cvg_in *in)
{
	unsigned last = in->nargs - 1;
	uint32_t count = last > 1 ? cvg_build_arg(in, 1, 0) : CVG_NONE;
	uint32_t a = condition(in, last), dst;
	uint64_t number = 0;
	struct cvg_uop *uop;

	if (last > 0 && !cvg_build_imm(in, 0, &number))
		return false;
	dst = cvg_dec_temp(in->decoder, CVG_K_I32);
	uop = cvg_dec_emit(in->decoder, CVG_U_BARRIER_COUNT, CVG_K_I32);
	uop->dst = dst;
	uop->a = a;
	uop->b = count;
	uop->imm = number & 15;
	uop->n = in->row->n;
	put_number(in, 0, dst);
	return true;
}
