/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The memory of a launch: where arguments lie, and which launches are refused. */
#include "launch_kit.h"

#include <unistd.h>

static uint64_t value_of(const struct cvg_image *m, uint32_t i, uint32_t k)
{
	uint64_t lo, hi;

	cvg_image_value(m, i, k, &lo, &hi);
	return lo;
}

/* ---- files and results ----------------------------------------------- */

static void files(void **state)
{
	struct kernel k;
	struct cvg_program *p = kernel_init(&k);
	struct cvg_image *m;
	char *data;
	size_t n;

	(void)state;
	add_pointer(&k, "b", CVG_K_I16);
	add_param(&k, "n", "i32", CVG_K_I32, 1);
	assert_true(cvg_file_write("in.bin", "\1\0\2\0\377\377", 6, NULL));
	holds("i16:file(in.bin)", "b: i16[3] 1 2 -1");
	holds("i16[2]:file(in.bin)", "b: i16[2] 1 2");
	holds("i32:file(in.bin)", "b: i32[1] 131073");
	image_refused(p, "n=0 b=[4]:file(in.bin)",
		      "b: in.bin: the file has 6 bytes, but 8 are needed");
	image_refused(p, "n=0 b=file(none)",
		      "b: none: cannot open: No such file or directory");
	image_refused(p, "n=0 b=[1]:file(none)",
		      "b: none: cannot open: No such file or directory");
	image_refused(p, "n=0 b=file(.)",
		      "b: .: not a regular file, so the number of elements "
		      "must be given");
	image_refused(p, "n=0 b=[1]:file(.)",
		      "b: .: cannot read: Is a directory");
	m = image_of(p, "n=0 b=[3]:iota(1)");
	assert_true(cvg_image_dump(p, m, 0, "out.bin", NULL));
	assert_false(cvg_image_dump(p, m, 1, "out.bin", NULL));
	assert_true(cvg_file_read("out.bin", &data, &n, NULL));
	assert_int_equal(n, 6);
	assert_memory_equal(data, "\1\0\2\0\3\0", 6);
	free(data);
	cvg_image_free(m);
	unlink("in.bin");
	unlink("out.bin");
}

static bool next_image(struct cvg_program *p, const char *words,
		       const struct cvg_image *last, struct cvg_image **out,
		       struct cvg_err *err)
{
	struct cvg_launch l = launch_of(p, words);
	bool ok = cvg_image_next(p, &l, last, out, err);

	cvg_launch_done(&l);
	return ok;
}

static void last_run(void **state)
{
	struct kernel k;
	struct cvg_program *p = kernel_init(&k);
	struct cvg_image *m, *next;
	struct cvg_err err;

	(void)state;
	add_pointer(&k, "a", CVG_K_I32);
	add_pointer(&k, "b", CVG_K_I32);
	m = image_of(p, "a=[4]:iota b=[4]:undefined");
	m->buffers[0].data[0] = 9;
	assert_true(next_image(p, "a=last(b) b=last(a)", m, &next, &err));
	assert_int_equal(next->buffers[1].bytes, 16);
	assert_int_equal(next->buffers[1].data[0], 9);
	assert_int_equal(next->buffers[1].data[4], 1);
	assert_null(next->buffers[1].undefined);
	assert_int_equal(next->buffers[0].undefined[15], 1);
	cvg_image_free(next);
	assert_true(next_image(p, "a=[2]:last b=zero", m, &next, &err));
	assert_int_equal(next->buffers[0].bytes, 8);
	assert_int_equal(next->buffers[0].data[0], 9);
	cvg_image_free(next);
	assert_false(next_image(p, "a=[5]:last b=zero", m, &next, &err));
	assert_string_equal(
		err.msg,
		"a: last: the last run left 16 bytes, but 20 are needed");
	assert_false(next_image(p, "a=last(c) b=zero", m, &next, &err));
	assert_string_equal(err.msg,
			    "a: last: the last run left no such buffer");
	cvg_image_free(m);
}

/* ---- parameters ------------------------------------------------------ */

static void scalars(void **state)
{
	struct kernel k;
	struct cvg_program *p = kernel_init(&k);
	struct cvg_image *m;
	uint64_t lo, hi;

	(void)state;
	add_param(&k, "a", "i8", CVG_K_I8, 1);
	add_param(&k, "b", "i32", CVG_K_I32, 1);
	add_param(&k, "c", "float", CVG_K_F32, 1);
	add_param(&k, "d", "i64", CVG_K_I64, 1);
	add_param(&k, "e", "i1", CVG_K_BIT, 1);
	add_param(&k, "f", "half", CVG_K_F16, 1);
	add_param(&k, "g", "i128", CVG_K_I128, 1);
	add_param(&k, "h", "i24", CVG_K_I32, 1);
	add_param(&k, "v", "<2 x double>", CVG_K_F64, 2);
	m = image_of(p, "a=-1 b=4294967295 c=1.5 d=-2 e=true f=1 g=-3 h=-1 "
			"v={1,-0.5}");
	assert_int_equal(value_of(m, 0, 0), 0xff);
	assert_int_equal(value_of(m, 1, 0), 0xffffffff);
	assert_int_equal(value_of(m, 2, 0), 0x3fc00000);
	assert_int_equal(value_of(m, 3, 0), UINT64_MAX - 1);
	assert_int_equal(value_of(m, 4, 0), 1);
	assert_int_equal(value_of(m, 5, 0), 0x3c00);
	cvg_image_value(m, 6, 0, &lo, &hi);
	assert_int_equal(lo, UINT64_MAX - 2);
	assert_int_equal(hi, UINT64_MAX);
	assert_int_equal(value_of(m, 7, 0), 0xffffff);
	assert_int_equal(value_of(m, 8, 0), UINT64_C(0x3ff) << 52);
	assert_int_equal(value_of(m, 8, 1), UINT64_C(0xbfe) << 52);
	/* a at 0, b at 4, c at 8, d at 16, e at 24, f at 26, g at 32 */
	assert_int_equal(m->nargs_bytes, p->kernarg_bytes);
	assert_int_equal(m->args[0], 0xff);
	assert_int_equal(m->args[1], 0);
	assert_memory_equal(m->args + 4, "\377\377\377\377\0\0\300\77", 8);
	assert_int_equal(m->args[16], 0xfe);
	assert_int_equal(m->args[24], 1);
	assert_int_equal(m->args[27], 0x3c);
	assert_int_equal(m->args[32], 0xfd);
	assert_int_equal(m->args[47], 0xff);
	assert_memory_equal(m->args + 48, "\377\377\377\0", 4);
	cvg_image_free(m);
}

static void scalars_refused(void **state)
{
	struct kernel k;
	struct cvg_program *p = kernel_init(&k);

	(void)state;
	add_param(&k, "a", "i8", CVG_K_I8, 1);
	add_param(&k, "", "<4 x float>", CVG_K_F32, 4);
	image_refused(p, "a=256 1=0", "a: 256 is not a value of type i8");
	image_refused(p, "a=-129 1=0", "a: -129 is not a value of type i8");
	image_refused(p, "a=1.5 1=0", "a: 1.5 is not a value of type i8");
	image_refused(p, "a=nan 1=0", "a: nan is not a value of type i8");
	image_refused(p, "a=null 1=0", "a: null is not a value of type i8");
	image_refused(p, "a=i8[4] 1=0",
		      "a: a buffer is given, but the parameter is of type i8, "
		      "not a pointer");
	image_refused(p, "a=1 1={1,2}",
		      "argument 1: 2 numbers are given, but <4 x float> has 4");
	image_refused(p, "a=1",
		      "parameter argument 1 (<4 x float>) has no value");
	image_refused(p, "a=1 b=1 1=0", "'b' is not a parameter of kernel");
	image_refused(p, "a=1 0=1 1=0", "parameter a is given twice");
	image_refused(p, "a=1 1=0 kernel=other",
		      "the launch is for kernel other, not for kernel");
}

static void scalars_of_structs(void **state)
{
	static const uint32_t packed[] = {0, 1};
	struct kernel k;
	struct cvg_program *p = kernel_init(&k);
	struct cvg_param *param =
		add_param(&k, "s", "{ i8, i32 }", CVG_K_I8, 2);
	struct cvg_image *m;

	(void)state;
	k.kinds[1] = CVG_K_I32;
	param->bytes = p->kernarg_bytes = 8;
	m = image_of(p, "s={1,2}");
	assert_memory_equal(m->args, "\1\0\0\0\2\0\0\0", 8);
	cvg_image_free(m);
	param->scalar_at = packed;
	m = image_of(p, "s={1,{2}}");
	assert_memory_equal(m->args, "\1\2\0\0\0\0\0\0", 8);
	cvg_image_free(m);
	m = image_of(p, "s=0");
	assert_memory_equal(m->args, "\0\0\0\0\0\0\0\0", 8);
	cvg_image_free(m);
	image_refused(p, "s={1,2,3}",
		      "s: 3 numbers are given, but { i8, i32 } has 2");
	image_refused(p, "s={300,2}", "s: 300 is not a value of type i8");
}

static void pointers(void **state)
{
	struct kernel k;
	struct cvg_program *p = kernel_init(&k);
	struct cvg_image *m;

	(void)state;
	add_pointer(&k, "a", CVG_K_F32);
	add_pointer(&k, "b", CVG_NKINDS);
	add_pointer(&k, "c", CVG_K_I64);
	add_pointer(&k, "d", CVG_K_F64);
	m = image_of(p, "grid=2 block=8 a=zero b=null c=same(d,2) d=[5]");
	assert_int_equal(value_of(m, 0, 0), UINT64_C(1) << 32);
	assert_int_equal(value_of(m, 1, 0), 0);
	assert_int_equal(value_of(m, 2, 0), (UINT64_C(2) << 32) + 16);
	assert_int_equal(value_of(m, 3, 0), UINT64_C(2) << 32);
	assert_memory_equal(m->args + 16, "\20\0\0\0\2\0\0\0", 8);
	assert_int_equal(m->nbuffers, 2);
	assert_int_equal(cvg_image_arg(m, 0)->bytes, 64);
	assert_int_equal(cvg_image_arg(m, 0)->elem, CVG_ELEM_F32);
	assert_int_equal(cvg_image_arg(m, 0)->arg, 0);
	assert_null(cvg_image_arg(m, 1));
	assert_ptr_equal(cvg_image_arg(m, 2), cvg_image_arg(m, 3));
	assert_null(cvg_image_arg(m, 4));
	cvg_image_free(m);
	m = image_of(p, "a=0x1234 b=same(c) c=same(d) d=[5]");
	assert_int_equal(value_of(m, 0, 0), 0x1234);
	assert_int_equal(value_of(m, 1, 0), UINT64_C(1) << 32);
	cvg_image_free(m);
	image_refused(
		p, "a=zero b=same(c) c=same(b) d=0",
		"b: same: the parameters refer to each other in a circle");
	image_refused(p, "a=zero b=same(d) c=0 d=0",
		      "b: same: parameter d has no buffer");
	image_refused(p, "a=zero b=same(x) c=0 d=0",
		      "b: same: 'x' is not a parameter");
	image_refused(p, "a=[4] b=same(a,5) c=0 d=0",
		      "b: same: the buffer of a has only 16 bytes");
	image_refused(p, "a=[4] b=[4]:same(a,1) c=0 d=0",
		      "b: same: the buffer of a has only 16 bytes");
}

static void shared_pointers(void **state)
{
	struct kernel k;
	struct cvg_program *p = kernel_init(&k);
	struct cvg_param *param;
	struct cvg_image *m;

	(void)state;
	param = add_param(&k, "a", "ptr addrspace(3)", CVG_K_I32, 1);
	param->pointer = true;
	param->space = CVG_SPACE_SHARED;
	param->pointee = CVG_K_I32;
	k.params[1] = *param;
	k.params[1].name = "b";
	k.params[1].slot = 1;
	k.params[1].offset = 4;
	k.kinds[1] = CVG_K_I32;
	k.fn.nparams = k.fn.nslots = 2;
	p->kernarg_bytes = 8;
	p->static_shared = 10;
	p->dynamic_align = 16;
	m = image_of(p, "a=i32[5] b=i8[3] shared=8");
	assert_int_equal(value_of(m, 0, 0), 32); /* 16 + 8, aligned */
	assert_int_equal(value_of(m, 1, 0), 64);
	assert_int_equal(m->dynamic_shared, 64 + 3 - 16);
	assert_int_equal(m->nbuffers, 0);
	cvg_image_free(m);
	m = image_of(p, "a=null b=4");
	assert_int_equal(value_of(m, 0, 0), UINT32_MAX);
	assert_int_equal(value_of(m, 1, 0), 4);
	assert_int_equal(m->dynamic_shared, 0);
	cvg_image_free(m);
	image_refused(p, "a=iota b=0",
		      "a: shared memory is empty when a block starts: use zero "
		      "or undefined, not iota");
	image_refused(p, "a=[1000000000] b=0",
		      "a: the launch has more than 1 GiB of shared memory");
}

static void struct_copies(void **state)
{
	struct kernel k;
	struct cvg_program *p = kernel_init(&k);
	struct cvg_param *param;
	struct cvg_image *m;

	(void)state;
	add_pointer(&k, "a", CVG_K_I32);
	param = add_pointer(&k, "s", CVG_NKINDS);
	param->copy_bytes = 24;
	param->bytes = 24;
	p->kernarg_bytes = 32;
	m = image_of(p, "a=[4] s='{i8 1,{i32 2},ptr a+4,f32 1}'");
	assert_int_equal(value_of(m, 1, 0), UINT64_C(2) << 32);
	assert_memory_equal(cvg_image_arg(m, 1)->data,
			    "\1\0\0\0\2\0\0\0\4\0\0\0\1\0\0\0\0\0\200\77\0\0\0",
			    24);
	assert_memory_equal(m->args + 8, cvg_image_arg(m, 1)->data, 24);
	cvg_image_free(m);
	m = image_of(p, "a=[4] s=0");
	assert_int_equal(m->args[8] | m->args[31], 0);
	cvg_image_free(m);
	m = image_of(p, "a=[4] s=i32:fill(7)");
	assert_int_equal(m->args[8], 7);
	assert_int_equal(m->args[28], 7);
	cvg_image_free(m);
	image_refused(p, "a=[4] s={1,2}",
		      "s: number 0 of the struct needs a type: "
		      "{i32 1, f32 2.5}");
	image_refused(p, "a=[4] s='{ptr b}'", "s: ptr: 'b' is not a parameter");
	image_refused(p, "a=0 s='{ptr a}'",
		      "s: ptr: parameter a has no buffer");
	image_refused(p, "a=0 s='{i8 300}'",
		      "s: i8 300 does not fit the member's type");
	image_refused(p, "a=0 s='{u64 1,u64 1,u64 1,u8 1}'",
		      "s: the value is larger than the struct's 24 bytes");
	image_refused(p, "a=0 s=i32[7]",
		      "s: the value is larger than the struct's 24 bytes");
	image_refused(p, "a=0 s=undefined",
		      "s: a struct cannot be made by 'undefined'");
	/* where only an address has room */
	param->bytes = 8;
	m = image_of(p, "a=[4] s='{i8 1}'");
	assert_memory_equal(m->args + 8, "\0\0\0\0\2\0\0\0", 8);
	cvg_image_free(m);
}

static void variables(void **state)
{
	static uint8_t init[] = {1, 2, 3, 4}, defined[] = {1, 0, 1, 1};
	struct kernel k;
	struct cvg_program *p = kernel_init(&k);
	struct cvg_image *m, *copy;

	(void)state;
	k.globals[0] = (struct cvg_global){.name = "table",
					   .space = CVG_SPACE_GLOBAL,
					   .address = UINT64_C(0x4000) << 32,
					   .bytes = 4,
					   .constant = true,
					   .init = init};
	k.globals[1] = k.globals[0];
	k.globals[1].name = "partly";
	k.globals[1].address = UINT64_C(0x4001) << 32;
	k.globals[1].defined = defined;
	k.globals[1].constant = false;
	k.globals[2] = k.globals[1];
	k.globals[2].name = "fresh";
	k.globals[2].init = NULL;
	k.globals[2].address = UINT64_C(0x4002) << 32;
	k.globals[3] = k.globals[0];
	k.globals[3].space = CVG_SPACE_SHARED;
	p->nglobals = 4;
	m = image_of(p, "");
	copy = cvg_image_copy(m);
	cvg_image_free(m);
	assert_int_equal(copy->nbuffers, 3);
	for (uint32_t i = 0; i < 3; i++) {
		assert_int_equal(copy->buffers[i].granule, 0x4000 + i);
		assert_int_equal(copy->buffers[i].arg, -1);
		assert_string_equal(copy->buffers[i].name, k.globals[i].name);
	}
	assert_true(copy->buffers[0].constant);
	assert_memory_equal(copy->buffers[0].data, init, 4);
	assert_null(copy->buffers[0].undefined);
	assert_memory_equal(copy->buffers[1].undefined, "\0\1\0\0", 4);
	assert_memory_equal(copy->buffers[2].undefined, "\1\1\1\1", 4);
	cvg_image_free(copy);
}

/* ---- the launch as a whole ------------------------------------------- */

static void launches_refused(void **state)
{
	struct kernel k;
	struct cvg_program *p = kernel_init(&k);
	struct cvg_fnattr size = {"amdgpu-flat-work-group-size", "1,256"};
	struct cvg_launch l;
	struct cvg_image *m;
	struct cvg_err err;

	(void)state;
	image_refused(
		p, "block=1025",
		"block=1025x1x1: a block of kernel has at most 1024 threads");
	image_refused(p, "block=2147483647x2147483647x2147483647",
		      "the launch has more than 2^48 threads");
	k.snapshot.attrs = &size;
	k.snapshot.nattrs = 1;
	image_refused(
		p, "block=16x17",
		"block=16x17x1: a block of kernel has at most 256 threads");
	k.snapshot.target = CVG_NVPTX;
	size.key = "nvvm.maxntid";
	size.value = "16,2";
	image_refused(p, "block=33",
		      "block=33x1x1: a block of kernel has at most 32 threads");
	k.snapshot.reqd_work_group[0] = 16;
	k.snapshot.reqd_work_group[1] = k.snapshot.reqd_work_group[2] = 1;
	image_refused(p, "block=8",
		      "block=8x1x1, but kernel is compiled for "
		      "blocks of 16x1x1 threads");
	cvg_launch_init(&l);
	l.grid[1] = 0;
	assert_false(cvg_image_new(p, &l, &m, &err));
	assert_string_equal(err.msg, "the grid has a dimension of 0");
}

/* A gigabyte of zeros costs neither time nor memory, nor does its copy. */
static void zeros_are_free(void **state)
{
	struct kernel k;
	struct cvg_image *m = filled(&k, "i32[200000000]"), *copy;

	(void)state;
	m->buffers[0].data[799999999] = 7;
	copy = cvg_image_copy(m);
	assert_int_equal(copy->buffers[0].data[799999999], 7);
	cvg_image_free(m);
	cvg_image_free(copy);
}

UNIT_TESTS(image_test)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(files),
		cmocka_unit_test(last_run),
		cmocka_unit_test(scalars),
		cmocka_unit_test(scalars_refused),
		cmocka_unit_test(scalars_of_structs),
		cmocka_unit_test(pointers),
		cmocka_unit_test(shared_pointers),
		cmocka_unit_test(struct_copies),
		cmocka_unit_test(variables),
		cmocka_unit_test(launches_refused),
		cmocka_unit_test(zeros_are_free),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
