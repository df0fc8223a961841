/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The glossary and the marks of the screen: the rows of terms.def. */
#ifndef RECONVERGE_TERMS_H
#define RECONVERGE_TERMS_H

#include "reconverge/canvas.h"

struct cvg_gloss {
	const char *name;
	const char *meaning; /* a sentence without its period, or several */
	const char *where;   /* a place in a paper; a command or a setting */
};

/* A mark; several stand in a row with spaces between them. */
struct cvg_sign {
	const char *unicode, *ascii;
	enum cvg_role role;
	const char *meaning;
};

uint32_t cvg_nglosses(void);
const struct cvg_gloss *cvg_gloss_at(uint32_t i);
/* The row of that name, in capitals or not; B0 is found by B and any number.
 * NULL: there is none. */
const struct cvg_gloss *cvg_gloss_find(const char *name);
/* Append the meaning as a sentence. */
void cvg_gloss_meaning(struct cvg_str *out, const struct cvg_gloss *t);
/* Append the meaning and the source, as sentences. */
void cvg_gloss_text(struct cvg_str *out, const struct cvg_gloss *t);

uint32_t cvg_nsigns(void);
const struct cvg_sign *cvg_sign_at(uint32_t i);
/* Append the meaning as a sentence. */
void cvg_sign_text(struct cvg_str *out, const struct cvg_sign *s);
/* The row that has that mark, in Unicode or in ASCII. NULL: there is none. */
const struct cvg_sign *cvg_sign_find(const char *mark);

#endif
