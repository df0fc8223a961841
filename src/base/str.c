/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Growing strings. */
#include "reconverge/base.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Make room for `more` bytes and the NUL. */
static void reserve(struct cvg_str *s, size_t more)
{
	size_t need = s->n + more + 1;

	if (need <= s->cap)
		return;
	while (s->cap < need)
		s->cap = s->cap ? s->cap * 2 : 32;
	s->at = cvg_realloc(s->at, s->cap, 1);
}

void cvg_str_addn(struct cvg_str *s, const char *text, size_t n)
{
	reserve(s, n);
	cvg_work(1 + n / 8);
	memcpy(s->at + s->n, text, n);
	s->n += n;
	s->at[s->n] = '\0';
}

void cvg_str_add(struct cvg_str *s, const char *text)
{
	cvg_str_addn(s, text, strlen(text));
}

void cvg_str_addc(struct cvg_str *s, char c)
{
	cvg_str_addn(s, &c, 1);
}

void cvg_str_vaddf(struct cvg_str *s, const char *fmt, va_list ap)
{
	char most[128]; /* most texts are short: these are made once */
	va_list again;
	int n;

	va_copy(again, ap);
	n = vsnprintf(most, sizeof most, fmt, ap);
	if (n > 0 && (size_t)n < sizeof most) {
		cvg_str_addn(s, most, (size_t)n);
	} else if (n > 0) {
		reserve(s, (size_t)n);
		cvg_work(1 + (unsigned)n / 8);
		vsnprintf(s->at + s->n, (size_t)n + 1, fmt, again);
		s->n += (size_t)n;
	}
	va_end(again);
}

void cvg_str_addf(struct cvg_str *s, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	cvg_str_vaddf(s, fmt, ap);
	va_end(ap);
}

const char *cvg_str_of(const struct cvg_str *s)
{
	return s->at ? s->at : "";
}

char *cvg_str_take(struct cvg_str *s)
{
	char *text = s->at ? s->at : cvg_strdup("");

	*s = (struct cvg_str){0};
	return text;
}

void cvg_str_clear(struct cvg_str *s)
{
	s->n = 0;
	if (s->at)
		s->at[0] = '\0';
}

void cvg_str_done(struct cvg_str *s)
{
	free(s->at);
	*s = (struct cvg_str){0};
}

/* ---- the nearest name ------------------------------------------------ */

#define NEAR_BYTES 256 /* longer names are not compared */

static size_t least(size_t a, size_t b, size_t c)
{
	size_t m = a < b ? a : b;

	return m < c ? m : c;
}

/*
 * Levenshtein's distance, by the usual table of which one row is kept: row[j]
 * is the number of edits from the prefix a[0..i) to the prefix b[0..j).
 * SIZE_MAX if a name is longer than NEAR_BYTES.
 */
static size_t edits(const char *a, const char *b)
{
	size_t row[NEAR_BYTES + 1];
	size_t na = strlen(a), nb = strlen(b);

	if (na > NEAR_BYTES || nb > NEAR_BYTES)
		return SIZE_MAX;
	for (size_t j = 0; j <= nb; j++)
		row[j] = j;
	for (size_t i = 1; i <= na; i++) {
		size_t diagonal = row[0];

		row[0] = i;
		for (size_t j = 1; j <= nb; j++) {
			size_t above = row[j];

			row[j] = least(above + 1, row[j - 1] + 1,
				       diagonal + (a[i - 1] != b[j - 1]));
			diagonal = above;
		}
	}
	return row[nb];
}

const char *cvg_nearest(const char *word, const char *const *names, size_t n)
{
	size_t length = strlen(word);
	size_t best = (length + 2) / 3 + 1; /* one edit more than allowed */
	const char *found = NULL;

	for (size_t i = 0; i < n; i++) {
		size_t d = edits(word, names[i]);

		if (d < best) {
			best = d;
			found = names[i];
		}
	}
	for (size_t i = 0; i < n && !found && length >= 3; i++)
		if (strstr(names[i], word))
			found = names[i];
	return found;
}
