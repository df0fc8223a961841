/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Settings, expectations, leaving. */
#include "prove.h"

#include "reconverge/cost.h"
#include "reconverge/look.h"
#include "reconverge/phase.h"
#include "reconverge/session.h"

#include <string.h>

/* ---- set ------------------------------------------------------------- */

/* One NAME=VALUE into `set`. */
static bool set_one(struct cvg_call *call, struct cvg_settings *set,
		    const struct cvg_word *word, struct cvg_err *err)
{
	struct cvg_str name = {0};
	bool ok;

	if (!word->key)
		return cvg_fail_word(err, word,
				     "set: expected NAME=VALUE, not '%.60s'; "
				     "'show settings' lists the names",
				     word->text);
	cvg_str_addn(&name, word->text, word->key);
	ok = cvg_word_is_key(word, "costs")
		     ? cvg_session_read_costs(call->session, set,
					      word->text + word->key + 1, err)
		     : cvg_settings_set(set, name.at,
					word->text + word->key + 1, err);
	cvg_str_done(&name);
	if (ok && cvg_word_is_key(word, "prove") &&
	    cvg_set_int(set, CVG_SET_PROVE))
		ok = cvg_session_can_prove(err);
	return ok || cvg_blame_word(err, word);
}

/* The setting as it is now. */
static void tell_set(struct cvg_call *call, json_t *list,
		     const struct cvg_settings *now, enum cvg_setid id)
{
	const char *name = cvg_setting_row(id)->name;
	char buf[64];
	const char *text = buf;

	cvg_settings_text(now, id, buf, sizeof buf);
	if (cvg_setting_row(id)->kind == CVG_SET_FILE)
		text = cvg_settings_file(now, id);
	cvg_str_addf(&call->out, "%s=", name);
	if (id == CVG_SET_COSTS && now->costs)
		cvg_costs_describe(&call->out, now->costs);
	else
		cvg_str_addline(&call->out, text, strlen(text));
	cvg_str_addc(&call->out, '\n');
	json_object_set_new(list, name, cvg_json_text(text));
}

bool cvg_cmd_set(struct cvg_call *call, struct cvg_err *err)
{
	struct cvg_settings *now = cvg_session_settings(call->session),
			    next = *now;
	json_t *list = json_object();

	for (uint32_t i = 0; i < call->nargs; i++) {
		if (!set_one(call, &next, &call->arg[i], err)) {
			json_decref(list);
			return false; /* none of them is changed */
		}
	}
	*now = next;
	cvg_session_reprice(call->session);
	for (uint32_t i = 0; i < call->nargs; i++) {
		enum cvg_setid id = (enum cvg_setid)cvg_setting_named(
			call->arg[i].text, call->arg[i].key);
		tell_set(call, list, now, id);
	}
	cvg_call_set(call, "settings", list);
	return true;
}

void cvg_call_tell_costs(struct cvg_call *call)
{
	const struct cvg_costs *costs =
		cvg_session_settings(call->session)->costs;
	struct cvg_str text = {0};

	if (!costs || (!call->cmd->phase &&
		       !(cvg_command_reads(call->cmd) & CVG_READS(COSTS))))
		return;
	cvg_costs_describe(&text, costs);
	if (call->out.n)
		cvg_str_addf(&call->out, "prices: %s\n", text.at);
	if (call->json)
		CVG_TELL(NULL, call->json, "{priced_by}", CVG_V(text.at));
	cvg_str_done(&text);
}

/* ---- expect ---------------------------------------------------------- */

bool cvg_cmd_expect(struct cvg_call *call, struct cvg_err *err)
{
	struct cvg_expected ex = {.holds = false};
	struct cvg_str text = {0};
	uint32_t at;
	bool ok;

	for (uint32_t i = 0; i < call->nargs; i++)
		cvg_str_addf(&text, "%s%s", i ? " " : "", call->arg[i].text);
	ok = cvg_expect(call->session, cvg_str_of(&text), &ex, err);
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
