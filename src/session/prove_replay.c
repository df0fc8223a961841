/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Launches of what the solver says (src/refine/model.c). The grid is the smallest one
 * that has the thread, the parameters are those of the model, buffers reach as far as
 * the thread comes and hold there what it reads; the rest is guessed, and what a
 * buffer holds behind its last such place is that once more.
 */
#include "checking.h"

#include "reconverge/graph.h"
#include "reconverge/launch.h"
#include "reconverge/refine.h"

#include "transforms/redirect.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MOST_NUMBERS 65536 /* that are listed for a buffer */
#define MARK	     85	   /* in buffers that are only written */

/* ---- numbers --------------------------------------------------------- */

static struct cvg_number number_of(enum cvg_elem e, uint64_t bits)
{
	uint32_t left = 64 - 8 * cvg_elem_bytes(e);
	struct cvg_number n = {.elem = CVG_NELEMS,
			       .f = cvg_elem_to_double(e, bits)};

	if (cvg_elem_isfloat(e))
		return n;
	n.integer = true;
	n.u = bits;
	if (!cvg_elem_issigned(e))
		return n;
	n.u = (uint64_t)((int64_t)(bits << left) >> left);
	n.negative = (int64_t)n.u < 0;
	return n;
}

/* ---- parameters ------------------------------------------------------ */

/* Can the model's scalars be said in a launch? */
static bool is_plain(const struct cvg_ufn *kernel, const struct cvg_param *p)
{
	if (p->pointer || p->copy_bytes || !strcmp(p->name, CVG_REDIRECT))
		return false;
	for (uint32_t k = 0; k < p->nslots; k++) {
		if (cvg_kind_bytes(
			    (enum cvg_kind)kernel->slot_kind[p->slot + k]) > 8)
			return false;
	}
	return true;
}

static void add_scalars(struct cvg_launch *launch, const struct cvg_ufn *kernel,
			uint32_t i, const uint64_t *scalar)
{
	const struct cvg_param *p = &kernel->params[i];
	struct cvg_launch_arg a = {.elem = CVG_NELEMS};
	struct cvg_str name = {0};

	if (*cvg_param_shown(p))
		cvg_str_add(&name, cvg_param_shown(p));
	else
		cvg_str_addf(&name, "%u", i);
	a.name = cvg_str_take(&name);
	for (uint32_t k = 0; k < p->nslots; k++) {
		enum cvg_kind kind = kernel->slot_kind[p->slot + k];

		cvg_launch_add_number(
			&a,
			number_of(kind == CVG_K_BIT ? CVG_ELEM_U8
						    : cvg_elem_of_kind(kind),
				  scalar[k]));
	}
	launch->args = cvg_realloc(launch->args, launch->nargs + 1u,
				   sizeof *launch->args);
	launch->args[launch->nargs++] = a;
}

static void add_params(struct cvg_launch *launch, const struct cvg_ufn *kernel,
		       const struct cvg_inputs *m)
{
	uint32_t at = 0;

	for (uint32_t i = 0; i < kernel->nparams; i++) {
		const struct cvg_param *p = &kernel->params[i];

		if (at + p->nslots > m->nscalars)
			return;
		if (is_plain(kernel, p))
			add_scalars(launch, kernel, i, m->scalar + at);
		at += p->nslots;
	}
}

/* ---- threads --------------------------------------------------------- */

/* How many there are, of which the model knows `of`, or at least the number `at` of
 * one. */
static uint32_t extent(const struct cvg_inputs *m, uint32_t at, uint32_t of)
{
	if (m->known[of])
		return (uint32_t)m->reg[of];
	return m->known[at] ? (uint32_t)m->reg[at] + 1 : 1;
}

static void set_threads(struct cvg_launch *launch, const struct cvg_fn *fn,
			const struct cvg_inputs *m)
{
	for (uint32_t d = 0; d < 3; d++) {
		launch->block[d] =
			fn->reqd_work_group[0]
				? fn->reqd_work_group[d]
				: extent(m, CVG_S_TID_X + d, CVG_S_NTID_X + d);
		launch->grid[d] =
			extent(m, CVG_S_CTAID_X + d, CVG_S_NCTAID_X + d);
	}
	if (m->known[CVG_S_LANEID] && launch->block[0] <= m->reg[CVG_S_LANEID])
		launch->block[0] = (uint32_t)m->reg[CVG_S_LANEID] + 1;
	launch->said_block = launch->said_grid = true;
}

/* ---- buffers --------------------------------------------------------- */

/* Bytes up to the last place that the thread comes to, or reads. */
static uint64_t reach(const struct cvg_inputs *m, uint32_t param, bool read)
{
	uint64_t most = 0;

	for (size_t i = 0; i < m->places.n; i++) {
		const struct cvg_input_place *p = &m->places.at[i];

		if (p->param == param && (p->read || !read) &&
		    p->offset + p->bytes > most)
			most = p->offset + p->bytes;
	}
	return most;
}

/* The first `bytes` of a buffer as guessed, and what is read there as in the model;
 * the caller frees them. */
static uint8_t *contents(const struct cvg_inputs *m, uint32_t param,
			 const struct cvg_buffer *guess, uint64_t bytes)
{
	uint8_t *data = cvg_calloc(bytes + 8, 1);

	memcpy(data, guess->data, bytes < guess->bytes ? bytes : guess->bytes);
	for (size_t i = 0; i < m->places.n; i++) {
		const struct cvg_input_place *p = &m->places.at[i];

		for (uint32_t k = 0; p->param == param && p->read &&
				     k < p->bytes && p->offset + k < bytes;
		     k++)
			data[p->offset + k] = (uint8_t)(p->bits >> 8 * k);
	}
	return data;
}

/* Is each of n elements one that a number says? Of a NaN, the bits are lost. */
static bool are_numbers(enum cvg_elem e, const uint8_t *data, uint64_t n)
{
	for (uint64_t i = 0; i < n && cvg_elem_isfloat(e); i++) {
		if (isnan(cvg_elem_to_double(
			    e, cvg_elem_load(e, data + i * cvg_elem_bytes(e)))))
			return false;
	}
	return true;
}

static enum cvg_elem unsigned_of(uint32_t bytes)
{
	return bytes == 1   ? CVG_ELEM_U8
	       : bytes == 2 ? CVG_ELEM_U16
	       : bytes == 4 ? CVG_ELEM_U32
			    : CVG_ELEM_U64;
}

static void fill(struct cvg_launch_arg *a, enum cvg_elem e, const uint8_t *data,
		 uint64_t n)
{
	uint32_t bytes = cvg_elem_bytes(e);

	a->elem = are_numbers(e, data, n) ? e : unsigned_of(bytes);
	cvg_launch_arg_empty(a);
	a->gen = CVG_GEN_VALUES;
	for (uint64_t i = 0; i < n; i++)
		cvg_launch_add_number(
			a, number_of(a->elem,
				     cvg_elem_load(a->elem, data + i * bytes)));
}

static void set_buffer(const struct cvg_inputs *m, uint32_t param,
		       const struct cvg_buffer *guess, struct cvg_launch_arg *a)
{
	uint32_t bytes = cvg_elem_bytes(guess->elem);
	uint64_t all = (reach(m, param, false) + bytes - 1) / bytes;
	uint64_t n = (reach(m, param, true) + bytes - 1) / bytes;
	uint8_t *data;

	a->counted = true;
	a->per_thread = 0;
	a->count = guess->bytes / bytes > all ? guess->bytes / bytes : all;
	/* So a store of zero, or a missing one, shows. */
	if (!n && a->gen == CVG_GEN_ZERO) {
		a->gen = CVG_GEN_FILL;
		a->ranged = true;
		a->lo = (struct cvg_number){.f = MARK,
					    .u = MARK,
					    .integer = true,
					    .elem = CVG_NELEMS};
	}
	if (!n || n > MOST_NUMBERS)
		return;
	data = contents(m, param, guess, n * bytes);
	fill(a, guess->elem, data, n);
	free(data);
}

static void set_buffers(struct cvg_launch *launch,
			const struct cvg_program *program,
			const struct cvg_image *image,
			const struct cvg_inputs *m)
{
	for (uint32_t i = 0; i < program->fns[0].nparams; i++) {
		struct cvg_launch_arg *a =
			cvg_launch_arg_of(launch, program, i);
		const struct cvg_buffer *guess = cvg_image_arg(image, i);

		if (a && a->buffer && guess && reach(m, i, false))
			set_buffer(m, i, guess, a);
	}
}

/* ---- the whole ------------------------------------------------------- */

/* From now on, nothing of it is a guess that a check may change. */
static void settle(struct cvg_launch *launch)
{
	launch->inferred = false;
	launch->said_shared = true;
	for (uint32_t i = 0; i < launch->nargs; i++)
		launch->args[i].guessed = false;
}

static bool make(struct cvg_session *s, const struct cvg_prove *p,
		 const struct cvg_program *program, const struct cvg_inputs *m,
		 struct cvg_launch *out, struct cvg_err *err)
{
	struct cvg_fault left;
	struct cvg_image *image;

	set_threads(out, program->fns[0].fn, m);
	add_params(out, &program->fns[0], m);
	if (!cvg_proving_complete(s, out, &left, err) ||
	    !cvg_proving_image(s, p->a.path ? CVG_NONE : p->a.rev, program, out,
			       s->proving.left.image, &image, err))
		return false;
	set_buffers(out, program, image, m);
	cvg_image_free(image);
	settle(out);
	return true;
}

bool cvg_replays_make(struct cvg_session *s, struct cvg_prove *p,
		      const struct side side[2], const struct cvg_refined *r,
		      struct cvg_err *err)
{
	for (size_t i = 0; i < r->models.n; i++) {
		const struct cvg_inputs *m = &r->models.at[i];
		struct cvg_replay replay = {.looped = m->looped,
					    .guesses = m->guesses,
					    .differs = m->differs};
		struct cvg_err none;

		replay.launch = cvg_calloc(1, sizeof *replay.launch);
		cvg_launch_init(replay.launch);
		if (make(s, p, side[0].program, m, replay.launch, &none)) {
			cvg_push(&p->replay, replay);
			continue;
		}
		cvg_launch_done(replay.launch);
		free(replay.launch);
		if (none.interrupted)
			return cvg_fail_interrupted(err);
	}
	return true;
}
