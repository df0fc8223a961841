/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Variables, constants and parameters of a decoded program, and the list of
 * what cannot be simulated.
 */
#include "ir_help.h"

#include "decode_kit.h"

#include "reconverge/ucodes.h"

static struct cvg_program *decode(const char *text)
{
	struct cvg_module *m = load_text(text, NULL);
	struct cvg_program *p;
	struct cvg_err err;

	if (!cvg_module_decode(m, 0, &p, NULL, &err))
		fail_msg("%s", err.msg);
	if (!cvg_program_check(p, &err))
		fail_msg("%s", err.msg);
	cvg_module_free(m);
	return p;
}

static const struct cvg_global *global_named(const struct cvg_program *p,
					     const char *name)
{
	for (uint32_t i = 0; i < p->nglobals; i++)
		if (!strcmp(p->globals[i].name, name))
			return &p->globals[i];
	fail_msg("no variable %s", name);
	return NULL;
}

/* ---- variables ------------------------------------------------------- */

static void test_contents(void **state)
{
	static const char text[] = AMD
		"@n = addrspace(1) constant i32 305419896\n"
		"@s = addrspace(1) global { i8, [2 x i16], ptr addrspace(1), "
		"<4 x i4>, float, i24, half } { i8 1, [2 x i16] [i16 undef, "
		"i16 -2], ptr addrspace(1) getelementptr (i8, "
		"ptr addrspace(1) @n, i64 2), <4 x i4> <i4 1, i4 2, i4 3, "
		"i4 4>, float 1.0, i24 66051, half 0xH3C00 }\n"
		"@never = addrspace(1) global i32 1\n"
		"define amdgpu_kernel void @k() {\n"
		"  store i8 1, ptr addrspace(1) @s\n  ret void\n}\n";
	static const uint8_t want[] = {
		1,    0,    0,	  0, 0xfe, 0xff, 0,    0,    2, 0, 0,
		0,    1,    0x40, 0, 0,	   0x21, 0x43, 0,    0, 0, 0,
		0x80, 0x3f, 3,	  2, 1,	   0,	 0,    0x3c, 0, 0,
	};
	struct cvg_program *p = decode(text);
	const struct cvg_global *s = global_named(p, "s");
	const struct cvg_global *n = global_named(p, "n");

	(void)state;
	assert_int_equal(p->nglobals, 2);
	assert_int_equal(s->bytes, sizeof want);
	assert_int_equal(s->space, CVG_SPACE_GLOBAL);
	assert_false(s->constant);
	assert_true(n->constant);
	assert_int_equal(n->address, UINT64_C(0x400100000000));
	assert_memory_equal(n->init, "\x78\x56\x34\x12", 4);
	assert_memory_equal(s->init, want, sizeof want);
	for (uint32_t i = 0; i < s->bytes; i++)
		assert_int_equal(!s->defined[i], i == 2 || i == 3);
	assert_null(n->defined);
	cvg_program_free(p);
}

#define SHARED                                                          \
	"@a = internal addrspace(3) global [3 x i8] undef\n"            \
	"@b = internal addrspace(3) global [4 x i64] undef, align 64\n" \
	"@d = external addrspace(3) global [0 x float], align 32\n"     \
	"define %s void @k(i32 %%i) {\n"                                \
	"  store i8 1, ptr addrspace(3) @a\n"                           \
	"  store i8 1, ptr addrspace(3) @b\n"                           \
	"  store i8 1, ptr addrspace(3) getelementptr (float, "         \
	"ptr addrspace(3) @d, i32 3)\n  ret void\n}\n"

static void check_shared(const char *triple, const char *cc, uint64_t first)
{
	struct cvg_str text = {0};
	struct cvg_program *p;

	cvg_str_add(&text, triple);
	cvg_str_addf(&text, SHARED, cc);
	p = decode(text.at);
	assert_int_equal(global_named(p, "a")->address, first);
	assert_int_equal(global_named(p, "b")->address,
			 (first + 3 + 16 + 63) / 64 * 64);
	assert_true(global_named(p, "d")->dynamic);
	assert_int_equal(global_named(p, "d")->address, p->static_shared);
	assert_true(p->static_shared >=
		    global_named(p, "b")->address + 32 + 16);
	assert_int_equal(p->static_shared % 32, 0);
	assert_int_equal(p->dynamic_align, 32);
	assert_null(global_named(p, "a")->init);
	cvg_str_clear(&text);
	program_text(&text, p);
	assert_non_null(strstr(text.at, "store.i8"));
	cvg_str_done(&text);
	cvg_program_free(p);
}

static void test_shared(void **state)
{
	(void)state;
	check_shared(AMD, "amdgpu_kernel", 0);
	check_shared(NV, "ptx_kernel", 128); /* 0 is null there */
}

/* ---- constants ------------------------------------------------------- */

struct const_row {
	const char *name;
	const char *type;
	const char *value;
	const char *text; /* refs as printed */
};

static const struct const_row consts[] = {
	{"i128", "i128", "-2", "#0xfffffffffffffffffffffffffffffffe"},
	{"i70", "i70", "590295810358705651712", "#0x200000000000000000"},
	{"i65, least", "i65", "-18446744073709551616", "#0x10000000000000000"},
	{"half", "half", "0xH7E01", "#32257"},
	{"bfloat", "bfloat", "0xR3F80", "#16256"},
	{"negative zero", "float", "-0.0", "#0x80000000"},
	{"double that signals", "double", "0x7FF0000000000001",
	 "#0x7ff0000000000001"},
	{"null", "ptr addrspace(3)", "null", "#0"},
	{"a poison element", "<2 x i8>", "<i8 poison, i8 undef>",
	 "poison undef"},
	{"address", "ptr addrspace(1)", "@g", "#0x400000000000"},
	{"into a struct", "ptr addrspace(1)",
	 "getelementptr ({i8, [4 x i32]}, ptr addrspace(1) @g, i64 1, "
	 "i32 1, i64 -1)",
	 "#0x400000000014"},
	{"address as a number", "i32",
	 "trunc (i64 ptrtoint (ptr addrspace(1) @h to i64) to i32)", "#0"},
	{"difference", "i64",
	 "sub (i64 ptrtoint (ptr addrspace(1) getelementptr (i8, "
	 "ptr addrspace(1) @g, i64 24) to i64), i64 ptrtoint "
	 "(ptr addrspace(1) @g to i64))",
	 "#24"},
	{"number as address", "ptr addrspace(3)",
	 "inttoptr (i64 4294967300 to ptr addrspace(3))", "#4"},
	{"shared as generic", "ptr",
	 "addrspacecast (ptr addrspace(3) @s to ptr)", "#0x7ffe00000000"},
	{"null of shared memory", "ptr addrspace(3)",
	 "addrspacecast (ptr null to ptr addrspace(3))", "#0xffffffff"},
	{"alias", "ptr addrspace(1)", "@alias", "#0x400000000004"},
	{"vector of addresses", "<2 x ptr addrspace(1)>",
	 "getelementptr (i8, ptr addrspace(1) @g, <2 x i64> <i64 1, i64 2>)",
	 "#0x400000000001 #0x400000000002"},
	{"function", "ptr", "@f", "#0x7ffd00000010"},
	{"function without a body", "ptr", "@none", "#0x7ffd10000000"},
};

static void test_const(void **state)
{
	const struct const_row *row = *state;
	struct cvg_str text = {0}, got = {0};
	struct cvg_program *p;
	const struct cvg_ufn *f;

	cvg_str_addf(&text,
		     AMD "@g = addrspace(1) global {i8, [4 x i32]} undef\n"
			 "@h = addrspace(1) global i8 0\n"
			 "@s = internal addrspace(3) global i32 undef\n"
			 "@alias = alias i8, getelementptr (i8, "
			 "ptr addrspace(1) @g, i64 4)\n"
			 "declare void @none()\n"
			 "define %s @k() {\n  ret %s %s\n}\n"
			 "define void @f() {\n  ret void\n}\n",
		     row->type, row->type, row->value);
	p = decode(text.at);
	f = &p->fns[0];
	for (uint32_t k = 0; k < f->blocks[0].nlist; k++) {
		struct cvg_uop u = {.code = CVG_U_MOV, .dst = CVG_NONE};
		const char *at;

		u.a = f->lists[f->blocks[0].list_at + k];
		cvg_str_clear(&text);
		cvg_uop_print(&text, p, f, &u);
		at = strchr(text.at, ' ');
		cvg_str_addf(&got, "%s%s", k ? " " : "", at + 1);
	}
	assert_string_equal(got.at, row->text);
	cvg_str_done(&text);
	cvg_str_done(&got);
	cvg_program_free(p);
}

/* ---- parameters ------------------------------------------------------ */

static void test_params(void **state)
{
	static const char text[] =
		AMD "define amdgpu_kernel void @k(i8 %a, ptr addrspace(1) %in, "
		    "ptr addrspace(1) %out, <3 x float> %v, "
		    "{ i8, i64, [2 x half] } %t, "
		    "ptr addrspace(4) byref([5 x i32]) align 32 %r, "
		    "ptr %unsure, ptr addrspace(3) %s, i1 %c) {\n"
		    "  %1 = load double, ptr addrspace(1) %in\n"
		    "  %2 = getelementptr i16, ptr addrspace(1) %out, i64 3\n"
		    "  store i16 1, ptr addrspace(1) %2\n"
		    "  store i16 1, ptr addrspace(1) %out\n"
		    "  store i32 1, ptr addrspace(1) %out\n"
		    "  store ptr %unsure, ptr addrspace(1) %out\n"
		    "  ret void\n}\n";
	static const struct {
		const char *name;
		uint32_t slot, nslots, offset, bytes;
		enum cvg_kind kind, pointee;
		bool pointer, read, written;
		uint64_t copy;
	} want[] = {
		{"a", 0, 1, 0, 1, CVG_K_I8, CVG_NKINDS, false, false, false, 0},
		{"in", 1, 1, 8, 8, CVG_K_I64, CVG_K_F64, true, true, false, 0},
		{"out", 2, 1, 16, 8, CVG_K_I64, CVG_K_I16, true, false, true,
		 0},
		{"v", 3, 3, 32, 16, CVG_K_F32, CVG_NKINDS, false, false, false,
		 0},
		{"t", 6, 4, 48, 24, CVG_K_I8, CVG_NKINDS, false, false, false,
		 0},
		{"r", 10, 1, 96, 20, CVG_K_I64, CVG_NKINDS, true, false, false,
		 20},
		{"unsure", 11, 1, 120, 8, CVG_K_I64, CVG_NKINDS, true, true,
		 true, 0},
		{"s", 12, 1, 128, 4, CVG_K_I32, CVG_NKINDS, true, false, false,
		 0},
		{"c", 13, 1, 132, 1, CVG_K_BIT, CVG_NKINDS, false, false, false,
		 0},
	};
	static const uint32_t t_at[] = {0, 8, 16, 18};
	struct cvg_program *p = decode(text);

	(void)state;
	assert_int_equal(p->fns[0].nparams, COUNT(want));
	assert_int_equal(p->kernarg_bytes, 133);
	for (size_t i = 0; i < COUNT(want); i++) {
		const struct cvg_param *q = &p->fns[0].params[i];

		assert_string_equal(q->name, want[i].name);
		assert_int_equal(q->slot, want[i].slot);
		assert_int_equal(q->nslots, want[i].nslots);
		assert_int_equal(q->offset, want[i].offset);
		assert_int_equal(q->bytes, want[i].bytes);
		assert_int_equal(q->kind, want[i].kind);
		assert_int_equal(q->pointer, want[i].pointer);
		assert_int_equal(q->pointee, want[i].pointee);
		assert_int_equal(q->read, want[i].read);
		assert_int_equal(q->written, want[i].written);
		assert_int_equal(q->copy_bytes, want[i].copy);
	}
	assert_memory_equal(p->fns[0].params[4].scalar_at, t_at, sizeof t_at);
	assert_int_equal(p->fns[0].params[5].space, CVG_SPACE_GLOBAL);
	assert_int_equal(p->fns[0].params[7].space, CVG_SPACE_SHARED);
	cvg_program_free(p);
}

/* Through a stack variable, a call, a copy; out of sight. */
static void test_uses(void **state)
{
	static const char text[] = AMD
		"define amdgpu_kernel void @k(ptr addrspace(1) %a, "
		"ptr addrspace(1) %b, ptr addrspace(1) %c, "
		"ptr addrspace(1) %d) {\n"
		"  %h = alloca ptr addrspace(1), addrspace(5)\n"
		"  %g = addrspacecast ptr addrspace(5) %h to ptr\n"
		"  store ptr addrspace(1) %a, ptr %g\n"
		"  %l = load ptr addrspace(1), ptr %g\n"
		"  call void @f(ptr addrspace(1) %l, ptr addrspace(1) %b)\n"
		"  call void @llvm.memcpy.p1.p1.i64(ptr addrspace(1) %c, "
		"ptr addrspace(1) %b, i64 4, i1 false)\n"
		"  %n = ptrtoint ptr addrspace(1) %d to i64\n"
		"  store i64 %n, ptr addrspace(1) %c\n  ret void\n}\n"
		"define void @f(ptr addrspace(1) %x, ptr addrspace(1) %y) {\n"
		"  %v = load half, ptr addrspace(1) %x\n"
		"  %w = load i64, ptr addrspace(1) %y\n"
		"  call void @f(ptr addrspace(1) %x, ptr addrspace(1) %y)\n"
		"  ret void\n}\n";
	static const struct {
		enum cvg_kind pointee;
		bool read, written;
	} want[] = {{CVG_K_F16, true, false},
		    {CVG_K_I64, true, false},
		    {CVG_K_I64, false, true},
		    {CVG_NKINDS, true, true}};
	struct cvg_program *p = decode(text);

	(void)state;
	for (size_t i = 0; i < COUNT(want); i++) {
		const struct cvg_param *q = &p->fns[0].params[i];

		assert_int_equal(q->pointee, want[i].pointee);
		assert_int_equal(q->read, want[i].read);
		assert_int_equal(q->written, want[i].written);
	}
	cvg_program_free(p);
}

static void test_program(void **state)
{
	static const char text[] = AMD
		"define amdgpu_kernel void @k(float %a) #0 {\n"
		"  %b = fadd contract float %a, 1.0\n  ret void\n}\n"
		"attributes #0 = { \"denormal-fp-math-f32\"=\"preserve-sign,"
		"preserve-sign\" \"target-cpu\"=\"gfx1030\" }\n"
		"!llvm.module.flags = !{!0}\n"
		"!0 = !{i32 1, !\"amdhsa_code_object_version\", i32 600}\n";
	struct cvg_program *p = decode(text);

	(void)state;
	assert_int_equal(p->target, CVG_AMDGPU);
	assert_int_equal(p->warp, 32);
	assert_int_equal(p->code_object, 600);
	assert_true(p->fast_math);
	assert_false(p->shared64);
	assert_int_equal(p->fns[0].uops[0].flags, CVG_UF_FTZ);
	cvg_program_free(p);
}

/* ---- gaps ------------------------------------------------------------ */

static void test_gaps(void **state)
{
	static const char text[] = AMD
		"@g = external addrspace(1) global i32\n"
		"declare void @nobody(i32)\n"
		"declare void @neither()\n"
		"define amdgpu_kernel void @k(ptr addrspace(2) %p, i129 %w) "
		"{\n"
		"  call void @nobody(i32 1)\n  call void @nobody(i32 2)\n"
		"  %1 = load i32, ptr addrspace(2) %p\n"
		"  %2 = add i129 %w, 1\n"
		"  call void asm sideeffect \"s_trap 2\", \"\"()\n"
		"  store i32 1, ptr addrspace(1) @g\n"
		"  call void @f()\n  ret void\n"
		"dead:\n  call void @neither()\n  ret void\n}\n"
		"define void @f() {\n  %a = alloca ptr, addrspace(5)\n"
		"  %v = va_arg ptr addrspace(5) %a, i32\n  ret void\n}\n";
	static const char *const want[] = {
		"@nobody: no body; link a library that has it (2 times",
		"2 times, first in @k, %0)\n",
		"addrspace(2): ",
		"i129: ",
		"asm \"s_trap 2\": ",
		"va_arg: ",
		"@g: no value; link a library that defines it\n",
	};
	struct cvg_module *m = load_text(text, NULL);
	struct cvg_program *p = (struct cvg_program *)m;
	struct cvg_str gaps = {0};
	struct cvg_err err;

	(void)state;
	assert_false(cvg_module_decode(m, 0, &p, &gaps, &err));
	assert_null(p);
	assert_non_null(strstr(err.msg, "cannot be simulated"));
	for (size_t i = 0; i < COUNT(want); i++)
		if (!strstr(gaps.at, want[i]))
			fail_msg("no \"%s\" in\n%s", want[i], gaps.at);
	assert_null(strstr(gaps.at, "neither"));
	assert_non_null(strstr(err.msg, "; there are 5 more reasons"));
	cvg_str_done(&gaps);
	cvg_module_free(m);
}

/* ---- the checker ----------------------------------------------------- */

/* One thing made wrong, found, and put right again. */
#define BREAK(field, value, complaint)                       \
	do {                                                 \
		struct cvg_uop saved = *u;                   \
		struct cvg_err err;                          \
                                                             \
		u->field = (value);                          \
		assert_false(cvg_program_check(p, &err));    \
		assert_non_null(strstr(err.msg, complaint)); \
		*u = saved;                                  \
		assert_true(cvg_program_check(p, &err));     \
	} while (0)

static void test_check(void **state)
{
	static const char text[] =
		AMD "define amdgpu_kernel void @k(ptr addrspace(1) %p, i32 %x, "
		    "i64 %l) {\n"
		    "  %a = add i32 %x, 1\n"
		    "  %b = bitcast i32 %a to <2 x i16>\n"
		    "  %c = call i32 @f(i32 %a)\n"
		    "  store i32 %c, ptr addrspace(1) %p\n  ret void\n}\n"
		    "define i32 @f(i32 %x) {\n  ret i32 %x\n}\n";
	struct cvg_program *p = decode(text);
	struct cvg_uop *u = p->fns[0].uops;

	(void)state;
	BREAK(a, 99, "an operand is a slot that does not exist");
	BREAK(a, CVG_REF_CONST | 99,
	      "an operand is a constant that does not exist");
	BREAK(a, CVG_NONE, "missing");
	BREAK(a, 2, "of the wrong kind");
	BREAK(dst, u->a, "is an operand, too");
	BREAK(inst, 99, "the instruction does not exist");
	u++;
	BREAK(n, 8, "changes the number of bits");
	BREAK(imm, 99, "a list ends behind");
	u++;
	BREAK(imm, 9, "the callee does not exist");
	BREAK(n, 0, "the call has too few arguments");
	u++;
	BREAK(b, 0, "of the wrong kind");
	cvg_program_free(p);
}

/* LLVM would end the process if asked for the size of such types. */
static void test_unsized(void **state)
{
	static const char text[] = NV
		"define ptx_kernel void @k(ptr %p) {\n"
		"  %a = alloca <vscale x 4 x i32>\n"
		"  %b = alloca [2 x <vscale x 4 x i32>]\n"
		"  %g = getelementptr [3 x <vscale x 4 x i32>], ptr %p, i64 1\n"
		"  %l = load { <vscale x 4 x i32>, <vscale x 4 x i32> }, "
		"ptr %p\n  ret void\n}\n";
	static const char *const want[] = {
		"alloca: ",
		"getelementptr: ",
		"{ <vscale x 4 x i32>, <vscale x 4 x i32> }: ",
	};
	struct cvg_module *m = load_text(text, NULL);
	struct cvg_program *p;
	struct cvg_str gaps = {0};
	struct cvg_err err;

	(void)state;
	assert_false(cvg_module_decode(m, 0, &p, &gaps, &err));
	for (size_t i = 0; i < COUNT(want); i++)
		if (!strstr(gaps.at, want[i]))
			fail_msg("no \"%s\" in\n%s", want[i], gaps.at);
	cvg_str_done(&gaps);
	cvg_module_free(m);
}

UNIT_TESTS(decode_data_test)
{
	static struct CMUnitTest tests[COUNT(consts) + 8];
	size_t n = 0;

	tests[n++] = (struct CMUnitTest)cmocka_unit_test(test_contents);
	tests[n++] = (struct CMUnitTest)cmocka_unit_test(test_shared);
	tests[n++] = (struct CMUnitTest)cmocka_unit_test(test_params);
	tests[n++] = (struct CMUnitTest)cmocka_unit_test(test_uses);
	tests[n++] = (struct CMUnitTest)cmocka_unit_test(test_program);
	tests[n++] = (struct CMUnitTest)cmocka_unit_test(test_gaps);
	tests[n++] = (struct CMUnitTest)cmocka_unit_test(test_unsized);
	tests[n++] = (struct CMUnitTest)cmocka_unit_test(test_check);
	for (size_t i = 0; i < COUNT(consts); i++)
		tests[n++] = (struct CMUnitTest){consts[i].name, test_const,
						 NULL, NULL,
						 (void *)(uintptr_t)&consts[i]};
	return _cmocka_run_group_tests("decode_data", tests, n, NULL, NULL);
}
