/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The first warp of the launch in a step's revision, as a strip that shows its
 * lanes over time. */
#include "lesson_walk.h"

static void add_picture(struct lesson *lesson, const struct step *st,
			const char *caption)
{
	struct cvg_str *out = &lesson->page;

	cvg_str_add(out, "<figure>\n");
	cvg_html_wide(out, "Picture of a warp's lanes over time");
	cvg_str_addf(out,
		     "<a href=\"%s-warp.svg\"><img class=\"strip\" "
		     "src=\"%s-warp.svg\" "
		     "alt=\"Lanes of warp 0 over time, in P%u\"/></a>\n",
		     st->file, st->file, st->rev);
	cvg_html_wide_end(out);
	cvg_str_addf(out,
		     "<figcaption>%s <a class=\"full\" "
		     "href=\"%s-warp.svg\">Full size</a></figcaption>\n"
		     "</figure>\n",
		     caption, st->file);
}

static void add_now(struct lesson *lesson, const struct step *st,
		    const struct cvg_walk *walk)
{
	struct cvg_str caption = {0};

	cvg_str_addf(&caption,
		     "The first warp in P%u, %s: %.0f %% of its lanes are "
		     "active, over all blocks it enters. Time goes to the "
		     "right, a row is a lane; what is not dark waits for the "
		     "others.",
		     st->rev, st->parent == CVG_NONE ? "as loaded" : "now",
		     100 * walk->share);
	add_picture(lesson, st, caption.at);
	cvg_str_done(&caption);
}

static void add_text(struct lesson *lesson, const struct cvg_walk *walk)
{
	cvg_str_add(&lesson->page, "<details>\n<summary>What the first warp did"
				   "</summary>\n");
	cvg_html_pre(&lesson->page, "The steps of the first warp",
		     cvg_str_of(&walk->text));
	cvg_str_add(&lesson->page, "</details>\n");
}

bool cvg_lesson_warp(struct lesson *lesson, const struct step *st,
		     struct cvg_walk *walk, struct cvg_err *err)
{
	struct cvg_str svg = {0};
	bool ok = true;

	if (!walk->known)
		return true;
	if (cvg_lesson_draw(lesson, &walk->strip, &svg)) {
		ok = cvg_lesson_put(lesson, st, "-warp.svg", svg.at, svg.n,
				    err);
		add_now(lesson, st, walk);
	} else {
		add_text(lesson, walk);
	}
	cvg_str_done(&svg);
	return ok;
}
