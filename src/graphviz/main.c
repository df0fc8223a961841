/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * reconverge-graphviz FORMAT: a graph in Graphviz's language on standard input,
 * laid out by dot, as a picture on standard output.
 *
 * A program of its own because libgvc leaks, speaks on standard error, can run
 * for hours and can crash; whoever runs it may kill it at any time. It alone
 * links Graphviz.
 */
#include <graphviz/gvc.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define DPI  144
#define SIDE 12000 /* dots */

/* The first complaint is the one that counts; the rest follow from it. */
static int complain(char *text)
{
	static int said;

	if (!said++)
		fprintf(stderr, "%s", text);
	return 0;
}

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

/* Dots an inch: sharp on a slide, but no picture of more than SIDE by SIDE,
 * which would take gigabytes to draw. */
static double dots(Agraph_t *graph)
{
	boxf box = GD_bb(graph);
	double w = box.UR.x - box.LL.x, h = box.UR.y - box.LL.y;
	double most = SIDE * 72.0 / (w > h ? w : h);

	return most < DPI ? most : DPI;
}

/* By dot, unless the graph itself names another engine of these. */
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
	/* Only the first failure is worth a word, and it was said. */
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
	/* What Graphviz did not free goes with the process. */
	_exit(failed ? 2 : 0);
}
