/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The session's remarks as notes of a build. The block of a note is the one that
 * the host has, whose blocks are numbered in order as those of the revision that
 * was loaded are.
 */
#include "inside.h"

#include "reconverge/remarks.h"
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

void cvg_build_remarks(struct cvg_build *build)
{
	struct cvg_remarks all = {.n = 0};

	cvg_remarks_init(&all, cvg_reconverge_session(build->session));
	for (size_t i = 0; i < all.n; i++) {
		const struct cvg_remark *remark = &all.at[i];
		struct cvg_note note = {
			.kind = kind_of(remark),
			.function = cvg_build_line(build, remark->function),
			.block = remark->block,
			.title = remark->title,
			.text = cvg_build_line(build, remark->text)};

		cvg_push(&build->notes, note);
	}
	cvg_remarks_done(&all);
}
