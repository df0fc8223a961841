/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * What the feature kernels use of OpenCL C. On a platform of OpenCL it is all
 * there. For AMDGPU and NVPTX it is spelled with clang's builtins, so that the
 * same source becomes device IR without a device library: what PoCL's library
 * computes in its own way, the IR says with LLVM's intrinsics.
 */
#ifndef FEATURE_H
#define FEATURE_H

#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL FP_CONTRACT OFF

#define KERNEL(x, y, z) __kernel __attribute__((reqd_work_group_size(x, y, z)))
#define NOINLINE	__attribute__((noinline))

/* The usual launch: 4 blocks of 64 threads, a line of threads. */
#define LINE KERNEL(64, 1, 1)

#if defined(__AMDGCN__) || defined(__NVPTX__)

#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#define DEVICE 1

typedef unsigned char uchar;
typedef unsigned short ushort;
typedef unsigned int uint;
typedef unsigned long ulong;
typedef __SIZE_TYPE__ size_t;
typedef __PTRDIFF_TYPE__ ptrdiff_t;
typedef __INTPTR_TYPE__ intptr_t;

#define VECTORS(type)                                             \
	typedef type type##2 __attribute__((ext_vector_type(2))); \
	typedef type type##3 __attribute__((ext_vector_type(3))); \
	typedef type type##4 __attribute__((ext_vector_type(4))); \
	typedef type type##8 __attribute__((ext_vector_type(8))); \
	typedef type type##16 __attribute__((ext_vector_type(16)))
VECTORS(char);
VECTORS(uchar);
VECTORS(short);
VECTORS(ushort);
VECTORS(int);
VECTORS(uint);
VECTORS(long);
VECTORS(ulong);
VECTORS(float);
VECTORS(double);

#define INLINE	 static inline __attribute__((always_inline))
#define OVERLOAD INLINE __attribute__((overloadable))

/* ---- threads --------------------------------------------------------- */

#define DIMENSIONS(name, x, y, z)                   \
	INLINE size_t name(uint d)                  \
	{                                           \
		return d == 0 ? x : d == 1 ? y : z; \
	}

#if defined(__AMDGCN__)
DIMENSIONS(get_local_id, __builtin_amdgcn_workitem_id_x(),
	   __builtin_amdgcn_workitem_id_y(), __builtin_amdgcn_workitem_id_z())
DIMENSIONS(get_group_id, __builtin_amdgcn_workgroup_id_x(),
	   __builtin_amdgcn_workgroup_id_y(), __builtin_amdgcn_workgroup_id_z())
DIMENSIONS(get_local_size, __builtin_amdgcn_workgroup_size_x(),
	   __builtin_amdgcn_workgroup_size_y(),
	   __builtin_amdgcn_workgroup_size_z())
DIMENSIONS(get_global_size, __builtin_amdgcn_grid_size_x(),
	   __builtin_amdgcn_grid_size_y(), __builtin_amdgcn_grid_size_z())

INLINE size_t get_num_groups(uint d)
{
	return get_global_size(d) / get_local_size(d);
}

INLINE void barrier(uint flags)
{
	(void)flags;
	__builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup");
	__builtin_amdgcn_s_barrier();
	__builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup");
}
#else
DIMENSIONS(get_local_id, __nvvm_read_ptx_sreg_tid_x(),
	   __nvvm_read_ptx_sreg_tid_y(), __nvvm_read_ptx_sreg_tid_z())
DIMENSIONS(get_group_id, __nvvm_read_ptx_sreg_ctaid_x(),
	   __nvvm_read_ptx_sreg_ctaid_y(), __nvvm_read_ptx_sreg_ctaid_z())
DIMENSIONS(get_local_size, __nvvm_read_ptx_sreg_ntid_x(),
	   __nvvm_read_ptx_sreg_ntid_y(), __nvvm_read_ptx_sreg_ntid_z())
DIMENSIONS(get_num_groups, __nvvm_read_ptx_sreg_nctaid_x(),
	   __nvvm_read_ptx_sreg_nctaid_y(), __nvvm_read_ptx_sreg_nctaid_z())

INLINE size_t get_global_size(uint d)
{
	return get_num_groups(d) * get_local_size(d);
}

INLINE void barrier(uint flags)
{
	(void)flags;
	__syncthreads();
}
#endif

INLINE size_t get_global_id(uint d)
{
	return get_group_id(d) * get_local_size(d) + get_local_id(d);
}

#define CLK_LOCAL_MEM_FENCE  1
#define CLK_GLOBAL_MEM_FENCE 2

/* ---- integers -------------------------------------------------------- */

#define as_int(x)    __builtin_bit_cast(int, x)
#define as_uint(x)   __builtin_bit_cast(uint, x)
#define as_float(x)  __builtin_bit_cast(float, x)
#define as_ulong(x)  __builtin_bit_cast(ulong, x)
#define as_double(x) __builtin_bit_cast(double, x)
#define as_uchar4(x) __builtin_bit_cast(uchar4, x)

#define min(a, b)     __builtin_elementwise_min(a, b)
#define max(a, b)     __builtin_elementwise_max(a, b)
#define add_sat(a, b) __builtin_elementwise_add_sat(a, b)
#define sub_sat(a, b) __builtin_elementwise_sub_sat(a, b)

OVERLOAD uint clz(uint x)
{
	return x ? __builtin_clz(x) : 32;
}

OVERLOAD ulong clz(ulong x)
{
	return x ? __builtin_clzl(x) : 64;
}

OVERLOAD uint popcount(uint x)
{
	return (uint)__builtin_popcount(x);
}

OVERLOAD ulong popcount(ulong x)
{
	return (ulong)__builtin_popcountl(x);
}

OVERLOAD uchar popcount(uchar x)
{
	return (uchar)__builtin_popcount(x);
}

OVERLOAD ushort popcount(ushort x)
{
	return (ushort)__builtin_popcount(x);
}

OVERLOAD uint rotate(uint x, uint n)
{
	return __builtin_rotateleft32(x, n);
}

OVERLOAD ulong rotate(ulong x, ulong n)
{
	return __builtin_rotateleft64(x, n);
}

OVERLOAD uchar rotate(uchar x, uchar n)
{
	return __builtin_rotateleft8(x, n);
}

OVERLOAD ushort rotate(ushort x, ushort n)
{
	return __builtin_rotateleft16(x, n);
}

OVERLOAD int mul_hi(int a, int b)
{
	return (int)((long)a * b >> 32);
}

OVERLOAD uint mul_hi(uint a, uint b)
{
	return (uint)((ulong)a * b >> 32);
}

OVERLOAD long mul_hi(long a, long b)
{
	return (long)((__int128)a * b >> 64);
}

OVERLOAD ulong mul_hi(ulong a, ulong b)
{
	return (ulong)((unsigned __int128)a * b >> 64);
}

/* ---- floats ---------------------------------------------------------- */

#define MATH_1(name)                           \
	OVERLOAD float name(float x)           \
	{                                      \
		return __builtin_##name##f(x); \
	}                                      \
	OVERLOAD double name(double x)         \
	{                                      \
		return __builtin_##name(x);    \
	}
#define MATH_2(name)                              \
	OVERLOAD float name(float x, float y)     \
	{                                         \
		return __builtin_##name##f(x, y); \
	}                                         \
	OVERLOAD double name(double x, double y)  \
	{                                         \
		return __builtin_##name(x, y);    \
	}
MATH_1(sqrt)
MATH_1(fabs)
MATH_1(floor)
MATH_1(ceil)
MATH_1(trunc)
MATH_1(rint)
MATH_1(round)
MATH_1(sin)
MATH_1(cos)
MATH_1(exp)
MATH_1(exp2)
MATH_1(log)
MATH_1(log2)
MATH_1(log10)
MATH_2(fmin)
MATH_2(fmax)
MATH_2(fmod)
MATH_2(copysign)
MATH_2(pow)

OVERLOAD float fma(float a, float b, float c)
{
	return __builtin_fmaf(a, b, c);
}

OVERLOAD double fma(double a, double b, double c)
{
	return __builtin_fma(a, b, c);
}

OVERLOAD float ldexp(float x, int n)
{
	return __builtin_ldexpf(x, n);
}

OVERLOAD float frexp(float x, int *n)
{
	return __builtin_frexpf(x, n);
}

#define isnan(x)    (__builtin_isnan(x) != 0)
#define isinf(x)    (__builtin_isinf(x) != 0)
#define isfinite(x) (__builtin_isfinite(x) != 0)
#define isnormal(x) (__builtin_isnormal(x) != 0)
#define signbit(x)  (__builtin_signbit(x) != 0)

#define vload_half(i, p)     __builtin_load_halff((p) + (i))
#define vstore_half(v, i, p) __builtin_store_halff(v, (p) + (i))

/* ---- atomics --------------------------------------------------------- */

#define RELAXED __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE

#define atomic_add(p, v)  __scoped_atomic_fetch_add(p, v, RELAXED)
#define atomic_sub(p, v)  __scoped_atomic_fetch_sub(p, v, RELAXED)
#define atomic_min(p, v)  __scoped_atomic_fetch_min(p, v, RELAXED)
#define atomic_max(p, v)  __scoped_atomic_fetch_max(p, v, RELAXED)
#define atomic_and(p, v)  __scoped_atomic_fetch_and(p, v, RELAXED)
#define atomic_or(p, v)	  __scoped_atomic_fetch_or(p, v, RELAXED)
#define atomic_xor(p, v)  __scoped_atomic_fetch_xor(p, v, RELAXED)
#define atomic_xchg(p, v) __scoped_atomic_exchange_n(p, v, RELAXED)
#define atomic_inc(p)	  atomic_add(p, 1)

OVERLOAD uint atomic_cmpxchg(volatile __global uint *p, uint old, uint new)
{
	__scoped_atomic_compare_exchange_n(p, &old, new, 0, __ATOMIC_RELAXED,
					   __ATOMIC_RELAXED,
					   __MEMORY_SCOPE_DEVICE);
	return old;
}

OVERLOAD uint atomic_cmpxchg(volatile __local uint *p, uint old, uint new)
{
	__scoped_atomic_compare_exchange_n(p, &old, new, 0, __ATOMIC_RELAXED,
					   __ATOMIC_RELAXED,
					   __MEMORY_SCOPE_WRKGRP);
	return old;
}

#else /* a platform of OpenCL */

#define INLINE static inline
/* There is no arithmetic on halves on PoCL's CPU: it is done in float, whose
 * 24 bits are enough to round twice, and rounded to half. */
#define DEVICE 0

#endif

#endif
