/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Guesses the purpose of a parameter from its name. */
#include "sim/launch/infer_in.h"

#include <string.h>

/* Whole names, and endings of names ("num_rows"). */
static const struct {
	const char *word;
	enum cvg_role role;
} roles[] = {
	{"n", ROLE_SIZE},	    {"num", ROLE_SIZE},
	{"size", ROLE_SIZE},	    {"count", ROLE_SIZE},
	{"len", ROLE_SIZE},	    {"length", ROLE_SIZE},
	{"total", ROLE_SIZE},	    {"elements", ROLE_SIZE},
	{"numel", ROLE_SIZE},	    {"nelem", ROLE_SIZE},
	{"nodes", ROLE_SIZE},	    {"points", ROLE_SIZE},
	{"width", ROLE_WIDTH},	    {"cols", ROLE_WIDTH},
	{"columns", ROLE_WIDTH},    {"w", ROLE_WIDTH},
	{"nx", ROLE_WIDTH},	    {"ncols", ROLE_WIDTH},
	{"pitch", ROLE_WIDTH},	    {"stride", ROLE_WIDTH},
	{"dim", ROLE_WIDTH},	    {"lda", ROLE_WIDTH},
	{"ldb", ROLE_WIDTH},	    {"ldc", ROLE_WIDTH},
	{"ld", ROLE_WIDTH},	    {"dimx", ROLE_WIDTH},
	{"height", ROLE_HEIGHT},    {"rows", ROLE_HEIGHT},
	{"h", ROLE_HEIGHT},	    {"ny", ROLE_HEIGHT},
	{"nrows", ROLE_HEIGHT},	    {"dimy", ROLE_HEIGHT},
	{"depth", ROLE_DEPTH},	    {"nz", ROLE_DEPTH},
	{"slices", ROLE_DEPTH},	    {"dimz", ROLE_DEPTH},
	{"offset", ROLE_OFFSET},    {"start", ROLE_OFFSET},
	{"begin", ROLE_OFFSET},	    {"base", ROLE_OFFSET},
	{"first", ROLE_OFFSET},	    {"shift", ROLE_OFFSET},
	{"iterations", ROLE_TRIPS}, {"iters", ROLE_TRIPS},
	{"iter", ROLE_TRIPS},	    {"steps", ROLE_TRIPS},
	{"loops", ROLE_TRIPS},	    {"niter", ROLE_TRIPS},
};

static char lower(char c)
{
	return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static bool is_letter(char c)
{
	return lower(c) >= 'a' && lower(c) <= 'z';
}

/* Is the word the last word of the name, as in "num_rows", "numRows",
 * "rows"? */
static bool ends_in(const char *name, size_t n, const char *word)
{
	size_t len = strlen(word);
	const char *from = name + n - len;

	if (len > n)
		return false;
	for (size_t i = 0; i < len; i++) {
		if (lower(from[i]) != word[i])
			return false;
	}
	return len == n || !is_letter(from[-1]) || lower(*from) != *from;
}

/* The length of the name without the suffixes that clang, nvcc and optimizers
 * append. */
static size_t name_length(const char *name)
{
	size_t n = strcspn(name, ".");

	while (n > 1 && !is_letter(name[n - 1]) && name[n - 1] != '_')
		n--;
	while (n > 1 && name[n - 1] == '_')
		n--;
	return n;
}

enum cvg_role cvg_role_of(const char *name)
{
	size_t n = name_length(name);

	for (size_t i = 0; i < sizeof roles / sizeof *roles; i++) {
		if (ends_in(name, n, roles[i].word))
			return roles[i].role;
	}
	return ROLE_NONE;
}

/* The names that sparse matrices and graphs give to the starts of their
 * rows. */
bool cvg_name_is_starts(const char *name)
{
	static const char *const words[] = {"ptr",   "offset", "offsets",
					    "start", "starts", "rows"};
	size_t n = name_length(name);

	for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
		if (ends_in(name, n, words[i]))
			return true;
	}
	return false;
}
