/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Decoding of instructions. Each row is a group of instructions and one test.
 * The arguments have the slots 0 to 9.
 */
#include "ir_help.h"

#include "decode_kit.h"

#define ARGUMENTS                                                         \
	"ptr addrspace(1) %p, ptr addrspace(3) %s, ptr addrspace(5) %v, " \
	"ptr %f, i32 %x, i32 %y, "                                        \
	"i64 %l, float %a, float %b, "                                    \
	"i1 %c"

struct decode_row {
	const char *name;
	const char *body;
	const char *text; /* operations, then how the block ends */
};

static const struct decode_row rows[] = {
	{"arith: integers",
	 "%1 = add nuw nsw i32 %x, %y\n"
	 "%2 = sub i32 %1, 5\n"
	 "%3 = udiv exact i32 %2, %y\n"
	 "%4 = or disjoint i32 %3, 1\n"
	 "%5 = shl nuw i32 %4, 3\n"
	 "%6 = lshr exact i32 %5, %x\n"
	 "%7 = srem i32 %6, -2\n",
	 "add.i32 s10, s4, s5 nuw nsw\n"
	 "sub.i32 s11, s10, #5\n"
	 "udiv.i32 s10, s11, s5 exact\n"
	 "or.i32 s11, s10, #1 disjoint\n"
	 "shl.i32 s10, s11, #3 nuw\n"
	 "lshr.i32 s11, s10, s4 exact\n"
	 "srem.i32 s10, s11, #0xfffffffe\n"},
	{"arith: odd widths",
	 "%1 = trunc i32 %x to i17\n"
	 "%2 = mul i17 %1, 3\n"
	 "%3 = sext i17 %2 to i64\n"
	 "%4 = trunc nuw i64 %l to i1\n"
	 "%5 = zext nneg i17 %2 to i100\n"
	 "%6 = xor i100 %5, -1\n"
	 "%7 = add i1 %4, %c\n",
	 "trunc.i32.i32:17 s10, s4\n"
	 "mul.i32:17 s11, s10, #3\n"
	 "sext.i32:17.i64 s12, s11\n"
	 "trunc.i64.i1 s13, s6 nuw\n"
	 "zext.i32:17.i128:100 s14, s11 nneg\n"
	 "xor.i128:100 s15, s14, #0xfffffffffffffffffffffffff\n"
	 "add.i1 s16, s13, s9\n"},
	{"arith: floats",
	 "%1 = fadd nnan ninf float %a, %b\n"
	 "%2 = fneg float %1\n"
	 "%3 = frem float %2, 1.5\n"
	 "%4 = fdiv float %3, 0x7FF8000000000000\n",
	 "fadd.f32 s10, s7, s8 nnan ninf\n"
	 "fneg.f32 s11, s10\n"
	 "math.f32 s10, s11, #0x3fc00000 n 48\n"
	 "fdiv.f32 s11, s10, #0x7fc00000\n"},
	{"arith: vectors",
	 "%1 = insertelement <2 x i32> poison, i32 %x, i32 0\n"
	 "%2 = insertelement <2 x i32> %1, i32 %y, i32 1\n"
	 "%3 = add <2 x i32> %2, <i32 1, i32 poison>\n"
	 "%4 = icmp slt <2 x i32> %3, %2\n"
	 "%5 = select <2 x i1> %4, <2 x i32> %2, <2 x i32> %3\n"
	 "%6 = select i1 %c, <2 x i32> %5, <2 x i32> %2\n",
	 "mov.i32 s10, s4\n"
	 "mov.i32 s11, poison\n"
	 "mov.i32 s12, s10\n"
	 "mov.i32 s13, s5\n"
	 "add.i32 s10, s12, #1\n"
	 "add.i32 s11, s13, poison\n"
	 "icmp.i32 s14, s10, s12 n 40\n"
	 "icmp.i32 s15, s11, s13 n 40\n"
	 "select.i32 s16, s14, s12, s10\n"
	 "select.i32 s17, s15, s13, s11\n"
	 "select.i32 s10, s9, s16, s12\n"
	 "select.i32 s11, s9, s17, s13\n"},
	{"cast: between numbers",
	 "%1 = fptosi float %a to i8\n"
	 "%2 = uitofp nneg i8 %1 to double\n"
	 "%3 = fptrunc double %2 to half\n"
	 "%4 = fpext half %3 to float\n"
	 "%5 = sitofp i32 %x to bfloat\n"
	 "%6 = fptoui float %a to i48\n",
	 "fptosi.f32.i8 s10, s7\n"
	 "uitofp.i8.f64 s11, s10 nneg\n"
	 "fptrunc.f64.f16 s12, s11\n"
	 "fpext.f16.f32 s13, s12\n"
	 "sitofp.i32.bf16 s14, s4\n"
	 "fptoui.f32.i64:48 s15, s7\n"},
	{"cast: bits",
	 "%1 = bitcast float %a to i32\n"
	 "%2 = bitcast i64 %l to <2 x float>\n"
	 "%3 = bitcast <2 x float> %2 to <4 x i16>\n"
	 "%4 = bitcast i32 %1 to <32 x i1>\n"
	 "%5 = bitcast <4 x i16> %3 to <4 x half>\n",
	 "mov.i32 s10, s7\n"
	 "rebits.i64.f32 s11 x 2, (s6)\n"
	 "rebits.f32.i16 s13 x 4, (s11, s12)\n"
	 "rebits.i32.i1 s17 x 32, (s10)\n"
	 "mov.f16 s49, s13\n"
	 "mov.f16 s50, s14\n"
	 "mov.f16 s51, s15\n"
	 "mov.f16 s52, s16\n"},
	{"cast: pointers",
	 "%1 = ptrtoint ptr %f to i64\n"
	 "%2 = ptrtoint ptr addrspace(3) %s to i64\n"
	 "%3 = inttoptr i64 %l to ptr addrspace(3)\n"
	 "%4 = addrspacecast ptr addrspace(3) %3 to ptr\n"
	 "%5 = addrspacecast ptr %f to ptr addrspace(5)\n"
	 "%6 = addrspacecast ptr addrspace(1) %p to ptr\n"
	 "%7 = addrspacecast ptr addrspace(3) null to ptr\n"
	 "%8 = icmp eq ptr %4, null\n",
	 "mov.i64 s10, s3\n"
	 "zext.i32.i64 s10, s1\n"
	 "trunc.i64.i32 s11, s6\n"
	 "space.i32.i64 s10, s11 shared to flat signed\n"
	 "space.i64.i32 s11, s3 flat to private signed\n"
	 "mov.i64 s12, s0\n"
	 "space.i32.i64 s12, #0 shared to flat signed\n"
	 "icmp.i64 s13, s10, #0 n 32\n"},
	{"compare: compares",
	 "%1 = icmp ult i32 %x, %y\n"
	 "%2 = fcmp nnan olt float %a, %b\n"
	 "%3 = fcmp true float %a, %b\n"
	 "%4 = freeze i1 %2\n"
	 "%5 = freeze i32 undef\n"
	 "%6 = select i1 %1, i1 %2, i1 poison\n",
	 "icmp.i32 s10, s4, s5 n 36\n"
	 "fcmp.f32 s11, s7, s8 n 4 nnan\n"
	 "fcmp.f32 s12, s7, s8 n 15\n"
	 "freeze.i1 s12, s11\n"
	 "freeze.i32 s13, undef\n"
	 "select.i1 s12, s10, s11, poison\n"},
	{"compare: numbers of one sign", "%1 = icmp samesign ult i32 %x, %y\n",
	 "icmp.i32 s10, s4, s5 n 36 samesign\n"},
	{"vector: elements",
	 "%1 = insertelement <3 x float> zeroinitializer, float %a, "
	 "i64 1\n"
	 "%2 = extractelement <3 x float> %1, i32 %x\n"
	 "%3 = insertelement <3 x float> %1, float %2, i32 %y\n"
	 "%4 = extractelement <3 x float> %3, i32 7\n"
	 "%5 = shufflevector <3 x float> %3, <3 x float> <float 1.0, "
	 "float 2.0, float 3.0>, <4 x i32> <i32 2, i32 poison, i32 4, "
	 "i32 0>\n",
	 "mov.f32 s10, #0\n"
	 "mov.f32 s11, s7\n"
	 "mov.f32 s12, #0\n"
	 "icmp.i32 s14, s4, #0 n 32\n"
	 "select.f32 s15, s14, s10, poison\n"
	 "icmp.i32 s16, s4, #1 n 32\n"
	 "select.f32 s17, s16, s11, s15\n"
	 "icmp.i32 s18, s4, #2 n 32\n"
	 "select.f32 s13, s18, s12, s17\n"
	 "icmp.i32 s18, s5, #3 n 36\n"
	 "icmp.i32 s16, s5, #0 n 32\n"
	 "select.f32 s17, s16, s13, s10\n"
	 "select.f32 s19, s18, s17, poison\n"
	 "icmp.i32 s14, s5, #1 n 32\n"
	 "select.f32 s15, s14, s13, s11\n"
	 "select.f32 s20, s18, s15, poison\n"
	 "icmp.i32 s22, s5, #2 n 32\n"
	 "select.f32 s23, s22, s13, s12\n"
	 "select.f32 s21, s18, s23, poison\n"
	 "mov.f32 s23, poison\n"
	 "mov.f32 s24, s21\n"
	 "mov.f32 s25, poison\n"
	 "mov.f32 s26, #0x40000000\n"
	 "mov.f32 s27, s19\n"},
	{"vector: an index that reaches fewer places",
	 "%1 = insertelement <4 x i32> zeroinitializer, i32 %x, i1 "
	 "%c\n"
	 "%2 = extractelement <4 x i32> %1, i1 %c\n",
	 "icmp.i1 s14, s9, #0 n 32\n"
	 "select.i32 s10, s14, s4, #0\n"
	 "icmp.i1 s15, s9, #1 n 32\n"
	 "select.i32 s11, s15, s4, #0\n"
	 "icmp.i1 s16, s9, #0 n 35\n"
	 "select.i32 s12, s16, #0, #0\n"
	 "icmp.i1 s17, s9, #0 n 35\n"
	 "select.i32 s13, s17, #0, #0\n"
	 "icmp.i1 s17, s9, #0 n 32\n"
	 "select.i32 s19, s17, s10, poison\n"
	 "icmp.i1 s16, s9, #1 n 32\n"
	 "select.i32 s18, s16, s11, s19\n"},
	{"vector: aggregates",
	 "%1 = insertvalue {i8, [2 x {float, i1}]} undef, float %a, "
	 "1, 1, 0\n"
	 "%2 = insertvalue {i8, [2 x {float, i1}]} %1, i1 %c, 1, 0, "
	 "1\n"
	 "%3 = extractvalue {i8, [2 x {float, i1}]} %2, 1, 1\n"
	 "%4 = extractvalue {float, i1} %3, 0\n",
	 "mov.i8 s10, undef\n"
	 "mov.f32 s11, undef\n"
	 "mov.i1 s12, undef\n"
	 "mov.f32 s13, s7\n"
	 "mov.i1 s14, undef\n"
	 "mov.i8 s15, s10\n"
	 "mov.f32 s16, s11\n"
	 "mov.i1 s17, s9\n"
	 "mov.f32 s18, s13\n"
	 "mov.i1 s19, s14\n"
	 "mov.f32 s20, s18\n"
	 "mov.i1 s21, s19\n"
	 "mov.f32 s18, s20\n"},
	{"gep: addresses",
	 "%1 = getelementptr i32, ptr addrspace(1) %p, i32 %x\n"
	 "%2 = getelementptr {i8, [3 x i64]}, ptr addrspace(1) %1, "
	 "i64 1, i32 1, i64 %l\n"
	 "%3 = getelementptr i8, ptr addrspace(3) %s, i64 -4\n"
	 "%4 = getelementptr i8, ptr addrspace(3) %3, i32 0\n"
	 "%5 = trunc i32 %x to i16\n"
	 "%6 = getelementptr i16, ptr %f, i16 %5\n",
	 "addr.i64 s10, s0, s4 * 4\n"
	 "addr.i64 s12, s10, s6 * 8\n"
	 "addr.i64 s11, s12, #40 * 1\n"
	 "addr.i32 s13, s1, #0xfffffffffffffffc * 1\n"
	 "mov.i32 s14, s13\n"
	 "trunc.i32.i16 s15, s4\n"
	 "sext.i16.i64 s11, s15\n"
	 "addr.i64 s12, s3, s11 * 2\n"},
	{"gep: of vectors",
	 "%1 = insertelement <2 x i64> <i64 0, i64 3>, i64 %l, i32 0\n"
	 "%2 = getelementptr i32, ptr addrspace(1) %p, <2 x i64> %1\n"
	 "%3 = getelementptr {i32, i32}, <2 x ptr addrspace(1)> %2, "
	 "i64 1, i32 1\n",
	 "mov.i64 s10, s6\n"
	 "mov.i64 s11, #3\n"
	 "addr.i64 s12, s0, s10 * 4\n"
	 "addr.i64 s13, s0, s11 * 4\n"
	 "addr.i64 s10, s12, #12 * 1\n"
	 "addr.i64 s11, s13, #12 * 1\n"},
	{"memory: loads",
	 "%1 = load i32, ptr addrspace(1) %p, align 4\n"
	 "%2 = load volatile <2 x half>, ptr addrspace(3) %s, align "
	 "4\n"
	 "%3 = load atomic i64, ptr %f seq_cst, align 8\n"
	 "%4 = load i1, ptr addrspace(5) %v\n"
	 "%5 = load {i8, double}, ptr addrspace(1) %p, align 8\n"
	 "%6 = load ptr addrspace(3), ptr addrspace(1) %p, align 2\n",
	 "load.i32 s10, [s0] global align 4 first 4\n"
	 "load.f16 s11, [s1] shared align 4 volatile first 4\n"
	 "load.f16 s12, [s1 + 2] shared align 2 volatile\n"
	 "load.i64 s13, [s3] flat align 8 first atomic 8\n"
	 "load.i1 s14, [s2] private align 1 first 1\n"
	 "load.i8 s15, [s0] global align 8 first 16\n"
	 "load.f64 s16, [s0 + 8] global align 8\n"
	 "load.i32 s10, [s0] global align 2 first 4\n"},
	{"memory: odd loads",
	 "%1 = load i7, ptr addrspace(1) %p\n"
	 "%2 = load i24, ptr addrspace(1) %p, align 4\n"
	 "%3 = load i33, ptr addrspace(1) %p, align 8\n"
	 "%4 = load <3 x i1>, ptr addrspace(1) %p\n"
	 "%5 = load <2 x i12>, ptr addrspace(1) %p\n",
	 "load.i8 s11, [s0] global align 1 first 1\n"
	 "trunc.i8.i8:7 s10, s11\n"
	 "load.i8 s11, [s0] global align 4 first 3\n"
	 "load.i8 s10, [s0 + 1] global align 1\n"
	 "load.i8 s14, [s0 + 2] global align 2\n"
	 "rebits.i8.i32:24 s12 x 1, (s11, s10, s14)\n"
	 "load.i8 s14, [s0] global align 8 first 5\n"
	 "load.i8 s10, [s0 + 1] global align 1\n"
	 "load.i8 s11, [s0 + 2] global align 2\n"
	 "load.i8 s17, [s0 + 3] global align 1\n"
	 "load.i8 s18, [s0 + 4] global align 4\n"
	 "rebits.i8.i64:40 s16 x 1, (s14, s10, s11, s17, s18)\n"
	 "trunc.i64:40.i64:33 s15, s16\n"
	 "load.i8 s18, [s0] global align 1 first 1\n"
	 "rebits.i8.i1 s22 x 8, (s18)\n"
	 "mov.i1 s19, s22\n"
	 "mov.i1 s20, s23\n"
	 "mov.i1 s21, s24\n"
	 "load.i8 s18, [s0] global align 4 first 3\n"
	 "load.i8 s17, [s0 + 1] global align 1\n"
	 "load.i8 s11, [s0 + 2] global align 2\n"
	 "rebits.i8.i1 s32 x 24, (s18, s17, s11)\n"
	 "rebits.i1.i16:12 s30 x 2, (s32, s33, s34, s35, s36, s37, "
	 "s38, s39, s40, s41, s42, s43, s44, s45, s46, s47, s48, s49, "
	 "s50, s51, s52, s53, s54, s55)\n"},
	{"memory: stores",
	 "store float %a, ptr addrspace(1) %p, align 4\n"
	 "store {i8, i32} {i8 1, i32 undef}, ptr addrspace(3) %s, "
	 "align 4\n"
	 "store <4 x i32> zeroinitializer, ptr addrspace(5) %v, align "
	 "16\n"
	 "store i1 %c, ptr %f\n",
	 "store.f32 [s0], s7 global align 4 first 4\n"
	 "store.i8 [s1], #1 shared align 4 first 8\n"
	 "store.i32 [s1 + 4], undef shared align 4\n"
	 "store.i32 [s2], #0 private align 16 first 16\n"
	 "store.i32 [s2 + 4], #0 private align 4\n"
	 "store.i32 [s2 + 8], #0 private align 8\n"
	 "store.i32 [s2 + 12], #0 private align 4\n"
	 "store.i1 [s3], s9 flat align 1 first 1\n"},
	{"memory: odd stores",
	 "%1 = trunc i32 %x to i24\n"
	 "store i24 %1, ptr addrspace(1) %p, align 2\n"
	 "%2 = insertelement <3 x i1> <i1 true, i1 false, i1 undef>, "
	 "i1 %c, i32 1\n"
	 "store <3 x i1> %2, ptr addrspace(1) %p\n"
	 "store <2 x i4> <i4 1, i4 2>, ptr addrspace(1) %p\n",
	 "trunc.i32.i32:24 s10, s4\n"
	 "rebits.i32:24.i8 s11 x 3, (s10)\n"
	 "store.i8 [s0], s11 global align 2 first 3\n"
	 "store.i8 [s0 + 1], s12 global align 1\n"
	 "store.i8 [s0 + 2], s13 global align 2\n"
	 "mov.i1 s14, #1\n"
	 "mov.i1 s15, s9\n"
	 "mov.i1 s16, undef\n"
	 "rebits.i1.i8 s20 x 1, (s14, s15, s16, #0, #0, #0, #0, #0)\n"
	 "store.i8 [s0], s20 global align 1 first 1\n"
	 "rebits.i8:4.i1 s21 x 8, (#1, #2)\n"
	 "rebits.i1.i8 s20 x 1, (s21, s22, s23, s24, s25, s26, s27, "
	 "s28)\n"
	 "store.i8 [s0], s20 global align 1 first 1\n"},
	{"memory: allocas",
	 "%1 = alloca [3 x i32], align 8, addrspace(5)\n"
	 "%2 = alloca i16, i32 5, addrspace(5)\n"
	 "%3 = alloca i8, i32 %x, addrspace(5)\n"
	 "store i32 1, ptr addrspace(5) %1\n"
	 "fence seq_cst\n",
	 "alloca.i32 s10, - n 3 imm 12\n"
	 "alloca.i32 s11, - n 1 imm 10\n"
	 "zext.i32.i64 s12, s4\n"
	 "alloca.i32 s11, s12 imm 1\n"
	 "store.i32 [s10], #1 private align 4 first 4\n"
	 "nop.i32\n"},
	{"atomic: atomics",
	 "%1 = atomicrmw add ptr addrspace(1) %p, i32 %x seq_cst\n"
	 "%2 = atomicrmw volatile umin ptr addrspace(3) %s, i64 %l "
	 "monotonic\n"
	 "%3 = atomicrmw fadd ptr addrspace(1) %p, <2 x half> <half "
	 "1.0, half 2.0> monotonic\n"
	 "%4 = atomicrmw xchg ptr addrspace(1) %p, ptr %f monotonic\n"
	 "%5 = cmpxchg weak ptr %f, i32 %x, i32 %y acq_rel monotonic\n"
	 "%6 = extractvalue {i32, i1} %5, 1\n",
	 "atomic.i32 s10, [s0], s4 global op 1 first atomic 4\n"
	 "atomic.i64 s11, [s1], s6 shared op 10 volatile first atomic "
	 "8\n"
	 "atomic.f16 s12, [s0], #15360 global op 11 first atomic 4\n"
	 "atomic.f16 s13, [s0 + 2], #16384 global op 11 atomic\n"
	 "atomic.i64 s11, [s0], s3 global op 0 first atomic 8\n"
	 "cmpxchg.i32 s14, [s3], s4, s5 flat first atomic\n"
	 "icmp.i32 s15, s14, s4 n 32\n"
	 "mov.i1 s16, s15\n"},
	{"asm: assembler",
	 "call void asm sideeffect \"\", \"~{memory}\"()\n"
	 "%1 = call i32 asm \"; nothing\", \"=v,0\"(i32 %x)\n"
	 "%2 = call {i32, float} asm \"s_nop 0\", \"=v,=v,1\"(float "
	 "%a)\n",
	 "nop.i1\n"
	 "nop.i1\n"
	 "mov.i32 s10, s4\n"
	 "nop.i1\n"
	 "garbage.i32 s11\n"
	 "mov.f32 s12, s7\n"},
};

static void decodes(void **state)
{
	const struct decode_row *row = *state;
	struct cvg_str text = {0}, want = {0};
	struct cvg_program *p;
	struct cvg_module *m;
	struct cvg_err err;

	if (strstr(row->body, "samesign") && cvg_llvm_major() < 20)
		SKIP_BECAUSE("LLVM before 20 has no samesign");
	cvg_str_add(&text, AMD "define void @f(" ARGUMENTS ") {\n");
	cvg_str_add(&text, row->body);
	cvg_str_add(&text, "ret void\n}\n");
	cvg_str_addf(&want, "%sreturn\n", row->text);
	m = load_text(text.at, NULL);
	if (!cvg_module_decode(m, 0, &p, NULL, &err))
		fail_msg("%s", err.msg);
	if (!cvg_program_check(p, &err))
		fail_msg("%s", err.msg);
	cvg_str_clear(&text);
	program_text(&text, p);
	assert_string_equal(cvg_str_of(&text), want.at);
	cvg_str_done(&text);
	cvg_str_done(&want);
	cvg_program_free(p);
	cvg_module_free(m);
}

UNIT_TESTS(decode_test)
{
	static struct CMUnitTest tests[COUNT(rows)];

	for (size_t i = 0; i < COUNT(rows); i++)
		tests[i] = (struct CMUnitTest){
			.name = rows[i].name,
			.test_func = decodes,
			.initial_state = (void *)(uintptr_t)&rows[i],
		};
	return _cmocka_run_group_tests("decode", tests, COUNT(rows), NULL,
				       NULL);
}
