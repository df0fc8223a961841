/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Images: the memory that a kernel finds when it starts. An image is made from
 * a launch, copied, and written to files.
 *
 * Buffers get granules of addresses from 1 up, in the order of their
 * parameters; copies of structs get the granules after them. A buffer's memory
 * is allocated as zeros, so that pages that are never touched cost nothing;
 * copying an image does not touch them either.
 */
#include "sim/launch/image_in.h"

#include "reconverge/graph.h"
#include "reconverge/target.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PAGE 4096

/* ---- the launch as a whole ------------------------------------------- */

const char *cvg_param_label(const struct cvg_ufn *ufn, uint32_t i, char *text)
{
	const char *name = cvg_param_shown(&ufn->params[i]);

	if (*name)
		snprintf(text, 80, "%.70s", name);
	else
		snprintf(text, 80, "argument %u", i);
	return text;
}

/* The most threads of a block, for a kernel that does not declare its own
 * limit. */
#define MOST_THREADS 1024

uint64_t cvg_launch_most_threads(const struct cvg_program *program)
{
	const struct cvg_fn *fn = program->fns[0].fn;
	uint64_t most = cvg_target_info(fn->target)->most_threads(fn);

	return most ? most : MOST_THREADS;
}

static bool check_block(const struct maker *maker)
{
	const uint32_t *block = maker->launch->block;
	const uint32_t *need = maker->kernel->fn->reqd_work_group;
	uint64_t most = cvg_launch_most_threads(maker->program);
	unsigned __int128 threads =
		(unsigned __int128)block[0] * block[1] * block[2];

	if (need[0] && memcmp(block, need, 3 * sizeof *need) != 0)
		return cvg_fail(maker->err,
				"block=%ux%ux%u, but %s is compiled for blocks "
				"of %ux%ux%u threads",
				block[0], block[1], block[2],
				maker->kernel->name, need[0], need[1], need[2]);
	if (threads > most)
		return cvg_fail(maker->err,
				"block=%ux%ux%u: a block of %s has at most "
				"%llu threads",
				block[0], block[1], block[2],
				maker->kernel->name, (unsigned long long)most);
	return true;
}

static bool check_launch(const struct maker *maker)
{
	const struct cvg_launch *launch = maker->launch;

	if (launch->kernel && strcmp(launch->kernel, maker->kernel->name) != 0)
		return cvg_fail(maker->err,
				"the launch is for kernel %s, not for %s",
				launch->kernel, maker->kernel->name);
	for (int d = 0; d < 3; d++) {
		if (!launch->grid[d] || !launch->block[d])
			return cvg_fail(maker->err,
					"the %s has a dimension of 0",
					launch->grid[d] ? "block" : "grid");
	}
	if (cvg_launch_threads(launch) >= UINT64_C(1) << 48)
		return cvg_fail(maker->err,
				"the launch has more than 2^48 threads");
	return check_block(maker);
}

/* Find the argument of each parameter. */
static bool match_args(struct maker *maker)
{
	char label[80];

	for (uint32_t n = 0; n < maker->launch->nargs; n++) {
		const struct cvg_launch_arg *arg = &maker->launch->args[n];
		uint32_t i = cvg_launch_param(maker->program, arg->name);

		if (i == CVG_NONE)
			return cvg_fail(maker->err,
					"'%.60s' is not a parameter of %s",
					arg->name, maker->kernel->name);
		if (maker->args[i])
			return cvg_fail(
				maker->err, "parameter %s is given twice",
				cvg_param_label(maker->kernel, i, label));
		maker->args[i] = arg;
	}
	for (uint32_t i = 0; i < maker->kernel->nparams; i++) {
		if (!maker->args[i])
			return cvg_fail(
				maker->err, "parameter %s (%s) has no value",
				cvg_param_label(maker->kernel, i, label),
				maker->kernel->params[i].type);
	}
	return true;
}

/* ---- making ---------------------------------------------------------- */

static bool make_variables(struct maker *maker)
{
	for (uint32_t i = 0; i < maker->program->nglobals; i++) {
		const struct cvg_global *global = &maker->program->globals[i];
		struct cvg_buffer *buffer;

		if (global->space != CVG_SPACE_GLOBAL)
			continue;
		assert(!(uint32_t)global->address &&
		       global->bytes <= UINT32_MAX);
		buffer = cvg_maker_buffer(maker, -1, global->bytes);
		if (!buffer)
			return cvg_fail_in(maker->err, "@%.300s", global->name);
		buffer->granule =
			(uint32_t)(global->address >> CVG_GRANULE_BITS);
		buffer->constant = global->constant;
		buffer->name = cvg_strdup(global->name);
		buffer->elem = CVG_ELEM_U8;
		if (global->init)
			memcpy(buffer->data, global->init, global->bytes);
		if (global->init && !global->defined)
			continue;
		buffer->undefined = cvg_alloc(global->bytes + 1);
		for (uint64_t at = 0; at < global->bytes; at++)
			buffer->undefined[at] =
				!global->init || !global->defined[at];
	}
	return true;
}

static bool make_all(struct maker *maker)
{
	uint32_t n = maker->kernel->nparams;

	if (!check_launch(maker) || !match_args(maker))
		return false;
	for (uint32_t i = 0; i < n; i++) {
		if (!cvg_maker_fill(maker, i))
			return false;
	}
	if (!cvg_maker_aliases(maker))
		return false;
	for (uint32_t i = 0; i < n; i++) {
		if (!cvg_maker_value(maker, i))
			return false;
	}
	maker->image->dynamic_shared = maker->shared;
	return make_variables(maker);
}

static struct cvg_image *empty_image(const struct cvg_program *program)
{
	const struct cvg_ufn *kernel = &program->fns[0];
	struct cvg_image *image = cvg_calloc(1, sizeof *image);
	uint32_t slots = 0;

	image->nargs_bytes = program->kernarg_bytes;
	image->args = cvg_calloc(image->nargs_bytes + 1, 1);
	image->nparams = kernel->nparams;
	image->buffer_of =
		cvg_calloc(image->nparams + 1, sizeof *image->buffer_of);
	image->values_at =
		cvg_calloc(image->nparams + 1, sizeof *image->values_at);
	for (uint32_t i = 0; i < image->nparams; i++) {
		image->buffer_of[i] = CVG_NONE;
		image->values_at[i] = slots;
		slots += kernel->params[i].nslots;
	}
	image->values_at[image->nparams] = slots;
	image->values = cvg_calloc(slots + 1, 2 * sizeof *image->values);
	return image;
}

static uint32_t round_up(uint32_t n, uint32_t align)
{
	return align > 1 ? (n + align - 1) / align * align : n;
}

bool cvg_image_next(const struct cvg_program *program,
		    const struct cvg_launch *launch,
		    const struct cvg_image *last, struct cvg_image **out,
		    struct cvg_err *err)
{
	struct maker maker = {
		.program = program, .launch = launch, .last = last, .err = err};
	bool ok;

	maker.kernel = &program->fns[0];
	maker.image = empty_image(program);
	maker.granule = 1;
	maker.shared_base =
		round_up(program->static_shared, program->dynamic_align);
	maker.shared = launch->shared;
	maker.args = cvg_calloc(maker.kernel->nparams + 1, sizeof *maker.args);
	ok = make_all(&maker);
	free(maker.args);
	if (ok)
		*out = maker.image;
	else
		cvg_image_free(maker.image);
	return ok;
}

bool cvg_image_new(const struct cvg_program *program,
		   const struct cvg_launch *launch, struct cvg_image **out,
		   struct cvg_err *err)
{
	return cvg_image_next(program, launch, NULL, out, err);
}

void cvg_image_free(struct cvg_image *take_m)
{
	if (!take_m)
		return;
	for (uint32_t i = 0; i < take_m->nbuffers; i++) {
		free(take_m->buffers[i].data);
		free(take_m->buffers[i].undefined);
		free(take_m->buffers[i].name);
	}
	free(take_m->buffers);
	free(take_m->args);
	free(take_m->buffer_of);
	free(take_m->values);
	free(take_m->values_at);
	free(take_m);
}

/* What filling 32 bytes costs is about what an instruction of a warp does. */
uint64_t cvg_image_cost(const struct cvg_image *image)
{
	uint64_t bytes = 0;

	for (uint32_t i = 0; i < image->nbuffers; i++)
		bytes += image->buffers[i].bytes;
	return bytes / 32;
}

/* ---- copying --------------------------------------------------------- */

static void *copy_bytes(const void *from, size_t n)
{
	void *to = cvg_alloc(n + 1);

	return memcpy(to, from, n);
}

/* Copy n bytes, but do not write pages of zeros, which the system then need not
 * allocate. */
static uint8_t *copy_data(const uint8_t *from, uint64_t n)
{
	static const uint8_t zeros[PAGE];
	uint8_t *to = cvg_calloc(n + 1, 1);

	for (uint64_t at = 0; at < n; at += PAGE) {
		size_t some = n - at < PAGE ? (size_t)(n - at) : PAGE;

		if (memcmp(from + at, zeros, some) != 0)
			memcpy(to + at, from + at, some);
	}
	return to;
}

struct cvg_image *cvg_image_copy(const struct cvg_image *m)
{
	struct cvg_image *c = cvg_alloc(sizeof *c);
	uint32_t slots = m->values_at[m->nparams];

	*c = *m;
	c->buffers = cvg_calloc(m->nbuffers + 1, sizeof *c->buffers);
	for (uint32_t i = 0; i < m->nbuffers; i++) {
		const struct cvg_buffer *from = &m->buffers[i];
		struct cvg_buffer *to = &c->buffers[i];

		*to = *from;
		if (from->data)
			to->data = copy_data(from->data, from->bytes);
		if (from->name)
			to->name = cvg_strdup(from->name);
		if (from->undefined)
			to->undefined = copy_data(from->undefined, from->bytes);
	}
	c->args = copy_bytes(m->args, m->nargs_bytes);
	c->buffer_of =
		copy_bytes(m->buffer_of, m->nparams * sizeof *m->buffer_of);
	c->values_at = copy_bytes(m->values_at,
				  (m->nparams + 1) * sizeof *m->values_at);
	c->values = copy_bytes(m->values, 2 * slots * sizeof *m->values);
	return c;
}

/* ---- reading --------------------------------------------------------- */

struct cvg_buffer *cvg_image_arg(const struct cvg_image *image, uint32_t i)
{
	if (i >= image->nparams || image->buffer_of[i] == CVG_NONE)
		return NULL;
	return &image->buffers[image->buffer_of[i]];
}

void cvg_image_value(const struct cvg_image *image, uint32_t i, uint32_t k,
		     uint64_t *lo, uint64_t *hi)
{
	uint32_t at = image->values_at[i] + k;

	assert(i < image->nparams && at < image->values_at[i + 1]);
	*lo = image->values[2 * at];
	*hi = image->values[2 * at + 1];
}

static bool written(const struct cvg_buffer *buffer, uint64_t at, uint32_t n)
{
	for (uint32_t i = 0; buffer->undefined && i < n; i++) {
		if (buffer->undefined[at + i])
			return false;
	}
	return true;
}

void cvg_image_print(struct cvg_str *out, const struct cvg_program *program,
		     const struct cvg_image *image, uint32_t i, uint64_t n)
{
	const struct cvg_buffer *buffer = cvg_image_arg(image, i);
	uint32_t bytes = buffer ? cvg_elem_bytes(buffer->elem) : 1;
	uint64_t count = buffer ? buffer->bytes / bytes : 0;
	char label[80];

	if (!buffer)
		return;
	cvg_str_addf(out, "%s: %s[%llu]",
		     cvg_param_label(&program->fns[0], i, label),
		     cvg_elem_name(buffer->elem), (unsigned long long)count);
	for (uint64_t e = 0; e < count && e < n; e++) {
		cvg_str_addc(out, ' ');
		if (written(buffer, e * bytes, bytes))
			cvg_elem_print(out, buffer->elem,
				       cvg_elem_load(buffer->elem,
						     buffer->data + e * bytes));
		else
			cvg_str_addc(out, '?');
	}
	if (count > n)
		cvg_str_add(out, " ...");
}

bool cvg_image_dump(const struct cvg_program *program,
		    const struct cvg_image *image, uint32_t i, const char *path,
		    struct cvg_err *err)
{
	const struct cvg_buffer *buffer = cvg_image_arg(image, i);
	char label[80];

	if (!buffer || !buffer->data)
		return cvg_fail(err, "%s has no buffer",
				cvg_param_label(&program->fns[0], i, label));
	return cvg_file_write(path, buffer->data, buffer->bytes, err);
}
