/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Divergence: where warps split, and the chain of causes that leads there. */
#include "call.h"

#include "reconverge/analysis.h"
#include "reconverge/export.h"
#include "reconverge/graph.h"
#include "reconverge/look.h"
#include "reconverge/session.h"

#include <stdlib.h>
#include <string.h>

#define MAX_CHAIN 6 /* steps shown in one line */

/* Where a step of a chain stands in the source. */
static uint32_t step_spot(const struct cvg_fn *fn, const struct cvg_why *w)
{
	uint32_t i =
		w->value == CVG_NONE ? CVG_NONE : cvg_value_inst(fn, w->value);

	if (i != CVG_NONE)
		return fn->insts[i].spot;
	return w->value == CVG_NONE ? cvg_block_spot(fn, w->block) : CVG_NONE;
}

static const char *step_text(const struct cvg_fn *fn, const struct cvg_why *w)
{
	uint32_t i = w->value == CVG_NONE ? cvg_block_last(fn, w->block)
					  : cvg_value_inst(fn, w->value);

	if (i != CVG_NONE && fn->insts[i].text)
		return fn->insts[i].text;
	return w->value == CVG_NONE ? cvg_op_name(fn->insts[i].op)
				    : cvg_value_label(fn, w->value);
}

/* A step of a chain, as two lines of text. */
static void tell_step(struct cvg_call *call, struct cvg_str *out, json_t *list,
		      uint32_t number, const struct cvg_why *w)
{
	const struct cvg_fn *fn = cvg_call_fn(call);
	bool splits = w->value == CVG_NONE;
	struct cvg_str text = {0}, place = {0};
	json_t *o = cvg_json_item(list);

	cvg_text_clip(&text, step_text(fn, w), 90, &call->sh->look);
	if (w->block != CVG_NONE)
		cvg_str_addf(&place, "in B%u", fn->blocks[w->block].uid);
	cvg_tell_spot(&place, o, place.n ? " at " : "at ", fn,
		      step_spot(fn, w));
	if (place.n)
		cvg_str_add(&place, ": ");
	CVG_TELL(out, o, "{:3}. {}\n     {-value}{-block}{}{-cause}{}{-text}\n",
		 CVG_V(number), CVG_V(cvg_str_of(&text)),
		 CVG_V(splits ? NULL : cvg_value_label(fn, w->value)),
		 CVG_V(cvg_json_block(fn, w->block)), CVG_V(cvg_str_of(&place)),
		 CVG_V(cvg_cause_name(w->cause)),
		 CVG_V(splits ? "splits the warp" : cvg_cause_text(w->cause)),
		 CVG_V(step_text(fn, w)));
	cvg_str_done(&text);
	cvg_str_done(&place);
}

/* A chain; `out` may be NULL. */
static void tell_steps(struct cvg_call *call, struct cvg_str *out, json_t *list,
		       const struct cvg_why *steps, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++)
		tell_step(call, out, list, i + 1, &steps[i]);
}

/* ---- why ------------------------------------------------------------- */

/* The calls that pass a uniform value, as "k:B0, k:B3". */
static void say_passed(struct cvg_call *call, const char *label)
{
	json_t *list = cvg_json_list(call->json, "callers");
	struct cvg_callsites calls = {0};
	struct cvg_str text = {0};

	cvg_session_calls(call->session, &calls);
	for (size_t i = 0; i < calls.n; i++) {
		const struct cvg_callsite *site = &calls.at[i];

		CVG_TELL(NULL, cvg_json_item(list), "{-function}{-block:B}",
			 CVG_V(site->function), CVG_V(site->block));
		if (i < MAX_CHAIN)
			cvg_str_addf(&text, "%s%s:B%u", i ? ", " : "",
				     site->function, site->block);
	}
	if (calls.n > MAX_CHAIN)
		cvg_str_addf(&text, " and %zu more", calls.n - MAX_CHAIN);
	TELL(call, "{} is an argument: {} ({})\n", CVG_V(label),
	     CVG_V(cvg_cause_text(CVG_CAUSE_PASSED)), CVG_V(cvg_str_of(&text)));
	cvg_str_done(&text);
	free(calls.at);
}

static void say_why(struct cvg_call *call, uint32_t value)
{
	const struct cvg_uniform *uniform = cvg_ana_uniform(cvg_call_ana(call));

	const char *label = cvg_value_label(cvg_call_fn(call), value);
	struct cvg_why *steps = NULL;
	uint32_t n = 0;

	cvg_uniform_why(cvg_call_ana(call), value, &steps, &n);
	TELL(call, "{-value}{-divergent}", CVG_V(label), CVG_V((bool)(n > 0)));
	if (uniform->cause[value] == CVG_CAUSE_PASSED)
		say_passed(call, label);
	else if (!n)
		TELL(call, "{} is uniform: the same in all threads of a warp\n",
		     CVG_V(label));
	tell_steps(call, &call->out, cvg_json_list(call->json, "chain"), steps,
		   n);
	free(steps);
}

/* The value a conditional branch or switch goes by; CVG_NONE: no branch. */
static uint32_t condition_of(const struct cvg_fn *fn, uint32_t b)
{
	const struct cvg_inst *inst = cvg_block_terminator(fn, b);

	return fn->blocks[b].nsuccs > 1 && inst->nops ? fn->ops[inst->ops_at]
						      : CVG_NONE;
}

/* Of a block without a branch: the branches that decide whether it runs. */
static void say_controls(struct cvg_call *call, uint32_t b)
{
	struct cvg_ana *ana = cvg_call_ana(call);
	const struct cvg_fn *fn = cvg_ana_fn(ana);
	const struct cvg_uniform *uniform = cvg_ana_uniform(ana);
	json_t *list = cvg_json_list(call->json, "controlled");
	struct cvg_u32s by = {0};

	cvg_controls(ana, b, &by);
	TELL(call, "{block:B} has no branch and runs {}\n",
	     CVG_V(fn->blocks[b].uid),
	     CVG_V(by.n ? "if these branches lead to it:"
			: "whenever the function does"));
	for (size_t i = 0; i < by.n; i++) {
		uint32_t c = by.at[i], v = condition_of(fn, c);
		bool divergent = cvg_bits_has(&uniform->divergent_term, c);

		CVG_TELL(&call->out, cvg_json_item(list),
			 "  {block:B}{}{-divergent}{-condition} on {}\n",
			 CVG_V(fn->blocks[c].uid),
			 CVG_V(divergent ? ", which splits the warp,"
					 : ", uniform,"),
			 CVG_V(divergent),
			 CVG_V(v == CVG_NONE ? NULL : cvg_value_label(fn, v)),
			 CVG_V(v == CVG_NONE ? "what it is"
					     : cvg_value_label(fn, v)));
	}
	free(by.at);
}

static void why_block(struct cvg_call *call, uint32_t b)
{
	struct cvg_ana *ana = cvg_call_ana(call);
	const struct cvg_fn *fn = cvg_ana_fn(ana);
	bool divergent = cvg_bits_has(&cvg_ana_uniform(ana)->divergent_term, b);
	uint32_t v = condition_of(fn, b);
	struct cvg_str text = {0};

	if (v == CVG_NONE) {
		say_controls(call, b);
		return;
	}
	cvg_text_clip(
		&text,
		step_text(fn, &(struct cvg_why){.value = CVG_NONE, .block = b}),
		80, &call->sh->look);
	TELL(call, "{block:B}", CVG_V(fn->blocks[b].uid));
	cvg_tell_spot(&call->out, call->json, " at ", fn,
		      cvg_block_spot(fn, b));
	TELL(call, ": {}\n{} branch on {}\n", CVG_V(cvg_str_of(&text)),
	     CVG_V(divergent ? "divergent" : "uniform"),
	     CVG_V(cvg_value_label(fn, v)));
	cvg_str_done(&text);
	say_why(call, v);
}

bool cvg_cmd_why(struct cvg_call *call, struct cvg_err *err)
{
	const struct cvg_fn *fn = cvg_call_fn(call);
	uint32_t v = CVG_NONE, b, uid;

	/* P3 is a revision, unless a block is called so. */
	if (cvg_is_id(call->arg[0].text, 'P', &uid) &&
	    cvg_block_by_name(fn, call->arg[0].text) == CVG_NONE)
		return cvg_word_rev(call, &call->arg[0], &b, err) &&
		       cvg_why_rev(call, b, err);
	/* %x is a value; B3 or another bare word is a block if there is one. */
	if (*call->arg[0].text == '%')
		v = cvg_value_by_name(fn, call->arg[0].text);
	if (v == CVG_NONE &&
	    (cvg_is_id(call->arg[0].text, 'B', &uid) ||
	     cvg_block_by_name(fn, call->arg[0].text + (*call->arg[0].text ==
							'%')) != CVG_NONE)) {
		if (!cvg_word_block(call, &call->arg[0], &b, err))
			return false;
		why_block(call, b);
		return true;
	}
	if (v == CVG_NONE && !cvg_word_value(call, &call->arg[0], &v, err))
		return false;
	say_why(call, v);
	return true;
}

/* ---- divergence ------------------------------------------------------ */

/* From the source to the branch: "%tid -> %c". */
static void add_chain(struct cvg_call *call, const struct cvg_why *steps,
		      uint32_t n)
{
	const struct cvg_fn *fn = cvg_call_fn(call);
	uint32_t shown = 0;

	for (uint32_t i = n; i-- > 0;) {
		if (n > MAX_CHAIN && i + 3 < n && i > 2) {
			if (i == n - 4)
				cvg_str_addf(&call->out, " -> (%u more)",
					     n - 6);
			continue;
		}
		if (shown++)
			cvg_str_add(&call->out, " -> ");
		if (steps[i].value == CVG_NONE)
			cvg_str_addf(&call->out, "B%u",
				     fn->blocks[steps[i].block].uid);
		else
			cvg_text_clip(&call->out,
				      cvg_value_label(fn, steps[i].value), 24,
				      &call->sh->look);
	}
}

static void one_branch(struct cvg_call *call, json_t *list, uint32_t b)
{
	struct cvg_ana *ana = cvg_call_ana(call);
	const struct cvg_fn *fn = cvg_ana_fn(ana);
	uint32_t v = condition_of(fn, b), n = 0;
	uint32_t r = cvg_ana_regions(ana)->innermost[b];
	struct cvg_why *steps = NULL;
	json_t *o = cvg_json_item(list);

	if (v != CVG_NONE)
		cvg_uniform_why(ana, v, &steps, &n);
	cvg_text_mark(&call->out, &call->sh->look,
		      call->sh->look.glyphs->divergent);
	CVG_TELL(&call->out, o, " {block:B} {-region:R}{-condition}",
		 CVG_V(fn->blocks[b].uid), CVG_V(r),
		 CVG_V(v == CVG_NONE ? NULL : cvg_value_label(fn, v)));
	tell_steps(call, NULL, cvg_json_list(o, "chain"), steps, n);
	cvg_text_clip(&call->out, fn->blocks[b].name, 24, &call->sh->look);
	if (r != CVG_NONE)
		cvg_str_addf(&call->out, "  R%u", r);
	cvg_tell_spot(&call->out, o, "  ", fn, cvg_block_spot(fn, b));
	cvg_str_add(&call->out, "  ");
	add_chain(call, steps, n);
	cvg_str_addc(&call->out, '\n');
	free(steps);
}

static void count_exits(struct cvg_call *call)
{
	struct cvg_ana *ana = cvg_call_ana(call);
	const struct cvg_fn *fn = cvg_ana_fn(ana);
	const struct cvg_cycles *cs = cvg_ana_cycles(ana);
	const struct cvg_uniform *uniform = cvg_ana_uniform(ana);
	json_t *list = json_array();

	for (uint32_t k = 0; k < cs->n; k++) {
		uint32_t header = cs->cycle[k].header;

		if (!cvg_bits_has(&uniform->divergent_exit, k))
			continue;
		cvg_text_mark(&call->out, &call->sh->look,
			      call->sh->look.glyphs->temporal);
		cvg_str_addf(&call->out, " B%u ", fn->blocks[header].uid);
		cvg_text_clip(&call->out, fn->blocks[header].name, 24,
			      &call->sh->look);
		cvg_spot_add(&call->out, "  ", fn, cvg_block_spot(fn, header));
		cvg_str_add(&call->out, "  header of a loop that threads leave "
					"at different times\n");
		json_array_append_new(list, cvg_json_block(fn, header));
	}
	cvg_call_set(call, "temporal", list);
}

bool cvg_cmd_divergence(struct cvg_call *call, struct cvg_err *err)
{
	struct cvg_ana *ana = cvg_call_ana(call);
	const struct cvg_fn *fn = cvg_ana_fn(ana);
	const struct cvg_uniform *uniform = cvg_ana_uniform(ana);
	json_t *list = cvg_json_list(call->json, "branches");
	uint32_t branches = 0, values = cvg_bits_count(&uniform->divergent);

	(void)err;
	cvg_draw_heading(&call->out, ana, cvg_session_current(call->session));
	for (uint32_t b = 0; b < fn->nblocks; b++) {
		branches += fn->blocks[b].nsuccs > 1;
		if (cvg_bits_has(&uniform->divergent_term, b))
			one_branch(call, list, b);
	}
	count_exits(call);
	TELL(call,
	     "{divergent_branches} of {all_branches} branches and "
	     "{divergent_values} of {} values diverge\n",
	     CVG_V(uniform->nbranches), CVG_V(branches), CVG_V(values),
	     CVG_V(fn->nargs + fn->ninsts));
	return true;
}
