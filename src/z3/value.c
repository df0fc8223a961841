/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Questions to Z3, and values of formulas in a model. */
#include "value.h"

#include <inttypes.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

void cvg_z3_value(Z3_context z3, Z3_model model, Z3_ast formula)
{
	uint64_t number = 0;
	Z3_ast is = NULL;

	if (!Z3_model_eval(z3, model, formula, true, &is))
		is = NULL;
	if (is && Z3_get_sort_kind(z3, Z3_get_sort(z3, is)) == Z3_BOOL_SORT)
		number = Z3_get_bool_value(z3, is) == Z3_L_TRUE;
	else if (is && Z3_is_numeral_ast(z3, is))
		Z3_get_numeral_uint64(z3, is, &number);
	printf(" %" PRIu64, number);
}

/* The question that is thought about; NULL: none. Z3's own limit is one by the clock;
 * this one is of processor time, whose timer runs in a thread. */
static Z3_context asked;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void stop(union sigval none)
{
	(void)none;
	pthread_mutex_lock(&lock);
	if (asked)
		Z3_interrupt(asked);
	pthread_mutex_unlock(&lock);
}

static void ask(Z3_context z3)
{
	pthread_mutex_lock(&lock);
	asked = z3;
	pthread_mutex_unlock(&lock);
}

static timer_t start(void)
{
	struct sigevent event = {.sigev_notify = SIGEV_THREAD,
				 .sigev_notify_function = stop};
	timer_t timer;

	if (timer_create(CLOCK_PROCESS_CPUTIME_ID, &event, &timer) != 0)
		exit(1);
	return timer;
}

/* Once, and again: what Z3 does before it looks for interrupts may take longer. */
static struct itimerspec every(uint32_t ms)
{
	const struct timespec t = {.tv_sec = ms / 1000,
				   .tv_nsec = (long)(ms % 1000) * 1000000};

	return (struct itimerspec){.it_value = t, .it_interval = t};
}

static Z3_lbool check(Z3_context z3, Z3_solver solver, uint32_t ms,
		      const Z3_ast *facts, uint32_t n)
{
	static bool started;
	static timer_t timer;
	const struct itimerspec limit = every(ms), never = every(0);
	Z3_lbool said;

	if (!started)
		timer = start();
	started = true;
	for (uint32_t i = 0; i < n; i++)
		Z3_solver_assert(z3, solver, facts[i]);
	ask(z3);
	timer_settime(timer, 0, &limit, NULL);
	said = Z3_solver_check(z3, solver);
	timer_settime(timer, 0, &never, NULL);
	ask(NULL);
	return said;
}

Z3_lbool cvg_z3_ask(Z3_context z3, const Z3_ast *facts, uint32_t n, uint32_t ms,
		    bool models, Z3_solver *solver)
{
	Z3_lbool said = Z3_L_UNDEF;

	for (int hard = models; hard < 2 && said == Z3_L_UNDEF; hard++) {
		if (hard && !models)
			Z3_solver_dec_ref(z3, *solver);
		*solver = hard ? Z3_mk_solver(z3) : Z3_mk_simple_solver(z3);
		Z3_solver_inc_ref(z3, *solver);
		said = check(z3, *solver, models ? ms : ms / 2, facts, n);
	}
	return said;
}
