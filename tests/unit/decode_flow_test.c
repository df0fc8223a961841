/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Decoding of blocks, edges and calls: whole modules, one row for each test.
 */
#include "ir_help.h"

#include "decode_kit.h"

struct decode_row {
	const char *name;
	const char *module;
	const char *text;
};

static const struct decode_row rows[] = {
	{"phis that swap, in a loop",
	 AMD "define amdgpu_kernel void @k(ptr addrspace(1) %p, i32 %n) "
	     "{\n"
	     "entry:\n"
	     "  br label %loop\n"
	     "loop:\n"
	     "  %a = phi i32 [ 1, %entry ], [ %b, %loop ]\n"
	     "  %b = phi i32 [ 2, %entry ], [ %a, %loop ]\n"
	     "  %i = phi i32 [ 0, %entry ], [ %j, %loop ]\n"
	     "  %k = phi i32 [ 0, %entry ], [ %i, %loop ]\n"
	     "  %j = add i32 %i, 1\n"
	     "  %c = icmp ult i32 %j, %n\n"
	     "  br i1 %c, label %loop, label %exit\n"
	     "exit:\n"
	     "  store i32 %a, ptr addrspace(1) %p\n"
	     "  store i32 %k, ptr addrspace(1) %p\n"
	     "  ret void\n"
	     "}\n",
	 "entry:\n"
	 "jump\n"
	 "-> 1\n"
	 "mov.i32 s2, #1 merge\n"
	 "mov.i32 s3, #2 merge\n"
	 "mov.i32 s4, #0 merge\n"
	 "mov.i32 s5, #0 merge\n"
	 "loop:\n"
	 "add.i32 s6, s4, #1 merge\n"
	 "icmp.i32 s7, s6, s1 n 36\n"
	 "branch s7\n"
	 "-> 1\n"
	 "mov.i32 s5, s4 merge\n"
	 "mov.i32 s4, s6 merge\n"
	 "mov.i32 s8, s3\n"
	 "mov.i32 s3, s2 merge\n"
	 "mov.i32 s2, s8 merge\n"
	 "-> 2\n"
	 "exit:\n"
	 "store.i32 [s0], s2 global align 4 first 4\n"
	 "store.i32 [s0], s5 global align 4 first 4\n"
	 "return\n"},
	{"where results merge",
	 AMD "define amdgpu_kernel void @k(ptr addrspace(1) %p, i32 %n, "
	     "i1 %c) {\n"
	     "entry:\n"
	     "  %once = add i32 %n, 1\n"
	     "  br i1 %c, label %a, label %b\n"
	     "a:\n"
	     "  %in.a = add i32 %n, 2\n"
	     "  br i1 %c, label %join, label %c2\n"
	     "b:\n"
	     "  br i1 %c, label %join, label %c2\n"
	     "join:\n"
	     "  %twice = add i32 %n, 3\n"
	     "  br label %out\n"
	     "c2:\n"
	     "  br label %out\n"
	     "out:\n"
	     "  %x = phi i32 [ %twice, %join ], [ 0, %c2 ]\n"
	     "  %last = add i32 %x, %once\n"
	     "  br label %end\n"
	     "end:\n"
	     "  store i32 %last, ptr addrspace(1) %p\n"
	     "  ret void\n"
	     "}\n",
	 "entry:\n"
	 "add.i32 s3, s1, #1\n"
	 "branch s2\n"
	 "-> 1\n"
	 "-> 2\n"
	 "a:\n"
	 "add.i32 s7, s1, #2\n"
	 "branch s2\n"
	 "-> 3\n"
	 "-> 4\n"
	 "b:\n"
	 "branch s2\n"
	 "-> 3\n"
	 "-> 4\n"
	 "join:\n"
	 "add.i32 s4, s1, #3 merge\n"
	 "jump\n"
	 "-> 5\n"
	 "mov.i32 s5, s4 merge\n"
	 "c2:\n"
	 "jump\n"
	 "-> 5\n"
	 "mov.i32 s5, #0 merge\n"
	 "out:\n"
	 "add.i32 s6, s5, s3\n"
	 "jump\n"
	 "-> 6\n"
	 "end:\n"
	 "store.i32 [s0], s6 global align 4 first 4\n"
	 "return\n"},
	{"a switch, two edges to one block",
	 AMD "define amdgpu_kernel void @k(ptr addrspace(1) %p, i8 %n) {\n"
	     "entry:\n"
	     "  %v = sext i8 %n to i32\n"
	     "  switch i8 %n, label %d [ i8 -1, label %a\n"
	     "    i8 3, label %a\n"
	     "    i8 7, label %d ]\n"
	     "a:\n"
	     "  %x = phi i32 [ %v, %entry ], [ %v, %entry ]\n"
	     "  store i32 %x, ptr addrspace(1) %p\n"
	     "  br label %d\n"
	     "d:\n"
	     "  unreachable\n"
	     "}\n",
	 "entry:\n"
	 "sext.i8.i32 s2, s1\n"
	 "switch s1\n"
	 "-> 2\n"
	 "-> 1 #255\n"
	 "mov.i32 s3, s2 merge\n"
	 "-> 1 #3\n"
	 "mov.i32 s3, s2 merge\n"
	 "-> 2 #7\n"
	 "a:\n"
	 "store.i32 [s0], s3 global align 4 first 4\n"
	 "jump\n"
	 "-> 2\n"
	 "d:\n"
	 "unreachable\n"},
	{"jumps to addresses of blocks",
	 AMD "define amdgpu_kernel void @k(i1 %c) {\n"
	     "entry:\n"
	     "  %t = select i1 %c, ptr blockaddress(@k, %a), ptr "
	     "blockaddress(@k, %b)\n"
	     "  indirectbr ptr %t, [label %a, label %b]\n"
	     "a:\n"
	     "  ret void\n"
	     "b:\n"
	     "  ret void\n"
	     "}\n",
	 "entry:\n"
	 "select.i64 s1, s0, #2, #3\n"
	 "indirect s1\n"
	 "-> 1\n"
	 "-> 2\n"
	 "a:\n"
	 "return\n"
	 "b:\n"
	 "return\n"},
	{"calls, direct and not",
	 AMD "@table = internal addrspace(4) constant [2 x ptr] [ptr @g, "
	     "ptr @nobody]\n"
	     "declare i32 @nobody(i32)\n"
	     "define amdgpu_kernel void @k(ptr addrspace(1) %p, i32 %n) "
	     "{\n"
	     "  %r = call { i32, float } @f(i32 %n, <2 x i16> <i16 1, i16 "
	     "2>)\n"
	     "  %a = getelementptr ptr, ptr addrspace(4) @table, i32 %n\n"
	     "  %t = load ptr, ptr addrspace(4) %a\n"
	     "  %s = call i32 %t(i32 %n)\n"
	     "  %u = call float @g(i32 %n)\n"
	     "  store ptr @f, ptr addrspace(1) %p\n"
	     "  ret void\n"
	     "}\n"
	     "define internal { i32, float } @f(i32 %n, <2 x i16> %v) {\n"
	     "  %e = extractelement <2 x i16> %v, i32 1\n"
	     "  %w = zext i16 %e to i32\n"
	     "  %r = insertvalue { i32, float } { i32 0, float 1.0 }, i32 "
	     "%w, 0\n"
	     "  ret { i32, float } %r\n"
	     "}\n"
	     "@alias = alias i32 (i32), ptr @g\n"
	     "define i32 @g(i32 %n) {\n"
	     "  %r = call i32 @alias(i32 %n)\n"
	     "  ret i32 %r\n"
	     "}\n",
	 "@k\n"
	 "call.i1 s2, @f(s1, #1, #2)\n"
	 "addr.i64 s4, #0x400000000000, s1 * 8\n"
	 "load.i64 s5, [s4] global align 8 first 8\n"
	 "icall.i64 s2, s5(s1)\n"
	 "icall.i64 s3, #0x7ffd00000020(s1)\n"
	 "store.i64 [s0], #0x7ffd00000010 global align 8 first 8\n"
	 "return\n"
	 "@f\n"
	 "mov.i16 s3, s2\n"
	 "zext.i16.i32 s4, s3\n"
	 "mov.i32 s5, s4\n"
	 "mov.f32 s6, #0x3f800000\n"
	 "return s5 s6\n"
	 "@g\n"
	 "call.i1 s1, @g(s0)\n"
	 "return s1\n"},
	{"arguments by value",
	 AMD "define amdgpu_kernel void @k(ptr addrspace(5) %p) {\n"
	     "entry:\n"
	     "  br label %loop\n"
	     "loop:\n"
	     "  call void @f(ptr addrspace(5) byval([3 x i32]) align 16 "
	     "%p, i32 1)\n"
	     "  br label %loop\n"
	     "}\n"
	     "define void @f(ptr addrspace(5) byval([3 x i32]) %q, i32 "
	     "%n) {\n"
	     "  store i32 %n, ptr addrspace(5) %q\n"
	     "  ret void\n"
	     "}\n",
	 "@k\n"
	 "entry:\n"
	 "alloca.i32 s1, - n 4 imm 12\n"
	 "jump\n"
	 "-> 1\n"
	 "loop:\n"
	 "memcpy.i32 s1, s0, #12 private from private\n"
	 "call.i1 @f(s1, #1)\n"
	 "jump\n"
	 "-> 1\n"
	 "@f\n"
	 "store.i32 [s0], s1 private align 4 first 4\n"
	 "return\n"},
	{"arguments by value behind generic pointers",
	 NV "define ptx_kernel void @k(ptr byval({i32, i64}) align 8 %p) "
	    "{\n"
	    "  call void @f(ptr byval({i32, i64}) %p)\n"
	    "  %a = alloca i32\n"
	    "  store i32 1, ptr %a\n"
	    "  ret void\n"
	    "}\n"
	    "define void @f(ptr byval({i32, i64}) %q) {\n"
	    "  ret void\n"
	    "}\n",
	 "@k\n"
	 "alloca.i64 s1, - n 3 imm 16\n"
	 "memcpy.i64 s1, s0, #16 private from flat\n"
	 "space.i64.i64 s2, s1 private to flat\n"
	 "call.i1 @f(s2)\n"
	 "alloca.i64 s3, - n 2 imm 4\n"
	 "space.i64.i64 s2, s3 private to flat\n"
	 "store.i32 [s2], #1 flat align 4 first 4\n"
	 "return\n"
	 "@f\n"
	 "return\n"},
};

static void decodes(void **state)
{
	const struct decode_row *row = *state;
	struct cvg_module *m = load_text(row->module, NULL);
	struct cvg_str text = {0};
	struct cvg_program *p;
	struct cvg_err err;

	if (!cvg_module_decode(m, 0, &p, NULL, &err))
		fail_msg("%s", err.msg);
	if (!cvg_program_check(p, &err))
		fail_msg("%s", err.msg);
	program_text(&text, p);
	assert_string_equal(cvg_str_of(&text), row->text);
	cvg_str_done(&text);
	cvg_program_free(p);
	cvg_module_free(m);
}

UNIT_TESTS(decode_flow_test)
{
	static struct CMUnitTest tests[COUNT(rows)];

	for (size_t i = 0; i < COUNT(rows); i++)
		tests[i] = (struct CMUnitTest){
			.name = rows[i].name,
			.test_func = decodes,
			.initial_state = (void *)(uintptr_t)&rows[i],
		};
	return _cmocka_run_group_tests("decode_flow", tests, COUNT(rows), NULL,
				       NULL);
}
