/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Intrinsics that access memory, and those that work on pointers. */
#include "intrin.h"

static uint32_t addrspace_of(LLVMValueRef pointer)
{
	LLVMTypeRef t = LLVMTypeOf(pointer);

	if (LLVMGetTypeKind(t) == LLVMVectorTypeKind)
		t = LLVMGetElementType(t);
	return LLVMGetPointerAddressSpace(t);
}

/* The memory of argument i, a pointer. False: it is not simulated, and a gap
 * was noted; a cvg_in_fn then returns true. */
static bool space_of(struct cvg_in *in, unsigned i, enum cvg_space *out)
{
	return cvg_dec_space(in->decoder, addrspace_of(cvg_build_value(in, i)),
			     out);
}

static uint32_t log2_of(uint64_t align)
{
	uint32_t n = 0;

	while (n < 31 && (UINT64_C(2) << n) <= align)
		n++;
	return n;
}

static uint32_t bytes_arg(struct cvg_in *in, unsigned i)
{
	return cvg_build_resize(in, cvg_build_type(in, i, 0), CVG_K_I64,
				cvg_build_arg(in, i, 0), false);
}

/* ---- whole ranges ------------------------------------------------------ */

bool cvg_in_copy(struct cvg_in *in)
{
	enum cvg_space to, from;
	uint32_t bytes;
	struct cvg_uop *uop;

	if (!space_of(in, 0, &to) || !space_of(in, 1, &from))
		return true;
	bytes = bytes_arg(in, 2);
	uop = cvg_dec_op(in->decoder, CVG_U_COPY, cvg_dec_plain(CVG_K_I8),
			 CVG_NONE, cvg_build_arg(in, 0, 0),
			 cvg_build_arg(in, 1, 0), bytes);
	uop->kind2 = (uint8_t)to;
	uop->n = (uint16_t)from;
	uop->imm = in->row->n;
	if (in->res->n) /* memcpy of a library returns its first argument */
		cvg_build_put(in, 0, cvg_build_arg(in, 0, 0));
	return true;
}

bool cvg_in_fill(struct cvg_in *in)
{
	uint32_t bytes, byte;
	enum cvg_space to;

	if (!space_of(in, 0, &to))
		return true;
	bytes = bytes_arg(in, 2);
	byte = cvg_build_resize(in, cvg_build_type(in, 1, 0), CVG_K_I8,
				cvg_build_arg(in, 1, 0), false);
	cvg_dec_op(in->decoder, CVG_U_FILL, cvg_dec_plain(CVG_K_I8), CVG_NONE,
		   cvg_build_arg(in, 0, 0), byte, bytes)
		->kind2 = (uint8_t)to;
	if (in->res->n)
		cvg_build_put(in, 0, cvg_build_arg(in, 0, 0));
	return true;
}

/*
 * Asynchronous copy of up to 16 bytes to shared memory. The bytes are copied at
 * once: a program that reads them before it waits may not rely on the old ones.
 * If an argument gives a smaller number of bytes, the others are set to zero.
 */
bool cvg_in_cp_async(struct cvg_in *in)
{
	uint32_t bytes = cvg_build_int(in, CVG_K_I64, in->row->n), zero, some;
	enum cvg_space to, from;
	struct cvg_uop *uop;

	if (!space_of(in, 0, &to) || !space_of(in, 1, &from))
		return true;
	some = bytes;
	if (in->nargs > 2) {
		some = cvg_build_op2(in, CVG_U_UMIN, CVG_K_I64,
				     bytes_arg(in, 2), bytes);
		zero = cvg_build_int(in, CVG_K_I8, 0);
		cvg_dec_op(in->decoder, CVG_U_FILL, cvg_dec_plain(CVG_K_I8),
			   CVG_NONE, cvg_build_arg(in, 0, 0), zero, bytes)
			->kind2 = (uint8_t)to;
	}
	uop = cvg_dec_op(in->decoder, CVG_U_COPY, cvg_dec_plain(CVG_K_I8),
			 CVG_NONE, cvg_build_arg(in, 0, 0),
			 cvg_build_arg(in, 1, 0), some);
	uop->kind2 = (uint8_t)to;
	uop->n = (uint16_t)from;
	return true;
}

/* ---- lifetimes --------------------------------------------------------- */

/* The size of a stack variable in bytes; 0 if it is not constant. */
static uint64_t alloca_bytes(struct cvg_in *in, LLVMValueRef alloca)
{
	uint64_t n = 0;

	if (!cvg_dec_immediate(in->decoder, LLVMGetOperand(alloca, 0), &n))
		return 0;
	return n *
	       cvg_dec_layout(in->decoder, LLVMGetAllocatedType(alloca))->alloc;
}

/* The lifetime of a whole stack variable; on any other pointer the intrinsic
 * has no effect. */
bool cvg_in_lifetime(struct cvg_in *in)
{
	LLVMValueRef p = cvg_build_value(in, in->nargs - 1);
	uint32_t space = addrspace_of(p), a, local;
	enum cvg_space where;
	struct cvg_uop *uop;
	uint64_t bytes;

	if (!LLVMIsAAllocaInst(p))
		return true;
	bytes = alloca_bytes(in, p);
	if (bytes == 0 || !cvg_dec_space(in->decoder, space, &where))
		return true;
	a = cvg_dec_ref(in->decoder, p, 0);
	if (where != CVG_SPACE_PRIVATE) {
		local = cvg_dec_temp(in->decoder,
				     cvg_dec_pointer_kind(in->decoder, 5));
		cvg_dec_space_cast(in->decoder, local, 5, a, space);
		a = local;
	}
	uop = cvg_dec_emit(in->decoder, CVG_U_LIFETIME,
			   cvg_dec_pointer_kind(in->decoder, 5));
	uop->a = a;
	uop->imm = bytes;
	uop->n = in->row->n;
	return true;
}

/* ---- guarded accesses -------------------------------------------------- */

/* Accesses to the elements of one vector; scalar k of the mask guards element
 * k. */
struct guarded {
	LLVMTypeRef type;	/* of the vector */
	unsigned pointer, mask; /* numbers of arguments */
	uint64_t align;		/* bytes */
	bool gathers;		/* each element has a pointer of its own */
};

/* Set the arguments of a guarded access. Until LLVM 21 the alignment is an
 * argument between the pointer and the mask. */
static bool guarded_of(struct cvg_in *in, unsigned pointer, unsigned least,
		       struct guarded *g)
{
	LLVMAttributeRef a;

	g->pointer = pointer;
	g->mask = in->nargs > least ? pointer + 2 : pointer + 1;
	g->align = 1;
	if (in->nargs > least)
		return cvg_build_imm(in, pointer + 1, &g->align);
	a = LLVMGetCallSiteEnumAttribute(in->call, pointer + 1,
					 in->decoder->module->kinds.align);
	if (a)
		g->align = LLVMGetEnumAttributeValue(a);
	return true;
}

static bool all_whole(const struct cvg_layout *layout)
{
	for (uint32_t k = 0; k < layout->n; k++)
		if (layout->at[k].packed)
			return false;
	return true;
}

static void guard(struct cvg_in *in, const struct guarded *g, uint32_t k,
		  struct cvg_uop *take_uop)
{
	struct cvg_decoder *decoder = in->decoder;
	const struct cvg_layout *layout = cvg_dec_layout(decoder, g->type);
	uint32_t space = addrspace_of(cvg_build_value(in, g->pointer));
	enum cvg_kind pointer = cvg_dec_pointer_kind(decoder, space);
	uint32_t a = cvg_build_arg(in, g->pointer, g->gathers ? k : 0);
	uint64_t align = g->align;
	struct cvg_uop *uop;

	if (!g->gathers && k > 0) {
		a = cvg_build_opk(in, CVG_U_ADD, pointer, a, layout->at[k].at);
		align |= layout->at[k].at;
		align &= ~align + 1;
	}
	take_uop->imm = cvg_build_arg(in, g->mask, k);
	uop = cvg_dec_emit(decoder, (enum cvg_ucode)take_uop->code,
			   (enum cvg_kind)take_uop->kind);
	take_uop->inst = uop->inst;
	*uop = *take_uop;
	uop->a = a;
	uop->n = (uint16_t)log2_of(align);
	uop->flags = CVG_UF_GUARD;
	if (k == 0 || g->gathers) {
		uop->flags |= CVG_UF_FIRST;
		uop->c = g->gathers ? cvg_kind_bytes((enum cvg_kind)uop->kind)
				    : (uint32_t)layout->store;
	}
}

static bool guarded_load(struct cvg_in *in, struct guarded *g)
{
	enum cvg_space space;

	g->type = LLVMTypeOf(in->call);
	if (!all_whole(in->res))
		return false;
	if (!space_of(in, g->pointer, &space))
		return true;
	for (uint32_t k = 0; k < in->res->n; k++) {
		enum cvg_kind kind = (enum cvg_kind)in->res->at[k].kind;
		struct cvg_uop uop = {.code = CVG_U_LOAD,
				      .kind = (uint8_t)kind,
				      .kind2 = (uint8_t)space,
				      .b = CVG_NONE,
				      .c = CVG_NONE};

		uop.dst = cvg_dec_temp(in->decoder, kind);
		uop.width = in->res->at[k].width;
		guard(in, g, k, &uop);
		cvg_build_put(
			in, k,
			cvg_build_select(in, kind,
					 cvg_build_arg(in, g->mask, k), uop.dst,
					 cvg_build_arg(in, g->mask + 1, k)));
	}
	return true;
}

static bool guarded_store(struct cvg_in *in, struct guarded *g)
{
	const struct cvg_layout *layout =
		cvg_dec_layout_of(in->decoder, cvg_build_value(in, 0));
	enum cvg_space space;

	g->type = LLVMTypeOf(cvg_build_value(in, 0));
	if (!all_whole(layout))
		return false;
	if (!space_of(in, g->pointer, &space))
		return true;
	for (uint32_t k = 0; k < layout->n; k++) {
		struct cvg_uop u = {.code = CVG_U_STORE,
				    .kind = layout->at[k].kind,
				    .kind2 = (uint8_t)space,
				    .dst = CVG_NONE,
				    .c = CVG_NONE};

		u.b = cvg_build_arg(in, 0, k);
		u.width = layout->at[k].width;
		guard(in, g, k, &u);
	}
	return true;
}

bool cvg_in_masked_load(struct cvg_in *in)
{
	struct guarded g = {.gathers = false};

	return guarded_of(in, 0, 3, &g) && guarded_load(in, &g);
}

bool cvg_in_gather(struct cvg_in *in)
{
	struct guarded g = {.gathers = true};

	return guarded_of(in, 0, 3, &g) && guarded_load(in, &g);
}

bool cvg_in_masked_store(struct cvg_in *in)
{
	struct guarded g = {.gathers = false};

	return guarded_of(in, 1, 3, &g) && guarded_store(in, &g);
}

bool cvg_in_scatter(struct cvg_in *in)
{
	struct guarded g = {.gathers = true};

	return guarded_of(in, 1, 3, &g) && guarded_store(in, &g);
}

/* ---- single accesses --------------------------------------------------- */

bool cvg_in_load(struct cvg_in *in)
{
	uint64_t align;

	if (!cvg_build_imm(in, 1, &align))
		return false;
	cvg_dec_load(in->decoder, LLVMTypeOf(in->call), in->dst,
		     cvg_build_arg(in, 0, 0),
		     addrspace_of(cvg_build_value(in, 0)), (uint32_t)align, 0);
	return true;
}

bool cvg_in_atomic(struct cvg_in *in)
{
	enum cvg_space space;

	if (!space_of(in, 0, &space))
		return true;
	for (uint32_t k = 0; k < in->res->n; k++) {
		struct cvg_scalar t = in->res->at[k];
		uint32_t bytes = cvg_kind_bytes((enum cvg_kind)t.kind);
		struct cvg_uop *uop;

		uop = cvg_dec_op(in->decoder, CVG_U_ATOMIC, t, in->dst + k,
				 cvg_build_arg(in, 0, 0),
				 cvg_build_arg(in, 1, k), CVG_NONE);
		uop->kind2 = (uint8_t)space;
		uop->n = in->row->n;
		uop->imm = t.at;
		uop->flags = CVG_UF_ATOMIC;
		if (k == 0) {
			uop->flags |= CVG_UF_FIRST;
			uop->c = bytes * in->res->n;
		}
	}
	return true;
}

bool cvg_in_cmpxchg(struct cvg_in *in)
{
	enum cvg_space space;
	struct cvg_uop *uop;

	if (!space_of(in, 0, &space))
		return true;
	uop = cvg_dec_op(in->decoder, CVG_U_CMPXCHG, in->res->at[0], in->dst,
			 cvg_build_arg(in, 0, 0), cvg_build_arg(in, 1, 0),
			 cvg_build_arg(in, 2, 0));
	uop->kind2 = (uint8_t)space;
	uop->flags = CVG_UF_ATOMIC;
	return true;
}

/* ---- the heap ---------------------------------------------------------- */

bool cvg_in_alloc(struct cvg_in *in)
{
	uint32_t bytes = bytes_arg(in, 0);

	if (in->res->n != 1 || in->res->at[0].kind != CVG_K_I64)
		return false;
	cvg_build_put(in, 0, cvg_build_op1(in, CVG_U_ALLOC, CVG_K_I64, bytes));
	return true;
}

bool cvg_in_free(struct cvg_in *in)
{
	const struct cvg_layout *layout =
		cvg_dec_layout_of(in->decoder, cvg_build_value(in, 0));
	uint32_t a;

	if (layout->n != 1 || layout->at[0].kind != CVG_K_I64)
		return false;
	a = cvg_build_arg(in, 0, 0);
	cvg_dec_emit(in->decoder, CVG_U_FREE, CVG_K_I64)->a = a;
	return true;
}

/* ---- pointers ---------------------------------------------------------- */

bool cvg_in_space_cast(struct cvg_in *in)
{
	LLVMTypeRef to = LLVMTypeOf(in->call);

	cvg_dec_space_cast(in->decoder, in->dst, LLVMGetPointerAddressSpace(to),
			   cvg_build_arg(in, 0, 0),
			   addrspace_of(cvg_build_value(in, 0)));
	return true;
}

bool cvg_in_is_space(struct cvg_in *in)
{
	uint32_t dst = cvg_dec_temp(in->decoder, CVG_K_BIT);
	struct cvg_uop *uop = cvg_dec_op(
		in->decoder, CVG_U_IS_SPACE, cvg_dec_plain(CVG_K_I64), dst,
		cvg_build_arg(in, 0, 0), CVG_NONE, CVG_NONE);

	uop->n = in->row->n;
	cvg_build_put(in, 0, dst);
	return true;
}

/* OpenCL's to_local and the like: a generic pointer cast to the row's memory,
 * or null if it does not point there. */
bool cvg_in_to_space(struct cvg_in *in)
{
	uint32_t from = addrspace_of(cvg_build_value(in, 0));
	uint32_t to = LLVMGetPointerAddressSpace(LLVMTypeOf(in->call));
	enum cvg_kind kind = cvg_dec_pointer_kind(in->decoder, to);
	uint32_t inside = cvg_dec_temp(in->decoder, CVG_K_BIT);
	uint32_t there = cvg_dec_temp(in->decoder, kind);
	uint32_t null = cvg_dec_temp(in->decoder, kind);

	cvg_dec_op(in->decoder, CVG_U_IS_SPACE, cvg_dec_plain(CVG_K_I64),
		   inside, cvg_build_arg(in, 0, 0), CVG_NONE, CVG_NONE)
		->n = in->row->n;
	cvg_dec_space_cast(in->decoder, there, to, cvg_build_arg(in, 0, 0),
			   from);
	cvg_dec_space_cast(in->decoder, null, to,
			   cvg_build_int(in, CVG_K_I64, 0), from);
	cvg_build_put(in, 0, cvg_build_select(in, kind, inside, there, null));
	return true;
}
