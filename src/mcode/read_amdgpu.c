/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The assembly of AMD's GPUs. What the code needs stands in comments behind the
 * function, as "; NumVgprs: 7": LLVM, lib/Target/AMDGPU/AMDGPUAsmPrinter.cpp.
 */
#include "read.h"

#include <ctype.h>
#include <stdlib.h>

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

/* A number of another form, such as that of code that calls a function which
 * is not known, stays unknown. */
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
		read_comment(reader, text);
	} else if (cvg_mcode_after(text, ".Lfunc_end")) {
		reader->done = true;
	} else if (cvg_mcode_after(text, ".LBB") ||
		   cvg_mcode_after(text, "; %bb.")) {
		cvg_mreader_block(reader, text);
	} else if (word > text && !cvg_mreader_loc(reader, word) &&
		   isalpha((unsigned char)*word)) {
		cvg_mreader_count(reader, word);
	}
}

const struct cvg_mnotation cvg_mnotation_amdgpu = {.read = read_line};
