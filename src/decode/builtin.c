/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Calls of built-in functions for which no library was linked. The name tells
 * the function and, if it is mangled, the types of its parameters. The module's
 * declaration must agree with them, because any program may declare a function
 * of that name.
 */
#include "builtin.h"

#include <string.h>

/* For functions whose effect on convergence is known, but not what they
 * compute. */
static bool cvg_bi_none(struct cvg_bi *builtin)
{
	(void)builtin;
	return false;
}

#define BUILTIN(name, relation, price, types, how, n, formula) \
	{cvg_bi_##how, n},

/* The rows, by the numbers that cvg_builtin_row gives them. */
static const struct cvg_bi_row rows[] = {
#include "reconverge/builtin_opencl.def"
#include "reconverge/builtin_ocml.def"
#include "reconverge/builtin_ockl.def"
#include "reconverge/builtin_nv.def"
};

#undef BUILTIN

bool cvg_builtin_replaces(LLVMValueRef fn)
{
	struct cvg_builtin_name is;
	cvg_bi_fn *how;
	size_t n;
	const char *name = LLVMGetValueName2(fn, &n);

	if (!strcmp(name, "__translate_sampler_initializer"))
		return true;
	if (strncmp(name, "_Z", 2) != 0 || !cvg_builtin_find(name, &is))
		return false;
	how = rows[is.row].how;
	return how == cvg_bi_read_image || how == cvg_bi_write_image ||
	       how == cvg_bi_image_fact;
}

bool cvg_decode_builtin(struct cvg_decoder *decoder, LLVMValueRef call,
			const char *name)
{
	struct cvg_bi b = {
		.in = {.decoder = decoder, .call = call, .name = name}};

	if (!cvg_builtin_find(name, &b.name))
		return false;
	b.in.nargs = LLVMGetNumArgOperands(call);
	b.in.res = cvg_dec_layout_of(decoder, call);
	for (uint32_t i = 0; i < b.name.nrows; i++) {
		b.row = cvg_builtin_row(b.name.row + i);
		b.is = rows[b.name.row + i];
		if (!cvg_bi_fits(&b))
			continue;
		b.in.dst = cvg_dec_dst(decoder);
		return b.is.how(&b);
	}
	return false;
}
