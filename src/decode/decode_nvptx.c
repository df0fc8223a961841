/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The parts of decoding that only NVIDIA's GPUs need. */
#include "intrin.h"

#define INTRIN(name, how, code, n, relation) \
	{name, cvg_in_##how, code, n, CVG_REL_##relation},

static const struct cvg_intrin intrinsics[] = {
#include "intrin_nvvm.def"
};

#undef INTRIN

const struct cvg_decode_target cvg_decode_nvptx = {
	.intrinsics = {.prefix = "llvm.nvvm.",
		       .rows = intrinsics,
		       .n = sizeof intrinsics / sizeof *intrinsics},
	.assembler = cvg_decode_ptx,
	.assembler_relation = cvg_ptx_relation,
};
