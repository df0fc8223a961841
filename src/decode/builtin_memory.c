/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Built-in functions that load and store vectors with the alignment of their
 * scalars, load and store halves as floats, and copy memory with a whole group.
 */
#include "builtin.h"

enum { LOCAL_SPACE = 3 }; /* LLVM's address space, on both targets */

static uint32_t addrspace_of(struct cvg_bi *builtin, unsigned i)
{
	return LLVMGetPointerAddressSpace(
		LLVMTypeOf(cvg_build_value(&builtin->in, i)));
}

static uint32_t bytes_of(char scalar)
{
	return cvg_kind_bytes(cvg_bi_kind(scalar));
}

/* The bytes of a vector in memory; one of three scalars takes the space of
 * four. */
static uint32_t vector_bytes(char scalar, uint32_t lanes)
{
	return bytes_of(scalar) * (lanes == 3 ? 4 : lanes);
}

static bool is_size(const struct cvg_mtype *type)
{
	return !type->stars && type->lanes == 1 &&
	       (type->scalar == 'm' || type->scalar == 'j');
}

static bool points_to(const struct cvg_mtype *type, char scalar)
{
	return type->stars == 1 && type->lanes == 1 && !type->atomic &&
	       type->scalar == scalar;
}

/* ---- results through pointers ------------------------------------------ */

void cvg_bi_store(struct cvg_bi *builtin, unsigned i, const uint32_t *from)
{
	char scalar = builtin->params[i].scalar;
	uint8_t lanes = builtin->of.lanes;

	cvg_dec_store(builtin->in.decoder, cvg_bi_llvm(builtin, scalar, lanes),
		      from, cvg_build_arg(&builtin->in, i, 0),
		      addrspace_of(builtin, i), vector_bytes(scalar, lanes), 0);
}

/* ---- vload, vstore ----------------------------------------------------- */

/* The address at argument p, a pointer, plus argument i times `stride`
 * bytes. */
static uint32_t address(struct cvg_bi *builtin, unsigned p, unsigned i,
			uint32_t stride)
{
	struct cvg_in *in = &builtin->in;
	enum cvg_kind kind =
		cvg_dec_pointer_kind(in->decoder, addrspace_of(builtin, p));
	struct cvg_scalar index = cvg_build_type(in, i, 0);
	uint32_t dst = cvg_dec_temp(in->decoder, kind);
	struct cvg_uop *uop = cvg_dec_op(
		in->decoder, CVG_U_ADDR, cvg_dec_plain(kind), dst,
		cvg_build_arg(in, p, 0), cvg_build_arg(in, i, 0), CVG_NONE);

	uop->kind2 = index.kind;
	uop->imm = stride;
	return dst;
}

bool cvg_bi_vload(struct cvg_bi *builtin)
{
	char scalar = builtin->params[1].scalar;
	uint8_t lanes = builtin->name.type.lanes;

	if (builtin->in.nargs != 2 || !is_size(&builtin->params[0]) ||
	    !points_to(&builtin->params[1], scalar) ||
	    !cvg_bi_gives(builtin, scalar, lanes))
		return false;
	cvg_dec_load(builtin->in.decoder, cvg_bi_llvm(builtin, scalar, lanes),
		     builtin->in.dst,
		     address(builtin, 1, 0, lanes * bytes_of(scalar)),
		     addrspace_of(builtin, 1), bytes_of(scalar), 0);
	return true;
}

bool cvg_bi_vstore(struct cvg_bi *builtin)
{
	char scalar = builtin->params[0].scalar;
	uint8_t lanes = builtin->name.type.lanes;
	uint32_t from[16], to;

	if (builtin->in.nargs != 3 || builtin->params[0].stars || lanes < 2 ||
	    builtin->params[0].lanes != lanes ||
	    !is_size(&builtin->params[1]) ||
	    !points_to(&builtin->params[2], scalar) ||
	    !cvg_bi_gives(builtin, 'v', 1))
		return false;
	for (uint32_t k = 0; k < lanes; k++)
		from[k] = cvg_build_arg(&builtin->in, 0, k);
	to = address(builtin, 2, 1, lanes * bytes_of(scalar));
	cvg_dec_store(builtin->in.decoder, cvg_bi_llvm(builtin, scalar, lanes),
		      from, to, addrspace_of(builtin, 2), bytes_of(scalar), 0);
	return true;
}

/* ---- halves ------------------------------------------------------------ */

/* The bytes from one vector of halves to the next; *align is its alignment. */
static uint32_t half_stride(const struct cvg_bi *builtin, uint32_t *align)
{
	uint32_t lanes = builtin->name.type.lanes;

	*align = builtin->is.n ? vector_bytes('H', lanes) : 2;
	return builtin->is.n ? vector_bytes('H', lanes) : 2 * lanes;
}

bool cvg_bi_vload_half(struct cvg_bi *builtin)
{
	uint8_t lanes = builtin->name.type.lanes;
	uint32_t align, stride = half_stride(builtin, &align), from;

	if (builtin->in.nargs != 2 || !is_size(&builtin->params[0]) ||
	    !points_to(&builtin->params[1], 'H') ||
	    !cvg_bi_gives(builtin, 'f', lanes))
		return false;
	from = cvg_dec_temps(builtin->in.decoder, CVG_K_F16, lanes);
	cvg_dec_load(builtin->in.decoder, cvg_bi_llvm(builtin, 'H', lanes),
		     from, address(builtin, 1, 0, stride),
		     addrspace_of(builtin, 1), align, 0);
	for (uint32_t k = 0; k < lanes; k++)
		cvg_build_put(&builtin->in, k,
			      cvg_build_convert(&builtin->in, CVG_U_FPEXT,
						CVG_K_F16, CVG_K_F32, from + k,
						0));
	return true;
}

bool cvg_bi_vstore_half(struct cvg_bi *builtin)
{
	static const uint16_t modes[] = {
		['e'] = 0, ['z'] = 1, ['n'] = 2, ['p'] = 3, [0] = 0};
	char scalar = builtin->params[0].scalar;
	uint8_t lanes = builtin->name.type.lanes;
	uint32_t from[16], align, stride = half_stride(builtin, &align), to;

	if (builtin->in.nargs != 3 || builtin->params[0].stars ||
	    builtin->params[0].lanes != lanes ||
	    (scalar != 'f' && scalar != 'd') || !is_size(&builtin->params[1]) ||
	    !points_to(&builtin->params[2], 'H') ||
	    !cvg_bi_gives(builtin, 'v', 1))
		return false;
	for (uint32_t k = 0; k < lanes; k++)
		from[k] = cvg_build_convert(
			&builtin->in, CVG_U_FPTRUNC, cvg_bi_kind(scalar),
			CVG_K_F16, cvg_build_arg(&builtin->in, 0, k),
			modes[(uint8_t)builtin->name.rounding]);
	to = address(builtin, 2, 1, stride);
	cvg_dec_store(builtin->in.decoder, cvg_bi_llvm(builtin, 'H', lanes),
		      from, to, addrspace_of(builtin, 2), align, 0);
	return true;
}

/* ---- copies by a group ------------------------------------------------- */

/*
 * The share of `total` elements that a work-item copies: *n elements from *from
 * on. All shares are equal, except that the last ones may be smaller or empty.
 * Example: of 10 elements 4 work-items copy 3, 3, 3 and 1.
 */
static void share_of(struct cvg_bi *builtin, uint32_t total, uint32_t *from,
		     uint32_t *n)
{
	struct cvg_in *in = &builtin->in;
	struct cvg_scalar i32 = cvg_dec_plain(CVG_K_I32);
	uint32_t id = cvg_build_resize(in, i32, CVG_K_I64,
				       cvg_bi_linear_id(builtin), false);
	uint32_t size = cvg_build_i32(in, 1), share, ends;

	for (uint32_t k = 0; k < 3; k++)
		size = cvg_build_op2(
			in, CVG_U_MUL, CVG_K_I32, size,
			cvg_build_sreg(in, (enum cvg_sreg)(CVG_S_NTID_X + k),
				       CVG_K_I32));
	size = cvg_build_resize(in, i32, CVG_K_I64, size, false);
	share = cvg_build_op2(in, CVG_U_ADD, CVG_K_I64, total,
			      cvg_build_opk(in, CVG_U_SUB, CVG_K_I64, size, 1));
	share = cvg_build_op2(in, CVG_U_UDIV, CVG_K_I64, share, size);
	*from = cvg_build_op2(in, CVG_U_MUL, CVG_K_I64, id, share);
	ends = cvg_build_op2(in, CVG_U_ADD, CVG_K_I64, *from, share);
	ends = cvg_build_op2(in, CVG_U_UMIN, CVG_K_I64, ends, total);
	*from = cvg_build_op2(in, CVG_U_UMIN, CVG_K_I64, *from, total);
	*n = cvg_build_op2(in, CVG_U_SUB, CVG_K_I64, ends, *from);
}

/* The address `bytes` behind argument i, a pointer, and its memory. False: that
 * memory is not simulated. */
static bool behind(struct cvg_bi *builtin, unsigned i, uint32_t bytes,
		   uint32_t *to, enum cvg_space *space)
{
	struct cvg_in *in = &builtin->in;
	uint32_t as = addrspace_of(builtin, i);
	enum cvg_kind kind = cvg_dec_pointer_kind(in->decoder, as);
	struct cvg_uop *uop;

	if (!cvg_dec_space(in->decoder, as, space))
		return false;
	*to = cvg_dec_temp(in->decoder, kind);
	uop = cvg_dec_op(in->decoder, CVG_U_ADDR, cvg_dec_plain(kind), *to,
			 cvg_build_arg(in, i, 0), bytes, CVG_NONE);
	uop->kind2 = CVG_K_I64;
	uop->imm = 1;
	return true;
}

/* Copy the work-item's share of `total` elements of `size` bytes. `stride` is
 * the argument that has the distance of the elements in global memory, which
 * may be the source or the destination; 0: the elements are adjacent. */
static void copy_share(struct cvg_bi *builtin, uint32_t total, uint32_t size,
		       unsigned stride)
{
	struct cvg_in *in = &builtin->in;
	bool scatters = stride && addrspace_of(builtin, 1) == LOCAL_SPACE;
	uint32_t from, n, at[2], p[2], apart = CVG_NONE;
	enum cvg_space space[2];
	struct cvg_uop *uop;

	share_of(builtin, total, &from, &n);
	at[0] = at[1] = cvg_build_opk(in, CVG_U_MUL, CVG_K_I64, from, size);
	if (stride) {
		apart = cvg_build_resize(in, cvg_build_type(in, stride, 0),
					 CVG_K_I64,
					 cvg_build_arg(in, stride, 0), false);
		at[!scatters] =
			cvg_build_op2(in, CVG_U_MUL, CVG_K_I64, at[0], apart);
	} else {
		n = cvg_build_opk(in, CVG_U_MUL, CVG_K_I64, n, size);
	}
	for (unsigned i = 0; i < 2; i++)
		if (!behind(builtin, i, at[i], &p[i], &space[i]))
			return;
	uop = cvg_dec_op(in->decoder, stride ? CVG_U_STRIDED : CVG_U_COPY,
			 cvg_dec_plain(CVG_K_I8), CVG_NONE, p[0], p[1], n);
	uop->kind2 = (uint8_t)space[0];
	uop->n = (uint16_t)space[1];
	if (!stride)
		return;
	uop->imm = apart;
	uop->width = size;
	uop->flags |= scatters ? CVG_UF_SIGNED : 0;
}

/* The arguments are destination, source, number of elements, their distance (if
 * n is 1), and an event. The result is that event, or any if it is null. */
bool cvg_bi_async_copy(struct cvg_bi *builtin)
{
	const struct cvg_mtype *to = &builtin->params[0],
			       *from = &builtin->params[1];
	struct cvg_in *in = &builtin->in;
	unsigned event = builtin->is.n ? 4 : 3;
	uint32_t total;

	if (in->nargs != event + 1 || to->stars != 1 || from->stars != 1 ||
	    to->atomic || cvg_bi_kind(to->scalar) == CVG_NKINDS ||
	    to->scalar != from->scalar || to->lanes != from->lanes ||
	    !is_size(&builtin->params[2]) ||
	    !is_size(&builtin->params[event - 1]) ||
	    builtin->params[event].scalar != 'N' ||
	    LLVMTypeOf(in->call) != LLVMTypeOf(cvg_build_value(in, event)))
		return false;
	if (builtin->is.n && (addrspace_of(builtin, 0) == LOCAL_SPACE) ==
				     (addrspace_of(builtin, 1) == LOCAL_SPACE))
		return false;
	total = cvg_build_resize(in, cvg_build_type(in, 2, 0), CVG_K_I64,
				 cvg_build_arg(in, 2, 0), false);
	copy_share(builtin, total, vector_bytes(to->scalar, to->lanes),
		   builtin->is.n ? 3 : 0);
	cvg_build_put(in, 0, cvg_build_arg(in, event, 0));
	return true;
}
