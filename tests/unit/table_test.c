/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Tables: text, JSON, HTML and screen say the same of the same records. */
#include "reconverge/graph.h"
#include "reconverge/quantity.h"
#include "reconverge/table.h"

#include "reconverge/counts.h"
#include "reconverge/metrics.h"
#include "ui/tables.h"

#include <jansson.h>
#include <math.h>
#include <string.h>

#include "tests/unit/unit.h"

struct line {
	uint32_t block;
	const char *name;
	uint64_t warps;
	int64_t net;
	double used;
	bool hot;
	const char *note; /* for people */
	json_t *sides;	  /* for programs */
};

static const struct cvg_column columns[] = {
	{CVG_COLUMN(struct line, block), .letter = 'B', .width = 6},
	{CVG_COLUMN(struct line, name), .width = 10},
	{CVG_COLUMN(struct line, warps), .width = 9},
	{CVG_COLUMN(struct line, net), .width = 6},
	{CVG_COLUMN(struct line, used), .unit = CVG_UNIT_SHARE, .width = 8},
	{CVG_COLUMN(struct line, hot), .width = 6},
	{CVG_COLUMN(struct line, note), .title = "", .use = CVG_COLUMN_SHOWN,
	 .least = 60},
	{CVG_COLUMN(struct line, sides), .use = CVG_COLUMN_JSON},
};

/* Two rows; in the second one what can be unknown is. The texts are in memory
 * that is gone when the table is read. */
static void fill(struct cvg_table *t)
{
	char name[] = "a<b", note[] = "first";

	CVG_TABLE_INIT(t, struct line, columns);
	cvg_table_add(t, &(struct line){.block = 3,
					.name = name,
					.warps = 1234567,
					.net = -5,
					.used = 0.875,
					.hot = true,
					.note = note,
					.sides = json_pack("[i]", 7)});
	memset(name, 'x', sizeof name - 1);
	memset(note, 'x', sizeof note - 1);
	cvg_table_add(t, &(struct line){.block = CVG_NONE, .used = NAN});
}

static char *dumped(json_t *take_value)
{
	char *text = json_dumps(take_value, JSON_REAL_PRECISION(9));

	json_decref(take_value);
	return text;
}

static void assert_sheet(const struct cvg_table *t, uint32_t width,
			 const char *want)
{
	struct cvg_ui ui = {.ascii = true};
	struct cvg_sheet sheet = {.pick = false};
	struct cvg_str got = {0};

	cvg_sheet_begin(&sheet);
	cvg_sheet_table(&sheet, &ui, t, width);
	for (size_t i = 0; i < sheet.lines.n; i++) {
		const struct cvg_sheetline *line = &sheet.lines.at[i];

		cvg_str_addn(&got, sheet.text.at + line->text_at, line->text_n);
		cvg_str_addc(&got, '\n');
	}
	assert_string_equal(cvg_str_of(&got), want);
	cvg_str_done(&got);
	cvg_sheet_done(&sheet);
}

static void assert_text(const struct cvg_table *t, const char *want)
{
	struct cvg_str got = {0};

	cvg_table_text(t, &got);
	assert_string_equal(cvg_str_of(&got), want);
	cvg_str_done(&got);
}

static void assert_json(json_t *take_value, const char *want)
{
	char *got = dumped(take_value);

	assert_string_equal(got, want);
	free(got);
}

static void text(void **state)
{
	struct cvg_table t;

	(void)state;
	fill(&t);
	assert_text(&t, "block  name    warps  net   used  hot\n"
			"B3     a<b   1234567   -5  87.5%  yes  first\n"
			"-                  0    0      -  no\n");
	cvg_table_hide(&t, "net");
	assert_text(&t, "block  name    warps   used  hot\n"
			"B3     a<b   1234567  87.5%  yes  first\n"
			"-                  0      -  no\n");
	cvg_table_done(&t);
}

static void json(void **state)
{
	struct cvg_table t;

	(void)state;
	fill(&t);
	assert_json(cvg_table_json(&t),
		    "[{\"block\": \"B3\", \"name\": \"a<b\", \"warps\": "
		    "1234567, \"net\": -5, \"used\": 0.875, \"hot\": true, "
		    "\"sides\": [7]}, {\"block\": null, \"name\": null, "
		    "\"warps\": 0, \"net\": 0, \"used\": null, \"hot\": "
		    "false, \"sides\": null}]");
	cvg_table_done(&t);
}

static void html(void **state)
{
	struct cvg_table t;
	struct cvg_str out = {0};

	(void)state;
	fill(&t);
	cvg_table_html(&t, &out, "lines");
	assert_non_null(strstr(out.at, "<th scope=\"col\">block</th>"));
	assert_non_null(strstr(
		out.at, "<tr><th scope=\"row\">B3</th><td class=\"l\">a&lt;b"
			"</td><td>1,234,567</td><td>-5</td><td>87.5%</td>"
			"<td class=\"l\">yes</td><td class=\"l\">first</td>"
			"</tr>\n"));
	assert_non_null(strstr(
		out.at, "<tr><th scope=\"row\">-</th><td class=\"l\"></td>"
			"<td>0</td><td>0</td><td>-</td><td class=\"l\">no"
			"</td><td class=\"l\"></td></tr>\n"));
	cvg_str_clear(&out);
	t.column[1].use |= CVG_COLUMN_HTML;
	cvg_table_html(&t, &out, "lines");
	assert_non_null(strstr(out.at, "<td class=\"l\">a<b</td>"));
	cvg_str_done(&out);
	cvg_table_done(&t);
}

static void screen(void **state)
{
	struct cvg_table t;

	(void)state;
	fill(&t);
	assert_sheet(&t, 60,
		     "block   name        warps   net    used  hot\n"
		     "B3      a<b       1234567    -5   87.5%  yes   first\n"
		     "-                       0     0       -  no\n");
	/* What there is no room for is left out. */
	assert_sheet(&t, 31,
		     "block   name        warps   net\n"
		     "B3      a<b       1234567    -5\n"
		     "-                       0     0\n");
	cvg_table_done(&t);
}

/* ---- a sentence ------------------------------------------------------ */

/* Says `take_into` as JSON too, unless it is NULL. */
static void assert_told(json_t *take_into, const char *want, const char *json)
{
	const uint32_t at[] = {0, 2};
	struct cvg_block block[3] = {{.uid = 4}, {.uid = 5}, {.uid = 7}};
	struct cvg_fn fn = {.blocks = block, .nblocks = 3};
	struct cvg_blocks blocks = {&fn, at, 2};
	struct cvg_str got = {0};

	CVG_TELL(&got, take_into,
		 "{rev:P} {up:P}: {warps} warp(s) in {n} branch(es), {}: "
		 "{used:%} {cost:4} {net:+} {ratio:.} {blocks}{-all}{-hot} "
		 "{left:<12}{:11}|\n",
		 CVG_V((uint32_t)3), CVG_V(CVG_NONE), CVG_V(UINT64_MAX),
		 CVG_V((uint32_t)1), CVG_V("text"), CVG_V((double)NAN),
		 CVG_V((uint32_t)12), CVG_V((int64_t)5), CVG_V(0.125),
		 CVG_V(blocks), CVG_V(json_pack("[i]", 1)), CVG_V((bool)true),
		 CVG_V("\u25c6 at left"), CVG_V("at right"));
	assert_string_equal(got.at, want);
	cvg_str_done(&got);
	if (take_into)
		assert_json(take_into, json);
}

static void sentence(void **state)
{
	const char *want =
		"P3 -: 18446744073709551615 warps in 1 branch, "
		"text: -   12 +5 0.12 B4,B7 \u25c6 at left      at right|\n";

	(void)state;
	assert_told(NULL, want, NULL);
	assert_told(json_object(), want,
		    "{\"rev\": \"P3\", \"up\": null, \"warps\": -1, \"n\": 1, "
		    "\"used\": null, \"cost\": 12, \"net\": 5, \"ratio\": "
		    "0.125, \"blocks\": [\"B4\", \"B7\"], \"all\": [1], "
		    "\"hot\": true, \"left\": \"\u25c6 at left\"}");
}

static void json_alone(void **state)
{
	json_t *into = json_object();

	(void)state;
	CVG_TELL(NULL, into, "{id:B}{name}", CVG_V((uint32_t)3),
		 CVG_V("entry"));
	assert_json(into, "{\"id\": \"B3\", \"name\": \"entry\"}");
}

/* Lists and items of an object that is not there are not there. */
static void no_json(void **state)
{
	struct cvg_str text = {0}, got = {0};

	(void)state;
	assert_null(cvg_json_list(NULL, "key"));
	assert_null(cvg_json_items(NULL, "key", 2));
	assert_null(cvg_json_item(NULL));
	cvg_str_add(&text, "one\n\ntwo");
	cvg_tell_lines(&got, NULL, "  ", &text);
	assert_string_equal(got.at, "  one\n  two\n");
	cvg_str_done(&text);
	cvg_str_done(&got);
}

/* ---- numbers side by side -------------------------------------------- */

static void sides(struct cvg_table *t, struct cvg_besides *b)
{
	*b = (struct cvg_besides){.corner = "@f",
				  .rev = {0, 2},
				  .n = 2,
				  .plain = true,
				  .name_width = 12,
				  .width = 8,
				  .bar = 6};
	cvg_besides_init(t, b);
	cvg_besides_add(t, cvg_count_row(CVG_COUNT_CYCLES),
			(double[]){1000, 750}, false);
	cvg_besides_add(t, cvg_metric_row(CVG_METRIC_UTILIZATION),
			(double[]){0.5, 0.625}, true);
	cvg_besides_add(t, cvg_metric_row(CVG_METRIC_WARP_CYCLES),
			(double[]){NAN, 8}, false);
}

static void besides(void **state)
{
	struct cvg_besides b;
	struct cvg_table t;

	(void)state;
	sides(&t, &b);
	assert_text(&t, "@f                 P0     P2  change\n"
			"cycles       s   1000    750    -250  -25.0%  "
			"cycles of the instructions, by the cost table\n"
			"utilization  r  50.0%  62.5%   +12.5          "
			"active lanes, of all lanes, in all instructions\n"
			"warp-cycles  r      -      8                  "
			"cycles of all warps, by the cost table\n");
	assert_json(cvg_besides_json_all(&t, &b),
		    "[{\"revision\": \"P0\", \"cycles\": 1000, "
		    "\"utilization\": 0.5, \"warp_cycles\": null}, "
		    "{\"revision\": \"P2\", \"cycles\": 750, "
		    "\"utilization\": 0.625, \"warp_cycles\": 8}]");
	assert_json(
		cvg_besides_json_kinds(&t),
		"{\"cycles\": {\"unit\": \"cycles\", \"kind\": \"static\"}, "
		"\"utilization\": {\"unit\": \"share\", "
		"\"kind\": \"simulated\"}, "
		"\"warp_cycles\": {\"unit\": \"cycles\", "
		"\"kind\": \"simulated\"}}");
	assert_sheet(&t, 60,
		     "@f                 P0      P2  change\n"
		     "cycles        s  1000     750    -250  -25.0%  -\n"
		     "utilization   r 50.0%   62.5%   +12.5          +\n"
		     "warp-cycles   r     -       8\n");
	assert_int_equal(cvg_table_verdict(&t, 0, 4), 1);
	assert_int_equal(cvg_table_verdict(&t, 1, 4), 1);
	assert_int_equal(cvg_table_verdict(&t, 2, 4), 0);
	cvg_table_done(&t);
}

UNIT_TESTS(table_test)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(text),	    cmocka_unit_test(json),
		cmocka_unit_test(html),	    cmocka_unit_test(screen),
		cmocka_unit_test(sentence), cmocka_unit_test(no_json),
		cmocka_unit_test(besides),  cmocka_unit_test(json_alone),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
