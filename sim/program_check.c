/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Invariants of a program: every ref names a slot or a constant of the kind
 * that its operation reads, no result is an operand of its own operation,
 * every list and every range of operations is where it should be.
 */
#include "reconverge/graph.h"
#include "reconverge/program.h"
#include "reconverge/ucodes.h"

#include <inttypes.h>

struct check {
	const struct cvg_program *program;
	const struct cvg_ufn *fn;
	const struct cvg_uop *uop;
	const char *wrong;
};

/* ---- what operations take -------------------------------------------- */

/* What the code takes as result, a, b and c, as uops.def writes it. */
static const char *pattern_of(enum cvg_ucode code)
{
	static const char *const takes[CVG_NUCODES] = {
#define UOP(id, text, nops, takes, what) [CVG_U_##id] = takes,
#include "reconverge/uops.def"
#undef UOP
	};

	return takes[code];
}

/* ---- refs ------------------------------------------------------------ */

static bool wrong(struct check *c, const char *what)
{
	if (!c->wrong)
		c->wrong = what;
	return false;
}

/* The kind of the slot or constant that a ref names; false: it names neither. */
static bool kind_of(struct check *c, uint32_t ref, enum cvg_kind *kind)
{
	uint32_t i = ref & ~CVG_REF_CONST;

	if (ref == CVG_NONE)
		return wrong(c, "an operand is missing");
	if (ref & CVG_REF_CONST) {
		if (i >= c->program->nconsts)
			return wrong(
				c,
				"an operand is a constant that does not exist");
		*kind = c->program->consts[i].kind;
		return true;
	}
	if (i >= c->fn->nslots)
		return wrong(c, "an operand is a slot that does not exist");
	*kind = (enum cvg_kind)c->fn->slot_kind[i];
	return true;
}

/* May a row of kind a be read as one of kind b? Elements of the same size may. */
static bool fits(enum cvg_kind a, enum cvg_kind b)
{
	return cvg_kind_bytes(a) == cvg_kind_bytes(b) &&
	       (a == CVG_K_BIT) == (b == CVG_K_BIT);
}

static bool check_ref(struct check *c, uint32_t ref, enum cvg_kind want)
{
	enum cvg_kind kind;

	if (!kind_of(c, ref, &kind))
		return false;
	return fits(kind, want) || wrong(c, "an operand is of the wrong kind");
}

static bool check_pointer(struct check *c, uint32_t ref)
{
	enum cvg_kind kind;

	if (!kind_of(c, ref, &kind))
		return false;
	return kind == CVG_K_I32 || kind == CVG_K_I64 ||
	       wrong(c, "an operand that must be an address is not one");
}

static bool check_by(struct check *c, uint32_t ref, char how)
{
	if (how >= 'A' && how <= 'Z') {
		if (ref == CVG_NONE)
			return true;
		how = (char)(how - 'A' + 'a');
	}
	switch (how) {
	case 'k':
		return check_ref(c, ref, (enum cvg_kind)c->uop->kind);
	case '2':
		return check_ref(c, ref, (enum cvg_kind)c->uop->kind2);
	case 'b':
		return check_ref(c, ref, CVG_K_BIT);
	case 'p':
		return check_pointer(c, ref);
	case 'l':
		return check_ref(c, ref, CVG_K_I64);
	case 'i':
		return check_ref(c, ref, CVG_K_I32);
	case '8':
		return check_ref(c, ref, CVG_K_I8);
	default:
		return true;
	}
}

/* ---- operations ------------------------------------------------------ */

static bool check_list(struct check *c, uint64_t at, uint64_t n)
{
	return at + n <= c->fn->nlists ||
	       wrong(c, "a list ends behind the function's lists");
}

static bool check_rebits(struct check *c)
{
	const struct cvg_uop *uop = c->uop;
	const uint32_t *list = c->fn->lists + uop->imm;
	uint64_t from, to;

	if (!check_list(c, uop->imm, 2) ||
	    !check_list(c, uop->imm, 2 + list[0]))
		return false;
	from = uop->width ? uop->width
	       : uop->kind == CVG_K_BIT
		       ? 1
		       : 8 * cvg_kind_bytes((enum cvg_kind)uop->kind);
	to = uop->n ? uop->n
	     : uop->kind2 == CVG_K_BIT
		     ? 1
		     : 8 * cvg_kind_bytes((enum cvg_kind)uop->kind2);
	if (from * list[0] != to * list[1 + list[0]])
		return wrong(c, "the operation changes the number of bits");
	for (uint32_t k = 0; k < list[0]; k++)
		if (!check_ref(c, list[1 + k], (enum cvg_kind)uop->kind))
			return false;
	for (uint32_t k = 0; k < list[1 + list[0]]; k++) {
		if (!check_ref(c, uop->dst + k, (enum cvg_kind)uop->kind2))
			return false;
		for (uint32_t i = 0; i < list[0]; i++)
			if (list[1 + i] == uop->dst + k)
				return wrong(c,
					     "the result is an operand, too");
	}
	return true;
}

static bool check_call(struct check *c)
{
	const struct cvg_uop *uop = c->uop;
	const struct cvg_ufn *to;
	uint32_t at = 0;

	if (uop->imm >= c->program->nfns)
		return wrong(c, "the callee does not exist");
	to = &c->program->fns[uop->imm];
	if (!check_list(c, uop->a, uop->n))
		return false;
	for (uint32_t i = 0; i < to->nparams; i++) {
		for (uint32_t k = 0; k < to->params[i].nslots; k++, at++) {
			uint32_t slot = to->params[i].slot + k;

			if (at >= uop->n)
				return wrong(c,
					     "the call has too few arguments");
			if (!check_ref(c, c->fn->lists[uop->a + at],
				       (enum cvg_kind)to->slot_kind[slot]))
				return false;
		}
	}
	if (at != uop->n)
		return wrong(c, "the call has too many arguments");
	if (to->nresults && uop->dst != CVG_NONE &&
	    uop->dst + to->nresults > c->fn->nslots)
		return wrong(c, "the result has no slots");
	return true;
}

static bool check_shared(struct check *c)
{
	const struct cvg_uop *uop = c->uop;

	if (uop->dst == CVG_NONE || uop->code == CVG_U_MOV)
		return true;
	if (uop->dst == uop->a && pattern_of(uop->code)[1] != '-')
		return wrong(c, "the result is an operand, too");
	if (uop->dst == uop->b && pattern_of(uop->code)[2] != '-')
		return wrong(c, "the result is an operand, too");
	if (uop->dst == uop->c && pattern_of(uop->code)[3] != '-')
		return wrong(c, "the result is an operand, too");
	return true;
}

static bool check_op(struct check *c)
{
	const struct cvg_uop *uop = c->uop;
	const char *pattern = pattern_of(uop->code);

	if (uop->code >= CVG_NUCODES || uop->kind >= CVG_NKINDS)
		return wrong(c, "the operation does not exist");
	if (uop->inst != CVG_NONE && uop->inst >= c->fn->fn->ninsts)
		return wrong(c, "the instruction does not exist");
	if (uop->code == CVG_U_REBITS)
		return check_rebits(c);
	if (uop->code == CVG_U_CALL)
		return check_call(c);
	if (uop->code == CVG_U_ICALL)
		return check_list(c, uop->b, uop->n) &&
		       check_by(c, uop->a, pattern[1]);
	if (uop->dst != CVG_NONE && uop->dst >= c->fn->nslots)
		return wrong(c, "the result is a slot that does not exist");
	return check_by(c, uop->dst, pattern[0]) &&
	       check_by(c, uop->a, pattern[1]) &&
	       check_by(c, uop->b, pattern[2]) &&
	       check_by(c, uop->c, pattern[3]) && check_shared(c);
}

/* ---- blocks ---------------------------------------------------------- */

static bool check_range(struct check *c, uint32_t at, uint32_t n)
{
	if ((uint64_t)at + n > c->fn->nuops)
		return wrong(c, "the block's operations do not exist");
	for (uint32_t i = at; i < at + n; i++) {
		c->uop = &c->fn->uops[i];
		if (!check_op(c))
			return false;
	}
	c->uop = NULL;
	return true;
}

static bool check_end(struct check *c, uint32_t b)
{
	const struct cvg_ublock *ub = &c->fn->blocks[b];

	switch (ub->term) {
	case CVG_T_BRANCH:
		return check_ref(c, ub->ref, CVG_K_BIT);
	case CVG_T_SWITCH:
		return check_ref(c, ub->ref, (enum cvg_kind)ub->kind);
	case CVG_T_INDIRECT:
		return check_pointer(c, ub->ref);
	case CVG_T_RETURN:
		if (ub->nlist != c->fn->nresults)
			return wrong(c, "the return has another number of "
					"results than the function");
		return check_list(c, ub->list_at, ub->nlist);
	case CVG_T_JUMP:
	case CVG_T_UNREACHABLE:
		return true;
	}
	return wrong(c, "the block's end is of no known kind");
}

static bool check_edges(struct check *c, uint32_t b)
{
	const struct cvg_block *block = &c->fn->fn->blocks[b];
	const struct cvg_ublock *ub = &c->fn->blocks[b];

	for (uint32_t k = 0; k < block->nsuccs; k++) {
		const struct cvg_uedge *e = &c->fn->edges[block->succs_at + k];

		if (!check_range(c, e->uop_at, e->nuops))
			return false;
		if (ub->term == CVG_T_SWITCH && k > 0 &&
		    (!(e->case_ref & CVG_REF_CONST) ||
		     !check_ref(c, e->case_ref, (enum cvg_kind)ub->kind)))
			return wrong(c, "a case value is not a constant");
	}
	return true;
}

static bool check_function(struct check *c)
{
	for (uint32_t b = 0; b < c->fn->fn->nblocks; b++)
		if (!check_range(c, c->fn->blocks[b].uop_at,
				 c->fn->blocks[b].nuops) ||
		    !check_end(c, b) || !check_edges(c, b))
			return false;
	return true;
}

bool cvg_program_check(const struct cvg_program *program, struct cvg_err *err)
{
	struct check c = {.program = program};
	struct cvg_str text = {0};

	for (uint32_t i = 0; i < program->nfns; i++) {
		c.fn = &program->fns[i];
		if (check_function(&c))
			continue;
		if (c.uop)
			cvg_uop_print(&text, program, c.fn, c.uop);
		cvg_fail(err, "@%s, instruction %" PRIu32 ": %s: %s",
			 c.fn->name, c.uop ? c.uop->inst : CVG_NONE, c.wrong,
			 cvg_str_of(&text));
		cvg_str_done(&text);
		return false;
	}
	return true;
}
