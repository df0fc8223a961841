/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Recognises what a file holds, and makes IR of it in a child process. */
#include "forms.h"

#include "child.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#define START(bytes) .start = (bytes), .n = sizeof(bytes) - 1
#define WORD(text)   .word = (text)
#define MACHINE(no)  .machine = (no)
#define NAME	     .start = NULL

static const struct cvg_form_row rows[CVG_NFORMS] = {
#define FORM(id, what_it_is, names, how, do_it, advice) \
	[CVG_FORM_##id] = {.what = what_it_is,          \
			   .suffixes = names,           \
			   .magic = {how},              \
			   .way = CVG_##do_it,          \
			   .instead = advice},
#include "forms.def"
#undef FORM
};

const struct cvg_form_row *cvg_form_row(enum cvg_form form)
{
	return &rows[form];
}

/* ---- recognising ------------------------------------------------------- */

/* The machine of an ELF file in the usual order of bytes, or 0. */
static unsigned machine_of(const char *bytes, size_t n)
{
	if (n < 20 || memcmp(bytes,
			     "\x7f"
			     "ELF",
			     4) != 0)
		return 0;
	return (unsigned char)bytes[18] | (unsigned)(unsigned char)bytes[19]
						  << 8;
}

/* The first word of a text behind blanks and lines of comments. */
static const char *first_word(const char *bytes, size_t n)
{
	const char *at = bytes, *end = bytes + n;

	for (;;) {
		while (at < end && isspace((unsigned char)*at))
			at++;
		if (end - at < 2 || memcmp(at, "//", 2) != 0)
			return at;
		at = memchr(at, '\n', (size_t)(end - at));
		if (!at)
			return end;
	}
}

static bool starts(const char *at, size_t n, const char *with, size_t m)
{
	return n >= m && !memcmp(at, with, m);
}

static bool has_suffix(const char *name, const char *suffixes)
{
	const char *dot = name ? strrchr(name, '.') : NULL;

	while (dot && *suffixes) {
		size_t n = strcspn(suffixes, " ");

		if (strlen(dot + 1) == n && !strncmp(dot + 1, suffixes, n))
			return true;
		suffixes += n + (suffixes[n] == ' ');
	}
	return false;
}

enum cvg_form cvg_form_of(const char *name, const char *bytes, size_t n)
{
	const char *word = first_word(bytes, n);
	size_t left = n - (size_t)(word - bytes);
	unsigned machine = machine_of(bytes, n);

	for (int i = 0; i < CVG_NFORMS; i++) {
		const struct cvg_form_magic *magic = &rows[i].magic;

		if ((magic->start &&
		     starts(bytes, n, magic->start, magic->n)) ||
		    (magic->word &&
		     starts(word, left, magic->word, strlen(magic->word))) ||
		    (magic->machine && magic->machine == machine) ||
		    has_suffix(name, rows[i].suffixes))
			return (enum cvg_form)i;
	}
	return CVG_NFORMS;
}

/* ---- making IR --------------------------------------------------------- */

#define SECONDS 600 /* for a compiler, or to look into a file */

struct job {
	const struct cvg_input *in;
	const struct cvg_target_options *opt;
	enum cvg_form_way way;
};

/* In the child. What is to be told goes to standard error. */
static bool work(void *context, struct cvg_str *out, struct cvg_err *err)
{
	const struct job *job = context;

	return job->way == CVG_COMPILE
		       ? cvg_compile(job->in, job->opt, out, err)
		       : cvg_unpack(job->in, job->opt, out, err);
}

static void replace(struct cvg_input *in, struct cvg_str *take_ir)
{
	cvg_input_done(in);
	in->n = take_ir->n;
	in->data = cvg_str_take(take_ir);
}

bool cvg_input_convert(struct cvg_input *in,
		       const struct cvg_target_options *opt, bool *made,
		       struct cvg_err *err)
{
	static const struct cvg_target_options none;
	enum cvg_form form = cvg_form_of(in->name, in->data, in->n);
	struct job job = {.in = in, .opt = opt ? opt : &none};
	struct cvg_child child = {.who = "making IR of this file",
				  .object = "",
				  .seconds = SECONDS,
				  .work = work,
				  .context = &job};
	struct cvg_str ir = {0};
	bool ok;

	*made = false;
	if (job.opt->database &&
	    !cvg_compile_commands_exist(job.opt->database, err))
		return false;
	if (form == CVG_NFORMS || rows[form].way == CVG_READ)
		return true;
	job.way = rows[form].way;
	if (job.way == CVG_REFUSE)
		return cvg_fail(err, "this is %s, not LLVM IR: %s",
				rows[form].what, rows[form].instead);
	ok = cvg_child_run(&child, &ir, job.opt->said, err);
	if (ok)
		replace(in, &ir);
	*made = ok;
	cvg_str_done(&ir);
	return ok;
}
