/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Functions shared by the decoders of intrinsic calls. */
#include "intrin.h"

#include <math.h>
#include <string.h>

/* ---- operands and results -------------------------------------------- */

/* The scalar of argument i that belongs to scalar k of the result. */
static uint32_t part_of(struct cvg_in *in, unsigned i, uint32_t k)
{
	return k < cvg_dec_layout_of(in->decoder, cvg_build_value(in, i))->n
		       ? k
		       : 0;
}

uint32_t cvg_build_arg(struct cvg_in *in, unsigned i, uint32_t k)
{
	return cvg_dec_ref(in->decoder, cvg_build_value(in, i),
			   part_of(in, i, k));
}

struct cvg_scalar cvg_build_type(struct cvg_in *in, unsigned i, uint32_t k)
{
	return cvg_dec_scalar(in->decoder, cvg_build_value(in, i),
			      part_of(in, i, k));
}

bool cvg_build_imm(struct cvg_in *in, unsigned i, uint64_t *out)
{
	return cvg_dec_immediate(in->decoder, cvg_build_value(in, i), out);
}

const char *cvg_build_text(struct cvg_in *in, unsigned i, unsigned *n)
{
	LLVMValueRef v = cvg_build_value(in, i);
	const char *text = LLVMGetMDString(v, n);

	if (!text && LLVMIsAMDNode(v) && LLVMGetMDNodeNumOperands(v) == 1) {
		LLVMGetMDNodeOperands(v, &v);
		text = LLVMGetMDString(v, n);
	}
	if (!text)
		*n = 0;
	return text ? text : "";
}

uint32_t cvg_build_float(struct cvg_in *in, enum cvg_kind kind, double v)
{
	uint64_t bits = 0;
	int e;

	if (kind == CVG_K_F64) {
		bits = cvg_bits64(v);
	} else if (kind == CVG_K_F32) {
		bits = cvg_bits32((float)v);
	} else if (v != 0) {
		/* Callers only ask for powers of two. */
		(void)frexp(v, &e);
		bits = (uint64_t)(e - 1 + (kind == CVG_K_F16 ? 15 : 127))
		       << (kind == CVG_K_F16 ? 10 : 7);
	}
	return cvg_dec_int(in->decoder, kind, bits);
}

void cvg_build_put(struct cvg_in *in, uint32_t k, uint32_t ref)
{
	struct cvg_uops *uops = &in->decoder->uops;
	struct cvg_uop *last = uops->n ? &uops->at[uops->n - 1] : NULL;

	if (last && !(ref & CVG_REF_CONST) && last->dst == ref &&
	    last->inst == in->decoder->inst_id &&
	    (ref < in->dst || ref >= in->dst + in->res->n)) {
		last->dst = in->dst + k;
		return;
	}
	cvg_dec_op(in->decoder, CVG_U_MOV, in->res->at[k], in->dst + k, ref,
		   CVG_NONE, CVG_NONE);
}

/* ---- operations ------------------------------------------------------ */

static bool is_compare(enum cvg_ucode code)
{
	return code == CVG_U_ICMP || code == CVG_U_FCMP || code == CVG_U_FCLASS;
}

uint32_t cvg_build_op(struct cvg_in *in, enum cvg_ucode code,
		      enum cvg_kind kind, uint32_t a, uint32_t b, uint32_t c)
{
	uint32_t dst =
		cvg_dec_temp(in->decoder, is_compare(code) ? CVG_K_BIT : kind);

	cvg_dec_op(in->decoder, code, cvg_dec_plain(kind), dst, a, b, c);
	return dst;
}

uint32_t cvg_build_opk(struct cvg_in *in, enum cvg_ucode code,
		       enum cvg_kind kind, uint32_t a, uint64_t k)
{
	return cvg_build_op2(in, code, kind, a,
			     cvg_dec_int(in->decoder, kind, k));
}

static struct cvg_uop *last_of(struct cvg_in *in)
{
	return &in->decoder->uops.at[in->decoder->uops.n - 1];
}

uint32_t cvg_build_icmp(struct cvg_in *in, LLVMIntPredicate p,
			enum cvg_kind kind, uint32_t a, uint32_t b)
{
	uint32_t dst = cvg_build_op2(in, CVG_U_ICMP, kind, a, b);

	last_of(in)->n = (uint16_t)p;
	return dst;
}

uint32_t cvg_build_fcmp(struct cvg_in *in, LLVMRealPredicate p,
			enum cvg_kind kind, uint32_t a, uint32_t b)
{
	uint32_t dst = cvg_build_op2(in, CVG_U_FCMP, kind, a, b);

	last_of(in)->n = (uint16_t)p;
	return dst;
}

uint32_t cvg_build_select(struct cvg_in *in, enum cvg_kind kind, uint32_t which,
			  uint32_t a, uint32_t b)
{
	return cvg_build_op(in, CVG_U_SELECT, kind, which, a, b);
}

uint32_t cvg_build_math1(struct cvg_in *in, enum cvg_math m, enum cvg_kind kind,
			 uint32_t a)
{
	uint32_t dst = cvg_build_op1(in, CVG_U_MATH1, kind, a);

	last_of(in)->n = (uint16_t)m;
	return dst;
}

uint32_t cvg_build_math2(struct cvg_in *in, enum cvg_math m, enum cvg_kind kind,
			 uint32_t a, uint32_t b)
{
	uint32_t dst = cvg_build_op2(in, CVG_U_MATH2, kind, a, b);

	last_of(in)->n = (uint16_t)m;
	return dst;
}

uint32_t cvg_build_convert(struct cvg_in *in, enum cvg_ucode code,
			   enum cvg_kind from, enum cvg_kind to, uint32_t a,
			   uint16_t n)
{
	uint32_t dst = cvg_dec_temp(in->decoder, to);
	struct cvg_uop *uop = cvg_dec_emit(in->decoder, code, from);

	uop->dst = dst;
	uop->a = a;
	uop->kind2 = (uint8_t)to;
	uop->n = n;
	return dst;
}

uint32_t cvg_build_resize(struct cvg_in *in, struct cvg_scalar from,
			  enum cvg_kind to, uint32_t a, bool is_signed)
{
	enum cvg_ucode code = is_signed ? CVG_U_SEXT : CVG_U_ZEXT;
	uint32_t dst;

	if (from.kind == to && (from.width == 0 || !is_signed))
		return a;
	if (from.kind > to)
		code = CVG_U_TRUNC;
	dst = cvg_build_convert(in, code, (enum cvg_kind)from.kind, to, a, 0);
	last_of(in)->width = from.width;
	return dst;
}

uint32_t cvg_build_sreg(struct cvg_in *in, enum cvg_sreg s, enum cvg_kind kind)
{
	uint32_t dst = cvg_dec_temp(in->decoder, kind);
	struct cvg_uop *uop = cvg_dec_emit(in->decoder, CVG_U_SREG, kind);

	uop->dst = dst;
	uop->n = (uint16_t)s;
	return dst;
}

/* Term i of the truth table: the `and` of the inputs or their complements. */
static uint32_t minterm(struct cvg_in *in, enum cvg_kind kind,
			const uint32_t *is, const uint32_t *is_not, unsigned i)
{
	uint32_t t =
		cvg_build_op2(in, CVG_U_AND, kind, i & 4 ? is[0] : is_not[0],
			      i & 2 ? is[1] : is_not[1]);

	return cvg_build_op2(in, CVG_U_AND, kind, t, i & 1 ? is[2] : is_not[2]);
}

uint32_t cvg_build_truth(struct cvg_in *in, enum cvg_kind kind,
			 const uint32_t *is, uint64_t table)
{
	uint32_t is_not[3], any = cvg_build_int(in, kind, 0);

	for (unsigned i = 0; i < 3; i++)
		is_not[i] =
			cvg_build_opk(in, CVG_U_XOR, kind, is[i], UINT64_MAX);
	for (unsigned i = 0; i < 8; i++)
		if (table >> i & 1)
			any = cvg_build_op2(in, CVG_U_OR, kind, any,
					    minterm(in, kind, is, is_not, i));
	return any;
}

/* ---- names of variants ------------------------------------------------ */

bool cvg_name_take(const char **rest, const char *word)
{
	const char *at = *rest + (**rest == '.');
	size_t n = strlen(word);

	if (strncmp(at, word, n) != 0 || (at[n] && at[n] != '.'))
		return false;
	*rest = at + n;
	return true;
}

static bool take_kind(const char **rest, enum cvg_kind *kind)
{
	static const struct {
		const char *word;
		enum cvg_kind kind;
	} words[] = {
		{"f", CVG_K_F32},     {"d", CVG_K_F64},
		{"f16", CVG_K_F16},   {"f16x2", CVG_K_F16},
		{"bf16", CVG_K_BF16}, {"bf16x2", CVG_K_BF16},
		{"f32", CVG_K_F32},   {"f64", CVG_K_F64},
		{"v2f16", CVG_K_F16}, {"v2bf16", CVG_K_BF16},
	};

	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (cvg_name_take(rest, words[i].word)) {
			*kind = words[i].kind;
			return true;
		}
	return false;
}

bool cvg_call_variant(const char *rest, struct cvg_variant *variant)
{
	static const char *const roundings[] = {"rn", "rz", "rm", "rp"};

	*variant = (struct cvg_variant){.kind = CVG_NKINDS};
	for (uint16_t i = 0; i < 4; i++)
		if (cvg_name_take(&rest, roundings[i]))
			variant->rounding = i;
	for (;;) {
		if (cvg_name_take(&rest, "ftz"))
			variant->ftz = true;
		else if (cvg_name_take(&rest, "sat"))
			variant->sat = true;
		else if (cvg_name_take(&rest, "relu"))
			variant->relu = true;
		else if (cvg_name_take(&rest, "satfinite"))
			variant->satfinite = true;
		else
			break;
	}
	take_kind(&rest, &variant->kind);
	return *rest == '\0';
}
