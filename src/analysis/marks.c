/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The marks of blocks and edges that every view of a function shows. */
#include "reconverge/analysis.h"
#include "reconverge/graph.h"
#include "reconverge/marks.h"

#include <string.h>

static const char *case_word(const struct cvg_fn *fn, uint32_t b, uint32_t k)
{
	uint32_t v = fn->succ_case[fn->blocks[b].succs_at + k];

	return v == CVG_NONE ? "default" : fn->values[v].text;
}

const char *cvg_edge_word(const struct cvg_fn *fn, uint32_t b, uint32_t k)
{
	enum cvg_op op = cvg_block_terminator(fn, b)->op;

	if (op == CVG_OP_CONDBR)
		return k ? "F" : "T";
	return op == CVG_OP_SWITCH ? case_word(fn, b, k) : "";
}

/* Is the instruction's name `stem`, or `stem` and a number? */
static bool is_named(const struct cvg_fn *fn, uint32_t inst, const char *stem)
{
	const char *name = fn->values[cvg_inst_value(fn, inst)].text;
	size_t n = strlen(stem);

	return name && !strncmp(name, stem, n) &&
	       !name[n + strspn(name + n, "0123456789")];
}

/*
 * The phi that a guard block tests, or CVG_NONE. It is known by the name that
 * linearization gives it: %lin.at holds the guard value, %lin.now one bit that
 * is true if the thread wants the guarded unit, %lin.past one bit that is true
 * if the thread is past it. A bit counts only if the block branches on it.
 */
static uint32_t guard_of(const struct cvg_fn *fn, uint32_t block)
{
	const struct cvg_block *bl = &fn->blocks[block];
	const struct cvg_inst *t = cvg_block_terminator(fn, block);

	for (uint32_t i = bl->inst_at; i < bl->inst_at + bl->nphis; i++) {
		if (is_named(fn, i, "%lin.at"))
			return i;
		if (t->op == CVG_OP_CONDBR &&
		    fn->ops[t->ops_at] == cvg_inst_value(fn, i) &&
		    (is_named(fn, i, "%lin.now") ||
		     is_named(fn, i, "%lin.past")))
			return i;
	}
	return CVG_NONE;
}

/* Append the numbers among which a chain of selects chooses, each select in the
 * last operand of the one before: "0|3". False: it may choose another value. */
static bool add_numbers(struct cvg_str *out, const struct cvg_fn *fn,
			uint32_t value)
{
	uint32_t i = cvg_value_inst(fn, value);

	while (i != CVG_NONE && fn->insts[i].op == CVG_OP_SELECT) {
		cvg_str_addf(out, "%s|", fn->values[cvg_op_of(fn, i, 1)].text);
		value = cvg_op_of(fn, i, 2);
		i = cvg_value_inst(fn, value);
	}
	if (i != CVG_NONE)
		return false; /* the guard keeps its old value */
	cvg_str_add(out, fn->values[value].text);
	return true;
}

/* Append the text of a one-bit guard; `past`: the bit means the opposite. */
static void add_bit(struct cvg_str *out, const char *text, bool past)
{
	if (!strcmp(text, "true") || !strcmp(text, "false"))
		cvg_str_add(out, (*text == 't') != past ? "yes" : "no");
	else
		cvg_str_addf(out, "%s%s", past ? "not " : "", text);
}

bool cvg_add_edge_guard(struct cvg_str *out, const struct cvg_fn *fn,
			uint32_t b, uint32_t k)
{
	uint32_t phi = guard_of(fn, fn->succs[fn->blocks[b].succs_at + k]);
	uint32_t value = CVG_NONE;
	size_t before = out->n;

	if (phi == CVG_NONE)
		return false;
	for (uint32_t i = 0; i < fn->insts[phi].nops; i++)
		if (fn->incoming[fn->insts[phi].ops_at + i] == b)
			value = cvg_op_of(fn, phi, i);
	if (value == CVG_NONE || fn->values[value].kind == CVG_VALUE_UNDEF ||
	    !fn->values[value].text)
		return false;
	cvg_str_add(out, "guard=");
	if (!is_named(fn, phi, "%lin.at")) {
		add_bit(out, fn->values[value].text,
			is_named(fn, phi, "%lin.past"));
		return true;
	}
	if (add_numbers(out, fn, value))
		return true;
	out->n = before;
	out->at[before] = '\0';
	return false;
}

bool cvg_leaves_apart(struct cvg_ana *ana, uint32_t b)
{
	const struct cvg_fn *fn = cvg_ana_fn(ana);
	const struct cvg_uniform *u = cvg_ana_uniform(ana);
	const struct cvg_cycles *cs = cvg_ana_cycles(ana);
	uint32_t c = cs->innermost[b];

	if (!cvg_bits_has(&u->divergent_term, b))
		return false;
	for (; c != CVG_NONE; c = cs->cycle[c].parent) {
		if (!cvg_bits_has(&u->divergent_exit, c))
			continue;
		cvg_foreach_succ (fn, b, s)
			if (!cvg_cycle_has(cs, c, *s))
				return true;
	}
	return false;
}

bool cvg_enters_irreducible(struct cvg_ana *ana, uint32_t b)
{
	const struct cvg_cycles *cs = cvg_ana_cycles(ana);

	for (uint32_t c = cs->innermost[b];
	     c != CVG_NONE && cvg_cycle_enters(cs, c, b);
	     c = cs->cycle[c].parent)
		if (!cs->cycle[c].reducible)
			return true;
	return false;
}

bool cvg_block_convergent(const struct cvg_fn *fn, uint32_t b)
{
	const struct cvg_block *bl = &fn->blocks[b];

	for (uint32_t i = bl->inst_at; i < bl->inst_at + bl->ninsts; i++)
		if (fn->insts[i].flags & CVG_I_CONVERGENT)
			return true;
	return false;
}
