/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Arithmetic of values that are affine in the numbers of thread and block. Sums
 * and products hold modulo the size of the type, as the machine's do. Before an
 * operation that depends on more than the low bits of a value, it is asked whether
 * the value is in range for every thread of the launch.
 *
 * Example, of a launch with blocks of 64 threads along x:
 *
 *     t = call llvm.amdgcn.workitem.id.x    step[0][0] 1, low = high = 0
 *     b = call llvm.amdgcn.workgroup.id.x   step[1][0] 1, low = high = 0
 *     s = shl b 6                           step[1][0] 64
 *     i = add s t                           step[1][0] 64, step[0][0] 1
 *     r = and i 3                           no steps, low 0, high 3
 *     x = zext i                            as i: it is >= 0 in the launch
 *     p = gep float, a, x                   times 4: steps 256 and 4, base a
 *
 * So the load of a float from p is bytes [0, 4) of a row that lies 4 * thread
 * + 256 * block behind the argument a.
 */
#include "rows.h"

#include "reconverge/builtin.h"
#include "reconverge/graph.h"
#include "reconverge/items.h"

#include <string.h>

struct cvg_affine cvg_affine_unknown(void)
{
	return (struct cvg_affine){.known = false};
}

struct cvg_affine cvg_affine_range(int64_t low, int64_t high)
{
	return (struct cvg_affine){.low = low, .high = high, .known = true};
}

static bool add_times(int64_t *to, int64_t a, int64_t times)
{
	int64_t product;

	return !__builtin_mul_overflow(a, times, &product) &&
	       !__builtin_add_overflow(*to, product, to);
}

struct cvg_affine cvg_affine_add(const struct cvg_affine *a,
				 const struct cvg_affine *b, int64_t times)
{
	struct cvg_affine sum = *a;
	bool ok = a->known && b->known;

	for (uint32_t k = 0; k < 6; k++)
		ok = ok && add_times(&sum.step[k / 3][k % 3],
				     b->step[k / 3][k % 3], times);
	ok = ok && add_times(&sum.low, times < 0 ? b->high : b->low, times) &&
	     add_times(&sum.high, times < 0 ? b->low : b->high, times);
	return ok ? sum : cvg_affine_unknown();
}

struct cvg_affine cvg_affine_join(const struct cvg_affine *a,
				  const struct cvg_affine *b)
{
	struct cvg_affine both = *a;

	if (!a->known || !b->known ||
	    memcmp(a->step, b->step, sizeof a->step) != 0)
		return cvg_affine_unknown();
	if (b->low < both.low)
		both.low = b->low;
	if (b->high > both.high)
		both.high = b->high;
	return both;
}

bool cvg_affine_bounds(const struct cvg_rowfinder *finder,
		       const struct cvg_affine *a, int64_t *least,
		       int64_t *most)
{
	bool ok = a->known;

	*least = a->low;
	*most = a->high;
	for (uint32_t k = 0; k < 6; k++) {
		int64_t step = a->step[k / 3][k % 3];
		int64_t last = (int64_t)finder->launch->size[k / 3][k % 3] - 1;

		ok = ok && add_times(step < 0 ? least : most, step, last);
	}
	return ok;
}

/* Is the value one number, the same for all threads? Then *n is that number. */
static bool is_number(const struct cvg_affine *a, int64_t *n)
{
	static const int64_t none[2][3];

	*n = a->low;
	return a->known && a->low == a->high &&
	       !memcmp(a->step, none, sizeof none);
}

/* ---- numbers of the thread --------------------------------------------- */

static struct cvg_affine number_of(uint32_t k, uint32_t d)
{
	struct cvg_affine a = cvg_affine_range(0, 0);

	a.step[k][d] = 1;
	return a;
}

static struct cvg_affine constant(uint64_t n)
{
	return cvg_affine_range((int64_t)n, (int64_t)n);
}

static struct cvg_affine global_number(const struct cvg_rowfinder *finder,
				       uint32_t d)
{
	struct cvg_affine a = number_of(0, d);

	a.step[1][d] = finder->launch->size[0][d];
	return a;
}

/* Numbers counted over all dimensions, x fastest. */
static struct cvg_affine linear(const struct cvg_rowfinder *finder, bool global)
{
	struct cvg_affine sum = cvg_affine_range(0, 0), id;
	int64_t times = 1;

	for (uint32_t d = 0; d < 3; d++) {
		id = global ? global_number(finder, d) : number_of(0, d);
		sum = cvg_affine_add(&sum, &id, times);
		times *= finder->launch->size[0][d];
		times *= global ? finder->launch->size[1][d] : 1;
	}
	return sum;
}

static struct cvg_affine of_item(const struct cvg_rowfinder *finder,
				 enum cvg_item item, uint32_t axis)
{
	if (cvg_item_is_linear(item))
		return linear(finder, item == CVG_ITEM_GLOBAL_LINEAR);
	if (axis == CVG_NONE)
		return cvg_affine_unknown();
	if (axis == 3)
		return constant(0);
	if (item == CVG_ITEM_GLOBAL)
		return global_number(finder, axis);
	return number_of(item == CVG_ITEM_BLOCK, axis);
}

/* Sizes of the launch that a call asks for by the name of a function. */
static struct cvg_affine of_launch(const struct cvg_rowfinder *finder,
				   uint32_t i, const char *callee)
{
	struct cvg_builtin_name name;
	const struct cvg_value *v;
	const char *is;
	uint32_t d;

	if (cvg_inst_nargs(finder->fn, i) != 1 ||
	    !cvg_builtin_find(callee, &name))
		return cvg_affine_unknown();
	v = &finder->fn->values[cvg_op_of(finder->fn, i, 0)];
	if (!(v->flags & CVG_V_INT64) || v->bits > 2)
		return cvg_affine_unknown();
	d = (uint32_t)v->bits;
	is = cvg_builtin_row(name.row)->name;
	if (!strcmp(is, "get_local_size"))
		return constant(finder->launch->size[0][d]);
	if (!strcmp(is, "get_num_groups"))
		return constant(finder->launch->size[1][d]);
	if (!strcmp(is, "get_global_size"))
		return constant((uint64_t)finder->launch->size[0][d] *
				finder->launch->size[1][d]);
	if (!strcmp(is, "get_global_offset"))
		return constant(0);
	return cvg_affine_unknown();
}

static struct cvg_affine of_intrinsic(const struct cvg_rowfinder *finder,
				      const char *callee)
{
	const struct cvg_targetinfo *info = cvg_target_info(finder->fn->target);
	uint32_t size = cvg_target_asks_size(info, callee);
	uint32_t id = cvg_target_asks_id(info, callee);

	if (size != CVG_NONE)
		return constant(finder->launch->size[size / 3][size % 3]);
	return id == CVG_NONE ? cvg_affine_unknown()
			      : number_of(id / 3, id % 3);
}

static struct cvg_affine of_call(const struct cvg_rowfinder *finder, uint32_t i)
{
	const char *callee = cvg_inst_callee(finder->fn, i);
	enum cvg_item item;
	uint32_t axis;

	if (!callee ||
	    finder->fn->values[finder->fn->insts[i].callee].flags & CVG_V_BODY)
		return cvg_affine_unknown();
	if (!strncmp(callee, "llvm.", 5))
		return of_intrinsic(finder, callee);
	item = cvg_item_called(finder->fn, i, &axis);
	return item ? of_item(finder, item, axis)
		    : of_launch(finder, i, callee);
}

/* ---- numbers of the launch that stand in memory ------------------------ */

static struct cvg_affine launch_number(const struct cvg_row_launch *launch,
				       enum cvg_launch_number what, uint32_t d)
{
	uint64_t block = launch->size[0][d], grid = launch->size[1][d];

	switch (what) {
	case CVG_LAUNCH_BLOCK_SIZE:
		return constant(block);
	case CVG_LAUNCH_GRID_SIZE:
		return constant(block * grid);
	case CVG_LAUNCH_BLOCK_COUNT:
		return constant(grid);
	case CVG_LAUNCH_REMAINDER: /* all blocks of a launch here are full */
	case CVG_LAUNCH_OFFSET:
		return constant(0);
	}
	return cvg_affine_unknown();
}

/* The number of `bits` that stands `at` bytes behind the target's launch_base
 * of that index. */
static struct cvg_affine launch_field(const struct cvg_rowfinder *finder,
				      uint32_t base, uint32_t bits, int64_t at)
{
	const struct cvg_targetinfo *info = cvg_target_info(finder->fn->target);

	for (uint32_t i = 0; i < info->nlaunch_fields; i++) {
		const struct cvg_launch_field *field = &info->launch_fields[i];
		int64_t behind = at - field->from, each = field->bits / 8;

		if (field->base == base && field->bits == bits && behind >= 0 &&
		    behind < 3 * each && behind % each == 0)
			return launch_number(finder->launch, field->what,
					     (uint32_t)(behind / each));
	}
	return cvg_affine_unknown();
}

static bool is_launch_base(uint32_t base)
{
	return base >= CVG_BASE_LAUNCH &&
	       base < CVG_BASE_LAUNCH + CVG_LAUNCH_BASES;
}

static struct cvg_affine of_load(const struct cvg_rowfinder *finder, uint32_t i)
{
	uint32_t pointer = cvg_op_of(finder->fn, i, 0);
	uint32_t base = finder->base[pointer];
	const struct cvg_type *type =
		&finder->fn->types[finder->fn->insts[i].type];
	int64_t at;

	if (!is_launch_base(base) || !is_number(&finder->value[pointer], &at) ||
	    type->kind != CVG_TYPE_INT)
		return cvg_affine_unknown();
	return launch_field(finder, base - CVG_BASE_LAUNCH, type->bits, at);
}

/* ---- operations -------------------------------------------------------- */

static struct cvg_affine product(const struct cvg_affine *a,
				 const struct cvg_affine *b)
{
	struct cvg_affine zero = cvg_affine_range(0, 0);
	int64_t n;

	if (is_number(b, &n))
		return cvg_affine_add(&zero, a, n);
	if (is_number(a, &n))
		return cvg_affine_add(&zero, b, n);
	return cvg_affine_unknown();
}

static struct cvg_affine shifted(const struct cvg_affine *a,
				 const struct cvg_affine *by)
{
	struct cvg_affine zero = cvg_affine_range(0, 0);
	int64_t n;

	if (!is_number(by, &n) || n < 0 || n > 62)
		return cvg_affine_unknown();
	return cvg_affine_add(&zero, a, INT64_C(1) << n);
}

static uint32_t bits_of(const struct cvg_fn *fn, uint32_t value)
{
	const struct cvg_type *t = &fn->types[fn->values[value].type];

	return t->kind == CVG_TYPE_INT ? t->bits : 0;
}

/* Zero- or sign-extended: the same number if it is in range of the type. */
static struct cvg_affine extended(const struct cvg_rowfinder *finder,
				  uint32_t i, bool sign)
{
	uint32_t v = cvg_op_of(finder->fn, i, 0), bits = bits_of(finder->fn, v);
	int64_t least, most, from, to;

	if (!bits || bits > 62)
		return cvg_affine_unknown();
	from = sign ? -(INT64_C(1) << (bits - 1)) : 0;
	to = (INT64_C(1) << (sign ? bits - 1 : bits)) - 1;
	if (cvg_affine_bounds(finder, &finder->value[v], &least, &most) &&
	    least >= from && most <= to)
		return finder->value[v];
	return bits <= 16 ? cvg_affine_range(from, to) : cvg_affine_unknown();
}

/* A shift to the right by a constant, as compilers extend what they keep in the upper
 * half of a number: steps that are multiples of its power are divided by it. */
static struct cvg_affine shifted_back(const struct cvg_rowfinder *finder,
				      uint32_t i, bool sign)
{
	uint32_t v = cvg_op_of(finder->fn, i, 0), bits = bits_of(finder->fn, v);
	struct cvg_affine a = finder->value[v];
	int64_t n, least, most, end;

	if (!is_number(&finder->value[cvg_op_of(finder->fn, i, 1)], &n) ||
	    n < 0 || n > 62 || !bits || bits == 63 || bits > 64 ||
	    !cvg_affine_bounds(finder, &a, &least, &most))
		return cvg_affine_unknown();
	end = bits == 64 ? INT64_MAX : (INT64_C(1) << (bits - sign)) - 1;
	if (most > end || least < (sign ? -end - 1 : 0))
		return cvg_affine_unknown();
	for (uint32_t k = 0; k < 6; k++) {
		int64_t *step = &a.step[k / 3][k % 3];

		if (*step & ((INT64_C(1) << n) - 1))
			return cvg_affine_unknown();
		*step >>= n;
	}
	a.low >>= n;
	a.high >>= n;
	return a;
}

/* x & n and x % n: x itself if it is in range for all threads, else [0, n], or
 * [0, n - 1] for a remainder. */
static struct cvg_affine below(const struct cvg_rowfinder *finder, uint32_t i,
			       bool mask)
{
	const struct cvg_affine *a =
		&finder->value[cvg_op_of(finder->fn, i, 0)];
	const struct cvg_affine *b =
		&finder->value[cvg_op_of(finder->fn, i, 1)];
	int64_t n, least, most;

	if (!is_number(b, &n) || n < !mask)
		return cvg_affine_unknown();
	if (cvg_affine_bounds(finder, a, &least, &most) && least >= 0 &&
	    (mask ? !(n & (n + 1)) && most <= n : most < n))
		return *a;
	return cvg_affine_range(0, mask ? n : n - 1);
}

/* A GEP: pointer plus index times stride; a narrow index must not wrap, because it
 * is sign-extended. */
static struct cvg_affine at_element(const struct cvg_rowfinder *finder,
				    uint32_t i)
{
	const struct cvg_inst *inst = &finder->fn->insts[i];
	int64_t stride = cvg_row_stride(finder->fn, inst->access), least, most;
	const struct cvg_affine *p, *by;
	uint32_t index, bits;

	if (inst->nops != 2 || !stride)
		return cvg_affine_unknown();
	index = cvg_op_of(finder->fn, i, 1);
	p = &finder->value[cvg_op_of(finder->fn, i, 0)];
	by = &finder->value[index];
	bits = bits_of(finder->fn, index);
	if (!bits || bits > 64)
		return cvg_affine_unknown();
	if (bits < 64 && (!cvg_affine_bounds(finder, by, &least, &most) ||
			  least < -(INT64_C(1) << (bits - 1)) ||
			  most >= INT64_C(1) << (bits - 1)))
		return cvg_affine_unknown();
	return cvg_affine_add(p, by, stride);
}

/* Is an `or` of operands without common bits, which is a sum? */
static bool is_disjoint(const struct cvg_inst *inst)
{
	return inst->text && strstr(inst->text, "or disjoint ");
}

/* Operations on one or two integers or pointers. */
static struct cvg_affine arithmetic(const struct cvg_rowfinder *finder,
				    uint32_t i)
{
	const struct cvg_inst *inst = &finder->fn->insts[i];
	const struct cvg_affine *a =
		&finder->value[cvg_op_of(finder->fn, i, 0)];
	const struct cvg_affine *b =
		&finder->value[cvg_op_of(finder->fn, i, inst->nops > 1)];
	enum cvg_op op = inst->op;

	if (op == CVG_OP_ADD || (op == CVG_OP_OR && is_disjoint(inst)))
		return cvg_affine_add(a, b, 1);
	if (op == CVG_OP_SUB)
		return cvg_affine_add(a, b, -1);
	if (op == CVG_OP_MUL)
		return product(a, b);
	if (op == CVG_OP_SHL)
		return shifted(a, b);
	if (op == CVG_OP_LSHR || op == CVG_OP_ASHR)
		return shifted_back(finder, i, op == CVG_OP_ASHR);
	if (op == CVG_OP_AND || op == CVG_OP_UREM)
		return below(finder, i, op == CVG_OP_AND);
	if (op == CVG_OP_ZEXT || op == CVG_OP_SEXT)
		return extended(finder, i, op == CVG_OP_SEXT);
	if (op == CVG_OP_TRUNC || op == CVG_OP_FREEZE ||
	    op == CVG_OP_ADDRSPACECAST || op == CVG_OP_BITCAST)
		return *a;
	return cvg_affine_unknown();
}

struct cvg_affine cvg_row_value(const struct cvg_rowfinder *finder, uint32_t i)
{
	const struct cvg_inst *inst = &finder->fn->insts[i];
	enum cvg_typekind kind = finder->fn->types[inst->type].kind;

	if (kind != CVG_TYPE_INT && kind != CVG_TYPE_POINTER)
		return cvg_affine_unknown();
	if (inst->op == CVG_OP_CALL)
		return is_launch_base(
			       finder->base[cvg_inst_value(finder->fn, i)])
			       ? cvg_affine_range(0, 0)
			       : of_call(finder, i);
	if (inst->op == CVG_OP_LOAD)
		return of_load(finder, i);
	if (inst->op == CVG_OP_GEP)
		return at_element(finder, i);
	if (inst->op == CVG_OP_SELECT)
		return cvg_affine_join(
			&finder->value[cvg_op_of(finder->fn, i, 1)],
			&finder->value[cvg_op_of(finder->fn, i, 2)]);
	return inst->nops ? arithmetic(finder, i) : cvg_affine_unknown();
}
