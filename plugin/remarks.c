/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The session's remarks as notes of a build. The block of a note is the one that
 * the host has, whose blocks are numbered in order as those of the revision that
 * was loaded are.
 */
#include "inside.h"

#include "reconverge/remarks.h"
#include "reconverge/session.h"
#include "src/lib/inside.h"

static enum cvg_note_kind kind_of(const struct cvg_remark *remark)
{
	switch (remark->kind) {
	case CVG_REMARK_DONE:
		return CVG_NOTE_DONE;
	case CVG_REMARK_MISSED:
		break;
	}
	return CVG_NOTE_MISSED;
}

static const char *text_of(struct cvg_build *build,
			   const struct cvg_remark *remark)
{
	struct cvg_str text = {0};
	const char *kept;

	cvg_remark_add(&text, remark);
	kept = cvg_build_line(build, text.at);
	cvg_str_done(&text);
	return kept;
}

void cvg_build_remarks(struct cvg_build *build)
{
	struct cvg_session *s = cvg_reconverge_session(build->session);
	struct cvg_remarks all = {.n = 0};

	cvg_session_texts(s, false);
	cvg_remarks_init(&all, s);
	for (size_t i = 0; i < all.n; i++) {
		const struct cvg_remark *remark = &all.at[i];
		struct cvg_note note = {
			.kind = kind_of(remark),
			.function = cvg_build_line(build, remark->function),
			.block = remark->block,
			.title = remark->title,
			.text = text_of(build, remark)};

		cvg_push(&build->notes, note);
	}
	cvg_remarks_done(&all);
}
