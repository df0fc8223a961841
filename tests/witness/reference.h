/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * CPU references of the samples: what a kernel is for, written as plain C
 * without looking at how the kernel does it. Sorting is qsort, queens are
 * placed by recursion, a thread of a branchy kernel is a function of its
 * input. Results must be the kernel's bit for bit: integers wrap, and floats
 * see the same IEEE operations in the same order, none contracted.
 */
#ifndef WITNESS_REFERENCE_H
#define WITNESS_REFERENCE_H

#include <stddef.h>
#include <stdint.h>

#define MAX_ARGS 16

union scalar {
	uint32_t u32;
	float f32;
};

struct task {
	unsigned grid[2]; /* blocks */
	unsigned nargs;
	void *data[MAX_ARGS];	       /* a buffer's; NULL: a scalar */
	size_t bytes[MAX_ARGS];	       /* of it */
	union scalar scalar[MAX_ARGS]; /* a scalar's value */
};

/* reference_sort.c: every block's values come out sorted. */
void reference_bitonic_sort(struct task *t);
void reference_bitonic_sort_ge(struct task *t);
void reference_pcm(struct task *t);
void reference_mergesort(struct task *t);

/* reference_image.c: planes of numbers. */
void reference_dct_quant(struct task *t);
void reference_dct_quant_nonuniform(struct task *t);
void reference_srad(struct task *t);
void reference_lud_perimeter(struct task *t);

/* reference_count.c: searches and queues. */
void reference_nqueens(struct task *t);
void reference_flat_work_queue(struct task *t);
void reference_flat_bench_10_1(struct task *t);
void reference_flat_bench_1_1(struct task *t);
void reference_flat_bench_1_10(struct task *t);
void reference_flat_bench_1_100(struct task *t);

/* reference_pair.c: the synthetic kernels, a pair of values at a time. */
void reference_sb1(struct task *t);
void reference_sb1r(struct task *t);
void reference_sb2(struct task *t);
void reference_sb2r(struct task *t);
void reference_sb3(struct task *t);
void reference_sb3r(struct task *t);
void reference_sb4(struct task *t);
void reference_sb4r(struct task *t);

/* reference_flow.c: threads by themselves, with structured control flow. */
void reference_darm_align(struct task *t);
void reference_fuse_walls(struct task *t);
void reference_bbv_counts(struct task *t);
void reference_opcodes(struct task *t);
void reference_lin_short_circuit(struct task *t);
void reference_lin_jump_out(struct task *t);
void reference_lin_jump_in(struct task *t);
void reference_lin_irreducible(struct task *t);
void reference_lin_interleave(struct task *t);
void reference_lin_loop_merge(struct task *t);
void reference_lin_stack_depth(struct task *t);

/* reference_walk.c: walks whose ends the data decides. */
void reference_suffix_walk(struct task *t);
void reference_ray_voxels(struct task *t);
void reference_particle_filter(struct task *t);

#endif
