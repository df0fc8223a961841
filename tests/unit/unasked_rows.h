/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The rules and traps of unasked_test.c. */
#ifndef CVG_TEST_UNASKED_ROWS_H
#define CVG_TEST_UNASKED_ROWS_H

#include <stdbool.h>
#include <stddef.h>

struct unasked_row {
	const char *name;
	const char *before; /* instructions of the block that branches */
	const char *arm;    /* of one arm; the last one may run or not */
	bool good;
	const char *more; /* declarations; NULL: none */
};

/* Every thread has x, y, l and w, which are defined; u and m may be poison. */
#define PARAMS                                                               \
	"i32 noundef %x, i32 noundef %y, i64 noundef %l, i8 noundef %w, "    \
	"i32 %u, <2 x i32> noundef %v, ptr addrspace(1) %p, "                \
	"ptr addrspace(1) %q, ptr addrspace(1) dereferenceable(64) align 4 " \
	"%d, i1 %c"

#define TABLE                                                              \
	"@t = internal addrspace(3) global [64 x i32] undef, align 4\n"    \
	"@s = internal addrspace(3) global [8 x {i32, [4 x i32]}] undef, " \
	"align 4\n"                                                        \
	"@none = internal addrspace(3) global [0 x i32] undef, align 4\n"  \
	"@outside = external addrspace(3) global [64 x i32], align 4\n"    \
	"@weak = extern_weak addrspace(1) global [64 x i32], align 4\n"    \
	"@g = addrspace(1) global [64 x i32] zeroinitializer, align 4\n"   \
	"declare i32 @llvm.amdgcn.workitem.id.x()\n"

#define MINMAX                                   \
	"declare i32 @llvm.umax.i32(i32, i32)\n" \
	"declare i32 @llvm.umin.i32(i32, i32)\n" \
	"declare i32 @llvm.smax.i32(i32, i32)\n" \
	"declare i32 @llvm.smin.i32(i32, i32)\n"

#define AT(index) "%a = getelementptr i32, ptr addrspace(3) @t, i32 " index "\n"
#define LOAD3	  "%r = load i32, ptr addrspace(3) %a, align 4"
#define LOAD1	  "%r = load i32, ptr addrspace(1) %p, align 4"

static const struct unasked_row rows[] = {
	/* divisors */
	{"masked and one more", "",
	 "%a = and i32 %x, 31\n%b = add i32 %a, 1\n"
	 "%r = udiv i32 %y, %b",
	 true, NULL},
	{"masked, may be zero", "",
	 "%a = and i32 %x, 31\n"
	 "%r = udiv i32 %y, %a",
	 false, NULL},
	{"one more than anything", "",
	 "%b = add i32 %x, 1\n"
	 "%r = udiv i32 %y, %b",
	 false, NULL},
	{"odd", "", "%b = or i32 %x, 1\n%r = urem i32 %y, %b", true, NULL},
	{"odd, but -1 with a sign", "",
	 "%b = or i32 %x, 1\n"
	 "%r = srem i32 %y, %b",
	 false, NULL},
	{"masked and one more, with a sign", "",
	 "%a = and i32 %x, 31\n%b = add i32 %a, 1\n"
	 "%r = sdiv i32 %y, %b",
	 true, NULL},
	{"extended and one more", "",
	 "%a = zext i8 %w to i32\n"
	 "%b = add i32 %a, 1\n%r = udiv i32 %y, %b",
	 true, NULL},
	{"one more of 8 bits wraps", "",
	 "%b = add i8 %w, 1\n"
	 "%r = udiv i8 %w, %b",
	 false, NULL},
	{"extended and one more, cut to 8 bits", "",
	 "%a = zext i8 %w to i32\n%b = add i32 %a, 1\n"
	 "%e = trunc i32 %b to i8\n%r = udiv i8 %w, %e",
	 false, NULL},
	{"sign-extended and one more", "",
	 "%a = sext i8 %w to i32\n"
	 "%b = add i32 %a, 1\n%r = udiv i32 %y, %b",
	 false, NULL},
	{"one bit", "",
	 "%a = and i32 %x, 1\n%b = trunc i32 %a to i1\n"
	 "%e = or i1 %b, true\n%r = udiv i1 %b, %e",
	 true, NULL},
	{"one bit with a sign is -1", "",
	 "%b = trunc i32 %x to i1\n"
	 "%e = or i1 %b, true\n%r = sdiv i1 %b, %e",
	 false, NULL},
	{"37 bits", "",
	 "%b = trunc i64 %l to i37\n%e = or i37 %b, 4\n"
	 "%r = udiv i37 %b, %e",
	 true, NULL},
	{"128 bits", "",
	 "%b = zext i64 %l to i128\n%e = or i128 %b, 4\n"
	 "%r = udiv i128 %b, %e",
	 false, NULL},
	{"a vector, in which a lane may be zero", "",
	 "%b = and <2 x i32> %v, splat (i32 31)\n"
	 "%e = add <2 x i32> %b, <i32 1, i32 0>\n"
	 "%r = udiv <2 x i32> %v, %e",
	 false, NULL},
	{"a vector's lane", "",
	 "%a = extractelement <2 x i32> %v, i32 0\n"
	 "%r = udiv i32 %x, %a",
	 false, NULL},
	{"chosen from two good ones", "",
	 "%a = or i32 %x, 1\n"
	 "%b = select i1 true, i32 %a, i32 7\n%r = udiv i32 %y, %b",
	 true, NULL},
	{"chosen by what may be poison", "",
	 "%a = or i32 %x, 1\n"
	 "%b = select i1 %c, i32 %a, i32 7\n%r = udiv i32 %y, %b",
	 false, NULL},
	{"product", "",
	 "%a = and i32 %x, 7\n%b = add i32 %a, 2\n"
	 "%e = mul i32 %b, 3\n%r = udiv i32 %y, %e",
	 true, NULL},
	{"product that wraps to zero", "",
	 "%b = or i32 %x, 65536\n"
	 "%e = mul i32 %b, 65536\n%r = udiv i32 %y, %e",
	 false, NULL},
	{"shifted left", "",
	 "%a = and i32 %x, 7\n%b = or i32 %a, 8\n"
	 "%e = shl i32 %b, 4\n%r = udiv i32 %y, %e",
	 true, NULL},
	{"shifted left beyond the width", "",
	 "%b = or i32 %x, 1\n"
	 "%e = shl i32 %b, 31\n%f = shl i32 %e, 1\n%r = udiv i32 %y, %f",
	 false, NULL},
	{"size less remainder", "",
	 "%a = urem i32 %x, 63\n"
	 "%b = sub i32 63, %a\n%r = udiv i32 %y, %b",
	 true, NULL},
	{"remainder may be zero", "",
	 "%b = urem i32 %x, 63\n"
	 "%r = udiv i32 %y, %b",
	 false, NULL},
	{"condition on the way counts for nothing", "%z = icmp ne i32 %x, 0\n",
	 "%r = udiv i32 %y, %x", false, NULL},
	{"range of a load that is defined",
	 "%a = load i32, ptr addrspace(1) %p, align 4, !range !0, "
	 "!noundef !1\n",
	 "%r = udiv i32 %y, %a", true, "!0 = !{i32 1, i32 9}\n!1 = !{}\n"},
	{"range of a load that may be poison",
	 "%a = load i32, ptr addrspace(1) %p, align 4, !range !0\n",
	 "%r = udiv i32 %y, %a", false, "!0 = !{i32 1, i32 9}\n"},
	{"range of a load in the arm", "",
	 "%a = load i32, ptr addrspace(1) %p, align 4, !range !0, "
	 "!noundef !1\n%r = udiv i32 %y, %a",
	 false, "!0 = !{i32 1, i32 9}\n!1 = !{}\n"},
	{"range with a zero in it",
	 "%a = load i32, ptr addrspace(1) %p, align 4, !range !0, "
	 "!noundef !1\n",
	 "%r = udiv i32 %y, %a", false, "!0 = !{i32 -3, i32 1}\n!1 = !{}\n"},
	/* poison */
	{"masked poison", "",
	 "%a = and i32 %u, 31\n%b = add i32 %a, 1\n"
	 "%r = udiv i32 %y, %b",
	 false, NULL},
	{"masked poison, frozen", "",
	 "%z = freeze i32 %u\n"
	 "%a = and i32 %z, 31\n%b = add i32 %a, 1\n%r = udiv i32 %y, %b",
	 true, NULL},
	{"frozen after the mask", "",
	 "%a = and i32 %u, 31\n"
	 "%b = add i32 %a, 1\n%z = freeze i32 %b\n%r = udiv i32 %y, %z",
	 false, NULL},
	{"a flag that never matters", "",
	 "%a = and i32 %x, 31\n"
	 "%b = add nuw nsw i32 %a, 1\n%r = udiv i32 %y, %b",
	 true, NULL},
	{"a flag that may make poison", "",
	 "%b = add nuw i32 %x, 1\n"
	 "%r = udiv i32 %y, %b",
	 false, NULL},
	{"a sign flag that may make poison", "",
	 "%a = or i32 %x, 1\n%b = mul nsw i32 %a, 3\n%e = or i32 %b, 1\n"
	 "%r = udiv i32 %y, %e",
	 false, NULL},
	{"exact may make poison", "",
	 "%a = lshr exact i32 %x, 3\n"
	 "%b = or i32 %a, 1\n%r = udiv i32 %y, %b",
	 false, NULL},
	{"disjoint may make poison", "",
	 "%b = or disjoint i32 %x, 1\n"
	 "%r = udiv i32 %y, %b",
	 false, NULL},
	{"shift by what may be the width", "",
	 "%a = and i32 %y, 32\n"
	 "%b = lshr i32 %x, %a\n%e = or i32 %b, 1\n%r = udiv i32 %y, %e",
	 false, NULL},
	{"shift by less than the width", "",
	 "%a = and i32 %y, 31\n"
	 "%b = lshr i32 %x, %a\n%e = or i32 %b, 1\n%r = udiv i32 %y, %e",
	 true, NULL},
	{"clamped from below", "",
	 "%a = call i32 @llvm.umax.i32(i32 %x, i32 1)\n"
	 "%r = udiv i32 %y, %a",
	 true, MINMAX},
	{"clamped from below, may be zero", "",
	 "%a = call i32 @llvm.umax.i32(i32 %x, i32 0)\n"
	 "%r = udiv i32 %y, %a",
	 false, MINMAX},
	{"clamped from below with a sign", "",
	 "%a = call i32 @llvm.smax.i32(i32 %x, i32 1)\n"
	 "%r = sdiv i32 %y, %a",
	 true, MINMAX},
	{"clamped from below with a sign, may be -1", "",
	 "%a = call i32 @llvm.smax.i32(i32 %x, i32 -1)\n"
	 "%r = sdiv i32 %y, %a",
	 false, MINMAX},
	{"clamped from above with a sign, may be negative", "",
	 "%a = call i32 @llvm.smin.i32(i32 %x, i32 9)\n"
	 "%r = sdiv i32 %y, %a",
	 false, MINMAX},
	{"clamped poison", "",
	 "%a = call i32 @llvm.umax.i32(i32 %u, i32 1)\n"
	 "%r = udiv i32 %y, %a",
	 false, MINMAX},
	{"clamped poison, which the call promises to be none", "",
	 "%a = call noundef i32 @llvm.umax.i32(i32 %u, i32 1)\n"
	 "%r = udiv i32 %y, %a",
	 false, MINMAX},
	{"another call that promises its result to be defined", "",
	 "%a = call noundef i32 @ask(i32 %u)\n%b = or i32 %a, 1\n"
	 "%r = udiv i32 %y, %b",
	 false,
	 "declare i32 @ask(i32) speculatable willreturn nounwind "
	 "memory(none)\n"},
	{"undef is any number", "",
	 "%b = or i32 undef, 1\n"
	 "%r = udiv i32 %y, %b",
	 false, NULL},
	/* addresses */
	{"masked index", "", "%i = and i32 %x, 63\n" AT("%i") LOAD3, true,
	 TABLE},
	{"clamped index", "",
	 "%i = call i32 @llvm.smax.i32(i32 %x, i32 0)\n"
	 "%j = call i32 @llvm.smin.i32(i32 %i, i32 63)\n" AT("%j") LOAD3,
	 true, TABLE MINMAX},
	{"clamped index, the other way round", "",
	 "%i = call i32 @llvm.smin.i32(i32 %x, i32 63)\n"
	 "%j = call i32 @llvm.smax.i32(i32 %i, i32 0)\n" AT("%j") LOAD3,
	 true, TABLE MINMAX},
	{"clamped index, one too far", "",
	 "%i = call i32 @llvm.smin.i32(i32 %x, i32 64)\n"
	 "%j = call i32 @llvm.smax.i32(i32 %i, i32 0)\n" AT("%j") LOAD3,
	 false, TABLE MINMAX},
	{"index clamped from above only", "",
	 "%j = call i32 @llvm.smin.i32(i32 %x, i32 63)\n" AT("%j") LOAD3, false,
	 TABLE MINMAX},
	{"index clamped from below only", "",
	 "%j = call i32 @llvm.smax.i32(i32 %x, i32 0)\n" AT("%j") LOAD3, false,
	 TABLE MINMAX},
	{"index clamped without a sign", "",
	 "%j = call i32 @llvm.umin.i32(i32 %x, i32 63)\n" AT("%j") LOAD3, true,
	 TABLE MINMAX},
	{"masked one too far", "", "%i = and i32 %x, 64\n" AT("%i") LOAD3,
	 false, TABLE},
	{"masked, then one more", "",
	 "%i = and i32 %x, 63\n%j = add i32 %i, 1\n" AT("%j") LOAD3, false,
	 TABLE},
	{"masked, longer load", "",
	 "%i = and i32 %x, 63\n" AT(
		 "%i") "%r = load i64, ptr addrspace(3) %a, align 4",
	 false, TABLE},
	{"masked, even, longer load", "",
	 "%i = and i32 %x, 31\n%j = shl i32 %i, 1\n" AT(
		 "%j") "%r = load i64, ptr addrspace(3) %a, align 4",
	 true, TABLE},
	{"masked, more aligned", "",
	 "%i = and i32 %x, 31\n" AT(
		 "%i") "%r = load i32, ptr addrspace(3) %a, align 8",
	 false, TABLE},
	{"masked bytes are not aligned", "",
	 "%i = and i32 %x, 63\n"
	 "%a = getelementptr i8, ptr addrspace(3) @t, i32 %i\n" LOAD3,
	 false, TABLE},
	{"masked, volatile", "",
	 "%i = and i32 %x, 63\n" AT(
		 "%i") "%r = load volatile i32, ptr addrspace(3) %a, align 4",
	 false, TABLE},
	{"masked, atomic", "",
	 "%i = and i32 %x, 63\n" AT("%i") "%r = load atomic i32, ptr "
					  "addrspace(3) %a monotonic, align 4",
	 false, TABLE},
	{"masked, store", "",
	 "%i = and i32 %x, 63\n" AT(
		 "%i") "store i32 0, ptr addrspace(3) %a, align 4",
	 false, TABLE},
	{"masked poison as an index", "",
	 "%i = and i32 %u, 63\n" AT("%i") LOAD3, false, TABLE},
	{"negative index", "", "%i = or i32 %x, -4\n" AT("%i") LOAD3, false,
	 TABLE},
	{"masked twice", "",
	 "%i = and i32 %x, 7\n%j = and i32 %y, 3\n"
	 "%a = getelementptr [8 x {i32, [4 x i32]}], ptr addrspace(3) @s, "
	 "i32 0, i32 %i, i32 1, i32 %j\n" LOAD3,
	 true, TABLE},
	{"masked twice, both far", "",
	 "%i = and i32 %x, 7\n%j = and i32 %y, 7\n"
	 "%a = getelementptr [8 x {i32, [4 x i32]}], ptr addrspace(3) @s, "
	 "i32 0, i32 %i, i32 1, i32 %j\n" LOAD3,
	 false, TABLE},
	{"thread of a block of 64",
	 "%i = call i32 "
	 "@llvm.amdgcn.workitem.id.x()\n",
	 AT("%i") LOAD3, true, TABLE},
	{"array without elements", "",
	 "%i = and i32 %x, 63\n"
	 "%a = getelementptr i32, ptr addrspace(3) @none, i32 %i\n" LOAD3,
	 false, TABLE},
	{"array of another module", "",
	 "%i = and i32 %x, 63\n"
	 "%a = getelementptr i32, ptr addrspace(3) @outside, i32 %i\n" LOAD3,
	 false, TABLE},
	{"array that may be missing", "",
	 "%i = and i64 %l, 63\n"
	 "%a = getelementptr i32, ptr addrspace(1) @weak, i64 %i\n"
	 "%r = load i32, ptr addrspace(1) %a, align 4",
	 false, TABLE},
	{"array of global memory", "",
	 "%i = and i64 %l, 63\n"
	 "%a = getelementptr i32, ptr addrspace(1) @g, i64 %i\n"
	 "%r = load i32, ptr addrspace(1) %a, align 4",
	 true, TABLE},
	{"through another address space", "",
	 "%i = and i64 %l, 63\n"
	 "%a = getelementptr i32, ptr addrspace(1) @g, i64 %i\n"
	 "%b = addrspacecast ptr addrspace(1) %a to ptr\n"
	 "%r = load i32, ptr %b, align 4",
	 false, TABLE},
	{"argument that promises bytes", "",
	 "%i = and i64 %l, 15\n"
	 "%a = getelementptr i32, ptr addrspace(1) %d, i64 %i\n"
	 "%r = load i32, ptr addrspace(1) %a, align 4",
	 true, NULL},
	{"argument that promises too few", "",
	 "%i = and i64 %l, 31\n"
	 "%a = getelementptr i32, ptr addrspace(1) %d, i64 %i\n"
	 "%r = load i32, ptr addrspace(1) %a, align 4",
	 false, NULL},
	/* accesses */
	{"after a load", "%o = load i32, ptr addrspace(1) %p, align 4\n", LOAD1,
	 true, NULL},
	{"after a store", "store i64 0, ptr addrspace(1) %p, align 8\n", LOAD1,
	 true, NULL},
	{"after nothing", "", LOAD1, false, NULL},
	{"after an access at another pointer",
	 "%o = load i32, ptr addrspace(1) %q, align 4\n", LOAD1, false, NULL},
	{"after the pointer itself was stored",
	 "store ptr addrspace(1) %p, ptr addrspace(1) %q, align 8\n", LOAD1,
	 false, NULL},
	{"after fewer bytes", "%o = load i16, ptr addrspace(1) %p, align 4\n",
	 LOAD1, false, NULL},
	{"after a worse alignment",
	 "%o = load i32, ptr addrspace(1) %p, align 2\n", LOAD1, false, NULL},
	{"after a volatile access",
	 "%o = load volatile i32, ptr addrspace(1) %p, align 4\n", LOAD1, false,
	 NULL},
	{"after an atomic access",
	 "%o = load atomic i32, ptr addrspace(1) %p monotonic, align 4\n",
	 LOAD1, false, NULL},
	{"after an access in the arm", "",
	 "store i32 0, ptr addrspace(1) %p, align 4\n" LOAD1, false, NULL},
	{"after a load, and defined",
	 "%o = load i32, ptr addrspace(1) %p, align 4\n", LOAD1 ", !noundef !0",
	 true, "!0 = !{}\n"},
	{"after a load, volatile",
	 "%o = load i32, ptr addrspace(1) %p, align 4\n",
	 "%r = load volatile i32, ptr addrspace(1) %p, align 4", false, NULL},
	{"after a load, a store",
	 "%o = load i32, ptr addrspace(1) %p, align 4\n",
	 "store i32 0, ptr addrspace(1) %p, align 4", false, NULL},
	{"after a load and a call that may free",
	 "%o = load i32, ptr addrspace(1) %p, align 4\ncall void @any()\n",
	 LOAD1, false, "declare void @any()\n"},
	{"after a load and a call that does not",
	 "%o = load i32, ptr addrspace(1) %p, align 4\ncall void @any()\n",
	 LOAD1, true, "declare void @any() nofree\n"},
	{"after a load and a barrier",
	 "%o = load i32, ptr addrspace(1) %p, align 4\n"
	 "call void @llvm.amdgcn.s.barrier()\n",
	 LOAD1, true, "declare void @llvm.amdgcn.s.barrier()\n"},
	{"after a lifetime",
	 "%s = alloca i32, addrspace(5)\n"
	 "%o = load i32, ptr addrspace(1) %p, align 4\n"
	 "call void @llvm.lifetime.end.p5(i64 4, ptr addrspace(5) %s)\n",
	 LOAD1, false,
	 "declare void @llvm.lifetime.end.p5(i64, ptr addrspace(5))\n"},
};

#endif
