/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Reads the value of one argument in a launch file; launch_json.c describes its
 * forms. */
#include "sim/launch/launch_json.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

const char *cvg_json_kind(const json_t *j)
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

/* The path of a file that the launch file `from` names: relative paths start at
 * the folder of `from`. The caller frees it. */
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
		return cvg_fail(err, "\"%.40s\" is not a number", s);
	case JSON_OBJECT:
	case JSON_ARRAY:
		break;
	}
	return cvg_fail(err, "expected a number, found %s", cvg_json_kind(j));
}

bool cvg_json_whole(const json_t *j, uint64_t most, uint64_t *out,
		    struct cvg_err *err)
{
	struct cvg_number v;

	if (json_is_boolean(j))
		return cvg_fail(err, "expected a number, found %s",
				cvg_json_kind(j));
	if (!read_number(j, &v, err))
		return false;
	if (!v.integer || v.negative || v.null)
		return cvg_fail(err, "expected a whole number from 0 up");
	if (v.u > most)
		return cvg_fail(err, "the number is larger than %llu",
				(unsigned long long)most);
	*out = v.u;
	return true;
}

/* ---- lists ----------------------------------------------------------- */

/* An item with a type, as text: "i32 7", "ptr values+8". */
static bool read_text_item(struct cvg_launch_arg *arg, const char *s,
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
		cvg_launch_add_number(arg, list.values[i]);
	list.nvalues = 0;
	cvg_launch_arg_done(&list);
	return true;
}

/* Recursive: jansson limits the depth of lists. */
static bool read_items(struct cvg_launch_arg *arg, const json_t *list,
		       bool text, struct cvg_err *err)
{
	for (size_t i = 0; i < json_array_size(list); i++) {
		const json_t *item = json_array_get(list, i);
		struct cvg_number v;
		bool ok;

		if (json_is_array(item) && text) {
			ok = read_items(arg, item, text, err);
		} else if (json_is_string(item) && text) {
			ok = read_text_item(arg, json_string_value(item), err);
		} else {
			ok = read_number(item, &v, err);
			if (ok)
				cvg_launch_add_number(arg, v);
		}
		if (!ok)
			return cvg_fail_in(err, "item %zu", i);
	}
	return true;
}

/* ---- buffers --------------------------------------------------------- */

static bool read_elem(struct cvg_launch_arg *arg, const json_t *j,
		      struct cvg_err *err)
{
	const char *s = json_string_value(j);

	if (!s)
		return cvg_fail(err, "expected a type, found %s",
				cvg_json_kind(j));
	arg->elem = cvg_elem_of_name(s, strlen(s));
	if (arg->elem == CVG_NELEMS)
		return cvg_fail(
			err,
			"\"%.40s\" is not a type; types are i8, u8, ..., f64",
			s);
	return true;
}

static bool read_count(struct cvg_launch_arg *arg, const json_t *j,
		       struct cvg_err *err)
{
	const char *s = json_string_value(j);
	bool ok;

	arg->counted = true;
	if (!s)
		return cvg_json_whole(j, UINT64_MAX, &arg->count, err);
	ok = cvg_launch_count_read(arg, s, strlen(s), err);
	if (err)
		err->column = 0;
	return ok;
}

/* "file": "path" */
static bool read_file(struct cvg_launch_arg *arg, const char *from,
		      const json_t *j, struct cvg_err *err)
{
	if (!json_is_string(j) || !*json_string_value(j))
		return cvg_fail(err, "expected the name of a file");
	arg->file = beside(from, json_string_value(j));
	return true;
}

/* "same": "other" or ["other", 16]; "last": true or "other" */
static bool read_other(struct cvg_launch_arg *arg, const json_t *j,
		       struct cvg_err *err)
{
	const json_t *name = j;
	const char *s;

	if (arg->gen == CVG_GEN_LAST && json_is_true(j))
		return true;
	if (arg->gen == CVG_GEN_SAME && json_array_size(j) == 2) {
		if (!cvg_json_whole(json_array_get(j, 1), UINT64_MAX,
				    &arg->offset, err))
			return false;
		name = json_array_get(j, 0);
	}
	s = json_string_value(name);
	if (!s || !cvg_launch_is_name(s + (*s == '%'), strlen(s) - (*s == '%')))
		return cvg_fail(err, "expected the name of a parameter");
	arg->other = cvg_strdup(s + (*s == '%'));
	return true;
}

static bool read_range(struct cvg_launch_arg *arg, const json_t *j,
		       struct cvg_err *err)
{
	struct cvg_number args[3];
	size_t n = json_is_array(j) ? json_array_size(j) : 1;

	if (json_is_true(j) && cvg_generator_row(arg->gen)->least == 0)
		return cvg_launch_range(arg, args, 0, err);
	for (size_t i = 0; i < n && i < 3; i++) {
		const json_t *item =
			json_is_array(j) ? json_array_get(j, i) : j;

		if (json_is_boolean(item))
			return cvg_fail(err, "expected a number, found %s",
					cvg_json_kind(item));
		if (!read_number(item, &args[i], err))
			return false;
	}
	return cvg_launch_range(arg, args, n < 3 ? (uint32_t)n : 3, err);
}

static bool read_fields(struct cvg_launch_arg *arg, const char *from,
			json_t *list, struct cvg_err *err)
{
	if (!json_is_array(list) || !json_array_size(list))
		return cvg_fail(err, "expected a list of one or more fields");
	for (size_t i = 0; i < json_array_size(list); i++) {
		struct cvg_launch_arg field = {.elem = CVG_NELEMS};

		if (!cvg_json_arg(&field, from, json_array_get(list, i), err)) {
			cvg_launch_arg_done(&field);
			return cvg_fail_in(err, "field %zu", i);
		}
		if (!cvg_launch_add_field(arg, &field, err))
			return cvg_fail_in(err, "field %zu", i);
	}
	return true;
}

static bool read_generator(struct cvg_launch_arg *arg, const char *from,
			   json_t *j, struct cvg_err *err)
{
	switch (arg->gen) {
	case CVG_GEN_RECORDS:
		return read_fields(arg, from, j, err);
	case CVG_GEN_FILE:
		return read_file(arg, from, j, err);
	case CVG_GEN_SAME:
	case CVG_GEN_LAST:
		return read_other(arg, j, err);
	case CVG_GEN_VALUES:
		if (!json_is_array(j) || !json_array_size(j))
			return cvg_fail(
				err, "expected a list of one or more numbers");
		return read_items(arg, j, false, err);
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
	return read_range(arg, j, err);
}

static bool read_buffer(struct cvg_launch_arg *arg, const char *from,
			json_t *object, struct cvg_err *err)
{
	const char *key, *first = NULL;
	json_t *j;
	bool ok = true;

	arg->buffer = true;
	json_object_foreach(object, key, j)
	{
		enum cvg_generator g = cvg_generator_of_name(key, strlen(key));

		if (!strcmp(key, "type")) {
			ok = read_elem(arg, j, err);
		} else if (!strcmp(key, "count")) {
			ok = read_count(arg, j, err);
		} else if (g == CVG_NGENERATORS) {
			ok = cvg_fail(
				err,
				"expected a generator, \"type\" or \"count\"");
		} else if (first) {
			ok = cvg_fail(
				err,
				"there are two generators; the other is \"%s\"",
				first);
		} else {
			arg->gen = g;
			first = key;
			ok = read_generator(arg, from, j, err);
		}
		if (!ok)
			return cvg_fail_in(err, "%.60s", key);
	}
	return true;
}

/* ---- values ------------------------------------------------------- */

static bool read_text(struct cvg_launch_arg *arg, const char *from,
		      const char *s, struct cvg_err *err)
{
	char *file;

	if (!cvg_launch_value(arg, s, strlen(s), err)) {
		if (err)
			cvg_fail_in(err, "\"%.60s\"", s);
		return false;
	}
	file = arg->file;
	if (file) {
		arg->file = beside(from, file);
		free(file);
	}
	return true;
}

bool cvg_json_arg(struct cvg_launch_arg *arg, const char *from, json_t *j,
		  struct cvg_err *err)
{
	struct cvg_number v;

	if (json_is_object(j))
		return read_buffer(arg, from, j, err);
	if (json_is_string(j))
		return read_text(arg, from, json_string_value(j), err);
	if (json_is_array(j)) {
		if (!read_items(arg, j, true, err))
			return false;
		return arg->nvalues || cvg_fail(err, "the list is empty");
	}
	if (!read_number(j, &v, err))
		return false;
	cvg_launch_add_number(arg, v);
	return true;
}
