/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Deciding: which nests of loops could be flattened, and what it would bring. */
#include "call.h"

#include "reconverge/choices.h"

static uint32_t header_uid(struct cvg_call *c, const struct cvg_flatnest *t)
{
	const struct cvg_loops *ls = cvg_ana_loops(cvg_call_ana(c));

	return cvg_call_fn(c)->blocks[ls->loop[t->loop].header].uid;
}

static void text_nest(struct cvg_call *c, const struct cvg_flatnest *t)
{
	cvg_str_addf(&c->out, "  L%u B%u  ", t->loop, header_uid(c, t));
	cvg_add_count(&c->out, t->ninner, "inner loop");
	if (t->refusal == CVG_REFUSE_NONE) {
		cvg_str_add(&c->out, "  flatten  ");
		cvg_flat_formula(&c->out, t);
	} else {
		cvg_str_add(&c->out, "  refused: ");
		cvg_add_refusal(&c->out, cvg_call_fn(c), t->refusal,
				t->culprit_block, t->culprit, &c->sh->look);
	}
	cvg_str_addc(&c->out, '\n');
}

static json_t *json_nest(struct cvg_call *c, const struct cvg_flatnest *t)
{
	const struct cvg_fn *fn = cvg_call_fn(c);
	bool ok = t->refusal == CVG_REFUSE_NONE;
	json_t *o = json_pack("{s:o, s:o, s:i, s:i, s:b}", "loop",
			      cvg_json_id('L', t->loop), "header",
			      cvg_json_id('B', header_uid(c, t)), "inner",
			      (int)t->ninner, "divergent", (int)t->ndivergent,
			      "flattenable", (int)ok);

	if (!ok) {
		json_object_set_new(
			o, "reason",
			cvg_json_text(cvg_refusal_text(t->refusal)));
		json_object_set_new(o, "block",
				    cvg_json_block(fn, t->culprit_block));
		return o;
	}
	json_object_update_new(o, cvg_json_flat(t));
	return o;
}

void cvg_tell_nests(struct cvg_call *c)
{
	struct cvg_flatplan *plan =
		cvg_plan_flat(cvg_call_ana(c), cvg_session_settings(c->s));
	json_t *list = json_array();
	uint32_t good = 0;

	for (uint32_t k = 0; k < plan->n; k++) {
		good += plan->at[k].refusal == CVG_REFUSE_NONE;
		if (c->json)
			json_array_append_new(list, json_nest(c, &plan->at[k]));
		else
			text_nest(c, &plan->at[k]);
	}
	if (plan->n)
		cvg_str_addf(&c->out,
			     "%u of %u nests of loops in @%s can be "
			     "flattened\n",
			     good, plan->n, cvg_call_fn(c)->name);
	cvg_call_set(c, "nests", list);
	cvg_flatplan_free(plan);
}
