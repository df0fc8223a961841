/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * CVG_CLONES before a function has it compiled for any x86-64, for AVX2 and for
 * x86-64-v4; the loader chooses one when the program starts. On other processors
 * CVG_CLONES is empty, and also under AddressSanitizer, whose runtime is not
 * yet initialized when the loader chooses.
 */
#ifndef CVG_CLONES_H
#define CVG_CLONES_H

#include "reconverge/shadow.h"

#if defined(__x86_64__) && defined(__ELF__) && defined(__gnu_linux__) && \
	!CVG_SHADOW_MEMORY
#if defined(__clang__) || __GNUC__ >= 12 /* older ones know no such level */
#define CVG_CLONES \
	__attribute__((target_clones("arch=x86-64-v4", "avx2", "default")))
#else
#define CVG_CLONES __attribute__((target_clones("avx2", "default")))
#endif
#else
#define CVG_CLONES
#endif

#endif
