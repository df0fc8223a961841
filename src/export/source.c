/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The source lines that debug info names. */
#include "reconverge/analysis.h"
#include "reconverge/graph.h"
#include "reconverge/source.h"

#include <libgen.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* ---- uses ------------------------------------------------------------ */

static int by_place(const void *a, const void *b)
{
	const struct cvg_srcuse *x = a, *y = b;

	if (x->file != y->file)
		return x->file < y->file ? -1 : 1;
	if (x->line != y->line)
		return x->line < y->line ? -1 : 1;
	if (x->block != y->block)
		return x->block < y->block ? -1 : 1;
	return x->inst < y->inst ? -1 : x->inst > y->inst;
}

/* Keep only the first instruction of each place. */
static void drop_repeated(struct cvg_srcuses *us)
{
	size_t n = 0;

	for (size_t i = 0; i < us->n; i++) {
		const struct cvg_srcuse *u = &us->at[i];
		const struct cvg_srcuse *last = n ? &us->at[n - 1] : NULL;

		if (!last || last->file != u->file || last->line != u->line ||
		    last->block != u->block)
			us->at[n++] = *u;
	}
	us->n = n;
}

void cvg_srcuses_init(struct cvg_srcuses *us, const struct cvg_fn *fn)
{
	for (uint32_t i = 0; i < fn->ninsts; i++) {
		const struct cvg_spot *at = cvg_spot_at(fn, fn->insts[i].spot);

		if (at)
			cvg_push(us, ((struct cvg_srcuse){
					     .file = at->file,
					     .line = at->line,
					     .block = fn->insts[i].block,
					     .inst = i}));
	}
	if (us->n)
		qsort(us->at, us->n, sizeof *us->at, by_place);
	drop_repeated(us);
}

void cvg_srcuses_done(struct cvg_srcuses *us)
{
	free(us->at);
	*us = (struct cvg_srcuses){.n = 0};
}

bool cvg_srcuse_splits(const struct cvg_srcuse *use, struct cvg_ana *ana)
{
	const struct cvg_fn *fn = cvg_ana_fn(ana);
	const struct cvg_spot *at =
		cvg_spot_at(fn, cvg_block_terminator(fn, use->block)->spot);

	return at && at->line == use->line && at->file == use->file &&
	       cvg_bits_has(&cvg_ana_uniform(ana)->divergent_term, use->block);
}

size_t cvg_srcuses_find(const struct cvg_srcuses *us, uint32_t file,
			uint32_t line)
{
	const struct cvg_srcuse want = {.file = file, .line = line};
	size_t low = 0, high = us->n;

	while (low < high) {
		size_t mid = low + (high - low) / 2;

		if (by_place(&us->at[mid], &want) < 0)
			low = mid + 1;
		else
			high = mid;
	}
	return low;
}

/* ---- files ----------------------------------------------------------- */

static void find_lines(struct cvg_srcfile *f, size_t n)
{
	const char *end = f->text + n, *at = f->text;

	while (at < end) {
		const char *stop = memchr(at, '\n', (size_t)(end - at));

		cvg_push(&f->line_at, (size_t)(at - f->text));
		at = stop ? stop + 1 : end;
	}
	cvg_push(&f->line_at, n);
}

/* Is the real path below that folder, and neither hidden there nor in a hidden
 * folder? */
static bool is_below(const char *path, const char *folder)
{
	char *real = realpath(folder, NULL);
	size_t n = real ? strlen(real) : 0;
	bool below;

	if (!real)
		return false;
	n -= real[n - 1] == '/'; /* the root */
	below = !strncmp(path, real, n) && path[n] == '/' &&
		!strstr(path + n, "/.");
	free(real);
	return below;
}

static bool is_near(const char *path, const char *name, const char *folder)
{
	return is_below(path, folder) || (*name == '/' && is_below(path, "."));
}

/* Read `path`, by which the file is found that has this name in the module.
 * Only plain files are opened. */
static bool read_plain(struct cvg_srcfile *f, const char *path,
		       const char *name, const char *folder, bool any,
		       size_t *n)
{
	char *real = realpath(path, NULL);
	struct stat st;
	bool ok = real && stat(real, &st) == 0 && S_ISREG(st.st_mode);

	if (ok && !any && !is_near(real, name, folder)) {
		f->why = "not near the module: 'set sources=any' reads it";
		ok = false;
	}
	ok = ok && cvg_file_read(real, &f->text, n, NULL);
	free(real);
	return ok;
}

bool cvg_srcfile_open(struct cvg_srcfile *f, const char *module,
		      const char *name, bool any)
{
	char *copy = cvg_strdup(module), *bytes = cvg_name_bytes(name);
	const char *folder = dirname(copy);
	struct cvg_str beside = {0};
	size_t n;
	bool ok;

	*f = (struct cvg_srcfile){.why = "cannot be read"};
	cvg_str_addf(&beside, "%s/%s", folder, bytes);
	ok = read_plain(f, bytes, bytes, folder, any, &n) ||
	     read_plain(f, beside.at, bytes, folder, any, &n);
	if (ok) {
		f->why = NULL;
		find_lines(f, n);
	}
	cvg_str_done(&beside);
	free(bytes);
	free(copy);
	return ok;
}

void cvg_srcfile_done(struct cvg_srcfile *f)
{
	free(f->text);
	free(f->line_at.at);
	*f = (struct cvg_srcfile){.text = NULL};
}

uint32_t cvg_srcfile_nlines(const struct cvg_srcfile *f)
{
	return f->line_at.n ? (uint32_t)f->line_at.n - 1 : 0;
}

bool cvg_srcfile_line(const struct cvg_srcfile *f, uint32_t number,
		      struct cvg_str *out)
{
	size_t at, end;

	if (!number || number > cvg_srcfile_nlines(f))
		return false;
	at = f->line_at.at[number - 1];
	end = f->line_at.at[number];
	if (end > at && f->text[end - 1] == '\n')
		end--;
	for (; at < end; at++)
		if (f->text[at] == '\t')
			cvg_str_add(out, "    ");
		else
			cvg_str_addc(out, f->text[at]);
	return true;
}

uint32_t cvg_srcfile_indent(const struct cvg_srcfile *f,
			    const struct cvg_srcuses *uses, size_t at)
{
	const struct cvg_srcuse *first = &uses->at[at], *last = first;
	uint32_t least = UINT32_MAX;
	struct cvg_str text = {0};

	while (last + 1 < uses->at + uses->n && last[1].file == first->file)
		last++;
	for (uint32_t line = first->line; line <= last->line; line++) {
		uint32_t blanks;

		cvg_str_clear(&text);
		if (!cvg_srcfile_line(f, line, &text))
			break;
		blanks = (uint32_t)strspn(cvg_str_of(&text), " ");
		if (blanks < text.n && blanks < least)
			least = blanks;
	}
	cvg_str_done(&text);
	return least == UINT32_MAX ? 0 : least;
}
