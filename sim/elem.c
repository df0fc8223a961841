/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Elements of buffers: conversions between names, bits, numbers and memory. */
#include "reconverge/launch.h"
#include "sim/lanes/lanes.h"
#include "sim/launch/launch_in.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

struct row {
	const char *name;
	uint32_t bytes;
	bool isfloat, issigned;
};

static const struct row rows[CVG_NELEMS] = {
#define ELEM(id, text, bytes, isfloat, issigned) \
	[CVG_ELEM_##id] = {text, bytes, isfloat, issigned},
#include "reconverge/elems.def"
#undef ELEM
};

const char *cvg_elem_name(enum cvg_elem e)
{
	assert(e < CVG_NELEMS);
	return rows[e].name;
}

enum cvg_elem cvg_elem_of_name(const char *name, size_t n)
{
	for (unsigned e = 0; e < CVG_NELEMS; e++) {
		if (strlen(rows[e].name) == n && !memcmp(rows[e].name, name, n))
			return (enum cvg_elem)e;
	}
	return CVG_NELEMS;
}

enum cvg_elem cvg_elem_of_kind(enum cvg_kind k)
{
	static const enum cvg_elem of[CVG_NKINDS] = {
		[CVG_K_BIT] = CVG_ELEM_U8,  [CVG_K_I8] = CVG_ELEM_I8,
		[CVG_K_I16] = CVG_ELEM_I16, [CVG_K_I32] = CVG_ELEM_I32,
		[CVG_K_I64] = CVG_ELEM_I64, [CVG_K_I128] = CVG_ELEM_I64,
		[CVG_K_F16] = CVG_ELEM_F16, [CVG_K_BF16] = CVG_ELEM_BF16,
		[CVG_K_F32] = CVG_ELEM_F32, [CVG_K_F64] = CVG_ELEM_F64,
	};

	return k < CVG_NKINDS ? of[k] : CVG_ELEM_I32;
}

uint32_t cvg_elem_bytes(enum cvg_elem e)
{
	assert(e < CVG_NELEMS);
	return rows[e].bytes;
}

bool cvg_elem_isfloat(enum cvg_elem e)
{
	assert(e < CVG_NELEMS);
	return rows[e].isfloat;
}

bool cvg_elem_issigned(enum cvg_elem e)
{
	assert(e < CVG_NELEMS);
	return rows[e].issigned;
}

uint64_t cvg_elem_load(enum cvg_elem e, const uint8_t *at)
{
	uint64_t bits = 0;

	for (uint32_t i = 0; i < rows[e].bytes; i++)
		bits |= (uint64_t)at[i] << (8 * i);
	return bits;
}

void cvg_elem_store(enum cvg_elem e, uint8_t *at, uint64_t bits)
{
	for (uint32_t i = 0; i < rows[e].bytes; i++)
		at[i] = (uint8_t)(bits >> (8 * i));
}

/* The bits as a signed number of the element's size. */
static int64_t extend(enum cvg_elem e, uint64_t bits)
{
	uint32_t unused = 64 - 8 * rows[e].bytes;

	return (int64_t)(bits << unused) >> unused;
}

double cvg_elem_to_double(enum cvg_elem e, uint64_t bits)
{
	switch (e) {
	case CVG_ELEM_F16:
		return (double)cvg_half_to_float((uint16_t)bits);
	case CVG_ELEM_BF16:
		return (double)cvg_bf16_to_float((uint16_t)bits);
	case CVG_ELEM_F32:
		return (double)cvg_float32((uint32_t)bits);
	case CVG_ELEM_F64:
		return cvg_float64(bits);
	case CVG_ELEM_I8:
	case CVG_ELEM_I16:
	case CVG_ELEM_I32:
	case CVG_ELEM_I64:
		return (double)extend(e, bits);
	case CVG_ELEM_U8:
	case CVG_ELEM_U16:
	case CVG_ELEM_U32:
	case CVG_ELEM_U64:
	case CVG_NELEMS:
		break;
	}
	return (double)bits;
}

/* The integer nearest to x towards zero, within the element's range; NaN is 0. */
static uint64_t integer_of(enum cvg_elem e, double x)
{
	double top = ldexp(1, 8 * (int)rows[e].bytes - rows[e].issigned);
	double low = rows[e].issigned ? -top : 0;

	if (isnan(x))
		return 0;
	if (x >= top)
		return (UINT64_MAX >> (64 - 8 * rows[e].bytes)) >>
		       rows[e].issigned;
	if (x < low)
		x = low;
	return x < 0 ? (uint64_t)(int64_t)x : (uint64_t)x;
}

uint64_t cvg_elem_of_double(enum cvg_elem e, double x)
{
	switch (e) {
	case CVG_ELEM_F16:
		return isnan(x) ? 0x7e00 : cvg_double_to_half(x);
	case CVG_ELEM_BF16:
		return isnan(x) ? 0x7fc0 : cvg_double_to_bf16(x);
	case CVG_ELEM_F32:
		return isnan(x) ? 0x7fc00000 : cvg_bits32((float)x);
	case CVG_ELEM_F64:
		return isnan(x) ? UINT64_C(0x7ff8) << 48 : cvg_bits64(x);
	case CVG_ELEM_I8:
	case CVG_ELEM_U8:
	case CVG_ELEM_I16:
	case CVG_ELEM_U16:
	case CVG_ELEM_I32:
	case CVG_ELEM_U32:
	case CVG_ELEM_I64:
	case CVG_ELEM_U64:
	case CVG_NELEMS:
		break;
	}
	return integer_of(e, x) & (UINT64_MAX >> (64 - 8 * rows[e].bytes));
}

static void print_float(struct cvg_str *out, enum cvg_elem e, uint64_t bits)
{
	double x = cvg_elem_to_double(e, bits);

	if (isnan(x)) {
		cvg_str_add(out, "nan");
		return;
	}
	if (isinf(x)) {
		cvg_str_add(out, x < 0 ? "-inf" : "inf");
		return;
	}
	cvg_double_print(out, x, e);
}

void cvg_elem_print(struct cvg_str *out, enum cvg_elem e, uint64_t bits)
{
	if (rows[e].isfloat)
		print_float(out, e, bits);
	else if (rows[e].issigned)
		cvg_str_addf(out, "%lld", (long long)extend(e, bits));
	else
		cvg_str_addf(out, "%llu", (unsigned long long)bits);
}
