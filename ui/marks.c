/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The marks of divergence. */
#include "ui/marks.h"
#include "reconverge/analysis.h"
#include "reconverge/graph.h"
#include "reconverge/look.h"
#include "reconverge/marks.h"

#include "src/export/draw.h"

#include <string.h>

void cvg_marks_done(struct cvg_marks *m)
{
	if (m->fn)
		cvg_bits_done(&m->under);
	*m = (struct cvg_marks){.fn = NULL};
}

void cvg_marks_update(struct cvg_marks *m, struct cvg_ui *ui)
{
	if (m->fn == ui->fn)
		return;
	cvg_marks_done(m);
	m->fn = ui->fn;
	cvg_under_divergence(ui->ana, &m->under);
	m->lines = ui->fn->nspots > 0;
}

const struct cvg_glyphs *cvg_ui_glyphs(const struct cvg_ui *ui)
{
	return cvg_glyphs_of(ui->ascii ? CVG_ASCII : CVG_UNICODE);
}

uint32_t cvg_ui_text(const struct cvg_ui *ui, struct cvg_canvas *into,
		     int32_t x, int32_t y, uint32_t width, const char *text,
		     enum cvg_role role, unsigned attr)
{
	const struct cvg_look look = {.glyphs = cvg_ui_glyphs(ui)};
	struct cvg_str cut = {0};
	uint32_t taken;

	if (x < 0 || (uint32_t)x >= into->width)
		return 0;
	if (width > into->width - (uint32_t)x)
		width = into->width - (uint32_t)x;
	cvg_text_clip(&cut, text, width, &look);
	taken = cvg_canvas_text(into, x, y, width, cvg_str_of(&cut), role,
				attr);
	cvg_str_done(&cut);
	return taken;
}

int32_t cvg_ui_words(struct cvg_canvas *into, int32_t x, int32_t y, int32_t end,
		     uint32_t width, const char *text, enum cvg_role role)
{
	while (*text && y < end) {
		size_t n = strlen(text), fit = n;
		struct cvg_str line = {0};

		while (fit && cvg_text_width(text, fit) > width) {
			while (fit && text[fit - 1] != ' ')
				fit--;
			while (fit && text[fit - 1] == ' ')
				fit--;
		}
		if (!fit) /* a word that is too long is cut */
			fit = strcspn(text, " ");
		cvg_str_addn(&line, text, fit);
		cvg_canvas_text(into, x, y++, width, line.at, role, 0);
		cvg_str_done(&line);
		text += fit;
		text += strspn(text, " ");
	}
	return y;
}

struct cvg_mark cvg_mark_branch(struct cvg_ui *ui, uint32_t block)
{
	const struct cvg_glyphs *glyphs = cvg_ui_glyphs(ui);

	if (cvg_leaves_apart(ui->ana, block))
		return (struct cvg_mark){glyphs->temporal, CVG_ROLE_DIVERGENT};
	if (cvg_bits_has(&cvg_ana_uniform(ui->ana)->divergent_term, block))
		return (struct cvg_mark){glyphs->divergent, CVG_ROLE_DIVERGENT};
	if (ui->fn->blocks[block].nsuccs > 1)
		return (struct cvg_mark){glyphs->uniform, CVG_ROLE_DIM};
	return (struct cvg_mark){" ", CVG_ROLE_TEXT};
}

/* Does only part of a warp meet at the convergent operation? */
static bool is_torn(const struct cvg_marks *m, uint32_t inst)
{
	const struct cvg_inst *in = &m->fn->insts[inst];

	return in->flags & CVG_I_CONVERGENT &&
	       cvg_bits_has(&m->under, in->block);
}

struct cvg_mark cvg_mark_inst(struct cvg_ui *ui, const struct cvg_marks *m,
			      uint32_t inst)
{
	uint32_t block = ui->fn->insts[inst].block;
	uint32_t value = cvg_inst_value(ui->fn, inst);

	if (is_torn(m, inst))
		return (struct cvg_mark){"!", CVG_ROLE_ALERT};
	if (inst == cvg_block_last(ui->fn, block))
		return cvg_mark_branch(ui, block);
	if (cvg_bits_has(&cvg_ana_uniform(ui->ana)->divergent, value))
		return (struct cvg_mark){ui->ascii ? "." : "\u00b7",
					 CVG_ROLE_DIVERGENT};
	return (struct cvg_mark){" ", CVG_ROLE_TEXT};
}

void cvg_ui_bar(const struct cvg_ui *ui, struct cvg_canvas *into, int32_t x,
		int32_t y, uint32_t width, double share, enum cvg_role role)
{
	uint32_t eighths = (uint32_t)(share * 8 * width + 0.5);

	if (share > 0 && !eighths)
		eighths = 1;
	for (uint32_t k = 0; k < width && eighths; k++) {
		uint32_t here = eighths > 8 ? 8 : eighths;

		eighths -= here;
		cvg_canvas_put(into, x + (int32_t)k, y,
			       ui->ascii ? '#' : 0x2590 - here, role, 0);
	}
}

/* ---- what is linked with the cursor ---------------------------------- */

bool cvg_ui_linked(const struct cvg_ui *ui, uint32_t inst)
{
	const struct cvg_inst *insts = ui->fn->insts;
	const struct cvg_spot *here, *other;

	if (ui->inst == CVG_NONE || inst == ui->inst)
		return inst == ui->inst;
	here = cvg_spot_at(ui->fn, insts[ui->inst].spot);
	other = cvg_spot_at(ui->fn, insts[inst].spot);
	return here && other && here->line == other->line &&
	       here->file == other->file;
}

void cvg_mark_linked(const struct cvg_ui *ui, struct cvg_canvas *into,
		     int32_t x, int32_t y, uint32_t width)
{
	cvg_canvas_put(into, x, y, ui->ascii ? '-' : 0x2022, /* bullet */
		       CVG_ROLE_TITLE, 0);
	cvg_canvas_tint(into, x + 1, y, width, 1, CVG_NROLES,
			CVG_CELL_UNDERLINE);
}
