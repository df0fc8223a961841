/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * `check`: compares the results of two modules. Both run on the same launch
 * with seed after seed until they differ. A seed determines the contents of the
 * buffers, the order of the warps, and the garbage in memory that was never
 * written. If they differ at an element, both run once more to find the threads
 * that write it.
 */
#include "checking.h"

#include "reconverge/graph.h"
#include "reconverge/ir.h"

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

/* ---- one seed -------------------------------------------------------- */

/* Set the part of the progress that the run of side i is. */
static void set_share(struct checker *k, int i)
{
	double runs = 2 * (double)k->c->seeds;
	double at = 2 * (double)(k->c->done - 1) + i;

	k->share.from = at / runs;
	k->share.to = (at + 1) / runs;
}

/* Is it a run with the launch's own seed, whose counts are kept as those of
 * `simulate` are? */
static bool keeps_counts(const struct checker *k)
{
	return k->launch.seed == k->l->launch.seed;
}

static void keep_counts(struct checker *k, int i, struct cvg_sim_result *take)
{
	const struct cvg_check_side *ask = i ? &k->c->b : &k->c->a;
	struct ready *r = k->side[i].ready;

	if (!r || !keeps_counts(k)) {
		cvg_sim_result_done(take);
		return;
	}
	cvg_proving_keep(r, take, k->l->serial, k->launch.seed);
	cvg_proving_note(k->s, ask->rev, r);
}

/* Keep how threads depend on each other. A run that did not end well and found
 * none proves nothing. */
static void note_depend(struct checker *k, int i,
			const struct cvg_depend *depend)
{
	struct cvg_place where =
		cvg_checking_place(k, i, depend->fn, depend->inst, NULL, NULL);
	struct cvg_check *c = k->c;

	if (!k->options.depend || c->depend_text[i].n)
		return;
	if (!depend->found) {
		c->witnessed[i] = k->side[i].fault.kind == CVG_F_NONE;
		return;
	}
	cvg_proving_depend_text(k->s, &c->depend_text[i], &where, depend);
	c->depend_seed[i] = k->launch.seed;
}

bool cvg_checking_run(struct checker *k, int i, struct side *to,
		      struct cvg_err *err)
{
	const struct cvg_check_side *ask = i ? &k->c->b : &k->c->a;
	struct cvg_depend depend = {.found = false};
	struct cvg_sim_result result;
	bool first = to == &k->side[i];

	cvg_checking_forget(to);
	k->options.depend = first && k->c->witnessed[i] && !k->options.watch
				    ? &depend
				    : NULL;
	k->options.timed = first && keeps_counts(k) &&
			   cvg_set_int(&k->s->settings, CVG_SET_TIMING) ==
				   CVG_TIMING_SCOREBOARD;
	if (!cvg_proving_image(k->s, ask->rev, to->program, &k->launch,
			       k->s->proving.left.image, &to->image, err) ||
	    !cvg_proving_run(to->sim, &k->launch, to->image, &k->options,
			     &k->share, &result, err))
		return false;
	to->fault = result.fault;
	to->races = result.races;
	to->nraces = result.nraces;
	to->racing = result.racing;
	result.races = NULL;
	result.racing = NULL;
	k->c->threads = result.counts.threads;
	if (first) {
		note_depend(k, i, &depend);
		cvg_checking_strength(to, &result.counts);
		keep_counts(k, i, &result);
	} else {
		cvg_sim_result_done(&result);
	}
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

struct cvg_place cvg_checking_place(const struct checker *k, int i, uint32_t fn,
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

static void tell_fault(const struct checker *k, int i, struct cvg_str *out)
{
	const struct cvg_fault *f = &k->side[i].fault;
	struct cvg_place at =
		cvg_checking_place(k, i, f->fn, f->inst, f->block, f->thread);

	if (f->kind != CVG_F_NONE)
		cvg_fault_tell(k->s, out, &at, f);
}

static void note_void(struct checker *k)
{
	struct cvg_check *c = k->c;

	if (c->void_seeds++)
		return;
	c->void_fault = k->side[0].fault;
	c->void_seed = k->launch.seed;
	tell_fault(k, 0, &c->void_text);
}

/* Run both sides and compare. */
static bool run_both(struct checker *k, struct cvg_err *err)
{
	struct cvg_check *c = k->c;

	for (int i = 0; i < 2; i++) {
		set_share(k, i);
		if (!cvg_checking_run(k, i, &k->side[i], err))
			return false;
	}
	cvg_run_compare(k->side[0].program, &k->side[0].fault, k->side[0].image,
			&k->side[1].fault, k->side[1].image, c->loose,
			&c->difference);
	c->bytes = bytes_of(k->side[0].image);
	return true;
}

/* May what the original computes depend on the order of its threads? */
static bool may_depend(const struct checker *k)
{
	return k->side[0].nraces || cvg_sim_tells_order(k->side[0].sim);
}

/*
 * The original's result depends on the order of its threads, without a race. Only
 * one order can be compared, the one in which warps are not preempted: it is the
 * likeliest to be the same on both sides.
 */
static bool run_in_order(struct checker *k, struct cvg_err *err)
{
	struct cvg_check *c = k->c;

	c->one_order = true;
	if (k->options.order) {
		k->options.order = 0;
		if (!run_both(k, err))
			return false;
	}
	if (!c->difference.found)
		return true;
	c->answer = CVG_ANSWER_VOID;
	return true;
}

/* Both sides have run: what follows from it? */
static bool judge(struct checker *k, struct cvg_err *err)
{
	struct cvg_check *c = k->c;
	bool depends = c->one_order;

	if (!depends && may_depend(k) && (!k->looked || c->difference.found) &&
	    !cvg_checking_depends(k, &depends, err))
		return false;
	if (c->answer == CVG_ANSWER_VOID)
		return true;
	if (depends && !run_in_order(k, err))
		return false;
	if (c->answer == CVG_ANSWER_VOID)
		return true;
	if (!c->difference.found)
		return cvg_checking_races(k, err);
	c->answer = CVG_ANSWER_DIFFERS;
	c->seed = k->launch.seed;
	return true;
}

static bool run_seed(struct checker *k, struct cvg_err *err)
{
	struct cvg_check *c = k->c;

	k->launch.seed = k->l->launch.seed + c->done;
	k->options.order = c->done && !c->one_order
				   ? cvg_checking_order(k->launch.seed)
				   : 0;
	c->done++;
	if (!run_both(k, err))
		return false;
	if (!c->difference.unconstrained)
		return judge(k, err);
	note_void(k);
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
		cvg_checking_place(k, i, w->fn, w->inst, w->block, w->thread);

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
		k->options.watch = w;
		if (!cvg_checking_run(k, i, &k->side[i], err))
			return false;
		k->options.watch = NULL;
		tell_writer(k, i);
	}
	return true;
}

static bool explain(struct checker *k, struct cvg_err *err)
{
	struct cvg_check *c = k->c;

	if (c->by_race)
		return true;
	cvg_difference_print(&c->text, &c->difference);
	for (int i = 0; i < 2; i++) {
		c->fault[i] = k->side[i].fault;
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
	r->difference = NULL;
	if (c->answer == CVG_ANSWER_DIFFERS)
		r->difference = cvg_strdup(
			cvg_str_of(c->by_race ? &c->race_text[1] : &c->text));
	r->proof.difference = r->difference;
}

static void note_verdict(const struct checker *k)
{
	const struct cvg_check *c = k->c;
	struct rev *r;

	if (c->b.path || c->answer == CVG_ANSWER_VOID)
		return;
	r = cvg_history_rev(k->s->h, c->b.rev);
	if (r->proof.function &&
	    strcmp(r->proof.function, k->side[0].program->fns[0].name) != 0)
		r->proof = (struct cvg_proof){.measured = false};
	r->proof.function = k->s->h->functions.at[k->s->h->focus].name;
	r->proof.checked =
		c->answer == CVG_ANSWER_DIFFERS ? CVG_DIFFERS : CVG_AGREES;
	r->proof.answer = c->answer;
	r->proof.untested = c->untested;
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

/* All seeds have run without a difference: is that all? */
static void conclude(struct checker *k)
{
	struct cvg_check *c = k->c;

	if (c->answer != CVG_ANSWER_SAME)
		return;
	cvg_checking_weaker(k);
	c->untested += c->one_order;
	if (c->void_seeds)
		c->answer = CVG_ANSWER_VOID;
	else if (c->untested)
		c->answer = CVG_ANSWER_PART;
}

static bool run_all(struct checker *k, struct cvg_err *err)
{
	struct cvg_check *c = k->c;

	if (!cvg_checking_comparable(k, err))
		return false;
	for (int i = 0; i < 2; i++)
		c->witnessed[i] = cvg_proving_wants_witness(k->side[i].program);
	/* The original code decides whether results may be approximate. */
	c->loose = k->side[0].program->fast_math;
	c->clock = k->side[0].program->uses_clock;
	/* A run that does not end would not end for other seeds either. */
	while (c->done < c->seeds && c->answer == CVG_ANSWER_SAME &&
	       c->void_fault.kind != CVG_F_ENDLESS) {
		if (!run_seed(k, err))
			return false;
	}
	note_witness(k);
	if (c->answer == CVG_ANSWER_DIFFERS && !explain(k, err))
		return false;
	conclude(k);
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
	k.options.races = CVG_RACES_LIST;
	if (!k.l)
		return cvg_fail(
			err, "the kernel has no launch: set one with 'launch'");
	cvg_launch_copy(&k.launch, &k.l->launch);
	ok = cvg_checking_side(s, &c->a, &k.side[0], err) &&
	     cvg_checking_side(s, &c->b, &k.side[1], err) && run_all(&k, err);
	cvg_launch_done(&k.launch);
	for (int i = 0; i < 2; i++)
		cvg_checking_done(&k.side[i]);
	return ok;
}

void cvg_check_done(struct cvg_check *c)
{
	cvg_str_done(&c->void_text);
	cvg_str_done(&c->text);
	cvg_str_done(&c->weaker_text);
	for (int i = 0; i < 2; i++) {
		cvg_str_done(&c->who_text[i]);
		cvg_str_done(&c->depend_text[i]);
		cvg_str_done(&c->fault_text[i]);
		cvg_str_done(&c->race_text[i]);
	}
}
