/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * From words to what they name: B12 or a label, %x, R3, P4, mark:x. Always in
 * the function in focus at the current revision.
 */
#include "call.h"

#include "reconverge/analysis.h"
#include "reconverge/graph.h"
#include "reconverge/plan.h"
#include "reconverge/session.h"
#include "reconverge/table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Before the first block of a region. */
#define REGION "region:"

bool cvg_blame_word(struct cvg_err *err, const struct cvg_word *w)
{
	if (err) {
		err->line = w->line;
		err->column = w->column;
	}
	return false;
}

bool cvg_fail_word(struct cvg_err *err, const struct cvg_word *w,
		   const char *fmt, ...)
{
	struct cvg_str s = {0};
	va_list ap;

	va_start(ap, fmt);
	cvg_str_vaddf(&s, fmt, ap);
	va_end(ap);
	cvg_fail(err, "%s", cvg_str_of(&s));
	cvg_str_done(&s);
	return cvg_blame_word(err, w);
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

bool cvg_word_number(const struct cvg_word *w, uint32_t *n, struct cvg_err *err)
{
	struct cvg_str s = {0};
	bool ok;

	cvg_str_addf(&s, "n%s", w->text);
	ok = cvg_is_id(s.at, 'n', n) && *n > 0;
	cvg_str_done(&s);
	if (!ok)
		return cvg_fail_word(err, w,
				     "expected a number from 1 up, not '%.60s'",
				     w->text);
	return true;
}

bool cvg_word_block(struct cvg_call *c, const struct cvg_word *w,
		    uint32_t *block, struct cvg_err *err)
{
	const struct cvg_fn *fn = cvg_call_fn(c);
	uint32_t uid;

	*block = CVG_NONE;
	if (cvg_is_id(w->text, 'B', &uid))
		*block = cvg_block_by_uid(fn, uid);
	if (*block == CVG_NONE)
		*block = cvg_block_by_name(fn, w->text + (*w->text == '%'));
	if (*block == CVG_NONE)
		return cvg_fail_word(err, w,
				     "no block '%.60s' in @%.60s: 'cfg' lists "
				     "its blocks",
				     w->text, fn->name);
	return true;
}

/* "region:B5", the smallest region that begins at that block. */
static bool region_at(struct cvg_call *c, const struct cvg_word *w,
		      uint32_t *region, struct cvg_err *err)
{
	const struct cvg_regions *rs = cvg_ana_regions(cvg_call_ana(c));
	struct cvg_word entry = *w;
	uint32_t block;

	entry.text = w->text + strlen(REGION);
	entry.column += (uint32_t)strlen(REGION);
	if (!cvg_word_block(c, &entry, &block, err))
		return false;
	*region = rs->innermost[block];
	if (*region != CVG_NONE && rs->region[*region].entry == block)
		return true;
	return cvg_fail_word(err, &entry,
			     "no region begins at '%.60s': 'regions' lists "
			     "the regions",
			     entry.text);
}

bool cvg_word_region(struct cvg_call *c, const struct cvg_word *w,
		     uint32_t *region, struct cvg_err *err)
{
	const struct cvg_regions *rs = cvg_ana_regions(cvg_call_ana(c));

	if (!strncmp(w->text, REGION, strlen(REGION)))
		return region_at(c, w, region, err);
	if (!cvg_is_id(w->text, 'R', region) || *region >= rs->n)
		return cvg_fail_word(err, w,
				     "no region '%.60s' in @%.60s: 'regions' "
				     "lists its regions",
				     w->text, cvg_call_fn(c)->name);
	return true;
}

/* A loop stands for its header. */
static bool word_loop(struct cvg_call *c, const struct cvg_word *w,
		      uint32_t *header, struct cvg_err *err)
{
	const struct cvg_loops *ls = cvg_ana_loops(cvg_call_ana(c));
	uint32_t n;

	if (!cvg_is_id(w->text, 'L', &n) || n >= ls->n)
		return cvg_fail_word(
			err, w,
			"no loop '%.60s' in @%.60s: 'loops' lists its loops",
			w->text, cvg_call_fn(c)->name);
	*header = ls->loop[n].header;
	return true;
}

bool cvg_word_value(struct cvg_call *c, const struct cvg_word *w,
		    uint32_t *value, struct cvg_err *err)
{
	const struct cvg_fn *fn = cvg_call_fn(c);

	*value = cvg_value_by_name(fn, w->text);
	if (*value == CVG_NONE)
		return cvg_fail_word(err, w, "no value '%.60s' in @%.60s",
				     w->text, fn->name);
	return true;
}

bool cvg_word_rev(struct cvg_call *c, const struct cvg_word *w, uint32_t *rev,
		  struct cvg_err *err)
{
	return cvg_session_find_rev(c->s, w->text, rev, err) ||
	       cvg_blame_word(err, w);
}

/* A label may look like R3: a region is meant, %R3 is the label. */
enum cvg_takes cvg_word_kind(const struct cvg_word *w)
{
	uint32_t n;

	if (cvg_is_id(w->text, 'L', &n))
		return CVG_TAKES_LOOP;
	if (cvg_is_id(w->text, 'R', &n) ||
	    !strncmp(w->text, REGION, strlen(REGION)))
		return CVG_TAKES_REGION;
	return CVG_TAKES_BLOCK;
}

bool cvg_word_object(struct cvg_call *c, const struct cvg_word *w,
		     struct cvg_object *o, struct cvg_err *err)
{
	enum cvg_takes kind = cvg_word_kind(w);

	o->kind = kind == CVG_TAKES_REGION ? CVG_OBJ_REGION : CVG_OBJ_BLOCK;
	if (kind == CVG_TAKES_LOOP)
		return word_loop(c, w, &o->id, err);
	if (kind == CVG_TAKES_REGION)
		return cvg_word_region(c, w, &o->id, err);
	return cvg_word_block(c, w, &o->id, err);
}

bool cvg_word_candidate(struct cvg_call *c, const struct cvg_word *w,
			const struct cvg_candidate **out, struct cvg_err *err)
{
	const struct cvg_plan *plan = cvg_session_plan(c->s);
	struct cvg_object o;
	uint32_t entry;

	if (!cvg_word_object(c, w, &o, err))
		return false;
	*out = NULL;
	for (uint32_t i = 0; i < plan->n && !*out; i++)
		if (o.kind == CVG_OBJ_REGION && plan->at[i].region == o.id)
			*out = &plan->at[i];
	if (*out)
		return true;
	entry = o.kind == CVG_OBJ_BLOCK
			? o.id
			: cvg_ana_regions(cvg_call_ana(c))->region[o.id].entry;
	*out = cvg_plan_at(plan, entry);
	if (!*out)
		return cvg_fail_word(
			err, w,
			"no divergent branch at '%.60s': 'candidates' lists "
			"the divergent branches",
			w->text);
	return true;
}

/* ---- what every handler asks ----------------------------------------- */

const struct cvg_fn *cvg_call_fn(struct cvg_call *c)
{
	return cvg_session_fn(c->s, CVG_NONE, CVG_NONE);
}

struct cvg_ana *cvg_call_ana(struct cvg_call *c)
{
	return cvg_session_ana(c->s, CVG_NONE, CVG_NONE);
}

void cvg_call_set(struct cvg_call *c, const char *key, json_t *take_value)
{
	if (c->json)
		json_object_set_new(c->json, key, take_value);
	else
		json_decref(take_value);
}

void cvg_call_table(struct cvg_call *c, const char *key,
		    struct cvg_table *take_t)
{
	if (c->json)
		cvg_call_set(c, key, cvg_table_json(take_t));
	else
		cvg_table_text(take_t, &c->out);
	cvg_table_done(take_t);
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
