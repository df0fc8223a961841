/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The control-flow graph as boxes and lines, with as much detail as the width
 * allows. Regions of a large function are folded.
 */
#include "draw.h"

#include "reconverge/canvas.h"
#include "reconverge/chart.h"
#include "reconverge/export.h"
#include "reconverge/folding.h"
#include "reconverge/look.h"

#define MOST_BOXES 40

static void add_legend(struct cvg_str *out, const struct cvg_chart *chart,
		       const struct cvg_look *look)
{
	const struct cvg_glyphs *glyphs = look->glyphs;
	bool apart = false, temporal = false, sync = false, folded = false;
	bool branch = false, jump = false;

	for (uint32_t v = 0; v < chart->n; v++) {
		apart |= chart->node[v].under || chart->node[v].ndivergent;
		temporal |= cvg_leaves_apart(chart->ana, chart->node[v].block);
		sync |= chart->node[v].sync;
		folded |= chart->node[v].region != CVG_NONE;
		branch |= chart->node[v].mark != 0;
		jump |= chart->node[v].irreducible;
	}
	for (uint32_t e = 0; e < chart->nedges; e++)
		jump |= chart->edge[e].unstructured;
	if (branch)
		cvg_str_addf(out, "%s divergent branch  %s uniform branch",
			     glyphs->divergent, glyphs->uniform);
	if (temporal)
		cvg_str_addf(out, "  %s loop left at different times",
			     glyphs->temporal);
	if (apart)
		cvg_str_addf(out, "  %s threads run apart", glyphs->under);
	if (branch)
		cvg_str_addc(out, '\n');
	if (sync)
		cvg_str_add(out, "= convergent operation  ! one where threads "
				 "run apart\n");
	if (jump)
		cvg_str_addf(out,
			     "%s unstructured edge; in a box, entry of an "
			     "irreducible cycle\n",
			     glyphs->unstructured);
	if (folded)
		cvg_str_add(out, "regions are folded: 'cfg rails' lists every "
				 "block\n");
}

bool cvg_draw_graph(struct cvg_str *out, struct cvg_ana *ana,
		    const struct cvg_look *look, bool any_width,
		    struct cvg_guiding *guiding)
{
	const struct cvg_chart_look plain = {.selected = CVG_NONE,
					     .frame = CVG_NONE};
	struct cvg_bits folded;
	struct cvg_chart_in in = {.ana = ana,
				  .folded = &folded,
				  .guide = guiding ? cvg_chart_guide : NULL,
				  .guiding = guiding};
	struct cvg_canvas canvas;
	struct cvg_chart *chart;
	bool fits;

	cvg_fold_to(ana, MOST_BOXES, &folded);
	in.zoom = cvg_chart_fit(&in, look->width, CVG_ZOOM_SUMMARY);
	fits = in.zoom >= CVG_ZOOM_NAMES;
	if (any_width && !fits)
		in.zoom = CVG_ZOOM_NAMES;
	if (fits || any_width) {
		chart = cvg_chart_new(&in);
		cvg_canvas_init(&canvas, chart->layout->width,
				chart->layout->height);
		cvg_chart_draw(chart, &canvas, &plain);
		cvg_canvas_print(out, &canvas,
				 look->glyphs == cvg_glyphs_of(CVG_ASCII),
				 look->color);
		add_legend(out, chart, look);
		cvg_canvas_done(&canvas);
		cvg_chart_free(chart);
	}
	cvg_bits_done(&folded);
	return fits || any_width;
}
