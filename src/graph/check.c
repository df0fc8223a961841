/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The checker of a snapshot's invariants (graph.h states them): ids are in
 * range, rows follow each other without gaps, and what cvg_fn_finish computes
 * agrees with what it is computed from.
 */
#include "reconverge/graph.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static_assert(CVG_OP_OTHERTERM + 1 == CVG_OP_PHI,
	      "opcodes.def lists the terminators before phi");

static bool is_terminator(enum cvg_op op)
{
	return op < CVG_OP_PHI;
}

static bool check_types(const struct cvg_fn *fn, struct cvg_err *err)
{
	for (uint32_t t = 0; t < fn->ntypes; t++) {
		const struct cvg_type *type = &fn->types[t];

		if (!type->text)
			return cvg_fail(err, "type %u has no text", t);
		if ((type->kind == CVG_TYPE_VECTOR) !=
		    (type->element != CVG_NONE))
			return cvg_fail(err,
					"type %u: only a vector, and every "
					"vector, has an element type",
					t);
		if (type->element != CVG_NONE && type->element >= fn->ntypes)
			return cvg_fail(err,
					"type %u: the id of its element type "
					"is out of range",
					t);
	}
	return true;
}

static bool check_values(const struct cvg_fn *fn, struct cvg_err *err)
{
	uint32_t named = fn->nargs + fn->ninsts;

	if (fn->nvalues < named)
		return cvg_fail(err, "there are fewer values than arguments "
				     "and instructions");
	for (uint32_t v = 0; v < fn->nvalues; v++) {
		const struct cvg_value *value = &fn->values[v];

		if ((v < fn->nargs) != (value->kind == CVG_VALUE_ARG))
			return cvg_fail(err,
					"value %u: its kind says argument, its "
					"id does not, or the reverse",
					v);
		if ((v >= fn->nargs && v < named) !=
		    (value->kind == CVG_VALUE_INST))
			return cvg_fail(err,
					"value %u: its kind says instruction, "
					"its id does not, or the reverse",
					v);
		if (value->type >= fn->ntypes)
			return cvg_fail(
				err,
				"value %u: the id of its type is out of range",
				v);
		if (v >= named && !value->text)
			return cvg_fail(err, "value %u has no text", v);
	}
	return true;
}

/* A block's row of instructions: phis, then others, then one terminator. */
static bool check_block_insts(const struct cvg_fn *fn, uint32_t b,
			      struct cvg_err *err)
{
	const struct cvg_block *block = &fn->blocks[b];

	if (!block->ninsts || block->nphis >= block->ninsts)
		return cvg_fail(err, "block %u has no terminator", b);
	for (uint32_t k = 0; k < block->ninsts; k++) {
		const struct cvg_inst *in = &fn->insts[block->inst_at + k];

		if (in->block != b)
			return cvg_fail(err,
					"instruction %u stands in the row of "
					"block %u but names another block",
					block->inst_at + k, b);
		if ((in->op == CVG_OP_PHI) != (k < block->nphis))
			return cvg_fail(err,
					"block %u: the phis are not its first "
					"instructions",
					b);
		if (is_terminator(in->op) != (k == block->ninsts - 1))
			return cvg_fail(err,
					"block %u: a terminator is not its "
					"last instruction, or the last is none",
					b);
	}
	return true;
}

static bool check_blocks(const struct cvg_fn *fn, struct cvg_err *err)
{
	uint32_t inst_at = 0;
	uint32_t succs_at = 0;

	if (!fn->nblocks)
		return cvg_fail(err, "the function has no blocks");
	for (uint32_t b = 0; b < fn->nblocks; b++) {
		const struct cvg_block *block = &fn->blocks[b];

		if (!block->name)
			return cvg_fail(err, "block %u has no name", b);
		if (block->inst_at != inst_at || block->succs_at != succs_at)
			return cvg_fail(err,
					"block %u: its rows do not begin where "
					"those of the block before end",
					b);
		inst_at += block->ninsts;
		succs_at += block->nsuccs;
		if (inst_at > fn->ninsts)
			return cvg_fail(
				err,
				"block %u: its instructions are out of range",
				b);
		if (!check_block_insts(fn, b, err))
			return false;
	}
	if (inst_at != fn->ninsts)
		return cvg_fail(
			err,
			"there are instructions after those of the last block");
	return true;
}

/* What is wrong with the instruction by itself, or NULL. */
static const char *fault_of_inst(const struct cvg_fn *fn, uint32_t i)
{
	const struct cvg_inst *in = &fn->insts[i];

	if (in->op >= CVG_NOPS || in->type >= fn->ntypes)
		return "its opcode or type is out of range";
	if (in->type != fn->values[cvg_inst_value(fn, i)].type)
		return "its type differs from that of its value";
	if (in->access != CVG_NONE && in->access >= fn->ntypes)
		return "the type that it accesses is out of range";
	if (in->callee != CVG_NONE && in->callee >= fn->nvalues)
		return "its callee is out of range";
	if (in->spot != CVG_NONE && in->spot >= fn->nspots)
		return "its place in the source is out of range";
	return NULL;
}

static const char *fault_of_operands(const struct cvg_fn *fn,
				     const struct cvg_inst *in)
{
	bool phi = in->op == CVG_OP_PHI;

	for (uint32_t k = in->ops_at; k < in->ops_at + in->nops; k++) {
		if (fn->ops[k] >= fn->nvalues)
			return "an operand is out of range";
		if (phi ? fn->incoming[k] >= fn->nblocks
			: fn->incoming[k] != CVG_NONE)
			return "an incoming block is out of range, or it is no "
			       "phi and has one";
	}
	return NULL;
}

static bool check_insts(const struct cvg_fn *fn, struct cvg_err *err)
{
	uint32_t ops_at = 0;

	for (uint32_t i = 0; i < fn->ninsts; i++) {
		const struct cvg_inst *in = &fn->insts[i];
		const char *fault = fault_of_inst(fn, i);

		if (!fault && in->ops_at != ops_at)
			fault = "its operands do not begin where those of the "
				"instruction before end";
		if (!fault)
			fault = fault_of_operands(fn, in);
		if (fault)
			return cvg_fail(err, "instruction %u: %s", i, fault);
		ops_at += in->nops;
	}
	return true;
}

static bool check_edges(const struct cvg_fn *fn, struct cvg_err *err)
{
	for (uint32_t b = 0; b < fn->nblocks; b++) {
		const struct cvg_block *block = &fn->blocks[b];
		enum cvg_op op = cvg_block_terminator(fn, b)->op;

		for (uint32_t e = 0; e < block->nsuccs; e++) {
			uint32_t value = fn->succ_case[block->succs_at + e];

			if (fn->succs[block->succs_at + e] >= fn->nblocks)
				return cvg_fail(
					err,
					"block %u: a successor is out of range",
					b);
			if ((value != CVG_NONE) != (op == CVG_OP_SWITCH && e))
				return cvg_fail(
					err,
					"block %u: a case value is missing, or "
					"stands where no case is",
					b);
			if (value != CVG_NONE && value >= fn->nvalues)
				return cvg_fail(err,
						"block %u: a case value is out "
						"of range",
						b);
		}
		if (op == CVG_OP_BR && block->nsuccs != 1)
			return cvg_fail(err,
					"block %u: an unconditional branch "
					"needs one successor",
					b);
		if (op == CVG_OP_CONDBR && block->nsuccs != 2)
			return cvg_fail(err,
					"block %u: a conditional branch needs "
					"two successors",
					b);
	}
	return true;
}

/* preds[] holds every edge of succs[] once, by target, then by source. */
static bool check_preds(const struct cvg_fn *fn, struct cvg_err *err)
{
	uint32_t *seen = cvg_calloc(fn->nblocks, sizeof *seen);
	uint32_t at = 0;
	bool ok = true;

	for (uint32_t b = 0; b < fn->nblocks && ok; b++) {
		ok = fn->blocks[b].preds_at == at;
		at += fn->blocks[b].npreds;
	}
	ok = ok && at == cvg_fn_nedges(fn);
	for (uint32_t b = 0; b < fn->nblocks && ok; b++) {
		cvg_foreach_succ (fn, b, s) {
			const struct cvg_block *to = &fn->blocks[*s];

			ok = ok && seen[*s] < to->npreds &&
			     fn->preds[to->preds_at + seen[*s]] == b;
			seen[*s]++;
		}
	}
	free(seen);
	if (!ok)
		return cvg_fail(err, "the lists of predecessors and successors "
				     "do not agree");
	return !fn->blocks[0].npreds ||
	       cvg_fail(err, "an edge leads to the entry block");
}

static int by_number(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *)a;
	uint32_t y = *(const uint32_t *)b;

	return (x > y) - (x < y);
}

/* A phi has one operand for each edge into its block. */
static bool check_phis(const struct cvg_fn *fn, struct cvg_err *err)
{
	struct cvg_u32s from = {0};
	bool ok = true;

	for (uint32_t i = 0; i < fn->ninsts && ok; i++) {
		const struct cvg_inst *in = &fn->insts[i];
		const struct cvg_block *block = &fn->blocks[in->block];

		if (in->op != CVG_OP_PHI)
			continue;
		from.n = 0;
		for (uint32_t k = 0; k < in->nops; k++)
			cvg_push(&from, fn->incoming[in->ops_at + k]);
		if (from.n)
			qsort(from.at, from.n, sizeof *from.at, by_number);
		ok = from.n == block->npreds &&
		     (!from.n || !memcmp(from.at, fn->preds + block->preds_at,
					 from.n * sizeof *from.at));
		if (!ok)
			cvg_fail(err,
				 "instruction %u: the incoming blocks of the "
				 "phi are not the predecessors of block %s",
				 i, block->name);
	}
	free(from.at);
	return ok;
}

/* A value's row of users[] has one entry for each operand that is the value
 * and one for each call of it, ascending by instruction. */
static bool check_users(const struct cvg_fn *fn, struct cvg_err *err)
{
	uint32_t *next = cvg_calloc(fn->nvalues + 1, sizeof *next);
	bool ok = fn->value_users_at[0] == 0;

	for (uint32_t v = 0; v < fn->nvalues; v++) {
		ok = ok && fn->value_users_at[v] <= fn->value_users_at[v + 1];
		next[v] = fn->value_users_at[v];
	}
	for (uint32_t i = 0; i < fn->ninsts && ok; i++) {
		const struct cvg_inst *in = &fn->insts[i];

		for (uint32_t k = 0; k <= in->nops && ok; k++) {
			uint32_t v = k < in->nops ? fn->ops[in->ops_at + k]
						  : in->callee;

			if (v == CVG_NONE)
				continue;
			ok = next[v] < fn->value_users_at[v + 1] &&
			     fn->users[next[v]] == i;
			next[v]++;
		}
	}
	for (uint32_t v = 0; v < fn->nvalues; v++)
		ok = ok && next[v] == fn->value_users_at[v + 1];
	for (uint32_t i = 0; i < fn->ninsts && ok; i++) {
		uint32_t v = cvg_inst_value(fn, i);

		ok = fn->insts[i].users_at == fn->value_users_at[v] &&
		     fn->insts[i].nusers ==
			     fn->value_users_at[v + 1] - fn->value_users_at[v];
	}
	free(next);
	return ok ||
	       cvg_fail(err, "the lists of users and operands do not agree");
}

bool cvg_fn_check(const struct cvg_fn *fn, struct cvg_err *err)
{
	return check_types(fn, err) && check_values(fn, err) &&
	       check_blocks(fn, err) && check_insts(fn, err) &&
	       check_edges(fn, err) && check_preds(fn, err) &&
	       check_phis(fn, err) && check_users(fn, err);
}
