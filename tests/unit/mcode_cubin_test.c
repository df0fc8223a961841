/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Cubins: the reader by hand and on damaged ones, and what ptxas writes. */
#include "mcode_kit.h"

#include <elf.h>
#include <math.h>

/* ---- cubins ------------------------------------------------------------ */

/* A cubin as ptxas writes it: names of sections, code, lines with a relocation,
 * symbols. */
struct cubin {
	Elf64_Ehdr head;
	Elf64_Shdr section[6];
	char names[96];
	uint8_t code[8][16];
	uint8_t lines[64];
	Elf64_Rela rel;
	Elf64_Sym symbol[3];
};

#define ADDRESS 29 /* the place of the address in the lines */

enum { NAMES = 1, CODE, LINES, REL, SYMBOLS, NSECTIONS };

static void put_section(struct cubin *cubin, int i, const char *name,
			size_t from, size_t n)
{
	Elf64_Shdr *section = &cubin->section[i];
	size_t used = 1;

	while (cubin->names[used])
		used += strlen(cubin->names + used) + 1;
	strcpy(cubin->names + used, name);
	section->sh_name = (uint32_t)used;
	section->sh_type = SHT_PROGBITS;
	section->sh_offset = from;
	section->sh_size = n;
}
#define PUT_SECTION(cubin, i, name, member)                         \
	put_section(cubin, i, name, offsetof(struct cubin, member), \
		    sizeof(cubin)->member)

/* Of the eight instructions, the first has no line, two have line 1, one has
 * line 3, two line 5; then stands a function of NVIDIA's, and what fills up. */
static void make_cubin(struct cubin *cubin)
{
	static const uint8_t lines[] = {
		45, 0, 0,    0, /* bytes behind here */
		2,  0,		/* version */
		16, 0, 0,    0, /* bytes of the rest of the head */
		16, 1, 0xfb, 14, 10, 0,	 1, 1, 1, 1, 0, 0, 0, 1,
		0,  0, 0,    9,	 2,  16, 0, 0, 0, 0, 0, 0, 0, /* address 16 */
		1,		    /* a row: line 1 */
		3,  2, 2,    2,	    /* line 3, address 48 */
		1,		    /* a row */
		31,		    /* line 5, address 64: a row */
		2,  4, 0,    1,	 1, /* the end: address 128 */
	};

	memset(cubin, 0, sizeof *cubin);
	memcpy(cubin->head.e_ident, ELFMAG, SELFMAG);
	memset(cubin->code, 0x11, sizeof cubin->code);
	cubin->code[7][0] = 0x18;
	cubin->code[7][1] = 0x79;
	memcpy(cubin->lines, lines, sizeof lines);
	cubin->head.e_shoff = offsetof(struct cubin, section);
	cubin->head.e_shnum = NSECTIONS;
	cubin->head.e_shstrndx = NAMES;
	PUT_SECTION(cubin, NAMES, ".shstrtab", names);
	PUT_SECTION(cubin, CODE, ".text." CVG_MCODE_SYMBOL, code);
	PUT_SECTION(cubin, LINES, ".debug_line", lines);
	PUT_SECTION(cubin, SYMBOLS, ".symtab", symbol);
	PUT_SECTION(cubin, REL, ".rel.debug_line", rel);
	cubin->section[LINES].sh_size = sizeof lines;
	cubin->section[REL].sh_size = sizeof(Elf64_Rel);
	cubin->section[REL].sh_link = SYMBOLS;
	cubin->rel.r_offset = ADDRESS;
	cubin->rel.r_info = ELF64_R_INFO(1, 0);
	for (int i = 1; i < 3; i++) {
		cubin->symbol[i].st_shndx = CODE;
		cubin->symbol[i].st_info = ELF64_ST_INFO(STB_WEAK, STT_FUNC);
	}
	cubin->symbol[1].st_size = 128;
	cubin->symbol[2].st_value = 96;
	cubin->symbol[2].st_size = 16;
}

static struct cvg_mcode *read_cubin(const struct cvg_fn *fn,
				    const struct cubin *cubin, size_t n)
{
	static const char said[] =
		"ptxas info : Compiling entry function 'other' for 'sm_80'\n"
		"ptxas info : Used 99 registers\n"
		"ptxas info : Compiling entry function '" CVG_MCODE_SYMBOL
		"' for 'sm_80'\n"
		"    32 bytes stack frame, 8 bytes spill stores, 4 bytes spill "
		"loads\n"
		"ptxas info : Used 65 registers, used 1 barriers\n";
	struct cvg_err err;

	return cvg_mcode_read_cubin(fn, CVG_MCODE_SYMBOL, cubin, n, said, &err);
}

static void expect_cubin(const struct cvg_fn *fn, const struct cubin *cubin)
{
	struct cvg_mcode *m = read_cubin(fn, cubin, sizeof *cubin);

	assert_non_null(m);
	EXPECT(&m->block[0], 0, {CVG_M_UNTOLD, 2});
	EXPECT(&m->block[1], 0, {CVG_M_UNTOLD, 1});
	EXPECT(&m->block[2], 0, {CVG_M_UNTOLD, 2});
	EXPECT(&m->rest, 2, {CVG_M_UNTOLD, 2});
	/* Of the words 0x11..., each waits for barrier 4, which the result of
	 * the one before passes after 18 cycles, and for 8 cycles. */
	assert_int_equal(m->total.vector, 7 * 2);
	assert_int_equal(m->total.waits, 7 * 6 + 6 * 10);
	assert_float_equal(m->size[CVG_MSIZE_CODE], 7 * 16, 0);
	assert_float_equal(m->size[CVG_MSIZE_REGISTERS], 65, 0);
	assert_float_equal(m->size[CVG_MSIZE_SCRATCH], 32, 0);
	assert_float_equal(m->size[CVG_MSIZE_SPILLS], 8, 0);
	/* 72 registers for each of 32 lanes, in 65536. */
	assert_float_equal(m->size[CVG_MSIZE_WARPS], 28, 0);
	cvg_mcode_free(m);
}

/* With both forms of a relocation: one adds to the address, one does not. */
static void test_cubin(void **state)
{
	struct cvg_module *module = load_text(NV BODY, "sm_80");
	struct cvg_fn *fn = cvg_module_snapshot(module, 0, 0);
	struct cubin cubin;
	size_t form;

	(void)state;
	make_cubin(&cubin);
	expect_cubin(fn, &cubin);
	form = cubin.section[REL].sh_name;
	memcpy(cubin.names + form, ".rela.debug_line", 17);
	cubin.section[REL].sh_size = sizeof(Elf64_Rela);
	cubin.rel.r_addend = 16;
	cubin.lines[ADDRESS] = 0;
	expect_cubin(fn, &cubin);
	cvg_fn_free(fn);
	cvg_module_free(module);
}

/* A damaged cubin is read or refused. */
static void test_damaged_cubin(void **state)
{
	struct cvg_module *module = load_text(NV BODY, "sm_80");
	struct cvg_fn *fn = cvg_module_snapshot(module, 0, 0);
	uint32_t seed = 7;

	(void)state;
	for (int i = 0; i < 20000; i++) {
		struct cubin *cubin = malloc(sizeof *cubin);
		size_t n =
			i % 4 ? sizeof *cubin : (size_t)i / 4 % sizeof *cubin;
		struct cvg_mcode *m;

		make_cubin(cubin);
		for (int k = 0; k < 1 + i % 3; k++) {
			seed = seed * 1664525 + 1013904223;
			((uint8_t *)cubin)[(seed >> 8) % sizeof *cubin] =
				(uint8_t)(seed >> 24);
		}
		cubin = realloc(cubin, n ? n : 1);
		m = read_cubin(fn, cubin, n);
		if (m)
			assert_in_range(m->total.n, 1, sizeof *cubin / 16);
		cvg_mcode_free(m);
		free(cubin);
	}
	cvg_fn_free(fn);
	cvg_module_free(module);
}

/* ---- names --------------------------------------------------------------- */

/* What nvdisasm of CUDA 11.8 writes, of sm_70 to sm_90 and from several kernels. */
static const char listing[] =
	"\t.headerflags    @\"EF_CUDA_SM80 EF_CUDA_PTX_SM(EF_CUDA_SM80)\"\n"
	"        /*0000*/                   S2R R0, SR_TID.X ;\n"
	".L_x_3:\n"
	"        /*0010*/                   ULDC.64 UR4, c[0x0][0x118] ;\n"
	"        /*0020*/                   IMAD.WIDE.U32 R2, R8, R9, "
	"c[0x0][0x160] ;\n"
	"        /*0030*/               @P1 MUFU.RCP R11, R11 ;\n"
	"        /*0040*/                   STG.E.U8.SYS [R2.64], R17 ;\n"
	"        /*0050*/              @!P0 BRA `(.L_x_1) ;\n"
	"        /*0060*/                   BRA `(.L_x_4);\n"
	"        /*0070*/                   NOP;\n";

static void test_named_cubin(void **state)
{
	struct cvg_module *module = load_text(NV BODY, "sm_80");
	struct cvg_fn *fn = cvg_module_snapshot(module, 0, 0);
	struct cvg_mcounts before;
	struct cvg_err err;
	struct cubin cubin;
	struct cvg_mcode *m;

	(void)state;
	make_cubin(&cubin);
	m = read_cubin(fn, &cubin, sizeof cubin);
	before = m->total;
	assert_int_equal(m->binary.n, 7 * CVG_MCODE_BYTES);
	assert_false(cvg_mcode_name(m, "  /*0000*/  NOP;\n", &err));
	assert_string_equal(err.msg, "nvdisasm lists 1 of 7 instructions");
	assert_int_equal(m->total.of[CVG_M_UNTOLD], 7);
	assert_true(cvg_mcode_name(m, listing, &err));
	EXPECT(&m->block[0], 0, {CVG_M_SMEM, 1}, {CVG_M_WIDE, 1});
	EXPECT(&m->block[1], 0, {CVG_M_TRANS, 1});
	EXPECT(&m->block[2], 0, {CVG_M_VMEM, 1}, {CVG_M_BRANCH, 1});
	EXPECT(&m->rest, 2, {CVG_M_VECTOR, 1}, {CVG_M_BRANCH, 1});
	EXPECT(&m->total, 2, {CVG_M_SMEM, 1}, {CVG_M_WIDE, 1}, {CVG_M_TRANS, 1},
	       {CVG_M_VMEM, 1}, {CVG_M_VECTOR, 1}, {CVG_M_BRANCH, 2});
	assert_int_equal(cvg_mcounts_cycles(&m->total),
			 cvg_mcounts_cycles(&before));
	assert_string_equal(m->text.at + m->lines.at[3].at,
			    "@P1 MUFU.RCP R11, R11");
	assert_int_equal(m->binary.n, 0);
	cvg_mcode_free(m);
	cvg_fn_free(fn);
	cvg_module_free(module);
}

/* The class of each name, alone in a listing. */
static void test_sass_classes(void **state)
{
	static const struct {
		const char *name;
		enum cvg_mclass klass;
	} names[] = {
		{"IADD3.X", CVG_M_VECTOR},
		{"FSETP.NEU.FTZ.AND", CVG_M_VECTOR},
		{"SHF.R.U64", CVG_M_VECTOR},
		{"SHFL.IDX", CVG_M_VECTOR},
		{"I2F.U32.RP", CVG_M_VECTOR},
		{"CS2R", CVG_M_VECTOR},
		{"REDUX.SUM", CVG_M_VECTOR},
		{"HFMA2.MMA", CVG_M_VECTOR},
		{"IMAD.WIDE", CVG_M_WIDE},
		{"DFMA", CVG_M_DOUBLE},
		{"DEPBAR.LE", CVG_M_WAIT},
		{"F2F.F32.F64", CVG_M_DOUBLE},
		{"MUFU.RSQ64H", CVG_M_TRANS},
		{"HMMA.16816.F32", CVG_M_MATRIX},
		{"UIADD3", CVG_M_SCALAR},
		{"R2UR", CVG_M_SCALAR},
		{"R2P", CVG_M_VECTOR},
		{"LDC.64", CVG_M_SMEM},
		{"LDS.U.128", CVG_M_LDS},
		{"ATOMS.ADD", CVG_M_LDS},
		{"LDL.64", CVG_M_VMEM},
		{"ST.E", CVG_M_VMEM},
		{"ATOMG.E.ADD", CVG_M_VMEM},
		{"RED.E.ADD", CVG_M_VMEM},
		{"LDGSTS.E", CVG_M_VMEM},
		{"LDGDEPBAR", CVG_M_WAIT},
		{"BAR.SYNC", CVG_M_WAIT},
		{"WARPSYNC.ALL", CVG_M_WAIT},
		{"BSSY", CVG_M_BRANCH},
		{"BSYNC", CVG_M_BRANCH},
		{"BMOV.32.CLEAR", CVG_M_BRANCH},
		{"BREV", CVG_M_VECTOR},
		{"BREAK", CVG_M_BRANCH},
		{"RET.REL.NODEC", CVG_M_BRANCH},
		{"PMTRIG", CVG_M_OTHER},
	};
	struct cvg_mcode m = {.nblocks = 0};

	(void)state;
	for (size_t i = 0; i < COUNT(names); i++) {
		struct cvg_mline line = {.block = CVG_NONE, .inst = CVG_NONE};
		struct cvg_str text = {0};
		struct cvg_err err;

		m.lines.n = 0;
		m.total.of[CVG_M_UNTOLD] = m.rest.of[CVG_M_UNTOLD] = 1;
		m.total.of[names[i].klass] = 0;
		cvg_push(&m.lines, line);
		cvg_str_addf(&text, "        /*0000*/       @!UPT %s R0 ;\n",
			     names[i].name);
		assert_true(cvg_mcode_name(&m, text.at, &err));
		if (m.total.of[names[i].klass] != 1)
			fail_msg("%s is of another class", names[i].name);
		cvg_str_done(&text);
	}
	free(m.lines.at);
	cvg_str_done(&m.text);
}

/* ---- ptxas --------------------------------------------------------------- */

/* The names of what it made, if nvdisasm is there and knows the processor. */
static void name_it(struct cvg_coder *coder, const struct cvg_module *module,
		    struct cvg_mcode *mcode)
{
	uint64_t cycles = cvg_mcounts_cycles(&mcode->total);

	cvg_module_name(coder, module, 60, mcode);
	assert_int_equal(cvg_mcounts_cycles(&mcode->total), cycles);
	assert_true((mcode->unnamed != NULL) ==
		    (mcode->total.of[CVG_M_UNTOLD] != 0));
	if (mcode->unnamed)
		return;
	assert_int_equal(mcode->total.of[CVG_M_OTHER], 0);
	assert_int_equal(mcode->total.of[CVG_M_VMEM] > 0, 1);
	assert_int_equal(mcode->total.of[CVG_M_BRANCH] > 0, 1);
	assert_true(mcode->text.n > 0);
}

/* Through ptxas, with the registers that it assigns to a kernel. False: it is not there. */
static bool pass_ptxas(const char *text)
{
	struct cvg_module *m = load_text(text, "sm_90");
	struct cvg_fn *fn = cvg_module_snapshot(m, 0, 0);
	struct cvg_coder *coder = cvg_coder_new();
	struct cvg_mcode *mcode;
	struct cvg_err err;
	bool there = true;

	cvg_coder_ptxas(coder, true);
	assert_true(cvg_module_mcode(coder, m, 0, fn, 60, &mcode, &err));
	if (mcode->remark) {
		assert_string_equal(mcode->remark, "ptxas is not installed");
		there = false;
	} else {
		assert_in_range(mcode->block[1].n, 1, 20);
		assert_int_equal(mcode->total.n, mcode->total.of[CVG_M_UNTOLD]);
		if (fn->kind == CVG_FN_KERNEL)
			assert_in_range((int)mcode->size[CVG_MSIZE_REGISTERS],
					2, 40);
		assert_int_equal(isnan(mcode->size[CVG_MSIZE_ROLLED])
					 ? mcode->size[CVG_MSIZE_CODE]
					 : mcode->size[CVG_MSIZE_ROLLED],
				 16 * mcode->total.n);
		assert_true(isnan(mcode->size[CVG_MSIZE_VIRTUAL32]));
		name_it(coder, m, mcode);
		/* ptxas unrolls the loop, but not where it is counted. */
		if (strstr(text, "loop:"))
			assert_true(mcode->size[CVG_MSIZE_ROLLED] <
				    mcode->size[CVG_MSIZE_CODE]);
	}
	cvg_mcode_free(mcode);
	cvg_coder_free(coder);
	cvg_fn_free(fn);
	cvg_module_free(m);
	return there;
}

static void test_ptxas(void **state)
{
	static const char kernel[] =
		NV "define ptx_kernel void @k(ptr addrspace(1) %p, i32 %n) {\n"
		   "entry:\n  %c = icmp slt i32 %n, 3\n"
		   "  br i1 %c, label %a, label %b\n"
		   "a:\n  %q = getelementptr i8, ptr addrspace(1) %p, i32 %n\n"
		   "  store i32 %n, ptr addrspace(1) %q\n  br label %b\n"
		   "b:\n  store i32 5, ptr addrspace(1) %p\n  ret void\n}\n";

	static const char calling[] =
		NV "declare i32 @elsewhere(i32)\n"
		   "define ptx_kernel void @k(ptr addrspace(1) %p, i32 %n) {\n"
		   "entry:\n  %c = icmp slt i32 %n, 3\n"
		   "  br i1 %c, label %a, label %b\n"
		   "a:\n  %v = call i32 @elsewhere(i32 %n)\n"
		   "  store i32 %v, ptr addrspace(1) %p\n  br label %b\n"
		   "b:\n  ret void\n}\n";
	static const char loop[] =
		NV "define ptx_kernel void @k(ptr addrspace(1) %p, i32 %n) {\n"
		   "entry:\n  br label %loop\n"
		   "loop:\n  %i = phi i32 [ 0, %entry ], [ %j, %loop ]\n"
		   "  %q = getelementptr i32, ptr addrspace(1) %p, i32 %i\n"
		   "  store i32 %n, ptr addrspace(1) %q\n"
		   "  %j = add i32 %i, 1\n  %c = icmp ult i32 %j, %n\n"
		   "  br i1 %c, label %loop, label %b\n"
		   "b:\n  ret void\n}\n";

	(void)state;
	unsetenv("RECONVERGE_PTXAS"); /* by which tests do without it */
	unsetenv("RECONVERGE_NVDISASM");
	if (!pass_ptxas(NV BODY))
		SKIP_BECAUSE("ptxas is not installed");
	assert_true(pass_ptxas(kernel));
	assert_true(pass_ptxas(loop));
	assert_true(pass_ptxas(calling));
}

UNIT_TESTS(mcode_cubin_test)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_cubin),
		cmocka_unit_test(test_damaged_cubin),
		cmocka_unit_test(test_named_cubin),
		cmocka_unit_test(test_sass_classes),
		cmocka_unit_test(test_ptxas),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
