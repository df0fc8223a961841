/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Memory in bulk: copies and fills; private memory and its lifetime; the global
 * memory that a kernel allocates with malloc.
 */
#include "sim/memory.h"

#include "reconverge/ucodes.h"

#include <stdlib.h>
#include <string.h>

#define PRIVATE_LIMIT (UINT64_C(1) << 20) /* bytes of a thread */
#define HEAP_LIMIT    (UINT64_C(1) << 30) /* bytes of one malloc */

static bool sure_operand(struct cvg_warp *warp, const struct cvg_at *at,
			 const struct cvg_uop *uop)
{
	return cvg_sure(warp, cvg_doubt_of(warp, at), CVG_F_POISON_OPERAND,
			CVG_F_POISON_OPERAND, uop);
}

static uint64_t lane_value(const struct cvg_warp *warp, const struct cvg_at *at,
			   uint8_t kind, uint32_t lane)
{
	return cvg_row_get(cvg_row(warp, at), (enum cvg_kind)kind, lane);
}

/* ---- copy and fill ----------------------------------------------------- */

static void copy_state(struct cvg_warp *warp, struct cvg_location *to,
		       const struct cvg_location *from, uint64_t bytes)
{
	if (from->state && cvg_undefined_bytes(from->state, bytes))
		cvg_state_of(warp, to);
	if (!to->state)
		return;
	if (!from->state) {
		memset(to->state, CVG_BYTE_DEFINED, bytes);
		return;
	}
	memmove(to->state, from->state, bytes);
	/* The bytes of a variable that lives no more are poison. */
	for (uint64_t i = 0; i < bytes; i++)
		if (to->state[i] == CVG_BYTE_DEAD)
			to->state[i] = CVG_BYTE_UNDEFINED;
}

/* `from`: the bytes that are copied to address a. */
static void depend_on_copy(struct cvg_warp *warp, const struct cvg_uop *uop,
			   uint32_t lane, uint64_t a, uint64_t b,
			   uint64_t bytes, const struct cvg_location *from)
{
	bool sure = !from->state || !cvg_undefined_bytes(from->state, bytes);

	cvg_depend_read(warp, uop, uop->n, lane, b, bytes);
	cvg_depend_write(warp, uop, uop->kind2, lane, a, bytes,
			 sure ? from->data : NULL);
}

/* Copy `bytes` of a lane from address b to address a. */
static bool copy_lane(struct cvg_warp *warp, const struct cvg_uop *uop,
		      uint32_t lane, uint64_t a, uint64_t b, uint64_t bytes)
{
	struct cvg_location to, from;

	if (!cvg_place_of(warp, uop, uop->n, lane, b, bytes, false, &from) ||
	    !cvg_place_of(warp, uop, uop->kind2, lane, a, bytes, true, &to))
		return false;
	if (uop->code == CVG_U_COPY && !uop->imm && to.data != from.data &&
	    to.data < from.data + bytes && from.data < to.data + bytes)
		return cvg_access_fault(warp, CVG_F_OUT_OF_BOUNDS, lane, uop, a,
					bytes,
					"memcpy between ranges that overlap");
	if (warp->machine->watch)
		cvg_watch_lane(warp, uop, lane, a, bytes);
	if (warp->machine->depend)
		depend_on_copy(warp, uop, lane, a, b, bytes, &from);
	memmove(to.data, from.data, bytes);
	copy_state(warp, &to, &from, bytes);
	return true;
}

/* A fault if one of a lane's two addresses is in doubt. */
static bool sure_addresses(struct cvg_warp *warp, const struct cvg_bound *op,
			   uint32_t lane)
{
	const struct cvg_doubt *a = cvg_doubt_of(warp, &op->a);
	const struct cvg_doubt *b = cvg_doubt_of(warp, &op->b);
	uint64_t doubt = a->poison | b->poison | a->undef | b->undef;

	return !(doubt >> lane & 1) ||
	       cvg_warp_fault(warp, CVG_F_POISON_ADDRESS, lane, op->uop);
}

CVG_MACHINE_OP(copy)
{
	const struct cvg_uop *uop = op->uop;

	if (!sure_operand(warp, &op->c, uop))
		return false;
	cvg_count_access(warp, op, NULL);
	for (uint64_t rest = warp->active; rest; rest &= rest - 1) {
		uint32_t l = cvg_first_lane(rest);
		uint64_t bytes = lane_value(warp, &op->c, op->c_kind, l);
		uint64_t a = lane_value(warp, &op->a, op->a_kind, l);
		uint64_t b = lane_value(warp, &op->b, op->b_kind, l);

		if (bytes && (!sure_addresses(warp, op, l) ||
			      !copy_lane(warp, uop, l, a, b, bytes)))
			return false;
	}
	return true;
}

/* Copy element after element, so that the fault names the first one that lies out
 * of bounds. */
static bool strided_lane(struct cvg_warp *warp, const struct cvg_bound *op,
			 uint32_t lane)
{
	const struct cvg_uop *uop = op->uop;
	const void *strides = cvg_ref_row(warp, (uint32_t)uop->imm);
	uint64_t n = lane_value(warp, &op->c, op->c_kind, lane);
	uint64_t a = lane_value(warp, &op->a, op->a_kind, lane);
	uint64_t b = lane_value(warp, &op->b, op->b_kind, lane);
	uint64_t apart = uop->width * cvg_row_get(strides, CVG_K_I64, lane);
	bool to = (uop->flags & CVG_UF_SIGNED) != 0;

	for (; n; n--) {
		if (!copy_lane(warp, uop, lane, a, b, uop->width))
			return false;
		a += to ? apart : uop->width;
		b += to ? uop->width : apart;
	}
	return true;
}

CVG_MACHINE_OP(strided)
{
	const struct cvg_uop *uop = op->uop;

	if (!sure_operand(warp, &op->c, uop) ||
	    !cvg_sure(warp, cvg_ref_doubt(warp, (uint32_t)uop->imm),
		      CVG_F_POISON_OPERAND, CVG_F_POISON_OPERAND, uop))
		return false;
	cvg_count_access(warp, op, NULL);
	for (uint64_t rest = warp->active; rest; rest &= rest - 1) {
		uint32_t l = cvg_first_lane(rest);

		if (lane_value(warp, &op->c, op->c_kind, l) &&
		    (!sure_addresses(warp, op, l) ||
		     !strided_lane(warp, op, l)))
			return false;
	}
	return true;
}

CVG_MACHINE_OP(fill)
{
	const struct cvg_uop *uop = op->uop;
	const struct cvg_doubt *d = cvg_doubt_of(warp, &op->b);

	if (!sure_operand(warp, &op->c, uop))
		return false;
	cvg_count_access(warp, op, NULL);
	for (uint64_t rest = warp->active; rest; rest &= rest - 1) {
		uint32_t l = cvg_first_lane(rest);
		uint64_t bytes = lane_value(warp, &op->c, op->c_kind, l);
		uint64_t a = lane_value(warp, &op->a, op->a_kind, l);
		bool unsure = (d->poison | d->undef) >> l & 1;
		struct cvg_location to;

		if (!bytes)
			continue;
		if ((cvg_doubt_of(warp, &op->a)->poison |
		     cvg_doubt_of(warp, &op->a)->undef) >>
			    l &
		    1)
			return cvg_warp_fault(warp, CVG_F_POISON_ADDRESS, l,
					      uop);
		if (!cvg_place_of(warp, uop, uop->kind2, l, a, bytes, true,
				  &to))
			return false;
		if (warp->machine->watch)
			cvg_watch_lane(warp, uop, l, a, bytes);
		memset(to.data, (int)lane_value(warp, &op->b, op->b_kind, l),
		       bytes);
		if (unsure)
			cvg_state_of(warp, &to);
		if (to.state)
			memset(to.state,
			       unsure ? CVG_BYTE_UNDEFINED : CVG_BYTE_DEFINED,
			       bytes);
		if (warp->machine->depend)
			cvg_depend_write(warp, uop, uop->kind2, l, a, bytes,
					 unsure ? NULL : to.data);
	}
	return true;
}

/* ---- private memory ---------------------------------------------------- */

/* Make room for `bytes` a lane: the lanes' stretches move apart. False: that is
 * more than a thread may have. */
static bool private_reserve(struct cvg_warp *warp, uint64_t bytes)
{
	uint64_t old = warp->private_stride, stride = old ? old : 960;
	uint32_t lanes = cvg_lanes(warp);
	uint8_t *data, *state;

	if (bytes > PRIVATE_LIMIT)
		return false;
	if (bytes <= old)
		return true;
	/* an odd number of cache lines: lanes fall in different sets */
	while (stride < bytes)
		stride = stride * 2 + 64;
	data = cvg_alloc(stride * lanes);
	state = cvg_alloc(stride * lanes);
	memset(data, (int)(warp->machine->seed * 37 + 0x5b) & 0xff,
	       stride * lanes);
	memset(state, CVG_BYTE_UNDEFINED, stride * lanes);
	for (uint32_t l = 0; l < lanes && old; l++) {
		memcpy(data + stride * l, warp->private.data + old * l, old);
		memcpy(state + stride * l, warp->private.state + old * l, old);
	}
	free(warp->private.data);
	free(warp->private.state);
	warp->private = (struct cvg_memory){data, state, stride * lanes, NULL};
	warp->private_stride = stride;
	return true;
}

/* The lanes' bytes [at, at + n) become `state`. */
static void set_private_state(struct cvg_warp *warp, uint64_t lanes,
			      uint64_t at, uint64_t n, int state)
{
	for (; lanes; lanes &= lanes - 1)
		memset(warp->private.state +
			       warp->private_stride * cvg_first_lane(lanes) +
			       at,
		       state, n);
}

/* The largest count that an active lane asks for: all lanes get as much. */
static uint64_t most(const struct cvg_warp *warp, const struct cvg_bound *op)
{
	uint64_t max = 0;

	if (op->uop->a == CVG_NONE)
		return 1;
	for (uint64_t rest = warp->active; rest; rest &= rest - 1) {
		uint64_t n = lane_value(warp, &op->a, op->a_kind,
					cvg_first_lane(rest));

		max = n > max ? n : max;
	}
	return max;
}

CVG_MACHINE_OP(alloca)
{
	const struct cvg_uop *uop = op->uop;
	uint64_t align = UINT64_C(1) << (uop->n & 63), n, at;
	uint8_t *result = cvg_result(warp, op);

	if (!sure_operand(warp, &op->a, uop))
		return false;
	n = most(warp, op);
	if (uop->imm && n > PRIVATE_LIMIT / uop->imm)
		return cvg_warp_fault(warp, CVG_F_STACK,
				      cvg_first_lane(warp->active), uop);
	at = (warp->private_top + align - 1) & ~(align - 1);
	if (!private_reserve(warp, at + n * uop->imm))
		return cvg_warp_fault(warp, CVG_F_STACK,
				      cvg_first_lane(warp->active), uop);
	warp->private_top = at + n * uop->imm;
	set_private_state(warp, warp->full, at, n * uop->imm,
			  CVG_BYTE_UNDEFINED);
	for (uint32_t l = 0; l < cvg_lanes(warp); l++)
		cvg_row_set(result, (enum cvg_kind)op->dst_kind, l, at);
	cvg_result_end(warp, op, 0, 0);
	return true;
}

CVG_MACHINE_OP(lifetime)
{
	const struct cvg_uop *uop = op->uop;

	for (uint64_t rest = warp->active; rest; rest &= rest - 1) {
		uint32_t l = cvg_first_lane(rest);
		uint64_t at = (uint32_t)lane_value(warp, &op->a, op->a_kind, l);

		if (at >= CVG_PRIVATE_START &&
		    at + uop->imm <= warp->private_top)
			set_private_state(warp, UINT64_C(1) << l, at, uop->imm,
					  uop->n ? CVG_BYTE_UNDEFINED
						 : CVG_BYTE_DEAD);
	}
	return true;
}

/* ---- the kernel's own heap -------------------------------------------- */

/* Make a new object. Returns its granule; 0: there is no room. */
static uint32_t new_buffer(struct cvg_machine *machine, uint64_t bytes)
{
	struct cvg_buffer *buffer;

	while (machine->next_granule < CVG_GLOBAL_FIRST_GRANULE &&
	       machine->granule[machine->next_granule])
		machine->next_granule++;
	if (bytes > HEAP_LIMIT ||
	    machine->next_granule == CVG_GLOBAL_FIRST_GRANULE)
		return 0;
	buffer = cvg_calloc(1, sizeof(*buffer));
	buffer->granule = machine->next_granule;
	buffer->bytes = bytes;
	buffer->data = cvg_calloc(bytes ? bytes : 1, 1);
	buffer->undefined = cvg_alloc(bytes ? bytes : 1);
	memset(buffer->undefined, CVG_BYTE_UNDEFINED, bytes);
	buffer->arg = -2;
	machine->granule[buffer->granule] = buffer;
	cvg_push(&machine->heap, buffer);
	return buffer->granule;
}

CVG_MACHINE_OP(alloc)
{
	uint64_t *result = (uint64_t *)(void *)cvg_result(warp, op);

	if (!sure_operand(warp, &op->a, op->uop))
		return false;
	for (uint64_t rest = warp->active; rest; rest &= rest - 1) {
		uint32_t l = cvg_first_lane(rest);

		result[l] = (uint64_t)new_buffer(
				    warp->machine,
				    lane_value(warp, &op->a, op->a_kind, l))
			    << CVG_GRANULE_BITS;
	}
	cvg_result_end(warp, op, 0, 0);
	return true;
}

CVG_MACHINE_OP(free)
{
	if (!sure_operand(warp, &op->a, op->uop))
		return false;
	for (uint64_t rest = warp->active; rest; rest &= rest - 1) {
		uint32_t l = cvg_first_lane(rest);
		uint64_t a = lane_value(warp, &op->a, op->a_kind, l);
		uint64_t g = a >> CVG_GRANULE_BITS;
		struct cvg_buffer *buffer =
			g < CVG_NGRANULES ? warp->machine->granule[g] : NULL;

		if (!a)
			continue;
		if (!buffer || buffer->arg != -2 || (uint32_t)a)
			return cvg_access_fault(
				warp, CVG_F_OUT_OF_BOUNDS, l, op->uop, a, 0,
				"free of a pointer that malloc did not return");
		if (buffer->freed)
			return cvg_access_fault(warp, CVG_F_FREED, l, op->uop,
						a, 0,
						"the memory was freed before");
		buffer->freed = true;
	}
	return true;
}
