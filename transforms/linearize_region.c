/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * One region: the new edges, then every value and phi that crosses them.
 */
#include "linearize.h"

#include <assert.h>
#include <stdlib.h>

/* ---- values used outside their unit ---------------------------------- */

struct use {
	LLVMValueRef user;
	unsigned operand;
	uint32_t node; /* where it is wanted; nnodes: behind the exit */
};

struct uses {
	struct use *at;
	size_t n;
	size_t cap;
};

/* The node at whose start the operand is wanted; CVG_NONE: in `unit`. */
static uint32_t node_of_use(const struct linearizer *z, LLVMValueRef user,
			    unsigned operand, uint32_t unit)
{
	LLVMBasicBlockRef at = cvg_inst_is_phi(user)
				       ? LLVMGetIncomingBlock(user, operand)
				       : LLVMGetInstructionParent(user);
	uint32_t b = cvg_ptrmap_get(&z->id_of, at);

	if (b == CVG_NONE)
		return z->r->nnodes;
	if (z->plan->unit_of[b] == unit)
		return CVG_NONE;
	return z->node_of[z->plan->unit_of[b]];
}

enum { MANY = 8 }; /* operands; who has more is numbered */

static void add_use(const struct linearizer *z, struct uses *out,
		    LLVMValueRef user, unsigned operand, uint32_t unit)
{
	struct use u = {user, operand, node_of_use(z, user, operand, unit)};

	if (u.node != CVG_NONE)
		cvg_push(out, u);
}

/*
 * Which operand is that use? A phi may have thousands, each a value that is
 * asked for its uses; no user gets or loses operands while values spread.
 */
static unsigned operand_of(struct linearizer *z, LLVMValueRef user, unsigned n,
			   LLVMUseRef use)
{
	if (cvg_ptrmap_get(&z->numbered, user) == CVG_NONE) {
		cvg_ptrmap_put(&z->numbered, user, 1);
		for (unsigned k = 0; k < n; k++)
			cvg_ptrmap_put(&z->number_of,
				       LLVMGetOperandUse(user, k), k);
	}
	return cvg_ptrmap_get(&z->number_of, use);
}

static void find_uses(struct linearizer *z, LLVMValueRef value, uint32_t unit,
		      struct uses *out)
{
	LLVMUseRef use = LLVMGetFirstUse(value);
	struct cvg_ptrmap seen = {0};

	out->n = 0;
	for (; use; use = LLVMGetNextUse(use)) {
		LLVMValueRef user = LLVMGetUser(use);
		unsigned n = (unsigned)LLVMGetNumOperands(user);

		if (n > MANY) {
			add_use(z, out, user, operand_of(z, user, n, use),
				unit);
			continue;
		}
		if (cvg_ptrmap_get(&seen, user) != CVG_NONE)
			continue;
		cvg_ptrmap_put(&seen, user, 1);
		for (unsigned k = 0; k < n; k++)
			if (LLVMGetOperand(user, k) == value)
				add_use(z, out, user, k, unit);
	}
	cvg_ptrmap_done(&seen);
}

static void spread_value(struct linearizer *z, uint32_t inst, uint32_t unit,
			 struct uses *uses)
{
	LLVMValueRef value = z->ids->insts[inst];
	struct lin_var var = {.kind = LIN_VALUE,
			      .unit = unit,
			      .type = LLVMTypeOf(value),
			      .value = value,
			      .carried = CVG_NONE};

	find_uses(z, value, unit, uses);
	if (!uses->n)
		return;
	var.carried = cvg_lin_carried(z, inst);
	cvg_lin_begin(z, &var);
	for (size_t k = 0; k < uses->n; k++)
		LLVMSetOperand(uses->at[k].user, uses->at[k].operand,
			       cvg_lin_read(z, uses->at[k].node));
}

static void spread_values(struct linearizer *z)
{
	struct uses uses = {0};

	for (uint32_t k = 0; k < z->r->nblocks; k++) {
		uint32_t b = z->r->block[k];
		const struct cvg_block *block = &z->fn->blocks[b];

		for (uint32_t i = 0; i < block->ninsts; i++) {
			uint32_t inst = block->inst_at + i;

			if (z->fn->insts[inst].nusers)
				spread_value(z, inst, z->plan->unit_of[b],
					     &uses);
		}
	}
	free(uses.at);
}

/* ---- phis at units' entries and at the exit -------------------------- */

static bool is_inner(const struct linearizer *z, LLVMBasicBlockRef block,
		     uint32_t unit)
{
	uint32_t b = cvg_ptrmap_get(&z->id_of, block);

	return b != CVG_NONE && z->plan->unit_of[b] == unit;
}

/* Does the phi's entry from that block stay: not one of the region's edges? */
static bool stays(const struct linearizer *z, LLVMBasicBlockRef block,
		  uint32_t unit)
{
	if (unit < z->r->nunits)
		return is_inner(z, block, unit) && !z->r->unit[unit].again;
	return cvg_ptrmap_get(&z->id_of, block) == CVG_NONE;
}

static void rebuild_phi(struct linearizer *z, LLVMValueRef phi, uint32_t unit,
			uint32_t node)
{
	struct lin_var var = {.kind = LIN_PHI,
			      .unit = unit,
			      .type = LLVMTypeOf(phi),
			      .carried = CVG_NONE};
	struct cvg_incomings old = {0}, in = {0};
	LLVMValueRef made;

	cvg_phi_read(phi, &old);
	for (size_t k = 0; k < old.n; k++) {
		if (stays(z, old.at[k].block, unit)) {
			cvg_push(&in, old.at[k]);
			continue;
		}
		cvg_ptrmap_put(&var.given_of, old.at[k].block,
			       (uint32_t)var.given.n);
		cvg_push(&var.given, old.at[k]);
	}
	cvg_lin_begin(z, &var);
	cvg_lin_read_edges(z, node, &in);
	for (size_t k = 0; k < in.n; k++)
		if (!in.at[k].value)
			in.at[k].value = phi;
	if (in.n == 1 && in.at[0].value != phi) {
		LLVMReplaceAllUsesWith(phi, in.at[0].value);
		LLVMInstructionEraseFromParent(phi);
	} else {
		made = cvg_phi_rebuild(phi, in.at, in.n);
		assert(made);
		(void)made;
	}
	free(old.at);
	free(in.at);
	free(var.given.at);
	cvg_ptrmap_done(&var.given_of);
}

static uint32_t count_phis(LLVMBasicBlockRef block)
{
	LLVMValueRef inst = LLVMGetFirstInstruction(block);
	uint32_t n = 0;

	for (; cvg_inst_is_phi(inst); inst = LLVMGetNextInstruction(inst))
		n++;
	return n;
}

/* The n phis a block began with; those made since stand before them. */
static void rebuild_phis(struct linearizer *z, LLVMBasicBlockRef block,
			 uint32_t n, uint32_t unit, uint32_t node)
{
	LLVMValueRef *phi = cvg_calloc(n + 1, sizeof *phi);
	LLVMValueRef next = LLVMGetFirstInstruction(block);

	for (uint32_t made = count_phis(block) - n; made; made--)
		next = LLVMGetNextInstruction(next);
	for (uint32_t k = 0; k < n; k++) {
		phi[k] = next;
		next = LLVMGetNextInstruction(next);
	}
	for (uint32_t k = 0; k < n; k++)
		rebuild_phi(z, phi[k], unit, node);
	free(phi);
}

/* ---- one region ------------------------------------------------------ */

static void note_blocks(struct linearizer *z)
{
	for (uint32_t k = 0; k < z->r->nblocks; k++)
		cvg_ptrmap_put(&z->id_of, z->ids->blocks[z->r->block[k]],
			       z->r->block[k]);
	for (uint32_t k = 0; k < z->r->ndead; k++)
		cvg_ptrmap_put(&z->id_of, z->ids->blocks[z->r->dead[k]],
			       z->r->dead[k]);
}

static void note_loops(struct linearizer *z)
{
	z->head_of = cvg_alloc((z->r->nnodes + 1) * sizeof *z->head_of);
	z->merged_of = cvg_alloc((z->r->nunits + 1) * sizeof *z->merged_of);
	for (uint32_t k = 0; k <= z->r->nnodes; k++)
		z->head_of[k] = CVG_NONE;
	for (uint32_t u = 0; u < z->r->nunits; u++)
		z->merged_of[u] = CVG_NONE;
	for (uint32_t k = 0; k < z->r->nloops; k++) {
		const struct cvg_linloop *loop = &z->r->loop[k];

		z->head_of[loop->node] = k;
		if (loop->merged && !z->seen)
			z->seen = cvg_calloc(z->fn->nblocks, sizeof *z->seen);
		for (uint32_t u = loop->first; loop->merged && u < loop->end;
		     u++)
			z->merged_of[u] = k;
	}
}

/* The node with the edges into a unit's block. */
static uint32_t start_of(const struct linearizer *z, uint32_t unit)
{
	uint32_t node = z->node_of[unit];

	return node && z->r->node[node - 1].open ? node - 1 : node;
}

static void linearizer_done(struct linearizer *z)
{
	for (size_t k = 0; k < z->leave.n; k++)
		free(z->leave.at[k].label);
	for (uint32_t k = 0; k <= z->r->nnodes; k++)
		free(z->in[k].at);
	free(z->leave.at);
	free(z->by_to);
	free(z->in);
	free(z->block);
	free(z->asked);
	free(z->node_of);
	free(z->known);
	free(z->touched.at);
	free(z->open.at);
	free(z->head_of);
	free(z->merged_of);
	free(z->seen);
	free(z->walk.at);
	free(z->queue.at);
	free(z->others.at);
	cvg_ptrmap_done(&z->made);
	cvg_ptrmap_done(&z->numbered);
	cvg_ptrmap_done(&z->number_of);
	cvg_ptrmap_done(&z->id_of);
	LLVMDisposeBuilder(z->b);
}

void cvg_lin_region(struct cvg_module *m, uint32_t f,
		    const struct cvg_live_ids *ids,
		    const struct cvg_linplan *plan, uint32_t region,
		    struct cvg_ptrmap *ends)
{
	const struct cvg_linregion *r = &plan->at[region];
	uint32_t nphis = 0;
	struct linearizer z = {.m = m,
			       .f = f,
			       .fn = plan->fn,
			       .ids = ids,
			       .plan = plan,
			       .r = r,
			       .region = region};

	z.b = LLVMCreateBuilderInContext(m->context);
	z.function = cvg_live_function(m, f);
	z.word = LLVMInt32TypeInContext(m->context);
	z.block = cvg_calloc(r->nnodes + 1, sizeof *z.block);
	z.asked = cvg_calloc(r->nnodes + 1, sizeof *z.asked);
	z.node_of = cvg_calloc(r->nunits + 1, sizeof *z.node_of);
	z.in = cvg_calloc(r->nnodes + 1, sizeof *z.in);
	z.known = cvg_calloc(r->nnodes + 1, sizeof *z.known);
	note_blocks(&z);
	note_loops(&z);
	if (r->exit != CVG_NONE) /* an earlier region may have made some */
		nphis = count_phis(ids->blocks[r->exit]);
	cvg_lin_connect(&z);
	if (z.returns)
		nphis = count_phis(z.exit);
	cvg_lin_test(&z);
	spread_values(&z);
	for (uint32_t u = 0; u < r->nunits; u++)
		rebuild_phis(&z, ids->blocks[r->unit[u].entry],
			     plan->fn->blocks[r->unit[u].entry].nphis, u,
			     start_of(&z, u));
	rebuild_phis(&z, z.exit, nphis, r->nunits, r->nnodes);
	cvg_lin_merge_phis(&z);
	for (size_t k = 0; k < z.leave.n && ends; k++)
		cvg_ptrmap_put(ends, z.leave.at[k].at, 1);
	assert(r->new_blocks + z.returns <= 2 * r->nblocks);
	linearizer_done(&z);
}
