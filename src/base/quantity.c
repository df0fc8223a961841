/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Reading and printing numbers that have a name and a unit. */
#include "reconverge/quantity.h"

#include <math.h>

struct unit_row {
	const char *name;
	int digits; /* printed behind the decimal point */
};

static const struct unit_row units[CVG_NUNITS] = {
#define UNIT(id, name_, digits_) \
	[CVG_UNIT_##id] = {.name = name_, .digits = digits_},
#include "reconverge/units.def"
};

struct kind_row {
	const char *name, *help;
	char letter;
};

static const struct kind_row kinds[CVG_NCOUNTKINDS] = {
#define KIND(id, name_, letter_, help_) \
	[CVG_COUNTED_##id] = {.name = name_, .letter = letter_, .help = help_},
#include "reconverge/units.def"
};

const char *cvg_unit_name(enum cvg_unit unit)
{
	return units[unit].name;
}

const char *cvg_countkind_name(enum cvg_countkind kind)
{
	return kinds[kind].name;
}

const char *cvg_countkind_help(enum cvg_countkind kind)
{
	return kinds[kind].help;
}

char cvg_countkind_letter(enum cvg_countkind kind)
{
	return kinds[kind].letter;
}

bool cvg_unit_is_whole(enum cvg_unit unit)
{
	return units[unit].digits == 0;
}

double cvg_source_read(const struct cvg_source *source, const void *record)
{
	const void *member = (const char *)record + source->at;

	switch (source->type) {
	case CVG_MEMBER_U32:
		return *(const uint32_t *)member;
	case CVG_MEMBER_U64:
		return (double)*(const uint64_t *)member;
	case CVG_MEMBER_I64:
		return (double)*(const int64_t *)member;
	case CVG_MEMBER_REAL:
		return *(const double *)member;
	case CVG_MEMBER_BOOL:
	case CVG_MEMBER_TEXT:
	case CVG_MEMBER_AMOUNT:
	case CVG_MEMBER_CHANGE:
	case CVG_MEMBER_BLOCKS:
	case CVG_MEMBER_JSON:
		break;
	}
	cvg_die("a struct member that is not a number has no value");
}

double cvg_share_of(double part, double whole)
{
	return whole > 0 ? part / whole : NAN;
}

void cvg_add_quantity(struct cvg_str *out, enum cvg_unit unit, double number)
{
	bool share = unit == CVG_UNIT_SHARE;

	cvg_str_addf(out, "%.*f%s", units[unit].digits,
		     share ? 100 * number : number, share ? "%" : "");
}

void cvg_add_scaled(struct cvg_str *out, double number, double most)
{
	static const char letters[] = "kMGTPE";
	const char *letter = letters;

	if (fabs(number) <= most) {
		/* no "-0" */
		cvg_str_addf(out, "%.0f", fabs(number) < 0.5 ? 0 : number);
		return;
	}
	number /= 1000;
	for (; fabs(number) >= 999.5 && letter[1]; letter++)
		number /= 1000;
	cvg_str_addf(out, "%.*f%c", fabs(number) < 9.95 ? 1 : 0, number,
		     *letter);
}

void cvg_add_change(struct cvg_str *out, enum cvg_unit unit, double from,
		    double to)
{
	if (from == to)
		return;
	if (unit == CVG_UNIT_SHARE)
		cvg_str_addf(out, "%+.1f", 100 * (to - from));
	else if (from != 0)
		cvg_str_addf(out, "%+.1f%%", 100 * (to - from) / from);
	else
		cvg_str_add(out, "new");
}

void cvg_add_key(struct cvg_str *out, const char *name)
{
	for (; *name; name++)
		cvg_str_addc(out, *name == '-' ? '_' : *name);
}

void cvg_add_quantity_help(struct cvg_str *out, const struct cvg_quantity *q)
{
	cvg_str_addf(out, "  %-22s %-12s %-10s %s\n", q->name,
		     units[q->unit].name, kinds[q->kind].name, q->help);
}
