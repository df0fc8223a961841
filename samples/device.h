/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The few device operations the samples need, spelled with the builtins clang
 * has for AMDGPU and for NVPTX, so that one source serves both targets and
 * neither a device library nor the OpenCL headers are needed.
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

#else
#error "the samples are compiled for AMDGPU or for NVPTX"
#endif

#endif
