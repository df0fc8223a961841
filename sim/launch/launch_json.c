/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Reads launch files:
 *
 *	{
 *	  "kernel": "name",             the kernel it is for; optional
 *	  "comment": "anything",        optional
 *	  "grid": 4,                    or [4, 2], [4, 2, 1], "4x2"
 *	  "block": [16, 16],            the same
 *	  "shared": 1024,               bytes
 *	  "seed": 1,                    1 if absent
 *	  "args": {"values": ARG, ...}  by name or place, or [ARG, ...] in order
 *	}
 *
 * Members that are absent are guessed.
 *
 * ARG is a number, true, false, null (a null pointer), a list (the scalars of a
 * vector or struct; lists inside it only group them), a string (a value in the
 * grammar of launch_value.c), or a buffer:
 *
 *	{"type": "f32", "count": 4096, "random": [-1, 1]}
 *
 * "type" and "count" (a number, or "threads*2") may be absent. There is at most
 * one generator, a name of generators.def; its value is its arguments: true if
 * it has none, one argument alone, or a list. A number that JSON cannot write
 * is a string: "nan", "-inf", "0xffff". A relative path of a file starts at the
 * folder of the launch file.
 */
#include "sim/launch/launch_json.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- members --------------------------------------------------------- */

static bool read_dims(const json_t *j, uint32_t dims[3], bool *said,
		      struct cvg_err *err)
{
	uint32_t got[3] = {1, 1, 1};
	size_t n = json_is_array(j) ? json_array_size(j) : 1;
	uint64_t size;

	*said = true;
	if (json_is_string(j))
		return cvg_launch_dims(dims, json_string_value(j), err);
	if (n < 1 || n > 3)
		return cvg_fail(err,
				"expected a list of one, two or three numbers");
	for (size_t d = 0; d < n; d++) {
		const json_t *item =
			json_is_array(j) ? json_array_get(j, d) : j;

		if (!cvg_json_whole(item, INT32_MAX, &size, err))
			return false;
		if (!size)
			return cvg_fail(err, "a dimension must not be 0");
		got[d] = (uint32_t)size;
	}
	memcpy(dims, got, sizeof got);
	return true;
}

static bool add_arg(struct cvg_launch *launch, const char *name, json_t *j,
		    struct cvg_err *err)
{
	struct cvg_launch_arg a = {.elem = CVG_NELEMS};

	if (*name == '%')
		name++;
	if (!*name)
		return cvg_fail(err, "the argument's name is empty");
	if (!cvg_launch_is_name(name, strlen(name)))
		return cvg_fail(err,
				"\"%.60s\" cannot be used as a name here; name "
				"the parameter by its place: arg0, arg1, ...",
				name);
	for (uint32_t i = 0; i < launch->nargs; i++) {
		if (!strcmp(launch->args[i].name, name))
			return cvg_fail(err, "%.60s is given twice", name);
	}
	if (!cvg_json_arg(&a, launch->from, j, err)) {
		cvg_launch_arg_done(&a);
		return cvg_fail_in(err, "%.60s", name);
	}
	a.name = cvg_strdup(name);
	cvg_launch_put(launch, NULL, &a);
	return true;
}

static bool read_args(struct cvg_launch *launch, json_t *args,
		      struct cvg_err *err)
{
	const char *key;
	char place[24];
	json_t *j;

	if (!json_is_object(args) && !json_is_array(args))
		return cvg_fail(err, "expected an object or a list, found %s",
				cvg_json_kind(args));
	if (json_is_array(args) && !json_array_size(args))
		return cvg_fail(err, "the list is empty; leave \"args\" out to "
				     "have the arguments guessed");
	for (size_t i = 0; i < json_array_size(args); i++) {
		snprintf(place, sizeof place, "%zu", i);
		if (!add_arg(launch, place, json_array_get(args, i), err))
			return false;
	}
	if (!json_is_object(args))
		return true;
	json_object_foreach(args, key, j)
	{
		if (!add_arg(launch, key, j, err))
			return false;
	}
	return true;
}

/* ---- files ----------------------------------------------------------- */

static bool read_kernel(struct cvg_launch *launch, const json_t *j,
			struct cvg_err *err)
{
	const char *s = json_string_value(j);

	if (!s || !s[*s == '@'])
		return cvg_fail(err, "expected the name of a kernel");
	launch->kernel = cvg_strdup(s + (*s == '@'));
	return true;
}

static bool read_member(struct cvg_launch *launch, const char *key, json_t *j,
			struct cvg_err *err)
{
	uint64_t n = 0;
	bool ok;

	if (!strcmp(key, "grid"))
		return read_dims(j, launch->grid, &launch->said_grid, err);
	if (!strcmp(key, "block"))
		return read_dims(j, launch->block, &launch->said_block, err);
	if (!strcmp(key, "args"))
		return read_args(launch, j, err);
	if (!strcmp(key, "kernel"))
		return read_kernel(launch, j, err);
	if (!strcmp(key, "seed"))
		return cvg_json_whole(j, UINT64_MAX, &launch->seed, err);
	if (!strcmp(key, "comment"))
		return json_is_string(j) || cvg_fail(err, "expected a string");
	if (strcmp(key, "shared") != 0)
		return cvg_fail(err,
				"a launch has no such member; it has kernel, "
				"grid, block, shared, seed, args, comment");
	ok = cvg_json_whole(j, 1 << 30, &n, err);
	launch->shared = (uint32_t)n;
	launch->said_shared = true;
	return ok;
}

static bool read_root(struct cvg_launch *launch, json_t *root,
		      struct cvg_err *err)
{
	const char *key;
	json_t *j;

	if (!json_is_object(root))
		return cvg_fail(err, "expected an object, found %s",
				cvg_json_kind(root));
	json_object_foreach(root, key, j)
	{
		if (!read_member(launch, key, j, err))
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
		err->column = 0; /* it counts in a string of the file */
	cvg_launch_done(&l);
	return false;
}

bool cvg_launch_read_text(const char *name, const char *text, size_t n,
			  struct cvg_launch *out, struct cvg_err *err)
{
	return read_all(name, text, n, out, err);
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
