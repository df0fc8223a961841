/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The launches of a check whose launch is guessed: the guess, and others made from
 * it or from one that has shown blocks that no launch before had shown. So a check
 * comes step by step to code that only unlikely data lead to.
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

bool cvg_checking_varies(const struct checker *k)
{
	const struct cvg_program *p = k->side[0].program;
	const struct cvg_launch *l = &k->launched->launch;
	bool varies = !l->said_block;

	for (uint32_t i = 0; i < p->fns[0].nparams && !varies; i++) {
		const struct cvg_launch_arg *a = cvg_launch_arg_of(l, p, i);

		varies = a && a->guessed && !is_redirect(&p->fns[0].params[i]);
	}
	return varies;
}

/* The launch to make another from. */
static const struct cvg_launch *parent(const struct checker *k, uint64_t random)
{
	size_t n = k->good.n;

	if (!n || random % 3 == 0)
		return &k->launched->launch;
	return &k->good.at[random / 3 % n];
}

static void set_launch(struct checker *k, const struct cvg_launch *to)
{
	uint64_t seed = k->launch.seed;

	cvg_launch_done(&k->launch);
	cvg_launch_copy(&k->launch, to);
	k->launch.seed = seed;
}

/* Leave out blocks of the grid, and make the blocks smaller: kernels often race if
 * they are started with more threads than they are written for. */
static void shrink(struct checker *k, uint32_t attempt)
{
	const struct cvg_fn *fn = k->side[0].program->fns[0].fn;
	uint32_t *block = k->launch.block;

	if (!k->launch.said_grid)
		k->launch.grid[0] = k->launch.grid[1] = k->launch.grid[2] = 1;
	if (!k->launch.said_block && !fn->reqd_work_group[0] && block[1] == 1)
		block[0] = 128 >> (attempt - 1);
}

/* Attempts: 0 the guess, 1 a change of it, 2 the guess with fewer threads, others
 * a change with fewer threads. */
void cvg_checking_vary(struct checker *k, uint32_t attempt)
{
	uint64_t random = cvg_checking_order(k->launch.seed * 64 + attempt);

	k->steps[0] = k->steps[1] =
		(uint64_t)cvg_set_real(&k->session->settings, CVG_SET_STEPS);
	if (!cvg_checking_varies(k))
		return;
	k->other = attempt != 0;
	if (!attempt) {
		set_launch(k, &k->launched->launch);
		return;
	}
	if (!k->variety)
		k->variety =
			cvg_variety_new(k->side[0].program, k->side[1].program);
	set_launch(k, attempt == 2 ? &k->launched->launch : parent(k, random));
	if (attempt != 2)
		cvg_variety_change(k->variety, k->side[0].program, &k->launch,
				   random);
	if (attempt > 1)
		shrink(k, attempt);
	if (k->steps[0])
		return;
	k->steps[0] = MOST_STEPS;
}

void cvg_checking_learn(struct checker *k)
{
	struct cvg_launch copy;

	if (!cvg_checking_varies(k) || k->good.n == MOST_GOOD)
		return;
	cvg_launch_copy(&copy, &k->launch);
	cvg_push(&k->good, copy);
}

void cvg_checking_forget_launches(struct checker *k)
{
	for (size_t i = 0; i < k->good.n; i++)
		cvg_launch_done(&k->good.at[i]);
	free(k->good.at);
	cvg_variety_free(k->variety);
}
