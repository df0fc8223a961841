/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Errors as values, and the one function that aborts the program. */
#include "reconverge/base.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Make `text` the message, which is one line of visible text, cut between two
 * characters if it is too long. */
static void keep_message(struct cvg_err *err, const struct cvg_str *text)
{
	struct cvg_str line = {0};
	size_t n;

	cvg_str_addline(&line, cvg_str_of(text), text->n);
	n = line.n;
	if (n >= sizeof err->msg)
		for (n = sizeof err->msg - 1; (line.at[n] & 0xC0) == 0x80;)
			n--;
	memcpy(err->msg, cvg_str_of(&line), n);
	err->msg[n] = '\0';
	cvg_str_done(&line);
}

bool cvg_fail(struct cvg_err *err, const char *fmt, ...)
{
	struct cvg_str s = {0};
	va_list ap;

	if (!err)
		return false;
	err->line = 0;
	err->column = 0;
	err->interrupted = err->uncovered = false;
	va_start(ap, fmt);
	cvg_str_vaddf(&s, fmt, ap);
	va_end(ap);
	keep_message(err, &s);
	cvg_str_done(&s);
	return false;
}

bool cvg_fail_interrupted(struct cvg_err *err)
{
	cvg_fail(err, "interrupted");
	if (err)
		err->interrupted = true;
	return false;
}

bool cvg_fail_in(struct cvg_err *err, const char *fmt, ...)
{
	struct cvg_str s = {0};
	va_list ap;

	if (!err)
		return false;
	va_start(ap, fmt);
	cvg_str_vaddf(&s, fmt, ap);
	va_end(ap);
	cvg_str_addf(&s, ": %s", err->msg);
	keep_message(err, &s);
	cvg_str_done(&s);
	return false;
}

void cvg_die(const char *fmt, ...)
{
	va_list ap;

	fputs("reconverge: ", stderr);
	va_start(ap, fmt);
	vfprintf(stderr, fmt, ap);
	va_end(ap);
	fputc('\n', stderr);
	abort();
}
