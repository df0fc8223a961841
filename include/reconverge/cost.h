/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * What instructions cost: one table of latencies for each family of targets,
 * by operation, width and address space (src/cost/costs.def, where each row
 * names its source). All code that computes a price uses this table.
 *
 * All prices are whole cycles of one warp. The parameter `inst` is the id of an
 * instruction of `fn`, `block` the id of a block, `type` the id of a type.
 * No function here can fail.
 */
#ifndef RECONVERGE_COST_H
#define RECONVERGE_COST_H

#include "reconverge/base.h"
#include "reconverge/words.h"

struct cvg_fn;

/*
 * The latency of one instruction: the cycles until its result is there for the
 * whole warp, if the multiprocessor runs nothing else. A vector costs as much
 * as its elements one by one, and a phi as much as the moves that it may
 * become. `unreachable` and what becomes no code (markers, assumptions, debug
 * information, a getelementptr by constants) cost nothing.
 */
uint32_t cvg_cost_inst(const struct cvg_fn *fn, uint32_t inst);

/*
 * The cycles for which the instruction keeps its warp from issuing the next
 * one, if the warp waits for a result only where it uses it (the setting
 * timing=scoreboard). It is at most the latency.
 */
uint32_t cvg_cost_issue(const struct cvg_fn *fn, uint32_t inst);
/*
 * An instruction's part in the time of a warp that waits for results only where
 * it uses them: see sim/timing.c.
 */
struct cvg_pace {
	uint32_t issue, latency; /* cycles */
	bool renames;		 /* it costs nothing: a name for its operands */
	bool is_memory;
	bool is_fence; /* it waits until all memory accesses of the warp have
			  ended */
};

struct cvg_pace cvg_cost_pace(const struct cvg_fn *fn, uint32_t inst);
/*
 * The cycles that a simulated run adds to an access: cvg_cost_line for each
 * line of global memory that a fully coalesced access would not touch,
 * cvg_cost_pass for each pass over shared memory beyond the first, which bank
 * conflicts cause. The prices above do not contain them.
 */
uint32_t cvg_cost_line(const struct cvg_fn *fn);
uint32_t cvg_cost_pass(const struct cvg_fn *fn);

/* Latencies of instructions that a transformation would add; a select or phi of
 * the given type. */
uint32_t cvg_cost_branch(const struct cvg_fn *fn); /* conditional branch */
uint32_t cvg_cost_jump(const struct cvg_fn *fn);   /* unconditional branch */
uint32_t cvg_cost_select(const struct cvg_fn *fn, uint32_t type);
uint32_t cvg_cost_phi(const struct cvg_fn *fn, uint32_t type);
uint32_t cvg_cost_word(const struct cvg_fn *fn); /* a phi of one
						    32-bit register */

/*
 * The latency of the instruction that `inst` and `partner`, which have equal
 * shapes, become. Where their operands are different constants, it has a
 * variable: two divisions by 3 and by 5 become a full division. `crossed`: their
 * first two operands stand crosswise.
 */
uint32_t cvg_cost_melded(const struct cvg_fn *fn, uint32_t inst,
			 uint32_t partner, bool crossed);
/* Does the latency depend on the instruction's constant operands? */
bool cvg_cost_folds(const struct cvg_fn *fn, uint32_t inst);

/*
 * The cycles saved when instructions a and b become one: their latencies, less
 * that of the melded instruction. It is negative if the melded instruction costs
 * more than both. An access to global, flat or constant memory whose two
 * addresses differ (same_base is false) saves only the issue, since both memory
 * transactions remain.
 */
int32_t cvg_cost_saved(const struct cvg_fn *fn, uint32_t a, uint32_t b,
		       bool crossed, bool same_base);

/*
 * The latency of an instruction if its operands are not the same for all threads
 * of a warp: that of a vector load, where a load from constant memory otherwise
 * runs on the scalar unit, and a hit in the nearest cache, as the scalar load is;
 * that on lanes of an integer operation (CVG_I_SCALAR). Any other instruction has
 * its latency.
 */
uint32_t cvg_cost_vector(const struct cvg_fn *fn, uint32_t inst);

/* The sum of the latencies of all instructions of the block or function,
 * including terminators and phis. */
uint64_t cvg_cost_block(const struct cvg_fn *fn, uint32_t block);
uint64_t cvg_cost_fn(const struct cvg_fn *fn);

/*
 * The same sums, but with the latencies of a GTX480 that the paper on basic-block
 * vectors (bbv.h) gives: 32-bit mul 18, unsigned div and rem 264, a load from
 * constant memory 46 (src/cost/gtx480.c). The setting latencies=gtx480 selects
 * them.
 */
uint32_t cvg_cost_gtx480(const struct cvg_fn *fn, uint32_t inst);
uint64_t cvg_cost_gtx480_block(const struct cvg_fn *fn, uint32_t block);

/*
 * The class of an instruction, which stands for the opcode in the set Q of
 * DARM's MP_B: the operation, whether it works on integers, floats or vectors,
 * and for a call the intrinsic. Instructions that can be melded with each other
 * have the same class. Classes are numbered from 0 to cvg_cost_nclasses() - 1.
 * Returns CVG_NONE for terminators and phis, which MP_B does not count.
 */
uint32_t cvg_cost_class(const struct cvg_fn *fn, uint32_t inst);
uint32_t cvg_cost_nclasses(void);

/*
 * The instruction mix of one block, from which MP_B of two blocks is computed in
 * time linear in the rows. A row stands for one class and latency: instructions
 * of one class differ in latency if their widths or vector lengths differ.
 */
struct cvg_mix_row {
	uint32_t class;	  /* by cvg_cost_class */
	uint32_t count;	  /* such instructions in the block */
	uint32_t latency; /* of one such instruction: w_i in the paper */
};

struct cvg_mix {
	struct cvg_mix_row *row; /* ascending by class, then latency */
	uint32_t n;		 /* rows */
	uint64_t latency; /* sum over the block without its phis and terminator:
			     lat(b) in the paper */
};

/* Compute the mix of a block. The rows lie in the caller's arena. */
void cvg_mix_of(const struct cvg_fn *fn, uint32_t block,
		struct cvg_arena *arena, struct cvg_mix *out);

/*
 * MP_B of two blocks: the share of their cycles that melding could save, 0 to
 * 0.5. Saumya, Sundararajah, Kulkarni, "DARM: Control-Flow Melding for SIMT
 * Thread Divergence Reduction", CGO 2022, section IV-C, arxiv.org/abs/2107.05681.
 * cvg_mix_common is its numerator, the cycles that both blocks have in common;
 * cvg_mp_b divides it by a->latency + b->latency, and is 0 if both are 0.
 */
uint64_t cvg_mix_common(const struct cvg_mix *a, const struct cvg_mix *b);
double cvg_mp_b(const struct cvg_mix *a, const struct cvg_mix *b);

/* What MP_S is made of, in cycles: those that both subgraphs have in common, and
 * those of each, the true arm's first. */
struct cvg_mp_terms {
	uint64_t common, latency[2];
};

/*
 * MP_S of two subgraphs (DARM IV-C) of n corresponding block pairs, a[i] and
 * b[i]: the same share for all blocks together. A NULL pointer stands for an
 * empty block, as region replication has them.
 */
double cvg_mp_s(const struct cvg_mix *const *a, const struct cvg_mix *const *b,
		uint32_t n, struct cvg_mp_terms *terms);

/* ---- prices of a file ------------------------------------------------ */

/*
 * The classes of instructions that have a price, 0 to cvg_cost_nkinds() - 1: the
 * rows of src/cost/kinds.def. Their names ("ADD32") and what they are; the class
 * of a name, or CVG_NONE; and its cycles in costs.def for a processor.
 */
uint32_t cvg_cost_nkinds(void);
const char *cvg_cost_kind_name(uint32_t kind);
const char *cvg_cost_kind_what(uint32_t kind);
uint32_t cvg_cost_kind_named(const char *name);
uint32_t cvg_cost_default(enum cvg_target target, const char *cpu,
			  uint32_t kind);

/* The price of a class. */
struct cvg_cost_price {
	double cycles, low, high; /* and its bounds */
	uint32_t whole;		  /* cycles, rounded: what prices count */
	bool measured;		  /* if not, it is that of costs.def */
};

/*
 * Prices that were measured on a device, as `calibrate` writes them and `set
 * costs=FILE` reads them. A snapshot whose `costs` they are is priced by them
 * alone: costs.def has no part in it.
 */
struct cvg_costs {
	char *file;   /* as the user named it */
	char *device; /* "NVIDIA H100 80GB HBM3" */
	char *cpu;    /* "sm_90" */
	char *driver; /* "CUDA 12.4" */
	char *date;   /* "2026-11-24" */
	double clock; /* MHz, by which times became cycles */
	enum cvg_target target;
	struct cvg_cost_price *at; /* [cvg_cost_nkinds()] */
};

/* Prices as of costs.def for that processor, none of them measured; free with
 * cvg_costs_free. */
struct cvg_costs *cvg_costs_new(enum cvg_target target, const char *cpu);
/* Read a file of prices. False: `err` names the file, the line and the reason. */
bool cvg_costs_read(const char *path, struct cvg_costs **out,
		    struct cvg_err *err);
/* Append them as a file. */
void cvg_costs_text(struct cvg_str *out, const struct cvg_costs *costs);
void cvg_costs_free(struct cvg_costs *take_costs);
/* "costs.txt (measured on NVIDIA H100, sm_90, 2026-11-24)" */
void cvg_costs_describe(struct cvg_str *out, const struct cvg_costs *costs);

/* One row of the table as text for `show costs` and the manual. */
struct cvg_cost_row {
	const char *what;   /* "fdiv float" */
	const char *family; /* "gfx9 and older" */
	enum cvg_target target;
	uint32_t cycles;
	const char *source; /* the document that the figure is taken from */
};

/* The rows of the table, 0 to cvg_cost_nrows() - 1; static memory. */
uint32_t cvg_cost_nrows(void);
const struct cvg_cost_row *cvg_cost_row(uint32_t i);

#endif
