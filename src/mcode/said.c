/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What ptxas says of a function beside the cubin (-v): its registers and its memory. */
#include "read.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A multiprocessor has 65,536 registers; a warp gets 256 at a time. */
static double warps_of(const struct cvg_fn *fn, double registers)
{
	const struct cvg_mchip *chip = cvg_mchip_of(fn);
	double warps = floor(65536 / (256 * ceil(fmax(registers, 1) / 8)));

	return fmin(warps, chip->warps * chip->simds);
}

/* The number before the word; NAN: the word is not there, or is said of the next
 * function. */
static double number_before(const char *text, const char *word)
{
	const char *next = strstr(text, "Compiling ");
	const char *at = strstr(text, word);

	if (!at || (next && next < at))
		return NAN;
	while (at > text && at[-1] >= '0' && at[-1] <= '9')
		at--;
	return strtod(at, NULL);
}

/* What stands behind the name of the function with `tail`; all of it, if that is not
 * there, which is so for functions that are no kernels. */
static const char *said_of(const char *said, const char *name, const char *tail)
{
	struct cvg_str quoted = {0};
	const char *at;

	cvg_str_addf(&quoted, "'%s%s' for", name, tail);
	at = strstr(said, quoted.at);
	cvg_str_done(&quoted);
	return at ? at : said;
}

void cvg_mreader_said(struct cvg_mreader *reader, const char *name,
		      const char *said)
{
	const char *at = said_of(said, name, "");
	double *size = reader->mcode->size;
	double rolled =
		number_before(said_of(said, name, "_rolled"), " registers");

	size[CVG_MSIZE_REGISTERS] = number_before(at, " registers");
	size[CVG_MSIZE_SCRATCH] = number_before(at, " bytes stack frame");
	size[CVG_MSIZE_SPILLS] = number_before(at, " bytes spill stores");
	size[CVG_MSIZE_SHARED] = number_before(at, " bytes smem");
	if (!isnan(size[CVG_MSIZE_REGISTERS]))
		size[CVG_MSIZE_WARPS] =
			warps_of(reader->fn, size[CVG_MSIZE_REGISTERS]);
	if (!isnan(rolled) && !isnan(size[CVG_MSIZE_ROLLED]))
		size[CVG_MSIZE_ROLLED_WARPS] = warps_of(reader->fn, rolled);
}
