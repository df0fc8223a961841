/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The few device operations the samples need, spelled with clang's builtins for
 * AMDGPU and for NVPTX, so that neither a device library nor the OpenCL headers
 * are needed, and elsewhere with the functions that an OpenCL platform brings.
 *
 * Work sizes are compile-time constants in every sample: nothing here reads
 * the block or the grid size.
 */
#ifndef DEVICE_H
#define DEVICE_H

typedef unsigned int uint;

/* A kernel whose thread block is x by y threads. */
#define KERNEL(x, y) __kernel __attribute__((reqd_work_group_size(x, y, 1)))

/* A function that never survives as a call. */
#define INLINE static inline __attribute__((always_inline))

#if defined(__AMDGCN__)

INLINE uint thread_id(void)
{
	return __builtin_amdgcn_workitem_id_x();
}

INLINE uint thread_id_y(void)
{
	return __builtin_amdgcn_workitem_id_y();
}

INLINE uint block_id(void)
{
	return __builtin_amdgcn_workgroup_id_x();
}

INLINE uint block_id_y(void)
{
	return __builtin_amdgcn_workgroup_id_y();
}

/* All threads of the block arrive; what they wrote before is seen after. */
INLINE void block_sync(void)
{
	__builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup");
	__builtin_amdgcn_s_barrier();
	__builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup");
}

#elif defined(__NVPTX__)

INLINE uint thread_id(void)
{
	return __nvvm_read_ptx_sreg_tid_x();
}

INLINE uint thread_id_y(void)
{
	return __nvvm_read_ptx_sreg_tid_y();
}

INLINE uint block_id(void)
{
	return __nvvm_read_ptx_sreg_ctaid_x();
}

INLINE uint block_id_y(void)
{
	return __nvvm_read_ptx_sreg_ctaid_y();
}

/* The barrier orders memory within the block by itself here. */
INLINE void block_sync(void)
{
	__syncthreads();
}

#elif defined(__OPENCL_VERSION__)

/* Any other device of an OpenCL platform that brings OpenCL C's functions. */
#pragma OPENCL FP_CONTRACT OFF

INLINE uint thread_id(void)
{
	return get_local_id(0);
}

INLINE uint thread_id_y(void)
{
	return get_local_id(1);
}

INLINE uint block_id(void)
{
	return get_group_id(0);
}

INLINE uint block_id_y(void)
{
	return get_group_id(1);
}

INLINE void block_sync(void)
{
	barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
}

#else
#error "the samples are compiled for AMDGPU, NVPTX or by an OpenCL platform"
#endif

#endif
