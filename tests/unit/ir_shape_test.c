/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Which two instructions may become one. Each row is a rule and a test.
 */
#include "ir_help.h"

#define TYPES                                                        \
	"i32, i32, i64, float, float, ptr addrspace(1), "            \
	"ptr addrspace(1), ptr addrspace(3), <4 x i32>, <4 x i32>, " \
	"{i32, i32}, i1, ptr, ptr addrspace(1)"

enum expect {
	SAME,	 /* one shape */
	DIFFER,	 /* two shapes */
	NOTHING, /* the first melds with nothing */
};

struct shape_row {
	const char *name;
	enum expect expect;
	const char *a; /* one instruction */
	const char *b; /* another one, NULL for NOTHING */
	const char *decls;
};

static const struct shape_row shapes[] = {
	{"opcode and types equal", SAME, "%a = add i32 %x, %y",
	 "%b = add i32 %y, 7", ""},
	{"opcode", DIFFER, "%a = add i32 %x, %y", "%b = sub i32 %x, %y", ""},
	{"type", DIFFER, "%a = add i32 %x, 1", "%b = add i64 %l, 1", ""},
	{"vector and scalar", DIFFER, "%a = add i32 %x, 1",
	 "%b = add <4 x i32> %v, %w", ""},
	{"wrap flags do not count", SAME, "%a = add nuw nsw i32 %x, %y",
	 "%b = add i32 %y, %x", ""},
	{"exact does not count", SAME, "%a = lshr exact i32 %x, 1",
	 "%b = lshr i32 %x, 1", ""},
	{"disjoint does not count", SAME, "%a = or disjoint i32 %x, %y",
	 "%b = or i32 %x, %y", ""},
	{"fast-math does not count", SAME, "%a = fadd fast float %f, %g",
	 "%b = fadd float %f, %g", ""},
	{"source type of a conversion", DIFFER, "%a = trunc i64 %l to i8",
	 "%b = trunc i32 %x to i8", ""},
	{"result type of a conversion", DIFFER, "%a = zext i32 %x to i64",
	 "%b = zext i32 %x to i48", ""},
	{"freeze", SAME, "%a = freeze i32 %x", "%b = freeze i32 %y", ""},
	{"select", SAME, "%a = select i1 %c, i32 %x, i32 1",
	 "%b = select i1 true, i32 %y, i32 %x", ""},
	{"select of vectors by one bit", DIFFER,
	 "%a = select i1 %c, <4 x i32> %v, <4 x i32> %w",
	 "%b = select <4 x i1> zeroinitializer, <4 x i32> %v, <4 x i32> %w",
	 ""},

	{"signed greater is less, swapped", SAME, "%a = icmp slt i32 %x, %y",
	 "%b = icmp sgt i32 %x, %y", ""},
	{"signed greater or equal", SAME, "%a = icmp sle i32 %x, %y",
	 "%b = icmp sge i32 %x, %y", ""},
	{"unsigned greater", SAME, "%a = icmp ult i32 %x, %y",
	 "%b = icmp ugt i32 %x, %y", ""},
	{"unsigned greater or equal", SAME, "%a = icmp ule i32 %x, %y",
	 "%b = icmp uge i32 %x, %y", ""},
	{"signed and unsigned", DIFFER, "%a = icmp slt i32 %x, %y",
	 "%b = icmp ult i32 %x, %y", ""},
	{"strict and not", DIFFER, "%a = icmp slt i32 %x, %y",
	 "%b = icmp sle i32 %x, %y", ""},
	{"equal and unequal", DIFFER, "%a = icmp eq i32 %x, %y",
	 "%b = icmp ne i32 %x, %y", ""},
	{"ordered float greater", SAME, "%a = fcmp olt float %f, %g",
	 "%b = fcmp ogt float %f, %g", ""},
	{"unordered float greater or equal", SAME, "%a = fcmp ule float %f, %g",
	 "%b = fcmp uge float %f, %g", ""},
	{"ordered and unordered", DIFFER, "%a = fcmp olt float %f, %g",
	 "%b = fcmp ugt float %f, %g", ""},

	{"load", SAME, "%a = load i32, ptr addrspace(1) %p",
	 "%b = load i32, ptr addrspace(1) %q", ""},
	{"load, alignment does not count", SAME,
	 "%a = load i32, ptr addrspace(1) %p, align 16",
	 "%b = load i32, ptr addrspace(1) %q, align 1", ""},
	{"load, metadata does not count", SAME,
	 "%a = load i32, ptr addrspace(1) %p, !range !0",
	 "%b = load i32, ptr addrspace(1) %q", "!0 = !{i32 0, i32 9}\n"},
	{"load, type", DIFFER, "%a = load i32, ptr addrspace(1) %p",
	 "%b = load float, ptr addrspace(1) %p", ""},
	{"load, address space", DIFFER, "%a = load i32, ptr addrspace(1) %p",
	 "%b = load i32, ptr addrspace(3) %s", ""},
	{"load, volatile", DIFFER, "%a = load i32, ptr addrspace(1) %p",
	 "%b = load volatile i32, ptr addrspace(1) %p", ""},
	{"load, atomic", DIFFER, "%a = load i32, ptr addrspace(1) %p",
	 "%b = load atomic i32, ptr addrspace(1) %p unordered, align 4", ""},
	{"load, ordering", DIFFER,
	 "%a = load atomic i32, ptr addrspace(1) %p acquire, align 4",
	 "%b = load atomic i32, ptr addrspace(1) %p monotonic, align 4", ""},
	{"load, scope", DIFFER,
	 "%a = load atomic i32, ptr addrspace(1) %p syncscope(\"agent\") "
	 "acquire, align 4",
	 "%b = load atomic i32, ptr addrspace(1) %p syncscope(\"workgroup\") "
	 "acquire, align 4",
	 ""},
	{"load, one scope", SAME,
	 "%a = load atomic i32, ptr addrspace(1) %p syncscope(\"agent\") "
	 "acquire, align 4",
	 "%b = load atomic i32, ptr addrspace(1) %q syncscope(\"agent\") "
	 "acquire, align 4",
	 ""},
	{"store", SAME, "store i32 %x, ptr addrspace(1) %p",
	 "store i32 1, ptr addrspace(1) %q", ""},
	{"store, type", DIFFER, "store i32 %x, ptr addrspace(1) %p",
	 "store float %f, ptr addrspace(1) %p", ""},
	{"store, address space", DIFFER, "store i32 %x, ptr addrspace(1) %p",
	 "store i32 %x, ptr addrspace(3) %s", ""},
	{"store, volatile", DIFFER, "store i32 %x, ptr addrspace(1) %p",
	 "store volatile i32 %x, ptr addrspace(1) %p", ""},
	{"alloca", NOTHING, "%a = alloca i32, addrspace(5)", NULL, ""},

	{"atomicrmw", SAME,
	 "%a = atomicrmw add ptr addrspace(1) %p, i32 %x monotonic",
	 "%b = atomicrmw add ptr addrspace(1) %q, i32 1 monotonic", ""},
	{"atomicrmw, operation", DIFFER,
	 "%a = atomicrmw add ptr addrspace(1) %p, i32 %x monotonic",
	 "%b = atomicrmw max ptr addrspace(1) %p, i32 %x monotonic", ""},
	{"atomicrmw, ordering", DIFFER,
	 "%a = atomicrmw add ptr addrspace(1) %p, i32 %x monotonic",
	 "%b = atomicrmw add ptr addrspace(1) %p, i32 %x seq_cst", ""},
	{"atomicrmw, scope", DIFFER,
	 "%a = atomicrmw add ptr addrspace(1) %p, i32 %x "
	 "syncscope(\"agent\") monotonic",
	 "%b = atomicrmw add ptr addrspace(1) %p, i32 %x monotonic", ""},
	{"atomicrmw, volatile", DIFFER,
	 "%a = atomicrmw add ptr addrspace(1) %p, i32 %x monotonic",
	 "%b = atomicrmw volatile add ptr addrspace(1) %p, i32 %x monotonic",
	 ""},
	{"cmpxchg", SAME,
	 "%a = cmpxchg ptr addrspace(1) %p, i32 %x, i32 %y acquire monotonic",
	 "%b = cmpxchg ptr addrspace(1) %q, i32 1, i32 %x acquire monotonic",
	 ""},
	{"cmpxchg, weak", DIFFER,
	 "%a = cmpxchg ptr addrspace(1) %p, i32 %x, i32 %y acquire monotonic",
	 "%b = cmpxchg weak ptr addrspace(1) %p, i32 %x, i32 %y acquire "
	 "monotonic",
	 ""},
	{"cmpxchg, failure ordering", DIFFER,
	 "%a = cmpxchg ptr addrspace(1) %p, i32 %x, i32 %y acquire monotonic",
	 "%b = cmpxchg ptr addrspace(1) %p, i32 %x, i32 %y acquire acquire",
	 ""},
	{"fence", SAME, "fence acquire", "fence acquire", ""},
	{"fence, ordering", DIFFER, "fence acquire", "fence release", ""},
	{"fence, scope", DIFFER, "fence syncscope(\"agent\") acquire",
	 "fence syncscope(\"workgroup\") acquire", ""},

	{"gep", SAME, "%a = getelementptr i32, ptr addrspace(1) %p, i64 %l",
	 "%b = getelementptr inbounds i32, ptr addrspace(1) %q, i64 3", ""},
	{"gep, source type", DIFFER,
	 "%a = getelementptr i32, ptr addrspace(1) %p, i64 %l",
	 "%b = getelementptr i64, ptr addrspace(1) %p, i64 %l", ""},
	{"gep, number of indices", DIFFER,
	 "%a = getelementptr [4 x i32], ptr addrspace(1) %p, i64 %l",
	 "%b = getelementptr [4 x i32], ptr addrspace(1) %p, i64 0, i64 %l",
	 ""},
	{"gep, type of an index", DIFFER,
	 "%a = getelementptr i32, ptr addrspace(1) %p, i64 %l",
	 "%b = getelementptr i32, ptr addrspace(1) %p, i32 %x", ""},
	{"gep, same field", SAME,
	 "%a = getelementptr {i32, i32}, ptr addrspace(1) %p, i64 %l, i32 1",
	 "%b = getelementptr {i32, i32}, ptr addrspace(1) %q, i64 2, i32 1",
	 ""},
	{"gep, another field", DIFFER,
	 "%a = getelementptr {i32, i32}, ptr addrspace(1) %p, i64 %l, i32 0",
	 "%b = getelementptr {i32, i32}, ptr addrspace(1) %p, i64 %l, i32 1",
	 ""},
	{"gep, field behind an array", DIFFER,
	 "%a = getelementptr [4 x {i32, i32}], ptr addrspace(1) %p, i64 0, "
	 "i64 %l, i32 0",
	 "%b = getelementptr [4 x {i32, i32}], ptr addrspace(1) %p, i64 0, "
	 "i64 %l, i32 1",
	 ""},
	{"gep, array index may vary", SAME,
	 "%a = getelementptr [4 x i32], ptr addrspace(1) %p, i64 0, i64 1",
	 "%b = getelementptr [4 x i32], ptr addrspace(1) %p, i64 0, i64 2", ""},

	{"extractvalue", SAME, "%a = extractvalue {i32, i32} %t, 1",
	 "%b = extractvalue {i32, i32} zeroinitializer, 1", ""},
	{"extractvalue, index", DIFFER, "%a = extractvalue {i32, i32} %t, 0",
	 "%b = extractvalue {i32, i32} %t, 1", ""},
	{"insertvalue, index", DIFFER,
	 "%a = insertvalue {i32, i32} %t, i32 %x, 0",
	 "%b = insertvalue {i32, i32} %t, i32 %x, 1", ""},
	{"shufflevector", SAME,
	 "%a = shufflevector <4 x i32> %v, <4 x i32> %w, <2 x i32> "
	 "<i32 0, i32 5>",
	 "%b = shufflevector <4 x i32> %w, <4 x i32> %v, <2 x i32> "
	 "<i32 0, i32 5>",
	 ""},
	{"shufflevector, mask", DIFFER,
	 "%a = shufflevector <4 x i32> %v, <4 x i32> %w, <2 x i32> "
	 "<i32 0, i32 5>",
	 "%b = shufflevector <4 x i32> %v, <4 x i32> %w, <2 x i32> "
	 "<i32 0, i32 4>",
	 ""},
	{"element index may vary", SAME,
	 "%a = extractelement <4 x i32> %v, i32 1",
	 "%b = extractelement <4 x i32> %v, i32 %x", ""},

	{"call", SAME, "%a = call i32 @one(i32 %x)",
	 "%b = call i32 @one(i32 7)", "declare i32 @one(i32)\n"},
	{"call, callee", DIFFER, "%a = call i32 @one(i32 %x)",
	 "%b = call i32 @two(i32 %x)",
	 "declare i32 @one(i32)\ndeclare i32 @two(i32)\n"},
	{"call, attribute of an argument", DIFFER,
	 "%a = call i32 @one(i32 inreg %x)", "%b = call i32 @one(i32 %x)",
	 "declare i32 @one(i32)\n"},
	{"call, attribute of the call", DIFFER,
	 "%a = call i32 @one(i32 %x) nounwind", "%b = call i32 @one(i32 %x)",
	 "declare i32 @one(i32)\n"},
	{"call, attribute of the result", DIFFER,
	 "%a = call zeroext i32 @one(i32 %x)", "%b = call i32 @one(i32 %x)",
	 "declare i32 @one(i32)\n"},
	{"call, calling convention", DIFFER,
	 "%a = call fastcc i32 @one(i32 %x)", "%b = call i32 @one(i32 %x)",
	 "declare i32 @one(i32)\n"},
	{"call, tail", DIFFER, "%a = tail call i32 @one(i32 %x)",
	 "%b = call i32 @one(i32 %x)", "declare i32 @one(i32)\n"},
	{"call, musttail", NOTHING,
	 "musttail call void @same(i32 %x, i32 %y, i64 %l, float %f, "
	 "float %g, ptr addrspace(1) %p, ptr addrspace(1) %q, "
	 "ptr addrspace(3) %s, <4 x i32> %v, <4 x i32> %w, {i32, i32} %t, "
	 "i1 %c, ptr %fn, ptr addrspace(1) %d)",
	 NULL, "declare void @same(" TYPES ")\n"},
	{"call, bundle", NOTHING,
	 "%a = call i32 @one(i32 %x) [ \"note\"(i32 1) ]", NULL,
	 "declare i32 @one(i32)\n"},
	{"call, indirect through one pointer", SAME,
	 "%a = call i32 %fn(i32 %x)", "%b = call i32 %fn(i32 %y)", ""},
	{"call, direct and indirect", DIFFER, "%a = call i32 %fn(i32 %x)",
	 "%b = call i32 @one(i32 %x)", "declare i32 @one(i32)\n"},
	{"call, convergent callee", NOTHING, "call void @meet()", NULL,
	 "declare void @meet() convergent\n"},
	{"call, convergent at the call", NOTHING,
	 "call void @meet() convergent", NULL, "declare void @meet()\n"},
	{"call, barrier", NOTHING, "call void @llvm.amdgcn.s.barrier()", NULL,
	 "declare void @llvm.amdgcn.s.barrier()\n"},
	{"immediate argument, equal", SAME,
	 "%a = call i32 @llvm.ctlz.i32(i32 %x, i1 true)",
	 "%b = call i32 @llvm.ctlz.i32(i32 %y, i1 true)",
	 "declare i32 @llvm.ctlz.i32(i32, i1)\n"},
	{"immediate argument", DIFFER,
	 "%a = call i32 @llvm.ctlz.i32(i32 %x, i1 true)",
	 "%b = call i32 @llvm.ctlz.i32(i32 %x, i1 false)",
	 "declare i32 @llvm.ctlz.i32(i32, i1)\n"},
	{"metadata argument", DIFFER,
	 "%a = call float @llvm.experimental.constrained.fadd.f32(float %f, "
	 "float %g, metadata !\"round.tonearest\", "
	 "metadata !\"fpexcept.ignore\")",
	 "%b = call float @llvm.experimental.constrained.fadd.f32(float %f, "
	 "float %g, metadata !\"round.upward\", "
	 "metadata !\"fpexcept.ignore\")",
	 "declare float @llvm.experimental.constrained.fadd.f32(float, float, "
	 "metadata, metadata)\n"},

	{"asm", SAME,
	 "%a = call i32 asm \"v_not_b32 $0, $1\", \"=v,v\"(i32 %x)",
	 "%b = call i32 asm \"v_not_b32 $0, $1\", \"=v,v\"(i32 %y)", ""},
	{"asm, text", DIFFER,
	 "%a = call i32 asm \"v_not_b32 $0, $1\", \"=v,v\"(i32 %x)",
	 "%b = call i32 asm \"v_mov_b32 $0, $1\", \"=v,v\"(i32 %x)", ""},
	{"asm, constant operand", DIFFER,
	 "%a = call i32 asm \"v_mov_b32 $0, $1\", \"=v,i\"(i32 1)",
	 "%b = call i32 asm \"v_mov_b32 $0, $1\", \"=v,i\"(i32 2)", ""},
	{"asm with effects", NOTHING,
	 "call void asm sideeffect \"s_barrier\", \"\"()", NULL, ""},
	{"asm with effects that computes nothing", SAME,
	 "call void asm sideeffect \"s_nop 0\", \"\"()",
	 "call void asm sideeffect \"s_nop 0\", \"\"()", ""},
	{"what a known function prints", DIFFER,
	 "call i32 @printf(ptr addrspace(4) @one) convergent",
	 "call i32 @printf(ptr addrspace(4) @two) convergent",
	 "declare i32 @printf(ptr addrspace(4), ...) convergent\n"
	 "@one = external addrspace(4) constant i8\n"
	 "@two = external addrspace(4) constant i8\n"},
	{"asm, convergent", NOTHING,
	 "%a = call i32 asm \"v_mov_b32 $0, $1\", \"=v,v\"(i32 %x) convergent",
	 NULL, ""},
};

static void test_shape(void **state)
{
	const struct shape_row *row = *state;
	struct cvg_module *m = load_row(row->a, row->b, row->decls);
	struct cvg_fn *fn = snap(m, 0);

	switch (row->expect) {
	case SAME:
		assert_int_not_equal(fn->insts[0].shape, CVG_NONE);
		assert_int_equal(fn->insts[0].shape, fn->insts[1].shape);
		break;
	case DIFFER:
		assert_int_not_equal(fn->insts[0].shape, CVG_NONE);
		assert_int_not_equal(fn->insts[1].shape, CVG_NONE);
		assert_int_not_equal(fn->insts[0].shape, fn->insts[1].shape);
		break;
	case NOTHING:
		assert_int_equal(fn->insts[0].shape, CVG_NONE);
		break;
	}
	cvg_fn_free(fn);
	cvg_module_free(m);
}

/* ---- terminators and phis -------------------------------------------- */

static uint32_t shape_at(const struct cvg_fn *fn, const char *block, uint32_t k)
{
	uint32_t b = cvg_block_by_name(fn, block);

	assert_int_not_equal(b, CVG_NONE);
	return fn->insts[fn->blocks[b].inst_at + k].shape;
}

static void test_terminators(void **state)
{
	static const char text[] =
		AMD "define i32 @f(i32 %x, i1 %c, float %g) {\n"
		    "a:\n  switch i32 %x, label %b [ i32 1, label %c1\n"
		    "  i32 2, label %d ]\n"
		    "b:\n  switch i32 9, label %c1 [ i32 1, label %d\n"
		    "  i32 2, label %d ]\n"
		    "c1:\n  switch i32 %x, label %d [ i32 2, label %e\n"
		    "  i32 1, label %e ]\n"
		    "d:\n  br i1 %c, label %e, label %h\n"
		    "e:\n  %p = phi i32 [ 1, %c1 ], [ 1, %c1 ], [ 2, %d ]\n"
		    "  %q = phi float [ %g, %c1 ], [ %g, %c1 ], [ 0.0, %d ]\n"
		    "  br i1 true, label %h, label %i\n"
		    "h:\n  %r = phi i32 [ %p, %e ], [ 7, %d ]\n  br label %i\n"
		    "i:\n  br label %j\n"
		    "j:\n  ret i32 %x\n"
		    "k:\n  ret i32 2\n"
		    "u:\n  unreachable\n}\n";
	struct cvg_module *m = load_text(text, NULL);
	struct cvg_fn *fn = snap(m, 0);

	(void)state;
	assert_int_equal(shape_at(fn, "a", 0), shape_at(fn, "b", 0));
	assert_int_not_equal(shape_at(fn, "a", 0), shape_at(fn, "c1", 0));
	assert_int_equal(shape_at(fn, "d", 0), shape_at(fn, "e", 2));
	assert_int_not_equal(shape_at(fn, "d", 0), shape_at(fn, "i", 0));
	assert_int_equal(shape_at(fn, "h", 1), shape_at(fn, "i", 0));
	assert_int_equal(shape_at(fn, "e", 0), shape_at(fn, "h", 0));
	assert_int_not_equal(shape_at(fn, "e", 0), shape_at(fn, "e", 1));
	assert_int_equal(shape_at(fn, "j", 0), shape_at(fn, "k", 0));
	assert_int_not_equal(shape_at(fn, "u", 0), CVG_NONE);
	cvg_fn_free(fn);
	cvg_module_free(m);
}

UNIT_TESTS(ir_shape_test)
{
	static struct CMUnitTest tests[COUNT(shapes) + 1];
	size_t n = 0;

	for (size_t i = 0; i < COUNT(shapes); i++)
		tests[n++] = (struct CMUnitTest){shapes[i].name, test_shape,
						 NULL, NULL,
						 (void *)(uintptr_t)&shapes[i]};
	tests[n++] = (struct CMUnitTest)cmocka_unit_test(test_terminators);
	return _cmocka_run_group_tests("ir_shape", tests, n, NULL, NULL);
}
