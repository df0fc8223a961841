/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The machine's view of a revision: the instructions that LLVM's code generator
 * makes of each block, by class, and the registers and memory that they need;
 * or those of two revisions side by side.
 */
#include "prove.h"

#include "reconverge/export.h"
#include "reconverge/graph.h"
#include "reconverge/ir.h"
#include "reconverge/mcode.h"
#include "reconverge/quantity.h"
#include "reconverge/session.h"
#include "reconverge/table.h"

#include <math.h>

/* ---- the command ------------------------------------------------------- */

static bool tell_one(struct cvg_call *call, uint32_t rev, struct cvg_err *err)
{
	if (!cvg_session_mcode_named(call->session, rev, err) ||
	    !cvg_tell_machine(&call->out, call->json, call->session, rev, err))
		return false;
	cvg_call_cycles(call, "cycles waits", CVG_COUNTED_MACHINE);
	return true;
}

static void add_beside(struct cvg_table *t, const struct cvg_quantity *row,
		       double before, double after, bool more_is_better)
{
	const double value[] = {before, after};

	if (before != 0 || after != 0)
		cvg_besides_add(t, row, value, more_is_better);
}

static bool tell_two(struct cvg_call *call, const uint32_t rev[2],
		     struct cvg_err *err)
{
	const struct cvg_mcode *a =
		cvg_session_mcode_named(call->session, rev[0], err);
	const struct cvg_mcode *b =
		a ? cvg_session_mcode_named(call->session, rev[1], err) : NULL;
	struct cvg_besides sides = {.corner = "machine",
				    .rev = {rev[0], rev[1]},
				    .n = 2,
				    .plain = true};
	struct cvg_table t;

	if (!b)
		return false;
	cvg_besides_init(&t, &sides);
	add_beside(&t, cvg_minsts_row(), a->total.n, b->total.n, false);
	for (int c = 0; c < CVG_NMCLASSES; c++)
		add_beside(&t, cvg_mclass_row((enum cvg_mclass)c),
			   a->total.of[c], b->total.of[c], false);
	for (int i = 0; i < CVG_NMSIZES; i++)
		if (!isnan(a->size[i]) || !isnan(b->size[i]))
			add_beside(&t, cvg_msize_row((enum cvg_msize)i),
				   a->size[i], b->size[i],
				   i == CVG_MSIZE_OCCUPANCY);
	TELL(call, "{function:@} for {cpu}, by LLVM {llvm}\n",
	     CVG_V(cvg_call_fn(call)->name),
	     CVG_V(cvg_session_cpu(call->session)), CVG_V(cvg_llvm_version()));
	cvg_table_text(&t, &call->out);
	cvg_call_set(call, "revisions", cvg_besides_json_all(&t, &sides));
	cvg_call_set(call, "kinds", cvg_besides_json_kinds(&t));
	cvg_table_done(&t);
	if (a->unnamed || b->unnamed)
		TELL(call, "classes are not known: {unnamed}\n",
		     CVG_V((const char *)(a->unnamed ? a->unnamed
						     : b->unnamed)));
	return true;
}

bool cvg_cmd_machine(struct cvg_call *call, struct cvg_err *err)
{
	uint32_t rev[2] = {cvg_session_current(call->session), CVG_NONE};
	const char *body;

	for (uint32_t k = 0; k < call->nargs; k++)
		if (!cvg_word_rev(call, &call->arg[k], &rev[k], err))
			return false;
	if (!(call->nargs == 2 ? tell_two(call, rev, err)
			       : tell_one(call, rev[0], err)))
		return false;
	body = cvg_add_body(call, &call->out, "");
	TELL(call, "{-body}", CVG_V(body));
	if (body)
		cvg_str_addc(&call->out, '\n');
	return true;
}
