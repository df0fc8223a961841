/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The functions of both sides: where paths are cut, and which slots are live. */
#include "private.h"

#include "reconverge/ucodes.h"

#include <stdlib.h>
#include <string.h>

/* ---- operands -------------------------------------------------------- */

static const char *takes(uint32_t code)
{
	static const char *const all[CVG_NUCODES] = {
#define UOP(id, text, nops, takes, what) [CVG_U_##id] = takes,
#include "reconverge/uops.def"
#undef UOP
	};

	return all[code];
}

static void push_list(const struct cvg_ufn *ufn, uint64_t at, uint32_t n,
		      struct cvg_u32s *out)
{
	for (uint32_t i = 0; i < n; i++)
		cvg_push(out, ufn->lists[at + i]);
}

/* Operands that no field a, b, c holds. */
static void push_others(const struct cvg_ufn *ufn, const struct cvg_uop *u,
			struct cvg_u32s *out)
{
	switch (u->code) {
	case CVG_U_REBITS:
		push_list(ufn, u->imm + 1, ufn->lists[u->imm], out);
		break;
	case CVG_U_CALL:
		push_list(ufn, u->a, u->n, out);
		break;
	case CVG_U_ICALL:
		push_list(ufn, u->b, u->n, out);
		break;
	case CVG_U_STRIDED:
		cvg_push(out, (uint32_t)u->imm);
		break;
	case CVG_U_LOAD:
	case CVG_U_STORE:
		if (u->flags & CVG_UF_GUARD)
			cvg_push(out, (uint32_t)u->imm);
		break;
	case CVG_U_WARP:
		if (u->n >= CVG_W_SHFL_IDX && u->n <= CVG_W_SHFL_OK)
			cvg_push(out, (uint32_t)u->imm);
		if ((u->n == CVG_W_PERMLANE16 || u->n == CVG_W_PERMLANEX16) &&
		    !(u->imm & 3))
			cvg_push(out, (uint32_t)(u->imm >> 32));
		break;
	}
}

void cvg_code_reads(const struct cvg_ufn *ufn, const struct cvg_uop *u,
		    struct cvg_u32s *out)
{
	const char *pattern = takes(u->code);
	const uint32_t refs[3] = {u->a, u->b, u->c};

	for (int i = 0; i < 3; i++) {
		if (pattern[i + 1] != '-')
			cvg_push(out, refs[i]);
	}
	if (u->code == CVG_U_FAULT && !u->imm)
		out->n--;
	push_others(ufn, u, out);
}

uint32_t cvg_code_writes(const struct code *code, const struct cvg_uop *u)
{
	if (u->dst == CVG_NONE)
		return 0;
	switch (u->code) {
	case CVG_U_CALL:
		return code->program->fns[u->imm].nresults;
	case CVG_U_ICALL:
		return u->c;
	case CVG_U_REBITS:
		return code->ufn->lists[u->imm + 1 + code->ufn->lists[u->imm]];
	}
	return 1;
}

/* ---- order ----------------------------------------------------------- */

struct visit {
	uint32_t block, next;
};

/* Reverse postorder; blocks to which an edge leads back are cut. */
static void find_order(struct code *code)
{
	uint32_t n = code->fn->nblocks, at = n;
	uint8_t *seen = cvg_calloc(n, 1); /* 1: open, 2: done */
	cvg_vec(struct visit) stack = {0};
	struct visit v = {0, 0};

	cvg_push(&stack, v);
	seen[0] = 1;
	while (stack.n) {
		struct visit *top = &stack.at[stack.n - 1];
		const struct cvg_block *b = &code->fn->blocks[top->block];

		if (top->next == b->nsuccs) {
			seen[top->block] = 2;
			code->order[--at] = top->block;
			stack.n--;
			continue;
		}
		v.block = code->fn->succs[b->succs_at + top->next++];
		if (seen[v.block] == 1)
			code->cut[v.block] = true;
		if (seen[v.block])
			continue;
		seen[v.block] = 1;
		cvg_push(&stack, v);
	}
	code->norder = n - at;
	memmove(code->order, code->order + at,
		code->norder * sizeof *code->order);
	for (uint32_t i = 0; i < n; i++)
		code->place[i] = CVG_NONE;
	for (uint32_t i = 0; i < code->norder; i++)
		code->place[code->order[i]] = i;
	free(stack.at);
	free(seen);
}

/* ---- live slots ------------------------------------------------------ */

static void set(uint64_t *bits, uint32_t i, bool to)
{
	if (to)
		bits[i / 64] |= UINT64_C(1) << i % 64;
	else
		bits[i / 64] &= ~(UINT64_C(1) << i % 64);
}

static void reads(uint64_t *bits, const uint32_t *refs, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		if (!(refs[i] & CVG_REF_CONST))
			set(bits, refs[i], true);
	}
}

/* Backwards over n operations. */
static void over(const struct code *code, uint64_t *bits, uint32_t at,
		 uint32_t n)
{
	struct cvg_u32s refs = {0};

	while (n--) {
		const struct cvg_uop *u = &code->ufn->uops[at + n];
		uint32_t written = cvg_code_writes(code, u);

		for (uint32_t i = 0; i < written; i++)
			set(bits, u->dst + i, false);
		refs.n = 0;
		cvg_code_reads(code->ufn, u, &refs);
		reads(bits, refs.at, refs.n);
	}
	free(refs.at);
}

/* The slots that are live at the begin of a block. */
static void live_at(const struct code *code, uint32_t b, uint64_t *bits,
		    uint64_t *edge)
{
	const struct cvg_ublock *ub = &code->ufn->blocks[b];
	const struct cvg_block *block = &code->fn->blocks[b];

	memset(bits, 0, code->words * sizeof *bits);
	for (uint32_t k = 0; k < block->nsuccs; k++) {
		const struct cvg_uedge *e =
			&code->ufn->edges[block->succs_at + k];
		uint32_t to = code->fn->succs[block->succs_at + k];

		memcpy(edge, code->live + (size_t)to * code->words,
		       code->words * sizeof *edge);
		over(code, edge, e->uop_at, e->nuops);
		for (uint32_t w = 0; w < code->words; w++)
			bits[w] |= edge[w];
	}
	reads(bits, &ub->ref, 1);
	if (ub->term == CVG_T_RETURN)
		reads(bits, code->ufn->lists + ub->list_at, ub->nlist);
	over(code, bits, ub->uop_at, ub->nuops);
}

static void find_live(struct code *code)
{
	size_t bytes = code->words * sizeof *code->live;
	uint64_t *bits = cvg_calloc(code->words, sizeof *bits);
	uint64_t *edge = cvg_calloc(code->words, sizeof *edge);
	bool changed = true;

	while (changed) {
		changed = false;
		for (uint32_t i = code->norder; i--;) {
			uint32_t b = code->order[i];
			uint64_t *was = code->live + (size_t)b * code->words;

			live_at(code, b, bits, edge);
			if (!memcmp(was, bits, bytes))
				continue;
			memcpy(was, bits, bytes);
			changed = true;
		}
	}
	free(bits);
	free(edge);
}

bool cvg_code_live(const struct code *code, uint32_t block, uint32_t slot)
{
	return code->live[(size_t)block * code->words + slot / 64] >>
		       slot % 64 &
	       1;
}

void cvg_code_init(struct code *code, const struct cvg_program *program,
		   uint32_t fn)
{
	const struct cvg_ufn *ufn = &program->fns[fn];
	uint32_t n = ufn->fn->nblocks;

	*code = (struct code){.program = program, .ufn = ufn, .fn = ufn->fn};
	code->cut = cvg_calloc(n, sizeof *code->cut);
	code->order = cvg_calloc(n, sizeof *code->order);
	code->place = cvg_calloc(n, sizeof *code->place);
	code->words = ufn->nslots / 64 + 1;
	code->live = cvg_calloc((size_t)n * code->words, sizeof *code->live);
	find_order(code);
	find_live(code);
}

void cvg_code_done(struct code *code)
{
	free(code->cut);
	free(code->order);
	free(code->place);
	free(code->live);
}

/* ---- cuts ------------------------------------------------------------ */

bool cvg_code_is_partner(const struct code *other, uint32_t b,
			 const struct code *code, uint32_t block)
{
	uint32_t uid = other->fn->blocks[b].uid;
	const struct cvg_block *here = &code->fn->blocks[block];

	if (here->uid == uid)
		return true;
	for (uint32_t i = 0; i < here->norigins; i++) {
		if (code->fn->origins[here->origins_at + i] == uid)
			return true;
	}
	return false;
}

static bool has_partner(const struct code *code, uint32_t b,
			const struct code *other)
{
	for (uint32_t i = 0; i < other->fn->nblocks; i++) {
		if (other->fn->blocks[i].uid == code->fn->blocks[b].uid &&
		    other->place[i] != CVG_NONE)
			return true;
	}
	return false;
}

/* The last place to which an edge leads from the first `at` blocks in order. */
static uint32_t reached(const struct code *code, uint32_t at, uint32_t furthest)
{
	cvg_foreach_succ (code->fn, code->order[at], s) {
		if (code->place[*s] > furthest)
			furthest = code->place[*s];
	}
	return furthest;
}

/* How many paths lead to block b from where paths begin. */
static uint64_t paths_to(const struct code *code, uint32_t b,
			 const uint64_t *paths)
{
	uint64_t sum = 0;

	cvg_foreach_pred (code->fn, b, p) {
		if (code->place[*p] < code->place[b])
			sum += paths[*p];
	}
	return sum < 1000000 ? sum : 1000000;
}

void cvg_code_cut(struct code *code, const struct code *other, uint32_t most,
		  bool narrow)
{
	uint64_t *paths = cvg_calloc(code->fn->nblocks, sizeof *paths);
	uint32_t furthest = 0;

	for (uint32_t i = 0; i < code->norder; i++) {
		uint32_t b = code->order[i];

		paths[b] = i ? paths_to(code, b, paths) : 1;
		if (i && paths[b] > most && !code->cut[b] &&
		    (!narrow || furthest <= i) && has_partner(code, b, other))
			code->cut[b] = true;
		if (code->cut[b])
			paths[b] = 1;
		furthest = reached(code, i, furthest);
	}
	free(paths);
}

bool cvg_code_loops(const struct code *code, uint32_t block)
{
	bool *seen = cvg_calloc(code->fn->nblocks, sizeof *seen);
	struct cvg_u32s stack = {0};
	bool found = false;

	cvg_push(&stack, block);
	while (stack.n && !found) {
		uint32_t at = stack.at[--stack.n];

		cvg_foreach_succ (code->fn, at, s) {
			found = found || *s == block;
			if (!seen[*s])
				cvg_push(&stack, *s);
			seen[*s] = true;
		}
	}
	free(stack.at);
	free(seen);
	return found;
}

/* ---- convergence ----------------------------------------------------- */

static bool is_together(const struct cvg_uop *u)
{
	switch (u->code) {
	case CVG_U_WARP:
	case CVG_U_BARRIER:
	case CVG_U_BARRIER_COUNT:
	case CVG_U_COLLECT:
	case CVG_U_ICALL:
		return true;
	case CVG_U_SREG:
		return u->n == CVG_S_EXEC;
	}
	return false;
}

static bool mark(const struct cvg_program *program, uint32_t fn, bool *seen)
{
	const struct cvg_ufn *ufn = &program->fns[fn];

	if (seen[fn])
		return false;
	seen[fn] = true;
	for (uint32_t i = 0; i < ufn->nuops; i++) {
		const struct cvg_uop *u = &ufn->uops[i];

		if (is_together(u) || (u->code == CVG_U_CALL &&
				       mark(program, (uint32_t)u->imm, seen)))
			return true;
	}
	return false;
}

bool cvg_code_is_convergent(const struct cvg_program *program, uint32_t fn)
{
	bool *seen = cvg_calloc(program->nfns, sizeof *seen);
	bool is = mark(program, fn, seen);

	free(seen);
	return is;
}
