/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The micro-kernels of `calibrate` as LLVM assembly, from the rows of
 * calibrate.def. All that does not depend on the number of steps (the loads, the
 * loop) cancels when chains of several lengths are compared.
 *
 * Example: two steps of ADD32, shortened
 *
 *	loop:
 *	  %x0 = phi i32 [ %start, %entry ], [ %x2, %latch ]
 *	  %x1 = add i32 %x0, %a
 *	  %x2 = xor i32 %x1, %b
 *	  br label %latch
 *	latch:	the next of %trips rounds
 */
#include "calibrating.h"

#include "reconverge/base.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

struct writer {
	struct cvg_str *out;
	const struct cvg_step *step;
	const struct cvg_machine_kind *machine;
	uint32_t length; /* steps of the body */
};

static bool is_amd(const struct writer *w)
{
	return w->machine->target == CVG_AMDGPU;
}

/* ---- steps ------------------------------------------------------------- */

/* The value of chain c before its step k of all; `%x` when k is its first. */
static void add_value(struct writer *w, uint32_t chain, uint32_t k)
{
	cvg_str_addf(w->out, "%%x%u_%u", chain, k);
}

/* Append one step, from its value number k to k + 1. */
static void add_step(struct writer *w, uint32_t chain, uint32_t k,
		     const char *text)
{
	uint32_t of = chain * 1000 + k;

	cvg_str_add(w->out, "  ");
	for (const char *at = text; *at; at++) {
		if (*at == '\n')
			cvg_str_add(w->out, at[1] == '&' ? "\n" : "\n  ");
		else if (*at == '$' && at[1] == 'p')
			add_value(w, chain, k), at++;
		else if (*at == '$' && at[1] == 'n')
			add_value(w, chain, k + 1), at++;
		else if (*at == '$' && at[1] == 'S')
			cvg_str_add(w->out, is_amd(w) ? "agent" : "device"),
				at++;
		else if (*at == '$' && isdigit((unsigned char)at[1]))
			cvg_str_addf(w->out, "%%t%u_%c", of, at[1]), at++;
		else if (*at == '&' && isdigit((unsigned char)at[1]))
			cvg_str_addf(w->out, "l%u_%c", of, at[1]), at++;
		else
			cvg_str_addc(w->out, *at);
	}
	cvg_str_addc(w->out, '\n');
}

/* Steps that make no value leave it as it is. */
static bool makes_value(const struct cvg_step *step)
{
	return strstr(step->text[0], "$n") != NULL;
}

/* How many values a chain has gone through behind the body. */
static uint32_t chain_end(const struct writer *w, uint32_t chain)
{
	const struct cvg_step *step = w->step;

	if (!step->chains || !makes_value(step))
		return 0;
	return (w->length + step->chains - 1 - chain) / step->chains;
}

/* The values that the loop begins with: one for each chain, or if there are none,
 * `length` that go on to the next place in each round, behind the number of the
 * round. */
static void add_phis(struct writer *w)
{
	static const char *const ring[] = {"%start", "%a", "%b", "%big"};
	const struct cvg_step *step = w->step;
	uint32_t n = step->chains ? step->chains : w->length;

	for (uint32_t c = 0; c < n; c++) {
		cvg_str_add(w->out, "  ");
		add_value(w, c, 0);
		cvg_str_addf(w->out, " = phi %s [ %s, %%entry ], [ ",
			     step->type, step->chains ? "%first" : ring[c % 4]);
		if (step->chains)
			add_value(w, c, chain_end(w, c));
		else if (c + 1 < n)
			add_value(w, c + 1, 0);
		else
			cvg_str_add(w->out, "%j");
		cvg_str_add(w->out, ", %latch ]\n");
	}
}

static void add_body(struct writer *w)
{
	const struct cvg_step *step = w->step;

	for (uint32_t i = 0; step->chains && i < w->length; i++) {
		uint32_t k = i / step->chains;
		const char *text = step->text[k % 2];

		if (makes_value(step))
			add_step(w, i % step->chains, k,
				 *text ? text : step->text[0]);
		else /* names of its own, and always the value 0 */
			add_step(w, i, 0, text = step->text[0]);
	}
}

/* What is stored at the end: all chains, so that none is dead. */
static void add_end(struct writer *w)
{
	const struct cvg_step *step = w->step;
	uint32_t n = step->chains ? step->chains : 1;

	for (uint32_t c = 0; c < n; c++) {
		cvg_str_addf(w->out,
			     "  %%o%u = getelementptr %s, ptr addrspace(1) "
			     "%%out, i64 %%z%u\n",
			     c, step->type, c);
		cvg_str_addf(w->out, "  store %s ", step->type);
		add_value(w, c, chain_end(w, c));
		cvg_str_addf(w->out, ", ptr addrspace(1) %%o%u\n", c);
	}
}

/* ---- around them --------------------------------------------------------- */

/* Load %NAME of the type, the lane's element of section `at`. */
static void add_load(struct writer *w, const char *name, const char *type,
		     const char *from, uint32_t at)
{
	cvg_str_addf(w->out,
		     "  %%p%s = getelementptr %s, ptr addrspace(1) %%%s, i64 "
		     "%u\n"
		     "  %%q%s = getelementptr %s, ptr addrspace(1) %%p%s, i64 "
		     "%%z\n"
		     "  %%%s = load %s, ptr addrspace(1) %%q%s\n",
		     name, type, from, at * CVG_STEP_LANES, name, type, name,
		     name, type, name);
}

static bool uses(const struct cvg_step *step, const char *what)
{
	return strstr(step->text[0], what) || strstr(step->text[1], what);
}

/* Fill a memory of `words` words of the type with the places of the next ones. */
static void add_fill(struct writer *w, const char *name, const char *type,
		     const char *pointer, const char *place, uint32_t words,
		     const char *before)
{
	uint32_t warp = w->machine->warp;

	cvg_str_addf(w->out,
		     "  br label %%fill%s\nfill%s:\n"
		     "  %%f%s = phi i32 [ %%tid, %%%s ], [ %%g%s, %%fill%s ]\n",
		     name, name, name, before, name, name);
	cvg_str_addf(w->out,
		     "  %%g%s = add i32 %%f%s, %u\n"
		     "  %%h%s = and i32 %%g%s, %u\n"
		     "  %%e%s = getelementptr %s, ptr addrspace(%s) %s, i32 "
		     "%%f%s\n",
		     name, name, warp, name, name, words - 1, name, type, place,
		     pointer, name);
	if (!strcmp(type, "i64"))
		cvg_str_addf(w->out,
			     "  %%v%s = zext i32 %%h%s to i64\n"
			     "  store volatile i64 %%v%s, ptr addrspace(%s) "
			     "%%e%s\n",
			     name, name, name, place, name);
	else
		cvg_str_addf(w->out,
			     "  store volatile i32 %%h%s, ptr addrspace(%s) "
			     "%%e%s\n",
			     name, place, name);
	cvg_str_addf(w->out,
		     "  %%d%s = icmp ult i32 %%g%s, %u\n"
		     "  br i1 %%d%s, label %%fill%s, label %%filled%s\n"
		     "filled%s:\n",
		     name, name, words, name, name, name, name);
}

/* Private memory, in which every lane has all words. */
static void add_private(struct writer *w)
{
	bool amd = is_amd(w);

	cvg_str_addf(w->out, "  %%alloca = alloca [%d x i32], align 4%s\n",
		     CVG_STEP_OWN, amd ? ", addrspace(5)" : "");
	cvg_str_addf(w->out,
		     amd ? "  %%own = getelementptr i8, ptr addrspace(5) "
			   "%%alloca, i32 0\n"
			 : "  %%own = addrspacecast ptr %%alloca to ptr "
			   "addrspace(5)\n");
	cvg_str_add(w->out, "  %ownb = getelementptr i32, ptr addrspace(5) "
			    "%own, i32 %b\n");
}

/* Every lane fills the words of the others too. */
static void add_private_fill(struct writer *w, const char *before)
{
	cvg_str_addf(w->out,
		     "  br label %%fillown\nfillown:\n"
		     "  %%fo = phi i32 [ 0, %%%s ], [ %%go, %%fillown ]\n"
		     "  %%go = add i32 %%fo, 1\n"
		     "  %%ho0 = add i32 %%fo, %u\n"
		     "  %%ho = and i32 %%ho0, %d\n"
		     "  %%eo = getelementptr i32, ptr addrspace(5) %%own, i32 "
		     "%%fo\n"
		     "  store volatile i32 %%ho, ptr addrspace(5) %%eo\n"
		     "  %%do = icmp ult i32 %%go, %d\n"
		     "  br i1 %%do, label %%fillown, label %%filledown\n"
		     "filledown:\n",
		     before, w->machine->warp, CVG_STEP_OWN - 1, CVG_STEP_OWN);
}

static void add_lane(struct writer *w)
{
	cvg_str_addf(w->out, "  %%tid = call i32 @llvm.%s()\n",
		     is_amd(w) ? "amdgcn.workitem.id.x"
			       : "nvvm.read.ptx.sreg.tid.x");
	cvg_str_add(w->out, "  %z = zext i32 %tid to i64\n"
			    "  %z0 = add i64 %z, 0\n");
	for (uint32_t c = 1; c < w->step->chains; c++)
		cvg_str_addf(w->out, "  %%z%u = add i64 %%z, %u\n", c,
			     c * CVG_STEP_LANES);
}

static void add_conditions(struct writer *w)
{
	cvg_str_add(w->out, "  %uni = icmp ult i32 %trips, -65536\n"
			    "  %zero = lshr i32 %trips, 31\n"
			    "  %lane1 = and i32 %tid, 1\n"
			    "  %odd = icmp eq i32 %lane1, 1\n"
			    "  %lane2 = and i32 %tid, 2\n"
			    "  %c = icmp eq i32 %lane2, 0\n"
			    "  %cell = getelementptr i32, ptr addrspace(1) "
			    "%cells_of, i32 %tid\n");
}

/* The memories that the step uses. */
static void add_memories(struct writer *w)
{
	const struct cvg_step *step = w->step;
	bool flat = uses(step, "%flat");
	const char *block = "entry0";

	if (uses(step, "@lds,") || flat) {
		add_fill(w, "s", "i32", "@lds", "3", CVG_STEP_WORDS, block);
		block = "filleds";
	}
	if (uses(step, "@lds8")) {
		add_fill(w, "t", "i64", "@lds8", "3", CVG_STEP_WORDS / 2,
			 block);
		block = "filledt";
	}
	if (uses(step, "%own"))
		add_private_fill(w, block);
	if (uses(step, "%cells"))
		cvg_str_add(w->out, "  %cells = getelementptr i32, ptr "
				    "addrspace(3) @lds, i32 %tid\n"
				    "  store volatile i32 0, ptr "
				    "addrspace(3) %cells\n");
	if (!flat)
		return;
	cvg_str_add(w->out,
		    "  %to_m = addrspacecast ptr addrspace(1) %mem to ptr\n"
		    "  %to_s = addrspacecast ptr addrspace(3) @lds to ptr\n"
		    "  %flat = select i1 %uni, ptr %to_m, ptr %to_s\n"
		    "  %to_c = addrspacecast ptr addrspace(1) %cell to ptr\n"
		    "  %flatcell = select i1 %uni, ptr %to_c, ptr %to_s\n");
}

static void add_first(struct writer *w)
{
	const struct cvg_step *step = w->step;

	cvg_str_add(w->out, "  br label %entry\nentry:\n");
	switch (step->start) {
	case CVG_START_LANE:
		cvg_str_add(w->out, "  %first = add i32 %tid, 0\n");
		break;
	case CVG_START_APART:
		cvg_str_add(w->out, "  %first = shl i32 %tid, 5\n");
		break;
	case CVG_START_UNIFORM:
		cvg_str_add(w->out, "  %first = add i32 %zero, 0\n");
		break;
	case CVG_START_LOADED:
	case CVG_START_SAME:
		add_load(w, "first", step->type, "in", 2);
		break;
	}
}

static void add_values(struct writer *w)
{
	const struct cvg_step *step = w->step;

	add_load(w, "a", step->type, "in", 0);
	add_load(w, "b", step->type, "in", 1);
	add_load(w, "start", step->type, "in", 2);
	add_load(w, "big", step->type, "in", 3);
	if (!uses(step, "%four"))
		return;
	cvg_str_add(w->out,
		    "  %four0 = insertelement <4 x i32> poison, i32 %a, i32 0\n"
		    "  %four1 = insertelement <4 x i32> %four0, i32 %b, i32 1\n"
		    "  %four2 = insertelement <4 x i32> %four1, i32 %start, "
		    "i32 2\n"
		    "  %four = insertelement <4 x i32> %four2, i32 %big, i32 "
		    "3\n");
}

static void add_kernel(struct writer *w, uint32_t number)
{
	const struct cvg_step *step = w->step;

	cvg_str_addf(w->out,
		     "define %s void @%s_%u(ptr addrspace(1) %%in, ptr "
		     "addrspace(1) %%mem, ptr addrspace(1) %%mem8, ptr "
		     "addrspace(1) %%out, ptr addrspace(1) %%cells_of, i32 "
		     "%%trips) #0 {\n"
		     "entry0:\n",
		     is_amd(w) ? "amdgpu_kernel" : "ptx_kernel", step->name,
		     number);
	add_lane(w);
	add_conditions(w);
	add_values(w);
	if (uses(step, "%own"))
		add_private(w);
	add_memories(w);
	add_first(w);
	cvg_str_add(w->out, "  br label %loop\nloop:\n"
			    "  %i = phi i32 [ 0, %entry ], [ %j, %latch ]\n");
	add_phis(w);
	add_body(w);
	cvg_str_add(w->out,
		    "  br label %latch\nlatch:\n"
		    "  %j = add i32 %i, 1\n"
		    "  %more = icmp ult i32 %j, %trips\n"
		    "  br i1 %more, label %loop, label %done, !llvm.loop !0\n"
		    "done:\n");
	add_end(w);
	cvg_str_add(w->out, "  ret void\n}\n");
}

/* ---- modules --------------------------------------------------------------- */

static void add_table(struct cvg_str *out, uint32_t warp)
{
	cvg_str_addf(out,
		     "@table = internal addrspace(4) constant [%d x i32] [",
		     CVG_STEP_OWN);
	for (uint32_t i = 0; i < CVG_STEP_OWN; i++)
		cvg_str_addf(out, "%si32 %u", i ? ", " : "",
			     (i + warp) % CVG_STEP_OWN);
	cvg_str_add(out, "]\n");
}

void cvg_steps_module(struct cvg_str *out, const struct cvg_step *const *steps,
		      uint32_t n, const struct cvg_machine_kind *machine)
{
	bool amd = machine->target == CVG_AMDGPU;

	cvg_str_addf(out, "target triple = \"%s\"\n",
		     amd ? "amdgcn-amd-amdhsa" : "nvptx64-nvidia-cuda");
	cvg_str_addf(out,
		     "@lds = internal addrspace(3) global [%d x i32] poison\n"
		     "@lds8 = internal addrspace(3) global [%d x i64] poison\n",
		     CVG_STEP_WORDS, CVG_STEP_WORDS / 2);
	add_table(out, machine->warp);
	for (uint32_t i = 0; i < n; i++) {
		struct writer w = {
			.out = out, .step = steps[i], .machine = machine};

		for (uint32_t k = 0; k < CVG_STEP_LENGTHS; k++) {
			w.length = cvg_step_length(steps[i], k);
			add_kernel(&w, k);
		}
	}
	cvg_str_add(out, amd ? "attributes #0 = { "
			       "\"amdgpu-flat-work-group-size\"=\"1,256\" "
			       "\"amdgpu-implicitarg-num-bytes\"=\"0\" }\n"
			     : "attributes #0 = { nounwind }\n");
	cvg_str_add(out, "!0 = distinct !{!0, !1}\n"
			 "!1 = !{!\"llvm.loop.unroll.disable\"}\n");
}

/* ---- values ---------------------------------------------------------------- */

static const double floats[4][2] = {
	{1.5, 1.0 / 64}, {0.75, 1.0 / 128}, {1.25, 1.0 / 64}, {1000, 1}};

/* Half precision of a number from 0.5 to 2047, which has few digits. */
static uint16_t half_of(double v)
{
	uint16_t exponent = 15;

	for (; v >= 2; v /= 2)
		exponent++;
	for (; v < 1; v *= 2)
		exponent--;
	return (uint16_t)(exponent << 10 | (uint16_t)((v - 1) * 1024));
}

void cvg_steps_values(const struct cvg_step *step, uint8_t *out)
{
	static const uint64_t least[4] = {1, 1, 1, 0}, most[4] = {7, 5, 3, 0};
	bool is_int = step->type[0] == 'i';
	unsigned bits = step->type[2] == '6'   ? 16
			: step->type[1] == '3' ? 32
					       : 64;

	for (uint32_t s = 0; s < 4; s++) {
		for (uint32_t l = 0; l < CVG_STEP_LANES; l++) {
			uint32_t k = s * CVG_STEP_LANES + l;
			uint64_t whole = most[s] ? least[s] + l % most[s]
						 : (UINT64_C(1) << (bits - 2)) +
							   3 * l + 1;
			double real = floats[s][0] + l * floats[s][1];
			float single = (float)real;
			uint16_t half = half_of(real);

			if (is_int) /* both targets are little-endian */
				memcpy(out + (size_t)k * bits / 8, &whole,
				       bits / 8);
			else if (*step->type == 'd')
				memcpy(out + 8 * (size_t)k, &real, 8);
			else if (*step->type == 'f')
				memcpy(out + 4 * (size_t)k, &single, 4);
			else
				memcpy(out + 2 * (size_t)k, &half, 2);
		}
	}
}
