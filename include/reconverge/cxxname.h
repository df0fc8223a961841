/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Names of C++ functions as the source has them. */
#ifndef RECONVERGE_CXXNAME_H
#define RECONVERGE_CXXNAME_H

#include <stdbool.h>

/* "void img::blur<int>(int*, int)" for _ZN3img4blurIiEEvPT_i; NULL: the name is no
 * such name, or too long. The caller frees it. */
char *cvg_cxx_name(const char *name);
/* Is that what a user calls the function: blur, img::blur, blur<int>,
 * img::blur<int>, also with its parameters? As a pattern it may hold the signs of
 * fnmatch. */
bool cvg_cxx_fits(const char *name, const char *given, bool pattern);

#endif
