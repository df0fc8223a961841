/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The registers of AMDGPU code that calls functions which the module does not have.
 * From version 20 on, LLVM writes expressions in place of such numbers
 * (lib/Target/AMDGPU: AMDGPUMCResourceInfo.cpp, MCTargetDesc/AMDGPUMCExpr.cpp):
 *
 *	.set f.num_vgpr, max(41, amdgpu.max_num_vgpr)
 *	.set f.numbered_sgpr, max(36, amdgpu.max_num_sgpr)
 *	; TotalNumSgprs: f.numbered_sgpr+6
 *	; NumVgprs: f.num_vgpr
 *	; Occupancy: occupancy(10, 4, 256, 8, 10, max(...), max(...))
 *
 * The function itself needs 41 and 42, which lets min(10, 256 / 44) = 5 waves run: the
 * first numbers of `occupancy` are the most waves of a SIMD, the granule and the number
 * of its registers, the generation of the chip, and the waves that its memory allows.
 */
#include "read.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define OWN ".set " CVG_MCODE_SYMBOL "."

void cvg_mreader_own(struct cvg_mreader *reader, const char *word)
{
	struct cvg_mown *own = &reader->own;
	const struct {
		const char *word;
		double *number;
	} sets[] = {
		{OWN "num_vgpr, max(", &own->vgprs},
		{OWN "num_agpr, max(", &own->agprs},
		{OWN "numbered_sgpr, max(", &own->sgprs},
	};

	for (size_t i = 0; i < sizeof sets / sizeof *sets; i++) {
		const char *at = cvg_mcode_after(word, sets[i].word);

		if (at)
			*sets[i].number = strtod(at, NULL);
	}
}

enum generation { /* of AMDGPUSubtarget */
		  VOLCANIC_ISLANDS = 7,
		  GFX9 = 8,
		  GFX10 = 9,
};

struct chip {
	unsigned waves, granule, registers, generation, memory;
};

static double waves_of_sgprs(const struct chip *chip, double n)
{
	static const double late[] = {80, 88, 100};
	static const double early[] = {48, 56, 64, 72, 80};
	bool is_late = chip->generation >= VOLCANIC_ISLANDS;
	const double *limits = is_late ? late : early;
	size_t nlimits = is_late ? sizeof late / sizeof *late
				 : sizeof early / sizeof *early;
	double waves = 10;

	if (chip->generation >= GFX10)
		return chip->waves;
	for (size_t i = 0; i < nlimits && n > limits[i]; i++)
		waves--;
	return waves;
}

/* gfx90a and its successors have one file for both kinds of vector registers. */
static double vector_registers(const struct chip *chip,
			       const struct cvg_mown *own)
{
	bool is_one = chip->generation == GFX9 && chip->registers == 512;

	return is_one && own->agprs > 0 ? 4 * ceil(own->vgprs / 4) + own->agprs
					: fmax(own->vgprs, own->agprs);
}

static double waves_of_vgprs(const struct chip *chip, double n)
{
	double rounded = chip->granule * ceil(n / chip->granule);

	if (n < chip->granule)
		return chip->waves;
	return fmin(fmax(floor(chip->registers / rounded), 1), chip->waves);
}

static double occupancy(const char *text, const struct cvg_mown *own)
{
	struct chip chip;

	if (sscanf(text, "occupancy(%u, %u, %u, %u, %u,", &chip.waves,
		   &chip.granule, &chip.registers, &chip.generation,
		   &chip.memory) != 5 ||
	    !chip.granule)
		return NAN;
	return fmin(chip.memory,
		    fmin(waves_of_sgprs(&chip, own->sgprs),
			 waves_of_vgprs(&chip, vector_registers(&chip, own))));
}

double cvg_mreader_outside(struct cvg_mreader *reader, enum cvg_msize which,
			   const char *text)
{
	struct cvg_mown *own = &reader->own;
	const char *plus = strrchr(text, '+');

	reader->mcode->outside = true;
	if (which == CVG_MSIZE_VGPRS)
		return own->vgprs;
	if (which == CVG_MSIZE_AGPRS)
		return own->agprs;
	if (which == CVG_MSIZE_SGPRS)
		return own->sgprs += plus ? strtod(plus + 1, NULL) : 0;
	return which == CVG_MSIZE_OCCUPANCY ? occupancy(text, own) : NAN;
}
