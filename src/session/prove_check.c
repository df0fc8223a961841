/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * `check`: compares the results of two modules. Both run on the same launch
 * with seed after seed until they differ. A seed determines the contents of the
 * buffers, the order of the warps, and the garbage in memory that was never
 * written. If they differ at an element, both run once more to find the threads
 * that write it.
 */
#include "inside.h"

#include "reconverge/graph.h"
#include "reconverge/ir.h"
#include "reconverge/program.h"
#include "transforms/redirect.h"

#include <stdlib.h>
#include <string.h>

/* One side, ready to run: of a revision, or `owned` by this check. */
struct side {
	const struct cvg_program *program;
	struct cvg_sim *sim;
	struct ready *ready;
	struct cvg_program *owned; /* of a module that is no revision */
	struct cvg_fn *text;	   /* the kernel's snapshot in that module */
};

struct checker {
	struct cvg_session *s;
	struct cvg_check *c;
	struct side side[2];
	const struct launched *l;
	struct cvg_launch launch; /* with the seed that is run */
	struct cvg_sim_options options;
	struct share share;
	struct cvg_image *image[2];
	struct cvg_fault fault[2];
};

/* ---- the sides ------------------------------------------------------- */

/* The snapshot of a kernel in a module that is no revision. */
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
	struct cvg_target_options opt = {s->h->want_triple, s->h->want_cpu};
	const char *name = s->h->functions.at[s->h->focus].name;
	struct cvg_module *m;
	bool ok;

	if (!cvg_module_load(path, &opt, &m, err))
		return false;
	out->text = text_of(m, name);
	ok = cvg_proving_decode(s, m, name, &out->owned, err);
	cvg_module_free(m);
	if (!ok)
		return cvg_fail_in(err, "%.200s", path);
	out->program = out->owned;
	out->sim = cvg_sim_new(out->owned);
	return true;
}

static bool side_of(struct cvg_session *s, const struct cvg_check_side *ask,
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
	return true;
}

static void side_done(struct side *side)
{
	cvg_fn_free(side->text);
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
static bool same_parameters(const struct checker *k, struct cvg_err *err)
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

/* ---- one seed -------------------------------------------------------- */

static void drop_images(struct checker *k)
{
	for (int i = 0; i < 2; i++) {
		cvg_image_free(k->image[i]);
		k->image[i] = NULL;
	}
}

/* Set the part of the progress that the run of side i is. */
static void set_share(struct checker *k, int i)
{
	double runs = 2 * (double)k->c->seeds;
	double at = 2 * (double)(k->c->done - 1) + i;

	k->share.from = at / runs;
	k->share.to = (at + 1) / runs;
}

/* Keep the counts of a run with the launch's own seed, as `simulate` does. */
static void keep_counts(struct checker *k, int i, struct cvg_sim_result *take)
{
	const struct cvg_check_side *ask = i ? &k->c->b : &k->c->a;
	struct ready *r = k->side[i].ready;

	if (!r || k->launch.seed != k->l->launch.seed) {
		cvg_sim_result_done(take);
		return;
	}
	cvg_proving_keep(r, take, k->l->serial, k->launch.seed);
	cvg_proving_note(k->s, ask->rev, r);
}

static struct cvg_place place_of(const struct checker *k, int i, uint32_t fn,
				 uint32_t inst, const uint32_t *block,
				 const uint32_t *thread)
{
	const struct cvg_check_side *side = i ? &k->c->b : &k->c->a;
	struct cvg_place at = {.rev = CVG_NONE,
			       .text = k->side[i].text,
			       .program = k->side[i].program,
			       .launch = &k->launch,
			       .block = block,
			       .thread = thread,
			       .fn = fn,
			       .inst = inst};

	if (!side->path)
		at.rev = cvg_history_rev(k->s->h, side->rev)->pub.id;
	return at;
}

/* Keep how threads depend on each other. A run that did not end well and found
 * none proves nothing. */
static void note_depend(struct checker *k, int i,
			const struct cvg_depend *depend)
{
	struct cvg_place where =
		place_of(k, i, depend->fn, depend->inst, NULL, NULL);
	struct cvg_check *c = k->c;

	if (!k->options.depend || c->depend_text[i].n)
		return;
	if (!depend->found) {
		c->witnessed[i] = k->fault[i].kind == CVG_F_NONE;
		return;
	}
	cvg_proving_depend_text(k->s, &c->depend_text[i], &where, depend);
	c->depend_seed[i] = k->launch.seed;
}

static bool run_side(struct checker *k, int i, struct cvg_watch *watch,
		     struct cvg_err *err)
{
	const struct side *side = &k->side[i];
	const struct cvg_check_side *ask = i ? &k->c->b : &k->c->a;
	struct cvg_depend depend = {.found = false};
	struct cvg_sim_result result;

	cvg_image_free(k->image[i]);
	k->image[i] = NULL;
	k->options.watch = watch;
	k->options.depend = k->c->witnessed[i] && !watch ? &depend : NULL;
	if (!cvg_proving_image(k->s, ask->rev, side->program, &k->launch,
			       k->s->proving.left.image, &k->image[i], err) ||
	    !cvg_proving_run(side->sim, &k->launch, k->image[i], &k->options,
			     &k->share, &result, err))
		return false;
	k->fault[i] = result.fault;
	k->c->threads = result.counts.threads;
	note_depend(k, i, &depend);
	keep_counts(k, i, &result);
	return true;
}

static uint64_t bytes_of(const struct cvg_image *m)
{
	uint64_t sum = 0;

	for (uint32_t i = 0; i < m->nbuffers; i++) {
		if (!m->buffers[i].constant && m->buffers[i].arg >= -1)
			sum += m->buffers[i].bytes;
	}
	return sum;
}

static void tell_fault(const struct checker *k, int i, struct cvg_str *out)
{
	const struct cvg_fault *f = &k->fault[i];
	struct cvg_place at =
		place_of(k, i, f->fn, f->inst, f->block, f->thread);

	if (f->kind != CVG_F_NONE)
		cvg_fault_tell(k->s, out, &at, f);
}

static void note_void(struct checker *k)
{
	struct cvg_check *c = k->c;

	if (c->void_seeds++)
		return;
	c->void_fault = k->fault[0];
	c->void_seed = k->launch.seed;
	tell_fault(k, 0, &c->void_text);
}

static bool run_seed(struct checker *k, struct cvg_err *err)
{
	struct cvg_check *c = k->c;

	k->launch.seed = k->l->launch.seed + c->done++;
	for (int i = 0; i < 2; i++) {
		set_share(k, i);
		if (!run_side(k, i, NULL, err))
			return false;
	}
	cvg_run_compare(k->side[0].program, &k->fault[0], k->image[0],
			&k->fault[1], k->image[1], c->loose, &c->difference);
	c->bytes = bytes_of(k->image[0]);
	if (c->difference.unconstrained)
		note_void(k);
	if (!c->difference.found)
		return true;
	c->differs = true;
	c->seed = k->launch.seed;
	return true;
}

/* ---- the threads that wrote an element ------------------------------- */

/* The address of the element in side i: variables may have other addresses in
 * the other module. */
static uint64_t address_in(const struct checker *k, int i)
{
	const struct cvg_difference *d = &k->c->difference;
	const struct cvg_program *p = k->side[i].program;
	const char *name = d->what + (*d->what == '@');

	for (uint32_t g = 0; d->arg < 0 && g < p->nglobals; g++) {
		if (!strcmp(p->globals[g].name, name))
			return p->globals[g].address +
			       d->element * cvg_elem_bytes(d->elem);
	}
	return d->address;
}

static void tell_writer(const struct checker *k, int i)
{
	const struct cvg_watch *w = &k->c->who[i];
	struct cvg_str *out = &k->c->who_text[i];
	struct cvg_place at =
		place_of(k, i, w->fn, w->inst, w->block, w->thread);

	if (!w->found) {
		cvg_str_add(out, "no thread wrote it");
		return;
	}
	cvg_place_thread(out, &at);
	cvg_str_add(out, ", ");
	cvg_place_inst(k->s, out, &at);
	cvg_place_line(out, ", ", &at);
}

static bool find_writers(struct checker *k, struct cvg_err *err)
{
	const struct cvg_difference *d = &k->c->difference;

	for (int i = 0; i < 2; i++) {
		struct cvg_watch *w = &k->c->who[i];

		w->address = address_in(k, i);
		w->bytes = cvg_elem_bytes(d->elem);
		if (!run_side(k, i, w, err))
			return false;
		tell_writer(k, i);
	}
	return true;
}

static bool explain(struct checker *k, struct cvg_err *err)
{
	struct cvg_check *c = k->c;

	cvg_difference_print(&c->text, &c->difference);
	for (int i = 0; i < 2; i++) {
		c->fault[i] = k->fault[i];
		tell_fault(k, i, &c->fault_text[i]);
	}
	return c->difference.ends_differ || find_writers(k, err);
}

/* ---- all seeds ------------------------------------------------------- */

/* Store in the revision what was compared, and the difference if there is
 * one. */
static void note_extent(const struct checker *k, struct rev *r)
{
	const struct cvg_check *c = k->c;

	r->proof.first_seed = k->l->launch.seed;
	r->proof.check_threads = c->threads;
	r->proof.check_bytes = c->bytes;
	r->proof.loose = c->loose;
	r->proof.clock = c->clock;
	free(r->difference);
	r->difference = c->differs ? cvg_strdup(cvg_str_of(&c->text)) : NULL;
	r->proof.difference = r->difference;
}

static void note_verdict(const struct checker *k)
{
	const struct cvg_check *c = k->c;
	struct rev *r;

	if (c->b.path || c->void_seeds)
		return;
	r = cvg_history_rev(k->s->h, c->b.rev);
	if (r->proof.function &&
	    strcmp(r->proof.function, k->side[0].program->fns[0].name) != 0)
		r->proof = (struct cvg_proof){.measured = false};
	r->proof.function = k->s->h->functions.at[k->s->h->focus].name;
	r->proof.checked = c->differs ? CVG_DIFFERS : CVG_AGREES;
	r->proof.seeds = c->done;
	r->proof.against = c->a.path
				   ? CVG_NONE
				   : cvg_history_rev(k->s->h, c->a.rev)->pub.id;
	note_extent(k, r);
}

/* Store in redirected revisions whether their threads depend on each other. */
static void note_witness(const struct checker *k)
{
	const struct cvg_check *c = k->c;

	for (int i = 0; i < 2; i++) {
		const struct cvg_check_side *ask = i ? &c->b : &c->a;

		if (c->witnessed[i] && !ask->path)
			cvg_proving_witness(k->s, ask->rev, k->l->serial,
					    k->l->launch.seed, c->done,
					    cvg_str_of(&c->depend_text[i]));
	}
}

static bool run_all(struct checker *k, struct cvg_err *err)
{
	struct cvg_check *c = k->c;

	if (!same_parameters(k, err))
		return false;
	for (int i = 0; i < 2; i++)
		c->witnessed[i] = cvg_proving_wants_witness(k->side[i].program);
	/* The original code decides whether results may be approximate. */
	c->loose = k->side[0].program->fast_math;
	c->clock = k->side[0].program->uses_clock;
	/* A run that does not end would not end for other seeds either. */
	while (c->done < c->seeds && !c->differs &&
	       c->void_fault.kind != CVG_F_ENDLESS) {
		if (!run_seed(k, err))
			return false;
	}
	note_witness(k);
	if (c->differs && !explain(k, err))
		return false;
	note_verdict(k);
	return true;
}

bool cvg_session_check(struct cvg_session *s, struct cvg_check *c,
		       struct cvg_err *err)
{
	struct checker k = {.s = s,
			    .c = c,
			    .l = cvg_proving_launched(s),
			    .share = {.s = s}};
	bool ok;

	k.options.max_steps =
		(uint64_t)cvg_set_real(&s->settings, CVG_SET_STEPS);
	k.options.workers =
		(uint32_t)cvg_set_int(&s->settings, CVG_SET_WORKERS);
	if (!k.l)
		return cvg_fail(
			err, "the kernel has no launch: set one with 'launch'");
	cvg_launch_copy(&k.launch, &k.l->launch);
	ok = side_of(s, &c->a, &k.side[0], err) &&
	     side_of(s, &c->b, &k.side[1], err) && run_all(&k, err);
	cvg_launch_done(&k.launch);
	drop_images(&k);
	for (int i = 0; i < 2; i++)
		side_done(&k.side[i]);
	return ok;
}

void cvg_check_done(struct cvg_check *c)
{
	cvg_str_done(&c->void_text);
	cvg_str_done(&c->text);
	for (int i = 0; i < 2; i++) {
		cvg_str_done(&c->who_text[i]);
		cvg_str_done(&c->depend_text[i]);
		cvg_str_done(&c->fault_text[i]);
	}
}
