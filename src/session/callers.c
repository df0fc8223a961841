/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Arguments that are uniform because of the callers. If all callers of a
 * function are known (src/ir/known_callers.c), an argument is uniform if at every
 * call the value passed is: threads that execute a function together made the
 * same call together, so that values of different calls never meet. A value
 * that is uniform inside a loop but not behind it, because threads leave the
 * loop at different times, is uniform for calls inside.
 *
 *	kernel k:  call f n 1; t = thread id; t < 8 ? -> a b; a: call f n t
 *	f(x, y):   x ? -> ...; y ? -> ...
 *
 * Both calls pass the n of the kernel, so the branch on x is uniform, although
 * the second call is behind a divergent branch. That on y is divergent.
 *
 * The callers of a function are those of its base. Phases do not change them:
 * a step in one function may copy or remove calls, but adds no callee. What
 * calls pass does change (melding two calls selects arguments), so that it is
 * found again in each revision, callers first: for the functions that have other
 * code than in the revision before, and for their callees as far as what they are
 * passed changed. Calls in a circle do not end this: for one function of each
 * circle the callers count as unknown.
 *
 * Plans use uniformity to choose and to price, never to prove that a step is
 * allowed: a step in a caller that makes an argument divergent makes earlier
 * steps in the callee less profitable, but not wrong.
 */
#include "inside.h"

#include "reconverge/analysis.h"
#include "reconverge/graph.h"
#include "reconverge/ir.h"

#include <stdlib.h>
#include <string.h>

static struct base *base_of(const struct history *history,
			    const struct rev *rev)
{
	return history->bases.at[rev->base];
}

/* ---- the graph of calls ------------------------------------------------ */

/* A function on the way from callee to caller, and the next of its callers. */
struct way {
	uint32_t f, next;
};

enum state { UNSEEN, OPEN, DONE };

/* Drop the rows of the functions in cut[]. */
static void drop_rows(struct callers *callers, uint32_t nfns, const bool *cut)
{
	uint32_t n = 0;

	for (uint32_t f = 0, from = 0; f < nfns; f++) {
		uint32_t to = callers->at[f + 1];

		while (from < to && !cut[f])
			callers->list.at[n++] = callers->list.at[from++];
		from = to;
		callers->at[f + 1] = n;
	}
	callers->list.n = n;
}

/*
 * Walk from callees to callers, depth first. A function that has a caller on
 * the way to it loses its row. The order in which the walk leaves functions is
 * one with callers first.
 */
static void cut_circles(struct callers *callers, uint32_t nfns)
{
	uint32_t left = 0;
	uint8_t *state = cvg_calloc(nfns, 1);
	bool *cut = cvg_calloc(nfns, sizeof *cut);
	cvg_vec(struct way) stack = {0};

	callers->order = cvg_calloc(nfns, sizeof *callers->order);
	callers->rank = cvg_calloc(nfns, sizeof *callers->rank);
	for (uint32_t f = 0; f < nfns; f++) {
		struct way first = {f, callers->at[f]};

		if (state[f] == UNSEEN)
			cvg_push(&stack, first);
		while (stack.n) {
			struct way *top = &stack.at[stack.n - 1];
			struct way up;

			state[top->f] = OPEN;
			if (cut[top->f] ||
			    top->next == callers->at[top->f + 1]) {
				state[top->f] = DONE;
				callers->rank[top->f] = left;
				callers->order[left++] = top->f;
				stack.n--;
				continue;
			}
			up.f = callers->list.at[top->next++];
			up.next = callers->at[up.f];
			if (state[up.f] == OPEN)
				cut[top->f] = true;
			else if (state[up.f] == UNSEEN)
				cvg_push(&stack, up);
		}
	}
	drop_rows(callers, nfns, cut);
	free(stack.at);
	free(state);
	free(cut);
}

/* Make the lists of callees from those of callers. */
static void list_callees(struct callers *callers, uint32_t nfns)
{
	uint32_t n = (uint32_t)callers->list.n, *at;

	callers->callees = cvg_calloc(n, sizeof *callers->callees);
	at = callers->callees_at = cvg_calloc(nfns + 1, sizeof *at);
	for (uint32_t k = 0; k < n; k++)
		at[callers->list.at[k]]++;
	for (uint32_t f = 0; f < nfns; f++)
		at[f + 1] += at[f];
	/* at[f] is the end of the list of f, and its beginning when it is full */
	for (uint32_t f = nfns; f-- > 0;)
		for (uint32_t k = callers->at[f]; k < callers->at[f + 1]; k++)
			callers->callees[--at[callers->list.at[k]]] = f;
}

void cvg_callers_init(struct base *base)
{
	struct callers *callers = &base->callers;
	struct cvg_u32s row = {0};

	callers->at = cvg_calloc(base->nfns + 1, sizeof *callers->at);
	for (uint32_t f = 0; f < base->nfns; f++) {
		if (cvg_module_known_callers(base->live, f, &row))
			for (size_t k = 0; k < row.n; k++)
				cvg_push(&callers->list, row.at[k]);
		callers->at[f + 1] = (uint32_t)callers->list.n;
	}
	free(row.at);
	if (!callers->list.n)
		return;
	cut_circles(callers, base->nfns);
	list_callees(callers, base->nfns);
	callers->ana = cvg_calloc(base->nfns, sizeof *callers->ana);
	cvg_bits_init(&callers->stale, base->nfns);
}

void cvg_callers_done(struct base *base)
{
	free(base->callers.at);
	free(base->callers.list.at);
	free(base->callers.callees_at);
	free(base->callers.callees);
	free(base->callers.ana);
	free(base->callers.order);
	free(base->callers.rank);
	cvg_bits_done(&base->callers.stale);
}

bool cvg_callers_known(const struct history *history, const struct rev *rev,
		       uint32_t f)
{
	const struct callers *callers = &base_of(history, rev)->callers;

	return callers->at[f] < callers->at[f + 1];
}

/* ---- calls -------------------------------------------------------------- */

/* The name of a function that the code uses; v is its value. */
static const char *name_of(const struct cvg_fn *fn, uint32_t v)
{
	const char *text = fn->values[v].text;

	return text + (*text == '@');
}

static int by_name(const void *a, const void *b, void *context)
{
	const struct cvg_fn *fn = context;
	uint32_t v = *(const uint32_t *)a, w = *(const uint32_t *)b;
	int order = strcmp(name_of(fn, v), name_of(fn, w));

	cvg_work(1);
	return order ? order : (v > w) - (v < w);
}

/* List the functions that the code uses. */
static void list_named(struct code *code)
{
	struct cvg_fn *fn = code->fn;

	for (uint32_t v = fn->nargs + fn->ninsts; v < fn->nvalues; v++)
		if (fn->values[v].kind == CVG_VALUE_FUNCTION &&
		    fn->values[v].text)
			cvg_push(&code->named, v);
	if (code->named.n)
		qsort_r(code->named.at, code->named.n, sizeof *code->named.at,
			by_name, fn);
	code->has_named = true;
}

/* The first of the functions that the code uses whose name is not less. */
static size_t first_named(const struct code *code, const char *name)
{
	size_t from = 0, to = code->named.n;

	while (from < to) {
		size_t middle = from + (to - from) / 2;

		cvg_work(1);
		if (strcmp(name_of(code->fn, code->named.at[middle]), name) < 0)
			from = middle + 1;
		else
			to = middle;
	}
	return from;
}

/* Append the calls of the function of that name to *out. False: the function is
 * used in another way, too. */
static bool find_calls(struct code *code, const char *name,
		       struct cvg_u32s *out)
{
	const struct cvg_fn *fn = code->fn;

	if (!code->has_named)
		list_named(code);
	for (size_t i = first_named(code, name); i < code->named.n; i++) {
		uint32_t v = code->named.at[i];

		if (strcmp(name_of(fn, v), name) != 0)
			break;
		for (uint32_t k = fn->value_users_at[v];
		     k < fn->value_users_at[v + 1]; k++) {
			const struct cvg_inst *in = &fn->insts[fn->users[k]];

			if (in->op != CVG_OP_CALL || in->callee != v ||
			    (out->n && out->at[out->n - 1] == fn->users[k]))
				return false;
			cvg_push(out, fn->users[k]);
		}
	}
	return true;
}

/* Remove from *passed the arguments for which the call passes a divergent
 * value. */
static void check_call(struct cvg_ana *ana, uint32_t call,
		       struct cvg_bits *passed)
{
	const struct cvg_fn *fn = cvg_ana_fn(ana);
	const struct cvg_uniform *uniform = cvg_ana_uniform(ana);
	const struct cvg_inst *in = &fn->insts[call];

	for (uint32_t a = 0; a < passed->nbits; a++)
		if (a >= in->nops ||
		    cvg_bits_has(&uniform->divergent,
				 fn->ops[in->ops_at + a]) ||
		    cvg_bits_has(&uniform->temporal, in->ops_at + a))
			cvg_bits_remove(passed, a);
}

/* An argument that is passed by value is a copy of its own in each thread. */
static void start_passed(const struct cvg_fn *fn, struct cvg_bits *passed)
{
	cvg_bits_init(passed, fn->nargs);
	for (uint32_t a = 0; a < fn->nargs; a++)
		if (!(fn->values[a].flags & CVG_V_BYVAL))
			cvg_bits_add(passed, a);
}

/* ---- uniform arguments -------------------------------------------------- */

/* The analyses of a caller, which have been made. */
static struct cvg_ana *caller_ana(struct history *history,
				  const struct rev *rev, uint32_t f)
{
	struct cvg_ana *ana = base_of(history, rev)->callers.ana[f];

	return ana ? ana : cvg_history_ana(history, rev, f);
}

/* Make the analyses of function f. Those of its callers are made. */
static void make_ana(struct history *history, const struct rev *rev, uint32_t f)
{
	struct callers *callers = &base_of(history, rev)->callers;
	const struct cvg_fn *fn = cvg_history_code(history, rev, f)->fn;
	struct cvg_u32s calls = {0};
	struct cvg_bits passed;
	bool any = false;

	start_passed(fn, &passed);
	for (uint32_t k = callers->at[f]; k < callers->at[f + 1]; k++) {
		uint32_t up = callers->list.at[k];
		struct cvg_ana *ana = caller_ana(history, rev, up);

		calls.n = 0;
		if (!find_calls(cvg_history_code(history, rev, up), fn->name,
				&calls))
			cvg_bits_clear_all(&passed);
		for (size_t i = 0; i < calls.n; i++)
			check_call(ana, calls.at[i], &passed);
		any |= calls.n > 0;
	}
	if (!any) /* all calls were removed */
		cvg_bits_clear_all(&passed);
	callers->ana[f] = cvg_history_code_ana(
		history, cvg_history_code_at(history, rev, f), &passed);
	cvg_bits_done(&passed);
	free(calls.at);
}

static void set_stale(struct callers *callers, uint32_t f)
{
	uint32_t rank = callers->rank[f];

	cvg_bits_add(&callers->stale, rank);
	if (callers->fresh > rank)
		callers->fresh = rank;
}

/* What was made of callees of f may be another now. */
static void callees_stale(struct callers *callers, uint32_t f)
{
	for (uint32_t k = callers->callees_at[f];
	     k < callers->callees_at[f + 1]; k++)
		if (callers->ana[callers->callees[k]])
			set_stale(callers, callers->callees[k]);
}

/* The code of f may be freed together with its analyses. Made again, it has
 * others. */
void cvg_callers_changed(struct base *base, uint32_t f)
{
	struct callers *callers = &base->callers;

	if (!callers->ana)
		return;
	if (callers->at[f] == callers->at[f + 1])
		callees_stale(callers, f);
	else if (callers->ana[f])
		set_stale(callers, f);
	callers->ana[f] = NULL;
}

/* Push the callers of f whose analyses must be made before. */
static void push_callers(const struct callers *callers, uint32_t f,
			 struct cvg_u32s *stack)
{
	for (uint32_t k = callers->at[f]; k < callers->at[f + 1]; k++) {
		uint32_t up = callers->list.at[k];

		if (callers->at[up] < callers->at[up + 1] && !callers->ana[up])
			cvg_push(stack, up);
	}
}

/* The lowest rank that is stale, or CVG_NONE. */
static uint32_t first_stale(struct callers *callers)
{
	const struct cvg_bits *stale = &callers->stale;

	for (uint32_t i = callers->fresh; i < stale->nbits; i = (i | 63) + 1) {
		uint64_t word = stale->w[i >> 6] >> (i & 63);

		if (word) {
			callers->fresh = i + (uint32_t)__builtin_ctzll(word);
			return callers->fresh;
		}
	}
	callers->fresh = stale->nbits;
	return CVG_NONE;
}

/* Make the analyses again that are stale, up to a rank. */
static void refresh(struct history *history, const struct rev *rev,
		    uint32_t last)
{
	struct callers *callers = &base_of(history, rev)->callers;

	for (uint32_t i = first_stale(callers); i <= last && i != CVG_NONE;
	     i = first_stale(callers)) {
		uint32_t f = callers->order[i];
		const struct cvg_ana *before = callers->ana[f];

		cvg_bits_remove(&callers->stale, i);
		make_ana(history, rev, f);
		if (callers->ana[f] != before)
			callees_stale(callers, f);
	}
}

struct cvg_ana *cvg_callers_ana(struct history *history, const struct rev *rev,
				uint32_t f)
{
	struct callers *callers = &base_of(history, rev)->callers;
	struct cvg_u32s stack = {0};

	cvg_history_code_at(history, rev, f); /* this revision is mapped now */
	refresh(history, rev, callers->rank[f]);
	cvg_push(&stack, f);
	while (stack.n) {
		uint32_t top = stack.at[stack.n - 1];
		size_t n = stack.n;

		if (!callers->ana[top])
			push_callers(callers, top, &stack);
		if (stack.n > n)
			continue;
		stack.n--;
		if (!callers->ana[top])
			make_ana(history, rev, top);
	}
	free(stack.at);
	return callers->ana[f];
}

void cvg_session_calls(struct cvg_session *s, struct cvg_callsites *out)
{
	struct history *history = s->history;
	const struct rev *rev = cvg_history_rev(history, CVG_NONE);
	const struct callers *callers = &base_of(history, rev)->callers;
	uint32_t f = cvg_history_place(history, rev, history->focus);
	const char *name = cvg_history_code(history, rev, f)->fn->name;
	struct cvg_u32s calls = {0};

	for (uint32_t k = callers->at[f]; k < callers->at[f + 1]; k++) {
		uint32_t up = callers->list.at[k];
		struct code *code = cvg_history_code(history, rev, up);
		const struct cvg_fn *fn = code->fn;

		calls.n = 0;
		find_calls(code, name, &calls);
		for (size_t i = 0; i < calls.n; i++) {
			const struct cvg_inst *in = &fn->insts[calls.at[i]];
			struct cvg_callsite site = {
				.function = fn->name,
				.block = fn->blocks[in->block].uid};

			cvg_push(out, site);
		}
	}
	free(calls.at);
}
