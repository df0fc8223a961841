/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The source lines, and which blocks were made from each. */
#include "call.h"

#include <libgen.h>
#include <stdlib.h>
#include <string.h>

#define MAX_LABELS 4 /* blocks named beside one line */

/* One block has code from one line of one file. */
struct use {
	uint32_t file, line, block;
};

struct uses {
	struct use *at;
	size_t n;
	size_t cap;
};

/* A source file, if it could be read. */
struct source {
	char *text;
	size_t n;
};

static int by_place(const void *a, const void *b)
{
	const struct use *x = a, *y = b;

	if (x->file != y->file)
		return x->file < y->file ? -1 : 1;
	if (x->line != y->line)
		return x->line < y->line ? -1 : 1;
	return x->block < y->block ? -1 : x->block > y->block;
}

static struct uses collect(const struct cvg_fn *fn)
{
	struct uses us = {0};

	for (uint32_t i = 0; i < fn->ninsts; i++) {
		struct use u = {.file = fn->insts[i].file,
				.line = fn->insts[i].line,
				.block = fn->insts[i].block};
		struct use *last = us.n ? &us.at[us.n - 1] : NULL;

		if (!u.line || u.file == CVG_NONE)
			continue;
		if (!last || by_place(last, &u))
			cvg_push(&us, u);
	}
	if (us.n)
		qsort(us.at, us.n, sizeof *us.at, by_place);
	return us;
}

/* As named, else beside the module. */
static struct source open_source(const char *module, const char *file)
{
	struct source s = {.text = NULL};
	char *copy = cvg_strdup(module);
	struct cvg_str beside = {0};

	if (!strcmp(file, "-") || cvg_file_read(file, &s.text, &s.n, NULL)) {
		free(copy);
		return s;
	}
	cvg_str_addf(&beside, "%s/%s", dirname(copy), file);
	if (!cvg_file_read(beside.at, &s.text, &s.n, NULL))
		s = (struct source){.text = NULL};
	cvg_str_done(&beside);
	free(copy);
	return s;
}

/* Line `number` of the text; NULL if it has fewer. The caller frees it. */
static char *line_of(const struct source *s, uint32_t number)
{
	const char *at = s->text, *end = s->text + s->n, *stop;
	struct cvg_str out = {0};

	if (!s->text)
		return NULL;
	while (--number > 0) {
		at = memchr(at, '\n', (size_t)(end - at));
		if (!at)
			return NULL;
		at++;
	}
	stop = memchr(at, '\n', (size_t)(end - at));
	for (; at < (stop ? stop : end); at++)
		cvg_str_add(&out, *at == '\t' ? "    " : (char[]){*at, 0});
	return cvg_str_take(&out);
}

static void one_line(struct cvg_call *c, json_t *list, const struct use *u,
		     size_t n, const char *text)
{
	struct cvg_ana *ana = cvg_call_ana(c);
	const struct cvg_fn *fn = cvg_ana_fn(ana);
	const struct cvg_uniform *uni = cvg_ana_uniform(ana);
	struct cvg_str labels = {0};
	bool divergent = false;
	json_t *blocks = json_array();

	for (size_t i = 0; i < n; i++) {
		uint32_t uid = fn->blocks[u[i].block].uid;
		const struct cvg_inst *t = cvg_block_terminator(fn, u[i].block);

		divergent |= t->line == u->line && t->file == u->file &&
			     cvg_bits_has(&uni->divergent_term, u[i].block);
		json_array_append_new(blocks, cvg_json_id('B', uid));
		if (i < MAX_LABELS)
			cvg_str_addf(&labels, "%sB%u", i ? "," : "", uid);
	}
	if (n > MAX_LABELS)
		cvg_str_addf(&labels, "+%zu", n - MAX_LABELS);
	cvg_str_addf(&c->out, "%5u ", u->line);
	cvg_text_mark(&c->out, &c->sh->look,
		      divergent ? c->sh->look.glyphs->divergent : " ");
	cvg_str_addc(&c->out, ' ');
	cvg_text_pad(&c->out, labels.at, text && *text ? 21 : 0);
	cvg_text_clip(&c->out, text ? text : "", 72, &c->sh->look);
	cvg_str_addc(&c->out, '\n');
	json_array_append_new(
		list, json_pack("{s:o, s:i, s:o, s:b, s:o}", "file",
				cvg_json_text(fn->files[u->file]), "line",
				(int)u->line, "blocks", blocks, "divergent",
				(int)divergent, "text",
				text ? cvg_json_text(text) : json_null()));
	cvg_str_done(&labels);
}

bool cvg_cmd_source(struct cvg_call *c, struct cvg_err *err)
{
	const struct cvg_fn *fn = cvg_call_fn(c);
	struct uses us = collect(fn);
	struct source src = {.text = NULL};
	json_t *list = json_array();

	(void)err;
	if (!us.n)
		cvg_str_addf(&c->out,
			     "@%s has no source lines: compile it "
			     "with -g\n",
			     fn->name);
	for (size_t i = 0, k; i < us.n; i = k) {
		const struct use *u = &us.at[i];
		char *text;

		if (!i || u->file != u[-1].file) {
			free(src.text);
			src = open_source(cvg_session_path(c->s),
					  fn->files[u->file]);
			cvg_str_addf(&c->out, "%s%s\n", fn->files[u->file],
				     src.text ? "" : "  (cannot be read)");
		}
		for (k = i; k < us.n && us.at[k].file == u->file &&
			    us.at[k].line == u->line;)
			k++;
		text = line_of(&src, u->line);
		one_line(c, list, u, k - i, text);
		free(text);
	}
	free(src.text);
	free(us.at);
	cvg_call_set(c, "lines", list);
	return true;
}
