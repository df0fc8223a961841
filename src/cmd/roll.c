/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Reads a list of modules: a name on each line, or, if the list holds a NUL,
 * names that end with NULs, as `find -print0` writes them.
 */
#include "roll.h"

#include "reconverge/sweep.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- the list -------------------------------------------------------- */

static int by_stem(const void *a, const void *b)
{
	const struct rolled *const *x = a, *const *y = b;
	int order = strcmp((*x)->stem, (*y)->stem);

	return order ? order : (*x)->line < (*y)->line ? -1 : 1;
}

static bool fail_twin(const char *list, const struct rolled *first,
		      const struct rolled *second, struct cvg_err *err)
{
	if (!strcmp(first->path, second->path))
		return cvg_fail(err, "%s:%u: '%.200s' is named on line %u too",
				list, second->line, second->path, first->line);
	return cvg_fail(err,
			"%s:%u: '%.120s' and '%.120s' on line %u would both "
			"write to '%.120s'",
			list, second->line, second->path, first->path,
			first->line, first->stem);
}

/* Two modules with one stem would write the same files. */
static bool check_stems(const struct roll *roll, const char *list,
			struct cvg_err *err)
{
	size_t n = roll->modules.n;
	const struct rolled **sorted = cvg_calloc(n, sizeof(*sorted));
	bool ok = true;

	for (size_t i = 0; i < n; i++)
		sorted[i] = &roll->modules.at[i];
	qsort(sorted, n, sizeof(*sorted), by_stem);
	for (size_t i = 1; i < n && ok; i++)
		if (!strcmp(sorted[i - 1]->stem, sorted[i]->stem))
			ok = fail_twin(list, sorted[i - 1], sorted[i], err);
	free(sorted);
	return ok;
}

/* Split the text at `end`; an empty name is none. */
static void split(struct roll *roll, size_t n, char end)
{
	char *at = roll->text, *stop = roll->text + n;

	for (uint32_t line = 1; at < stop; line++) {
		char *to = memchr(at, end, (size_t)(stop - at));

		if (!to)
			to = stop;
		*to = '\0';
		if (*at)
			cvg_push(&roll->modules,
				 ((struct rolled){.path = at,
						  .stem = cvg_stem_of(at),
						  .line = line}));
		at = to + 1;
	}
}

bool cvg_roll_read(struct roll *roll, const char *path, struct cvg_err *err)
{
	const char *name = strcmp(path, "-") ? path : "standard input";
	size_t n;

	*roll = (struct roll){.text = NULL};
	if (!cvg_file_read(path, &roll->text, &n, err))
		return false;
	split(roll, n, n && memchr(roll->text, '\0', n) ? '\0' : '\n');
	if (!roll->modules.n)
		return cvg_fail(err, "%s: the list names no module", name);
	return check_stems(roll, name, err);
}

void cvg_roll_done(struct roll *roll)
{
	for (size_t i = 0; i < roll->modules.n; i++)
		free(roll->modules.at[i].stem);
	free(roll->modules.at);
	free(roll->text);
	*roll = (struct roll){.text = NULL};
}

/* ---- what is done ---------------------------------------------------- */

void cvg_roll_line(struct cvg_str *out, const char *path)
{
	cvg_str_addname(out, path, strlen(path));
	cvg_str_addc(out, '\n');
}

static int by_text(const void *a, const void *b)
{
	const char *const *x = a, *const *y = b;

	return strcmp(*x, *y);
}

/* Drop the modules whose line is among the n sorted `lines`. */
static void drop_named(struct roll *roll, const char **lines, size_t n)
{
	struct cvg_str line = {0};
	size_t kept = 0;

	for (size_t i = 0; i < roll->modules.n; i++) {
		struct rolled *m = &roll->modules.at[i];
		const char *key;

		cvg_str_clear(&line);
		cvg_roll_line(&line, m->path);
		line.at[line.n - 1] = '\0';
		key = line.at;
		if (!n || !bsearch(&key, lines, n, sizeof(*lines), by_text)) {
			roll->modules.at[kept++] = *m;
			continue;
		}
		free(m->stem);
		roll->before++;
	}
	roll->modules.n = kept;
	cvg_str_done(&line);
}

/* Cut off a last line of which the end was never written. */
static bool drop_half_line(const char *path, char *text, size_t *n,
			   struct cvg_err *err)
{
	size_t whole = *n;

	while (whole && text[whole - 1] != '\n')
		whole--;
	if (whole == *n)
		return true;
	text[whole] = '\0';
	*n = whole;
	return truncate(path, (off_t)whole) == 0 ||
	       cvg_fail(err, "%s: cannot write: %s", path, strerror(errno));
}

bool cvg_roll_leave_out(struct roll *roll, const char *path,
			struct cvg_err *err)
{
	cvg_vec(const char *) lines = {.n = 0};
	char *text, *rest = NULL;
	size_t n;

	if (access(path, F_OK) != 0 && errno == ENOENT)
		return true;
	if (!cvg_file_read(path, &text, &n, err))
		return false;
	if (!drop_half_line(path, text, &n, err)) {
		free(text);
		return false;
	}
	for (char *at = strtok_r(text, "\n", &rest); at;
	     at = strtok_r(NULL, "\n", &rest))
		cvg_push(&lines, at);
	if (lines.n)
		qsort(lines.at, lines.n, sizeof(*lines.at), by_text);
	drop_named(roll, lines.at, lines.n);
	free(lines.at);
	free(text);
	return true;
}
