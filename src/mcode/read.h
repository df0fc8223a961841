/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What the readers of the targets share. */
#ifndef RECONVERGE_MCODE_READ_H
#define RECONVERGE_MCODE_READ_H

#include "clock.h"

#include "reconverge/mcode.h"

/* The registers that a function of AMDGPU needs, without those that it calls. */
struct cvg_mown {
	double vgprs, agprs, sgprs;
};

struct cvg_mreader {
	const struct cvg_fn *fn;
	struct cvg_mcode *mcode;
	uint32_t line;	 /* in force; 0: none */
	uint32_t stands; /* the block whose code is read, or CVG_NONE */
	bool inside;	 /* the function has begun */
	bool done;	 /* and has ended */
	bool headed;	 /* its heading has begun */
	bool open;	 /* a statement of several lines has begun */
	uint32_t last;	 /* block of the last instruction that had one */
	struct cvg_mclock clock;
	struct cvg_mqueue loads, stores, shared, scalar; /* under way */
	struct cvg_mqueue vector, trans; /* results of arithmetic */
	struct cvg_mown own;
};

/* Assembly as a target writes it. */
struct cvg_mnotation {
	/* Read a line, which ends with a NUL, and whose first character that is
	 * no blank is at `word`. */
	void (*read)(struct cvg_mreader *reader, const char *text,
		     const char *word);
};

/* Begin to count for a function, and end: NULL, and `what` in a message, if
 * nothing was counted, or all of it was dropped. */
void cvg_mreader_begin(struct cvg_mreader *reader, const struct cvg_fn *fn);
void cvg_mreader_drop(struct cvg_mreader *reader);
struct cvg_mcode *cvg_mreader_end(struct cvg_mreader *reader, const char *what,
				  struct cvg_err *err);

/* Read what ptxas said of the function of that name, and of its copy with no loop unrolled. */
void cvg_mreader_said(struct cvg_mreader *reader, const char *name,
		      const char *said);

/* Take the registers that the function itself needs from such a directive, and from the
 * text of a size whose number depends on functions outside of the module. */
void cvg_mreader_own(struct cvg_mreader *reader, const char *word);
double cvg_mreader_outside(struct cvg_mreader *reader, enum cvg_msize which,
			   const char *text);

/* The class of an instruction, by the name that the text begins with. */
enum cvg_mclass cvg_mreader_class(const struct cvg_mreader *reader,
				  const char *name);
/*
 * Count an instruction of a class: it is issued now, and keeps its unit for so
 * many cycles; what the clock has waited since the last one is its wait.
 */
void cvg_mreader_add(struct cvg_mreader *reader, enum cvg_mclass klass,
		     uint32_t issue);
/* The instruction that was counted last becomes a line, whose text is at that place of
 * the code's text. */
void cvg_mreader_line(struct cvg_mreader *reader, uint32_t at);
/* Follow a directive ".loc FILE LINE". False: it is another. */
bool cvg_mreader_loc(struct cvg_mreader *reader, const char *word);
/* A block begins; "%b12." in the rest of the line says which. */
void cvg_mreader_block(struct cvg_mreader *reader, const char *text);
/* Append the text of an instruction, which ends before its comment, with blanks in place
 * of tabs, and return where it begins. */
uint32_t cvg_mcode_add_text(struct cvg_str *out, const char *word);
/* The class of an instruction of NVIDIA's machines, by its name. */
enum cvg_mclass cvg_mcode_class_sass(const char *name);
/* If the text begins with `word`, the rest of it, else NULL. */
const char *cvg_mcode_after(const char *text, const char *word);

#endif
