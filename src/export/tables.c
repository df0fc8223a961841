/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Tables: rows of records, and the back ends text, JSON and HTML. */
#include "reconverge/graph.h"
#include "reconverge/look.h"
#include "reconverge/quantity.h"
#include "reconverge/table.h"

#include "html.h"

#include <inttypes.h>
#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MOST_BLOCKS 8 /* named in a text */

void cvg_table_init(struct cvg_table *t, const struct cvg_column *columns,
		    size_t ncolumns, size_t bytes)
{
	*t = (struct cvg_table){.ncolumns = (uint32_t)ncolumns, .bytes = bytes};
	t->column = cvg_arena_array(&t->arena, struct cvg_column, ncolumns);
	memcpy(t->column, columns, ncolumns * sizeof *columns);
}

static const void *member_of(const struct cvg_column *column,
			     const void *record)
{
	return (const char *)record + column->source.at;
}

static json_t *json_member(const struct cvg_column *column, const void *record)
{
	json_t *value;

	memcpy(&value, member_of(column, record), sizeof(value));
	return value;
}

static const char *text_member(const struct cvg_column *column,
			       const void *record)
{
	const char *value;

	memcpy(&value, member_of(column, record), sizeof(value));
	return value;
}

void cvg_table_done(struct cvg_table *t)
{
	for (size_t row = 0; row < t->row.n; row++) {
		for (uint32_t k = 0; k < t->ncolumns; k++) {
			if (t->column[k].source.type == CVG_MEMBER_JSON)
				json_decref(json_member(&t->column[k],
							t->row.at[row]));
		}
	}
	free(t->row.at);
	cvg_arena_done(&t->arena);
	*t = (struct cvg_table){.ncolumns = 0};
}

void cvg_table_add(struct cvg_table *t, const void *record)
{
	char *copy = cvg_arena_alloc(&t->arena, 1, t->bytes);

	memcpy(copy, record, t->bytes);
	cvg_push(&t->row, copy);
	for (uint32_t k = 0; k < t->ncolumns; k++) {
		const char *text;

		if (t->column[k].source.type != CVG_MEMBER_TEXT)
			continue;
		text = text_member(&t->column[k], copy);
		if (text)
			text = cvg_arena_strdup(&t->arena, text);
		memcpy(copy + t->column[k].source.at, &text, sizeof(text));
	}
}

void cvg_table_hide(struct cvg_table *t, const char *key)
{
	for (uint32_t k = 0; k < t->ncolumns; k++) {
		if (t->column[k].key && !strcmp(t->column[k].key, key))
			t->column[k].use |= CVG_COLUMN_HIDDEN;
	}
}

/* ---- what back ends ask ---------------------------------------------- */

bool cvg_column_is_shown(const struct cvg_column *column)
{
	return !(column->use & (CVG_COLUMN_HIDDEN | CVG_COLUMN_JSON));
}

const char *cvg_column_title(const struct cvg_column *column)
{
	return column->title ? column->title : column->key;
}

bool cvg_column_is_right(const struct cvg_column *column)
{
	switch (column->source.type) {
	case CVG_MEMBER_U32:
		return !column->letter;
	case CVG_MEMBER_U64:
	case CVG_MEMBER_I64:
	case CVG_MEMBER_REAL:
	case CVG_MEMBER_AMOUNT:
	case CVG_MEMBER_CHANGE:
		return true;
	case CVG_MEMBER_BOOL:
	case CVG_MEMBER_TEXT:
	case CVG_MEMBER_BLOCKS:
	case CVG_MEMBER_JSON:
		return false;
	}
	return false;
}

/* "-14", or "-12.5%"; of shares the points between them, once. */
static void add_change(struct cvg_str *out, const struct cvg_column *column,
		       const struct cvg_change *change)
{
	double by = change->to - change->from;

	if (isnan(by) || by == 0)
		return;
	if (change->unit == CVG_UNIT_SHARE) {
		if (!(column->use & CVG_COLUMN_SECOND))
			cvg_add_change(out, change->unit, change->from,
				       change->to);
	} else if (column->use & CVG_COLUMN_PERCENT) {
		cvg_add_change(out, change->unit, change->from, change->to);
	} else {
		cvg_str_addf(out, "%+.0f", by);
	}
}

/* "B1,B2" */
static void add_blocks(struct cvg_str *out, const struct cvg_blocks *blocks)
{
	for (uint32_t i = 0; i < blocks->n && i < MOST_BLOCKS; i++)
		cvg_str_addf(out, "%sB%u", i ? "," : "",
			     blocks->fn->blocks[blocks->at[i]].uid);
	if (blocks->n > MOST_BLOCKS)
		cvg_str_addf(out, " and %u more", blocks->n - MOST_BLOCKS);
}

/* A number that is not known, or the id of nothing. */
static bool is_nothing(const struct cvg_column *column, double number)
{
	return isnan(number) || (column->letter && number == CVG_NONE);
}

static uint64_t u64_member(const struct cvg_column *column, const void *record)
{
	return *(const uint64_t *)member_of(column, record);
}

/* A double has not all digits of 64 bits. */
static void add_number(struct cvg_str *out, const struct cvg_column *column,
		       const void *record)
{
	double number = cvg_source_read(&column->source, record);

	if (column->source.type == CVG_MEMBER_U64) {
		cvg_str_addf(out, "%" PRIu64, u64_member(column, record));
		return;
	}
	if (is_nothing(column, number)) {
		cvg_str_addc(out, '-');
		return;
	}
	if (column->letter)
		cvg_str_addc(out, column->letter);
	if (column->use & CVG_COLUMN_SIGNED &&
	    (number > 0 || (number == 0 && !cvg_unit_is_whole(column->unit))))
		cvg_str_addc(out, '+');
	cvg_add_quantity(out, column->unit, number);
}

void cvg_record_cell(struct cvg_str *out, const struct cvg_column *column,
		     const void *record)
{
	const void *member = member_of(column, record);
	const struct cvg_amount *amount;

	switch (column->source.type) {
	case CVG_MEMBER_U32:
	case CVG_MEMBER_U64:
	case CVG_MEMBER_I64:
	case CVG_MEMBER_REAL:
		add_number(out, column, record);
		return;
	case CVG_MEMBER_BOOL:
		cvg_str_add(out, *(const bool *)member ? "yes" : "no");
		return;
	case CVG_MEMBER_TEXT:
		if (text_member(column, record))
			cvg_str_add(out, text_member(column, record));
		return;
	case CVG_MEMBER_AMOUNT:
		amount = member;
		if (isnan(amount->number))
			cvg_str_addc(out, '-');
		else
			cvg_add_quantity(out, amount->unit, amount->number);
		return;
	case CVG_MEMBER_CHANGE:
		add_change(out, column, member);
		return;
	case CVG_MEMBER_BLOCKS:
		add_blocks(out, member);
		return;
	case CVG_MEMBER_JSON:
		return;
	}
}

void cvg_table_cell(struct cvg_str *out, const struct cvg_table *t, size_t row,
		    uint32_t column)
{
	cvg_record_cell(out, &t->column[column], t->row.at[row]);
}

void cvg_record_text(struct cvg_str *out, const struct cvg_column *columns,
		     size_t ncolumns, const void *record)
{
	bool any = false;

	for (size_t k = 0; k < ncolumns; k++) {
		if (!cvg_column_is_shown(&columns[k]))
			continue;
		if (*cvg_column_title(&columns[k]))
			cvg_str_addf(out, "%s%s ", any ? "  " : "",
				     cvg_column_title(&columns[k]));
		else
			cvg_str_addc(out, ' ');
		cvg_record_cell(out, &columns[k], record);
		any = true;
	}
}

const struct cvg_change *cvg_table_change(const struct cvg_table *t, size_t row,
					  uint32_t column)
{
	return member_of(&t->column[column], t->row.at[row]);
}

int cvg_table_verdict(const struct cvg_table *t, size_t row, uint32_t column)
{
	const struct cvg_change *change;

	if (t->column[column].source.type != CVG_MEMBER_CHANGE)
		return 0;
	change = cvg_table_change(t, row, column);
	if (!(change->from != change->to) || isnan(change->to - change->from))
		return 0;
	return (change->to > change->from) == change->more_is_better ? 1 : -1;
}

/* ---- text ------------------------------------------------------------ */

void cvg_table_text(const struct cvg_table *t, struct cvg_str *out)
{
	struct cvg_grid grid = {.cell = {0}};
	struct cvg_str text = {0}, align = {0};

	for (uint32_t k = 0; k < t->ncolumns; k++) {
		if (!cvg_column_is_shown(&t->column[k]) ||
		    t->column[k].use & CVG_COLUMN_BAR)
			continue;
		cvg_grid_cell(&grid, "%s", cvg_column_title(&t->column[k]));
		cvg_str_addc(&align,
			     cvg_column_is_right(&t->column[k]) ? 'r' : 'l');
	}
	cvg_grid_row(&grid);
	for (size_t row = 0; row < t->row.n; row++) {
		for (uint32_t k = 0; k < t->ncolumns; k++) {
			if (!cvg_column_is_shown(&t->column[k]) ||
			    t->column[k].use & CVG_COLUMN_BAR)
				continue;
			cvg_str_clear(&text);
			cvg_table_cell(&text, t, row, k);
			cvg_grid_cell(&grid, "%s", cvg_str_of(&text));
		}
		cvg_grid_row(&grid);
	}
	cvg_grid_draw(&grid, out, cvg_str_of(&align));
	cvg_str_done(&align);
	cvg_str_done(&text);
}

/* ---- JSON ------------------------------------------------------------ */

static json_t *json_amount(const struct cvg_amount *amount)
{
	if (isnan(amount->number))
		return json_null();
	if (cvg_unit_is_whole(amount->unit))
		return json_integer((json_int_t)amount->number);
	return json_real(amount->number);
}

static json_t *json_number(const struct cvg_column *column, const void *record)
{
	double number = cvg_source_read(&column->source, record);

	if (is_nothing(column, number))
		return json_null();
	if (column->letter)
		return cvg_json_id(column->letter, (uint32_t)number);
	if (column->source.type == CVG_MEMBER_REAL)
		return json_real(number);
	if (column->source.type == CVG_MEMBER_U64)
		return json_integer((json_int_t)u64_member(column, record));
	return json_integer((json_int_t)number);
}

static json_t *json_cell(const struct cvg_column *column, const void *record)
{
	const void *member = member_of(column, record);
	const struct cvg_blocks *blocks;

	switch (column->source.type) {
	case CVG_MEMBER_U32:
	case CVG_MEMBER_U64:
	case CVG_MEMBER_I64:
	case CVG_MEMBER_REAL:
		return json_number(column, record);
	case CVG_MEMBER_BOOL:
		return json_boolean(*(const bool *)member);
	case CVG_MEMBER_TEXT:
		return text_member(column, record)
			       ? cvg_json_text(text_member(column, record))
			       : json_null();
	case CVG_MEMBER_AMOUNT:
		return json_amount(member);
	case CVG_MEMBER_CHANGE:
		return json_real(((const struct cvg_change *)member)->to -
				 ((const struct cvg_change *)member)->from);
	case CVG_MEMBER_BLOCKS:
		blocks = member;
		return cvg_json_blocks(blocks->fn, blocks->at, blocks->n);
	case CVG_MEMBER_JSON:
		return json_member(column, record)
			       ? json_incref(json_member(column, record))
			       : json_null();
	}
	return json_null();
}

json_t *cvg_record_json(const struct cvg_column *columns, size_t ncolumns,
			const void *record)
{
	json_t *o = json_object();

	for (size_t k = 0; k < ncolumns; k++) {
		if (!(columns[k].use & (CVG_COLUMN_HIDDEN | CVG_COLUMN_SHOWN)))
			json_object_set_new(o, columns[k].key,
					    json_cell(&columns[k], record));
	}
	return o;
}

/* One object: the members of a row. */
static json_t *row_json(const struct cvg_table *t, size_t row)
{
	return cvg_record_json(t->column, t->ncolumns, t->row.at[row]);
}

json_t *cvg_table_json(const struct cvg_table *t)
{
	json_t *list = json_array();

	for (size_t row = 0; row < t->row.n; row++)
		json_array_append_new(list, row_json(t, row));
	return list;
}

json_t *cvg_table_json_column(const struct cvg_table *t, uint32_t column)
{
	json_t *o = json_object();
	struct cvg_str key = {0};

	for (size_t row = 0; row < t->row.n; row++) {
		cvg_str_clear(&key);
		cvg_add_key(&key, text_member(&t->column[0], t->row.at[row]));
		json_object_set_new(
			o, key.at,
			json_cell(&t->column[column], t->row.at[row]));
	}
	cvg_str_done(&key);
	return o;
}

/* ---- HTML ------------------------------------------------------------ */

/* A whole number in groups of three digits; else as it is. */
static void html_cell(struct cvg_str *out, const struct cvg_table *t,
		      size_t row, uint32_t column)
{
	struct cvg_str text = {0};
	const char *s;
	size_t n;

	cvg_table_cell(&text, t, row, column);
	s = cvg_str_of(&text);
	n = strspn(s, "0123456789");
	if (t->column[column].use & CVG_COLUMN_HTML)
		cvg_str_add(out, s);
	else if (!cvg_column_is_right(&t->column[column]) || s[n])
		cvg_html_text(out, s);
	else
		for (size_t i = 0; i < n; i++) {
			if (i && (n - i) % 3 == 0)
				cvg_str_addc(out, ',');
			cvg_str_addc(out, s[i]);
		}
	cvg_str_done(&text);
}

static void html_row(struct cvg_str *out, const struct cvg_table *t, size_t row)
{
	bool first = true;

	cvg_str_add(out, "<tr>");
	for (uint32_t k = 0; k < t->ncolumns; k++) {
		if (!cvg_column_is_shown(&t->column[k]) ||
		    t->column[k].use & CVG_COLUMN_BAR)
			continue;
		cvg_str_add(out, first ? "<th scope=\"row\">"
				 : cvg_column_is_right(&t->column[k])
					 ? "<td>"
					 : "<td class=\"l\">");
		html_cell(out, t, row, k);
		cvg_str_add(out, first ? "</th>" : "</td>");
		first = false;
	}
	cvg_str_add(out, "</tr>\n");
}

void cvg_table_html(const struct cvg_table *t, struct cvg_str *out,
		    const char *caption)
{
	cvg_html_wide(out, caption);
	cvg_str_add(out, "<table>\n");
	cvg_html_element(out, "caption", caption);
	cvg_str_add(out, "\n<thead><tr>");
	for (uint32_t k = 0; k < t->ncolumns; k++) {
		if (cvg_column_is_shown(&t->column[k]) &&
		    !(t->column[k].use & CVG_COLUMN_BAR))
			cvg_html_element(out, "th scope=\"col\"",
					 cvg_column_title(&t->column[k]));
	}
	cvg_str_add(out, "</tr></thead>\n<tbody>\n");
	for (size_t row = 0; row < t->row.n; row++)
		html_row(out, t, row);
	cvg_str_add(out, "</tbody>\n</table>\n");
	cvg_html_wide_end(out);
}
