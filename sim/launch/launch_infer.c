/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * What of a launch nobody said: a few blocks, buffers of one element a thread,
 * sizes that go with them; from what the kernel does with its parameters
 * (infer_use.c) and, where that says nothing, from what they are called. Then
 * it is tried and mended (infer_mend.c). What somebody said stays.
 */
#include "sim/launch/infer_in.h"
#include "sim/launch/launch_in.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_THREADS (1 << 22) /* that are tried */

/* ---- the grid -------------------------------------------------------- */

static void guess_block(struct guess *g)
{
	const uint32_t *need = g->kernel->fn->reqd_work_group;
	uint64_t most = cvg_launch_most_threads(g->p);
	uint32_t *block = g->l.block, axes = g->uses.axes;

	if (g->l.said_block)
		return;
	if (need[0]) {
		memcpy(block, need, 3 * sizeof *block);
		return;
	}
	block[0] = axes & CVG_AXIS_Z ? 8 : axes & CVG_AXIS_Y ? 16 : 256;
	block[1] = axes & CVG_AXIS_Z ? 8 : axes & CVG_AXIS_Y ? 16 : 1;
	block[2] = axes & CVG_AXIS_Z ? 4 : 1;
	if (!axes)
		block[0] = 1;
	for (int d = 2; d >= 0; d--) {
		while ((uint64_t)block[0] * block[1] * block[2] > most &&
		       block[d] > 1)
			block[d] /= 2;
	}
}

/* Who says a block and no grid means one block. */
static void guess_blocks(struct guess *g)
{
	uint32_t axes = g->uses.axes;

	if (g->l.said_grid)
		return;
	memcpy(g->l.grid, (uint32_t[3]){1, 1, 1}, sizeof g->l.grid);
	if (g->l.said_block)
		return;
	if (axes & CVG_AXIS_Z)
		memcpy(g->l.grid, (uint32_t[3]){2, 2, 2}, sizeof g->l.grid);
	else if (axes & CVG_AXIS_Y)
		memcpy(g->l.grid, (uint32_t[3]){2, 2, 1}, sizeof g->l.grid);
	else if (axes)
		g->l.grid[0] = 4;
}

static void guess_grid(struct guess *g)
{
	uint64_t block;

	guess_block(g);
	guess_blocks(g);
	g->threads = cvg_launch_threads(&g->l);
	if (g->threads < 64)
		g->threads = 64;
	if (g->l.said_shared)
		return;
	block = (uint64_t)g->l.block[0] * g->l.block[1] * g->l.block[2];
	g->l.shared = 0;
	if (g->uses.dynamic_shared)
		g->l.shared = block < 1024 ? (uint32_t)block * 8 : 8192;
}

/* ---- numbers --------------------------------------------------------- */

static bool has(uint64_t set, uint32_t i)
{
	return i < 64 && (set >> i & 1);
}

static uint64_t extent(const struct guess *g, int d)
{
	return (uint64_t)g->l.grid[d] * g->l.block[d];
}

/* Width of a picture of as many points as there are threads, when those are
 * numbered in one row. */
static uint64_t row_of(const struct guess *g)
{
	uint64_t width = 1;

	if (g->uses.axes & (CVG_AXIS_Y | CVG_AXIS_Z))
		return extent(g, 0);
	while (width * width < g->threads)
		width *= 2;
	return width;
}

static uint64_t by_role(const struct guess *g, enum cvg_role role)
{
	bool flat = !(g->uses.axes & (CVG_AXIS_Y | CVG_AXIS_Z));

	switch (role) {
	case ROLE_SIZE:
		return g->threads;
	case ROLE_WIDTH:
		return row_of(g);
	case ROLE_HEIGHT:
		return flat ? g->threads / row_of(g) : extent(g, 1);
	case ROLE_DEPTH:
		return flat ? 1 : extent(g, 2);
	case ROLE_TRIPS:
		return 4;
	case ROLE_OFFSET:
	case ROLE_NONE:
		break;
	}
	return 0;
}

/* What ids of those axes are below. */
static uint64_t by_axes(const struct guess *g, uint32_t axes)
{
	uint64_t n = 1;

	if (axes == CVG_AXIS_X && !(g->uses.axes & ~(uint32_t)CVG_AXIS_X))
		return g->threads;
	for (int d = 0; d < 3; d++)
		n *= axes >> d & 1 ? extent(g, d) : 1;
	return n;
}

static uint64_t guess_integer(const struct guess *g, uint32_t i)
{
	enum cvg_role role = cvg_role_of(g->kernel->params[i].name);

	for (uint32_t axes = 1; axes < 8; axes++) {
		if (has(g->uses.bounds[axes], i) && role != ROLE_WIDTH &&
		    role != ROLE_HEIGHT && role != ROLE_DEPTH)
			return by_axes(g, axes);
	}
	if (role != ROLE_NONE)
		return by_role(g, role);
	if (has(g->uses.pitch, i))
		return row_of(g);
	if (has(g->uses.trips, i))
		return 16;
	return !has(g->uses.addressing, i);
}

/* The greatest that a signed number of the kind holds, or x. */
static uint64_t at_most(uint64_t x, enum cvg_kind kind)
{
	uint64_t most = kind == CVG_K_BIT   ? 1
			: kind == CVG_K_I8  ? INT8_MAX
			: kind == CVG_K_I16 ? INT16_MAX
					    : INT32_MAX;

	return x < most ? x : most;
}

static void add_scalar(struct cvg_launch_arg *a, struct cvg_number v)
{
	a->values = cvg_calloc(1, sizeof *a->values);
	a->values[0] = v;
	a->nvalues = 1;
}

static void guess_scalar(const struct guess *g, uint32_t i,
			 struct cvg_launch_arg *a)
{
	const struct cvg_param *param = &g->kernel->params[i];
	uint64_t n;

	if (param->copy_bytes || param->pointer) {
		add_scalar(a, cvg_number_of_int(0));
		return;
	}
	if (param->kind >= CVG_K_F16) {
		add_scalar(a, cvg_number_of_double(0.5));
		return;
	}
	n = param->nslots == 1 ? guess_integer(g, i) : 1;
	add_scalar(a, cvg_number_of_int((int64_t)at_most(n, param->kind)));
}

/* ---- buffers --------------------------------------------------------- */

/* What it points to, if the program does not say: what is mostly read and
 * written through it, also in functions that are called. */
static enum cvg_kind pointee_of(const struct guess *g, uint32_t i)
{
	enum cvg_kind best = g->kernel->params[i].pointee;
	uint32_t most = 0;

	if (best != CVG_NKINDS || i >= 64)
		return best;
	for (unsigned k = 0; k < CVG_NKINDS; k++) {
		if (g->uses.accesses[i][k] <= most)
			continue;
		most = g->uses.accesses[i][k];
		best = (enum cvg_kind)k;
	}
	return best;
}

static void guess_buffer(const struct guess *g, uint32_t i,
			 struct cvg_launch_arg *a)
{
	const struct cvg_param *param = &g->kernel->params[i];
	bool index = has(g->uses.index, i);
	enum cvg_kind kind = pointee_of(g, i);
	int64_t most = (int64_t)at_most(g->threads, index ? kind : CVG_K_I64);

	a->buffer = true;
	a->elem = cvg_elem_of_kind(kind);
	a->counted = true;
	a->count = g->threads;
	if (param->space == CVG_SPACE_SHARED)
		a->gen = CVG_GEN_UNDEFINED;
	else if (!param->read)
		a->gen = CVG_GEN_ZERO;
	else if (cvg_elem_isfloat(a->elem))
		cvg_guess_range(a, CVG_GEN_RANDOM, -1, 1);
	else if (index && cvg_name_is_starts(param->name))
		cvg_guess_range(a, CVG_GEN_SORTED, 0, most);
	else
		cvg_guess_range(a, CVG_GEN_RANDOM, 0, index ? most : 100);
}

/* Arguments in the order of the parameters: what was said, or a guess. */
static void guess_args(struct guess *g, const struct cvg_launch *said)
{
	for (uint32_t i = 0; i < g->kernel->nparams; i++) {
		const struct cvg_param *param = &g->kernel->params[i];
		const struct cvg_launch_arg *old =
			cvg_launch_arg_of(said, g->p, i);
		struct cvg_launch_arg a = {.elem = CVG_NELEMS, .guessed = true};
		char place[16];

		if (old && !old->guessed) {
			cvg_launch_arg_copy(&g->l.args[i], old);
			g->l.nargs++;
			continue;
		}

		snprintf(place, sizeof place, "%u", i);
		a.name = cvg_strdup(
			cvg_launch_is_name(param->name, strlen(param->name))
				? param->name
				: place);
		if (param->pointer && param->nslots == 1 &&
		    !param->copy_bytes && param->space != CVG_SPACE_PRIVATE)
			guess_buffer(g, i, &a);
		else
			guess_scalar(g, i, &a);
		g->l.args[i] = a;
		g->l.nargs++;
		g->l.inferred = true;
	}
}

/* Everything that is said is about a parameter, and once. */
static bool check_names(const struct cvg_program *p, const struct cvg_launch *l,
			struct cvg_err *err)
{
	for (uint32_t n = 0; n < l->nargs; n++) {
		const struct cvg_launch_arg *a = &l->args[n];
		uint32_t i = cvg_launch_param(p, a->name);

		if (i == CVG_NONE)
			return cvg_fail(err, "'%.60s' is no parameter of %s",
					a->name, p->fns[0].name);
		if (cvg_launch_arg_of(l, p, i) != a)
			return cvg_fail(err, "%.60s is given twice", a->name);
	}
	return true;
}

/* What stays of *l: what was said. */
static void start(struct guess *g, const struct cvg_launch *said)
{
	struct cvg_launch bare = *said;

	bare.args = NULL;
	bare.nargs = 0;
	cvg_launch_copy(&g->l, &bare);
	g->l.args = cvg_calloc(g->kernel->nparams + 1, sizeof *g->l.args);
	g->l.inferred = !said->said_block;
}

bool cvg_launch_complete(const struct cvg_program *p, struct cvg_launch *l,
			 cvg_launch_trial *trial, void *context,
			 struct cvg_fault *left, struct cvg_err *err)
{
	struct guess g = {.p = p, .kernel = &p->fns[0]};
	struct cvg_fault end = {.kind = CVG_F_NONE};

	if (!check_names(p, l, err))
		return false;
	start(&g, l);
	cvg_uses_of(p, &g.uses);
	guess_grid(&g);
	guess_args(&g, l);
	if (trial && g.l.inferred && cvg_launch_threads(&g.l) <= MOST_THREADS &&
	    !cvg_guess_try(&g, trial, context, &end, err)) {
		cvg_launch_done(&g.l);
		return false;
	}
	if (left)
		*left = end;
	cvg_launch_done(l);
	*l = g.l;
	return true;
}

bool cvg_launch_infer(const struct cvg_program *p, cvg_launch_trial *trial,
		      void *context, struct cvg_launch *out,
		      struct cvg_fault *left, struct cvg_err *err)
{
	cvg_launch_init(out);
	if (cvg_launch_complete(p, out, trial, context, left, err))
		return true;
	cvg_launch_done(out);
	return false;
}
