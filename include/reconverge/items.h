/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * How kernels ask for their thread's number by functions of OpenCL's and
 * ROCm's that have no body. The target's intrinsics: reconverge/target.h.
 */
#ifndef RECONVERGE_ITEMS_H
#define RECONVERGE_ITEMS_H

#include "reconverge/graph.h"

/* What such a function says. */
enum cvg_item {
	CVG_ITEM_NONE,
	CVG_ITEM_THREAD, /* in its block */
	CVG_ITEM_BLOCK,
	CVG_ITEM_GLOBAL,
	CVG_ITEM_THREAD_LINEAR, /* these two over all dimensions */
	CVG_ITEM_GLOBAL_LINEAR,
};

static inline bool cvg_item_is_linear(enum cvg_item item)
{
	return item >= CVG_ITEM_THREAD_LINEAR;
}

enum cvg_item cvg_item_of(const char *callee);
/* The same of a call that is as it should be, and along which axis it asks: 3
 * if there is no such, CVG_NONE if that is known only when it runs. */
enum cvg_item cvg_item_called(const struct cvg_fn *fn, uint32_t inst,
			      uint32_t *axis);
/* Dimensions that such a call asks for; 0 of any other instruction. */
uint32_t cvg_item_dims(const struct cvg_fn *fn, uint32_t inst);

#endif
