/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Writes launches as words and as JSON. Both are read back as the same
 * launch. */
#include "sim/launch/launch_in.h"

#include <jansson.h>
#include <string.h>

/* ---- words ----------------------------------------------------------- */

/* Characters of a list of numbers after which the brief form ends it. */
#define LONG_LIST 60

static void put_value(struct cvg_str *out, const struct cvg_launch_arg *arg,
		      bool brief);

static void put_number_list(struct cvg_str *out,
			    const struct cvg_launch_arg *arg, bool brief)
{
	size_t start = out->n;

	for (uint32_t i = 0; i < arg->nvalues; i++) {
		if (brief && out->n - start > LONG_LIST) {
			cvg_str_addf(out, ", and %u more", arg->nvalues - i);
			return;
		}
		cvg_str_add(out, i ? "," : "");
		if (brief && arg->values[i].memory) {
			cvg_str_add(out, "ptr ");
			put_value(out, arg->values[i].memory, true);
			start = out->n; /* a list of its own */
			continue;
		}
		cvg_number_text(out, &arg->values[i]);
	}
}

static void put_count(struct cvg_str *out, const struct cvg_launch_arg *arg)
{
	if (!arg->per_thread) {
		cvg_str_addf(out, "%llu", (unsigned long long)arg->count);
		return;
	}
	cvg_str_add(out, "threads");
	if (arg->per_thread != 1)
		cvg_str_addf(out, "*%llu", (unsigned long long)arg->per_thread);
	if (arg->count)
		cvg_str_addf(out, "+%llu", (unsigned long long)arg->count);
}

static void put_range(struct cvg_str *out, const struct cvg_launch_arg *arg)
{
	cvg_str_addc(out, '(');
	cvg_number_text(out, &arg->lo);
	if (arg->gen != CVG_GEN_FILL) {
		cvg_str_addc(out, ',');
		cvg_number_text(out, &arg->hi);
	}
	cvg_str_addc(out, ')');
}

static void put_fields(struct cvg_str *out, const struct cvg_launch_arg *arg,
		       bool brief)
{
	cvg_str_addc(out, '(');
	for (uint32_t i = 0; i < arg->nfields; i++) {
		cvg_str_add(out, i ? "," : "");
		put_value(out, &arg->fields[i], brief);
	}
	cvg_str_addc(out, ')');
}

static void put_generator(struct cvg_str *out, const struct cvg_launch_arg *arg,
			  bool brief)
{
	cvg_str_add(out, cvg_generator_row(arg->gen)->name);
	if (arg->nfields) {
		put_fields(out, arg, brief);
	} else if (arg->file) {
		cvg_str_addf(out, "(%s)", arg->file);
	} else if (arg->other && arg->offset) {
		cvg_str_addf(out, "(%s,%llu)", arg->other,
			     (unsigned long long)arg->offset);
	} else if (arg->other) {
		cvg_str_addf(out, "(%s)", arg->other);
	} else if (arg->gen == CVG_GEN_VALUES) {
		cvg_str_addc(out, '(');
		put_number_list(out, arg, brief);
		cvg_str_addc(out, ')');
	} else if (arg->ranged) {
		put_range(out, arg);
	}
}

static void put_value(struct cvg_str *out, const struct cvg_launch_arg *arg,
		      bool brief)
{
	const struct cvg_number *number = arg->values;

	if (!arg->buffer) {
		bool plain = arg->nvalues == 1 && !number->pointer &&
			     !number->memory && number->elem == CVG_NELEMS;

		cvg_str_add(out, plain ? "" : "{");
		put_number_list(out, arg, brief);
		cvg_str_add(out, plain ? "" : "}");
		return;
	}
	if (arg->elem != CVG_NELEMS)
		cvg_str_add(out, cvg_elem_name(arg->elem));
	if (arg->counted) {
		cvg_str_addc(out, '[');
		put_count(out, arg);
		cvg_str_addc(out, ']');
	}
	if (arg->elem != CVG_NELEMS || arg->counted)
		cvg_str_addc(out, ':');
	put_generator(out, arg, brief);
}

void cvg_launch_arg_text(struct cvg_str *out, const struct cvg_launch_arg *arg)
{
	put_value(out, arg, false);
}

void cvg_launch_arg_brief(struct cvg_str *out, const struct cvg_launch_arg *arg)
{
	put_value(out, arg, true);
}

/* Append a word, quoted as a shell and the command language read it. */
static void put_word(struct cvg_str *out, const char *word)
{
	static const char plain[] =
		"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
		"0123456789_=.,:+-*/@%[](){}";

	cvg_str_add(out, out->n ? " " : "");
	if (*word && !word[strspn(word, plain)])
		cvg_str_add(out, word);
	else
		cvg_quote_always(out, word);
}

static void put_dims(struct cvg_str *words, const char *name,
		     const uint32_t dims[3])
{
	struct cvg_str word = {0};

	cvg_str_addf(&word, "%s=%u", name, dims[0]);
	if (dims[1] > 1 || dims[2] > 1)
		cvg_str_addf(&word, "x%u", dims[1]);
	if (dims[2] > 1)
		cvg_str_addf(&word, "x%u", dims[2]);
	put_word(words, word.at);
	cvg_str_done(&word);
}

static void put_arg(struct cvg_str *words, const struct cvg_launch_arg *arg,
		    bool brief)
{
	struct cvg_str word = {0};

	if (cvg_launch_is_keyword(arg->name))
		cvg_str_addc(&word, '%');
	cvg_str_addf(&word, "%s=", arg->name);
	put_value(&word, arg, brief);
	put_word(words, word.at);
	cvg_str_done(&word);
}

static void put_launch(struct cvg_str *out, const struct cvg_launch *launch,
		       bool brief)
{
	struct cvg_str words = {0};
	struct cvg_str word = {0};

	if (launch->kernel) {
		cvg_str_addf(&word, "kernel=%s", launch->kernel);
		put_word(&words, word.at);
		cvg_str_done(&word);
	}
	put_dims(&words, "grid", launch->grid);
	put_dims(&words, "block", launch->block);
	if (launch->shared)
		cvg_str_addf(&words, " shared=%u", launch->shared);
	cvg_str_addf(&words, " seed=%llu", (unsigned long long)launch->seed);
	for (uint32_t i = 0; i < launch->nargs; i++)
		put_arg(&words, &launch->args[i], brief);
	cvg_str_add(out, words.at);
	cvg_str_done(&words);
}

void cvg_launch_text(struct cvg_str *out, const struct cvg_launch *launch)
{
	put_launch(out, launch, false);
}

void cvg_launch_brief(struct cvg_str *out, const struct cvg_launch *launch)
{
	put_launch(out, launch, true);
}

/* ---- JSON ------------------------------------------------------------ */

/* A number that JSON cannot write, such as a NaN, becomes a string. */
static json_t *json_of_number(const struct cvg_number *number)
{
	struct cvg_str text = {0};
	bool plain = number->elem == CVG_NELEMS && !number->pointer &&
		     !number->memory;
	json_t *j;

	if (plain && number->null)
		return json_null();
	if (plain && number->integer && !(number->negative && number->f == 0) &&
	    (number->negative || number->u <= INT64_MAX))
		return json_integer((json_int_t)number->u);
	if (plain && !number->integer && number->f - number->f == 0)
		return json_real(number->f);
	cvg_number_text(&text, number);
	j = json_string(cvg_str_of(&text));
	cvg_str_done(&text);
	return j;
}

static json_t *json_of_list(const struct cvg_launch_arg *arg)
{
	json_t *list = json_array();

	for (uint32_t i = 0; i < arg->nvalues; i++)
		json_array_append_new(list, json_of_number(&arg->values[i]));
	return list;
}

static json_t *json_of_range(const struct cvg_launch_arg *arg)
{
	json_t *range;

	if (!arg->ranged)
		return json_true();
	if (arg->gen == CVG_GEN_FILL)
		return json_of_number(&arg->lo);
	range = json_array();
	json_array_append_new(range, json_of_number(&arg->lo));
	json_array_append_new(range, json_of_number(&arg->hi));
	return range;
}

static json_t *json_of_arg(const struct cvg_launch_arg *arg);

static json_t *json_of_fields(const struct cvg_launch_arg *arg)
{
	json_t *list = json_array();

	for (uint32_t i = 0; i < arg->nfields; i++)
		json_array_append_new(list, json_of_arg(&arg->fields[i]));
	return list;
}

static json_t *json_of_generator(const struct cvg_launch_arg *arg)
{
	json_t *both;

	if (arg->nfields)
		return json_of_fields(arg);
	if (arg->file)
		return json_string(arg->file);
	if (arg->other && arg->offset) {
		both = json_array();
		json_array_append_new(both, json_string(arg->other));
		json_array_append_new(both,
				      json_integer((json_int_t)arg->offset));
		return both;
	}
	if (arg->other)
		return json_string(arg->other);
	return arg->gen == CVG_GEN_VALUES ? json_of_list(arg)
					  : json_of_range(arg);
}

static json_t *json_of_count(const struct cvg_launch_arg *arg)
{
	struct cvg_str text = {0};
	json_t *j;

	if (!arg->per_thread && arg->count <= INT64_MAX)
		return json_integer((json_int_t)arg->count);
	put_count(&text, arg);
	j = json_string(text.at);
	cvg_str_done(&text);
	return j;
}

static json_t *json_of_arg(const struct cvg_launch_arg *arg)
{
	json_t *j;

	if (!arg->buffer && arg->nvalues == 1 && !arg->values->pointer &&
	    !arg->values->memory && arg->values->elem == CVG_NELEMS)
		return json_of_number(arg->values);
	if (!arg->buffer)
		return json_of_list(arg);
	j = json_object();
	if (arg->elem != CVG_NELEMS)
		json_object_set_new(j, "type",
				    json_string(cvg_elem_name(arg->elem)));
	if (arg->counted)
		json_object_set_new(j, "count", json_of_count(arg));
	json_object_set_new(j, cvg_generator_row(arg->gen)->name,
			    json_of_generator(arg));
	return j;
}

static json_t *json_of_dims(const uint32_t dims[3])
{
	json_t *j;

	if (dims[1] == 1 && dims[2] == 1)
		return json_integer(dims[0]);
	j = json_array();
	for (int d = 0; d < (dims[2] == 1 ? 2 : 3); d++)
		json_array_append_new(j, json_integer(dims[d]));
	return j;
}

struct json_t *cvg_launch_json(const struct cvg_launch *launch)
{
	json_t *j = json_object(), *args = json_object();
	struct cvg_number seed = {
		.u = launch->seed, .integer = true, .elem = CVG_NELEMS};

	if (launch->kernel)
		json_object_set_new(j, "kernel", json_string(launch->kernel));
	json_object_set_new(j, "grid", json_of_dims(launch->grid));
	json_object_set_new(j, "block", json_of_dims(launch->block));
	if (launch->shared)
		json_object_set_new(j, "shared", json_integer(launch->shared));
	json_object_set_new(j, "seed", json_of_number(&seed));
	for (uint32_t i = 0; i < launch->nargs; i++)
		json_object_set_new(args, launch->args[i].name,
				    json_of_arg(&launch->args[i]));
	json_object_set_new(j, "args", args);
	return j;
}
