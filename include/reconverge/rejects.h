/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Candidates that the user rejected: no plan chooses them. A rejection names a
 * kind of step and a block: the block of the branch, the header of the loop, or
 * the block that would be split. It holds in all revisions, for that block and
 * for blocks that were made from it.
 */
#ifndef RECONVERGE_REJECTS_H
#define RECONVERGE_REJECTS_H

#include "reconverge/base.h"

struct cvg_fn;

enum cvg_rejectkind {
	CVG_REJECT_MELD,
	CVG_REJECT_LINEARIZE,
	CVG_REJECT_FLATTEN,
	CVG_REJECT_UNPREDICATE,
	CVG_REJECT_FUSE,
	CVG_REJECT_IFCONVERT,
	CVG_REJECT_TAILMERGE,
	CVG_REJECT_DELAY,
	CVG_NREJECTKINDS
};

struct cvg_reject {
	enum cvg_rejectkind kind;
	uint32_t uid; /* stable number of the block */
};

/* The rejections of one function. A list never changes: another list takes its
 * place. */
struct cvg_rejects {
	uint32_t n;
	struct cvg_reject at[];
};

/* The name of the phase whose step is rejected, such as "meld". */
const char *cvg_reject_name(enum cvg_rejectkind kind);
/* The kind for the phase of that name, or CVG_NREJECTKINDS. */
enum cvg_rejectkind cvg_reject_named(const char *phase);

/* Does a rejection concern that block? */
bool cvg_reject_fits(const struct cvg_reject *r, enum cvg_rejectkind kind,
		     const struct cvg_fn *fn, uint32_t block);
/* Was that step rejected? `list` may be NULL. */
bool cvg_is_rejected(const struct cvg_rejects *list, enum cvg_rejectkind kind,
		     const struct cvg_fn *fn, uint32_t block);

#endif
