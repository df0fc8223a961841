/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Recognizing the library functions that give a thread its number. */
#include "reconverge/graph.h"
#include "reconverge/items.h"

#include "reconverge/builtin.h"

#include <string.h>

enum cvg_item cvg_item_of(const char *callee)
{
	static const struct {
		const char *name;
		enum cvg_item item;
	} rows[] = {
		{"get_local_id", CVG_ITEM_THREAD},
		{"get_group_id", CVG_ITEM_BLOCK},
		{"get_global_id", CVG_ITEM_GLOBAL},
		{"get_local_linear_id", CVG_ITEM_THREAD_LINEAR},
		{"get_global_linear_id", CVG_ITEM_GLOBAL_LINEAR},
	};
	struct cvg_builtin_name name;

	if (!cvg_builtin_find(callee, &name))
		return CVG_ITEM_NONE;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		if (!strcmp(cvg_builtin_row(name.row)->name, rows[i].name))
			return rows[i].item;
	}
	return CVG_ITEM_NONE;
}

/* Can the type be a size_t? */
static bool is_size(const struct cvg_fn *fn, uint32_t type)
{
	return fn->types[type].kind == CVG_TYPE_INT &&
	       (fn->types[type].bits == 32 || fn->types[type].bits == 64);
}

enum cvg_item cvg_item_called(const struct cvg_fn *fn, uint32_t i,
			      uint32_t *axis)
{
	const struct cvg_inst *inst = &fn->insts[i];
	const char *callee = cvg_inst_callee(fn, i);
	enum cvg_item item = callee ? cvg_item_of(callee) : CVG_ITEM_NONE;
	const struct cvg_value *v;

	*axis = CVG_NONE;
	if (!item || inst->op != CVG_OP_CALL || !is_size(fn, inst->type) ||
	    fn->values[inst->callee].flags & CVG_V_BODY ||
	    cvg_inst_nargs(fn, i) != !cvg_item_is_linear(item))
		return CVG_ITEM_NONE;
	if (cvg_item_is_linear(item))
		return item;
	v = &fn->values[cvg_op_of(fn, i, 0)];
	if (!is_size(fn, v->type))
		return CVG_ITEM_NONE;
	if (v->flags & CVG_V_INT64)
		*axis = v->bits < 3 ? (uint32_t)v->bits : 3;
	return item;
}

uint32_t cvg_item_dims(const struct cvg_fn *fn, uint32_t i)
{
	uint32_t axis;

	if (!cvg_item_called(fn, i, &axis) || axis == 3)
		return 0;
	return axis == CVG_NONE ? 3 : axis + 1;
}
