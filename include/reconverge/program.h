/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * A program: a kernel and all functions that it calls, decoded for the simulator.
 * It is plain C without a handle of LLVM, and never changes. src/decode makes it
 * (cvg_module_decode), sim/ runs it.
 *
 * Every value of the IR is broken into scalars. Each scalar has a *slot*, a
 * register with one element for each lane. A vector or an aggregate has its scalars in
 * consecutive slots, in memory order, aggregates flattened. An i1 is one bit for
 * each lane, other integers are zero-extended in the next larger of 8, 16, 32, 64
 * and 128 bits, floats in an integer of their size, pointers in 32 or 64 bits.
 *
 * Slots of a function are numbered from 0. Its arguments have slots of their
 * own; a value that is only used in the block that makes it may share its
 * slot with others of that kind. The result slot of an operation is never one
 * of its operands' slots, unless it is a plain move of a phi.
 *
 * A slot also has two bits of doubt for each lane: poison, and undef (read from
 * memory that was never written). A constant may have them too.
 *
 * Blocks, edges and instructions have the ids of the function's snapshot.
 */
#ifndef RECONVERGE_PROGRAM_H
#define RECONVERGE_PROGRAM_H

#include "reconverge/kinds.h"
#include "reconverge/words.h"

struct cvg_fn;

/* ---- operands -------------------------------------------------------- */

/* An operand is a ref: a slot, or CVG_REF_CONST | index into the program's
 * constants, or CVG_NONE. */
#define CVG_REF_CONST UINT32_C(0x80000000)

struct cvg_const {
	enum cvg_kind kind;
	bool poison, undef; /* its bits are then 0 */
	uint64_t lo, hi;    /* zero-extended */
};

/* ---- operations ------------------------------------------------------ */

enum cvg_uflag {
	/* integers: the result is poison if it wrapped, lost bits, ... */
	CVG_UF_NUW = 1 << 0,
	CVG_UF_NSW = 1 << 1,
	CVG_UF_EXACT = 1 << 2,
	CVG_UF_DISJOINT = 1 << 3,    /* or */
	CVG_UF_NNEG = 1 << 4,	     /* zext, uitofp */
	CVG_UF_SAMESIGN = 1 << 5,    /* icmp */
	CVG_UF_ZERO_POISON = 1 << 6, /* ctlz, cttz; abs: of the least number */
	/* floats */
	CVG_UF_NNAN = 1 << 7,
	CVG_UF_NINF = 1 << 8,
	CVG_UF_FTZ = 1 << 9, /* operands and result: denormals become zero */
	/* memory */
	CVG_UF_VOLATILE = 1 << 10,
	CVG_UF_FIRST = 1 << 11, /* first access of its instruction: the one that
				   is counted, with the bytes in `c` */
	CVG_UF_ATOMIC = 1 << 12,
	/* all */
	CVG_UF_MERGE = 1 << 13, /* lanes that are not active keep what the slot
				   held; without it they may get anything */
	CVG_UF_SIGNED = 1 << 14,
	CVG_UF_GUARD = 1 << 15, /* memory: only some lanes, see uops.def */
};

/*
 * One operation on all lanes. uops.def says for each code what the fields mean and
 * which kinds its operands and results have.
 */
struct cvg_uop {
	uint16_t code;	/* enum cvg_ucode */
	uint8_t kind;	/* enum cvg_kind of operands and, mostly, the result */
	uint8_t kind2;	/* of the result of a conversion, of an index ... */
	uint16_t flags; /* enum cvg_uflag */
	uint16_t n;	/* predicate, function, operation, alignment: by code */
	uint32_t dst;	/* the slot, or first slot, of the result; CVG_NONE */
	uint32_t a, b, c; /* refs */
	uint64_t imm;	  /* a number whose meaning depends on the code */
	uint32_t width;	  /* bits of an integer whose width is not its kind's,
			   else 0 */
	uint32_t inst;	  /* instruction of the snapshot that it is a part of;
			     CVG_NONE: a row is made ready at the entry */
	uint8_t order;	  /* enum cvg_ordering bits: of NOP (a fence), and of
			     memory operations that are atomic */
	uint8_t scope;	  /* enum cvg_scope, if `order` is not 0 */
	uint32_t vows;	  /* promises that no run misses (decode_vows.c) */
	uint32_t noundef; /* of a call: bit n for operand n, from 1 on, or the
			     result, 0, that is promised to be defined; and
			     CVG_NOUNDEF_ ... */
};

/* Of noundef, beside operands: it is a tail call; it returns. */
#define CVG_NOUNDEF_PARTS   30
#define CVG_NOUNDEF_RETURNS (UINT32_C(1) << 30)
#define CVG_NOUNDEF_TAIL    (UINT32_C(1) << 31)
/* Of vows: flags, each a promise by itself. The others count as one. */
#define CVG_VOWS_FLAGS 1023u
/* Of a call: it has operand bundles, or is an operation on memory that is volatile; of
 * CMPXCHG: it is weak. */
#define CVG_VOWS_MORE 1024u

/* Kinds of metadata that promise something of an instruction, of which no run sees
 * anything: what they say, as a hash; 0: nothing. */
enum cvg_meta {
#define META(id, name) CVG_META_##id,
#include "reconverge/metas.def"
#undef META
	CVG_NMETAS
};

struct cvg_metas {
	uint32_t of[CVG_NMETAS];
};

/* The ordering that an atomic operation or a fence has. */
enum cvg_ordering {
	CVG_ORDER_ACQUIRE = 1 << 0,
	CVG_ORDER_RELEASE = 1 << 1,
	CVG_ORDER_SEQ = 1 << 2, /* beside the other two */
	CVG_ORDER_BOTH = CVG_ORDER_ACQUIRE | CVG_ORDER_RELEASE,
};

/* The threads between which an operation orders memory, the fewest first. */
enum cvg_scope {
	CVG_SCOPE_THREAD,
	CVG_SCOPE_WARP,
	CVG_SCOPE_BLOCK,
	CVG_SCOPE_DEVICE, /* and a cluster of blocks */
	CVG_SCOPE_SYSTEM,
	CVG_NSCOPES
};

/* The functions of floats that the operations MATH1 and MATH2 compute: values of
 * their field `n`. */
enum cvg_math {
	/* one operand */
	CVG_M_SIN,
	CVG_M_COS,
	CVG_M_TAN,
	CVG_M_ASIN,
	CVG_M_ACOS,
	CVG_M_ATAN,
	CVG_M_SINH,
	CVG_M_COSH,
	CVG_M_TANH,
	CVG_M_EXP,
	CVG_M_EXP2,
	CVG_M_EXP10,
	CVG_M_LOG,
	CVG_M_LOG2,
	CVG_M_LOG10,
	CVG_M_SQRT,
	CVG_M_RSQRT,
	CVG_M_RCP,
	CVG_M_FLOOR,
	CVG_M_CEIL,
	CVG_M_TRUNC,
	CVG_M_RINT,
	CVG_M_ROUND,
	CVG_M_ROUNDEVEN,
	CVG_M_CANONICALIZE,
	CVG_M_FRACT,	 /* x - floor(x), less than 1 */
	CVG_M_SIN_TURNS, /* sin(2 pi x) */
	CVG_M_COS_TURNS,
	CVG_M_FREXP_MANT,
	CVG_M_ASINH,
	CVG_M_ACOSH,
	CVG_M_ATANH,
	CVG_M_EXPM1,
	CVG_M_LOG1P,
	CVG_M_CBRT,
	CVG_M_ERF,
	CVG_M_ERFC,
	CVG_M_ERFINV,
	CVG_M_ERFCINV,
	CVG_M_LGAMMA,
	CVG_M_TGAMMA,
	CVG_M_LOGB,
	CVG_M_J0,
	CVG_M_J1,
	CVG_M_Y0,
	CVG_M_Y1,
	/* two */
	CVG_M_POW,
	CVG_M_ATAN2,
	CVG_M_FMOD,
	CVG_M_HYPOT,
	CVG_M_REMAINDER,
	CVG_M_NEXTAFTER,
	CVG_M_ROOTN, /* the b-th root; b is a whole number */
	CVG_M_MINNUM,
	CVG_M_MAXNUM,
	CVG_M_MINIMUM,
	CVG_M_MAXIMUM,
	CVG_M_MINIMUMNUM,
	CVG_M_MAXIMUMNUM,
	CVG_M_COPYSIGN,
	CVG_M_MUL_LEGACY, /* 0 times anything is 0 */
	CVG_NMATHS
};

/* The special registers that SREG reads: values of its field `n`. The result is
 * i32 unless a note says otherwise. The registers of x, y and z are consecutive. */
enum cvg_sreg {
	CVG_S_TID_X,
	CVG_S_TID_Y,
	CVG_S_TID_Z, /* the thread in its block */
	CVG_S_NTID_X,
	CVG_S_NTID_Y,
	CVG_S_NTID_Z, /* threads of a block */
	CVG_S_CTAID_X,
	CVG_S_CTAID_Y,
	CVG_S_CTAID_Z, /* the block in the grid */
	CVG_S_NCTAID_X,
	CVG_S_NCTAID_Y,
	CVG_S_NCTAID_Z, /* blocks of the grid */
	CVG_S_LANEID,
	CVG_S_WARPID,
	CVG_S_NWARPID,
	CVG_S_WARPSIZE,
	CVG_S_SMID,
	CVG_S_NSMID,
	CVG_S_GRIDID,
	CVG_S_LANEMASK_EQ,
	CVG_S_LANEMASK_LE,
	CVG_S_LANEMASK_LT,
	CVG_S_LANEMASK_GE,
	CVG_S_LANEMASK_GT,
	CVG_S_CLOCK,	     /* i32 or i64, by kind: warp instructions so far */
	CVG_S_STATIC_SHARED, /* bytes of shared memory the kernel declares */
	CVG_S_DYNAMIC_SHARED, /* bytes the launch adds */
	CVG_S_EXEC,	      /* mask of active lanes, kind I32 or I64 */
	/* addresses, i64 */
	CVG_S_DISPATCH_PTR,
	CVG_S_IMPLICITARG_PTR,
	CVG_S_KERNARG_PTR,
	CVG_S_QUEUE_PTR,
	CVG_S_DISPATCH_ID, /* i64 number */
	CVG_NSREGS
};

/* Warp operations: values of the field `n` of WARP. uops.def has the operands. */
enum cvg_warpop {
	CVG_W_BALLOT,
	CVG_W_ANY,
	CVG_W_ALL,
	CVG_W_UNI,
	CVG_W_MATCH_ANY,
	CVG_W_MATCH_ALL,
	CVG_W_SHFL_IDX,
	CVG_W_SHFL_UP,
	CVG_W_SHFL_DOWN,
	CVG_W_SHFL_BFLY,
	CVG_W_SHFL_OK,
	CVG_W_FIRSTLANE,
	CVG_W_READLANE,
	CVG_W_WRITELANE,
	CVG_W_PERMUTE,
	CVG_W_BPERMUTE,
	CVG_W_SWIZZLE,
	CVG_W_DPP,
	CVG_W_PERMLANE16,
	CVG_W_PERMLANEX16,
	CVG_W_PERMLANE64,
	CVG_W_MBCNT_LO,
	CVG_W_MBCNT_HI,
	CVG_W_REDUCE_ADD,
	CVG_W_REDUCE_SMIN,
	CVG_W_REDUCE_SMAX,
	CVG_W_REDUCE_UMIN,
	CVG_W_REDUCE_UMAX,
	CVG_W_REDUCE_AND,
	CVG_W_REDUCE_OR,
	CVG_W_REDUCE_XOR,
	CVG_W_ELECT,
	CVG_NWARPOPS
};

/* Atomic operations: values of the field `n` of ATOMIC. */
enum cvg_rmw {
	CVG_A_XCHG,
	CVG_A_ADD,
	CVG_A_SUB,
	CVG_A_AND,
	CVG_A_NAND,
	CVG_A_OR,
	CVG_A_XOR,
	CVG_A_MAX,
	CVG_A_MIN,
	CVG_A_UMAX,
	CVG_A_UMIN,
	CVG_A_FADD,
	CVG_A_FSUB,
	CVG_A_FMAX,
	CVG_A_FMIN,
	CVG_A_FMAXIMUM,
	CVG_A_FMINIMUM,
	CVG_A_UINC_WRAP,
	CVG_A_UDEC_WRAP,
	CVG_A_USUB_COND,
	CVG_A_USUB_SAT,
	CVG_NRMWS
};

/* What the operation COLLECT computes over the threads of a block or warp: values
 * of its field `imm`. */
enum cvg_collect {
	CVG_C_REDUCE,	 /* the sum of all threads */
	CVG_C_INCLUSIVE, /* the sum of the threads before and of the thread */
	CVG_C_EXCLUSIVE, /* the sum of the threads before */
	CVG_C_BROADCAST, /* one thread's value */
	CVG_C_HOW = 3,	 /* mask of the four above */
	CVG_C_WARP = 4	 /* flag: over the threads of the warp, not the block */
};

/* ---- memory ---------------------------------------------------------- */

/*
 * Addresses. Pointers to global and constant memory, and flat (generic) pointers,
 * have 64 bits. The address space is cut into granules of 2^32 bytes, each with
 * at most one object; granule 0 has none, so that null points to no object. A
 * shared pointer is an offset from the start of the thread block's shared memory,
 * a private pointer one from the start of the thread's private memory, 32 or 64
 * bits wide as the data layout says. Their flat form adds the base of an aperture.
 */
#define CVG_GRANULE_BITS     32
#define CVG_APERTURE_SHARED  (UINT64_C(0x7ffe) << 32)
#define CVG_APERTURE_PRIVATE (UINT64_C(0x7fff) << 32)
#define CVG_FUNCTION_BASE    (UINT64_C(0x7ffd) << 32) /* + 16 * function */
#define CVG_GLOBAL_FIRST_GRANULE \
	0x4000 /* module variables from here up;
					   a launch's buffers from 1 up */

/* A variable of the module in global, constant or shared memory. */
struct cvg_global {
	const char *name;     /* without '@' */
	enum cvg_space space; /* GLOBAL or SHARED */
	bool constant;	      /* a write is a fault */
	bool dynamic; /* shared, without a size: it is the dynamic shared
				memory of the launch */
	uint32_t align;
	uint64_t address; /* its first byte, in its space */
	uint64_t bytes;
	uint8_t *init;	  /* [bytes] initial contents; NULL: undefined, as those
				of shared variables always are */
	uint8_t *defined; /* [bytes] 0: that byte of init is undef; NULL:
				all are defined */
};

/* ---- functions ------------------------------------------------------- */

enum cvg_termkind {
	CVG_T_JUMP,
	CVG_T_BRANCH,	/* ref is a BIT; where it is true, edge 0 is taken */
	CVG_T_SWITCH,	/* edge 0 is the default; another edge is taken where
			      ref equals its case_ref */
	CVG_T_INDIRECT, /* ref is the number of the target block + 1, as
			      blockaddress constants are decoded */
	CVG_T_RETURN,	/* lists[] has a ref for each scalar of the result */
	CVG_T_UNREACHABLE,
};

struct cvg_ublock {
	uint32_t uop_at, nuops; /* into uops[] */
	enum cvg_termkind term;
	uint8_t kind; /* enum cvg_kind of `ref` of SWITCH and INDIRECT */
	uint32_t ref; /* the value that decides where threads go, or CVG_NONE */
	uint32_t list_at, nlist; /* RETURN: into lists[] */
	uint32_t inst;		 /* the terminator, an instruction id */
};

struct cvg_uedge {		/* edge k of block b: blocks[b].succs_at + k */
	uint32_t uop_at, nuops; /* MOVs for the phis of its target; none
				   overwrites what a later one reads */
	uint32_t case_ref;	/* SWITCH: the case's constant; else CVG_NONE */
};

struct cvg_param {
	const char *name;   /* "" if unnamed */
	const char *source; /* its name in the source, for users only; NULL:
			       not known */
	const char *type;   /* its type as text of the IR */
	uint32_t slot, nslots;
	enum cvg_kind kind; /* of the first slot */
	bool pointer;
	enum cvg_space space; /* of a pointer */
	/* What a pointer points to: the kind of most accesses through it;
	 * CVG_NKINDS: unknown. */
	enum cvg_kind pointee;
	bool written, read;  /* the kernel writes, reads memory through the
			       pointer; true if that is not known */
	uint64_t copy_bytes; /* size of the copy of a byval or byref argument;
				0: it is none */
	uint32_t copy_align;
	uint32_t offset;	   /* bytes from the start of the kernel's
				      argument segment */
	uint32_t bytes;		   /* size in that segment */
	const uint32_t *scalar_at; /* [nslots] bytes from the first to where
				      each scalar lies; NULL: one after the
				      other, each aligned to its size */
};

/* What a run of a block by a warp that runs alone costs by the machine's code of
 * the block (mcode.h), in cycles. */
struct cvg_mprice {
	uint32_t insts;			/* instructions */
	uint32_t vector, scalar, waits; /* as in struct cvg_mcounts */
	uint32_t vmem;			/* accesses to memory but the shared */
};

/* What the machine's code leaves room for. */
struct cvg_mroom {
	double warps;  /* on a SIMD by the registers; NAN: not known */
	double shared; /* bytes of a block; NAN: not known */
	bool assumed;  /* the registers are not known */
};

struct cvg_ufn {
	struct cvg_fn *fn; /* snapshot, without text; owned by the program */
	const char *name;
	struct cvg_ublock *blocks; /* [fn->nblocks] */
	struct cvg_uedge *edges;   /* [edges of fn] */
	struct cvg_uop *uops;	   /* [nuops] block by block */
	uint32_t nuops;
	uint8_t *slot_kind; /* [nslots] enum cvg_kind */
	uint32_t nslots;    /* scalars of a frame */
	struct cvg_param *params;
	uint32_t nparams;
	uint32_t nresults; /* scalars of the result */
	uint32_t nlists;
	uint32_t *lists;    /* refs of calls and returns */
	bool address_taken; /* an indirect call may call it */
	uint64_t *vows;	    /* [nvows] promises of the whole function */
	uint32_t nvows;
	struct cvg_metas *metas;   /* [fn->ninsts]; NULL: there are none */
	struct cvg_mprice *prices; /* [fn->nblocks]; NULL: only the cost table
				      prices the program */
};

struct cvg_program {
	struct cvg_arena arena; /* owns everything but the snapshots */
	struct cvg_mroom room;	/* if its functions have prices: of all */
	enum cvg_target target;
	uint32_t warp;	     /* lanes of a warp: 32 or 64 */
	struct cvg_ufn *fns; /* fns[0] is the kernel */
	uint32_t nfns;
	struct cvg_const *consts;
	uint32_t nconsts;
	struct cvg_global *globals;
	uint32_t nglobals;
	uint32_t static_shared; /* bytes; dynamic shared memory starts there,
				    aligned to dynamic_align */
	uint32_t dynamic_align;
	uint32_t kernarg_bytes;	  /* of the explicit arguments */
	uint32_t code_object;	  /* AMDGPU: version of the kernel's hidden
				    arguments: 400, 500, 600 */
	bool shared64, private64; /* width of those pointers */
	bool fast_math;		  /* some operation may be reordered or
				    approximated, so that results may differ
				    in some bits */
	bool by_tokens;		  /* tokens say which threads run some of its
				     convergent operations together */
	bool anchors;		  /* some tokens are anchors: LLVM leaves open
				     which threads make one together */
	bool uses_clock;	  /* it reads a clock or another value that a
				    transformation may change */
};

/* What users call the parameter; "" if it has no name. */
static inline const char *cvg_param_shown(const struct cvg_param *param)
{
	return param->source ? param->source : param->name;
}

void cvg_program_free(struct cvg_program *take_p);
/* The function of that name, or CVG_NONE. */
uint32_t cvg_program_fn(const struct cvg_program *program, const char *name);
/* Instructions of the code that it was made of. */
uint64_t cvg_program_ninsts(const struct cvg_program *program);

/* Is it known of any of its code where that stands in the source? */
bool cvg_program_has_spots(const struct cvg_program *program);

/* Check the invariants of a program: kinds of operands, ranges of slots and lists.
 * Returns false and names the first broken one in *err. */
bool cvg_program_check(const struct cvg_program *program, struct cvg_err *err);

/* Append one operation as text, "add.i32 s4, s1, #3", for debugging and tests. */
void cvg_uop_print(struct cvg_str *out, const struct cvg_program *program,
		   const struct cvg_ufn *ufn, const struct cvg_uop *uop);

#endif
