/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Built-in functions of OpenCL C that read and write images (OpenCL C 3.0,
 * section 6.15.15). An image is a buffer of SIDE texels along each axis, x
 * fastest, each of four words of 32 bits: floats, or integers, as the kernel
 * reads and writes them. Layers of an array are the last axis.
 *
 * A sampler is a number, as clang makes it from CLK_*: bit 0 says that
 * coordinates are normalized, bits 1 to 3 how texels beyond the edge are found,
 * bit 5 that neighbours are interpolated. What is written beyond an edge is
 * dropped. Example: coordinate (0.5, 0.25) of a normalized sampler without
 * interpolation is texel (16, 8), at byte 16 * (8 * 32 + 16).
 */
#include "builtin.h"

#include <string.h>

enum { SIDE = 32, TEXEL = 16, GLOBAL_SPACE = 1 };

enum sampler_bits {
	NORMALIZED = 1,
	ADDRESSING = 14,
	CLAMP = 4, /* zero beyond the edge */
	REPEAT = 6,
	MIRRORED = 8,
	LINEAR = 32,
};

/* One access while it is decoded. */
struct image {
	struct cvg_bi *builtin;
	struct cvg_in *in;
	char scalar;	  /* of a channel: f, i, j */
	uint8_t channels; /* 4; of a depth image 1 */
	unsigned naxes;	  /* with that of the layers */
	bool layers;	  /* the last axis has layers */
	bool known;	  /* the sampler is the constant `bits` */
	uint64_t bits;
	uint32_t sampler; /* ref of I32 */
};

/* A coordinate: the texels below and above it, and the share of the one above;
 * CVG_NONE: only the texel below counts. */
struct axis {
	uint32_t at[2], beyond[2], share;
};

static bool take(const char **at, const char *end, const char *word)
{
	size_t n = strlen(word);

	if ((size_t)(end - *at) < n || memcmp(*at, word, n) != 0)
		return false;
	*at += n;
	return true;
}

/* Is parameter 0 an image that is simulated? Its type is "ocl_image2d_array_ro",
 * for example. */
static bool image_of(struct cvg_bi *builtin, struct image *out)
{
	const struct cvg_mtype *type = &builtin->params[0];
	const char *at = type->name, *end = at + type->n;

	*out = (struct image){.builtin = builtin,
			      .in = &builtin->in,
			      .scalar = (char)builtin->is.n,
			      .channels = 4,
			      .known = true};
	if (type->scalar != 'N' || type->stars ||
	    !take(&at, end, "ocl_image") || at == end || *at < '1' || *at > '3')
		return false;
	out->naxes = (unsigned)(*at++ - '0');
	if (!take(&at, end, "d"))
		return false;
	(void)take(&at, end, "_buffer");
	out->layers = take(&at, end, "_array");
	out->naxes += out->layers;
	if (take(&at, end, "_depth"))
		out->channels = 1;
	return take(&at, end, "_ro") || take(&at, end, "_wo") ||
	       take(&at, end, "_rw");
}

/* ---- samplers ---------------------------------------------------------- */

/* The number of a sampler that the call of __translate_sampler_initializer
 * makes from a constant. */
static bool sampler_bits(LLVMValueRef v, uint64_t *out)
{
	LLVMValueRef fn = LLVMIsACallInst(v) ? LLVMGetCalledValue(v) : NULL;
	LLVMValueRef number = fn ? LLVMGetOperand(v, 0) : NULL;
	size_t n;

	if (!fn || !LLVMIsAFunction(fn) || !LLVMIsAConstantInt(number) ||
	    strcmp(LLVMGetValueName2(fn, &n),
		   "__translate_sampler_initializer") != 0)
		return false;
	*out = LLVMConstIntGetZExtValue(number);
	return true;
}

static void take_sampler(struct image *image, unsigned arg)
{
	image->known =
		sampler_bits(cvg_build_value(image->in, arg), &image->bits);
	image->sampler = cvg_build_resize(
		image->in, cvg_build_type(image->in, arg, 0), CVG_K_I32,
		cvg_build_arg(image->in, arg, 0), false);
}

/* Can the masked bits of the sampler be these? */
static bool may(const struct image *image, uint64_t mask, uint64_t bits)
{
	return !image->known || (image->bits & mask) == bits;
}

static uint32_t is(struct image *image, uint64_t mask, uint64_t bits)
{
	return cvg_build_icmp(image->in, LLVMIntEQ, CVG_K_I32,
			      cvg_build_opk(image->in, CVG_U_AND, CVG_K_I32,
					    image->sampler, mask),
			      cvg_build_i32(image->in, bits));
}

/* `a` if the masked bits of the sampler are these, else b. */
static uint32_t when(struct image *image, uint64_t mask, uint64_t bits,
		     enum cvg_kind kind, uint32_t a, uint32_t b)
{
	if (image->known)
		return (image->bits & mask) == bits ? a : b;
	return cvg_build_select(image->in, kind, is(image, mask, bits), a, b);
}

/* ---- coordinates ------------------------------------------------------- */

static uint32_t on_edge(struct image *image, uint32_t at)
{
	at = cvg_build_op2(image->in, CVG_U_SMAX, CVG_K_I32, at,
			   cvg_build_i32(image->in, 0));
	return cvg_build_op2(image->in, CVG_U_SMIN, CVG_K_I32, at,
			     cvg_build_i32(image->in, SIDE - 1));
}

/* Find texel k of an axis: where it is, and is it beyond the edge, where there
 * is nothing (CVG_NONE: no). */
static void find_texel(struct image *image, struct axis *axis, int k,
		       bool layer)
{
	struct cvg_in *in = image->in;
	uint32_t at = axis->at[k], edge = on_edge(image, at), turned;

	axis->beyond[k] = CVG_NONE;
	axis->at[k] = edge;
	if (layer)
		return;
	if (may(image, ADDRESSING, REPEAT))
		axis->at[k] = when(
			image, ADDRESSING, REPEAT, CVG_K_I32,
			cvg_build_opk(in, CVG_U_AND, CVG_K_I32, at, SIDE - 1),
			axis->at[k]);
	if (may(image, ADDRESSING, MIRRORED)) {
		turned = cvg_build_opk(in, CVG_U_AND, CVG_K_I32, at,
				       2 * SIDE - 1);
		turned = cvg_build_op2(
			in, CVG_U_SMIN, CVG_K_I32, turned,
			cvg_build_op2(in, CVG_U_SUB, CVG_K_I32,
				      cvg_build_i32(in, 2 * SIDE - 1), turned));
		axis->at[k] = when(image, ADDRESSING, MIRRORED, CVG_K_I32,
				   turned, axis->at[k]);
	}
	if (may(image, ADDRESSING, CLAMP))
		axis->beyond[k] = cvg_build_op2(
			in, CVG_U_AND, CVG_K_BIT,
			cvg_build_icmp(in, LLVMIntNE, CVG_K_I32, at, edge),
			image->known ? cvg_build_int(in, CVG_K_BIT, 1)
				     : is(image, ADDRESSING, CLAMP));
}

/* The texels around a coordinate that is a float. */
static void around(struct image *image, uint32_t x, struct axis *axis)
{
	struct cvg_in *in = image->in;
	uint32_t low, zero = cvg_build_float(in, CVG_K_F32, 0);

	x = when(image, NORMALIZED, NORMALIZED, CVG_K_F32,
		 cvg_build_op2(in, CVG_U_FMUL, CVG_K_F32, x,
			       cvg_build_float(in, CVG_K_F32, SIDE)),
		 x);
	if (image->scalar == 'f' && may(image, LINEAR, LINEAR)) {
		low = cvg_build_op2(in, CVG_U_FSUB, CVG_K_F32, x,
				    cvg_build_float(in, CVG_K_F32, 0.5));
		x = when(image, LINEAR, LINEAR, CVG_K_F32, low, x);
	}
	axis->at[0] = cvg_build_convert(in, CVG_U_FPTOSI_SAT, CVG_K_F32,
					CVG_K_I32, x, 2);
	if (image->scalar != 'f' || !may(image, LINEAR, LINEAR))
		return;
	axis->at[1] = cvg_build_opk(in, CVG_U_ADD, CVG_K_I32, axis->at[0], 1);
	low = cvg_build_convert(in, CVG_U_SITOFP, CVG_K_I32, CVG_K_F32,
				axis->at[0], 0);
	axis->share =
		when(image, LINEAR, LINEAR, CVG_K_F32,
		     cvg_build_op2(in, CVG_U_FSUB, CVG_K_F32, x, low), zero);
}

static void find_axis(struct image *image, unsigned arg, unsigned k, bool real,
		      struct axis *axis)
{
	bool layer = image->layers && k == image->naxes - 1;

	axis->at[0] = cvg_build_arg(image->in, arg, k);
	axis->share = CVG_NONE;
	if (real && layer)
		axis->at[0] =
			cvg_build_convert(image->in, CVG_U_FPTOSI_SAT,
					  CVG_K_F32, CVG_K_I32, axis->at[0], 1);
	else if (real)
		around(image, axis->at[0], axis);
	find_texel(image, axis, 0, layer);
	if (axis->share != CVG_NONE)
		find_texel(image, axis, 1, layer);
}

/* The address of the texel at axis[k].at[corner >> k & 1]. */
static uint32_t address(struct image *image, const struct axis *axis,
			unsigned corner)
{
	struct cvg_in *in = image->in;
	uint32_t at =
		axis[image->naxes - 1].at[corner >> (image->naxes - 1) & 1];
	uint32_t dst = cvg_dec_temp(in->decoder, CVG_K_I64);
	struct cvg_uop *uop;

	for (unsigned k = image->naxes - 1; k-- > 0;)
		at = cvg_build_op2(
			in, CVG_U_ADD, CVG_K_I32,
			cvg_build_opk(in, CVG_U_MUL, CVG_K_I32, at, SIDE),
			axis[k].at[corner >> k & 1]);
	uop = cvg_dec_op(in->decoder, CVG_U_ADDR, cvg_dec_plain(CVG_K_I64), dst,
			 cvg_build_arg(in, 0, 0), at, CVG_NONE);
	uop->kind2 = CVG_K_I32;
	uop->imm = TEXEL;
	return dst;
}

/* ---- reading ----------------------------------------------------------- */

/* Channel by channel the texel at a corner, zero beyond the edge. */
static uint32_t load(struct image *image, const struct axis *axis,
		     unsigned corner, uint32_t *channels)
{
	struct cvg_in *in = image->in;
	enum cvg_kind kind = cvg_bi_kind(image->scalar);
	uint32_t dst = cvg_dec_temps(in->decoder, kind, image->channels);

	cvg_dec_load(
		in->decoder,
		cvg_bi_llvm(image->builtin, image->scalar, image->channels),
		dst, address(image, axis, corner), GLOBAL_SPACE, TEXEL, 0);
	for (unsigned i = 0; i < image->channels; i++) {
		channels[i] = dst + i;
		for (unsigned k = 0; k < image->naxes; k++) {
			uint32_t beyond = axis[k].beyond[corner >> k & 1];

			if (beyond != CVG_NONE)
				channels[i] = cvg_build_select(
					in, kind, beyond,
					cvg_build_int(in, kind, 0),
					channels[i]);
		}
	}
	return dst;
}

/* The channels between the texels at the corners from `corner` on that differ
 * in the first `naxes` axes. */
static void blend(struct image *image, const struct axis *axis, unsigned naxes,
		  unsigned corner, uint32_t *channels)
{
	struct cvg_in *in = image->in;
	uint32_t above[4], part;

	if (naxes == 0) {
		load(image, axis, corner, channels);
		return;
	}
	naxes--;
	blend(image, axis, naxes, corner, channels);
	if (axis[naxes].share == CVG_NONE)
		return;
	blend(image, axis, naxes, corner | 1u << naxes, above);
	for (unsigned i = 0; i < image->channels; i++) {
		part = cvg_build_op2(in, CVG_U_FSUB, CVG_K_F32, above[i],
				     channels[i]);
		channels[i] = cvg_build_op(in, CVG_U_FMA, CVG_K_F32, part,
					   axis[naxes].share, channels[i]);
	}
}

/* read_imagef(image, sampler, coordinate), or without a sampler. */
bool cvg_bi_read_image(struct cvg_bi *builtin)
{
	unsigned arg = builtin->in.nargs - 1;
	const struct cvg_mtype *at = &builtin->params[arg];
	struct axis axis[3] = {0};
	struct image image;
	uint32_t channels[4];

	if (arg < 1 || arg > 2 || !image_of(builtin, &image) || at->stars ||
	    (at->scalar != 'i' && at->scalar != 'f') ||
	    at->lanes < image.naxes ||
	    (arg == 2 && builtin->params[1].scalar != 'N') ||
	    !cvg_bi_gives(builtin, image.scalar, image.channels))
		return false;
	if (arg == 2)
		take_sampler(&image, 1);
	for (unsigned k = 0; k < image.naxes; k++)
		find_axis(&image, arg, k, at->scalar == 'f', &axis[k]);
	blend(&image, axis, image.naxes, 0, channels);
	for (unsigned i = 0; i < image.channels; i++)
		cvg_build_put(image.in, i, channels[i]);
	return true;
}

/* ---- writing ----------------------------------------------------------- */

/* Is the coordinate inside, axis by axis? Sets the axes to texels. */
static uint32_t find_inside(struct image *image, struct axis *axis)
{
	struct cvg_in *in = image->in;
	uint32_t inside = cvg_build_int(in, CVG_K_BIT, 1);

	for (unsigned k = 0; k < image->naxes; k++) {
		uint32_t at = cvg_build_arg(in, 1, k);

		axis[k].at[0] = on_edge(image, at);
		inside = cvg_build_op2(in, CVG_U_AND, CVG_K_BIT, inside,
				       cvg_build_icmp(in, LLVMIntEQ, CVG_K_I32,
						      at, axis[k].at[0]));
	}
	return inside;
}

bool cvg_bi_write_image(struct cvg_bi *builtin)
{
	const struct cvg_mtype *params = builtin->params;
	struct axis axis[3] = {0};
	struct image image;
	uint32_t inside, to;

	if (builtin->in.nargs != 3 || !image_of(builtin, &image) ||
	    params[1].scalar != 'i' || params[1].stars ||
	    params[1].lanes < image.naxes || params[2].stars ||
	    params[2].scalar != image.scalar ||
	    params[2].lanes != image.channels || !cvg_bi_gives(builtin, 'v', 1))
		return false;
	inside = find_inside(&image, axis);
	to = address(&image, axis, 0);
	for (unsigned i = 0; i < image.channels; i++) {
		enum cvg_kind kind = cvg_bi_kind(image.scalar);
		uint32_t from = cvg_build_arg(image.in, 2, i);
		uint32_t at = i ? cvg_build_opk(image.in, CVG_U_ADD, CVG_K_I64,
						to, 4 * i)
				: to;
		struct cvg_uop *uop =
			cvg_dec_emit(image.in->decoder, CVG_U_STORE, kind);

		uop->a = at;
		uop->b = from;
		uop->c = i ? CVG_NONE : 4u * image.channels;
		uop->imm = inside;
		uop->kind2 = CVG_SPACE_GLOBAL;
		uop->n = 2;
		uop->flags = CVG_UF_GUARD | (i ? 0 : CVG_UF_FIRST);
	}
	return true;
}

/* ---- what is known of an image ----------------------------------------- */

/* n: the answer, in each scalar but the fourth; 0: how long an axis is. */
bool cvg_bi_image_fact(struct cvg_bi *builtin)
{
	struct cvg_in *in = &builtin->in;
	struct image image;

	if (in->nargs != 1 || !image_of(builtin, &image))
		return false;
	for (uint32_t k = 0; k < in->res->n; k++)
		cvg_build_put(in, k,
			      cvg_build_int(in,
					    (enum cvg_kind)in->res->at[k].kind,
					    k == 3	    ? 0
					    : builtin->is.n ? builtin->is.n
							    : SIDE));
	return true;
}

/* A sampler is its number. */
bool cvg_in_sampler(struct cvg_in *in)
{
	cvg_build_put(in, 0,
		      cvg_build_resize(in, cvg_build_type(in, 0, 0),
				       (enum cvg_kind)in->res->at[0].kind,
				       cvg_build_arg(in, 0, 0), false));
	return true;
}
