/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * A code on the device, and its memory. A buffer is allocated, or is a variable of
 * the loaded module. Each buffer that the kernel may change has a copy beside it,
 * from which it is filled before every run.
 */
#include "job.h"

#include <stdlib.h>
#include <string.h>

#define DYNAMIC_SHARED 8 /* attribute of a function */

/* ---- memory ------------------------------------------------------------ */

static bool no_memory(const struct cvg_driver *driver, uint64_t wanted,
		      struct cvg_err *err)
{
	size_t left = 0, total = 0;

	driver->call.room(&left, &total);
	return cvg_fail(err,
			"the device has not enough free memory: %.1f MiB are "
			"asked for, and %.1f of %.1f MiB are free; end the "
			"processes that hold the rest, or make the launch "
			"smaller",
			(double)wanted / (1 << 20), (double)left / (1 << 20),
			(double)total / (1 << 20));
}

static bool allocate(const struct cvg_driver *driver, uint64_t bytes,
		     uint64_t *address, int *code, struct cvg_err *err)
{
	*code = driver->call.alloc(address, bytes ? bytes : 1);
	if (*code == CVG_GPU_NO_MEMORY)
		return no_memory(driver, bytes, err);
	return cvg_driver_ok(driver, *code, CVG_GPU_MEMORY, err);
}

/* The place of a variable. One that the code generator left out has none. */
static bool find_variable(const struct cvg_driver *driver, void *module,
			  const struct cvg_gpu_buffer *buffer,
			  struct cvg_gpu_place *place, int *code,
			  struct cvg_err *err)
{
	size_t bytes = 0;

	*code = driver->call.variable(&place->address, &bytes, module,
				      buffer->variable);
	if (*code != CVG_GPU_NO_SYMBOL &&
	    !cvg_driver_ok(driver, *code, CVG_GPU_MEMORY, err))
		return false;
	if (*code || bytes < buffer->bytes)
		place->address = 0;
	*code = 0;
	return true;
}

static bool make_places(const struct cvg_driver *driver, void *module,
			struct cvg_gpu_ready *ready, int *code,
			struct cvg_err *err)
{
	for (uint32_t i = 0; i < ready->code->nbuffers; i++) {
		const struct cvg_gpu_buffer *buffer = &ready->code->buffers[i];
		struct cvg_gpu_place *place = &ready->place[i];
		bool ok = buffer->variable
				  ? find_variable(driver, module, buffer, place,
						  code, err)
				  : allocate(driver, buffer->bytes,
					     &place->address, code, err);

		if (ok && place->address && !buffer->constant)
			ok = allocate(driver, buffer->bytes, &place->pristine,
				      code, err);
		if (!ok)
			return false;
	}
	return true;
}

/* Write the addresses that stand in buffer `in`, or in the arguments. */
static void put_addresses(const struct cvg_gpu_ready *ready, uint32_t in,
			  uint8_t *data)
{
	for (uint32_t k = 0; k < ready->code->naddresses; k++) {
		const struct cvg_gpu_address *at = &ready->code->addresses[k];
		uint64_t address = ready->place[at->buffer].address;

		if (at->in != in)
			continue;
		address += address ? at->offset : 0;
		memcpy(data + at->at, &address, sizeof address);
	}
}

/* Copy what the buffer starts with to its pristine copy, or to itself if nothing
 * changes it. */
static int fill(const struct cvg_driver *driver, struct cvg_gpu_ready *ready,
		uint32_t i)
{
	const struct cvg_gpu_buffer *buffer = &ready->code->buffers[i];
	const struct cvg_gpu_place *place = &ready->place[i];
	uint64_t to = place->pristine ? place->pristine : place->address;
	uint8_t *data;
	int code;

	if (!place->address || !buffer->bytes)
		return 0;
	if (buffer->variable) /* the driver has given it its value */
		return place->pristine ? driver->call.copy(place->pristine,
							   place->address,
							   buffer->bytes)
				       : 0;
	data = cvg_alloc(buffer->bytes);
	memcpy(data, buffer->data, buffer->bytes);
	put_addresses(ready, i, data);
	code = driver->call.upload(to, data, buffer->bytes);
	free(data);
	return code;
}

/* ---- code -------------------------------------------------------------- */

/* Options of CUDA's compiler for PTX. HIP takes options and heeds none. */
enum { ERROR_LOG = 5, ERROR_LOG_BYTES = 6 };

#define MOST_SAID 4096

/* Load the image; if the driver does not take it, `err` tells why, with the first
 * line that its compiler has said. */
static int load(const struct cvg_driver *driver, const void *image,
		void **module, struct cvg_err *err)
{
	char *said = cvg_calloc(MOST_SAID + 1, 1);
	int options[] = {ERROR_LOG, ERROR_LOG_BYTES};
	void *values[] = {said, (void *)(uintptr_t)MOST_SAID};
	unsigned n = driver->api == CVG_GPU_CUDA ? 2 : 0;
	int code = driver->call.load(module, image, n, options, values);
	struct cvg_err why = {.msg = ""};

	if (!cvg_driver_ok(driver, code, CVG_GPU_LOAD, &why))
		cvg_fail(err, "%.160s%s%.*s", why.msg, *said ? ": " : "",
			 (int)strcspn(said, "\n"), said);
	free(said);
	return code;
}

/* Load the code: if the driver does not take what was assembled for it, which an
 * assembler that is newer or older than the driver may have made, the portable
 * code. */
static int load_code(const struct cvg_driver *driver,
		     struct cvg_gpu_ready *ready, struct cvg_err *err)
{
	const struct cvg_gpu_code *from = ready->code;
	int code = load(driver, from->image, &ready->module, err);

	ready->portable = code && from->portable && !cvg_driver_lost(code);
	if (ready->portable)
		code = load(driver, from->portable, &ready->module, err);
	ready->refused = code != 0;
	return code;
}

/* Find the kernel, and let it have its shared memory: CUDA gives more than 48 KiB,
 * of static and dynamic memory together, only to who asks. */
static int find_kernel(const struct cvg_driver *driver,
		       struct cvg_gpu_ready *ready, enum cvg_gpu_stage *stage)
{
	const struct cvg_gpu_code *from = ready->code;
	int code = driver->call.function(&ready->function, ready->module,
					 from->kernel);

	*stage = CVG_GPU_LOAD;
	if (code || !from->shared || driver->api != CVG_GPU_CUDA)
		return code;
	*stage = CVG_GPU_LAUNCH;
	return driver->call.allow(ready->function, DYNAMIC_SHARED,
				  (int)from->shared);
}

bool cvg_gpu_prepare(const struct cvg_driver *driver,
		     const struct cvg_gpu_code *from,
		     const struct cvg_gpu_ready *same,
		     struct cvg_gpu_ready *out, int *code, struct cvg_err *err)
{
	enum cvg_gpu_stage stage = CVG_GPU_LOAD;

	*out = (struct cvg_gpu_ready){.code = from};
	out->place = cvg_calloc(from->nbuffers + 1, sizeof *out->place);
	*code = 0;
	if (same) {
		out->module = same->module;
		out->portable = same->portable;
	} else {
		*code = load_code(driver, out, err);
	}
	if (*code)
		return false;
	*code = find_kernel(driver, out, &stage);
	if (!cvg_driver_ok(driver, *code, stage, err) ||
	    !make_places(driver, out->module, out, code, err))
		return false;
	for (uint32_t i = 0; i < from->nbuffers && *code == 0; i++)
		*code = fill(driver, out, i);
	out->args = cvg_calloc(from->nargs + 8, 1);
	memcpy(out->args, from->args, from->nargs);
	put_addresses(out, CVG_NONE, out->args);
	return cvg_driver_ok(driver, *code, CVG_GPU_MEMORY, err);
}

/* ---- runs -------------------------------------------------------------- */

int cvg_gpu_reset(const struct cvg_driver *driver,
		  const struct cvg_gpu_ready *ready)
{
	int code = 0;

	for (uint32_t i = 0; i < ready->code->nbuffers && code == 0; i++) {
		if (ready->place[i].pristine && ready->code->buffers[i].bytes)
			code = driver->call.copy(ready->place[i].address,
						 ready->place[i].pristine,
						 ready->code->buffers[i].bytes);
	}
	return code;
}

int cvg_gpu_read(const struct cvg_driver *driver,
		 const struct cvg_gpu_ready *ready, uint8_t **left)
{
	int code = 0;

	for (uint32_t i = 0; i < ready->code->nbuffers && code == 0; i++) {
		uint64_t bytes = ready->code->buffers[i].bytes;

		if (!ready->place[i].address)
			left[i] = NULL;
		if (left[i] && bytes)
			code = driver->call.download(
				left[i], ready->place[i].address, bytes);
	}
	return code;
}
