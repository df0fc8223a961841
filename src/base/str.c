/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Growing strings. */
#include "reconverge/base.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
	va_list again;
	int n;

	va_copy(again, ap);
	n = vsnprintf(NULL, 0, fmt, ap);
	if (n > 0) {
		reserve(s, (size_t)n);
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
