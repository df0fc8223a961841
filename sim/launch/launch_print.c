/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Writes launches as words and as JSON. Both are read back as the same
 * launch. */
#include "sim/launch/launch_in.h"

#include <jansson.h>
#include <string.h>

/* ---- words ----------------------------------------------------------- */

static void put_number_list(struct cvg_str *out, const struct cvg_launch_arg *a)
{
	for (uint32_t i = 0; i < a->nvalues; i++) {
		cvg_str_add(out, i ? "," : "");
		cvg_number_text(out, &a->values[i]);
	}
}

static void put_count(struct cvg_str *out, const struct cvg_launch_arg *a)
{
	if (!a->per_thread) {
		cvg_str_addf(out, "%llu", (unsigned long long)a->count);
		return;
	}
	cvg_str_add(out, "threads");
	if (a->per_thread != 1)
		cvg_str_addf(out, "*%llu", (unsigned long long)a->per_thread);
	if (a->count)
		cvg_str_addf(out, "+%llu", (unsigned long long)a->count);
}

static void put_range(struct cvg_str *out, const struct cvg_launch_arg *a)
{
	cvg_str_addc(out, '(');
	cvg_number_text(out, &a->lo);
	if (a->gen != CVG_GEN_FILL) {
		cvg_str_addc(out, ',');
		cvg_number_text(out, &a->hi);
	}
	cvg_str_addc(out, ')');
}

static void put_generator(struct cvg_str *out, const struct cvg_launch_arg *a)
{
	cvg_str_add(out, cvg_generator_row(a->gen)->name);
	if (a->file) {
		cvg_str_addf(out, "(%s)", a->file);
	} else if (a->other && a->offset) {
		cvg_str_addf(out, "(%s,%llu)", a->other,
			     (unsigned long long)a->offset);
	} else if (a->other) {
		cvg_str_addf(out, "(%s)", a->other);
	} else if (a->gen == CVG_GEN_VALUES) {
		cvg_str_addc(out, '(');
		put_number_list(out, a);
		cvg_str_addc(out, ')');
	} else if (a->ranged) {
		put_range(out, a);
	}
}

void cvg_launch_arg_text(struct cvg_str *out, const struct cvg_launch_arg *a)
{
	const struct cvg_number *v = a->values;

	if (!a->buffer) {
		bool plain =
			a->nvalues == 1 && !v->pointer && v->elem == CVG_NELEMS;

		cvg_str_add(out, plain ? "" : "{");
		put_number_list(out, a);
		cvg_str_add(out, plain ? "" : "}");
		return;
	}
	if (a->elem != CVG_NELEMS)
		cvg_str_add(out, cvg_elem_name(a->elem));
	if (a->counted) {
		cvg_str_addc(out, '[');
		put_count(out, a);
		cvg_str_addc(out, ']');
	}
	if (a->elem != CVG_NELEMS || a->counted)
		cvg_str_addc(out, ':');
	put_generator(out, a);
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

static void put_arg(struct cvg_str *words, const struct cvg_launch_arg *a)
{
	struct cvg_str word = {0};

	if (cvg_launch_is_keyword(a->name))
		cvg_str_addc(&word, '%');
	cvg_str_addf(&word, "%s=", a->name);
	cvg_launch_arg_text(&word, a);
	put_word(words, word.at);
	cvg_str_done(&word);
}

void cvg_launch_text(struct cvg_str *out, const struct cvg_launch *l)
{
	struct cvg_str words = {0};
	struct cvg_str word = {0};

	if (l->kernel) {
		cvg_str_addf(&word, "kernel=%s", l->kernel);
		put_word(&words, word.at);
		cvg_str_done(&word);
	}
	put_dims(&words, "grid", l->grid);
	put_dims(&words, "block", l->block);
	if (l->shared)
		cvg_str_addf(&words, " shared=%u", l->shared);
	cvg_str_addf(&words, " seed=%llu", (unsigned long long)l->seed);
	for (uint32_t i = 0; i < l->nargs; i++)
		put_arg(&words, &l->args[i]);
	cvg_str_add(out, words.at);
	cvg_str_done(&words);
}

/* ---- JSON ------------------------------------------------------------ */

/* A number that JSON cannot write, such as a NaN, becomes a string. */
static json_t *json_of_number(const struct cvg_number *v)
{
	struct cvg_str text = {0};
	bool plain = v->elem == CVG_NELEMS && !v->pointer;
	json_t *j;

	if (plain && v->null)
		return json_null();
	if (plain && v->integer && !(v->negative && v->f == 0) &&
	    (v->negative || v->u <= INT64_MAX))
		return json_integer((json_int_t)v->u);
	if (plain && !v->integer && v->f - v->f == 0)
		return json_real(v->f);
	cvg_number_text(&text, v);
	j = json_string(cvg_str_of(&text));
	cvg_str_done(&text);
	return j;
}

static json_t *json_of_list(const struct cvg_launch_arg *a)
{
	json_t *list = json_array();

	for (uint32_t i = 0; i < a->nvalues; i++)
		json_array_append_new(list, json_of_number(&a->values[i]));
	return list;
}

static json_t *json_of_range(const struct cvg_launch_arg *a)
{
	json_t *range;

	if (!a->ranged)
		return json_true();
	if (a->gen == CVG_GEN_FILL)
		return json_of_number(&a->lo);
	range = json_array();
	json_array_append_new(range, json_of_number(&a->lo));
	json_array_append_new(range, json_of_number(&a->hi));
	return range;
}

static json_t *json_of_generator(const struct cvg_launch_arg *a)
{
	json_t *both;

	if (a->file)
		return json_string(a->file);
	if (a->other && a->offset) {
		both = json_array();
		json_array_append_new(both, json_string(a->other));
		json_array_append_new(both,
				      json_integer((json_int_t)a->offset));
		return both;
	}
	if (a->other)
		return json_string(a->other);
	return a->gen == CVG_GEN_VALUES ? json_of_list(a) : json_of_range(a);
}

static json_t *json_of_count(const struct cvg_launch_arg *a)
{
	struct cvg_str text = {0};
	json_t *j;

	if (!a->per_thread && a->count <= INT64_MAX)
		return json_integer((json_int_t)a->count);
	put_count(&text, a);
	j = json_string(text.at);
	cvg_str_done(&text);
	return j;
}

static json_t *json_of_arg(const struct cvg_launch_arg *a)
{
	json_t *j;

	if (!a->buffer && a->nvalues == 1 && !a->values->pointer &&
	    a->values->elem == CVG_NELEMS)
		return json_of_number(a->values);
	if (!a->buffer)
		return json_of_list(a);
	j = json_object();
	if (a->elem != CVG_NELEMS)
		json_object_set_new(j, "type",
				    json_string(cvg_elem_name(a->elem)));
	if (a->counted)
		json_object_set_new(j, "count", json_of_count(a));
	json_object_set_new(j, cvg_generator_row(a->gen)->name,
			    json_of_generator(a));
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

struct json_t *cvg_launch_json(const struct cvg_launch *l)
{
	json_t *j = json_object(), *args = json_object();
	struct cvg_number seed = {
		.u = l->seed, .integer = true, .elem = CVG_NELEMS};

	if (l->kernel)
		json_object_set_new(j, "kernel", json_string(l->kernel));
	json_object_set_new(j, "grid", json_of_dims(l->grid));
	json_object_set_new(j, "block", json_of_dims(l->block));
	if (l->shared)
		json_object_set_new(j, "shared", json_integer(l->shared));
	json_object_set_new(j, "seed", json_of_number(&seed));
	for (uint32_t i = 0; i < l->nargs; i++)
		json_object_set_new(args, l->args[i].name,
				    json_of_arg(&l->args[i]));
	json_object_set_new(j, "args", args);
	return j;
}
