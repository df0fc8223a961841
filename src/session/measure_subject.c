/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * A revision's kernel for the device: its code for the device's processor, the
 * memory image of the launch, which is the one that the simulator starts on, and
 * the places in it that hold addresses.
 */
#include "measuring.h"

#include "reconverge/graph.h"
#include "reconverge/ir.h"
#include "reconverge/program.h"
#include "reconverge/target.h"

#include <stdlib.h>
#include <string.h>

/* ---- code ------------------------------------------------------------ */

static bool keep_file(const struct cvg_subject *subject, const char *folder,
		      const char *suffix, const char *data, size_t n,
		      struct cvg_err *err)
{
	struct cvg_str path = {0};
	bool ok;

	cvg_str_addf(&path, "%s/P%u%s.%s", folder, subject->rev,
		     subject->counts ? ".counting" : "", suffix);
	ok = cvg_file_write(path.at, data, n, err);
	cvg_str_done(&path);
	return ok;
}

static bool keep_files(const struct cvg_subject *subject, const char *folder,
		       struct cvg_module *module, struct cvg_err *err)
{
	const struct cvg_loadable *code = &subject->code;
	char *text = cvg_module_text(module);
	bool ok = keep_file(subject, folder, "ll", text, strlen(text), err);

	if (ok && code->portable.n)
		ok = keep_file(subject, folder, "ptx", code->portable.at,
			       code->portable.n, err);
	if (ok && code->code.n)
		ok = keep_file(subject, folder, code->suffix, code->code.at,
			       code->code.n, err);
	free(text);
	return ok;
}

struct cvg_module *cvg_subject_module(struct cvg_session *session, uint32_t rev,
				      const struct cvg_gpu_device *device,
				      struct cvg_err *err)
{
	const struct cvg_fn *fn = cvg_session_fn(session, rev, CVG_NONE);
	struct cvg_target_options asked = cvg_session_asked(session);
	struct cvg_module *module, *copy = NULL;
	void *bytes;
	size_t n;

	module = cvg_history_module(
		session->history, cvg_history_rev(session->history, rev), err);
	if (!module)
		return NULL;
	cvg_module_bitcode(module, &bytes, &n);
	asked.cpu = device->code;
	if (cvg_module_revive(bytes, n, &asked, &copy, err) &&
	    ((fn && !cvg_module_lanes(copy, fn->warp, err)) ||
	     !cvg_proving_link(session, copy, err))) {
		cvg_module_free(copy);
		copy = NULL;
	}
	free(bytes);
	return copy;
}

static bool make_code(struct cvg_subject *subject, struct cvg_session *session,
		      const struct cvg_measure_ask *ask,
		      const struct cvg_gpu_device *device, const char *kernel,
		      struct cvg_module *module, struct cvg_err *err)
{
	int seconds = cvg_set_int(&session->settings, CVG_SET_TIME_LIMIT);
	const struct cvg_loading how = {.kernel = kernel,
					.machine = !ask->portable,
					.driver = device->driver,
					.seconds = (unsigned)seconds};

	return cvg_module_loadable(module, &how, &subject->code, err) &&
	       (!ask->keep || keep_files(subject, ask->keep, module, err));
}

/* ---- memory ---------------------------------------------------------- */

static char *name_on_device(const char *name)
{
	struct cvg_str made = {0};

	cvg_device_name(&made, name);
	return cvg_str_take(&made);
}

static bool is_copy(const struct cvg_ufn *kernel,
		    const struct cvg_buffer *buffer)
{
	return buffer->arg >= 0 && kernel->params[buffer->arg].copy_bytes;
}

static void list_buffers(struct cvg_subject *subject,
			 const struct cvg_ufn *kernel)
{
	const struct cvg_image *image = subject->image;

	subject->buffers =
		cvg_calloc(image->nbuffers + 1, sizeof *subject->buffers);
	subject->names =
		cvg_calloc(image->nbuffers + 1, sizeof *subject->names);
	for (uint32_t i = 0; i < image->nbuffers; i++) {
		const struct cvg_buffer *buffer = &image->buffers[i];

		if (buffer->name && buffer->arg == -1)
			subject->names[i] = name_on_device(buffer->name);
		subject->buffers[i] = (struct cvg_gpu_buffer){
			.data = buffer->data,
			.bytes = buffer->data ? buffer->bytes : 0,
			.variable = subject->names[i],
			.constant = buffer->constant || !buffer->data ||
				    is_copy(kernel, buffer),
		};
	}
}

/* The buffer in which that address of the image is; CVG_NONE: it is none. */
static uint32_t buffer_at(const struct cvg_image *image, uint64_t address)
{
	for (uint32_t i = 0; i < image->nbuffers; i++) {
		const struct cvg_buffer *buffer = &image->buffers[i];

		if (buffer->granule == address >> CVG_GRANULE_BITS &&
		    (uint32_t)address <= buffer->bytes)
			return i;
	}
	return CVG_NONE;
}

/* May the parameter hold an address of global memory? In a struct only if the
 * launch says so. */
static bool holds_addresses(const struct cvg_param *param,
			    const struct cvg_launch_arg *arg)
{
	if (param->pointer)
		return param->kind == CVG_K_I64 &&
		       param->space != CVG_SPACE_SHARED &&
		       param->space != CVG_SPACE_PRIVATE;
	for (uint32_t i = 0; arg && i < arg->nvalues; i++)
		if (arg->values[i].pointer || arg->values[i].memory)
			return true;
	return false;
}

static void list_addresses(struct cvg_subject *subject,
			   const struct cvg_program *program,
			   const struct cvg_launch *launch)
{
	const struct cvg_ufn *kernel = &program->fns[0];
	const struct cvg_image *image = subject->image;
	const uint64_t step = sizeof(uint64_t);

	for (uint32_t i = 0; i < kernel->nparams; i++) {
		const struct cvg_param *param = &kernel->params[i];
		uint64_t end = (uint64_t)param->offset + param->bytes;

		if (!holds_addresses(param,
				     cvg_launch_arg_of(launch, program, i)))
			continue;
		for (uint64_t at = param->offset;
		     at + step <= end && end <= image->nargs_bytes;
		     at += step) {
			struct cvg_gpu_address place = {.in = CVG_NONE,
							.at = at};
			uint64_t address;

			memcpy(&address, image->args + at, sizeof address);
			place.buffer = buffer_at(image, address);
			place.offset = (uint32_t)address;
			if (place.buffer != CVG_NONE)
				cvg_push(&subject->addresses, place);
		}
	}
}

/* A function that other functions call cannot be launched, though it can be
 * simulated. */
static bool is_kernel(const struct cvg_program *program, struct cvg_err *err)
{
	const struct cvg_fn *fn = program->fns[0].fn;

	return fn->kind == CVG_FN_KERNEL ||
	       cvg_fail(err,
			"@%s is no kernel: a device runs it only where "
			"one calls it",
			fn->name);
}

/* A pointer to shared memory is an offset there, and the simulator leaves gaps
 * between variables that no device leaves. */
static bool takes_shared(const struct cvg_ufn *kernel, struct cvg_err *err)
{
	for (uint32_t i = 0; i < kernel->nparams; i++) {
		if (!kernel->params[i].pointer ||
		    kernel->params[i].space != CVG_SPACE_SHARED)
			continue;
		cvg_fail(err,
			 "parameter %u of @%s points to shared memory, whose "
			 "place on the device is not known",
			 i, kernel->name);
		return true;
	}
	return false;
}

static bool make_memory(struct cvg_subject *subject,
			struct cvg_session *session,
			const struct cvg_program *program,
			const struct cvg_launch *launch, struct cvg_err *err)
{
	if (!is_kernel(program, err) || takes_shared(&program->fns[0], err) ||
	    !cvg_proving_image(session, subject->rev, program, launch,
			       session->proving.left.image, &subject->image,
			       err))
		return false;
	subject->kernel = name_on_device(program->fns[0].name);
	list_buffers(subject, &program->fns[0]);
	list_addresses(subject, program, launch);
	return true;
}

/* ---- all of it ------------------------------------------------------- */

bool cvg_subject_of(struct cvg_subject *out, struct cvg_session *session,
		    const struct cvg_measure_ask *ask,
		    const struct cvg_gpu_device *device,
		    struct cvg_module *module,
		    const struct cvg_program *program,
		    const struct cvg_launch *launch, struct cvg_err *err)
{
	return make_memory(out, session, program, launch, err) &&
	       make_code(out, session, ask, device, program->fns[0].name,
			 module, err);
}

void cvg_subject_init(struct cvg_subject *out, struct cvg_session *session,
		      const struct cvg_measure_ask *ask,
		      const struct cvg_gpu_device *device, uint32_t rev,
		      const struct cvg_launch *launch)
{
	struct ready *ready;
	struct cvg_module *module;

	*out = (struct cvg_subject){.rev = rev};
	ready = cvg_proving_ready(session, rev, &out->why);
	if (!ready)
		return;
	module = cvg_subject_module(session, rev, device, &out->why);
	out->ready =
		module && cvg_subject_of(out, session, ask, device, module,
					 ready->program, launch, &out->why);
	cvg_module_free(module);
}

void cvg_subject_done(struct cvg_subject *subject)
{
	for (uint32_t i = 0; subject->names && i < subject->image->nbuffers;
	     i++)
		free(subject->names[i]);
	free(subject->names);
	cvg_image_free(subject->image);
	cvg_loadable_done(&subject->code);
	free(subject->kernel);
	free(subject->buffers);
	free(subject->addresses.at);
}

struct cvg_gpu_code cvg_subject_code(const struct cvg_subject *subject,
				     const struct cvg_launch *launch)
{
	const struct cvg_loadable *made = &subject->code;
	bool portable = made->portable.n > 0, own = made->code.n > 0;
	struct cvg_gpu_code code = {
		.kernel = subject->kernel,
		.image = cvg_str_of(own ? &made->code : &made->portable),
		.portable = own && portable ? made->portable.at : NULL,
		.buffers = subject->buffers,
		.addresses = subject->addresses.at,
		.args = subject->image->args,
		.nbuffers = subject->image->nbuffers,
		.naddresses = (uint32_t)subject->addresses.n,
		.nargs = subject->image->nargs_bytes,
		.shared = subject->image->dynamic_shared,
	};

	memcpy(code.grid, launch->grid, sizeof code.grid);
	memcpy(code.block, launch->block, sizeof code.block);
	return code;
}

#define NO_ARG (-3) /* of a buffer that no other image has */

struct cvg_image *cvg_subject_left(const struct cvg_subject *subject,
				   const struct cvg_gpu_result *result)
{
	struct cvg_image *image = cvg_image_copy(subject->image);

	for (uint32_t i = 0; i < image->nbuffers; i++) {
		struct cvg_buffer *buffer = &image->buffers[i];

		if (subject->buffers[i].constant)
			continue;
		free(buffer->undefined);
		buffer->undefined = NULL;
		if (result->left[i])
			memcpy(buffer->data, result->left[i], buffer->bytes);
		else
			buffer->arg = NO_ARG;
	}
	return image;
}
