/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * A table: columns that say what they show, rows that are records. A column
 * names a member of the record; text, JSON, HTML and screen (ui/tables.h) are
 * made from the same table, so that none can say anything else.
 *
 *	struct line { uint32_t block; uint64_t warps; };
 *	static const struct cvg_column columns[] = {
 *		{CVG_COLUMN(struct line, block), .letter = 'B'},
 *		{CVG_COLUMN(struct line, warps), .unit = CVG_UNIT_WARPS},
 *	};
 *	struct cvg_table t;
 *
 *	CVG_TABLE_INIT(&t, struct line, columns);
 *	cvg_table_add(&t, &(struct line){.block = 12, .warps = 3});
 *	cvg_table_text(&t, out);
 *	json = cvg_table_json(&t);
 *	cvg_table_done(&t);
 */
#ifndef RECONVERGE_TABLE_H
#define RECONVERGE_TABLE_H

#include "reconverge/quantity.h"

enum cvg_columnuse {
	CVG_COLUMN_HIDDEN = 1,	/* this table leaves the column out */
	CVG_COLUMN_JSON = 2,	/* only JSON has it */
	CVG_COLUMN_SHOWN = 4,	/* JSON does not have it */
	CVG_COLUMN_PERCENT = 8, /* a change is shown as a share */
	CVG_COLUMN_BAR = 16,	/* a change is drawn as a bar, on a screen */
	CVG_COLUMN_SECOND = 32, /* behind a column of the same change */
	CVG_COLUMN_SIGNED = 64, /* a number above 0 has a plus sign */
	CVG_COLUMN_HTML = 128,	/* the text is HTML, of a table that is only
				   printed as HTML */
};

struct cvg_column {
	const char *key;   /* of a row's JSON object */
	const char *title; /* above the column; NULL: the key */
	struct cvg_source source;
	enum cvg_unit unit; /* of a number */
	char letter;	    /* 'B': numbers are shown as B12, CVG_NONE as '-' */
	unsigned use;	    /* of enum cvg_columnuse */
	uint32_t width;	    /* columns on a screen, 0: as wide as needed */
	uint32_t least;	    /* columns that a screen must have to show it */
};

/* The member's name is the column's key. */
#define CVG_COLUMN(record, member) \
	.key = #member, .source = CVG_SOURCE(record, member)

/* The column has another key than the member's name. */
#define CVG_COLUMN_OF(key_, record, member) \
	.key = key_, .source = CVG_SOURCE(record, member)

struct cvg_table {
	struct cvg_arena arena;
	struct cvg_column *column; /* [ncolumns] */
	uint32_t ncolumns;
	size_t bytes;	     /* of a record */
	cvg_vec(void *) row; /* records, in the arena */
};

void cvg_table_init(struct cvg_table *t, const struct cvg_column *columns,
		    size_t ncolumns, size_t bytes);
#define CVG_TABLE_INIT(t, record, columns)                                  \
	cvg_table_init((t), (columns), sizeof(columns) / sizeof *(columns), \
		       sizeof(record))
void cvg_table_done(struct cvg_table *t);

/* Add a row: copy the record and its texts, and take over its JSON values. */
void cvg_table_add(struct cvg_table *t, const void *record);
/* Leave the column of that key out of all output. */
void cvg_table_hide(struct cvg_table *t, const char *key);

/* ---- what back ends ask ---------------------------------------------- */

/* Do text, HTML and the screen have that column? */
bool cvg_column_is_shown(const struct cvg_column *column);
const char *cvg_column_title(const struct cvg_column *column);
/* Does the column show numbers, which stand at its right end? */
bool cvg_column_is_right(const struct cvg_column *column);
/* Append the text of a cell; '-' for what is not known. */
void cvg_table_cell(struct cvg_str *out, const struct cvg_table *t, size_t row,
		    uint32_t column);
/* The value of a cell in a column of changes. */
const struct cvg_change *cvg_table_change(const struct cvg_table *t, size_t row,
					  uint32_t column);
/* 1 if the change in the cell is for the better, -1 if it is for the worse, 0
 * if there is no change or the column has no changes. */
int cvg_table_verdict(const struct cvg_table *t, size_t row, uint32_t column);

/* ---- back ends ------------------------------------------------------- */

/* Append the titles and then the rows, in columns as wide as needed. */
void cvg_table_text(const struct cvg_table *t, struct cvg_str *out);
/* An array with an object for each row. */
struct json_t *cvg_table_json(const struct cvg_table *t);
/* One object, whose keys are in the first column and whose values are in
 * `column`. */
struct json_t *cvg_table_json_column(const struct cvg_table *t,
				     uint32_t column);
/* Append a <table> whose first column has the headings of the rows. */
void cvg_table_html(const struct cvg_table *t, struct cvg_str *out,
		    const char *caption);

/* ---- one record ------------------------------------------------------ */

/* Append the record as "title cell  title cell". */
void cvg_record_text(struct cvg_str *out, const struct cvg_column *columns,
		     size_t ncolumns, const void *record);
struct json_t *cvg_record_json(const struct cvg_column *columns,
			       size_t ncolumns, const void *record);
/* Append the cell of that column. */
void cvg_record_cell(struct cvg_str *out, const struct cvg_column *column,
		     const void *record);

/* ---- a sentence ------------------------------------------------------ */

/*
 * Values told in a sentence, which are also members of a JSON object:
 *
 *	CVG_TELL(out, json, "P{revision:P}: {warps} warp(s), {-done}{}\n",
 *		 CVG_V(rev), CVG_V(warps), CVG_V(done), CVG_V(remark));
 *
 * Each pair of braces stands for the next value. Inside is its key; no key:
 * only the text has it; "-key": only JSON has it. Behind the key may stand how
 * the text shows it: ":B" as an id, B12 and '-' for CVG_NONE, which JSON has as
 * "B12" and null; ":@" as a function, by cvg_cxx_add; ":%" as a share; ":." with
 * two decimals; ":+" with a plus sign; ":5" in 5 columns, to the right; ":<5" to
 * the left. "(s)" and "(es)" are left out behind the number 1. Names and paths
 * need no escaping: each value is made a part of one line. Takes over JSON values,
 * which have no text. `out` and `into` may be NULL: no text, no JSON is wanted.
 */
struct cvg_told {
	enum cvg_membertype type;
	const void *at; /* the value, of that type */
};

#define CVG_V(x)                                         \
	{                                                \
		.type = CVG_MEMBER_TYPE(x),              \
		.at = (__typeof__((void)0, (x))[]){(x)}, \
	}
#define CVG_TELL(out, into, words, ...)                                    \
	cvg_tell(out, into, words, (const struct cvg_told[]){__VA_ARGS__}, \
		 sizeof((const struct cvg_told[]){__VA_ARGS__}) /          \
			 sizeof(struct cvg_told))
void cvg_tell(struct cvg_str *out, struct json_t *into, const char *words,
	      const struct cvg_told *value, size_t n);
/* Append the lines of the text that are not empty, indented, and append each to
 * the array `list` as a string, unless `list` is NULL. */
void cvg_tell_lines(struct cvg_str *out, struct json_t *list,
		    const char *indent, const struct cvg_str *text);
/* Append a new object to the array and return it; NULL if `list` is NULL. */
struct json_t *cvg_json_item(struct json_t *list);
/* Give the object a new array of n new objects as that member and return the
 * array; NULL if `into` is NULL. */
struct json_t *cvg_json_items(struct json_t *into, const char *key, uint32_t n);
/* Give the object a new array as that member and return the array; NULL if
 * `into` is NULL. */
struct json_t *cvg_json_list(struct json_t *into, const char *key);

/* ---- numbers side by side -------------------------------------------- */

#define CVG_MOST_SIDES 3

/* The columns of a table that compares sides: the name, a value for each side,
 * the change from the first side to the last, and what is counted. */
struct cvg_besides {
	const char *corner;	      /* above the names */
	uint32_t rev[CVG_MOST_SIDES]; /* of the sides: P0 above the values */
	const char *word[CVG_MOST_SIDES]; /* before the revision, or NULL */
	uint32_t n;			  /* sides */
	bool plain; /* the change as a number, too, not only as a share */
	uint32_t name_width, width; /* on a screen: of names, of values */
	uint32_t bar;		    /* on a screen: of a bar; 0: none */
};

void cvg_besides_init(struct cvg_table *t, const struct cvg_besides *besides);
/* Add a row. value[] has a number for each side; NAN: not known. */
void cvg_besides_add(struct cvg_table *t, const struct cvg_quantity *what,
		     const double *value, bool more_is_better);
/* The object of side k, with the names of the rows as keys. */
struct json_t *cvg_besides_json(const struct cvg_table *t, uint32_t k);
/* Unit and kind of each row, with the names of the rows as keys. */
struct json_t *cvg_besides_json_kinds(const struct cvg_table *t);
/* An array of the objects of all sides, each with the member "revision". */
struct json_t *cvg_besides_json_all(const struct cvg_table *t,
				    const struct cvg_besides *besides);

#endif
