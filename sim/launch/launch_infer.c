/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Guesses those parts of a launch that the user has not given: a grid of a few
 * blocks, buffers of one element for each thread, and numbers that fit them.
 * The guess follows from how the kernel uses its parameters (infer_use.c) and,
 * where that tells nothing, from their names (infer_name.c). The launch is then
 * tried and mended (infer_mend.c). The parts that the user has given are not
 * changed.
 *
 * Example: for kernel void add(global float *a, int n) whose threads do
 * `if (get_global_id(0) < n) a[get_global_id(0)] += 1`, n becomes the number of
 * threads and a becomes a buffer of that many floats.
 */
#include "sim/launch/infer_in.h"
#include "sim/launch/launch_in.h"
#include "reconverge/faults.h"
#include "reconverge/graph.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_THREADS (1 << 22) /* a larger launch is not tried */
#define MOST_APART   64	       /* bytes of an element */

/* ---- the grid -------------------------------------------------------- */

static void guess_block(struct guess *guess)
{
	const uint32_t *need = guess->kernel->fn->reqd_work_group;
	uint64_t most = cvg_launch_most_threads(guess->program);
	uint32_t *block = guess->l.block, axes = guess->uses.axes;

	if (guess->l.said_block)
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
	if (guess->uses.lanes && !guess->uses.threads) /* one warp */
		memcpy(block, (uint32_t[3]){guess->program->warp, 1, 1},
		       3 * sizeof *block);
	for (int d = 0; guess->row && d < 3; d++)
		block[d] = guess->row >> d & 1 ? 256 : 1;
	for (int d = 2; d >= 0; d--) {
		while ((uint64_t)block[0] * block[1] * block[2] > most &&
		       block[d] > 1)
			block[d] /= 2;
	}
}

/* If the user has given the block but not the grid, the grid is one block; and if
 * all blocks would store the same at the same places. */
static void guess_blocks(struct guess *guess)
{
	uint32_t axes = guess->uses.axes;

	if (guess->l.said_grid)
		return;
	memcpy(guess->l.grid, (uint32_t[3]){1, 1, 1}, sizeof guess->l.grid);
	if (guess->l.said_block || (guess->uses.stores && !guess->uses.blocks))
		return;
	if (axes & CVG_AXIS_Z)
		memcpy(guess->l.grid, (uint32_t[3]){2, 2, 2},
		       sizeof guess->l.grid);
	else if (axes & CVG_AXIS_Y)
		memcpy(guess->l.grid, (uint32_t[3]){2, 2, 1},
		       sizeof guess->l.grid);
	else if (axes)
		guess->l.grid[0] = 4;
}

static void guess_grid(struct guess *guess)
{
	uint64_t block;

	guess_block(guess);
	guess_blocks(guess);
	guess->threads = cvg_launch_threads(&guess->l);
	if (guess->threads < 64)
		guess->threads = 64;
	if (guess->l.said_shared)
		return;
	block = (uint64_t)guess->l.block[0] * guess->l.block[1] *
		guess->l.block[2];
	guess->l.shared = 0;
	if (guess->uses.dynamic_shared)
		guess->l.shared = block < 1024 ? (uint32_t)block * 8 : 8192;
}

/* ---- numbers --------------------------------------------------------- */

static bool has(uint64_t set, uint32_t i)
{
	return i < 64 && (set >> i & 1);
}

/* The threads of the launch along axis d. */
static uint64_t extent(const struct guess *guess, int d)
{
	return (uint64_t)guess->l.grid[d] * guess->l.block[d];
}

/* The width of a picture with one point for each thread. If the threads are
 * numbered along one axis, the picture is about square. */
static uint64_t row_of(const struct guess *guess)
{
	uint64_t width = 1;

	if (guess->uses.axes & (CVG_AXIS_Y | CVG_AXIS_Z))
		return extent(guess, 0);
	while (width * width < guess->threads)
		width *= 2;
	return width;
}

/* How far rows with a point for each thread are apart, in the units that number i
 * counts. */
static uint64_t pitch_of(const struct guess *guess, uint32_t i)
{
	const struct cvg_uses *uses = &guess->uses;
	uint64_t apart = has(uses->pitch, i) ? uses->apart[i] : 0;
	uint64_t over = has(uses->pitch, i) ? uses->over[i] : 0;

	if (apart > MOST_APART || over > MOST_APART)
		return row_of(guess);
	return row_of(guess) * (apart ? apart : 1) * (over ? over : 1);
}

static uint64_t by_role(const struct guess *guess, enum cvg_role role)
{
	bool flat = !(guess->uses.axes & (CVG_AXIS_Y | CVG_AXIS_Z));

	switch (role) {
	case ROLE_SIZE:
		return guess->threads;
	case ROLE_WIDTH:
		return row_of(guess);
	case ROLE_HEIGHT:
		return flat ? guess->threads / row_of(guess) : extent(guess, 1);
	case ROLE_DEPTH:
		return flat ? 1 : extent(guess, 2);
	case ROLE_TRIPS:
		return 4;
	case ROLE_OFFSET:
	case ROLE_NONE:
		break;
	}
	return 0;
}

/* A number that all ids along the given axes are below. */
static uint64_t by_axes(const struct guess *guess, uint32_t axes)
{
	uint64_t n = 1;

	if (axes == CVG_AXIS_X && !(guess->uses.axes & ~(uint32_t)CVG_AXIS_X))
		return guess->threads;
	for (int d = 0; d < 3; d++)
		n *= axes >> d & 1 ? extent(guess, d) : 1;
	return n;
}

static uint64_t guess_integer(const struct guess *guess, uint32_t i)
{
	enum cvg_role role = cvg_role_of(guess->kernel->params[i].name);

	for (uint32_t axes = 1; axes < 8; axes++) {
		if (has(guess->uses.bounds[axes], i) && role != ROLE_WIDTH &&
		    role != ROLE_HEIGHT && role != ROLE_DEPTH)
			return by_axes(guess, axes);
	}
	if (role == ROLE_WIDTH ||
	    (role == ROLE_NONE && has(guess->uses.pitch, i)))
		return pitch_of(guess, i);
	if (role != ROLE_NONE)
		return by_role(guess, role);
	if (has(guess->uses.trips, i))
		return 16;
	return !has(guess->uses.addressing, i);
}

/* x, or the greatest number of the kind if that is less. */
static int64_t at_most(uint64_t x, enum cvg_kind kind)
{
	int64_t most = cvg_most_of(kind);

	return x < (uint64_t)most ? (int64_t)x : most;
}

static void guess_scalar(const struct guess *guess, uint32_t i,
			 struct cvg_launch_arg *arg)
{
	const struct cvg_param *param = &guess->kernel->params[i];
	uint64_t n;

	if (param->copy_bytes && cvg_guess_struct(guess, i, arg))
		return;
	if (param->copy_bytes || param->pointer) {
		cvg_launch_add_number(arg, cvg_number_of_int(0));
		return;
	}
	if (param->kind >= CVG_K_F16) {
		cvg_launch_add_number(arg, cvg_number_of_double(0.5));
		return;
	}
	n = param->nslots == 1 ? guess_integer(guess, i) : 1;
	cvg_launch_add_number(arg, cvg_number_of_int(at_most(n, param->kind)));
}

/* ---- buffers --------------------------------------------------------- */

enum cvg_kind cvg_guess_kind(const struct guess *guess, uint32_t param)
{
	enum cvg_kind best = CVG_NKINDS;
	uint32_t most = 0;

	for (unsigned k = 0; param < 64 && k < CVG_NKINDS; k++) {
		if (guess->uses.accesses[param][k] <= most)
			continue;
		most = guess->uses.accesses[param][k];
		best = (enum cvg_kind)k;
	}
	return best;
}

/* A record of numbers of which one bounds ids: all the same, and no thread is
 * beyond the bound. A bound of 64 bits is two numbers of 32 bits, so that small
 * ones will do. */
static void guess_record(const struct guess *guess, uint32_t i,
			 struct cvg_launch_arg *arg)
{
	bool halves = has(guess->uses.wide, i) && cvg_elem_bytes(arg->elem) < 8;

	arg->gen = CVG_GEN_FILL;
	arg->ranged = true;
	arg->lo = cvg_number_of_int(halves ? 1 : (int64_t)guess->threads);
}

void cvg_guess_elements(const struct guess *guess, uint32_t i, const char *name,
			bool read, enum cvg_kind kind,
			struct cvg_launch_arg *arg)
{
	bool index = has(guess->uses.index, i);
	int64_t most = at_most(guess->threads, index ? kind : CVG_K_I64);

	arg->buffer = true;
	arg->elem = cvg_elem_of_kind(kind);
	arg->counted = true;
	arg->count = guess->threads;
	if (!read)
		arg->gen = CVG_GEN_ZERO;
	else if (cvg_guess_records(guess, i, arg))
		return;
	else if (cvg_elem_isfloat(arg->elem))
		cvg_guess_range(arg, CVG_GEN_RANDOM, -1, 1);
	else if (has(guess->uses.records, i) && cvg_elem_bytes(arg->elem) >= 4)
		guess_record(guess, i, arg);
	else if (index && cvg_name_is_starts(name))
		cvg_guess_range(arg, CVG_GEN_SORTED, 0, most);
	else if (index || !cvg_guess_cases(&guess->uses, i, arg))
		cvg_guess_range(arg, CVG_GEN_RANDOM, 0, index ? most : 100);
}

/* The elements of a pointer parameter are of the kind that the program declares, else
 * of that of most accesses, also in functions that are called. */
static void guess_buffer(const struct guess *guess, uint32_t i,
			 struct cvg_launch_arg *arg)
{
	const struct cvg_param *param = &guess->kernel->params[i];
	enum cvg_kind kind = param->pointee;

	if (kind == CVG_NKINDS)
		kind = cvg_guess_kind(guess, i);
	cvg_guess_elements(guess, i, param->name, param->read, kind, arg);
	if (param->space == CVG_SPACE_SHARED) {
		cvg_launch_arg_empty(arg);
		arg->gen = CVG_GEN_UNDEFINED;
	}
}

/* Make an argument for each parameter, in order: the user's, or a guess. */
static void guess_args(struct guess *guess, const struct cvg_launch *said)
{
	for (uint32_t i = 0; i < guess->kernel->nparams; i++) {
		const struct cvg_param *param = &guess->kernel->params[i];
		const struct cvg_launch_arg *old =
			cvg_launch_arg_of(said, guess->program, i);
		struct cvg_launch_arg a = {.elem = CVG_NELEMS, .guessed = true};
		char place[16];

		if (old && !old->guessed) {
			cvg_launch_arg_copy(&guess->l.args[i], old);
			guess->l.nargs++;
			continue;
		}

		snprintf(place, sizeof place, "%u", i);
		a.name = cvg_strdup(
			cvg_launch_is_name(param->name, strlen(param->name))
				? param->name
				: place);
		if (param->pointer && param->nslots == 1 &&
		    !param->copy_bytes && param->space != CVG_SPACE_PRIVATE)
			guess_buffer(guess, i, &a);
		else
			guess_scalar(guess, i, &a);
		guess->l.args[i] = a;
		guess->l.nargs++;
		guess->l.inferred = true;
	}
}

/* Check that each argument names a parameter and that no two name the same. */
static bool check_names(const struct cvg_program *program,
			const struct cvg_launch *launch, struct cvg_err *err)
{
	for (uint32_t n = 0; n < launch->nargs; n++) {
		const struct cvg_launch_arg *arg = &launch->args[n];
		uint32_t i = cvg_launch_param(program, arg->name);

		if (i == CVG_NONE)
			return cvg_fail(err, "'%.60s' is not a parameter of %s",
					arg->name, program->fns[0].name);
		if (cvg_launch_arg_of(launch, program, i) != arg)
			return cvg_fail(err, "parameter %.60s is given twice",
					arg->name);
	}
	return true;
}

/* Begin the guess with the user's launch. */
static void start(struct guess *guess, const struct cvg_launch *said)
{
	struct cvg_launch bare = *said;

	bare.args = NULL;
	bare.nargs = 0;
	cvg_launch_copy(&guess->l, &bare);
	guess->l.args =
		cvg_calloc(guess->kernel->nparams + 1, sizeof *guess->l.args);
	guess->l.inferred = !said->said_block;
}

static void guess_all(struct guess *guess, const struct cvg_launch *said)
{
	start(guess, said);
	guess_grid(guess);
	guess_args(guess, said);
}

/* The axis along which the kernel has places of its own for threads in shared
 * memory, while it has threads along others, too; 0: it is not like that. */
static uint32_t axis_of_row(const struct guess *guess)
{
	uint32_t axes = guess->uses.axes, own = guess->uses.shared_axes;

	return guess->l.said_block || guess->kernel->fn->reqd_work_group[0] ||
			       own == axes || (own & (own - 1))
		       ? 0
		       : own;
}

/* Where the guess races because threads share what belongs to a row of them, let
 * blocks be rows, if that runs without a race. False: a trial itself failed. */
static bool try_rows(struct guess *guess, const struct cvg_launch *said,
		     cvg_launch_trial *trial, void *context,
		     struct cvg_err *err)
{
	struct guess rows = *guess;
	struct cvg_fault end;
	bool ok;

	rows.row = axis_of_row(guess);
	if (!rows.row)
		return true;
	if (!trial(context, &guess->l, true, &end, err))
		return false;
	if (end.kind != CVG_F_RACE)
		return true;
	rows.tame = 0;
	guess_all(&rows, said);
	ok = cvg_guess_try(&rows, trial, context, &end, err) &&
	     (end.kind != CVG_F_NONE ||
	      trial(context, &rows.l, true, &end, err));
	if (ok && end.kind == CVG_F_NONE) {
		struct cvg_launch square = guess->l;

		*guess = rows;
		rows.l = square;
	}
	cvg_launch_done(&rows.l);
	return ok;
}

bool cvg_launch_complete(const struct cvg_program *program,
			 struct cvg_launch *launch, cvg_launch_trial *trial,
			 void *context, struct cvg_fault *left,
			 struct cvg_err *err)
{
	struct guess g = {.program = program, .kernel = &program->fns[0]};
	struct cvg_fault end = {.kind = CVG_F_NONE};

	if (!check_names(program, launch, err))
		return false;
	cvg_uses_of(program, &g.uses);
	guess_all(&g, launch);
	if (trial && g.l.inferred && cvg_launch_threads(&g.l) <= MOST_THREADS &&
	    !(cvg_guess_try(&g, trial, context, &end, err) &&
	      (end.kind != CVG_F_NONE ||
	       try_rows(&g, launch, trial, context, err)))) {
		cvg_launch_done(&g.l);
		return false;
	}
	if (left)
		*left = end;
	cvg_launch_done(launch);
	*launch = g.l;
	return true;
}

bool cvg_launch_infer(const struct cvg_program *program,
		      cvg_launch_trial *trial, void *context,
		      struct cvg_launch *out, struct cvg_fault *left,
		      struct cvg_err *err)
{
	cvg_launch_init(out);
	if (cvg_launch_complete(program, out, trial, context, left, err))
		return true;
	cvg_launch_done(out);
	return false;
}
