/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Walks of both sides: operations, and the ways on from a block. */
#include "private.h"

#include "reconverge/ucodes.h"

#include <stdlib.h>
#include <string.h>

/* ---- operations ------------------------------------------------------ */

/* The old side's choice at such an operation, which nobody else took; NULL: none. */
static struct choice *find_choice(struct walker *w, const struct cvg_uop *u,
				  struct cvg_scalar of)
{
	struct path *path = w->path;

	for (size_t i = 0; i < path->choices.n; i++) {
		struct choice *c = &path->choices.at[i];

		if (!c->taken && c->uop->code == u->code &&
		    c->uop->kind == u->kind && c->uop->n == u->n &&
		    (of.v == CVG_NONE ||
		     cvg_sym_same_now(&path->proof->syms, c->of.v, of.v)))
			return c;
	}
	return NULL;
}

/* Values that the machine is free to choose: the old side's choice is the one that
 * the new side makes at its own such operation. One of a set is so only if the old
 * side chooses from the same set. */
static struct choice choose_value(struct walker *w, const struct cvg_uop *u,
				  struct cvg_scalar of, uint32_t bits)
{
	struct path *path = w->path;
	struct cvg_syms *syms = &path->proof->syms;
	struct choice made = {.uop = u, .of = of};
	struct choice *c = w->is_new ? find_choice(w, u, of) : NULL;

	if (c) {
		c->taken = true;
		made = *c;
		if (of.v != CVG_NONE &&
		    !cvg_sym_same_now(syms, c->of.set, of.set))
			made.one = cvg_path_var(path, bits);
		return made;
	}
	made.value = cvg_path_var(path, bits);
	made.one = cvg_path_var(path, bits);
	if (!w->is_new)
		cvg_push(&path->choices, made);
	return made;
}

static void freeze(struct walker *w, const struct cvg_uop *u)
{
	struct cvg_syms *syms = &w->path->proof->syms;
	struct cvg_scalar a = cvg_path_read(w, u->a);
	const struct cvg_scalar was = a;
	uint32_t doubt = cvg_sym_now(syms, cvg_scalar_doubt(syms, a)), any;
	struct choice c;

	if (!cvg_sym_is(syms, doubt, 0)) {
		c = choose_value(w, u, a, cvg_formula_bits(u->kind));
		any = cvg_sym_or(syms, a.p,
				 cvg_set_is(syms, a.set, CVG_SET_ANY));
		a.v = cvg_sym_if(syms, doubt,
				 cvg_sym_if(syms, any, c.value, c.one), a.v);
	}
	cvg_path_froze(w, was, a.v);
	a.p = cvg_sym_const(syms, 1, 0);
	a.set = cvg_set_alone(syms);
	cvg_path_write(w, u->dst, a);
}

static void garbage(struct walker *w, const struct cvg_uop *u)
{
	const struct cvg_scalar nothing = {CVG_NONE, CVG_NONE, CVG_NONE};
	struct cvg_scalar s = cvg_path_fresh(w->path, 1, false);

	s.v = choose_value(w, u, nothing, cvg_formula_bits(u->kind)).value;
	cvg_path_write(w, u->dst, s);
}

/* Is a promise broken, of which nothing is known but its key? Or may it be, for
 * some choice of undef operands? */
static uint32_t breaks(struct walker *w, uint64_t key,
		       const struct cvg_formula *f, uint32_t n)
{
	struct cvg_syms *syms = &w->path->proof->syms;
	uint32_t arg[4];

	for (uint32_t i = 0; i < n; i++)
		arg[i] = f->in[i].v;
	arg[n] = cvg_sym_const(syms, 64, f->uop->imm);
	return cvg_sym_or(
		syms, cvg_sym_apply(syms, 1, key, arg, n + 1),
		cvg_formula_choices(syms, 1, key, f->in, n, f->uop->imm));
}

/* Where do the promises of the operation hold that no formula knows? Nobody knows:
 * the result is poison where they do not, as unknown functions of the operands say.
 * So the new side may promise what the old side does of the same operands. */
static uint32_t breaks_vows(struct walker *w, const struct cvg_formula *f,
			    uint32_t n)
{
	struct cvg_syms *syms = &w->path->proof->syms;
	const struct cvg_uop *u = f->uop;
	uint32_t rest = u->vows & ~CVG_VOWS_FLAGS;
	struct cvg_metas metas = cvg_code_metas(w->code->ufn, u->inst);
	uint32_t all = cvg_sym_const(syms, 1, 0);

	for (uint32_t i = 0; CVG_VOWS_FLAGS >> i; i++) {
		if (u->vows >> i & 1)
			all = cvg_sym_or(
				syms, all,
				breaks(w, cvg_formula_key(u, 64 + i), f, n));
	}
	for (uint32_t i = 0; i < CVG_NOUNDEF_PARTS; i++) {
		if (u->noundef >> i & 1)
			all = cvg_sym_or(
				syms, all,
				breaks(w, cvg_formula_key(u, 128 + i), f, n));
	}
	if (metas.of[CVG_META_FPMATH])
		all = cvg_sym_or(
			syms, all,
			breaks(w,
			       cvg_formula_key(
				       u, 0x20000 | (metas.of[CVG_META_FPMATH] &
						     0xffff)),
			       f, n));
	if (!rest)
		return all;
	rest = (rest ^ rest >> 16) & 0xffff;
	return cvg_sym_or(syms, all,
			  breaks(w, cvg_formula_key(u, 0x10000 | rest), f, n));
}

/* Registers that are the same all the time, and clocks. */
static void sreg(struct walker *w, const struct cvg_uop *u)
{
	struct cvg_syms *syms = &w->path->proof->syms;
	struct cvg_scalar s = cvg_path_fresh(w->path, 1, false);
	const struct cvg_formula f = {.uop = u};

	if (u->n == CVG_S_CLOCK) {
		garbage(w, u);
		return;
	}
	if (cvg_turn_reg(w, u->n, &s.v))
		s.v = cvg_sym_resize(syms, s.v, cvg_formula_bits(u->kind),
				     false);
	else
		s.v = cvg_sym_apply(syms, cvg_formula_bits(u->kind),
				    cvg_formula_key(u, 0), NULL, 0);
	s.p = breaks_vows(w, &f, 0);
	cvg_path_write(w, u->dst, s);
}

/* Results of which nothing is known but the operands that they are made from:
 * value, poison and set of each are unknown functions of all operands. */
static void rebits(struct walker *w, const struct cvg_uop *u)
{
	struct cvg_syms *syms = &w->path->proof->syms;
	struct cvg_u32s refs = {0}, args = {0};
	uint32_t n = cvg_code_writes(w->code, u), doubts;
	bool sure = true;

	cvg_code_reads(w->code->ufn, u, &refs);
	for (size_t i = 0; i < refs.n; i++)
		cvg_push(&args, cvg_path_read(w, refs.at[i]).v);
	doubts = (uint32_t)args.n;
	for (size_t i = 0; i < refs.n; i++) {
		struct cvg_scalar s = cvg_path_read(w, refs.at[i]);

		cvg_push(&args, s.p);
		cvg_push(&args, s.set);
		sure = sure && cvg_sym_is(syms, s.p, 0) &&
		       cvg_sym_is(syms, s.set, CVG_SET_ALONE);
	}
	for (uint32_t k = 0; k < n; k++) {
		struct cvg_scalar s = cvg_path_fresh(w->path, 1, false);
		uint32_t bits =
			cvg_formula_bits(w->code->ufn->slot_kind[u->dst + k]);

		s.v = cvg_sym_apply(syms, bits, cvg_formula_key(u, 3 * k),
				    args.at, doubts);
		if (!sure) {
			s.p = cvg_sym_apply(syms, 1,
					    cvg_formula_key(u, 3 * k + 1),
					    args.at, (uint32_t)args.n);
			s.set = cvg_sym_apply(syms, 64,
					      cvg_formula_key(u, 3 * k + 2),
					      args.at, (uint32_t)args.n);
		}
		cvg_path_write(w, u->dst + k, s);
	}
	free(refs.at);
	free(args.at);
}

bool cvg_walk_compute(struct walker *w, struct cvg_formula *f, uint32_t n)
{
	struct cvg_syms *syms = &w->path->proof->syms;

	if (!cvg_formula_of(syms, f))
		return false;
	if (f->uop->code != CVG_U_ADDR || !cvg_turn_is_place(w, f->out.v))
		f->out.p = cvg_sym_or(syms, f->out.p, breaks_vows(w, f, n));
	return true;
}

/* What the operation gave last, if it has the same operands again: paths are run
 * anew from their begin, and making formulas anew is most of the work. */
static bool compute_again(struct walker *w, struct cvg_formula *f, uint32_t n)
{
	struct cvg_formula *last = &w->last[f->uop - w->code->ufn->uops];

	if (last->uop && !memcmp(last->in, f->in, sizeof f->in)) {
		*f = *last;
		return true;
	}
	if (!cvg_walk_compute(w, f, n))
		return false;
	*last = *f;
	return true;
}

static bool formula(struct walker *w, const struct cvg_uop *u)
{
	struct cvg_syms *syms = &w->path->proof->syms;
	struct cvg_formula f = {.uop = u};
	struct cvg_u32s refs = {0};
	uint32_t n = 0;

	cvg_code_reads(w->code->ufn, u, &refs);
	while (n < refs.n) {
		f.in[n] = cvg_path_read(w, refs.at[n]);
		n++;
	}
	if (!compute_again(w, &f, n)) {
		free(refs.at);
		return cvg_path_fail(w->path, "%s",
				     "numbers of more than 64 bits with flags");
	}
	cvg_path_note_computed(w, &f, &refs);
	free(refs.at);
	if (cvg_sym_is(syms, f.fault, 0))
		return true;
	f.fault = cvg_sym_not(syms, f.fault);
	return w->is_new ? cvg_path_oblige(w, f.fault, "divide by zero", u)
			 : cvg_path_require(w, f.fault);
}

/* Did a weak exchange succeed? Not only where it found what it compared with: it may
 * fail for no reason. */
static bool weak_success(struct walker *w, const struct cvg_uop *u)
{
	const struct cvg_scalar nothing = {CVG_NONE, CVG_NONE, CVG_NONE};
	struct cvg_syms *syms = &w->path->proof->syms;
	struct cvg_scalar s;

	if (!formula(w, u))
		return false;
	s = cvg_path_read(w, u->dst);
	s.v = cvg_sym_and(syms, s.v, choose_value(w, u, nothing, 1).value);
	cvg_path_write(w, u->dst, s);
	return true;
}

static bool is_weak_success(const struct walker *w, const struct cvg_uop *u)
{
	return u->code == CVG_U_ICMP && u->vows & CVG_VOWS_MORE &&
	       w->code->fn->insts[u->inst].op == CVG_OP_CMPXCHG;
}

static bool operate(struct walker *w, const struct cvg_uop *u)
{
	if (is_weak_success(w, u))
		return weak_success(w, u);
	switch (u->code) {
	case CVG_U_FREEZE:
		freeze(w, u);
		return true;
	case CVG_U_CLOBBER:
		garbage(w, u);
		return true;
	case CVG_U_REBITS:
		rebits(w, u);
		return true;
	case CVG_U_SREG:
		if (u->n == CVG_S_EXEC)
			break;
		sreg(w, u);
		return true;
	}
	if (u->code <= CVG_U_CLAMP01 || u->code == CVG_U_ADDR ||
	    u->code == CVG_U_SPACECAST || u->code == CVG_U_IS_SPACE)
		return formula(w, u);
	return cvg_effect_do(w, u);
}

/* May the new side do what it likes from here on? */
static bool is_free(const struct path *path)
{
	return path->end == END_UNDEFINED &&
	       path->side[1].calls == path->side[0].calls;
}

bool cvg_walk_is_over(const struct walker *w)
{
	const struct path *path = w->path;

	return w->is_new ? path->end == END_NONE || is_free(path)
			 : path->end != END_NONE;
}

bool cvg_walk_over(struct walker *w, uint32_t at, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++) {
		if (!operate(w, &w->code->ufn->uops[at + i]))
			return false;
		if (cvg_walk_is_over(w))
			return true;
	}
	return true;
}

/* ---- ways on --------------------------------------------------------- */

/* A branch on a value that is in doubt is undefined. */
static bool sure_branch(struct walker *w, struct cvg_scalar c)
{
	char name[16];
	struct cvg_syms *syms = &w->path->proof->syms;
	uint32_t sure = cvg_sym_not(syms, cvg_scalar_doubt(syms, c));

	if (!w->is_new)
		return cvg_path_require(w, sure);
	if (cvg_sym_at(syms, c.v)->width != 1)
		return cvg_path_oblige(w, sure, "branch on poison", NULL);
	return cvg_path_certain(w->path, c) ||
	       cvg_path_fail(w->path, "the new code in %s may branch on poison",
			     cvg_proof_block(w->code, w->block, name));
}

static bool choose_case(struct walker *w, const struct cvg_ublock *ub,
			struct cvg_scalar of, uint32_t *k)
{
	const struct cvg_block *b = &w->code->fn->blocks[w->block];
	struct cvg_syms *syms = &w->path->proof->syms;
	bool is;

	for (*k = 0; *k < b->nsuccs; (*k)++) {
		uint32_t edge = b->succs_at + *k, number;

		if (ub->term == CVG_T_SWITCH && !*k)
			continue;
		number =
			ub->term == CVG_T_SWITCH
				? cvg_path_read(
					  w, w->code->ufn->edges[edge].case_ref)
					  .v
				: cvg_sym_const(syms,
						cvg_sym_at(syms, of.v)->width,
						w->code->fn->succs[edge] + 1);
		if (!cvg_path_decide(w, cvg_sym_eq(syms, of.v, number), &is))
			return false;
		if (is)
			return true;
	}
	*k = 0;
	if (ub->term == CVG_T_SWITCH)
		return true;
	return w->is_new ? cvg_path_fail(w->path, "%s", "an indirect branch")
			 : cvg_path_require(w, cvg_sym_const(syms, 1, 0));
}

/* The edge that the path takes. */
static bool choose(struct walker *w, const struct cvg_ublock *ub, uint32_t *k)
{
	struct cvg_scalar of;
	bool is;

	*k = 0;
	if (ub->term == CVG_T_JUMP)
		return true;
	of = cvg_path_read(w, ub->ref);
	if (!sure_branch(w, of))
		return false;
	if (ub->term != CVG_T_BRANCH)
		return choose_case(w, ub, of, k);
	if (!cvg_path_decide(w, of.v, &is))
		return false;
	*k = is ? 0 : 1;
	return true;
}

bool cvg_walk_on(struct walker *w, const struct cvg_ublock *ub)
{
	const struct cvg_block *b = &w->code->fn->blocks[w->block];
	const struct cvg_uedge *e;
	uint32_t k;

	if (!choose(w, ub, &k))
		return false;
	e = &w->code->ufn->edges[b->succs_at + k];
	if (!cvg_walk_over(w, e->uop_at, e->nuops))
		return false;
	w->block = w->code->fn->succs[b->succs_at + k];
	return true;
}
