/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The source lines, and which blocks were made from each. */
#include "call.h"

#include "reconverge/analysis.h"
#include "reconverge/graph.h"
#include "reconverge/look.h"
#include "reconverge/session.h"
#include "reconverge/settings.h"
#include "reconverge/source.h"

#define MAX_LABELS 4 /* blocks named beside one line */

static void one_line(struct cvg_call *call, json_t *list,
		     const struct cvg_srcuse *u, size_t n, const char *text)
{
	struct cvg_ana *ana = cvg_call_ana(call);
	const struct cvg_fn *fn = cvg_ana_fn(ana);
	struct cvg_str labels = {0};
	bool divergent = false;
	json_t *blocks = json_array();

	for (size_t i = 0; i < n; i++) {
		uint32_t uid = fn->blocks[u[i].block].uid;

		divergent |= cvg_srcuse_splits(&u[i], ana);
		json_array_append_new(blocks, cvg_json_id('B', uid));
		if (i < MAX_LABELS)
			cvg_str_addf(&labels, "%sB%u", i ? "," : "", uid);
	}
	if (n > MAX_LABELS)
		cvg_str_addf(&labels, "+%zu", n - MAX_LABELS);
	CVG_TELL(&call->out, cvg_json_item(list),
		 "{-file}{line:5} {-blocks}{-divergent}{-text}",
		 CVG_V(fn->files[u->file]), CVG_V(u->line), CVG_V(blocks),
		 CVG_V(divergent), CVG_V(text));
	cvg_text_mark(&call->out, &call->sh->look,
		      divergent ? call->sh->look.glyphs->divergent : " ");
	cvg_str_addc(&call->out, ' ');
	cvg_text_pad(&call->out, labels.at, text && *text ? 21 : 0);
	cvg_text_clip(&call->out, text ? text : "", 72, &call->sh->look);
	cvg_str_addc(&call->out, '\n');
	cvg_str_done(&labels);
}

bool cvg_cmd_source(struct cvg_call *call, struct cvg_err *err)
{
	const struct cvg_fn *fn = cvg_call_fn(call);
	struct cvg_srcuses us = {0};
	struct cvg_srcfile src = {.text = NULL};
	json_t *list = cvg_json_list(call->json, "lines");

	bool any = cvg_set_int(cvg_session_settings(call->session),
			       CVG_SET_SOURCES) == CVG_SOURCES_ANY;

	(void)err;
	cvg_srcuses_init(&us, fn);
	if (!us.n)
		TELL(call, "{:@} has no source lines: compile it with -g\n",
		     CVG_V(fn->name));
	for (size_t i = 0, k; i < us.n; i = k) {
		const struct cvg_srcuse *u = &us.at[i];
		struct cvg_str text = {0};

		if (!i || u->file != u[-1].file) {
			cvg_srcfile_done(&src);
			cvg_srcfile_open(&src, cvg_session_path(call->session),
					 fn->files[u->file], any);
			cvg_str_add(&call->out, fn->files[u->file]);
			if (src.why)
				cvg_str_addf(&call->out, "  (%s)", src.why);
			cvg_str_addc(&call->out, '\n');
		}
		for (k = i; k < us.n && us.at[k].file == u->file &&
			    us.at[k].line == u->line;)
			k++;
		one_line(call, list, u, k - i,
			 cvg_srcfile_line(&src, u->line, &text)
				 ? cvg_str_of(&text)
				 : NULL);
		cvg_str_done(&text);
	}
	cvg_srcfile_done(&src);
	cvg_srcuses_done(&us);
	return true;
}
