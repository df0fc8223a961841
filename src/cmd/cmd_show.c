/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Showing one thing in full: a block, the settings, the cost table. */
#include "call.h"

#include "reconverge/analysis.h"
#include "reconverge/cost.h"
#include "reconverge/graph.h"
#include "reconverge/look.h"
#include "reconverge/notes.h"
#include "reconverge/quantity.h"
#include "reconverge/session.h"
#include "reconverge/table.h"
#include "reconverge/target.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- a block --------------------------------------------------------- */

static void add_uids(struct cvg_str *out, const char *what,
		     const struct cvg_fn *fn, const uint32_t *blocks,
		     uint32_t n)
{
	cvg_str_addf(out, "  %s", what);
	for (uint32_t i = 0; i < n; i++)
		cvg_str_addf(out, " B%u", fn->blocks[blocks[i]].uid);
	cvg_str_add(out, n ? "\n" : " none\n");
}

static void tell_place(struct cvg_call *call, uint32_t b)
{
	struct cvg_ana *ana = cvg_call_ana(call);
	const struct cvg_fn *fn = cvg_ana_fn(ana);
	const struct cvg_block *bl = &fn->blocks[b];
	uint32_t r = cvg_ana_regions(ana)->innermost[b];
	uint32_t l = cvg_ana_loops(ana)->innermost[b];
	const struct cvg_note *note = cvg_session_note_of(call->session, fn, b);

	TELL(call, "{block:B} {-name}", CVG_V(bl->uid), CVG_V(bl->name));
	cvg_text_clip(&call->out, bl->name, 60, &call->sh->look);
	TELL(call, "  in {:@}, P{}{-region:R}{-loop:L}", CVG_V(fn->name),
	     CVG_V(cvg_session_current(call->session)), CVG_V(r), CVG_V(l));
	if (r != CVG_NONE)
		cvg_str_addf(&call->out, ", region R%u", r);
	if (l != CVG_NONE)
		cvg_str_addf(&call->out, ", loop L%u", l);
	cvg_tell_spot(&call->out, call->json, ", at ", fn,
		      cvg_block_spot(fn, b));
	TELL(call, ": {} instructions, {cycles} cycles, {} bits alive\n",
	     CVG_V(bl->ninsts), CVG_V(cvg_cost_block(fn, b)),
	     CVG_V(cvg_ana_live(ana)->peak_bits[b]));
	cvg_call_cycles(call, "cycles", CVG_COUNTED_STATIC);
	add_uids(&call->out, "from", fn, fn->preds + bl->preds_at, bl->npreds);
	add_uids(&call->out, "to  ", fn, fn->succs + bl->succs_at, bl->nsuccs);
	if (bl->norigins)
		cvg_str_add(&call->out, "  made of");
	for (uint32_t i = 0; i < bl->norigins; i++)
		cvg_str_addf(&call->out, " B%u",
			     fn->origins[bl->origins_at + i]);
	if (bl->norigins)
		cvg_str_addc(&call->out, '\n');
	if (note)
		cvg_str_addf(&call->out, "  %s\n",
			     *note->text ? note->text : "bookmark");
	TELL(call, "{-comment}", CVG_V(note ? (const char *)note->text : NULL));
	TELL(call, "{-preds}{-succs}{-origins}",
	     CVG_V(cvg_json_blocks(fn, fn->preds + bl->preds_at, bl->npreds)),
	     CVG_V(cvg_json_blocks(fn, fn->succs + bl->succs_at, bl->nsuccs)),
	     CVG_V(cvg_json_origins(fn, b)));
}

/* Divergent: a value that differs between threads, a branch that splits. */
static bool inst_divergent(struct cvg_ana *ana, uint32_t i)
{
	const struct cvg_fn *fn = cvg_ana_fn(ana);
	const struct cvg_uniform *uniform = cvg_ana_uniform(ana);
	uint32_t b = fn->insts[i].block;

	if (i == cvg_block_last(fn, b))
		return cvg_bits_has(&uniform->divergent_term, b);
	return cvg_bits_has(&uniform->divergent, cvg_inst_value(fn, i));
}

/* Where the instruction stands in the source, if the one before it in the block
 * does not stand there. */
static void tell_new_spot(struct cvg_call *call, json_t *o, uint32_t i)
{
	const struct cvg_fn *fn = cvg_call_fn(call);
	struct cvg_str is = {0}, was = {0};

	cvg_tell_spot(&is, o, "", fn, fn->insts[i].spot);
	if (i > fn->blocks[fn->insts[i].block].inst_at)
		cvg_spot_add(&was, "", fn, fn->insts[i - 1].spot);
	if (strcmp(cvg_str_of(&is), cvg_str_of(&was)) != 0)
		cvg_str_addf(&call->out, "  ; %s",
			     is.n ? is.at : "no line of the source");
	cvg_str_done(&is);
	cvg_str_done(&was);
}

static void show_inst(struct cvg_call *call, json_t *list, uint32_t i)
{
	struct cvg_ana *ana = cvg_call_ana(call);
	const struct cvg_fn *fn = cvg_ana_fn(ana);
	const char *text = cvg_inst_text(&fn->insts[i]);
	bool divergent = inst_divergent(ana, i);
	const struct cvg_spot *at = cvg_spot_at(fn, fn->insts[i].spot);
	json_t *o = cvg_json_item(list);

	CVG_TELL(&call->out, o, "{-text}{-divergent}{cycles:5} {-line}",
		 CVG_V(text), CVG_V(divergent), CVG_V(cvg_cost_inst(fn, i)),
		 CVG_V(at ? at->line : 0));
	cvg_text_mark(&call->out, &call->sh->look,
		      divergent ? call->sh->look.glyphs->divergent : " ");
	cvg_str_addc(&call->out, ' ');
	cvg_text_clip(&call->out, text, UINT32_MAX, &call->sh->look);
	tell_new_spot(call, o, i);
	cvg_str_addc(&call->out, '\n');
}

static bool show_block(struct cvg_call *call, struct cvg_err *err)
{
	const struct cvg_block *bl;
	json_t *list;
	uint32_t b;

	if (!cvg_word_block(call, &call->arg[0], &b, err))
		return false;
	bl = &cvg_call_fn(call)->blocks[b];
	tell_place(call, b);
	list = cvg_json_list(call->json, "insts");
	for (uint32_t k = 0; k < bl->ninsts; k++)
		show_inst(call, list, bl->inst_at + k);
	return true;
}

/* ---- settings -------------------------------------------------------- */

static json_t *json_value(const struct cvg_settings *set, enum cvg_setid id,
			  const char *text)
{
	switch (cvg_setting_row(id)->kind) {
	case CVG_SET_CHOICE:
		return json_string(text);
	case CVG_SET_FILE:
		return cvg_json_text(cvg_settings_file(set, id));
	case CVG_SET_INT:
		return json_integer(cvg_set_int(set, id));
	case CVG_SET_REAL:
		break;
	}
	return json_real(cvg_set_real(set, id));
}

static void show_settings(struct cvg_call *call)
{
	const struct cvg_settings *set = cvg_session_settings(call->session);
	json_t *list = cvg_json_list(call->json, "settings");

	for (uint32_t i = 0; i < CVG_NSETTINGS; i++) {
		enum cvg_setid id = (enum cvg_setid)i;
		const struct cvg_setting *row = cvg_setting_row(id);
		char text[64], range[64];

		cvg_settings_text(set, id, text, sizeof text);
		snprintf(range, sizeof range,
			 row->kind == CVG_SET_FILE ? "a file" : "%g to %g",
			 row->low, row->high);
		CVG_TELL(&call->out, cvg_json_item(list),
			 "{name}={}{-value}  {}\n    {help}\n",
			 CVG_V(row->name), CVG_V(text),
			 CVG_V(json_value(set, id, text)),
			 CVG_V(row->choices ? row->choices : range),
			 CVG_V(row->help));
	}
}

/* ---- costs ----------------------------------------------------------- */

struct cost_line {
	const char *target, *what, *source;
	uint32_t cycles;
};

static const struct cvg_column cost_columns[] = {
	{CVG_COLUMN(struct cost_line, target)},
	{CVG_COLUMN(struct cost_line, cycles), .unit = CVG_UNIT_CYCLES},
	{CVG_COLUMN(struct cost_line, what)},
	{CVG_COLUMN(struct cost_line, source)},
};

/* The prices of a file. */
static void add_measured(struct cvg_table *t, const struct cvg_costs *costs)
{
	char bounds[80];

	for (uint32_t i = 0; i < cvg_cost_nkinds(); i++) {
		const struct cvg_cost_price *price = &costs->at[i];

		snprintf(bounds, sizeof bounds, "measured: %.4g to %.4g",
			 price->low, price->high);
		cvg_table_add(t, &(struct cost_line){
					 .target = costs->cpu,
					 .cycles = price->whole,
					 .what = cvg_cost_kind_what(i),
					 .source = price->measured
							   ? bounds
							   : "not measured"});
	}
}

static void show_costs(struct cvg_call *call)
{
	const struct cvg_costs *costs =
		cvg_session_settings(call->session)->costs;
	struct cvg_table t;

	CVG_TABLE_INIT(&t, struct cost_line, cost_columns);
	if (costs)
		add_measured(&t, costs);
	for (uint32_t i = 0; !costs && i < cvg_cost_nrows(); i++) {
		const struct cvg_cost_row *row = cvg_cost_row(i);

		cvg_table_add(
			&t,
			&(struct cost_line){
				.target = cvg_target_info(row->target)->arch,
				.cycles = row->cycles,
				.what = row->what,
				.source = row->source});
	}
	cvg_call_table(call, "costs", &t);
}

bool cvg_cmd_show(struct cvg_call *call, struct cvg_err *err)
{
	const char *what = call->arg[0].text;

	if (!strcmp(what, "settings"))
		show_settings(call);
	else if (!strcmp(what, "costs"))
		show_costs(call);
	else if (!cvg_session_loaded(call->session))
		return cvg_fail_word(err, &call->arg[0],
				     "show: no module is loaded, so only "
				     "'settings' and 'costs' can be shown");
	else
		return show_block(call, err);
	return true;
}
