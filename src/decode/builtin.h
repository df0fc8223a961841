/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Decoding calls of built-in functions without a body, shared by builtin*.c.
 * Each row of reconverge/builtin.h names a function declared below, which
 * decodes the call. It is only called after the types of the parameters have
 * been compared with the name.
 */
#ifndef RECONVERGE_IR_BUILTIN_H
#define RECONVERGE_IR_BUILTIN_H

#include "intrin.h"
#include "reconverge/builtin.h"

struct cvg_bi;

/* Emit the operations of a call. False: it is not simulated with these types,
 * and nothing was emitted. */
typedef bool cvg_bi_fn(struct cvg_bi *builtin);

struct cvg_bi_row {
	cvg_bi_fn *how;
	uint16_t n; /* its meaning depends on `how` */
};

/* One call while it is decoded. */
struct cvg_bi {
	struct cvg_in in;
	const struct cvg_builtin *row;
	struct cvg_bi_row is;
	struct cvg_builtin_name name;
	struct cvg_mtype params[CVG_MANGLED_MOST]; /* [in.nargs] */
	struct cvg_mtype of;			   /* the type T of the row */
	struct cvg_mtype result; /* scalar 'v': none; 0: not checked */
};

/* Numbers of a work-item that have three axes. */
enum cvg_bi_item {
	CVG_WI_LOCAL_ID,
	CVG_WI_GROUP_ID,
	CVG_WI_GLOBAL_ID,
	CVG_WI_LOCAL_SIZE,
	CVG_WI_NUM_GROUPS,
	CVG_WI_GLOBAL_SIZE,
	CVG_WI_OFFSET,
};

/* Numbers of a work-item's sub-group, which is its warp. */
enum cvg_bi_sub {
	CVG_SG_LANE,
	CVG_SG_SUBID,
	CVG_SG_NSUB,
	CVG_SG_SUBSIZE,
	CVG_SG_MAXSUBSIZE,
};

/* The work-item from which a shuffle takes the value. */
enum cvg_bi_shuffle {
	CVG_SH_LANE, /* its number is the second argument */
	CVG_SH_XOR,
	CVG_SH_UP,   /* that argument below this one */
	CVG_SH_DOWN, /* above */
	CVG_SH_ROTATE,
};

/* Lanes, compared with this one. */
enum cvg_bi_lanes { CVG_LM_EQ, CVG_LM_GE, CVG_LM_GT, CVG_LM_LE, CVG_LM_LT };

/* Numbers made of a mask. */
enum cvg_bi_mask {
	CVG_BM_COUNT,
	CVG_BM_BELOW, /* how many below this lane */
	CVG_BM_UP_TO, /* and this one */
	CVG_BM_LOWEST,
	CVG_BM_HIGHEST,
};

/* ---- types: builtin_type.c --------------------------------------------- */

/* Do the types of the call fit the row? Sets params, of and result. */
bool cvg_bi_fits(struct cvg_bi *builtin);
/* Does the call return `lanes` scalars of this type? */
bool cvg_bi_gives(struct cvg_bi *builtin, char scalar, uint8_t lanes);
LLVMTypeRef cvg_bi_llvm(struct cvg_bi *builtin, char scalar, uint8_t lanes);
enum cvg_kind cvg_bi_kind(char scalar);

static inline bool bi_signed(char scalar)
{
	return scalar == 'c' || scalar == 's' || scalar == 'i' || scalar == 'l';
}

static inline bool bi_float(char scalar)
{
	return scalar == 'H' || scalar == 'f' || scalar == 'd';
}

/* ---- builtin_atomic.c -------------------------------------------------- */

/* The operation on numbers of that type, where rows say ADD, SUB, MIN, MAX or
 * one of bits. */
enum cvg_rmw cvg_bi_rmw(enum cvg_rmw op, char scalar);

/* ---- the functions that rows name -------------------------------------- */

/* builtin_formula.c */
cvg_bi_fn cvg_bi_formula;
cvg_bi_fn cvg_bi_nan;

/* builtin_item.c */
cvg_bi_fn cvg_bi_workitem; /* n: enum cvg_bi_item */
cvg_bi_fn cvg_bi_workdim;
cvg_bi_fn cvg_bi_linear;   /* n: the global id, not the local one */
cvg_bi_fn cvg_bi_subgroup; /* n: enum cvg_bi_sub */
cvg_bi_fn cvg_bi_barrier;
cvg_bi_fn cvg_bi_fence;
cvg_bi_fn cvg_bi_active_lane;
uint32_t cvg_bi_linear_id(struct cvg_bi *builtin);
/* The number of work-items of the sub-group; the last sub-group of a group may
 * be smaller than the others. */
uint32_t cvg_bi_sub_size(struct cvg_bi *builtin);

/* builtin_subgroup.c */
cvg_bi_fn cvg_bi_sub_vote;    /* n: enum cvg_warpop */
cvg_bi_fn cvg_bi_sub_reduce;  /* n: enum cvg_rmw */
cvg_bi_fn cvg_bi_sub_shuffle; /* n: enum cvg_bi_shuffle */
cvg_bi_fn cvg_bi_sub_first;
cvg_bi_fn cvg_bi_sub_elect;
cvg_bi_fn cvg_bi_sub_equal;
cvg_bi_fn cvg_bi_ballot;
cvg_bi_fn cvg_bi_lane_mask;   /* n: enum cvg_bi_lanes */
cvg_bi_fn cvg_bi_mask_number; /* n: enum cvg_bi_mask */
cvg_bi_fn cvg_bi_mask_bit; /* n: of the lane that is asked for, not this one */

/* builtin_group.c; n: enum cvg_collect << 8 | enum cvg_rmw */
cvg_bi_fn cvg_bi_collect;
cvg_bi_fn cvg_bi_collect_vote;
cvg_bi_fn cvg_bi_collect_one;

/* builtin_vector.c */
cvg_bi_fn cvg_bi_geometric; /* n: 0 dot, 1 length, 2 distance, 3 normalize */
cvg_bi_fn cvg_bi_cross;
cvg_bi_fn cvg_bi_anyall; /* n: all, not any */
cvg_bi_fn cvg_bi_select;
cvg_bi_fn cvg_bi_shuffle; /* n: number of vectors */
cvg_bi_fn cvg_bi_upsample;
cvg_bi_fn cvg_bi_convert;

/* builtin_image.c */
cvg_bi_fn cvg_bi_read_image;  /* n: letter of a channel's type */
cvg_bi_fn cvg_bi_write_image; /* the same */
cvg_bi_fn cvg_bi_image_fact;  /* n: the answer; 0: how long an axis is */

/* builtin_memory.c */
cvg_bi_fn cvg_bi_vload;
cvg_bi_fn cvg_bi_vstore;
cvg_bi_fn cvg_bi_vload_half;  /* n: aligned as a vector, not as a half */
cvg_bi_fn cvg_bi_vstore_half; /* the same */
cvg_bi_fn cvg_bi_async_copy;  /* n: strided */
/* Store scalars through argument i, a pointer; their number is that of the type
 * it points to. */
void cvg_bi_store(struct cvg_bi *builtin, unsigned i, const uint32_t *from);

/* builtin_atomic.c */
cvg_bi_fn cvg_bi_atomic;     /* n: enum cvg_rmw */
cvg_bi_fn cvg_bi_atomic_one; /* n: enum cvg_rmw; the operand is 1 */
cvg_bi_fn cvg_bi_atomic_load;
cvg_bi_fn cvg_bi_atomic_store;
cvg_bi_fn cvg_bi_cmpxchg; /* returns the old value */
cvg_bi_fn cvg_bi_cas;	  /* C11: returns whether it has exchanged */
cvg_bi_fn cvg_bi_flag;	  /* n: test and set, not clear */

#endif
