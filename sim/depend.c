/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Do threads depend on each other through global memory? They do not if
 *
 *   1. no thread reads a byte that another one writes, before or after, and
 *   2. of the bytes that several threads write, all write the same value, or all
 *      apply the same atomic operation, of those whose order does not matter,
 *      and none of them uses the result.
 *
 * Then every thread does on this launch what it would do alone, and the result is
 * the same in whatever order the threads come: what one run shows is proved for
 * the launch. It is not looked for in shared memory.
 *
 * Each byte that was touched has a mark: which thread touched it, or that several
 * did, and how.
 *
 * Example, with 2 threads that run in lockstep:
 *
 *     out[t] = t;          byte 0 is stored to by thread 0, byte 4 by thread 1
 *     x = out[t ^ 1];      thread 0 reads byte 4: it depends on thread 1
 *
 * `sum += t` by an atomic operation does not make them depend on each other; a
 * thread that reads `sum` afterwards depends on all.
 */
#include "reconverge/graph.h"
#include "reconverge/program.h"
#include "reconverge/ucodes.h"
#include "sim/launch/image_in.h"
#include "sim/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PAGE_BYTES 4096
#define MANY	   UINT32_MAX /* several threads touched the byte */

/* How a byte was touched. */
enum {
	UNTOUCHED,
	READ,
	STORED,
	MIXED,	 /* in ways whose order matters */
	REDUCED, /* + enum cvg_rmw: by this operation */
};

struct mark {
	uint32_t who; /* number of the thread in the launch, or MANY */
	uint8_t how;
	uint8_t value; /* of STORED */
};

struct page {
	struct mark of[PAGE_BYTES];
};

/* The pages of one buffer. */
struct pages {
	struct page **at; /* [n]; NULL: no byte of it was touched */
	uint64_t n;
};

struct cvg_marks {
	struct pages of[CVG_NGRANULES];
};

struct cvg_marks *cvg_marks_new(void)
{
	return cvg_calloc(1, sizeof(struct cvg_marks));
}

void cvg_marks_free(struct cvg_marks *take_m)
{
	for (uint32_t g = 0; take_m && g < CVG_NGRANULES; g++) {
		for (uint64_t i = 0; i < take_m->of[g].n; i++)
			free(take_m->of[g].at[i]);
		free(take_m->of[g].at);
	}
	free(take_m);
}

static struct mark *mark_of(struct cvg_marks *marks,
			    const struct cvg_buffer *buffer, uint64_t offset)
{
	struct pages *pages = &marks->of[buffer->granule];
	struct page **page;

	if (!pages->at) {
		pages->n = buffer->bytes / PAGE_BYTES + 1;
		pages->at = cvg_calloc(pages->n, sizeof(struct page *));
	}
	page = &pages->at[offset / PAGE_BYTES];
	if (!*page)
		*page = cvg_calloc(1, sizeof(**page));
	return &(*page)->of[offset % PAGE_BYTES];
}

/* The object that an access lies in; NULL: none, or one that nobody writes. */
static struct cvg_buffer *buffer_at(const struct cvg_warp *warp, uint32_t space,
				    uint64_t address, uint64_t bytes)
{
	uint64_t granule = address >> CVG_GRANULE_BITS;
	struct cvg_buffer *buffer;

	if (space == CVG_SPACE_SHARED || space == CVG_SPACE_PRIVATE ||
	    granule >= CVG_NGRANULES ||
	    granule == CVG_APERTURE_SHARED >> CVG_GRANULE_BITS ||
	    granule == CVG_APERTURE_PRIVATE >> CVG_GRANULE_BITS)
		return NULL;
	buffer = warp->machine->granule[granule];
	return buffer && !buffer->constant &&
			       (uint32_t)address + bytes <= buffer->bytes
		       ? buffer
		       : NULL;
}

/* ---- two accesses ------------------------------------------------------ */

/* Touch the byte. False: the thread depends on the one that touched it before,
 * or the other way round. */
static bool touch(struct mark *m, uint32_t me, uint8_t how, uint8_t value)
{
	if (m->how == UNTOUCHED) {
		*m = (struct mark){me, how, value};
		return true;
	}
	if (m->who == me) {
		if (how != READ && m->how != READ && m->how != how)
			how = MIXED;
		if (how != READ)
			*m = (struct mark){me, how, value};
		return true;
	}
	m->who = MANY;
	return m->how == how && how != MIXED &&
	       (how != STORED || m->value == value);
}

/* ---- what is found ----------------------------------------------------- */

static uint32_t thread_number(const struct cvg_warp *warp, uint32_t lane)
{
	return (uint32_t)warp->block->id * warp->machine->threads +
	       warp->id * cvg_lanes(warp) + lane;
}

/* Take a number along three extents apart, x fastest. */
static void split(uint32_t number, const uint32_t *extent, uint32_t *out)
{
	for (uint32_t d = 0; d < 3; d++) {
		out[d] = number % extent[d];
		number /= extent[d];
	}
}

static void name_buffer(const struct cvg_warp *warp,
			const struct cvg_buffer *buffer, struct cvg_depend *out)
{
	const struct cvg_program *program = warp->machine->sim->program;
	char label[80];

	if (buffer->arg >= 0)
		snprintf(out->what, sizeof out->what, "%s",
			 cvg_param_label(&program->fns[0],
					 (uint32_t)buffer->arg, label));
	else
		snprintf(out->what, sizeof out->what, "%s%s",
			 buffer->arg == CVG_BUFFER_MEMBER ? "" : "@",
			 buffer->name ? buffer->name : "malloc");
}

static void note(struct cvg_warp *warp, const struct cvg_uop *uop,
		 uint32_t lane, const struct cvg_buffer *buffer,
		 uint64_t offset, const struct mark *before, uint8_t how)
{
	struct cvg_depend *out = warp->machine->depend;
	const struct cvg_launch *launch = warp->machine->launch;

	out->found = true;
	out->fn = warp->frame->fn;
	out->inst = uop->inst;
	out->reads = how == READ;
	out->was_read = before->how == READ;
	out->several = before->who == MANY;
	for (uint32_t d = 0; d < 3; d++) {
		out->block[d] = warp->block->ctaid[d];
		out->thread[d] = warp->tid[d][lane];
	}
	if (!out->several) {
		split(before->who / warp->machine->threads, launch->grid,
		      out->other_block);
		split(before->who % warp->machine->threads, launch->block,
		      out->other_thread);
	}
	name_buffer(warp, buffer, out);
	out->element = offset / cvg_elem_bytes(buffer->elem);
}

/* ---- accesses ---------------------------------------------------------- */

static void access(struct cvg_warp *warp, const struct cvg_uop *uop,
		   uint32_t space, uint32_t lane, uint64_t address,
		   uint64_t bytes, uint8_t how, const uint8_t *value)
{
	struct cvg_buffer *buffer = buffer_at(warp, space, address, bytes);
	uint32_t me = thread_number(warp, lane);

	for (uint64_t i = 0;
	     buffer && i < bytes && !warp->machine->depend->found; i++) {
		uint64_t offset = (uint32_t)address + i;
		struct mark *m = mark_of(warp->machine->marks, buffer, offset),
			    before = *m;

		if (!touch(m, me, how, value ? value[i] : 0))
			note(warp, uop, lane, buffer, offset, &before, how);
	}
}

void cvg_depend_read(struct cvg_warp *warp, const struct cvg_uop *uop,
		     uint32_t space, uint32_t lane, uint64_t address,
		     uint64_t bytes)
{
	access(warp, uop, space, lane, address, bytes, READ, NULL);
}

void cvg_depend_write(struct cvg_warp *warp, const struct cvg_uop *uop,
		      uint32_t space, uint32_t lane, uint64_t address,
		      uint64_t bytes, const uint8_t *value)
{
	access(warp, uop, space, lane, address, bytes, value ? STORED : MIXED,
	       value);
}

void cvg_depend_atomic(struct cvg_warp *warp, const struct cvg_uop *uop,
		       uint32_t lane, uint64_t address, uint64_t bytes)
{
	static const bool any_order[CVG_NRMWS] = {
		[CVG_A_ADD] = true,  [CVG_A_SUB] = true,  [CVG_A_AND] = true,
		[CVG_A_OR] = true,   [CVG_A_XOR] = true,  [CVG_A_MAX] = true,
		[CVG_A_MIN] = true,  [CVG_A_UMAX] = true, [CVG_A_UMIN] = true,
		[CVG_A_FMAX] = true, [CVG_A_FMIN] = true,
	};
	const struct cvg_fn *fn = warp->code->ufn->fn;
	bool plain = uop->code == CVG_U_ATOMIC && any_order[uop->n] &&
		     uop->inst != CVG_NONE && !fn->insts[uop->inst].nusers;

	access(warp, uop, uop->kind2, lane, address, bytes,
	       plain ? (uint8_t)(REDUCED + uop->n) : MIXED, NULL);
}
