/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * CVG_SHADOW_MEMORY is 1 under AddressSanitizer, which takes much more of the
 * address space than the program does, and 0 otherwise.
 */
#ifndef CVG_SHADOW_H
#define CVG_SHADOW_H

#if defined(__SANITIZE_ADDRESS__)
#define CVG_SHADOW_MEMORY 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define CVG_SHADOW_MEMORY 1
#endif
#endif
#ifndef CVG_SHADOW_MEMORY
#define CVG_SHADOW_MEMORY 0
#endif

#endif
