/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Reading mangled names of OpenCL C functions: "Itanium C++ ABI", section 5.1
 * (itanium-cxx-abi.github.io/cxx-abi/abi.html), restricted to the types of
 * OpenCL C, with vectors (Dv4_f) and the qualifiers that Clang writes (U3AS1,
 * U7_Atomic).
 *
 * _Z5fractDv16_dPU9CLprivateS_ is fract(double16, private double16 *): Dv16_d
 * is the first type that S_ may stand for, and S_ repeats it.
 *
 * Every type that a later S_, S0_, ... may stand for is kept in the order in
 * which the ABI counts them. In OpenCL the type that a pointer points to always
 * has an address space and counts as a type of its own with it, even where the
 * address space (generic or private) is not written.
 */
#include "reconverge/builtin.h"

#include <string.h>

#define MOST_SEEN 40

struct reader {
	const char *at;			  /* the text still to be read */
	struct cvg_mtype seen[MOST_SEEN]; /* the types S_, S0_, ... stand for */
	uint32_t nseen;
};

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static bool take(struct reader *r, const char *word)
{
	const char *at = r->at;

	for (; *word; word++, at++) /* most differ in the first letter */
		if (*at != *word)
			return false;
	r->at = at;
	return true;
}

/* <source-name>: the length of a name, then the name: "3foo". */
static bool take_name(struct reader *r, const char **name, size_t *n)
{
	size_t left = strlen(r->at);

	if (!is_digit(*r->at) || *r->at == '0')
		return false;
	for (*n = 0; is_digit(*r->at) && *n <= left; r->at++)
		*n = 10 * *n + (size_t)(*r->at - '0');
	if (*n > strlen(r->at))
		return false;
	*name = r->at;
	r->at += *n;
	return true;
}

/* Keep a type for a later S_. False: there is no room. */
static bool remember(struct reader *r, struct cvg_mtype t)
{
	if (r->nseen == MOST_SEEN)
		return false;
	r->seen[r->nseen++] = t;
	return true;
}

/* After 'S': S_ is the first type kept, S0_ the second, SA_ the twelfth. */
static bool take_seen(struct reader *r, struct cvg_mtype *t)
{
	static const char digits[] = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
	uint32_t k = 0;
	const char *digit;

	if (*r->at != '_') {
		digit = *r->at ? strchr(digits, *r->at) : NULL;
		if (!digit)
			return false;
		k = (uint32_t)(digit - digits) + 1;
		r->at++;
	}
	if (!take(r, "_") || k >= r->nseen)
		return false;
	*t = r->seen[k];
	return true;
}

static bool take_scalar(struct reader *r, struct cvg_mtype *t)
{
	if (take(r, "Dh") || take(r, "DF16_")) {
		t->scalar = 'H';
		return true;
	}
	if (!*r->at || !strchr("cahstijlmfdbv", *r->at))
		return false;
	t->scalar = *r->at == 'a' ? 'c' : *r->at;
	r->at++;
	return true;
}

static bool take_vector(struct reader *r, struct cvg_mtype *t)
{
	static const struct {
		const char *text;
		uint8_t lanes;
	} sizes[] = {{"2_", 2}, {"3_", 3}, {"4_", 4}, {"8_", 8}, {"16_", 16}};

	for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
		if (take(r, sizes[i].text)) {
			t->lanes = sizes[i].lanes;
			return take_scalar(r, t) && t->scalar != 'v' &&
			       t->scalar != 'b' && remember(r, *t);
		}
	return false;
}

static bool take_named(struct reader *r, struct cvg_mtype *t)
{
	size_t n;

	if (!take_name(r, &t->name, &n) || n > UINT8_MAX)
		return false;
	t->n = (uint8_t)n;
	t->scalar = 'N';
	return remember(r, *t);
}

/* A type that is neither a pointer nor qualified. */
static bool take_plain(struct reader *r, struct cvg_mtype *t)
{
	*t = (struct cvg_mtype){.lanes = 1};
	if (take(r, "S"))
		return take_seen(r, t);
	if (take(r, "U7_Atomic")) {
		if (!take_plain(r, t) || t->stars || t->atomic)
			return false;
		t->atomic = true;
		return remember(r, *t);
	}
	if (take(r, "Dv"))
		return take_vector(r, t);
	return is_digit(*r->at) ? take_named(r, t) : take_scalar(r, t);
}

/* U3AS1, then r, V and K: an address space, restrict, volatile and const. True:
 * there was at least one qualifier. */
static bool take_qualifiers(struct reader *r, bool *constant)
{
	const char *was = r->at, *name;
	size_t n;

	if (strncmp(r->at, "U7_Atomic", 9) != 0 && take(r, "U") &&
	    (!take_name(r, &name, &n) ||
	     (strncmp(name, "AS", 2) != 0 && strncmp(name, "CL", 2) != 0)))
		return false;
	(void)take(r, "r");
	(void)take(r, "V");
	*constant = take(r, "K");
	return r->at != was;
}

static bool take_type(struct reader *r, struct cvg_mtype *t, unsigned depth);

static bool take_pointee(struct reader *r, struct cvg_mtype *t, unsigned depth)
{
	bool constant = false, any;
	const char *was = r->at;

	any = take_qualifiers(r, &constant);
	if (!any && r->at != was)
		return false;
	if (*r->at == 'P' ? !take_type(r, t, depth + 1) : !take_plain(r, t))
		return false;
	if (t->qualified && !any)
		return true; /* S_ stood for a type with its qualifiers */
	t->qualified = true;
	t->constant |= constant;
	return remember(r, *t);
}

static bool take_type(struct reader *r, struct cvg_mtype *t, unsigned depth)
{
	if (depth > 2)
		return false;
	if (!take(r, "P"))
		return take_plain(r, t) && (depth > 0 || !t->qualified);
	if (!take_pointee(r, t, depth))
		return false;
	t->qualified = false;
	t->stars++;
	return remember(r, *t);
}

bool cvg_mangled_parse(const char *text, struct cvg_mangled *out)
{
	struct reader r; /* `seen` is large, and filled as it is read */

	*out = (struct cvg_mangled){0};
	r.at = text;
	r.nseen = 0;
	if (!take(&r, "_Z") || !take_name(&r, &out->name, &out->n) || !*r.at)
		return false;
	if (!strcmp(r.at, "v"))
		return true;
	while (*r.at) {
		struct cvg_mtype *t = &out->params[out->nparams];

		if (out->nparams == CVG_MANGLED_MOST || !take_type(&r, t, 0) ||
		    (t->scalar == 'v' && !t->stars))
			return false;
		out->nparams++;
	}
	return true;
}
