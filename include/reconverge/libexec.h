/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The programs that users do not start themselves. */
#ifndef RECONVERGE_LIBEXEC_H
#define RECONVERGE_LIBEXEC_H

struct cvg_str;

/*
 * Append the path of the program of that name. It is looked for beside the
 * running program (a build tree), then where it was installed as seen from the
 * running program (an installed tree that was moved), and so as seen from the shared
 * library that asks. If none has it, its path is the one that configure was told.
 */
void cvg_libexec_add(struct cvg_str *path, const char *name);

#endif
