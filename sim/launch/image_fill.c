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

static bool fail_param(const struct maker *maker, uint32_t i)
{
	char label[80];

	return cvg_fail_in(maker->err, "%s",
			   cvg_param_label(maker->kernel, i, label));
}

/* ---- memory ---------------------------------------------------------- */

/* So many bytes fit, without the host being asked, which takes as long as a short
 * run. */
#define SURELY UINT64_C(0x1000000)

/* Do `more` bytes fit? All buffers together may take as many bytes as the host
 * has memory. */
static bool fits_memory(const struct maker *maker, uint64_t more)
{
	long pages, page;

	if (maker->bytes < SURELY && more < SURELY)
		return true;
	pages = sysconf(_SC_PHYS_PAGES);
	page = sysconf(_SC_PAGESIZE);
	return pages <= 0 || page <= 0 ||
	       maker->bytes + more <= (uint64_t)pages * (uint64_t)page;
}

struct cvg_buffer *cvg_maker_buffer(struct maker *maker, int32_t arg,
				    uint64_t bytes)
{
	struct cvg_image *image = maker->image;
	struct cvg_buffer buffer = {.bytes = bytes, .arg = arg};

	buffer.granule = maker->granule;
	buffer.data = calloc(bytes + 1, 1);
	if (!buffer.data) {
		cvg_fail(maker->err, "cannot allocate %llu bytes",
			 (unsigned long long)bytes);
		return NULL;
	}
	maker->bytes += bytes;
	image->buffers = cvg_realloc(image->buffers, image->nbuffers + 1,
				     sizeof *image->buffers);
	image->buffers[image->nbuffers] = buffer;
	if (arg >= 0)
		image->buffer_of[arg] = image->nbuffers;
	if (arg >= 0 || arg == CVG_BUFFER_MEMBER)
		maker->granule++;
	return &image->buffers[image->nbuffers++];
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
static const struct cvg_buffer *last_buffer(struct maker *maker, uint32_t i)
{
	const struct cvg_launch_arg *arg = maker->args[i];
	const struct cvg_buffer *buffer;
	uint32_t from =
		arg->other ? cvg_launch_param(maker->program, arg->other) : i;

	if (!maker->last) {
		cvg_fail(maker->err, "last: no run came before this one");
		return NULL;
	}
	buffer = from == CVG_NONE ? NULL : cvg_image_arg(maker->last, from);
	if (!buffer || !buffer->data)
		cvg_fail(maker->err, "last: the last run left no such buffer");
	return buffer && buffer->data ? buffer : NULL;
}

/* The number of elements of a buffer if the launch does not give it: as many as
 * its values, its copied struct, its file or its last contents have, else one
 * for each thread. */
static uint64_t own_count(const struct maker *maker,
			  const struct cvg_launch_arg *arg, enum cvg_elem e)
{
	uint64_t threads = cvg_launch_threads(maker->launch);

	if (arg->gen == CVG_GEN_VALUES)
		return arg->nvalues;
	if (arg->gen == CVG_GEN_RECORDS)
		return (threads * cvg_launch_record_bytes(arg) +
			cvg_elem_bytes(e) - 1) /
		       cvg_elem_bytes(e);
	return threads;
}

static bool default_count(struct maker *maker, uint32_t i, enum cvg_elem e,
			  uint64_t *count)
{
	const struct cvg_launch_arg *arg = maker->args[i];
	const struct cvg_buffer *buffer;
	uint64_t copy = maker->kernel->params[i].copy_bytes;
	uint64_t bytes = 0;

	*count = own_count(maker, arg, e);
	if (copy)
		*count = copy / cvg_elem_bytes(e);
	if (arg->gen == CVG_GEN_FILE && !copy) {
		if (!file_bytes(arg->file, &bytes, maker->err))
			return false;
		*count = bytes / cvg_elem_bytes(e);
	}
	if (arg->gen == CVG_GEN_LAST && !copy) {
		buffer = last_buffer(maker, i);
		if (!buffer)
			return false;
		*count = buffer->bytes / cvg_elem_bytes(e);
	}
	return true;
}

/* Can a buffer have so many elements? */
static bool check_size(struct maker *maker, enum cvg_generator gen,
		       enum cvg_elem e, uint64_t count)
{
	uint64_t bytes =
		count > UINT32_MAX ? UINT64_MAX : count * cvg_elem_bytes(e);
	uint64_t extra = gen == CVG_GEN_SORTED ? 16 * count : bytes;

	if (bytes > UINT32_MAX)
		return cvg_fail(maker->err,
				"%s[%llu]: a buffer has at most 2^32 - 1 bytes",
				cvg_elem_name(e), (unsigned long long)count);
	if (!fits_memory(maker, bytes + extra))
		return cvg_fail(maker->err,
				"%s[%llu]: the buffer does not fit into this "
				"machine's memory",
				cvg_elem_name(e), (unsigned long long)count);
	return true;
}

bool cvg_maker_shape(struct maker *maker, uint32_t i, enum cvg_elem *e,
		     uint64_t *count)
{
	const struct cvg_launch_arg *arg = maker->args[i];

	*e = arg->elem == CVG_NELEMS
		     ? cvg_elem_of_kind(maker->kernel->params[i].pointee)
		     : arg->elem;
	*count = cvg_launch_count(maker->launch, arg);
	return (arg->counted || default_count(maker, i, *e, count)) &&
	       check_size(maker, arg->gen, *e, *count);
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
static bool take_last(struct maker *maker, uint32_t i,
		      struct cvg_buffer *buffer)
{
	const struct cvg_buffer *from = last_buffer(maker, i);

	if (!from)
		return false;
	if (from->bytes < buffer->bytes)
		return cvg_fail(maker->err,
				"last: the last run left %llu bytes, but %llu "
				"are needed",
				(unsigned long long)from->bytes,
				(unsigned long long)buffer->bytes);
	memcpy(buffer->data, from->data, buffer->bytes);
	if (!from->undefined)
		return true;
	buffer->undefined = cvg_alloc(buffer->bytes + 1);
	memcpy(buffer->undefined, from->undefined, buffer->bytes);
	return true;
}

static bool fill(struct maker *maker, uint32_t i, struct cvg_buffer *buffer,
		 uint64_t count)
{
	const struct cvg_launch_arg *arg = maker->args[i];
	uint64_t n = count * cvg_elem_bytes(buffer->elem);

	if (arg->gen == CVG_GEN_FILE)
		return read_bytes(arg->file, buffer->data, n, maker->err);
	if (arg->gen == CVG_GEN_LAST)
		return take_last(maker, i, buffer);
	if (arg->gen != CVG_GEN_UNDEFINED)
		return cvg_generate(arg, buffer->elem, maker->launch->seed, i,
				    count, buffer->data, maker->err);
	buffer->undefined = cvg_alloc(buffer->bytes + 1);
	memset(buffer->undefined, 1, buffer->bytes);
	return true;
}

/* Give a parameter dynamic shared memory, which is undefined when a block
 * starts. */
static bool make_shared(struct maker *maker, uint32_t i)
{
	const struct cvg_launch_arg *arg = maker->args[i];
	enum cvg_elem e;
	uint64_t count,
		at = ((uint64_t)maker->shared_base + maker->shared + 15) & ~15u;

	if (arg->gen != CVG_GEN_ZERO && arg->gen != CVG_GEN_UNDEFINED)
		return cvg_fail(maker->err,
				"shared memory is empty when a block starts: "
				"use zero or undefined, not %s",
				cvg_generator_row(arg->gen)->name);
	if (!cvg_maker_shape(maker, i, &e, &count))
		return false;
	count *= cvg_elem_bytes(e);
	if (at + count > 1 << 30)
		return cvg_fail(
			maker->err,
			"the launch has more than 1 GiB of shared memory");
	cvg_maker_set(maker, i, 0, at, 0);
	maker->shared = (uint32_t)(at + count) - maker->shared_base;
	return true;
}

static bool make_buffer(struct maker *maker, uint32_t i)
{
	struct cvg_buffer *buffer;
	enum cvg_elem e;
	uint64_t count;

	if (!cvg_maker_shape(maker, i, &e, &count))
		return false;
	buffer = cvg_maker_buffer(maker, (int32_t)i, count * cvg_elem_bytes(e));
	if (!buffer)
		return false;
	buffer->elem = e;
	cvg_maker_set(maker, i, 0,
		      (uint64_t)buffer->granule << CVG_GRANULE_BITS, 0);
	return fill(maker, i, buffer, count);
}

bool cvg_maker_memory(struct maker *maker, uint32_t i, uint64_t at,
		      const struct cvg_launch_arg *arg, uint64_t *address)
{
	uint64_t count = arg->counted ? cvg_launch_count(maker->launch, arg)
				      : own_count(maker, arg, arg->elem);
	struct cvg_str name = {0};
	struct cvg_buffer *buffer;
	char label[80];

	if (!check_size(maker, arg->gen, arg->elem, count))
		return false;
	buffer = cvg_maker_buffer(maker, CVG_BUFFER_MEMBER,
				  count * cvg_elem_bytes(arg->elem));
	if (!buffer)
		return false;
	cvg_str_addf(&name, "%s+%llu", cvg_param_label(maker->kernel, i, label),
		     (unsigned long long)at);
	buffer->name = cvg_str_take(&name);
	buffer->elem = arg->elem;
	*address = (uint64_t)buffer->granule << CVG_GRANULE_BITS;
	return cvg_generate(arg, arg->elem, maker->launch->seed,
			    cvg_launch_part(i, (uint32_t)at), count,
			    buffer->data, maker->err);
}

bool cvg_maker_fill(struct maker *maker, uint32_t i)
{
	const struct cvg_param *param = &maker->kernel->params[i];
	const struct cvg_launch_arg *arg = maker->args[i];
	bool ok;

	if (!arg->buffer || param->copy_bytes)
		return true;
	if (!param->pointer || param->nslots != 1) {
		cvg_fail(maker->err,
			 "a buffer is given, but the parameter is of type %s, "
			 "not a pointer",
			 param->type);
		return fail_param(maker, i);
	}
	if (arg->gen == CVG_GEN_SAME)
		return true;
	if (param->space == CVG_SPACE_PRIVATE)
		ok = cvg_fail(maker->err,
			      "the parameter points to private memory, "
			      "where a launch puts no buffers");
	else if (param->space == CVG_SPACE_SHARED)
		ok = make_shared(maker, i);
	else
		ok = make_buffer(maker, i);
	return ok || fail_param(maker, i);
}

/* ---- aliases --------------------------------------------------------- */

static bool alias_one(struct maker *maker, uint32_t i, uint32_t other)
{
	const struct cvg_launch_arg *arg = maker->args[i];
	const struct cvg_buffer *buffer = cvg_image_arg(maker->image, other);
	enum cvg_elem e = arg->elem;
	uint64_t end, bytes, at = cvg_maker_slot(maker, other, 0);

	if (e == CVG_NELEMS)
		e = cvg_elem_of_kind(maker->kernel->params[i].pointee);
	bytes = cvg_elem_bytes(e);
	end = arg->counted ? cvg_launch_count(maker->launch, arg) : 0;
	if (arg->offset > UINT32_MAX || end > UINT32_MAX ||
	    (uint32_t)at + (arg->offset + end) * bytes > buffer->bytes)
		return cvg_fail(maker->err,
				"same: the buffer of %s has only %llu bytes",
				arg->other, (unsigned long long)buffer->bytes);
	maker->image->buffer_of[i] = maker->image->buffer_of[other];
	cvg_maker_set(maker, i, 0, at + arg->offset * bytes, 0);
	return true;
}

/* Follow `same` from parameter to parameter until one has a buffer. False, with
 * an error: a name is wrong, the last one has no buffer, or the chain is a
 * cycle. */
static bool resolve(struct maker *maker, uint32_t i, uint32_t depth)
{
	const struct cvg_launch_arg *arg = maker->args[i];
	uint32_t other = cvg_launch_param(maker->program, arg->other);

	if (other == CVG_NONE)
		return cvg_fail(maker->err, "same: '%.60s' is not a parameter",
				arg->other);
	if (depth > maker->kernel->nparams)
		return cvg_fail(
			maker->err,
			"same: the parameters refer to each other in a circle");
	if (maker->args[other]->buffer &&
	    maker->args[other]->gen == CVG_GEN_SAME &&
	    !cvg_image_arg(maker->image, other) &&
	    !resolve(maker, other, depth + 1))
		return false;
	if (maker->kernel->params[other].copy_bytes ||
	    !cvg_image_arg(maker->image, other))
		return cvg_fail(maker->err, "same: parameter %s has no buffer",
				arg->other);
	return alias_one(maker, i, other);
}

bool cvg_maker_aliases(struct maker *maker)
{
	for (uint32_t i = 0; i < maker->kernel->nparams; i++) {
		const struct cvg_launch_arg *arg = maker->args[i];

		if (!arg->buffer || arg->gen != CVG_GEN_SAME ||
		    cvg_image_arg(maker->image, i) ||
		    maker->kernel->params[i].copy_bytes)
			continue;
		if (!resolve(maker, i, 0))
			return fail_param(maker, i);
	}
	return true;
}
