/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * From the name of a built-in function to its row in builtin_*.def.
 *
 * Rows are sorted by family and name, and a name without variable parts is
 * found by bisection. A row's name may leave parts open (see struct
 * cvg_builtin): "convert_@!~" is the row of convert_uchar4_sat_rte, with type
 * uchar4, saturated, rounding 'e'.
 *
 * Mathematical functions of ROCm and libdevice have OpenCL's names with a
 * prefix and a suffix (__ocml_sin_f32, __nv_sinf), and share OpenCL's rows.
 */
#include "reconverge/builtin.h"

#include "reconverge/relation.h"

#include <string.h>

#define ROW(family, name, relation, price, types, formula) \
	{name, family, CVG_REL_##relation, CVG_PRICE_##price, types, formula},

static const struct cvg_builtin rows[] = {
#define BUILTIN(name, relation, price, types, how, n, formula) \
	ROW(CVG_BUILTIN_OPENCL, name, relation, price, types, formula)
#include "reconverge/builtin_opencl.def"
#undef BUILTIN
#define BUILTIN(name, relation, price, types, how, n, formula) \
	ROW(CVG_BUILTIN_OCML, name, relation, price, types, formula)
#include "reconverge/builtin_ocml.def"
#undef BUILTIN
#define BUILTIN(name, relation, price, types, how, n, formula) \
	ROW(CVG_BUILTIN_OCKL, name, relation, price, types, formula)
#include "reconverge/builtin_ockl.def"
#undef BUILTIN
#define BUILTIN(name, relation, price, types, how, n, formula) \
	ROW(CVG_BUILTIN_NV, name, relation, price, types, formula)
#include "reconverge/builtin_nv.def"
#undef BUILTIN
};

#define NROWS ((uint32_t)(sizeof rows / sizeof *rows))

const struct cvg_builtin *cvg_builtin_row(uint32_t row)
{
	return &rows[row];
}

/* ---- names with variable parts ----------------------------------------- */

/* The part of a name that is not yet matched. */
struct open {
	const char *at, *end;
};

static bool take(struct open *o, const char *word)
{
	size_t n = strlen(word);

	if ((size_t)(o->end - o->at) < n || memcmp(o->at, word, n) != 0)
		return false;
	o->at += n;
	return true;
}

static bool take_lanes(struct open *o, struct cvg_mtype *t)
{
	static const uint8_t lanes[] = {16, 2, 3, 4, 8};
	static const char *const text[] = {"16", "2", "3", "4", "8"};

	for (size_t i = 0; i < sizeof lanes; i++)
		if (take(o, text[i])) {
			t->lanes = lanes[i];
			return true;
		}
	return false;
}

static bool take_type(struct open *o, struct cvg_mtype *t)
{
	static const struct {
		const char *name;
		char scalar;
	} types[] = {{"char", 'c'},   {"uchar", 'h'}, {"short", 's'},
		     {"ushort", 't'}, {"int", 'i'},   {"uint", 'j'},
		     {"long", 'l'},   {"ulong", 'm'}, {"half", 'H'},
		     {"float", 'f'},  {"double", 'd'}};

	for (size_t i = 0; i < sizeof types / sizeof *types; i++)
		if (take(o, types[i].name)) {
			t->scalar = types[i].scalar;
			(void)take_lanes(o, t);
			return true;
		}
	return false;
}

static void take_rounding(struct open *o, char *rounding)
{
	static const char *const modes[] = {"_rte", "_rtz", "_rtp", "_rtn"};

	for (size_t i = 0; i < sizeof modes / sizeof *modes; i++)
		if (take(o, modes[i]))
			*rounding = modes[i][3];
}

/* Does the name match a row's name, variable parts and all? Fills in what the
 * variable parts are. */
static bool fits(const char *row, struct open o, struct cvg_builtin_name *out)
{
	out->type = (struct cvg_mtype){.lanes = 1};
	out->saturated = false;
	out->rounding = 0;
	for (; *row; row++) {
		const char letter[] = {*row, '\0'};

		if (*row == '!')
			out->saturated = take(&o, "_sat");
		else if (*row == '~')
			take_rounding(&o, &out->rounding);
		else if (*row == '#'   ? !take_lanes(&o, &out->type)
			 : *row == '@' ? !take_type(&o, &out->type)
				       : !take(&o, letter))
			return false;
	}
	return o.at == o.end;
}

/* ---- rows by name ------------------------------------------------------ */

/* The first row of a family; of the number after the last family, NROWS. */
static uint32_t first_of(uint32_t family)
{
	uint32_t low = 0, high = NROWS;

	while (low < high) {
		uint32_t mid = low + (high - low) / 2;

		if (rows[mid].family < family)
			low = mid + 1;
		else
			high = mid;
	}
	return low;
}

/* The order of a row's name and the name looked for, as strcmp gives it. */
static int compare(const char *row, struct open o)
{
	size_t n = (size_t)(o.end - o.at);
	int order = strncmp(row, o.at, n);

	return order ? order : row[n] != '\0';
}

/* The letters that stand for variable parts of a row's name. */
#define PARTS "#@!~"

/* Do both begin alike, as far as one letter tells? */
static bool may_fit(const char *row, struct open o)
{
	return *row == *o.at || strchr(PARTS, *row);
}

/* Find a name in one family: first by bisection, then among the rows with
 * variable parts. */
static bool find(enum cvg_builtin_family family, struct open o,
		 struct cvg_builtin_name *out)
{
	uint32_t low = first_of(family), high = first_of(family + 1u);
	uint32_t first = low, end = high;

	while (low < high) {
		uint32_t mid = low + (high - low) / 2;

		if (compare(rows[mid].name, o) < 0)
			low = mid + 1;
		else
			high = mid;
	}
	out->row = low;
	while (low < end && compare(rows[low].name, o) == 0)
		low++;
	out->nrows = low - out->row;
	if (out->nrows > 0)
		return true;
	for (uint32_t i = first; i < end; i++)
		if (may_fit(rows[i].name, o) && strpbrk(rows[i].name, PARTS) &&
		    fits(rows[i].name, o, out)) {
			out->row = i;
			out->nrows = 1;
			return true;
		}
	return false;
}

/* A mathematical function in a family's own rows, else in OpenCL's rows for
 * floats ("F:" in `types`). */
static bool find_math(enum cvg_builtin_family family, struct open o,
		      struct cvg_builtin_name *out)
{
	if (find(family, o, out))
		return true;
	if (!find(CVG_BUILTIN_OPENCL, o, out))
		return false;
	while (out->nrows > 0 && strncmp(rows[out->row].types, "F:", 2) != 0) {
		out->row++;
		out->nrows--;
	}
	return out->nrows > 0;
}

/* ---- the families ------------------------------------------------------ */

/* "sin_f32": the suffix tells the type. */
static bool find_ocml(struct open o, struct cvg_builtin_name *out)
{
	static const struct {
		const char *suffix;
		char scalar;
		uint8_t lanes;
	} kinds[] = {{"_f32", 'f', 1},
		     {"_f64", 'd', 1},
		     {"_f16", 'H', 1},
		     {"_2f16", 'H', 2}};

	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
		size_t n = strlen(kinds[i].suffix);

		if ((size_t)(o.end - o.at) <= n ||
		    strcmp(o.end - n, kinds[i].suffix) != 0)
			continue;
		out->scalar = kinds[i].scalar;
		out->lanes = kinds[i].lanes;
		return find_math(CVG_BUILTIN_OCML,
				 (struct open){o.at, o.end - n}, out);
	}
	return false;
}

/* "sinf" is of floats, "sin" of doubles, unless libdevice has its own row. */
static bool find_nv(struct open o, struct cvg_builtin_name *out)
{
	struct open without = {o.at, o.end - 1};

	if (find(CVG_BUILTIN_NV, o, out))
		return true;
	out->lanes = 1;
	out->scalar = 'f';
	if (o.end > o.at && o.end[-1] == 'f' &&
	    find_math(CVG_BUILTIN_OCML, without, out))
		return true;
	out->scalar = 'd';
	return find_math(CVG_BUILTIN_OCML, o, out);
}

bool cvg_builtin_find(const char *name, struct cvg_builtin_name *out)
{
	struct open o = {name, name + strlen(name)};

	*out = (struct cvg_builtin_name){.lanes = 1, .type.lanes = 1};
	if (take(&o, "__ocml_"))
		return find_ocml(o, out);
	if (take(&o, "__ockl_"))
		return find(CVG_BUILTIN_OCKL, o, out);
	if (take(&o, "__nv_"))
		return find_nv(o, out);
	if (!cvg_mangled_parse(name, &out->m))
		return false;
	return find(CVG_BUILTIN_OPENCL,
		    (struct open){out->m.name, out->m.name + out->m.n}, out);
}
