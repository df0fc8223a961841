/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A function, and what is expected of its machine code. */
#ifndef TESTS_UNIT_MCODE_KIT_H
#define TESTS_UNIT_MCODE_KIT_H

#include "ir_help.h"

#include "reconverge/graph.h"
#include "reconverge/mcode.h"

#define BODY                                                       \
	"define void @k(ptr addrspace(1) %p, i32 %n) {\n"          \
	"entry:\n  %c = icmp slt i32 %n, 3\n"                      \
	"  br i1 %c, label %a, label %b\n"                         \
	"a:\n  store i32 %n, ptr addrspace(1) %p\n  br label %b\n" \
	"b:\n  ret void\n}\n"

/* What the reader makes of that assembly of the module's function. */
static inline struct cvg_mcode *read_for(const char *cpu, const char *module,
					 const char *assembly)
{
	struct cvg_module *m = load_text(module, cpu);
	struct cvg_fn *fn = cvg_module_snapshot(m, 0, 0);
	struct cvg_err err = {0};
	struct cvg_mcode *mcode = cvg_mcode_read(fn, assembly, &err);

	if (!mcode)
		assert_string_equal(err.msg, "the assembly has no code of @k");
	cvg_fn_free(fn);
	cvg_module_free(m);
	return mcode;
}

/* A number of every class, by the name of the class. */
struct expected {
	enum cvg_mclass klass;
	uint32_t n;
};

static inline void expect(const struct cvg_mcounts *counts, uint32_t added,
			  const struct expected *expected, size_t n)
{
	uint32_t all = 0;

	for (size_t i = 0; i < n; i++) {
		assert_int_equal(counts->of[expected[i].klass], expected[i].n);
		all += expected[i].n;
	}
	assert_int_equal(counts->n, all);
	assert_int_equal(counts->added, added);
}
#define EXPECT(counts, added, ...)                                    \
	expect(counts, added, (const struct expected[]){__VA_ARGS__}, \
	       COUNT(((const struct expected[]){__VA_ARGS__})))

#endif
