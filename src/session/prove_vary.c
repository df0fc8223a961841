/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Other launches than a guessed one: made from the guess, or from one that has
 * shown blocks that no launch before had shown. So a check, or a profile, comes
 * step by step to code that only unlikely data lead to.
 */
#include "checking.h"

#include "reconverge/graph.h"

#include "transforms/redirect.h"

#include <stdlib.h>
#include <string.h>

#define MOST_GOOD  32
#define MOST_STEPS 300000 /* of a warp on a launch other than the guess */

/* The array of redirection is a matter of the session, not of the launch. */
static bool is_redirect(const struct cvg_param *param)
{
	return !strcmp(param->name, CVG_REDIRECT);
}

/* ---- launches made from a guess ---------------------------------------- */

bool cvg_varied_may(const struct varied *v)
{
	const struct cvg_program *p = v->program[0];
	bool may = false;

	for (uint32_t i = 0; i < p->fns[0].nparams && !may; i++) {
		const struct cvg_launch_arg *a =
			cvg_launch_arg_of(v->guess, p, i);

		may = a && a->guessed && !is_redirect(&p->fns[0].params[i]);
	}
	return may;
}

/* The launch to make another from. */
static const struct cvg_launch *parent(const struct varied *v, uint64_t random)
{
	size_t n = v->good.n;

	if (!n || random % 3 == 0)
		return v->guess;
	return &v->good.at[random / 3 % n];
}

static void set_launch(struct cvg_launch *launch, const struct cvg_launch *to)
{
	uint64_t seed = launch->seed;

	cvg_launch_done(launch);
	cvg_launch_copy(launch, to);
	launch->seed = seed;
}

void cvg_varied_trim(const struct varied *v, struct cvg_launch *launch)
{
	set_launch(launch, v->guess);
	cvg_variety_trim(v->program[0], launch);
}

static const struct cvg_variety *variety_of(struct varied *v)
{
	if (!v->variety)
		v->variety = cvg_variety_new(v->program[0], v->program[1]);
	return v->variety;
}

bool cvg_varied_bound(struct varied *v, struct cvg_launch *launch, uint32_t k)
{
	set_launch(launch, v->guess);
	return cvg_variety_bound(variety_of(v), v->program[0], launch, k);
}

static void widen(struct varied *v, struct cvg_launch *launch)
{
	set_launch(launch, v->guess);
	cvg_variety_widen(variety_of(v), v->program[0], launch);
}

void cvg_varied_change(struct varied *v, struct cvg_launch *launch,
		       uint64_t random)
{
	set_launch(launch, parent(v, random));
	cvg_variety_change(variety_of(v), v->program[0], launch, random);
}

void cvg_varied_learn(struct varied *v, const struct cvg_launch *launch)
{
	struct cvg_launch copy;

	if (v->good.n == MOST_GOOD)
		return;
	cvg_launch_copy(&copy, launch);
	cvg_push(&v->good, copy);
}

void cvg_varied_done(struct varied *v)
{
	for (size_t i = 0; i < v->good.n; i++)
		cvg_launch_done(&v->good.at[i]);
	free(v->good.at);
	cvg_variety_free(v->variety);
}

/* ---- of a check ---------------------------------------------------------- */

bool cvg_checking_varies(const struct checker *k)
{
	return !k->launched->launch.said_block || cvg_varied_may(&k->varied);
}

/* Smaller blocks, by attempt, for kernels that number their threads along more
 * than one axis: many of these are written for one row, or for a small square. */
static const uint32_t shapes[][3] = {{64, 1, 1}, {8, 8, 1}, {16, 1, 1}};

/* Leave out blocks of the grid, and make the blocks smaller: kernels often race if
 * they are started with more threads than they are written for. */
static void shrink(struct checker *k, uint32_t attempt)
{
	const struct cvg_fn *fn = k->side[0].program->fns[0].fn;
	uint32_t *block = k->launch.block;

	if (!k->launch.said_grid)
		k->launch.grid[0] = k->launch.grid[1] = k->launch.grid[2] = 1;
	if (k->launch.said_block || fn->reqd_work_group[0])
		return;
	if (block[1] == 1 && block[2] == 1)
		block[0] = 128 >> (attempt - 1);
	else
		memcpy(block, shapes[attempt - 2], sizeof shapes[0]);
}

/* Attempts: 0 the guess, 1 a change of it, 2 the guess with fewer threads, 3 and 4
 * a change with fewer threads; but 3 is the guess with longer rows if there are
 * rows, because a length that the code takes in bytes was guessed in elements. */
void cvg_checking_vary(struct checker *k, uint32_t attempt)
{
	uint64_t random = cvg_checking_order(k->launch.seed * 64 + attempt);
	bool rows = k->launched->launch.block[1] > 1;

	k->steps[0] = k->steps[1] = (uint64_t)cvg_set_real(
		&k->session->settings, CVG_SET_OPERATIONS);
	if (!cvg_checking_varies(k))
		return;
	k->other = attempt != 0;
	if (!attempt || attempt == 2)
		set_launch(&k->launch, k->varied.guess);
	else if (attempt == 3 && rows)
		widen(&k->varied, &k->launch);
	else
		cvg_varied_change(&k->varied, &k->launch, random);
	if (attempt > 1)
		shrink(k, attempt);
	if (attempt && !k->steps[0])
		k->steps[0] = MOST_STEPS;
}

void cvg_checking_learn(struct checker *k)
{
	if (cvg_checking_varies(k))
		cvg_varied_learn(&k->varied, &k->launch);
}
