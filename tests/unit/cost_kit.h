/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * A snapshot of one block with every type there is, made by hand, for the
 * tests of the cost table.
 */
#ifndef CVG_TEST_COST_KIT_H
#define CVG_TEST_COST_KIT_H

#include "reconverge/cost.h"
#include "reconverge/graph.h"

#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include "tests/unit/unit.h"

enum {
	VOID,
	I1,
	I8,
	I16,
	I32,
	I64,
	I128,
	I_HUGE,
	F16,
	F32,
	F64,
	V4F32,
	V4I16,
	V3F16,
	V4I64,
	FLAT, /* pointers by address space */
	GLOBAL,
	SHARED, /* 32 bits on AMDGPU */
	CONSTANT,
	PRIVATE,
	NTYPES
};

#define SCALAR(k, b, t) \
	{.kind = (k), .bits = (b), .lanes = 1, .element = CVG_NONE, .text = (t)}
#define VECTOR(n, e, b, t)        \
	{.kind = CVG_TYPE_VECTOR, \
	 .bits = (b),             \
	 .lanes = (n),            \
	 .element = (e),          \
	 .text = (t)}
#define POINTER(space, b, t)       \
	{.kind = CVG_TYPE_POINTER, \
	 .bits = (b),              \
	 .lanes = 1,               \
	 .element = CVG_NONE,      \
	 .addrspace = (space),     \
	 .text = (t)}

static const struct cvg_type all_types[NTYPES] = {
	[VOID] = SCALAR(CVG_TYPE_VOID, 0, "void"),
	[I1] = SCALAR(CVG_TYPE_INT, 1, "i1"),
	[I8] = SCALAR(CVG_TYPE_INT, 8, "i8"),
	[I16] = SCALAR(CVG_TYPE_INT, 16, "i16"),
	[I32] = SCALAR(CVG_TYPE_INT, 32, "i32"),
	[I64] = SCALAR(CVG_TYPE_INT, 64, "i64"),
	[I128] = SCALAR(CVG_TYPE_INT, 128, "i128"),
	[I_HUGE] = SCALAR(CVG_TYPE_INT, 8388607, "i8388607"),
	[F16] = SCALAR(CVG_TYPE_FLOAT, 16, "half"),
	[F32] = SCALAR(CVG_TYPE_FLOAT, 32, "float"),
	[F64] = SCALAR(CVG_TYPE_FLOAT, 64, "double"),
	[V4F32] = VECTOR(4, F32, 128, "<4 x float>"),
	[V4I16] = VECTOR(4, I16, 64, "<4 x i16>"),
	[V3F16] = VECTOR(3, F16, 48, "<3 x half>"),
	[V4I64] = VECTOR(4, I64, 256, "<4 x i64>"),
	[FLAT] = POINTER(0, 64, "ptr"),
	[GLOBAL] = POINTER(1, 64, "ptr addrspace(1)"),
	[SHARED] = POINTER(3, 32, "ptr addrspace(3)"),
	[CONSTANT] = POINTER(4, 64, "ptr addrspace(4)"),
	[PRIVATE] = POINTER(5, 32, "ptr addrspace(5)"),
};

#define MAX_INSTS  16
#define MAX_OPS	   4
#define MAX_VALUES 128
/* Values that are neither arguments nor instructions. */
#define CONST_AT (NTYPES + MAX_INSTS)

/*
 * One argument of every type (value id: the type), then up to MAX_INSTS
 * instructions (unused places are unreachable), then constants.
 */
struct maker {
	struct cvg_fn fn;
	struct cvg_type types[NTYPES];
	struct cvg_value values[MAX_VALUES];
	struct cvg_inst insts[MAX_INSTS];
	uint32_t ops[MAX_INSTS * MAX_OPS];
	struct cvg_block block;
	uint32_t nconsts;
};

static inline void maker_init(struct maker *m, enum cvg_target target,
			      const char *cpu)
{
	memset(m, 0, sizeof(*m));
	memcpy(m->types, all_types, sizeof(all_types));
	for (uint32_t v = 0; v < NTYPES; v++)
		m->values[v] = (struct cvg_value){
			.kind = CVG_VALUE_ARG, .type = v, .text = "%a"};
	m->fn = (struct cvg_fn){.name = "f",
				.target = target,
				.cpu = cpu,
				.nargs = NTYPES,
				.nblocks = 1,
				.nvalues = CONST_AT,
				.ntypes = NTYPES,
				.blocks = &m->block,
				.insts = m->insts,
				.values = m->values,
				.types = m->types,
				.ops = m->ops};
}

/* A constant of that type, or a function of that name. */
static inline uint32_t add_value(struct maker *m, enum cvg_valuekind kind,
				 uint32_t type, uint64_t bits, const char *text)
{
	uint32_t v = CONST_AT + m->nconsts++;

	assert_true(v < MAX_VALUES);
	m->values[v] = (struct cvg_value){.kind = kind,
					  .type = type,
					  .flags = CVG_V_INT64,
					  .bits = bits,
					  .text = text};
	m->fn.nvalues = v + 1;
	return v;
}

static inline uint32_t add_inst(struct maker *m, enum cvg_op op, uint32_t type,
				uint32_t nops, const uint32_t *ops)
{
	uint32_t i = m->fn.ninsts++;

	assert_true(i < MAX_INSTS && nops <= MAX_OPS);
	m->insts[i] = (struct cvg_inst){.op = op,
					.type = type,
					.ops_at = i * MAX_OPS,
					.nops = nops,
					.callee = CVG_NONE,
					.access = CVG_NONE,
					.spot = CVG_NONE};
	for (uint32_t k = 0; k < nops; k++)
		m->ops[i * MAX_OPS + k] = ops[k];
	m->values[NTYPES + i] = (struct cvg_value){
		.kind = CVG_VALUE_INST, .type = type, .text = "%v"};
	m->block.ninsts = m->fn.ninsts;
	return i;
}

/* op a, a: both operands of the result's type. */
static inline uint32_t cost_binary(struct maker *m, enum cvg_op op,
				   uint32_t type)
{
	return cvg_cost_inst(
		&m->fn, add_inst(m, op, type, 2, (uint32_t[]){type, type}));
}

static inline uint32_t cost_unary(struct maker *m, enum cvg_op op,
				  uint32_t from, uint32_t to)
{
	return cvg_cost_inst(&m->fn, add_inst(m, op, to, 1, &from));
}

static inline uint32_t add_access(struct maker *m, enum cvg_op op,
				  uint32_t type, uint32_t pointer)
{
	bool store = op == CVG_OP_STORE;
	uint32_t i = add_inst(m, op, store ? VOID : type, store ? 2 : 1,
			      store ? (uint32_t[]){type, pointer}
				    : (uint32_t[]){pointer});

	m->insts[i].access = type;
	m->insts[i].addrspace = m->types[pointer].addrspace;
	return i;
}

static inline uint32_t cost_access(struct maker *m, enum cvg_op op,
				   uint32_t type, uint32_t pointer)
{
	return cvg_cost_inst(&m->fn, add_access(m, op, type, pointer));
}

static inline uint32_t add_call(struct maker *m, const char *callee,
				uint32_t type, uint32_t nops,
				const uint32_t *ops)
{
	uint32_t f = add_value(m, CVG_VALUE_FUNCTION, FLAT, 0, callee);
	uint32_t i = add_inst(m, CVG_OP_CALL, type, nops, ops);

	m->insts[i].callee = f;
	return i;
}

static inline uint32_t cost_call(struct maker *m, const char *callee,
				 uint32_t type)
{
	return cvg_cost_inst(&m->fn, add_call(m, callee, type, 1, &type));
}

#endif
