/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Which code the stand-in takes, as the drivers do: PTX of no newer version, and for
 * no newer device; objects of a version that ROCm reads; variables that are not
 * local to an object. */
#include "standin.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { INVALID_PTX = 218, TOO_NEW = 222, OTHER_DEVICE = 209 };

static unsigned number_behind(const char *text, const char *word)
{
	const char *at = strstr(text, word);

	return at ? (unsigned)strtoul(at + strlen(word), NULL, 10) : 0;
}

/* Is the version newer than the one that came with this CUDA? 8.4 came with 12.4. */
static bool is_new(const char *ptx)
{
	unsigned driver = (unsigned)strtoul(
		standin_setting("STANDIN_CUDA", "12040"), NULL, 10);
	unsigned first = number_behind(ptx, ".version ");
	char word[32];

	snprintf(word, sizeof word, ".version %u.", first);
	return first > driver / 1000 - 4 ||
	       (first == driver / 1000 - 4 &&
		number_behind(ptx, word) > driver % 1000 / 10);
}

static int refuse(int code, char *log, size_t n, const char *why)
{
	if (log)
		snprintf(log, n, "ptxas %s\nptxas is lost\n", why);
	return code;
}

static int check_ptx(const char *ptx, char *log, size_t n)
{
	unsigned sm =
		number_behind(standin_setting("STANDIN_CPU", "sm_70"), "sm_");

	if (is_new(ptx))
		return refuse(TOO_NEW, log, n, "fatal: unsupported .version");
	if (number_behind(ptx, ".target sm_") > sm)
		return refuse(INVALID_PTX, log, n, "fatal: unknown .target");
	if (sm >= 70 && strstr(ptx, "vote.ballot.b32") &&
	    number_behind(ptx, ".version ") > 6)
		return refuse(INVALID_PTX, log, n, "fatal: vote without .sync");
	if (strstr(ptx, ".extern .func") && !strstr(ptx, "vprintf"))
		return refuse(INVALID_PTX, log, n, "fatal: unresolved extern");
	return 0;
}

/* The bytes of a kernel's arguments as PTX lays them out. */
static size_t args_of(const char *ptx)
{
	const char *at = strstr(ptx, ".entry ");
	const char *end = at ? strchr(at, ')') : NULL;
	size_t bytes = 0;

	while (at && (at = strstr(at, ".param ")) && at < end) {
		size_t n = strcspn(++at, ",)");
		const char *many = memchr(at, '[', n);
		size_t align = number_behind(at, ".align "), size;

		size = many ? strtoul(many + 1, NULL, 10)
			    : strtoul(at + strcspn(at, "0123456789"), NULL,
				      10) /
				       8;
		if (!many)
			align = size;
		bytes = (bytes + align - 1) / align * align + size;
	}
	return bytes;
}

bool standin_is_hip(void)
{
	return !strncmp(standin_setting("STANDIN_CPU", ""), "gfx", 3);
}

int standin_check(const void *image, struct loaded *of, char *log, size_t n)
{
	enum { ABI_VERSION = 8, VERSION_5 = 3 };
	const char *code = image;
	int answer = standin_answer("load", of);

	if (answer)
		return answer == INVALID_PTX
			       ? refuse(answer, log, n, "line 7: no such word")
			       : answer;
	if (strstr(code, ".version")) {
		of->args = args_of(code);
		return check_ptx(code, log, n);
	}
	of->args = (size_t)-1;
	if (code[0] == 0x7f && standin_is_hip())
		return code[ABI_VERSION] > VERSION_5 ? OTHER_DEVICE : 0;
	return standin_answer("cubin", of);
}

/* ROCm finds no local variable, and CUDA none whose name PTX cannot have. */
bool standin_shows(const char *ir, const char *name)
{
	struct cvg_err err;
	char words[200], *text;
	size_t n;
	bool shown;

	if (!cvg_file_read(ir, &text, &n, &err))
		return false;
	snprintf(words, sizeof words, "\n@%.100s = internal ", name);
	shown = !strchr(name, '.') && !strstr(text, words);
	free(text);
	return shown;
}
