/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The two sides of `check`: revisions, or modules in files. */
#include "checking.h"

#include "reconverge/graph.h"
#include "reconverge/ir.h"

#include "transforms/redirect.h"

#include <stdlib.h>
#include <string.h>

const char *cvg_answer_name(enum cvg_answer a)
{
	static const char *const names[CVG_NANSWERS] = {
		[CVG_ANSWER_SAME] = "same",
		[CVG_ANSWER_PART] = "part",
		[CVG_ANSWER_DIFFERS] = "differs",
		[CVG_ANSWER_VOID] = "void",
	};

	return names[a];
}

/* The snapshot of a function in a module that is no revision. */
static struct cvg_fn *text_of(struct cvg_module *m, const char *name)
{
	for (uint32_t f = 0; f < cvg_module_nfunctions(m); f++) {
		if (!strcmp(cvg_module_function_name(m, f), name))
			return cvg_module_snapshot(m, f, CVG_SNAP_TEXT);
	}
	return NULL;
}

static bool side_of_file(struct cvg_session *s, const char *path,
			 struct side *out, struct cvg_err *err)
{
	struct cvg_target_options opt = cvg_session_asked(s);
	const char *name = s->history->functions.at[cvg_proving_kernel(s)].name;
	struct cvg_module *m;
	bool ok;

	if (!cvg_module_load(path, &opt, &m, err))
		return false;
	ok = cvg_proving_decode(s, m, name, &out->owned, err);
	if (ok) {
		out->text = cvg_calloc(out->owned->nfns, sizeof *out->text);
		for (uint32_t f = 0; f < out->owned->nfns; f++)
			out->text[f] = text_of(m, out->owned->fns[f].name);
	}
	cvg_module_free(m);
	if (!ok)
		return cvg_fail_in(err, "%.200s", path);
	out->program = out->owned;
	out->sim = cvg_sim_new(out->owned);
	cvg_checking_number(out);
	return true;
}

bool cvg_checking_side(struct cvg_session *s, const struct cvg_check_side *ask,
		       struct side *out, struct cvg_err *err)
{
	*out = (struct side){.owned = NULL};
	if (ask->path)
		return side_of_file(s, ask->path, out, err);
	out->ready = cvg_proving_ready(s, ask->rev, err);
	if (!out->ready)
		return false;
	out->program = out->ready->program;
	out->sim = out->ready->sim;
	cvg_checking_number(out);
	return true;
}

const struct cvg_fn *cvg_checking_text(const struct checker *k, int i,
				       uint32_t fn)
{
	const struct side *side = &k->side[i];
	struct rev *r;

	if (side->text)
		return side->text[fn];
	r = cvg_history_rev(k->session->history,
			    i ? k->check->b.rev : k->check->a.rev);
	for (uint32_t f = 0; f < cvg_history_nfns(k->session->history, r);
	     f++) {
		if (!strcmp(cvg_history_name(k->session->history, r, f),
			    side->program->fns[fn].name))
			return cvg_history_text(k->session->history, r, f)->fn;
	}
	return NULL;
}

void cvg_checking_forget(struct side *to)
{
	cvg_image_free(to->image);
	free(to->races);
	cvg_racing_free(to->racing);
	to->image = NULL;
	to->races = NULL;
	to->nraces = 0;
	to->racing = NULL;
}

void cvg_checking_done(struct side *side)
{
	for (uint32_t f = 0; side->text && f < side->owned->nfns; f++)
		cvg_fn_free(side->text[f]);
	free(side->text);
	cvg_checking_unnumber(side);
	cvg_checking_forget(side);
	if (!side->owned)
		return;
	cvg_sim_free(side->sim);
	cvg_program_free(side->owned);
}

/* The number of parameters without the array of redirection, which a kernel may
 * have or not. */
static uint32_t own_params(const struct cvg_ufn *kernel)
{
	uint32_t n = kernel->nparams;

	return cvg_redirect_done(kernel->fn) ? n - 1 : n;
}

/* Kernels with different parameters cannot be compared. */
bool cvg_checking_comparable(const struct checker *k, struct cvg_err *err)
{
	const struct cvg_ufn *a = &k->side[0].program->fns[0];
	const struct cvg_ufn *b = &k->side[1].program->fns[0];

	uint32_t na = own_params(a), nb = own_params(b);

	if (na != nb)
		return cvg_fail(err,
				"the kernels cannot be compared: one has %u "
				"parameters, the other %u",
				na, nb);
	for (uint32_t i = 0; i < na; i++) {
		if (strcmp(a->params[i].type, b->params[i].type) != 0)
			return cvg_fail(
				err,
				"the kernels cannot be compared: parameter %u "
				"is %.60s in one and %.60s in the other",
				i, a->params[i].type, b->params[i].type);
	}
	return true;
}
