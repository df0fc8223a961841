/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Names of C++ functions, as the source has them: _Z4blurPfi is blur(float*, int).
 * The library of C++, which LLVM needs as well, takes them apart.
 */
#include "reconverge/cxxname.h"

#include "reconverge/base.h"

#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

#define LONGEST 2000 /* bytes of a mangled name that is taken apart */
#define MOST	40   /* references in it: each may stand for much text */

/* The C++ ABI's: the text is for free(), NULL if `name` is none of its names. */
char *__cxa_demangle(const char *name, char *buffer, size_t *n, int *status);

/* Is the name short, and does it refer to few of its own parts? What hostile names
 * stand for doubles with each two references. */
static bool is_harmless(const char *name)
{
	uint32_t references = 0;

	for (const char *at = name; *at; at++) {
		bool refers = (*at == 'S' || *at == 'T') &&
			      (at[1] == '_' || (at[1] >= '0' && at[1] <= '9') ||
			       (at[1] >= 'A' && at[1] <= 'Z'));

		references += refers;
	}
	return strlen(name) <= LONGEST && references <= MOST;
}

char *cvg_cxx_name(const char *name)
{
	char *text, *shown;
	int status;

	if (strncmp(name, "_Z", 2) != 0 || !is_harmless(name))
		return NULL;
	text = __cxa_demangle(name, NULL, NULL, &status);
	if (!text)
		return NULL;
	shown = cvg_name_text(text, strlen(text));
	free(text);
	return shown;
}

/* ---- how users write it ---------------------------------------------- */

/* The '(' of the parameters, or the end. */
static const char *parameters(const char *text)
{
	const char *at = strrchr(text, ')');
	uint32_t depth = 0;

	for (; at && at >= text; at--) {
		depth += *at == ')';
		depth -= *at == '(';
		if (!depth)
			return at;
	}
	return text + strlen(text);
}

/* What is behind the last such sign of [text, end) outside of brackets; `text`: there
 * is none. */
static const char *behind_last(const char *text, const char *end, char sign)
{
	uint32_t depth = 0;

	for (const char *at = end; at > text; at--) {
		depth += at[-1] == '>' || at[-1] == ')';
		if (!depth && at[-1] == sign)
			return at;
		depth -= depth && (at[-1] == '<' || at[-1] == '(');
	}
	return text;
}

/* Where the template arguments of the last part begin; `end`: it has none. */
static const char *arguments(const char *text, const char *end)
{
	uint32_t depth = 0;

	if (end == text || end[-1] != '>')
		return end;
	for (const char *at = end; at > text; at--) {
		depth += at[-1] == '>';
		depth -= at[-1] == '<';
		if (!depth)
			return at - 1;
	}
	return end;
}

static bool fits(const char *text, const char *end, const char *given,
		 bool pattern)
{
	size_t n = (size_t)(end - text);
	struct cvg_str part = {0};
	bool ok;

	if (!pattern)
		return strlen(given) == n && !strncmp(text, given, n);
	cvg_str_addn(&part, text, n);
	ok = fnmatch(given, cvg_str_of(&part), 0) == 0;
	cvg_str_done(&part);
	return ok;
}

bool cvg_cxx_fits(const char *name, const char *given, bool pattern)
{
	char *text = cvg_cxx_name(name);
	const char *stop[3], *start[2];
	bool ok = false;

	if (!text)
		return false;
	stop[0] = text + strlen(text);
	stop[1] = parameters(text);
	stop[2] = arguments(text, stop[1]);
	start[0] =
		behind_last(text, stop[2], ' '); /* behind the result's type */
	start[1] = behind_last(start[0], stop[2], ':'); /* without namespaces */
	for (int k = 0; k < 6 && !ok; k++)
		ok = fits(start[k / 3], stop[k % 3], given, pattern);
	free(text);
	return ok;
}
