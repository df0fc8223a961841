/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Makers of formulas with lists: functions and sets; and of memory. */
#include "sym_table.h"

static uint32_t width_of(const struct cvg_syms *syms, uint32_t s)
{
	return cvg_sym_at(syms, s)->width;
}

static uint32_t cell(struct cvg_syms *syms, uint32_t first, uint32_t rest)
{
	const uint32_t arg[3] = {first, rest, CVG_NONE};

	return cvg_sym_plain(syms, CVG_Y_LIST, 0, 0, arg);
}

uint32_t cvg_sym_cell(struct cvg_syms *syms, uint32_t first, uint32_t rest)
{
	return cell(syms, first, rest);
}

/* A list with its first two exchanged. */
static uint32_t exchanged(struct cvg_syms *syms, uint32_t list)
{
	const struct cvg_sym x = *cvg_sym_at(syms, list);
	const struct cvg_sym y = *cvg_sym_at(syms, x.b);

	return cell(syms, y.a, cell(syms, x.a, y.b));
}

/* A function of a list of arguments. */
uint32_t cvg_sym_applied(struct cvg_syms *syms, uint32_t width, uint64_t key,
			 uint32_t list)
{
	const struct cvg_sym x = *cvg_sym_at(syms, list);
	uint32_t arg[3] = {list, CVG_NONE, CVG_NONE};

	if (key & CVG_SYM_COMMUTES && x.a > cvg_sym_at(syms, x.b)->a)
		arg[0] = exchanged(syms, list);
	return cvg_sym_plain(syms, CVG_Y_APPLY, width, key, arg);
}

static uint32_t list_of(struct cvg_syms *syms, const uint32_t *arg, uint32_t n)
{
	uint32_t list = n ? CVG_NONE : cell(syms, CVG_NONE, CVG_NONE);

	while (n--)
		list = cell(syms, arg[n], list);
	return list;
}

uint32_t cvg_sym_apply(struct cvg_syms *syms, uint32_t width, uint64_t key,
		       const uint32_t *arg, uint32_t n)
{
	return cvg_sym_applied(syms, width, key, list_of(syms, arg, n));
}

static bool is_neutral(const struct cvg_syms *syms, uint32_t value,
		       uint32_t set, enum cvg_neutral what)
{
	uint32_t w = width_of(syms, value);
	uint64_t one = what == CVG_NEUTRAL_ONE;

	if (what == CVG_NEUTRAL_NONE || w > 64 || !cvg_sym_is(syms, set, 0))
		return false;
	if (what == CVG_NEUTRAL_ONES)
		one = UINT64_MAX >> (64 - w);
	return cvg_sym_is(syms, value, one);
}

/* The set of the operand that the other one leaves as it is; else CVG_NONE. */
static uint32_t left_alone(const struct cvg_syms *syms, uint64_t key,
			   uint32_t values, uint32_t sets,
			   enum cvg_neutral neutral)
{
	const struct cvg_sym *v0 = cvg_sym_at(syms, values);
	const struct cvg_sym *s0 = cvg_sym_at(syms, sets);

	if (neutral == CVG_NEUTRAL_NONE)
		return CVG_NONE;
	if (is_neutral(syms, cvg_sym_at(syms, v0->b)->a,
		       cvg_sym_at(syms, s0->b)->a, neutral))
		return s0->a;
	if (key & CVG_SYM_COMMUTES && is_neutral(syms, v0->a, s0->a, neutral))
		return cvg_sym_at(syms, s0->b)->a;
	return CVG_NONE;
}

/* Where all sets are 0 it is 0. */
uint32_t cvg_sym_set_of(struct cvg_syms *syms, uint32_t width, uint64_t key,
			uint32_t values, uint32_t sets,
			enum cvg_neutral neutral)
{
	const struct cvg_sym x = *cvg_sym_at(syms, values);
	struct cvg_sym set = {.op = CVG_Y_SET,
			      .width = (uint8_t)width,
			      .c = CVG_NONE,
			      .imm = key,
			      .hi = neutral};
	uint32_t arg[2] = {values, sets}, l = sets;

	while (l != CVG_NONE && cvg_sym_is(syms, cvg_sym_at(syms, l)->a, 0))
		l = cvg_sym_at(syms, l)->b;
	if (l == CVG_NONE)
		return cvg_sym_const(syms, width, 0);
	l = left_alone(syms, key, values, sets, neutral);
	if (l != CVG_NONE)
		return l;
	if (key & CVG_SYM_COMMUTES && x.a > cvg_sym_at(syms, x.b)->a) {
		arg[0] = exchanged(syms, values);
		arg[1] = exchanged(syms, sets);
	}
	set.a = arg[0];
	set.b = arg[1];
	return cvg_sym_intern(syms, &set);
}

uint32_t cvg_sym_set(struct cvg_syms *syms, uint32_t width, uint64_t key,
		     const uint32_t *value, uint32_t nvalues,
		     const uint32_t *set, uint32_t nsets,
		     enum cvg_neutral neutral)
{
	return cvg_sym_set_of(syms, width, key, list_of(syms, value, nvalues),
			      list_of(syms, set, nsets), neutral);
}

uint32_t cvg_sym_store(struct cvg_syms *syms, uint32_t memory, uint32_t address,
		       const uint32_t value[3])
{
	uint32_t word = cvg_sym_plain(syms, CVG_Y_WORD, 0, 0, value);
	const uint32_t arg[3] = {memory, address, word};

	return cvg_sym_plain(syms, CVG_Y_STORE, 0, 0, arg);
}

/* An address as a sum of something and a constant. */
static uint32_t base_of(const struct cvg_syms *syms, uint32_t s, uint64_t *off)
{
	const struct cvg_sym *f = cvg_sym_at(syms, s);

	*off = 0;
	if (f->op == CVG_Y_CONST) {
		*off = f->imm;
		return CVG_NONE;
	}
	if (f->op != CVG_Y_ADD || !cvg_sym_is_const(syms, f->b))
		return s;
	*off = cvg_sym_at(syms, f->b)->imm;
	return f->a;
}

/* Do accesses of so many bytes at both addresses surely touch no common byte? */
static bool apart(const struct cvg_syms *syms, uint32_t x, uint64_t nx,
		  uint32_t y, uint64_t ny)
{
	uint64_t at[2];

	if (base_of(syms, x, &at[0]) != base_of(syms, y, &at[1]))
		return false;
	return at[1] - at[0] >= nx && at[0] - at[1] >= ny;
}

void cvg_sym_load(struct cvg_syms *syms, uint32_t memory, uint32_t address,
		  uint32_t width, uint32_t value[3])
{
	uint32_t arg[3];

	while (cvg_sym_at(syms, memory)->op == CVG_Y_STORE) {
		const struct cvg_sym st = *cvg_sym_at(syms, memory);
		const struct cvg_sym word = *cvg_sym_at(syms, st.c);
		uint32_t w = width_of(syms, word.a);

		if (st.b == address && w == width) {
			value[0] = word.a;
			value[1] = word.b;
			value[2] = word.c;
			return;
		}
		if (!apart(syms, st.b, w / 8, address, width / 8))
			break;
		memory = st.a;
	}
	arg[0] = memory;
	arg[1] = address;
	arg[2] = CVG_NONE;
	value[0] = cvg_sym_plain(syms, CVG_Y_LOAD, width, 0, arg);
	value[1] = cvg_sym_plain(syms, CVG_Y_LOAD_POISON, 1, width, arg);
	value[2] = cvg_sym_plain(syms, CVG_Y_LOAD_SET, 64, width, arg);
}
