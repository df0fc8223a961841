/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The snapshot of one function: plain C, immutable once finished, no LLVM
 * handle inside. Analyses, planning, views and exports read only this.
 *
 * Blocks, instructions, values and types have dense ids from 0, in the order
 * of the module's text; block 0 is the entry, to which no edge leads. Edges,
 * operands and users are in compressed rows: the row of x is
 * array[x_at .. x_at + nx). The rows of succs[] and ops[] follow each other in
 * the order of blocks and instructions without gaps, so that cvg_fn_nedges
 * and cvg_fn_nops are their lengths.
 *
 * Values: ids [0, nargs) are the arguments, [nargs, nargs + ninsts) the
 * instructions in order (void ones too), the rest constants, globals,
 * functions and so on, each distinct one once.
 *
 * Owner: the caller of the function that made the snapshot; cvg_fn_free frees
 * all of it.
 */
#ifndef RECONVERGE_GRAPH_H
#define RECONVERGE_GRAPH_H

#include "reconverge/words.h"

#include <assert.h>

/* ---- types ----------------------------------------------------------- */

enum cvg_typekind {
	CVG_TYPE_VOID,
	CVG_TYPE_INT,
	CVG_TYPE_FLOAT, /* half, bfloat, float, double, ... : see bits */
	CVG_TYPE_POINTER,
	CVG_TYPE_VECTOR,    /* of fixed length; see element */
	CVG_TYPE_AGGREGATE, /* struct or array */
	CVG_TYPE_OTHER,	    /* token, label, metadata, scalable vector ... */
};

struct cvg_type {
	enum cvg_typekind kind;
	uint32_t bits;	    /* of the whole value; 0 if it has no size */
	uint32_t lanes;	    /* elements of a vector, else 1 */
	uint32_t element;   /* type id of a vector's element, else CVG_NONE */
	uint32_t addrspace; /* of a pointer (or vector of pointers) */
	const char *text;   /* as the IR writes it: "<4 x float>" */
};

/* ---- values ---------------------------------------------------------- */

enum cvg_valuekind {
	CVG_VALUE_ARG,
	CVG_VALUE_INST,
	CVG_VALUE_CONST,  /* number, null, aggregate, constant expression */
	CVG_VALUE_UNDEF,  /* undef or poison */
	CVG_VALUE_GLOBAL, /* variable or alias */
	CVG_VALUE_FUNCTION,
	CVG_VALUE_ASM, /* inline assembler; text is its constraints */
	CVG_VALUE_METADATA,
	CVG_VALUE_BLOCK, /* as an operand of indirectbr, blockaddress */
};

enum cvg_valueflag {
	CVG_V_INREG = 1 << 0, /* argument passed in a scalar register: inreg,
				     or byval of a CVG_FN_SHADER */
	CVG_V_CONVERGENT = 1 << 1, /* function or asm marked convergent */
	CVG_V_INTRINSIC = 1 << 2,  /* function whose name starts with "llvm." */
	CVG_V_BYVAL = 1 << 3,	   /* argument marked byval or byref */
	CVG_V_INT64 = 1 << 4,	   /* `bits` holds the integer constant */
	CVG_V_POISON = 1 << 5,	   /* UNDEF that is poison */
	CVG_V_SIDE_EFFECT = 1 << 6, /* asm marked sideeffect */
	CVG_V_BODY = 1 << 7,	    /* function that the module defines */
};

struct cvg_value {
	enum cvg_valuekind kind;
	uint32_t type;	/* type id */
	uint32_t flags; /* enum cvg_valueflag */
	uint64_t bits;	/* integer constant of at most 64 bits, zero-extended */
	const char *text; /* as an operand, without the type: "%x", "42", "@f";
			    METADATA that is a string, or a node whose first
			    operand is one: that string, without quotes */
};

/* ---- instructions ---------------------------------------------------- */

enum cvg_instflag {
	CVG_I_READS = 1 << 0,  /* may read memory */
	CVG_I_WRITES = 1 << 1, /* may write memory */
	CVG_I_VOLATILE = 1 << 2,
	CVG_I_ATOMIC = 1 << 3,	     /* stronger than "not atomic" */
	CVG_I_CONVERGENT = 1 << 4,   /* which threads execute it together
					matters */
	CVG_I_TOKEN = 1 << 5,	     /* makes or takes a token */
	CVG_I_SPECULATABLE = 1 << 6, /* may run for threads that did not ask for
				       it, even on poison operands: it has no
				       effect and does not trap */
	CVG_I_COMMUTATIVE = 1 << 7,  /* operands 0 and 1 may be exchanged */
	CVG_I_SWAPPED = 1 << 8,	     /* compare whose shape counts its operands
				       in exchanged order: sgt a,b is slt b,a */
	CVG_I_FASTMATH = 1 << 9,     /* carries at least one fast-math flag */
	CVG_I_EFFECTS = 1 << 10,     /* stays even if its result is unused */
	CVG_I_BOUNDED = 1 << 12,     /* as CVG_I_SPECULATABLE, for threads for
					which its divisor or address is
					computed as in this function */
	CVG_I_REPEATABLE = 1 << 13,  /* load without an effect, harmless for
					threads that accessed as much memory at
					the same pointer before */
	CVG_I_SCALAR = 1 << 14,	     /* integer operation on operands that are
					the same for all threads of a warp,
					on a target with a scalar unit, or a
					load that this unit does; on any
					target a switch on such an operand */
	CVG_I_TOTAL = 1 << 15,	     /* call of a known function that ends
					without an effect whatever its
					arguments are: any thread may run it
					on arguments that are frozen */
	CVG_I_ON_LANES = 1 << 16,    /* load of constant memory that the scalar
					unit cannot do: lanes read apart */
};

struct cvg_inst {
	enum cvg_op op;
	uint32_t flags; /* enum cvg_instflag */
	uint32_t block;
	uint32_t type; /* type id of the result (void if none) */
	/*
	 * Two instructions of one function may be melded into one exactly if
	 * their shapes are equal and not CVG_NONE: same opcode, types,
	 * predicate up to CVG_I_SWAPPED, callee, attributes, volatility,
	 * ordering, scope, and the same value wherever an operand may be no
	 * variable. Operands that still differ can be chosen by a select.
	 */
	uint32_t shape;
	uint32_t ops_at; /* into ops[] (and, for a phi, incoming[]) */
	uint32_t nops;	 /* not counting successors and the callee */
	uint32_t users_at;
	uint32_t nusers;
	uint32_t callee;    /* value id, or CVG_NONE */
	uint32_t access;    /* type id of what is loaded, stored, allocated or
			       indexed by a GEP; else CVG_NONE */
	uint32_t addrspace; /* of the pointer accessed; else 0 */
	uint32_t align;	    /* of a load or store, in bytes; else 0 */
	uint32_t predicate; /* LLVM's number of an icmp/fcmp predicate or of an
			       atomicrmw operation; else 0 */
	uint32_t index;	    /* of an extractvalue with exactly one index: that
			       index; else CVG_NONE */
	uint32_t spot;	    /* into spots[]: where it stands in the source;
			       CVG_NONE: unknown */
	const char *text;   /* as printed, no indentation, no metadata; NULL
			       if the snapshot was taken without text */
};

/* ---- blocks ---------------------------------------------------------- */

struct cvg_block {
	uint32_t uid; /* stable name B<uid>: kept from revision to revision */
	const char *name; /* the IR's label without '%' */
	uint32_t inst_at; /* first instruction; phis come first */
	uint32_t ninsts;  /* with the terminator, which is the last */
	uint32_t nphis;
	uint32_t succs_at;   /* into succs[], succ_case[], succ_weight[] */
	uint32_t nsuccs;     /* as the terminator lists them: a block that it
				lists twice counts twice */
	uint32_t preds_at;   /* into preds[] */
	uint32_t npreds;     /* edges, not blocks */
	uint32_t origins_at; /* into origins[]: uids this block was made from */
	uint32_t norigins;   /* 0 for a block of the module as loaded */
};

/* A place in the source, from debug info. */
struct cvg_spot {
	uint32_t file; /* into files[] */
	uint32_t line;
	uint32_t column;  /* 0 if unknown */
	uint32_t inlined; /* into spots[], the call in whose place
			     the code stands; CVG_NONE: there is none */
};

struct cvg_fnattr {
	const char *key;
	const char *value;
};

struct cvg_fn {
	struct cvg_arena arena; /* owns everything below */
	const char *name;	/* without '@' */
	enum cvg_target target;
	enum cvg_fnkind kind;
	const char *cpu; /* gfx906, sm_70 ...: the user's, or the default */
	const struct cvg_costs *costs; /* what its instructions are priced by,
					  borrowed; NULL: costs.def for cpu */
	const char *triple;
	uint32_t llvm_major; /* the LLVM that read the module, for the rules
				that differ; 0: the reference, 22 */
	uint32_t warp;	     /* lanes of a warp on that cpu: 32 or 64 */
	bool frees; /* it may end the life of memory that it accesses */
	uint32_t reqd_work_group[3]; /* threads of a block along x, y, z; 0 if
					the kernel does not say */
	struct cvg_fnattr *attrs;    /* string attributes */
	uint32_t nattrs;
	uint64_t fingerprint; /* a hash of everything but names, text and debug
				 locations: equal for equal code, and hardly
				 ever for other code */

	uint32_t nargs, nblocks, ninsts, nvalues, ntypes, nfiles, nspots;
	struct cvg_block *blocks;
	struct cvg_inst *insts;
	struct cvg_value *values;
	struct cvg_type *types;
	const char **files; /* source files, by their whole paths */
	struct cvg_spot *spots;
	uint32_t spot; /* into spots[]: of the function; CVG_NONE: unknown */

	uint32_t *succs;       /* block ids */
	uint32_t *succ_case;   /* value id of a switch case, else CVG_NONE */
	uint32_t *succ_weight; /* from !prof, 0 if there is none */
	uint32_t *preds;       /* block ids, ascending by (block, edge) */
	uint32_t *ops;	       /* value ids */
	uint32_t *incoming;    /* parallel to ops: a phi's block, or CVG_NONE */
	uint32_t *users;       /* instruction ids, ascending: one entry for each
				 operand, one for the callee of a call */
	uint32_t *value_users_at; /* of every value, nvalues + 1 entries, into
				 users[] */
	uint32_t *origins;	  /* block uids */
};

/* ---- access ---------------------------------------------------------- */

#define cvg_foreach_succ(fn, b, s)                                       \
	for (const uint32_t *s = (fn)->succs + (fn)->blocks[b].succs_at, \
			    *s##_end = s + (fn)->blocks[b].nsuccs;       \
	     s < s##_end; s++)

#define cvg_foreach_pred(fn, b, p)                                       \
	for (const uint32_t *p = (fn)->preds + (fn)->blocks[b].preds_at, \
			    *p##_end = p + (fn)->blocks[b].npreds;       \
	     p < p##_end; p++)

static inline uint32_t cvg_inst_value(const struct cvg_fn *fn, uint32_t inst)
{
	assert(inst < fn->ninsts);
	return fn->nargs + inst;
}

/* How many edges there are: the length of succs[], succ_case[], succ_weight[]
 * and preds[]. */
static inline uint32_t cvg_fn_nedges(const struct cvg_fn *fn)
{
	const struct cvg_block *last;

	if (!fn->nblocks)
		return 0;
	last = &fn->blocks[fn->nblocks - 1];
	return last->succs_at + last->nsuccs;
}

/* How many operands there are: the length of ops[] and incoming[]. */
static inline uint32_t cvg_fn_nops(const struct cvg_fn *fn)
{
	const struct cvg_inst *last;

	if (!fn->ninsts)
		return 0;
	last = &fn->insts[fn->ninsts - 1];
	return last->ops_at + last->nops;
}

/* The instruction that makes value v, or CVG_NONE. */
static inline uint32_t cvg_value_inst(const struct cvg_fn *fn, uint32_t v)
{
	return v >= fn->nargs && v - fn->nargs < fn->ninsts ? v - fn->nargs
							    : CVG_NONE;
}

static inline uint32_t cvg_block_last(const struct cvg_fn *fn, uint32_t b)
{
	assert(b < fn->nblocks && fn->blocks[b].ninsts > 0);
	return fn->blocks[b].inst_at + fn->blocks[b].ninsts - 1;
}

static inline const struct cvg_inst *cvg_block_terminator(
	const struct cvg_fn *fn, uint32_t b)
{
	return &fn->insts[cvg_block_last(fn, b)];
}

/* The instruction as LLVM prints it, or the name of its operation if the
 * snapshot has no text. */
static inline const char *cvg_inst_text(const struct cvg_inst *in)
{
	return in->text ? in->text : cvg_op_name(in->op);
}

static inline uint32_t cvg_op_of(const struct cvg_fn *fn, uint32_t inst,
				 uint32_t k)
{
	assert(inst < fn->ninsts && k < fn->insts[inst].nops);
	return fn->ops[fn->insts[inst].ops_at + k];
}

/* The callee's name without '@'; NULL if the instruction is no call, or an
 * indirect one, or calls inline assembler. */
const char *cvg_inst_callee(const struct cvg_fn *fn, uint32_t inst);
/* The number of arguments of a call. Its operands behind them are tokens. */
uint32_t cvg_inst_nargs(const struct cvg_fn *fn, uint32_t inst);

/* The block of that stable number, or of that label ("%x" or "x"); CVG_NONE:
 * there is none. */
uint32_t cvg_block_by_uid(const struct cvg_fn *fn, uint32_t uid);
uint32_t cvg_block_by_name(const struct cvg_fn *fn, const char *name);

/* The value id of the argument or instruction of that name ("%x" or "x");
 * CVG_NONE: there is none. */
uint32_t cvg_value_by_name(const struct cvg_fn *fn, const char *name);

/* Where a block stands in the source: its branch, else the last instruction of
 * which that is known. Into spots[], or CVG_NONE. */
uint32_t cvg_block_spot(const struct cvg_fn *fn, uint32_t b);
/* The spot, or NULL if it is unknown. */
const struct cvg_spot *cvg_spot_at(const struct cvg_fn *fn, uint32_t spot);
/* Append `before` and "blur.h:7 from blur.cu:22": the line, and the call by which
 * it was inlined there. Nothing if the spot is unknown. */
void cvg_spot_add(struct cvg_str *out, const char *before,
		  const struct cvg_fn *fn, uint32_t spot);

/* A string attribute's value, or NULL. */
const char *cvg_fn_attr(const struct cvg_fn *fn, const char *key);

/* ---- making ---------------------------------------------------------- */

/* An empty snapshot for a maker to fill; its memory comes from fn->arena. */
struct cvg_fn *cvg_fn_new(void);

/* Compute preds, users, value_users_at and the at and n fields that index them,
 * after the maker has filled everything else. Takes linear time. */
void cvg_fn_finish(struct cvg_fn *fn);

/* Check the invariants above. If one is broken, return false; `err` names the
 * first. */
bool cvg_fn_check(const struct cvg_fn *fn, struct cvg_err *err);

void cvg_fn_free(struct cvg_fn *take_fn);

/*
 * Graph text notation, for tests and teaching: statements ended by newline
 * or ';', '#' comments, names with or without '%'.
 *
 *     kernel amdgpu f          # or device, shader; nvptx; the name may be
 *                              # left out; optional, first
 *     arg n m inreg            # arguments, "inreg" says it of the last one
 *     entry: t = call llvm.amdgcn.workitem.id.x
 *     entry: c = icmp slt t n  # without a predicate: slt
 *     entry ? c -> then else   # conditional branch: true first
 *     then: store t @buffer
 *     then: call f convergent  # as the last word: marked convergent
 *     then -> join             # branch
 *     b switch x -> d a b      # default, then the blocks of cases 0, 1, ...
 *     join: p = phi then:n else:t
 *     join ret p               # or: ret; unreachable
 *     later                    # only names a block
 *
 * Blocks are numbered as they are first named, wherever that is; the first
 * is the entry. Instructions are as opcodes.def has them; operands are names,
 * numbers, true, false, undef, poison and @globals. All values are i32,
 * compares i1. A block without a terminator returns. On failure *out is NULL
 * and `err` has the line and column; else the caller frees *out.
 */
bool cvg_fn_parse(const char *text, struct cvg_fn **out, struct cvg_err *err);

#endif
