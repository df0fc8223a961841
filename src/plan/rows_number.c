/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Arithmetic of what is affine in the numbers of thread and block. Sums and
 * products hold modulo what the type holds, as the machine's do; what looks
 * at more than the low bits of a value asks first whether it is in range in
 * all of the launch.
 */
#include "rows.h"

#include "reconverge/builtin.h"

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

bool cvg_affine_bounds(const struct cvg_rowfinder *f,
		       const struct cvg_affine *a, int64_t *least,
		       int64_t *most)
{
	bool ok = a->known;

	*least = a->low;
	*most = a->high;
	for (uint32_t k = 0; k < 6; k++) {
		int64_t step = a->step[k / 3][k % 3];
		int64_t last = (int64_t)f->l->size[k / 3][k % 3] - 1;

		ok = ok && add_times(step < 0 ? least : most, step, last);
	}
	return ok;
}

/* The one number that it is, if it is one. */
static bool is_number(const struct cvg_affine *a, int64_t *n)
{
	static const int64_t none[2][3];

	*n = a->low;
	return a->known && a->low == a->high &&
	       !memcmp(a->step, none, sizeof none);
}

/* ---- who is it? -------------------------------------------------------- */

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

static struct cvg_affine global_number(const struct cvg_rowfinder *f,
				       uint32_t d)
{
	struct cvg_affine a = number_of(0, d);

	a.step[1][d] = f->l->size[0][d];
	return a;
}

/* Numbers counted over all dimensions, x fastest. */
static struct cvg_affine linear(const struct cvg_rowfinder *f, bool global)
{
	struct cvg_affine sum = cvg_affine_range(0, 0), id;
	int64_t times = 1;

	for (uint32_t d = 0; d < 3; d++) {
		id = global ? global_number(f, d) : number_of(0, d);
		sum = cvg_affine_add(&sum, &id, times);
		times *= f->l->size[0][d];
		times *= global ? f->l->size[1][d] : 1;
	}
	return sum;
}

static struct cvg_affine of_item(const struct cvg_rowfinder *f,
				 enum cvg_item item, uint32_t axis)
{
	if (cvg_item_is_linear(item))
		return linear(f, item == CVG_ITEM_GLOBAL_LINEAR);
	if (axis == CVG_NONE)
		return cvg_affine_unknown();
	if (axis == 3)
		return constant(0);
	if (item == CVG_ITEM_GLOBAL)
		return global_number(f, axis);
	return number_of(item == CVG_ITEM_BLOCK, axis);
}

/* Sizes by names of functions, along a known axis. */
static struct cvg_affine of_launch(const struct cvg_rowfinder *f, uint32_t i,
				   const char *callee)
{
	struct cvg_builtin_name name;
	const struct cvg_inst *inst = &f->fn->insts[i];
	const struct cvg_value *v;
	const char *is;
	uint32_t d;

	if (inst->nops != 1 || !cvg_builtin_find(callee, &name))
		return cvg_affine_unknown();
	v = &f->fn->values[cvg_op_of(f->fn, i, 0)];
	if (!(v->flags & CVG_V_INT64) || v->bits > 2)
		return cvg_affine_unknown();
	d = (uint32_t)v->bits;
	is = cvg_builtin_row(name.row)->name;
	if (!strcmp(is, "get_local_size"))
		return constant(f->l->size[0][d]);
	if (!strcmp(is, "get_num_groups"))
		return constant(f->l->size[1][d]);
	if (!strcmp(is, "get_global_size"))
		return constant((uint64_t)f->l->size[0][d] * f->l->size[1][d]);
	if (!strcmp(is, "get_global_offset"))
		return constant(0);
	return cvg_affine_unknown();
}

static struct cvg_affine of_register(const struct cvg_rowfinder *f,
				     const char *callee)
{
	static const char *const size[] = {"llvm.nvvm.read.ptx.sreg.ntid.",
					   "llvm.nvvm.read.ptx.sreg.nctaid."};

	for (uint32_t k = 0; k < 2; k++) {
		size_t n = strlen(size[k]);
		uint32_t d;

		if (strncmp(callee, size[k], n) != 0)
			continue;
		d = (uint32_t)(callee[n] - 'x');
		if (d < 3 && !callee[n + 1])
			return constant(f->l->size[k][d]);
	}
	for (uint32_t k = 0; k < 6; k++) {
		if (!strcmp(callee, cvg_id_names[f->fn->target][k / 3][k % 3]))
			return number_of(k / 3, k % 3);
	}
	return cvg_affine_unknown();
}

static struct cvg_affine of_call(const struct cvg_rowfinder *f, uint32_t i)
{
	const char *callee = cvg_inst_callee(f->fn, i);
	enum cvg_item item;
	uint32_t axis;

	if (!callee || f->fn->values[f->fn->insts[i].callee].flags & CVG_V_BODY)
		return cvg_affine_unknown();
	if (!strncmp(callee, "llvm.", 5))
		return of_register(f, callee);
	item = cvg_item_called(f->fn, i, &axis);
	return item ? of_item(f, item, axis) : of_launch(f, i, callee);
}

/* ---- what AMDGPU keeps in memory --------------------------------------- */

/* Fields of the dispatch packet and of the hidden arguments: of `bits` at
 * `at`, times dimension * `bits` / 8. */
static struct cvg_affine of_field(const struct cvg_rowfinder *f, uint32_t base,
				  uint32_t bits, int64_t at)
{
	int64_t d = at % (bits == 16 ? 6 : 12) / (bits / 8);
	uint64_t block, grid;

	if (base == CVG_BASE_PACKET && bits == 16)
		d = (at - 4) / 2;
	if (d < 0 || d > 2 || at % (bits / 8))
		return cvg_affine_unknown();
	block = f->l->size[0][d];
	grid = f->l->size[1][d];
	if (base == CVG_BASE_PACKET && bits == 16 && at >= 4 && at < 10)
		return constant(block);
	if (base == CVG_BASE_PACKET && bits == 32 && at >= 12 && at < 24)
		return constant(block * grid);
	if (base == CVG_BASE_IMPLICIT && bits == 32 && at >= 0 && at < 12)
		return constant(grid);
	if (base == CVG_BASE_IMPLICIT && bits == 16 && at >= 12 && at < 18)
		return constant(block);
	if (base == CVG_BASE_IMPLICIT && bits == 16 && at >= 18 && at < 24)
		return constant(0);
	if (base == CVG_BASE_IMPLICIT && bits == 64 && at >= 40 && at < 64)
		return constant(0);
	return cvg_affine_unknown();
}

static struct cvg_affine of_load(const struct cvg_rowfinder *f, uint32_t i)
{
	uint32_t p = cvg_op_of(f->fn, i, 0), base = f->base[p];
	const struct cvg_type *t = &f->fn->types[f->fn->insts[i].type];
	int64_t at;

	if ((base != CVG_BASE_PACKET && base != CVG_BASE_IMPLICIT) ||
	    !is_number(&f->of[p], &at) || t->kind != CVG_TYPE_INT ||
	    t->bits < 16)
		return cvg_affine_unknown();
	return of_field(f, base, t->bits, at);
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
static struct cvg_affine extended(const struct cvg_rowfinder *f, uint32_t i,
				  bool sign)
{
	uint32_t v = cvg_op_of(f->fn, i, 0), bits = bits_of(f->fn, v);
	int64_t least, most, from, to;

	if (!bits || bits > 62)
		return cvg_affine_unknown();
	from = sign ? -(INT64_C(1) << (bits - 1)) : 0;
	to = (INT64_C(1) << (sign ? bits - 1 : bits)) - 1;
	if (cvg_affine_bounds(f, &f->of[v], &least, &most) && least >= from &&
	    most <= to)
		return f->of[v];
	return bits <= 16 ? cvg_affine_range(from, to) : cvg_affine_unknown();
}

/* All of it is below both, if it is a mask; a remainder is below its divisor. */
static struct cvg_affine below(const struct cvg_rowfinder *f, uint32_t i,
			       bool mask)
{
	const struct cvg_affine *a = &f->of[cvg_op_of(f->fn, i, 0)];
	const struct cvg_affine *b = &f->of[cvg_op_of(f->fn, i, 1)];
	int64_t n, least, most;

	if (!is_number(b, &n) || n < !mask)
		return cvg_affine_unknown();
	if (cvg_affine_bounds(f, a, &least, &most) && least >= 0 &&
	    (mask ? !(n & (n + 1)) && most <= n : most < n))
		return *a;
	return cvg_affine_range(0, mask ? n : n - 1);
}

/* An index is sign-extended to the pointer's width. */
static struct cvg_affine at_element(const struct cvg_rowfinder *f, uint32_t i)
{
	const struct cvg_inst *inst = &f->fn->insts[i];
	int64_t stride = cvg_row_stride(f->fn, inst->access), least, most;
	const struct cvg_affine *p, *by;
	uint32_t index, bits;

	if (inst->nops != 2 || !stride)
		return cvg_affine_unknown();
	index = cvg_op_of(f->fn, i, 1);
	p = &f->of[cvg_op_of(f->fn, i, 0)];
	by = &f->of[index];
	bits = bits_of(f->fn, index);
	if (!bits || bits > 64)
		return cvg_affine_unknown();
	if (bits < 64 && (!cvg_affine_bounds(f, by, &least, &most) ||
			  least < -(INT64_C(1) << (bits - 1)) ||
			  most >= INT64_C(1) << (bits - 1)))
		return cvg_affine_unknown();
	return cvg_affine_add(p, by, stride);
}

/* Bits that are not in both: a sum. */
static bool is_disjoint(const struct cvg_inst *inst)
{
	return inst->text && strstr(inst->text, "or disjoint ");
}

struct cvg_affine cvg_row_value(const struct cvg_rowfinder *f, uint32_t i)
{
	const struct cvg_inst *inst = &f->fn->insts[i];
	enum cvg_typekind kind = f->fn->types[inst->type].kind;
	const struct cvg_affine *a = NULL, *b = NULL;
	uint32_t base = f->base[cvg_inst_value(f->fn, i)];

	if (kind != CVG_TYPE_INT && kind != CVG_TYPE_POINTER)
		return cvg_affine_unknown();
	if (inst->op == CVG_OP_CALL &&
	    (base == CVG_BASE_PACKET || base == CVG_BASE_IMPLICIT))
		return cvg_affine_range(0, 0);
	if (inst->nops)
		a = &f->of[cvg_op_of(f->fn, i, 0)];
	if (inst->nops > 1)
		b = &f->of[cvg_op_of(f->fn, i, 1)];
	switch ((int)inst->op) {
	case CVG_OP_ADD:
	case CVG_OP_SUB:
		return cvg_affine_add(a, b, inst->op == CVG_OP_ADD ? 1 : -1);
	case CVG_OP_OR:
		return is_disjoint(inst) ? cvg_affine_add(a, b, 1)
					 : cvg_affine_unknown();
	case CVG_OP_MUL:
		return product(a, b);
	case CVG_OP_SHL:
		return shifted(a, b);
	case CVG_OP_AND:
	case CVG_OP_UREM:
		return below(f, i, inst->op == CVG_OP_AND);
	case CVG_OP_TRUNC:
	case CVG_OP_FREEZE:
	case CVG_OP_ADDRSPACECAST:
	case CVG_OP_BITCAST:
		return *a;
	case CVG_OP_ZEXT:
	case CVG_OP_SEXT:
		return extended(f, i, inst->op == CVG_OP_SEXT);
	case CVG_OP_SELECT:
		return cvg_affine_join(b, &f->of[cvg_op_of(f->fn, i, 2)]);
	case CVG_OP_GEP:
		return at_element(f, i);
	case CVG_OP_LOAD:
		return of_load(f, i);
	case CVG_OP_CALL:
		return of_call(f, i);
	}
	return cvg_affine_unknown();
}
