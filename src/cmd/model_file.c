/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Models of basic-block vectors in files. */
#include "model_file.h"

#include "call.h"
#include "reconverge/export.h"
#include "reconverge/graph.h"
#include "reconverge/look.h"
#include "reconverge/model.h"
#include "reconverge/table.h"

#include <stdlib.h>
#include <string.h>

const char *cvg_model_input(const struct cvg_fn *fn, uint32_t inst)
{
	return cvg_value_label(fn, cvg_inst_value(fn, inst));
}

static void json_row(json_t *o, const struct cvg_fn *fn,
		     const struct cvg_model *m, uint32_t b)
{
	const struct cvg_modelrow *row = &m->row[b];
	json_t *weights = json_array();

	for (uint32_t k = 0; k < m->ninputs; k++)
		json_array_append_new(weights, json_real(row->weight[k]));
	CVG_TELL(NULL, o, "{block:B}{constant}{weights}{thread}{error}{mean}",
		 CVG_V(fn->blocks[b].uid), CVG_V(row->constant), CVG_V(weights),
		 CVG_V(row->thread), CVG_V(row->error), CVG_V(row->mean));
}

json_t *cvg_model_json(const struct cvg_fn *fn, const struct cvg_influence *in,
		       const struct cvg_model *m)
{
	json_t *o = json_object(), *list;

	CVG_TELL(NULL, o, "{function}", CVG_V(fn->name));
	list = cvg_json_list(o, "inputs");
	for (uint32_t k = 0; k < in->ninputs; k++)
		json_array_append_new(
			list, cvg_json_text(cvg_model_input(fn, in->input[k])));
	list = cvg_json_list(o, "blocks");
	for (uint32_t b = 0; b < m->nblocks; b++)
		json_row(cvg_json_item(list), fn, m, b);
	return o;
}

bool cvg_model_write(const char *path, const json_t *o, struct cvg_err *err)
{
	struct cvg_str text = {0};
	bool ok;

	cvg_json_print(&text, o, JSON_INDENT(1) | JSON_REAL_PRECISION(17));
	ok = cvg_file_write(path, text.at, text.n, err);
	cvg_str_done(&text);
	return ok;
}

static bool read_number(const json_t *v, double *out)
{
	*out = json_number_value(v);
	return json_is_number(v);
}

static bool read_row(const json_t *o, uint32_t uid, uint32_t ninputs,
		     struct cvg_modelrow *row)
{
	const json_t *weights = json_object_get(o, "weights");
	const json_t *block = json_object_get(o, "block");
	uint32_t is;

	if (!json_is_string(block) ||
	    !cvg_is_id(json_string_value(block), 'B', &is) || is != uid ||
	    !json_is_array(weights) || json_array_size(weights) != ninputs ||
	    !read_number(json_object_get(o, "constant"), &row->constant) ||
	    !read_number(json_object_get(o, "thread"), &row->thread))
		return false;
	for (uint32_t k = 0; k < ninputs; k++) {
		if (!read_number(json_array_get(weights, k), &row->weight[k]))
			return false;
	}
	return true;
}

static bool is_list(const char *path, const json_t *o, const char *key,
		    struct cvg_err *err)
{
	return json_is_array(json_object_get(o, key)) ||
	       cvg_fail(err, "%.200s: %s: expected a list", path, key);
}

/* Made for inputs of these names? */
static bool same_inputs(const char *path, const json_t *names,
			const struct cvg_fn *fn, const struct cvg_influence *in,
			struct cvg_err *err)
{
	for (uint32_t k = 0; k < in->ninputs; k++) {
		const char *is = json_string_value(json_array_get(names, k));
		const char *want = cvg_model_input(fn, in->input[k]);

		if (!is || strcmp(is, want) != 0)
			return cvg_fail(
				err,
				"%.200s: input %u of the model is %.60s, but "
				"that of the kernel is %.60s",
				path, k, is ? is : "no name", want);
	}
	return true;
}

static bool fill_model(const char *path, const json_t *o,
		       const struct cvg_fn *fn, const struct cvg_influence *in,
		       struct cvg_model *m, struct cvg_err *err)
{
	const json_t *rows = json_object_get(o, "blocks");

	if (!json_is_object(o))
		return cvg_fail(err, "%.200s: expected an object", path);
	if (!is_list(path, o, "blocks", err) ||
	    !is_list(path, o, "inputs", err))
		return false;
	if (json_array_size(rows) != m->nblocks ||
	    json_array_size(json_object_get(o, "inputs")) != m->ninputs)
		return cvg_fail(err,
				"%.200s: the model has %zu blocks and %zu "
				"inputs, but @%s has %u and %u",
				path, json_array_size(rows),
				json_array_size(json_object_get(o, "inputs")),
				fn->name, m->nblocks, m->ninputs);
	if (!same_inputs(path, json_object_get(o, "inputs"), fn, in, err))
		return false;
	for (uint32_t b = 0; b < m->nblocks; b++) {
		m->row[b].inputs = in->of_block[b];
		if (!read_row(json_array_get(rows, b), fn->blocks[b].uid,
			      m->ninputs, &m->row[b]))
			return cvg_fail(
				err,
				"%.200s: entry %u is not a row for B%u of @%s",
				path, b, fn->blocks[b].uid, fn->name);
	}
	return true;
}

bool cvg_model_read(const char *path, const struct cvg_fn *fn,
		    const struct cvg_influence *in, struct cvg_model *m,
		    struct cvg_err *err)
{
	json_error_t why;
	json_t *o;
	char *text;
	size_t n;
	bool ok;

	if (!cvg_file_read(path, &text, &n, err))
		return false;
	o = json_loadb(text, n, JSON_REJECT_DUPLICATES, &why);
	free(text);
	if (!o)
		return cvg_fail(err, "%.200s:%d: %s", path, why.line, why.text);
	ok = fill_model(path, o, fn, in, m, err);
	json_decref(o);
	return ok;
}
