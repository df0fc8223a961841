/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The buffers of an image: their sizes, their contents, and the parameters that
 * share one. */
#include "sim/launch/image_in.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool fail_param(const struct maker *k, uint32_t i)
{
	char label[80];

	return cvg_fail_in(k->err, "%s", cvg_param_label(k->kernel, i, label));
}

/* ---- memory ---------------------------------------------------------- */

/* Do `more` bytes fit? All buffers together may take as many bytes as the host
 * has memory. */
static bool fits_memory(const struct maker *k, uint64_t more)
{
	long pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGESIZE);

	if (pages <= 0 || page <= 0)
		return true;
	return k->bytes + more <= (uint64_t)pages * (uint64_t)page;
}

struct cvg_buffer *cvg_maker_buffer(struct maker *k, int32_t arg,
				    uint64_t bytes)
{
	struct cvg_image *m = k->m;
	struct cvg_buffer b = {.bytes = bytes, .arg = arg};

	b.granule = k->granule;
	b.data = calloc(bytes + 1, 1);
	if (!b.data) {
		cvg_fail(k->err, "cannot allocate %llu bytes",
			 (unsigned long long)bytes);
		return NULL;
	}
	k->bytes += bytes;
	m->buffers =
		cvg_realloc(m->buffers, m->nbuffers + 1, sizeof *m->buffers);
	m->buffers[m->nbuffers] = b;
	if (arg >= 0) {
		m->buffer_of[arg] = m->nbuffers;
		k->granule++;
	}
	return &m->buffers[m->nbuffers++];
}

/* ---- sizes ----------------------------------------------------------- */

static bool file_bytes(const char *path, uint64_t *out, struct cvg_err *err)
{
	struct stat st;

	if (stat(path, &st) != 0)
		return cvg_fail(err, "%s: cannot open: %s", path,
				strerror(errno));
	if (!S_ISREG(st.st_mode))
		return cvg_fail(err,
				"%s: not a regular file, so the number of "
				"elements must be given",
				path);
	*out = (uint64_t)st.st_size;
	return true;
}

/* The buffer of the run before that the generator `last` names; NULL and an
 * error if there is none. */
static const struct cvg_buffer *last_buffer(struct maker *k, uint32_t i)
{
	const struct cvg_launch_arg *a = k->args[i];
	const struct cvg_buffer *b;
	uint32_t from = a->other ? cvg_launch_param(k->p, a->other) : i;

	if (!k->last) {
		cvg_fail(k->err, "last: no run came before this one");
		return NULL;
	}
	b = from == CVG_NONE ? NULL : cvg_image_arg(k->last, from);
	if (!b || !b->data)
		cvg_fail(k->err, "last: the last run left no such buffer");
	return b && b->data ? b : NULL;
}

/* The number of elements of a buffer if the launch does not give it: as many as
 * its values, its copied struct, its file or its last contents have, else one
 * for each thread. */
static bool default_count(struct maker *k, uint32_t i, enum cvg_elem e,
			  uint64_t *count)
{
	const struct cvg_launch_arg *a = k->args[i];
	const struct cvg_buffer *b;
	uint64_t copy = k->kernel->params[i].copy_bytes;
	uint64_t bytes = 0;

	*count = cvg_launch_threads(k->l);
	if (a->gen == CVG_GEN_VALUES)
		*count = a->nvalues;
	if (copy)
		*count = copy / cvg_elem_bytes(e);
	if (a->gen == CVG_GEN_FILE && !copy) {
		if (!file_bytes(a->file, &bytes, k->err))
			return false;
		*count = bytes / cvg_elem_bytes(e);
	}
	if (a->gen == CVG_GEN_LAST && !copy) {
		b = last_buffer(k, i);
		if (!b)
			return false;
		*count = b->bytes / cvg_elem_bytes(e);
	}
	return true;
}

bool cvg_maker_shape(struct maker *k, uint32_t i, enum cvg_elem *e,
		     uint64_t *count)
{
	const struct cvg_launch_arg *a = k->args[i];
	uint64_t bytes, extra;

	*e = a->elem == CVG_NELEMS
		     ? cvg_elem_of_kind(k->kernel->params[i].pointee)
		     : a->elem;
	*count = cvg_launch_count(k->l, a);
	if (!a->counted && !default_count(k, i, *e, count))
		return false;
	bytes = *count > UINT32_MAX ? UINT64_MAX : *count * cvg_elem_bytes(*e);
	if (bytes > UINT32_MAX)
		return cvg_fail(k->err,
				"%s[%llu]: a buffer has at most 2^32 - 1 bytes",
				cvg_elem_name(*e), (unsigned long long)*count);
	extra = a->gen == CVG_GEN_SORTED ? 16 * *count : bytes;
	if (!fits_memory(k, bytes + extra))
		return cvg_fail(k->err,
				"%s[%llu]: the buffer does not fit into this "
				"machine's memory",
				cvg_elem_name(*e), (unsigned long long)*count);
	return true;
}

/* ---- contents -------------------------------------------------------- */

static bool read_bytes(const char *path, uint8_t *data, uint64_t n,
		       struct cvg_err *err)
{
	FILE *in = fopen(path, "re");
	size_t got;
	bool failed;

	if (!in)
		return cvg_fail(err, "%s: cannot open: %s", path,
				strerror(errno));
	got = fread(data, 1, n, in);
	failed = ferror(in);
	if (failed)
		cvg_fail(err, "%s: cannot read: %s", path, strerror(errno));
	fclose(in);
	if (failed)
		return false;
	return got == n ||
	       cvg_fail(err, "%s: the file has %zu bytes, but %llu are needed",
			path, got, (unsigned long long)n);
}

/* Take the contents that the buffer had at the end of the run before. */
static bool take_last(struct maker *k, uint32_t i, struct cvg_buffer *b)
{
	const struct cvg_buffer *from = last_buffer(k, i);

	if (!from)
		return false;
	if (from->bytes < b->bytes)
		return cvg_fail(k->err,
				"last: the last run left %llu bytes, but %llu "
				"are needed",
				(unsigned long long)from->bytes,
				(unsigned long long)b->bytes);
	memcpy(b->data, from->data, b->bytes);
	if (!from->undefined)
		return true;
	b->undefined = cvg_alloc(b->bytes + 1);
	memcpy(b->undefined, from->undefined, b->bytes);
	return true;
}

static bool fill(struct maker *k, uint32_t i, struct cvg_buffer *b,
		 uint64_t count)
{
	const struct cvg_launch_arg *a = k->args[i];
	uint64_t n = count * cvg_elem_bytes(b->elem);

	if (a->gen == CVG_GEN_FILE)
		return read_bytes(a->file, b->data, n, k->err);
	if (a->gen == CVG_GEN_LAST)
		return take_last(k, i, b);
	if (a->gen != CVG_GEN_UNDEFINED)
		return cvg_generate(a, b->elem, k->l->seed, i, count, b->data,
				    k->err);
	b->undefined = cvg_alloc(b->bytes + 1);
	memset(b->undefined, 1, b->bytes);
	return true;
}

/* Give a parameter dynamic shared memory, which is undefined when a block
 * starts. */
static bool make_shared(struct maker *k, uint32_t i)
{
	const struct cvg_launch_arg *a = k->args[i];
	enum cvg_elem e;
	uint64_t count, at = ((uint64_t)k->shared_base + k->shared + 15) & ~15u;

	if (a->gen != CVG_GEN_ZERO && a->gen != CVG_GEN_UNDEFINED)
		return cvg_fail(k->err,
				"shared memory is empty when a block starts: "
				"use zero or undefined, not %s",
				cvg_generator_row(a->gen)->name);
	if (!cvg_maker_shape(k, i, &e, &count))
		return false;
	count *= cvg_elem_bytes(e);
	if (at + count > 1 << 30)
		return cvg_fail(
			k->err,
			"the launch has more than 1 GiB of shared memory");
	cvg_maker_set(k, i, 0, at, 0);
	k->shared = (uint32_t)(at + count) - k->shared_base;
	return true;
}

static bool make_buffer(struct maker *k, uint32_t i)
{
	struct cvg_buffer *b;
	enum cvg_elem e;
	uint64_t count;

	if (!cvg_maker_shape(k, i, &e, &count))
		return false;
	b = cvg_maker_buffer(k, (int32_t)i, count * cvg_elem_bytes(e));
	if (!b)
		return false;
	b->elem = e;
	cvg_maker_set(k, i, 0, (uint64_t)b->granule << CVG_GRANULE_BITS, 0);
	return fill(k, i, b, count);
}

bool cvg_maker_fill(struct maker *k, uint32_t i)
{
	const struct cvg_param *param = &k->kernel->params[i];
	const struct cvg_launch_arg *a = k->args[i];
	bool ok;

	if (!a->buffer || param->copy_bytes)
		return true;
	if (!param->pointer || param->nslots != 1) {
		cvg_fail(k->err,
			 "a buffer is given, but the parameter is of type %s, "
			 "not a pointer",
			 param->type);
		return fail_param(k, i);
	}
	if (a->gen == CVG_GEN_SAME)
		return true;
	if (param->space == CVG_SPACE_PRIVATE)
		ok = cvg_fail(k->err, "the parameter points to private memory, "
				      "where a launch puts no buffers");
	else if (param->space == CVG_SPACE_SHARED)
		ok = make_shared(k, i);
	else
		ok = make_buffer(k, i);
	return ok || fail_param(k, i);
}

/* ---- aliases --------------------------------------------------------- */

static bool alias_one(struct maker *k, uint32_t i, uint32_t other)
{
	const struct cvg_launch_arg *a = k->args[i];
	const struct cvg_buffer *b = cvg_image_arg(k->m, other);
	enum cvg_elem e = a->elem;
	uint64_t end, bytes, at = cvg_maker_slot(k, other, 0);

	if (e == CVG_NELEMS)
		e = cvg_elem_of_kind(k->kernel->params[i].pointee);
	bytes = cvg_elem_bytes(e);
	end = a->counted ? cvg_launch_count(k->l, a) : 0;
	if (a->offset > UINT32_MAX || end > UINT32_MAX ||
	    (uint32_t)at + (a->offset + end) * bytes > b->bytes)
		return cvg_fail(k->err,
				"same: the buffer of %s has only %llu bytes",
				a->other, (unsigned long long)b->bytes);
	k->m->buffer_of[i] = k->m->buffer_of[other];
	cvg_maker_set(k, i, 0, at + a->offset * bytes, 0);
	return true;
}

/* Follow `same` from parameter to parameter until one has a buffer. False, with
 * an error: a name is wrong, the last one has no buffer, or the chain is a
 * cycle. */
static bool resolve(struct maker *k, uint32_t i, uint32_t depth)
{
	const struct cvg_launch_arg *a = k->args[i];
	uint32_t other = cvg_launch_param(k->p, a->other);

	if (other == CVG_NONE)
		return cvg_fail(k->err, "same: '%.60s' is not a parameter",
				a->other);
	if (depth > k->kernel->nparams)
		return cvg_fail(
			k->err,
			"same: the parameters refer to each other in a circle");
	if (k->args[other]->buffer && k->args[other]->gen == CVG_GEN_SAME &&
	    !cvg_image_arg(k->m, other) && !resolve(k, other, depth + 1))
		return false;
	if (k->kernel->params[other].copy_bytes || !cvg_image_arg(k->m, other))
		return cvg_fail(k->err, "same: parameter %s has no buffer",
				a->other);
	return alias_one(k, i, other);
}

bool cvg_maker_aliases(struct maker *k)
{
	for (uint32_t i = 0; i < k->kernel->nparams; i++) {
		const struct cvg_launch_arg *a = k->args[i];

		if (!a->buffer || a->gen != CVG_GEN_SAME ||
		    cvg_image_arg(k->m, i) || k->kernel->params[i].copy_bytes)
			continue;
		if (!resolve(k, i, 0))
			return fail_param(k, i);
	}
	return true;
}
