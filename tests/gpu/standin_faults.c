/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What goes wrong in the stand-in, as the environment says. */
#include "standin.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *standin_setting(const char *name, const char *otherwise)
{
	const char *value = getenv(name);

	return value && *value ? value : otherwise;
}

/* The first line of the file, which is removed. */
static void take_line(const char *path, char *line, size_t n)
{
	struct cvg_err err;
	char *text = NULL;
	size_t bytes, first;

	if (!cvg_file_read(path, &text, &bytes, &err))
		return;
	first = strcspn(text, "\n");
	snprintf(line, n, "%.*s", (int)first, text);
	if (first < bytes)
		cvg_file_write(path, text + first + 1, bytes - first - 1, &err);
	free(text);
}

static const char *failures(void)
{
	static char line[200];
	const char *path = standin_setting("STANDIN_FAILS", NULL);

	if (!path)
		return standin_setting("STANDIN_FAIL", "");
	if (!*line)
		take_line(path, line, sizeof line);
	return line;
}

const char *standin_injected(const char *call, const struct loaded *module)
{
	const char *at = failures();
	size_t n = strlen(call);

	for (; *at; at += strcspn(at, ","), at += *at == ',') {
		const char *what = at + n + 1;
		size_t length = strcspn(at, ","), of;

		if (strncmp(at, call, n) != 0 || at[n] != '=')
			continue;
		of = strcspn(what, ":,");
		if (what[of] != ':')
			return what;
		if (module && strlen(module->file) == length - n - of - 2 &&
		    !strncmp(what + of + 1, module->file, strlen(module->file)))
			return what;
	}
	return NULL;
}

int standin_answer(const char *call, const struct loaded *module)
{
	const char *what = standin_injected(call, module);

	if (what && !strncmp(what, "crash", 5))
		abort();
	return what ? atoi(what) : 0;
}
