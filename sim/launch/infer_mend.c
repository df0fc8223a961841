/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Tries a guessed launch on the simulator and mends it until it runs without a
 * fault. After an access out of bounds the buffer grows to hold it, and if it is
 * a shared variable that cannot grow, the blocks become smaller. After another
 * fault, or if growing does not help, the guessed numbers and data become
 * smaller. If that does not help either, they get their first values again, and one
 * number after the other alone becomes 1, and then 0. If the kernel gets structs,
 * which are guessed as 0, their numbers become 16 or 1 before that. If nothing
 * helps, the first guess stays.
 *
 * Example: blocks of a filter overlap by its radius: thread x of a block, which
 * begins at b, stores at b + x - radius if that is less than the width. The radius is
 * guessed as many points as there are threads. Any but 0 is before the buffer, and
 * with all numbers 0 no thread would store anything: it alone becomes 0.
 */
#include "sim/launch/infer_in.h"

#include "reconverge/faults.h"
#include "reconverge/graph.h"

#include <stdlib.h>
#include <string.h>

#define TRIALS	    20
#define TRIALS_EACH 4 /* of one number alone, while buffers grow */
#define MOST_BYTES  (UINT64_C(1) << 23) /* no buffer grows beyond this */
#define MOST_SHARED (1 << 16)

void cvg_guess_range(struct cvg_launch_arg *arg, enum cvg_generator gen,
		     int64_t lo, int64_t hi)
{
	arg->gen = gen;
	arg->ranged = true;
	arg->lo = cvg_number_of_int(lo);
	arg->hi = cvg_number_of_int(hi);
}

/* The buffer, also of a pointer in a struct, that has this granule of addresses; the
 * numbering is that of image.c. NULL: that is none. */
static struct cvg_launch_arg *owner_of(const struct guess *guess,
				       uint64_t granule)
{
	for (uint32_t i = 0; i < guess->l.nargs; i++) {
		const struct cvg_param *param = &guess->kernel->params[i];
		struct cvg_launch_arg *arg = &guess->l.args[i];

		if (arg->buffer && arg->gen != CVG_GEN_SAME &&
		    !param->copy_bytes && param->space != CVG_SPACE_SHARED &&
		    --granule == 0)
			return arg;
	}
	for (uint32_t i = 0; i < guess->l.nargs; i++) {
		struct cvg_launch_arg *arg = &guess->l.args[i];

		if (guess->kernel->params[i].copy_bytes && --granule == 0)
			return NULL;
		for (uint32_t k = 0; k < arg->nvalues; k++)
			if (arg->values[k].memory && --granule == 0)
				return arg->values[k].memory;
	}
	return NULL;
}

static void grow_alike(struct cvg_launch_arg *arg, uint64_t old, uint64_t count)
{
	if (arg->guessed && arg->buffer && arg->count == old)
		arg->count = count;
	for (uint32_t k = 0; k < arg->nvalues; k++)
		if (arg->values[k].memory)
			grow_alike(arg->values[k].memory, old, count);
}

/* Let the buffer grow to `bytes` or more, together with all buffers that have the same
 * number of elements. */
static bool grow_to(struct guess *guess, struct cvg_launch_arg *a,
		    uint64_t bytes)
{
	uint64_t old = a->count, count = old ? old : 1;

	if (!a->guessed)
		return false;
	while (count * cvg_elem_bytes(a->elem) < bytes || count <= old)
		count *= 2;
	if (count * cvg_elem_bytes(a->elem) > MOST_BYTES)
		return false;
	a->count = count;
	for (uint32_t k = 0; k < guess->l.nargs && count <= 1 << 20; k++) {
		const struct cvg_param *param = &guess->kernel->params[k];
		struct cvg_launch_arg *b = &guess->l.args[k];

		if ((!param->copy_bytes || b->nvalues) &&
		    param->space != CVG_SPACE_SHARED)
			grow_alike(b, old, count);
	}
	return true;
}

static bool grow_shared(struct guess *guess)
{
	bool grown = false;

	if (guess->uses.dynamic_shared && !guess->l.said_shared &&
	    guess->l.shared < MOST_SHARED) {
		guess->l.shared = guess->l.shared ? 2 * guess->l.shared : 1024;
		grown = true;
	}
	for (uint32_t i = 0; i < guess->l.nargs; i++) {
		struct cvg_launch_arg *arg = &guess->l.args[i];

		if (guess->kernel->params[i].space != CVG_SPACE_SHARED ||
		    !arg->guessed || !arg->buffer ||
		    arg->count >= MOST_SHARED / 4)
			continue;
		arg->count *= 2;
		grown = true;
	}
	return grown;
}

/* Halve the longest side of the block, but not below the threads of a warp: shared
 * variables are made for a certain number of threads. */
static bool shrink_block(struct guess *guess)
{
	uint32_t *block = guess->l.block;
	int longest = block[1] > block[0] ? 1 : 0;

	if (guess->l.said_block || guess->kernel->fn->reqd_work_group[0] ||
	    block[0] * block[1] * block[2] <= 32)
		return false;
	if (block[2] > block[longest])
		longest = 2;
	block[longest] /= 2;
	return true;
}

/* Can a number that is 0 or 1 cause the fault? As a size that is too small, as in
 * buffer[min(i, n - 1)] or buffer[min(i, n - 2)], or as a divisor of floats. */
static bool is_of_zero(const struct cvg_fault *fault)
{
	return fault->kind == CVG_F_DIVISION ||
	       fault->kind == CVG_F_POISON_ADDRESS ||
	       (fault->kind == CVG_F_OUT_OF_BOUNDS &&
		(uint32_t)fault->address > INT32_MAX);
}

static bool grow(struct guess *guess, const struct cvg_fault *fault)
{
	uint64_t granule = fault->address >> CVG_GRANULE_BITS;
	uint64_t end = (uint32_t)fault->address + (uint64_t)fault->bytes;
	struct cvg_launch_arg *owner = owner_of(guess, granule);

	if (fault->kind != CVG_F_OUT_OF_BOUNDS)
		return false;
	if (owner && grow_to(guess, owner, end))
		return true;
	return (!granule ||
		granule == CVG_APERTURE_SHARED >> CVG_GRANULE_BITS) &&
	       (grow_shared(guess) ||
		(!is_of_zero(fault) && shrink_block(guess)));
}

/* Halve or quarter a guessed number, and make it 0 in the end; `zero`: only make
 * a 0 a 1, and then a 1 an 8. */
static void tame_number(const struct guess *guess, struct cvg_number *number,
			bool zero)
{
	int64_t now = (int64_t)number->u;
	enum cvg_elem elem = number->elem;

	if (zero && now == guess->tame - 1)
		*number = cvg_number_of_int(now ? 8 : 1);
	else if (!zero && now > 1)
		*number = cvg_number_of_int(now / (guess->tame > 2 ? 4 : 2));
	else if (!zero && guess->tame > 3)
		*number = cvg_number_of_int(0);
	number->elem = elem;
}

static void tame_scalar(struct guess *guess, uint32_t i, bool zero)
{
	const struct cvg_param *param = &guess->kernel->params[i];
	struct cvg_launch_arg *arg = &guess->l.args[i];

	if (!param->copy_bytes && param->kind < CVG_K_F16 && !param->pointer)
		tame_number(guess, arg->values, zero);
	for (uint32_t k = 0; param->copy_bytes && k < arg->nvalues; k++)
		if (!arg->values[k].memory && arg->values[k].integer)
			tame_number(guess, &arg->values[k], zero);
}

/* Narrow the range of a buffer's random integers, after a division by zero
 * without 0; let floats, which may become indices, not be negative. */
static void tame_buffer(const struct guess *guess, struct cvg_launch_arg *arg,
			bool division)
{
	static const int64_t most[] = {100, 16, 4, 2, 1};
	int64_t hi = most[guess->tame < 4 ? guess->tame : 4];

	for (uint32_t i = 0; i < arg->nfields; i++)
		tame_buffer(guess, &arg->fields[i], division);
	if (!arg->ranged || arg->gen == CVG_GEN_FILL)
		return;
	if (cvg_elem_isfloat(arg->elem)) {
		if (guess->tame > 1)
			cvg_guess_range(arg, arg->gen, 0, 1);
	} else if (division) {
		cvg_guess_range(arg, arg->gen, 1, 100);
	} else {
		cvg_guess_range(arg, arg->gen, 0,
				hi < (int64_t)arg->hi.u ? hi
							: (int64_t)arg->hi.u);
	}
}

static bool tame(struct guess *guess, const struct cvg_fault *fault)
{
	bool zero = is_of_zero(fault) && guess->tame < 2;
	bool division = zero && fault->kind == CVG_F_DIVISION;

	if (guess->tame == 6)
		return false;
	guess->tame++;
	for (uint32_t i = 0; i < guess->l.nargs; i++) {
		if (!guess->l.args[i].guessed)
			continue;
		for (uint32_t k = 0; k < guess->l.args[i].nvalues; k++)
			if (guess->l.args[i].values[k].memory)
				tame_buffer(guess,
					    guess->l.args[i].values[k].memory,
					    division);
		if (guess->l.args[i].buffer)
			tame_buffer(guess, &guess->l.args[i], division);
		else if (guess->tame > 1 || zero)
			tame_scalar(guess, i, zero);
	}
	if (guess->tame == 6 && !guess->l.said_grid && !guess->l.said_block)
		memcpy(guess->l.grid, (uint32_t[3]){1, 1, 1},
		       sizeof guess->l.grid);
	return true;
}

/* Try the guess while buffers grow. False: the trial itself failed. */
static bool try_grown(struct guess *guess, cvg_launch_trial *trial,
		      void *context, struct cvg_fault *left,
		      struct cvg_err *err)
{
	for (int n = 0; n < TRIALS_EACH; n++) {
		*left = (struct cvg_fault){.kind = CVG_F_NONE};
		if (!trial(context, &guess->l, false, left, err))
			return false;
		if (left->kind == CVG_F_NONE || !grow(guess, left))
			break;
	}
	return true;
}

/* Try the guess with its number i alone changed, which is kept if it runs. False:
 * the trial itself failed. */
static bool try_number(struct guess *guess, uint32_t i, int64_t value,
		       cvg_launch_trial *trial, void *context,
		       struct cvg_fault *left, struct cvg_err *err)
{
	struct cvg_number *number = guess->l.args[i].values, before = *number;

	*number = cvg_number_of_int(value);
	if (!try_grown(guess, trial, context, left, err))
		return false;
	if (left->kind != CVG_F_NONE)
		guess->l.args[i].values[0] = before;
	return true;
}

/* Fill each guessed struct with one number, as 32-bit words; false: there is no
 * struct. */
static bool fill_structs(struct guess *guess, int64_t value)
{
	bool any = false;

	for (uint32_t i = 0; i < guess->l.nargs; i++) {
		struct cvg_launch_arg *arg = &guess->l.args[i];
		uint64_t words = guess->kernel->params[i].copy_bytes / 4;

		if (!arg->guessed || !words)
			continue;
		cvg_launch_arg_empty(arg);
		arg->buffer = arg->counted = arg->ranged = any = true;
		arg->elem = cvg_elem_of_kind(CVG_K_I32);
		arg->count = words;
		arg->gen = CVG_GEN_FILL;
		arg->lo = cvg_number_of_int(value);
	}
	return any;
}

/* Try structs that are not 0; *left stays as it is if that does not help. */
static bool try_structs(struct guess *guess, cvg_launch_trial *trial,
			void *context, struct cvg_fault *left,
			struct cvg_err *err)
{
	static const int64_t values[] = {16, 1, 0};
	struct cvg_fault now = *left;
	struct cvg_launch first;
	bool ok = true;

	for (size_t v = 0; v < sizeof values / sizeof *values; v++) {
		cvg_launch_copy(&first, &guess->l);
		if (fill_structs(guess, values[v]))
			ok = try_grown(guess, trial, context, &now, err);
		if (!ok || now.kind == CVG_F_NONE) {
			*left = now;
			cvg_launch_done(&first);
			return ok;
		}
		cvg_launch_done(&guess->l);
		guess->l = first;
	}
	return true;
}

/* Is the argument a guessed integer that is greater than that? */
static bool is_above(const struct guess *guess, uint32_t i, int64_t value)
{
	const struct cvg_launch_arg *arg = &guess->l.args[i];
	const struct cvg_param *param = &guess->kernel->params[i];

	return arg->guessed && !arg->buffer && param->kind < CVG_K_F16 &&
	       !param->pointer && (int64_t)arg->values[0].u > value;
}

/* Try each number alone; *left stays as it is if none helps. */
static bool try_each(struct guess *guess, cvg_launch_trial *trial,
		     void *context, struct cvg_fault *left, struct cvg_err *err)
{
	struct cvg_launch first;
	struct cvg_fault now;

	cvg_launch_copy(&first, &guess->l);
	for (int64_t value = 1; value >= 0; value--)
		for (uint32_t i = 0; i < guess->l.nargs; i++) {
			if (!is_above(guess, i, value))
				continue;
			if (!try_number(guess, i, value, trial, context, &now,
					err)) {
				cvg_launch_done(&first);
				return false;
			}
			if (now.kind == CVG_F_NONE) {
				*left = now;
				cvg_launch_done(&first);
				return true;
			}
		}
	cvg_launch_done(&guess->l);
	guess->l = first;
	return true;
}

/* Try and mend the guess until it runs, or until nothing helps; *left is then
 * the fault that is left. False: the trial itself failed. */
bool cvg_guess_try(struct guess *guess, cvg_launch_trial *trial, void *context,
		   struct cvg_fault *left, struct cvg_err *err)
{
	struct cvg_launch wild = {.nargs = 0}; /* the guess before tame() */
	struct cvg_fault first = {.kind = CVG_F_NONE};
	bool ok = true;

	for (int n = 0; n < TRIALS; n++) {
		*left = (struct cvg_fault){.kind = CVG_F_NONE};
		ok = trial(context, &guess->l, false, left, err);
		if (!ok || left->kind == CVG_F_NONE || n + 1 == TRIALS)
			break;
		if (grow(guess, left))
			continue;
		if (!guess->tame) {
			cvg_launch_copy(&wild, &guess->l);
			first = *left;
		}
		if (!tame(guess, left))
			break;
	}
	if (ok && left->kind != CVG_F_NONE && guess->tame) { /* in vain */
		cvg_launch_done(&guess->l);
		guess->l = wild;
		*left = first;
		ok = try_structs(guess, trial, context, left, err);
		if (ok && left->kind != CVG_F_NONE)
			ok = try_each(guess, trial, context, left, err);
	} else if (guess->tame) {
		cvg_launch_done(&wild);
	}
	return ok;
}
