/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Names of blocks and edges, and the heading of every drawing. */
#include "draw.h"

#include "reconverge/analysis.h"
#include "reconverge/cxxname.h"
#include "reconverge/counts.h"
#include "reconverge/export.h"
#include "reconverge/look.h"
#include "reconverge/notes.h"
#include "reconverge/quantity.h"
#include "reconverge/score.h"
#include "reconverge/table.h"
#include "reconverge/target.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *cvg_block_label(const struct cvg_fn *fn, uint32_t b, char *buf,
			    size_t n)
{
	if (b == CVG_NONE)
		snprintf(buf, n, "return");
	else
		snprintf(buf, n, "B%u", fn->blocks[b].uid);
	return buf;
}

json_t *cvg_json_block(const struct cvg_fn *fn, uint32_t b)
{
	return cvg_json_id('B', b == CVG_NONE ? b : fn->blocks[b].uid);
}

json_t *cvg_json_blocks(const struct cvg_fn *fn, const uint32_t *b, uint32_t n)
{
	json_t *list = json_array();

	for (uint32_t i = 0; i < n; i++)
		json_array_append_new(list, cvg_json_block(fn, b[i]));
	return list;
}

json_t *cvg_json_spot(const struct cvg_fn *fn, uint32_t spot)
{
	const struct cvg_spot *at = cvg_spot_at(fn, spot);
	json_t *o = at ? json_object() : NULL;

	CVG_TELL(NULL, o, "{file}{line}{column}",
		 CVG_V(at ? fn->files[at->file] : NULL),
		 CVG_V(at ? at->line : 0), CVG_V(at ? at->column : 0));
	if (at && at->inlined != CVG_NONE)
		json_object_set_new(o, "inlined_at",
				    cvg_json_spot(fn, at->inlined));
	return o;
}

void cvg_tell_spot(struct cvg_str *out, json_t *into, const char *before,
		   const struct cvg_fn *fn, uint32_t spot)
{
	if (out)
		cvg_spot_add(out, before, fn, spot);
	if (into && cvg_spot_at(fn, spot))
		json_object_set_new(into, "place", cvg_json_spot(fn, spot));
}

json_t *cvg_json_origins(const struct cvg_fn *fn, uint32_t b)
{
	const struct cvg_block *bl = &fn->blocks[b];
	json_t *list = json_array();

	for (uint32_t i = 0; i < bl->norigins; i++)
		json_array_append_new(
			list,
			cvg_json_id('B', fn->origins[bl->origins_at + i]));
	return list;
}

const char *cvg_edge_when(const struct cvg_fn *fn, uint32_t b, uint32_t k)
{
	enum cvg_op op = cvg_block_terminator(fn, b)->op;

	if (op == CVG_OP_CONDBR)
		return k ? "false" : "true";
	if (op == CVG_OP_SWITCH)
		return cvg_edge_word(fn, b, k);
	return fn->blocks[b].nsuccs == 1 ? "always" : "";
}

void cvg_draw_notes(struct cvg_str *out, const struct cvg_session *session,
		    const struct cvg_fn *fn)
{
	for (uint32_t b = 0; b < fn->nblocks; b++) {
		const struct cvg_note *note =
			cvg_session_note_of(session, fn, b);

		if (note)
			CVG_TELL(out, NULL, "B{}: {}\n",
				 CVG_V(fn->blocks[b].uid),
				 CVG_V(*note->text ? (const char *)note->text
						   : "bookmark"));
	}
}

static const char *kind_name(enum cvg_fnkind kind)
{
	switch (kind) {
	case CVG_FN_KERNEL:
		return "kernel";
	case CVG_FN_DEVICE:
		return "device function";
	case CVG_FN_SHADER:
		return "shader";
	}
	return "function";
}

void cvg_draw_heading(struct cvg_str *out, struct cvg_ana *ana, uint32_t rev)
{
	const struct cvg_fn *fn = cvg_ana_fn(ana);
	char *cxx = cvg_cxx_name(fn->name);
	struct cvg_score sc;

	cvg_score_of(ana, &sc);
	cvg_str_addf(out, "@%s", fn->name);
	if (cxx)
		cvg_str_addf(out, " (%s)", cxx);
	free(cxx);
	cvg_str_addf(out,
		     "  %s, %s %s, P%u: %u block%s, %u instructions, "
		     "%u of %u branch%s divergent\n",
		     kind_name(fn->kind), cvg_target_info(fn->target)->arch,
		     fn->cpu, rev, sc.blocks, sc.blocks == 1 ? "" : "s",
		     sc.insts, sc.divergent, sc.branches,
		     sc.branches == 1 ? "" : "es");
}

json_t *cvg_json_unit(enum cvg_unit unit, enum cvg_countkind kind)
{
	json_t *o = json_object();

	CVG_TELL(NULL, o, "{unit}{kind}", CVG_V(cvg_unit_name(unit)),
		 CVG_V(cvg_countkind_name(kind)));
	return o;
}

json_t *cvg_json_score_kinds(void)
{
	json_t *all = json_object();

	for (int i = 0; i < CVG_NCOUNTS; i++) {
		enum cvg_count id = (enum cvg_count)i;
		const struct cvg_quantity *row = cvg_count_row(id);

		if (cvg_count_in_score(id))
			json_object_set_new(
				all, row->name,
				cvg_json_unit(row->unit, row->kind));
	}
	return all;
}

json_t *cvg_json_score(const struct cvg_score *sc)
{
	json_t *o = json_object();

	for (int i = 0; i < CVG_NCOUNTS; i++) {
		enum cvg_count id = (enum cvg_count)i;

		if (cvg_count_in_score(id))
			json_object_set_new(
				o, cvg_count_row(id)->name,
				json_integer((json_int_t)cvg_count_of_score(
					id, sc)));
	}
	return o;
}
