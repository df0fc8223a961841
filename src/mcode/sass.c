/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * What nvdisasm lists of a cubin's code: the address and the text of each instruction.
 * Address and place in the cubin's line table are the same, so that an instruction with
 * a name is counted to the block that it was counted to without.
 *
 * Example: a guarded branch, and what stands behind it. The address stands where the
 * dots are, between the marks of a comment.
 *
 *	.01c0.    @P0 BRA `(.L_x_1) ;		branch
 *	.01d0.    LDS R13, [R10] ;		lds
 */
#include "read.h"

#include <stdlib.h>
#include <string.h>

/* The text behind the address of the next instruction in the listing, or NULL. */
static const char *find_next(const char *listing, size_t next)
{
	char *end;

	while ((listing = strstr(listing, "/*"))) {
		unsigned long address = strtoul(listing + 2, &end, 16);

		listing += 2;
		if (cvg_mcode_after(end, "*/") &&
		    address == next * CVG_MCODE_BYTES)
			return end + 2 + strspn(end + 2, " \t");
	}
	return NULL;
}

/* The name behind the guard "@!P0 ". */
static const char *name_of(const char *text)
{
	if (*text == '@') {
		text += strcspn(text, " ");
		text += strspn(text, " ");
	}
	return text;
}

static void count_named(struct cvg_mcounts *counts, enum cvg_mclass klass)
{
	counts->of[CVG_M_UNTOLD]--;
	counts->of[klass]++;
}

bool cvg_mcode_name(struct cvg_mcode *mcode, const char *listing,
		    struct cvg_err *err)
{
	size_t n = mcode->lines.n;
	uint32_t *at = cvg_calloc(n + 1, sizeof *at);
	struct cvg_str text = {0};
	size_t done;

	for (done = 0; done < n; done++) {
		listing = find_next(listing, done);
		if (!listing)
			break;
		at[done] = cvg_mcode_add_text(&text, listing);
	}
	for (size_t i = 0; done == n && i < n; i++) {
		struct cvg_mline *line = &mcode->lines.at[i];
		enum cvg_mclass klass =
			cvg_mcode_class_sass(name_of(text.at + at[i]));

		line->at = at[i];
		count_named(line->block == CVG_NONE
				    ? &mcode->rest
				    : &mcode->block[line->block],
			    klass);
		count_named(&mcode->total, klass);
	}
	free(at);
	if (done < n) {
		cvg_str_done(&text);
		return cvg_fail(err, "nvdisasm lists %zu of %zu instructions",
				done, n);
	}
	cvg_str_done(&mcode->text);
	cvg_str_done(&mcode->binary);
	mcode->text = text;
	return true;
}
