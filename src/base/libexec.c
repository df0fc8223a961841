/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Finds the programs of libexecdir, wherever the tree of the running program
 * stands. Example: /home/ada/rc/bin/reconverge, configured for /usr/local/bin
 * and /usr/local/libexec/reconverge, looks in /home/ada/rc/bin and then in
 * /home/ada/rc/bin/../libexec/reconverge. A library or plugin, which runs in the
 * program of somebody else, looks beside itself, too, and then from /usr/local/lib.
 */
#include "reconverge/base.h"
#include "reconverge/libexec.h"

#include <dlfcn.h>
#include <string.h>
#include <unistd.h>

/* The length of the folders that both paths begin with, each with its '/'. */
static size_t common(const char *a, const char *b)
{
	size_t n = 0;

	for (size_t i = 0;; i++) {
		char x = a[i] ? a[i] : '/', y = b[i] ? b[i] : '/';

		if (x != y)
			return n;
		if (x == '/')
			n = i + 1;
		if (!a[i] || !b[i])
			return n;
	}
}

/* Append the way from one folder to another, "../libexec/reconverge/". */
static void add_way(struct cvg_str *out, const char *from, const char *to)
{
	size_t n = common(from, to);

	if (n < strlen(from))
		cvg_str_add(out, "../");
	for (size_t i = n; i < strlen(from); i++)
		if (from[i] == '/' && from[i + 1])
			cvg_str_add(out, "../");
	if (n < strlen(to))
		cvg_str_addf(out, "%s/", to + n);
}

/* Make *out the folder of the file, with its '/'. */
static bool find_folder(struct cvg_str *out, const char *file, size_t n)
{
	cvg_str_clear(out);
	while (n && file[n - 1] != '/')
		n--;
	cvg_str_addn(out, file, n);
	return n > 0;
}

/* The folder of the running program. */
static bool find_own_folder(struct cvg_str *out)
{
	char self[4096];
	ssize_t n = readlink("/proc/self/exe", self, sizeof self);

	return n > 0 && find_folder(out, self, (size_t)n);
}

/* The folder of the shared library that this code is in, which a program of somebody
 * else has loaded. */
static bool find_library_folder(struct cvg_str *out)
{
	Dl_info info;

	return dladdr(CVG_LIBEXECDIR, &info) && info.dli_fname &&
	       find_folder(out, info.dli_fname, strlen(info.dli_fname));
}

/* The program in that folder, or as seen from it in libexecdir, if it was installed
 * as `to`. */
static bool find_from(struct cvg_str *found, const char *folder, const char *to,
		      const char *name)
{
	cvg_str_clear(found);
	cvg_str_addf(found, "%s%s", folder, name);
	if (access(found->at, X_OK) == 0)
		return true;
	cvg_str_clear(found);
	cvg_str_add(found, folder);
	add_way(found, to, CVG_LIBEXECDIR);
	cvg_str_add(found, name);
	return access(found->at, X_OK) == 0;
}

void cvg_libexec_add(struct cvg_str *path, const char *name)
{
	struct cvg_str folder = {0}, found = {0};

	if ((find_own_folder(&folder) &&
	     find_from(&found, folder.at, CVG_BINDIR, name)) ||
	    (find_library_folder(&folder) &&
	     find_from(&found, folder.at, CVG_LIBDIR, name)))
		cvg_str_add(path, found.at);
	else
		cvg_str_addf(path, CVG_LIBEXECDIR "/%s", name);
	cvg_str_done(&folder);
	cvg_str_done(&found);
}
