/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* `prove`: is a revision right for all inputs? */
#include "prove.h"

#include "reconverge/cxxname.h"
#include "reconverge/graph.h"
#include "reconverge/launch.h"
#include "reconverge/look.h"
#include "reconverge/session.h"

#include <time.h>

/* ---- words ----------------------------------------------------------- */

static bool take_words(struct cvg_call *c, struct cvg_prove *p,
		       struct cvg_err *err)
{
	const struct cvg_settings *settings = cvg_session_settings(c->session);
	uint32_t sides = 0;

	p->a.rev = 0;
	p->b.rev = cvg_session_current(c->session);
	p->replays = true;
	p->seconds = (uint32_t)cvg_set_int(settings, CVG_SET_TIME_LIMIT);
	for (uint32_t i = 0; i < c->nargs; i++) {
		struct cvg_check_side *side = sides ? &p->b : &p->a;

		if (!cvg_word_side(c, &c->arg[i], side, err))
			return false;
		if (side->path)
			cvg_keep_path(c, i);
		sides++;
	}
	return true;
}

/* ---- telling --------------------------------------------------------- */

static void add_extent(struct cvg_call *c, const struct cvg_prove *p)
{
	cvg_str_add(&c->out, "  ");
	cvg_add_count(&c->out, p->functions, "changed function");
	cvg_str_add(&c->out, ", ");
	cvg_add_count(&c->out, p->paths, "path");
	cvg_str_addf(&c->out, " between %u places, ", p->states);
	cvg_add_count(&c->out, p->questions, "question");
	cvg_str_add(&c->out, " to the solver\n");
}

/* How to see the difference again. */
static void add_commands(struct cvg_call *c, const struct cvg_prove *p)
{
	cvg_str_add(&c->out, "  to see it again: that line 'launch', then "
			     "'check ");
	cvg_add_side(&c->out, &p->a);
	cvg_str_addc(&c->out, ' ');
	cvg_add_side(&c->out, &p->b);
	cvg_str_add(&c->out, " seeds=1'; 'simulate' shows the run of a "
			     "revision\n");
}

/* Launches made of the solver's values show no difference. */
static void add_replays(struct cvg_call *c, const struct cvg_prove *p)
{
	const struct cvg_replay *r = p->replay.at;

	if (p->defined)
		cvg_str_add(&c->out,
			    "  where nothing that it is given or reads is "
			    "poison or undef, the proof goes through\n");
	if (p->defined || !p->replay.n)
		return;
	cvg_str_addf(&c->out,
		     "  the solver found values with which %s there, but a "
		     "launch made of them shows no difference",
		     r->differs ? "the two differ" : "a thread comes");
	if (r->looped)
		cvg_str_add(&c->out, ": they are of a path that begins in the "
				     "middle, where no run need come with "
				     "them");
	else if (r->guesses)
		cvg_str_add(&c->out, ": they hold results of operations that "
				     "the solver does not compute");
	cvg_str_add(&c->out, "\n  launch ");
	cvg_launch_brief(&c->out, r->launch);
	cvg_str_addc(&c->out, '\n');
}

static void tell(struct cvg_call *c, const struct cvg_prove *p,
		 const struct cvg_check *k)
{
	cvg_cxx_add(&c->out, cvg_call_fn(c)->name);
	cvg_str_addc(&c->out, ' ');
	cvg_add_side(&c->out, &p->a);
	cvg_str_add(&c->out, " -> ");
	cvg_add_side(&c->out, &p->b);
	switch (p->proven) {
	case CVG_PROVEN_PROVED:
		cvg_str_addf(&c->out, ": proved for all inputs%s%s\n",
			     p->condition ? ", " : "",
			     p->condition ? p->condition : "");
		add_extent(c, p);
		break;
	case CVG_PROVEN_REFUTED:
		cvg_str_addf(&c->out, ": refuted: %s\n", cvg_str_of(&p->why));
		cvg_check_tell(c, k);
		if (k->launch)
			add_commands(c, p);
		break;
	case CVG_PROVEN_UNKNOWN:
	case CVG_PROVEN_NONE:
	case CVG_NPROVENS:
		cvg_str_addf(&c->out, ": unknown: %s\n", cvg_str_of(&p->why));
		add_replays(c, p);
		if (k->done && k->answer != CVG_ANSWER_VOID)
			cvg_str_add(&c->out, "  no run of 'check' shows a "
					     "difference\n");
	}
}

/* The launch made of the solver's values: the one that shows the difference, or the
 * first of those that show none. */
static json_t *json_launch(const struct cvg_prove *p, const struct cvg_check *k)
{
	const struct cvg_launch *launch = k->launch;
	struct cvg_str text = {0};
	json_t *said;

	if (p->proven == CVG_PROVEN_UNKNOWN && p->replay.n && !p->defined)
		launch = p->replay.at[0].launch;
	if (!launch)
		return json_null();
	cvg_launch_text(&text, launch);
	said = cvg_json_text(cvg_str_of(&text));
	cvg_str_done(&text);
	return said;
}

static void json_prove(struct cvg_call *c, const struct cvg_prove *p,
		       const struct cvg_check *k)
{
	static const struct cvg_column facts[] = {
		{CVG_COLUMN(struct cvg_prove, functions)},
		{CVG_COLUMN_OF("places", struct cvg_prove, states)},
		{CVG_COLUMN(struct cvg_prove, paths)},
		{CVG_COLUMN(struct cvg_prove, questions)},
		{CVG_COLUMN_OF("obstacle", struct cvg_prove, why.at)},
		{CVG_COLUMN(struct cvg_prove, condition)},
	};

	cvg_call_set(c, "function", cvg_json_text(cvg_call_fn(c)->name));
	cvg_call_set(c, "a", cvg_check_json_side(&p->a));
	cvg_call_set(c, "b", cvg_check_json_side(&p->b));
	cvg_call_set(c, "verdict", json_string(cvg_proven_name(p->proven)));
	json_object_update_new(
		c->json,
		cvg_record_json(facts, sizeof facts / sizeof *facts, p));
	cvg_call_set(
		c, "defined",
		json_boolean(p->proven == CVG_PROVEN_UNKNOWN && p->defined));
	cvg_call_set(c, "limits",
		     json_pack("{sisi}", "processor_seconds", (int)p->seconds,
			       "mebibytes", CVG_PROVE_MEBIBYTES));
	cvg_call_set(c, "launch", json_launch(p, k));
	cvg_call_set(c, "difference",
		     p->proven == CVG_PROVEN_REFUTED ? cvg_check_json(k)
						     : json_null());
}

/* ---- the command ----------------------------------------------------- */

static bool is_interrupted(const struct cvg_err *error, struct cvg_err *err)
{
	return error->interrupted && !cvg_fail_interrupted(err);
}

/* Does a launch made of the solver's values show a difference? */
static bool run_replays(struct cvg_call *c, struct cvg_prove *p,
			struct cvg_check *k, struct cvg_err *err)
{
	for (size_t i = 0; i < p->replay.n; i++) {
		struct cvg_err none;

		*k = (struct cvg_check){.a = p->a,
					.b = p->b,
					.seeds = 1,
					.launch = p->replay.at[i].launch};
		if (!cvg_session_check(c->session, k, &none)) {
			if (is_interrupted(&none, err))
				return false;
		} else if (k->answer == CVG_ANSWER_DIFFERS) {
			p->proven = CVG_PROVEN_REFUTED;
			return true;
		}
		cvg_check_done(k);
		*k = (struct cvg_check){.seeds = 0};
	}
	return true;
}

/* There is no proof: does a run show why? A kernel that has no launch, and for
 * which none can be guessed, stays unknown. */
static bool run_all(struct cvg_call *c, struct cvg_prove *p,
		    struct cvg_check *k, struct cvg_err *err)
{
	struct cvg_err none;

	if (!run_replays(c, p, k, err))
		return false;
	if (p->proven == CVG_PROVEN_REFUTED)
		return true;
	if (!cvg_prove_launch(c, &none))
		return !is_interrupted(&none, err);
	k->a = p->a;
	k->b = p->b;
	k->seeds = (uint32_t)cvg_set_int(cvg_session_settings(c->session),
					 CVG_SET_SEEDS);
	if (!cvg_session_check(c->session, k, &none)) {
		k->done = 0;
		return !is_interrupted(&none, err);
	}
	if (k->answer == CVG_ANSWER_DIFFERS)
		p->proven = CVG_PROVEN_REFUTED;
	return true;
}

/* The ticker while runs are tried: what the session had, and the processor time at
 * which they end. */
struct limit {
	struct cvg_ticker was;
	double end; /* seconds of this process */
	bool late;
};

static double spent(void)
{
	struct timespec t;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static bool tick(void *context, double done)
{
	struct limit *limit = context;

	limit->late = limit->late || spent() > limit->end;
	return !limit->late && cvg_tick(&limit->was, done);
}

/* Runs get as much time as the proof of a function. */
static bool look_for_runs(struct cvg_call *c, struct cvg_prove *p,
			  struct cvg_check *k, struct cvg_err *err)
{
	struct limit limit = {.was = *cvg_session_ticking(c->session),
			      .end = spent() + p->seconds};
	bool ok;

	cvg_session_ticker(c->session, tick, &limit);
	ok = run_all(c, p, k, err);
	cvg_session_ticker(c->session, limit.was.tick, limit.was.context);
	if (ok || !limit.late)
		return ok;
	cvg_check_done(k);
	*k = (struct cvg_check){.seeds = 0};
	return true;
}

bool cvg_cmd_prove(struct cvg_call *c, struct cvg_err *err)
{
	struct cvg_prove p = {.seconds = 0};
	struct cvg_check k = {.seeds = 0};
	bool ok;

	if (!take_words(c, &p, err))
		return false;
	ok = cvg_session_prove(c->session, &p, err) &&
	     (p.proven == CVG_PROVEN_PROVED || look_for_runs(c, &p, &k, err));
	if (ok) {
		c->said_no = p.proven != CVG_PROVEN_PROVED;
		cvg_session_note_proof(c->session, &p);
		tell(c, &p, &k);
		json_prove(c, &p, &k);
	}
	cvg_check_done(&k);
	cvg_prove_done(&p);
	return ok;
}
