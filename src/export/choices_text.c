/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The numbers of one candidate as text and as JSON. */
#include "choices.h"

#include "reconverge/flat.h"
#include "reconverge/fuse.h"
#include "reconverge/graph.h"
#include "reconverge/linear.h"
#include "reconverge/look.h"
#include "reconverge/plan.h"
#include "reconverge/refusal.h"
#include "reconverge/table.h"

#include <jansson.h>
#include <string.h>

/* ---- the texts ------------------------------------------------------- */

enum cvg_countkind cvg_kind_of_linear(const struct cvg_linregion *region)
{
	return region->measured ? CVG_COUNTED_PROFILED : CVG_COUNTED_GUESSED;
}

enum cvg_countkind cvg_kind_of_nest(const struct cvg_flatnest *nest)
{
	return nest->source == CVG_FLAT_MEASURED ||
			       nest->source == CVG_FLAT_UNREACHED
		       ? CVG_COUNTED_PROFILED
		       : CVG_COUNTED_GUESSED;
}

static void add_pairs(struct cvg_meldsums *sums, const struct cvg_candidate *cd)
{
	sums->pairs += cd->npairs;
	for (uint32_t i = 0; i < cd->npairs; i++) {
		const struct cvg_meldpair *pair = &cd->pair[i];

		if (pair->mp_s > sums->mp_s)
			sums->mp_s = pair->mp_s;
		sums->saved += pair->saved;
		sums->selects += pair->selects;
		sums->branches += pair->branches;
	}
}

struct cvg_meldsums cvg_meld_sums(const struct cvg_candidate *cd)
{
	struct cvg_meldsums s = {
		.both = cd->both,
		.net = cd->net,
		.unit = cvg_unit_name(CVG_UNIT_CYCLES),
		.kind = cvg_countkind_name(cvg_candidate_kind(cd))};

	if (!cd->nparts)
		add_pairs(&s, cd);
	for (uint32_t p = 0; p < cd->nparts; p++)
		add_pairs(&s, &cd->part[p]);
	return s;
}

struct cvg_linsums cvg_linear_sums(const struct cvg_linregion *region)
{
	return (struct cvg_linsums){
		.units = region->nunits,
		.splits = region->nsplits,
		.guards = region->new_blocks,
		.runs = region->worst,
		.saved = region->saved,
		.price = region->price,
		.covered = region->covered,
		.net = cvg_linear_net(region),
		.times = region->times,
		.unit = cvg_unit_name(CVG_UNIT_CYCLES),
		.kind = cvg_countkind_name(cvg_kind_of_linear(region)),
		.timing = region->timed ? "scoreboard" : "latency",
		.source = cvg_linear_source(region)};
}

static struct cvg_fusesums fuse_sums(const struct cvg_fuse *fuse)
{
	return (struct cvg_fusesums){
		.mp_s = fuse->mp_s,
		.pairs = fuse->pairs,
		.saved = fuse->saved,
		.selects = fuse->selects,
		.branches = fuse->branches,
		.added = fuse->added,
		.second = fuse->second,
		.apart = fuse->apart,
		.both = fuse->both,
		.again = fuse->again,
		.net = fuse->net,
		.unit = cvg_unit_name(CVG_UNIT_CYCLES),
		.kind = cvg_countkind_name(cvg_fuse_kind(fuse))};
}

static struct cvg_flatsums flat_sums(const struct cvg_flatnest *nest)
{
	return (struct cvg_flatsums){
		.ta = nest->ta,
		.tb = nest->tb,
		.idle = nest->idle,
		.lanes = nest->lanes,
		.net = nest->net,
		.to = nest->to,
		.less = nest->less,
		.speedup = nest->before / nest->after,
		.unit = cvg_unit_name(CVG_UNIT_CYCLES),
		.kind = cvg_countkind_name(cvg_kind_of_nest(nest)),
		.source = cvg_flat_source(nest->source),
		.above = nest->above,
		.counted = nest->counted,
		.pays = nest->pays,
		.chosen = nest->chosen};
}

/* ---- the columns ----------------------------------------------------- */

#define SHOWN  0
#define JSON   CVG_COLUMN_JSON
#define SIGNED CVG_COLUMN_SIGNED
#define ROW(record, member, label, unit_, use_)             \
	{CVG_COLUMN(struct record, member), .title = label, \
	 .unit = CVG_UNIT_##unit_, .use = use_},

static const struct cvg_column meld_columns[] = {
#define MELD(member, label, unit, use, help) \
	ROW(cvg_meldsums, member, label, unit, use)
#include "reconverge/choices.def"
};

static const struct cvg_column linear_columns[] = {
#define LINEAR(member, label, unit, use, help) \
	ROW(cvg_linsums, member, label, unit, use)
#include "reconverge/choices.def"
};

static const struct cvg_column fuse_columns[] = {
#define FUSE(member, label, unit, use, help) \
	ROW(cvg_fusesums, member, label, unit, use)
#include "reconverge/choices.def"
};

static const struct cvg_column flat_columns[] = {
#define FLAT(member, label, unit, use, help) \
	ROW(cvg_flatsums, member, label, unit, use)
#include "reconverge/choices.def"
};

#undef SHOWN
#undef JSON
#undef SIGNED

static const char *const meld_help[] = {
#define MELD(member, label, unit, use, help) help,
#include "reconverge/choices.def"
};

static const char *const linear_help[] = {
#define LINEAR(member, label, unit, use, help) help,
#include "reconverge/choices.def"
};

static const char *const fuse_help[] = {
#define FUSE(member, label, unit, use, help) help,
#include "reconverge/choices.def"
};

static const char *const flat_help[] = {
#define FLAT(member, label, unit, use, help) help,
#include "reconverge/choices.def"
};

#define COUNT_OF(array) (sizeof(array) / sizeof *(array))

const struct cvg_column *cvg_choice_columns(enum cvg_choicekind kind, size_t *n,
					    const char *const **help)
{
	switch (kind) {
	case CVG_CHOICE_MELD:
		*n = COUNT_OF(meld_columns);
		*help = meld_help;
		return meld_columns;
	case CVG_CHOICE_LINEAR:
		*n = COUNT_OF(linear_columns);
		*help = linear_help;
		return linear_columns;
	case CVG_CHOICE_FUSE:
		*n = COUNT_OF(fuse_columns);
		*help = fuse_help;
		return fuse_columns;
	case CVG_CHOICE_FLAT:
		*n = COUNT_OF(flat_columns);
		*help = flat_help;
		return flat_columns;
	}
	return NULL;
}

/* The arms of a switch that are melded, two in a list. */
static json_t *json_arms(const struct cvg_fn *fn,
			 const struct cvg_candidate *cd)
{
	json_t *list = json_array();

	for (uint32_t p = 0; p < cd->nparts; p++) {
		const uint32_t *start = cd->part[p].start;

		json_array_append_new(
			list, json_pack("[oo]", cvg_json_block(fn, start[0]),
					cvg_json_block(fn, start[1])));
	}
	return list;
}

json_t *cvg_json_meld(const struct cvg_fn *fn, const struct cvg_candidate *cd)
{
	struct cvg_meldsums s = cvg_meld_sums(cd);
	json_t *o = cvg_record_json(meld_columns, COUNT_OF(meld_columns), &s);

	if (cd->nparts)
		json_object_set_new(o, "arms", json_arms(fn, cd));
	return o;
}

json_t *cvg_json_linear(const struct cvg_linregion *region)
{
	struct cvg_linsums s = cvg_linear_sums(region);

	return cvg_record_json(linear_columns, COUNT_OF(linear_columns), &s);
}

json_t *cvg_json_fuse(const struct cvg_fuse *fuse)
{
	struct cvg_fusesums s = fuse_sums(fuse);

	return cvg_record_json(fuse_columns, COUNT_OF(fuse_columns), &s);
}

json_t *cvg_json_flat(const struct cvg_flatnest *nest)
{
	struct cvg_flatsums s = flat_sums(nest);

	return cvg_record_json(flat_columns, COUNT_OF(flat_columns), &s);
}

void cvg_add_meld(struct cvg_str *out, const struct cvg_fn *fn,
		  const struct cvg_candidate *cd)
{
	struct cvg_meldsums s = cvg_meld_sums(cd);

	cvg_record_text(out, meld_columns, COUNT_OF(meld_columns), &s);
	if (!cd->nparts)
		return;
	cvg_str_add(out, ": ");
	cvg_add_parts(out, fn, cd);
}

void cvg_add_fuse(struct cvg_str *out, const struct cvg_fuse *fuse)
{
	struct cvg_fusesums s = fuse_sums(fuse);

	cvg_record_text(out, fuse_columns, COUNT_OF(fuse_columns), &s);
}

/* " (B3: %x = ...)"; CVG_NONE: there is no block, no instruction. */
static void add_culprit(struct cvg_str *out, const struct cvg_fn *fn,
			uint32_t block, uint32_t inst,
			const struct cvg_look *look)
{
	if (block == CVG_NONE)
		return;
	cvg_str_addf(out, " (B%u", fn->blocks[block].uid);
	cvg_spot_add(out, " at ", fn,
		     inst == CVG_NONE ? cvg_block_spot(fn, block)
				      : fn->insts[inst].spot);
	if (inst != CVG_NONE && fn->insts[inst].text) {
		cvg_str_add(out, ": ");
		cvg_text_clip(out, fn->insts[inst].text, 48, look);
	}
	cvg_str_addc(out, ')');
}

static void add_refusal(struct cvg_str *out, const struct cvg_fn *fn,
			enum cvg_refusal why, uint32_t block, uint32_t inst,
			const char *step, const struct cvg_look *look)
{
	cvg_str_add(out, cvg_refusal_text(why));
	add_culprit(out, fn, block, inst, look);
	if (step)
		cvg_str_addf(out, "; '%s' may lift this", step);
}

void cvg_add_refusal(struct cvg_str *out, const struct cvg_fn *fn,
		     enum cvg_refusal why, uint32_t block, uint32_t inst,
		     const struct cvg_look *look)
{
	add_refusal(out, fn, why, block, inst, cvg_refusal_step(why), look);
}

void cvg_add_meld_refusal(struct cvg_str *out, const struct cvg_fn *fn,
			  const struct cvg_candidate *cd,
			  const struct cvg_look *look)
{
	uint32_t i = cd->culprit;
	uint32_t b = i == CVG_NONE ? cd->culprit_block : fn->insts[i].block;

	add_refusal(out, fn, cd->refusal, b, i, cvg_candidate_step(cd), look);
}

void cvg_add_linear(struct cvg_str *out, const struct cvg_linregion *region)
{
	struct cvg_linsums s = cvg_linear_sums(region);

	cvg_str_addf(out, "%u of %u blocks  ", s.units,
		     region->nblocks + s.splits);
	if (s.splits)
		cvg_str_addf(out, "%u by splitting  ", s.splits);
	cvg_record_text(out, linear_columns, COUNT_OF(linear_columns), &s);
	if (s.net < 0 && region->times > 0)
		cvg_str_add(out, ": costs more");
	cvg_linear_add_covered(out, region, "  ");
	if (region->measured && region->times == 0)
		cvg_str_add(out, "  never reached");
	else if (region->times != 1)
		cvg_str_addf(out, "  x%.4g", region->times);
}

void cvg_add_linear_refusal(struct cvg_str *out, const struct cvg_fn *fn,
			    const struct cvg_linregion *region,
			    const struct cvg_look *look)
{
	cvg_str_add(out, cvg_refusal_text(region->refusal));
	if (region->refusal == CVG_REFUSE_LIN_PROFIT)
		cvg_str_addf(out, ": %lld, they save %lld, %s",
			     (long long)region->price, (long long)region->saved,
			     cvg_linear_source(region));
	if (region->refusal == CVG_REFUSE_LIN_PROFIT)
		cvg_linear_add_covered(out, region, ", ");
	add_culprit(out, fn, region->culprit_block, region->culprit, look);
}
