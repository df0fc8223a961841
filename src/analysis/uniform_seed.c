/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Where divergence starts and where it ends, by the target alone: the rules
 * of LLVM's target descriptions for AMDGPU and NVPTX. What a call of an
 * intrinsic gives stands in divergence.def.
 */
#include "uniform.h"

#include <stdlib.h>
#include <string.h>

enum fact {
	DEFAULT,
	SOURCE,
	UNIFORM,
	TID_X,
	TID_Y,
	TID_Z,
	REGISTER,
	SCRATCH,
	MASK
};

static const struct row {
	enum cvg_target target;
	const char *name;
	uint32_t since;
	enum fact fact;
} rows[] = {
#define DIVERGENCE(t, n, s, f) \
	{.target = CVG_##t, .name = n, .since = s, .fact = f},
#include "divergence.def"
#undef DIVERGENCE
};

/* Address spaces, by target. */
enum { FLAT = 0, AMDGPU_PRIVATE = 5, NVPTX_LOCAL = 5 };

/* ---- intrinsics -------------------------------------------------------- */

/* What is looked for: the first n bytes of a name, for one target. */
struct key {
	enum cvg_target target;
	const char *name;
	size_t n;
};

static int compare(const void *k, const void *r)
{
	const struct key *key = k;
	const struct row *row = r;
	int c;

	if (key->target != row->target)
		return key->target < row->target ? -1 : 1;
	c = strncmp(key->name, row->name, key->n);
	return c ? c : row->name[key->n] ? -1 : 0;
}

static enum fact look_up(enum cvg_target target, uint32_t llvm_major,
			 const char *name)
{
	struct key key = {.target = target, .name = name, .n = strlen(name)};

	while (key.n) {
		const struct row *r =
			bsearch(&key, rows, sizeof rows / sizeof *rows,
				sizeof *rows, compare);

		if (r && r->since <= llvm_major)
			return r->fact;
		while (key.n && name[--key.n] != '.')
			;
	}
	return SOURCE; /* no intrinsic: who knows what it returns */
}

static enum fact fact_of_callee(struct cvg_seeds *s, uint32_t inst)
{
	uint32_t v = s->fn->insts[inst].callee;
	const char *name = cvg_inst_callee(s->fn, inst);

	if (!name)
		return SOURCE;
	if (!s->fact[v])
		s->fact[v] = (uint8_t)(1 + look_up(s->fn->target, s->llvm_major,
						   name));
	return (enum fact)(s->fact[v] - 1);
}

/* ---- the shape of the thread block ------------------------------------- */

static bool power_of_2(uint32_t n)
{
	return n && !(n & (n - 1));
}

/*
 * Threads are numbered x first, so a warp takes a slice of one row if rows
 * are a power of two long, or if there is one row only. LLVM before 22 knew
 * the second case alone.
 */
static void init_shape(struct cvg_seeds *s)
{
	const uint32_t *size = s->fn->reqd_work_group;
	bool known = size[0] && size[1] && size[2];
	bool one_row = known && size[1] == 1 && size[2] == 1;

	while ((UINT32_C(2) << s->log2_warp) <= s->fn->warp)
		s->log2_warp++;
	s->x_splits_evenly = one_row;
	if (s->llvm_major < 22 || !known)
		return;
	s->x_splits_evenly |= power_of_2(size[0]);
	s->yz_uniform =
		one_row || (power_of_2(size[0]) && size[0] >= s->fn->warp);
}

/* A thread id in dimension 1 (y) or 2 (z). */
static enum cvg_seed row_or_layer(const struct cvg_seeds *s, uint32_t dimension)
{
	if (s->llvm_major >= 22 &&
	    (s->yz_uniform || s->fn->reqd_work_group[dimension] == 1))
		return CVG_SEED_DEFAULT;
	return CVG_SEED_SOURCE;
}

static uint32_t trailing_zeros(uint64_t bits)
{
	return bits ? (uint32_t)__builtin_ctzll(bits) : 64;
}

static bool is_number(const struct cvg_fn *fn, uint32_t v)
{
	return fn->values[v].flags & CVG_V_INT64;
}

/* At least so many low bits of v are zero. Follows one operand only. */
static uint32_t known_zeros(const struct cvg_fn *fn, uint32_t v)
{
	uint32_t shifted = 0, best = 0;

	for (unsigned depth = 0; depth < 6; depth++) {
		uint32_t i = cvg_value_inst(fn, v), op = CVG_OP_OTHER, c;

		if (is_number(fn, v))
			return shifted + trailing_zeros(fn->values[v].bits);
		if (i != CVG_NONE)
			op = fn->insts[i].op;
		if (op == CVG_OP_ZEXT || op == CVG_OP_SEXT) {
			v = cvg_op_of(fn, i, 0);
			continue;
		}
		if (op != CVG_OP_SHL && op != CVG_OP_MUL && op != CVG_OP_AND)
			break;
		c = cvg_op_of(fn, i, 1);
		if (!is_number(fn, c))
			break;
		if (op == CVG_OP_SHL)
			shifted += (uint32_t)fn->values[c].bits;
		else if (op == CVG_OP_MUL)
			shifted += trailing_zeros(fn->values[c].bits);
		else if (shifted + trailing_zeros(fn->values[c].bits) > best)
			best = shifted + trailing_zeros(fn->values[c].bits);
		v = cvg_op_of(fn, i, 0);
	}
	return shifted > best ? shifted : best;
}

static bool is_thread_id_x(struct cvg_seeds *s, uint32_t v)
{
	uint32_t i = cvg_value_inst(s->fn, v);

	return i != CVG_NONE && s->fn->insts[i].op == CVG_OP_CALL &&
	       fact_of_callee(s, i) == TID_X;
}

/* The number of the warp in its row: x shifted or masked. */
static enum cvg_seed part_of_thread_id(struct cvg_seeds *s, uint32_t inst)
{
	const struct cvg_fn *fn = s->fn;
	uint32_t a = cvg_op_of(fn, inst, 0), b = cvg_op_of(fn, inst, 1);
	bool whole_warps;

	if (!s->x_splits_evenly)
		return CVG_SEED_DEFAULT;
	if (fn->insts[inst].op == CVG_OP_AND) {
		whole_warps = (is_thread_id_x(s, a) &&
			       known_zeros(fn, b) >= s->log2_warp) ||
			      (is_thread_id_x(s, b) &&
			       known_zeros(fn, a) >= s->log2_warp);
	} else {
		whole_warps = is_thread_id_x(s, a) && is_number(fn, b) &&
			      fn->values[b].bits >= s->log2_warp;
	}
	return whole_warps ? CVG_SEED_UNIFORM : CVG_SEED_DEFAULT;
}

/* ---- single instructions ----------------------------------------------- */

static uint32_t address_space(const struct cvg_fn *fn, uint32_t v)
{
	return fn->types[fn->values[v].type].addrspace;
}

/*
 * Scratch memory has the same private addresses in every lane; seen as flat
 * memory that all lanes can reach, the addresses differ.
 */
static enum cvg_seed scratch_cast(const struct cvg_seeds *s, uint32_t inst)
{
	const struct cvg_fn *fn = s->fn;

	if (s->reachable_scratch && fn->insts[inst].nops > 0 &&
	    address_space(fn, cvg_op_of(fn, inst, 0)) == AMDGPU_PRIVATE &&
	    fn->types[fn->insts[inst].type].addrspace == FLAT)
		return CVG_SEED_SOURCE;
	return CVG_SEED_DEFAULT;
}

/* llvm.read_register: vector registers are v0, v1, ... and a0, a1, ... */
static enum cvg_seed named_register(const struct cvg_fn *fn, uint32_t inst)
{
	const struct cvg_inst *in = &fn->insts[inst];
	const char *name =
		in->nops ? fn->values[cvg_op_of(fn, inst, 0)].text : NULL;

	if (!name || fn->types[in->type].bits == 1)
		return CVG_SEED_SOURCE;
	if (strncmp(name, "vcc", 3) == 0 || !name[0])
		return CVG_SEED_DEFAULT;
	return name[0] == 'v' || name[0] == 'a' ? CVG_SEED_SOURCE
						: CVG_SEED_DEFAULT;
}

static enum cvg_seed amdgpu_call(struct cvg_seeds *s, uint32_t inst)
{
	const struct cvg_fn *fn = s->fn;
	uint32_t v = fn->insts[inst].callee;

	if (v != CVG_NONE && fn->values[v].kind == CVG_VALUE_ASM)
		return cvg_asm_divergent(fn, inst, CVG_NONE, CVG_NONE)
			       ? CVG_SEED_SOURCE
			       : CVG_SEED_UNIFORM;
	switch (fact_of_callee(s, inst)) {
	case DEFAULT:
		return CVG_SEED_DEFAULT;
	case SOURCE:
	case TID_X:
	case MASK:
		return CVG_SEED_SOURCE;
	case UNIFORM:
		return CVG_SEED_UNIFORM;
	case TID_Y:
		return row_or_layer(s, 1);
	case TID_Z:
		return row_or_layer(s, 2);
	case REGISTER:
		return named_register(fn, inst);
	case SCRATCH:
		return scratch_cast(s, inst);
	}
	return CVG_SEED_SOURCE;
}

/* Some calls return several things of which only some are divergent. */
static enum cvg_seed amdgpu_extract(struct cvg_seeds *s, uint32_t inst)
{
	const struct cvg_fn *fn = s->fn;
	const struct cvg_inst *in = &fn->insts[inst];
	uint32_t call = cvg_value_inst(fn, cvg_op_of(fn, inst, 0)), v;

	if (call == CVG_NONE || fn->insts[call].op != CVG_OP_CALL ||
	    in->index == CVG_NONE)
		return CVG_SEED_DEFAULT;
	v = fn->insts[call].callee;
	if (v != CVG_NONE && fn->values[v].kind == CVG_VALUE_ASM)
		return cvg_asm_divergent(fn, call, in->index, in->type)
			       ? CVG_SEED_DEFAULT
			       : CVG_SEED_UNIFORM;
	return fact_of_callee(s, call) == MASK && in->index == 1
		       ? CVG_SEED_UNIFORM
		       : CVG_SEED_DEFAULT;
}

static enum cvg_seed amdgpu_seed(struct cvg_seeds *s, uint32_t inst)
{
	const struct cvg_inst *in = &s->fn->insts[inst];

	if (in->op == CVG_OP_LOAD)
		return in->addrspace == AMDGPU_PRIVATE || in->addrspace == FLAT
			       ? CVG_SEED_SOURCE
			       : CVG_SEED_DEFAULT;
	if (in->op == CVG_OP_ATOMICRMW || in->op == CVG_OP_CMPXCHG)
		return CVG_SEED_SOURCE;
	if (in->op == CVG_OP_CALL)
		return amdgpu_call(s, inst);
	if (in->op == CVG_OP_EXTRACTVALUE)
		return amdgpu_extract(s, inst);
	if (in->op == CVG_OP_ADDRSPACECAST)
		return scratch_cast(s, inst);
	if (in->op == CVG_OP_LSHR || in->op == CVG_OP_ASHR ||
	    in->op == CVG_OP_AND)
		return part_of_thread_id(s, inst);
	return CVG_SEED_DEFAULT;
}

static enum cvg_seed nvptx_seed(struct cvg_seeds *s, uint32_t inst)
{
	const struct cvg_inst *in = &s->fn->insts[inst];
	bool source = in->op == CVG_OP_FENCE || in->op == CVG_OP_ATOMICRMW ||
		      in->op == CVG_OP_CMPXCHG;

	if (in->op == CVG_OP_LOAD)
		source = in->addrspace == FLAT || in->addrspace == NVPTX_LOCAL;
	else if (in->op == CVG_OP_STORE)
		source = in->flags & CVG_I_ATOMIC;
	else if (in->op == CVG_OP_CALL)
		source = fact_of_callee(s, inst) == SOURCE;
	return source ? CVG_SEED_SOURCE : CVG_SEED_DEFAULT;
}

/* ---- outside ------------------------------------------------------------ */

enum cvg_seed cvg_seed_of(struct cvg_seeds *s, uint32_t inst)
{
	switch (s->fn->target) {
	case CVG_AMDGPU:
		return amdgpu_seed(s, inst);
	case CVG_NVPTX:
		return nvptx_seed(s, inst);
	}
	return CVG_SEED_SOURCE;
}

/* Arguments of a kernel are the same for all its threads. */
bool cvg_seed_argument(const struct cvg_seeds *s, uint32_t arg)
{
	if (s->fn->kind == CVG_FN_KERNEL)
		return false;
	return s->fn->target == CVG_NVPTX ||
	       !(s->fn->values[arg].flags & CVG_V_INREG);
}

bool cvg_seed_single_lane(const struct cvg_fn *fn)
{
	const char *size;

	if (fn->target != CVG_AMDGPU)
		return false;
	if (fn->reqd_work_group[0])
		return fn->reqd_work_group[0] == 1 &&
		       fn->reqd_work_group[1] == 1 &&
		       fn->reqd_work_group[2] == 1;
	size = cvg_fn_attr(fn, "amdgpu-flat-work-group-size");
	return size && strcmp(size, "1,1") == 0;
}

void cvg_seeds_init(struct cvg_seeds *s, const struct cvg_fn *fn)
{
	const char *features = cvg_fn_attr(fn, "target-features");

	*s = (struct cvg_seeds){
		.fn = fn,
		.llvm_major = fn->llvm_major ? fn->llvm_major : 22,
		.fact = cvg_calloc(fn->nvalues + 1, 1),
	};
	s->reachable_scratch =
		(fn->cpu && strncmp(fn->cpu, "gfx125", 6) == 0) ||
		(features && strstr(features, "+globally-addressable-scratch"));
	init_shape(s);
}

void cvg_seeds_done(struct cvg_seeds *s)
{
	free(s->fact);
}
