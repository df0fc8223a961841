/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Names of C++ functions as the source has them. */
#ifndef RECONVERGE_CXXNAME_H
#define RECONVERGE_CXXNAME_H

#include <stdbool.h>
#include <stddef.h>

struct cvg_err;
struct cvg_str;

/* "void img::blur<int>(int*, int)" for _ZN3img4blurIiEEvPT_i; NULL: the name is no
 * such name, or too long. The caller frees it. */
char *cvg_cxx_name(const char *name);
/* Is that what a user calls the function: blur, img::blur, blur<int>,
 * img::blur<int>, also with its parameters? As a pattern it may hold the signs of
 * fnmatch. The name that another build gave a kernel for the link, such as
 * _ZL4twinPi.intern.12, fits as well. */
bool cvg_cxx_fits(const char *name, const char *given, bool pattern);
/* Append the function as texts name it: "@img::blur<int>", without its result and
 * parameters; "@" and the name if it is none of C++. */
void cvg_cxx_add(struct cvg_str *out, const char *name);
/* The same with its parameters, which tell it from others of that name. */
void cvg_cxx_add_whole(struct cvg_str *out, const char *name);
/* Append a message, in which functions stand behind "@", each as texts name it. */
void cvg_cxx_add_text(struct cvg_str *out, const char *message);
/* Fail because none of the functions has that name, with the one that is nearest, as
 * the module or the source calls it, and `hint` behind. Returns false. */
bool cvg_cxx_unknown(const char *name, const char *const *names, size_t n,
		     const char *hint, struct cvg_err *err);

#endif
