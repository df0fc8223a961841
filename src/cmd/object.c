/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * From words to what they name: B12 or a label, %x, R3, P4, mark:x. Always in
 * the function in focus at the current revision.
 */
#include "call.h"

#include "reconverge/analysis.h"
#include "reconverge/export.h"
#include "reconverge/graph.h"
#include "reconverge/plan.h"
#include "reconverge/session.h"
#include "reconverge/table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Before the first block of a region. */
#define REGION "region:"

bool cvg_blame_word(struct cvg_err *err, const struct cvg_word *word)
{
	if (err) {
		err->line = word->line;
		err->column = word->column;
	}
	return false;
}

bool cvg_fail_word(struct cvg_err *err, const struct cvg_word *word,
		   const char *fmt, ...)
{
	struct cvg_str s = {0};
	va_list ap;

	va_start(ap, fmt);
	cvg_str_vaddf(&s, fmt, ap);
	va_end(ap);
	cvg_fail(err, "%s", cvg_str_of(&s));
	cvg_str_done(&s);
	return cvg_blame_word(err, word);
}

/* Does the message begin with the option ("key=...") or the value ("value:...") that
 * the word holds? */
static bool is_about(const char *message, const struct cvg_word *word)
{
	const char *value = word->text + (word->key ? word->key + 1 : 0);
	size_t n = strlen(value);

	if (word->key && !strncmp(message, word->text, word->key + 1))
		return true;
	return n && !strncmp(message, value, n) && message[n] == ':';
}

void cvg_blame_argument(struct cvg_err *err, const struct cvg_call *call)
{
	for (uint32_t i = 0; i < call->nargs && !err->column; i++)
		if (is_about(err->msg, &call->arg[i]))
			cvg_blame_word(err, &call->arg[i]);
	if (!err->column)
		cvg_blame_word(err, &call->line->word[0]);
}

bool cvg_is_id(const char *text, char letter, uint32_t *n)
{
	uint64_t value = 0;

	if (*text != letter || !text[1])
		return false;
	for (const char *p = text + 1; *p; p++) {
		if (*p < '0' || *p > '9' || value > UINT32_MAX)
			return false;
		value = value * 10 + (uint64_t)(*p - '0');
	}
	if (value >= CVG_NONE)
		return false;
	*n = (uint32_t)value;
	return true;
}

bool cvg_word_number(const struct cvg_word *word, uint32_t *n,
		     struct cvg_err *err)
{
	struct cvg_str s = {0};
	bool ok;

	cvg_str_addf(&s, "n%s", word->text);
	ok = cvg_is_id(s.at, 'n', n) && *n > 0;
	cvg_str_done(&s);
	if (!ok)
		return cvg_fail_word(err, word,
				     "expected a number from 1 up, not '%.60s'",
				     word->text);
	return true;
}

bool cvg_word_block(struct cvg_call *call, const struct cvg_word *word,
		    uint32_t *block, struct cvg_err *err)
{
	const struct cvg_fn *fn = cvg_call_fn(call);
	uint32_t uid;

	*block = CVG_NONE;
	if (cvg_is_id(word->text, 'B', &uid))
		*block = cvg_block_by_uid(fn, uid);
	if (*block == CVG_NONE)
		*block = cvg_block_by_name(fn,
					   word->text + (*word->text == '%'));
	if (*block == CVG_NONE)
		return cvg_fail_word(err, word,
				     "no block '%.60s' in @%.300s: 'cfg' lists "
				     "its blocks",
				     word->text, fn->name);
	return true;
}

/* "region:B5", the smallest region that begins at that block. */
static bool region_at(struct cvg_call *call, const struct cvg_word *word,
		      uint32_t *region, struct cvg_err *err)
{
	const struct cvg_regions *rs = cvg_ana_regions(cvg_call_ana(call));
	struct cvg_word entry = *word;
	uint32_t block;

	entry.text = word->text + strlen(REGION);
	entry.column += (uint32_t)strlen(REGION);
	if (!cvg_word_block(call, &entry, &block, err))
		return false;
	*region = rs->innermost[block];
	if (*region != CVG_NONE && rs->region[*region].entry == block)
		return true;
	return cvg_fail_word(err, &entry,
			     "no region begins at '%.60s': 'regions' lists "
			     "the regions",
			     entry.text);
}

bool cvg_word_region(struct cvg_call *call, const struct cvg_word *word,
		     uint32_t *region, struct cvg_err *err)
{
	const struct cvg_regions *rs = cvg_ana_regions(cvg_call_ana(call));

	if (!strncmp(word->text, REGION, strlen(REGION)))
		return region_at(call, word, region, err);
	if (!cvg_is_id(word->text, 'R', region) || *region >= rs->n)
		return cvg_fail_word(err, word,
				     "no region '%.60s' in @%.300s: 'regions' "
				     "lists its regions",
				     word->text, cvg_call_fn(call)->name);
	return true;
}

/* A loop stands for its header. */
static bool word_loop(struct cvg_call *call, const struct cvg_word *word,
		      uint32_t *header, struct cvg_err *err)
{
	const struct cvg_loops *ls = cvg_ana_loops(cvg_call_ana(call));
	uint32_t n;

	if (!cvg_is_id(word->text, 'L', &n) || n >= ls->n)
		return cvg_fail_word(
			err, word,
			"no loop '%.60s' in @%.300s: 'loops' lists its loops",
			word->text, cvg_call_fn(call)->name);
	*header = ls->loop[n].header;
	return true;
}

bool cvg_word_value(struct cvg_call *call, const struct cvg_word *word,
		    uint32_t *value, struct cvg_err *err)
{
	const struct cvg_fn *fn = cvg_call_fn(call);

	*value = cvg_value_by_name(fn, word->text);
	if (*value == CVG_NONE)
		return cvg_fail_word(err, word, "no value '%.60s' in @%.300s",
				     word->text, fn->name);
	return true;
}

bool cvg_word_rev(struct cvg_call *call, const struct cvg_word *word,
		  uint32_t *rev, struct cvg_err *err)
{
	return cvg_session_find_rev(call->session, word->text, rev, err) ||
	       cvg_blame_word(err, word);
}

/* A label may look like R3: a region is meant, %R3 is the label. */
enum cvg_takes cvg_word_kind(const struct cvg_word *word)
{
	uint32_t n;

	if (cvg_is_id(word->text, 'L', &n))
		return CVG_TAKES_LOOP;
	if (cvg_is_id(word->text, 'R', &n) ||
	    !strncmp(word->text, REGION, strlen(REGION)))
		return CVG_TAKES_REGION;
	return CVG_TAKES_BLOCK;
}

bool cvg_word_object(struct cvg_call *call, const struct cvg_word *word,
		     struct cvg_object *o, struct cvg_err *err)
{
	enum cvg_takes kind = cvg_word_kind(word);

	o->kind = kind == CVG_TAKES_REGION ? CVG_OBJ_REGION : CVG_OBJ_BLOCK;
	if (kind == CVG_TAKES_LOOP)
		return word_loop(call, word, &o->id, err);
	if (kind == CVG_TAKES_REGION)
		return cvg_word_region(call, word, &o->id, err);
	return cvg_word_block(call, word, &o->id, err);
}

bool cvg_word_candidate(struct cvg_call *call, const struct cvg_word *word,
			const struct cvg_candidate **out, struct cvg_err *err)
{
	const struct cvg_plan *plan = cvg_session_plan(call->session);
	struct cvg_object o;
	uint32_t entry;

	if (!cvg_word_object(call, word, &o, err))
		return false;
	*out = NULL;
	for (uint32_t i = 0; i < plan->n && !*out; i++)
		if (o.kind == CVG_OBJ_REGION && plan->at[i].region == o.id)
			*out = &plan->at[i];
	if (*out)
		return true;
	entry = o.kind == CVG_OBJ_BLOCK ? o.id
					: cvg_ana_regions(cvg_call_ana(call))
						  ->region[o.id]
						  .entry;
	*out = cvg_plan_at(plan, entry);
	if (!*out)
		return cvg_fail_word(
			err, word,
			"no divergent branch at '%.60s': 'candidates' lists "
			"the divergent branches",
			word->text);
	return true;
}

/* ---- what every handler asks ----------------------------------------- */

const struct cvg_fn *cvg_call_fn(struct cvg_call *call)
{
	return cvg_session_fn(call->session, CVG_NONE, CVG_NONE);
}

struct cvg_ana *cvg_call_ana(struct cvg_call *call)
{
	return cvg_session_ana(call->session, CVG_NONE, CVG_NONE);
}

void cvg_call_set(struct cvg_call *call, const char *key, json_t *take_value)
{
	if (call->json)
		json_object_set_new(call->json, key, take_value);
	else
		json_decref(take_value);
}

void cvg_call_cycles(struct cvg_call *call, const char *names,
		     enum cvg_countkind kind)
{
	json_t *kinds = json_object_get(call->json, "kinds");

	if (!call->json)
		return;
	if (!kinds) {
		kinds = json_object();
		json_object_set_new(call->json, "kinds", kinds);
	}
	while (*names) {
		size_t n = strcspn(names, " ");

		json_object_setn_new(kinds, names, n,
				     cvg_json_unit(CVG_UNIT_CYCLES, kind));
		names += n + (names[n] == ' ');
	}
}

void cvg_call_table(struct cvg_call *call, const char *key,
		    struct cvg_table *take_table)
{
	if (call->json)
		cvg_call_set(call, key, cvg_table_json(take_table));
	else
		cvg_table_text(take_table, &call->out);
	cvg_table_done(take_table);
}

const char *cvg_value_label(const struct cvg_fn *fn, uint32_t v)
{
	uint32_t i = cvg_value_inst(fn, v);
	const char *text = fn->values[v].text;

	if (text && *text)
		return text;
	return i == CVG_NONE ? "?" : cvg_inst_text(&fn->insts[i]);
}

void cvg_add_count(struct cvg_str *s, uint64_t n, const char *one)
{
	size_t len = strlen(one);

	cvg_str_addf(s, "%llu ", (unsigned long long)n);
	if (n != 1 && !strcmp(one, "branch"))
		cvg_str_add(s, "branches");
	else if (n != 1 && len > 1 && one[len - 1] == 'y')
		cvg_str_addf(s, "%.*sies", (int)len - 1, one);
	else
		cvg_str_addf(s, "%s%s", one, n == 1 ? "" : "s");
}
