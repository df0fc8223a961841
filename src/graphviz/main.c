/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * reconverge-graphviz FORMAT: reads a graph in Graphviz's language from
 * standard input, lays it out with dot, and writes a picture to standard
 * output.
 *
 * This is a separate program because libgvc leaks memory, prints to standard
 * error, can run for hours and can crash. Its caller may kill it at any time.
 * No other program of reconverge links Graphviz.
 */
#include <graphviz/gvc.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define DPI  144   /* dots per inch of a bitmap, if it is small enough */
#define SIDE 12000 /* the most dots that a side of a bitmap may have */

/* Print Graphviz's first error message; later ones are consequences of it. */
static int complain(char *text)
{
	static int said;

	if (!said++)
		fprintf(stderr, "%s", text);
	return 0;
}

/* All of a stream as a string, which the caller frees; NULL: out of memory. */
static char *read_all(FILE *in)
{
	size_t n = 0, room = 1 << 16, got;
	char *text = malloc(room);

	while (text && (got = fread(text + n, 1, room - n - 1, in)) > 0) {
		n += got;
		if (n + 1 == room)
			text = realloc(text, room *= 2);
	}
	if (text)
		text[n] = '\0';
	return text;
}

/* The dots per inch of a bitmap: DPI, which is sharp on a slide, but fewer
 * if a side would have more than SIDE dots, which take gigabytes of memory
 * to draw. */
static double dots(Agraph_t *graph)
{
	boxf box = GD_bb(graph);
	double w = box.UR.x - box.LL.x, h = box.UR.y - box.LL.y;
	double most = SIDE * 72.0 / (w > h ? w : h);

	return most < DPI ? most : DPI;
}

/* The layout engine: dot, or nop if the graph's attribute `layout` says so. */
static const char *engine_of(Agraph_t *graph)
{
	char key[] = "layout", *said = agget(graph, key);

	return said && !strcmp(said, "nop") ? "nop" : "dot";
}

static int draw(const char *format, const char *text)
{
	GVC_t *gvc = gvContext();
	Agraph_t *graph = agmemread(text);

	if (!graph)
		return 1;
	/* complain() has printed why. */
	if (gvLayout(gvc, graph, engine_of(graph)) != 0)
		return 1;
	if (!strcmp(format, "png"))
		GD_drawing(graph)->dpi = dots(graph);
	if (gvRender(gvc, graph, format, stdout) != 0)
		return 1;
	return fflush(stdout) != 0 || ferror(stdout);
}

int main(int argc, char **argv)
{
	char *text;
	int failed;

	if (argc != 2 || argv[1][0] == '-') {
		fprintf(stderr, "usage: reconverge-graphviz FORMAT\n");
		return 2;
	}
	text = read_all(stdin);
	if (!text) {
		fprintf(stderr, "out of memory\n");
		return 2;
	}
	agseterr(AGERR);
	agseterrf(complain);
	failed = draw(argv[1], text);
	fflush(stderr);
	/* The end of the process frees the memory that Graphviz leaks. */
	_exit(failed ? 2 : 0);
}
