/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Graph text notation: from draft to snapshot. What the text does not say is
 * filled in as LLVM would have it: types, flags, shapes, printed instructions.
 */
#include "parse.h"

#include "reconverge/target.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { VOID, I32, I1, PTR, NTYPES };

struct builder {
	const struct draft *draft;
	struct cvg_fn *fn;
	struct cvg_names others; /* constants, globals: value ids in order after
				    the instructions */
	struct cvg_names shapes;
	uint32_t *inst_of; /* [draft insts] instruction id in the snapshot */
	struct cvg_err *err;
};

static bool fail_at(struct builder *u, const struct draft_inst *in,
		    struct word w, const char *what)
{
	cvg_fail(u->err, "%s: '%.*s'", what, (int)(w.n < 60 ? w.n : 60), w.at);
	if (u->err)
		u->err->line = in->line;
	return false;
}

static bool is(struct word w, const char *text)
{
	return w.n == strlen(text) && memcmp(w.at, text, w.n) == 0;
}

static bool is_number(struct word w)
{
	size_t i = w.n > 1 && w.at[0] == '-';

	for (; i < w.n; i++) {
		if (!isdigit((unsigned char)w.at[i]))
			return false;
	}
	return true;
}

/* ---- types, constants ------------------------------------------------ */

static void make_types(struct cvg_fn *fn)
{
	static const struct cvg_type types[NTYPES] = {
		[VOID] = {CVG_TYPE_VOID, 0, 1, CVG_NONE, 0, "void"},
		[I32] = {CVG_TYPE_INT, 32, 1, CVG_NONE, 0, "i32"},
		[I1] = {CVG_TYPE_INT, 1, 1, CVG_NONE, 0, "i1"},
		[PTR] = {CVG_TYPE_POINTER, 64, 1, CVG_NONE, 0, "ptr"},
	};

	fn->ntypes = NTYPES;
	fn->types = cvg_arena_array(&fn->arena, struct cvg_type, NTYPES);
	memcpy(fn->types, types, sizeof types);
}

/* The value id of a constant, global or function, by its text. */
static uint32_t other_value(struct builder *u, struct word w)
{
	return u->fn->nargs + u->fn->ninsts +
	       cvg_names_add(&u->others, w.at, w.n);
}

/* The value id that an operand names: an argument, an instruction, or a
 * constant or global, which is added. */
static bool resolve(struct builder *u, const struct draft_inst *in,
		    struct word w, uint32_t *value)
{
	uint32_t name = cvg_names_of(&u->draft->values, w.at, w.n);

	if (name != CVG_NONE) {
		uint32_t place = u->draft->defined.at[name];

		*value = place < u->fn->nargs
				 ? place
				 : u->fn->nargs +
					   u->inst_of[place - u->fn->nargs];
		return true;
	}
	if (!is_number(w) && w.at[0] != '@' && !is(w, "true") &&
	    !is(w, "false") && !is(w, "undef") && !is(w, "poison"))
		return fail_at(u, in, w, "unknown value");
	*value = other_value(u, w);
	return true;
}

/* The kind, type and bits of a constant or global, by its text. */
static struct cvg_value describe_other(const char *text)
{
	struct cvg_value v = {.kind = CVG_VALUE_CONST, .type = I32};

	v.text = text;
	if (text[0] == '@') {
		v.kind = CVG_VALUE_GLOBAL;
		v.type = PTR;
	} else if (text[0] == 'u' || text[0] == 'p') {
		v.kind = CVG_VALUE_UNDEF;
		v.flags = text[0] == 'p' ? CVG_V_POISON : 0;
	} else if (text[0] == 't' || text[0] == 'f') {
		v.type = I1;
		v.flags = CVG_V_INT64;
		v.bits = text[0] == 't';
	} else {
		v.flags = CVG_V_INT64;
		v.bits = (uint32_t)strtoll(text, NULL, 10);
	}
	return v;
}

/* ---- blocks and edges ------------------------------------------------ */

/* Is it a terminator? */
static bool is_last(enum cvg_op op)
{
	return op < CVG_OP_PHI;
}

/* Give every instruction its id: by block, in order, the terminator last. */
static void place_insts(struct builder *u)
{
	struct cvg_fn *fn = u->fn;
	uint32_t *next = cvg_calloc(fn->nblocks, sizeof *next);
	uint32_t at = 0;

	for (uint32_t b = 0; b < fn->nblocks; b++)
		fn->blocks[b].ninsts = 0;
	for (uint32_t i = 0; i < fn->ninsts; i++)
		fn->blocks[u->draft->insts.at[i].block].ninsts++;
	for (uint32_t b = 0; b < fn->nblocks; b++) {
		fn->blocks[b].inst_at = next[b] = at;
		at += fn->blocks[b].ninsts;
	}
	for (uint32_t i = 0; i < fn->ninsts; i++) {
		const struct draft_inst *in = &u->draft->insts.at[i];

		u->inst_of[i] = is_last(in->op) ? cvg_block_last(fn, in->block)
						: next[in->block]++;
	}
	free(next);
}

/* The value id of the constant of a switch's case. */
static uint32_t case_value(struct builder *u, uint32_t number)
{
	char text[16];
	int n = snprintf(text, sizeof text, "%u", number);

	return other_value(u, (struct word){text, (size_t)n});
}

static void make_edges(struct builder *u)
{
	struct cvg_fn *fn = u->fn;
	const struct draft *draft = u->draft;
	uint32_t nedges = (uint32_t)draft->targets.n;
	uint32_t *term = cvg_alloc(fn->nblocks * sizeof *term);
	uint32_t at = 0;

	for (uint32_t i = 0; i < fn->ninsts; i++) {
		if (is_last(draft->insts.at[i].op))
			term[draft->insts.at[i].block] = i;
	}
	fn->succs = cvg_arena_array(&fn->arena, uint32_t, nedges);
	fn->succ_case = cvg_arena_array(&fn->arena, uint32_t, nedges);
	fn->succ_weight = cvg_arena_array(&fn->arena, uint32_t, nedges);
	for (uint32_t b = 0; b < fn->nblocks; b++) {
		const struct draft_inst *in = &draft->insts.at[term[b]];

		fn->blocks[b].succs_at = at;
		fn->blocks[b].nsuccs = in->ntargets;
		for (uint32_t k = 0; k < in->ntargets; k++, at++) {
			bool is_case = in->op == CVG_OP_SWITCH && k;

			fn->succs[at] = draft->targets.at[in->targets_at + k];
			fn->succ_case[at] =
				is_case ? case_value(u, k - 1) : CVG_NONE;
		}
	}
	free(term);
}

static void make_blocks(struct builder *u)
{
	struct cvg_fn *fn = u->fn;

	fn->nblocks = (uint32_t)u->draft->blocks.text.n;
	fn->blocks = cvg_arena_array(&fn->arena, struct cvg_block, fn->nblocks);
	for (uint32_t b = 0; b < fn->nblocks; b++) {
		fn->blocks[b].uid = b;
		fn->blocks[b].name = cvg_arena_strdup(
			&fn->arena, u->draft->blocks.text.at[b]);
	}
}

/* ---- instructions ---------------------------------------------------- */

static uint32_t shape_of(struct builder *u, struct cvg_inst *in)
{
	char key[64];
	uint32_t predicate = cvg_draft_predicate(in->predicate, &in->flags);
	int n;

	if (in->flags & CVG_I_CONVERGENT || in->op == CVG_OP_ALLOCA)
		return CVG_NONE;
	n = snprintf(key, sizeof key, "%u %u %u %u %u", (unsigned)in->op,
		     predicate, in->type, in->nops, in->callee);
	return cvg_names_add(&u->shapes, key, (size_t)n);
}

static bool resolve_ops(struct builder *u, const struct draft_inst *in,
			struct cvg_inst *made)
{
	for (uint32_t k = 0; k < in->nops; k++) {
		const struct draft_op *op = &u->draft->ops.at[in->ops_at + k];

		u->fn->incoming[made->ops_at + k] = op->block;
		if (!resolve(u, in, op->value, &u->fn->ops[made->ops_at + k]))
			return false;
	}
	if (in->callee.n) {
		struct cvg_str s = {0};

		if (in->callee.at[0] != '@')
			cvg_str_addc(&s, '@');
		cvg_str_addn(&s, in->callee.at, in->callee.n);
		made->callee = other_value(u, (struct word){s.at, s.n});
		cvg_str_done(&s);
	}
	return true;
}

/* Fill in the instructions except their types, for which the constants must be
 * known. */
static bool make_insts(struct builder *u)
{
	struct cvg_fn *fn = u->fn;
	uint32_t ops_at = 0;
	uint32_t *draft_of = cvg_alloc(fn->ninsts * sizeof *draft_of);
	bool ok = true;

	for (uint32_t i = 0; i < fn->ninsts; i++)
		draft_of[u->inst_of[i]] = i;
	for (uint32_t i = 0; i < fn->ninsts && ok; i++) {
		const struct draft_inst *in = &u->draft->insts.at[draft_of[i]];

		fn->insts[i] = (struct cvg_inst){
			.op = in->op,
			.flags = cvg_draft_flags(in),
			.block = in->block,
			.ops_at = ops_at,
			.nops = in->nops,
			.callee = CVG_NONE,
			.access = CVG_NONE,
			.predicate = in->predicate,
			.spot = CVG_NONE,
		};
		ops_at += in->nops;
		fn->blocks[in->block].nphis += in->op == CVG_OP_PHI;
		if (in->op == CVG_OP_LOAD || in->op == CVG_OP_STORE ||
		    in->op == CVG_OP_ALLOCA || in->op == CVG_OP_GEP)
			fn->insts[i].access = I32;
		ok = resolve_ops(u, in, &fn->insts[i]);
	}
	free(draft_of);
	return ok;
}

static const char *percent(struct cvg_arena *arena, const char *name)
{
	struct cvg_str s = {0};
	const char *text;

	cvg_str_addf(&s, "%%%s", name);
	text = cvg_arena_strdup(arena, s.at);
	cvg_str_done(&s);
	return text;
}

static void make_values(struct builder *u)
{
	struct cvg_fn *fn = u->fn;
	uint32_t named = fn->nargs + fn->ninsts;

	fn->nvalues = named + (uint32_t)u->others.text.n;
	fn->values = cvg_arena_array(&fn->arena, struct cvg_value, fn->nvalues);
	for (uint32_t v = 0; v < fn->nargs; v++) {
		const struct draft_arg *arg = &u->draft->args.at[v];

		fn->values[v].kind = CVG_VALUE_ARG;
		fn->values[v].type = I32;
		fn->values[v].flags = arg->inreg ? CVG_V_INREG : 0;
		fn->values[v].text = percent(
			&fn->arena, u->draft->values.text.at[arg->name]);
	}
	for (uint32_t v = named; v < fn->nvalues; v++) {
		const char *text = u->others.text.at[v - named];

		fn->values[v] =
			describe_other(cvg_arena_strdup(&fn->arena, text));
	}
	for (uint32_t i = 0; i < fn->ninsts; i++) {
		const struct draft_inst *in = &u->draft->insts.at[i];
		struct cvg_value *v = &fn->values[fn->nargs + u->inst_of[i]];

		v->kind = CVG_VALUE_INST;
		v->type = I32;
		if (in->result != CVG_NONE)
			v->text = percent(&fn->arena,
					  u->draft->values.text.at[in->result]);
	}
}

static void describe_callee(struct cvg_fn *fn, const struct cvg_inst *in)
{
	struct cvg_value *f;

	if (in->callee == CVG_NONE)
		return;
	f = &fn->values[in->callee];
	f->kind = CVG_VALUE_FUNCTION;
	if (strncmp(f->text, "@llvm.", 6) == 0)
		f->flags |= CVG_V_INTRINSIC;
	if (in->flags & CVG_I_CONVERGENT)
		f->flags |= CVG_V_CONVERGENT;
}

/* The type id of an instruction's result. */
static uint32_t type_of(const struct cvg_fn *fn, const struct draft_inst *in,
			const uint32_t *ops)
{
	uint32_t like = CVG_NONE;

	switch (cvg_op_class(in->op)) {
	case CVG_CLASS_CONTROL:
		return VOID;
	case CVG_CLASS_COMPARE:
		return I1;
	case CVG_CLASS_SELECT:
		like = in->nops > 1 ? ops[1] : CVG_NONE;
		break;
	case CVG_CLASS_INT:
	case CVG_CLASS_PHI:
		like = in->nops ? ops[0] : CVG_NONE;
		break;
	case CVG_CLASS_MEMORY:
	case CVG_CLASS_SYNC:
	case CVG_CLASS_CALL:
		if (in->op == CVG_OP_STORE || in->op == CVG_OP_FENCE ||
		    (in->op == CVG_OP_CALL && in->result == CVG_NONE))
			return VOID;
		break;
	case CVG_CLASS_INTDIV:
	case CVG_CLASS_FLOAT:
	case CVG_CLASS_FLOATDIV:
	case CVG_CLASS_MOVE:
	case CVG_CLASS_CONVERT:
	case CVG_CLASS_ADDRESS:
		break;
	}
	/* An operand that is defined further down still counts as i32. */
	return like != CVG_NONE && fn->values[like].type == I1 ? I1 : I32;
}

static void make_types_and_shapes(struct builder *u)
{
	struct cvg_fn *fn = u->fn;

	for (uint32_t i = 0; i < fn->ninsts; i++) {
		const struct draft_inst *in = &u->draft->insts.at[i];
		uint32_t at = u->inst_of[i];
		struct cvg_inst *made = &fn->insts[at];

		made->type = type_of(fn, in, fn->ops + made->ops_at);
		fn->values[fn->nargs + at].type = made->type;
		describe_callee(fn, made);
	}
	for (uint32_t i = 0; i < fn->ninsts; i++)
		fn->insts[i].shape = shape_of(u, &fn->insts[i]);
}

static void make_target(struct builder *u)
{
	struct cvg_fn *fn = u->fn;
	const struct cvg_targetinfo *info = cvg_target_info(u->draft->target);

	fn->target = u->draft->target;
	fn->kind = u->draft->kind;
	fn->cpu = info->cpu;
	fn->triple = info->triple;
	fn->warp = info->warp;
	fn->name = u->draft->name.n
			   ? cvg_arena_strndup(&fn->arena, u->draft->name.at,
					       u->draft->name.n)
			   : "f";
}

bool cvg_draft_build(const struct draft *draft, struct cvg_fn **out,
		     struct cvg_err *err)
{
	struct builder u = {.draft = draft, .fn = cvg_fn_new(), .err = err};
	struct cvg_fn *fn = u.fn;
	bool ok;

	fn->nargs = (uint32_t)draft->args.n;
	fn->ninsts = (uint32_t)draft->insts.n;
	fn->insts = cvg_arena_array(&fn->arena, struct cvg_inst, fn->ninsts);
	fn->ops = cvg_arena_array(&fn->arena, uint32_t, draft->ops.n);
	fn->incoming = cvg_arena_array(&fn->arena, uint32_t, draft->ops.n);
	u.inst_of = cvg_alloc(fn->ninsts * sizeof *u.inst_of);
	make_target(&u);
	make_types(fn);
	make_blocks(&u);
	place_insts(&u);
	make_edges(&u);
	ok = make_insts(&u);
	if (ok) {
		make_values(&u);
		make_types_and_shapes(&u);
		cvg_draft_print(fn);
		cvg_fn_finish(fn);
		ok = cvg_fn_check(fn, err);
	}
	free(u.inst_of);
	cvg_names_done(&u.others);
	cvg_names_done(&u.shapes);
	if (!ok) {
		cvg_fn_free(fn);
		fn = NULL;
	}
	*out = fn;
	return ok;
}
