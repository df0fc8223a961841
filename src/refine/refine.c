/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Translation validation (A. Pnueli, M. Siegel, E. Singerman, "Translation
 * validation", TACAS 1998; N. Lopes et al., "Alive2: bounded translation validation
 * for LLVM", PLDI 2021) of the program of one thread.
 *
 * Paths are cut at the loop headers of the old code. Each path from a pair of
 * places runs on formulas: the old side to its next cut, or a later one (ends.c), and
 * then the new side under what the old one established, until it comes to a block
 * that stands for that cut and has had the same effects. What both hold there
 * becomes, or weakens, a state (state.c), from which all paths are tried in turn,
 * until no state loses anything more. So a proof is an induction over the cuts that the old code
 * passes; between two of them the new code runs a bounded number of blocks, so that
 * it ends where the old code ends.
 *
 * Example: `if (c) x = a + 1; else x = b + 1; store x` against `x = (c ? a : b) + 1;
 * store x`. Two paths, c and not c. On the first, the old side stores a + 1; on the
 * new side (c ? a : b) is a, because c is known, and so is a + 1 the same formula.
 *
 * What the old side does not define (a division by zero, a branch or an access on
 * poison, a broken promise) frees the new one. A function called is the same one on
 * both sides, and may not return, and neither may a barrier or a volatile store: what
 * the old code does not define behind it frees the new code only behind it. Promises
 * of which the machine makes nothing, such as nsz and inbounds, may be kept or lost, but
 * not made (breaks_vows in walk.c).
 *
 * Assumed: threads meet only through memory and the operations that wait for other
 * threads, and do not race; arithmetic of floats is a function of its operands;
 * variables of the module lie where the simulator puts them, but no more aligned than
 * they have to be; addresses are numbers,
 * without the provenance that LLVM's pointers have. Undef is what LLVM has it to be,
 * not what the simulator makes of it (formula_set.c).
 */
#include "private.h"

#include "reconverge/ucodes.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#define PATHS_FIRST 200	   /* of a state, before more cuts are tried */
#define PATHS_MOST  200000 /* with all cuts; the time is over before */
#define MOST_SYMS   6000000
#define WALL	    10

static int64_t now_ms(clockid_t clock)
{
	struct timespec t;

	clock_gettime(clock, &t);
	return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* The limit is one of processor time, so that what else runs changes no verdict; by
 * the clock it is WALL times as long. */
static bool is_late(const struct proof *proof)
{
	int64_t most = (int64_t)proof->ask->seconds * 1000;

	return now_ms(CLOCK_THREAD_CPUTIME_ID) - proof->begin_ms[0] +
			       cvg_solver_spent_ms(&proof->solver) >
		       most ||
	       now_ms(CLOCK_MONOTONIC) - proof->begin_ms[1] > WALL * most;
}

const char *cvg_proof_block(const struct code *code, uint32_t block,
			    char buf[16])
{
	struct cvg_str s = {0};

	cvg_str_addf(&s, "B%u", code->fn->blocks[block].uid);
	memcpy(buf, s.at, s.n < 15 ? s.n + 1 : 16);
	buf[15] = 0;
	cvg_str_done(&s);
	return buf;
}

static bool give_up(struct proof *proof, const char *why)
{
	if (!proof->over) {
		cvg_str_clear(&proof->out->why);
		cvg_str_add(&proof->out->why, why);
	}
	proof->over = true;
	return false;
}

bool cvg_proof_goes_on(struct proof *proof)
{
	if (proof->over)
		return false;
	proof->interrupted = !cvg_tick(proof->ask->ticker, -1);
	if (proof->interrupted)
		return give_up(proof, "interrupted");
	if (is_late(proof))
		return give_up(proof, "the time is over");
	if (proof->solver.lost)
		return give_up(proof, "the solver ended again and again: it "
				      "needed too much memory or time, or was "
				      "killed");
	if (proof->syms.all.n > MOST_SYMS)
		return give_up(proof, "the formulas need too much memory");
	return true;
}

/* ---- one path -------------------------------------------------------- */

/* Up to the decision that changes, the path is as the one before it: what was known
 * then is known. */
static void keep_known(struct path *path)
{
	const struct decision *last =
		path->decisions.n ? &path->decisions.at[path->decisions.n - 1]
				  : NULL;
	bool keeps = last && !path->forgot;

	cvg_sym_forget(&path->proof->syms, keeps ? last->learnt : 0);
	path->renewed = keeps && last->is_new;
	path->forgot = false;
}

static void begin(struct proof *proof, struct state *from)
{
	struct path *path = &proof->path;
	uint32_t memory = proof->memory;

	path->from = from;
	path->memory = memory;
	path->nfresh = 0;
	path->doubted = CVG_NONE;
	path->number++;
	path->decided = 0;
	path->facts.n = path->asserted.n = path->effects.n = 0;
	path->scalars.n = path->accesses.n = path->choices.n = 0;
	path->frozen.n = path->computed.n = path->operands.n = 0;
	path->sources.n = 0;
	path->matched = 0;
	path->end = END_NONE;
	path->cuts.n = path->held.n = 0;
	path->dead = path->failed = path->again = false;
	for (int i = 0; i < 2; i++) {
		path->side[i].block = from->block[i];
		path->side[i].memory = memory;
		path->side[i].interval = path->side[i].calls = 0;
	}
	keep_known(path);
	cvg_turn_hold(path);
}

/* Is what the old side does not defined, but only behind a call? Up to there, the
 * new side has to do the same. */
static bool is_undefined_late(struct path *path)
{
	if (path->failed || path->proof->over || !path->side[0].calls)
		return false;
	path->dead = false;
	path->end = END_UNDEFINED;
	return true;
}

/* Run both sides; false: the path failed. */
static bool run(struct proof *proof, struct state *from)
{
	struct path *path = &proof->path;

	begin(proof, from);
	proof->out->paths++;
	if (!cvg_path_walk_old(path) && !is_undefined_late(path))
		return !path->failed && !proof->over;
	if (cvg_path_turn(path))
		cvg_path_walk_new(path);
	return !path->failed && !proof->over;
}

/* The next series of decisions; false: there is none. */
static bool next(struct path *path)
{
	path->decisions.n = path->decided;
	while (path->decisions.n) {
		struct decision *d = &path->decisions.at[path->decisions.n - 1];

		if (!d->known && !d->forced && d->value) {
			d->value = false;
			return true;
		}
		path->decisions.n--;
	}
	return false;
}

/* All paths from a state. */
static bool run_all(struct proof *proof, struct state *s, uint32_t most)
{
	uint32_t n = 0;

	s->dirty = false;
	proof->path.decisions.n = 0;
	proof->path.tried = 0;
	do {
		if (n++ == most) {
			proof->too_many = true;
			return give_up(proof, "there are too many paths");
		}
		proof->path.tried = n;
		if (!run(proof, s))
			return false;
		if (s->dirty) /* it is gone through again, from its begin */
			return true;
	} while (proof->path.again || next(&proof->path));
	return true;
}

/* ---- all states ------------------------------------------------------ */

static bool settle(struct proof *proof, uint32_t most)
{
	bool again = true;

	cvg_state_begin(proof);
	while (again) {
		again = false;
		for (size_t i = 0; i < proof->states.n; i++) {
			if (!proof->states.at[i]->dirty)
				continue;
			again = true;
			if (!run_all(proof, proof->states.at[i], most))
				return false;
		}
	}
	if (!proof->together || cvg_proof_same_loops(proof))
		return true;
	return give_up(proof, "convergent operations stand in loops that "
			      "changed");
}

static void reset(struct proof *proof)
{
	proof->out->states += (uint32_t)proof->states.n;
	cvg_states_done(proof);
	for (int i = 0; i < 2; i++) {
		const struct cvg_fn *fn = proof->code[i].fn;

		for (uint32_t k = 0; k < fn->ninsts; k++)
			proof->match[i][k] = CVG_NONE;
		memset(proof->passed[i], 0, fn->nblocks * sizeof(bool));
	}
	proof->too_many = proof->over = false;
	proof->together = false;
	cvg_str_clear(&proof->out->why);
}

/* With cuts at loop headers; if there are too many paths, also where all paths
 * meet; then where many do. */
static bool prove(struct proof *proof)
{
	proof->strict = proof->lenient = false;
	reset(proof);
	if (settle(proof, PATHS_FIRST))
		return true;
	if (proof->strict && !proof->over) {
		proof->lenient = true;
		reset(proof);
		if (settle(proof, PATHS_FIRST))
			return true;
	}
	if (!proof->too_many)
		return false;
	reset(proof);
	cvg_code_cut(&proof->code[0], &proof->code[1], 4, true);
	if (settle(proof, PATHS_FIRST))
		return true;
	if (!proof->too_many)
		return false;
	reset(proof);
	cvg_code_cut(&proof->code[0], &proof->code[1], 32, false);
	return settle(proof, PATHS_MOST);
}

/* ---- the whole ------------------------------------------------------- */

static void start(struct proof *proof)
{
	proof->path.proof = proof;
	for (int i = 0; i < 2; i++) {
		struct walker *w = &proof->path.side[i];
		struct code *code = &proof->code[i];
		uint32_t n;

		cvg_code_init(code, proof->ask->program[i], proof->ask->fn[i]);
		n = code->ufn->nslots + 1;
		*w = (struct walker){
			.path = &proof->path, .is_new = i == 1, .code = code};
		w->value = cvg_calloc(n, sizeof *w->value);
		w->known = cvg_calloc(n, sizeof *w->known);
		w->source = cvg_calloc(n, sizeof *w->source);
		w->computed = cvg_calloc(n, sizeof *w->computed);
		w->last = cvg_calloc(code->ufn->nuops + 1, sizeof *w->last);
		proof->match[i] =
			cvg_calloc(code->fn->ninsts + 1, sizeof(uint32_t));
		proof->passed[i] = cvg_calloc(code->fn->nblocks, sizeof(bool));
	}
	proof->in =
		cvg_calloc(proof->code[0].ufn->nslots + 1, sizeof *proof->in);
	proof->in_made = cvg_calloc(proof->code[0].ufn->nslots + 1,
				    sizeof *proof->in_made);
}

static void stop(struct proof *proof)
{
	struct path *path = &proof->path;

	cvg_states_done(proof);
	free(proof->states.at);
	for (int i = 0; i < 2; i++) {
		cvg_code_done(&proof->code[i]);
		free(path->side[i].value);
		free(path->side[i].known);
		free(path->side[i].source);
		free(path->side[i].computed);
		free(path->side[i].last);
		free(proof->match[i]);
		free(proof->passed[i]);
	}
	free(proof->in);
	free(proof->in_made);
	free(path->decisions.at);
	free(path->facts.at);
	free(path->asserted.at);
	free(path->effects.at);
	free(path->scalars.at);
	free(path->accesses.at);
	free(path->choices.at);
	free(path->frozen.at);
	free(path->computed.at);
	free(path->operands.at);
	free(path->sources.at);
	free(path->cuts.at);
	free(path->held.at);
	free(path->fresh.at);
	free(proof->answers);
	cvg_syms_done(&proof->syms);
}

/* Has the new function the parameter that redirection adds? */
static bool is_longer(const struct proof *proof)
{
	const struct cvg_refine_ask *ask = proof->ask;
	const struct cvg_ufn *b = proof->code[1].ufn;
	uint32_t n = b->nparams, bits;

	if (!proof->turn.dims || !n || b->params[n - 1].nslots != 1)
		return false;
	bits = cvg_formula_bits(b->slot_kind[b->params[n - 1].slot]);
	return bits == (ask->fn[1] ? 32 : 64) &&
	       (!ask->fn[1] ||
		cvg_refine_is_twin(ask->turned, proof->code[0].ufn->name,
				   proof->code[1].ufn->name));
}

/* Threads that change places must not see it. */
static bool independent(struct proof *proof)
{
	const char *why = NULL;
	struct cvg_str text = {0};

	for (int i = 0; i < 2 && proof->ask->turned && !why; i++)
		why = cvg_code_dependence(proof->ask->program[i], i == 1);
	if (!why)
		return true;
	cvg_str_addf(&text, "threads change places, which they may see: %s",
		     why);
	give_up(proof, cvg_str_of(&text));
	cvg_str_done(&text);
	return false;
}

/* Have both the same parameters and results? */
static bool comparable(struct proof *proof)
{
	const struct cvg_ufn *a = proof->code[0].ufn, *b = proof->code[1].ufn;

	if (a->nparams + is_longer(proof) != b->nparams ||
	    a->nresults != b->nresults)
		return give_up(proof, "the parameters or results differ");
	for (uint32_t i = 0; i < a->nparams; i++) {
		const struct cvg_param *x = &a->params[i], *y = &b->params[i];

		if (x->nslots != y->nslots || strcmp(x->type, y->type) != 0 ||
		    x->copy_bytes != y->copy_bytes ||
		    x->copy_align != y->copy_align)
			return give_up(proof, "the types of parameters differ");
	}
	if (!cvg_code_keeps_loops(&proof->code[0], &proof->code[1]))
		return give_up(proof, "the new code promises more of a loop");
	if (!cvg_code_keeps_vows(a, b))
		return give_up(proof, "the new code promises more, by "
				      "attributes or metadata");
	return true;
}

/* The proof failed, maybe at something that only poison or undef show, of which no
 * launch can be made: look for inputs without these. */
static void prove_defined(struct proof *proof)
{
	struct cvg_refined *out = proof->out, again = {.proved = false};
	uint32_t slots = proof->code[0].ufn->nslots;

	if (!proof->ask->models || proof->over || out->shown)
		return;
	proof->defined = true;
	memset(proof->in_made, 0, slots * sizeof *proof->in_made);
	proof->out = &again;
	out->defined = prove(proof);
	proof->out = out;
	if (again.models.n) {
		struct cvg_refined was = *out;

		out->models.at = again.models.at;
		out->models.n = again.models.n;
		again.models.at = was.models.at;
		again.models.n = was.models.n;
	}
	cvg_refined_done(&again);
}

bool cvg_refine_is_twin(const char *turned, const char *old, const char *twin)
{
	size_t n = strlen(old);

	return !strncmp(old, twin, n) && !strcmp(twin + n, turned);
}

bool cvg_refine(const struct cvg_refine_ask *ask, struct cvg_refined *out,
		struct cvg_err *err)
{
	struct proof proof = {.ask = ask, .out = out};
	bool ok;

	*out = (struct cvg_refined){.proved = false};
	if (!cvg_solver_start(&proof.solver, ask->solver, ask->megabytes,
			      ask->ticker, err))
		return false;
	proof.begin_ms[0] = now_ms(CLOCK_THREAD_CPUTIME_ID);
	proof.begin_ms[1] = now_ms(CLOCK_MONOTONIC);
	cvg_syms_init(&proof.syms);
	proof.memory = cvg_sym_memory(&proof.syms);
	start(&proof);
	if (ask->turned)
		cvg_turn_start(&proof);
	out->proved =
		comparable(&proof) && independent(&proof) && prove(&proof);
	out->states += (uint32_t)proof.states.n;
	out->questions = proof.solver.questions;
	if (!out->proved)
		prove_defined(&proof);
	ok = !proof.interrupted || cvg_fail_interrupted(err);
	stop(&proof);
	cvg_solver_stop(&proof.solver);
	return ok;
}

void cvg_refined_done(struct cvg_refined *refined)
{
	cvg_str_done(&refined->why);
	for (size_t i = 0; i < refined->models.n; i++) {
		free(refined->models.at[i].scalar);
		free(refined->models.at[i].places.at);
	}
	free(refined->models.at);
}
