/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The kernel of walk.cl for HIP and CUDA. With -DNO_SDK it needs nothing but
 * clang.
 */
#ifdef NO_SDK
#define __global__ __attribute__((global))
#ifdef __AMDGCN__
#define THREAD                               \
	(__builtin_amdgcn_workgroup_id_x() *         \
		 __builtin_amdgcn_workgroup_size_x() + \
	 __builtin_amdgcn_workitem_id_x())
#else
#define THREAD                                                          \
	(__nvvm_read_ptx_sreg_ctaid_x() * __nvvm_read_ptx_sreg_ntid_x() + \
	 __nvvm_read_ptx_sreg_tid_x())
#endif
#else
#ifdef __HIP__
#include <hip/hip_runtime.h>
#endif
#define THREAD (blockIdx.x * blockDim.x + threadIdx.x)
#endif

extern "C" __global__ void walk(int *out, const int *up, const int *down,
				const int *steps, int n)
{
	int i = THREAD;

	if (i >= n)
		return;
	if (steps[i] > 0)
		out[i] = up[i] * steps[i] + up[i] / 7;
	else
		out[i] = down[i] * steps[i] - down[i] / 5;
}
