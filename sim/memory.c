/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Loads and stores. */
#include "sim/memory.h"
#include "sim/groups/vectors.h"
#include "sim/races.h"

#include <stdlib.h>
#include <string.h>

/* The bits that an address may not have by the alignment that the instruction
 * promises. */
static uint32_t low_bits(const struct cvg_uop *uop)
{
	return uop->flags & CVG_UF_FIRST ? (UINT32_C(1) << (uop->n & 31)) - 1
					 : 0;
}

/* An access that is not as aligned as the instruction promises is a fault. */
static bool aligned(struct cvg_warp *warp, const struct cvg_uop *uop,
		    uint32_t lane, uint64_t address, uint64_t bytes)
{
	uint64_t mask = (UINT64_C(1) << (uop->n & 63)) - 1;

	if (!(uop->flags & CVG_UF_FIRST) || !(address & mask))
		return true;
	return cvg_access_fault(warp, CVG_F_MISALIGNED, lane, uop, address,
				bytes, "the address is not a multiple of %llu",
				(unsigned long long)mask + 1);
}

/* ---- the watched place ------------------------------------------------- */

void cvg_watch_lane(struct cvg_warp *warp, const struct cvg_uop *uop,
		    uint32_t lane, uint64_t address, uint64_t bytes)
{
	struct cvg_watch *watch = warp->machine->watch;

	if (address >= watch->address + watch->bytes ||
	    watch->address >= address + bytes)
		return;
	watch->found = true;
	watch->fn = warp->frame->fn;
	watch->inst = uop->inst;
	for (uint32_t d = 0; d < 3; d++) {
		watch->block[d] = warp->block->ctaid[d];
		watch->thread[d] = warp->tid[d][lane];
	}
}

static void watch(struct cvg_warp *warp, const struct cvg_bound *op,
		  uint32_t bytes)
{
	for (uint64_t rest = warp->active; rest; rest &= rest - 1) {
		uint32_t l = cvg_first_lane(rest);

		cvg_watch_lane(warp, op->uop, l, cvg_lane_address(warp, op, l),
			       bytes);
	}
}

static void depend_on(struct cvg_warp *warp, const struct cvg_bound *op,
		      uint32_t bytes)
{
	for (uint64_t rest = warp->active; rest; rest &= rest - 1) {
		uint32_t l = cvg_first_lane(rest);

		cvg_depend_read(warp, op->uop, op->uop->kind2, l,
				cvg_lane_address(warp, op, l), bytes);
	}
}

/*
 * A guarded access is the access `of` by those active lanes whose guard is true.
 * A guard in doubt is a fault, because it decides whether memory is accessed.
 */
static bool guarded(struct cvg_warp *warp, const struct cvg_bound *op,
		    cvg_machine_fn *of)
{
	uint32_t ref = (uint32_t)op->uop->imm;
	uint64_t active = warp->active, guard;
	bool ok;

	if (!cvg_sure(warp, cvg_ref_doubt(warp, ref), CVG_F_POISON_OPERAND,
		      CVG_F_POISON_OPERAND, op->uop))
		return false;
	memcpy(&guard, cvg_ref_row(warp, ref), sizeof(guard));
	if (!(active & guard))
		return true;
	warp->active = active & guard;
	ok = of(warp, op);
	warp->active = active;
	return ok;
}

/* ---- load ------------------------------------------------------------ */

#define GATHER(type)                                                           \
	do {                                                                   \
		type *to = dst;                                                \
		for (uint32_t l = 0; l < lanes; l++)                           \
			memcpy(&to[l], s->mem.data + s->off[l], sizeof(type)); \
	} while (0)

static void gather(void *dst, const struct cvg_span *s, uint32_t bytes,
		   uint32_t lanes)
{
	switch (bytes) {
	case 1:
		GATHER(uint8_t);
		break;
	case 2:
		GATHER(uint16_t);
		break;
	case 4:
		GATHER(uint32_t);
		break;
	case 8:
		GATHER(uint64_t);
		break;
	case 16:
		GATHER(unsigned __int128);
		break;
	}
}

/* The active lanes that access a byte which is not defined. */
static uint64_t undefined_lanes(const struct cvg_warp *warp,
				const struct cvg_span *s, uint32_t bytes)
{
	uint64_t lanes = 0, rest = warp->active;
	const uint8_t *state = s->mem.state;

	if (s->row && !cvg_undefined_bytes(state + s->off[0],
					   (uint64_t)bytes * cvg_lanes(warp)))
		return 0;
	if (bytes == 4) {
		for (; rest; rest &= rest - 1) {
			uint32_t l = cvg_first_lane(rest), x;

			memcpy(&x, state + s->off[l], 4);
			lanes |= (uint64_t)(x != 0) << l;
		}
		return lanes;
	}
	for (; rest; rest &= rest - 1) {
		uint32_t l = cvg_first_lane(rest);

		if (cvg_undefined_bytes(state + s->off[l], bytes))
			lanes |= UINT64_C(1) << l;
	}
	return lanes;
}

/* Do these lanes access a byte that belongs to no object? */
static bool any_dead(const struct cvg_span *s, uint64_t lanes, uint32_t bytes)
{
	for (; lanes; lanes &= lanes - 1) {
		const uint8_t *state =
			s->mem.state + s->off[cvg_first_lane(lanes)];

		for (uint32_t i = 0; i < bytes; i++) {
			if (state[i] == CVG_BYTE_DEAD)
				return true;
		}
	}
	return false;
}

static bool load_each(struct cvg_warp *warp, const struct cvg_bound *op,
		      uint8_t *dst, uint32_t bytes, uint64_t *undef)
{
	const struct cvg_uop *uop = op->uop;
	struct cvg_location at;

	for (uint64_t rest = warp->active; rest; rest &= rest - 1) {
		uint32_t l = cvg_first_lane(rest);
		uint64_t a = cvg_lane_address(warp, op, l);

		if (!cvg_place_of(warp, uop, uop->kind2, l, a, bytes, false,
				  &at) ||
		    !aligned(warp, uop, l, a, bytes))
			return false;
		memcpy(dst + (size_t)l * bytes, at.data, bytes);
		if (at.state && cvg_undefined_bytes(at.state, bytes))
			*undef |= UINT64_C(1) << l;
	}
	return true;
}

/* Turn the bytes of an i1 in memory into bits; bytes but 0 and 1 give poison. */
static void pack_bits(uint64_t *dst, const uint8_t *bytes, uint64_t active,
		      uint64_t *poison)
{
	*dst = 0;
	for (; active; active &= active - 1) {
		uint32_t l = cvg_first_lane(active);

		*dst |= (uint64_t)(bytes[l] & 1) << l;
		if (bytes[l] > 1)
			*poison |= UINT64_C(1) << l;
	}
}

static void load_together(struct cvg_warp *warp, const struct cvg_span *s,
			  uint8_t *dst, uint32_t bytes)
{
	if (s->row)
		memcpy(dst, s->mem.data + s->off[0],
		       (size_t)bytes * cvg_lanes(warp));
	else
		gather(dst, s, bytes, cvg_lanes(warp));
}

static bool load(struct cvg_warp *warp, const struct cvg_bound *op)
{
	uint32_t bytes = cvg_kind_bytes((enum cvg_kind)op->uop->kind);
	uint8_t *result = cvg_result(warp, op), packed[CVG_MAX_LANES];
	uint8_t *dst = op->uop->kind == CVG_K_BIT ? packed : result;
	uint64_t undef = 0, poison = 0;
	struct cvg_span s;
	bool together =
		cvg_span_of(warp, op, bytes, low_bits(op->uop), false, &s);

	warp->raced = 0;
	if (warp->state == CVG_WARP_FAULT)
		return false;
	if (together && s.mem.state) {
		undef = undefined_lanes(warp, &s, bytes);
		together = !undef || !any_dead(&s, undef, bytes);
	}
	if (op->uop->flags & CVG_UF_FIRST)
		cvg_count_access(warp, op, together ? &s : NULL);
	if (!together) {
		undef = 0;
		if (!load_each(warp, op, dst, bytes, &undef))
			return false;
	} else {
		if (warp->block->races &&
		    !cvg_race_span(warp, op, &s, bytes, false))
			return false;
		if (s.mem.buffer && warp->machine->several &&
		    !cvg_touch_span(warp, &s, bytes, false))
			return false;
		load_together(warp, &s, dst, bytes);
	}
	if (op->uop->kind == CVG_K_BIT)
		pack_bits((uint64_t *)(void *)result, packed, warp->active,
			  &poison);
	if (warp->machine->depend)
		depend_on(warp, op, bytes);
	cvg_result_end(warp, op, poison, undef | warp->raced);
	return true;
}

/* ---- store ----------------------------------------------------------- */

/* What a lane stores as bytes in memory. */
static void lane_bytes(const uint8_t *row, enum cvg_kind kind, uint32_t lane,
		       uint8_t *to)
{
	uint32_t bytes = cvg_kind_bytes(kind);

	if (kind == CVG_K_BIT)
		*to = (uint8_t)cvg_row_get(row, kind, lane);
	else
		memcpy(to, row + (size_t)lane * bytes, bytes);
}

static void depend_of(struct cvg_warp *warp, const struct cvg_bound *op,
		      uint64_t doubt)
{
	enum cvg_kind kind = (enum cvg_kind)op->uop->kind;

	for (uint64_t rest = warp->active; rest; rest &= rest - 1) {
		uint32_t l = cvg_first_lane(rest);
		uint8_t value[16];

		lane_bytes(cvg_row(warp, &op->b), kind, l, value);
		cvg_depend_write(warp, op->uop, op->uop->kind2, l,
				 cvg_lane_address(warp, op, l),
				 cvg_kind_bytes(kind),
				 doubt >> l & 1 ? NULL : value);
	}
}

static bool store_each(struct cvg_warp *warp, const struct cvg_bound *op,
		       uint64_t doubt)
{
	const struct cvg_uop *uop = op->uop;
	enum cvg_kind kind = (enum cvg_kind)uop->kind;
	uint32_t bytes = cvg_kind_bytes(kind);
	const uint8_t *row = cvg_row(warp, &op->b);
	struct cvg_location at;

	for (uint64_t rest = warp->active; rest; rest &= rest - 1) {
		uint32_t l = cvg_first_lane(rest);
		uint64_t a = cvg_lane_address(warp, op, l);
		bool unsure = doubt >> l & 1;

		if (!cvg_place_of(warp, uop, uop->kind2, l, a, bytes, true,
				  &at) ||
		    !aligned(warp, uop, l, a, bytes))
			return false;
		lane_bytes(row, kind, l, at.data);
		if (unsure)
			cvg_state_of(warp, &at);
		if (at.state)
			memset(at.state,
			       unsure ? CVG_BYTE_UNDEFINED : CVG_BYTE_DEFINED,
			       bytes);
	}
	return true;
}

#define SCATTER(type)                                                        \
	do {                                                                 \
		const type *from = (const void *)row;                        \
		for (uint64_t rest = warp->active; rest; rest &= rest - 1) { \
			uint32_t l = cvg_first_lane(rest);                   \
			memcpy(s->mem.data + s->off[l], &from[l],            \
			       sizeof(type));                                \
			if (s->mem.state)                                    \
				memset(s->mem.state + s->off[l], 0,          \
				       sizeof(type));                        \
		}                                                            \
	} while (0)

static void store_together(struct cvg_warp *warp, const struct cvg_span *s,
			   const uint8_t *row, uint32_t bytes)
{
	size_t all = (size_t)bytes * cvg_lanes(warp);

	if (s->row) {
		memcpy(s->mem.data + s->off[0], row, all);
		if (s->mem.state)
			memset(s->mem.state + s->off[0], 0, all);
		return;
	}
	switch (bytes) {
	case 1:
		SCATTER(uint8_t);
		break;
	case 2:
		SCATTER(uint16_t);
		break;
	case 4:
		SCATTER(uint32_t);
		break;
	case 8:
		SCATTER(uint64_t);
		break;
	case 16:
		SCATTER(unsigned __int128);
		break;
	}
}

static bool store(struct cvg_warp *warp, const struct cvg_bound *op)
{
	const struct cvg_uop *uop = op->uop;
	uint32_t bytes = cvg_kind_bytes((enum cvg_kind)uop->kind);
	const struct cvg_doubt *d = cvg_doubt_of(warp, &op->b);
	uint64_t doubt = (d->poison | d->undef) & warp->active;
	struct cvg_span s;
	bool together = cvg_span_of(warp, op, bytes, low_bits(uop), true, &s) &&
			!doubt && uop->kind != CVG_K_BIT;

	if (warp->state == CVG_WARP_FAULT)
		return false;
	if (together && s.mem.state) {
		uint64_t undef = undefined_lanes(warp, &s, bytes);

		together = !undef || !any_dead(&s, undef, bytes);
	}
	if (uop->flags & CVG_UF_FIRST)
		cvg_count_access(warp, op, together ? &s : NULL);
	if (warp->machine->watch)
		watch(warp, op, bytes);
	if (warp->machine->depend)
		depend_of(warp, op, doubt);
	if (!together)
		return store_each(warp, op, doubt);
	if (warp->block->races && !cvg_race_span(warp, op, &s, bytes, true))
		return false;
	if (s.mem.buffer && warp->machine->several &&
	    !cvg_touch_span(warp, &s, bytes, true))
		return false;
	store_together(warp, &s, cvg_row(warp, &op->b), bytes);
	return true;
}

CVG_MACHINE_OP(load)
{
	bool ok = op->uop->flags & CVG_UF_GUARD ? guarded(warp, op, load)
						: load(warp, op);

	if (warp->machine->probe_of && ok)
		cvg_probe(warp, op);
	return ok;
}

CVG_MACHINE_OP(store)
{
	return op->uop->flags & CVG_UF_GUARD ? guarded(warp, op, store)
					     : store(warp, op);
}

/* ---- what the workers share -------------------------------------------- */

void cvg_lock(struct cvg_machine *machine)
{
	pthread_mutex_lock(&machine->lock);
}

void cvg_unlock(struct cvg_machine *machine)
{
	pthread_mutex_unlock(&machine->lock);
}

/* This has a lock of its own because an atomic operation asks for the state
 * while it holds the machine's lock. */
uint8_t *cvg_buffer_state(struct cvg_machine *machine,
			  struct cvg_buffer *buffer)
{
	pthread_mutex_lock(&machine->state_lock);
	if (!buffer->undefined)
		buffer->undefined = cvg_calloc(buffer->bytes + 1, 1);
	pthread_mutex_unlock(&machine->state_lock);
	return buffer->undefined;
}
