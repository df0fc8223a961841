/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * `check`: compares the results of two modules. Both run on the same launch
 * with seed after seed until they differ. A seed determines the contents of the
 * buffers, the order of the warps, and the garbage in memory that was never
 * written. If they differ at an element, both run once more to find the threads
 * that write it.
 */
#include "checking.h"

#include "reconverge/faults.h"
#include "reconverge/graph.h"
#include "reconverge/ir.h"

#include <stdlib.h>
#include <string.h>

/* ---- one seed -------------------------------------------------------- */

/* Set the part of the progress that the run of side i is. */
static void set_share(struct checker *k, int i)
{
	double runs = 2 * (double)k->check->seeds;
	double at = 2 * (double)(k->check->done - 1) + i;

	k->share.from = at / runs;
	k->share.to = (at + 1) / runs;
}

/* Is it a run with the launch's own seed, whose counts are kept as those of
 * `simulate` are? */
static bool keeps_counts(const struct checker *k)
{
	return k->launch.seed == k->launched->launch.seed && !k->other;
}

static void keep_counts(struct checker *k, int i, struct cvg_sim_result *take)
{
	const struct cvg_check_side *ask = i ? &k->check->b : &k->check->a;
	struct ready *r = k->side[i].ready;

	if (!r || !keeps_counts(k)) {
		cvg_sim_result_done(take);
		return;
	}
	cvg_proving_keep(r, take, k->launched->serial, k->launch.seed);
	cvg_proving_note(k->session, ask->rev, r);
}

/* Keep how threads depend on each other. A run that did not end well and found
 * none proves nothing. */
static void note_depend(struct checker *k, int i,
			const struct cvg_depend *depend)
{
	struct cvg_place where =
		cvg_checking_place(k, i, depend->fn, depend->inst, NULL, NULL);
	struct cvg_check *c = k->check;

	if (!k->options.depend || c->depend_text[i].n)
		return;
	if (!depend->found) {
		c->witnessed[i] = k->side[i].fault.kind == CVG_F_NONE;
		return;
	}
	cvg_proving_depend_text(k->session, &c->depend_text[i], &where, depend);
	c->depend_seed[i] = k->launch.seed;
}

bool cvg_checking_run(struct checker *k, int i, struct side *to,
		      struct cvg_err *err)
{
	const struct cvg_check_side *ask = i ? &k->check->b : &k->check->a;
	struct cvg_depend depend = {.found = false};
	struct cvg_sim_result result;
	bool first = to == &k->side[i];

	cvg_checking_forget(to);
	k->options.max_steps = k->steps[i];
	k->options.depend = first && k->check->witnessed[i] && !k->options.watch
				    ? &depend
				    : NULL;
	k->options.timed = first && keeps_counts(k) &&
			   cvg_set_int(&k->session->settings, CVG_SET_TIMING) ==
				   CVG_TIMING_SCOREBOARD;
	if (!cvg_proving_image(k->session, ask->rev, to->program, &k->launch,
			       k->session->proving.left.image, &to->image,
			       err) ||
	    !cvg_proving_run(to->sim, &k->launch, to->image, &k->options,
			     &k->share, &result, err))
		return false;
	to->fault = result.fault;
	to->races = result.races;
	to->nraces = result.nraces;
	to->racing = result.racing;
	result.races = NULL;
	result.racing = NULL;
	k->check->threads = result.counts.threads;
	k->last_insts = result.counts.insts;
	k->insts += result.counts.insts;
	if (first) {
		note_depend(k, i, &depend);
		cvg_checking_count(to, &result.counts);
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
		if (!m->buffers[i].constant && m->buffers[i].arg != -2)
			sum += m->buffers[i].bytes;
	}
	return sum;
}

struct cvg_place cvg_checking_place(const struct checker *k, int i, uint32_t fn,
				    uint32_t inst, const uint32_t *block,
				    const uint32_t *thread)
{
	const struct cvg_check_side *side = i ? &k->check->b : &k->check->a;
	struct cvg_place at = {.rev = CVG_NONE,
			       .text = cvg_checking_text(k, i, fn),
			       .program = k->side[i].program,
			       .launch = &k->launch,
			       .block = block,
			       .thread = thread,
			       .fn = fn,
			       .inst = inst};

	if (!side->path)
		at.rev =
			cvg_history_rev(k->session->history, side->rev)->pub.id;
	return at;
}

#define SLOWER	    16
#define LEAST_STEPS 1000000

/*
 * A warp of the second side may run 16 times as many instructions as all warps of
 * the original did, and a million more, before its loop is taken for endless.
 */
static void limit_other(struct checker *k)
{
	if (cvg_set_real(&k->session->settings, CVG_SET_OPERATIONS) <= 0)
		k->steps[1] = LEAST_STEPS + SLOWER * k->last_insts;
}

/* Run the second side, too, and compare. */
static bool run_other(struct checker *k, struct cvg_err *err)
{
	struct cvg_check *c = k->check;

	set_share(k, 1);
	limit_other(k);
	if (!cvg_checking_run(k, 1, &k->side[1], err))
		return false;
	cvg_run_compare(k->side[0].program, &k->side[0].fault, k->side[0].image,
			&k->side[1].fault, k->side[1].image, c->loose,
			&c->difference);
	c->bytes = bytes_of(k->side[0].image);
	return true;
}

static bool run_both(struct checker *k, struct cvg_err *err)
{
	set_share(k, 0);
	return cvg_checking_run(k, 0, &k->side[0], err) && run_other(k, err);
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
	struct cvg_check *c = k->check;

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
	struct cvg_check *c = k->check;
	bool depends = c->one_order;

	if (!depends && may_depend(k) &&
	    (!k->looked || k->side[0].nraces || c->difference.found) &&
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
	if (!cvg_checking_chooses(k, &depends, err))
		return false;
	if (depends)
		return true;
	c->answer = CVG_ANSWER_DIFFERS;
	c->seed = k->launch.seed;
	return true;
}

#define ATTEMPTS      5	 /* launches for one run */
#define LAUNCHES      6	 /* guessed ones for each seed */
#define MOST_LAUNCHES 16 /* the same while changed blocks have not run */
#define MOST_INSTS    UINT64_C(5000000) /* of warps; then no more launches */

/* Is the launch of use, now that the original ran on it? */
static bool is_good(const struct side *a)
{
	return a->fault.kind == CVG_F_NONE && !a->nraces;
}

/*
 * Run the original with the seed. If the launch is guessed, other launches are
 * tried in place of one with which it is at fault or races; if there is no better
 * one, the guess stays.
 */
static bool run_original(struct checker *k, bool plain, struct cvg_err *err)
{
	uint32_t end = k->endless ? ATTEMPTS : ATTEMPTS + 1;

	for (uint32_t n = plain && !k->endless ? 0 : 1; n < end; n++) {
		cvg_checking_vary(k, n % ATTEMPTS);
		if (!cvg_checking_run(k, 0, &k->side[0], err))
			return false;
		if (is_good(&k->side[0]) || !cvg_checking_varies(k))
			break;
		if (!k->other && k->side[0].fault.kind == CVG_F_ENDLESS)
			k->endless = true;
	}
	return true;
}

/* One launch with the next seed. `plain`: the launch itself, unless it is of no
 * use. */
static bool run_launch(struct checker *k, bool plain, struct cvg_err *err)
{
	struct cvg_check *c = k->check;
	bool more = false;

	k->launch.seed = k->launched->launch.seed + k->tried;
	k->options.order = k->tried && !c->one_order
				   ? cvg_checking_order(k->launch.seed)
				   : 0;
	k->tried++;
	set_share(k, 0);
	if (!run_original(k, plain, err) || !run_other(k, err))
		return false;
	if (c->difference.unconstrained) {
		cvg_checking_void(k);
		return true;
	}
	if (!judge(k, err))
		return false;
	if (c->answer == CVG_ANSWER_VOID && cvg_checking_varies(k)) {
		c->answer = CVG_ANSWER_SAME; /* perhaps with another launch */
		return true;
	}
	c->launches++;
	for (int i = 0; i < 2; i++)
		more = cvg_checking_add(&k->side[i]) || more;
	if (more)
		cvg_checking_learn(k);
	return true;
}

static bool goes_on(const struct checker *k)
{
	return k->check->answer == CVG_ANSWER_SAME &&
	       (cvg_checking_varies(k) ||
		k->check->void_fault.kind != CVG_F_ENDLESS);
}

/* Is there changed code that no run has come to? */
static bool is_missing(const struct side *side)
{
	return cvg_checking_unrun(side) || cvg_checking_missed_edge(side);
}

/*
 * A guessed launch stands for many: run more, and yet more while there is changed
 * code, or code just behind it, that none has come to.
 */
static bool run_others(struct checker *k, struct cvg_err *err)
{
	struct cvg_check *c = k->check;

	while (goes_on(k) && c->launches && k->insts < MOST_INSTS &&
	       (k->tried < LAUNCHES * c->seeds ||
		(k->tried < MOST_LAUNCHES * c->seeds &&
		 (is_missing(&k->side[0]) || is_missing(&k->side[1]))))) {
		if (!run_launch(k, false, err))
			return false;
	}
	return true;
}

/* ---- all seeds ------------------------------------------------------- */

/* Store in the revision what was compared, and the difference if there is
 * one. */
static void note_extent(const struct checker *k, struct rev *r)
{
	const struct cvg_check *c = k->check;

	r->proof.first_seed = k->launched->launch.seed;
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
	const struct cvg_check *c = k->check;
	struct rev *r;

	if (c->b.path || c->answer == CVG_ANSWER_VOID ||
	    (c->launch && c->answer != CVG_ANSWER_DIFFERS))
		return;
	r = cvg_proving_prove(k->session, c->b.rev);
	r->proof.checked =
		c->answer == CVG_ANSWER_DIFFERS ? CVG_DIFFERS : CVG_AGREES;
	r->proof.answer = c->answer;
	r->proof.untested = c->untested;
	r->proof.seeds = c->done;
	r->proof.against =
		c->a.path ? CVG_NONE
			  : cvg_history_rev(k->session->history, c->a.rev)
				    ->pub.id;
	note_extent(k, r);
}

/* Store in redirected revisions whether their threads depend on each other. */
static void note_witness(const struct checker *k)
{
	const struct cvg_check *c = k->check;

	for (int i = 0; i < 2; i++) {
		const struct cvg_check_side *ask = i ? &c->b : &c->a;

		if (c->witnessed[i] && !ask->path)
			cvg_proving_witness(k->session, ask->rev,
					    k->launched->serial,
					    k->launched->launch.seed, c->done,
					    cvg_str_of(&c->depend_text[i]));
	}
}

/* All seeds have run without a difference: is that all? */
static void conclude(struct checker *k)
{
	struct cvg_check *c = k->check;

	if (c->answer != CVG_ANSWER_SAME)
		return;
	if (!c->launches || (c->void_seeds && !cvg_checking_varies(k))) {
		c->answer = CVG_ANSWER_VOID;
		return;
	}
	c->void_seeds = 0;
	cvg_str_clear(&c->void_text);
	cvg_checking_gaps(k);
	if (c->untested)
		c->answer = CVG_ANSWER_PART;
}

/* LLVM leaves open which threads of the original meet at an anchor. */
static bool anchored(const struct cvg_program *program)
{
	return program->by_tokens && program->anchors;
}

static bool run_all(struct checker *k, struct cvg_err *err)
{
	struct cvg_check *c = k->check;

	if (!cvg_checking_comparable(k, err))
		return false;
	cvg_checking_compare_code(k);
	for (int i = 0; i < 2; i++)
		c->witnessed[i] = cvg_proving_wants_witness(k->side[i].program);
	/* The original code decides whether results may be approximate. */
	c->loose = k->side[0].program->fast_math;
	c->clock = k->side[0].program->uses_clock;
	/* A run that does not end would not end for other seeds either. */
	while (c->done < c->seeds && goes_on(k)) {
		c->done++;
		if (!run_launch(k, !(c->done & 1) || c->done == 1, err))
			return false;
	}
	if (cvg_checking_varies(k) && !run_others(k, err))
		return false;
	note_witness(k);
	if (c->answer == CVG_ANSWER_DIFFERS && anchored(k->side[0].program)) {
		c->answer = CVG_ANSWER_VOID;
		c->by_tokens = true;
	}
	if (c->answer == CVG_ANSWER_DIFFERS && !cvg_checking_explain(k, err))
		return false;
	conclude(k);
	note_verdict(k);
	return true;
}

bool cvg_session_check(struct cvg_session *s, struct cvg_check *c,
		       struct cvg_err *err)
{
	struct launched given = {.fid = cvg_proving_kernel(s)};
	struct checker k = {.session = s,
			    .check = c,
			    .launched = c->launch ? &given
						  : cvg_proving_launched(s),
			    .share = {.session = s},
			    .options = {.races = CVG_RACES_LIST},
			    .other = c->launch != NULL};
	struct cvg_launch guess;
	bool ok;

	if (c->launch)
		given.launch = *c->launch; /* borrowed */
	k.options.workers =
		(uint32_t)cvg_set_int(&s->settings, CVG_SET_WORKERS);
	if (!k.launched)
		return cvg_fail(
			err, "the kernel has no launch: set one with 'launch'");
	cvg_launch_copy(&k.launch, &k.launched->launch);
	ok = cvg_checking_side(s, &c->a, &k.side[0], err) &&
	     cvg_checking_side(s, &c->b, &k.side[1], err);
	k.varied = (struct varied){
		.guess = &guess,
		.program = {k.side[0].program, k.side[1].program}};
	if (ok)
		cvg_launch_place(&k.launch, k.varied.program);
	cvg_launch_copy(&guess, &k.launch);
	ok = ok && run_all(&k, err);
	cvg_varied_done(&k.varied);
	cvg_launch_done(&guess);
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
	cvg_str_done(&c->launch_text);
	for (int i = 0; i < 2; i++) {
		cvg_str_done(&c->who_text[i]);
		cvg_str_done(&c->depend_text[i]);
		cvg_str_done(&c->fault_text[i]);
		cvg_str_done(&c->race_text[i]);
		cvg_str_done(&c->unrun_text[i]);
		cvg_str_done(&c->untaken_text[i]);
	}
}
