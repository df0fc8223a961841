/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Facts of values: joined where ways meet, and scaled by products. */
#include "sim/launch/infer_facts.h"

#define MOST_TIMES (UINT64_C(1) << 40)

uint64_t cvg_larger(uint64_t a, uint64_t b)
{
	return a > b ? a : b;
}

void cvg_facts_join(struct facts *into, const struct facts *f)
{
	if (f->address)
		into->place = into->address
				      ? cvg_place_join(into->place, f->place)
				      : f->place;
	into->field |= f->field;
	into->rows |= f->rows;
	into->id_times = cvg_larger(into->id_times, f->id_times);
	into->row_times = cvg_larger(into->row_times, f->row_times);
	into->over = cvg_larger(into->over, f->over);
	into->address |= f->address;
	into->number |= f->number;
	into->element |= f->element;
	into->member |= f->member;
	into->axes |= f->axes;
}

bool cvg_facts_more(const struct facts *f, const struct facts *than)
{
	struct facts all = *than;

	cvg_facts_join(&all, f);
	return all.address != than->address || all.number != than->number ||
	       all.element != than->element || all.member != than->member ||
	       all.field != than->field || all.axes != than->axes ||
	       all.place.stride != than->place.stride ||
	       all.place.offset != than->place.offset ||
	       all.rows != than->rows || all.id_times != than->id_times ||
	       all.row_times != than->row_times || all.over != than->over;
}

static void scale(uint64_t *times, uint64_t by, bool divides)
{
	if (divides)
		*times = *times > 1 ? cvg_larger(*times / by, 1) : *times;
	else
		*times = *times > MOST_TIMES / by ? MOST_TIMES : *times * by;
}

void cvg_facts_scale(struct facts *f, uint64_t by, bool divides)
{
	if (by < 1 || by > MOST_TIMES)
		return;
	scale(&f->id_times, by, divides);
	scale(&f->row_times, by, divides);
	if (divides && f->number && !f->axes) {
		f->over = cvg_larger(f->over, 1);
		scale(&f->over, by, false);
	}
}
