/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Results of the old side for the choices that the new side made. Where the new side
 * freezes what may be undefined, it goes on with one of its values; the old side, of
 * which each use may be another value, may choose that one in every use. So what the
 * old side computes is computed once more, with the frozen value in place of the
 * undefined one, and it is enough that the new side refines that.
 *
 * Example: `y = 1.0 - fabs(x)` of a number x that was loaded, against `y = 1.0 -
 * fabs(freeze x)`.
 */
#include "private.h"

#include <stdlib.h>

#define MOST_DONE 400 /* operations done once more for one result */

struct again {
	struct path *path;
	uint32_t done;
	bool used; /* some frozen value */
};

void cvg_path_froze(struct walker *w, struct cvg_scalar of, uint32_t is)
{
	struct frozen f = {of, is};

	if (w->is_new && of.v != is)
		cvg_push(&w->path->frozen, f);
}

uint32_t cvg_path_source(const struct walker *w, uint32_t ref)
{
	if (ref & CVG_REF_CONST || w->computed[ref] != w->path->number)
		return CVG_NONE;
	return w->source[ref];
}

void cvg_path_note_computed(struct walker *w, const struct cvg_formula *f,
			    const struct cvg_u32s *refs)
{
	struct path *path = w->path;
	struct computed c = {.uop = f->uop,
			     .at = (uint32_t)path->operands.n,
			     .n = (uint32_t)refs->n};

	for (uint32_t i = 0; i < c.n && !w->is_new; i++) {
		struct operand o = {f->in[i], cvg_path_source(w, refs->at[i])};

		cvg_push(&path->operands, o);
	}
	cvg_path_write(w, f->uop->dst, f->out);
	if (w->is_new)
		return;
	w->computed[f->uop->dst] = path->number;
	w->source[f->uop->dst] = (uint32_t)path->computed.n;
	cvg_push(&path->computed, c);
}

/* The value that the new side chose of what is just like s; NULL: none. */
static const struct frozen *find(const struct path *path, struct cvg_scalar s)
{
	for (size_t i = path->frozen.n; i--;) {
		const struct frozen *f = &path->frozen.at[i];

		if (f->of.v == s.v && f->of.p == s.p && f->of.set == s.set)
			return f;
	}
	return NULL;
}

/* s, computed as the `source`th, with what the new side chose. */
static struct cvg_scalar choose(struct again *again, struct cvg_scalar s,
				uint32_t source)
{
	struct path *path = again->path;
	const struct frozen *frozen = find(path, s);
	struct cvg_formula f;
	struct computed c;

	if (frozen) {
		again->used = true;
		s.v = frozen->is;
		s.set = cvg_set_alone(&path->proof->syms);
		return s;
	}
	if (source == CVG_NONE || again->done++ >= MOST_DONE ||
	    cvg_sym_is(&path->proof->syms, s.set, CVG_SET_ALONE))
		return s;
	c = path->computed.at[source];
	f = (struct cvg_formula){.uop = c.uop};
	for (uint32_t i = 0; i < c.n; i++) {
		struct operand o = path->operands.at[c.at + i];

		f.in[i] = choose(again, o.is, o.source);
	}
	return cvg_walk_compute(&path->side[0], &f, c.n) ? f.out : s;
}

bool cvg_path_choose_frozen(struct path *path, uint32_t source,
			    struct cvg_scalar *a)
{
	struct again again = {.path = path};

	if (path->frozen.n)
		*a = choose(&again, *a, source);
	return again.used;
}
