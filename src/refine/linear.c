/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Results of the new side that use each undefined value at most once. All that such
 * a result may be comes from one choice for each of these values, and the old side
 * may make the same choices wherever it uses them. So it is enough that both sides
 * compute the same of every choice, whatever operations they do: `mul x, 2` becomes
 * `shl x, 1`, but not `add x, x`.
 *
 * What is known on the path holds for every choice, because the old side branches,
 * divides and accesses memory only by what is no choice. An undefined place in memory
 * is the only undefined value that is allowed then: it may overlap another one, or
 * hold another one, and formulas take that for one choice. A constant that is undef
 * is not allowed, because formulas take it for the number 0.
 */
#include "private.h"

#include <stdlib.h>

#define MOST_LEAVES 32
#define MOST_DEPTH  64
#define MOST_ASKED  6 /* depth of a condition */

struct leaf {
	uint32_t set, uses;
};

struct leaves {
	struct leaf at[MOST_LEAVES];
	uint32_t n;
	bool failed;
};

static uint32_t *uses_of(struct leaves *leaves, uint32_t set)
{
	for (uint32_t i = 0; i < leaves->n; i++) {
		if (leaves->at[i].set == set)
			return &leaves->at[i].uses;
	}
	if (leaves->n == MOST_LEAVES) {
		leaves->failed = true;
		return &leaves->at[0].uses;
	}
	leaves->at[leaves->n] = (struct leaf){set, 0};
	return &leaves->at[leaves->n++].uses;
}

static void find(const struct cvg_syms *syms, uint32_t set, uint32_t depth,
		 struct leaves *out);

/* Of what is one or the other, as many uses as the one has that has more. */
static void find_either(const struct cvg_syms *syms, uint32_t a, uint32_t b,
			uint32_t depth, struct leaves *out)
{
	struct leaves one[2] = {{.n = 0}, {.n = 0}};

	find(syms, a, depth, &one[0]);
	find(syms, b, depth, &one[1]);
	for (uint32_t i = 0; i < one[1].n; i++) {
		uint32_t *uses = uses_of(&one[0], one[1].at[i].set);

		if (*uses < one[1].at[i].uses)
			*uses = one[1].at[i].uses;
	}
	out->failed = out->failed || one[0].failed || one[1].failed;
	for (uint32_t i = 0; i < one[0].n; i++)
		*uses_of(out, one[0].at[i].set) += one[0].at[i].uses;
}

/* Is x that set, or one of those that it is made of? */
static bool is_within(const struct cvg_syms *syms, uint32_t x, uint32_t set,
		      uint32_t depth)
{
	const struct cvg_sym *f = cvg_sym_at(syms, set);
	bool found = x == set;

	if (found || !depth)
		return found;
	if (f->op == CVG_Y_ITE)
		return is_within(syms, x, f->b, depth - 1) ||
		       is_within(syms, x, f->c, depth - 1);
	for (uint32_t l = f->op == CVG_Y_SET ? f->b : CVG_NONE;
	     l != CVG_NONE && !found; l = cvg_sym_at(syms, l)->b)
		found = is_within(syms, x, cvg_sym_at(syms, l)->a, depth - 1);
	return found;
}

/* Does it say no more than that sets within `set` are all values? */
static bool is_about(const struct cvg_syms *syms, uint32_t is, uint32_t set,
		     uint32_t depth)
{
	const struct cvg_sym *f = cvg_sym_at(syms, is);

	if (!depth)
		return false;
	if (f->op == CVG_Y_AND || f->op == CVG_Y_OR)
		return is_about(syms, f->a, set, depth - 1) &&
		       is_about(syms, f->b, set, depth - 1);
	return f->op == CVG_Y_EQ && cvg_sym_is(syms, f->b, CVG_SET_ANY) &&
	       is_within(syms, f->a, set, depth - 1);
}

static void find(const struct cvg_syms *syms, uint32_t set, uint32_t depth,
		 struct leaves *out)
{
	const struct cvg_sym *f = cvg_sym_at(syms, set);

	if (cvg_sym_is(syms, set, CVG_SET_ALONE))
		return;
	if (!depth || out->failed) {
		out->failed = true;
	} else if (f->op == CVG_Y_ITE && cvg_sym_is(syms, f->b, CVG_SET_ANY) &&
		   is_about(syms, f->a, f->c, MOST_ASKED)) {
		find(syms, f->c, depth - 1, out);
	} else if (f->op == CVG_Y_ITE) {
		find_either(syms, f->b, f->c, depth - 1, out);
	} else if (f->op == CVG_Y_SET) {
		for (uint32_t l = f->b; l != CVG_NONE;
		     l = cvg_sym_at(syms, l)->b)
			find(syms, cvg_sym_at(syms, l)->a, depth - 1, out);
	} else if (f->op == CVG_Y_VAR || f->op == CVG_Y_LOAD_SET) {
		(*uses_of(out, set))++;
	} else {
		out->failed = true;
	}
}

bool cvg_path_is_linear(struct path *path, struct cvg_scalar s)
{
	struct cvg_syms *syms = &path->proof->syms;
	struct leaves leaves = {.n = 0};
	uint32_t places = 0;

	find(syms, cvg_sym_now(syms, s.set), MOST_DEPTH, &leaves);
	for (uint32_t i = 0; i < leaves.n && !leaves.failed; i++) {
		places += cvg_sym_at(syms, leaves.at[i].set)->op ==
			  CVG_Y_LOAD_SET;
		leaves.failed =
			leaves.at[i].uses > 1 || (places && leaves.n > 1);
	}
	return !leaves.failed;
}

/* ---- poison of one choice --------------------------------------------- */

struct made {
	struct cvg_syms *syms;
	uint32_t *is; /* [n] formulas without choices; CVG_NONE: not yet */
	uint32_t n;
};

static uint32_t without(struct made *made, uint32_t s)
{
	const struct cvg_sym f = *cvg_sym_at(made->syms, s);
	uint32_t arg[3] = {f.a, f.b, f.c};

	if (!f.heavy || f.op == CVG_Y_MEMORY || s >= made->n)
		return s;
	if (made->is[s] != CVG_NONE)
		return made->is[s];
	if (f.op == CVG_Y_SET && f.width == 1) {
		made->is[s] = cvg_sym_const(made->syms, 1, 0);
		return made->is[s];
	}
	/* Places in memory stay as they are. */
	if (f.width != 1 || f.op == CVG_Y_LOAD_POISON || f.op == CVG_Y_APPLY)
		return s;
	for (int i = 0; i < 3; i++) {
		if (arg[i] != CVG_NONE)
			arg[i] = without(made, arg[i]);
	}
	made->is[s] = arg[0] == f.a && arg[1] == f.b && arg[2] == f.c
			      ? s
			      : cvg_sym_make(made->syms, f.op, arg[0], arg[1],
					     arg[2]);
	return made->is[s];
}

uint32_t cvg_path_poison_alone(struct path *path, uint32_t p)
{
	struct cvg_syms *syms = &path->proof->syms;
	struct made made = {.syms = syms};
	uint32_t found;

	p = cvg_sym_now(syms, p);
	made.n = (uint32_t)syms->all.n;
	made.is = cvg_calloc(made.n, sizeof *made.is);
	for (uint32_t i = 0; i < made.n; i++)
		made.is[i] = CVG_NONE;
	found = without(&made, p);
	free(made.is);
	return found;
}
