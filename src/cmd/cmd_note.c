/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Comments on blocks. */
#include "call.h"

#include "reconverge/graph.h"
#include "reconverge/notes.h"
#include "reconverge/session.h"

#include <string.h>

static void tell(struct cvg_call *call, json_t *list,
		 const struct cvg_note *note)
{
	CVG_TELL(&call->out, cvg_json_item(list),
		 "{function:@} {block:B}  {-comment}{}\n",
		 CVG_V(cvg_note_function(call->session, note)),
		 CVG_V(note->uid), CVG_V((const char *)note->text),
		 CVG_V(*note->text ? (const char *)note->text : "bookmark"));
}

static void list_all(struct cvg_call *call, json_t *list)
{
	uint32_t n = cvg_session_nnotes(call->session);

	for (uint32_t i = 0; i < n; i++)
		tell(call, list, cvg_session_note_at(call->session, i));
	if (!n)
		cvg_str_add(&call->out, "no block has a comment\n");
}

/* The words after the block, with a blank between them. */
static void join(struct cvg_call *call, struct cvg_str *out)
{
	for (uint32_t i = 1; i < call->nargs; i++)
		cvg_str_addf(out, "%s%s", i > 1 ? " " : "", call->arg[i].text);
}

bool cvg_cmd_note(struct cvg_call *call, struct cvg_err *err)
{
	json_t *list = cvg_json_list(call->json, "notes");
	const struct cvg_note *note;
	struct cvg_str text = {0};
	uint32_t b;

	if (!call->nargs) {
		list_all(call, list);
		return true;
	}
	if (!cvg_word_block(call, &call->arg[0], &b, err))
		return false;
	join(call, &text);
	cvg_session_note(call->session, b,
			 !strcmp(cvg_str_of(&text), "off") ? NULL
							   : cvg_str_of(&text));
	cvg_str_done(&text);
	note = cvg_session_note_of(call->session, cvg_call_fn(call), b);
	if (note)
		tell(call, list, note);
	else
		cvg_str_addf(&call->out, "B%u has no comment\n",
			     cvg_call_fn(call)->blocks[b].uid);
	return true;
}
