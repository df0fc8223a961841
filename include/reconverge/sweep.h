/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The same commands in each module of a list, or in each kernel: the options
 * --list, --jobs, --timeout, --done and --kernels. */
#ifndef RECONVERGE_SWEEP_H
#define RECONVERGE_SWEEP_H

#include "reconverge/base.h"

struct cvg_options;
struct cvg_shell;

/*
 * Run `work` for each module of options->list, in processes that take some of them
 * one after the other; `work` returns the exit status of the module. `shell` is then a
 * copy that has the module, its stem and an empty session;
 * options->module is the module. Prints what `work` printed and one line that counts
 * the modules, and puts the highest status in shell->status.
 */
void cvg_sweep_run(struct cvg_shell *shell, const struct cvg_options *options,
		   int (*work)(struct cvg_shell *shell,
			       struct cvg_options *options));

/*
 * Call `run` with each kernel of the loaded module in focus, or if it has none
 * (a library), with each function that diverges. KERNEL.launch.json beside the
 * module becomes the launch of that kernel. False if a call returned false.
 */
bool cvg_kernels_run(struct cvg_shell *shell,
		     bool (*run)(struct cvg_shell *shell, void *context),
		     void *context);

/* ---- names of files -------------------------------------------------- */

/*
 * The stem of a module: its path without its suffix, and without all that would
 * lead out of a folder: "../a//b.amdgcn.ll" has the stem "a/b.amdgcn". The caller
 * frees it.
 */
char *cvg_stem_of(const char *path);
/* Append `name` with the shell's stem in place of each %, and make the folders
 * that lead there. */
bool cvg_stem_name(const struct cvg_shell *shell, const char *name,
		   struct cvg_str *out, struct cvg_err *err);

#endif
