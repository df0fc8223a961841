/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The lines of two snapshots, made ready for being compared (difftext.c). A line
 * is a printed instruction. The local names in it, those of values and of
 * blocks, are its references; the rest of it is its shape. Two lines are the same
 * if their shapes are equal and each reference of the one stands for what the
 * reference of the other stands for.
 */
#ifndef RECONVERGE_GRAPH_DIFF_H
#define RECONVERGE_GRAPH_DIFF_H

#include "names.h"
#include "reconverge/diff.h"
#include "reconverge/graph.h"

struct cvg_diffline {
	uint64_t shape;	 /* a hash of all but the local names */
	uint64_t exact;	 /* a hash of all but the numbers of unnamed values */
	uint64_t result; /* a hash of the result's name; 0: it has none */
	uint32_t refs_at, nrefs;
};

/*
 * What has a local name is an entity: argument or instruction v is entity v,
 * block b is entity nargs + ninsts + b.
 */
struct cvg_diffside {
	const struct cvg_fn *fn;
	struct cvg_names names;	   /* of all entities, with '%' */
	struct cvg_u32s entity;	   /* by name: which entity has it */
	struct cvg_diffline *line; /* [ninsts] */
	struct cvg_u32s refs;	   /* the entities that the lines name */
	uint32_t *twin; /* [entities] the same one in the other snapshot, or
			   CVG_NONE */
};

struct cvg_difftext {
	struct cvg_diffside side[2]; /* the older snapshot, the newer one */
};

struct cvg_difftext *cvg_difftext_new(const struct cvg_fn *a,
				      const struct cvg_fn *b);
void cvg_difftext_free(struct cvg_difftext *take_text);

static inline uint32_t cvg_diff_block(const struct cvg_fn *fn, uint32_t b)
{
	return fn->nargs + fn->ninsts + b;
}

/* The block of that label, or CVG_NONE. */
uint32_t cvg_diff_labelled(const struct cvg_diffside *side, const char *label);

/* Say that entity x of the older snapshot is entity y of the newer one, unless
 * one of them has a twin already. */
void cvg_diff_twins(struct cvg_difftext *t, uint32_t x, uint32_t y);
/* Are both lines the same, up to the names of twins? */
bool cvg_diff_same_line(const struct cvg_difftext *t, uint32_t i, uint32_t j);

/* Two blocks line by line: `at` has the pairs of lines that are the same or
 * became one another, in order. CVG_NONE stands for an empty block. The caller
 * frees at. */
struct cvg_linepairs {
	struct cvg_linepair *at;
	size_t n, cap;
};
void cvg_diff_align(const struct cvg_difftext *t, uint32_t block_a,
		    uint32_t block_b, struct cvg_linepairs *out);

#endif
