/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The regression model of basic-block vectors: fitted, tested, kept. */
#include "model_file.h"
#include "prove.h"

#include "reconverge/bbv.h"
#include "reconverge/export.h"
#include "reconverge/graph.h"
#include "reconverge/look.h"
#include "reconverge/model.h"
#include "reconverge/quantity.h"
#include "reconverge/regroup.h"

#include <stdlib.h>

struct asked {
	uint64_t train; /* thread block */
	const char *use, *file;
};

/* ---- telling ------------------------------------------------------------ */

static void add_term(struct cvg_str *s, double weight, const char *name)
{
	double size = weight < 0 ? -weight : weight;

	if (!(size > 0))
		return;
	cvg_str_addf(s, "%s%.4g%s%s", weight < 0 ? " - " : " + ", size,
		     name ? " " : "", name ? name : "");
}

/* "1 + 0.5 %x - 2 thread" */
static void add_formula(struct cvg_str *out, const struct cvg_fn *fn,
			const struct cvg_influence *in,
			const struct cvg_modelrow *row)
{
	struct cvg_str s = {0};

	if (row->constant > 1e-9 || row->constant < -1e-9)
		add_term(&s, row->constant, NULL); /* not what rounding left */
	for (uint32_t k = 0; k < in->ninputs; k++)
		add_term(&s, row->weight[k], cvg_model_input(fn, in->input[k]));
	add_term(&s, row->thread, "thread");
	if (!s.n)
		cvg_str_add(out, "0");
	else
		cvg_str_addf(out, "%s%s", s.at[1] == '-' ? "-" : "", s.at + 3);
	cvg_str_done(&s);
}

/* What rounding leaves is none. */
static double error_shown(double error)
{
	return error < 1e-9 ? 0 : error;
}

/* No table of json_row's members: a line is the block's formula, whose terms
 * those members are, with what rounding left taken out. */
static void tell_rows(struct cvg_call *call, const struct cvg_fn *fn,
		      const struct cvg_influence *in, const struct cvg_model *m)
{
	struct cvg_grid t = {0};

	cvg_grid_cell(&t, "block");
	cvg_grid_cell(&t, "mean times");
	cvg_grid_cell(&t, "error squared");
	cvg_grid_cell(&t, "how often a thread runs it, as predicted");
	cvg_grid_row(&t);
	for (uint32_t b = 0; b < m->nblocks; b++) {
		struct cvg_str s = {0};

		add_formula(&s, fn, in, &m->row[b]);
		cvg_grid_cell(&t, "B%u", fn->blocks[b].uid);
		cvg_grid_cell(&t, "%.4g", m->row[b].mean);
		cvg_grid_cell(&t, "%.4g", error_shown(m->row[b].error));
		cvg_grid_cell(&t, "%s", s.at);
		cvg_grid_row(&t);
		cvg_str_done(&s);
	}
	cvg_grid_draw(&t, &call->out, "lrrl");
}

static void tell_errors(struct cvg_call *call, const struct cvg_fn *fn,
			const struct cvg_model *m)
{
	uint32_t worst = 0;
	double error = cvg_model_error(m);

	for (uint32_t b = 0; b < m->nblocks; b++) {
		if (m->row[b].error > m->row[worst].error)
			worst = b;
	}
	cvg_str_addf(&call->out, "mean squared error %.4g; worst B%u, %.4g\n",
		     error_shown(error), fn->blocks[worst].uid,
		     error_shown(m->row[worst].error));
	TELL(call, "{-mean_square_error}{-worst:B}", CVG_V(error),
	     CVG_V(fn->blocks[worst].uid));
}

/* What the predicted vectors say the launch costs, beside the real ones. */
static void tell_cost(struct cvg_call *call, const struct cvg_inputrun *r,
		      const struct cvg_model *m)
{
	const struct cvg_bbvrun *run = &r->run;
	struct cvg_bbvs *vectors = cvg_model_vectors(m, run->bbvs, &r->probes);
	struct cvg_bbvcost real, guess;
	json_t *units;

	cvg_bbv_cost(run->bbvs, NULL, run->latency, run->block, &run->gpu,
		     &real);
	cvg_bbv_cost(vectors, NULL, run->latency, run->block, &run->gpu,
		     &guess);
	TELL(call,
	     "BBV-weighted-scheduled: {predicted} guessed cycles by the model, "
	     "{by_vectors} simulated cycles by the vectors\n",
	     CVG_V(guess.scheduled), CVG_V(real.scheduled));
	units = call->json ? json_object() : NULL;
	json_object_set_new(
		units, "predicted",
		cvg_json_unit(CVG_UNIT_CYCLES, CVG_COUNTED_GUESSED));
	json_object_set_new(
		units, "by_vectors",
		cvg_json_unit(CVG_UNIT_CYCLES, CVG_COUNTED_SIMULATED));
	cvg_call_set(call, "units", units);
	cvg_bbvs_free(vectors);
}

static void tell(struct cvg_call *call, const struct asked *a,
		 const struct cvg_inputrun *r, const struct cvg_model *m)
{
	const struct cvg_fn *fn = r->fn;
	uint32_t n = r->run.bbvs->nthreads;

	TELL(call, "{:@}: {} input(s); ", CVG_V(fn->name),
	     CVG_V(r->influence.ninputs));
	if (a->use)
		cvg_str_addf(&call->out,
			     "weights of %s, tested on %u threads\n", a->use,
			     n);
	else
		cvg_str_addf(&call->out,
			     "trained on thread block %llu, tested on the %u "
			     "threads of the others\n",
			     (unsigned long long)a->train, n - r->run.block);
	if (!r->influence.ninputs)
		cvg_str_add(&call->out,
			    "no block depends on a number that a thread loads: "
			    "this predicts nothing from data\n");
	tell_rows(call, fn, &r->influence, m);
	tell_errors(call, fn, m);
	tell_cost(call, r, m);
	cvg_call_set(call, "model", cvg_model_json(fn, &r->influence, m));
}

/* ---- the command -------------------------------------------------------- */

static bool model_word(const struct cvg_word *word, struct asked *a,
		       struct cvg_err *err)
{
	if (cvg_word_is_key(word, "train"))
		return cvg_word_key_number(word, 0, UINT64_MAX, &a->train, err);
	if (cvg_word_is_key(word, "use"))
		a->use = word->text + word->key + 1;
	else if (word->key || a->file)
		return cvg_fail_word(err, word,
				     "model: expected train=N, use=FILE or the "
				     "name of one file, not '%.60s'",
				     word->text);
	else
		a->file = word->text;
	return true;
}

static bool make_model(const struct asked *a, struct cvg_inputrun *r,
		       struct cvg_model *m, struct cvg_err *err)
{
	uint32_t first = (uint32_t)a->train * r->run.block, n = r->run.block;

	if (a->use) {
		if (!cvg_model_read(a->use, r->fn, &r->influence, m, err))
			return false;
		cvg_model_test(m, r->run.bbvs, &r->probes, 0, 0);
		return true;
	}
	if (!cvg_model_can_fit(err))
		return false;
	if (r->run.nblocks < 2)
		return cvg_fail(err, "the launch has one thread block; testing "
				     "the model needs another one");
	if (a->train >= r->run.nblocks)
		return cvg_fail(err,
				"train=: no such thread block: the launch has "
				"%llu, counted from 0",
				(unsigned long long)r->run.nblocks);
	cvg_model_fit(m, r->influence.of_block, r->run.bbvs, &r->probes, first,
		      n);
	cvg_model_test(m, r->run.bbvs, &r->probes, first, n);
	return true;
}

static bool with_run(struct cvg_call *call, const struct asked *a,
		     struct cvg_inputrun *r, struct cvg_err *err)
{
	const struct cvg_fn *fn = r->fn;
	struct cvg_model *m = cvg_model_new(fn->nblocks, r->influence.ninputs);
	bool ok;

	m->at = r->run.fn_at[r->probes.fn];
	ok = make_model(a, r, m, err);
	if (ok && a->file) {
		json_t *o = cvg_model_json(fn, &r->influence, m);

		ok = cvg_model_write(a->file, o, err);
		json_decref(o);
	}
	if (ok)
		tell(call, a, r, m);
	if (ok && a->file)
		TELL(call, "wrote {}\n", CVG_V(a->file));
	cvg_model_free(m);
	return ok;
}

bool cvg_cmd_model(struct cvg_call *call, struct cvg_err *err)
{
	struct asked a = {.train = 0};
	struct cvg_inputrun r;
	bool ok;

	for (uint32_t i = 0; i < call->nargs; i++) {
		if (!model_word(&call->arg[i], &a, err))
			return false;
	}
	if (!cvg_prove_launch(call, err))
		return false;
	ok = cvg_session_inputs(call->session, CVG_NONE, &r, err);
	if (!ok)
		return false;
	ok = with_run(call, &a, &r, err);
	cvg_inputrun_done(&r);
	return ok;
}
