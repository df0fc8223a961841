/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* export FILE [WHAT [OBJECT...]] [KEY=VALUE...]: drawings, in every format. */
#include "exporting.h"
#include "prove.h"

#include "reconverge/analysis.h"
#include "reconverge/export.h"
#include "reconverge/folding.h"
#include "reconverge/graph.h"
#include "reconverge/look.h"
#include "reconverge/plan.h"
#include "reconverge/session.h"
#include "reconverge/sim.h"

#include <stdlib.h>
#include <string.h>

#define MOST_STEPS 10000 /* of a warp, unless somebody asks for more */

/* ---- what and which format ------------------------------------------- */

bool cvg_word_format(const struct cvg_word *word, const struct cvg_export **out,
		     struct cvg_err *err)
{
	const char *path = word->text + (word->key ? word->key + 1 : 0);
	struct cvg_str s = {0};

	*out = cvg_export_of_path(path);
	if (*out)
		return true;

	for (uint32_t i = 0; i < cvg_nexports(); i++)
		cvg_str_addf(&s, "%s%s", i ? ", " : "",
			     cvg_export_at(i)->suffix);
	cvg_fail_word(err, word, "export: '%.200s' does not end in one of %s",
		      path, s.at);
	cvg_str_done(&s);
	return false;
}

static bool take_what(struct cvg_exporting *request,
		      const struct cvg_word *word, struct cvg_err *err)
{
	struct cvg_str s = {0};

	request->what = word;
	if (cvg_what_by_name(word->text, &request->in.what))
		return true;
	for (uint32_t i = 0; i < CVG_NWHATS; i++)
		cvg_str_addf(&s, "%s%s", i ? ", " : "",
			     cvg_what_name((enum cvg_what)i));
	cvg_fail_word(err, word, "export: '%.60s' is not one of %s", word->text,
		      s.at);
	cvg_str_done(&s);
	return false;
}

static bool take_object(struct cvg_exporting *request,
			const struct cvg_word *word, struct cvg_err *err)
{
	if (cvg_what_is_chart(request->in.what)) {
		cvg_push(&request->words, *word);
		return true;
	}
	if (request->in.what != CVG_WHAT_MATRIX)
		return cvg_fail_word(
			err, word,
			"export: only 'matrix' takes regions and blocks");
	if (request->nobjects == 3)
		return cvg_fail_word(err, word,
				     "export: 'matrix' takes a region, two "
				     "blocks, or a region and two blocks");
	request->object[request->nobjects++] = word;
	return true;
}

/* ---- matrices -------------------------------------------------------- */

/* The largest chosen block pair of a candidate. */
static bool pick_pair(const struct cvg_fn *fn, const struct cvg_candidate *cd,
		      struct cvg_export_in *in)
{
	uint32_t best = 0;

	for (uint32_t i = 0; i < cd->npairs; i++) {
		for (uint32_t k = 0; k < cd->pair[i].nbp; k++) {
			const uint32_t *b = cd->pair[i].bp[k].block;
			uint32_t size;

			if (b[0] == CVG_NONE || b[1] == CVG_NONE)
				continue;
			size = fn->blocks[b[0]].ninsts +
			       fn->blocks[b[1]].ninsts;
			if (size > best) {
				best = size;
				in->t = b[0];
				in->f = b[1];
			}
		}
	}
	return best > 0;
}

/* matrix R3 B4 B5, matrix B4 B5, matrix R3, or matrix: that of the best
 * candidate. */
static bool pick_matrix(struct cvg_exporting *request, struct cvg_err *err)
{
	const struct cvg_plan *plan = cvg_session_plan(request->call->session);
	const struct cvg_candidate *cd = NULL;
	uint32_t n = request->nobjects;

	if (n % 2 &&
	    !cvg_word_candidate(request->call, request->object[0], &cd, err))
		return false;
	if (n > 1)
		return cvg_word_block(request->call, request->object[n - 2],
				      &request->in.t, err) &&
		       cvg_word_block(request->call, request->object[n - 1],
				      &request->in.f, err);
	if (!cd && plan->n)
		cd = &plan->at[plan->by_profit[0]];
	if (cd && pick_pair(cvg_call_fn(request->call), cd, &request->in))
		return true;
	return cvg_fail_word(
		err, request->what,
		"export: the region has no pair of subgraphs; name two blocks");
}

/* ---- warps ----------------------------------------------------------- */

static bool run_warp(struct cvg_exporting *request, struct cvg_err *err)
{

	if (!cvg_prove_launch(request->call, err) ||
	    !cvg_trace_check(request->call, &request->trace, err))
		return false;
	if (!cvg_session_trace(request->call->session, request->in.ask.rev,
			       &request->trace, &request->run, err))
		return false;
	cvg_prove_fault(request->call, &request->run);
	request->in.run = &request->run;
	request->in.trace = &request->trace;
	return true;
}

/* ---- folds of the screen ---------------------------------------------- */

/* What the user folded there stays so, and the journal says what it was. */
static void take_folds(struct cvg_exporting *request)
{
	struct cvg_call *call = request->call;
	const struct cvg_host *host = call->sh->host;
	const struct cvg_fn *fn = cvg_call_fn(call);
	const struct cvg_bits *now =
		host && host->folded ? host->folded(host->context, fn) : NULL;
	uint32_t n = cvg_ana_regions(cvg_call_ana(call))->n, k = 0;

	if (!now || request->fold_said || request->in.what != CVG_WHAT_CFG)
		return;
	cvg_bits_init(&request->folded, n);
	cvg_str_addf(&call->kept, "%s fold=", call->text);
	for (uint32_t r = 0; r < n && r < now->nbits; r++) {
		if (!cvg_bits_has(now, r))
			continue;
		cvg_bits_add(&request->folded, r);
		cvg_str_addf(&call->kept, "%sR%u", k++ ? "," : "", r);
	}
	cvg_str_add(&call->kept, k ? "" : "none");
}

/* ---- the command ----------------------------------------------------- */

static bool take_words(struct cvg_exporting *request, struct cvg_err *err)
{
	struct cvg_call *call = request->call;

	if (strcmp(call->arg[0].text, "-") != 0 &&
	    !cvg_word_format(&call->arg[0], &request->format, err))
		return false;
	for (uint32_t i = 1; i < call->nargs; i++) {
		const struct cvg_word *word = &call->arg[i];
		bool ok = word->key ? cvg_export_key(request, word, err)
			  : i == 1  ? take_what(request, word, err)
				    : take_object(request, word, err);

		if (!ok)
			return false;
	}
	if (!cvg_export_check_print(request, err))
		return false;
	if (request->in.what == CVG_WHAT_MATRIX)
		return pick_matrix(request, err);
	/* As the command diff does where nothing comes before. */
	if (request->in.ask.since == CVG_NONE &&
	    request->in.what == CVG_WHAT_DIFF)
		request->in.ask.since = request->in.ask.rev;
	if (cvg_what_is_chart(request->in.what))
		return cvg_export_chart(request, err);
	return request->in.what != CVG_WHAT_WARP || run_warp(request, err);
}

static void request_init(struct cvg_exporting *request, struct cvg_call *call)
{
	uint32_t now = cvg_session_current(call->session);

	*request = (struct cvg_exporting){.call = call,
					  .format = cvg_export_at(0)};
	request->in = (struct cvg_export_in){.session = call->session,
					     .what = CVG_WHAT_CFG,
					     .look = &call->sh->look};
	request->in.ask = (struct cvg_dot_ask){
		.session = call->session,
		.rev = now,
		.since = cvg_session_rev(call->session, now)->parent,
		.zoom = CVG_ZOOM_SUMMARY,
		.caption = true,
		.legend = true,
	};
	request->trace = (struct cvg_trace){.limit = MOST_STEPS};
	/* A pipeline may have made the function. */
	if (request->in.ask.since != CVG_NONE &&
	    !cvg_session_fn(call->session, request->in.ask.since, CVG_NONE))
		request->in.ask.since = CVG_NONE;
}

static bool write_it(struct cvg_exporting *request, struct cvg_err *err)
{
	const char *path = request->call->arg[0].text;
	struct cvg_str text = {0};
	bool ok;

	request->in.ask.folded = request->folded.w ? &request->folded : NULL;
	ok = request->format->render(&request->in, &text, err) &&
	     cvg_file_write(path, cvg_str_of(&text), text.n, err);
	cvg_str_done(&text);
	return ok || cvg_blame_word(err, &request->call->arg[0]);
}

bool cvg_cmd_export(struct cvg_call *call, struct cvg_err *err)
{
	struct cvg_exporting q;
	bool ok, to_stdout;

	request_init(&q, call);
	ok = cvg_word_stdout(call, &to_stdout, err) && take_words(&q, err);
	if (ok)
		take_folds(&q);
	ok = ok && write_it(&q, err);
	if (ok && !to_stdout)
		TELL(call, "wrote {file}: {what} of P{}\n",
		     CVG_V(call->arg[0].text), CVG_V(cvg_what_name(q.in.what)),
		     CVG_V(q.in.ask.rev));
	cvg_bits_done(&q.folded);
	cvg_str_done(&q.told.out);
	cvg_str_done(&q.told.kept);
	json_decref(q.told.json);
	cvg_plot_done(&q.plot);
	free(q.words.at);
	free(q.trace.steps.at);
	free(q.trace.entries.at);
	return ok;
}
