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

/* The length of the name without what clang puts behind kernels that other files do
 * not see (-fgpu-rdc): _ZL4twinPi.intern.8fe24c84, _ZL4twinPi__intern__8fe24c84. */
static size_t length_of(const char *name)
{
	static const char *const marks[] = {".intern.", "__intern__"};
	size_t n = strlen(name);

	for (size_t i = 0; i < sizeof marks / sizeof *marks; i++) {
		const char *mark = strstr(name, marks[i]);
		size_t at = mark ? (size_t)(mark - name) : n;
		size_t end = at + (mark ? strlen(marks[i]) : 0);

		if (mark && end + strspn(name + end, "0123456789abcdef") == n)
			return at;
	}
	return n;
}

char *cvg_cxx_name(const char *name)
{
	char *text, *shown, *plain;
	int status;

	if (strncmp(name, "_Z", 2) != 0 || !is_harmless(name))
		return NULL;
	plain = strndup(name, length_of(name));
	text = plain ? __cxa_demangle(plain, NULL, NULL, &status) : NULL;
	free(plain);
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

/* The parts of the text that users write: from one of the two starts to one of the
 * three ends. */
struct parts {
	const char *start[2]; /* behind the result's type; without namespaces */
	const char
		*stop[3]; /* the end; without parameters; without arguments of
				 the template as well */
};

static struct parts parts_of(const char *text)
{
	struct parts p;

	p.stop[0] = text + strlen(text);
	p.stop[1] = parameters(text);
	p.stop[2] = arguments(text, p.stop[1]);
	p.start[0] = behind_last(text, p.stop[2], ' ');
	p.start[1] = behind_last(p.start[0], p.stop[2], ':');
	return p;
}

/* Are both names of one kernel, of builds that clang gave other marks? */
static bool differ_in_mark(const char *name, const char *given)
{
	size_t n = length_of(name);

	return name[n] && given[n] && length_of(given) == n &&
	       !strncmp(name, given, n);
}

bool cvg_cxx_fits(const char *name, const char *given, bool pattern)
{
	char *text;
	struct parts p;
	bool ok = false;

	if (!strncmp(given, "_Z", 2) && strlen(given) >= length_of(name) &&
	    differ_in_mark(name, given))
		return true;
	text = cvg_cxx_name(name);
	if (!text)
		return false;
	p = parts_of(text);
	for (int k = 0; k < 6 && !ok; k++)
		ok = fits(p.start[k / 3], p.stop[k % 3], given, pattern);
	free(text);
	return ok;
}

/* Up to the first of the ends, or the second. */
static void add_up_to(struct cvg_str *out, const char *name, int end)
{
	char *text = cvg_cxx_name(name);
	struct parts p = parts_of(text ? text : "");

	cvg_str_addc(out, '@');
	if (text)
		cvg_str_addn(out, p.start[0],
			     (size_t)(p.stop[end] - p.start[0]));
	else
		cvg_str_add(out, name);
	free(text);
}

void cvg_cxx_add(struct cvg_str *out, const char *name)
{
	add_up_to(out, name, 1);
}

void cvg_cxx_add_whole(struct cvg_str *out, const char *name)
{
	add_up_to(out, name, 0);
}

/* The letters of a name that needs no quotes. */
#define LETTERS \
	"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.$"

void cvg_cxx_add_text(struct cvg_str *out, const char *message)
{
	struct cvg_str name = {0};

	for (const char *at = strstr(message, "@_Z"); at;
	     at = strstr(message, "@_Z")) {
		size_t n = strspn(at + 1, LETTERS);

		cvg_str_addn(out, message, (size_t)(at - message));
		cvg_str_clear(&name);
		cvg_str_addn(&name, at + 1, n);
		cvg_cxx_add(out, name.at);
		message = at + 1 + n;
	}
	cvg_str_add(out, message);
	cvg_str_done(&name);
}

/* What users call the function: blur; NULL: it is none of C++. */
static char *short_name(const char *name)
{
	char *text = cvg_cxx_name(name), *part = NULL;

	if (text) {
		struct parts p = parts_of(text);

		part = strndup(p.start[1], (size_t)(p.stop[2] - p.start[1]));
	}
	free(text);
	return part;
}

bool cvg_cxx_unknown(const char *name, const char *const *names, size_t n,
		     const char *hint, struct cvg_err *err)
{
	const char **all = cvg_calloc(2 * n, sizeof *all);
	char **part = cvg_calloc(n, sizeof *part);
	size_t nall = 0;
	const char *near;

	for (size_t i = 0; i < n; i++) {
		part[i] = short_name(names[i]);
		if (part[i])
			all[nall++] = part[i];
	}
	for (size_t i = 0; i < n; i++)
		all[nall++] = names[i];
	near = cvg_nearest(name, all, nall);
	if (near)
		cvg_fail(err, "no function @%s; did you mean @%s?%s", name,
			 near, hint);
	else
		cvg_fail(err, "no function @%s%s", name, hint);
	for (size_t i = 0; i < n; i++)
		free(part[i]);
	free(part);
	free(all);
	return false;
}
