/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * What an operation without a body has to do with other threads: the column
 * `relation` of the tables by which the simulator knows intrinsics
 * (src/decode/intrin*.def), inline assembler (src/decode/ptx.def) and library
 * functions (builtin_*.def). What has no row is CVG_REL_UNKNOWN.
 */
#ifndef RECONVERGE_RELATION_H
#define RECONVERGE_RELATION_H

#include "reconverge/words.h"

enum cvg_relation {
#define RELATION(id, why) CVG_REL_##id,
#include "reconverge/relations.def"
#undef RELATION
	CVG_NRELATIONS
};

/* The column `why` of relations.def, or NULL. */
const char *cvg_relation_why(enum cvg_relation relation);

/* ---- src/decode ------------------------------------------------------- */

/* The relation of an intrinsic ("llvm.smax.v2i32"), or of a function without a
 * body that no library defines ("malloc"). */
enum cvg_relation cvg_intrinsic_relation(const char *name);
/* The relation of inline assembler for that target: the greatest of all its
 * words. */
enum cvg_relation cvg_asm_relation(enum cvg_target target, const char *text,
				   size_t n);

#endif
