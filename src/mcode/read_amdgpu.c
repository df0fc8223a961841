/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The assembly of AMD's GPUs. What the code needs stands in comments behind the
 * function, as "; NumVgprs: 7": LLVM, lib/Target/AMDGPU/AMDGPUAsmPrinter.cpp.
 */
#include "read.h"

#include "reconverge/graph.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

struct comment {
	const char *word;
	enum cvg_msize size;
};

static const struct comment comments[] = {
	{"; codeLenInByte = ", CVG_MSIZE_CODE},
	{"; NumSgprs: ", CVG_MSIZE_SGPRS}, /* LLVM 19 */
	{"; TotalNumSgprs: ", CVG_MSIZE_SGPRS},
	{"; NumVgprs: ", CVG_MSIZE_VGPRS},
	{"; NumAgprs: ", CVG_MSIZE_AGPRS},
	{"; ScratchSize: ", CVG_MSIZE_SCRATCH},
	{"; LDSByteSize: ", CVG_MSIZE_SHARED},
	{"; Occupancy: ", CVG_MSIZE_OCCUPANCY},
};

/* ---- what the code waits for --------------------------------------------- */

/* The number behind that part of the instruction; CVG_NONE: it is not there. */
static uint32_t number_after(const char *text, const char *part)
{
	const char *at = strstr(text, part);

	return at ? (uint32_t)strtoul(at + strlen(part), NULL, 0) : CVG_NONE;
}

static void wait_if(struct cvg_mreader *reader, const struct cvg_mqueue *queue,
		    uint32_t left)
{
	if (left != CVG_NONE)
		cvg_mqueue_wait(queue, &reader->clock, left);
}

/* "s_waitcnt vmcnt(0) lgkmcnt(1)"; from gfx12 on a counter for each kind, as
 * "s_wait_loadcnt_dscnt 0x102" with the last one in the low byte. */
static void wait_counts(struct cvg_mreader *reader, const char *word)
{
	uint32_t shared = number_after(word, "lgkmcnt("), both;

	wait_if(reader, &reader->loads, number_after(word, "vmcnt("));
	wait_if(reader, &reader->shared, shared);
	wait_if(reader, &reader->scalar, shared);
	wait_if(reader, &reader->stores, number_after(word, "vscnt null, "));
	wait_if(reader, &reader->loads, number_after(word, "_loadcnt "));
	wait_if(reader, &reader->stores, number_after(word, "_storecnt "));
	wait_if(reader, &reader->scalar, number_after(word, "_kmcnt "));
	wait_if(reader, &reader->shared, number_after(word, "wait_dscnt "));
	both = number_after(word, "cnt_dscnt ");
	if (both == CVG_NONE)
		return;
	wait_if(reader,
		strstr(word, "store") ? &reader->stores : &reader->loads,
		both >> 8);
	wait_if(reader, &reader->shared, both & 0xff);
}

/* "s_delay_alu instid0(VALU_DEP_1) | instskip(NEXT) | instid1(TRANS32_DEP_2)":
 * what follows needs the last result, and the last but one of the other unit. */
static void delay(struct cvg_mreader *reader, const char *word)
{
	static const char *const parts[] = {"instid0(", "instid1("};

	for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
		const char *at = strstr(word, parts[i]);
		uint32_t k;

		at = at ? at + strlen(parts[i]) : "";
		if ((k = number_after(at, "VALU_DEP_")) != CVG_NONE &&
		    cvg_mcode_after(at, "VALU_DEP_"))
			cvg_mqueue_wait_for(&reader->vector, &reader->clock, k);
		else if ((k = number_after(at, "TRANS32_DEP_")) != CVG_NONE &&
			 cvg_mcode_after(at, "TRANS32_DEP_"))
			cvg_mqueue_wait_for(&reader->trans, &reader->clock, k);
	}
}

/* The queue that the result of an instruction comes by, or NULL. Vector stores
 * have one of their own from gfx10 on. */
static struct cvg_mqueue *queue_of(struct cvg_mreader *reader,
				   enum cvg_mclass klass, const char *word)
{
	bool old = cvg_mcode_after(reader->fn->cpu, "gfx9") != NULL;

	switch (klass) {
	case CVG_M_VMEM:
		return !old && strstr(word, "_store") ? &reader->stores
						      : &reader->loads;
	case CVG_M_LDS:
		return &reader->shared;
	case CVG_M_SMEM:
		return &reader->scalar;
	case CVG_M_TRANS:
		return &reader->trans;
	case CVG_M_VECTOR:
	case CVG_M_MUL:
	case CVG_M_WIDE:
	case CVG_M_DOUBLE:
	case CVG_M_MATRIX:
		return &reader->vector;
	case CVG_M_SCALAR:
	case CVG_M_BRANCH:
	case CVG_M_WAIT:
	case CVG_M_LONG:
	case CVG_M_OTHER:
	case CVG_M_UNTOLD:
	case CVG_NMCLASSES:
		break;
	}
	return NULL;
}

static void read_instruction(struct cvg_mreader *reader, const char *word)
{
	enum cvg_mclass klass = cvg_mreader_class(reader, word);
	struct cvg_mrate rate = cvg_mrate_of(reader->fn, klass);
	struct cvg_mqueue *queue = queue_of(reader, klass, word);

	if (cvg_mcode_after(word, "s_wait"))
		wait_counts(reader, word);
	else if (cvg_mcode_after(word, "s_delay_alu"))
		delay(reader, word);
	if (queue)
		cvg_mqueue_add(queue, reader->clock.now + rate.latency);
	if (klass == CVG_M_BRANCH) /* the next instruction is fetched first */
		cvg_mclock_wait(&reader->clock,
				reader->clock.now + rate.latency - rate.issue);
	cvg_mreader_add(reader, klass, rate.issue);
}

/* ---- lines --------------------------------------------------------------- */

static void read_comment(struct cvg_mreader *reader, const char *text)
{
	for (size_t i = 0; i < sizeof comments / sizeof *comments; i++) {
		const char *at = cvg_mcode_after(text, comments[i].word);
		char *end;
		double number;

		if (!at)
			continue;
		number = strtod(at, &end);
		if (end > at && (!*end || *end == ' '))
			reader->mcode->size[comments[i].size] = number;
		else if (end == at)
			reader->mcode->size[comments[i].size] =
				cvg_mreader_outside(reader, comments[i].size,
						    at);
	}
}

static void read_line(struct cvg_mreader *reader, const char *text,
		      const char *word)
{
	if (!reader->inside) {
		reader->inside = !reader->done &&
				 cvg_mcode_after(text, CVG_MCODE_SYMBOL ":");
		return;
	}
	if (reader->done) {
		if (cvg_mcode_after(word, "; -- Begin function") ||
		    cvg_mcode_after(word, ".section\t\".note"))
			reader->inside = false;
		cvg_mreader_own(reader, word);
		read_comment(reader, text);
	} else if (cvg_mcode_after(text, ".Lfunc_end")) {
		reader->done = true;
	} else if (cvg_mcode_after(text, ".LBB") ||
		   cvg_mcode_after(text, "; %bb.")) {
		cvg_mreader_block(reader, text);
	} else if (word > text && !cvg_mreader_loc(reader, word) &&
		   isalpha((unsigned char)*word)) {
		read_instruction(reader, word);
	}
}

const struct cvg_mnotation cvg_mnotation_amdgpu = {.read = read_line};
