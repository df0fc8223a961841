/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Launch files:
 *
 *	{
 *	  "kernel": "name",             which it is for; optional
 *	  "comment": "anything",        optional
 *	  "grid": 4,                    or [4, 2], [4, 2, 1], "4x2"; 1 if absent
 *	  "block": [16, 16],            the same
 *	  "shared": 1024,               bytes; 0 if absent
 *	  "seed": 1,                    1 if absent
 *	  "args": {"values": ARG, ...}  by name or place, or [ARG, ...] in order
 *	}
 *
 * ARG is a number, true, false, null (a pointer to nothing), a list (the
 * scalars of a vector or struct, lists within only group), a string (any value
 * as launch_value.c has it), or a buffer:
 *
 *	{"type": "f32", "count": 4096, "random": [-1, 1]}
 *
 * "type" and "count" (a number, or "threads*2") may be absent, and the
 * generator is at most one of generators.def with its arguments: true if it
 * has none, one alone, or a list. A number may be a string where JSON has no
 * such number: "nan", "-inf", "0xffff". Files are found from the folder of the
 * launch file.
 */
#include "sim/launch_in.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *kind_of(const json_t *j)
{
	switch (json_typeof(j)) {
	case JSON_OBJECT:
		return "an object";
	case JSON_ARRAY:
		return "a list";
	case JSON_STRING:
		return "a string";
	case JSON_INTEGER:
	case JSON_REAL:
		return "a number";
	case JSON_TRUE:
	case JSON_FALSE:
		return "true or false";
	case JSON_NULL:
		break;
	}
	return "null";
}

/* "file" as it is found from here, when `from` speaks of it. */
static char *beside(const char *from, const char *file)
{
	const char *slash = from ? strrchr(from, '/') : NULL;
	struct cvg_str path = {0};

	if (slash && *file != '/')
		cvg_str_addn(&path, from, (size_t)(slash - from) + 1);
	cvg_str_add(&path, file);
	return cvg_str_take(&path);
}

/* ---- numbers --------------------------------------------------------- */

static bool read_number(const json_t *j, struct cvg_number *out,
			struct cvg_err *err)
{
	const char *s;

	switch (json_typeof(j)) {
	case JSON_INTEGER:
		*out = cvg_number_of_int(json_integer_value(j));
		return true;
	case JSON_REAL:
		*out = cvg_number_of_double(json_real_value(j));
		return true;
	case JSON_TRUE:
	case JSON_FALSE:
		*out = cvg_number_of_int(json_is_true(j));
		return true;
	case JSON_NULL:
		*out = cvg_number_of_int(0);
		out->null = true;
		return true;
	case JSON_STRING:
		s = json_string_value(j);
		if (cvg_number_read(s, strlen(s), out))
			return true;
		return cvg_fail(err, "\"%.40s\" is no number", s);
	case JSON_OBJECT:
	case JSON_ARRAY:
		break;
	}
	return cvg_fail(err, "%s where a number belongs", kind_of(j));
}

static bool read_whole(const json_t *j, uint64_t most, uint64_t *out,
		       struct cvg_err *err)
{
	struct cvg_number v;

	if (!read_number(j, &v, err))
		return false;
	if (!v.integer || v.negative || v.null)
		return cvg_fail(err, "not a whole number");
	if (v.u > most)
		return cvg_fail(err, "more than %llu",
				(unsigned long long)most);
	*out = v.u;
	return true;
}

static bool read_dims(const json_t *j, uint32_t dims[3], struct cvg_err *err)
{
	uint32_t got[3] = {1, 1, 1};
	size_t n = json_is_array(j) ? json_array_size(j) : 1;
	uint64_t size;

	if (json_is_string(j))
		return cvg_launch_dims(dims, json_string_value(j), err);
	if (n < 1 || n > 3)
		return cvg_fail(err, "a list of one, two or three numbers");
	for (size_t d = 0; d < n; d++) {
		const json_t *item =
			json_is_array(j) ? json_array_get(j, d) : j;

		if (!read_whole(item, INT32_MAX, &size, err))
			return false;
		if (!size)
			return cvg_fail(err, "a dimension of 0");
		got[d] = (uint32_t)size;
	}
	memcpy(dims, got, sizeof got);
	return true;
}

/* ---- lists ----------------------------------------------------------- */

static void add_number(struct cvg_launch_arg *a, struct cvg_number v)
{
	if ((a->nvalues & (a->nvalues - 1)) == 0)
		a->values = cvg_realloc(a->values,
					a->nvalues ? 2 * (size_t)a->nvalues : 1,
					sizeof *a->values);
	a->values[a->nvalues++] = v;
}

/* An item with a type, as text: "i32 7", "ptr values+8". */
static bool read_text_item(struct cvg_launch_arg *a, const char *s,
			   struct cvg_err *err)
{
	struct cvg_launch_arg list = {0};
	struct cvg_str text = {0};
	bool ok;

	cvg_str_addf(&text, "{%s}", s);
	ok = cvg_launch_value(&list, text.at, text.n, err);
	cvg_str_done(&text);
	if (!ok) {
		if (err)
			err->column = 0;
		return false;
	}
	for (uint32_t i = 0; i < list.nvalues; i++)
		add_number(a, list.values[i]);
	list.nvalues = 0;
	cvg_launch_arg_done(&list);
	return true;
}

/* jansson bounds how deep lists can be. */
static bool read_items(struct cvg_launch_arg *a, const json_t *list, bool text,
		       struct cvg_err *err)
{
	for (size_t i = 0; i < json_array_size(list); i++) {
		const json_t *item = json_array_get(list, i);
		struct cvg_number v;
		bool ok;

		if (json_is_array(item) && text) {
			ok = read_items(a, item, text, err);
		} else if (json_is_string(item) && text) {
			ok = read_text_item(a, json_string_value(item), err);
		} else {
			ok = read_number(item, &v, err);
			if (ok)
				add_number(a, v);
		}
		if (!ok)
			return cvg_fail_in(err, "item %zu", i);
	}
	return true;
}

/* ---- buffers --------------------------------------------------------- */

static bool read_elem(struct cvg_launch_arg *a, const json_t *j,
		      struct cvg_err *err)
{
	const char *s = json_string_value(j);

	if (!s)
		return cvg_fail(err, "%s where a type belongs", kind_of(j));
	a->elem = cvg_elem_of_name(s, strlen(s));
	if (a->elem == CVG_NELEMS)
		return cvg_fail(err, "\"%.40s\" is no type: i8, u8, ... f64",
				s);
	return true;
}

static bool read_count(struct cvg_launch_arg *a, const json_t *j,
		       struct cvg_err *err)
{
	const char *s = json_string_value(j);
	bool ok;

	a->counted = true;
	if (!s)
		return read_whole(j, UINT64_MAX, &a->count, err);
	ok = cvg_launch_count_read(a, s, strlen(s), err);
	if (err)
		err->column = 0;
	return ok;
}

/* "file": "path" */
static bool read_file(struct cvg_launch_arg *a, const char *from,
		      const json_t *j, struct cvg_err *err)
{
	if (!json_is_string(j) || !*json_string_value(j))
		return cvg_fail(err, "not the name of a file");
	a->file = beside(from, json_string_value(j));
	return true;
}

/* "same": "other" or ["other", 16]; "last": true or "other" */
static bool read_other(struct cvg_launch_arg *a, const json_t *j,
		       struct cvg_err *err)
{
	const json_t *name = j;
	const char *s;

	if (a->gen == CVG_GEN_LAST && json_is_true(j))
		return true;
	if (a->gen == CVG_GEN_SAME && json_array_size(j) == 2) {
		if (!read_whole(json_array_get(j, 1), UINT64_MAX, &a->offset,
				err))
			return false;
		name = json_array_get(j, 0);
	}
	s = json_string_value(name);
	if (!s || !cvg_launch_is_name(s + (*s == '%'), strlen(s) - (*s == '%')))
		return cvg_fail(err, "not the name of an argument");
	a->other = cvg_strdup(s + (*s == '%'));
	return true;
}

static bool read_range(struct cvg_launch_arg *a, const json_t *j,
		       struct cvg_err *err)
{
	struct cvg_number args[3];
	size_t n = json_is_array(j) ? json_array_size(j) : 1;

	if (json_is_true(j) && cvg_generator_row(a->gen)->least == 0)
		return cvg_launch_range(a, args, 0, err);
	for (size_t i = 0; i < n && i < 3; i++) {
		const json_t *item =
			json_is_array(j) ? json_array_get(j, i) : j;

		if (!read_number(item, &args[i], err))
			return false;
	}
	return cvg_launch_range(a, args, n < 3 ? (uint32_t)n : 3, err);
}

static bool read_generator(struct cvg_launch_arg *a, const char *from,
			   const json_t *j, struct cvg_err *err)
{
	switch (a->gen) {
	case CVG_GEN_FILE:
		return read_file(a, from, j, err);
	case CVG_GEN_SAME:
	case CVG_GEN_LAST:
		return read_other(a, j, err);
	case CVG_GEN_VALUES:
		if (!json_is_array(j) || !json_array_size(j))
			return cvg_fail(err, "not a list of numbers");
		return read_items(a, j, false, err);
	case CVG_GEN_ZERO:
	case CVG_GEN_FILL:
	case CVG_GEN_IOTA:
	case CVG_GEN_RANDOM:
	case CVG_GEN_SORTED:
	case CVG_GEN_PERMUTATION:
	case CVG_GEN_UNDEFINED:
	case CVG_NGENERATORS:
		break;
	}
	return read_range(a, j, err);
}

static bool read_buffer(struct cvg_launch_arg *a, const char *from,
			json_t *object, struct cvg_err *err)
{
	const char *key, *first = NULL;
	json_t *j;
	bool ok = true;

	a->buffer = true;
	json_object_foreach(object, key, j)
	{
		enum cvg_generator g = cvg_generator_of_name(key, strlen(key));

		if (!strcmp(key, "type")) {
			ok = read_elem(a, j, err);
		} else if (!strcmp(key, "count")) {
			ok = read_count(a, j, err);
		} else if (g == CVG_NGENERATORS) {
			ok = cvg_fail(err, "no generator, \"type\" or "
					   "\"count\"");
		} else if (first) {
			ok = cvg_fail(err, "a second generator, after \"%s\"",
				      first);
		} else {
			a->gen = g;
			first = key;
			ok = read_generator(a, from, j, err);
		}
		if (!ok)
			return cvg_fail_in(err, "%.60s", key);
	}
	return true;
}

/* ---- arguments ------------------------------------------------------- */

static bool read_text(struct cvg_launch_arg *a, const char *from, const char *s,
		      struct cvg_err *err)
{
	char *file;

	if (!cvg_launch_value(a, s, strlen(s), err)) {
		if (err)
			cvg_fail_in(err, "\"%.60s\"", s);
		return false;
	}
	file = a->file;
	if (file) {
		a->file = beside(from, file);
		free(file);
	}
	return true;
}

static bool read_value(struct cvg_launch_arg *a, const char *from, json_t *j,
		       struct cvg_err *err)
{
	struct cvg_number v;

	if (json_is_object(j))
		return read_buffer(a, from, j, err);
	if (json_is_string(j))
		return read_text(a, from, json_string_value(j), err);
	if (json_is_array(j)) {
		if (!read_items(a, j, true, err))
			return false;
		return a->nvalues || cvg_fail(err, "an empty list");
	}
	if (!read_number(j, &v, err))
		return false;
	add_number(a, v);
	return true;
}

static bool add_arg(struct cvg_launch *l, const char *name, json_t *j,
		    struct cvg_err *err)
{
	struct cvg_launch_arg a = {.elem = CVG_NELEMS};

	if (*name == '%')
		name++;
	if (!*name)
		return cvg_fail(err, "an argument without a name");
	if (!cvg_launch_is_name(name, strlen(name)))
		return cvg_fail(err,
				"\"%.60s\" is no name here; arg0, arg1, "
				"... are",
				name);
	for (uint32_t i = 0; i < l->nargs; i++) {
		if (!strcmp(l->args[i].name, name))
			return cvg_fail(err, "%.60s is given twice", name);
	}
	if (!read_value(&a, l->from, j, err)) {
		cvg_launch_arg_done(&a);
		return cvg_fail_in(err, "%.60s", name);
	}
	a.name = cvg_strdup(name);
	cvg_launch_put(l, NULL, &a);
	return true;
}

static bool read_args(struct cvg_launch *l, json_t *args, struct cvg_err *err)
{
	const char *key;
	char place[24];
	json_t *j;

	if (!json_is_object(args) && !json_is_array(args))
		return cvg_fail(err, "neither an object nor a list");
	for (size_t i = 0; i < json_array_size(args); i++) {
		snprintf(place, sizeof place, "%zu", i);
		if (!add_arg(l, place, json_array_get(args, i), err))
			return false;
	}
	if (!json_is_object(args))
		return true;
	json_object_foreach(args, key, j)
	{
		if (!add_arg(l, key, j, err))
			return false;
	}
	return true;
}

/* ---- files ----------------------------------------------------------- */

static bool read_kernel(struct cvg_launch *l, const json_t *j,
			struct cvg_err *err)
{
	const char *s = json_string_value(j);

	if (!s || !s[*s == '@'])
		return cvg_fail(err, "not the name of a kernel");
	l->kernel = cvg_strdup(s + (*s == '@'));
	return true;
}

static bool read_member(struct cvg_launch *l, const char *key, json_t *j,
			struct cvg_err *err)
{
	uint64_t n = 0;
	bool ok;

	if (!strcmp(key, "grid"))
		return read_dims(j, l->grid, err);
	if (!strcmp(key, "block"))
		return read_dims(j, l->block, err);
	if (!strcmp(key, "args"))
		return read_args(l, j, err);
	if (!strcmp(key, "kernel"))
		return read_kernel(l, j, err);
	if (!strcmp(key, "seed"))
		return read_whole(j, UINT64_MAX, &l->seed, err);
	if (!strcmp(key, "comment"))
		return json_is_string(j) || cvg_fail(err, "not a string");
	if (strcmp(key, "shared") != 0)
		return cvg_fail(err, "no member of a launch: kernel, grid, "
				     "block, shared, seed, args, comment");
	ok = read_whole(j, 1 << 30, &n, err);
	l->shared = (uint32_t)n;
	return ok;
}

static bool read_root(struct cvg_launch *l, json_t *root, struct cvg_err *err)
{
	const char *key;
	json_t *j;

	if (!json_is_object(root))
		return cvg_fail(err, "%s, not an object", kind_of(root));
	json_object_foreach(root, key, j)
	{
		if (!read_member(l, key, j, err))
			return cvg_fail_in(err, "%.60s", key);
	}
	return true;
}

static bool read_all(const char *name, const char *text, size_t n,
		     struct cvg_launch *out, struct cvg_err *err)
{
	struct cvg_launch l;
	json_error_t why;
	json_t *root = json_loadb(text, n, JSON_REJECT_DUPLICATES, &why);
	bool ok;

	if (!root && why.line > 0)
		return cvg_fail(err, "%s:%d:%d: %s", name, why.line,
				why.column + 1, why.text);
	if (!root)
		return cvg_fail(err, "%s: %s", name, why.text);
	cvg_launch_init(&l);
	l.from = cvg_strdup(name);
	ok = read_root(&l, root, err);
	json_decref(root);
	if (ok) {
		*out = l;
		return true;
	}
	cvg_fail_in(err, "%s", name);
	if (err)
		err->column = 0; /* of a string in the file */
	cvg_launch_done(&l);
	return false;
}

bool cvg_launch_read_text(const char *name, const char *text, size_t n,
			  struct cvg_launch *out, struct cvg_err *err)
{
	bool ok = read_all(name, text, n, out, err);

	if (!ok)
		cvg_launch_one_line(err);
	return ok;
}

bool cvg_launch_read(const char *path, struct cvg_launch *out,
		     struct cvg_err *err)
{
	char *text;
	size_t n;
	bool ok;

	if (!cvg_file_read(path, &text, &n, err))
		return false;
	ok = cvg_launch_read_text(path, text, n, out, err);
	free(text);
	return ok;
}
