/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Acting: every phase, LLVM pipelines, and previews of them. */
#include "call.h"

#include <stdlib.h>
#include <string.h>

/* ---- telling what happened ------------------------------------------- */

static json_t *json_lines(const char *text)
{
	json_t *lines = json_array();
	char *copy = cvg_strdup(text), *rest = copy, *line;

	while ((line = strsep(&rest, "\n")))
		if (*line)
			json_array_append_new(lines, cvg_json_text(line));
	free(copy);
	return lines;
}

static void add_report(struct cvg_call *c, const struct cvg_act *act)
{
	char *copy, *rest, *line;

	if (!act->report.n)
		return;
	copy = rest = cvg_strdup(act->report.at);
	while ((line = strsep(&rest, "\n")))
		if (*line)
			cvg_str_addf(&c->out, "  %s\n", line);
	free(copy);
}

static void add_delta(struct cvg_str *out, uint64_t from, uint64_t to,
		      const char *one, const char *many)
{
	int64_t delta = (int64_t)(to - from);

	if (!delta)
		return;
	cvg_str_add(out, ", ");
	cvg_add_signed(out, delta);
	cvg_str_addf(out, " %s", delta == 1 || delta == -1 ? one : many);
}

static void add_deltas(struct cvg_str *out, const struct cvg_score *a,
		       const struct cvg_score *b)
{
	add_delta(out, a->cycles, b->cycles, "cycle", "cycles");
	add_delta(out, a->divergent, b->divergent, "divergent branch",
		  "divergent branches");
	add_delta(out, a->blocks, b->blocks, "block", "blocks");
	add_delta(out, a->insts, b->insts, "instruction", "instructions");
}

/* "P2: meld R3: -14 cycles, ..." and what the phase says of it. */
static void tell_changed(struct cvg_call *c, const struct cvg_act *act)
{
	const struct cvg_rev *r = cvg_session_rev(c->s, act->rev);
	struct cvg_str deltas = {0};

	add_deltas(&deltas, &r->before, &r->score);
	cvg_str_addf(&c->out, "P%u: %s: %s\n", act->rev, r->command,
		     deltas.n ? deltas.at + 2 : "no count changed");
	add_report(c, act);
	cvg_call_set(c, "before", cvg_json_score(&r->before));
	cvg_call_set(c, "after", cvg_json_score(&r->score));
	cvg_str_done(&deltas);
}

static void tell(struct cvg_call *c, const struct cvg_act *act,
		 const char *nothing)
{
	cvg_call_set(c, "changed", json_boolean(act->changed));
	cvg_call_set(c, "revision", cvg_json_id('P', act->rev));
	cvg_call_set(c, "count", json_integer(act->count));
	if (act->changed) {
		tell_changed(c, act);
	} else {
		cvg_str_addf(&c->out, "%s: %s; still P%u\n",
			     cvg_command_name(c->cmd), nothing, act->rev);
		add_report(c, act);
	}
	cvg_call_set(c, "report", json_lines(cvg_str_of(&act->report)));
}

/* ---- the commands ---------------------------------------------------- */

bool cvg_cmd_phase(struct cvg_call *c, struct cvg_err *err)
{
	const struct cvg_phase *phase = c->cmd->phase;
	struct cvg_object object = {.kind = CVG_OBJ_NONE};
	struct cvg_act act = {.changed = false};

	if (c->nargs && !cvg_word_object(c, &c->arg[0], &object, err))
		return false;
	if (!cvg_session_act(c->s, phase, object, c->text, &act, err))
		return c->nargs ? cvg_blame_word(err, &c->arg[0]) : false;
	tell(c, &act, phase->nothing ? phase->nothing : "nothing to do");
	cvg_str_done(&act.report);
	return true;
}

bool cvg_cmd_pass(struct cvg_call *c, struct cvg_err *err)
{
	struct cvg_act act = {.changed = false};

	if (!cvg_session_pass(c->s, c->arg[0].text, c->text, &act, err))
		return cvg_blame_word(err, &c->arg[0]);
	tell(c, &act, "the pipeline changed nothing");
	cvg_str_done(&act.report);
	return true;
}

bool cvg_cmd_preview(struct cvg_call *c, struct cvg_err *err)
{
	const struct cvg_command *cmd =
		cvg_command_find(c->arg[0].text, c->sh->prefixes, err);
	struct cvg_object object = {.kind = CVG_OBJ_NONE};
	struct cvg_act act = {.changed = false};
	bool something;

	if (!cmd)
		return cvg_blame_word(err, &c->arg[0]);
	if (!cmd->phase)
		return cvg_fail_word(err, &c->arg[0],
				     "preview: '%s' cannot be previewed",
				     cvg_command_name(cmd));
	if (c->nargs == 2 && !cvg_word_object(c, &c->arg[1], &object, err))
		return false;
	if (!cvg_session_preview(c->s, cmd->phase, object, &act, err))
		return c->nargs == 2 ? cvg_blame_word(err, &c->arg[1]) : false;
	something = act.changed || act.count || act.report.n;
	cvg_str_addf(&c->out, "%s would do%s\n", cvg_command_name(cmd),
		     something ? ":" : " nothing");
	if (!something && cmd->phase->nothing)
		cvg_str_addf(&c->out, "  %s\n", cmd->phase->nothing);
	add_report(c, &act);
	cvg_call_set(c, "would_change", json_boolean(something));
	cvg_call_set(c, "count", json_integer(act.count));
	cvg_call_set(c, "report", json_lines(cvg_str_of(&act.report)));
	cvg_str_done(&act.report);
	return true;
}
