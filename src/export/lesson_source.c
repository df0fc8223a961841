/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The source of the kernel in a lesson, with the lines on which threads diverge. */
#include "html.h"
#include "lesson.h"

#include "reconverge/analysis.h"
#include "reconverge/graph.h"
#include "reconverge/session.h"
#include "reconverge/settings.h"
#include "reconverge/source.h"

#define AROUND 3 /* lines shown before and after those that have code */

/* The uses of one file: [from, to) of all uses. */
struct part {
	const struct cvg_srcuses *uses;
	size_t from, to;
	struct cvg_ana *ana;
	struct cvg_srcfile file;
	uint32_t shown; /* the last line shown, 0: none */
};

/* Is the line near one that has code? `at` is the first use behind the line. */
static bool is_near(const struct part *part, size_t at, uint32_t line)
{
	const struct cvg_srcuse *use = part->uses->at;

	return (at < part->to && use[at].line <= line + AROUND) ||
	       (at > part->from && use[at - 1].line + AROUND >= line);
}

/* The blocks of the uses [at, end), all on one line. */
static void add_blocks(struct cvg_str *out, const struct part *part, size_t at,
		       size_t end)
{
	const struct cvg_fn *fn = cvg_ana_fn(part->ana);

	cvg_str_add(out, at < end ? "  <span class=\"note\">" : "");
	for (size_t i = at; i < end; i++)
		cvg_str_addf(out, "%sB%u", i > at ? " " : "",
			     fn->blocks[part->uses->at[i].block].uid);
	cvg_str_add(out, at < end ? "</span>" : "");
}

static void add_line(struct cvg_str *out, struct part *part, uint32_t line,
		     size_t at, size_t end)
{
	struct cvg_str text = {0};
	bool splits = false;

	for (size_t i = at; i < end; i++)
		splits |= cvg_srcuse_splits(&part->uses->at[i], part->ana);
	if (line > part->shown + 1)
		cvg_str_add(out, "    …\n");
	part->shown = line;
	cvg_srcfile_line(&part->file, line, &text);
	cvg_str_addf(out, "<span data-line=\"%u:%u\">%5u %s ",
		     part->uses->at[part->from].file, line, line,
		     splits ? "<b class=\"bad\">◆" : " ");
	cvg_html_text(out, cvg_str_of(&text));
	cvg_str_add(out, splits ? "</b>" : "");
	add_blocks(out, part, at, end);
	cvg_str_add(out, "</span>\n");
	cvg_str_done(&text);
}

static void add_lines(struct cvg_str *out, struct part *part)
{
	size_t at = part->from;

	cvg_html_wide(out, "The source");
	cvg_str_add(out, "<pre>");
	for (uint32_t line = 1; line <= cvg_srcfile_nlines(&part->file);
	     line++) {
		size_t end = at;

		while (end < part->to && part->uses->at[end].line == line)
			end++;
		if (is_near(part, at, line))
			add_line(out, part, line, at, end);
		at = end;
	}
	cvg_str_add(out, "</pre>\n");
	cvg_html_wide_end(out);
}

static void add_file(struct lesson *lesson, struct part *part)
{
	const char *name =
		cvg_ana_fn(part->ana)->files[part->uses->at[part->from].file];
	bool any = cvg_set_int(cvg_session_settings(lesson->session),
			       CVG_SET_SOURCES) == CVG_SOURCES_ANY;
	struct cvg_str *out = &lesson->page;

	cvg_str_add(out, "<p>");
	cvg_html_element(out, "code", name);
	if (cvg_srcfile_open(&part->file, cvg_session_path(lesson->session),
			     name, any)) {
		cvg_str_add(out, ":</p>\n");
		add_lines(out, part);
	} else {
		cvg_str_addf(out, ": %s.</p>\n", part->file.why);
	}
	cvg_srcfile_done(&part->file);
}

void cvg_lesson_source(struct lesson *lesson, struct cvg_ana *ana)
{
	struct cvg_srcuses uses = {0};

	cvg_srcuses_init(&uses, cvg_ana_fn(ana));
	if (uses.n)
		cvg_str_add(&lesson->page,
			    "<h3>The source</h3>\n<p>Behind each line stand "
			    "the blocks that have code from it; ◆ marks lines "
			    "with a branch on which threads diverge.</p>\n");
	for (size_t i = 0, end; i < uses.n; i = end) {
		struct part part = {.uses = &uses, .from = i, .ana = ana};

		for (end = i; end < uses.n; end++)
			if (uses.at[end].file != uses.at[i].file)
				break;
		part.to = end;
		add_file(lesson, &part);
	}
	cvg_srcuses_done(&uses);
}
