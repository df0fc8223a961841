/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What goes wrong in the stand-in, and what it does otherwise, as the environment
 * says. */
#include "standin.h"

#include "reconverge/cost.h"

#include <dirent.h>
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

const struct cvg_costs *standin_costs(void)
{
	const char *price = standin_setting("STANDIN_PRICE", NULL);
	const char *cpu = standin_setting("STANDIN_CPU", "sm_70");
	static struct cvg_costs *costs;
	char name[32];

	if (!price || costs)
		return costs;
	snprintf(name, sizeof name, "%.*s", (int)strcspn(price, "="), price);
	costs = cvg_costs_new(
		strncmp(cpu, "gfx", 3) == 0 ? CVG_AMDGPU : CVG_NVPTX, cpu);
	costs->at[cvg_cost_kind_named(name)].whole =
		(uint32_t)atoi(strchr(price, '=') + 1);
	return costs;
}

/* ---- files of code ------------------------------------------------- */

/* How long the image is, the driver is not told: no byte behind the first that
 * differs is read. */
static bool is_file(const char *path, const void *image)
{
	const char *is = image;
	struct cvg_err err;
	char *text = NULL;
	size_t n, i = 0;
	bool read = cvg_file_read(path, &text, &n, &err);

	while (read && i < n && is[i] == text[i])
		i++;
	free(text);
	return read && i == n;
}

bool standin_find(const void *image, struct loaded *out)
{
	const char *folder = standin_setting("STANDIN_IR", ".");
	DIR *dir = opendir(folder);
	struct dirent *entry;
	bool found = false;

	while (dir && !found && (entry = readdir(dir))) {
		const char *dot = strrchr(entry->d_name, '.');
		char path[512];

		if (!dot ||
		    (strcmp(dot, ".ptx") != 0 && strcmp(dot, ".cubin") != 0 &&
		     strcmp(dot, ".hsaco") != 0))
			continue;
		snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
		found = is_file(path, image);
		snprintf(out->file, sizeof out->file, "%.*s",
			 (int)(dot - entry->d_name), entry->d_name);
	}
	if (dir)
		closedir(dir);
	snprintf(out->ir, sizeof out->ir, "%s/%s.ll", folder, out->file);
	return found;
}
