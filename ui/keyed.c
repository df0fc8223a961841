/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Texts that name keys. The keys of the table stand in them in braces; the
 * reader sees the user's keys, or for an action without a key what to type at
 * the prompt.
 */
#include "ui/keymap.h"
#include "ui/marks.h"
#include "reconverge/cxxname.h"
#include "reconverge/graph.h"

#include <stdarg.h>
#include <string.h>

static void add_key(const struct cvg_ui *ui, struct cvg_str *out,
		    const char *key)
{
	const char *own = cvg_keymap_instead(ui->keymap, key);
	enum cvg_action a = CVG_NACTIONS;

	for (uint32_t i = 0; !own && i < cvg_nkeys(); i++)
		if (!strcmp(cvg_key_at(i, &a), key))
			break;
	if (own)
		cvg_str_add(out, own);
	else
		cvg_str_addf(out, ":%s", cvg_action_info(a)->name);
}

void cvg_ui_keyed(const struct cvg_ui *ui, struct cvg_str *out,
		  const char *text)
{
	const char *open, *close;

	while ((open = strchr(text, '{')) && open[1] &&
	       (close = strchr(open + 2, '}'))) {
		struct cvg_str key = {0};

		cvg_str_addn(out, text, (size_t)(open - text));
		cvg_str_addn(&key, open + 1, (size_t)(close - open - 1));
		add_key(ui, out, key.at);
		cvg_str_done(&key);
		text = close + 1;
	}
	cvg_str_add(out, text);
}

void cvg_ui_tell(struct cvg_ui *ui, enum cvg_role role, const char *fmt, ...)
{
	struct cvg_str text = {0}, named = {0}, out = {0};
	va_list ap;

	va_start(ap, fmt);
	cvg_str_vaddf(&text, fmt, ap);
	va_end(ap);
	cvg_cxx_add_text(&named, cvg_str_of(&text));
	cvg_ui_keyed(ui, &out, cvg_str_of(&named));
	cvg_ui_say(ui, role, "%s", out.at);
	cvg_str_done(&text);
	cvg_str_done(&named);
	cvg_str_done(&out);
}

void cvg_ui_line(const struct cvg_ui *ui, struct cvg_canvas *into, int32_t y,
		 enum cvg_role role, const char *text)
{
	struct cvg_str out = {0};

	cvg_ui_keyed(ui, &out, text);
	cvg_ui_text(ui, into, 0, y, into->width, out.at, role, 0);
	cvg_str_done(&out);
}

bool cvg_ui_cannot_run(const struct cvg_ui *ui, struct cvg_canvas *into)
{
	if (ui->fn->kind != CVG_FN_KERNEL)
		cvg_ui_line(ui, into, 0, CVG_ROLE_DIM,
			    "Only kernels can be run.");
	else if (ui->busy)
		cvg_ui_line(ui, into, 0, CVG_ROLE_TEXT,
			    "Running.  Esc ends it.");
	return ui->fn->kind != CVG_FN_KERNEL || ui->busy;
}
