/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Where the access of one lane goes, and every fault that it can have. All lanes
 * of a warp at once are treated in span.c.
 */
#include "sim/memory.h"
#include "sim/races.h"

#define NULL_BYTES 4096	 /* accesses below this address are of null */
#define NEAR	   65536 /* bytes before an object whose faults name it */

const char *cvg_buffer_name(const struct cvg_warp *warp,
			    const struct cvg_buffer *buffer)
{
	const struct cvg_program *program = warp->machine->sim->program;

	if (buffer->arg >= 0)
		return program->fns[0].params[buffer->arg].name;
	if (buffer->arg == CVG_BUFFER_MEMBER)
		return buffer->name;
	for (uint32_t i = 0; i < program->nglobals; i++) {
		if (program->globals[i].space == CVG_SPACE_GLOBAL &&
		    program->globals[i].address >> CVG_GRANULE_BITS ==
			    buffer->granule)
			return program->globals[i].name;
	}
	return buffer->arg == -2 ? "memory from malloc"
				 : "the launch's arguments";
}

static bool place_private(struct cvg_warp *warp, const struct cvg_uop *uop,
			  uint32_t lane, uint64_t at, uint64_t bytes,
			  struct cvg_location *out)
{
	if (at < CVG_PRIVATE_START)
		return cvg_access_fault(warp, CVG_F_NULL, lane, uop, at, bytes,
					"private memory");
	if (at > warp->private_top || bytes > warp->private_top - at)
		return cvg_access_fault(
			warp, CVG_F_OUT_OF_BOUNDS, lane, uop, at, bytes,
			"private memory + %llu, of which %llu bytes are in use",
			(unsigned long long)at,
			(unsigned long long)warp->private_top);
	at += warp->private_stride * lane;
	*out = (struct cvg_location){warp->private.data + at,
				     warp->private.state + at, NULL,
				     (uint32_t)at};
	return true;
}

static bool place_shared(struct cvg_warp *warp, const struct cvg_uop *uop,
			 uint32_t lane, uint64_t at, uint64_t bytes,
			 struct cvg_location *out)
{
	struct cvg_memory *m = &warp->block->shared;

	if (at > m->bytes || bytes > m->bytes - at)
		return cvg_access_fault(
			warp, CVG_F_OUT_OF_BOUNDS, lane, uop, at, bytes,
			"shared memory + %llu, of which the block has %llu "
			"bytes",
			(unsigned long long)at, (unsigned long long)m->bytes);
	*out = (struct cvg_location){m->data + at, m->state + at, NULL,
				     (uint32_t)at};
	return true;
}

/* The object to name in a fault at an address: the one of its granule, or the next
 * one if that begins just behind the address; NULL: none. */
static struct cvg_buffer *buffer_near(const struct cvg_warp *warp,
				      uint64_t address)
{
	uint64_t g = address >> CVG_GRANULE_BITS;
	uint32_t at = (uint32_t)address;

	if (at >= UINT32_MAX - NEAR && g + 1 < CVG_NGRANULES &&
	    warp->machine->granule[g + 1])
		return warp->machine->granule[g + 1];
	return g < CVG_NGRANULES ? warp->machine->granule[g] : NULL;
}

/* A fault of an access that is out of bounds. Returns false. */
static bool beyond(struct cvg_warp *warp, const struct cvg_uop *uop,
		   uint32_t lane, uint64_t address, uint64_t bytes)
{
	const struct cvg_buffer *buffer = buffer_near(warp, address);
	int64_t at;

	if (!buffer)
		return cvg_access_fault(warp, CVG_F_OUT_OF_BOUNDS, lane, uop,
					address, bytes,
					"address 0x%llx, where no buffer is",
					(unsigned long long)address);
	at = (int64_t)(address -
		       ((uint64_t)buffer->granule << CVG_GRANULE_BITS));
	return cvg_access_fault(warp, CVG_F_OUT_OF_BOUNDS, lane, uop, address,
				bytes, "%s %c %lld, which has %llu bytes",
				cvg_buffer_name(warp, buffer),
				at < 0 ? '-' : '+',
				(long long)(at < 0 ? -at : at),
				(unsigned long long)buffer->bytes);
}

static bool place_global(struct cvg_warp *warp, const struct cvg_uop *uop,
			 uint32_t lane, uint64_t address, uint64_t bytes,
			 bool write, struct cvg_location *out)
{
	uint64_t granule = address >> CVG_GRANULE_BITS;
	uint32_t at = (uint32_t)address;
	struct cvg_buffer *buffer = granule < CVG_NGRANULES
					    ? warp->machine->granule[granule]
					    : NULL;

	if (address < NULL_BYTES)
		return cvg_access_fault(warp, CVG_F_NULL, lane, uop, address,
					bytes, "address %llu",
					(unsigned long long)address);
	if (!buffer || (!buffer->freed &&
			(at > buffer->bytes || bytes > buffer->bytes - at)))
		return beyond(warp, uop, lane, address, bytes);
	if (buffer->freed)
		return cvg_access_fault(warp, CVG_F_FREED, lane, uop, address,
					bytes, "%s",
					cvg_buffer_name(warp, buffer));
	if (write && buffer->constant)
		return cvg_access_fault(warp, CVG_F_READ_ONLY, lane, uop,
					address, bytes, "%s",
					cvg_buffer_name(warp, buffer));
	*out = (struct cvg_location){
		buffer->data + at,
		buffer->undefined ? buffer->undefined + at : NULL, buffer, at};
	return true;
}

static bool is_private(const struct cvg_warp *warp,
		       const struct cvg_location *at)
{
	return at->data - warp->private.data == (ptrdiff_t)at->offset;
}

/*
 * An access to a byte that belongs to no variable now is a fault, and false is
 * returned. But a variable whose life has ended may be loaded, which gives poison
 * (LLVM Language Reference, "Object Lifetime"): compilers let threads load it whose
 * select chooses another value.
 */
static bool is_alive(struct cvg_warp *warp, const struct cvg_uop *uop,
		     uint32_t lane, uint64_t address, uint64_t bytes,
		     bool write, const struct cvg_location *at)
{
	bool variable = is_private(warp, at);

	for (uint64_t i = 0; at->state && (write || !variable) && i < bytes;
	     i++) {
		if (at->state[i] == CVG_BYTE_DEAD)
			return cvg_access_fault(
				warp,
				variable ? CVG_F_FREED : CVG_F_OUT_OF_BOUNDS,
				lane, uop, address, bytes,
				"a byte of no variable that exists now");
	}
	return true;
}

bool cvg_place_of(struct cvg_warp *warp, const struct cvg_uop *uop,
		  uint32_t space, uint32_t lane, uint64_t address,
		  uint64_t bytes, bool write, struct cvg_location *out)
{
	uint64_t granule = address >> CVG_GRANULE_BITS;
	bool ok;

	if (space == CVG_SPACE_SHARED)
		ok = place_shared(warp, uop, lane, address, bytes, out);
	else if (space == CVG_SPACE_PRIVATE)
		ok = place_private(warp, uop, lane, address, bytes, out);
	else if (granule == CVG_APERTURE_SHARED >> CVG_GRANULE_BITS)
		ok = place_shared(warp, uop, lane, (uint32_t)address, bytes,
				  out);
	else if (granule == CVG_APERTURE_PRIVATE >> CVG_GRANULE_BITS)
		ok = place_private(warp, uop, lane, (uint32_t)address, bytes,
				   out);
	else
		ok = place_global(warp, uop, lane, address, bytes, write, out);
	if (!ok || !is_alive(warp, uop, lane, address, bytes, write, out))
		return false;
	if (warp->block->races && !is_private(warp, out) &&
	    !cvg_race_lane(warp, uop, lane, out->buffer, out->offset, bytes,
			   write))
		return false;
	if (out->buffer && warp->machine->several &&
	    !cvg_touch(warp, out->buffer, out->offset, bytes, write))
		return false;
	return true;
}

uint8_t *cvg_state_of(struct cvg_warp *warp, struct cvg_location *at)
{
	if (at->state || !at->buffer)
		return at->state;
	at->state = cvg_buffer_state(warp->machine, at->buffer) + at->offset;
	return at->state;
}
