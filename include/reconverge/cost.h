/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * What instructions cost: one table of latencies per target family, by
 * operation, width and address space (src/cost/costs.def, every row with
 * its source). Everything that prices code uses this table.
 *
 * Unit: cycles of one warp, as an integer.
 */
#ifndef RECONVERGE_COST_H
#define RECONVERGE_COST_H

#include "reconverge/analysis.h"
#include "reconverge/graph.h"

/*
 * Latency of one instruction of the snapshot: its result for the whole warp,
 * nothing else running. A vector costs its lanes; a phi, the moves it may
 * become; unreachable and what leaves no code (markers, assumptions, debug
 * information, a getelementptr by constants), nothing.
 */
uint32_t cvg_cost_inst(const struct cvg_fn *fn, uint32_t inst);

/*
 * How long that instruction keeps a warp from issuing its next one, if the
 * warp waits for results only where it uses them: at most its latency.
 */
uint32_t cvg_cost_issue(const struct cvg_fn *fn, uint32_t inst);
/* Does it wait until all memory accesses of the warp are through? */
bool cvg_cost_is_fence(const struct cvg_fn *fn, uint32_t inst);
/* What a run adds to an access: for each line of global memory that a fully
 * coalesced one would not touch, for each pass more that a bank conflict
 * makes of one to shared memory. Not in any price above. */
uint32_t cvg_cost_line(const struct cvg_fn *fn);
uint32_t cvg_cost_pass(const struct cvg_fn *fn);

/* Latencies of code that does not exist yet. */
uint32_t cvg_cost_branch(const struct cvg_fn *fn); /* conditional branch */
uint32_t cvg_cost_jump(const struct cvg_fn *fn);   /* unconditional one */
uint32_t cvg_cost_select(const struct cvg_fn *fn, uint32_t type);
uint32_t cvg_cost_phi(const struct cvg_fn *fn, uint32_t type);
uint32_t cvg_cost_word(const struct cvg_fn *fn); /* a phi of one register */

/*
 * Cycles saved when two instructions of equal shape become one. The smaller
 * latency; but of a global, flat or constant memory access whose address will
 * differ between the sides, only the issue is saved and not the transaction.
 */
uint32_t cvg_cost_saved(const struct cvg_fn *fn, uint32_t a, uint32_t b,
			bool same_base);

/* Sums over all instructions, terminators and phis too. */
uint64_t cvg_cost_block(const struct cvg_fn *fn, uint32_t block);
uint64_t cvg_cost_fn(const struct cvg_fn *fn);

/*
 * The same where the paper of the basic-block vectors gives figures of its
 * own, of a GTX480: 32-bit mul 18, unsigned div and rem 264, a load from
 * constant memory 46 (src/cost/gtx480.c). For its metrics.
 */
uint32_t cvg_cost_gtx480(const struct cvg_fn *fn, uint32_t inst);
uint64_t cvg_cost_gtx480_block(const struct cvg_fn *fn, uint32_t block);

/*
 * The opcode of MP_B's Q: the operation, whether it works on integers,
 * floats or vectors, and of a call the intrinsic. Instructions that can be
 * melded with each other have one class. Classes are numbered from 0 to
 * cvg_cost_nclasses() - 1. CVG_NONE for terminators and phis, which MP_B does
 * not count.
 */
uint32_t cvg_cost_class(const struct cvg_fn *fn, uint32_t inst);
uint32_t cvg_cost_nclasses(void);

/*
 * The instruction mix of one block: for MP_B in O(rows). One row for each
 * class and latency, since widths and lanes of one class differ in price.
 * Borrowed memory: the caller's arena.
 */
struct cvg_mix_row {
	uint32_t class;
	uint32_t count;
	uint32_t latency; /* w_i: of one such instruction */
};

struct cvg_mix {
	struct cvg_mix_row *row; /* ascending by class, then latency */
	uint32_t n;
	uint64_t latency; /* lat(b), without terminator and phis */
};

void cvg_mix_of(const struct cvg_fn *fn, uint32_t block,
		struct cvg_arena *arena, struct cvg_mix *out);

/*
 * MP_B (DARM IV-C): numerator, i.e. the cycles two blocks have in common.
 * MP_B itself is common / (a->latency + b->latency), 0 if both are empty.
 */
uint64_t cvg_mix_common(const struct cvg_mix *a, const struct cvg_mix *b);
double cvg_mp_b(const struct cvg_mix *a, const struct cvg_mix *b);

/*
 * MP_S (DARM IV-C) of n corresponding block pairs; a NULL pointer stands for
 * an empty block (region replication).
 */
double cvg_mp_s(const struct cvg_mix *const *a, const struct cvg_mix *const *b,
		uint32_t n);

/* One row of the table as text for `show costs` and the manual. */
struct cvg_cost_row {
	const char *what;   /* "fdiv float" */
	const char *family; /* "gfx9 and older" */
	enum cvg_target target;
	uint32_t cycles;
	const char *source; /* where the figure is from */
};

uint32_t cvg_cost_nrows(void);
const struct cvg_cost_row *cvg_cost_row(uint32_t i);

#endif
