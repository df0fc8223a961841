/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Numbers of launches, read and written in the C locale whatever the user's
 * is: decimal or 0x, with point or exponent, true, false, nan, inf, null.
 */
#include "sim/launch/launch_in.h"

#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* strtod of the whole text, as in the C locale. */
static bool read_double(const char *s, double *out)
{
	locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
	locale_t old;
	char *end;

	if (!c)
		cvg_die("out of memory");
	old = uselocale(c);
	*out = strtod(s, &end);
	uselocale(old);
	freelocale(c);
	return !*end && end != s;
}

struct cvg_number cvg_number_of_int(int64_t i)
{
	struct cvg_number v = {.elem = CVG_NELEMS};

	v.f = (double)i;
	v.u = (uint64_t)i;
	v.integer = true;
	v.negative = i < 0;
	return v;
}

struct cvg_number cvg_number_of_double(double x)
{
	struct cvg_number v = {.elem = CVG_NELEMS};

	v.f = x;
	v.negative = signbit(x);
	v.integer = trunc(x) == x && fabs(x) < 0x1p63;
	if (v.integer)
		v.u = (uint64_t)(int64_t)x;
	return v;
}

static bool read_word(const char *s, struct cvg_number *out)
{
	static const struct {
		const char *word;
		double x;
	} words[] = {
		{"true", 1},	     {"false", 0}, {"nan", NAN},
		{"inf", INFINITY},   {"null", 0},  {"+inf", INFINITY},
		{"-inf", -INFINITY},
	};

	for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
		if (strcmp(s, words[i].word) != 0)
			continue;
		*out = cvg_number_of_double(words[i].x);
		out->null = !strcmp(s, "null");
		return true;
	}
	return false;
}

/* Digits only, and few enough. */
static bool read_integer(const char *s, bool negative, struct cvg_number *out)
{
	bool hex = s[0] == '0' && (s[1] == 'x' || s[1] == 'X');
	const char *digits = hex ? "0123456789abcdefABCDEF" : "0123456789";
	const char *from = hex ? s + 2 : s;
	size_t n = strspn(from, digits);
	uint64_t u;

	if (!n || from[n])
		return false;
	while (n > 1 && *from == '0') {
		from++;
		n--;
	}
	if (n > (hex ? 16 : 20))
		return false;
	u = strtoull(from, NULL, hex ? 16 : 10);
	if (!hex && n == 20 && (u == UINT64_MAX || *from != '1') &&
	    strcmp(from, "18446744073709551615") != 0)
		return false;
	if (negative && u > UINT64_C(1) << 63)
		return false;
	out->u = negative ? 0 - u : u;
	out->f = negative ? -(double)u : (double)u;
	out->integer = true;
	out->negative = negative;
	return true;
}

static bool read_real(const char *s, struct cvg_number *out)
{
	const char *body = s + (*s == '-' || *s == '+');
	double x;

	if (!*body || !strchr("0123456789.", *body) || !read_double(s, &x))
		return false;
	*out = cvg_number_of_double(x);
	return true;
}

bool cvg_number_read(const char *s, size_t n, struct cvg_number *out)
{
	struct cvg_str text = {0};
	struct cvg_number v = {.elem = CVG_NELEMS};
	bool ok;

	cvg_str_addn(&text, s, n);
	s = cvg_str_of(&text);
	ok = strlen(s) == n &&
	     (read_word(s, &v) ||
	      read_integer(s + (*s == '-' || *s == '+'), *s == '-', &v) ||
	      read_real(s, &v));
	cvg_str_done(&text);
	if (ok)
		*out = v;
	return ok;
}

void cvg_double_print(struct cvg_str *out, double x, enum cvg_elem e)
{
	locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
	uint64_t bits = cvg_elem_of_double(e, x);
	locale_t old;
	char buf[40];

	if (!c)
		cvg_die("out of memory");
	old = uselocale(c);
	for (int digits = 6; digits <= 17; digits++) {
		snprintf(buf, sizeof buf, "%.*g", digits, x);
		if (cvg_elem_of_double(e, strtod(buf, NULL)) == bits)
			break;
	}
	uselocale(old);
	freelocale(c);
	cvg_str_add(out, buf);
}

void cvg_number_text(struct cvg_str *out, const struct cvg_number *number)
{
	if (number->elem != CVG_NELEMS)
		cvg_str_addf(out, "%s ", cvg_elem_name(number->elem));
	if (number->memory) {
		cvg_str_add(out, "ptr ");
		cvg_launch_arg_text(out, number->memory);
	} else if (number->pointer) {
		cvg_str_addf(out, "ptr %s", number->pointer);
		if (number->u)
			cvg_str_addf(out, "+%llu",
				     (unsigned long long)number->u);
	} else if (number->null) {
		cvg_str_add(out, "null");
	} else if (number->integer && number->negative && number->f == 0) {
		cvg_str_add(out, "-0.0");
	} else if (number->integer && number->negative) {
		cvg_str_addf(out, "%lld", (long long)number->u);
	} else if (number->integer) {
		cvg_str_addf(out, "%llu", (unsigned long long)number->u);
	} else {
		cvg_elem_print(out, CVG_ELEM_F64,
			       cvg_elem_of_double(CVG_ELEM_F64, number->f));
	}
}

/*
 * An integer may be written as signed or unsigned, whatever the element: 255
 * and -1 are the same i8.
 */
bool cvg_number_bits(const struct cvg_number *number, enum cvg_elem e,
		     uint64_t *out)
{
	uint32_t bits = 8 * cvg_elem_bytes(e);

	if (cvg_elem_isfloat(e)) {
		*out = cvg_elem_of_double(e, number->f);
		return true;
	}
	if (!number->integer)
		return false;
	*out = number->u & (UINT64_MAX >> (64 - bits));
	if (bits == 64)
		return true;
	return number->negative
		       ? (int64_t)number->u >= -(INT64_C(1) << (bits - 1))
		       : number->u >> bits == 0;
}

void cvg_number_done(struct cvg_number *number)
{
	if (number->memory)
		cvg_launch_arg_done(number->memory);
	free(number->memory);
	free(number->pointer);
	number->memory = NULL;
	number->pointer = NULL;
}
