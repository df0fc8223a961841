/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Measures the time to lay out a graph and to draw a window of its chart (a
 * frame). Prints a line "NAME blocks edges layout-seconds median-frame
 * 99%-frame" for each graph, and writes the graph to NAME.dot, with boxes of
 * the same sizes, so that Graphviz can be compared.
 */
#include "reconverge/analysis.h"
#include "reconverge/canvas.h"
#include "reconverge/chart.h"
#include "reconverge/graph.h"
#include "tests/unit/flow_kit.h"

#include <stdio.h>
#include <time.h>

#define FRAMES 1000

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* A character cell becomes one inch wide and two inches high; only the
 * proportions matter. */
static void write_dot(const char *name, const struct cvg_flow *f)
{
	char path[64];
	FILE *out;

	snprintf(path, sizeof path, "%s.dot", name);
	out = fopen(path, "w");
	if (!out)
		cvg_die("%s: cannot write", path);
	fprintf(out,
		"digraph g { node [shape=box fixedsize=true label=\"\"]\n");
	for (uint32_t v = 0; v < f->n; v++)
		fprintf(out, "n%u [width=%u height=%u]\n", v, f->node[v].width,
			2 * f->node[v].height);
	for (uint32_t v = 0; v < f->n; v++)
		for (uint32_t k = 0; k < f->node[v].nedges; k++)
			fprintf(out, "n%u -> n%u\n", v,
				f->edge[f->node[v].edges_at + k].to);
	fprintf(out, "}\n");
	fclose(out);
}

/* The seconds of the fastest of five layouts. */
static double time_layout(const struct cvg_flow *f)
{
	double best = 1e9;

	for (unsigned i = 0; i < 5; i++) {
		double start = now(), t;
		struct cvg_layout *l = cvg_layout_new(f);

		t = now() - start;
		cvg_layout_free(l);
		if (t < best)
			best = t;
	}
	return best;
}

/* A function whose blocks and edges are those of the graph, to draw a chart
 * of. */
static struct cvg_fn *function_of(const struct cvg_flow *f)
{
	struct cvg_str s = {0};
	struct cvg_fn *fn;
	struct cvg_err err;

	cvg_str_add(&s, "device amdgpu\narg c\nentry -> b0\n");
	for (uint32_t v = 0; v < f->n; v++) {
		uint32_t n = f->node[v].nedges;

		if (!n)
			continue;
		cvg_str_addf(&s, "b%u %s", v,
			     n == 1   ? "->"
			     : n == 2 ? "? c ->"
				      : "switch c ->");
		for (uint32_t k = 0; k < n; k++)
			cvg_str_addf(&s, " b%u",
				     f->edge[f->node[v].edges_at + k].to);
		cvg_str_addc(&s, '\n');
	}
	if (!cvg_fn_parse(s.at, &fn, &err))
		cvg_die("%s", err.msg);
	cvg_str_done(&s);
	return fn;
}

static int by_time(const void *a, const void *b)
{
	double p = *(const double *)a, q = *(const double *)b;

	return (p > q) - (p < q);
}

/* The seconds of FRAMES frames, each around a block chosen at random,
 * sorted. */
static void time_frames(const struct cvg_flow *f, double frame[FRAMES])
{
	struct cvg_fn *fn = function_of(f);
	struct cvg_ana *ana = cvg_ana_new(fn);
	struct cvg_chart *c = cvg_chart_new(
		&(struct cvg_chart_in){.ana = ana, .zoom = CVG_ZOOM_SUMMARY});
	const struct cvg_chart_look look = {.selected = 0, .frame = CVG_NONE};
	struct cvg_canvas canvas;
	uint32_t seed = 1;

	cvg_canvas_init(&canvas, 200, 60);
	for (unsigned i = 0; i < FRAMES; i++) {
		uint32_t v = flow_draw(&seed, c->n);
		double start = now();

		cvg_canvas_clear(&canvas);
		canvas.left = c->layout->place[v].x - 100;
		canvas.top = c->layout->place[v].y - 30;
		cvg_chart_draw(c, &canvas, &look);
		frame[i] = now() - start;
	}
	qsort(frame, FRAMES, sizeof *frame, by_time);
	cvg_canvas_done(&canvas);
	cvg_chart_free(c);
	cvg_ana_free(ana);
	cvg_fn_free(fn);
}

static void measure(const char *name, struct cvg_flow f)
{
	static double frame[FRAMES];
	double t = time_layout(&f);

	write_dot(name, &f);
	time_frames(&f, frame);
	printf("%s %u %u %.6f %.6f %.6f\n", name, f.n, f.nedges, t,
	       frame[FRAMES / 2], frame[FRAMES * 99 / 100]);
	fflush(stdout);
	flow_free(&f);
}

int main(void)
{
	measure("structured-1000", flow_structured(1, 1000, 0));
	measure("structured-10000", flow_structured(1, 10000, 0));
	measure("structured-100000", flow_structured(1, 100000, 0));
	measure("gotos-1000", flow_structured(1, 1000, 5));
	measure("gotos-10000", flow_structured(1, 10000, 5));
	measure("dispatcher-300", flow_dispatcher(1, 300));
	measure("random-300", flow_random(1, 300, 3, 100));
	return 0;
}
