/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The memory of the stand-in's device, as the simulator has it. */
#include "standin.h"

#include <stdlib.h>
#include <string.h>

uint64_t standin_translated(uint64_t address)
{
	for (size_t i = 0; i < standin_memory.n; i++) {
		uint64_t at = (uint64_t)(uintptr_t)standin_memory.at[i].at;

		if (address >= at && address < at + standin_memory.at[i].bytes)
			return ((uint64_t)(i + 1) << CVG_GRANULE_BITS) +
			       (address - at);
	}
	return 0;
}

static void translate_words(uint8_t *args, size_t n)
{
	for (size_t at = 0; at + 8 <= n; at += 8) {
		uint64_t word, other;

		memcpy(&word, args + at, sizeof word);
		other = standin_translated(word);
		if (other)
			memcpy(args + at, &other, sizeof other);
	}
}

static uint32_t scalar_at(const struct cvg_ufn *ufn,
			  const struct cvg_param *param, uint32_t slot)
{
	uint32_t at = 0;

	if (param->scalar_at)
		return param->scalar_at[slot];
	for (uint32_t i = 0;; i++) {
		uint32_t n = cvg_kind_bytes(ufn->slot_kind[param->slot + i]);

		at = (at + n - 1) / n * n;
		if (i == slot)
			return at;
		at += n;
	}
}

static struct cvg_buffer *add_buffer(struct cvg_image *image, uint8_t *data,
				     uint64_t bytes, uint64_t address)
{
	struct cvg_buffer *made = &image->buffers[image->nbuffers++];

	*made = (struct cvg_buffer){
		.granule = (uint32_t)(address >> CVG_GRANULE_BITS),
		.bytes = bytes,
		.data = data,
		.arg = -2,
		.elem = CVG_ELEM_U8};
	return made;
}

/* The values of the parameters, from the segment of arguments. */
static void set_values(struct cvg_image *image, const struct cvg_ufn *ufn,
		       uint64_t granule)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < ufn->nparams; i++) {
		const struct cvg_param *param = &ufn->params[i];
		uint8_t *from = image->args + param->offset;

		image->values_at[i] = n;
		image->buffer_of[i] = CVG_NONE;
		for (uint32_t slot = 0; slot < param->nslots; slot++) {
			uint32_t bytes = cvg_kind_bytes(
				ufn->slot_kind[param->slot + slot]);

			memcpy(&image->values[2 * (n + slot)],
			       from + scalar_at(ufn, param, slot),
			       bytes < 16 ? bytes : 16);
		}
		if (param->copy_bytes) {
			image->values[2 * n] = granule << CVG_GRANULE_BITS;
			add_buffer(image, from, param->copy_bytes,
				   image->values[2 * n]);
			granule++;
		}
		n += param->nslots;
	}
	image->values_at[ufn->nparams] = n;
}

struct cvg_image *standin_image(const struct kernel *kernel, const void *args,
				size_t nargs)
{
	const struct cvg_ufn *ufn = &kernel->program->fns[0];
	struct cvg_image *image = cvg_calloc(1, sizeof *image);
	size_t most = standin_memory.n + kernel->of->variables.n + ufn->nparams;
	uint32_t slots = 0;

	for (uint32_t i = 0; i < ufn->nparams; i++)
		slots += ufn->params[i].nslots;
	image->buffers = cvg_calloc(most + 1, sizeof *image->buffers);
	image->nparams = ufn->nparams;
	image->buffer_of =
		cvg_calloc(ufn->nparams + 1, sizeof *image->buffer_of);
	image->values_at =
		cvg_calloc(ufn->nparams + 1, sizeof *image->values_at);
	image->values =
		cvg_calloc(2 * (size_t)slots + 2, sizeof *image->values);
	image->nargs_bytes = (uint32_t)nargs;
	image->args = cvg_calloc(nargs + 16, 1);
	if (nargs)
		memcpy(image->args, args, nargs);
	translate_words(image->args, nargs);
	for (size_t i = 0; i < standin_memory.n; i++)
		add_buffer(image, standin_memory.at[i].at,
			   standin_memory.at[i].bytes,
			   (uint64_t)(i + 1) << CVG_GRANULE_BITS);
	for (size_t i = 0; i < kernel->of->variables.n; i++) {
		const struct variable *at = &kernel->of->variables.at[i];

		add_buffer(image, at->at, at->bytes, at->address)->constant =
			at->constant;
	}
	set_values(image, ufn, standin_memory.n + 1);
	return image;
}

void standin_drop(struct cvg_image *image)
{
	image->nbuffers = 0;
	cvg_image_free(image);
}

void standin_spoil(const uint8_t *args, size_t n)
{
	for (size_t at = 0; at + 8 <= n; at += 8) {
		uint64_t address;

		memcpy(&address, args + at, sizeof address);
		if (!standin_translated(address))
			continue;
		*(uint8_t *)(uintptr_t)address ^= 1;
		break;
	}
}
