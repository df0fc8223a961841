/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * PTX, the assembly of an abstract NVIDIA GPU: "Parallel Thread Execution ISA",
 * docs.nvidia.com/cuda/parallel-thread-execution. Its registers are virtual,
 * one for each value; ptxas assigns the real ones.
 */
#include "read.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static void add(struct cvg_mreader *reader, enum cvg_msize size, double n)
{
	double *at = &reader->mcode->size[size];

	*at = (isnan(*at) ? 0 : *at) + n;
}

/* The bits of an element of that type: "f32" has 32, "pred" 1. */
static unsigned long bits_of(const char *type)
{
	unsigned long bits =
		strtoul(type + strcspn(type, "0123456789 \t"), NULL, 10);

	return bits ? bits : 1;
}

/* ".reg .b32 %r<15>;" declares the registers %r1 to %r14. */
static void read_registers(struct cvg_mreader *reader, const char *at)
{
	const char *count = strchr(at, '<');
	const char *type = strchr(at, '.');
	double n = count ? strtod(count + 1, NULL) - 1 : 1;

	switch (type ? bits_of(type) : 0) {
	case 1:
		add(reader, CVG_MSIZE_VIRTUAL1, n);
		break;
	case 16:
		add(reader, CVG_MSIZE_VIRTUAL16, n);
		break;
	case 64:
		add(reader, CVG_MSIZE_VIRTUAL64, n);
		break;
	case 128:
		add(reader, CVG_MSIZE_VIRTUAL128, n);
		break;
	default:
		add(reader, CVG_MSIZE_VIRTUAL32, n);
	}
}

/* ".align 4 .b8 name[1024];" declares 1024 bytes. Variables of no known length
 * are those that the launch gives. */
static double bytes_of(const char *at)
{
	const char *type = strstr(at, " .b"), *length = strchr(at, '[');
	double bytes;

	if (!type)
		type = strstr(at, " .u");
	if (!type)
		type = strstr(at, " .f");
	bytes = type ? (double)bits_of(type + 1) / 8 : 0;
	return length ? bytes * strtod(length + 1, NULL) : bytes;
}

/* False: it is no declaration. */
static bool read_declaration(struct cvg_mreader *reader, const char *word)
{
	const char *at;

	if ((at = cvg_mcode_after(word, ".reg")))
		read_registers(reader, at);
	else if ((at = cvg_mcode_after(word, ".local")))
		add(reader, CVG_MSIZE_SCRATCH, bytes_of(at));
	else if ((at = cvg_mcode_after(word, ".shared")))
		add(reader, CVG_MSIZE_SHARED, bytes_of(at));
	return *word == '.';
}

/* ---- what the code waits for --------------------------------------------- */

static size_t register_length(const char *at)
{
	return 1 + strspn(at + 1, "abcdefghijklmnopqrstuvwxyz0123456789_");
}

/* Wait for the registers in the n characters at `at`, or say when they will be
 * ready. */
static void each_register(struct cvg_mreader *reader, const char *at, size_t n,
			  uint64_t ready)
{
	const char *end = at + n;

	while ((at = memchr(at, '%', (size_t)(end - at)))) {
		size_t length = register_length(at);
		uint64_t *known =
			cvg_mclock_register(&reader->clock, at, length);

		if (ready)
			*known = ready;
		else
			cvg_mclock_wait(&reader->clock, *known);
		at += length;
		if (at >= end)
			break;
	}
}

/* Has the instruction no result? */
static bool is_mute(const char *name)
{
	return cvg_mcode_after(name, "st.") || cvg_mcode_after(name, "red.") ||
	       cvg_mcode_after(name, "br") || cvg_mcode_after(name, "bar") ||
	       cvg_mcode_after(name, "call") || cvg_mcode_after(name, "ret");
}

/* An instruction, of which n characters stand on its first line, and its guard:
 * the results stand first, in braces if there are several. */
static void read_instruction(struct cvg_mreader *reader, const char *guard,
			     const char *word, size_t n)
{
	enum cvg_mclass klass = cvg_mreader_class(reader, word);
	struct cvg_mrate rate = cvg_mrate_of(reader->fn, klass);
	size_t at = strcspn(word, " \t;"), results = 0;

	at += strspn(word + at, " \t");
	at = at < n ? at : n;
	if (!is_mute(word))
		results = word[at] == '{' ? strcspn(word + at, "}")
					  : strcspn(word + at, ",;");
	results = at + results < n ? results : n - at;
	each_register(reader, guard, (size_t)(word - guard), 0);
	each_register(reader, word + at + results, n - at - results, 0);
	each_register(reader, word + at, results,
		      reader->clock.now + rate.latency);
	if (klass == CVG_M_BRANCH)
		cvg_mclock_wait(&reader->clock,
				reader->clock.now + rate.latency - rate.issue);
	cvg_mreader_add(reader, klass, rate.issue);
}

/* ---- lines --------------------------------------------------------------- */

/* A statement ends with ';', and may have several lines. */
static void read_statement(struct cvg_mreader *reader, const char *word)
{
	const char *comment = strstr(word, "//");
	size_t n = comment ? (size_t)(comment - word) : strlen(word);
	bool open = reader->open;
	const char *guard = word;

	while (n > 0 && isspace((unsigned char)word[n - 1]))
		n--;
	if (n == 0)
		return;
	reader->open = !strchr(";{}", word[n - 1]);
	if (open)
		return;
	if (*word == '@') {
		word += strcspn(word, " \t");
		word += strspn(word, " \t");
	}
	n -= (size_t)(word - guard);
	if (isalpha((unsigned char)*word))
		read_instruction(reader, guard, word, n);
}

/* Is this the first line of the function, or of its declaration? */
static bool is_heading(const char *text)
{
	const char *at = strstr(text, " " CVG_MCODE_SYMBOL);

	at = *text == '.' && at ? at + 1 + strlen(CVG_MCODE_SYMBOL) : NULL;
	return at && (*at == '(' || !*at);
}

static void read_line(struct cvg_mreader *reader, const char *text,
		      const char *word)
{
	if (!reader->inside) {
		if (cvg_mcode_after(text, ".shared"))
			read_declaration(reader, word);
		reader->headed |= is_heading(text);
		reader->headed &= *text != ';'; /* it was a declaration */
		reader->inside = reader->headed && *text == '{';
	} else if (*text == '}') {
		reader->inside = reader->headed = false;
	} else if (cvg_mcode_after(text, "$L__BB") ||
		   cvg_mcode_after(text, "// %bb.")) {
		cvg_mreader_block(reader, text);
	} else if (word > text && !cvg_mreader_loc(reader, word) &&
		   !read_declaration(reader, word)) {
		read_statement(reader, word);
	}
}

const struct cvg_mnotation cvg_mnotation_nvptx = {.read = read_line};
