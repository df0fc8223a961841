/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* For the tests of src/ir: modules from text, through a file as users do. */
#ifndef RECONVERGE_TESTS_IR_HELP_H
#define RECONVERGE_TESTS_IR_HELP_H

#include "reconverge/graph.h"
#include "reconverge/ir.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/unit/unit.h"

#define AMD "target triple = \"amdgcn-amd-amdhsa\"\n"
#define NV  "target triple = \"nvptx64-nvidia-cuda\"\n"

/* Load bytes under a name in the working folder; the file is gone after. */
static inline bool load_bytes(const char *name, const void *data, size_t n,
			      const char *cpu, struct cvg_module **m,
			      struct cvg_err *err)
{
	struct cvg_target_options opt = {.cpu = cpu};
	bool ok;

	assert_true(cvg_file_write(name, data, n, err));
	ok = cvg_module_load(name, &opt, m, err);
	unlink(name);
	return ok;
}

/* A module that must load. */
static inline struct cvg_module *load_text(const char *text, const char *cpu)
{
	struct cvg_module *m;
	struct cvg_err err;

	if (!load_bytes("in.ll", text, strlen(text), cpu, &m, &err))
		fail_msg("%s\n%s", err.msg, text);
	return m;
}

/* The snapshot of the first function, checked. */
static inline struct cvg_fn *snap(struct cvg_module *m, uint32_t flags)
{
	struct cvg_fn *fn = cvg_module_snapshot(m, 0, flags);
	struct cvg_err err;

	if (!cvg_fn_check(fn, &err))
		fail_msg("%s", err.msg);
	return fn;
}

/* ---- one or two instructions ----------------------------------------- */

/* What every row can use as operands. */
#define ARGS                                                              \
	"i32 %x, i32 %y, i64 %l, float %f, float %g, "                    \
	"ptr addrspace(1) %p, ptr addrspace(1) %q, ptr addrspace(3) %s, " \
	"<4 x i32> %v, <4 x i32> %w, {i32, i32} %t, i1 %c, ptr %fn, "     \
	"ptr addrspace(1) dereferenceable(16) align 8 %d"

/* A device function with the row's instructions at its start. */
static inline struct cvg_module *load_row(const char *a, const char *b,
					  const char *decls)
{
	struct cvg_str text = {0};
	struct cvg_module *m;

	cvg_str_add(&text, AMD "define void @f(" ARGS ") {\n");
	cvg_str_addf(&text, "  %s\n  %s\n  ret void\n}\n%s", a, b ? b : "",
		     decls);
	m = load_text(text.at, NULL);
	cvg_str_done(&text);
	return m;
}

#define COUNT(a) (sizeof(a) / sizeof *(a))

#endif
