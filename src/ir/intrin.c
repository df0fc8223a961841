/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Calls of intrinsics as operations of the simulator: which function decodes
 * which name. Overloaded names are looked up without the types at their end.
 */
#include "intrin.h"

#include <stdlib.h>
#include <string.h>

#define INTRIN(name, how, code, n) {name, cvg_in_##how, code, n},

static const struct cvg_intrin amdgcn[] = {
#include "intrin_amdgcn.def"
};

static const struct cvg_intrin nvvm[] = {
#include "intrin_nvvm.def"
};

static const struct cvg_intrin generic[] = {
#include "intrin.def"
};

static const struct cvg_intrin calls[] = {
#include "intrin_calls.def"
};

#undef INTRIN

#define TABLE(prefix, rows)                                 \
	{                                                   \
		prefix, rows, sizeof(rows) / sizeof *(rows) \
	}

/* Of two prefixes that fit the longer one stands first. */
static const struct cvg_intrin_table tables[CVG_NINTRIN_TABLES] = {
	TABLE("llvm.amdgcn.", amdgcn),
	TABLE("llvm.nvvm.", nvvm),
	TABLE("llvm.", generic),
	TABLE("", calls),
};

const struct cvg_intrin_table *cvg_intrin_table(uint32_t i)
{
	return &tables[i];
}

/* Compare a row's name with n bytes of `name` and, if `star`, a '*'. */
static int compare(const char *row, const char *name, size_t n, bool star)
{
	int order = strncmp(row, name, n);

	if (order != 0)
		return order;
	if (star)
		return row[n] == '*' ? 0 : (row[n] < '*' ? -1 : 1);
	return row[n] ? 1 : 0;
}

static const struct cvg_intrin *find(const struct cvg_intrin_table *t,
				     const char *name, size_t n, bool star)
{
	uint32_t low = 0, high = t->n;

	while (low < high) {
		uint32_t mid = low + (high - low) / 2;
		int order = compare(t->rows[mid].name, name, n, star);

		if (order == 0)
			return &t->rows[mid];
		if (order < 0)
			low = mid + 1;
		else
			high = mid;
	}
	return NULL;
}

static const struct cvg_intrin *find_in(const struct cvg_intrin_table *t,
					const char *name, const char **rest)
{
	size_t n = strlen(name);
	const struct cvg_intrin *row = find(t, name, n, false);

	*rest = name + n;
	while (!row && n > 0) {
		n--;
		if (name[n] == '.') {
			*rest = name + n + 1;
			row = find(t, name, n + 1, true);
		}
	}
	return row;
}

const struct cvg_intrin *cvg_intrin_find(const char *name, const char **rest)
{
	for (uint32_t i = 0; i < CVG_NINTRIN_TABLES; i++) {
		size_t n = strlen(tables[i].prefix);

		if (!strncmp(name, tables[i].prefix, n))
			return find_in(&tables[i], name + n, rest);
	}
	return NULL;
}

/* Does a name end with an overloaded type, ".v4f32"? Where; NULL: no. */
static const char *type_suffix(const char *name)
{
	const char *dot = strrchr(name, '.'), *at = dot ? dot + 1 : "";

	if (*at == 'v')
		at += 1 + strspn(at + 1, "0123456789");
	if (!strncmp(at, "bf", 2))
		at++;
	if (!*at || !strchr("ifp", *at) || !at[1])
		return NULL;
	return at[1 + strspn(at + 1, "0123456789")] ? NULL : dot;
}

/* An intrinsic that this LLVM does not know, so that its types are still part
 * of the name. The caller frees *base, which the row's rest may point into. */
static const struct cvg_intrin *find_newer(const char *name, char **base,
					   const char **rest)
{
	const struct cvg_intrin *row = NULL;
	const char *cut;

	*base = cvg_strdup(name);
	while (!row && (cut = type_suffix(*base))) {
		(*base)[cut - *base] = '\0';
		row = cvg_intrin_find(*base, rest);
	}
	return row;
}

bool cvg_decode_intrinsic(struct cvg_decoder *d, LLVMValueRef call,
			  const char *name)
{
	unsigned id = LLVMGetIntrinsicID(LLVMGetCalledValue(call));
	struct cvg_in in = {.d = d, .call = call, .name = name};
	char *base = NULL;
	size_t n;

	if (id)
		in.name = LLVMIntrinsicGetName(id, &n);
	in.row = cvg_intrin_find(in.name, &in.rest);
	if (!in.row && !id && !strncmp(name, "llvm.", 5)) {
		in.row = find_newer(name, &base, &in.rest);
		in.name = base;
	}
	if (in.row) {
		in.nargs = LLVMGetNumArgOperands(call);
		in.res = cvg_dec_layout_of(d, call);
		in.dst = cvg_dec_dst(d);
		if (!in.row->how(&in))
			cvg_dec_uncovered(d, in.name,
					  "no simulation of it with these "
					  "operands");
	}
	free(base);
	return in.row != NULL;
}
