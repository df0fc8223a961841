/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Settings, expectations, leaving. */
#include "prove.h"

#include "reconverge/look.h"
#include "reconverge/session.h"

#include <string.h>

/* ---- set ------------------------------------------------------------- */

/* One NAME=VALUE into `set`. */
static bool set_one(struct cvg_call *call, struct cvg_settings *set,
		    const struct cvg_word *word, struct cvg_err *err)
{
	struct cvg_str name = {0};
	bool ok;

	(void)call;
	if (!word->key)
		return cvg_fail_word(err, word,
				     "set: expected NAME=VALUE, not '%.60s'; "
				     "'show settings' lists the names",
				     word->text);
	cvg_str_addn(&name, word->text, word->key);
	ok = cvg_settings_set(set, name.at, word->text + word->key + 1, err);
	cvg_str_done(&name);
	if (ok && cvg_word_is_key(word, "prove") &&
	    cvg_set_int(set, CVG_SET_PROVE))
		ok = cvg_session_can_prove(err);
	return ok || cvg_blame_word(err, word);
}

bool cvg_cmd_set(struct cvg_call *call, struct cvg_err *err)
{
	struct cvg_settings *now = cvg_session_settings(call->session),
			    next = *now;
	json_t *list = json_object();
	char text[64];

	for (uint32_t i = 0; i < call->nargs; i++) {
		if (!set_one(call, &next, &call->arg[i], err)) {
			json_decref(list);
			return false; /* none of them is changed */
		}
	}
	*now = next;
	for (uint32_t i = 0; i < call->nargs; i++) {
		enum cvg_setid id = (enum cvg_setid)cvg_setting_named(
			call->arg[i].text, call->arg[i].key);
		const char *name = cvg_setting_row(id)->name;

		cvg_settings_text(now, id, text, sizeof text);
		cvg_str_addf(&call->out, "%s=%s\n", name, text);
		json_object_set_new(list, name, json_string(text));
	}
	cvg_call_set(call, "settings", list);
	return true;
}

/* ---- expect ---------------------------------------------------------- */

bool cvg_cmd_expect(struct cvg_call *call, struct cvg_err *err)
{
	struct cvg_expected ex = {.holds = false};
	struct cvg_str text = {0};
	struct vigil v;
	uint32_t at;
	bool ok;

	for (uint32_t i = 0; i < call->nargs; i++)
		cvg_str_addf(&text, "%s%s", i ? " " : "", call->arg[i].text);
	cvg_vigil_begin(&v, call);
	ok = cvg_vigil_end(
		&v, cvg_expect(call->session, cvg_str_of(&text), &ex, err));
	if (!ok) {
		/* A column in the joined words becomes one in the line. */
		at = err->column ? err->column - 1 : 0;
		for (uint32_t i = 0; i < call->nargs; i++) {
			size_t n = strlen(call->arg[i].text);

			cvg_blame_word(err, &call->arg[i]);
			if (at <= n) {
				err->column += at + call->arg[i].quoted;
				break;
			}
			at -= (uint32_t)n + 1;
		}
		cvg_str_done(&text);
		return false;
	}
	call->said_no = !ex.holds;
	TELL(call, "{-holds}{}: {}{-values}\n", CVG_V(ex.holds),
	     CVG_V(ex.holds ? "holds" : "does not hold"),
	     CVG_V(ex.why.n ? ex.why.at : text.at), CVG_V(cvg_str_of(&ex.why)));
	cvg_str_done(&ex.why);
	cvg_str_done(&text);
	return true;
}

/* ---- quit ------------------------------------------------------------ */

bool cvg_cmd_quit(struct cvg_call *call, struct cvg_err *err)
{
	(void)err;
	call->sh->quit = true;
	return true;
}
