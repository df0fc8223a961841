/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * From a decoded program to one that runs. Each operation is bound to the function
 * that does it, and its operands to places in memory. Each block gets its price
 * and its immediate post-dominator, each switch a sorted table of its cases.
 */
#include "sim/machine.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "reconverge/analysis.h"
#include "reconverge/cost.h"
#include "reconverge/graph.h"
#include "reconverge/ucodes.h"

#define ROW_ALIGN 32 /* bytes, as the functions of lanes.h expect */

/* The machine's own operation of a code; NULL: it is a loop over lanes. */
static cvg_machine_fn *machine_fn_of(const struct cvg_uop *uop)
{
	static cvg_machine_fn *const fns[CVG_NUCODES] = {
		[CVG_U_LOAD] = cvg_op_load,
		[CVG_U_STORE] = cvg_op_store,
		[CVG_U_ATOMIC] = cvg_op_atomic,
		[CVG_U_CMPXCHG] = cvg_op_cmpxchg,
		[CVG_U_STRIDED] = cvg_op_strided,
		[CVG_U_COPY] = cvg_op_copy,
		[CVG_U_FILL] = cvg_op_fill,
		[CVG_U_ALLOCA] = cvg_op_alloca,
		[CVG_U_LIFETIME] = cvg_op_lifetime,
		[CVG_U_ADDR] = cvg_op_addr,
		[CVG_U_SPACECAST] = cvg_op_spacecast,
		[CVG_U_IS_SPACE] = cvg_op_is_space,
		[CVG_U_ALLOC] = cvg_op_alloc,
		[CVG_U_FREE] = cvg_op_free,
		[CVG_U_SREG] = cvg_op_sreg,
		[CVG_U_WARP] = cvg_op_warp,
		[CVG_U_BARRIER] = cvg_op_barrier,
		[CVG_U_BARRIER_COUNT] = cvg_op_barrier_count,
		[CVG_U_COLLECT] = cvg_op_collect,
		[CVG_U_TOKEN] = cvg_op_token,
		[CVG_U_MEET] = cvg_op_meet,
		[CVG_U_CALL] = cvg_op_call,
		[CVG_U_ICALL] = cvg_op_icall,
		[CVG_U_EXIT] = cvg_op_exit,
		[CVG_U_FAULT] = cvg_op_fault,
		[CVG_U_NOP] = cvg_op_nop,
	};

	return fns[uop->code];
}

uint32_t cvg_uop_operands(const struct cvg_uop *uop)
{
	static const uint8_t n[CVG_NUCODES] = {
#define UOP(id, text, nops, takes, what) [CVG_U_##id] = (nops),
#include "reconverge/uops.def"
#undef UOP
	};

	return n[uop->code];
}

/* ---- operands -------------------------------------------------------- */

static struct cvg_at at_of(const struct cvg_sim *sim,
			   const struct cvg_code *code, uint32_t ref)
{
	uint32_t i = ref & ~CVG_REF_CONST;
	struct cvg_at at = {0, 0, 1};

	if (ref == CVG_NONE)
		i = sim->program->nconsts;
	else if (!(ref & CVG_REF_CONST))
		return (struct cvg_at){code->row[i], i, 0};
	at.row = sim->const_row[i];
	at.doubt = i;
	return at;
}

static uint8_t kind_of(const struct cvg_sim *sim, const struct cvg_code *code,
		       uint32_t ref)
{
	if (ref == CVG_NONE)
		return CVG_K_I64;
	if (ref & CVG_REF_CONST)
		return (uint8_t)sim->program->consts[ref & ~CVG_REF_CONST].kind;
	return code->ufn->slot_kind[ref];
}

static bool is_const(uint32_t ref)
{
	return ref != CVG_NONE && (ref & CVG_REF_CONST);
}

static void bind_op(const struct cvg_sim *sim, struct cvg_code *code,
		    struct cvg_bound *op, const struct cvg_uop *uop)
{
	uint32_t n = cvg_uop_operands(uop);
	uint32_t a = n > 0 ? uop->a : CVG_NONE;
	uint32_t b = n > 1 ? uop->b : CVG_NONE;
	uint32_t c = n > 2 ? uop->c : CVG_NONE;

	op->uop = uop;
	op->machine = machine_fn_of(uop);
	if (!op->machine)
		op->lane = cvg_lane_fn_of(uop);
	if (!op->machine && !op->lane)
		cvg_die("simulator: no %s of %s", "operation",
			cvg_kind_name((enum cvg_kind)uop->kind));
	op->a = at_of(sim, code, a);
	op->b = at_of(sim, code, b);
	op->c = at_of(sim, code, c);
	op->a_kind = kind_of(sim, code, a);
	op->b_kind = kind_of(sim, code, b);
	op->c_kind = kind_of(sim, code, c);
	op->const_a = is_const(a);
	op->const_b = is_const(b);
	op->merge = (uop->flags & CVG_UF_MERGE) != 0;
	if (uop->dst == CVG_NONE)
		return;
	op->dst = code->row[uop->dst];
	op->dst_doubt = uop->dst;
	op->dst_kind = code->ufn->slot_kind[uop->dst];
}

static void place_rows(const struct cvg_sim *sim, struct cvg_code *code)
{
	const struct cvg_ufn *ufn = code->ufn;
	uint32_t at = 0;

	for (uint32_t i = 0; i < ufn->nslots; i++) {
		uint32_t bytes = cvg_kind_row((enum cvg_kind)ufn->slot_kind[i],
					      sim->program->warp);

		code->row[i] = at;
		at += (bytes + ROW_ALIGN - 1) & ~(uint32_t)(ROW_ALIGN - 1);
	}
	code->rows_bytes = at;
}

/* ---- constants ------------------------------------------------------- */

static void make_consts(struct cvg_sim *sim)
{
	const struct cvg_program *program = sim->program;
	size_t at = 0;

	sim->const_row =
		cvg_arena_array(&sim->arena, uint32_t, program->nconsts + 1);
	sim->const_doubt = cvg_arena_array(&sim->arena, struct cvg_doubt,
					   program->nconsts + 1);
	for (uint32_t i = 0; i < program->nconsts; i++) {
		uint32_t bytes =
			cvg_kind_row(program->consts[i].kind, program->warp);

		sim->const_row[i] = (uint32_t)at;
		at += (bytes + ROW_ALIGN - 1) & ~(size_t)(ROW_ALIGN - 1);
		if (program->consts[i].poison)
			sim->const_doubt[i].poison = UINT64_MAX;
		if (program->consts[i].undef)
			sim->const_doubt[i].undef = UINT64_MAX;
	}
	/* A row of zeros, of any kind, stands for an operand that is missing. */
	sim->const_row[program->nconsts] = (uint32_t)at;
	at += 16 * CVG_MAX_LANES;
	sim->const_rows = aligned_alloc(CVG_ROW_ALIGN,
					(at + CVG_ROW_ALIGN - 1) &
						~(size_t)(CVG_ROW_ALIGN - 1));
	if (!sim->const_rows)
		cvg_die("out of memory");
	memset(sim->const_rows, 0, at);
	for (uint32_t i = 0; i < program->nconsts; i++) {
		uint64_t v[2] = {program->consts[i].lo, program->consts[i].hi};

		cvg_fill_row(sim->const_rows + sim->const_row[i],
			     program->consts[i].kind, v, program->warp);
	}
}

/* ---- blocks ---------------------------------------------------------- */

static int compare_cases(const void *x, const void *y)
{
	const struct cvg_case *a = x, *b = y;

	if (a->hi != b->hi)
		return a->hi < b->hi ? -1 : 1;
	if (a->lo != b->lo)
		return a->lo < b->lo ? -1 : 1;
	return 0;
}

/* Fill code->cases from `at` on with the cases of block b's switch, sorted. Returns
 * how many there are. */
static uint32_t sort_cases(const struct cvg_sim *sim, struct cvg_code *code,
			   uint32_t b, uint32_t at)
{
	const struct cvg_block *block = &code->ufn->fn->blocks[b];
	uint32_t n = 0;

	for (uint32_t k = 1; k < block->nsuccs; k++) {
		uint32_t e = block->succs_at + k;
		uint32_t ref = code->ufn->edges[e].case_ref;
		const struct cvg_const *value =
			&sim->program->consts[ref & ~CVG_REF_CONST];

		code->cases[at + n++] =
			(struct cvg_case){value->lo, value->hi, k};
	}
	qsort(code->cases + at, n, sizeof(*code->cases), compare_cases);
	return n;
}

/* Phis, debug records, lifetimes and assumptions stand for no instruction. */
bool cvg_is_issued(const struct cvg_fn *fn, uint32_t inst)
{
	const char *callee;

	if (fn->insts[inst].op == CVG_OP_PHI)
		return false;
	callee = cvg_inst_callee(fn, inst);
	return !callee || (strncmp(callee, "llvm.dbg.", 9) &&
			   strncmp(callee, "llvm.lifetime.", 14) &&
			   strcmp(callee, "llvm.assume"));
}

static void price_block(struct cvg_code *code, uint32_t b)
{
	const struct cvg_fn *fn = code->ufn->fn;
	const struct cvg_block *block = &fn->blocks[b];

	code->blocks[b].cycles = cvg_cost_block(fn, b);
	for (uint32_t i = 0; i < block->ninsts; i++)
		code->blocks[b].ninsts += cvg_is_issued(fn, block->inst_at + i);
}

static void bind_blocks(const struct cvg_sim *sim, struct cvg_code *code)
{
	const struct cvg_ufn *ufn = code->ufn;
	struct cvg_ana *ana = cvg_ana_new(ufn->fn);
	const uint32_t *joins = cvg_ana_joins(ana);
	uint32_t cases = 0;

	for (uint32_t b = 0; b < ufn->fn->nblocks; b++) {
		struct cvg_bblock *to = &code->blocks[b];

		to->op_at = ufn->blocks[b].uop_at;
		to->nops = ufn->blocks[b].nuops;
		to->join = joins[b];
		if (ufn->blocks[b].ref != CVG_NONE)
			to->cond = at_of(sim, code, ufn->blocks[b].ref);
		price_block(code, b);
		if (ufn->blocks[b].term == CVG_T_SWITCH) {
			to->case_at = cases;
			to->ncases = sort_cases(sim, code, b, cases);
			cases += to->ncases;
		}
	}
	cvg_ana_free(ana);
}

static void bind_edges(struct cvg_code *code)
{
	const struct cvg_ufn *ufn = code->ufn;

	for (uint32_t e = 0; e < cvg_fn_nedges(ufn->fn); e++) {
		code->edges[e].op_at = ufn->edges[e].uop_at;
		code->edges[e].nops = ufn->edges[e].nuops;
		code->edges[e].target = ufn->fn->succs[e];
	}
}

static bool of_all_blocks(const struct cvg_uop *uop)
{
	return uop->code == CVG_U_ALLOC || uop->code == CVG_U_FREE ||
	       uop->kind2 == CVG_SPACE_FLAT || uop->kind2 == CVG_SPACE_GLOBAL;
}

/* Can the result of a kernel with this operation depend on the order of its
 * threads? */
static bool tells_order(const struct cvg_ufn *ufn, const struct cvg_uop *uop)
{
	if (uop->code == CVG_U_ALLOC || uop->code == CVG_U_FREE)
		return true;
	if (uop->code != CVG_U_ATOMIC && uop->code != CVG_U_CMPXCHG)
		return false;
	if (uop->code == CVG_U_CMPXCHG || uop->inst == CVG_NONE ||
	    ufn->fn->insts[uop->inst].nusers)
		return true;
	return uop->n == CVG_A_XCHG || uop->n == CVG_A_NAND ||
	       uop->n >= CVG_A_FADD;
}

/* Can a thread see with this operation what another block has come to? */
static bool may_wait(const struct cvg_uop *uop)
{
	bool memory = uop->code == CVG_U_LOAD || uop->code == CVG_U_ATOMIC ||
		      uop->code == CVG_U_CMPXCHG;

	return memory && uop->flags & (CVG_UF_ATOMIC | CVG_UF_VOLATILE) &&
	       of_all_blocks(uop);
}

static void bind(struct cvg_sim *sim, struct cvg_code *code,
		 const struct cvg_ufn *ufn)
{
	uint32_t nedges = cvg_fn_nedges(ufn->fn);

	code->ufn = ufn;
	code->row = cvg_arena_array(&sim->arena, uint32_t, ufn->nslots);
	code->ops = cvg_arena_array(&sim->arena, struct cvg_bound, ufn->nuops);
	code->blocks = cvg_arena_array(&sim->arena, struct cvg_bblock,
				       ufn->fn->nblocks);
	code->edges = cvg_arena_array(&sim->arena, struct cvg_bedge, nedges);
	code->cases = cvg_arena_array(&sim->arena, struct cvg_case, nedges);
	place_rows(sim, code);
	for (uint32_t i = 0; i < ufn->nuops; i++) {
		bind_op(sim, code, &code->ops[i], &ufn->uops[i]);
		if (tells_order(ufn, &ufn->uops[i])) {
			sim->tells = true;
			sim->ordered |= of_all_blocks(&ufn->uops[i]);
		}
		sim->waits |= may_wait(&ufn->uops[i]);
	}
	bind_blocks(sim, code);
	bind_edges(code);
}

struct cvg_sim *cvg_sim_new(const struct cvg_program *program)
{
	struct cvg_sim *sim = cvg_calloc(1, sizeof(*sim));

	sim->program = program;
	sim->codes =
		cvg_arena_array(&sim->arena, struct cvg_code, program->nfns);
	make_consts(sim);
	for (uint32_t i = 0; i < program->nfns; i++)
		bind(sim, &sim->codes[i], &program->fns[i]);
	return sim;
}

bool cvg_sim_tells_order(const struct cvg_sim *sim)
{
	return sim->tells;
}

void cvg_sim_free(struct cvg_sim *take_s)
{
	if (!take_s)
		return;
	free(take_s->const_rows);
	cvg_arena_done(&take_s->arena);
	free(take_s);
}
