/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Sentences whose values are members of a JSON object. */
#include "reconverge/cxxname.h"
#include "reconverge/export.h"
#include "reconverge/look.h"
#include "reconverge/quantity.h"
#include "reconverge/table.h"

#include <assert.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

/* What stands between the braces; `key` gets the key, `left` whether the cell
 * stands at the left end of its width. */
static struct cvg_column column_of(const char *at, size_t n, char key[64],
				   bool *left, enum cvg_membertype type)
{
	struct cvg_column c = {.source = {.type = type}};
	const char *form = memchr(at, ':', n);
	size_t length = form ? (size_t)(form - at) : n;

	if (*at == '-') {
		c.use = CVG_COLUMN_JSON;
		at++;
		length--;
	}
	assert(length < 64);
	memcpy(key, at, length);
	key[length] = '\0';
	c.key = key;
	for (size_t i = length + 1; form && at[i] != '}'; i++) {
		if (at[i] == '%')
			c.unit = CVG_UNIT_SHARE;
		else if (at[i] == '.')
			c.unit = CVG_UNIT_RATIO;
		else if (at[i] == '+')
			c.use |= CVG_COLUMN_SIGNED;
		else if (at[i] >= '0' && at[i] <= '9')
			c.width = 10 * c.width + (uint32_t)(at[i] - '0');
		else if (at[i] == '<')
			*left = true;
		else
			c.letter = at[i];
	}
	return c;
}

static void put_text(struct cvg_str *out, const struct cvg_column *column,
		     bool left, const struct cvg_told *v)
{
	struct cvg_str cell = {0}, line = {0};

	if (column->letter == '@')
		cvg_cxx_add(&cell, *(const char *const *)v->at);
	else
		cvg_record_cell(&cell, column, v->at);
	cvg_str_addline(&line, cvg_str_of(&cell), cell.n);
	if (left)
		cvg_text_pad(out, cvg_str_of(&line), column->width);
	else
		cvg_str_addf(out, "%*s", (int)column->width, cvg_str_of(&line));
	cvg_str_done(&cell);
	cvg_str_done(&line);
}

static void put_value(struct cvg_str *out, json_t *into,
		      const struct cvg_column *column, bool left,
		      const struct cvg_told *v)
{
	if (out && cvg_column_is_shown(column))
		put_text(out, column, left, v);
	if (into && *column->key)
		json_object_update_new(into, cvg_record_json(column, 1, v->at));
	if (v->type == CVG_MEMBER_JSON)
		json_decref(*(json_t *const *)v->at);
}

/* Put the ending "(s)" or "(es)" at `at`, or leave it out; returns the text
 * after it. */
static const char *put_ending(struct cvg_str *out, const char *at, bool one)
{
	size_t n = strcspn(at, ")");

	if (out && !one)
		cvg_str_addn(out, at + 1, n - 1);
	return at + n + 1;
}

static bool is_ending(const char *at)
{
	return !strncmp(at, "(s)", 3) || !strncmp(at, "(es)", 4);
}

static bool is_number(enum cvg_membertype type)
{
	return type <= CVG_MEMBER_REAL;
}

void cvg_tell(struct cvg_str *out, json_t *into, const char *words,
	      const struct cvg_told *value, size_t n)
{
	bool one = false;
	size_t next = 0;
	char key[64];

	while (*words) {
		struct cvg_column c;
		bool left = false;
		size_t end;

		if (is_ending(words)) {
			words = put_ending(out, words, one);
			continue;
		}
		if (*words != '{') {
			if (out)
				cvg_str_addc(out, *words);
			words++;
			continue;
		}
		end = strcspn(words, "}");
		assert(next < n && words[end]);
		c = column_of(words + 1, end - 1, key, &left, value[next].type);
		put_value(out, into, &c, left, &value[next]);
		if (is_number(value[next].type))
			one = cvg_source_read(&c.source, value[next].at) == 1;
		next++;
		words += end + 1;
	}
	assert(next == n);
}

void cvg_tell_lines(struct cvg_str *out, json_t *list, const char *indent,
		    const struct cvg_str *text)
{
	char *copy = cvg_strdup(cvg_str_of(text)), *rest = copy, *line;

	while ((line = strsep(&rest, "\n"))) {
		if (!*line)
			continue;
		cvg_str_addf(out, "%s%s\n", indent, line);
		if (list)
			json_array_append_new(list, cvg_json_text(line));
	}
	free(copy);
}

json_t *cvg_json_list(json_t *into, const char *key)
{
	json_t *list = into ? json_array() : NULL;

	if (list)
		json_object_set_new(into, key, list);
	return list;
}

json_t *cvg_json_item(json_t *list)
{
	json_t *o = list ? json_object() : NULL;

	if (o)
		json_array_append_new(list, o);
	return o;
}

json_t *cvg_json_items(json_t *into, const char *key, uint32_t n)
{
	json_t *list = cvg_json_list(into, key);

	for (uint32_t i = 0; list && i < n; i++)
		cvg_json_item(list);
	return list;
}
