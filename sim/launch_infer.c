/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * A launch nobody wrote: a few blocks, buffers of one element a thread, sizes
 * that go with them; from what the kernel does with its parameters
 * (infer_use.c) and, where that says nothing, from what they are called. Then
 * it is tried: a buffer that was left grows to what was asked for, and what
 * cannot be mended so is made smaller, tamer, and at last zero.
 */
#include "sim/infer_in.h"
#include "sim/launch_in.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TRIALS	    20
#define MOST_BYTES  (UINT64_C(1) << 28) /* a buffer grows to */
#define MOST_SHARED (1 << 16)

struct guess {
	const struct cvg_program *p;
	const struct cvg_ufn *kernel;
	struct cvg_uses uses;
	struct cvg_launch l;
	uint64_t threads;
	uint32_t tame; /* how often it was made tamer */
};

/* ---- the grid -------------------------------------------------------- */

static void guess_block(struct guess *g)
{
	const uint32_t *need = g->kernel->fn->reqd_work_group;
	uint64_t most = cvg_launch_most_threads(g->p);
	uint32_t *block = g->l.block, axes = g->uses.axes;

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

static void guess_grid(struct guess *g)
{
	uint32_t axes = g->uses.axes;

	guess_block(g);
	if (axes & CVG_AXIS_Z)
		memcpy(g->l.grid, (uint32_t[3]){2, 2, 2}, sizeof g->l.grid);
	else if (axes & CVG_AXIS_Y)
		memcpy(g->l.grid, (uint32_t[3]){2, 2, 1}, sizeof g->l.grid);
	else if (axes)
		g->l.grid[0] = 4;
	g->threads = cvg_launch_threads(&g->l);
	if (g->threads < 64)
		g->threads = 64;
	if (g->uses.dynamic_shared)
		g->l.shared = g->l.block[0] * g->l.block[1] * g->l.block[2] * 8;
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

static void set_range(struct cvg_launch_arg *a, enum cvg_generator gen,
		      int64_t lo, int64_t hi)
{
	a->gen = gen;
	a->ranged = true;
	a->lo = cvg_number_of_int(lo);
	a->hi = cvg_number_of_int(hi);
}

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
		set_range(a, CVG_GEN_RANDOM, -1, 1);
	else if (index && cvg_name_is_starts(param->name))
		set_range(a, CVG_GEN_SORTED, 0, most);
	else
		set_range(a, CVG_GEN_RANDOM, 0, index ? most : 100);
}

static void guess_args(struct guess *g)
{
	for (uint32_t i = 0; i < g->kernel->nparams; i++) {
		const struct cvg_param *param = &g->kernel->params[i];
		struct cvg_launch_arg a = {.elem = CVG_NELEMS};
		char place[16];

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
		cvg_launch_put(&g->l, NULL, &a);
	}
}

/* ---- mending --------------------------------------------------------- */

/* Parameter whose buffer has that granule, as image.c gives them out. */
static uint32_t owner_of(const struct guess *g, uint64_t granule)
{
	for (uint32_t i = 0; i < g->l.nargs; i++) {
		bool shared = g->kernel->params[i].space == CVG_SPACE_SHARED;

		if (g->l.args[i].buffer && !shared && --granule == 0)
			return i;
	}
	return CVG_NONE;
}

/* A buffer to at least that many bytes, and its equals with it. */
static bool grow_to(struct guess *g, uint32_t i, uint64_t bytes)
{
	struct cvg_launch_arg *a = &g->l.args[i];
	uint64_t old = a->count, count = old ? old : 1;

	while (count * cvg_elem_bytes(a->elem) < bytes || count <= old)
		count *= 2;
	if (count * cvg_elem_bytes(a->elem) > MOST_BYTES)
		return false;
	a->count = count;
	for (uint32_t k = 0; k < g->l.nargs && count <= 1 << 20; k++) {
		struct cvg_launch_arg *b = &g->l.args[k];

		if (b->buffer && b->count == old)
			b->count = count;
	}
	return true;
}

static bool grow_shared(struct guess *g)
{
	bool grown = false;

	if (g->uses.dynamic_shared && g->l.shared < MOST_SHARED) {
		g->l.shared = g->l.shared ? 2 * g->l.shared : 1024;
		grown = true;
	}
	for (uint32_t i = 0; i < g->l.nargs; i++) {
		struct cvg_launch_arg *a = &g->l.args[i];

		if (g->kernel->params[i].space != CVG_SPACE_SHARED ||
		    !a->buffer || a->count >= MOST_SHARED / 4)
			continue;
		a->count *= 2;
		grown = true;
	}
	return grown;
}

static bool grow(struct guess *g, const struct cvg_fault *f)
{
	uint64_t granule = f->address >> CVG_GRANULE_BITS;
	uint64_t end = (uint32_t)f->address + (uint64_t)f->bytes;
	uint32_t i = owner_of(g, granule);

	if (f->kind != CVG_F_OUT_OF_BOUNDS)
		return false;
	if (i != CVG_NONE && grow_to(g, i, end))
		return true;
	return (!granule ||
		granule == CVG_APERTURE_SHARED >> CVG_GRANULE_BITS) &&
	       grow_shared(g);
}

/* Numbers that only count or reach addresses: smaller. Sizes: halved. */
static void tame_scalar(struct guess *g, uint32_t i, bool division)
{
	struct cvg_number *v = g->l.args[i].values;
	int64_t now = (int64_t)v->u;

	if (g->kernel->params[i].kind >= CVG_K_F16 ||
	    g->kernel->params[i].pointer)
		return;
	if (division && !now)
		*v = cvg_number_of_int(1);
	else if (!division && now > 1)
		*v = cvg_number_of_int(now / (g->tame > 2 ? 4 : 2));
	else if (!division && g->tame > 3)
		*v = cvg_number_of_int(0);
}

static void tame_buffer(struct guess *g, uint32_t i, bool division)
{
	static const int64_t most[] = {100, 16, 4, 2, 1};
	struct cvg_launch_arg *a = &g->l.args[i];
	int64_t hi = most[g->tame < 4 ? g->tame : 4];

	if (!a->ranged || cvg_elem_isfloat(a->elem))
		return;
	if (division)
		set_range(a, a->gen, 1, 100);
	else
		set_range(a, a->gen, 0,
			  hi < (int64_t)a->hi.u ? hi : (int64_t)a->hi.u);
}

static bool tame(struct guess *g, const struct cvg_fault *f)
{
	bool division = f->kind == CVG_F_DIVISION && !g->tame;

	if (g->tame == 6)
		return false;
	g->tame++;
	for (uint32_t i = 0; i < g->l.nargs; i++) {
		if (g->l.args[i].buffer)
			tame_buffer(g, i, division);
		else if (g->tame > 1 || division)
			tame_scalar(g, i, division);
	}
	if (g->tame == 6)
		memcpy(g->l.grid, (uint32_t[3]){1, 1, 1}, sizeof g->l.grid);
	return true;
}

/* Until it runs, or nothing helps. */
static bool try_it(struct guess *g, cvg_launch_trial *trial, void *context,
		   struct cvg_fault *left, struct cvg_err *err)
{
	for (int n = 0; n < TRIALS; n++) {
		*left = (struct cvg_fault){.kind = CVG_F_NONE};
		if (!trial(context, &g->l, left, err))
			return false;
		if (left->kind == CVG_F_NONE || n + 1 == TRIALS)
			break;
		if (!grow(g, left) && !tame(g, left))
			break;
	}
	return true;
}

bool cvg_launch_infer(const struct cvg_program *p, cvg_launch_trial *trial,
		      void *context, struct cvg_launch *out,
		      struct cvg_fault *left, struct cvg_err *err)
{
	struct guess g = {.p = p, .kernel = &p->fns[0]};
	struct cvg_fault end = {.kind = CVG_F_NONE};

	cvg_launch_init(&g.l);
	g.l.inferred = true;
	cvg_uses_of(p, &g.uses);
	guess_grid(&g);
	guess_args(&g);
	if (trial && !try_it(&g, trial, context, &end, err)) {
		cvg_launch_done(&g.l);
		return false;
	}
	if (left)
		*left = end;
	*out = g.l;
	return true;
}
