/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* `prove`: every function of the kernel in focus that changed is refined by what it
 * became (src/refine). */
#include "inside.h"

#include "checking.h"

#include "reconverge/cxxname.h"
#include "reconverge/graph.h"
#include "reconverge/launch.h"
#include "reconverge/libexec.h"
#include "reconverge/refine.h"

#include "transforms/redirect.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define SOLVER "reconverge-z3"
#define TURNED                                                          \
	"if '" CVG_REDIRECT "' holds the number of each thread of the " \
	"grid once, and nothing else overlaps it"

const char *cvg_proven_name(enum cvg_proven proven)
{
	static const char *const names[CVG_NPROVENS] = {
		[CVG_PROVEN_NONE] = "none",
		[CVG_PROVEN_PROVED] = "proved",
		[CVG_PROVEN_REFUTED] = "refuted",
		[CVG_PROVEN_UNKNOWN] = "unknown",
	};

	return names[proven];
}

static bool same_bytes(const uint8_t *a, const uint8_t *b, uint64_t n)
{
	if (!a || !b)
		return a == b;
	return !memcmp(a, b, n);
}

/* Are the module's variables the same, at the same places? */
static bool same_globals(const struct cvg_program *a,
			 const struct cvg_program *b)
{
	if (a->nglobals != b->nglobals || a->static_shared != b->static_shared)
		return false;
	for (uint32_t i = 0; i < a->nglobals; i++) {
		const struct cvg_global *x = &a->globals[i];
		const struct cvg_global *y = &b->globals[i];

		if (strcmp(x->name, y->name) != 0 || x->space != y->space ||
		    x->address != y->address || x->bytes != y->bytes ||
		    x->constant != y->constant || x->dynamic != y->dynamic ||
		    !same_bytes(x->init, y->init, x->bytes) ||
		    !same_bytes(x->defined, y->defined, x->bytes))
			return false;
	}
	return true;
}

/* Constants that are addresses of functions count these. `turned`: some of b are
 * what redirection made of those of a. */
static bool same_functions(const struct cvg_program *a,
			   const struct cvg_program *b, const char *turned)
{
	if (a->nfns != b->nfns)
		return false;
	for (uint32_t i = 0; i < a->nfns; i++) {
		const char *x = a->fns[i].name, *y = b->fns[i].name;

		if (strcmp(x, y) != 0 &&
		    !(turned && cvg_refine_is_twin(turned, x, y)))
			return false;
	}
	return true;
}

/* How the names of b's functions end that redirection made; NULL: b is not what
 * redirection makes of a. */
static const char *turned_by(const struct cvg_program *a,
			     const struct cvg_program *b)
{
	return cvg_redirect_done(b->fns[0].fn) &&
			       !cvg_redirect_done(a->fns[0].fn)
		       ? "." CVG_REDIRECTED
		       : NULL;
}

static void add_up(struct cvg_prove *p, const char *name,
		   const struct cvg_refined *r)
{
	p->states += r->states;
	p->paths += r->paths;
	p->questions += r->questions;
	if (r->proved)
		return;
	p->proven = CVG_PROVEN_UNKNOWN;
	p->condition = NULL;
	p->defined = r->defined;
	cvg_cxx_add(&p->why, name);
	cvg_str_addf(&p->why, ": %s", cvg_str_of(&r->why));
}

static bool prove_all(struct cvg_session *s, struct cvg_prove *p,
		      const struct side side[2], struct cvg_err *err)
{
	struct cvg_str solver = {0};
	struct cvg_refine_ask ask = {
		.program = {side[0].program, side[1].program},
		.seconds = p->seconds,
		.megabytes = CVG_PROVE_MEBIBYTES,
		.ticker = cvg_session_ticking(s)};
	bool ok = true;

	ask.turned = turned_by(ask.program[0], ask.program[1]);
	if (ask.turned)
		p->condition = TURNED;

	cvg_libexec_add(&solver, SOLVER);
	ask.solver = cvg_str_of(&solver);
	for (uint32_t f = 0; f < ask.program[0]->nfns && ok; f++) {
		const struct cvg_ufn *a = &ask.program[0]->fns[f];
		struct cvg_refined r;

		ask.fn[0] = ask.fn[1] = f;
		ask.models = p->replays && !f && !ask.turned;
		if (a->fn->fingerprint ==
			    ask.program[1]->fns[f].fn->fingerprint &&
		    cvg_refine_same(&ask))
			continue;
		p->functions++;
		ok = cvg_refine(&ask, &r, err);
		add_up(p, a->name, &r);
		if (ok && !f)
			ok = cvg_replays_make(s, p, side, &r, err);
		cvg_refined_done(&r);
		if (p->proven != CVG_PROVEN_PROVED)
			break;
	}
	cvg_str_done(&solver);
	return ok;
}

static bool unknown(struct cvg_prove *p, const char *why)
{
	p->proven = CVG_PROVEN_UNKNOWN;
	cvg_str_add(&p->why, why);
	return true;
}

/* Do settings give operations another meaning than LLVM does? Programs are decoded
 * accordingly. */
static bool is_bent(const struct cvg_session *s)
{
	return cvg_set_int(&s->settings, CVG_SET_SHIFTS) == CVG_SHIFTS_TARGET ||
	       cvg_set_int(&s->settings, CVG_SET_OVERFLOW) == CVG_OVERFLOW_WRAP;
}

static bool prove_pair(struct cvg_session *s, struct cvg_prove *p,
		       const struct cvg_check_side *a,
		       const struct cvg_check_side *b, struct cvg_err *err)
{
	struct side side[2] = {{.owned = NULL}, {.owned = NULL}};
	struct cvg_err why = {.uncovered = false};
	bool ok = cvg_checking_side(s, a, &side[0], &why) &&
		  cvg_checking_side(s, b, &side[1], &why);

	if (!ok && why.uncovered)
		ok = unknown(p, why.msg);
	else if (!ok && err)
		*err = why;
	else if (is_bent(s))
		unknown(p, "shifts=target and overflow=wrap give operations "
			   "another meaning than LLVM does");
	else if (!same_functions(side[0].program, side[1].program,
				 turned_by(side[0].program, side[1].program)))
		unknown(p, "the kernels call different functions");
	else if (!same_globals(side[0].program, side[1].program))
		unknown(p, "the variables of the modules differ");
	else if (side[0].program->by_tokens)
		unknown(p, "convergence tokens");
	else
		ok = prove_all(s, p, side, err);
	for (int i = 0; i < 2; i++)
		cvg_checking_done(&side[i]);
	return ok;
}

/* The revisions from b up to a, both included; none if a is none of those that b
 * was made from. */
static struct cvg_u32s chain(struct cvg_session *s, const struct cvg_prove *p)
{
	struct cvg_u32s revs = {0};
	uint32_t at = p->b.rev;

	while (!p->a.path && !p->b.path && at != CVG_NONE) {
		cvg_push(&revs, at);
		if (at == p->a.rev)
			return revs;
		at = cvg_history_rev(s->history, at)->pub.parent;
	}
	revs.n = 0;
	return revs;
}

bool cvg_session_prove(struct cvg_session *s, struct cvg_prove *p,
		       struct cvg_err *err)
{
	struct cvg_u32s revs = chain(s, p);
	bool ok = true;

	p->proven = CVG_PROVEN_PROVED;
	if (!revs.n)
		ok = prove_pair(s, p, &p->a, &p->b, err);
	/* What refines each in turn refines the first. */
	for (size_t i = revs.n; i-- > 1 && ok;) {
		struct cvg_check_side a = {.rev = revs.at[i]};
		struct cvg_check_side b = {.rev = revs.at[i - 1]};

		ok = prove_pair(s, p, &a, &b, err);
		if (p->proven == CVG_PROVEN_PROVED)
			continue;
		cvg_str_addf(&p->why, ", from P%u to P%u", a.rev, b.rev);
		break;
	}
	free(revs.at);
	return ok;
}

/* ---- steps ----------------------------------------------------------- */

bool cvg_session_can_prove(struct cvg_err *err)
{
	struct cvg_str solver = {0};
	bool ok;

	cvg_libexec_add(&solver, SOLVER);
	ok = access(cvg_str_of(&solver), X_OK) == 0;
	cvg_str_done(&solver);
	return ok || cvg_fail(err, "proofs need " SOLVER ", which is built "
				   "where Z3's C library (libz3-dev) is");
}

/* Was what changed gone through? */
static bool is_whole(struct cvg_session *s, const struct cvg_prove *p)
{
	return p->functions || p->proven != CVG_PROVEN_PROVED ||
	       cvg_session_fn(s, p->a.rev, CVG_NONE)->fingerprint ==
		       cvg_session_fn(s, p->b.rev, CVG_NONE)->fingerprint;
}

/* Is the step that made the current revision proved, if that is asked for? Its
 * revision keeps the answer. */
static bool is_proved(struct cvg_session *s, struct cvg_act *act,
		      struct cvg_err *err)
{
	struct cvg_prove p = {
		.a = {.rev = cvg_history_rev(s->history, act->rev)->pub.parent},
		.b = {.rev = act->rev},
		.seconds =
			(uint32_t)cvg_set_int(&s->settings, CVG_SET_TIME_LIMIT),
		.proven = CVG_PROVEN_PROVED,
	};
	const char *command =
		cvg_history_rev(s->history, act->rev)->pub.command;
	bool ok = prove_pair(s, &p, &p.a, &p.b, err);

	if (!ok) {
		cvg_fail_in(err, "%s: taken back, not proved", command);
	} else if (!is_whole(s, &p)) {
		ok = cvg_fail(err,
			      "%s: taken back, not proved: no kernel calls "
			      "what changed",
			      command);
	} else if (p.proven != CVG_PROVEN_PROVED) {
		ok = cvg_fail(err, "%s: taken back, not proved: %s", command,
			      cvg_str_of(&p.why));
	} else {
		cvg_session_note_proof(s, &p);
		cvg_str_addf(&act->report, "proved for all inputs%s%s\n",
			     p.condition ? ", " : "",
			     p.condition ? p.condition : "");
	}
	cvg_prove_done(&p);
	return ok;
}

/* What the history holds before a step. */
static struct extent extent_of(const struct cvg_session *s)
{
	return s->history ? cvg_history_extent(s->history)
			  : (struct extent){.nrevs = 0};
}

/* The step was made: does it stand? Else it is taken back. */
static bool end_step(struct cvg_session *s, const struct extent *before,
		     struct cvg_act *act, struct cvg_err *err)
{
	if (!act->changed || !cvg_set_int(&s->settings, CVG_SET_PROVE) ||
	    is_proved(s, act, err))
		return true;
	cvg_str_done(&act->report);
	cvg_proving_forget(&s->proving, act->rev);
	cvg_history_retract(s->history, before);
	cvg_proving_apply(s);
	return false;
}

bool cvg_session_act(struct cvg_session *s, const struct cvg_phase *phase,
		     struct cvg_object object,
		     const struct cvg_settings *settings, const char *command,
		     struct cvg_act *out, struct cvg_err *err)
{
	struct extent before = extent_of(s);

	return cvg_runner_act(s, phase, object, settings, command, out, err) &&
	       end_step(s, &before, out, err);
}

bool cvg_session_pass_alone(struct cvg_session *s, const char *pipeline,
			    enum cvg_unroll unroll, const char *command,
			    struct cvg_act *out, struct cvg_err *err)
{
	struct extent before = extent_of(s);

	return cvg_runner_pass_alone(s, pipeline, unroll, command, out, err) &&
	       end_step(s, &before, out, err);
}

void cvg_session_note_proof(struct cvg_session *s, const struct cvg_prove *p)
{
	struct rev *r;

	/* That it is like itself says nothing of a revision. */
	if (p->b.path || (!p->a.path && p->a.rev == p->b.rev))
		return;
	r = cvg_proving_prove(s, p->b.rev);
	free(r->obstacle);
	r->obstacle = p->why.n ? cvg_strdup(p->why.at) : NULL;
	r->proof.obstacle = r->obstacle;
	r->proof.proven = p->proven;
	r->proof.condition = p->condition;
	r->proof.proven_from =
		p->a.path ? CVG_NONE
			  : cvg_history_rev(s->history, p->a.rev)->pub.id;
}

void cvg_prove_done(struct cvg_prove *p)
{
	cvg_str_done(&p->why);
	for (size_t i = 0; i < p->replay.n; i++) {
		cvg_launch_done(p->replay.at[i].launch);
		free(p->replay.at[i].launch);
	}
	free(p->replay.at);
}
