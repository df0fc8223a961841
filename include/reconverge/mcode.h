/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The machine's view: what the code generator makes of a function, counted by
 * the block of the IR that each instruction comes from.
 */
#ifndef RECONVERGE_MCODE_H
#define RECONVERGE_MCODE_H

#include "reconverge/quantity.h"

struct cvg_fn;
struct cvg_module;

enum cvg_mclass {
#define CLASS(id, name, help) CVG_M_##id,
#include "reconverge/mcode.def"
	CVG_NMCLASSES
};

enum cvg_msize {
#define SIZE(id, name, unit, help) CVG_MSIZE_##id,
#include "reconverge/mcode.def"
	CVG_NMSIZES
};

/* Instructions of a block, of none, or of all. */
struct cvg_mcounts {
	uint32_t n; /* all of them: the sum of of[] */
	uint32_t of[CVG_NMCLASSES];
	uint32_t added; /* of n: they have no line, and are counted where they
			   stand */
	/* What a warp that runs alone takes, in cycles. An instruction of no
	 * block is counted here to the block before it. */
	uint32_t priced; /* instructions that are counted here: */
	uint32_t vector; /* to issue instructions on lanes, */
	uint32_t scalar; /* all others, */
	uint32_t waits;	 /* and waiting for results */
	uint32_t vmem;	 /* accesses, as of[CVG_M_VMEM] */
};

/* The cycles of a run of the block. */
uint64_t cvg_mcounts_cycles(const struct cvg_mcounts *counts);

/* A line of the assembly: an instruction. */
struct cvg_mline {
	uint32_t at; /* of its text, which ends with a NUL, in `text`, if that
			   is not empty */
	uint32_t block; /* that it is counted to; CVG_NONE: to none */
	uint32_t inst;	/* that it was made from; CVG_NONE: it was added */
};

struct cvg_mcode {
	struct cvg_mcounts *block; /* [nblocks] as in the snapshot */
	uint32_t nblocks;
	struct cvg_mcounts rest;  /* neither a line nor a block of the IR */
	struct cvg_mcounts total; /* of the blocks and the rest */
	double size[CVG_NMSIZES]; /* NAN: not known */
	bool outside; /* its registers are only its own: it calls functions that
			 the module does not have */
	char *remark; /* why there are no real registers, or NULL; owned */
	char *cpu; /* that ptxas made it for; NULL: that of the function; owned */
	cvg_vec(struct cvg_mline) lines; /* in order */
	struct cvg_str text;   /* empty: the instructions have no names */
	struct cvg_str binary; /* the instructions of a cubin, as long as they
				  have no names: CVG_MCODE_BYTES each */
	char *unnamed; /* why they have none, once that is known; owned */
};

/* Of an instruction of NVIDIA's GPUs, from Volta on. */
#define CVG_MCODE_BYTES 16

/* How long an instruction of a class takes on a chip. */
struct cvg_mrate {
	uint32_t issue;	  /* cycles for which its SIMD can issue no other to
			     the same unit */
	uint32_t latency; /* until its result is there */
};

/* A multiprocessor, or compute unit, of a chip (src/mcode/chips.def). */
struct cvg_mchip {
	uint32_t lanes;	  /* of the warps that the rates are for */
	uint32_t simds;	  /* that issue beside each other */
	uint32_t warps;	  /* at once on a SIMD, at most */
	uint32_t shared;  /* bytes */
	double l2, dram;  /* bytes a cycle, its share of the chip's */
	uint32_t address; /* cycles for the addresses of a vector access */
};

/* Of the chip that the function is compiled for. */
struct cvg_mrate cvg_mrate_of(const struct cvg_fn *fn, enum cvg_mclass klass);
const struct cvg_mchip *cvg_mchip_of(const struct cvg_fn *fn);

/* The name that the function must have in the assembly. */
#define CVG_MCODE_SYMBOL "reconverge_function"
/* The name of a second one in the same cubin. */
#define CVG_MCODE_OTHER "reconverge_other"

/*
 * Read the assembly of a function. Instruction i of `fn` must have the line
 * i + 1, and its block B12 the name "b12.". NULL: the function is not there.
 * The caller frees the result with cvg_mcode_free.
 */
struct cvg_mcode *cvg_mcode_read(const struct cvg_fn *fn, const char *text,
				 struct cvg_err *err);
/* The same of the function of that name in a cubin of n bytes, beside which ptxas said
 * something. Its instructions have no names, and are of no known class. If there is a
 * function of the name with "_rolled" behind it, whose loops are not unrolled, the blocks
 * are counted in that one; the sizes are those of the other. */
struct cvg_mcode *cvg_mcode_read_cubin(const struct cvg_fn *fn,
				       const char *name, const void *cubin,
				       size_t n, const char *said,
				       struct cvg_err *err);
/*
 * Give the instructions of a cubin their names and classes, as a disassembler lists
 * `binary`. Cycles stay as they are: they are those that the cubin's control bits say.
 * False: the listing lacks some, and nothing has changed.
 */
bool cvg_mcode_name(struct cvg_mcode *mcode, const char *listing,
		    struct cvg_err *err);
void cvg_mcode_free(struct cvg_mcode *take_mcode);

const struct cvg_quantity *cvg_mclass_row(enum cvg_mclass klass);
const struct cvg_quantity *cvg_msize_row(enum cvg_msize size);
/* All instructions, as a quantity. */
const struct cvg_quantity *cvg_minsts_row(void);

/* ---- the code generator (src/ir) --------------------------------------- */

/*
 * A child process that runs LLVM's code generator and is kept for the next
 * function. It starts with the first use. The caller frees it with
 * cvg_coder_free.
 */
struct cvg_coder;

struct cvg_coder *cvg_coder_new(void);
/* Whether PTX goes on to ptxas, if that is installed. At first it does not. */
void cvg_coder_ptxas(struct cvg_coder *coder, bool yes);
/* Is ptxas installed? */
bool cvg_ptxas_is_there(void);
void cvg_coder_free(struct cvg_coder *take_coder);
/* How often the code generator ran: what it is asked again, it is not run for. */
uint32_t cvg_coder_runs(const struct cvg_coder *coder);

/*
 * What the code generator makes of function f of the module, whose snapshot is
 * `fn`: of the code that the module itself has, so that work on a copy must have
 * been verified (cvg_body_verify). False: the generator failed, took more than
 * `seconds`, or was stopped by the module's ticker, and `err` says which; the
 * coder can be used again. The caller frees *out with cvg_mcode_free.
 */
bool cvg_module_mcode(struct cvg_coder *coder, struct cvg_module *module,
		      uint32_t f, const struct cvg_fn *fn, unsigned seconds,
		      struct cvg_mcode **out, struct cvg_err *err);
/*
 * Name the instructions of what it made of a function of the module, if they have no
 * names and a disassembler is installed; else `unnamed` becomes the reason. A judge has
 * no use for it: it takes ten times as long as the code.
 */
void cvg_module_name(struct cvg_coder *coder, const struct cvg_module *module,
		     unsigned seconds, struct cvg_mcode *mcode);
/* The instructions that the judge has coded in one step at most; what would take more
 * goes by the table. */
#define CVG_CODER_MOST UINT64_C(9000)
/* Asking the code generator takes as long as coding so many instructions: for AMDGPU 7 ms,
 * and 55 to 100 us for an instruction; for PTX 3 ms and 20 us. */
#define CVG_CODER_START 100
/* ptxas takes 7 to 10 ms to start, once for both sides of a step, and 100 to 250 us for an
 * instruction, which it assembles twice where there are loops. */
#define CVG_PTXAS_START 60
#define CVG_PTXAS_HALF	3 /* for two instructions */

/* What it costs to ask about so many instructions, in instructions that are coded. */
uint64_t cvg_coder_cost(uint64_t insts, bool ptxas);
/* The same of two questions with these costs (cvg_module_ask_both). */
uint64_t cvg_coder_cost_both(uint64_t first, uint64_t second, bool ptxas);

/*
 * The same in two parts: the question, which keeps the code that the module has
 * now and costs little, and the answer, which may never be wanted. Returns what the
 * answer will cost, in instructions that are coded.
 */
uint64_t cvg_module_pose(struct cvg_coder *coder, struct cvg_module *module,
			 uint32_t f, struct cvg_str *out);
bool cvg_module_ask(struct cvg_coder *coder, const struct cvg_module *module,
		    const struct cvg_fn *fn, const struct cvg_str *question,
		    unsigned seconds, struct cvg_mcode **out,
		    struct cvg_err *err);
/* Ask two questions before they are asked one by one, if neither was answered before and
 * both take ptxas, which starts once for them. A failure is told when they are asked. */
void cvg_module_ask_both(struct cvg_coder *coder,
			 const struct cvg_module *module,
			 const struct cvg_str *const question[2],
			 unsigned seconds);

#endif
