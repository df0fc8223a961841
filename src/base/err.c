/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Errors as values, and the one function that aborts the program. */
#include "reconverge/base.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool cvg_fail(struct cvg_err *err, const char *fmt, ...)
{
	va_list ap;

	if (!err)
		return false;
	err->line = 0;
	err->column = 0;
	va_start(ap, fmt);
	vsnprintf(err->msg, sizeof err->msg, fmt, ap);
	va_end(ap);
	return false;
}

bool cvg_fail_in(struct cvg_err *err, const char *fmt, ...)
{
	char prefix[sizeof err->msg];
	struct cvg_str s = {0};
	va_list ap;

	if (!err)
		return false;
	va_start(ap, fmt);
	vsnprintf(prefix, sizeof prefix, fmt, ap);
	va_end(ap);
	cvg_str_addf(&s, "%s: %s", prefix, err->msg);
	snprintf(err->msg, sizeof err->msg, "%s", s.at);
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
