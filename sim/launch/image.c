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

const char *cvg_param_label(const struct cvg_ufn *f, uint32_t i, char *text)
{
	const char *name = f->params[i].name;

	if (*name)
		snprintf(text, 80, "%.70s", name);
	else
		snprintf(text, 80, "argument %u", i);
	return text;
}

/* The most threads of a block, for a kernel that does not declare its own
 * limit. */
#define MOST_THREADS 1024

uint64_t cvg_launch_most_threads(const struct cvg_program *p)
{
	const struct cvg_fn *fn = p->fns[0].fn;
	uint64_t most = cvg_target_info(fn->target)->most_threads(fn);

	return most ? most : MOST_THREADS;
}

static bool check_block(const struct maker *k)
{
	const uint32_t *block = k->l->block;
	const uint32_t *need = k->kernel->fn->reqd_work_group;
	uint64_t most = cvg_launch_most_threads(k->p);
	unsigned __int128 threads =
		(unsigned __int128)block[0] * block[1] * block[2];

	if (need[0] && memcmp(block, need, 3 * sizeof *need) != 0)
		return cvg_fail(k->err,
				"block=%ux%ux%u, but %s is compiled for blocks "
				"of %ux%ux%u threads",
				block[0], block[1], block[2], k->kernel->name,
				need[0], need[1], need[2]);
	if (threads > most)
		return cvg_fail(k->err,
				"block=%ux%ux%u: a block of %s has at most "
				"%llu threads",
				block[0], block[1], block[2], k->kernel->name,
				(unsigned long long)most);
	return true;
}

static bool check_launch(const struct maker *k)
{
	const struct cvg_launch *l = k->l;

	if (l->kernel && strcmp(l->kernel, k->kernel->name) != 0)
		return cvg_fail(k->err,
				"the launch is for kernel %s, not for %s",
				l->kernel, k->kernel->name);
	for (int d = 0; d < 3; d++) {
		if (!l->grid[d] || !l->block[d])
			return cvg_fail(k->err, "the %s has a dimension of 0",
					l->grid[d] ? "block" : "grid");
	}
	if (cvg_launch_threads(l) >= UINT64_C(1) << 48)
		return cvg_fail(k->err,
				"the launch has more than 2^48 threads");
	return check_block(k);
}

/* Find the argument of each parameter. */
static bool match_args(struct maker *k)
{
	char label[80];

	for (uint32_t n = 0; n < k->l->nargs; n++) {
		const struct cvg_launch_arg *a = &k->l->args[n];
		uint32_t i = cvg_launch_param(k->p, a->name);

		if (i == CVG_NONE)
			return cvg_fail(k->err,
					"'%.60s' is not a parameter of %s",
					a->name, k->kernel->name);
		if (k->args[i])
			return cvg_fail(k->err, "parameter %s is given twice",
					cvg_param_label(k->kernel, i, label));
		k->args[i] = a;
	}
	for (uint32_t i = 0; i < k->kernel->nparams; i++) {
		if (!k->args[i])
			return cvg_fail(k->err,
					"parameter %s (%s) has no value",
					cvg_param_label(k->kernel, i, label),
					k->kernel->params[i].type);
	}
	return true;
}

/* ---- making ---------------------------------------------------------- */

static bool make_variables(struct maker *k)
{
	for (uint32_t i = 0; i < k->p->nglobals; i++) {
		const struct cvg_global *g = &k->p->globals[i];
		struct cvg_buffer *b;

		if (g->space != CVG_SPACE_GLOBAL)
			continue;
		assert(!(uint32_t)g->address && g->bytes <= UINT32_MAX);
		b = cvg_maker_buffer(k, -1, g->bytes);
		if (!b)
			return cvg_fail_in(k->err, "@%.60s", g->name);
		b->granule = (uint32_t)(g->address >> CVG_GRANULE_BITS);
		b->constant = g->constant;
		b->name = cvg_strdup(g->name);
		b->elem = CVG_ELEM_U8;
		if (g->init)
			memcpy(b->data, g->init, g->bytes);
		if (g->init && !g->defined)
			continue;
		b->undefined = cvg_alloc(g->bytes + 1);
		for (uint64_t at = 0; at < g->bytes; at++)
			b->undefined[at] = !g->init || !g->defined[at];
	}
	return true;
}

static bool make_all(struct maker *k)
{
	uint32_t n = k->kernel->nparams;

	if (!check_launch(k) || !match_args(k))
		return false;
	for (uint32_t i = 0; i < n; i++) {
		if (!cvg_maker_fill(k, i))
			return false;
	}
	if (!cvg_maker_aliases(k))
		return false;
	for (uint32_t i = 0; i < n; i++) {
		if (!cvg_maker_value(k, i))
			return false;
	}
	k->m->dynamic_shared = k->shared;
	return make_variables(k);
}

static struct cvg_image *empty_image(const struct cvg_program *p)
{
	const struct cvg_ufn *kernel = &p->fns[0];
	struct cvg_image *m = cvg_calloc(1, sizeof *m);
	uint32_t slots = 0;

	m->nargs_bytes = p->kernarg_bytes;
	m->args = cvg_calloc(m->nargs_bytes + 1, 1);
	m->nparams = kernel->nparams;
	m->buffer_of = cvg_calloc(m->nparams + 1, sizeof *m->buffer_of);
	m->values_at = cvg_calloc(m->nparams + 1, sizeof *m->values_at);
	for (uint32_t i = 0; i < m->nparams; i++) {
		m->buffer_of[i] = CVG_NONE;
		m->values_at[i] = slots;
		slots += kernel->params[i].nslots;
	}
	m->values_at[m->nparams] = slots;
	m->values = cvg_calloc(slots + 1, 2 * sizeof *m->values);
	return m;
}

static uint32_t round_up(uint32_t n, uint32_t align)
{
	return align > 1 ? (n + align - 1) / align * align : n;
}

bool cvg_image_next(const struct cvg_program *p, const struct cvg_launch *l,
		    const struct cvg_image *last, struct cvg_image **out,
		    struct cvg_err *err)
{
	struct maker k = {.p = p, .l = l, .last = last, .err = err};
	bool ok;

	k.kernel = &p->fns[0];
	k.m = empty_image(p);
	k.granule = 1;
	k.shared_base = round_up(p->static_shared, p->dynamic_align);
	k.shared = l->shared;
	k.args = cvg_calloc(k.kernel->nparams + 1, sizeof *k.args);
	ok = make_all(&k);
	free(k.args);
	if (ok)
		*out = k.m;
	else
		cvg_image_free(k.m);
	return ok;
}

bool cvg_image_new(const struct cvg_program *p, const struct cvg_launch *l,
		   struct cvg_image **out, struct cvg_err *err)
{
	return cvg_image_next(p, l, NULL, out, err);
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

struct cvg_buffer *cvg_image_arg(const struct cvg_image *m, uint32_t i)
{
	if (i >= m->nparams || m->buffer_of[i] == CVG_NONE)
		return NULL;
	return &m->buffers[m->buffer_of[i]];
}

void cvg_image_value(const struct cvg_image *m, uint32_t i, uint32_t k,
		     uint64_t *lo, uint64_t *hi)
{
	uint32_t at = m->values_at[i] + k;

	assert(i < m->nparams && at < m->values_at[i + 1]);
	*lo = m->values[2 * at];
	*hi = m->values[2 * at + 1];
}

static bool written(const struct cvg_buffer *b, uint64_t at, uint32_t n)
{
	for (uint32_t i = 0; b->undefined && i < n; i++) {
		if (b->undefined[at + i])
			return false;
	}
	return true;
}

void cvg_image_print(struct cvg_str *out, const struct cvg_program *p,
		     const struct cvg_image *m, uint32_t i, uint64_t n)
{
	const struct cvg_buffer *b = cvg_image_arg(m, i);
	uint32_t bytes = b ? cvg_elem_bytes(b->elem) : 1;
	uint64_t count = b ? b->bytes / bytes : 0;
	char label[80];

	if (!b)
		return;
	cvg_str_addf(out, "%s: %s[%llu]", cvg_param_label(&p->fns[0], i, label),
		     cvg_elem_name(b->elem), (unsigned long long)count);
	for (uint64_t e = 0; e < count && e < n; e++) {
		cvg_str_addc(out, ' ');
		if (written(b, e * bytes, bytes))
			cvg_elem_print(
				out, b->elem,
				cvg_elem_load(b->elem, b->data + e * bytes));
		else
			cvg_str_addc(out, '?');
	}
	if (count > n)
		cvg_str_add(out, " ...");
}

bool cvg_image_dump(const struct cvg_program *p, const struct cvg_image *m,
		    uint32_t i, const char *path, struct cvg_err *err)
{
	const struct cvg_buffer *b = cvg_image_arg(m, i);
	char label[80];

	if (!b || !b->data)
		return cvg_fail(err, "%s has no buffer",
				cvg_param_label(&p->fns[0], i, label));
	return cvg_file_write(path, b->data, b->bytes, err);
}
