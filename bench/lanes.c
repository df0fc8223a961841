/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Measures the lane functions: 10^9 lane operations per second (an operation on
 * a warp counts once for each lane), for each level of the processor and for
 * warps of 32 and of 64 lanes.
 */
#include "sim/lanes/lanes_levels.h"

#include "reconverge/ucodes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define MILLISECONDS 20 /* processor time for each measurement, at least */

static const struct {
	const char *name;
	struct cvg_uop u;
} rows[] = {
	{"mov i32", {.code = CVG_U_MOV, .kind = CVG_K_I32}},
	{"add i32", {.code = CVG_U_ADD, .kind = CVG_K_I32}},
	{"add nsw i32",
	 {.code = CVG_U_ADD, .kind = CVG_K_I32, .flags = CVG_UF_NSW}},
	{"add nuw nsw i64",
	 {.code = CVG_U_ADD,
	  .kind = CVG_K_I64,
	  .flags = CVG_UF_NUW | CVG_UF_NSW}},
	{"mul i32", {.code = CVG_U_MUL, .kind = CVG_K_I32}},
	{"mul nsw i32",
	 {.code = CVG_U_MUL, .kind = CVG_K_I32, .flags = CVG_UF_NSW}},
	{"mul i64", {.code = CVG_U_MUL, .kind = CVG_K_I64}},
	{"mul nsw i64",
	 {.code = CVG_U_MUL, .kind = CVG_K_I64, .flags = CVG_UF_NSW}},
	{"and i32", {.code = CVG_U_AND, .kind = CVG_K_I32}},
	{"shl i32", {.code = CVG_U_SHL, .kind = CVG_K_I32}},
	{"shl nsw i64",
	 {.code = CVG_U_SHL, .kind = CVG_K_I64, .flags = CVG_UF_NSW}},
	{"ashr i64", {.code = CVG_U_ASHR, .kind = CVG_K_I64}},
	{"udiv i32", {.code = CVG_U_UDIV, .kind = CVG_K_I32}},
	{"sdiv i32", {.code = CVG_U_SDIV, .kind = CVG_K_I32}},
	{"urem i64", {.code = CVG_U_UREM, .kind = CVG_K_I64}},
	{"smax i32", {.code = CVG_U_SMAX, .kind = CVG_K_I32}},
	{"add i8", {.code = CVG_U_ADD, .kind = CVG_K_I8}},
	{"ctlz i32", {.code = CVG_U_CTLZ, .kind = CVG_K_I32}},
	{"icmp slt i32", {.code = CVG_U_ICMP, .kind = CVG_K_I32, .n = 40}},
	{"icmp ult i64", {.code = CVG_U_ICMP, .kind = CVG_K_I64, .n = 36}},
	{"fcmp olt f32", {.code = CVG_U_FCMP, .kind = CVG_K_F32, .n = 4}},
	{"select i32", {.code = CVG_U_SELECT, .kind = CVG_K_I32}},
	{"select i64", {.code = CVG_U_SELECT, .kind = CVG_K_I64}},
	{"sext i32 i64",
	 {.code = CVG_U_SEXT, .kind = CVG_K_I32, .kind2 = CVG_K_I64}},
	{"zext nneg i32 i64",
	 {.code = CVG_U_ZEXT,
	  .kind = CVG_K_I32,
	  .kind2 = CVG_K_I64,
	  .flags = CVG_UF_NNEG}},
	{"trunc i64 i32",
	 {.code = CVG_U_TRUNC, .kind = CVG_K_I64, .kind2 = CVG_K_I32}},
	{"zext i1 i32",
	 {.code = CVG_U_ZEXT, .kind = CVG_K_BIT, .kind2 = CVG_K_I32}},
	{"sitofp i32 f32",
	 {.code = CVG_U_SITOFP, .kind = CVG_K_I32, .kind2 = CVG_K_F32}},
	{"fptosi f32 i32",
	 {.code = CVG_U_FPTOSI, .kind = CVG_K_F32, .kind2 = CVG_K_I32}},
	{"fadd f32", {.code = CVG_U_FADD, .kind = CVG_K_F32}},
	{"fadd fast f32",
	 {.code = CVG_U_FADD,
	  .kind = CVG_K_F32,
	  .flags = CVG_UF_NNAN | CVG_UF_NINF}},
	{"fmul ftz f32",
	 {.code = CVG_U_FMUL, .kind = CVG_K_F32, .flags = CVG_UF_FTZ}},
	{"fdiv f32", {.code = CVG_U_FDIV, .kind = CVG_K_F32}},
	{"fma f32", {.code = CVG_U_FMA, .kind = CVG_K_F32}},
	{"fma f64", {.code = CVG_U_FMA, .kind = CVG_K_F64}},
	{"fadd f16", {.code = CVG_U_FADD, .kind = CVG_K_F16}},
	{"fma f16", {.code = CVG_U_FMA, .kind = CVG_K_F16}},
	{"fma bf16", {.code = CVG_U_FMA, .kind = CVG_K_BF16}},
	{"fpext f16 f32",
	 {.code = CVG_U_FPEXT, .kind = CVG_K_F16, .kind2 = CVG_K_F32}},
	{"sqrt f32", {.code = CVG_U_MATH1, .kind = CVG_K_F32, .n = CVG_M_SQRT}},
	{"maxnum f32",
	 {.code = CVG_U_MATH2, .kind = CVG_K_F32, .n = CVG_M_MAXNUM}},
	{"floor f32",
	 {.code = CVG_U_MATH1, .kind = CVG_K_F32, .n = CVG_M_FLOOR}},
	{"sin f32", {.code = CVG_U_MATH1, .kind = CVG_K_F32, .n = CVG_M_SIN}},
	{"mul i128", {.code = CVG_U_MUL, .kind = CVG_K_I128}},
	{"add i33", {.code = CVG_U_ADD, .kind = CVG_K_I64, .width = 33}},
};

/* Fill a row with small numbers, with which no operation overflows. */
static void fill(uint32_t kind, void *row)
{
	static const uint64_t ones[CVG_NKINDS] = {
		[CVG_K_F16] = 0x3c00,
		[CVG_K_BF16] = 0x3f80,
		[CVG_K_F32] = 0x3f800000,
		[CVG_K_F64] = UINT64_C(0x3ff0000000000000)};
	const uint32_t size = cvg_kind_bytes((enum cvg_kind)kind);

	memset(row, 0, 64 * 16);
	if (kind == CVG_K_BIT)
		memset(row, 0x5a, 8);
	for (uint32_t i = 0; kind != CVG_K_BIT && i < 64; i++) {
		uint64_t x = ones[kind] + i % 5 + 1;

		memcpy((uint8_t *)row + (size_t)i * size, &x,
		       size < 8 ? size : 8);
	}
}

static double seconds(void)
{
	struct timespec t;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* 10^9 lane operations per second. */
static double rate(enum cvg_lanes_level level, const struct cvg_uop *u,
		   uint32_t nlanes)
{
	static uint8_t a[1024] __attribute__((aligned(64)));
	static uint8_t b[1024] __attribute__((aligned(64)));
	static uint8_t c[1024] __attribute__((aligned(64)));
	static uint8_t d[1024] __attribute__((aligned(64)));
	cvg_lane_fn *fn = cvg_lane_fn_at(level, u);
	struct cvg_lx lx = {.nlanes = nlanes,
			    .active = nlanes == 64 ? UINT64_MAX : UINT32_MAX};
	const double start = seconds();
	uint64_t calls = 0;
	double spent;

	fill(u->code == CVG_U_SELECT ? CVG_K_BIT : u->kind, a);
	fill(u->kind, b);
	fill(u->kind, c);
	do {
		for (uint32_t i = 0; i < 256; i++)
			fn(d, a, b, c, u, &lx);
		calls += 256;
		spent = seconds() - start;
	} while (spent < MILLISECONDS * 1e-3);
	if (lx.poison || lx.fault) {
		fprintf(stderr, "lanes: poison or a fault came of it\n");
		exit(1);
	}
	return (double)calls * nlanes / spent * 1e-9;
}

int main(void)
{
	static const char *const levels[] = {"base", "v3", "v4"};

	printf("10^9 lane operations a second, warps of 32 | 64\n%-20s", "");
	for (uint32_t l = 0; l < CVG_NLANES_LEVELS; l++)
		if (cvg_lanes_level_ok((enum cvg_lanes_level)l))
			printf("%14s", levels[l]);
	printf("\n");
	for (uint32_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		printf("%-20s", rows[i].name);
		for (uint32_t l = 0; l < CVG_NLANES_LEVELS; l++) {
			enum cvg_lanes_level at = (enum cvg_lanes_level)l;

			if (cvg_lanes_level_ok(at))
				printf("%7.2f|%6.2f", rate(at, &rows[i].u, 32),
				       rate(at, &rows[i].u, 64));
		}
		printf("\n");
	}
	return 0;
}
