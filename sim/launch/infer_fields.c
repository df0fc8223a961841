/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The places of memory that a kernel loads from, and what the values there are for.
 *
 * A place is a set of addresses, all those that are the same modulo a stride (Granger,
 * "Static analysis of arithmetical congruences", 1989). Example: in `switch
 * (hit[i].material)`, where a hit is an int and seven floats, the int is at 0 modulo 32.
 */
#include "sim/launch/infer_in.h"

/* ---- places ---------------------------------------------------------- */

struct cvg_place cvg_place_join(struct cvg_place a, struct cvg_place b)
{
	uint64_t apart = a.offset - b.offset;
	struct cvg_place both = a;

	if (apart >> 63)
		apart = -apart;
	both.stride = cvg_common_divisor(cvg_common_divisor(a.stride, b.stride),
					 apart);
	if (!both.stride)
		return both;
	both.offset = (uint64_t)((int64_t)a.offset % (int64_t)both.stride);
	if (both.offset >> 63)
		both.offset += both.stride;
	return both;
}

/* ---- fields ---------------------------------------------------------- */

uint32_t cvg_field_of(struct cvg_uses *uses, uint32_t param,
		      struct cvg_place place, enum cvg_kind kind)
{
	uint32_t i = 0;

	place = cvg_place_join(place, place);
	while (i < uses->nfields &&
	       (uses->field[i].param != param || uses->field[i].kind != kind ||
		uses->field[i].place.stride != place.stride ||
		uses->field[i].place.offset != place.offset))
		i++;
	if (i == CVG_FIELDS_MOST)
		return CVG_NONE;
	if (i == uses->nfields)
		uses->field[uses->nfields++] = (struct cvg_field){
			.param = param, .place = place, .kind = kind};
	uses->field[i].sweep = uses->sweeps;
	return i;
}

uint32_t cvg_member_at(const struct cvg_uses *uses, uint32_t param,
		       uint64_t offset)
{
	for (uint32_t i = 0; i < uses->nmembers; i++)
		if (uses->member[i].param == param &&
		    uses->member[i].offset == offset)
			return uses->nparams + i;
	return CVG_NONE;
}

uint32_t cvg_member_of(struct cvg_uses *uses, uint32_t param, uint64_t offset)
{
	uint32_t as = cvg_member_at(uses, param, offset);

	if (as != CVG_NONE || uses->nparams + uses->nmembers >= 64)
		return as;
	uses->member[uses->nmembers] = (struct cvg_member){param, offset};
	return uses->nparams + uses->nmembers++;
}

void cvg_field_note(struct cvg_uses *uses, uint64_t fields,
		    enum cvg_field_role role)
{
	for (uint32_t i = 0; i < uses->nfields; i++)
		if (fields >> i & 1)
			uses->field[i].roles |= role;
}

void cvg_field_widen(struct cvg_field *field, int64_t least, int64_t greatest)
{
	bool first = !(field->roles & CVG_FIELD_TESTED);

	field->roles |= CVG_FIELD_TESTED;
	if (first || least < field->least)
		field->least = least;
	if (first || greatest > field->greatest)
		field->greatest = greatest;
}

void cvg_field_test(struct cvg_uses *uses, uint64_t fields, int64_t x,
		    bool switched)
{
	for (uint32_t i = 0; i < uses->nfields; i++)
		if (fields >> i & 1)
			cvg_field_widen(&uses->field[i], x, x);
	if (switched)
		cvg_field_note(uses, fields, CVG_FIELD_SWITCHED);
}

bool cvg_field_is_index(const struct cvg_uses *uses, uint32_t param,
			uint64_t at, uint64_t record)
{
	for (uint32_t i = 0; i < uses->nfields; i++) {
		const struct cvg_field *field = &uses->field[i];

		if (field->param == param && field->sweep == uses->sweeps &&
		    (field->roles & CVG_FIELD_INDEX) &&
		    field->place.offset % record == at)
			return true;
	}
	return false;
}
