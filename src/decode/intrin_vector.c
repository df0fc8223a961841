/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Intrinsics on whole vectors. Their scalars have slots of their own, so most
 * intrinsics become moves. */
#include "intrin.h"

static uint32_t length(struct cvg_in *in, unsigned i)
{
	return cvg_dec_layout_of(in->decoder, cvg_build_value(in, i))->n;
}

/* Emit one step of a reduction: dst = a op b. */
static void reduce_step(struct cvg_in *in, struct cvg_scalar t, uint32_t dst,
			uint32_t a, uint32_t b)
{
	struct cvg_uop *uop =
		cvg_dec_op(in->decoder, (enum cvg_ucode)in->row->code, t, dst,
			   a, b, CVG_NONE);

	uop->n = in->row->n;
	if (t.kind >= CVG_K_F16)
		in->decoder->uops.at[in->decoder->uops.n - 1].flags |=
			cvg_dec_float_flags(in->decoder, in->call,
					    (enum cvg_kind)t.kind);
}

/* Reduce in the order of the elements, which is right whether or not the call
 * allows reassociation. */
static bool reduce(struct cvg_in *in, unsigned of, uint32_t so_far,
		   uint32_t first)
{
	struct cvg_scalar t = cvg_build_type(in, of, 0);
	uint32_t n = length(in, of);

	for (uint32_t k = first; k < n; k++) {
		uint32_t dst = k + 1 == n ? in->dst
					  : cvg_dec_temp(in->decoder,
							 (enum cvg_kind)t.kind);

		reduce_step(in, t, dst, so_far, cvg_build_arg(in, of, k));
		so_far = dst;
	}
	if (first == n)
		cvg_build_put(in, 0, so_far);
	return true;
}

bool cvg_in_reduce(struct cvg_in *in)
{
	return reduce(in, 0, cvg_build_arg(in, 0, 0), 1);
}

bool cvg_in_reduce_start(struct cvg_in *in)
{
	return reduce(in, 1, cvg_build_arg(in, 0, 0), 0);
}

bool cvg_in_insert(struct cvg_in *in)
{
	uint32_t n = length(in, 1);
	uint64_t at;

	if (!cvg_build_imm(in, 2, &at))
		return false;
	for (uint32_t k = 0; k < in->res->n; k++) {
		bool inside = k >= at && k - at < n;

		cvg_build_put(in, k,
			      inside ? cvg_dec_ref(in->decoder,
						   cvg_build_value(in, 1),
						   (uint32_t)(k - at))
				     : cvg_build_arg(in, 0, k));
	}
	return true;
}

bool cvg_in_extract(struct cvg_in *in)
{
	uint64_t at;

	if (!cvg_build_imm(in, 1, &at) || at + in->res->n > length(in, 0))
		return false;
	for (uint32_t k = 0; k < in->res->n; k++)
		cvg_build_put(in, k, cvg_build_arg(in, 0, (uint32_t)at + k));
	return true;
}

bool cvg_in_reverse(struct cvg_in *in)
{
	for (uint32_t k = 0; k < in->res->n; k++)
		cvg_build_put(in, k, cvg_build_arg(in, 0, in->res->n - 1 - k));
	return true;
}

/* The elements from some place on of both vectors, one after the other. The
 * offset of the place counts from the left; from the right if the row's n is
 * set, or if the offset is negative, as in older versions of LLVM. */
bool cvg_in_splice(struct cvg_in *in)
{
	uint32_t n = in->res->n;
	uint64_t offset;
	int64_t at;

	if (!cvg_build_imm(in, 2, &offset))
		return false;
	at = (int32_t)(uint32_t)offset;
	if (in->row->n || at < 0)
		at = n - (at < 0 ? -at : at);
	if (at < 0 || at > n)
		return false;
	for (uint32_t k = 0; k < n; k++) {
		uint32_t from = (uint32_t)at + k;

		cvg_build_put(in, k,
			      from < n ? cvg_build_arg(in, 0, from)
				       : cvg_build_arg(in, 1, from - n));
	}
	return true;
}

bool cvg_in_interleave(struct cvg_in *in)
{
	for (uint32_t k = 0; k < in->res->n; k++)
		cvg_build_put(in, k,
			      cvg_build_arg(in, k % in->nargs, k / in->nargs));
	return true;
}

bool cvg_in_deinterleave(struct cvg_in *in)
{
	uint32_t n = in->row->n, each;

	if (n == 0 || in->res->n % n)
		return false;
	each = in->res->n / n;
	for (uint32_t k = 0; k < in->res->n; k++)
		cvg_build_put(in, k,
			      cvg_build_arg(in, 0, k % each * n + k / each));
	return true;
}

bool cvg_in_step(struct cvg_in *in)
{
	for (uint32_t k = 0; k < in->res->n; k++)
		cvg_build_put(in, k,
			      cvg_build_int(in,
					    (enum cvg_kind)in->res->at[k].kind,
					    k));
	return true;
}

/* Element k is: base + k < n, computed without wrapping. */
bool cvg_in_active_mask(struct cvg_in *in)
{
	struct cvg_scalar t = cvg_build_type(in, 0, 0);
	uint32_t base = cvg_build_arg(in, 0, 0), n = cvg_build_arg(in, 1, 0);

	for (uint32_t k = 0; k < in->res->n; k++) {
		uint32_t i = cvg_build_opk(in, CVG_U_UADD_SAT,
					   (enum cvg_kind)t.kind, base, k);

		cvg_build_put(in, k,
			      cvg_build_icmp(in, LLVMIntULT,
					     (enum cvg_kind)t.kind, i, n));
	}
	return true;
}

/* The number of the first element that is not zero. The elements behind it do
 * not matter, even if they are poison: LLVM's vectorizer gives such masks, of
 * loads behind the end of the loop. */
bool cvg_in_first_nonzero(struct cvg_in *in)
{
	enum cvg_kind kind = (enum cvg_kind)in->res->at[0].kind;
	uint32_t n = length(in, 0), first;
	uint64_t poison;

	if (!cvg_build_imm(in, 1, &poison))
		return false;
	first = poison ? cvg_dec_ref(in->decoder,
				     LLVMGetPoison(LLVMTypeOf(in->call)), 0)
		       : cvg_build_int(in, kind, n);
	for (uint32_t k = n; k-- > 0;) {
		struct cvg_scalar t = cvg_build_type(in, 0, k);
		uint32_t zero = cvg_build_icmp(
			in, LLVMIntEQ, (enum cvg_kind)t.kind,
			cvg_build_arg(in, 0, k),
			cvg_build_int(in, (enum cvg_kind)t.kind, 0));

		first = cvg_build_select(in, kind, zero, first,
					 cvg_build_int(in, kind, k));
	}
	cvg_build_put(in, 0, first);
	return true;
}
