/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What the commands of the group "run" share. */
#include "prove.h"

#include "reconverge/graph.h"
#include "reconverge/launch.h"
#include "reconverge/look.h"
#include "reconverge/program.h"
#include "reconverge/sim.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* ---- words ----------------------------------------------------------- */

bool cvg_word_is_key(const struct cvg_word *word, const char *key)
{
	return word->key == strlen(key) && !strncmp(word->text, key, word->key);
}

bool cvg_word_key_number(const struct cvg_word *word, uint64_t low,
			 uint64_t high, uint64_t *out, struct cvg_err *err)
{
	const char *p = word->text + word->key + 1;
	uint64_t v = 0;
	bool ok = *p != '\0';

	for (; *p && ok; p++) {
		uint64_t digit = (uint64_t)(*p - '0');

		ok = *p >= '0' && *p <= '9' && v <= (UINT64_MAX - digit) / 10;
		v = v * 10 + digit;
	}
	if (!ok || v < low || v > high)
		return cvg_fail_word(
			err, word,
			"'%.60s': the value must be a number from %llu to %llu",
			word->text, (unsigned long long)low,
			(unsigned long long)high);
	*out = v;
	return true;
}

bool cvg_word_is_code(const struct cvg_word *word)
{
	return cvg_word_is_key(word, "code") || cvg_word_is_key(word, "keep");
}

bool cvg_word_code(const struct cvg_word *word, bool *portable,
		   const char **keep, struct cvg_err *err)
{
	const char *value = word->text + word->key + 1;

	if (cvg_word_is_key(word, "keep")) {
		*keep = value;
		mkdir(value, 0777); /* if it fails, writing does */
		return true;
	}
	*portable = !strcmp(value, "ptx");
	return *portable || !strcmp(value, "machine") ||
	       cvg_fail_word(err, word,
			     "'%.60s': the value must be ptx or machine",
			     word->text);
}

static bool no_param(const struct cvg_ufn *fn, const struct cvg_word *word,
		     struct cvg_err *err)
{
	struct cvg_str have = {0};

	for (uint32_t i = 0; i < fn->nparams; i++) {
		const char *name = cvg_param_shown(&fn->params[i]);

		cvg_str_add(&have, i ? ", " : "");
		if (*name)
			cvg_str_add(&have, name);
		else
			cvg_str_addf(&have, "%u", i);
	}
	if (have.n)
		cvg_fail_word(
			err, word,
			"@%.300s has no parameter '%.60s'; its parameters "
			"are %.200s",
			fn->name, word->text, have.at);
	else
		cvg_fail_word(err, word, "@%.300s has no parameters", fn->name);
	cvg_str_done(&have);
	return false;
}

bool cvg_word_param(const struct cvg_program *program,
		    const struct cvg_word *word, uint32_t *param,
		    struct cvg_err *err)
{
	*param = cvg_launch_param(program, word->text);
	return *param != CVG_NONE || no_param(&program->fns[0], word, err);
}

void cvg_keep_path(struct cvg_call *call, uint32_t i)
{
	const struct cvg_word *word = &call->arg[i];
	size_t key = word->key ? word->key + 1 : 0; /* with the '=' */
	char *path = realpath(word->text + key, NULL);

	if (!path)
		return;
	cvg_str_clear(&call->kept);
	cvg_str_add(&call->kept, call->cmd->name);
	for (uint32_t k = 0; k < call->nargs; k++) {
		cvg_str_addc(&call->kept, ' ');
		if (k == i) {
			cvg_str_addf(&call->kept, "%.*s", (int)key, word->text);
			cvg_quote(&call->kept, path);
		} else {
			cvg_quote_word(&call->kept, &call->arg[k]);
		}
	}
	free(path);
}

/* ---- launches -------------------------------------------------------- */

void cvg_prove_left(struct cvg_call *call, const struct cvg_fault *left)
{
	if (left->kind == CVG_F_NONE)
		return;
	cvg_str_add(&call->out, "  a trial run with it");
	if (left->seed != cvg_session_launch(call->session)->seed)
		cvg_str_addf(&call->out, " and seed=%llu",
			     (unsigned long long)left->seed);
	cvg_str_addf(&call->out, " ended: %s\n", cvg_fault_text(left->kind));
}

bool cvg_prove_launch(struct cvg_call *call, struct cvg_err *err)
{
	struct cvg_fault left = {.kind = CVG_F_NONE};
	struct cvg_str words = {0}, brief = {0};
	bool guessed, ok;

	ok = cvg_session_need_launch(call->session, &guessed, &left, err);
	if (!ok)
		return false;
	if (!guessed)
		return true;
	cvg_launch_text(&words, cvg_session_launch(call->session));
	cvg_launch_brief(&brief, cvg_session_launch(call->session));
	TELL(call, "no launch was given, guessed: launch {}{-guessed}\n",
	     CVG_V(brief.at), CVG_V(words.at));
	cvg_prove_left(call, &left);
	cvg_str_done(&words);
	cvg_str_done(&brief);
	return true;
}

/* ---- runs ------------------------------------------------------------ */

void cvg_tell_run(struct cvg_str *out, json_t *into, const struct cvg_run *run)
{
	CVG_TELL(out, into, "{function:@} {revision:P}{-seed}",
		 CVG_V(run->function), CVG_V(run->rev), CVG_V(run->seed));
}

/* ---- profiles -------------------------------------------------------- */

void cvg_tell_extent(struct cvg_str *out, json_t *into,
		     const struct cvg_profile_extent *extent, const char *of)
{
	CVG_TELL(out, into,
		 "{reached_blocks} of {blocks} block(s){}; "
		 "{-split_branches}{-branches}",
		 CVG_V(extent->reached), CVG_V(extent->blocks), CVG_V(of),
		 CVG_V(extent->split), CVG_V(extent->branches));
	if (!extent->split)
		cvg_str_add(out, "no branch splits a warp");
	else
		CVG_TELL(out, NULL,
			 "{} of {} conditional branch(es) split a warp",
			 CVG_V(extent->split), CVG_V(extent->branches));
}

/* ---- faults ---------------------------------------------------------- */

/* Where the kernel stood when the fault ended its run. */
static struct cvg_place fault_place(const struct cvg_run *run,
				    const struct cvg_fault *fault)
{
	return (struct cvg_place){
		.rev = run->rev,
		.program = run->program,
		.launch = run->launch,
		.block = fault->block,
		.thread = fault->thread,
		.fn = fault->fn,
		.inst = fault->inst,
	};
}

static json_t *json_index(const uint32_t *v)
{
	return json_pack("[i, i, i]", (int)v[0], (int)v[1], (int)v[2]);
}

void cvg_prove_fault(struct cvg_call *call, const struct cvg_run *run)
{
	const struct cvg_fault *fault = &run->result->fault;
	struct cvg_place at = fault_place(run, fault);
	struct cvg_str thread = {0}, inst = {0}, line = {0};
	json_t *o = fault->kind == CVG_F_NONE ? json_null() : json_object();

	cvg_call_set(call, "fault", json_incref(o));
	if (fault->kind == CVG_F_NONE)
		return;
	call->said_no = true;
	cvg_place_thread(&thread, &at);
	cvg_place_inst(call->session, &inst, &at);
	cvg_place_line(&line, "", &at);
	cvg_tell_run(&call->out, NULL, run);
	CVG_TELL(&call->out, o,
		 ": {-kind}{}{}{detail}{-block}{-thread}\n"
		 "  {}, seed {}\n"
		 "  {-function}{-at:B}{inst}{-line}\n",
		 CVG_V(cvg_fault_name(fault->kind)),
		 CVG_V(cvg_fault_text(fault->kind)),
		 CVG_V(*fault->detail ? ": " : ""), CVG_V(fault->detail),
		 CVG_V(json_index(fault->block)),
		 CVG_V(json_index(fault->thread)), CVG_V(cvg_str_of(&thread)),
		 CVG_V(run->seed), CVG_V(at.program->fns[at.fn].name),
		 CVG_V(cvg_place_block(&at)), CVG_V(cvg_str_of(&inst)),
		 CVG_V(line.at));
	if (line.n)
		TELL(call, "  {}\n", CVG_V(line.at));
	if (at.inst != CVG_NONE)
		cvg_tell_spot(NULL, o, "", at.program->fns[at.fn].fn,
			      at.program->fns[at.fn].fn->insts[at.inst].spot);
	json_decref(o);
	cvg_str_done(&thread);
	cvg_str_done(&inst);
	cvg_str_done(&line);
}

void cvg_add_witness(struct cvg_str *out, const char *dependence)
{
	if (dependence && *dependence)
		cvg_str_addf(out, "threads depend on each other: %s\n",
			     dependence);
	else
		cvg_str_add(out, "no thread depends on another through global "
				 "memory\n");
}
